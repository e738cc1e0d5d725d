//! The log: events in words, with their rolls as values.

use fracas_dice::{Check, Throw};
use fracas_kernel::{Line, Narrate, Rolled, Side, Tell, Telling, Tone, Who};

use crate::choices::Target;
use crate::data::{BLESSED, BLINDED, Condition, Delve, HELPLESS, Kind};
use crate::event::Event;
use crate::state::State;
use crate::words::{HIT_POINTS, Way};

impl Narrate for Delve {
    fn line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        let state = telling.state;
        let name = |who| self.name(state, who);
        let plain = |text: String| Line::new(Tone::Plain, text);
        let good = |who| self.news(telling, true, who);
        let bad = |who| self.news(telling, false, who);
        Some(match *event {
            Event::Surprise { side, ref check } => {
                let rolled = checked(telling, check, "not surprised");
                let result = if check.success { "not surprised" } else { "surprised" };
                plain(format!("Surprise of the {}: {}, {result}", side.name(), rolled.text))
                    .rolled(rolled)
                    .by("DELVE-C2")
            }
            Event::BothSurprised => {
                plain("Both sides are surprised: no free round".to_owned()).by("DELVE-R3")
            }
            Event::FreeRound { side } => {
                Line::new(Tone::Heading, format!("A free round for the {}", side.name())).by("DELVE-C2")
            }
            Event::Round { number } => {
                // DELVE-T1: a round takes a minute.
                Line::new(Tone::Round, format!("Round {number}, minute {number}")).by("DELVE-T1")
            }
            Event::Initiative { ref heroes, ref monsters, first } => {
                initiative(telling, heroes, monsters, first).by("DELVE-C3")
            }
            Event::Moved { who, to, far, .. } => {
                let how = if far { "hurries on to" } else { "moves to" };
                plain(format!("{} {how} {}", name(who), self.zones.zone(to).name))
                    .about([who])
                    .by("DELVE-R10")
            }
            Event::Left { who } => {
                plain(format!("{} leaves the field", name(who))).about([who]).by("DELVE-R9")
            }
            Event::Stray { who, meant, found } => {
                let (shooter, meant_name) = (name(who), name(meant));
                let text = if meant == found {
                    format!("{shooter} aims at {meant_name} in the melee, and the shot goes true")
                } else {
                    format!(
                        "{shooter} aims at {meant_name} in the melee, but the shot goes to {}",
                        name(found)
                    )
                };
                plain(text).about([who, found]).by("DELVE-R5")
            }
            Event::Attacked { who, with, target, ref check } => {
                self.attack_line(telling, who, with, target, check).about([who, target]).by("DELVE-C5")
            }
            Event::Cast { who, spell, target } => {
                let (target_name, one) = match target {
                    Target::One(one) => (name(one), Some(one)),
                    Target::Zone(zone) => (self.zones.zone(zone).name.clone(), None),
                };
                let spell = self.spell(state, who, spell).map_or("nothing", |spell| &spell.name);
                plain(format!("{} casts {spell} on {target_name}", name(who)))
                    .about([who].into_iter().chain(one))
                    .by("DELVE-R7")
            }
            Event::Saved { who, ref check } => {
                let rolled = checked(telling, check, "save");
                let result = if check.success { "saved" } else { "failed" };
                plain(format!("{} saves: {} against {}: {result}", name(who), rolled.text, check.target))
                    .about([who])
                    .rolled(rolled)
                    .by("DELVE-V1")
            }
            Event::Hurt { who, ref throw, amount, hp, later, .. } => {
                let rolled = telling.rolled(throw);
                let left = if later { "at the end of the round".to_owned() } else { format!("{hp} left") };
                let share =
                    if throw.value == i32::from(amount) { String::new() } else { format!(", so {amount}") };
                let text = format!("{} takes {amount} damage: {}{share}; {left}", name(who), rolled.text);
                Line::new(bad(who), text).about([who]).rolled(rolled).by(if later {
                    "DELVE-R12"
                } else {
                    "DELVE-D1"
                })
            }
            Event::Healed { who, ref throw, hp, later, .. } => {
                let rolled = telling.rolled(throw);
                let left = if later {
                    "at the end of the round".to_owned()
                } else {
                    format!("now {}", HIT_POINTS.count(hp.into()))
                };
                let text = format!("{} is healed: {}; {left}", name(who), rolled.text);
                Line::new(good(who), text).about([who]).rolled(rolled).by("DELVE-R7")
            }
            Event::Slumber { ref throw } => {
                let rolled = telling.rolled(throw);
                plain(format!("Hit dice that fall asleep: {}", rolled.text)).rolled(rolled).by("DELVE-R7")
            }
            Event::Afflicted { who, condition, later } => {
                let when = if later { " at the end of the round" } else { "" };
                let tone = self.news(telling, condition.is_good(), who);
                Line::new(tone, format!("{} is {}{when}", name(who), condition.name()))
                    .about([who])
                    .by("DELVE-R6")
            }
            Event::Relieved { who, condition } => {
                let tone = self.news(telling, !condition.is_good(), who);
                Line::new(tone, format!("{} is no longer {}", name(who), condition.name()))
                    .about([who])
                    .by("DELVE-R6")
            }
            Event::Woken { who } => {
                Line::new(good(who), format!("{} wakes up", name(who))).about([who]).by("DELVE-R7")
            }
            Event::Down { who } => {
                Line::new(bad(who), format!("{} falls unconscious", name(who))).about([who]).by("DELVE-D1")
            }
            Event::Dead { who } => {
                let rule = match self.sheet(state, who).kind {
                    Kind::Character { .. } => "DELVE-D1",
                    Kind::Monster { .. } => "DELVE-D2",
                };
                Line::new(bad(who), format!("{} dies", name(who))).about([who]).by(rule)
            }
            Event::Up { who } => {
                Line::new(good(who), format!("{} is conscious again", name(who))).about([who]).by("DELVE-D1")
            }
            Event::AtOnce => plain("Everything takes effect at once".to_owned()).by("DELVE-R4"),
            Event::Passed { who } => plain(format!("{} is done", name(who))).about([who]),
            Event::Over { outcome } => Line::new(Tone::Heading, outcome.words()).by("DELVE-R9"),
        })
    }
}

