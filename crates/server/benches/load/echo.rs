//! The peer that the server is measured against: it passes messages on and does nothing else. Two connections are a pair; what
//! one of them sends says how many bytes each of the two gets back.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::body::Bytes;
use futures_util::{SinkExt, StreamExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{accept_async_with_config, connect_async_with_config};

use crate::Socket;

/// Nothing is longer.
const LONGEST: usize = 1 << 20;
const OUTBOX: usize = 64;

pub fn small() -> WebSocketConfig {
    WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(4096)
}

/// Whoever has come, by pair.
type Pairs = Arc<Mutex<HashMap<String, Vec<mpsc::Sender<Bytes>>>>>;

pub async fn serve() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("an address");
    println!("{}", listener.local_addr().expect("an address"));
    let (pairs, filling) = (Pairs::default(), Bytes::from(vec![b'.'; LONGEST]));
    while let Ok((stream, _)) = listener.accept().await {
        let _ = stream.set_nodelay(true);
        tokio::spawn(attend(stream, pairs.clone(), filling.clone()));
    }
}

async fn attend(stream: TcpStream, pairs: Pairs, filling: Bytes) -> Option<()> {
    let mut socket = accept_async_with_config(stream, Some(small())).await.ok()?;
    let Message::Text(pair) = socket.next().await?.ok()? else { return None };
    let (out, mut outbox) = mpsc::channel(OUTBOX);
    pairs.lock().ok()?.entry(pair.to_string()).or_default().push(out);
    socket.send(Message::text("welcome")).await.ok()?;
    loop {
        tokio::select! {
            bytes = outbox.recv() => socket.send(Message::Binary(bytes?)).await.ok()?,
            received = socket.next() => {
                let Message::Text(text) = received?.ok()? else { return None };
                let outs = pairs.lock().ok()?.get(pair.as_str())?.clone();
                for (out, size) in outs.iter().zip(text.split(' ')) {
                    let size: usize = size.parse().ok()?;
                    out.send(filling.slice(..size)).await.ok()?;
                }
            }
        }
    }
}

/// Both connections of a pair.
pub struct Pair {
    one: Socket,
    other: Socket,
}

impl Pair {
    pub async fn join(address: SocketAddr, number: usize) -> Pair {
        let connect = async || {
            let url = format!("ws://{address}/");
            let mut socket =
                connect_async_with_config(url, Some(small()), true).await.expect("a connection").0;
            socket.send(Message::text(number.to_string())).await.expect("sent");
            socket.next().await.expect("a welcome").expect("a welcome");
            socket
        };
        Pair { one: connect().await, other: connect().await }
    }

    /// Sends `sent` bytes, and waits until both have got theirs.
    pub async fn pass(&mut self, [sent, one, other]: [usize; 3]) {
        let text = format!("{:<sent$}", format!("{one} {other} "));
        self.one.send(Message::text(text)).await.expect("sent");
        let (one, other) = tokio::join!(self.one.next(), self.other.next());
        one.expect("an answer").expect("an answer");
        other.expect("an answer").expect("an answer");
    }
}
