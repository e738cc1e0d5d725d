//! What the benches share: the fights that are timed, a clock that counts only our own work, and a table of bars.

#![allow(dead_code, reason = "each bench uses a part of it")]

pub mod ardor;
pub mod heed;
pub mod ranks;
pub mod twelves;

use std::fmt::Display;
use std::process::ExitCode;
use std::time::Duration;

use fracas_content::{Bundle, Source};
use fracas_delve::Delve;

/// Four fighters against four orcs, all in one place. It needs nothing from the library.
pub const FOUR_AGAINST_FOUR: &str = r#"
system = "delve"
title = "Four against four"
aware = ["heroes", "monsters"]

[[class]]
id = "fighter"
hit_die = 10
hit_bonus = [1, 1, 2, 2, 3]
save = [14, 14, 13, 13, 12]

[[weapon]]
id = "sword"
name = "sword"
damage = "1d8"

[[weapon]]
id = "greataxe"
name = "greataxe"
damage = "1d12+3"

# +2 by class and +3 by strength: +5 to hit, 1d8+3.
[[hero]]
id = "fighter"
name = "Fighter"
class = "fighter"
level = 3
str = 18
hp = 28
ac = 16
weapons = ["sword"]

# +5 to hit by its hit dice.
[[creature]]
id = "orc"
name = "Orc"
hd = 5
hp = 15
ac = 13
weapons = ["greataxe"]

[[zone]]
id = "field"
name = "Field"
at = [0, 0]

[[party]]
hero = "fighter"
at = "field"
count = 4

[[foes]]
creature = "orc"
at = "field"
count = 4
"#;

pub fn four_against_four() -> Delve {
    let scenario = Source::new("four-against-four.toml", FOUR_AGAINST_FOUR);
    match Delve::load(&Bundle { scenario, library: Vec::new(), party: None }) {
        Ok(delve) => delve,
        Err(problems) => panic!("the scenario of the benches does not load:\n{problems}"),
    }
}

/// Time that this process has spent working, on all its threads; others on the machine do not count.
#[cfg(unix)]
pub fn cpu() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

#[cfg(not(unix))]
pub fn cpu() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

pub fn timed(work: impl FnOnce()) -> f64 {
    let start = cpu();
    work();
    (cpu() - start).as_secs_f64()
}

/// The least time that each of two pieces of work took, run in turn so that a slow spell of the machine meets both.
pub fn best_of(times: usize, mut a: impl FnMut(), mut b: impl FnMut()) -> (f64, f64) {
    let mut best = (f64::MAX, f64::MAX);
    for _ in 0..times {
        best.0 = best.0.min(timed(&mut a));
        best.1 = best.1.min(timed(&mut b));
    }
    best
}

/// Prints figures, and remembers whether all bars were met.
#[derive(Debug)]
pub struct Table {
    missed: bool,
}

impl Table {
    pub fn new(title: &str) -> Table {
        println!("\n{title}");
        Table { missed: false }
    }

    pub fn line(&self, what: &str, value: impl Display) {
        println!("  {what:<52}{value:>20}");
    }

    pub fn at_most(&mut self, what: &str, value: f64, bar: f64) {
        self.bar(what, value, &format!("at most {bar}"), value <= bar);
    }

    pub fn at_least(&mut self, what: &str, value: f64, bar: f64) {
        self.bar(what, value, &format!("at least {bar}"), value >= bar);
    }

    fn bar(&mut self, what: &str, value: f64, bar: &str, met: bool) {
        let verdict = if met { "met" } else { "MISSED" };
        println!("  {what:<52}{:>20}   bar: {bar}, {verdict}", format!("{value:.2}"));
        self.missed |= !met;
    }

    pub fn finish(self) -> ExitCode {
        if self.missed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }
}

/// A number with its thousands set apart.
pub fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
