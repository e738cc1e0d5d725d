//! A journey and the fight that is open in it, as one game.

use std::marker::PhantomData;

use fracas_dice::Dice;
use fracas_kernel::{
    Allow, Ask, ChoiceView, Crowd, Doubts, Fate, Foresee, Gauge, Judge, Judgement, Know, Line, Log, Made,
    Mark, Narrate, Offer, Outcome, Play, Plight, Refusal, Repertoire, Report, Rules, Seat, Show, Side, Stage,
    TableView, Tell, Telling, Think, Vital, Whim, Who,
};
use serde::{Deserialize, Serialize};

use crate::{Place, Whereabouts};

/// The time between fights, by a system's own rules. As [`Rules`] it knows the heroes only, by the numbers that they
/// have in every fight; it gives its own [`Rules::time`], [`Rules::scene`] and [`Rules::party_file`].
pub trait Journey: Rules {
    type Fight: Rules;

    /// The rules of every fight that there can be: one for each field on which it may be fought, at least one.
    fn fights(&self) -> &[Self::Fight];

    /// Which of them has to be fought before the journey goes on. While it is, the journey is asked for nothing.
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

/// A journey played together with its fights.
#[derive(Clone, Debug)]
pub struct Adventure<J>(pub J);

type FightState<J> = <<J as Journey>::Fight as Play>::State;

#[derive(Serialize, Deserialize)]
#[serde(bound = "")]
pub struct State<J: Journey> {
    pub journey: J::State,
    /// The fight that goes on, or the last one as it ended, until the journey goes on: the log still speaks of it.
    pub fight: Option<Fought<FightState<J>>>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Fought<S> {
    /// Its place among [`Journey::fights`].
    pub number: usize,
    pub state: S,
}

impl<J: Journey> Clone for State<J> {
    fn clone(&self) -> Self {
        State { journey: self.journey.clone(), fight: self.fight.clone() }
    }
}

impl<J: Journey> PartialEq for State<J> {
    fn eq(&self, other: &Self) -> bool {
        self.journey == other.journey && self.fight == other.fight
    }
}

impl<J: Journey> std::fmt::Debug for State<J> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("State").field("journey", &self.journey).field("fight", &self.fight).finish()
    }
}

/// Something of the journey, or of a fight in it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Either<A, B> {
    Way(A),
    Fight(B),
}

impl<A: Made, B: Made> Made for Either<A, B> {
    #[inline]
    fn who(self) -> Who {
        match self {
            Either::Way(choice) => choice.who(),
            Either::Fight(choice) => choice.who(),
        }
    }
}

pub type Choice<J> = Either<<J as Play>::Choice, <<J as Journey>::Fight as Play>::Choice>;
pub type Event<J> = Either<<J as Play>::Event, <<J as Journey>::Fight as Play>::Event>;

/// Logs for one half, which write into that of the whole.
struct OfTheWay<'a, J, L>(&'a mut L, PhantomData<J>);
struct OfTheFight<'a, J, L>(&'a mut L, PhantomData<J>);

impl<J: Journey, L: Log<Event<J>>> Log<J::Event> for OfTheWay<'_, J, L> {
    #[inline]
    fn tell(&mut self, event: J::Event) {
        self.0.tell(Either::Way(event));
    }
}

impl<J: Journey, L: Log<Event<J>>> Log<<J::Fight as Play>::Event> for OfTheFight<'_, J, L> {
    #[inline]
    fn tell(&mut self, event: <J::Fight as Play>::Event) {
        self.0.tell(Either::Fight(event));
    }
}

/// A journey or a fight, with its state and a choice in it.
enum Half<'a, J: Journey> {
    Way(&'a J, &'a mut J::State, J::Choice),
    Fight(&'a J::Fight, &'a mut FightState<J>, <J::Fight as Play>::Choice),
}

/// No trek opens this many fights at once: it keeps a broken one from hanging.
const AT_A_STROKE: usize = 8;

