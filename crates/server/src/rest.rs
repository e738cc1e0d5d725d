//! The REST routes: scenarios, tables, replays. Each answers with JSON or with a [`Failure`].

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{ConnectInfo, Path, Query, State};
use axum::http::header::{AUTHORIZATION, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use fracas_content::{Source, scenario};
use fracas_kernel::{Crowd, Seat, TableView};
use fracas_systems::{check, open_replay};
use fracas_table::{Replay, play_back};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tokio::sync::oneshot;

use crate::export::Export;
use crate::guard::{clip, may_speak};
use crate::house::House;
use crate::messages::{
    Checked, Failure, LogLine, Moment, Moments, NewTable, Opened, ScenarioCard, SeatKind, SystemCard,
    TableCard, ToCheck,
};
use crate::opening::{NotOpened, open_table};
use crate::pages;
use crate::refusal::Refused;
use crate::scenarios::{cards, problem_views, systems};
use crate::store::SeatRow;
use crate::table::Command;

const MOST_TOKENS: usize = 100;
const MOST_MOMENTS: usize = 64;

pub fn fail(status: StatusCode, refused: Refused) -> Response {
    (status, Json(refused.failure())).into_response()
}

fn storage_failed(error: impl std::fmt::Display) -> Response {
    tracing::error!(%error, "storage failed");
    fail(StatusCode::SERVICE_UNAVAILABLE, Refused::new("storage", "the tables cannot be read just now"))
}

/// The body as `T`, or what is wrong with it.
#[expect(clippy::result_large_err, reason = "the error is the answer, and answers are rare")]
fn body<T: DeserializeOwned>(body: Result<Bytes, BytesRejection>, most: usize) -> Result<T, Response> {
    let bytes = body.map_err(|rejection| {
        let refused = Refused::new("too-large", format!("the body cannot be taken: {rejection}"));
        fail(rejection.status(), refused.advise(format!("at most {} KiB", most >> 10)))
    })?;
    serde_json::from_slice(&bytes).map_err(|error| {
        let refused =
            Refused::new("bad-request", format!("the body cannot be read: {}", clip(&error.to_string())));
        fail(StatusCode::BAD_REQUEST, refused.advise("see /api/openapi.json"))
    })
}

/// Posts come from our own pages or from no page, and not too fast.
#[expect(clippy::result_large_err, reason = "the error is the answer, and answers are rare")]
fn may_post(house: &House, headers: &HeaderMap, from: SocketAddr) -> Result<(), Response> {
    if let Err(why) = may_speak(headers, &house.config) {
        return Err(fail(StatusCode::FORBIDDEN, Refused::new("origin", why)));
    }
    let limits = &house.config.limits;
    if !house.posts.take(from.ip(), limits.posts_per_second, limits.post_burst, Instant::now()) {
        let refused = Refused::new("too-fast", "too many requests").advise("wait a few seconds");
        return Err(fail(StatusCode::TOO_MANY_REQUESTS, refused));
    }
    Ok(())
}

#[utoipa::path(get, path = "/api/scenarios", tag = "scenarios",
    responses((status = 200, description = "Every scenario that comes with the program", body = Vec<ScenarioCard>)))]
pub async fn list_scenarios() -> Response {
    match tokio::task::spawn_blocking(cards).await {
        Ok(cards) => Json(cards).into_response(),
        Err(_) => fail(StatusCode::INTERNAL_SERVER_ERROR, Refused::internal()),
    }
}

#[utoipa::path(get, path = "/api/systems", tag = "scenarios",
    responses((status = 200, description = "Every rule system, with its creatures and conditions", body = Vec<SystemCard>)))]
pub async fn list_systems() -> Response {
    match tokio::task::spawn_blocking(systems).await {
        Ok(systems) => Json(systems).into_response(),
        Err(_) => fail(StatusCode::INTERNAL_SERVER_ERROR, Refused::internal()),
    }
}

