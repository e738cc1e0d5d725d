//! Several servers on one PostgreSQL: any of them serves any seat, and whatever was acknowledged is there once, whichever
//! of them is killed at whatever moment.
//!
//! `FRACAS_TABLES=200 FRACAS_KILLS=200` plays as many tables and kills as many servers.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use fracas_dice::{Dice, Roll, Seeded, Why};
use fracas_server::messages::Opened;
use fracas_server::{Config, Server};
use fracas_store::{Postgres, Store};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio_tungstenite::tungstenite::Message;

use crate::cluster::Cluster;
use crate::common::{Client, config, open};
use crate::proxy::Proxy;
use crate::storage::Process;

const FORD: &str = "delve/goblins-at-the-ford";
const SERVERS: usize = 3;
/// A table with two people makes about this many choices that are acknowledged.
const CHOICES: u64 = 20;

fn count(name: &str, otherwise: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// What all people together were told, and how long somebody had to wait for another server.
#[derive(Default)]
struct Told {
    acknowledged: watch::Sender<u64>,
    refused: AtomicU64,
    longest: Mutex<Duration>,
}

impl Told {
    fn waited(&self, since: Instant) {
        let mut longest = self.longest.lock().unwrap();
        *longest = (*longest).max(since.elapsed());
    }
}

/// Somebody who plays through whatever happens to servers.
struct Person {
    proxy: SocketAddr,
    table: String,
    token: String,
    name: String,
    client: Option<Client>,
    seen: Option<u64>,
    told: Arc<Told>,
    acknowledged: Vec<String>,
}

impl Person {
    /// Comes back until there is a state, on whatever server.
    async fn back(&mut self) {
        let lost = Instant::now();
        loop {
            let found = Client::connect(self.proxy, &self.table, &self.token, self.seen).await;
            if let Some(mut client) = found {
                while client.state.is_null() && client.closed.is_none() {
                    client.receive().await;
                }
                if client.closed.is_none() {
                    self.client = Some(client);
                    self.told.waited(lost);
                    return;
                }
            }
            // Nobody is there just now: not so hastily.
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// The connection, after one more message; none if it is lost.
    async fn hear(&mut self) -> Option<&mut Client> {
        let client = self.client.as_mut()?;
        client.receive().await;
        if client.closed.is_some() {
            self.seen = Some(client.revision());
            self.client = None;
        }
        self.client.as_mut()
    }

    async fn play(mut self) -> Person {
        let (mut made, mut tried) = (0, u64::MAX);
        loop {
            if self.client.is_none() {
                self.back().await;
            }
            let client = self.client.as_mut().unwrap();
            if client.is_over() {
                return self;
            }
            let (choices, position) = (client.choices(), client.position());
            if choices.is_empty() || position == tried {
                self.hear().await;
                continue;
            }
            tried = position;
            let id = format!("{}-{made}", self.name);
            let mut message = client.choose(&choices[(made * 7 + 3) % choices.len()]);
            message["id"] = json!(id);
            if self.say(&id, &message).await {
                made += 1;
            }
        }
    }

    /// Says it until it is answered, with the same id each time; true if it was done.
    async fn say(&mut self, id: &str, message: &Value) -> bool {
        loop {
            if self.client.is_none() {
                self.back().await;
            }
            self.client.as_mut().unwrap().send_raw(Message::text(message.to_string())).await;
            let reply = loop {
                let Some(client) = self.hear().await else { break None };
                if let Some(reply) = client.replied(id) {
                    break Some(reply);
                }
            };
            let Some(reply) = reply else { continue };
            match reply["code"].as_str() {
                None => {
                    self.acknowledged.push(id.to_owned());
                    self.told.acknowledged.send_modify(|count| *count += 1);
                    return true;
                }
                Some("storage") => drop(self.told.refused.fetch_add(1, Relaxed)),
                Some("stale" | "over" | "not-yours" | "no-such-choice") => return false,
                Some(_) => panic!("{message}: {reply}"),
            }
        }
    }
}

/// Opens a table for two, whose monsters act by themselves.
async fn table_for_two(proxy: SocketAddr, seed: usize) -> Opened {
    let game = fracas_systems::open(
        fracas_systems::bundle_for(fracas_content::scenario(FORD).unwrap().source).unwrap(),
        0,
        0,
    );
    let game = game.unwrap_or_else(|problems| panic!("{problems}"));
    let heroes = game.combatants().into_iter().filter(|one| one.side == fracas_kernel::Side::Heroes);
    let heroes: Vec<String> = heroes.map(|one| one.id).collect();
    let (some, others) = heroes.split_at(heroes.len() / 2);
    let seats = json!([{ "heroes": some }, { "heroes": others }]);
    let opened =
        open(proxy, json!({ "scenario": FORD, "mode": "judge", "seed": seed, "seats": seats })).await;
    let mut judge = Client::join(proxy, &opened.table, &opened.links.judge, None).await;
    judge.ok(json!({ "type": "pace", "ms": 0 })).await;
    judge.leave().await;
    opened
}

async fn people(
    proxy: SocketAddr,
    opened: &Opened,
    told: &Arc<Told>,
) -> Vec<tokio::task::JoinHandle<Person>> {
    let mut playing = Vec::new();
    for link in &opened.links.players {
        let mut person = Person {
            proxy,
            table: opened.table.clone(),
            token: link.token.clone(),
            name: link.heroes.join("+"),
            client: None,
            seen: None,
            told: told.clone(),
            acknowledged: Vec::new(),
        };
        // One after the other, so that the proxy gives them different servers.
        person.back().await;
        playing.push(tokio::spawn(person.play()));
    }
    playing
}

/// Was everything that people were told kept, and nothing twice? And is every fight finished?
async fn check(url: &str, acknowledged: BTreeMap<String, Vec<String>>) -> usize {
    let store = Postgres::open(url).await.unwrap();
    let mut kept = 0;
    for (table, told) in acknowledged {
        let found = store.load(&table).await.unwrap().expect("the table");
        let messages: Vec<String> = found.events.iter().filter_map(|event| event.message.clone()).collect();
        let once: BTreeSet<&String> = messages.iter().collect();
        assert_eq!(once.len(), messages.len(), "{table}: nothing was done twice: {messages:?}");
        for id in &told {
            assert!(once.contains(id), "{table}: {id} was acknowledged and is lost");
        }
        assert!(found.events.last().unwrap().outcome.is_some(), "{table}: the fight is finished");
        kept += told.len();
    }
    kept
}

#[tokio::test(flavor = "multi_thread")]
async fn killing_servers_loses_nothing_and_every_fight_is_finished() {
    let (tables, kills) = (count("FRACAS_TABLES", 4), count("FRACAS_KILLS", 5));
    let cluster = Cluster::shared();
    let url = cluster.empty_database();
    let start =
        |url: String| async move { tokio::task::spawn_blocking(move || Process::start(&url)).await.unwrap() };
    let mut servers = Vec::new();
    for _ in 0..SERVERS {
        servers.push(start(url.clone()).await);
    }
    let proxy = Proxy::start(servers.iter().map(|server| server.address).collect()).await;
    let told = Arc::new(Told::default());
    let mut dice = Seeded::new(20_261_116);
    let mut random = move |sides: u64| {
        dice.roll(Why::table("a moment"), Roll::d(sides.clamp(1, 1000) as u16)).value as u64
    };
    let gap = (tables as u64 * CHOICES / kills as u64).max(1);
    let (mut killed, mut acknowledged) = (0, BTreeMap::new());
    let mut seed = 0;
    while killed < kills {
        let mut playing = Vec::new();
        for _ in 0..tables {
            seed += 1;
            let opened = table_for_two(proxy.address, seed).await;
            playing.push((opened.table.clone(), people(proxy.address, &opened, &told).await));
        }
        let (mut heard, mut next) = (told.acknowledged.subscribe(), 0);
        let mut all = tokio::spawn(async move {
            let mut done = BTreeMap::<String, Vec<String>>::new();
            for (table, people) in playing {
                for person in people {
                    done.entry(table.clone()).or_default().extend(person.await.unwrap().acknowledged);
                }
            }
            done
        });
        // At random moments: after a random number of choices, any of the servers.
        let done = loop {
            next = next.max(*heard.borrow()) + random(gap);
            let finished = tokio::select! {
                done = &mut all => Some(done.unwrap()),
                _ = heard.wait_for(|count| *count >= next), if killed < kills => None,
            };
            if let Some(done) = finished {
                break done;
            }
            let victim = random(SERVERS as u64) as usize - 1;
            killed += 1;
            servers.remove(victim).kill();
            let again = start(url.clone()).await;
            proxy.moved(victim, again.address);
            servers.insert(victim, again);
        };
        acknowledged.extend(done);
    }
    let played = acknowledged.len();
    let kept = check(&url, acknowledged).await;
    let (longest, refused) = (*told.longest.lock().unwrap(), told.refused.load(Relaxed));
    println!(
        "{played} tables, {killed} kills: {kept} acknowledged choices, none lost, none twice; {refused} refused; \
         back at a table after at most {longest:?}"
    );
    assert!(kept >= played * 4, "people played: {kept}");
}

/// Another server on that database, as a process that can be killed.
async fn started(url: &str) -> Process {
    let url = url.to_owned();
    tokio::task::spawn_blocking(move || Process::start(&url)).await.unwrap()
}

/// A client that loses its server is at the table again with its next connection, as long as there is another server: one
/// try is enough, however busy the machine is. The page makes four of them within a second (`web/src/live.ts`).
#[tokio::test(flavor = "multi_thread")]
async fn one_try_finds_another_server() {
    let cluster = Cluster::shared();
    let url = cluster.empty_database();
    let survivor = shared_server(&url).await;
    let process = started(&url).await;
    let proxy = Proxy::start(vec![process.address, survivor.address()]).await;
    let opened = open(survivor.address(), json!({ "scenario": FORD, "mode": "judge", "seed": 5 })).await;
    let (table, token) = (&opened.table, &opened.links.judge);
    let mut judge = Client::join(process.address, table, token, None).await;
    judge.ok(judge.choose(&judge.choices()[0].clone())).await;
    judge.until(|c| c.steps() == 1).await;
    process.kill();
    judge.until_closed().await;
    // The dead one is asked first in one of the two cases.
    for _ in 0..2 {
        let back = Client::connect(proxy.address, table, token, Some(judge.revision())).await;
        let mut back = back.expect("the first try finds a server");
        back.until(|c| !c.state.is_null()).await;
        assert_eq!((back.steps(), &back.state["view"]), (1, &judge.state["view"]));
        back.leave().await;
    }
    survivor.stop().await;
}

async fn shared_server(url: &str) -> Server {
    Server::start(Config { store: Some(url.to_owned()), ..config(None) }).await.unwrap()
}

/// While the database is away, choices are refused politely and nothing moves; then play goes on, on every server.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_restarts_interrupts_play_and_does_not_end_it() {
    let cluster = Arc::new(Cluster::start());
    let url = cluster.empty_database();
    let servers = [shared_server(&url).await, shared_server(&url).await];
    let proxy = Proxy::start(servers.iter().map(Server::address).collect()).await;
    let told = Arc::new(Told::default());
    let opened = table_for_two(proxy.address, 3).await;
    let mut player =
        Client::join(servers[0].address(), &opened.table, &opened.links.players[0].token, None).await;
    let mut judge = Client::join(servers[1].address(), &opened.table, &opened.links.judge, None).await;
    let begin = judge.choices()[0].clone();
    tokio::task::spawn_blocking({
        let cluster = cluster.clone();
        move || cluster.down()
    })
    .await
    .unwrap();
    let reply = judge.say(judge.choose(&begin)).await;
    assert_eq!(reply["code"], "storage", "{reply}");
    assert_eq!(player.refused(json!({ "type": "dice", "mode": "mine" })).await, "storage");
    tokio::task::spawn_blocking({
        let cluster = cluster.clone();
        move || cluster.up()
    })
    .await
    .unwrap();
    // The same again, as somebody would who presses the button once more; the other server hears of it.
    loop {
        let reply = judge.say(judge.choose(&begin)).await;
        match reply["code"].as_str() {
            None => break,
            code => assert_eq!(code, Some("storage"), "{reply}"),
        }
    }
    player.until(|c| c.steps() >= 1).await;
    judge.leave().await;
    player.leave().await;
    let mut done = BTreeMap::new();
    for person in people(proxy.address, &opened, &told).await {
        let person = person.await.unwrap();
        done.entry(person.table).or_insert_with(Vec::new).extend(person.acknowledged);
    }
    check(&url, done).await;
    for server in servers {
        server.stop().await;
    }
}

/// Two servers, a seat at each: what happens at one is seen at the other, names and links too; a choice that comes too late
/// is stale, whichever server it comes to; and a message that comes twice, to different servers, is done once.
#[tokio::test(flavor = "multi_thread")]
async fn seats_at_different_servers_are_at_the_same_table() {
    let cluster = Cluster::shared();
    let url = cluster.empty_database();
    let servers = [shared_server(&url).await, shared_server(&url).await];
    let [here, there] = [servers[0].address(), servers[1].address()];
    let opened = open(here, json!({ "scenario": FORD, "mode": "judge", "seed": 7 })).await;
    let (table, links) = (&opened.table, &opened.links);
    let mut judge = Client::join(here, table, &links.judge, None).await;
    let mut player = Client::join(there, table, &links.players[0].token, None).await;
    let mut watcher = Client::join(there, table, &links.watcher, None).await;

    // The same message at both: done once, and acknowledged twice.
    let mut again = Client::join(there, table, &links.judge, None).await;
    let mut begin = judge.choose(&judge.choices()[0].clone());
    begin["id"] = json!("begin");
    judge.send_text(begin.to_string()).await;
    again.send_text(begin.to_string()).await;
    assert_eq!(judge.reply("begin").await["ok"], true);
    assert_eq!(again.reply("begin").await["ok"], true);
    for client in [&mut judge, &mut player, &mut watcher, &mut again] {
        client.until(|c| c.steps() == 1).await;
        assert_eq!(client.revision(), 1);
    }
    // What answers an earlier moment is stale at either.
    begin["id"] = json!("late");
    again.send_text(begin.to_string()).await;
    assert_eq!(again.reply("late").await["code"], "stale");

    // Two choices for one moment: one is made, and everybody sees the same.
    for _ in 0..6 {
        let position = judge.position();
        again.until(|c| c.position() == position).await;
        let choices = judge.choices();
        let [mut one, mut two] = [0, choices.len() - 1].map(|n| judge.choose(&choices[n]));
        (one["id"], two["id"]) = (json!(format!("one {position}")), json!(format!("two {position}")));
        judge.send_text(one.to_string()).await;
        again.send_text(two.to_string()).await;
        let replies =
            [judge.reply(one["id"].as_str().unwrap()).await, again.reply(two["id"].as_str().unwrap()).await];
        let made = replies.iter().filter(|reply| reply["ok"] == true).count();
        assert!(made == 1 || choices.len() == 1, "{replies:?}");
        assert!(replies.iter().all(|reply| reply["ok"] == true || reply["code"] == "stale"), "{replies:?}");
        judge.until(|c| c.position() != position).await;
    }
    let steps = judge.steps();
    again.until(|c| c.steps() == steps).await;
    assert_eq!(again.log, judge.log);

    // Settings, seats and links.
    let seat = player.state["seat"]["id"].clone();
    player.ok(json!({ "type": "seat", "seat": seat, "name": "Anna" })).await;
    let anna = |c: &Client| c.state["seats"].to_string().contains("Anna");
    judge.until(anna).await;
    judge.ok(json!({ "type": "pause", "on": true })).await;
    player.until(|c| c.state["paused"] == true).await;
    judge.ok(json!({ "type": "seat", "seat": seat, "renew": true })).await;
    assert_eq!(player.until_closed().await, 1013, "an old link is shut out everywhere");
    let gone = Client::join(there, table, &links.players[0].token, None).await;
    assert_eq!(gone.gone.unwrap()["code"], "bad-token");

    // A choice that waits for typed dice is known at both, and its faces can come by either.
    judge.ok(json!({ "type": "pause", "on": false })).await;
    again.until(|c| c.state["paused"] == false).await;
    let fresh = open(there, json!({ "scenario": FORD, "seed": 2 })).await;
    let mut one = Client::join(here, &fresh.table, &fresh.you, None).await;
    let mut two = Client::join(there, &fresh.table, &fresh.you, None).await;
    one.ok(json!({ "type": "dice", "mode": "mine" })).await;
    two.until(|c| c.state["dice"] == "mine").await;
    let begin = one.choices()[0].clone();
    assert_eq!(one.refused(one.choose(&begin)).await, "dice-wanted");
    two.until(|c| c.state["wanted"].is_object()).await;
    two.ok(json!({ "type": "faces", "position": two.position(), "faces": [4] })).await;
    one.until(|c| c.state["wanted"]["faces"] == json!([4])).await;
    one.ok(json!({ "type": "faces", "position": one.position(), "faces": [2] })).await;
    two.until(|c| c.steps() == 1).await;

    // Deleted at one, gone at the other.
    let url = format!("http://{here}/api/tables/{table}?token={}", links.judge);
    assert_eq!(crate::common::http().delete(url).send().await.unwrap().status(), 204);
    watcher.until(|c| c.gone.is_some()).await;
    assert_eq!(watcher.gone.as_ref().unwrap()["code"], "deleted");
    for server in servers {
        server.stop().await;
    }
}

/// Minds go on at another server when the one where they acted is no more.
#[tokio::test(flavor = "multi_thread")]
async fn minds_are_continued_by_whoever_is_there() {
    let cluster = Cluster::shared();
    let url = cluster.empty_database();
    let survivor = shared_server(&url).await;
    let process = started(&url).await;
    let opened = open(process.address, json!({ "scenario": FORD, "mode": "judge", "seed": 5 })).await;
    let mut judge = Client::join(process.address, &opened.table, &opened.links.judge, None).await;
    let mut watcher = Client::join(survivor.address(), &opened.table, &opened.links.watcher, None).await;
    let everyone: Vec<Value> =
        judge.state["view"]["tokens"].as_array().unwrap().iter().map(|token| token["who"].clone()).collect();
    judge.ok(json!({ "type": "auto", "who": everyone, "on": true })).await;
    judge.ok(json!({ "type": "pace", "ms": 0 })).await;
    watcher.until(|c| c.steps() >= 3).await;
    process.kill();
    watcher.until(|c| c.is_over()).await;
    survivor.stop().await;
}
