//! What a party has not found out is in no byte that a seat receives, through the shipped adventure of every system.
//!
//! Before it is played, the adventure's file has every name of a zone, a cache, an encounter and a creature of its own
//! replaced by a word that occurs nowhere else. So each such word in a message can be held against what the party knew at
//! that step, which is worked out here from the file and from where the judge's truth says that the party has been.

use std::collections::BTreeSet;
use std::net::SocketAddr;

use fracas_content::{adventures, library};
use fracas_kernel::{MapView, Seat, Side};
use fracas_systems::{bundle_for, open as open_game, open_replay};
use fracas_table::{Game, Replay};
use serde_json::{Value, json};

use crate::common::{Client, http, open, server};

/// After this many steps the judge leads the party on to the next zone, so that all of them see something of the place.
const LEG: u64 = 30;
/// How many choices each player makes by hand.
const BY_HAND: usize = 6;
/// A party may come to grief at the first door: then another one is watched.
const PARTIES: u64 = 5;

/// Something of the file that can be named.
#[derive(Debug)]
struct Thing {
    /// The word that stands for it, without the ending that says what of it: "qz3".
    word: String,
    at: Option<usize>,
    hidden: bool,
    /// Of an encounter: can be made out from the next zone, and who it is made of.
    plain: bool,
    foes: Vec<String>,
    turns_up: bool,
}

pub struct Veiled {
    pub text: String,
    caches: Vec<Thing>,
    encounters: Vec<Thing>,
    creatures: Vec<String>,
    zones: usize,
    /// Secret ways by their number, with the words of their ends.
    secret_ways: Vec<(usize, [String; 2])>,
    traps: Vec<Trap>,
}

struct Trap {
    /// Where it is: "zones", "ways" or "caches", and which of them.
    on: String,
    number: usize,
    name: String,
}

fn tables<'a>(file: &'a toml::Table, key: &str) -> &'a [toml::Value] {
    file.get(key).and_then(toml::Value::as_array).map_or(&[], Vec::as_slice)
}

fn text_of<'a>(table: &'a toml::Value, key: &str) -> Option<&'a str> {
    table.get(key)?.as_str()
}

fn flag(table: &toml::Value, key: &str) -> bool {
    table.get(key).and_then(toml::Value::as_bool).unwrap_or(false)
}

/// The file with a word of its own for everything that can be found out.
pub fn veil(system: &str, original: &str) -> Veiled {
    let file: toml::Table = original.parse().unwrap();
    let mut text = original.to_owned();
    let mut replace = |old: Option<&str>, new: String| {
        let Some(old) = old else { return };
        let quoted = format!("\"{old}\"");
        assert!(original.contains(&quoted), "{quoted} is written otherwise");
        text = text.replace(&quoted, &format!("\"{new}\""));
    };
    for (key, letter) in [("zone", 'z'), ("cache", 'c'), ("encounter", 'e'), ("creature", 'k')] {
        for (number, table) in tables(&file, key).iter().enumerate() {
            let word = format!("q{letter}{number}");
            replace(text_of(table, "name"), format!("{word}name"));
            replace(text_of(table, "about"), format!("{word}about"));
            if key != "creature" {
                replace(text_of(table, "id"), format!("{word}id"));
            }
        }
    }
    let file: toml::Table = text.parse().unwrap();
    for zone in tables(&file, "zone") {
        let tags = ["tags", "features"].map(|key| format!("{:?}", zone.get(key)));
        assert!(tags.iter().all(|tags| words(tags).is_empty()), "a tag is the name of something: {tags:?}");
    }
    let number_of = |id: &str| tables(&file, "zone").iter().position(|zone| text_of(zone, "id") == Some(id));
    let things = |key: &str| -> Vec<Thing> {
        let thing = |table: &toml::Value| {
            let id = text_of(table, "id").unwrap();
            let foes = table.get("foes").and_then(toml::Value::as_array).map_or(&[][..], Vec::as_slice);
            let at = text_of(table, "at").map(|at| number_of(at).unwrap());
            Thing {
                word: id.strip_suffix("id").unwrap().to_owned(),
                turns_up: key == "encounter" && at.is_none(),
                at,
                hidden: flag(table, "hidden"),
                plain: flag(table, "plain"),
                foes: foes.iter().map(|foe| text_of(foe, "creature").unwrap().to_owned()).collect(),
            }
        };
        tables(&file, key).iter().map(thing).collect()
    };
    let secret = tables(&file, "way").iter().enumerate().filter(|(_, way)| flag(way, "secret"));
    let secret_ways = secret.map(|(number, way)| {
        let ends = way["between"].as_array().unwrap();
        (number, [0, 1].map(|end| ends[end].as_str().unwrap().to_owned()))
    });
    let creatures = tables(&file, "creature").iter().map(|one| text_of(one, "id").unwrap().to_owned());
    Veiled {
        caches: things("cache"),
        encounters: things("encounter"),
        creatures: creatures.collect(),
        zones: tables(&file, "zone").len(),
        secret_ways: secret_ways.collect(),
        traps: traps(system, &file),
        text,
    }
}

