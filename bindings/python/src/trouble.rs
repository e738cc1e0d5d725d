//! What goes wrong, as the exceptions of `fracas._errors`, in the words of the command.

use fracas_content::{NotFound, Problem, Problems};
use fracas_dice::{Missing, Why};
use fracas_lab::PartError;
use fracas_minds::NotAMind;
use fracas_systems::VaryError;
use fracas_table::{GameError, ReplayError};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Value, json};

use crate::convert::of_json;

#[derive(Debug)]
pub enum Trouble {
    Problems(Problems),
    NotFound(NotFound),
    Game(GameError),
    Replay(ReplayError),
    Vary(VaryError),
    Part(PartError),
    Notation(String),
    /// An argument that makes no sense.
    Value(String),
    /// Python itself: Ctrl-C, above all.
    Python(PyErr),
}

pub type Fine<T> = Result<T, Trouble>;

impl Trouble {
    pub fn value(what: impl Into<String>) -> Trouble {
        Trouble::Value(what.into())
    }

    /// The class, the message and what else is told.
    fn told(self) -> Result<(&'static str, String, Value), PyErr> {
        Ok(match self {
            Trouble::Problems(problems) => {
                let message = problems.to_string();
                let list: Vec<Value> = problems.iter().map(problem).collect();
                ("ContentError", message, json!({ "problems": list, "omitted": problems.omitted() }))
            }
            Trouble::NotFound(missing) => {
                ("NotFoundError", missing.to_string(), json!({ "advice": missing.advice }))
            }
            Trouble::Game(error) => {
                let message = error.to_string();
                match error {
                    GameError::Over => ("OverError", message, json!({})),
                    GameError::NoSuchChoice { nearest, .. } => {
                        ("ChoiceError", message, json!({ "nearest": nearest }))
                    }
                    GameError::Refused(refusal) => ("ChoiceError", message, json!({ "rule": refusal.rule })),
                    GameError::Wanted(missing) => {
                        ("DiceWanted", message, json!({ "wanted": wanted(&missing) }))
                    }
                    GameError::Dice(_) => ("DiceError", message, json!({})),
                }
            }
            Trouble::Replay(error) => ("ReplayError", error.to_string(), json!({})),
            Trouble::Part(error) => ("PartError", error.to_string(), json!({})),
            Trouble::Notation(message) => ("NotationError", message, json!({})),
            Trouble::Vary(VaryError::Problems { version, problems }) => {
                let list: Vec<Value> = problems.iter().map(problem).collect();
                let message = VaryError::Problems { version, problems }.to_string();
                ("ContentError", message, json!({ "problems": list }))
            }
            Trouble::Vary(error) => return Err(PyValueError::new_err(error.to_string())),
            Trouble::Value(what) => return Err(PyValueError::new_err(what)),
            Trouble::Python(error) => return Err(error),
        })
    }
}

fn problem(problem: &Problem) -> Value {
    json!({
        "file": problem.file,
        "line": problem.line,
        "column": problem.column,
        "field": problem.field,
        "message": problem.message,
        "advice": problem.advice,
    })
}

fn wanted(missing: &Missing) -> Value {
    json!({
        "label": missing.why.label,
        "roller": (missing.why.roller != Why::NOBODY).then_some(missing.why.roller),
        "roll": missing.roll.to_string(),
        "die": missing.die + 1,
        "sides": missing.roll.sides(),
    })
}

impl From<Trouble> for PyErr {
    fn from(trouble: Trouble) -> PyErr {
        let (class, message, more) = match trouble.told() {
            Ok(told) => told,
            Err(error) => return error,
        };
        Python::attach(|py| {
            let raised =
                py.import("fracas._errors").and_then(|module| module.getattr(class)).and_then(|class| {
                    let fields = of_json(py, &more)?.cast_into::<PyDict>()?;
                    class.call((message.trim_end(),), Some(&fields))
                });
            raised.map_or_else(|error| error, PyErr::from_value)
        })
    }
}

macro_rules! from {
    ($($error:ty => $kind:ident),+ $(,)?) => {$(
        impl From<$error> for Trouble {
            fn from(error: $error) -> Trouble {
                Trouble::$kind(error)
            }
        }
    )+};
}

from! {
    Problems => Problems, NotFound => NotFound, GameError => Game, ReplayError => Replay, VaryError => Vary,
    PartError => Part, PyErr => Python,
}

impl From<NotAMind> for Trouble {
    fn from(error: NotAMind) -> Trouble {
        Trouble::Value(error.to_string())
    }
}
