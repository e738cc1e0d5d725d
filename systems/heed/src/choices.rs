//! What can be chosen: the list of every legal choice, which is quick, and everything that somebody could think of.
//! `legal` gives the reasons, carefully; tests hold the two against each other.

use fracas_kernel::plot::can_take;
use fracas_kernel::{Handle, Offer, Who};
use serde::{Deserialize, Serialize};

use crate::data::{BOTH, Condition, FISTS, HOLDING, Heed, Quality, Range};
use crate::doors::is_setup;
use crate::state::{How, MAX_KEPT, NOBODY, Phase, State, UNCHARGED, Waiting};

pub type Choice = fracas_kernel::Choice<Deed>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Before the combat: heeds nobody more.
    Ready,
    Heed {
        target: Who,
    },
    Move {
        to: u8,
    },
    /// Off the field, from an exit.
    Leave,
    FallProne,
    StandUp,
    /// `with` is a kind of item, in hand or natural.
    Aim {
        target: Who,
        with: u8,
    },
    /// `spell` is the place of the spell on the sheet.
    Charge {
        spell: u8,
    },
    /// Opening and shutting are setups; the rest are actions.
    Door {
        door: u8,
        what: Handle,
    },
    /// Uses a feature of the zone.
    Work {
        feature: u8,
        target: Target,
    },
    Manage {
        what: Manage,
        pay: Pay,
    },
    /// `with` is a kind of item, in hand or natural.
    Attack {
        how: How,
        with: u8,
        target: Who,
    },
    /// Casts the spell that is charged.
    Cast {
        target: Target,
    },
    /// Uses a potion that is in hand.
    Use {
        kind: u8,
        target: Target,
    },
    /// With one bandage, or with two.
    Treat {
        target: Who,
        twice: bool,
    },
    Grab {
        target: Who,
    },
    BreakFree,
    /// Picks up something that the fight is about, or drops it, which costs nothing.
    Carry {
        prize: u8,
        up: bool,
    },
    PickPocket {
        target: Who,
    },
    LetGo {
        what: Focus,
    },
    /// No more in this round.
    Done,
    /// Answers the question "block or dodge?".
    Defend {
        block: bool,
    },
    Parry {
        yes: bool,
    },
    /// Does not interrupt.
    HoldBack,
}

const _: () = assert!(size_of::<Choice>() <= 8);

impl Deed {
    /// The one whom it is aimed at, if there is one.
    pub(crate) fn target(self) -> Option<Who> {
        match self {
            Deed::Heed { target }
            | Deed::Aim { target, .. }
            | Deed::Attack { target, .. }
            | Deed::Treat { target, .. }
            | Deed::Grab { target }
            | Deed::PickPocket { target }
            | Deed::Cast { target: Target::One(target) }
            | Deed::Use { target: Target::One(target), .. }
            | Deed::Work { target: Target::One(target), .. }
            | Deed::LetGo { what: Focus::Heed(target) } => Some(target),
            _ => None,
        }
    }
}

/// Managing an item, by its kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Manage {
    Draw(u8),
    PickUp(u8),
    Stow(u8),
    Drop(u8),
}

impl Manage {
    pub fn kind(self) -> u8 {
        match self {
            Manage::Draw(kind) | Manage::PickUp(kind) | Manage::Stow(kind) | Manage::Drop(kind) => kind,
        }
    }
}

/// What managing an item costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pay {
    Free,
    Setup,
    Action,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    One(Who),
    Zone(u8),
}

/// Something that fills focus slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Focus {
    Heed(Who),
    Aim,
    Charge,
    /// The place of a spell among all those that are concentrated on.
    Spell(u8),
    Hold,
}

impl Offer for Heed {
    fn choices(&self, state: &State, out: &mut Vec<Choice>) {
        out.clear();
        if state.outcome.is_some() {
            return;
        }
        let asked = state.pending.asked;
        match state.pending.waiting {
            Waiting::Nothing if state.phase == Phase::Before => {
                for who in state.acting {
                    self.list_heed(state, who, out);
                    out.push(who.does(Deed::Ready));
                }
            }
            Waiting::Nothing => state.deciding().for_each(|who| self.list_turn(state, who, out)),
            Waiting::Defence => out.extend([true, false].map(|block| asked.does(Deed::Defend { block }))),
            Waiting::Parry => out.extend([true, false].map(|yes| asked.does(Deed::Parry { yes }))),
            Waiting::Interrupt => {
                self.list_actions(state, asked, out);
                out.push(asked.does(Deed::HoldBack));
            }
        }
    }