/// The traps of a place; what they are called is in its file or in the system's library.
fn traps(system: &str, file: &toml::Table) -> Vec<Trap> {
    let sources = library(system);
    let library = sources.iter().map(|source| source.text.parse::<toml::Table>().unwrap());
    let all = |file: toml::Table| ["hazard", "trap"].map(|key| tables(&file, key).to_vec()).concat();
    let hazards: Vec<toml::Value> = library.chain([file.clone()]).flat_map(all).collect();
    let mut traps = Vec::new();
    for key in ["zone", "way", "cache"] {
        for (number, table) in tables(file, key).iter().enumerate() {
            let Some(id) = text_of(table, "trap") else { continue };
            let hazard = hazards.iter().find(|hazard| text_of(hazard, "id") == Some(id)).unwrap();
            let name = text_of(hazard, "name").unwrap().to_lowercase();
            traps.push(Trap { on: format!("{key}s"), number, name });
        }
    }
    traps
}

/// What the party has come to know after some step.
#[derive(Clone, Default)]
pub struct Known {
    seen: u64,
    visited: u64,
    found: u64,
    spotted: u64,
    taken: u64,
    /// Encounters that were met.
    met: u64,
    /// All that the log has told players so far.
    told: String,
    /// Traps of which they have seen the signs.
    spied: Value,
}

fn has(set: u64, number: usize) -> bool {
    set >> number & 1 == 1
}

impl Known {
    /// Everything of this adventure that may be named now, by its word and what of it is named.
    pub fn may_name(&self, veiled: &Veiled, word: &str) -> bool {
        let (kind, rest) = word.split_at(2);
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap();
        let (number, what) = (rest[..digits].parse::<usize>().unwrap(), &rest[digits..]);
        let met = |number: usize| {
            let one = &veiled.encounters[number];
            // In ardor some can be made out from the next zone; and who goes where somebody lives, meets them.
            let at = |set| one.at.is_some_and(|zone| has(set, zone));
            has(self.met, number) || at(self.visited) || (one.plain && at(self.seen))
        };
        match (kind, what) {
            ("qz", "about") => has(self.visited, number),
            ("qz", _) => has(self.seen, number),
            ("qc", _) => {
                let cache = &veiled.caches[number];
                let spotted = !cache.hidden || has(self.spotted, number);
                has(self.taken, number) || spotted && cache.at.is_some_and(|zone| has(self.visited, zone))
            }
            ("qe", _) => met(number),
            ("qk", _) => {
                let id = &veiled.creatures[number];
                (0..veiled.encounters.len()).any(|one| met(one) && veiled.encounters[one].foes.contains(id))
            }
            _ => panic!("no such word: {word}"),
        }
    }

    /// Has one of that name gone off, or was one found?
    fn knows_trap(&self, veiled: &Veiled, name: &str) -> bool {
        let spied = |trap: &Trap| {
            let set = self.spied[&trap.on].as_array().expect("a set");
            trap.name == name && set.contains(&Value::from(trap.number))
        };
        self.told.contains(name) || veiled.traps.iter().any(spied)
    }
}

