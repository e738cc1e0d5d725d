//! Load: many tables with two seats each on this machine, scripted players choosing. Says how long it takes from a choice
//! to both seats' views, and what an idle table costs in memory. Bounded in count and time; no framework.
//!
//! `cargo bench -p fracas-server --bench load [-- tables [choices]]`

#[path = "../../lab/benches/common/figures.rs"]
mod figures;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fracas_server::messages::Opened;
use fracas_server::{Config, Limits, Server};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

const SCENARIO: &str = "delve/goblins-at-the-ford";
/// The bars of the issue.
const P99: Duration = Duration::from_millis(50);
const IDLE_KIB: f64 = 64.0;
/// Nothing here may take longer.
const LIMIT: Duration = Duration::from_secs(300);
/// What people do: a choice at each table every so often, not all at the same instant.
const EVERY: Duration = Duration::from_secs(10);

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

fn main() {
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    let tables = numbers.first().copied().unwrap_or(1000);
    let choices = numbers.get(1).copied().unwrap_or(4);
    // The server runs in a process of its own, so that its memory and not the players' is measured.
    if let Some(database) = std::env::var_os("FRACAS_BENCH_DATABASE") {
        return runtime().block_on(serve(database.into()));
    }
    let folder = std::env::temp_dir().join(format!("fracas-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let good = runtime().block_on(async {
        tokio::time::timeout(LIMIT, bench(&folder.join("tables.sqlite"), tables, choices))
            .await
            .unwrap_or_else(|_| {
                println!("took longer than {} s", LIMIT.as_secs());
                false
            })
    });
    let _ = std::fs::remove_dir_all(&folder);
    if !good {
        std::process::exit(1);
    }
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime")
}

async fn serve(database: std::path::PathBuf) {
    let limits = Limits {
        posts_per_second: 1e6,
        post_burst: 1e6,
        // A table rests sooner than people would let it, so that the bench need not wait a minute.
        rest: Duration::from_millis(500),
        ..Limits::default()
    };
    let address = SocketAddr::from(([127, 0, 0, 1], 0));
    let config = Config { address, database: Some(database), limits, ..Config::default() };
    let server = Server::start(config).await.expect("a server");
    println!("{}", server.address());
    std::future::pending::<()>().await;
}

struct Process(std::process::Child, SocketAddr);

impl Process {
    fn start(database: &std::path::Path) -> Process {
        use std::io::BufRead;
        let program = std::env::current_exe().expect("this program");
        let mut child = std::process::Command::new(program)
            .env("FRACAS_BENCH_DATABASE", database)
            .stdout(std::process::Stdio::piped())
            .spawn()
            .expect("a process");
        let mut line = String::new();
        std::io::BufReader::new(child.stdout.take().expect("its output"))
            .read_line(&mut line)
            .expect("a line");
        Process(child, line.trim().parse().expect("an address"))
    }

    /// Resident memory in KiB, where the system tells.
    fn resident(&self) -> Option<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A table with both its seats.
struct Seated {
    player: Socket,
    watcher: Socket,
    state: Value,
}

async fn bench(database: &std::path::Path, tables: usize, choices: usize) -> bool {
    let process = Process::start(database);
    let address = process.1;
    // What is made once only (caches, threads) is made before anything is measured.
    let client = http();
    drop(sit_down(&client, address).await);
    let before = process.resident();
    let start = Instant::now();
    let mut seated = Vec::with_capacity(tables);
    for _ in 0..tables {
        seated.push(sit_down(&client, address).await);
    }
    let opening = start.elapsed();
    wait_for_rest(&client, address).await;
    let after = process.resident();
    println!("{tables} tables with two seats each, opened and joined in {:.1} s", opening.as_secs_f64());
    let idle = before.zip(after).map(|(before, after)| (after - before) / tables as f64);
    match idle {
        Some(kib) => println!("idle table, both seats connected: {kib:.1} KiB (bar {IDLE_KIB} KiB)"),
        None => println!("idle table: this system does not tell how much memory a process has"),
    }
    let of = format!("{tables} tables with two seats each");
    let record = |what: &str, value: f64, bar: f64| {
        let verdict = (format!("at most {bar}"), value <= bar);
        figures::record("The server", &of, what, &format!("{value:.2}"), Some((&verdict.0, verdict.1)));
    };
    if let Some(kib) = idle {
        record("KiB for an idle table", kib, IDLE_KIB);
    }
    let start = Instant::now();
    let players = Arc::new(Semaphore::new(0));
    let tasks: Vec<_> = seated
        .into_iter()
        .enumerate()
        .map(|(index, seated)| {
            let offset = EVERY.mul_f64(index as f64 / tables as f64);
            tokio::spawn(play(seated, choices, offset, players.clone()))
        })
        .collect();
    players.add_permits(tables);
    let mut times = Vec::new();
    for task in tasks {
        times.extend(task.await.expect("a player"));
    }
    let took = start.elapsed().as_secs_f64();
    times.sort();
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize];
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    println!(
        "{} choices in {took:.1} s: from choice to both views p50 {:.2} ms, p95 {:.2} ms, p99 {:.2} ms, most {:.2} ms (bar p99 {} ms)",
        times.len(),
        ms(at(0.5)),
        ms(at(0.95)),
        ms(at(0.99)),
        ms(at(1.0)),
        P99.as_millis(),
    );
    record("ms from a choice to both views, 99 of 100", ms(at(0.99)), ms(P99));
    at(0.99) <= P99 && idle.is_none_or(|kib| kib <= IDLE_KIB)
}

