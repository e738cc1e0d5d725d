//! Who may do what on a network: owners, guests, watchers; and that nobody can shut others out.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use fracas_server::{Config, Server, Tls};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;

use crate::common::{Client, config, http, open, server};

const FORD: &str = "delve/goblins-at-the-ford";

async fn started(change: impl FnOnce(&mut Config)) -> Server {
    let mut config = config(None);
    change(&mut config);
    Server::start(config).await.unwrap()
}

/// A connection from another address of this machine.
async fn connect_from(from: [u8; 4], to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::from((from, 0))).unwrap();
    socket.connect(to).await.unwrap()
}

async fn asked(mut stream: impl AsyncReadExt + AsyncWriteExt + Unpin, path: &str) -> String {
    let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}

/// As the owner of a table's only guest would: through a proxy.
async fn post_by_proxy(address: SocketAddr, head: &[(&'static str, String)]) -> (u16, Value) {
    let mut request =
        http().post(format!("http://{address}/api/tables")).header("x-forwarded-for", "192.0.2.7");
    for (name, value) in head {
        request = request.header(*name, value);
    }
    let response = request.json(&json!({ "scenario": FORD })).send().await.unwrap();
    (response.status().as_u16(), response.json().await.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_network_only_the_owner_opens_tables_unless_all_may() {
    let server = started(|config| config.proxies = vec![IpAddr::from([127, 0, 0, 1])]).await;
    let address = server.address();
    open(address, json!({ "scenario": FORD })).await;
    let (status, failure) = post_by_proxy(address, &[]).await;
    assert_eq!((status, &failure["code"]), (403, &json!("not-owner")));
    let (status, _) = post_by_proxy(address, &[("x-fracas-owner", "0".repeat(40))]).await;
    assert_eq!(status, 403);

    let path = server.owners_path().expect("there is a network");
    let browser = reqwest::Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none());
    let browser = browser.build().unwrap();
    let welcome = browser.get(format!("http://{address}/{path}")).send().await.unwrap();
    assert_eq!((welcome.status().as_u16(), &welcome.headers()["location"]), (303, &"/".parse().unwrap()));
    let cookie = welcome.headers()["set-cookie"].to_str().unwrap().to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let cookie = cookie.split(';').next().unwrap().to_owned();
    assert_eq!(post_by_proxy(address, &[("cookie", cookie.clone())]).await.0, 201);
    let key = path.strip_prefix("own/").unwrap().to_owned();
    assert_eq!(post_by_proxy(address, &[("x-fracas-owner", key)]).await.0, 201);
    let wrong = browser.get(format!("http://{address}/own/{}", "1".repeat(40))).send().await.unwrap();
    assert!(wrong.status() == 403 && wrong.headers().get("set-cookie").is_none());
    server.stop().await;

    let server = started(|config| {
        config.proxies = vec![IpAddr::from([127, 0, 0, 1])];
        config.open = true;
    })
    .await;
    assert!(server.owners_path().is_none());
    assert_eq!(post_by_proxy(server.address(), &[]).await.0, 201);
    server.stop().await;
}

/// The owner's key is the same after a restart: a browser that has it stays the owner's.
#[tokio::test(flavor = "multi_thread")]
async fn the_owner_stays_the_owner() {
    let folder = tempfile::tempdir().unwrap();
    let mut paths = Vec::new();
    for _ in 0..2 {
        let mut config = config(Some(&folder.path().join("tables.sqlite")));
        config.hosts = vec!["play.example.org".to_owned()];
        let server = Server::start(config).await.unwrap();
        paths.push(server.owners_path().unwrap());
        server.stop().await;
    }
    assert!(paths[0] == paths[1] && paths[0].len() > 40, "{paths:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn half_sent_requests_shut_nobody_out_and_are_closed() {
    let server = started(|config| {
        config.limits.sockets = 500;
        config.limits.sockets_per_address = 40;
        config.limits.header_time = Duration::from_millis(300);
    })
    .await;
    let address = server.address();
    let mut half_sent = Vec::new();
    for _ in 0..1_100 {
        let mut stream = connect_from([127, 0, 0, 2], address).await;
        let _ = stream.write_all(b"POST /api/tables HTTP/1.1\r\nhost: localhost\r\n").await;
        half_sent.push(stream);
    }
    // Others are served meanwhile, and those who sent half are let go, whatever they go on to send.
    let answer = asked(connect_from([127, 0, 0, 3], address).await, "/healthz").await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    for mut stream in half_sent {
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest).await;
    }
    let metrics = asked(connect_from([127, 0, 0, 2], address).await, "/metrics").await;
    let turned_away = metrics.lines().find_map(|line| line.strip_prefix("fracas_turned_away_total "));
    let turned_away: u32 = turned_away.expect("a figure").trim().parse().unwrap();
    assert!(turned_away > 0, "more came at once than one address may have");

    // A body that does not come is not waited for either.
    server.stop().await;
    let server = started(|config| config.limits.request_time = Duration::from_millis(200)).await;
    let mut slow = TcpStream::connect(server.address()).await.unwrap();
    let head = "POST /api/scenarios/check HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{";
    slow.write_all(head.as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    slow.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 408");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_certificate_makes_it_https() {
    use tokio_rustls::TlsConnector;
    use tokio_rustls::rustls::pki_types::ServerName;
    use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto::ring};
    let folder = tempfile::tempdir().unwrap();
    let certified = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let tls = Tls { certificate: folder.path().join("cert.pem"), key: folder.path().join("key.pem") };
    std::fs::write(&tls.certificate, certified.cert.pem()).unwrap();
    std::fs::write(&tls.key, certified.signing_key.serialize_pem()).unwrap();
    let server = started(|config| config.tls = Some(tls.clone())).await;
    assert!(server.is_secure());
    let mut roots = RootCertStore::empty();
    roots.add(certified.cert.der().clone()).unwrap();
    let client = ClientConfig::builder_with_provider(std::sync::Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let connector = TlsConnector::from(std::sync::Arc::new(client));
    let secured = async || {
        let stream = TcpStream::connect(server.address()).await.unwrap();
        connector.connect(ServerName::try_from("localhost").unwrap(), stream).await.unwrap()
    };
    assert!(asked(secured().await, "/healthz").await.starts_with("HTTP/1.1 200"));
    // A WebSocket goes the same way: a wrong link is told so.
    let url = "wss://localhost/api/tables/nowhere/live?token=none";
    let (mut socket, _) = tokio_tungstenite::client_async(url, secured().await).await.unwrap();
    let gone = futures_util::StreamExt::next(&mut socket).await.unwrap().unwrap();
    assert!(gone.to_text().unwrap().contains("bad-token"), "{gone}");
    // Who speaks in the clear is not answered in the clear.
    let plain = asked(TcpStream::connect(server.address()).await.unwrap(), "/healthz").await;
    assert!(!plain.contains("HTTP/1.1"), "{plain}");
    server.stop().await;

    for (file, text, why) in [(&tls.certificate, "nonsense", "certificate"), (&tls.key, "", "key")] {
        std::fs::write(file, text).unwrap();
        let mut config = config(None);
        config.tls = Some(tls.clone());
        let error = Server::start(config).await.unwrap_err().to_string();
        assert!(error.contains(why) && error.contains(&file.display().to_string()), "{error}");
        std::fs::write(&tls.certificate, certified.cert.pem()).unwrap();
    }
}

async fn delete(address: SocketAddr, table: &str, token: &str) -> u16 {
    let url = format!("http://{address}/api/tables/{table}?token={token}");
    http().delete(url).send().await.unwrap().status().as_u16()
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_runs_a_table_deletes_it_and_all_are_told() {
    let server = started(|config| config.proxies = vec![IpAddr::from([127, 0, 0, 1])]).await;
    let address = server.address();
    let opened = open(address, json!({ "scenario": FORD, "mode": "judge" })).await;
    let (table, links) = (&opened.table, &opened.links);
    let mut player = Client::join(address, table, &links.players[0].token, None).await;
    for (token, status) in [(links.players[0].token.as_str(), 403), (links.watcher.as_str(), 403), ("x", 401)]
    {
        assert_eq!(delete(address, table, token).await, status);
    }
    let foreign = http().delete(format!("http://{address}/api/tables/{table}?token={}", links.judge));
    assert_eq!(foreign.header("origin", "http://evil.example").send().await.unwrap().status(), 403);
    assert_eq!(delete(address, table, &links.judge).await, 204);
    player.until(|c| c.gone.is_some()).await;
    assert_eq!(player.gone.as_ref().unwrap()["code"], "deleted");
    assert_eq!(delete(address, table, &links.judge).await, 401, "its links are gone too");
    let back = Client::join(address, table, &links.players[0].token, None).await;
    assert_eq!(back.gone.unwrap()["code"], "bad-token");

    // At a solo table the player runs it; and whoever owns the server may delete any.
    let solo = open(address, json!({ "scenario": FORD })).await;
    assert_eq!(delete(address, &solo.table, &solo.you).await, 204);
    let other = open(address, json!({ "scenario": FORD })).await;
    let url = format!("http://{address}/api/tables/{}", other.table);
    let by_proxy = http().delete(&url).header("x-forwarded-for", "192.0.2.7");
    assert_eq!(by_proxy.send().await.unwrap().status(), 401);
    assert_eq!(http().delete(&url).send().await.unwrap().status(), 204);
    assert_eq!(http().delete(&url).send().await.unwrap().status(), 404);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_expire() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("tables.sqlite");
    let server = Server::start(config(Some(&database))).await.unwrap();
    let opened = open(server.address(), json!({ "scenario": FORD })).await;
    server.stop().await;
    let mine = async |address: SocketAddr| -> Vec<Value> {
        let list = http().get(format!("http://{address}/api/tables")).header("x-fracas-tokens", &opened.you);
        list.send().await.unwrap().json().await.unwrap()
    };
    let lasting = Config { expire: Some(Duration::from_secs(3600)), ..config(Some(&database)) };
    let server = Server::start(lasting).await.unwrap();
    assert_eq!(mine(server.address()).await.len(), 1);
    server.stop().await;
    let server =
        Server::start(Config { expire: Some(Duration::ZERO), ..config(Some(&database)) }).await.unwrap();
    assert!(mine(server.address()).await.is_empty(), "it is swept before the server answers");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn watchers_take_nobodys_place_and_nobodys_name() {
    let server = started(|config| {
        config.limits.watchers = 2;
        config.limits.connections_per_table = 6;
        config.limits.connections_per_seat = 2;
    })
    .await;
    let address = server.address();
    let opened = open(address, json!({ "scenario": FORD, "mode": "judge" })).await;
    let (table, links) = (&opened.table, &opened.links);
    let mut watchers = Vec::new();
    for _ in 0..2 {
        watchers.push(Client::join(address, table, &links.watcher, None).await);
    }
    let third = Client::join(address, table, &links.watcher, None).await;
    assert_eq!(third.gone.unwrap()["code"], "full");
    // Who comes back once too often takes the place of the oldest connection, not of somebody else.
    let mut first = Client::join(address, table, &links.judge, None).await;
    let second = Client::join(address, table, &links.judge, None).await;
    let mut judge = Client::join(address, table, &links.judge, None).await;
    assert!(second.gone.is_none() && judge.gone.is_none());
    first.until(|c| c.gone.is_some()).await;
    assert_eq!(first.gone.as_ref().unwrap()["code"], "elsewhere");
    let mut player = Client::join(address, table, &links.players[0].token, None).await;
    assert!(player.gone.is_none());

    let revision = judge.revision();
    let watcher = &mut watchers[0];
    let own = watcher.state["seat"]["id"].clone();
    for message in [
        json!({ "type": "seat", "seat": own, "name": "Judge" }),
        json!({ "type": "seat", "seat": own, "name": "Carla" }),
        json!({ "type": "dice", "mode": "mine" }),
        json!({ "type": "pause", "on": true }),
        json!({ "type": "close" }),
        json!({ "type": "auto", "who": [], "on": true }),
    ] {
        let reply = watcher.say(message.clone()).await;
        assert_eq!(reply["ok"], false, "{message}");
    }
    let seat = player.state["seat"]["id"].clone();
    for name in
        ["Judge", " JUDGE ", "The Judge", "J.u.d.g.e", "GM", "Judge\u{200b}", links.players[1].name.as_str()]
    {
        let code = player.refused(json!({ "type": "seat", "seat": seat, "name": name })).await;
        assert_eq!(code, "refused", "{name:?}");
    }
    player.ok(json!({ "type": "seat", "seat": seat, "name": "Anna" })).await;
    judge.until(|c| c.revision() == revision + 1).await;
    server.stop().await;
}

/// Nobody but the judge can fill the log with what is no move; moves go on.
#[tokio::test(flavor = "multi_thread")]
async fn a_player_cannot_fill_the_log() {
    let server = server().await;
    let opened = open(server.address(), json!({ "scenario": FORD, "mode": "judge", "seed": 3 })).await;
    let links = &opened.links;
    let mut judge = Client::join(server.address(), &opened.table, &links.judge, None).await;
    let mut player = Client::join(server.address(), &opened.table, &links.players[0].token, None).await;
    let who = player.state["seat"]["controls"].clone();
    let mut kept = 0;
    let code = loop {
        let reply = player.say(json!({ "type": "auto", "who": who, "on": kept % 2 == 0 })).await;
        match reply["code"].as_str() {
            None => kept += 1,
            Some(code) => break code.to_owned(),
        }
    };
    assert_eq!((kept, code.as_str()), (200, "full"));
    judge.until(|c| c.revision() == 200).await;
    judge.ok(json!({ "type": "pause", "on": false })).await;
    judge.ok(judge.choose(&judge.choices()[0].clone())).await;
    judge.until(|c| c.steps() == 1).await;
    player.ok(json!({ "type": "auto", "who": who, "on": false })).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pings_and_questions_are_limited() {
    let server = started(|config| {
        config.limits.messages_per_second = 0.0;
        config.limits.message_burst = 3.0;
    })
    .await;
    let opened = open(server.address(), json!({ "scenario": FORD })).await;
    let mut client = Client::join(server.address(), &opened.table, &opened.you, None).await;
    for _ in 0..300 {
        client.send_raw(Message::Ping(Vec::new().into())).await;
    }
    assert!([1008, 1006].contains(&client.until_closed().await));
    server.stop().await;

    let server = started(|config| {
        config.limits.asks_per_second = 0.0;
        config.limits.ask_burst = 2.0;
    })
    .await;
    let opened = open(server.address(), json!({ "scenario": FORD, "mode": "judge" })).await;
    let links = &opened.links;
    let mut one = Client::join(server.address(), &opened.table, &links.players[0].token, None).await;
    let mut again = Client::join(server.address(), &opened.table, &links.players[0].token, None).await;
    let mut other = Client::join(server.address(), &opened.table, &links.players[1].token, None).await;
    let threats = |client: &Client| json!({ "type": "threats", "who": client.state["seat"]["controls"][0] });
    one.ok(threats(&one)).await;
    again.ok(threats(&again)).await;
    assert_eq!(one.refused(threats(&one)).await, "too-fast", "all connections of a seat share its limit");
    other.ok(threats(&other)).await;
    server.stop().await;
}

/// The seed is for those who can no longer use it.
#[tokio::test(flavor = "multi_thread")]
async fn a_replay_tells_its_seed_only_when_the_table_is_closed_for_good() {
    const SEED: u64 = 8_141_592_653;
    let server = server().await;
    let address = server.address();
    let opened = open(address, json!({ "scenario": FORD, "mode": "judge", "seed": SEED })).await;
    let (table, links) = (&opened.table, &opened.links);
    let mut judge = Client::join(address, table, &links.judge, None).await;
    let mut player = Client::join(address, table, &links.players[0].token, None).await;
    judge.ok(judge.choose(&judge.choices()[0].clone())).await;
    judge.until(|c| c.steps() == 1).await;
    let read = async |path: &str, token: &str| {
        let url = format!("http://{address}/api/tables/{table}/{path}?token={token}");
        let response = http().get(url).send().await.unwrap();
        (response.status().as_u16(), response.text().await.unwrap())
    };
    for path in ["replay", "export"] {
        let (status, text) = read(path, &links.judge).await;
        assert!(status == 200 && !text.contains(&SEED.to_string()), "{path}: {text:.200}");
    }
    assert_eq!(player.refused(json!({ "type": "close" })).await, "not-allowed");
    assert_eq!(read("replay", &links.watcher).await.0, 403);
    judge.ok(json!({ "type": "judge", "act": { "act": "end", "winner": "heroes" } })).await;
    judge.until(|c| c.is_over()).await;
    let (status, text) = read("replay", &links.watcher).await;
    assert!(status == 200 && !text.contains(&SEED.to_string()), "it can still be taken back");
    let replay = fracas_table::Replay::read(&text).unwrap();
    let mut game = fracas_systems::open_replay(&replay).unwrap();
    let verdict = fracas_table::verify(&replay, &mut *game);
    assert!(matches!(verdict, fracas_table::Verdict::Same { .. }), "{verdict:?}");

    judge.ok(json!({ "type": "close" })).await;
    judge.until(|c| c.state["closed"] == true).await;
    let position = judge.position();
    for message in [
        json!({ "type": "undo", "position": position }),
        json!({ "type": "take-back", "position": position, "steps": 1 }),
        json!({ "type": "pause", "on": true }),
        json!({ "type": "close" }),
    ] {
        assert_eq!(judge.refused(message).await, "closed");
    }
    let (status, text) = read("replay", &links.players[0].token).await;
    assert!(status == 200 && text.contains(&SEED.to_string()));
    assert!(read("export", &links.judge).await.1.contains(&SEED.to_string()));
    server.stop().await;
}

/// Faces of every roll so far, as the judge's log tells them.
fn rolled(client: &Client) -> Vec<Value> {
    let parts = client.log.iter().flat_map(|line| line["parts"].as_array().unwrap().clone());
    parts.filter(|part| part.to_string().contains("\"dice\"")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn new_dice_are_drawn_after_a_finished_fight_was_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("tables.sqlite");
    let server = Server::start(config(Some(&database))).await.unwrap();
    let opened = open(server.address(), json!({ "scenario": FORD, "mode": "judge", "seed": 7 })).await;
    let mut judge = Client::join(server.address(), &opened.table, &opened.links.judge, None).await;
    let everyone: Vec<Value> =
        judge.state["view"]["tokens"].as_array().unwrap().iter().map(|token| token["who"].clone()).collect();
    judge.ok(json!({ "type": "auto", "who": everyone, "on": true })).await;
    let plays = async |judge: &mut Client, steps: u64| {
        while judge.steps() < steps && !judge.is_over() {
            let position = judge.position();
            judge.ok(json!({ "type": "go", "position": position })).await;
            judge.until(|c| c.position() != position).await;
        }
    };
    plays(&mut judge, 12).await;
    let first = rolled(&judge);
    assert!(first.len() > 3);
    // In mid-fight, what is taken back comes again.
    judge.ok(json!({ "type": "take-back", "position": judge.position(), "steps": 12 })).await;
    judge.until(|c| c.steps() == 0).await;
    plays(&mut judge, 12).await;
    assert_eq!(rolled(&judge), first);
    // When all was known, it does not; and a server that starts again knows the new ones.
    judge.ok(json!({ "type": "judge", "act": { "act": "end", "winner": "heroes" } })).await;
    judge.until(|c| c.is_over()).await;
    judge.ok(json!({ "type": "take-back", "position": judge.position(), "steps": 13 })).await;
    judge.until(|c| c.steps() == 0).await;
    assert_eq!(judge.state["redo"], false);
    plays(&mut judge, 12).await;
    let other = rolled(&judge);
    assert_ne!(other, first);
    let log = judge.log.clone();
    server.stop().await;
    let server = Server::start(config(Some(&database))).await.unwrap();
    let judge = Client::join(server.address(), &opened.table, &opened.links.judge, None).await;
    assert_eq!(judge.log, log);
    server.stop().await;
}

/// A step after which more of the map is known is not free to undo, in whatever system.
#[tokio::test(flavor = "multi_thread")]
async fn undo_is_not_free_once_new_squares_have_been_seen() {
    let server = server().await;
    let wanted = json!({ "scenario": "ranks/drowned-crypt", "mode": "judge", "seed": 2 });
    let opened = open(server.address(), wanted).await;
    let mut judge = Client::join(server.address(), &opened.table, &opened.links.judge, None).await;
    let mut player =
        Client::join(server.address(), &opened.table, &opened.links.players[0].token, None).await;
    let known = |client: &Client| -> usize {
        let rows = client.state["view"]["map"]["cells"].as_array().unwrap().iter();
        rows.map(|row| row.as_str().unwrap().chars().filter(|&c| c != '?').count()).sum()
    };
    let (mut seen, mut free) = (0, 0);
    let everyone: Vec<Value> =
        judge.state["view"]["tokens"].as_array().unwrap().iter().map(|token| token["who"].clone()).collect();
    judge.ok(json!({ "type": "auto", "who": everyone, "on": true })).await;
    for _ in 0..150 {
        let (position, before) = (judge.position(), known(&player));
        judge.ok(json!({ "type": "go", "position": position })).await;
        judge.until(|c| c.position() != position).await;
        let position = judge.position();
        player.until(|c| c.position() == position).await;
        if known(&player) > before {
            assert_ne!(player.state["undo"], "free", "{:?}", player.told().last());
            seen += 1;
        } else if player.state["undo"] == "free" {
            free += 1;
        }
        if judge.is_over() {
            break;
        }
    }
    assert!(free > 0, "steps that show nothing are free");
    assert!(seen > 0, "somebody saw something new");
    server.stop().await;
}

/// Whoever asks about places that are not on its map learns nothing of them: not even whether there are any.
#[tokio::test(flavor = "multi_thread")]
async fn questions_about_unknown_places_are_all_answered_alike() {
    let server = server().await;
    let mut unknown = 0;
    for scenario in
        ["ranks/drowned-crypt", "ranks/lantern-street", "twelves/the-drowned-mint", "heed/saltmarrow-cellars"]
    {
        let opened =
            open(server.address(), json!({ "scenario": scenario, "mode": "judge", "seed": 2 })).await;
        let mut player =
            Client::join(server.address(), &opened.table, &opened.links.players[0].token, None).await;
        let who = player.state["seat"]["controls"][0].clone();
        let map = player.state["view"]["map"].clone();
        let mut places: Vec<String> =
            ["x", "", "0", "999,999", "-1,0", "nowhere"].map(str::to_owned).to_vec();
        for (y, row) in map["cells"].as_array().into_iter().flatten().enumerate() {
            let row = row.as_str().unwrap().chars().enumerate();
            places.extend(row.filter(|(_, cell)| *cell == '?').map(|(x, _)| format!("{x},{y}")));
        }
        // Every zone that the file names, as long as nobody has seen it.
        let file = fracas_content::scenario(scenario).unwrap().source.text.parse::<toml::Table>().unwrap();
        for zone in file.get("zone").and_then(|zones| zones.as_array()).into_iter().flatten() {
            let id = zone["id"].as_str().unwrap();
            let seen = map["zones"].as_array().into_iter().flatten().any(|zone| zone["id"] == id);
            places.extend((!seen).then(|| id.to_owned()));
        }
        unknown += places.len() - 6;
        let mut answers = std::collections::BTreeSet::new();
        for place in places {
            let mut reply = player.say(json!({ "type": "threats", "who": who, "to": place })).await;
            reply["id"] = Value::Null;
            answers.insert(reply.to_string());
        }
        assert_eq!(answers.len(), 1, "{scenario}: {answers:?}");
        let answer = answers.first().unwrap();
        assert!(answer.contains("you know of no such place"), "{scenario}: {answer}");
    }
    assert!(unknown > 20, "much is unknown: {unknown}");
    server.stop().await;
}

/// A flood of questions at one table keeps nobody at another from the odds of their choices.
#[tokio::test(flavor = "multi_thread")]
async fn a_flood_at_one_table_leaves_others_their_odds() {
    let server = server().await;
    let address = server.address();
    let wanted = json!({ "scenario": "ranks/lantern-street", "mode": "judge", "seed": 2 });
    let flooded = open(address, wanted).await;
    let mut flood = Client::join(address, &flooded.table, &flooded.links.judge, None).await;
    for n in 0..40 {
        let message = json!({ "type": "threats", "id": format!("flood {n}"), "who": 0 });
        flood.send_text(message.to_string()).await;
    }
    flood.reply("flood 39").await;
    let other = open(address, json!({ "scenario": FORD, "seed": 1 })).await;
    let mut player = Client::join(address, &other.table, &other.you, None).await;
    player.until(|c| !c.odds.is_empty()).await;
    server.stop().await;
}
