//! Those who are met together, of the place or put there by the judge: who they are, where they live, whether they are still
//! about, and what they have lost in fights that they lived through.

use fracas_content::Reader;
use fracas_kernel::By;
use serde::{Deserialize, Serialize};

use crate::place::{Encounter, Foe};
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

    /// What a system knows of them, of what it knows of each encounter; nothing of those whom the judge has put there.
    pub fn of<T>(self, encounters: &[T]) -> Option<&T> {
        encounters.get(usize::from(self.number())).filter(|_| matches!(self, Foes::Encounter(_)))
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
        self.all_of(place, foes).filter(move |(number, _)| !self.is_out(foes, *number))
    }

    /// Was one of a band beaten before?
    pub fn is_out(&self, foes: Foes, number: u8) -> bool {
        matches!(foes, Foes::Encounter(index) if self.is_felled(index, number))
    }

    /// A band with its beaten.
    pub fn all_of<'a>(&'a self, place: &'a Place, foes: Foes) -> impl Iterator<Item = (u8, Foe)> + 'a {
        let (encounter, stray) = match foes {
            Foes::Encounter(index) => (index, None),
            Foes::Stray(slot) => (u8::MAX, self.stray(slot)),
        };
        let stray = stray.map(|stray| (0, Foe::new(stray.sheet.into())));
        place.members(encounter).chain(stray)
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

    /// The bands that live in a zone and of which the party knows.
    pub fn known_in<'a>(&'a self, place: &Place, zone: u8) -> impl Iterator<Item = Foes> + use<'a, O> {
        self.living_in(place, zone).map(Foes::numbered).filter(|&foes| self.knows(foes))
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

impl<O> State<O> {
    /// The bands that are met now: one of the place, or all whom the judge has put here.
    pub fn met_now(&self) -> impl Iterator<Item = Foes> + use<O> {
        let band = self.meeting.filter(|foes| matches!(foes, Foes::Encounter(_)));
        let strays = self.strays_in(self.here.at).map(|(slot, _)| Foes::Stray(slot));
        band.into_iter().chain(strays.filter(move |_| band.is_none()))
    }

    /// Those who are met now, if they live here and the fight with them has goals, events or friends.
    pub fn plotted<'a>(&self, place: &'a Place) -> Option<&'a Encounter> {
        let Foes::Encounter(index) = self.meeting? else { return None };
        let met = place.encounters.get(usize::from(index))?;
        (met.plot.is_some() && met.lair == Some(self.here.at)).then_some(met)
    }

    /// Who is on the party's side in the fight that is called for, one by one.
    pub fn friends<'a>(&self, place: &'a Place) -> impl Iterator<Item = Foe> + use<'a, O> {
        let met = self.plotted(place).map_or(&[][..], |met| &met.friends);
        met.iter().flat_map(|&friend| std::iter::repeat_n(friend, usize::from(friend.count)))
    }
}

/// Something about each foe of a place: those of its encounters, and behind them whom the judge has put there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(bound(serialize = "T: Serialize", deserialize = "T: Deserialize<'de>"))]
pub struct ByFoe<T: Copy + Default, const N: usize>(By<u8, T, N>);

/// What each foe has lost and not got back.
pub type Wounds = ByFoe<i16, 100>;

impl<T: Copy + Default, const N: usize> ByFoe<T, N> {
    /// How many foes all encounters of a place can have together.
    pub const MAX: usize = N - MAX_STRAYS;

    pub fn of(&self, place: &Place, foes: Foes, number: u8) -> T {
        self.0[Self::rank(place, foes, number)]
    }

    pub fn set(&mut self, place: &Place, foes: Foes, number: u8, value: T) {
        self.0[Self::rank(place, foes, number)] = value;
    }

    /// All of a band are as if nothing had happened to them.
    pub fn heal(&mut self, place: &Place, foes: Foes) {
        let count = match foes {
            Foes::Encounter(index) => place.members(index).count() as u8,
            Foes::Stray(_) => 1,
        };
        (0..count).for_each(|number| self.set(place, foes, number, T::default()));
    }

    /// Reports if there are more foes in a place than can be kept account of.
    pub fn check(place: &Place, top: &Reader<'_>) {
        let (count, most) = (place.population(), Self::MAX);
        if count > most {
            top.problem_at(
                "encounter",
                format!("{count} foes in all"),
                format!("give a place at most {most}"),
            );
        }
    }

    fn rank(place: &Place, foes: Foes, number: u8) -> u8 {
        match foes {
            Foes::Encounter(index) => place.rank(index, number).min(Self::MAX as u8 - 1),
            Foes::Stray(slot) => Self::MAX as u8 + slot,
        }
    }
}
