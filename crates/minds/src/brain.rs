//! Which mind, and how long it may think: what people write on a command line or choose for a table.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use fracas_kernel::{Crowd, Made, Mind, Rules, Temper, Whim, Who};
use serde::{Deserialize, Serialize};

use crate::temper::Tempers;
use crate::thought::think;

/// How a mind chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Random,
    /// Instinct that now and then slips.
    Careless,
    Instinct,
    Greedy,
    Search(Budget),
}

/// How much a search may do for one choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// This many playouts: the same choice on any machine and any number of threads.
    Playouts(u32),
    /// About this long. A choice that is clear takes less.
    Time(Duration),
}

/// A mind for one side, or for both.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Brain {
    pub kind: Kind,
    /// On how many threads it thinks. Changes nothing but the time it takes.
    pub threads: usize,
    /// What the scenario says about those for whom it decides.
    pub tempers: Tempers,
    /// And how the others are minded.
    pub bent: Bent,
}

/// How those are minded of whom the scenario says nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bent {
    /// All alike: as well as they can, beasts too.
    Even,
    /// As they are by nature.
    Natural,
    /// Nobody picks targets well.
    Artless,
    /// People think of nothing but how it will end, and even beasts pick their prey.
    Cunning,
}

impl Bent {
    fn of(self, nature: Temper) -> Temper {
        match (self, nature) {
            (Bent::Natural, nature) => nature,
            (Bent::Artless, Temper::Steady) => Temper::Mindless,
            (Bent::Artless, nature) => nature,
            (Bent::Cunning, Temper::Steady) => Temper::Cunning,
            (Bent::Even | Bent::Cunning, _) => Temper::Steady,
        }
    }
}

/// How hard a table is made for its players. It changes what minds think, for how long and how they are minded, and never
/// the dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Difficulty {
    Easy,
    #[default]
    Normal,
    Hard,
    Brutal,
}

impl Difficulty {
    pub const ALL: [Difficulty; 4] =
        [Difficulty::Easy, Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal];

    pub const fn name(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Normal => "normal",
            Difficulty::Hard => "hard",
            Difficulty::Brutal => "brutal",
        }
    }

    /// The mind of the players' opponents.
    pub fn brain(self) -> Brain {
        match self {
            Difficulty::Easy => Brain { bent: Bent::Artless, ..Brain::new(Kind::Careless) },
            Difficulty::Normal => Brain::new(Kind::Instinct),
            // Beasts too do as well as they can: by their nature they would do worse than at normal.
            Difficulty::Hard => Brain::new(Kind::Greedy),
            // Long enough to beat greedy clearly, and short enough that nobody waits for a band of monsters.
            Difficulty::Brutal => Brain { bent: Bent::Cunning, ..Brain::new(Kind::Search(USUAL)) },
        }
    }
}

impl Brain {
    pub fn new(kind: Kind) -> Brain {
        // A mind that weighs things does as well as it can, if nobody says otherwise.
        let bent = if kind == Kind::Instinct { Bent::Natural } else { Bent::Even };
        Brain { kind, threads: 1, tempers: Tempers::default(), bent }
    }

    pub fn playouts(count: u32) -> Brain {
        Brain::new(Kind::Search(Budget::Playouts(count)))
    }

    #[must_use]
    pub fn with_tempers(mut self, tempers: &Tempers) -> Brain {
        self.tempers = tempers.clone();
        self
    }

    /// How somebody is minded for whom it decides.
    pub fn temper<R: Rules>(&self, rules: &R, state: &R::State, who: Who) -> Temper {
        let named = if self.tempers.is_empty() { None } else { self.tempers.of(&rules.id(state, who)) };
        named.unwrap_or_else(|| self.bent.of(rules.nature(state, who)))
    }

