//! What a choice does: who acts when, what it costs, and how a combat goes on and ends. What an attack does is in
//! `blow`, setups and interruptions are in `setup`, all other actions in `deeds`.

use fracas_dice::Dice;
use fracas_kernel::{Log, Outcome, Side, Who};

use crate::choices::{Choice, Focus};
use crate::data::{Condition, Heed};
use crate::event::Event;
use crate::state::{NOBODY, Pending, Phase, State, Waiting, bit, each};

/// The rounds of a try: six minutes of ten rounds each.
const ONE_TRY: u16 = 60;

/// A fight and what it needs to go on, so that rules read as sentences.
pub(crate) struct Turn<'a, D, L> {
    pub rules: &'a Heed,
    pub state: &'a mut State,
    pub dice: &'a mut D,
    pub log: &'a mut L,
}

impl Heed {
    #[inline(always)]
    pub(crate) fn carry_out(
        &self,
        state: &mut State,
        choice: Choice,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        self.act(state, choice, dice, log);
        if state.acting == 0 {
            Turn { rules: self, state, dice, log }.settle();
        }
    }

    /// The choice itself, without what comes when everybody has acted.
    #[inline(always)]
    pub(crate) fn act(
        &self,
        state: &mut State,
        choice: Choice,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        let mut turn = Turn { rules: self, state, dice, log };
        // Most choices are these: their way is short, and the compiler sees it whole.
        match choice {
            Choice::Attack { who, how, with, target } => turn.attack(who, how, with, target),
            Choice::Defend { block, .. } => turn.defend(block),
            Choice::Parry { who, yes } => turn.parry(who, yes),
            Choice::Done { who } => turn.end_turn(who),
            _ => turn.act_otherwise(choice),
        }
    }

