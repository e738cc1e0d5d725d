//! Minds against each other. Fights between them can be fought anywhere and brought together here: the standing is then
//! worked out by the same code, in the same order, as if they had been fought at once.

use std::collections::HashMap;
use std::thread::available_parallelism;
use std::time::Duration;

use fracas_kernel::{Outcome, Side};
use fracas_minds::Brain;
use fracas_minds::tournament::{Bout, Ring, Terms, run};
use fracas_systems::arena;
use pyo3::prelude::*;

use crate::convert::of_json;
use crate::scenario::Scenario;
use crate::trouble::{Fine, Trouble};

/// How the fights of one pair ended: with the first mind as the heroes, and with the second.
type Pair = (String, String);

fn minds(first: &str, second: &str) -> Fine<[Brain; 2]> {
    Ok([first.parse()?, second.parse()?])
}

/// Fights that were fought elsewhere.
struct Fought {
    system: String,
    name: String,
    first: Brain,
    pairs: HashMap<u64, [Option<Outcome>; 2]>,
}

impl Ring for Fought {
    fn system(&self) -> &str {
        &self.system
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn bout(&self, brains: [&Brain; 2], _seed: u64, nth: u64) -> Bout {
        let back = *brains[0] != self.first;
        let pair = self.pairs.get(&nth).copied().unwrap_or_default();
        let none = [Duration::ZERO; 2];
        Bout { outcome: pair[usize::from(back)], choices: 0, weighed: [0; 2], thinking: none, slowest: none }
    }
}

fn outcome(name: &str) -> Fine<Option<Outcome>> {
    Ok(match name {
        "heroes" => Some(Outcome::Won(Side::Heroes)),
        "monsters" => Some(Outcome::Won(Side::Monsters)),
        "draw" => Some(Outcome::Draw),
        "cap" => None,
        other => return Err(Trouble::value(format!("{other:?} is no end of a fight"))),
    })
}

/// Pairs `start` to `stop` of fights between two minds, each pair with the same dice: how the fight ended with the first
/// mind as the heroes, and with the second.
#[pyfunction]
#[pyo3(signature = (scenario, first, second, start, stop, seed=1))]
pub fn bouts(
    py: Python<'_>,
    scenario: &Scenario,
    first: &str,
    second: &str,
    start: u64,
    stop: u64,
    seed: u64,
) -> PyResult<Vec<Pair>> {
    let pairs = py.detach(|| -> Fine<Vec<Pair>> {
        let [first, second] = minds(first, second)?;
        let ring = arena(scenario.bundle().clone())?;
        let end = |brains: [&Brain; 2], nth: u64| {
            ring.bout(brains, seed, nth).outcome.map_or("cap", Outcome::name).to_owned()
        };
        let fight = |nth: u64| {
            crate::simulation::look_up()?;
            Ok((end([&first, &second], nth), end([&second, &first], nth)))
        };
        (start..stop).map(fight).collect()
    })?;
    Ok(pairs)
}

/// Lets two minds fight in these scenarios, all of one system, until it is clear which is better or the pairs are used up:
/// `elo`, `verdict` and how it went in each scenario.
///
/// `fought` has the pairs of each scenario that were fought elsewhere, by `bouts`; then nothing is fought here.
#[pyfunction]
#[pyo3(signature = (scenarios, first, second, *, pairs=200, seed=1, between=(0.0, 30.0), threads=None, fought=None))]
#[allow(clippy::too_many_arguments, reason = "they are named in Python")]
pub fn tournament<'py>(
    py: Python<'py>,
    scenarios: Vec<PyRef<'py, Scenario>>,
    first: &str,
    second: &str,
    pairs: u64,
    seed: u64,
    between: (f64, f64),
    threads: Option<usize>,
    fought: Option<Vec<Vec<Pair>>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (low, high) = between;
    if !(low < high && low.is_finite() && high.is_finite()) {
        return Err(Trouble::value("between has the lower bound first: (0, 30)").into());
    }
    if scenarios.is_empty() || pairs == 0 {
        return Err(Trouble::value("a tournament needs at least one scenario and one pair of fights").into());
    }
    if fought.as_ref().is_some_and(|fought| fought.len() != scenarios.len()) {
        return Err(Trouble::value("fought has a list of pairs for each scenario").into());
    }
    let bundles: Vec<_> = scenarios.iter().map(|scenario| scenario.bundle().clone()).collect();
    let standing = py.detach(|| -> Fine<_> {
        let brains = minds(first, second)?;
        let mut rings: Vec<Box<dyn Ring>> = Vec::new();
        for bundle in bundles {
            rings.push(arena(bundle)?);
        }
        if rings.iter().any(|ring| ring.system() != rings[0].system()) {
            return Err(Trouble::value("the scenarios are of several systems: hold a tournament in each"));
        }
        let mut most = pairs;
        if let Some(fought) = fought {
            most = most.min(fought.iter().map(|pairs| pairs.len() as u64).min().unwrap_or(0));
            let known = rings.iter().zip(&fought).map(|(ring, pairs)| {
                let each = pairs.iter().map(|(there, back)| Ok([outcome(there)?, outcome(back)?]));
                let pairs = (0..).zip(each.collect::<Fine<Vec<_>>>()?).collect();
                let (system, name) = (ring.system().to_owned(), ring.name().to_owned());
                Ok(Box::new(Fought { system, name, first: brains[0].clone(), pairs }) as Box<dyn Ring>)
            });
            rings = known.collect::<Fine<_>>()?;
        }
        let threads = threads.unwrap_or_else(|| available_parallelism().map_or(1, usize::from));
        let terms = Terms { seed, pairs: most, threads, between: [low, high] };
        let mut stopped = Ok(());
        let standing = run(&rings, [&brains[0], &brains[1]], &terms, &mut |_| {
            stopped = crate::simulation::look_up();
            stopped.is_ok()
        });
        stopped?;
        Ok(standing)
    })?;
    let mut told = serde_json::to_value(&standing).map_err(|error| Trouble::value(error.to_string()))?;
    // How long they thought is not the same twice, and not known of fights that were fought elsewhere.
    if let Some(fields) = told.as_object_mut() {
        fields.remove("pace");
    }
    of_json(py, &told)
}
