//! No cheap trick wins: scripted heroes beside the shipped mind, in every scenario and adventure that ships.

use fracas_adventure::{Adventure, Either};
use fracas_content::{Bundle, adventures, scenarios};
use fracas_kernel::{Made, Play, Rules};
use fracas_lab::{Trick, own_trick, too_good, usual_tricks};
use fracas_ranks::{Deed, Ranks, Trek};

/// What only these rules have, beside what everybody would try.
const OURS: [Trick; 2] =
    [Trick::Always("empty hands", &["drop", "unequip"]), Trick::Always("doors", &["shut"])];

/// A fight's deed in a choice of either game.
trait Fighting: Made {
    fn deed(self) -> Option<Deed>;
}

impl Fighting for fracas_ranks::Choice {
    fn deed(self) -> Option<Deed> {
        Some(self.deed)
    }
}

impl<A: Made> Fighting for Either<A, fracas_ranks::Choice> {
    fn deed(self) -> Option<Deed> {
        match self {
            Either::Fight(choice) => Some(choice.deed),
            Either::Trek(_) => None,
        }
    }
}

/// Hides first, and does nothing else while hidden.
fn lie_low<R: Rules>(rules: &R, state: &R::State, shipped: R::Choice) -> Option<R::Choice>
where
    R::Choice: Fighting,
{
    shipped.deed()?;
    let mut all = Vec::new();
    rules.choices(state, &mut all);
    let first = |is: &dyn Fn(Deed) -> bool| all.iter().copied().find(|choice| choice.deed().is_some_and(is));
    first(&|deed| deed == Deed::Hide)
        .or_else(|| first(&|deed| matches!(deed, Deed::Act { .. })))
        .or_else(|| first(&|deed| deed == Deed::End))
}

fn compare<R: Rules>(rules: &R, games: u64) -> Vec<String>
where
    R::Choice: Fighting,
{
    let mut tricks = usual_tricks(rules, &OURS);
    tricks.push(own_trick("lie low", |state, shipped, _| lie_low(rules, state, shipped)));
    too_good(rules, games, tricks)
}

#[test]
fn no_cheap_trick_wins() {
    let mut wrong = Vec::new();
    for built_in in scenarios().filter(|scenario| scenario.system == Ranks::SYSTEM) {
        let rules = Ranks::load(&Bundle::new(built_in.source).unwrap()).unwrap();
        wrong.extend(compare(&rules, 80));
    }
    for built_in in adventures().filter(|adventure| adventure.system == Ranks::SYSTEM) {
        let rules = Adventure(Trek::load(&Bundle::new(built_in.source).unwrap()).unwrap());
        wrong.extend(compare(&rules, 20));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
