//! What the judge can do to a fight.

use fracas_dice::Why;
use fracas_kernel::grid::{Body, Square};
use fracas_kernel::plot::{Tick, verdict};
use fracas_kernel::{Demand, Log, Named, Outcome, Overrule, Refusal, Side, Who};

use crate::apply::{INSPIRES, WOUND_WORTH};
use crate::data::{Ability, Ranks};
use crate::event::Event;
use crate::maps::spread;
use crate::state::{Borne, MAX_COMBATANTS, Phase, State, dice_of};

/// What can be set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Track {
    /// What is left of Damage and wounds together, as it is shown.
    Health,
    WoundsLeft,
    Wounds,
    Damage,
    Movement,
    Senses,
    Hidden,
}

/// What can be put on somebody: one of the two that are no condition of the content's, or one of those.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Affliction {
    Stunned,
    Prone,
    Condition(u8),
}

impl Overrule for Ranks {
    type Track = Track;
    const TRACKS: &'static [(&'static str, Track)] = &[
        ("health", Track::Health),
        ("wounds-left", Track::WoundsLeft),
        ("wounds", Track::Wounds),
        ("damage", Track::Damage),
        ("movement", Track::Movement),
        ("senses", Track::Senses),
        ("hidden", Track::Hidden),
    ];
    type Spot = Square;
    type Condition = Affliction;
    const MAX: usize = MAX_COMBATANTS;

    fn checks(&self) -> Vec<Named> {
        Ability::checks()
    }

    /// The dice of a rank against the judge's number, or what inspiring somebody takes.
    fn check_of(&self, state: &State, who: Who, check: &str, against: Option<i32>) -> Option<Demand> {
        let ability = Ability::named(check)?;
        Some(ability.demand(who, self.rank(state, who, ability), against.unwrap_or(INSPIRES)))
    }

    fn spot(&self, name: &str) -> Result<Square, Refusal> {
        let square = Square::read(name).filter(|&square| self.grid.holds(square));
        square.ok_or_else(|| {
            let (right, bottom) = (self.grid.width() - 1, self.grid.height() - 1);
            Refusal::new(format!(
                "there is no square {name:?}; they go from 0,0 to {right},{bottom}, as column,row"
            ))
        })
    }

    fn creatures(&self) -> Vec<Named> {
        self.sheets.iter().map(|sheet| Named::new(&sheet.id, &sheet.name)).collect()
    }

    fn conditions(&self) -> Vec<(Affliction, Named)> {
        let own = [(Affliction::Stunned, Named::word("stunned")), (Affliction::Prone, Named::word("prone"))];
        let lasting = (0..).zip(&self.conditions);
        let lasting =
            lasting.map(|(index, known)| (Affliction::Condition(index), Named::new(&known.id, &known.name)));
        own.into_iter().chain(lasting).collect()
    }

    fn set_track(
        &self,
        state: &mut State,
        who: Who,
        track: Track,
        value: i32,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        let score = value.clamp(0, 999) as i16;
        let resolve = i32::from(self.rank(state, who, Ability::Resolve));
        match track {
            Track::Health => {
                let value = value.clamp(0, resolve * WOUND_WORTH);
                let left = (value + WOUND_WORTH - 1) / WOUND_WORTH;
                self.set_wounds(state, who, resolve - left, log);
                state.damage[who] = (left * WOUND_WORTH - value) as i16;
            }
            Track::WoundsLeft => self.set_wounds(state, who, resolve - value.min(resolve), log),
            Track::Wounds => self.set_wounds(state, who, value, log),
            Track::Damage => state.damage[who] = score,
            Track::Movement => state.movement[who] = value.clamp(0, 250) as u8,
            Track::Senses => state.senses[who] = score,
            Track::Hidden => state.hidden[who] = score,
        }
        Ok(())
    }

    fn put_at(
        &self,
        state: &mut State,
        who: Who,
        spot: Square,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        if !state.dead.has(who) && !self.is_free(state, who, spot) {
            return Err(Refusal::by("RANKS-R17", format!("there is no room at {spot}")));
        }
        let was_gone = state.gone.has(who);
        if was_gone {
            state.gone.remove(who);
            state.at[who] = Square::NOWHERE;
        }
        state.put(who, spot);
        if was_gone {
            self.fit_to_wounds(state, who, log);
        }
        Ok(())
    }

    fn bring_in(&self, state: &mut State, sheet: usize, side: Side, spot: Square) -> Result<(), Refusal> {
        // Those who are still to come have their places.
        if usize::from(state.count) >= MAX_COMBATANTS {
            return Err(Refusal::new("there is no room for more"));
        }
        let size = self.sheets[sheet].size;
        let everybody = state.everyone();
        if !self.has_room(state, Who(0), spot, size, everybody) {
            return Err(Refusal::by("RANKS-R17", format!("there is no room at {spot}")));
        }
        state.add(self, sheet as u8, side, spot);
        Ok(())
    }

    fn take_off(&self, state: &mut State, who: Who, _log: &mut impl Log<Event>) {
        state.take_off(who);
        state.gone.insert(who);
        state.up.remove(who);
        state.unconscious.remove(who);
        state.at[who] = Square::NOWHERE;
    }

    fn has_condition(&self, state: &State, who: Who, condition: Affliction) -> bool {
        match condition {
            Affliction::Stunned => state.stunned.has(who),
            Affliction::Prone => state.prone.has(who),
            Affliction::Condition(condition) => state.bears(who, condition).is_some(),
        }
    }

    fn afflict(
        &self,
        state: &mut State,
        who: Who,
        condition: Affliction,
        rank: Option<i32>,
    ) -> Result<(), Refusal> {
        match condition {
            Affliction::Stunned => state.stunned.insert(who),
            Affliction::Prone => state.prone.insert(who),
            Affliction::Condition(condition) => {
                let rank = rank.unwrap_or(3).clamp(1, 20) as u8;
                let borne = &mut state.borne[who];
                let place = borne.iter().position(|b| b.rank > 0 && b.condition == condition);
                let place = place.or(borne.iter().position(|b| b.rank == 0)).unwrap_or(0);
                borne[place] = Borne { condition, rank };
                self.refresh(state, who);
            }
        }
        Ok(())
    }

    fn lift(&self, state: &mut State, who: Who, condition: Affliction, _log: &mut impl Log<Event>) {
        match condition {
            Affliction::Stunned => state.stunned.remove(who),
            Affliction::Prone => state.prone.remove(who),
            Affliction::Condition(condition) => {
                let borne = state.borne[who].iter_mut().filter(|borne| borne.condition == condition);
                borne.for_each(|borne| borne.rank = 0);
                self.refresh(state, who);
            }
        }
    }

    fn end(&self, state: &mut State, outcome: Outcome, log: &mut impl Log<Event>) {
        state.outcome = Some(outcome);
        log.tell(Event::Over { outcome });
    }

    fn go_on(&self, state: &mut State, _log: &mut impl Log<Event>) {
        state.outcome = match self.plotted {
            true => verdict(self, state, Tick::Now),
            false => Outcome::of_sides(state.side.map(|side| side.meets(state.up))),
        };
        if state.outcome.is_some() || state.phase == Phase::Initiative {
            return;
        }
        // RANKS-R22: whoever cannot act any more has had its turn. Its end and the start of the next one are rolled for as
        // ever, when play goes on.
        let able = state.up.has(state.current()) && !state.stunned.has(state.current());
        state.phase = if able { Phase::Turn } else { Phase::Ending };
    }
}

