//! What happens on a trek by the twelves rules alone, as lines of the log.

use fracas_adventure::Tales;
use fracas_kernel::{Line, Mark, Telling, Who};

use super::{Event, Lore, State};
use crate::words::HITS;

impl Tales for Lore {
    fn line(&self, telling: &Telling<'_, State>, who: Who, event: &Event) -> Option<Line> {
        let name = |who: Who| self.sheet(telling.state, who).name.as_str();
        Some(match *event {
            Event::Tended { target, test } => {
                let words = format!("tends {}", name(target));
                let line = test.line(telling, words, "opens its eyes, 1 hit left", "does not stir");
                line.by("TWELVES-J7").about([target])
            }
            Event::Freed { target, test } if who == target => {
                test.line(telling, "struggles".to_owned(), "free", "still held").by("TWELVES-R5")
            }
            Event::Freed { target, test } => {
                let words = format!("pulls at {}", name(target));
                test.line(telling, words, "free", "still held").by("TWELVES-R5").about([target])
            }
            Event::Salved { target, left } => {
                let words = format!("salves {}: {} left", name(target), HITS.count(left.into()));
                Line::good(words).by("TWELVES-J9").about([target])
            }
            Event::Recovered(left) => {
                Line::plain(format!("eats and sleeps: {} left", HITS.count(left.into()))).by("TWELVES-J8")
            }
            Event::Darkness => Line::bad("The last of the oil is burnt").by("TWELVES-J10"),
        })
    }

    fn mark(&self, who: Who, event: &Event) -> Mark {
        match event {
            Event::Tended { test, .. } | Event::Freed { test, .. } if test.success => Mark::SuccessBy(who),
            _ => Mark::Nothing,
        }
    }

    fn contents(&self, cache: u8) -> Vec<String> {
        self.weapon_in(cache).map(|find| self.find_name(find)).into_iter().collect()
    }

    /// With what it costs, and whom it takes.
    fn trap_name(&self, what: u8) -> String {
        let rules = &self.fights[0];
        let Some(trap) = rules.traps.get(usize::from(what)) else { return String::new() };
        format!("{}{}", rules.hazard_words(&trap.hazard), if trap.all { ", for everybody" } else { "" })
    }

    fn welcome(&self, state: &State) -> &'static str {
        if state.own.ready.is_empty() { "" } else { " They do not come unseen." }
    }
}
