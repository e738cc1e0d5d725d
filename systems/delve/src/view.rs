//! The screen: the map, tokens with their tracks and conditions, the question. Nothing is hidden in this system.

use fracas_kernel::{
    Badge, Know, MapView, OutcomeView, Play, Question, Report, Seat, Show, Status, TableView, Tell, Token,
    Track, TrackKind, Unit, Who,
};

use crate::data::{Condition, Delve, Kind, Lasts};
use crate::state::{Phase, State};
use crate::words::{HIT_POINTS, SPELLS};

const ARMOUR_CLASS: Unit = Unit::new("point of armour class", "points of armour class", "AC");

impl Know for Delve {}

impl Report for Delve {}

impl Show for Delve {
    fn view(&self, state: &State, _seat: Seat) -> TableView {
        let (text, rule) = match state.phase {
            Phase::Before => ("The sides meet. Begin?", "DELVE-C1"),
            Phase::Free(_) => ("Who acts in the free round?", "DELVE-C2"),
            Phase::Both => ("Both sides act at the same time. Who acts next?", "DELVE-R4"),
            Phase::First(_) | Phase::Second(_) => ("Who acts next, and how?", "DELVE-T2"),
        };
        TableView {
            system: Delve::SYSTEM,
            title: self.title.clone(),
            health: HIT_POINTS,
            round: state.round.into(),
            phase: phase_words(state.phase),
            gauges: Vec::new(),
            map: MapView::zones(&self.zones, |_| Vec::new()),
            tokens: state.everyone().map(|who| self.token(state, who)).collect(),
            question: Question::of(self.ask(state), text, Some(rule)),
            choices: Vec::new(),
            quiet: Vec::new(),
            outcome: state.outcome.map(OutcomeView::from),
        }
    }
}

impl Delve {
    pub(crate) fn token(&self, state: &State, who: Who) -> Token {
        let sheet = self.sheet(state, who);
        let status = if state.dead.has(who) {
            Status::Dead
        } else if state.gone.has(who) {
            Status::Gone
        } else if state.standing.has(who) {
            Status::Up
        } else {
            Status::Down
        };
        let track = |id, name, value, max, kind, unit| Track { id, name, value, max, kind, unit };
        let (hp, max_hp) = (state.hp[who].into(), Some(state.max_hp[who].into()));
        let mut tracks = vec![
            track("hp", "hit points", hp, max_hp, TrackKind::Health, HIT_POINTS),
            track("ac", "armour class", sheet.ac.into(), None, TrackKind::Plain, ARMOUR_CLASS),
        ];
        let spells = SPELLS.into_iter().zip(state.slots[who]).zip(sheet.slots).filter(|&(_, max)| max > 0);
        tracks.extend(spells.map(|((unit, left), max)| {
            track(unit.short, unit.many, left.into(), Some(max.into()), TrackKind::Supply, unit)
        }));
        Token {
            who,
            id: self.id(state, who),
            name: self.name(state, who),
            kind: kind_words(sheet.kind),
            side: state.side_of(who),
            status,
            place: (status != Status::Gone).then(|| self.zones.zone(state.zone[who]).id.clone()),
            tracks,
            badges: Condition::ALL.into_iter().filter_map(|condition| badge(state, who, condition)).collect(),
            to_act: state.acting.has(who) && state.phase != Phase::Before,
        }
    }
}

/// A condition with what it does, and for how long.
fn badge(state: &State, who: Who, condition: Condition) -> Option<Badge> {
    let time = match state.lasts[who][condition as usize] {
        0 => return None,
        Lasts::FIGHT => "Lasts for the rest of the fight.".to_owned(),
        Lasts::UNTIL_SAVE => "A save at the end of a round ends it.".to_owned(),
        1 => "Ends with this round.".to_owned(),
        rounds => format!("{rounds} rounds left."),
    };
    let means = format!("{} {time}", condition.means());
    let make = if condition.is_good() { Badge::good } else { Badge::bad };
    Some(make(condition.mark(), condition.name(), means))
}

fn kind_words(kind: Kind) -> String {
    match kind {
        Kind::Character { class, level } => format!("{} {level}", class.name()),
        Kind::Monster { half_dice: 1 } => "1/2 HD".to_owned(),
        Kind::Monster { half_dice } if half_dice % 2 == 0 => format!("{} HD", half_dice / 2),
        Kind::Monster { half_dice } => format!("{} 1/2 HD", half_dice / 2),
    }
}

fn phase_words(phase: Phase) -> String {
    match phase {
        Phase::Before => "before the fight".to_owned(),
        Phase::Free(side) => format!("free round of the {}", side.name()),
        Phase::First(side) | Phase::Second(side) => format!("the {} act", side.name()),
        Phase::Both => "both sides act at the same time".to_owned(),
    }
}
