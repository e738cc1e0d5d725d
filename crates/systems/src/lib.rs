//! All rule systems, by name: the one place that knows more than one of them.
//!
//! Adding a system is one line in `systems!` below. Front ends hold a [`Game`] to play and [`Trials`] to simulate, which
//! `systems/NAME/games` compiles once for each system; whoever needs the concrete [`Rules`] (a test, say) hands a [`Visit`]
//! to [`visit`]. It knows no rule and no screen.

mod blunders;
mod day;
mod growth;
mod own;
mod spots;
mod survey;
mod vary;

use std::path::Path;

use fracas_content::{
    Bundle, Kind, OwnLibrary, Problem, Problems, Source, includes, library, own_library, read, system_of,
    with_warnings,
};
use fracas_dice::Seeded;
use fracas_games::{Games, Scenario};
use fracas_kernel::Rules;
use fracas_minds::{Arena, Minds, Tempers};
use fracas_table::{Game, Replay};

pub use blunders::{blunders, scenario_of};
pub use day::day;
pub use fracas_games::{DayError, Days, FEATURES, Lanes, Layout, Stepped, Trials, WAIT, complete};
pub use growth::{Change, Growth, Hero, growth};
pub use own::{Own, own_scenarios, own_things};
pub use spots::spots;
pub use survey::survey;
pub use vary::{Balance, Follow, Point, Vary, VaryError, Weight, Weights, against, balance, vary, weights};

/// Something to be done with the rules of whichever system a scenario names.
pub trait Visit {
    type Out;
    fn visit<R: Rules>(self, rules: R, bundle: Bundle) -> Self::Out;
}

macro_rules! systems {
    // A system without adventures leaves out `then …`.
    ($($name:ident: $games:ident, $rules:ty $(, then $trek:ty)?;)+) => {
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
            pub fn name(self) -> &'static str {
                self.games().system
            }

            fn games(self) -> &'static Games {
                match self {
                    $(System::$name => &$games::GAMES),+
                }
            }
        }

        /// All that was read from a bundle, as text: the same for two of them if they play the same.
        fn as_loaded(bundle: &Bundle) -> Result<String, Problems> {
            let adventure = is_adventure(&bundle.scenario)?;
            match (system(&bundle.scenario)?, adventure) {
                $($((System::$name, true) => Ok(format!("{:?}", <$trek>::load(bundle)?)),)?)+
                $((System::$name, false) => Ok(format!("{:?}", <$rules>::load(bundle)?)),)+
                #[allow(unreachable_patterns, reason = "only if a system has no adventures")]
                (system, true) => Err(no_adventures(&bundle.scenario, system)),
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
    };
}

systems! {
    Ardor: fracas_ardor_games, fracas_ardor::Ardor, then fracas_ardor::Trek;
    Delve: fracas_delve_games, fracas_delve::Delve, then fracas_delve::Trek;
    Heed: fracas_heed_games, fracas_heed::Heed, then fracas_heed::Trek;
    Ranks: fracas_ranks_games, fracas_ranks::Ranks, then fracas_ranks::Trek;
    Twelves: fracas_twelves_games, fracas_twelves::Twelves, then fracas_twelves::Trek;
}

/// The problem of an adventure in a system that has none.
fn no_adventures(scenario: &Source, system: System) -> Problems {
    only_fights(scenario, &format!("{} has no adventures", system.name()), "write a single fight")
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

/// The scenario of a bundle, for whatever is to be done with it.
fn scenario(bundle: &Bundle) -> Result<Box<dyn Scenario>, Problems> {
    let adventure = is_adventure(&bundle.scenario)?;
    Tempers::read(&bundle.scenario)?;
    let system = system(&bundle.scenario)?;
    let &Games { fight, adventure: trek, .. } = system.games();
    match (adventure, trek) {
        (false, _) => fight(bundle),
        (true, Some((trek, _))) => trek(bundle),
        (true, None) => Err(no_adventures(&bundle.scenario, system)),
    }
}

/// A table at the start of a bundle's scenario. `fight` is the number of its stream of dice: 0, but for simulations.
pub fn open(bundle: Bundle, seed: u64, fight: u64) -> Result<Box<dyn Game>, Problems> {
    Ok(scenario(&bundle)?.table(bundle, seed, fight))
}

/// A scenario to be fought many times by instinct.
pub fn trials(bundle: Bundle) -> Result<Box<dyn Trials>, Problems> {
    trials_by(bundle, &Minds::default())
}

/// The same by these minds.
pub fn trials_by(bundle: Bundle, minds: &Minds) -> Result<Box<dyn Trials>, Problems> {
    let tempers = Tempers::read(&bundle.scenario)?;
    Ok(scenario(&bundle)?.trials(bundle, minds, &tempers))
}

/// A fight as a place to try minds in.
pub fn arena(bundle: Bundle) -> Result<Box<dyn Arena>, Problems> {
    let tempers = Tempers::read(&bundle.scenario)?;
    let arena = scenario(&bundle)?.arena(&bundle.scenario.name, &tempers);
    arena.ok_or_else(|| only_fights(&bundle.scenario, "minds are tried in single fights", "name a fight"))
}

/// Every built-in fight, or those of one system.
pub fn arenas(system: Option<&str>) -> Result<Vec<Box<dyn Arena>>, Problems> {
    let fights =
        fracas_content::scenarios().filter(|built_in| system.is_none_or(|name| name == built_in.system));
    fights.map(|built_in| arena(bundle_for(built_in.source)?)).collect()
}

/// Opens `count` tables of a fight side by side.
pub fn lanes(bundle: Bundle, count: usize) -> Result<Lanes, Problems> {
    let advice = "learn from a single fight, or step through the adventure at a table";
    let what = "an adventure has no fixed list of choices to learn from";
    scenario(&bundle)?.lanes(count).ok_or_else(|| only_fights(&bundle.scenario, what, advice))
}

/// The problem of an adventure where only a fight will do.
fn only_fights(scenario: &Source, what: &str, advice: &str) -> Problems {
    let told: Result<(), Problems> = read(scenario, |top| top.problem_at("kind", what, advice));
    told.expect_err("a problem was just found")
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

/// The same, with warnings: what can be played and is hardly meant, or not as the rules would have it.
pub fn check_closely(file: Source, named: Option<System>) -> Result<(Checked, Vec<Problem>), Problems> {
    let name = file.name.clone();
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
    let (loaded, mut warnings) = with_warnings(|| load(bundle));
    warnings.retain(|warning| warning.file == name);
    loaded.map(|()| (checked, warnings))
}

/// Is anything wrong with a bundle?
fn load(bundle: Bundle) -> Result<(), Problems> {
    scenario(&bundle).map(drop)
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
