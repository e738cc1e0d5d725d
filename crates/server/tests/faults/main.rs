//! A disk that fails, at every point in turn: whatever the server says ok to is on disk, once, and a failure poisons nothing.
//!
//! A program of its own, because the failing disk is under every connection of the process.

#[path = "../server/common/mod.rs"]
mod common;
mod disk;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;

use fracas_server::messages::Opened;
use fracas_server::{Config, Limits, Server};
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use common::{Client, config, open};
use disk::{KINDS, Kind};

/// At least this many faults must really have been injected, or the test has not tested.
const FAULTS: u32 = 2_000;
/// How many calls fail in a row: one; a few, so that the first attempts to mend it fail too; and until it is healed.
const TIMES: [u32; 4] = [1, 2, 7, u32::MAX];
/// A kind that has not come up in this many rounds does not come later in one either.
const MAX_MISSES: u32 = 3;
const STEPS: u64 = 40;
/// A table is played for so long, and then another: taking up a long one costs time and tells nothing new.
const LONG: usize = 150;

/// Somebody at a table, who remembers what was acknowledged.
struct Player {
    opened: Opened,
    client: Client,
    /// The ids of all messages that were acknowledged, in order.
    told: Vec<String>,
    turn: u64,
    name: usize,
}

impl Player {
    async fn new(address: SocketAddr, name: usize) -> Player {
        let wanted = json!({ "scenario": "delve/goblins-at-the-ford", "mode": "judge", "seed": name });
        let opened = open(address, wanted).await;
        let client = Client::join(address, &opened.table, &opened.links.judge, None).await;
        Player { opened, client, told: Vec::new(), turn: 0, name }
    }

    async fn come_back(&mut self, address: SocketAddr) {
        self.client = Client::join(address, &self.opened.table, &self.opened.links.judge, None).await;
        assert!(self.client.gone.is_none(), "{:?}", self.client.gone);
    }

    /// The next thing to do: choices, and from time to time everything is taken back; or settings; or seats.
    fn next(&mut self) -> Value {
        self.turn += 1;
        let (position, turn) = (self.client.position(), self.turn);
        let mut message = match self.name {
            0 if self.client.is_over() || self.client.steps() >= STEPS => {
                json!({ "type": "take-back", "position": position, "steps": self.client.steps() })
            }
            0 => {
                let choices = self.client.choices();
                self.client.choose(&choices[turn as usize * 3 % choices.len()])
            }
            1 => json!({ "type": "pause", "on": turn % 2 == 1 }),
            _ => json!({ "type": "seat", "seat": 2, "name": format!("Name {turn}"), "renew": true }),
        };
        message["id"] = json!(format!("{}-{turn}", self.name));
        message
    }

    /// Says it; true if it was acknowledged. The only other answer there may be is that it could not be kept.
    async fn say(&mut self, message: &Value) -> bool {
        let (id, revision) = (message["id"].as_str().unwrap(), self.client.revision());
        self.client.send_text(message.to_string()).await;
        let reply = self.client.reply(id).await;
        if reply["ok"] == true {
            self.told.push(id.to_owned());
            return true;
        }
        assert_eq!(reply["code"], "storage", "{message}: {reply}");
        assert_eq!(self.client.revision(), revision, "nothing is shown that was not kept");
        false
    }

    async fn caught_up(&mut self) {
        let told = self.told.len() as u64;
        self.client.until(|client| client.revision() >= told).await;
    }
}

/// What a file holds: the ids of messages by table, in order.
async fn found(database: &Path) -> BTreeMap<String, Vec<String>> {
    let mut connection = SqliteConnectOptions::new().filename(database).connect().await.unwrap();
    let rows: Vec<(String, String)> =
        sqlx::query_as("SELECT table_id, message FROM events ORDER BY table_id, revision")
            .fetch_all(&mut connection)
            .await
            .unwrap();
    connection.close().await.unwrap();
    let mut found = BTreeMap::<String, Vec<String>>::new();
    rows.into_iter().for_each(|(table, message)| found.entry(table).or_default().push(message));
    found
}

/// The files as somebody would find them who killed the server now.
async fn found_if_killed(database: &Path) -> BTreeMap<String, Vec<String>> {
    let folder = tempfile::tempdir().unwrap();
    for end in ["", "-wal"] {
        let name = format!("{}{end}", database.display());
        let copy = folder.path().join(format!("tables.sqlite{end}"));
        if Path::new(&name).exists() {
            std::fs::copy(name, copy).unwrap();
        }
    }
    found(&folder.path().join("tables.sqlite")).await
}

/// Everything acknowledged is there, once, in order; after it there may be one thing that was not acknowledged.
fn compare(players: &[Player], found: &BTreeMap<String, Vec<String>>, asked: &str) {
    for player in players {
        let none = Vec::new();
        let kept = found.get(&player.opened.table).unwrap_or(&none);
        let more = kept.len().saturating_sub(player.told.len());
        assert!(
            kept.starts_with(&player.told) && more <= 1,
            "{asked}: table {}: {} acknowledged, {} kept, the last of them {:?} and {:?}",
            player.name,
            player.told.len(),
            kept.len(),
            player.told.last(),
            kept.last(),
        );
    }
}

