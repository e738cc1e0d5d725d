//! Odds, worked out beside the table: a choice never waits for them, and they stop as soon as the table has moved on.
//!
//! What is known for the present position is kept, so that the second seat and a reconnecting one get it at once.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use fracas_kernel::{Crowd, Seat, Who};
use fracas_table::{HintJob, ThreatsJob};
use tokio::sync::mpsc;

use crate::fight::Fight;
use crate::house::{House, cores};
use crate::messages::{ChoiceOdds, Hint, Odds, Prospect, SeatKind, ServerMessage, Threats};
use crate::queue::{Turn, Turns};
use crate::socket::Utf8Bytes;
use crate::table::{Listener, Newest, text_of};

/// What comes within this time goes out together.
const GATHER: Duration = Duration::from_millis(60);
/// After so long the rest of the choices stay without odds, until somebody asks for one.
const PATIENCE: Duration = Duration::from_secs(3);
/// The same while a crowd waits for its turn, and for threats while anybody does.
const SHORT: Duration = Duration::from_secs(1);
/// Whoever counts everything lets others go first after so long: what somebody points at is to be there at once.
const SLICE: Duration = Duration::from_millis(30);
/// The lane of a table's own odds, beside those of its seats.
const TABLE: u32 = u32::MAX;
/// More than this nobody reads.
const MAX_THREATS: usize = 100;

#[derive(Debug)]
pub struct OddsDesk {
    table: String,
    turns: Arc<Turns>,
    bars: Arc<Turns>,
    newest: Newest,
    known: Arc<Mutex<Known>>,
    /// For whom everything is being worked out, or has been.
    asked: Option<(u64, Whose)>,
    /// The position of the last bars, and the listeners that have them.
    barred: (u64, Vec<u64>),
}

/// Counts the wishes of a listener: only the newest one is worked out.
#[derive(Debug)]
pub struct Latest {
    number: u64,
    newest: Arc<AtomicU64>,
}

impl Latest {
    pub fn next(newest: &Arc<AtomicU64>) -> Latest {
        Latest { number: newest.fetch_add(1, Relaxed) + 1, newest: newest.clone() }
    }

    fn is_newest(&self) -> bool {
        self.newest.load(Relaxed) == self.number
    }
}

#[derive(Debug, Default)]
struct Known {
    position: u64,
    odds: BTreeMap<String, (Who, ChoiceOdds)>,
}

/// Whose choices count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Whose(Crowd);

impl OddsDesk {
    pub fn new(table: String, house: &House) -> OddsDesk {
        OddsDesk {
            table,
            turns: house.turns.clone(),
            bars: house.bars.clone(),
            newest: Newest::default(),
            known: Arc::default(),
            asked: None,
            barred: (0, Vec::new()),
        }
    }

    /// Stops what is under way and forgets what is known.
    pub fn clear(&mut self) {
        self.newest.store(u64::MAX, Relaxed);
        self.newest = Newest::default();
        self.known = Arc::default();
        self.asked = None;
        self.barred = (0, Vec::new());
    }

