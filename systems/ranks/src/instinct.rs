//! A quick, sensible mind. It weighs what every card in hand is worth against everybody in reach: the chance to hit, the
//! wounds that this may cause, who is nearly down already, friends in the way. Out of reach it goes where it can strike,
//! at the least price; it heals, inspires, scans, hides and takes up weapons where that helps. It knows what its side
//! sees, and no more. Bonuses of auras are left out of its sums.

mod approach;
pub(crate) mod chances;
mod errand;
mod worth;

use fracas_kernel::grid::{Body, Square};
use fracas_kernel::{Crowd, Quarry, Temper, Think, Whim, Who, by_lot, least};

use crate::aim::{Aim, range_of};
use crate::apply::INSPIRES;
use crate::card::{Does, STAND, Takes, Wields};
use crate::choices::{Choice, Deed, EFFORT, HANDLING, HANDS};
use crate::data::{Ability, ItemKind, Keyword, Ranks, Weapon};
use crate::state::{NOTHING, Phase, State};
use worth::Plan;

impl Think for Ranks {
    /// Be ready, act, spend what movement points are left, and make do where nothing else helps.
    #[inline(always)]
    fn instinct(&self, state: &State, asked: Crowd, whim: &mut Whim) -> Choice {
        self.instinct_as(state, asked, self.nature(state, state.current()), whim)
    }

    fn nature(&self, state: &State, who: Who) -> Temper {
        Temper::by_nature(self.is(state, who, Keyword::Beast) || self.is(state, who, Keyword::Mindless))
    }

    #[inline(always)]
    fn instinct_as(&self, state: &State, _asked: Crowd, temper: Temper, whim: &mut Whim) -> Choice {
        if state.phase == Phase::Initiative {
            return self.spokesman(state).does(Deed::Roll);
        }
        if state.phase == Phase::Ending {
            return self.next_up(state).does(Deed::Begin);
        }
        let who = state.current();
        let seen = self.seen_foes(state, who);
        self.get_ready(state, who)
            .or_else(|| if self.plotted { self.on_an_errand(state, who, seen, whim) } else { None })
            .or_else(|| if state.acted { None } else { self.take_action(state, who, seen, temper, whim) })
            .or_else(|| self.spend_the_rest(state, who, seen, whim))
            .or_else(|| if state.acted { None } else { self.make_do(state, who, seen, whim) })
            .unwrap_or(who.does(Deed::End))
    }
}

impl Ranks {
    /// What comes before anything else: a weapon in hand, friends awake.
    fn get_ready(&self, state: &State, who: Who) -> Option<Choice> {
        if state.movement[who] >= HANDLING && !state.acted && !self.is_armed(state, who) {
            let arm = self.take_up_arms(state, who);
            if arm.is_some() {
                return arm;
            }
        }
        let dazed = state.stunned & state.friends(who) & state.up;
        if !dazed.is_empty() && state.movement[who] >= EFFORT {
            let inspires = self.chances.below(self.raw(state, who, Ability::Presence), INSPIRES) < 0.75;
            if inspires && self.seen_friends(state, who).meets(dazed) {
                return Some(who.does(Deed::Inspire));
            }
        }
        None
    }

    /// The best card that is worth anything; else up from the ground, and to where there is something to strike.
    fn take_action(
        &self,
        state: &State,
        who: Who,
        seen: Crowd,
        temper: Temper,
        whim: &mut Whim,
    ) -> Option<Choice> {
        let minded = self.minded(state, who, seen, temper, whim);
        let useful = |plan: &Plan| plan.worth > 0.0;
        let mut plan = self.best_card(state, who, minded, whim).filter(useful);
        if plan.is_none() && minded != seen {
            // Nothing is to be done about the nearest: then anybody will do.
            plan = self.best_card(state, who, seen, whim).filter(useful);
        }
        if let Some(Plan { card, aim, .. }) = plan {
            return Some(who.does(Deed::Act { card, aim }));
        }
        if state.prone.has(who) {
            return self.stand(state, who);
        }
        // In the middle of a fight, and nobody to be seen: somebody hides.
        let blind = !seen.meets(state.up) && state.movement[who] >= 2 * EFFORT;
        if blind && self.is_roused(state, who) && self.seen_by_friends(state, who).is_empty() {
            return Some(who.does(Deed::Scan));
        }
        self.approach(state, who, seen, whim)
    }

