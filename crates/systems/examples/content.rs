//! Whether what ships is worth playing, as a table: how often the heroes win by the shipped mind, by search, by random
//! choices, and by simple tricks; and what of the library is never used.
//!
//! ```text
//! cargo run --release -p fracas-systems --example content -- [--games N] [--search N] [--library DIR] [--write]
//!     [SYSTEM | SCENARIO | FILE …]
//! ```
//!
//! What is marked breaks one of the rules that the page states; then it ends with an error. `--write` puts the whole table
//! into docs/CONTENT.md.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::process::ExitCode;

use fracas_content::{Bundle, Source, adventures, library, scenarios, systems, use_own_library};
use fracas_kernel::Rules;
use fracas_lab::{Plan, Trick, won_by};
use fracas_minds::Minds;
use fracas_systems::{Visit, bundle_for, system, trials_by, visit};

/// Playouts for each choice of a search: with a quarter of them it loses to instinct in twelves.
const PLAYOUTS: u32 = 400;

const PAGE: &str = "\
# What ships, and whether it is worth playing

Written by `cargo run --release -p fracas-systems --example content -- --write`; every figure is the share of games that the
heroes win, in percent. *Shipped mind* and *tricks*: the heroes follow instinct, or a simple rule instead of it. *Search*: the
heroes look ahead with PLAYOUTS playouts for each choice. Monsters follow instinct. A figure is marked with a star where

- search wins less than 50 or more than 85 of 100,
- search is not 30 points better than random choices: decisions have to matter,
- a trick beats the shipped mind by more than 5 points, or wins more than 90 of 100,

each by more than chance makes of so few games. PRECISION
";

struct Wanted {
    games: u64,
    searched: u64,
    names: Vec<String>,
    write: bool,
}

/// One game and what was measured of it.
struct Row {
    system: String,
    title: String,
    adventure: bool,
    shipped: f64,
    search: f64,
    random: f64,
    tricks: Vec<(Trick, f64)>,
}

struct Tricks {
    games: u64,
}

impl Visit for Tricks {
    type Out = (String, f64, Vec<(Trick, f64)>);

    fn visit<R: Rules>(self, rules: R, _bundle: Bundle) -> Self::Out {
        let share = |trick| won_by(&rules, trick, self.games).share * 100.0;
        // Random choices have a column of their own.
        let tricks = Trick::USUAL.into_iter().filter(|&trick| trick != Trick::Random);
        let tricks = tricks.map(|trick| (trick, share(trick))).collect();
        (rules.title().to_owned(), share(Trick::Shipped), tricks)
    }
}

fn main() -> ExitCode {
    let wanted = match wanted() {
        Ok(wanted) => wanted,
        Err(error) => {
            eprintln!("content: {error}");
            return ExitCode::from(2);
        }
    };
    let mut used: BTreeMap<String, Used> = BTreeMap::new();
    let mut table = heading();
    print!("{table}");
    let mut wrong = 0;
    let built_in = scenarios().chain(adventures()).map(|listed| listed.source);
    let all = wanted.names.is_empty();
    let sources: Vec<Source> =
        if all || wanted.names.iter().any(|name| systems().any(|system| system == name)) {
            let named = |source: &Source| {
                system(source).is_ok_and(|system| wanted.names.iter().any(|name| name == system.name()))
            };
            built_in.filter(|source| all || named(source)).collect()
        } else {
            let found: Result<Vec<Source>, _> =
                wanted.names.iter().map(|name| fracas_content::find(name)).collect();
            match found {
                Ok(found) => found,
                Err(error) => {
                    eprintln!("content: {error}");
                    return ExitCode::from(2);
                }
            }
        };
    for source in sources {
        match measure(source, &wanted, &mut used) {
            Ok(row) => {
                let (line, marks) = told(&row, &wanted);
                print!("{line}");
                table += &line;
                wrong += marks;
            }
            Err(problems) => {
                eprintln!("{problems}");
                wrong += 1;
            }
        }
    }
    let idle = never_used(&used);
    print!("\n{idle}");
    if wanted.write {
        let precision = format!(
            "Games: {} by the shipped mind, tricks and random, {} by search.\n",
            wanted.games, wanted.searched
        );
        let page = PAGE.replace("PLAYOUTS", &PLAYOUTS.to_string()).replace("PRECISION", &precision);
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/CONTENT.md");
        if let Err(error) = std::fs::write(path, format!("{page}\n{table}\n{idle}")) {
            eprintln!("content: {path}: {error}");
            return ExitCode::FAILURE;
        }
    }
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn wanted() -> Result<Wanted, String> {
    let mut wanted = Wanted { games: 400, searched: 100, names: Vec::new(), write: false };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
        let number = |text: String| text.parse().map_err(|_| format!("{text:?} is no number"));
        match argument.as_str() {
            "--games" => wanted.games = number(value()?)?,
            "--search" => wanted.searched = number(value()?)?,
            "--library" => use_own_library(value()?.into()),
            "--write" => wanted.write = true,
            other if other.starts_with('-') => return Err(format!("there is no option {other}")),
            _ => wanted.names.push(argument),
        }
    }
    Ok(wanted)
}

