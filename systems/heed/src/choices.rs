//! What can be chosen: the list of every legal choice, which is quick. `legal` gives the reasons, carefully; tests hold
//! the two against each other.

use fracas_kernel::Made;
use fracas_kernel::Who;
use serde::{Deserialize, Serialize};

use crate::data::{Does, FISTS, HOLDING, Heed, NOTHING, Power, Range, Sheet, Spell, Takes, flag};
use crate::state::{How, MOST_KEPT, NOBODY, Phase, SLOTS, State, Waiting, bit, each, each_zone};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Before the combat: heeds nobody more.
    Ready {
        who: Who,
    },
    Heed {
        who: Who,
        target: Who,
    },
    Move {
        who: Who,
        to: u8,
    },
    /// Off the field, from an exit.
    Leave {
        who: Who,
    },
    FallProne {
        who: Who,
    },
    StandUp {
        who: Who,
    },
    Aim {
        who: Who,
        target: Who,
    },
    /// `spell` is the place of the spell on the sheet.
    Charge {
        who: Who,
        spell: u8,
    },
    Manage {
        who: Who,
        what: Manage,
        pay: Pay,
    },
    /// `with` is a kind of item, in hand or natural.
    Attack {
        who: Who,
        how: How,
        with: u8,
        target: Who,
    },
    /// Casts the spell that is charged.
    Cast {
        who: Who,
        target: Target,
    },
    /// Uses a potion that is in hand.
    Use {
        who: Who,
        kind: u8,
        target: Target,
    },
    /// With one bandage, or with two.
    Treat {
        who: Who,
        target: Who,
        twice: bool,
    },
    Grab {
        who: Who,
        target: Who,
    },
    BreakFree {
        who: Who,
    },
    PickPocket {
        who: Who,
        target: Who,
    },
    LetGo {
        who: Who,
        what: Focus,
    },
    /// No more in this round.
    Done {
        who: Who,
    },
    /// Answers the question "block or dodge?".
    Defend {
        who: Who,
        block: bool,
    },
    Parry {
        who: Who,
        yes: bool,
    },
    /// Does not interrupt.
    HoldBack {
        who: Who,
    },
}

const _: () = assert!(size_of::<Choice>() <= 8);

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

impl Choice {
    #[inline]
    pub fn who(self) -> Who {
        match self {
            Choice::Ready { who }
            | Choice::Heed { who, .. }
            | Choice::Move { who, .. }
            | Choice::Leave { who }
            | Choice::FallProne { who }
            | Choice::StandUp { who }
            | Choice::Aim { who, .. }
            | Choice::Charge { who, .. }
            | Choice::Manage { who, .. }
            | Choice::Attack { who, .. }
            | Choice::Cast { who, .. }
            | Choice::Use { who, .. }
            | Choice::Treat { who, .. }
            | Choice::Grab { who, .. }
            | Choice::BreakFree { who }
            | Choice::PickPocket { who, .. }
            | Choice::LetGo { who, .. }
            | Choice::Done { who }
            | Choice::Defend { who, .. }
            | Choice::Parry { who, .. }
            | Choice::HoldBack { who } => who,
        }
    }
}

impl Made for Choice {
    #[inline]
    fn who(self) -> Who {
        self.who()
    }
}

/// Is this something in a hand or slot, and no mark?
#[inline]
pub(crate) fn is_item(kind: u8) -> bool {
    kind > FISTS && kind < HOLDING
}

impl Heed {
    #[inline]
    pub(crate) fn sheet(&self, state: &State, who: Who) -> &Sheet {
        &self.sheets[state.one(who).sheet as usize]
    }

    pub(crate) fn spell(&self, state: &State, who: Who, spell: u8) -> Option<&Spell> {
        let index = *self.sheet(state, who).spells.get(spell as usize)?;
        self.spells.get(index as usize)
    }

    /// Is the side of `who` caught off its guard in this round?
    #[inline]
    pub(crate) fn is_surprised(&self, state: &State, who: Who) -> bool {
        // HEED-I2, HEED-R16: no setup in the first round, by no exchange either.
        state.round <= 1 && self.surprised == Some(state.side_of(who))
    }

    /// May `who` make a setup, with the setup of its turn or in place of its action?
    #[inline]
    pub(crate) fn may_set_up(&self, state: &State, who: Who) -> bool {
        !state.has_acted(who) && !self.is_surprised(state, who)
    }

