//! What does not change in a fight: sheets, attacks, spells and the scenario, checked and ready for use.
//!
//! Everything that a sheet and a weapon decide together is worked out when the scenario is loaded.

use fracas_dice::Roll;
use fracas_kernel::plot::Plot;
use fracas_kernel::{Field, Numbered, Quarry, Set, Side, Temper, Who, ZoneSet, Zones};

use crate::classes::Class;
use crate::conditions::{Condition, Own};
use crate::ground::Ground;
use crate::state::{Band, State};

/// One scenario of the delve rules, with the content that it can call on.
#[derive(Clone, Debug)]
pub struct Delve {
    pub(crate) title: String,
    pub(crate) field: Field,
    pub(crate) ground: Ground,
    pub(crate) plot: Plot,
    /// Has it any goals or events?
    pub(crate) plotted: bool,
    pub(crate) weapons: Vec<Weapon>,
    pub(crate) spells: Vec<Spell>,
    pub(crate) hazards: Vec<Hazard>,
    pub(crate) classes: Vec<Class>,
    /// The conditions that content defines.
    pub(crate) own: Vec<Own>,
    pub(crate) sheets: Vec<Sheet>,
    pub(crate) placed: Vec<Placed>,
    /// Sides that know of the other at the start.
    pub(crate) aware: [bool; 2],
    /// Zones from which one can step somewhere, or off the field.
    pub(crate) ways_on: ZoneSet,
    /// By number of sheet; see [`Brief`].
    pub(crate) briefs: Box<[Brief; 256]>,
    /// The state at the start, made once.
    pub(crate) start: Option<Box<State>>,
}

impl Delve {
    /// The map as the doors are now.
    #[inline]
    pub(crate) fn zones(&self, state: &State) -> &Zones {
        self.field.now(&state.doors)
    }

    /// The zones that something with this reach can be aimed at from `zone`.
    #[inline]
    pub(crate) fn reached(&self, state: &State, zone: u8, reach: Reach) -> ZoneSet {
        // DELVE-R2: the same zone is close, the next one near, all others in sight far.
        let zones = self.zones(state);
        match reach {
            Reach::Close => ZoneSet::one(zone),
            Reach::Near => zones.beside(zone).with(zone) & zones.seen_from(zone),
            Reach::Far => zones.seen_from(zone),
        }
    }

    /// The die of the poison that somebody has in the blood.
    pub(crate) fn poison_of(&self, state: &State, who: Who) -> Roll {
        let known = state.poison[who].checked_sub(1).and_then(|number| self.hazard(number));
        known.and_then(|hazard| hazard.lasting).unwrap_or(POISON)
    }

    pub(crate) fn hazard(&self, number: u8) -> Option<&Hazard> {
        self.hazards.get(usize::from(number))
    }

    #[inline]
    pub(crate) fn sheet(&self, state: &State, who: Who) -> &Sheet {
        &self.sheets[state.sheet[who] as usize]
    }

    #[inline]
    pub(crate) fn brief(&self, state: &State, who: Who) -> &Brief {
        &self.briefs[state.sheet[who] as usize]
    }

    pub(crate) fn attack(&self, state: &State, who: Who, with: u8) -> Option<&Attack> {
        self.sheet(state, who).attacks.get(with as usize)
    }

    pub(crate) fn spell(&self, state: &State, who: Who, spell: u8) -> Option<&Spell> {
        let index = *self.sheet(state, who).spells.get(spell as usize)?;
        self.spells.get(index as usize)
    }

    /// Whom a spell of `who` can take: one target of it, or those in a zone who feel it.
    #[inline]
    pub(crate) fn takes(&self, state: &State, who: Who, spell: &Spell) -> Band {
        self.touched(state, who, spell.takes, spell.effect.does, spell.area)
    }

    /// Whom something done by `who` touches, wherever they are.
    pub(crate) fn touched(&self, state: &State, who: Who, takes: Takes, does: Does, area: bool) -> Band {
        let side = match takes {
            Takes::Friends => state.friends(who),
            Takes::Foes => state.foes(who),
            Takes::Everyone => state.everyone(),
        };
        // The fallen can be healed, and a blast does not spare them; nothing else concerns them, and nobody heals the whole.
        match does {
            Does::Heal(_) => side & state.present() & state.wounded(),
            Does::Damage(_) if area => side & state.present(),
            _ => side & state.standing,
        }
    }
}

