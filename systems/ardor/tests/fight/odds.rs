//! What is shown before a choice is what happens: odds beside the fight really played on from there, with everybody doing
//! what they have stated.

use fracas_ardor::{Action, Ardor, Choice, Deed, State};
use fracas_content::{Bundle, scenarios};
use fracas_dice::Seeded;
use fracas_kernel::{
    Ask, Crowd, Foresee, Know, Log, Mark, Null, Offer, Play, Seat, Side, Stakes, Think, Who, odds,
};

use crate::scene::Scene;

/// What one continuation came to, for those whom the odds are about.
#[derive(Clone, Default)]
struct Sums {
    success: f64,
    harm: f64,
    loss: f64,
    gain: f64,
    drops: Vec<f64>,
}

struct Ear<'a> {
    rules: &'a Ardor,
    who: Who,
    success: bool,
}

impl Log<<Ardor as Play>::Event> for Ear<'_> {
    fn tell(&mut self, event: <Ardor as Play>::Event) {
        self.success |= match self.rules.mark(&event) {
            Mark::Nothing => false,
            Mark::Success => true,
            Mark::SuccessBy(who) => who == self.who,
        };
    }
}

/// Plays on from `state` for the rest of the round: whoever has stated something does it, the others look to themselves,
/// and nobody takes an Arduous Action but by `choice`.
fn play_on(rules: &Ardor, state: &State, choice: Choice, dice: &mut Seeded) -> (State, bool) {
    let (mut state, round) = (state.clone(), rules.round(state));
    let mut ear = Ear { rules, who: choice.who, success: false };
    rules.apply(&mut state, choice, dice, &mut ear);
    let mut choices = Vec::new();
    while rules.round(&state) == round && !matches!(rules.ask(&state), Ask::Over(_)) {
        rules.choices(&state, &mut choices);
        let awaited = rules.awaited(&state);
        let next = choices.iter().copied().find(|choice| {
            awaited.has(choice.who)
                && match choice.deed {
                    Deed::Commit { action, careful } => {
                        !careful
                            && matches!(action, Action::Defend { bar: None } | Action::Rise { surge: false })
                    }
                    Deed::Pass | Deed::Later { .. } => true,
                    _ => false,
                }
        });
        rules.apply(&mut state, next.expect("there is a quiet choice"), dice, &mut ear);
    }
    (state, ear.success)
}

/// Who is changed by a choice, as far as the odds say: everybody else is left out of them.
fn concerned(rules: &Ardor, known: &State, choice: Choice) -> Crowd {
    let mut concerned = Crowd::NONE;
    for seed in 0..300 {
        let mut state = known.clone();
        rules.foresee(&mut state, choice, &mut Seeded::new(seed), &mut Null);
        for who in rules.everyone(known) {
            if rules.vital(&state, who) != rules.vital(known, who) {
                concerned = concerned.with(who);
            }
        }
    }
    concerned
}

