//! Spending playouts where they tell most: sequential halving. All lines are tried alike, with the same dice; the worse
//! half is given up; the rest is tried further, and so on. A line that is clearly worse than the best goes at once.

use std::time::Instant;

use fracas_kernel::{Crowd, Rules, Who};

use crate::brain::Budget;
use crate::outlook::{Line, Outlook, Seen, UNIT};

/// So many playouts further with every arm, one arm after the other.
const BATCH: u64 = 8;
/// How many standard errors make a difference clear.
const CLEAR: f64 = 3.5;
/// No line is given up as clearly worse with fewer playouts.
const FEW: u64 = 24;
/// More playouts than this settle nothing more.
const PLENTY: u64 = 200_000;

/// A line and how it has done so far.
#[derive(Clone, Debug)]
pub(crate) struct Arm<C> {
    pub line: Line<C>,
    pub tries: u64,
    sum: i64,
    squares: i64,
    /// Results of those that came to an end, twice counted as won; and how many there were.
    results: u64,
    ended: u64,
    /// How often each one still stood.
    up: Vec<u32>,
}

impl<C: Copy> Arm<C> {
    pub(crate) fn new(line: Line<C>, width: usize) -> Arm<C> {
        Arm { line, tries: 0, sum: 0, squares: 0, results: 0, ended: 0, up: vec![0; width] }
    }

    fn add(&mut self, seen: Seen) {
        self.tries += 1;
        self.sum += seen.score;
        self.squares += seen.score * seen.score;
        if let Some(result) = seen.result {
            self.ended += 1;
            self.results += u64::from(result);
        }
        for who in seen.standing {
            if let Some(up) = self.up.get_mut(who.index()) {
                *up += 1;
            }
        }
    }

    pub(crate) fn mean(&self) -> f64 {
        self.sum as f64 / self.tries.max(1) as f64 / f64::from(UNIT)
    }

    pub(crate) fn error(&self) -> f64 {
        if self.tries < 2 {
            return 1.0;
        }
        let n = self.tries as f64;
        let mean = self.sum as f64 / n;
        let variance = (self.squares as f64 / n - mean * mean).max(0.0) / (n - 1.0);
        variance.sqrt() / f64::from(UNIT)
    }

    /// The share of fights won, if nearly all came to an end.
    pub(crate) fn wins(&self) -> Option<f64> {
        let most = self.ended > 0 && self.ended * 10 >= self.tries * 9;
        most.then(|| self.results as f64 / (2 * self.ended) as f64)
    }

    pub(crate) fn up(&self, who: Who) -> f64 {
        self.up.get(who.index()).map_or(0.0, |&up| f64::from(up) / self.tries.max(1) as f64)
    }
}

/// The limits of one piece of thinking.
#[derive(Clone, Copy)]
pub(crate) struct Effort<'a> {
    pub threads: usize,
    /// For how many choices a playout goes on.
    pub far: u32,
    /// Has time run out? Asked after every playout, so that no thread is late by more than one.
    pub is_late: &'a (dyn Fn() -> bool + Sync),
}

/// Tries every arm until it has `tries`. False if time ran out before; then some arms have fewer.
pub(crate) fn try_all<R: Rules>(
    outlook: &Outlook<'_, R>,
    arms: &mut [Arm<R::Choice>],
    tries: u64,
    effort: Effort<'_>,
) -> bool {
    let mut done = arms.iter().map(|arm| arm.tries).min().unwrap_or(tries);
    while done < tries {
        // In steps, so that whenever time runs out all arms have been tried about alike.
        let next = (done + BATCH).min(tries);
        let whole = if effort.threads > 1 {
            side_by_side(outlook, arms, next, effort)
        } else {
            arms.iter_mut().all(|arm| one_after_the_other(outlook, arm, next, effort))
        };
        if !whole {
            return false;
        }
        done = next;
    }
    true
}

fn one_after_the_other<R: Rules>(
    outlook: &Outlook<'_, R>,
    arm: &mut Arm<R::Choice>,
    until: u64,
    effort: Effort<'_>,
) -> bool {
    for nth in arm.tries..until {
        arm.add(outlook.look(arm.line, nth, effort.far));
        if (effort.is_late)() {
            return false;
        }
    }
    true
}

/// Every thread takes some of the arms: what an arm comes to does not depend on which.
fn side_by_side<R: Rules>(
    outlook: &Outlook<'_, R>,
    arms: &mut [Arm<R::Choice>],
    until: u64,
    effort: Effort<'_>,
) -> bool {
    let share = arms.len().div_ceil(effort.threads).max(1);
    std::thread::scope(|scope| {
        let parts: Vec<_> = arms
            .chunks_mut(share)
            .map(|part| {
                scope.spawn(move || {
                    part.iter_mut().all(|arm| one_after_the_other(outlook, arm, until, effort))
                })
            })
            .collect();
        // Every thread is waited for, late or not.
        parts.into_iter().map(|part| part.join().unwrap_or(false)).fold(true, |all, whole| all & whole)
    })
}

