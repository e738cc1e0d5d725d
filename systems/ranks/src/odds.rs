//! Where the dice of a choice end, and what its odds count.
//!
//! A card for many is counted target by target, so that its odds are exact: what may be forgotten once a target has been
//! dealt with, and what still counts for the others. That is auras, above all: whoever goes down takes one along.

use fracas_dice::{Dice, Seeded};
use fracas_kernel::{Crowd, Foresee, Log, Mark, Null, Plight, Stage, Unit, Who};

use crate::apply::Turn;
use crate::card::{Amount, Card, Does};
use crate::choices::{Choice, Deed};
use crate::data::{Ability, Cards, Lasting, Ranks};
use crate::event::Event;
use crate::state::{Phase, State};
use crate::view::{DAMAGE, WOUNDS};

/// What a lost turn and a fall are worth, in health.
const TURN: i32 = 7;
const FALL: i32 = 2;

/// What somebody with a condition is, for those who weigh odds: content has the fine names.
const fn lasting_name(does: Lasting) -> &'static str {
    const UP: [&str; Ability::COUNT] = [
        "better at Endurance",
        "better at Resolve",
        "better at Speed",
        "better at Brawl",
        "better at Weapon",
        "better at Stealth",
        "better at Perception",
        "better at Presence",
        "better at Reactions",
        "better at Spellcasting",
    ];
    const DOWN: [&str; Ability::COUNT] = [
        "worse at Endurance",
        "worse at Resolve",
        "worse at Speed",
        "worse at Brawl",
        "worse at Weapon",
        "worse at Stealth",
        "worse at Perception",
        "worse at Presence",
        "worse at Reactions",
        "worse at Spellcasting",
    ];
    match does {
        Lasting::Heals => "mending",
        Lasting::Hurts(_) => "suffering",
        Lasting::Ability { ability, bonus: true } => UP[ability as usize],
        Lasting::Ability { ability, bonus: false } => DOWN[ability as usize],
        Lasting::Dealt { bonus: true } => "dealing more damage",
        Lasting::Dealt { bonus: false } => "dealing less damage",
        Lasting::Movement { bonus: true } => "faster",
        Lasting::Movement { bonus: false } => "slower",
        Lasting::Resists { bonus: true, .. } => "resistant",
        Lasting::Resists { bonus: false, .. } => "vulnerable",
    }
}

/// What is left of a card: who plays it, and whom it has still to reach.
#[derive(Clone, Copy)]
struct Rest<'a> {
    who: Who,
    card: &'a Card,
    left: Crowd,
}

impl Foresee for Ranks {
    fn resolve(&self, state: &mut State, choice: Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        Turn { rules: self, state, dice, log }.act(choice);
    }

    fn mark(&self, event: &Event) -> Mark {
        match event {
            // What finds a friend is no success.
            Event::Attacks { who, meant: true, contest, .. } if contest.result.is_gt() => {
                Mark::SuccessBy(*who)
            }
            Event::Inspires { check, .. } if check.success => Mark::Success,
            Event::Door { check: Some(check), .. } if check.success => Mark::Success,
            _ => Mark::Nothing,
        }
    }

    /// Stuns, falls and conditions, about as much as the quick mind gives for them.
    fn plights(&self, state: &State, who: Who, out: &mut Vec<Plight>) {
        if state.stunned.has(who) {
            out.push(Plight { name: "stunned", worth: -TURN });
        }
        if state.prone.has(who) {
            out.push(Plight { name: "prone", worth: -FALL });
        }
        for borne in state.conditions(who) {
            for does in self.conditions[usize::from(borne.condition)].effects() {
                let worth = i32::from(borne.rank) * 3 / 2 + 1;
                let (name, worth) = (lasting_name(does), if does.is_good() { worth } else { -worth });
                match out.iter_mut().find(|plight| plight.name == name) {
                    Some(plight) => plight.worth += worth,
                    None => out.push(Plight { name, worth }),
                }
            }
        }
    }

    /// Damage and wounds are two things.
    fn parts(&self, state: &State, who: Who, out: &mut Vec<(Unit, i32)>) {
        let resolve = i32::from(self.rank(state, who, Ability::Resolve));
        let wounds = if state.dead.has(who) { -1 } else { resolve - i32::from(state.wounds[who]) };
        out.push((WOUNDS, wounds));
        out.push((DAMAGE, if state.dead.has(who) { 0 } else { -i32::from(state.damage[who]) }));
    }

