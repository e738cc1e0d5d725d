//! What one seat is sent: its own view, and nothing that it must not know.

use fracas_kernel::{Bond, ChoiceView, Crowd, Repertoire, Seat, TableView, Veiled, Who, sees_place};

use crate::fight::Fight;
use crate::messages::{HabitOffer, LogLine, Meant, Own, SeatKind, SeatView, State, Waiting, Wanted};
use crate::told::ToldLine;
use fracas_store::SeatRow;

/// More than this nobody reads.
const MAX_QUIET: usize = 300;

/// All that `seat` knows of the table. `seen` is the revision that it has; `online` says who is connected.
pub fn state(
    fight: &Fight,
    seat: &SeatRow,
    seen: Option<u64>,
    online: &dyn Fn(u32) -> bool,
    hands: Vec<u32>,
) -> State {
    let eyes = Fight::kernel_seat(seat);
    let everyones_minds = fight.minds();
    // What a mind cannot do, nobody looks for.
    let mut view = fight.game.view_with(eyes, Crowd::ALL.without(everyones_minds));
    // What a player would look for comes first.
    view.quiet.sort_by_key(|quiet| !quiet.sought);
    view.quiet.truncate(MAX_QUIET);
    if fight.change.is_some() || fight.closed {
        view.choices.clear();
        view.quiet.clear();
    }
    let known = known(&view, eyes);
    let minds = everyones_minds.and(known);
    let about = about_to_act(fight, seat, &view);
    let lines_from = fight.lines_from(seen);
    let standing = fight.game.habits().iter().filter(|habit| eyes.controls(habit.who));
    let judges = (eyes == Seat::Judge && !view.gauges.is_empty()).then(|| fight.game.repertoire());
    let Repertoire { gifts, encounters, .. } = judges.unwrap_or_default();
    State {
        revision: fight.revision(),
        position: fight.position,
        steps: fight.game.position(),
        name: fight.table.name.clone(),
        mode: fight.table.mode,
        lines_from,
        lines: log(fight, lines_from, seat),
        undo: fight.game.undo_cost(),
        redo: fight.game.can_redo(),
        may_undo: fight.may_undo(seat),
        seat: own(fight, seat),
        seats: fight.seats.iter().map(|other| shown(fight, seat, other, known, online)).collect(),
        minds: minds.collect(),
        pace: fight.pace,
        difficulty: fight.difficulty,
        explains: fight.explains,
        bar: fight.bar,
        waits: waiting(fight, about.as_ref()),
        meant: about.and_then(|about| about.meant),
        paused: fight.paused,
        closed: fight.closed,
        dice: seat.dice,
        standing: standing.cloned().collect(),
        habits: habits(fight, &view),
        changed: fight.changed(seat),
        wanted: wanted(fight, seat),
        gifts,
        encounters,
        bonds: bonds(fight, eyes, known),
        pictures: fight.album.shown(fight, seat),
        veiled: if eyes == Seat::Judge { fight.game.veiled() } else { Veiled::default() },
        premise: fight.premise.clone(),
        hands,
        view,
    }
}

/// What ties those together whom a seat knows of.
fn bonds(fight: &Fight, eyes: Seat, known: Crowd) -> Vec<Bond> {
    let mut bonds = fight.game.bonds(eyes);
    bonds.retain(|bond| known.has(bond.who) && bond.whom.is_none_or(|whom| known.has(whom)));
    bonds
}

/// Those whom a seat knows of; a number could tell that somebody hides.
fn known(view: &TableView, eyes: Seat) -> Crowd {
    match eyes {
        Seat::Judge => Crowd::ALL,
        _ => view.tokens.iter().map(|token| token.who).collect(),
    }
}

/// The log, with why minds chose as they did for whoever asked for that.
fn log(fight: &Fight, from: usize, seat: &SeatRow) -> Vec<LogLine> {
    let mut lines = log_of_play(fight, from, seat);
    if fight.explains && fight.hosts(seat) {
        let steps = from..fight.game.position();
        for (&step, why) in fight.whys.range(steps) {
            let at = lines.partition_point(|line| line.step < step);
            lines.insert(at, ToldLine::thought(why).at(step));
        }
    }
    lines
}

fn log_of_play(fight: &Fight, from: usize, seat: &SeatRow) -> Vec<LogLine> {
    let eyes = Fight::kernel_seat(seat);
    let Some(past) = &fight.past else {
        return fight.game.log(from, eyes).into_iter().map(|(step, line)| LogLine::new(step, line)).collect();
    };
    // As it was told. Where that is not known, as it would be told now.
    let played = fight.game.position();
    let stand = if fight.change.is_some() { past.steps.len() } else { past.steps.len().min(played) };
    let mut lines: Vec<LogLine> = past.before(seat).into_iter().map(|line| line.at(0)).collect();
    for (step, one) in past.steps.iter().enumerate().take(stand) {
        match one.lines(seat) {
            Some(told) => lines.extend(told.iter().map(|line| line.at(step))),
            None if step < played => {
                lines.extend(
                    fight.game.step_lines(step, eyes).into_iter().map(|line| LogLine::new(step, line)),
                );
            }
            None => {}
        }
        lines.extend(one.after(seat).into_iter().map(|line| line.at(step)));
    }
    if fight.change.is_none() {
        // The last step that was told may have got a note since.
        let first = stand.saturating_sub(1);
        let told = if stand > 0 { fight.game.step_lines(first, eyes).len() } else { 0 };
        let since = fight.game.log(first, eyes).into_iter().skip(told);
        lines.extend(since.map(|(step, line)| LogLine::new(step, line)));
    }
    lines
}

