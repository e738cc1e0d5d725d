//! The judge's hand in this system.

use fracas_dice::Seeded;
use fracas_kernel::{Judgement, Log, Outcome, Refusal, Side, Who};

use crate::apply::Turn;
use crate::data::{Condition, Heed, NOTHING, Placed, WOUND};
use crate::event::Event;
use crate::floor::MOST_ITEMS;
use crate::load::carried;
use crate::state::{MOST, NOBODY, Pending, Phase, SLOTS, State, bit};

const TRACKS: &str = "grit, focus, setup, action, items";

impl Heed {
    pub(crate) fn overrule(
        &self,
        state: &mut State,
        act: &Judgement,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        match act {
            Judgement::Set { who, track, value } => {
                self.known_one(state, *who)?;
                self.set_track(state, *who, track, *value, log)?;
            }
            Judgement::Move { who, to } => {
                self.known_one(state, *who)?;
                let zone = self.zone_named(to)?;
                self.shift(state, *who, zone, log);
            }
            Judgement::Add { creature, side, to } => self.bring_in(state, creature, *side, to)?,
            Judgement::Remove { who } => {
                self.known_one(state, *who)?;
                state.standing &= !bit(*who);
                self.turn(state, log, |turn| turn.vanish(*who));
            }
            Judgement::Afflict { who, condition, rank } => {
                self.known_one(state, *who)?;
                let condition = condition_named(condition)?;
                let lasts = match rank {
                    Some(rounds) if condition != Condition::Prone => (*rounds).clamp(1, 250) as u8,
                    _ => Condition::LASTING,
                };
                state.set_condition(*who, condition, lasts, self);
            }
            Judgement::Lift { who, condition } => {
                self.known_one(state, *who)?;
                self.lift(state, *who, condition_named(condition)?, log)?;
            }
            Judgement::End { winner } => {
                let outcome = winner.map_or(Outcome::Draw, Outcome::Won);
                state.end(outcome);
                log.tell(Event::Over { outcome });
                return Ok(());
            }
            // The table keeps these for the rolls to come.
            Judgement::Gauge { .. }
            | Judgement::Grant { .. }
            | Judgement::Fate { .. }
            | Judgement::EndAdventure { .. } => {
                return Err(Refusal::no_adventure());
            }
            Judgement::Favour { .. } | Judgement::Dice { .. } => return Ok(()),
        }
        self.reopen(state);
        Ok(())
    }

