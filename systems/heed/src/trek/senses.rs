//! By what the party can be noticed, what that adds to the chance of an encounter, and who it brings.

use fracas_dice::{Dice, Roll, Take, Tricks, Why};
use fracas_kernel::{Log, Who};

use super::data::{Deed, Opening, Trek};
use super::event::Event;
use super::state::{Chore, MAX_EXTRAS, Met, NONE, State};
use crate::data::{Quality, Sheet};

/// The faces of the die at the end of every try.
const FACES: u8 = 10;

impl Trek {
    /// Those who can still be met, by number; those of the judge come after those of the place.
    pub(super) fn alive(&self, state: &State) -> impl Iterator<Item = u8> + use<'_> {
        let (gone, extras) = (state.here.gone.0, state.extras);
        let own = self.place.encounters.len() as u8;
        let placed = (0..own).filter(move |&index| gone >> index & 1 == 0);
        placed.chain(
            (0..MAX_EXTRAS as u8)
                .filter(move |&at| extras[usize::from(at)].zone != NONE)
                .map(move |at| own + at),
        )
    }

    /// What those of an encounter can sense.
    pub(super) fn senses_of(&self, state: &State, encounter: u8) -> u32 {
        match self.sensed.get(usize::from(encounter)) {
            Some(&senses) => senses,
            None => self.extra(state, encounter).map_or(0, |extra| self.hero_sheet(extra.sheet).sensed),
        }
    }

    /// Notes again what all that lives here can sense.
    pub(super) fn count_senses(&self, state: &mut State) {
        // HEED-T5: only the senses of what is there count.
        state.alert = self.alive(state).fold(0, |all, encounter| all | self.senses_of(state, encounter));
    }

    /// The senses by which what everybody has picked could be noticed.
    pub(super) fn touched(&self, state: &State) -> u32 {
        let chores = state.up(self.heed()).map(|who| state.hero(who).chore);
        chores.fold(self.light_touches(state), |all, chore| all | self.chore_touches(chore))
    }

    /// Lights show in the dark, each kind of them or not.
    pub(super) fn light_touches(&self, state: &State) -> u32 {
        if !self.is_dark(state) {
            return 0;
        }
        let held = state.up(self.heed()).flat_map(|who| state.hero(who).hands);
        let lights = held.filter(|&kind| self.heed().is(kind, Quality::Light));
        lights.fold(0, |all, kind| all | self.item_touches(kind))
    }

    pub(super) fn item_touches(&self, kind: u8) -> u32 {
        self.heed().items.get(usize::from(kind)).map_or(0, |item| item.senses)
    }

    pub(super) fn chore_touches(&self, chore: Chore) -> u32 {
        let Some(task) = self.task(chore.task) else { return 0 };
        let used = match task.does {
            Deed::Drink => self.item_touches(chore.with),
            Deed::Make | Deed::Read => [task.needs, task.gives]
                .into_iter()
                .flatten()
                .fold(0, |all, kind| all | self.item_touches(kind)),
            Deed::Take => self.hauls.get(usize::from(chore.at)).map_or(0, |haul| {
                let gold = if haul.gold > 0 { Sheet::sense("gold") } else { 0 };
                haul.senses | gold
            }),
            _ => 0,
        };
        task.senses | used
    }

    /// How many trys a chore takes.
    pub(super) fn chore_trys(&self, state: &State, chore: Chore) -> u8 {
        let Some(task) = self.task(chore.task) else { return 1 };
        let at = usize::from(chore.at);
        // HEED-O1, HEED-T6: the author can say more of a single lock, cache or zone.
        let own = match task.does {
            Deed::Open => self.way_trys.get(at).copied().flatten(),
            Deed::Take => self.hauls.get(at).and_then(|haul| haul.trys),
            Deed::Search => self.zone_trys.get(usize::from(state.here.at)).copied().flatten(),
            _ => None,
        };
        own.unwrap_or(task.trys)
    }

    /// HEED-T7: those who do different things at once spend one time between them, that of the longest task.
    pub(super) fn trys(&self, state: &State) -> u8 {
        let chores = state.up(self.heed()).map(|who| state.hero(who).chore);
        chores.map(|chore| self.chore_trys(state, chore)).max().unwrap_or(1).max(1)
    }

    /// How many faces of the d10 bring an encounter.
    pub(super) fn faces(&self, state: &State, touched: u32) -> u8 {
        if self.nobody_left(state) {
            return 0;
        }
        // HEED-T4: one, and one more for each sense.
        (1 + (touched & state.alert).count_ones() as u8).min(FACES)
    }

    /// Is nothing left that could turn up? What the party cannot know of does not count.
    fn nobody_left(&self, state: &State) -> bool {
        state.alert == 0 && (0..self.place.encounters.len()).all(|index| state.here.gone.0 >> index & 1 == 1)
    }

    /// The end of a task that took so many trys: the dice, and what they bring.
    pub(super) fn end_of_try(
        &self,
        state: &mut State,
        trys: u8,
        touched: u32,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        // HEED-T1: the clock counts trys, ten of which are an hour.
        state.trys = state.trys.saturating_add(trys.into());
        let faces = self.faces(state, touched);
        // HEED-T2, HEED-T3: a d10 for each try; the lowest says whether any of them brings an encounter.
        let throw = dice.roll(Why::table("encounter"), lowest(trys));
        log.tell(Event::Rolled { throw, trys, faces });
        let watched = state.up(self.heed()).any(|who| self.watches(state, who));
        state.clear_chores();
        state.alarm = touched & state.alert;
        let shown = throw.value.clamp(1, FACES.into()) as u8;
        if shown <= faces {
            let sense = nth_sense(touched & state.alert, shown - 1);
            log.tell(Event::Stirred { sense });
            if let Some(encounter) = self.turns_up(state, sense, dice, log) {
                let opening = match (watched, sense) {
                    (true, _) => Opening::Ours,
                    (false, None) => Opening::Theirs,
                    // Whoever follows a sound or a smell knows where to go, and comes quietly.
                    (false, Some(_)) => Opening::TheirAmbush,
                };
                self.meet(state, encounter, opening, log);
                return;
            }
        }
        if state.trys >= self.limit {
            log.tell(Event::TimeUp);
            state.here.outcome = Some(fracas_kernel::Outcome::Draw);
            log.tell(Event::Over { outcome: fracas_kernel::Outcome::Draw });
        }
    }

    pub(super) fn watches(&self, state: &State, who: Who) -> bool {
        self.task(state.hero(who).chore.task).is_some_and(|task| task.does == Deed::Watch)
    }

    /// Who comes: the judge's pick, or else one that is drawn.
    fn turns_up(
        &self,
        state: &mut State,
        sense: Option<u8>,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) -> Option<u8> {
        // HEED-T2: the judge picks, or lots are drawn.
        let picked = std::mem::replace(&mut state.next, NONE);
        if self.alive(state).any(|one| one == picked) {
            return Some(picked);
        }
        let lots = |state: &State, encounter: u8| -> u16 {
            let weight = self.place.encounters.get(usize::from(encounter)).map_or(0, |one| one.weight);
            match sense {
                None => weight.into(),
                // HEED-T5: those who sense it come, from their lair too.
                Some(sense) if self.senses_of(state, encounter) >> sense & 1 == 1 => weight.max(1).into(),
                Some(_) => 0,
            }
        };
        let mut total: u16 = self.alive(state).map(|one| lots(state, one)).sum();
        // Where all that wander about are gone, those at home come out.
        let anybody = total == 0;
        let lot_of = |state: &State, one: u8| if anybody { 1 } else { lots(state, one) };
        total = self.alive(state).map(|one| lot_of(state, one)).sum();
        if total == 0 {
            return None;
        }
        let several = self.alive(state).filter(|&one| lot_of(state, one) > 0).count() > 1;
        let mut lot = 0;
        if several {
            let throw = dice.roll(Why::table("who"), Roll::d(total.min(Roll::MAX_SIDES)));
            log.tell(Event::Drawn { throw });
            lot = throw.value.clamp(1, total.into()) as u16 - 1;
        }
        self.alive(state).find(|&one| match lot.checked_sub(lot_of(state, one)) {
            Some(rest) => {
                lot = rest;
                false
            }
            None => true,
        })
    }

    /// A combat opens, which is what this try is spent on.
    pub(super) fn meet(&self, state: &mut State, encounter: u8, opening: Opening, log: &mut impl Log<Event>) {
        let sheet = self.extra(state, encounter).map_or(NONE, |extra| extra.sheet);
        state.clear_chores();
        state.open = Some(Met { encounter, opening });
        log.tell(Event::Met { encounter, opening, sheet });
    }
}

/// So many d10s, of which the lowest counts.
fn lowest(count: u8) -> Roll {
    let tricks = Tricks { take: Take::Low(1), ..Tricks::default() };
    match Roll::new(count, FACES.into(), 0, tricks) {
        Ok(roll) if count > 1 => roll,
        _ => Roll::d(FACES.into()),
    }
}

/// The sense that a face stands for: 1 is none, 2 the first of those that were touched, and so on.
fn nth_sense(touched: u32, nth: u8) -> Option<u8> {
    let nth = nth.checked_sub(1)?;
    (0..32).filter(|sense| touched >> sense & 1 == 1).nth(nth.into())
}