    /// Whom a power can take, wherever they are: one target of it, or those in a zone who feel it.
    #[inline]
    pub(crate) fn takes(&self, state: &State, who: Who, power: &Power) -> u32 {
        let side = match power.takes {
            Takes::Friends => state.friends(who),
            Takes::Foes => state.foes(who),
            Takes::Everyone => state.everyone(),
        };
        match power.does {
            Does::Heal(_) => each(side & state.present())
                .filter(|&one| state.one(one).wounds != 0)
                .fold(0, |set, one| set | bit(one)),
            _ => side & state.standing,
        }
    }

    /// The zones that a power reaches from where `who` is.
    #[inline]
    pub(crate) fn power_zones(&self, state: &State, who: Who, power: &Power) -> u32 {
        if power.area || power.takes == Takes::Friends {
            self.reached(state.zone_of(who), power.range)
        } else {
            self.attacked(state, who, power.range)
        }
    }

    /// Does `who` already concentrate on this spell for this target?
    pub(crate) fn keeps(&self, state: &State, who: Who, spell: u8, target: Who) -> bool {
        let kept = &state.kept[..usize::from(state.kept_count).min(MOST_KEPT)];
        kept.iter().any(|kept| (kept.caster, kept.spell, kept.target) == (who.0, spell, target.0))
    }

    pub(crate) fn list(&self, state: &State, out: &mut Vec<Choice>) {
        out.clear();
        if state.outcome.is_some() {
            return;
        }
        let asked = Who(state.pending.asked);
        match state.pending.waiting {
            Waiting::Nothing => {}
            Waiting::Defence => {
                out.extend([true, false].map(|block| Choice::Defend { who: asked, block }));
                return;
            }
            Waiting::Parry => {
                out.extend([true, false].map(|yes| Choice::Parry { who: asked, yes }));
                return;
            }
            Waiting::Interrupt => {
                self.actions(state, asked, &mut |choice| {
                    out.push(choice);
                    false
                });
                out.push(Choice::HoldBack { who: asked });
                return;
            }
        }
        if state.phase == Phase::Before {
            for who in each(state.acting) {
                self.list_heed(state, who, out);
                out.push(Choice::Ready { who });
            }
        } else {
            each(state.deciding()).for_each(|who| self.list_turn(state, who, out));
        }
    }

    fn list_heed(&self, state: &State, who: Who, out: &mut Vec<Choice>) {
        if state.one(who).free() > 0 {
            out.extend(each(self.heedable(state, who)).map(|target| Choice::Heed { who, target }));
        }
    }

    /// Whom `who` could heed and does not.
    #[inline]
    pub(crate) fn heedable(&self, state: &State, who: Who) -> u32 {
        let foes = state.foes(who) & state.standing & !state.one(who).heeds;
        foes & state.in_zones(self.perceived(state, who))
    }

    fn list_turn(&self, state: &State, who: Who, out: &mut Vec<Choice>) {
        if !state.has_acted(who) {
            self.list_cast(state, who, out);
            self.actions(state, who, &mut |choice| {
                out.push(choice);
                false
            });
        }
        if self.may_set_up(state, who) {
            self.list_setups(state, who, out);
        } else if state.heeding & bit(who) != 0 {
            self.list_heed(state, who, out);
        }
        self.list_items(state, who, out);
        self.list_focus(state, who, out);
        out.push(Choice::Done { who });
    }

    fn list_setups(&self, state: &State, who: Who, out: &mut Vec<Choice>) {
        let one = state.one(who);
        let (zone, prone) = (one.zone, state.has[0] & bit(who) != 0);
        if !prone && !state.is(who, crate::Condition::Held) {
            out.extend(each_zone(self.zones.adjacent(zone) as u32).map(|to| Choice::Move { who, to }));
            if self.exits >> zone & 1 == 1 {
                out.push(Choice::Leave { who });
            }
        }
        out.push(if prone { Choice::StandUp { who } } else { Choice::FallProne { who } });
        self.list_heed(state, who, out);
        if let Some(range) = self.aiming_range(state, who) {
            let targets = state.foes(who) & state.standing;
            let zones = self.reached(zone, range) & self.seen(state, who);
            for target in each(targets & state.in_zones(zones)) {
                let slots = self.range(zone, state.zone_of(target)).map_or(u8::MAX, Range::aim_slots);
                if slots <= one.free() && one.aim != target.0 {
                    out.push(Choice::Aim { who, target });
                }
            }
        }
        if state.set_up & bit(who) == 0 && one.charge == NOBODY {
            let sheet = self.sheet(state, who);
            for (spell, &index) in (0..).zip(&sheet.spells) {
                let known = &self.spells[index as usize];
                if known.level <= one.free()
                    && !(known.concentration && state.kept_count as usize >= MOST_KEPT)
                {
                    out.push(Choice::Charge { who, spell });
                }
            }
        }
    }