#[utoipa::path(post, path = "/api/scenarios/check", tag = "scenarios", request_body = ToCheck,
    responses((status = 200, description = "What is wrong with it, if anything", body = Checked),
        (status = 400, description = "Not a request", body = Failure),
        (status = 403, description = "A page of another origin", body = Failure),
        (status = 413, description = "Too large", body = Failure),
        (status = 429, description = "Too fast", body = Failure)))]
pub async fn check_scenario(
    State(house): State<Arc<House>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    bytes: Result<Bytes, BytesRejection>,
) -> Response {
    if let Err(response) = may_post(&house, &headers, from) {
        return response;
    }
    let to_check: ToCheck = match body(bytes, house.config.limits.upload) {
        Ok(to_check) => to_check,
        Err(response) => return response,
    };
    let checked =
        tokio::task::spawn_blocking(move || match check(Source::new("scenario.toml", to_check.toml)) {
            Ok(_) => Checked { ok: true, problems: Vec::new(), omitted: 0 },
            Err(problems) => {
                Checked { ok: false, omitted: problems.omitted(), problems: problem_views(&problems) }
            }
        });
    match checked.await {
        Ok(checked) => Json(checked).into_response(),
        Err(_) => fail(StatusCode::INTERNAL_SERVER_ERROR, Refused::internal()),
    }
}

#[utoipa::path(post, path = "/api/tables", tag = "tables", request_body = NewTable,
    responses((status = 201, description = "The table is open", body = Opened),
        (status = 400, description = "Not a request", body = Failure),
        (status = 403, description = "A page of another origin", body = Failure),
        (status = 404, description = "No such scenario", body = Failure),
        (status = 413, description = "Too large", body = Failure),
        (status = 422, description = "The scenario has problems, or the seats do not fit it", body = Failure),
        (status = 429, description = "Too fast", body = Failure),
        (status = 503, description = "Too many tables, or no storage", body = Failure)))]
pub async fn new_table(
    State(house): State<Arc<House>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    bytes: Result<Bytes, BytesRejection>,
) -> Response {
    if let Err(response) = may_post(&house, &headers, from) {
        return response;
    }
    let wanted: NewTable = match body(bytes, house.config.limits.upload) {
        Ok(wanted) => wanted,
        Err(response) => return response,
    };
    let source = match (&wanted.scenario, &wanted.toml) {
        (Some(name), None) => match scenario(name) {
            Ok(built_in) => built_in.source,
            Err(missing) => {
                let mut refused = Refused::new("no-such-scenario", clip(&missing.message));
                refused.advice = missing.advice;
                return fail(StatusCode::NOT_FOUND, refused);
            }
        },
        (None, Some(toml)) => Source::new("scenario.toml", toml.clone()),
        _ => {
            let refused = Refused::new("bad-request", "name a `scenario` or send one as `toml`: one of them");
            return fail(StatusCode::BAD_REQUEST, refused);
        }
    };
    match open_table(&house, source, wanted).await {
        Ok(opened) => (StatusCode::CREATED, Json(opened)).into_response(),
        Err(NotOpened::Problems(problems)) => {
            let refused = Refused::new("bad-scenario", "the scenario has problems");
            let failure = Failure { problems: problem_views(&problems), ..refused.failure() };
            (StatusCode::UNPROCESSABLE_ENTITY, Json(failure)).into_response()
        }
        Err(NotOpened::Refused(refused)) => fail(StatusCode::UNPROCESSABLE_ENTITY, refused),
        Err(NotOpened::Full) => {
            let refused = Refused::new("full", "this server has as many tables as it may have");
            fail(StatusCode::SERVICE_UNAVAILABLE, refused)
        }
        Err(NotOpened::Storage(error)) => storage_failed(error),
        Err(NotOpened::Fault) => fail(StatusCode::INTERNAL_SERVER_ERROR, Refused::internal()),
    }
}

