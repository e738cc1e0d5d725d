//! A trek and the fight that is open in it, as one game.

use std::marker::PhantomData;

use fracas_dice::{Dice, Seeded};
use fracas_kernel::{
    Allow, Ask, Beat, Bond, ChoiceView, Crowd, Demand, Doubts, Fate, Foresee, Gauge, Judge, Judgement, Know,
    Line, Log, Made, Mark, Narrate, Offer, Outcome, Play, Plight, Ponder, Refusal, Repertoire, Report, Rules,
    Seat, Show, Side, Stage, TableView, Tell, Telling, Temper, Think, Unit, Vital, Whim, Who, any_dice,
    any_log,
};
use serde::{Deserialize, Serialize};

use crate::{Place, Whereabouts};

/// The time between fights, by a system's own rules. As [`Rules`] it knows the heroes only, by the numbers that they
/// have in every fight; it gives its own `time`, `scene` and `party_file`.
pub trait Trek: Rules {
    type Fight: Rules;

    /// The rules of every fight that there can be: one for each field on which it may be fought, at least one.
    fn fights(&self) -> &[Self::Fight];

    /// Which of them has to be fought before the trek goes on. While it is, the trek is asked for nothing.
    fn fight(&self, state: &Self::State) -> Option<usize>;

    /// That fight at its start, with the party as it is now. Heroes keep their numbers; those who are not there are
    /// dead or gone in it.
    fn enter(&self, state: &Self::State) -> <Self::Fight as Play>::State;

    /// Takes over how the heroes are in that fight now: wounds, what was used up, the dead. It is called for as before.
    fn take_back(&self, state: &mut Self::State, fight: &<Self::Fight as Play>::State);

    /// Takes back how the fight went, with all that follows from it. Afterwards it is no longer called for.
    fn leave(
        &self,
        state: &mut Self::State,
        fight: &<Self::Fight as Play>::State,
        outcome: Outcome,
        log: &mut impl Log<Self::Event>,
    );

    /// The clock, light and supplies, in a fight too.
    fn gauges(&self, state: &Self::State) -> Vec<Gauge>;

    /// The place that is explored, and what the party knows of it.
    fn place(&self) -> &Place;
    fn here<'a>(&self, state: &'a Self::State) -> &'a Whereabouts;
}

/// A trek played together with its fights.
#[derive(Clone, Debug)]
pub struct Adventure<T>(pub T);

type FightState<T> = <<T as Trek>::Fight as Play>::State;

#[derive(Serialize, Deserialize)]
#[serde(bound = "")]
pub struct State<T: Trek> {
    pub trek: T::State,
    /// The fight that goes on, or the last one as it ended, until the trek goes on: the log still speaks of it.
    pub fight: Option<Fought<FightState<T>>>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Fought<S> {
    /// Its place among [`Trek::fights`].
    pub number: usize,
    pub state: S,
}

impl<T: Trek> Clone for State<T> {
    fn clone(&self) -> Self {
        State { trek: self.trek.clone(), fight: self.fight.clone() }
    }
}

impl<T: Trek> PartialEq for State<T> {
    fn eq(&self, other: &Self) -> bool {
        self.trek == other.trek && self.fight == other.fight
    }
}

impl<T: Trek> std::fmt::Debug for State<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("State").field("trek", &self.trek).field("fight", &self.fight).finish()
    }
}

/// Something of the trek, or of a fight in it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Either<A, B> {
    Trek(A),
    Fight(B),
}

impl<A: Made, B: Made> Made for Either<A, B> {
    #[inline]
    fn who(self) -> Who {
        match self {
            Either::Trek(choice) => choice.who(),
            Either::Fight(choice) => choice.who(),
        }
    }
}

pub type Choice<T> = Either<<T as Play>::Choice, <<T as Trek>::Fight as Play>::Choice>;
pub type Event<T> = Either<<T as Play>::Event, <<T as Trek>::Fight as Play>::Event>;

/// Logs for one half, which write into that of the whole.
struct OfTheTrek<'a, T, L>(&'a mut L, PhantomData<T>);
struct OfTheFight<'a, T, L>(&'a mut L, PhantomData<T>);

