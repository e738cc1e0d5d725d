//! The fight in words: names, the text forms of choices, the lines of the log.

use fracas_kernel::{Line, Outcome, Side, Telling, Tone, Who};

use crate::choices::Choice;
use crate::data::{Does, Effect, Feature, Hazard, Takes, Twelves, Weapon};
use crate::event::{Event, How, Number, Source, Test};
use crate::state::{MOST, State, bits, ix};

impl Twelves {
    /// Which of its kind somebody is, from 1; none where there was only one from the start.
    fn ordinal(&self, state: &State, who: Who) -> Option<usize> {
        let sheet = state.sheet[ix(who)];
        let before = state.sheet[..ix(who)].iter().filter(|&&other| other == sheet).count();
        let at_start =
            state.sheet[..state.first as usize % (MOST + 1)].iter().filter(|&&other| other == sheet);
        let at_start = at_start.count();
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

    pub(crate) fn names(&self, state: &State, set: impl Iterator<Item = Who>) -> String {
        set.map(|who| self.name_of(state, who)).collect::<Vec<_>>().join(", ")
    }

    pub(crate) fn weapon_of(&self, state: &State, who: Who, with: u8) -> &Weapon {
        let index = self.sheet(state, who).arm(with).weapon as usize;
        &self.weapons[index.min(self.weapons.len() - 1)]
    }

    /// What one does with a weapon on this target: strike, throw or shoot.
    pub(crate) fn verb(&self, state: &State, who: Who, with: u8, target: Who) -> &'static str {
        if state.zone_of(who) == state.zone_of(target) {
            return "strike";
        }
        if self.sheet(state, who).arm(with).reach & Weapon::RANGED == Weapon::RANGED {
            "shoot"
        } else {
            "throw"
        }
    }

    pub(crate) fn zone_name(&self, zone: u8) -> &str {
        self.zones.all().get(zone as usize).map_or("nowhere", |zone| &zone.name)
    }

    fn zone_id(&self, zone: u8) -> &str {
        self.zones.all().get(zone as usize).map_or("nowhere", |zone| &zone.id)
    }

    pub(crate) fn feature_name(&self, feature: u8) -> String {
        self.feature(feature).map_or("nothing".to_owned(), |feature| feature.name.to_lowercase())
    }

    pub(crate) fn choice_text(&self, state: &State, choice: Choice) -> String {
        let id = self.id_of(state, choice.who());
        match choice {
            Choice::Begin { .. } => format!("{id} begin"),
            Choice::Attack { who, with, target } => {
                let (verb, weapon) = (self.verb(state, who, with, target), self.weapon_of(state, who, with));
                format!("{id} {verb} {} {}", self.id_of(state, target), weapon.id)
            }
            Choice::Pair { who, pair, target } => {
                let [first, second] =
                    self.pair_of(state, who, pair).map(|with| &self.weapon_of(state, who, with).id);
                format!("{id} pair {} {first} {second}", self.id_of(state, target))
            }
            Choice::Second { target, .. } => format!("{id} second {}", self.id_of(state, target)),
            Choice::Move { to, .. } => format!("{id} move {}", self.zone_id(to)),
            Choice::Flee { .. } => format!("{id} flee"),
            Choice::Grapple { target, .. } => format!("{id} grapple {}", self.id_of(state, target)),
            Choice::Shove { target, to, .. } => {
                format!("{id} shove {} {}", self.id_of(state, target), self.zone_id(to))
            }
            Choice::BreakFree { .. } => format!("{id} break-free"),
            Choice::LetGo { .. } => format!("{id} let-go"),
            Choice::Use { feature, target, .. } => {
                let name = self.feature(feature).map_or("nothing", |feature| &feature.id);
                let target = target.map_or(String::new(), |one| format!(" {}", self.id_of(state, one)));
                format!("{id} use {name}{target}")
            }
            Choice::Pass { .. } => format!("{id} pass"),
        }
    }

    pub(crate) fn pair_of(&self, state: &State, who: Who, pair: u8) -> [u8; 2] {
        self.sheet(state, who).pairs.get(pair as usize).copied().unwrap_or_default()
    }

