//! What a mind thinks, in words: hints for players, and one line that says why.

use fracas_kernel::{Made, Rules, Who};
use serde::Serialize;

use crate::thought::{Thought, Weighed};

/// A choice that a mind would consider, for people.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Advice {
    pub who: Who,
    /// The choice in its stable text form.
    pub choice: String,
    /// As people read it.
    pub label: String,
    /// What it is worth: 0 is an even fight with nothing lost, 1.5 all that can be had. Only differences tell much.
    pub worth: f64,
    /// How far that may be off.
    pub error: f64,
    /// The share of fights that were won after it, where they were played to the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub wins: Option<f64>,
    /// Why, in a few words.
    pub why: String,
}

/// How far apart two choices must be to be told apart.
const NOTABLE: f64 = 0.03;

const NOTHING_TO_WEIGH: &str = "there is nothing to weigh";

/// The best `most` choices of a thought, in words. `known` is what the seat knows.
pub fn advise<R: Rules>(
    rules: &R,
    known: &R::State,
    thought: &Thought<R::Choice>,
    most: usize,
) -> Vec<Advice> {
    if thought.weighed.is_empty() {
        return vec![Advice {
            who: thought.choice.who(),
            choice: rules.text(known, thought.choice),
            label: rules.describe(known, thought.choice).label,
            worth: 0.0,
            error: 0.0,
            wins: None,
            why: NOTHING_TO_WEIGH.to_owned(),
        }];
    }
    let few = thought.weighed.iter().take(most).enumerate();
    few.map(|(at, weighed)| {
        let other = thought.weighed.get(usize::from(at == 0));
        let why = other.map_or_else(String::new, |other| compare(rules, known, weighed, other));
        Advice {
            who: weighed.choice.who(),
            choice: rules.text(known, weighed.choice),
            label: rules.describe(known, weighed.choice).label,
            worth: rounded(weighed.worth),
            error: rounded(weighed.error),
            wins: weighed.wins.map(rounded),
            why,
        }
    })
    .collect()
}

/// One line about what a mind does and why: "Netman: nets Maren; Maren goes down in 62 % of its fights, not 40 %".
pub fn explain<R: Rules>(rules: &R, known: &R::State, thought: &Thought<R::Choice>) -> String {
    let name = rules.name(known, thought.choice.who());
    let label = rules.describe(known, thought.choice).label;
    let reason = match &thought.weighed[..] {
        // Instinct's own choice is taken where another only looks better.
        [best, other, ..] if best.worth < other.worth => as_good(rules, known, other),
        [best, other, ..] => compare(rules, known, best, other),
        _ => NOTHING_TO_WEIGH.to_owned(),
    };
    if label.starts_with(&name) { format!("{label}: {reason}") } else { format!("{name}: {label}; {reason}") }
}

/// What speaks for one choice against another: whose fate differs most.
fn compare<R: Rules>(
    rules: &R,
    known: &R::State,
    one: &Weighed<R::Choice>,
    other: &Weighed<R::Choice>,
) -> String {
    let side = rules.side(known, one.choice.who());
    let gain = |who: Who| {
        let more =
            one.standing.get(who.index()).unwrap_or(&0.0) - other.standing.get(who.index()).unwrap_or(&0.0);
        if rules.side(known, who) == side { more } else { -more }
    };
    let better = one.worth >= other.worth;
    let telling = |a: &Who, b: &Who| {
        let (a, b) = (gain(*a), gain(*b));
        if better { a.total_cmp(&b) } else { b.total_cmp(&a) }
    };
    let Some(who) = rules.everyone(known).max_by(telling).filter(|&who| gain(who).abs() >= NOTABLE) else {
        return match (one.wins, other.wins) {
            (Some(won), Some(lost)) if (won - lost).abs() >= NOTABLE => {
                let against = rules.describe(known, other.choice).label;
                format!("wins {} of the fights, against {} after {against}", percent(won), percent(lost))
            }
            _ => as_good(rules, known, other),
        };
    };
    let at = |weighed: &Weighed<R::Choice>| weighed.standing.get(who.index()).copied().unwrap_or(0.0);
    let name = rules.name(known, who);
    let foe = rules.side(known, who) != side;
    if foe {
        format!(
            "{name} goes down in {} of the fights, not {}",
            percent(1.0 - at(one)),
            percent(1.0 - at(other))
        )
    } else {
        format!("{name} stays up in {} of the fights, not {}", percent(at(one)), percent(at(other)))
    }
}

fn as_good<R: Rules>(rules: &R, known: &R::State, other: &Weighed<R::Choice>) -> String {
    format!("about as good as {}", rules.describe(known, other.choice).label)
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}
