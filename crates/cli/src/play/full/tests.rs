//! The full screen without a terminal: what it shows of all five systems, and what keys do. The pictures are kept as
//! snapshots.

use std::collections::VecDeque;
use std::io;
use std::time::Instant;

use fracas_content::find;
use fracas_kernel::{Crowd, Line, Role, Side, TableView};
use fracas_minds::{Brain, Kind};
use fracas_systems::{bundle_for, open};
use fracas_table::SaveFile;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::Color;
use ratatui::{Frame, Terminal};
use tempfile::TempDir;

use super::super::deeds::Part;
use super::super::keep::Keeper;
use super::super::screen::{MAX_PIPS, Screen};
use super::super::session::{Session, Terms, Thinker};
use super::pane::{Glass, Pane};
use super::rows::{Opened, rows};
use super::scene::Scene;
use super::ui::Ui;
use super::{draw, drive};
use crate::args::DiceOf;
use crate::paint::Paint;

const FIGHTS: [&str; 5] =
    ["the-jolly-otter", "goblins-at-the-ford", "hexers-mill", "toll-bridge", "worm-orchard"];
const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];
const SEED: u64 = 4;

/// Keys from a list, and then Ctrl+C; or from somebody who looks at the screen.
struct Fake {
    terminal: Terminal<TestBackend>,
    events: VecDeque<Event>,
    player: Option<fn(&str, usize) -> KeyCode>,
    pressed: usize,
    /// What was shown when there were no more keys.
    last: Option<String>,
}

impl Fake {
    fn new((wide, high): (u16, u16)) -> Fake {
        let terminal = Terminal::new(TestBackend::new(wide, high)).unwrap();
        Fake { terminal, events: VecDeque::new(), player: None, pressed: 0, last: None }
    }

    fn text(&self) -> String {
        let buffer = self.terminal.backend().buffer();
        let row = |y: u16| -> String {
            let cells = (0..buffer.area.width).map(|x| buffer[(x, y)].symbol());
            cells.collect::<String>().trim_end().to_owned() + "\n"
        };
        (0..buffer.area.height).map(row).collect()
    }
}

impl Glass for Fake {
    fn draw(&mut self, picture: &mut dyn FnMut(&mut Frame)) -> io::Result<()> {
        let Ok(_) = self.terminal.draw(picture);
        Ok(())
    }

    fn event(&mut self) -> io::Result<Event> {
        self.pressed += 1;
        let over = self.text().contains("Ctrl+C leave");
        let event = match (self.events.pop_front(), self.player) {
            (Some(Event::Resize(wide, high)), _) => {
                self.terminal.backend_mut().resize(wide, high);
                Event::Resize(wide, high)
            }
            (Some(event), _) => event,
            (None, Some(player)) if !over && self.pressed < 20_000 => {
                Event::Key(KeyEvent::new(player(&self.text(), self.pressed), KeyModifiers::NONE))
            }
            _ => {
                let text = self.text();
                self.last.get_or_insert(text);
                Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL))
            }
        };
        Ok(event)
    }

    fn pending(&mut self) -> io::Result<bool> {
        Ok(false)
    }

    fn is_too_soon(&self, _: Instant) -> bool {
        false
    }
}

/// Keys as they are written: arrows, Enter as a new line, Tab, Escape as `~`.
fn keys(text: &str) -> VecDeque<Event> {
    let code = |letter| match letter {
        '\n' => KeyCode::Enter,
        '\t' => KeyCode::Tab,
        '~' => KeyCode::Esc,
        '↑' => KeyCode::Up,
        '↓' => KeyCode::Down,
        '←' => KeyCode::Left,
        '→' => KeyCode::Right,
        letter => KeyCode::Char(letter),
    };
    text.chars().map(|letter| Event::Key(KeyEvent::new(code(letter), KeyModifiers::NONE))).collect()
}

const SCREEN: Screen = Screen {
    paint: Paint { colour: true },
    columns: 80,
    pips: MAX_PIPS,
    look: super::super::grid::Look::DEFAULT,
};

/// A fight before anybody has done anything, kept in a folder of its own.
fn table(scenario: &str, size: (u16, u16), folder: &TempDir) -> Session<Pane<Fake>> {
    let game = open(bundle_for(find(scenario).unwrap()).unwrap(), SEED, 0).unwrap();
    let mind = Thinker { brain: Brain::new(Kind::Instinct), explains: false };
    let terms = Terms { mine: vec![Side::Heroes], mind, dice: DiceOf::Program, party: None };
    let keeper = Keeper::in_file(SaveFile::new(folder.path().join("fight.json")).unwrap());
    Session::new(game, keeper, SCREEN, terms, Vec::new(), Pane::new(Fake::new(size), true))
}

