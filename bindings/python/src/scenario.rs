//! Scenarios, and what can be done with a whole one.

use std::sync::Arc;

use fracas_content::{Bundle, Kind, Source, find};
use fracas_lab::{Scrutiny, Shard};
use fracas_minds::Minds;
use fracas_systems::{Trials, Vary, bundle_with, complete, open, trials, trials_by};
use fracas_table::{Files, Replay};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyString};
use serde_json::json;

use crate::convert::{of_json, plain};
use crate::frame::{Frame, of_points};
use crate::lanes::Lanes;
use crate::simulation::{Simulation, look_up, plan, record, rows, run};
use crate::table::Table;
use crate::trouble::{Fine, Trouble};

/// How many are fought where nobody says how many, and where a precision is wanted instead.
const FIGHTS: u64 = 10_000;
const FIGHTS_UNTIL: u64 = 100_000_000;
const FIGHTS_BALANCE: u64 = 5_000;

/// A fight or an adventure that can be played and simulated. Made by `fracas.load` and `fracas.loads`; it can be
/// pickled.
#[pyclass(module = "fracas", frozen)]
pub struct Scenario {
    bundle: Bundle,
    /// Who decides where it is simulated.
    minds: Minds,
    trials: Arc<dyn Trials>,
}

/// What a copy is made of elsewhere: its files, and the minds of both sides.
type Packed = (String, [String; 2]);

impl std::fmt::Debug for Scenario {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Scenario").field("name", &self.bundle.scenario.name).finish_non_exhaustive()
    }
}

impl Scenario {
    fn new(bundle: Bundle, minds: Minds) -> Fine<Scenario> {
        Ok(Scenario { trials: trials_by(bundle.clone(), &minds)?.into(), bundle, minds })
    }

    pub fn bundle(&self) -> &Bundle {
        &self.bundle
    }
}

fn with_party(source: Source, party: Option<String>) -> Fine<Scenario> {
    if party.is_some() && Kind::of(&source)? != Kind::Adventure {
        return Err(Trouble::value("a party is for adventures, and this is a single fight"));
    }
    Scenario::new(bundle_with(source, party.map(|text| Source::new("party", text)))?, Minds::default())
}

/// Loads a scenario: a built-in one by its name ("goblins-at-the-ford", "delve/last-stand"), or a file by its path.
///
/// `party` is the text of a party's file, for an adventure. What is wrong with a scenario is told as `fracas check`
/// does, in a `ContentError`.
#[pyfunction]
#[pyo3(signature = (name, *, party=None))]
pub fn load(py: Python<'_>, name: &str, party: Option<String>) -> PyResult<Scenario> {
    Ok(py.detach(|| with_party(find(name)?, party))?)
}

/// Loads a scenario from its text. `name` is what problems are told with.
#[pyfunction]
#[pyo3(signature = (toml, *, name="inline", party=None))]
pub fn loads(py: Python<'_>, toml: &str, name: &str, party: Option<String>) -> PyResult<Scenario> {
    Ok(py.detach(|| with_party(Source::new(name, toml), party))?)
}

/// Every built-in scenario and adventure: `system`, `name` and `kind` each.
#[pyfunction]
pub fn scenarios(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let fights = fracas_content::scenarios().map(|one| (one, "fight"));
    let all = fights.chain(fracas_content::adventures().map(|one| (one, "adventure")));
    let told = all.map(|(one, kind)| json!({ "system": one.system, "name": one.id, "kind": kind }));
    of_json(py, &told.collect())
}

/// A fight that was played, looked at again: what was luck, what was skill, what would have been better. `replay` is
/// the text of a replay. The same seed and budget give the same review on any number of threads.
#[pyfunction]
#[pyo3(signature = (replay, *, seed=1, budget=Scrutiny::BUDGET, threads=None))]
pub fn review<'py>(
    py: Python<'py>,
    replay: &str,
    seed: u64,
    budget: u64,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let review = py.detach(|| -> Fine<_> {
        let replay = Replay::read(replay)?;
        let trials = trials(replay.bundle.clone().into())?;
        trials.review(&replay, Scrutiny { seed, budget, threads }).map_err(Trouble::Value)
    })?;
    plain(py, &review)
}

