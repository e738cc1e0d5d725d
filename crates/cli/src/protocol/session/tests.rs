//! The session as a whole: what changes nothing must change nothing, and no line may bring it down.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

const DUEL: &str = "system = 'delve'\ntitle = 'Duel'\naware = ['heroes', 'monsters']\n\
    [[zone]]\nid = 'lane'\nname = 'Lane'\nat = [0, 0]\nexit = true\n\
    [[party]]\nhero = 'brakk'\nat = 'lane'\n[[foes]]\ncreature = 'goblin'\ncount = 2\nat = 'lane'\n";

fn ask(session: &mut Session, request: Value) -> Value {
    serde_json::from_str(&session.answer(request.to_string().as_bytes())).expect("a reply is JSON")
}

fn code(reply: &Value) -> &str {
    reply["error"]["code"].as_str().unwrap_or_else(|| panic!("no fault: {reply}"))
}

fn opened(more: Value) -> Session {
    let mut session = Session::default();
    let mut request = json!({ "op": "open", "toml": DUEL });
    request.as_object_mut().unwrap().extend(object(more));
    let reply = ask(&mut session, request);
    assert_eq!(reply["ok"], true, "{reply}");
    session
}

/// Everything that can be seen of the main table.
fn snapshot(session: &mut Session) -> (Value, Value) {
    (ask(session, json!({ "op": "state" })), ask(session, json!({ "op": "replay" })))
}

fn play_on(session: &mut Session, steps: usize) {
    for _ in 0..steps {
        let reply = ask(session, json!({ "op": "instinct", "do": true }));
        if reply["ok"] == false {
            assert_eq!(code(&reply), "over");
            return;
        }
    }
}

#[test]
fn ids_echo_and_the_rest_is_in_the_reply() {
    let mut session = Session::default();
    assert_eq!(ask(&mut session, json!({ "id": "x", "op": "version" }))["id"], "x");
    assert_eq!(ask(&mut session, json!({ "id": 7.5, "op": "nothing" }))["id"], 7.5);
    assert_eq!(ask(&mut session, json!({ "op": "version" })).get("id"), None);
    assert_eq!(code(&ask(&mut session, json!({ "id": [], "op": "version" }))), "bad-request");
}

#[test]
fn bad_requests_change_nothing() {
    let mut session = opened(json!({ "seed": 3 }));
    play_on(&mut session, 3);
    let before = snapshot(&mut session);
    let wait = ask(&mut session, json!({ "op": "choices" }))["choices"][0].clone();
    let bad = [
        (json!({ "op": "choose" }), "bad-request"),
        (json!({ "op": "choose", "choice": "brakk begin", "index": 0 }), "bad-request"),
        (json!({ "op": "choose", "index": 0 }), "bad-request"),
        (json!({ "op": "choose", "index": 0, "position": 0 }), "stale-position"),
        (json!({ "op": "choose", "index": 99, "position": 3 }), "no-such-choice"),
        (json!({ "op": "choose", "choice": "brakk fly" }), "no-such-choice"),
        (json!({ "op": "choose", "choice": wait, "rolls": vec![1; 50] }), "dice-left-over"),
        (
            json!({ "op": "judge", "act": { "act": "set", "who": "nobody", "track": "hp", "value": 1 } }),
            "no-such-combatant",
        ),
        (
            json!({ "op": "judge", "act": { "act": "set", "who": 0, "track": "hp", "value": 1 } }),
            "bad-request",
        ),
        (
            json!({ "op": "judge", "act": { "act": "set", "who": "brakk", "track": "mana", "value": 1 } }),
            "refused",
        ),
        (json!({ "op": "judge", "act": { "act": "dance" } }), "bad-request"),
        (json!({ "op": "judge" }), "bad-request"),
        (json!({ "op": "undo", "steps": -1 }), "bad-request"),
        (json!({ "op": "view", "seat": "king" }), "bad-request"),
        (json!({ "op": "view", "seat": { "player": ["nobody"] } }), "no-such-combatant"),
        (json!({ "op": "view", "sead": "judge" }), "bad-request"),
        (json!({ "op": "state", "extra": 1 }), "bad-request"),
        (json!({ "op": "open", "toml": DUEL }), "table-open"),
        (json!({ "op": "state", "table": "other" }), "no-such-table"),
        (json!({ "op": "open", "table": "b", "toml": "system = 'delv'" }), "bad-content"),
        (json!({ "op": "open", "table": "b", "toml": DUEL, "scenario": "x" }), "bad-request"),
        (json!({ "op": "open", "table": "b", "toml": DUEL, "seed": 1, "rolls": [1] }), "bad-request"),
        (json!({ "op": "open", "table": "b", "scenario": "no-such-place" }), "not-found"),
        (json!({ "op": "open", "table": "b", "replay": {} }), "bad-replay"),
        (json!({ "op": "open", "table": "b", "replay": {}, "seed": 1 }), "bad-request"),
        (json!({ "op": "open", "table": "b", "toml": DUEL, "steps": 1 }), "bad-request"),
        (json!("version"), "bad-request"),
    ];
    for (request, expected) in bad {
        let reply = ask(&mut session, request.clone());
        assert_eq!(code(&reply), expected, "{request}: {reply}");
    }
    for line in [&b"{"[..], b"\xff\xfe", b"nonsense", b"[1,2", &b"[".repeat(5000)] {
        let reply: Value = serde_json::from_str(&session.answer(line)).unwrap();
        assert_eq!(code(&reply), "bad-json");
    }
    assert_eq!(snapshot(&mut session), before);
}

