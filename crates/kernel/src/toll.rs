//! What a choice does to people: health lost and regained, falling, and what comes to befall them. Weighs one outcome at a
//! time against the table as it was; it knows no dice.

use serde::Serialize;

use crate::{Crowd, Rules, Side, Unit, Who};

/// Something that has befallen somebody, as odds count it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plight {
    /// As people say it: "asleep".
    pub name: &'static str,
    /// What it is worth to whoever has it, in health: less than nothing if it is bad.
    pub worth: i32,
}

/// Somebody comes to suffer or enjoy something by a choice, or is rid of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Befall {
    pub who: Who,
    pub what: &'static str,
    /// It ends, instead of beginning.
    pub ends: bool,
    pub p: f64,
}

/// One of several things that health is made of, on average.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Part {
    pub unit: Unit,
    /// What the other side loses of it.
    pub harm: f64,
    /// What the own side loses of it.
    pub loss: f64,
    /// What the own side regains of it.
    pub gain: f64,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Fall {
    pub who: Who,
    pub p: f64,
}

/// One outcome in figures: health that the others lose, that the own side loses and regains, and how many of the others
/// are worse off, of the own side better.
pub(crate) type Sums = [i32; 5];

/// Somebody as before the choice.
#[derive(Debug)]
struct Before {
    ours: bool,
    health: i32,
    standing: bool,
    plights: Vec<Plight>,
    parts: Vec<(Unit, i32)>,
    doom: Option<&'static str>,
}

#[derive(Debug)]
pub(crate) struct Toll<'a, R: Rules> {
    rules: &'a R,
    before: Vec<Option<Before>>,
    now: Vec<Plight>,
    made_of: Vec<(Unit, i32)>,
    pub parts: Vec<Part>,
    pub drops: Vec<Fall>,
    pub befalls: Vec<Befall>,
    /// What the own side gains over the other, in health and in what befalls people, on average.
    pub swing: f64,
}

impl<'a, R: Rules> Toll<'a, R> {
    pub fn new(rules: &'a R, state: &R::State, side: Side) -> Toll<'a, R> {
        let mut before = Vec::new();
        for who in rules.everyone(state) {
            let vital = rules.vital(state, who);
            let mut plights = Vec::new();
            rules.plights(state, who, &mut plights);
            let (mut parts, doom) = (Vec::new(), rules.doom(state, who));
            rules.parts(state, who, &mut parts);
            before.resize_with(who.index() + 1, || None);
            let ours = rules.side(state, who) == side;
            before[who.index()] =
                Some(Before { ours, health: vital.health, standing: vital.standing, plights, parts, doom });
        }
        let (now, made_of, parts) = (Vec::new(), Vec::new(), Vec::new());
        Toll { rules, before, now, made_of, parts, drops: Vec::new(), befalls: Vec::new(), swing: 0.0 }
    }

    /// Books what has become of these, in an outcome of this chance.
    pub fn book(&mut self, after: &R::State, crowd: Crowd, chance: f64) -> Sums {
        let mut sums = [0; 5];
        for who in crowd {
            let Some(was) = self.before.get(who.index()).and_then(Option::as_ref) else { continue };
            let is = self.rules.vital(after, who);
            let lost = was.health - is.health;
            self.now.clear();
            // Nothing matters any more to those who are out of the fight.
            if is.standing {
                self.rules.plights(after, who, &mut self.now);
            }
            let worth = |plights: &[Plight]| plights.iter().map(|plight| plight.worth).sum::<i32>();
            let had = if was.standing { worth(&was.plights) } else { 0 };
            let better = if is.standing { worth(&self.now) - had } else { 0 };
            match was.ours {
                false => {
                    sums[0] += lost.max(0);
                    sums[3] += i32::from(lost > 0 || better < 0);
                }
                true => {
                    sums[1] += lost.max(0);
                    sums[2] += (-lost).max(0);
                    sums[4] += i32::from(lost < 0 || better > 0);
                }
            }
            self.swing += chance * f64::from(if was.ours { better - lost } else { lost - better });
            if !was.parts.is_empty() {
                self.made_of.clear();
                self.rules.parts(after, who, &mut self.made_of);
                for (&(unit, had), &(_, has)) in was.parts.iter().zip(&self.made_of) {
                    if had != has {
                        book_part(&mut self.parts, unit, chance * f64::from(had - has), was.ours);
                    }
                }
            }
            if let (None, Some(what)) = (was.doom, self.rules.doom(after, who)) {
                let same = |one: &Befall| (one.who, one.what, one.ends) == (who, what, false);
                let make = |p| Befall { who, what, ends: false, p };
                tally(&mut self.befalls, chance, same, make, |befall| &mut befall.p);
            }
            if was.standing && !is.standing && !is.gone {
                tally(&mut self.drops, chance, |drop| drop.who == who, |p| Fall { who, p }, |d| &mut d.p);
            }
            if !(was.standing && is.standing) || (was.plights.is_empty() && self.now.is_empty()) {
                continue;
            }
            for (these, those, ends) in [(&self.now, &was.plights, false), (&was.plights, &self.now, true)] {
                for &Plight { name: what, .. } in these {
                    if those.iter().all(|other| other.name != what) {
                        let same = |one: &Befall| (one.who, one.what, one.ends) == (who, what, ends);
                        tally(
                            &mut self.befalls,
                            chance,
                            same,
                            |p| Befall { who, what, ends, p },
                            |b| &mut b.p,
                        );
                    }
                }
            }
        }
        sums
    }

    /// In the order of combatants.
    pub fn settle(&mut self) {
        self.parts.retain(|part| part.harm + part.loss + part.gain > 0.0);
        self.drops.sort_by_key(|drop| drop.who);
        self.befalls.sort_by_key(|befall| (befall.who, befall.ends));
    }
}

/// Books what somebody loses of one thing on average; less than nothing is a gain.
fn book_part(parts: &mut Vec<Part>, unit: Unit, lost: f64, ours: bool) {
    let at = parts.iter().position(|part| part.unit == unit).unwrap_or_else(|| {
        parts.push(Part { unit, harm: 0.0, loss: 0.0, gain: 0.0 });
        parts.len() - 1
    });
    let part = &mut parts[at];
    match (ours, lost > 0.0) {
        (false, true) => part.harm += lost,
        (true, true) => part.loss += lost,
        (true, false) => part.gain -= lost,
        (false, false) => {}
    }
}

/// Adds a chance to the entry that is the same, or makes one. Many small chances may add up to a little more than 1.
fn tally<T>(
    all: &mut Vec<T>,
    chance: f64,
    same: impl Fn(&T) -> bool,
    make: impl Fn(f64) -> T,
    p: impl Fn(&mut T) -> &mut f64,
) {
    match all.iter_mut().find(|one| same(one)) {
        Some(one) => *p(one) = (*p(one) + chance).min(1.0),
        None => all.push(make(chance.min(1.0))),
    }
}
