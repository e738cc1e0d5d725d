//! Figures about minds: `minds A B [SYSTEM [PAIRS [SEED]]]` lets two of them fight and prints how they stand after every
//! round; `minds audit MIND [SYSTEM [FIGHTS [STEP]]]` counts choices that were idle, pacing or clearly losing; `minds pace
//! [SYSTEM]` counts playouts in a second; `minds mine [SYSTEM [COUNT [SEED [PLAYOUTS]]]]` looks for more puzzles in fights by
//! instinct and writes them below `content`; `minds renew [SYSTEM [PLAYOUTS]]` judges those that ship anew, and leaves out those
//! whose answer is not good any more; `minds difficulty [SECONDS [LEVEL [SYSTEM]]]` writes how often heroes who act by instinct win
//! against the minds of each difficulty.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use fracas_content::{Bundle, Source, library, scenarios};
use fracas_kernel::{Outcome, Side};
use fracas_minds::audit::Audit;
use fracas_minds::puzzle::{Puzzle, Puzzles, Search};
use fracas_minds::tournament::{Ring, Terms, run};
use fracas_minds::{Arena, Brain, Budget, Difficulty, Hall, Kind, Rates, Tempers};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |at: usize| args.get(at).map(String::as_str);
    let number = |at: usize, usual: u64| arg(at).and_then(|text| text.parse().ok()).unwrap_or(usual);
    match arg(0) {
        Some("audit") => each_system(arg(2), |system| {
            look(&arg(1).unwrap_or("instinct").parse().expect("a mind"), system, number(3, 50), number(4, 1));
        }),
        Some("mine") => {
            each_system(arg(1), |system| dig(system, number(2, 18) as usize, number(3, 1), number(4, 6000)))
        }
        Some("renew") => each_system(arg(1), |system| judge_anew(system, number(2, 20_000) as u32)),
        Some("pace") => each_system(arg(1), pace),
        Some("difficulty") => {
            let level = arg(2).map(|name| Difficulty::ALL.into_iter().find(|level| level.name() == name));
            difficulty(
                Duration::from_secs(number(1, 15)),
                level.map(|level| level.expect("a difficulty")),
                arg(3),
            );
        }
        Some(first) => {
            let minds: [Brain; 2] =
                [first, arg(1).expect("two minds")].map(|text| text.parse().expect("a mind"));
            each_system(arg(2), |system| fight(&minds, system, number(3, 100), number(4, 1)));
        }
        None => eprintln!(
            "minds A B [SYSTEM [PAIRS [SEED]]] | audit MIND [SYSTEM [FIGHTS [STEP]]] | pace [SYSTEM] | mine [SYSTEM \
             [COUNT [SEED [PLAYOUTS]]]] | renew [SYSTEM [PLAYOUTS]] | difficulty [SECONDS [LEVEL [SYSTEM]]]"
        ),
    }
}

fn each_system(named: Option<&str>, with: impl FnMut(&str)) {
    let all = ["ardor", "delve", "heed", "ranks", "twelves"].into_iter();
    all.filter(|name| named.is_none_or(|named| named == "all" || named == *name)).for_each(with);
}

fn rings(system: &str) -> Vec<Box<dyn Arena>> {
    let fights = scenarios().filter(|built_in| built_in.system == system);
    fights
        .map(|built_in| {
            load(system, Bundle { scenario: built_in.source, library: library(system), party: None })
        })
        .collect()
}

fn load(system: &str, bundle: Bundle) -> Box<dyn Arena> {
    let file = &bundle.scenario.name;
    let tempers = Tempers::read(&bundle.scenario).expect("built-in content is right");
    let right = "built-in content is right";
    match system {
        "ardor" => {
            Box::new(Hall::new(fracas_ardor::Ardor::load(&bundle).expect(right), file).with_tempers(&tempers))
        }
        "delve" => {
            Box::new(Hall::new(fracas_delve::Delve::load(&bundle).expect(right), file).with_tempers(&tempers))
        }
        "heed" => {
            Box::new(Hall::new(fracas_heed::Heed::load(&bundle).expect(right), file).with_tempers(&tempers))
        }
        "ranks" => {
            Box::new(Hall::new(fracas_ranks::Ranks::load(&bundle).expect(right), file).with_tempers(&tempers))
        }
        _ => Box::new(
            Hall::new(fracas_twelves::Twelves::load(&bundle).expect(right), file).with_tempers(&tempers),
        ),
    }
}

