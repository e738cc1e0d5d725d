//! The fight on the screen.

use fracas_kernel::plot::dress;
use fracas_kernel::{
    Badge, BadgeMark, Bond, BondKind, Know, MapView, OutcomeView, Play, Question, Report, Seat, Show, Side,
    Status, TableView, Tag, TagKind, Tell, Token, Track, TrackKind, Unit, Who,
};

use crate::action::Action;
use crate::data::{Ardor, Condition};
use crate::effects::{
    ARDOR, HEALTH, POINTS, ROUNDS, SURGES, TRAUMA, XP, ability_effect, effect_words, fumble_effect,
};
use crate::features::Feature;
use crate::state::{Band, Phase, State};

impl Show for Ardor {
    fn view(&self, state: &State, seat: Seat) -> TableView {
        let unknown = self.unknown_to(state, seat);
        let mut view = TableView {
            system: Ardor::SYSTEM,
            title: self.title.clone(),
            health: HEALTH,
            round: state.round.into(),
            phase: phase_words(state.phase).to_owned(),
            map: self.field.map(&state.doors, state.seen, self.zones_known_to(state, seat), |zone| {
                self.tags(state, zone)
            }),
            tokens: (Band::first_few(state.count.into()) - unknown)
                .map(|who| self.token(state, who, seat))
                .collect(),
            question: self.question(state, unknown),
            choices: Vec::new(),
            quiet: Vec::new(),
            gauges: Vec::new(),
            outcome: state.outcome.map(OutcomeView::from),
        };
        if self.plotted {
            let known = self.known(state, seat);
            self.show_risen(&known, &mut view.map);
            dress(self, &known, seat, &mut view);
        }
        view
    }

    fn bonds(&self, state: &State, seat: Seat) -> Vec<Bond> {
        let bond = |who: Who| {
            let action = Ardor::visible_intent(state, who, seat)?;
            match action {
                Action::DefendOther { ward } => Some(Bond::to(BondKind::Guard, who, ward)),
                Action::Tend { patient } => Some(Bond::to(BondKind::Help, who, patient)),
                _ => Some(Bond::to(BondKind::Strike, who, action.target()?)),
            }
        };
        (0..state.count).map(Who).filter_map(bond).collect()
    }
}

impl Report for Ardor {}

impl Ardor {
    /// What has come to zones, as a seat knows it.
    fn show_risen(&self, known: &State, map: &mut MapView) {
        let MapView::Zones { zones, .. } = map else { return };
        for zone in self.plot.risen(&known.course) {
            let hazard = self.plot.hazard_at(&known.course, zone);
            let Some(hazard) = hazard.and_then(|number| self.hazards.get(usize::from(number))) else {
                continue;
            };
            let means = format!(
                "At the end of a round, for those who are here: {}.",
                effect_words(hazard.effect, &|_| String::new())
            );
            if let Some(card) = zones.iter_mut().find(|card| card.id == self.zone_id(zone)) {
                card.tags.push(Tag::new(TagKind::Hazard, hazard.name.to_lowercase()).meaning(means));
            }
        }
    }

    fn tags(&self, state: &State, zone: u8) -> Vec<Tag> {
        let challenge = self.challenge_in(state, zone);
        let means = format!("what it takes to recover or to go unseen here: {challenge} or more");
        let mut tags = vec![Tag::feature(format!("challenge {challenge}")).meaning(means)];
        let footing = self.footing[zone];
        if footing != 0 {
            let means = format!("{footing:+} on the Action Score of everybody who begins the round here");
            tags.push(Tag::feature(format!("footing {footing:+}")).meaning(means));
        }
        let cover = self.cover[zone];
        if cover > 0 {
            let means = format!("{cover:+} against shots from other zones, but not from above");
            tags.push(Tag::feature(format!("cover {cover:+}")).meaning(means));
        }
        if self.high.has(zone) {
            tags.push(
                Tag::feature("high").meaning("Cover in lower zones is no help against shots from here."),
            );
        }
        tags.extend(self.features.iter().zip(state.uses.iter()).filter(|(one, _)| one.zone == zone).map(
            |(feature, &left)| {
                let name = &feature.ability.name;
                let text = match left {
                    0 => format!("{name} (used up)"),
                    _ if feature.uses == Feature::ENDLESS => name.clone(),
                    left => format!("{name} ({left} left)"),
                };
                Tag::feature(text).meaning(self.feature_effect(state, feature))
            },
        ));
        if let Some(fall) = self.fall(zone) {
            let means = format!(
                "whoever is pushed in here: {}",
                effect_words(fall.effect, &|zone| self.zone_name(zone).to_owned())
            );
            tags.push(Tag::new(TagKind::Hazard, fall.what.clone()).meaning(means));
        }
        let mut threats: Vec<u8> = self.threats[zone].into_iter().flatten().collect();
        threats.sort_unstable();
        threats.dedup();
        tags.extend(threats.into_iter().map(|which| {
            let fumble = &self.fumbles[usize::from(which)];
            let text = format!("fumbles below {}", fumble.below);
            Tag::new(TagKind::Hazard, text).meaning(fumble_effect(fumble))
        }));
        tags
    }

