//! No cheap trick wins: scripted heroes beside the shipped mind, in every scenario and adventure that ships.

use fracas_adventure::{Adventure, Either};
use fracas_content::{Bundle, adventures, scenarios};
use fracas_dice::{Dice, Seeded, Why};
use fracas_kernel::{Made, Play, Rules, Side, Vital};
use fracas_lab::too_good;
use fracas_ranks::{Deed, Ranks, Trek};

#[derive(Clone, Copy, PartialEq, Debug)]
enum Trick {
    /// Nobody leaves the square on which the fight finds them.
    NeverMove,
    /// Every movement point that is left goes into hiding.
    AlwaysHide,
    /// Hide first, and do nothing else while hidden.
    LieLow,
    Weakest,
    /// The first card that can be played, at the first aim.
    FirstCard,
    Random,
}

const TRICKS: [Trick; 6] =
    [Trick::NeverMove, Trick::AlwaysHide, Trick::LieLow, Trick::Weakest, Trick::FirstCard, Trick::Random];

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
        let first =
            |is: &dyn Fn(Deed) -> bool| all.iter().copied().find(|choice| choice.deed().is_some_and(is));
        let acts = |deed: Deed| matches!(deed, Deed::Act { .. });
        match self {
            Trick::NeverMove if matches!(now, Deed::Move { .. }) => {
                first(&acts).or_else(|| first(&|deed| deed == Deed::End))
            }
            Trick::NeverMove => None,
            Trick::AlwaysHide if now == Deed::End => first(&|deed| deed == Deed::Hide),
            Trick::AlwaysHide => None,
            Trick::LieLow => first(&|deed| deed == Deed::Hide)
                .or_else(|| first(&acts))
                .or_else(|| first(&|deed| deed == Deed::End)),
            Trick::Weakest if acts(now) => {
                let mut weakest: Option<(i32, R::Choice)> = None;
                for &choice in &all {
                    let Some(Deed::Act { aim, .. }) = choice.deed() else { continue };
                    let Some(one) = aim.one.filter(|&one| rules.side(state, one) == Side::Monsters) else {
                        continue;
                    };
                    let Vital { health, standing, .. } = rules.vital(state, one);
                    if standing && weakest.is_none_or(|(least, _)| health < least) {
                        weakest = Some((health, choice));
                    }
                }
                weakest.map(|(_, choice)| choice)
            }
            Trick::Weakest => None,
            Trick::FirstCard if acts(now) => first(&acts),
            Trick::FirstCard => None,
            Trick::Random => {
                all.retain(|choice| choice.deed() != Some(Deed::Retreat));
                Some(all[dice.pick(Why::table("whim"), all.len())])
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
    for built_in in scenarios().filter(|scenario| scenario.system == Ranks::SYSTEM) {
        let rules = Ranks::load(&Bundle::new(built_in.source).unwrap()).unwrap();
        wrong.extend(compare(&rules, 300));
    }
    for built_in in adventures().filter(|adventure| adventure.system == Ranks::SYSTEM) {
        let rules = Adventure(Trek::load(&Bundle::new(built_in.source).unwrap()).unwrap());
        wrong.extend(compare(&rules, 100));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
