//! By what the party can be noticed, what that adds to the chance of an encounter, and who it brings.

use fracas_adventure::{Course, Foes, Heroes};
use fracas_dice::{Roll, Take, Tricks, Why};
use fracas_kernel::Who;

use super::data::{GOLD, Opening, Work};
use super::state::Chore;
use super::{Event, Lore, State, Step};
use crate::data::{Quality, Senses, Sheet};

/// The faces of the die at the end of every try.
pub(super) const FACES: u8 = 10;

impl Lore {
    /// Those who can still be met; those of the judge come after those of the place.
    pub(super) fn alive(&self, state: &State) -> impl Iterator<Item = Foes> + use<> {
        let (gone, strays) = (state.here.gone, state.strays);
        let own = (0..self.setting.place.encounters.len() as u8).filter(move |&index| !gone.has(index));
        let judges = (0_u8..).zip(strays).filter(|(_, stray)| stray.is_some());
        own.map(Foes::Encounter).chain(judges.map(|(slot, _)| Foes::Stray(slot)))
    }

    /// What those can sense.
    pub(super) fn senses_of(&self, state: &State, foes: Foes) -> Senses {
        match foes {
            Foes::Encounter(index) => self.sensed.get(usize::from(index)).copied().unwrap_or_default(),
            Foes::Stray(slot) => {
                state.stray(slot).map_or(Senses::NONE, |stray| self.sheet(stray.sheet).sensed)
            }
        }
    }

    /// Notes again what all that lives here can sense.
    pub(super) fn count_senses(&self, state: &mut State) {
        // HEED-T5: only the senses of what is there count.
        let alert = self.alive(state).fold(Senses::NONE, |all, foes| all | self.senses_of(state, foes));
        let turned = state.own.turned;
        state.own.alert = (alert - turned) | (turned - alert);
    }

    /// The senses by which what everybody has picked could be noticed.
    pub(super) fn touched(&self, state: &State) -> Senses {
        let chores = state.able().map(|who| state.own.heroes[who].chore);
        chores.fold(self.light_touches(state), |all, chore| all | self.chore_touches(chore))
    }

    /// Lights show in the dark, each kind of them or not.
    pub(super) fn light_touches(&self, state: &State) -> Senses {
        if !self.is_dark(state) {
            return Senses::NONE;
        }
        let held = state.able().flat_map(|who| state.own.heroes[who].hands());
        let lights = held.filter(|&kind| self.heed().is(kind, Quality::Light));
        lights.fold(Senses::NONE, |all, kind| all | self.item_touches(kind))
    }

    pub(super) fn item_touches(&self, kind: u8) -> Senses {
        self.heed().items.get(usize::from(kind)).map_or(Senses::NONE, |item| item.senses)
    }

    pub(super) fn chore_touches(&self, chore: Chore) -> Senses {
        let Some(task) = self.task(chore.task) else { return Senses::NONE };
        let used = match task.does {
            Work::Drink => self.item_touches(chore.with),
            Work::Make | Work::Read => [task.needs, task.gives]
                .into_iter()
                .flatten()
                .fold(Senses::NONE, |all, kind| all | self.item_touches(kind)),
            Work::Take => {
                let (cache, haul) = (usize::from(chore.at), self.hauls.get(usize::from(chore.at)));
                let gold = self.setting.place.caches.get(cache).is_some_and(|one| one.supplies.of(GOLD) > 0);
                haul.map_or(Senses::NONE, |haul| haul.senses) | Sheet::sense("gold").only_if(gold)
            }
            _ => Senses::NONE,
        };
        task.senses | used
    }

    /// How many trys a chore takes.
    pub(super) fn chore_trys(&self, state: &State, chore: Chore) -> u8 {
        let Some(task) = self.task(chore.task) else { return 1 };
        let at = usize::from(chore.at);
        // HEED-O1, HEED-T6: the author can say more of a single lock, cache or zone.
        let own = match task.does {
            Work::Open => self.way_trys.get(at).copied().flatten(),
            Work::Take => self.hauls.get(at).and_then(|haul| haul.trys),
            Work::Search => self.zone_trys.get(usize::from(state.here.at)).copied().flatten(),
            _ => None,
        };
        own.unwrap_or(task.trys)
    }

    /// HEED-T7: those who do different things at once spend one time between them, that of the longest task.
    pub(super) fn trys(&self, state: &State) -> u8 {
        let chores = state.able().map(|who| state.own.heroes[who].chore);
        // HEED-T6: or as long as the judge says.
        let longest = chores.map(|chore| self.chore_trys(state, chore)).max().unwrap_or(1).max(1);
        state.own.trys.unwrap_or(longest)
    }

