//! All that can be done with a scenario, behind objects: play it, simulate it, try minds in it, learn from it. Written once
//! for every system, and compiled once for each, in a crate of its own under `systems/NAME/games`: who changes one system
//! waits for that one. It knows no system by name.

mod day;
mod lanes;
mod supplies;
mod trials;

use std::sync::Arc;

use fracas_adventure::{Adventure, Trek};
use fracas_content::{Bundle, Problems};
use fracas_kernel::Rules;
use fracas_minds::{Arena, Hall, Minds, Tempers};
use fracas_table::{Game, Table};

pub use day::{DayError, Days, day};
/// For [`games!`], wherever it stands.
#[doc(hidden)]
pub use fracas_kernel::Play;
pub use lanes::{FEATURES, Lanes, Layout, Stepped, WAIT};
pub use trials::{Trials, complete};

/// How the scenarios of one system are loaded.
#[derive(Clone, Copy, Debug)]
pub struct Games {
    /// As scenario files spell it.
    pub system: &'static str,
    pub fight: Load,
    /// `None` in a system without adventures, which say how heroes go from one fight to the next too.
    pub adventure: Option<(Load, LoadDay)>,
}

pub type Load = fn(&Bundle) -> Result<Box<dyn Scenario>, Problems>;
/// Fights of one day, in their order, by these minds, with each of them by itself.
pub type LoadDay = fn(&[Bundle], &Minds, Vec<Box<dyn Trials>>) -> Result<Box<dyn Days>, DayError>;

/// A scenario that was loaded.
pub trait Scenario {
    /// A table at its start. `fight` is the number of its stream of dice: 0, but for simulations.
    fn table(self: Box<Self>, bundle: Bundle, seed: u64, fight: u64) -> Box<dyn Game>;
    fn trials(self: Box<Self>, bundle: Bundle, minds: &Minds, tempers: &Tempers) -> Box<dyn Trials>;
    /// A place to try minds in; `file` gives its name. `None` of an adventure.
    fn arena(self: Box<Self>, file: &str, tempers: &Tempers) -> Option<Box<dyn Arena>>;
    /// As many tables side by side, to learn from. `None` of an adventure, which has no fixed list of choices.
    fn lanes(self: Box<Self>, count: usize) -> Option<Lanes>;
}

struct Loaded<R> {
    rules: R,
    only_fights: Option<OnlyFights<R>>,
}

/// What nobody does with adventures, and so is not compiled for them.
struct OnlyFights<R> {
    arena: fn(R, &str, &Tempers) -> Box<dyn Arena>,
    lanes: fn(R, usize) -> Lanes,
}

pub fn fight<R: Rules>(rules: R) -> Box<dyn Scenario> {
    let arena = |rules, file: &str, tempers: &Tempers| -> Box<dyn Arena> {
        Box::new(Hall::new(rules, file).with_tempers(tempers))
    };
    Box::new(Loaded { rules, only_fights: Some(OnlyFights { arena, lanes: Lanes::new }) })
}

pub fn adventure<T: Trek>(trek: T) -> Box<dyn Scenario> {
    Box::new(Loaded { rules: Adventure(trek), only_fights: None })
}

impl<R: Rules> Scenario for Loaded<R> {
    fn table(self: Box<Self>, bundle: Bundle, seed: u64, fight: u64) -> Box<dyn Game> {
        Box::new(Table::new(Arc::new(self.rules), bundle, seed, fight))
    }

    fn trials(self: Box<Self>, bundle: Bundle, minds: &Minds, tempers: &Tempers) -> Box<dyn Trials> {
        trials::loaded(self.rules, bundle, minds, tempers)
    }

    fn arena(self: Box<Self>, file: &str, tempers: &Tempers) -> Option<Box<dyn Arena>> {
        let Loaded { rules, only_fights } = *self;
        only_fights.map(|only| (only.arena)(rules, file, tempers))
    }

    fn lanes(self: Box<Self>, count: usize) -> Option<Lanes> {
        let Loaded { rules, only_fights } = *self;
        only_fights.map(|only| (only.lanes)(rules, count))
    }
}

/// The games of a system, by the rules of its fights and, if it has adventures, of its treks: `GAMES`. A static, because what a
/// constant leads to is compiled by whoever uses it.
#[macro_export]
macro_rules! games {
    ($fight:ty $(, then $trek:ty)?) => {
        pub static GAMES: $crate::Games = $crate::Games {
            system: <$fight as $crate::Play>::SYSTEM,
            fight: |bundle| Ok($crate::fight(<$fight>::load(bundle)?)),
            adventure: $crate::games!(@adventure $fight $(, $trek)?),
        };
    };
    (@adventure $fight:ty) => {
        None
    };
    (@adventure $fight:ty, $trek:ty) => {
        Some((
            |bundle| Ok($crate::adventure(<$trek>::load(bundle)?)),
            |bundles, minds, singles| {
                let fights = bundles.iter().map(<$fight>::load).collect::<Result<Vec<_>, _>>()?;
                $crate::day(fights, bundles, minds, singles)
            },
        ))
    };
}
