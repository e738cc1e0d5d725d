//! A quick, sensible mind: it casts and uses what is at hand when that is worth it, runs when it is hopeless, wakes friends,
//! strikes the weakest enemy close by, shoots where no friend is in the way, and otherwise goes to where the enemy is, through
//! doors if need be.

use fracas_dice::Dice;
use fracas_kernel::plot::prey;
use fracas_kernel::{
    Best, Crowd, Handle, Log, Quarry, Temper, Think, Whim, Who, ZoneSet, Zones, by_lot, least, most,
};

use crate::apply::Turn;
use crate::choices::{Choice, Deed, Target};
use crate::conditions::Condition;
use crate::data::{Affliction, Attack, Delve, Does, Effect, HELPLESS, Reach, Save, Takes, WARDED, middle};
use crate::event::Event;
use crate::load::promise;
use crate::state::{Band, Phase, State};

impl Think for Delve {
    #[inline(always)]
    fn instinct(&self, state: &State, asked: Crowd, whim: &mut Whim) -> Choice {
        let who = first(state, asked);
        match self.strike_at_once(state, who, whim) {
            Some((with, _, target)) => who.does(Deed::Attack { with, target }),
            None => who.does(self.think_naturally(state, who, whim)),
        }
    }

    fn nature(&self, state: &State, who: Who) -> Temper {
        Temper::by_nature(self.brief(state, who).quarry == Quarry::Anyone)
    }

    fn instinct_as(&self, state: &State, asked: Crowd, temper: Temper, whim: &mut Whim) -> Choice {
        let who = first(state, asked);
        who.does(self.think_fairly(state, who, &mut Mood { temper, whim }))
    }

    /// Thinking and striking know the same things, and look them up once.
    #[inline(always)]
    fn follow_instinct(
        &self,
        state: &mut State,
        asked: Crowd,
        whim: &mut Whim,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        let who = first(state, asked);
        let at_once = self.strike_at_once(state, who, whim);
        let mut turn = Turn { rules: self, state, dice, log };
        match at_once {
            Some((with, attack, target)) => turn.strike(who, with, attack, target),
            None => act_after_thought(turn.anew(), who, whim),
        }
        turn.settle();
    }
}

/// Whoever of those who are asked comes first.
#[inline(always)]
fn first(state: &State, asked: Crowd) -> Who {
    (Band::of(asked.0 as u32) & state.acting).head()
}

#[inline(never)]
fn act_after_thought<D: Dice, L: Log<Event>>(mut turn: Turn<'_, D, L>, who: Who, whim: &mut Whim) {
    let deed = turn.rules.think_naturally(turn.state, who, whim);
    turn.act(who.does(deed));
}

/// How somebody is minded who thinks, and the lots that it draws.
struct Mood<'a> {
    temper: Temper,
    whim: &'a mut Whim,
}

impl Delve {
    /// The short way: somebody with an enemy close by strikes, if there is nothing to think about. With what, and whom?
    #[inline(always)]
    fn strike_at_once(&self, state: &State, who: Who, whim: &mut Whim) -> Option<(u8, &Attack, Who)> {
        let close = state.foes(who) & state.standing & state.around(who);
        if close.is_empty() || state.acted.has(who) || state.phase == Phase::Before {
            return None;
        }
        let brief = self.brief(state, who);
        let (with, attack) = brief.at_once.as_ref()?;
        let target = self.pick(state, close, attack, brief.quarry, whim);
        let minded = self.brief(state, target).minds.has(attack.harm);
        (!minded).then_some((*with, attack, target))
    }

    #[inline(never)]
    fn think_naturally(&self, state: &State, who: Who, whim: &mut Whim) -> Deed {
        self.think_fairly(state, who, &mut Mood { temper: self.nature(state, who), whim })
    }

    /// Thinks of what its side perceives, and of nothing else.
    fn think_fairly(&self, state: &State, who: Who, mood: &mut Mood<'_>) -> Deed {
        if self.is_open_to(state, who) {
            return self.think_twice(state, who, mood);
        }
        self.think_twice(&self.as_heroes_know(state), who, mood)
    }