/// What was known after each number of steps.
pub fn moments(replay: &Replay) -> Vec<Known> {
    let mut game = open_replay(replay).unwrap();
    let (mut states, mut told) = (vec![game.state()], vec![String::new()]);
    let mut glimpsed = vec![glimpsed_in(&*game)];
    for step in &replay.steps {
        step.redo(&mut *game).unwrap();
        states.push(game.state());
        glimpsed.push(glimpsed_in(&*game));
        let lines = game.step_lines(states.len() - 2, Seat::Watcher);
        let text: String = lines.iter().map(|line| line.text.to_lowercase() + "\n").collect();
        told.push(told.last().unwrap().clone() + &text);
    }
    let mut met = 0;
    let moment = |((state, told), glimpsed): ((&Value, String), u64)| {
        let here = |field: &str| set(&state["trek"]["here"][field]);
        // Some are met and gone within a step: a night in which somebody came by.
        met |= here("gone") | set(&state["trek"]["heard"]);
        if let Some(number) = state["trek"]["meeting"]["encounter"].as_u64() {
            met |= 1_u64 << number;
        }
        Known {
            seen: here("seen") | glimpsed,
            visited: here("visited"),
            found: here("found"),
            spotted: here("spotted"),
            taken: here("taken"),
            met,
            told,
            spied: state["trek"]["traps"]["spied"].clone(),
        }
    };
    states.iter().zip(told).zip(glimpsed).map(moment).collect()
}

/// A set of numbers as the state has it.
fn set(list: &Value) -> u64 {
    let list = list.as_array().unwrap_or_else(|| panic!("{list} is no set"));
    list.iter().fold(0, |set, number| set | 1_u64 << number.as_u64().unwrap())
}

/// The zones that heroes have seen in the fight that goes on, as the place numbers them: they get about in it.
fn glimpsed_in(game: &dyn Game) -> u64 {
    let state = game.state();
    let seen = &state["fight"]["state"]["seen"];
    let MapView::Zones { zones, .. } = game.view(Seat::Judge).map else { return 0 };
    if !game.fighting() || seen.is_null() {
        return 0;
    }
    let seen = set(seen);
    let number =
        |id: &str| id.strip_prefix("qz").unwrap().strip_suffix("id").unwrap().parse::<u64>().unwrap();
    let known = zones.iter().enumerate().filter(|(local, _)| has(seen, *local));
    known.fold(0, |set, (_, zone)| set | 1 << number(&zone.id))
}

/// The words of ours in a message.
pub fn words(text: &str) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    for (at, _) in text.match_indices('q') {
        let rest = &text[at..];
        let mut letters = rest.chars().skip(1);
        let digits = rest.chars().skip(2).take_while(char::is_ascii_digit).count();
        if digits == 0 || !letters.next().is_some_and(|c| "zcek".contains(c)) {
            continue;
        }
        for what in ["id", "name", "about"] {
            if rest[2 + digits..].starts_with(what) {
                found.insert(&rest[..2 + digits + what.len()]);
            }
        }
    }
    found
}

/// A word with what stands around it.
fn about(text: &str, word: &str) -> String {
    let at = text.find(word).unwrap_or(0);
    let from = text[..at].char_indices().rev().nth(200).map_or(0, |(from, _)| from);
    text[from..].chars().take(400).collect()
}

/// Everything that a seat can ask for without a socket.
async fn requests(address: SocketAddr, table: &str, token: &str) -> Vec<String> {
    let mut answers = Vec::new();
    for path in ["replay", "moments", "export", "party"] {
        let url = format!("http://{address}/api/tables/{table}/{path}?token={token}");
        let response = http().get(url).send().await.unwrap();
        assert!(path == "party" || response.status() == 403, "{path}");
        answers.push(response.text().await.unwrap());
    }
    let url = format!("http://{address}/api/tables");
    let list = http().get(url).header("x-fracas-tokens", token).send().await.unwrap();
    answers.push(list.text().await.unwrap());
    answers
}

/// Somebody at the table.
struct Witness {
    client: Client,
    rest: Vec<String>,
    token: String,
    /// A player, who makes this many more choices by hand; a watcher only looks.
    by_hand: usize,
}

impl Witness {
    async fn sit(address: SocketAddr, table: &str, token: &str, by_hand: usize) -> Witness {
        let client = Client::join(address, table, token, None).await;
        let rest = requests(address, table, token).await;
        Witness { client, rest, token: token.to_owned(), by_hand }
    }

