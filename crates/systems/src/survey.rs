//! What the loaders of a system ask of files, found out by letting them read: everything that ships, the parties of its
//! adventures, and files that are imagined, many times over.

use std::rc::Rc;

use fracas_content::{Bundle, IMAGINED, Kind, Source, Survey, adventures, library, scenarios};

use crate::{System, load, open};

/// How often a file is imagined: often enough for what is read only if two other values fit.
const RUNS: u64 = 100;
/// A party's file has little that depends on anything.
const PARTY_RUNS: u64 = 12;

/// Every question of a system's loaders.
pub fn survey(system: System) -> Rc<Survey> {
    let survey = Survey::new();
    let name = system.name();
    let shelf = library(name);
    let bundle = |scenario: Source, party: Option<Source>| Bundle { scenario, library: shelf.clone(), party };
    let fights = scenarios().filter(|listed| listed.system == name);
    let treks: Vec<Source> =
        adventures().filter(|listed| listed.system == name).map(|listed| listed.source).collect();
    for listed in fights {
        survey.watch(0, || ask_of(bundle(listed.source, None)));
    }
    for adventure in &treks {
        let game = open(bundle(adventure.clone(), None), 0, 0).ok();
        let party = game.and_then(|game| game.party_file()).map(|text| Source::new("party.toml", text));
        survey.watch(0, || ask_of(bundle(adventure.clone(), None)));
        survey.watch(0, || ask_of(bundle(adventure.clone(), party)));
    }
    let imagined =
        |kind: Kind| Source::new(IMAGINED, format!("system = {name:?}\nkind = {:?}\n", kind.name()));
    let more: Vec<Source> = shelf.iter().cloned().chain([Source::new(IMAGINED, "")]).collect();
    for run in 0..RUNS {
        survey.watch(run, || {
            for kind in [Kind::Fight, Kind::Adventure] {
                ask_of(Bundle { scenario: imagined(kind), library: more.clone(), party: None });
            }
            for adventure in treks.iter().filter(|_| run < PARTY_RUNS) {
                ask_of(bundle(adventure.clone(), Some(imagined(Kind::Party))));
            }
        });
    }
    survey
}

/// What is wrong with it is of no account.
fn ask_of(bundle: Bundle) {
    let _ = load(bundle);
}
