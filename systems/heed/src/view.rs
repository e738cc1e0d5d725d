//! The fight on the screen. Nothing in it is hidden from anybody, and a report needs no more than every fight has.

use fracas_kernel::{
    Badge, BadgeMark, Bond, BondKind, Know, MapView, Play, Question, Report, Seat, Show, Status, TableView,
    Tag, TagKind, Tell, Token, Track, TrackKind, Unit, Who,
};

use crate::data::{BOTH, Condition, HOLDING, Heed, NOTHING, Quality, Range, WOUND};
use crate::items::is_item;
use crate::state::{NOBODY, Phase, State, UNCHARGED, Waiting};
use crate::words::{ACTION, FOCUS, ITEM, SETUP, WOUND as WOUNDS};

impl Know for Heed {}

impl Report for Heed {}

impl Show for Heed {
    fn view(&self, state: &State, _seat: Seat) -> TableView {
        TableView {
            system: Heed::SYSTEM,
            title: self.title.clone(),
            health: WOUNDS,
            round: state.round.into(),
            phase: phase_words(state),
            gauges: Vec::new(),
            map: MapView::zones(&self.zones, |zone| self.tags(state, zone)),
            tokens: state.everybody().map(|who| self.token(state, who)).collect(),
            question: self.question(state),
            choices: Vec::new(),
            quiet: Vec::new(),
            outcome: state.outcome.map(Into::into),
        }
    }

    fn bonds(&self, state: &State, _seat: Seat) -> Vec<Bond> {
        let mut bonds = Vec::new();
        for who in state.everybody() {
            let one = state.one(who);
            bonds.extend(one.heeds.into_iter().map(|whom| Bond::to(BondKind::Heed, who, whom)));
            for (kind, whom) in [(BondKind::Aim, one.aim), (BondKind::Hold, one.hold)] {
                bonds.extend((whom != NOBODY).then(|| Bond::to(kind, who, whom)));
            }
        }
        bonds
    }
}

impl Heed {
    /// The light in a zone, what lies there, and how far it is from whoever acts.
    fn tags(&self, state: &State, zone: u8) -> Vec<Tag> {
        let mut tags = Vec::new();
        if self.dark.has(zone) {
            let lit = state.lit.has(zone);
            let (text, means) = if lit {
                ("dark, but lit", "a light in a hand or on the floor lets everybody see here")
            } else {
                ("dark", "only those who see in the dark perceive who is here; others need a light")
            };
            tags.push(Tag::new(TagKind::Light, text).meaning(means));
        }
        let items: Vec<&str> = state.floor.kinds(zone).map(|kind| self.item_name(kind)).collect();
        if !items.is_empty() {
            let text = format!("here lies: {}", items.join(", ").to_lowercase());
            tags.push(Tag::new(TagKind::Loot, text).meaning("can be picked up"));
        }
        let asked =
            if state.pending.waiting == Waiting::Nothing { state.active } else { state.pending.asked };
        if asked != NOBODY {
            let range = self.range(state.zone_of(asked), zone);
            tags.push(Tag::new(TagKind::Distance, range.map_or("remote", Range::name)));
        }
        tags
    }

    fn question(&self, state: &State) -> Option<Question> {
        let name = |who: Who| self.name(state, who);
        let pending = &state.pending;
        let blow = &pending.blow;
        let (text, rule) = match (pending.waiting, state.phase, state.active) {
            (Waiting::Defence, ..) => {
                (format!("{} attacks {}: block or dodge?", name(blow.by), name(blow.at)), "HEED-R12")
            }
            (Waiting::Parry, ..) => {
                let (by, at, number) = (name(blow.by), name(blow.at), blow.number);
                (format!("{by}'s attack on {at} gets past the block (number {number}). Parry?"), "HEED-P1")
            }
            (Waiting::Interrupt, ..) => {
                let setup = pending.setup.map_or(String::new(), |setup| self.setup_words(state, setup));
                (format!("{} {setup}. Interrupt?", name(pending.maker)), "HEED-N1")
            }
            (_, Phase::Before, _) => ("Before the combat: heed whom?".to_owned(), "HEED-H1"),
            (_, _, NOBODY) => ("Who acts next, and how?".to_owned(), "HEED-A2"),
            (_, _, active) => (format!("{}'s turn: what now?", name(active)), "HEED-A2"),
        };
        Question::of(self.ask(state), text, Some(rule))
    }

    pub(crate) fn token(&self, state: &State, who: Who) -> Token {
        let sheet = self.sheet(state, who);
        let one = state.one(who);
        let status = match () {
            () if state.gone.has(who) => Status::Gone,
            () if state.standing.has(who) => Status::Up,
            () => Status::Down,
        };
        let focus = one.focus.saturating_sub(one.filled());
        let supply = |id, name, left: u8, max: u8, unit| track(id, name, left, max, TrackKind::Supply, unit);
        let mut tracks = vec![
            track(
                "grit",
                "grit left",
                self.vital(state, who).health as u8,
                one.grit,
                TrackKind::Health,
                WOUNDS,
            ),
            supply("focus", "free focus slots", focus, one.focus, FOCUS),
        ];
        if status == Status::Up && state.phase != Phase::Before {
            tracks.extend([
                supply("setup", "setup", u8::from(!state.set_up.has(who)), 1, SETUP),
                supply("action", "action", u8::from(!state.acted.has(who)), 1, ACTION),
                supply("items", "items to manage", state.items_left(who), 2, ITEM),
            ]);
        }
        let senses = Some(sheet.senses.join(", "));
        let kind: Vec<String> =
            Some(sheet.about.clone()).into_iter().chain(senses).filter(|words| !words.is_empty()).collect();
        Token {
            who,
            id: self.id(state, who),
            name: self.name(state, who),
            kind: kind.join(" · "),
            side: state.side_of(who),
            status,
            place: (status != Status::Gone).then(|| self.zones.zone(one.zone).id.clone()),
            tracks,
            badges: self.badges(state, who),
            to_act: state.acting.has(who) && state.phase != Phase::Before,
        }
    }

