//! Non-interference: two tables that differ only in what is hidden send a seat the same bytes, refusals, odds and threats
//! included, through whole playthroughs of all shipped content.
//!
//! A playthrough is made here first, with the rules alone. What nobody has come to know by its end is then changed in a
//! second file: names, numbers of foes, treasure, walls. Both files are played over the wire with the same choices and the
//! same faces, on tables with different seeds, so that the dice to come are hidden too; and at every few steps a player asks
//! about everything that might tell one from the other.
//!
//! `FRACAS_PAIRS=1000` compares as many pairs.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;

use fracas_content::{Source, adventures, scenario as built_in};
use fracas_dice::{Dice, Roll, Seeded, Why};
use fracas_kernel::{Crowd, MapView, Seat, Side, Typing};
use fracas_systems::{bundle_for, open as open_game};
use fracas_table::{Game, Replay};
use serde_json::{Value, json};

use crate::common::{Client, every_scenario, http, open, server};
use crate::treks::{moments, veil, words};

/// How long a playthrough is followed.
const STEPS: usize = 60;
/// After how many steps a player asks about everything.
const ASKED: usize = 12;

fn pairs() -> usize {
    std::env::var("FRACAS_PAIRS").ok().and_then(|text| text.parse().ok()).unwrap_or(0)
}

/// Numbers for this test, which are the same each time.
struct Lots(Seeded);

impl Lots {
    fn below(&mut self, count: usize) -> usize {
        self.0.roll(Why::table("a lot"), Roll::d(count.clamp(1, 1000) as u16)).value as usize - 1
    }
}

fn game_of(text: &str, seed: u64) -> Option<Box<dyn Game>> {
    open_game(bundle_for(Source::new("scenario.toml", text)).ok()?, seed, 0).ok()
}

/// A playthrough: minds, and now and then something that is only legal.
fn playthrough(text: &str, seed: u64, steps: usize) -> Replay {
    let mut game = game_of(text, seed).expect("the file can be played");
    let mut lots = Lots(Seeded::new(seed));
    for step in 0..steps {
        let asked = game.ask().asked();
        if asked.is_empty() {
            break;
        }
        let stays = |choice: &String| !choice.contains(" leave");
        let choices: Vec<String> = game.choices().into_iter().filter(stays).collect();
        let choice = match step % 4 {
            3 if !choices.is_empty() => choices[lots.below(choices.len())].clone(),
            _ => game.instinct(asked).unwrap(),
        };
        game.choose(&choice, &Typing::default()).unwrap();
    }
    game.replay()
}

/// The same file, changed in what nobody knew by the end; none if the playthrough cannot be had with it.
fn changed(original: &str, replay: &Replay, system: &str, is_trek: bool, lots: &mut Lots) -> Option<String> {
    let text =
        if is_trek { other_place(original, replay, system) } else { other_map(original, replay, lots) };
    let mut game = game_of(&text, 99)?;
    let same = replay.steps.iter().all(|step| step.redo(&mut *game).is_ok());
    same.then_some(text)
}

/// Other names for all that was not found out, and more foes where nobody has been.
fn other_place(original: &str, replay: &Replay, system: &str) -> String {
    let veiled = veil(system, original);
    let known = moments(replay).pop().unwrap_or_default();
    let unknown = |word: &str| !known.may_name(&veiled, word);
    let lower = veiled.text.to_lowercase();
    let mut text = veiled.text.clone();
    for word in words(&lower).into_iter().filter(|word| unknown(word)) {
        let other = format!("another{}x{}", &word[1..], word.len());
        text = text.replace(&format!("\"{word}\""), &format!("\"{other}\""));
    }
    let mut blocks: Vec<String> = text.split_inclusive("\n[[").map(str::to_owned).collect();
    for block in blocks.iter_mut().filter(|block| block.starts_with("encounter]]")) {
        // Those who turn up anywhere are drawn by lot, and are left as they are.
        if block.contains("another") && block.contains("\nat =") {
            for count in 1..6 {
                let (old, new) = (format!("count = {count}"), format!("count = {}!", count + 1));
                *block = block.replace(&old, &new);
            }
            *block = block.replace('!', "");
        }
    }
    blocks.concat()
}

