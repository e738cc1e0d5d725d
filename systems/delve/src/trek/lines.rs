//! What happens on a trek by the delve rules alone, as lines of the log.

use fracas_adventure::{Attitude, Battles, Clock, Display, Foes, Tales};
use fracas_kernel::{Foresee, Line, Mark, Narrate, Seat, Telling, Tone, Who};

use super::data::MINUTES;
use super::{Event, Lore, State};

impl Tales for Lore {
    fn line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        self.meeting_line(telling, event).or_else(|| self.turn_line(telling, event))
    }

    fn reveals(&self, event: &Event) -> bool {
        matches!(event, Event::Guided)
    }

    fn mark(&self, event: &Event) -> Mark {
        let success = match event {
            Event::There { event, .. } => return self.fights[0].mark(event),
            Event::Reaction { attitude, .. } => *attitude >= Attitude::Indifferent,
            _ => false,
        };
        if success { Mark::Success } else { Mark::Nothing }
    }

    fn trap_name(&self, what: u8) -> String {
        self.hazard_words(what)
    }

    fn contents(&self, cache: u8) -> Vec<String> {
        let all = self.treasure.caches.get(usize::from(cache)).into_iter().flatten();
        all.map(|&gear| format!("the {}", self.gear_name(gear))).collect()
    }

    fn sound(&self, foes: Foes) -> String {
        match self.band(foes).sound.as_deref() {
            None | Some("") => "somebody is there".to_owned(),
            Some(sound) => sound.to_owned(),
        }
    }
}

impl Lore {
    /// Those may be gone by now who were there.
    fn named(&self, telling: &Telling<'_, State>, foes: Foes) -> String {
        let now = self.foes_name(telling.state, foes);
        if now.is_empty() { self.foes_name(telling.before, foes) } else { now }.to_owned()
    }

    fn turn_line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        let state = telling.state;
        let name = |who: Who| self.sheet(who).name.as_str();
        let day = |turn: u32| Clock::words(turn * MINUTES).replacen('d', "D", 1);
        Some(match *event {
            Event::There { at, ref event } => return self.there_line(telling, at, event),
            Event::Turn { turn } => Line::new(Tone::Heading, day(turn)).by("DELVE-T1"),
            Event::Lit { left } => Line::plain(format!("A torch is lit; {left} left")),
            Event::BurntOut => Line::plain("The torch has burnt down"),
            Event::Dark => Line::bad("It is dark, and there is no torch"),
            Event::Caught { who, hazard } => {
                Line::bad(format!("{} suffers from {}", name(who), self.hazard_words(hazard)))
                    .by("DELVE-R15")
                    .about([who])
            }
            Event::Cured { who, hazard } => {
                Line::good(format!("{} is rid of {}", name(who), self.hazard_words(hazard)))
                    .by("DELVE-R15")
                    .about([who])
            }
            Event::Used { who, ware, on } => {
                Line::plain(format!("{} gives {} to {}", name(who), ware.one(), name(on))).about([who, on])
            }
            Event::Equipped { who, gear, up } => {
                let verb = if up { "takes up" } else { "puts away" };
                let text = format!("{} {verb} the {}", name(who), self.gear_name(gear));
                Line::plain(text).by("DELVE-F17").about([who])
            }
            Event::Waited => Line::plain("The party waits"),
            // Players hear of it when something comes.
            Event::Stirring { .. } if telling.seat != Seat::Judge => return None,
            Event::Stirring { test } => {
                let line =
                    test.line(telling, "Wandering monsters".to_owned(), "something stirs", "all is quiet");
                Line { tone: Tone::Judge, ..line }
            }
            Event::Learnt { xp } => Line::good(format!("Everybody learns something: {xp} xp")),
            Event::Camped => Line::plain("The party makes camp").by("DELVE-D3"),
            Event::Hungry { who } => Line::bad(format!("{} goes hungry, and regains nothing", name(who)))
                .by("DELVE-D3")
                .about([who]),
            Event::Rested { who, hp } => {
                let text = format!("{} has slept well: 1 hit point, now {hp}", name(who));
                Line::good(text).by("DELVE-D3").about([who])
            }
            Event::Morning => {
                Line::new(Tone::Heading, format!("{}: spells are learnt anew", day(state.clock)))
                    .by("DELVE-R7")
            }
            _ => return None,
        })
    }

    /// Something that went by the rules of a fight.
    fn there_line(&self, telling: &Telling<'_, State>, at: u8, event: &crate::Event) -> Option<Line> {
        // Whoever was faced may not have lived through it.
        let faced = telling.before.meeting.is_some();
        let field = if faced { self.enter(telling.before) } else { self.field_now(telling.state).1 };
        let telling = Telling { before: &field, state: &field, seat: telling.seat, rolls: telling.rolls };
        self.fights.get(usize::from(at))?.line(&telling, event)
    }

    fn meeting_line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        let zone = |zone: u8| self.setting.place.zone(zone).name.as_str();
        let band = |foes: Foes| self.named(telling, foes);
        let line = match *event {
            Event::Reaction { ref throw, total, attitude } => {
                let counts =
                    if total == throw.value { String::new() } else { format!(", counts as {total}") };
                let text = format!("Reaction: {}{counts}: {}", telling.sum(throw), attitude.name());
                return Some(Line::plain(text).rolled(telling.rolled(throw)).by("DELVE-M1"));
            }
            Event::Mood { foes, attitude, first } => {
                let because = Some(&self.band(foes).because).filter(|because| first && !because.is_empty());
                let because = because.map_or_else(String::new, |because| format!(". {because}"));
                Line::plain(format!("{}: {}{because}", band(foes), attitude.name()))
            }
            Event::Provoked { foes } => Line::bad(format!("{} will not stand for that", band(foes))),
            Event::Attacked { foes } => {
                Line::bad(format!("It comes to blows: {}", band(foes).to_lowercase()))
            }
            Event::Paid { gold } => Line::plain(format!("The party pays {gold} gold and is left in peace")),
            Event::Withdrew { to } => Line::plain(format!("The party withdraws to {}", zone(to))),
            Event::Lured { foes, to } => {
                let whom = band(foes).to_lowercase();
                return Some(Line::plain(format!(
                    "The party steps back to {}, and they follow: {whom}",
                    zone(to)
                )));
            }
            Event::Passed { foes } => Line::plain(format!("{}: they let the party be", band(foes))),
            Event::Guided => Line::good("They draw a part of the place in the dust"),
            Event::Bought { ware, gold } => {
                Line::plain(format!("The party buys {} for {gold} gold", ware.one()))
            }
            Event::BoughtGear { gear, gold } => {
                Line::plain(format!("The party buys the {} for {gold} gold", self.gear_name(gear)))
            }
            Event::Spoils { gear } => {
                let text = format!("On those who were beaten: the {}", self.gear_name(gear));
                return Some(Line::good(text).by("DELVE-F17"));
            }
            Event::Won { gold } => return Some(Line::good(format!("On those who were beaten: {gold} gold"))),
            Event::Gathered { turns } => {
                let took = if turns == 1 { "a turn".to_owned() } else { format!("{turns} turns") };
                let text = format!("With a pause for breath, the fight has taken {took}");
                return Some(Line::plain(text).by("DELVE-T1"));
            }
            _ => return None,
        };
        Some(line.by("DELVE-R8"))
    }
}
