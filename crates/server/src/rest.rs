//! The REST routes: scenarios, tables, replays. Each answers with JSON or with a [`Failure`].

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, Query, State};
use axum::http::header::{AUTHORIZATION, CONTENT_DISPOSITION, CONTENT_TYPE, LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use fracas_content::{Bundle, Cast, Source, scenario};
use fracas_kernel::{Crowd, Seat, TableView};
use fracas_lab::Scrutiny;
use fracas_systems::{bundle_for, check, open_replay, trials};
use fracas_table::{Files, Replay, play_back};
use fracas_workshop::redrawn;
use serde::Deserialize;
use tokio::sync::oneshot;

use crate::access::{COOKIE_NAME, Caller, same};
use crate::announce::friends;
use crate::asks::{self, Posting, Sent, taken, too_large};
use crate::export::Export;
use crate::guard::clip;
use crate::house::House;
use crate::messages::{
    Brought, CastView, Checked, Failure, LogLine, Mode, Moment, Moments, NewTable, Opened, PuzzleCard,
    PuzzleTry, PuzzleVerdict, Reach, ScenarioCard, SeatKind, SystemCard, TableCard, ToCheck,
};
use crate::opening::{Start, open_table};
use crate::puzzles::{self, Posed};
use crate::refusal::{Failed, Refused};
use crate::scenarios::{cards, problem_views, systems};
use crate::table::{Command, now};
use crate::{metrics, pages};
use fracas_store::SeatRow;

const MAX_TOKENS: usize = 100;
const MAX_MOMENTS: usize = 64;
const KEPT_REVIEWS: usize = 16;
/// A disk that takes longer is as good as none.
const LONGEST_WRITE: Duration = Duration::from_secs(5);

#[utoipa::path(get, path = "/api/scenarios", tag = "scenarios",
    responses((status = 200, description = "Every scenario that comes with the program", body = Vec<ScenarioCard>)))]
pub async fn list_scenarios() -> Result<impl IntoResponse, Failed> {
    Ok(Json(tokio::task::spawn_blocking(cards).await?))
}

#[utoipa::path(get, path = "/api/systems", tag = "scenarios",
    responses((status = 200, description = "Every rule system, with its creatures and conditions", body = Vec<SystemCard>)))]
pub async fn list_systems() -> Result<impl IntoResponse, Failed> {
    Ok(Json(tokio::task::spawn_blocking(systems).await?))
}

#[utoipa::path(post, path = "/api/scenarios/check", tag = "scenarios", request_body = ToCheck,
    responses((status = 200, description = "What is wrong with it, if anything", body = Checked),
        (status = 400, description = "Not a request", body = Failure),
        (status = 403, description = "A page of another origin", body = Failure),
        (status = 413, description = "Too large", body = Failure),
        (status = 429, description = "Too fast", body = Failure)))]
pub async fn check_scenario(_: Posting, Sent(to_check): Sent<ToCheck>) -> Result<Json<Checked>, Failed> {
    let checked =
        tokio::task::spawn_blocking(move || match check(Source::new("scenario.toml", to_check.toml)) {
            Ok(_) => Checked { ok: true, problems: Vec::new(), omitted: 0 },
            Err(problems) => {
                Checked { ok: false, omitted: problems.omitted(), problems: problem_views(&problems) }
            }
        });
    Ok(Json(checked.await?))
}

#[utoipa::path(post, path = "/api/tables", tag = "tables", request_body = NewTable,
    params(("X-Fracas-Owner" = Option<String>, Header,
        description = "The owner's key, where only the owner opens tables (or its cookie)")),
    responses((status = 201, description = "The table is open", body = Opened),
        (status = 400, description = "Not a request", body = Failure),
        (status = 403, description = "A page of another origin, or not the owner of the server", body = Failure),
        (status = 404, description = "No such scenario", body = Failure),
        (status = 413, description = "Too large", body = Failure),
        (status = 422, description = "The scenario has problems, or the seats do not fit it", body = Failure),
        (status = 429, description = "Too fast", body = Failure),
        (status = 503, description = "Too many tables, or no storage", body = Failure)))]
