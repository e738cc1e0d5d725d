//! The round told as a story: every event as a line of the log, with its arithmetic and the rule behind it.

use fracas_kernel::{Line, Side, Telling, Tone, Who};

use crate::act::Act;
use crate::data::Ardor;
use crate::event::{Blow, Event, Hit, Missed, With};
use crate::state::{State, bit, ix};
use crate::view::{outcome_words, rule_of};

impl Ardor {
    pub(crate) fn event_line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        let state = telling.state;
        let name = |who| self.name_of(state, who);
        let words = |who, act| self.act_words(state, who, act);
        let good = |who| if state.side_of(who) == Side::Heroes { Tone::Good } else { Tone::Bad };
        let bad = |who| if state.side_of(who) == Side::Heroes { Tone::Bad } else { Tone::Good };
        let plain = |text: String| Line::new(Tone::Plain, text);
        Some(match *event {
            Event::Round { number } => Line::new(Tone::Heading, format!("Round {number}")).by("ARDOR-F1"),
            Event::Shown { who, act } => {
                plain(format!("{} means to {}", name(who), words(who, act))).by("ARDOR-F1")
            }
            Event::Meant { who, act } => {
                if !telling.seat.controls(who) {
                    return None;
                }
                let text = format!("In truth {} means to {}", name(who), words(who, act));
                plain(text).by("ARDOR-R6")
            }
            Event::Score { who, act, score } => self.score_line(telling, who, act, score),
            Event::Committed { who, act, careful, again } => {
                let how = if again { "has thought again" } else { "has committed" };
                if !telling.seat.controls(who) {
                    return Some(plain(format!("{} {how}", name(who))).by("ARDOR-F1"));
                }
                let care = if careful { ", carefully" } else { "" };
                plain(format!("{} {how}: {}{care}", name(who), words(who, act))).by("ARDOR-F1")
            }
            Event::Revealed => Line::new(Tone::Heading, "All intents are turned over").by("ARDOR-F1"),
            Event::Unmasked { who, act } => {
                Line::new(good(who), format!("{} only feigned! It means to {}", name(who), words(who, act)))
                    .by("ARDOR-R6")
            }
            Event::Rolled { .. } => self.rolled_line(telling, event)?,
            Event::Struggled { who, ref throw, ref surge } => {
                let surge = surge.as_ref().map(|surge| format!(", and the surge {}", telling.sum(surge)));
                let text = format!(
                    "{} fights to come round: {}{}",
                    name(who),
                    telling.sum(throw),
                    surge.unwrap_or_default()
                );
                plain(text).by("ARDOR-A9")
            }
            Event::Discovered { who, ability, enough } => {
                let ability = self.ability_name(state, who, ability);
                let price = if enough { "" } else { ", but lacks the XP to learn it now" };
                Line::new(good(who), format!("{} discovers {ability}{price}", name(who))).by("ARDOR-O3")
            }
            Event::Learned { who, ability } => Line::new(
                good(who),
                format!("{} learns {}", name(who), self.ability_name(state, who, ability)),
            )
            .by("ARDOR-S7"),
            Event::Noted { who, ability } => plain(format!(
                "{} will train {} at a rest",
                name(who),
                self.ability_name(state, who, ability)
            ))
            .by("ARDOR-S7"),
            Event::Arduous { who, act, score, free } => {
                let price = if free { "inspired, for nothing" } else { "for one Ardor" };
                let text =
                    format!("{} strains for more ({price}): to {}, with {score}", name(who), words(who, act));
                plain(text).by("ARDOR-S6")
            }
            Event::Passed { who } => plain(format!("{} leaves it at that", name(who))).by("ARDOR-R11"),
            Event::Fumbled { who, which, score, below, .. } => {
                let what = self.fumbles.get(which as usize).map_or("", |fumble| &fumble.what);
                Line::new(bad(who), format!("{} fumbles, {score} being below {below}: {what}", name(who)))
                    .by("ARDOR-S8")
            }
            Event::Mishap { who, ref throw, amount } => {
                let text = format!("{} takes {amount} from the mishap: {}", name(who), telling.sum(throw));
                Line::new(bad(who), text).by("ARDOR-S8")
            }
            Event::ArdorLost { who, amount } => {
                Line::new(bad(who), format!("{} loses {amount} Ardor", name(who))).by("ARDOR-O1")
            }
            Event::Moved { who, to, score } => {
                plain(format!("{} ({score}) goes to {}", name(who), self.zone_name(to))).by("ARDOR-R3")
            }
            Event::Barred { who, by, to, score, against } => {
                let margin = match against - score {
                    0 => format!("both have {score}, and who bars the way wins"),
                    n => format!("{against} to {score}, ahead by {n}"),
                };
                let text =
                    format!("{} bars {}'s way to {}: {margin}", name(by), name(who), self.zone_name(to));
                Line::new(bad(who), text).by("ARDOR-F2")
            }
            Event::NoWay { who, to } => {
                plain(format!("{} is not where the way to {} begins", name(who), self.zone_name(to)))
                    .by("ARDOR-R3")
            }
            Event::Stuck { who } => plain(format!("{} cannot get away", name(who))).by("ARDOR-R7"),
            Event::Left { who } => plain(format!("{} leaves the field", name(who))).by("ARDOR-R9"),
            Event::OutOfReach { who, target } => {
                plain(format!("{} finds {} out of reach", name(who), name(target))).by("ARDOR-R3")
            }
            Event::Stood { who, act, score } => {
                let text = match act {
                    Act::DefendOther { ward } => format!("{} ({score}) covers {}", name(who), name(ward)),
                    Act::Tend { patient } => format!("{} ({score}) tends {}", name(who), name(patient)),
                    Act::Defend { bar: Some(to) } => {
                        format!("{} ({score}) bars the way to {}", name(who), self.zone_name(to))
                    }
                    _ => format!("{} ({score}) is on guard", name(who)),
                };
                plain(text).by(rule_of(act.kind()))
            }
            Event::Struck { .. } => self.struck_line(telling, event)?,
            Event::Used { who, which, on, score } => {
                let words = words(who, Act::Ability { which, on });
                let rest = words.strip_prefix("use ").unwrap_or(&words);
                plain(format!("{} ({score}) uses {rest}", name(who))).by("ARDOR-R7")
            }
            Event::Afflicted { who, condition, rounds } => {
                let tone = if condition.is_good() { good(who) } else { bad(who) };
                let long = if rounds == 1 {
                    "for the next round".to_owned()
                } else {
                    format!("for {rounds} rounds")
                };
                Line::new(tone, format!("{} is {} {long}", name(who), condition.name())).by("ARDOR-R7")
            }
            Event::Healed { who, ref throw, health, ardor } => {
                let more = if ardor { ", and a point of Ardor" } else { "" };
                let text =
                    format!("{} regains health: {}, now {health}{more}", name(who), telling.sum(throw));
                Line::new(good(who), text).by("ARDOR-R12")
            }
            Event::Recovered { who, score, challenge, by, success, lucky } => {
                let whose = by.map_or("its own".to_owned(), |by| format!("{}'s", name(by)));
                let text = match (success, lucky) {
                    (true, true) => format!("{} comes round on a natural 20", name(who)),
                    (true, false) => format!("{} comes round: {whose} {score} meets {challenge}", name(who)),
                    (false, _) => format!(
                        "{} stays down: {whose} {score} misses {challenge} by {}",
                        name(who),
                        challenge - score
                    ),
                };
                Line::new(if success { good(who) } else { Tone::Plain }, text).by("ARDOR-R13")
            }
            Event::Awake { who } => {
                Line::new(good(who), format!("{} is conscious again", name(who))).by("ARDOR-R15")
            }
            Event::Hurt { who, amount, health } => {
                Line::new(bad(who), format!("{} loses {amount} health in all: {health} left", name(who)))
                    .by("ARDOR-H1")
            }
            Event::Fell { who, ref timer } => {
                let text = format!(
                    "{} is incapacitated, Trauma {}; the next in {} rounds ({})",
                    name(who),
                    state.trauma[ix(who)],
                    timer.value,
                    telling.sum(timer)
                );
                Line::new(bad(who), text).by("ARDOR-H2")
            }
            Event::Out { who } => {
                Line::new(bad(who), format!("{} is out of the fight", name(who))).by("ARDOR-R2")
            }
            Event::Worse { who, ref timer } => {
                let text = format!(
                    "{} gets worse, Trauma {}; the next in {} rounds ({})",
                    name(who),
                    state.trauma[ix(who)],
                    timer.value,
                    telling.sum(timer)
                );
                Line::new(bad(who), text).by("ARDOR-H2")
            }
            Event::Relieved { who, condition } => {
                plain(format!("{} is no longer {}", name(who), condition.name())).by("ARDOR-R7")
            }
            Event::Sneaked { who, score, challenge, seen } => {
                let text = match seen {
                    true => format!("{} is noticed: {score} against {challenge}", name(who)),
                    false => format!("{} goes unseen: {score} against {challenge}", name(who)),
                };
                Line::new(if seen { bad(who) } else { good(who) }, text).by("ARDOR-S2")
            }
            Event::Alarm => Line::new(Tone::Heading, "The foes are on the alert").by("ARDOR-S2"),
            Event::Over { outcome } => Line::new(Tone::Heading, outcome_words(outcome)).by("ARDOR-R9"),
        })
    }

    /// The score of one that does not roll; how it came about only where nothing is feigned.
    fn score_line(&self, telling: &Telling<'_, State>, who: Who, act: Act, score: i16) -> Line {
        let state = telling.state;
        let name = self.name_of(state, who);
        let open = state.bluffers & bit(who) == 0 || telling.seat.controls(who);
        let text = match open {
            true => format!("{name} has {score} ({})", self.parts(state, who, act, false).join(", ")),
            false => format!("{name} has {score}"),
        };
        Line::new(Tone::Plain, text).by("ARDOR-R17")
    }

    /// What a score is made of, but for the die.
    fn parts(&self, state: &State, who: Who, act: Act, careful: bool) -> Vec<String> {
        let sheet = self.sheet(state, who);
        let (by, own) = match act {
            Act::Ability { which, .. } => {
                let own = sheet.ability_bonus.get(which as usize).copied().unwrap_or(0);
                (self.ability(state, who, which).map(|ability| ability.by), own)
            }
            _ => {
                let weapon = if act.is_ranged() { &sheet.ranged } else { &sheet.melee };
                let weapon = weapon.as_ref().map(|weapon| weapon.by);
                let own = sheet.bonus[act.kind() as usize][usize::from(act.is_ranged())];
                (act.kind().attribute().or(act.target().and(weapon)), own)
            }
        };
        let action = match act {
            Act::Ability { which, .. } => self.ability_name(state, who, which),
            _ => act.kind().name(),
        };
        let modifier = self.modifier(state, who, act);
        let care = self.careful.filter(|_| careful).map_or(0, |careful| careful.penalty);
        let named = [
            (by.map_or("attribute", |by| by.name()), own - modifier - sheet.base),
            (action, modifier),
            ("situation", self.situation(state, who)),
            ("care", -care),
            ("Trauma", -i16::from(state.trauma[ix(who)])),
        ];
        let base = (!sheet.rolls).then(|| format!("base {}", sheet.base));
        let rest = named.into_iter().filter(|(_, value)| *value != 0);
        base.into_iter().chain(rest.map(|(what, value)| format!("{what} {value:+}"))).collect()
    }

    fn rolled_line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        let Event::Rolled { who, act, careful, ref throw, inspired } = *event else { return None };
        let parts = self.parts(telling.before, who, act, careful);
        let why = if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) };
        let care = if careful { ", carefully" } else { "" };
        let moment = if inspired { ": an Inspired Moment!" } else { "" };
        let state = telling.before;
        let text = format!(
            "{} means to {}{care}: {}{why}{moment}",
            self.name_of(state, who),
            self.act_words(state, who, act),
            telling.sum(throw)
        );
        let tone = if inspired { Tone::Good } else { Tone::Plain };
        Some(Line::new(tone, text).by(if inspired { "ARDOR-S7" } else { "ARDOR-S1" }))
    }

    fn struck_line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        let Event::Struck { who, with, target, blow, ref damage } = *event else { return None };
        let Blow { score, against, by, inspired, hit } = blow;
        let state = telling.state;
        let name = |who| self.name_of(state, who);
        let deed = match with {
            With::Melee => format!("{} strikes {}", name(who), name(target)),
            With::Ranged => format!("{} shoots {}", name(who), name(target)),
            With::Ability(which) => {
                format!("{} takes {} with {}", name(who), name(target), self.ability_name(state, who, which))
            }
        };
        let lent = by.map_or(String::new(), |by| format!(" of {}", name(by)));
        let margin = match score - against {
            0 => "even".to_owned(),
            n if n > 0 => format!("ahead by {n}"),
            n => format!("behind by {}", -n),
        };
        let (result, rule) = match hit {
            Hit::Full if inspired && score < against => ("inspired, and so a full hit", "ARDOR-S7"),
            Hit::Full => ("a full hit", "ARDOR-S3"),
            Hit::Glancing => ("a glancing hit", "ARDOR-S4"),
            Hit::Miss(Missed::Outclassed) => ("a miss", "ARDOR-S5"),
            Hit::Miss(Missed::Inspired) => ("a miss, the other being inspired", "ARDOR-S7"),
            Hit::Miss(Missed::Defended) => ("glancing, and so turned aside", "ARDOR-A5"),
            Hit::Miss(Missed::Fled) => ("a miss, the other being on the run", "ARDOR-A7"),
        };
        let side = state.side_of(who) == Side::Heroes;
        let tone = match (hit, side) {
            (Hit::Miss(_), _) => Tone::Plain,
            (_, true) => Tone::Good,
            (_, false) => Tone::Bad,
        };
        let rule = if by.is_some() && rule != "ARDOR-S3" { "ARDOR-A6" } else { rule };
        let damage =
            damage.as_ref().map_or(String::new(), |throw| format!(", {} damage", telling.sum(throw)));
        Some(
            Line::new(tone, format!("{deed}: {score} to {against}{lent}, {margin}: {result}{damage}"))
                .by(rule),
        )
    }
}
