//! Where the cursor is, what is open, and what a key does with it.

use std::time::Instant;

use fracas_kernel::{Crowd, Role, Stakes};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::super::command::{self, Command};
use super::super::deeds::{Part, only_harms};
use super::super::offers::{name_of, percent};
use super::super::session::{Flow, Session};
use super::keys::{LIST, Press, press};
use super::log::Log;
use super::map::{self, Place};
use super::pane::{Glass, Pane};
use super::rows::{Kind, Opened, Row, rows};
use super::scene::Scene;
use super::stats::stats;
use crate::failure::Failure;
use crate::paint::{Ink, bare};

/// Something to be read over the rest.
#[derive(Debug)]
pub struct Page {
    pub title: &'static str,
    /// Painted.
    pub text: String,
    pub from: usize,
    /// How many lines there were, and how many fitted, when it was drawn last.
    pub drawn: (usize, usize),
}

#[derive(Debug)]
pub struct Ui {
    pub scene: Scene,
    /// What the panel shows of it, where that is less: what can be done at a place.
    pub here: Option<Scene>,
    pub rows: Vec<Row>,
    /// How many of them fit.
    pub room: usize,
    pub opened: Opened,
    /// The key of the row under the cursor.
    pub row: String,
    /// The place of the cursor on the map, and whether keys go there.
    pub place: Option<Place>,
    pub on_map: bool,
    /// The deed that was taken up and wants a place.
    pub armed: Option<String>,
    /// Are lines of sight shown?
    pub sighting: bool,
    pub log: Log,
    pub large_log: bool,
    pub page: Option<Page>,
    /// What is being typed.
    pub typing: Option<String>,
    typed: Vec<String>,
    /// A remark, until the next key.
    pub note: String,
    /// When the present question was first shown.
    pub since: Instant,
}

impl Ui {
    pub fn new<G: Glass>(session: &mut Session<Pane<G>>, opening: Vec<String>) -> Ui {
        let mut ui = Ui::of(Scene::new(session), opening);
        ui.log.set(session.game.log(0, session.seat()), session.whys.clone());
        ui
    }

    /// A screen on which nothing has been touched yet.
    pub fn of(scene: Scene, opening: Vec<String>) -> Ui {
        let fresh = scene.position;
        Ui {
            scene,
            here: None,
            rows: Vec::new(),
            room: 0,
            opened: Opened::new(),
            row: String::new(),
            place: None,
            on_map: false,
            armed: None,
            sighting: false,
            log: Log::new(opening, fresh),
            large_log: false,
            page: None,
            typing: None,
            typed: Vec::new(),
            note: String::new(),
            since: Instant::now(),
        }
    }

    /// Takes up what has happened since; true if there is a new question.
    pub fn look_again<G: Glass>(&mut self, session: &mut Session<Pane<G>>) -> bool {
        let (position, focus) = (session.game.position(), session.focused());
        let moved = position != self.scene.position;
        let other = moved || focus != self.scene.focus || session.asked() != self.scene.asked;
        if other {
            if moved {
                self.log.fresh = self.scene.position.min(position);
                self.log.set(session.game.log(0, session.seat()), session.whys.clone());
            }
            self.scene = Scene::new(session);
            self.opened.clear();
            self.row.clear();
            self.leave_map();
        }
        self.read_out(&session.desk.take_said());
        other
    }

