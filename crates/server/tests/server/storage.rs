//! Nothing that was acknowledged is lost: servers that are killed, tables that cannot be read.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use fracas_server::{Limits, Server};
use serde_json::{Value, json};
use sqlx::ConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;

use crate::common::{Client, config, http, open};

const DATABASE: &str = "FRACAS_TEST_DATABASE";
const FORD: &str = "delve/goblins-at-the-ford";

/// Not a test of its own: the server that the test below starts as a process, to kill it.
#[tokio::test(flavor = "multi_thread")]
async fn child_that_serves_until_it_is_killed() {
    let Some(database) = std::env::var_os(DATABASE) else { return };
    let mut config = config(Some(Path::new(&database)));
    // Several servers share a database.
    config.store = database.into_string().ok().filter(|name| name.starts_with("postgres://"));
    let server = Server::start(config).await.expect("a server starts");
    println!("\nserving {}", server.address());
    std::future::pending::<()>().await;
}

pub struct Process {
    child: Child,
    pub address: SocketAddr,
}

impl Process {
    pub fn start(database: impl AsRef<std::ffi::OsStr>) -> Process {
        let program = std::env::current_exe().expect("this program");
        let mut child = Command::new(program)
            .args(["--exact", "storage::child_that_serves_until_it_is_killed", "--nocapture"])
            .env(DATABASE, database.as_ref())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a process");
        let lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let address =
            lines.map_while(Result::ok).find_map(|line| line.strip_prefix("serving ").map(str::to_owned));
        Process { child, address: address.expect("it serves").parse().expect("an address") }
    }

    pub fn kill(self) {}

    /// No file of it may grow beyond this many bytes, as if the disk were full.
    #[cfg(target_os = "linux")]
    fn may_grow_to(&self, bytes: Option<u64>) {
        use rustix::process::{Pid, Resource, Rlimit, prlimit};
        let limit = Rlimit { current: bytes, maximum: None };
        prlimit(Some(Pid::from_child(&self.child)), Resource::Fsize, limit).expect("limited");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("dead");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn killing_the_server_loses_nothing_that_was_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("tables.sqlite");
    let mut process = Process::start(&database);
    let opened = open(process.address, json!({ "scenario": FORD, "mode": "judge", "seed": 11 })).await;
    let (table, token) = (opened.table.clone(), opened.links.judge.clone());
    let (mut seen, mut log, mut view, mut steps, mut last) = (None, Vec::new(), Value::Null, 0, Value::Null);
    for life in 0..3 {
        let mut judge = Client::join(process.address, &table, &token, seen).await;
        if life > 0 {
            assert_eq!(Some(judge.revision()), seen, "life {life}");
            assert_eq!(judge.steps(), steps);
            assert_eq!(judge.state["view"], view, "the table is as it was");
            assert_eq!(judge.state["paused"], true, "settings are kept too");
            judge.log.splice(0..0, keep_before(&log, &judge.state));
            assert_eq!(judge.log, log, "a client that comes back has the same log");
            judge.send_text(last.to_string()).await;
            let again = judge.reply(last["id"].as_str().unwrap()).await;
            assert_eq!(again["ok"], true, "its reply may have been lost: {again}");
            assert_eq!(judge.steps(), steps);
        }
        for turn in 0..12 {
            let (position, choices) = (judge.position(), judge.choices());
            last = judge.choose(&choices[(turn * 3) % choices.len()]);
            last["id"] = json!(format!("life {life} turn {turn}"));
            judge.send_text(last.to_string()).await;
            assert_eq!(judge.reply(last["id"].as_str().unwrap()).await["ok"], true);
            judge.until(|c| c.position() != position).await;
        }
        let position = judge.position();
        judge.ok(json!({ "type": "undo", "position": position })).await;
        judge.ok(json!({ "type": "pause", "on": true })).await;
        judge.until(|c| c.state["paused"] == true).await;
        judge.ok(json!({ "type": "redo", "position": judge.position() })).await;
        judge.until(|c| c.state["redo"] == false).await;
        (seen, log, view, steps) =
            (Some(judge.revision()), judge.log.clone(), judge.state["view"].clone(), judge.steps());
        process.kill();
        assert_ne!(judge.until_closed().await, 1000, "it did not say goodbye");
        process = Process::start(&database);
    }
    process.kill();
}

/// What a client keeps of its log when it comes back.
fn keep_before(log: &[Value], state: &Value) -> Vec<Value> {
    let from = state["lines_from"].as_u64().unwrap();
    assert!(from > 0, "only the end of the log is sent again");
    log.iter().filter(|line| line["step"].as_u64().unwrap() < from).cloned().collect()
}

/// A full disk ends nothing: choices are refused, the server says that it is not ready, and all goes on when there is room.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_may_not_grow_is_a_refusal_and_not_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("tables.sqlite");
    let process = Process::start(&database);
    let opened = open(process.address, json!({ "scenario": FORD, "mode": "judge", "seed": 11 })).await;
    let (table, token) = (opened.table.clone(), opened.links.judge.clone());
    let mut judge = Client::join(process.address, &table, &token, None).await;
    let begin = judge.choices()[0].clone();
    let ready = async || {
        let asked = crate::common::http().get(format!("http://{}/readyz", process.address));
        asked.send().await.unwrap().status()
    };
    assert_eq!(ready().await, 200);
    process.may_grow_to(Some(std::fs::metadata(database.with_extension("sqlite-wal")).unwrap().len()));
    for _ in 0..3 {
        assert_eq!(judge.refused(judge.choose(&begin)).await, "storage");
    }
    assert_eq!(ready().await, 503);
    process.may_grow_to(None);
    judge.ok(judge.choose(&begin)).await;
    assert_eq!(ready().await, 200);
    judge.until(|c| c.steps() == 1).await;
    process.kill();
    let process = Process::start(&database);
    let again = Client::join(process.address, &table, &token, None).await;
    assert_eq!((again.steps(), again.revision()), (1, 1), "what was refused did not happen");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_choice_in_flight_when_the_server_dies_happens_once_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("tables.sqlite");
    let process = Process::start(&database);
    let opened = open(process.address, json!({ "scenario": FORD, "mode": "judge", "seed": 2 })).await;
    let mut judge = Client::join(process.address, &opened.table, &opened.links.judge, None).await;
    let mut message = judge.choose(&judge.choices()[0]);
    message["id"] = json!("in flight");
    judge.send_text(message.to_string()).await;
    process.kill();
    let process = Process::start(&database);
    let mut judge = Client::join(process.address, &opened.table, &opened.links.judge, Some(0)).await;
    judge.send_text(message.to_string()).await;
    assert_eq!(judge.reply("in flight").await["ok"], true);
    judge.until(|c| c.steps() == 1).await;
    process.kill();
}

