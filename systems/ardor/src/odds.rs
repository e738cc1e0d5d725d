//! What the odds of a choice are counted over, and what they take for granted about what is not known yet.
//!
//! An intent or an Arduous Action is seen through to the end of the round, for whoever makes it and for those on whom it
//! bears: all that anybody has stated to do to them counts, with the dice of those who have still to roll. Four twenties
//! thrown at once fall in 160,000 ways; so whoever only strikes, and could do so sooner or later in the round with the same
//! effect, rolls after the others in a step of its own.

use fracas_dice::{Dice, Roll, Seeded, Why};
use fracas_kernel::{Crowd, Doubts, Foresee, Log, Mark, Null, Play, Plight, Stage, Tell, Who};

use crate::action::{Action, Kind};
use crate::apply::Turn;
use crate::choices::{Choice, Deed};
use crate::data::{Ability, Ardor, Condition, Effect};
use crate::event::{Blow, Event, Hit};
use crate::features::Feature;
use crate::resolution::Resolution;
use crate::state::{Band, Each, Phase, State};
use crate::worth::worth_of_condition;

/// More possibilities than this are not gone through, however many bluff.
const MAX_DOUBTS: usize = 48;

impl Foresee for Ardor {
    /// The round happens, and does not end.
    fn resolve(&self, state: &mut State, choice: Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        Turn { rules: self, state, dice, log, ends: false }.act(choice);
    }

    fn foresee(&self, state: &mut State, choice: Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        if !self.has_steps(state, choice) {
            return self.resolve(state, choice, dice, log);
        }
        let mut stage = Stage::Beginning;
        while stage != Stage::Over {
            stage = self.step(state, choice, stage, dice, log);
        }
    }

    /// An intent's odds see it through by themselves.
    fn unresolved(&self, _state: &State) -> bool {
        false
    }

    /// Until the round is over; and in it everybody acts, not only whose odds they are.
    fn is_pending(&self, state: &State, choice: Choice) -> bool {
        self.has_steps(state, choice) && state.phase != Phase::Intents && state.committed.has(choice.who)
    }

    fn about(&self, state: &State, choice: Choice) -> Option<Crowd> {
        let look = || self.look_ahead(&mut state.clone(), choice, &mut Seeded::new(0), &mut Null);
        self.has_steps(state, choice).then(|| look().touched.widen())
    }

    /// Whoever has stated nothing looks to themselves, and nobody takes an Arduous Action.
    fn presumed(&self, state: &State, who: Who) -> Option<Choice> {
        match state.phase {
            Phase::Commit => Some(who.does(Deed::Commit { action: presumed(state, who), careful: false })),
            Phase::Arduous if state.discovering.has(who) => {
                Some(who.does(Deed::Later { which: self.offered(state, who).next()? }))
            }
            Phase::Arduous => Some(who.does(Deed::Pass)),
            Phase::Before | Phase::Intents => None,
        }
    }

    fn has_steps(&self, _state: &State, choice: Choice) -> bool {
        matches!(choice.deed, Deed::Commit { .. } | Deed::Arduous { .. } | Deed::Pass)
    }

    /// The round with all that is rolled in it but damage, without those who only strike; then these one after the other,
    /// and then the damage to one after the other.
    fn step(
        &self,
        state: &mut State,
        choice: Choice,
        stage: Stage,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) -> Stage {
        let left = match stage {
            Stage::Beginning => {
                let lasts = state.lasts;
                let Ahead { touched, later } = self.look_ahead(state, choice, dice, log);
                Resolution::<_, _, true>::new(self, state, dice, log, touched).play();
                self.keep_conditions(state, touched, &lasts);
                // From here on only those are committed who have still to strike.
                let struck = later.fold(Band::NONE, |all, one| all | self.struck_by(state, one)) & touched;
                state.committed = later;
                let hurt: Band = touched.filter(|&who| state.pool[who] != [0; 2]).collect();
                (later | struck | hurt).widen()
            }
            Stage::Left(crowd) if !state.committed.is_empty() => {
                let Some(one) = state.committed.first() else { return Stage::Over };
                let others = state.committed - Band::one(one);
                let on = self.struck_by(state, one).filter(|&who| crowd.has(who)).collect();
                self.strike_alone(state, one, on, dice, log);
                state.committed = others;
                crowd - Crowd::one(one)
            }
            Stage::Left(crowd) => {
                let Some(who) = crowd.first() else { return Stage::Over };
                for (count, sides) in std::mem::take(&mut state.pool[who]).into_iter().zip([6, 4]) {
                    if count > 0 {
                        let throw = dice.roll(Why::table("damage"), Roll::pool(count, sides));
                        state.harm[who] += throw.value.clamp(0, 999) as i16;
                    }
                }
                crowd - Crowd::one(who)
            }
            Stage::Over => Crowd::NONE,
        };
        if left.is_empty() { Stage::Over } else { Stage::Left(left) }
    }

