//! The workshop's routes.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use fracas_systems::System;
use fracas_workshop::{Start, start};
use serde::Deserialize;

use super::messages::{
    BalanceOf, Balanced, Deeds, DeedsOf, Draft, DraftEdits, FileText, GrowthOf, GrowthStep, NewFile,
    RenameFile, SaveFile, SavedFile, SystemForms, Thing, Trial, TrialOf, Workshop,
};
use super::trial::Unwanted;
use super::{draft, files, forms, things, trial};
use crate::asks::{Sent, Working};
use crate::house::House;
use crate::messages::Failure;
use crate::refusal::Failed;

/// The workshop's line in the queue of what is worked out beside tables.
const LINE: &str = "workshop";

fn system(name: &str) -> Result<System, Failed> {
    System::named(name).ok_or_else(|| Failed::not_found("there is no system of that name"))
}

#[derive(Debug, Deserialize)]
pub struct At {
    path: String,
    version: Option<String>,
}

fn at(query: Result<Query<At>, QueryRejection>) -> Result<At, Failed> {
    query
        .map(|Query(at)| at)
        .map_err(|_| Failed::bad_request("name a file: ?path=SYSTEM/scenarios/NAME.toml"))
}

#[utoipa::path(get, path = "/api/workshop", tag = "workshop",
    responses((status = 200, description = "The files of the library, and those that come with the program", body = Workshop),
        (status = 403, description = "Not the owner of the server", body = Failure),
        (status = 429, description = "Too fast", body = Failure)))]
pub async fn workshop(_: Working) -> Result<Json<Workshop>, Failed> {
    Ok(Json(tokio::task::spawn_blocking(files::list).await?))
}

#[utoipa::path(get, path = "/api/workshop/file", tag = "workshop", params(("path" = String, Query)),
    responses((status = 200, description = "A file of the library, or one that comes with the program", body = FileText),
        (status = 400, description = "No path", body = Failure),
        (status = 403, description = "Not the owner of the server", body = Failure),
        (status = 404, description = "No such file", body = Failure),
        (status = 409, description = "There is no library", body = Failure),
        (status = 422, description = "No path of a library", body = Failure),
        (status = 429, description = "Too fast", body = Failure)))]
pub async fn read_file(
    _: Working,
    query: Result<Query<At>, QueryRejection>,
) -> Result<Json<FileText>, Failed> {
    let at = at(query)?;
    Ok(Json(tokio::task::spawn_blocking(move || files::read(&at.path)).await??))
}

#[utoipa::path(put, path = "/api/workshop/file", tag = "workshop", params(("path" = String, Query)), request_body = SaveFile,
    responses((status = 200, description = "It is on disk", body = SavedFile),
        (status = 400, description = "Not a request", body = Failure),
        (status = 403, description = "Not the owner of the server", body = Failure),
        (status = 404, description = "The file no longer exists", body = Failure),
        (status = 409, description = "The file is there already, or another one than was read", body = Failure),
        (status = 413, description = "Too large", body = Failure),
        (status = 422, description = "No path of a library", body = Failure),
        (status = 429, description = "Too fast", body = Failure),
        (status = 503, description = "The disk does not take it", body = Failure)))]
pub async fn save_file(
    _: Working,
    query: Result<Query<At>, QueryRejection>,
    Sent(file): Sent<SaveFile>,
) -> Result<Json<SavedFile>, Failed> {
    let at = at(query)?;
    let saved =
        tokio::task::spawn_blocking(move || files::save(&at.path, &file.text, file.version.as_deref()));
    Ok(Json(saved.await??))
}

#[utoipa::path(post, path = "/api/workshop/file", tag = "workshop", params(("path" = String, Query)), request_body = RenameFile,
    responses((status = 200, description = "It has another name", body = SavedFile),
        (status = 400, description = "Not a request", body = Failure),
        (status = 403, description = "Not the owner of the server", body = Failure),
        (status = 404, description = "No such file", body = Failure),
        (status = 409, description = "The name is taken, or the file another one than was read", body = Failure),
        (status = 413, description = "Too large", body = Failure),
        (status = 422, description = "No path of a library", body = Failure),
        (status = 429, description = "Too fast", body = Failure),
        (status = 503, description = "The disk does not take it", body = Failure)))]
