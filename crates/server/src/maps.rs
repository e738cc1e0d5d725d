//! Maps from other programs, read as squares: for the judge of a table on squares, and for the workshop. Nothing is kept.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::StatusCode;
use fracas_workshop::squares;

use crate::asks::{Posting, taken};
use crate::house::House;
use crate::messages::{Failure, Squares};
use crate::refusal::{Failed, Refused};

#[utoipa::path(post, path = "/api/maps", tag = "maps",
    request_body(content = String, content_type = "application/json",
        description = "A Universal VTT map (.uvtt, .dd2vtt); its picture can be left out"),
    responses((status = 200, description = "The map as rows of squares", body = Squares),
        (status = 403, description = "A page of another origin", body = Failure),
        (status = 413, description = "Too large: leave its picture out", body = Failure),
        (status = 422, description = "No map, or one that cannot be drawn on squares", body = Failure),
        (status = 429, description = "Too fast", body = Failure)))]
pub async fn read_map(
    State(house): State<Arc<House>>,
    _: Posting,
    bytes: Result<Bytes, BytesRejection>,
) -> Result<Json<Squares>, Failed> {
    let bytes = taken(bytes, house.config.limits.map)?;
    let read = tokio::task::spawn_blocking(move || squares(&String::from_utf8_lossy(&bytes))).await?;
    let read = read.map_err(|error| {
        let refused = Refused::new("bad-map", error.to_string()).advise(error.advice());
        Failed::new(StatusCode::UNPROCESSABLE_ENTITY, refused)
    })?;
    Ok(Json(Squares { rows: read.rows, doors: read.doors, gaps: read.gaps }))
}
