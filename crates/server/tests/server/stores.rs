//! The file: whose it is, who may read it, that it is complete, and that files of earlier versions are taken up.

use std::path::{Path, PathBuf};

use fracas_server::{Keeping, Server};
use serde_json::{Value, json};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
use sqlx::{ConnectOptions, Connection};

use crate::common::{Client, config, open};

const FORD: &str = "delve/goblins-at-the-ford";

/// Every store in `tests/stores`, with what its server told about it.
fn released() -> Vec<(PathBuf, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stores");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let stores = files.filter(|path| path.extension().is_some_and(|ending| ending == "sqlite"));
    let told = |path: PathBuf| {
        let told = std::fs::read_to_string(path.with_extension("json")).unwrap();
        (path, serde_json::from_str(&told).unwrap())
    };
    stores.map(told).collect()
}

/// What was noted about steps taken back was not kept by 0.1.0: that is told again in the words of today.
fn worded(text: &str) -> &str {
    if text.starts_with("The judge takes back") { "The judge takes back" } else { text }
}

fn texts(log: &Value) -> Vec<&str> {
    log.as_array().unwrap().iter().map(|line| worded(line["text"].as_str().unwrap())).collect()
}

/// Tables of every version that was released are there, read as they were told, and go on.
#[tokio::test(flavor = "multi_thread")]
async fn stores_of_every_released_version_are_taken_up() {
    let all = released();
    assert!(!all.is_empty());
    for (file, told) in all {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("tables.sqlite");
        std::fs::copy(&file, &database).unwrap();
        let listed = tokio::task::spawn_blocking({
            let keeping = Keeping::new(&database);
            move || keeping.list()
        });
        let tables = told.as_array().unwrap();
        assert_eq!(
            listed.await.unwrap().unwrap().len(),
            tables.len(),
            "listed before it is brought up to date"
        );
        // The second life finds it brought up to date.
        for life in 0..2 {
            let server = Server::start(config(Some(&database))).await.unwrap();
            for table in tables {
                let (id, token) = (table["table"].as_str().unwrap(), table["judge"].as_str().unwrap());
                let mut judge = Client::join(server.address(), id, token, None).await;
                assert!(judge.gone.is_none(), "{:?}", judge.gone);
                let log = texts(&table["log"]);
                let told = judge.told();
                let told: Vec<&str> = told.iter().map(|text| worded(text)).collect();
                assert_eq!(told[..log.len()], log, "{} in life {life}", file.display());
                if life == 0 {
                    assert_eq!(judge.state["revision"], table["revision"]);
                }
                // Rules may have changed since: that is asked then, and the log is as above all the same.
                if !judge.state["changed"].is_null() {
                    judge.ok(json!({ "type": "continue", "on": true })).await;
                    judge.until(|c| c.state["changed"].is_null()).await;
                } else if life == 0 {
                    assert_eq!(judge.state["steps"], table["steps"]);
                    assert_eq!(judge.state["view"]["round"], table["round"]);
                }
                let steps = judge.steps();
                if !judge.is_over() {
                    let choice = judge.choices()[0].clone();
                    let reply = judge.say(judge.choose(&choice)).await;
                    if reply["code"] == "dice-wanted" {
                        let (position, n) = (judge.position(), 6);
                        judge.ok(json!({ "type": "choose", "position": position, "choice": choice, "faces": vec![1; n] }))
                            .await;
                    }
                    judge.until(|c| c.steps() == steps + 1).await;
                }
            }
            server.stop().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clean_stop_leaves_one_complete_file() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("tables.sqlite");
    let server = Server::start(config(Some(&database))).await.unwrap();
    let opened = open(server.address(), json!({ "scenario": FORD, "mode": "judge", "seed": 4 })).await;
    let mut judge = Client::join(server.address(), &opened.table, &opened.links.judge, None).await;
    judge.ok(judge.choose(&judge.choices()[0].clone())).await;
    #[cfg(unix)]
    for ending in ["", "-wal", "-shm", ".lock"] {
        use std::os::unix::fs::PermissionsExt;
        let file = format!("{}{ending}", database.display());
        let mode = std::fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{file}");
    }
    server.stop().await;
    assert!(!database.with_extension("sqlite-wal").exists(), "nothing stands beside it");
    let alone = folder.path().join("alone.sqlite");
    std::fs::copy(&database, &alone).unwrap();
    let server = Server::start(config(Some(&alone))).await.unwrap();
    let judge = Client::join(server.address(), &opened.table, &opened.links.judge, None).await;
    assert_eq!(judge.steps(), 1);
    server.stop().await;
}

/// A store that others could read is theirs no longer.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_others_can_read_is_made_private() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("tables.sqlite");
    Server::start(config(Some(&database))).await.unwrap().stop().await;
    std::fs::set_permissions(&database, PermissionsExt::from_mode(0o644)).unwrap();
    Server::start(config(Some(&database))).await.unwrap().stop().await;
    assert_eq!(std::fs::metadata(&database).unwrap().permissions().mode() & 0o777, 0o600);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_server_has_a_store_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("tables.sqlite");
    let first = Server::start(config(Some(&database))).await.unwrap();
    let error = Server::start(config(Some(&database))).await.unwrap_err().to_string();
    let process = format!("process {}", std::process::id());
    assert!(error.contains("another server has it open") && error.contains(&process), "{error}");
    let opened = open(first.address(), json!({ "scenario": FORD })).await;
    first.stop().await;
    let second = Server::start(config(Some(&database))).await.unwrap();
    let player = Client::join(second.address(), &opened.table, &opened.you, None).await;
    assert!(player.gone.is_none());
    second.stop().await;
}

/// What is exported while anything can come does not tell the dice to come, neither of the table nor of one that is made of
/// it; only its owner can ask for the seed, and then the imported table goes on as this one would.
#[tokio::test(flavor = "multi_thread")]
async fn an_export_tells_no_dice_to_come_unless_its_owner_asks() {
    const SEED: u64 = 8_141_592_653;
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("tables.sqlite");
    let server = Server::start(config(Some(&database))).await.unwrap();
    let opened = open(server.address(), json!({ "scenario": FORD, "mode": "judge", "seed": SEED })).await;
    let mut judge = Client::join(server.address(), &opened.table, &opened.links.judge, None).await;
    judge.ok(judge.choose(&judge.choices()[0].clone())).await;
    judge.until(|c| c.steps() == 1).await;
    let view = judge.state["view"].clone();
    server.stop().await;

    let (keeping, table) = (Keeping::new(&database), opened.table.clone());
    let imported = tokio::task::spawn_blocking(move || {
        let discreet = keeping.export(&table).unwrap();
        let replay = discreet.replay().unwrap();
        assert!(replay.seedless && replay.seed != SEED && !discreet.write().contains(&SEED.to_string()));
        let whole = keeping.export_with_seed(&table).unwrap();
        assert!(whole.replay().unwrap().seed == SEED && whole.write().contains(&SEED.to_string()));
        // Twice the same file: whoever has it does not know what either of them will roll.
        [&whole, &discreet, &discreet].map(|export| keeping.import(export).unwrap())
    });
    let links = imported.await.unwrap();
    let server = Server::start(config(Some(&database))).await.unwrap();
    let mut told = vec![played_on(server.address(), &opened.table, &opened.links.judge, &view).await];
    for links in links {
        let (_, link) = links.seats.iter().find(|(seat, _)| seat == "Judge").unwrap();
        let token = link.split_once('#').unwrap().1;
        told.push(played_on(server.address(), &links.table, token, &view).await);
    }
    assert_eq!(told[0], told[1], "with its seed it goes on as it would have");
    assert!(told[2] != told[0] && told[3] != told[0] && told[2] != told[3], "without it, with new dice");
    server.stop().await;
}

/// What is told of a table that stands so, when minds play it on.
async fn played_on(address: std::net::SocketAddr, table: &str, token: &str, view: &Value) -> Vec<String> {
    let mut judge = Client::join(address, table, token, None).await;
    assert_eq!((judge.steps(), &judge.state["view"]), (1, view));
    let everyone: Vec<Value> =
        judge.state["view"]["tokens"].as_array().unwrap().iter().map(|token| token["who"].clone()).collect();
    judge.ok(json!({ "type": "auto", "who": everyone, "on": true })).await;
    while judge.steps() < 16 && !judge.is_over() {
        let position = judge.position();
        judge.ok(json!({ "type": "go", "position": position })).await;
        judge.until(|c| c.position() != position).await;
    }
    judge.told()
}

async fn other(database: &Path, sql: &'static str, mode: SqliteJournalMode) {
    let options = SqliteConnectOptions::new().filename(database).create_if_missing(true).journal_mode(mode);
    let mut connection = options.connect().await.unwrap();
    sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn files_of_other_programs_are_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let cases = [
        ("with its mark", "PRAGMA application_id = 77; CREATE TABLE tables (id)", SqliteJournalMode::Delete),
        ("without one", "CREATE TABLE songs (id); INSERT INTO songs VALUES (1)", SqliteJournalMode::Delete),
        ("with a log", "CREATE TABLE songs (id)", SqliteJournalMode::Wal),
        ("with our number", "PRAGMA user_version = 1; CREATE TABLE tables (id)", SqliteJournalMode::Delete),
    ];
    for (what, sql, mode) in cases {
        let database = folder.path().join(what);
        other(&database, sql, mode).await;
        refused(&database, "the database of another program").await;
    }
    for (what, text) in [("short", "not SQLite"), ("long", &"some other file\n".repeat(100)[..])] {
        let file = folder.path().join(what);
        std::fs::write(&file, text).unwrap();
        refused(&file, "it is not a database").await;
    }
}

async fn refused(file: &Path, why: &str) {
    let (before, beside) =
        (std::fs::read(file).unwrap(), std::fs::read_dir(file.parent().unwrap()).unwrap().count());
    let error = Server::start(config(Some(file))).await.unwrap_err().to_string();
    assert!(error.contains(why) && error.contains("left as it is"), "{}: {error}", file.display());
    assert_eq!(std::fs::read(file).unwrap(), before, "{}", file.display());
    assert_eq!(
        std::fs::read_dir(file.parent().unwrap()).unwrap().count(),
        beside,
        "nothing stands beside it"
    );
}
