//! What happens on a trek by the twelves rules alone, as lines of the log.

use fracas_adventure::{Secrets, Tales};
use fracas_kernel::{Line, Mark, Telling, Who};

use super::{Event, Lore, State};
use crate::words::HITS;

/// The place hides what the party has not seen; nothing else is hidden.
impl Secrets for Lore {}

impl Tales for Lore {
    fn line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        let name = |who: Who| self.sheet(telling.state, who).name.as_str();
        Some(match *event {
            Event::There { at, ref event } => return self.there_line(telling, at, event),
            Event::Tended { who, target, test } => {
                let words = format!("{} tends {}", name(who), name(target));
                let line = test.line(telling, words, "opens its eyes, 1 hit left", "does not stir");
                line.by("TWELVES-J7").about([who, target])
            }
            Event::Freed { who, target, test } => {
                let words = match who == target {
                    true => format!("{} struggles", name(who)),
                    false => format!("{} pulls at {}", name(who), name(target)),
                };
                test.line(telling, words, "free", "still held").by("TWELVES-R5").about([who, target])
            }
            Event::Salved { who, target, left } => {
                let words =
                    format!("{} salves {}: {} left", name(who), name(target), HITS.count(left.into()));
                Line::good(words).by("TWELVES-J9").about([who, target])
            }
            Event::Recovered { who, left } => {
                let words = format!("{} eats and sleeps: {} left", name(who), HITS.count(left.into()));
                Line::plain(words).by("TWELVES-J8").about([who])
            }
            Event::Darkness => Line::bad("The last of the oil is burnt").by("TWELVES-J10"),
        })
    }

    fn mark(&self, event: &Event) -> Mark {
        match event {
            Event::Tended { who, test, .. } | Event::Freed { who, test, .. } if test.success => {
                Mark::SuccessBy(*who)
            }
            Event::There { event: crate::Event::Used { who, test, .. }, .. } if test.success => {
                Mark::SuccessBy(*who)
            }
            _ => Mark::Nothing,
        }
    }

    fn contents(&self, cache: u8) -> Vec<String> {
        self.weapon_in(cache).map(|find| self.find_name(find)).into_iter().collect()
    }

    fn trap_name(&self, what: u8) -> String {
        self.trap_words(what)
    }

    fn welcome(&self, state: &State) -> &'static str {
        if state.own.ready.is_empty() { "" } else { " They do not come unseen." }
    }
}

impl Lore {
    fn there_line(&self, telling: &Telling<'_, State>, at: u8, event: &crate::Event) -> Option<Line> {
        let rules = self.fights.get(usize::from(at))?;
        let (_, field) = self.field_now(telling.state);
        let telling = Telling { before: &field, state: &field, seat: telling.seat, rolls: telling.rolls };
        fracas_kernel::Narrate::line(rules, &telling, event)
    }
}
