//! The log: events in words, with their rolls as values.

use fracas_kernel::plot::line_of;
use fracas_kernel::{Beat, Door, Handle, Line, Narrate, Rolled, Seat, Tell, Telling, Tone, Who, ZoneSet};

use crate::data::Twelves;
use crate::event::{Event, How, Number, Source, Test};
use crate::state::State;
use crate::words::{HITS, number_words};

impl Narrate for Twelves {
    fn beat(&self, event: &Event) -> Beat {
        if matches!(event, Event::Over { .. }) { Beat::End } else { Beat::Within }
    }

    fn line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        if !self.perceives(telling, event) {
            return None;
        }
        let name = |who| self.name(telling.state, who);
        let good = |who, text: String| Line::new(self.news(telling, true, who), text).about([who]);
        let bad = |who, text: String| Line::new(self.news(telling, false, who), text).about([who]);
        let plain = |text: String| Line::new(Tone::Plain, text);
        // What somebody tries, with the check and how it went.
        let tried = |who, what: String, test: &Test, results: [&str; 2]| {
            let rolled = tested(telling, test);
            let result = results[usize::from(!test.success)];
            let text = format!("{what}: {}: {result}", sum_of(&rolled, test));
            let line = if test.success { good(who, text) } else { plain(text).about([who]) };
            line.rolled(rolled)
        };
        Some(match *event {
            Event::Round { number } => Line::new(Tone::Round, format!("Round {number}")).by("TWELVES-A1"),
            Event::Turn { side } => {
                Line::new(Tone::Heading, format!("The {} act", side.name())).by("TWELVES-A1")
            }
            Event::Ready { who } => plain(format!("{} is ready", name(who))).about([who]).by("TWELVES-A3"),
            Event::Agility { who, ref test } => {
                let what = format!("{} is put to the test", name(who));
                Line { tone: Tone::Plain, ..tried(who, what, test, ["may act", "loses this turn"]) }
                    .by("TWELVES-A2")
            }
            Event::LosesTurn { who } => {
                bad(who, format!("{} is dazed and loses the turn", name(who))).by("TWELVES-A1")
            }
            Event::Attacked { .. } => self.attack_line(telling, event)?,
            Event::Turned { who, target } => {
                plain(format!("{} turns the second weapon on {}", name(who), name(target)))
                    .about([who, target])
                    .by("TWELVES-R8")
            }
            Event::Moved { who, to, .. } => {
                let known = self.zones_known_to(telling.state, telling.seat).has(to);
                let whither =
                    if known { format!("to {}", self.zone_name(to)) } else { "out of sight".to_owned() };
                plain(format!("{} moves {whither}", name(who))).about([who]).by("TWELVES-A5")
            }
            Event::Stopped { who, by } => {
                bad(who, format!("{} is stopped by {}", name(who), name(by))).about([by]).by("TWELVES-R4")
            }
            Event::Fled { who } => plain(format!("{} flees", name(who))).about([who]).by("TWELVES-R7"),
            Event::Grappled { who, target, ref test } => {
                let what = format!("{} grapples {}", name(who), name(target));
                tried(who, what, test, ["holds it fast", "gets no hold"]).about([target]).by("TWELVES-R5")
            }
            Event::Shoved { who, target, to, ref test } => {
                let what = format!("{} shoves {}", name(who), name(target));
                let into = format!("into {}", self.zone_name(to));
                tried(who, what, test, [&into, "it stands fast"]).about([target]).by("TWELVES-R5")
            }
            Event::BrokeFree { who, ref test } => {
                tried(who, format!("{} struggles", name(who)), test, ["free", "still held"]).by("TWELVES-R5")
            }
            Event::LetGo { who, target } => plain(format!("{} lets go of {}", name(who), name(target)))
                .about([who, target])
                .by("TWELVES-R5"),
            Event::Loose { who } => {
                plain(format!("{} is no longer held", name(who))).about([who]).by("TWELVES-R5")
            }
            Event::Used { who, feature, target, ref test } => {
                let at = target.map_or(String::new(), |one| format!(" on {}", name(one)));
                let what = format!("{} tries the {}{at}", name(who), self.feature_name(feature));
                tried(who, what, test, ["it works", "nothing happens"]).about(target).by("TWELVES-R6")
            }
            Event::Braved { who, by, ref test } => {
                let what = format!("{} braves the {}", name(who), self.source_words(by));
                Line { tone: Tone::Plain, ..tried(who, what, test, ["spared", "caught"]) }.by("TWELVES-R6")
            }
            Event::Harmed { .. } => self.harm_line(telling, event)?,
            Event::Healed { who, left, .. } => {
                good(who, format!("{} recovers: {} left", name(who), HITS.count(left.into())))
                    .by("TWELVES-R6")
            }
            Event::Regrown { who, hits, left } => {
                let (back, left) = (HITS.count(hits.into()), HITS.count(left.into()));
                good(who, format!("{} regenerates {back}: {left} left", name(who))).by("TWELVES-D6")
            }
            Event::Caught { who, by } => {
                bad(who, format!("{} is caught and held by {}", name(who), name(by))).by("TWELVES-D4")
            }
            Event::Carried { who, to } => plain(format!("{} is taken to {}", name(who), self.zone_name(to)))
                .about([who])
                .by("TWELVES-R6"),
            Event::Held { who, by } => {
                bad(who, format!("{} is held by the {}", name(who), self.source_words(by))).by("TWELVES-R6")
            }
            Event::Dazed { who } => bad(who, format!("{} is dazed", name(who))).by("TWELVES-R6"),
            Event::Covered { zone, cover } => {
                plain(format!("{} now gives cover {cover}", self.zone_name(zone))).by("TWELVES-R6")
            }
            Event::Handled { who, door, what, ref test } => {
                let door = self.door_name(telling.before, telling.before.zone[who], door);
                let (does, tries, results) = match what {
                    Handle::Open => ("opens", "tries", ["it opens", "it stays shut"]),
                    Handle::Shut => ("shuts", "tries to shut", ["it shuts", "it stays open"]),
                    Handle::Bar => ("bars", "tries to bar", ["it is barred", "it is not"]),
                    Handle::Force => ("forces", "throws all weight against", ["it breaks", "it holds"]),
                    Handle::Pick => ("picks", "works at the lock of", ["it opens", "it holds"]),
                };
                let line = match test {
                    Some(test) => tried(who, format!("{} {tries} the {door}", name(who)), test, results),
                    None => plain(format!("{} {does} the {door}", name(who))).about([who]),
                };
                line.by("TWELVES-D1")
            }
            Event::Door { door, now } => {
                let now = match now {
                    Door::Open => "open",
                    Door::Shut => "shut",
                    Door::Barred | Door::Locked => "fast",
                    _ => "broken",
                };
                let from = self.field.doorways().get(usize::from(door)).map_or(0, |way| way.between[0]);
                plain(format!("The {} is {now}", self.door_name(telling.state, from, door))).by("TWELVES-D1")
            }
            Event::Hazard { zone, active } => {
                let hazard = self.source_words(Source::Hazard(zone));
                let verb = if active { "starts" } else { "ends" };
                plain(format!("At {} the {hazard} {verb}", self.zone_name(zone))).by("TWELVES-R6")
            }
            Event::Defeated { who } => bad(who, format!("{} is defeated", name(who))).by("TWELVES-R2"),
            Event::Plot { happening } => {
                let rule = if happening.people()[0].is_some() { "TWELVES-G2" } else { "TWELVES-G3" };
                line_of(self, telling, happening, self.zones_in_view(telling))?.by(rule)
            }
            Event::Passed { who } => plain(format!("{} does nothing", name(who))).about([who]),
            Event::Over { outcome } => Line::new(Tone::Heading, outcome.words()).by("TWELVES-A4"),
        })
    }
}