impl<J: Journey> Adventure<J> {
    /// The fight that goes on now.
    fn fight<'a>(&'a self, state: &'a State<J>) -> Option<(&'a J::Fight, &'a FightState<J>)> {
        self.0.fight(&state.journey)?;
        let fought = state.fight.as_ref()?;
        Some((self.0.fights().get(fought.number)?, &fought.state))
    }

    /// The journey with the heroes as they are now, in the middle of a fight too.
    fn journey_now(&self, state: &State<J>) -> J::State {
        let mut journey = state.journey.clone();
        if let Some((_, fight)) = self.fight(state) {
            self.0.take_back(&mut journey, fight);
        }
        journey
    }

    /// A choice in which somebody who knows the place names zones by their ids, as the table takes it now: see
    /// [`Place::handle`].
    pub fn in_sight(&self, state: &State<J>, text: &str) -> String {
        let (place, here) = (self.0.place(), self.0.here(&state.journey));
        let word =
            |word: &str| place.find_zone(word).map_or(word.to_owned(), |zone| place.handle(here, zone));
        text.split(' ').map(word).collect::<Vec<_>>().join(" ")
    }

    /// For what a fight's rules say without a state.
    fn any_fight(&self) -> &J::Fight {
        &self.0.fights()[0]
    }

    /// Opens what the journey calls for, and closes what is over.
    fn settle(&self, state: &mut State<J>, log: &mut impl Log<Event<J>>) {
        for _ in 0..AT_A_STROKE {
            let Some(number) = self.0.fight(&state.journey) else { return };
            let fought =
                state.fight.get_or_insert_with(|| Fought { number, state: self.0.enter(&state.journey) });
            let Some(rules) = self.0.fights().get(fought.number) else { return };
            let Ask::Over(outcome) = rules.ask(&fought.state) else { return };
            self.0.leave(&mut state.journey, &fought.state, outcome, &mut OfTheWay(log, PhantomData::<J>));
            if self.0.fight(&state.journey).is_some() {
                state.fight = None;
            }
        }
    }

    fn in_the_way() -> Refusal {
        Refusal::new("not while a fight goes on")
    }

    /// The half that a choice belongs to, if it is the one that goes on now.
    fn half<'a>(&'a self, state: &'a mut State<J>, choice: Choice<J>) -> Option<Half<'a, J>> {
        let fighting = self.0.fight(&state.journey).is_some();
        match choice {
            Either::Way(choice) if !fighting => {
                state.fight = None;
                Some(Half::Way(&self.0, &mut state.journey, choice))
            }
            Either::Fight(choice) if fighting => {
                let fought = state.fight.as_mut()?;
                Some(Half::Fight(self.0.fights().get(fought.number)?, &mut fought.state, choice))
            }
            _ => None,
        }
    }

    fn states<'a>(&self, telling: &Telling<'a, State<J>>) -> Option<(&J::Fight, Telling<'a, FightState<J>>)> {
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
            None => $adventure.0.$method(&$state.journey $(, $argument)*),
        }
    };
}

/// What the half says that a choice belongs to, or the last if it is not the one that goes on now.
macro_rules! ask_of {
    ($adventure:ident, $state:ident, $choice:ident, $method:ident $(, $argument:expr)*; $otherwise:expr) => {
        match ($choice, $adventure.fight($state)) {
            (Either::Fight(choice), Some((rules, fight))) => rules.$method(fight, choice $(, $argument)*),
            (Either::Way(choice), None) => $adventure.0.$method(&$state.journey, choice $(, $argument)*),
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
                $adventure.0.$method(&$state.journey, &mut listed);
                $out.extend(listed.into_iter().map(Either::Way));
            }
        }
    };
}

/// Lets the half that a choice belongs to carry it out.
macro_rules! carry_out {
    ($adventure:ident, $state:ident, $choice:ident, $method:ident, $dice:ident, $log:ident) => {
        match $adventure.half($state, $choice) {
            Some(Half::Way(rules, state, choice)) => {
                rules.$method(state, choice, $dice, &mut OfTheWay::<J, _>($log, PhantomData))
            }
            Some(Half::Fight(rules, state, choice)) => {
                rules.$method(state, choice, $dice, &mut OfTheFight::<J, _>($log, PhantomData))
            }
            None => {}
        }
    };
}

impl<J: Journey> Play for Adventure<J> {
    type State = State<J>;
    type Choice = Choice<J>;
    type Event = Event<J>;
    const SYSTEM: &'static str = J::SYSTEM;

    fn start(&self) -> State<J> {
        State { journey: self.0.start(), fight: None }
    }

    fn ask(&self, state: &State<J>) -> Ask {
        ask!(self, state, ask)
    }