#[utoipa::path(get, path = "/api/tables", tag = "tables",
    params(("X-Fracas-Tokens" = Option<String>, Header, description = "Tokens of seats, with commas between them")),
    responses((status = 200, description = "The tables of those seats, the newest first", body = Vec<TableCard>),
        (status = 400, description = "Too many tokens", body = Failure),
        (status = 503, description = "No storage", body = Failure)))]
pub async fn list_tables(State(house): State<Arc<House>>, headers: HeaderMap) -> Response {
    let tokens = headers.get("x-fracas-tokens").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let tokens: Vec<&str> = tokens.split(',').map(str::trim).filter(|token| !token.is_empty()).collect();
    if tokens.len() > MOST_TOKENS {
        let refused = Refused::new("bad-request", format!("at most {MOST_TOKENS} tokens"));
        return fail(StatusCode::BAD_REQUEST, refused);
    }
    let mut cards = Vec::new();
    for token in tokens {
        let listed = match house.store.listed(token).await {
            Ok(Some(listed)) => listed,
            Ok(None) => continue,
            Err(error) => return storage_failed(error),
        };
        cards.push(TableCard {
            table: listed.table.id,
            token: token.to_owned(),
            seat: listed.seat.kind,
            name: listed.table.name,
            title: listed.table.title,
            system: listed.table.system,
            round: listed.round,
            players: listed.players,
            updated: listed.updated,
            over: listed.outcome,
        });
    }
    cards.sort_by_key(|card| std::cmp::Reverse(card.updated));
    Json(cards).into_response()
}

#[derive(Debug, Deserialize)]
pub struct Asked {
    token: Option<String>,
    from: Option<usize>,
    to: Option<usize>,
}

/// The seat at this table that a request is made from.
async fn seat(
    house: &House,
    from: SocketAddr,
    table: &str,
    asked: &Asked,
    headers: &HeaderMap,
) -> Result<SeatRow, Response> {
    let limits = &house.config.limits;
    // A whole fight is played back for each of these.
    if !house.reads.take(from.ip(), limits.reads_per_second, limits.read_burst, Instant::now()) {
        let refused = Refused::new("too-fast", "too many requests").advise("wait a few seconds");
        return Err(fail(StatusCode::TOO_MANY_REQUESTS, refused));
    }
    let bearer = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    let token = asked.token.as_deref().or(bearer).unwrap_or_default();
    match house.store.seat(token).await {
        Ok(Some((of, seat))) if of == table => Ok(seat),
        Ok(_) => {
            let refused = Refused::new("bad-token", "no seat at this table has this token");
            Err(fail(StatusCode::UNAUTHORIZED, refused.advise("`?token=` is the last part of a seat's link")))
        }
        Err(error) => Err(storage_failed(error)),
    }
}

/// The replay of a table, for a seat that may have it.
async fn replay_for(
    house: &Arc<House>,
    from: SocketAddr,
    table: &str,
    asked: &Asked,
    headers: &HeaderMap,
) -> Result<Replay, Response> {
    let seat = seat(house, from, table, asked, headers).await?;
    let (answer, replay) = oneshot::channel();
    let judge = seat.kind == SeatKind::Judge;
    let sent = house.knock(table).send(Command::Replay { judge, answer }).await;
    let replay = match sent {
        Ok(()) => replay.await.unwrap_or_else(|_| Err(Refused::internal())),
        Err(_) => Err(Refused::internal()),
    };
    replay.map_err(|refused| match refused.code {
        "not-allowed" => fail(StatusCode::FORBIDDEN, refused),
        "broken" => fail(StatusCode::CONFLICT, refused),
        _ => fail(StatusCode::SERVICE_UNAVAILABLE, refused),
    })
}

