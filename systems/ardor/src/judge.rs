//! The judge's hand in this system.

use fracas_dice::Seeded;
use fracas_kernel::{Judgement, Log, Outcome, Refusal, Side, Who};

use crate::apply::Turn;
use crate::data::{Ardor, Condition};
use crate::event::Event;
use crate::state::{MOST, Phase, State, bit, ix};

/// How long somebody lies whom the judge has put down: no die is rolled for it.
const LONGEST_TIMER: u8 = 4;

impl Ardor {
    pub(crate) fn overrule(
        &self,
        state: &mut State,
        act: &Judgement,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        match act {
            Judgement::Set { who, track, value } => self.set_track(state, *who, track, *value)?,
            Judgement::Move { who, to } => {
                self.check_known(state, *who)?;
                let zone = self.zone_named(to)?;
                state.put(*who, zone);
                state.began[ix(*who)] = zone;
                if state.gone & bit(*who) != 0 {
                    state.gone &= !bit(*who);
                    self.fit_to_health(state, *who);
                }
            }
            Judgement::Add { creature, side, to } => {
                let zone = self.zone_named(to)?;
                let sheet = self.sheets.iter().position(|sheet| sheet.id == *creature).ok_or_else(|| {
                    let known: Vec<&str> = self.sheets.iter().map(|sheet| sheet.id.as_str()).collect();
                    Refusal::new(format!("there is no creature {creature:?}; known: {}", known.join(", ")))
                })?;
                if state.count as usize >= MOST {
                    return Err(Refusal::new(format!("a fight holds at most {MOST} combatants")));
                }
                let who = state.add(self, sheet as u8, *side, zone);
                state.score[ix(who)] = self.sheets[sheet].base;
            }
            Judgement::Remove { who } => {
                self.check_known(state, *who)?;
                state.standing &= !bit(*who);
                state.down &= !bit(*who);
                state.gone |= bit(*who);
                state.take_off(*who);
            }
            Judgement::Afflict { who, condition, rank } => {
                self.check_known(state, *who)?;
                let rounds = rank.unwrap_or(1).clamp(1, 99) as u8;
                state.set_condition(*who, condition_named(condition)?, rounds);
            }
            Judgement::Lift { who, condition } => {
                self.check_known(state, *who)?;
                let condition = condition_named(condition)?;
                if !state.is(*who, condition) {
                    let name = self.name_of(state, *who);
                    return Err(Refusal::new(format!("{name} is not {}", condition.name())));
                }
                state.set_condition(*who, condition, 0);
            }
            Judgement::End { winner } => {
                let outcome = winner.map_or(Outcome::Draw, Outcome::Won);
                state.outcome = Some(outcome);
                state.asked = 0;
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
            Judgement::Favour { .. } | Judgement::Dice { .. } => {}
        }
        self.reopen(state, log);
        Ok(())
    }

    fn check_known(&self, state: &State, who: Who) -> Result<(), Refusal> {
        if who.index() < state.count as usize {
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

    fn set_track(&self, state: &mut State, who: Who, track: &str, value: i32) -> Result<(), Refusal> {
        self.check_known(state, who)?;
        let small = value.clamp(0, 99) as u8;
        let index = ix(who);
        match track {
            "health" => {
                state.set_health(who, value.clamp(0, 999) as i16);
                self.fit_to_health(state, who);
            }
            "ardor" => state.ardor[index] = small,
            "surges" => state.surges[index] = small,
            "xp" => state.xp[index] = small,
            "score" => {
                if !matches!(state.phase, Phase::Commit | Phase::Arduous) {
                    return Err(Refusal::by("ARDOR-F1", "there are no scores yet in this round"));
                }
                state.score[index] = value.clamp(-99, 99) as i16;
            }
            "trauma" | "timer" if state.rollers & bit(who) == 0 => {
                return Err(Refusal::by("ARDOR-R2", "only player characters have Trauma"));
            }
            "trauma" => state.trauma[index] = small,
            "timer" => {
                if state.down & bit(who) == 0 {
                    return Err(Refusal::by("ARDOR-R15", "only the incapacitated have a timer"));
                }
                state.timer[index] = small.max(1);
            }
            _ => {
                let known = "health, ardor, surges, trauma, timer, xp, score";
                return Err(Refusal::new(format!("there is no track {track:?}; known: {known}")));
            }
        }
        Ok(())
    }

    /// On its feet, incapacitated or out, as its health says.
    fn fit_to_health(&self, state: &mut State, who: Who) {
        if state.gone & bit(who) != 0 {
            return;
        }
        let was_present = state.present() & bit(who) != 0;
        state.standing &= !bit(who);
        state.down &= !bit(who);
        state.timer[ix(who)] = 0;
        if state.health[ix(who)] > 0 {
            state.standing |= bit(who);
            state.put(who, state.zone_of(who));
        } else if state.rollers & bit(who) != 0 {
            state.down |= bit(who);
            state.timer[ix(who)] = LONGEST_TIMER;
            state.put(who, state.zone_of(who));
        } else if was_present {
            state.take_off(who);
        }
    }

    /// After the judge's act the round goes on with whoever still has to decide, or is over.
    fn reopen(&self, state: &mut State, log: &mut impl Log<Event>) {
        let [heroes, monsters] = state.side.map(|side| side & state.standing != 0);
        state.outcome = match (heroes, monsters) {
            (true, true) => None,
            (true, false) => Some(Outcome::Won(Side::Heroes)),
            (false, true) => Some(Outcome::Won(Side::Monsters)),
            (false, false) => Some(Outcome::Draw),
        };
        if state.outcome.is_some() {
            state.asked = 0;
            return;
        }
        self.recall(state);
        match state.phase {
            Phase::Before => {
                let heroes = state.side[0] & state.present();
                state.asked = heroes & heroes.wrapping_neg();
            }
            Phase::Intents => {
                state.asked = state.standing & !state.rollers & !state.unaware & !state.committed;
                state.feigning &= state.asked;
            }
            Phase::Commit => state.asked = state.standing & state.rollers | state.down,
            Phase::Arduous => {
                state.asked &= state.standing;
                state.discovering &= state.asked;
            }
        }
        self.go_on(state, log);
    }

    /// An intent that its owner can no longer carry out is taken back; it is asked again where there is still time.
    fn recall(&self, state: &mut State) {
        for who in crate::state::each(state.committed) {
            let rises = matches!(state.act[ix(who)], crate::Act::Rise { .. });
            let lies = state.down & bit(who) != 0;
            if state.present() & bit(who) == 0 || rises != lies {
                state.committed &= !bit(who);
                state.doubled &= !bit(who);
            }
        }
    }

    /// Where nobody is left to wait for, the round takes its course, as far as that needs no dice; the next choice
    /// does the rest.
    fn go_on(&self, state: &mut State, log: &mut impl Log<Event>) {
        let players = state.standing & state.rollers | state.down;
        if state.phase == Phase::Intents && state.asked == 0 && players == 0 {
            // Nobody rolls here, and what comes next needs dice: one says again what it intends.
            state.asked = state.standing & state.standing.wrapping_neg();
            state.committed &= !state.asked;
        }
        if state.phase == Phase::Intents && state.asked == 0 {
            // Scores of those who do not roll need no die, and the players are asked then.
            Turn { rules: self, state, dice: &mut Seeded::new(0), log }.open_commit();
        }
        if state.phase == Phase::Commit && state.asked & !state.committed == 0 {
            // All intents are in, and the dice must fall by somebody's hand: one is asked to confirm.
            let last = state.asked & state.committed;
            state.committed &= !(last & last.wrapping_neg());
        }
        if state.phase == Phase::Arduous && state.asked == 0 {
            let anybody = state.standing & state.rollers & state.committed;
            let anybody = if anybody != 0 { anybody } else { state.standing };
            state.asked = anybody & anybody.wrapping_neg();
        }
    }
}

fn condition_named(name: &str) -> Result<Condition, Refusal> {
    Condition::named(name).ok_or_else(|| {
        let known: Vec<&str> = Condition::ALL.iter().map(|condition| condition.name()).collect();
        Refusal::new(format!("there is no condition {name:?}; known: {}", known.join(", ")))
    })
}
