//! The judge's hand on a trek, as far as it touches what the delve rules alone have.

use fracas_adventure::{Attitude, Course, Decrees, Foes, Verdict, need, no};
use fracas_kernel::{Decision, Demand, Named, Refusal, Who};

use super::state::{Stage, set_hp};
use super::{Lore, State, Told};
use crate::data::{Hazard, Ill, Sheet};
use crate::words::SPELL_TRACKS;

impl Decrees for Lore {
    const GAUGES: &'static [&'static str] = &["light"];

    fn put(&self, state: &mut State, zone: u8) {
        if zone != state.here.at {
            self.setting.place.arrive(&mut state.here, zone);
            self.look_around_anew(state);
            state.meeting = None;
        }
    }

    /// Those come into sight; how they take to the party is rolled when somebody chooses to see.
    fn placed(&self, state: &mut State, slot: u8, _zone: u8) {
        let foes = Foes::Stray(slot);
        self.forget(state, foes);
        state.own.faced.remove(foes.number());
    }

    /// Only whom the judge has put there: those who live there wait until somebody comes.
    fn come_upon(&self, state: &mut State, log: Told<'_>) {
        let mut strays = state.strays_in(state.here.at);
        let new = strays.find(|(slot, _)| !state.own.faced.has(Foes::Stray(*slot).number()));
        if let Some((slot, _)) = new.filter(|_| state.goes_on()) {
            self.meet(state, Foes::Stray(slot), true, log);
        }
    }

    const TRACKS: &'static [&'static str] = &["hp", "xp", SPELL_TRACKS[0], SPELL_TRACKS[1], SPELL_TRACKS[2]];

    fn set_track(&self, state: &mut State, who: Who, track: &str, value: i32) -> Verdict {
        match SPELL_TRACKS.iter().position(|&one| one == track) {
            None if track == "hp" => {
                let sheet = self.sheet(who);
                let hp = (value.clamp(-999, 999) as i16).min(sheet.hp);
                if state.party.dead.has(who) {
                    state.party.raise(who);
                }
                set_hp(state, who, hp);
                if hp <= sheet.dead_at {
                    state.party.kill(who);
                }
            }
            None => state.own.xp[who] = value.clamp(0, 60_000) as u16,
            Some(level) => state.own.slots[who][level] = value.clamp(0, 9) as u8,
        }
        Ok(())
    }

    fn conditions(&self) -> Vec<&str> {
        let lasting = self.fights[0].hazards.iter().filter(|hazard| hazard.lasting.is_some());
        std::iter::once("poisoned").chain(lasting.map(|hazard| hazard.id.as_str())).collect()
    }

    fn afflict(&self, state: &mut State, who: Who, name: &str, _rank: Option<i32>) -> Verdict {
        need(state.party.alive.has(who), None, format!("{} is beyond that", self.sheet(who).name))?;
        let found = (0_u8..).zip(&self.fights[0].hazards).find(|(_, hazard)| is_named(hazard, name));
        let Some((number, hazard)) = found else { return no(None, "no poison lasts here") };
        let kept = match hazard.kind {
            Ill::Disease => &mut state.own.disease,
            Ill::Poison | Ill::Trap => &mut state.own.poison,
        };
        kept[who] = number + 1;
        Ok(())
    }

    fn lift(&self, state: &mut State, who: Who, name: &str) -> bool {
        let named = |number: u8| {
            let hazard = number.checked_sub(1).and_then(|number| self.hazard(number));
            hazard.is_some_and(|known| is_named(known, name))
        };
        let ills = [&mut state.own.poison[who], &mut state.own.disease[who]];
        let found = ills.into_iter().find(|kept| named(**kept));
        found.map(|kept| *kept = 0).is_some()
    }

    fn set_clock(&self, state: &mut State, value: i32) -> Verdict {
        let (first, last) = (self.first_turn, self.setting.clock.limit);
        let turn = u32::try_from(value).ok().filter(|turn| (first..last).contains(turn));
        state.clock = turn.ok_or_else(|| {
            let last = last - 1;
            Refusal::new(format!(
                "the clock counts turns of ten minutes from the first midnight: {first} to {last}"
            ))
        })?;
        Ok(())
    }

    fn set_gauge(&self, state: &mut State, _light: &str, value: i32) -> Verdict {
        state.own.light = value.clamp(0, 250) as u8;
        Ok(())
    }

    fn gifts(&self) -> Vec<Named> {
        vec![Named::word("xp")]
    }

    fn grant(&self, state: &mut State, who: Who, _xp: &str, count: i32) -> Verdict {
        let xp = i32::from(state.own.xp[who]).saturating_add(count);
        state.own.xp[who] = xp.clamp(0, 60_000) as u16;
        Ok(())
    }

    fn checks(&self) -> Vec<Named> {
        Sheet::checks()
    }

    fn check_of(&self, _state: &State, who: Who, check: &str, against: Option<i32>) -> Option<Demand> {
        Some(self.sheet(who).demand(who, check, against))
    }

    fn decisions(&self) -> Vec<Decision> {
        vec![
            Decision::one_of("attitude", &Attitude::ALL.map(|(name, _)| name)),
            Decision::number("faces", 0, 6),
        ]
    }

    /// DELVE-R8: the person who runs the game decides what those think whom the party faces; and how likely it is that
    /// somebody turns up next.
    fn decide(&self, state: &mut State, what: &str, _who: Option<Who>, value: &str) -> Verdict {
        if what == "faces" {
            state.own.faces = value.parse().ok();
            return need(self.wandering.is_some(), None, "nobody wanders about here");
        }
        let open = matches!(state.own.talk.stage, Stage::Sighted | Stage::Parley);
        let (Some(foes), Some(attitude)) = (state.meeting.filter(|_| open), Attitude::named(value)) else {
            return no(None, "the party faces nobody whose mind could be made up");
        };
        state.own.attitudes.settle(foes, attitude);
        state.own.talk.stage = if attitude == Attitude::Hostile { Stage::Fight } else { Stage::Parley };
        Ok(())
    }

    fn redraw(&self, state: &mut State, encounter: u8, back: bool) {
        if back {
            return self.forget(state, Foes::Encounter(encounter));
        }
        if state.meeting == Some(Foes::Encounter(encounter)) && state.own.talk.stage != Stage::Aftermath {
            state.meeting = None;
        }
    }
}

/// Is a hazard that lasts what the judge means?
fn is_named(hazard: &Hazard, name: &str) -> bool {
    hazard.lasting.is_some() && (hazard.id == name || name == "poisoned" && hazard.kind == Ill::Poison)
}

impl Lore {
    /// A band is as if nobody had ever met it.
    fn forget(&self, state: &mut State, foes: Foes) {
        state.own.attitudes.forget(foes);
        state.own.known_to.remove(foes.number());
        state.own.helped.remove(foes.number());
    }
}