/// Presses keys, and then leaves: the session as it was left, with the last picture.
fn press(scenario: &str, size: (u16, u16), text: &str) -> Session<Pane<Fake>> {
    let folder = tempfile::tempdir().unwrap();
    let mut session = table(scenario, size, &folder);
    session.desk.glass.events = keys(text);
    drive(&mut session, Vec::new()).unwrap();
    session
}

fn shown(scenario: &str, size: (u16, u16), text: &str) -> String {
    press(scenario, size, text).desk.glass.last.unwrap()
}

/// A moment as the full screen shows it, styles and all.
pub fn picture(view: TableView, lines: Vec<(usize, Line)>, (wide, high): (u16, u16)) -> String {
    let asked = view.question.as_ref().map(|question| question.asked).unwrap_or_default();
    let focus = asked.first();
    let mut choices = view.choices.clone();
    choices.retain(|choice| Some(choice.who) == focus);
    let mut ui = Ui::of(Scene::of(view, 0, asked.and(Crowd::ALL), focus, choices), Vec::new());
    ui.log.set(lines, Vec::new());
    let mut terminal = Terminal::new(TestBackend::new(wide, high)).unwrap();
    let Ok(_) = terminal.draw(|frame| draw::draw(frame, &mut ui, &SCREEN, true, false));
    let buffer = terminal.backend().buffer();
    let cell = |x, y| format!("{}{:?}", buffer[(x, y)].symbol(), buffer[(x, y)].modifier);
    (0..high).map(|y| (0..wide).map(|x| cell(x, y)).collect::<String>() + "\n").collect()
}

#[test]
fn pictures_of_all_five_systems() {
    for scenario in FIGHTS.into_iter().chain(["the-drowned-priory"]) {
        for size in SIZES {
            let name = format!("{scenario}-{}x{}", size.0, size.1);
            insta::assert_snapshot!(name, shown(scenario, size, "\n"));
        }
    }
}

#[test]
fn lines_of_sight_are_shown_on_demand() {
    let dark = shown("goblins-at-the-ford", (120, 40), "\n");
    assert!(!dark.contains("out of sight"), "{dark}");
    let lit = shown("goblins-at-the-ford", (120, 40), "\nv");
    assert!(lit.contains("out of sight from") && lit.contains('┄'), "{lit}");
    let again = shown("goblins-at-the-ford", (120, 40), "\nvv");
    assert!(!again.contains("out of sight"), "{again}");
}

#[test]
fn what_is_meant_stands_under_the_map() {
    let otter = shown("the-jolly-otter", (120, 40), "\n");
    assert!(otter.contains("means to"), "{otter}");
}

/// Everything that a person needs is there, at every size and at every question.
#[test]
fn nothing_that_matters_is_cut() {
    for scenario in FIGHTS.into_iter().skip(1).chain(["the-masked-duelist", "the-drowned-mint"]) {
        for size in [(80, 24), (100, 30), (120, 40), (200, 60)] {
            let folder = tempfile::tempdir().unwrap();
            let mut session = table(scenario, size, &folder);
            for step in 0..6 {
                session.desk.glass.events = keys("");
                session.desk.glass.pressed = 0;
                drive(&mut session, Vec::new()).unwrap();
                let (text, view) = (session.desk.glass.text(), session.view());
                let complain = |what: &str| format!("{what}: {scenario} at {size:?}, step {step}\n{text}");
                if session.game.outcome().is_some() {
                    break;
                }
                let who = view.tokens.iter().find(|token| Some(token.who) == session.focused()).unwrap();
                let health = who.tracks.iter().find(|track| track.max.is_some()).unwrap();
                let health = format!("{}/{}", health.value, health.max.unwrap());
                assert!(text.contains(&format!("── {}", who.name)), "{}", complain("who is asked"));
                let order = text.lines().find(|line| line.contains("▸ ") && line.contains(&health));
                assert!(order.is_some(), "{}", complain("their health"));
                assert!(text.matches('›').count() <= 1, "{}", complain("one cursor"));
                let question: String = view.question.unwrap().text.chars().take(20).collect();
                assert!(text.contains(&question), "{}", complain("the question"));
                assert!(text.contains("? keys"), "{}", complain("the keys"));
                assert!(text.lines().count() == usize::from(size.1), "{}", complain("every line"));
                let choices = session.game.choices();
                session.choose(&choices[step * 7 % choices.len()], false).unwrap();
            }
        }
    }
}

