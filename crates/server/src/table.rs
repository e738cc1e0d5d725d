//! One table as an actor: it takes commands one by one, keeps what happens before it says so, tells every seat, and lets
//! minds act at their pace. A fault in the rules costs the one message that caused it, never the table.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use axum::body::Bytes;
use fracas_store::{Kept, SeatRow, StoreError};
use fracas_table::{Chosen, Replay};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use crate::event::Event;
use crate::export::Export;
use crate::fight::{Done, Fight};
use crate::house::House;
use crate::messages::{Bar, ClientMessage, Reply, SeatKind, ServerMessage};
use crate::odds::OddsDesk;
use crate::refusal::Refused;
use crate::socket::Utf8Bytes;
use crate::state::state;
use crate::talk::Talk;

/// Waits for a client that is so far behind.
pub const OUTBOX: usize = 64;
const LONGEST_ID: usize = 64;
const BREATH: Duration = Duration::from_millis(20);
const MAX_HELD: u32 = 10;
/// A fight that is over is put away as soon as everybody has looked at how it ended: what is still wanted of it can be had again.
const AFTERWARDS: Duration = Duration::from_secs(3);
const STORAGE_RETRY: Duration = Duration::from_secs(1);
/// How long minds that act at another server may be late before they act here.
const TAKE_OVER: Duration = Duration::from_millis(400);
/// How often somebody else may be quicker, before one is told so.
const MAX_RACES: usize = 4;

#[derive(Debug)]
pub enum Command {
    Join {
        seat: u32,
        seen: Option<u64>,
        out: mpsc::Sender<Utf8Bytes>,
        joined: oneshot::Sender<Result<u64, Refused>>,
    },
    Leave {
        connection: u64,
    },
    /// Another server has kept something at this revision; `u64::MAX`: perhaps.
    News {
        revision: u64,
    },
    Say {
        connection: u64,
        message: ClientMessage,
        at: Instant,
    },
    /// What a mind came to; nothing: a fault in thinking.
    Thought {
        position: u64,
        chosen: Option<Chosen>,
    },
    /// Deletes the table, and tells everybody who is there.
    Delete {
        answer: oneshot::Sender<Result<(), Refused>>,
    },
    /// A picture for the table; the answer is its id.
    Bring {
        seat: u32,
        name: String,
        bytes: Bytes,
        answer: oneshot::Sender<Result<String, Refused>>,
    },
    /// A picture, with its type.
    Picture {
        seat: u32,
        picture: String,
        answer: oneshot::Sender<Result<(&'static str, Bytes), Refused>>,
    },
    /// The fight so far: for the judge at any time, for others when it is over.
    Replay {
        judge: bool,
        answer: oneshot::Sender<Result<Replay, Refused>>,
    },
}

/// Somebody who listens.
#[derive(Debug)]
pub struct Listener {
    pub id: u64,
    pub seat: u32,
    pub out: mpsc::Sender<Utf8Bytes>,
    seen: Option<u64>,
    /// How often it has asked for threats.
    pub wishes: Arc<AtomicU64>,
}

pub struct Table {
    pub(crate) id: String,
    pub(crate) house: Arc<House>,
    inbox: mpsc::Receiver<Command>,
    pub(crate) fight: Option<Fight>,
    /// Why it cannot be taken up. It is left alone then.
    broken: Option<Refused>,
    pub(crate) listeners: Vec<Listener>,
    last_listener: u64,
    talk: Talk,
    pub(crate) odds: OddsDesk,
    /// Was the last choice made at another server? Then its minds act there, unless they stop.
    elsewhere: bool,
    /// The position that a mind thinks about, and the newest one with the time it came about.
    pub(crate) pondering: Option<u64>,
    since: (u64, Instant),
    /// When the table does something by itself.
    due: Option<Instant>,
    /// How often it has waited with that for those who look on.
    held: u32,
    /// When it is put away if nothing happens.
    rest: Instant,
}

impl Table {
    pub fn new(id: String, house: Arc<House>, inbox: mpsc::Receiver<Command>) -> Table {
        let rest = Instant::now() + house.config.limits.rest;
        let odds = OddsDesk::new(id.clone(), &house);
        Table {
            id,
            house,
            inbox,
            fight: None,
            broken: None,
            listeners: Vec::new(),
            last_listener: 0,
            talk: Talk::default(),
            odds,
            elsewhere: false,
            pondering: None,
            since: (0, Instant::now()),
            due: None,
            held: 0,
            rest,
        }
    }