impl<T: Trek, L: Log<Event<T>>> Log<T::Event> for OfTheTrek<'_, T, L> {
    #[inline]
    fn tell(&mut self, event: T::Event) {
        self.0.tell(Either::Trek(event));
    }
}

impl<T: Trek, L: Log<Event<T>>> Log<<T::Fight as Play>::Event> for OfTheFight<'_, T, L> {
    #[inline]
    fn tell(&mut self, event: <T::Fight as Play>::Event) {
        self.0.tell(Either::Fight(event));
    }
}

/// A trek or a fight, with its state and a choice in it.
enum Half<'a, T: Trek> {
    Way(&'a T, &'a mut T::State, T::Choice),
    Fight(&'a T::Fight, &'a mut FightState<T>, <T::Fight as Play>::Choice),
}

/// No trek opens this many fights at once: it keeps a broken one from hanging.
const AT_A_STROKE: usize = 8;

impl<T: Trek> Adventure<T> {
    /// The fight that goes on now.
    fn fight<'a>(&'a self, state: &'a State<T>) -> Option<(&'a T::Fight, &'a FightState<T>)> {
        self.0.fight(&state.trek)?;
        let fought = state.fight.as_ref()?;
        Some((self.0.fights().get(fought.number)?, &fought.state))
    }

    /// The trek with the heroes as they are now, in the middle of a fight too.
    fn trek_now(&self, state: &State<T>) -> T::State {
        let mut trek = state.trek.clone();
        if let Some((_, fight)) = self.fight(state) {
            self.0.take_back(&mut trek, fight);
        }
        trek
    }

    /// A choice in which somebody who knows the place names zones by their ids, as the table takes it now: see
    /// [`Place::handle`].
    pub fn in_sight(&self, state: &State<T>, text: &str) -> String {
        let (place, here) = (self.0.place(), self.0.here(&state.trek));
        let word =
            |word: &str| place.find_zone(word).map_or(word.to_owned(), |zone| place.handle(here, zone));
        text.split(' ').map(word).collect::<Vec<_>>().join(" ")
    }

    /// For what a fight's rules say without a state.
    fn any_fight(&self) -> &T::Fight {
        &self.0.fights()[0]
    }

    /// Opens what the trek calls for, and closes what is over.
    fn settle(&self, state: &mut State<T>, log: &mut impl Log<Event<T>>) {
        for _ in 0..AT_A_STROKE {
            let Some(number) = self.0.fight(&state.trek) else { return };
            let fought =
                state.fight.get_or_insert_with(|| Fought { number, state: self.0.enter(&state.trek) });
            let Some(rules) = self.0.fights().get(fought.number) else { return };
            let Ask::Over(outcome) = rules.ask(&fought.state) else { return };
            self.0.leave(&mut state.trek, &fought.state, outcome, &mut OfTheTrek(log, PhantomData::<T>));
            if self.0.fight(&state.trek).is_some() {
                state.fight = None;
            }
        }
    }

    fn in_the_way() -> Refusal {
        Refusal::new("not while a fight goes on")
    }

    /// The half that a choice belongs to, if it is the one that goes on now.
    fn half<'a>(&'a self, state: &'a mut State<T>, choice: Choice<T>) -> Option<Half<'a, T>> {
        let fighting = self.0.fight(&state.trek).is_some();
        match choice {
            Either::Trek(choice) if !fighting => {
                state.fight = None;
                Some(Half::Way(&self.0, &mut state.trek, choice))
            }
            Either::Fight(choice) if fighting => {
                let fought = state.fight.as_mut()?;
                Some(Half::Fight(self.0.fights().get(fought.number)?, &mut fought.state, choice))
            }
            _ => None,
        }
    }

    fn states<'a>(&self, telling: &Telling<'a, State<T>>) -> Option<(&T::Fight, Telling<'a, FightState<T>>)> {
        let after = telling.state.fight.as_ref().or(telling.before.fight.as_ref())?;
        let before = telling.before.fight.as_ref().filter(|before| before.number == after.number);
        let before = before.unwrap_or(after);
        let rules = self.0.fights().get(after.number)?;
        let told =
            Telling { before: &before.state, state: &after.state, seat: telling.seat, rolls: telling.rolls };
        Some((rules, told))
    }
}

