//! Action cards: what they ask for, and the grammar of what they do.

use fracas_kernel::{Numbered, Set};

use crate::data::{Ability, Harm, numbered};

numbered!(Need);

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
    /// For each target that the attack misses.
    pub miss: Vec<Does>,
    /// For the actor, in the end.
    pub after: Vec<Does>,
    /// How often somebody can play it in a fight, if not as often as it comes.
    pub uses: Option<u8>,
}

impl Card {
    /// All that it can do.
    pub fn effects(&self) -> impl Iterator<Item = &Does> {
        [&self.first, &self.hit, &self.miss, &self.after].into_iter().flatten()
    }

    /// What it can do to a target.
    pub fn on_target(&self) -> impl Iterator<Item = &Does> {
        [&self.hit, &self.miss].into_iter().flatten()
    }
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

/// The cards that every combatant or every hero has, by their place in [`crate::Ranks::cards`].
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
        miss: Vec::new(),
        after: Vec::new(),
        uses: None,
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
