//! What a turn by instinct costs, from 5 to 40 a side, and what sight and reach cost on the largest map.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Duration;

use fracas_content::{Bundle, Source, scenarios};
use fracas_dice::Seeded;
use fracas_kernel::grid::{Board, Body, Flood, Grid, Prices, Ways};
use fracas_kernel::{Log, Outcome, Play, Side, Whim, fight};
use fracas_ranks::maps::{self, Kind};
use fracas_ranks::{Event, Ranks};

/// Combatant turns per CPU-second, five against five on 24 by 24 squares.
const BAR: f64 = 200_000.0;
/// What a like game in TypeScript manages, from the slowest to the fastest.
const PEER: [f64; 2] = [2.0, 4.0];
const CAP: u32 = 20_000;

#[cfg(unix)]
fn cpu() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

#[cfg(not(unix))]
fn cpu() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// Counts turns, and tells nobody.
#[derive(Default)]
struct Turns(u64);

impl Log<Event> for Turns {
    #[inline]
    fn tell(&mut self, event: Event) {
        self.0 += u64::from(matches!(event, Event::Turn { .. } | Event::Clings { .. }));
    }
}

/// `each` of each side, of five kinds, on a generated map.
fn field(each: usize, size: u8, kind: &str) -> Ranks {
    let heroes = ["orla", "tamsin", "brother-ansel", "vesk", "kestrel"];
    let foes = ["footpad", "toll-bruiser", "barrow-shade", "hex-sister", "bone-archer"];
    let mut text = format!(
        "system = \"ranks\"\ntitle = \"{each} a side\"\n[map]\nkind = \"{kind}\"\nsize = [{size}, {size}]\nseed = 2\n"
    );
    for (hero, foe) in heroes.iter().zip(foes) {
        let count = each / 5;
        text += &format!(
            "[[party]]\nhero = \"{hero}\"\ncount = {count}\n[[foes]]\ncreature = \"{foe}\"\ncount = {count}\n"
        );
    }
    let bundle = Bundle::new(Source::new("bench.toml", text)).expect("the system is named");
    Ranks::load(&bundle).unwrap_or_else(|problems| panic!("{problems}"))
}

/// Turns and seconds of `many` fights from a seed on.
fn fights(rules: &Ranks, from: u64, many: u64) -> (u64, f64) {
    let mut turns = Turns::default();
    let start = cpu();
    for number in from..from + many {
        let (mut dice, mut whim) = (Seeded::stream(1, number), Whim::stream(2, number));
        black_box(fight(rules, &mut rules.start(), &mut dice, &mut whim, &mut turns, CAP));
    }
    (turns.0, (cpu() - start).as_secs_f64())
}

/// The best rate of several short batches.
fn rate(rules: &Ranks, many: u64, batches: u64) -> f64 {
    let batch = |nth| {
        let (turns, seconds) = fights(rules, nth % 3 * many, many);
        turns as f64 / seconds
    };
    (0..batches).map(batch).fold(0.0, f64::max)
}

fn main() -> ExitCode {
    println!("\nRanks by instinct, on one thread");
    let mut good = true;
    let mut five = 0.0;
    for (each, size, many, batches) in [(5, 24, 60, 15), (10, 24, 30, 9), (20, 40, 8, 9), (40, 40, 4, 9)] {
        let rules = field(each, size, "rooms");
        let found = rate(&rules, many, batches);
        let ns = 1e9 / found;
        if each == 5 {
            five = ns;
            good &= found >= BAR;
            println!(
                "  {:<44}{found:>12.0} turns per CPU-second   bar: at least {BAR}",
                "5 a side, 24 by 24"
            );
            let [slow, fast] = PEER;
            println!("  {:<44}{slow:>10} to {fast} turns per CPU-second", "a like game in TypeScript");
            println!("  {:<44}{:>12.0} times as many, at least", "ours beside it", found / fast);
        } else {
            let grown = ns / five;
            let bar = each as f64 / 5.0;
            good &= grown <= bar;
            let name = format!("{each} a side, {size} by {size}");
            println!(
                "  {name:<44}{found:>12.0} turns per CPU-second   {grown:.2} times the cost, bar: at most {bar}"
            );
        }
    }
    squares();
    win_rates();
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn best_ns(mut work: impl FnMut()) -> f64 {
    let once = |work: &mut dyn FnMut()| {
        let start = cpu();
        for _ in 0..2000 {
            work();
        }
        (cpu() - start).as_secs_f64() * 1e9 / 2000.0
    };
    (0..9).map(|_| once(&mut work)).fold(f64::MAX, f64::min)
}

/// The grid alone, 40 by 40.
fn squares() {
    let ground = maps::generate(Kind::Cavern, 40, 40, 1);
    let start = cpu();
    let grid = Grid::new(40, 40, ground.walls, ground.rough).expect("it is not too large");
    let built = (cpu() - start).as_secs_f64() * 1e3;
    let at = ground.starts[0][0];
    let (open, held) = (grid.inside().without(grid.walls()), Board::EMPTY);
    let prices = Prices { rough: 1, held: 4 };
    let ways = Ways { open: &open, rough: grid.rough(), held: &held, walls: Some(grid.walls()), prices };
    println!("\nThe grid, 40 by 40");
    println!("  {:<44}{built:>12.1} ms", "all sight, when the map is built");
    let seen = best_ns(|| _ = black_box(grid.view(None, Body::new(black_box(at), 1))));
    println!("  {:<44}{seen:>12.0} ns", "everything that a square sees");
    let past = best_ns(|| _ = black_box(grid.view(Some(grid.walls()), Body::new(black_box(at), 1))));
    println!("  {:<44}{past:>12.0} ns", "the same where walls have changed");
    let reach = best_ns(|| _ = black_box(Flood::<12>::new(black_box(at), &ways, 11, None)));
    println!("  {:<44}{reach:>12.0} ns", "everything in reach of 11 movement points");
    let far = best_ns(|| _ = black_box(Flood::<63>::new(black_box(at), &ways, 62, None)));
    println!("  {:<44}{far:>12.0} ns", "everything in reach of 62");
}

fn win_rates() {
    println!("\nHeroes by instinct, 400 fights each");
    for built_in in scenarios().filter(|scenario| scenario.system == Ranks::SYSTEM) {
        let Ok(bundle) = Bundle::new(built_in.source) else { continue };
        let Ok(rules) = Ranks::load(&bundle) else { continue };
        let (mut won, mut rounds, mut capped) = (0, 0, 0);
        let fights = 400;
        for number in 0..fights {
            let (mut dice, mut whim) = (Seeded::stream(1, number), Whim::stream(2, number));
            let mut state = rules.start();
            let fought = fight(&rules, &mut state, &mut dice, &mut whim, &mut Turns::default(), CAP);
            won += u32::from(fought.outcome == Some(Outcome::Won(Side::Heroes)));
            capped += u32::from(fought.outcome.is_none());
            rounds += rules.round(&state);
        }
        let share = 100.0 * f64::from(won) / fights as f64;
        let mean = f64::from(rounds) / fights as f64;
        println!("  {:<44}{share:>12.0} %   {mean:.1} rounds, {capped} without an end", built_in.id);
    }
}
