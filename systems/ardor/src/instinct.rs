//! A quick, sensible mind. Creatures follow their habits; heroes strike the weakest foe they can reach, help the fallen,
//! catch their breath when it is late, and strain themselves where it lands a full hit. It sees what its side sees, and
//! nobody's hidden intent.

use fracas_kernel::{
    Crowd, Door, Handle, Quarry, Temper, Think, Whim, Who, ZoneSet, Zones, by_lot, least, most,
};

use crate::action::{Action, OFF};
use crate::choices::{Choice, Deed};
use crate::data::{Ardor, Prey, Reach, Sheet};
use crate::state::{Band, Phase, State};
use crate::worth::BLOW;

impl Think for Ardor {
    #[inline(always)]
    fn instinct(&self, state: &State, asked: Crowd, whim: &mut Whim) -> Choice {
        let who = first(state, asked);
        let reflex = self.reflex(state, who, whim);
        who.does(reflex.unwrap_or_else(|| self.consider(state, who, &mut Mood { temper: None, whim })))
    }

    fn nature(&self, state: &State, who: Who) -> Temper {
        Temper::by_nature(self.sheet(state, who).beast)
    }

    fn instinct_as(&self, state: &State, asked: Crowd, temper: Temper, whim: &mut Whim) -> Choice {
        let who = first(state, asked);
        who.does(self.consider(state, who, &mut Mood { temper: Some(temper), whim }))
    }
}

/// Whoever of those who are asked comes first.
#[inline(always)]
fn first(state: &State, asked: Crowd) -> Who {
    let asked = Band::of(asked.0 as u32);
    let awaited = asked & state.awaited();
    if awaited.is_empty() { asked & state.answering() } else { awaited }.head()
}

/// How somebody is minded who thinks, if not as its habits say, and the lots that it draws.
struct Mood<'a> {
    temper: Option<Temper>,
    whim: &'a mut Whim,
}

impl Mood<'_> {
    fn prey(&self, sheet: &Sheet) -> Prey {
        match self.temper.map(Temper::quarry) {
            None => sheet.habits.prey,
            Some(Quarry::Anyone) => Prey::Anyone,
            Some(Quarry::Fiercest) => Prey::Strongest,
            Some(Quarry::Easiest) if sheet.habits.prey == Prey::Anyone => Prey::Weakest,
            Some(Quarry::Easiest) => sheet.habits.prey,
        }
    }
}

impl Ardor {
    /// Somebody with a foe at arm's length and nothing else to see to strikes. [`Ardor::consider`] says the same; most
    /// choices of most fights are this one, and are made without the rest of it.
    #[inline(always)]
    fn reflex(&self, state: &State, who: Who, whim: &mut Whim) -> Option<Deed> {
        if self.plotted {
            return None;
        }
        let sheet = self.sheet(state, who);
        let close = state.foes(who) & state.standing & state.at[state.zone[who]];
        if !sheet.strikes || close.is_empty() || !self.features.is_empty() {
            return None;
        }
        let mut strike =
            || Action::Attack { target: pick(state, close, sheet.habits.prey, whim), ranged: false };
        // One question after the other, and not a table of jumps: phases follow each other in an order that can be guessed.
        if state.phase == Phase::Intents && sheet.is_simple && !state.bluffers.has(who) {
            return Some(Deed::Show { action: strike() });
        }
        if state.phase == Phase::Commit
            && sheet.is_plain
            && self.fumbles.is_empty()
            && !state.committed.has(who)
            && state.down.is_empty()
            && !self.is_in_need(state, who)
        {
            return Some(Deed::Commit { action: strike(), careful: false });
        }
        if state.phase == Phase::Arduous
            && sheet.is_plain
            && sheet.ranged.is_none()
            && self.fumbles.is_empty()
            && !(state.discovering | state.inspired).has(who)
        {
            return Some(
                self.second_blow(state, who, sheet.habits.prey, whim)
                    .map_or(Deed::Pass, |action| Deed::Arduous { action, careful: false }),
            );
        }
        None
    }

