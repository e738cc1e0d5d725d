//! Puzzles: positions from real play, with choices that a good player would accept and choices they would never make.
//!
//! A file of puzzles belongs to one scenario. A position is the steps that lead to it, each with the faces that fell:
//!
//! ```toml
//! scenario = "last-stand"
//!
//! [[puzzle]]
//! id = "1"
//! title = "…"
//! steps = ["brakk begin => 6 5", "brakk move yard"]
//! good = ["oda cast sleep yard"]
//! bad = ["oda done"]
//! why = "…"
//! ```

use std::fmt::Write;
use std::num::ParseIntError;
use std::sync::Arc;

use fracas_content::{Problems, Reader, Source, read};
use fracas_kernel::{Ask, Crowd, History, Made, Role, Rules, Seat, Typing, Whim};
use serde::Serialize;

use crate::advice::explain;
use crate::brain::{Bent, Brain};
use crate::thought::{Thought, think};

/// What stands between a choice and its faces.
const ARROW: &str = " => ";

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Puzzle {
    pub id: String,
    pub title: String,
    pub steps: Vec<String>,
    pub good: Vec<String>,
    pub bad: Vec<String>,
    pub why: String,
}

/// The puzzles of one file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Puzzles {
    pub scenario: String,
    pub puzzles: Vec<Puzzle>,
}

/// What a mind answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Answer {
    pub choice: String,
    pub verdict: Verdict,
    pub why: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    Good,
    Bad,
    /// Neither would be held against it nor counts as solved.
    Neither,
}

/// A position that today's rules do not lead to any more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stale(pub String);

impl Puzzles {
    pub fn read(source: &Source) -> Result<Puzzles, Problems> {
        let some = |table: &mut Reader<'_>, key: &str| {
            if !table.has(key) {
                table.string(key);
            }
            table.strings(key)
        };
        read(source, |top| {
            let scenario = top.string("scenario");
            let mut puzzles = Vec::new();
            for mut table in top.tables("puzzle") {
                puzzles.push(Puzzle {
                    id: table.string("id"),
                    title: table.string("title"),
                    steps: some(&mut table, "steps"),
                    good: some(&mut table, "good"),
                    bad: some(&mut table, "bad"),
                    why: table.string("why"),
                });
                table.finish();
            }
            top.finish();
            Puzzles { scenario, puzzles }
        })
    }

    /// As a file.
    pub fn write(&self) -> String {
        let mut text = format!("scenario = {:?}\n", self.scenario);
        let list = |name: &str, all: &[String]| {
            let lines: Vec<String> = all.iter().map(|one| format!("  {one:?},\n")).collect();
            format!("{name} = [\n{}]\n", lines.concat())
        };
        for puzzle in &self.puzzles {
            let _ = write!(text, "\n[[puzzle]]\nid = {:?}\ntitle = {:?}\n", puzzle.id, puzzle.title);
            text += &list("steps", &puzzle.steps);
            text += &list("good", &puzzle.good);
            text += &list("bad", &puzzle.bad);
            let _ = writeln!(text, "why = {:?}", puzzle.why);
        }
        text
    }
}

/// The choice of a step, and the faces that fell.
pub fn read_step(step: &str) -> Result<(&str, Vec<u16>), ParseIntError> {
    let (text, faces) = step.split_once(ARROW).unwrap_or((step, ""));
    let faces: Result<Vec<u16>, _> = faces.split_whitespace().map(str::parse).collect();
    Ok((text, faces?))
}

/// The table at which a puzzle is to be solved.
pub fn pose<R: Rules>(rules: &Arc<R>, puzzle: &Puzzle) -> Result<History<R>, Stale> {
    let mut table = History::new(Arc::clone(rules), 0, 0);
    for (nth, step) in puzzle.steps.iter().enumerate() {
        take(&mut table, nth, step, |_, _| {})?;
    }
    for text in puzzle.good.iter().chain(&puzzle.bad) {
        if table.find(text).is_none() {
            return Err(Stale(format!("no such choice in the position: {text}")));
        }
    }
    Ok(table)
}

