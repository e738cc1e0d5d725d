//! RANKS-R23: two tables that differ only in what a seat cannot see look the same to it, in everything.

use fracas_dice::Seeded;
use fracas_kernel::{Allow, Crowd, Judgement, MapView, Offer, Seat, Show, Side, Tell, Who, odds};

use crate::scene::{Scene, Table, scene};

const WIDE: u8 = 11;
const HIGH: u8 = 8;
/// A card of each kind that names squares, and one for everybody around.
const CARDS: &str = "[[card]]\nid = \"blast\"\nname = \"Blast\"\ntakes = \"burst\"\nrange = 6\narea = 2\nattack = \"brawl vs speed\"\n\
    hit = [{ damage = 1, type = \"fire\" }, { push = 2 }]\n\
    [[card]]\nid = \"leap\"\nname = \"Leap\"\ntakes = \"charge\"\nfirst = [{ step = 3 }]\nattack = \"brawl vs speed\"\nhit = [{ knock_down = true }]\n\
    [[card]]\nid = \"stone\"\nname = \"Stone\"\ntakes = \"square\"\nrange = 4\nfirst = [{ terrain = \"wall\" }]\n";

struct Draft {
    rows: Vec<Vec<char>>,
    orcs: [(u8, u8); 2],
    coins: (u8, u8),
}

impl Draft {
    /// Squares at random, as far as they may be changed.
    fn scatter(&mut self, lots: &mut Seeded, may: impl Fn(u8, u8) -> bool) {
        const KINDS: [char; 12] = ['.', '.', '.', '.', '.', '.', '#', '#', '#', ',', '+', '/'];
        for y in 0..HIGH {
            for x in 0..WIDE {
                if may(x, y) {
                    self.rows[usize::from(y)][usize::from(x)] = KINDS[lots.below(12) as usize];
                }
            }
        }
        let doors = |cell: &char| matches!(cell, '+' | '/');
        let many = self.rows.iter().flatten().filter(|cell| doors(cell)).count();
        // A map has at most this many doors.
        for _ in 6..many.max(6) {
            let spare = (0..HIGH)
                .flat_map(|y| (0..WIDE).map(move |x| (x, y)))
                .find(|&(x, y)| may(x, y) && doors(&self.rows[usize::from(y)][usize::from(x)]));
            let Some((x, y)) = spare else { break };
            self.rows[usize::from(y)][usize::from(x)] = '.';
        }
    }

    /// Puts an orc, another and a treasure onto squares out of sight.
    fn people(&mut self, lots: &mut Seeded, hidden: &[(u8, u8)]) {
        let mut spot = || hidden[lots.below(hidden.len() as u64) as usize];
        let first = spot();
        let mut second = spot();
        while second == first {
            second = spot();
        }
        self.orcs = [first, second];
        self.coins = spot();
        for (x, y) in [first, second, self.coins] {
            self.rows[usize::from(y)][usize::from(x)] = '.';
        }
    }

    fn table(&self) -> Table {
        let rows: Vec<String> = self.rows.iter().map(|row| row.iter().collect()).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let (x, y) = self.coins;
        let more =
            format!("[[treasure]]\nat = [{x}, {y}]\nitems = [\"coins\"]\n{}", crate::scene::cards(CARDS));
        let foes = self.orcs.map(|at| ("orc", at));
        let mut table = scene(&rows, &more, &[("cat", (1, 1))], &foes);
        // Initiative of three, movement points, Senses, and which cards are drawn.
        table.play("cat roll initiative", &[9, 5, 4, 9, 9, 1, 1]);
        table
    }
}

/// Everything that a seat can be told without anything being done.
fn told(table: &Table, seat: Seat) -> Vec<String> {
    let (rules, state) = (table.rules(), table.state());
    let mut all = vec![format!("{:?}", rules.view(state, seat))];
    let mut choices = Vec::new();
    rules.choices(state, &mut choices);
    for &choice in &choices {
        let known = fracas_kernel::Know::known(rules, state, seat);
        all.push(format!("{:?} {:?}", rules.describe(&known, choice), odds(rules, state, choice)));
    }
    // What is refused, with its label and its reason, on the table as it is and as it is known.
    for state in [state, &fracas_kernel::Know::known(rules, state, seat)] {
        rules.conceivable(state, &mut choices);
        for &choice in &choices {
            let label = rules.describe(state, choice).label;
            all.push(format!("{} | {label} | {:?}", rules.text(state, choice), rules.legal(state, choice)));
        }
    }
    // What enemies could do, wherever one stood.
    for y in 0..HIGH {
        for x in 0..WIDE {
            let mut threats = Vec::new();
            match table.table.danger(seat, Who(0), Some(&format!("{x},{y}"))) {
                Err(refusal) => all.push(format!("{x},{y}: {refusal}")),
                Ok((rules, danger)) => danger.look(&rules, &mut |threat| {
                    threats.push(format!("{threat:?}"));
                    true
                }),
            }
            all.push(format!("{x},{y}: {threats:?}"));
        }
    }
    all
}

/// What is seen, and the two maps.
fn drawn(cells: &[Vec<char>], one: &Draft, other: &Draft) -> String {
    let rows = |y: usize| [&cells[y], &one.rows[y], &other.rows[y]].map(|row| row.iter().collect::<String>());
    (0..cells.len()).map(|y| rows(y).join("   ") + "\n").collect()
}

