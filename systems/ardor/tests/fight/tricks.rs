//! No cheap trick wins: scripted heroes beside the shipped mind, in every scenario and adventure that ships.

use fracas_adventure::{Adventure, Either};
use fracas_ardor::{Action, Ardor, Deed, Trek};
use fracas_content::{Bundle, adventures, scenarios};
use fracas_kernel::{Made, Play, Rules};
use fracas_lab::{Trick, own_trick, too_good, usual_tricks};

/// What only these rules have, beside what everybody would try.
const OURS: [Trick; 3] = [
    Trick::Always("defend others", &["defend-other"]),
    Trick::Always("abilities", &["use"]),
    Trick::Always("doors", &["open", "shut", "bar-door", "force", "pick"]),
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

/// No second action, and a blow at the weakest where the mind would use an ability.
fn no_ardor<R: Rules>(rules: &R, state: &R::State, shipped: R::Choice) -> Option<R::Choice>
where
    R::Choice: Fighting,
{
    let now = shipped.deed()?;
    let mut all = Vec::new();
    rules.choices(state, &mut all);
    all.retain(|choice| choice.who() == shipped.who());
    if let Deed::Arduous { .. } = now {
        return all.into_iter().find(|choice| choice.deed() == Some(Deed::Pass));
    }
    if !matches!(action(now), Some(Action::Ability { .. })) {
        return None;
    }
    let hit = all.into_iter().filter_map(|choice| {
        let Some(Action::Attack { target, .. }) = action(choice.deed()?) else { return None };
        Some((rules.vital(state, target).health, choice))
    });
    hit.min_by_key(|(health, _)| *health).map(|(_, choice)| choice)
}

fn compare<R: Rules>(rules: &R, games: u64) -> Vec<String>
where
    R::Choice: Fighting,
{
    let mut tricks = usual_tricks(rules, &OURS);
    tricks.push(own_trick("no Ardor", |state, shipped, _| no_ardor(rules, state, shipped)));
    too_good(rules, games, tricks)
}

#[test]
fn no_cheap_trick_wins() {
    let mut wrong = Vec::new();
    for built_in in scenarios().filter(|scenario| scenario.system == Ardor::SYSTEM) {
        let rules = Ardor::load(&Bundle::new(built_in.source).unwrap()).unwrap();
        wrong.extend(compare(&rules, 160));
    }
    for built_in in adventures().filter(|adventure| adventure.system == Ardor::SYSTEM) {
        let rules = Adventure(Trek::load(&Bundle::new(built_in.source).unwrap()).unwrap());
        wrong.extend(compare(&rules, 40));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
