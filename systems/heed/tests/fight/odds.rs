//! Odds are counted, not sampled, however many may interrupt and parry. What takes a crowd may be estimated, and says by how
//! much it can be wrong.

use fracas_content::{Bundle, scenarios};
use fracas_dice::Seeded;
use fracas_heed::{Deed, Heed};
use fracas_kernel::{Ask, Null, Offer, Play, Tell, Think, Whim, odds};

#[test]
fn odds_are_exact_but_for_what_takes_a_crowd() {
    let ours = scenarios().filter(|scenario| scenario.system == Heed::SYSTEM);
    let (mut counted, mut estimated) = (0, 0);
    for scenario in ours {
        let bundle = Bundle::new(scenario.source).expect("a built-in scenario names its system");
        let rules = Heed::load(&bundle).unwrap_or_else(|problems| panic!("{problems}"));
        for seed in 0..4 {
            let [all, rough] = odds_along_the_way(&rules, seed);
            (counted, estimated) = (counted + all, estimated + rough);
        }
    }
    assert!(counted > 10_000, "{counted} choices are too few to tell");
    assert!(estimated * 1000 < counted, "{estimated} of {counted} are estimated");
}

/// Plays a fight by instinct, and looks at the odds of everything that could be chosen on the way. How many were they, and how
/// many of them were estimated?
fn odds_along_the_way(rules: &Heed, seed: u64) -> [usize; 2] {
    let (mut dice, mut whim) = (Seeded::new(seed), Whim::stream(seed, 1));
    let (mut state, mut choices, mut counted) = (rules.start(), Vec::new(), [0, 0]);
    loop {
        let asked = match rules.ask(&state) {
            Ask::Over(_) => return counted,
            ask => ask.asked(),
        };
        rules.choices(&state, &mut choices);
        for &choice in &choices {
            let stakes = odds(rules, &state, choice);
            let text = rules.text(&state, choice);
            let area = matches!(choice.deed, Deed::Work { .. } | Deed::Cast { .. });
            assert!(stakes.exact || area, "{}, seed {seed}: sampled odds of {text}", rules.title());
            assert_eq!(stakes.exact, stakes.error(0.5) == 0.0, "{text}");
            counted[1] += usize::from(!stakes.exact);
            let total = stakes.harm.total();
            assert!((total - 1.0).abs() < 1e-9, "{text}: the chances add up to {total}");
        }
        counted[0] += choices.len();
        rules.follow_instinct(&mut state, asked, &mut whim, &mut dice, &mut Null);
    }
}
