//! What enemies could do, asked for on demand, in every system; and the lists that a judge chooses from.

use serde_json::{Value, json};

use crate::common::{Client, http, one_scenario_each, open, server};

/// What enemies could do to `who` now.
async fn threats(client: &mut Client, who: &Value, to: Option<&Value>) -> Value {
    let mut message = json!({ "type": "threats", "who": who });
    if let Some(to) = to {
        message["to"] = to.clone();
    }
    let reply = client.say(message).await;
    assert_eq!(reply["ok"], true, "{reply}");
    let id = reply["id"].as_str().unwrap().to_owned();
    client.until(|c| c.threats.contains_key(&id)).await;
    client.threats[&id].clone()
}

fn token<'a>(client: &'a Client, who: &Value) -> &'a Value {
    client.state["view"]["tokens"].as_array().unwrap().iter().find(|token| token["who"] == *who).unwrap()
}

/// Every system knows what its monsters could do to a hero; who is not seen is not spoken of.
#[tokio::test(flavor = "multi_thread")]
async fn what_enemies_could_do_is_told_in_every_system() {
    let server = server().await;
    for scenario in one_scenario_each() {
        let opened =
            open(server.address(), json!({ "scenario": scenario, "mode": "judge", "seed": 7 })).await;
        let links = &opened.links;
        let mut judge = Client::join(server.address(), &opened.table, &links.judge, None).await;
        let mut player = Client::join(server.address(), &opened.table, &links.players[0].token, None).await;
        let hero = player.state["seat"]["controls"][0].clone();
        let mut told = 0;
        for _ in 0..60 {
            let answer = threats(&mut player, &hero, None).await;
            assert_eq!(answer["position"], player.state["position"], "{scenario}");
            assert_eq!(answer["who"], hero);
            for threat in answer["threats"].as_array().unwrap() {
                let by = token(&player, &threat["by"]);
                assert!(by["side"] == "monsters" && by["place"].is_string(), "{scenario}: {by}");
                let stakes = &threat["stakes"];
                let means = stakes["harm"]["most"].as_i64().unwrap() > 0
                    || !stakes["drops"].as_array().unwrap().is_empty()
                    || stakes["chance"].is_object();
                assert!(means && !threat["label"].as_str().unwrap().is_empty(), "{scenario}: {threat}");
                told += 1;
            }
            if told > 0 || judge.is_over() {
                break;
            }
            let position = judge.position();
            judge
                .ok(json!({ "type": "auto", "who": judge.state["view"]["question"]["asked"], "on": true }))
                .await;
            judge.until(|c| c.state["waits"].is_object()).await;
            judge.ok(json!({ "type": "go", "position": position })).await;
            judge.until(|c| c.position() != position).await;
            let position = judge.position();
            player.until(|c| c.position() == position).await;
        }
        assert!(told > 0, "{scenario}: enemies are dangerous at some time");
        assert_eq!(player.steps(), judge.steps(), "asking changes nothing");
    }
    server.stop().await;
}

