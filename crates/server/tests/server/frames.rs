//! No message, however odd, stops a table.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Map, Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::common::{Client, fresh_id, http, one_scenario_each, open, server};

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec(("[a-z]{1,8}", inner), 0..4)
                .prop_map(|fields| Value::Object(Map::from_iter(fields))),
        ]
    })
}

/// Messages of the right shape with anything in them.
fn any_message() -> impl Strategy<Value = Value> {
    let kinds = vec![
        "choose",
        "faces",
        "withdraw",
        "undo",
        "redo",
        "go",
        "auto",
        "pace",
        "judge",
        "take-back",
        "pause",
        "seat",
        "invite",
        "dice",
        "standing",
        "odds",
        "threats",
        "ping",
        "nonsense",
    ];
    let fields = prop_oneof![
        Just("position"),
        Just("choice"),
        Just("faces"),
        Just("who"),
        Just("on"),
        Just("ms"),
        Just("act"),
        Just("steps"),
        Just("seat"),
        Just("name"),
        Just("controls"),
        Just("mind"),
        Just("kind"),
        Just("mode"),
        Just("question"),
        Just("answer"),
        Just("to"),
    ];
    let values = prop_oneof![
        3 => any_json(),
        2 => (0_u64..20).prop_map(Value::from),
        1 => Just(json!([0, 1, 99])),
        1 => Just(json!("brakk move far-bank")),
        1 => Just(json!({ "act": "set", "who": 0, "track": "hp", "value": i32::MAX })),
        1 => Just(json!({ "act": "set", "who": 0, "track": "hp", "value": i32::MIN })),
        1 => Just(json!({ "act": "favour", "add": i16::MAX, "edge": "advantage" })),
        1 => Just(json!({ "act": "dice", "faces": [u16::MAX, 0, 1] })),
        1 => Just(json!({ "act": "add", "creature": "goblin", "side": "monsters", "to": "nowhere" })),
        1 => Just(json!("mine")),
        1 => Just(json!("player")),
    ];
    (prop::sample::select(kinds), prop::collection::vec((fields, values), 0..5)).prop_map(|(kind, fields)| {
        let mut message = json!({ "type": kind });
        for (name, value) in fields {
            message[name] = value;
        }
        message
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn odd_messages_get_a_reply_and_change_nothing_for_the_worse() {
    let server = server().await;
    let mut runner = TestRunner::new_with_rng(
        Config::default(),
        proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
    );
    for scenario in one_scenario_each() {
        let opened =
            open(server.address(), json!({ "scenario": scenario, "mode": "judge", "seed": 9 })).await;
        let links = &opened.links;
        for token in [&links.judge, &links.players[0].token, &links.watcher] {
            let mut client = Client::join(server.address(), &opened.table, token, None).await;
            for _ in 0..60 {
                let mut message = any_message().new_tree(&mut runner).unwrap().current();
                // A new link or minds at work would only get in the way here; a ping has no reply.
                if ["seat", "pace", "ping"].iter().any(|kind| message["type"] == *kind) {
                    continue;
                }
                let id = fresh_id();
                message["id"] = json!(id);
                // Half of them answer the present position.
                if message["position"].is_number() && client.revision() % 2 == 0 {
                    message["position"] = json!(client.position());
                }
                client.send_text(message.to_string()).await;
                let reply = client.reply(&id).await;
                assert!(reply["ok"].is_boolean(), "{message}: {reply}");
            }
            let texts = [
                "",
                "null",
                "[]",
                "{",
                "\"choose\"",
                "{\"type\":\"choose\"}",
                "{\"id\":7}",
                "\u{0}",
                "[[[[[[",
            ];
            for text in texts {
                client.send_text(text).await;
                let reply = client.reply("?").await;
                assert_eq!(reply["code"], "bad-message", "{text:?}: {reply}");
            }
            client.send_text(format!("{}1{}", "[".repeat(3000), "]".repeat(3000))).await;
            assert_eq!(client.reply("?").await["code"], "bad-message");
        }
        let mut judge = Client::join(server.address(), &opened.table, &links.judge, None).await;
        judge.ok(json!({ "type": "pause", "on": false })).await;
        judge.ok(json!({ "type": "dice", "mode": "program" })).await;
        if !judge.is_over() {
            let choice = judge.choices()[0].clone();
            let reply = judge.say(judge.choose(&choice)).await;
            let plays_on = reply["ok"] == true || reply["code"] == "dice-wanted";
            assert!(plays_on, "{scenario} plays on: {reply}");
        }
    }
    let metrics = http()
        .get(format!("http://{}/metrics", server.address()))
        .send()
        .await
        .unwrap()
        .text()
        .await
        .unwrap();
    assert!(metrics.contains("fracas_panics_total 0\n"), "{metrics}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_text_closes_the_connection_and_not_the_table() {
    let server = server().await;
    let opened = open(server.address(), json!({ "scenario": "delve/last-stand", "seed": 9 })).await;
    let mut client = Client::join(server.address(), &opened.table, &opened.you, None).await;
    client.send_raw(Message::binary(vec![0, 159, 146, 150])).await;
    assert_eq!(client.until_closed().await, 1003);
    let mut client = Client::join(server.address(), &opened.table, &opened.you, None).await;
    client.send_text(json!({ "type": "ping" }).to_string()).await;
    client.reply("pong").await;
    server.stop().await;
}