fn fight(minds: &[Brain; 2], system: &str, pairs: u64, seed: u64) {
    let rings: Vec<Box<dyn Ring>> = rings(system).into_iter().map(|arena| arena as Box<dyn Ring>).collect();
    let terms = Terms { seed, pairs, threads: 1, between: [0.0, 50.0] };
    let began = Instant::now();
    let end = run(&rings, [&minds[0], &minds[1]], &terms, &mut |_| began.elapsed().as_secs() < limit());
    let [first, second] = end.pace;
    println!(
        "{system}: {} against {}: {:+.0} ± {:.0} Elo, {:?}, {} fights in {:.0} s; weighed {} in {:.2} ms (slowest {:.1}), \
         {} in {:.2} ms (slowest {:.1})",
        end.first,
        end.second,
        end.elo.difference,
        end.elo.error,
        end.verdict,
        end.fights,
        began.elapsed().as_secs_f64(),
        first.weighed,
        first.mean_ms,
        first.slowest_ms,
        second.weighed,
        second.mean_ms,
        second.slowest_ms,
    );
    for scored in end.scenarios {
        println!(
            "  {:<28} {:>4} pairs, heroes win {:>3.0} % and {:>3.0} %",
            scored.scenario,
            scored.pairs,
            50.0 * scored.first_as_heroes as f64 / scored.pairs as f64,
            50.0 * scored.second_as_heroes as f64 / scored.pairs as f64,
        );
    }
}

/// How long one system may take, in seconds: `LIMIT`.
fn limit() -> u64 {
    std::env::var("LIMIT").ok().and_then(|text| text.parse().ok()).unwrap_or(u64::MAX)
}

fn look(brain: &Brain, system: &str, fights: u64, step: u64) {
    for arena in rings(system) {
        let mut all = Audit::default();
        for nth in 0..fights {
            all.add(arena.audit(brain, 1, nth, step as u32));
        }
        println!(
            "{system}/{}: {} made, {} judged: {} idle, {} pacing, {} losing: {:.2} %",
            arena.name(),
            all.made,
            all.judged,
            all.idle,
            all.pacing,
            all.losing,
            100.0 * all.faults() as f64 / all.judged.max(1) as f64
        );
        all.examples.iter().take(4).for_each(|example| println!("    {example}"));
    }
}

/// Writes puzzles of a system below `content`, about as many for each scenario: those that are there, and more.
fn dig(system: &str, wanted: usize, seed: u64, playouts: u64) {
    let arenas = rings(system);
    let each = wanted.div_ceil(arenas.len());
    for arena in arenas {
        let search = Search {
            glance: Brain::new(Kind::Greedy),
            judge: Brain::playouts(playouts as u32),
            per_fight: 2,
            wanted: each,
            traps: 4,
        };
        let mut puzzles = shipped(system, arena.name()).puzzles;
        let (mut have, before, began) = ([0; 2], puzzles.len(), Instant::now());
        for nth in 0..40 {
            if puzzles.len() >= each || began.elapsed().as_secs() > limit() {
                break;
            }
            for puzzle in arena.mine(&search, seed, nth, &mut have) {
                if puzzles.iter().all(|known| known.title != puzzle.title) {
                    puzzles.push(puzzle);
                }
            }
        }
        println!("{system}/{}: {before} and {} more", arena.name(), puzzles.len() - before);
        keep(system, arena.name(), puzzles);
    }
}

fn file_of(system: &str, scenario: &str) -> String {
    format!("content/{system}/puzzles/{scenario}.toml")
}