/// Other ground where no hero has looked, and other treasure where none has been.
fn other_map(original: &str, replay: &Replay, lots: &mut Lots) -> String {
    let mut game = fracas_systems::open_replay(replay).unwrap();
    let heroes: Crowd =
        game.combatants().into_iter().filter(|one| one.side == Side::Heroes).map(|one| one.who).collect();
    let mut seen: BTreeSet<(usize, usize)> = BTreeSet::new();
    let mut size = (0, 0);
    for step in replay.steps.iter().map(Some).chain([None]) {
        for seat in [Seat::Player(heroes), Seat::Watcher] {
            let MapView::Squares { cells, .. } = game.view(seat).map else { return original.to_owned() };
            size = (cells.first().map_or(0, |row| row.chars().count()), cells.len());
            for (y, row) in cells.iter().enumerate() {
                let known = row.chars().enumerate().filter(|(_, cell)| *cell != MapView::UNKNOWN);
                seen.extend(known.map(|(x, _)| (x, y)));
            }
        }
        if let Some(step) = step {
            step.redo(&mut *game).unwrap();
        }
    }
    let inner = |&(x, y): &(usize, usize)| x > 0 && y > 0 && x + 1 < size.0 && y + 1 < size.1;
    let unseen = (0..size.1).flat_map(|y| (0..size.0).map(move |x| (x, y)));
    let unseen: Vec<(usize, usize)> = unseen.filter(inner).filter(|at| !seen.contains(at)).collect();
    let mut lines: Vec<String> = original.lines().map(str::to_owned).collect();
    let Some(first) = lines.iter().position(|line| line.trim_start().starts_with("rows = [")) else {
        return original.to_owned();
    };
    for _ in 0..3.min(unseen.len()) {
        let (x, y) = unseen[lots.below(unseen.len())];
        let line = &mut lines[first + 1 + y];
        let Some(start) = line.find('"') else { continue };
        let mut row: Vec<char> = line.chars().collect();
        let cell = &mut row[start + 1 + x];
        *cell = match *cell {
            '#' => '.',
            '.' => ',',
            ',' => '.',
            other => other,
        };
        *line = row.into_iter().collect();
    }
    lines.join("\n") + "\n"
}

/// One of the two tables.
struct Half {
    judge: Client,
    player: Client,
    watcher: Client,
    table: String,
    token: String,
}

impl Half {
    async fn open(address: SocketAddr, text: &str, seed: u64) -> Half {
        let game = game_of(text, 0).unwrap();
        let heroes: Vec<String> =
            game.combatants().into_iter().filter(|one| one.side == Side::Heroes).map(|one| one.id).collect();
        let (some, others) = heroes.split_at(heroes.len().div_ceil(2));
        let mut seats = vec![json!({ "heroes": some, "name": "One" })];
        if !others.is_empty() {
            seats.push(json!({ "heroes": others, "name": "Two" }));
        }
        let wanted = json!({ "toml": text, "mode": "judge", "seed": seed, "seats": seats, "name": "A pair" });
        let opened = open(address, wanted).await;
        let (table, links) = (opened.table.clone(), &opened.links);
        let mut judge = Client::join(address, &table, &links.judge, None).await;
        // All dice are typed, so that they can be the same.
        for player in &links.players {
            let mut player = Client::join(address, &table, &player.token, None).await;
            player.ok(json!({ "type": "dice", "mode": "mine" })).await;
            player.leave().await;
        }
        judge.ok(json!({ "type": "dice", "mode": "mine" })).await;
        let all = links.players.len() as u64 + 1;
        // Until everybody is seen to have left, so that nobody joins earlier in one of the two.
        let alone = |client: &Client| {
            let online =
                client.state["seats"].as_array().unwrap().iter().filter(|seat| seat["online"] == true);
            client.revision() == all && online.count() == 1
        };
        judge.until(alone).await;
        let player = Client::join(address, &table, &links.players[0].token, None).await;
        let watcher = Client::join(address, &table, &links.watcher, None).await;
        Half { judge, player, watcher, token: links.players[0].token.clone(), table }
    }

    /// Makes a step, with these faces, and waits until everybody has seen it.
    async fn step(&mut self, choice: &str, faces: &[u16]) {
        let position = self.judge.position();
        let message = json!({ "type": "choose", "position": position, "choice": choice, "faces": faces });
        self.judge.ok(message).await;
        self.judge.until(|c| c.position() != position).await;
        let revision = self.judge.revision();
        self.player.until(|c| c.revision() >= revision).await;
        self.watcher.until(|c| c.revision() >= revision).await;
    }

