//! Everything that changes on a trek, as plain data of fixed size: what all systems have, and `own` for the rest.

use fracas_kernel::{Outcome, Side, Who};
use serde::{Deserialize, Serialize};

use crate::{Heroes, Numbers, Pack, Party, Place, Supplies, Traps, Whereabouts};

/// How many creatures the judge can have waiting somewhere.
pub(crate) const MAX_STRAYS: usize = 4;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State<O> {
    /// The place, and where in it the party is.
    pub here: Whereabouts,
    pub party: Party,
    pub supplies: Supplies,
    /// In the units of the system's clock.
    pub clock: u32,
    pub passing: Passing,
    pub traps: Traps,
    pub pack: Pack,
    /// Ways at which somebody has listened, and encounters of which the party knows.
    pub listened: Numbers,
    pub heard: Numbers,
    /// Who of each encounter is beaten, by number in it.
    pub felled: [u64; Place::MAX_ENCOUNTERS],
    /// Who is faced now: in most systems, who has to be fought; and whether they have come from elsewhere.
    pub meeting: Option<Foes>,
    pub turned_up: bool,
    /// What turns up next, if the judge has said so.
    pub next: Option<u8>,
    pub strays: [Option<Stray>; MAX_STRAYS],
    /// What only this system knows.
    pub own: O,
}

const _: () = assert!(size_of::<State<()>>() <= 592);

/// What is under way in this turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Passing {
    /// It is over, whatever others might still do.
    pub over: bool,
    /// The party has come to another zone.
    pub arrived: bool,
    /// Somebody was loud.
    pub loud: bool,
    /// Something has noticed the party, and comes.
    pub stirred: bool,
}

/// Those who are met together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Foes {
    /// Of the place, by number.
    Encounter(u8),
    /// Whom the judge has put there, by slot.
    Stray(u8),
}

/// A creature that the judge has put somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stray {
    pub sheet: u8,
    pub zone: u8,
    /// Does the party know of it?
    pub known: bool,
}

impl<O> State<O> {
    /// A party of this many at the start of a place.
    pub fn new(place: &Place, heroes: usize, supplies: Supplies, own: O) -> State<O> {
        State {
            here: place.begin(),
            party: Party::of(heroes),
            supplies,
            clock: 0,
            passing: Passing::default(),
            traps: place.snares.set(),
            pack: Pack::default(),
            listened: Numbers::NONE,
            heard: Numbers::NONE,
            felled: [0; Place::MAX_ENCOUNTERS],
            meeting: None,
            turned_up: false,
            next: None,
            strays: [None; MAX_STRAYS],
            own,
        }
    }

    pub fn is_over(&self) -> bool {
        self.here.outcome.is_some()
    }

    pub fn is_won(&self) -> bool {
        self.here.outcome == Some(Outcome::Won(Side::Heroes))
    }

    /// Neither over nor held up by others.
    pub fn goes_on(&self) -> bool {
        !self.is_over() && self.meeting.is_none()
    }

    pub fn able(&self) -> Heroes {
        self.party.able()
    }

    /// Those whom the judge has put into a zone, with their slots.
    pub fn strays_in(&self, zone: u8) -> impl Iterator<Item = (u8, Stray)> + use<O> {
        let strays = self.strays;
        let slots = (0_u8..).zip(strays).filter_map(|(slot, stray)| Some((slot, stray?)));
        slots.filter(move |(_, stray)| stray.zone == zone)
    }

    pub fn stray(&self, slot: u8) -> Option<Stray> {
        self.strays.get(usize::from(slot)).copied().flatten()
    }

    /// Those of a zone have been dealt with.
    pub fn dismiss_strays(&mut self, zone: u8) {
        for stray in &mut self.strays {
            *stray = stray.filter(|one| one.zone != zone);
        }
    }

    /// The party and those it has fought part; `left` says whether any foe is still on its feet.
    pub fn part(&mut self, outcome: Outcome, left: bool) {
        let lost = outcome == Outcome::Won(Side::Monsters);
        match self.meeting.take() {
            Some(Foes::Encounter(index)) => {
                if !lost || !left {
                    self.here.gone.insert(index);
                }
                if !left || outcome == Outcome::Won(Side::Heroes) {
                    self.here.beaten.insert(index);
                }
            }
            _ if !lost => self.dismiss_strays(self.here.at),
            _ => {}
        }
    }

    /// Who lives where the party is: an encounter of the place first, then whom the judge has put there.
    pub fn inhabitants(&self, place: &Place) -> Option<Foes> {
        let stray = self.strays_in(self.here.at).next().map(|(slot, _)| Foes::Stray(slot));
        place.lair_here(&self.here).map(Foes::Encounter).or(stray)
    }

    /// The turn is over: nobody has done anything in the next one.
    pub fn new_turn(&mut self) {
        (self.party.busy, self.party.staying) = (Heroes::NONE, Heroes::NONE);
        self.passing = Passing::default();
    }

    /// Who of an encounter is beaten?
    pub fn is_felled(&self, encounter: u8, number: u8) -> bool {
        let felled = self.felled.get(usize::from(encounter)).copied().unwrap_or(0);
        felled.checked_shr(number.into()).unwrap_or(0) & 1 == 1
    }

    pub fn fell(&mut self, encounter: u8, number: u8) {
        if let Some(felled) = self.felled.get_mut(usize::from(encounter)) {
            *felled |= 1_u64.checked_shl(number.into()).unwrap_or(0);
        }
    }

    /// An encounter is as it was at the start.
    pub(crate) fn bring_back(&mut self, encounter: u8) {
        self.here.gone.remove(encounter);
        self.here.beaten.remove(encounter);
        self.felled[usize::from(encounter)] = 0;
    }

    /// Is down or up, as `down` says; the dead and gone stay so.
    pub fn set_down(&mut self, who: Who, down: bool) {
        self.party.down.put(who, down && self.party.alive.has(who));
    }
}