/// Digits never go to what ends the turn or leaves, in any system, at any question.
#[test]
fn no_digit_ends_the_turn_or_leaves() {
    for scenario in FIGHTS.into_iter().chain(["the-drowned-priory"]) {
        let folder = tempfile::tempdir().unwrap();
        let mut session = table(scenario, (80, 24), &folder);
        let mut seen = 0;
        for step in 0..40 {
            session.let_minds_act().unwrap();
            let view = session.view();
            let choices = session.numbered(&view);
            let scene = Scene::of(view, step, session.asked(), session.focused(), choices);
            for row in rows(&scene.deeds, &scene.choices, &Opened::new(), 9) {
                let ends =
                    matches!(scene.choices[row.choice].role, Role::EndTurn | Role::Retreat | Role::Leave);
                assert!(!ends || row.digit.is_none(), "{scenario}: {row:?}");
                assert!(ends == matches!(row.part, Part::End | Part::Leave), "{scenario}: {row:?}");
                seen += usize::from(ends);
            }
            let choices = session.game.choices();
            let Some(choice) = choices.get(step * 3 % choices.len().max(1)) else { break };
            session.choose(choice, false).unwrap();
        }
        assert!(seen > 0, "{scenario}: nothing to end or to leave");
    }
}

/// Plays like somebody in a hurry: the first thing that can be done, and the end of the turn when nothing happens.
fn hasty(screen: &str, pressed: usize) -> KeyCode {
    let row = screen.lines().find(|line| line.contains('›')).unwrap_or_default();
    let row: String = row.chars().skip_while(|&one| one != '›').take_while(|&one| one != '│').collect();
    match row {
        _ if screen.contains("Y: yes") || screen.contains("Esc closes") => KeyCode::Esc,
        row if row.contains('▸') => KeyCode::Enter,
        row if row.contains('▾') => KeyCode::Down,
        row if row.is_empty() && pressed.is_multiple_of(2) => KeyCode::Down,
        row if row.is_empty() || row.contains('⌖') || pressed % 5 == 4 => KeyCode::Char('e'),
        _ => KeyCode::Enter,
    }
}

#[test]
fn whole_fights_are_played_by_keys() {
    // A brawl of seventeen takes long to work out; a duel is the same to the screen.
    for scenario in ["the-masked-duelist"].into_iter().chain(FIGHTS.into_iter().skip(1)) {
        let folder = tempfile::tempdir().unwrap();
        let mut session = table(scenario, (80, 24), &folder);
        session.desk.glass.player = Some(hasty);
        drive(&mut session, Vec::new()).unwrap();
        let text = session.desk.glass.text();
        assert!(session.game.outcome().is_some(), "{scenario} has no end:\n{text}");
        assert!(text.contains("Ctrl+C leave"), "{text}");
        session.finish().unwrap();
        let (_, replay) = SaveFile::open(folder.path().join("fight.json")).unwrap();
        assert_eq!(replay.steps.len(), session.game.position(), "{scenario} is kept");
    }
}

#[test]
fn leaving_asks_first_and_only_y_is_yes() {
    let to_leave = "\n1ee↓";
    let asked = shown("goblins-at-the-ford", (80, 24), &format!("{to_leave}\n"));
    assert!(asked.contains("Leave the field?") && asked.contains("Y: yes"), "{asked}");
    assert!(asked.contains("Ysolde, Pell, Quorra") && asked.contains("stay behind and fight on"), "{asked}");
    let steps = |text: &str| press("goblins-at-the-ford", (80, 24), text).game.position();
    let before = steps(to_leave);
    for no in ["\n", "1", "~", "n", "e"] {
        assert_eq!(steps(&format!("{to_leave}\n{no}")), before, "{no:?}");
    }
    assert!(steps(&format!("{to_leave}\ny")) > before);
}

#[test]
fn commands_dice_and_the_judges_hand_are_typed() {
    let text = shown("goblins-at-the-ford", (120, 40), "\n:judge set brakk hp 3\n");
    assert!(text.contains("hp 3/15"), "{text}");
    let text = shown("goblins-at-the-ford", (80, 24), ":dice all\n\n9\n");
    assert!(text.contains("a d6 shows 1 to 6, not 9"), "{text}");
    let session = press("goblins-at-the-ford", (80, 24), ":dice all\n\n6\n1\n");
    let rolls = &session.game.replay_step(0).rolls;
    assert_eq!((rolls[0].faces.as_slice(), rolls[1].faces.as_slice()), (&[6][..], &[1][..]));
    assert_eq!(press("goblins-at-the-ford", (80, 24), ":dice all\n\n~").game.position(), 0, "taken back");
    let text = shown("goblins-at-the-ford", (80, 24), ":nonsense\n");
    assert!(text.contains("\"nonsense\" is neither a choice"), "{text}");
    for (keys, part) in [
        ("?", "go to a choice; Enter then does it"),
        ("\nw", "Fracas ·"),
        ("\ns", "hit points 15 of 15"),
        ("\n1i", "health your side loses"),
        ("d", "# delve"),
        ("\nt", "What the enemy could do"),
    ] {
        let text = shown("goblins-at-the-ford", (120, 40), keys);
        assert!(text.contains(part), "{keys:?}: {text}");
    }
}