    fn awaited(&self, state: &State<J>) -> Crowd {
        ask!(self, state, awaited)
    }

    fn apply(
        &self,
        state: &mut State<J>,
        choice: Choice<J>,
        dice: &mut impl Dice,
        log: &mut impl Log<Event<J>>,
    ) {
        carry_out!(self, state, choice, apply, dice, log);
        self.settle(state, log);
    }

    fn everyone(&self, state: &State<J>) -> Crowd {
        ask!(self, state, everyone)
    }

    fn side(&self, state: &State<J>, who: Who) -> Side {
        ask!(self, state, side, who)
    }

    fn vital(&self, state: &State<J>, who: Who) -> Vital {
        ask!(self, state, vital, who)
    }

    fn standing(&self, state: &State<J>) -> Crowd {
        ask!(self, state, standing)
    }

    /// The round of the fight; 0 between fights.
    fn round(&self, state: &State<J>) -> u32 {
        self.fight(state).map_or(0, |(rules, fight)| rules.round(fight))
    }
}

impl<J: Journey> Offer for Adventure<J> {
    fn choices(&self, state: &State<J>, out: &mut Vec<Choice<J>>) {
        list!(self, state, out, choices);
    }

    fn conceivable(&self, state: &State<J>, out: &mut Vec<Choice<J>>) {
        list!(self, state, out, conceivable);
    }
}

impl<J: Journey> Allow for Adventure<J> {
    fn legal(&self, state: &State<J>, choice: Choice<J>) -> Result<(), Refusal> {
        match (choice, self.fight(state)) {
            (Either::Way(choice), None) => self.0.legal(&state.journey, choice),
            (Either::Fight(choice), Some((rules, fight))) => rules.legal(fight, choice),
            (Either::Way(_), Some(_)) => Err(Self::in_the_way()),
            (Either::Fight(_), None) => Err(Refusal::new("no fight goes on")),
        }
    }
}

impl<J: Journey> Think for Adventure<J> {
    fn instinct(&self, state: &State<J>, asked: Crowd, whim: &mut Whim) -> Choice<J> {
        match self.fight(state) {
            Some((rules, fight)) => Either::Fight(rules.instinct(fight, asked, whim)),
            None => Either::Way(self.0.instinct(&state.journey, asked, whim)),
        }
    }

    fn follow_instinct(
        &self,
        state: &mut State<J>,
        asked: Crowd,
        whim: &mut Whim,
        dice: &mut impl Dice,
        log: &mut impl Log<Event<J>>,
    ) {
        if self.0.fight(&state.journey).is_some()
            && let Some(fought) = &mut state.fight
            && let Some(rules) = self.0.fights().get(fought.number)
        {
            let log = &mut OfTheFight::<J, _>(log, PhantomData);
            rules.follow_instinct(&mut fought.state, asked, whim, dice, log);
        } else {
            state.fight = None;
            let log = &mut OfTheWay::<J, _>(log, PhantomData);
            self.0.follow_instinct(&mut state.journey, asked, whim, dice, log);
        }
        self.settle(state, log);
    }
}

impl<J: Journey> Know for Adventure<J> {
    fn known(&self, state: &State<J>, seat: Seat) -> State<J> {
        let fight = state.fight.as_ref().map(|fought| {
            let known = match self.0.fights().get(fought.number) {
                Some(rules) => rules.known(&fought.state, seat),
                None => fought.state.clone(),
            };
            Fought { number: fought.number, state: known }
        });
        State { journey: self.0.known(&state.journey, seat), fight }
    }
}

impl<J: Journey> Foresee for Adventure<J> {
    fn resolve(
        &self,
        state: &mut State<J>,
        choice: Choice<J>,
        dice: &mut impl Dice,
        log: &mut impl Log<Event<J>>,
    ) {
        carry_out!(self, state, choice, resolve, dice, log)
    }

    fn foresee(
        &self,
        state: &mut State<J>,
        choice: Choice<J>,
        dice: &mut impl Dice,
        log: &mut impl Log<Event<J>>,
    ) {
        carry_out!(self, state, choice, foresee, dice, log)
    }

    fn plights(&self, state: &State<J>, who: Who, out: &mut Vec<Plight>) {
        ask!(self, state, plights, who, out)
    }