    pub async fn run(mut self) {
        loop {
            let due = self.due.unwrap_or(self.rest);
            tokio::select! {
                biased;
                command = self.inbox.recv() => match command {
                    Some(command) => {
                        self.take(command).await;
                        self.awake();
                    }
                    None => break,
                },
                () = sleep_until(due), if self.due.is_some() => {
                    self.act().await;
                    self.awake();
                }
                () = sleep_until(self.rest) => {
                    if self.put_away() {
                        break;
                    }
                }
            }
        }
        self.forget();
    }

    fn awake(&mut self) {
        let over = self.fight.as_ref().is_some_and(|fight| fight.game.outcome().is_some());
        let limits = &self.house.config.limits;
        self.rest = Instant::now() + if over { limits.rest.min(AFTERWARDS) } else { limits.rest };
    }

    /// Frees memory; true if the actor may end too.
    fn put_away(&mut self) -> bool {
        self.awake();
        // A mind that waits longer than a table rests still acts.
        if self.due.is_some() || self.fight.as_ref().is_some_and(|fight| fight.pending.is_some()) {
            return false;
        }
        self.forget();
        self.listeners.is_empty() && self.house.leave(&self.id, &self.inbox)
    }

    fn forget(&mut self) {
        if self.fight.take().is_some() {
            self.house.metrics.tables_warm.dec();
        }
        self.due = None;
        self.odds.clear();
    }

    async fn take(&mut self, command: Command) {
        match command {
            Command::Join { seat, seen, out, joined } => {
                let result = self.join(seat, seen, out).await;
                let _ = joined.send(result);
            }
            Command::Leave { connection } => {
                self.listeners.retain(|listener| listener.id != connection);
                if self.fight.is_some() {
                    self.tell_all();
                    self.plan();
                }
            }
            Command::News { revision } => self.hear(revision).await,
            Command::Say { connection, message, at } => self.say(connection, message, at).await,
            Command::Thought { position, chosen } => self.think(position, chosen),
            Command::Delete { answer } => {
                let result = self.delete().await;
                let _ = answer.send(result);
            }
            Command::Bring { seat, name, bytes, answer } => {
                let result = self.bring(seat, &name, &bytes).await;
                let _ = answer.send(result);
            }
            Command::Picture { seat, picture, answer } => {
                let result = self.picture(seat, &picture).await;
                let _ = answer.send(result);
            }
            Command::Replay { judge, answer } => {
                let result = self.replay(judge).await;
                let _ = answer.send(result);
            }
        }
    }

    async fn join(
        &mut self,
        seat: u32,
        seen: Option<u64>,
        out: mpsc::Sender<Utf8Bytes>,
    ) -> Result<u64, Refused> {
        self.catch_up().await?;
        let kind =
            self.kind_of(seat).ok_or_else(|| Refused::new("not-allowed", "this seat no longer exists"))?;
        self.make_room(seat, kind)?;
        self.last_listener += 1;
        let id = self.last_listener;
        self.listeners.push(Listener { id, seat, out, seen, wishes: Arc::default() });
        self.tell_all();
        let said = self.talk.heard(seat);
        if !said.is_empty() {
            self.send(id, &ServerMessage::Talk { said });
        }
        self.plan();
        Ok(id)
    }

    fn kind_of(&self, seat: u32) -> Option<SeatKind> {
        Some(self.fight.as_ref()?.seat(seat)?.kind)
    }

    /// Those who look on take nobody's place; who comes back after losing a connection takes that of an older one.
    fn make_room(&mut self, seat: u32, kind: SeatKind) -> Result<(), Refused> {
        let limits = &self.house.config.limits;
        let full = || Refused::new("full", "too many people look at this table").advise("close other tabs");
        if kind == SeatKind::Watcher {
            let watches = |listener: &&Listener| self.kind_of(listener.seat) == Some(SeatKind::Watcher);
            if self.listeners.iter().filter(watches).count() >= limits.watchers {
                return Err(full());
            }
        } else if self.listeners.iter().filter(|one| one.seat == seat).count() >= limits.connections_per_seat
            && let Some(oldest) = self.listeners.iter().position(|one| one.seat == seat)
        {
            let (code, message) =
                ("elsewhere".to_owned(), "this seat is open in several other places".to_owned());
            let advice = Some("close some of them".to_owned());
            let old = self.listeners.remove(oldest);
            let _ = old.out.try_send(text_of(&ServerMessage::Gone { code, message, advice }));
        }
        if self.listeners.len() >= limits.connections_per_table { Err(full()) } else { Ok(()) }
    }

