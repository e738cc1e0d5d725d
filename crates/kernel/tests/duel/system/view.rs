//! A duel as people see it, each only what they may: buttons, log lines, the table.

use fracas_kernel::{
    Ask, Badge, ChoiceView, Line, Link, Made, MapView, OutcomeView, Question, Seat, Status, Tab, TableView,
    Tag, Telling, Token, Tone, Track, TrackKind, Unit, Who, ZoneCard,
};

use super::data::Duel;
use super::state::{Choice, Defence, Event, Guard, Place, State, Turn};

impl Guard {
    fn word(self) -> &'static str {
        match self {
            Guard::High => "high",
            Guard::Low => "low",
            Guard::Feint => "feint",
        }
    }
}

impl Defence {
    fn word(self) -> &'static str {
        match self {
            Defence::Block => "block",
            Defence::Dodge => "dodge",
        }
    }
}

impl Duel {
    pub(super) fn write(&self, state: &State, choice: Choice) -> String {
        let id = |who| self.id_of(state, who);
        let zone = |zone| &self.zones.zone(zone).id;
        let rest = match choice {
            Choice::Guard(_, guard) => format!("guard {}", guard.word()),
            Choice::Strike(_, at) => format!("strike {}", id(at)),
            Choice::Flurry(_, at) => format!("flurry {}", id(at)),
            Choice::Storm(_, at) => format!("storm {}", id(at)),
            Choice::Taunt(_, at) => format!("taunt {}", id(at)),
            Choice::Oil(_, to) => format!("oil {}", zone(to)),
            Choice::Move(_, to) => format!("move {}", zone(to)),
            Choice::Leave(_) => "leave".to_owned(),
            Choice::Rally(_) => "rally".to_owned(),
            Choice::Hold(_) => "hold".to_owned(),
            Choice::Defend(_, defence) => defence.word().to_owned(),
            Choice::Parry(_) => "parry".to_owned(),
            Choice::Stay(_) => "stay".to_owned(),
        };
        format!("{} {rest}", id(choice.who()))
    }

    pub(super) fn button(&self, state: &State, choice: Choice) -> ChoiceView {
        let who = choice.who();
        let text = self.write(state, choice);
        let label = text.split_once(' ').map_or("", |(_, label)| label).to_owned();
        let zone = |zone| Some(self.zones.zone(zone).id.clone());
        let (tab, targets, to, aim, rule) = match choice {
            Choice::Guard(..) => (Tab::Turn, vec![], None, None, "DUEL-G1"),
            Choice::Strike(_, at) => (Tab::Action, vec![at], None, Some("hurts"), "DUEL-B1"),
            Choice::Flurry(_, at) => (Tab::Action, vec![at], None, Some("hurts"), "DUEL-T3"),
            Choice::Storm(_, at) => (Tab::Action, vec![at], None, Some("hurts"), "DUEL-T8"),
            Choice::Taunt(_, at) => (Tab::Action, vec![at], None, Some("shakes"), "DUEL-C1"),
            Choice::Oil(_, to) => {
                (Tab::Action, state.present(to).collect(), zone(to), Some("burns somebody"), "DUEL-T4")
            }
            Choice::Move(_, to) => (Tab::Move, vec![], zone(to), None, "DUEL-T5"),
            Choice::Leave(_) => (Tab::Move, vec![], None, None, "DUEL-T6"),
            Choice::Rally(_) => (Tab::Action, vec![], None, None, "DUEL-T7"),
            Choice::Hold(_) => (Tab::Turn, vec![], None, None, "DUEL-T1"),
            Choice::Defend(..) => (Tab::Answer, vec![], None, None, "DUEL-B1"),
            Choice::Parry(_) => (Tab::Answer, vec![], None, Some("parries"), "DUEL-B3"),
            Choice::Stay(_) => (Tab::Answer, vec![], None, None, "DUEL-B3"),
        };
        let mut warnings = Vec::new();
        if let (Choice::Move(..), Some(foe)) = (choice, state.foes(who).first()) {
            warnings.push(format!("{} has a free blow", self.name_of(state, foe)));
        }
        ChoiceView { label, tab, targets, to, warnings, aim, rule: Some(rule), ..ChoiceView::new(who, text) }
    }

