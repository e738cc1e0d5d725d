//! One table in memory: its game, its settings, and who may do what. Takes a seat's message and says what is to be kept.
//!
//! Knows neither sockets nor storage. Everything here can be thrown away and had again from what was kept.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use fracas_content::Source;
use fracas_kernel::{Crowd, Seat, Side, Undo, Who};
use fracas_table::{Game, GameError, ReplayStep};

use crate::changed::{Change, VERSION, What, play_again};
use crate::event::Event;
use crate::messages::{Bar, ClientMessage, Difficulty, May, Mode, Premise, SeatKind};
use crate::minds::Minding;
use crate::pictures::Album;
use crate::refusal::Refused;
use crate::tokens;
use crate::told::{Told, ToldLog};
use crate::typed::{MAX_FACES, Pending, Typed};
use fracas_store::{EventRow, Kept, SeatRow, TableRow};

/// A lost reply is asked for again soon or never.
const REMEMBERED_IDS: usize = 256;
const LONGEST_PACE: u32 = 60_000;
const LONGEST_WORD: usize = 60;
const MAX_STANDING: usize = 256;
/// How much a seat may add to the log beside what moves the fight: at first, and for each move of anybody.
const SAID_AT_FIRST: u32 = 200;
const SAID_A_MOVE: u32 = 10;

pub struct Fight {
    pub table: TableRow,
    pub seats: Vec<SeatRow>,
    pub premise: Premise,
    pub most_seats: usize,
    pub game: Box<dyn Game>,
    pub pace: Option<u32>,
    pub difficulty: Difficulty,
    pub explains: bool,
    pub bar: Bar,
    pub album: Album,
    pub(crate) minding: Minding,
    /// Why minds chose as they did, by the number of the step.
    pub whys: BTreeMap<usize, String>,
    pub paused: bool,
    /// For good.
    pub closed: bool,
    /// A choice that waits for typed dice.
    pub pending: Option<Pending>,
    /// Which moment this is: the revision of the last event that moved the fight.
    pub position: u64,
    /// How the table differs from what was told; until that is answered, nothing is done.
    pub change: Option<Change>,
    /// The log as it was told, where the rules have changed since.
    pub past: Option<ToldLog>,
    /// How many steps stood after each event, from the first (no event: no steps).
    steps_at: Vec<u32>,
    /// Who is played by a mind though in a player's seat, and who is not though in none.
    pub(crate) minded: Crowd,
    pub(crate) by_hand: Crowd,
    /// Every hero who has been here, by number and id (a number may come again): who joins later is given to somebody.
    pub(crate) met: BTreeSet<(Who, String)>,
    /// Typed dice that were kept, for a choice that wants more.
    pub(crate) typed: Option<Typed>,
    /// Messages that were done, by seat and id.
    done: VecDeque<(u32, String)>,
    /// How often the fight has moved, and how much else each seat has done.
    moves: u32,
    said: BTreeMap<u32, u32>,
}

/// What came of a message.
#[derive(Debug)]
pub enum Done {
    /// To be kept, with the seats that changed.
    Event(Event, Vec<SeatRow>),
    /// Nothing to keep, but something to show.
    Shown,
    /// Not done: a die is wanted, and all are to see that. To be kept, unless it is known already.
    Wanted(Refused, Option<Event>),
}

