//! Odds for somebody who is waiting: what cannot be counted at once is estimated first, and better odds follow.

use std::collections::BTreeMap;

use fracas_content::scenario;
use fracas_kernel::{Crowd, Seat, Stakes, Typing};
use fracas_systems::{bundle_for, open};

/// In ardor what others have stated counts too, with their dice, so that some choices have very many outcomes.
#[test]
fn a_quick_estimate_is_followed_by_better_odds() {
    let source = scenario("ardor/the-jolly-otter").unwrap().source;
    let mut game = open(bundle_for(source).unwrap(), 4, 0).unwrap_or_else(|problems| panic!("{problems}"));
    let (mut followed, mut at_once) = (0, 0);
    for _ in 0..30 {
        let mut told: BTreeMap<String, Vec<Stakes>> = BTreeMap::new();
        game.odds_later(Seat::Player(Crowd::ALL), None)(&mut |text, stakes| {
            told.entry(text.to_owned()).or_default().push(stakes);
            // Enough of them: the rest takes long.
            told.values().flatten().filter(|stakes| stakes.tries.is_some() && !stakes.rough).count() < 3
        });
        for (text, stakes) in told {
            match &stakes[..] {
                [once] if once.rough => {}
                [once] => {
                    assert!(once.exact && once.tries.is_none(), "{text}: {once:?}");
                    at_once += 1;
                }
                [first, last] => {
                    assert!(first.rough && first.tries.is_some() && !first.exact, "{text}: {first:?}");
                    assert!(!last.rough && last.exact == last.tries.is_none(), "{text}: {last:?}");
                    let [quick, good] = [first, last].map(|one| one.chance.as_ref().map_or(0.0, |c| c.p));
                    let error = first.error(0.25) + last.error(0.25);
                    assert!((quick - good).abs() <= error, "{text}: {quick} and then {good}");
                    followed += 1;
                }
                more => panic!("{text}: told {} times", more.len()),
            }
        }
        let choice = game.instinct(game.ask().asked()).unwrap();
        game.choose(&choice, &Typing::default()).unwrap();
        if game.outcome().is_some() || followed > 20 && at_once > 20 {
            break;
        }
    }
    assert!(followed > 3 && at_once > 20, "{followed} estimates followed, {at_once} counted at once");
}
