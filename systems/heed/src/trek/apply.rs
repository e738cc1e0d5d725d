//! What choices do on a trek by the heed rules: picking tasks, handling gear, walking, and going on after a combat.

use fracas_adventure::{Choice, Clauses, Course, Deed as Common, Explore, Foes, Heroes, Passing, Words};
use fracas_kernel::Who;

use super::data::Opening;
use super::event::Handling;
use super::state::Chore;
use super::{Deed, Event, Lore, State, Step};
use crate::apply::Turn;
use crate::data::{BOTH, NOTHING, Senses};

impl Explore for Lore {
    /// Whatever takes time is a task, which is picked: the common deeds are going, leading and leaving.
    const WORDS: Words = Words {
        search: "",
        listen: "",
        force: "",
        pick: "",
        take: "",
        disarm: "",
        rest: "",
        stay: "",
        in_turn: "in this try",
        rested: "",
        left_behind: "",
        rules: Clauses {
            able: Some("HEED-R3"),
            trap: Some("HEED-J1"),
            light: Some("HEED-T8"),
            lair: Some("HEED-I1"),
            wandering: Some("HEED-T2"),
            wake: Some("HEED-R9"),
            time: Some("HEED-T1"),
            ..Clauses::NONE
        },
    };

    fn health(&self, state: &State, who: Who) -> i32 {
        let grit = i32::from(self.hero_sheet(state, who).grit);
        let left = grit - i32::from(state.own.heroes[who].wounds());
        if state.party.alive.has(who) { left.max(0) } else { 0 }
    }

    /// Everybody picks a task; after a combat the leader goes on.
    fn asked(&self, state: &State) -> Heroes {
        let leader: Heroes = state.party.leader().into_iter().collect();
        if state.own.fought || state.own.facing { leader } else { (state.able() - state.party.busy) | leader }
    }

    /// Those who have not said what they do in this try; and then the leader.
    fn awaited(&self, state: &State) -> Heroes {
        let undecided = self.undecided(state);
        if state.own.fought || state.own.facing || undecided.is_empty() {
            state.party.leader().into_iter().collect()
        } else {
            undecided
        }
    }

    fn is_for_all(&self, deed: Deed) -> bool {
        matches!(deed, Deed::Begin | Deed::GoOn | Deed::Face { .. })
    }

    /// What somebody has picked can be changed until the try begins.
    fn is_work(&self, _deed: Common<Deed>) -> bool {
        false
    }

    fn act(&self, step: &mut Step<'_>, who: Who, deed: Deed) {
        match deed {
            Deed::Begin => return self.begin_try(step),
            Deed::Face { answer } => return self.answer(step, who, answer),
            Deed::GoOn => return self.go_on(step),
            Deed::Pick { chore } => step.state.own.heroes[who].chore = chore,
            Deed::Wait => step.state.own.heroes[who].chore = Chore::NOTHING,
            Deed::Candle { lit } => step.state.own.lit.put(who, lit),
            Deed::Handle { how, kind } => self.handle(step.state, who, how, kind),
            Deed::Give { kind, to } => self.give(step.state, who, kind, to),
        }
        step.tell_of(who, Event::Did(deed));
        if matches!(deed, Deed::Candle { .. } | Deed::Handle { .. }) {
            self.mind_the_dark(step.state, who);
        }
    }

    fn travel(&self, step: &mut Step<'_>, to: u8) {
        // What is in sight is no unknown part, and takes no time worth counting.
        let new = !step.state.here.seen.has(to);
        step.state.own.walked = self.walk_touches(step.state);
        step.cross(to);
        step.state.own.clear_chores();
        step.state.passing = Passing { arrived: true, over: new, ..Passing::default() };
    }

    fn settle(&self, step: &mut Step<'_>) {
        if step.state.passing.arrived {
            self.meet_here(step.state, step.log);
            self.end_walk(step);
        }
    }

    /// What a pick leads to if the try began now. Odds of going that knew who lives there would tell.
    fn foresee(&self, step: &mut Step<'_>, choice: Choice<Deed>) {
        match choice.deed {
            Common::Go { .. } => self.end_walk(step),
            Common::Own(Deed::Pick { .. }) => self.begin_try(step),
            _ => {}
        }
    }

    /// What was picked is done when the try begins, which is for whoever leads.
    fn is_pending(&self, state: &State, choice: Choice<Deed>) -> bool {
        let own = &state.own;
        matches!(choice.deed, Common::Own(Deed::Pick { chore }) if own.heroes[choice.who].chore == chore)
    }

    fn presumed(&self, state: &State) -> Option<Choice<Deed>> {
        let begun = state.own.facing || state.own.fought;
        let leader = state.party.leader().filter(|_| !begun)?;
        Some(Choice { who: leader, deed: Common::Own(Deed::Begin) })
    }

    fn receive(&self, state: &mut State, who: Who, cache: u8) -> bool {
        let Some(haul) = self.hauls.get(usize::from(cache)) else { return true };
        let (at, lying) = (state.here.at, state.own.floor.all().len());
        haul.items.iter().for_each(|&kind| state.own.keep(self.heed(), who, at, kind));
        state.own.floor.all().len() == lying
    }

