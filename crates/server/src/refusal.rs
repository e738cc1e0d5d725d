//! Why a message or a request is refused: a stable code, what is wrong, and what would be right.

use fracas_table::GameError;

use crate::messages::{Failure, Reply};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    pub code: &'static str,
    pub message: String,
    pub advice: Option<String>,
}

impl Refused {
    pub fn new(code: &'static str, message: impl Into<String>) -> Refused {
        Refused { code, message: message.into(), advice: None }
    }

    #[must_use]
    pub fn advise(mut self, advice: impl Into<String>) -> Refused {
        self.advice = Some(advice.into());
        self
    }

    pub fn not_allowed(what: &str) -> Refused {
        Refused::new("not-allowed", format!("only the judge {what}"))
    }

    pub fn storage() -> Refused {
        Refused::new("storage", "this could not be kept, so it was not done")
            .advise("try again; the server's log says more")
    }

    pub fn internal() -> Refused {
        Refused::new("internal", "a fault of the program; the table is as it was before")
            .advise("do something else, and report it")
    }

    pub fn reply(self, id: Option<String>) -> Reply {
        Reply {
            id,
            ok: false,
            code: Some(self.code.to_owned()),
            message: Some(self.message),
            advice: self.advice,
        }
    }

    pub fn failure(self) -> Failure {
        Failure {
            code: self.code.to_owned(),
            message: self.message,
            advice: self.advice,
            problems: Vec::new(),
        }
    }
}

impl From<GameError> for Refused {
    fn from(error: GameError) -> Refused {
        let refused = Refused::new(error.code(), error.to_string());
        match error {
            GameError::NoSuchChoice { nearest: Some(nearest), .. } => {
                refused.advise(format!("did you mean {nearest:?}?"))
            }
            _ => refused,
        }
    }
}
