//! The twelves rules: named zones, pools of d12 that explode against To Hit, two weapons against Rank, grappling and
//! shoving, features and hazards, opportunity attacks. The clauses are cited where they are decided; `README.md` beside
//! this crate says where to look.

mod apply;
mod choices;
mod data;
mod effects;
mod event;
mod instinct;
mod judge;
mod load;
mod map;
mod state;
pub mod trek;
mod view;
mod words;

use fracas_dice::Dice;
use fracas_kernel::{
    Allow, Ask, ChoiceView, Crowd, Foresee, Judge, Judgement, Know, Line, Log, Mark, Named, Narrate, Offer,
    Play, Refusal, Repertoire, Report, Seat, Show, Side, TableView, Tell, Telling, Think, Vital, Whim, Who,
};

pub use choices::Choice;
pub use data::{
    Arm, Attribute, Does, Effect, Feat, Feature, Gate, Hazard, Knack, MOST_ARMS, Placed, Sheet, Takes,
    Twelves, Weapon,
};
pub use event::{Event, How, Number, Source, Test};
pub use state::{MOST, MOST_FEATURES, MOST_ZONES, Phase, State};
pub use trek::Trek;

use state::{NOBODY, bit, ix};

impl Play for Twelves {
    type State = State;
    type Choice = Choice;
    type Event = Event;
    const SYSTEM: &'static str = "twelves";

    #[inline]
    fn start(&self) -> State {
        self.start.clone()
    }

    #[inline(always)]
    fn ask(&self, state: &State) -> Ask {
        match state.outcome {
            Some(outcome) => Ask::Over(outcome),
            None if state.pending != NOBODY => Ask::React(Who(state.pending)),
            None => Ask::Decide(State::crowd(state.acting)),
        }
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, choice: Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        self.carry_out(state, choice, dice, log);
    }

    fn everyone(&self, state: &State) -> Crowd {
        State::crowd(state.everyone())
    }

    fn side(&self, state: &State, who: Who) -> Side {
        state.side_of(who)
    }

    fn vital(&self, state: &State, who: Who) -> Vital {
        Vital {
            health: state.hits[ix(who)].into(),
            standing: state.standing & bit(who) != 0,
            gone: state.gone & bit(who) != 0,
        }
    }

    fn standing(&self, state: &State) -> Crowd {
        State::crowd(state.standing)
    }

    fn round(&self, state: &State) -> u32 {
        state.round.into()
    }
}

impl Offer for Twelves {
    fn choices(&self, state: &State, out: &mut Vec<Choice>) {
        self.list(state, out);
    }

    fn conceivable(&self, state: &State, out: &mut Vec<Choice>) {
        self.think_of_everything(state, out);
    }
}

impl Allow for Twelves {
    fn legal(&self, state: &State, choice: Choice) -> Result<(), Refusal> {
        self.why_not(state, choice)
    }
}

impl Think for Twelves {
    #[inline(always)]
    fn instinct(&self, state: &State, asked: Crowd, _whim: &mut Whim) -> Choice {
        self.think(state, asked.0 as u32)
    }
}

impl Know for Twelves {}

impl Foresee for Twelves {
    fn resolve(&self, state: &mut State, choice: Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        self.act(state, choice, dice, log);
    }

    /// The one whom instinct would take can be taken always; there is nothing lasting to say about the others.
    fn answer(&self, state: &State, choice: Choice) -> Option<(&'static str, &'static str)> {
        let Choice::Second { who, target } = choice else { return None };
        (self.second_target(state, who) == target).then_some(("second weapon", "weakest"))
    }

    fn mark(&self, event: &Event) -> Mark {
        let (who, success) = match event {
            Event::Attacked { who, throw, .. } => (*who, throw.value > 0),
            Event::Grappled { who, test, .. }
            | Event::Shoved { who, test, .. }
            | Event::BrokeFree { who, test }
            | Event::Used { who, test, .. } => (*who, test.success),
            Event::Moved { who, .. } | Event::Fled { who } => (*who, true),
            _ => return Mark::Nothing,
        };
        if success { Mark::SuccessBy(who) } else { Mark::Nothing }
    }

    fn turn_of(&self, state: &State, who: Who) -> Option<State> {
        let mut turn = state.clone();
        turn.phase = state::Phase::Turn(state.side_of(who));
        turn.acting = bit(who);
        turn.pending = NOBODY;
        Some(turn)
    }
}

impl Tell for Twelves {
    fn title(&self) -> &str {
        &self.title
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

impl Narrate for Twelves {
    fn line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        Some(self.event_line(telling, event))
    }
}

impl Show for Twelves {
    fn view(&self, state: &State, seat: Seat) -> TableView {
        self.table_view(state, seat)
    }
}

impl Judge for Twelves {
    fn repertoire(&self) -> Repertoire {
        let creatures = self.sheets.iter().map(|sheet| Named::new(&sheet.id, &sheet.name)).collect();
        let conditions = judge::CONDITIONS.iter().map(|condition| Named::word(condition)).collect();
        Repertoire { creatures, conditions, ..Repertoire::default() }
    }

    fn judge(&self, state: &mut State, act: &Judgement, log: &mut impl Log<Event>) -> Result<(), Refusal> {
        self.overrule(state, act, log)
    }
}

impl Report for Twelves {}