    /// A line or two are a remark; more of them are a page.
    fn read_out(&mut self, said: &str) {
        let lines: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).collect();
        match lines.len() {
            0 => {}
            1 | 2 => self.note = bare(&lines.join(" ")).split_whitespace().collect::<Vec<_>>().join(" "),
            _ => self.open("Fracas", said.to_owned()),
        }
    }

    fn open(&mut self, title: &'static str, text: String) {
        self.page = Some(Page { title, text, from: 0, drawn: (0, 0) });
    }

    /// What the panel lists.
    pub fn listed(&self) -> &Scene {
        self.here.as_ref().unwrap_or(&self.scene)
    }

    /// The row under the cursor: the one it was put on, or else the first, unless that does harm, warns, or ends
    /// something. Where there is none, nothing is done by pressing the same key once more.
    pub fn at(&self) -> Option<usize> {
        let found = self.rows.iter().position(|row| row.key == self.row);
        let first = || self.rows.iter().position(|row| !matches!(row.kind, Kind::Head(_)));
        let good = |&at: &usize| {
            let (row, choices) = (&self.rows[at], &self.listed().choices);
            let choice = &choices[row.choice];
            let ends = matches!(row.part, Part::End | Part::Leave);
            // Opening something does nothing yet.
            row.kind != Kind::Choice || !ends && choice.warnings.is_empty() && !only_harms(choice)
        };
        found.or_else(|| first().filter(good))
    }

    pub fn under(&self) -> Option<&Row> {
        self.rows.get(self.at()?)
    }

    fn leave_map(&mut self) {
        (self.on_map, self.place, self.armed, self.here) = (false, None, None, None);
    }

    pub fn take<G: Glass>(&mut self, key: KeyEvent, session: &mut Session<Pane<G>>) -> Result<Flow, Failure> {
        self.note.clear();
        if self.typing.is_some() {
            return self.type_key(key, session);
        }
        let Some(press) = press(key, self.on_map) else { return Ok(Flow::On) };
        if press == Press::Quit {
            return Ok(Flow::Leave);
        }
        if self.page.is_some() {
            self.read_page(press);
            return Ok(Flow::On);
        }
        self.obey(press, session)
    }

    fn read_page(&mut self, press: Press) {
        let Some(page) = &mut self.page else { return };
        let (lines, room) = page.drawn;
        let last = lines.saturating_sub(room);
        page.from = match press {
            Press::Up => page.from.saturating_sub(1),
            Press::Down => page.from + 1,
            Press::PageUp | Press::Left => page.from.saturating_sub(room),
            Press::PageDown | Press::Right => page.from + room,
            // Space reads on, and closes at the end.
            Press::ReadOn if page.from < last => page.from + room,
            _ => {
                self.page = None;
                return;
            }
        }
        .min(last);
    }

    fn obey<G: Glass>(&mut self, press: Press, session: &mut Session<Pane<G>>) -> Result<Flow, Failure> {
        match press {
            Press::Up | Press::Down | Press::Left | Press::Right if self.on_map => self.point(press, session),
            Press::Up => self.step(-1),
            Press::Down => self.step(1),
            Press::Right => self.fold(true),
            Press::Left => self.fold(false),
            Press::PageUp => self.log.turn(false),
            Press::PageDown => self.log.turn(true),
            // News that do not fit are read on the large log, and it closes at their end.
            Press::ReadOn if self.large_log && self.log.has_more() => self.log.turn(true),
            Press::ReadOn => self.large_log = !self.large_log && self.log.has_more(),
            Press::Row(digit) => self.go_to(|row| row.digit == Some(digit)),
            Press::Part(part) => self.go_to(|row| row.part == part && !matches!(row.kind, Kind::Head(_))),
            Press::Begin => {
                let choices = &self.listed().choices;
                let begins: Vec<usize> =
                    (0..choices.len()).filter(|&one| choices[one].role == Role::Begin).collect();
                self.go_to(|row| row.kind == Kind::Choice && begins.contains(&row.choice));
            }
            Press::Do => return self.act(session),
            Press::Close => self.close(),
            Press::Map => self.go_to_map(session),
            Press::NextOne => self.next_one(session),
            Press::Stats => self.open("Everybody", stats(&self.scene.view, &session.screen)),
            Press::Log => {
                self.large_log = !self.large_log;
                self.log.top = None;
            }
            Press::Odds => self.odds(session)?,
            Press::Threats => {
                session.desk.thinks()?;
                self.threats(session);
            }
            Press::Sight => self.sighting = !self.sighting,
            Press::Undo => return session.obey(command::read("undo")),
            Press::Redo => return session.obey(command::read("redo")),
            Press::Why => return session.obey(Command::Why),
            Press::Rules => return session.obey(command::read("rules")),
            Press::Zoom => session.screen.look = session.screen.look.zoomed(),
            Press::Turn => session.screen.look = session.screen.look.turned(),
            Press::Help => self.open("Keys", help(session)),
            Press::Type(start) => self.typing = Some(start.to_owned()),
            Press::Propose => self.propose(session),
            Press::Command(line) => {
                session.desk.thinks()?;
                return session.obey(command::read(line));
            }
            Press::Quit => return Ok(Flow::Leave),
        }
        Ok(Flow::On)
    }

    fn type_key<G: Glass>(&mut self, key: KeyEvent, session: &mut Session<Pane<G>>) -> Result<Flow, Failure> {
        let Some(text) = &mut self.typing else { return Ok(Flow::On) };
        match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => self.typing = None,
            KeyCode::Char('u') if key.modifiers.contains(KeyModifiers::CONTROL) => text.clear(),
            KeyCode::Char(letter) if !key.modifiers.contains(KeyModifiers::CONTROL) => text.push(letter),
            KeyCode::Backspace if text.is_empty() => self.typing = None,
            KeyCode::Backspace => drop(text.pop()),
            KeyCode::Esc => self.typing = None,
            KeyCode::Up => text.clone_from(self.typed.last().unwrap_or(&String::new())),
            KeyCode::Enter => {
                let line = self.typing.take().unwrap_or_default();
                self.typed.push(line.clone());
                return self.command(command::read(&line), session);
            }
            _ => {}
        }
        Ok(Flow::On)
    }

    /// A typed command. Numbers are those on the screen.
    fn command<G: Glass>(
        &mut self,
        command: Command,
        session: &mut Session<Pane<G>>,
    ) -> Result<Flow, Failure> {
        let numbered = |number: usize| {
            let row = self.rows.iter().find(|row| row.digit.map(usize::from) == Some(number));
            row.map(|row| self.listed().choices[row.choice].text.clone())
        };
        match command {
            Command::Nothing => Ok(Flow::On),
            Command::Pick(0) => self.obey(Press::Part(Part::End), session),
            Command::Pick(number) => {
                let digit = u8::try_from(number).unwrap_or(u8::MAX);
                self.go_to(|row| row.digit == Some(digit));
                Ok(Flow::On)
            }
            Command::Odds(number) => match numbered(number) {
                Some(text) => session.obey(Command::OddsOf(text)),
                None => session.obey(Command::Odds(usize::MAX)),
            },
            Command::Always(number) => {
                let text = numbered(number);
                let all = session.offered();
                let at = text.and_then(|text| all.iter().position(|choice| choice.text == text));
                let number = at.map_or(usize::MAX, |at| super::super::offers::numbers(&all)[at]);
                session.obey(Command::Always(number))
            }
            Command::Map => self.obey(Press::Map, session),
            Command::Log => self.obey(Press::Log, session),
            Command::Help => self.obey(Press::Help, session),
            other => session.obey(other),
        }
    }

    /// Over headings to the next row.
    fn step(&mut self, by: i32) {
        let rows = self.rows.len() as i32;
        let mut at = self.at().map_or(if by > 0 { 0 } else { rows - 1 }, |at| at as i32 + by);
        while (0..rows).contains(&at) && matches!(self.rows[at as usize].kind, Kind::Head(_)) {
            at += by;
        }
        if (0..rows).contains(&at) {
            self.row.clone_from(&self.rows[at as usize].key);
        }
    }

    fn go_to(&mut self, fits: impl Fn(&Row) -> bool) {
        if let Some(at) = self.rows.iter().position(fits) {
            self.row.clone_from(&self.rows[at].key);
            self.on_map = false;
            // A verb is opened at once: what is wanted next is its target.
            self.enter();
        } else {
            self.note = "There is no such choice now.".to_owned();
        }
    }

    /// Opens what the cursor is on, and goes to the first thing in it.
    fn enter(&mut self) {
        let Some(row) = self.under().filter(|row| matches!(row.kind, Kind::Fold { .. })).cloned() else {
            return;
        };
        self.opened.insert(row.key.clone(), true);
        let listed = self.here.as_ref().unwrap_or(&self.scene);
        self.rows = rows(&listed.deeds, &listed.choices, &self.opened, self.room);
        if let Some(at) = self.rows.iter().position(|one| one.key == row.key)
            && let Some(first) = self.rows.get(at + 1)
        {
            self.row.clone_from(&first.key);
        }
    }

    /// Opens or closes what the cursor is on; closing from inside goes out first.
    fn fold(&mut self, open: bool) {
        let Some((at, row)) = self.at().and_then(|at| Some((at, self.rows.get(at)?))) else { return };
        match (&row.kind, open) {
            (Kind::Fold { open: now }, _) if *now != open => {
                self.opened.insert(row.key.clone(), open);
                self.row.clone_from(&row.key);
            }
            (_, false) => {
                let depth = row.depth;
                let outer = self.rows[..at].iter().rposition(|row| row.depth < depth);
                if let Some(outer) = outer.filter(|_| depth > 0) {
                    self.row.clone_from(&self.rows[outer].key);
                }
            }
            _ => {}
        }
    }

    /// Does what the cursor is on.
    fn act<G: Glass>(&mut self, session: &mut Session<Pane<G>>) -> Result<Flow, Failure> {
        if self.on_map {
            return self.act_on_map(session);
        }
        if session.desk.glass.is_too_soon(self.since) {
            return Ok(Flow::On);
        }
        let Some(row) = self.under().cloned() else {
            self.note = "Choose with a digit or the arrows; E and Enter end the turn.".to_owned();
            return Ok(Flow::On);
        };
        match row.kind {
            Kind::Fold { .. } => {
                self.enter();
                Ok(Flow::On)
            }
            Kind::OnMap => {
                self.armed = Some(self.listed().choices[row.choice].deed.id.clone());
                self.go_to_map(session);
                Ok(Flow::On)
            }
            Kind::Choice => session.make(&self.listed().choices[row.choice].clone()),
            Kind::Head(_) => Ok(Flow::On),
        }
    }

    /// What can be done at the cursor: the one thing at once where it was taken up before, otherwise as a list.
    fn act_on_map<G: Glass>(&mut self, session: &mut Session<Pane<G>>) -> Result<Flow, Failure> {
        let Some(place) = self.place.clone() else { return Ok(Flow::On) };
        let choices = self.here.as_ref().map(|here| here.choices.as_slice()).unwrap_or_default();
        match choices {
            [] => {
                let why = self.scene.why_not(&place, self.armed.as_deref());
                self.note = why.unwrap_or_else(|| "Nothing can be done there.".to_owned());
            }
            [one] if self.armed.is_some() => return session.make(&one.clone()),
            _ => {
                self.on_map = false;
                self.row.clear();
            }
        }
        Ok(Flow::On)
    }

    fn close(&mut self) {
        if self.large_log {
            self.large_log = false;
        } else {
            self.leave_map();
        }
    }

    fn go_to_map<G: Glass>(&mut self, session: &Session<Pane<G>>) {
        if self.on_map {
            return self.leave_map();
        }
        let start = self.scene.focus.and_then(|who| map::place_of(&self.scene.view, who));
        let first =
            || self.scene.view.tokens.iter().find_map(|token| map::place_of(&self.scene.view, token.who));
        self.place = self.place.take().or(start).or_else(first);
        self.on_map = self.place.is_some();
        self.large_log = false;
        self.look_here(session);
    }

    fn point<G: Glass>(&mut self, press: Press, session: &Session<Pane<G>>) {
        let way = match press {
            Press::Up => (0, -1),
            Press::Down => (0, 1),
            Press::Left => (-1, 0),
            _ => (1, 0),
        };
        let Some(place) = &self.place else { return };
        if let Some(next) = map::step(&self.scene.view, &session.screen, place, way) {
            self.place = Some(next);
            self.look_here(session);
        }
    }

    /// Lists what can be done at the cursor.
    fn look_here<G: Glass>(&mut self, session: &Session<Pane<G>>) {
        let odds = |text: &str| -> Option<Stakes> { session.game.odds(text).ok() };
        self.here = self.place.as_ref().map(|place| self.scene.at(place, self.armed.as_deref(), odds));
        self.row.clear();
    }

    fn next_one<G: Glass>(&mut self, session: &mut Session<Pane<G>>) {
        let now = self.scene.focus;
        let asked = self.scene.asked;
        let after = asked.find(|&who| now.is_none_or(|now| who > now));
        session.focus = after.or(self.scene.asked.first());
        if self.scene.asked.count() < 2 {
            self.note = "Nobody else may act now.".to_owned();
        }
    }

    /// What a quick mind would do, ready to be done.
    fn propose<G: Glass>(&mut self, session: &Session<Pane<G>>) {
        let asked = self.scene.focus.map_or(self.scene.asked, Crowd::one);
        match session.game.instinct(asked) {
            Ok(choice) => self.typing = Some(choice),
            Err(error) => self.note = error.to_string(),
        }
    }

    fn odds<G: Glass>(&mut self, session: &mut Session<Pane<G>>) -> Result<(), Failure> {
        let Some(row) = self.under() else { return Ok(()) };
        let text = self.listed().choices[row.choice].text.clone();
        session.obey(Command::OddsOf(text)).map(drop)
    }

    /// What the enemy could do to whoever is asked, here or where the cursor is.
    fn threats<G: Glass>(&mut self, session: &Session<Pane<G>>) {
        let Some(who) = self.scene.focus else { return };
        let to = self.place.as_deref().filter(|_| self.on_map);
        let mut found = Vec::new();
        match session.game.threats_later(session.seat(), who, to) {
            Ok(job) => job(&mut |threat| {
                found.push(threat);
                true
            }),
            Err(error) => return self.note = error.to_string(),
        }
        if found.is_empty() {
            return self.note = "Nobody could do anything to you there now.".to_owned();
        }
        let unit = self.scene.view.health.short;
        let mut text = String::new();
        for threat in &found {
            let after = threat.after.as_ref().map(|after| format!(", after: {after}")).unwrap_or_default();
            text += &format!("{}: {}{after}\n", name_of(&self.scene.view, threat.by), threat.label);
            let chance = threat.stakes.chance.as_ref();
            let chance = chance.map(|chance| format!("{} {}, ", percent(chance.p), chance.means));
            let falls = threat.stakes.drops.iter().find(|drop| drop.who == who);
            let falls = falls.map(|drop| format!(", you fall {}", percent(drop.p))).unwrap_or_default();
            let harm = threat.stakes.harm.mean;
            text += &format!("  {}{harm:.1} {unit}{falls}\n", chance.unwrap_or_default());
        }
        self.open("What the enemy could do", text);
    }
}

fn help<G: Glass>(session: &Session<Pane<G>>) -> String {
    let paint = session.screen.paint;
    let keys = LIST
        .iter()
        .map(|(keys, what)| format!("{} {what}\n", crate::paint::pad(&paint.ink(Ink::Strong, keys), 10)));
    let typed = paint.ink(Ink::Title, "After : you can type");
    format!("{}\n{typed}\n{}\n", keys.collect::<String>(), command::HELP)
}
