//! What is counted of each fight, or adventure. Whole numbers only: tallies of any shards of a simulation, merged in the order of the
//! fights, are the tally of all of it.

use std::collections::BTreeMap;

use fracas_kernel::{Crowd, Named, Outcome, Report, Side, Who};
use serde::{Deserialize, Serialize};

use crate::Counts;
use crate::shelves::Shelves;

/// How a fight ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    Heroes,
    Monsters,
    Draw,
    /// Given up at the cap on choices.
    Cap,
}

impl End {
    pub const ALL: [End; 4] = [End::Heroes, End::Monsters, End::Draw, End::Cap];

    #[inline]
    pub fn of(outcome: Option<Outcome>) -> End {
        match outcome {
            Some(Outcome::Won(Side::Heroes)) => End::Heroes,
            Some(Outcome::Won(Side::Monsters)) => End::Monsters,
            Some(Outcome::Draw) => End::Draw,
            None => End::Cap,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            End::Heroes => "heroes",
            End::Monsters => "monsters",
            End::Draw => "draw",
            End::Cap => "cap",
        }
    }
}

/// Who has fallen, and in which round: looked at when a round ends and when the fight does. Whoever fell and was back up
/// within the same round has not fallen, for this.
#[derive(Debug)]
pub(crate) struct Falls {
    pub(crate) fell: Crowd,
    pub(crate) rounds: [u32; 128],
    /// Where it was, in an adventure.
    pub(crate) scenes: [Option<u16>; 128],
}

impl Falls {
    pub(crate) fn none() -> Falls {
        Falls { fell: Crowd::NONE, rounds: [0; 128], scenes: [None; 128] }
    }

    #[inline]
    pub(crate) fn look<R: Report>(&mut self, rules: &R, state: &R::State, round: u32, scene: Option<u16>) {
        let down = rules.reported(state).without(rules.standing(state)).without(self.fell);
        for who in down {
            if rules.vital(state, who).health <= 0 {
                self.fell.insert(who);
                self.rounds[who.index()] = round;
                self.scenes[who.index()] = scene;
            }
        }
    }
}

/// A fight in a few numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Summed {
    pub(crate) fight: u64,
    pub(crate) end: End,
    pub(crate) rounds: u32,
    pub(crate) choices: u32,
    pub(crate) scene: Option<u16>,
}

/// What came to pass in one scene of an adventure.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SceneTally {
    pub name: String,
    /// Adventures that ended here, by [`End`].
    pub ends: [u64; 4],
    /// Heroes who fell here.
    pub falls: u64,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    pub fights: u64,
    /// By [`End`].
    pub ends: [u64; 4],
    pub rounds: Counts,
    pub choices: u64,
    /// How many stand at the end, by side.
    pub standing: [Counts; 2],
    /// Health that a side has left in the fights that it wins, those who fell counted as 0.
    pub left_of_winners: [Counts; 2],
    /// By their number in the state.
    pub combatants: Vec<Option<CombatantTally>>,
    /// By [`Report::scene`]; none of a single fight.
    pub scenes: BTreeMap<u16, SceneTally>,
    pub(crate) shelves: Shelves,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CombatantTally {
    pub id: String,
    pub name: String,
    pub side: Side,
    /// Health before the fight; `None` for those who were not there yet.
    pub health: Option<i32>,
    /// The round in which it fell, in the fights in which it did.
    pub fell: Counts,
    /// Fights at whose end it was neither standing nor fallen: fled, asleep, held.
    pub out: u64,
    /// Health left in the fights that its side did not win, and in those that it won.
    pub left: [Counts; 2],
}

