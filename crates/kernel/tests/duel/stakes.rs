//! Odds to the last digit, worked out by hand beside each.

use fracas_kernel::{Care, EdgeName, Fiat, Side, Stakes, Who, odds, odds_with};

use crate::system::{Choice, Defence, Duel, Guard, State};
use crate::{ANNA, choice, turn_of};

const CARL: Who = Who(1);

fn near(is: f64, should: f64) {
    assert!((is - should).abs() < 1e-12, "{is} should be {should}");
}

fn chance(stakes: &Stakes) -> f64 {
    stakes.chance.as_ref().expect("it has an aim").p
}

fn drop(stakes: &Stakes, who: Who) -> f64 {
    stakes.drops.iter().find(|drop| drop.who == who).map_or(0.0, |drop| drop.p)
}

fn stakes(duel: &Duel, state: &State, text: &str) -> Stakes {
    odds(duel, state, choice(duel, state, text))
}

/// Each of 4 dice has k hits with a chance of 5/3 · 6^-k, and none with 2/3.
#[test]
fn an_attack_without_an_answer() {
    let duel = Duel::pair();
    let found = stakes(&duel, &turn_of(&duel, ANNA), "anna flurry carl");
    let die = |k: i32| if k == 0 { 2.0 / 3.0 } else { 5.0 / 3.0 * 6_f64.powi(-k) };
    let mut pool = vec![1.0];
    for _ in 0..4 {
        let convolved = |n: usize| (0..=n).filter_map(|k| Some(pool.get(k)? * die((n - k) as i32))).sum();
        pool = (0..40).map(convolved).collect();
    }
    near(chance(&found), 1.0 - 16.0 / 81.0);
    for (value, p) in &found.harm.values {
        // Carl has 7 to lose.
        let should: f64 = if *value == 7 { pool[7..].iter().sum() } else { pool[*value as usize] };
        near(*p, should);
    }
    near(drop(&found, CARL), pool[7..].iter().sum());
    assert_eq!((found.harm.least, found.harm.most, found.exact), (0, 7, true));
    assert_eq!(found.loss.values, [(0, 1.0)]);
    assert!(found.assumes.is_empty());
    // All harm comes of hits.
    let split = found.split.expect("it may hit or miss");
    near(split.success.harm, found.harm.mean / (1.0 - 16.0 / 81.0));
    assert_eq!((split.failure.harm, split.failure.loss), (0.0, 0.0));
}

/// Of 400 pairs 20 tie.
#[test]
fn an_opposed_roll() {
    let duel = Duel::pair();
    let found = stakes(&duel, &turn_of(&duel, ANNA), "anna taunt carl");
    near(chance(&found), 190.0 / 400.0);
    assert_eq!(found.chance.map(|chance| chance.means), Some("shakes"));
    assert_eq!((found.harm.most, found.drops), (0, vec![]));
}

/// Friend and foe burn alike: half the time, for d4.
#[test]
fn an_area() {
    let duel = Duel::four();
    let state = turn_of(&duel, ANNA);
    let found = stakes(&duel, &state, "anna oil yard");
    near(chance(&found), 0.75);
    for spread in [&found.harm, &found.loss] {
        near(spread.mean, 1.25);
        let values: Vec<i32> = spread.values.iter().map(|&(value, _)| value).collect();
        assert_eq!(values, [0, 1, 2, 3, 4]);
        near(spread.values[0].1, 0.5);
        near(spread.values[4].1, 0.125);
        near(spread.at_least(3), 0.25);
    }
    // On the stair there is only Dora.
    let found = stakes(&duel, &state, "anna oil stair");
    near(chance(&found), 0.5);
    assert_eq!(found.loss.most, 0);
}

/// Against a block 10 or more hits (11/20) for d6 - 2; against a dodge 14 or more (7/20) for d6. Block loses 0.92 on
/// average, dodge 1.23: Carl blocks.
#[test]
fn the_best_answer() {
    let duel = Duel::pair();
    let found = stakes(&duel, &turn_of(&duel, ANNA), "anna strike carl");
    assert_eq!(found.assumes, ["Carl: block (the best answer)"]);
    near(chance(&found), 0.55 * 4.0 / 6.0);
    near(found.harm.mean, 0.55 * 10.0 / 6.0);
    near(found.harm.values[0].1, 0.45 + 0.55 * 2.0 / 6.0);
    assert_eq!((found.harm.most, found.exact, found.drops.len()), (4, true, 0));
}

/// With 1 to lose, any wound is the end, and a dodge is hit less often: 0.35 against 0.37.
#[test]
fn the_best_answer_depends_on_the_state() {
    let duel = Duel::pair();
    let mut state = turn_of(&duel, ANNA);
    state.of_mut(CARL).health = 1;
    let found = stakes(&duel, &state, "anna strike carl");
    assert_eq!(found.assumes, ["Carl: dodge (the best answer)"]);
    near(chance(&found), 0.35);
    near(drop(&found, CARL), 0.35);
    near(found.harm.mean, 0.35);
}