pub async fn new_table(
    State(house): State<Arc<House>>,
    caller: Caller,
    _: Posting,
    bytes: Result<Bytes, BytesRejection>,
) -> Result<impl IntoResponse, Failed> {
    caller.may_open(&house.config)?;
    let limits = &house.config.limits;
    let mut wanted: NewTable = asks::read(bytes, limits.upload.max(limits.replay))?;
    let content = [&wanted.toml, &wanted.party].into_iter().flatten().map(String::len).sum();
    too_large(content, limits.upload)?;
    let mut start = match (&wanted.scenario, &wanted.toml, &wanted.like, wanted.replay.take(), &wanted.puzzle)
    {
        (Some(name), None, None, None, None) => Start::Scenario(built_in(name)?),
        (None, Some(toml), None, None, None) => Start::Scenario(Source::new("scenario.toml", toml.clone())),
        (None, None, Some(token), None, None) => {
            let files = files_of(&house, token).await?;
            wanted.party = wanted.party.or(files.party.map(|party| party.text));
            Start::Scenario(Source::new(files.scenario.name, files.scenario.text))
        }
        (None, None, None, Some(text), None) => Start::Replay { text, steps: wanted.steps },
        (None, None, None, None, Some(id)) => Start::Puzzle(posed(id.clone()).await?),
        _ => {
            let advice = "name a `scenario`, send one as `toml`, go on from a `replay`, try a `puzzle`, or have it `like` \
                          another table: one of them";
            return Err(Failed::bad_request(advice));
        }
    };
    if let Some(heroes) = wanted.heroes.take() {
        start = recast(start, &heroes)?;
        wanted.party = None;
    }
    if let Some(rows) = wanted.rows.take() {
        start = redraw(start, &rows)?;
    }
    Ok((StatusCode::CREATED, Json(open_table(&house, start, wanted).await?)))
}

/// The same scenario on other squares.
fn redraw(start: Start, rows: &[String]) -> Result<Start, Failed> {
    let Start::Scenario(source) = start else {
        return Err(Failed::bad_request("`rows` go into a scenario, not into a replay or a puzzle"));
    };
    let text = redrawn(&source.text, rows).map_err(|why| {
        Failed::new(StatusCode::UNPROCESSABLE_ENTITY, Refused::new("no-squares", why.to_string()))
    })?;
    Ok(Start::Scenario(Source { text, ..source }))
}

/// The same scenario with other heroes.
fn recast(start: Start, heroes: &[String]) -> Result<Start, Failed> {
    let Start::Scenario(source) = start else {
        return Err(Failed::bad_request("`heroes` go into a scenario, not into a replay or a puzzle"));
    };
    let recast = bundle_for(source)?.recast(heroes).map_err(|why| {
        let refused = Refused::new("no-such-hero", clip(&why.to_string()));
        Failed::new(StatusCode::UNPROCESSABLE_ENTITY, refused.advise("see GET /api/tables/{table}/cast"))
    })?;
    Ok(Start::Scenario(recast.scenario))
}

#[utoipa::path(get, path = "/api/tables/{table}/cast", tag = "tables",
    params(("table" = String, Path), ("token" = String, Query, description = "Of a seat that runs the table")),
    responses((status = 200, description = "Who was in it, and who could be", body = CastView),
        (status = 401, description = "No such seat, or one that does not run the table", body = Failure),
        (status = 429, description = "Too fast", body = Failure),
        (status = 503, description = "No storage", body = Failure)))]
pub async fn cast(
    State(house): State<Arc<House>>,
    caller: Caller,
    Path(table): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Result<Json<CastView>, Failed> {
    let seat = seat(&house, caller, &table, &asked, &headers).await?;
    let Cast { party, heroes } = Bundle::from(files_of(&house, &seat.token).await?).cast();
    Ok(Json(CastView { party, heroes }))
}

/// Posing them for the first time takes a while.
async fn posed(id: String) -> Result<&'static Posed, Failed> {
    let found = tokio::task::spawn_blocking(move || puzzles::find(&id)).await?;
    found.ok_or_else(|| {
        let refused =
            Refused::new("no-such-puzzle", "no puzzle is called that").advise("GET /api/puzzles lists them");
        Failed::new(StatusCode::NOT_FOUND, refused)
    })
}

