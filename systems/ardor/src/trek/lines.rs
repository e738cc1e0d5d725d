//! What happens on a trek by the ardor rules alone, as lines of the log.

use fracas_adventure::{Lookup, Tales, Test};
use fracas_kernel::{Line, Mark, Telling, Who};

use super::data::Matter;
use super::event::Try;
use super::words::boon_words;
use super::{Event, Lore, State};
use crate::effects::ability_effect;

impl Tales for Lore {
    fn line(&self, telling: &Telling<'_, State>, who: Who, event: &Event) -> Option<Line> {
        let line = self.deed_line(telling, who, event).or_else(|| self.harm_line(telling, event));
        line.or_else(|| self.growth_line(telling, who, event)).or_else(|| self.rest_line(telling, who, event))
    }

    fn reveals(&self, event: &Event) -> bool {
        matches!(event, Event::Seen(_) | Event::Passed(_))
    }

    fn mark(&self, _who: Who, event: &Event) -> Mark {
        match event {
            Event::Sneaked { roll, .. } | Event::Crossed { roll, .. } | Event::Filched { roll, .. }
                if roll.success =>
            {
                Mark::Success
            }
            _ => Mark::Nothing,
        }
    }

    fn welcome(&self, state: &State) -> &'static str {
        if state.own.unaware { ". They have not noticed you" } else { "" }
    }
}

impl Lore {
    pub(crate) fn ability_name(&self, who: Who, which: u8) -> &str {
        self.ability(who, which).map_or("nothing", |ability| &ability.name)
    }

    /// A roll with how it went: "d20 [9] + 1 = 10 against 12, 2 short".
    fn tried(&self, telling: &Telling<'_, State>, who: Who, words: String, roll: &Try) -> Line {
        let Test { throw, against, value, success, .. } = Test::from(*roll);
        let margin = match (roll.inspired, throw.value - value) {
            (true, _) => "an Inspired Moment".to_owned(),
            (false, 0) => "just enough".to_owned(),
            (false, n) if n > 0 => format!("{n} to spare"),
            (false, n) => format!("{} short", -n),
        };
        let trauma = -i32::from(telling.before.own.trauma[who]);
        let rolled = telling.rolled(&throw).plus("Trauma", trauma).against(against, value).success(success);
        let text = format!("{words}: {} against {value}, {margin}", rolled.text);
        let line = if success { Line::good(text) } else { Line::bad(text) };
        line.rolled(rolled).by("ARDOR-S2")
    }

    /// What somebody does and how it goes.
    fn deed_line(&self, telling: &Telling<'_, State>, who: Who, event: &Event) -> Option<Line> {
        let care = |careful: bool| if careful { ", carefully" } else { "" };
        let (place, before) = (&self.setting.place, telling.before);
        let band = |foes| self.foes_name(telling.state, foes);
        Some(match *event {
            Event::Sneaked { to, careful, ref roll } => {
                let to = place.going(&before.here, to);
                self.tried(telling, who, format!("sets the pace {to}, unseen{}", care(careful)), roll)
            }
            Event::Crossed { way, to, careful, ref roll } => {
                let hazard =
                    self.passages[usize::from(way)].hazard.as_ref().map_or("", |hazard| &hazard.name);
                let to = place.going(&before.here, to);
                self.tried(telling, who, format!("leads over {hazard} {to}{}", care(careful)), roll)
            }
            Event::Filched { cache, ref roll } => {
                let words = format!("reaches for {}, unseen", place.cache_name(cache));
                self.tried(telling, who, words, roll)
            }
            Event::Seen(foes) => {
                let about = place.foes_about(foes).map_or(String::new(), |about| format!(". {about}"));
                Line::plain(format!("You can make out {}{about}", band(foes))).by("ARDOR-S2")
            }
            Event::Passed(foes) => {
                Line::good(format!("You are not noticed by {}", band(foes))).by("ARDOR-S2")
            }
            Event::Parted(foes) => {
                Line::plain(format!("You see no more of {}", self.foes_name(before, foes)))
            }
            Event::Achieved => Line::good(format!("It is done: {}", place.goal.text)),
            _ => return None,
        })
    }