impl Tally {
    /// What does not work, as far as these fights tell.
    pub fn warnings(&self) -> Vec<String> {
        let tries = self.fights;
        let ended = |end: End| self.ends[end as usize];
        let mut warnings = Vec::new();
        if ended(End::Heroes) + ended(End::Monsters) == 0 {
            warnings.push(format!("nobody wins: all of {tries} tries ended undecided"));
        } else if ended(End::Heroes) == 0 {
            warnings.push(format!("the heroes won none of {tries} tries"));
        }
        // By kind: of twenty, some are never come to.
        let mut kinds: Vec<(&str, bool)> = Vec::new();
        for one in self.combatants.iter().flatten().filter(|one| one.side == Side::Monsters) {
            let kind = one.name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
            let unhurt =
                |health: i32| one.left.iter().flat_map(|left| left.iter()).all(|(left, _)| left >= health);
            let fought = one.left.iter().map(|left| left.total()).sum::<u64>() == self.fights;
            let safe = fought && one.fell.total() == 0 && one.health.is_some_and(unhurt);
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, all)) => *all &= safe,
                None => kinds.push((kind, safe)),
            }
        }
        let safe = kinds.iter().filter(|(_, safe)| *safe);
        warnings.extend(
            safe.map(|(kind, _)| format!("nobody can hurt {kind}: it lost nothing in {tries} tries")),
        );
        warnings
    }

    /// Counts one fight. Allocates only when a number or a combatant turns up for the first time.
    #[inline]
    pub(crate) fn count<R: Report>(
        &mut self,
        rules: &R,
        named: &impl Fn(&R::State, Who) -> Named,
        state: &R::State,
        falls: &Falls,
        summed: &Summed,
    ) {
        let &Summed { fight, end, rounds, choices, scene } = summed;
        let (mut standing, mut health) = ([0; 2], [0; 2]);
        for who in rules.reported(state) {
            let side = rules.side(state, who);
            let vital = rules.vital(state, who);
            let left = vital.health.max(0);
            standing[side.index()] += i32::from(vital.standing);
            health[side.index()] += left;
            let won = end as usize == side.index();
            let tally = self.combatant(rules, named, state, who);
            tally.out += u64::from(!vital.standing && left > 0);
            tally.left[usize::from(won)].add(left);
        }
        for who in falls.fell {
            if let Some(Some(tally)) = self.combatants.get_mut(who.index()) {
                tally.fell.add(falls.rounds[who.index()] as i32);
            }
            if let Some(scene) = falls.scenes[who.index()] {
                self.scene(rules, scene).falls += 1;
            }
        }
        if let Some(scene) = scene {
            self.scene(rules, scene).ends[end as usize] += 1;
        }
        self.fights += 1;
        self.ends[end as usize] += 1;
        self.choices += u64::from(choices);
        self.rounds.add(rounds as i32);
        for side in Side::BOTH {
            self.standing[side.index()].add(standing[side.index()]);
            if end as usize == side.index() {
                self.left_of_winners[side.index()].add(health[side.index()]);
            }
        }
        self.shelves.put(end, health[0] - health[1], fight);
    }

    fn scene<R: Report>(&mut self, rules: &R, scene: u16) -> &mut SceneTally {
        let named = || SceneTally { name: rules.scene_name(scene), ..SceneTally::default() };
        self.scenes.entry(scene).or_insert_with(named)
    }

    #[inline]
    fn combatant<R: Report>(
        &mut self,
        rules: &R,
        named: &impl Fn(&R::State, Who) -> Named,
        state: &R::State,
        who: Who,
    ) -> &mut CombatantTally {
        if who.index() >= self.combatants.len() {
            self.combatants.resize(who.index() + 1, None);
        }
        self.combatants[who.index()].get_or_insert_with(|| meet(rules, named(state, who), state, who))
    }

    /// Adds the tally of the fights that come after those of this one.
    pub fn merge(&mut self, later: &Tally) {
        self.fights += later.fights;
        self.choices += later.choices;
        self.rounds.merge(&later.rounds);
        for (mine, theirs) in self.ends.iter_mut().zip(later.ends) {
            *mine += theirs;
        }
        for side in Side::BOTH.map(Side::index) {
            self.standing[side].merge(&later.standing[side]);
            self.left_of_winners[side].merge(&later.left_of_winners[side]);
        }
        if self.combatants.len() < later.combatants.len() {
            self.combatants.resize(later.combatants.len(), None);
        }
        for (mine, theirs) in self.combatants.iter_mut().zip(&later.combatants) {
            match (mine, theirs) {
                (Some(mine), Some(theirs)) => mine.merge(theirs),
                (mine @ None, theirs) => mine.clone_from(theirs),
                (Some(_), None) => {}
            }
        }
        for (&scene, theirs) in &later.scenes {
            let named = || SceneTally { name: theirs.name.clone(), ..SceneTally::default() };
            let mine = self.scenes.entry(scene).or_insert_with(named);
            mine.falls += theirs.falls;
            for (mine, theirs) in mine.ends.iter_mut().zip(theirs.ends) {
                *mine += theirs;
            }
        }
        self.shelves.merge(&later.shelves);
    }
}

impl CombatantTally {
    /// Fights in which it was there.
    pub fn present(&self) -> u64 {
        self.left.iter().map(Counts::total).sum()
    }

    fn merge(&mut self, later: &CombatantTally) {
        self.out += later.out;
        self.fell.merge(&later.fell);
        for (mine, theirs) in self.left.iter_mut().zip(&later.left) {
            mine.merge(theirs);
        }
    }
}

#[cold]
fn meet<R: Report>(rules: &R, Named { id, name }: Named, state: &R::State, who: Who) -> CombatantTally {
    let start = rules.start();
    let there = rules.reported(&start).has(who);
    CombatantTally {
        id,
        name,
        side: rules.side(state, who),
        health: there.then(|| rules.vital(&start, who).health),
        fell: Counts::default(),
        out: 0,
        left: Default::default(),
    }
}
