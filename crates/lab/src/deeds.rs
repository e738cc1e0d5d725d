//! What was done in a sample of the fights, by whom, and what came of it: how often a deed was chosen, what it did to the
//! health of both sides, whom it brought down, and how often the fights were won in which it was used.

use std::collections::BTreeMap;
use std::ops::Range;

use fracas_kernel::{Made, Mind, Report, Side, Tell, Who};
use serde::{Deserialize, Serialize};

use crate::luck::{evenly, margin};
use crate::run::retrace;
use crate::{End, Plan};

/// Enough to see what is used and what is not.
const MAX_FIGHTS: u64 = 300;

/// Of a sample of fights, by who did it and what.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Deeds {
    pub fights: u64,
    /// By "who deed".
    rows: BTreeMap<String, DeedTally>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DeedTally {
    pub who: String,
    pub name: String,
    pub side: Side,
    pub deed: String,
    pub title: String,
    pub uses: u64,
    /// What it did to the margin between the sides' health, in favour of whoever did it, all uses together.
    pub swing: i64,
    /// Health that it took from the other side.
    #[serde(default)]
    pub harm: u64,
    /// How many enemies it brought down.
    pub felled: u64,
    /// Who fell to it, of either side, by id and how often.
    #[serde(default)]
    pub victims: BTreeMap<String, u64>,
    /// Fights in which it was used, and how many of them the side of whoever did it won.
    pub fights: u64,
    pub won: u64,
}

impl Deeds {
    pub fn rows(&self) -> impl Iterator<Item = &DeedTally> {
        self.rows.values()
    }

    pub fn merge(&mut self, other: &Deeds) {
        self.fights += other.fights;
        for (key, theirs) in &other.rows {
            match self.rows.get_mut(key) {
                None => drop(self.rows.insert(key.clone(), theirs.clone())),
                Some(mine) => {
                    mine.uses += theirs.uses;
                    mine.swing += theirs.swing;
                    mine.harm += theirs.harm;
                    mine.felled += theirs.felled;
                    for (victim, times) in &theirs.victims {
                        *mine.victims.entry(victim.clone()).or_default() += times;
                    }
                    mine.fights += theirs.fights;
                    mine.won += theirs.won;
                }
            }
        }
    }
}

/// Looks at those fights of an even spread that are among `some`.
pub fn deeds<R: Report + Tell>(rules: &R, plan: &Plan, some: Range<u64>, mind: &impl Mind<R>) -> Deeds {
    let count = plan.fights.min(MAX_FIGHTS);
    let chosen: Vec<u64> = evenly(count, plan.fights).filter(|fight| some.contains(fight)).collect();
    let work = |deeds: &mut Deeds, nth: u64| deeds.merge(&fight_of(rules, plan, mind, chosen[nth as usize]));
    plan.fold(chosen.len() as u64, &Deeds::default, &work, Deeds::merge)
}

fn fight_of<R: Report + Tell>(rules: &R, plan: &Plan, mind: &impl Mind<R>, fight: u64) -> Deeds {
    let mut deeds = Deeds { fights: 1, rows: BTreeMap::new() };
    let told = retrace(rules, plan, mind, fight, |before, choice, after| {
        let who = choice.who();
        let (id, side, deed) =
            (rules.id(before, who), rules.side(before, who), rules.describe(before, choice).deed);
        let sign = if side == Side::Heroes { 1 } else { -1 };
        let swing = i64::from(sign * (margin(rules, after) - margin(rules, before)));
        let down = rules.standing(before).without(rules.standing(after));
        let fell: Vec<Who> = down.filter(|&other| !rules.vital(after, other).gone).collect();
        let felled = fell.iter().filter(|&&other| rules.side(after, other) != side).count() as u64;
        let harm = harm(rules, before, after, side);
        let row = deeds.rows.entry(format!("{id} {}", deed.id)).or_insert_with(|| DeedTally {
            who: id,
            name: rules.name(before, who),
            side,
            deed: deed.id,
            title: deed.title,
            uses: 0,
            swing: 0,
            harm: 0,
            felled: 0,
            victims: BTreeMap::new(),
            fights: 1,
            won: 0,
        });
        row.uses += 1;
        row.swing += swing;
        row.harm += harm;
        row.felled += felled;
        for victim in fell {
            *row.victims.entry(rules.id(before, victim)).or_default() += 1;
        }
    });
    let end = End::of(told.fought.outcome);
    for row in deeds.rows.values_mut() {
        row.won = u64::from(end as usize == row.side.index());
    }
    deeds
}

/// The health that those who are not of this side lost.
fn harm<R: Report>(rules: &R, before: &R::State, after: &R::State, side: Side) -> u64 {
    let lost = |who| {
        let [before, after] = [before, after].map(|state| rules.vital(state, who).health.max(0));
        before.saturating_sub(after).max(0).unsigned_abs()
    };
    rules
        .reported(before)
        .filter(|&who| rules.side(before, who) != side)
        .map(|who| u64::from(lost(who)))
        .sum()
}