impl Fight {
    /// A table as it was kept. `game` stands at the start of its scenario.
    pub fn play_back(kept: Kept, game: Box<dyn Game>, most_seats: usize) -> Result<Fight, String> {
        let pace = if kept.table.mode == Mode::Solo { Some(700) } else { None };
        let mut fight = Fight {
            premise: premise(&kept.files.scenario.text),
            table: kept.table,
            seats: kept.seats,
            most_seats,
            game,
            pace,
            difficulty: Difficulty::Normal,
            explains: false,
            bar: Bar::Nobody,
            album: Album::default(),
            minding: Minding::default(),
            whys: BTreeMap::new(),
            paused: false,
            closed: false,
            pending: None,
            position: 0,
            change: None,
            past: None,
            typed: None,
            steps_at: Vec::with_capacity(kept.events.len()),
            minded: Crowd::NONE,
            by_hand: Crowd::NONE,
            met: BTreeSet::new(),
            done: VecDeque::new(),
            moves: 0,
            said: BTreeMap::new(),
        };
        fight.met = fight.heroes().collect();
        let mut events = Vec::with_capacity(kept.events.len());
        for row in &kept.events {
            let wrong = |error| format!("event {} cannot be read: {error}", row.revision);
            events.push(serde_json::from_str::<Event>(&row.body).map_err(wrong)?);
        }
        let all = || events.iter().zip(&kept.events);
        // Where the rules had changed before, what was told until then is only to be read.
        let base = events.iter().rposition(|event| matches!(event, Event::Continued { steps: Some(_), .. }));
        // 0.1.0 did not keep what it noted; as long as it can be played, the game notes it again.
        let mut notes: BTreeMap<u64, Told> = BTreeMap::new();
        for (index, (event, row)) in all().enumerate() {
            match event {
                _ if base.is_some_and(|base| index < base) => {
                    fight.album.take(event);
                    fight.was_told(row);
                }
                Event::Continued { version, steps: Some(steps), settings: Some(settings) } => {
                    fight.restore(steps, settings);
                    fight.table.version = version.clone();
                    fight.was_told(row);
                    fight.position = fight.revision();
                }
                event if event.moves() && fight.is_stuck() => fight.was_told(row),
                event => {
                    fight
                        .again(event)
                        .map_err(|error| format!("event {} cannot be played: {error}", row.revision))?;
                    if row.told.is_none() && matches!(event, Event::TakeBack { .. }) {
                        notes.extend(Told::now(&fight, event).map(|note| (row.revision, note)));
                    }
                    fight.happened(event, row.seat, row.message.as_deref());
                }
            }
        }
        fight.compare_end(kept.events.last(), events.last());
        if fight.change.is_some() || base.is_some() {
            let mut log = ToldLog::default();
            all().for_each(|(event, row)| log.happened(event, row, notes.remove(&row.revision)));
            fight.past = Some(log);
        }
        fight.take_up_typed();
        Ok(fight)
    }

    /// An event that is only counted.
    fn was_told(&mut self, row: &EventRow) {
        self.steps_at.push(self.game.position() as u32);
        self.remember(row.seat, row.message.as_deref());
    }

    /// Is the end as it was told, and by this version?
    fn compare_end(&mut self, last: Option<&EventRow>, event: Option<&Event>) {
        let now = self.game.outcome().map(|outcome| outcome.name().to_owned());
        if let Some(told) = last.filter(|row| row.outcome != now && self.change.is_none()) {
            self.differs(What::Outcome { told: told.outcome.clone(), now });
        }
        if self.table.version != VERSION && self.change.is_none() {
            self.differs(What::Version(self.table.version.clone()));
        }
        if let (Some(change), Some(Event::Left)) = (&mut self.change, event) {
            change.left = true;
        }
    }

    /// Does what another server has kept. An error: the table is to be read again from the start.
    pub fn follow(&mut self, rows: &[EventRow]) -> Result<(), String> {
        for row in rows {
            let event: Event = serde_json::from_str(&row.body).map_err(|error| error.to_string())?;
            if self.change.is_some() || self.past.is_some() || matches!(event, Event::Continued { .. }) {
                return Err("the rules have changed".to_owned());
            }
            // What only waits here has been overtaken.
            self.pending = None;
            self.again(&event)?;
            self.happened(&event, row.seat, row.message.as_deref());
        }
        Ok(())
    }

    /// Does again what was kept.
    fn again(&mut self, event: &Event) -> Result<(), String> {
        let enough = |did: bool| if did { Ok(()) } else { Err("there is no such step".to_owned()) };
        match event {
            Event::Step(step) => {
                if let Some(what) = play_again(&mut *self.game, step) {
                    self.differs(what);
                }
                Ok(())
            }
            Event::Undo { steps, dice } => {
                enough((0..*steps).all(|_| self.game.undo()))?;
                self.draw_anew(*dice);
                Ok(())
            }
            Event::Redo => enough(self.game.redo()),
            Event::TakeBack { steps, dice } => {
                enough(self.game.take_back(*steps) == *steps)?;
                self.draw_anew(*dice);
                Ok(())
            }
            Event::Standing { who, question, answer } => {
                self.game.always(*who, question, answer.as_deref());
                Ok(())
            }
            Event::Auto { .. } | Event::Pace { .. } | Event::Pause { .. } | Event::Seat { .. } => Ok(()),
            Event::Difficulty { .. } | Event::Explain { .. } | Event::Bar { .. } => Ok(()),
            Event::Typed { .. } | Event::Withdrawn | Event::Left => Ok(()),
            Event::Picture { .. } | Event::Show { .. } | Event::Discard { .. } => Ok(()),
            Event::Continued { .. } | Event::Closed => Ok(()),
        }
    }