pub async fn rename_file(
    _: Working,
    query: Result<Query<At>, QueryRejection>,
    Sent(RenameFile { to, version }): Sent<RenameFile>,
) -> Result<Json<SavedFile>, Failed> {
    let at = at(query)?;
    Ok(Json(tokio::task::spawn_blocking(move || files::rename(&at.path, &to, &version)).await??))
}

#[utoipa::path(delete, path = "/api/workshop/file", tag = "workshop",
    params(("path" = String, Query), ("version" = String, Query)),
    responses((status = 204, description = "It is gone"),
        (status = 400, description = "No path", body = Failure),
        (status = 403, description = "Not the owner of the server", body = Failure),
        (status = 404, description = "No such file", body = Failure),
        (status = 409, description = "The file is another one than was read", body = Failure),
        (status = 422, description = "No path of a library", body = Failure),
        (status = 429, description = "Too fast", body = Failure),
        (status = 503, description = "The disk does not let it go", body = Failure)))]
pub async fn delete_file(_: Working, query: Result<Query<At>, QueryRejection>) -> Result<StatusCode, Failed> {
    let At { path, version } = at(query)?;
    tokio::task::spawn_blocking(move || files::delete(&path, &version.unwrap_or_default())).await??;
    Ok(StatusCode::NO_CONTENT)
}

#[utoipa::path(get, path = "/api/workshop/forms/{system}", tag = "workshop", params(("system" = String, Path)),
    responses((status = 200, description = "Every field of the system's files, for forms", body = SystemForms),
        (status = 403, description = "Not the owner of the server", body = Failure),
        (status = 404, description = "No such system", body = Failure),
        (status = 429, description = "Too fast", body = Failure)))]
pub async fn system_forms(
    _: Working,
    Path(name): Path<String>,
) -> Result<Json<&'static SystemForms>, Failed> {
    let system = system(&name)?;
    Ok(Json(tokio::task::spawn_blocking(move || forms::forms(system)).await?))
}

#[utoipa::path(get, path = "/api/workshop/things/{system}", tag = "workshop", params(("system" = String, Path)),
    responses((status = 200, description = "Creatures, heroes, gear and so on, built in and of the library", body = Vec<Thing>),
        (status = 403, description = "Not the owner of the server", body = Failure),
        (status = 404, description = "No such system", body = Failure),
        (status = 429, description = "Too fast", body = Failure)))]
pub async fn system_things(_: Working, Path(name): Path<String>) -> Result<Json<Vec<Thing>>, Failed> {
    let system = system(&name)?;
    Ok(Json(tokio::task::spawn_blocking(move || things::things(system)).await?))
}

#[utoipa::path(get, path = "/api/workshop/new/{system}/{what}", tag = "workshop",
    params(("system" = String, Path), ("what" = String, Path, description = "fight, adventure, creature or hero")),
    responses((status = 200, description = "A starting point", body = NewFile),
        (status = 403, description = "Not the owner of the server", body = Failure),
        (status = 404, description = "No such system, or nothing of that name", body = Failure),
        (status = 429, description = "Too fast", body = Failure)))]
pub async fn new_file(
    _: Working,
    Path((name, what)): Path<(String, String)>,
) -> Result<Json<NewFile>, Failed> {
    let system = system(&name)?;
    let known = Start::ALL.into_iter().find(|(known, _)| *known == what);
    let text = known.and_then(|(_, what)| start(system, what));
    let text = text.ok_or_else(|| Failed::not_found("fight, adventure, creature and hero can be begun"))?;
    Ok(Json(NewFile { text: text.to_owned() }))
}

#[utoipa::path(post, path = "/api/workshop/draft", tag = "workshop", request_body = DraftEdits,
    responses((status = 200, description = "The file after its edits, and what is wrong with it", body = Draft),
        (status = 400, description = "Not a request", body = Failure),
        (status = 403, description = "Not the owner of the server", body = Failure),
        (status = 413, description = "Too large", body = Failure),
        (status = 422, description = "An edit leads nowhere", body = Failure),
        (status = 429, description = "Too fast", body = Failure)))]
