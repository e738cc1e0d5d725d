//! Is what a seat must not know kept from it? Tables that the seat cannot tell apart must look alike to it in everything:
//! the view, what can be chosen, why something cannot, the odds, and the lines of the log. And no zone that is not on a
//! seat's map is named to it.

use std::ops::Range;

use fracas_dice::Seeded;

use super::{seats, wander};
use crate::{
    Ask, Crowd, Danger, Fate, Judgement, Line, Made, MapView, Null, Refusal, Rules, Seat, Side, TableView,
    Telling, Whim, Who, ZoneCard, any_dice, any_log, odds,
};

/// Nobody can learn from a view, from odds or from a mind's choice what is hidden from them: all are the same when the
/// state is replaced by what the one concerned knows. (That `known` hides enough, each system tests itself.)
pub fn nobody_peeks<R: Rules>(rules: &R, seeds: Range<u64>) {
    for seed in seeds {
        wander(rules, seed, |state, listed| {
            for seat in seats(rules, state) {
                let known = rules.known(state, seat);
                assert_eq!(rules.ask(&known), rules.ask(state), "what {seat:?} knows changes who is asked");
                let (seen, shown) = (rules.view(&known, seat), rules.view(state, seat));
                assert_eq!(seen, shown, "the view of {seat:?} shows what it does not know, in {state:?}");
            }
            for one in rules.ask(state).asked() {
                let side = rules.side(state, one);
                let friends = rules.everyone(state).filter(|&who| rules.side(state, who) == side).collect();
                let known = rules.known(state, Seat::Player(friends));
                let mind = |state| rules.instinct(state, Crowd::one(one), &mut Whim::new(seed));
                assert_eq!(mind(&known), mind(state), "instinct peeks, in {state:?}");
            }
            if let Some(&choice) = listed.get(seed as usize % listed.len()) {
                let known = rules.known(state, Seat::Player(Crowd::one(choice.who())));
                let (seen, shown) = (odds(rules, &known, choice), odds(rules, state, choice));
                assert_eq!(seen, shown, "the odds of {choice:?} give a secret away, in {state:?}");
            }
        });
    }
}

/// How many tables are tried that differ in what is hidden, at each look.
const VARIANTS: usize = 8;

/// Nobody can tell by anything that is told or refused what is hidden from them. At every `nth` moment of the playouts
/// each seat's table is held against what the seat knows of it, and against tables on which something hidden is otherwise.
/// (That `known` hides enough, each system tests itself.)
pub fn secrets_are_kept<R: Rules>(rules: &R, seeds: Range<u64>, nth: usize) {
    for seed in seeds {
        let mut met = 0;
        wander(rules, seed, |state, listed| {
            met += 1;
            if met % nth.max(1) != 0 {
                return;
            }
            for seat in seats(rules, state).into_iter().filter(|&seat| seat != Seat::Judge) {
                let known = rules.known(state, seat);
                assert_eq!(rules.known(&known, seat), known, "{seat:?} knows less of what it knows");
                let mut conceivable = Vec::new();
                rules.conceivable(&known, &mut conceivable);
                conceivable.retain(|choice| seat.controls(choice.who()));
                let look = Look::at(rules, seat, state, &conceivable);
                let alike = |other: &R::State| {
                    look.alike(&Look::at(rules, seat, other, &conceivable), &conceivable, seat, state);
                };
                alike(&known);
                no_place_unseen(rules, seat, state, met as u64);
                for other in variants(rules, state, seat) {
                    if rules.known(&other, seat) == known {
                        alike(&other);
                        sound_alike(rules, seat, state, &other, listed, seed);
                    }
                }
            }
        });
    }
}

/// All that a seat sees, can choose and is refused at a table.
struct Look<R: Rules> {
    ask: Ask,
    view: TableView,
    listed: Vec<R::Choice>,
    /// By what is conceivable.
    refused: Vec<Result<(), Refusal>>,
}

impl<R: Rules> Look<R> {
    fn at(rules: &R, seat: Seat, state: &R::State, conceivable: &[R::Choice]) -> Look<R> {
        let mut listed = Vec::new();
        rules.choices(state, &mut listed);
        listed.retain(|choice| seat.controls(choice.who()));
        let refused = conceivable.iter().map(|&choice| rules.legal(state, choice)).collect();
        Look { ask: rules.ask(state), view: rules.view(state, seat), listed, refused }
    }

    /// Does the seat see, can it choose and is it refused the same on both tables?
    fn alike(&self, other: &Look<R>, conceivable: &[R::Choice], seat: Seat, state: &R::State) {
        assert_eq!(self.ask, other.ask, "{seat:?} is asked otherwise, in {state:?}");
        assert_eq!(self.view, other.view, "{seat:?} sees what it does not know, in {state:?}");
        assert_eq!(self.listed, other.listed, "{seat:?} can choose by what it does not know, in {state:?}");
        for (choice, (refused, said)) in conceivable.iter().zip(self.refused.iter().zip(&other.refused)) {
            assert_eq!(refused, said, "{seat:?} learns by trying {choice:?}, in {state:?}");
        }
    }
}

