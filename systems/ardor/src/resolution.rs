//! How a round comes out when everybody acts at once: from the highest score down, with damage at the end.
//!
//! With `FOCUS` only what bears on some people is resolved: what one of them does, and what anybody does to them. Odds are
//! counted over that. Dice of damage are then put aside in a pool for each, which has the same sum and fewer outcomes.

use fracas_dice::Dice;
use fracas_kernel::{By, DoorSet, Log, Who};

use crate::action::Action;
use crate::choices::reach_of;
use crate::data::{Ardor, Condition};
use crate::doors::{Turning, closes};
use crate::event::Event;
use crate::features::MAX_FEATURES;
use crate::order::{Order, Rank};
use crate::state::{Band, Each, State};

pub(crate) struct Resolution<'a, D, L, const FOCUS: bool> {
    pub(crate) rules: &'a Ardor,
    pub(crate) state: &'a mut State,
    pub(crate) dice: &'a mut D,
    pub(crate) log: &'a mut L,
    /// Those whom the odds are about.
    pub(crate) touched: Band,
    pub(crate) defending: Band,
    pub(crate) fleeing: Band,
    /// Who defends another, and who is defended.
    pub(crate) defenders: Band,
    pub(crate) wards: Band,
    pub(crate) barring: Band,
    pub(crate) tending: Band,
    /// Who shuts or bars a door.
    pub(crate) closing: Band,
    /// Whose first, and second, action is spoiled by a fumble.
    pub(crate) spoiled: [Band; 2],
    /// Whom damage waits for.
    pub(crate) harmed: Band,
    /// Who walked off the field in this round.
    pub(crate) leaving: Band,
    /// Conditions that begin when all actions of the same score are done, and what becomes of doors then.
    pub(crate) coming: [Band; Condition::COUNT],
    pub(crate) turning: Turning,
    /// Is there anything for that moment?
    pub(crate) has_coming: bool,
    /// Doors that were shut in this round: nobody who is slower opens them.
    pub(crate) held_shut: DoorSet,
    /// Who has moved at this score, and from where: those who act at the same time still find them there.
    pub(crate) moved: Band,
    pub(crate) left: Each<u8>,
    /// Who has come round at this score: to those who act at the same time they still lie there.
    pub(crate) woken: Band,
    /// Who is pushed at this score, and where to; and how often features were used at it.
    pub(crate) pushed: Band,
    pub(crate) pushes: Each<u8>,
    pub(crate) spent: By<u8, u8, MAX_FEATURES>,
    /// Did somebody make the foes take notice?
    pub(crate) alarm: bool,
}

/// An action with its score and whose it is.
#[derive(Clone, Copy)]
pub(crate) struct Scored {
    pub(crate) who: Who,
    pub(crate) action: Action,
    pub(crate) score: i16,
    pub(crate) second: bool,
}

impl<'a, D: Dice, L: Log<Event>, const FOCUS: bool> Resolution<'a, D, L, FOCUS> {
    #[inline(always)]
    pub(crate) fn new(
        rules: &'a Ardor,
        state: &'a mut State,
        dice: &'a mut D,
        log: &'a mut L,
        touched: Band,
    ) -> Self {
        Resolution {
            rules,
            state,
            dice,
            log,
            touched,
            defending: Band::NONE,
            fleeing: Band::NONE,
            defenders: Band::NONE,
            wards: Band::NONE,
            barring: Band::NONE,
            tending: Band::NONE,
            closing: Band::NONE,
            spoiled: [Band::NONE; 2],
            harmed: Band::NONE,
            leaving: Band::NONE,
            coming: [Band::NONE; Condition::COUNT],
            turning: Turning::NONE,
            has_coming: false,
            held_shut: DoorSet::NONE,
            moved: Band::NONE,
            left: Each::all(0),
            woken: Band::NONE,
            pushed: Band::NONE,
            pushes: Each::all(0),
            spent: By::all(0),
            alarm: false,
        }
    }

    /// Everything that happens before damage takes effect.
    #[inline(always)]
    pub(crate) fn play(&mut self) {
        let mut order = Order::new();
        self.gather(&mut order);
        let mut now = u32::MAX;
        // ARDOR-R3: from the highest score down.
        for entry in order.sorted() {
            // ARDOR-R3, ARDOR-R19: equal scores at once: what others do at the same time shows only afterwards.
            if self.has_coming && entry.place() != now {
                self.settle();
            }
            now = entry.place();
            let scored = self.scored(entry.who(), entry.is_second());
            self.perform(scored);
        }
        if self.has_coming {
            self.settle();
        }
    }

    /// All that happened at one score has happened.
    #[inline(never)]
    fn settle(&mut self) {
        self.has_coming = false;
        (self.moved, self.woken) = (Band::NONE, Band::NONE);
        if !self.rules.features.is_empty() || !self.pushed.is_empty() {
            self.settle_features();
        }
        self.settle_conditions();
        self.settle_doors();
    }