    /// What entering a zone costs, in a few words.
    pub(crate) fn hazard_words(&self, hazard: &Hazard) -> String {
        let cost = match hazard.does {
            Does::Hits(n) => hits(n.into()),
            Does::Dice(n) => format!("{n}d12 against TH"),
            Does::Hold => "holds".to_owned(),
            _ => "costs the next turn".to_owned(),
        };
        let unless =
            hazard.spared_by.map_or(String::new(), |attribute| format!(" unless {}", attribute.name()));
        format!("{}: {cost}{unless}", hazard.name.to_lowercase())
    }

    /// What using a feature does, in a few words.
    pub(crate) fn feature_words(&self, feature: &Feature) -> String {
        feature.effects.iter().map(|effect| self.effect_words(feature, effect)).collect::<Vec<_>>().join(", ")
    }

    fn effect_words(&self, feature: &Feature, effect: &Effect) -> String {
        let places: Vec<&str> = bits(effect.at).map(|zone| self.zone_name(zone)).collect();
        let place = if effect.at == 1 << feature.zone {
            "here".to_owned()
        } else {
            format!("at {}", places.join(", "))
        };
        let gate = |gate: u8| {
            self.gates.get(gate as usize).map_or("nothing", |gate| gate.name.as_str()).to_lowercase()
        };
        let whom = match effect.takes {
            Takes::User => "the user".to_owned(),
            Takes::Foe => format!("a foe {place}"),
            Takes::Friend => format!("a friend {place}"),
            Takes::Foes => format!("all foes {place}"),
            Takes::Friends => format!("all friends {place}"),
            Takes::Others => format!("all others {place}"),
            Takes::Everyone => format!("everyone {place}"),
        };
        match effect.does {
            Does::Hits(n) => format!("{} to {whom}", hits(n.into())),
            Does::Dice(n) => format!("{n}d12 on {whom}"),
            Does::Heal(n) => format!("gives back {} to {whom}", hits(n.into())),
            Does::Move(to) => format!("takes {whom} to {}", self.zone_name(to)),
            Does::Hold => format!("holds {whom}"),
            Does::Daze => format!("dazes {whom}"),
            Does::Cover(n) => format!("cover {n} {place}"),
            Does::Open(index) => format!("opens the {}", gate(index)),
            Does::Shut(index) => format!("shuts the {}", gate(index)),
            Does::Wake | Does::Quell => {
                let hazard =
                    bits(effect.at).next().and_then(|zone| self.hazards.get(zone as usize)?.as_ref());
                let name = hazard.map_or("hazard".to_owned(), |hazard| hazard.name.to_lowercase());
                let verb = if effect.does == Does::Wake { "starts" } else { "ends" };
                format!("{verb} the {name} {place}")
            }
        }
    }

    fn source_words(&self, by: Source) -> String {
        match by {
            Source::Feature(feature) => self.feature_name(feature),
            Source::Hazard(zone) => {
                let hazard = self.hazards.get(zone as usize).and_then(Option::as_ref);
                hazard.map_or("hazard".to_owned(), |hazard| hazard.name.to_lowercase())
            }
        }
    }