impl Twelves {
    /// May this seat be told? Of people whom it perceives before or after, and of zones and doors that the heroes see.
    fn perceives(&self, telling: &Telling<'_, State>, event: &Event) -> bool {
        let unknown = |state: &State| self.unknown_to(state, telling.seat);
        let hidden = unknown(telling.before) & unknown(telling.state);
        let watched = |zone: u8| {
            let seen = self.watched(telling.before) | self.watched(telling.state);
            self.zones_known_to(telling.state, telling.seat).has(zone)
                && (seen.has(zone) || self.unknown_to(telling.state, Seat::Watcher).is_empty())
        };
        match *event {
            Event::Covered { zone, .. } | Event::Hazard { zone, .. } => watched(zone),
            Event::Door { door, .. } => {
                let way = self.field.doorways().get(usize::from(door));
                way.is_none_or(|way| way.between.into_iter().any(watched))
            }
            _ => {
                let people = event.people();
                people.iter().flatten().next().is_none()
                    || people.into_iter().flatten().any(|who| !hidden.has(who))
            }
        }
    }

    /// The zones that a seat perceives, before or after.
    fn zones_in_view(&self, telling: &Telling<'_, State>) -> ZoneSet {
        let all = self.zones_known_to(telling.state, telling.seat);
        if self.field.doorways().is_empty() || telling.seat == Seat::Judge {
            return all;
        }
        all & (self.watched(telling.before) | self.watched(telling.state))
    }