    /// How far the ranged weapons that `who` could aim get; none if there is none.
    #[inline]
    pub(crate) fn aiming_range(&self, state: &State, who: Who) -> Option<Range> {
        let [right, left] = state.one(who).hands.map(|kind| self.flags(kind));
        let flags = self
            .sheet(state, who)
            .natural
            .iter()
            .fold(right | left, |all, &kind| all | self.flags(kind) & flag::SHOT);
        match flags {
            _ if flags & flag::SHOT != 0 => Some(Range::Far),
            _ if flags & flag::THROWING != 0 => Some(Range::Near),
            _ => None,
        }
    }

    fn list_items(&self, state: &State, who: Who, out: &mut Vec<Choice>) {
        let mut pays = [None; 2];
        if state.one_item & bit(who) != 0 {
            pays[0] = Some(Pay::Free);
        } else if !state.has_acted(who) {
            pays[0] = Some(Pay::Action);
            let may = state.set_up & bit(who) == 0 && !self.is_surprised(state, who);
            pays[1] = may.then_some(Pay::Setup);
        } else {
            return;
        }
        let one = state.one(who);
        let hands = one.hands.iter().filter(|&&held| held == NOTHING).count();
        let fits = |kind| hands >= self.hands_for(kind);
        let mut push = |what| {
            for pay in pays.into_iter().flatten() {
                out.push(Choice::Manage { who, what, pay });
            }
        };
        if hands > 0 {
            for (at, &kind) in one.slots.iter().enumerate() {
                let again = one.slots[..at].contains(&kind);
                if is_item(kind) && !again && fits(kind) && !self.has(kind, flag::ARMOUR) {
                    push(Manage::Draw(kind));
                }
            }
            state
                .floor
                .kinds(one.zone)
                .filter(|&kind| fits(kind))
                .for_each(|kind| push(Manage::PickUp(kind)));
        }
        for (at, &kind) in one.hands.iter().enumerate() {
            if is_item(kind) && !(at == 1 && one.hands[0] == kind) {
                if one.empty != 0 {
                    push(Manage::Stow(kind));
                }
                push(Manage::Drop(kind));
            }
        }
    }

    #[inline]
    pub(crate) fn hands_for(&self, kind: u8) -> usize {
        // HEED-R13: a two-handed weapon takes both.
        if self.has(kind, flag::TWO_HANDED) { 2 } else { 1 }
    }

    fn list_focus(&self, state: &State, who: Who, out: &mut Vec<Choice>) {
        let one = state.one(who);
        let mut push = |what| out.push(Choice::LetGo { who, what });
        each(one.heeds).for_each(|target| push(Focus::Heed(target)));
        if one.aim != NOBODY {
            push(Focus::Aim);
        }
        if one.charge != NOBODY {
            push(Focus::Charge);
        }
        if one.hold != NOBODY {
            push(Focus::Hold);
        }
        if one.kept_slots != 0 {
            for (at, kept) in (0..state.kept_count).zip(&state.kept) {
                if kept.caster == who.0 {
                    push(Focus::Spell(at));
                }
            }
        }
    }

    fn list_cast(&self, state: &State, who: Who, out: &mut Vec<Choice>) {
        let Some(spell) = self.spell(state, who, state.one(who).charge) else { return };
        let index = self.sheet(state, who).spells[state.one(who).charge as usize];
        self.power_targets(state, who, &spell.power, &mut |target| {
            let again = matches!(target, Target::One(one) if spell.concentration && self.keeps(state, who, index, one));
            if !again {
                out.push(Choice::Cast { who, target });
            }
            false
        });
    }

    /// Every target of a power; stops, and is true, where `visit` is.
    #[inline]
    pub(crate) fn power_targets(
        &self,
        state: &State,
        who: Who,
        power: &Power,
        visit: &mut impl FnMut(Target) -> bool,
    ) -> bool {
        let taken = self.takes(state, who, power);
        let zones = self.power_zones(state, who, power);
        if power.area {
            each_zone(zones)
                .filter(|&zone| state.in_zone(zone) & taken != 0)
                .any(|zone| visit(Target::Zone(zone)))
        } else {
            each(taken & state.in_zones(zones)).any(|one| visit(Target::One(one)))
        }
    }

