//! Limits on size, rate and number; origins; headers.

use std::net::SocketAddr;

use fracas_server::{Limits, Server};
use serde_json::{Value, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::common::{Client, config, http, open, server};

const FORD: &str = "delve/goblins-at-the-ford";

async fn limited(change: impl FnOnce(&mut Limits)) -> Server {
    let mut config = config(None);
    change(&mut config.limits);
    Server::start(config).await.unwrap()
}

async fn post(address: SocketAddr, path: &str, body: Value) -> (u16, Value) {
    let response = http().post(format!("http://{address}{path}")).json(&body).send().await.unwrap();
    let status = response.status().as_u16();
    (status, response.json().await.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_is_too_large_closes_the_connection() {
    let server = limited(|limits| limits.message = 1000).await;
    let opened = open(server.address(), json!({ "scenario": FORD })).await;
    let mut client = Client::join(server.address(), &opened.table, &opened.you, None).await;
    client.send_text("x".repeat(1001)).await;
    let code = client.until_closed().await;
    assert!([1009, 1006].contains(&code), "{code}");
    let client = Client::join(server.address(), &opened.table, &opened.you, None).await;
    assert_eq!(client.steps(), 0, "the table is well");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_too_fast_is_refused_and_then_shown_the_door() {
    let server = limited(|limits| {
        limits.messages_per_second = 0.0;
        limits.message_burst = 3.0;
    })
    .await;
    let opened = open(server.address(), json!({ "scenario": FORD })).await;
    let mut client = Client::join(server.address(), &opened.table, &opened.you, None).await;
    for _ in 0..3 {
        client.ok(json!({ "type": "pause", "on": false })).await;
    }
    assert_eq!(client.refused(json!({ "type": "pause", "on": false })).await, "too-fast");
    for _ in 0..200 {
        client.send_text("{}").await;
    }
    assert_eq!(client.until_closed().await, 1008);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_seats_connections_and_events_are_limited() {
    let server = limited(|limits| {
        limits.tables = 2;
        limits.seats = 6;
        limits.connections_per_table = 2;
        limits.events = 3;
    })
    .await;
    let address = server.address();
    let opened = open(address, json!({ "scenario": FORD, "mode": "judge" })).await;
    let mut judge = Client::join(address, &opened.table, &opened.links.judge, None).await;
    let seats = judge.state["seats"].as_array().unwrap().len();
    for _ in seats..6 {
        judge.ok(json!({ "type": "invite", "kind": "watcher", "name": "Guest", "controls": [] })).await;
    }
    assert_eq!(
        judge.refused(json!({ "type": "invite", "kind": "watcher", "name": "Guest", "controls": [] })).await,
        "full"
    );
    for _ in 6 - seats..3 {
        judge.ok(json!({ "type": "pause", "on": false })).await;
    }
    assert_eq!(judge.refused(json!({ "type": "pause", "on": false })).await, "full");

    let _second = Client::join(address, &opened.table, &opened.links.watcher, None).await;
    let mut third = Client::join(address, &opened.table, &opened.links.watcher, None).await;
    assert_eq!(third.gone.as_ref().unwrap()["code"], "full");
    assert_eq!(third.until_closed().await, 1008);

    open(address, json!({ "scenario": FORD })).await;
    let (status, failure) = post(address, "/api/tables", json!({ "scenario": FORD })).await;
    assert_eq!((status, &failure["code"]), (503, &json!("full")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn uploads_are_limited_in_size_and_posts_in_number() {
    let server = limited(|limits| {
        limits.upload = 2000;
        limits.posts_per_second = 0.0;
        limits.post_burst = 2.0;
    })
    .await;
    let address = server.address();
    let (status, failure) = post(address, "/api/scenarios/check", json!({ "toml": "#".repeat(3000) })).await;
    assert_eq!((status, &failure["code"]), (413, &json!("too-large")));
    let (status, checked) = post(address, "/api/scenarios/check", json!({ "toml": "title = 'X'" })).await;
    assert_eq!((status, &checked["ok"]), (200, &json!(false)));
    let (status, failure) = post(address, "/api/scenarios/check", json!({ "toml": "" })).await;
    assert_eq!((status, &failure["code"]), (429, &json!("too-fast")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn replays_are_limited_in_number() {
    let server = limited(|limits| {
        limits.reads_per_second = 0.0;
        limits.read_burst = 3.0;
    })
    .await;
    let opened = open(server.address(), json!({ "scenario": FORD })).await;
    let mut answers = Vec::new();
    for path in ["replay", "export", "moments", "replay"] {
        let url = format!("http://{}/api/tables/{}/{path}", server.address(), opened.table);
        answers
            .push(http().get(url).bearer_auth(&opened.links.judge).send().await.unwrap().status().as_u16());
    }
    assert_eq!(answers, [200, 200, 200, 429]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_origins_are_turned_away() {
    let server = server().await;
    let address = server.address();
    let opened = open(address, json!({ "scenario": FORD })).await;
    let ask = |origin: &str| {
        let request = http().post(format!("http://{address}/api/tables")).header("origin", origin);
        request.json(&json!({ "scenario": FORD })).send()
    };
    assert_eq!(ask("http://evil.example").await.unwrap().status(), 403);
    assert_eq!(ask("null").await.unwrap().status(), 403);
    assert_eq!(ask(&format!("http://{address}")).await.unwrap().status(), 201);
    let rebound = http().post(format!("http://{address}/api/tables")).header("host", "evil.example");
    let rebound = rebound.json(&json!({ "scenario": FORD })).send().await.unwrap();
    assert_eq!(rebound.status(), 403, "a name that is not ours");

    let url = format!("ws://{address}/api/tables/{}/live?token={}", opened.table, opened.you);
    for (origin, welcome) in [("http://evil.example".to_owned(), false), (format!("http://{address}"), true)]
    {
        let mut request = url.as_str().into_client_request().unwrap();
        request.headers_mut().insert("origin", origin.parse().unwrap());
        assert_eq!(connect_async(request).await.is_ok(), welcome, "{origin}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_links_open_nothing() {
    let server = server().await;
    let address = server.address();
    let one = open(address, json!({ "scenario": FORD })).await;
    let two = open(address, json!({ "scenario": FORD })).await;
    for (table, token) in
        [(&one.table, &two.you), (&one.table, &String::new()), (&"nowhere".to_owned(), &one.you)]
    {
        let mut client = Client::join(address, table, token, None).await;
        assert_eq!(client.gone.as_ref().unwrap()["code"], "bad-token");
        assert_eq!(client.until_closed().await, 1008);
        let url = format!("http://{address}/api/tables/{table}/replay?token={token}");
        assert_eq!(http().get(url).send().await.unwrap().status(), 401);
    }
    let all: std::collections::BTreeSet<String> = [one, two]
        .into_iter()
        .flat_map(|o| o.links.players.into_iter().map(|p| p.token).chain([o.links.judge, o.links.watcher]))
        .inspect(|token| assert!(token.len() >= 40))
        .collect();
    assert!(all.len() >= 6, "every token is another");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_has_protective_headers() {
    let server = server().await;
    let address = server.address();
    for path in ["/", "/t/somewhere", "/missing.js", "/api/scenarios", "/api/nowhere", "/healthz", "/metrics"]
    {
        let response = http().get(format!("http://{address}{path}")).send().await.unwrap();
        let header = |name: &str| {
            response.headers().get(name).and_then(|v| v.to_str().ok()).unwrap_or_default().to_owned()
        };
        assert!(header("content-security-policy").contains("default-src 'self'"), "{path}");
        assert_eq!(header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(header("referrer-policy"), "no-referrer", "{path}");
        assert_eq!(header("x-frame-options"), "DENY", "{path}");
        let cache = header("cache-control");
        assert!(!path.starts_with("/api") || cache == "no-store", "{path}: {cache}");
    }
    server.stop().await;
}