    fn conceivable(&self, state: &State, out: &mut Vec<Choice>) {
        out.clear();
        for who in state.everybody() {
            self.conceive(state, who, &mut |deed| out.push(who.does(deed)));
        }
    }
}

impl Heed {
    fn list_heed(&self, state: &State, who: Who, out: &mut Vec<Choice>) {
        if state.one(who).free() > 0 {
            out.extend(self.heedable(state, who).map(|target| who.does(Deed::Heed { target })));
        }
    }

    fn list_turn(&self, state: &State, who: Who, out: &mut Vec<Choice>) {
        if !state.has_acted(who) {
            self.list_cast(state, who, out);
            self.list_actions(state, who, out);
        }
        if self.may_set_up(state, who) {
            self.list_setups(state, who, out);
        } else if state.heeding.has(who) {
            self.list_heed(state, who, out);
        }
        self.list_items(state, who, out);
        self.list_focus(state, who, out);
        if let Some(prize) = state.course.carried(who) {
            out.push(who.does(Deed::Carry { prize, up: false }));
        }
        out.push(who.does(Deed::Done));
    }

    fn list_actions(&self, state: &State, who: Who, out: &mut Vec<Choice>) {
        self.actions(state, who, &mut |deed| {
            out.push(who.does(deed));
            false
        });
    }

    fn list_setups(&self, state: &State, who: Who, out: &mut Vec<Choice>) {
        let one = state.one(who);
        let (zone, prone) = (one.zone, state.is(who, Condition::Prone));
        if !prone && !state.is(who, Condition::Held) {
            out.extend(self.ways(state, zone).map(|to| who.does(Deed::Move { to })));
            if self.zones().exit_zones().has(zone) {
                out.push(who.does(Deed::Leave));
            }
        }
        out.push(who.does(if prone { Deed::StandUp } else { Deed::FallProne }));
        self.list_heed(state, who, out);
        self.list_aims(state, who, out);
        if self.doored.has(zone) {
            self.list_doors(state, who, true, out);
        }
        if !state.set_up.has(who) && one.charge == UNCHARGED {
            let sheet = self.sheet(state, who);
            for (spell, &index) in (0..).zip(&sheet.spells) {
                let known = &self.spells[index as usize];
                if known.level <= one.free()
                    && self.can_read(state, who, index)
                    && !(known.concentration && state.kept_count as usize >= MAX_KEPT)
                {
                    out.push(who.does(Deed::Charge { spell }));
                }
            }
        }
    }

    fn list_aims(&self, state: &State, who: Who, out: &mut Vec<Choice>) {
        let one = state.one(who);
        let seen = self.seen(state, who);
        let natural = self.sheet(state, who).natural.iter().copied();
        for with in one.held().chain(natural) {
            let Some(range) = self.aiming_range(state, who, with) else { continue };
            let zones = self.reached(state, one.zone, range) & seen;
            for target in state.foes(who) & state.standing & state.in_zones(zones) {
                let range = self.range(state, one.zone, state.zone_of(target));
                let slots = range.map_or(u8::MAX, Range::aim_slots);
                if slots <= one.free() && (one.aim, one.aim_with) != (target, with) {
                    out.push(who.does(Deed::Aim { target, with }));
                }
            }
        }
    }

    fn list_doors(&self, state: &State, who: Who, setups: bool, out: &mut Vec<Choice>) {
        for door in self.field.doors_of(state.zone_of(who)) {
            let whats = Handle::ALL.into_iter().filter(|what| is_setup(*what) == setups);
            let able = whats.filter(|&what| self.can_handle(state, who, door, what));
            out.extend(able.map(|what| who.does(Deed::Door { door, what })));
        }
    }

    /// How far something gets that `who` could aim: what shoots, or any weapon that could be thrown.
    #[inline]
    pub(crate) fn aiming_range(&self, state: &State, who: Who, with: u8) -> Option<Range> {
        let qualities = self.qualities(with);
        // HEED-R20: what is not made for throwing can be aimed like any other.
        match () {
            () if qualities.has(Quality::Shot) && self.is_supplied(state, who, with) => Some(Range::Far),
            () if qualities.has(Quality::Natural) => None,
            () => qualities.meets(Quality::WEAPON).then_some(Range::Near),
        }
    }