    fn draw_anew(&mut self, dice: Option<u64>) {
        if let Some(seed) = dice {
            self.game.draw_anew(seed);
        }
    }

    /// The seed of new dice for whoever takes something back now: when all is over, what fell is known.
    fn new_dice(&self) -> Option<u64> {
        self.game.outcome().map(|_| tokens::seed())
    }

    /// Takes note of an event that the game has done and storage has kept.
    pub fn happened(&mut self, event: &Event, seat: Option<u32>, message: Option<&str>) {
        match event {
            Event::Step(_) if self.is_stuck() => {}
            Event::Step(step) => {
                let index = self.game.position() - 1;
                if let Some(past) = &mut self.past {
                    past.made(index);
                }
                self.whys.remove(&index);
                self.whys.extend(step.why.clone().map(|why| (index, why)));
                self.welcome(self.last_actor());
                self.goes_on();
                let everyone = self.everyone();
                (self.minded, self.by_hand) = (self.minded.and(everyone), self.by_hand.and(everyone));
            }
            Event::Undo { .. } | Event::TakeBack { .. } | Event::Redo => self.minding = Minding::default(),
            Event::Auto { who, on } => self.set_minds(who, *on),
            Event::Pace { ms } => (self.pace, self.minding) = (*ms, Minding::default()),
            Event::Difficulty { level } => (self.difficulty, self.minding) = (*level, Minding::default()),
            Event::Explain { on } => self.explains = *on,
            Event::Bar { whose } => self.bar = *whose,
            Event::Pause { on } => self.paused = *on,
            Event::Picture { .. } | Event::Show { .. } | Event::Discard { .. } => self.album.take(event),
            Event::Typed { choice, seat, faces } => {
                self.typed = Some(Typed { choice: choice.clone(), seat: *seat, faces: faces.clone() });
            }
            Event::Closed => {
                self.closed = true;
                self.pending = None;
            }
            Event::Left => {
                if let Some(change) = &mut self.change {
                    change.left = true;
                }
            }
            // One with steps of its own is read again from storage.
            Event::Continued { version, .. } => {
                self.change = None;
                self.past = None;
                self.table.version = version.clone();
            }
            Event::Withdrawn => self.pending = None,
            Event::Standing { .. } | Event::Seat { .. } => {}
        }
        match seat.filter(|_| !event.moves()) {
            Some(seat) => *self.said.entry(seat).or_default() += 1,
            None => self.moves += u32::from(event.moves()),
        }
        self.steps_at.push(self.game.position() as u32);
        if event.moves() {
            self.position = self.revision();
            self.pending = None;
        }
        // Whose dice are typed may have changed with a seat: the choice is made again.
        if event.moves() || matches!(event, Event::Seat { renamed: false, .. } | Event::Withdrawn) {
            self.typed = None;
        }
        self.remember(seat, message);
    }

    fn remember(&mut self, seat: Option<u32>, message: Option<&str>) {
        if let (Some(seat), Some(message)) = (seat, message) {
            if self.done.len() >= REMEMBERED_IDS {
                self.done.pop_front();
            }
            self.done.push_back((seat, message.to_owned()));
        }
    }

    pub fn revision(&self) -> u64 {
        self.steps_at.len() as u64
    }

    /// The first step of the log that whoever saw `revision` may have missed or must forget.
    pub fn lines_from(&self, revision: Option<u64>) -> usize {
        let seen = revision.filter(|&seen| seen > 0 && seen <= self.revision() && self.past.is_none());
        let Some(seen) = seen else { return 0 };
        let least = self.steps_at[seen as usize - 1..].iter().min();
        // A note about what was taken back hangs on the step before.
        least.map_or(0, |&least| (least as usize).saturating_sub(1))
    }

    /// Has this seat filled its part of the log? Then it may only move the fight.
    pub fn has_said_enough(&self, seat: u32) -> bool {
        let judge = self.seat(seat).is_some_and(|seat| seat.kind == SeatKind::Judge);
        let said = self.said.get(&seat).copied().unwrap_or(0);
        !judge && said >= SAID_AT_FIRST + SAID_A_MOVE.saturating_mul(self.moves)
    }

