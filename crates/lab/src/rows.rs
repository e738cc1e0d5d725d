//! Every fight as a row of figures, for those who work them out themselves.

use std::ops::Range;

use fracas_kernel::{Mind, Report, Side, Tell, Who};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::run::fight_out;
use crate::tally::Falls;
use crate::{End, Plan};

/// The columns that depend on who fights: everybody who is there at the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    pub combatants: Vec<String>,
    who: Vec<Who>,
}

impl Header {
    pub fn of<R: Report + Tell>(rules: &R) -> Header {
        let start = rules.start();
        let who: Vec<Who> = rules.reported(&start).collect();
        Header { combatants: who.iter().map(|&who| rules.id(&start, who)).collect(), who }
    }

    /// The name of each column.
    pub fn columns(&self) -> Vec<String> {
        let own = self.combatants.iter().flat_map(|id| [format!("{id}.health"), format!("{id}.fell")]);
        FightRow::COLUMNS.iter().map(|&name| name.to_owned()).chain(own).collect()
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FightRow {
    pub fight: u64,
    pub end: End,
    pub rounds: u32,
    pub choices: u32,
    /// How many stand at the end, and what health is left, by side.
    pub standing: [i32; 2],
    pub health: [i32; 2],
    /// In the order of the header: health at the end, and the round in which they fell.
    pub combatants: Vec<(i32, Option<u32>)>,
}

impl FightRow {
    pub const COLUMNS: [&'static str; 8] = [
        "fight",
        "end",
        "rounds",
        "choices",
        "heroes_standing",
        "monsters_standing",
        "heroes_health",
        "monsters_health",
    ];

    /// As text, in the order of [`Header::columns`]; empty where somebody did not fall.
    pub fn cells(&self) -> Vec<String> {
        let [a, b] = self.standing;
        let [c, d] = self.health;
        let mut cells = vec![self.fight.to_string(), self.end.name().to_owned()];
        cells.extend([self.rounds.to_string(), self.choices.to_string()]);
        cells.extend([a, b, c, d].map(|number| number.to_string()));
        for (health, fell) in &self.combatants {
            cells.extend([health.to_string(), fell.map_or(String::new(), |round| round.to_string())]);
        }
        cells
    }
}

/// Some of a plan's fights, in their order.
pub fn rows<R: Report>(
    rules: &R,
    plan: &Plan,
    some: Range<u64>,
    mind: &impl Mind<R>,
    header: &Header,
) -> Vec<FightRow> {
    plan.spread(|| {
        let fights = some.into_par_iter();
        fights.map_init(Falls::none, |falls, fight| row(rules, plan, mind, fight, header, falls)).collect()
    })
}

fn row<R: Report>(
    rules: &R,
    plan: &Plan,
    mind: &impl Mind<R>,
    fight: u64,
    header: &Header,
    falls: &mut Falls,
) -> FightRow {
    let (state, summed) = fight_out(rules, plan, mind, fight, falls);
    let (mut standing, mut health) = ([0; 2], [0; 2]);
    for who in rules.reported(&state) {
        let (side, vital) = (rules.side(&state, who) as Side, rules.vital(&state, who));
        standing[side.index()] += i32::from(vital.standing);
        health[side.index()] += vital.health.max(0);
    }
    let there = rules.reported(&state);
    let own = |&who: &Who| {
        let left = if there.has(who) { rules.vital(&state, who).health.max(0) } else { 0 };
        (left, falls.fell.has(who).then(|| falls.rounds[who.index()]))
    };
    FightRow {
        fight,
        end: summed.end,
        rounds: summed.rounds,
        choices: summed.choices,
        standing,
        health,
        combatants: header.who.iter().map(own).collect(),
    }
}
