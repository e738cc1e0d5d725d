//! What can be asked for: a line becomes an id, a table's name and a typed request, or a fault.

use fracas_content::suggest;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::reply::Fault;

/// The table that is meant when none is named.
pub const MAIN: &str = "main";
/// The most characters that a table's name has.
const LONGEST_NAME: usize = 64;

const OPS: [&str; 22] = [
    "version", "open", "question", "choices", "refusals", "view", "odds", "state", "choose", "try",
    "instinct", "hint", "judge", "undo", "redo", "log", "replay", "verify", "party", "fork", "batch",
    "close",
];

#[derive(Debug, Deserialize)]
#[serde(tag = "op", rename_all = "lowercase", deny_unknown_fields)]
pub enum Request {
    Version {},
    Open(Open),
    Question {},
    Choices {
        /// Of these alone.
        r#for: Option<Vec<String>>,
    },
    Refusals {
        seat: Option<Value>,
        r#for: Option<Vec<String>>,
    },
    View {
        seat: Option<Value>,
        #[serde(default)]
        odds: bool,
        /// Milliseconds for the odds.
        budget: Option<u64>,
    },
    Odds {
        choice: Option<String>,
        r#for: Option<Vec<String>>,
        budget: Option<u64>,
    },
    State {},
    Choose(Choose),
    Instinct {
        /// Only these may act.
        r#for: Option<Vec<String>>,
        #[serde(default)]
        r#do: bool,
        /// Another mind than instinct.
        mind: Option<String>,
    },
    Hint {
        seat: Option<Value>,
        /// Of these alone.
        r#for: Option<Vec<String>>,
        mind: Option<String>,
        /// How many choices.
        most: Option<usize>,
    },
    Try {
        who: String,
        /// In the player's words; without them, no longer.
        text: Option<String>,
    },
    Judge {
        act: Option<Map<String, Value>>,
        back: Option<usize>,
        /// The faces of every die that the act calls for.
        rolls: Option<Vec<u16>>,
    },
    Undo {
        steps: Option<usize>,
    },
    Redo {
        steps: Option<usize>,
    },
    Log {
        #[serde(default)]
        from: usize,
        seat: Option<Value>,
    },
    Replay {},
    Verify {},
    Party {},
    Fork {
        to: String,
        /// Dice of its own from here on.
        seed: Option<u64>,
    },
    Batch {
        requests: Vec<Value>,
    },
    Close {},
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// A built-in scenario, or a path.
    pub scenario: Option<String>,
    /// A scenario's text.
    pub toml: Option<String>,
    /// A party's text, for an adventure.
    pub party: Option<String>,
    pub replay: Option<Value>,
    /// How much of the replay is played.
    pub steps: Option<usize>,
    pub seed: Option<u64>,
    /// The faces of every die to come.
    pub rolls: Option<Vec<u16>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choose {
    pub choice: Option<String>,
    pub index: Option<usize>,
    pub position: Option<usize>,
    /// The faces of every die of this step.
    pub rolls: Option<Vec<u16>>,
}

/// A line that was understood, or as much of it as was.
#[derive(Debug)]
pub struct Envelope {
    pub id: Value,
    pub table: String,
    pub request: Result<Request, Fault>,
}

impl Envelope {
    pub fn read(line: &[u8]) -> Envelope {
        let broken = |fault| Envelope { id: Value::Null, table: String::new(), request: Err(fault) };
        let mut fields = match serde_json::from_slice(line) {
            Ok(Value::Object(fields)) => fields,
            Ok(_) => return broken(Fault::bad_request("a request is a JSON object: {\"op\": …}")),
            Err(error) => return broken(Fault::new("bad-json", error.to_string())),
        };
        let id = match fields.remove("id").unwrap_or(Value::Null) {
            id @ (Value::Null | Value::String(_) | Value::Number(_)) => id,
            _ => return broken(Fault::bad_request("\"id\" is text or a number")),
        };
        match name_of_table(fields.remove("table")) {
            Ok(table) => Envelope { id, table, request: request(fields) },
            Err(fault) => Envelope { id, table: String::new(), request: Err(fault) },
        }
    }
}

pub fn name_of_table(name: Option<Value>) -> Result<String, Fault> {
    match name {
        None | Some(Value::Null) => Ok(MAIN.to_owned()),
        Some(Value::String(name)) if name.chars().count() <= LONGEST_NAME => Ok(name),
        Some(_) => Err(Fault::bad_request(format!("\"table\" is text of at most {LONGEST_NAME} characters"))),
    }
}

fn request(fields: Map<String, Value>) -> Result<Request, Fault> {
    match fields.get("op") {
        None => return Err(Fault::bad_request("\"op\" is missing").with("advice", known_ops(""))),
        Some(Value::String(op)) if OPS.contains(&op.as_str()) => {}
        Some(Value::String(op)) => {
            let short: String = op.chars().take(40).collect();
            return Err(Fault::bad_request(format!("no op is {short:?}")).with("advice", known_ops(op)));
        }
        Some(_) => return Err(Fault::bad_request("\"op\" is text").with("advice", known_ops(""))),
    }
    serde_json::from_value(Value::Object(fields)).map_err(|error| Fault::bad_request(error.to_string()))
}

fn known_ops(given: &str) -> String {
    suggest(given, OPS, "ops", '"')
}