/// The puzzles that there are for a scenario.
fn shipped(system: &str, scenario: &str) -> Puzzles {
    let file = file_of(system, scenario);
    match std::fs::read_to_string(&file) {
        Ok(text) => Puzzles::read(&Source::new(file, text)).expect("shipped puzzles are right"),
        Err(_) => Puzzles { scenario: scenario.to_owned(), puzzles: Vec::new() },
    }
}

/// Writes the puzzles of a scenario, numbered from the first.
fn keep(system: &str, scenario: &str, mut puzzles: Vec<Puzzle>) {
    for (nth, puzzle) in (1..).zip(&mut puzzles) {
        puzzle.id = format!("{scenario}-{nth}");
    }
    let file = file_of(system, scenario);
    if puzzles.is_empty() {
        // There may have been none before.
        let _ = std::fs::remove_file(file);
        return;
    }
    let text = Puzzles { scenario: scenario.to_owned(), puzzles }.write();
    std::fs::write(file, text).expect("puzzles can be written");
}

/// Writes the puzzles of a system anew, as a strong search sees them today.
fn judge_anew(system: &str, playouts: u32) {
    let judge = Brain::playouts(playouts);
    for arena in rings(system) {
        let before = shipped(system, arena.name()).puzzles;
        let renewed = before.iter().filter_map(|one| arena.renew(one, &judge, 1).ok().flatten());
        let puzzles: Vec<Puzzle> = renewed.collect();
        println!("{system}/{}: {} of {} puzzles", arena.name(), puzzles.len(), before.len());
        keep(system, arena.name(), puzzles);
    }
}

/// Writes `content/difficulty.toml`: fights won by heroes, and fights, for each difficulty or for one. A level has as many
/// fights as can be played in this time, on two threads.
fn difficulty(each: Duration, only: Option<Difficulty>, system: Option<&str>) {
    const FEWEST: u32 = 20;
    const MAX: u64 = 400;
    let file = "content/difficulty.toml";
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let mut rates = Rates::read(&Source::new(file, text)).expect("what was measured is right");
    let heroes = Brain::new(Kind::Instinct);
    each_system(system, |system| {
        for arena in rings(system) {
            let mut measured = rates.take(&format!("{system}/{}", arena.name()));
            for (level, kept) in Difficulty::ALL.into_iter().zip(&mut measured.won) {
                if only.is_some_and(|only| only != level) {
                    continue;
                }
                let (began, brain, next) = (Instant::now(), level.brain(), AtomicU64::new(0));
                let fight = || {
                    let (mut won, mut fights) = (0, 0);
                    while began.elapsed() < each {
                        let nth = next.fetch_add(1, Ordering::Relaxed);
                        if nth >= MAX {
                            break;
                        }
                        let bout = arena.bout([&heroes, &brain], 1, nth);
                        won += u32::from(bout.outcome == Some(Outcome::Won(Side::Heroes)));
                        fights += 1;
                    }
                    [won, fights]
                };
                let [won, fights] = std::thread::scope(|scope| {
                    let other = scope.spawn(fight);
                    let (own, other) = (fight(), other.join().expect("fights end"));
                    [own[0] + other[0], own[1] + other[1]]
                });
                println!("{}: {won} of {fights} against {}", measured.scenario, level.name());
                // A share of a handful of fights would say more than is known.
                *kept = (fights >= FEWEST).then_some([won, fights]);
            }
            rates.add(measured);
            std::fs::write(file, rates.write()).expect("figures can be written");
        }
    });
}

/// Playouts to the end, in one thread, by a mind that may think for a second about the first choices of each scenario.
fn pace(system: &str) {
    let brain = Brain::new(Kind::Search(Budget::Time(Duration::from_secs(1))));
    for arena in rings(system) {
        let (playouts, time) = arena.pace(&brain);
        println!("{system}/{}: {:.0} playouts a second", arena.name(), playouts as f64 / time.as_secs_f64());
    }
}
