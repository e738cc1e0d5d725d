//! Everything that changes in a fight, as plain data of fixed size, and what can be read off it.
//!
//! A set of combatants is a `Crowd`, bit by number. Where bodies are is kept twice, by combatant and as a board;
//! [`State::put`] and [`State::take_off`] are the only places that write them. Ranks as they stand, gear and conditions
//! counted, are kept too: [`Ranks::refresh`] writes those.

use fracas_dice::Roll;
use fracas_kernel::grid::{Board, Body, Square};
use fracas_kernel::plot::Course;
use fracas_kernel::{By, Crowd, Door, Outcome, Set, Side, Who};
use serde::{Deserialize, Serialize};

use crate::data::{Ability, Cards, Ranks, Sheet};

/// How many combatants a fight can hold, the dead and gone included.
pub const MAX_COMBATANTS: usize = 128;
/// How many conditions somebody can bear at a time.
pub const MAX_CONDITIONS: usize = 6;
/// How many items somebody can carry.
pub const MAX_ITEMS: usize = 6;
/// How many piles can lie about; more than there are kinds of items.
pub const MAX_LYING: usize = 128;
/// How many doors a field can have.
pub const MAX_DOORS: usize = 8;
/// No item.
pub const NOTHING: u8 = u8::MAX;

/// Something that each combatant has.
pub type PerWho<T> = By<Who, T, MAX_COMBATANTS>;
/// A set of the items that somebody carries, by their places.
pub type Places = Set<u8, u8>;
/// A set of doors, by their numbers on the field.
pub type DoorSet = Set<u8, u8>;

/// A condition on somebody. Rank 0 is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Borne {
    pub condition: u8,
    pub rank: u8,
}

/// Items on the ground that are alike, and how many of them lie there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lying {
    pub item: u8,
    pub count: u8,
    pub at: Square,
}

impl Default for Lying {
    fn default() -> Lying {
        Lying { item: NOTHING, count: 0, at: Square::NOWHERE }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    // These come first because states that differ mostly differ here, and are compared from the top.
    pub(crate) side: [Crowd; 2],
    /// Conscious and on the field.
    pub(crate) up: Crowd,
    pub(crate) unconscious: Crowd,
    pub(crate) dead: Crowd,
    pub(crate) gone: Crowd,
    pub(crate) prone: Crowd,
    pub(crate) stunned: Crowd,
    /// Who bears any condition.
    pub(crate) afflicted: Crowd,
    /// Who has an aura.
    pub(crate) auras: Crowd,
    pub(crate) sheet: PerWho<u8>,
    /// The upper left square of each body.
    pub(crate) at: PerWho<Square>,
    pub(crate) size: PerWho<u8>,
    pub(crate) damage: PerWho<i16>,
    pub(crate) wounds: PerWho<u8>,
    pub(crate) movement: PerWho<u8>,
    pub(crate) senses: PerWho<i16>,
    pub(crate) hidden: PerWho<i16>,
    /// Ranks as they stand, auras apart; below 0 counts as 0.
    pub(crate) ranks: PerWho<[i8; Ability::COUNT]>,
    pub(crate) borne: PerWho<[Borne; MAX_CONDITIONS]>,
    /// [`NOTHING`] where there is none.
    pub(crate) items: PerWho<[u8; MAX_ITEMS]>,
    /// Which of the items are equipped.
    pub(crate) equipped: PerWho<Places>,
    /// Cards in hand, and cards left to draw.
    pub(crate) hand: PerWho<Cards>,
    pub(crate) deck: PerWho<Cards>,
    /// How often each has played the cards that can be played a few times only: four bits for each of them.
    pub(crate) used: PerWho<u16>,
    /// Who acts in this round, from the first.
    pub(crate) order: By<u8, Who, MAX_COMBATANTS>,
    pub(crate) lying: By<u8, Lying, MAX_LYING>,
    pub(crate) walls: Board,
    pub(crate) rough: Board,
    /// Squares that are filled by somebody.
    pub(crate) filled: Board,
    /// The doors of the field; those that block steps and sight are among the walls.
    pub(crate) doors: By<u8, Door, MAX_DOORS>,
    pub(crate) shut: DoorSet,
    /// Cards played in this turn.
    pub(crate) played: Cards,
    /// How far goals and events have come.
    pub(crate) course: Course,
    pub(crate) round: u16,
    pub(crate) count: u8,
    /// How many were there when the fight began.
    pub(crate) first: u8,
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
            sheet: By::all(0),
            at: By::all(Square::NOWHERE),
            size: By::all(1),
            damage: By::all(0),
            wounds: By::all(0),
            movement: By::all(0),
            senses: By::all(0),
            hidden: By::all(0),
            ranks: By::all([0; Ability::COUNT]),
            borne: By::all([Borne { condition: 0, rank: 0 }; MAX_CONDITIONS]),
            items: By::all([NOTHING; MAX_ITEMS]),
            equipped: By::all(Set::NONE),
            hand: By::all(Set::NONE),
            deck: By::all(Set::NONE),
            used: By::all(0),
            order: By::all(Who(0)),
            lying: By::all(Lying { item: NOTHING, count: 0, at: Square::NOWHERE }),
            walls: *rules.grid.walls(),
            rough: *rules.grid.rough(),
            filled: Board::EMPTY,
            doors: By::all(Door::None),
            shut: DoorSet::NONE,
            side: [Crowd::NONE; 2],
            up: Crowd::NONE,
            unconscious: Crowd::NONE,
            dead: Crowd::NONE,
            gone: Crowd::NONE,
            prone: Crowd::NONE,
            stunned: Crowd::NONE,
            afflicted: Crowd::NONE,
            auras: Crowd::NONE,
            played: Cards::NONE,
            course: Course::NONE,
            round: 0,
            count: 0,
            first: 0,
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
        state.begin(rules, Course::new(&rules.plot));
        for &(item, at) in &rules.treasure {
            state.lay(item, at);
        }
        for (door, way) in (0_u8..).zip(&rules.doors) {
            rules.set_door(&mut state, door, way.door);
        }
        state
    }

