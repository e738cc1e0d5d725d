//! Minds against each other: fights in pairs with the same dice, once on either side, and what follows about who is better.

mod rating;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use fracas_dice::Seeded;
use fracas_kernel::{Ask, Null, Outcome, Rules, Side, Whim};
use serde::Serialize;

use crate::CAP;
use crate::brain::Brain;
use crate::thought::{asked_of_one_side, think};

pub use rating::{Elo, Scored, Verdict, verdict};

/// Sets the streams of minds apart from those of dice.
const MINDS: u64 = 0x746f_7572_6e65_7921;

/// How one fight between two minds went.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bout {
    pub outcome: Option<Outcome>,
    pub choices: u32,
    /// For heroes and monsters: how many choices had to be weighed, how long that took in all, and the longest.
    pub weighed: [u32; 2],
    pub thinking: [Duration; 2],
    pub slowest: [Duration; 2],
}

impl Bout {
    /// In halves: 2 if the heroes won.
    fn heroes(&self) -> u64 {
        match self.outcome {
            Some(Outcome::Won(Side::Heroes)) => 2,
            Some(Outcome::Won(Side::Monsters)) => 0,
            Some(Outcome::Draw) | None => 1,
        }
    }
}

/// Something that minds can fight in: one scenario of any system.
pub trait Ring: Send + Sync {
    fn system(&self) -> &str;
    fn name(&self) -> &str;
    /// Fight `nth` of a seed; the mind of the heroes first.
    fn bout(&self, brains: [&Brain; 2], seed: u64, nth: u64) -> Bout;
}

/// Plays a fight; `brains` are those of the heroes and of the monsters.
pub fn bout<R: Rules>(rules: &R, brains: [&Brain; 2], seed: u64, nth: u64) -> Bout {
    let mut state = rules.start();
    let mut dice = Seeded::stream(seed, nth);
    let mut whims = [1, 2].map(|side| Whim::stream(seed ^ MINDS, nth * 4 + side));
    let mut bout = Bout {
        outcome: None,
        choices: 0,
        weighed: [0; 2],
        thinking: [Duration::ZERO; 2],
        slowest: [Duration::ZERO; 2],
    };
    while bout.choices < CAP {
        let asked = match rules.ask(&state) {
            Ask::Over(outcome) => {
                bout.outcome = Some(outcome);
                break;
            }
            ask => asked_of_one_side(rules, &state, ask.asked()),
        };
        let Some(side) = asked.first().map(|who| rules.side(&state, who).index()) else { break };
        let began = Instant::now();
        let thought = think(brains[side], rules, &state, asked, &mut whims[side]);
        let took = began.elapsed();
        if !thought.weighed.is_empty() {
            bout.weighed[side] += 1;
            bout.thinking[side] += took;
            bout.slowest[side] = bout.slowest[side].max(took);
        }
        rules.apply(&mut state, thought.choice, &mut dice, &mut Null);
        bout.choices += 1;
    }
    bout
}

/// What a tournament is to find out, and how long it may take.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Terms {
    pub seed: u64,
    /// The most pairs of fights in each scenario.
    pub pairs: u64,
    pub threads: usize,
    /// It ends when it is clear whether the difference is at most the first or at least the second, in Elo.
    pub between: [f64; 2],
}

/// How two minds stand to each other.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    pub first: String,
    pub second: String,
    pub fights: u64,
    /// By how much the first is better.
    pub elo: Elo,
    pub verdict: Verdict,
    pub scenarios: Vec<Scored>,
    /// Of both minds.
    pub pace: [Pace; 2],
}

#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Pace {
    /// Choices that had to be weighed.
    pub weighed: u64,
    pub mean_ms: f64,
    pub slowest_ms: f64,
}

/// Lets two minds fight until it is clear who is better, or the pairs are used up. `told` hears how it stands after each
/// round of all scenarios, and ends it by saying false.
pub fn run(
    rings: &[Box<dyn Ring>],
    minds: [&Brain; 2],
    terms: &Terms,
    told: &mut dyn FnMut(&Standing) -> bool,
) -> Standing {
    let mut scores: Vec<Scored> = rings.iter().map(|ring| Scored::new(ring.system(), ring.name())).collect();
    let mut clocks = [Clock::default(); 2];
    let mut standing = stand(minds, &scores, &clocks, terms);
    for pair in 0..terms.pairs {
        let bouts = play_round(rings, minds, terms, pair);
        for (index, [there, back]) in bouts.into_iter().enumerate() {
            scores[index].add(there.heroes(), back.heroes());
            for (mind, sides) in [[0, 1], [1, 0]].into_iter().enumerate() {
                clocks[mind].add(&there, sides[0]);
                clocks[mind].add(&back, sides[1]);
            }
        }
        standing = stand(minds, &scores, &clocks, terms);
        if !told(&standing) || standing.verdict != Verdict::Open {
            break;
        }
    }
    standing
}

/// One pair in every scenario: the first mind as heroes, then as monsters.
fn play_round(rings: &[Box<dyn Ring>], [a, b]: [&Brain; 2], terms: &Terms, pair: u64) -> Vec<[Bout; 2]> {
    let fight = |job: usize| {
        let brains = if job.is_multiple_of(2) { [a, b] } else { [b, a] };
        rings[job / 2].bout(brains, terms.seed, pair)
    };
    let jobs = rings.len() * 2;
    let next = AtomicU64::new(0);
    let mut done: Vec<(usize, Bout)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..terms.threads.clamp(1, jobs.max(1)))
            .map(|_| {
                scope.spawn(|| {
                    let mut mine = Vec::new();
                    loop {
                        let job = next.fetch_add(1, Ordering::Relaxed) as usize;
                        if job >= jobs {
                            return mine;
                        }
                        mine.push((job, fight(job)));
                    }
                })
            })
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a fight does not panic")).collect()
    });
    done.sort_by_key(|(job, _)| *job);
    let bouts: Vec<Bout> = done.into_iter().map(|(_, bout)| bout).collect();
    bouts.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect()
}

#[derive(Clone, Copy, Debug, Default)]
struct Clock {
    weighed: u64,
    thinking: Duration,
    slowest: Duration,
}

impl Clock {
    fn add(&mut self, bout: &Bout, side: usize) {
        self.weighed += u64::from(bout.weighed[side]);
        self.thinking += bout.thinking[side];
        self.slowest = self.slowest.max(bout.slowest[side]);
    }

    fn pace(&self) -> Pace {
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        Pace {
            weighed: self.weighed,
            mean_ms: ms(self.thinking) / self.weighed.max(1) as f64,
            slowest_ms: ms(self.slowest),
        }
    }
}

fn stand(minds: [&Brain; 2], scores: &[Scored], clocks: &[Clock; 2], terms: &Terms) -> Standing {
    let elo = Elo::of(scores);
    Standing {
        first: minds[0].to_string(),
        second: minds[1].to_string(),
        fights: scores.iter().map(|scored| scored.pairs * 2).sum(),
        elo,
        verdict: verdict(scores, terms.between),
        scenarios: scores.to_vec(),
        pace: clocks.map(|clock| clock.pace()),
    }
}
