//! Whole fights over the wire, in every system: two players, a judge and a watcher.

use serde_json::json;

use crate::common::{Client, one_scenario_each, open, server};

/// Plays its heroes by hand for a while, then lets minds go on, until the fight is over.
pub async fn play(mut client: Client, by_hand: usize) -> Client {
    let (mut made, mut tried) = (0, u64::MAX);
    while made < by_hand && !client.is_over() {
        client.until(|c| c.is_over() || (!c.choices().is_empty() && c.position() != tried)).await;
        if client.is_over() {
            break;
        }
        let choices = client.choices();
        tried = client.position();
        let choice = choices[(made * 7 + 3) % choices.len()].clone();
        let reply = client.say(client.choose(&choice)).await;
        match reply["code"].as_str() {
            None => made += 1,
            // Another was quicker.
            Some("stale") => {}
            Some(_) => panic!("{choice}: {reply}"),
        }
    }
    let own = client.state["seat"]["controls"].clone();
    client.ok(json!({ "type": "auto", "who": own, "on": true })).await;
    client.until(|c| c.is_over()).await;
    client
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_fight_of_two_players_in_every_system() {
    let server = server().await;
    for scenario in one_scenario_each() {
        let opened =
            open(server.address(), json!({ "scenario": scenario, "mode": "judge", "seed": 7 })).await;
        let (table, links) = (&opened.table, &opened.links);
        assert_eq!(opened.you, links.judge);
        assert!(links.players.len() >= 2, "{scenario} has heroes for two");
        let mut judge = Client::join(server.address(), table, &links.judge, None).await;
        let mut watcher = Client::join(server.address(), table, &links.watcher, None).await;
        let watching = tokio::spawn(async move {
            watcher.until(|c| c.is_over()).await;
            watcher
        });
        let mut playing = Vec::new();
        for link in &links.players {
            let client = Client::join(server.address(), table, &link.token, None).await;
            assert_eq!(client.state["seat"]["kind"], "player");
            playing.push(tokio::spawn(play(client, 6)));
        }
        judge.ok(json!({ "type": "pace", "ms": 0 })).await;
        judge.until(|c| c.is_over()).await;
        assert!(watching.await.unwrap().choices().is_empty());
        for client in playing {
            let client = client.await.unwrap();
            assert_eq!(client.state["view"]["outcome"], judge.state["view"]["outcome"], "{scenario}");
            assert_eq!(client.steps(), judge.steps());
            // What came bit by bit is what comes at once.
            let token =
                links.players.iter().find(|l| l.name == client.state["seat"]["name"]).unwrap().token.clone();
            let again = Client::join(server.address(), table, &token, None).await;
            assert_eq!(again.log, client.log, "{scenario}");
            assert!(!again.log.is_empty());
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_solo_table_runs_by_itself_against_minds() {
    let server = server().await;
    let opened = open(server.address(), json!({ "scenario": "delve/goblins-at-the-ford", "seed": 3 })).await;
    let mut client = Client::join(server.address(), &opened.table, &opened.you, None).await;
    assert_eq!(client.state["mode"], "solo");
    assert_eq!(client.state["seat"]["host"], true);
    assert_eq!(client.state["pace"], 700);
    client.ok(json!({ "type": "pace", "ms": 0 })).await;
    let mut client = play(client, 4).await;
    // Odds came for what was chosen, for its position.
    client.until(|c| !c.odds.is_empty()).await;
    let odds = client.odds.values().next().unwrap();
    let stakes = &odds["odds"][0]["stakes"];
    assert!(stakes["exact"].is_boolean() && stakes["harm"]["mean"].is_number(), "{stakes}");
    server.stop().await;
}

/// In an adventure fights open and close, combatants come and go, and the map grows: the same table goes on through it. One
/// adventure of each system; `pairs` plays all of them over the wire.
#[tokio::test(flavor = "multi_thread")]
async fn adventures_are_played_over_the_wire() {
    const ENOUGH: u64 = 250;
    let server = server().await;
    for system in fracas_systems::System::ALL {
        let Some(adventure) = fracas_content::adventures().find(|one| one.system == system.name()) else {
            continue;
        };
        let name = format!("{}/{}", adventure.system, adventure.id);
        let opened = open(server.address(), json!({ "scenario": name, "mode": "judge", "seed": 5 })).await;
        let (table, links) = (&opened.table, &opened.links);
        let mut judge = Client::join(server.address(), table, &links.judge, None).await;
        let mut player = Client::join(server.address(), table, &links.players[0].token, None).await;
        let mut met = std::collections::BTreeSet::new();
        let everyone = |c: &Client| -> Vec<u64> {
            let tokens = c.state["view"]["tokens"].as_array().unwrap().iter();
            tokens.map(|token| token["who"].as_u64().unwrap()).collect()
        };
        let party = everyone(&judge);
        judge.ok(json!({ "type": "auto", "who": party, "on": true })).await;
        // Step by step, so that nobody is left behind who reads a large map.
        judge.ok(json!({ "type": "pace", "ms": null })).await;
        while !judge.is_over() && judge.steps() < ENOUGH {
            let position = judge.position();
            judge.ok(json!({ "type": "go", "position": position })).await;
            judge.until(|c| c.position() != position || c.is_over()).await;
            let revision = judge.revision();
            player.until(|c| c.revision() >= revision).await;
            met.extend(everyone(&judge));
        }
        assert!(met.len() > party.len(), "{name}: somebody was met");
        judge.ok(json!({ "type": "pause", "on": true })).await;
        judge.until(|c| c.state["paused"] == true).await;
        let revision = judge.revision();
        player.until(|c| c.revision() >= revision).await;
        let own = player.state["seat"]["controls"].as_array().unwrap().clone();
        assert_eq!(own.len(), 1, "{name}: a seat keeps its hero through everything");
        // What came bit by bit is what comes at once.
        let again = Client::join(server.address(), table, &links.players[0].token, None).await;
        assert_eq!((&again.log, again.revision()), (&player.log, player.revision()), "{name}");
        assert_eq!(again.state["view"], player.state["view"], "{name}");
        let url = format!("http://{}/api/tables/{table}/moments?from=200&to=210", server.address());
        let moments = crate::common::http().get(url).bearer_auth(&links.judge).send().await.unwrap();
        assert_eq!(moments.status(), 200, "{name}");
    }
    server.stop().await;
}