/// Faces that were typed and acknowledged are there after a kill, though the choice that they are for wants more.
#[tokio::test(flavor = "multi_thread")]
async fn acknowledged_typed_dice_survive_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("tables.sqlite");
    let process = Process::start(&database);
    let opened = open(process.address, json!({ "scenario": FORD, "mode": "solo", "seed": 2 })).await;
    let (table, token) = (opened.table.clone(), opened.you.clone());
    let mut player = Client::join(process.address, &table, &token, None).await;
    player.ok(json!({ "type": "dice", "mode": "mine" })).await;
    player.until(|c| c.state["dice"] == "mine").await;
    // Beginning takes two dice: each side's initiative.
    let begin = player.choices()[0].clone();
    assert_eq!(player.refused(player.choose(&begin)).await, "dice-wanted");
    player.until(|c| !c.state["wanted"].is_null()).await;
    player.ok(json!({ "type": "faces", "position": player.position(), "faces": [4] })).await;
    process.kill();

    let process = Process::start(&database);
    let mut player = Client::join(process.address, &table, &token, None).await;
    assert_eq!(player.state["wanted"]["faces"], json!([4]), "{}", player.state["wanted"]);
    assert_eq!(player.state["wanted"]["choice"], json!(begin));
    // The first die has said something: the player stands by it, in whatever way.
    let position = player.position();
    assert_eq!(player.refused(json!({ "type": "withdraw", "position": position })).await, "by-leave");
    assert_eq!(player.refused(json!({ "type": "dice", "mode": "program" })).await, "by-leave");
    assert_eq!(player.refused(player.choose(&begin)).await, "by-leave", "without the face that fell");
    let mut other = player.choose(&begin);
    other["faces"] = json!([6]);
    assert_eq!(player.refused(other).await, "by-leave");
    player.ok(json!({ "type": "seat", "seat": player.state["seat"]["id"], "name": "Anna" })).await;
    player.until(|c| c.state["seat"]["name"] == "Anna").await;
    assert_eq!(player.state["wanted"]["faces"], json!([4]), "a new name changes nothing");
    // What the judge gives up stays given up.
    let mut judge = Client::join(process.address, &table, &opened.links.judge, None).await;
    judge.ok(json!({ "type": "withdraw", "position": judge.position() })).await;
    process.kill();

    let process = Process::start(&database);
    let mut player = Client::join(process.address, &table, &token, None).await;
    assert!(player.state["wanted"].is_null(), "{}", player.state["wanted"]);
    let mut message = player.choose(&begin);
    message["faces"] = json!([4]);
    assert_eq!(player.refused(message).await, "dice-wanted");
    player.ok(json!({ "type": "faces", "position": player.position(), "faces": [2] })).await;
    player.until(|c| c.steps() == 1).await;
    assert!(
        player.told().iter().any(|line| line.contains("d6 [4]") && line.contains("d6 [2]")),
        "{:?}",
        player.told()
    );
    process.kill();
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_are_put_away_and_taken_up_again() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("tables.sqlite");
    let mut config = config(Some(&database));
    config.limits = Limits { rest: Duration::from_millis(1), ..config.limits };
    let server = Server::start(config).await.unwrap();
    let opened = open(server.address(), json!({ "scenario": FORD, "mode": "judge", "seed": 4 })).await;
    let mut judge = Client::join(server.address(), &opened.table, &opened.links.judge, None).await;
    for turn in 0..10 {
        while warm(server.address()).await != 0 {}
        let (position, choices) = (judge.position(), judge.choices());
        judge.ok(judge.choose(&choices[turn % choices.len()])).await;
        judge.until(|c| c.position() != position).await;
    }
    assert_eq!(judge.steps(), 10);
    server.stop().await;
}

