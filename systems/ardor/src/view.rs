//! The fight on the screen: names, choices, the display model. The log is in `story`.

use fracas_kernel::{
    Badge, ChoiceView, Link, MapView, Outcome, OutcomeView, Question, Seat, Status, Tab, TableView, Tag,
    Token, Track, TrackKind, Unit, Who, ZoneCard,
};

use crate::act::{Act, Kind, OFF};
use crate::choices::Choice;
use crate::data::{Ardor, Condition};
use crate::state::{Phase, State, bit, each, ix};

impl Ardor {
    /// Which of its kind somebody is, from 1; none where there was only one from the start.
    fn ordinal(&self, state: &State, who: Who) -> Option<usize> {
        let sheet = state.sheet[ix(who)];
        let before = state.sheet[..ix(who)].iter().filter(|&&other| other == sheet).count();
        let at_start = match self.placed.len() {
            // A fight of an adventure: who is placed where is told by the encounter, and is all there from the start.
            0 => state.sheet[..state.count as usize].iter().filter(|&&other| other == sheet).count(),
            _ => self.placed.iter().filter(|placed| placed.sheet == sheet).count(),
        };
        (before > 0 || at_start > 1).then_some(before + 1)
    }

    pub(crate) fn name_of(&self, state: &State, who: Who) -> String {
        let name = &self.sheet(state, who).name;
        self.ordinal(state, who).map_or(name.clone(), |n| format!("{name} {n}"))
    }

    pub(crate) fn id_of(&self, state: &State, who: Who) -> String {
        let id = &self.sheet(state, who).id;
        self.ordinal(state, who).map_or(id.clone(), |n| format!("{id}-{n}"))
    }

    pub(crate) fn zone_name(&self, zone: u8) -> &str {
        if (zone as usize) < self.zones.len() { &self.zones.zone(zone).name } else { "off the field" }
    }

    fn zone_id(&self, zone: u8) -> &str {
        if (zone as usize) < self.zones.len() { &self.zones.zone(zone).id } else { "off" }
    }

    pub(crate) fn ability_name(&self, state: &State, who: Who, which: u8) -> &str {
        self.ability(state, who, which).map_or("nothing", |ability| &ability.name)
    }

    // --- choices ---

    pub(crate) fn choice_text(&self, state: &State, choice: Choice) -> String {
        let who = choice.who();
        let id = self.id_of(state, who);
        let act = |act| self.act_text(state, who, act);
        match choice {
            Choice::Begin { .. } => format!("{id} begin"),
            Choice::Show { act: shown, .. } if state.bluffers & bit(who) != 0 => {
                format!("{id} show {}", act(shown))
            }
            Choice::Show { act: shown, .. } => format!("{id} {}", act(shown)),
            Choice::Mean { act: meant, .. } => format!("{id} mean {}", act(meant)),
            Choice::Commit { act: meant, careful: false, .. } => format!("{id} {}", act(meant)),
            Choice::Commit { act: meant, careful: true, .. } => format!("{id} {} carefully", act(meant)),
            Choice::Arduous { act: second, .. } => format!("{id} arduous {}", act(second)),
            Choice::Pass { .. } => format!("{id} pass"),
            Choice::Learn { .. } => format!("{id} learn"),
            Choice::Later { .. } => format!("{id} later"),
        }
    }

    fn act_text(&self, state: &State, who: Who, act: Act) -> String {
        let id = |who| self.id_of(state, who);
        let zone = |zone| self.zone_id(zone);
        let verb = |ranged| if ranged { "shoot" } else { "attack" };
        match act {
            Act::Nothing => "nothing".to_owned(),
            Act::MoveFar { via, to } => format!("move-far {} {}", zone(via), zone(to)),
            Act::MoveToAttack { to, target } => format!("move-to-attack {} {}", zone(to), id(target)),
            Act::MoveAndShoot { to, target } => format!("move-and-shoot {} {}", zone(to), id(target)),
            Act::AttackAndMove { target, ranged, to } => {
                format!("{}-and-move {} {}", verb(ranged), id(target), zone(to))
            }
            Act::Attack { target, ranged } => format!("{} {}", verb(ranged), id(target)),
            Act::Defend { bar: None } => "defend".to_owned(),
            Act::Defend { bar: Some(to) } => format!("bar {}", zone(to)),
            Act::DefendOther { ward } => format!("defend-other {}", id(ward)),
            Act::Flee { to } => format!("flee {}", zone(to)),
            Act::Recover => "recover".to_owned(),
            Act::Rise { surge: false } => "rise".to_owned(),
            Act::Rise { surge: true } => "rise-with-surge".to_owned(),
            Act::Tend { patient } => format!("tend {}", id(patient)),
            Act::Ability { which, on } => {
                let Some(ability) = self.ability(state, who, which) else { return "use nothing".to_owned() };
                let target = if ability.area { zone(on).to_owned() } else { id(Who(on)) };
                format!("use {} {target}", ability.id)
            }
        }
    }

