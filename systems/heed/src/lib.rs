//! The heed rules: zones, setup and action, focus, heeding, parries, interruptions, gear slots that decide checks. The
//! clauses are cited where they are decided; `README.md` beside this crate says where to look.

mod apply;
mod blow;
mod choices;
mod conceive;
mod data;
mod deeds;
mod event;
mod floor;
mod instinct;
mod judge;
mod legal;
mod lines;
mod load;
mod offers;
mod senses;
mod setup;
mod state;
mod trek;
mod view;
mod wits;

use fracas_dice::Dice;
use fracas_kernel::{
    Allow, Ask, ChoiceView, Crowd, Foresee, Judge, Judgement, Know, Line, Log, Mark, Named, Narrate, Offer,
    Play, Refusal, Repertoire, Report, Seat, Show, Side, TableView, Tell, Telling, Think, Vital, Whim, Who,
};

pub use choices::{Choice, Focus, Manage, Pay, Target};
pub use data::{Condition, Does, Heed, Item, Placed, Power, Range, Sheet, Sources, Spell, Takes, flag};
pub use event::Event;
pub use floor::MOST_ITEMS;
pub use load::Shipped;
pub use state::{How, MOST, MOST_KEPT, MOST_ZONES, Phase, Setup, State};
pub use trek::Trek;

use state::{Waiting, bit};

impl Play for Heed {
    type State = State;
    type Choice = Choice;
    type Event = Event;
    const SYSTEM: &'static str = "heed";

    fn start(&self) -> State {
        (*self.begun).clone()
    }

    #[inline(always)]
    fn ask(&self, state: &State) -> Ask {
        match state.outcome {
            Some(outcome) => Ask::Over(outcome),
            None if state.pending.waiting != Waiting::Nothing => Ask::React(Who(state.pending.asked)),
            None => Ask::Decide(State::crowd(state.deciding())),
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
        let one = state.one(who);
        let health = i32::from(one.grit) - i32::from(one.wound_count());
        Vital {
            health: health.max(0),
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

impl Offer for Heed {
    fn choices(&self, state: &State, out: &mut Vec<Choice>) {
        self.list(state, out);
    }

    fn conceivable(&self, state: &State, out: &mut Vec<Choice>) {
        self.think_of_everything(state, out);
    }
}

impl Allow for Heed {
    fn legal(&self, state: &State, choice: Choice) -> Result<(), Refusal> {
        self.why_not(state, choice)
    }
}

impl Think for Heed {
    #[inline(always)]
    fn instinct(&self, state: &State, asked: Crowd, _whim: &mut Whim) -> Choice {
        self.think(state, asked.0 as u32)
    }
}

impl Know for Heed {}

impl Foresee for Heed {
    fn resolve(&self, state: &mut State, choice: Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        self.act(state, choice, dice, log);
    }

    /// Who is asked in mid-action is taken to answer as instinct would: it knows the better of block and dodge, a parry
    /// costs nothing, and thinking every interruption through would take longer than people wait.
    fn presumed(&self, state: &State, _who: Who) -> Option<Choice> {
        (state.pending.waiting != Waiting::Nothing).then(|| self.think(state, u32::MAX))
    }

    fn answer(&self, state: &State, choice: Choice) -> Option<(&'static str, &'static str)> {
        if state.pending.waiting == Waiting::Nothing {
            return None;
        }
        match choice {
            Choice::Defend { block: true, .. } => Some(("defence", "block")),
            Choice::Defend { block: false, .. } => Some(("defence", "dodge")),
            Choice::Parry { yes: true, .. } => Some(("parry", "yes")),
            Choice::Parry { yes: false, .. } => Some(("parry", "no")),
            Choice::HoldBack { .. } => Some(("interrupt", "no")),
            // Of all that could be done, what instinct would do: a standing answer must mean one thing.
            _ => (choice == self.think(state, u32::MAX)).then_some(("interrupt", "yes")),
        }
    }

    fn mark(&self, event: &Event) -> Mark {
        match *event {
            Event::Landed { who, .. }
            | Event::Grabbed { who, .. }
            | Event::Parried { who, success: true, .. }
            | Event::Picked { who, item: Some(_), .. }
            | Event::Freed { who }
            | Event::Moved { who, .. }
            | Event::Left { who }
            | Event::FellProne { who }
            | Event::StoodUp { who }
            | Event::Aimed { who, .. }
            | Event::Charged { who, .. }
            | Event::Heeded { who, .. }
            | Event::Managed { who, .. } => Mark::SuccessBy(who),
            Event::Healed { by, .. }
            | Event::Took { by, .. }
            | Event::Scattered { by, .. }
            | Event::Disarmed { by, .. } => Mark::SuccessBy(by),
            Event::Turned { target, .. } => Mark::SuccessBy(target),
            _ => Mark::Nothing,
        }
    }

    fn turn_of(&self, state: &State, who: Who) -> Option<State> {
        let mut turn = state.clone();
        turn.phase = state::Phase::Turn(state.side_of(who));
        turn.pending = state::Pending::NOTHING;
        (turn.acting, turn.active) = (bit(who), state::NOBODY);
        for used in [&mut turn.spent, &mut turn.set_up, &mut turn.acted, &mut turn.heeding] {
            *used &= !bit(who);
        }
        turn.one_item |= bit(who);
        turn.two_items |= bit(who);
        Some(turn)
    }
}

impl Tell for Heed {
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

impl Narrate for Heed {
    fn line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        Some(self.event_line(telling, event))
    }
}

impl Show for Heed {
    fn view(&self, state: &State, seat: Seat) -> TableView {
        self.table_view(state, seat)
    }
}

impl Judge for Heed {
    fn repertoire(&self) -> Repertoire {
        let creatures = self.sheets.iter().map(|sheet| Named::new(&sheet.id, &sheet.name)).collect();
        let conditions = Condition::ALL.iter().map(|condition| Named::word(condition.name())).collect();
        Repertoire { creatures, conditions, ..Repertoire::default() }
    }

    fn judge(&self, state: &mut State, act: &Judgement, log: &mut impl Log<Event>) -> Result<(), Refusal> {
        self.overrule(state, act, log)
    }
}

impl Report for Heed {}
