//! The REST routes, and their document against the server.

use std::collections::BTreeSet;

use fracas_server::paths;
use fracas_table::Replay;
use serde_json::{Value, json};

use crate::common::{Client, http, open, server};
use crate::fights::play;

const FORD: &str = "delve/goblins-at-the-ford";

#[tokio::test(flavor = "multi_thread")]
async fn the_document_describes_the_routes_and_nothing_else() {
    let server = server().await;
    let base = format!("http://{}", server.address());
    let document: Value =
        http().get(format!("{base}/api/openapi.json")).send().await.unwrap().json().await.unwrap();
    let described = document["paths"].as_object().unwrap();
    let known: BTreeSet<&str> = described.keys().map(String::as_str).collect();
    assert_eq!(known, paths().into_iter().collect());
    for (path, operations) in described {
        let operations = operations.as_object().unwrap();
        let url = format!("{base}{}", path.replace("{table}", "nowhere").replace("{system}", "delve"));
        for method in ["get", "post", "put", "delete", "patch"] {
            let request = http().request(method.to_uppercase().parse().unwrap(), &url);
            let request = if method == "get" { request } else { request.body("{}") };
            let status = request.send().await.unwrap().status().as_u16();
            match operations.get(method) {
                Some(operation) => {
                    let answers = operation["responses"].as_object().unwrap();
                    assert!(answers.contains_key(&status.to_string()), "{method} {path} gave {status}");
                }
                None => assert_eq!(status, 405, "{method} {path} is not described"),
            }
        }
    }
    let text = document.to_string();
    for part in text.split("#/components/schemas/").skip(1) {
        let name = part.split('"').next().unwrap();
        assert!(document["components"]["schemas"][name].is_object(), "{name} is described");
    }
    server.stop().await;
}

/// Checks a value against a schema of the document, as far as those go.
fn fits(document: &Value, schema: &Value, value: &Value, at: &str) {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.rsplit('/').next().unwrap();
        return fits(document, &document["components"]["schemas"][name], value, at);
    }
    if let Some(any) = schema["oneOf"].as_array() {
        let null = value.is_null() && any.iter().any(|one| one["type"] == "null");
        if !null {
            let real = any.iter().find(|one| one["type"] != "null").expect("something but null");
            fits(document, real, value, at);
        }
        return;
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => return,
    };
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    assert!(
        kinds.contains(&kind) || kind == "integer" && kinds.contains(&"number"),
        "{at}: {value} is no {kinds:?}"
    );
    if let Some(items) = value.as_array() {
        items.iter().for_each(|item| fits(document, &schema["items"], item, &format!("{at}[]")));
    }
    let (Some(fields), Some(known)) = (value.as_object(), schema["properties"].as_object()) else { return };
    for (name, field) in fields {
        let schema = known.get(name).unwrap_or_else(|| panic!("{at}.{name} is not described"));
        fits(document, schema, field, &format!("{at}.{name}"));
    }
    for name in schema["required"].as_array().into_iter().flatten() {
        assert!(fields.contains_key(name.as_str().unwrap()), "{at} has no {name}");
    }
}