impl Delve {
    /// The tone of what is good or bad for somebody.
    fn news(&self, telling: &Telling<'_, State>, is_good: bool, who: Who) -> Tone {
        let state = telling.state;
        telling.news(is_good, state.side_of(who), |own| state.side_of(own))
    }

    fn attack_line(
        &self,
        telling: &Telling<'_, State>,
        who: Who,
        with: u8,
        target: Who,
        check: &Check,
    ) -> Line {
        let rolled = self.with_reasons(telling, who, with, target, checked(telling, check, "AC"));
        let (verb, weapon) = match self.armed(telling.state, who, with) {
            Some((_, weapon, Way::Strike)) => ("strikes at", weapon.name.to_lowercase()),
            Some((_, weapon, Way::Throw)) => ("throws at", weapon.name.to_lowercase()),
            Some((_, weapon, Way::Shoot)) => ("shoots at", weapon.name.to_lowercase()),
            None => ("strikes at", "nothing".to_owned()),
        };
        let result = if check.success { "hit" } else { "miss" };
        let [attacker, attacked] = [who, target].map(|one| self.name(telling.state, one));
        let (sum, ac) = (&rolled.text, check.target);
        let text = format!("{attacker} {verb} {attacked} ({weapon}): {sum} against AC {ac}: {result}");
        let tone = if check.success { self.news(telling, true, who) } else { Tone::Plain };
        Line::new(tone, text).rolled(rolled)
    }

    /// Names what was added to a roll to hit. An attack is the first thing that its choice does, so conditions are as
    /// they were before.
    fn with_reasons(
        &self,
        telling: &Telling<'_, State>,
        who: Who,
        with: u8,
        target: Who,
        rolled: Rolled,
    ) -> Rolled {
        let (sheet, before) = (self.sheet(telling.state, who), telling.before);
        let Some((attack, weapon, _)) = self.armed(telling.state, who, with) else { return rolled };
        let skill = match sheet.kind {
            Kind::Character { class, level } => format!("{} {level}", class.name()),
            Kind::Monster { .. } => "hit dice".to_owned(),
        };
        let (ability, value) = if attack.melee {
            ("strength", sheet.talents.strength)
        } else {
            ("dexterity", sheet.talents.dexterity)
        };
        let if_so = |holds: bool, value: i16| if holds { value.into() } else { 0 };
        rolled
            .plus(skill, sheet.skill.into())
            .plus(ability, value.into())
            .plus(weapon.name.to_lowercase(), weapon.magic.into())
            .plus("blessed", if_so(before.is(who, Condition::Blessed), BLESSED))
            .plus("blinded", if_so(before.is(who, Condition::Blinded), BLINDED))
            .plus("helpless target", if_so(before.helpless().has(target), HELPLESS))
    }
}

fn initiative(telling: &Telling<'_, State>, heroes: &Throw, monsters: &Throw, first: Option<Side>) -> Line {
    let result = match first {
        Some(side) => format!("the {} act first", side.name()),
        None => "both act at the same time".to_owned(),
    };
    let [mine, theirs] = [heroes, monsters].map(|throw| telling.rolled(throw));
    let text = format!("Initiative: heroes {}, monsters {}: {result}", mine.text, theirs.text);
    Line::new(Tone::Plain, text).rolled(mine).rolled(theirs)
}

/// A roll that had to reach something.
fn checked(telling: &Telling<'_, State>, check: &Check, what: &str) -> Rolled {
    telling.rolled(&check.throw).against(what, check.target).success(check.success)
}
