//! What happened, in words: a line of the log for every event, with its rolls as values and its rule.

use fracas_dice::Throw;
use fracas_kernel::plot::line_of;
use fracas_kernel::{Beat, Handle, Line, Modifier, Narrate, Rolled, Tell, Telling, Tone, Who};

use crate::choices::{Focus, Manage, Pay, Target};
use crate::data::{BOTH, Condition, HOLDING, Heed, NOTHING, Sources, WOUND};
use crate::event::Event;
use crate::features::{Feature, Fixture};
use crate::state::{Band, How, One, State};

impl Narrate for Heed {
    fn beat(&self, event: &Event) -> Beat {
        if matches!(event, Event::Over { .. }) { Beat::End } else { Beat::Within }
    }

    fn line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        if !self.perceives_event(telling, event) {
            return None;
        }
        let name = |who| self.told_name(telling, who);
        let line = match *event {
            Event::Ready { who } => plain(format!("{} is ready", name(who))).by("HEED-H1"),
            Event::Round { number } => Line::new(Tone::Round, format!("Round {number}")).by("HEED-A1"),
            Event::Turn { side, surprised: false } => {
                plain(format!("The {} take their turn", side.name())).by("HEED-I1")
            }
            Event::Turn { side, surprised: true } => {
                plain(format!("The {} take their turn, surprised: no setup", side.name())).by("HEED-I2")
            }
            Event::Plot { happening } => {
                let rule = if happening.people()[0].is_some() { "HEED-G2" } else { "HEED-G3" };
                let [before, after] =
                    [telling.before, telling.state].map(|state| self.watched_by(state, telling.seat));
                line_of(self, telling, happening, before | after)?.by(rule)
            }
            Event::Passed { who } => Line::new(Tone::Aside, format!("{} is done", name(who))),
            Event::StandOff => {
                plain("Nobody has been wounded for six minutes: both sides give up").by("HEED-T6")
            }
            Event::Over { outcome } => Line::new(Tone::Heading, outcome.words()).by("HEED-R10"),
            Event::Down { who } => {
                Line::new(news(telling, false, who), format!("{} is down", name(who))).by("HEED-R3")
            }
            Event::Rose { who } => {
                let text = format!("{} is conscious again, and prone", name(who));
                Line::new(news(telling, true, who), text).by("HEED-R9")
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
            | Event::Treads { .. }
            | Event::Handled { .. }
            | Event::Thwarted { .. } => self.setup_line(telling, event),
            Event::FocusLost { .. }
            | Event::HeedLost { .. }
            | Event::AimLost { .. }
            | Event::ChargeLost { .. }
            | Event::SpellEnded { .. }
            | Event::LetGo { .. } => self.focus_line(telling, event),
            _ => self.deed_line(telling, event),
        };
        let hidden = self.hidden_from(telling);
        Some(line.about(event.about().filter(|&who| !hidden.has(who))))
    }
}

impl Heed {
    /// Those of whom whoever is told this knows nothing, neither before nor after.
    fn hidden_from(&self, telling: &Telling<'_, State>) -> Band {
        self.unknown_to(telling.before, telling.seat) & self.unknown_to(telling.state, telling.seat)
    }

    /// HEED-R17: what nobody perceives is not told: what the unseen do among themselves, and what they set about.
    fn perceives_event(&self, telling: &Telling<'_, State>, event: &Event) -> bool {
        let hidden = self.hidden_from(telling);
        if hidden.is_empty() {
            return true;
        }
        let felt = match event {
            // Felt by those whom it concerns, whoever does it.
            Event::Attacked { .. }
            | Event::Turned { .. }
            | Event::Landed { .. }
            | Event::Cast { .. }
            | Event::Used { .. }
            | Event::Worked { .. }
            | Event::Grabs { .. }
            | Event::Grabbed { .. }
            | Event::Released { .. }
            | Event::Took { .. }
            | Event::Disarmed { .. }
            | Event::Scattered { .. }
            | Event::SpellEnded { .. } => event.about().last().is_some_and(|who| !hidden.has(who)),
            Event::Interrupts { maker, .. } => !hidden.has(*maker),
            Event::FocusLost { who, heeds, aim, charge, spells, hold } => {
                let shown = !heeds.is_within(hidden) || *spells > 0 || charge.is_some();
                !hidden.has(*who) && (shown || aim.is_some() || hold.is_some())
            }
            // A door is seen to move from either side.
            Event::Handled { who, door, .. } => {
                let seen = self.watched(telling.before) | self.watched(telling.state);
                let way = self.field.doorways().get(usize::from(*door));
                !hidden.has(*who) || way.is_some_and(|way| way.between.into_iter().any(|zone| seen.has(zone)))
            }
            _ => event.about().all(|who| !hidden.has(who)),
        };
        felt || event.about().next().is_none()
    }