/// Takes a step of a puzzle. `look` sees the table before it, and what is chosen.
fn take<R: Rules>(
    table: &mut History<R>,
    nth: usize,
    step: &str,
    look: impl FnOnce(&History<R>, R::Choice),
) -> Result<(), Stale> {
    let stale = |what: String| Stale(format!("step {} ({step}): {what}", nth + 1));
    let (text, faces) = read_step(step).map_err(|error| stale(error.to_string()))?;
    let choice = table.find(text).ok_or_else(|| stale("no such choice now".to_owned()))?;
    look(table, choice);
    table.choose(choice, &Typing::all(faces)).map_err(|error| stale(error.to_string()))?;
    Ok(())
}

/// A step as puzzles spell it: what was chosen, and the faces that fell.
pub fn step(choice: &str, faces: impl IntoIterator<Item = u16>) -> String {
    let faces: Vec<String> = faces.into_iter().map(|face| face.to_string()).collect();
    if faces.is_empty() { choice.to_owned() } else { format!("{choice}{ARROW}{}", faces.join(" ")) }
}

/// Looks at a fight that was played, before each of the steps numbered in `suspects`: where what was chosen is clearly
/// bad and something else clearly good for whoever knows what the chooser knew, that is a puzzle. Each comes with its
/// number.
pub fn sift<R: Rules>(
    rules: &Arc<R>,
    steps: &[String],
    suspects: &[usize],
    judge: &Brain,
    seed: u64,
) -> Result<Vec<(usize, Puzzle)>, Stale> {
    let mut table = History::new(Arc::clone(rules), 0, 0);
    let mut found: Vec<(usize, Puzzle)> = Vec::new();
    for (nth, step) in steps.iter().enumerate() {
        take(&mut table, nth, step, |table, choice| {
            if suspects.contains(&nth) {
                let mut whim = Whim::stream(seed, nth as u64);
                let seen = confirm(rules, table, judge, askable(table, choice), choice, &mut whim);
                found.extend(seen.filter(|(_, trap)| *trap).map(|(puzzle, _)| (nth, puzzle)));
            }
        })?;
    }
    Ok(found)
}

/// What a mind answers.
pub fn solve<R: Rules>(rules: &Arc<R>, puzzle: &Puzzle, brain: &Brain, seed: u64) -> Result<Answer, Stale> {
    let table = pose(rules, puzzle)?;
    let good = puzzle.good.first().and_then(|text| table.find(text));
    let asked = good.map_or(Crowd::ALL, |choice| askable(&table, choice));
    // A puzzle asks for a good player, also where a beast is to move.
    let brain = Brain { bent: Bent::Even, ..brain.clone() };
    let thought = think(&brain, &**rules, table.state(), asked, &mut Whim::new(seed));
    let choice = rules.text(table.state(), thought.choice);
    let verdict = match () {
        () if puzzle.good.contains(&choice) => Verdict::Good,
        () if puzzle.bad.contains(&choice) => Verdict::Bad,
        () => Verdict::Neither,
    };
    Ok(Answer { choice, verdict, why: explain(&**rules, &known(&table, &thought), &thought) })
}

/// Puzzles are about one actor: where several may act, about whoever makes the choice.
fn askable<R: Rules>(table: &History<R>, choice: R::Choice) -> Crowd {
    table.ask().asked() & Crowd::one(choice.who())
}

fn known<R: Rules>(table: &History<R>, thought: &Thought<R::Choice>) -> R::State {
    table.rules().known(table.state(), Seat::Player(Crowd::one(thought.choice.who())))
}

