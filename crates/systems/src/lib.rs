//! All rule systems, by name: the one place that knows more than one of them.
//!
//! Adding a system is one line in `systems!` below. Front ends hold a [`Game`] to play and [`Trials`] to simulate, so that
//! every system is compiled once, here; whoever needs the concrete [`Rules`] (a test, say) hands a [`Visit`] to [`visit`].
//! It knows no rule and no screen.

mod arena;
mod blunders;
mod day;
mod lanes;
mod own;
mod supplies;
mod survey;
mod trials;
mod vary;

use std::path::Path;
use std::sync::Arc;

use fracas_adventure::{Onward, Trek};
use fracas_content::{
    Bundle, Kind, OwnLibrary, Problems, Source, includes, library, own_library, read, system_of,
};
use fracas_dice::Seeded;
use fracas_kernel::{Play, Rules};
use fracas_minds::Tempers;
use fracas_table::{Game, Replay, Table};

pub use arena::{arena, arenas};
pub use blunders::{blunders, scenario_of};
pub use day::{DayError, Days, day};
pub use lanes::{FEATURES, Lanes, Layout, Stepped, WAIT, lanes};
pub use own::{Own, own_scenarios, own_things};
pub use survey::survey;
pub use trials::{Trials, complete, trials, trials_by};
pub use vary::{Balance, Point, Vary, VaryError, Weight, against, balance, vary, weights};

/// Something to be done with the rules of whichever system a scenario names.
pub trait Visit {
    type Out;
    fn visit<R: Rules>(self, rules: R, bundle: Bundle) -> Self::Out;
}

/// Something to be done with fights of one system, whichever it is.
pub(crate) trait VisitDay {
    type Out;
    fn visit<T: Trek>(self, fights: Vec<T::Fight>) -> Self::Out
    where
        T::Fight: Onward;
}

macro_rules! systems {
    // A system without adventures leaves out `then …`.
    ($($name:ident: $rules:ty $(, then $trek:ty)?;)+) => {
        /// A rule system.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum System {
            $($name),+
        }

        impl System {
            pub const ALL: &[System] = &[$(System::$name),+];

            /// By the name that scenario files spell.
            pub fn named(name: &str) -> Option<System> {
                System::ALL.iter().copied().find(|system| system.name() == name)
            }

            /// As scenario files spell it.
            pub const fn name(self) -> &'static str {
                match self {
                    $(System::$name => <$rules as Play>::SYSTEM),+
                }
            }
        }

        /// Loads the rules for a bundle and calls the visitor with them.
        pub fn visit<V: Visit>(bundle: Bundle, visitor: V) -> Result<V::Out, Problems> {
            let adventure = is_adventure(&bundle.scenario)?;
            Tempers::read(&bundle.scenario)?;
            match (system(&bundle.scenario)?, adventure) {
                $($((System::$name, true) => {
                    let rules = fracas_adventure::Adventure(<$trek>::load(&bundle)?);
                    Ok(visitor.visit(rules, bundle))
                })?)+
                $((System::$name, false) => {
                    let rules = <$rules>::load(&bundle)?;
                    Ok(visitor.visit(rules, bundle))
                })+
                #[allow(unreachable_patterns, reason = "only if a system has no adventures")]
                (system, true) => Err(no_adventures(&bundle.scenario, system)),
            }
        }

        /// Loads fights of one system and calls the visitor with them. It takes a system with adventures: they say how
        /// heroes go from one fight to the next.
        pub(crate) fn visit_day<V: VisitDay>(
            system: System,
            bundles: &[Bundle],
            visitor: V,
        ) -> Result<V::Out, Problems> {
            match system {
                $($(System::$name => {
                    let fights = bundles.iter().map(<$rules>::load).collect::<Result<Vec<_>, _>>()?;
                    Ok(visitor.visit::<$trek>(fights))
                })?)+
                #[allow(unreachable_patterns, reason = "only if a system has no adventures")]
                system => Err(no_adventures(&bundles[0].scenario, system)),
            }
        }
    };
}

systems! {
    Ardor: fracas_ardor::Ardor, then fracas_ardor::Trek;
    Delve: fracas_delve::Delve, then fracas_delve::Trek;
    Heed: fracas_heed::Heed, then fracas_heed::Trek;
    Ranks: fracas_ranks::Ranks, then fracas_ranks::Trek;
    Twelves: fracas_twelves::Twelves, then fracas_twelves::Trek;
}

/// The problem of an adventure in a system that has none.
fn no_adventures(scenario: &Source, system: System) -> Problems {
    let told: Result<(), Problems> = read(scenario, |top| {
        top.problem_at("kind", format_args!("{} has no adventures", system.name()), "write a single fight");
    });
    told.expect_err("a problem was just found")
}

/// Is this an adventure, and not a single fight? A party alone is neither.
fn is_adventure(scenario: &Source) -> Result<bool, Problems> {
    let kind = Kind::of(scenario)?;
    read(scenario, |top| {
        if kind == Kind::Party {
            let advice = "name an adventure, and give it this party: --party";
            top.problem_at("kind", "a party is not played by itself", advice);
        }
        kind == Kind::Adventure
    })
}

/// The system that a scenario names; the problem of an unknown one says which there are.
pub fn system(scenario: &Source) -> Result<System, Problems> {
    // A missing or misspelt key is worded there.
    system_of(scenario)?;
    let known: Vec<(&str, System)> = System::ALL.iter().map(|&system| (system.name(), system)).collect();
    read(scenario, |top| top.one_of("system", &known))
}