/// Where the first choice would do harm, nothing is done by pressing the same key again.
#[test]
fn enter_alone_does_no_harm() {
    let steps = |text: &str| press("goblins-at-the-ford", (80, 24), text).game.position();
    let text = shown("goblins-at-the-ford", (80, 24), "\n");
    assert!(text.contains("Move to The ford ⚠") && !text.contains('›'), "{text}");
    assert_eq!(steps("\n\n\n\n"), steps("\n"));
    assert!(steps("\n1\n") > steps("\n"), "chosen, it is done");
}

#[test]
fn undo_redo_and_the_next_one() {
    let size = (80, 24);
    assert_eq!(press("goblins-at-the-ford", size, "\nu").game.position(), 0);
    let done = press("goblins-at-the-ford", size, "\n").game.position();
    assert_eq!(press("goblins-at-the-ford", size, "\nuU").game.position(), done);
    assert!(shown("goblins-at-the-ford", size, "u").contains("Nothing to undo."));
    assert!(shown("goblins-at-the-ford", size, "\nn").contains("── Ysolde"));
    assert!(shown("goblins-at-the-ford", size, "\nnnnn").contains("── Brakk"));
}

#[test]
fn a_verb_is_opened_and_its_target_chosen() {
    let text = shown("goblins-at-the-ford", (80, 24), "\nnna");
    assert!(text.contains("▾ Shoot"), "{text}");
    let text = shown("goblins-at-the-ford", (80, 24), "\nnna←←");
    assert!(text.contains("▸ Shoot"), "{text}");
    let text = shown("goblins-at-the-ford", (120, 40), "\nnna↓\n");
    assert!(text.contains("Pell shoots at Goblin"), "{text}");
}

#[test]
fn places_are_pointed_at_on_the_map() {
    // The first move of a fight on squares: taken up, pointed at, made.
    let before = press("toll-bridge", (120, 40), "\n").game.position();
    let pointed = shown("toll-bridge", (120, 40), "\nm\n→");
    assert!(pointed.contains("point at a place") && pointed.contains("to go there"), "{pointed}");
    let session = press("toll-bridge", (120, 40), "\nm\n↓\n");
    assert!(session.game.position() > before, "{}", session.desk.glass.text());
    // A wall says why not.
    let text = shown("toll-bridge", (120, 40), "\nm\n←←←\n");
    assert_eq!(press("toll-bridge", (120, 40), "\nm\n←←←\n").game.position(), before, "{text}");
    assert!(!text.contains("? keys"), "something is said: {text}");
    // Zones: what can be done there.
    let text = shown("goblins-at-the-ford", (80, 24), "\n\t→\n");
    assert!(text.contains("Here: The ford") && text.contains("Move to The ford"), "{text}");
    assert!(shown("goblins-at-the-ford", (80, 24), "\n\t→\n~").contains("── Brakk"));
}

#[test]
fn the_screen_follows_the_size_of_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = table("goblins-at-the-ford", (80, 24), &folder);
    session.desk.glass.events = keys("\n");
    session.desk.glass.events.extend([Event::Resize(30, 10), Event::Resize(200, 60)]);
    drive(&mut session, Vec::new()).unwrap();
    let text = session.desk.glass.text();
    assert_eq!(text.lines().count(), 60);
    assert!(text.lines().any(|line| line.chars().count() > 180), "{text}");
    session.desk.glass.events.push_back(Event::Resize(30, 10));
    drive(&mut session, Vec::new()).unwrap();
    assert!(session.desk.glass.text().contains("at least 60"), "{}", session.desk.glass.text());
}

#[test]
fn without_colour_nothing_is_coloured() {
    for colour in [true, false] {
        let folder = tempfile::tempdir().unwrap();
        let mut session = table("toll-bridge", (120, 40), &folder);
        session.desk.colour = colour;
        session.desk.glass.events = keys("\n");
        drive(&mut session, Vec::new()).unwrap();
        let buffer = session.desk.glass.terminal.backend().buffer();
        let coloured = buffer.content.iter().any(|cell| cell.fg != Color::Reset || cell.bg != Color::Reset);
        assert_eq!(coloured, colour);
    }
}

#[test]
fn news_that_do_not_fit_are_read_from_their_beginning() {
    let text = shown("goblins-at-the-ford", (80, 24), "\n");
    assert!(text.contains("▌ Round 1") && text.contains("more lines: Space"), "{text}");
    let large = shown("goblins-at-the-ford", (80, 24), "\n ");
    assert!(large.contains("▌ Round 1") && large.contains("Goblin 3"), "{large}");
    let end = shown("goblins-at-the-ford", (80, 24), "\n     ");
    assert!(end.contains("── Map"), "it closes at the end: {end}");
}