    fn think_twice(&self, state: &State, who: Who, mood: &mut Mood<'_>) -> Deed {
        if state.phase == Phase::Before {
            return Deed::Begin;
        }
        if self.plotted
            && let Some(deed) = self.on_an_errand(state, who)
        {
            return deed;
        }
        if state.acted.has(who) {
            return Deed::Done;
        }
        let sheet = self.sheet(state, who);
        let foes = state.foes(who) & state.standing;
        if state.struck[who] != 0 {
            return self.strike_on(state, who, foes, mood).unwrap_or(Deed::Done);
        }
        if !self.field.zones().exit_zones().is_empty() && self.is_hopeless(state, who, foes, mood.temper) {
            return self.run(state, who);
        }
        if let Some(target) = self.whom_to_wake(state, who, mood.whim) {
            return Deed::Wake { target };
        }
        if let Some(deed) = self.worth_doing(state, who, mood.whim) {
            return deed;
        }
        if sheet.several != 0
            && let Some(deed) = self.strike_on(state, who, foes, mood)
        {
            return deed;
        }
        let close = foes & state.around(who);
        if !close.is_empty()
            && let Some(with) = sheet.best[Reach::Close as usize]
        {
            return self.harm_somebody(state, who, with, close, mood);
        }
        self.reach_out(state, who, foes, mood)
    }

    /// Strikes one of those whom a weapon harms: whoever matters most to the goal, or else whom it would pick. If it harms
    /// none, with another one that does.
    fn harm_somebody(&self, state: &State, who: Who, with: u8, reached: Band, mood: &mut Mood<'_>) -> Deed {
        let sheet = self.sheet(state, who);
        let prey = if self.plotted { prey(self, state, who) } else { None };
        let mut pick = |harmed: Band, attack: &Attack| {
            let wanted = prey.filter(|&one| harmed.has(one));
            wanted.unwrap_or_else(|| self.pick(state, harmed, attack, mood.temper.quarry(), mood.whim))
        };
        let harmed = |attack: &Attack| -> Band {
            reached.filter(|&foe| !self.sheet(state, foe).immune.has(attack.harm)).collect()
        };
        let mut aim = |with: u8, whom: &dyn Fn(&Attack) -> Band| {
            let attack = sheet.attacks.get(usize::from(with))?;
            let whom = whom(attack);
            (!whom.is_empty()).then(|| Deed::Attack { with, target: pick(whom, attack) })
        };
        let reaches = |attack: &Attack| {
            attack.melee && (attack.reach >= Reach::Near || reached.meets(state.around(who)))
        };
        let others = (0_u8..).zip(&sheet.attacks).filter(|(_, attack)| reaches(attack));
        let other = || others.max_by_key(|(_, attack)| (!harmed(attack).is_empty(), promise(attack)));
        let deed = aim(with, &harmed).or_else(|| aim(other()?.0, &harmed));
        deed.or_else(|| aim(with, &|_| reached)).unwrap_or(Deed::Done)
    }

    /// Where several attacks are made in one action: the best of those that are left, on somebody in its reach, unless
    /// one that takes the whole action promises more than all of them.
    fn strike_on(&self, state: &State, who: Who, foes: Band, mood: &mut Mood<'_>) -> Option<Deed> {
        let (sheet, zone) = (self.sheet(state, who), state.zone[who]);
        let (mut all, mut alone) = ((0, None), (0, None));
        for (with, attack) in (0_u8..).zip(&sheet.attacks) {
            if !self.can_strike(state, who, attack) {
                continue;
            }
            let reached = foes & state.in_zones(self.reached(state, zone, attack.reach));
            let target = match attack.melee {
                true if reached.is_empty() => continue,
                true => self.pick(state, reached, attack, mood.temper.quarry(), mood.whim),
                false => {
                    let clear: Band = reached.filter(|&foe| is_fair_shot(state, who, foe)).collect();
                    if clear.is_empty() {
                        continue;
                    }
                    self.best_mark(state, who, clear, mood)
                }
            };
            let deed = Some((promise(attack), Deed::Attack { with, target }));
            let times = (attack.turns & !state.struck[who]).count_ones() as i32;
            let (sum, best) = if attack.turns == 0 { &mut alone } else { &mut all };
            *sum = if attack.turns == 0 { promise(attack).max(*sum) } else { *sum + times * promise(attack) };
            if best.is_none_or(|(most, _)| promise(attack) > most) {
                *best = deed;
            }
        }
        let best = if alone.0 > all.0 { alone.1 } else { all.1 };
        best.map(|(_, deed)| deed)
    }