/// The same puzzle with what is good and bad as this judge sees it today; `None` if nothing of what was good still is, or
/// nothing is bad. Rules, gear and minds change, and what was good by them may not be.
pub fn renew<R: Rules>(
    rules: &Arc<R>,
    puzzle: &Puzzle,
    judge: &Brain,
    seed: u64,
) -> Result<Option<Puzzle>, Stale> {
    let table = pose(rules, puzzle)?;
    let Some(made) = puzzle.good.first().and_then(|text| table.find(text)) else { return Ok(None) };
    let seen = weigh_twice(rules, &table, judge, askable(&table, made), &mut Whim::new(seed));
    let good = |choice: &R::Choice| puzzle.good.contains(&rules.text(table.state(), *choice));
    let seen = seen.filter(|sorted| sorted.good.iter().any(good) && !sorted.bad.is_empty());
    Ok(seen.map(|sorted| Puzzle { id: puzzle.id.clone(), ..written(rules, &table, &sorted) }))
}

/// How puzzles are looked for.
#[derive(Clone, Debug)]
pub struct Search {
    /// Thinks first, quickly; and then twice for certain.
    pub glance: Brain,
    pub judge: Brain,
    /// The most from one fight, and the most in all.
    pub per_fight: usize,
    pub wanted: usize,
    /// One in this many is a position where instinct is wrong; in the others it is right.
    pub traps: usize,
}

/// Good choices are this close to the best; bad ones are at least so far from it, and there is little in between.
const BETWEEN: usize = 3;
const CLOSE: f64 = 0.05;
const FAR: f64 = 0.14;

/// Looks for puzzles in fight `nth` of a seed, played by instinct: positions in which some choices are clearly good,
/// others clearly bad, and few in between. `have` says how many of both kinds were found before: instinct right,
/// instinct wrong.
pub fn mine<R: Rules>(
    rules: &Arc<R>,
    search: &Search,
    seed: u64,
    nth: u64,
    have: &mut [usize; 2],
) -> Vec<Puzzle> {
    let mut table = History::new(Arc::clone(rules), seed, nth);
    let mut found: Vec<Puzzle> = Vec::new();
    while !matches!(table.ask(), Ask::Over(_)) && table.steps().len() < 400 {
        let asked = rules.awaited(table.state());
        let instinct = table.instinct(asked);
        let wants = [0, 1].map(|kind| {
            let share = search.wanted / search.traps.max(1);
            have[kind] < if kind == 1 { share } else { search.wanted - share }
        });
        if found.len() < search.per_fight && wants.contains(&true) {
            let one = Crowd::one(instinct.who());
            let mut whim = Whim::stream(!seed, nth * 1000 + table.steps().len() as u64);
            if let Some((puzzle, trap)) = look_at(rules, &table, search, one, instinct, &mut whim)
                && wants[usize::from(trap)]
                && found.iter().all(|known| known.title != puzzle.title)
            {
                have[usize::from(trap)] += 1;
                found.push(puzzle);
            }
        }
        if table.choose(instinct, &Typing::default()).is_err() {
            break;
        }
    }
    found
}

/// The same as [`confirm`], where a quick look says that it may be worth it.
fn look_at<R: Rules>(
    rules: &Arc<R>,
    table: &History<R>,
    search: &Search,
    one: Crowd,
    instinct: R::Choice,
    whim: &mut Whim,
) -> Option<(Puzzle, bool)> {
    let glance = think(&search.glance, &**rules, table.state(), one, whim);
    Sorted::of(glance).filter(Sorted::is_clear_cut)?;
    confirm(rules, table, &search.judge, one, instinct, whim)
}

/// A puzzle, and whether `made` is a bad answer to it; `None` if the position is not clear-cut or `made` is neither.
fn confirm<R: Rules>(
    rules: &Arc<R>,
    table: &History<R>,
    judge: &Brain,
    one: Crowd,
    made: R::Choice,
    whim: &mut Whim,
) -> Option<(Puzzle, bool)> {
    let sorted = weigh_twice(rules, table, judge, one, whim)?;
    let trap = sorted.bad.contains(&made);
    if !sorted.is_clear_cut() || !trap && !sorted.good.contains(&made) {
        return None;
    }
    Some((written(rules, table, &sorted), trap))
}