    /// An action as something that one may do: "strike Rook".
    pub(crate) fn act_words(&self, state: &State, who: Who, act: Act) -> String {
        let name = |who| self.name_of(state, who);
        let zone = |zone| self.zone_name(zone);
        let verb = |ranged| if ranged { "shoot" } else { "strike" };
        match act {
            Act::Nothing => "do nothing".to_owned(),
            Act::MoveFar { to: OFF, .. } => "hurry off the field".to_owned(),
            Act::MoveFar { via, to } => format!("hurry to {} by way of {}", zone(to), zone(via)),
            Act::MoveToAttack { to, target } => format!("go to {} to attack {}", zone(to), name(target)),
            Act::MoveAndShoot { to, target } => format!("go to {} and shoot {}", zone(to), name(target)),
            Act::AttackAndMove { target, ranged, to } => {
                format!("{} {}, then go to {}", verb(ranged), name(target), zone(to))
            }
            Act::Attack { target, ranged } => format!("{} {}", verb(ranged), name(target)),
            Act::Defend { bar: None } => "defend".to_owned(),
            Act::Defend { bar: Some(to) } => format!("defend and bar the way to {}", zone(to)),
            Act::DefendOther { ward } => format!("defend {}", name(ward)),
            Act::Flee { to } if to == OFF => "flee from the field".to_owned(),
            Act::Flee { to } => format!("flee to {}", zone(to)),
            Act::Recover => "recover with a surge".to_owned(),
            Act::Rise { surge: false } => "try to recover".to_owned(),
            Act::Rise { surge: true } => "try to recover with a surge".to_owned(),
            Act::Tend { patient } => format!("tend {}", name(patient)),
            Act::Ability { which, on } => {
                let Some(ability) = self.ability(state, who, which) else { return "do nothing".to_owned() };
                let target = if ability.area { zone(on).to_owned() } else { name(Who(on)) };
                if !ability.area && on == who.0 {
                    return format!("use {}", ability.name);
                }
                format!("use {} on {target}", ability.name)
            }
        }
    }

    pub(crate) fn choice_view(&self, state: &State, choice: Choice) -> ChoiceView {
        let who = choice.who();
        let mut view =
            ChoiceView { tab: Tab::Turn, ..ChoiceView::new(choice.who(), self.choice_text(state, choice)) };
        match choice {
            Choice::Begin { .. } => {
                view.label = "Begin".to_owned();
                view.rule = Some("ARDOR-F1");
            }
            Choice::Show { act, .. } => self.act_view(state, who, act, &mut view),
            Choice::Mean { act, .. } => {
                self.act_view(state, who, act, &mut view);
                view.label = format!("Really {}", self.act_words(state, who, act));
                view.rule = Some("ARDOR-R6");
            }
            Choice::Commit { act, careful, .. } => {
                self.act_view(state, who, act, &mut view);
                view.aim = aim_of(self, state, who, act);
                if careful {
                    view.label += ", carefully";
                }
                self.warn_of_fumble(state, who, act, careful, &mut view);
                let is_it = state.committed & bit(who) != 0
                    && state.act[ix(who)] == act
                    && (state.careful & bit(who) != 0) == careful;
                if is_it {
                    view.label += " (as it is)";
                }
            }
            Choice::Arduous { act, .. } => {
                self.act_view(state, who, act, &mut view);
                view.aim = aim_of(self, state, who, act);
                let price = if state.inspired & bit(who) != 0 { "free" } else { "1 Ardor" };
                view.label = format!("And also {} ({price})", self.act_words(state, who, act));
                view.rule = Some("ARDOR-S6");
                let careful = state.careful & bit(who) != 0;
                self.warn_of_fumble(state, who, act, careful, &mut view);
            }
            Choice::Pass { .. } => {
                view.label = "Leave it at that".to_owned();
                view.rule = Some("ARDOR-R11");
            }
            Choice::Learn { .. } => {
                let which = self.undiscovered(state, who).unwrap_or(0);
                let price = self.ability(state, who, which).map_or(0, |ability| ability.xp);
                view.label = format!("Learn {} now ({price} XP)", self.ability_name(state, who, which));
                (view.tab, view.rule) = (Tab::Answer, Some("ARDOR-S7"));
            }
            Choice::Later { .. } => {
                let which = self.undiscovered(state, who).unwrap_or(0);
                view.label = format!("Note {} for a rest", self.ability_name(state, who, which));
                (view.tab, view.rule) = (Tab::Answer, Some("ARDOR-S7"));
            }
        }
        view
    }

