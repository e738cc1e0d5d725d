//! Those who are met together, of the place or put there by the judge: who they are, where they live, whether they are still
//! about, and what they have lost in fights that they lived through.

use fracas_content::Reader;
use fracas_kernel::By;
use serde::{Deserialize, Serialize};

use crate::place::Foe;
use crate::state::MAX_STRAYS;
use crate::{Foes, Numbers, Place, State};

impl Foes {
    /// How many bands there can be in a place.
    pub const MAX: usize = Place::MAX_ENCOUNTERS + MAX_STRAYS;
    const STRAYS: u8 = Place::MAX_ENCOUNTERS as u8;

    /// Encounters of the place come first, then those whom the judge has put there.
    pub fn number(self) -> u8 {
        match self {
            Foes::Encounter(index) => index,
            Foes::Stray(slot) => Foes::STRAYS + slot,
        }
    }

    pub fn numbered(number: u8) -> Foes {
        number.checked_sub(Foes::STRAYS).map_or(Foes::Encounter(number), Foes::Stray)
    }
}

impl Place {
    /// Everybody of an encounter, one by one, with the number that each has in it.
    pub fn members(&self, encounter: u8) -> impl Iterator<Item = (u8, Foe)> + use<'_> {
        let foes = self.encounters.get(usize::from(encounter)).map_or(&[][..], |met| &met.foes);
        let each = foes.iter().flat_map(|&foe| std::iter::repeat_n(foe, usize::from(foe.count)));
        (0_u8..64).zip(each)
    }
}

impl<O> State<O> {
    /// Who is left of a band, with their numbers in it.
    pub fn left_of<'a>(&'a self, place: &'a Place, foes: Foes) -> impl Iterator<Item = (u8, Foe)> + 'a {
        let (encounter, stray) = match foes {
            Foes::Encounter(index) => (index, None),
            Foes::Stray(slot) => (u8::MAX, self.stray(slot)),
        };
        let alone = |sheet: u8| Foe { creature: sheet.into(), count: 1, at: None, stands: None };
        let stray = stray.map(|stray| (0, alone(stray.sheet)));
        let felled = move |number: u8| self.is_felled(encounter, number);
        place.members(encounter).filter(move |(number, _)| !felled(*number)).chain(stray)
    }

    /// One of a band is dead.
    pub fn strike_off(&mut self, foes: Foes, number: u8) {
        match foes {
            Foes::Encounter(index) => self.fell(index, number),
            Foes::Stray(slot) => self.dismiss(Foes::Stray(slot)),
        }
    }

    /// The bands that live in a zone and are about, by number.
    pub fn living_in(&self, place: &Place, zone: u8) -> Numbers {
        let strays = self.strays_in(zone).map(|(slot, _)| Foes::Stray(slot).number());
        place.living_in(&self.here, zone) | strays.collect()
    }

    /// Where a band lives.
    pub fn lair_of(&self, place: &Place, foes: Foes) -> Option<u8> {
        match foes {
            Foes::Encounter(index) => place.encounters.get(usize::from(index))?.lair,
            Foes::Stray(slot) => self.stray(slot).map(|stray| stray.zone),
        }
    }

    pub fn is_about(&self, foes: Foes) -> bool {
        match foes {
            Foes::Encounter(index) => !self.here.gone.has(index),
            Foes::Stray(slot) => self.stray(slot).is_some(),
        }
    }

    /// A band is done with.
    pub fn dismiss(&mut self, foes: Foes) {
        match foes {
            Foes::Encounter(index) => self.here.gone.insert(index),
            Foes::Stray(slot) => {
                if let Some(stray) = self.strays.get_mut(usize::from(slot)) {
                    *stray = None;
                }
            }
        }
    }

    /// Does the party know of them?
    pub fn knows(&self, foes: Foes) -> bool {
        match foes {
            Foes::Encounter(index) => self.heard.has(index),
            Foes::Stray(slot) => self.stray(slot).is_some_and(|stray| stray.known),
        }
    }