    /// A friend beside `who` who sleeps and would do more than `who` does.
    fn whom_to_wake(&self, state: &State, who: Who, whim: &mut Whim) -> Option<Who> {
        let sleepers = state.has[Condition::Asleep as usize] & state.friends(who) & state.standing;
        let worth = |one: Who| self.sheet(state, one).threat;
        let near = sleepers & state.around(who);
        let best = (!near.is_empty()).then(|| most(near, whim, worth))?;
        (worth(best) * 2 >= self.sheet(state, who).threat).then_some(best)
    }

    /// Nobody is close, or there is nothing to strike with.
    fn reach_out(&self, state: &State, who: Who, foes: Band, mood: &mut Mood<'_>) -> Deed {
        let zone = state.zone[who];
        let sheet = self.sheet(state, who);
        if let Some(with) = sheet.long {
            let reached = foes & state.in_zones(self.reached(state, zone, Reach::Near));
            if !reached.is_empty() {
                return self.harm_somebody(state, who, with, reached, mood);
            }
        }
        for reach in [Reach::Near, Reach::Far] {
            let Some(with) = sheet.best[reach as usize] else { continue };
            let seen = foes & state.in_zones(self.reached(state, zone, reach));
            let clear: Band = seen.filter(|&foe| is_fair_shot(state, who, foe)).collect();
            // Into a melee only for want of anything better.
            let hopeless_melee = sheet.best[Reach::Close as usize].is_none();
            let targets = if clear.is_empty() && hopeless_melee { seen } else { clear };
            if !targets.is_empty() {
                return Deed::Attack { with, target: self.best_mark(state, who, targets, mood) };
            }
        }
        self.go(state, who, foes)
    }

    /// Whom to shoot at: who is easy to hit, and nearly down.
    fn best_mark(&self, state: &State, who: Who, targets: Band, mood: &mut Mood<'_>) -> Who {
        if mood.temper.quarry() == Quarry::Anyone {
            return by_lot(targets, mood.whim);
        }
        let key = |one: Who| {
            let lie = self.lie(state, who, one);
            let ac = i32::from(self.brief(state, one).ac + lie.cover - lie.dark - lie.height);
            let in_the_way = (state.around(one) & state.friends(who) & state.standing).len() as i32;
            i32::from(state.hp[one] - state.later.harm[one]).max(0) + 2 * ac + 4 * in_the_way
        };
        least(targets, mood.whim, key)
    }

    // --- ways ---

    /// To where there is something to do, for those who can go.
    fn go(&self, state: &State, who: Who, foes: Band) -> Deed {
        match self.whither(state, who, foes) {
            Deed::Move { .. } if !self.can_step(state, who) => Deed::Done,
            deed => deed,
        }
    }

    /// To an enemy, or else to a zone that nobody of its side sees.
    fn whither(&self, state: &State, who: Who, foes: Band) -> Deed {
        let zone = state.zone[who];
        let fronts = state.zones_of(foes);
        if let Some(step) = self.step_toward(state, who, self.field.walked(&state.doors), fronts) {
            return Deed::Move { to: step };
        }
        if let Some(deed) = self.through_what_is_fast(state, who, fronts) {
            return deed;
        }
        if !fronts.is_empty() {
            return Deed::Done;
        }
        let watched = self.field.watched(&state.doors, state.zones_of(state.friends(who) & state.standing));
        let unseen = self.field.zones().to_search(watched, state.round);
        match self.step_toward(state, who, self.field.walked(&state.doors), unseen) {
            Some(to) => Deed::Move { to },
            None if unseen.has(zone) => Deed::Done,
            None => self.through_what_is_fast(state, who, unseen).unwrap_or(Deed::Done),
        }
    }

    /// The next zone on the way to the nearest of these: round hazards, if that is not far and does not go on for ever.
    pub(crate) fn step_toward(&self, state: &State, who: Who, map: &Zones, goals: ZoneSet) -> Option<u8> {
        let zone = state.zone[who];
        let near = goals.filter(|&goal| goal != zone && map.distance(zone, goal) != Zones::APART);
        let goal = near.min_by_key(|&goal| map.distance(zone, goal))?;
        let cost = |&next: &u8| {
            let shuns = state.round < Zones::LONG_FIGHT && self.peril(state, who, next).is_some();
            let detour = if shuns { 3 } else { 0 };
            u16::from(map.distance(next, goal)) + detour
        };
        map.beside(zone).min_by_key(cost)
    }