    fn settled(&self, before: &State, _choice: Choice, stage: Stage) -> Crowd {
        match stage {
            Stage::Left(left) => self.everyone(before) - left,
            Stage::Beginning | Stage::Over => Crowd::NONE,
        }
    }

    /// Nothing counts any more but the dice that are still to be rolled, and those whom they hurt.
    fn forget(&self, before: &State, state: &mut State, _choice: Choice, stage: Stage) {
        let Stage::Left(left) = stage else { return };
        let after = std::mem::replace(state, before.clone());
        state.committed = after.committed;
        for who in left {
            (state.health[who], state.harm[who]) = (after.health[who], after.harm[who]);
            state.pool[who] = after.pool[who];
            state.standing.put(who, after.standing.has(who));
            state.down.put(who, after.down.has(who));
            for condition in Condition::ALL {
                state.set_condition(who, condition, after.lasts[who][condition as usize]);
            }
        }
    }

    fn doubts(&self, state: &State, choice: Choice) -> Doubts<State> {
        match choice.deed {
            Deed::Commit { action, .. } => Doubts {
                presumed: self.presumed_of(state, choice.who, action),
                instead: self.instead(state, choice.who, action),
            },
            Deed::Arduous { .. } | Deed::Pass => {
                let others = state.asked - Band::one(choice.who);
                let presumed = (!others.is_empty()).then(|| "nobody else takes an Arduous Action".to_owned());
                Doubts { presumed: presumed.into_iter().collect(), instead: Vec::new() }
            }
            _ => Doubts { presumed: Vec::new(), instead: Vec::new() },
        }
    }

    fn answer(&self, _state: &State, choice: Choice) -> Option<(&'static str, &'static str)> {
        match choice.deed {
            Deed::Pass => Some(("arduous", "no")),
            _ => None,
        }
    }

    fn mark(&self, event: &Event) -> Mark {
        match *event {
            // Friends who are hit as well are no success.
            Event::Struck { who, blow: Blow { hit: Hit::Full, friendly: false, .. }, .. } => {
                Mark::SuccessBy(who)
            }
            Event::Handled { who, success: true, .. } => Mark::SuccessBy(who),
            Event::Recovered { who, by, success: true, .. } => Mark::SuccessBy(by.unwrap_or(who)),
            _ => Mark::Nothing,
        }
    }

    fn plights(&self, state: &State, who: Who, out: &mut Vec<Plight>) {
        for condition in
            Condition::ALL.into_iter().filter(|&condition| state.lasts[who][condition as usize] > 0)
        {
            // This round's end is still to come.
            let rounds = state.lasts[who][condition as usize].saturating_sub(1).max(1);
            let worth = worth_of_condition(condition, rounds);
            out.push(Plight {
                name: condition.name(),
                worth: if condition.is_good() { worth } else { -worth },
            });
        }
    }

    fn turn_of(&self, state: &State, who: Who) -> Option<State> {
        let mut turn = state.clone();
        (turn.phase, turn.asked) = (Phase::Commit, Band::one(who));
        turn.committed.remove(who);
        Some(turn)
    }
}

/// What is looked at of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Ahead {
    /// Whom it is about.
    touched: Band,
    /// Those who strike at one of these, and roll afterwards.
    later: Band,
}

impl Ahead {
    const fn at_once(touched: Band) -> Ahead {
        Ahead { touched, later: Band::NONE }
    }
}

