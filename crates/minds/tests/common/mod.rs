//! Built-in scenarios, and positions in them.
#![allow(dead_code, reason = "not every test needs everything")]

use fracas_content::{Bundle, library, scenario};
use fracas_dice::Seeded;
use fracas_kernel::{Ask, Null, Rules, Whim};

pub fn bundle(name: &str) -> Bundle {
    let built_in = scenario(name).expect("a built-in scenario");
    Bundle { library: library(&built_in.system), scenario: built_in.source, party: None }
}

pub fn delve(name: &str) -> fracas_delve::Delve {
    fracas_delve::Delve::load(&bundle(name)).expect("built-in content is right")
}

pub fn twelves(name: &str) -> fracas_twelves::Twelves {
    fracas_twelves::Twelves::load(&bundle(name)).expect("built-in content is right")
}

pub fn heed(name: &str) -> fracas_heed::Heed {
    fracas_heed::Heed::load(&bundle(name)).expect("built-in content is right")
}

pub fn ardor(name: &str) -> fracas_ardor::Ardor {
    fracas_ardor::Ardor::load(&bundle(name)).expect("built-in content is right")
}

pub fn ranks(name: &str) -> fracas_ranks::Ranks {
    fracas_ranks::Ranks::load(&bundle(name)).expect("built-in content is right")
}

/// The state before every `step`th choice of a fight by instinct, at most `most` of them.
pub fn positions<R: Rules>(rules: &R, seed: u64, step: usize, most: usize) -> Vec<R::State> {
    let (mut state, mut dice, mut whim) = (rules.start(), Seeded::stream(seed, 0), Whim::stream(seed, 1));
    let mut all = Vec::new();
    for made in 0.. {
        let asked = match rules.ask(&state) {
            Ask::Over(_) => break,
            ask => ask.asked(),
        };
        if made % step == step / 2 {
            all.push(state.clone());
        }
        if all.len() == most {
            break;
        }
        rules.follow_instinct(&mut state, asked, &mut whim, &mut dice, &mut Null);
    }
    all
}