    pub(crate) fn event_line(&self, telling: &Telling<'_, State>, event: &Event) -> Line {
        let state = telling.state;
        let name = |who| self.name_of(state, who);
        let good = |who| if state.side_of(who) == Side::Heroes { Tone::Good } else { Tone::Bad };
        let bad = |who| if state.side_of(who) == Side::Heroes { Tone::Bad } else { Tone::Good };
        let plain = |text: String| Line::new(Tone::Plain, text);
        let tested = |who, text: String, test: &Test| {
            let tone = if test.success { good(who) } else { Tone::Plain };
            Line::new(tone, format!("{text}: {}", sum_of(telling, test)))
        };
        match *event {
            Event::Round { number } => Line::new(Tone::Heading, format!("Round {number}")).by("TWELVES-A1"),
            Event::Turn { side } => {
                Line::new(Tone::Heading, format!("The {} act", side.name())).by("TWELVES-A1")
            }
            Event::Ready { who } => plain(format!("{} is ready", name(who))).by("TWELVES-A3"),
            Event::Agility { who, ref test } => {
                let result = if test.success { "may act" } else { "loses this turn" };
                plain(format!("{} is put to the test: {}: {result}", name(who), sum_of(telling, test)))
                    .by("TWELVES-A2")
            }
            Event::LosesTurn { who } => {
                Line::new(bad(who), format!("{} is dazed and loses the turn", name(who))).by("TWELVES-A1")
            }
            Event::Attacked { .. } => self.attack_line(telling, event),
            Event::Turned { who, target } => {
                plain(format!("{} turns the second weapon on {}", name(who), name(target))).by("TWELVES-R8")
            }
            Event::Moved { who, to, .. } => {
                plain(format!("{} moves to {}", name(who), self.zone_name(to))).by("TWELVES-A5")
            }
            Event::Stopped { who, by } => {
                Line::new(bad(who), format!("{} is stopped by {}", name(who), name(by))).by("TWELVES-R4")
            }
            Event::Fled { who } => plain(format!("{} flees", name(who))).by("TWELVES-R7"),
            Event::Grappled { who, target, ref test } => {
                let result = if test.success { "holds it fast" } else { "gets no hold" };
                let line = tested(who, format!("{} grapples {}", name(who), name(target)), test);
                Line { text: format!("{}: {result}", line.text), ..line }.by("TWELVES-R5")
            }
            Event::Shoved { who, target, to, ref test } => {
                let line = tested(who, format!("{} shoves {}", name(who), name(target)), test);
                let result = if test.success {
                    format!("into {}", self.zone_name(to))
                } else {
                    "it stands fast".to_owned()
                };
                Line { text: format!("{}: {result}", line.text), ..line }.by("TWELVES-R5")
            }
            Event::BrokeFree { who, ref test } => {
                let result = if test.success { "free" } else { "still held" };
                let line = tested(who, format!("{} struggles", name(who)), test);
                Line { text: format!("{}: {result}", line.text), ..line }.by("TWELVES-R5")
            }
            Event::LetGo { who, target } => {
                plain(format!("{} lets go of {}", name(who), name(target))).by("TWELVES-R5")
            }
            Event::Loose { who } => plain(format!("{} is held no longer", name(who))).by("TWELVES-R5"),
            Event::Used { who, feature, target, ref test } => {
                let at = target.map_or(String::new(), |one| format!(" on {}", name(one)));
                let line =
                    tested(who, format!("{} tries the {}{at}", name(who), self.feature_name(feature)), test);
                let result = if test.success { "it works" } else { "nothing happens" };
                Line { text: format!("{}: {result}", line.text), ..line }.by("TWELVES-R6")
            }
            Event::Braved { who, zone, ref test } => {
                let result = if test.success { "spared" } else { "caught" };
                let hazard = self.source_words(Source::Hazard(zone));
                plain(format!("{} braves the {hazard}: {}: {result}", name(who), sum_of(telling, test)))
                    .by("TWELVES-R6")
            }
            Event::Harmed { .. } => self.harm_line(telling, event),
            Event::Healed { who, left, .. } => {
                Line::new(good(who), format!("{} recovers: {} left", name(who), hits(left.into())))
                    .by("TWELVES-R6")
            }
            Event::Carried { who, to } => {
                plain(format!("{} is taken to {}", name(who), self.zone_name(to))).by("TWELVES-R6")
            }
            Event::Held { who, by } => {
                Line::new(bad(who), format!("{} is held by the {}", name(who), self.source_words(by)))
                    .by("TWELVES-R6")
            }
            Event::Dazed { who } => Line::new(bad(who), format!("{} is dazed", name(who))).by("TWELVES-R6"),
            Event::Covered { zone, cover } => {
                plain(format!("{} now gives cover {cover}", self.zone_name(zone))).by("TWELVES-R6")
            }
            Event::Gate { gate, open } => {
                let gate =
                    self.gates.get(gate as usize).map_or("gate", |gate| gate.name.as_str()).to_lowercase();
                plain(format!("The {gate} is {}", if open { "open" } else { "shut" })).by("TWELVES-R6")
            }
            Event::Hazard { zone, active } => {
                let hazard = self.source_words(Source::Hazard(zone));
                let verb = if active { "starts" } else { "ends" };
                plain(format!("At {} the {hazard} {verb}", self.zone_name(zone))).by("TWELVES-R6")
            }
            Event::Defeated { who } => {
                Line::new(bad(who), format!("{} is defeated", name(who))).by("TWELVES-R2")
            }
            Event::Passed { who } => plain(format!("{} does nothing", name(who))),
            Event::Over { outcome } => Line::new(Tone::Heading, outcome_words(outcome)).by("TWELVES-A4"),
        }
    }

