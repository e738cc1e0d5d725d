//! Starts and stops a server.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::announce;
use crate::api::router;
use crate::house::House;
use crate::net::{Door, TlsError};
use crate::{Config, tokens};
use fracas_store::{Postgres, Sqlite, Store, StoreError};

/// Files that are open for other things than connections.
#[cfg(unix)]
const FILES: usize = 128;

#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    #[error("cannot listen on {address}: {error}")]
    Listen { address: SocketAddr, error: io::Error },
    #[error("cannot keep tables in {place}: {error}")]
    Store { place: String, error: StoreError },
    #[error("cannot speak TLS: {0}")]
    Tls(#[from] TlsError),
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
        outlive_limits().map_err(ServeError::Start)?;
        let tls = config.tls.as_ref().map(|tls| tls.acceptor()).transpose()?;
        let listener = listen(&config).await?;
        let address = listener.local_addr().map_err(ServeError::Start)?;
        let (store, temporary) = open_store(&config).await?;
        let owner = match store.setting("owner", tokens::token()).await {
            Ok(owner) => owner,
            Err(error) => {
                // Whoever starts again at once finds the file free.
                store.close().await;
                return Err(ServeError::Store { place: store.place(), error });
            }
        };
        let (stop, stopping) = watch::channel(false);
        let config = Config { address, ..config };
        let house = Arc::new(House::new(config, store, owner, stopping.clone()));
        if let Some(news) = house.store.news() {
            tokio::spawn(house.clone().follow(news));
        }
        if let Some(age) = house.config.expire {
            // Before anybody is let in: nobody is shown a table that is about to go.
            house.sweep(age).await;
            tokio::spawn(house.clone().sweep_hourly(age));
        }
        let turned_away = house.metrics.turned_away.clone();
        let door = Door { listener, tls, router: router(house.clone()), turned_away };
        let task = tokio::spawn({
            let house = house.clone();
            async move { door.attend(&house.config, stopping).await }
        });
        Ok(Server { address, house, stop, task, temporary })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What the owner opens first, after the server's address; `None` where whoever reaches it may open tables.
    pub fn owners_path(&self) -> Option<String> {
        let config = &self.house.config;
        let network =
            !self.address.ip().is_loopback() || !config.proxies.is_empty() || !config.hosts.is_empty();
        (network && !config.open).then(|| format!("own/{}", self.house.owner))
    }

    pub fn is_secure(&self) -> bool {
        self.house.config.tls.is_some()
    }

    /// Where the tables are kept, for people.
    pub fn place(&self) -> String {
        self.house.store.place()
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

async fn open_store(config: &Config) -> Result<(Arc<dyn Store>, Option<PathBuf>), ServeError> {
    if let Some(url) = &config.store {
        // The address may hold a password.
        let wrong = |error| ServeError::Store { place: "the database that was named".to_owned(), error };
        return Ok((Arc::new(Postgres::open(url).await.map_err(wrong)?), None));
    }
    let (path, temporary) = match &config.database {
        Some(path) => (path.clone(), None),
        None => {
            let folder = std::env::temp_dir().join(format!("fracas-{}", tokens::table_id()));
            (folder.join("tables.sqlite"), Some(folder))
        }
    };
    make_folder(&path)?;
    let wrong = |error| ServeError::Store { place: path.display().to_string(), error };
    Ok((Arc::new(Sqlite::open(&path, config.limits.wal).await.map_err(wrong)?), temporary))
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
    let url = announce::here(server.address(), server.is_secure());
    // Who has closed our output does not want to know.
    let _ = writeln!(io::stdout(), "Fracas is at {url}");
    tracing::info!(%url, "listening");
    let owner = server.owners_path();
    for line in announce::hints(server.address(), server.is_secure(), owner.as_deref(), &server.place()) {
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
    let config = with_room(config);
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(ServeError::Start)?;
    let served = runtime.block_on(serve(config));
    // Odds that are still being worked out interest nobody any longer.
    runtime.shutdown_background();
    served
}

/// Takes as many open files as the system allows, and no more connections than that gives room for.
fn with_room(mut config: Config) -> Config {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
        if let Some(files) = getrlimit(Resource::Nofile).current {
            let room = usize::try_from(files).unwrap_or(usize::MAX).saturating_sub(FILES).max(FILES);
            config.limits.sockets = config.limits.sockets.min(room);
        }
    }
    config
}

/// `RUST_LOG` says how much is logged; without it, what is wrong.
fn start_logs(json: bool) {
    let filter = tracing_subscriber::EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn"));
    let logs = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
    // Somebody who embeds the server may log already.
    let _ = if json { logs.json().try_init() } else { logs.try_init() };
}

/// A file that may not grow any longer is a write that fails, and not the end of the server: whoever listens to that signal
/// is not ended by it.
fn outlive_limits() -> io::Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        drop(signal(SignalKind::from_raw(rustix::process::Signal::XFSZ.as_raw()))?);
    }
    Ok(())
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
