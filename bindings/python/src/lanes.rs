//! Tables side by side with choices by number, as arrays. `fracas.envs` makes environments of them.

use std::sync::{Mutex, MutexGuard, PoisonError};

use fracas_content::{Bundle, suggest};
use fracas_kernel::{Crowd, Outcome, Side, Who};
use fracas_minds::Brain;
use fracas_systems::{FEATURES, Layout, Stepped, lanes};
use pyo3::buffer::{Element, PyBuffer};
use pyo3::prelude::*;

use crate::trouble::{Fine, Trouble};

/// More than this would not fit into memory anywhere.
const MAX: usize = 1 << 20;

/// Some tables of one fight side by side, for those who learn to play. Choices go by numbers that mean the same at every
/// table of the scenario; `actions` has their texts. Made by `Scenario.lanes`.
///
/// Arrays are given as anything with a buffer, C-contiguous: float32 for figures, int8 for masks, int64 for choices, uint8 for
/// what is yes or no.
#[pyclass(module = "fracas", frozen)]
pub struct Lanes {
    layout: Layout,
    inner: Mutex<Inner>,
}

impl std::fmt::Debug for Lanes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lanes").field("layout", &self.layout).finish_non_exhaustive()
    }
}

struct Inner {
    lanes: fracas_systems::Lanes,
    figures: Vec<f32>,
    mask: Vec<i8>,
    reward: Vec<f32>,
    over: Vec<bool>,
    cut: Vec<bool>,
    illegal: Vec<bool>,
}

fn side(name: &str) -> Fine<Side> {
    Side::BOTH
        .into_iter()
        .find(|side| side.name() == name)
        .ok_or_else(|| Trouble::value(format!("{name:?} is no side: write \"heroes\" or \"monsters\"")))
}

/// A buffer of this type and length; `what` is for the error.
fn buffer<T: Element>(what: &str, given: &Bound<'_, PyAny>, length: usize) -> PyResult<PyBuffer<T>> {
    let buffer = PyBuffer::<T>::get(given)?;
    if buffer.item_count() != length || !buffer.is_c_contiguous() {
        let have = buffer.item_count();
        let wrong = format!("{what} has {have} places, and {length} in one piece are wanted");
        return Err(Trouble::value(wrong).into());
    }
    Ok(buffer)
}

impl Lanes {
    pub fn open(bundle: &Bundle, count: usize) -> Fine<Lanes> {
        if !(1..=MAX).contains(&count) {
            return Err(Trouble::value(format!("count is {count}: open between 1 and {MAX} lanes")));
        }
        let lanes = lanes(bundle.clone(), count)?;
        let layout = lanes.layout().clone();
        let (figures, mask) = (vec![0.0; layout.figures() * count], vec![0; layout.actions.len() * count]);
        let [over, cut, illegal] = [(); 3].map(|()| vec![false; count]);
        let inner = Inner { lanes, figures, mask, reward: vec![0.0; count], over, cut, illegal };
        Ok(Lanes { layout, inner: Mutex::new(inner) })
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut Inner) -> Fine<T> + Send) -> PyResult<T> {
        Ok(py.detach(|| work(&mut self.lock()))?)
    }

    fn number(&self, id: &str) -> Fine<Who> {
        let at = self.layout.people.iter().position(|(known, _)| known == id);
        at.map(|at| Who(at as u8)).ok_or_else(|| {
            let known = self.layout.people.iter().map(|(id, _)| id.as_str());
            Trouble::value(format!("nobody here is {id:?}; {}", suggest(id, known, "here", '"')))
        })
    }

    fn crowd(&self, own: &[String]) -> Fine<Crowd> {
        own.iter().map(|id| self.number(id)).collect()
    }
}

fn check(inner: &Inner, lane: usize) -> Fine<()> {
    let many = inner.lanes.count();
    if lane < many {
        Ok(())
    } else {
        Err(Trouble::value(format!("there is no lane {lane}: they are 0 to {}", many - 1)))
    }
}

#[pymethods]
impl Lanes {
    fn __len__(&self) -> usize {
        self.lock().lanes.count()
    }

