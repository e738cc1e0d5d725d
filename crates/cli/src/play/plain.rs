//! Line by line, for pipes and with `--plain`: after each choice what has changed, and the whole table at the start of a
//! round or a fight and when it is asked for.

use fracas_kernel::{MapView, TableView};

use super::command;
use super::desk::Desk;
use super::offers::name_of;
use super::screen::side_ink;
use super::session::{Flow, Session, Show};
use crate::failure::Failure;
use crate::paint::Ink;

/// What was on the table when it was shown last.
struct Seen {
    view: TableView,
    fighting: bool,
}

impl Seen {
    /// Is it another round, another fight, or another place?
    fn is_past(&self, now: &Seen) -> bool {
        let places = |view: &TableView| match &view.map {
            MapView::Zones { zones, .. } => zones.iter().map(|zone| zone.id.clone()).collect(),
            MapView::Squares { .. } => Vec::new(),
        };
        self.fighting != now.fighting
            || self.view.round != now.view.round
            || places(&self.view) != places(&now.view)
    }
}

pub fn run<D: Desk>(mut session: Session<D>) -> Result<(), Failure> {
    let mut seen = None;
    loop {
        if session.let_minds_act()? == Flow::Leave {
            break;
        }
        let over = session.game.outcome().is_some();
        if over {
            session.show_end()?;
        }
        if over && session.mine.is_empty() {
            break;
        }
        session.keep()?;
        if !over {
            session.show_what_is_due(&mut seen)?;
        }
        session.show = Show::Nothing;
        let prompt = if over { " over> ".to_owned() } else { session.prompt() };
        let Some(line) = session.desk.ask(&prompt)? else { break };
        if session.obey(command::read(&line))? == Flow::Leave {
            break;
        }
    }
    session.finish()
}

impl<D: Desk> Session<D> {
    fn show_what_is_due(&mut self, seen: &mut Option<Seen>) -> Result<(), Failure> {
        if self.show == Show::Nothing {
            return Ok(());
        }
        let now = Seen { view: self.view(), fighting: self.game.fighting() };
        self.offered = (self.game.position(), self.numbered(&now.view));
        let whole = self.show == Show::Table || seen.as_ref().is_none_or(|seen| seen.is_past(&now));
        let state = match seen {
            _ if whole => format!("\n{}\n", self.screen.table(&now.view, self.crowd())),
            Some(seen) => format!("\n{}", self.screen.changes(&seen.view, &now.view, self.crowd())),
            None => String::new(),
        };
        let asked = self.question(&now.view);
        self.desk.say(&format!("{state}{asked}{}", self.screen.gauges(&now.view)))?;
        *seen = Some(now);
        Ok(())
    }

    fn show_end(&mut self) -> Result<(), Failure> {
        if self.show == Show::Nothing {
            return Ok(());
        }
        let view = self.view();
        let outcome = view.outcome.as_ref().map_or("The encounter is over.", |outcome| outcome.text.as_str());
        let (table, gauges) = (self.screen.table(&view, self.crowd()), self.screen.gauges(&view));
        self.desk.say(&format!("\n{table}\n {}\n{gauges}", self.screen.paint.ink(Ink::Title, outcome)))
    }

    fn prompt(&self) -> String {
        match self.focused() {
            Some(who) => {
                format!(" {}> ", self.game.combatants().iter().find(|c| c.who == who).map_or("", |c| &c.id))
            }
            None => " > ".to_owned(),
        }
    }

    /// The question with the choices of whoever is in focus.
    fn question(&self, view: &TableView) -> String {
        let Some(focus) = self.focused() else { return String::new() };
        let paint = self.screen.paint;
        let mut text = String::new();
        if let Some(question) = &view.question {
            text += &format!(" {}\n", paint.ink(Ink::Strong, &question.text));
        }
        let mut choices = self.numbered(view);
        for choice in &mut choices {
            // Odds of every square would take long, and nobody would read them; o and a number tells them.
            if super::grid::shared_row(view, choice).is_none() {
                choice.odds = self.game.odds(&choice.text).ok();
            }
        }
        let side = view.tokens.iter().find(|t| t.who == focus).map(|t| t.side);
        let ink = side.map_or(Ink::Strong, side_ink);
        let others: Vec<String> =
            self.asked().filter(|&who| who != focus).map(|who| name_of(view, who)).collect();
        let others = match others.as_slice() {
            [] => String::new(),
            names => paint.ink(Ink::Quiet, &format!("   (or type a name: {})", names.join(", "))),
        };
        text += &format!(" {}{others}\n", paint.ink(ink, &name_of(view, focus)));
        text + &self.screen.choices(view, &choices)
    }
}