    async fn delete(&mut self) -> Result<(), Refused> {
        if let Err(error) = self.house.store.delete(&self.id).await {
            tracing::error!(table = self.id, %error, "a table could not be deleted");
            self.house.metrics.storage_failures.inc();
            return Err(Refused::storage());
        }
        self.gone();
        Ok(())
    }

    /// The table no longer exists.
    fn gone(&mut self) {
        let (code, message) = ("deleted".to_owned(), "this table was deleted".to_owned());
        let text = text_of(&ServerMessage::Gone { code, message, advice: None });
        for listener in self.listeners.drain(..) {
            let _ = listener.out.try_send(text.clone());
        }
        self.forget();
    }

    async fn bring(&mut self, seat: u32, name: &str, bytes: &[u8]) -> Result<String, Refused> {
        let limits = self.house.config.limits.clone();
        for _ in 0..MAX_RACES {
            self.catch_up().await?;
            let fight = self.fight.as_ref().ok_or_else(Refused::internal)?;
            let row =
                fight.seat(seat).ok_or_else(|| Refused::new("not-allowed", "this seat no longer exists"))?;
            if fight.revision() as usize >= limits.events {
                return Err(Refused::new("full", "too much has happened at this table"));
            }
            let (picture, event) = fight.bring(row, name, bytes, &limits)?;
            match self.keep(event, Vec::new(), Some(seat), None).await {
                // Another server was quicker: once more after that.
                Err(refused) if refused.code == "stale" => {}
                kept => {
                    kept?;
                    self.tell_all();
                    self.plan();
                    return Ok(picture);
                }
            }
        }
        Err(Refused::new("stale", "the table has moved on").advise("try again"))
    }

    async fn picture(&mut self, seat: u32, picture: &str) -> Result<(&'static str, Bytes), Refused> {
        self.catch_up().await?;
        let fight = self.fight.as_ref().ok_or_else(Refused::internal)?;
        let found = fight.seat(seat).and_then(|seat| fight.picture(seat, picture));
        found.ok_or_else(|| Refused::new("no-such-picture", "there is no such picture at this table"))
    }

    async fn replay(&mut self, judge: bool) -> Result<Replay, Refused> {
        let loaded = self.catch_up().await.map(|_| ());
        if judge && (self.broken.is_some() || self.fight.as_ref().is_some_and(|fight| fight.change.is_some()))
        {
            return self.replay_as_told().await;
        }
        loaded?;
        let fight = self.fight.as_ref().ok_or_else(Refused::internal)?;
        if !judge && fight.game.outcome().is_none() {
            return Err(Refused::new(
                "not-allowed",
                "the fight is not over; until then only the judge may see all of it",
            ));
        }
        // The seed would tell the dice to come, as long as anything can come.
        let closed = fight.closed;
        let replay = guarded(&self.house, || fight.game.replay())?;
        Ok(if closed { replay } else { replay.without_seed() })
    }

    /// What today's rules no longer give, as it was told.
    async fn replay_as_told(&mut self) -> Result<Replay, Refused> {
        let kept = match self.house.store.load(&self.id).await {
            Ok(Some(kept)) => kept,
            Ok(None) => return Err(no_such_table()),
            Err(error) => {
                tracing::error!(table = self.id, %error, "a table cannot be read");
                return Err(self.broken.clone().unwrap_or_else(Refused::storage));
            }
        };
        let told = Export::new(&kept).discreet().replay();
        told.map_err(|error| Refused::new("broken", format!("this table cannot be opened: {error}")))
    }

