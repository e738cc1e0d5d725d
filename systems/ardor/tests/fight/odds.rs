//! What is shown before a choice is what happens: odds beside the fight really played on from there, with everybody doing
//! what they have stated.

use fracas_kernel::{Offer, Tell, checks};

use crate::scene::Scene;

#[track_caller]
fn true_odds(scene: &Scene, text: &str) {
    let (rules, state) = (scene.table.rules(), scene.table.state());
    let mut all = Vec::new();
    rules.choices(state, &mut all);
    let choice = all.into_iter().find(|&choice| rules.text(state, choice) == text);
    let choice = choice.unwrap_or_else(|| panic!("{text} is not listed"));
    let (exact, wrong) = checks::what_odds_get_wrong(rules, state, choice, 20_000, 1);
    assert!(exact && wrong.is_empty(), "{text}: {wrong:?}");
}

/// A second action counts what friends have stated: 2d6 against 10 health is one chance in six, with a friend's 2d6 nine
/// in ten.
#[test]
fn a_second_action_counts_what_friends_do() {
    let mut scene = Scene::new(&[("ann", "hall"), ("cyd", "hall")], &[("imp", "hall")]);
    scene.set_track("imp", "health", 10);
    scene.play_all(&["imp defend", "ann attack imp", "cyd defend"], &[15, 15]);
    let stakes = scene.odds("cyd arduous attack imp");
    let falls = stakes.drops.iter().find(|drop| drop.who == scene.who("imp")).map_or(0.0, |drop| drop.p);
    assert!(stakes.exact && (falls - 1170.0 / 1296.0).abs() < 1e-9, "4d6 of 10 or more: {falls}");
    true_odds(&scene, "cyd arduous attack imp");
}

/// An area counts a friend's own roll, not the score of the round before; and hitting friends is no success.
#[test]
fn an_area_counts_friends_as_they_will_roll() {
    let begun = |score: i32| {
        let mut scene = Scene::new(&[("ann", "yard"), ("cyd", "hall")], &[("imp", "loft"), ("imp", "yard")]);
        scene.play_all(&["imp-1 defend", "imp-2 defend", "ann defend"], &[]);
        // As if left over from the round before.
        scene.set_track("ann", "score", score);
        scene
    };
    let (low, high) = (begun(1).odds("cyd use blast yard"), begun(30).odds("cyd use blast yard"));
    assert_eq!(low, high);
    true_odds(&begun(1), "cyd use blast yard");
    let mut scene = Scene::new(&[("ann", "yard"), ("cyd", "hall")], &[("imp", "loft")]);
    scene.play_all(&["imp defend", "ann defend"], &[]);
    let stakes = scene.odds("cyd use blast yard");
    assert_eq!(stakes.chance.map(|chance| chance.p), Some(0.0), "there are only friends");
}

/// Defending somebody counts that one's own score as well, stated or not.
#[test]
fn defending_somebody_counts_both_scores() {
    let mut scene = Scene::new(&[("ann", "hall"), ("bea", "hall")], &[("imp", "hall"), ("imp", "hall")]);
    scene.play_all(&["imp-1 attack ann", "imp-2 attack ann"], &[]);
    true_odds(&scene, "bea defend-other ann");
    scene.play("ann attack imp-1", &[]);
    true_odds(&scene, "bea defend-other ann");
    true_odds(&scene, "bea attack imp-1");
}

/// Conditions count: what a Chain holds is among the stakes, with what it is worth.
#[test]
fn odds_count_conditions() {
    let mut scene = Scene::new(&[("cyd", "hall")], &[("imp", "hall")]);
    scene.play("imp attack cyd", &[]);
    // 4 + d20 against 13: a full hit on 12 faces.
    let stakes = scene.odds("cyd use chain imp");
    let held = stakes.befalls.iter().find(|one| one.what == "rooted").expect("it may be held");
    assert!((held.p - 12.0 / 20.0).abs() < 1e-9 && !held.ends, "{held:?}");
    assert!((stakes.struck.mean - 12.0 / 20.0).abs() < 1e-9);
    let worth = stakes.swing + stakes.loss.mean;
    assert!((worth - 12.0 / 20.0).abs() < 1e-9, "one point of health: {worth}");
}
