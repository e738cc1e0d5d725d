//! What happens on a trek by the ardor rules alone, as lines of the log.

use fracas_adventure::{Display, Secrets, Tales, Test};
use fracas_dice::Throw;
use fracas_kernel::{Line, Mark, Rolled, Telling, Who};

use super::data::Matter;
use super::event::Try;
use super::words::boon_words;
use super::{Event, Lore, State};
use crate::effects::ability_effect;

/// Encounters that nobody has met are as the file has them.
impl Secrets for Lore {
    fn hide(&self, state: &mut State) {
        state.here.gone &= state.heard;
        state.here.beaten &= state.heard;
    }
}

impl Tales for Lore {
    fn line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        let found = self.deed_line(telling, event).or_else(|| self.harm_line(telling, event));
        found.or_else(|| self.growth_line(telling, event)).or_else(|| self.rest_line(telling, event))
    }

    fn reveals(&self, event: &Event) -> bool {
        matches!(event, Event::Seen { .. } | Event::Passed { .. })
    }

    fn mark(&self, event: &Event) -> Mark {
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
    fn name(&self, who: Who) -> &str {
        &self.sheet(who).name
    }

    pub(crate) fn ability_name(&self, who: Who, which: u8) -> &str {
        self.ability(who, which).map_or("nothing", |ability| &ability.name)
    }

    fn pursuit_name(&self, pursuit: u8) -> &str {
        self.pursuits.get(usize::from(pursuit)).map_or("", |pursuit| &pursuit.name)
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
        let rolled: Rolled =
            telling.rolled(&throw).plus("Trauma", trauma).against(against, value).success(success);
        let text = format!("{words}: {} against {value}, {margin}", rolled.text);
        let line = if success { Line::good(text) } else { Line::bad(text) };
        line.rolled(rolled).about([who])
    }

    /// What somebody does and how it goes.
    fn deed_line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        let care = |careful: bool| if careful { ", carefully" } else { "" };
        let (place, before, after) = (&self.setting.place, telling.before, telling.state);
        Some(match *event {
            Event::Sneaked { who, to, careful, ref roll } => {
                let to = place.going(&before.here, to);
                let words = format!("{} sets the pace {to}, unseen{}", self.name(who), care(careful));
                self.tried(telling, who, words, roll).by("ARDOR-S2")
            }
            Event::Crossed { who, way, to, careful, ref roll } => {
                let hazard =
                    self.passages[usize::from(way)].hazard.as_ref().map_or("", |hazard| &hazard.name);
                let to = place.going(&before.here, to);
                let words = format!("{} leads over {hazard} {to}{}", self.name(who), care(careful));
                self.tried(telling, who, words, roll).by("ARDOR-S2")
            }
            Event::Filched { who, cache, ref roll } => {
                let words = format!("{} reaches for {}, unseen", self.name(who), place.cache_name(cache));
                self.tried(telling, who, words, roll).by("ARDOR-S2")
            }
            Event::Seen { foes } => {
                let about =
                    self.setting.place.foes_about(foes).map_or(String::new(), |about| format!(". {about}"));
                let text = format!("You can make out {}{about}", self.foes_name(after, foes));
                Line::plain(text).by("ARDOR-S2")
            }
            Event::Passed { foes } => {
                Line::good(format!("You are not noticed by {}", self.foes_name(after, foes))).by("ARDOR-S2")
            }
            Event::Parted { foes } => {
                Line::plain(format!("You see no more of {}", self.foes_name(before, foes)))
            }
            Event::Achieved => Line::good(format!("It is done: {}", place.goal.text)),
            _ => return None,
        })
    }

    /// What goes wrong.
    fn harm_line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        let after = &telling.state.own;
        let matter = |of: fn(&Matter) -> &str| self.matter.as_ref().map_or("", of);
        Some(match *event {
            Event::Fumbled { who, way, to, below } => {
                let slip = match way {
                    Some(way) => self.passages[usize::from(way)].slip(),
                    None => self.terrain(to).slip.as_ref(),
                };
                let what = slip.map_or("", |slip| &slip.what);
                Line::bad(format!("{} fumbles, below {below}: {what}", self.name(who)))
                    .by("ARDOR-S8")
                    .about([who])
            }
            Event::Mishap { who, ref throw, amount } => self.mishap_line(telling, who, throw, amount),
            Event::ArdorLost { who, amount } => {
                Line::bad(format!("{} loses {amount} Ardor", self.name(who))).by("ARDOR-O1").about([who])
            }
            Event::Afflicted { who, condition } => {
                let text =
                    format!("{} is {} until there is time for a Break", self.name(who), condition.name());
                Line::bad(text).by("ARDOR-S8").about([who])
            }
            Event::Collapsed { who } => {
                let text = format!(
                    "{} collapses and is brought round: Trauma {}",
                    self.name(who),
                    after.trauma[who]
                );
                Line::bad(text).by("ARDOR-H2").about([who])
            }
            Event::Pressed { filled } => {
                let most = self.matter.as_ref().map_or(0, |matter| matter.segments);
                Line::bad(format!("{}: {filled} of {most}", matter(|matter| &matter.name))).by("ARDOR-B3")
            }
            Event::Settled => {
                let text = format!("That is settled: {}. Nothing presses now", matter(|matter| &matter.name));
                Line::good(text).by("ARDOR-R8")
            }
            Event::CameToPass => Line::bad(format!("Too late. {}", matter(|matter| &matter.comes))),
            Event::Freed { who } => Line::good(format!("{} is free again", self.name(who))).about([who]),
            _ => return None,
        })
    }

    fn mishap_line(&self, telling: &Telling<'_, State>, who: Who, throw: &Throw, amount: i16) -> Line {
        let rolled = telling.rolled(throw);
        let text = format!("{} loses {amount} health: {}", self.name(who), rolled.text);
        Line::bad(text).rolled(rolled).by("ARDOR-S8").about([who])
    }

    /// Discoveries, experience and pursuits.
    fn growth_line(&self, _telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        let segments = |pursuit: u8, filled: u8| {
            let most = self.pursuits.get(usize::from(pursuit)).map_or(0, |pursuit| pursuit.segments);
            format!("{}: {filled} of {most}", self.pursuit_name(pursuit))
        };
        Some(match *event {
            Event::Earned { xp } => Line::good(format!("Everybody earns {xp} XP")).by("ARDOR-B3"),
            Event::Discovered { who, which, enough } => {
                let lacks = if enough { "" } else { " (too few XP to learn it now)" };
                let effect = self.ability(who, which).map_or(String::new(), ability_effect);
                let name = self.ability_name(who, which);
                Line::good(format!("{} glimpses {name}{lacks}: {effect}", self.name(who)))
                    .by("ARDOR-R20")
                    .about([who])
            }
            Event::Noted { who, which } => {
                let text = format!(
                    "{} can train {} at an Extended Rest",
                    self.name(who),
                    self.ability_name(who, which)
                );
                Line::plain(text).by("ARDOR-S7").about([who])
            }
            Event::Learned { who, which, price } => {
                let text =
                    format!("{} learns {} for {price} XP", self.name(who), self.ability_name(who, which));
                Line::good(text).by("ARDOR-S7").about([who])
            }
            Event::Toughened { who, most } => {
                Line::good(format!("{} gets tougher: health {most}", self.name(who)))
                    .by("ARDOR-B3")
                    .about([who])
            }
            Event::Worked { who, pursuit, filled } => {
                let text = format!("{} works on {}", self.name(who), segments(pursuit, filled));
                Line::good(text).by("ARDOR-B3").about([who])
            }
            Event::Furthered { pursuit, filled } => {
                Line::good(format!("This helps with {}", segments(pursuit, filled))).by("ARDOR-B3")
            }
            Event::Completed { pursuit } => {
                let known = self.pursuits.get(usize::from(pursuit));
                let gives = known.map_or(String::new(), |pursuit| boon_words(&pursuit.gives));
                Line::good(format!("{} is finished: {gives}", self.pursuit_name(pursuit))).by("ARDOR-B3")
            }
            _ => return None,
        })
    }

    fn rest_line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        let after = &telling.state.own;
        let when = || self.when(telling.state);
        Some(match *event {
            Event::Paused => Line::good("A Break: everybody recovers Ardor").by("ARDOR-B1"),
            Event::Mended { who } => {
                let text = format!(
                    "{} uses up a Healing Kit: health is back at {}",
                    self.name(who),
                    after.health[who]
                );
                Line::good(text).by("ARDOR-B1").about([who])
            }
            Event::Slept { eaten } => {
                let text =
                    format!("{}: slept, after {eaten} rations. Ardor, health and surges are back", when());
                Line::good(text).by("ARDOR-B2")
            }
            Event::Lingered { days: 0 } => Line::good("Days of rest, before you set out").by("ARDOR-B3"),
            Event::Lingered { days } => Line::good(format!("{}: {days} days of rest", when())).by("ARDOR-B3"),
            Event::IllAtEase { who } => {
                let text =
                    format!("{} is ill at ease here: it is no more than a Standard Rest", self.name(who));
                Line::plain(text).by("ARDOR-R8").about([who])
            }
            Event::Eased { who } => {
                let text = format!("{} recovers one Trauma, {} left", self.name(who), after.trauma[who]);
                Line::good(text).by("ARDOR-R8").about([who])
            }
            Event::Waited => Line::plain(format!("You wait until {}", when())),
            _ => return None,
        })
    }
}
