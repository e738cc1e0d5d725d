//! Everything that a judge can do to a table, sensible or not, in the words of a system.

use std::ops::Range;
use std::sync::Arc;

use crate::{Fate, Judgement, Rules, Seat, Side, Who};

use super::judge_never_breaks_the_table;

/// Ids that a judge may name. What nobody has heard of is added to each.
#[derive(Clone, Copy, Debug)]
pub struct Meddling<'a> {
    pub creatures: &'a [&'a str],
    pub heroes: &'a [&'a str],
    /// Beside the place where the first of all stands.
    pub places: &'a [&'a str],
    pub encounters: &'a [&'a str],
    pub gauges: &'a [&'a str],
    pub tracks: &'a [&'a str],
    pub conditions: &'a [&'a str],
    pub gifts: &'a [&'a str],
    /// What lies on the table next.
    pub faces: &'a [u16],
    /// And then the judge ends it.
    pub ends: bool,
}

impl Meddling<'_> {
    pub const NONE: Meddling<'static> = Meddling {
        creatures: &[],
        heroes: &[],
        places: &[],
        encounters: &[],
        gauges: &[],
        tracks: &[],
        conditions: &[],
        gifts: &[],
        faces: &[1],
        ends: false,
    };

    fn acts(&self, here: &str) -> Vec<Judgement> {
        let places = || self.places.iter().copied().chain([here, "nowhere"]).map(str::to_owned);
        let sides =
            [(self.creatures, Side::Monsters), (self.heroes, Side::Heroes), (&["nobody"], Side::Heroes)];
        let mut acts = vec![Judgement::Dice { roller: None, roll: None, faces: self.faces.to_vec() }];
        acts.extend(self.ends.then_some(Judgement::End { winner: None }));
        for (creature, side) in sides.into_iter().flat_map(|(ids, side)| ids.iter().map(move |id| (id, side)))
        {
            acts.extend(places().map(|to| Judgement::Add { creature: (*creature).to_owned(), side, to }));
        }
        for encounter in with(self.encounters, "nobody") {
            let fates = [Fate::Now, Fate::Next, Fate::Gone, Fate::Back];
            acts.extend(fates.map(|fate| Judgement::Fate { encounter: encounter.clone(), fate }));
        }
        for gauge in with(self.gauges, "luck") {
            acts.extend([-1, 0, 3, 100].map(|value| Judgement::Gauge { gauge: gauge.clone(), value }));
        }
        for who in [0, 1, 3, 4, 7, 40].map(Who) {
            acts.push(Judgement::Remove { who });
            acts.extend(places().map(|to| Judgement::Move { who, to }));
            for track in with(self.tracks, "luck") {
                acts.extend([-9, 0, 1, 3, 30].map(|value| Judgement::Set {
                    who,
                    track: track.clone(),
                    value,
                }));
            }
            for condition in with(self.conditions, "bored") {
                let afflict = |rank| Judgement::Afflict { who, condition: condition.clone(), rank };
                acts.extend([None, Some(2)].map(afflict));
                acts.push(Judgement::Lift { who, condition: condition.clone() });
            }
            for what in with(self.gifts, "a pony") {
                acts.extend([-3, 1, 9].map(|count| Judgement::Grant { who, what: what.clone(), count }));
            }
        }
        acts
    }
}

fn with(ids: &[&str], unheard_of: &str) -> Vec<String> {
    ids.iter().copied().chain([unheard_of]).map(str::to_owned).collect()
}

/// Whatever the judge does, the table goes on; what is refused has changed nothing, and what is done can be taken back.
pub fn the_judge_meddles<R: Rules>(rules: &Arc<R>, meddling: &Meddling<'_>, seeds: Range<u64>) {
    let view = rules.view(&rules.start(), Seat::Judge);
    let here = view.tokens.iter().find_map(|token| token.place.clone()).expect("somebody is somewhere");
    let acts = meddling.acts(&here);
    for seed in seeds {
        judge_never_breaks_the_table(rules.clone(), &acts, seed);
    }
}