    fn list_items(&self, state: &State, who: Who, out: &mut Vec<Choice>) {
        let mut pays = [None; 2];
        if state.one_item.has(who) {
            pays[0] = Some(Pay::Free);
        } else if !state.has_acted(who) {
            pays[0] = Some(Pay::Action);
            let may = !state.set_up.has(who) && !self.is_surprised(state, who);
            pays[1] = may.then_some(Pay::Setup);
        } else {
            return;
        }
        let one = state.one(who);
        let hands = one.free_hands().len();
        let fits = |kind| hands >= self.hands_for(kind);
        let mut push = |what| {
            for pay in pays.into_iter().flatten() {
                out.push(who.does(Deed::Manage { what, pay }));
            }
        };
        if hands > 0 {
            for (at, &kind) in one.slots.iter().enumerate().skip(2) {
                let again = one.slots[2..at].contains(&kind);
                if self.is_loot(kind) && !again && fits(kind) {
                    push(Manage::Draw(kind));
                }
            }
            let lying = state.floor.kinds(one.zone);
            let wearable = |kind: u8| self.is(kind, Quality::Armour);
            lying.filter(|&kind| fits(kind) && !wearable(kind)).for_each(|kind| push(Manage::PickUp(kind)));
        }
        for kind in one.held().filter(|&kind| !self.is(kind, Quality::Armour)) {
            if !one.pockets().is_empty() {
                push(Manage::Stow(kind));
            }
            push(Manage::Drop(kind));
        }
    }

    fn list_focus(&self, state: &State, who: Who, out: &mut Vec<Choice>) {
        let one = state.one(who);
        let mut push = |what| out.push(who.does(Deed::LetGo { what }));
        one.heeds.for_each(|target| push(Focus::Heed(target)));
        if one.aim != NOBODY {
            push(Focus::Aim);
        }
        if one.charge != UNCHARGED {
            push(Focus::Charge);
        }
        if one.hold != NOBODY {
            push(Focus::Hold);
        }
        if one.kept_slots != 0 {
            for (at, kept) in (0..).zip(state.kept()) {
                if kept.caster == who {
                    push(Focus::Spell(at));
                }
            }
        }
    }

    fn list_cast(&self, state: &State, who: Who, out: &mut Vec<Choice>) {
        let Some(index) = self.charged(state, who) else { return };
        let spell = &self.spells[index as usize];
        self.power_targets(state, who, &spell.power, &mut |target| {
            let again = matches!(target, Target::One(one) if spell.concentration && self.keeps(state, who, index, one));
            if !again {
                out.push(who.does(Deed::Cast { target }));
            }
            false
        });
    }

    /// Every action but casting, which needs a setup; stops, and is true, where `visit` is.
    #[inline]
    pub(crate) fn actions(&self, state: &State, who: Who, visit: &mut impl FnMut(Deed) -> bool) -> bool {
        let one = state.one(who);
        let foes = state.foes(who) & state.standing;
        let here = state.in_zone(one.zone);
        let mut attack = |how, with, range| {
            let targets = match range {
                Range::Reach => foes & here,
                _ => foes & state.in_zones(self.attacked(state, who, range)),
            };
            targets.any(|target| visit(Deed::Attack { how, with, target }))
        };
        // What is not made for it comes last: few people look for it.
        for kind in one.held() {
            let stopped = self.is(kind, Quality::Melee) && attack(How::Strike, kind, Range::Reach)
                || self.is(kind, Quality::Throwing) && attack(How::Throw, kind, Range::Near)
                || self.is(kind, Quality::Shot)
                    && self.is_supplied(state, who, kind)
                    && attack(How::Shoot, kind, Range::Far);
            if stopped {
                return true;
            }
        }
        for &kind in &self.sheet(state, who).natural {
            let shot = self.is(kind, Quality::Shot);
            let (how, range) = if shot { (How::Shoot, Range::Far) } else { (How::Strike, Range::Reach) };
            if attack(how, kind, range) {
                return true;
            }
        }
        for kind in one.held().filter(|&kind| !self.is(kind, Quality::Armour)) {
            let stopped = !self.is(kind, Quality::Melee) && attack(How::Strike, kind, Range::Reach)
                || !self.is(kind, Quality::Throwing) && attack(How::Throw, kind, Range::Near);
            if stopped {
                return true;
            }
        }
        self.other_actions(state, who, visit)
    }