#[test]
fn the_usual_answer() {
    let duel = Duel { habit: Some(Defence::Dodge), ..Duel::pair() };
    let found = stakes(&duel, &turn_of(&duel, ANNA), "anna strike carl");
    assert_eq!(found.assumes, ["Carl: dodge (as usual)"]);
    near(chance(&found), 0.35);
    near(found.harm.mean, 0.35 * 3.5);
}

/// The one who answers sees the odds of the answers too, and knows of the own mail: 0, 0, 0, 1, 2, 3 of a block.
#[test]
fn an_answer_has_odds_of_its_own() {
    let duel = Duel::pair();
    let mut state = turn_of(&duel, ANNA);
    let strike = choice(&duel, &state, "anna strike carl");
    fracas_kernel::Play::apply(
        &duel,
        &mut state,
        strike,
        &mut fracas_dice::Tape::default(),
        &mut fracas_kernel::Null,
    );
    let block = stakes(&duel, &state, "carl block");
    near(block.loss.mean, 0.55 * 6.0 / 6.0);
    let dodge = stakes(&duel, &state, "carl dodge");
    near(dodge.loss.mean, 0.35 * 15.0 / 6.0);
    assert!(block.assumes.is_empty() && dodge.assumes.is_empty());
}

/// Bela parries with 12 or more (9/20) and loses 1 otherwise: 0.55 · (1 + 10/6) = 1.47 is less than the 10/6 that Anna
/// would lose. A dodge would come to 0.35 · 0.55 · (1 + 3.5) = 0.87, a block to 0.55 · 1.47 = 0.81.
#[test]
fn an_answer_after_dice_and_an_answer() {
    let duel = Duel::four();
    let carl = Who(2);
    let found = stakes(&duel, &turn_of(&duel, carl), "carl strike anna");
    assert_eq!(found.assumes, ["Anna: block (the best answer)", "Bela: parry (the best answer)"]);
    let through = 0.55 * 0.55;
    near(found.harm.mean, through * (1.0 + 10.0 / 6.0));
    near(chance(&found), through * 4.0 / 6.0);
    near(found.harm.values[0].1, 1.0 - through);
    near(found.harm.values[1].1, through * 2.0 / 6.0);
    near(found.harm.values[5].1, through / 6.0);
    assert_eq!(found.harm.most, 5);
}

/// Bela would fall if the parry failed, and stays out of it.
#[test]
fn a_friend_on_the_last_leg_does_not_parry() {
    let duel = Duel::four();
    let carl = Who(2);
    let mut state = turn_of(&duel, carl);
    state.of_mut(Who(1)).health = 1;
    let found = stakes(&duel, &state, "carl strike anna");
    assert_eq!(found.assumes, ["Anna: block (the best answer)", "Bela: stay (the best answer)"]);
    near(found.harm.mean, 0.55 * 10.0 / 6.0);
}

/// Two who parry turn the first answer: a block costs 0.55 · 0.55 · (1 + 0.6 · (1 + 10/6)) = 0.79, a dodge
/// 0.35 · 0.55 · (1 + 0.6 · (1 + 3.5)) = 0.71.
#[test]
fn answers_are_weighed_with_those_that_follow() {
    let heroes = [(0, Side::Heroes, 0), (1, Side::Heroes, 0), (4, Side::Heroes, 0)];
    let duel = Duel::new("Three and one", &[heroes[0], heroes[1], heroes[2], (2, Side::Monsters, 0)]);
    let found = stakes(&duel, &turn_of(&duel, Who(3)), "carl strike anna");
    assert_eq!(
        found.assumes,
        ["Anna: dodge (the best answer)", "Bela: parry (the best answer)", "Guard: parry (the best answer)"]
    );
    near(found.harm.mean, 0.35 * 0.55 * (1.0 + 0.6 * (1.0 + 3.5)));
}

/// 12^5 outcomes are too many: they are drawn, and it says so. Each swing hurts with 1/6.
#[test]
fn too_many_outcomes_are_sampled() {
    let duel = Duel { wild: true, ..Duel::pair() };
    let found = stakes(&duel, &turn_of(&duel, ANNA), "anna storm carl");
    assert!(!found.exact && found.tries == Some(20_000) && !found.rough);
    assert!((found.harm.total() - 1.0).abs() < 1e-9);
    // Six deviations of a mean of 20000.
    assert!((found.harm.mean - 5.0 / 6.0).abs() < 6.0 * (25.0_f64 / 36.0 / 20_000.0).sqrt(), "{found:?}");
    assert!((chance(&found) - (1.0 - (5.0_f64 / 6.0).powi(5))).abs() < 0.021, "{found:?}");
}

