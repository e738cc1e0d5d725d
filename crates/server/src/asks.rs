//! What stands before every handler that does something: whether the caller may ask for it at all, and the body, read.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::access::Caller;
use crate::guard::{clip, may_speak};
use crate::house::House;
use crate::refusal::{Failed, Refused};

/// From our own pages or from no page, and not too fast.
pub struct Posting;

/// The owner's, from our own pages or from no page, and not too fast.
pub struct Working;

/// A body of JSON, no larger than an upload.
pub struct Sent<T>(pub T);

impl FromRequestParts<Arc<House>> for Posting {
    type Rejection = Failed;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Posting, Failed> {
        let caller = speaks(parts, house).await?;
        if house.posts.allow(&caller.address) { Ok(Posting) } else { Err(Failed::too_fast()) }
    }
}

impl FromRequestParts<Arc<House>> for Working {
    type Rejection = Failed;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Working, Failed> {
        let caller = speaks(parts, house).await?;
        if !caller.owner {
            let refused = Refused::new("not-owner", "the workshop is for the owner of this server")
                .advise("the owner's own link was printed when the server started");
            return Err(Failed::new(StatusCode::FORBIDDEN, refused));
        }
        if house.asks.allow(&caller.address) { Ok(Working) } else { Err(Failed::too_fast()) }
    }
}

async fn speaks(parts: &mut Parts, house: &Arc<House>) -> Result<Caller, Failed> {
    may_speak(&parts.headers, &house.config)
        .map_err(|why| Failed::new(StatusCode::FORBIDDEN, Refused::new("origin", why)))?;
    let Ok(caller) = Caller::from_request_parts(parts, house).await;
    Ok(caller)
}

impl<T: DeserializeOwned> FromRequest<Arc<House>> for Sent<T> {
    type Rejection = Failed;

    async fn from_request(request: Request, house: &Arc<House>) -> Result<Sent<T>, Failed> {
        read(Bytes::from_request(request, house).await, house.config.limits.upload).map(Sent)
    }
}

/// The body as `T`, or what is wrong with it.
pub fn read<T: DeserializeOwned>(body: Result<Bytes, BytesRejection>, most: usize) -> Result<T, Failed> {
    serde_json::from_slice(&taken(body, most)?).map_err(|error| {
        let refused =
            Refused::new("bad-request", format!("the body cannot be read: {}", clip(&error.to_string())));
        Failed::new(StatusCode::BAD_REQUEST, refused.advise("see /api/openapi.json"))
    })
}

/// The body as it came.
pub fn taken(body: Result<Bytes, BytesRejection>, most: usize) -> Result<Bytes, Failed> {
    let bytes = body.map_err(|rejection| {
        let refused = Refused::new("too-large", format!("the body cannot be taken: {rejection}"));
        Failed::new(rejection.status(), refused.advise(at_most(most)))
    })?;
    too_large(bytes.len(), most)?;
    Ok(bytes)
}

pub fn too_large(bytes: usize, most: usize) -> Result<(), Failed> {
    if bytes <= most {
        return Ok(());
    }
    let refused = Refused::new("too-large", "that is too much").advise(at_most(most));
    Err(Failed::new(StatusCode::PAYLOAD_TOO_LARGE, refused))
}

fn at_most(bytes: usize) -> String {
    format!("at most {} KiB", bytes >> 10)
}