    /// Takes the table up from storage, unless it is there already.
    async fn load(&mut self) -> Result<(), Refused> {
        if self.fight.is_some() {
            return Ok(());
        }
        if let Some(broken) = &self.broken {
            return Err(broken.clone());
        }
        let kept = match self.house.store.load(&self.id).await {
            Ok(Some(kept)) => kept,
            Ok(None) => return Err(no_such_table()),
            Err(StoreError::Corrupt(why)) => return Err(self.left_alone(why)),
            Err(error) => {
                tracing::error!(table = self.id, %error, "a table cannot be read");
                return Err(Refused::storage());
            }
        };
        let house = self.house.clone();
        let played = tokio::task::spawn_blocking(move || play_back(kept, &house)).await;
        match played {
            Ok(Ok(fight)) => {
                self.house.metrics.tables_warm.inc();
                self.fight = Some(fight);
                self.elsewhere = self.house.shared;
                Ok(())
            }
            Ok(Err(why)) => Err(self.left_alone(why)),
            Err(_) => Err(self.left_alone("a fault of the program in playing it back".to_owned())),
        }
    }

    /// Takes up what other servers have kept meanwhile. True if there was anything.
    async fn catch_up(&mut self) -> Result<bool, Refused> {
        let Some(fight) = self.fight.as_ref() else { return self.load().await.map(|()| true) };
        if !self.house.shared {
            return Ok(false);
        }
        let since = match self.house.store.since(&self.id, fight.revision()).await {
            Ok(Some(since)) => since,
            Ok(None) => {
                self.gone();
                return Err(no_such_table());
            }
            Err(error) => {
                tracing::error!(table = self.id, %error, "what is new at a table cannot be read");
                return Err(Refused::storage());
            }
        };
        if since.events.is_empty() {
            return Ok(false);
        }
        let house = self.house.clone();
        let fight = self.fight.as_mut().ok_or_else(Refused::internal)?;
        match guarded(&house, || fight.follow(&since.events)) {
            Ok(Ok(())) => self.reseat(since.seats),
            // Then from the start.
            _ => {
                self.forget();
                self.load().await?;
            }
        }
        if let Some(fight) = self.fight.as_mut() {
            fight.take_up_typed();
        }
        self.elsewhere = true;
        Ok(true)
    }

    /// News from another server.
    async fn hear(&mut self, revision: u64) {
        let known = self.fight.as_ref().map_or(0, Fight::revision);
        // Most of it is what was kept here.
        if self.fight.is_some() && (1..=known).contains(&revision) {
            return;
        }
        // Nobody wants to know: who comes later reads it then.
        if self.listeners.is_empty() {
            self.forget();
            return;
        }
        match self.catch_up().await {
            Ok(true) => {
                self.tell_all();
                self.plan();
            }
            Ok(false) => {}
            Err(refused) if refused.code == "no-such-table" => self.gone(),
            // It will hear again when the store is back.
            Err(_) => {}
        }
    }

    fn left_alone(&mut self, why: String) -> Refused {
        tracing::error!(table = self.id, why, "a table cannot be opened and is left alone");
        self.house.metrics.tables_broken.inc();
        let refused = Refused::new("broken", format!("this table cannot be opened: {why}"))
            .advise("it is kept as it is; the version of the program that played it may open it");
        self.broken = Some(refused.clone());
        refused
    }

    async fn say(&mut self, connection: u64, message: ClientMessage, at: Instant) {
        let Some(seat) = self.listeners.iter().find(|l| l.id == connection).map(|l| l.seat) else { return };
        let id = message.id().map(str::to_owned);
        let mut result = self.try_to(seat, connection, &message, at).await;
        // Perhaps it was this server that came too late. Whoever loses a position reads on and tries again.
        for _ in 0..MAX_RACES {
            if !self.house.shared || result.is_ok() || !matches!(self.catch_up().await, Ok(true)) {
                break;
            }
            self.tell_all();
            self.plan();
            result = self.try_to(seat, connection, &message, at).await;
        }
        if let Err(refused) = result {
            self.house.metrics.refusals.inc();
            self.answer(connection, refused.reply(id));
        }
    }