    /// What goes wrong.
    fn harm_line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        let matter = |of: fn(&Matter) -> &str| self.matter.as_ref().map_or("", of);
        Some(match *event {
            Event::Fumbled { way, to, below, judged } => {
                let slip = match way {
                    _ if judged => Some(&self.fights[0].mishap),
                    Some(way) => self.passages[usize::from(way)].slip(),
                    None => self.terrain(to).slip.as_ref(),
                };
                let what = slip.map_or("", |slip| &slip.what);
                Line::bad(format!("fumbles, below {below}: {what}")).by("ARDOR-S8")
            }
            Event::Mishap(ref throw) => {
                let rolled = telling.rolled(throw);
                let text = format!("loses {} health: {}", throw.value.clamp(0, 999), rolled.text);
                Line::bad(text).rolled(rolled).by("ARDOR-S8")
            }
            Event::ArdorLost(amount) => Line::bad(format!("loses {amount} Ardor")).by("ARDOR-O1"),
            Event::Afflicted(condition) => {
                Line::bad(format!("is {} until there is time for a Break", condition.name())).by("ARDOR-S8")
            }
            Event::Pressed(filled) => {
                let most = self.matter.as_ref().map_or(0, |matter| matter.segments);
                Line::bad(format!("{}: {filled} of {most}", matter(|matter| &matter.name))).by("ARDOR-B3")
            }
            Event::Settled => {
                let text = format!("That is settled: {}. Nothing presses now", matter(|matter| &matter.name));
                Line::good(text).by("ARDOR-R8")
            }
            Event::CameToPass => Line::bad(format!("Too late. {}", matter(|matter| &matter.comes))),
            _ => return None,
        })
    }

    /// Discoveries, experience and pursuits.
    fn growth_line(&self, telling: &Telling<'_, State>, who: Who, event: &Event) -> Option<Line> {
        let ability = |which: u8| self.ability_name(who, which);
        let segments = |pursuit: u8, filled: u8| {
            let known = self.pursuits.get(usize::from(pursuit));
            known.map_or(String::new(), |known| format!("{}: {filled} of {}", known.name, known.segments))
        };
        Some(match *event {
            Event::Earned(xp) => Line::good(format!("Everybody earns {xp} XP")).by("ARDOR-B3"),
            Event::Discovered(which, enough) => {
                let lacks = if enough { "" } else { " (too few XP to learn it now)" };
                let effect = self.ability(who, which).map_or(String::new(), ability_effect);
                Line::good(format!("glimpses {}{lacks}: {effect}", ability(which))).by("ARDOR-R20")
            }
            Event::Noted(which) => {
                Line::plain(format!("can train {} at an Extended Rest", ability(which))).by("ARDOR-S7")
            }
            Event::Learned(which, price) => {
                Line::good(format!("learns {} for {price} XP", ability(which))).by("ARDOR-S7")
            }
            Event::Toughened => {
                Line::good(format!("gets tougher: health {}", telling.state.own.most[who])).by("ARDOR-B3")
            }
            Event::Worked(pursuit, filled) => {
                Line::good(format!("works on {}", segments(pursuit, filled))).by("ARDOR-B3")
            }
            Event::Furthered(pursuit, filled) => {
                Line::good(format!("This helps with {}", segments(pursuit, filled))).by("ARDOR-B3")
            }
            Event::Completed(pursuit) => {
                let known = self.pursuits.get(usize::from(pursuit))?;
                Line::good(format!("{} is finished: {}", known.name, boon_words(&known.gives))).by("ARDOR-B3")
            }
            _ => return None,
        })
    }

    /// Rests, and whoever comes round.
    fn rest_line(&self, telling: &Telling<'_, State>, who: Who, event: &Event) -> Option<Line> {
        let (own, when) = (&telling.state.own, || self.setting.clock.when(telling.state.clock));
        Some(match *event {
            Event::Paused => Line::good("A Break: everybody recovers Ardor").by("ARDOR-B1"),
            Event::Mended => {
                Line::good(format!("uses up a Healing Kit: health is back at {}", own.health[who]))
                    .by("ARDOR-B1")
            }
            Event::Slept(eaten) => {
                let (rations, until) = (["rations", "ration"][usize::from(eaten == 1)], when());
                let text = format!(
                    "Slept until {until}, after {eaten} {rations}: Ardor, health and surges are back"
                );
                Line::good(text).by("ARDOR-B2")
            }
            Event::Lingered(0) => Line::good("Days of rest, before you set out").by("ARDOR-B3"),
            Event::Lingered(days) => {
                Line::good(format!("{days} days of rest, until {}", when())).by("ARDOR-B3")
            }
            Event::IllAtEase => {
                Line::plain("is ill at ease here: it is no more than a Standard Rest").by("ARDOR-R8")
            }
            Event::Eased => {
                Line::good(format!("recovers one Trauma, {} left", own.trauma[who])).by("ARDOR-R8")
            }
            Event::Waited => Line::plain(format!("You wait until {}", when())),
            Event::Collapsed => {
                Line::bad(format!("collapses and is brought round: Trauma {}", own.trauma[who]))
                    .by("ARDOR-H2")
            }
            Event::Freed => Line::good("is free again"),
            _ => return None,
        })
    }
}
