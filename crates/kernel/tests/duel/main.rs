//! The kernel, proven with a system that has what delve lacks: answers in mid-action, secret choices, secrets.

mod generic;
mod judged;
mod mutants;
mod secrets;
mod stakes;
mod system;
mod table;

use system::{Choice, Duel, Guard, State, Turn};

use fracas_kernel::{Offer, Play, Tell, Who};

const ANNA: Who = Who(0);

/// The first round, guards alike and shown, and `who` to act.
fn turn_of(duel: &Duel, who: Who) -> State {
    let mut state = duel.start();
    for fencer in &mut state.fencers {
        fencer.guard = Some(Guard::High);
    }
    state.turn = Turn::Of(who);
    state
}

/// The choice with this text form.
fn choice(duel: &Duel, state: &State, text: &str) -> Choice {
    let mut choices = Vec::new();
    duel.choices(state, &mut choices);
    choices
        .into_iter()
        .find(|&c| duel.text(state, c) == text)
        .unwrap_or_else(|| panic!("{text:?} is not legal"))
}