    fn act_view(&self, state: &State, who: Who, act: Act, view: &mut ChoiceView) {
        let modifier = self.modifier(state, who, act);
        let plus = if modifier != 0 { format!(" ({modifier:+})") } else { String::new() };
        view.label = capital(&self.act_words(state, who, act)) + &plus;
        view.tab =
            if matches!(act, Act::MoveFar { .. } | Act::Flee { .. }) { Tab::Move } else { Tab::Action };
        view.rule = Some(rule_of(act.kind()));
        view.targets = act.target().into_iter().collect();
        view.to = act.destination().filter(|&to| to != OFF).map(|to| self.zone_id(to).to_owned());
        match act {
            Act::Defend { bar: Some(to) } => view.to = Some(self.zone_id(to).to_owned()),
            Act::DefendOther { ward } => {
                view.targets = vec![ward];
                if !self.is_near(self.planned_zone(state, who), state.zone_of(ward)) {
                    view.warnings.push("too far away to help against melee".to_owned());
                }
            }
            Act::Tend { patient } => view.targets = vec![patient],
            Act::Ability { which, on } => self.ability_view(state, who, which, on, view),
            _ => {}
        }
        self.warn_of_bars(state, who, act, view);
    }

    fn ability_view(&self, state: &State, who: Who, which: u8, on: u8, view: &mut ChoiceView) {
        let Some(ability) = self.ability(state, who, which) else { return };
        if ability.cost > 0 {
            view.warnings.push(format!("costs {} Ardor", ability.cost));
        }
        if ability.area {
            view.to = Some(self.zone_id(on).to_owned());
            let taken = state.in_zone(on) & self.takes(state, who, ability);
            view.targets = each(taken).collect();
            let friends = taken & state.friends(who);
            if friends != 0 && ability.takes.is_contested() {
                let names: Vec<String> = each(friends).map(|one| self.name_of(state, one)).collect();
                view.warnings.push(format!("takes {} too", names.join(", ")));
            }
        } else {
            view.targets = vec![Who(on)];
        }
    }

    fn warn_of_fumble(&self, state: &State, who: Who, act: Act, careful: bool, view: &mut ChoiceView) {
        if let Some((which, below)) = self.threat(state, who, act, careful) {
            let what = &self.fumbles[which as usize].what;
            view.warnings.push(format!("below {below}: {what}"));
        }
    }

    /// Foes who are seen to bar the way.
    fn warn_of_bars(&self, state: &State, who: Who, act: Act, view: &mut ChoiceView) {
        let Some(to) = act.destination() else { return };
        let first = match act {
            Act::MoveFar { via, .. } => via,
            _ => to,
        };
        let from = state.zone_of(who);
        for foe in each(state.foes(who) & state.standing & state.committed & !state.rollers) {
            let Act::Defend { bar: Some(way) } = state.act[ix(foe)] else { continue };
            let stands = state.zone_of(foe);
            let closes = |a, b| (stands, way) == (a, b) || (stands, way) == (b, a);
            if closes(from, first) || closes(first, to) {
                let score = state.score[ix(foe)];
                view.warnings.push(format!("{} bars the way with {score}", self.name_of(state, foe)));
            }
        }
    }

    // --- the table ---

    pub(crate) fn table_view(&self, state: &State, seat: Seat) -> TableView {
        let zones = (0..self.zones.len() as u8).map(|zone| {
            let card = self.zones.zone(zone);
            let mut tags: Vec<Tag> = card.tags.iter().map(Tag::feature).collect();
            tags.push(Tag::feature(format!("challenge {}", self.challenge_in(state, zone))));
            let footing = self.footing[zone as usize];
            if footing != 0 {
                tags.push(Tag::feature(format!("footing {footing:+}")));
            }
            ZoneCard {
                id: card.id.clone(),
                name: card.name.clone(),
                tags,
                at: card.at,
                exit: card.exit,
                picture: card.picture,
            }
        });
        let links = self.zones.links().map(|(a, b)| Link { a: a.into(), b: b.into(), note: None });
        TableView {
            system: "ardor",
            health: Unit::default(),
            title: self.title.clone(),
            round: state.round.into(),
            phase: phase_words(state.phase).to_owned(),
            map: MapView::Zones {
                zones: zones.collect(),
                links: links.collect(),
                sight: self.zones.sights(),
            },
            tokens: (0..state.count).map(|index| self.token(state, Who(index), seat)).collect(),
            question: self.question(state),
            choices: Vec::new(),
            quiet: Vec::new(),
            gauges: Vec::new(),
            outcome: state.outcome.map(|outcome| OutcomeView {
                winner: match outcome {
                    Outcome::Won(side) => Some(side),
                    Outcome::Draw => None,
                },
                text: outcome_words(outcome).to_owned(),
            }),
        }
    }

