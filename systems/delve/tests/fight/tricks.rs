//! No cheap trick wins: scripted heroes beside the shipped mind, in every scenario and adventure that ships. And no single
//! spell decides a fight.

use fracas_adventure::{Adventure, Either};
use fracas_content::{Bundle, adventures, scenarios};
use fracas_delve::{Deed, Delve, Trek};
use fracas_dice::{Dice, Seeded, Why};
use fracas_kernel::{Handle, Made, Play, Rules, Vital};
use fracas_lab::{too_good, won_by};

#[derive(Clone, Copy, PartialEq, Debug)]
enum Trick {
    NeverMove,
    Weakest,
    /// The first spell on the list, as long as there is one.
    FirstSpell,
    NoSpells,
    /// Whatever is at hand.
    Things,
    /// Hides behind doors.
    Doors,
    /// Leaves while there is time.
    Leave,
    Nothing,
    Random,
}

const TRICKS: [Trick; 9] = [
    Trick::NeverMove,
    Trick::Weakest,
    Trick::FirstSpell,
    Trick::NoSpells,
    Trick::Things,
    Trick::Doors,
    Trick::Leave,
    Trick::Nothing,
    Trick::Random,
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
        if now == Deed::Begin {
            return None;
        }
        let mut all = Vec::new();
        rules.choices(state, &mut all);
        all.retain(|choice| choice.who() == instinct.who());
        let first =
            |is: &dyn Fn(Deed) -> bool| all.iter().copied().find(|choice| choice.deed().is_some_and(is));
        match self {
            Trick::NeverMove if matches!(now, Deed::Move { .. } | Deed::Leave) => {
                first(&|deed| deed == Deed::Done)
            }
            Trick::NeverMove => None,
            Trick::Weakest => all
                .iter()
                .copied()
                .filter_map(|choice| match choice.deed()? {
                    Deed::Attack { target, .. } => {
                        let Vital { health, .. } = rules.vital(state, target);
                        Some((health, choice))
                    }
                    _ => None,
                })
                .min_by_key(|(health, _)| *health)
                .map(|(_, choice)| choice),
            Trick::FirstSpell => first(&|deed| matches!(deed, Deed::Cast { .. })),
            Trick::NoSpells if matches!(now, Deed::Cast { .. }) => {
                first(&|deed| matches!(deed, Deed::Attack { .. })).or(first(&|deed| deed == Deed::Done))
            }
            Trick::NoSpells => None,
            Trick::Things => first(&|deed| matches!(deed, Deed::Use { .. })),
            Trick::Doors => {
                first(&|deed| matches!(deed, Deed::Door { what: Handle::Shut | Handle::Bar, .. }))
            }
            Trick::Leave => first(&|deed| deed == Deed::Leave),
            Trick::Nothing => first(&|deed| deed == Deed::Done),
            Trick::Random => {
                let index = dice.pick(Why::table("whim"), all.len());
                Some(all[index])
            }
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
    for built_in in scenarios().filter(|scenario| scenario.system == Delve::SYSTEM) {
        let rules = Delve::load(&Bundle::new(built_in.source).unwrap()).unwrap();
        wrong.extend(compare(&rules, 800));
    }
    for built_in in adventures().filter(|adventure| adventure.system == Delve::SYSTEM) {
        let rules = Adventure(Trek::load(&Bundle::new(built_in.source).unwrap()).unwrap());
        wrong.extend(compare(&rules, 150));
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
            won_by(&rules, fracas_lab::Trick::Shipped, 1_500).share * 100.0
        });
        println!("{id}: {with:.1} % with Slumber, {without:.1} % without");
        assert!((with - without).abs() < 15.0, "{id}: {with:.1} % with Slumber, {without:.1} % without");
    }
}
