//! Opens a new table: its content, its seats and their links.

use std::sync::Arc;

use axum::http::StatusCode;
use fracas_content::Source;
use fracas_kernel::{Crowd, Side};
use fracas_systems::{bundle_with, open, open_replay};
use fracas_table::{Combatant, Files, Game, Replay, ReplayStep};

use crate::event::Event;
use crate::guard::clip;
use crate::house::House;
use crate::messages::{DiceMode, Difficulty, Links, Mode, NewSeat, NewTable, Opened, PlayerLink, SeatKind};
use crate::puzzles::{Posed, lead_to};
use crate::refusal::{Failed, Refused};
use crate::seats::proper_name;
use crate::table::now;
use crate::tokens;
use fracas_store::{EventRow, Kept, SeatRow, TableRow};

/// Where a new table starts.
pub enum Start {
    Scenario(Source),
    /// After some steps of a fight that was played elsewhere; all of them if it is not said how many.
    Replay {
        text: String,
        steps: Option<usize>,
    },
    /// At the position of a puzzle.
    Puzzle(&'static Posed),
}

/// What is known of a table before it has seats.
struct Read {
    files: Files,
    system: &'static str,
    title: String,
    combatants: Vec<Combatant>,
    /// Whom people play, unless it is asked for otherwise.
    side: Side,
    /// What has happened already.
    events: Vec<EventRow>,
}

impl Read {
    fn new(game: &dyn Game, files: Files, events: Vec<EventRow>) -> Read {
        let (system, title) = (game.system(), game.title().to_owned());
        Read { files, system, title, combatants: game.combatants(), side: Side::Heroes, events }
    }
}

impl Start {
    fn read(self, party: Option<Source>, seed: u64, most: usize) -> Result<Read, Failed> {
        match self {
            Start::Scenario(source) => {
                let bundle = bundle_with(source, party)?;
                let game = open(bundle.clone(), seed, 0)?;
                Ok(Read::new(&*game, bundle.into(), Vec::new()))
            }
            Start::Replay { text, steps } => played(&text, steps, most),
            Start::Puzzle(posed) => {
                let bundle = bundle_with(posed.scenario.source.clone(), None)?;
                let mut game = open(bundle.clone(), seed, 0)?;
                let mut events = Vec::new();
                let led = lead_to(&mut *game, &posed.puzzle, |game| {
                    let step = game.replay_step(game.position() - 1);
                    events.push(played_row(events.len() as u64 + 1, game, &step));
                });
                led.map_err(|why| {
                    Failed::new(StatusCode::UNPROCESSABLE_ENTITY, Refused::new("bad-replay", why))
                })?;
                Ok(Read { side: posed.side(), ..Read::new(&*game, bundle.into(), events) })
            }
        }
    }
}

/// A fight after some of its steps: each is done once, so that nothing comes in that nobody can take up.
fn played(text: &str, steps: Option<usize>, most: usize) -> Result<Read, Failed> {
    let bad = |why: String| Failed::new(StatusCode::UNPROCESSABLE_ENTITY, Refused::new("bad-replay", why));
    let replay = Replay::read(text).map_err(|error| bad(clip(&error.to_string())))?;
    let all = replay.steps.len();
    let steps = steps.unwrap_or(all);
    if steps > all {
        return Err(bad(format!("the replay has {all} steps, not {steps}")));
    }
    if steps > most {
        return Err(bad(format!("a table holds at most {most} steps, and these are {steps}")));
    }
    let mut game = open_replay(&replay)?;
    let mut events = Vec::with_capacity(steps);
    for (revision, step) in (1..).zip(&replay.steps[..steps]) {
        step.redo(&mut *game).map_err(|error| bad(format!("step {revision} cannot be played: {error}")))?;
        events.push(played_row(revision, &*game, step));
    }
    Ok(Read::new(&*game, replay.bundle, events))
}

pub async fn open_table(house: &Arc<House>, start: Start, wanted: NewTable) -> Result<Opened, Failed> {
    let stored = house.store.count().await?;
    if stored as usize >= house.config.limits.tables {
        let refused = Refused::new("full", "this server has as many tables as it may have");
        return Err(Failed::new(StatusCode::SERVICE_UNAVAILABLE, refused));
    }
    let seed = wanted.seed.unwrap_or_else(tokens::seed);
    let party = wanted.party.as_ref().map(|text| Source::new("party.toml", text.clone()));
    let most = house.config.limits.events;
    let read = tokio::task::spawn_blocking(move || start.read(party, seed, most)).await;
    let Read { files, system, title, combatants, side, mut events } = read??;
    if wanted.difficulty != Difficulty::default() {
        // It changes nothing of how far the fight has come.
        let (round, outcome) = events.last().map_or((0, None), |last| (last.round, last.outcome.clone()));
        let set = row(events.len() as u64 + 1, &Event::Difficulty { level: wanted.difficulty });
        events.push(EventRow { round, outcome, ..set });
    }
    let unfit = |refused| Failed::new(StatusCode::UNPROCESSABLE_ENTITY, refused);
    let players = players(&wanted, &combatants, side, house.config.limits.seats).map_err(unfit)?;
    let mut seats = vec![
        seat(0, SeatKind::Judge, "Judge", Crowd::NONE),
        seat(1, SeatKind::Watcher, "Watcher", Crowd::NONE),
    ];
    for (index, (name, crowd)) in players.iter().enumerate() {
        seats.push(seat(index as u32 + 2, SeatKind::Player, name, *crowd));
    }
    let name = match &wanted.name {
        Some(name) => proper_name(name).map_err(unfit)?,
        None => title.clone(),
    };
    let table = TableRow {
        id: tokens::table_id(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        system: system.to_owned(),
        title,
        name,
        mode: wanted.mode,
        seed,
        created: now(),
    };
    let opened = opened(&table, &seats, &combatants);
    match events.is_empty() {
        true => house.store.keep(table, &files, seats).await?,
        false => house.store.import(Kept { table, files, seats, events }).await?,
    }
    house.metrics.tables_opened.inc();
    Ok(opened)
}

/// A step that was made before anybody sat down, and has just been made again.
fn played_row(revision: u64, game: &dyn Game, step: &ReplayStep) -> EventRow {
    EventRow {
        round: game.round(),
        outcome: game.outcome().map(|outcome| outcome.name().to_owned()),
        ..row(revision, &Event::Step(step.clone()))
    }
}

/// Something that happened before anybody sat down.
fn row(revision: u64, event: &Event) -> EventRow {
    EventRow {
        revision,
        at: now(),
        seat: None,
        message: None,
        round: 0,
        outcome: None,
        body: serde_json::to_string(event).expect("an event is plain data"),
        told: None,
    }
}

fn seat(id: u32, kind: SeatKind, name: &str, controls: Crowd) -> SeatRow {
    SeatRow { id, token: tokens::token(), kind, name: name.to_owned(), controls, dice: DiceMode::Program }
}

/// The players' seats: as they were asked for, or all heroes in one at a solo table, or one for each hero.
fn players(
    wanted: &NewTable,
    all: &[Combatant],
    side: Side,
    most: usize,
) -> Result<Vec<(String, Crowd)>, Refused> {
    let heroes: Vec<&Combatant> = all.iter().filter(|one| one.side == side).collect();
    let seats: Vec<(String, Crowd)> = match (&wanted.seats, wanted.mode) {
        (Some(seats), _) => grouped(seats, &heroes)?,
        (None, Mode::Solo) => vec![("Player".to_owned(), heroes.iter().map(|one| one.who).collect())],
        (None, Mode::Judge) => heroes.iter().map(|one| (one.name.clone(), Crowd::one(one.who))).collect(),
    };
    // The judge and the watcher have theirs.
    if seats.len() + 2 > most {
        return Err(Refused::new(
            "full",
            format!("a table has at most {} players' seats", most.saturating_sub(2)),
        )
        .advise("put several heroes into one seat: `seats`"));
    }
    Ok(seats)
}

fn grouped(seats: &[NewSeat], heroes: &[&Combatant]) -> Result<Vec<(String, Crowd)>, Refused> {
    let mut taken = Crowd::NONE;
    let mut rows = Vec::new();
    for seat in seats {
        let (mut crowd, mut names) = (Crowd::NONE, Vec::new());
        for id in &seat.heroes {
            let Some(hero) = heroes.iter().find(|one| one.id == *id) else {
                let known: Vec<&str> = heroes.iter().map(|one| one.id.as_str()).collect();
                let message = format!("no hero is called {:?}", clip(id));
                return Err(
                    Refused::new("no-such-hero", message).advise(format!("there are {}", known.join(", ")))
                );
            };
            if taken.has(hero.who) {
                return Err(Refused::new("refused", format!("{} has two seats", hero.name)));
            }
            taken.insert(hero.who);
            crowd.insert(hero.who);
            names.push(hero.name.as_str());
        }
        let name = match &seat.name {
            Some(name) => proper_name(name)?,
            None if names.is_empty() => "Player".to_owned(),
            None => names.join(", "),
        };
        rows.push((name, crowd));
    }
    Ok(rows)
}

fn opened(table: &TableRow, seats: &[SeatRow], combatants: &[Combatant]) -> Opened {
    let token = |kind: SeatKind| {
        seats.iter().find(|seat| seat.kind == kind).map(|seat| seat.token.clone()).unwrap_or_default()
    };
    let link = |seat: &SeatRow| PlayerLink {
        name: seat.name.clone(),
        heroes: combatants
            .iter()
            .filter(|one| seat.controls.has(one.who))
            .map(|one| one.id.clone())
            .collect(),
        token: seat.token.clone(),
    };
    let players: Vec<PlayerLink> =
        seats.iter().filter(|seat| seat.kind == SeatKind::Player).map(link).collect();
    let judge = token(SeatKind::Judge);
    let you = match table.mode {
        Mode::Solo => players.first().map_or_else(|| judge.clone(), |player| player.token.clone()),
        Mode::Judge => judge.clone(),
    };
    Opened {
        table: table.id.clone(),
        links: Links { judge, players, watcher: token(SeatKind::Watcher) },
        you,
    }
}