    fn question(&self, state: &State) -> Option<Question> {
        if state.outcome.is_some() {
            return None;
        }
        let (text, rule) = match state.phase {
            Phase::Before => ("The sides meet. Begin?", "ARDOR-F1"),
            Phase::Intents if state.feigning != 0 => ("And what does it really mean to do?", "ARDOR-R6"),
            Phase::Intents => ("What does each of them mean to do, or seem to?", "ARDOR-F1"),
            Phase::Commit => ("What do you intend? It lies face down until all are in.", "ARDOR-F1"),
            Phase::Arduous if state.discovering != 0 => ("A discovery: learn it at once?", "ARDOR-S7"),
            Phase::Arduous => ("The dice have fallen. An Arduous Action?", "ARDOR-R11"),
        };
        let asked = State::crowd(state.answering());
        let reaction = state.phase == Phase::Arduous;
        Some(Question { asked, text: text.to_owned(), reaction, rule: Some(rule) })
    }

    fn token(&self, state: &State, who: Who, seat: Seat) -> Token {
        let is = |set: u32| set & bit(who) != 0;
        let status = if is(state.standing) {
            Status::Up
        } else if is(state.down) {
            Status::Down
        } else if is(state.gone) {
            Status::Gone
        } else {
            Status::Dead
        };
        let on_map = matches!(status, Status::Up | Status::Down);
        Token {
            who,
            id: self.id_of(state, who),
            name: self.name_of(state, who),
            kind: self.sheet(state, who).kind.clone(),
            side: state.side_of(who),
            status,
            place: on_map.then(|| self.zone_id(state.zone_of(who)).to_owned()),
            tracks: self.tracks(state, who),
            badges: if on_map { self.badges(state, who, seat) } else { Vec::new() },
            to_act: state.awaited() & bit(who) != 0 && state.phase != Phase::Before,
        }
    }

    fn tracks(&self, state: &State, who: Who) -> Vec<Track> {
        let (index, sheet) = (ix(who), self.sheet(state, who));
        let track = |id, name, value: i32, max: Option<i32>, kind| Track {
            id,
            name,
            value,
            max,
            kind,
            unit: Unit::default(),
        };
        let mut tracks = Vec::new();
        let (health, most) = (state.health[index].into(), Some(state.most[index].into()));
        tracks.push(track("health", "health", health, most, TrackKind::Health));
        if sheet.ardor > 0 || state.ardor[index] > 0 {
            let (ardor, most) = (state.ardor[index].into(), Some(sheet.ardor.into()));
            tracks.push(track("ardor", "Ardor", ardor, most, TrackKind::Supply));
        }
        if sheet.surges > 0 || state.surges[index] > 0 {
            let (surges, most) = (state.surges[index].into(), Some(sheet.surges.into()));
            tracks.push(track("surges", "healing surges", surges, most, TrackKind::Supply));
        }
        if state.rollers & bit(who) != 0 {
            if state.trauma[index] > 0 {
                tracks.push(track("trauma", "Trauma", state.trauma[index].into(), None, TrackKind::Plain));
            }
            if state.down & bit(who) != 0 {
                let timer = state.timer[index].into();
                tracks.push(track("timer", "rounds to the next Trauma", timer, None, TrackKind::Plain));
            }
            if state.xp[index] > 0 {
                tracks.push(track("xp", "XP", state.xp[index].into(), None, TrackKind::Plain));
            }
        }
        if self.has_score(state, who) {
            tracks.push(track("score", "Action Score", state.score[index].into(), None, TrackKind::Plain));
        }
        tracks
    }

    fn has_score(&self, state: &State, who: Who) -> bool {
        let rolls = state.rollers & bit(who) != 0;
        match state.phase {
            Phase::Before | Phase::Intents => false,
            Phase::Commit => !rolls && state.standing & bit(who) != 0,
            Phase::Arduous => state.present() & bit(who) != 0,
        }
    }