    pub(super) fn tell(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        let name = |who| self.name_of(telling.state, who);
        let plain = |text: String| Line::new(Tone::Plain, text);
        Some(match event {
            Event::Ready { who, guard } if telling.before.confides(*who, telling.seat) => {
                plain(format!("{} takes the guard: {}", name(*who), guard.word()))
            }
            Event::Ready { who, .. } => plain(format!("{} has chosen a guard", name(*who))),
            Event::Shown => {
                let state = telling.state;
                let shown = state.everyone().filter_map(|who| {
                    state.of(who).guard.map(|guard| format!("{} {}", name(who), guard.word()))
                });
                plain(format!("Guards: {}", shown.collect::<Vec<_>>().join(", "))).by("DUEL-G1")
            }
            Event::Aims { by, at } => plain(format!("{} strikes at {}", name(*by), name(*at))),
            Event::Swings { by, at, defence, check } => {
                let fate = if check.success { "a hit" } else { "a miss" };
                let sum = telling.sum(&check.throw);
                plain(format!(
                    "{}: {} of {}: {sum} against {}: {fate}",
                    name(*by),
                    defence.word(),
                    name(*at),
                    check.target
                ))
            }
            Event::Parries { by, check } => {
                let fate = if check.success { "parries" } else { "fails to parry" };
                plain(format!("{} {fate}: {} against {}", name(*by), telling.sum(&check.throw), check.target))
                    .by("DUEL-B3")
            }
            Event::Lands { at, harm, lost, mail_found, .. } => {
                let mail = if *mail_found { "; mail under the coat" } else { "" };
                plain(format!("{} loses {lost}: {}{mail}", name(*at), telling.sum(harm))).by("DUEL-B5")
            }
            Event::FreeBlow { by, at, check, harm, lost, mail_found } => {
                let sum = telling.sum(&check.throw);
                let mail = if *mail_found { "; mail under the coat" } else { "" };
                let fate = harm.map_or("a miss".to_owned(), |harm| {
                    format!("{} loses {lost}: {}{mail}", name(*at), telling.sum(&harm))
                });
                plain(format!("{} strikes at {} in passing: {sum}: {fate}", name(*by), name(*at)))
                    .by("DUEL-T5")
            }
            Event::Flurry { at, hits, lost, .. } => {
                plain(format!("{} loses {lost}: {}", name(*at), telling.sum(hits))).by("DUEL-T3")
            }
            Event::Taunts { by, at, contest } => {
                let (mine, theirs) = (telling.sum(&contest.mine), telling.sum(&contest.theirs));
                let fate = if contest.result.is_gt() { "shaken" } else { "unmoved" };
                plain(format!("{} taunts {}: {mine} against {theirs}: {fate}", name(*by), name(*at)))
            }
            Event::Burns { at, check, lost, .. } => {
                plain(format!("{} in the fire: {}: loses {lost}", name(*at), telling.sum(&check.throw)))
                    .by("DUEL-T4")
            }
            Event::Moves { who, zone } => {
                plain(format!("{} goes to {}", name(*who), self.zones.zone(*zone).name))
            }
            Event::Leaves { who } => plain(format!("{} leaves", name(*who))),
            Event::Rallies { who, throw } => {
                Line::new(Tone::Good, format!("{} takes a breath: {}", name(*who), telling.sum(throw)))
            }
            Event::Holds { who } => plain(format!("{} waits", name(*who))),
            Event::Falls { who } => Line::new(Tone::Bad, format!("{} falls", name(*who))),
            Event::Round(round) => Line::new(Tone::Heading, format!("Round {round}")),
            Event::Ends(outcome) => Line::new(Tone::Heading, outcome.words()),
        })
    }

