//! Duel: a small complete system, to prove the kernel with and to show how a system is written.
//!
//! Two to six fencers in a few zones. A round starts with a guard that everybody chooses in secret and shows together;
//! then each acts in turn. A strike asks its target for a block or a dodge, and where it would land, the target's
//! friends, one by one, for a parry. Knows nothing of files or screens: what a real system reads from content is here a
//! table in `data`.

mod apply;
mod choices;
mod data;
mod instinct;
mod judge;
mod state;
mod view;

use fracas_dice::Dice;
use fracas_kernel::{
    Allow, Ask, ChoiceView, Crowd, Demand, Foresee, Judge, Judgement, Know, Line, Log, Mark, Narrate, Offer,
    Play, Ponder, Refusal, Report, Seat, Show, Side, TableView, Tell, Telling, Think, Vital, Whim, Who,
};

pub use data::Duel;
pub use state::{Choice, Defence, Event, Guard, State, Turn};

impl Play for Duel {
    type State = State;
    type Choice = Choice;
    type Event = Event;
    const SYSTEM: &'static str = "duel";

    fn start(&self) -> State {
        self.opening
    }

    fn ask(&self, state: &State) -> Ask {
        state.ask()
    }

    fn apply(&self, state: &mut State, choice: Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        self.carry_out(state, choice, dice, log);
    }

    fn everyone(&self, state: &State) -> Crowd {
        state.everyone()
    }

    fn side(&self, state: &State, who: Who) -> Side {
        state.of(who).side
    }

    fn vital(&self, state: &State, who: Who) -> Vital {
        let fencer = state.of(who);
        Vital {
            health: fencer.health.into(),
            standing: fencer.up(),
            gone: state.of(who).place == state::Place::Gone,
        }
    }

    fn round(&self, state: &State) -> u32 {
        state.round.into()
    }
}

impl Offer for Duel {
    fn choices(&self, state: &State, out: &mut Vec<Choice>) {
        self.list(state, out);
    }

    fn conceivable(&self, state: &State, out: &mut Vec<Choice>) {
        self.imagine(state, out);
    }
}

impl Allow for Duel {
    fn legal(&self, state: &State, choice: Choice) -> Result<(), Refusal> {
        self.allow(state, choice)
    }
}

impl Ponder for Duel {}

impl Think for Duel {
    fn instinct(&self, state: &State, asked: Crowd, whim: &mut Whim) -> Choice {
        self.decide(state, asked, whim)
    }
}

impl Know for Duel {
    fn known(&self, state: &State, seat: Seat) -> State {
        let mut known = *state;
        for who in state.everyone() {
            if !state.confides(who, seat) {
                known.conceal(who);
            }
        }
        known
    }
}

impl Foresee for Duel {
    fn presumed(&self, state: &State, who: Who) -> Option<Choice> {
        let asked_to_defend = state.blow.is_some_and(|blow| blow.parrier.is_none());
        self.habit.filter(|_| asked_to_defend).map(|defence| Choice::Defend(who, defence))
    }

    fn answer(&self, _state: &State, choice: Choice) -> Option<(&'static str, &'static str)> {
        match choice {
            Choice::Defend(_, Defence::Block) => Some(("strike", "block")),
            Choice::Defend(_, Defence::Dodge) => Some(("strike", "dodge")),
            Choice::Parry(_) => Some(("parry", "yes")),
            Choice::Stay(_) => Some(("parry", "no")),
            _ => None,
        }
    }

    fn mark(&self, event: &Event) -> Mark {
        match *event {
            Event::Lands { by, lost: 1.., .. }
            | Event::Flurry { by, lost: 1.., .. }
            | Event::Burns { by, lost: 1.., .. }
            | Event::FreeBlow { by, lost: 1.., .. } => Mark::SuccessBy(by),
            Event::Taunts { by, contest, .. } if contest.result.is_gt() => Mark::SuccessBy(by),
            Event::Parries { by, check } if check.success => Mark::SuccessBy(by),
            _ => Mark::Nothing,
        }
    }
}

impl Tell for Duel {
    fn title(&self) -> &str {
        &self.title
    }

    fn secret(&self, _state: &State, choice: Choice) -> bool {
        matches!(choice, Choice::Guard(..))
    }

    fn id(&self, state: &State, who: Who) -> String {
        self.id_of(state, who)
    }

    fn name(&self, state: &State, who: Who) -> String {
        self.name_of(state, who)
    }

    fn text(&self, state: &State, choice: Choice) -> String {
        self.write(state, choice)
    }

    fn describe(&self, state: &State, choice: Choice) -> ChoiceView {
        self.button(state, choice)
    }
}

impl Narrate for Duel {
    fn reveals(&self, event: &Event) -> bool {
        matches!(
            event,
            Event::Shown | Event::Lands { mail_found: true, .. } | Event::FreeBlow { mail_found: true, .. }
        )
    }

    fn line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        self.tell(telling, event)
    }
}

impl Show for Duel {
    fn view(&self, state: &State, seat: Seat) -> TableView {
        self.show(state, seat)
    }
}

impl Judge for Duel {
    fn judge(&self, state: &mut State, act: &Judgement, log: &mut impl Log<Event>) -> Result<(), Refusal> {
        self.obey(state, act, log)
    }

    fn demand(&self, state: &State, who: Who, check: &str, against: Option<i32>) -> Result<Demand, Refusal> {
        let demand = self.test(state, who, check, against);
        demand.ok_or_else(|| Refusal::unknown("check", check, ["skill", "nerve"].into_iter()))
    }

    fn spend(&self, state: &mut State, who: Who, log: &mut impl Log<Event>) -> Result<(), Refusal> {
        self.take_turn(state, who, log)
    }
}

impl Report for Duel {}
