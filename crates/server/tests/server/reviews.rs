//! What is done with a fight that is over: it is reviewed, and played on from anywhere.

use serde_json::{Value, json};

use crate::common::{Client, http, open, server};

const ORCHARD: &str = "twelves/worm-orchard";

/// A solo table that minds have played to its end, and its replay.
async fn fought(address: std::net::SocketAddr) -> (Client, String, String, Value) {
    let opened = open(address, json!({ "scenario": ORCHARD, "seed": 3 })).await;
    let mut client = Client::join(address, &opened.table, &opened.you, None).await;
    let url =
        |what: &str| format!("http://{address}/api/tables/{}/{what}?token={}", opened.table, opened.you);
    let early = http().get(url("review")).send().await.unwrap();
    assert_eq!(early.status(), 403, "nobody reviews what is not over");
    client.ok(json!({ "type": "pace", "ms": 0 })).await;
    let own = client.state["seat"]["controls"].clone();
    client.ok(json!({ "type": "auto", "who": own, "on": true })).await;
    client.until(|c| c.is_over()).await;
    let replay = http().get(url("replay")).send().await.unwrap().text().await.unwrap();
    let review = http().get(url("review")).send().await.unwrap();
    assert_eq!(review.status(), 200);
    (client, opened.table, replay, review.json().await.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fight_is_reviewed_and_luck_and_skill_add_up() {
    let server = server().await;
    let (client, _, _, review) = fought(server.address()).await;
    let steps = review["steps"].as_array().unwrap();
    assert_eq!(steps.len() as u64, client.steps());
    let part = |step: &Value, of: &str| step[of].as_f64().unwrap();
    let sum: f64 = steps.iter().map(|step| part(step, "luck") + part(step, "skill")).sum();
    assert!((sum - (part(&review, "final") - part(&review, "initial"))).abs() < 1e-9, "{review}");
    assert!(!review["turning_points"].as_array().unwrap().is_empty());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replay_is_played_on_from_any_of_its_steps() {
    let server = server().await;
    let address = server.address();
    let (first, _, replay, _) = fought(address).await;
    let opened = open(address, json!({ "replay": replay, "steps": 5 })).await;
    let mut again = Client::join(address, &opened.table, &opened.you, None).await;
    assert_eq!(again.steps(), 5);
    let early: Vec<&Value> = first.log.iter().filter(|line| line["step"].as_u64() < Some(5)).collect();
    let told: Vec<&Value> = again.log.iter().collect();
    assert_eq!(told, early, "the log is as it was told");
    again.ok(json!({ "type": "pace", "ms": 0 })).await;
    let own = again.state["seat"]["controls"].clone();
    again.ok(json!({ "type": "auto", "who": own, "on": true })).await;
    again.until(|c| c.is_over()).await;

    // All of it is the fight that is over.
    let opened = open(address, json!({ "replay": replay })).await;
    let whole = Client::join(address, &opened.table, &opened.you, None).await;
    assert_eq!((whole.steps(), whole.is_over()), (first.steps(), true));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_replay_is_refused_in_words() {
    let server = server().await;
    let address = server.address();
    let (_, _, replay, _) = fought(address).await;
    let mut other: Value = serde_json::from_str(&replay).unwrap();
    other["steps"][1]["choice"] = json!("nobody does anything");
    for (wanted, says) in [
        (json!({ "replay": "{}" }), "not a replay"),
        (json!({ "replay": replay, "steps": 100_000 }), "not 100000"),
        (json!({ "replay": other.to_string() }), "step 2"),
    ] {
        let answer = http().post(format!("http://{address}/api/tables")).json(&wanted).send().await.unwrap();
        assert_eq!(answer.status(), 422, "{says}");
        let told: Value = answer.json().await.unwrap();
        assert_eq!(told["code"], "bad-replay");
        assert!(told["message"].as_str().unwrap().contains(says), "{told}");
    }
    server.stop().await;
}