#[utoipa::path(get, path = "/api/puzzles", tag = "puzzles",
    responses((status = 200, description = "Every puzzle that today's rules still lead to", body = Vec<PuzzleCard>)))]
pub async fn list_puzzles() -> Result<Json<Vec<PuzzleCard>>, Failed> {
    let all = tokio::task::spawn_blocking(puzzles::all).await?;
    Ok(Json(all.iter().map(|posed| posed.card.clone()).collect()))
}

#[utoipa::path(post, path = "/api/puzzles/{system}/{name}", tag = "puzzles", request_body = PuzzleTry,
    params(("system" = String, Path), ("name" = String, Path)),
    responses((status = 200, description = "What a strong mind says to that choice", body = PuzzleVerdict),
        (status = 400, description = "Not a request", body = Failure),
        (status = 403, description = "A page of another origin", body = Failure),
        (status = 404, description = "No such puzzle", body = Failure),
        (status = 429, description = "Too fast", body = Failure)))]
pub async fn try_puzzle(
    _: Posting,
    Path((system, name)): Path<(String, String)>,
    Sent(tried): Sent<PuzzleTry>,
) -> Result<Json<PuzzleVerdict>, Failed> {
    Ok(Json(posed(format!("{system}/{name}")).await?.judge(&tried.choice)))
}

/// The files of a table, for whoever runs it: they tell what lies ahead.
async fn files_of(house: &House, token: &str) -> Result<Files, Failed> {
    let refused = || {
        let refused = Refused::new("bad-token", "no seat that runs a table has this token");
        Failed::new(StatusCode::UNAUTHORIZED, refused)
    };
    let (table, seat) = house.store.seat(token).await?.ok_or_else(refused)?;
    let kept = house.store.load(&table).await?.ok_or_else(refused)?;
    let solo = kept.table.mode == Mode::Solo && seat.kind == SeatKind::Player;
    if seat.kind == SeatKind::Judge || solo { Ok(kept.files) } else { Err(refused()) }
}

#[utoipa::path(get, path = "/api/reach", tag = "server",
    responses((status = 200, description = "How other machines reach this server", body = Reach)))]
pub async fn reach(State(house): State<Arc<House>>) -> Json<Reach> {
    let friends = friends(house.config.address, house.config.tls.is_some());
    let advice = friends.is_empty().then(|| {
        "This server listens to its own machine alone. Start it with `fracas serve --host 0.0.0.0` so that others on the same \
         network can join."
            .to_owned()
    });
    Json(Reach { friends, advice })
}

fn built_in(name: &str) -> Result<Source, Failed> {
    scenario(name).map(|found| found.source).map_err(|missing| {
        let mut refused = Refused::new("no-such-scenario", clip(&missing.message));
        refused.advice = missing.advice;
        Failed::new(StatusCode::NOT_FOUND, refused)
    })
}

#[utoipa::path(get, path = "/api/tables", tag = "tables",
    params(("X-Fracas-Tokens" = Option<String>, Header, description = "Tokens of seats, with commas between them")),
    responses((status = 200, description = "The tables of those seats, the newest first", body = Vec<TableCard>),
        (status = 400, description = "Too many tokens", body = Failure),
        (status = 503, description = "No storage", body = Failure)))]
pub async fn list_tables(
    State(house): State<Arc<House>>,
    headers: HeaderMap,
) -> Result<Json<Vec<TableCard>>, Failed> {
    let tokens = headers.get("x-fracas-tokens").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let tokens: Vec<&str> = tokens.split(',').map(str::trim).filter(|token| !token.is_empty()).collect();
    if tokens.len() > MAX_TOKENS {
        return Err(Failed::bad_request(format!("at most {MAX_TOKENS} tokens")));
    }
    let mut cards = Vec::new();
    for token in tokens {
        let Some(listed) = house.store.listed(token).await? else { continue };
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
    Ok(Json(cards))
}

#[utoipa::path(delete, path = "/api/tables/{table}", tag = "tables",
    params(("table" = String, Path), ("token" = Option<String>, Query, description = "Of a seat that runs the table"),
        ("X-Fracas-Owner" = Option<String>, Header, description = "Or the key of the server's owner")),
    responses((status = 204, description = "The table no longer exists"),
        (status = 401, description = "No such seat", body = Failure),
        (status = 403, description = "A page of another origin, or a seat that does not run the table", body = Failure),
        (status = 404, description = "No such table", body = Failure),
        (status = 429, description = "Too fast", body = Failure),
        (status = 503, description = "No storage", body = Failure)))]
