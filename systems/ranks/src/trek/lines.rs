//! What happens on a trek by the ranks rules alone, as lines of the log.

use fracas_adventure::{Secrets, Tales};
use fracas_kernel::{Line, Telling, Who};

use super::event::Handling;
use super::state::Left;
use super::{Event, Lore, State};

/// What lies where the party has not been is hidden with the place.
impl Secrets for Lore {
    fn hide(&self, state: &mut State) {
        let visited = state.here.visited;
        let unseen = state.own.lying.iter_mut().filter(|left| !visited.has(left.zone));
        unseen.for_each(|left| *left = Left::NOTHING);
    }
}

impl Tales for Lore {
    fn line(&self, _telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        let name = |who: Who| self.sheet(who).name.as_str();
        Some(match *event {
            Event::Handled { who, how, item } => {
                let (name, item) = (name(who), self.item_name(item));
                let (text, rule) = match how {
                    Handling::Take => (format!("{name} takes the {item}"), "RANKS-J4"),
                    Handling::Drop => (format!("{name} leaves the {item}"), "RANKS-J4"),
                    Handling::Equip => (format!("{name} equips the {item}"), "RANKS-M7"),
                    Handling::Unequip => (format!("{name} puts the {item} away"), "RANKS-M7"),
                };
                Line::plain(text).by(rule).about([who])
            }
            Event::Gave { who, to, item } => {
                let text = format!("{} gives the {} to {}", name(who), self.item_name(item), name(to));
                Line::plain(text).by("RANKS-J4").about([who, to])
            }
            Event::Tended { who, target, wounds } => {
                let left = wounds_words(wounds);
                let text = format!("{} binds {}'s wounds: {left} left", name(who), name(target));
                Line::good(text).by("RANKS-J6").about([who, target])
            }
            Event::Breathed => {
                Line::plain("Everybody catches breath: Damage and conditions are gone".to_owned())
                    .by("RANKS-J5")
            }
            Event::Recovered { who, wounds } => {
                let text = format!("{} eats and sleeps: {} left", name(who), wounds_words(wounds));
                Line::plain(text).by("RANKS-J7").about([who])
            }
        })
    }

    fn contents(&self, cache: u8) -> Vec<String> {
        self.items_in(cache).iter().map(|&item| self.item_name(item)).collect()
    }
}

fn wounds_words(wounds: u8) -> String {
    if wounds == 1 { "1 wound".to_owned() } else { format!("{wounds} wounds") }
}