impl Ardor {
    /// Everything up to the moment at which the round is resolved.
    fn look_ahead(
        &self,
        state: &mut State,
        Choice { who, deed }: Choice,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) -> Ahead {
        match deed {
            Deed::Commit { action, careful } if state.rollers.has(who) => {
                let others = state.players() - Band::one(who);
                let silent = others - state.committed;
                let mut turn = Turn { rules: self, state, dice, log, ends: false };
                silent.for_each(|one| turn.take_in(one, presumed(turn.state, one), false));
                turn.take_in(who, action, careful);
                let touched = self.touched(turn.state, who);
                let matter = others & self.bearing(turn.state, touched);
                let later: Band =
                    matter.filter(|&one| self.may_strike_later(turn.state, one, touched)).collect();
                let rolls = (matter - later).with(who);
                turn.state.committed -= others - rolls;
                for one in rolls {
                    turn.pay(one, turn.state.intent[one]);
                    turn.roll(one, false);
                }
                Ahead { touched, later }
            }
            // Thought of out of turn (what could it do to us?): it does not roll, and whom it goes for does, with
            // nothing in mind.
            Deed::Commit { action, .. } => {
                let mut turn = Turn { rules: self, state, dice, log, ends: false };
                turn.take_in(who, action, false);
                turn.state.score[who] = self.bonus(turn.state, who, action);
                turn.state.committed = Band::one(who);
                let touched = self.touched(turn.state, who);
                for one in touched & turn.state.rollers & (turn.state.standing - Band::one(who)) {
                    turn.take_in(one, Action::Nothing, false);
                    turn.roll(one, false);
                }
                Ahead::at_once(touched)
            }
            Deed::Arduous { action, careful } => {
                state.second[who] = action;
                state.doubled.insert(who);
                state.careful[1].put(who, careful);
                Ahead::at_once(self.in_sight(state, who))
            }
            _ => Ahead::at_once(self.in_sight(state, who)),
        }
    }

    /// Those at whom somebody strikes: with a weapon, or with an ability that has to be better than they are.
    fn struck_by(&self, state: &State, one: Who) -> Band {
        match state.intent[one] {
            Action::Ability { which, on, .. } => {
                let strikes =
                    |ability: &&Ability| ability.takes.is_contested() && self.feature(which).is_none();
                let found = self.ability(state, one, which).filter(strikes);
                found.map_or(Band::NONE, |_| self.taken_by(state, one, which, on))
            }
            action => action.target().into_iter().collect(),
        }
    }

    /// Does `one` only strike, with the same effect whenever in the round that happens and whatever else does? Such a blow
    /// depends on nothing but its own score and those of people who do not roll and stay where they are.
    fn may_strike_later(&self, state: &State, one: Who, touched: Band) -> bool {
        let action = state.intent[one];
        let struck = self.struck_by(state, one) & touched;
        let walks = |who: Who| state.intent[who].destination().is_some();
        let shows = |effect: Effect| {
            effect.pushes()
                || matches!(effect.condition, Some((Condition::Guarded, _)))
                || effect.heal.is_some()
        };
        let plain = match action {
            Action::Ability { which, .. } => self
                .ability(state, one, which)
                .is_some_and(|ability| ![ability.full, ability.glancing].into_iter().any(shows)),
            _ => true,
        };
        plain
            && !struck.is_empty()
            && struck.is_within((state.standing - state.rollers) & state.committed)
            && !struck.any(walks)
            && !touched.has(one)
            && state.standing.has(one)
            && state.unaware.is_empty()
            && state.doubled.is_empty()
            && !self.may_hurt_friends(state, one, action, false)
            && !(walks(one) && self.opens(state, one, action))
            && !(state.committed - Band::one(one))
                .any(|by| self.meddles(state, by, struck, Band::one(one).only_if(walks(one))))
    }

    /// Does `by` get in the way of a blow: by standing in for those who are struck, by holding or pushing one of them or
    /// whoever strikes, or by shutting the way of those who walk?
    fn meddles(&self, state: &State, by: Who, struck: Band, walking: Band) -> bool {
        match state.intent[by] {
            Action::DefendOther { ward } => struck.has(ward),
            Action::Ability { which, on, .. } => {
                self.holds(state, by, which) && self.taken_by(state, by, which, on).meets(struck | walking)
            }
            Action::Defend { bar: Some(_) } | Action::Door { .. } => !walking.is_empty(),
            _ => false,
        }
    }

    /// Rolls for one of those who strike later, and lets the blow fall on some.
    fn strike_alone(
        &self,
        state: &mut State,
        one: Who,
        on: Band,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        let lasts = state.lasts;
        state.committed = Band::one(one);
        let mut turn = Turn { rules: self, state, dice, log, ends: false };
        turn.pay(one, turn.state.intent[one]);
        turn.roll(one, false);
        let defending = on.filter(|&who| matches!(state.intent[who], Action::Defend { .. })).collect();
        let mut blow = Resolution::<_, _, true>::new(self, state, dice, log, on);
        blow.defending = defending;
        blow.play();
        self.keep_conditions(state, on, &lasts);
    }

