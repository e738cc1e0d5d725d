//! Why a message or a request is refused: a stable code, what is wrong, and what would be right.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use fracas_content::Problems;
use fracas_table::GameError;
use tokio::task::JoinError;

use crate::messages::{Failure, Reply};
use crate::scenarios::problem_views;
use fracas_store::StoreError;

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

/// A request that failed, as it is answered: what a handler's `?` turns everything into.
#[derive(Debug)]
pub struct Failed {
    status: StatusCode,
    failure: Box<Failure>,
}

impl Failed {
    pub fn new(status: StatusCode, refused: Refused) -> Failed {
        Failed { status, failure: Box::new(refused.failure()) }
    }

    pub fn bad_request(message: impl Into<String>) -> Failed {
        Failed::new(StatusCode::BAD_REQUEST, Refused::new("bad-request", message))
    }

    pub fn not_found(message: impl Into<String>) -> Failed {
        Failed::new(StatusCode::NOT_FOUND, Refused::new("not-found", message))
    }

    pub fn too_fast() -> Failed {
        let refused = Refused::new("too-fast", "too many requests").advise("wait a few seconds");
        Failed::new(StatusCode::TOO_MANY_REQUESTS, refused)
    }

    pub fn internal() -> Failed {
        Failed::new(StatusCode::INTERNAL_SERVER_ERROR, Refused::internal())
    }

    /// A table that the rules cannot play.
    pub fn broken(why: impl Into<String>) -> Failed {
        Failed::new(StatusCode::CONFLICT, Refused::new("broken", why))
    }
}

impl IntoResponse for Failed {
    fn into_response(self) -> Response {
        (self.status, Json(self.failure)).into_response()
    }
}

impl From<StoreError> for Failed {
    fn from(error: StoreError) -> Failed {
        tracing::error!(%error, "storage failed");
        let refused = Refused::new("storage", "the tables cannot be read or written just now");
        Failed::new(StatusCode::SERVICE_UNAVAILABLE, refused)
    }
}

/// Work that was done elsewhere and had a fault.
impl From<JoinError> for Failed {
    fn from(_: JoinError) -> Failed {
        Failed::internal()
    }
}

impl From<Problems> for Failed {
    fn from(problems: Problems) -> Failed {
        let refused = Refused::new("bad-scenario", "the scenario has problems");
        let failure = Failure { problems: problem_views(&problems), ..refused.failure() };
        Failed { status: StatusCode::UNPROCESSABLE_ENTITY, failure: Box::new(failure) }
    }
}