fn own(fight: &Fight, seat: &SeatRow) -> Own {
    Own {
        id: seat.id,
        kind: seat.kind,
        name: seat.name.clone(),
        controls: seat.controls.collect(),
        host: fight.hosts(seat),
    }
}

fn shown(
    fight: &Fight,
    seat: &SeatRow,
    other: &SeatRow,
    known: Crowd,
    online: &dyn Fn(u32) -> bool,
) -> SeatView {
    let controls = other.controls.and(known);
    SeatView {
        id: other.id,
        name: other.name.clone(),
        kind: other.kind,
        controls: controls.collect(),
        online: online(other.id),
        mind: !other.controls.is_empty() && other.controls.without(fight.minds()).is_empty(),
        dice: other.dice,
        token: fight.hosts(seat).then(|| other.token.clone()),
    }
}

/// What minds that are asked would do, as far as a seat is told.
struct About {
    /// Of those who are asked, whom the seat knows of.
    who: Vec<Who>,
    means: Option<String>,
    meant: Option<Meant>,
    thinks: bool,
}

/// While a mind waits for its pace, everybody may see what comes; by hand, whoever says `go` decides whether it does.
fn about_to_act(fight: &Fight, seat: &SeatRow, view: &TableView) -> Option<About> {
    let by_hand = fight.pace.is_none();
    if fight.change.is_some() || fight.closed || fight.pending.is_some() || by_hand && !fight.hosts(seat) {
        return None;
    }
    let minds = fight.asked_minds();
    if minds.is_empty() || !by_hand && !fight.is_seen_to_wait() {
        return None;
    }
    let choice = fight.minds_choice();
    let thinks = choice.is_none();
    let (means, meant) = choice.and_then(|choice| meaning(fight, &choice, seat, view)).unzip();
    let who = minds.and(known(view, Fight::kernel_seat(seat))).collect();
    Some(About { who, means, meant, thinks })
}

fn waiting(fight: &Fight, about: Option<&About>) -> Option<Waiting> {
    let About { who, means, thinks, .. } = about.filter(|_| fight.pace.is_none())?;
    if fight.minds_choice().map_or(fight.is_pressed(), |choice| fight.is_going(&choice)) {
        return None;
    }
    Some(Waiting { who: who.clone(), means: means.clone(), thinks: *thinks })
}

/// What a mind would do, in words and as an arrow. A player is not told what is secret, or concerns somebody or some place
/// unseen.
fn meaning(fight: &Fight, choice: &str, seat: &SeatRow, seen: &TableView) -> Option<(String, Meant)> {
    let who = fight.actor(choice)?;
    let known = known(seen, Fight::kernel_seat(seat));
    let name = fight.game.combatants().into_iter().find(|one| one.who == who)?.name;
    let choices = fight.game.view_with(Seat::Judge, Crowd::NONE).choices;
    let view = choices.into_iter().find(|view| view.text == choice)?;
    let in_sight = || {
        let place = view.to.as_ref().is_none_or(|to| sees_place(&seen.map, who, to));
        place && known.has(who) && view.targets.iter().all(|who| known.has(*who))
    };
    if seat.kind != SeatKind::Judge && (fight.game.is_secret(choice) || !in_sight()) {
        return None;
    }
    let ChoiceView { label, targets, to, .. } = view;
    let why = fight.why(Some(choice)).filter(|_| fight.explains);
    let means = why.unwrap_or_else(|| format!("{name}: {label}"));
    Some((means, Meant { who, targets, to }))
}

fn habits(fight: &Fight, view: &TableView) -> Vec<HabitOffer> {
    if !view.question.as_ref().is_some_and(|question| question.reaction) {
        return Vec::new();
    }
    let habit = |choice: &ChoiceView| {
        let (question, answer) = fight.game.habit(&choice.text)?;
        let (question, answer) = (question.to_owned(), answer.to_owned());
        Some(HabitOffer { choice: choice.text.clone(), who: choice.who, question, answer })
    };
    view.choices.iter().filter_map(habit).collect()
}

fn wanted(fight: &Fight, seat: &SeatRow) -> Option<Wanted> {
    let pending = fight.pending.as_ref()?;
    let missing = &pending.missing;
    if !fight.types(seat, missing) {
        return None;
    }
    let nobody = missing.why.roller == fracas_dice::Why::NOBODY;
    let eyes = Fight::kernel_seat(seat);
    let knows = pending.actor.is_some_and(|who| eyes.controls(who)) || eyes == Seat::Judge;
    Some(Wanted {
        label: missing.why.label.to_owned(),
        roll: missing.roll.to_string(),
        die: missing.die,
        sides: missing.roll.sides(),
        who: (!nobody).then_some(Who(missing.why.roller)),
        choice: knows.then(|| pending.choice.clone()),
        faces: pending.faces.clone(),
    })
}
