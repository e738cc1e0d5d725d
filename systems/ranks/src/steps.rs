//! A card for many, target by target, so that its odds can be counted out: what may be forgotten once a target has been
//! dealt with, and what still counts for the others. That is auras, above all: whoever goes down takes one along.

use fracas_dice::{Dice, Seeded};
use fracas_kernel::{Crowd, Log, Null, Stage, Who};

use crate::apply::Turn;
use crate::choices::Choice;
use crate::data::{Ability, Amount, Card, Does, Lasting, Ranks};
use crate::event::Event;
use crate::state::{State, bit, each, ix};

/// What is left of a card: who plays it, and whom it has still to come to.
#[derive(Clone, Copy)]
struct Rest<'a> {
    who: Who,
    card: &'a Card,
    left: u128,
}

impl Ranks {
    pub(crate) fn takes_many(&self, state: &State, choice: Choice) -> bool {
        let Choice::Act { who, card, aim } = choice else { return false };
        let Some(play) = self.play_of(state, who, card, aim) else { return false };
        let mut then = state.clone();
        let mut turn = Turn { rules: self, state: &mut then, dice: &mut Seeded::new(0), log: &mut Null };
        let ground = play.card.first.iter().find(|does| matches!(does, Does::Terrain(_)));
        if let Some(ground) = ground {
            turn.serve(&play, *ground);
        }
        let targets = turn.targets(&play);
        // Whoever may lose the weapon by its own card loses track of it between steps.
        let loses = play.card.hit.iter().any(|does| matches!(does, Does::Disarm | Does::Steal));
        targets.count_ones() >= 2 && !(loses && targets & bit(who) != 0)
    }

    pub(crate) fn next_target(
        &self,
        state: &mut State,
        choice: Choice,
        stage: Stage,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) -> Stage {
        let Choice::Act { who, card, aim } = choice else { return Stage::Over };
        let Some(play) = self.play_of(state, who, card, aim) else { return Stage::Over };
        let mut turn = Turn { rules: self, state, dice, log };
        match stage {
            Stage::Beginning => Stage::Left(Crowd::of(turn.open(&play))),
            Stage::Left(left) => match left.first() {
                Some(target) => {
                    turn.come_to(&play, target);
                    Stage::Left(left - Crowd::one(target))
                }
                None => {
                    turn.close(&play);
                    Stage::Over
                }
            },
            Stage::Over => Stage::Over,
        }
    }

    fn rest(&self, before: &State, choice: Choice, stage: Stage) -> Option<Rest<'_>> {
        let (Choice::Act { who, card, .. }, Stage::Left(left)) = (choice, stage) else { return None };
        let &index = self.sheet(before, who).cards.get(card as usize)?;
        Some(Rest { who, card: &self.cards[index as usize], left: left.0 })
    }

    pub(crate) fn done_with(&self, before: &State, choice: Choice, stage: Stage) -> Crowd {
        let Some(rest) = self.rest(before, choice, stage) else { return Crowd::NONE };
        let Rest { who, card, left } = rest;
        let lifts = |sheet: u8| {
            let aura = self.sheets[sheet as usize].aura.as_ref();
            aura.is_some_and(|aura| matches!(aura.does, Lasting::Ability { ability: Ability::Resolve, .. }))
        };
        let owners = if rest.shifts() { before.auras } else { before.auras & (left | bit(who)) };
        let called = card.after.iter().any(|does| matches!(does, Does::Summon(sheet) if lifts(*sheet)));
        // Health is counted from Resolve: it changes for everybody around when such an aura goes, comes or is left.
        if called || each(owners).any(|owner| lifts(before.sheet[ix(owner)])) {
            return Crowd::NONE;
        }
        let own = if rest.touches_actor() { bit(who) } else { 0 };
        Crowd::of(before.everyone() & !left & !own)
    }

    pub(crate) fn forget_done(&self, before: &State, state: &mut State, choice: Choice, stage: Stage) {
        let Some(rest) = self.rest(before, choice, stage) else { return };
        let done = self.done_with(before, choice, stage).0;
        let places_count = self.places_count(before, state, rest);
        state.lying = before.lying;
        state.outcome = before.outcome;
        (state.hidden[ix(rest.who)], state.senses[ix(rest.who)]) =
            (before.hidden[ix(rest.who)], before.senses[ix(rest.who)]);
        for one in each(done) {
            restore_health(before, state, one);
            if one != rest.who {
                restore_rest(before, state, one);
            }
        }
        if !places_count {
            state.filled = before.filled;
            for one in each(done & !bit(rest.who)) {
                state.at[ix(one)] = before.at[ix(one)];
            }
            self.forget_falls(before, state, rest, done);
        }
    }

    /// Does it count for what is left who stands where? Only for auras, if somebody is shoved: one who has an aura, or
    /// anybody before the harm is done.
    fn places_count(&self, before: &State, state: &State, rest: Rest<'_>) -> bool {
        let shoved_first = rest
            .card
            .hit
            .iter()
            .position(shifts)
            .is_some_and(|shove| rest.card.hit[shove..].iter().any(is_of_health));
        let moved = |owner: Who| rest.left & bit(owner) != 0 || state.at[ix(owner)] != before.at[ix(owner)];
        rest.shifts()
            && each(state.auras).any(|owner| {
                self.can_count(state, rest, owner) && (shoved_first || moved(owner) || owner == rest.who)
            })
    }

    /// Who has gone down counts for the aura alone: and of those whose auras do the same to the same people, only how
    /// many they are.
    fn forget_falls(&self, before: &State, state: &mut State, rest: Rest<'_>, done: u128) {
        let fallen = done & before.up & !state.up;
        let raise = |state: &mut State, who: Who| {
            for (now, was) in [
                (&mut state.up, before.up),
                (&mut state.unconscious, before.unconscious),
                (&mut state.dead, before.dead),
            ] {
                *now = *now & !bit(who) | was & bit(who);
            }
        };
        each(done).for_each(|one| raise(state, one));
        if fallen & state.auras == 0 {
            return;
        }
        // Everybody stands again: now it can be seen whom the auras of the fallen would reach.
        let owners = each(done & before.up & state.auras);
        let owners: Vec<(Who, u128)> =
            owners.map(|owner| (owner, self.reached(state, rest, owner))).collect();
        let mut down = 0;
        for &(owner, reached) in
            owners.iter().filter(|(owner, reached)| fallen & bit(*owner) != 0 && *reached != 0)
        {
            let alike = |other: &&(Who, u128)| {
                down & bit(other.0) == 0 && other.1 == reached && self.same_aura(state, owner, other.0)
            };
            down |= owners.iter().find(alike).map_or(0, |(first, _)| bit(*first));
        }
        state.up &= !down;
        state.unconscious |= down;
    }

    fn same_aura(&self, state: &State, one: Who, other: Who) -> bool {
        let aura = |who: Who| self.sheet(state, who).aura.as_ref().map(|aura| (aura.does, aura.rank));
        state.friends(one) & bit(other) != 0 && aura(one) == aura(other)
    }

    /// Is this an aura on which anything that is left can depend, wherever people stand?
    fn can_count(&self, state: &State, rest: Rest<'_>, owner: Who) -> bool {
        let aura = self.sheet(state, owner).aura.as_ref();
        aura.is_some_and(|aura| rest.depends(aura.does) != [false; 2])
    }

    /// For whom of those who are left, or who acts, the aura of somebody counts.
    fn reached(&self, state: &State, rest: Rest<'_>, owner: Who) -> u128 {
        let Some(aura) = &self.sheet(state, owner).aura else { return 0 };
        let [actor, targets] = rest.depends(aura.does);
        let concerned = if actor { bit(rest.who) } else { 0 } | if targets { rest.left } else { 0 };
        let side = if aura.does.is_good() { state.friends(owner) } else { state.foes(owner) };
        each(concerned & side)
            .filter(|&one| state.distance(owner, one) <= aura.reach)
            .fold(0, |set, one| set | bit(one))
    }
}

