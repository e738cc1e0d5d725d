//! No cheap trick wins: scripted heroes beside the shipped mind, in every scenario and adventure that ships.

use fracas_adventure::{Adventure, Either};
use fracas_ardor::{Action, Ardor, Deed, Trek};
use fracas_content::{Bundle, adventures, scenarios};
use fracas_dice::{Dice, Seeded, Why};
use fracas_kernel::{Made, Play, Rules};
use fracas_lab::too_good;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Trick {
    NeverMove,
    Defend,
    DefendOther,
    Weakest,
    FirstAbility,
    NoArdor,
    Doors,
    Random,
}

const TRICKS: [Trick; 8] = [
    Trick::NeverMove,
    Trick::Defend,
    Trick::DefendOther,
    Trick::Weakest,
    Trick::FirstAbility,
    Trick::NoArdor,
    Trick::Doors,
    Trick::Random,
];

/// A fight's deed in a choice of either game.
trait Fighting: Made {
    fn deed(self) -> Option<Deed>;
}

impl Fighting for fracas_ardor::Choice {
    fn deed(self) -> Option<Deed> {
        Some(self.deed)
    }
}

impl<A: Made> Fighting for Either<A, fracas_ardor::Choice> {
    fn deed(self) -> Option<Deed> {
        match self {
            Either::Fight(choice) => Some(choice.deed),
            Either::Trek(_) => None,
        }
    }
}

fn action(deed: Deed) -> Option<Action> {
    match deed {
        Deed::Commit { action, .. } | Deed::Arduous { action, .. } => Some(action),
        _ => None,
    }
}

impl Trick {
    /// What one of the heroes does instead of what instinct says, if this trick has something.
    fn instead<R: Rules>(
        self,
        rules: &R,
        state: &R::State,
        instinct: R::Choice,
        dice: &mut Seeded,
    ) -> Option<R::Choice>
    where
        R::Choice: Fighting,
    {
        let now = instinct.deed()?;
        let mut all = Vec::new();
        rules.choices(state, &mut all);
        all.retain(|choice| choice.who() == instinct.who());
        let first =
            |is: &dyn Fn(Deed) -> bool| all.iter().copied().find(|choice| choice.deed().is_some_and(is));
        let does = |is: &dyn Fn(Action) -> bool| first(&|deed| action(deed).is_some_and(is));
        let weakest = || {
            let hit = all.iter().filter_map(|&choice| {
                let Some(Action::Attack { target, .. }) = action(choice.deed()?) else { return None };
                Some((rules.vital(state, target).health, choice))
            });
            hit.min_by_key(|(health, _)| *health).map(|(_, choice)| choice)
        };
        match self {
            Trick::NeverMove if action(now).is_some_and(|action| action.destination().is_some()) => {
                does(&|action| action == Action::Defend { bar: None })
            }
            Trick::NeverMove => None,
            Trick::Defend => does(&|action| action == Action::Defend { bar: None }),
            Trick::DefendOther => does(&|action| matches!(action, Action::DefendOther { .. })),
            Trick::Weakest => weakest(),
            Trick::FirstAbility => does(&|action| matches!(action, Action::Ability { .. })),
            Trick::NoArdor => match now {
                Deed::Arduous { .. } => first(&|deed| deed == Deed::Pass),
                _ if matches!(action(now), Some(Action::Ability { .. })) => weakest(),
                _ => None,
            },
            Trick::Doors => does(&|action| matches!(action, Action::Door { .. })),
            Trick::Random => Some(all[dice.pick(Why::table("whim"), all.len())]),
        }
    }
}

fn compare<R: Rules>(rules: &R, games: u64) -> Vec<String>
where
    R::Choice: Fighting,
{
    let tricks = TRICKS.map(|trick| {
        let instead =
            move |state: &R::State, shipped, whim: &mut _| trick.instead(rules, state, shipped, whim);
        (format!("{trick:?}"), instead)
    });
    too_good(rules, games, tricks)
}

#[test]
fn no_cheap_trick_wins() {
    let mut wrong = Vec::new();
    for built_in in scenarios().filter(|scenario| scenario.system == Ardor::SYSTEM) {
        let rules = Ardor::load(&Bundle::new(built_in.source).unwrap()).unwrap();
        wrong.extend(compare(&rules, 500));
    }
    for built_in in adventures().filter(|adventure| adventure.system == Ardor::SYSTEM) {
        let rules = Adventure(Trek::load(&Bundle::new(built_in.source).unwrap()).unwrap());
        wrong.extend(compare(&rules, 150));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