/// What the half that goes on now says: the fight, or else the trek.
macro_rules! ask {
    ($adventure:ident, $state:ident, $method:ident $(, $argument:expr)*) => {
        match $adventure.fight($state) {
            Some((rules, fight)) => rules.$method(fight $(, $argument)*),
            None => $adventure.0.$method(&$state.trek $(, $argument)*),
        }
    };
}

/// What the half says that a choice belongs to, or the last if it is not the one that goes on now.
macro_rules! ask_of {
    ($adventure:ident, $state:ident, $choice:ident, $method:ident $(, $argument:expr)*; $otherwise:expr) => {
        match ($choice, $adventure.fight($state)) {
            (Either::Fight(choice), Some((rules, fight))) => rules.$method(fight, choice $(, $argument)*),
            (Either::Trek(choice), None) => $adventure.0.$method(&$state.trek, choice $(, $argument)*),
            _ => $otherwise,
        }
    };
}

/// The list of the half that goes on now.
macro_rules! list {
    ($adventure:ident, $state:ident, $out:ident, $method:ident) => {
        $out.clear();
        match $adventure.fight($state) {
            Some((rules, fight)) => {
                let mut listed = Vec::new();
                rules.$method(fight, &mut listed);
                $out.extend(listed.into_iter().map(Either::Fight));
            }
            None => {
                let mut listed = Vec::new();
                $adventure.0.$method(&$state.trek, &mut listed);
                $out.extend(listed.into_iter().map(Either::Trek));
            }
        }
    };
}

/// Lets the half that a choice belongs to carry it out.
macro_rules! carry_out {
    ($adventure:ident, $state:ident, $choice:ident, $method:ident, $dice:ident, $log:ident) => {
        match $adventure.half($state, $choice) {
            Some(Half::Way(rules, state, choice)) => {
                rules.$method(state, choice, $dice, &mut OfTheTrek::<T, _>($log, PhantomData))
            }
            Some(Half::Fight(rules, state, choice)) => {
                rules.$method(state, choice, $dice, &mut OfTheFight::<T, _>($log, PhantomData))
            }
            None => {}
        }
    };
}

impl<T: Trek> Play for Adventure<T> {
    type State = State<T>;
    type Choice = Choice<T>;
    type Event = Event<T>;
    const SYSTEM: &'static str = T::SYSTEM;

    fn start(&self) -> State<T> {
        State { trek: self.0.start(), fight: None }
    }

    fn ask(&self, state: &State<T>) -> Ask {
        ask!(self, state, ask)
    }

    fn awaited(&self, state: &State<T>) -> Crowd {
        ask!(self, state, awaited)
    }

    fn apply(
        &self,
        state: &mut State<T>,
        choice: Choice<T>,
        dice: &mut impl Dice,
        log: &mut impl Log<Event<T>>,
    ) {
        carry_out!(self, state, choice, apply, dice, log);
        self.settle(state, log);
    }

    fn everyone(&self, state: &State<T>) -> Crowd {
        ask!(self, state, everyone)
    }

    fn side(&self, state: &State<T>, who: Who) -> Side {
        ask!(self, state, side, who)
    }

    fn vital(&self, state: &State<T>, who: Who) -> Vital {
        ask!(self, state, vital, who)
    }

    fn standing(&self, state: &State<T>) -> Crowd {
        ask!(self, state, standing)
    }

    /// The round of the fight; 0 between fights.
    fn round(&self, state: &State<T>) -> u32 {
        self.fight(state).map_or(0, |(rules, fight)| rules.round(fight))
    }
}

impl<T: Trek> Offer for Adventure<T> {
    fn choices(&self, state: &State<T>, out: &mut Vec<Choice<T>>) {
        list!(self, state, out, choices);
    }

    fn conceivable(&self, state: &State<T>, out: &mut Vec<Choice<T>>) {
        list!(self, state, out, conceivable);
    }
}

impl<T: Trek> Allow for Adventure<T> {
    fn legal(&self, state: &State<T>, choice: Choice<T>) -> Result<(), Refusal> {
        match (choice, self.fight(state)) {
            (Either::Trek(choice), None) => self.0.legal(&state.trek, choice),
            (Either::Fight(choice), Some((rules, fight))) => rules.legal(fight, choice),
            (Either::Trek(_), Some(_)) => Err(Self::in_the_way()),
            (Either::Fight(_), None) => Err(Refusal::new("no fight goes on")),
        }
    }
}