    pub fn was_done(&self, seat: u32, id: &str) -> bool {
        self.done.iter().any(|(by, done)| *by == seat && done == id)
    }

    /// The row that keeps an event which the game has just done.
    pub fn row(&self, event: &Event, at: i64, seat: Option<u32>, message: Option<&str>) -> EventRow {
        EventRow {
            revision: self.revision() + 1,
            at,
            seat,
            message: message.map(str::to_owned),
            round: self.game.round(),
            outcome: self.game.outcome().map(|outcome| outcome.name().to_owned()),
            body: serde_json::to_string(event).expect("an event is plain data"),
            told: Told::now(self, event).and_then(|told| serde_json::to_string(&told).ok()),
        }
    }

    pub fn seat(&self, id: u32) -> Option<&SeatRow> {
        self.seats.iter().find(|seat| seat.id == id)
    }

    pub fn kernel_seat(seat: &SeatRow) -> Seat {
        match seat.kind {
            SeatKind::Judge => Seat::Judge,
            SeatKind::Player => Seat::Player(seat.controls),
            SeatKind::Watcher => Seat::Watcher,
        }
    }

    /// Does this seat run the table?
    pub fn hosts(&self, seat: &SeatRow) -> bool {
        seat.kind == SeatKind::Judge || self.table.mode == Mode::Solo && seat.kind == SeatKind::Player
    }

    /// Is this seat shown how the fight stands?
    pub fn sees_bar(&self, seat: &SeatRow) -> bool {
        match self.bar {
            Bar::Nobody => false,
            Bar::Host => self.hosts(seat),
            Bar::Everyone => true,
        }
    }

    pub(crate) fn everyone(&self) -> Crowd {
        self.game.combatants().into_iter().map(|one| one.who).collect()
    }

    fn heroes(&self) -> impl Iterator<Item = (Who, String)> + use<> {
        let heroes = self.game.combatants().into_iter().filter(|one| one.side == Side::Heroes);
        heroes.map(|one| (one.who, one.id))
    }

    /// Everybody whom a mind plays: those in no player's seat, unless it was said otherwise.
    pub fn minds(&self) -> Crowd {
        let seated = self.seats.iter().fold(Crowd::NONE, |all, seat| all.or(seat.controls));
        self.everyone().without(seated).without(self.by_hand).or(self.minded.and(seated))
    }

    fn set_minds(&mut self, who: &[Who], on: bool) {
        let who: Crowd = who.iter().copied().collect();
        if on {
            (self.minded, self.by_hand) = (self.minded.or(who), self.by_hand.without(who));
        } else {
            (self.minded, self.by_hand) = (self.minded.without(who), self.by_hand.or(who));
        }
    }

    /// Takes note of the heroes that a step has brought. Whom a mind calls, a mind plays; so too where it plays all others.
    fn welcome(&mut self, actor: Option<Who>) {
        let (old, new): (Vec<_>, Vec<_>) = self.heroes().partition(|hero| self.met.contains(hero));
        let minded = |who: &Who| self.minded.has(*who);
        let all = !old.is_empty() && old.iter().all(|(who, _)| minded(who));
        if all || actor.as_ref().is_some_and(minded) {
            self.minded = self.minded.or(new.iter().map(|(who, _)| *who).collect());
        }
        self.met.extend(new);
    }

    /// The seats that a step changes: heroes that it has brought go to the seat that made it, or to the only one there is;
    /// and nobody keeps the number of one who is no more, because somebody else may have it one day.
    fn changed_by_step(&self) -> Vec<SeatRow> {
        let new: Crowd = self.heroes().filter(|hero| !self.met.contains(hero)).map(|(who, _)| who).collect();
        let everyone = self.everyone();
        let players = || self.seats.iter().filter(|seat| seat.kind == SeatKind::Player);
        let actor = self.last_actor();
        let theirs = players().find(|seat| actor.is_some_and(|who| seat.controls.has(who)));
        // Whom a hero calls who is in nobody's hands, stays in nobody's.
        let called = self.heroes().any(|(who, _)| Some(who) == actor);
        let only = players().next().filter(|_| players().count() == 1 && !called);
        let host = theirs.or(only).map(|seat| seat.id);
        let changed = self.seats.iter().map(|seat| {
            let new = if Some(seat.id) == host { new } else { Crowd::NONE };
            SeatRow { controls: seat.controls.and(everyone).or(new), ..seat.clone() }
        });
        changed.zip(&self.seats).filter(|(now, before)| now != *before).map(|(now, _)| now).collect()
    }

