//! The fight in words and on the screen: names, choices, log lines, the display model.

use fracas_kernel::{
    Badge, ChoiceView, Line, Link, MapView, Outcome, OutcomeView, Question, Seat, Side, Status, Tab,
    TableView, Tag, Telling, Token, Tone, Track, TrackKind, Unit, Who, ZoneCard,
};

use crate::choices::{Choice, Target};
use crate::data::{Condition, Delve, Does, Effect, Kind};
use crate::event::Event;
use crate::state::{Phase, State, bit, each, ix};

impl Delve {
    /// Which of its kind somebody is, from 1; none where there was only one from the start.
    fn ordinal(&self, state: &State, who: Who) -> Option<usize> {
        let sheet = state.sheet[ix(who)];
        let before = state.sheet[..ix(who)].iter().filter(|&&other| other == sheet).count();
        let at_first = usize::from(state.at_first);
        let at_start = state.sheet[..at_first].iter().filter(|&&other| other == sheet).count();
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

    fn weapon_of(&self, state: &State, who: Who, with: u8) -> (&str, &str, &'static str) {
        let Some(attack) = self.attack(state, who, with) else {
            return ("nothing", "nothing", "attack");
        };
        let weapon = &self.weapons[attack.weapon as usize];
        let verb = match (attack.melee, weapon.melee) {
            (true, _) => "attack",
            (false, true) => "throw",
            (false, false) => "shoot",
        };
        (&weapon.id, &weapon.name, verb)
    }

    fn spell_of(&self, state: &State, who: Who, spell: u8) -> (&str, &str) {
        self.spell(state, who, spell).map_or(("nothing", "nothing"), |spell| (&spell.id, &spell.name))
    }

    pub(crate) fn choice_text(&self, state: &State, choice: Choice) -> String {
        let id = self.id_of(state, choice.who());
        match choice {
            Choice::Begin { .. } => format!("{id} begin"),
            Choice::Move { to, .. } => format!("{id} move {}", self.zones.zone(to).id),
            Choice::Leave { .. } => format!("{id} leave"),
            Choice::Attack { who, with, target } => {
                let (weapon, _, verb) = self.weapon_of(state, who, with);
                format!("{id} {verb} {} {weapon}", self.id_of(state, target))
            }
            Choice::Cast { who, spell, target } => {
                let target = match target {
                    Target::One(one) => self.id_of(state, one),
                    Target::Zone(zone) => self.zones.zone(zone).id.clone(),
                };
                format!("{id} cast {} {target}", self.spell_of(state, who, spell).0)
            }
            Choice::Done { .. } => format!("{id} done"),
        }
    }

    pub(crate) fn choice_view(&self, state: &State, choice: Choice) -> ChoiceView {
        let who = choice.who();
        let mut view = ChoiceView::new(choice.who(), self.choice_text(state, choice));
        match choice {
            Choice::Begin { .. } => {
                view.label = "Begin: surprise and initiative".to_owned();
                view.tab = Tab::Turn;
                view.rule = Some("DELVE-C1");
            }
            Choice::Move { to, .. } => {
                let far = state.moved & bit(who) != 0;
                let how = if far { "Hurry on to" } else { "Move to" };
                view.label = format!("{how} {}", self.zones.zone(to).name);
                view.tab = Tab::Move;
                view.to = Some(self.zones.zone(to).id.clone());
                view.rule = Some("DELVE-R10");
                if far {
                    view.warnings.push("gives up the action".to_owned());
                }
            }
            Choice::Leave { .. } => {
                view.label = "Leave the field".to_owned();
                view.tab = Tab::Move;
                view.rule = Some("DELVE-R9");
            }
            Choice::Attack { with, target, .. } => self.attack_view(state, who, with, target, &mut view),
            Choice::Cast { spell, target, .. } => self.cast_view(state, who, spell, target, &mut view),
            Choice::Done { .. } => {
                view.label = if state.acted & bit(who) != 0 { "Stay" } else { "Do nothing more" }.to_owned();
                view.tab = Tab::Turn;
            }
        }
        view
    }

    fn attack_view(&self, state: &State, who: Who, with: u8, target: Who, view: &mut ChoiceView) {
        let (_, weapon, verb) = self.weapon_of(state, who, with);
        let name = self.name_of(state, target);
        view.label = match verb {
            "attack" => format!("Strike {name} ({})", weapon.to_lowercase()),
            "throw" => format!("Throw {} at {name}", weapon.to_lowercase()),
            _ => format!("Shoot {name} ({})", weapon.to_lowercase()),
        };
        view.targets = vec![target];
        view.aim = Some("hits");
        view.rule = Some("DELVE-C5");
        let there = state.in_zone(state.zone_of(target)) & state.standing & !bit(who);
        let into_melee = verb != "attack" && there & state.foes(target) != 0;
        if into_melee {
            let n = there.count_ones();
            view.warnings.push(format!("into a melee: finds any of {n} at random"));
        }
    }

    fn cast_view(&self, state: &State, who: Who, spell: u8, target: Target, view: &mut ChoiceView) {
        let Some(cast) = self.spell(state, who, spell) else { return };
        view.rule = Some("DELVE-R7");
        view.aim = Some(aim_of(cast.effect));
        match target {
            Target::One(one) => {
                view.label = format!("Cast {} on {}", cast.name, self.name_of(state, one));
                view.targets = vec![one];
            }
            Target::Zone(zone) => {
                view.label = format!("Cast {} on {}", cast.name, self.zones.zone(zone).name);
                view.to = Some(self.zones.zone(zone).id.clone());
                let taken = state.in_zone(zone) & self.takes(state, who, cast);
                view.targets = each(taken).collect();
                let friends = taken & state.friends(who);
                if friends != 0 && matches!(cast.effect.does, Does::Damage(_)) {
                    let names: Vec<String> = each(friends).map(|f| self.name_of(state, f)).collect();
                    view.warnings.push(format!("takes {} too", names.join(", ")));
                }
            }
        }
    }

    pub(crate) fn table_view(&self, state: &State, _seat: Seat) -> TableView {
        let zones = self.zones.all().iter().map(|zone| ZoneCard {
            id: zone.id.clone(),
            name: zone.name.clone(),
            tags: zone.tags.iter().map(Tag::feature).collect(),
            picture: zone.picture,
            at: zone.at,
            exit: zone.exit,
        });
        let links = self.zones.links().map(|(a, b)| Link { a: a.into(), b: b.into(), note: None });
        TableView {
            system: "delve",
            health: Unit::default(),
            title: self.title.clone(),
            round: state.round.into(),
            phase: phase_words(state.phase),
            map: MapView::Zones {
                zones: zones.collect(),
                links: links.collect(),
                sight: self.zones.sights(),
            },
            tokens: (0..state.count).map(|index| self.token(state, Who(index))).collect(),
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
            Phase::Before => ("The sides meet. Begin?", "DELVE-C1"),
            Phase::Free(_) => ("Who acts in the free round?", "DELVE-C2"),
            Phase::Both => ("Both sides act at the same time. Who acts next?", "DELVE-R4"),
            Phase::First(_) | Phase::Second(_) => ("Who acts next, and how?", "DELVE-T2"),
        };
        let asked = State::crowd(state.acting);
        Some(Question { asked, text: text.to_owned(), reaction: false, rule: Some(rule) })
    }

    pub(crate) fn token(&self, state: &State, who: Who) -> Token {
        let sheet = self.sheet(state, who);
        let index = ix(who);
        let status = if state.dead & bit(who) != 0 {
            Status::Dead
        } else if state.gone & bit(who) != 0 {
            Status::Gone
        } else if state.standing & bit(who) != 0 {
            Status::Up
        } else {
            Status::Down
        };
        let mut tracks = vec![
            track(
                "hp",
                "hit points",
                state.hp[index].into(),
                Some(state.most_hp[index].into()),
                TrackKind::Health,
            ),
            track("ac", "armour class", sheet.ac.into(), None, TrackKind::Plain),
        ];
        const SPELLS: [(&str, &str); 3] =
            [("spells-1", "level 1 spells"), ("spells-2", "level 2 spells"), ("spells-3", "level 3 spells")];
        for (level, (id, name)) in SPELLS.into_iter().enumerate() {
            if sheet.slots[level] > 0 {
                let left = state.slots[index][level].into();
                tracks.push(track(id, name, left, Some(sheet.slots[level].into()), TrackKind::Supply));
            }
        }
        let on_map = matches!(status, Status::Up | Status::Down | Status::Dead);
        Token {
            who,
            id: self.id_of(state, who),
            name: self.name_of(state, who),
            kind: kind_words(sheet.kind),
            side: state.side_of(who),
            status,
            place: on_map.then(|| self.zones.zone(state.zone_of(who)).id.clone()),
            tracks,
            badges: Condition::ALL
                .into_iter()
                .filter(|&condition| state.is(who, condition))
                .map(|condition| Badge {
                    name: condition.name().to_owned(),
                    means: condition.means().to_owned(),
                    good: condition.is_good(),
                    mark: Default::default(),
                })
                .collect(),
            to_act: state.acting & bit(who) != 0 && state.phase != Phase::Before,
        }
    }

    pub(crate) fn event_line(&self, telling: &Telling<'_, State>, event: &Event) -> Line {
        let state = telling.state;
        let name = |who| self.name_of(state, who);
        let good = |who| if state.side_of(who) == Side::Heroes { Tone::Good } else { Tone::Bad };
        let bad = |who| if state.side_of(who) == Side::Heroes { Tone::Bad } else { Tone::Good };
        match *event {
            Event::Surprise { side, ref check } => {
                let result = if check.success { "not surprised" } else { "surprised" };
                let sum = telling.sum(&check.throw);
                Line::new(Tone::Plain, format!("Surprise of the {}: {sum}, {result}", side.name()))
                    .by("DELVE-C2")
            }
            Event::BothSurprised => {
                Line::new(Tone::Plain, "Both sides are surprised: no free round").by("DELVE-R3")
            }
            Event::FreeRound { side } => {
                Line::new(Tone::Heading, format!("A free round for the {}", side.name())).by("DELVE-C2")
            }
            Event::Round { number } => {
                // DELVE-T1: a round takes a minute.
                Line::new(Tone::Heading, format!("Round {number}, minute {number}")).by("DELVE-T1")
            }
            Event::Initiative { ref heroes, ref monsters, first } => {
                let result = match first {
                    Some(side) => format!("the {} act first", side.name()),
                    None => "both act at the same time".to_owned(),
                };
                let (mine, theirs) = (telling.sum(heroes), telling.sum(monsters));
                Line::new(Tone::Plain, format!("Initiative: heroes {mine}, monsters {theirs}: {result}"))
                    .by("DELVE-C3")
            }
            Event::Moved { who, to, far, .. } => {
                let how = if far { "hurries on to" } else { "moves to" };
                Line::new(Tone::Plain, format!("{} {how} {}", name(who), self.zones.zone(to).name))
                    .by("DELVE-R10")
            }
            Event::Left { who } => {
                Line::new(Tone::Plain, format!("{} leaves the field", name(who))).by("DELVE-R9")
            }
            Event::Stray { who, meant, found } => {
                let text = if meant == found {
                    format!("{} aims at {} in the melee, and finds the mark", name(who), name(meant))
                } else {
                    format!(
                        "{} aims at {} in the melee, but it goes to {}",
                        name(who),
                        name(meant),
                        name(found)
                    )
                };
                Line::new(Tone::Plain, text).by("DELVE-R5")
            }
            Event::Attacked { who, with, target, ref check } => {
                let (_, weapon, verb) = self.weapon_of(state, who, with);
                let verb = match verb {
                    "attack" => "strikes at",
                    "throw" => "throws at",
                    _ => "shoots at",
                };
                let result = if check.success { "hit" } else { "miss" };
                let weapon = weapon.to_lowercase();
                let sum = telling.sum(&check.throw);
                let ac = check.target;
                let text = format!(
                    "{} {verb} {} ({weapon}): {sum} against AC {ac}: {result}",
                    name(who),
                    name(target)
                );
                Line::new(if check.success { good(who) } else { Tone::Plain }, text).by("DELVE-C5")
            }
            Event::Cast { who, spell, target } => {
                let target = match target {
                    Target::One(one) => name(one),
                    Target::Zone(zone) => self.zones.zone(zone).name.clone(),
                };
                let spell = self.spell_of(state, who, spell).1;
                Line::new(Tone::Plain, format!("{} casts {spell} on {target}", name(who))).by("DELVE-R7")
            }
            Event::Saved { who, ref check } => {
                let result = if check.success { "saved" } else { "failed" };
                let sum = telling.sum(&check.throw);
                Line::new(
                    Tone::Plain,
                    format!("{} saves: {sum} against {}: {result}", name(who), check.target),
                )
                .by("DELVE-V1")
            }
            Event::Hurt { who, ref throw, amount, hp, later, .. } => {
                let sum = telling.sum(throw);
                let left = if later { "at the end of the round".to_owned() } else { format!("{hp} left") };
                let share =
                    if throw.value == i32::from(amount) { String::new() } else { format!(", so {amount}") };
                let text = format!("{} takes {amount} damage: {sum}{share}; {left}", name(who));
                Line::new(bad(who), text).by(if later { "DELVE-R12" } else { "DELVE-D1" })
            }
            Event::Healed { who, ref throw, hp, later, .. } => {
                let left = if later { "at the end of the round".to_owned() } else { format!("now {hp}") };
                let text = format!("{} is healed: {}; {left}", name(who), telling.sum(throw));
                Line::new(good(who), text).by("DELVE-R7")
            }
            Event::Slumber { ref throw } => {
                Line::new(Tone::Plain, format!("Hit dice that fall asleep: {}", telling.sum(throw)))
                    .by("DELVE-R7")
            }
            Event::Afflicted { who, condition, later } => {
                let when = if later { " at the end of the round" } else { "" };
                let tone = if condition.is_good() { good(who) } else { bad(who) };
                Line::new(tone, format!("{} is {}{when}", name(who), condition.name())).by("DELVE-R6")
            }
            Event::Relieved { who, condition } => {
                let tone = if condition.is_good() { bad(who) } else { good(who) };
                Line::new(tone, format!("{} is no longer {}", name(who), condition.name())).by("DELVE-R6")
            }
            Event::Woken { who } => Line::new(good(who), format!("{} wakes up", name(who))).by("DELVE-R7"),
            Event::Down { who } => {
                Line::new(bad(who), format!("{} falls unconscious", name(who))).by("DELVE-D1")
            }
            Event::Dead { who } => {
                let rule = match self.sheet(state, who).kind {
                    Kind::Character { .. } => "DELVE-D1",
                    Kind::Monster { .. } => "DELVE-D2",
                };
                Line::new(bad(who), format!("{} dies", name(who))).by(rule)
            }
            Event::Up { who } => {
                Line::new(good(who), format!("{} is conscious again", name(who))).by("DELVE-D1")
            }
            Event::AtOnce => Line::new(Tone::Plain, "Everything takes effect at once").by("DELVE-R4"),
            Event::Passed { who } => Line::new(Tone::Plain, format!("{} is done", name(who))),
            Event::Over { outcome } => Line::new(Tone::Heading, outcome_words(outcome)).by("DELVE-R9"),
        }
    }
}

fn track(id: &'static str, name: &'static str, value: i32, max: Option<i32>, kind: TrackKind) -> Track {
    Track { id, name, value, max, kind, unit: Unit::default() }
}

fn aim_of(effect: Effect) -> &'static str {
    match effect.does {
        Does::Damage(_) => "hurts somebody",
        Does::Heal(_) => "heals",
        Does::Afflict { .. } => "takes hold",
        Does::Slumber { .. } => "puts somebody to sleep",
    }
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

fn outcome_words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Won(Side::Heroes) => "The heroes have won",
        Outcome::Won(Side::Monsters) => "The monsters have won",
        Outcome::Draw => "Nobody is left: a draw",
    }
}
