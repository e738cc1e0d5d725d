//! The judge's hand in this system.

use fracas_dice::{Dice, Roll, Seeded, Why};
use fracas_kernel::plot::{Tick, verdict};
use fracas_kernel::{Decision, Demand, Log, Named, Outcome, Overrule, Refusal, Side, Who};

use crate::action::Action;
use crate::apply::Turn;
use crate::data::{Ardor, Attribute, Condition};
use crate::discovery::destined;
use crate::event::Event;
use crate::state::{Band, MAX, Phase, State};

/// What the judge can set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrackName {
    Health,
    Ardor,
    Surges,
    Trauma,
    Timer,
    Xp,
    Score,
    /// Whether one that does not roll may bluff, from the next round on: 1 or 0.
    Bluffs,
    /// The score below which somebody fumbles, until it is set to 0.
    Fumble,
    /// What somebody discovers at the next Inspired Moment: a place among what it can, from 1; 0 is its own choice.
    Discovery,
}

impl Overrule for Ardor {
    type Track = TrackName;
    const TRACKS: &'static [(&'static str, TrackName)] = &[
        ("health", TrackName::Health),
        ("ardor", TrackName::Ardor),
        ("surges", TrackName::Surges),
        ("trauma", TrackName::Trauma),
        ("timer", TrackName::Timer),
        ("xp", TrackName::Xp),
        ("score", TrackName::Score),
        ("bluffs", TrackName::Bluffs),
        ("fumble", TrackName::Fumble),
        ("discovery", TrackName::Discovery),
    ];
    type Spot = u8;
    type Condition = Condition;
    const MAX: usize = MAX;

    fn spot(&self, name: &str) -> Result<u8, Refusal> {
        self.field.zones().named(name)
    }

    fn creatures(&self) -> Vec<Named> {
        self.sheets.iter().map(|sheet| Named::new(&sheet.id, &sheet.name)).collect()
    }

    fn conditions(&self) -> Vec<(Condition, Named)> {
        Condition::ALL.map(|condition| (condition, Named::word(condition.name()))).into()
    }

    fn set_track(
        &self,
        state: &mut State,
        who: Who,
        track: TrackName,
        value: i32,
        _log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        let small = value.clamp(0, 99) as u8;
        match track {
            TrackName::Health => {
                state.set_health(who, value.clamp(0, 999) as i16);
                fit_to_health(state, who);
            }
            TrackName::Ardor => state.ardor[who] = small,
            TrackName::Surges => state.surges[who] = small,
            TrackName::Xp => state.xp[who] = small,
            TrackName::Score => {
                if !matches!(state.phase, Phase::Commit | Phase::Arduous) {
                    return Err(Refusal::by("ARDOR-F1", "there are no scores yet in this round"));
                }
                state.score[who] = value.clamp(-99, 99) as i16;
            }
            TrackName::Bluffs if state.rollers.has(who) => {
                return Err(Refusal::by("ARDOR-R6", "players say what they mean"));
            }
            TrackName::Bluffs => {
                // ARDOR-R6: what it has said in this round stands.
                state.shown[who] = state.intent[who];
                state.bluffers.put(who, value > 0);
                state.feigning.remove(who);
            }
            TrackName::Fumble | TrackName::Discovery if !state.rollers.has(who) => {
                return Err(Refusal::by("ARDOR-S1", "only those who roll"));
            }
            TrackName::Fumble => {
                state.limit[who] = small.min(40);
                state.limited.put(who, small > 0);
            }
            TrackName::Discovery => {
                let had = state.learned[who] | state.noted[who];
                state.offer[who] = destined(&self.abilities, self.sheet(state, who), had, small)?;
            }
            TrackName::Trauma | TrackName::Timer if !state.rollers.has(who) => {
                return Err(Refusal::by("ARDOR-R2", "only player characters have Trauma"));
            }
            TrackName::Trauma => state.trauma[who] = small,
            TrackName::Timer => {
                if !state.down.has(who) {
                    return Err(Refusal::by("ARDOR-R15", "only the incapacitated have a timer"));
                }
                state.timer[who] = small.max(1);
            }
        }
        Ok(())
    }

    fn put_at(
        &self,
        state: &mut State,
        who: Who,
        zone: u8,
        _log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        state.put(who, zone);
        state.began[who] = zone;
        if state.gone.has(who) {
            state.gone.remove(who);
            fit_to_health(state, who);
        }
        Ok(())
    }

    fn bring_in(&self, state: &mut State, sheet: usize, side: Side, zone: u8) -> Result<(), Refusal> {
        // Those who are still to come have their places.
        if usize::from(state.count) >= MAX {
            return Err(Refusal::new("there is no room for more"));
        }
        let who = state.add(self, sheet as u8, side, zone);
        state.score[who] = self.sheets[sheet].base;
        Ok(())
    }

    fn take_off(&self, state: &mut State, who: Who, _log: &mut impl Log<Event>) {
        state.standing.remove(who);
        state.down.remove(who);
        state.gone.insert(who);
        state.take_off(who);
    }

    fn has_condition(&self, state: &State, who: Who, condition: Condition) -> bool {
        state.is(who, condition)
    }

    fn afflict(
        &self,
        state: &mut State,
        who: Who,
        condition: Condition,
        rank: Option<i32>,
    ) -> Result<(), Refusal> {
        state.set_condition(who, condition, rank.unwrap_or(1).clamp(1, 99) as u8);
        Ok(())
    }

    fn lift(&self, state: &mut State, who: Who, condition: Condition, _log: &mut impl Log<Event>) {
        state.set_condition(who, condition, 0);
    }

    fn end(&self, state: &mut State, outcome: Outcome, log: &mut impl Log<Event>) {
        state.outcome = Some(outcome);
        state.asked = Band::NONE;
        log.tell(Event::Over { outcome });
    }

    /// Whoever is at zero now falls as in a round.
    fn aftermath(&self, before: &State, state: &mut State, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        for who in state.down - before.down {
            // ARDOR-H2: a Trauma, and a d4 for the next. ARDOR-R15: it counts from the next round.
            state.trauma[who] = state.trauma[who].saturating_add(1);
            let timer = dice.roll(Why::new("timer", who.0), Roll::d(4));
            state.timer[who] = timer.value.clamp(1, 98) as u8 + 1;
            log.tell(Event::Fell { who, timer });
        }
    }

    fn decisions(&self) -> Vec<Decision> {
        vec![
            Decision::one_of("careful", &["offered", "refused"]),
            Decision::one_of("surprise", &["nobody", "monsters"]),
        ]
    }

    /// ARDOR-S9: the judge may offer care where something can go wrong. ARDOR-S2: and says who has noticed nobody yet.
    fn decide(
        &self,
        state: &mut State,
        what: &str,
        _who: Option<Who>,
        value: &str,
        _log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        if what == "surprise" {
            if state.phase != Phase::Before {
                return Err(Refusal::by("ARDOR-S2", "the fight has begun"));
            }
            let foes = (state.side[1] & state.standing) - state.rollers;
            state.unaware = foes.only_if(value == "monsters");
            return Ok(());
        }
        if self.careful.is_none() {
            return Err(Refusal::by("ARDOR-O2", "there is no time for care in this scenario"));
        }
        state.hurried = value == "refused";
        Ok(())
    }

    fn checks(&self) -> Vec<Named> {
        Attribute::checks()
    }

    /// A d20 with an attribute, less Trauma, against the judge's number or the Challenge Score.
    fn check_of(&self, state: &State, who: Who, check: &str, against: Option<i32>) -> Option<Demand> {
        let by = Attribute::named(check)?;
        // ARDOR-S1: only player characters roll.
        let sheet = Some(self.sheet(state, who)).filter(|sheet| sheet.rolls)?;
        let trauma = i16::from(state.trauma[who]);
        let modifier = sheet.attributes[by as usize] + self.situation(state, who) - trauma;
        let usual = i32::from(self.challenge_in(state, state.zone[who]));
        Some(Attribute::demand(who, modifier, against.unwrap_or(usual)))
    }

    /// The round goes on with whoever still has to decide, or is over.
    fn go_on(&self, state: &mut State, log: &mut impl Log<Event>) {
        self.look_around(state);
        state.outcome = if self.plotted { verdict(self, state, Tick::Now) } else { state.decided() };
        if state.outcome.is_some() {
            state.asked = Band::NONE;
            return;
        }
        recall(state);
        match state.phase {
            Phase::Before => state.asked = (state.side[0] & state.present()).lowest(),
            Phase::Intents => {
                state.asked = state.standing - state.rollers - state.unaware - state.committed;
                state.feigning &= state.asked;
            }
            Phase::Commit => state.asked = state.players(),
            Phase::Arduous => {
                state.asked &= state.standing;
                state.discovering &= state.asked;
            }
        }
        self.ask_somebody(state, log);
    }
}

