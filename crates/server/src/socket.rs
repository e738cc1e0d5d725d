//! A WebSocket to a browser. What is long goes out in pieces, so that a connection keeps no room for the longest message that it
//! was ever sent: with thousands of seats, that would be most of the memory.

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{CloseCode, Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
pub use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};

/// Bytes of a piece, and what is read at once.
const PIECE: usize = 8 << 10;
const READ: usize = 4 << 10;

#[derive(Debug)]
pub struct Socket(WebSocketStream<TokioIo<Upgraded>>);

/// Answers a handshake; `attend` gets the socket as soon as there is one. Messages have at most `longest` bytes.
pub fn upgrade<F>(
    mut request: Request,
    longest: usize,
    attend: impl FnOnce(Socket) -> F + Send + 'static,
) -> Result<Response, Error>
where
    F: Future<Output = ()> + Send + 'static,
{
    let response = create_response_with_body(&request, Body::empty)?;
    let upgrading = hyper::upgrade::on(&mut request);
    tokio::spawn(async move {
        // Who is gone by then has nothing to say.
        let Ok(upgraded) = upgrading.await else { return };
        let limits = WebSocketConfig::default()
            .read_buffer_size(READ)
            .write_buffer_size(0)
            .max_message_size(Some(longest))
            .max_frame_size(Some(longest));
        let stream = WebSocketStream::from_raw_socket(TokioIo::new(upgraded), Role::Server, Some(limits));
        attend(Socket(stream.await)).await;
    });
    Ok(response)
}

impl Socket {
    /// The next message; none when there will be no more.
    pub async fn next(&mut self) -> Option<Result<Message, Error>> {
        self.0.next().await
    }

    pub async fn send(&mut self, text: Utf8Bytes) -> Result<(), Error> {
        let bytes = Bytes::from(text);
        let mut kind = Data::Text;
        let mut start = 0;
        loop {
            let end = (start + PIECE).min(bytes.len());
            let last = end == bytes.len();
            let frame = Frame::message(bytes.slice(start..end), OpCode::Data(kind), last);
            self.0.send(Message::Frame(frame)).await?;
            if last {
                return Ok(());
            }
            (kind, start) = (Data::Continue, end);
        }
    }

    pub async fn ping(&mut self) -> Result<(), Error> {
        self.0.send(Message::Ping(Bytes::new())).await
    }

    /// Says why it ends.
    pub async fn close(&mut self, code: CloseCode, reason: &'static str) {
        let _ = self.0.send(Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
    }
}
