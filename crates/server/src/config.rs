//! What can be set about a server: where it listens, where it keeps its tables, and how much of anything it allows.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use crate::net::Tls;

#[derive(Clone, Debug)]
pub struct Config {
    pub address: SocketAddr,
    /// If the port is taken, will another do?
    pub any_port: bool,
    /// The file of the tables; none keeps them in a temporary file that is gone with the server.
    pub database: Option<PathBuf>,
    /// A database that several servers share ("postgres://…"), instead of a file.
    pub store: Option<String>,
    /// Names under which the server is reached, besides addresses, `localhost` and names of the local network.
    pub hosts: Vec<String>,
    /// Origins of pages that may use the server, besides its own (`http://localhost:5173`, for a page under work).
    pub origins: Vec<String>,
    /// May anybody who reaches the server open tables? Otherwise that is for its owner.
    pub open: bool,
    /// Proxies that are believed when they say whom they speak for.
    pub proxies: Vec<IpAddr>,
    pub tls: Option<Tls>,
    /// A table at which nothing has happened for so long is deleted.
    pub expire: Option<Duration>,
    pub open_browser: bool,
    /// Logs as JSON, one object a line.
    pub json_logs: bool,
    pub limits: Limits,
}

impl Config {
    /// Where people look for it, unless it was told otherwise.
    pub const PORT: u16 = 7700;
}

impl Default for Config {
    fn default() -> Config {
        Config {
            address: SocketAddr::from(([127, 0, 0, 1], Config::PORT)),
            any_port: false,
            database: None,
            store: None,
            hosts: Vec::new(),
            origins: Vec::new(),
            open: false,
            proxies: Vec::new(),
            tls: None,
            expire: None,
            open_browser: false,
            json_logs: false,
            limits: Limits::default(),
        }
    }
}

/// Limits keep one visitor from spoiling it for the others; nobody who plays comes near them.
#[derive(Clone, Debug)]
pub struct Limits {
    pub tables: usize,
    pub seats: usize,
    /// Sockets of any kind, in all and from one address.
    pub sockets: usize,
    pub sockets_per_address: usize,
    /// How long somebody may take to say what is wanted: to greet, and to send the head of a request.
    pub header_time: Duration,
    /// How long a request may take in all, with its body.
    pub request_time: Duration,
    /// WebSockets.
    pub connections: usize,
    /// Connections to one table; of its watchers; and of each other seat, whose newest ones count.
    pub connections_per_table: usize,
    pub watchers: usize,
    pub connections_per_seat: usize,
    /// New WebSockets a second from one address, and how many may come at once.
    pub joins_per_second: f64,
    pub join_burst: f64,
    /// Questions about odds and threats a second from one seat, and from one address.
    pub asks_per_second: f64,
    pub ask_burst: f64,
    pub address_asks_per_second: f64,
    pub address_ask_burst: f64,
    /// Bytes of a message over the WebSocket.
    pub message: usize,
    /// Bytes of an uploaded scenario.
    pub upload: usize,
    /// Bytes of a replay that a table goes on from.
    pub replay: usize,
    /// Bytes of a map from another program.
    pub map: usize,
    /// Bytes of a picture, and of all pictures of a table.
    pub picture: usize,
    pub pictures: usize,
    /// Messages a second over one connection, and how many may come at once.
    pub messages_per_second: f64,
    pub message_burst: f64,
    /// Changes by POST a second from one address, and how many may come at once.
    pub posts_per_second: f64,
    pub post_burst: f64,
    /// Replays, exports and moments a second to one address, and how many may be asked for at once.
    pub reads_per_second: f64,
    pub read_burst: f64,
    /// Things kept about one table: choices, acts of the judge, settings.
    pub events: usize,
    /// Bytes of SQLite's write-ahead log after which it is folded into the file.
    pub wal: u64,
    /// A table that rests so long is put away until somebody needs it.
    pub rest: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            tables: 20_000,
            seats: 16,
            sockets: 12_000,
            sockets_per_address: 256,
            header_time: Duration::from_secs(10),
            request_time: Duration::from_secs(30),
            connections: 10_000,
            connections_per_table: 96,
            watchers: 32,
            connections_per_seat: 4,
            joins_per_second: 2.0,
            join_burst: 60.0,
            asks_per_second: 5.0,
            ask_burst: 40.0,
            address_asks_per_second: 20.0,
            address_ask_burst: 160.0,
            message: 16 << 10,
            upload: 256 << 10,
            replay: 4 << 20,
            map: 4 << 20,
            picture: 2 << 20,
            pictures: 12 << 20,
            messages_per_second: 20.0,
            message_burst: 60.0,
            posts_per_second: 2.0,
            post_burst: 30.0,
            reads_per_second: 10.0,
            read_burst: 60.0,
            events: 20_000,
            wal: 4 << 20,
            rest: Duration::from_secs(60),
        }
    }
}