    fn badges(&self, state: &State, who: Who) -> Vec<Badge> {
        let mut badges = Vec::new();
        for condition in Condition::ALL.into_iter().filter(|&condition| state.is(who, condition)) {
            let (name, means) = (condition.name(), self.condition_means(state, who, condition));
            badges.push(Badge { good: condition.is_good(), ..Badge::good(condition.mark(), name, means) });
        }
        self.focus_badges(state, who, &mut badges);
        self.gear_badges(state, who, &mut badges);
        badges
    }

    /// What a condition does, and for how long.
    fn condition_means(&self, state: &State, who: Who, condition: Condition) -> String {
        match state.lasts[who][condition as usize] {
            0 | Condition::LASTING => condition.means().to_owned(),
            1 => format!("{}; until the end of this round", condition.means()),
            rounds => format!("{}; for {rounds} rounds, this one included", condition.means()),
        }
    }

    /// What fills the focus, slot by slot.
    fn focus_badges(&self, state: &State, who: Who, badges: &mut Vec<Badge>) {
        let one = state.one(who);
        let name = |who| self.name(state, who);
        let mut push = |mark, name: String, slots: u8, means: &str| {
            let means = format!("{means}; fills {slots} of {} focus slots", one.focus);
            badges.push(Badge::good(mark, name, means));
        };
        for target in one.heeds {
            let means = "may parry its attacks, and interrupt one of its setups each round";
            push(BadgeMark::Heeding, format!("heeds {}", name(target)), 1, means);
        }
        if one.aim != NOBODY {
            let means = "a shot or throw at that target has advantage";
            push(BadgeMark::Aiming, format!("aims at {}", name(one.aim)), one.aim_slots, means);
        }
        if one.charge != UNCHARGED {
            let spell = self.spell_name(self.charged(state, who));
            let means = "can be cast in this turn, and is lost after it";
            push(BadgeMark::Condition, format!("has charged {spell}"), one.charge_slots, means);
        }
        for kept in state.kept().iter().filter(|kept| kept.caster == who) {
            let words =
                format!("concentrates on {} for {}", self.spell_name(Some(kept.spell)), name(kept.target));
            push(BadgeMark::Condition, words, kept.slots, "a wound, or letting go, ends the spell");
        }
        if one.hold != NOBODY {
            push(BadgeMark::Condition, format!("holds {}", name(one.hold)), 1, "a wound breaks the hold");
        }
    }

    /// What is in the hands and in the six slots.
    fn gear_badges(&self, state: &State, who: Who, badges: &mut Vec<Badge>) {
        let one = state.one(who);
        let gear = BadgeMark::Gear;
        for (hand, &kind) in ["right", "left"].into_iter().zip(&one.hands) {
            let (name, effect) = match kind {
                NOTHING | BOTH => continue,
                HOLDING => (self.name(state, one.hold), "held fast with this hand".to_owned()),
                _ => (self.item_words(kind), self.item_effect(kind)),
            };
            let both = is_item(kind) && self.is(kind, Quality::TwoHanded);
            let hand = if both { "both hands" } else { hand };
            badges.push(Badge::good(gear, format!("{hand}: {name}"), in_hand(&effect)));
        }
        for (slot, &kind) in (0..).zip(&one.slots) {
            let number = slot + 1;
            badges.push(match kind {
                NOTHING => Badge::good(gear, format!("{number} empty"), "a dodge succeeds here"),
                WOUND => Badge::bad(
                    gear,
                    format!("{number} wound"),
                    "wounded: neither a block nor a dodge succeeds here",
                ),
                _ if one.armour.has(slot) => {
                    let means = "armour: a block succeeds here; ruined when this slot is wounded";
                    Badge::good(gear, format!("{number} {}", self.item_words(kind)), means)
                }
                _ => {
                    let means = format!("falls when this slot is wounded. {}", self.item_effect(kind));
                    Badge::good(gear, format!("{number} {}", self.item_words(kind)), means.trim_end())
                }
            });
        }
    }
}

impl Condition {
    const fn mark(self) -> BadgeMark {
        match self {
            Condition::Prone => BadgeMark::Prone,
            Condition::Held => BadgeMark::Held,
            Condition::Warded => BadgeMark::Guarding,
            Condition::Dazzled => BadgeMark::Stunned,
            Condition::Emboldened => BadgeMark::Condition,
        }
    }
}

fn in_hand(effect: &str) -> String {
    if effect.is_empty() { "in hand".to_owned() } else { format!("in hand. {effect}") }
}

fn track(id: &'static str, name: &'static str, value: u8, max: u8, kind: TrackKind, unit: Unit) -> Track {
    Track { id, name, value: value.into(), max: Some(max.into()), kind, unit }
}

fn phase_words(state: &State) -> String {
    match state.phase {
        Phase::Before => "before the combat".to_owned(),
        Phase::Turn(side) => {
            // HEED-A1: six seconds a round, ten rounds a minute.
            let seconds = u32::from(state.round) * 6 - 6;
            format!("the {} act · {}:{:02} into the combat", side.name(), seconds / 60, seconds % 60)
        }
    }
}
