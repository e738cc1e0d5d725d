//! What happened, in words: a line of the log for every event, with the arithmetic and the rule.

use fracas_dice::Throw;
use fracas_kernel::{Line, Side, Telling, Tone, Who};

use crate::choices::{Focus, Manage, Pay, Target};
use crate::data::{Condition, Heed, NOTHING, WOUND, flag};
use crate::event::Event;
use crate::offers::sources_words;
use crate::state::{How, State, each};
use crate::view::outcome_words;

impl Heed {
    pub(crate) fn event_line(&self, telling: &Telling<'_, State>, event: &Event) -> Line {
        let state = telling.state;
        let name = |who| self.name_of(state, who);
        let good = |who| if state.side_of(who) == Side::Heroes { Tone::Good } else { Tone::Bad };
        let bad = |who| if state.side_of(who) == Side::Heroes { Tone::Bad } else { Tone::Good };
        let plain = |text: String| Line::new(Tone::Plain, text);
        match *event {
            Event::Ready { who } => plain(format!("{} is ready", name(who))).by("HEED-H1"),
            Event::Round { number } => Line::new(Tone::Heading, format!("Round {number}")).by("HEED-A1"),
            Event::Turn { side, surprised: false } => {
                plain(format!("The {} take their turn", side.name())).by("HEED-I1")
            }
            Event::Turn { side, surprised: true } => {
                plain(format!("The {} take their turn, surprised: no setup", side.name())).by("HEED-I2")
            }
            Event::Passed { who } => plain(format!("{} is done", name(who))),
            Event::StandOff => {
                plain("For six minutes nobody has been wounded: both sides give up".to_owned()).by("HEED-T6")
            }
            Event::Over { outcome } => Line::new(Tone::Heading, outcome_words(outcome)).by("HEED-R10"),
            Event::Down { who } => Line::new(bad(who), format!("{} is down", name(who))).by("HEED-R3"),
            Event::Rose { who } => {
                Line::new(good(who), format!("{} is conscious again, and prone", name(who))).by("HEED-R9")
            }
            Event::Checked { .. }
            | Event::Attacked { .. }
            | Event::Parried { .. }
            | Event::DidNotParry { .. }
            | Event::Turned { .. }
            | Event::Landed { .. }
            | Event::Wounded { .. } => self.blow_line(telling, event),
            Event::Heeded { .. }
            | Event::Moved { .. }
            | Event::Left { .. }
            | Event::FellProne { .. }
            | Event::StoodUp { .. }
            | Event::Aimed { .. }
            | Event::Charged { .. }
            | Event::Managed { .. }
            | Event::InPlaceOfAction { .. }
            | Event::Interrupts { .. }
            | Event::HeldBack { .. }
            | Event::Thwarted { .. } => self.setup_line(state, event),
            Event::FocusLost { .. }
            | Event::HeedLost { .. }
            | Event::AimLost { .. }
            | Event::ChargeLost { .. }
            | Event::SpellEnded { .. }
            | Event::LetGo { .. } => self.focus_line(state, event),
            _ => self.deed_line(telling, event),
        }
    }

    fn blow_line(&self, telling: &Telling<'_, State>, event: &Event) -> Line {
        let state = telling.state;
        let name = |who| self.name_of(state, who);
        match *event {
            Event::Attacked { who, how, with, target, sources } => {
                let item = self.item_name(with).to_lowercase();
                let (who, target) = (name(who), name(target));
                let (mut text, rule) = match how {
                    How::Strike => (format!("{who} strikes at {target} ({item})"), "HEED-K3"),
                    How::Throw => (format!("{who} throws at {target} ({item})"), "HEED-K4"),
                    How::Shoot => (format!("{who} shoots at {target} ({item})"), "HEED-K5"),
                    How::Spell => (format!("{who} casts at {target}"), "HEED-C1"),
                };
                if sources.0 != 0 {
                    text += &format!("; {}", sources_words(sources));
                }
                Line::new(Tone::Plain, text).by(rule)
            }
            Event::Checked { who, block, ref first, ref second, edge, number, found, success } => {
                let (check, rule) = if block { ("block", "HEED-R1") } else { ("dodge", "HEED-R1") };
                let dice = match second {
                    None => telling.sum(first),
                    Some(second) => {
                        let kept = if edge < 0 { "the better" } else { "the worse" };
                        format!("{} and {}, {kept} is {number}", telling.sum(first), telling.sum(second))
                    }
                };
                let found = match found {
                    NOTHING => "nothing there".to_owned(),
                    WOUND => "a wound there".to_owned(),
                    kind => format!("{} there", self.item_name(kind).to_lowercase()),
                };
                let result = if success { "success" } else { "failure" };
                let text =
                    format!("{} rolls Gear({check}): {dice}: slot {number}, {found}: {result}", name(who));
                Line::new(Tone::Plain, text).by(rule)
            }
            Event::Parried { who, number, ref dice, success } => {
                let dice: Vec<String> =
                    dice.iter().flatten().map(|throw: &Throw| telling.sum(throw)).collect();
                let result = if success { "parried" } else { "no match" };
                let text = format!("{} tries to parry a {number}: {}: {result}", name(who), dice.join(", "));
                Line::new(Tone::Plain, text).by("HEED-P2")
            }
            Event::DidNotParry { who } => {
                Line::new(Tone::Plain, format!("{} does not parry", name(who))).by("HEED-P1")
            }
            Event::Turned { target, .. } => {
                let tone = if state.side_of(target) == Side::Heroes { Tone::Good } else { Tone::Plain };
                Line::new(tone, format!("It does not reach {}", name(target))).by("HEED-K1")
            }
            Event::Landed { target, .. } => {
                let tone = if state.side_of(target) == Side::Heroes { Tone::Bad } else { Tone::Good };
                Line::new(tone, format!("It lands on {}", name(target))).by("HEED-K1")
            }
            Event::Wounded { who, slot, held, wounds } => {
                let tone = if state.side_of(who) == Side::Heroes { Tone::Bad } else { Tone::Good };
                let item = self.item_name(held).to_lowercase();
                let lost = match held {
                    NOTHING | WOUND => String::new(),
                    _ if self.has(held, flag::ARMOUR) => format!("; the {item} is ruined"),
                    _ => format!("; the {item} falls to the floor"),
                };
                let grit = state.one(who).grit;
                let text = format!("{} is wounded in slot {}{lost}; {wounds} of {grit}", name(who), slot + 1);
                Line::new(tone, text).by("HEED-R3")
            }
            _ => Line::new(Tone::Plain, ""),
        }
    }

