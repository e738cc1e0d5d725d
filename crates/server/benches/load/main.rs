//! Load: many tables with two seats each on this machine, scripted players choosing; once on one server, and once on three that
//! share a PostgreSQL behind a proxy. Beside each runs an echo server with as many connections, which is sent messages of
//! the same sizes at the same pace, in turn with the server. Says how long it takes from a choice to both seats, against
//! that, and what a table costs in memory after a played fight. Bounded in count and time; no framework.
//!
//! `cargo bench -p fracas-server --bench load [-- tables [rounds]]`

#[path = "../../../store/tests/suite/cluster.rs"]
mod cluster;
mod echo;
#[path = "../../../lab/benches/common/figures.rs"]
mod figures;
mod players;
#[path = "../../tests/server/proxy.rs"]
mod proxy;
mod servers;

use std::fs::File;
use std::io::Write;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::net::TcpStream;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use cluster::Cluster;
use echo::Pair;
use players::Seated;
use proxy::Proxy;
use servers::{Process, as_server};

/// How many times as long as through an echo server it may take, 99 times of 100.
const TIMES: f64 = 8.0;
/// What a table with two seats may cost, in all servers together, after its fight was played to the end.
const PLAYED_KIB: f64 = 100.0;
/// Nothing here may take longer.
const LIMIT: Duration = Duration::from_secs(600);
/// For one choice at each table, and then for one message through the echo server.
const SPREAD: Duration = Duration::from_secs(7);
/// The rest of it is for minds to answer.
const TURN: Duration = Duration::from_secs(10);
/// Who has never been heard of is sent as much.
const USUAL: [usize; 3] = [100, 20_000, 20_000];

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

fn main() {
    make_room();
    if as_server(&runtime()) {
        return;
    }
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    let tables = numbers.first().copied().unwrap_or(1000);
    let rounds = numbers.get(1).copied().unwrap_or(3);
    let good = runtime().block_on(async {
        let all = async { [bench(tables, rounds, 1).await, bench(tables, rounds, 3).await] };
        tokio::time::timeout(LIMIT, all).await.unwrap_or_else(|_| {
            println!("took longer than {} s", LIMIT.as_secs());
            [false, false]
        })
    });
    if good != [true, true] {
        std::process::exit(1);
    }
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime")
}

/// Takes as many open files as the system allows: each connection is one at either end.
fn make_room() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    }
}

/// One server on a file, or several on one PostgreSQL behind a proxy, and an echo server that is reached in the same way.
async fn bench(tables: usize, rounds: usize, count: usize) -> bool {
    let folder = tempfile::tempdir().expect("a folder");
    let cluster = (count > 1).then(Cluster::durable);
    let store = match &cluster {
        Some(cluster) => cluster.empty_database(),
        None => folder.path().join("tables.sqlite").display().to_string(),
    };
    let servers: Vec<Process> = (0..count).map(|_| Process::start(&store)).collect();
    let peer = Process::echo();
    let (mut address, mut echo) = (servers[0].address, peer.address);
    if cluster.is_some() {
        address = Proxy::start(servers.iter().map(|server| server.address).collect()).await.address;
        echo = Proxy::start(vec![peer.address]).await.address;
    }
    let of = match count {
        1 => format!("{tables} tables with two seats each, one server"),
        _ => format!("{tables} tables with two seats each, {count} servers behind a proxy"),
    };
    println!("{of}");
    record(&of, "ms for this disk to sync, 99 of 100", sync(folder.path()), None);
    let (seated, pairs, before) = everybody(tables, address, echo, &servers).await;
    let (mut seated, ours, peers) = play(seated, pairs, rounds).await;
    let quick = compare(&of, ours, peers);
    let start = Instant::now();
    let ends = finish(&mut seated).await;
    println!("  {ends} fights played to the end in {:.1} s", start.elapsed().as_secs_f64());
    weigh(&of, "KiB for a table as its fight ends", tables, &before, &servers, None);
    for server in &servers {
        server.at_rest().await;
    }
    let what = "KiB for a table after a played fight";
    let small = weigh(&of, what, tables, &before, &servers, Some(PLAYED_KIB));
    quick && small && ends == tables
}

/// How long the disk takes to keep a page, which an echo server need not wait for.
fn sync(folder: &Path) -> f64 {
    let mut file = File::create(folder.join("page")).expect("a file");
    let mut times: Vec<Duration> = (0..200)
        .map(|_| {
            file.write_all(&[1; 4096]).expect("written");
            let start = Instant::now();
            file.sync_data().expect("synced");
            start.elapsed()
        })
        .collect();
    at(&mut times, 0.99)
}

/// The time, in milliseconds, within which this share of them was done.
fn at(times: &mut [Duration], part: f64) -> f64 {
    times.sort();
    times[((times.len() - 1) as f64 * part) as usize].as_secs_f64() * 1e3
}