    /// Somebody is cut off: at the door that is in the way, or to where it is.
    pub(crate) fn through_what_is_fast(&self, state: &State, who: Who, goals: ZoneSet) -> Option<Deed> {
        let zone = state.zone[who];
        let next = self.step_toward(state, who, self.passable(state), goals)?;
        if self.ways(state, zone).has(next) {
            return Some(Deed::Move { to: next });
        }
        let door = self.field.door_between(zone, next)?;
        let can = |what: Handle| self.can_handle(state, who, door, what);
        let chance = |what: &Handle| self.of_six(state, who, door, *what);
        let what = match can(Handle::Open) {
            true => Handle::Open,
            false => {
                [Handle::Force, Handle::Pick].into_iter().filter(|&what| can(what)).max_by_key(chance)?
            }
        };
        Some(Deed::Door { door, what })
    }

    /// Badly hurt, and two to one against it; or the last one, with three against it. Some give up sooner, or never.
    fn is_hopeless(&self, state: &State, who: Who, foes: Band, temper: Temper) -> bool {
        if self.sheet(state, who).fearless || state.rooted.has(who) {
            return false;
        }
        let friends = (state.friends(who) & state.standing).len();
        let against = (foes - state.helpless()).filter(|&foe| state.is_on_map(foe)).count();
        let hurt = state.hp[who] * 3 <= state.max_hp[who];
        let hopeless = (hurt && against >= 2 * friends) || (friends == 1 && against >= 3);
        let health = i32::from(state.hp[who]) * 100 / i32::from(state.max_hp[who]).max(1);
        temper.flees(hopeless, health)
            && self.field.walked(&state.doors).nearest_exit(state.zone[who]).is_some()
    }

    fn run(&self, state: &State, who: Who) -> Deed {
        let zone = state.zone[who];
        let map = self.field.walked(&state.doors);
        let exits = map.exit_zones();
        if exits.has(zone) {
            return Deed::Leave;
        }
        self.step_toward(state, who, map, exits).map_or(Deed::Done, |to| Deed::Move { to })
    }

    // --- spells and things ---

    /// The spell or the thing that promises most, if it promises more than a weapon would.
    fn worth_doing(&self, state: &State, who: Who, whim: &mut Whim) -> Option<Deed> {
        let zone = state.zone[who];
        let sheet = self.sheet(state, who);
        let mut best = Best::above(WEAPON_WORTH);
        for (spell, &index) in (0..).zip(&sheet.spells) {
            let cast = &self.spells[index as usize];
            if state.slots[who][cast.level as usize - 1] == 0 {
                continue;
            }
            let taken = self.takes(state, who, cast);
            let reached = self.reached(state, zone, cast.reach);
            let mut consider = |target, set| {
                let worth = self.worth(state, who, cast.takes, cast.effect, set);
                best.consider(Deed::Cast { spell, target }, worth, whim);
            };
            if cast.area {
                for zone in reached.filter(|&zone| state.at[zone].meets(taken)) {
                    consider(Target::Zone(zone), state.at[zone] & taken);
                }
            } else {
                for one in taken & state.in_zones(reached) {
                    consider(Target::One(one), Band::one(one));
                }
            }
        }
        if !self.ground.things.is_empty() {
            for (thing, offer) in self.things_at(state, zone) {
                let taken = self.touched_by(state, who, offer);
                let worth = self.worth(state, who, offer.takes, offer.effect, taken);
                best.consider(Deed::Use { thing }, worth, whim);
            }
        }
        best.found
    }

    /// What an effect is worth in hit points, over all whom it takes; harm to friends counts double.
    fn worth(&self, state: &State, who: Who, takes: Takes, effect: Effect, set: Band) -> i32 {
        let friends = state.friends(who);
        let mut budget = match effect.does {
            Does::Slumber { dice, .. } => middle(dice),
            _ => 0,
        };
        let mut sum = 0;
        for one in set {
            let worth = self.worth_on(state, one, effect, &mut budget);
            let hurts = !matches!(effect.does, Does::Heal(_)) && takes != Takes::Friends;
            sum += if hurts && friends.has(one) { -2 * worth } else { worth };
        }
        sum
    }

