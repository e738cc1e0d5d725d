//! No cheap trick wins: scripted heroes beside the shipped mind, in every scenario and adventure that ships.

use fracas_adventure::{Adventure, Either};
use fracas_ardor::{Action, Ardor, Deed, Trek};
use fracas_content::{Bundle, adventures, scenarios};
use fracas_dice::{Dice, Seeded, Why};
use fracas_kernel::{Ask, Made, Null, Outcome, Play, Rules, Side};

#[derive(Clone, Copy, PartialEq, Debug)]
enum Trick {
    Instinct,
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
            Trick::Instinct => None,
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
            if let Ask::Over(outcome) = rules.ask(&state) {
                won += u64::from(outcome == Outcome::Won(Side::Heroes));
                break;
            }
            // Both sides stand about for ever.
            if step > 5_000 {
                break;
            }
            let mut choice = rules.instinct(&state, rules.awaited(&state), &mut whim);
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
    if !(45.0..=90.0).contains(&shipped) {
        wrong.push(format!("{}: instinct wins {shipped:.1} %", rules.title()));
    }
    wrong
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
