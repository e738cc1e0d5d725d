//! What fights have done to those who were not beaten in them: health lost stays lost until somebody brings them back whole.

use fracas_content::Reader;
use fracas_kernel::{By, Numbered};
use serde::{Deserialize, Serialize};

use crate::state::MAX_STRAYS;
use crate::{Foe, Foes, Place, State};

/// Health that each foe of a place, and each whom the judge has put there, has lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Wounds {
    lost: By<u8, i16, { Wounds::MAX }>,
    strays: By<u8, i16, MAX_STRAYS>,
}

impl Wounds {
    /// How many foes all encounters of a place can have together.
    pub const MAX: usize = 96;
    pub const NONE: Wounds = Wounds { lost: By::all(0), strays: By::all(0) };

    /// Those who are met and not beaten yet, in the order in which they enter a fight, with what they have lost.
    pub fn left<O>(&self, place: &Place, state: &State<O>, foes: Foes) -> Vec<(Foe, i16)> {
        match foes {
            Foes::Encounter(index) => {
                let left = place.foes_of(index).filter(|(number, _)| !state.is_felled(index, *number));
                left.map(|(number, foe)| (foe, self.lost[place.rank_of(index, number)])).collect()
            }
            Foes::Stray(_) => {
                let foe = |sheet: u8| Foe { creature: sheet.into(), count: 1, at: None, stands: None };
                let strays = state.strays_in(state.here.at);
                strays.map(|(slot, stray)| (foe(stray.sheet), self.strays[slot])).collect()
            }
        }
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
        let mut next = || {
            nth += 1;
            lost(nth - 1)
        };
        match foes {
            Foes::Encounter(index) => {
                for (number, _) in place.foes_of(index) {
                    if state.is_felled(index, number) {
                        continue;
                    }
                    match next() {
                        Some(lost) => {
                            self.lost[place.rank_of(index, number)] = lost;
                            left = true;
                        }
                        None => state.fell(index, number),
                    }
                }
            }
            Foes::Stray(_) => {
                for (slot, _) in state.strays_in(state.here.at) {
                    let lost = next();
                    self.strays[slot] = lost.unwrap_or(0);
                    if lost.is_none() {
                        state.strays[slot.number()] = None;
                    }
                    left |= lost.is_some();
                }
            }
        }
        left
    }

    /// An encounter is whole again.
    pub fn heal(&mut self, place: &Place, encounter: u8) {
        for (number, _) in place.foes_of(encounter) {
            self.lost[place.rank_of(encounter, number)] = 0;
        }
    }
}

impl Place {
    /// Everybody of an encounter, each with its number.
    pub fn foes_of(&self, encounter: u8) -> impl Iterator<Item = (u8, Foe)> + '_ {
        let foes = self.encounters.get(usize::from(encounter)).map_or(&[][..], |met| &met.foes);
        let each = foes.iter().flat_map(|&foe| std::iter::repeat_n(foe, usize::from(foe.count)));
        (0_u8..32).zip(each)
    }

    /// The number of a foe among all of the place.
    fn rank_of(&self, encounter: u8, number: u8) -> u8 {
        let before = self.encounters.iter().take(encounter.into()).flat_map(|met| &met.foes);
        let rank = before.map(|foe| usize::from(foe.count)).sum::<usize>() + usize::from(number);
        rank.min(Wounds::MAX - 1) as u8
    }

    /// There are not more foes than can be kept account of.
    pub fn check_numbers(&self, top: &Reader<'_>) {
        let count: usize =
            self.encounters.iter().flat_map(|met| &met.foes).map(|foe| usize::from(foe.count)).sum();
        if count > Wounds::MAX {
            let most = Wounds::MAX;
            top.problem_at(
                "encounter",
                format_args!("{count} foes in all"),
                format_args!("give a place at most {most}"),
            );
        }
    }
}
