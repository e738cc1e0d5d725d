//! `fracas play`: one fight on a terminal, on the full screen, or line by line over a pipe. It knows no system: it shows
//! what the table shows and sends back choices.

mod command;
mod deeds;
mod desk;
mod dice;
mod full;
mod grid;
mod judge;
mod keep;
mod map;
#[cfg(test)]
mod nonsense;
mod obey;
mod offers;
mod plain;
mod screen;
mod session;

pub use screen::{MAX_PIPS, Screen};

use std::path::Path;

use fracas_content::{Source, find, read};
use fracas_kernel::Side;
use fracas_systems::{bundle_with, open, open_replay};
use fracas_table::{Game, SaveFile, play_back};

use crate::args::{Heroes, PlayArgs, Sides};
use crate::failure::{Failure, Kind};
use crate::lines::{Typist, say};
use crate::paint::{Paint, columns};
use keep::Keeper;
use session::{Session, Terms, Thinker};

pub fn run(args: &PlayArgs, paint: Paint) -> Result<(), Failure> {
    let screen = Screen { paint, columns: columns(), pips: MAX_PIPS, look: Default::default() };
    let full = !args.plain && is_full_screen();
    let Begun { game, keeper, about, heading, notes } = match &args.resume {
        Some(which) => resume(which.as_deref())?,
        None => start(args)?,
    };
    let sides = match args.side {
        Sides::Heroes => vec![Side::Heroes],
        Sides::Monsters => vec![Side::Monsters],
        Sides::Both => Side::BOTH.to_vec(),
    };
    let mine = sides.into_iter().filter(|&side| side != Side::Heroes || args.heroes == Heroes::Me).collect();
    let mind = Thinker { brain: args.mind.clone(), explains: args.explain };
    let terms = Terms { mine, mind, dice: args.dice, party: args.party.clone() };
    if full {
        let texts = notes.into_iter().map(|(Note::Words(text) | Note::Command(text))| text).collect();
        return full::run(game, keeper, screen, terms, about, texts);
    }
    say(&screen.rule(&heading))?;
    for note in &notes {
        say(&match note {
            Note::Words(text) => screen.note(text),
            Note::Command(text) => screen.command(text),
        })?;
    }
    plain::run(Session::new(game, keeper, screen, terms, about, Typist::new()))
}

/// Something that is said at the start.
enum Note {
    Words(String),
    /// A command to be copied.
    Command(String),
}

/// Is there a person at a terminal that can be drawn on?
fn is_full_screen() -> bool {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    Typist::new().is_person() && !dumb
}

/// A game that is about to be played.
struct Begun {
    game: Box<dyn Game>,
    keeper: Keeper,
    /// What it is about.
    about: Vec<String>,
    /// What is said before the first question: a heading, and then notes.
    heading: String,
    notes: Vec<Note>,
}

fn start(args: &PlayArgs) -> Result<Begun, Failure> {
    let source = find(args.scenario.as_deref().unwrap_or_default())?;
    let (name, about) = (source.name.clone(), about(&source));
    let seed = args.seed.unwrap_or_else(any_seed);
    let game = open(bundle_with(source, party(args.party.as_deref())?)?, seed, 0)?;
    party_fits(args.party.as_deref(), &*game)?;
    let keeper = match &args.save {
        Some(path) => Keeper::in_file(SaveFile::new(path)?),
        None => Keeper::in_folder(&name, seed),
    };
    let heading = format!("{} · {} · seed {seed}", game.title(), game.system());
    let kept = match keeper.can_keep() {
        true => "Type ? for help. The game is kept as you play.",
        false => "Type ? for help. There is no folder to keep the game in: use `save FILE` before you leave.",
    };
    let words = about.iter().cloned().chain([kept.to_owned()]);
    let mut notes: Vec<Note> = words.map(Note::Words).collect();
    if args.save.is_none()
        && let Some((note, command)) = keep::unfinished(&name)
    {
        notes.extend([Note::Words(note), Note::Command(command)]);
    }
    Ok(Begun { game, keeper, about, heading, notes })
}

/// What a scenario says of itself, and what an adventure's party is to do.
fn about(source: &Source) -> Vec<String> {
    let told = read(source, |top| {
        let goal = top.table("goal").and_then(|mut goal| goal.optional_string("text"));
        (top.optional_string("about"), goal)
    });
    let (about, goal) = told.unwrap_or_default();
    let goal = goal.map(|goal| format!("Goal: {}.", goal.trim_end_matches('.')));
    about.into_iter().chain(goal).collect()
}

/// The party of a file, if there is one yet.
pub fn party(path: Option<&Path>) -> Result<Option<Source>, Failure> {
    Ok(path.filter(|path| path.exists()).map(Source::read).transpose()?)
}

/// A party goes on adventures only.
pub fn party_fits(path: Option<&Path>, game: &dyn Game) -> Result<(), Failure> {
    if path.is_some() && game.party_file().is_none() {
        return Err(Failure::new(Kind::Usage, "--party is for adventures, and this is a single fight"));
    }
    Ok(())
}

fn resume(which: Option<&str>) -> Result<Begun, Failure> {
    let path = keep::find_saved(which)?;
    let (file, replay) = SaveFile::open(path)?;
    let told = Source::new(&replay.bundle.scenario.name, &replay.bundle.scenario.text);
    let mut game = open_replay(&replay)?;
    play_back(&replay, usize::MAX, &mut *game)?;
    let heading = format!("{} · {} · seed {}", game.title(), game.system(), game.seed());
    let taken_up = format!("Resumed at step {}. Type ? for help.", game.position());
    let (keeper, about) = (Keeper::in_file(file), about(&told));
    Ok(Begun { game, keeper, about, heading, notes: vec![Note::Words(taken_up)] })
}

/// A seed that nobody chose. The standard library draws the keys of its hash tables from the system.
pub fn any_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    // Short enough to be read out at a table.
    std::collections::hash_map::RandomState::new().build_hasher().finish() % 1_000_000
}
