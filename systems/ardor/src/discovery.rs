//! Discoveries: what an Inspired Moment may show, learned at once or noted for a rest. The judge chooses, or the player out of
//! two: something new, and a variation of what is known already.

use fracas_dice::Dice;
use fracas_kernel::{Log, Refusal, Who};

use crate::apply::Turn;
use crate::data::{Ability, Ardor, Sheet};
use crate::event::Event;
use crate::state::{Abilities, Phase, State};

/// How many things there are to choose from.
const CHOICES: usize = 2;

/// What somebody with these abilities could discover now, by their place among those that can be: something new, a variation
/// of what is known, and more of either if one is lacking.
pub(crate) fn glimpse(
    abilities: &[Ability],
    sheet: &Sheet,
    learned: Abilities,
    noted: Abilities,
) -> Abilities {
    let lore = || (0_u8..).zip(sheet.abilities.iter().skip(sheet.known.into()));
    let ability = |index: u8| abilities.get(usize::from(index));
    let knows = |index: u8| {
        let place = sheet.abilities.iter().position(|&own| own == index);
        place.is_some_and(|place| match (place as u8).checked_sub(sheet.known) {
            None => true,
            Some(place) => learned.has(place),
        })
    };
    // ARDOR-R20
    let open = |place: u8, index: u8, varied: bool| {
        let base = ability(index).and_then(|ability| ability.varies);
        !(learned | noted).has(place) && base.is_some() == varied && base.is_none_or(knows)
    };
    let find = |varied: bool| {
        lore().filter(move |&(place, &index)| open(place, index, varied)).map(|(place, _)| place)
    };
    let (mut new, mut varied) = (find(false), find(true));
    let first = [new.next(), varied.next()].into_iter().flatten();
    first.chain(new).chain(varied).take(CHOICES).collect()
}

/// What the judge has somebody discover at the next Inspired Moment, by its place among what can be, from 1; 0 is its own
/// choice again.
pub(crate) fn destined(
    abilities: &[Ability],
    sheet: &Sheet,
    had: Abilities,
    place: u8,
) -> Result<Abilities, Refusal> {
    let most = sheet.abilities.len() as u8 - sheet.known;
    // ARDOR-R20
    match place.checked_sub(1) {
        None => Ok(Abilities::NONE),
        Some(place) if place < most && !had.has(place) => Ok(Abilities::one(place)),
        Some(place) if place < most => Err(Refusal::by("ARDOR-R20", "that was discovered before")),
        Some(_) => {
            let lore = sheet.abilities.iter().skip(sheet.known.into());
            let named = |(&index, number)| format!("{number} {}", abilities[usize::from(index)].name);
            let names: Vec<String> = lore.zip(1..).map(named).collect();
            Err(Refusal::by("ARDOR-R20", format!("there is to discover: {}", names.join(", "))))
        }
    }
}

impl Ardor {
    /// Does `who` command the ability at this place on the sheet?
    pub(crate) fn knows(&self, state: &State, who: Who, which: u8) -> bool {
        match which.checked_sub(self.sheet(state, who).known) {
            _ if self.feature(which).is_some() => true,
            None => true,
            Some(found) => state.learned[who].has(found),
        }
    }

    /// What `who` has to choose from, by places on the sheet.
    pub(crate) fn offered(&self, state: &State, who: Who) -> impl Iterator<Item = u8> {
        let known = self.sheet(state, who).known;
        state.offer[who].map(move |place| known + place)
    }

    /// Has `who` the experience for it?
    pub(crate) fn can_afford(&self, state: &State, who: Who, which: u8) -> bool {
        self.ability(state, who, which).is_some_and(|ability| state.xp[who] >= ability.xp)
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    #[inline(never)]
    pub(crate) fn discover(&mut self, who: Who) {
        // ARDOR-O3
        if !self.rules.discovery {
            return;
        }
        // ARDOR-R20: what the judge has chosen, or else two to choose from.
        if self.state.offer[who].is_empty() {
            let (sheet, state) = (self.rules.sheet(self.state, who), &*self.state);
            let offer = glimpse(&self.rules.abilities, sheet, state.learned[who], state.noted[who]);
            self.state.offer[who] = offer;
        }
        for ability in self.rules.offered(self.state, who) {
            let enough = self.rules.can_afford(self.state, who, ability);
            self.log.tell(Event::Discovered { who, ability, enough });
        }
        self.state.discovering.put(who, !self.state.offer[who].is_empty());
    }

    /// ARDOR-S7: with enough XP it can be learned at once, and is noted otherwise.
    pub(crate) fn learn(&mut self, who: Who, which: u8) {
        let Some(price) = self.rules.ability(self.state, who, which).map(|ability| ability.xp) else {
            return;
        };
        self.state.xp[who] = self.state.xp[who].saturating_sub(price);
        let place = Abilities::one(which.saturating_sub(self.rules.sheet(self.state, who).known));
        self.state.learned[who] |= place;
        self.state.noted[who] -= place;
        self.log.tell(Event::Learned { who, ability: which });
        self.settle_discovery(who);
    }

    pub(crate) fn note(&mut self, who: Who, which: u8) {
        let place = which.saturating_sub(self.rules.sheet(self.state, who).known);
        self.state.noted[who] |= Abilities::one(place);
        self.log.tell(Event::Noted { who, ability: which });
        self.settle_discovery(who);
    }

    fn settle_discovery(&mut self, who: Who) {
        self.state.discovering.remove(who);
        self.state.offer[who] = Abilities::NONE;
        if self.state.phase == Phase::Arduous && !self.rules.may_strain(self.state, who) {
            self.done(who);
        }
    }
}
