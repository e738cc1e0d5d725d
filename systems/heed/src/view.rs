//! The fight on the screen, as far as whoever looks perceives it. A report needs no more than every fight has.

use fracas_kernel::plot::dress;
use fracas_kernel::{
    Badge, BadgeMark, Bond, BondKind, Door, Know, Link, MapView, Play, Question, Report, Seat, Show, Status,
    TableView, Tag, TagKind, Tell, Token, Track, TrackKind, Unit, Who, ZoneCard,
};

use crate::data::{BOTH, Condition, HOLDING, Heed, NOTHING, Range, WOUND};
use crate::state::{Band, NOBODY, Phase, State, UNCHARGED, Waiting};
use crate::words::{ACTION, FOCUS, ITEM, SETUP, WOUND as WOUNDS};

impl Report for Heed {}

impl Show for Heed {
    fn view(&self, state: &State, seat: Seat) -> TableView {
        let unknown = self.unknown_to(state, seat);
        let mut view = TableView {
            system: Heed::SYSTEM,
            title: self.title.clone(),
            health: WOUNDS,
            round: state.round.into(),
            phase: phase_words(state),
            gauges: Vec::new(),
            map: self.map_view(state, seat),
            tokens: (state.everybody() - unknown).map(|who| self.token(state, who, unknown)).collect(),
            question: self.question(state, unknown),
            choices: Vec::new(),
            quiet: Vec::new(),
            outcome: state.outcome.map(Into::into),
        };
        if self.plotted {
            dress(self, &self.known(state, seat), seat, &mut view);
        }
        view
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
    /// The zones that a seat knows, with doors as notes on the ways.
    fn map_view(&self, state: &State, seat: Seat) -> MapView {
        let shown: Vec<u8> = self.zones_known_to(state, seat).collect();
        let place = |zone: u8| shown.iter().position(|&other| other == zone);
        let (all, now) = (self.zones(), self.map(state));
        let unknown = self.unknown_to(state, seat);
        let watched = self.watched_by(state, seat);
        let card = |&zone: &u8| {
            let mut card = ZoneCard::of(all.zone(zone));
            card.tags.extend(self.tags(state, zone, watched.has(zone), unknown));
            card.tags.extend(self.risen_tag(state, zone));
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

    /// What a zone has, the light in it, its doors, what lies there, and how far it is from whoever acts. What is not
    /// `watched` shows no more than the place itself.
    fn tags(&self, state: &State, zone: u8, watched: bool, unknown: Band) -> Vec<Tag> {
        let mut tags: Vec<Tag> = self
            .features_of(zone)
            .map(|(number, one)| one.tag(if watched { state.uses[number] } else { one.uses() }))
            .collect();
        if self.dark.has(zone) {
            let lit = watched && state.lit.has(zone);
            let (text, means) = if lit {
                ("dark, but lit", "a light in a hand or on the floor lets everybody see here")
            } else {
                ("dark", "only those who see in the dark perceive who is here; others need a light")
            };
            tags.push(Tag::new(TagKind::Light, text).meaning(means));
        }
        tags.extend(self.door_tags(state, zone));
        let items: Vec<&str> = state.floor.kinds(zone).map(|kind| self.item_name(kind)).collect();
        if !items.is_empty() && watched {
            let text = format!("here lies: {}", items.join(", ").to_lowercase());
            tags.push(Tag::new(TagKind::Loot, text).meaning("can be picked up"));
        }
        let asked =
            if state.pending.waiting == Waiting::Nothing { state.active } else { state.pending.asked };
        if asked != NOBODY && !unknown.has(asked) {
            let range = self.range(state, state.zone_of(asked), zone);
            tags.push(Tag::new(TagKind::Distance, range.map_or("remote", Range::name)));
        }
        tags
    }

    fn door_tags(&self, state: &State, zone: u8) -> impl Iterator<Item = Tag> {
        self.field.known_doors_of(&state.doors, zone).filter_map(move |door| {
            let now = state.doors.at(door);
            let whither = self.field.whither(state.seen, zone, self.field.beyond(door, zone)?);
            let means = match now {
                Door::Open => "People see, walk and shoot through. It can be shut.",
                Door::Shut => "Nobody sees or shoots through. Whoever walks through opens it.",
                Door::Broken => "People see, walk and shoot through, and it can no longer be shut.",
                _ => "It has to be forced, or picked if it is locked.",
            };
            Some(Tag::feature(format!("{} to {whither}", now.note()?)).meaning(means))
        })
    }

    fn question(&self, state: &State, unknown: Band) -> Option<Question> {
        let name = |who: Who| match unknown.has(who) {
            true => "Somebody unseen".to_owned(),
            false => self.name(state, who),
        };
        let pending = &state.pending;
        let blow = &pending.blow;
        let asked = self.ask(state).asked() - unknown.widen();
        let (text, rule) = match (pending.waiting, state.phase, state.active) {
            _ if asked.is_empty() => ("Somebody acts out of sight.".to_owned(), "HEED-R17"),
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
        Some(Question { asked, ..Question::of(self.ask(state), text, Some(rule))? })
    }

    pub(crate) fn token(&self, state: &State, who: Who, unknown: Band) -> Token {
        let sheet = self.sheet(state, who);
        let one = state.one(who);
        let status = match () {
            () if state.gone.has(who) => Status::Gone,
            () if state.standing.has(who) => Status::Up,
            () => Status::Down,
        };
        // What somebody has in mind of those who are out of sight does not show either.
        let focus = one.focus.saturating_sub(one.filled() - (one.heeds & unknown).len() as u8);
        let supply = |id, name, left: u8, max: u8, unit| track(id, name, left, max, TrackKind::Supply, unit);
        let mut tracks = vec![
            track("grit", "wounds", self.vital(state, who).health as u8, one.grit, TrackKind::Health, WOUNDS),
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
            place: (status != Status::Gone).then(|| self.zones().zone(one.zone).id.clone()),
            tracks,
            badges: self.badges(state, who, unknown),
            to_act: state.acting.has(who) && state.phase != Phase::Before,
        }
    }

    fn badges(&self, state: &State, who: Who, unknown: Band) -> Vec<Badge> {
        let mut badges = Vec::new();
        for condition in Condition::ALL.into_iter().filter(|&condition| state.is(who, condition)) {
            let (name, means) = (condition.name(), self.condition_means(state, who, condition));
            badges.push(Badge { good: condition.is_good(), ..Badge::good(condition.mark(), name, means) });
        }
        self.focus_badges(state, who, unknown, &mut badges);
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
    fn focus_badges(&self, state: &State, who: Who, unknown: Band, badges: &mut Vec<Badge>) {
        let one = state.one(who);
        let name = |who| self.name(state, who);
        let mut push = |mark, name: String, slots: u8, means: &str| {
            let means = format!("{means}; fills {slots} of {} focus slots", one.focus);
            badges.push(Badge::good(mark, name, means));
        };
        for target in one.heeds - unknown {
            let means = "may parry its attacks, and interrupt one of its setups each round";
            push(BadgeMark::Heeding, format!("heeds {}", name(target)), 1, means);
        }
        if one.aim != NOBODY && !unknown.has(one.aim) {
            let means = format!("the {} has advantage against that target", self.item_words(one.aim_with));
            push(BadgeMark::Aiming, format!("aims at {}", name(one.aim)), one.aim_slots, &means);
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
        for (slot, &kind) in (0..).zip(&one.slots) {
            let number = slot + 1;
            // HEED-R13
            let hand = ["right hand ", "left hand "].get(usize::from(slot)).copied().unwrap_or_default();
            let always = if slot == 0 { "; a 1 always lands" } else { "" };
            let (good, name, means) = match kind {
                NOTHING => (
                    true,
                    "empty".to_owned(),
                    format!(
                        "a dodge succeeds here{}",
                        if slot == 0 { ", were it not that a 1 always lands" } else { "" }
                    ),
                ),
                WOUND => (
                    false,
                    "wound".to_owned(),
                    "wounded: neither a block nor a dodge succeeds here".to_owned(),
                ),
                BOTH => (true, self.item_words(one.slots[0]), format!("held with both hands{always}")),
                HOLDING => (
                    true,
                    format!("holds {}", self.name(state, one.hold)),
                    format!("held fast with this hand{always}"),
                ),
                _ if one.armour.has(slot) => {
                    let means =
                        format!("armour: a block succeeds here; ruined when this slot is wounded{always}");
                    (true, self.item_words(kind), means)
                }
                _ => {
                    let effect = self.item_effect(kind);
                    let means = format!("falls when this slot is wounded{always}. {effect}");
                    (true, self.item_words(kind), means.trim_end().to_owned())
                }
            };
            badges.push(Badge { good, ..Badge::good(gear, format!("{number} {hand}{name}"), means) });
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