#[test]
fn a_list_of_rolls_is_used_die_by_die_and_given_back() {
    let mut session = opened(json!({ "rolls": [6, 2, 14, 1] }));
    assert_eq!(ask(&mut session, json!({ "op": "choose", "choice": "brakk begin" }))["ok"], true);
    let strike = json!({ "op": "choose", "choice": "brakk attack goblin-1 sword" });
    let struck = ask(&mut session, strike.clone());
    assert_eq!(struck["rolls"][0]["faces"], json!([14]));
    assert_eq!(struck["rolls"][1]["faces"], json!([1]));
    assert_eq!(ask(&mut session, json!({ "op": "undo", "steps": 2 }))["steps"], 2);
    assert_eq!(ask(&mut session, json!({ "op": "redo" }))["position"], 1);
    let again = ask(&mut session, strike);
    assert_eq!(again["rolls"], struck["rolls"]);
    let typed = ask(&mut session, json!({ "op": "choose", "choice": "brakk done", "rolls": [] }));
    assert_eq!(code(&typed), "bad-request");
    let before = snapshot(&mut session);
    let mut last = again;
    while last["ok"] == true {
        last = ask(&mut session, json!({ "op": "instinct", "do": true }));
    }
    assert_eq!(code(&last), "dice-wanted");
    assert_eq!(last["error"]["wanted"]["die"], 1);
    assert!(last["error"]["wanted"]["sides"].as_u64() > Some(0), "{last}");
    ask(&mut session, json!({ "op": "undo", "steps": 1 }));
    ask(&mut session, json!({ "op": "redo", "steps": 1 }));
    assert!(
        before.0["position"].as_u64() <= ask(&mut session, json!({ "op": "state" }))["position"].as_u64()
    );
    assert_eq!(ask(&mut session, json!({ "op": "close" }))["unused"], 0);
}

#[test]
fn typed_rolls_of_one_choice_must_fit() {
    let mut session = opened(json!({}));
    let begin = |rolls: Value| json!({ "op": "choose", "choice": "brakk begin", "rolls": rolls });
    assert_eq!(code(&ask(&mut session, begin(json!([6])))), "dice-wanted");
    assert_eq!(code(&ask(&mut session, begin(json!([6, 7])))), "bad-dice");
    assert_eq!(code(&ask(&mut session, begin(json!([6, 2, 1])))), "dice-left-over");
    assert_eq!(ask(&mut session, begin(json!([6, 2])))["position"], 1);
}

