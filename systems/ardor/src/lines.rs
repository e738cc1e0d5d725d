//! The round told as a story: every event as a line of the log, with its arithmetic and the rule behind it.

use fracas_dice::Throw;
use fracas_kernel::plot::line_of;
use fracas_kernel::{Beat, Line, Narrate, Rolled, Tell, Telling, Tone, Who, ZoneSet};

use crate::action::{Action, OFF};
use crate::data::{Ardor, Condition};
use crate::effects::{ROUNDS, ability_effect};
use crate::event::{Blow, Event, Hit, Missed, With};
use crate::state::State;
use crate::words::rule_of;

impl Narrate for Ardor {
    fn beat(&self, event: &Event) -> Beat {
        if matches!(event, Event::Over { .. }) { Beat::End } else { Beat::Within }
    }

    fn line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        let story = Story { rules: self, telling };
        if story.perceives(event) { story.line(event) } else { None }
    }

    fn reveals(&self, event: &Event) -> bool {
        matches!(event, Event::Revealed)
    }
}

/// What lines are made of.
struct Story<'a> {
    rules: &'a Ardor,
    telling: &'a Telling<'a, State>,
}

impl Story<'_> {
    fn name(&self, who: Who) -> String {
        self.rules.name(self.telling.state, who)
    }

    fn words(&self, who: Who, action: Action) -> String {
        // As it was planned: from where everybody was then.
        self.rules.action_words(self.telling.before, who, action, self.map())
    }

    /// The zones that this seat may be told of.
    fn map(&self) -> ZoneSet {
        self.rules.zones_known_to(self.telling.state, self.telling.seat)
    }

    fn zone(&self, from: u8, to: u8) -> String {
        self.rules.whither(self.map(), from, to)
    }

    /// May this seat be told? Of people whom it perceives before or after, and of doors that the heroes see.
    fn perceives(&self, event: &Event) -> bool {
        let unknown = |state: &State| self.rules.unknown_to(state, self.telling.seat);
        let hidden = unknown(self.telling.before) & unknown(self.telling.state);
        if let Event::DoorOpened { door } = *event {
            let way = self.rules.field.doorways().get(usize::from(door));
            return way.is_none_or(|way| way.between.into_iter().any(|zone| self.map().has(zone)));
        }
        let people = event.people();
        let mut known = people.into_iter().flatten();
        people == [None; 2] || known.any(|who| !hidden.has(who))
    }

    fn ability(&self, who: Who, which: u8) -> &str {
        self.rules.ability_name(self.telling.state, who, which)
    }

    fn plain(&self, who: Who, text: String) -> Line {
        Line::new(Tone::Plain, text).about([who])
    }

    /// Something good for `who`.
    fn good(&self, who: Who, text: String) -> Line {
        self.news(true, who, text)
    }

    fn bad(&self, who: Who, text: String) -> Line {
        self.news(false, who, text)
    }

    fn news(&self, good: bool, who: Who, text: String) -> Line {
        let state = self.telling.state;
        let tone = self.telling.news(good, state.side_of(who), |own| state.side_of(own));
        Line::new(tone, text).about([who])
    }

    fn line(&self, event: &Event) -> Option<Line> {
        Some(match *event {
            Event::Round { number } => Line::new(Tone::Round, format!("Round {number}")).by("ARDOR-F1"),
            Event::Revealed => Line::new(Tone::Heading, "All intents are in").by("ARDOR-F1"),
            Event::Alarm => Line::new(Tone::Heading, "The foes are on the alert").by("ARDOR-S2"),
            Event::Plot { happening } => {
                let rule = if happening.people()[0].is_some() { "ARDOR-G2" } else { "ARDOR-G3" };
                let seen = self.rules.zones_in_view(self.telling);
                return line_of(self.rules, self.telling, happening, seen).map(|line| line.by(rule));
            }
            Event::Over { outcome } => Line::new(Tone::Heading, outcome.words()).by("ARDOR-R9"),
            Event::Shown { .. }
            | Event::Meant { .. }
            | Event::Score { .. }
            | Event::Committed { .. }
            | Event::Unmasked { .. }
            | Event::Rolled { .. }
            | Event::Struggled { .. }
            | Event::Arduous { .. }
            | Event::Passed { .. } => return self.intent_line(event),
            Event::Discovered { .. } | Event::Learned { .. } | Event::Noted { .. } => {
                return self.discovery_line(event);
            }
            Event::Moved { .. }
            | Event::Barred { .. }
            | Event::NoWay { .. }
            | Event::Stuck { .. }
            | Event::Left { .. }
            | Event::Handled { .. }
            | Event::DoorMoot { .. }
            | Event::DoorOpened { .. }
            | Event::Moot { .. }
            | Event::Pushed { .. }
            | Event::Sneaked { .. } => return self.movement_line(event),
            Event::Fumbled { .. } | Event::Mishap { .. } | Event::ArdorLost { .. } => {
                return self.fumble_line(event);
            }
            Event::Struck { who, with, target, blow, ref damage } => {
                self.struck(who, with, target, blow, damage.as_ref())
            }
            Event::OutOfReach { who, target } => {
                let text = format!("{} is out of {}'s reach", self.name(target), self.name(who));
                self.plain(who, text).about([target]).by("ARDOR-R3")
            }
            Event::Stood { who, action, score } => self.stood(who, action, score),
            Event::Used { who, which, on, score } => {
                let words = self.words(who, Action::Ability { which, on, to: OFF });
                let rest = words.strip_prefix("use ").unwrap_or(&words);
                self.plain(who, format!("{} ({score}) uses {rest}", self.name(who))).by("ARDOR-R7")
            }
            Event::Afflicted { who, condition, rounds } => self.afflicted(who, condition, rounds),
            Event::Relieved { who, condition } => {
                let text = format!("{} is no longer {}", self.name(who), condition.name());
                self.news(!condition.is_good(), who, text).by("ARDOR-R7")
            }
            _ => return self.health_line(event),
        })
    }

    // --- intents and scores ---

    fn intent_line(&self, event: &Event) -> Option<Line> {
        Some(match *event {
            Event::Shown { who, action } => {
                let text = format!("{} means to {}", self.name(who), self.words(who, action));
                self.plain(who, text).by("ARDOR-F1")
            }
            Event::Meant { who, action } => {
                if !self.telling.seat.controls(who) {
                    return None;
                }
                let text = format!("In truth {} means to {}", self.name(who), self.words(who, action));
                self.plain(who, text).by("ARDOR-R6")
            }
            Event::Score { who, action, score } => self.score(who, action, score),
            Event::Committed { who, action, careful, again } => {
                let how = if again { "has changed plans" } else { "has decided" };
                let open = Ardor::confides(self.telling.state, who, self.telling.seat);
                let text = match open {
                    true => format!("{} {how}: {}{}", self.name(who), self.words(who, action), care(careful)),
                    false => format!("{} {how}", self.name(who)),
                };
                self.plain(who, text).by("ARDOR-R18")
            }
            Event::Unmasked { who, action } => {
                let text =
                    format!("{} was bluffing: it means to {}", self.name(who), self.words(who, action));
                self.good(who, text).by("ARDOR-R6")
            }
            Event::Rolled { who, action, careful, ref throw, inspired } => {
                self.rolled(who, action, careful, throw, inspired)
            }
            Event::Struggled { who, ref throw, ref surge } => self.struggled(who, throw, surge.as_ref()),
            Event::Arduous { who, action, score, free } => {
                let price = if free { "a free Arduous Action, inspired" } else { "an Arduous Action" };
                let text =
                    format!("{} takes {price}: {}, with {score}", self.name(who), self.words(who, action));
                self.plain(who, text).by("ARDOR-S6")
            }
            Event::Passed { who } => {
                self.plain(who, format!("{} takes no Arduous Action", self.name(who))).by("ARDOR-R11")
            }
            _ => return None,
        })
    }

    /// The score of one that does not roll; how it came about only where nothing is feigned.
    fn score(&self, who: Who, action: Action, score: i16) -> Line {
        let state = self.telling.state;
        let name = self.name(who);
        let open = !state.bluffers.has(who) || self.telling.seat.controls(who);
        let parts = || {
            let base = format!("base {}", self.rules.sheet(state, who).base);
            let parts = self.parts(state, who, action, false).into_iter();
            [base].into_iter().chain(parts.map(part)).collect::<Vec<_>>().join(", ")
        };
        let text =
            if open { format!("{name} has {score} ({})", parts()) } else { format!("{name} has {score}") };
        self.plain(who, text).by("ARDOR-R17")
    }

    /// What a score is made of, but for the die or the base.
    fn parts(&self, state: &State, who: Who, action: Action, careful: bool) -> Vec<(String, i16)> {
        let (rules, sheet) = (self.rules, self.rules.sheet(state, who));
        let (by, own, name) = match action {
            Action::Ability { which, .. } => {
                let own = rules.power_bonus(sheet, which);
                (rules.ability(state, who, which).map(|ability| ability.by), own, self.ability(who, which))
            }
            _ => {
                let weapon = if action.is_ranged() { &sheet.ranged } else { &sheet.melee };
                let weapon = weapon.as_ref().map(|weapon| weapon.by);
                let own = sheet.bonus[action.kind() as usize][usize::from(action.is_ranged())];
                (action.kind().attribute().or(action.target().and(weapon)), own, action.kind().name())
            }
        };
        let modifier = rules.modifier(state, who, action);
        let care = rules.careful.filter(|_| careful).map_or(0, |careful| careful.penalty);
        let conditions = Condition::ALL.into_iter().filter(|&condition| state.is(who, condition));
        let first = [
            (by.map_or("attribute", |by| by.name()), own - modifier - sheet.base),
            (name, modifier),
            ("footing", rules.footing[state.began[who]]),
        ];
        let last = [("care", -care), ("Trauma", -i16::from(state.trauma[who]))];
        let all = first.into_iter().chain(conditions.map(|one| (one.name(), one.modifier()))).chain(last);
        all.filter(|(_, value)| *value != 0).map(|(name, value)| (name.to_owned(), value)).collect()
    }

    fn rolled(&self, who: Who, action: Action, careful: bool, throw: &Throw, inspired: bool) -> Line {
        let parts = self.parts(self.telling.before, who, action, careful);
        let name_part = |rolled: Rolled, (name, value): &(String, i16)| rolled.plus(name, i32::from(*value));
        let rolled = parts.iter().fold(self.telling.rolled(throw), name_part);
        let why = match parts.is_empty() {
            true => String::new(),
            false => format!(" ({})", parts.into_iter().map(part).collect::<Vec<_>>().join(", ")),
        };
        let (name, words, sum) = (self.name(who), self.words(who, action), &rolled.text);
        let text = format!("{name} means to {words}{}: {sum}{why}", care(careful));
        let line = match inspired {
            true => self.good(who, text + ": an Inspired Moment!").by("ARDOR-S7"),
            false => self.plain(who, text).by("ARDOR-S1"),
        };
        line.rolled(rolled)
    }

    fn struggled(&self, who: Who, throw: &Throw, surge: Option<&Throw>) -> Line {
        let state = self.telling.before;
        let own = self.telling.rolled(throw).plus("Trauma", -i32::from(state.trauma[who]));
        let Some(surge) = surge.map(|surge| self.telling.rolled(surge)) else {
            let challenge = i32::from(self.rules.challenge_in(state, state.zone[who]));
            let natural = throw.value - i32::from(throw.roll.added());
            let own = own.against("Challenge Score", challenge);
            let own = own.success(natural == 20 || throw.value >= challenge);
            let text = format!("{} tries to recover: {}", self.name(who), own.text);
            return self.plain(who, text).rolled(own).by("ARDOR-A9");
        };
        let text = format!("{} tries to recover: {}, and the surge {}", self.name(who), own.text, surge.text);
        self.plain(who, text).rolled(own).rolled(surge).by("ARDOR-A9")
    }

    fn discovery_line(&self, event: &Event) -> Option<Line> {
        Some(match *event {
            Event::Discovered { who, ability, enough } => {
                let lacks = if enough { "" } else { " (too few XP to learn it now)" };
                let known = self.rules.ability(self.telling.state, who, ability);
                let effect = known.map_or(String::new(), ability_effect);
                let name = self.ability(who, ability);
                let text = format!("{} glimpses {name}{lacks}: {effect}", self.name(who));
                self.good(who, text).by("ARDOR-R20")
            }
            Event::Learned { who, ability } => {
                let text = format!("{} learns {}", self.name(who), self.ability(who, ability));
                self.good(who, text).by("ARDOR-S7")
            }
            Event::Noted { who, ability } => {
                let text = format!("{} can train {} at a rest", self.name(who), self.ability(who, ability));
                self.plain(who, text).by("ARDOR-S7")
            }
            _ => return None,
        })
    }

    // --- what happens ---

    fn movement_line(&self, event: &Event) -> Option<Line> {
        let from = |who: Who| self.telling.before.zone[who];
        Some(match *event {
            Event::Moved { who, to, score } => {
                let to = if self.map().has(to) { self.zone(to, to) } else { "out of sight".to_owned() };
                let to = if to == "out of sight" { to } else { format!("to {to}") };
                self.plain(who, format!("{} ({score}) goes {to}", self.name(who))).by("ARDOR-R3")
            }
            Event::Barred { who, by, to, score, against } => {
                let margin = match against - score {
                    0 => format!("both have {score}, and a tie goes to whoever bars it"),
                    ahead => format!("{against} to {score}, ahead by {ahead}"),
                };
                let text = format!(
                    "{} bars {}'s way to {}: {margin}",
                    self.name(by),
                    self.name(who),
                    self.zone(from(who), to)
                );
                self.bad(who, text).about([by]).by("ARDOR-F2")
            }
            Event::NoWay { who, to } => {
                let text = format!("{} cannot get to {} from here", self.name(who), self.zone(from(who), to));
                self.plain(who, text).by("ARDOR-R3")
            }
            Event::Stuck { who } => {
                self.bad(who, format!("{} cannot leave the zone", self.name(who))).by("ARDOR-R7")
            }
            Event::Moot { who, which } => {
                let name = self.ability(who, which);
                self.plain(who, format!("{} is too late to use {name}", self.name(who))).by("ARDOR-D5")
            }
            Event::Pushed { who, to, ref damage } => self.pushed(who, to, damage.as_ref()),
            Event::Left { who } => {
                self.plain(who, format!("{} leaves the field", self.name(who))).by("ARDOR-R9")
            }
            Event::Handled { who, door, what, score, challenge, by, success } => {
                let words = self.words(who, Action::Door { door, what });
                let against = challenge.map_or(String::new(), |challenge| format!(" against {challenge}"));
                let how = match (success, by) {
                    (true, _) => "done".to_owned(),
                    (false, Some(by)) => format!("{} is quicker and keeps it from that", self.name(by)),
                    (false, None) => "it holds".to_owned(),
                };
                let text = format!("{} ({score}{against}) tries to {words}: {how}", self.name(who));
                let line = if success { self.good(who, text) } else { self.plain(who, text) };
                line.about(by).by("ARDOR-D1")
            }
            Event::DoorMoot { who, door, what } => {
                let words = self.words(who, Action::Door { door, what });
                self.plain(who, format!("{} is too late to {words}", self.name(who))).by("ARDOR-D1")
            }
            Event::DoorOpened { door } => {
                let near = self.rules.field.doorways().get(usize::from(door)).map_or(0, |way| {
                    way.between.into_iter().find(|&zone| self.map().has(zone)).unwrap_or(way.between[0])
                });
                let name = self.rules.door_name(self.map(), near, door);
                Line::new(Tone::Plain, format!("The {name} is open")).by("ARDOR-D1")
            }
            Event::Sneaked { who, score, challenge, seen } => {
                let how = if seen { "is noticed" } else { "goes unseen" };
                let text = format!("{} {how}: {score} against {challenge}", self.name(who));
                self.news(!seen, who, text).by("ARDOR-S2")
            }
            _ => return None,
        })
    }

    fn fumble_line(&self, event: &Event) -> Option<Line> {
        Some(match *event {
            Event::Fumbled { who, which, score, below, .. } => {
                let what = &self.rules.fumble(which).what;
                let text = format!("{} fumbles with {score}, below {below}: {what}", self.name(who));
                self.bad(who, text).by("ARDOR-S8")
            }
            Event::Mishap { who, ref throw, amount } => {
                let rolled = self.telling.rolled(throw);
                let text =
                    format!("{} takes {amount} damage from the mishap: {}", self.name(who), rolled.text);
                self.bad(who, text).rolled(rolled).by("ARDOR-S8")
            }
            Event::ArdorLost { who, amount } => {
                self.bad(who, format!("{} loses {amount} Ardor", self.name(who))).by("ARDOR-O1")
            }
            _ => return None,
        })
    }

    fn stood(&self, who: Who, action: Action, score: i16) -> Line {
        let name = self.name(who);
        let text = match action {
            Action::DefendOther { ward } => format!("{name} ({score}) covers {}", self.name(ward)),
            Action::Tend { patient } => format!("{name} ({score}) tends {}", self.name(patient)),
            Action::Defend { bar: Some(to) } => {
                format!("{name} ({score}) bars the way to {}", self.zone(self.telling.before.zone[who], to))
            }
            _ => format!("{name} ({score}) is on guard"),
        };
        let other = match action {
            Action::DefendOther { ward: other } | Action::Tend { patient: other } => Some(other),
            _ => None,
        };
        self.plain(who, text).about(other).by(rule_of(action.kind()))
    }

    fn struck(&self, who: Who, with: With, target: Who, blow: Blow, damage: Option<&Throw>) -> Line {
        let Blow { score, against, by, cover, inspired, hit, .. } = blow;
        let (attacker, victim) = (self.name(who), self.name(target));
        let deed = match with {
            With::Melee => format!("{attacker} strikes {victim}"),
            With::Ranged => format!("{attacker} shoots {victim}"),
            With::Ability(which) => format!("{attacker} uses {} on {victim}", self.ability(who, which)),
        };
        let lent = by.map_or(String::new(), |by| format!(" of {}", self.name(by)));
        let lent = if cover > 0 { format!("{lent} with {cover} for cover") } else { lent };
        let margin = match score - against {
            0 => "even".to_owned(),
            n if n > 0 => format!("ahead by {n}"),
            n => format!("behind by {}", -n),
        };
        let (result, rule) = match hit {
            Hit::Full if inspired && score < against => ("a full hit, being inspired".to_owned(), "ARDOR-S7"),
            Hit::Full => ("a full hit".to_owned(), "ARDOR-S3"),
            Hit::Glancing => ("a glancing hit".to_owned(), "ARDOR-S4"),
            Hit::Miss(Missed::Outclassed) => ("a miss".to_owned(), "ARDOR-S5"),
            Hit::Miss(Missed::Inspired) => (format!("a miss, as {victim} is inspired"), "ARDOR-S7"),
            Hit::Miss(Missed::Defended) => ("glancing, and turned aside".to_owned(), "ARDOR-A5"),
            Hit::Miss(Missed::Fled) => (format!("a miss, as {victim} is on the run"), "ARDOR-A7"),
        };
        let rule = if by.is_some() && rule != "ARDOR-S3" { "ARDOR-A6" } else { rule };
        let damage = damage.map(|throw| self.telling.rolled(throw));
        let dealt = damage.as_ref().map_or(String::new(), |rolled| format!(", {} damage", rolled.text));
        let text = format!("{deed}: {score} to {against}{lent}, {margin}: {result}{dealt}");
        let line = match hit {
            Hit::Miss(_) => self.plain(who, text),
            Hit::Full | Hit::Glancing => self.good(who, text),
        };
        let line = line.about([target]).about(by).by(rule);
        damage.into_iter().fold(line, Line::rolled)
    }

    fn pushed(&self, who: Who, to: u8, damage: Option<&Throw>) -> Line {
        let seen = self.map().has(to);
        let to_where = if seen { format!("to {}", self.zone(to, to)) } else { "out of sight".to_owned() };
        let damage = damage.map(|throw| self.telling.rolled(throw));
        let dealt = damage.as_ref().map_or(String::new(), |rolled| format!(", {} damage", rolled.text));
        let fall = self.rules.fall(to).filter(|_| seen);
        let into = fall.map_or(String::new(), |fall| format!(": {}{dealt}", fall.what));
        let line = self.bad(who, format!("{} is pushed {to_where}{into}", self.name(who)));
        let line = line.by(if fall.is_some() { "ARDOR-D7" } else { "ARDOR-D6" });
        damage.into_iter().filter(|_| seen).fold(line, Line::rolled)
    }

    fn afflicted(&self, who: Who, condition: Condition, rounds: u8) -> Line {
        let long = match rounds {
            1 => "for the next round".to_owned(),
            _ => format!("for {}", ROUNDS.count(rounds.into())),
        };
        let text = format!("{} is {} {long}", self.name(who), condition.name());
        self.news(condition.is_good(), who, text).by("ARDOR-R7")
    }

    // --- health ---

    fn health_line(&self, event: &Event) -> Option<Line> {
        Some(match *event {
            Event::Healed { who, ref throw, health, ardor } => {
                let rolled = self.telling.rolled(throw);
                let more = if ardor { ", and one Ardor" } else { "" };
                let text = format!("{} regains health: {}, now {health}{more}", self.name(who), rolled.text);
                self.good(who, text).rolled(rolled).by("ARDOR-R12")
            }
            Event::Recovered { who, score, challenge, by, success, lucky } => {
                let name = self.name(who);
                let whose = by.map_or(String::new(), |by| format!("{}'s ", self.name(by)));
                let text = match (success, lucky) {
                    (true, true) => format!("{name} recovers on a natural 20"),
                    (true, false) => format!("{name} recovers: {whose}{score} meets {challenge}"),
                    (false, _) => {
                        format!(
                            "{name} stays down: {whose}{score} misses {challenge} by {}",
                            challenge - score
                        )
                    }
                };
                let line = if success { self.good(who, text) } else { self.plain(who, text) };
                line.about(by).by("ARDOR-R13")
            }
            Event::Awake { who } => {
                self.good(who, format!("{} is conscious again", self.name(who))).by("ARDOR-R15")
            }
            Event::Hurt { who, amount, health } => self
                .bad(who, format!("{} loses {amount} health: {health} left", self.name(who)))
                .by("ARDOR-H1"),
            Event::Fell { who, ref timer } => self.trauma(who, "is incapacitated", timer),
            Event::Worse { who, ref timer } => self.trauma(who, "gets worse", timer),
            Event::Out { who } => {
                self.bad(who, format!("{} is out of the fight", self.name(who))).by("ARDOR-R2")
            }
            _ => return None,
        })
    }

    fn trauma(&self, who: Who, how: &str, timer: &Throw) -> Line {
        let (name, trauma) = (self.name(who), self.telling.state.trauma[who]);
        let (rounds, rolled) = (ROUNDS.count(timer.value), self.telling.rolled(timer));
        let text = format!("{name} {how}: Trauma {trauma}, the next in {rounds} ({})", rolled.text);
        self.bad(who, text).rolled(rolled).by("ARDOR-H2")
    }
}

fn part((name, value): (String, i16)) -> String {
    format!("{name} {value:+}")
}

fn care(careful: bool) -> &'static str {
    if careful { ", carefully" } else { "" }
}
