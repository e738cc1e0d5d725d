//! What can be chosen between fights, as a list. Why something cannot is in `refusals`.

use fracas_adventure::Place;
use fracas_kernel::Made;
use fracas_kernel::Who;

use super::data::{Attitude, Trek, Ware};
use super::state::{Meeting, Stage, State, bit32, bit64, has, hero_bit, heroes_in, hx};
use crate::data::{Does, Spell};

/// Zones stand for the way that leads to them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    Lead {
        who: Who,
    },
    Go {
        who: Who,
        to: u8,
    },
    /// The turn passes for everybody.
    Wait {
        who: Who,
    },
    /// The turn passes for this one.
    Idle {
        who: Who,
    },
    Camp {
        who: Who,
    },
    Leave {
        who: Who,
    },
    Search {
        who: Who,
    },
    Listen {
        who: Who,
        to: u8,
    },
    Pick {
        who: Who,
        to: u8,
    },
    Force {
        who: Who,
        to: u8,
    },
    Disarm {
        who: Who,
        cache: u8,
    },
    Take {
        who: Who,
        cache: u8,
    },
    /// `spell` is the place of the spell on the sheet; on everybody if it is on nobody.
    Cast {
        who: Who,
        spell: u8,
        on: Option<Who>,
    },
    Use {
        who: Who,
        ware: Ware,
        on: Who,
    },
    /// Sees how those take to the party who have just come into sight.
    Meet {
        who: Who,
    },
    Attack {
        who: Who,
    },
    Talk {
        who: Who,
    },
    Pay {
        who: Who,
    },
    Withdraw {
        who: Who,
    },
    Lure {
        who: Who,
        to: u8,
    },
    Pass {
        who: Who,
    },
    AskHeal {
        who: Who,
        on: Who,
    },
    AskWay {
        who: Who,
    },
    Buy {
        who: Who,
        ware: Ware,
    },
    /// After a fight.
    Gather {
        who: Who,
    },
}

/// Where a trap is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trap {
    Zone(u8),
    Way(u8),
    Cache(u8),
}

impl Choice {
    pub fn who(self) -> Who {
        match self {
            Choice::Lead { who }
            | Choice::Go { who, .. }
            | Choice::Wait { who }
            | Choice::Idle { who }
            | Choice::Camp { who }
            | Choice::Leave { who }
            | Choice::Search { who }
            | Choice::Listen { who, .. }
            | Choice::Pick { who, .. }
            | Choice::Force { who, .. }
            | Choice::Disarm { who, .. }
            | Choice::Take { who, .. }
            | Choice::Cast { who, .. }
            | Choice::Use { who, .. }
            | Choice::Meet { who }
            | Choice::Attack { who }
            | Choice::Talk { who }
            | Choice::Pay { who }
            | Choice::Withdraw { who }
            | Choice::Lure { who, .. }
            | Choice::Pass { who }
            | Choice::AskHeal { who, .. }
            | Choice::AskWay { who }
            | Choice::Buy { who, .. }
            | Choice::Gather { who } => who,
        }
    }

    /// Is it about those whom the party faces?
    pub(crate) fn stage(self) -> Option<Stage> {
        match self {
            Choice::Meet { .. } => Some(Stage::Sighted),
            Choice::Gather { .. } => Some(Stage::Aftermath),
            Choice::Attack { .. }
            | Choice::Talk { .. }
            | Choice::Pay { .. }
            | Choice::Withdraw { .. }
            | Choice::Lure { .. }
            | Choice::Pass { .. }
            | Choice::AskHeal { .. }
            | Choice::AskWay { .. }
            | Choice::Buy { .. } => Some(Stage::Parley),
            _ => None,
        }
    }

    /// Does only the leader decide it?
    pub(crate) fn is_for_all(self) -> bool {
        let whole = matches!(
            self,
            Choice::Go { .. } | Choice::Wait { .. } | Choice::Camp { .. } | Choice::Leave { .. }
        );
        whole || self.stage().is_some()
    }
}

impl Made for Choice {
    #[inline]
    fn who(self) -> Who {
        self.who()
    }
}

impl Trek {
    pub(crate) fn spell_of(&self, who: Who, spell: u8) -> Option<&Spell> {
        let rules = self.fights.first()?;
        let index = *self.sheet(who).spells.get(usize::from(spell))?;
        rules.spells.get(usize::from(index))
    }

    pub(crate) fn is_dark(&self, state: &State) -> bool {
        let spot = self.place.spots.get(usize::from(state.here.at));
        spot.is_some_and(|spot| spot.dark) && state.light == 0
    }