    /// Goals and events as they are at the start.
    pub(crate) fn begin(&mut self, rules: &Ranks, course: Course) {
        self.course = course;
        // RANKS-G3: who comes later is nowhere, and has a name as one who comes later.
        self.course.away.for_each(|who| self.leave_out(who));
        self.first = self.count - rules.plot.comers.len() as u8;
    }

    /// Somebody is not on the field.
    pub(crate) fn leave_out(&mut self, who: Who) {
        self.take_off(who);
        self.at[who] = Square::NOWHERE;
        self.up.remove(who);
        self.gone.insert(who);
    }

    /// Was beaten before this fight.
    pub(crate) fn lie_dead(&mut self, who: Who) {
        self.leave_out(who);
        self.gone.remove(who);
        self.dead.insert(who);
    }

    /// One more on the field, or beside it where there is no room.
    pub(crate) fn add_somewhere(&mut self, rules: &Ranks, sheet: u8, side: Side, at: Option<Square>) -> Who {
        // The dead fill no square.
        self.dead.put(Who(self.count), at.is_none());
        let who = self.add(rules, sheet, side, at.unwrap_or(Square::NOWHERE));
        if at.is_none() {
            self.dead.remove(who);
            self.leave_out(who);
        }
        who
    }

    /// A new combatant as its sheet describes it. There must be room.
    pub(crate) fn add(&mut self, rules: &Ranks, sheet: u8, side: Side, at: Square) -> Who {
        let who = Who(self.count);
        let known = &rules.sheets[sheet as usize];
        self.count += 1;
        self.sheet[who] = sheet;
        self.size[who] = known.size;
        self.side[side.index()].insert(who);
        self.up.insert(who);
        self.outfit(who, known);
        self.hand[who] = known.held;
        self.deck[who] = known.whole_deck();
        self.auras.put(who, known.aura.is_some());
        self.put(who, at);
        rules.refresh(self, who);
        who
    }

    /// Gives somebody the items on a sheet, and no others.
    pub(crate) fn outfit(&mut self, who: Who, sheet: &Sheet) {
        self.items[who] = [NOTHING; MAX_ITEMS];
        self.equipped[who] = Places::NONE;
        for (place, &(item, equipped)) in (0_u8..).zip(&sheet.items).take(MAX_ITEMS) {
            self.items[who][usize::from(place)] = item;
            self.equipped[who].put(place, equipped);
        }
    }

    #[inline]
    pub(crate) fn body(&self, who: Who) -> Body {
        Body::new(self.at[who], self.size[who])
    }

    /// Puts somebody on a square.
    #[inline]
    pub(crate) fn put(&mut self, who: Who, to: Square) {
        self.take_off(who);
        self.at[who] = to;
        // RANKS-R17: the dead do not fill a square.
        if !self.dead.has(who) {
            self.filled.put(self.body(who));
        }
    }

    /// Takes a body off the board of filled squares.
    #[inline]
    pub(crate) fn take_off(&mut self, who: Who) {
        let body = self.body(who);
        if body.at != Square::NOWHERE && !(self.dead | self.gone).has(who) {
            self.filled.lift(body);
        }
    }

    #[inline]
    pub(crate) fn everyone(&self) -> Crowd {
        self.side[0] | self.side[1]
    }

    /// On the field, conscious or not, and alive.
    #[inline]
    pub(crate) fn present(&self) -> Crowd {
        self.everyone() - self.dead - self.gone
    }

