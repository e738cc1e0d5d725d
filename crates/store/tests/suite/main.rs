//! What every store promises, on SQLite and on PostgreSQL alike.

mod cluster;

use std::collections::BTreeSet;
use std::sync::Arc;

use cluster::Cluster;
use fracas_kernel::{Crowd, Who};
use fracas_store::{
    DiceMode, EventRow, Kept, Mode, News, Postgres, SeatKind, SeatRow, Sqlite, Store, StoreError, TableRow,
};
use fracas_table::{File, Files};
use tempfile::TempDir;

/// A store, and what it stands on.
struct Ground {
    folder: TempDir,
    /// None: a file.
    database: Option<(Arc<Cluster>, String)>,
}

impl Ground {
    fn file() -> Ground {
        Ground { folder: tempfile::tempdir().unwrap(), database: None }
    }

    fn database() -> Ground {
        let cluster = Cluster::shared();
        let url = cluster.empty_database();
        Ground { folder: tempfile::tempdir().unwrap(), database: Some((cluster, url)) }
    }

    async fn open(&self) -> Arc<dyn Store> {
        match &self.database {
            Some((_, url)) => Arc::new(Postgres::open(url).await.unwrap()),
            None => Arc::new(Sqlite::open(&self.folder.path().join("tables.sqlite"), 4 << 20).await.unwrap()),
        }
    }

    /// Two servers that use it, where there can be two.
    async fn two(&self) -> [Arc<dyn Store>; 2] {
        let one = self.open().await;
        let two = if self.database.is_some() { self.open().await } else { one.clone() };
        [one, two]
    }
}

/// The same promise, on either ground.
macro_rules! promises {
    ($($name:ident)*) => {
        mod sqlite { $(
            #[tokio::test(flavor = "multi_thread")]
            async fn $name() { super::$name(super::Ground::file()).await; }
        )* }
        mod postgres { $(
            #[tokio::test(flavor = "multi_thread")]
            async fn $name() { super::$name(super::Ground::database()).await; }
        )* }
    };
}

promises! {
    what_is_kept_is_found_again
    one_of_many_wins_a_position
    nothing_is_appended_out_of_order_or_to_nothing
    what_was_kept_already_is_kept_once
    seats_change_only_with_their_event
    deleting_leaves_nothing
    settings_are_said_once
    odd_texts_come_back_as_they_were
}

fn files(text: &str) -> Files {
    let file = |name: &str| File { name: name.to_owned(), text: text.to_owned() };
    Files { scenario: file("scenario.toml"), library: vec![file("library.toml")], party: None }
}

fn table(id: &str) -> TableRow {
    TableRow {
        id: id.to_owned(),
        version: "0.1.0".to_owned(),
        system: "delve".to_owned(),
        title: "The Ford".to_owned(),
        name: "Friday".to_owned(),
        mode: Mode::Judge,
        seed: u64::MAX - 7,
        created: 1_000,
    }
}

fn seat(table: &str, id: u32, kind: SeatKind) -> SeatRow {
    SeatRow {
        id,
        token: format!("{table}-token-{id}"),
        kind,
        name: format!("Seat {id}"),
        controls: [Who(1), Who(9)].into_iter().collect::<Crowd>(),
        dice: DiceMode::Program,
    }
}

fn seats(table: &str) -> Vec<SeatRow> {
    vec![
        SeatRow { controls: Crowd::NONE, ..seat(table, 0, SeatKind::Judge) },
        seat(table, 2, SeatKind::Player),
    ]
}

fn event(revision: u64, message: &str) -> EventRow {
    EventRow {
        revision,
        at: 1_000 + revision as i64,
        seat: Some(2),
        message: Some(message.to_owned()),
        round: revision as u32,
        outcome: None,
        body: format!("{{\"event\":\"pause\",\"on\":{revision}}}"),
        told: Some("[]".to_owned()),
    }
}