/// Takes every seat, at the server and at its peer; what the servers took in memory before that.
async fn everybody(
    tables: usize,
    address: SocketAddr,
    echo: SocketAddr,
    servers: &[Process],
) -> (Vec<Seated>, Vec<Pair>, Vec<Option<f64>>) {
    let client = reqwest::Client::builder().no_proxy().build().expect("a client");
    // What is made once only (caches, threads) is made before anything is measured.
    for _ in servers {
        Seated::open(&client, address).await.finish().await;
    }
    let before = servers.iter().map(Process::resident).collect();
    let start = Instant::now();
    let (mut seated, mut pairs) = (Vec::with_capacity(tables), Vec::with_capacity(tables));
    for number in 0..tables {
        seated.push(Seated::open(&client, address).await);
        pairs.push(Pair::join(echo, number).await);
    }
    println!("  opened and joined in {:.1} s", start.elapsed().as_secs_f64());
    (seated, pairs, before)
}

/// In each round first a choice at every table, one after the other, and then the same through the echo server. How long
/// each took.
async fn play(
    seated: Vec<Seated>,
    pairs: Vec<Pair>,
    rounds: usize,
) -> (Vec<Seated>, Vec<Duration>, Vec<Duration>) {
    let (start, tables) = (Instant::now(), seated.len());
    let turn =
        move |number: u32, table: usize| start + TURN * number + SPREAD.mul_f64(table as f64 / tables as f64);
    let (mut players, mut peers) = (Vec::new(), Vec::new());
    for (table, (mut seated, mut pair)) in seated.into_iter().zip(pairs).enumerate() {
        let sizes = Arc::new(Mutex::new(USUAL));
        let heard = sizes.clone();
        players.push(tokio::spawn(async move {
            let mut times = Vec::with_capacity(rounds);
            for round in 0..rounds as u32 {
                seated.wait(turn(2 * round, table)).await;
                if let Some(seen) = seated.choose().await {
                    times.push(seen.took);
                    *heard.lock().expect("sizes") = seen.sizes;
                }
            }
            seated.wait(turn(2 * rounds as u32, 0)).await;
            (seated, times)
        }));
        peers.push(tokio::spawn(async move {
            let mut times = Vec::with_capacity(rounds);
            for round in 0..rounds as u32 {
                tokio::time::sleep_until(turn(2 * round + 1, table).into()).await;
                let sizes = *sizes.lock().expect("sizes");
                let start = Instant::now();
                pair.pass(sizes).await;
                times.push(start.elapsed());
            }
            times
        }));
    }
    let (mut seated, mut ours, mut theirs) = (Vec::new(), Vec::new(), Vec::new());
    for player in players {
        let (at, times) = player.await.expect("a player");
        seated.push(at);
        ours.extend(times);
    }
    for peer in peers {
        theirs.extend(peer.await.expect("a peer"));
    }
    (seated, ours, theirs)
}

fn compare(of: &str, ours: Vec<Duration>, peers: Vec<Duration>) -> bool {
    let [ours, peers] = [("server", ours), ("echo", peers)].map(|(name, mut times)| {
        let [p50, p95, p99, most] = [0.5, 0.95, 0.99, 1.0].map(|part| at(&mut times, part));
        let count = times.len();
        println!("  {name:<7} {count:>6} to both seats: p50 {p50:.2} ms, p95 {p95:.2} ms, p99 {p99:.2} ms, most {most:.2} ms");
        p99
    });
    record(of, "ms from a choice to both seats, 99 of 100", ours, None);
    record(of, "ms through an echo server, 99 of 100", peers, None);
    record(of, "times as long as through an echo server, 99 of 100", ours / peers, Some(TIMES))
}

async fn finish(seated: &mut [Seated]) -> usize {
    let playing = seated.iter_mut().map(Seated::finish);
    futures_util::future::join_all(playing).await.into_iter().filter(|over| *over).count()
}

/// What a table costs in all servers together, with both seats still there.
fn weigh(
    of: &str,
    what: &str,
    tables: usize,
    before: &[Option<f64>],
    servers: &[Process],
    most: Option<f64>,
) -> bool {
    let grown = before.iter().zip(servers).map(|(before, server)| Some(server.resident()? - (*before)?));
    match grown.sum::<Option<f64>>() {
        Some(kib) => record(of, what, kib / tables as f64, most),
        None => {
            println!("  this system does not tell how much memory a process has");
            true
        }
    }
}

/// Prints a figure, and hands it over; false if it misses its bar.
fn record(of: &str, what: &str, value: f64, most: Option<f64>) -> bool {
    let good = most.is_none_or(|most| value <= most);
    let bar = most.map(|most| format!("at most {most}"));
    let bars = bar.as_deref().map_or(String::new(), |bar| format!(" ({bar})"));
    println!("  {value:.2} {what}{bars}{}", if good { "" } else { ": MISSED" });
    figures::record("The server", of, what, &format!("{value:.2}"), bar.as_deref().map(|bar| (bar, good)));
    good
}