    /// What is told of each combatant, in this order.
    #[classattr]
    const FEATURES: [&'static str; 10] = FEATURES;

    /// The id and the side of everybody who is there at the start.
    #[getter]
    fn people(&self) -> Vec<(String, &'static str)> {
        self.layout.people.iter().map(|(id, side)| (id.clone(), side.name())).collect()
    }

    /// How many combatants have a row of figures: some come later.
    #[getter]
    fn rows(&self) -> usize {
        self.layout.rows
    }

    /// How many figures an observation has: a row for each combatant, and the round.
    #[getter]
    fn figures(&self) -> usize {
        self.layout.figures()
    }

    /// The text of each choice by its number. The first is to wait, which only those may who are not asked; the last
    /// have no text: they are for choices that rarely come up.
    #[getter]
    fn actions(&self) -> Vec<String> {
        self.layout.actions.clone()
    }

    /// A lane begins anew with the dice of this fight of the seed.
    #[pyo3(signature = (lane, seed, fight=0))]
    fn open_lane(&self, py: Python<'_>, lane: usize, seed: u64, fight: u64) -> PyResult<()> {
        self.with(py, |inner| {
            check(inner, lane)?;
            inner.lanes.open(lane, seed, fight);
            Ok(())
        })
    }

    /// How a lane ended: "heroes", "monsters" or "draw"; None while it goes on.
    fn outcome(&self, lane: usize) -> PyResult<Option<&'static str>> {
        let inner = self.lock();
        check(&inner, lane)?;
        Ok(inner.lanes.outcome(lane).map(Outcome::name))
    }

    /// Those in a lane without whom it cannot go on, by their ids; None stands for one who came later.
    fn awaited(&self, lane: usize) -> PyResult<Vec<Option<String>>> {
        let inner = self.lock();
        check(&inner, lane)?;
        let id = |who: Who| self.layout.people.get(who.index()).map(|(id, _)| id.clone());
        Ok(inner.lanes.awaited(lane).map(id).collect())
    }

    /// Writes what a seat with these combatants knows into `figures`, and what those of them who are awaited may choose
    /// into `mask`. `own` is a list of ids or the name of a side.
    fn observe(
        &self,
        py: Python<'_>,
        lane: usize,
        own: Own,
        figures: &Bound<'_, PyAny>,
        mask: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (wide, many) = (self.layout.figures(), self.layout.actions.len());
        let (figures, mask) = (buffer::<f32>("figures", figures, wide)?, buffer::<i8>("mask", mask, many)?);
        let (seen, may) = self.with(py, |inner| {
            let own = own.crowd(self, inner, lane)?;
            let (mut seen, mut may) = (vec![0.0; wide], vec![0; many]);
            inner.lanes.observe(lane, own, &mut seen, &mut may);
            Ok((seen, may))
        })?;
        figures.copy_from_slice(py, &seen)?;
        mask.copy_from_slice(py, &may)
    }

    /// What those of `own` who are awaited may choose: numbers and texts.
    fn offers(&self, py: Python<'_>, lane: usize, own: Own) -> PyResult<Vec<(usize, String)>> {
        self.with(py, |inner| {
            let own = own.crowd(self, inner, lane)?;
            Ok(inner.lanes.offers(lane, own))
        })
    }

    /// One of `own` makes the choice with this number. False if that cannot be chosen: nothing has happened then.
    fn act(&self, py: Python<'_>, lane: usize, own: Own, action: i64) -> PyResult<bool> {
        self.with(py, |inner| {
            let own = own.crowd(self, inner, lane)?;
            Ok(usize::try_from(action).is_ok_and(|action| inner.lanes.act(lane, own, action)))
        })
    }

    /// A mind chooses for somebody who is awaited; false if it is over.
    #[pyo3(signature = (lane, mind="instinct"))]
    fn follow(&self, py: Python<'_>, lane: usize, mind: &str) -> PyResult<bool> {
        let brain: Brain = mind.parse().map_err(Trouble::from)?;
        self.with(py, |inner| {
            check(inner, lane)?;
            Ok(inner.lanes.follow(lane, &brain))
        })
    }