fn http() -> reqwest::Client {
    reqwest::Client::builder().no_proxy().build().expect("a client")
}

async fn sit_down(client: &reqwest::Client, address: SocketAddr) -> Seated {
    let body = json!({ "scenario": SCENARIO }).to_string();
    let request = client.post(format!("http://{address}/api/tables")).body(body);
    let opened: Opened = request.send().await.expect("an answer").json().await.expect("a table");
    let mut player = connect(address, &opened.table, &opened.you).await;
    let state = next_state(&mut player).await;
    let mut watcher = connect(address, &opened.table, &opened.links.watcher).await;
    next_state(&mut watcher).await;
    Seated { player, watcher, state }
}

async fn connect(address: SocketAddr, table: &str, token: &str) -> Socket {
    let small = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(4096);
    let url = format!("ws://{address}/api/tables/{table}/live?token={token}");
    connect_async_with_config(url, Some(small), true).await.expect("a connection").0
}

/// The next state or reply.
async fn next_message(socket: &mut Socket) -> Value {
    loop {
        let Some(Ok(message)) = socket.next().await else { panic!("the server closed") };
        let Message::Text(text) = message else { continue };
        if text.starts_with("{\"type\":\"state\"") || text.starts_with("{\"type\":\"reply\"") {
            return serde_json::from_str(&text).expect("JSON");
        }
    }
}

async fn next_state(socket: &mut Socket) -> Value {
    loop {
        let message = next_message(socket).await;
        if message["type"] == "state" {
            return message;
        }
    }
}

/// Asks until every table has been put away.
async fn wait_for_rest(client: &reqwest::Client, address: SocketAddr) {
    loop {
        let figures = client.get(format!("http://{address}/metrics")).send().await.expect("figures");
        let text = figures.text().await.expect("text");
        if text.contains("fracas_tables_warm 0\n") {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

async fn play(mut at: Seated, choices: usize, offset: Duration, go: Arc<Semaphore>) -> Vec<Duration> {
    let _go = go.acquire().await;
    let mut times = Vec::with_capacity(choices);
    tokio::time::sleep(offset).await;
    let mut next = Instant::now();
    for turn in 0..choices {
        if !at.state["view"]["outcome"].is_null() {
            break;
        }
        let Some(choice) =
            at.state["view"]["choices"].as_array().and_then(|all| all.get(turn % all.len().max(1)))
        else {
            // A mind is asked.
            at.state = next_state(&mut at.player).await;
            continue;
        };
        let (text, position) = (choice["text"].clone(), at.state["position"].clone());
        let id = format!("{turn}");
        let message = json!({ "type": "choose", "id": id, "position": position, "choice": text }).to_string();
        let start = Instant::now();
        if at.player.send(Message::text(message)).await.is_err() {
            break;
        }
        // A mind may have been quicker: then the choice is refused, and there is nothing to measure.
        if let Some(player) = taken(&mut at.player, &position).await {
            until_moved(&mut at.watcher, &position).await;
            times.push(start.elapsed());
            at.state = player;
        }
        if !at.state["view"]["outcome"].is_null() {
            break;
        }
        next += EVERY;
        at.state = wait(&mut at, next).await;
    }
    times
}

/// The state after a choice, or none if it was refused.
async fn taken(player: &mut Socket, position: &Value) -> Option<Value> {
    let (mut accepted, mut moved) = (false, None);
    while !accepted || moved.is_none() {
        let message = next_message(player).await;
        match message["type"].as_str() {
            Some("reply") if message["ok"] == false => return None,
            Some("reply") => accepted = true,
            _ if message["position"].as_u64() > position.as_u64() => moved = Some(message),
            _ => {}
        }
    }
    moved
}

async fn until_moved(socket: &mut Socket, position: &Value) -> Value {
    loop {
        let state = next_state(socket).await;
        if state["position"].as_u64() > position.as_u64() {
            return state;
        }
    }
}

/// Lets the minds play until it is time to choose again; the newest state.
async fn wait(at: &mut Seated, until: Instant) -> Value {
    let mut newest = at.state.clone();
    let sleep = tokio::time::sleep_until(until.into());
    tokio::pin!(sleep);
    loop {
        tokio::select! {
            state = next_state(&mut at.player) => newest = state,
            _ = next_state(&mut at.watcher) => {}
            () = &mut sleep => return newest,
        }
    }
}
