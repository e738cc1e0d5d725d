//! The judge's hand on a trek, as far as it touches what the ardor rules alone have.

use fracas_adventure::{Decrees, Event as Common, Foes, Verdict, need};
use fracas_kernel::{Decision, Demand, Named, Null, Refusal, Who};

use super::apply::NIGHT_DIE;
use super::state::Press;
use super::{Lore, State, Told};
use crate::data::{Attribute, Condition};
use crate::discovery::destined;
use crate::state::Abilities;

impl Decrees for Lore {
    const GAUGES: &'static [&'static str] = &["light", "pressing"];

    /// One who was missing is with the party again, and nobody has seen them come.
    fn put(&self, state: &mut State, zone: u8) {
        state.party.alive.for_each(|who| self.free(state, who));
        self.setting.place.arrive(&mut state.here, zone);
        state.own.strain();
        if let Some(foes) = state.inhabitants(&self.setting.place) {
            state.come_to_know(foes);
        }
    }

    /// Whom the judge puts where the party is, the party has to face.
    fn placed(&self, state: &mut State, slot: u8, zone: u8) {
        if zone == state.here.at && state.goes_on() {
            state.own.strain();
            state.come_to_know(Foes::Stray(slot));
            state.meeting = Some(Foes::Stray(slot));
        }
    }

    fn come_upon(&self, state: &mut State, log: Told<'_>) {
        match state.meeting {
            Some(foes) => log.tell(Common::Met { foes, turned_up: true }),
            None => self.look_around(state, log),
        }
    }

    fn decreed(&self, state: &mut State, log: Told<'_>) {
        // Who is lost has nothing left to decide.
        let able = state.able();
        state.own.discovering &= able;
        (state.own.leisure, state.own.idle) = (state.own.leisure & able, state.own.idle & able);
        state.own.slept = state.own.slept.min(state.clock as i32);
        self.press(state, log);
        for foes in state.here.gone.map(Foes::Encounter) {
            self.free_captives(state, foes, log);
        }
        if state.goes_on() {
            self.take_stock(state, log);
        }
    }

    const TRACKS: &'static [&'static str] =
        &["health", "ardor", "surges", "trauma", "xp", "fumble", "discovery"];

    fn set_track(&self, state: &mut State, who: Who, track: &str, value: i32) -> Verdict {
        let (own, small) = (&mut state.own, value.clamp(0, 99) as u8);
        match track {
            // ARDOR-H2 is for fights: on a trek nobody lies on the ground.
            "health" => own.health[who] = value.clamp(1, own.most[who].into()) as i16,
            "ardor" => own.ardor[who] = small,
            "surges" => own.surges[who] = small,
            "trauma" => own.trauma[who] = small.min(20),
            // As in a fight: the score below which somebody fumbles, and what it discovers.
            "fumble" => own.limit[who] = small.min(40),
            "discovery" => {
                let settled = !own.discovering.has(who);
                need(settled, "ARDOR-S7", "first the discovery: learn it now, or later")?;
                let had = own.learned[who] | own.noted[who];
                own.offer[who] = destined(&self.fights[0].abilities, self.sheet(who), had, small)?;
            }
            _ => own.xp[who] = small,
        }
        Ok(())
    }

    fn checks(&self) -> Vec<Named> {
        Attribute::checks()
    }

    /// ARDOR-S2: against the judge's number, or the Challenge Score of the zone.
    fn check_of(&self, state: &State, who: Who, check: &str, against: Option<i32>) -> Option<Demand> {
        let modifier = self.modifier(state, who, Attribute::named(check)?);
        let usual = self.challenges[state.here.at] + self.hardship(state);
        Some(Attribute::demand(who, modifier, against.unwrap_or(usual.into())))
    }

    /// Nobody waits for a turn to end: it takes the time that a lock does.
    fn occupy(&self, state: &mut State, who: Who) -> Verdict {
        state.own.strain();
        state.own.forced = true;
        state.party.busy.insert(who);
        Ok(())
    }

    fn decisions(&self) -> Vec<Decision> {
        vec![
            Decision::one_of("careful", &["offered", "refused"]),
            Decision::number("faces", 0, NIGHT_DIE.into()),
        ]
    }

    /// ARDOR-S9: the judge may offer care where something can go wrong. ARDOR-B2: and says on how many faces of a d6 the next
    /// night is broken.
    fn decide(&self, state: &mut State, what: &str, _who: Option<Who>, value: &str) -> Verdict {
        if what == "faces" {
            state.own.faces = value.parse().ok();
            return need(self.setting.place.weight > 0, None, "nobody wanders about here");
        }
        state.own.hurried = value == "refused";
        need(self.careful.is_some(), "ARDOR-O2", "there is no time for care in this adventure")
    }

    fn conditions(&self) -> Vec<&str> {
        Condition::ALL.map(Condition::name).to_vec()
    }

    fn afflict(&self, state: &mut State, who: Who, name: &str, rank: Option<i32>) -> Verdict {
        if let Some(condition) = Condition::named(name) {
            state.own.lasts[who][condition as usize] = rank.unwrap_or(1).clamp(1, 99) as u8;
        }
        Ok(())
    }

    fn lift(&self, state: &mut State, who: Who, name: &str) -> bool {
        let condition = Condition::named(name);
        condition.is_some_and(|one| std::mem::take(&mut state.own.lasts[who][one as usize]) > 0)
    }

    fn set_gauge(&self, state: &mut State, gauge: &str, value: i32) -> Verdict {
        match (gauge, &self.matter) {
            ("light", _) => Err(Refusal::new("light follows the clock and the place: set the clock")),
            ("pressing", None) => Err(Refusal::new("nothing presses in this adventure")),
            ("pressing", Some(matter)) => {
                let filled = value.clamp(0, matter.segments.into());
                if state.own.matter != Press::Settled {
                    state.own.matter = Press::Presses;
                }
                state.own.pressed = state.clock as i32 - filled * i32::from(matter.hours) * 60;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn gifts(&self) -> Vec<Named> {
        let lore = self.setting.everyone().flat_map(|who| {
            let sheet = self.sheet(who);
            (sheet.known..sheet.abilities.len() as u8).filter_map(move |which| self.ability(who, which))
        });
        let abilities = lore.map(|ability| Named::new(&ability.id, &ability.name));
        let pursuits = self.pursuits.iter().map(|pursuit| Named::new(&pursuit.id, &pursuit.name));
        let mut all = vec![Named::word("xp")];
        for gift in pursuits.chain(abilities) {
            if !all.contains(&gift) {
                all.push(gift);
            }
        }
        all
    }

    /// Experience, an ability of the archetype's lore, or segments of a pursuit.
    fn grant(&self, state: &mut State, who: Who, what: &str, count: i32) -> Verdict {
        let small = count.clamp(0, 99) as u8;
        if let Some(index) = self.pursuits.iter().position(|pursuit| pursuit.id == what) {
            let was_full = self.is_full(state, index as u8);
            let most = self.pursuits[index].segments;
            state.own.pursuits[index] = state.own.pursuits[index].saturating_add(small).min(most);
            if !was_full {
                self.complete(state, index as u8, &mut Null);
            }
            return Ok(());
        }
        // The fight has its own account of everybody, which counts in the end.
        let why = "not in the middle of a fight: grant it afterwards, or set the XP there";
        need(state.meeting.is_none(), None, why)?;
        if what == "xp" {
            state.own.earn(who, small);
            return Ok(());
        }
        let sheet = self.sheet(who);
        let mut lore = sheet.known..sheet.abilities.len() as u8;
        let named = |which: &u8| self.ability(who, *which).is_some_and(|ability| ability.id == what);
        let Some(which) = lore.find(named) else {
            return Err(Refusal::new(format!("{} can never discover that", sheet.name)));
        };
        let place = Abilities::one(which - sheet.known);
        state.own.learned[who] |= place;
        state.own.noted[who] -= place;
        if state.own.offer[who].meets(place) {
            state.own.settle_discovery(who);
        }
        Ok(())
    }

    fn redraw(&self, state: &mut State, encounter: u8, back: bool) {
        if back && self.setting.place.encounters[usize::from(encounter)].lair == Some(state.here.at) {
            state.heard.insert(encounter);
        }
    }
}
