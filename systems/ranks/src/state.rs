//! Everything that changes in a fight, as plain data of fixed size, and what can be read off it.
//!
//! A set of combatants is a `u128`, bit by number. Where bodies are is kept twice, by combatant and as a board;
//! [`State::put`] and [`State::take_off`] are the only places that write them. Ranks as they stand, gear and conditions
//! counted, are kept too: [`Ranks::refresh`] writes those.

use fracas_dice::Roll;
use fracas_kernel::grid::{Board, Body, Square};
use fracas_kernel::{Outcome, Side, Who};
use serde::{Deserialize, Serialize};

use crate::data::{Ability, Harm, ItemKind, Keyword, Lasting, Ranks, Sheet};
use crate::wide;

/// How many combatants a fight can hold, the dead and gone included.
pub const MOST: usize = 128;
/// How many conditions somebody can bear at a time.
pub const MOST_CONDITIONS: usize = 6;
/// How many items somebody can carry.
pub const MOST_ITEMS: usize = 6;
/// How many items can lie about.
pub const MOST_LYING: usize = 64;
/// No item.
pub const NOTHING: u8 = u8::MAX;

/// A condition on somebody. Rank 0 is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Borne {
    pub condition: u8,
    pub rank: u8,
}

/// An item on the ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lying {
    pub item: u8,
    pub at: Square,
}

impl Default for Lying {
    fn default() -> Lying {
        Lying { item: NOTHING, at: Square::NOWHERE }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    // These come first because states that differ mostly differ here, and are compared from the top.
    pub(crate) side: [u128; 2],
    /// Conscious and on the field.
    pub(crate) up: u128,
    pub(crate) unconscious: u128,
    pub(crate) dead: u128,
    pub(crate) gone: u128,
    pub(crate) prone: u128,
    pub(crate) stunned: u128,
    /// Who bears any condition.
    pub(crate) afflicted: u128,
    /// Who has an aura.
    pub(crate) auras: u128,
    #[serde(with = "wide")]
    pub(crate) sheet: [u8; MOST],
    /// The upper left square of each body.
    #[serde(with = "wide_squares")]
    pub(crate) at: [Square; MOST],
    #[serde(with = "wide")]
    pub(crate) size: [u8; MOST],
    #[serde(with = "wide")]
    pub(crate) damage: [i16; MOST],
    #[serde(with = "wide")]
    pub(crate) wounds: [u8; MOST],
    #[serde(with = "wide")]
    pub(crate) movement: [u8; MOST],
    #[serde(with = "wide")]
    pub(crate) senses: [i16; MOST],
    #[serde(with = "wide")]
    pub(crate) hidden: [i16; MOST],
    /// Ranks as they stand, auras apart; below 0 counts as 0.
    #[serde(with = "wide")]
    pub(crate) ranks: [[i8; Ability::COUNT]; MOST],
    #[serde(with = "wide")]
    pub(crate) borne: [[Borne; MOST_CONDITIONS]; MOST],
    /// [`NOTHING`] where there is none.
    #[serde(with = "wide")]
    pub(crate) items: [[u8; MOST_ITEMS]; MOST],
    /// Which of the items are equipped, bit by place.
    #[serde(with = "wide")]
    pub(crate) equipped: [u8; MOST],
    /// Cards in hand, and cards left to draw, bit by place on the sheet.
    #[serde(with = "wide")]
    pub(crate) hand: [u32; MOST],
    #[serde(with = "wide")]
    pub(crate) deck: [u32; MOST],
    /// Who acts in this round, from the first.
    #[serde(with = "wide")]
    pub(crate) order: [u8; MOST],
    #[serde(with = "wide")]
    pub(crate) lying: [Lying; MOST_LYING],
    pub(crate) walls: Board,
    pub(crate) rough: Board,
    /// Squares that are filled by somebody.
    pub(crate) filled: Board,
    /// Cards played in this turn, by place on the sheet.
    pub(crate) played: u32,
    pub(crate) round: u16,
    pub(crate) count: u8,
    /// How many are in the order, and who of them acts.
    pub(crate) turns: u8,
    pub(crate) now: u8,
    pub(crate) phase: Phase,
    /// Has the action of this turn been taken?
    pub(crate) acted: bool,
    /// Was whoever acts stunned when its turn began?
    pub(crate) dazed: bool,
    /// Are there walls that the map was not built with, or the other way round?
    pub(crate) rebuilt: bool,
    pub(crate) outcome: Option<Outcome>,
}

const _: () = assert!(size_of::<State>() <= 9 * 1024);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Initiative is to be rolled.
    Initiative,
    /// Somebody acts.
    Turn,
    /// Whoever acted is done; the end of its turn and what follows come of themselves.
    Ending,
}