/// Whoever waits gets a quick estimate, which says so and is off by no more than it says; what is soon counted is exact.
#[test]
fn quick_odds_are_estimates_that_say_how_good_they_are() {
    let duel = Duel { wild: true, ..Duel::pair() };
    let state = turn_of(&duel, ANNA);
    let quick = |text| odds_with(&duel, &state, choice(&duel, &state, text), &[], &[], Care::QUICK);
    let found = quick("anna storm carl");
    assert!(found.rough && !found.exact && found.tries == Some(1_000));
    near(found.error(0.25), 3.0 * (0.25_f64 / 1_000.0).sqrt());
    assert!((chance(&found) - (1.0 - (5.0_f64 / 6.0).powi(5))).abs() < found.error(0.25), "{found:?}");
    let strike = "anna strike carl";
    assert_eq!(quick(strike), stakes(&duel, &state, strike));
    assert_eq!((quick(strike).tries, quick(strike).rough, quick(strike).error(0.25)), (None, false, 0.0));
}

/// Carl hits who turns away with 10 or more, for d4.
#[test]
fn what_a_choice_may_cost() {
    let duel = Duel::pair();
    let mut state = turn_of(&duel, ANNA);
    let found = stakes(&duel, &state, "anna move stair");
    near(found.loss.mean, 0.55 * 2.5);
    assert_eq!((found.chance.clone(), found.harm.most, found.drops.len()), (None, 0, 0));
    state.of_mut(ANNA).health = 2;
    near(drop(&stakes(&duel, &state, "anna move stair"), ANNA), 0.55 * 0.75);
}

/// A miss (13/20) is answered with a blow of which Anna's success knows nothing.
#[test]
fn a_blow_in_return_is_no_success() {
    let duel = Duel { habit: Some(Defence::Dodge), ..Duel::pair() };
    let mut state = turn_of(&duel, ANNA);
    state.of_mut(ANNA).guard = Some(Guard::Feint);
    state.of_mut(CARL).guard = Some(Guard::Feint);
    let found = stakes(&duel, &state, "anna strike carl");
    near(chance(&found), 0.35);
    near(found.loss.mean, 0.65 * 0.55 * 2.5);
}

/// Anna may regain 1, 2, 3 or 3.
#[test]
fn what_is_regained() {
    let duel = Duel::pair();
    let mut state = turn_of(&duel, ANNA);
    state.of_mut(ANNA).health = 5;
    let found = stakes(&duel, &state, "anna rally");
    near(found.gain.mean, 9.0 / 4.0);
    assert_eq!(found.gain.values, [(1, 0.25), (2, 0.25), (3, 0.5)]);
}

/// Who goes is out of the fight, but neither harmed nor beaten.
#[test]
fn who_leaves_does_not_fall() {
    let duel = Duel::pair();
    let mut state = turn_of(&duel, ANNA);
    state.of_mut(ANNA).zone = 2;
    let found = stakes(&duel, &state, "anna leave");
    assert_eq!(found.loss.values, [(0, 1.0)]);
    assert!(found.drops.is_empty());
}

/// What the judge has said about rolls to come is in the odds.
#[test]
fn the_judges_word_counts() {
    let duel = Duel { habit: Some(Defence::Block), ..Duel::pair() };
    let state = turn_of(&duel, ANNA);
    let strike = choice(&duel, &state, "anna strike carl");
    let fiat = |roll: &str, add, edge, faces: &[u16]| Fiat {
        roller: Some(ANNA),
        roll: Some(roll.to_owned()),
        add,
        edge,
        faces: faces.to_vec(),
        secret: false,
    };
    let with = |fiats: &[Fiat]| odds_with(&duel, &state, strike, fiats, &[], Care::FULL);
    let hit = |stakes: Stakes| chance(&stakes) * 6.0 / 4.0;
    near(hit(with(&[fiat("strike", 2, EdgeName::Level, &[])])), 0.65);
    near(hit(with(&[fiat("strike", 0, EdgeName::Advantage, &[])])), 1.0 - 0.45 * 0.45);
    let both = [fiat("strike", 2, EdgeName::Level, &[]), fiat("strike", 0, EdgeName::Disadvantage, &[])];
    near(hit(with(&both)), 0.65 * 0.65);
    near(hit(with(&[fiat("strike", 0, EdgeName::Level, &[20])])), 1.0);
    // One of two dice is chosen: the other decides.
    let one_of_two = [fiat("strike", 0, EdgeName::Advantage, &[1])];
    near(hit(with(&one_of_two)), 0.55);
    let harm = with(&[fiat("harm", 0, EdgeName::Level, &[6])]);
    near(harm.harm.mean, 0.55 * 4.0);
    near(hit(with(&[fiat("parry", 5, EdgeName::Level, &[])])), 0.55);
}

/// Waiting risks nothing and hopes for nothing.
#[test]
fn nothing_at_stake() {
    let duel = Duel::pair();
    let found = odds(&duel, &turn_of(&duel, ANNA), Choice::Hold(ANNA));
    assert_eq!(found.harm.values, [(0, 1.0)]);
    assert!(found.assumes.is_empty() && found.drops.is_empty() && found.chance.is_none());
}