    fn doom(&self, state: &State, who: Who) -> Option<&'static str> {
        state.dead.has(who).then_some("dead")
    }

    fn turn(&self, state: &State) -> u32 {
        if state.phase == Phase::Initiative { 0 } else { u32::from(state.now) + 1 }
    }

    fn has_steps(&self, state: &State, Choice { who, deed }: Choice) -> bool {
        let Deed::Act { card, aim } = deed else { return false };
        let Some(play) = self.play_of(state, who, card, aim) else { return false };
        let mut then = state.clone();
        let mut turn = Turn { rules: self, state: &mut then, dice: &mut Seeded::new(0), log: &mut Null };
        let ground = play.card.first.iter().find(|does| matches!(does, Does::Terrain(_)));
        if let Some(ground) = ground {
            turn.serve(&play, *ground);
        }
        let targets = turn.targets(&play);
        // Whoever may lose the weapon by its own card loses track of it between steps.
        let loses = play.card.on_target().any(|does| matches!(does, Does::Disarm | Does::Steal));
        targets.len() >= 2 && !(loses && targets.has(who))
    }

    fn step(
        &self,
        state: &mut State,
        Choice { who, deed }: Choice,
        stage: Stage,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) -> Stage {
        let Deed::Act { card, aim } = deed else { return Stage::Over };
        let Some(play) = self.play_of(state, who, card, aim) else { return Stage::Over };
        let mut turn = Turn { rules: self, state, dice, log };
        match stage {
            Stage::Beginning => Stage::Left(turn.open(&play)),
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

    fn settled(&self, before: &State, choice: Choice, stage: Stage) -> Crowd {
        let Some(rest) = self.rest(before, choice, stage) else { return Crowd::NONE };
        let Rest { who, card, left } = rest;
        let lifts = |sheet: u8| {
            let aura = self.sheets[sheet as usize].aura.as_ref();
            aura.is_some_and(|aura| matches!(aura.does, Lasting::Ability { ability: Ability::Resolve, .. }))
        };
        let owners = if rest.shifts() { before.auras } else { before.auras & left.with(who) };
        let called = card.after.iter().any(|does| matches!(does, Does::Summon(sheet) if lifts(*sheet)));
        // Health is counted from Resolve: it changes for everybody around when such an aura goes, comes or is left.
        if called || owners.any(|owner| lifts(before.sheet[owner])) {
            return Crowd::NONE;
        }
        before.everyone() - left - Crowd::one(who).only_if(rest.touches_actor())
    }

    fn forget(&self, before: &State, state: &mut State, choice: Choice, stage: Stage) {
        let Some(rest) = self.rest(before, choice, stage) else { return };
        let done = self.settled(before, choice, stage);
        let places_count = self.places_count(before, state, rest);
        state.lying = before.lying;
        state.outcome = before.outcome;
        (state.hidden[rest.who], state.senses[rest.who]) = (before.hidden[rest.who], before.senses[rest.who]);
        for one in done {
            restore_health(before, state, one);
            if one != rest.who {
                restore_rest(before, state, one);
            }
        }
        if !places_count {
            state.filled = before.filled;
            for one in done - Crowd::one(rest.who) {
                state.at[one] = before.at[one];
            }
            self.forget_falls(before, state, rest, done);
        }
    }

    fn turn_of(&self, state: &State, who: Who) -> Option<State> {
        let mut turn = state.clone();
        (turn.order[0], turn.turns, turn.now) = (who, 1, 0);
        (turn.phase, turn.acted, turn.played) = (Phase::Turn, false, Cards::NONE);
        turn.dazed = state.stunned.has(who);
        // RANKS-T3 would roll for it: the mean of the best of that many d10, without explosions.
        let rank = i32::from(self.rank(state, who, Ability::Speed));
        let mean = if rank == 0 { 3 } else { 10 * rank / (rank + 1) + 1 };
        turn.movement[who] = (mean + i32::from(self.movement_bonus(state, who))).clamp(0, 250) as u8;
        Some(turn)
    }
}

impl Ranks {
    fn rest(&self, before: &State, choice: Choice, stage: Stage) -> Option<Rest<'_>> {
        let (Choice { who, deed: Deed::Act { card, .. } }, Stage::Left(left)) = (choice, stage) else {
            return None;
        };
        let &index = self.sheet(before, who).cards.get(card as usize)?;
        Some(Rest { who, card: &self.cards[index as usize], left })
    }

    /// Does it count for what is left who stands where? Only for auras, if somebody is shoved: one who has an aura, or
    /// anybody before the harm is done.
    fn places_count(&self, before: &State, state: &State, rest: Rest<'_>) -> bool {
        let shoved_first = [&rest.card.hit, &rest.card.miss].into_iter().any(|all| {
            let shove = all.iter().position(shifts);
            shove.is_some_and(|shove| all[shove..].iter().any(is_of_health))
        });
        let moved = |owner: Who| rest.left.has(owner) || state.at[owner] != before.at[owner];
        rest.shifts()
            && state.auras.any(|owner| {
                self.can_count(state, rest, owner) && (shoved_first || moved(owner) || owner == rest.who)
            })
    }

    /// Who has gone down counts for the aura alone: and of those whose auras do the same to the same people, only how
    /// many they are.
    fn forget_falls(&self, before: &State, state: &mut State, rest: Rest<'_>, done: Crowd) {
        let fallen = (done & before.up) - state.up;
        let raise = |state: &mut State, who: Who| {
            for (now, was) in [
                (&mut state.up, before.up),
                (&mut state.unconscious, before.unconscious),
                (&mut state.dead, before.dead),
            ] {
                now.put(who, was.has(who));
            }
        };
        done.for_each(|one| raise(state, one));
        if !fallen.meets(state.auras) {
            return;
        }
        // Everybody stands again: now it can be seen whom the auras of the fallen would reach.
        let owners = done & before.up & state.auras;
        let owners: Vec<(Who, Crowd)> =
            owners.map(|owner| (owner, self.reached(state, rest, owner))).collect();
        let mut down = Crowd::NONE;
        for &(owner, reached) in &owners {
            if !fallen.has(owner) || reached.is_empty() {
                continue;
            }
            let alike = |other: &&(Who, Crowd)| {
                !down.has(other.0) && other.1 == reached && self.same_aura(state, owner, other.0)
            };
            down |= owners.iter().find(alike).map_or(Crowd::NONE, |(first, _)| Crowd::one(*first));
        }
        state.up -= down;
        state.unconscious |= down;
    }

    fn same_aura(&self, state: &State, one: Who, other: Who) -> bool {
        let aura = |who: Who| self.sheet(state, who).aura.as_ref().map(|aura| (aura.does, aura.rank));
        state.friends(one).has(other) && aura(one) == aura(other)
    }

    /// Is this an aura on which anything that is left can depend, wherever people stand?
    fn can_count(&self, state: &State, rest: Rest<'_>, owner: Who) -> bool {
        let aura = self.sheet(state, owner).aura.as_ref();
        aura.is_some_and(|aura| rest.depends(aura.does) != [false; 2])
    }

    /// For whom of those who are left, or who acts, the aura of somebody counts.
    fn reached(&self, state: &State, rest: Rest<'_>, owner: Who) -> Crowd {
        let Some(aura) = &self.sheet(state, owner).aura else { return Crowd::NONE };
        let [actor, targets] = rest.depends(aura.does);
        let concerned = Crowd::one(rest.who).only_if(actor) | rest.left.only_if(targets);
        let side = if aura.does.is_good() { state.friends(owner) } else { state.foes(owner) };
        (concerned & side).filter(|&one| state.distance(owner, one) <= aura.reach).collect()
    }
}