    /// Where those find somebody who act now.
    #[inline]
    pub(crate) fn spot(&self, who: Who) -> u8 {
        if self.moved.has(who) { self.left[who] } else { self.state.zone[who] }
    }

    /// Still on the field, for those who act now?
    #[inline]
    pub(crate) fn is_there(&self, who: Who) -> bool {
        !(self.leaving - self.moved).has(who)
    }

    /// Who acts when; and who defends, flees, bars or tends, which counts for the whole round.
    #[inline(always)]
    fn gather(&mut self, order: &mut Order) {
        if !self.rules.fumbles.is_empty() || !self.state.limited.is_empty() {
            self.find_fumbles();
        }
        for who in self.state.committed & self.state.standing {
            let action = self.state.intent[who];
            if !matches!(action, Action::Attack { .. }) {
                self.prepare(who, action, 0);
            }
            order.add(self.state.score[who], Rank::First, who);
        }
        for who in self.state.doubled & self.state.committed & self.state.standing {
            let action = self.state.second[who];
            self.prepare(who, action, 1);
            // A second action never comes before the first.
            let place = self.rules.second_score(self.state, who, action).min(self.state.score[who]);
            order.add(place, Rank::Second, who);
        }
        // The fallen last: who tends them, and when, is known only now.
        for who in self.state.committed & self.state.down {
            order.add(self.place_after_tending(who), Rank::Fallen, who);
        }
    }

    #[inline(never)]
    fn prepare(&mut self, who: Who, action: Action, nth: usize) {
        if self.spoiled[nth].has(who) {
            return;
        }
        match action {
            Action::Defend { bar } => {
                self.defending.insert(who);
                if bar.is_some() {
                    self.barring.insert(who);
                }
            }
            Action::DefendOther { ward } => {
                self.defenders.insert(who);
                self.wards.insert(ward);
            }
            Action::Flee { .. } => self.fleeing.insert(who),
            Action::Tend { .. } => self.tending.insert(who),
            Action::Door { what, .. } if closes(what) => self.closing.insert(who),
            _ => {}
        }
    }

    #[inline(always)]
    pub(crate) fn scored(&self, who: Who, second: bool) -> Scored {
        if second {
            let action = self.state.second[who];
            let score = self.rules.second_score(self.state, who, action);
            return Scored { who, action, score, second };
        }
        Scored { who, action: self.state.intent[who], score: self.state.score[who], second }
    }

    /// Both actions of somebody, as far as there are two.
    pub(crate) fn actions(&self, who: Who) -> impl Iterator<Item = Scored> {
        let second = self.state.doubled.has(who).then(|| self.scored(who, true));
        [self.scored(who, false)].into_iter().chain(second)
    }

    /// Is what is done to `target` to be resolved?
    #[inline(always)]
    pub(crate) fn concerns(&self, target: Who) -> bool {
        !FOCUS || self.touched.has(target)
    }

    #[inline(always)]
    fn perform(&mut self, scored: Scored) {
        let Scored { who, action, score, second } = scored;
        // ARDOR-R3: in reach when the round began is enough, wherever the target is now.
        if let Action::Attack { target, ranged } = action
            && !self.spoiled[usize::from(second)].has(who)
            && (!second || self.is_in_reach(who, target, reach_of(ranged)))
        {
            return self.strike(who, target, score, ranged);
        }
        self.perform_otherwise(scored);
    }

    #[inline(never)]
    fn perform_otherwise(&mut self, scored: Scored) {
        let Scored { who, action, score, second } = scored;
        if self.spoiled[usize::from(second)].has(who) {
            return;
        }
        match action {
            Action::Nothing => {}
            Action::Attack { target, ranged } => self.strike_in_reach(who, target, score, ranged),
            Action::MoveFar { via, to } => {
                // ARDOR-A1
                if self.step(who, via, score) {
                    self.step(who, to, score);
                }
            }
            Action::MoveToAttack { to, target } => {
                self.step(who, to, score);
                self.strike_in_reach(who, target, score, false);
            }
            Action::MoveAndShoot { to, target } => {
                self.step(who, to, score);
                self.strike_in_reach(who, target, score, true);
            }
            Action::AttackAndMove { target, ranged, to } => {
                self.strike_in_reach(who, target, score, ranged);
                self.step(who, to, score);
            }
            Action::Flee { to } => _ = self.step(who, to, score),
            Action::Defend { .. } | Action::DefendOther { .. } => {
                self.log.tell(Event::Stood { who, action, score });
            }
            Action::Recover => self.recover(who),
            Action::Rise { .. } => self.rise(who),
            Action::Tend { .. } => self.tend(who, action, score),
            Action::Ability { which, on, to } => self.use_ability(who, which, [on, to], score),
            Action::Door { door, what } => self.handle(who, door, what, score),
        }
    }
}
