//! Tables whose rules have changed since they were played. (Here it is the record that is changed, which is the same to a
//! server: what it plays is not what was told.)

use std::path::{Path, PathBuf};

use fracas_server::Server;
use fracas_server::messages::Opened;
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use crate::common::{Client, config, http, open};

const FORD: &str = "delve/goblins-at-the-ford";
const STEPS: u64 = 6;

struct Told {
    _folder: tempfile::TempDir,
    database: PathBuf,
    opened: Opened,
    judge: Vec<String>,
    player: Vec<String>,
}

/// A table of six steps, as its judge and a player were told it.
async fn told(mode: &str) -> Told {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("tables.sqlite");
    let server = Server::start(config(Some(&database))).await.unwrap();
    let opened = open(server.address(), json!({ "scenario": FORD, "mode": mode, "seed": 11 })).await;
    let mut judge = Client::join(server.address(), &opened.table, &opened.links.judge, None).await;
    judge.ok(json!({ "type": "pace", "ms": null })).await;
    for turn in 0..STEPS {
        let choices = judge.choices();
        judge.ok(judge.choose(&choices[turn as usize * 3 % choices.len()])).await;
        judge.until(|c| c.steps() == turn + 1).await;
    }
    // Something that could be redone, until the rules change.
    judge.ok(judge.choose(&judge.choices()[0].clone())).await;
    judge.until(|c| c.steps() == STEPS + 1).await;
    judge.ok(json!({ "type": "undo", "position": judge.position() })).await;
    judge.until(|c| c.steps() == STEPS).await;
    let player = Client::join(server.address(), &opened.table, &opened.links.players[0].token, None).await;
    let (judge, player) = (judge.told(), player.told());
    server.stop().await;
    Told { _folder: folder, database, opened, judge, player }
}

/// Changes what is kept of a step.
async fn change(database: &Path, step: u64, change: impl Fn(&mut Value)) {
    let mut connection = SqliteConnectOptions::new().filename(database).connect().await.unwrap();
    let rows: Vec<(i64, String)> = sqlx::query_as("SELECT revision, body FROM events ORDER BY revision")
        .fetch_all(&mut connection)
        .await
        .unwrap();
    let steps = rows.into_iter().filter(|(_, body)| body.contains("\"event\":\"step\""));
    let (revision, body) = steps.into_iter().nth(step as usize - 1).unwrap();
    let mut body: Value = serde_json::from_str(&body).unwrap();
    change(&mut body);
    sqlx::query("UPDATE events SET body = ? WHERE revision = ?")
        .bind(body.to_string())
        .bind(revision)
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
}

