//! What changes on a trek by the delve rules, as plain data of fixed size.

use fracas_adventure::{Attitude, Attitudes, ByHero, Foes, Heroes, Numbers, Wounds};
use fracas_kernel::{By, Who};
use serde::{Deserialize, Serialize};

use super::State;
use super::data::{TORCH, Ware};
use crate::data::SPELL_LEVELS;
use crate::ground::MAX_THINGS;

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Own {
    pub(crate) hp: ByHero<i16>,
    pub(crate) slots: ByHero<[u8; SPELL_LEVELS]>,
    /// Since the last level.
    pub(crate) xp: ByHero<u16>,
    /// What each is suffering from: a hazard's number from 1, or 0.
    pub(crate) poison: ByHero<u8>,
    pub(crate) disease: ByHero<u8>,
    /// Turns for which the torch still burns.
    pub(crate) light: u8,
    /// How often somebody searched since the party came here.
    pub(crate) tries: u8,
    /// Zones that a thief has searched well, and those that were searched for a turn by anybody.
    pub(crate) scanned: Numbers,
    pub(crate) combed: Numbers,
    pub(crate) attitudes: Attitudes,
    /// Bands that know of the party; that it has dealt with since it came here.
    pub(crate) known_to: Numbers,
    pub(crate) faced: Numbers,
    /// Bands that have tended somebody.
    pub(crate) helped: Numbers,
    /// What foes have lost in fights that they survived.
    pub(crate) foes: Wounds,
    /// How often the things of the place can still be used.
    pub(crate) uses: By<u8, u8, MAX_THINGS>,
    /// The day in which the last whole night ended.
    pub(crate) slept: u32,
    /// On how many faces of the next d6 somebody turns up, by the judge's word.
    pub(crate) faces: Option<u8>,
    /// How it stands with those whom the party faces.
    pub(crate) talk: Talk,
}

const _: () = assert!(size_of::<State>() <= 1104);

/// How far the party has come to with those whom it faces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Talk {
    pub stage: Stage,
    /// Sides that cannot be surprised.
    pub aware: [bool; 2],
    /// The party stands in the dark.
    pub dim: bool,
    /// After a fight: is the field the party's, or has it fled; the turns that it took, and in how many of them poisons
    /// have worked; and whom of the heroes it may have infected.
    pub won: bool,
    pub fled: bool,
    pub owed: u8,
    pub worked: u8,
    pub exposed: Heroes,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Stage {
    /// Nothing was rolled yet.
    #[default]
    Sighted,
    Parley,
    Fight,
    /// The fight is over, and the turn is not.
    Aftermath,
}

pub(crate) fn set_hp(state: &mut State, who: Who, hp: i16) {
    state.own.hp[who] = hp;
    state.set_down(who, hp <= 0);
}

/// Lights a torch if there is one and none burns.
pub(crate) fn light_up(state: &mut State) -> bool {
    let lit = state.own.light == 0 && state.supplies.spend(Ware::Torches as usize);
    if lit {
        state.own.light = TORCH;
    }
    lit
}

/// Would they not stand by while their things are taken?
pub(crate) fn is_wary(state: &State, foes: Foes) -> bool {
    matches!(state.own.attitudes.of(foes), Some(Attitude::Neutral | Attitude::Unfriendly))
}