/// What every blow asks of a sheet, side by side: most of a simulation's time goes by here.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Brief {
    pub ac: i16,
    /// The kinds of damage that are not like any other to it.
    pub minds: Harms,
    /// With what instinct strikes an enemy close by, hand to hand, with no need to think of spells or of running.
    pub at_once: Option<(u8, Attack)>,
    /// Whom it strikes by nature.
    pub quarry: Quarry,
}

const _: () = assert!(size_of::<Brief>() == 64);

pub(crate) fn briefs(sheets: &[Sheet], zones: &Zones, ground: &Ground, plotted: bool) -> Box<[Brief; 256]> {
    let mut briefs =
        Box::new([Brief { ac: 0, minds: Harms::NONE, at_once: None, quarry: Quarry::Easiest }; 256]);
    for (brief, sheet) in briefs.iter_mut().zip(sheets) {
        let thinks = plotted
            || !sheet.spells.is_empty()
            || !zones.exit_zones().is_empty()
            || !ground.things.is_empty();
        let best = sheet.best[Reach::Close as usize].filter(|_| !thinks && sheet.several == 0);
        let at_once = best.and_then(|with| Some((with, *sheet.attacks.get(with as usize)?)));
        let at_once = at_once.filter(|(_, attack)| attack.melee);
        let quarry = Temper::by_nature(!sheet.handy).quarry();
        *brief = Brief { ac: sheet.ac, minds: sheet.immune | sheet.scars, at_once, quarry };
    }
    briefs
}

/// Somebody who is there when the fight starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    pub sheet: u8,
    pub side: Side,
    pub zone: u8,
    pub hp: i16,
}

/// A character or a kind of monster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    pub id: String,
    pub name: String,
    pub kind: Kind,
    pub hp: i16,
    pub ac: i16,
    /// What of that comes from a shield.
    pub shield: i16,
    /// The number that a save must reach.
    pub save: i16,
    /// With this many hit points left it is dead.
    pub dead_at: i16,
    /// On attacks: by class and level, or by hit dice.
    pub skill: i16,
    pub talents: Talents,
    /// Never runs.
    pub fearless: bool,
    /// Has no mind, and so does not sleep.
    pub mindless: bool,
    /// Has hands, and the sense to use them on what stands about.
    pub handy: bool,
    /// Hazards that it lives with.
    pub unharmed_by: Vec<u8>,
    /// Kinds of damage and conditions that do nothing to it.
    pub immune: Harms,
    pub proof: Conditions,
    /// Hit points that it gets back each round, and the kinds of damage that keep it from that.
    pub regrows: i16,
    pub scars: Harms,
    /// How many zones a move takes it.
    pub speed: u8,
    /// Of six, at a door that is fast: with the shoulder, and with picks.
    pub forces: u8,
    pub picks: u8,
    pub attacks: Vec<Attack>,
    /// The attacks that it makes in one action, a bit for each; none if it makes one with whatever it likes.
    pub several: u8,
    /// What a round of its attacks brings, about, in hit points.
    pub threat: i32,
    /// What instinct reaches for: the best attack hand to hand, and the best one for each reach beyond.
    pub best: [Option<u8>; 3],
    /// The best attack hand to hand that reaches into the next zone.
    pub long: Option<u8>,
    /// Indices into [`Delve::spells`].
    pub spells: Vec<u8>,
    /// Castings by spell level, from 1.
    pub slots: [u8; SPELL_LEVELS],
}

/// The modifiers that a hero's ability scores give.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Talents {
    pub strength: i16,
    pub dexterity: i16,
    pub constitution: i16,
    pub intelligence: i16,
    pub wisdom: i16,
    pub charisma: i16,
}