    /// Lets the rules do something without dice.
    fn turn<L: Log<Event>>(
        &self,
        state: &mut State,
        log: &mut L,
        act: impl FnOnce(&mut Turn<'_, Seeded, L>),
    ) {
        act(&mut Turn { rules: self, state, dice: &mut Seeded::new(0), log });
    }

    fn known_one(&self, state: &State, who: Who) -> Result<(), Refusal> {
        if who.0 < state.count {
            return Ok(());
        }
        Err(Refusal::new(format!("there is no combatant number {}", who.0)))
    }

    fn zone_named(&self, id: &str) -> Result<u8, Refusal> {
        self.zones.find(id).ok_or_else(|| {
            let known: Vec<&str> = self.zones.all().iter().map(|zone| zone.id.as_str()).collect();
            Refusal::new(format!("there is no zone {id:?}; known: {}", known.join(", ")))
        })
    }

    fn bring_in(&self, state: &mut State, creature: &str, side: Side, to: &str) -> Result<(), Refusal> {
        let zone = self.zone_named(to)?;
        let sheet = self.sheets.iter().position(|sheet| sheet.id == creature).ok_or_else(|| {
            let known: Vec<&str> = self.sheets.iter().map(|sheet| sheet.id.as_str()).collect();
            Refusal::new(format!("there is no creature {creature:?}; known: {}", known.join(", ")))
        })?;
        if state.count as usize >= MOST {
            return Err(Refusal::new(format!("a fight holds at most {MOST} combatants")));
        }
        let all = (0..state.count).map(|who| carried(self.sheet(state, Who(who)))).sum::<usize>();
        if all + carried(&self.sheets[sheet]) > MOST_ITEMS {
            return Err(Refusal::new(format!("a fight holds at most {MOST_ITEMS} items")));
        }
        let who = state.add(self, &Placed { sheet: sheet as u8, side, zone });
        state.relight(self);
        if state.phase == Phase::Turn(side) {
            state.acting |= bit(who);
        }
        Ok(())
    }

    fn shift(&self, state: &mut State, who: Who, zone: u8, log: &mut impl Log<Event>) {
        state.put(who, zone);
        if state.gone & bit(who) != 0 {
            state.gone &= !bit(who);
            self.fit_to_wounds(state, who);
        }
        self.turn(state, log, |turn| {
            if turn.state.one(who).aim != NOBODY {
                turn.lose_aim(who);
            }
            turn.moved(who);
        });
    }

    fn set_track(
        &self,
        state: &mut State,
        who: Who,
        track: &str,
        value: i32,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        let flip = |set: &mut u32, on: bool| *set = if on { *set | bit(who) } else { *set & !bit(who) };
        match track {
            "grit" => {
                let left = value.clamp(0, state.one(who).grit.into()) as u8;
                self.set_wounds(state, who, state.one(who).grit - left, log);
            }
            "focus" => {
                let free = value.clamp(0, 9) as u8;
                let filled = state.one(who).filled();
                state.one_mut(who).focus = (free + filled).min(40);
            }
            "setup" => flip(&mut state.set_up, value <= 0),
            "action" => flip(&mut state.acted, value <= 0),
            "items" => {
                flip(&mut state.one_item, value > 0);
                flip(&mut state.two_items, value > 1);
            }
            _ => return Err(Refusal::new(format!("there is no track {track:?}; known: {TRACKS}"))),
        }
        Ok(())
    }

    /// Gives or takes wounds until there are so many; wounds of the judge's ruin nothing.
    fn set_wounds(&self, state: &mut State, who: Who, wounds: u8, log: &mut impl Log<Event>) {
        let more = wounds > state.one(who).wound_count();
        for _ in 0..6 {
            let one = *state.one(who);
            if one.wound_count() > wounds {
                state.fill_slot(self, who, one.wounds.trailing_zeros() as u8, NOTHING);
            } else if one.wound_count() < wounds {
                let unwounded = SLOTS & !one.wounds;
                // An empty slot first: what somebody carries is theirs.
                let first = if one.empty != 0 { one.empty } else { unwounded };
                let slot = first.trailing_zeros() as u8;
                let held = one.slots[slot as usize % 6];
                state.fill_slot(self, who, slot, WOUND);
                if crate::choices::is_item(held) && !self.has(held, crate::flag::ARMOUR) {
                    state.floor.drop(state.zone_of(who), held);
                }
            }
        }
        if more {
            self.turn(state, log, |turn| turn.lose_focus(who));
        }
        state.relight(self);
        self.fit_to_wounds(state, who);
    }

    /// Up or down, as the wounds say.
    fn fit_to_wounds(&self, state: &mut State, who: Who) {
        let one = state.one(who);
        let up = one.wound_count() < one.grit && state.gone & bit(who) == 0;
        let was_up = state.standing & bit(who) != 0;
        if up && !was_up {
            state.rise(who, self);
        } else if !up {
            state.standing &= !bit(who);
        }
    }

    fn lift(
        &self,
        state: &mut State,
        who: Who,
        condition: Condition,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        if !state.is(who, condition) {
            let name = self.name_of(state, who);
            return Err(Refusal::new(format!("{name} is not {}", condition.name())));
        }
        state.set_condition(who, condition, 0, self);
        self.turn(state, log, |turn| {
            let spells = &turn.rules.spells;
            let fits = |kept: &crate::state::Kept| {
                let does = spells.get(kept.spell as usize).map(|spell| spell.power.does);
                kept.target == who.0
                    && matches!(does, Some(crate::Does::Afflict { condition: c, .. }) if c == condition)
            };
            turn.end_spells(fits);
            if condition == Condition::Held {
                turn.release_from_all(who);
            }
        });
        Ok(())
    }

    /// After the judge's act the fight goes on with whoever can act, or is over. What waited for an answer and can no
    /// longer be answered is dropped.
    fn reopen(&self, state: &mut State) {
        if let Some(outcome) = state.result() {
            state.end(outcome);
            return;
        }
        state.outcome = None;
        state.acting &= state.standing;
        let up = |who: u8| who < state.count && state.standing & bit(Who(who)) != 0;
        let pending = &state.pending;
        let blow = pending.blow;
        let stale = match pending.waiting {
            crate::state::Waiting::Nothing => false,
            crate::state::Waiting::Interrupt => {
                let able = up(pending.asked) && up(pending.maker);
                !able || !self.actions(state, Who(pending.asked), &mut |_| true)
            }
            _ => {
                !up(pending.asked)
                    || !up(blow.by)
                    || !up(blow.at)
                    || pending.setup.is_some() && !up(pending.maker)
            }
        };
        if stale {
            state.pending = Pending::NOTHING;
        }
        if state.active != NOBODY && state.acting & bit(Who(state.active)) == 0 {
            state.active = NOBODY;
        }
        if state.acting == 0 && state.pending.waiting == crate::state::Waiting::Nothing {
            self.open_again(state);
        }
    }

    /// Somebody must be asked: whoever of the acting side is still able, or else anybody.
    fn open_again(&self, state: &mut State) {
        let members = match state.phase {
            Phase::Before => {
                self.open_before(state);
                return;
            }
            Phase::Turn(side) => state.side[side.index()] & state.standing,
        };
        state.acting = if members != 0 { members } else { state.standing };
        state.spent &= !state.acting;
    }
}

fn condition_named(name: &str) -> Result<Condition, Refusal> {
    Condition::named(name).ok_or_else(|| {
        let known: Vec<&str> = Condition::ALL.iter().map(|condition| condition.name()).collect();
        Refusal::new(format!("there is no condition {name:?}; known: {}", known.join(", ")))
    })
}
