//! The screen: zones with what they give and cost, tokens with their tracks and conditions, the question. Who is behind a
//! door shows only to those who perceive it.

use fracas_kernel::plot::dress;
use fracas_kernel::{
    Badge, BadgeMark, Know, OutcomeView, Play, Question, Report, Seat, Show, Status, TableView, Tag, TagKind,
    Tell, Token, Track, TrackKind, Unit, Who,
};

use crate::conditions::Condition;
use crate::data::{Delve, Harm, Harms, Kind, Lasts, ROUNDS_IN_A_TURN};
use crate::state::{Band, Phase, State};
use crate::words::{HIT_POINTS, SPELL_TRACKS, SPELLS, effect_words, hazard_words};

const ARMOUR_CLASS: Unit = Unit::new("point of armour class", "points of armour class", "AC");

impl Report for Delve {}

impl Show for Delve {
    fn view(&self, state: &State, seat: Seat) -> TableView {
        let unknown = self.unknown_to(state, seat);
        let known = self.zones_known_to(state, seat);
        let mut view = TableView {
            system: Delve::SYSTEM,
            title: self.title.clone(),
            health: HIT_POINTS,
            round: state.round.into(),
            phase: phase_words(state.phase),
            gauges: Vec::new(),
            map: self.field.map(&state.doors, state.seen, known, |zone| self.tags(state, zone)),
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
}

impl Delve {
    fn question(&self, state: &State, unknown: Band) -> Option<Question> {
        let (text, rule) = match state.phase {
            _ if !state.acting.is_empty() && state.acting.is_within(unknown) => {
                ("Somebody acts out of sight.", "DELVE-F2")
            }
            Phase::Before => ("The sides meet. Begin?", "DELVE-C1"),
            Phase::Free(_) => ("Who acts in the free round?", "DELVE-C2"),
            Phase::Both => ("Both sides act at the same time. Who acts next?", "DELVE-R4"),
            Phase::First(_) | Phase::Second(_) => ("Who acts next, and how?", "DELVE-T2"),
        };
        let question = Question::of(self.ask(state), text, Some(rule))?;
        Some(Question { asked: question.asked - unknown.widen(), ..question })
    }

    /// What is to be known about a zone: what it gives, what it costs, what can be used there.
    pub(crate) fn tags(&self, state: &State, zone: u8) -> Vec<Tag> {
        let mut tags = Vec::new();
        match self.ground.cover[zone] {
            0 => {}
            cover => tags.push(
                Tag::feature(format!("cover {cover}"))
                    .meaning(format!("+{cover} to armour class against attacks from other zones.")),
            ),
        }
        if self.ground.high.has(zone) {
            tags.push(
                Tag::feature("high").meaning(
                    "Shots and throws from here into lower zones get +1, and cover there is no help.",
                ),
            );
        }
        if self.ground.dark.has(zone) {
            tags.push(Tag::feature("dark").meaning(
                "Heroes shoot at -4 at those here, unless one of the heroes is here or in the next zone.",
            ));
        }
        let risen = self.plot.hazard_at(&state.course, zone);
        if let Some(hazard) = self.ground.hazards[zone].or(risen).and_then(|number| self.hazard(number)) {
            let words = hazard_words(hazard);
            tags.push(
                Tag::new(TagKind::Hazard, format!("hazard: {}", hazard.name.to_lowercase()))
                    .meaning(format!("Whoever enters: {words}.")),
            );
        }
        let things = (0_u8..).zip(&self.ground.things).filter(|(_, thing)| thing.zone == zone);
        tags.extend(things.map(|(number, thing)| {
            let left = match state.uses[number] {
                0 => " (used up)".to_owned(),
                left => format!(" ({left} left)"),
            };
            Tag::feature(format!("use: {}{left}", thing.name.to_lowercase()))
                .meaning(format!("An action: {}", effect_words(&thing.effect, self)))
        }));
        tags
    }

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
        let spells = SPELL_TRACKS.into_iter().zip(SPELLS).zip(state.slots[who]).zip(sheet.slots);
        tracks.extend(spells.filter(|&(_, max)| max > 0).map(|(((id, unit), left), max)| {
            track(id, unit.many, left.into(), Some(max.into()), TrackKind::Supply, unit)
        }));
        Token {
            who,
            id: self.id(state, who),
            name: self.name(state, who),
            kind: self.kind_words(sheet.kind),
            side: state.side_of(who),
            status,
            place: (status != Status::Gone).then(|| self.field.zones().zone(state.zone[who]).id.clone()),
            tracks,
            badges: self.badges(state, who),
            to_act: state.acting.has(who) && state.phase != Phase::Before,
        }
    }
}

impl Delve {
    fn badges(&self, state: &State, who: Who) -> Vec<Badge> {
        let there = self.conditions_there().iter();
        let mut badges: Vec<Badge> =
            there.filter_map(|&condition| self.badge(state, who, condition)).collect();
        // DELVE-R4: what a tied round has in store.
        let (harm, heal) = (state.later.harm[who], state.later.heal[who]);
        if harm > 0 {
            let left = i32::from(state.hp[who] - harm);
            let means = format!("Takes effect at the end of this round, and leaves {left}.");
            badges.push(Badge::bad(BadgeMark::Condition, format!("{harm} damage to come"), means));
        }
        if heal > 0 {
            let means = "Takes effect at the end of this round.";
            badges.push(Badge::good(BadgeMark::Condition, format!("{heal} healing to come"), means));
        }
        let there = self.conditions_there().iter().copied();
        let coming = there.filter(|&one| state.later.lasts[who][one as usize] != 0);
        badges.extend(coming.map(|condition| {
            let make = if self.is_good(condition) { Badge::good } else { Badge::bad };
            let means = format!("From the end of this round: {}", self.condition_means(condition));
            make(BadgeMark::Condition, format!("{} soon", self.condition_name(condition)), means)
        }));
        if let Some(left) = self.strikes_left(state, who) {
            let attacks = if left == 1 { "attack" } else { "attacks" };
            let means = "Of several attacks in one action. Moving gives them up.";
            badges.push(Badge::good(BadgeMark::Condition, format!("{left} {attacks} left"), means));
        }
        badges.extend(self.nature(state, who));
        badges
    }

