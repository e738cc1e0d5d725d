//! What does not change in a fight: sheets, cards, items, conditions and the map, checked and ready for use.

use std::sync::OnceLock;

use fracas_kernel::grid::{Board, Grid, Square};
use fracas_kernel::plot::Plot;
use fracas_kernel::{Door, Named, Numbered, Set, Side};

use crate::card::Card;
use crate::instinct::chances::Chances;
use crate::plot::Area;

/// One scenario of the ranks rules, with the content that it can call on.
#[derive(Clone, Debug)]
pub struct Ranks {
    pub(crate) title: String,
    /// The map with every door open.
    pub(crate) grid: Grid,
    pub(crate) doors: Vec<Doorway>,
    /// The map by the set of doors that are shut, each made when it is first looked at.
    pub(crate) closed: Vec<OnceLock<Grid>>,
    /// Steps between all places, by the size of who walks; empty where nobody has that size.
    pub(crate) ways: [Vec<u8>; 3],
    pub(crate) conditions: Vec<Condition>,
    pub(crate) items: Vec<Item>,
    pub(crate) cards: Vec<Card>,
    pub(crate) sheets: Vec<Sheet>,
    pub(crate) placed: Vec<Placed>,
    pub(crate) plot: Plot,
    /// Has it any goals or events?
    pub(crate) plotted: bool,
    /// What events can bring to those.
    pub(crate) hazards: Vec<Hazard>,
    /// The places that goals and events speak of, by number.
    pub(crate) areas: Vec<Area>,
    /// What lies on the map from the start.
    pub(crate) treasure: Vec<(u8, Square)>,
    /// Places that somebody who sees no enemy looks into, one after the other.
    pub(crate) haunts: Vec<Square>,
    pub(crate) chances: Chances,
}

/// A door of the field, as the fight finds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Doorway {
    /// A wide one has several squares.
    pub squares: Board,
    /// The first of them, by which it is called.
    pub at: Square,
    pub door: Door,
}

/// What an event can bring to a part of the map: damage of a rank.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hazard {
    pub id: String,
    pub name: String,
    pub rank: u8,
    pub harm: Harm,
}

/// Somebody who is there when the fight starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    pub sheet: u8,
    pub side: Side,
    pub at: Square,
}

/// What is in a list of all of its kind goes by its place there.
macro_rules! numbered {
    ($($kind:ty),+) => {$(
        impl Numbered for $kind {
            #[inline(always)]
            fn number(self) -> usize {
                self as usize
            }

            fn numbered(number: usize) -> $kind {
                <$kind>::ALL[number].1
            }
        }
    )+};
}

pub(crate) use numbered;

numbered!(Harm, Keyword, Worn);

/// RANKS-R1
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Ability {
    Endurance,
    Resolve,
    Speed,
    Brawl,
    Weapon,
    Stealth,
    Perception,
    Presence,
    Reactions,
    Spellcasting,
}

impl Ability {
    pub const COUNT: usize = 10;
    pub const ALL: [(&'static str, Ability); Ability::COUNT] = [
        ("endurance", Ability::Endurance),
        ("resolve", Ability::Resolve),
        ("speed", Ability::Speed),
        ("brawl", Ability::Brawl),
        ("weapon", Ability::Weapon),
        ("stealth", Ability::Stealth),
        ("perception", Ability::Perception),
        ("presence", Ability::Presence),
        ("reactions", Ability::Reactions),
        ("spellcasting", Ability::Spellcasting),
    ];

    /// The first three are traits, the others skills.
    pub const TRAITS: usize = 3;

    pub const fn name(self) -> &'static str {
        Ability::ALL[self as usize].0
    }

    pub(crate) fn named(name: &str) -> Option<Ability> {
        Ability::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, ability)| ability)
    }

    /// As a title: "Spellcasting".
    pub fn title(self) -> String {
        Named::word(self.name()).name
    }
}

/// RANKS-R12
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Harm {
    Edged,
    Impact,
    Piercing,
    Cold,
    Electricity,
    Fire,
    Light,
    Sonic,
    Acid,
    Decay,
    Poison,
    Psychic,
}

/// A set of kinds of damage.
pub type Harms = Set<Harm, u16>;

impl Harm {
    pub const COUNT: usize = 12;
    pub const ALL: [(&'static str, Harm); Harm::COUNT] = [
        ("edged", Harm::Edged),
        ("impact", Harm::Impact),
        ("piercing", Harm::Piercing),
        ("cold", Harm::Cold),
        ("electricity", Harm::Electricity),
        ("fire", Harm::Fire),
        ("light", Harm::Light),
        ("sonic", Harm::Sonic),
        ("acid", Harm::Acid),
        ("decay", Harm::Decay),
        ("poison", Harm::Poison),
        ("psychic", Harm::Psychic),
    ];
    /// The three groups, by name.
    pub const GROUPS: [(&'static str, Harms); 3] = [
        ("physical", Set::of(0b111)),
        ("energy", Set::of(0b1111_1000)),
        ("corruption", Set::of(0b1111_0000_0000)),
    ];

    pub const fn name(self) -> &'static str {
        Harm::ALL[self as usize].0
    }
}

/// The name of a group, or of the one kind.
pub fn harms_words(harms: Harms) -> &'static str {
    let group = Harm::GROUPS.iter().find(|(_, set)| *set == harms).map(|(name, _)| *name);
    group.or(harms.first().map(Harm::name)).unwrap_or("no")
}

/// How much of each kind of damage is resisted; below 0 is a vulnerability.
pub type Resists = [i8; Harm::COUNT];

