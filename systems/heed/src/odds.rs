//! What odds need to know: where the dice of a choice end, what counts as success, and what others are taken to answer.

use fracas_dice::Dice;
use fracas_kernel::{Foresee, Log, Mark, Plight, Whim, Who};

use crate::choices::{Choice, Deed};
use crate::data::{Condition, FISTS, Heed};
use crate::event::Event;
use crate::state::{Band, NOBODY, Pending, Phase, State, Waiting};

impl Foresee for Heed {
    fn resolve(&self, state: &mut State, choice: Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        self.act(state, choice, dice, log);
    }

    /// Whoever is asked in mid-action is taken to answer as instinct would: it knows the better of block and dodge, a
    /// parry costs nothing, and thinking every interruption through would take longer than people wait.
    fn presumed(&self, state: &State, _who: Who) -> Option<Choice> {
        (state.pending.waiting != Waiting::Nothing).then(|| self.instinctive_answer(state, &mut Whim::new(0)))
    }

    fn answer(&self, state: &State, choice: Choice) -> Option<(&'static str, &'static str)> {
        if state.pending.waiting == Waiting::Nothing {
            return None;
        }
        match choice.deed {
            Deed::Defend { block: true } => Some(("defence", "block")),
            Deed::Defend { block: false } => Some(("defence", "dodge")),
            Deed::Parry { yes: true } => Some(("parry", "yes")),
            Deed::Parry { yes: false } => Some(("parry", "no")),
            Deed::HoldBack => Some(("interrupt", "no")),
            // Of all that could be done, what instinct would do: a standing answer must mean one thing.
            _ => {
                (choice == self.instinctive_answer(state, &mut Whim::new(0))).then_some(("interrupt", "yes"))
            }
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
            | Event::Managed { who, .. }
            | Event::Handled { who, check: None, .. } => Mark::SuccessBy(who),
            Event::Handled { who, check: Some(check), .. } if check.success => Mark::SuccessBy(who),
            Event::Healed { by, .. }
            | Event::Took { by, .. }
            | Event::Scattered { by, .. }
            | Event::Disarmed { by, .. } => Mark::SuccessBy(by),
            Event::Turned { target, .. } => Mark::SuccessBy(target),
            _ => Mark::Nothing,
        }
    }

    /// Each is worth about a wound: it decides whether one lands, or costs a turn.
    fn plights(&self, state: &State, who: Who, out: &mut Vec<Plight>) {
        for condition in Condition::ALL.into_iter().filter(|&condition| state.is(who, condition)) {
            let worth = match condition {
                Condition::Prone | Condition::Held | Condition::Dazzled => -1,
                Condition::Warded | Condition::Emboldened => 1,
            };
            out.push(Plight { name: condition.name(), worth });
        }
        let bare = self.sheet(state, who).natural.first() == Some(&FISTS);
        if bare && !self.is_armed(state.one(who)) {
            out.push(Plight { name: "unarmed", worth: -1 });
        }
    }

    fn turn_of(&self, state: &State, who: Who) -> Option<State> {
        let mut turn = state.clone();
        turn.phase = Phase::Turn(state.side_of(who));
        turn.pending = Pending::NOTHING;
        (turn.acting, turn.active) = (Band::one(who), NOBODY);
        for used in [&mut turn.spent, &mut turn.set_up, &mut turn.acted, &mut turn.heeding] {
            used.remove(who);
        }
        turn.one_item.insert(who);
        turn.two_items.insert(who);
        Some(turn)
    }
}
