//! The fight on the screen: names, choices with their warnings, and the display model. Log lines are in `lines`.

use fracas_kernel::{
    Badge, Link, MapView, Outcome, OutcomeView, Question, Seat, Side, Status, TableView, Tag, TagKind, Token,
    Track, TrackKind, Unit, Who, ZoneCard,
};

use crate::choices::{Manage, is_item};
use crate::data::{BOTH, Condition, HOLDING, Heed, NOTHING, Range, WOUND, flag};
use crate::state::{NOBODY, Phase, Setup, State, Waiting, bit, each, ix};

impl Heed {
    /// Which of its kind somebody is, from 1; none where there was only one from the start.
    fn ordinal(&self, state: &State, who: Who) -> Option<usize> {
        let sheet = state.one(who).sheet;
        let before = state.ones[..ix(who)].iter().filter(|other| other.sheet == sheet).count();
        let first = &state.ones[..usize::from(state.at_first).min(state.ones.len())];
        let at_start = first.iter().filter(|other| other.sheet == sheet).count();
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

    /// Several names in a row.
    pub(crate) fn names(&self, state: &State, set: u32) -> String {
        let names: Vec<String> = each(set).map(|who| self.name_of(state, who)).collect();
        match &names[..] {
            [] => "nobody".to_owned(),
            [one] => one.clone(),
            [most @ .., last] => format!("{} and {last}", most.join(", ")),
        }
    }

    pub(crate) fn spell_name(&self, index: u8) -> (&str, &str) {
        self.spells.get(index as usize).map_or(("nothing", "nothing"), |spell| (&spell.id, &spell.name))
    }

    pub(crate) fn charged_spell(&self, state: &State, who: Who) -> u8 {
        let charge = state.one(who).charge;
        self.sheet(state, who).spells.get(charge as usize).copied().unwrap_or(u8::MAX)
    }

    pub(crate) fn spell_at(&self, state: &State, who: Who, spell: u8) -> u8 {
        self.sheet(state, who).spells.get(spell as usize).copied().unwrap_or(u8::MAX)
    }

    pub(crate) fn table_view(&self, state: &State, _seat: Seat) -> TableView {
        let links = self.zones.links().map(|(a, b)| Link { a: a.into(), b: b.into(), note: None });
        TableView {
            system: "heed",
            health: Unit::default(),
            title: self.title.clone(),
            round: state.round.into(),
            phase: phase_words(state),
            map: MapView::Zones {
                zones: self.cards(state),
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

    /// The zones, with what lies there and how far they are from whoever acts.
    fn cards(&self, state: &State) -> Vec<ZoneCard> {
        let asked =
            if state.pending.waiting == Waiting::Nothing { state.active } else { state.pending.asked };
        let from = (asked != NOBODY).then(|| state.zone_of(Who(asked)));
        let card = |(index, zone): (u8, &fracas_kernel::Zone)| {
            let mut tags: Vec<Tag> = zone.tags.iter().map(Tag::feature).collect();
            if self.dark >> index & 1 == 1 {
                tags.push(Tag::feature(
                    if state.lit >> index & 1 == 1 { "dark, but lit" } else { "dark" }.to_owned(),
                ));
            }
            let items: Vec<&str> = state.floor.kinds(index).map(|kind| self.item_name(kind)).collect();
            if !items.is_empty() {
                tags.push(Tag::feature(format!("here lies: {}", items.join(", ").to_lowercase())));
            }
            if let Some(from) = from {
                tags.push(Tag::new(TagKind::Distance, self.range(from, index).map_or("remote", Range::name)));
            }
            ZoneCard {
                id: zone.id.clone(),
                name: zone.name.clone(),
                tags,
                at: zone.at,
                exit: zone.exit,
                picture: zone.picture,
            }
        };
        (0..).zip(self.zones.all()).map(card).collect()
    }

    fn question(&self, state: &State) -> Option<Question> {
        if state.outcome.is_some() {
            return None;
        }
        let name = |who: u8| self.name_of(state, Who(who));
        let pending = &state.pending;
        let blow = &pending.blow;
        let (asked, reaction) = match pending.waiting {
            Waiting::Nothing => (state.deciding(), false),
            _ => (1 << (pending.asked & 31), true),
        };
        let (text, rule) = match pending.waiting {
            Waiting::Defence => {
                (format!("{} attacks {}: block or dodge?", name(blow.by), name(blow.at)), "HEED-R12")
            }
            Waiting::Parry => {
                let (by, at, number) = (name(blow.by), name(blow.at), blow.number);
                (format!("{by}'s attack on {at} gets past the block (number {number}). Parry?"), "HEED-P1")
            }
            Waiting::Interrupt => {
                let setup = pending.setup.map_or(String::new(), |setup| self.setup_words(state, setup));
                (format!("{} {setup}. Interrupt?", name(pending.maker)), "HEED-N1")
            }
            Waiting::Nothing => match (state.phase, state.active) {
                (Phase::Before, _) => ("Before the combat: heed whom?".to_owned(), "HEED-H1"),
                (_, NOBODY) => ("Who acts next, and how?".to_owned(), "HEED-A2"),
                (_, active) => (format!("{}'s turn: what now?", name(active)), "HEED-A2"),
            },
        };
        Some(Question { asked: State::crowd(asked), text, reaction, rule: Some(rule) })
    }

    /// What somebody sets about to do: "moves to the ford".
    pub(crate) fn setup_words(&self, state: &State, setup: Setup) -> String {
        match setup {
            Setup::Heed(target) => format!("turns to heed {}", self.name_of(state, target)),
            Setup::Move(to) => format!("moves to {}", self.zones.zone(to).name),
            Setup::Leave => "is about to leave".to_owned(),
            Setup::FallProne => "drops to the ground".to_owned(),
            Setup::StandUp => "stands up".to_owned(),
            Setup::Aim(target) => format!("takes aim at {}", self.name_of(state, target)),
            Setup::Charge(_) => "charges a spell".to_owned(),
            Setup::Item(what) => {
                let verb = match what {
                    Manage::Draw(_) => "draws",
                    Manage::PickUp(_) => "picks up",
                    Manage::Stow(_) => "stows",
                    Manage::Drop(_) => "drops",
                };
                format!("{verb} the {}", self.item_name(what.kind()).to_lowercase())
            }
        }
    }

    pub(crate) fn token(&self, state: &State, who: Who) -> Token {
        let sheet = self.sheet(state, who);
        let one = state.one(who);
        let status = if state.gone & bit(who) != 0 {
            Status::Gone
        } else if state.standing & bit(who) != 0 {
            Status::Up
        } else {
            Status::Down
        };
        let left = i32::from(one.grit) - i32::from(one.wound_count());
        let free = i32::from(one.focus) - i32::from(one.filled());
        let has = |set: u32| i32::from(set & bit(who) == 0);
        let supply = TrackKind::Supply;
        let mut tracks = vec![
            track("grit", "grit left", left.max(0), Some(one.grit.into()), TrackKind::Health),
            track("focus", "free focus slots", free.max(0), Some(one.focus.into()), supply),
        ];
        if status == Status::Up && state.phase != Phase::Before {
            let items = i32::from(state.items_left(who));
            tracks.extend([
                track("setup", "setup", has(state.set_up), Some(1), supply),
                track("action", "action", has(state.acted), Some(1), supply),
                track("items", "items to manage", items, Some(2), supply),
            ]);
        }
        let mut kind = sheet.about.clone();
        if !sheet.senses.is_empty() {
            let senses = sheet.senses.join(", ");
            kind = if kind.is_empty() { senses } else { format!("{kind} · {senses}") };
        }
        Token {
            who,
            id: self.id_of(state, who),
            name: self.name_of(state, who),
            kind,
            side: state.side_of(who),
            status,
            place: (status != Status::Gone).then(|| self.zones.zone(one.zone).id.clone()),
            tracks,
            badges: self.badges(state, who),
            to_act: state.acting & bit(who) != 0 && state.phase != Phase::Before,
        }
    }

    fn badges(&self, state: &State, who: Who) -> Vec<Badge> {
        let one = state.one(who);
        let badge = |name: String, means: &str, good| Badge {
            name,
            means: means.to_owned(),
            good,
            mark: Default::default(),
        };
        let mut badges = Vec::new();
        for condition in Condition::ALL.into_iter().filter(|&condition| state.is(who, condition)) {
            badges.push(badge(condition.name().to_owned(), condition.means(), condition.is_good()));
        }
        self.focus_badges(state, who, &mut badges);
        for (hand, &kind) in ["right", "left"].iter().zip(&one.hands) {
            let name = match kind {
                NOTHING | BOTH => continue,
                HOLDING => self.name_of(state, Who(one.hold)),
                _ => self.item_name(kind).to_lowercase(),
            };
            let both = self.has(kind, flag::TWO_HANDED) && is_item(kind);
            let hand = if both { "both hands" } else { *hand };
            badges.push(badge(format!("{hand}: {name}"), "in hand", true));
        }
        for (slot, &kind) in (1..).zip(&one.slots) {
            let (name, means, good) = match kind {
                NOTHING => ("empty".to_owned(), "a dodge succeeds here", true),
                WOUND => ("wound".to_owned(), "wounded", false),
                _ if one.armour >> (slot - 1) & 1 == 1 => {
                    (self.item_name(kind).to_lowercase(), "armour: a block succeeds here", true)
                }
                _ => (self.item_name(kind).to_lowercase(), "falls when this slot is wounded", true),
            };
            badges.push(badge(format!("{slot} {name}"), means, good));
        }
        badges
    }

    /// What fills the focus, slot by slot.
    fn focus_badges(&self, state: &State, who: Who, badges: &mut Vec<Badge>) {
        let one = state.one(who);
        let mut push = |name: String, slots: u8| {
            let means = format!("fills {slots} of {} focus slots", one.focus);
            badges.push(Badge { name, means, good: true, mark: Default::default() });
        };
        for target in each(one.heeds) {
            push(format!("heeds {}", self.name_of(state, target)), 1);
        }
        if one.aim != NOBODY {
            push(format!("aims at {}", self.name_of(state, Who(one.aim))), one.aim_slots);
        }
        if one.charge != NOBODY {
            let spell = self.spell_name(self.charged_spell(state, who)).1;
            push(format!("has charged {spell}"), one.charge_slots);
        }
        for kept in state.kept.iter().take(state.kept_count.into()).filter(|kept| kept.caster == who.0) {
            let spell = self.spell_name(kept.spell).1;
            push(
                format!("concentrates on {spell} for {}", self.name_of(state, Who(kept.target))),
                kept.slots,
            );
        }
        if one.hold != NOBODY {
            push(format!("holds {}", self.name_of(state, Who(one.hold))), 1);
        }
    }
}

fn track(id: &'static str, name: &'static str, value: i32, max: Option<i32>, kind: TrackKind) -> Track {
    Track { id, name, value, max, kind, unit: Unit::default() }
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

pub(crate) fn outcome_words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Won(Side::Heroes) => "The heroes have won",
        Outcome::Won(Side::Monsters) => "The monsters have won",
        Outcome::Draw => "Nobody is left: a draw",
    }
}