    pub(super) fn show(&self, state: &State, seat: Seat) -> TableView {
        let cards = self.zones.all().iter().map(|zone| ZoneCard {
            id: zone.id.clone(),
            name: zone.name.clone(),
            tags: zone.tags.iter().map(Tag::feature).collect(),
            picture: zone.picture,
            at: zone.at,
            exit: zone.exit,
        });
        let links = self.zones.links().map(|(a, b)| Link { a: a.into(), b: b.into(), note: None });
        TableView {
            system: "duel",
            health: Unit::default(),
            title: self.title.clone(),
            round: state.round.into(),
            phase: if state.turn == Turn::Guards { "guards" } else { "turns" }.to_owned(),
            map: MapView::Zones {
                zones: cards.collect(),
                links: links.collect(),
                sight: self.zones.sights(),
            },
            tokens: state.everyone().map(|who| self.token(state, who, seat)).collect(),
            question: self.question(state),
            choices: Vec::new(),
            quiet: Vec::new(),
            gauges: Vec::new(),
            outcome: state.over.map(OutcomeView::from),
        }
    }

    fn question(&self, state: &State) -> Option<Question> {
        let ask = state.ask();
        let text = match ask {
            Ask::Over(_) => return None,
            Ask::React(_) => "A blow is coming: what do you do?",
            Ask::Decide(_) if state.turn == Turn::Guards => "Which guard do you take?",
            Ask::Decide(_) => "What do you do?",
        };
        let reaction = matches!(ask, Ask::React(_));
        Some(Question { asked: ask.asked(), text: text.to_owned(), reaction, rule: None })
    }

    fn token(&self, state: &State, who: Who, seat: Seat) -> Token {
        let (fencer, kind) = (state.of(who), self.kind(state, who));
        Token {
            who,
            id: self.id_of(state, who),
            name: self.name_of(state, who),
            kind: format!("skill {}", kind.skill),
            side: fencer.side,
            status: match fencer.place {
                Place::Up => Status::Up,
                Place::Down => Status::Down,
                Place::Gone => Status::Gone,
            },
            place: (fencer.place != Place::Gone).then(|| self.zones.zone(fencer.zone).id.clone()),
            tracks: vec![
                Track {
                    id: "hp",
                    name: "Health",
                    value: fencer.health.into(),
                    max: Some(kind.health.into()),
                    kind: TrackKind::Health,
                    unit: Unit::default(),
                },
                Track {
                    id: "breath",
                    name: "Breath",
                    value: fencer.breath.into(),
                    max: None,
                    kind: TrackKind::Supply,
                    unit: Unit::default(),
                },
            ],
            badges: self.badges(state, who, seat),
            to_act: state.ask().asked().has(who),
        }
    }

    fn badges(&self, state: &State, who: Who, seat: Seat) -> Vec<Badge> {
        let fencer = state.of(who);
        let friend = state.confides(who, seat);
        let badge = |name: String, means: &str, good| Badge {
            name,
            means: means.to_owned(),
            good,
            mark: Default::default(),
        };
        let mut badges = Vec::new();
        if fencer.shaken > 0 {
            badges.push(badge("shaken".to_owned(), "strikes at a disadvantage", false));
        }
        if fencer.bound {
            badges.push(badge("bound".to_owned(), "cannot move", false));
        }
        if fencer.mail && (friend || fencer.mail_seen) {
            badges.push(badge("mail".to_owned(), "1 harm less from strikes", true));
        }
        match fencer.guard {
            Some(guard) if friend || state.turn != Turn::Guards => {
                badges.push(badge(
                    format!("guard: {}", guard.word()),
                    "beats one guard, yields to another",
                    true,
                ));
            }
            Some(_) => badges.push(badge("ready".to_owned(), "has chosen a guard", true)),
            None => {}
        }
        badges
    }
}