    /// What somebody is by nature, as far as it is not like others.
    fn nature(&self, state: &State, who: Who) -> Vec<Badge> {
        let sheet = self.sheet(state, who);
        let listed = |text: String, means: String| Badge::good(BadgeMark::Gear, text, means);
        let mut badges = Vec::new();
        let harms = |set: Harms| set.map(Harm::name).collect::<Vec<_>>().join(", ");
        let immune: Vec<&str> = sheet
            .immune
            .map(|harm| -> &str { harm.name() })
            .chain(sheet.proof.map(|one| self.condition_name(one)))
            .collect();
        if !immune.is_empty() {
            let means = "Damage of these kinds does nothing to it, and it cannot be in these conditions.";
            badges.push(listed(format!("immune: {}", immune.join(", ")), means.to_owned()));
        }
        if sheet.regrows > 0 {
            let unless = match sheet.scars.is_empty() {
                true => String::new(),
                false => format!(", unless it was hurt in that round by {}", harms(sheet.scars)),
            };
            let means = format!(
                "Gets back {} at the end of each round{unless}.",
                HIT_POINTS.count(sheet.regrows.into())
            );
            badges.push(listed(format!("regenerates {}", sheet.regrows), means));
        }
        if sheet.speed != 1 {
            let means = match sheet.speed {
                0 => "Cannot move.".to_owned(),
                speed => {
                    format!("Its move takes it up to {speed} zones, and as many more instead of its action.")
                }
            };
            badges.push(listed(format!("speed {}", sheet.speed), means));
        }
        if sheet.several != 0 {
            let count = sheet.several.count_ones();
            let means = "In one action, each with its own weapon and on whomever it likes.";
            badges.push(listed(format!("{count} attacks"), means.to_owned()));
        }
        badges
    }

    /// A condition with what it does, and for how long.
    fn badge(&self, state: &State, who: Who, condition: Condition) -> Option<Badge> {
        let lasts = state.lasts[who][condition as usize];
        let word = self.condition_name(condition);
        let (name, time) = match lasts {
            0 => return None,
            _ if condition == Condition::Poisoned => {
                let left = ROUNDS_IN_A_TURN - state.round.saturating_sub(1) % ROUNDS_IN_A_TURN;
                let die = self.poison_of(state, who);
                return Some(Badge::bad(
                    condition.mark(),
                    self.condition_name(condition),
                    format!(
                        "A save, or {die} hit points are lost, at the end of each turn of ten rounds: in {left}."
                    ),
                ));
            }
            Lasts::FIGHT => (word.to_owned(), "Lasts for the rest of the fight.".to_owned()),
            Lasts::UNTIL_SAVE => (word.to_owned(), "A save at the end of a round ends it.".to_owned()),
            1 => (format!("{word} 1"), "Ends with this round.".to_owned()),
            rounds => (format!("{word} {rounds}"), format!("{rounds} rounds left.")),
        };
        let means = format!("{} {time}", self.condition_means(condition));
        let make = if self.is_good(condition) { Badge::good } else { Badge::bad };
        Some(make(condition.mark(), name, means))
    }
}

impl Delve {
    pub(crate) fn class_name(&self, class: u8) -> &str {
        self.classes.get(usize::from(class)).map_or("hero", |class| &class.name)
    }

    fn kind_words(&self, kind: Kind) -> String {
        match kind {
            Kind::Character { class, level } => format!("{} {level}", self.class_name(class)),
            Kind::Monster { half_dice: 1 } => "1/2 HD".to_owned(),
            Kind::Monster { half_dice } if half_dice % 2 == 0 => format!("{} HD", half_dice / 2),
            Kind::Monster { half_dice } => format!("{} 1/2 HD", half_dice / 2),
        }
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
