//! What happens: every rule of the duel, cited where it is decided.

use fracas_dice::{Dice, Edge, Roll, Why};
use fracas_kernel::{Crowd, Log, Outcome, Side, Who};

use super::data::Duel;
use super::state::{Blow, Choice, Defence, Event, Guard, Place, State, Turn};

const PARRY: i32 = 13;
const FREE_BLOW: i32 = 12;
const OUT_OF_THE_FIRE: i32 = 11;

impl Duel {
    pub(super) fn carry_out(
        &self,
        state: &mut State,
        choice: Choice,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        match choice {
            Choice::Guard(who, guard) => self.take_guard(state, who, guard, log),
            Choice::Strike(by, at) => {
                state.blow = Some(Blow { by, at, met: None, parrier: None });
                log.tell(Event::Aims { by, at });
            }
            Choice::Defend(_, defence) => self.swing(state, defence, dice, log),
            Choice::Parry(who) => self.parry(state, who, dice, log),
            Choice::Stay(who) => self.ask_next(state, Some(who), dice, log),
            Choice::Flurry(by, at) => self.flurry(state, by, at, dice, log),
            Choice::Storm(by, at) => self.storm(state, by, at, dice, log),
            Choice::Taunt(by, at) => self.taunt(state, by, at, dice, log),
            Choice::Oil(by, zone) => self.burn(state, by, zone, dice, log),
            Choice::Move(who, zone) => self.walk(state, who, zone, dice, log),
            Choice::Leave(who) => {
                state.of_mut(who).place = Place::Gone;
                log.tell(Event::Leaves { who });
            }
            Choice::Rally(who) => self.rally(state, who, dice, log),
            Choice::Hold(who) => log.tell(Event::Holds { who }),
        }
        if state.blow.is_none() && !matches!(choice, Choice::Guard(..)) {
            self.pass_on(state, log);
        }
    }

    /// DUEL-G1: guards are chosen in secret and shown when the last has chosen.
    fn take_guard(&self, state: &mut State, who: Who, guard: Guard, log: &mut impl Log<Event>) {
        state.of_mut(who).guard = Some(guard);
        log.tell(Event::Ready { who, guard });
        if state.undecided().is_empty() {
            self.show_guards(state, log);
        }
    }

    pub(super) fn show_guards(&self, state: &mut State, log: &mut impl Log<Event>) {
        log.tell(Event::Shown);
        if let Some(first) = state.everyone().find(|&who| state.up(who)) {
            state.turn = Turn::Of(first);
        }
    }

    /// DUEL-B1: 10 and the target's skill; 14 and it against a dodge. DUEL-G2: the better guard gives 3.
    fn swing(&self, state: &mut State, defence: Defence, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        let Some(Blow { by, at, .. }) = state.blow else { return };
        let edge = match (state.of(by).guard, state.of(at).guard) {
            (Some(mine), Some(theirs)) if mine.beats(theirs) => 3,
            (Some(mine), Some(theirs)) if theirs.beats(mine) => -3,
            _ => 0,
        };
        let mut roll = Roll::d(20).plus(self.skill(state, by) + edge);
        let striker = state.of_mut(by);
        if striker.shaken > 0 {
            // DUEL-C1
            striker.shaken -= 1;
            roll = roll.with_edge(Edge::Disadvantage);
        }
        let base = if defence == Defence::Dodge { 14 } else { 10 };
        let target = base + i32::from(self.skill(state, at));
        let check = dice.check(Why::new("strike", by.0), roll, target);
        log.tell(Event::Swings { by, at, defence, check });
        if check.success {
            state.blow = Some(Blow { by, at, met: Some(defence), parrier: None });
            self.ask_next(state, None, dice, log);
            return;
        }
        state.blow = None;
        if defence == Defence::Dodge && state.of(at).guard == Some(Guard::Feint) {
            // DUEL-B2: who dodges from a feint strikes back.
            self.free_blow(state, at, by, dice, log);
        }
    }