    /// The zones that ways lead to which the party knows here.
    fn beyond(&self, state: &State) -> impl Iterator<Item = u8> + use<'_> {
        let at = state.here.at;
        self.place.ways_from(&state.here, at).filter_map(move |way| self.place.beyond(way, at))
    }

    /// Is there anything left to search for here, and light to do it by?
    pub(crate) fn can_search(&self, state: &State, who: Who) -> bool {
        let spot = self.place.spots.get(usize::from(state.here.at));
        // A thief looks for more than others do.
        let thief = self.heroes[hx(who)].skill.is_some();
        let done = if thief { state.scanned } else { state.here.searched.0 };
        spot.is_some_and(|spot| spot.cluttered) && !has(done, state.here.at) && !self.is_dark(state)
    }

    pub(crate) fn way_to(&self, state: &State, to: u8) -> Option<u8> {
        self.place.way_between(&state.here, state.here.at, to)
    }

    /// Where the party goes when it turns back: where it came from, if it can, or else anywhere.
    pub(crate) fn way_back(&self, state: &State) -> Option<u8> {
        let steps = self.place.steps(&state.here).0;
        let from = state.here.from;
        if has(steps, from) { Some(from) } else { Place::zones_in(steps).next() }
    }

    /// Is there a trap that the party knows on the way to a neighbouring zone, or in it?
    pub(crate) fn trap_toward(&self, state: &State, to: u8) -> Option<(Trap, u8)> {
        let live = state.armed.and(state.spied);
        let way = self.way_to(state, to)?;
        let on_way = self.ways[usize::from(way)].trap.filter(|_| has(live.ways, way));
        let in_zone = self.zones[usize::from(to)].trap.filter(|_| has(live.zones, to));
        on_way.map(|hazard| (Trap::Way(way), hazard)).or(in_zone.map(|hazard| (Trap::Zone(to), hazard)))
    }

    /// Who of the party has lost hit points and can be helped.
    pub(crate) fn wounded(&self, state: &State) -> u8 {
        let hurt = |who: &Who| state.hp[hx(*who)] < self.sheet(*who).hp;
        heroes_in(state.with_us(self)).filter(hurt).fold(0, |set, who| set | hero_bit(who))
    }

    pub(crate) fn ill(&self, state: &State) -> u8 {
        let ill = |who: &Who| state.poison[hx(*who)] != 0 || state.disease[hx(*who)] != 0;
        heroes_in(state.with_us(self)).filter(ill).fold(0, |set, who| set | hero_bit(who))
    }

    pub(crate) fn list(&self, state: &State, out: &mut Vec<Choice>) {
        out.clear();
        if state.here.outcome.is_some() {
            return;
        }
        let leader = state.leader();
        match state.meeting {
            Some(meeting) => self.list_answers(state, leader, meeting, out),
            None => {
                for who in heroes_in(state.able() & !state.busy) {
                    self.list_deeds(state, who, out);
                    out.push(if who == leader { Choice::Wait { who } } else { Choice::Lead { who } });
                    if who != leader {
                        out.push(Choice::Idle { who });
                    }
                }
                if state.busy & hero_bit(leader) != 0 {
                    out.push(Choice::Wait { who: leader });
                }
                self.list_journeys(state, leader, out);
            }
        }
    }

    fn list_journeys(&self, state: &State, who: Who, out: &mut Vec<Choice>) {
        out.extend(Place::zones_in(self.place.steps(&state.here).0).map(|to| Choice::Go { who, to }));
        if state.poison.iter().all(|&poison| poison == 0) {
            out.push(Choice::Camp { who });
        }
        if self.place.zone(state.here.at).exit {
            out.push(Choice::Leave { who });
        }
    }

    fn list_deeds(&self, state: &State, who: Who, out: &mut Vec<Choice>) {
        let at = state.here.at;
        let thief = self.heroes[hx(who)].skill.is_some();
        if self.can_search(state, who) {
            out.push(Choice::Search { who });
        }
        for to in self.beyond(state) {
            out.push(Choice::Listen { who, to });
            let way = self.way_to(state, to);
            let locked = way.filter(|&way| !self.place.is_open(&state.here, way));
            let Some(way) = locked else { continue };
            if thief {
                out.push(Choice::Pick { who, to });
            }
            if !self.ways[usize::from(way)].iron {
                out.push(Choice::Force { who, to });
            }
        }
        let lying = self.place.caches_here(&state.here).0;
        let live = state.armed.and(state.spied).caches;
        for cache in Place::zones_in(lying).filter(|&cache| self.place.caches[usize::from(cache)].at == at) {
            out.push(Choice::Take { who, cache });
            if thief && has(live, cache) {
                out.push(Choice::Disarm { who, cache });
            }
        }
        let (wounded, ill) = (self.wounded(state), self.ill(state));
        for spell in 0..self.sheet(who).spells.len() as u8 {
            let Some(cast) = self.spell_of(who, spell).filter(|cast| is_healing(cast)) else { continue };
            if state.slots[hx(who)][usize::from(cast.level) - 1] == 0 {
                continue;
            }
            if cast.area && wounded != 0 {
                out.push(Choice::Cast { who, spell, on: None });
            } else if !cast.area {
                out.extend(heroes_in(wounded).map(|on| Choice::Cast { who, spell, on: Some(on) }));
            }
        }
        for (ware, set) in [(Ware::Salves, wounded), (Ware::Tinctures, ill)] {
            if state.wares[ware as usize] > 0 {
                out.extend(heroes_in(set).map(|on| Choice::Use { who, ware, on }));
            }
        }
    }

    fn list_answers(&self, state: &State, who: Who, meeting: Meeting, out: &mut Vec<Choice>) {
        match meeting.stage {
            Stage::Sighted => return out.push(Choice::Meet { who }),
            Stage::Aftermath => return out.push(Choice::Gather { who }),
            Stage::Fight => return,
            Stage::Parley => {}
        }
        let lore = self.band(meeting.band);
        let attitude = state.attitude_of(meeting.band);
        let wary = matches!(attitude, Attitude::Unfriendly | Attitude::Neutral);
        if wary && lore.price.is_some_and(|price| price <= state.gold) {
            out.push(Choice::Pay { who });
        }
        if attitude == Attitude::Neutral && !meeting.talked {
            out.push(Choice::Talk { who });
        }
        if attitude != Attitude::Unfriendly {
            out.push(Choice::Pass { who });
        }
        if attitude == Attitude::Friendly {
            if lore.heals.is_some() && !meeting.healed {
                out.extend(heroes_in(self.wounded(state)).map(|on| Choice::AskHeal { who, on }));
            }
            if lore.guides & !state.here.seen.0 != 0 {
                out.push(Choice::AskWay { who });
            }
            let affordable =
                |ware: &Ware| lore.sells[*ware as usize].is_some_and(|price| price <= state.gold);
            out.extend(Ware::ALL.into_iter().filter(affordable).map(|ware| Choice::Buy { who, ware }));
        }
        if self.way_back(state).is_some() {
            out.push(Choice::Withdraw { who });
        }
        if wary {
            let steps = Place::zones_in(self.place.steps(&state.here).0);
            let trapped = steps.filter(|&to| self.trap_toward(state, to).is_some());
            out.extend(trapped.map(|to| Choice::Lure { who, to }));
        }
        out.push(Choice::Attack { who });
    }

    /// Only what the party can know of: a refusal must not give away a secret.
    pub(crate) fn think_of_everything(&self, state: &State, out: &mut Vec<Choice>) {
        out.clear();
        let heroes = || (0..self.heroes.len().min(super::state::MOST_HEROES) as u8).map(Who);
        for who in heroes() {
            out.extend([
                Choice::Lead { who },
                Choice::Wait { who },
                Choice::Idle { who },
                Choice::Camp { who },
                Choice::Leave { who },
                Choice::Search { who },
            ]);
            if state.meeting.is_some() {
                self.think_of_answers(state, who, out);
            }
            for to in self.beyond(state) {
                out.extend([
                    Choice::Go { who, to },
                    Choice::Listen { who, to },
                    Choice::Pick { who, to },
                    Choice::Force { who, to },
                ]);
            }
            for cache in Place::zones_in(self.place.caches_here(&state.here).0) {
                out.extend([Choice::Take { who, cache }, Choice::Disarm { who, cache }]);
            }
            for spell in 0..self.sheet(who).spells.len() as u8 {
                // Whoever wonders about a spell for fights is told so once.
                let single = self.spell_of(who, spell).is_some_and(|cast| is_healing(cast) && !cast.area);
                if !single {
                    out.push(Choice::Cast { who, spell, on: None });
                }
                out.extend(heroes().filter(|_| single).map(|on| Choice::Cast { who, spell, on: Some(on) }));
            }
            for ware in [Ware::Salves, Ware::Tinctures] {
                out.extend(heroes().map(|on| Choice::Use { who, ware, on }));
            }
        }
    }

    fn think_of_answers(&self, state: &State, who: Who, out: &mut Vec<Choice>) {
        out.extend([
            Choice::Meet { who },
            Choice::Attack { who },
            Choice::Talk { who },
            Choice::Pay { who },
            Choice::Withdraw { who },
            Choice::Pass { who },
            Choice::AskWay { who },
            Choice::Gather { who },
        ]);
        out.extend(self.beyond(state).map(|to| Choice::Lure { who, to }));
        out.extend((0..self.heroes.len() as u8).map(|on| Choice::AskHeal { who, on: Who(on) }));
        out.extend(Ware::ALL.map(|ware| Choice::Buy { who, ware }));
    }

    /// The bands that live in a zone and are about, as a set.
    pub(crate) fn living_in(&self, state: &State, zone: u8) -> u32 {
        let all = (0..32).filter(|&band| state.is_about(band) && self.lair_of(state, band) == Some(zone));
        all.fold(0, |set, band| set | bit32(band))
    }

    pub(crate) fn set_of(zones: impl Iterator<Item = u8>) -> u64 {
        zones.fold(0, |set, zone| set | bit64(zone))
    }
}

pub(crate) fn is_healing(spell: &Spell) -> bool {
    matches!(spell.effect.does, Does::Heal(_))
}