    fn setup_line(&self, state: &State, event: &Event) -> Line {
        let name = |who| self.name_of(state, who);
        let plain = |text: String| Line::new(Tone::Plain, text);
        match *event {
            Event::Heeded { who, target, slots } => {
                let focus = state.one(who).focus;
                plain(format!("{} heeds {} ({slots} of {focus} focus)", name(who), name(target)))
                    .by("HEED-H2")
            }
            Event::Moved { who, to } => {
                plain(format!("{} moves to {}", name(who), self.zones.zone(to).name)).by("HEED-A3")
            }
            Event::Left { who } => plain(format!("{} leaves the field", name(who))).by("HEED-R10"),
            Event::FellProne { who } => plain(format!("{} falls prone", name(who))).by("HEED-R8"),
            Event::StoodUp { who } => plain(format!("{} stands up", name(who))).by("HEED-R8"),
            Event::Aimed { who, target, slots } => {
                plain(format!("{} aims at {} ({slots} focus)", name(who), name(target))).by("HEED-K8")
            }
            Event::Charged { who, spell } => {
                let spell = &self.spells[spell as usize];
                plain(format!("{} charges {} ({} focus)", name(who), spell.name, spell.level)).by("HEED-C2")
            }
            Event::Managed { who, what, pay, slot } => {
                let item = self.item_name(what.kind()).to_lowercase();
                let slot = slot.map_or(0, |slot| slot + 1);
                let deed = match what {
                    Manage::Draw(_) => format!("draws the {item} from slot {slot}"),
                    Manage::PickUp(_) => format!("picks up the {item}"),
                    Manage::Stow(_) => format!("stows the {item} in slot {slot}"),
                    Manage::Drop(_) => format!("drops the {item}"),
                };
                let pay = match pay {
                    Pay::Free => "",
                    Pay::Setup => ", as setup",
                    Pay::Action => ", as action",
                };
                plain(format!("{} {deed}{pay}", name(who))).by("HEED-A5")
            }
            Event::InPlaceOfAction { who } => {
                plain(format!("{} spends the action on one more setup", name(who))).by("HEED-A4")
            }
            Event::Interrupts { who, maker } => {
                plain(format!("{} interrupts {}", name(who), name(maker))).by("HEED-N1")
            }
            Event::HeldBack { who } => plain(format!("{} holds back", name(who))).by("HEED-N1"),
            Event::Thwarted { who, setup } => {
                let setup = self.setup_words(state, setup);
                plain(format!("It comes to nothing: {} {setup}", name(who))).by("HEED-R5")
            }
            _ => plain(String::new()),
        }
    }

