//! A plot for people: what the goal is and how far it has come, what lies where, and the lines of the log.

use super::unfold::{got_away, members};
use super::{Aim, By, Course, Goal, Happening, Lies, MAX_AIMS, Plot, Plotted};
use crate::{
    Badge, BadgeMark, Gauge, Line, MapView, Seat, Side, Status, TableView, Tag, TagKind, Telling, Tone, Unit,
    Who, ZoneSet,
};

const ROUNDS: Unit = Unit::new("round", "rounds", "rounds");

/// Ids of gauges, so that a screen can tell a goal from a supply.
const IDS: [&str; MAX_AIMS] = ["goal", "goal-2", "goal-3", "goal-4", "goal-5", "goal-6", "goal-7", "goal-8"];

/// Adds to a view what the plot has to show: gauges for goals and losses, marks on places and people. `state` is what the
/// seat knows.
pub fn dress<R: Plotted>(rules: &R, state: &R::State, seat: Seat, view: &mut TableView) {
    let (plot, course) = (rules.plot(), rules.course(state));
    for ((number, side, aim), id) in plot.aims().zip(IDS) {
        view.gauges.push(gauge(rules, state, number, side, aim, id));
    }
    if let MapView::Zones { zones, .. } = &mut view.map {
        for card in zones {
            let Some(place) = plot.places.iter().position(|spot| spot.id == card.id) else { continue };
            card.tags.extend(tags(plot, course, place as u8));
        }
    }
    for token in &mut view.tokens {
        token.badges.extend(badges(rules, state, token.who));
        if course.away.has(token.who) && seat == Seat::Judge {
            (token.status, token.place) = (Status::Gone, None);
            token.badges.push(Badge::good(BadgeMark::Gear, "to come", "Not here yet. Only the judge knows."));
        }
    }
}

fn gauge<R: Plotted>(
    rules: &R,
    state: &R::State,
    number: u8,
    side: Side,
    aim: Aim,
    id: &'static str,
) -> Gauge {
    let plot = rules.plot();
    let goals = plot.goals.len();
    let goal = match side {
        Side::Heroes => &plot.goals[usize::from(number)],
        Side::Monsters => &plot.losses[usize::from(number) - goals],
    };
    let met = rules.course(state).met.has(number);
    let stands = if met { "done".to_owned() } else { stands(rules, state, side, aim) };
    let what = words(rules, state, side, goal);
    let text = if stands.is_empty() { what } else { format!("{what}: {stands}") };
    let (name, means) = match (side, goals) {
        (Side::Heroes, 1) => ("goal", "The heroes have won as soon as this is done."),
        (Side::Heroes, _) => ("goal", "The heroes have won as soon as all of their goals are reached."),
        (Side::Monsters, _) => ("danger", "If this comes about, the heroes have lost."),
    };
    Gauge { id, name, text, means: means.to_owned(), low: false }
}

/// How far it has come; nothing where there is nothing to count.
fn stands<R: Plotted>(rules: &R, state: &R::State, side: Side, aim: Aim) -> String {
    match aim {
        Aim::Hold { rounds } => format!("round {} of {rounds}", rules.round(state)),
        Aim::Reach { place, by: By::Any(count) } if count > 1 => {
            let there =
                members(rules, state, side).filter(|&who| rules.places_of(state, who).has(place)).count();
            format!("{there} of {count}")
        }
        Aim::Leave { count } => format!("{} of {count}", got_away(rules, state)),
        Aim::Carry { prize, .. } => match rules.course(state).lies(prize) {
            Lies::With(who) => format!("with {}", rules.name(state, who)),
            Lies::At(place) => format!("at {}", spot(rules.plot(), place)),
            Lies::Out(_) => "gone".to_owned(),
            Lies::Nowhere => "nobody knows where it is".to_owned(),
        },
        _ => String::new(),
    }
}

/// A goal in words: the author's, or plain ones.
fn words<R: Plotted>(rules: &R, state: &R::State, side: Side, goal: &Goal) -> String {
    if let Some(text) = &goal.text {
        return text.clone();
    }
    let plot = rules.plot();
    let name = |who: Who| rules.name(state, who);
    let prize_name =
        |prize: u8| plot.prize(prize).map_or_else(String::new, |prize| prize.name.to_lowercase());
    if side == Side::Monsters {
        return match goal.aim {
            Aim::Hold { rounds } => format!(
                "{} by",
                if rounds == 1 { "a round goes".to_owned() } else { format!("{rounds} rounds go") }
            ),
            Aim::Reach { place, .. } => format!("enemies reach {}", spot(plot, place)),
            Aim::Carry { prize, to: Some(to) } => {
                format!("enemies bring the {} to {}", prize_name(prize), spot(plot, to))
            }
            Aim::Carry { prize, to: None } => format!("enemies carry off the {}", prize_name(prize)),
            Aim::Bring { who, .. } => format!("{} gets away", name(who)),
            Aim::Kill { who } | Aim::Protect { who } => format!("{} falls", name(who)),
            Aim::Leave { .. } => "the enemies get away".to_owned(),
        };
    }
    match goal.aim {
        Aim::Hold { rounds } => format!("hold out for {}", ROUNDS.count(rounds.into())),
        Aim::Reach { place, by: By::One(who) } => format!("{} reaches {}", name(who), spot(plot, place)),
        Aim::Reach { place, .. } => format!("reach {}", spot(plot, place)),
        Aim::Carry { prize, to: Some(to) } => {
            format!("bring the {} to {}", prize_name(prize), spot(plot, to))
        }
        Aim::Carry { prize, to: None } => format!("carry the {} off the field", prize_name(prize)),
        Aim::Bring { who, to: Some(to) } => format!("bring {} to {}", name(who), spot(plot, to)),
        Aim::Bring { who, to: None } => format!("get {} off the field", name(who)),
        Aim::Protect { who } => format!("keep {} alive", name(who)),
        Aim::Kill { who } => format!("bring down {}", name(who)),
        Aim::Leave { .. } => "get away".to_owned(),
    }
}