pub async fn delete_table(
    State(house): State<Arc<House>>,
    caller: Caller,
    _: Posting,
    Path(table): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Result<StatusCode, Failed> {
    // Who sits at the machine but brings the token of a seat speaks for that seat.
    let token = asked.token.is_some() || headers.contains_key(AUTHORIZATION);
    if token || !caller.owner {
        let seat = seat(&house, caller, &table, &asked, &headers).await?;
        let mode = house.store.listed(&seat.token).await?.map(|listed| listed.table.mode);
        let runs = seat.kind == SeatKind::Judge || seat.kind == SeatKind::Player && mode == Some(Mode::Solo);
        if !runs {
            return Err(Failed::new(StatusCode::FORBIDDEN, Refused::not_allowed("deletes the table")));
        }
    } else if house.store.load(&table).await?.is_none() {
        return Err(Failed::not_found("there is no such table"));
    }
    house.delete(&table).await.map_err(|refused| Failed::new(StatusCode::SERVICE_UNAVAILABLE, refused))?;
    Ok(StatusCode::NO_CONTENT)
}

#[utoipa::path(get, path = "/own/{key}", tag = "server", params(("key" = String, Path)),
    responses((status = 303, description = "This browser is the owner's from now on, and goes to the first page"),
        (status = 403, description = "Not the owner's key", body = Failure),
        (status = 429, description = "Too fast", body = Failure)))]
pub async fn own(
    State(house): State<Arc<House>>,
    caller: Caller,
    Path(key): Path<String>,
) -> Result<impl IntoResponse, Failed> {
    if !house.reads.allow(&caller.address) {
        return Err(Failed::too_fast());
    }
    if !same(&key, &house.owner) {
        let refused = Refused::new("not-owner", "this is not the key of this server's owner")
            .advise("the link was printed when the server started");
        return Err(Failed::new(StatusCode::FORBIDDEN, refused));
    }
    let secure = if house.config.tls.is_some() { "; Secure" } else { "" };
    let cookie = format!("{COOKIE_NAME}={key}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000{secure}");
    Ok((StatusCode::SEE_OTHER, [(LOCATION, "/".to_owned()), (SET_COOKIE, cookie)]))
}

#[derive(Debug, Deserialize)]
pub struct Asked {
    token: Option<String>,
    /// Of a picture.
    name: Option<String>,
    from: Option<usize>,
    to: Option<usize>,
}

/// The seat at this table that a request is made from.
async fn seat(
    house: &House,
    caller: Caller,
    table: &str,
    asked: &Asked,
    headers: &HeaderMap,
) -> Result<SeatRow, Failed> {
    // A whole fight is played back for each of these.
    if !house.reads.allow(&caller.address) {
        return Err(Failed::too_fast());
    }
    let bearer = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    let token = asked.token.as_deref().or(bearer).unwrap_or_default();
    match house.store.seat(token).await? {
        Some((of, seat)) if of == table => Ok(seat),
        _ => {
            let refused = Refused::new("bad-token", "no seat at this table has this token");
            let refused = refused.advise("`?token=` is the last part of a seat's link");
            Err(Failed::new(StatusCode::UNAUTHORIZED, refused))
        }
    }
}