    /// Tries this and that, if asked, and leaves the rest to minds. True if the table has moved.
    async fn play(&mut self, address: SocketAddr, table: &str) -> bool {
        // Nobody goes home early.
        let choices = self.client.choices().into_iter().filter(|choice| !choice.contains(" leave"));
        let choices: Vec<String> = choices.collect();
        if self.by_hand == 0 || choices.is_empty() {
            return false;
        }
        self.by_hand -= 1;
        let choice = choices[((BY_HAND - self.by_hand) * 7 + 3) % choices.len()].clone();
        self.client.ok(self.client.choose(&choice)).await;
        if self.by_hand == 0 {
            self.rest.extend(requests(address, table, &self.token).await);
        }
        true
    }

    /// Checks every byte; returns the words that came.
    fn check(&self, veiled: &Veiled, known: &[Known], at: &str) -> BTreeSet<String> {
        for answer in &self.rest {
            let named = words(answer);
            assert!(named.is_empty(), "{at}: {named:?} in {answer}");
        }
        let (mut came, mut step) = (BTreeSet::new(), 0);
        for text in &self.client.received {
            let message: Value = serde_json::from_str(text).unwrap();
            if message["type"] == "state" {
                step = message["steps"].as_u64().unwrap() as usize;
                check_links(veiled, &known[step], &message["view"]["map"], at);
            }
            let lower = text.to_lowercase();
            for word in words(&lower) {
                let around = || about(&lower, word);
                assert!(known[step].may_name(veiled, word), "{at}: after {step} steps {word}: {}", around());
                came.insert(word.to_owned());
            }
            for Trap { name, .. } in &veiled.traps {
                let known = known[step].knows_trap(veiled, name);
                assert!(known || !lower.contains(name), "{at}: after {step} steps {name} is in {text}");
            }
        }
        came
    }
}

/// No secret way that was not found is on the map.
fn check_links(veiled: &Veiled, known: &Known, map: &Value, at: &str) {
    let Some(links) = map["links"].as_array() else { return };
    for (way, ends) in veiled.secret_ways.iter().filter(|(way, _)| !has(known.found, *way)) {
        for link in links {
            let id = |end: &str| map["zones"][link[end].as_u64().unwrap() as usize]["id"].as_str().unwrap();
            let same = ends.iter().all(|end| [id("a"), id("b")].contains(&end.as_str()));
            assert!(!same, "{at}: secret way {way} is on the map: {map}");
        }
    }
}

/// The heroes in two seats.
fn two_seats(text: &str) -> Value {
    let source = fracas_content::Source::new("veiled.toml", text);
    let game = open_game(bundle_for(source).unwrap(), 0, 0).unwrap_or_else(|problems| panic!("{problems}"));
    let heroes: Vec<String> =
        game.combatants().into_iter().filter(|one| one.side == Side::Heroes).map(|one| one.id).collect();
    let (some, others) = heroes.split_at(heroes.len() / 2);
    json!([{ "heroes": some }, { "heroes": others }])
}

async fn explored(system: &str) {
    let built_in = adventures().find(|adventure| adventure.system == system).unwrap();
    let veiled = veil(system, &built_in.source.text);
    let mut came = BTreeSet::new();
    for party in 0..PARTIES {
        came.extend(watched(system, &veiled, 11 + party).await);
        // Found out, things do have names.
        let count = |kind: &str| came.iter().filter(|word| word.starts_with(kind)).count();
        if count("qz") > 6 && count("qe") > 1 && count("qc") > 0 {
            return;
        }
    }
    panic!("{system}: only {came:?} in {PARTIES} adventures");
}

/// Waits until everybody has been told everything.
async fn all_see(judge: &mut Client, witnesses: &mut [Witness]) {
    // Whatever was sent before the answer has come.
    judge.send_text(json!({ "type": "ping" }).to_string()).await;
    judge.reply("pong").await;
    let revision = judge.revision();
    for witness in witnesses {
        witness.client.until(|client| client.revision() >= revision).await;
    }
}