    #[inline(never)]
    fn consider(&self, state: &State, who: Who, mood: &mut Mood<'_>) -> Deed {
        match state.phase {
            Phase::Before => Deed::Begin,
            Phase::Intents if state.feigning.has(who) => Deed::Mean { action: self.habit(state, who, mood) },
            Phase::Intents if state.bluffers.has(who) && mood.whim.below(2) == 0 => {
                Deed::Show { action: self.pretence(state, who, mood.whim) }
            }
            Phase::Intents => Deed::Show { action: self.habit(state, who, mood) },
            // It stands by what it said.
            Phase::Commit if state.committed.has(who) => {
                Deed::Commit { action: state.intent[who], careful: state.careful[0].has(who) }
            }
            Phase::Commit => {
                let action = self.plan(state, who, mood);
                Deed::Commit { action, careful: self.is_risky(state, who, action) }
            }
            Phase::Arduous if state.discovering.has(who) => self.choose_discovery(state, who),
            Phase::Arduous => {
                let second = self.second_thought(state, who, mood);
                second.map_or(Deed::Pass, |(action, careful)| Deed::Arduous { action, careful })
            }
        }
    }

    /// What can be learned at once, or else the first of what can be noted.
    fn choose_discovery(&self, state: &State, who: Who) -> Deed {
        let mut all = self.offered(state, who);
        match self.offered(state, who).find(|&which| self.can_afford(state, who, which)) {
            Some(which) => Deed::Learn { which },
            None => Deed::Later { which: all.next().unwrap_or(0) },
        }
    }

    /// Should it see to its own health?
    #[inline(always)]
    fn is_in_need(&self, state: &State, who: Who) -> bool {
        state.health[who] * 3 <= state.most[who] && state.surges[who] > 0
    }

    // --- those who do not roll ---

    /// What a creature does by its habits.
    fn habit(&self, state: &State, who: Who, mood: &mut Mood<'_>) -> Action {
        let sheet = self.sheet(state, who);
        let (habits, prey) = (sheet.habits, mood.prey(sheet));
        let health = i32::from(state.health[who]) * 100 / i32::from(state.most[who]).max(1);
        let scared =
            i32::from(state.health[who]) * 100 <= i32::from(state.most[who]) * i32::from(habits.flees_at);
        let scared = mood.temper.map_or(scared, |temper| temper.flees(scared, health));
        if scared && let Some(action) = self.escape(state, who) {
            return action;
        }
        if self.plotted
            && let Some(action) = self.on_an_errand(state, who)
        {
            return action;
        }
        // Whatever stands about and does more than a blow.
        if !self.features.is_empty()
            && let Some(action) = self.best_ability(state, who, state.zone[who], 0, BLOW, mood.whim)
            && matches!(action, Action::Ability { which, .. } if self.feature(which).is_some())
        {
            return action;
        }
        // Whoever would rather that nobody fell stands before friends every other round.
        if mood.temper == Some(Temper::Protective) && mood.whim.below(2) == 0 {
            return self.protect(state, who, mood.whim);
        }
        if habits.is_plain() {
            return self.onslaught(state, who, prey, mood.whim);
        }
        let shares = [habits.attack, habits.defend, habits.guard, habits.ability].map(u64::from);
        let mut lot = mood.whim.below(shares.iter().sum::<u64>().max(1));
        let drawn = shares.iter().position(|&share| {
            let here = lot < share;
            lot = lot.saturating_sub(share);
            here
        });
        let action = match drawn {
            Some(1) => Some(self.stand(state, who)),
            Some(2) => Some(self.protect(state, who, mood.whim)),
            Some(3) => self.best_ability(state, who, state.zone[who], state.ardor[who], 0, mood.whim),
            _ => None,
        };
        action.unwrap_or_else(|| self.onslaught(state, who, prey, mood.whim))
    }

    /// Something to be seen doing while meaning another.
    fn pretence(&self, state: &State, who: Who, whim: &mut Whim) -> Action {
        match whim.below(3) {
            0 => Action::Defend { bar: None },
            1 => self.escape(state, who).unwrap_or(Action::Defend { bar: None }),
            _ => self.onslaught(state, who, Prey::Anyone, whim),
        }
    }