    /// Who is asked before the combat: everybody who can heed somebody; or else somebody must say that it begins.
    pub(crate) fn open_before(&self, state: &mut State) {
        let ready = |&who: &Who| {
            // HEED-H1, HEED-R16: before the combat too, but not for those who are surprised.
            !self.is_surprised(state, who) && state.one(who).free() > 0 && self.heedable(state, who) != 0
        };
        let heeding = each(state.standing).filter(ready).fold(0, |set, who| set | bit(who));
        let first = state.side[self.first.index()] & state.standing;
        let first = if first != 0 { first } else { state.standing };
        state.acting = if heeding != 0 { heeding } else { first & first.wrapping_neg() };
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    #[inline(never)]
    fn act_otherwise(&mut self, choice: Choice) {
        match choice {
            Choice::Ready { who } => self.ready(who),
            Choice::Heed { who, target } => self.choose_to_heed(who, target),
            Choice::Move { .. }
            | Choice::Leave { .. }
            | Choice::FallProne { .. }
            | Choice::StandUp { .. }
            | Choice::Aim { .. }
            | Choice::Charge { .. } => self.choose_setup(choice),
            Choice::Manage { who, what, pay } => self.choose_to_manage(who, what, pay),
            Choice::Cast { who, target } => self.cast(who, target),
            Choice::Use { who, kind, target } => self.use_potion(who, kind, target),
            Choice::Treat { who, target, twice } => self.treat(who, target, twice),
            Choice::Grab { who, target } => self.grab(who, target),
            Choice::BreakFree { who } => self.break_free(who),
            Choice::PickPocket { who, target } => self.pick_pocket(who, target),
            Choice::LetGo { who, what } => self.let_go(who, what),
            Choice::HoldBack { who } => {
                self.log.tell(Event::HeldBack { who });
                self.next_interrupter();
            }
            Choice::Attack { who, how, with, target } => self.attack(who, how, with, target),
            Choice::Defend { block, .. } => self.defend(block),
            Choice::Parry { who, yes } => self.parry(who, yes),
            Choice::Done { who } => self.end_turn(who),
        }
    }

    fn ready(&mut self, who: Who) {
        self.state.acting &= !bit(who);
        self.log.tell(Event::Ready { who });
    }

    /// Spends the action of the round; or the interruption, if that is what it is.
    #[inline(always)]
    pub(crate) fn take_action(&mut self, who: Who) {
        if self.state.pending.waiting == Waiting::Interrupt {
            self.interrupt(who);
        } else {
            // HEED-A2
            self.state.acted |= bit(who);
            self.state.active = who.0;
            self.state.heeding &= !bit(who);
        }
    }

    #[inline(never)]
    fn interrupt(&mut self, who: Who) {
        // HEED-N2, HEED-R6: once a round, and the action of the round is not spent.
        self.state.interrupted |= bit(who);
        self.state.pending.waiting = Waiting::Nothing;
        self.log.tell(Event::Interrupts { who, maker: Who(self.state.pending.maker) });
    }

    /// An action has come to its end.
    #[inline(always)]
    pub(crate) fn after_action(&mut self) {
        self.state.pending.waiting = Waiting::Nothing;
        self.state.pending.asked = NOBODY;
        if self.state.pending.setup.is_some() {
            self.next_interrupter();
        }
    }

    #[inline(always)]
    fn end_turn(&mut self, who: Who) {
        self.log.tell(Event::Passed { who });
        self.state.acting &= !bit(who);
        self.state.spent |= bit(who);
        self.state.active = NOBODY;
        self.state.heeding &= !bit(who);
        if self.state.one(who).charge != NOBODY {
            self.waste_charge(who);
        }
    }

    #[inline(never)]
    fn waste_charge(&mut self, who: Who) {
        // HEED-R7: not cast in the turn in which it was charged.
        let charge = self.state.one(who).charge;
        let spell = self.rules.sheet(self.state, who).spells.get(charge as usize).copied().unwrap_or(0);
        self.clear_charge(who);
        self.log.tell(Event::ChargeLost { who, spell });
    }

    pub(crate) fn clear_charge(&mut self, who: Who) {
        let one = self.state.one_mut(who);
        one.charge = NOBODY;
        one.busy -= one.charge_slots;
        one.charge_slots = 0;
    }

    // --- the course of a combat ---

    /// Goes on to whoever can act next, or to the end.
    #[inline(never)]
    fn settle(&mut self) {
        while self.state.acting == 0
            && self.state.active == NOBODY
            && self.state.pending.waiting == Waiting::Nothing
            && self.state.outcome.is_none()
        {
            self.next_phase();
        }
    }

    fn next_phase(&mut self) {
        // HEED-I1: the side that starts, then the other, and the round ends; the order stays.
        let first = self.rules.first;
        match self.state.phase {
            Phase::Turn(side) if side == first => self.open_turn(first.other()),
            Phase::Before => self.new_round(),
            Phase::Turn(_) => {
                if self.state.afflicted != 0 {
                    self.pass_conditions();
                }
                if self.state.round.saturating_sub(self.state.bloody) >= ONE_TRY {
                    self.stand_off();
                } else {
                    self.new_round();
                }
            }
        }
    }

    /// Nobody can be hurt whose slots are all empty (HEED-R1) and who dodges every time (HEED-R12); two such sides would
    /// fight for ever. A combat takes one try and no more: after so long without a wound, both give it up.
    fn stand_off(&mut self) {
        self.log.tell(Event::StandOff);
        self.state.end(Outcome::Draw);
        self.log.tell(Event::Over { outcome: Outcome::Draw });
    }

    fn new_round(&mut self) {
        let state = &mut *self.state;
        state.round = state.round.saturating_add(1);
        state.spent = 0;
        state.set_up = 0;
        state.acted = 0;
        state.interrupted = 0;
        state.heeding = 0;
        // HEED-A5: two items in every round.
        state.one_item = u32::MAX;
        state.two_items = u32::MAX;
        self.log.tell(Event::Round { number: self.state.round });
        self.open_turn(self.rules.first);
    }

    fn open_turn(&mut self, side: Side) {
        let surprised = self.state.round == 1 && self.rules.surprised == Some(side);
        self.log.tell(Event::Turn { side, surprised });
        self.state.phase = Phase::Turn(side);
        self.state.acting = self.state.side[side.index()] & self.state.standing;
    }

    /// Conditions that last for some rounds run out.
    fn pass_conditions(&mut self) {
        for who in each(self.state.afflicted) {
            for condition in Condition::ALL {
                let lasts = &mut self.state.lasts[crate::state::ix(who)][condition as usize];
                if matches!(*lasts, 0 | Condition::LASTING) {
                    continue;
                }
                *lasts -= 1;
                if *lasts == 0 {
                    self.relieve(who, condition);
                }
            }
        }
    }

    /// Ends the combat if a side has nobody left. Called whenever somebody may have been the last.
    pub(crate) fn conclude(&mut self) {
        let Some(outcome) = self.state.result() else { return };
        self.state.end(outcome);
        self.log.tell(Event::Over { outcome });
    }

    // --- focus ---

    fn let_go(&mut self, who: Who, what: Focus) {
        // HEED-R18
        self.state.active = who.0;
        let one = *self.state.one(who);
        let (mut target, mut spell) = (None, None);
        match what {
            Focus::Heed(heeded) => target = Some(heeded),
            Focus::Aim => target = Some(Who(one.aim)),
            Focus::Hold => target = Some(Who(one.hold)),
            Focus::Charge => {
                spell = self.rules.sheet(self.state, who).spells.get(one.charge as usize).copied()
            }
            Focus::Spell(at) => {
                let Some(kept) = self.state.kept.get(at as usize).filter(|_| at < self.state.kept_count)
                else {
                    return;
                };
                (target, spell) = (Some(Who(kept.target)), Some(kept.spell));
            }
        }
        self.log.tell(Event::LetGo { who, what, target, spell });
        match what {
            Focus::Heed(heeded) => self.state.unheed(who, heeded),
            Focus::Aim => self.state.clear_aim(who),
            Focus::Charge => self.clear_charge(who),
            Focus::Hold => self.release(who),
            Focus::Spell(at) => self.end_spell(at),
        }
    }

    /// Everything that fills the focus of somebody goes.
    #[inline(always)]
    pub(crate) fn lose_focus(&mut self, who: Who) {
        let one = self.state.one(who);
        if one.busy | one.aim_slots != 0 {
            self.scatter(who);
        }
    }

    #[inline(never)]
    fn scatter(&mut self, who: Who) {
        // HEED-R4: all of it. HEED-H3, HEED-C2, HEED-C3 follow.
        let one = *self.state.one(who);
        let known = |at: u8| (at != NOBODY).then_some(Who(at));
        let charge = self.rules.sheet(self.state, who).spells.get(one.charge as usize).copied();
        let spells = self.state.kept_by(who);
        self.log.tell(Event::FocusLost {
            who,
            heeds: one.heeds,
            aim: known(one.aim),
            charge,
            spells,
            hold: known(one.hold),
        });
        for target in each(one.heeds) {
            self.state.one_mut(target).heeded_by &= !bit(who);
        }
        let mine = self.state.one_mut(who);
        mine.heeds = 0;
        mine.busy -= one.heeds.count_ones() as u8;
        self.state.heeding &= !bit(who);
        if one.aim != NOBODY {
            self.state.clear_aim(who);
        }
        if one.charge != NOBODY {
            self.clear_charge(who);
        }
        if one.hold != NOBODY {
            self.release(who);
        }
        if spells > 0 {
            self.end_spells(|kept| kept.caster == who.0);
        }
    }
}

impl State {
    /// How it has ended, if it has.
    pub(crate) fn result(&self) -> Option<Outcome> {
        // HEED-R10: a side of which all are down or gone has lost.
        let [heroes, monsters] = self.side.map(|side| side & self.standing != 0);
        match (heroes, monsters) {
            (true, true) => None,
            (true, false) => Some(Outcome::Won(Side::Heroes)),
            (false, true) => Some(Outcome::Won(Side::Monsters)),
            (false, false) => Some(Outcome::Draw),
        }
    }

    pub(crate) fn end(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
        self.acting = 0;
        self.active = NOBODY;
        self.pending = Pending::NOTHING;
    }

    pub(crate) fn unheed(&mut self, who: Who, target: Who) {
        let one = self.one_mut(who);
        one.busy -= u8::from(one.heeds & bit(target) != 0);
        one.heeds &= !bit(target);
        self.one_mut(target).heeded_by &= !bit(who);
    }

    pub(crate) fn clear_aim(&mut self, who: Who) {
        let one = self.one_mut(who);
        one.aim = NOBODY;
        one.aim_slots = 0;
        self.aiming &= !bit(who);
    }

    /// How many spells somebody concentrates on.
    pub(crate) fn kept_by(&self, who: Who) -> u8 {
        if self.one(who).kept_slots == 0 {
            return 0;
        }
        let kept = self.kept.iter().take(self.kept_count.into());
        kept.filter(|kept| kept.caster == who.0).count() as u8
    }
}