    /// The answers to everything that a player may ask; threats too, as far as there was time for all of them.
    async fn asked(&mut self, messages: &[Value], address: SocketAddr) -> BTreeMap<String, Option<String>> {
        let mut answers = BTreeMap::new();
        for message in messages {
            let (id, player) = (message["id"].as_str().unwrap(), &mut self.player);
            player.send_text(message.to_string()).await;
            let reply = player.reply(id).await;
            answers.insert(format!("{id}: {message}"), Some(reply.to_string()));
            if message["type"] == "threats" && reply["ok"] == true {
                player.until(|c| c.threats.contains_key(id)).await;
                let threats = &player.threats[id];
                let all = (threats["complete"] == true).then(|| threats.to_string());
                answers.insert(format!("{id}: the threats of {message}"), all);
            }
        }
        for path in ["replay", "export", "moments", "party"] {
            let url = format!("http://{address}/api/tables/{}/{path}?token={}", self.table, self.token);
            let response = http().get(url).send().await.unwrap();
            answers.insert(path.to_owned(), Some(response.text().await.unwrap()));
        }
        answers
    }
}

/// What a player might try, to find out what there is: the same for both tables.
fn questions(side: &Half, places: &[String], choices: &[String], step: usize, lots: &mut Lots) -> Vec<Value> {
    let (state, position) = (&side.player.state, side.player.position());
    let own = state["seat"]["controls"].as_array().unwrap();
    let mut all = Vec::new();
    if let Some(who) = own.first() {
        all.push(json!({ "type": "threats", "who": who }));
        for _ in 0..4 {
            all.push(json!({ "type": "threats", "who": who, "to": places[lots.below(places.len())] }));
        }
    }
    all.push(json!({ "type": "threats", "who": 40 }));
    for _ in 0..3 {
        // Perhaps its own, perhaps another's, perhaps of somebody hidden.
        let choice = &choices[lots.below(choices.len())];
        let mine = side.player.choices().contains(choice);
        all.push(json!({ "type": "odds", "position": position, "choice": choice }));
        if !mine {
            all.push(json!({ "type": "choose", "position": position, "choice": choice }));
        }
        all.push(json!({ "type": "choose", "position": position, "choice": format!("{choice}x") }));
    }
    if state["undo"] != "free" {
        all.push(json!({ "type": "undo", "position": position }));
    }
    all.push(json!({ "type": "redo", "position": position }));
    all.push(json!({ "type": "go", "position": position }));
    all.push(json!({ "type": "faces", "position": position, "faces": [1] }));
    all.push(json!({ "type": "withdraw", "position": position }));
    all.push(json!({ "type": "take-back", "position": position, "steps": 1 }));
    for who in [0, 5, 9, 30] {
        if !own.contains(&json!(who)) {
            all.push(json!({ "type": "auto", "who": [who], "on": true }));
            all.push(json!({ "type": "standing", "who": who, "question": "parry", "answer": "yes" }));
        }
    }
    all.push(json!({ "type": "judge", "act": { "act": "move", "who": 0, "to": places[0] } }));
    all.push(json!({ "type": "seat", "seat": 0, "controls": [0, 30] }));
    for (number, message) in all.iter_mut().enumerate() {
        message["id"] = json!(format!("q{step}-{number}"));
    }
    all
}

/// States and replies in the order in which they came: these do not wait for anything but the table.
fn told(client: &Client) -> Vec<&String> {
    let told =
        |text: &&String| text.starts_with("{\"type\":\"state\"") || text.starts_with("{\"type\":\"reply\"");
    client.received.iter().filter(told).collect()
}

/// Odds by moment and choice, and by how many tries they were estimated from. Not all come in time.
fn odds(client: &Client) -> BTreeMap<(String, String, String), String> {
    let mut all = BTreeMap::new();
    for text in client.received.iter().filter(|text| text.starts_with("{\"type\":\"odds\"")) {
        let message: Value = serde_json::from_str(text).unwrap();
        for one in message["odds"].as_array().unwrap() {
            let (text, stakes) = (one["text"].to_string(), &one["stakes"]);
            all.insert(
                (message["position"].to_string(), text, stakes["tries"].to_string()),
                stakes.to_string(),
            );
        }
    }
    all
}

fn the_same(name: &str, one: &Client, other: &Client) -> usize {
    let (ours, theirs) = (told(one), told(other));
    for (n, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
        if ours != theirs {
            let at = ours.bytes().zip(theirs.bytes()).take_while(|(a, b)| a == b).count();
            let around = |text: &str| text.chars().skip(at.saturating_sub(300)).take(500).collect::<String>();
            panic!("{name}: message {n} differs:\n{}\n{}", around(ours), around(theirs));
        }
    }
    assert_eq!(ours.len(), theirs.len(), "{name}");
    let (ours_odds, theirs_odds) = (odds(one), odds(other));
    for (of, stakes) in &ours_odds {
        if let Some(other) = theirs_odds.get(of) {
            assert_eq!(stakes, other, "{name}: the odds of {of:?}");
        }
    }
    ours.len()
}