/// A share between 0 and 1, as a number or as "0.5%".
fn share(what: &str, given: &Bound<'_, PyAny>) -> Fine<f64> {
    let share = match given.cast::<PyString>() {
        Ok(text) => {
            let text = text.to_string();
            let number = |text: &str| text.trim().parse::<f64>().ok();
            match text.trim().strip_suffix('%') {
                Some(percent) => number(percent).map(|percent| percent / 100.0),
                None => number(&text),
            }
        }
        Err(_) => given.extract::<f64>().ok(),
    };
    share.filter(|share| *share > 0.0 && *share < 1.0).ok_or_else(|| {
        let shown = given.repr().map_or_else(|_| "this".to_owned(), |shown| shown.to_string());
        Trouble::value(format!("{what}: {shown} is not a share between 0 and 1: write 0.005 or \"0.5%\""))
    })
}

/// What to vary: {"goblin.hp": range(3, 10), "brakk.armour": ["leather", "plate"]}, or a text such as "goblin.hp=3..9",
/// or a list of such texts.
fn read_vary(given: &Bound<'_, PyAny>) -> Fine<Vec<Vary>> {
    let parse = |text: &str| text.parse::<Vary>().map_err(Trouble::Value);
    if let Ok(text) = given.extract::<String>() {
        return Ok(vec![parse(&text)?]);
    }
    let Ok(fields) = given.cast::<PyDict>() else {
        let texts: Vec<String> = given.extract().map_err(|_| {
            Trouble::value(
                "what to vary is {\"goblin.hp\": range(3, 10)}, \"goblin.hp=3..9\" or a list of such texts",
            )
        })?;
        return texts.iter().map(|text| parse(text)).collect();
    };
    let one = |(path, values): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        let path: String = path.extract()?;
        if let Ok(text) = values.extract::<String>() {
            return parse(&format!("{path}={text}"));
        }
        let values =
            values.try_iter()?.map(|value| as_text(&path, &value?)).collect::<Fine<Vec<String>>>()?;
        if values.is_empty() {
            return Err(Trouble::value(format!("{path}: there are no values to try")));
        }
        Ok(Vary { path, values })
    };
    fields.iter().map(one).collect()
}

/// A value as content files spell it.
fn as_text(path: &str, value: &Bound<'_, PyAny>) -> Fine<String> {
    if let Ok(is) = value.cast::<PyBool>() {
        return Ok(if is.is_true() { "true" } else { "false" }.to_owned());
    }
    if value.is_instance_of::<PyInt>()
        || value.is_instance_of::<PyFloat>()
        || value.is_instance_of::<PyString>()
    {
        return Ok(value.str()?.to_string());
    }
    let shown = value.repr()?;
    Err(Trouble::value(format!("{path}: {shown} is neither a number nor a text")))
}

#[pymethods]
impl Scenario {
    /// What it was read from.
    #[getter]
    fn name(&self) -> &str {
        &self.bundle.scenario.name
    }

    #[getter]
    fn system(&self) -> String {
        self.trials.about().system
    }

    #[getter]
    fn title(&self) -> String {
        self.trials.about().title
    }

    /// Its text.
    #[getter]
    fn toml(&self) -> &str {
        &self.bundle.scenario.text
    }