#[utoipa::path(get, path = "/api/tables/{table}/replay", tag = "tables",
    params(("table" = String, Path), ("token" = Option<String>, Query)),
    responses((status = 200, description = "The fight as a replay file", content_type = "application/json"),
        (status = 401, description = "No such seat", body = Failure),
        (status = 429, description = "Too fast", body = Failure),
        (status = 403, description = "Not over yet", body = Failure),
        (status = 409, description = "The table cannot be taken up", body = Failure),
        (status = 503, description = "No storage", body = Failure)))]
pub async fn replay(
    State(house): State<Arc<House>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Path(table): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Response {
    match replay_for(&house, from, &table, &asked, &headers).await {
        Ok(replay) => download(&format!("{table}-replay.json"), "application/json", replay.write()),
        Err(response) => response,
    }
}

fn download(name: &str, kind: &str, text: String) -> Response {
    let head =
        [(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\""))];
    (head, text).into_response()
}

#[utoipa::path(get, path = "/api/tables/{table}/party", tag = "tables",
    params(("table" = String, Path), ("token" = Option<String>, Query)),
    responses((status = 200, description = "The party as it is now, as a file for another adventure",
            content_type = "application/toml"),
        (status = 401, description = "No such seat", body = Failure),
        (status = 429, description = "Too fast", body = Failure),
        (status = 403, description = "Not over yet", body = Failure),
        (status = 404, description = "A single fight has no party", body = Failure),
        (status = 409, description = "The table cannot be taken up", body = Failure),
        (status = 503, description = "No storage", body = Failure)))]
pub async fn party(
    State(house): State<Arc<House>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Path(table): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Response {
    let replay = match replay_for(&house, from, &table, &asked, &headers).await {
        Ok(replay) => replay,
        Err(response) => return response,
    };
    let played = tokio::task::spawn_blocking(move || {
        let mut game = open_replay(&replay).map_err(|problems| problems.to_string())?;
        play_back(&replay, usize::MAX, &mut *game).map_err(|error| error.to_string())?;
        Ok::<_, String>(game.party_file())
    });
    match played.await {
        Ok(Ok(Some(text))) => download(&format!("{table}-party.toml"), "application/toml", text),
        Ok(Ok(None)) => {
            let refused = Refused::new("not-found", "a single fight has no party to take along");
            fail(StatusCode::NOT_FOUND, refused)
        }
        Ok(Err(why)) => fail(StatusCode::CONFLICT, Refused::new("broken", why)),
        Err(_) => fail(StatusCode::INTERNAL_SERVER_ERROR, Refused::internal()),
    }
}

#[utoipa::path(get, path = "/api/tables/{table}/export", tag = "tables",
    params(("table" = String, Path), ("token" = Option<String>, Query)),
    responses((status = 200, description = "All that is kept about the table", content_type = "application/json"),
        (status = 401, description = "No such seat", body = Failure),
        (status = 429, description = "Too fast", body = Failure),
        (status = 403, description = "Not the judge", body = Failure),
        (status = 503, description = "No storage", body = Failure)))]
pub async fn export(
    State(house): State<Arc<House>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Path(table): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Response {
    match seat(&house, from, &table, &asked, &headers).await {
        Ok(seat) if seat.kind == SeatKind::Judge => {}
        Ok(_) => return fail(StatusCode::FORBIDDEN, Refused::not_allowed("may take all of it away")),
        Err(response) => return response,
    }
    match house.store.load(&table).await {
        Ok(Some(kept)) => download(&format!("{table}.json"), "application/json", Export::new(&kept).write()),
        Ok(None) => fail(StatusCode::NOT_FOUND, Refused::new("not-found", "there is no such table")),
        Err(error) => storage_failed(error),
    }
}

#[utoipa::path(get, path = "/api/tables/{table}/moments", tag = "tables",
    params(("table" = String, Path), ("token" = Option<String>, Query),
        ("from" = Option<usize>, Query, description = "The first moment, from 0"),
        ("to" = Option<usize>, Query, description = "The last one; at most 64 are given")),
    responses((status = 200, description = "The table after each of those steps", body = Moments),
        (status = 401, description = "No such seat", body = Failure),
        (status = 429, description = "Too fast", body = Failure),
        (status = 403, description = "Not over yet", body = Failure),
        (status = 409, description = "The table cannot be taken up", body = Failure),
        (status = 503, description = "No storage", body = Failure)))]