fn small_log(database: &Path) -> Config {
    let mut config = config(Some(database));
    // Folded often, so that faults meet that as well.
    config.limits = Limits { wal: 100 << 10, ..config.limits };
    config
}

/// Starts, on a disk that may fail: then it says so, and can be started again.
async fn start(database: &Path, kind: Kind, after: u32, times: u32) -> (Server, u32) {
    disk::fail(kind, after, times);
    let started = Server::start(small_log(database)).await;
    let failed = disk::heal();
    match started {
        Ok(server) => (server, failed),
        Err(error) => {
            assert!(failed > 0, "it starts on a disk that is well: {error}");
            (Server::start(small_log(database)).await.expect("a server starts once the disk is well"), failed)
        }
    }
}

/// Ready is who can write: not on a full disk, and again as soon as there is room.
async fn readiness_says_the_truth() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(config(Some(&folder.path().join("tables.sqlite")))).await.unwrap();
    let ready = async || {
        let url = format!("http://{}/readyz", server.address());
        common::http().get(url).send().await.unwrap().status().as_u16()
    };
    for kind in [Kind::Write, Kind::ShortWrite, Kind::Sync] {
        assert_eq!(ready().await, 200);
        disk::fail(kind, 0, u32::MAX);
        assert_eq!(ready().await, 503, "{kind:?}");
        assert!(disk::heal() > 0);
    }
    assert_eq!(ready().await, 200);
    server.stop().await;
}

/// One after the other: there is one disk.
#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_fails() {
    disk::put_in();
    readiness_says_the_truth().await;
    whatever_fails_nothing_acknowledged_is_lost_and_nothing_is_there_twice().await;
}

async fn whatever_fails_nothing_acknowledged_is_lost_and_nothing_is_there_twice() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("tables.sqlite");
    let mut server = Server::start(small_log(&database)).await.unwrap();
    let mut players = Vec::new();
    for name in 0..3 {
        players.push(Player::new(server.address(), name).await);
    }
    let (mut faults, mut rounds, mut refused, mut restarts) = (0, 0, 0, 0);
    let mut past: Vec<Player> = Vec::new();
    let mut by_kind = BTreeMap::<String, u32>::new();
    while faults < FAULTS {
        let before = faults;
        for (kind, times) in KINDS.into_iter().flat_map(|kind| TIMES.map(|times| (kind, times))) {
            // Every point of a round in turn.
            let (mut point, mut misses) = (0, 0);
            while misses < MAX_MISSES {
                let asked = format!("{kind:?} {times} times after {point}");
                disk::fail(kind, point, times);
                let mut again = Vec::new();
                let [one, two, three] = &mut players[..] else { unreachable!("three players") };
                let said = [one.next(), two.next(), three.next()];
                let kept = tokio::join!(one.say(&said[0]), two.say(&said[1]), three.say(&said[2]));
                for (index, kept) in [kept.0, kept.1, kept.2].into_iter().enumerate() {
                    if !kept {
                        again.push(index);
                    }
                }
                let failed = disk::heal();
                rounds += 1;
                refused += again.len();
                if failed > 0 {
                    faults += 1;
                    *by_kind.entry(format!("{kind:?}")).or_default() += 1;
                    compare(&players, &found_if_killed(&database).await, &asked);
                    (point, misses) = (point + 1, 0);
                } else {
                    (point, misses) = (point + 1, misses + 1);
                }
                // A failure poisons nothing: said again, it is done, and done once.
                for index in again {
                    assert!(
                        players[index].say(&said[index]).await,
                        "{asked}: still refused once the disk is well"
                    );
                }
                for player in &mut players {
                    player.caught_up().await;
                }
            }
            // A restart, on a disk that fails in stopping and in starting.
            let point = restarts % 12;
            disk::fail(kind, point, times);
            server.stop().await;
            let stopping = disk::heal();
            let kept = found_if_killed(&database).await;
            compare(&players, &kept, &format!("stopped with {kind:?} {times} times after {point}"));
            let starting;
            (server, starting) = start(&database, kind, point, times).await;
            faults += u32::from(stopping > 0) + u32::from(starting > 0);
            *by_kind.entry(format!("{kind:?}")).or_default() +=
                u32::from(stopping > 0) + u32::from(starting > 0);
            restarts += 1;
            for player in &mut players {
                player.come_back(server.address()).await;
                assert_eq!(
                    player.client.revision(),
                    player.told.len() as u64,
                    "{kind:?} {times}: after a restart"
                );
                if player.told.len() >= LONG {
                    past.push(std::mem::replace(player, Player::new(server.address(), player.name).await));
                }
            }
        }
        assert!(faults > before, "nothing fails");
    }
    server.stop().await;
    let kept = found(&database).await;
    past.extend(players);
    compare(&past, &kept, "at the end");
    let told: usize = past.iter().map(|player| player.told.len()).sum();
    assert_eq!(kept.values().map(Vec::len).sum::<usize>(), told, "nothing lost, nothing twice");
    println!(
        "{faults} faults in {rounds} rounds and {restarts} restarts ({by_kind:?}): {told} acknowledged, {refused} refused \
         first, 0 lost, 0 twice"
    );
}
