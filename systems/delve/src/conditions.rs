//! Conditions: six that come with the rules, and those that content defines, with what each does.

use fracas_content::{Names, Reader};
use fracas_dice::Roll;
use fracas_kernel::{BadgeMark, Numbered, Who};
use serde::{Deserialize, Serialize};

use crate::data::{BLESSED, BLINDED, Delve, HELPLESS, Harm, WARDED, middle};
use crate::load::optional_roll;
use crate::state::{Band, State};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Condition {
    Asleep,
    Held,
    Blinded,
    Poisoned,
    Blessed,
    Warded,
    // Those that content defines, in the order in which it does.
    Own1,
    Own2,
    Own3,
    Own4,
    Own5,
    Own6,
}

/// How many of them every fight has.
const GIVEN: usize = 6;
/// How many content can define.
const MAX_OWN: usize = Condition::COUNT - GIVEN;

impl Condition {
    pub const COUNT: usize = 12;
    pub const ALL: [Condition; Condition::COUNT] = [
        Condition::Asleep,
        Condition::Held,
        Condition::Blinded,
        Condition::Poisoned,
        Condition::Blessed,
        Condition::Warded,
        Condition::Own1,
        Condition::Own2,
        Condition::Own3,
        Condition::Own4,
        Condition::Own5,
        Condition::Own6,
    ];

    /// Its name, unless content gives it one.
    fn given_name(self) -> &'static str {
        match self {
            Condition::Asleep => "asleep",
            Condition::Held => "held",
            Condition::Blinded => "blinded",
            Condition::Poisoned => "poisoned",
            Condition::Blessed => "blessed",
            Condition::Warded => "warded",
            _ => "afflicted",
        }
    }

    /// The names of those that every fight has; content adds its own.
    pub(crate) fn names() -> Names {
        Names::of("condition", Condition::ALL[..GIVEN].iter().map(|condition| condition.given_name()))
    }

    /// The place among those that content defines.
    pub(crate) fn own(self) -> Option<usize> {
        (self as usize).checked_sub(GIVEN)
    }

    /// Would somebody rather have it? Content says of its own.
    pub(crate) fn is_good(self) -> bool {
        matches!(self, Condition::Blessed | Condition::Warded)
    }

    /// Does it keep somebody from doing anything? Content says of its own.
    pub(crate) fn is_helpless(self) -> bool {
        matches!(self, Condition::Asleep | Condition::Held)
    }

    pub fn mark(self) -> BadgeMark {
        match self {
            Condition::Asleep => BadgeMark::Asleep,
            Condition::Held => BadgeMark::Held,
            Condition::Poisoned => BadgeMark::Poisoned,
            Condition::Warded => BadgeMark::Guarding,
            _ => BadgeMark::Condition,
        }
    }
}

impl Numbered for Condition {
    #[inline(always)]
    fn number(self) -> usize {
        self as usize
    }

    fn numbered(number: usize) -> Condition {
        Condition::ALL[number]
    }
}

/// A condition that content defines. What it does is added up with all else that does the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Own {
    pub id: String,
    /// As in "Brakk is burning".
    pub name: String,
    pub to_hit: i16,
    pub ac: i16,
    pub save: i16,
    /// Cannot act, and is easy to hit.
    pub helpless: bool,
    /// Cannot move.
    pub rooted: bool,
    /// What it costs at the end of each round.
    pub costs: Option<Roll>,
    pub harm: Harm,
    pub about: String,
}

impl Own {
    pub(crate) fn read(table: &mut Reader<'_>, names: &mut Names) -> Own {
        let own = Own {
            id: table.name("id", names),
            name: table.string("name").to_lowercase(),
            to_hit: table.optional_integer("to_hit", -10..=10).unwrap_or(0),
            ac: table.optional_integer("ac", -10..=10).unwrap_or(0),
            save: table.optional_integer("save", -10..=10).unwrap_or(0),
            helpless: table.flag("helpless", false),
            rooted: table.flag("rooted", false),
            costs: optional_roll(table, "costs"),
            harm: table.optional_one_of("type", &Harm::ALL).unwrap_or(Harm::Plain),
            about: table.optional_string("about").unwrap_or_default(),
        };
        let idle = [own.to_hit, own.ac, own.save] == [0; 3] && !own.helpless && !own.rooted;
        if idle && own.costs.is_none() {
            let keys = "`to_hit`, `ac`, `save`, `helpless`, `rooted`, `costs`";
            table.problem("this condition does nothing", format_args!("give some of {keys}"));
        }
        own
    }

    pub(crate) fn check_count(own: &[Own], top: &Reader<'_>) {
        if own.len() > MAX_OWN {
            let what = format_args!("{} conditions, those of the library included", own.len());
            top.problem_at("condition", what, format_args!("{MAX_OWN} fit at most"));
        }
    }

