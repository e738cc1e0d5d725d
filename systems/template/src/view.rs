//! The screen.

use fracas_kernel::{
    MapView, OutcomeView, Play, Question, Report, Seat, Show, Status, TableView, Tell, Token, Track, Unit,
    Who,
};

use crate::data::Template;
use crate::state::State;

const HEALTH: Unit = Unit::new("point of health", "health", "hp");

impl Show for Template {
    fn view(&self, state: &State, _seat: Seat) -> TableView {
        let map = MapView::zones(&self.zones, |_| Vec::new());
        TableView {
            round: state.round.into(),
            tokens: state.everyone().map(|who| self.token(state, who)).collect(),
            question: Question::of(self.ask(state), "What now?", None),
            outcome: state.outcome.map(OutcomeView::from),
            ..TableView::new(Template::SYSTEM, &self.title, HEALTH, map)
        }
    }
}

impl Template {
    fn token(&self, state: &State, who: Who) -> Token {
        let sheet = self.sheet(state, who);
        let (left, up) = (state.health[who].max(0), state.standing.has(who));
        Token {
            status: if up { Status::Up } else { Status::Down },
            place: Some(self.zones.zone(state.zone[who]).id.clone()),
            tracks: vec![Track::health("health", left.into(), sheet.health.into(), HEALTH)],
            to_act: up && !state.acted.has(who),
            ..Token::new(who, self.id(state, who), self.name(state, who), state.side_of(who))
        }
    }
}

impl Report for Template {}
