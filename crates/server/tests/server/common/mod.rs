//! A server and its clients for tests: nothing here waits for time to pass, only for messages.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use fracas_server::messages::Opened;
use fracas_server::{Config, Limits, Server};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// A test that waits longer for a message has failed.
const PATIENCE: Duration = Duration::from_secs(60);

pub fn config(database: Option<&Path>) -> Config {
    Config {
        address: SocketAddr::from(([127, 0, 0, 1], 0)),
        database: database.map(Path::to_owned),
        limits: Limits {
            messages_per_second: 10_000.0,
            message_burst: 10_000.0,
            posts_per_second: 1_000.0,
            post_burst: 1_000.0,
            reads_per_second: 1_000_000.0,
            read_burst: 1_000_000.0,
            // All come from this machine.
            sockets_per_address: 10_000,
            joins_per_second: 1_000.0,
            join_burst: 1_000.0,
            asks_per_second: 1_000.0,
            ask_burst: 1_000.0,
            address_asks_per_second: 1_000.0,
            address_ask_burst: 1_000.0,
            ..Limits::default()
        },
        ..Config::default()
    }
}

pub async fn server() -> Server {
    Server::start(config(None)).await.expect("a server starts")
}

pub fn http() -> reqwest::Client {
    reqwest::Client::builder().no_proxy().build().expect("a client")
}

pub async fn open(address: SocketAddr, wanted: Value) -> Opened {
    let response = http().post(format!("http://{address}/api/tables")).json(&wanted).send().await.unwrap();
    let (status, text) = (response.status(), response.text().await.unwrap());
    assert_eq!(status, 201, "{text}");
    serde_json::from_str(&text).unwrap()
}

/// A seat at a table.
pub struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// The newest state.
    pub state: Value,
    /// The log, as a client keeps it.
    pub log: Vec<Value>,
    pub odds: BTreeMap<String, Value>,
    /// Everything that was received, as it came.
    pub received: Vec<String>,
    replies: BTreeMap<String, Value>,
    /// What enemies could do, by the id of the message that asked.
    pub threats: BTreeMap<String, Value>,
    /// The last hint, and how the fight stands.
    pub hint: Option<Value>,
    pub chance: Option<Value>,
    /// What came instead, if the table could not be shown.
    pub gone: Option<Value>,
    pub closed: Option<u16>,
}

impl Client {
    /// Connects and waits for the first state, or for being told that there is none.
    pub async fn join(address: SocketAddr, table: &str, token: &str, since: Option<u64>) -> Client {
        let mut client = Client::connect(address, table, token, since).await.expect("a connection");
        client
            .until(|client| !client.state.is_null() || client.gone.is_some() || client.closed.is_some())
            .await;
        client
    }

    /// Connects, if somebody is there.
    pub async fn connect(
        address: SocketAddr,
        table: &str,
        token: &str,
        since: Option<u64>,
    ) -> Option<Client> {
        let since = since.map(|since| format!("&since={since}")).unwrap_or_default();
        let url = format!("ws://{address}/api/tables/{table}/live?token={token}{since}");
        let (socket, _) = connect_async(url).await.ok()?;
        Some(Client {
            socket,
            state: Value::Null,
            log: Vec::new(),
            odds: BTreeMap::new(),
            received: Vec::new(),
            replies: BTreeMap::new(),
            threats: BTreeMap::new(),
            hint: None,
            chance: None,
            gone: None,
            closed: None,
        })
    }

    pub async fn send_text(&mut self, text: impl Into<String>) {
        self.socket.send(Message::text(text.into())).await.expect("sent");
    }

    pub async fn send_raw(&mut self, message: Message) {
        let _ = self.socket.send(message).await;
    }

    /// Takes one message.
    pub async fn receive(&mut self) {
        let next = async {
            loop {
                match self.socket.next().await {
                    // A sign of life is no message.
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    next => return next,
                }
            }
        };
        let Ok(next) = tokio::time::timeout(PATIENCE, next).await else {
            let mut state = self.state.clone();
            state["lines"] = Value::Null;
            state["view"]["map"] = Value::Null;
            panic!("no message came in time; the last state was {state}");
        };
        match next {
            Some(Ok(Message::Text(text))) => self.take(text.as_str()),
            Some(Ok(Message::Close(frame))) => {
                self.closed = Some(frame.map_or(1005, |frame| frame.code.into()))
            }
            Some(Ok(_)) => {}
            Some(Err(_)) | None => self.closed = self.closed.or(Some(1006)),
        }
    }