    fn other_actions(&self, state: &State, who: Who, visit: &mut impl FnMut(Deed) -> bool) -> bool {
        let one = state.one(who);
        let here = state.in_zone(one.zone);
        let foes = state.foes(who) & here;
        if !one.free_hands().is_empty() {
            if one.hold == NOBODY
                && one.free() > 0
                && (foes & state.standing).any(|target| visit(Deed::Grab { target }))
            {
                return true;
            }
            let pockets = (foes & state.present()) - one.heeded_by;
            if pockets.any(|target| !state.pocket(target).is_empty() && visit(Deed::PickPocket { target })) {
                return true;
            }
        }
        for kind in one.held() {
            let Some(power) = &self.items[kind as usize].power else { continue };
            if self.power_targets(state, who, power, &mut |target| visit(Deed::Use { kind, target })) {
                return true;
            }
        }
        if self.usable(state, who, &mut |feature, _, target| visit(Deed::Work { feature, target })) {
            return true;
        }
        if self.doored.has(one.zone) && self.door_actions(state, who, visit) {
            return true;
        }
        let bandages = self.bandages(state, who);
        if bandages > 0 {
            for target in state.friends(who) & state.present() & here {
                let wounds = state.one(target).wound_count();
                if wounds > 0 && visit(Deed::Treat { target, twice: false })
                    || wounds > 1 && bandages > 1 && visit(Deed::Treat { target, twice: true })
                {
                    return true;
                }
            }
        }
        for prize in (0..self.plot.prizes.len() as u8).filter(|&one| can_take(self, state, who, one)) {
            if visit(Deed::Carry { prize, up: true }) {
                return true;
            }
        }
        state.is(who, Condition::Held) && visit(Deed::BreakFree)
    }

    #[inline(never)]
    fn door_actions(&self, state: &State, who: Who, visit: &mut impl FnMut(Deed) -> bool) -> bool {
        self.field.doors_of(state.zone_of(who)).any(|door| {
            let mut actions = Handle::ALL.into_iter().filter(|what| !is_setup(*what));
            actions.any(|what| self.can_handle(state, who, door, what) && visit(Deed::Door { door, what }))
        })
    }

    /// Everything that `who` could think of, legal or not. Nobody thinks of what they do not perceive.
    fn conceive(&self, state: &State, who: Who, push: &mut impl FnMut(Deed)) {
        let everybody = state.everybody() - self.unperceived(state, who);
        let all = || everybody;
        let zones = || self.thinkable(state, who);
        let simple = [Deed::Ready, Deed::Leave, Deed::FallProne, Deed::StandUp, Deed::BreakFree];
        simple.into_iter().chain([Deed::Done, Deed::HoldBack]).for_each(&mut *push);
        for yes in [true, false] {
            push(Deed::Defend { block: yes });
            push(Deed::Parry { yes });
            all().for_each(|target| push(Deed::Treat { target, twice: yes }));
        }
        zones().for_each(|to| push(Deed::Move { to }));
        for prize in 0..self.plot.prizes.len() as u8 {
            [true, false].into_iter().for_each(|up| push(Deed::Carry { prize, up }));
        }
        let targets = || all().map(Target::One).chain(zones().map(Target::Zone));
        targets().for_each(|target| push(Deed::Cast { target }));
        for target in all() {
            push(Deed::Heed { target });
            push(Deed::Grab { target });
            push(Deed::PickPocket { target });
            push(Deed::LetGo { what: Focus::Heed(target) });
        }
        let whats = [Focus::Aim, Focus::Charge, Focus::Hold].into_iter();
        let kept = (0..MAX_KEPT as u8).map(Focus::Spell);
        whats.chain(kept).for_each(|what| push(Deed::LetGo { what }));
        let sheet = self.sheet(state, who);
        (0..=sheet.spells.len() as u8).for_each(|spell| push(Deed::Charge { spell }));
        for kind in (0..self.items.len() as u8).chain([HOLDING, BOTH]) {
            for pay in [Pay::Free, Pay::Setup, Pay::Action] {
                let whats =
                    [Manage::Draw(kind), Manage::PickUp(kind), Manage::Stow(kind), Manage::Drop(kind)];
                whats.into_iter().for_each(|what| push(Deed::Manage { what, pay }));
            }
        }
        let one = state.one(who);
        for door in self.thinkable_doors(state, who) {
            Handle::ALL.into_iter().for_each(|what| push(Deed::Door { door, what }));
        }
        for (feature, _) in (0_u8..).zip(&self.features).filter(|(_, one)| zones().has(one.zone)) {
            targets().for_each(|target| push(Deed::Work { feature, target }));
        }
        let mut kinds: Vec<u8> = one.slots.into_iter().chain([FISTS]).collect();
        kinds.extend(&sheet.natural);
        kinds.sort_unstable();
        kinds.dedup();
        for with in kinds {
            all().for_each(|target| push(Deed::Aim { target, with }));
            for how in [How::Strike, How::Throw, How::Shoot, How::Spell] {
                all().for_each(|target| push(Deed::Attack { how, with, target }));
            }
            targets().for_each(|target| push(Deed::Use { kind: with, target }));
        }
    }
}