#[test]
fn a_fight_goes_on_from_its_replay_as_if_it_had_not_stopped() {
    let mut whole = opened(json!({ "seed": 5 }));
    play_on(&mut whole, 500);
    let mut first = opened(json!({ "seed": 5 }));
    play_on(&mut first, 7);
    let replay = ask(&mut first, json!({ "op": "replay" }))["replay"].clone();
    let mut second = Session::default();
    assert_eq!(ask(&mut second, json!({ "op": "open", "replay": replay }))["position"], 7);
    play_on(&mut second, 500);
    assert_eq!(snapshot(&mut second), snapshot(&mut whole));
    assert_eq!(ask(&mut second, json!({ "op": "verify" }))["verify"]["verdict"], "same");
    let mut part = Session::default();
    assert_eq!(ask(&mut part, json!({ "op": "open", "replay": replay, "steps": 2 }))["position"], 2);
}

#[test]
fn tables_do_not_disturb_each_other_and_their_number_is_limited() {
    let mut session = opened(json!({ "seed": 1 }));
    let before = snapshot(&mut session);
    for n in 1..MAX_TABLES {
        let reply = ask(&mut session, json!({ "op": "open", "table": n.to_string(), "toml": DUEL }));
        assert_eq!(reply["ok"], true, "{reply}");
    }
    let more = ask(&mut session, json!({ "op": "open", "table": "more", "toml": DUEL }));
    assert_eq!(code(&more), "too-many-tables");
    ask(&mut session, json!({ "op": "instinct", "do": true, "table": "1" }));
    assert_eq!(snapshot(&mut session), before);
    assert_eq!(ask(&mut session, json!({ "op": "close", "table": "1" }))["closed"], "1");
    assert_eq!(ask(&mut session, json!({ "op": "open", "table": "more", "toml": DUEL }))["ok"], true);
}

#[test]
fn odds_and_views_say_what_the_seat_may_know() {
    let mut session = opened(json!({ "seed": 1 }));
    play_on(&mut session, 1);
    let choices = ask(&mut session, json!({ "op": "choices" }))["choices"].clone();
    let odds = ask(&mut session, json!({ "op": "odds" }))["odds"].clone();
    assert_eq!(odds.as_array().map(Vec::len), choices.as_array().map(Vec::len));
    let view = ask(&mut session, json!({ "op": "view", "odds": true }))["view"].clone();
    assert_eq!(view["choices"][0]["odds"], odds[0]["stakes"]);
    let watcher = ask(&mut session, json!({ "op": "view", "seat": "watcher" }))["view"].clone();
    assert_eq!(watcher["choices"], json!([]));
    let brakk = ask(&mut session, json!({ "op": "view", "seat": { "player": ["brakk"] } }))["view"].clone();
    assert!(brakk["choices"].as_array().unwrap().iter().all(|choice| choice["who"] == 0));
}

#[test]
fn one_combatant_can_be_asked_about_and_time_is_limited() {
    let mut session = Session::default();
    ask(&mut session, json!({ "op": "open", "scenario": "last-stand", "seed": 7 }));
    play_on(&mut session, 1);
    let own = ask(&mut session, json!({ "op": "choices", "for": ["oda"] }))["choices"].clone();
    let texts: Vec<&str> = own.as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(!texts.is_empty() && texts.iter().all(|text| text.starts_with("oda ")), "{texts:?}");
    let odds = ask(&mut session, json!({ "op": "odds", "for": ["oda"] }));
    assert_eq!((odds["odds"].as_array().unwrap().len(), &odds["complete"]), (texts.len(), &json!(true)));
    let hasty = ask(&mut session, json!({ "op": "odds", "budget": 0 }));
    assert_eq!((&hasty["odds"], &hasty["complete"]), (&json!([]), &json!(false)));
    let hasty = ask(&mut session, json!({ "op": "view", "odds": true, "budget": 0 }));
    assert_eq!((&hasty["view"]["choices"][0]["odds"], &hasty["complete"]), (&json!(null), &json!(false)));
    let both = ask(&mut session, json!({ "op": "odds", "for": ["oda"], "choice": "oda done" }));
    assert_eq!(code(&both), "bad-request");
    assert_eq!(code(&ask(&mut session, json!({ "op": "choices", "for": ["od"] }))), "no-such-combatant");
    // What cannot be chosen comes on request, and a view is the lighter for it.
    assert_eq!(ask(&mut session, json!({ "op": "view" }))["view"]["quiet"], json!([]));
    let refusals = ask(&mut session, json!({ "op": "refusals", "for": ["oda"] }))["refusals"].clone();
    assert!(refusals.as_array().is_some_and(|all| !all.is_empty() && all.iter().all(|one| one["who"] == 1)));
}