async fn what_is_kept_is_found_again(ground: Ground) {
    let store = ground.open().await;
    assert_eq!(store.count().await.unwrap(), 0);
    assert!(store.load("a").await.unwrap().is_none() && store.since("a", 0).await.unwrap().is_none());
    assert!(store.seat("a-token-0").await.unwrap().is_none() && store.listed("").await.unwrap().is_none());
    store.keep(table("a"), &files("one"), seats("a")).await.unwrap();
    store.keep(TableRow { created: 5_000, ..table("b") }, &files("one"), seats("b")).await.unwrap();
    let mut kept = Kept { table: table("a"), files: files("one"), seats: seats("a"), events: Vec::new() };
    assert_eq!(store.load("a").await.unwrap().as_ref(), Some(&kept));
    for revision in 1..=3 {
        let mut event = event(revision, "m");
        if revision == 2 {
            (event.seat, event.message, event.told) = (None, None, None);
        }
        event.outcome = (revision == 3).then(|| "draw".to_owned());
        store.append("a", event.clone(), Vec::new()).await.unwrap();
        kept.events.push(event);
    }
    store.close().await;
    // Somebody else finds the same.
    let store = ground.open().await;
    assert_eq!(store.load("a").await.unwrap().as_ref(), Some(&kept));
    let since = store.since("a", 1).await.unwrap().unwrap();
    assert_eq!((since.seats, since.events), (kept.seats.clone(), kept.events[1..].to_vec()));
    assert!(store.since("a", 3).await.unwrap().unwrap().events.is_empty());
    let found = store.seat("a-token-2").await.unwrap();
    assert_eq!(found, Some(("a".to_owned(), seat("a", 2, SeatKind::Player))));
    let listed = store.listed("a-token-0").await.unwrap().unwrap();
    assert_eq!((listed.table, listed.seat.kind), (table("a"), SeatKind::Judge));
    assert_eq!((listed.round, listed.outcome.as_deref(), listed.updated), (3, Some("draw"), 1_003));
    assert_eq!(listed.players, ["Seat 2"]);
    let all = store.summaries().await.unwrap();
    let all: Vec<_> = all.iter().map(|one| (one.table.id.as_str(), one.events, one.updated)).collect();
    assert_eq!(all, [("b", 0, 5_000), ("a", 3, 1_003)], "the last one first");
    assert_eq!(store.count().await.unwrap(), 2);
    let copy = Kept { table: table("c"), seats: seats("c"), ..kept };
    store.import(copy.clone()).await.unwrap();
    assert_eq!(store.load("c").await.unwrap(), Some(copy));
    store.pulse(77).await.unwrap();
    assert!(store.sizes().await.database > 0 && !store.place().is_empty());
    store.close().await;
    assert!(store.append("c", event(4, "m"), Vec::new()).await.is_err(), "it is closed");
}

/// Many writers, of two servers where there can be two: each position has one winner, and whoever was told so has won.
async fn one_of_many_wins_a_position(ground: Ground) {
    const WRITERS: usize = 8;
    const EACH: usize = 12;
    let stores = ground.two().await;
    stores[0].keep(table("a"), &files("one"), seats("a")).await.unwrap();
    let mut writers = Vec::new();
    for writer in 0..WRITERS {
        let store = stores[writer % 2].clone();
        writers.push(tokio::spawn(async move {
            let (mut known, mut lost, mut told) = (0, 0, Vec::new());
            while told.len() < EACH {
                let message = format!("{writer}-{}", told.len());
                match store.append("a", event(known + 1, &message), Vec::new()).await {
                    Ok(()) => {
                        told.push((known + 1, message));
                        known += 1;
                    }
                    Err(StoreError::Taken) => {
                        lost += 1;
                        let news = store.since("a", known).await.unwrap().unwrap().events;
                        assert!(!news.is_empty(), "who loses finds who has won");
                        known += news.len() as u64;
                    }
                    Err(error) => panic!("{error}"),
                }
            }
            (told, lost)
        }));
    }
    let (mut told, mut lost) = (BTreeSet::new(), 0);
    for writer in writers {
        let (won, failed) = writer.await.unwrap();
        told.extend(won);
        lost += failed;
    }
    let kept = stores[1].load("a").await.unwrap().unwrap();
    let kept: BTreeSet<_> =
        kept.events.into_iter().map(|event| (event.revision, event.message.unwrap())).collect();
    assert_eq!(kept, told);
    assert_eq!(kept.len(), WRITERS * EACH);
    assert!(lost > 0, "they were in each other's way");
}

