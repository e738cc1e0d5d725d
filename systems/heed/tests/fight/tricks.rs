//! No cheap trick wins: scripted heroes beside the shipped mind, in every scenario and adventure that ships.

use fracas_adventure::{Adventure, Deed as Common, Either};
use fracas_content::{Bundle, adventures, scenarios};
use fracas_heed::trek::{Answer, Deed as Task, Handling};
use fracas_heed::{Deed, Heed, Manage, Pay, Trek};
use fracas_kernel::{Made, Play, Rules};
use fracas_lab::{Trick, own_trick, too_good, usual_tricks};

/// What only these rules have, beside what everybody would try.
const OURS: [Trick; 4] = [
    Trick::Always("always dodge", &["dodge"]),
    // Lies down and stays there.
    Trick::Always("lie down", &["fall-prone"]),
    Trick::Always("features", &["work"]),
    Trick::Always("doors", &["shut", "bar"]),
];

/// What is chosen, in a choice of either game.
#[derive(Clone, Copy, PartialEq)]
enum Does {
    Fight(Deed),
    Task(Task),
    Other,
}

trait Doing: Made {
    fn does(self) -> Does;
}

impl Doing for fracas_heed::Choice {
    fn does(self) -> Does {
        Does::Fight(self.deed)
    }
}

impl Doing for Either<fracas_adventure::Choice<Task>, fracas_heed::Choice> {
    fn does(self) -> Does {
        match self {
            Either::Fight(choice) => Does::Fight(choice.deed),
            Either::Trek(choice) => match choice.deed {
                Common::Own(task) => Does::Task(task),
                _ => Does::Other,
            },
        }
    }
}

/// What can be dropped in a combat is, and what can be left on a trek; a weapon in hand is kept, if that is wanted.
fn travel_light<R: Rules>(rules: &R, state: &R::State, shipped: R::Choice, armed: bool) -> Option<R::Choice>
where
    R::Choice: Doing,
{
    const WEAPONS: [&str; 6] = ["sword", "knife", "maul", "mace", "staff", "bow"];
    let (now, mut all) = (shipped.does(), Vec::new());
    rules.choices(state, &mut all);
    all.retain(|choice| choice.who() == shipped.who());
    let text = |choice: &R::Choice| rules.text(state, *choice);
    let drops = |choice: &&R::Choice| {
        let what = match choice.does() {
            Does::Fight(Deed::Manage { what: Manage::Drop(_), .. }) => true,
            Does::Fight(Deed::Manage { what: Manage::Draw(_), pay: Pay::Free }) => true,
            _ => return false,
        };
        what && !(armed && WEAPONS.iter().any(|one| text(choice).contains(one)))
    };
    // Drops come first, so that a hand is free for the next thing.
    let fights = all.iter().filter(drops).max_by_key(|choice| text(choice).contains(" drop "));
    let idle = matches!(now, Does::Task(Task::Pick { .. } | Task::Wait | Task::Handle { .. }));
    let packed = || all.iter().find(|choice| text(choice).ends_with(" pack")).filter(|_| idle);
    let left = matches!(now, Does::Task(Task::Handle { how: Handling::PickUp, .. }));
    let wait = || all.iter().find(|choice| left && choice.does() == Does::Task(Task::Wait));
    fights.or_else(packed).or_else(wait).copied()
}

/// Hides from everybody, or goes away.
fn avoid<R: Rules>(rules: &R, state: &R::State, shipped: R::Choice) -> Option<R::Choice>
where
    R::Choice: Doing,
{
    let Does::Task(Task::Face { .. }) = shipped.does() else { return None };
    let mut all = Vec::new();
    rules.choices(state, &mut all);
    let answer =
        |answer: Answer| all.iter().find(|choice| choice.does() == Does::Task(Task::Face { answer }));
    answer(Answer::Hide).or_else(|| answer(Answer::GoAway)).copied()
}

fn compare<R: Rules>(rules: &R, games: u64) -> Vec<String>
where
    R::Choice: Doing,
{
    let mut tricks = usual_tricks(rules, &OURS);
    for (name, armed) in [("travel light", true), ("drop all, draw all", false)] {
        tricks.push(own_trick(name, move |state, shipped, _| travel_light(rules, state, shipped, armed)));
    }
    tricks.push(own_trick("avoid everybody", |state, shipped, _| avoid(rules, state, shipped)));
    too_good(rules, games, tricks)
}

#[test]
fn no_cheap_trick_wins_a_combat() {
    let mut wrong = Vec::new();
    for built_in in scenarios().filter(|scenario| scenario.system == Heed::SYSTEM) {
        let rules = Heed::load(&Bundle::new(built_in.source).unwrap())
            .unwrap_or_else(|problems| panic!("{problems}"));
        wrong.extend(compare(&rules, 160));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_cheap_trick_wins_an_adventure() {
    let mut wrong = Vec::new();
    for built_in in adventures().filter(|adventure| adventure.system == Heed::SYSTEM) {
        let bundle = Bundle::new(built_in.source).unwrap();
        let rules = Adventure(Trek::load(&bundle).unwrap_or_else(|problems| panic!("{problems}")));
        wrong.extend(compare(&rules, 48));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
