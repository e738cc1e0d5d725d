//! No cheap trick wins: scripted heroes beside the shipped mind, in every scenario and adventure that ships.

use fracas_adventure::{Adventure, Deed as Common, Either};
use fracas_content::{Bundle, adventures, scenarios};
use fracas_dice::{Dice, Seeded, Why};
use fracas_heed::trek::{Answer, Deed as Task, Handling};
use fracas_heed::{Deed, Heed, Manage, Pay, Trek};
use fracas_kernel::{Handle, Made, Play, Rules, Vital};
use fracas_lab::too_good;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Trick {
    NeverMove,
    /// Keeps a weapon in hand and nothing else: what can be dropped in a combat is, and what can be left on a trek.
    TravelLight,
    /// Leaves and drops everything, weapons too.
    DropAll,
    AlwaysDodge,
    /// Lies down and stays there.
    Prone,
    Weakest,
    FirstSpell,
    Features,
    Doors,
    /// Hides from everybody, or goes away.
    Hide,
    Pass,
    Random,
}

const TRICKS: [Trick; 12] = [
    Trick::NeverMove,
    Trick::TravelLight,
    Trick::DropAll,
    Trick::AlwaysDodge,
    Trick::Prone,
    Trick::Weakest,
    Trick::FirstSpell,
    Trick::Features,
    Trick::Doors,
    Trick::Hide,
    Trick::Pass,
    Trick::Random,
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
        R::Choice: Doing,
    {
        let now = instinct.does();
        let mut all = Vec::new();
        rules.choices(state, &mut all);
        let who = instinct.who();
        let own = |choice: &&R::Choice| choice.who() == who;
        let first =
            |is: &dyn Fn(Does) -> bool| all.iter().filter(own).find(|choice| is(choice.does())).copied();
        let fight = |is: &dyn Fn(Deed) -> bool| first(&|does| matches!(does, Does::Fight(deed) if is(deed)));
        let moves = matches!(now, Does::Fight(Deed::Move { .. } | Deed::Leave));
        match self {
            Trick::NeverMove if moves => fight(&|deed| deed == Deed::Done),
            Trick::TravelLight | Trick::DropAll => {
                const WEAPONS: [&str; 6] = ["sword", "knife", "maul", "mace", "staff", "bow"];
                let armed =
                    |text: &str| self == Trick::TravelLight && WEAPONS.iter().any(|one| text.contains(one));
                let text = |choice: &R::Choice| rules.text(state, *choice);
                let drops = |choice: &&R::Choice| {
                    let what = match choice.does() {
                        Does::Fight(Deed::Manage { what: Manage::Drop(_), .. }) => true,
                        Does::Fight(Deed::Manage { what: Manage::Draw(_), pay: Pay::Free }) => true,
                        _ => return false,
                    };
                    what && own(choice) && !armed(&text(choice))
                };
                // Drops come first, so that a hand is free for the next thing.
                let fights = all.iter().filter(drops).max_by_key(|choice| text(choice).contains(" drop "));
                let packs = |choice: &&R::Choice| own(choice) && text(choice).ends_with(" pack");
                let idle = matches!(now, Does::Task(Task::Pick { .. } | Task::Wait | Task::Handle { .. }));
                let packed = || all.iter().find(packs).filter(|_| idle).copied();
                let left = matches!(now, Does::Task(Task::Handle { how: Handling::PickUp, .. }));
                let wait = || first(&|does| left && does == Does::Task(Task::Wait));
                fights.copied().or_else(packed).or_else(wait)
            }
            Trick::AlwaysDodge => fight(&|deed| deed == Deed::Defend { block: false }),
            Trick::Prone => fight(&|deed| deed == Deed::FallProne),
            Trick::Weakest => {
                let health = |choice: &R::Choice| match choice.does() {
                    Does::Fight(Deed::Attack { target, .. }) => {
                        let Vital { health, .. } = rules.vital(state, target);
                        Some(health)
                    }
                    _ => None,
                };
                let attacks = all.iter().filter(own).filter_map(|choice| Some((health(choice)?, *choice)));
                attacks.min_by_key(|(health, _)| *health).map(|(_, choice)| choice)
            }
            Trick::FirstSpell => fight(&|deed| matches!(deed, Deed::Cast { .. }))
                .or_else(|| fight(&|deed| matches!(deed, Deed::Charge { spell: 0 }))),
            Trick::Features => fight(&|deed| matches!(deed, Deed::Work { .. })),
            Trick::Doors => {
                fight(&|deed| matches!(deed, Deed::Door { what: Handle::Shut | Handle::Bar, .. }))
            }
            Trick::Hide => {
                let answer = |wanted: Answer| {
                    first(&|does| matches!(does, Does::Task(Task::Face { answer }) if answer == wanted))
                };
                answer(Answer::Hide).or_else(|| answer(Answer::GoAway))
            }
            Trick::Pass => fight(&|deed| deed == Deed::Done),
            Trick::Random if matches!(now, Does::Fight(_)) => {
                let all: Vec<R::Choice> = all.iter().filter(own).copied().collect();
                let index = dice.pick(Why::table("whim"), all.len());
                Some(all[index])
            }
            _ => None,
        }
    }
}

fn compare<R: Rules>(rules: &R, games: u64) -> Vec<String>
where
    R::Choice: Doing,
{
    let tricks = TRICKS.map(|trick| {
        let instead =
            move |state: &R::State, shipped, whim: &mut _| trick.instead(rules, state, shipped, whim);
        (format!("{trick:?}"), instead)
    });
    too_good(rules, games, tricks)
}

#[test]
fn no_cheap_trick_wins_a_combat() {
    let mut wrong = Vec::new();
    for built_in in scenarios().filter(|scenario| scenario.system == Heed::SYSTEM) {
        let rules = Heed::load(&Bundle::new(built_in.source).unwrap())
            .unwrap_or_else(|problems| panic!("{problems}"));
        wrong.extend(compare(&rules, 600));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_cheap_trick_wins_an_adventure() {
    let mut wrong = Vec::new();
    for built_in in adventures().filter(|adventure| adventure.system == Heed::SYSTEM) {
        let bundle = Bundle::new(built_in.source).unwrap();
        let rules = Adventure(Trek::load(&bundle).unwrap_or_else(|problems| panic!("{problems}")));
        wrong.extend(compare(&rules, 200));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