    /// A name, for those who may know it.
    fn told_name(&self, telling: &Telling<'_, State>, who: Who) -> String {
        if self.hidden_from(telling).has(who) {
            "Somebody unseen".to_owned()
        } else {
            self.name(telling.state, who)
        }
    }

    fn blow_line(&self, telling: &Telling<'_, State>, event: &Event) -> Line {
        let state = telling.state;
        let name = |who| self.told_name(telling, who);
        match *event {
            Event::Attacked { who, how, with, target, sources } => {
                let item = self.item_words(with);
                let (who, target) = (name(who), name(target));
                let (mut text, rule) = match how {
                    How::Strike => (format!("{who} strikes at {target} ({item})"), "HEED-K3"),
                    How::Throw => (format!("{who} throws at {target} ({item})"), "HEED-K4"),
                    How::Shoot => (format!("{who} shoots at {target} ({item})"), "HEED-K5"),
                    How::Spell => (format!("{who} casts at {target}"), "HEED-C1"),
                };
                if let Some(words) = sources_words(sources) {
                    text += &format!("; {words}");
                }
                plain(text).by(rule)
            }
            Event::Checked { who, block, ref first, ref second, sources, edge, number, found, success } => {
                let check = if block { "block" } else { "dodge" };
                let mut rolls = check_rolls(telling, first, second.as_ref(), number, success);
                rolls[0].modifiers = check_modifiers(telling.before.one(who), block, sources);
                let dice = match &rolls[..] {
                    [first, second] => {
                        let kept = if edge < 0 { "the better" } else { "the worse" };
                        format!("{} and {}, {kept} is {number}", first.text, second.text)
                    }
                    _ => telling.sum(first),
                };
                let found = match found {
                    NOTHING => "nothing there".to_owned(),
                    WOUND => "a wound there".to_owned(),
                    HOLDING => "a hand that holds somebody".to_owned(),
                    BOTH => "a hand full".to_owned(),
                    kind => format!("{} there", self.item_words(kind)),
                };
                let result = if success { "success" } else { "failure" };
                let text =
                    format!("{} rolls Gear({check}): {dice}: slot {number}, {found}: {result}", name(who));
                rolls.into_iter().fold(plain(text), Line::rolled).by("HEED-R1")
            }
            Event::Parried { who, number, ref dice, success } => {
                let matches = |throw: &Throw| telling.rolled(throw).success(throw.value == i32::from(number));
                let rolls: Vec<Rolled> = dice.iter().flatten().map(matches).collect();
                let sums: Vec<&str> = rolls.iter().map(|roll| roll.text.as_str()).collect();
                let result = if success { "parried" } else { "no match" };
                let text = format!("{} tries to parry a {number}: {}: {result}", name(who), sums.join(", "));
                rolls.into_iter().fold(plain(text), Line::rolled).by("HEED-P2")
            }
            Event::DidNotParry { who } => plain(format!("{} does not parry", name(who))).by("HEED-P1"),
            Event::Turned { target, .. } => {
                Line::new(news(telling, true, target), format!("It does not reach {}", name(target)))
                    .by("HEED-K1")
            }
            Event::Landed { target, .. } => {
                Line::new(news(telling, false, target), format!("It lands on {}", name(target))).by("HEED-K1")
            }
            Event::Wounded { who, slot, held, wounds } => {
                let item = self.item_words(held);
                let lost = match held {
                    NOTHING | WOUND => String::new(),
                    _ if self.is_ruined(slot, held) => format!("; the {item} is ruined"),
                    _ => format!("; the {item} falls to the floor"),
                };
                let grit = state.one(who).grit;
                let text = format!("{} is wounded in slot {}{lost}; {wounds} of {grit}", name(who), slot + 1);
                Line::new(news(telling, false, who), text).by("HEED-R3")
            }
            _ => plain(""),
        }
    }