    /// Attacks whomever it prefers, or goes there.
    fn onslaught(&self, state: &State, who: Who, prey: Prey, whim: &mut Whim) -> Action {
        let zone = state.zone[who];
        let sheet = self.sheet(state, who);
        let foes = self.prey(state, who);
        let mut pick = |set: Band| pick(state, set, prey, whim);
        let close = foes & state.at[zone];
        if !close.is_empty() && sheet.melee.is_some() {
            return Action::Attack { target: pick(close), ranged: false };
        }
        let seen = foes & state.in_zones(self.zones(state).seen_from(zone));
        if !seen.is_empty() && sheet.ranged.is_some() {
            return Action::Attack { target: pick(seen), ranged: true };
        }
        self.approach(state, who, foes, &mut pick)
    }

    /// To where foes are, striking if that is one zone away.
    fn approach(&self, state: &State, who: Who, foes: Band, pick: &mut dyn FnMut(Band) -> Who) -> Action {
        let zone = state.zone[who];
        if state.stuck().has(who) {
            return Action::Defend { bar: None };
        }
        if self.sheet(state, who).melee.is_some() {
            let beside = foes & state.in_zones(self.ways(state, zone));
            if !beside.is_empty() {
                let target = pick(beside);
                return Action::MoveToAttack { to: state.zone[target], target };
            }
        }
        let goals: ZoneSet = foes.map(|foe| state.zone[foe]).collect();
        // With nobody in sight, where nobody looks.
        let goals = if goals.is_empty() { self.out_of_view(state) } else { goals };
        let ways = self.ways_in_time(state);
        let nearest = goals.min_by_key(|&goal| ways.distance(zone, goal));
        nearest.and_then(|goal| self.hurry(state, who, goal)).unwrap_or(Action::Defend { bar: None })
    }

    /// Two zones toward a goal, or one; through a door that is in the way, by force or by wit.
    pub(crate) fn hurry(&self, state: &State, who: Who, goal: u8) -> Option<Action> {
        let (from, ways) = (state.zone[who], self.ways_in_time(state));
        if from == goal || ways.distance(from, goal) == Zones::APART {
            return None;
        }
        let via = ways.toward(from, goal);
        if !self.ways(state, from).has(via) {
            let door = self.field.door_between(from, via)?;
            let of = |what| self.bonus(state, who, Action::Door { door, what });
            let locked = state.doors.at(door) == Door::Locked;
            let what =
                if locked && of(Handle::Pick) > of(Handle::Force) { Handle::Pick } else { Handle::Force };
            return Some(Action::Door { door, what });
        }
        let to = ways.toward(via, goal);
        if via == goal || !self.ways(state, via).has(to) {
            return Some(Action::Flee { to: via });
        }
        Some(Action::MoveFar { via, to })
    }

    /// Holds its ground; who bars ways bars the one that leads to the nearest foe.
    fn stand(&self, state: &State, who: Who) -> Action {
        let zone = state.zone[who];
        let (foes, zones) = (self.prey(state, who) - state.at[zone], self.zones(state));
        let nearest = foes.map(|foe| state.zone[foe]).min_by_key(|&goal| zones.distance(zone, goal));
        let near = nearest.filter(|&goal| zones.distance(zone, goal) != Zones::APART);
        let way = near.map(|goal| zones.toward(zone, goal)).filter(|&way| way != zone);
        Action::Defend { bar: way.filter(|_| self.sheet(state, who).habits.bars) }
    }

    /// Defends the friend beside it who has least left.
    fn protect(&self, state: &State, who: Who, whim: &mut Whim) -> Action {
        let near = state.in_zones(self.reached(state, state.zone[who], Reach::Near));
        let friends = state.friends(who) & state.standing & (near - Band::one(who));
        if friends.is_empty() {
            return self.stand(state, who);
        }
        Action::DefendOther { ward: least(friends, whim, |one| state.health[one]) }
    }

    /// Off the field, or toward where that can be done.
    fn escape(&self, state: &State, who: Who) -> Option<Action> {
        if state.stuck().has(who) {
            return None;
        }
        let zone = state.zone[who];
        let exit = self.zones(state).nearest_exit(zone)?;
        if exit == zone {
            return Some(Action::Flee { to: OFF });
        }
        let to = self.zones(state).toward(zone, exit);
        self.ways(state, zone).has(to).then_some(Action::Flee { to })
    }

    // --- heroes ---

