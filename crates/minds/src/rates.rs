//! How often heroes who act by instinct win at each difficulty, as it was measured: `content/difficulty.toml`, which
//! `minds difficulty` writes.
//!
//! ```toml
//! [[measured]]
//! scenario = "delve/last-stand"
//! easy = [380, 400] # fights won, and fights
//! ```

use std::fmt::Write;

use fracas_content::{Problems, Source, read};
use serde::Serialize;

use crate::brain::Difficulty;

/// The share of fights that heroes win, from 0 to 1; none where nothing was measured.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Wins {
    pub easy: Option<f32>,
    pub normal: Option<f32>,
    pub hard: Option<f32>,
    pub brutal: Option<f32>,
}

/// What was measured, by scenario.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Rates(Vec<Measured>);

/// Fights won and fights, by difficulty.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Measured {
    /// With its system: "delve/last-stand".
    pub scenario: String,
    pub won: [Option<[u32; 2]>; Difficulty::ALL.len()],
}

impl Rates {
    pub fn read(source: &Source) -> Result<Rates, Problems> {
        read(source, |top| {
            let mut all = Vec::new();
            for mut table in top.tables("measured") {
                let scenario = table.string("scenario");
                let won = Difficulty::ALL.map(|level| {
                    let counts: Option<[u32; 2]> = table.optional_array(level.name(), 0..=1_000_000);
                    if counts.is_some_and(|[won, fights]| won > fights) {
                        table.problem_at(level.name(), "more fights won than fought", "write [won, fights]");
                    }
                    counts
                });
                table.finish();
                all.push(Measured { scenario, won });
            }
            top.finish();
            Rates(all)
        })
    }

    pub fn add(&mut self, measured: Measured) {
        self.0.push(measured);
    }

    /// What is known of a scenario, to be added to; it is not in the list until it is added again.
    pub fn take(&mut self, scenario: &str) -> Measured {
        let at = self.0.iter().position(|measured| measured.scenario == scenario);
        at.map(|at| self.0.remove(at))
            .unwrap_or_else(|| Measured { scenario: scenario.to_owned(), ..Measured::default() })
    }

    /// As a file.
    pub fn write(&self) -> String {
        let mut text = String::from(
            "# How often heroes who act by instinct win against minds of each difficulty: fights won, and fights.\n\
             # Written by `cargo run --release -p fracas-minds --example minds -- difficulty`.\n",
        );
        for Measured { scenario, won } in &self.0 {
            let _ = write!(text, "\n[[measured]]\nscenario = {scenario:?}\n");
            for (level, counts) in Difficulty::ALL.into_iter().zip(won) {
                if let Some([won, fights]) = counts {
                    let _ = writeln!(text, "{} = [{won}, {fights}]", level.name());
                }
            }
        }
        text
    }

    /// Of a scenario with its system; nothing if it was never measured.
    pub fn of(&self, system: &str, id: &str) -> Option<Wins> {
        let is_it = |measured: &&Measured| measured.scenario.split_once('/') == Some((system, id));
        let measured = self.0.iter().find(is_it)?;
        let share = |[won, fights]: [u32; 2]| (fights > 0).then(|| won as f32 / fights as f32);
        let [easy, normal, hard, brutal] = measured.won.map(|counts| counts.and_then(share));
        Some(Wins { easy, normal, hard, brutal })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_read_as_they_are_written_and_nothing_is_made_up() {
        let mut rates = Rates::default();
        let won = [Some([380, 400]), Some([300, 400]), None, Some([0, 0])];
        rates.add(Measured { scenario: "delve/last-stand".to_owned(), won });
        let read = Rates::read(&Source::new("difficulty.toml", rates.write())).unwrap();
        assert_eq!(read, rates);
        let wins = Wins { easy: Some(0.95), normal: Some(0.75), hard: None, brutal: None };
        assert_eq!(read.of("delve", "last-stand"), Some(wins));
        assert_eq!(read.of("heed", "last-stand"), None);
    }

    #[test]
    fn a_slip_is_told_where() {
        let text = "[[measured]]\nscenario = 'delve/x'\neasy = [5, 4]\n";
        let told = Rates::read(&Source::new("difficulty.toml", text)).unwrap_err().to_string();
        assert!(told.contains("more fights won than fought"), "{told}");
    }
}