/// The arms that are still in question at the end, the best first; and after them the others, as they were given up.
/// `bonus` is what an arm gets beforehand.
pub(crate) fn halve<R: Rules>(
    outlook: &Outlook<'_, R>,
    mut arms: Vec<Arm<R::Choice>>,
    budget: Budget,
    effort: Effort<'_>,
    bonus: impl Fn(&Arm<R::Choice>) -> f64,
) -> Vec<Arm<R::Choice>> {
    let began = Instant::now();
    let until = match budget {
        Budget::Playouts(_) => None,
        Budget::Time(time) => Some(began + time),
    };
    let is_late = || until.is_some_and(|until| Instant::now() >= until) || (effort.is_late)();
    let effort = Effort { is_late: &is_late, ..effort };
    let total = match budget {
        Budget::Playouts(total) => u64::from(total),
        Budget::Time(time) => {
            let whole = try_all(outlook, &mut arms, BATCH, effort);
            let tried: u64 = arms.iter().map(|arm| arm.tries).sum();
            let pace = tried as f64 / began.elapsed().as_secs_f64().max(1e-6);
            if whole { ((pace * time.as_secs_f64()) as u64).clamp(tried, PLENTY) } else { 0 }
        }
    };
    let mut given_up: Vec<Arm<R::Choice>> = Vec::new();
    let mut spent: u64 = arms.iter().map(|arm| arm.tries).sum();
    while arms.len() > 1 && spent < total && !is_late() {
        let stages = u64::from(arms.len().next_power_of_two().ilog2()).max(1);
        let have = arms[0].tries;
        let more = ((total - spent) / (stages * arms.len() as u64)).max(1);
        let before = spent;
        let whole = try_all(outlook, &mut arms, have + more, effort);
        spent = before + arms.iter().map(|arm| arm.tries - have).sum::<u64>();
        sort(&mut arms, &bonus);
        if !whole {
            break;
        }
        let keep = if arms.len() == 2 { 2 } else { arms.len().div_ceil(2) };
        let lost = arms.split_off(keep);
        given_up.splice(0..0, lost);
        let clear = clearly_worse(&arms, &bonus);
        let (worse, rest): (Vec<_>, Vec<_>) = arms.into_iter().enumerate().partition(|(at, _)| clear[*at]);
        given_up.splice(0..0, worse.into_iter().map(|(_, arm)| arm));
        arms = rest.into_iter().map(|(_, arm)| arm).collect();
    }
    sort(&mut arms, &bonus);
    arms.extend(given_up);
    arms
}

pub(crate) fn sort<C: Copy>(arms: &mut [Arm<C>], bonus: &impl Fn(&Arm<C>) -> f64) {
    // Stable, and by whole numbers underneath: the first of equals stays first.
    arms.sort_by(|a, b| (b.mean() + bonus(b)).total_cmp(&(a.mean() + bonus(a))));
}

/// Which arms cannot catch up with the first?
fn clearly_worse<C: Copy>(arms: &[Arm<C>], bonus: &impl Fn(&Arm<C>) -> f64) -> Vec<bool> {
    let Some(best) = arms.first().filter(|best| best.tries >= FEW) else { return vec![false; arms.len()] };
    let is_worse = |arm: &Arm<C>| {
        let behind = best.mean() + bonus(best) - arm.mean() - bonus(arm);
        behind > CLEAR * best.error().hypot(arm.error())
    };
    // The first is not behind itself.
    arms.iter().map(is_worse).collect()
}

/// As many counters as there are numbers in a crowd.
pub(crate) fn width(everyone: Crowd) -> usize {
    everyone.last().map_or(0, |who: Who| who.index() + 1)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use fracas_content::{Bundle, library, scenario};
    use fracas_delve::Delve;
    use fracas_kernel::{Offer, Play, Side, Temper, Whim};

    use super::*;
    use crate::temper::weights;

    /// A clock that says when it was looked at often enough: every playout is followed by a look, and nobody plays on.
    #[test]
    fn the_clock_is_looked_at_after_every_playout() {
        let source = scenario("delve/last-stand").unwrap().source;
        let rules =
            Delve::load(&Bundle { scenario: source, library: library("delve"), party: None }).unwrap();
        let (mut state, mut whim) = (rules.start(), Whim::new(1));
        let mut choices = Vec::new();
        rules.choices(&state, &mut choices);
        rules.apply(&mut state, choices[0], &mut fracas_dice::Seeded::new(1), &mut fracas_kernel::Null);
        rules.choices(&state, &mut choices);
        let outlook = Outlook::new(&rules, &state, Side::Heroes, weights(Temper::Steady), &mut whim);
        let size = width(outlook.everyone());
        for (threads, most) in [(1, 2), (1, 50), (3, 50)] {
            let looks = AtomicU64::new(0);
            let is_late = || looks.fetch_add(1, Ordering::Relaxed) + 1 >= most;
            let arms: Vec<_> = choices.iter().map(|&choice| Arm::new(Line::of(choice), size)).collect();
            assert!(arms.len() > 1);
            let effort = Effort { threads, far: 40, is_late: &is_late };
            let arms = halve(&outlook, arms, Budget::Playouts(10_000), effort, |_| 0.0);
            let tries: u64 = arms.iter().map(|arm| arm.tries).sum();
            assert!(tries >= 1 && tries < most + threads as u64, "{tries} playouts, {most} looks");
        }
    }
}