    /// HEED-J1: a Gear(dodge) check for each time that it strikes; what falls lies where the party is.
    fn befall(&self, step: &mut Step<'_>, what: u8, first: Who) {
        let Some(trap) = self.traps.get(usize::from(what)) else { return };
        let caught = if trap.all { step.state.able() } else { Heroes::one(first) };
        let fallen = step.as_if_fighting(|rules, state, mut dice, log| {
            let mut turn = Turn { rules, state, dice: &mut dice, log };
            caught.for_each(|who| (0..trap.wounds).for_each(|_| turn.dodge_or_bleed(who)));
            turn.state.floor.clone()
        });
        let at = step.state.here.at;
        fallen.all().iter().for_each(|lying| step.state.own.floor.drop(at, lying.kind));
    }

    /// Those who turn up begin, unless somebody is warned of them.
    fn met(&self, state: &mut State, foes: Foes, turned_up: bool) {
        state.own.opening = if turned_up { Opening::Theirs } else { self.entrance(state, foes) };
        state.own.facing = true;
        (state.own.talk, state.own.price) = (None, None);
        state.own.clear_chores();
        if let Foes::Stray(_) = foes {
            state.come_to_know(foes);
        }
    }

    /// The judge's word about the next encounter; what the party has not seen, the place hides.
    fn hide(&self, state: &mut State) {
        state.own.faces = None;
    }
}

impl Lore {
    /// Can somebody still say what it does in this try, and has not?
    pub(super) fn is_undecided(&self, state: &State, who: Who) -> bool {
        state.own.heroes[who].chore == Chore::UNDECIDED && !state.party.busy.has(who)
    }

    pub(super) fn undecided(&self, state: &State) -> Heroes {
        state.able().filter(|&who| self.is_undecided(state, who)).collect()
    }

    /// Whoever has put its light away cannot go on working beside others in the dark.
    fn mind_the_dark(&self, state: &mut State, who: Who) {
        let others = state.able() - Heroes::one(who);
        let alone = !others.any(|other| self.works_by_light(state, other));
        if self.is_dark(state) && !alone && self.works_by_light(state, who) && !self.has_light(state, who) {
            state.own.heroes[who].chore = Chore::UNDECIDED;
        }
    }

    fn handle(&self, state: &mut State, who: Who, how: Handling, kind: u8) {
        let (at, own) = (state.here.at, &mut state.own);
        let hero = &mut own.heroes[who];
        hero.handled = hero.handled.saturating_add(1);
        let rules = self.heed();
        match how {
            Handling::Draw => {
                if let Some(slot) = hero.slots[2..].iter_mut().find(|slot| **slot == kind) {
                    *slot = NOTHING;
                    hero.take_in_hand(rules, kind);
                }
            }
            Handling::Stow => {
                let hand = hero.hands().iter().position(|&held| held == kind);
                if let (Some(hand), Some(slot)) = (hand, hero.pocket()) {
                    hero.slots[hand] = NOTHING;
                    hero.slots[slot] = kind;
                    hero.slots[1] = if hero.slots[1] == BOTH { NOTHING } else { hero.slots[1] };
                }
            }
            Handling::PickUp => {
                if own.floor.take(at, kind) {
                    own.keep(rules, who, at, kind);
                }
            }
        }
    }

    fn give(&self, state: &mut State, who: Who, kind: u8, to: Who) {
        let own = &mut state.own;
        own.heroes[who].handled = own.heroes[who].handled.saturating_add(1);
        if own.heroes[who].let_go(kind) {
            own.keep(self.heed(), to, state.here.at, kind);
        }
    }

    /// The party has come somewhere, and whoever lives there was met.
    fn end_walk(&self, step: &mut Step<'_>) {
        let new = std::mem::take(&mut step.state.passing).over;
        if step.state.meeting.is_some() {
            return;
        }
        step.conclude(false);
        // A ruling: what the party knows is crossed in no time worth counting; unknown parts take a try.
        if new && !step.state.is_over() {
            let trys = self.task(self.walk).map_or(1, |task| task.trys);
            self.end_of_try(step, trys, step.state.own.walked);
        }
    }

    /// By what a party on its way could be noticed. Its lights count where it sets out: how dark it is beyond nobody
    /// knows yet.
    pub(super) fn walk_touches(&self, state: &State) -> Senses {
        self.light_touches(state) | self.task(self.walk).map_or(Senses::NONE, |task| task.senses)
    }

    /// Whoever comes in begins. Those who were heard and have noticed nothing are taken by surprise.
    fn entrance(&self, state: &State, foes: Foes) -> Opening {
        let fought = matches!(foes, Foes::Encounter(index) if state.heard.has(index));
        let heard = state.own.warned.has(state.here.at) && !fought;
        let noticed = state.own.alarm.meets(self.senses_of(state, foes));
        if heard && !noticed { Opening::OurAmbush } else { Opening::Ours }
    }

    /// After a combat the try ends that it took.
    fn go_on(&self, step: &mut Step<'_>) {
        if !std::mem::take(&mut step.state.own.fought) {
            return;
        }
        // HEED-T6: a combat is a task of one try, whatever happens in it.
        let trys = self.task(self.fight).map_or(1, |task| task.trys);
        let touched = std::mem::take(&mut step.state.own.stir) | self.light_touches(step.state);
        self.end_of_try(step, trys, touched);
    }
}
