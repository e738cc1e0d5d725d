//! What does not change in a fight: sheets, cards, items, conditions and the map, checked and ready for use.

use fracas_kernel::grid::{Grid, Square};
use fracas_kernel::{Named, Numbered, Set, Side};

use crate::instinct::chances::Chances;

/// One scenario of the ranks rules, with the content that it can call on.
#[derive(Clone, Debug)]
pub struct Ranks {
    pub(crate) title: String,
    pub(crate) grid: Grid,
    /// Steps between all places, by the size of who walks; empty where nobody has that size.
    pub(crate) ways: [Vec<u8>; 3],
    pub(crate) conditions: Vec<Condition>,
    pub(crate) items: Vec<Item>,
    pub(crate) cards: Vec<Card>,
    pub(crate) sheets: Vec<Sheet>,
    pub(crate) placed: Vec<Placed>,
    /// What lies on the map from the start.
    pub(crate) treasure: Vec<(u8, Square)>,
    /// Places that somebody who sees no enemy looks into, one after the other.
    pub(crate) haunts: Vec<Square>,
    pub(crate) chances: Chances,
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

numbered!(Harm, Need, Keyword, Worn);

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
    /// What it becomes when it is turned.
    pub opposite: Option<u8>,
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

/// An action card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    pub id: String,
    pub name: String,
    pub about: String,
    pub takes: Takes,
    /// How far it reaches; a weapon's own reach counts where a weapon is used.
    pub range: u8,
    /// How far an area reaches around its middle.
    pub area: u8,
    /// Whom of those in its area it takes.
    pub only: Only,
    pub weapon: Option<Wields>,
    pub needs: Set<Need, u8>,
    pub attack: Option<Attack>,
    /// For the actor, before anything else.
    pub first: Vec<Does>,
    /// For each target, if there is an attack only for those whom it hits.
    pub hit: Vec<Does>,
    /// For the actor, in the end.
    pub after: Vec<Does>,
}

/// RANKS-A3: a skill against a trait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attack {
    pub skill: Ability,
    pub against: Ability,
}

/// What a card wants to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    Nothing,
    /// Somebody else on the own side, conscious or not.
    Ally,
    /// The same, or oneself.
    Friend,
    Enemy,
    /// Anybody but oneself.
    Anyone,
    TwoEnemies,
    Square,
    /// The middle of an area.
    Burst,
    /// An area around oneself.
    Around,
    /// A square to step to, and an enemy beside it.
    Charge,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Only {
    Everyone,
    Allies,
    Enemies,
}

/// Which weapons a card can be played with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wields {
    Melee,
    Ranged,
    Any,
}

/// What must be so for a card to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    Prone,
    Standing,
    Hidden,
    Wounded,
    Damaged,
    Shield,
    Afflicted,
}

impl Need {
    pub const ALL: [(&'static str, Need); 7] = [
        ("prone", Need::Prone),
        ("standing", Need::Standing),
        ("hidden", Need::Hidden),
        ("wounded", Need::Wounded),
        ("damaged", Need::Damaged),
        ("shield", Need::Shield),
        ("afflicted", Need::Afflicted),
    ];

    pub const fn words(self) -> &'static str {
        match self {
            Need::Prone => "only for somebody who is prone",
            Need::Standing => "not while prone",
            Need::Hidden => "only while hidden",
            Need::Wounded => "only for somebody with a wound",
            Need::Damaged => "only for somebody with Damage",
            Need::Shield => "only with a shield in use",
            Need::Afflicted => "only for somebody with a harmful condition",
        }
    }
}

/// How many dice are rolled for damage or healing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Amount {
    Rank(u8),
    /// The rank of the weapon that is used.
    Weapon,
    /// The actor's own rank.
    Own(Ability),
}

/// The grammar of effects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Does {
    /// `harm` is none for the weapon's own kind.
    Damage {
        amount: Amount,
        bonus: i8,
        harm: Option<Harm>,
    },
    Heal(Amount),
    /// Closes this many wounds.
    Mend(u8),
    /// Inflicts this many wounds.
    Wound(u8),
    Afflict {
        condition: u8,
        rank: u8,
    },
    Remove(Which),
    /// An enemy's helpful conditions become their opposites, or a friend's harmful ones.
    Turn,
    /// The actor's worst condition passes to the target.
    Pass,
    KnockDown,
    Stun,
    Stand,
    Scan,
    Hide,
    Reveal,
    Push(u8),
    Pull(u8),
    Swap,
    /// To the chosen square, at most this many steps away.
    Step(u8),
    Disarm,
    Steal,
    Terrain(Ground),
    Summon(u8),
    /// Another action in this turn.
    Again,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    Harmful,
    Helpful,
    All,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    Clear,
    Obstructed,
    Wall,
}

impl Ground {
    pub const ALL: [(&'static str, Ground); 3] =
        [("clear", Ground::Clear), ("obstructed", Ground::Obstructed), ("wall", Ground::Wall)];

    pub const fn name(self) -> &'static str {
        Ground::ALL[self as usize].0
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

/// The cards that every combatant or every hero has, by their place in [`Ranks::cards`].
pub const STAND: u8 = 0;
pub const STRIKE: u8 = 1;
pub const UNARMED: u8 = 2;
pub const BREATH: u8 = 3;

/// RANKS-R9, RANKS-R11
pub(crate) fn basic_cards() -> Vec<Card> {
    let card = |id: &str, name: &str, about: &str| Card {
        id: id.to_owned(),
        name: name.to_owned(),
        about: about.to_owned(),
        takes: Takes::Nothing,
        range: 1,
        area: 0,
        only: Only::Everyone,
        weapon: None,
        needs: Set::NONE,
        attack: None,
        first: Vec::new(),
        hit: Vec::new(),
        after: Vec::new(),
    };
    let damage = |amount, harm| Does::Damage { amount, bonus: 0, harm };
    vec![
        Card {
            needs: Set::one(Need::Prone),
            first: vec![Does::Stand],
            ..card("stand-up", "Stand up", "Back on your feet.")
        },
        Card {
            takes: Takes::Enemy,
            weapon: Some(Wields::Any),
            attack: Some(Attack { skill: Ability::Weapon, against: Ability::Speed }),
            hit: vec![damage(Amount::Weapon, None)],
            ..card("strike", "Strike", "An attack with a weapon in hand.")
        },
        Card {
            takes: Takes::Enemy,
            attack: Some(Attack { skill: Ability::Brawl, against: Ability::Speed }),
            hit: vec![damage(Amount::Rank(1), Some(Harm::Impact))],
            ..card("unarmed", "Fist and boot", "An attack with nothing but yourself.")
        },
        Card {
            needs: Set::one(Need::Damaged),
            first: vec![Does::Heal(Amount::Own(Ability::Endurance))],
            ..card("catch-breath", "Catch breath", "You get rid of some Damage.")
        },
    ]
}