    fn plan(&self, state: &State, who: Who, mood: &mut Mood<'_>) -> Action {
        if state.down.has(who) {
            return Action::Rise { surge: state.surges[who] > 0 };
        }
        if self.is_in_need(state, who) {
            return Action::Recover;
        }
        if self.plotted
            && let Some(action) = self.on_an_errand(state, who)
        {
            return action;
        }
        let sheet = self.sheet(state, who);
        if (!sheet.is_plain || !self.features.is_empty())
            && let Some(action) =
                self.best_ability(state, who, state.zone[who], state.ardor[who], BLOW, mood.whim)
        {
            return action;
        }
        if state.down.meets(state.friends(who))
            && let Some(action) = self.help(state, who, mood.whim)
        {
            return action;
        }
        self.onslaught(state, who, mood.prey(sheet), mood.whim)
    }

    /// Tends a fallen friend, or goes to one whom nobody is with.
    fn help(&self, state: &State, who: Who, whim: &mut Whim) -> Option<Action> {
        let zone = state.zone[who];
        let fallen = state.down & state.friends(who);
        let here = fallen & state.at[zone];
        let action = |patient| Action::Tend { patient };
        if !here.is_empty() {
            // Worth a round if the middle of the die is enough.
            let patient = by_lot(here, whim);
            let hopeful = self.bonus(state, who, action(patient)) + 10 >= self.challenge_in(state, zone);
            return hopeful.then_some(action(patient));
        }
        // Whoever can strike from here helps them more by that.
        let (foes, sheet) = (state.foes(who) & state.standing, self.sheet(state, who));
        let shot = self.zones(state).seen_from(zone).only_if(sheet.ranged.is_some());
        if foes.meets(state.in_zones(ZoneSet::one(zone) | shot)) || state.stuck().has(who) {
            return None;
        }
        let alone = |one: &Who| {
            let beside = state.at[state.zone[*one]] & state.standing;
            !beside.meets(state.friends(who))
        };
        let goal = fallen.filter(alone).map(|one| state.zone[one]);
        let goal = goal.min_by_key(|&goal| self.ways_in_time(state).distance(zone, goal))?;
        self.hurry(state, who, goal)
    }

    /// More than one chance in four to slip, where care can be taken.
    fn is_risky(&self, state: &State, who: Who, action: Action) -> bool {
        if !self.care_is_offered(state, who, action, false) {
            return false;
        }
        let below = self.threat(state, who, action, false, false).map_or(i16::MIN, |(_, below)| below);
        below - 1 - self.bonus(state, who, action) > 5
    }

    /// Another attack that will be a full hit.
    #[inline(always)]
    fn second_blow(&self, state: &State, who: Who, prey: Prey, whim: &mut Whim) -> Option<Action> {
        let zone = self.planned_zone(state, who);
        let foes = self.prey(state, who) & state.at[zone];
        if foes.is_empty() || self.sheet(state, who).melee.is_none() {
            return None;
        }
        let action = Action::Attack { target: pick(state, foes, prey, whim), ranged: false };
        (self.lands(state, who, action) || state.inspired.has(who)).then_some(action)
    }

    /// The dice have fallen: is it a full hit?
    #[inline(always)]
    fn lands(&self, state: &State, who: Who, action: Action) -> bool {
        let Some(target) = action.target() else { return false };
        let (from, at) = (self.planned_zone(state, who), state.zone[target]);
        let shelter = if action.is_ranged() { self.shelter(from, at) } else { 0 };
        let ahead = self.second_score(state, who, action) >= state.score[target] + shelter;
        ahead && !state.inspired.has(target)
    }

    /// What is worth the Ardor now that all scores are known, and whether it takes care.
    fn second_thought(&self, state: &State, who: Who, mood: &mut Mood<'_>) -> Option<(Action, bool)> {
        let free = state.inspired.has(who);
        let action =
            self.second_wind(state, who, mood).or_else(|| free.then_some(Action::Defend { bar: None }))?;
        // Below the limit it is sure to go wrong: with care, if that is offered, or not at all.
        let score = self.second_score(state, who, action);
        let fumbles = self.threat(state, who, action, true, false).is_some_and(|(_, below)| score < below);
        if !fumbles || free {
            return Some((action, false));
        }
        let safe =
            self.threat(state, who, action, true, true).is_none() && self.careful.is_some() && !state.hurried;
        let care = self.careful.map_or(0, |careful| careful.penalty);
        let still = action.target().is_some_and(|target| score - care >= state.score[target]);
        (safe && still).then_some((action, true))
    }

