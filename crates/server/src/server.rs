//! Starts and stops a server.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::serve::ListenerExt;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::announce;
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
    path: PathBuf,
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
        let listener = listen(&config).await?;
        let store = Store::open(&path, config.limits.wal)
            .await
            .map_err(|error| ServeError::Store { path: path.clone(), error })?;
        let address = listener.local_addr().map_err(ServeError::Start)?;
        // Small messages must not wait for each other's acknowledgement; one that cannot be told so is only slower.
        let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
        let (stop, stopping) = watch::channel(false);
        let config = Config { address, ..config };
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
        Ok(Server { address, house, stop, task, path, temporary })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The file that the tables are kept in.
    pub fn database(&self) -> &Path {
        &self.path
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

async fn listen(config: &Config) -> Result<TcpListener, ServeError> {
    let mut bound = TcpListener::bind(config.address).await;
    if config.any_port && bound.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::AddrInUse) {
        bound = TcpListener::bind(SocketAddr::new(config.address.ip(), 0)).await;
    }
    bound.map_err(|error| ServeError::Listen { address: config.address, error })
}

fn make_folder(path: &Path) -> Result<(), ServeError> {
    match path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) => std::fs::create_dir_all(folder)
            .map_err(|error| ServeError::Folder { path: folder.to_owned(), error }),
        None => Ok(()),
    }
}

/// Serves until somebody presses Ctrl-C or the system ends the program. One line on standard output says where; what else
/// people may want to know goes to standard error.
pub async fn serve(config: Config) -> Result<(), ServeError> {
    let open_browser = config.open_browser;
    let stop = asked_to_stop().map_err(ServeError::Start)?;
    let server = Server::start(config).await?;
    let url = announce::here(server.address());
    // Who has closed our output does not want to know.
    let _ = writeln!(io::stdout(), "Fracas is at {url}");
    tracing::info!(%url, "listening");
    for line in announce::hints(server.address(), server.database()) {
        let _ = writeln!(io::stderr(), "{line}");
    }
    if open_browser && let Err(why) = announce::open_page(&url) {
        let _ = writeln!(io::stderr(), "No browser could be opened ({why}): open that address yourself.");
    }
    stop.await;
    let _ = writeln!(io::stderr(), "Stopping; the tables are kept.");
    server.stop().await;
    Ok(())
}

/// [`serve`] on threads of its own, with logs.
pub fn run(config: Config) -> Result<(), ServeError> {
    start_logs(config.json_logs);
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(ServeError::Start)?;
    let served = runtime.block_on(serve(config));
    // Odds that are still being worked out interest nobody any longer.
    runtime.shutdown_background();
    served
}

/// `RUST_LOG` says how much is logged; without it, what is wrong.
fn start_logs(json: bool) {
    let filter = tracing_subscriber::EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn"));
    let logs = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
    // Somebody who embeds the server may log already.
    let _ = if json { logs.json().try_init() } else { logs.try_init() };
}

/// Waits for Ctrl-C, or for the system to end the program. It listens from now on, so that whoever has read where the
/// server is can end it properly.
fn asked_to_stop() -> io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (mut interrupt, mut terminate) =
            (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
        Ok(async move {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
        })
    }
    #[cfg(not(unix))]
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
