//! A try: who does what in it, how long that takes, whether it succeeds, and what comes of it.

use fracas_adventure::{Event as Common, Heroes, Trap};
use fracas_dice::{Roll, Why};
use fracas_kernel::Who;

use super::data::{CANDLES, Task, Work};
use super::state::{Chore, NONE};
use super::{Event, Lore, State, Step};
use crate::data::Quality;
use crate::items::is_item;

impl Lore {
    pub(super) fn begin_try(&self, step: &mut Step<'_>) {
        let (trys, touched) = (self.trys(step.state), self.touched(step.state));
        step.tell(Event::Began(trys));
        let mut left = step.state.able();
        while let Some(who) = left.next() {
            let chore = step.state.own.heroes[who].chore;
            let Some(task) = self.task(chore.task) else { continue };
            let shared = matches!(
                task.does,
                Work::Search | Work::Open | Work::Disarm | Work::Listen | Work::Take | Work::Read
            );
            let same = |other: &Who| {
                let theirs = step.state.own.heroes[*other].chore;
                (theirs.task, theirs.at) == (chore.task, chore.at)
            };
            let helpers: Heroes = left.only_if(shared).filter(same).collect();
            left -= helpers;
            self.work(step, who, chore, helpers.len() as u8);
        }
        step.state.supplies.add(CANDLES, -(step.state.own.lit.len() as i32));
        step.conclude(false);
        if !step.state.is_over() {
            self.end_of_try(step, trys, touched);
        }
    }

    fn work(&self, step: &mut Step<'_>, who: Who, chore: Chore, helpers: u8) {
        let Some(task) = self.task(chore.task) else { return };
        // Somebody else may have used up or taken what it was about.
        let equipped = self.missing(step.state, who, task).is_none();
        if !equipped || self.why_not_work(step.state, who, chore, task).is_err() {
            return step.tell_of(who, Event::CameToNothing(chore));
        }
        step.tell_of(who, Event::Works(chore));
        // Those who help make it likelier, by a face each.
        let chance = i32::from(task.chance) + i32::from(helpers);
        if chance < 6 {
            let check = step.dice.check(Why::new("task", who.0), Roll::d(6), 7 - chance);
            step.tell_of(who, Event::Tried(check));
            if !check.success {
                // HEED-J1: whoever fails has set it off.
                let trap = chore.trap().filter(|_| task.does == Work::Disarm);
                return trap.map_or((), |trap| step.spring(trap, who));
            }
        }
        if let Some(kind) = task.needs.filter(|_| task.uses) {
            step.state.own.heroes[who].let_go(kind);
        }
        self.achieve(step, who, chore, task);
    }

    fn achieve(&self, step: &mut Step<'_>, who: Who, chore: Chore, task: &Task) {
        let target = Who(chore.at);
        match task.does {
            Work::Search => {
                let found = self.setting.place.search(&mut step.state.here);
                step.tell(Event::Found(found));
                step.spy(who);
            }
            Work::Read => {
                let seen = step.state.here.seen;
                let found = self.setting.place.reveal(&mut step.state.here, seen);
                step.tell(Event::Found(found));
            }
            Work::Disarm => {
                if let Some(trap) = chore.trap() {
                    step.state.traps.spend(trap);
                    step.tell_of(who, Event::Disarmed(trap));
                }
            }
            Work::Open => {
                step.step_into(Trap::Way(chore.at), who);
                self.setting.place.unlock(&mut step.state.here, chore.at);
                step.tell(Event::Opened(chore.at));
            }
            Work::Listen => self.listen(step, chore.at),
            Work::Take => step.collect(who, chore.at),
            Work::Bandage => {
                // HEED-R9: one wound for each bandage, and a try is long enough for all of them.
                let mut closed = 0;
                while step.state.own.heroes[target].wounds() > closed
                    && let Some(kind) = self.bandage(step.state, who)
                {
                    step.state.own.heroes[who].let_go(kind);
                    closed += 1;
                }
                self.heal(step, target, who, closed);
            }
            Work::Cast => {
                let wounds = self.mends(&step.state.own.heroes[who], chore.with).unwrap_or(0);
                self.heal(step, target, who, wounds);
            }
            Work::Drink => {
                let wounds = self.heals(chore.with).unwrap_or(0);
                step.state.own.heroes[who].let_go(chore.with);
                self.heal(step, target, who, wounds);
            }
            Work::Rest => self.heal(step, who, who, task.wounds),
            Work::Make => {
                if let Some(kind) = task.gives {
                    step.state.own.keep(self.heed(), who, step.state.here.at, kind);
                    step.tell_of(who, Event::Made(kind));
                }
            }
            Work::Pack => {
                // HEED-R19: it lies here, and nobody has it elsewhere.
                let (at, packed) = (step.state.here.at, self.to_pack(step.state, who, chore.with));
                let mut count = 0;
                for kind in packed {
                    step.state.own.heroes[who].let_go(kind);
                    step.state.own.floor.drop(at, kind);
                    count += 1;
                }
                step.tell_of(who, Event::Packed(count));
            }
            Work::Watch | Work::Walk | Work::Fight => {}
        }
    }

    /// What somebody would leave: all of a kind, or everything that is neither worn nor in hand.
    pub(super) fn to_pack(&self, state: &State, who: Who, kind: u8) -> impl Iterator<Item = u8> + use<'_> {
        let loose = |kind: u8| !self.heed().is(kind, Quality::Armour);
        let wanted = move |held: u8| if kind == NONE { loose(held) } else { held == kind };
        let in_hands = if kind == NONE { 2 } else { 0 };
        let slots = state.own.heroes[who].slots.into_iter().skip(in_hands);
        slots.filter(move |&held| is_item(held) && wanted(held))
    }

    fn listen(&self, step: &mut Step<'_>, way: u8) {
        let state = &mut *step.state;
        let Some(zone) = self.setting.place.beyond(way, state.here.at) else { return };
        let lives = !self.setting.place.living_in(&state.here, zone).is_empty();
        let somebody = lives || state.strays_in(zone).next().is_some();
        state.own.heard.insert(zone);
        if somebody {
            state.own.warned.insert(zone);
        }
        step.tell(Event::Heard { zone, somebody });
    }

    fn heal(&self, step: &mut Step<'_>, who: Who, by: Who, wounds: u8) {
        let closed = (0..wounds).filter(|_| step.state.own.heroes[who].heal()).count() as u8;
        if closed == 0 {
            return;
        }
        let left = step.state.own.heroes[who].wounds();
        step.tell_of(who, Event::Healed { by, wounds: closed, left });
        let lay = step.state.party.down.has(who);
        self.fit_to_wounds(step.state, who);
        if lay && !step.state.party.down.has(who) {
            step.log.tell(Common::Woke { who });
        }
    }

    /// Up or down, as the wounds say.
    pub(super) fn fit_to_wounds(&self, state: &mut State, who: Who) {
        let down = state.own.heroes[who].wounds() >= self.hero_sheet(state, who).grit;
        state.set_down(who, down);
    }
}