    /// Instinct, as those are minded for whom it decides.
    pub(crate) fn instinct<R: Rules>(
        &self,
        rules: &R,
        state: &R::State,
        asked: Crowd,
        whim: &mut Whim,
    ) -> R::Choice {
        if self.tempers.is_empty() && self.bent == Bent::Natural {
            return rules.instinct(state, asked, whim);
        }
        // Who of them acts does not depend on how that one is minded.
        let first = rules.instinct(state, asked, &mut whim.clone());
        let temper = self.temper(rules, state, first.who());
        if temper == rules.nature(state, first.who()) {
            return rules.instinct(state, asked, whim);
        }
        rules.instinct_as(state, Crowd::one(first.who()), temper, whim)
    }
}

impl<R: Rules> Mind<R> for Brain {
    fn choose(&self, rules: &R, state: &R::State, asked: Crowd, whim: &mut Whim) -> R::Choice {
        think(self, rules, state, asked, whim).choice
    }
}

/// What was written is no mind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotAMind {
    pub text: String,
}

impl fmt::Display for NotAMind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is not a mind; write random, instinct, greedy, search:50ms, search:2s, search:1000 (playouts), easy, \
             normal, hard or brutal",
            self.text
        )
    }
}

impl std::error::Error for NotAMind {}

/// The longest that a mind may think about one choice.
const LONGEST: Duration = Duration::from_secs(600);
/// What `search` alone means.
const USUAL: Budget = Budget::Time(Duration::from_millis(50));

impl FromStr for Brain {
    type Err = NotAMind;

    fn from_str(text: &str) -> Result<Brain, NotAMind> {
        let wrong = || NotAMind { text: text.to_owned() };
        if let Some(difficulty) = Difficulty::ALL.into_iter().find(|difficulty| difficulty.name() == text) {
            return Ok(difficulty.brain());
        }
        let kind = match text.split_once(':') {
            None => match text {
                "random" => Kind::Random,
                "instinct" => Kind::Instinct,
                "greedy" => Kind::Greedy,
                "search" => Kind::Search(USUAL),
                _ => return Err(wrong()),
            },
            Some(("search", budget)) => Kind::Search(read_budget(budget).ok_or_else(wrong)?),
            Some(_) => return Err(wrong()),
        };
        Ok(Brain::new(kind))
    }
}

fn read_budget(text: &str) -> Option<Budget> {
    let time = |number: &str, unit: u64| {
        let millis = number.parse::<u64>().ok()?.checked_mul(unit)?;
        let time = Duration::from_millis(millis);
        (millis > 0 && time <= LONGEST).then_some(Budget::Time(time))
    };
    if let Some(number) = text.strip_suffix("ms") {
        return time(number, 1);
    }
    if let Some(number) = text.strip_suffix('s') {
        return time(number, 1000);
    }
    let count = text.parse().ok().filter(|&count: &u32| count > 0)?;
    Some(Budget::Playouts(count))
}

impl fmt::Display for Brain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Random => f.write_str("random"),
            Kind::Instinct => f.write_str("instinct"),
            Kind::Careless => f.write_str(Difficulty::Easy.name()),
            Kind::Greedy => f.write_str("greedy"),
            Kind::Search(Budget::Playouts(count)) => write!(f, "search:{count}"),
            Kind::Search(Budget::Time(time)) => write!(f, "search:{}ms", time.as_millis()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minds_are_read_and_written() {
        for text in ["random", "instinct", "greedy", "search:50ms", "search:1000"] {
            assert_eq!(text.parse::<Brain>().unwrap().to_string(), text);
        }
        assert_eq!("search:2s".parse::<Brain>().unwrap().to_string(), "search:2000ms");
        assert_eq!("search".parse::<Brain>().unwrap().to_string(), "search:50ms");
        assert_eq!("brutal".parse::<Brain>().unwrap(), Difficulty::Brutal.brain());
        assert_eq!("easy".parse::<Brain>().unwrap().to_string(), "easy");
        for wrong in [
            "",
            "serch",
            "search:",
            "search:0",
            "search:-1",
            "search:0ms",
            "search:99999s",
            "greedy:3",
            "search:5m",
        ] {
            let told = wrong.parse::<Brain>().unwrap_err().to_string();
            assert!(told.starts_with(&format!("{wrong:?} is not a mind; write random")), "{told}");
        }
    }
}
