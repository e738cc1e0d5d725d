//! The content of tables that were taken up lately. Those that are played with the same files share one copy of their rules:
//! it is read once, and a thousand tables cost its memory once.

use std::collections::VecDeque;
use std::sync::Mutex;

use fracas_content::Problems;
use fracas_systems::open;
use fracas_table::{Files, Game};

/// As many are remembered; tables that have others share nothing with those that come later.
const MAX: usize = 16;

#[derive(Default)]
pub struct Shelf(Mutex<VecDeque<(Files, Box<dyn Game>)>>);

impl std::fmt::Debug for Shelf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shelf").finish_non_exhaustive()
    }
}

impl Shelf {
    /// A table at the start of the scenario.
    pub fn open(&self, files: &Files, seed: u64) -> Result<Box<dyn Game>, Problems> {
        if let Some(game) = self.known(files, seed) {
            return Ok(game);
        }
        // It takes a while: nobody who needs others waits for it.
        let first = open(files.clone().into(), seed, 0)?;
        let game = first.anew(seed);
        self.add(files.clone(), first);
        Ok(game)
    }

    fn known(&self, files: &Files, seed: u64) -> Option<Box<dyn Game>> {
        let mut all = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let at = all.iter().position(|(known, _)| known == files)?;
        let found = all.remove(at)?;
        let game = found.1.anew(seed);
        all.push_front(found);
        Some(game)
    }

    fn add(&self, files: Files, game: Box<dyn Game>) {
        let mut all = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        all.push_front((files, game));
        all.truncate(MAX);
    }
}

#[cfg(test)]
mod tests {
    use fracas_kernel::Typing;
    use fracas_systems::bundle_for;

    use super::*;

    fn files(name: &str) -> Files {
        bundle_for(fracas_content::scenario(name).expect("content").source).expect("a bundle").into()
    }

    #[test]
    fn what_is_on_the_shelf_is_as_new_and_the_oldest_goes_first() {
        let (shelf, ford) = (Shelf::default(), files("delve/goblins-at-the-ford"));
        let mut first = shelf.open(&ford, 7).unwrap();
        let choice = first.choices()[0].clone();
        first.choose(&choice, &Typing::default()).unwrap();
        let again = shelf.open(&ford, 7).unwrap();
        let fresh = open(ford.clone().into(), 7, 0).unwrap();
        assert_eq!((again.position(), again.state()), (0, fresh.state()), "nobody else's steps");
        assert_eq!(again.replay(), fresh.replay());
        for number in 0..MAX {
            let mut other = ford.clone();
            other.scenario.text.push_str(&format!("\n# {number}\n"));
            shelf.open(&other, 7).unwrap();
        }
        assert!(shelf.known(&ford, 7).is_none() && shelf.0.lock().unwrap().len() == MAX);
    }
}
