//! Many fights of a scenario: the report of them, and each fight as a row.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use fracas_lab::{Course, Part, Plan, Shard, report};
use fracas_systems::{Trials, complete};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::convert::plain;
use crate::frame::{Frame, of_fights};
use crate::trouble::{Fine, Trouble};

/// A day's work on one core.
const MAX_FIGHTS: u64 = 10_000_000_000;
/// Rows that are worked out between two looks at whether somebody has pressed Ctrl-C.
const STRETCH: u64 = 65_536;

/// A simulation that is done: its report, and every fight as a row. Hand it to `polars.DataFrame`,
/// `pandas.DataFrame.from_arrow`, `pyarrow.table` or a DuckDB query to work with the rows.
#[pyclass(module = "fracas", frozen)]
pub struct Simulation {
    trials: Arc<dyn Trials>,
    plan: Plan,
    part: Part,
    /// The same with what takes longer, once somebody wants the report.
    whole: OnceLock<Part>,
    rows: OnceLock<Frame>,
}

impl std::fmt::Debug for Simulation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Simulation").field("plan", &self.plan).finish_non_exhaustive()
    }
}

pub fn plan(fights: u64, seed: u64, threads: Option<usize>) -> Fine<Plan> {
    if !(1..=MAX_FIGHTS).contains(&fights) {
        return Err(Trouble::value(format!("n is {fights}: fight between 1 and {MAX_FIGHTS} times")));
    }
    if threads.is_some_and(|threads| !(1..=1024).contains(&threads)) {
        return Err(Trouble::value("threads is from 1 to 1024, or None for one on each core"));
    }
    Ok(Plan { threads, ..Plan::new(fights, seed) })
}

/// Has Ctrl-C been pressed?
pub fn look_up() -> Fine<()> {
    Ok(Python::attach(|py| py.check_signals())?)
}

/// Runs the fights of a part of a simulation; what else it tells is for [`complete`].
pub fn run(trials: &dyn Trials, plan: &Plan, shard: Shard, until: Option<f64>) -> Fine<Part> {
    let mut part = Part::new(trials.run(plan), shard);
    let course = Course { until, halt: &AtomicBool::new(false) };
    course.run(&mut part, |some| trials.simulate(plan, some, &|_| {}), |_| look_up())?;
    Ok(part)
}

/// Some fights of a plan as rows.
pub fn rows(trials: &dyn Trials, plan: &Plan, some: std::ops::Range<u64>) -> Fine<Frame> {
    let header = trials.header();
    let mut batches = Vec::new();
    let mut from = some.start;
    while from < some.end || batches.is_empty() {
        let to = some.end.min(from.saturating_add(STRETCH));
        batches.push(of_fights(&header, &trials.rows(plan, from..to.max(from), &header)));
        from = to.max(from + 1);
        look_up()?;
    }
    Ok(Frame::new(batches))
}

impl Simulation {
    pub fn new(trials: Arc<dyn Trials>, plan: Plan, part: Part) -> Simulation {
        Simulation { trials, plan, part, whole: OnceLock::new(), rows: OnceLock::new() }
    }

    fn frame(&self, py: Python<'_>) -> PyResult<&Frame> {
        if self.rows.get().is_none() {
            let frame = py.detach(|| rows(&*self.trials, &self.plan, 0..self.part.done))?;
            let _ = self.rows.set(frame);
        }
        Ok(self.rows.get().expect("just set"))
    }
}

/// The report of a whole run, as `fracas sim --json` prints it.
fn told<'py>(py: Python<'py>, part: &Part) -> PyResult<Bound<'py, PyAny>> {
    let told = py.detach(|| report(&part.run, &part.tally, &part.sample(), &part.deeds, part.exact));
    let told = plain(py, &told)?;
    let supplies = part.stock.supplies();
    if !supplies.is_empty() {
        told.set_item("supplies", plain(py, &supplies)?)?;
    }
    Ok(told)
}

#[pymethods]
impl Simulation {
    /// How many fights were fought.
    #[getter]
    fn fights(&self) -> u64 {
        self.part.done
    }

    #[getter]
    fn seed(&self) -> u64 {
        self.plan.seed
    }

    /// How often the heroes win.
    #[getter]
    fn win_rate(&self) -> f64 {
        self.part.tally.ends[0] as f64 / self.part.tally.fights.max(1) as f64
    }

    /// Everything that `fracas sim --json` tells: who wins, who falls when, what was luck and what was plan.
    #[getter]
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let whole = py.detach(|| {
            self.whole.get_or_init(|| {
                let mut whole = self.part.clone();
                complete(&*self.trials, &self.plan, &mut whole);
                whole
            })
        });
        told(py, whole)
    }

    /// Every fight as a row.
    #[getter]
    fn rows(&self, py: Python<'_>) -> PyResult<Frame> {
        Ok(self.frame(py)?.clone())
    }

    /// One of the fights as a replay, which `fracas.replay` and `fracas.review` read.
    fn replay(&self, py: Python<'_>, fight: u64) -> PyResult<String> {
        Ok(py.detach(|| record(&*self.trials, &self.plan, self.part.done, fight))?)
    }

    fn __len__(&self) -> usize {
        self.part.done as usize
    }

    fn __repr__(&self) -> String {
        let run = &self.part.run;
        let rate = self.win_rate() * 100.0;
        format!(
            "<fracas.Simulation of {}: {} fights, the heroes win {rate:.1} %>",
            run.about.title, self.part.done
        )
    }

    /// For readers of Arrow.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        self.frame(py)?.__arrow_c_stream__(py, requested_schema)
    }

    /// For readers of Arrow.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        self.frame(py)?.__arrow_c_schema__(py)
    }
}

/// A fight of a plan as the text of a replay.
pub fn record(trials: &dyn Trials, plan: &Plan, fights: u64, fight: u64) -> Fine<String> {
    if fight >= fights {
        return Err(Trouble::value(format!(
            "there is no fight {fight}: they are counted from 0 to {}",
            fights - 1
        )));
    }
    let (replay, _) = trials.record(plan, fight).map_err(Trouble::Value)?;
    Ok(replay.write())
}

/// The report of a simulation that was run in parts, each by `Scenario.part`: byte for byte what one process would tell.
/// The parts may come in any order. One that is damaged, missing, there twice or from another run is refused.
#[pyfunction]
pub fn merge<'py>(py: Python<'py>, parts: Vec<String>) -> PyResult<Bound<'py, PyAny>> {
    let whole = py.detach(|| -> Fine<Part> {
        let read = |(nth, text): (usize, &String)| {
            let name = format!("parts[{nth}]");
            Ok((name.clone(), Part::read(&name, text)?))
        };
        let parts = parts.iter().enumerate().map(read).collect::<Fine<Vec<_>>>()?;
        Ok(fracas_lab::merge(parts)?)
    })?;
    told(py, &whole)
}