/// A player's choice, a mind's, or, where a mind has none, the judge's for it.
async fn step(judge: &mut Client, witnesses: &mut [Witness], address: SocketAddr, table: &str) {
    for witness in witnesses.iter_mut() {
        if witness.play(address, table).await {
            return;
        }
    }
    let everyone = judge.state["view"]["tokens"].as_array().unwrap().iter();
    let by_hand = everyone.map(|token| token["who"].clone());
    let minds = judge.state["minds"].as_array().unwrap();
    let by_hand: Vec<Value> = by_hand.filter(|who| !minds.contains(who)).collect();
    if !by_hand.is_empty() {
        judge.ok(json!({ "type": "auto", "who": by_hand, "on": true })).await;
        return;
    }
    judge.ok(json!({ "type": "go", "position": judge.position() })).await;
}

/// The judge brings the party to another zone.
async fn lead_on(judge: &mut Client, zone: usize) {
    let act = json!({ "act": "move", "who": 0, "to": format!("qz{zone}id") });
    let lead_on = json!({ "type": "judge", "act": act });
    if judge.say(lead_on.clone()).await["ok"] == false {
        // In a fight nobody leaves the field: it is cut short.
        judge.say(json!({ "type": "judge", "act": { "act": "end", "winner": "heroes" } })).await;
        judge.say(lead_on).await;
    }
}

/// Plays once, checks every byte, and returns the words that came to everybody.
async fn watched(system: &str, veiled: &Veiled, seed: u64) -> BTreeSet<String> {
    let server = server().await;
    let address = server.address();
    let wanted =
        json!({ "toml": veiled.text, "mode": "judge", "seed": seed, "seats": two_seats(&veiled.text) });
    let opened = open(address, wanted).await;
    let (table, links) = (&opened.table, &opened.links);
    let mut judge = Client::join(address, table, &links.judge, None).await;
    // What the judge has picked, and what the judge has taken out, nobody is told.
    let mut turning_up = veiled.encounters.iter().filter(|one| one.turns_up);
    for (pick, fate) in [("next", turning_up.next()), ("gone", turning_up.next())] {
        let Some(one) = fate else { continue };
        let act = json!({ "act": "fate", "encounter": format!("{}id", one.word), "fate": pick });
        judge.ok(json!({ "type": "judge", "act": act })).await;
    }
    let mut witnesses = Vec::new();
    for player in &links.players {
        witnesses.push(Witness::sit(address, table, &player.token, BY_HAND).await);
    }
    witnesses.push(Witness::sit(address, table, &links.watcher, 0).await);
    // One thing after the other, and everybody has seen it before the next: so it goes the same way on every machine.
    judge.ok(json!({ "type": "pace", "ms": null })).await;
    let mut leg = 1;
    loop {
        all_see(&mut judge, &mut witnesses).await;
        if judge.is_over() {
            break;
        }
        if leg > veiled.zones {
            judge.ok(json!({ "type": "judge", "act": { "act": "end-adventure", "winner": null } })).await;
            continue;
        }
        if judge.steps() >= leg as u64 * LEG {
            lead_on(&mut judge, (leg + seed as usize) % veiled.zones).await;
            leg += 1;
            continue;
        }
        step(&mut judge, &mut witnesses, address, table).await;
    }
    judge.leave().await;
    let url = format!("http://{address}/api/tables/{table}/replay?token={}", links.watcher);
    let text = http().get(url).send().await.unwrap().text().await.unwrap();
    server.stop().await;
    let known = moments(&Replay::read(&text).unwrap_or_else(|error| panic!("{error}: {text:.300}")));
    let came = witnesses.iter().map(|witness| witness.check(veiled, &known, system));
    came.reduce(|all, one| all.intersection(&one).cloned().collect()).unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_undiscovered_is_in_any_byte_that_a_seat_receives_in_delve() {
    explored("delve").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_undiscovered_is_in_any_byte_that_a_seat_receives_in_heed() {
    explored("heed").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_undiscovered_is_in_any_byte_that_a_seat_receives_in_ardor() {
    explored("ardor").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_undiscovered_is_in_any_byte_that_a_seat_receives_in_twelves() {
    explored("twelves").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_undiscovered_is_in_any_byte_that_a_seat_receives_in_ranks() {
    explored("ranks").await;
}