    /// Who a choice is for, legal or not: its text starts with that one's id.
    pub fn actor(&self, choice: &str) -> Option<Who> {
        self.game.who(choice.split_whitespace().next()?)
    }

    /// Who made the last step; none: the judge, or nobody yet.
    pub(crate) fn last_actor(&self) -> Option<Who> {
        self.game.step(self.game.position().checked_sub(1)?)?.who
    }

    /// May this seat take the last step back?
    pub fn may_undo(&self, seat: &SeatRow) -> May {
        let no = |why: &str| May { ok: false, why: Some(why.to_owned()), back_to: None };
        let last = self.game.position().checked_sub(1);
        let back_to = match seat.kind {
            SeatKind::Judge => last,
            // Over what minds did freely, to the last own step.
            _ => (0..self.game.position()).rev().find(|&index| {
                let who = self.game.step(index).and_then(|step| step.who);
                who.is_some_and(|who| seat.controls.has(who))
            }),
        };
        let cost = self.game.undo_cost();
        match (seat.kind, cost) {
            _ if self.closed => no("This table is closed for good."),
            _ if self.change.is_some() => no("The rules have changed: first say whether the table goes on."),
            (_, Undo::Nothing) => no("Nothing has been done yet."),
            (SeatKind::Judge, _) => May { ok: true, why: None, back_to },
            (SeatKind::Watcher, _) => no("Watchers cannot undo."),
            (_, Undo::DiceFell) => no("Dice fell: only the judge can take that back."),
            (_, Undo::Revealed) => no("Something came to light: only the judge can take that back."),
            (_, Undo::Judged) => no("The judge did that, and only the judge can take it back."),
            (_, Undo::Free) => match self.last_actor() {
                Some(who) if seat.controls.has(who) => May { ok: true, why: None, back_to },
                _ if self.hosts(seat) => May { ok: true, why: None, back_to },
                _ => no("Somebody else did that last."),
            },
        }
    }

    /// Does what a seat asks for, as far as the game goes.
    pub fn say(&mut self, seat: u32, message: &ClientMessage) -> Result<Done, Refused> {
        let Some(seat) = self.seat(seat).cloned() else {
            return Err(Refused::new("not-allowed", "this seat no longer exists"));
        };
        if self.closed {
            return Err(Refused::new("closed", "this table is closed for good").advise("open another"));
        }
        if let ClientMessage::Close { .. } = message {
            self.host_only(&seat, "closes the table")?;
            return Ok(Done::Event(Event::Closed, Vec::new()));
        }
        if let ClientMessage::Continue { on, .. } = message {
            return self.answer_change(&seat, *on);
        }
        if self.change.is_some() {
            return Err(Refused::new("changed", "the rules have changed since this table was played")
                .advise("whoever runs the table decides whether it goes on: `continue`"));
        }
        if matches!(message, ClientMessage::TakeBack { .. }) {
            self.judge_only(&seat, "takes steps back")?;
        }
        if message.position().is_some_and(|position| position != self.position) {
            return Err(Refused::new("stale", "the table has moved on")
                .advise("look at the newest state and choose again"));
        }
        self.stands_by_dice(&seat, message)?;
        match message {
            ClientMessage::Choose { choice, faces, .. } => {
                self.may_choose(&seat, choice)?;
                let known = self.pending.as_ref().filter(|pending| pending.goes_on(choice, faces));
                let known = known.map_or(0, |pending| pending.faces.len());
                self.may_type(&seat, choice, faces, known)?;
                let done = self.choose(choice, faces, Some(seat.id));
                done.map(|done| self.worded(&seat, done)).map_err(|refused| self.discreet(&seat, refused))
            }
            ClientMessage::Faces { faces, .. } => self.add_faces(&seat, faces),
            ClientMessage::Withdraw { .. } => self.withdraw(&seat),
            ClientMessage::Undo { .. } => self.undo(&seat),
            ClientMessage::Redo { .. } => self.redo(&seat),
            ClientMessage::Go { turn, .. } => self.go(&seat, *turn),
            ClientMessage::TakeBack { steps, .. } => {
                let dice = self.new_dice();
                let steps = self.game.take_back(*steps);
                if steps == 0 {
                    return Err(Refused::new("nothing", "there is nothing to take back"));
                }
                self.draw_anew(dice);
                Ok(Done::Event(Event::TakeBack { steps, dice }, Vec::new()))
            }
            ClientMessage::Judge { act, .. } => {
                self.judge_only(&seat, "has the judge's hand")?;
                self.game.judge(act.clone())?;
                Ok(self.step())
            }
            _ => self.set(&seat, message),
        }
    }

