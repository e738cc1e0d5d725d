//! The ardor rules: one Action Score a round, intents shown and intents face down, everything resolved at once, Ardor to
//! strain for more, Trauma for those who fall. The clauses are cited where they are decided; `README.md` beside this crate
//! says where to look.

mod act;
mod apply;
mod choices;
mod data;
mod doubt;
mod event;
mod instinct;
mod judge;
mod load;
mod round;
mod scores;
mod state;
mod story;
pub mod trek;
mod view;

use fracas_dice::Dice;
use fracas_kernel::{
    Allow, Ask, ChoiceView, Crowd, Doubts, Foresee, Judge, Judgement, Know, Line, Log, Mark, Named, Narrate,
    Offer, Play, Refusal, Repertoire, Report, Seat, Show, Side, TableView, Tell, Telling, Think, Vital, Whim,
    Who,
};

pub use act::{Act, Kind, OFF};
pub use choices::Choice;
pub use data::{
    Ability, Ardor, Attribute, Careful, Condition, Effect, Fumble, Habits, Placed, Prey, Reach, Sheet, Takes,
    Weapon,
};
pub use event::{Blow, Event, Hit, Missed, With};
pub use state::{MOST, MOST_ZONES, Phase, State};
pub use trek::Trek;

use state::{bit, ix};

impl Play for Ardor {
    type State = State;
    type Choice = Choice;
    type Event = Event;
    const SYSTEM: &'static str = "ardor";

    #[inline(always)]
    fn start(&self) -> State {
        self.opening.clone()
    }

    #[inline(always)]
    fn ask(&self, state: &State) -> Ask {
        match state.outcome {
            Some(outcome) => Ask::Over(outcome),
            None if state.phase == Phase::Arduous => Ask::React(state::lowest(state.asked)),
            None => Ask::Decide(State::crowd(state.asked)),
        }
    }

    fn awaited(&self, state: &State) -> Crowd {
        if state.outcome.is_some() { Crowd::NONE } else { State::crowd(state.awaited()) }
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, choice: Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        self.carry_out(state, choice, dice, log);
    }

    fn everyone(&self, state: &State) -> Crowd {
        State::crowd(state.everyone())
    }

    fn standing(&self, state: &State) -> Crowd {
        let all = state::each(state.standing).filter(|&who| state.health[ix(who)] > state.harm[ix(who)]);
        all.collect()
    }

    fn side(&self, state: &State, who: Who) -> Side {
        state.side_of(who)
    }

    fn vital(&self, state: &State, who: Who) -> Vital {
        let health = (state.health[ix(who)] - state.harm[ix(who)]).max(0);
        Vital {
            health: health.into(),
            standing: state.standing & bit(who) != 0 && health > 0,
            gone: state.gone & bit(who) != 0,
        }
    }

    fn round(&self, state: &State) -> u32 {
        state.round.into()
    }
}

impl Offer for Ardor {
    fn choices(&self, state: &State, out: &mut Vec<Choice>) {
        self.list(state, out);
    }

    fn conceivable(&self, state: &State, out: &mut Vec<Choice>) {
        self.think_of_everything(state, out);
    }
}

impl Allow for Ardor {
    fn legal(&self, state: &State, choice: Choice) -> Result<(), Refusal> {
        self.why_not(state, choice)
    }
}

impl Think for Ardor {
    #[inline(always)]
    fn instinct(&self, state: &State, asked: Crowd, whim: &mut Whim) -> Choice {
        self.think(state, asked.0 as u32, whim)
    }
}

impl Know for Ardor {
    fn known(&self, state: &State, seat: Seat) -> State {
        self.what_is_known(state, seat)
    }
}

impl Foresee for Ardor {
    fn foresee(&self, state: &mut State, choice: Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        self.look_ahead(state, choice, dice, log);
    }

    /// An intent's odds see it through by themselves.
    fn unresolved(&self, _state: &State) -> bool {
        false
    }

    fn doubts(&self, state: &State, choice: Choice) -> Doubts<State> {
        let presumed = self.what_is_presumed(state, choice);
        Doubts { presumed, instead: self.what_else_it_could_be(state, choice) }
    }

    fn answer(&self, _state: &State, choice: Choice) -> Option<(&'static str, &'static str)> {
        match choice {
            Choice::Pass { .. } => Some(("arduous", "no")),
            Choice::Learn { .. } => Some(("discovery", "learn")),
            Choice::Later { .. } => Some(("discovery", "later")),
            _ => None,
        }
    }

    fn mark(&self, event: &Event) -> Mark {
        match *event {
            Event::Struck { who, blow: Blow { hit: Hit::Full, .. }, .. } => Mark::SuccessBy(who),
            Event::Recovered { who, by, success: true, .. } => Mark::SuccessBy(by.unwrap_or(who)),
            _ => Mark::Nothing,
        }
    }

    fn turn_of(&self, state: &State, who: Who) -> Option<State> {
        let mut turn = state.clone();
        (turn.phase, turn.asked) = (state::Phase::Commit, bit(who));
        turn.committed &= !bit(who);
        Some(turn)
    }
}

impl Tell for Ardor {
    fn title(&self) -> &str {
        &self.title
    }

    fn secret(&self, _state: &State, choice: Choice) -> bool {
        matches!(choice, Choice::Commit { .. } | Choice::Mean { .. })
    }

    fn id(&self, state: &State, who: Who) -> String {
        self.id_of(state, who)
    }

    fn name(&self, state: &State, who: Who) -> String {
        self.name_of(state, who)
    }

    fn text(&self, state: &State, choice: Choice) -> String {
        self.choice_text(state, choice)
    }

    fn describe(&self, state: &State, choice: Choice) -> ChoiceView {
        self.choice_view(state, choice)
    }
}

impl Narrate for Ardor {
    fn reveals(&self, event: &Event) -> bool {
        matches!(event, Event::Revealed)
    }

    fn line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        self.event_line(telling, event)
    }
}

impl Show for Ardor {
    fn view(&self, state: &State, seat: Seat) -> TableView {
        self.table_view(state, seat)
    }
}

impl Judge for Ardor {
    fn repertoire(&self) -> Repertoire {
        let creatures = self.sheets.iter().map(|sheet| Named::new(&sheet.id, &sheet.name)).collect();
        let conditions = Condition::ALL.iter().map(|condition| Named::word(condition.name())).collect();
        Repertoire { creatures, conditions, ..Repertoire::default() }
    }

    fn judge(&self, state: &mut State, act: &Judgement, log: &mut impl Log<Event>) -> Result<(), Refusal> {
        self.overrule(state, act, log)
    }
}

impl Report for Ardor {}
