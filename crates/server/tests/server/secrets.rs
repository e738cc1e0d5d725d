//! What a seat must not know is not in anything that it receives, byte for byte, through whole fights in every system.

use std::collections::{BTreeMap, BTreeSet};

use fracas_kernel::{Crowd, Seat, Who};
use fracas_systems::open_replay;
use fracas_table::{Game, Replay};
use serde_json::{Value, json};

use crate::common::{Client, every_scenario, http, open, server};
use crate::fights::play;

/// A seed that nothing else looks like.
const SEED: u64 = 8_141_592_653_589_793;

/// Does `text` hold `word` as a word of its own?
fn holds(text: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (text[..at].chars().next_back(), text[at + word.len()..].chars().next());
        !before.is_some_and(part) && !after.is_some_and(part)
    })
}

fn crowd(client: &Client) -> Crowd {
    let controls = client.state["seat"]["controls"].as_array().unwrap();
    controls.iter().map(|who| Who(who.as_u64().unwrap() as u8)).collect()
}

/// For each number of steps: names and ids of those whom the seat has never seen until then.
fn unseen(replay: &Replay, seat: Seat) -> BTreeMap<usize, BTreeSet<String>> {
    let mut game = open_replay(replay).unwrap();
    let mut seen = BTreeSet::new();
    let mut by_step = BTreeMap::new();
    for step in 0..=replay.steps.len() {
        if step > 0 {
            replay.steps[step - 1].redo(&mut *game).unwrap();
        }
        for token in game.view(seat).tokens {
            seen.extend([token.id, token.name]);
        }
        let told: Vec<String> = game.log(0, seat).into_iter().map(|(_, line)| line.text).collect();
        let all = game.view(Seat::Judge).tokens.into_iter().flat_map(|token| [token.id, token.name]);
        // Somebody may be seen for the length of one step only; then the log says so.
        let hidden = all.filter(|name| !seen.contains(name) && !told.iter().any(|line| holds(line, name)));
        by_step.insert(step, hidden.collect());
    }
    by_step
}

