//! The routes and their OpenAPI document.

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Request};
use axum::http::StatusCode;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, delete, get, post};
use axum::{Json, Router};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::TimeoutLayer;
use utoipa::OpenApi;

use crate::guard::HEADERS;
use crate::house::House;
use crate::{live, maps, pages, rest, workshop};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Fracas",
        description = "Tables for tabletop fights: scenarios, tables, seats, replays. \
        A seat's token is its key; what is played goes over the WebSocket at /api/tables/{table}/live."
    ),
    paths(
        rest::list_systems,
        rest::list_scenarios,
        rest::check_scenario,
        rest::new_table,
        rest::list_puzzles,
        rest::try_puzzle,
        rest::delete_table,
        rest::own,
        rest::list_tables,
        rest::replay,
        rest::review,
        rest::party,
        rest::cast,
        rest::bring_picture,
        maps::read_map,
        rest::picture,
        rest::export,
        rest::moments,
        rest::rules_page,
        rest::reach,
        rest::healthz,
        rest::readyz,
        rest::metrics,
        workshop::workshop,
        workshop::read_file,
        workshop::save_file,
        workshop::rename_file,
        workshop::delete_file,
        workshop::system_forms,
        workshop::system_things,
        workshop::new_file,
        workshop::edit_draft,
        workshop::growth_of,
        workshop::try_draft,
        workshop::balance_draft,
        workshop::deeds_of,
        live::live,
        openapi
    )
)]
struct Document;

/// The OpenAPI document.
pub fn document() -> serde_json::Value {
    serde_json::to_value(Document::openapi()).unwrap_or_default()
}

#[utoipa::path(get, path = "/api/openapi.json", tag = "server",
    responses((status = 200, description = "This document", content_type = "application/json")))]
async fn openapi() -> Response {
    Json(document()).into_response()
}

fn routes() -> Vec<(&'static str, MethodRouter<Arc<House>>)> {
    vec![
        ("/api/systems", get(rest::list_systems)),
        ("/api/scenarios", get(rest::list_scenarios)),
        ("/api/scenarios/check", post(rest::check_scenario)),
        ("/api/puzzles", get(rest::list_puzzles)),
        ("/api/puzzles/{system}/{name}", post(rest::try_puzzle)),
        ("/api/tables", get(rest::list_tables).post(rest::new_table)),
        ("/api/tables/{table}", delete(rest::delete_table)),
        ("/own/{key}", get(rest::own)),
        ("/api/tables/{table}/live", get(live::live)),
        ("/api/tables/{table}/replay", get(rest::replay)),
        ("/api/tables/{table}/review", get(rest::review)),
        ("/api/tables/{table}/party", get(rest::party)),
        ("/api/tables/{table}/cast", get(rest::cast)),
        ("/api/tables/{table}/pictures", post(rest::bring_picture)),
        ("/api/tables/{table}/pictures/{picture}", get(rest::picture)),
        ("/api/maps", post(maps::read_map)),
        ("/api/tables/{table}/export", get(rest::export)),
        ("/api/tables/{table}/moments", get(rest::moments)),
        ("/api/rules/{system}", get(rest::rules_page)),
        ("/api/reach", get(rest::reach)),
        ("/api/openapi.json", get(openapi)),
        ("/healthz", get(rest::healthz)),
        ("/readyz", get(rest::readyz)),
        ("/metrics", get(rest::metrics)),
        ("/api/workshop", get(workshop::workshop)),
        (
            "/api/workshop/file",
            get(workshop::read_file)
                .put(workshop::save_file)
                .post(workshop::rename_file)
                .delete(workshop::delete_file),
        ),
        ("/api/workshop/forms/{system}", get(workshop::system_forms)),
        ("/api/workshop/things/{system}", get(workshop::system_things)),
        ("/api/workshop/new/{system}/{what}", get(workshop::new_file)),
        ("/api/workshop/draft", post(workshop::edit_draft)),
        ("/api/workshop/growth", post(workshop::growth_of)),
        ("/api/workshop/trial", post(workshop::try_draft)),
        ("/api/workshop/balance", post(workshop::balance_draft)),
        ("/api/workshop/deeds", post(workshop::deeds_of)),
    ]
}

/// The paths that are routed, for comparing with the document.
pub fn paths() -> Vec<&'static str> {
    routes().into_iter().map(|(path, _)| path).collect()
}

pub fn router(house: Arc<House>) -> Router {
    let limits = &house.config.limits;
    let upload = limits.upload.max(limits.replay).max(limits.map);
    let routed =
        routes().into_iter().fold(Router::new(), |router, (path, methods)| router.route(path, methods));
    routed
        .fallback(pages::page)
        .layer(DefaultBodyLimit::max(upload))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, house.config.limits.request_time))
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn(guard_answer))
        .layer(CatchPanicLayer::new())
        .with_state(house)
}

/// Puts the protective headers on every answer, and logs the request without its query: tokens stand there.
async fn guard_answer(request: Request, next: Next) -> Response {
    let (method, mut path) = (request.method().clone(), request.uri().path().to_owned());
    if path.starts_with("/own/") {
        path = "/own".to_owned();
    }
    let start = std::time::Instant::now();
    let mut response = next.run(request).await;
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, value);
    }
    if path.starts_with("/api/") {
        let no_store = axum::http::HeaderValue::from_static("no-store");
        response.headers_mut().insert(axum::http::header::CACHE_CONTROL, no_store);
    }
    let (status, micros) = (response.status().as_u16(), start.elapsed().as_micros() as u64);
    tracing::debug!(%method, path, status, micros, "answered");
    response
}
