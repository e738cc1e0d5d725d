//! The screen: zones with what they cost and offer, tokens with their tracks and badges, the question. Nothing in this
//! system is secret, so every seat sees the same.

use fracas_kernel::{
    Badge, BadgeMark, Know, MapView, OutcomeView, Play, Question, Report, Seat, Show, Side, Status,
    TableView, Tag, TagKind, Tell, Token, Track, TrackKind, Unit, Who,
};

use crate::data::{Attribute, Feature, Twelves};
use crate::state::{Pending, Phase, State};
use crate::words::HITS;

const TO_HIT: Unit = Unit::new("to hit", "to hit", "TH");
const RANK: Unit = Unit::new("rank", "ranks", "rank");

impl Know for Twelves {}

impl Report for Twelves {}

impl Show for Twelves {
    fn view(&self, state: &State, _seat: Seat) -> TableView {
        let mut map = MapView::zones(&self.zones, |zone| self.tags(state, zone));
        if let MapView::Zones { links, .. } = &mut map {
            links.retain(|link| self.ways(state, link.a as u8).has(link.b as u8));
        }
        TableView {
            system: Twelves::SYSTEM,
            title: self.title.clone(),
            health: HITS,
            round: state.round.into(),
            phase: phase_words(state.phase).to_owned(),
            gauges: Vec::new(),
            map,
            tokens: state.everyone().map(|who| self.token(state, who)).collect(),
            question: self.question(state),
            choices: Vec::new(),
            quiet: Vec::new(),
            outcome: state.outcome.map(OutcomeView::from),
        }
    }
}

impl Twelves {
    /// What is to be known about a zone: what it costs to enter, what it gives, what can be used.
    fn tags(&self, state: &State, zone: u8) -> Vec<Tag> {
        let mut tags = Vec::new();
        match state.cover[zone] {
            0 => {}
            cover => tags.push(
                Tag::feature(format!("cover {cover}"))
                    .meaning(format!("Attacks from other zones need {cover} more to hit.")),
            ),
        }
        if let Some(hazard) = self.hazard(state, zone) {
            let words = self.hazard_words(hazard);
            tags.push(
                Tag::new(TagKind::Hazard, format!("hazard: {words}"))
                    .meaning(format!("Whoever enters pays: {words}.")),
            );
        }
        for (feature, offer) in self.offered[zone].filter_map(|index| Some((index, self.feature(index)?))) {
            let spent = match state.uses[feature] {
                0 => " (used up)".to_owned(),
                Feature::ENDLESS => String::new(),
                left => format!(" ({left} left)"),
            };
            let means = format!("{} check: {}.", offer.check.name(), self.feature_words(offer));
            tags.push(Tag::feature(format!("use: {}{spent}", offer.name.to_lowercase())).meaning(means));
        }
        for (gate, of) in (0..).zip(&self.gates).filter(|&(gate, _)| !state.open.has(gate)) {
            if let Some(beyond) = of.beyond(zone) {
                let words = format!("shut to {}: {}", self.zone_name(beyond), self.gate_name(gate));
                tags.push(Tag::feature(words).meaning("Nobody can pass until it is opened."));
            }
        }
        tags
    }

    fn question(&self, state: &State) -> Option<Question> {
        let (text, rule) = match (state.pending, state.phase) {
            (Some(Pending { who, arm }), _) => {
                let weapon = self.weapon_of(state, who, arm).name.to_lowercase();
                let name = self.name(state, who);
                let text = format!("The target has fallen. Whom does {name} attack with the {weapon}?");
                (text, "TWELVES-R8")
            }
            (None, Phase::Before) => ("The fight is about to begin.".to_owned(), "TWELVES-A2"),
            (None, Phase::Turn(_)) => ("Who acts next, and how?".to_owned(), "TWELVES-A1"),
        };
        Question::of(self.ask(state), text, Some(rule))
    }

    pub(crate) fn token(&self, state: &State, who: Who) -> Token {
        let sheet = self.sheet(state, who);
        let status = if state.gone.has(who) {
            Status::Gone
        } else if state.standing.has(who) {
            Status::Up
        } else {
            Status::Down
        };
        let track = |id, name, value: u8, max: Option<u8>, kind, unit| Track {
            id,
            name,
            value: value.into(),
            max: max.map(i32::from),
            kind,
            unit,
        };
        let [might, agility, wits] = Attribute::ALL.map(|(_, attribute)| sheet.attribute(attribute));
        Token {
            who,
            id: self.id(state, who),
            name: self.name(state, who),
            // Might, agility, wits: short enough for a list.
            kind: format!("M{might} A{agility} W{wits}"),
            side: state.side_of(who),
            status,
            place: (status != Status::Gone).then(|| self.zones.zone(state.zone[who]).id.clone()),
            tracks: vec![
                track("hits", "hits", state.hits[who], Some(state.max_hits[who]), TrackKind::Health, HITS),
                track("th", "TH", state.th[who], None, TrackKind::Plain, TO_HIT),
                track("rank", "rank", state.rank[who], None, TrackKind::Plain, RANK),
            ],
            badges: self.badges(state, who),
            to_act: state.acting.has(who) && !state.is_before(),
        }
    }

    fn badges(&self, state: &State, who: Who) -> Vec<Badge> {
        let mut badges = Vec::new();
        if state.held.has(who) {
            let by = state.held_by[who].map_or(String::new(), |by| format!(" by {}", self.name(state, by)));
            let means = format!(
                "Held{by}: cannot move, nor strike at those who leave, until a might check succeeds."
            );
            badges.push(Badge::bad(BadgeMark::Held, "held", means));
        }
        if let Some(held) = state.held_of(who) {
            let means = format!("Holds {}: one at a time.", self.name(state, held));
            badges.push(Badge::good(BadgeMark::Condition, "holding", means));
        }
        if state.is_before() && state.ready.has(who) {
            badges.push(Badge::good(
                BadgeMark::Guarding,
                "ready",
                "Needs no agility check in the first round.",
            ));
        }
        if state.dazed.has(who) {
            badges.push(Badge::bad(BadgeMark::Stunned, "dazed", "Loses the next turn."));
        }
        if state.struck.has(who) {
            let means = "Has made the opportunity attack of this round.";
            badges.push(Badge::bad(BadgeMark::Busy, "struck", means));
        }
        let feats = &self.sheet(state, who).feats;
        badges.extend(
            feats
                .iter()
                .filter_map(|&feat| self.feats.get(feat as usize))
                .map(|feat| Badge::good(BadgeMark::Gear, feat.name.to_lowercase(), feat.about.clone())),
        );
        badges
    }
}

fn phase_words(phase: Phase) -> &'static str {
    match phase {
        Phase::Before => "before the fight",
        Phase::Turn(Side::Heroes) => "the heroes act",
        Phase::Turn(Side::Monsters) => "the monsters act",
    }
}
