//! Starts and stops a server.

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::api::router;
use crate::house::House;
use crate::store::{Store, StoreError};
use crate::{Config, tokens};

#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    #[error("cannot listen on {address}: {error}")]
    Listen { address: SocketAddr, error: io::Error },
    #[error("cannot keep tables in {}: {error}", .path.display())]
    Store { path: PathBuf, error: StoreError },
    #[error("{}: {error}", .path.display())]
    Folder { path: PathBuf, error: io::Error },
    #[error("cannot start: {0}")]
    Start(io::Error),
}

/// A running server.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    house: Arc<House>,
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
    /// Removed when the server stops.
    temporary: Option<PathBuf>,
}

impl Server {
    pub async fn start(config: Config) -> Result<Server, ServeError> {
        let (path, temporary) = match &config.database {
            Some(path) => (path.clone(), None),
            None => {
                let folder = std::env::temp_dir().join(format!("fracas-{}", tokens::table_id()));
                (folder.join("tables.sqlite"), Some(folder))
            }
        };
        make_folder(&path)?;
        let listener = TcpListener::bind(config.address)
            .await
            .map_err(|error| ServeError::Listen { address: config.address, error })?;
        let store = Store::open(&path).await.map_err(|error| ServeError::Store { path, error })?;
        let address = listener.local_addr().map_err(ServeError::Start)?;
        let (stop, stopping) = watch::channel(false);
        let house = Arc::new(House::new(config, store, stopping.clone()));
        let service = router(house.clone()).into_make_service_with_connect_info::<SocketAddr>();
        let task = tokio::spawn(async move {
            let mut stopping = stopping;
            let stopped = async move {
                let _ = stopping.wait_for(|stop| *stop).await;
            };
            if let Err(error) = axum::serve(listener, service).with_graceful_shutdown(stopped).await {
                tracing::error!(%error, "the server stopped");
            }
        });
        Ok(Server { address, house, stop, task, temporary })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Says goodbye to everybody and stops.
    pub async fn stop(self) {
        let _ = self.stop.send(true);
        let _ = tokio::time::timeout(std::time::Duration::from_secs(5), self.task).await;
        self.house.store.close().await;
        if let Some(folder) = self.temporary {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

fn make_folder(path: &Path) -> Result<(), ServeError> {
    match path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) => std::fs::create_dir_all(folder)
            .map_err(|error| ServeError::Folder { path: folder.to_owned(), error }),
        None => Ok(()),
    }
}

/// Serves until somebody presses Ctrl-C or the system ends the program.
pub async fn serve(config: Config) -> Result<(), ServeError> {
    let open_browser = config.open_browser;
    let server = Server::start(config).await?;
    let address = shown_address(server.address());
    println!("Fracas is at http://{address}/ (Ctrl-C stops it)");
    tracing::info!(%address, "listening");
    if open_browser {
        open_page(&format!("http://{address}/"));
    }
    asked_to_stop().await;
    println!("stopping; tables are kept");
    server.stop().await;
    Ok(())
}

/// [`serve`] on threads of its own, with logs.
pub fn run(config: Config) -> Result<(), ServeError> {
    start_logs(config.json_logs);
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(ServeError::Start)?;
    runtime.block_on(serve(config))
}

/// `RUST_LOG` says how much is logged; without it, what matters.
fn start_logs(json: bool) {
    let filter = tracing_subscriber::EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn,fracas_server=info"));
    let logs = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
    // Somebody who embeds the server may log already.
    let _ = if json { logs.json().try_init() } else { logs.try_init() };
}

/// Where a browser on this machine finds it.
fn shown_address(address: SocketAddr) -> SocketAddr {
    match address {
        SocketAddr::V4(v4) if v4.ip().is_unspecified() => SocketAddr::from(([127, 0, 0, 1], v4.port())),
        SocketAddr::V6(v6) if v6.ip().is_unspecified() => {
            SocketAddr::from(([0, 0, 0, 0, 0, 0, 0, 1], v6.port()))
        }
        other => other,
    }
}

/// A machine without a browser is no fault: the address has been printed.
fn open_page(url: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let quiet = || Stdio::null();
    let _ =
        Command::new(program).args(arguments).arg(url).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
}

async fn asked_to_stop() {
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        () = terminated => {}
    }
}
