//! Turns at the machine for odds and threats: a limited number at once, and whoever waits is served table by table, and within a
//! table lane by lane, so that a flood from one keeps nobody else waiting.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::sync::oneshot;

/// More tables than these are a crowd.
const MANY: usize = 8;

#[derive(Debug)]
pub struct Turns {
    waiting: Mutex<Waiting>,
}

#[derive(Debug)]
struct Waiting {
    free: usize,
    tables: VecDeque<Line>,
}

/// Those of one table who wait.
#[derive(Debug)]
struct Line {
    table: String,
    lanes: VecDeque<(u32, VecDeque<oneshot::Sender<Turn>>)>,
}

/// Passed on when it is dropped.
#[derive(Debug)]
pub struct Turn(Option<Arc<Turns>>);

impl Drop for Turn {
    fn drop(&mut self) {
        if let Some(turns) = self.0.take() {
            turns.pass_on();
        }
    }
}

impl Turn {
    /// Works on a thread of its own, which gives way to those that serve tables; none if the work came to nothing.
    pub async fn work<T: Send + 'static>(self, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        self.long_work(|_| work()).await
    }

    /// The same for work that lets others go first now and then.
    pub async fn long_work<T: Send + 'static>(
        mut self,
        work: impl FnOnce(&mut Turn) -> T + Send + 'static,
    ) -> Option<T> {
        let (done, result) = oneshot::channel();
        let thread = std::thread::Builder::new().name("beside".to_owned()).spawn(move || {
            give_way();
            let _ = done.send(work(&mut self));
        });
        if let Err(error) = thread {
            tracing::error!(%error, "nothing can be worked out beside the tables");
        }
        result.await.ok()
    }

    /// Lets those go first who wait, and blocks the thread until it is this one's turn again.
    pub fn stand_back(&mut self, table: &str, lane: u32) {
        let Some(turns) = self.0.take() else { return };
        let (sender, again) = oneshot::channel();
        turns.waiting().queue(table, lane, sender);
        turns.pass_on();
        *self = again.blocking_recv().unwrap_or(Turn(None));
    }
}

/// From now on this thread has the time that others leave. A system that cannot say so of one thread is fair to all.
fn give_way() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, 10);
}

impl Turns {
    pub fn new(at_once: usize) -> Arc<Turns> {
        Arc::new(Turns { waiting: Mutex::new(Waiting { free: at_once.max(1), tables: VecDeque::new() }) })
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Does anybody wait?
    pub fn is_wanted(&self) -> bool {
        !self.waiting().tables.is_empty()
    }

    /// Is the line too long for anybody to come back for more?
    pub fn is_crowded(&self) -> bool {
        self.waiting().tables.len() > MANY
    }

    /// Waits for a turn, in a lane of a table: a seat's wishes, or the table's own odds.
    pub async fn take(self: &Arc<Turns>, table: &str, lane: u32) -> Turn {
        let turn = {
            let mut waiting = self.waiting();
            if waiting.free > 0 {
                waiting.free -= 1;
                return Turn(Some(self.clone()));
            }
            let (sender, turn) = oneshot::channel();
            waiting.queue(table, lane, sender);
            turn
        };
        // Nobody is forgotten: a sender is dropped with its message only.
        turn.await.unwrap_or(Turn(None))
    }

    fn pass_on(self: &Arc<Turns>) {
        loop {
            let next = {
                let mut waiting = self.waiting();
                let next = waiting.next();
                if next.is_none() {
                    waiting.free += 1;
                }
                next
            };
            let Some(next) = next else { return };
            match next.send(Turn(Some(self.clone()))) {
                Ok(()) => return,
                // That one does not wait any longer.
                Err(mut turn) => drop(turn.0.take()),
            }
        }
    }
}

impl Waiting {
    fn queue(&mut self, table: &str, lane: u32, sender: oneshot::Sender<Turn>) {
        let at = self.tables.iter().position(|line| line.table == table).unwrap_or_else(|| {
            self.tables.push_back(Line { table: table.to_owned(), lanes: VecDeque::new() });
            self.tables.len() - 1
        });
        let lanes = &mut self.tables[at].lanes;
        match lanes.iter_mut().find(|(known, _)| *known == lane) {
            Some((_, senders)) => senders.push_back(sender),
            None => lanes.push_back((lane, VecDeque::from([sender]))),
        }
    }

    fn next(&mut self) -> Option<oneshot::Sender<Turn>> {
        let mut line = self.tables.pop_front()?;
        let (lane, mut senders) = line.lanes.pop_front()?;
        let next = senders.pop_front();
        if !senders.is_empty() {
            line.lanes.push_back((lane, senders));
        }
        if !line.lanes.is_empty() {
            self.tables.push_back(line);
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who waits in which order, and who is served in which.
    #[tokio::test]
    async fn tables_take_turns_whatever_one_of_them_asks_for() {
        let turns = Turns::new(1);
        let first = turns.take("a", 0).await;
        let served = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for (table, lane) in [("a", 1), ("a", 1), ("a", 1), ("a", 2), ("b", 1), ("b", 1), ("c", 7)] {
            let (waiting, log) = (turns.clone(), served.clone());
            tasks.push(tokio::spawn(async move {
                let turn = waiting.take(table, lane).await;
                log.lock().unwrap().push(format!("{table}{lane}"));
                drop(turn);
            }));
            // It stands in line before the next one comes.
            tokio::task::yield_now().await;
        }
        assert!(turns.is_wanted() && served.lock().unwrap().is_empty());
        drop(first);
        for task in tasks {
            task.await.unwrap();
        }
        assert_eq!(*served.lock().unwrap(), ["a1", "b1", "c7", "a2", "b1", "a1", "a1"]);
        assert!(!turns.is_wanted() && turns.waiting().free == 1);
    }

    #[tokio::test]
    async fn long_work_lets_a_short_question_go_first_and_comes_back() {
        let turns = Turns::new(1);
        let served = Arc::new(Mutex::new(Vec::new()));
        let (turn, log) = (turns.take("a", 0).await, served.clone());
        let (asked, asking) = std::sync::mpsc::channel();
        let long = tokio::spawn(turn.long_work(move |turn| {
            asking.recv().unwrap();
            log.lock().unwrap().push("long");
            turn.stand_back("a", 0);
            log.lock().unwrap().push("long again");
        }));
        let (waiting, log) = (turns.clone(), served.clone());
        let short = tokio::spawn(async move {
            let turn = waiting.take("a", 1).await;
            turn.work(move || log.lock().unwrap().push("short")).await;
        });
        while !turns.is_wanted() {
            tokio::task::yield_now().await;
        }
        asked.send(()).unwrap();
        short.await.unwrap();
        long.await.unwrap().unwrap();
        assert_eq!(*served.lock().unwrap(), ["long", "short", "long again"]);
    }

    #[tokio::test]
    async fn who_stops_waiting_does_not_take_a_turn_along() {
        let turns = Turns::new(1);
        let first = turns.take("a", 0).await;
        let gone = tokio::spawn({
            let turns = turns.clone();
            async move { turns.take("b", 0).await }
        });
        tokio::task::yield_now().await;
        gone.abort();
        let _ = gone.await;
        let next = tokio::spawn({
            let turns = turns.clone();
            async move { drop(turns.take("c", 0).await) }
        });
        tokio::task::yield_now().await;
        drop(first);
        next.await.unwrap();
        assert_eq!(turns.waiting().free, 1);
    }
}