fn restore_health(before: &State, state: &mut State, who: Who) {
    state.damage[ix(who)] = before.damage[ix(who)];
    state.wounds[ix(who)] = before.wounds[ix(who)];
}

fn restore_rest(before: &State, state: &mut State, who: Who) {
    let at = ix(who);
    state.hidden[at] = before.hidden[at];
    state.senses[at] = before.senses[at];
    state.ranks[at] = before.ranks[at];
    state.borne[at] = before.borne[at];
    state.items[at] = before.items[at];
    state.equipped[at] = before.equipped[at];
    for (now, was) in [
        (&mut state.prone, before.prone),
        (&mut state.stunned, before.stunned),
        (&mut state.afflicted, before.afflicted),
    ] {
        *now = *now & !bit(who) | was & bit(who);
    }
}

fn shifts(does: &Does) -> bool {
    matches!(does, Does::Push(_) | Does::Pull(_) | Does::Swap)
}

fn is_of_health(does: &Does) -> bool {
    matches!(does, Does::Damage { .. } | Does::Heal(_) | Does::Mend(_) | Does::Wound(_))
}

impl Rest<'_> {
    fn shifts(&self) -> bool {
        self.card.hit.iter().any(shifts) || self.card.after.iter().any(|does| matches!(does, Does::Step(_)))
    }

    /// May what is left change the health of the one who plays the card?
    fn touches_actor(&self) -> bool {
        let harmless = |does: &Does| {
            matches!(
                does,
                Does::Again
                    | Does::Scan
                    | Does::Hide
                    | Does::Reveal
                    | Does::Stand
                    | Does::Step(_)
                    | Does::Terrain(_)
                    | Does::Summon(_)
            )
        };
        let passes = self.left != 0 && self.card.hit.contains(&Does::Pass);
        passes || !self.card.after.iter().all(harmless)
    }

    /// Does what is left depend on this, for the one who plays the card, and for its targets?
    fn depends(&self, lasting: Lasting) -> [bool; 2] {
        let card = self.card;
        let all = || card.hit.iter().chain(&card.after);
        match lasting {
            Lasting::Ability { ability, .. } => {
                let amount = |does: &Does| match *does {
                    Does::Damage { amount, .. } | Does::Heal(amount) => amount == Amount::Own(ability),
                    _ => false,
                };
                let skill = card.attack.is_some_and(|attack| attack.skill == ability);
                let against = card.attack.is_some_and(|attack| attack.against == ability);
                let body = matches!(ability, Ability::Endurance | Ability::Resolve);
                [skill || body || all().any(amount), against || body]
            }
            Lasting::Dealt { .. } => [all().any(|does| matches!(does, Does::Damage { .. })), false],
            Lasting::Resists { .. } => [true, true],
            Lasting::Heals | Lasting::Hurts(_) | Lasting::Movement { .. } => [false; 2],
        }
    }
}