/// Farther from the enemy there is less to fear, and the answer is what the enemy's own odds say on its turn.
#[tokio::test(flavor = "multi_thread")]
async fn threats_are_the_enemys_odds_and_depend_on_the_place() {
    let server = server().await;
    let scenario = "delve/goblins-at-the-ford";
    let opened = open(server.address(), json!({ "scenario": scenario, "mode": "judge", "seed": 7 })).await;
    let mut judge = Client::join(server.address(), &opened.table, &opened.links.judge, None).await;
    let choice = judge.choices()[0].clone();
    judge.ok(judge.choose(&choice)).await;
    judge.until(|c| c.steps() == 1).await;
    let who = judge.state["view"]["tokens"][0]["who"].clone();
    let monsters = judge.state["view"]["tokens"].as_array().unwrap().iter();
    let near = monsters.filter(|token| token["side"] == "monsters").map(|token| token["place"].clone());
    let near = near.collect::<Vec<_>>()[0].clone();
    let close = threats(&mut judge, &who, Some(&near)).await;
    let far = threats(&mut judge, &who, None).await;
    let direct = |answer: &Value| {
        let all = answer["threats"].as_array().unwrap().clone();
        all.into_iter().filter(|threat| threat["after"].is_null()).collect::<Vec<Value>>()
    };
    assert!(direct(&close).len() > direct(&far).len(), "{close} {far}");
    assert!(close["complete"] == true && far["complete"] == true);
    let place = token(&judge, &who)["place"].clone();
    assert_ne!(place, near, "nobody has moved");

    // Put there in earnest, and on the goblin's turn, the odds are the same.
    judge.ok(json!({ "type": "judge", "act": { "act": "move", "who": who, "to": near } })).await;
    let steps = judge.steps();
    judge.until(|c| c.steps() > steps || token(c, &who)["place"] == near).await;
    let threat = &direct(&close)[0];
    let mut compared = false;
    for _ in 0..200 {
        let choices = judge.state["view"]["choices"].as_array().unwrap().clone();
        let same = choices.iter().find(|choice| {
            choice["who"] == threat["by"]
                && choice["label"] == threat["label"]
                && choice["targets"].as_array().unwrap().contains(&who)
        });
        if let Some(same) = same {
            let (text, position) = (same["text"].as_str().unwrap().to_owned(), judge.position());
            let told = |c: &Client| {
                let odds = c.odds.get(&text).filter(|odds| odds["position"] == position)?;
                let mut told = odds["odds"].as_array()?.iter();
                Some(told.find(|one| one["text"] == text.as_str())?["stakes"].clone())
            };
            // A quick estimate is followed by a better one.
            judge.until(|c| told(c).is_some_and(|stakes| stakes["rough"].is_null())).await;
            // Why it is so is told to those who look at a choice.
            let mut stakes = told(&judge).unwrap();
            stakes.as_object_mut().unwrap().remove("because");
            assert_eq!(stakes, threat["stakes"]);
            compared = true;
            break;
        }
        let position = judge.position();
        let harmless = choices.iter().rev().find(|choice| choice["targets"] == json!([])).unwrap();
        let text = harmless["text"].as_str().unwrap().to_owned();
        judge.ok(judge.choose(&text)).await;
        judge.until(|c| c.position() != position).await;
    }
    assert!(compared, "the goblin came to its turn");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn threats_are_asked_for_ones_own_and_for_places_that_there_are() {
    let server = server().await;
    let wanted = json!({ "scenario": "delve/goblins-at-the-ford", "mode": "judge", "seed": 7 });
    let opened = open(server.address(), wanted).await;
    let links = &opened.links;
    let mut player = Client::join(server.address(), &opened.table, &links.players[0].token, None).await;
    let own = player.state["seat"]["controls"][0].clone();
    assert_eq!(player.refused(json!({ "type": "threats", "who": 1 })).await, "not-yours");
    assert_eq!(player.refused(json!({ "type": "threats", "who": 77 })).await, "not-yours");
    assert_eq!(player.refused(json!({ "type": "threats", "who": own, "to": "nowhere" })).await, "refused");
    let mut watcher = Client::join(server.address(), &opened.table, &links.watcher, None).await;
    assert_eq!(watcher.refused(json!({ "type": "threats", "who": own })).await, "not-yours");
    server.stop().await;
}

/// A judge can put every condition of the list on somebody, and bring in every creature.
#[tokio::test(flavor = "multi_thread")]
async fn systems_list_what_a_judge_can_choose_from() {
    let server = server().await;
    let url = format!("http://{}/api/systems", server.address());
    let systems: Vec<Value> = http().get(url).send().await.unwrap().json().await.unwrap();
    assert_eq!(systems.len(), fracas_systems::System::ALL.len());
    for scenario in one_scenario_each() {
        let system = systems.iter().find(|s| scenario.starts_with(s["id"].as_str().unwrap())).unwrap();
        for list in ["creatures", "conditions"] {
            let list = system[list].as_array().unwrap();
            assert!(!list.is_empty(), "{scenario}");
            assert!(list.iter().all(|one| !one["name"].as_str().unwrap().is_empty()), "{scenario}");
        }
        let opened =
            open(server.address(), json!({ "scenario": scenario, "mode": "judge", "seed": 7 })).await;
        let mut judge = Client::join(server.address(), &opened.table, &opened.links.judge, None).await;
        for condition in system["conditions"].as_array().unwrap() {
            let act = json!({ "act": "afflict", "who": 0, "condition": condition["id"], "rank": 1 });
            let reply = judge.say(json!({ "type": "judge", "act": act })).await;
            let words = reply["message"].as_str().unwrap_or_default();
            assert!(
                reply["ok"] == true || !words.contains("no condition"),
                "{scenario}: {condition}: {reply}"
            );
        }
        for creature in system["creatures"].as_array().unwrap() {
            let act =
                json!({ "act": "add", "creature": creature["id"], "side": "monsters", "to": "nowhere" });
            let reply = judge.say(json!({ "type": "judge", "act": act })).await;
            let words = reply["message"].as_str().unwrap();
            assert!(!words.contains("no creature"), "{scenario}: {creature}: {reply}");
        }
    }
    server.stop().await;
}
