//! How well minds play, whether they say why, what they advise, and when they wait.

use serde_json::{Value, json};

use crate::common::{Client, config, open, server};
use fracas_server::Server;

const FORD: &str = "delve/goblins-at-the-ford";

fn asked(client: &Client) -> Vec<Value> {
    client.state["view"]["question"]["asked"].as_array().cloned().unwrap_or_default()
}

fn minds_are_asked(client: &Client) -> bool {
    let minds = client.state["minds"].as_array().unwrap();
    !client.is_over() && asked(client).iter().all(|who| minds.contains(who))
}

fn waits(client: &Client) -> bool {
    !client.state["waits"].is_null()
}

/// Whoever is asked does something to somebody, if that is possible.
async fn play_on(judge: &mut Client) {
    let choices = judge.state["view"]["choices"].as_array().expect("choices");
    let acts = choices.iter().find(|choice| !choice["targets"].as_array().unwrap().is_empty());
    let choice = acts.or(choices.first()).expect("somebody is asked")["text"].as_str().unwrap().to_owned();
    let position = judge.position();
    let reply = judge.say(judge.choose(&choice)).await;
    // Where others are asked as well, a mind may have been quicker.
    assert!(reply["ok"] == true || reply["code"] == "stale", "{choice}: {reply}");
    judge.until(|c| c.position() != position).await;
}