fn spot(plot: &Plot, place: u8) -> &str {
    plot.places.get(usize::from(place)).map_or("nowhere", |spot| &spot.name)
}

fn tags(plot: &Plot, course: &Course, place: u8) -> Vec<Tag> {
    let mut tags = Vec::new();
    let wanted = plot.aims().filter(|&(number, ..)| !course.met.has(number)).any(|(_, _, aim)| match aim {
        Aim::Reach { place: at, .. } => at == place,
        Aim::Carry { to, .. } | Aim::Bring { to, .. } => to == Some(place),
        _ => false,
    });
    if wanted {
        tags.push(
            Tag::feature("goal").meaning("What this fight is about is to be brought here, or to come here."),
        );
    }
    for (prize, lies) in plot.prizes.iter().zip(course.prizes) {
        if lies == Lies::At(place) {
            tags.push(Tag::new(TagKind::Loot, prize.name.to_lowercase()).meaning(prize.about.clone()));
        }
    }
    tags
}

fn badges<R: Plotted>(rules: &R, state: &R::State, who: Who) -> Vec<Badge> {
    let (plot, course) = (rules.plot(), rules.course(state));
    let prize = course.carried(who).and_then(|prize| plot.prize(prize));
    prize
        .map(|prize| {
            Badge::good(BadgeMark::Gear, prize.name.to_lowercase(), "Carries it, and drops it when down.")
        })
        .into_iter()
        .collect()
}

/// The line of something that happened; `seen` are the places that the seat perceives. Of people the system says itself
/// whether they are perceived.
pub fn line_of<R: Plotted>(
    rules: &R,
    telling: &Telling<'_, R::State>,
    happening: Happening,
    seen: ZoneSet,
) -> Option<Line> {
    let plot = rules.plot();
    let name = |who| rules.name(telling.state, who);
    let prize_name =
        |prize: u8| plot.prize(prize).map_or_else(String::new, |prize| prize.name.to_lowercase());
    let news = |good: bool, who: Who| {
        let side = rules.side(telling.state, who);
        telling.news(good, side, |own| rules.side(telling.state, own))
    };
    let shown = |number: u8| {
        plot.incident(number).filter(|incident| incident.shows.is_empty() || incident.shows.meets(seen))
    };
    Some(match happening {
        Happening::Read { incident } => Line::new(Tone::Heading, shown(incident)?.text.clone()?),
        Happening::Came { who } => {
            Line::new(news(true, who), format!("{} comes to the field", name(who))).about([who])
        }
        Happening::Rose { incident } => {
            let (place, hazard) = shown(incident)?.hazard?;
            let hazard = plot.hazards.get(usize::from(hazard)).map_or("danger", |name| name.as_str());
            Line::new(Tone::Plain, format!("{}: {} from now on", spot(plot, place), hazard.to_lowercase()))
        }
        Happening::Door { incident } => {
            let (door, open) = shown(incident)?.door?;
            let door = plot.doors.get(usize::from(door)).map_or("door", |name| name.as_str()).to_lowercase();
            Line::new(Tone::Plain, format!("The {door} {}", if open { "opens" } else { "shuts" }))
        }
        Happening::Took { who, prize } => {
            Line::new(news(true, who), format!("{} picks up the {}", name(who), prize_name(prize)))
                .about([who])
        }
        Happening::Dropped { who, prize } => {
            Line::new(news(false, who), format!("{} drops the {}", name(who), prize_name(prize))).about([who])
        }
        Happening::Away { who, prize } => {
            Line::new(news(true, who), format!("{} gets away with the {}", name(who), prize_name(prize)))
                .about([who])
        }
        Happening::Met { goal } => {
            let goal = plot.goals.get(usize::from(goal))?;
            Line::new(Tone::Heading, format!("Done: {}", words(rules, telling.state, Side::Heroes, goal)))
        }
    })
}