/// Plays a pair; returns how many messages were compared, or none if nothing could be hidden.
async fn compared(address: SocketAddr, name: &str, original: &str, seed: u64, steps: usize) -> Option<usize> {
    let mut lots = Lots(Seeded::new(seed ^ 0x7061_6972));
    let (system, is_trek) = (name.split('/').next().unwrap(), is_trek(original));
    let text = if is_trek { veil(system, original).text } else { original.to_owned() };
    let replay = playthrough(&text, seed, steps);
    let other = (0..8).find_map(|_| changed(original, &replay, system, is_trek, &mut lots))?;
    let mut one = Half::open(address, &text, seed).await;
    // Dice are typed, but draws are not: where there are any, the generators must be the same.
    let draws = replay.steps.iter().flat_map(|step| &step.rolls).any(|roll| roll.drawn);
    let mut two = Half::open(address, &other, if draws { seed } else { seed + 1_000_000 }).await;
    // Places that there are in one of them, or in none.
    let mut places: Vec<String> = ["x", "", "0,0", "3,-1", "250,250"].map(str::to_owned).to_vec();
    for file in [&text, &other] {
        let file: toml::Table = file.parse().unwrap();
        let zones = file.get("zone").and_then(toml::Value::as_array).into_iter().flatten();
        places.extend(zones.filter_map(|zone| Some(zone.get("id")?.as_str()?.to_owned())));
    }
    places.extend((0..30).map(|_| format!("{},{}", lots.below(24), lots.below(18))));
    for (number, step) in replay.steps.iter().enumerate() {
        if number % ASKED == ASKED - 1 {
            let choices = one.judge.choices();
            let all = questions(&one, &places, &choices, number, &mut lots);
            let (ours, theirs) = (one.asked(&all, address).await, two.asked(&all, address).await);
            for (of, answer) in &ours {
                let other = &theirs[of];
                assert!(
                    answer.is_none() || other.is_none() || answer == other,
                    "{name} {seed}, step {number}: {of}\n{answer:?}\n{other:?}"
                );
            }
        }
        let typed = step.rolls.iter().filter(|roll| !roll.drawn);
        let faces: Vec<u16> = typed.flat_map(|roll| roll.faces.clone()).collect();
        let choice = step.choice.as_deref().expect("nobody judged");
        one.step(choice, &faces).await;
        two.step(choice, &faces).await;
    }
    let at = format!("{name} with seed {seed}");
    let compared = the_same(&at, &one.player, &two.player) + the_same(&at, &one.watcher, &two.watcher);
    for side in [one, two] {
        side.judge.leave().await;
        side.player.leave().await;
        side.watcher.leave().await;
    }
    Some(compared)
}

fn is_trek(text: &str) -> bool {
    text.contains("[[encounter]]")
}

/// All shipped content, by name, with its text.
fn content() -> Vec<(String, String)> {
    let fights = every_scenario().into_iter().map(|name| {
        let text = built_in(&name).unwrap().source.text;
        (name, text)
    });
    let treks = adventures().map(|one| (format!("{}/{}", one.system, one.id), one.source.text));
    let all: BTreeMap<String, String> = fights.chain(treks).collect();
    all.into_iter().collect()
}

async fn compare_all(system: &str) {
    let server = server().await;
    let content: Vec<(String, String)> =
        content().into_iter().filter(|(name, _)| name.starts_with(&format!("{system}/"))).collect();
    let share = pairs().div_ceil(fracas_systems::System::ALL.len());
    let (mut made, mut fights, mut messages) = (0, 0, 0);
    for seed in 1.. {
        for (name, text) in &content {
            // By default one fight and the adventure of each system, and not to the end.
            fights += usize::from(!is_trek(text));
            if share == 0 && !is_trek(text) && fights > 1 {
                continue;
            }
            let steps = if share == 0 { STEPS / 2 } else { 2_000 };
            if let Some(compared) = compared(server.address(), name, text, seed, steps).await {
                (made, messages) = (made + 1, messages + compared);
            }
        }
        if made >= share {
            break;
        }
        assert!(seed < 10_000, "{system}: nothing can be hidden");
    }
    println!("{system}: {made} pairs, {messages} messages the same");
    assert!(made > 0 && messages > 20);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_hidden_changes_no_byte_in_ardor() {
    compare_all("ardor").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_hidden_changes_no_byte_in_delve() {
    compare_all("delve").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_hidden_changes_no_byte_in_heed() {
    compare_all("heed").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_hidden_changes_no_byte_in_ranks() {
    compare_all("ranks").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_hidden_changes_no_byte_in_twelves() {
    compare_all("twelves").await;
}
