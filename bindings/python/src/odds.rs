//! Exact odds of dice.

use fracas_dice::{Dialect, Dist, Expr};
use pyo3::prelude::*;

use crate::trouble::{Fine, Trouble};

/// The exact odds of a roll.
#[pyclass(module = "fracas", frozen)]
#[derive(Debug)]
pub struct Odds {
    /// The roll in its normal form.
    #[pyo3(get)]
    expression: String,
    /// The roll in words.
    #[pyo3(get)]
    reading: String,
    /// What other programs would read differently.
    #[pyo3(get)]
    notes: Vec<String>,
    dist: Dist,
}

/// The exact odds of a roll in dice notation, such as "4d6kh3" or "6d12!>=8".
///
/// `dialect` says whose notation it is: "fracas" unless it says otherwise.
#[pyfunction]
#[pyo3(signature = (expression, *, dialect="fracas"))]
pub fn odds(py: Python<'_>, expression: &str, dialect: &str) -> PyResult<Odds> {
    let odds = py.detach(|| -> Fine<Odds> {
        let known = Dialect::ALL.into_iter().find(|(known, _)| *known == dialect);
        let (_, dialect) = known.ok_or_else(|| {
            let all = Dialect::ALL.map(|(known, _)| known).join(", ");
            Trouble::value(format!("no dialect is called {dialect:?}; there are {all}"))
        })?;
        let notation = |error: &dyn std::fmt::Display| Trouble::Notation(error.to_string());
        let (expr, notes) = Expr::read(expression.trim(), dialect).map_err(|error| notation(&error))?;
        let dist = expr.dist().map_err(|why| Trouble::Notation(format!("{expr}: {why}")))?;
        Ok(Odds { expression: expr.to_string(), reading: expr.words(), notes, dist })
    })?;
    Ok(odds)
}

#[pymethods]
impl Odds {
    #[getter]
    fn mean(&self) -> f64 {
        self.dist.mean()
    }

    /// The standard deviation.
    #[getter]
    fn sd(&self) -> f64 {
        self.dist.sd()
    }

    #[getter]
    fn median(&self) -> i32 {
        self.dist.median()
    }

    #[getter]
    fn min(&self) -> i32 {
        self.dist.min()
    }

    #[getter]
    fn max(&self) -> i32 {
        self.dist.max()
    }

    /// At most this much lies on a wrong value, because endless chains of dice were cut; 0 where all is counted.
    #[getter]
    fn error(&self) -> f64 {
        self.dist.error()
    }

    /// The chance of each value that can come up.
    fn distribution(&self) -> Vec<(i32, f64)> {
        self.dist.iter().collect()
    }

    /// The chance of exactly this value.
    fn __getitem__(&self, value: i32) -> f64 {
        self.dist.probability(value)
    }

    /// The chance of this value or more.
    fn at_least(&self, value: i32) -> f64 {
        self.dist.at_least(value)
    }

    /// The chance of this value or less.
    fn at_most(&self, value: i32) -> f64 {
        self.dist.at_most(value)
    }

    /// The chances to roll more than another roll, the same, and less.
    fn versus(&self, other: &Odds) -> (f64, f64, f64) {
        let contest = self.dist.versus(&other.dist);
        (contest.win, contest.tie, contest.lose)
    }

    fn __repr__(&self) -> String {
        format!(
            "<fracas.Odds {}: mean {:.2}, {} to {}>",
            self.expression,
            self.mean(),
            self.min(),
            self.max()
        )
    }
}