    /// What is done to others counts only for what they do: their own scores were not rolled for it.
    fn keep_conditions(&self, state: &mut State, touched: Band, lasts: &Each<[u8; Condition::COUNT]>) {
        for who in state.present() - touched {
            for condition in Condition::ALL {
                state.set_condition(who, condition, lasts[who][condition as usize]);
            }
        }
    }

    /// Everybody: when all scores are known, the whole round can be told.
    fn in_sight(&self, state: &State, who: Who) -> Band {
        state.present() - self.unperceived(state, who)
    }

    /// Those on whom the actions of `who` bear, and `who` first of all.
    fn touched(&self, state: &State, who: Who) -> Band {
        let mut touched = Band::one(who);
        for (action, second) in self.actions_of(state, who) {
            match action {
                Action::DefendOther { ward: one } | Action::Tend { patient: one } => touched.insert(one),
                Action::Ability { which, on, .. } => touched |= self.taken_by(state, who, which, on),
                _ => action.target().into_iter().for_each(|target| touched.insert(target)),
            }
            if self.may_hurt_friends(state, who, action, second) {
                touched |= state.friends(who) & state.standing & state.at[self.starts(state, who, second)];
            }
        }
        touched
    }

    /// Everybody whom an ability takes: in an area those too who are on their way there.
    fn taken_by(&self, state: &State, who: Who, which: u8, on: u8) -> Band {
        let Some(ability) = self.ability(state, who, which) else { return Band::NONE };
        if !ability.area {
            return Band::one(Who(on));
        }
        let goes_there =
            |one: &Who| self.actions_of(state, *one).any(|(action, _)| action.entered().any(|to| to == on));
        let coming: Band = (state.committed & state.standing).filter(goes_there).collect();
        (state.at[on] | coming | self.pushed_to(state, on)) & self.takes(state, who, ability)
    }

    fn actions_of(&self, state: &State, who: Who) -> impl Iterator<Item = (Action, bool)> {
        let second = state.doubled.has(who).then(|| (state.second[who], true));
        [(state.intent[who], false)].into_iter().chain(second)
    }

    fn may_hurt_friends(&self, state: &State, who: Who, action: Action, second: bool) -> bool {
        let careful = state.careful[usize::from(second)].has(who);
        let threat = self.threat(state, who, action, second, careful);
        threat.is_some_and(|(which, _)| self.fumble(which).hurts_friend.is_some())
    }

    /// Those whose actions, or how well they go, make a difference to these: directly, or by what they do to others who
    /// make one.
    fn bearing(&self, state: &State, touched: Band) -> Band {
        let mut known = touched;
        loop {
            let more: Band =
                (state.committed - known).filter(|&one| self.bears(state, one, touched, known)).collect();
            if more.is_empty() {
                return known;
            }
            known |= more;
        }
    }

    /// Does what somebody does make a difference to `touched`? `known` are those who are known to make one.
    fn bears(&self, state: &State, one: Who, touched: Band, known: Band) -> bool {
        self.actions_of(state, one).any(|(action, second)| {
            let aimed = match action {
                Action::Ability { which, on, .. } => {
                    // Damage shows at the end of the round: only what holds or pushes somebody changes what they do. At a
                    // door anybody who stands there may be in the way.
                    let handles = |who: Who| matches!(state.intent[who], Action::Door { .. });
                    let held = match self.holds(state, one, which) {
                        true if state.committed.any(handles) => state.present(),
                        true => known,
                        false => touched,
                    };
                    // Who comes first to what can be used once leaves nothing for the others.
                    let scarce = self.feature(which).is_some_and(|feature| feature.uses != Feature::ENDLESS);
                    scarce || self.taken_by(state, one, which, on).meets(held)
                }
                Action::DefendOther { ward: other } | Action::Tend { patient: other } => known.has(other),
                Action::Defend { bar: Some(_) } | Action::Door { .. } => true,
                _ => action.target().is_some_and(|target| touched.has(target)),
            };
            aimed || self.opens(state, one, action) || self.may_hurt_friends(state, one, action, second)
        })
    }

    /// Does an ability do more than damage: something that shows in this round?
    fn holds(&self, state: &State, who: Who, which: u8) -> bool {
        let shows = |effect: Effect| effect.condition.is_some() || effect.pushes();
        self.ability(state, who, which)
            .is_some_and(|ability| [ability.full, ability.glancing].into_iter().any(shows))
    }