/// The replay of a table, for a seat that may have it.
async fn replay_for(
    house: &Arc<House>,
    caller: Caller,
    table: &str,
    asked: &Asked,
    headers: &HeaderMap,
) -> Result<Replay, Failed> {
    let seat = seat(house, caller, table, asked, headers).await?;
    let (answer, replay) = oneshot::channel();
    let judge = seat.kind == SeatKind::Judge;
    let sent = house.knock(table).send(Command::Replay { judge, answer }).await;
    let replay = match sent {
        Ok(()) => replay.await.unwrap_or_else(|_| Err(Refused::internal())),
        Err(_) => Err(Refused::internal()),
    };
    replay.map_err(|refused| {
        let status = match refused.code {
            "not-allowed" => StatusCode::FORBIDDEN,
            "broken" => StatusCode::CONFLICT,
            _ => StatusCode::SERVICE_UNAVAILABLE,
        };
        Failed::new(status, refused)
    })
}

#[utoipa::path(get, path = "/api/tables/{table}/replay", tag = "tables",
    params(("table" = String, Path), ("token" = Option<String>, Query)),
    responses((status = 200, description = "The fight as a replay file", content_type = "application/json"),
        (status = 401, description = "No such seat", body = Failure),
        (status = 429, description = "Too fast", body = Failure),
        (status = 403, description = "Not over yet", body = Failure),
        (status = 409, description = "The table cannot be opened", body = Failure),
        (status = 503, description = "No storage", body = Failure)))]
pub async fn replay(
    State(house): State<Arc<House>>,
    caller: Caller,
    Path(table): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Failed> {
    let replay = replay_for(&house, caller, &table, &asked, &headers).await?;
    Ok(download(&format!("{table}-replay.json"), "application/json", replay.write()))
}

#[utoipa::path(get, path = "/api/tables/{table}/review", tag = "tables",
    params(("table" = String, Path), ("token" = Option<String>, Query)),
    responses((status = 200, description = "What each choice and each roll did to the heroes' chance to win, as \
            `fracas review --json` writes it", content_type = "application/json"),
        (status = 401, description = "No such seat", body = Failure),
        (status = 429, description = "Too fast", body = Failure),
        (status = 403, description = "Not over yet", body = Failure),
        (status = 409, description = "The table cannot be opened", body = Failure),
        (status = 503, description = "No storage", body = Failure)))]
pub async fn review(
    State(house): State<Arc<House>>,
    caller: Caller,
    Path(table): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Failed> {
    let replay = replay_for(&house, caller, &table, &asked, &headers).await?;
    let mut hasher = DefaultHasher::new();
    replay.write().hash(&mut hasher);
    let digest = hasher.finish();
    let mut kept = house.reviews.lock().await;
    let known = kept.iter().find(|(of, _)| *of == digest).map(|(_, review)| review.clone());
    let review = match known {
        Some(review) => review,
        None => {
            let review =
                tokio::task::spawn_blocking(move || reviewed(&replay)).await?.map_err(Failed::broken)?;
            kept.push_front((digest, review.clone()));
            kept.truncate(KEPT_REVIEWS);
            review
        }
    };
    Ok(([(CONTENT_TYPE, "application/json")], review))
}

fn reviewed(replay: &Replay) -> Result<String, String> {
    let trials = trials(replay.bundle.clone().into()).map_err(|problems| problems.to_string())?;
    let scrutiny = Scrutiny { seed: 1, budget: Scrutiny::BUDGET / 4, threads: Some(1) };
    let review = trials.review(replay, scrutiny)?;
    serde_json::to_string(&review).map_err(|error| error.to_string())
}

fn download(name: &str, kind: &str, text: String) -> impl IntoResponse + use<> {
    let head =
        [(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\""))];
    (head, text)
}

#[utoipa::path(get, path = "/api/tables/{table}/party", tag = "tables",
    params(("table" = String, Path), ("token" = Option<String>, Query)),
    responses((status = 200, description = "The party as it is now, as a file for another adventure",
            content_type = "application/toml"),
        (status = 401, description = "No such seat", body = Failure),
        (status = 429, description = "Too fast", body = Failure),
        (status = 403, description = "Not over yet", body = Failure),
        (status = 404, description = "A single fight has no party", body = Failure),
        (status = 409, description = "The table cannot be opened", body = Failure),
        (status = 503, description = "No storage", body = Failure)))]