impl Ability {
    /// All of them, for the judge to call for.
    pub(crate) fn checks() -> Vec<Named> {
        Ability::ALL.iter().map(|(name, _)| Named::word(name)).collect()
    }

    /// The dice of a rank against a number.
    pub(crate) fn demand(self, who: Who, rank: u8, against: i32) -> Demand {
        Demand::reaching(Why::new(self.name(), who.0), dice_of(rank), "number", against)
    }
}

impl Ranks {
    fn set_wounds(&self, state: &mut State, who: Who, wounds: i32, log: &mut impl Log<Event>) {
        state.wounds[who] = wounds.clamp(0, 99) as u8;
        self.fit_to_wounds(state, who, log);
    }

    /// Conscious, unconscious or dead, as the wounds say.
    fn fit_to_wounds(&self, state: &mut State, who: Who, log: &mut impl Log<Event>) {
        if state.gone.has(who) {
            return;
        }
        let (was_up, was_dead) = (state.up.has(who), state.dead.has(who));
        let was_down = was_dead || state.unconscious.has(who);
        state.take_off(who);
        let (wounds, resolve) = (state.wounds[who], self.rank(state, who, Ability::Resolve));
        state.up.remove(who);
        state.unconscious.remove(who);
        state.dead.remove(who);
        if wounds > resolve {
            state.dead.insert(who);
        } else if wounds == resolve && wounds > 0 {
            state.unconscious.insert(who);
        } else {
            state.up.insert(who);
        }
        // Somebody may have stepped where a body lay: the nearest free square then.
        if !state.dead.has(who) {
            let at = state.at[who];
            let here = spread(&state.walls, &self.grid.inside().without(&state.walls), at);
            let fits = |at: Square| {
                self.is_clear(state, Body::new(at, state.size[who]), |square| state.filled.has(square))
            };
            let free = here.into_iter().find(|&square| fits(square));
            state.at[who] = free.unwrap_or(at);
            state.filled.put(state.body(who));
        }
        if state.dead.has(who) && !was_dead {
            state.stunned.remove(who);
            log.tell(Event::Dead { who });
            self.spill(state, who, log);
        } else if state.unconscious.has(who) && was_up {
            log.tell(Event::Unconscious { who });
        } else if state.up.has(who) && was_down {
            // RANKS-W4
            state.prone.insert(who);
            log.tell(Event::Conscious { who });
        }
    }
}