    fn second_wind(&self, state: &State, who: Who, mood: &mut Mood<'_>) -> Option<Action> {
        let free = state.inspired.has(who);
        let zone = self.planned_zone(state, who);
        let purse = if free { u8::MAX } else { state.ardor[who].saturating_sub(1) };
        if let Some(action) = self.best_ability(state, who, zone, purse, BLOW, mood.whim) {
            return Some(action);
        }
        let prey = mood.prey(self.sheet(state, who));
        if let Some(action) = self.second_blow(state, who, prey, mood.whim) {
            return Some(action);
        }
        let foes = self.prey(state, who) & state.in_zones(self.zones(state).seen_from(zone));
        if foes.is_empty() || self.sheet(state, who).ranged.is_none() {
            return None;
        }
        let action = Action::Attack { target: pick(state, foes, prey, mood.whim), ranged: true };
        (self.lands(state, who, action) || free).then_some(action)
    }
}

/// Whom to strike of those at hand: the one with the least health left, unless it prefers others.
#[inline(always)]
fn pick(state: &State, set: Band, prey: Prey, whim: &mut Whim) -> Who {
    match prey {
        Prey::Weakest => least(set, whim, |one| state.health[one]),
        Prey::Strongest => most(set, whim, |one| state.health[one]),
        Prey::Anyone => by_lot(set, whim),
    }
}

#[cfg(test)]
mod tests {
    use fracas_content::{Bundle, Source};
    use fracas_dice::Seeded;
    use fracas_kernel::{Ask, Null, Play};

    use super::*;

    /// Two plain fighters, who have a bow or not, against two plain brutes, with Ardor, surges and a lower room.
    const BRAWL: &str = r#"
        system = "ardor"
        title = "Brawl"
        challenge = 12
        zone = [{ id = "hall", name = "Hall", at = [0, 0], near = ["cellar"] }, { id = "cellar", name = "Cellar", at = [0, 1] }]
        archetype = [{ id = "plain", name = "plain", health = 26, ardor = 2, surges = 1 }]
        hero = [
            { id = "ann", name = "Ann", archetype = "plain", might = 2, melee = "sword" },
            { id = "bea", name = "Bea", archetype = "plain", might = 2, melee = "sword", ranged = "bow" },
        ]
        creature = [{ id = "brute", name = "Brute", base = 13, health = 20, melee = "club" }]
        party = [{ hero = "ann", at = "hall" }, { hero = "bea", at = "hall" }]
        foes = [{ creature = "brute", at = "hall", count = 2 }, { creature = "brute", at = "cellar" }]
    "#;

    #[test]
    fn a_reflex_is_what_it_would_do_on_reflection() {
        let scenario = Source::new("brawl.toml", BRAWL);
        let bundle = Bundle { scenario, library: Vec::new(), party: None };
        let rules = Ardor::load(&bundle).unwrap_or_else(|problems| panic!("{problems}"));
        let (mut quick, mut slow) = (0, 0);
        for seed in 0..40 {
            let (mut state, mut dice, mut whim) = (rules.start(), Seeded::new(seed), Seeded::new(seed));
            while !matches!(rules.ask(&state), Ask::Over(_)) {
                let [mut quickly, mut slowly] = [whim.clone(), whim.clone()];
                let choice = rules.instinct(&state, rules.awaited(&state), &mut whim);
                match rules.reflex(&state, choice.who, &mut quickly) {
                    Some(deed) => {
                        quick += 1;
                        let mood = &mut Mood { temper: None, whim: &mut slowly };
                        assert_eq!(deed, rules.consider(&state, choice.who, mood), "{state:?}");
                        assert_eq!(quickly, slowly, "both draw the same lots");
                    }
                    None => slow += 1,
                }
                rules.apply(&mut state, choice, &mut dice, &mut Null);
            }
        }
        assert!(quick > 500 && slow > 100, "{quick} quick choices, {slow} slow ones");
    }
}
