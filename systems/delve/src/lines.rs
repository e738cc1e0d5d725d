//! The log: events in words, with their rolls as values.

use fracas_dice::{Check, Throw};
use fracas_kernel::plot::line_of;
use fracas_kernel::{Beat, Handle, Line, Narrate, Rolled, Seat, Side, Tell, Telling, Tone, Who, ZoneSet};

use crate::choices::Target;
use crate::conditions::Condition;
use crate::data::{BLESSED, BLINDED, Delve, HELPLESS, Harm, Kind};
use crate::event::Event;
use crate::ground::Lie;
use crate::state::State;
use crate::words::{HIT_POINTS, Way};

impl Narrate for Delve {
    fn beat(&self, event: &Event) -> Beat {
        if matches!(event, Event::Over { .. }) { Beat::End } else { Beat::Within }
    }

    fn line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        if !self.perceives(telling, event) {
            return None;
        }
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
                let known = self.zones_known_to(state, telling.seat).has(to);
                let zone = if known { &self.field.zones().zone(to).name } else { "somewhere out of sight" };
                plain(format!("{} {how} {zone}", name(who))).about([who]).by("DELVE-R10")
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
            Event::Attacked { who, with, target, ref check, lie, .. } => {
                let line = self.attack_line(telling, (who, with, target), check, lie);
                line.about([who, target]).by("DELVE-C5")
            }
            Event::Handled { .. } | Event::DoorOpens { .. } => self.door_line(telling, event)?,
            Event::Used { who, thing } => {
                let thing = self.ground.things.get(usize::from(thing)).map_or("thing", |thing| &thing.name);
                plain(format!("{} uses the {}", name(who), thing.to_lowercase())).about([who]).by("DELVE-F6")
            }
            Event::Braves { who, hazard } => {
                let hazard = self.hazard(hazard).map_or("hazard", |hazard| &hazard.name).to_lowercase();
                plain(format!("{} braves the {hazard}", name(who))).about([who]).by("DELVE-F5")
            }
            Event::Cast { who, spell, target } => {
                let (target_name, one) = match target {
                    Target::One(one) => (name(one), Some(one)),
                    Target::Zone(zone) => (self.field.zones().zone(zone).name.clone(), None),
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
                // Nothing was rolled for what is always the same.
                let roll = match rolled.dice.is_empty() {
                    true => String::new(),
                    false => format!(": {}{share}", rolled.text),
                };
                let text = format!("{} takes {amount} damage{roll}; {left}", name(who));
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
            Event::Afflicted { who, condition, later, .. } => {
                let when = if later { " at the end of the round" } else { "" };
                let tone = self.news(telling, self.is_good(condition), who);
                Line::new(tone, format!("{} is {}{when}", name(who), self.condition_name(condition)))
                    .about([who])
                    .by("DELVE-R6")
            }
            Event::Relieved { who, condition } => {
                let tone = self.news(telling, !self.is_good(condition), who);
                Line::new(tone, format!("{} is no longer {}", name(who), self.condition_name(condition)))
                    .about([who])
                    .by("DELVE-R6")
            }
            Event::Unharmed { who, harm } => {
                let what = if harm == Harm::Plain { "that" } else { harm.name() };
                plain(format!("{} is not harmed by {what}", name(who))).about([who]).by("DELVE-F8")
            }
            Event::Proof { who, condition } => {
                let what = self.condition_name(condition);
                plain(format!("{} cannot be {what}", name(who))).about([who]).by("DELVE-F8")
            }
            Event::Regrown { who, amount, hp } => {
                let left = HIT_POINTS.count(hp.into());
                Line::new(good(who), format!("{} regenerates {amount}; now {left}", name(who)))
                    .about([who])
                    .by("DELVE-F10")
            }
            Event::Sleepless { who } => {
                plain(format!("{} has no mind that could sleep", name(who))).about([who]).by("DELVE-R18")
            }
            Event::TurnPassed { turn } => {
                plain(format!("Turn {turn} of ten minutes is over: poisons work")).by("DELVE-R17")
            }
            Event::Woken { who, by } => {
                let how = by.map_or_else(String::new, |by| format!(", shaken by {}", name(by)));
                let line = Line::new(good(who), format!("{} wakes up{how}", name(who)));
                line.about([who].into_iter().chain(by)).by("DELVE-R18")
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
            Event::Plot { happening } => {
                let rule = if happening.people()[0].is_some() { "DELVE-G2" } else { "DELVE-G3" };
                line_of(self, telling, happening, self.zones_in_view(telling))?.by(rule)
            }
            Event::Passed { who } => Line::new(Tone::Aside, format!("{} is done", name(who))).about([who]),
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
        (who, with, target): (Who, u8, Who),
        check: &Check,
        lie: Lie,
    ) -> Line {
        let rolled = self.with_reasons(telling, (who, with, target), lie, checked(telling, check, "AC"));
        let (verb, weapon) = match self.armed(telling.state, who, with) {
            Some((_, weapon, Way::Strike)) => ("strikes at", weapon.name.to_lowercase()),
            Some((_, weapon, Way::Throw)) => ("throws at", weapon.name.to_lowercase()),
            Some((_, weapon, Way::Shoot)) => ("shoots at", weapon.name.to_lowercase()),
            None => ("strikes at", "nothing".to_owned()),
        };
        let result = if check.success { "hit" } else { "miss" };
        let [attacker, attacked] = [who, target].map(|one| self.name(telling.state, one));
        let (sum, ac) = (&rolled.text, check.target);
        let cover = if lie.cover > 0 { format!(" with cover {}", lie.cover) } else { String::new() };
        let text = format!("{attacker} {verb} {attacked} ({weapon}): {sum} against AC {ac}{cover}: {result}");
        let tone = if check.success { self.news(telling, true, who) } else { Tone::Plain };
        Line::new(tone, text).rolled(rolled)
    }

    /// Names what was added to a roll to hit. An attack is the first thing that its choice does, so conditions are as
    /// they were before.
    fn with_reasons(
        &self,
        telling: &Telling<'_, State>,
        (who, with, target): (Who, u8, Who),
        lie: Lie,
        rolled: Rolled,
    ) -> Rolled {
        let (sheet, before) = (self.sheet(telling.state, who), telling.before);
        let Some((attack, weapon, _)) = self.armed(telling.state, who, with) else { return rolled };
        let skill = match sheet.kind {
            Kind::Character { class, level } => format!("{} {level}", self.class_name(class)),
            Kind::Monster { .. } => "hit dice".to_owned(),
        };
        let (ability, value) = if attack.melee {
            ("strength", sheet.talents.strength)
        } else {
            ("dexterity", sheet.talents.dexterity)
        };
        let if_so = |holds: bool, value: i16| if holds { value.into() } else { 0 };
        let rolled = rolled
            .plus(skill, sheet.skill.into())
            .plus(ability, value.into())
            .plus(weapon.name.to_lowercase(), weapon.magic.into())
            .plus("blessed", if_so(before.is(who, Condition::Blessed), BLESSED))
            .plus("blinded", if_so(before.is(who, Condition::Blinded), BLINDED))
            .plus("helpless target", if_so(before.helpless().has(target), HELPLESS))
            .plus("from above", lie.height.into())
            .plus("in the dark", lie.dark.into());
        self.owns(before, who).fold(rolled, |rolled, own| rolled.plus(own.name.clone(), own.to_hit.into()))
    }

    fn door_line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        let state = telling.state;
        let (who, door, what, check) = match *event {
            Event::Handled { who, door, what, check } => (who, door, what, check),
            Event::DoorOpens { door } => {
                let name = self.field.door_name(state.seen, crate::ground::NONE, door).to_lowercase();
                return Some(Line::new(Tone::Plain, format!("The {name} is open")).by("DELVE-F1"));
            }
            _ => return None,
        };
        // As it was called before it showed what is behind it.
        let named = format!("the {}", self.door_name(telling.before, telling.before.zone[who], door));
        let name = self.name(state, who);
        let Some(check) = check else {
            return Some(
                Line::new(Tone::Plain, format!("{name} {}s {named}", what.name()))
                    .about([who])
                    .by("DELVE-F1"),
            );
        };
        let (tried, [done, failed]) = match what {
            Handle::Force => ("throws all weight against", ["it breaks", "it holds"]),
            Handle::Pick => ("works at the lock of", ["it opens", "it holds"]),
            Handle::Shut => ("tries to shut", ["it is shut", "it stays open"]),
            Handle::Bar | Handle::Open => ("tries to bar", ["it is barred", "it is not barred"]),
        };
        let rolled = checked(telling, &check, "");
        let result = if check.success { done } else { failed };
        let text = format!("{name} {tried} {named}: {} against {}: {result}", rolled.text, check.target);
        Some(Line::new(Tone::Plain, text).about([who]).rolled(rolled).by("DELVE-F1"))
    }

    /// The zones that a seat perceives, before or after.
    fn zones_in_view(&self, telling: &Telling<'_, State>) -> ZoneSet {
        let all = self.zones_known_to(telling.state, telling.seat);
        if self.unknown_to(telling.state, Seat::Watcher).is_empty() || telling.seat == Seat::Judge {
            return all;
        }
        all & (self.watched(telling.before) | self.watched(telling.state))
    }

    /// Does a seat hear of this? Of people whom it perceives before or after, and of doors that its side sees.
    fn perceives(&self, telling: &Telling<'_, State>, event: &Event) -> bool {
        let unknown = |state: &State| self.unknown_to(state, telling.seat);
        let hidden = unknown(telling.before) & unknown(telling.state);
        if let Event::DoorOpens { door } = *event {
            let seen = self.watched(telling.before) | self.watched(telling.state);
            let all = self.unknown_to(telling.state, Seat::Watcher).is_empty() || telling.seat == Seat::Judge;
            let known = self.zones_known_to(telling.state, telling.seat);
            let watched = |zone: u8| known.has(zone) && (seen.has(zone) || all);
            let way = self.field.doorways().get(usize::from(door));
            return way.is_none_or(|way| way.between.into_iter().any(watched));
        }
        let people = event.people();
        people.iter().flatten().next().is_none() || people.into_iter().flatten().any(|who| !hidden.has(who))
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
