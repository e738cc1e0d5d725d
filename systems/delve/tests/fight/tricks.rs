//! No cheap trick wins: scripted heroes beside the shipped mind, in every scenario and adventure that ships. And no single
//! spell decides a fight.

use fracas_adventure::{Adventure, Either};
use fracas_content::{Bundle, adventures, scenarios};
use fracas_delve::{Deed, Delve, Trek};
use fracas_kernel::{Made, Play, Rules};
use fracas_lab::{Trick, own_trick, too_good, usual_tricks, won_by};

/// What only these rules have, beside what everybody would try.
const OURS: [Trick; 3] = [
    Trick::Always("things", &["use"]),
    Trick::Always("doors", &["shut", "bar"]),
    Trick::Always("leave", &["leave"]),
];

/// A fight's deed in a choice of either game.
trait Fighting: Made {
    fn deed(self) -> Option<Deed>;
}

impl Fighting for fracas_delve::Choice {
    fn deed(self) -> Option<Deed> {
        Some(self.deed)
    }
}

impl<A: Made> Fighting for Either<A, fracas_delve::Choice> {
    fn deed(self) -> Option<Deed> {
        match self {
            Either::Fight(choice) => Some(choice.deed),
            Either::Trek(_) => None,
        }
    }
}

/// Strikes where the mind would cast, or does nothing.
fn no_spells<R: Rules>(rules: &R, state: &R::State, shipped: R::Choice) -> Option<R::Choice>
where
    R::Choice: Fighting,
{
    let Some(Deed::Cast { .. }) = shipped.deed() else { return None };
    let mut all = Vec::new();
    rules.choices(state, &mut all);
    all.retain(|choice| choice.who() == shipped.who());
    let first = |is: &dyn Fn(Deed) -> bool| all.iter().copied().find(|choice| choice.deed().is_some_and(is));
    first(&|deed| matches!(deed, Deed::Attack { .. })).or_else(|| first(&|deed| deed == Deed::Done))
}

fn compare<R: Rules>(rules: &R, games: u64) -> Vec<String>
where
    R::Choice: Fighting,
{
    let mut tricks = usual_tricks(rules, &OURS);
    tricks.push(own_trick("no spells", |state, shipped, _| no_spells(rules, state, shipped)));
    too_good(rules, games, tricks)
}

#[test]
fn no_cheap_trick_wins() {
    let mut wrong = Vec::new();
    for built_in in scenarios().filter(|scenario| scenario.system == Delve::SYSTEM) {
        let rules = Delve::load(&Bundle::new(built_in.source).unwrap()).unwrap();
        wrong.extend(compare(&rules, 600));
    }
    for built_in in adventures().filter(|adventure| adventure.system == Delve::SYSTEM) {
        let rules = Adventure(Trek::load(&Bundle::new(built_in.source).unwrap()).unwrap());
        wrong.extend(compare(&rules, 120));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// DELVE-R18: with a save, and for creatures with a mind, Slumber is one spell among others: a magic-user without it does not
/// fare much worse.
#[test]
fn slumber_does_not_decide_fights() {
    for id in ["goblins-at-the-ford", "burning-hall"] {
        let built_in = scenarios().find(|one| one.system == Delve::SYSTEM && one.id == id).unwrap();
        let bundle = Bundle::new(built_in.source).unwrap();
        let mut without = bundle.clone();
        for file in &mut without.library {
            file.text = file.text.replace("spells = [\"slumber\", ", "spells = [");
        }
        let [with, without] = [bundle, without].map(|bundle| {
            let rules = Delve::load(&bundle).unwrap_or_else(|problems| panic!("{problems}"));
            won_by(&rules, Trick::Shipped, 1_500).share * 100.0
        });
        println!("{id}: {with:.1} % with Slumber, {without:.1} % without");
        assert!((with - without).abs() < 15.0, "{id}: {with:.1} % with Slumber, {without:.1} % without");
    }
}