    /// The tone of what is good or bad for somebody.
    fn news(&self, telling: &Telling<'_, State>, is_good: bool, who: Who) -> Tone {
        let state = telling.state;
        telling.news(is_good, state.side_of(who), |own| state.side_of(own))
    }

    fn source_words(&self, by: Source) -> String {
        match by {
            Source::Feature(feature) => self.feature_name(feature),
            Source::Hazard(zone) => {
                let hazard = self.hazards.get(zone as usize).and_then(Option::as_ref);
                hazard.map_or("hazard".to_owned(), |hazard| hazard.name.to_lowercase())
            }
            Source::Trap(trap) => {
                let trap = self.traps.get(usize::from(trap));
                trap.map_or("trap".to_owned(), |trap| trap.hazard.name.to_lowercase())
            }
        }
    }

    fn attack_line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        let Event::Attacked { who, with, target, how, number, ref throw, left } = *event else { return None };
        let (state, before) = (telling.state, telling.before);
        // Where they stood when it happened: the target may have been taken off since.
        let verb = match (how, self.verb(before, who, with, target)) {
            (How::Opportunity, _) | (_, "strike") => "strikes at",
            (_, "throw") => "throws at",
            _ => "shoots at",
        };
        let (how_words, rule) = match how {
            How::First => ("", "TWELVES-K1"),
            How::Second => (", second weapon", "TWELVES-K3"),
            How::Opportunity => (", in passing", "TWELVES-R4"),
        };
        let weapon = self.weapon_of(state, who, with).name.to_lowercase();
        let (attacker, name) = (self.name(state, who), self.name(state, target));
        let rolled = against(telling.rolled(throw), number);
        let (sum, number) = (&rolled.text, number_words(number));
        let (tone, result) = match throw.value {
            0 => (Tone::Plain, "no hit".to_owned()),
            n => (self.news(telling, true, who), format!("{}, {left} left", HITS.count(n))),
        };
        let text =
            format!("{attacker} {verb} {name} ({weapon}{how_words}): {sum} against {number}: {result}");
        Some(Line::new(tone, text).about([who, target]).rolled(rolled).by(rule))
    }

    fn harm_line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        let Event::Harmed { who, by, number, ref throw, hits, left } = *event else { return None };
        let rolled = throw
            .as_ref()
            .zip(number)
            .map(|(throw, number)| (against(telling.rolled(throw), number), number));
        let arithmetic = rolled.as_ref().map_or(String::new(), |(rolled, number)| {
            format!(": {} against {}", rolled.text, number_words(*number))
        });
        let (tone, result) = match hits {
            0 => (Tone::Plain, "no hit".to_owned()),
            n => (self.news(telling, false, who), format!("{}, {left} left", HITS.count(n.into()))),
        };
        let (name, source) = (self.name(telling.state, who), self.source_words(by));
        let text = format!("{name} is caught by the {source}{arithmetic}: {result}");
        let line = Line::new(tone, text).about([who]).by("TWELVES-R6");
        Some(rolled.into_iter().fold(line, |line, (rolled, _)| line.rolled(rolled)))
    }
}

/// A pool of which each die had to reach a number.
fn against(rolled: Rolled, number: Number) -> Rolled {
    let success = rolled.total > 0;
    let raised = number.cover + number.penalty > 0;
    let name = if raised { format!("{} =", number_words(number)) } else { "TH".to_owned() };
    rolled.against(name, number.total().into()).success(success)
}

/// A check as a value: the die had to stay at the attribute or under it.
fn tested(telling: &Telling<'_, State>, test: &Test) -> Rolled {
    telling.rolled(&test.throw).under(test.attribute.name(), test.value.into()).success(test.success)
}

/// A check with its arithmetic: "d12 [5] = 5 against might 7".
fn sum_of(rolled: &Rolled, test: &Test) -> String {
    format!("{} against {} {}", rolled.text, test.attribute.name(), test.value)
}