    /// Every action but casting, which needs a setup; stops, and is true, where `visit` is.
    #[inline]
    pub(crate) fn actions(&self, state: &State, who: Who, visit: &mut impl FnMut(Choice) -> bool) -> bool {
        let one = state.one(who);
        let foes = state.foes(who) & state.standing;
        let here = state.in_zone(one.zone);
        let mut attack = |how, with, range| {
            let targets = match range {
                Range::Reach => foes & here,
                _ => foes & state.in_zones(self.attacked(state, who, range)),
            };
            each(targets).any(|target| visit(Choice::Attack { who, how, with, target }))
        };
        // What is not made for it comes last: few people look for it.
        let [right, left] = one.hands;
        let held = [right, if left == right { NOTHING } else { left }]
            .map(|kind| if is_item(kind) { kind } else { NOTHING });
        for kind in held.into_iter().filter(|&kind| kind != NOTHING) {
            let stopped = self.has(kind, flag::MELEE) && attack(How::Strike, kind, Range::Reach)
                || self.has(kind, flag::THROWING) && attack(How::Throw, kind, Range::Near)
                || self.has(kind, flag::SHOT) && attack(How::Shoot, kind, Range::Far);
            if stopped {
                return true;
            }
        }
        let free_hand = one.hands.contains(&NOTHING);
        for &kind in &self.sheet(state, who).natural {
            let stopped = match self.flags(kind) {
                flags if flags & flag::FISTS != 0 && !free_hand => false,
                flags if flags & flag::SHOT != 0 => attack(How::Shoot, kind, Range::Far),
                _ => attack(How::Strike, kind, Range::Reach),
            };
            if stopped {
                return true;
            }
        }
        for kind in held.into_iter().filter(|&kind| kind != NOTHING) {
            let stopped = !self.has(kind, flag::MELEE) && attack(How::Strike, kind, Range::Reach)
                || !self.has(kind, flag::THROWING) && attack(How::Throw, kind, Range::Near);
            if stopped {
                return true;
            }
        }
        self.other_actions(state, who, visit)
    }

    fn other_actions(&self, state: &State, who: Who, visit: &mut impl FnMut(Choice) -> bool) -> bool {
        let one = state.one(who);
        let here = state.in_zone(one.zone);
        let foes = state.foes(who) & here;
        if one.hands.contains(&NOTHING) {
            if one.hold == NOBODY
                && one.free() > 0
                && each(foes & state.standing).any(|target| visit(Choice::Grab { who, target }))
            {
                return true;
            }
            let pockets = foes & state.present() & !one.heeded_by;
            let full = |&target: &Who| self.pocket(state, target) != 0;
            if each(pockets).filter(full).any(|target| visit(Choice::PickPocket { who, target })) {
                return true;
            }
        }
        let potions = one
            .hands
            .iter()
            .enumerate()
            .filter(|&(at, &kind)| self.has(kind, flag::POTION) && !(at == 1 && one.hands[0] == kind));
        for (_, &kind) in potions {
            let Some(power) = self.items[kind as usize].power else { continue };
            if self.power_targets(state, who, &power, &mut |target| visit(Choice::Use { who, kind, target }))
            {
                return true;
            }
        }
        let bandages = self.bandages(state, who);
        if bandages > 0 {
            for target in each(state.friends(who) & state.present() & here) {
                let wounds = state.one(target).wound_count();
                if wounds > 0 && visit(Choice::Treat { who, target, twice: false })
                    || wounds > 1 && bandages > 1 && visit(Choice::Treat { who, target, twice: true })
                {
                    return true;
                }
            }
        }
        state.is(who, crate::Condition::Held) && visit(Choice::BreakFree { who })
    }

    /// How many bandages `who` has in hand.
    pub(crate) fn bandages(&self, state: &State, who: Who) -> usize {
        state.one(who).hands.iter().filter(|&&kind| self.has(kind, flag::BANDAGE)).count()
    }

    /// The slots of somebody that hold an item which could be picked.
    #[inline]
    pub(crate) fn pocket(&self, state: &State, target: Who) -> u8 {
        let one = state.one(target);
        SLOTS & !(one.armour | one.empty | one.wounds)
    }
}

impl State {
    /// Who may decide now, where nothing waits for an answer: the one whose turn has begun, or anybody who is left.
    #[inline]
    pub(crate) fn deciding(&self) -> u32 {
        if self.active == NOBODY { self.acting } else { 1 << (self.active & 31) }
    }
}