#[test]
fn what_cannot_be_seen_makes_no_difference() {
    let (mut compared, mut lines) = (0, 0);
    for seed in 0..12 {
        let mut lots = Seeded::new(seed);
        let blank = vec![vec!['.'; usize::from(WIDE)]; usize::from(HIGH)];
        let mut one = Draft { rows: blank, orcs: [(0, 0); 2], coins: (0, 0) };
        one.scatter(&mut lots, |x, y| x.max(y) > 2);
        // What the hero sees, with the orcs out of the way in corners that may be seen or not.
        one.orcs = [(WIDE - 1, HIGH - 1), (WIDE - 1, HIGH - 2)];
        one.coins = (WIDE - 1, HIGH - 3);
        for (x, y) in [one.orcs[0], one.orcs[1], one.coins] {
            one.rows[usize::from(y)][usize::from(x)] = '.';
        }
        let table = one.table();
        let seat = table.seat(Side::Heroes);
        let MapView::Squares { cells, .. } = table.view(seat).map else { panic!("a grid") };
        let cells: Vec<Vec<char>> = cells.iter().map(|row| row.chars().collect()).collect();
        let unseen = |x: u8, y: u8| cells[usize::from(y)][usize::from(x)] == '?';
        let hidden: Vec<(u8, u8)> =
            (0..HIGH).flat_map(|y| (0..WIDE).map(move |x| (x, y))).filter(|&(x, y)| unseen(x, y)).collect();
        if hidden.len() < 6 {
            continue;
        }
        let mut other = Draft { rows: one.rows.clone(), ..one };
        one.people(&mut lots, &hidden);
        other.scatter(&mut lots, unseen);
        other.people(&mut lots, &hidden);
        let mut tables = [one.table(), other.table()];
        for seat in [seat, Seat::Watcher] {
            let [a, b] = tables.each_ref().map(|table| told(table, seat));
            for (a, b) in a.iter().zip(&b) {
                assert_eq!(a, b, "seed {seed}, {seat:?}, of\n{}", drawn(&cells, &one, &other));
            }
            assert_eq!(a.len(), b.len(), "seed {seed}, {seat:?}");
            compared += a.len();
        }
        // What is done where it cannot be seen is told alike: an orc's turn, which begins and ends.
        for table in &mut tables {
            table.play("cat hide", &[3]);
            table.play("cat end turn", &[5, 5]);
            table.play("orc-1 hide", &[4]);
        }
        let [a, b] =
            tables.each_ref().map(|table| (table.table.lines(0, seat), table.table.lines(0, Seat::Watcher)));
        assert_eq!(a, b, "seed {seed}");
        lines += a.0.len();
    }
    assert!(compared > 5_000 && lines > 30, "{compared} things compared, {lines} lines");
}

/// The same for somebody who stands in plain sight and hides.
#[test]
fn who_hides_could_be_anywhere() {
    let hidden_at = |to: &str| {
        let rows = ["........", "........", "........", "........", "........"];
        let mut table = scene(
            &rows,
            &crate::scene::cards(CARDS),
            &[("cat", (1, 1))],
            &[("orc", (5, 2)), ("orc", (7, 4))],
        );
        table.play("cat roll initiative", &[9, 5, 4, 9, 9, 1, 1]);
        table.set_track("orc-1", "hidden", 50);
        table.put("orc-1", to);
        table
    };
    let (one, other) = (hidden_at("4,1"), hidden_at("6,3"));
    let seat = one.seat(Side::Heroes);
    assert_eq!(told(&one, seat), told(&other, seat));
    assert!(told(&one, seat) != told(&one, Seat::Judge), "the judge sees it");
    assert_eq!(seat, Seat::Player(Crowd::one(Who(0))));
}

/// Whom the judge adds out of sight is listed (RANKS-U1); nobody else is told that, or where, or when it is taken away again.
#[test]
fn where_somebody_joins_is_told_to_those_who_see_it() {
    let rows = ["...#....", "...#....", "...#....", "...#....", "...#...."];
    for (at, seen) in [("6,2", false), ("2,2", true)] {
        let mut table = scene(&rows, "", &[("ann", (1, 1))], &[("orc", (7, 4))]);
        table.judge(Judgement::Add { creature: "gnat".into(), side: Side::Monsters, to: at.into() });
        let joins = |seat| {
            table.told_to(seat).iter().any(|line| line.contains(&format!("joins the monsters at {at}")))
        };
        assert!(joins(Seat::Judge));
        assert_eq!(joins(table.seat(Side::Heroes)), seen, "{at}");
        assert_eq!(table.told_to(Seat::Judge)[0], format!("Judge: Gnat joins the monsters at {at}"));
        assert_eq!(table.told_to(table.seat(Side::Heroes)).is_empty(), !seen, "{at}");
        assert_eq!(table.told_to(Seat::Watcher).is_empty(), !seen, "{at}");
        table.judge(Judgement::Remove { who: table.who("gnat") });
        assert_eq!(table.told_to(table.seat(Side::Heroes)).is_empty(), !seen, "{at}");
    }
}
