//! A trek on the screen: the map as it has grown, the heroes, the question, gauges, how it ended.

use fracas_kernel::{
    Badge, BadgeMark, MapView, Outcome, OutcomeView, Question, Seat, Show, Status, TableView, Tag, TagKind,
    Token, Who,
};

use crate::explore::{Expedition, StateOf};
use crate::{Explorer, Lookup, Trap};

impl<R: Expedition> Show for Explorer<R> {
    fn view(&self, state: &StateOf<R>, seat: Seat) -> TableView {
        let state = &fracas_kernel::Know::known(self, state, seat);
        let setting = self.0.setting();
        let (rules, field) = self.0.field_now(state);
        let token = |who: Who| self.token(state, who, self.0.token(state, rules, &field, who));
        TableView {
            system: R::SYSTEM,
            health: R::HEALTH,
            title: setting.title.clone(),
            round: 0,
            phase: format!("exploring: {}", setting.place.zone(state.here.at).name),
            map: self.map(state, seat),
            tokens: setting.everyone().map(token).collect(),
            question: self.question(state),
            choices: Vec::new(),
            quiet: Vec::new(),
            gauges: self.0.gauges(state),
            outcome: state.here.outcome.map(|outcome| OutcomeView {
                winner: match outcome {
                    Outcome::Won(side) => Some(side),
                    Outcome::Draw => None,
                },
                text: self.outcome(outcome),
            }),
        }
    }
}

impl<R: Expedition> Explorer<R> {
    fn token(&self, state: &StateOf<R>, who: Who, mut token: Token) -> Token {
        let party = &state.party;
        token.place = party.alive.has(who).then(|| self.0.setting().place.zone(state.here.at).id.clone());
        token.to_act = self.0.awaited(state).has(who) && !party.busy.has(who) && !state.is_over();
        if party.dead.has(who) {
            token.status = Status::Dead;
        }
        for gear in state.pack.of(who).filter(|_| party.alive.has(who)) {
            let means = "Found on the way, beside what is on the sheet.";
            let name = self.0.setting().place.treasure.named(gear).name;
            token.badges.push(Badge::good(BadgeMark::Gear, name, means));
        }
        if party.busy.has(who) {
            let means = format!("has done something {}", R::WORDS.in_turn);
            token.badges.insert(0, Badge::good(BadgeMark::Busy, "busy", means));
        }
        if party.leads(who) && !state.is_over() {
            token.badges.insert(0, Badge::good(BadgeMark::Leading, "leads", "decides where the party goes"));
        }
        token
    }

    /// The place as far as it is known, with what the system knows of its zones and ways.
    fn map(&self, state: &StateOf<R>, seat: Seat) -> MapView {
        let place = &self.0.setting().place;
        let mut map = place.map(&state.here, seat);
        let MapView::Zones { zones, links, .. } = &mut map else { return map };
        let numbers: Vec<u8> = zones.iter().filter_map(|card| place.find_zone(&card.id)).collect();
        for (card, &zone) in zones.iter_mut().zip(&numbers) {
            let trap = self.trap_shown(state, seat, Trap::Zone(zone));
            card.tags.extend(trap.map(|trap| Tag::new(TagKind::Hazard, trap)));
            self.0.tags(state, seat, zone, &mut card.tags);
            if seat == Seat::Judge {
                let names = state.strays_in(zone).map(|(_, stray)| self.0.sheet_name(stray.sheet));
                card.tags.extend(names.map(|name| Tag::new(TagKind::Secret, format!("stray: {name}"))));
            }
        }
        for link in links {
            let ends = [link.a, link.b].map(|end| numbers.get(end).copied().unwrap_or(u8::MAX));
            let joins = |way: &crate::Way| [[way.a, way.b], [way.b, way.a]].contains(&ends);
            let way = place.ways.iter().position(joins).unwrap_or(usize::MAX);
            if let Some(trap) = self.trap_shown(state, seat, Trap::Way(way as u8)) {
                link.note = Some(match link.note.take() {
                    Some(note) => format!("{note}, {trap}"),
                    None => trap,
                });
            }
        }
        map
    }

    /// A trap of which a seat knows.
    fn trap_shown(&self, state: &StateOf<R>, seat: Seat, trap: Trap) -> Option<String> {
        let live = if seat == Seat::Judge { state.traps.armed } else { state.traps.known() };
        let what = self.0.setting().place.snares.at(trap).filter(|_| live.has(trap))?;
        Some(format!("trap: {}", self.0.trap_name(what)))
    }

    fn question(&self, state: &StateOf<R>) -> Option<Question> {
        if state.is_over() {
            return None;
        }
        let (text, rule) = self.0.question(state).unwrap_or_else(|| {
            let text = format!("What does each of you do {}, or where does the party go?", R::WORDS.in_turn);
            (text, R::WORDS.rules.turn)
        });
        Some(Question { asked: self.0.asked(state).widen(), text, reaction: false, rule })
    }
}