    fn focus_line(&self, state: &State, event: &Event) -> Line {
        let name = |who| self.name_of(state, who);
        let plain = |text: String| Line::new(Tone::Plain, text);
        let spell_name = |spell: u8| self.spells.get(spell as usize).map_or("a spell", |spell| &spell.name);
        match *event {
            Event::FocusLost { who, heeds, aim, charge, spells, hold } => {
                let mut lost: Vec<String> =
                    each(heeds).map(|target| format!("heed of {}", name(target))).collect();
                lost.extend(aim.map(|target| format!("aim at {}", name(target))));
                lost.extend(charge.map(|spell| format!("charged {}", spell_name(spell))));
                lost.extend((spells > 0).then(|| "concentration".to_owned()));
                lost.extend(hold.map(|target| format!("hold on {}", name(target))));
                plain(format!("{} loses focus: {}", name(who), lost.join(", "))).by("HEED-R4")
            }
            Event::HeedLost { who, target } => {
                plain(format!("{} can no longer heed {}", name(who), name(target))).by("HEED-H3")
            }
            Event::AimLost { who, target } => {
                plain(format!("{} loses the aim at {}", name(who), name(target))).by("HEED-K9")
            }
            Event::ChargeLost { who, spell } => {
                plain(format!("{} lets {} fade uncast", name(who), spell_name(spell))).by("HEED-R7")
            }
            Event::SpellEnded { who, spell, target } => {
                plain(format!("{}'s {} on {} ends", name(who), spell_name(spell), name(target))).by("HEED-C3")
            }
            Event::LetGo { who, what, target, spell } => {
                let target = target.map_or(String::new(), name);
                let what = match what {
                    Focus::Heed(_) => format!("heed of {target}"),
                    Focus::Aim => format!("the aim at {target}"),
                    Focus::Hold => format!("the hold on {target}"),
                    Focus::Charge | Focus::Spell(_) => spell.map_or("a spell", spell_name).to_owned(),
                };
                plain(format!("{} lets go of {what}", name(who))).by("HEED-R18")
            }
            _ => plain(String::new()),
        }
    }

    fn deed_line(&self, telling: &Telling<'_, State>, event: &Event) -> Line {
        let state = telling.state;
        let name = |who| self.name_of(state, who);
        let target_name = |target| match target {
            Target::One(one) => name(one),
            Target::Zone(zone) => self.zones.zone(zone).name.clone(),
        };
        let tone = |who: Who, good: bool| match (state.side_of(who) == Side::Heroes) == good {
            true => Tone::Good,
            false => Tone::Bad,
        };
        let of = |condition: Condition| if condition == Condition::Prone { "HEED-R8" } else { "HEED-R11" };
        match *event {
            Event::Healed { who, slot, wounds, .. } => {
                let grit = state.one(who).grit;
                let text =
                    format!("{} has a wound less, in slot {}; {wounds} of {grit}", name(who), slot + 1);
                Line::new(tone(who, true), text).by("HEED-R9")
            }
            Event::Treats { who, target, twice } => {
                let cost = if twice { "two bandages" } else { "a bandage" };
                let whom = if who == target { "its own wounds".to_owned() } else { name(target) };
                Line::new(Tone::Plain, format!("{} treats {whom} with {cost}", name(who))).by("HEED-R9")
            }
            Event::Cast { who, spell, target } => {
                let spell = &self.spells[spell as usize].name;
                let text = format!("{} casts {spell} on {}", name(who), target_name(target));
                Line::new(Tone::Plain, text).by("HEED-C1")
            }
            Event::Used { who, kind, target } => {
                let item = self.item_name(kind).to_lowercase();
                let text = format!("{} uses the {item} on {}", name(who), target_name(target));
                Line::new(Tone::Plain, text).by("HEED-R11")
            }
            Event::Took { who, condition, .. } | Event::Afflicted { who, condition } => {
                let text = format!("{} is {}", name(who), condition.name());
                Line::new(tone(who, condition.is_good()), text).by(of(condition))
            }
            Event::Relieved { who, condition } => {
                let text = format!("{} is no longer {}", name(who), condition.name());
                Line::new(tone(who, !condition.is_good()), text).by(of(condition))
            }
            Event::Disarmed { who, kind, .. } => {
                let item = self.item_name(kind).to_lowercase();
                let text = format!("The {item} falls out of {}'s hand", name(who));
                Line::new(tone(who, false), text).by("HEED-R11")
            }
            Event::Scattered { who, .. } => {
                Line::new(tone(who, false), format!("{}'s thoughts scatter", name(who))).by("HEED-R11")
            }
            Event::Grabs { who, target, sources } => {
                let mut text = format!("{} grabs at {}", name(who), name(target));
                if sources.0 != 0 {
                    text += &format!("; {}", sources_words(sources));
                }
                Line::new(Tone::Plain, text).by("HEED-S3")
            }
            Event::Grabbed { who, target } => {
                Line::new(tone(target, false), format!("{} holds {}", name(who), name(target))).by("HEED-S3")
            }
            Event::Released { who, target } => {
                let text = format!("{} does not hold {} any longer", name(who), name(target));
                Line::new(Tone::Plain, text).by("HEED-R4")
            }
            Event::Freed { who } => {
                Line::new(tone(who, true), format!("{} is free", name(who))).by("HEED-R1")
            }
            Event::StillHeld { who } => {
                Line::new(tone(who, false), format!("{} does not get free", name(who))).by("HEED-R1")
            }
            Event::Picked { who, target, ref throw, item, on_floor } => {
                let found = match (item, on_floor) {
                    (None, _) => "nothing to take".to_owned(),
                    (Some(kind), false) => format!("the {}", self.item_name(kind).to_lowercase()),
                    (Some(kind), true) => {
                        format!("the {}, which falls to the floor", self.item_name(kind).to_lowercase())
                    }
                };
                let sum = telling.sum(throw);
                let text = format!("{} picks the pocket of {}: {sum}: {found}", name(who), name(target));
                Line::new(Tone::Plain, text).by("HEED-A2")
            }
            _ => Line::new(Tone::Plain, ""),
        }
    }
}