fn answer_schema(document: &Value, method: &str, path: &str, status: u16) -> Value {
    let answer = &document["paths"][path][method]["responses"][status.to_string()];
    answer["content"]["application/json"]["schema"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_are_as_the_document_says() {
    let server = server().await;
    let (address, document) = (server.address(), fracas_server::document());
    let base = format!("http://{address}");
    let opened = open(address, json!({ "scenario": FORD, "seed": 3 })).await;
    let client = Client::join(address, &opened.table, &opened.you, None).await;
    let mut client = client;
    client.ok(json!({ "type": "pace", "ms": 0 })).await;
    let client = play(client, 2).await;
    let table = &opened.table;
    let tokens = format!("{},{},nonsense", opened.you, opened.links.judge);
    let asks = [
        ("get", "/api/scenarios".to_owned(), "/api/scenarios", 200, Value::Null),
        ("get", "/api/systems".to_owned(), "/api/systems", 200, Value::Null),
        ("get", "/api/tables".to_owned(), "/api/tables", 200, Value::Null),
        ("post", "/api/tables".to_owned(), "/api/tables", 201, json!({ "scenario": FORD })),
        ("post", "/api/tables".to_owned(), "/api/tables", 400, json!({ "scenari": FORD })),
        ("post", "/api/tables".to_owned(), "/api/tables", 400, json!({})),
        (
            "post",
            "/api/tables".to_owned(),
            "/api/tables",
            404,
            json!({ "scenario": "delve/gobins-at-the-ford" }),
        ),
        ("post", "/api/tables".to_owned(), "/api/tables", 422, json!({ "toml": "system = 'delve'" })),
        (
            "post",
            "/api/scenarios/check".to_owned(),
            "/api/scenarios/check",
            200,
            json!({ "toml": "system = 'delv'" }),
        ),
        ("post", "/api/maps".to_owned(), "/api/maps", 422, json!({ "line_of_sight": [] })),
        (
            "post",
            "/api/maps".to_owned(),
            "/api/maps",
            200,
            json!({ "resolution": { "map_size": { "x": 4, "y": 3 } }, "image": "",
                "line_of_sight": [[{ "x": 0, "y": 1.5 }, { "x": 3, "y": 1.5 }]] }),
        ),
        (
            "get",
            format!("/api/tables/{table}/moments?from=1&to=3&token={}", opened.you),
            "/api/tables/{table}/moments",
            200,
            Value::Null,
        ),
        ("get", format!("/api/tables/{table}/replay"), "/api/tables/{table}/replay", 401, Value::Null),
        ("get", format!("/api/tables/{table}/party"), "/api/tables/{table}/party", 401, Value::Null),
        (
            "get",
            format!("/api/tables/{table}/export?token={}", opened.you),
            "/api/tables/{table}/export",
            403,
            Value::Null,
        ),
        ("get", "/api/rules/chess".to_owned(), "/api/rules/{system}", 404, Value::Null),
    ];
    for (method, url, path, status, body) in asks {
        let request = http().request(method.to_uppercase().parse().unwrap(), format!("{base}{url}"));
        let request = request.header("x-fracas-tokens", &tokens);
        let request = if body.is_null() { request } else { request.json(&body) };
        let response = request.send().await.unwrap();
        assert_eq!(response.status().as_u16(), status, "{method} {url} {body}");
        let value: Value = response.json().await.unwrap();
        let schema = answer_schema(&document, method, path, status);
        assert!(schema.is_object(), "{method} {path} {status} has a schema");
        fits(&document, &schema, &value, path);
    }
    assert!(client.is_over());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn scenarios_are_listed_with_their_difficulty() {
    let server = server().await;
    let url = format!("http://{}/api/scenarios", server.address());
    let cards: Vec<Value> = loop {
        let cards: Vec<Value> = http().get(&url).send().await.unwrap().json().await.unwrap();
        if cards.iter().all(|card| !card["difficulty"].is_null()) {
            break cards;
        }
    };
    let all = crate::common::every_scenario().len() + fracas_content::adventures().count();
    assert_eq!(cards.len(), all, "fights and adventures");
    for card in &cards {
        let hard = card["difficulty"].as_f64().expect("a figure");
        assert!((0.0..=1.0).contains(&hard), "{card}");
        assert!(
            !card["heroes"].as_array().unwrap().is_empty() && !card["title"].as_str().unwrap().is_empty()
        );
    }
    assert!(cards.iter().any(|card| card["difficulty"] != cards[0]["difficulty"]), "they differ");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_uploaded_scenario_is_checked_and_played() {
    let server = server().await;
    let address = server.address();
    let text = fracas_content::scenario(FORD).unwrap().source.text;
    let url = format!("http://{address}/api/scenarios/check");
    let good: Value =
        http().post(&url).json(&json!({ "toml": text })).send().await.unwrap().json().await.unwrap();
    assert_eq!(good["ok"], true, "{good}");
    let spoilt = text.replacen("system", "sistem", 1);
    let bad: Value =
        http().post(&url).json(&json!({ "toml": spoilt })).send().await.unwrap().json().await.unwrap();
    assert_eq!(bad["ok"], false);
    let expected = fracas_systems::check(fracas_content::Source::new("scenario.toml", spoilt)).unwrap_err();
    for (shown, problem) in bad["problems"].as_array().unwrap().iter().zip(&expected) {
        assert_eq!(shown["message"], problem.message);
        assert_eq!(shown["line"], problem.line);
        assert_eq!(shown["marker"], problem.marker);
    }
    let opened = open(address, json!({ "toml": text, "name": "Mine" })).await;
    let client = Client::join(address, &opened.table, &opened.you, None).await;
    assert_eq!(client.state["name"], "Mine");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn replays_are_for_the_judge_and_for_all_when_it_is_over() {
    let server = server().await;
    let address = server.address();
    let opened = open(address, json!({ "scenario": FORD, "seed": 3 })).await;
    let (table, links) = (&opened.table, &opened.links);
    let get = |what: &str, token: &str| {
        http().get(format!("http://{address}/api/tables/{table}/{what}")).bearer_auth(token).send()
    };
    for what in ["replay", "moments"] {
        assert_eq!(get(what, &opened.you).await.unwrap().status(), 403, "{what}");
        assert_eq!(get(what, &links.watcher).await.unwrap().status(), 403, "{what}");
        assert_eq!(get(what, &links.judge).await.unwrap().status(), 200, "{what}");
    }
    let mut client = Client::join(address, table, &opened.you, None).await;
    client.ok(json!({ "type": "pace", "ms": 0 })).await;
    let client = play(client, 5).await;
    let text = get("replay", &links.watcher).await.unwrap().text().await.unwrap();
    let replay = Replay::read(&text).unwrap();
    assert_eq!(replay.steps.len() as u64, client.steps());
    let mut game = fracas_systems::open_replay(&replay).unwrap();
    let verdict = fracas_table::verify(&replay, &mut *game);
    assert!(matches!(verdict, fracas_table::Verdict::Same { .. }), "{verdict:?}");

    let moments: Value = get("moments?from=0&to=500", &opened.you).await.unwrap().json().await.unwrap();
    let shown = moments["moments"].as_array().unwrap();
    assert_eq!(moments["steps"].as_u64().unwrap(), client.steps());
    assert_eq!(shown.len() as u64, (client.steps() + 1).min(64));
    assert_eq!(shown[0]["step"], 0);
    let last = format!("moments?from={}", client.steps());
    let moments: Value = get(&last, &opened.you).await.unwrap().json().await.unwrap();
    assert_eq!(moments["moments"][0]["view"]["outcome"], client.state["view"]["outcome"]);

    let export: Value = get("export", &links.judge).await.unwrap().json().await.unwrap();
    let again = Client::join(address, table, &opened.you, None).await;
    assert_eq!(export["events"].as_array().unwrap().len() as u64, again.revision());
    let text = export.to_string();
    assert!(!text.contains(&links.judge) && !text.contains(&opened.you), "no link is in it");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_finds_its_tables_again() {
    let server = server().await;
    let address = server.address();
    let first = open(address, json!({ "scenario": FORD, "name": "First" })).await;
    let second = open(address, json!({ "scenario": FORD, "name": "Second", "mode": "judge" })).await;
    let mut client = Client::join(address, &first.table, &first.you, None).await;
    let choice = client.choices()[0].clone();
    client.ok(client.choose(&choice)).await;
    let list = |tokens: String| async move {
        let request = http().get(format!("http://{address}/api/tables")).header("x-fracas-tokens", tokens);
        request.send().await.unwrap()
    };
    let cards: Vec<Value> =
        list(format!("{}, {},,unknown", second.you, first.you)).await.json().await.unwrap();
    assert_eq!(cards.len(), 2);
    assert_eq!(
        (&cards[0]["name"], &cards[0]["seat"]),
        (&json!("First"), &json!("player")),
        "the newest first"
    );
    assert_eq!((&cards[1]["name"], &cards[1]["seat"]), (&json!("Second"), &json!("judge")));
    assert_eq!(cards[0]["token"], first.you);
    assert_eq!(cards[0]["over"], Value::Null);
    let none: Vec<Value> = list(String::new()).await.json().await.unwrap();
    assert!(none.is_empty());
    assert_eq!(list(vec!["x"; 101].join(",")).await.status(), 400);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_the_rules_and_the_figures_are_served() {
    let server = server().await;
    let base = format!("http://{}", server.address());
    let get = |path: &str| http().get(format!("{base}{path}")).send();
    let page = get("/").await.unwrap();
    assert_eq!(page.headers()["content-type"], "text/html; charset=utf-8");
    let etag = page.headers()["etag"].clone();
    let text = page.text().await.unwrap();
    assert!(text.to_lowercase().contains("<!doctype html>"));
    assert_eq!(get("/t/some-table").await.unwrap().text().await.unwrap(), text, "places within the page");
    let again = http().get(format!("{base}/")).header("if-none-match", etag).send().await.unwrap();
    assert_eq!(again.status(), 304);
    assert_eq!(get("/no/such.js").await.unwrap().status(), 404);
    assert_eq!(get("/api/nowhere").await.unwrap().status(), 404);

    let rules = get("/api/rules/delve").await.unwrap();
    assert!(rules.headers()["content-type"].to_str().unwrap().starts_with("text/markdown"));
    assert!(rules.text().await.unwrap().contains('#'));
    assert_eq!(get("/api/rules/..%2f..%2fCargo").await.unwrap().status(), 404);

    assert_eq!(get("/healthz").await.unwrap().text().await.unwrap(), "ok\n");
    assert_eq!(get("/readyz").await.unwrap().text().await.unwrap(), "ready\n");
    let opened = open(server.address(), json!({ "scenario": FORD })).await;
    let mut client = Client::join(server.address(), &opened.table, &opened.you, None).await;
    let choice = client.choices()[0].clone();
    client.ok(client.choose(&choice)).await;
    let position = client.position();
    client.until(|c| c.position() != position || c.steps() == 1).await;
    // A table does one thing after the other: when this is done, the choice has been counted.
    client.ok(json!({ "type": "pause", "on": true })).await;
    let metrics = get("/metrics").await.unwrap().text().await.unwrap();
    for line in [
        "fracas_tables 1",
        "fracas_connections 1",
        "fracas_choices_total 1",
        "fracas_choice_seconds_count 1",
        "fracas_write_queue 0",
    ] {
        assert!(metrics.lines().any(|found| found == line), "{line} in {metrics}");
    }
    server.stop().await;
}