    fn setup_line(&self, telling: &Telling<'_, State>, event: &Event) -> Line {
        let state = telling.state;
        let name = |who| self.told_name(telling, who);
        match *event {
            Event::Heeded { who, target, slots } => {
                let focus = state.one(who).focus;
                // What somebody has in mind of those who are out of sight does not show.
                let slots =
                    slots.saturating_sub((state.one(who).heeds & self.hidden_from(telling)).len() as u8);
                plain(format!("{} heeds {} ({slots} of {focus} focus)", name(who), name(target)))
                    .by("HEED-H2")
            }
            Event::Moved { who, to } => {
                let known = self.zones_known_to(state, telling.seat).has(to);
                let unseen = self.unknown_to(state, telling.seat).has(who);
                let whither = match known && !unseen {
                    true => format!("to {}", self.zones().zone(to).name),
                    false => "out of sight".to_owned(),
                };
                plain(format!("{} moves {whither}", name(who))).by("HEED-A3")
            }
            Event::Treads { who, zone } => {
                let danger = |thing: &&Feature| matches!(thing.does, Fixture::Trips | Fixture::Harms);
                let things: Vec<String> = self
                    .features_of(zone)
                    .map(|(_, thing)| thing)
                    .filter(danger)
                    .map(|thing| thing.name.to_lowercase())
                    .collect();
                plain(format!("{} has to mind the {}", name(who), things.join(" and the "))).by("HEED-R21")
            }
            Event::Handled { who, door, what, check } => {
                let at = self.door_name(telling.before, who, door);
                let whose = name(who);
                let Some(check) = check else {
                    let deed = match what {
                        Handle::Shut => "shuts",
                        Handle::Bar => "bars",
                        _ => "opens",
                    };
                    return plain(format!("{whose} {deed} the {at}")).by("HEED-S3");
                };
                let (deed, results) = match what {
                    Handle::Shut => ("tries to shut", ["it is shut", "it stays open"]),
                    Handle::Pick => ("works at the lock of", ["it opens", "it holds"]),
                    _ => ("throws all weight against", ["it breaks", "it holds"]),
                };
                let rolled = telling.rolled(&check.throw).against("", check.target).success(check.success);
                let result = results[usize::from(!check.success)];
                let text =
                    format!("{whose} {deed} the {at}: {}, needs {}: {result}", rolled.text, check.target);
                plain(text).rolled(rolled).by("HEED-S3")
            }
            Event::Left { who } => plain(format!("{} leaves the field", name(who))).by("HEED-R10"),
            Event::FellProne { who } => plain(format!("{} falls prone", name(who))).by("HEED-R8"),
            Event::StoodUp { who } => plain(format!("{} stands up", name(who))).by("HEED-R8"),
            Event::Aimed { who, target, with, slots } => {
                let weapon = self.item_words(with);
                let text = format!("{} aims the {weapon} at {} ({slots} focus)", name(who), name(target));
                plain(text).by("HEED-K8")
            }
            Event::Charged { who, spell } => {
                let spell = &self.spells[spell as usize];
                plain(format!("{} charges {} ({} focus)", name(who), spell.name, spell.level)).by("HEED-C2")
            }
            Event::Managed { who, what, pay, slot } => {
                let item = self.item_words(what.kind());
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
            _ => plain(""),
        }
    }

    fn focus_line(&self, telling: &Telling<'_, State>, event: &Event) -> Line {
        let name = |who| self.told_name(telling, who);
        let spell_name = |spell: u8| self.spell_name(Some(spell));
        match *event {
            Event::FocusLost { who, heeds, aim, charge, spells, hold } => {
                let heeds = heeds - self.hidden_from(telling);
                let mut lost: Vec<String> = heeds.map(|target| format!("heed of {}", name(target))).collect();
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
            _ => plain(""),
        }
    }

    fn deed_line(&self, telling: &Telling<'_, State>, event: &Event) -> Line {
        let state = telling.state;
        let name = |who| self.told_name(telling, who);
        let target_name = |target| match target {
            Target::One(one) => name(one),
            Target::Zone(zone) => self.zones().zone(zone).name.clone(),
        };
        let of = |condition: Condition| if condition == Condition::Prone { "HEED-R8" } else { "HEED-R11" };
        match *event {
            Event::Healed { who, slot, wounds, .. } => {
                let grit = state.one(who).grit;
                let text =
                    format!("A wound of {} closes, in slot {}; {wounds} of {grit}", name(who), slot + 1);
                Line::new(news(telling, true, who), text).by("HEED-R9")
            }
            Event::Treats { who, target, twice } => {
                let cost = if twice { "two bandages" } else { "a bandage" };
                let whom = if who == target { "its own wounds".to_owned() } else { name(target) };
                plain(format!("{} treats {whom} with {cost}", name(who))).by("HEED-R9")
            }
            Event::Cast { who, spell, target } => {
                let spell = &self.spells[spell as usize].name;
                let text = format!("{} casts {spell} on {}", name(who), target_name(target));
                plain(text).by("HEED-C1")
            }
            Event::Used { who, kind, target } => {
                let item = self.item_words(kind);
                let text = format!("{} uses the {item} on {}", name(who), target_name(target));
                plain(text).by("HEED-R11")
            }
            Event::Worked { who, feature, target } => {
                let text = format!(
                    "{} uses the {} on {}",
                    name(who),
                    self.feature_name(feature),
                    target_name(target)
                );
                plain(text).by("HEED-R21")
            }
            Event::Took { who, condition, .. } | Event::Afflicted { who, condition } => {
                let text = format!("{} is {}", name(who), condition.name());
                Line::new(news(telling, condition.is_good(), who), text).by(of(condition))
            }
            Event::Relieved { who, condition } => {
                let text = format!("{} is no longer {}", name(who), condition.name());
                Line::new(news(telling, !condition.is_good(), who), text).by(of(condition))
            }
            Event::Disarmed { who, kind, .. } => {
                let item = self.item_words(kind);
                let text = format!("The {item} falls out of {}'s hand", name(who));
                Line::new(news(telling, false, who), text).by("HEED-R11")
            }
            Event::Scattered { who, .. } => {
                Line::new(news(telling, false, who), format!("{}'s thoughts scatter", name(who)))
                    .by("HEED-R11")
            }
            Event::Grabs { who, target, sources } => {
                let mut text = format!("{} grabs at {}", name(who), name(target));
                if let Some(words) = sources_words(sources) {
                    text += &format!("; {words}");
                }
                plain(text).by("HEED-S3")
            }
            Event::Grabbed { who, target } => {
                Line::new(news(telling, false, target), format!("{} holds {}", name(who), name(target)))
                    .by("HEED-S3")
            }
            Event::Released { who, target } => {
                let text = format!("{} no longer holds {}", name(who), name(target));
                plain(text).by("HEED-R4")
            }
            Event::Freed { who } => {
                Line::new(news(telling, true, who), format!("{} is free", name(who))).by("HEED-R1")
            }
            Event::StillHeld { who } => {
                Line::new(news(telling, false, who), format!("{} does not get free", name(who))).by("HEED-R1")
            }
            Event::Picked { who, target, ref throw, item, on_floor } => {
                let found = match (item, on_floor) {
                    (None, _) => "nothing to take".to_owned(),
                    (Some(kind), false) => format!("the {}", self.item_words(kind)),
                    (Some(kind), true) => {
                        format!("the {}, which falls to the floor", self.item_words(kind))
                    }
                };
                let roll = telling.rolled(throw).success(item.is_some());
                let text =
                    format!("{} picks the pocket of {}: {}: {found}", name(who), name(target), roll.text);
                plain(text).rolled(roll).by("HEED-A2")
            }
            _ => plain(""),
        }
    }
}

fn plain(text: impl Into<String>) -> Line {
    Line::new(Tone::Plain, text)
}

/// The tone of what is good or bad for `who`.
fn news(telling: &Telling<'_, State>, good: bool, who: Who) -> Tone {
    let side = |who| telling.state.side_of(who);
    telling.news(good, side(who), side)
}

/// The dice of a gear check: of two, the one that does not count is not kept.
/// Every source of advantage and disadvantage, and what is left of them; none where there is none.
fn sources_words(sources: Sources) -> Option<String> {
    let mut words = Vec::new();
    for (title, wanted) in [("advantage", true), ("disadvantage", false)] {
        let reasons: Vec<&str> =
            sources.reasons().filter(|&(good, _)| good == wanted).map(|(_, why)| why).collect();
        if !reasons.is_empty() {
            words.push(format!("{title}: {}", reasons.join(", ")));
        }
    }
    let net = match sources.net() {
        0 => "level",
        1.. => "advantage",
        _ => "disadvantage",
    };
    if sources.0.len() > 1 {
        words.push(format!("in all {net}"));
    }
    (!words.is_empty()).then(|| words.join("; "))
}

/// What a gear check looks for, and everything that gives the attack advantage or disadvantage.
fn check_modifiers(one: &One, block: bool, sources: Sources) -> Vec<Modifier> {
    let looked_for = match block {
        true => format!("{} of 6 faces find armour", one.blocks().len()),
        false => format!("{} of 6 faces find an empty slot", one.dodges().len()),
    };
    let reasons = sources.reasons().map(|(good, why)| {
        let kind = if good { "advantage" } else { "disadvantage" };
        format!("{kind}: {why}")
    });
    std::iter::once(looked_for).chain(reasons).map(|name| Modifier { name, value: 0 }).collect()
}

fn check_rolls(
    telling: &Telling<'_, State>,
    first: &Throw,
    second: Option<&Throw>,
    number: u8,
    success: bool,
) -> Vec<Rolled> {
    let mut rolls: Vec<Rolled> =
        Some(first).into_iter().chain(second).map(|throw| telling.rolled(throw)).collect();
    // The first one stays where both are as good.
    let kept = usize::from(rolls[0].total.clamp(1, 6) != i32::from(number));
    for (at, roll) in rolls.iter_mut().enumerate() {
        if at == kept {
            roll.success = Some(success);
        } else {
            roll.dice.iter_mut().for_each(|die| die.kept = false);
        }
    }
    rolls
}