pub async fn party(
    State(house): State<Arc<House>>,
    caller: Caller,
    Path(table): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Failed> {
    let replay = replay_for(&house, caller, &table, &asked, &headers).await?;
    let played = tokio::task::spawn_blocking(move || {
        let mut game = open_replay(&replay).map_err(|problems| problems.to_string())?;
        play_back(&replay, usize::MAX, &mut *game).map_err(|error| error.to_string())?;
        Ok::<_, String>(game.party_file())
    });
    let party = played.await?.map_err(Failed::broken)?;
    let text = party.ok_or_else(|| Failed::not_found("a single fight has no party to take along"))?;
    Ok(download(&format!("{table}-party.toml"), "application/toml", text))
}

#[utoipa::path(post, path = "/api/tables/{table}/pictures", tag = "pictures",
    params(("table" = String, Path), ("token" = Option<String>, Query), ("name" = Option<String>, Query)),
    request_body(content = Vec<u8>, content_type = "application/octet-stream",
        description = "A PNG, JPEG or WebP picture"),
    responses((status = 201, description = "It is kept, and nobody sees it yet", body = Brought),
        (status = 401, description = "No such seat", body = Failure),
        (status = 403, description = "A page of another origin, or a seat that does not run the table", body = Failure),
        (status = 413, description = "Too large", body = Failure),
        (status = 422, description = "No picture, or too many", body = Failure),
        (status = 429, description = "Too fast", body = Failure),
        (status = 503, description = "No storage", body = Failure)))]
pub async fn bring_picture(
    State(house): State<Arc<House>>,
    caller: Caller,
    _: Posting,
    Path(table): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
    bytes: Result<Bytes, BytesRejection>,
) -> Result<impl IntoResponse, Failed> {
    let seat = seat(&house, caller, &table, &asked, &headers).await?.id;
    let bytes = taken(bytes, house.config.limits.picture)?;
    let name = clip(asked.name.as_deref().unwrap_or_default());
    let (answer, brought) = oneshot::channel();
    let sent = house.knock(&table).send(Command::Bring { seat, name, bytes, answer }).await;
    let brought = match sent {
        Ok(()) => brought.await.unwrap_or_else(|_| Err(Refused::internal())),
        Err(_) => Err(Refused::internal()),
    };
    let picture = brought.map_err(|refused| {
        let status = match refused.code {
            "not-allowed" => StatusCode::FORBIDDEN,
            "bad-picture" | "full" | "closed" => StatusCode::UNPROCESSABLE_ENTITY,
            _ => StatusCode::SERVICE_UNAVAILABLE,
        };
        Failed::new(status, refused)
    })?;
    Ok((StatusCode::CREATED, Json(Brought { picture })))
}

#[utoipa::path(get, path = "/api/tables/{table}/pictures/{picture}", tag = "pictures",
    params(("table" = String, Path), ("picture" = String, Path), ("token" = Option<String>, Query)),
    responses((status = 200, description = "The picture", content_type = "image/*"),
        (status = 401, description = "No such seat", body = Failure),
        (status = 404, description = "No such picture, or not for this seat", body = Failure),
        (status = 429, description = "Too fast", body = Failure)))]
pub async fn picture(
    State(house): State<Arc<House>>,
    caller: Caller,
    Path((table, picture)): Path<(String, String)>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Failed> {
    let seat = seat(&house, caller, &table, &asked, &headers).await?.id;
    let (answer, found) = oneshot::channel();
    let missing = || Failed::not_found("there is no such picture at this table");
    house.knock(&table).send(Command::Picture { seat, picture, answer }).await.map_err(|_| missing())?;
    let (kind, bytes) = found.await.map_err(|_| missing())?.map_err(|_| missing())?;
    Ok(([(CONTENT_TYPE, kind)], bytes))
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
    caller: Caller,
    Path(table): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Failed> {
    if seat(&house, caller, &table, &asked, &headers).await?.kind != SeatKind::Judge {
        return Err(Failed::new(StatusCode::FORBIDDEN, Refused::not_allowed("may take all of it away")));
    }
    let kept = house.store.load(&table).await?;
    let kept = kept.ok_or_else(|| Failed::not_found("there is no such table"))?;
    Ok(download(&format!("{table}.json"), "application/json", Export::new(&kept).discreet().write()))
}

#[utoipa::path(get, path = "/api/tables/{table}/moments", tag = "tables",
    params(("table" = String, Path), ("token" = Option<String>, Query),
        ("from" = Option<usize>, Query, description = "The first moment, from 0"),
        ("to" = Option<usize>, Query, description = "The last one; at most 64 are given")),
    responses((status = 200, description = "The table after each of those steps", body = Moments),
        (status = 401, description = "No such seat", body = Failure),
        (status = 429, description = "Too fast", body = Failure),
        (status = 403, description = "Not over yet", body = Failure),
        (status = 409, description = "The table cannot be opened", body = Failure),
        (status = 503, description = "No storage", body = Failure)))]