    async fn try_to(
        &mut self,
        seat: u32,
        connection: u64,
        message: &ClientMessage,
        at: Instant,
    ) -> Result<(), Refused> {
        let Some(id) = message.id() else {
            self.send(connection, &ServerMessage::Pong);
            return Ok(());
        };
        if id.is_empty() || id.len() > LONGEST_ID {
            return Err(Refused::new("bad-message", format!("an id has 1 to {LONGEST_ID} bytes")));
        }
        self.load().await?;
        let fight = self.fight.as_mut().ok_or_else(Refused::internal)?;
        if fight.was_done(seat, id) {
            self.answer(connection, done(id));
            return Ok(());
        }
        if fight.change.is_some()
            && matches!(
                message,
                ClientMessage::Odds { .. } | ClientMessage::Threats { .. } | ClientMessage::Hint { .. }
            )
        {
            return Err(Refused::new("changed", "the rules have changed since this table was played"));
        }
        if let ClientMessage::Odds { position, choice, .. } = message {
            return self.one_odds(connection, seat, id, *position, choice);
        }
        if let ClientMessage::Threats { who, to, .. } = message {
            return self.threats(connection, seat, id, *who, to.as_deref());
        }
        if let ClientMessage::Hint { position, .. } = message {
            return self.hint(connection, seat, id, *position);
        }
        if matches!(
            message,
            ClientMessage::Say { .. } | ClientMessage::Point { .. } | ClientMessage::Hand { .. }
        ) {
            self.converse(seat, message)?;
            self.answer(connection, done(id));
            return Ok(());
        }
        if fight.revision() as usize >= self.house.config.limits.events {
            return Err(Refused::new("full", "too much has happened at this table").advise("open another"));
        }
        let chooses = matches!(message, ClientMessage::Choose { .. });
        let enough = fight.has_said_enough(seat);
        if enough && !chooses {
            return Err(Refused::new("full", "you have changed enough at this table for now")
                .advise("play on; what moves the fight is always possible"));
        }
        match guarded(&self.house, || fight.say(seat, message)) {
            Ok(Ok(Done::Event(event, seats))) => {
                let choice = matches!(event, Event::Step(_));
                let continued = matches!(event, Event::Continued { .. });
                if matches!(event, Event::Explain { .. }) {
                    self.listeners.iter_mut().for_each(|listener| listener.seen = None);
                }
                self.keep(event, seats, Some(seat), Some(id)).await?;
                self.answer(connection, done(id));
                if continued {
                    // The steps as they are played now, and nothing left to redo of how it was before.
                    self.forget();
                    if self.load().await.is_err() {
                        return Ok(());
                    }
                }
                self.tell_all();
                if choice {
                    self.house.metrics.choices.inc();
                    self.house.metrics.choice_seconds.observe(at.elapsed().as_secs_f64());
                }
            }
            Ok(Ok(Done::Shown)) => {
                self.answer(connection, done(id));
                self.tell_all();
            }
            Ok(Ok(Done::Wanted(refused, event))) => {
                // Not as a message that was done: it was not.
                if let Some(event) = event.filter(|_| !enough) {
                    self.keep(event, Vec::new(), Some(seat), None).await?;
                }
                self.answer(connection, refused.reply(Some(id.to_owned())));
                self.tell_all();
            }
            Ok(Err(refused)) => return Err(refused),
            Err(refused) => {
                self.forget();
                return Err(refused);
            }
        }
        self.plan();
        Ok(())
    }

    /// What people do with each other, beside the fight.
    fn converse(&mut self, seat: u32, message: &ClientMessage) -> Result<(), Refused> {
        let fight = self.fight.as_ref().ok_or_else(Refused::internal)?;
        let gone = || Refused::new("not-allowed", "this seat no longer exists");
        let from = fight.seat(seat).ok_or_else(gone)?;
        match message {
            ClientMessage::Say { text, to, .. } => {
                let whom = match to {
                    Some(to) => Some(fight.seat(*to).ok_or_else(gone)?),
                    None => None,
                };
                let said = self.talk.say(from, whom, text, now())?;
                let news = text_of(&ServerMessage::Talk { said: vec![said.clone()] });
                self.tell(&news, |listener| said.is_for(listener.seat));
            }
            ClientMessage::Point { place, .. } => {
                if place.len() > LONGEST_ID {
                    return Err(Refused::new("refused", "no place is called that"));
                }
                let (name, place) = (from.name.clone(), place.clone());
                let news = text_of(&ServerMessage::Point { seat, name, place });
                self.tell(&news, |_| true);
            }
            ClientMessage::Hand { up, seat: whose, .. } => {
                let whose = whose.unwrap_or(seat);
                if whose != seat && (*up || !fight.hosts(from)) {
                    return Err(Refused::new("not-yours", "that is somebody else's hand"));
                }
                self.talk.raise(whose, *up);
                self.tell_all();
            }
            _ => {}
        }
        Ok(())
    }