fn measure(
    source: Source,
    wanted: &Wanted,
    used: &mut BTreeMap<String, Used>,
) -> Result<Row, fracas_content::Problems> {
    let name = system(&source)?.name().to_owned();
    let adventure = fracas_content::Kind::of(&source)?.name() == "adventure";
    let bundle = bundle_for(source)?;
    let (title, shipped, tricks) = visit(bundle.clone(), Tricks { games: wanted.games })?;
    let Used { words, named } = used.entry(name.clone()).or_default();
    named.extend(quoted(&bundle.scenario.text).map(str::to_owned));
    let mut by = |mind: &str, games: u64| {
        let minds = Minds::read([mind]).expect("a mind that there is");
        let trials = trials_by(bundle.clone(), &minds)?;
        let plan = Plan::new(games, 1);
        let tally = trials.simulate(&plan, 0..games, &|_| {});
        // What is never done by any mind is not worth having.
        if mind.contains("search") || mind == "instinct" {
            for row in trials.deeds(&plan, 0..games).rows() {
                words.extend(row.deed.split(' ').map(str::to_owned));
                words.insert(
                    row.who
                        .trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '-')
                        .to_owned(),
                );
            }
        }
        Ok(tally.ends[0] as f64 / games.max(1) as f64 * 100.0)
    };
    by("instinct", wanted.games)?;
    let search = by(&format!("heroes=search:{PLAYOUTS}"), wanted.searched)?;
    let random = by("heroes=random", wanted.games)?;
    Ok(Row { system: name, title, adventure, shipped, search, random, tricks })
}

fn heading() -> String {
    let names: Vec<&str> =
        Trick::USUAL.iter().map(|trick| trick.name()).filter(|&name| name != "random").collect();
    let columns = ["game", "shipped mind", "search", "random"].into_iter().chain(names);
    let columns: Vec<&str> = columns.collect();
    format!("| {} |\n|{}\n", columns.join(" | "), "---|".repeat(columns.len()))
}

/// A row as text, and how many of its figures are marked.
fn told(row: &Row, wanted: &Wanted) -> (String, u32) {
    // What chance alone makes of a share, and of two shares, in points.
    let error = |games: u64| 2.0 * 100.0 * (0.25 / games.max(1) as f64).sqrt();
    let doubt = error(wanted.games) * 2f64.sqrt();
    let mut marks = 0;
    let mut cell = |share: f64, wrong: bool| {
        marks += u32::from(wrong);
        format!("{share:.0}{}", if wrong { "*" } else { "" })
    };
    let near = error(wanted.searched);
    let in_bounds = (50.0 - near..=85.0 + near).contains(&row.search);
    let decisive = row.search + near + error(wanted.games) >= row.random + 30.0;
    let kind = if row.adventure { " (adventure)" } else { "" };
    let mut line = format!("| {}: {}{kind} | {:.0}", row.system, row.title, row.shipped);
    let _ = write!(line, " | {} | {}", cell(row.search, !in_bounds), cell(row.random, !decisive));
    for &(_, share) in &row.tricks {
        let _ = write!(line, " | {}", cell(share, share > row.shipped + 5.0 + doubt || share > 90.0 + doubt));
    }
    (line + " |\n", marks)
}

/// Things of libraries that are chosen when they are used.
const CHOSEN: [&str; 7] = ["creature", "weapon", "natural", "potion", "spell", "card", "ability"];
/// Things that are worn or carried: they are used where somebody who acts has them, or finds them.
const HELD: [&str; 2] = ["armour", "gear"];

/// What was met in the games of a system.
#[derive(Default)]
struct Used {
    /// The words of all deeds, and the ids of those who did them.
    words: BTreeSet<String>,
    /// Whatever the scenarios name.
    named: BTreeSet<String>,
}

/// The tables of a file with an id: the list, the id, and all ids that stand in it.
fn tables(text: &str) -> Vec<(&str, &str, Vec<&str>)> {
    let blocks = text.split("\n[[").skip(usize::from(!text.starts_with("[[")));
    let told = blocks.filter_map(|block| {
        let list = block.trim_start_matches('[').split("]]").next()?;
        let id = block.lines().find_map(|line| line.strip_prefix("id = \""))?.split('"').next()?;
        Some((list, id, quoted(block).collect()))
    });
    told.collect()
}

fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('"').skip(1).step_by(2)
}

/// Which creatures, gear, spells and cards of the library nobody has ever used, in the systems that were measured.
fn never_used(used: &BTreeMap<String, Used>) -> String {
    let mut text = String::new();
    for (system, used) in used {
        let sources = library(system);
        let all: Vec<_> = sources.iter().flat_map(|source| tables(&source.text)).collect();
        let acts = |list: &str, id: &str| ["hero", "creature"].contains(&list) && used.words.contains(id);
        let held: BTreeSet<&str> =
            all.iter().filter(|(list, id, _)| acts(list, id)).flat_map(|(_, _, ids)| ids).copied().collect();
        let idle = all.iter().filter(|(list, id, _)| match () {
            () if CHOSEN.contains(list) => !used.words.contains(*id),
            () if HELD.contains(list) => {
                !(used.words.contains(*id) || used.named.contains(*id) || held.contains(id))
            }
            () => false,
        });
        let idle: Vec<String> = idle.map(|(list, id, _)| format!("{list} {id}")).collect();
        let idle = if idle.is_empty() { "nothing".to_owned() } else { idle.join(", ") };
        let _ = writeln!(text, "Never used in {system}: {idle}.\n");
    }
    text
}
