//! A mind for each side of many fights: what people write, and how it plays.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use fracas_kernel::{Crowd, Mind, Play, Rules, Side, Whim};

use crate::brain::{Brain, Budget, Kind};
use crate::temper::Tempers;
use crate::thought::{asked_of_one_side, think};

/// Who decides for the heroes, and who for the monsters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Minds(pub [Brain; 2]);

impl Default for Minds {
    /// Instinct on both sides.
    fn default() -> Minds {
        Minds([Brain::new(Kind::Instinct), Brain::new(Kind::Instinct)])
    }
}

/// What was written does not say who decides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotMinds(String);

impl fmt::Display for NotMinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotMinds {}

impl Minds {
    /// From "greedy" for both sides, or "heroes=greedy" for one; a side that is named goes before both. Only minds
    /// that think alike on every machine are taken.
    pub fn read<'a>(texts: impl IntoIterator<Item = &'a str>) -> Result<Minds, NotMinds> {
        let (mut both, mut own) = (None, [None, None]);
        for text in texts {
            let (side, mind) = match text.split_once('=') {
                None => (None, text),
                Some((name, mind)) => {
                    let side = Side::BOTH.into_iter().find(|side| NAMES[side.index()] == name.trim());
                    let unknown = || {
                        NotMinds(format!("{text:?}: {name:?} is not a side; write heroes=… or monsters=…"))
                    };
                    (Some(side.ok_or_else(unknown)?), mind.trim())
                }
            };
            let brain = mind.parse::<Brain>().map_err(|error| NotMinds(error.to_string()))?;
            if let Kind::Search(Budget::Time(_)) = brain.kind {
                return Err(NotMinds(format!(
                    "{mind:?} thinks for a time, and would think otherwise on another machine: a simulation has to come \
                     out the same everywhere; give it playouts instead, as in search:200"
                )));
            }
            let (place, whose) = match side {
                None => (&mut both, "both sides"),
                Some(side) => (&mut own[side.index()], NAMES[side.index()]),
            };
            if let Some(first) = place.replace(brain) {
                return Err(NotMinds(format!("two minds for {whose}, {first} and {mind}: leave one out")));
            }
        }
        let usual = both.unwrap_or_else(|| Brain::new(Kind::Instinct));
        Ok(Minds(own.map(|own| own.unwrap_or_else(|| usual.clone()))))
    }

    /// Do both sides follow their instinct, and nothing else?
    pub fn are_instinct(&self) -> bool {
        self.0.iter().all(|brain| brain.kind == Kind::Instinct)
    }

    pub fn names(&self) -> [String; 2] {
        self.0.each_ref().map(Brain::to_string)
    }
}

const NAMES: [&str; 2] = ["heroes", "monsters"];

/// The most thoughts that are remembered; any others are thought again when they are needed.
const REMEMBERED: usize = 2_000_000;

/// Two minds at work in many fights. A fight is looked at more than once (who won, what was luck, its row, its
/// replay), and thinking is dear, so they remember what they came to.
#[derive(Debug)]
pub struct Thinkers<R: Play> {
    brains: [Brain; 2],
    remembered: Mutex<HashMap<[u64; 2], R::Choice>>,
}

impl<R: Play> Thinkers<R> {
    /// `tempers` are those of the scenario.
    pub fn new(minds: &Minds, tempers: &Tempers) -> Thinkers<R> {
        let brains = minds.0.each_ref().map(|brain| brain.clone().with_tempers(tempers));
        Thinkers { brains, remembered: Mutex::default() }
    }
}

impl<R: Rules> Mind<R> for Thinkers<R> {
    fn choose(&self, rules: &R, state: &R::State, asked: Crowd, whim: &mut Whim) -> R::Choice {
        // Every choice draws the same number of words, and no two of them the same ones. So they name the choice.
        let name = [(); 2].map(|()| whim.below(u64::MAX));
        let remembered = || self.remembered.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&choice) = remembered().get(&name) {
            return choice;
        }
        let asked = asked_of_one_side(rules, state, asked);
        let side = asked.first().map_or(Side::Heroes, |who| rules.side(state, who));
        let mut own = Whim::stream(name[0], name[1]);
        let thought = think(&self.brains[side.index()], rules, state, asked, &mut own);
        if thought.playouts > 0 {
            let mut remembered = remembered();
            if remembered.len() < REMEMBERED {
                remembered.insert(name, thought.choice);
            }
        }
        thought.choice
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(texts: &[&str]) -> Result<[String; 2], String> {
        Minds::read(texts.iter().copied()).map(|minds| minds.names()).map_err(|error| error.to_string())
    }

    fn both(heroes: &str, monsters: &str) -> Result<[String; 2], String> {
        Ok([heroes.to_owned(), monsters.to_owned()])
    }

    #[test]
    fn minds_are_read_for_one_side_or_both() {
        assert_eq!(read(&[]), both("instinct", "instinct"));
        assert_eq!(read(&["greedy"]), both("greedy", "greedy"));
        assert_eq!(read(&["heroes=search:200"]), both("search:200", "instinct"));
        assert_eq!(read(&["monsters=random", "greedy"]), both("greedy", "random"));
        assert!(Minds::default().are_instinct());
        assert!(Minds::read(["instinct"]).unwrap().are_instinct());
        assert!(!Minds::read(["heroes=greedy"]).unwrap().are_instinct());
    }

    #[test]
    fn what_says_nobody_or_somebody_twice_is_refused_with_what_would_be_right() {
        let told = |texts: &[&str]| read(texts).unwrap_err();
        assert!(told(&["hero=greedy"]).contains("write heroes=… or monsters=…"));
        assert!(told(&["heroes=gredy"]).contains("write random, instinct, greedy"));
        assert!(
            told(&["heroes=greedy", "heroes=random"]).contains("two minds for heroes, greedy and random")
        );
        assert!(told(&["greedy", "greedy"]).contains("two minds for both sides"));
        for timed in ["search", "search:50ms", "brutal", "monsters=search:2s"] {
            assert!(told(&[timed]).contains("give it playouts instead, as in search:200"), "{timed}");
        }
    }
}