    /// Sends listeners the odds of what they may choose, or of one choice, as they become known.
    pub fn work_out<'a>(
        &mut self,
        fight: &Fight,
        listeners: impl Iterator<Item = &'a Listener>,
        only: Option<&str>,
    ) {
        let position = fight.position;
        self.newest.store(position, Relaxed);
        let asked = fight.game.ask().asked();
        let whose = |listener: &Listener| match fight.seat(listener.seat) {
            Some(seat) if seat.kind == SeatKind::Judge => asked,
            Some(seat) => seat.controls.and(asked),
            None => Crowd::NONE,
        };
        let targets = listeners.map(|listener| Target { whose: whose(listener), out: listener.out.clone() });
        let targets: Vec<Target> = targets.filter(|target| !target.whose.is_empty()).collect();
        let all = Whose(targets.iter().fold(Crowd::NONE, |all, target| all.or(target.whose)));
        if targets.is_empty() {
            return;
        }
        self.tell_known(position, &targets, only);
        let under_way =
            self.asked.is_some_and(|(at, whose)| at == position && all.0.without(whose.0).is_empty());
        if only.is_none() && under_way || only.is_some_and(|choice| self.knows(position, choice)) {
            return;
        }
        if only.is_none() {
            self.asked = Some((position, all));
        }
        let actors = fight.game.combatants().into_iter().map(|one| (one.id, one.who)).collect();
        let job = fight.game.odds_later(Seat::Player(all.0), only);
        let work = Work { position, newest: self.newest.clone(), known: self.known.clone(), actors, targets };
        let (table, turns) = (self.table.clone(), self.turns.clone());
        tokio::spawn(async move {
            let turn = turns.take(&table, TABLE).await;
            if work.is_late() {
                return;
            }
            turn.long_work(move |turn| {
                let now = Instant::now();
                let worked = Duration::ZERO;
                let mut work = Gathering { work, ready: Vec::new(), turns, since: now, worked, sent: now };
                let mut take = |text: &str, stakes| work.take(text, stakes) && work.go_on(&table, turn);
                if catch_unwind(AssertUnwindSafe(|| job(&mut take))).is_err() {
                    tracing::error!("a fault of the program in working out odds");
                }
                work.send();
            })
            .await;
        });
    }

    /// Sends a listener of `seat` what enemies could do; `latest` says whether its wish is still the newest.
    pub fn look_out(
        &self,
        asked: Threats,
        job: ThreatsJob,
        seat: u32,
        out: mpsc::Sender<Utf8Bytes>,
        latest: Latest,
    ) {
        let (table, turns, newest) = (self.table.clone(), self.turns.clone(), self.newest.clone());
        let late = move |out: &mpsc::Sender<Utf8Bytes>, position: u64| {
            !latest.is_newest() || newest.load(Relaxed) != position || out.is_closed()
        };
        tokio::spawn(async move {
            let mut answer = asked;
            let turn = turns.take(&table, seat).await;
            if late(&out, answer.position) {
                answer.complete = false;
                let _ = out.try_send(text_of(&ServerMessage::Threats(answer)));
                return;
            }
            turn.work(move || {
                let start = Instant::now();
                // Something untold would look like safety: whoever stops early says so.
                let mut tell = |threat| {
                    answer.threats.push(threat);
                    answer.complete = answer.threats.len() < MAX_THREATS
                        && start.elapsed() < if turns.is_wanted() { SHORT } else { PATIENCE }
                        && !late(&out, answer.position);
                    answer.complete
                };
                let worked = catch_unwind(AssertUnwindSafe(|| job(&mut tell))).is_ok();
                if !worked {
                    tracing::error!("a fault of the program in working out threats");
                }
                answer.complete &= worked;
                let _ = out.try_send(text_of(&ServerMessage::Threats(answer)));
            })
            .await;
        });
    }

    /// Sends those who may see it how the fight stands, each as far as they know.
    pub fn weigh<'a>(&mut self, fight: &Fight, listeners: impl Iterator<Item = &'a Listener>) {
        let position = fight.position;
        if self.barred.0 != position {
            self.barred = (position, Vec::new());
        }
        let mut waiting: BTreeMap<u32, Vec<mpsc::Sender<Utf8Bytes>>> = BTreeMap::new();
        for listener in listeners {
            let seated = fight.seat(listener.seat).is_some_and(|row| fight.sees_bar(row));
            if seated && !self.barred.1.contains(&listener.id) {
                self.barred.1.push(listener.id);
                waiting.entry(listener.seat).or_default().push(listener.out.clone());
            }
        }
        for (seat, outs) in waiting {
            let Some(row) = fight.seat(seat) else { continue };
            // Whoever waits has a use for the other cores.
            let threads = if self.turns.is_wanted() { 1 } else { cores() };
            let job = fight.game.chance_later(Fight::kernel_seat(row), threads);
            let (table, bars, newest) = (self.table.clone(), self.bars.clone(), self.newest.clone());
            tokio::spawn(async move {
                let turn = bars.take(&table, seat).await;
                let late = move |outs: &[mpsc::Sender<Utf8Bytes>]| {
                    newest.load(Relaxed) != position || outs.iter().all(mpsc::Sender::is_closed)
                };
                turn.work(move || {
                    let mut tell = |found: fracas_minds::Chance| {
                        let (heroes, error) = (found.heroes, found.error);
                        let text = text_of(&ServerMessage::Chance(Prospect { position, heroes, error }));
                        outs.iter().for_each(|out| drop(out.try_send(text.clone())));
                        !late(&outs)
                    };
                    if catch_unwind(AssertUnwindSafe(|| job(&mut tell))).is_err() {
                        tracing::error!("a fault of the program in working out a bar");
                    }
                })
                .await;
            });
        }
    }

    /// Sends a listener of `seat` its best choices, unless the table moves on before they are found.
    pub fn advise(&self, asked: Hint, job: HintJob, seat: u32, out: mpsc::Sender<Utf8Bytes>) {
        let (table, turns, newest) = (self.table.clone(), self.turns.clone(), self.newest.clone());
        tokio::spawn(async move {
            let turn = turns.take(&table, seat).await;
            if newest.load(Relaxed) != asked.position || out.is_closed() {
                return;
            }
            turn.work(move || {
                let Ok(best) = catch_unwind(AssertUnwindSafe(job)) else {
                    tracing::error!("a fault of the program in working out a hint");
                    return;
                };
                let _ = out.try_send(text_of(&ServerMessage::Hint(Hint { best, ..asked })));
            })
            .await;
        });
    }

    fn knows(&self, position: u64, choice: &str) -> bool {
        let known = self.known.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        known.position == position && known.odds.get(choice).is_some_and(|(_, odds)| !odds.stakes.rough)
    }

    fn tell_known(&self, position: u64, targets: &[Target], only: Option<&str>) {
        let known = self.known.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if known.position != position || known.odds.is_empty() {
            return;
        }
        let some = known.odds.iter().filter(|(text, _)| only.is_none_or(|only| only == *text));
        let ready: Vec<(Who, ChoiceOdds)> = some.map(|(_, odds)| odds.clone()).collect();
        tell(position, &ready, targets);
    }
}