pub async fn edit_draft(_: Working, Sent(edits): Sent<DraftEdits>) -> Result<Json<Draft>, Failed> {
    Ok(Json(tokio::task::spawn_blocking(move || draft::draft(edits)).await??))
}

#[utoipa::path(post, path = "/api/workshop/growth", tag = "workshop", request_body = GrowthOf,
    responses((status = 200, description = "The steps of growth that the rules give a hero", body = Vec<GrowthStep>),
        (status = 400, description = "Not a request", body = Failure),
        (status = 403, description = "Not the owner of the server", body = Failure),
        (status = 413, description = "Too large", body = Failure),
        (status = 422, description = "An edit leads nowhere", body = Failure),
        (status = 429, description = "Too fast", body = Failure)))]
pub async fn growth_of(_: Working, Sent(of): Sent<GrowthOf>) -> Result<Json<Vec<GrowthStep>>, Failed> {
    Ok(Json(tokio::task::spawn_blocking(move || draft::growth(of)).await??))
}

/// Does something long beside the tables, in its turn, for as long as somebody waits for it.
async fn beside<T: Send + 'static>(
    house: &House,
    work: impl FnOnce(&Unwanted) -> Result<T, Failed> + Send + 'static,
) -> Result<Json<T>, Failed> {
    let unwanted = Unwanted::default();
    let _waiting = unwanted.wait();
    let turn = house.turns.take(LINE, 0).await;
    let done = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        work(&unwanted)
    });
    Ok(Json(done.await??))
}

#[utoipa::path(post, path = "/api/workshop/trial", tag = "workshop", request_body = TrialOf,
    responses((status = 200, description = "How it goes, fought as often as there is time for", body = Trial),
        (status = 400, description = "Not a request", body = Failure),
        (status = 403, description = "Not the owner of the server", body = Failure),
        (status = 413, description = "Too large", body = Failure),
        (status = 422, description = "It cannot be played", body = Failure),
        (status = 429, description = "Too fast", body = Failure)))]
pub async fn try_draft(
    State(house): State<Arc<House>>,
    _: Working,
    Sent(of): Sent<TrialOf>,
) -> Result<Json<Trial>, Failed> {
    beside(&house, move |unwanted| trial::trial(&of, unwanted)).await
}

#[utoipa::path(post, path = "/api/workshop/balance", tag = "workshop", request_body = BalanceOf,
    responses((status = 200, description = "The number that gives about the wanted win rate", body = Balanced),
        (status = 400, description = "Not a request", body = Failure),
        (status = 403, description = "Not the owner of the server", body = Failure),
        (status = 413, description = "Too large", body = Failure),
        (status = 422, description = "It cannot be played, or nothing can be changed", body = Failure),
        (status = 429, description = "Too fast", body = Failure)))]
pub async fn balance_draft(
    State(house): State<Arc<House>>,
    _: Working,
    Sent(BalanceOf { trial, wanted, by }): Sent<BalanceOf>,
) -> Result<Json<Balanced>, Failed> {
    beside(&house, move |unwanted| trial::balanced(&trial, wanted, by.as_deref(), unwanted)).await
}

#[utoipa::path(post, path = "/api/workshop/deeds", tag = "workshop", request_body = DeedsOf,
    responses((status = 200, description = "What somebody in it can do", body = Deeds),
        (status = 400, description = "Not a request", body = Failure),
        (status = 403, description = "Not the owner of the server", body = Failure),
        (status = 413, description = "Too large", body = Failure),
        (status = 422, description = "It cannot be played", body = Failure),
        (status = 429, description = "Too fast", body = Failure)))]
pub async fn deeds_of(
    State(house): State<Arc<House>>,
    _: Working,
    Sent(DeedsOf { trial, who }): Sent<DeedsOf>,
) -> Result<Json<Deeds>, Failed> {
    beside(&house, move |unwanted| trial::deeds(&trial, &who, unwanted)).await
}