impl<T: Trek> Think for Adventure<T> {
    fn instinct(&self, state: &State<T>, asked: Crowd, whim: &mut Whim) -> Choice<T> {
        match self.fight(state) {
            Some((rules, fight)) => Either::Fight(rules.instinct(fight, asked, whim)),
            None => Either::Trek(self.0.instinct(&state.trek, asked, whim)),
        }
    }

    fn nature(&self, state: &State<T>, who: Who) -> Temper {
        self.fight(state).map_or(Temper::Steady, |(rules, fight)| rules.nature(fight, who))
    }

    fn instinct_as(&self, state: &State<T>, asked: Crowd, temper: Temper, whim: &mut Whim) -> Choice<T> {
        match self.fight(state) {
            Some((rules, fight)) => Either::Fight(rules.instinct_as(fight, asked, temper, whim)),
            None => self.instinct(state, asked, whim),
        }
    }

    fn follow_instinct(
        &self,
        state: &mut State<T>,
        asked: Crowd,
        whim: &mut Whim,
        dice: &mut impl Dice,
        log: &mut impl Log<Event<T>>,
    ) {
        if self.0.fight(&state.trek).is_some()
            && let Some(fought) = &mut state.fight
            && let Some(rules) = self.0.fights().get(fought.number)
        {
            let log = &mut OfTheFight::<T, _>(log, PhantomData);
            rules.follow_instinct(&mut fought.state, asked, whim, dice, log);
        } else {
            state.fight = None;
            let log = &mut OfTheTrek::<T, _>(log, PhantomData);
            self.0.follow_instinct(&mut state.trek, asked, whim, dice, log);
        }
        self.settle(state, log);
    }
}

/// Minds look to the end of the fight that goes on, and no further.
impl<T: Trek> Ponder for Adventure<T> {
    fn worth(&self, state: &State<T>, who: Who) -> f32 {
        let fought = state.fight.as_ref();
        let fight = fought.and_then(|fought| Some((self.0.fights().get(fought.number)?, &fought.state)));
        fight.map_or(0.0, |(rules, fight)| rules.worth(fight, who))
    }

    fn suppose(&self, known: &State<T>, side: Side, whim: &mut Whim) -> State<T> {
        let mut maybe = known.clone();
        if let Some((rules, fight)) = self.fight(known)
            && let Some(fought) = &mut maybe.fight
        {
            fought.state = rules.suppose(fight, side, whim);
        }
        maybe
    }

    fn rest(&self, state: &State<T>, who: Who) -> Option<Choice<T>> {
        let (rules, fight) = self.fight(state)?;
        rules.rest(fight, who).map(Either::Fight)
    }

    fn narrow(&self, state: &State<T>, choices: &mut Vec<Choice<T>>) {
        let Some((rules, fight)) = self.fight(state) else { return };
        let fights = choices.iter().filter_map(|choice| match choice {
            Either::Fight(choice) => Some(*choice),
            Either::Trek(_) => None,
        });
        let mut left: Vec<_> = fights.collect();
        rules.narrow(fight, &mut left);
        choices.retain(|choice| matches!(choice, Either::Fight(choice) if left.contains(choice)));
    }

    fn foresight(&self) -> u32 {
        self.any_fight().foresight()
    }

    fn is_weighty(&self, state: &State<T>) -> bool {
        self.fight(state).is_some()
    }

    fn is_far_enough(&self, _from: &State<T>, now: &State<T>) -> bool {
        self.fight(now).is_none()
    }
}

impl<T: Trek> Know for Adventure<T> {
    fn known(&self, state: &State<T>, seat: Seat) -> State<T> {
        let fight = state.fight.as_ref().map(|fought| {
            let known = match self.0.fights().get(fought.number) {
                Some(rules) => rules.known(&fought.state, seat),
                None => fought.state.clone(),
            };
            Fought { number: fought.number, state: known }
        });
        State { trek: self.0.known(&state.trek, seat), fight }
    }
}

impl<T: Trek> Foresee for Adventure<T> {
    fn resolve(
        &self,
        state: &mut State<T>,
        choice: Choice<T>,
        dice: &mut impl Dice,
        log: &mut impl Log<Event<T>>,
    ) {
        carry_out!(self, state, choice, resolve, dice, log)
    }

