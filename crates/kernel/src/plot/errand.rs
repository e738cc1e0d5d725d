//! What minds make of a plot: where to go, whom to strike first, and how near the heroes are to their goal.

use super::unfold::{got_away, members};
use super::{Aim, By, Lies, Plotted};
use crate::{Crowd, Side, Who, ZoneSet};

/// What somebody should see to, beside the fight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Errand {
    /// To one of these places.
    Go(ZoneSet),
    /// To an exit, and off the field.
    Leave,
    /// Pick it up: it is here.
    Take(u8),
}

/// The errand of `who`, if a goal gives one; the first goal that is not reached does.
pub fn errand<R: Plotted>(rules: &R, state: &R::State, who: Who) -> Option<Errand> {
    let (side, course) = (rules.side(state, who), rules.course(state));
    let open = rules.plot().aims().filter(|&(number, of, _)| of == side && !course.met.has(number));
    open.map(|(_, _, aim)| aim).find_map(|aim| errand_for(rules, state, who, aim))
}

fn errand_for<R: Plotted>(rules: &R, state: &R::State, who: Who, aim: Aim) -> Option<Errand> {
    let whither = |to: Option<u8>| to.map_or(Errand::Leave, |place| Errand::Go(ZoneSet::one(place)));
    match aim {
        Aim::Reach { place, by: By::Any(_) } => Some(Errand::Go(ZoneSet::one(place))),
        Aim::Reach { place, by: By::One(one) } => (one == who).then(|| Errand::Go(ZoneSet::one(place))),
        // Nobody runs for it alone: friends come first, and go along.
        Aim::Bring { who: one, to } => {
            let (side, here) = (rules.side(state, one), rules.places_of(state, one));
            let others = members(rules, state, side) - Crowd::one(one);
            let escorted = others.any(|friend| rules.places_of(state, friend).meets(here));
            match one == who {
                true => (escorted || others.is_empty()).then(|| whither(to)),
                false => (!escorted && !here.is_empty()).then_some(Errand::Go(here)),
            }
        }
        Aim::Leave { .. } => Some(Errand::Leave),
        Aim::Kill { who: one } => {
            let places = rules.places_of(state, one);
            (!places.is_empty()).then_some(Errand::Go(places))
        }
        Aim::Carry { prize, to } => match rules.course(state).lies(prize) {
            Lies::With(bearer) => (bearer == who).then(|| whither(to)),
            Lies::At(place) if rules.places_of(state, who).has(place) => Some(Errand::Take(prize)),
            Lies::At(place) => Some(Errand::Go(ZoneSet::one(place))),
            Lies::Out(_) | Lies::Nowhere => None,
        },
        Aim::Hold { .. } | Aim::Protect { .. } => None,
    }
}

/// Whom `who` would rather strike than others, on account of the plot.
pub fn prey<R: Plotted>(rules: &R, state: &R::State, who: Who) -> Option<Who> {
    let (side, course) = (rules.side(state, who), rules.course(state));
    let open = rules.plot().aims().filter(|&(number, ..)| !course.met.has(number));
    let mut targets = open.filter_map(|(_, of, aim)| match aim {
        Aim::Kill { who } if of == side => Some(who),
        // What the others want to bring through.
        Aim::Bring { who, .. } | Aim::Protect { who } | Aim::Reach { by: By::One(who), .. } if of != side => {
            Some(who)
        }
        Aim::Carry { prize, .. } => match course.lies(prize) {
            Lies::With(bearer) => Some(bearer),
            _ => None,
        },
        _ => None,
    });
    targets.find(|&one| rules.side(state, one) != side && rules.vital(state, one).standing)
}

/// How near the heroes are to their goals, from 0 to 1, less how near the monsters are to what loses. A mind that looks ahead
/// counts it beside what people are worth.
pub fn progress<R: Plotted>(rules: &R, state: &R::State) -> f32 {
    let plot = rules.plot();
    if plot.goals.is_empty() && plot.losses.is_empty() {
        return 0.0;
    }
    let shares = plot.aims().map(|(number, side, aim)| {
        let share = if rules.course(state).met.has(number) { 1.0 } else { share(rules, state, side, aim) };
        if side == Side::Heroes { share / plot.goals.len() as f32 } else { -share }
    });
    shares.sum()
}

fn share<R: Plotted>(rules: &R, state: &R::State, side: Side, aim: Aim) -> f32 {
    let near = |who: Who, places: ZoneSet| match rules.steps_to(state, who, places) {
        Some(steps) => 0.9 / (1.0 + f32::from(steps) / 2.0),
        None => 0.0,
    };
    let goal = |to: Option<u8>| to.map_or(rules.exits(), ZoneSet::one);
    match aim {
        Aim::Hold { rounds } => (rules.round(state) as f32 / f32::from(rounds.max(1))).min(1.0),
        Aim::Reach { place, by: By::One(who) } => near(who, ZoneSet::one(place)),
        Aim::Reach { place, by: By::Any(count) } => {
            let all: f32 = members(rules, state, side).map(|who| near(who, ZoneSet::one(place))).sum();
            (all / f32::from(count.max(1))).min(1.0)
        }
        Aim::Bring { who, to } => near(who, goal(to)),
        Aim::Carry { prize, to } => match rules.course(state).lies(prize) {
            Lies::With(who) if rules.side(state, who) == side => 0.5 + 0.5 * near(who, goal(to)),
            Lies::At(place) => {
                let nearest = members(rules, state, side).map(|who| near(who, ZoneSet::one(place)));
                0.5 * nearest.fold(0.0, f32::max)
            }
            _ => 0.0,
        },
        Aim::Protect { who } => {
            if rules.is_past_help(state, who) {
                0.0
            } else if rules.vital(state, who).standing {
                1.0
            } else {
                0.5
            }
        }
        Aim::Kill { who } => {
            let vital = rules.vital(state, who);
            1.0 / (1.0 + vital.health.max(0) as f32 / 4.0)
        }
        Aim::Leave { count } => {
            let on_the_way: f32 = members(rules, state, side).map(|who| near(who, rules.exits())).sum();
            ((got_away(rules, state) as f32 + on_the_way) / f32::from(count.max(1))).min(1.0)
        }
    }
}