/// A scenario with all that it can call on: the built-in library of its system, which must be one of ours, the own one,
/// and the files that it includes.
pub fn bundle_for(scenario: Source) -> Result<Bundle, Problems> {
    let library = shelves(system(&scenario)?, &scenario)?;
    Ok(Bundle { scenario, library, party: None })
}

/// The libraries that a file of a system is read with: those that are shared, and what it includes of others.
fn shelves(system: System, file: &Source) -> Result<Vec<Source>, Problems> {
    let own = own_things(system).files;
    let real = |source: &Source| source.path.as_deref().and_then(|path| path.canonicalize().ok());
    let known: Vec<_> = own.iter().chain([file]).filter_map(real).collect();
    let mut included = includes(file, own_library().as_ref().map(OwnLibrary::folder))?;
    included.retain(|source| real(source).is_none_or(|path| !known.contains(&path)));
    let own = own.into_iter().filter(|source| real(source).is_none_or(|path| Some(path) != real(file)));
    Ok(library(system.name()).into_iter().chain(own).chain(included).collect())
}

/// The same, with a party of its own for an adventure.
pub fn bundle_with(scenario: Source, party: Option<Source>) -> Result<Bundle, Problems> {
    Ok(Bundle { party, ..bundle_for(scenario)? })
}

/// A table at the start of a bundle's scenario. `fight` is the number of its stream of dice: 0, but for simulations.
pub fn open(bundle: Bundle, seed: u64, fight: u64) -> Result<Box<dyn Game>, Problems> {
    struct Open {
        seed: u64,
        fight: u64,
    }
    impl Visit for Open {
        type Out = Box<dyn Game>;
        fn visit<R: Rules>(self, rules: R, bundle: Bundle) -> Box<dyn Game> {
            Box::new(Table::new(Arc::new(rules), bundle, self.seed, self.fight))
        }
    }
    visit(bundle, Open { seed, fight })
}

/// A table at the start of a recorded fight, with the content it was recorded with.
pub fn open_replay(replay: &Replay) -> Result<Box<dyn Game>, Problems> {
    open(replay.bundle.clone().into(), replay.seed, replay.fight)
}

/// What a file without problems turned out to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Checked {
    Scenario(System),
    Adventure(System),
    Party(System),
    Library(System),
}

/// Everything that is wrong with a file: a scenario, an adventure, a party, or a part of a system's library, which has no `system` key and
/// lies in a folder of the system's name.
pub fn check(file: Source) -> Result<Checked, Problems> {
    check_as(file, None)
}

/// The same for a part of the library of this system, wherever it lies.
pub fn check_as(file: Source, named: Option<System>) -> Result<Checked, Problems> {
    check_closely(file, named).map(|(checked, _)| checked)
}

/// The same, with what about its heroes is not as the rules would have it.
pub fn check_closely(file: Source, named: Option<System>) -> Result<(Checked, Vec<String>), Problems> {
    let (bundle, checked) = match library_bundle(&file, named)? {
        Some((bundle, system)) => (bundle, Checked::Library(system)),
        None => {
            let system = system(&file)?;
            match Kind::of(&file)? {
                Kind::Fight => (bundle_for(file)?, Checked::Scenario(system)),
                Kind::Adventure => (bundle_for(file)?, Checked::Adventure(system)),
                Kind::Party => (party_bundle(file, system)?, Checked::Party(system)),
            }
        }
    };
    Ok((checked, oddities(bundle)?))
}

/// Is anything wrong with a bundle?
fn load(bundle: Bundle) -> Result<(), Problems> {
    oddities(bundle).map(drop)
}

/// What about the heroes of a bundle is not as the rules would have it, if nothing is wrong with it.
fn oddities(bundle: Bundle) -> Result<Vec<String>, Problems> {
    struct Oddities;
    impl Visit for Oddities {
        type Out = Vec<String>;
        fn visit<R: Rules>(self, rules: R, _bundle: Bundle) -> Vec<String> {
            rules.oddities()
        }
    }
    visit(bundle, Oddities)
}

/// A hero made with dice by the rules of a system, as a table for a file; `None` where its heroes are not made with dice.
pub fn rolled_hero(system: System, seed: u64) -> Option<String> {
    let mut dice = Seeded::new(seed);
    match system {
        System::Delve => Some(fracas_delve::rolled_hero(&mut dice)),
        System::Twelves => Some(fracas_twelves::rolled_hero(&mut dice)),
        _ => None,
    }
}

/// A party is tried on any adventure of its system.
fn party_bundle(party: Source, system: System) -> Result<Bundle, Problems> {
    let adventure = fracas_content::adventures().find(|built_in| built_in.system == system.name());
    match adventure {
        Some(adventure) => bundle_with(adventure.source, Some(party)),
        None => bundle_for(party),
    }
}

/// If the file is part of a library: any scenario of that system, with the file beside the others, or in the place of
/// the built-in one that it is to replace.
fn library_bundle(file: &Source, system: Option<System>) -> Result<Option<(Bundle, System)>, Problems> {
    let path = Path::new(&file.name);
    let folder = path.parent().and_then(Path::file_name);
    let is_its = |system: &System| folder.is_some_and(|folder| folder == system.name());
    let system = system.or_else(|| System::ALL.iter().copied().find(is_its));
    let Some(system) = system.filter(|_| read(file, |top| top.has("system")) == Ok(false)) else {
        return Ok(None);
    };
    let mut listed = fracas_content::scenarios();
    let Some(scenario) = listed.find(|listed| listed.system == system.name()) else { return Ok(None) };
    let mut library = shelves(system, file)?;
    library.retain(|source| !path.ends_with(&source.name));
    library.push(file.clone());
    Ok(Some((Bundle { scenario: scenario.source, library, party: None }, system)))
}
