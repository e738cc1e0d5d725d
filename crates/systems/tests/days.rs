//! From one fight into the next on the same day: what heroes keep, what they get back, and that the next fight is a
//! fight.

use fracas_adventure::{Onward, onward};
use fracas_content::{Bundle, Problems, find};
use fracas_dice::Seeded;
use fracas_kernel::{Ask, Null, Outcome, Play, Report, Rules, Side, Whim, Who, fight};
use fracas_systems::bundle_for;

const FIGHTS: u64 = 300;

/// Fights until the heroes win, goes on into the same fight again, and looks: `fits` is given somebody's
/// health after a fight and before the next, and says whether the one can follow from the other.
fn go_on<R: Rules + Onward>(
    load: fn(&Bundle) -> Result<R, Problems>,
    scenario: &str,
    fits: fn(i32, i32) -> bool,
) {
    let rules = load(&bundle_for(find(scenario).unwrap()).unwrap()).unwrap();
    let start = rules.start();
    let of = |side: Side| {
        rules.reported(&start).filter(|&who| rules.side(&start, who) == side).collect::<Vec<Who>>()
    };
    let (heroes, monsters) = (of(Side::Heroes), of(Side::Monsters));
    let pairs: Vec<(Who, Who)> = heroes.iter().map(|&who| (who, who)).collect();
    let (mut hurt, mut out) = (0, 0);
    for seed in 0..FIGHTS {
        let (mut dice, mut whim, mut ended) = (Seeded::stream(seed, 0), Whim::stream(seed, 1), rules.start());
        let fought = fight(&rules, &mut ended, &mut dice, &mut whim, &mut Null, 20_000);
        if fought.outcome != Some(Outcome::Won(Side::Heroes)) {
            continue;
        }
        let mut next = onward(&rules, &rules, &ended, &pairs, &mut dice);
        for &who in &heroes {
            let [first, then, now] = [&start, &ended, &next].map(|state| rules.vital(state, who));
            let id = rules.id(&start, who);
            assert!(now.health <= first.health, "{scenario}, seed {seed}: {id} has more than ever");
            assert!(
                fits(then.health, now.health),
                "{scenario}, seed {seed}: {id} leaves with {} and comes with {}",
                then.health,
                now.health
            );
            assert_eq!(now.standing, now.health > 0, "{scenario}, seed {seed}: {id} has {}", now.health);
            hurt += u32::from(now.health < first.health);
            out += u32::from(!now.standing);
        }
        for &who in &monsters {
            assert_eq!(rules.vital(&next, who), rules.vital(&start, who), "{scenario}: foes are fresh");
        }
        assert!(matches!(rules.ask(&next), Ask::Decide(_)), "{scenario}, seed {seed}: it has not begun");
        let fought = fight(&rules, &mut next, &mut dice, &mut whim, &mut Null, 20_000);
        assert!(fought.outcome.is_some() && fought.choices > 1, "{scenario}, seed {seed}: {fought:?}");
    }
    assert!(hurt > 20, "{scenario}: hardly anybody was hurt, so this shows nothing");
    // Ardor brings everybody round.
    assert!(out > 0 || R::SYSTEM == "ardor", "{scenario}: nobody was out, so this shows less than it should");
}

#[test]
fn delve_gives_nothing_back() {
    go_on(fracas_delve::Delve::load, "goblins-at-the-ford", |then, now| then == now);
}

#[test]
fn twelves_helps_the_defeated_up_or_buries_them() {
    go_on(fracas_twelves::Twelves::load, "kiln-yard", |then, now| then == now || then == 0 && now == 1);
}

#[test]
fn heed_keeps_wounds() {
    go_on(fracas_heed::Heed::load, "hexers-mill", |then, now| then == now);
}

#[test]
fn ardor_brings_everybody_round() {
    go_on(fracas_ardor::Ardor::load, "the-heron-bridge", |then, now| now == then.max(1));
}

#[test]
fn ardor_finds_nobody_on_the_ground_who_came_walking() {
    let rules = fracas_ardor::Ardor::load(&bundle_for(find("the-drowned-chapel").unwrap()).unwrap()).unwrap();
    let start = rules.start();
    let heroes = rules.reported(&start).filter(|&who| rules.side(&start, who) == Side::Heroes);
    let pairs: Vec<(Who, Who)> = heroes.map(|who| (who, who)).collect();
    assert!(pairs.iter().any(|&(who, _)| !rules.vital(&start, who).standing), "two of them begin it fallen");
    let next = onward(&rules, &rules, &start, &pairs, &mut Seeded::new(1));
    assert!(pairs.iter().all(|&(_, who)| rules.vital(&next, who).standing));
}

#[test]
fn ranks_lets_everybody_catch_their_breath() {
    go_on(fracas_ranks::Ranks::load, "toll-bridge", |then, now| now >= then);
}
