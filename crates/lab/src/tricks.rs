//! No cheap trick wins: heroes who follow a simple rule instead of thinking, beside the shipped mind.
//!
//! A trick reads choices as a screen does, by their deed, role and targets; so it knows no system.

use fracas_dice::{Dice, Seeded, Why};
use fracas_kernel::{Ask, ChoiceView, Made, Null, Outcome, Role, Rules, Side, Whim};

use crate::{Plan, Rate};

/// A game in which nobody has won after this many choices is not won.
const CAP: u32 = 8_000;

/// What heroes do without thinking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trick {
    /// What the shipped mind says.
    Shipped,
    /// They stay where they are, and strike at whomever they can.
    NeverMove,
    /// They strike at whoever has the least left.
    Weakest,
    /// They end their turn.
    Idle,
    /// Whatever comes to mind, between fights too.
    Random,
    /// The first choice whose deed begins with one of these words, whenever there is one.
    Always(&'static str, &'static [&'static str]),
    /// The same, but with what is left over: instead of going somewhere or ending the turn.
    LeftOver(&'static str, &'static [&'static str]),
}

impl Trick {
    /// Those that a person would think of in any system.
    pub const USUAL: [Trick; 8] = [
        Trick::NeverMove,
        Trick::Always("drop everything", &["drop", "stow", "pack", "leave-behind"]),
        Trick::LeftOver("always hide", &["hide"]),
        Trick::Always("always defend", &["defend", "guard", "block", "parry"]),
        Trick::Weakest,
        Trick::Always("first spell only", &["cast", "charge", "ability", "play"]),
        Trick::Idle,
        Trick::Random,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Trick::Shipped => "shipped mind",
            Trick::NeverMove => "never move",
            Trick::Weakest => "attack the weakest",
            Trick::Idle => "do nothing",
            Trick::Random => "random",
            Trick::Always(name, _) | Trick::LeftOver(name, _) => name,
        }
    }

    /// What one of the heroes does instead of what the mind says, if this trick has something.
    fn instead<R: Rules>(
        self,
        rules: &R,
        state: &R::State,
        shipped: R::Choice,
        whim: &mut Seeded,
    ) -> Option<R::Choice> {
        if self == Trick::Shipped || !(rules.fighting(state) || self == Trick::Random) {
            return None;
        }
        let mut all = Vec::new();
        rules.choices(state, &mut all);
        all.retain(|choice| choice.who() == shipped.who());
        if self == Trick::Random {
            return Some(all[whim.pick(Why::table("whim"), all.len())]);
        }
        let shown = |choice: R::Choice| rules.describe(state, choice);
        let role = shown(shipped).role;
        let find = |is: &dyn Fn(&ChoiceView) -> bool| all.iter().copied().find(|&choice| is(&shown(choice)));
        let side = rules.side(state, shipped.who());
        let strikes = |view: &ChoiceView| {
            let foe = |&who: &_| rules.side(state, who) != side;
            view.role == Role::Act && !view.targets.is_empty() && view.targets.iter().all(foe)
        };
        let ends = |view: &ChoiceView| view.role == Role::EndTurn;
        let one_of = |words: &[&str], view: &ChoiceView| {
            let word = view.deed.id.split(' ').next().unwrap_or_default();
            words.contains(&word)
        };
        match self {
            Trick::NeverMove if matches!(role, Role::Move | Role::Retreat) => {
                find(&strikes).or_else(|| find(&ends))
            }
            Trick::Idle if !matches!(role, Role::Begin | Role::Answer) => find(&ends),
            Trick::Weakest => {
                let aimed = all.iter().copied().map(|choice| (choice, shown(choice)));
                let left = |view: &ChoiceView| {
                    view.targets.iter().map(|&who| rules.vital(state, who).health).min().unwrap_or(i32::MAX)
                };
                let strikes = aimed.filter(|(_, view)| strikes(view));
                strikes.min_by_key(|(_, view)| left(view)).map(|(choice, _)| choice)
            }
            Trick::Always(_, words) => find(&|view| one_of(words, view)),
            Trick::LeftOver(_, words) if matches!(role, Role::Move | Role::EndTurn) => {
                find(&|view| one_of(words, view))
            }
            _ => None,
        }
    }
}

/// How many of this many games the heroes win by a trick, everybody else by the shipped mind.
pub fn won_by<R: Rules>(rules: &R, trick: Trick, games: u64) -> Rate {
    won_with(rules, games, |state, shipped, whim| trick.instead(rules, state, shipped, whim))
}

/// The same for a rule of one's own, which says what a hero does instead of what the mind says, if anything.
pub fn won_with<R: Rules>(
    rules: &R,
    games: u64,
    instead: impl Fn(&R::State, R::Choice, &mut Seeded) -> Option<R::Choice> + Sync,
) -> Rate {
    let work = |won: &mut u64, seed| *won += u64::from(wins(rules, seed, &instead));
    let won = Plan::new(games, 0).fold(games, &|| 0, &work, |won, more| *won += more);
    Rate::new(won, games)
}

/// Which tricks do too well in a game: five points better than the shipped mind, or more than nine games in ten. What chance
/// alone may make of two shares is granted. And a game that is not worth playing, which the mind loses or wins too often.
pub fn too_good<R: Rules>(
    rules: &R,
    shipped: Rate,
    tricks: impl IntoIterator<Item = (String, Rate)>,
) -> Vec<String> {
    let (title, mind) = (rules.title(), shipped.share * 100.0);
    let doubt = 2.0 * 100.0 * (0.5 / shipped.of as f64).sqrt();
    let mut row = format!("{title:<28} shipped mind {mind:>5.1}");
    let mut wrong = Vec::new();
    if !(45.0..=90.0).contains(&mind) {
        wrong.push(format!("{title}: the shipped mind wins {mind:.1} %"));
    }
    for (name, won) in tricks {
        let won = won.share * 100.0;
        row += &format!(", {name} {won:.1}");
        if won > mind + 5.0 + doubt || won > 90.0 {
            wrong.push(format!("{title}: {name} wins {won:.1} %, the shipped mind {mind:.1} %"));
        }
    }
    println!("{row}");
    wrong
}

fn wins<R: Rules>(
    rules: &R,
    seed: u64,
    instead: &impl Fn(&R::State, R::Choice, &mut Seeded) -> Option<R::Choice>,
) -> bool {
    let (mut dice, mut whim, mut own) =
        (Seeded::stream(seed, 0), Whim::stream(seed, 1), Seeded::stream(seed, 2));
    let (mut state, mut last) = (rules.start(), None);
    for _ in 0..CAP {
        let asked = match rules.ask(&state) {
            Ask::Over(outcome) => return outcome == Outcome::Won(Side::Heroes),
            ask => ask.asked(),
        };
        let mut choice = rules.instinct(&state, asked, &mut whim);
        if rules.side(&state, choice.who()) == Side::Heroes {
            let trick = instead(&state, choice, &mut own);
            // What costs nothing could be done for ever: nobody does the same thing twice in a row to no avail.
            choice = trick.filter(|trick| last.as_ref() != Some(&(*trick, state.clone()))).unwrap_or(choice);
            last = Some((choice, state.clone()));
        }
        rules.apply(&mut state, choice, &mut dice, &mut Null);
    }
    false
}