fn check(client: &Client, replay: &Replay, seat: Seat, foreign_tokens: &[String], scenario: &str) -> usize {
    let hidden = unseen(replay, seat);
    let mut game: Box<dyn Game> = open_replay(replay).unwrap();
    let mut others = BTreeSet::new();
    for step in &replay.steps {
        if let Some(choice) = &step.choice {
            let who = game.who(choice.split(' ').next().unwrap()).unwrap();
            if !seat.controls(who) {
                others.insert(choice.clone());
            }
        }
        step.redo(&mut *game).unwrap();
    }
    let mut checked = 0;
    for text in &client.received {
        assert!(!text.contains(&SEED.to_string()), "{scenario}: the seed is in {text}");
        for key in ["\"dice\":{", "\"words\":", "\"fiats\":", "\"seed\":", "\"rng\":"] {
            assert!(!text.contains(key), "{scenario}: {key} is in {text}");
        }
        for token in foreign_tokens {
            assert!(!text.contains(token.as_str()), "{scenario}: another's link is in {text}");
        }
        for choice in &others {
            assert!(
                !text.contains(&format!("\"{choice}\"")),
                "{scenario}: another's choice {choice:?} is in {text}"
            );
        }
        let message: Value = serde_json::from_str(text).unwrap();
        if let Some(steps) = message["steps"].as_u64() {
            for name in &hidden[&(steps as usize)] {
                assert!(!holds(text, name), "{scenario}: {name:?}, who hides, is in {text}");
                checked += 1;
            }
        }
    }
    checked
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_hidden_is_in_any_byte_that_a_seat_receives() {
    let server = server().await;
    let address = server.address();
    let mut checked: BTreeMap<String, usize> = BTreeMap::new();
    for scenario in every_scenario() {
        let opened = open(address, json!({ "scenario": scenario, "mode": "judge", "seed": SEED })).await;
        let (table, links) = (&opened.table, &opened.links);
        let mut judge = Client::join(address, table, &links.judge, None).await;
        let mut watcher = Client::join(address, table, &links.watcher, None).await;
        let mut playing = Vec::new();
        for link in &links.players {
            let client = Client::join(address, table, &link.token, None).await;
            playing.push(tokio::spawn(play(client, 3)));
        }
        judge.ok(json!({ "type": "pace", "ms": 0 })).await;
        let mut clients = Vec::new();
        for client in playing {
            clients.push(client.await.unwrap_or_else(|error| panic!("{scenario}: {error}")));
        }
        watcher.until(|c| c.is_over()).await;
        let url = format!("http://{address}/api/tables/{table}/replay?token={}", links.watcher);
        let text = http().get(url).send().await.unwrap().text().await.unwrap();
        let replay = Replay::read(&text).expect("a replay, now that it is over");
        let mut all: Vec<String> = links.players.iter().map(|player| player.token.clone()).collect();
        all.extend([links.judge.clone(), links.watcher.clone()]);
        let system = scenario.split('/').next().unwrap();
        for client in &clients {
            let seat = Seat::Player(crowd(client));
            *checked.entry(system.to_owned()).or_default() += check(client, &replay, seat, &all, &scenario);
        }
        *checked.entry(system.to_owned()).or_default() +=
            check(&watcher, &replay, Seat::Watcher, &all, &scenario);
        assert!(judge.received.iter().any(|text| text.contains(&links.watcher)), "the judge can show links");
    }
    if checked.contains_key("ranks") {
        assert!(checked["ranks"] > 0, "somebody hid: {checked:?}");
    }
    server.stop().await;
}

/// What a seat is sent, without what differs between any two tables.
fn comparable(state: &Value) -> Value {
    let mut state = state.clone();
    for field in ["revision", "position", "seats", "name"] {
        state.as_object_mut().unwrap().remove(field);
    }
    state
}

/// Two tables that differ only in what one player laid face down look the same to the other until it is turned over.
#[tokio::test(flavor = "multi_thread")]
async fn an_intent_that_lies_face_down_changes_nothing_for_others() {
    let server = server().await;
    let address = server.address();
    let ardor = every_scenario().into_iter().filter(|scenario| scenario.starts_with("ardor/"));
    for scenario in ardor {
        let mut seen: Vec<(String, Value)> = Vec::new();
        for last in [false, true] {
            let opened = open(address, json!({ "scenario": scenario, "mode": "judge", "seed": 5 })).await;
            let mut judge = Client::join(address, &opened.table, &opened.links.judge, None).await;
            let mut chooser =
                Client::join(address, &opened.table, &opened.links.players[0].token, None).await;
            let mut other = Client::join(address, &opened.table, &opened.links.players[1].token, None).await;
            // Foes show theirs first; the judge makes their choices.
            while chooser.choices().len() < 2 {
                let (position, choice) = (judge.position(), judge.choices()[0].clone());
                judge.ok(judge.choose(&choice)).await;
                judge.until(|c| c.position() != position).await;
                let position = judge.position();
                chooser.until(|c| c.position() == position).await;
            }
            let choices = chooser.choices();
            let choice = if last { choices.last() } else { choices.first() }.unwrap().clone();
            chooser.ok(chooser.choose(&choice)).await;
            chooser.until(|c| c.steps() == judge.steps() + 1).await;
            let position = chooser.position();
            other.until(|c| c.position() == position).await;
            // The odds of the own choices must not tell either.
            let wanted = other.choices();
            let at =
                |c: &Client, text: &String| c.odds.get(text).is_some_and(|odds| odds["position"] == position);
            other.until(|c| wanted.iter().all(|text| at(c, text))).await;
            let mut state = comparable(&other.state);
            let odds = wanted.iter().map(|text| {
                let all = other.odds[text]["odds"].as_array().unwrap();
                all.iter().find(|one| one["text"] == *text).unwrap().clone()
            });
            state["odds"] = odds.collect();
            seen.push((choice, state));
        }
        assert_ne!(seen[0].0, seen[1].0, "two different intents");
        assert_eq!(seen[0].1, seen[1].1, "{scenario}");
    }
    server.stop().await;
}
