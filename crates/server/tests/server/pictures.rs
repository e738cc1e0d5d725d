//! Pictures for the map and as handouts: only what is one is taken, within limits; who is not meant to see one does not;
//! and they are kept, exported and deleted with their table.

use fracas_server::Server;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::common::{Client, config, http, open};

const FORD: &str = "delve/goblins-at-the-ford";

/// The start of a PNG of this size, and something that makes it as long as wanted.
fn png(width: u32, height: u32, long: usize) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    bytes.extend(width.to_be_bytes());
    bytes.extend(height.to_be_bytes());
    bytes.resize(long, 7);
    bytes
}

struct Gallery {
    url: String,
}

impl Gallery {
    async fn bring(&self, token: &str, bytes: Vec<u8>) -> (StatusCode, Value) {
        let url = format!("{}?token={token}&name=The%20%20old%20map", self.url);
        let reply = http().post(url).body(bytes).send().await.unwrap();
        (reply.status(), reply.json().await.unwrap())
    }

    async fn get(&self, token: &str, picture: &str) -> (StatusCode, Vec<u8>) {
        let reply = http().get(format!("{}/{picture}?token={token}", self.url)).send().await.unwrap();
        (reply.status(), reply.bytes().await.unwrap().to_vec())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_is_seen_by_those_it_is_shown_to_and_by_nobody_else() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("tables.sqlite");
    let server = Server::start(config(Some(&database))).await.unwrap();
    let opened = open(server.address(), json!({ "scenario": FORD, "mode": "judge", "seed": 5 })).await;
    let (table, links) = (opened.table.clone(), opened.links.clone());
    let gallery =
        |server: &Server| Gallery { url: format!("http://{}/api/tables/{table}/pictures", server.address()) };
    let mut judge = Client::join(server.address(), &table, &links.judge, None).await;
    let mut player = Client::join(server.address(), &table, &links.players[0].token, None).await;
    let pictures = gallery(&server);
    let bytes = png(640, 480, 5000);
    assert_eq!(pictures.bring(&links.players[0].token, bytes.clone()).await.0, StatusCode::FORBIDDEN);
    let (status, brought) = pictures.bring(&links.judge, bytes.clone()).await;
    assert_eq!(status, StatusCode::CREATED, "{brought}");
    let id = brought["picture"].as_str().unwrap().to_owned();
    judge.until(|judge| judge.state["pictures"][0]["name"] == "The old map").await;
    assert_eq!(judge.state["pictures"][0]["width"], 640);
    // Nobody has been shown it: there is nothing to know.
    let (status, _) = pictures.get(&links.players[0].token, &id).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert_eq!(pictures.get(&links.players[0].token, "nothing").await.0, status);
    assert!(!player.received.join("").contains(&id));
    let show = |to: Value| json!({ "type": "show", "picture": id, "to": to });
    assert_eq!(player.refused(show(json!("everyone"))).await, "not-allowed");
    // To one seat: the other player's stays in the dark.
    let seat = player.state["seat"]["id"].clone();
    judge.ok(show(json!({ "seats": [seat] }))).await;
    player.until(|player| player.state["pictures"][0]["id"] == id.as_str()).await;
    assert_eq!(player.state["pictures"][0]["to"], Value::Null, "who else sees it is the judge's business");
    assert_eq!(pictures.get(&links.players[0].token, &id).await, (StatusCode::OK, bytes.clone()));
    assert_eq!(pictures.get(&links.players[1].token, &id).await.0, StatusCode::NOT_FOUND);
    assert_eq!(pictures.get(&links.watcher, &id).await.0, StatusCode::NOT_FOUND);
    // Under the map: everybody sees it.
    judge.ok(show(json!("map"))).await;
    assert_eq!(pictures.get(&links.watcher, &id).await, (StatusCode::OK, bytes.clone()));
    let export = format!("http://{}/api/tables/{table}/export?token={}", server.address(), links.judge);
    let exported = http().get(export).send().await.unwrap().text().await.unwrap();
    assert!(
        exported.contains("\"picture\"") && exported.contains("The old map"),
        "it goes along in an export"
    );
    player.leave().await;
    judge.leave().await;
    server.stop().await;

    // A server that is started again still has it, and who may see it.
    let server = Server::start(config(Some(&database))).await.unwrap();
    let pictures = gallery(&server);
    assert_eq!(pictures.get(&links.watcher, &id).await, (StatusCode::OK, bytes));
    let mut judge = Client::join(server.address(), &table, &links.judge, None).await;
    assert_eq!(judge.state["pictures"][0]["map"], true);
    judge.ok(json!({ "type": "discard", "picture": id })).await;
    assert_eq!(pictures.get(&links.judge, &id).await.0, StatusCode::NOT_FOUND);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_pictures_come_in_and_not_too_many() {
    let mut small = config(None);
    (small.limits.picture, small.limits.pictures) = (10_000, 25_000);
    let server = Server::start(small).await.unwrap();
    let opened = open(server.address(), json!({ "scenario": FORD, "mode": "judge" })).await;
    let pictures =
        Gallery { url: format!("http://{}/api/tables/{}/pictures", server.address(), opened.table) };
    let judge = &opened.links.judge;
    let refused = async |bytes: Vec<u8>| {
        let (status, failure) = pictures.bring(judge, bytes).await;
        (status.as_u16(), failure["message"].as_str().unwrap().to_owned())
    };
    let (status, why) =
        refused(b"<svg onload='alert(1)' xmlns='http://www.w3.org/2000/svg'/>".to_vec()).await;
    assert_eq!((status, why.as_str()), (422, "this is no PNG, JPEG or WebP picture"));
    assert_eq!(refused(png(0, 5, 100)).await.0, 422);
    assert_eq!(refused(png(20_000, 5, 100)).await.0, 422);
    assert_eq!(refused(png(5, 5, 10_001)).await.0, 413);
    for _ in 0..2 {
        assert_eq!(pictures.bring(judge, png(5, 5, 10_000)).await.0, StatusCode::CREATED);
    }
    let (status, why) = refused(png(5, 5, 6_000)).await;
    assert!(status == 422 && why.contains("together"), "{why}");
    server.stop().await;
}