/// A condition as content describes it. Its rank is kept with whoever bears it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    pub id: String,
    pub name: String,
    pub about: String,
    /// What is rolled against it.
    pub resisted: Ability,
    pub does: Lasting,
    /// RANKS-E1: what else it does, as good or as bad for its bearer.
    pub also: Option<Lasting>,
    /// What it becomes when it is turned.
    pub opposite: Option<u8>,
}

impl Condition {
    /// All that it does.
    #[inline]
    pub fn effects(&self) -> impl Iterator<Item = Lasting> {
        std::iter::once(self.does).chain(self.also)
    }
}

/// RANKS-R13: what a condition or an aura does for as long as it is there; its rank says how much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lasting {
    /// At the start of the bearer's turn.
    Heals,
    Hurts(Harm),
    /// A bonus, or a penalty.
    Ability {
        ability: Ability,
        bonus: bool,
    },
    Dealt {
        bonus: bool,
    },
    Movement {
        bonus: bool,
    },
    /// Resistance, or vulnerability.
    Resists {
        harms: Harms,
        bonus: bool,
    },
}

impl Lasting {
    pub const fn is_good(self) -> bool {
        match self {
            Lasting::Heals => true,
            Lasting::Hurts(_) => false,
            Lasting::Ability { bonus, .. }
            | Lasting::Dealt { bonus }
            | Lasting::Movement { bonus }
            | Lasting::Resists { bonus, .. } => bonus,
        }
    }
}

/// What surrounds somebody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Aura {
    pub name: String,
    pub reach: u8,
    pub does: Lasting,
    pub rank: u8,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    pub id: String,
    pub name: String,
    pub about: String,
    pub kind: ItemKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ItemKind {
    Weapon(Weapon),
    Armour(Armour),
    /// Worth having, and nothing else.
    Valuable,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weapon {
    /// How many squares it reaches hand to hand; 0 if it cannot be used so.
    pub reach: u8,
    /// How many squares it carries; 0 if it cannot.
    pub range: u8,
    pub damage: u8,
    pub bonus: i8,
    pub harm: Harm,
    /// A part of the body needs none, and cannot be put away or lost.
    pub hands: u8,
    pub unreliable: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Armour {
    pub worn: Worn,
    pub resists: Resists,
    pub bonus: [i8; Ability::COUNT],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worn {
    Body,
    Head,
    Shield,
}

impl Worn {
    pub const ALL: [(&'static str, Worn); 3] =
        [("body", Worn::Body), ("head", Worn::Head), ("shield", Worn::Shield)];
}

impl Item {
    pub fn weapon(&self) -> Option<&Weapon> {
        match &self.kind {
            ItemKind::Weapon(weapon) => Some(weapon),
            _ => None,
        }
    }

    pub fn hands(&self) -> u8 {
        match self.kind {
            ItemKind::Weapon(weapon) => weapon.hands,
            ItemKind::Armour(Armour { worn: Worn::Shield, .. }) => 1,
            _ => 0,
        }
    }

    pub fn is_natural(&self) -> bool {
        matches!(self.kind, ItemKind::Weapon(Weapon { hands: 0, .. }))
    }
}

/// A hero, or a kind of monster: RANKS-K4, they have the same things.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    pub id: String,
    pub name: String,
    pub origin: Origin,
    pub about: String,
    pub keywords: Set<Keyword, u8>,
    /// RANKS-E4: keywords of the content's own, each with what it does in words.
    pub words: Vec<[String; 2]>,
    pub ranks: [u8; Ability::COUNT],
    /// How many squares it is wide and high.
    pub size: u8,
    pub resists: Resists,
    /// Added to all damage that it deals.
    pub dealt: i8,
    pub aura: Option<Aura>,
    /// Items from the start, and whether they are equipped.
    pub items: Vec<(u8, bool)>,
    /// Indices into [`Ranks::cards`].
    pub cards: Vec<u8>,
    /// Cards that are always held; the others are drawn.
    pub held: Cards,
    /// The places of those that can be played a few times in a fight only.
    pub limited: Vec<u8>,
    /// What it weighs when an encounter is built.
    pub worth: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Species, role and background, as people read them.
    Hero {
        species: String,
        role: String,
        background: String,
    },
    Monster {
        role: Option<String>,
        background: Option<String>,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keyword {
    Beast,
    Mindless,
    Drone,
    Undead,
}

impl Keyword {
    pub const ALL: [(&'static str, Keyword); 4] = [
        ("beast", Keyword::Beast),
        ("mindless", Keyword::Mindless),
        ("drone", Keyword::Drone),
        ("undead", Keyword::Undead),
    ];

    pub const fn name(self) -> &'static str {
        Keyword::ALL[self as usize].0
    }
}

impl Sheet {
    #[inline]
    pub fn is(&self, keyword: Keyword) -> bool {
        self.keywords.has(keyword)
    }

    /// Every card that is drawn.
    pub(crate) fn whole_deck(&self) -> Cards {
        Cards::first_few(self.cards.len()) - self.held
    }

    pub fn is_hero(&self) -> bool {
        matches!(self.origin, Origin::Hero { .. })
    }
}

/// A set of the cards on a sheet, by their places.
pub type Cards = Set<u8, u32>;

/// How many cards a hero draws.
pub const DRAWN: usize = 3;
/// How many cards a sheet can have.
pub const MAX_CARDS: usize = 32;
/// How many of them can be played a few times in a fight only, and how often at most.
pub const MAX_LIMITED: usize = 4;
pub const MAX_USES: u8 = 15;
