//! What goes back: an object with `ok` true, or one with `ok` false and a fault whose code programs can rely on.

use fracas_content::{NotFound, Problems};
use fracas_dice::{Missing, Why};
use fracas_kernel::Who;
use fracas_table::{GameError, ReplayError};
use serde_json::{Map, Value, json};

use crate::check::problem_json;

/// The fields of an answer.
pub type Fields = Map<String, Value>;

/// Why a request was refused. Nothing has changed then.
#[derive(Debug)]
pub struct Fault {
    code: &'static str,
    message: String,
    more: Fields,
}

impl Fault {
    pub fn new(code: &'static str, message: impl Into<String>) -> Fault {
        Fault { code, message: message.into(), more: Fields::new() }
    }

    pub fn bad_request(message: impl Into<String>) -> Fault {
        Fault::new("bad-request", message)
    }

    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Fault {
        self.more.insert(name.to_owned(), value.into());
        self
    }

    /// A fault of the game; `id` names a combatant.
    pub fn of_game(error: GameError, id: impl Fn(Who) -> Option<String>) -> Fault {
        let fault = Fault::new(error.code(), error.to_string());
        match error {
            GameError::NoSuchChoice { nearest: Some(nearest), .. } => fault.with("nearest", nearest),
            GameError::Refused(refusal) => fault.with("rule", refusal.rule),
            GameError::Wanted(missing) => fault.with("wanted", wanted(&missing, id)),
            _ => fault,
        }
    }
}

/// Which die is wanted.
fn wanted(missing: &Missing, id: impl Fn(Who) -> Option<String>) -> Value {
    let roller = (missing.why.roller != Why::NOBODY).then(|| id(Who(missing.why.roller))).flatten();
    json!({
        "label": missing.why.label,
        "roller": roller,
        "roll": missing.roll.to_string(),
        "die": missing.die + 1,
        "sides": missing.roll.sides(),
    })
}

impl From<Problems> for Fault {
    fn from(problems: Problems) -> Fault {
        let list: Vec<Value> = problems.iter().map(problem_json).collect();
        let first = problems.iter().next();
        let message = first.map_or_else(String::new, |p| {
            let field = if p.field.is_empty() { String::new() } else { format!("{}: ", p.field) };
            format!("{}:{}:{}: {field}{}", p.file, p.line, p.column, p.message)
        });
        Fault::new("bad-content", message).with("problems", list)
    }
}

impl From<NotFound> for Fault {
    fn from(missing: NotFound) -> Fault {
        let fault = Fault::new("not-found", missing.message);
        match missing.advice {
            Some(advice) => fault.with("advice", advice),
            None => fault,
        }
    }
}

impl From<ReplayError> for Fault {
    fn from(error: ReplayError) -> Fault {
        Fault::new("bad-replay", error.to_string())
    }
}

/// The line for an answer.
pub fn fine(id: Value, fields: Fields) -> String {
    finish(&id, true, fields)
}

/// The line for a fault.
pub fn faulty(id: Value, fault: Fault) -> String {
    let mut error = fault.more;
    error.insert("code".to_owned(), fault.code.into());
    error.insert("message".to_owned(), fault.message.into());
    finish(&id, false, Fields::from_iter([("error".to_owned(), Value::Object(error))]))
}

/// Whose answer it is and whether it is one comes first, for people who read along.
fn finish(id: &Value, ok: bool, fields: Fields) -> String {
    let id = if id.is_null() { String::new() } else { format!("\"id\":{id},") };
    let rest = Value::Object(fields).to_string();
    match rest.strip_prefix('{') {
        Some("}") | None => format!("{{{id}\"ok\":{ok}}}"),
        Some(rest) => format!("{{{id}\"ok\":{ok},{rest}"),
    }
}