    /// DUEL-B3: the target's friends beside it are asked one after the other, each once a round.
    fn ask_next(
        &self,
        state: &mut State,
        after: Option<Who>,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        let Some(blow) = state.blow else { return };
        let next =
            state.friends(blow.at).find(|&who| !state.of(who).parried && after.is_none_or(|last| who > last));
        match next {
            Some(_) => state.blow = Some(Blow { parrier: next, ..blow }),
            None => self.land(state, blow, dice, log),
        }
    }

    fn parry(&self, state: &mut State, who: Who, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        state.of_mut(who).parried = true;
        let roll = Roll::d(20).plus(self.skill(state, who));
        let check = dice.check(Why::new("parry", who.0), roll, PARRY);
        log.tell(Event::Parries { by: who, check });
        if check.success {
            state.blow = None;
            return;
        }
        // DUEL-B4: a blade in the way of a blow is not without danger.
        self.hurt(state, who, 1, log);
        self.ask_next(state, Some(who), dice, log);
    }

    /// DUEL-B5: d6, 2 less against a block, 1 less through mail.
    fn land(&self, state: &mut State, blow: Blow, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        let Blow { by, at, met, .. } = blow;
        state.blow = None;
        let blocked = if met == Some(Defence::Block) { -2 } else { 0 };
        let harm = dice.roll(Why::new("harm", by.0), Roll::d(6).plus(blocked));
        let (lost, mail_found) = self.through_mail(state, at, harm.value);
        log.tell(Event::Lands { by, at, harm, lost, mail_found });
        self.hurt(state, at, lost, log);
    }

    /// DUEL-B5: 1 less, and then everybody knows.
    fn through_mail(&self, state: &mut State, at: Who, harm: i32) -> (i8, bool) {
        let lost = harm.clamp(0, 6) as i8;
        let target = state.of_mut(at);
        if !target.mail || lost == 0 {
            return (lost, false);
        }
        let found = !target.mail_seen;
        target.mail_seen = true;
        (lost - 1, found)
    }

    fn free_blow(
        &self,
        state: &mut State,
        by: Who,
        at: Who,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        let roll = Roll::d(20).plus(self.skill(state, by));
        let check = dice.check(Why::new("free blow", by.0), roll, FREE_BLOW);
        let harm = check.success.then(|| dice.roll(Why::new("harm", by.0), Roll::d(4)));
        let (lost, mail_found) = self.through_mail(state, at, harm.map_or(0, |harm| harm.value));
        log.tell(Event::FreeBlow { by, at, check, harm, lost, mail_found });
        self.hurt(state, at, lost, log);
    }

    /// DUEL-T3: as many dice as skill and 2; each 5 or 6 hurts, and a 6 is rolled again.
    fn flurry(&self, state: &mut State, by: Who, at: Who, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        state.of_mut(by).breath = state.of(by).breath.saturating_sub(1);
        let pool = (self.skill(state, by) + 2).clamp(1, 9) as u8;
        let hits = dice.roll(Why::new("flurry", by.0), Roll::exploding_hits(pool, 6, 5));
        let lost = hits.value.min(100) as i8;
        log.tell(Event::Flurry { by, at, hits, lost });
        self.hurt(state, at, lost, log);
    }

    /// DUEL-T8: five wild swings, each of which hurts on 11 and 12. One roll for each, though a check would do: this is
    /// here to have too many outcomes.
    fn storm(&self, state: &mut State, by: Who, at: Who, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        for _ in 0..5 {
            let hits = dice.roll(Why::new("storm", by.0), Roll::d(12));
            let lost = i8::from(hits.value >= 11);
            log.tell(Event::Flurry { by, at, hits, lost });
            self.hurt(state, at, lost, log);
        }
    }

    /// DUEL-C1: who loses the war of words strikes at a disadvantage once.
    fn taunt(&self, state: &mut State, by: Who, at: Who, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        let roll = |who| Roll::d(20).plus(self.skill(state, who));
        let (mine, theirs) = (roll(by), roll(at));
        let contest = dice.versus(Why::new("taunt", by.0), mine, Why::new("composure", at.0), theirs);
        log.tell(Event::Taunts { by, at, contest });
        if contest.result.is_gt() {
            state.of_mut(at).shaken = state.of(at).shaken.saturating_add(1).min(9);
        }
    }