    /// What is rolled for others is not told to whoever has chosen.
    pub(crate) fn worded(&self, seat: &SeatRow, done: Done) -> Done {
        let own = self.pending.as_ref().is_some_and(|pending| self.types(seat, &pending.missing));
        match done {
            Done::Wanted(_, event) if !own => {
                Done::Wanted(Refused::new("dice-wanted", "a die is wanted from somebody else"), event)
            }
            done => done,
        }
    }

    /// Everything that changes no fight.
    fn set(&mut self, seat: &SeatRow, message: &ClientMessage) -> Result<Done, Refused> {
        let event = match message {
            ClientMessage::Auto { who, on, .. } => {
                let own = who.iter().all(|who| seat.controls.has(*who)) && seat.kind == SeatKind::Player;
                if !own && !self.hosts(seat) {
                    return Err(Refused::new("not-yours", "you can only hand over your own characters"));
                }
                Event::Auto { who: who.clone(), on: *on }
            }
            ClientMessage::Pace { ms, .. } => {
                self.host_only(seat, "sets the pace")?;
                if ms.is_some_and(|ms| ms > LONGEST_PACE) {
                    return Err(Refused::new(
                        "refused",
                        format!("a pace is at most {LONGEST_PACE} milliseconds"),
                    ));
                }
                Event::Pace { ms: *ms }
            }
            ClientMessage::Pause { on, .. } => {
                self.host_only(seat, "pauses the table")?;
                Event::Pause { on: *on }
            }
            ClientMessage::Difficulty { level, .. } => {
                self.host_only(seat, "says how hard it is")?;
                Event::Difficulty { level: *level }
            }
            ClientMessage::Bar { whose, .. } => {
                self.host_only(seat, "shows how the fight stands")?;
                Event::Bar { whose: *whose }
            }
            ClientMessage::Show { picture, to, .. } => self.show(seat, picture, Some(to))?,
            ClientMessage::Discard { picture, .. } => self.show(seat, picture, None)?,
            ClientMessage::Explain { on, .. } => {
                self.host_only(seat, "lets minds say why")?;
                Event::Explain { on: *on }
            }
            ClientMessage::Standing { who, question, answer, .. } => {
                if !Fight::kernel_seat(seat).controls(*who) {
                    return Err(Refused::new("not-yours", "you do not answer for them"));
                }
                let long = |text: &str| text.len() > LONGEST_WORD;
                if long(question)
                    || answer.as_deref().is_some_and(long)
                    || self.game.habits().len() >= MAX_STANDING
                {
                    return Err(Refused::new("refused", "no question is called that"));
                }
                self.game.always(*who, question, answer.as_deref());
                Event::Standing { who: *who, question: question.clone(), answer: answer.clone() }
            }
            _ => return self.seat_change(seat, message),
        };
        Ok(Done::Event(event, Vec::new()))
    }

    pub(crate) fn judge_only(&self, seat: &SeatRow, what: &str) -> Result<(), Refused> {
        if seat.kind == SeatKind::Judge { Ok(()) } else { Err(Refused::not_allowed(what)) }
    }

    pub(crate) fn host_only(&self, seat: &SeatRow, what: &str) -> Result<(), Refused> {
        if self.hosts(seat) { Ok(()) } else { Err(Refused::not_allowed(what)) }
    }

    fn may_choose(&self, seat: &SeatRow, choice: &str) -> Result<(), Refused> {
        let who = self.actor(choice);
        if seat.kind != SeatKind::Judge && !who.is_some_and(|who| seat.controls.has(who)) {
            // The same words whether there is such a combatant or not: it may be hidden.
            return Err(Refused::new("not-yours", "that is not for you to choose"));
        }
        if self.paused && seat.kind != SeatKind::Judge {
            return Err(Refused::new("paused", "the table is paused").advise("wait for the judge"));
        }
        Ok(())
    }

