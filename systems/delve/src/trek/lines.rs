//! What happens on a trek by the delve rules alone, as lines of the log.

use fracas_adventure::{Attitude, Battles, Clock, FightOf, Foes, Fray, Good, Lookup, Tales};
use fracas_kernel::{Line, Mark, Seat, Telling, Tone, Who};

use super::data::MINUTES;
use super::{Event, Lore, State};

impl Tales for Lore {
    fn line(&self, telling: &Telling<'_, State>, _who: Who, event: &Event) -> Option<Line> {
        self.meeting_line(telling, event).or_else(|| self.turn_line(telling, event))
    }

    /// Whoever was faced may not have lived through it.
    fn scene(&self, telling: &Telling<'_, State>) -> FightOf<Lore> {
        let faced = telling.before.meeting.is_some();
        if faced { self.fight_now(telling.before) } else { self.field_now(telling.state).1 }
    }

    fn reveals(&self, event: &Event) -> bool {
        matches!(event, Event::Guided)
    }

    fn mark(&self, _who: Who, event: &Event) -> Mark {
        let success = match event {
            Event::Reaction { attitude, .. } => *attitude >= Attitude::Indifferent,
            _ => false,
        };
        if success { Mark::Success } else { Mark::Nothing }
    }

    fn trap_name(&self, what: u8) -> String {
        self.hazard_words(what)
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
        let day = |turn: u32| Clock::words(turn * MINUTES).replacen('d', "D", 1);
        Some(match *event {
            Event::Turn { turn } => Line::new(Tone::Heading, day(turn)).by("DELVE-T1"),
            Event::Lit { left } => Line::plain(format!("A torch is lit; {left} left")),
            Event::BurntOut => Line::plain("The torch has burnt down"),
            Event::Dark => Line::bad("It is dark, and there is no torch"),
            Event::Caught { hazard } => {
                Line::bad(format!("suffers from {}", self.hazard_words(hazard))).by("DELVE-R15")
            }
            Event::Cured { hazard } => {
                Line::good(format!("is rid of {}", self.hazard_words(hazard))).by("DELVE-R15")
            }
            Event::Used { ware, on } => {
                Line::plain(format!("gives {} to {}", ware.one(), self.sheet(on).name)).about([on])
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
            Event::Hungry => Line::bad("goes hungry, and regains nothing").by("DELVE-D3"),
            Event::Rested { hp } => {
                Line::good(format!("has slept well: 1 hit point, now {hp}")).by("DELVE-D3")
            }
            Event::Morning => {
                Line::new(Tone::Heading, format!("{}: spells are learnt anew", day(state.clock)))
                    .by("DELVE-R7")
            }
            _ => return None,
        })
    }

    fn meeting_line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        let zone = |zone: u8| self.setting.place.zone(zone).name.as_str();
        let band = |foes: Foes| self.named(telling, foes);
        let met = |line: Line| line.by("DELVE-R8");
        Some(match *event {
            Event::Reaction { ref throw, total, attitude } => {
                let counts =
                    if total == throw.value { String::new() } else { format!(", counts as {total}") };
                let text = format!("Reaction: {}{counts}: {}", telling.sum(throw), attitude.name());
                Line::plain(text).rolled(telling.rolled(throw)).by("DELVE-M1")
            }
            Event::Mood { foes, attitude, first } => {
                let because = Some(&self.band(foes).because).filter(|because| first && !because.is_empty());
                let because = because.map_or_else(String::new, |because| format!(". {because}"));
                met(Line::plain(format!("{}: {}{because}", band(foes), attitude.name())))
            }
            Event::Provoked { foes } => met(Line::bad(format!("{} will not stand for that", band(foes)))),
            Event::Attacked { foes } => {
                met(Line::bad(format!("It comes to blows: {}", band(foes).to_lowercase())))
            }
            Event::Paid { gold } => {
                met(Line::plain(format!("The party pays {gold} gold and is left in peace")))
            }
            Event::Withdrew { to } => met(Line::plain(format!("The party withdraws to {}", zone(to)))),
            Event::Lured { foes, to } => {
                let whom = band(foes).to_lowercase();
                Line::plain(format!("The party steps back to {}, and they follow: {whom}", zone(to)))
            }
            Event::Passed { foes } => met(Line::plain(format!("{}: they let the party be", band(foes)))),
            Event::Guided => met(Line::good("They draw a part of the place in the dust")),
            Event::Bought { ware, gold } => {
                met(Line::plain(format!("The party buys {} for {gold} gold", ware.one())))
            }
            Event::BoughtGear(Good { gear, price }) => {
                let item = self.setting.place.treasure.named(gear).name;
                met(Line::plain(format!("The party buys the {item} for {price} gold")))
            }
            Event::Won { gold } => Line::good(format!("On those who were beaten: {gold} gold")),
            Event::Gathered { turns } => {
                let took = if turns == 1 { "a turn".to_owned() } else { format!("{turns} turns") };
                Line::plain(format!("With a pause for breath, the fight has taken {took}")).by("DELVE-T1")
            }
            _ => return None,
        })
    }
}