    pub fn come_to_know(&mut self, foes: Foes) {
        match foes {
            Foes::Encounter(index) => self.heard.insert(index),
            Foes::Stray(slot) => {
                self.strays.iter_mut().skip(slot.into()).take(1).flatten().for_each(|one| one.known = true)
            }
        }
    }
}

/// What each foe of a place has lost and not got back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Wounds(By<u8, i16, { Wounds::MAX + MAX_STRAYS }>);

impl Wounds {
    /// How many foes all encounters of a place can have together.
    pub const MAX: usize = 96;
    pub const NONE: Wounds = Wounds(By::all(0));

    pub fn of(&self, place: &Place, foes: Foes, number: u8) -> i16 {
        self.0[Wounds::rank(place, foes, number)]
    }

    pub fn set(&mut self, place: &Place, foes: Foes, number: u8, lost: i16) {
        self.0[Wounds::rank(place, foes, number)] = lost;
    }

    /// Those who are met and not beaten yet, in the order in which they enter a fight, with what they have lost. Strays of
    /// one zone are met together.
    pub fn left<'a, O>(
        &'a self,
        place: &'a Place,
        state: &'a State<O>,
        foes: Foes,
    ) -> impl Iterator<Item = (Foe, i16)> + 'a {
        let band = |foes| state.left_of(place, foes).map(move |(number, foe)| (foes, number, foe));
        Wounds::met(state, foes).flat_map(band).map(|(foes, number, foe)| (foe, self.of(place, foes, number)))
    }

    /// Takes back a fight with those of [`Wounds::left`]: `lost` says for each in turn what it has lost by now, or none if it
    /// is out of the way for good. Is anybody left?
    pub fn take_back<O>(
        &mut self,
        place: &Place,
        state: &mut State<O>,
        foes: Foes,
        mut lost: impl FnMut(usize) -> Option<i16>,
    ) -> bool {
        let (mut nth, mut left) = (0, false);
        for foes in Wounds::met(state, foes) {
            let band: Numbers = state.left_of(place, foes).map(|(number, _)| number).collect();
            for number in band {
                let now = lost(nth);
                nth += 1;
                left |= now.is_some();
                self.set(place, foes, number, now.unwrap_or(0));
                if now.is_none() {
                    state.strike_off(foes, number);
                }
            }
        }
        left
    }

    fn met<O>(state: &State<O>, foes: Foes) -> impl Iterator<Item = Foes> + use<O> {
        let alone = matches!(foes, Foes::Encounter(_));
        let strays = state.strays_in(state.here.at).map(|(slot, _)| Foes::Stray(slot));
        alone.then_some(foes).into_iter().chain(strays.filter(move |_| !alone))
    }

    /// All of a band are whole again.
    pub fn heal(&mut self, place: &Place, foes: Foes) {
        let count = match foes {
            Foes::Encounter(index) => place.members(index).count() as u8,
            Foes::Stray(_) => 1,
        };
        (0..count).for_each(|number| self.set(place, foes, number, 0));
    }

    /// Reports if there are more foes in a place than can be kept account of.
    pub fn check(place: &Place, top: &Reader<'_>) {
        let count: usize = (0..place.encounters.len() as u8).map(|met| place.members(met).count()).sum();
        if count > Wounds::MAX {
            let most = Wounds::MAX;
            top.problem_at(
                "encounter",
                format!("{count} foes in all"),
                format!("give a place at most {most}"),
            );
        }
    }

    /// The number of a foe among all of the place.
    fn rank(place: &Place, foes: Foes, number: u8) -> u8 {
        match foes {
            Foes::Encounter(index) => {
                let before = (0..index).map(|met| place.members(met).count() as u8);
                before.fold(number, u8::saturating_add).min(Wounds::MAX as u8 - 1)
            }
            Foes::Stray(slot) => Wounds::MAX as u8 + slot,
        }
    }
}