    /// Would somebody rather have it?
    pub(crate) fn is_good(&self) -> bool {
        let bad = self.helpless || self.rooted || self.costs.is_some();
        !bad && self.to_hit + self.ac + self.save > 0
    }

    fn means(&self) -> String {
        let signed = |value: i16, what: &str| (value != 0).then(|| format!("{value:+} {what}."));
        let parts = [
            self.helpless.then(|| format!("Cannot act; attacks on it get +{HELPLESS}.")),
            self.rooted.then(|| "Cannot move.".to_owned()),
            signed(self.to_hit, "on its attacks"),
            signed(self.ac, "to its armour class"),
            signed(self.save, "on its saves"),
            self.costs.map(|roll| format!("{roll}{} damage at the end of each round.", self.harm.words())),
            (!self.about.is_empty()).then(|| self.about.clone()),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}

impl Delve {
    /// All conditions that there are in this fight.
    #[inline]
    pub(crate) fn conditions_there(&self) -> &'static [Condition] {
        &Condition::ALL[..(GIVEN + self.own.len()).min(Condition::COUNT)]
    }

    pub(crate) fn own(&self, condition: Condition) -> Option<&Own> {
        self.own.get(condition.own()?)
    }

    pub(crate) fn condition_id(&self, condition: Condition) -> &str {
        self.own(condition).map_or(condition.given_name(), |own| &own.id)
    }

    pub(crate) fn condition_name(&self, condition: Condition) -> &str {
        self.own(condition).map_or(condition.given_name(), |own| &own.name)
    }

    pub(crate) fn is_good(&self, condition: Condition) -> bool {
        self.own(condition).map_or(condition.is_good(), Own::is_good)
    }

    pub(crate) fn is_helpless(&self, condition: Condition) -> bool {
        self.own(condition).map_or(condition.is_helpless(), |own| own.helpless)
    }

    pub(crate) fn condition_means(&self, condition: Condition) -> String {
        match condition {
            Condition::Asleep => {
                format!("Cannot act until hurt, or woken by a friend; attacks on it get +{HELPLESS}.")
            }
            Condition::Held => format!("Cannot act; attacks on it get +{HELPLESS}."),
            Condition::Blinded => format!("{BLINDED} on its attacks."),
            Condition::Poisoned => "Loses hit points every ten rounds, which are a turn.".to_owned(),
            Condition::Blessed => format!("+{BLESSED} on its attacks."),
            Condition::Warded => format!("+{WARDED} to its armour class."),
            _ => self.own(condition).map_or_else(String::new, Own::means),
        }
    }

    /// Those of content's own conditions that somebody has.
    pub(crate) fn owns<'a>(&'a self, state: &'a State, who: Who) -> impl Iterator<Item = &'a Own> + 'a {
        let there = Condition::ALL[GIVEN..].iter().zip(&self.own);
        there.filter(move |(condition, _)| state.is(who, **condition)).map(|(_, own)| own)
    }

    /// What content's own conditions add to somebody's attacks, armour class and saves.
    #[inline(never)]
    pub(crate) fn own_bonus(&self, state: &State, who: Who, what: fn(&Own) -> i16) -> i16 {
        self.owns(state, who).map(what).sum()
    }

    /// Begins or ends a condition: `lasts` as by [`crate::Lasts::code`], 0 for the end.
    pub(crate) fn set_condition(&self, state: &mut State, who: Who, condition: Condition, lasts: u8) {
        state.lasts[who][condition as usize] = lasts;
        if condition == Condition::Poisoned && lasts == 0 {
            state.poison[who] = 0;
        }
        state.has[condition as usize].put(who, lasts != 0);
        state.afflicted = state.has.into_iter().fold(Band::NONE, Band::or);
        if condition.own().is_some() {
            let helpless = self.owns(state, who).any(|own| own.helpless);
            let rooted = self.owns(state, who).any(|own| own.rooted);
            state.stunned.put(who, helpless);
            state.rooted.put(who, rooted || self.sheet(state, who).speed == 0);
        }
    }

    /// What one of content's own conditions is worth to whoever has it, in hit points, and a word for what it does.
    pub(crate) fn own_plight(&self, own: &Own, rounds: i32, threat: i32) -> (&'static str, i32) {
        let numbers = i32::from(own.to_hit) * threat / 8 + i32::from(own.ac) / 2 + i32::from(own.save) / 2;
        let costs = own.costs.map_or(0, middle);
        let word = match own {
            Own { helpless: true, .. } => "helpless",
            Own { costs: Some(_), .. } => "losing hit points",
            Own { rooted: true, .. } => "rooted",
            _ if own.is_good() => "strengthened",
            _ => "weakened",
        };
        let stuck = i32::from(own.helpless) * threat + i32::from(own.rooted) * threat / 3;
        (word, rounds * (numbers - costs - stuck))
    }
}