    fn unresolved(&self, state: &State<J>) -> bool {
        ask!(self, state, unresolved)
    }

    fn has_steps(&self, state: &State<J>, choice: Choice<J>) -> bool {
        ask_of!(self, state, choice, has_steps; false)
    }

    fn step(
        &self,
        state: &mut State<J>,
        choice: Choice<J>,
        stage: Stage,
        dice: &mut impl Dice,
        log: &mut impl Log<Event<J>>,
    ) -> Stage {
        match (choice, &mut state.fight) {
            (Either::Fight(choice), Some(fought)) => match self.0.fights().get(fought.number) {
                Some(rules) => {
                    let log = &mut OfTheFight::<J, _>(log, PhantomData);
                    rules.step(&mut fought.state, choice, stage, dice, log)
                }
                None => Stage::Over,
            },
            (Either::Way(choice), _) => {
                let log = &mut OfTheWay::<J, _>(log, PhantomData);
                self.0.step(&mut state.journey, choice, stage, dice, log)
            }
            _ => Stage::Over,
        }
    }

    fn settled(&self, before: &State<J>, choice: Choice<J>, stage: Stage) -> Crowd {
        ask_of!(self, before, choice, settled, stage; Crowd::NONE)
    }

    fn forget(&self, before: &State<J>, state: &mut State<J>, choice: Choice<J>, stage: Stage) {
        match (choice, self.fight(before), &mut state.fight) {
            (Either::Fight(choice), Some((rules, fight)), Some(fought)) => {
                rules.forget(fight, &mut fought.state, choice, stage)
            }
            (Either::Way(choice), None, _) => {
                self.0.forget(&before.journey, &mut state.journey, choice, stage)
            }
            _ => {}
        }
    }

    fn doubts(&self, state: &State<J>, choice: Choice<J>) -> Doubts<State<J>> {
        match (choice, &state.fight, self.fight(state)) {
            (Either::Fight(choice), Some(fought), Some((rules, fight))) => {
                let Doubts { presumed, instead } = rules.doubts(fight, choice);
                let whole = |other| State {
                    journey: state.journey.clone(),
                    fight: Some(Fought { number: fought.number, state: other }),
                };
                Doubts { presumed, instead: instead.into_iter().map(whole).collect() }
            }
            (Either::Way(choice), _, None) => {
                let Doubts { presumed, instead } = self.0.doubts(&state.journey, choice);
                let whole = |journey| State { journey, fight: state.fight.clone() };
                Doubts { presumed, instead: instead.into_iter().map(whole).collect() }
            }
            _ => Doubts { presumed: Vec::new(), instead: Vec::new() },
        }
    }

    fn presumed(&self, state: &State<J>, who: Who) -> Option<Choice<J>> {
        match self.fight(state) {
            Some((rules, fight)) => rules.presumed(fight, who).map(Either::Fight),
            None => self.0.presumed(&state.journey, who).map(Either::Way),
        }
    }

    fn answer(&self, state: &State<J>, choice: Choice<J>) -> Option<(&'static str, &'static str)> {
        ask_of!(self, state, choice, answer; None)
    }

    fn turn_of(&self, state: &State<J>, who: Who) -> Option<State<J>> {
        let (rules, fight) = self.fight(state)?;
        let turn = rules.turn_of(fight, who)?;
        let number = state.fight.as_ref()?.number;
        Some(State { journey: state.journey.clone(), fight: Some(Fought { number, state: turn }) })
    }

    fn mark(&self, event: &Event<J>) -> Mark {
        match event {
            Either::Way(event) => self.0.mark(event),
            Either::Fight(event) => self.any_fight().mark(event),
        }
    }
}

impl<J: Journey> Tell for Adventure<J> {
    fn title(&self) -> &str {
        self.0.title()
    }

    fn secret(&self, state: &State<J>, choice: Choice<J>) -> bool {
        ask_of!(self, state, choice, secret; false)
    }

    fn id(&self, state: &State<J>, who: Who) -> String {
        ask!(self, state, id, who)
    }

    fn name(&self, state: &State<J>, who: Who) -> String {
        ask!(self, state, name, who)
    }

