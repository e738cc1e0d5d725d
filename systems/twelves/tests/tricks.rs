//! No cheap trick wins: scripted heroes beside the shipped mind, in every scenario and adventure that ships.

use fracas_adventure::{Adventure, Either};
use fracas_content::{Bundle, adventures, scenarios};
use fracas_dice::{Dice, Seeded, Why};
use fracas_kernel::{Ask, Made, Null, Outcome, Play, Rules, Side, Vital};
use fracas_twelves::{Deed, Handle, Trek, Twelves};

#[derive(Clone, Copy, PartialEq, Debug)]
enum Trick {
    Instinct,
    NeverMove,
    Weakest,
    Grapple,
    Shove,
    Features,
    Doors,
    Pass,
    Random,
}

const TRICKS: [Trick; 8] = [
    Trick::NeverMove,
    Trick::Weakest,
    Trick::Grapple,
    Trick::Shove,
    Trick::Features,
    Trick::Doors,
    Trick::Pass,
    Trick::Random,
];

/// A fight's deed in a choice of either game.
trait Fighting: Made {
    fn deed(self) -> Option<Deed>;
}

impl Fighting for fracas_twelves::Choice {
    fn deed(self) -> Option<Deed> {
        Some(self.deed)
    }
}

impl<A: Made> Fighting for Either<A, fracas_twelves::Choice> {
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
        all.retain(|choice| choice.who() == instinct.who());
        let first =
            |is: &dyn Fn(Deed) -> bool| all.iter().copied().find(|choice| choice.deed().is_some_and(is));
        match self {
            Trick::Instinct => None,
            Trick::NeverMove if matches!(now, Deed::Move { .. } | Deed::Flee) => {
                first(&|deed| deed == Deed::Pass)
            }
            Trick::NeverMove => None,
            Trick::Weakest => all
                .iter()
                .copied()
                .filter_map(|choice| match choice.deed()? {
                    Deed::Attack { target, .. } | Deed::Pair { target, .. } => {
                        let Vital { health, .. } = rules.vital(state, target);
                        Some((health, choice))
                    }
                    _ => None,
                })
                .min_by_key(|(health, _)| *health)
                .map(|(_, choice)| choice),
            Trick::Grapple => first(&|deed| matches!(deed, Deed::Grapple { .. })),
            Trick::Shove => first(&|deed| matches!(deed, Deed::Shove { .. })),
            Trick::Features => first(&|deed| matches!(deed, Deed::Use { .. })),
            Trick::Doors => {
                first(&|deed| matches!(deed, Deed::Door { what: Handle::Shut | Handle::Bar, .. }))
            }
            Trick::Pass => first(&|deed| deed == Deed::Pass),
            Trick::Random => {
                let index = dice.pick(Why::table("whim"), all.len());
                Some(all[index])
            }
        }
    }
}

/// How many of this many games the heroes win, in a hundred.
fn won<R: Rules>(rules: &R, trick: Trick, games: u64) -> f64
where
    R::Choice: Fighting,
{
    let mut won = 0;
    for seed in 0..games {
        let (mut dice, mut whim, mut own) =
            (Seeded::stream(seed, 0), Seeded::stream(seed, 1), Seeded::stream(seed, 2));
        let mut state = rules.start();
        for step in 0.. {
            let asked = match rules.ask(&state) {
                Ask::Over(outcome) => {
                    won += u64::from(outcome == Outcome::Won(Side::Heroes));
                    break;
                }
                // Both sides stand about for ever.
                _ if step > 5_000 => break,
                ask => ask.asked(),
            };
            let mut choice = rules.instinct(&state, asked, &mut whim);
            if rules.side(&state, choice.who()) == Side::Heroes {
                choice = trick.instead(rules, &state, choice, &mut own).unwrap_or(choice);
            }
            rules.apply(&mut state, choice, &mut dice, &mut Null);
        }
    }
    won as f64 * 100.0 / games as f64
}

fn compare<R: Rules>(rules: &R, games: u64) -> Vec<String>
where
    R::Choice: Fighting,
{
    let shipped = won(rules, Trick::Instinct, games);
    let mut row = format!("{:<28} instinct {shipped:>5.1}", rules.title());
    let mut wrong = Vec::new();
    // What chance alone may make of two shares of this many games, in points.
    let doubt = 2.0 * 100.0 * (0.5 / games as f64).sqrt();
    for trick in TRICKS {
        let share = won(rules, trick, games);
        row += &format!(", {trick:?} {share:.1}");
        if share > shipped + 5.0 + doubt || share > 90.0 {
            wrong.push(format!("{}: {trick:?} wins {share:.1} %, instinct {shipped:.1} %", rules.title()));
        }
    }
    println!("{row}");
    wrong
}

#[test]
fn no_cheap_trick_wins() {
    let mut wrong = Vec::new();
    for built_in in scenarios().filter(|scenario| scenario.system == Twelves::SYSTEM) {
        let rules = Twelves::load(&Bundle::new(built_in.source).unwrap()).unwrap();
        wrong.extend(compare(&rules, 800));
    }
    for built_in in adventures().filter(|adventure| adventure.system == Twelves::SYSTEM) {
        let rules = Adventure(Trek::load(&Bundle::new(built_in.source).unwrap()).unwrap());
        wrong.extend(compare(&rules, 200));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