    /// Sends something small to those whom it is for. Who is too far behind goes without.
    fn tell(&self, news: &Utf8Bytes, is_for: impl Fn(&Listener) -> bool) {
        for listener in self.listeners.iter().filter(|listener| is_for(listener)) {
            let _ = listener.out.try_send(news.clone());
        }
    }

    /// Keeps what the game has just done; if that fails, the table goes back to what is kept.
    async fn keep(
        &mut self,
        event: Event,
        seats: Vec<SeatRow>,
        seat: Option<u32>,
        id: Option<&str>,
    ) -> Result<(), Refused> {
        let fight = self.fight.as_mut().ok_or_else(Refused::internal)?;
        let row = fight.row(&event, now(), seat, id);
        match self.house.store.append(&self.id, row, seats.clone()).await {
            Ok(()) => {}
            Err(StoreError::Taken) => {
                self.house.metrics.races_lost.inc();
                self.forget();
                return Err(Refused::new("stale", "the table has moved on")
                    .advise("look at the newest state and choose again"));
            }
            Err(StoreError::NoTable) => {
                self.gone();
                return Err(no_such_table());
            }
            Err(error) => {
                tracing::error!(table = self.id, %error, "a change could not be kept");
                self.house.metrics.storage_failures.inc();
                self.forget();
                return Err(Refused::storage());
            }
        }
        self.elsewhere = false;
        fight.happened(&event, seat, id);
        if !seats.is_empty() {
            self.reseat(seats);
        }
        Ok(())
    }

    /// Who has lost a link loses the connection; who plays others now sees another log.
    fn reseat(&mut self, seats: Vec<SeatRow>) {
        let Some(fight) = self.fight.as_mut() else { return };
        for row in &seats {
            let Some(old) = fight.seat(row.id) else { continue };
            if old.token != row.token {
                self.listeners.retain(|listener| listener.seat != row.id);
            } else if old.controls != row.controls {
                let mine = self.listeners.iter_mut().filter(|listener| listener.seat == row.id);
                mine.for_each(|listener| listener.seen = None);
            }
        }
        fight.set_seats(seats);
        self.odds.clear();
    }

    /// What the table does by itself: a standing answer or a mind's choice.
    async fn act(&mut self) {
        self.due = None;
        if self.load().await.is_err() {
            // Storage may come back; a table that is broken stays so.
            self.due = self.broken.is_none().then(|| Instant::now() + STORAGE_RETRY);
            return;
        }
        // A mind does not outrun those who look on, though nobody can hold it up for long.
        let slow = |listener: &Listener| {
            listener.out.capacity() < OUTBOX / 2 && self.kind_of(listener.seat) != Some(SeatKind::Watcher)
        };
        let crowded = self.listeners.iter().any(slow);
        if crowded && self.held < MAX_HELD {
            self.held += 1;
            self.due = Some(Instant::now() + BREATH);
            return;
        }
        self.held = 0;
        let Some(fight) = self.fight.as_mut() else { return };
        if fight.revision() as usize >= self.house.config.limits.events {
            return;
        }
        let did = guarded(&self.house, || fight.act());
        match did {
            Ok(Some((Ok(Done::Event(event, seats)), _))) => {
                if let Err(refused) = self.keep(event, seats, None, None).await {
                    return self.come_back_to_it(&refused).await;
                }
                self.house.metrics.mind_choices.inc();
                self.tell_all();
                self.plan();
            }
            Ok(Some((Ok(Done::Wanted(_, Some(event))), _))) => {
                if let Err(refused) = self.keep(event, Vec::new(), None, None).await {
                    return self.come_back_to_it(&refused).await;
                }
                self.tell_all();
            }
            Ok(Some((Ok(_), _))) => self.tell_all(),
            // It would only fail again: people go on by hand.
            Ok(Some((Err(refused), choice))) => {
                tracing::warn!(table = self.id, choice, why = refused.message, "a mind's choice was refused");
            }
            Ok(None) => self.ponder(),
            Err(_) => self.forget(),
        }
    }

    /// What the table wanted to do by itself could not be kept: others were quicker, or it is tried again.
    async fn come_back_to_it(&mut self, refused: &Refused) {
        if refused.code == "stale" && matches!(self.catch_up().await, Ok(true)) {
            self.tell_all();
            self.plan();
        } else if refused.code != "no-such-table" {
            self.due = Some(Instant::now() + STORAGE_RETRY);
        }
    }

