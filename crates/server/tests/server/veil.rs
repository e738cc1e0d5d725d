//! What the judge hides: no byte of it reaches a player or a watcher until it is revealed, in every system; it can be taken
//! back, and a server that is started again still hides it.

use fracas_server::Server;
use serde_json::{Value, json};

use crate::common::{Client, config, one_scenario_each, open, server};

const FORD: &str = "delve/goblins-at-the-ford";

fn act(act: Value) -> Value {
    json!({ "type": "judge", "act": act })
}

fn tokens(client: &Client) -> &Vec<Value> {
    client.state["view"]["tokens"].as_array().unwrap()
}

fn shows(client: &Client, id: &str) -> bool {
    tokens(client).iter().any(|token| token["id"] == id)
}

/// Everything that has come, as one text.
fn heard(client: &Client) -> String {
    client.received.join("\n")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hidden_token_is_in_nothing_that_others_receive_until_it_is_revealed() {
    let server = server().await;
    for scenario in one_scenario_each() {
        let opened =
            open(server.address(), json!({ "scenario": scenario, "mode": "judge", "seed": 5 })).await;
        let mut judge = Client::join(server.address(), &opened.table, &opened.links.judge, None).await;
        let monsters: Vec<(String, u64)> = tokens(&judge)
            .iter()
            .filter(|token| token["side"] == "monsters" && !token["place"].is_null())
            .map(|token| (token["id"].as_str().unwrap().to_owned(), token["who"].as_u64().unwrap()))
            .collect();
        let (id, who) = monsters.last().cloned().unwrap();
        let place = tokens(&judge).iter().find(|token| token["who"] == who).unwrap()["place"].clone();
        judge.ok(act(json!({ "act": "hide", "who": who }))).await;
        judge.until(|judge| judge.state["veiled"]["who"] == json!([who])).await;
        let shown = tokens(&judge).iter().find(|token| token["who"] == who).unwrap();
        assert_eq!(
            (&shown["place"], &shown["status"]),
            (&place, &json!("up")),
            "{scenario}: the judge sees it"
        );
        // Whoever comes now has never heard of it.
        let player = &opened.links.players[0];
        let mut player = Client::join(server.address(), &opened.table, &player.token, None).await;
        let mut watcher = Client::join(server.address(), &opened.table, &opened.links.watcher, None).await;
        let position = judge.position();
        judge.ok(act(json!({ "act": "set", "who": who, "track": track(&judge, who), "value": 2 }))).await;
        judge.until(|judge| judge.position() > position).await;
        for _ in 0..12 {
            if judge.is_over() {
                break;
            }
            let position = judge.position();
            let choices = judge.choices();
            let goes_on = |choice: &&String| !choice.contains("retreat") && !choice.contains("leave");
            let Some(choice) = choices.iter().find(goes_on) else { break };
            judge.ok(judge.choose(choice)).await;
            judge.until(|judge| judge.position() > position).await;
        }
        let now = judge.position();
        for client in [&mut player, &mut watcher] {
            client.until(|client| client.position() >= now).await;
        }
        // What is asked about it is answered as for what does not exist.
        let mut nobody = Vec::new();
        for id in [id.as_str(), "nobody-77"] {
            let reply = player.say(player.choose(&format!("{} attack {id} sword", hero(&player)))).await;
            nobody.push(reply["message"].as_str().unwrap_or_default().replace(id, "X"));
        }
        assert_eq!(nobody[0], nobody[1], "{scenario}");
        for client in [&player, &watcher] {
            let mut heard = heard(client);
            // The player's own words come back in the refusal.
            heard = heard.replace(&format!("attack {id} sword"), "");
            assert!(!heard.contains(&format!("\"{id}\"")), "{scenario}: {id} is in what was sent");
            assert!(
                !heard.contains(&format!("\"{id} ")) && !heard.contains(&format!(" {id}\"")),
                "{scenario}"
            );
            assert_eq!(client.state["veiled"], json!({ "who": [], "zones": [] }), "{scenario}");
        }
        judge.ok(act(json!({ "act": "reveal", "who": who }))).await;
        player.until(|player| player.position() > now).await;
        judge.until(|judge| judge.state["veiled"]["who"] == json!([])).await;
        if scenario.starts_with("delve") {
            assert!(shows(&player, &id), "{scenario}: revealed");
            assert!(player.told().iter().any(|line| line.contains("comes into sight")), "{scenario}");
        }
    }
}

fn hero(client: &Client) -> String {
    let hero = tokens(client).iter().find(|token| token["side"] == "heroes").unwrap();
    hero["id"].as_str().unwrap().to_owned()
}

/// The track that its health stands on.
fn track(judge: &Client, who: u64) -> Value {
    let token = tokens(judge).iter().find(|token| token["who"] == who).unwrap();
    let tracks = token["tracks"].as_array().unwrap();
    tracks.iter().find(|track| track["kind"] == "health").unwrap()["id"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hidden_zone_is_on_no_map_and_stays_hidden_through_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("tables.sqlite");
    let first = Server::start(config(Some(&database))).await.unwrap();
    let opened = open(first.address(), json!({ "scenario": FORD, "mode": "judge", "seed": 5 })).await;
    let (table, links) = (opened.table.clone(), opened.links.clone());
    let mut judge = Client::join(first.address(), &table, &links.judge, None).await;
    let zone = |zone: &str| json!({ "act": "hide-zone", "zone": zone });
    // Heroes stand on the near bank, and the ford lies between the banks.
    for wrong in ["near-bank", "ford", "moon"] {
        assert_eq!(judge.refused(act(zone(wrong))).await, "refused", "{wrong}");
    }
    judge.ok(act(zone("copse"))).await;
    judge.until(|judge| judge.state["veiled"]["zones"] == json!(["copse"])).await;
    let player = Client::join(first.address(), &table, &links.players[0].token, None).await;
    assert!(!heard(&player).to_lowercase().contains("copse"), "{}", heard(&player));
    player.leave().await;
    judge.leave().await;
    first.stop().await;

    let second = Server::start(config(Some(&database))).await.unwrap();
    let mut judge = Client::join(second.address(), &table, &links.judge, None).await;
    assert_eq!(judge.state["veiled"]["zones"], json!(["copse"]));
    let mut player = Client::join(second.address(), &table, &links.players[0].token, None).await;
    // Nobody can go there, and asking about it is answered as for a place that does not exist.
    let mut answers = Vec::new();
    for place in ["copse", "nowhere"] {
        let message = json!({ "type": "threats", "who": player.state["seat"]["controls"][0], "to": place });
        answers.push(player.say(message).await["message"].clone());
    }
    assert_eq!(answers[0], answers[1]);
    assert!(!heard(&player).to_lowercase().contains("copse"));
    // Taken back it is there, and done again it is not.
    let position = judge.position();
    judge.ok(json!({ "type": "take-back", "position": position, "steps": 1 })).await;
    player.until(|player| player.position() > position).await;
    assert!(player.state["view"]["map"].to_string().contains("copse"));
    assert!(
        !player.told().iter().any(|line| line.contains("copse")),
        "what was taken back stays the judge's"
    );
    second.stop().await;
}
