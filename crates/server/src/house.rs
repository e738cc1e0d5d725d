//! All tables of a server, by name: finds the actor of a table, or starts it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::sync::{Semaphore, mpsc, watch};

use crate::Config;
use crate::guard::Addresses;
use crate::metrics::Metrics;
use crate::store::Store;
use crate::table::{Command, Table};

const INBOX: usize = 64;

#[derive(Debug)]
pub struct House {
    pub config: Config,
    pub store: Store,
    pub metrics: Metrics,
    pub posts: Addresses,
    pub reads: Addresses,
    /// How many odds are worked out at once.
    pub odds: Arc<Semaphore>,
    /// Becomes true when the server stops.
    pub stopping: watch::Receiver<bool>,
    tables: Mutex<HashMap<String, mpsc::Sender<Command>>>,
}

impl House {
    pub fn new(config: Config, store: Store, stopping: watch::Receiver<bool>) -> House {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let limits = &config.limits;
        House {
            posts: Addresses::new(limits.posts_per_second, limits.post_burst),
            reads: Addresses::new(limits.reads_per_second, limits.read_burst),
            metrics: Metrics::new(&store.figures),
            config,
            store,
            odds: Arc::new(Semaphore::new((cores / 2).max(1))),
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
