//! Seats: links, handing over, minds in the place of players, guests.

use fracas_server::Server;
use serde_json::{Value, json};

use crate::common::{Client, config, open, server};

const FORD: &str = "delve/goblins-at-the-ford";

fn seat_of<'a>(state: &'a Value, id: &Value) -> &'a Value {
    state["seats"].as_array().unwrap().iter().find(|seat| seat["id"] == *id).expect("the seat")
}

#[tokio::test(flavor = "multi_thread")]
async fn heroes_can_be_grouped_into_seats() {
    let server = server().await;
    let address = server.address();
    let opened = open(address, json!({ "scenario": FORD, "mode": "judge" })).await;
    let ids: Vec<String> = opened.links.players.iter().flat_map(|player| player.heroes.clone()).collect();
    let seats = json!([{ "name": "Anna", "heroes": [ids[0], ids[1]] }, { "heroes": [] }]);
    let grouped =
        open(address, json!({ "scenario": FORD, "mode": "judge", "seats": seats, "name": "Tuesday" })).await;
    assert_eq!(grouped.links.players[0].heroes, ids[..2]);
    assert_eq!(grouped.links.players[0].name, "Anna");
    let anna = Client::join(address, &grouped.table, &grouped.links.players[0].token, None).await;
    assert_eq!(anna.state["seat"]["controls"].as_array().unwrap().len(), 2);
    assert_eq!(anna.state["name"], "Tuesday");
    for wrong in [json!([{ "heroes": ["nobody"] }]), json!([{ "heroes": [ids[0]] }, { "heroes": [ids[0]] }])]
    {
        let body = json!({ "scenario": FORD, "seats": wrong });
        let response =
            crate::common::http().post(format!("http://{address}/api/tables")).json(&body).send().await;
        assert_eq!(response.unwrap().status(), 422, "{body}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_judge_hands_over_a_hero_and_both_see_it() {
    let server = server().await;
    let (address, opened) =
        (server.address(), open(server.address(), json!({ "scenario": FORD, "mode": "judge" })).await);
    let links = &opened.links;
    let mut judge = Client::join(address, &opened.table, &links.judge, None).await;
    let mut one = Client::join(address, &opened.table, &links.players[0].token, None).await;
    let mut two = Client::join(address, &opened.table, &links.players[1].token, None).await;
    let (first, second) =
        (one.state["seat"]["controls"][0].clone(), two.state["seat"]["controls"][0].clone());
    let seat = one.state["seat"]["id"].clone();
    judge.ok(json!({ "type": "seat", "seat": seat, "controls": [first, second] })).await;
    one.until(|c| c.state["seat"]["controls"].as_array().unwrap().len() == 2).await;
    two.until(|c| c.state["seat"]["controls"].as_array().unwrap().is_empty()).await;
    assert!(two.choices().is_empty());
    let bad = json!({ "type": "seat", "seat": seat, "controls": [120] });
    assert_eq!(judge.refused(bad).await, "refused");

    let own = two.state["seat"]["id"].clone();
    two.ok(json!({ "type": "seat", "seat": own, "name": "Bert" })).await;
    judge.until(|c| seat_of(&c.state, &own)["name"] == "Bert").await;
    assert_eq!(two.refused(json!({ "type": "seat", "seat": own, "name": "\u{7}" })).await, "refused");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_link_shuts_the_old_one_out() {
    let server = server().await;
    let (address, opened) =
        (server.address(), open(server.address(), json!({ "scenario": FORD, "mode": "judge" })).await);
    let old = &opened.links.players[0].token;
    let mut judge = Client::join(address, &opened.table, &opened.links.judge, None).await;
    let mut player = Client::join(address, &opened.table, old, None).await;
    let seat = player.state["seat"]["id"].clone();
    judge.ok(json!({ "type": "seat", "seat": seat, "renew": true })).await;
    assert_eq!(player.until_closed().await, 1013);
    let gone = Client::join(address, &opened.table, old, None).await;
    assert_eq!(gone.gone.unwrap()["code"], "bad-token");
    judge.until(|c| seat_of(&c.state, &seat)["token"] != json!(old)).await;
    let token = seat_of(&judge.state, &seat)["token"].as_str().unwrap().to_owned();
    let back = Client::join(address, &opened.table, &token, None).await;
    assert_eq!(back.state["seat"]["id"], seat);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_are_invited_and_a_mind_takes_a_seat() {
    let server = server().await;
    let (address, opened) =
        (server.address(), open(server.address(), json!({ "scenario": FORD, "mode": "judge" })).await);
    let mut judge = Client::join(address, &opened.table, &opened.links.judge, None).await;
    let mut player = Client::join(address, &opened.table, &opened.links.players[0].token, None).await;
    judge.ok(json!({ "type": "invite", "kind": "watcher", "name": "Carla", "controls": [] })).await;
    let carla =
        |c: &Client| c.state["seats"].as_array().unwrap().iter().find(|s| s["name"] == "Carla").cloned();
    judge.until(|c| carla(c).is_some()).await;
    let token = carla(&judge).unwrap()["token"].as_str().unwrap().to_owned();
    let guest = Client::join(address, &opened.table, &token, None).await;
    assert_eq!(guest.state["seat"]["kind"], "watcher");
    judge.until(|c| carla(c).unwrap()["online"] == true).await;
    guest.leave().await;
    judge.until(|c| carla(c).unwrap()["online"] == false).await;
    assert_eq!(
        judge.refused(json!({ "type": "invite", "kind": "judge", "name": "X", "controls": [] })).await,
        "refused"
    );

    let seat = player.state["seat"]["id"].clone();
    judge.ok(json!({ "type": "seat", "seat": seat, "mind": true })).await;
    player.until(|c| seat_of(&c.state, &seat)["mind"] == true).await;
    let hero = player.state["seat"]["controls"][0].clone();
    assert!(player.state["minds"].as_array().unwrap().contains(&hero));
    judge.ok(json!({ "type": "seat", "seat": seat, "mind": false })).await;
    player.until(|c| seat_of(&c.state, &seat)["mind"] == false).await;
    server.stop().await;
}

/// As the judge lets everybody end their turns until Vesk can call a wisp, and calls it.
async fn call_a_wisp(judge: &mut Client) -> Value {
    for _ in 0..400 {
        let offered = judge.state["view"]["choices"].as_array().unwrap().clone();
        let text = |choice: &Value| choice["text"].as_str().unwrap().to_owned();
        let calls = |choice: &&Value| text(choice).starts_with("vesk") && text(choice).contains("call-wisp");
        let called = offered.iter().find(calls);
        let ends = offered.iter().find(|choice| choice["tab"] == "turn");
        let choice = text(called.or(ends).unwrap_or(&offered[0]));
        let (position, calls) = (judge.position(), called.is_some());
        judge.ok(judge.choose(&choice)).await;
        judge.until(|c| c.position() != position).await;
        let wisp = judge.state["view"]["tokens"].as_array().unwrap().iter().find(|one| one["id"] == "wisp");
        if let (true, Some(wisp)) = (calls, wisp) {
            return wisp["who"].clone();
        }
    }
    panic!("nobody called a wisp");
}

#[tokio::test(flavor = "multi_thread")]
async fn whom_a_mind_calls_is_played_by_that_mind_and_whom_a_player_calls_by_the_player() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("tables.sqlite");
    for mind in [true, false] {
        let server = Server::start(config(Some(&database))).await.expect("a server starts");
        let wanted = json!({ "scenario": "ranks/drowned-crypt", "mode": "judge", "seed": 2 });
        let opened = open(server.address(), wanted).await;
        let owner = opened.links.players.iter().find(|player| player.heroes == ["vesk"]).expect("a player");
        let mut judge = Client::join(server.address(), &opened.table, &opened.links.judge, None).await;
        let player = Client::join(server.address(), &opened.table, &owner.token, None).await;
        let (seat, vesk) = (player.state["seat"]["id"].clone(), player.state["seat"]["controls"][0].clone());
        judge.ok(json!({ "type": "auto", "who": [vesk], "on": mind })).await;
        let wisp = call_a_wisp(&mut judge).await;
        judge.until(|c| seat_of(&c.state, &seat)["controls"].as_array().unwrap().contains(&wisp)).await;
        assert_eq!(judge.state["minds"].as_array().unwrap().contains(&wisp), mind);

        // A server that starts again knows it still.
        server.stop().await;
        let server = Server::start(config(Some(&database))).await.expect("a server starts");
        let judge = Client::join(server.address(), &opened.table, &opened.links.judge, None).await;
        assert_eq!(judge.state["minds"].as_array().unwrap().contains(&wisp), mind);
        assert!(seat_of(&judge.state, &seat)["controls"].as_array().unwrap().contains(&wisp));
        server.stop().await;
    }
}