    fn text(&self, state: &State<J>, choice: Choice<J>) -> String {
        match (choice, self.fight(state)) {
            (Either::Way(choice), _) => self.0.text(&state.journey, choice),
            (Either::Fight(choice), Some((rules, fight))) => rules.text(fight, choice),
            (Either::Fight(_), None) => String::new(),
        }
    }

    fn describe(&self, state: &State<J>, choice: Choice<J>) -> ChoiceView {
        match (choice, &state.fight) {
            (Either::Fight(choice), Some(fought)) => {
                let rules = self.0.fights().get(fought.number).unwrap_or(self.any_fight());
                rules.describe(&fought.state, choice)
            }
            (Either::Fight(choice), None) => self.any_fight().describe(&self.any_fight().start(), choice),
            (Either::Way(choice), _) => self.0.describe(&state.journey, choice),
        }
    }
}

impl<J: Journey> Narrate for Adventure<J> {
    fn reveals(&self, event: &Event<J>) -> bool {
        match event {
            Either::Way(event) => self.0.reveals(event),
            Either::Fight(event) => self.any_fight().reveals(event),
        }
    }

    fn line(&self, telling: &Telling<'_, State<J>>, event: &Event<J>) -> Option<Line> {
        match event {
            Either::Way(event) => {
                let (before, state) = (&telling.before.journey, &telling.state.journey);
                self.0.line(&Telling { before, state, seat: telling.seat, rolls: telling.rolls }, event)
            }
            Either::Fight(event) => {
                let (rules, telling) = self.states(telling)?;
                rules.line(&telling, event)
            }
        }
    }
}

impl<J: Journey> Show for Adventure<J> {
    fn view(&self, state: &State<J>, seat: Seat) -> TableView {
        let mut view = ask!(self, state, view, seat);
        self.0.title().clone_into(&mut view.title);
        view.gauges = self.0.gauges(&self.journey_now(&self.known(state, seat)));
        view
    }
}

impl<J: Journey> Judge for Adventure<J> {
    /// What will turn up, what is gone, and who waits somewhere, the party has to find out.
    fn kept_back(&self, state: &State<J>, act: &Judgement) -> bool {
        match act {
            Judgement::Fate { fate, .. } => *fate != Fate::Now,
            Judgement::Add { .. } => self.fight(state).is_none(),
            _ => false,
        }
    }

    fn repertoire(&self) -> Repertoire {
        let Repertoire { gifts, encounters, .. } = self.0.repertoire();
        Repertoire { gifts, encounters, ..self.any_fight().repertoire() }
    }

    fn judge(
        &self,
        state: &mut State<J>,
        act: &Judgement,
        log: &mut impl Log<Event<J>>,
    ) -> Result<(), Refusal> {
        let fighting = self.0.fight(&state.journey).is_some();
        match (&mut state.fight, fighting && !act.is_about_the_journey()) {
            (Some(fought), true) => {
                let rules = self.0.fights().get(fought.number).ok_or_else(Self::in_the_way)?;
                rules.judge(&mut fought.state, act, &mut OfTheFight(log, PhantomData::<J>))?;
            }
            _ => {
                let ends = matches!(act, Judgement::EndAdventure { .. });
                let mut next = if ends { self.journey_now(state) } else { state.journey.clone() };
                self.0.judge(&mut next, act, &mut OfTheWay(log, PhantomData::<J>))?;
                if fighting && !ends && self.0.fight(&next) != self.0.fight(&state.journey) {
                    return Err(Self::in_the_way());
                }
                state.journey = next;
                if !fighting {
                    // What is opened now is another fight than the last one, which is over.
                    state.fight = None;
                }
            }
        }
        self.settle(state, log);
        Ok(())
    }
}

impl<J: Journey> Report for Adventure<J> {
    const TIME: &'static str = J::TIME;

    fn reported(&self, state: &State<J>) -> Crowd {
        self.0.everyone(&state.journey)
    }

    fn time(&self, state: &State<J>) -> u32 {
        self.0.time(&state.journey)
    }

    fn scene(&self, state: &State<J>) -> Option<u16> {
        self.0.scene(&state.journey)
    }

    fn fighting(&self, state: &State<J>) -> bool {
        self.fight(state).is_some()
    }

    fn scene_name(&self, scene: u16) -> String {
        self.0.scene_name(scene)
    }

    fn party_file(&self, state: &State<J>) -> Option<String> {
        self.0.party_file(&self.journey_now(state))
    }
}