/// Squares have no sensible default for [`wide`].
mod wide_squares {
    use fracas_kernel::grid::Square;
    use serde::{Deserializer, Serializer};

    use super::MOST;

    pub fn serialize<S: Serializer>(all: &[Square; MOST], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(all.iter().map(|square| square.0))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[Square; MOST], D::Error> {
        let all: [u16; MOST] = super::wide::deserialize(deserializer)?;
        Ok(all.map(Square))
    }
}

#[inline]
pub(crate) fn bit(who: Who) -> u128 {
    1 << (who.0 & 127)
}

/// The place of a combatant in the arrays. The mask costs nothing and saves every bounds check.
#[inline]
pub(crate) fn ix(who: Who) -> usize {
    who.0 as usize % MOST
}

/// The combatants of a set, from the lowest.
#[inline]
pub(crate) fn each(mut set: u128) -> impl Iterator<Item = Who> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let who = Who(set.trailing_zeros() as u8);
        set &= set - 1;
        Some(who)
    })
}

/// The dice of a rank.
#[inline]
pub fn dice_of(rank: u8) -> Roll {
    // RANKS-D1, RANKS-D2
    const RANKS: [Roll; 16] = {
        let mut rolls = [Roll::best_exploding(1, 10); 16];
        let mut rank = 1;
        while rank < 16 {
            rolls[rank] = Roll::best_exploding(rank as u8, 10);
            rank += 1;
        }
        rolls
    };
    match rank {
        // RANKS-D3, RANKS-R4
        0 => RANKS[0].halved(),
        1..16 => RANKS[rank as usize],
        _ => Roll::best_exploding(rank, 10),
    }
}

impl State {
    pub(crate) fn new(rules: &Ranks) -> State {
        let mut state = State {
            sheet: [0; MOST],
            at: [Square::NOWHERE; MOST],
            size: [1; MOST],
            damage: [0; MOST],
            wounds: [0; MOST],
            movement: [0; MOST],
            senses: [0; MOST],
            hidden: [0; MOST],
            ranks: [[0; Ability::COUNT]; MOST],
            borne: [[Borne { condition: 0, rank: 0 }; MOST_CONDITIONS]; MOST],
            items: [[NOTHING; MOST_ITEMS]; MOST],
            equipped: [0; MOST],
            hand: [0; MOST],
            deck: [0; MOST],
            order: [0; MOST],
            lying: [Lying { item: NOTHING, at: Square::NOWHERE }; MOST_LYING],
            walls: *rules.grid.walls(),
            rough: *rules.grid.rough(),
            filled: Board::EMPTY,
            side: [0; 2],
            up: 0,
            unconscious: 0,
            dead: 0,
            gone: 0,
            prone: 0,
            stunned: 0,
            afflicted: 0,
            auras: 0,
            played: 0,
            round: 0,
            count: 0,
            turns: 0,
            now: 0,
            phase: Phase::Initiative,
            acted: false,
            dazed: false,
            rebuilt: false,
            outcome: None,
        };
        for placed in &rules.placed {
            state.add(rules, placed.sheet, placed.side, placed.at);
        }
        for (place, &(item, at)) in state.lying.iter_mut().zip(&rules.treasure) {
            *place = Lying { item, at };
        }
        state
    }