    /// DUEL-T4: everybody in the zone but the thrower gets out of the fire with 11, or loses d4.
    fn burn(&self, state: &mut State, by: Who, zone: u8, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        state.of_mut(by).breath = state.of(by).breath.saturating_sub(1);
        for at in state.present(zone).without(Crowd::one(by)) {
            let check = dice.check(Why::new("fire", at.0), Roll::d(20), OUT_OF_THE_FIRE);
            let lost = match check.success {
                true => 0,
                false => dice.roll(Why::new("harm", by.0), Roll::d(4)).value as i8,
            };
            log.tell(Event::Burns { by, at, check, lost });
            self.hurt(state, at, lost, log);
        }
    }

    /// DUEL-T5: the first foe beside one who goes has a free blow.
    fn walk(&self, state: &mut State, who: Who, zone: u8, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        if let Some(foe) = state.foes(who).first() {
            self.free_blow(state, foe, who, dice, log);
        }
        if state.up(who) {
            state.of_mut(who).zone = zone;
            log.tell(Event::Moves { who, zone });
        }
    }

    /// DUEL-T7: a breath for d4 health.
    fn rally(&self, state: &mut State, who: Who, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        let most = self.kind(state, who).health;
        let throw = dice.roll(Why::new("rally", who.0), Roll::d(4));
        let own = state.of_mut(who);
        own.breath = own.breath.saturating_sub(1);
        own.health = (own.health + throw.value as i8).min(most);
        log.tell(Event::Rallies { who, throw });
    }

    pub(super) fn hurt(&self, state: &mut State, who: Who, lost: i8, log: &mut impl Log<Event>) {
        let fencer = state.of_mut(who);
        fencer.health = (fencer.health - lost).max(0);
        if fencer.health == 0 && fencer.place == Place::Up {
            fencer.place = Place::Down;
            log.tell(Event::Falls { who });
        }
    }

    /// The next turn, the next round or the end.
    pub(super) fn pass_on(&self, state: &mut State, log: &mut impl Log<Event>) {
        if self.settle(state, log) {
            return;
        }
        let Turn::Of(last) = state.turn else { return };
        if let Some(next) = state.everyone().find(|&who| who > last && state.up(who)) {
            state.turn = Turn::Of(next);
            return;
        }
        state.round += 1;
        if state.round > Duel::ROUNDS {
            state.over = Some(Outcome::Draw);
            log.tell(Event::Ends(Outcome::Draw));
            return;
        }
        state.turn = Turn::Guards;
        for fencer in &mut state.fencers {
            (fencer.guard, fencer.parried) = (None, false);
        }
        log.tell(Event::Round(state.round));
    }

    /// DUEL-E1: a side without anybody on their feet has lost.
    fn settle(&self, state: &mut State, log: &mut impl Log<Event>) -> bool {
        let up = |side| state.everyone().any(|who| state.up(who) && state.of(who).side == side);
        let outcome = match (up(Side::Heroes), up(Side::Monsters)) {
            (true, true) => return false,
            (true, false) => Outcome::Won(Side::Heroes),
            (false, true) => Outcome::Won(Side::Monsters),
            (false, false) => Outcome::Draw,
        };
        state.over = Some(outcome);
        log.tell(Event::Ends(outcome));
        true
    }

    /// After the judge's hand: nobody may be waited for who can no longer answer.
    pub(super) fn tidy(&self, state: &mut State, log: &mut impl Log<Event>) {
        if state.over.is_some() || self.settle(state, log) {
            return;
        }
        let stale = |blow: Blow| {
            let all_there =
                [Some(blow.by), Some(blow.at), blow.parrier].into_iter().flatten().all(|w| state.up(w));
            !all_there || state.of(blow.by).zone != state.of(blow.at).zone
        };
        if state.blow.is_some_and(stale) {
            state.blow = None;
            self.pass_on(state, log);
        }
        match state.turn {
            Turn::Of(who) if state.blow.is_none() && !state.up(who) => self.pass_on(state, log),
            Turn::Guards if state.undecided().is_empty() => self.show_guards(state, log),
            _ => {}
        }
    }
}
