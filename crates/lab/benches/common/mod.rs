//! What the benches share: the fights that are timed, a clock that counts only our own work, and a table of bars.

#![allow(dead_code, reason = "each bench uses a part of it")]

pub mod ardor;
pub mod delve;
pub mod figures;
pub mod heed;
pub mod twelves;

use std::fmt::Display;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Duration;

use fracas_content::{Bundle, Problems, Source, scenario, scenarios};
use fracas_kernel::{Ask, Null, Rules};
use fracas_lab::Plan;

/// What loads a system's rules.
pub type Load<R> = fn(&Bundle) -> Result<R, Problems>;

/// A fight that was written for the benches, and needs nothing from the library.
pub fn made<R>(text: &str, load: Load<R>) -> R {
    loaded(Bundle { scenario: Source::new("bench.toml", text), library: Vec::new(), party: None }, load)
}

/// A scenario that ships.
pub fn shipped<R>(id: &str, load: Load<R>) -> R {
    let source = scenario(id).unwrap_or_else(|error| panic!("{id}: {error}")).source;
    loaded(Bundle::new(source).expect("a built-in scenario names its system"), load)
}

/// A system's scenarios that ship, by their ids.
pub fn built_in<R: Rules>(load: Load<R>) -> impl Iterator<Item = (String, R)> {
    scenarios().filter(|scenario| scenario.system == R::SYSTEM).map(move |scenario| {
        let bundle = Bundle::new(scenario.source).expect("a built-in scenario names its system");
        (scenario.id, loaded(bundle, load))
    })
}

fn loaded<R>(bundle: Bundle, load: Load<R>) -> R {
    load(&bundle).unwrap_or_else(|problems| panic!("a scenario of the benches does not load:\n{problems}"))
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

/// Random playouts of a plan, every choice listed each time; `tell` is told how many there were.
pub fn playouts<R: Rules>(rules: &R, plan: &Plan, mut tell: impl FnMut(usize)) {
    let mut choices = Vec::new();
    for number in 0..plan.fights {
        let (mut dice, mut whim) = (plan.dice(number), plan.whim(number));
        let mut state = rules.start();
        for _ in 0..plan.cap {
            if let Ask::Over(_) = rules.ask(&state) {
                break;
            }
            rules.choices(&state, &mut choices);
            tell(choices.len());
            let choice = choices[whim.below(choices.len() as u64) as usize];
            rules.apply(&mut state, choice, &mut dice, &mut Null);
        }
        black_box(&state);
    }
}

/// Prints figures, hands those that count on, and remembers whether all bars were met.
#[derive(Debug)]
pub struct Table {
    title: String,
    of: String,
    missed: bool,
}

impl Table {
    pub fn new(title: &str) -> Table {
        println!("\n{title}");
        Table { title: title.to_owned(), of: String::new(), missed: false }
    }

    /// What the next figures are about.
    pub fn of(&mut self, name: &str) {
        println!(" {name}");
        name.clone_into(&mut self.of);
    }

    /// A line that is kept, without a bar.
    pub fn figure(&self, what: &str, value: impl Display) {
        figures::record(&self.title, &self.of, what, &value.to_string(), None);
        self.line(what, value);
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
        let value = format!("{value:.2}");
        println!("  {what:<52}{value:>20}   bar: {bar}, {verdict}");
        figures::record(&self.title, &self.of, what, &value, Some((bar, met)));
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
