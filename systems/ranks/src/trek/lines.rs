//! What happens on a trek by the ranks rules alone, as lines of the log.

use fracas_adventure::explore::{Secrets, Tales};
use fracas_kernel::{Line, Telling, Tone, Who};

use super::State;
use super::data::{Lore, SUPPLIES};
use super::event::{Event, Handling};
use super::state::Left;

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
        let plain = |text: String| Line::new(Tone::Plain, text);
        let good = |text: String| Line::new(Tone::Good, text);
        Some(match *event {
            Event::Emptied { who, cache, left } => self.emptied(who, cache, left),
            Event::Handled { who, how, item } => {
                let (name, item) = (name(who), self.item_name(item));
                let (text, rule) = match how {
                    Handling::Take => (format!("{name} takes the {item}"), "RANKS-J4"),
                    Handling::Drop => (format!("{name} leaves the {item}"), "RANKS-J4"),
                    Handling::Equip => (format!("{name} equips the {item}"), "RANKS-M7"),
                    Handling::Unequip => (format!("{name} puts the {item} away"), "RANKS-M7"),
                };
                plain(text).by(rule).about([who])
            }
            Event::Gave { who, to, item } => {
                let text = format!("{} gives the {} to {}", name(who), self.item_name(item), name(to));
                plain(text).by("RANKS-J4").about([who, to])
            }
            Event::Tended { who, target, wounds } => {
                let left = wounds_words(wounds);
                let text = format!("{} binds {}'s wounds: {left} left", name(who), name(target));
                good(text).by("RANKS-J6").about([who, target])
            }
            Event::Woke { who } => good(format!("{} comes round", name(who))).by("RANKS-W4").about([who]),
            Event::Breathed => {
                plain("Everybody catches breath: Damage and conditions are gone".to_owned()).by("RANKS-J5")
            }
            Event::Recovered { who, wounds } => {
                let text = format!("{} eats and sleeps: {} left", name(who), wounds_words(wounds));
                plain(text).by("RANKS-J7").about([who])
            }
        })
    }
}

impl Lore {
    fn emptied(&self, who: Who, cache: u8, left: bool) -> Line {
        let contents = self.contents.get(usize::from(cache)).cloned().unwrap_or_default();
        let items = contents.items.iter().map(|&item| self.item_name(item));
        let what: Vec<String> = items.chain(contents.supplies.words(&SUPPLIES)).collect();
        let what = if what.is_empty() { String::new() } else { format!(": {}", what.join(", ")) };
        let left = if left { " (more than can be carried)" } else { "" };
        let (name, cache) = (&self.sheet(who).name, self.setting.place.cache_name(cache));
        Line::new(Tone::Good, format!("{name} opens {cache}{what}{left}")).by("RANKS-J4").about([who])
    }
}

fn wounds_words(wounds: u8) -> String {
    if wounds == 1 { "1 wound".to_owned() } else { format!("{wounds} wounds") }
}