    fn take(&mut self, text: &str) {
        self.received.push(text.to_owned());
        let message: Value = serde_json::from_str(text).expect("messages are JSON");
        match message["type"].as_str().expect("a type") {
            "state" => {
                let from = message["lines_from"].as_u64().unwrap();
                self.log.retain(|line| line["step"].as_u64().unwrap() < from);
                self.log.extend(message["lines"].as_array().unwrap().iter().cloned());
                self.state = message;
            }
            "odds" => {
                for odds in message["odds"].as_array().unwrap() {
                    let text = odds["text"].as_str().unwrap().to_owned();
                    self.odds.insert(text, message.clone());
                }
            }
            "reply" => {
                let id = message["id"].as_str().unwrap_or("?").to_owned();
                self.replies.insert(id, message);
            }
            "threats" => drop(self.threats.insert(message["id"].as_str().unwrap().to_owned(), message)),
            "hint" => self.hint = Some(message),
            "chance" => self.chance = Some(message),
            "gone" => self.gone = Some(message),
            "pong" => drop(self.replies.insert("pong".to_owned(), message)),
            other => panic!("no such message: {other}"),
        }
    }

    pub async fn until(&mut self, done: impl Fn(&Client) -> bool) {
        while !done(self) {
            assert!(self.closed.is_none(), "closed ({:?}) while waiting", self.closed);
            self.receive().await;
        }
    }

    pub async fn until_closed(&mut self) -> u16 {
        while self.closed.is_none() {
            self.receive().await;
        }
        self.closed.unwrap()
    }

    /// Sends a message and waits for its reply.
    pub async fn say(&mut self, mut message: Value) -> Value {
        let id = fresh_id();
        message["id"] = json!(id);
        self.send_text(message.to_string()).await;
        self.reply(&id).await
    }

    pub async fn reply(&mut self, id: &str) -> Value {
        while !self.replies.contains_key(id) {
            assert!(self.closed.is_none(), "closed ({:?}) while waiting for a reply", self.closed);
            self.receive().await;
        }
        self.replies.remove(id).unwrap()
    }

    /// The reply, if it has come.
    pub fn replied(&mut self, id: &str) -> Option<Value> {
        self.replies.remove(id)
    }

    pub async fn ok(&mut self, message: Value) {
        let shown = message.to_string();
        let reply = self.say(message).await;
        assert_eq!(reply["ok"], true, "{shown}: {reply}");
    }

    /// Sends a message that is refused, and returns the code.
    pub async fn refused(&mut self, message: Value) -> String {
        let reply = self.say(message).await;
        assert_eq!(reply["ok"], false, "{reply}");
        assert!(reply["message"].as_str().is_some_and(|text| !text.is_empty()), "{reply}");
        reply["code"].as_str().unwrap().to_owned()
    }

    pub fn position(&self) -> u64 {
        self.state["position"].as_u64().unwrap()
    }

    pub fn revision(&self) -> u64 {
        self.state["revision"].as_u64().unwrap()
    }

    pub fn steps(&self) -> u64 {
        self.state["steps"].as_u64().unwrap()
    }

    pub fn choices(&self) -> Vec<String> {
        let choices = self.state["view"]["choices"].as_array().unwrap();
        choices.iter().map(|choice| choice["text"].as_str().unwrap().to_owned()).collect()
    }

    pub fn is_over(&self) -> bool {
        !self.state["view"]["outcome"].is_null()
    }

    pub fn choose(&self, choice: &str) -> Value {
        json!({ "type": "choose", "position": self.position(), "choice": choice })
    }

    /// The log as text.
    pub fn told(&self) -> Vec<String> {
        self.log.iter().map(|line| line["text"].as_str().unwrap().to_owned()).collect()
    }

    pub async fn leave(mut self) {
        let _ = self.socket.close(None).await;
        while let Some(Ok(_)) = self.socket.next().await {}
    }
}

pub fn fresh_id() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("m{}", NEXT.fetch_add(1, Relaxed))
}

/// The first built-in scenario of each system that is there.
/// Always the same ones, whatever else ships.
pub fn one_scenario_each() -> Vec<String> {
    let each = ["ardor/the-drowned-chapel", "delve/burning-hall", "heed/hexers-mill", "ranks/drowned-crypt"];
    each.into_iter().chain(["twelves/captains-toll"]).map(str::to_owned).collect()
}

pub fn every_scenario() -> Vec<String> {
    let known: Vec<&str> = fracas_systems::System::ALL.iter().map(|system| system.name()).collect();
    let ours = fracas_content::scenarios().filter(|built_in| known.contains(&built_in.system.as_str()));
    ours.map(|built_in| format!("{}/{}", built_in.system, built_in.id)).collect()
}