/// The asides in the log.
fn reasons(client: &Client) -> Vec<String> {
    client.told().into_iter().filter(|line| line.starts_with('(')).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn minds_play_as_well_as_the_table_wants() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("tables.sqlite");
    let server = Server::start(config(Some(&database))).await.unwrap();
    for level in ["easy", "hard", "brutal"] {
        let wanted = json!({ "scenario": FORD, "mode": "judge", "difficulty": level, "seed": 1 });
        let opened = open(server.address(), wanted).await;
        let mut judge = Client::join(server.address(), &opened.table, &opened.links.judge, None).await;
        assert_eq!(judge.state["difficulty"], level);
        judge.ok(json!({ "type": "pace", "ms": 0 })).await;
        // Whenever a mind is asked, the table moves by itself.
        let mut moved = 0;
        while moved < 4 && !judge.is_over() {
            if minds_are_asked(&judge) {
                let position = judge.position();
                judge.until(|c| c.position() != position).await;
                moved += 1;
            } else {
                play_on(&mut judge).await;
            }
        }
        assert!(moved >= 4, "{level}: minds moved {moved} times");
        judge.ok(json!({ "type": "difficulty", "level": "normal" })).await;
        judge.until(|c| c.state["difficulty"] == "normal").await;
        judge.ok(json!({ "type": "difficulty", "level": level })).await;
        judge.leave().await;
    }
    let wanted = json!({ "scenario": FORD, "mode": "judge", "difficulty": "hard" });
    let opened = open(server.address(), wanted).await;
    let player = &opened.links.players[0].token;
    let mut client = Client::join(server.address(), &opened.table, player, None).await;
    assert_eq!(client.refused(json!({ "type": "difficulty", "level": "easy" })).await, "not-allowed");
    client.leave().await;
    server.stop().await;
    // It is kept.
    let server = Server::start(config(Some(&database))).await.unwrap();
    let client = Client::join(server.address(), &opened.table, player, None).await;
    assert_eq!(client.state["difficulty"], "hard");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn minds_say_why_to_whoever_runs_the_table_and_asks() {
    let server = server().await;
    let wanted = json!({ "scenario": FORD, "mode": "judge", "difficulty": "hard", "seed": 1 });
    let opened = open(server.address(), wanted).await;
    let mut judge = Client::join(server.address(), &opened.table, &opened.links.judge, None).await;
    let player = &opened.links.players[0].token;
    let mut player = Client::join(server.address(), &opened.table, player, None).await;
    assert_eq!(player.refused(json!({ "type": "explain", "on": true })).await, "not-allowed");
    judge.ok(json!({ "type": "explain", "on": true })).await;
    while reasons(&judge).is_empty() {
        if !waits(&judge) {
            play_on(&mut judge).await;
            continue;
        }
        judge.until(|c| c.state["waits"]["thinks"] == false).await;
        let means = judge.state["waits"]["means"].as_str().expect("what it means to do").to_owned();
        let position = judge.position();
        judge.ok(json!({ "type": "go", "position": position })).await;
        judge.until(|c| c.position() != position).await;
        if let Some(reason) = reasons(&judge).last() {
            assert_eq!(*reason, format!("({means})"), "what stood beside Go stands in the log");
        }
    }
    let position = judge.position();
    player.until(|c| c.position() == position).await;
    assert!(reasons(&player).is_empty(), "players are not told what minds think: {:?}", player.told());
    judge.ok(json!({ "type": "explain", "on": false })).await;
    judge.until(|c| reasons(c).is_empty()).await;
    judge.ok(json!({ "type": "explain", "on": true })).await;
    judge.until(|c| !reasons(c).is_empty()).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_names_the_best_choices_of_whoever_asks() {
    let server = server().await;
    let opened = open(server.address(), json!({ "scenario": FORD, "seed": 1 })).await;
    let mut player = Client::join(server.address(), &opened.table, &opened.you, None).await;
    player.until(|c| !c.choices().is_empty()).await;
    while player.choices().len() < 4 {
        play_on(&mut player).await;
        player.until(|c| !c.choices().is_empty()).await;
    }
    let position = player.position();
    player.ok(json!({ "type": "hint", "position": position })).await;
    player.until(|c| c.hint.is_some()).await;
    let hint = player.hint.clone().unwrap();
    assert_eq!(hint["position"], position);
    let best = hint["best"].as_array().unwrap();
    assert_eq!(best.len(), 3, "{hint}");
    for advised in best {
        assert!(player.choices().iter().any(|text| advised["choice"] == *text), "{advised}");
        assert!(advised["label"].as_str().is_some_and(|label| !label.is_empty()));
    }
    assert_eq!(player.refused(json!({ "type": "hint", "position": position + 7 })).await, "stale");
    let mut watcher = Client::join(server.address(), &opened.table, &opened.links.watcher, None).await;
    assert_eq!(watcher.refused(json!({ "type": "hint", "position": position })).await, "nothing");
    server.stop().await;
}

/// One press of Go is for one turn: what a mind answers in somebody else's turn waits for another press.
#[tokio::test(flavor = "multi_thread")]
async fn go_for_a_turn_does_not_answer_in_the_next() {
    let server = server().await;
    let wanted = json!({ "scenario": "heed/hexers-mill", "mode": "judge", "seed": 1 });
    let opened = open(server.address(), wanted).await;
    let mut judge = Client::join(server.address(), &opened.table, &opened.links.judge, None).await;
    // Whom Go was pressed for, and whether that turn is over.
    let (mut gone, mut over) = (Vec::new(), false);
    let mut answered = 0;
    for _ in 0..80 {
        if judge.is_over() {
            break;
        }
        let reaction = judge.state["view"]["question"]["reaction"] == true;
        over |= !gone.is_empty() && !reaction && asked(&judge).iter().all(|who| !gone.contains(who));
        if over && reaction && minds_are_asked(&judge) {
            assert!(waits(&judge), "a mind answers without a press");
            answered += 1;
        }
        if minds_are_asked(&judge) && !waits(&judge) {
            // What belongs to the turn comes by itself.
            judge.receive().await;
        } else if waits(&judge) && !reaction && gone.is_empty() {
            gone = judge.state["waits"]["who"].as_array().unwrap().clone();
            let position = judge.position();
            judge.ok(json!({ "type": "go", "position": position, "turn": true })).await;
            judge.until(|c| c.position() != position).await;
        } else {
            play_on(&mut judge).await;
        }
    }
    assert!(answered > 0, "some mind answers in a hero's turn");
    server.stop().await;
}

/// Shown to whom the judge says, for each new position, and from what each seat knows.
#[tokio::test(flavor = "multi_thread")]
async fn how_the_fight_stands_is_shown_to_whom_the_judge_says() {
    let server = server().await;
    let opened = open(server.address(), json!({ "scenario": FORD, "mode": "judge", "seed": 1 })).await;
    let mut judge = Client::join(server.address(), &opened.table, &opened.links.judge, None).await;
    let player = &opened.links.players[0].token;
    let mut player = Client::join(server.address(), &opened.table, player, None).await;
    assert_eq!(player.refused(json!({ "type": "bar", "whose": "everyone" })).await, "not-allowed");
    judge.ok(json!({ "type": "bar", "whose": "host" })).await;
    judge.until(|c| c.chance.is_some()).await;
    play_on(&mut judge).await;
    let position = judge.position();
    judge.until(|c| c.chance.as_ref().is_some_and(|chance| chance["position"] == position)).await;
    player.until(|c| c.position() == position).await;
    assert!(player.chance.is_none(), "nobody said that players may see it");
    judge.ok(json!({ "type": "bar", "whose": "everyone" })).await;
    player.until(|c| c.chance.is_some()).await;
    for client in [&mut judge, &mut player] {
        // Better estimates follow, until it is known well enough.
        client.until(|c| c.chance.as_ref().unwrap()["error"].as_f64().unwrap() < 0.1).await;
        let heroes = client.chance.as_ref().unwrap()["heroes"].as_f64().unwrap();
        assert!((0.2..0.95).contains(&heroes), "{heroes}");
    }
    server.stop().await;
}

/// At a table whose monsters act by themselves, everybody sees whom one is about to strike before it does, and nobody sees
/// more than that.
#[tokio::test(flavor = "multi_thread")]
async fn while_a_mind_waits_for_its_pace_everybody_sees_what_it_means_to_do() {
    let server = server().await;
    for (scenario, seed) in [(FORD, 4), ("ranks/toll-bridge", 4)] {
        let opened =
            open(server.address(), json!({ "scenario": scenario, "mode": "judge", "seed": seed })).await;
        let mut judge = Client::join(server.address(), &opened.table, &opened.links.judge, None).await;
        let mut watcher = Client::join(server.address(), &opened.table, &opened.links.watcher, None).await;
        judge.ok(json!({ "type": "pace", "ms": 250 })).await;
        let (mut announced, mut kept) = (0, 0);
        for _ in 0..60 {
            if judge.is_over() || announced >= 6 {
                break;
            }
            if !minds_are_asked(&judge) {
                play_on(&mut judge).await;
                continue;
            }
            assert!(!waits(&judge), "nobody has to say go");
            let (position, meant) = (judge.position(), judge.state["meant"].clone());
            watcher.until(|c| c.position() >= position).await;
            if watcher.position() == position {
                let told = &watcher.state["meant"];
                assert!(told.is_null() || *told == meant, "{told} is not {meant}");
                kept += u32::from(told.is_null() && !meant.is_null());
                let tokens = watcher.state["view"]["tokens"].as_array().unwrap();
                let seen = |who: &Value| {
                    tokens.iter().any(|token| token["who"] == *who && !token["place"].is_null())
                };
                if !told.is_null() {
                    assert!(seen(&told["who"]), "{scenario}: {told} is about somebody unseen");
                    assert!(told["targets"].as_array().unwrap().iter().all(seen), "{scenario}: {told}");
                    announced += 1;
                }
            }
            judge.until(|c| c.position() != position || c.is_over()).await;
        }
        assert!(announced >= 3, "{scenario}: {announced} were announced, {kept} kept back");
        // At once means that there is nothing to wait for.
        judge.ok(json!({ "type": "pace", "ms": 0 })).await;
        judge.until(|c| c.state["pace"] == 0).await;
        assert!(judge.state["meant"].is_null(), "{}", judge.state["meant"]);
        judge.leave().await;
        watcher.leave().await;
    }
    server.stop().await;
}