    fn foresee(
        &self,
        state: &mut State<T>,
        choice: Choice<T>,
        dice: &mut impl Dice,
        log: &mut impl Log<Event<T>>,
    ) {
        carry_out!(self, state, choice, foresee, dice, log)
    }

    fn plights(&self, state: &State<T>, who: Who, out: &mut Vec<Plight>) {
        ask!(self, state, plights, who, out)
    }

    fn parts(&self, state: &State<T>, who: Who, out: &mut Vec<(Unit, i32)>) {
        ask!(self, state, parts, who, out)
    }

    fn doom(&self, state: &State<T>, who: Who) -> Option<&'static str> {
        ask!(self, state, doom, who)
    }

    fn unresolved(&self, state: &State<T>) -> bool {
        ask!(self, state, unresolved)
    }

    fn turn(&self, state: &State<T>) -> u32 {
        ask!(self, state, turn)
    }

    fn is_pending(&self, state: &State<T>, choice: Choice<T>) -> bool {
        ask_of!(self, state, choice, is_pending; false)
    }

    fn about(&self, state: &State<T>, choice: Choice<T>) -> Option<Crowd> {
        ask_of!(self, state, choice, about; None)
    }

    fn has_steps(&self, state: &State<T>, choice: Choice<T>) -> bool {
        ask_of!(self, state, choice, has_steps; false)
    }

    fn step(
        &self,
        state: &mut State<T>,
        choice: Choice<T>,
        stage: Stage,
        dice: &mut impl Dice,
        log: &mut impl Log<Event<T>>,
    ) -> Stage {
        match (choice, &mut state.fight) {
            (Either::Fight(choice), Some(fought)) => match self.0.fights().get(fought.number) {
                Some(rules) => {
                    let log = &mut OfTheFight::<T, _>(log, PhantomData);
                    rules.step(&mut fought.state, choice, stage, dice, log)
                }
                None => Stage::Over,
            },
            (Either::Trek(choice), _) => {
                let log = &mut OfTheTrek::<T, _>(log, PhantomData);
                self.0.step(&mut state.trek, choice, stage, dice, log)
            }
            _ => Stage::Over,
        }
    }

    fn settled(&self, before: &State<T>, choice: Choice<T>, stage: Stage) -> Crowd {
        ask_of!(self, before, choice, settled, stage; Crowd::NONE)
    }

    fn forget(&self, before: &State<T>, state: &mut State<T>, choice: Choice<T>, stage: Stage) {
        match (choice, self.fight(before), &mut state.fight) {
            (Either::Fight(choice), Some((rules, fight)), Some(fought)) => {
                rules.forget(fight, &mut fought.state, choice, stage)
            }
            (Either::Trek(choice), None, _) => self.0.forget(&before.trek, &mut state.trek, choice, stage),
            _ => {}
        }
    }

    fn doubts(&self, state: &State<T>, choice: Choice<T>) -> Doubts<State<T>> {
        match (choice, &state.fight, self.fight(state)) {
            (Either::Fight(choice), Some(fought), Some((rules, fight))) => {
                let Doubts { presumed, instead } = rules.doubts(fight, choice);
                let whole = |other| State {
                    trek: state.trek.clone(),
                    fight: Some(Fought { number: fought.number, state: other }),
                };
                Doubts { presumed, instead: instead.into_iter().map(whole).collect() }
            }
            (Either::Trek(choice), _, None) => {
                let Doubts { presumed, instead } = self.0.doubts(&state.trek, choice);
                let whole = |trek| State { trek, fight: state.fight.clone() };
                Doubts { presumed, instead: instead.into_iter().map(whole).collect() }
            }
            _ => Doubts { presumed: Vec::new(), instead: Vec::new() },
        }
    }

    fn presumed(&self, state: &State<T>, who: Who) -> Option<Choice<T>> {
        match self.fight(state) {
            Some((rules, fight)) => rules.presumed(fight, who).map(Either::Fight),
            None => self.0.presumed(&state.trek, who).map(Either::Trek),
        }
    }

    fn answer(&self, state: &State<T>, choice: Choice<T>) -> Option<(&'static str, &'static str)> {
        ask_of!(self, state, choice, answer; None)
    }

    fn turn_of(&self, state: &State<T>, who: Who) -> Option<State<T>> {
        let (rules, fight) = self.fight(state)?;
        let turn = rules.turn_of(fight, who)?;
        let number = state.fight.as_ref()?.number;
        Some(State { trek: state.trek.clone(), fight: Some(Fought { number, state: turn }) })
    }

    fn mark(&self, event: &Event<T>) -> Mark {
        match event {
            Either::Trek(event) => self.0.mark(event),
            Either::Fight(event) => self.any_fight().mark(event),
        }
    }
}