/// Nothing that a seat can choose, cannot choose or is threatened with names a zone that is not on its map.
fn no_place_unseen<R: Rules>(rules: &R, seat: Seat, state: &R::State, lot: u64) {
    let unseen = unseen_by(rules, seat, state);
    let Seat::Player(crowd) = seat else { return };
    if unseen.is_empty() {
        return;
    }
    let known = rules.known(state, seat);
    let mut conceivable = Vec::new();
    rules.conceivable(&known, &mut conceivable);
    for choice in conceivable.into_iter().filter(|choice| seat.controls(choice.who())) {
        let view = rules.describe(&known, choice);
        let words = || view.text.split_whitespace().chain(view.to.as_deref());
        let named = unseen.iter().find(|zone| words().any(|word| word == zone.id));
        assert_eq!(named, None, "{seat:?} reads of an unseen zone in {view:?}, in {state:?}");
    }
    // Threats take long to work out.
    let Some(who) = crowd.first().filter(|_| lot.is_multiple_of(5)) else { return };
    let Ok(danger) = Danger::new(rules, state, seat, who, None, &[]) else { return };
    danger.look(rules, &mut |threat| {
        let words = format!("{} {}", threat.label, threat.after.as_deref().unwrap_or_default());
        let named = unseen.iter().find(|zone| words.contains(&zone.name));
        assert_eq!(named, None, "{seat:?} is threatened from an unseen zone: {words}, in {state:?}");
        true
    });
}

/// The zones that are not on a seat's map, but for those whose names are part of others.
fn unseen_by<R: Rules>(rules: &R, seat: Seat, state: &R::State) -> Vec<ZoneCard> {
    let (MapView::Zones { zones: all, .. }, MapView::Zones { zones: seen, .. }) =
        (rules.view(state, Seat::Judge).map, rules.view(state, seat).map)
    else {
        return Vec::new();
    };
    let is_known =
        |zone: &ZoneCard| seen.iter().any(|one| one.id == zone.id || one.name.contains(&zone.name));
    all.into_iter().filter(|zone| !is_known(zone)).collect()
}

/// Whatever anybody does on both tables, with the same dice: if the seat cannot tell them apart afterwards either, it is
/// told the same of it.
fn sound_alike<R: Rules>(
    rules: &R,
    seat: Seat,
    one: &R::State,
    other: &R::State,
    listed: &[R::Choice],
    seed: u64,
) {
    let act = |before: &R::State, choice| {
        let (mut state, mut events) = (before.clone(), Vec::new());
        rules.apply(&mut state, choice, &mut any_dice(&mut Seeded::new(seed)), &mut any_log(&mut events));
        (state, events)
    };
    let lines = |before: &R::State, (state, events): &(R::State, Vec<R::Event>)| -> Vec<Line> {
        let telling = Telling { before, state, seat, rolls: &[] };
        events.iter().filter_map(|event| rules.line(&telling, event)).collect()
    };
    let step = (listed.len() / 6).max(1);
    for &choice in listed.iter().skip(seed as usize % step).step_by(step) {
        if rules.legal(other, choice).is_err() {
            continue;
        }
        let (here, there) = (act(one, choice), act(other, choice));
        if rules.known(&here.0, seat) == rules.known(&there.0, seat) {
            let (told, heard) = (lines(one, &here), lines(other, &there));
            assert_eq!(told, heard, "{seat:?} learns from the log of {choice:?}, in {one:?} and {other:?}");
        }
    }
}

/// Tables like this one, but for somebody or something that the seat does not see.
fn variants<R: Rules>(rules: &R, state: &R::State, seat: Seat) -> Vec<R::State> {
    let seen: Crowd = rules.view(state, seat).tokens.iter().map(|token| token.who).collect();
    let all = rules.view(state, Seat::Judge);
    let places: Vec<String> = match &all.map {
        MapView::Zones { zones, .. } => zones.iter().map(|zone| zone.id.clone()).collect(),
        MapView::Squares { width, height, .. } => {
            [(1, 1), (width / 2, height / 2), (width - 2, height - 2)].map(|(x, y)| format!("{x},{y}")).into()
        }
    };
    let hidden = all.tokens.iter().filter(|token| !seen.has(token.who));
    let mut acts: Vec<Judgement> = Vec::new();
    for token in hidden {
        let who: Who = token.who;
        let elsewhere = places.iter().filter(|&place| Some(place) != token.place.as_ref());
        acts.extend(elsewhere.map(|to| Judgement::Move { who, to: to.clone() }));
        let less = token.tracks.iter().filter(|track| track.value > 1);
        acts.extend(less.map(|track| Judgement::Set {
            who,
            track: track.id.to_owned(),
            value: track.value - 1,
        }));
        acts.push(Judgement::Remove { who });
    }
    let repertoire = rules.repertoire();
    acts.extend(
        repertoire.encounters.into_iter().map(|met| Judgement::Fate { encounter: met.id, fate: Fate::Gone }),
    );
    if let Some(creature) = repertoire.creatures.last() {
        acts.extend(places.iter().map(|to| Judgement::Add {
            creature: creature.id.clone(),
            side: Side::Monsters,
            to: to.clone(),
        }));
    }
    let step = (acts.len() / VARIANTS).max(1);
    let tried = acts.iter().step_by(step).filter_map(|act| {
        let mut other = state.clone();
        rules.judge(&mut other, act, &mut Null).ok()?;
        Some(other)
    });
    tried.collect()
}