#[test]
fn whoever_has_stated_an_intent_is_asked_but_no_longer_awaited() {
    let mut session = Session::default();
    ask(&mut session, json!({ "op": "open", "scenario": "ardor/the-heron-bridge", "seed": 3 }));
    let mut seen = false;
    for _ in 0..40 {
        let reply = ask(&mut session, json!({ "op": "question" }));
        let ids = |name: &str| -> Vec<Value> { reply[name].as_array().unwrap().clone() };
        let (asked, awaited) = (ids("asked"), ids("awaited"));
        assert!(awaited.iter().all(|id| asked.contains(id)));
        seen |= !awaited.is_empty() && awaited.len() < asked.len();
        let Some(first) = awaited.first().or(asked.first()) else { break };
        // Whoever acts for those who are awaited comes to an end.
        ask(&mut session, json!({ "op": "instinct", "do": true, "for": [first] }));
    }
    assert!(seen, "somebody has had their say while others have not");
}

#[test]
fn a_batch_is_answered_in_one_line_and_a_fork_goes_its_own_way() {
    let mut session = opened(json!({ "seed": 1 }));
    play_on(&mut session, 2);
    let replies = ask(
        &mut session,
        json!({ "op": "batch", "requests": [
            { "id": 1, "op": "fork", "to": "same" },
            { "id": 2, "op": "fork", "to": "other", "seed": 99 },
            { "id": 3, "op": "no such thing" },
            { "id": 4, "table": "same", "op": "choices" },
        ] }),
    )["replies"]
        .clone();
    let fine: Vec<bool> = replies.as_array().unwrap().iter().map(|one| one["ok"] == true).collect();
    assert_eq!(fine, [true, true, false, true], "{replies}");
    assert_eq!(replies[0]["position"], 2);
    let go = |session: &mut Session, table: &str| {
        let mut told = Vec::new();
        for _ in 0..6 {
            let reply = ask(session, json!({ "op": "instinct", "do": true, "table": table }));
            told.push(reply["rolls"].clone());
        }
        told
    };
    let (main, same, other) = (go(&mut session, "main"), go(&mut session, "same"), go(&mut session, "other"));
    assert_eq!(main, same, "the same dice are to come");
    assert_ne!(main, other, "and here others");
    let nested = json!({ "op": "batch", "requests": [{ "op": "batch", "requests": [] }] });
    assert_eq!(code(&ask(&mut session, nested)), "bad-request");
    assert_eq!(code(&ask(&mut session, json!({ "op": "fork", "to": "same" }))), "table-open");
    assert_eq!(
        code(&ask(&mut session, json!({ "op": "fork", "to": "more", "table": "other" }))),
        "bad-request"
    );
}

/// Any JSON, with the words of the protocol among it.
fn any_json() -> impl Strategy<Value = Value> {
    let words = prop::sample::select(vec![
        "op", "open", "choose", "judge", "undo", "view", "odds", "log", "main", "act", "set", "who", "brakk",
        "goblin-1", "hp", "dice", "faces", "position", "choice", "index", "rolls", "seat", "player", "add",
        "to", "lane", "move", "favour", "end", "back", "steps", "heroes", "replay", "",
    ]);
    let word = prop_oneof![words.prop_map(str::to_owned), ".{0,8}"];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (0..30_u64).prop_map(Value::from),
        any::<f64>().prop_map(|n| json!(n)),
        word.clone().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((word.clone(), inner), 0..5)
                .prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
        ]
    })
}