async fn start(told: &Told) -> (Server, Client, Client) {
    let server = Server::start(config(Some(&told.database))).await.unwrap();
    let judge = Client::join(server.address(), &told.opened.table, &told.opened.links.judge, None).await;
    let player =
        Client::join(server.address(), &told.opened.table, &told.opened.links.players[0].token, None).await;
    assert!(judge.gone.is_none(), "{:?}", judge.gone);
    (server, judge, player)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_step_that_goes_otherwise_is_said_and_the_judge_is_asked() {
    let told = told("judge").await;
    change(&told.database, 3, |body| body["lines"] = json!(["It went otherwise."])).await;
    let (server, mut judge, mut player) = start(&told).await;

    let changed = &judge.state["changed"];
    assert!(changed["message"].as_str().unwrap().contains("step 3 goes otherwise now"), "{changed}");
    assert_eq!((&changed["ask"], &changed["left"]), (&json!(true), &json!(false)));
    assert_eq!(changed["told"], json!(["It went otherwise."]));
    assert!(!changed["now"].as_array().unwrap().is_empty());
    assert_eq!(
        (judge.told(), player.told()),
        (told.judge.clone(), told.player.clone()),
        "the log is as it was told"
    );
    assert!(judge.choices().is_empty());
    let shown = &player.state["changed"];
    assert_eq!((&shown["ask"], &shown["told"]), (&json!(false), &json!([])), "{shown}");

    // Nothing is done until that is answered, and only by whoever runs the table.
    assert_eq!(judge.refused(json!({ "type": "undo", "position": judge.position() })).await, "changed");
    assert_eq!(judge.refused(json!({ "type": "pause", "on": true })).await, "changed");
    assert_eq!(player.refused(json!({ "type": "continue", "on": true })).await, "not-allowed");
    judge.ok(json!({ "type": "continue", "on": false })).await;
    judge.until(|c| c.state["changed"]["left"] == true).await;
    server.stop().await;

    // What was answered is kept, and can be thought better of.
    let (server, mut judge, mut player) = start(&told).await;
    assert_eq!(judge.state["changed"]["left"], true);
    judge.ok(json!({ "type": "continue", "on": true })).await;
    judge.until(|c| c.state["changed"].is_null()).await;
    player.until(|c| c.state["changed"].is_null()).await;
    assert_eq!((judge.steps(), &judge.state["redo"]), (STEPS, &json!(false)));
    assert_eq!(judge.refused(json!({ "type": "redo", "position": judge.position() })).await, "nothing");
    let note = "The rules have changed: 6 steps stand, and the table goes on from there.";
    let with_note = |told: &[String]| [told, &[note.to_owned()]].concat();
    assert_eq!((judge.told(), player.told()), (with_note(&told.judge), with_note(&told.player)));
    judge.ok(judge.choose(&judge.choices()[0].clone())).await;
    judge.until(|c| c.steps() == STEPS + 1).await;
    let (log, view) = (judge.told(), judge.state["view"].clone());
    assert!(log.starts_with(&with_note(&told.judge)) && log.len() > told.judge.len() + 1);
    server.stop().await;

    let (server, mut judge, _) = start(&told).await;
    assert!(judge.state["changed"].is_null(), "asked once: {}", judge.state["changed"]);
    assert_eq!((judge.told(), &judge.state["view"]), (log, &view));
    // What was told before can be taken back like anything else.
    judge.ok(json!({ "type": "take-back", "position": judge.position(), "steps": 3 })).await;
    judge.until(|c| c.steps() == STEPS - 2).await;
    judge.ok(judge.choose(&judge.choices()[0].clone())).await;
    judge.until(|c| c.steps() == STEPS - 1).await;
    let log = judge.told();
    server.stop().await;
    let (server, judge, _) = start(&told).await;
    assert_eq!((judge.told(), judge.steps()), (log, STEPS - 1));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_step_that_cannot_be_played_stays_in_the_log_and_the_table_goes_on_before_it() {
    let told = told("judge").await;
    change(&told.database, 5, |body| body["choice"] = json!("nobody does anything")).await;
    let (server, mut judge, player) = start(&told).await;
    let message = judge.state["changed"]["message"].as_str().unwrap().to_owned();
    assert!(message.contains("step 5 can no longer be played"), "{message}");
    assert_eq!((judge.told(), player.told()), (told.judge.clone(), told.player.clone()));
    assert_eq!(judge.steps(), 4);
    let (table, token) = (&told.opened.table, &told.opened.links.judge);
    let url = format!("http://{}/api/tables/{table}/replay?token={token}", server.address());
    let replay: Value = http().get(url).send().await.unwrap().json().await.unwrap();
    assert_eq!(replay["steps"].as_array().unwrap().len() as u64, STEPS, "the record is whole");

    judge.ok(json!({ "type": "continue", "on": true })).await;
    judge.until(|c| c.state["changed"].is_null()).await;
    let log = judge.told();
    assert!(log.starts_with(&told.judge), "{log:?}");
    assert!(log.last().unwrap().contains("4 steps stand"), "{log:?}");
    judge.ok(judge.choose(&judge.choices()[0].clone())).await;
    judge.until(|c| c.steps() == 5).await;
    let log = judge.told();
    server.stop().await;
    let (server, judge, _) = start(&told).await;
    assert!(judge.state["changed"].is_null());
    assert_eq!((judge.told(), judge.steps()), (log, 5));
    server.stop().await;
}

/// At a table without a judge, whoever plays it decides.
#[tokio::test(flavor = "multi_thread")]
async fn another_version_is_said_and_a_solo_player_decides() {
    let told = told("solo").await;
    let mut connection = SqliteConnectOptions::new().filename(&told.database).connect().await.unwrap();
    sqlx::raw_sql("UPDATE tables SET version = '0.0.7'").execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let (server, judge, mut player) = start(&told).await;
    let message = player.state["changed"]["message"].as_str().unwrap();
    assert!(message.contains("version 0.0.7") && message.contains("plays the same"), "{message}");
    assert_eq!((judge.told(), player.told()), (told.judge.clone(), told.player.clone()));
    player.ok(json!({ "type": "continue", "on": true })).await;
    player.until(|c| c.state["changed"].is_null()).await;
    assert_eq!(player.told(), told.player);
    server.stop().await;
    let (server, _, player) = start(&told).await;
    assert!(player.state["changed"].is_null(), "asked once");
    server.stop().await;
}
