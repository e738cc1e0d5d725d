//! `fracas play`: one fight on a terminal or over a pipe, line by line. It knows no system: it shows what the table
//! shows and sends back choices.

mod command;
mod dice;
mod grid;
mod judge;
mod keep;
mod map;
#[cfg(test)]
mod nonsense;
mod offers;
mod screen;
mod session;

pub use screen::Screen;

use std::path::Path;

use fracas_content::{Source, find, read};
use fracas_kernel::Side;
use fracas_systems::{bundle_with, open, open_replay};
use fracas_table::{Game, SaveFile, play_back};

use crate::args::{Heroes, PlayArgs, Sides};
use crate::failure::{Failure, Kind};
use crate::lines::say;
use crate::paint::{Paint, columns};
use keep::Keeper;
use session::{Session, Thinker};

pub fn run(args: &PlayArgs, paint: Paint) -> Result<(), Failure> {
    let screen = Screen { paint, columns: columns(), look: Default::default() };
    let (game, keeper, about) = match &args.resume {
        Some(which) => resume(which.as_deref(), &screen)?,
        None => start(args, &screen)?,
    };
    let sides = match args.side {
        Sides::Heroes => vec![Side::Heroes],
        Sides::Monsters => vec![Side::Monsters],
        Sides::Both => Side::BOTH.to_vec(),
    };
    let mine = sides.into_iter().filter(|&side| side != Side::Heroes || args.heroes == Heroes::Me).collect();
    let mind = Thinker { brain: args.mind.clone(), explains: args.explain };
    Session::new(game, keeper, screen, mine, mind, args.dice, args.party.clone(), about).run()
}

fn start(args: &PlayArgs, screen: &Screen) -> Result<(Box<dyn Game>, Keeper, String), Failure> {
    let source = find(args.scenario.as_deref().unwrap_or_default())?;
    let (name, about) = (source.name.clone(), about(&source, screen));
    let seed = args.seed.unwrap_or_else(any_seed);
    let game = open(bundle_with(source, party(args.party.as_deref())?)?, seed, 0)?;
    party_fits(args.party.as_deref(), &*game)?;
    let keeper = match &args.save {
        Some(path) => Keeper::in_file(SaveFile::new(path)?),
        None => Keeper::in_folder(&name, seed),
    };
    say(&screen.rule(&format!("{} · {} · seed {seed}", game.title(), game.system())))?;
    say(&about)?;
    say(&screen.note(match keeper.can_keep() {
        true => "Type ? for help. The game is kept as you play.",
        false => "Type ? for help. There is no folder to keep the game in: use `save FILE` before you leave.",
    }))?;
    if args.save.is_none()
        && let Some((note, command)) = keep::unfinished(&name)
    {
        say(&format!("{}{}", screen.note(&note), screen.command(&command)))?;
    }
    Ok((game, keeper, about))
}

/// What a scenario says of itself, and what an adventure's party is to do.
fn about(source: &Source, screen: &Screen) -> String {
    let told = read(source, |top| {
        let goal = top.table("goal").and_then(|mut goal| goal.optional_string("text"));
        (top.optional_string("about"), goal)
    });
    let (about, goal) = told.unwrap_or_default();
    let goal = goal.map(|goal| format!("Goal: {}.", goal.trim_end_matches('.')));
    about.iter().chain(&goal).map(|text| screen.note(text)).collect()
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

fn resume(which: Option<&str>, screen: &Screen) -> Result<(Box<dyn Game>, Keeper, String), Failure> {
    let path = keep::find_saved(which)?;
    let (file, replay) = SaveFile::open(path)?;
    let told = Source::new(&replay.bundle.scenario.name, &replay.bundle.scenario.text);
    let mut game = open_replay(&replay)?;
    play_back(&replay, usize::MAX, &mut *game)?;
    say(&screen.rule(&format!("{} · {} · seed {}", game.title(), game.system(), game.seed())))?;
    say(&screen.note(&format!("Taken up after {} steps. Type ? for help.", game.position())))?;
    Ok((game, Keeper::in_file(file), about(&told, screen)))
}

/// A seed that nobody chose. The standard library draws the keys of its hash tables from the system.
fn any_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    // Short enough to be read out at a table.
    std::collections::hash_map::RandomState::new().build_hasher().finish() % 1_000_000
}