/// A good request, some of whose fields are replaced by anything.
fn mutated() -> impl Strategy<Value = Value> {
    let good = prop::sample::select(vec![
        json!({ "op": "choose", "choice": "brakk begin" }),
        json!({ "op": "choose", "index": 0, "position": 1, "rolls": [1] }),
        json!({ "op": "instinct", "for": ["brakk"], "do": true }),
        json!({ "op": "judge", "act": { "act": "set", "who": "brakk", "track": "hp", "value": 3 } }),
        json!({ "op": "judge", "act": { "act": "move", "who": "goblin-1", "to": "lane" } }),
        json!({ "op": "judge", "act": { "act": "add", "creature": "goblin", "side": "monsters", "to": "lane" } }),
        json!({ "op": "judge", "act": { "act": "remove", "who": "goblin-2" } }),
        json!({ "op": "judge", "act": { "act": "afflict", "who": "brakk", "condition": "held", "rank": 2 } }),
        json!({ "op": "judge", "act": { "act": "favour", "roller": "brakk", "roll": "to hit", "add": 30000 } }),
        json!({ "op": "judge", "act": { "act": "dice", "faces": [20, 65535] } }),
        json!({ "op": "judge", "act": { "act": "end", "winner": null } }),
        json!({ "op": "judge", "back": 2 }),
        json!({ "op": "undo", "steps": 2 }),
        json!({ "op": "redo", "steps": 2 }),
        json!({ "op": "view", "seat": { "player": ["brakk"] }, "odds": true }),
        json!({ "op": "odds" }),
        json!({ "op": "log", "from": 1, "seat": "watcher" }),
        json!({ "op": "open", "toml": DUEL, "rolls": [1, 2, 3] }),
        json!({ "op": "verify" }),
        json!({ "op": "close" }),
    ]);
    (good, prop::option::weighted(0.5, (any::<prop::sample::Index>(), any_json()))).prop_map(
        |(mut request, change)| {
            if let (Some(fields), Some((at, value))) = (request.as_object_mut(), change) {
                let name = fields.keys().nth(at.index(fields.len())).cloned().unwrap_or_default();
                fields.insert(name, value);
            }
            request
        },
    )
}

/// Puts `value` in the place of one of the values inside `json`, counted through in order.
fn replace_inside(json: &mut Value, at: &mut usize, value: &Value) {
    if *at == 0 {
        *json = value.clone();
    }
    *at = at.wrapping_sub(1);
    match json {
        _ if *at > 100_000 => {}
        Value::Array(items) => items.iter_mut().for_each(|item| replace_inside(item, at, value)),
        Value::Object(fields) => fields.values_mut().for_each(|field| replace_inside(field, at, value)),
        _ => {}
    }
}

/// A replay of a few steps, without the library's long texts being likely to be hit.
fn short_replay() -> Value {
    let mut session = opened(json!({ "seed": 2 }));
    play_on(&mut session, 6);
    ask(&mut session, json!({ "op": "judge", "act": { "act": "dice", "faces": [3], "roll": "to hit" } }));
    play_on(&mut session, 4);
    ask(&mut session, json!({ "op": "replay" }))["replay"].clone()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_line_of_bytes_brings_a_session_down(lines in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..80), 1..20)) {
        let mut session = opened(json!({}));
        let before = snapshot(&mut session);
        for line in lines {
            let reply: Value = serde_json::from_str(&session.answer(&line)).unwrap();
            prop_assert_eq!(&reply["ok"], false);
        }
        prop_assert_eq!(snapshot(&mut session), before);
    }

    #[test]
    fn no_replay_brings_a_session_down(at in 0..200_usize, value in any_json()) {
        let mut replay = short_replay();
        replace_inside(&mut replay, &mut at.clone(), &value);
        let mut session = Session::default();
        let reply = ask(&mut session, json!({ "op": "open", "replay": replay }));
        if reply["ok"] == true {
            let verified = ask(&mut session, json!({ "op": "verify" }));
            prop_assert_eq!(&verified["ok"], true);
            play_on(&mut session, 5);
        } else {
            prop_assert!(["bad-replay", "bad-content", "bad-request"].contains(&code(&reply)), "{}", reply);
        }
    }

    #[test]
    fn no_request_brings_a_session_down(requests in prop::collection::vec(prop_oneof![any_json(), mutated(), mutated()], 1..40)) {
        let mut session = opened(json!({ "seed": 9 }));
        for request in requests {
            let open = session.tables.contains_key("main");
            let before = open.then(|| snapshot(&mut session));
            let reply = ask(&mut session, request);
            prop_assert!(reply["ok"].is_boolean());
            if let (false, Some(before)) = (reply["ok"] == true, before) {
                prop_assert_eq!(snapshot(&mut session), before);
            }
        }
    }
}