pub async fn moments(
    State(house): State<Arc<House>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Path(table): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Response {
    let replay = match replay_for(&house, from, &table, &asked, &headers).await {
        Ok(replay) => replay,
        Err(response) => return response,
    };
    let first = asked.from.unwrap_or(0).min(replay.steps.len());
    let most = first + MOST_MOMENTS - 1;
    let to = asked.to.unwrap_or(most).min(most).min(replay.steps.len());
    match tokio::task::spawn_blocking(move || shown_moments(&replay, first, to)).await {
        Ok(Ok(moments)) => Json(moments).into_response(),
        Ok(Err(why)) => fail(StatusCode::CONFLICT, Refused::new("broken", why)),
        Err(_) => fail(StatusCode::INTERNAL_SERVER_ERROR, Refused::internal()),
    }
}

/// Only for those who may see everything.
fn shown_moments(replay: &Replay, from: usize, to: usize) -> Result<Moments, String> {
    let mut game = open_replay(replay).map_err(|problems| problems.to_string())?;
    let mut moments = Vec::new();
    for step in 0..=to {
        if let Some(before) = step.checked_sub(1) {
            replay.steps[before].redo(&mut *game).map_err(|error| format!("step {step}: {error}"))?;
        }
        if step < from {
            continue;
        }
        let told = step.checked_sub(1).map(|before| game.step_lines(before, Seat::Judge)).unwrap_or_default();
        let line = |line: fracas_kernel::Line| LogLine {
            step: step.saturating_sub(1),
            text: line.text,
            tone: line.tone,
            rule: line.rule.map(str::to_owned),
        };
        let lines = told.into_iter().map(line).collect();
        let view = TableView { choices: Vec::new(), ..game.view_with(Seat::Judge, Crowd::NONE) };
        moments.push(Moment { step, view, lines });
    }
    Ok(Moments { steps: replay.steps.len(), moments })
}

#[utoipa::path(get, path = "/api/rules/{system}", tag = "scenarios", params(("system" = String, Path)),
    responses((status = 200, description = "The rules page in Markdown", body = String, content_type = "text/markdown"),
        (status = 404, description = "No such system", body = Failure)))]
pub async fn rules_page(Path(system): Path<String>) -> Response {
    match pages::rules(&system) {
        Some(text) => ([(CONTENT_TYPE, "text/markdown; charset=utf-8")], text).into_response(),
        None => fail(StatusCode::NOT_FOUND, Refused::new("not-found", "there is no rules page of that name")),
    }
}

#[utoipa::path(get, path = "/healthz", tag = "server",
    responses((status = 200, description = "All is well", body = String, content_type = "text/plain"),
        (status = 503, description = "Storage does not answer", body = Failure)))]
pub async fn healthz(State(house): State<Arc<House>>) -> Response {
    match house.store.count().await {
        Ok(_) => "ok\n".into_response(),
        Err(error) => storage_failed(error),
    }
}

#[utoipa::path(get, path = "/metrics", tag = "server",
    responses((status = 200, description = "Figures for Prometheus", body = String, content_type = "text/plain")))]
pub async fn metrics(State(house): State<Arc<House>>) -> Response {
    let stored = house.store.count().await.unwrap_or_else(|error| {
        tracing::warn!(%error, "the tables cannot be counted");
        house.metrics.tables_opened.load(Relaxed)
    });
    ([(CONTENT_TYPE, "text/plain; version=0.0.4")], house.metrics.text(stored)).into_response()
}
