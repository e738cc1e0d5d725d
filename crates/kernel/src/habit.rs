//! Standing answers: what somebody always says to a kind of question, so that a fight does not drown in them.
//!
//! Kinds of questions and answers are the words of `answer`. A standing answer is a habit of a seat, not a part
//! of the fight: the answers themselves are choices like any other, and undo does not change habits.

use serde::{Deserialize, Serialize};

use crate::{Ask, Rules, Who};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Habit {
    pub who: Who,
    /// The kind of question: "parry".
    pub question: String,
    /// The kind of answer: "yes".
    pub answer: String,
}

/// The answer that `who` has standing for the question that is open now, if it is legal.
pub fn standing_answer<R: Rules>(rules: &R, state: &R::State, habits: &[Habit]) -> Option<R::Choice> {
    let Ask::React(who) = rules.ask(state) else { return None };
    let mut habits = habits.iter().filter(|habit| habit.who == who).peekable();
    habits.peek()?;
    let mut choices = Vec::new();
    rules.choices(state, &mut choices);
    habits.find_map(|habit| {
        let fits = |choice: &R::Choice| {
            rules.answer(state, *choice) == Some((habit.question.as_str(), habit.answer.as_str()))
        };
        choices.iter().copied().find(fits)
    })
}