fn restore_health(before: &State, state: &mut State, who: Who) {
    state.damage[who] = before.damage[who];
    state.wounds[who] = before.wounds[who];
}

fn restore_rest(before: &State, state: &mut State, who: Who) {
    state.hidden[who] = before.hidden[who];
    state.senses[who] = before.senses[who];
    state.ranks[who] = before.ranks[who];
    state.borne[who] = before.borne[who];
    state.items[who] = before.items[who];
    state.equipped[who] = before.equipped[who];
    for (now, was) in [
        (&mut state.prone, before.prone),
        (&mut state.stunned, before.stunned),
        (&mut state.afflicted, before.afflicted),
    ] {
        now.put(who, was.has(who));
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
        self.card.on_target().any(shifts) || self.card.after.iter().any(|does| matches!(does, Does::Step(_)))
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
                    | Does::Step(_)
                    | Does::Terrain(_)
                    | Does::Summon(_)
            )
        };
        let passes = !self.left.is_empty() && self.card.on_target().any(|does| *does == Does::Pass);
        passes || !self.card.after.iter().all(harmless)
    }

    /// Does what is left depend on this, for the one who plays the card, and for its targets?
    fn depends(&self, lasting: Lasting) -> [bool; 2] {
        let card = self.card;
        let all = || card.on_target().chain(&card.after);
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