    /// Those whom it thinks of striking: whoever does not pick its targets, of nobody but one of the nearest.
    fn minded(&self, state: &State, who: Who, seen: Crowd, temper: Temper, whim: &mut Whim) -> Crowd {
        let up = seen & state.up;
        if temper.quarry() != Quarry::Anyone || up.is_empty() {
            return seen;
        }
        (seen - up).with(least(up, whim, |one| state.distance(who, one)))
    }

    /// What is left of the movement points: nearer to the enemy, looking around, or out of sight.
    fn spend_the_rest(&self, state: &State, who: Who, seen: Crowd, whim: &mut Whim) -> Option<Choice> {
        let hurt = state.damage[who] >= 6 || state.wounds[who] + 1 >= self.raw(state, who, Ability::Resolve);
        if state.acted && !hurt && !self.has_a_target(state, who, seen) {
            let nearer = self.approach(state, who, seen, whim);
            if nearer.is_some() {
                return nearer;
            }
        }
        if state.movement[who] < EFFORT {
            return None;
        }
        let foes = state.foes(who) & state.up;
        // Somebody is near and cannot be seen: after a scan there may be something to do.
        if !state.acted && !seen.meets(state.up) && !foes.is_empty() {
            return Some(who.does(Deed::Scan));
        }
        // Points that nothing else is bought with: out of sight until the next turn.
        (state.acted && !foes.is_empty()).then_some(who.does(Deed::Hide))
    }

    /// Nothing useful could be done: finish off the undead, go around friends, heal a little, gather treasure, hide.
    #[cold]
    #[inline(never)]
    fn make_do(&self, state: &State, who: Who, seen: Crowd, whim: &mut Whim) -> Option<Choice> {
        // Hiding comes last: whoever has hidden has thought of everything.
        if state.hidden[who] > 0 {
            return None;
        }
        let way = self
            .finish(state, who, seen, whim)
            .or_else(|| self.detour(state, who, seen))
            .or_else(|| self.a_little_help(state, who, whim));
        if way.is_some() {
            return way;
        }
        if state.side[0].has(who)
            && let Some(choice) = self.gather(state, who, seen)
        {
            return Some(choice);
        }
        let can_hide = state.movement[who] >= EFFORT && seen.meets(state.up);
        can_hide.then_some(who.does(Deed::Hide))
    }

