//! People at a table of the server: one who plays and one who watches.

use std::borrow::Cow;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use fracas_server::messages::Opened;
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::json;
use tokio_tungstenite::connect_async_with_config;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use crate::Socket;
use crate::echo::small;

const SCENARIO: &str = "delve/goblins-at-the-ford";
/// A fight that has not ended by then will not.
const MAX_CHOICES: usize = 300;

/// What a player reads of a state.
#[derive(Deserialize)]
struct State<'a> {
    position: u64,
    #[serde(borrow)]
    view: View<'a>,
}

#[derive(Deserialize)]
struct View<'a> {
    outcome: Option<IgnoredAny>,
    #[serde(borrow)]
    choices: Vec<Choice<'a>>,
}

#[derive(Deserialize)]
struct Choice<'a> {
    #[serde(borrow)]
    text: Cow<'a, str>,
}

#[derive(Deserialize)]
struct Reply<'a> {
    id: Option<Cow<'a, str>>,
    ok: bool,
}

/// A table with both its seats.
pub struct Seated {
    player: Socket,
    watcher: Socket,
    /// The newest one that the player was sent.
    state: Utf8Bytes,
    made: usize,
}

/// A choice that both seats have seen.
pub struct Seen {
    pub took: Duration,
    /// Bytes of the choice, and of what each seat was sent.
    pub sizes: [usize; 3],
}

impl Seated {
    pub async fn open(client: &reqwest::Client, address: SocketAddr) -> Seated {
        let body = json!({ "scenario": SCENARIO }).to_string();
        let request = client.post(format!("http://{address}/api/tables")).body(body);
        let opened: Opened = request.send().await.expect("an answer").json().await.expect("a table");
        let mut player = connect(address, &opened.table, &opened.you).await;
        let state = next_state(&mut player).await;
        let mut watcher = connect(address, &opened.table, &opened.links.watcher).await;
        next_state(&mut watcher).await;
        Seated { player, watcher, state, made: 0 }
    }

    fn read(&self) -> State<'_> {
        serde_json::from_str(&self.state).expect("a state")
    }

    pub fn is_over(&self) -> bool {
        self.read().view.outcome.is_some()
    }

    /// What the player does now, and where; none if a mind is asked.
    fn next_choice(&self) -> Option<(u64, String)> {
        let State { position, view } = self.read();
        let count = view.choices.len();
        (count > 0).then(|| (position, view.choices[(self.made * 7 + 3) % count].text.clone().into_owned()))
    }

    /// Chooses, and waits until both have seen it. None if nobody is asked, or a mind was quicker.
    pub async fn choose(&mut self) -> Option<Seen> {
        let (position, choice) = self.next_choice()?;
        let id = self.made.to_string();
        let message =
            json!({ "type": "choose", "id": id, "position": position, "choice": choice }).to_string();
        self.made += 1;
        let sent = message.len();
        let start = Instant::now();
        self.player.send(Message::text(message)).await.expect("sent");
        if !self.was_taken(&id, position).await {
            return None;
        }
        let other = until_moved(&mut self.watcher, position).await;
        Some(Seen { took: start.elapsed(), sizes: [sent, self.state.len(), other.len()] })
    }

    /// Waits for the answer, and the state after the choice; false if it was refused.
    async fn was_taken(&mut self, id: &str, position: u64) -> bool {
        let mut accepted = false;
        loop {
            let text = next_message(&mut self.player).await;
            if is(&text, "state\"") {
                self.state = text;
                if accepted && position_of(&self.state) > position {
                    return true;
                }
                continue;
            }
            let reply: Reply = serde_json::from_str(&text).expect("a reply");
            if reply.id.as_deref() == Some(id) {
                accepted = reply.ok;
                if !accepted {
                    return false;
                }
            }
        }
    }

    /// Lets the minds play until `until`, and reads what both are sent.
    pub async fn wait(&mut self, until: Instant) {
        let sleep = tokio::time::sleep_until(until.into());
        tokio::pin!(sleep);
        loop {
            tokio::select! {
                state = next_state(&mut self.player) => self.state = state,
                _ = next_state(&mut self.watcher) => {}
                () = &mut sleep => return,
            }
        }
    }

    /// Plays to the end as fast as the server goes along. True if it came to one.
    pub async fn finish(&mut self) -> bool {
        let message = json!({ "type": "pace", "id": "pace", "ms": 0 }).to_string();
        self.player.send(Message::text(message)).await.expect("sent");
        while !self.is_over() && self.made < MAX_CHOICES {
            let position = self.read().position;
            if self.choose().await.is_none() && self.read().position == position {
                self.state = self.next_of_player().await;
            }
        }
        self.is_over()
    }

    /// The player's next state; the watcher's are read meanwhile.
    async fn next_of_player(&mut self) -> Utf8Bytes {
        loop {
            tokio::select! {
                state = next_state(&mut self.player) => return state,
                _ = next_state(&mut self.watcher) => {}
            }
        }
    }
}

async fn connect(address: SocketAddr, table: &str, token: &str) -> Socket {
    let url = format!("ws://{address}/api/tables/{table}/live?token={token}");
    connect_async_with_config(url, Some(small()), true).await.expect("a connection").0
}

fn is(text: &str, kind: &str) -> bool {
    text.strip_prefix("{\"type\":\"").is_some_and(|rest| rest.starts_with(kind))
}

/// The next state or reply.
async fn next_message(socket: &mut Socket) -> Utf8Bytes {
    loop {
        let Some(Ok(message)) = socket.next().await else { panic!("the server closed") };
        let Message::Text(text) = message else { continue };
        if is(&text, "state\"") || is(&text, "reply\"") {
            return text;
        }
    }
}

async fn next_state(socket: &mut Socket) -> Utf8Bytes {
    loop {
        let text = next_message(socket).await;
        if is(&text, "state\"") {
            return text;
        }
    }
}

fn position_of(state: &str) -> u64 {
    serde_json::from_str::<State>(state).expect("a state").position
}

async fn until_moved(socket: &mut Socket, position: u64) -> Utf8Bytes {
    loop {
        let state = next_state(socket).await;
        if position_of(&state) > position {
            return state;
        }
    }
}