    fn question(&self, state: &State, unknown: Band) -> Option<Question> {
        let asked = state.asked - unknown;
        let (text, rule) = match state.phase {
            _ if asked.is_empty() && !state.asked.is_empty() => {
                ("Somebody decides out of sight.", "ARDOR-D2")
            }
            Phase::Before => ("The sides meet. Begin?", "ARDOR-F1"),
            Phase::Intents if state.feigning.meets(asked) => ("What does it really mean to do?", "ARDOR-R6"),
            // That somebody out of sight may bluff is theirs to know.
            Phase::Intents if state.bluffers.meets(asked) => {
                ("What does each of them mean to do, or seem to?", "ARDOR-F1")
            }
            Phase::Intents => ("What does each of them mean to do?", "ARDOR-F1"),
            Phase::Commit => ("What do you intend? It can be changed until all are in.", "ARDOR-R18"),
            Phase::Arduous if state.discovering.meets(state.answering()) => {
                ("A discovery: which, and now or later?", "ARDOR-R20")
            }
            Phase::Arduous => ("The dice have fallen. An Arduous Action?", "ARDOR-R11"),
        };
        let question = Question::of(self.ask(state), text, Some(rule))?;
        Some(Question { asked: question.asked - unknown.widen(), ..question })
    }

    pub(crate) fn token(&self, state: &State, who: Who, seat: Seat) -> Token {
        let status = if state.standing.has(who) {
            Status::Up
        } else if state.down.has(who) {
            Status::Down
        } else if state.gone.has(who) {
            Status::Gone
        } else {
            Status::Dead
        };
        let on_map = matches!(status, Status::Up | Status::Down);
        Token {
            who,
            id: self.id(state, who),
            name: self.name(state, who),
            kind: self.sheet(state, who).kind.clone(),
            side: state.side_of(who),
            status,
            place: on_map.then(|| self.zone_id(state.zone[who]).to_owned()),
            tracks: self.tracks(state, who),
            badges: if on_map { self.badges(state, who, seat) } else { Vec::new() },
            to_act: state.awaited().has(who) && state.phase != Phase::Before,
        }
    }

    fn tracks(&self, state: &State, who: Who) -> Vec<Track> {
        let sheet = self.sheet(state, who);
        let (health, most) = (state.health[who].into(), state.most[who].into());
        let health = Track { kind: TrackKind::Health, ..supply("health", "health", health, most, HEALTH) };
        let [ardor, most_ardor] = [state.ardor[who], sheet.ardor].map(i32::from);
        let [surges, most_surges] = [state.surges[who], sheet.surges].map(i32::from);
        let [trauma, timer, xp] = [state.trauma[who], state.timer[who], state.xp[who]].map(i32::from);
        let rolls = state.rollers.has(who);
        let all = [
            (true, health),
            (ardor.max(most_ardor) > 0, supply("ardor", "Ardor", ardor, most_ardor, ARDOR)),
            (surges.max(most_surges) > 0, supply("surges", "healing surges", surges, most_surges, SURGES)),
            (rolls && trauma > 0, plain("trauma", "Trauma", trauma, TRAUMA)),
            (state.down.has(who), plain("timer", "rounds to the next Trauma", timer, ROUNDS)),
            (rolls && xp > 0, plain("xp", "XP", xp, XP)),
            (self.has_score(state, who), plain("score", "Action Score", state.score[who].into(), POINTS)),
        ];
        all.into_iter().filter(|(shown, _)| *shown).map(|(_, track)| track).collect()
    }

    fn has_score(&self, state: &State, who: Who) -> bool {
        match state.phase {
            Phase::Before | Phase::Intents => false,
            Phase::Commit => (state.standing - state.rollers).has(who),
            Phase::Arduous => state.present().has(who),
        }
    }

    fn badges(&self, state: &State, who: Who, seat: Seat) -> Vec<Badge> {
        let is = |set: Band| set.has(who);
        let mut badges: Vec<Badge> = self.intent_badge(state, who, seat).into_iter().collect();
        if is(state.doubled) {
            let words = self.action_words(state, who, state.second[who], self.zones_known_to(state, seat));
            let name = format!("and also: {words}");
            badges.push(Badge::good(BadgeMark::Intent, name, "the Arduous Action of this round"));
        }
        if is(state.bluffers) {
            let means = "what it shows need not be what it means, but its score gives away which actions fit";
            badges.push(Badge::bad(BadgeMark::Condition, "may bluff", means));
        }
        if is(state.inspired) {
            let means = "attacks by it are full hits, attacks on it miss, and an Arduous Action is free";
            badges.push(Badge::good(BadgeMark::Condition, "inspired", means));
        }
        if is(state.unaware) {
            let means = "has noticed nobody: its score is its base score, and it does nothing";
            badges.push(Badge::bad(BadgeMark::Condition, "unaware", means));
        }
        let own = Condition::ALL.into_iter().filter(|&condition| state.is(who, condition));
        badges.extend(own.map(|condition| condition_badge(condition, state.lasts[who][condition as usize])));
        badges.extend(self.ability_badges(state, who));
        badges
    }

