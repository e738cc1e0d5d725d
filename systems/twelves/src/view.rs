//! The screen: zones with what they cost and offer, tokens with their tracks and badges, the question. Who is behind a door
//! shows only to those who perceive it.

use fracas_kernel::plot::dress;
use fracas_kernel::{
    Badge, BadgeMark, Bond, BondKind, Door, Know, Link, MapView, OutcomeView, Play, Question, Report, Seat,
    Show, Side, Status, TableView, Tag, TagKind, Tell, Token, Track, TrackKind, Unit, Who, ZoneCard,
};

use crate::data::{Attribute, Feature, Twelves};
use crate::state::{Band, Pending, Phase, State};
use crate::words::HITS;

const TO_HIT: Unit = Unit::new("to hit", "to hit", "TH");
const RANK: Unit = Unit::new("rank", "ranks", "rank");

impl Report for Twelves {}

impl Show for Twelves {
    fn view(&self, state: &State, seat: Seat) -> TableView {
        let unknown = self.unknown_to(state, seat);
        let mut view = TableView {
            system: Twelves::SYSTEM,
            title: self.title.clone(),
            health: HITS,
            round: state.round.into(),
            phase: phase_words(state.phase).to_owned(),
            gauges: Vec::new(),
            map: self.map(state, seat),
            tokens: (state.everyone() - unknown).map(|who| self.token(state, who)).collect(),
            question: self.question(state, unknown),
            choices: Vec::new(),
            quiet: Vec::new(),
            outcome: state.outcome.map(OutcomeView::from),
        };
        if self.plotted {
            dress(self, &self.known(state, seat), seat, &mut view);
        }
        view
    }

    /// TWELVES-R5: who holds whom. A net or mud has no end at which a line could begin.
    fn bonds(&self, state: &State, _seat: Seat) -> Vec<Bond> {
        let holds = |who| Some(Bond::to(BondKind::Hold, state.held_by[who]?, who));
        state.held.filter_map(holds).collect()
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
        if self.high.has(zone) {
            tags.push(
                Tag::feature("high").meaning("Cover in lower zones is no help against attacks from here."),
            );
        }
        tags.extend(self.field.known_doors_of(&state.doors, zone).filter_map(|door| {
            let now = state.doors.at(door).note()?;
            let beyond = self.field.beyond(door, zone)?;
            let whither = self.field.whither(state.seen, zone, beyond);
            let means = match state.doors.at(door) {
                Door::Open => "People see, walk and shoot through. It can be shut.",
                Door::Shut => "Nobody sees or shoots through. Whoever walks through opens it.",
                Door::Broken => "People see, walk and shoot through, and it can no longer be shut.",
                _ => "It has to be forced, or picked if it is locked.",
            };
            Some(Tag::feature(format!("{now} to {whither}")).meaning(means))
        }));
        tags
    }

    /// The zones that a seat knows, with doors as notes on the ways.
    fn map(&self, state: &State, seat: Seat) -> MapView {
        let known = self.zones_known_to(state, seat);
        let shown: Vec<u8> = known.collect();
        let place = |zone: u8| shown.iter().position(|&other| other == zone);
        let (all, now) = (self.field.zones(), self.zones(state));
        let card = |&zone: &u8| {
            let mut card = ZoneCard::of(all.zone(zone));
            card.tags.extend(self.tags(state, zone));
            card
        };
        let link = |(a, b): (u8, u8)| {
            let door = self.field.door_between(a, b).map(|door| state.doors.at(door));
            let note = door.and_then(Door::note).map(str::to_owned);
            let link = Link { a: place(a)?, b: place(b)?, note };
            (door != Some(Door::Hidden)).then_some(link)
        };
        let sights = now.sights().into_iter();
        MapView::Zones {
            zones: shown.iter().map(card).collect(),
            links: all.links().filter_map(link).collect(),
            sight: sights.filter_map(|(a, b)| Some((place(a as u8)?, place(b as u8)?))).collect(),
        }
    }

    fn question(&self, state: &State, unknown: Band) -> Option<Question> {
        let (text, rule) = match (state.pending, state.phase) {
            _ if !state.acting.is_empty() && state.acting.is_within(unknown) => {
                ("Somebody acts out of sight.".to_owned(), "TWELVES-A1")
            }
            (Some(Pending { who, arm }), _) => {
                let weapon = self.weapon_of(state, who, arm).name.to_lowercase();
                let name = self.name(state, who);
                let text = format!("The target has fallen. Whom does {name} attack with the {weapon}?");
                (text, "TWELVES-R8")
            }
            (None, Phase::Before) => ("The fight is about to begin.".to_owned(), "TWELVES-A2"),
            (None, Phase::Turn(_)) => ("Who acts next, and how?".to_owned(), "TWELVES-A1"),
        };
        let question = Question::of(self.ask(state), text, Some(rule))?;
        Some(Question { asked: question.asked - unknown.widen(), ..question })
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
            kind: format!("might {might}, agility {agility}, wits {wits}"),
            side: state.side_of(who),
            status,
            place: (status != Status::Gone).then(|| self.field.zones().zone(state.zone[who]).id.clone()),
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
        let regrows = self.sheet(state, who).regrows;
        if regrows > 0 {
            let means = format!("Gets back {} with each new round.", HITS.count(regrows.into()));
            badges.push(Badge::good(BadgeMark::Gear, format!("regenerates {regrows}"), means));
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