    #[inline]
    pub(crate) fn side_of(&self, who: Who) -> Side {
        if self.side[0].has(who) { Side::Heroes } else { Side::Monsters }
    }

    #[inline]
    pub(crate) fn foes(&self, who: Who) -> Crowd {
        self.side[self.side_of(who).other().index()]
    }

    #[inline]
    pub(crate) fn friends(&self, who: Who) -> Crowd {
        self.side[self.side_of(who).index()]
    }

    /// Whoever's turn it is.
    #[inline]
    pub(crate) fn current(&self) -> Who {
        self.order[self.now]
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
        self.prone.has(who) || self.hidden[who] > 0
    }

    pub(crate) fn conditions(&self, who: Who) -> impl Iterator<Item = Borne> + '_ {
        self.borne[who].iter().copied().filter(|borne| borne.rank > 0)
    }

    pub(crate) fn bears(&self, who: Who, condition: u8) -> Option<u8> {
        self.conditions(who).find(|borne| borne.condition == condition).map(|borne| borne.rank)
    }

    /// The items of somebody, each with its place.
    pub(crate) fn carried(&self, who: Who) -> impl Iterator<Item = (u8, u8)> + '_ {
        (0..).zip(self.items[who]).filter(|&(_, item)| item != NOTHING)
    }

    pub(crate) fn has_equipped(&self, who: Who, place: u8) -> bool {
        self.equipped[who].has(place)
    }

    /// The items that somebody has in use.
    pub(crate) fn in_use(&self, who: Who) -> impl Iterator<Item = u8> + '_ {
        let carried = self.carried(who).filter(move |&(place, _)| self.has_equipped(who, place));
        carried.map(|(_, item)| item)
    }

    pub(crate) fn free_place(&self, who: Who) -> Option<u8> {
        self.items[who].iter().position(|&item| item == NOTHING).map(|place| place as u8)
    }

    /// Lays an item down, on what is like it there.
    pub(crate) fn lay(&mut self, item: u8, at: Square) {
        let alike = |pile: &Lying| pile.item == item && pile.at == at && pile.count < u8::MAX;
        if let Some(pile) = self.lying.iter_mut().find(|pile| alike(pile)) {
            pile.count += 1;
            return;
        }
        let free = self.lying.iter().position(|pile| pile.item == NOTHING);
        if let Some(free) = free.or_else(|| self.heap_up()) {
            self.lying[free as u8] = Lying { item, count: 1, at };
        }
    }

    /// RANKS-R21: where piles lie all over the field, two of a kind become one. There are more places than kinds, so
    /// there is always such a pair.
    fn heap_up(&mut self) -> Option<usize> {
        let piles = *self.lying.values();
        let fits = |one: &Lying, other: &Lying| {
            one.item == other.item && one.count.checked_add(other.count).is_some()
        };
        let (from, to) = (0..MAX_LYING)
            .flat_map(|from| (0..from).map(move |to| (from, to)))
            .find(|&(from, to)| fits(&piles[from], &piles[to]))?;
        self.lying[to as u8].count += piles[from].count;
        Some(from)
    }

    /// Takes one item off a pile.
    pub(crate) fn lift_off(&mut self, pile: u8) {
        let lying = &mut self.lying[pile];
        lying.count = lying.count.saturating_sub(1);
        if lying.count == 0 {
            *lying = Lying::default();
        }
    }
}

/// For whoever looks at a state from outside.
impl State {
    pub fn square(&self, who: Who) -> Square {
        self.at[who]
    }

    pub fn damage(&self, who: Who) -> i16 {
        self.damage[who]
    }

    pub fn wounds(&self, who: Who) -> u8 {
        self.wounds[who]
    }

    pub fn movement(&self, who: Who) -> u8 {
        self.movement[who]
    }

    pub fn senses(&self, who: Who) -> i16 {
        self.senses[who]
    }

    pub fn hidden(&self, who: Who) -> i16 {
        self.hidden[who]
    }

    pub fn is_prone(&self, who: Who) -> bool {
        self.prone.has(who)
    }

    pub fn is_stunned(&self, who: Who) -> bool {
        self.stunned.has(who)
    }

    pub fn is_up(&self, who: Who) -> bool {
        self.up.has(who)
    }

    pub fn is_unconscious(&self, who: Who) -> bool {
        self.unconscious.has(who)
    }

    pub fn is_dead(&self, who: Who) -> bool {
        self.dead.has(who)
    }

    pub fn is_gone(&self, who: Who) -> bool {
        self.gone.has(who)
    }

    /// Everybody's turn in this round, from the first.
    pub fn order(&self) -> impl Iterator<Item = Who> + '_ {
        self.order.values()[..usize::from(self.turns)].iter().copied()
    }

    pub fn phase(&self) -> Phase {
        self.phase
    }
}
