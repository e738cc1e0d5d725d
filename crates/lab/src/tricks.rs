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
    won_with(rules, games, &|state, shipped, whim| trick.instead(rules, state, shipped, whim), 0.0)
}

/// What a hero does instead of what the mind says, if anything: a rule of one's own.
pub trait Instead<R: Rules>: Fn(&R::State, R::Choice, &mut Seeded) -> Option<R::Choice> + Sync {}
impl<R: Rules, F: Fn(&R::State, R::Choice, &mut Seeded) -> Option<R::Choice> + Sync> Instead<R> for F {}

/// How many games are played before somebody looks whether more are worth it.
const BLOCK: u64 = 20;

/// Plays so until the games are over, or until it is clear that a share as high as `bar` is out of reach.
fn won_with<R: Rules>(rules: &R, games: u64, instead: &impl Instead<R>, bar: f64) -> Rate {
    let mut rate = Rate::new(0, 0);
    // Three deviations of a share that could be one half.
    while rate.of < games && rate.share + 1.5 / (rate.of as f64).sqrt() >= bar {
        let block = BLOCK.min(games - rate.of);
        let work = |won: &mut u64, nth| *won += u64::from(wins(rules, rate.of + nth, instead));
        let won = Plan::new(block, 0).fold(block, &|| 0, &work, |won, more| *won += more);
        rate = Rate::new(rate.count + won, rate.of + block);
    }
    rate
}

/// Which tricks do too well in a game: five points better than the shipped mind, or more than nine games in ten. What chance
/// alone may make of two shares is granted. And a game that is not worth playing, which the mind loses or wins too often.
pub fn too_good<R: Rules, I: Instead<R>>(
    rules: &R,
    games: u64,
    tricks: impl IntoIterator<Item = (String, I)>,
) -> Vec<String> {
    // All tricks are held against the shipped mind, and so is what is worth playing: it gets more games than they do.
    let mind = won_by(rules, Trick::Shipped, 4 * games).share;
    let doubt = 2.0 * (0.25 * 1.25 / games as f64).sqrt();
    let bar = (mind + 0.05 + doubt).min(0.9);
    let percent = |share: f64| format!("{:.1} %", share * 100.0);
    let (title, shipped) = (rules.title(), percent(mind));
    let mut row = format!("{title:<28} shipped mind {shipped}");
    let mut wrong = Vec::new();
    if !(0.45..=0.9).contains(&mind) {
        wrong.push(format!("{title}: the shipped mind wins {shipped}"));
    }
    for (name, instead) in tricks {
        let won = won_with(rules, games, &instead, bar);
        row += &format!(", {name} {} of {}", percent(won.share), won.of);
        if won.share > bar {
            wrong.push(format!("{title}: {name} wins {}, the shipped mind {shipped}", percent(won.share)));
        }
    }
    println!("{row}");
    wrong
}

/// A trick by its name.
pub type Ruse<'a, R> = (String, Box<dyn Instead<R> + 'a>);

/// The tricks that a person would think of in any system, and some more, for [`too_good`]. A system adds what no words can
/// say with [`own_trick`].
pub fn usual_tricks<'a, R: Rules>(rules: &'a R, more: &[Trick]) -> Vec<Ruse<'a, R>> {
    let all = Trick::USUAL.into_iter().chain(more.iter().copied());
    let named = |trick: Trick| {
        own_trick(trick.name(), move |state, shipped, whim| trick.instead(rules, state, shipped, whim))
    };
    all.map(named).collect()
}

/// A rule of one's own as a trick.
pub fn own_trick<'a, R: Rules>(
    name: &str,
    instead: impl Fn(&R::State, R::Choice, &mut Seeded) -> Option<R::Choice> + Sync + 'a,
) -> Ruse<'a, R> {
    (name.to_owned(), Box::new(instead))
}

fn wins<R: Rules>(rules: &R, seed: u64, instead: &impl Instead<R>) -> bool {
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
