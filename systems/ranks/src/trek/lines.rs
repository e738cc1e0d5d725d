//! What happens on a trek by the ranks rules alone, as lines of the log.

use fracas_adventure::Tales;
use fracas_kernel::{Line, Telling, Who};

use super::{Deed, Event, Lore, State};
use crate::view::WOUNDS;

impl Tales for Lore {
    fn line(&self, _telling: &Telling<'_, State>, _who: Who, event: &Event) -> Option<Line> {
        let name = |who: Who| self.sheet(who).name.as_str();
        Some(match *event {
            Event::Handled(deed, item) => {
                let item = self.item_name(item);
                match deed {
                    Deed::Take(_) => Line::plain(format!("takes the {item}")).by("RANKS-J4"),
                    Deed::Equip(_) => Line::plain(format!("equips the {item}")).by("RANKS-M7"),
                    Deed::Unequip(_) => Line::plain(format!("puts the {item} away")).by("RANKS-M7"),
                    Deed::Give { to, .. } => {
                        Line::plain(format!("gives the {item} to {}", name(to))).by("RANKS-J4").about([to])
                    }
                    _ => Line::plain(format!("leaves the {item}")).by("RANKS-J4"),
                }
            }
            Event::Tended { target, wounds } => {
                let text = format!("binds {}'s wounds: {} left", name(target), WOUNDS.count(wounds.into()));
                Line::good(text).by("RANKS-J6").about([target])
            }
            Event::Breathed => {
                Line::plain("Everybody catches breath: Damage and conditions are gone").by("RANKS-J5")
            }
            Event::Recovered(wounds) => {
                Line::plain(format!("eats and sleeps: {} left", WOUNDS.count(wounds.into()))).by("RANKS-J7")
            }
        })
    }

    fn contents(&self, cache: u8) -> Vec<String> {
        self.items_in(cache).iter().map(|&item| self.item_name(item)).collect()
    }
}
