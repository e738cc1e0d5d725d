//! The servers of the bench, each in a process of its own, so that its memory and not the players' is measured: this program
//! once more, told by an environment variable what it is to be.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use fracas_server::{Config, Limits, Server};
use tokio::runtime::Runtime;

const STORE: &str = "FRACAS_BENCH_STORE";
const ECHO: &str = "FRACAS_BENCH_ECHO";

/// Serves, if this process was started for that.
pub fn as_server(runtime: &Runtime) -> bool {
    if std::env::var_os(ECHO).is_some() {
        runtime.block_on(crate::echo::serve());
        return true;
    }
    let Ok(store) = std::env::var(STORE) else { return false };
    runtime.block_on(serve(store));
    true
}

async fn serve(store: String) {
    // All come from this machine, and as fast as they can.
    let limits = Limits {
        posts_per_second: 1e6,
        post_burst: 1e6,
        joins_per_second: 1e6,
        join_burst: 1e6,
        messages_per_second: 1e6,
        message_burst: 1e6,
        sockets_per_address: usize::MAX,
        ..Limits::default()
    };
    let address = SocketAddr::from(([127, 0, 0, 1], 0));
    let shared = store.starts_with("postgres://");
    let (database, store) = if shared { (None, Some(store)) } else { (Some(store.into()), None) };
    let config = Config { address, database, store, limits, ..Config::default() };
    let server = Server::start(config).await.expect("a server");
    println!("{}", server.address());
    std::future::pending::<()>().await;
}

pub struct Process {
    child: Child,
    pub address: SocketAddr,
}

impl Process {
    pub fn start(store: &str) -> Process {
        Process::run(STORE, store)
    }

    pub fn echo() -> Process {
        Process::run(ECHO, "1")
    }

    fn run(variable: &str, value: &str) -> Process {
        let program = std::env::current_exe().expect("this program");
        let mut child =
            Command::new(program).env(variable, value).stdout(Stdio::piped()).spawn().expect("a process");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
        Process { child, address: line.trim().parse().expect("an address") }
    }

    /// Waits until no table is in memory.
    pub async fn at_rest(&self) {
        let client = reqwest::Client::builder().no_proxy().build().expect("a client");
        loop {
            let figures =
                client.get(format!("http://{}/metrics", self.address)).send().await.expect("figures");
            if figures.text().await.expect("text").contains("fracas_tables_warm 0\n") {
                return;
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }

    /// Resident memory in KiB, where the system tells.
    pub fn resident(&self) -> Option<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