/// How long one may work.
fn patience(turns: &Turns) -> Duration {
    if turns.is_crowded() { SHORT } else { PATIENCE }
}

#[derive(Debug)]
struct Target {
    whose: Crowd,
    out: mpsc::Sender<Utf8Bytes>,
}

#[derive(Debug)]
struct Work {
    position: u64,
    newest: Newest,
    known: Arc<Mutex<Known>>,
    actors: BTreeMap<String, Who>,
    targets: Vec<Target>,
}

impl Work {
    fn is_late(&self) -> bool {
        self.newest.load(Relaxed) != self.position || self.targets.iter().all(|target| target.out.is_closed())
    }
}

struct Gathering {
    work: Work,
    ready: Vec<(Who, ChoiceOdds)>,
    turns: Arc<Turns>,
    /// When this slice of work began, and how long those before it took.
    since: Instant,
    worked: Duration,
    sent: Instant,
}

impl Gathering {
    fn take(&mut self, text: &str, stakes: fracas_kernel::Stakes) -> bool {
        // A choice's text starts with the id of whoever makes it.
        let actor = text.split_whitespace().next().unwrap_or_default();
        let Some(&who) = self.work.actors.get(actor) else { return true };
        let odds = ChoiceOdds { text: text.to_owned(), stakes };
        self.ready.push((who, odds));
        if self.sent.elapsed() > GATHER {
            self.send();
        }
        !self.work.is_late() && self.worked + self.since.elapsed() < patience(&self.turns)
    }

    /// Lets others go first who wait; false if the table has moved on meanwhile.
    fn go_on(&mut self, table: &str, turn: &mut Turn) -> bool {
        if self.since.elapsed() < SLICE || !self.turns.is_wanted() {
            return true;
        }
        self.send();
        self.worked += self.since.elapsed();
        turn.stand_back(table, TABLE);
        self.since = Instant::now();
        !self.work.is_late()
    }

    fn send(&mut self) {
        self.sent = Instant::now();
        if self.work.is_late() || self.ready.is_empty() {
            return;
        }
        tell(self.work.position, &self.ready, &self.work.targets);
        let mut known = self.work.known.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if known.position != self.work.position {
            *known = Known { position: self.work.position, odds: BTreeMap::new() };
        }
        known.odds.extend(self.ready.drain(..).map(|(who, odds)| (odds.text.clone(), (who, odds))));
    }
}

/// Each listener gets the odds of its own choices. Who is too slow for them goes without.
fn tell(position: u64, ready: &[(Who, ChoiceOdds)], targets: &[Target]) {
    for target in targets {
        let odds: Vec<ChoiceOdds> =
            ready.iter().filter(|(who, _)| target.whose.has(*who)).map(|(_, odds)| odds.clone()).collect();
        if !odds.is_empty() {
            let _ = target.out.try_send(text_of(&ServerMessage::Odds(Odds { position, odds })));
        }
    }
}