    /// How many faces of the d10 bring an encounter.
    pub(super) fn faces(&self, state: &State, touched: Senses) -> u8 {
        if let Some(faces) = state.own.faces {
            return faces;
        }
        if self.nobody_left(state) {
            return 0;
        }
        // HEED-T4: one, and one more for each sense.
        (1 + (touched & state.own.alert).len() as u8).min(FACES)
    }

    /// Is nothing left that could turn up? What the party cannot know of does not count.
    fn nobody_left(&self, state: &State) -> bool {
        let all = self.setting.place.encounters.len() as u8;
        state.own.alert.is_empty() && (0..all).all(|index| state.here.gone.has(index))
    }

    /// The end of a task that took this many trys: the dice, and what they bring.
    pub(super) fn end_of_try(&self, step: &mut Step<'_>, trys: u8, touched: Senses) {
        // HEED-T1: the clock counts trys, ten of which are an hour.
        step.state.clock += u32::from(trys);
        let faces = self.faces(step.state, touched);
        // HEED-T2, HEED-T3: a d10 for each try; the lowest says whether any of them brings an encounter.
        let throw = step.dice.roll(Why::table("encounter"), lowest(trys));
        step.tell(Event::Rolled { throw, trys, faces });
        let watched = step.state.able().any(|who| self.watches(step.state, who));
        let own = &mut step.state.own;
        own.clear_chores();
        (own.faces, own.trys) = (None, None);
        step.state.party.busy = Heroes::NONE;
        let own = &mut step.state.own;
        own.alarm = touched & own.alert;
        let shown = throw.value.clamp(1, FACES.into()) as u8;
        if shown <= faces {
            // The sense that a face stands for: 1 is none, 2 the first of those that were touched, and so on.
            let sense = shown.checked_sub(2).and_then(|nth| own.alarm.nth(nth.into()));
            step.tell(Event::Stirred(sense));
            if let Some(foes) = self.turns_up(step, sense) {
                self.meet(step.state, foes, true, step.log);
                step.state.own.opening = match (watched, sense) {
                    (true, _) => Opening::Ours,
                    (false, None) => Opening::Theirs,
                    // Whoever follows a sound or a smell knows where to go, and comes quietly.
                    (false, Some(_)) => Opening::TheirAmbush,
                };
                return;
            }
        }
        step.conclude(false);
    }

    pub(super) fn watches(&self, state: &State, who: Who) -> bool {
        self.task(state.own.heroes[who].chore.task).is_some_and(|task| task.does == Work::Watch)
    }

    /// Who comes: the judge's pick, or else one that is drawn.
    fn turns_up(&self, step: &mut Step<'_>, sense: Option<u8>) -> Option<Foes> {
        // HEED-T2: the judge picks, or lots are drawn.
        let picked = step.state.next.take().map(Foes::Encounter);
        let state = &*step.state;
        if let Some(picked) = picked.filter(|&picked| self.alive(state).any(|one| one == picked)) {
            return Some(picked);
        }
        let lots = |foes: Foes| -> u16 {
            let weight = match foes {
                Foes::Encounter(index) => self.setting.place.encounters[usize::from(index)].weight,
                Foes::Stray(_) => 0,
            };
            match sense {
                None => weight.into(),
                // HEED-T5: those who sense it come, from their lair too.
                Some(sense) if self.senses_of(state, foes).has(sense) => weight.max(1).into(),
                Some(_) => 0,
            }
        };
        // Where all that wander about are gone, those at home come out.
        let anybody = self.alive(state).map(lots).sum::<u16>() == 0;
        let lots = |foes: Foes| if anybody { 1 } else { lots(foes) };
        let total: u16 = self.alive(state).map(lots).sum();
        let several = self.alive(state).filter(|&one| lots(one) > 0).count() > 1;
        let mut lot = 0;
        if several {
            let throw = step.dice.roll(Why::table("who"), Roll::d(total.min(Roll::MAX_SIDES)));
            step.log.tell(Event::Drawn(throw).into());
            lot = throw.value.clamp(1, total.into()) as u16 - 1;
        }
        self.alive(state).find(|&one| match lot.checked_sub(lots(one)) {
            Some(rest) => {
                lot = rest;
                false
            }
            None => true,
        })
    }
}

/// This many d10s, of which the lowest counts.
fn lowest(count: u8) -> Roll {
    let tricks = Tricks { take: Take::Low(1), ..Tricks::default() };
    match Roll::new(count, FACES.into(), 0, tricks) {
        Ok(roll) if count > 1 => roll,
        _ => Roll::d(FACES.into()),
    }
}
