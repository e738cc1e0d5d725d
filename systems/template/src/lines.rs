//! The log.

use fracas_kernel::{Beat, Line, Narrate, Tell, Telling, Tone};

use crate::apply::{GUARD, RALLY};
use crate::data::Template;
use crate::event::Event;
use crate::state::State;

impl Narrate for Template {
    fn beat(&self, event: &Event) -> Beat {
        if matches!(event, Event::Over(_)) { Beat::End } else { Beat::Within }
    }

    fn line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        let state = telling.state;
        let name = |who| self.name(state, who);
        let news = |good, who| telling.news(good, state.side_of(who), |own| state.side_of(own));
        Some(match event {
            Event::Round(number) => Line::new(Tone::Round, format!("Round {number}")),
            Event::Moved(who, to) => {
                let text = format!("{} moves to {}", name(*who), self.zones.zone(*to).name);
                Line::new(Tone::Plain, text).about([*who])
            }
            Event::Struck(who, target, check, harm) => {
                let skill = self.sheet(state, *who).skill.into();
                let roll = telling.rolled(&check.throw).plus("skill", skill).against("guard", GUARD);
                let text = format!("{} strikes {}: {}", name(*who), name(*target), roll.text);
                let Some(harm) = harm.map(|harm| telling.rolled(&harm)) else {
                    return Some(Line::new(Tone::Plain, text + ", miss").about([*who, *target]).rolled(roll));
                };
                let text = format!("{text}, hit, {} harm", harm.text);
                Line::new(news(false, *target), text).about([*who, *target]).rolled(roll).rolled(harm)
            }
            Event::Out(who) => Line::new(news(false, *who), format!("{} is out", name(*who))).about([*who]),
            Event::Rallied(who, check, left) => {
                let roll = telling.rolled(&check.throw).against("nerve", RALLY);
                let text = format!("{} catches breath: {}; {left} left", name(*who), roll.text);
                Line::new(Tone::Plain, text).about([*who]).rolled(roll)
            }
            Event::Over(outcome) => Line::new(Tone::Heading, outcome.words()),
        })
    }
}