/// Compares what is shown with this many continuations. `None` if nothing is claimed to be exact.
fn compare(
    rules: &Ardor,
    state: &State,
    choice: Choice,
    count: u32,
    seed: u64,
) -> Option<Result<(), String>> {
    let seat = Seat::Player(Crowd::one(choice.who));
    let known = rules.known(state, seat);
    let shown: Stakes = odds(rules, state, choice);
    if !shown.exact {
        return None;
    }
    let crowd = concerned(rules, &known, choice);
    let side = rules.side(&known, choice.who);
    let everyone = rules.everyone(&known);
    let (mut sums, mut squares) = (Sums::default(), Sums::default());
    (sums.drops, squares.drops) = (vec![0.0; 32], vec![0.0; 32]);
    let mut dice = Seeded::new(seed);
    for _ in 0..count {
        let (after, success) = play_on(rules, &known, choice, &mut dice);
        let (mut harm, mut loss, mut gain) = (0.0, 0.0, 0.0);
        for who in everyone.filter(|&who| crowd.has(who)) {
            let (was, is) = (rules.vital(&known, who), rules.vital(&after, who));
            let lost = f64::from(was.health - is.health);
            match rules.side(&known, who) == side {
                true => {
                    loss += lost.max(0.0);
                    gain += (-lost).max(0.0);
                }
                false => harm += lost.max(0.0),
            }
            if was.standing && !is.standing && !is.gone {
                sums.drops[who.index()] += 1.0;
            }
        }
        sums.success += f64::from(u8::from(success));
        for (sum, square, value) in [
            (&mut sums.harm, &mut squares.harm, harm),
            (&mut sums.loss, &mut squares.loss, loss),
            (&mut sums.gain, &mut squares.gain, gain),
        ] {
            *sum += value;
            *square += value * value;
        }
    }
    let n = f64::from(count);
    let mean = |what: &str, shown: f64, sum: f64, square: f64| {
        let mean = sum / n;
        // Five and a half deviations, and a little for what is very rare.
        let slack = 5.5 * ((square / n - mean * mean).max(0.0) / n).sqrt() + 30.0 / n;
        ((mean - shown).abs() > slack).then(|| format!("{what}: {shown:.3} shown, {mean:.3} true"))
    };
    let mut wrong = vec![
        mean("harm", shown.harm.mean, sums.harm, squares.harm),
        mean("loss", shown.loss.mean, sums.loss, squares.loss),
        mean("gain", shown.gain.mean, sums.gain, squares.gain),
    ];
    if let Some(chance) = &shown.chance {
        wrong.push(mean("success", chance.p, sums.success, sums.success));
    }
    for who in everyone.filter(|&who| crowd.has(who)) {
        let p = shown.drops.iter().find(|drop| drop.who == who).map_or(0.0, |drop| drop.p);
        let fell = sums.drops[who.index()];
        wrong.push(mean("falls", p, fell, fell));
    }
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    Some(if wrong.is_empty() { Ok(()) } else { Err(wrong.join("; ")) })
}

/// Along playthroughs of everything that ships, every few choices are played on thousands of times.
#[test]
fn what_is_shown_is_what_happens() {
    let (mut wrong, mut compared, mut estimates) = (Vec::new(), 0, 0);
    for built_in in scenarios().filter(|scenario| scenario.system == Ardor::SYSTEM) {
        let rules = Ardor::load(&Bundle::new(built_in.source).unwrap()).unwrap();
        for seed in 0..3 {
            let (mut dice, mut whim) = (Seeded::stream(seed, 0), Seeded::stream(seed, 1));
            let (mut state, mut choices, mut met) = (rules.start(), Vec::new(), 0_u64);
            while !matches!(rules.ask(&state), Ask::Over(_)) {
                rules.choices(&state, &mut choices);
                for &choice in &choices {
                    let counts =
                        matches!(choice.deed, Deed::Commit { .. } | Deed::Arduous { .. } | Deed::Pass);
                    if !counts || rules.side(&state, choice.who) != Side::Heroes {
                        continue;
                    }
                    met += 1;
                    if met % 211 != seed * 7 {
                        continue;
                    }
                    let count = if met % 7 == 0 { 20_000 } else { 2_000 };
                    match compare(&rules, &state, choice, count, met) {
                        None => estimates += 1,
                        Some(Ok(())) => compared += 1,
                        Some(Err(why)) => wrong.push(format!("{}: {choice:?}: {why}", built_in.id)),
                    }
                }
                let choice = rules.instinct(&state, rules.awaited(&state), &mut whim);
                rules.apply(&mut state, choice, &mut dice, &mut Null);
            }
        }
    }
    println!("{compared} compared, {estimates} estimates");
    assert!(wrong.is_empty(), "{} of {compared}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(compared > 60 && estimates * 10 < compared, "{compared} compared, {estimates} estimates");
}

fn chosen(scene: &Scene, text: &str) -> (State, Choice) {
    use fracas_kernel::Tell;
    let (rules, state) = (scene.table.rules(), scene.table.state());
    let mut all = Vec::new();
    rules.choices(state, &mut all);
    let choice = all.into_iter().find(|&choice| rules.text(state, choice) == text);
    (state.clone(), choice.unwrap_or_else(|| panic!("{text} is not listed")))
}

#[track_caller]
fn true_odds(scene: &Scene, text: &str) {
    let (state, choice) = chosen(scene, text);
    let result = compare(scene.table.rules(), &state, choice, 20_000, 1).expect("counted out");
    assert_eq!(result, Ok(()), "{text}");
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
