//! A seat's WebSocket: passes messages between a browser and its table, and keeps both from flooding the other.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, Query, Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use crate::access::Caller;
use crate::guard::{clip, limit, may_speak};
use crate::house::House;
use crate::messages::{ClientMessage, ServerMessage};
use crate::net::stop;
use crate::refusal::{Failed, Refused};
use crate::socket::{Message, Socket, Utf8Bytes, upgrade};
use crate::table::{Command, OUTBOX, text_of};

/// After this many refusals for speed a connection is closed.
const MAX_TOO_FAST: u32 = 200;
/// How often a quiet connection is asked whether it is still there.
const HEARTBEAT: Duration = Duration::from_secs(30);

#[derive(Debug, Deserialize)]
pub struct Knock {
    token: Option<String>,
    since: Option<u64>,
}

#[utoipa::path(get, path = "/api/tables/{table}/live", tag = "tables",
    params(("table" = String, Path), ("token" = String, Query, description = "The seat's token"),
        ("since" = Option<u64>, Query, description = "The revision that the client has seen")),
    responses((status = 101, description = "A WebSocket that speaks ServerMessage and ClientMessage (web/src/wire)"),
        (status = 400, description = "No WebSocket handshake"),
        (status = 403, description = "A page of another origin", body = crate::messages::Failure),
        (status = 429, description = "Too fast", body = crate::messages::Failure),
        (status = 503, description = "Too many connections", body = crate::messages::Failure)))]
pub async fn live(
    State(house): State<Arc<House>>,
    caller: Caller,
    Path(table): Path<String>,
    Query(knock): Query<Knock>,
    request: Request,
) -> Result<Response, Failed> {
    may_speak(request.headers(), &house.config)
        .map_err(|why| Failed::new(StatusCode::FORBIDDEN, Refused::new("origin", why)))?;
    if !house.joins.allow(&caller.address) {
        return Err(Failed::too_fast());
    }
    if house.connected() >= house.config.limits.connections {
        let refused = Refused::new("full", "too many connections");
        return Err(Failed::new(StatusCode::SERVICE_UNAVAILABLE, refused));
    }
    let longest = house.config.limits.message;
    upgrade(request, longest, move |socket| attend(house, caller, table, knock, socket))
        .map_err(|error| Failed::bad_request(format!("this is for WebSockets: {error}")))
}

/// Counts a connection for as long as it lives.
struct Counted(Arc<House>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.metrics.connections.dec();
    }
}

async fn attend(house: Arc<House>, caller: Caller, table: String, knock: Knock, mut socket: Socket) {
    house.metrics.connections.inc();
    let _counted = Counted(house.clone());
    let (out, mut outbox) = mpsc::channel(OUTBOX);
    let joined = join(&house, &table, knock, out).await;
    let place = match joined {
        Ok(joined) => joined,
        Err(refused) => {
            let Refused { code, message, advice } = refused;
            let gone = ServerMessage::Gone { code: code.to_owned(), message, advice };
            let _ = socket.send(text_of(&gone)).await;
            socket.close(CloseCode::Policy, code).await;
            return;
        }
    };
    let (code, why) = converse(&house, caller, &place, &mut socket, &mut outbox).await;
    let _ = place.inbox.send(Command::Leave { connection: place.connection }).await;
    socket.close(code, why).await;
}

/// A connection to a table.
struct Place {
    connection: u64,
    inbox: mpsc::Sender<Command>,
    /// The table and the seat.
    seat: (String, u32),
}

async fn join(
    house: &Arc<House>,
    table: &str,
    knock: Knock,
    out: mpsc::Sender<Utf8Bytes>,
) -> Result<Place, Refused> {
    let token = knock.token.unwrap_or_default();
    let seat = match house.store.seat(&token).await {
        Ok(Some((of, seat))) if of == table => seat,
        Ok(_) => {
            return Err(Refused::new("bad-token", "this link opens nothing here").advise("ask for a new one"));
        }
        Err(error) => {
            tracing::error!(%error, "a token could not be looked up");
            return Err(Refused::storage());
        }
    };
    let inbox = house.knock(table);
    let (joined, answer) = oneshot::channel();
    let command = Command::Join { seat: seat.id, seen: knock.since, out, joined };
    inbox.send(command).await.map_err(|_| Refused::internal())?;
    let connection = answer.await.map_err(|_| Refused::internal())??;
    Ok(Place { connection, inbox, seat: (table.to_owned(), seat.id) })
}