    /// Does somebody go through a door that is shut?
    fn opens(&self, state: &State, one: Who, action: Action) -> bool {
        let from = [state.zone[one]].into_iter().chain(action.entered());
        from.zip(action.entered()).any(|(from, to)| self.shut_door(state, from, to).is_some())
    }
}

/// What somebody is taken to do who has stated nothing.
fn presumed(state: &State, who: Who) -> Action {
    if state.down.has(who) { Action::Rise { surge: false } } else { Action::Defend { bar: None } }
}

/// What of a foe's intent makes a difference to one combatant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Upshot {
    kind: Kind,
    ranged: bool,
    ability: Option<u8>,
    concerns: bool,
    to: Option<u8>,
    bar: Option<u8>,
}

impl Ardor {
    /// Foes who may mean something else than they show.
    fn dubious(&self, state: &State, who: Who) -> Band {
        state.bluffers & state.foes(who) & state.standing & state.committed
    }

    /// What is taken for granted, in words.
    fn presumed_of(&self, state: &State, who: Who, action: Action) -> Vec<String> {
        let name = |who| self.name(state, who);
        if !state.rollers.has(who) {
            let target = action.target();
            return target.map(|target| format!("{} does nothing", name(target))).into_iter().collect();
        }
        let mut all = Vec::new();
        let silent = state.players() - state.committed - Band::one(who);
        if !silent.is_empty() {
            let names: Vec<String> = silent.map(name).collect();
            all.push(format!("who has stated nothing yet defends or rises: {}", names.join(", ")));
        }
        all.extend(self.dubious(state, who).map(|foe| self.doubt(state, foe, who, action)));
        all
    }

    /// What is thought of one that may be bluffing.
    fn doubt(&self, state: &State, foe: Who, who: Who, action: Action) -> String {
        let (shown, supposed) = (state.shown[foe], state.intent[foe]);
        let words = |action| self.action_words(state, foe, action, self.map_of(state, who));
        let name = self.name(state, foe);
        let taken = match shown == supposed {
            true => format!("{name} does what it shows ({})", words(shown)),
            false => {
                let (shown, supposed) = (words(shown), words(supposed));
                format!("{name} cannot mean to {shown} with its score; it may {supposed}")
            }
        };
        match self.could_mean(state, foe, who, action).len() {
            1 => format!("{taken}; its score allows nothing else"),
            many => format!("{taken}; the range covers the {many} things that its score allows"),
        }
    }

    /// What `foe` could really intend, as far as it makes a difference to `who`: all that fits the score that is seen.
    fn could_mean(&self, state: &State, foe: Who, who: Who, action: Action) -> Vec<Action> {
        let mut asking = state.clone();
        asking.intent[who] = action;
        let mine = self.touched(&asking, who);
        let mut found: Vec<(Upshot, Action)> = Vec::new();
        for action in self.fitting(state, foe) {
            let upshot = self.upshot(state, foe, action, mine);
            if !found.iter().any(|(known, _)| *known == upshot) {
                found.push((upshot, action));
            }
        }
        found.into_iter().map(|(_, action)| action).collect()
    }

    fn upshot(&self, state: &State, foe: Who, action: Action, mine: Band) -> Upshot {
        let (ability, hits) = match action {
            Action::Ability { which, on, .. } => {
                let area = self.ability(state, foe, which).is_some_and(|ability| ability.area);
                (Some(which), if area { state.at[on] } else { Band::one(Who(on)) })
            }
            _ => (None, action.target().into_iter().collect()),
        };
        let bar = match action {
            Action::Defend { bar } => bar,
            _ => None,
        };
        let (kind, ranged) = (action.kind(), action.is_ranged());
        let to = action.destination().or_else(|| self.pushes_to(state, foe, action));
        Upshot { kind, ranged, ability, concerns: hits.meets(mine), to, bar }
    }

    /// The table as it would be if those who bluff meant something else.
    fn instead(&self, state: &State, who: Who, action: Action) -> Vec<State> {
        let mut all = Vec::new();
        for foe in self.dubious(state, who) {
            let could = self.could_mean(state, foe, who, action);
            let before: Vec<State> =
                if all.is_empty() { vec![state.clone()] } else { std::mem::take(&mut all) };
            for base in &before {
                for &action in could.iter().take(MAX_DOUBTS / before.len().max(1)) {
                    let mut other = base.clone();
                    other.intent[foe] = action;
                    all.push(other);
                }
            }
        }
        all
    }
}