    fn worth_on(&self, state: &State, one: Who, effect: Effect, budget: &mut i32) -> i32 {
        let sheet = self.sheet(state, one);
        let left = i32::from(state.hp[one] - state.later.harm[one]);
        // In twentieths: how much of it a save leaves, on average.
        let fails = i32::from(sheet.save - 1).clamp(0, 20);
        let lasting = |condition: Condition| {
            state.is(one, condition) || state.later.lasts[one][condition as usize] != 0
        };
        let afflicted = |Affliction { condition, .. }: Affliction| match condition {
            _ if lasting(condition) || sheet.proof.has(condition) => 0,
            _ if self.is_good(condition) => 2,
            Condition::Asleep if sheet.mindless => 0,
            _ if self.is_helpless(condition) => left * 2 / 3,
            _ => left / 3,
        };
        let felt = match effect.save {
            Save::No | Save::Ends => 20,
            Save::Negates => fails,
            Save::Halves => 10 + fails / 2,
        };
        let whole = match effect.does {
            Does::Damage(_) if sheet.immune.has(effect.harm) => effect.leaves.map_or(0, afflicted),
            Does::Damage(roll) => middle(roll).min(left.max(0)) + effect.leaves.map_or(0, afflicted) / 2,
            Does::Heal(roll) => {
                let missing = i32::from(state.max_hp[one]) - left;
                let worth = middle(roll).min(missing);
                match state.standing.has(one) {
                    false => worth + 6,
                    true if missing * 2 > left + missing => worth,
                    true => 0,
                }
            }
            Does::Afflict(what) => afflicted(what),
            Does::Slumber { max, .. } => {
                let size = i32::from(sheet.hit_dice());
                let can = size <= i32::from(max) && size <= *budget && !lasting(Condition::Asleep);
                if !can || sheet.sleepless() {
                    return 0;
                }
                *budget -= size;
                left.max(3) * 3 / 4
            }
            Does::Hazard(number) => {
                let damage = self.hazard(number).and_then(|hazard| hazard.damage).map_or(0, middle);
                damage.min(left.max(0)) * fails / 20
            }
        };
        whole * felt / 20
    }
}

/// A spell must promise more than this to be worth the action.
const WEAPON_WORTH: i32 = 3;

/// How many blows a hit point takes, about, when they land on this face of a d20 or above; in parts of a blow.
const BLOWS: [u16; 21] = {
    let (mut blows, mut face) = ([0; 21], 0);
    while face < 21 {
        let lands = if face == 0 { 20 } else { 21 - face };
        blows[face] = 840 / lands as u16;
        face += 1;
    }
    blows
};

impl Delve {
    /// Whom to strike of those at hand.
    #[inline(always)]
    fn pick(&self, state: &State, set: Band, attack: &Attack, quarry: Quarry, whim: &mut Whim) -> Who {
        if let Some(only) = set.only() {
            return only;
        }
        if quarry == Quarry::Easiest && state.afflicted.is_empty() && state.later.touched.is_empty() {
            return least(set, whim, |one| self.blows(state, one, attack, state.hp[one], 0));
        }
        self.pick_with_care(state, set, attack, quarry, whim)
    }

    /// How much it takes to fell somebody who has this much left and is so much harder to hit than usual.
    #[inline(always)]
    fn blows(&self, state: &State, one: Who, attack: &Attack, left: i16, harder: i16) -> u32 {
        let face = (self.brief(state, one).ac + harder - attack.to_hit).clamp(0, 20);
        u32::from(left as u16) * u32::from(BLOWS[face as usize])
    }

    /// Counts what lies on people and what is on its way; those who are as good as down come last.
    #[inline(never)]
    fn pick_with_care(
        &self,
        state: &State,
        set: Band,
        attack: &Attack,
        quarry: Quarry,
        whim: &mut Whim,
    ) -> Who {
        // Let sleepers lie while others strike.
        let awake = set - state.has[Condition::Asleep as usize];
        let set = if awake.is_empty() { set } else { awake };
        match quarry {
            Quarry::Anyone => by_lot(set, whim),
            Quarry::Fiercest => most(set, whim, |one| {
                self.sheet(state, one).threat / if state.helpless().has(one) { 2 } else { 1 }
            }),
            Quarry::Easiest => least(set, whim, |one| {
                let left = state.hp[one] - state.later.harm[one];
                let helpless = if state.helpless().has(one) { HELPLESS } else { 0 };
                let warded = if state.is(one, Condition::Warded) { WARDED } else { 0 };
                self.blows(state, one, attack, left - 1, warded - helpless)
            }),
        }
    }
}