async fn nothing_is_appended_out_of_order_or_to_nothing(ground: Ground) {
    let store = ground.open().await;
    let refused = store.append("a", event(1, "m"), Vec::new()).await;
    assert!(matches!(refused, Err(StoreError::NoTable)), "{refused:?}");
    store.keep(table("a"), &files("one"), seats("a")).await.unwrap();
    for revision in [2, 7] {
        let refused = store.append("a", event(revision, "m"), Vec::new()).await;
        assert!(matches!(refused, Err(StoreError::Taken)), "{refused:?}");
    }
    store.append("a", event(1, "m"), Vec::new()).await.unwrap();
    let refused = store.append("a", event(1, "another"), Vec::new()).await;
    assert!(matches!(refused, Err(StoreError::Taken)), "{refused:?}");
    store.delete("a").await.unwrap();
    let refused = store.append("a", event(2, "m"), Vec::new()).await;
    assert!(matches!(refused, Err(StoreError::NoTable)), "{refused:?}");
    assert_eq!(store.count().await.unwrap(), 0);
}

/// Whoever did not hear the answer writes once more.
async fn what_was_kept_already_is_kept_once(ground: Ground) {
    let store = ground.open().await;
    store.keep(table("a"), &files("one"), seats("a")).await.unwrap();
    for _ in 0..2 {
        store.append("a", event(1, "m"), Vec::new()).await.unwrap();
    }
    assert_eq!(store.load("a").await.unwrap().unwrap().events, [event(1, "m")]);
}

async fn seats_change_only_with_their_event(ground: Ground) {
    let store = ground.open().await;
    store.keep(table("a"), &files("one"), seats("a")).await.unwrap();
    let renamed = |name: &str| SeatRow { name: name.to_owned(), ..seat("a", 2, SeatKind::Player) };
    let guest = seat("a", 5, SeatKind::Watcher);
    store.append("a", event(1, "m"), vec![renamed("Anna"), guest.clone()]).await.unwrap();
    let now = store.since("a", 1).await.unwrap().unwrap().seats;
    assert_eq!(now, [seats("a")[0].clone(), renamed("Anna"), guest.clone()]);
    let renewed = SeatRow { token: "another".to_owned(), ..renamed("Otto") };
    let lost = store.append("a", event(1, "late"), vec![renewed.clone()]).await;
    assert!(matches!(lost, Err(StoreError::Taken)), "{lost:?}");
    assert_eq!(store.since("a", 1).await.unwrap().unwrap().seats, now, "who lost has changed nothing");
    store.append("a", event(2, "m"), vec![renewed]).await.unwrap();
    assert!(
        store.seat("a-token-2").await.unwrap().is_none() && store.seat("another").await.unwrap().is_some()
    );
}

async fn deleting_leaves_nothing(ground: Ground) {
    let store = ground.open().await;
    for id in ["a", "b"] {
        store.keep(table(id), &files("one"), seats(id)).await.unwrap();
        store.append(id, event(1, "m"), Vec::new()).await.unwrap();
    }
    store.delete("a").await.unwrap();
    store.delete("a").await.unwrap();
    assert!(store.load("a").await.unwrap().is_none() && store.seat("a-token-0").await.unwrap().is_none());
    // The content that they shared is still there.
    assert_eq!(store.load("b").await.unwrap().unwrap().files, files("one"));
    store.delete("b").await.unwrap();
    store.keep(table("a"), &files("two"), seats("a")).await.unwrap();
    assert!(store.load("a").await.unwrap().unwrap().events.is_empty(), "nothing of the old one");
}