    /// Sets the time at which the table acts by itself. It waits while nobody looks.
    pub(crate) fn plan(&mut self) {
        self.due = None;
        let Some(fight) = self.fight.as_ref().filter(|_| !self.listeners.is_empty()) else { return };
        if self.since.0 != fight.position {
            self.since = (fight.position, Instant::now());
        }
        let grace = if self.elsewhere { TAKE_OVER + self.house.jitter } else { Duration::ZERO };
        match guarded(&self.house, || fight.own_choice()) {
            Ok(Some((_, wait))) => {
                // A thought has taken some of the time.
                let due = self.since.1 + Duration::from_millis(wait.into());
                self.due = Some(due.max(Instant::now()) + grace);
            }
            Ok(None) if !self.elsewhere => self.ponder(),
            Ok(None) if fight.must_ponder() => self.due = Some(Instant::now() + grace),
            _ => {}
        }
    }

    /// Sends everybody the newest state, then the odds of what they may choose.
    pub(crate) fn tell_all(&mut self) {
        let Some(fight) = self.fight.as_ref() else { return };
        let revision = fight.revision();
        let online: Vec<u32> = self.listeners.iter().map(|listener| listener.seat).collect();
        let mut made: Vec<((u32, usize), Utf8Bytes)> = Vec::new();
        let (house, id, hands) = (&self.house, &self.id, self.talk.hands());
        self.listeners.retain_mut(|listener| {
            let Some(row) = fight.seat(listener.seat) else { return false };
            let key = (listener.seat, fight.lines_from(listener.seen));
            let text = match made.iter().find(|(known, _)| *known == key) {
                Some((_, text)) => text.clone(),
                None => {
                    let is_online = |seat: u32| online.contains(&seat);
                    let build = || {
                        let hands = hands.clone();
                        text_of(&ServerMessage::State(Box::new(state(
                            fight,
                            row,
                            listener.seen,
                            &is_online,
                            hands,
                        ))))
                    };
                    let Ok(text) = guarded(house, build) else {
                        tracing::error!(table = id, seat = listener.seat, "no view could be made");
                        return true;
                    };
                    made.push((key, text.clone()));
                    text
                }
            };
            listener.seen = Some(revision);
            let sent = listener.out.try_send(text);
            if let Err(mpsc::error::TrySendError::Full(_)) = sent {
                house.metrics.slow_connections.inc();
            }
            sent.is_ok()
        });
        if fight.change.is_some() {
            return;
        }
        // Without odds the table plays on.
        let _ = guarded(house, || self.odds.work_out(fight, self.listeners.iter(), None));
        if fight.bar != Bar::Nobody && fight.game.outcome().is_none() {
            let _ = guarded(house, || self.odds.weigh(fight, self.listeners.iter()));
        }
    }

    pub(crate) fn answer(&mut self, connection: u64, reply: Reply) {
        self.send(connection, &ServerMessage::Reply(reply));
    }

    fn send(&mut self, connection: u64, message: &ServerMessage) {
        let text = text_of(message);
        // Who does not listen any longer, or is too far behind, comes back and asks.
        self.listeners.retain(|l| l.id != connection || l.out.try_send(text.clone()).is_ok());
    }
}

fn no_such_table() -> Refused {
    Refused::new("no-such-table", "there is no such table")
}

pub fn done(id: &str) -> Reply {
    Reply { id: Some(id.to_owned()), ok: true, code: None, message: None, advice: None }
}

fn play_back(kept: Kept, house: &House) -> Result<Fight, String> {
    let played = catch_unwind(AssertUnwindSafe(|| {
        let game = house.shelf.open(&kept.files, kept.table.seed).map_err(|problems| problems.to_string())?;
        Fight::play_back(kept, game, house.config.limits.seats)
    }));
    played.unwrap_or_else(|_| Err("a fault of the program in playing it back".to_owned()))
}

/// Runs what might have a fault; a panic becomes a refusal.
pub fn guarded<T>(house: &House, work: impl FnOnce() -> T) -> Result<T, Refused> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| {
        house.metrics.panics.inc();
        tracing::error!("a fault of the program was caught");
        Refused::internal()
    })
}

pub fn text_of(message: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(message).expect("a message is plain data").into()
}

/// Milliseconds since 1970.
pub fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}

/// The newest position of a table, for those who work for it elsewhere.
pub type Newest = Arc<AtomicU64>;