    /// Begins all lanes for a side, lane i with fight i of the seed, and plays up to where that side has to choose.
    fn begin(
        &self,
        py: Python<'_>,
        side: &str,
        mind: &str,
        seed: u64,
        figures: &Bound<'_, PyAny>,
        mask: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (side, brain): (Side, Brain) = (self::side(side)?, mind.parse().map_err(Trouble::from)?);
        let count = self.__len__();
        let figures = buffer::<f32>("figures", figures, self.layout.figures() * count)?;
        let mask = buffer::<i8>("mask", mask, self.layout.actions.len() * count)?;
        self.with(py, |inner| {
            inner.lanes.begin(side, &brain, seed, &mut inner.figures, &mut inner.mask);
            Ok(())
        })?;
        let inner = self.lock();
        figures.copy_from_slice(py, &inner.figures)?;
        mask.copy_from_slice(py, &inner.mask)
    }

    /// Every lane makes a choice for that side, and the mind plays the others until it has to choose again. A lane that was
    /// over, or was given up after `most` steps, begins its next fight instead. A number that cannot be chosen loses.
    #[allow(clippy::too_many_arguments, reason = "one array for each thing that is told")]
    fn step(
        &self,
        py: Python<'_>,
        side: &str,
        mind: &str,
        actions: &Bound<'_, PyAny>,
        most: u32,
        figures: &Bound<'_, PyAny>,
        mask: &Bound<'_, PyAny>,
        reward: &Bound<'_, PyAny>,
        over: &Bound<'_, PyAny>,
        cut: &Bound<'_, PyAny>,
        illegal: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (side, brain): (Side, Brain) = (self::side(side)?, mind.parse().map_err(Trouble::from)?);
        let count = self.__len__();
        let actions = buffer::<i64>("actions", actions, count)?.to_vec(py)?;
        let figures = buffer::<f32>("figures", figures, self.layout.figures() * count)?;
        let mask = buffer::<i8>("mask", mask, self.layout.actions.len() * count)?;
        let reward = buffer::<f32>("reward", reward, count)?;
        let flags = [("over", over), ("cut", cut), ("illegal", illegal)];
        let [over, cut, illegal] = flags.map(|(what, given)| buffer::<u8>(what, given, count));
        let (over, cut, illegal) = (over?, cut?, illegal?);
        self.with(py, |inner| {
            let out = Stepped {
                figures: &mut inner.figures,
                mask: &mut inner.mask,
                reward: &mut inner.reward,
                over: &mut inner.over,
                cut: &mut inner.cut,
                illegal: &mut inner.illegal,
            };
            inner.lanes.step(side, &brain, &actions, most, out);
            Ok(())
        })?;
        let inner = self.lock();
        figures.copy_from_slice(py, &inner.figures)?;
        mask.copy_from_slice(py, &inner.mask)?;
        reward.copy_from_slice(py, &inner.reward)?;
        let bytes = |flags: &[bool]| flags.iter().map(|&flag| u8::from(flag)).collect::<Vec<u8>>();
        over.copy_from_slice(py, &bytes(&inner.over))?;
        cut.copy_from_slice(py, &bytes(&inner.cut))?;
        illegal.copy_from_slice(py, &bytes(&inner.illegal))
    }

    /// Writes some choice of that side that can be made now for each lane, all with the same chance.
    fn sample(&self, py: Python<'_>, side: &str, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let (side, count) = (self::side(side)?, self.__len__());
        let actions = buffer::<i64>("actions", actions, count)?;
        let drawn = self.with(py, |inner| {
            let mut drawn = vec![0; count];
            inner.lanes.sample(side, &mut drawn);
            Ok(drawn)
        })?;
        actions.copy_from_slice(py, &drawn)
    }

    fn __repr__(&self) -> String {
        format!("<fracas.Lanes: {} tables, {} choices>", self.__len__(), self.layout.actions.len())
    }
}

/// Whose seat it is: some combatants, or a whole side as it is now.
#[derive(FromPyObject, Debug)]
pub enum Own {
    Side(String),
    People(Vec<String>),
}

impl Own {
    fn crowd(&self, lanes: &Lanes, inner: &Inner, lane: usize) -> Fine<Crowd> {
        check(inner, lane)?;
        match self {
            Own::Side(name) => Ok(inner.lanes.members(lane, side(name)?)),
            Own::People(ids) => lanes.crowd(ids),
        }
    }
}