type Talent = (&'static str, fn(&Talents) -> i16);

impl Talents {
    /// Each by its name.
    pub(crate) const NAMES: [Talent; 6] = [
        ("strength", |talents| talents.strength),
        ("dexterity", |talents| talents.dexterity),
        ("constitution", |talents| talents.constitution),
        ("intelligence", |talents| talents.intelligence),
        ("wisdom", |talents| talents.wisdom),
        ("charisma", |talents| talents.charisma),
    ];
}

pub const SPELL_LEVELS: usize = 3;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The class by number.
    Character { class: u8, level: u8 },
    /// Hit dice in halves: a monster of half a hit die has 1.
    Monster { half_dice: u8 },
}

impl Sheet {
    /// Whole hit dice, or the level of a character: what a spell that counts hit dice counts.
    pub fn hit_dice(&self) -> u8 {
        match self.kind {
            Kind::Character { level, .. } => level,
            Kind::Monster { half_dice } => half_dice.div_ceil(2),
        }
    }

    /// Nothing puts it to sleep.
    pub(crate) fn sleepless(&self) -> bool {
        self.mindless || self.proof.has(Condition::Asleep)
    }
}

/// Kinds of damage. Some creatures mind them more or less than others do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Harm {
    Plain,
    Silver,
    Magic,
    Fire,
    Cold,
    Lightning,
    Acid,
    Poison,
    Holy,
}

impl Numbered for Harm {
    #[inline(always)]
    fn number(self) -> usize {
        self as usize
    }

    fn numbered(number: usize) -> Harm {
        Harm::ALL[number].1
    }
}

/// A set of kinds of damage.
pub type Harms = Set<Harm, u16>;
/// A set of conditions.
pub type Conditions = Set<Condition, u16>;

impl Harm {
    pub const ALL: [(&'static str, Harm); 9] = [
        ("plain", Harm::Plain),
        ("silver", Harm::Silver),
        ("magic", Harm::Magic),
        ("fire", Harm::Fire),
        ("cold", Harm::Cold),
        ("lightning", Harm::Lightning),
        ("acid", Harm::Acid),
        ("poison", Harm::Poison),
        ("holy", Harm::Holy),
    ];

    pub const fn name(self) -> &'static str {
        Harm::ALL[self as usize].0
    }

    /// As it stands before "damage": what blades and most spells do needs no word.
    pub(crate) fn words(self) -> String {
        match self {
            Harm::Plain | Harm::Magic => String::new(),
            harm => format!(" {}", harm.name()),
        }
    }
}

/// A weapon as the content describes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weapon {
    pub id: String,
    pub name: String,
    pub damage: Roll,
    /// Can be used hand to hand, and how far it reaches then.
    pub melee: Option<Reach>,
    /// Can be thrown, or shot.
    pub ranged: Option<Reach>,
    /// DELVE-C5
    pub magic: i16,
    pub harm: Harm,
    /// What a hit does beside damage.
    pub effect: Option<Effect>,
    pub about: String,
}

/// Armour as the content describes it, and whatever else is worn and protects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Armour {
    pub id: String,
    pub name: String,
    pub gives: Protection,
    /// On saves.
    pub saves: i16,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protection {
    /// This armour class, instead of that of whatever else is worn.
    Class(i16),
    /// So much more, whatever else is worn.
    More(i16),
}

/// The armour class of those who wear nothing.
pub(crate) const BARE: i16 = 10;

impl Protection {
    /// The armour class of somebody who has this one without it.
    pub(crate) fn over(self, bare: i16) -> i16 {
        match self {
            Protection::Class(ac) => ac,
            Protection::More(more) => bare + more,
        }
    }
}

/// How far something reaches.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reach {
    Close,
    Near,
    Far,
}

/// One way of using one weapon, for one sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attack {
    pub weapon: u8,
    pub reach: Reach,
    pub melee: bool,
    pub to_hit: i16,
    pub damage: Roll,
    pub harm: Harm,
    /// A hit does more than damage: the weapon says what.
    pub effect: bool,
    /// Which of several attacks in one action it can be, a bit for each; 0 if it takes the whole action.
    pub turns: u8,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spell {
    pub id: String,
    pub name: String,
    pub level: u8,
    pub reach: Reach,
    /// Everybody in a zone, or one target.
    pub area: bool,
    pub takes: Takes,
    pub effect: Effect,
    pub about: String,
}

