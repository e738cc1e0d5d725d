//! All tables of a server, by name: finds the actor of a table, or starts it.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use fracas_store::{News, Store};
use tokio::sync::{Mutex as AsyncMutex, broadcast, mpsc, oneshot, watch};

use crate::Config;
use crate::guard::Each;
use crate::metrics::Metrics;
use crate::net::stop;
use crate::queue::Turns;
use crate::refusal::Refused;
use crate::shelf::Shelf;
use crate::table::{Command, Table, now};
use crate::tokens;

const INBOX: usize = 64;
const HOUR: Duration = Duration::from_secs(60 * 60);

#[derive(Debug)]
pub struct House {
    pub config: Config,
    pub store: Arc<dyn Store>,
    /// Do other servers write to the same store?
    pub shared: bool,
    pub metrics: Metrics,
    /// The owner's key.
    pub owner: String,
    pub posts: Each<IpAddr>,
    pub reads: Each<IpAddr>,
    pub joins: Each<IpAddr>,
    /// Questions about odds and threats.
    pub asks: Each<IpAddr>,
    pub seats_asks: Each<(String, u32)>,
    /// At which odds and threats are worked out.
    pub turns: Arc<Turns>,
    /// At which bars are, that say who is winning: they do not wait for odds.
    pub bars: Arc<Turns>,
    /// Reviews take a while: one at a time, and the rest of the machine is for those who play. The last few are kept, each
    /// by the digest of its replay, because pages are loaded again.
    pub reviews: AsyncMutex<VecDeque<(u64, String)>>,
    /// What tables were taken up with lately.
    pub shelf: Shelf,
    /// Servers that wait for the same do not all come at once.
    pub jitter: Duration,
    /// Becomes true when the server stops.
    pub stopping: watch::Receiver<bool>,
    tables: Mutex<HashMap<String, mpsc::Sender<Command>>>,
}

pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

impl House {
    pub fn new(
        config: Config,
        store: Arc<dyn Store>,
        owner: String,
        stopping: watch::Receiver<bool>,
    ) -> House {
        let limits = &config.limits;
        House {
            owner,
            posts: Each::new(limits.posts_per_second, limits.post_burst),
            reads: Each::new(limits.reads_per_second, limits.read_burst),
            joins: Each::new(limits.joins_per_second, limits.join_burst),
            asks: Each::new(limits.address_asks_per_second, limits.address_ask_burst),
            seats_asks: Each::new(limits.asks_per_second, limits.ask_burst),
            metrics: Metrics::new(store.figures()),
            reviews: AsyncMutex::default(),
            shelf: Shelf::default(),
            shared: store.news().is_some(),
            config,
            store,
            turns: Turns::new(cores() / 2),
            bars: Turns::new(1),
            jitter: Duration::from_millis(tokens::seed() % 200),
            stopping,
            tables: Mutex::default(),
        }
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<String, mpsc::Sender<Command>>> {
        self.tables.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The way to a table's actor. Whether there is such a table shows when something is asked of it.
    pub fn knock(self: &Arc<House>, table: &str) -> mpsc::Sender<Command> {
        let mut tables = self.tables();
        if let Some(known) = tables.get(table).filter(|known| !known.is_closed()) {
            return known.clone();
        }
        let (sender, inbox) = mpsc::channel(INBOX);
        tables.insert(table.to_owned(), sender.clone());
        tokio::spawn(Table::new(table.to_owned(), self.clone(), inbox).run());
        sender
    }

    /// Deletes a table, and tells everybody who is there.
    pub async fn delete(self: &Arc<House>, table: &str) -> Result<(), Refused> {
        let (answer, deleted) = oneshot::channel();
        self.knock(table).send(Command::Delete { answer }).await.map_err(|_| Refused::internal())?;
        deleted.await.unwrap_or_else(|_| Err(Refused::internal()))
    }

    /// Deletes the tables at which nothing has happened for this long.
    pub async fn sweep(self: &Arc<House>, age: Duration) {
        let latest = now() - age.as_millis() as i64;
        match self.store.summaries().await {
            Ok(all) => {
                for known in all.into_iter().filter(|known| known.updated < latest) {
                    let table = known.table.id;
                    tracing::info!(table, "unused for too long: deleted");
                    let _ = self.delete(&table).await;
                }
            }
            Err(error) => tracing::warn!(%error, "old tables could not be looked for"),
        }
    }

    pub async fn sweep_hourly(self: Arc<House>, age: Duration) {
        let mut stopping = self.stopping.clone();
        loop {
            tokio::select! {
                () = tokio::time::sleep(HOUR) => self.sweep(age).await,
                () = stop(&mut stopping) => return,
            }
        }
    }

    /// Tells tables that are awake here what other servers have kept.
    pub async fn follow(self: Arc<House>, mut news: broadcast::Receiver<News>) {
        let mut stopping = self.stopping.clone();
        loop {
            let told = tokio::select! {
                told = news.recv() => told,
                () = stop(&mut stopping) => return,
            };
            match told {
                Ok(News::Table { table, revision }) => {
                    let known = self.tables().get(&table).cloned();
                    known.into_iter().for_each(|inbox| pass_on(inbox, revision));
                }
                Ok(News::Missed) | Err(broadcast::error::RecvError::Lagged(_)) => {
                    let all: Vec<_> = self.tables().values().cloned().collect();
                    all.into_iter().for_each(|inbox| pass_on(inbox, u64::MAX));
                }
                Err(broadcast::error::RecvError::Closed) => return,
            }
        }
    }

    /// An actor asks to end: false if somebody is on the way to it.
    pub fn leave(&self, table: &str, inbox: &mpsc::Receiver<Command>) -> bool {
        let mut tables = self.tables();
        let wanted = tables.get(table).is_some_and(|known| known.strong_count() > 1) || !inbox.is_empty();
        if !wanted {
            tables.remove(table);
        }
        !wanted
    }

    pub fn connected(&self) -> usize {
        self.metrics.connections.get().max(0) as usize
    }
}

/// A table that is busy is told when it has time.
fn pass_on(inbox: mpsc::Sender<Command>, revision: u64) {
    if let Err(mpsc::error::TrySendError::Full(news)) = inbox.try_send(Command::News { revision }) {
        tokio::spawn(async move { inbox.send(news).await });
    }
}