pub async fn moments(
    State(house): State<Arc<House>>,
    caller: Caller,
    Path(table): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Result<Json<Moments>, Failed> {
    let replay = replay_for(&house, caller, &table, &asked, &headers).await?;
    let first = asked.from.unwrap_or(0).min(replay.steps.len());
    let most = first + MAX_MOMENTS - 1;
    let to = asked.to.unwrap_or(most).min(most).min(replay.steps.len());
    let moments = tokio::task::spawn_blocking(move || shown_moments(&replay, first, to)).await?;
    moments.map(Json).map_err(Failed::broken)
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
        let lines = told.into_iter().map(|line| LogLine::new(step.saturating_sub(1), line)).collect();
        let view = TableView { choices: Vec::new(), ..game.view_with(Seat::Judge, Crowd::NONE) };
        moments.push(Moment { step, view, lines });
    }
    Ok(Moments { steps: replay.steps.len(), moments })
}

#[utoipa::path(get, path = "/api/rules/{system}", tag = "scenarios", params(("system" = String, Path)),
    responses((status = 200, description = "The rules page in Markdown", body = String, content_type = "text/markdown"),
        (status = 404, description = "No such system", body = Failure)))]
pub async fn rules_page(Path(system): Path<String>) -> Result<impl IntoResponse, Failed> {
    let text =
        pages::rules(&system).ok_or_else(|| Failed::not_found("there is no rules page of that name"))?;
    Ok(([(CONTENT_TYPE, "text/markdown; charset=utf-8")], text))
}

#[utoipa::path(get, path = "/healthz", tag = "server",
    responses((status = 200, description = "The server runs and can read its tables", body = String,
            content_type = "text/plain"),
        (status = 503, description = "Storage does not answer", body = Failure)))]
pub async fn healthz(State(house): State<Arc<House>>) -> Result<&'static str, Failed> {
    house.store.count().await?;
    Ok("ok\n")
}

#[utoipa::path(get, path = "/readyz", tag = "server",
    responses((status = 200, description = "Something was written, and is on disk", body = String,
            content_type = "text/plain"),
        (status = 429, description = "Too fast", body = Failure),
        (status = 503, description = "Nothing can be kept just now", body = Failure)))]
pub async fn readyz(State(house): State<Arc<House>>, caller: Caller) -> Result<&'static str, Failed> {
    if !house.reads.allow(&caller.address) {
        return Err(Failed::too_fast());
    }
    let written = tokio::time::timeout(LONGEST_WRITE, house.store.pulse(now())).await;
    written.map_err(|_| {
        let refused = Refused::new("storage", "the disk does not answer");
        Failed::new(StatusCode::SERVICE_UNAVAILABLE, refused)
    })??;
    Ok("ready\n")
}

#[utoipa::path(get, path = "/metrics", tag = "server",
    responses((status = 200, description = "Figures for Prometheus", body = String,
        content_type = "application/openmetrics-text")))]
pub async fn metrics(State(house): State<Arc<House>>) -> impl IntoResponse {
    let stored = house.store.count().await.inspect_err(|error| {
        tracing::warn!(%error, "the tables cannot be counted");
    });
    ([(CONTENT_TYPE, metrics::CONTENT_TYPE)], house.metrics.text(stored.ok(), house.store.sizes().await))
}