    /// A new combatant as its sheet describes it. There must be room.
    pub(crate) fn add(&mut self, rules: &Ranks, sheet: u8, side: Side, at: Square) -> Who {
        let who = Who(self.count);
        let index = ix(who);
        let card = &rules.sheets[sheet as usize];
        self.count += 1;
        self.sheet[index] = sheet;
        self.size[index] = card.size;
        self.side[side.index()] |= bit(who);
        self.up |= bit(who);
        for (place, &(item, equipped)) in card.items.iter().enumerate().take(MOST_ITEMS) {
            self.items[index][place] = item;
            self.equipped[index] |= u8::from(equipped) << place;
        }
        self.hand[index] = card.held;
        self.deck[index] = card.whole_deck();
        if card.aura.is_some() {
            self.auras |= bit(who);
        }
        self.put(who, at);
        rules.refresh(self, who);
        who
    }

    #[inline]
    pub(crate) fn body(&self, who: Who) -> Body {
        Body::new(self.at[ix(who)], self.size[ix(who)])
    }

    /// Puts somebody on a square.
    #[inline]
    pub(crate) fn put(&mut self, who: Who, to: Square) {
        self.take_off(who);
        self.at[ix(who)] = to;
        // RANKS-R17: the dead do not fill a square.
        if self.dead & bit(who) == 0 {
            self.filled.put(self.body(who));
        }
    }

    /// Takes a body off the board of filled squares.
    #[inline]
    pub(crate) fn take_off(&mut self, who: Who) {
        let body = self.body(who);
        if body.at != Square::NOWHERE && (self.dead | self.gone) & bit(who) == 0 {
            self.filled.lift(body);
        }
    }

    #[inline]
    pub(crate) fn everyone(&self) -> u128 {
        self.side[0] | self.side[1]
    }

    /// On the field, conscious or not, and alive.
    #[inline]
    pub(crate) fn present(&self) -> u128 {
        self.everyone() & !self.dead & !self.gone
    }

    #[inline]
    pub(crate) fn side_of(&self, who: Who) -> Side {
        if self.side[0] & bit(who) != 0 { Side::Heroes } else { Side::Monsters }
    }

    #[inline]
    pub(crate) fn foes(&self, who: Who) -> u128 {
        self.side[self.side_of(who).other().index()]
    }

    #[inline]
    pub(crate) fn friends(&self, who: Who) -> u128 {
        self.side[self.side_of(who).index()]
    }

    /// Whoever's turn it is.
    #[inline]
    pub(crate) fn current(&self) -> Who {
        Who(self.order[self.now as usize % MOST])
    }

    #[inline]
    pub(crate) fn distance(&self, a: Who, b: Who) -> u8 {
        // RANKS-R8: the grid counts a diagonal as one.
        self.body(a).distance(self.body(b))
    }

    /// Is the cost of its steps doubled?
    #[inline]
    pub(crate) fn is_slowed(&self, who: Who) -> bool {
        // RANKS-M3, RANKS-R6: hidden is a score above 0, and both together double once.
        self.prone & bit(who) != 0 || self.hidden[ix(who)] > 0
    }

    pub(crate) fn conditions(&self, who: Who) -> impl Iterator<Item = Borne> + '_ {
        self.borne[ix(who)].iter().copied().filter(|borne| borne.rank > 0)
    }

    pub(crate) fn bears(&self, who: Who, condition: u8) -> Option<u8> {
        self.conditions(who).find(|borne| borne.condition == condition).map(|borne| borne.rank)
    }

    /// The items of somebody, each with its place.
    pub(crate) fn carried(&self, who: Who) -> impl Iterator<Item = (u8, u8)> + '_ {
        (0..).zip(self.items[ix(who)]).filter(|&(_, item)| item != NOTHING)
    }

    pub(crate) fn has_equipped(&self, who: Who, place: u8) -> bool {
        self.equipped[ix(who)] >> (place & 7) & 1 == 1
    }

    pub(crate) fn free_place(&self, who: Who) -> Option<u8> {
        self.items[ix(who)].iter().position(|&item| item == NOTHING).map(|place| place as u8)
    }

    /// Lays an item down; false where there is no more room for anything.
    pub(crate) fn lay(&mut self, item: u8, at: Square) -> bool {
        match self.lying.iter_mut().find(|lying| lying.item == NOTHING) {
            Some(place) => {
                *place = Lying { item, at };
                true
            }
            None => false,
        }
    }
}