    fn badges(&self, state: &State, who: Who, seat: Seat) -> Vec<Badge> {
        let badge = |name: String, means: &str, good| Badge {
            name,
            means: means.to_owned(),
            good,
            mark: Default::default(),
        };
        let is = |set: u32| set & bit(who) != 0;
        let mut badges = Vec::new();
        if let Some(intent) = self.intent_badge(state, who, seat) {
            badges.push(intent);
        }
        if is(state.doubled) {
            let words = self.act_words(state, who, state.second[ix(who)]);
            badges.push(badge(format!("and also: {words}"), "its Arduous Action", true));
        }
        if is(state.bluffers) {
            badges.push(badge("may bluff".to_owned(), "what it shows need not be what it means", false));
        }
        if is(state.inspired) {
            badges.push(badge("inspired".to_owned(), "its attacks are full hits, attacks on it miss", true));
        }
        if is(state.unaware) {
            badges.push(badge("unaware".to_owned(), "knows of nobody yet, and does nothing", false));
        }
        let own = Condition::ALL.into_iter().filter(|&condition| state.is(who, condition));
        badges.extend(
            own.map(|condition| badge(condition.name().to_owned(), condition.means(), condition.is_good())),
        );
        let sheet = self.sheet(state, who);
        for which in sheet.known..sheet.abilities.len() as u8 {
            if state.noted[ix(who)] >> (which - sheet.known).min(7) & 1 == 1 {
                let name = format!("noted: {}", self.ability_name(state, who, which));
                badges.push(badge(name, "discovered, to be learned at a rest", true));
            }
        }
        badges
    }

    /// What this seat may know of somebody's intent.
    fn intent_badge(&self, state: &State, who: Who, seat: Seat) -> Option<Badge> {
        let badge = |name: String, means: &str, good| {
            Some(Badge { name, means: means.to_owned(), good, mark: Default::default() })
        };
        let is = |set: u32| set & bit(who) != 0;
        if is(state.feigning) {
            let shown = self.act_words(state, who, state.shown[ix(who)]);
            return badge(format!("means to {shown}"), "its intent, as it seems", false);
        }
        if !is(state.committed) {
            return None;
        }
        let open = Ardor::confides(state, who, seat);
        let words = |act| self.act_words(state, who, act);
        let act = state.act[ix(who)];
        let care = if is(state.careful) { ", carefully" } else { "" };
        match (is(state.rollers), Ardor::is_revealed(state)) {
            (_, true) => badge(format!("{}{care}", words(act)), "its intent, revealed", is(state.side[0])),
            (true, false) if open => {
                badge(format!("face down: {}{care}", words(act)), "nobody else knows", true)
            }
            (true, false) => badge("committed".to_owned(), "its intent lies face down", true),
            (false, false) if is(state.bluffers) => {
                let shown = state.shown[ix(who)];
                if open && shown != act {
                    return badge(
                        format!("shows: {}; means to {}", words(shown), words(act)),
                        "what it shows, and what it means",
                        false,
                    );
                }
                badge(format!("means to {}", words(shown)), "its intent, as it seems", false)
            }
            (false, false) => badge(format!("means to {}", words(act)), "its intent", false),
        }
    }
}

/// With a capital letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// What counts as success.
fn aim_of(rules: &Ardor, state: &State, who: Who, act: Act) -> Option<&'static str> {
    match act {
        Act::Ability { which, .. } => rules
            .ability(state, who, which)
            .filter(|ability| ability.takes.is_contested())
            .map(|_| "hits fully"),
        Act::Rise { .. } => Some("gets up"),
        Act::Tend { .. } => Some("gets the other up"),
        _ => act.target().map(|_| "hits fully"),
    }
}

pub(crate) fn rule_of(kind: Kind) -> &'static str {
    match kind {
        Kind::MoveFar => "ARDOR-A1",
        Kind::MoveToAttack => "ARDOR-A2",
        Kind::MoveAndAttack => "ARDOR-A3",
        Kind::Attack => "ARDOR-A4",
        Kind::Defend => "ARDOR-A5",
        Kind::DefendOther => "ARDOR-A6",
        Kind::Flee => "ARDOR-A7",
        Kind::Recover => "ARDOR-A8",
        Kind::Rise => "ARDOR-A9",
        Kind::Tend => "ARDOR-A10",
        Kind::Ability | Kind::Nothing => "ARDOR-R7",
    }
}

fn phase_words(phase: Phase) -> &'static str {
    match phase {
        Phase::Before => "before the fight",
        Phase::Intents => "intents are shown",
        Phase::Commit => "players commit, face down",
        Phase::Arduous => "all lies open, Arduous Actions",
    }
}

pub(crate) fn outcome_words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Won(fracas_kernel::Side::Heroes) => "The heroes have won",
        Outcome::Won(fracas_kernel::Side::Monsters) => "The heroes have lost",
        Outcome::Draw => "Nobody is left on their feet: a draw",
    }
}