    /// "fight" or "adventure".
    #[getter]
    fn kind(&self) -> PyResult<&'static str> {
        let kind = Kind::of(&self.bundle.scenario).map_err(Trouble::from)?;
        Ok(if kind == Kind::Adventure { "adventure" } else { "fight" })
    }

    /// Every value that can be varied: `path`, `value`, `file` and `line` each.
    fn paths<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let spots = self.bundle.spots();
        let told = spots.iter().map(
            |spot| json!({ "path": spot.path, "value": spot.value, "file": spot.file, "line": spot.line }),
        );
        of_json(py, &told.collect())
    }

    /// The same scenario with other values: `scenario.replace({"goblin.hp": 7})`.
    fn replace(&self, py: Python<'_>, values: &Bound<'_, PyDict>) -> PyResult<Scenario> {
        let mut pairs = Vec::new();
        for (path, value) in values.iter() {
            let path: String = path.extract()?;
            let value = as_text(&path, &value)?;
            pairs.push((path, value));
        }
        Ok(py.detach(|| -> Fine<Scenario> {
            let one = |bundle: Bundle, (path, value): &(String, String)| bundle.with(path, value);
            let changed = pairs.iter().try_fold(self.bundle.clone(), one);
            Scenario::new(changed.map_err(|error| Trouble::Vary(error.into()))?, self.minds.clone())
        })?)
    }

    /// The same scenario, simulated by other minds: `scenario.with_minds("greedy")` for both sides, or
    /// `scenario.with_minds(heroes="greedy", monsters="search:200")`. Minds that think for a time are refused, because
    /// they would think otherwise on another machine.
    #[pyo3(signature = (both=None, *, heroes=None, monsters=None))]
    fn with_minds(
        &self,
        py: Python<'_>,
        both: Option<String>,
        heroes: Option<String>,
        monsters: Option<String>,
    ) -> PyResult<Scenario> {
        let own = [("heroes", heroes), ("monsters", monsters)].into_iter();
        let own = own.filter_map(|(side, mind)| Some(format!("{side}={}", mind?)));
        let texts: Vec<String> = both.into_iter().chain(own).collect();
        Ok(py.detach(|| -> Fine<Scenario> {
            let minds = Minds::read(texts.iter().map(String::as_str));
            Scenario::new(self.bundle.clone(), minds.map_err(|error| Trouble::value(error.to_string()))?)
        })?)
    }

    /// The minds of the heroes and of the monsters.
    #[getter]
    fn minds(&self) -> (String, String) {
        self.minds.names().into()
    }

    /// Fights it out many times, by instinct unless `with_minds` says otherwise.
    ///
    /// Fight i draws from stream i of the seed, so that the result is the same on any number of threads. With `until`
    /// it stops as soon as the heroes' chance to win is known that well: 0.005 or "0.5%" means that the 95 % bounds are
    /// that far off.
    #[pyo3(signature = (n=None, seed=1, *, until=None, threads=None))]
    fn simulate(
        &self,
        py: Python<'_>,
        n: Option<u64>,
        seed: u64,
        until: Option<&Bound<'_, PyAny>>,
        threads: Option<usize>,
    ) -> PyResult<Simulation> {
        let until = until.map(|until| share("until", until)).transpose()?;
        let plan = plan(n.unwrap_or(if until.is_some() { FIGHTS_UNTIL } else { FIGHTS }), seed, threads)?;
        let part = py.detach(|| run(&*self.trials, &plan, Shard::WHOLE, until))?;
        Ok(Simulation::new(Arc::clone(&self.trials), plan, part))
    }

    /// A part of a simulation, such as "3/100", as a text that `fracas.merge` and `fracas merge` read.
    #[pyo3(signature = (shard, n, seed=1, *, threads=None))]
    fn part(
        &self,
        py: Python<'_>,
        shard: &str,
        n: u64,
        seed: u64,
        threads: Option<usize>,
    ) -> PyResult<String> {
        let plan = plan(n, seed, threads)?;
        let shard: Shard = shard.parse().map_err(Trouble::Value)?;
        let text = py.detach(|| -> Fine<String> {
            let mut part = run(&*self.trials, &plan, shard, None)?;
            complete(&*self.trials, &plan, &mut part);
            Ok(part.write())
        })?;
        Ok(text)
    }

    /// Fights `start` to `stop` of a seed as rows, `stop` not included.
    #[pyo3(signature = (start, stop, seed=1, *, threads=None))]
    fn rows(
        &self,
        py: Python<'_>,
        start: u64,
        stop: u64,
        seed: u64,
        threads: Option<usize>,
    ) -> PyResult<Frame> {
        if start > stop {
            return Err(Trouble::value(format!("fights go from {start} up, not to {stop}")).into());
        }
        let plan = plan(stop.max(1), seed, threads)?;
        Ok(py.detach(|| rows(&*self.trials, &plan, start..stop))?)
    }

    /// How values change it: `scenario.sweep({"goblin.hp": range(3, 10)})`, or as text: "goblin.hp=3..9". Several
    /// values give a grid of all versions, each fought `n` times with the same seeds. `paths` lists what can be named.
    #[pyo3(signature = (vary, n=FIGHTS, seed=1, *, threads=None))]
    fn sweep(
        &self,
        py: Python<'_>,
        vary: &Bound<'_, PyAny>,
        n: u64,
        seed: u64,
        threads: Option<usize>,
    ) -> PyResult<Frame> {
        let varied = read_vary(vary)?;
        let plan = plan(n, seed, threads)?;
        let points = py
            .detach(|| fracas_systems::vary(&self.bundle, &self.minds, &varied, &plan, &|_| {}))
            .map_err(Trouble::from)?;
        look_up()?;
        Ok(Frame::new(vec![of_points(&varied, &points)]))
    }

    /// The version that gives a wanted win rate: `scenario.balance("65%")`. Without `by` it looks for how many foes of
    /// one kind there should be. What it tells: `path`, `value`, `win`, whether the rate was `met`, everything that
    /// was `tried`, `toml` and `scenario`, the version itself.
    #[pyo3(signature = (win, by=None, n=FIGHTS_BALANCE, seed=1, *, threads=None))]
    fn balance<'py>(
        &self,
        py: Python<'py>,
        win: &Bound<'py, PyAny>,
        by: Option<&Bound<'py, PyAny>>,
        n: u64,
        seed: u64,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let wanted = share("win", win)?;
        let by = by.map_or(Ok(Vec::new()), read_vary)?;
        let plan = plan(n, seed, threads)?;
        let (found, scenario) = py.detach(|| -> Fine<_> {
            let found = fracas_systems::balance(&self.bundle, &self.minds, wanted, &by, &plan, &|_| {})?;
            let bundle = Bundle { scenario: found.scenario.clone(), ..self.bundle.clone() };
            let scenario = Scenario::new(bundle, self.minds.clone())?;
            Ok((found, scenario))
        })?;
        look_up()?;
        let told = plain(py, &found)?;
        told.set_item("wanted", wanted)?;
        told.set_item("toml", &found.scenario.text)?;
        told.set_item("scenario", Bound::new(py, scenario)?)?;
        Ok(told)
    }

    /// One fight of a simulation, looked at again: what was luck, what was skill, what would have been better.
    #[pyo3(signature = (fight=0, seed=1, *, budget=Scrutiny::BUDGET, threads=None))]
    fn review<'py>(
        &self,
        py: Python<'py>,
        fight: u64,
        seed: u64,
        budget: u64,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let text = self.replay(py, fight, seed)?;
        review(py, &text, seed, budget, threads)
    }

    /// One fight of a simulation as a replay, which `fracas.replay`, `fracas.review` and `fracas replay` read.
    #[pyo3(signature = (fight=0, seed=1))]
    fn replay(&self, py: Python<'_>, fight: u64, seed: u64) -> PyResult<String> {
        let plan = plan(fight.saturating_add(1), seed, None)?;
        Ok(py.detach(|| record(&*self.trials, &plan, plan.fights, fight))?)
    }

    /// A table to step through. The dice come from the seed; `fight` is the number of its stream, as in a simulation.
    #[pyo3(signature = (seed=0, *, fight=0))]
    fn table(&self, py: Python<'_>, seed: u64, fight: u64) -> PyResult<Table> {
        Ok(py.detach(|| Ok::<_, Trouble>(Table::new(open(self.bundle.clone(), seed, fight)?)))?)
    }

    /// Some tables side by side with choices by number, for those who learn to play; `fracas.envs` is made of them.
    #[pyo3(signature = (count=1))]
    fn lanes(&self, py: Python<'_>, count: usize) -> PyResult<Lanes> {
        Ok(py.detach(|| Lanes::open(&self.bundle, count))?)
    }

    fn __repr__(&self) -> String {
        let about = self.trials.about();
        format!("<fracas.Scenario {} ({})>", about.title, about.system)
    }

    /// Its files, so that a copy can be made anywhere.
    fn __getstate__(&self) -> String {
        let files = Files::from(self.bundle.clone());
        serde_json::to_string(&files).expect("files are plain text")
    }

    #[staticmethod]
    fn _of_files(py: Python<'_>, files: &str, minds: [String; 2]) -> PyResult<Scenario> {
        Ok(py.detach(|| -> Fine<Scenario> {
            let files: Files =
                serde_json::from_str(files).map_err(|error| Trouble::value(error.to_string()))?;
            // As if it had been read here: what is kept in replays is told apart otherwise.
            let bundle = Bundle::from(files);
            let fresh = |source: Source| Source::new(source.name, source.text);
            let bundle = Bundle {
                scenario: fresh(bundle.scenario),
                library: bundle.library.into_iter().map(fresh).collect(),
                party: bundle.party.map(fresh),
            };
            let [heroes, monsters] = minds;
            let minds = [format!("heroes={heroes}"), format!("monsters={monsters}")];
            let minds = Minds::read(minds.iter().map(String::as_str));
            Scenario::new(bundle, minds.map_err(|error| Trouble::value(error.to_string()))?)
        })?)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Packed)> {
        let class = py.get_type::<Scenario>();
        Ok((class.getattr("_of_files")?, (self.__getstate__(), self.minds.names())))
    }
}