const TOLL: &str = "system = 'twelves'\ntitle = 'Toll'\nready = 'all'\n\
    [[zone]]\nid = 'lane'\nname = 'Lane'\nat = [0, 0]\nexit = true\n\
    [[party]]\nhero = 'ossa'\nat = 'lane'\n[[foes]]\ncreature = 'toll-thug'\nat = 'lane'\n";

#[test]
fn what_somebody_tries_waits_for_the_judge() {
    let mut session = Session::default();
    ask(&mut session, json!({ "op": "open", "toml": TOLL, "seed": 1 }));
    let early = ask(&mut session, json!({ "op": "try", "who": "ossa", "text": "sings" }));
    assert_eq!(code(&early), "refused");
    ask(&mut session, json!({ "op": "choose", "choice": "ossa begin" }));
    let told = ask(&mut session, json!({ "op": "try", "who": "ossa", "text": "sings" }));
    assert_eq!(told["proposals"], json!([{ "who": "ossa", "text": "sings" }]));
    assert_eq!(ask(&mut session, json!({ "op": "question" }))["proposals"], told["proposals"]);
    let taken = ask(&mut session, json!({ "op": "try", "who": "ossa" }));
    assert_eq!(taken["proposals"], json!([]));
    let act = json!({
        "act": "attempt", "who": "ossa", "tries": "trips the thug", "check": "might", "against": 6,
        "success": { "says": "Down it goes", "acts": [{ "act": "afflict", "who": "toll-thug", "condition": "dazed" }] },
        "failure": { "acts": [{ "act": "set", "who": "nobody", "track": "hits", "value": 1 }] },
    });
    assert_eq!(code(&ask(&mut session, json!({ "op": "judge", "act": act }))), "no-such-combatant");
    let mut act = act;
    act["failure"] = json!({});
    let wanted = ask(&mut session, json!({ "op": "judge", "act": act, "rolls": [] }));
    assert_eq!((code(&wanted), &wanted["error"]["wanted"]["label"]), ("dice-wanted", &json!("might check")));
    let told = ask(&mut session, json!({ "op": "judge", "act": act, "rolls": [6] }));
    let lines: Vec<&str> =
        told["lines"].as_array().unwrap().iter().map(|line| line["text"].as_str().unwrap()).collect();
    assert_eq!(
        lines[..2],
        [
            "Ossa: trips the thug: d12 [6] = 6 against might 6: success. Down it goes",
            "Judge: Toll thug is dazed",
        ]
    );
    assert_eq!(told["position"], 2);
    let verdict = ask(&mut session, json!({ "op": "verify" }));
    assert_eq!(verdict["verify"]["verdict"], "same");
    let secret =
        json!({ "act": "secret", "of": { "act": "set", "who": "toll-thug", "track": "hits", "value": 1 } });
    ask(&mut session, json!({ "op": "judge", "act": secret }));
    let log = |session: &mut Session, seat: &str| {
        ask(session, json!({ "op": "log", "from": 2, "seat": seat }))["lines"].as_array().unwrap().len()
    };
    assert_eq!((log(&mut session, "judge"), log(&mut session, "watcher")), (1, 0));
}