/// A table whose mind thinks for longer than a table rests is not put away under it.
#[tokio::test(flavor = "multi_thread")]
async fn a_mind_that_waits_longer_than_a_table_rests_still_acts() {
    let mut config = config(None);
    config.limits = Limits { rest: Duration::from_millis(1), ..config.limits };
    let server = Server::start(config).await.unwrap();
    let opened = open(server.address(), json!({ "scenario": FORD, "mode": "judge", "seed": 4 })).await;
    let mut judge = Client::join(server.address(), &opened.table, &opened.links.judge, None).await;
    let asked = judge.state["view"]["question"]["asked"].clone();
    judge.ok(json!({ "type": "auto", "who": asked, "on": true })).await;
    judge.ok(json!({ "type": "pace", "ms": 100 })).await;
    judge.until(|c| c.steps() > 2).await;
    server.stop().await;
}

async fn warm(address: SocketAddr) -> i64 {
    let text = http().get(format!("http://{address}/metrics")).send().await.unwrap().text().await.unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix("fracas_tables_warm ")).expect("the figure");
    line.parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_cannot_be_played_is_reported_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("tables.sqlite");
    let server = Server::start(config(Some(&database))).await.unwrap();
    let broken = open(server.address(), json!({ "scenario": FORD, "mode": "judge", "seed": 4 })).await;
    let sound = open(server.address(), json!({ "scenario": FORD, "mode": "judge", "seed": 4 })).await;
    for opened in [&broken, &sound] {
        let mut judge = Client::join(server.address(), &opened.table, &opened.links.judge, None).await;
        let choice = judge.choices()[0].clone();
        judge.ok(judge.choose(&choice)).await;
    }
    server.stop().await;

    for (spoilt, expected) in
        [("{\"event\":\"undo\",\"steps\":9}", "no such step"), ("not even JSON", "cannot be read")]
    {
        let mut connection = SqliteConnectOptions::new().filename(&database).connect().await.unwrap();
        let update =
            sqlx::query("UPDATE events SET body = ? WHERE table_id = ?").bind(spoilt).bind(&broken.table);
        assert_eq!(update.execute(&mut connection).await.unwrap().rows_affected(), 1);
        drop(connection);
        let server = Server::start(config(Some(&database))).await.unwrap();
        let mut client = Client::join(server.address(), &broken.table, &broken.links.judge, None).await;
        let gone = client.gone.clone().expect("it is said");
        assert_eq!(gone["code"], "broken");
        assert!(gone["message"].as_str().unwrap().contains(expected), "{gone}");
        assert_eq!(client.until_closed().await, 1008);
        let address = server.address();
        let url = format!("http://{address}/api/tables/{}/export?token={}", broken.table, broken.links.judge);
        assert_eq!(http().get(url).send().await.unwrap().status(), 200, "what is kept can still be had");
        let judge = Client::join(address, &sound.table, &sound.links.judge, None).await;
        assert_eq!(judge.steps(), 1, "other tables are well");
        server.stop().await;
        let mut connection = SqliteConnectOptions::new().filename(&database).connect().await.unwrap();
        let row =
            sqlx::query_as::<_, (String,)>("SELECT body FROM events WHERE table_id = ?").bind(&broken.table);
        assert_eq!(row.fetch_one(&mut connection).await.unwrap().0, spoilt, "it is left as it was");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_a_later_version_is_not_touched() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("tables.sqlite");
    let options = SqliteConnectOptions::new().filename(&database).create_if_missing(true);
    let mut connection = options.connect().await.unwrap();
    sqlx::raw_sql("PRAGMA application_id = 0x46524353; PRAGMA user_version = 99")
        .execute(&mut connection)
        .await
        .unwrap();
    drop(connection);
    let error = Server::start(config(Some(&database))).await.unwrap_err().to_string();
    assert!(error.contains("later version") && error.contains("format 99"), "{error}");
}