    /// The undead may rise again; whoever else lies is let be.
    fn finish(&self, state: &State, who: Who, seen: Crowd, whim: &mut Whim) -> Option<Choice> {
        let rises = |one: &Who| self.is(state, *one, Keyword::Undead);
        let lying: Crowd = (seen & state.unconscious).filter(rises).collect();
        if lying.is_empty() {
            return None;
        }
        let hand = state.hand[who] - state.played - self.used_up(state, who);
        for (card, &index) in (0..).zip(&self.sheet(state, who).cards) {
            let played = &self.cards[index as usize];
            let harms = played.hit.iter().any(|does| matches!(does, Does::Damage { .. } | Does::Wound(_)));
            let usable = hand.has(card) && harms && self.unmet_need(state, who, played).is_none();
            if !usable || !matches!(played.takes, Takes::Enemy | Takes::TwoEnemies | Takes::Anyone) {
                continue;
            }
            let mut aim = |weapon: Option<&Weapon>, with: u8| {
                let range = range_of(played, weapon);
                let near: Crowd = lying.filter(|&one| state.distance(who, one) <= range).collect();
                let one = (!near.is_empty()).then(|| by_lot(near, whim))?;
                Some(who.does(Deed::Act { card, aim: Aim { with, ..Aim::at(one) } }))
            };
            let found = match played.weapon {
                None => aim(None, NOTHING),
                Some(wields) => {
                    self.weapons_for(state, who, wields).find_map(|(place, weapon)| aim(Some(weapon), place))
                }
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Damage that is too little to heal where there is anything else to do.
    fn a_little_help(&self, state: &State, who: Who, whim: &mut Whim) -> Option<Choice> {
        let heals = |all: &[Does]| all.iter().any(|does| matches!(does, Does::Heal(_)));
        let hand = state.hand[who] - state.played - self.used_up(state, who);
        for (card, &index) in (0..).zip(&self.sheet(state, who).cards) {
            let played = &self.cards[index as usize];
            if !hand.has(card) || played.attack.is_some() || self.unmet_need(state, who, played).is_some() {
                continue;
            }
            let hurt = |one: &Who| state.damage[*one] > 0;
            let act = |aim: Aim| Some(who.does(Deed::Act { card, aim }));
            if played.takes == Takes::Nothing && hurt(&who) && (heals(&played.first) || heals(&played.after))
            {
                return act(Aim::NONE);
            }
            if matches!(played.takes, Takes::Friend | Takes::Ally)
                && played.weapon.is_none()
                && heals(&played.hit)
            {
                let own = Crowd::one(who).only_if(played.takes == Takes::Friend);
                let near = |one: &Who| state.distance(who, *one) <= played.range;
                let others = self.seen_friends(state, who) | own;
                let patients: Crowd = (others & state.up).filter(near).filter(hurt).collect();
                if !patients.is_empty() {
                    return act(Aim::at(by_lot(patients, whim)));
                }
            }
        }
        None
    }

    fn has_a_target(&self, state: &State, who: Who, seen: Crowd) -> bool {
        let near = seen & state.up;
        if near.is_empty() {
            return false;
        }
        let reach = self.longest_reach(state, who);
        near.any(|foe| state.distance(who, foe) <= reach)
    }

    /// A rank without auras: whose they are may not be known.
    #[inline]
    fn raw(&self, state: &State, who: Who, ability: Ability) -> u8 {
        state.ranks[who][ability as usize].max(0) as u8
    }

    fn stand(&self, state: &State, who: Who) -> Option<Choice> {
        let card = self.sheet(state, who).cards.iter().position(|&card| card == STAND)? as u8;
        (state.hand[who] - state.played - self.used_up(state, who))
            .has(card)
            .then_some(who.does(Deed::Act { card, aim: Aim::NONE }))
    }

    // --- arms ---

    #[inline]
    fn is_armed(&self, state: &State, who: Who) -> bool {
        // Whoever brought no weapon misses none.
        let brought = self
            .sheet(state, who)
            .items
            .iter()
            .any(|&(item, _)| self.items[item as usize].weapon().is_some());
        !brought || self.weapons_for(state, who, Wields::Any).next().is_some()
    }

    fn take_up_arms(&self, state: &State, who: Who) -> Option<Choice> {
        let (hands, _) = self.in_use(state, who);
        let fits = |item: u8| {
            let item = &self.items[item as usize];
            matches!(item.kind, ItemKind::Weapon(_)) && !item.is_natural() && hands + item.hands() <= HANDS
        };
        if let Some((place, _)) = state.carried(who).find(|&(_, item)| fits(item)) {
            return Some(who.does(Deed::Equip { place }));
        }
        state.free_place(who)?;
        let near = |at: Square| state.body(who).distance(Body::new(at, 1)) <= 1;
        let lying = state
            .lying
            .iter()
            .position(|thing| thing.item != NOTHING && near(thing.at) && fits(thing.item))?;
        Some(who.does(Deed::PickUp { lying: lying as u8 }))
    }
}