    /// What somebody can do beyond the standard actions, or has glimpsed.
    fn ability_badges(&self, state: &State, who: Who) -> impl Iterator<Item = Badge> {
        let sheet = self.sheet(state, who);
        (0..sheet.abilities.len() as u8).filter_map(move |which| {
            let ability = self.ability(state, who, which)?;
            let means = format!("{} Costs {}.", ability_effect(ability), ARDOR.count(ability.cost.into()));
            let noted = which.checked_sub(sheet.known).is_some_and(|place| state.noted[who].has(place));
            let name = match self.knows(state, who, which) {
                true => ability.name.clone(),
                false if noted => format!("noted: {}", ability.name),
                false => return None,
            };
            Some(Badge::good(BadgeMark::Gear, name, means))
        })
    }

    /// The intent of somebody as this seat sees it: a bluff as what it pretends to be.
    fn visible_intent(state: &State, who: Who, seat: Seat) -> Option<Action> {
        let (shown, intent) = (state.shown[who], state.intent[who]);
        if state.feigning.has(who) {
            return Some(shown);
        }
        if !state.committed.has(who) {
            return None;
        }
        match (state.rollers.has(who), Ardor::is_revealed(state)) {
            (_, true) => Some(intent),
            (true, false) => Ardor::confides(state, who, seat).then_some(intent),
            (false, false) if state.bluffers.has(who) => Some(shown),
            (false, false) => Some(intent),
        }
    }

    /// What this seat may know of somebody's intent.
    fn intent_badge(&self, state: &State, who: Who, seat: Seat) -> Option<Badge> {
        let badge = |mark, name: String, means| {
            let good = state.side_of(who) == Side::Heroes;
            Some(if good { Badge::good(mark, name, means) } else { Badge::bad(mark, name, means) })
        };
        let known = self.zones_known_to(state, seat);
        let words = |action| self.action_words(state, who, action, known);
        let (shown, intent) = (state.shown[who], state.intent[who]);
        let seems =
            || badge(BadgeMark::Intent, format!("means to {}", words(shown)), "its intent, as it seems");
        if state.feigning.has(who) {
            return seems();
        }
        if !state.committed.has(who) {
            return None;
        }
        let open = Ardor::confides(state, who, seat);
        let care = if state.careful[0].has(who) { ", carefully" } else { "" };
        match (state.rollers.has(who), Ardor::is_revealed(state)) {
            (_, true) => badge(BadgeMark::Intent, format!("{}{care}", words(intent)), "the intent, revealed"),
            (true, false) if open => {
                let name = format!("means to {}{care}", words(intent));
                badge(BadgeMark::Intent, name, "stated to the own side; it can be changed until all are in")
            }
            (true, false) => {
                badge(BadgeMark::FaceDown, "decided".to_owned(), "an intent that only the own side knows yet")
            }
            (false, false) if !state.bluffers.has(who) => {
                badge(BadgeMark::Intent, format!("means to {}", words(intent)), "its intent")
            }
            (false, false) if open && shown != intent => {
                let name = format!("shows: {}; means to {}", words(shown), words(intent));
                badge(BadgeMark::Intent, name, "what it shows, and what it means")
            }
            (false, false) => seems(),
        }
    }
}

/// Something that is spent.
fn supply(id: &'static str, name: &'static str, value: i32, max: i32, unit: Unit) -> Track {
    Track { max: Some(max), kind: TrackKind::Supply, ..plain(id, name, value, unit) }
}

fn plain(id: &'static str, name: &'static str, value: i32, unit: Unit) -> Track {
    Track { id, name, value, max: None, kind: TrackKind::Plain, unit }
}

fn condition_badge(condition: Condition, lasts: u8) -> Badge {
    let mark = match condition {
        Condition::Dazed => BadgeMark::Stunned,
        Condition::Rooted => BadgeMark::Held,
        Condition::Prone => BadgeMark::Prone,
        Condition::Guarded => BadgeMark::Guarding,
        Condition::Emboldened => BadgeMark::Condition,
    };
    let means = format!("{} ({} left)", condition.means(), ROUNDS.count(lasts.into()));
    match condition.is_good() {
        true => Badge::good(mark, condition.name(), means),
        false => Badge::bad(mark, condition.name(), means),
    }
}

fn phase_words(phase: Phase) -> &'static str {
    match phase {
        Phase::Before => "before the fight",
        Phase::Intents => "intents are shown",
        Phase::Commit => "players say what they intend",
        Phase::Arduous => "all is revealed: Arduous Actions",
    }
}