    fn attack_line(&self, telling: &Telling<'_, State>, event: &Event) -> Line {
        let Event::Attacked { who, with, target, how, number, ref throw, left } = *event else {
            return Line::new(Tone::Plain, "");
        };
        let (state, before) = (telling.state, telling.before);
        // Where they stood when it happened: the target may have been taken off since.
        let verb = match (how, self.verb(before, who, with, target)) {
            (How::Opportunity, _) | (_, "strike") => "strikes at",
            (_, "throw") => "throws at",
            _ => "shoots at",
        };
        let how_words = match how {
            How::First => "",
            How::Second => ", second weapon",
            How::Opportunity => ", in passing",
        };
        let weapon = self.weapon_of(state, who, with).name.to_lowercase();
        let (attacker, name) = (self.name_of(state, who), self.name_of(state, target));
        let (sum, number) = (telling.sum(throw), number_words(number));
        let result = match throw.value {
            0 => "no hit".to_owned(),
            n => format!("{}, {left} left", hits(n)),
        };
        let heroes = state.side_of(who) == Side::Heroes;
        let tone = match (throw.value, heroes) {
            (0, _) => Tone::Plain,
            (_, true) => Tone::Good,
            (_, false) => Tone::Bad,
        };
        let rule = match how {
            How::First => "TWELVES-K1",
            How::Second => "TWELVES-K3",
            How::Opportunity => "TWELVES-R4",
        };
        Line::new(
            tone,
            format!("{attacker} {verb} {name} ({weapon}{how_words}): {sum} against {number}: {result}"),
        )
        .by(rule)
    }

    fn harm_line(&self, telling: &Telling<'_, State>, event: &Event) -> Line {
        let Event::Harmed { who, by, number, ref throw, hits: taken, left } = *event else {
            return Line::new(Tone::Plain, "");
        };
        let state = telling.state;
        let arithmetic = match (throw, number) {
            (Some(throw), Some(number)) => {
                format!(": {} against {}", telling.sum(throw), number_words(number))
            }
            _ => String::new(),
        };
        let tone = match (taken, state.side_of(who)) {
            (0, _) => Tone::Plain,
            (_, Side::Heroes) => Tone::Bad,
            (_, Side::Monsters) => Tone::Good,
        };
        let result =
            if taken == 0 { "no hit".to_owned() } else { format!("{}, {left} left", hits(taken.into())) };
        let (name, source) = (self.name_of(state, who), self.source_words(by));
        Line::new(tone, format!("{name} is caught by the {source}{arithmetic}: {result}")).by("TWELVES-R6")
    }
}

/// "TH 8", with what raises it.
pub(crate) fn number_words(number: Number) -> String {
    let mut words = format!("TH {}", number.th);
    if number.cover > 0 {
        words += &format!(" + {} for cover", number.cover);
    }
    if number.penalty > 0 {
        words += &format!(" + {} for rank", number.penalty);
    }
    words
}

/// A check with its arithmetic: "might 7, d12 [5] = 5".
fn sum_of(telling: &Telling<'_, State>, test: &Test) -> String {
    format!("{} against {} {}", telling.sum(&test.throw), test.attribute.name(), test.value)
}

pub(crate) fn hits(n: i32) -> String {
    if n == 1 { "1 hit".to_owned() } else { format!("{n} hits") }
}

pub(crate) fn outcome_words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Won(Side::Heroes) => "The heroes have won",
        Outcome::Won(Side::Monsters) => "The monsters have won",
        Outcome::Draw => "Nobody is left: a draw",
    }
}