/// For whoever looks at a state from outside.
impl State {
    pub fn square(&self, who: Who) -> Square {
        self.at[ix(who)]
    }

    pub fn damage(&self, who: Who) -> i16 {
        self.damage[ix(who)]
    }

    pub fn wounds(&self, who: Who) -> u8 {
        self.wounds[ix(who)]
    }

    pub fn movement(&self, who: Who) -> u8 {
        self.movement[ix(who)]
    }

    pub fn senses(&self, who: Who) -> i16 {
        self.senses[ix(who)]
    }

    pub fn hidden(&self, who: Who) -> i16 {
        self.hidden[ix(who)]
    }

    pub fn is_prone(&self, who: Who) -> bool {
        self.prone & bit(who) != 0
    }

    pub fn is_stunned(&self, who: Who) -> bool {
        self.stunned & bit(who) != 0
    }

    pub fn is_up(&self, who: Who) -> bool {
        self.up & bit(who) != 0
    }

    pub fn is_unconscious(&self, who: Who) -> bool {
        self.unconscious & bit(who) != 0
    }

    pub fn is_dead(&self, who: Who) -> bool {
        self.dead & bit(who) != 0
    }

    pub fn is_gone(&self, who: Who) -> bool {
        self.gone & bit(who) != 0
    }

    /// Everybody's turn in this round, from the first.
    pub fn order(&self) -> impl Iterator<Item = Who> + '_ {
        self.order[..usize::from(self.turns)].iter().map(|&who| Who(who))
    }

    pub fn phase(&self) -> Phase {
        self.phase
    }
}

impl Ranks {
    /// A rank as it stands, gear, conditions and auras counted.
    pub fn rank_of(&self, state: &State, who: Who, ability: Ability) -> u8 {
        self.rank(state, who, ability)
    }

    /// The rank of a condition on somebody, by its id.
    pub fn condition_rank(&self, state: &State, who: Who, id: &str) -> Option<u8> {
        let condition = self.conditions.iter().position(|known| known.id == id)?;
        state.bears(who, condition as u8)
    }

    /// What somebody carries, by id, and whether it is equipped.
    pub fn gear(&self, state: &State, who: Who) -> Vec<(&str, bool)> {
        let named =
            |(place, item): (u8, u8)| (self.items[item as usize].id.as_str(), state.has_equipped(who, place));
        state.carried(who).map(named).collect()
    }

    /// What each side weighs together, as encounters are built.
    pub fn worth(&self, state: &State) -> [u32; 2] {
        state.side.map(|side| each(side).map(|who| self.sheet(state, who).worth).sum())
    }

    /// Does one see the other?
    pub fn sees(&self, state: &State, who: Who, other: Who) -> bool {
        self.can_see(state, who, other)
    }

    #[inline]
    pub(crate) fn sheet(&self, state: &State, who: Who) -> &Sheet {
        &self.sheets[state.sheet[ix(who)] as usize]
    }

    #[inline]
    pub(crate) fn is(&self, state: &State, who: Who, keyword: Keyword) -> bool {
        self.sheet(state, who).is(keyword)
    }

    /// Works out anew what gear and conditions make of somebody's ranks.
    pub(crate) fn refresh(&self, state: &mut State, who: Who) {
        let mut ranks = self.sheet(state, who).ranks.map(|rank| rank as i8);
        for (place, item) in state.carried(who) {
            if state.has_equipped(who, place)
                && let ItemKind::Armour(armour) = &self.items[item as usize].kind
            {
                ranks.iter_mut().zip(armour.bonus).for_each(|(rank, bonus)| *rank += bonus);
            }
        }
        for borne in state.conditions(who) {
            if let Lasting::Ability { ability, bonus } = self.conditions[borne.condition as usize].does {
                let rank = borne.rank.min(50) as i8;
                ranks[ability as usize] += if bonus { rank } else { -rank };
            }
        }
        state.ranks[ix(who)] = ranks;
        let any = state.conditions(who).next().is_some();
        if any {
            state.afflicted |= bit(who);
        } else {
            state.afflicted &= !bit(who);
        }
    }