impl<T: Trek> Tell for Adventure<T> {
    fn title(&self) -> &str {
        self.0.title()
    }

    fn secret(&self, state: &State<T>, choice: Choice<T>) -> bool {
        ask_of!(self, state, choice, secret; false)
    }

    fn id(&self, state: &State<T>, who: Who) -> String {
        ask!(self, state, id, who)
    }

    fn name(&self, state: &State<T>, who: Who) -> String {
        ask!(self, state, name, who)
    }

    fn text(&self, state: &State<T>, choice: Choice<T>) -> String {
        match (choice, self.fight(state)) {
            (Either::Trek(choice), _) => self.0.text(&state.trek, choice),
            (Either::Fight(choice), Some((rules, fight))) => rules.text(fight, choice),
            (Either::Fight(_), None) => String::new(),
        }
    }

    fn describe(&self, state: &State<T>, choice: Choice<T>) -> ChoiceView {
        match (choice, &state.fight) {
            (Either::Fight(choice), Some(fought)) => {
                let rules = self.0.fights().get(fought.number).unwrap_or(self.any_fight());
                rules.describe(&fought.state, choice)
            }
            (Either::Fight(choice), None) => self.any_fight().describe(&self.any_fight().start(), choice),
            (Either::Trek(choice), _) => self.0.describe(&state.trek, choice),
        }
    }
}

impl<T: Trek> Narrate for Adventure<T> {
    fn reveals(&self, event: &Event<T>) -> bool {
        match event {
            Either::Trek(event) => self.0.reveals(event),
            Either::Fight(event) => self.any_fight().reveals(event),
        }
    }

    fn beat(&self, event: &Event<T>) -> Beat {
        match event {
            Either::Trek(event) => self.0.beat(event),
            Either::Fight(event) => self.any_fight().beat(event),
        }
    }

    fn line(&self, telling: &Telling<'_, State<T>>, event: &Event<T>) -> Option<Line> {
        match event {
            Either::Trek(event) => {
                let (before, state) = (&telling.before.trek, &telling.state.trek);
                self.0.line(&Telling { before, state, seat: telling.seat, rolls: telling.rolls }, event)
            }
            Either::Fight(event) => {
                let (rules, telling) = self.states(telling)?;
                rules.line(&telling, event)
            }
        }
    }
}

impl<T: Trek> Show for Adventure<T> {
    fn view(&self, state: &State<T>, seat: Seat) -> TableView {
        let mut view = ask!(self, state, view, seat);
        self.0.title().clone_into(&mut view.title);
        // What a fight is about stands behind what the party has.
        let party = self.0.gauges(&self.trek_now(&self.known(state, seat)));
        view.gauges.retain(|gauge| party.iter().all(|known| known.id != gauge.id));
        view.gauges.splice(..0, party);
        view
    }

    fn bonds(&self, state: &State<T>, seat: Seat) -> Vec<Bond> {
        ask!(self, state, bonds, seat)
    }
}

impl<T: Trek> Judge for Adventure<T> {
    /// What will turn up, what is gone, and who waits somewhere, the party has to find out.
    fn kept_back(&self, state: &State<T>, act: &Judgement) -> bool {
        match act.plain() {
            Judgement::Fate { fate, .. } => *fate != Fate::Now,
            Judgement::Add { .. } => self.fight(state).is_none(),
            _ => false,
        }
    }

    /// What there is in fights, and what there is between them.
    fn repertoire(&self) -> Repertoire {
        let Repertoire { gifts, encounters, checks, decisions, .. } = self.0.repertoire();
        let mut all = Repertoire { gifts, encounters, ..self.any_fight().repertoire() };
        for check in checks {
            if all.checks.iter().all(|known| known.id != check.id) {
                all.checks.push(check);
            }
        }
        for decision in decisions {
            if all.decisions.iter().all(|known| known.id != decision.id) {
                all.decisions.push(decision);
            }
        }
        all
    }