/// At most one in three of those whom a shot may find is a friend.
fn is_fair_shot(state: &State, who: Who, target: Who) -> bool {
    let there = state.around(target) & state.standing;
    let friends = (there & state.friends(who)).len();
    2 * friends <= there.len() - friends
}

#[cfg(test)]
mod tests {
    use fracas_content::{Bundle, Source, library};
    use fracas_kernel::{Play, Side};

    use super::*;

    /// One room: a fighter in mail, a mage in a robe, and somebody who wants to strike one of them.
    fn room(heroes: [&str; 2], creature: &str) -> (Delve, State, [Who; 2]) {
        let text = format!(
            "system = 'delve'\ntitle = 'Room'\nzone = [{{ id = 'room', name = 'Room', at = [0, 0] }}]\n\
             party = [{{ hero = '{}', at = 'room' }}, {{ hero = '{}', at = 'room' }}]\n\
             foes = [{{ creature = '{creature}', at = 'room' }}]\n",
            heroes[0], heroes[1]
        );
        let scenario = Source::new("room.toml", text);
        let rules = Delve::load(&Bundle { scenario, library: library("delve"), party: None });
        let rules = rules.unwrap_or_else(|problems| panic!("{problems}"));
        let mut state = rules.start();
        state.phase = Phase::First(Side::Monsters);
        state.acting = Band::one(Who(2));
        let [armoured, bare] = if heroes[0] == "brakk" { [Who(0), Who(1)] } else { [Who(1), Who(0)] };
        assert!(rules.sheet(&state, armoured).ac >= rules.sheet(&state, bare).ac + 3);
        (state.hp[armoured], state.hp[bare]) = (6, 6);
        (rules, state, [armoured, bare])
    }

    /// How often each is struck in a hundred tries.
    fn struck(rules: &Delve, state: &State, [one, two]: [Who; 2]) -> [usize; 2] {
        let targets: Vec<Who> = (0..100)
            .map(|nth| match rules.instinct(state, Crowd::ALL, &mut Whim::new(nth)).deed {
                Deed::Attack { target, .. } => target,
                other => panic!("{other:?}"),
            })
            .collect();
        [one, two].map(|who| targets.iter().filter(|&&target| target == who).count())
    }

    #[test]
    fn armour_and_helplessness_count_and_the_order_of_the_party_does_not() {
        for heroes in [["brakk", "quorra"], ["quorra", "brakk"]] {
            let (rules, mut state, both) = room(heroes, "goblin");
            let [armoured, bare] = both;
            assert_eq!(struck(&rules, &state, both), [0, 100], "as healthy, and easier to hit");
            // A scratch is no reason to strike at mail.
            state.hp[armoured] -= 1;
            state.hurt.insert(armoured);
            assert_eq!(struck(&rules, &state, both), [0, 100]);
            // Somebody who is held is struck, even with more left.
            state.hp[bare] += 1;
            state.has[Condition::Held as usize].insert(bare);
            state.afflicted.insert(bare);
            assert_eq!(struck(&rules, &state, both), [0, 100], "helpless");
            // A sleeper is not worth waking.
            state.has[Condition::Held as usize].remove(bare);
            state.has[Condition::Asleep as usize].insert(bare);
            assert_eq!(struck(&rules, &state, both), [100, 0], "asleep");
        }
    }

    #[test]
    fn a_beast_bites_whoever_comes_to_hand_unless_it_is_told_otherwise() {
        let (rules, state, both) = room(["brakk", "quorra"], "wolf");
        let [armoured, bare] = struck(&rules, &state, both);
        assert!(armoured > 25 && bare > 25, "{armoured} and {bare}");
        assert_eq!(rules.nature(&state, Who(2)), Temper::Mindless);
        for nth in 0..20 {
            let told = rules.instinct_as(&state, Crowd::ALL, Temper::Cunning, &mut Whim::new(nth));
            assert!(matches!(told.deed, Deed::Attack { target, .. } if target == both[1]));
        }
    }
}