    /// A rank as it stands.
    #[inline]
    pub(crate) fn rank(&self, state: &State, who: Who, ability: Ability) -> u8 {
        let mut rank = state.ranks[ix(who)][ability as usize];
        if state.auras != 0 {
            rank += self.aura_sum(state, who, |does| match does {
                Lasting::Ability { ability: touched, bonus } if touched == ability => Some(bonus),
                _ => None,
            });
        }
        // RANKS-R1: never below 0.
        rank.max(0) as u8
    }

    /// Whose auras somebody stands in.
    pub(crate) fn auras_on<'a>(&self, state: &'a State, who: Who) -> impl Iterator<Item = Who> + use<'a, '_> {
        // RANKS-R10: a conscious owner, its allies for what serves, its enemies for the rest.
        each(state.auras & state.up).filter(move |&owner| {
            let Some(aura) = &self.sheet(state, owner).aura else { return false };
            let friend = state.friends(owner) & bit(who) != 0;
            friend == aura.does.is_good() && state.distance(owner, who) <= aura.reach
        })
    }

    /// What auras add to something of somebody's, and take from it.
    #[inline(never)]
    fn aura_sum(&self, state: &State, who: Who, touches: impl Fn(Lasting) -> Option<bool>) -> i8 {
        let mut sum = 0;
        for owner in self.auras_on(state, who) {
            let Some(aura) = &self.sheet(state, owner).aura else { continue };
            match touches(aura.does) {
                Some(true) => sum += aura.rank.min(50) as i8,
                Some(false) => sum -= aura.rank.min(50) as i8,
                None => {}
            }
        }
        sum
    }

    /// What conditions and auras add to something of somebody's, and take from it.
    #[inline]
    fn lasting_sum(&self, state: &State, who: Who, touches: impl Fn(Lasting) -> Option<bool>) -> i16 {
        let mut sum = 0;
        if state.afflicted & bit(who) != 0 {
            for borne in state.conditions(who) {
                match touches(self.conditions[borne.condition as usize].does) {
                    Some(true) => sum += i16::from(borne.rank),
                    Some(false) => sum -= i16::from(borne.rank),
                    None => {}
                }
            }
        }
        if state.auras != 0 {
            sum += i16::from(self.aura_sum(state, who, touches));
        }
        sum
    }

    /// What somebody adds to all damage that it deals.
    pub(crate) fn dealt(&self, state: &State, who: Who) -> i16 {
        let lasting = self.lasting_sum(state, who, |does| match does {
            Lasting::Dealt { bonus } => Some(bonus),
            _ => None,
        });
        i16::from(self.sheet(state, who).dealt) + lasting
    }

    pub(crate) fn movement_bonus(&self, state: &State, who: Who) -> i16 {
        self.lasting_sum(state, who, |does| match does {
            Lasting::Movement { bonus } => Some(bonus),
            _ => None,
        })
    }

    /// What is taken from damage of a kind; below 0 where somebody is vulnerable.
    pub(crate) fn resistance(&self, state: &State, who: Who, harm: Harm) -> i16 {
        // RANKS-R12: types and groups were spread over the twelve kinds when they were read.
        let mut sum = i16::from(self.sheet(state, who).resists[harm as usize]);
        if state.equipped[ix(who)] != 0 {
            for (place, item) in state.carried(who) {
                if let ItemKind::Armour(armour) = &self.items[item as usize].kind
                    && state.has_equipped(who, place)
                {
                    sum += i16::from(armour.resists[harm as usize]);
                }
            }
        }
        sum + self.lasting_sum(state, who, |does| match does {
            Lasting::Resists { harms, bonus } if harms >> harm as u16 & 1 == 1 => Some(bonus),
            _ => None,
        })
    }
}

impl Sheet {
    /// Every card that is drawn.
    pub(crate) fn whole_deck(&self) -> u32 {
        let all = if self.cards.len() >= 32 { u32::MAX } else { (1 << self.cards.len()) - 1 };
        all & !self.held
    }
}