    fn judge(
        &self,
        state: &mut State<T>,
        act: &Judgement,
        log: &mut impl Log<Event<T>>,
    ) -> Result<(), Refusal> {
        let (before, mut unseen) = (state.clone(), Seeded::new(0));
        let (mut dice, mut log) = (any_dice(&mut unseen), any_log(log));
        self.decree(state, act, &mut dice, &mut log)?;
        self.resume(&before, state, act.ends(), &mut dice, &mut log);
        Ok(())
    }

    fn decree(
        &self,
        state: &mut State<T>,
        act: &Judgement,
        dice: &mut impl Dice,
        log: &mut impl Log<Event<T>>,
    ) -> Result<(), Refusal> {
        let fighting = self.0.fight(&state.trek).is_some();
        match (&mut state.fight, fighting && !act.is_about_the_trek()) {
            (Some(fought), true) => {
                let rules = self.0.fights().get(fought.number).ok_or_else(Self::in_the_way)?;
                rules.decree(&mut fought.state, act, dice, &mut OfTheFight(log, PhantomData::<T>))?;
            }
            _ => {
                let ends = matches!(act.plain(), Judgement::EndAdventure { .. });
                let mut next = if ends { self.trek_now(state) } else { state.trek.clone() };
                self.0.decree(&mut next, act, dice, &mut OfTheTrek(log, PhantomData::<T>))?;
                if fighting && !ends && self.0.fight(&next) != self.0.fight(&state.trek) {
                    return Err(Self::in_the_way());
                }
                state.trek = next;
                if !fighting {
                    // What is opened now is another fight than the last one, which is over.
                    state.fight = None;
                }
            }
        }
        Ok(())
    }

    fn resume(
        &self,
        before: &State<T>,
        state: &mut State<T>,
        ended: bool,
        dice: &mut impl Dice,
        log: &mut impl Log<Event<T>>,
    ) {
        if self.fight(before).is_none() {
            let log = &mut OfTheTrek(log, PhantomData::<T>);
            self.0.resume(&before.trek, &mut state.trek, ended, dice, log);
        } else if self.0.fight(&state.trek).is_some()
            && let (Some(was), Some(fought)) = (&before.fight, &mut state.fight)
            && was.state != fought.state
            && let Some(rules) = self.0.fights().get(fought.number)
        {
            let log = &mut OfTheFight(log, PhantomData::<T>);
            rules.resume(&was.state, &mut fought.state, ended, dice, log);
        }
        self.settle(state, log);
    }

    fn demand(
        &self,
        state: &State<T>,
        who: Who,
        check: &str,
        against: Option<i32>,
    ) -> Result<Demand, Refusal> {
        ask!(self, state, demand, who, check, against)
    }

    fn spend(&self, state: &mut State<T>, who: Who, log: &mut impl Log<Event<T>>) -> Result<(), Refusal> {
        if self.0.fight(&state.trek).is_some()
            && let Some(fought) = &mut state.fight
            && let Some(rules) = self.0.fights().get(fought.number)
        {
            return rules.spend(&mut fought.state, who, &mut OfTheFight(log, PhantomData::<T>));
        }
        self.0.spend(&mut state.trek, who, &mut OfTheTrek(log, PhantomData::<T>))
    }
}

impl<T: Trek> Report for Adventure<T> {
    const TIME: &'static str = T::TIME;

    fn reported(&self, state: &State<T>) -> Crowd {
        self.0.everyone(&state.trek)
    }

    fn time(&self, state: &State<T>) -> u32 {
        self.0.time(&state.trek)
    }

    fn scene(&self, state: &State<T>) -> Option<u16> {
        self.0.scene(&state.trek)
    }

    fn fighting(&self, state: &State<T>) -> bool {
        self.fight(state).is_some()
    }

    fn scene_name(&self, scene: u16) -> String {
        self.0.scene_name(scene)
    }

    fn party_file(&self, state: &State<T>) -> Option<String> {
        self.0.party_file(&self.trek_now(state))
    }
}
