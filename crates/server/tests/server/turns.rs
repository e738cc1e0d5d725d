//! Who may do what, when: stale positions, repeated messages, undo, typed dice, the judge's hand.

use std::net::SocketAddr;

use fracas_server::messages::Opened;
use serde_json::{Value, json};

use crate::common::{Client, fresh_id, open, server};

const FORD: &str = "delve/goblins-at-the-ford";

async fn judged(address: SocketAddr) -> Opened {
    open(address, json!({ "scenario": FORD, "mode": "judge", "seed": 1 })).await
}

/// Plays minds and heroes as the judge until `done`.
async fn go_on(judge: &mut Client, done: impl Fn(&Client) -> bool) {
    for _ in 0..200 {
        if done(judge) {
            return;
        }
        let choice = judge.choices().into_iter().next().expect("somebody is asked");
        let message = judge.choose(&choice);
        let position = judge.position();
        judge.ok(message).await;
        judge.until(|c| c.position() != position).await;
    }
    panic!("it did not come to that");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_tabs_that_choose_at_once_exactly_one_wins() {
    let server = server().await;
    let opened = open(server.address(), json!({ "scenario": FORD, "seed": 1 })).await;
    let (table, token) = (&opened.table, &opened.you);
    let mut one = Client::join(server.address(), table, token, None).await;
    let mut two = Client::join(server.address(), table, token, None).await;
    let choice = one.choices()[0].clone();
    let (first, second) = (one.choose(&choice), two.choose(&choice));
    let (a, b) = tokio::join!(one.say(first), two.say(second));
    let wins = [&a, &b].into_iter().filter(|reply| reply["ok"] == true).count();
    assert_eq!(wins, 1, "{a} {b}");
    let loser = if a["ok"] == true { &b } else { &a };
    assert_eq!(loser["code"], "stale");
    one.until(|c| c.steps() == 1).await;
    two.until(|c| c.steps() == 1).await;
    assert_eq!(one.state["view"], two.state["view"]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_is_sent_twice_is_done_once() {
    let server = server().await;
    let opened = open(server.address(), json!({ "scenario": FORD, "seed": 1 })).await;
    let mut client = Client::join(server.address(), &opened.table, &opened.you, None).await;
    let mut message = client.choose(&client.choices()[0]);
    message["id"] = json!("once");
    client.send_text(message.to_string()).await;
    assert_eq!(client.reply("once").await["ok"], true);
    client.send_text(message.to_string()).await;
    assert_eq!(client.reply("once").await["ok"], true);
    let mut again = Client::join(server.address(), &opened.table, &opened.you, None).await;
    again.send_text(message.to_string()).await;
    assert_eq!(again.reply("once").await["ok"], true);
    assert_eq!(again.revision(), 1, "it happened once");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn positions_do_not_come_back_after_undo() {
    let server = server().await;
    let opened = judged(server.address()).await;
    let mut judge = Client::join(server.address(), &opened.table, &opened.links.judge, None).await;
    let late = judge.choose(&judge.choices()[0]);
    let choice = judge.choices()[0].clone();
    judge.ok(judge.choose(&choice)).await;
    judge.until(|c| c.steps() == 1).await;
    let after = judge.position();
    judge.ok(json!({ "type": "undo", "position": after })).await;
    judge.until(|c| c.steps() == 0).await;
    assert!(judge.log.is_empty(), "{:?}", judge.told());
    assert_ne!(judge.position(), after);
    assert_eq!(judge.refused(late).await, "stale");
    assert_eq!(judge.state["redo"], true);
    judge.ok(json!({ "type": "redo", "position": judge.position() })).await;
    judge.until(|c| c.steps() == 1).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn undo_is_free_until_dice_fall_and_then_the_judges() {
    let server = server().await;
    let opened = judged(server.address()).await;
    let (table, links) = (&opened.table, &opened.links);
    let mut judge = Client::join(server.address(), table, &links.judge, None).await;
    let mut player = Client::join(server.address(), table, &links.players[0].token, None).await;
    assert_eq!(player.refused(json!({ "type": "undo", "position": player.position() })).await, "nothing");

    // A step of the player's own that rolled nothing.
    go_on(&mut judge, |c| {
        let texts = c.choices();
        texts.iter().any(|text| text.starts_with(&links.players[0].heroes[0]) && text.contains("move"))
    })
    .await;
    let position = judge.position();
    player.until(|c| c.position() == position).await;
    // Some choices are dangerous, and roll something; waiting is not.
    let choices = player.choices();
    for choice in &choices {
        let position = player.position();
        player.ok(player.choose(choice)).await;
        player.until(|c| c.position() != position).await;
        if player.state["undo"] == "free" {
            break;
        }
        judge.until(|c| c.position() != position).await;
        let position = judge.position();
        judge.ok(json!({ "type": "undo", "position": position })).await;
        judge.until(|c| c.position() != position).await;
        let position = judge.position();
        player.until(|c| c.position() == position).await;
    }
    assert_eq!(player.state["undo"], "free", "nothing is free of dice: {choices:?}");
    assert_eq!(player.state["may_undo"]["ok"], true);
    let steps = player.steps();
    let mut other = Client::join(server.address(), table, &links.players[1].token, None).await;
    assert_eq!(other.state["may_undo"]["ok"], false, "it was another's");
    assert_eq!(other.refused(json!({ "type": "undo", "position": other.position() })).await, "by-leave");
    player.ok(json!({ "type": "undo", "position": player.position() })).await;
    player.until(|c| c.steps() == steps - 1).await;
    player.ok(json!({ "type": "redo", "position": player.position() })).await;
    player.until(|c| c.steps() == steps).await;

    let position = player.position();
    judge.until(|c| c.position() == position).await;
    go_on(&mut judge, |c| c.state["undo"] == "dice-fell").await;
    let position = judge.position();
    player.until(|c| c.position() == position).await;
    assert!(player.state["may_undo"]["why"].as_str().unwrap().contains("Dice fell"));
    assert_eq!(player.refused(json!({ "type": "undo", "position": position })).await, "by-leave");
    assert_eq!(
        player.refused(json!({ "type": "take-back", "position": position, "steps": 1 })).await,
        "not-allowed"
    );
    let steps = judge.steps();
    judge.ok(json!({ "type": "take-back", "position": position, "steps": 1 })).await;
    judge.until(|c| c.steps() == steps - 1).await;
    assert!(judge.told().last().unwrap().starts_with("The judge takes back:"), "{:?}", judge.told());
    player.until(|c| c.steps() == steps - 1).await;
    assert!(player.told().last().unwrap().starts_with("The judge takes back:"));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_chooses_only_for_ones_own() {
    let server = server().await;
    let opened = judged(server.address()).await;
    let (table, links) = (&opened.table, &opened.links);
    let judge = Client::join(server.address(), table, &links.judge, None).await;
    let mut player = Client::join(server.address(), table, &links.players[0].token, None).await;
    let mut watcher = Client::join(server.address(), table, &links.watcher, None).await;
    let mine = &links.players[0].heroes;
    assert!(player.choices().iter().all(|text| mine.iter().any(|id| text.starts_with(&format!("{id} ")))));
    let others = judge.choices().into_iter().find(|text| !mine.iter().any(|id| text.starts_with(id)));
    if let Some(choice) = others {
        assert_eq!(player.refused(player.choose(&choice)).await, "not-yours");
    }
    assert_eq!(player.refused(player.choose("nobody-at-all attack")).await, "not-yours");
    let odd = format!("{} juggle", mine[0]);
    assert_eq!(player.refused(player.choose(&odd)).await, "no-such-choice");
    assert_eq!(watcher.refused(watcher.choose(&judge.choices()[0])).await, "not-yours");
    for message in [
        json!({ "type": "judge", "act": { "act": "end", "winner": null } }),
        json!({ "type": "pace", "ms": 0 }),
        json!({ "type": "pause", "on": true }),
        json!({ "type": "go", "position": player.position() }),
        json!({ "type": "seat", "seat": 0, "renew": true }),
        json!({ "type": "invite", "kind": "watcher", "name": "X", "controls": [] }),
    ] {
        assert_eq!(player.refused(message.clone()).await, "not-allowed", "{message}");
        assert_eq!(watcher.refused(message.clone()).await, "not-allowed", "{message}");
    }
    let foe = judge.state["minds"][0].clone();
    assert_eq!(player.refused(json!({ "type": "auto", "who": [foe], "on": false })).await, "not-yours");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_judge_has_a_hand_in_everything_and_can_pause() {
    let server = server().await;
    let opened = judged(server.address()).await;
    let (table, links) = (&opened.table, &opened.links);
    let mut judge = Client::join(server.address(), table, &links.judge, None).await;
    let mut player = Client::join(server.address(), table, &links.players[0].token, None).await;
    judge.ok(json!({ "type": "judge", "act": { "act": "set", "who": 0, "track": "hp", "value": 1 } })).await;
    judge.until(|c| c.steps() == 1).await;
    let hero =
        &judge.state["view"]["tokens"].as_array().unwrap().iter().find(|t| t["who"] == 0).unwrap()["tracks"];
    assert!(
        hero.as_array().unwrap().iter().any(|track| track["id"] == "hp" && track["value"] == 1),
        "{hero}"
    );
    assert_eq!(
        judge.refused(json!({ "type": "judge", "act": { "act": "remove", "who": 99 } })).await,
        "refused"
    );
    assert_eq!(judge.state["undo"], "judged");

    judge.ok(json!({ "type": "pause", "on": true })).await;
    player.until(|c| c.state["paused"] == true).await;
    if let Some(choice) = player.choices().first() {
        assert_eq!(player.refused(player.choose(choice)).await, "paused");
    }
    judge.ok(json!({ "type": "pause", "on": false })).await;
    judge.ok(json!({ "type": "judge", "act": { "act": "end", "winner": "heroes" } })).await;
    player.until(|c| c.is_over()).await;
    assert_eq!(player.state["view"]["outcome"]["winner"], "heroes");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn minds_wait_for_go_when_the_pace_is_by_hand() {
    let server = server().await;
    let opened = judged(server.address()).await;
    let mut judge = Client::join(server.address(), &opened.table, &opened.links.judge, None).await;
    assert_eq!(judge.state["pace"], Value::Null);
    go_on(&mut judge, |c| !c.state["waits"].is_null()).await;
    assert!(
        judge.state["waits"]["means"].as_str().is_some_and(|text| !text.is_empty()),
        "{}",
        judge.state["waits"]
    );
    let position = judge.position();
    judge.ok(json!({ "type": "go", "position": position })).await;
    judge.until(|c| c.position() != position).await;
    assert_eq!(judge.refused(json!({ "type": "go", "position": position })).await, "stale");
    server.stop().await;
}

/// RANKS-U7: one press of Go is a whole turn, with its moves, its card and its end; the next monster waits for the next
/// press. Whoever takes a choice of it back has taken the rest in hand too.
#[tokio::test(flavor = "multi_thread")]
async fn one_press_of_go_plays_a_whole_turn() {
    let server = server().await;
    let opened =
        open(server.address(), json!({ "scenario": "toll-bridge", "mode": "judge", "seed": 1 })).await;
    let mut judge = Client::join(server.address(), &opened.table, &opened.links.judge, None).await;
    let waits = |c: &Client| c.state["waits"]["who"].as_array().cloned().unwrap_or_default();
    let mut longest = 0;
    for _ in 0..4 {
        go_on(&mut judge, |c| !waits(c).is_empty()).await;
        let (monster, steps) = (waits(&judge), judge.steps());
        judge.ok(json!({ "type": "go", "position": judge.position(), "turn": true })).await;
        judge.until(|c| c.steps() > steps).await;
        let mine = |c: &Client| {
            c.state["view"]["question"]["asked"].as_array().unwrap().iter().all(|who| monster.contains(who))
        };
        while mine(&judge) {
            assert!(waits(&judge).is_empty(), "no second press is asked for");
            judge.receive().await;
        }
        longest = longest.max(judge.steps() - steps);
    }
    assert!(longest >= 3, "{longest} choices in the longest turn");

    go_on(&mut judge, |c| !waits(c).is_empty()).await;
    let position = judge.position();
    judge.ok(json!({ "type": "go", "position": position, "turn": true })).await;
    judge.until(|c| c.position() != position).await;
    judge.ok(json!({ "type": "undo", "position": judge.position() })).await;
    judge.until(|c| !waits(c).is_empty()).await;
    server.stop().await;
}

/// The first choice that wants dice, as somebody who rolls their own.
async fn until_wanted(client: &mut Client) -> String {
    for _ in 0..60 {
        let position = client.position();
        client.until(|c| !c.choices().is_empty() || !c.state["wanted"].is_null() || c.is_over()).await;
        if !client.state["wanted"].is_null() {
            return client.state["wanted"]["choice"].as_str().unwrap_or_default().to_owned();
        }
        let choices = client.choices();
        let choice = choices.iter().find(|text| text.contains("attack")).unwrap_or(&choices[0]).clone();
        let reply = client.say(client.choose(&choice)).await;
        if reply["code"] == "dice-wanted" {
            client.until(|c| !c.state["wanted"].is_null()).await;
            return choice;
        }
        assert_eq!(reply["ok"], true, "{reply}");
        client.until(|c| c.position() != position).await;
    }
    panic!("nobody rolled anything");
}

#[tokio::test(flavor = "multi_thread")]
async fn typed_dice_are_asked_for_and_taken() {
    let server = server().await;
    let opened = open(server.address(), json!({ "scenario": FORD, "seed": 1 })).await;
    let mut client = Client::join(server.address(), &opened.table, &opened.you, None).await;
    client.ok(json!({ "type": "dice", "mode": "mine" })).await;
    client.until(|c| c.state["dice"] == "mine").await;
    let choice = until_wanted(&mut client).await;
    let (position, steps) = (client.position(), client.steps());
    let sides = client.state["wanted"]["sides"].as_u64().unwrap();
    assert!(client.state["wanted"]["roll"].as_str().is_some_and(|roll| roll.contains('d')));
    let too_high = json!({ "type": "faces", "position": position, "faces": [sides + 1] });
    assert_eq!(client.refused(too_high).await, "bad-dice");
    assert_eq!(
        client.refused(json!({ "type": "faces", "position": position, "faces": [] })).await,
        "bad-dice"
    );
    for _ in 0..50 {
        if client.position() != position {
            break;
        }
        let before = client.state["wanted"]["faces"].as_array().map_or(0, Vec::len);
        client.ok(json!({ "type": "faces", "position": position, "faces": [1] })).await;
        client
            .until(|c| {
                c.position() != position || c.state["wanted"]["faces"].as_array().map_or(0, Vec::len) > before
            })
            .await;
    }
    assert_eq!(client.steps(), steps + 1, "{choice} was made");
    assert!(client.state["wanted"].is_null());
    assert!(client.told().iter().any(|line| line.contains("[1")), "{:?}", client.told());

    // A choice can be given up before it is rolled.
    if !client.is_over() {
        until_wanted(&mut client).await;
        let position = client.position();
        let reply = client.say(json!({ "type": "withdraw", "position": position })).await;
        if reply["ok"] == true {
            client.until(|c| c.state["wanted"].is_null()).await;
            assert_eq!(client.position(), position);
        } else {
            assert_eq!(reply["code"], "not-yours", "a mind's choice cannot be withdrawn: {reply}");
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn faces_can_come_with_the_choice() {
    let server = server().await;
    let opened = open(server.address(), json!({ "scenario": FORD, "seed": 1 })).await;
    let mut client = Client::join(server.address(), &opened.table, &opened.you, None).await;
    client.ok(json!({ "type": "dice", "mode": "mine" })).await;
    let choice = until_wanted(&mut client).await;
    let mut message = client.choose(&choice);
    message["faces"] = json!(vec![1; 100]);
    let code = client.refused(message).await;
    assert_eq!(code, "dice-left-over");
    assert!(client.state["position"].is_u64());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_standing_answer_is_given_without_asking() {
    let server = server().await;
    let mut asked = false;
    for scenario in crate::common::one_scenario_each() {
        let opened =
            open(server.address(), json!({ "scenario": scenario, "mode": "judge", "seed": 5 })).await;
        let mut judge = Client::join(server.address(), &opened.table, &opened.links.judge, None).await;
        // Everybody by hand, so that the judge meets every question.
        let minds = judge.state["minds"].clone();
        judge.ok(json!({ "type": "auto", "who": minds, "on": false })).await;
        for round in 0..80 {
            if judge.is_over() || !judge.state["habits"].as_array().unwrap().is_empty() {
                break;
            }
            let position = judge.position();
            let choices = judge.choices();
            let choice = choices[(round * 5) % choices.len()].clone();
            judge.ok(judge.choose(&choice)).await;
            judge.until(|c| c.position() != position).await;
        }
        let Some(habit) = judge.state["habits"].as_array().unwrap().first().cloned() else { continue };
        asked = true;
        let position = judge.position();
        let (who, question) = (&habit["who"], &habit["question"]);
        judge
            .ok(json!({ "type": "standing", "who": who, "question": question, "answer": habit["answer"] }))
            .await;
        judge.until(|c| c.position() != position).await;
        assert_eq!(judge.state["standing"][0]["answer"], habit["answer"]);
        judge.ok(json!({ "type": "standing", "who": who, "question": question, "answer": null })).await;
        judge.until(|c| c.state["standing"].as_array().unwrap().is_empty()).await;
    }
    assert!(asked, "some system asks questions in mid-action");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn odds_of_one_choice_can_be_asked_for() {
    let server = server().await;
    let opened = open(server.address(), json!({ "scenario": FORD, "seed": 1 })).await;
    let mut client = Client::join(server.address(), &opened.table, &opened.you, None).await;
    let choice = client.choices()[0].clone();
    client.until(|c| c.odds.contains_key(&choice)).await;
    client.odds.clear();
    let position = client.position();
    let id = fresh_id();
    let message = json!({ "type": "odds", "id": id, "position": position, "choice": choice });
    client.send_text(message.to_string()).await;
    assert_eq!(client.reply(&id).await["ok"], true);
    client.until(|c| c.odds.contains_key(&choice)).await;
    let stale = json!({ "type": "odds", "position": position + 99, "choice": choice });
    assert_eq!(client.refused(stale).await, "stale");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_judge_is_offered_to_give_and_to_decide_the_rules_know_and_players_are_not_told() {
    let server = server().await;
    let adventures = [
        "ardor/the-false-light",
        "delve/the-drowned-priory",
        "heed/saltmarrow-cellars",
        "ranks/the-reeves-road",
        "twelves/the-drowned-mint",
    ];
    for scenario in adventures {
        let opened =
            open(server.address(), json!({ "scenario": scenario, "mode": "judge", "seed": 1 })).await;
        let mut judge = Client::join(server.address(), &opened.table, &opened.links.judge, None).await;
        let player =
            Client::join(server.address(), &opened.table, &opened.links.players[0].token, None).await;
        assert_eq!((&player.state["gifts"], &player.state["encounters"]), (&json!([]), &json!([])));
        let ids = |list: &str| -> Vec<String> {
            let named = judge.state[list].as_array().unwrap().iter();
            named.map(|one| one["id"].as_str().unwrap().to_owned()).collect()
        };
        let (gifts, encounters) = (ids("gifts"), ids("encounters"));
        assert!(!gifts.is_empty() && !encounters.is_empty(), "{scenario}");
        for gift in gifts {
            // A hero may have no use for it, or no hand free; but there is such a thing.
            let act = json!({ "act": "grant", "who": 0, "what": gift, "count": 1 });
            let reply = judge.say(json!({ "type": "judge", "act": act })).await;
            let said = reply["message"].as_str().unwrap_or_default();
            let strange = said.contains("known:") && !scenario.starts_with("ardor");
            assert!(reply["ok"] == true || !strange, "{scenario}: {gift}: {reply}");
        }
        for encounter in encounters {
            let act = json!({ "act": "fate", "encounter": encounter, "fate": "gone" });
            judge.ok(json!({ "type": "judge", "act": act })).await;
        }
    }
    server.stop().await;
}