/// What two thoughts agree on.
fn weigh_twice<R: Rules>(
    rules: &Arc<R>,
    table: &History<R>,
    judge: &Brain,
    one: Crowd,
    whim: &mut Whim,
) -> Option<Sorted<R::Choice>> {
    let state = table.state();
    let [first, second] = [(); 2].map(|()| think(judge, &**rules, state, one, whim));
    let (mut sorted, again) = (Sorted::of(first)?, Sorted::of(second)?);
    sorted.between = sorted.between.max(again.between);
    sorted.good.retain(|choice| again.good.contains(choice));
    // That running away is bad goes without saying.
    let runs = |choice: R::Choice| matches!(rules.describe(state, choice).role, Role::Retreat | Role::Leave);
    sorted.bad.retain(|&choice| again.bad.contains(&choice) && !runs(choice));
    Some(sorted)
}

/// A position as a puzzle.
fn written<R: Rules>(
    rules: &Arc<R>,
    table: &History<R>,
    Sorted { thought, good, bad, .. }: &Sorted<R::Choice>,
) -> Puzzle {
    let text =
        |choices: &[R::Choice]| choices.iter().map(|&choice| rules.text(table.state(), choice)).collect();
    let steps = table.steps().iter().map(|taken| {
        let faces = taken.rolls.iter().flat_map(|roll| &roll.faces).copied();
        step(&taken.text, faces)
    });
    let known = known(table, thought);
    let title = rules.describe(&known, good[0]).label;
    let name = rules.name(&known, good[0].who());
    // The reason is told against the worst that somebody might do.
    let mut told = thought.clone();
    told.choice = good[0];
    told.weighed.retain(|weighed| weighed.choice == good[0] || bad.contains(&weighed.choice));
    let title = if title.starts_with(&name) { title } else { format!("{name}: {title}") };
    let why = explain(&**rules, &known, &told);
    Puzzle { id: String::new(), title, steps: steps.collect(), good: text(good), bad: text(bad), why }
}

/// A thought, what it takes for good and for bad, and how much lies between.
struct Sorted<C> {
    thought: Thought<C>,
    good: Vec<C>,
    bad: Vec<C>,
    between: usize,
}

impl<C: Copy + PartialEq> Sorted<C> {
    fn of(thought: Thought<C>) -> Option<Sorted<C>> {
        let best = thought.weighed.first()?.worth;
        let (mut good, mut bad, mut between) = (Vec::new(), Vec::new(), 0);
        for weighed in &thought.weighed {
            match best - weighed.worth {
                behind if behind <= CLOSE => good.push(weighed.choice),
                behind if behind - 2.0 * weighed.error >= FAR => bad.push(weighed.choice),
                // What was given up early is not known well enough to be called anything.
                _ if weighed.tries < 40 => {}
                _ => between += 1,
            }
        }
        Some(Sorted { thought, good, bad, between })
    }

    fn is_clear_cut(&self) -> bool {
        (1..=6).contains(&self.good.len()) && !self.bad.is_empty() && self.between <= BETWEEN
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_are_written_as_they_are_read() {
        let text = "scenario = \"ford\"\n\n[[puzzle]]\nid = \"1\"\ntitle = \"A \\\"free\\\" net\"\nsteps = [\n  \
                    \"a begin => 6 5\",\n]\ngood = [\n  \"a net b\",\n]\nbad = [\n  \"a done\",\n]\nwhy = \"it is free\"\n";
        let puzzles = Puzzles::read(&Source::new("x.toml", text)).unwrap();
        assert_eq!(puzzles.puzzles[0].good, ["a net b"]);
        assert_eq!(puzzles.write(), text);
    }

    #[test]
    fn a_puzzle_with_a_slip_is_told_where() {
        let text = "scenario = 'ford'\n[[puzzle]]\nid = '1'\ntitle = 'x'\nsteps = []\ngod = ['a']\nbad = []\nwhy = 'y'\n";
        let told = Puzzles::read(&Source::new("x.toml", text)).unwrap_err().to_string();
        assert!(told.contains("puzzle[0].good: missing") || told.contains("good: missing"), "{told}");
        assert!(told.contains("god"), "{told}");
    }
}
