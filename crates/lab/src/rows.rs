//! Every fight as a row of figures, for those who work them out themselves.

use std::ops::Range;

use fracas_kernel::{Mind, Report, Side, Tell, Who};

use crate::run::fight_out;
use crate::tally::Falls;
use crate::{End, Plan};

/// The columns that depend on who fights: everybody who is there at the start, and the minds where they are not
/// instinct.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    pub combatants: Vec<String>,
    /// Of the heroes and of the monsters: the same in every row, so that rows of several runs can be put together.
    pub minds: Option<[String; 2]>,
    who: Vec<Who>,
}

impl Header {
    pub const MINDS: [&str; 2] = ["heroes_mind", "monsters_mind"];

    pub fn of<R: Report + Tell>(rules: &R, minds: Option<[String; 2]>) -> Header {
        let start = rules.start();
        let who: Vec<Who> = rules.reported(&start).collect();
        Header { combatants: who.iter().map(|&who| rules.id(&start, who)).collect(), minds, who }
    }

    /// Does this column hold words, and not numbers?
    pub fn is_text(column: &str) -> bool {
        column == "end" || Header::MINDS.contains(&column)
    }

    /// The name of each column.
    pub fn columns(&self) -> Vec<String> {
        let own = self.combatants.iter().flat_map(|id| [format!("{id}.health"), format!("{id}.fell")]);
        let minds = self.minds.iter().flat_map(|_| Header::MINDS).map(str::to_owned);
        FightRow::COLUMNS.iter().map(|&name| name.to_owned()).chain(own).chain(minds).collect()
    }
}

/// One figure of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell<'a> {
    Number(i64),
    Text(&'a str),
    /// Somebody did not fall.
    Nothing,
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

    /// In the order of [`Header::columns`].
    pub fn cells<'a>(&self, header: &'a Header) -> Vec<Cell<'a>> {
        let [a, b] = self.standing;
        let [c, d] = self.health;
        let mut cells = vec![Cell::Number(self.fight as i64), Cell::Text(self.end.name())];
        cells.extend([self.rounds, self.choices].map(|number| Cell::Number(number.into())));
        cells.extend([a, b, c, d].map(|number| Cell::Number(number.into())));
        for &(health, fell) in &self.combatants {
            let fell = fell.map_or(Cell::Nothing, |round| Cell::Number(round.into()));
            cells.extend([Cell::Number(health.into()), fell]);
        }
        cells.extend(header.minds.iter().flatten().map(|mind| Cell::Text(mind)));
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
    plan.map(some.end.saturating_sub(some.start), &|nth| {
        row(rules, plan, mind, some.start + nth, header, &mut Falls::none())
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