/// Whom a spell takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    Friends,
    Foes,
    Everyone,
}

/// The grammar of effects, shared by spells and weapons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effect {
    pub does: Does,
    pub save: Save,
    /// The kind of its damage.
    pub harm: Harm,
    /// What damage leaves behind, unless a save helps.
    pub leaves: Option<Affliction>,
}

/// A condition, and for how long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Affliction {
    pub condition: Condition,
    pub lasts: Lasts,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Does {
    Damage(Roll),
    Heal(Roll),
    Afflict(Affliction),
    /// As many hit dice of creatures as are rolled fall asleep, the smallest first, none above `max`.
    Slumber {
        dice: Roll,
        max: u8,
    },
    /// A trap or a poison, by number, with a save of its own.
    Hazard(u8),
}

/// A trap, a poison or a disease.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hazard {
    pub id: String,
    pub name: String,
    pub kind: Ill,
    pub save: Save,
    /// At once, unless a save helps.
    pub damage: Option<Roll>,
    /// Until a save ends it: each turn by a poison, each day by a disease.
    pub lasting: Option<Roll>,
    pub harm: Harm,
    /// Everybody who is there, or only whoever set it off.
    pub all: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ill {
    Trap,
    Poison,
    Disease,
}

/// What a save does against an effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Save {
    /// There is none.
    No,
    Halves,
    Negates,
    /// None at first; one at the end of every round ends it.
    Ends,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lasts {
    Rounds(u8),
    Fight,
    UntilSave,
}

impl Lasts {
    /// As kept in the state: rounds left, with two values set apart.
    pub(crate) const FIGHT: u8 = 255;
    pub(crate) const UNTIL_SAVE: u8 = 254;

    pub(crate) fn code(self) -> u8 {
        match self {
            Lasts::Rounds(n) => n.clamp(1, 253),
            Lasts::Fight => Lasts::FIGHT,
            Lasts::UntilSave => Lasts::UNTIL_SAVE,
        }
    }
}

/// What conditions are worth in rolls.
pub(crate) const HELPLESS: i16 = 4;
pub(crate) const BLINDED: i16 = -4;
pub(crate) const BLESSED: i16 = 1;
pub(crate) const WARDED: i16 = 2;
/// A poison of which nothing else is known.
pub(crate) const POISON: Roll = Roll::d(4);
/// How many rounds magic sleep lasts, unless something hurts or somebody wakes the sleeper.
pub(crate) const SLEEP: u8 = 10;
/// What height and the dark are worth in shots.
pub(crate) const HEIGHT: i16 = 1;
pub(crate) const DARK: i16 = -4;
// DELVE-T1: a round is a minute, a turn ten.
pub(crate) const ROUNDS_IN_A_TURN: u16 = 10;

/// About the middle of a roll, without any arithmetic that is slow.
pub(crate) fn middle(roll: Roll) -> i32 {
    i32::from(roll.count()) * (i32::from(roll.sides()) + 1) / 2 + i32::from(roll.added())
}

/// In how many of six cases somebody forces a door.
pub(crate) fn forces(more: i16) -> u8 {
    (1 + more).clamp(1, 5) as u8
}

/// The experience that a hero of this level needs for the next.
pub(crate) fn xp_for_next(level: u8) -> u16 {
    100 * u16::from(level)
}

/// Heroes rise as far as their experience goes; what is left counts for the next level.
pub(crate) fn risen(mut level: u8, mut xp: u16, most: u8) -> (u8, u16) {
    while level < most && xp >= xp_for_next(level) {
        xp -= xp_for_next(level);
        level += 1;
    }
    (level, xp)
}

/// The modifier that an ability score gives.
pub fn ability_modifier(score: u8) -> i16 {
    // DELVE-R1
    match score {
        ..=3 => -3,
        4..=5 => -2,
        6..=8 => -1,
        9..=12 => 0,
        13..=15 => 1,
        16..=17 => 2,
        18.. => 3,
    }
}

/// What a monster's save must reach. Half a hit die counts for nothing.
pub fn monster_save(half_dice: u8) -> i16 {
    // DELVE-V2
    19 - i16::from(half_dice / 2)
}