/// Until one side has enough; returns why.
async fn converse(
    house: &House,
    caller: Caller,
    place: &Place,
    socket: &mut Socket,
    outbox: &mut mpsc::Receiver<Utf8Bytes>,
) -> (CloseCode, &'static str) {
    let limits = &house.config.limits;
    let mut stopping = house.stopping.clone();
    let limit = limit(limits.messages_per_second, limits.message_burst);
    let mut too_fast = 0;
    let mut heartbeat = tokio::time::interval_at(Instant::now() + HEARTBEAT, HEARTBEAT);
    let mut silent = 0;
    loop {
        tokio::select! {
            _ = heartbeat.tick() => {
                silent += 1;
                if silent > 3 || socket.ping().await.is_err() {
                    return (CloseCode::Away, "no sign of life");
                }
            }
            text = outbox.recv() => match text {
                Some(text) => {
                    if socket.send(text).await.is_err() {
                        return (CloseCode::Away, "gone");
                    }
                }
                None => return (CloseCode::Again, "this connection fell behind or its link was changed"),
            },
            received = socket.next() => {
                silent = 0;
                let text = match received {
                    Some(Ok(Message::Text(text))) => text,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
                        // A sign of life now and then is welcome.
                        too_fast += u32::from(limit.check().is_err());
                        if too_fast > MAX_TOO_FAST {
                            return (CloseCode::Policy, "too many messages");
                        }
                        continue;
                    }
                    Some(Ok(Message::Binary(_) | Message::Frame(_))) => return (CloseCode::Unsupported, "messages are text"),
                    Some(Ok(Message::Close(_))) | None => return (CloseCode::Normal, "bye"),
                    Some(Err(_)) => return (CloseCode::Size, "a broken or too large message"),
                };
                house.metrics.messages.inc();
                let refused = if limit.check().is_ok() {
                    match read(&text) {
                        Ok(message) if asks(&message) && !may_ask(house, caller, place) => {
                            Refused::new("too-fast", "too many questions").advise("wait a few seconds")
                        }
                        Ok(message) => {
                            let connection = place.connection;
                            let say = Command::Say { connection, message, at: Instant::now() };
                            if place.inbox.send(say).await.is_err() {
                                return (CloseCode::Again, "the table was put away");
                            }
                            continue;
                        }
                        Err(refused) => refused,
                    }
                } else {
                    too_fast += 1;
                    Refused::new("too-fast", "too many messages").advise("slow down")
                };
                house.metrics.refusals.inc();
                let reply = ServerMessage::Reply(refused.reply(id_in(&text)));
                if socket.send(text_of(&reply)).await.is_err() {
                    return (CloseCode::Away, "gone");
                }
                if too_fast > MAX_TOO_FAST {
                    return (CloseCode::Policy, "too many messages");
                }
            }
            () = stop(&mut stopping) => return (CloseCode::Restart, "the server stops"),
        }
    }
}

/// Does it take work?
fn asks(message: &ClientMessage) -> bool {
    matches!(message, ClientMessage::Odds { .. } | ClientMessage::Threats { .. } | ClientMessage::Hint { .. })
}

fn may_ask(house: &House, caller: Caller, place: &Place) -> bool {
    house.asks.allow(&caller.address) && house.seats_asks.allow(&place.seat)
}

fn read(text: &str) -> Result<ClientMessage, Refused> {
    serde_json::from_str(text).map_err(|error| {
        Refused::new("bad-message", format!("this message cannot be read: {}", clip(&error.to_string())))
            .advise("the messages are described in web/src/wire/ClientMessage.ts")
    })
}

/// The id of a message that is wrong otherwise, so that its sender knows which one is meant.
fn id_in(text: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Id {
        id: String,
    }
    serde_json::from_str::<Id>(text).ok().map(|found| found.id).filter(|id| id.len() <= 64)
}
