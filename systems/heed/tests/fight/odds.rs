//! The odds of every choice are counted, not sampled, however many may interrupt and parry.

use fracas_content::{Bundle, scenarios};
use fracas_dice::Seeded;
use fracas_heed::Heed;
use fracas_kernel::{Ask, Null, Offer, Play, Tell, Think, Whim, odds};

#[test]
fn the_odds_of_every_choice_are_exact() {
    let ours = scenarios().filter(|scenario| scenario.system == Heed::SYSTEM);
    let mut counted = 0;
    for scenario in ours {
        let bundle = Bundle::new(scenario.source).expect("a built-in scenario names its system");
        let rules = Heed::load(&bundle).unwrap_or_else(|problems| panic!("{problems}"));
        for seed in 0..4 {
            counted += exact_along_the_way(&rules, seed);
        }
    }
    assert!(counted > 10_000, "{counted} choices are too few to tell");
}

/// Plays a fight by instinct; the odds of everything that could be chosen on the way must be exact. How many were they?
fn exact_along_the_way(rules: &Heed, seed: u64) -> usize {
    let (mut dice, mut whim) = (Seeded::new(seed), Whim::stream(seed, 1));
    let (mut state, mut choices, mut counted) = (rules.start(), Vec::new(), 0);
    loop {
        let asked = match rules.ask(&state) {
            Ask::Over(_) => return counted,
            ask => ask.asked(),
        };
        rules.choices(&state, &mut choices);
        for &choice in &choices {
            let stakes = odds(rules, &state, choice);
            let text = rules.text(&state, choice);
            assert!(stakes.exact, "{}, seed {seed}: sampled odds of {text}", rules.title());
            let total = stakes.harm.total();
            assert!((total - 1.0).abs() < 1e-9, "{text}: the chances add up to {total}");
        }
        counted += choices.len();
        rules.follow_instinct(&mut state, asked, &mut whim, &mut dice, &mut Null);
    }
}