async fn settings_are_said_once(ground: Ground) {
    let stores = ground.two().await;
    assert_eq!(stores[0].setting("owner", "one".to_owned()).await.unwrap(), "one");
    assert_eq!(stores[1].setting("owner", "two".to_owned()).await.unwrap(), "one");
    assert_eq!(stores[1].setting("other", "two".to_owned()).await.unwrap(), "two");
}

async fn odd_texts_come_back_as_they_were(ground: Ground) {
    let store = ground.open().await;
    let odd = "'; DROP TABLE tables; -- \u{1f409} \"\\ {} \t\n";
    let row = TableRow { name: odd.to_owned(), title: odd.to_owned(), ..table("a") };
    store.keep(row.clone(), &files(odd), seats("a")).await.unwrap();
    let event = EventRow { body: odd.repeat(1_000), message: Some(odd.to_owned()), ..event(1, "m") };
    store.append("a", event.clone(), Vec::new()).await.unwrap();
    let kept = store.load("a").await.unwrap().unwrap();
    assert_eq!((kept.table, kept.files, kept.events), (row, files(odd), vec![event]));
}

/// What one server keeps, the others hear of as soon as it is kept; where there can be no others, nobody listens.
#[tokio::test(flavor = "multi_thread")]
async fn servers_hear_of_each_other() {
    let file = Ground::file();
    assert!(file.open().await.news().is_none());
    let ground = Ground::database();
    let [one, two] = ground.two().await;
    let mut news = two.news().unwrap();
    // From here on it listens.
    assert_eq!(news.recv().await.unwrap(), News::Missed);
    one.keep(table("a"), &files("one"), seats("a")).await.unwrap();
    one.append("a", event(1, "m"), Vec::new()).await.unwrap();
    assert!(two.append("a", event(1, "late"), Vec::new()).await.is_err());
    two.append("a", event(2, "m"), Vec::new()).await.unwrap();
    one.delete("a").await.unwrap();
    for revision in [1, 2, 0] {
        assert_eq!(news.recv().await.unwrap(), News::Table { table: "a".to_owned(), revision });
    }
}

/// A database that goes away in the middle: what was told is there, nothing is there twice, and it goes on by itself.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_comes_back_is_used_again() {
    let cluster = Arc::new(Cluster::start());
    let store = Postgres::open(&cluster.empty_database()).await.unwrap();
    store.keep(table("a"), &files("one"), seats("a")).await.unwrap();
    let (mut known, mut failed) = (0, 0);
    for round in 0..3 {
        for _ in 0..20 {
            store.append("a", event(known + 1, "m"), Vec::new()).await.unwrap();
            known += 1;
        }
        let mut news = store.news().unwrap();
        cluster.down();
        let refused = store.append("a", event(known + 1, "m"), Vec::new()).await;
        assert!(matches!(refused, Err(StoreError::Sql(_))), "{refused:?}");
        failed += 1;
        cluster.up();
        // Whoever listens is told that something may have been missed.
        while news.recv().await.unwrap() != News::Missed {}
        let found = store.since("a", 0).await.unwrap().unwrap().events;
        assert_eq!(found.len() as u64, known, "round {round}");
    }
    assert_eq!(failed, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_may_start_at_once_on_an_empty_database_and_later_formats_are_left_alone() {
    let cluster = Cluster::shared();
    let url = cluster.empty_database();
    let starting: Vec<_> = (0..4)
        .map(|_| {
            let url = url.clone();
            tokio::spawn(async move { Postgres::open(&url).await })
        })
        .collect();
    for one in starting {
        one.await.unwrap().unwrap();
    }
    let pool = sqlx::PgPool::connect(&url).await.unwrap();
    sqlx::query("INSERT INTO fracas.format (version) VALUES (99)").execute(&pool).await.unwrap();
    let error = Postgres::open(&url).await.unwrap_err().to_string();
    assert!(error.contains("later version") && error.contains("99"), "{error}");
}