    /// A hint must not name what others could choose.
    pub(crate) fn discreet(&self, seat: &SeatRow, mut refused: Refused) -> Refused {
        if seat.kind != SeatKind::Judge && refused.code == "no-such-choice" {
            refused.message = "there is no such choice now".to_owned();
            refused.advice = Some("choose one from your view".to_owned());
        }
        refused
    }

    /// Makes a choice, unless a die is to be typed for it.
    pub fn choose(&mut self, choice: &str, faces: &[u16], seat: Option<u32>) -> Result<Done, Refused> {
        if faces.len() > MAX_FACES {
            return Err(Refused::new("bad-dice", format!("more than {MAX_FACES} faces")));
        }
        match self.game.choose(choice, &self.typing(faces.to_vec())) {
            Ok(()) => Ok(self.step()),
            Err(GameError::Wanted(missing)) => {
                let refused = Refused::from(GameError::Wanted(missing)).advise("type it: `faces`");
                let (choice, actor, faces) = (choice.to_owned(), self.actor(choice), faces.to_vec());
                let typed = Typed { choice: choice.clone(), seat, faces: faces.clone() };
                let known = self.typed.as_ref() == Some(&typed);
                self.pending = Some(Pending { choice, actor, seat, faces, missing });
                let Typed { choice, seat, faces } = typed;
                Ok(Done::Wanted(refused, (!known).then_some(Event::Typed { choice, seat, faces })))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// The step that the game has just made, as it is kept.
    fn step(&self) -> Done {
        let mut step: ReplayStep = self.game.replay_step(self.game.position() - 1);
        step.why = self.why(step.choice.as_deref());
        Done::Event(Event::Step(step), self.changed_by_step())
    }

    fn undo(&mut self, seat: &SeatRow) -> Result<Done, Refused> {
        let may = self.may_undo(seat);
        if !may.ok {
            let code = if self.game.undo_cost() == Undo::Nothing { "nothing" } else { "by-leave" };
            return Err(Refused::new(code, may.why.unwrap_or_default()));
        }
        let dice = self.new_dice();
        if seat.kind == SeatKind::Judge {
            self.game.undo();
            self.draw_anew(dice);
            return Ok(Done::Event(Event::Undo { steps: 1, dice }, Vec::new()));
        }
        // Back over what minds did freely, to the last own step.
        let made = self.game.position();
        for index in 0..made {
            if self.game.undo_cost() != Undo::Free {
                self.again_times(index);
                return Err(Refused::new(
                    "by-leave",
                    "Dice fell or something came to light since: ask the judge.",
                ));
            }
            let who = self.last_actor();
            self.game.undo();
            if who.is_some_and(|who| seat.controls.has(who)) {
                self.draw_anew(dice);
                return Ok(Done::Event(Event::Undo { steps: index + 1, dice }, Vec::new()));
            }
        }
        self.again_times(made);
        Err(Refused::new("nothing", "you have done nothing yet"))
    }

    /// Does again what was undone just now.
    fn again_times(&mut self, steps: usize) {
        for _ in 0..steps {
            self.game.redo();
        }
    }

    fn redo(&mut self, seat: &SeatRow) -> Result<Done, Refused> {
        let Some(step) = self.game.undone() else {
            return Err(Refused::new("nothing", "Nothing to redo."));
        };
        let own = step.who.is_some_and(|who| seat.controls.has(who)) && seat.kind == SeatKind::Player;
        if !own && !self.hosts(seat) {
            return Err(Refused::new("not-yours", "somebody else did that"));
        }
        if !self.game.redo() {
            return Err(Refused::new("nothing", "Nothing to redo."));
        }
        Ok(Done::Event(Event::Redo, Vec::new()))
    }
}

/// What a scenario says that it is about.
fn premise(scenario: &str) -> Premise {
    let source = Source::new("scenario", scenario.to_owned());
    let read = fracas_content::read(&source, |top| {
        let about = top.optional_string("about");
        let goal = top.table("goal").and_then(|mut goal| goal.optional_string("text"));
        Premise { about: about.unwrap_or_default(), goal }
    });
    read.unwrap_or_default()
}