impl Attribute {
    /// All of them, for the judge to call for.
    pub(crate) fn checks() -> Vec<Named> {
        Attribute::ALL.map(|(name, _)| Named::word(name)).into()
    }

    pub(crate) fn named(name: &str) -> Option<Attribute> {
        Attribute::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, by)| by)
    }

    /// A d20 and what is added to it against a Challenge Score.
    pub(crate) fn demand(who: Who, modifier: i16, against: i32) -> Demand {
        let (why, roll) = (Why::new("check", who.0), Roll::d(20).plus(modifier));
        Demand::reaching(why, roll, "Challenge Score", against).by("ARDOR-S2")
    }
}

impl Ardor {
    /// Where nobody is left to wait for, the round takes its course, as far as that needs no dice; the next choice
    /// does the rest.
    fn ask_somebody(&self, state: &mut State, log: &mut impl Log<Event>) {
        if state.phase == Phase::Intents && state.asked.is_empty() && state.players().is_empty() {
            // Nobody rolls here, and what comes next needs dice: one says again what it intends.
            state.asked = state.standing.lowest();
            state.committed -= state.asked;
        }
        if state.phase == Phase::Intents && state.asked.is_empty() {
            // Scores of those who do not roll need no die, and the players are asked then.
            Turn { rules: self, state, dice: &mut Seeded::new(0), log, ends: true }.open_commit();
        }
        if state.phase == Phase::Commit && state.asked.is_within(state.committed) {
            // All intents are in, and the dice must fall by somebody's hand: one is asked to confirm.
            state.committed -= state.asked.lowest();
        }
        if state.phase == Phase::Arduous && state.asked.is_empty() {
            let players = state.standing & state.rollers & state.committed;
            state.asked = if players.is_empty() { state.standing } else { players }.lowest();
        }
    }
}

/// On its feet, incapacitated or out, as its health says.
fn fit_to_health(state: &mut State, who: Who) {
    if state.gone.has(who) {
        return;
    }
    let was_present = state.present().has(who);
    let is_up = state.health[who] > 0;
    let is_down = !is_up && state.rollers.has(who);
    state.standing.put(who, is_up);
    state.down.put(who, is_down);
    if is_up {
        state.timer[who] = 0;
    }
    if is_up || is_down {
        state.put(who, state.zone[who]);
    } else if was_present {
        state.take_off(who);
    }
}

/// An intent that its owner can no longer carry out is taken back; it is asked for again where there is still time.
fn recall(state: &mut State) {
    for who in state.committed {
        let rises = matches!(state.intent[who], Action::Rise { .. });
        if !state.present().has(who) || rises != state.down.has(who) {
            state.committed.remove(who);
            state.doubled.remove(who);
        }
    }
}
