//! The chance to win of a fight that is small enough, counted out: all ways that the dice can fall are followed, choice by
//! choice, and ways that have led to the same table go on as one. What is still open when hardly anything is left is said.
//! It needs minds that draw no lots; where they do, there is nothing to count.

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::Hasher;

use fracas_dice::Walk;
use fracas_kernel::{Ask, Mind, Null, Play, Whim, any_dice, any_log};
use serde::{Deserialize, Serialize};

use crate::End;

/// Ways that are less likely than this, all together, are left open.
const OPEN: f64 = 1e-12;

/// How a fight ends, counted out.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Exact {
    pub heroes: f64,
    pub monsters: f64,
    pub draw: f64,
    /// What was not followed to its end.
    pub open: f64,
    /// Tables that were told apart.
    pub tables: u64,
}

impl Exact {
    /// What the fight is worth to the heroes: a win counts one and a draw a half.
    pub fn worth(&self) -> f64 {
        self.heroes + self.draw / 2.0
    }
}

/// Counts a fight out from a state. `None` if that takes more than `limit` ways, or if a mind draws lots.
pub fn exact<R: Play>(rules: &R, from: &R::State, mind: &impl Mind<R>, limit: u64) -> Option<Exact> {
    let mut exact = Exact { heroes: 0.0, monsters: 0.0, draw: 0.0, open: 0.0, tables: 0 };
    let mut now = Tables::default();
    now.add(from.clone(), 1.0);
    let (mut walk, mut ways) = (Walk::new(), 0);
    while now.mass > OPEN {
        let mut next = Tables::default();
        for (state, mass) in now.take() {
            exact.tables += 1;
            let asked = match rules.ask(&state) {
                Ask::Over(outcome) => {
                    match End::of(Some(outcome)) {
                        End::Heroes => exact.heroes += mass,
                        End::Monsters => exact.monsters += mass,
                        End::Draw | End::Cap => exact.draw += mass,
                    }
                    continue;
                }
                ask => ask.asked(),
            };
            let fresh = Whim::new(0);
            let mut whim = fresh.clone();
            let choice = mind.choose(rules, &state, asked, &mut whim);
            if whim != fresh {
                return None;
            }
            walk.restart();
            loop {
                walk.begin();
                let mut after = state.clone();
                rules.apply(&mut after, choice, &mut any_dice(&mut walk), &mut any_log(&mut Null));
                next.add(after, mass * walk.probability());
                ways += 1;
                // The first way already tells how many there are of a throw of many dice.
                if ways > limit || walk.leaves() == 0 && walk.breadth() > limit as f64 {
                    return None;
                }
                if !walk.advance() {
                    break;
                }
            }
        }
        now = next;
    }
    exact.open = now.mass;
    Some(exact)
}

/// Tables with how likely each is.
#[derive(Debug)]
struct Tables<S> {
    /// By their digest; those with the same are compared.
    all: HashMap<u64, Vec<(S, f64)>>,
    mass: f64,
    /// Room to write in.
    written: Vec<u8>,
}

impl<S> Default for Tables<S> {
    fn default() -> Tables<S> {
        Tables { all: HashMap::new(), mass: 0.0, written: Vec::new() }
    }
}

impl<S: PartialEq + Serialize> Tables<S> {
    fn add(&mut self, state: S, mass: f64) {
        self.mass += mass;
        let alike = self.all.entry(digest(&state, &mut self.written)).or_default();
        match alike.iter_mut().find(|(other, _)| *other == state) {
            Some((_, sum)) => *sum += mass,
            None => alike.push((state, mass)),
        }
    }

    /// In an order that does not change from run to run.
    fn take(&mut self) -> Vec<(S, f64)> {
        let mut all: Vec<(u64, Vec<(S, f64)>)> = self.all.drain().collect();
        all.sort_by_key(|(digest, _)| *digest);
        self.mass = 0.0;
        all.into_iter().flat_map(|(_, alike)| alike).collect()
    }
}

/// A state holds no hash of its own: what it would be written as is hashed.
fn digest(state: &impl Serialize, written: &mut Vec<u8>) -> u64 {
    written.clear();
    // Nothing that is written to memory fails.
    let _ = serde_json::to_writer(&mut *written, state);
    let mut hasher = DefaultHasher::new();
    hasher.write(written);
    hasher.finish()
}
