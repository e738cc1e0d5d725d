//! The figures of a simulation against what can be worked out on paper, and against each other.

mod duel;

use std::sync::atomic::{AtomicU64, Ordering};

use duel::Duel;
use fracas_kernel::{Ask, Instinct, Named, Null, Play, Tell, Who};
use fracas_lab::{
    About, DayReport, Deeds, End, Leg, Part, Plan, Report, Review, Run, Scrutiny, Shard, Taken, days, deeds,
    exact, luck, luck_in, merge, report, retell, review, simulate, simulate_some,
};

const ONE_BLOW: Duel = Duel { each: 1, health: 1, harm: 1 };
const CROWD: Duel = Duel { each: 3, health: 9, harm: 6 };

/// What everybody is called: the same in every duel.
fn named(state: &duel::State, who: Who) -> Named {
    Named { id: ONE_BLOW.id(state, who), name: ONE_BLOW.name(state, who) }
}

fn run_of(duel: Duel, plan: &Plan) -> Run {
    let about = About::of::<Duel>(duel.title());
    let (program, content) = (String::new(), String::new());
    let minds = [Run::INSTINCT; 2].map(str::to_owned);
    Run { about, program, content, minds, fights: plan.fights, seed: plan.seed }
}

fn whole(duel: Duel, plan: &Plan) -> Report {
    let tally = simulate(&duel, plan, &Instinct, &named, &|_| {});
    report(&run_of(duel, plan), &tally, &luck(&duel, plan, &Instinct), &Deeds::default(), None)
}

/// Six deviations: wrong once in half a billion runs, and the seed is fixed.
fn close(share: f64, truth: f64, of: u64) {
    let slack = 6.0 * (truth * (1.0 - truth) / of as f64).sqrt();
    assert!((share - truth).abs() < slack, "{share} is not {truth}");
}

#[test]
fn whoever_strikes_first_at_even_odds_wins_two_of_three() {
    let report = whole(ONE_BLOW, &Plan::new(60_000, 7));
    // p = 1/2 + 1/4 p
    close(report.ends.heroes.share, 2.0 / 3.0, report.fights);
    assert_eq!(report.ends.heroes.count + report.ends.monsters.count, report.fights);
    assert!(report.ends.heroes.low < 2.0 / 3.0 && 2.0 / 3.0 < report.ends.heroes.high);
    // A round goes by without a blow in one of four.
    let first = report.rounds.counts[0];
    assert_eq!(first.0, 1);
    close(first.1 as f64 / report.fights as f64, 0.75, report.fights);
    assert!((report.rounds.mean - 4.0 / 3.0).abs() < 0.03, "{}", report.rounds.mean);
    assert_eq!((report.rounds.median, report.rounds.p5, report.rounds.p95), (1, 1, 3));
    // Half of the heroes' blows land, three quarters of the fights have a second choice, and so on: 2 on average.
    assert!((report.choices - 2.0).abs() < 0.04, "{}", report.choices);
}

#[test]
fn those_who_fall_are_those_who_do_not_stand() {
    let report = whole(ONE_BLOW, &Plan::new(5_000, 1));
    let [hero, monster] = &report.combatants[..] else { panic!("two fight") };
    assert_eq!((hero.id.as_str(), monster.id.as_str()), ("heroes-1", "monsters-1"));
    assert_eq!(hero.falls.chance.count, report.ends.monsters.count);
    assert_eq!(monster.falls.chance.count, report.ends.heroes.count);
    // Somebody falls in every fight, in its last round.
    let mut falls = std::collections::BTreeMap::new();
    for who in [hero, monster] {
        for &(round, count) in &who.falls.rounds.as_ref().unwrap().counts {
            *falls.entry(round).or_insert(0) += count;
        }
    }
    assert_eq!(falls.into_iter().collect::<Vec<_>>(), report.rounds.counts);
    assert_eq!(hero.left_when_won.as_ref().unwrap().counts, [(1, report.ends.heroes.count)]);
    assert_eq!((hero.health, hero.present, hero.out.count), (Some(1), 5_000, 0));
}

#[test]
fn rounds_of_falls_agree_with_a_look_after_every_choice() {
    let plan = Plan::new(300, 3);
    let tally = simulate(&CROWD, &plan, &Instinct, &named, &|_| {});
    let mut fell = vec![fracas_lab::Counts::default(); 6];
    for fight in 0..plan.fights {
        let mut dice = plan.dice(fight);
        let mut state = CROWD.start();
        for choice in retell(&CROWD, &plan, &Instinct, fight).choices {
            let (before, round) = (state, CROWD.round(&state));
            CROWD.apply(&mut state, choice, &mut dice, &mut Null);
            for who in CROWD.everyone(&state) {
                if CROWD.vital(&before, who).standing && !CROWD.vital(&state, who).standing {
                    fell[who.index()].add(round as i32);
                }
            }
        }
        assert!(matches!(CROWD.ask(&state), Ask::Over(_)));
    }
    for (seen, counted) in fell.iter().zip(&tally.combatants) {
        assert_eq!(seen, &counted.as_ref().unwrap().fell);
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let plan = Plan::new(10_001, 5);
    let json = |threads| {
        let plan = Plan { threads, ..plan };
        serde_json::to_string(&whole(CROWD, &plan)).unwrap()
    };
    let alone = json(Some(1));
    assert_eq!(alone, json(Some(2)));
    assert_eq!(alone, json(Some(7)));
    assert_eq!(alone, json(None));
    assert_ne!(alone, serde_json::to_string(&whole(CROWD, &Plan { seed: 6, ..plan })).unwrap());
}

#[test]
fn shards_add_up_to_the_whole() {
    let plan = Plan::new(3_000, 5);
    let all = simulate(&CROWD, &plan, &Instinct, &named, &|_| {});
    let kept: Vec<_> = all.keep(3);
    assert_eq!(kept.iter().map(|k| k.percentiles[0]).collect::<Vec<_>>(), [5, 50, 95]);
    assert!(kept.windows(2).all(|pair| pair[0].margin < pair[1].margin), "{kept:?}");
    for fight in kept {
        let told = retell(&CROWD, &plan, &Instinct, fight.fight);
        let left: i32 = CROWD
            .everyone(&told.state)
            .map(|who| (CROWD.vital(&told.state, who).health.max(0), who.0 % 2 == 0))
            .map(|(health, hero)| if hero { health } else { -health })
            .sum();
        assert_eq!(left, fight.margin);
        assert_eq!(told.fought.choices as usize, told.choices.len());
    }
}

#[test]
fn progress_is_told_in_full() {
    let done = AtomicU64::new(0);
    simulate(&ONE_BLOW, &Plan::new(2_500, 1), &Instinct, &named, &|more| {
        done.fetch_add(more, Ordering::Relaxed);
    });
    assert_eq!(done.into_inner(), 2_500);
}

#[test]
fn a_fight_that_does_not_end_is_given_up_and_counted() {
    let plan = Plan { cap: 4, ..Plan::new(2_000, 1) };
    let report = whole(Duel { each: 1, health: 100, harm: 1 }, &plan);
    assert_eq!((report.ends.cap.count, report.ends.heroes.count), (2_000, 0));
    assert_eq!(report.choices, 4.0);
    assert!(report.combatants[0].left_when_won.is_none() && report.combatants[0].falls.rounds.is_none());
    assert!(report.text(false).contains("given up"));
}

#[test]
fn luck_and_plan_add_up_to_what_happened() {
    let plan = Plan::new(500, 11);
    for fortune in luck(&CROWD, &plan, &Instinct).fights {
        let told = retell(&CROWD, &plan, &Instinct, fortune.fight);
        let margin = |state: &duel::State| -> i32 {
            let left = |who| CROWD.vital(state, who).health.max(0);
            CROWD.everyone(state).map(|who| if who.0 % 2 == 0 { left(who) } else { -left(who) }).sum()
        };
        let end = f64::from(fortune.start) + fortune.plan + fortune.luck;
        assert!((end - f64::from(margin(&told.state))).abs() < 1e-9, "{fortune:?}");
        assert_eq!((fortune.sampled, fortune.choices), (0, told.fought.choices));
        assert_eq!(End::of(told.fought.outcome), fortune.end);
    }
}

#[test]
fn luck_of_one_blow_is_known() {
    // A blow is expected to do 1/2: a hit is worth 1/2 of luck, a miss -1/2. At even luck a hero has missed once and
    // hit once, or struck and been missed.
    let plan = Plan::new(400, 2);
    for fortune in luck(&ONE_BLOW, &plan, &Instinct).fights {
        let choices = fortune.choices;
        let blows_by = |hero: bool| f64::from(if hero { choices.div_ceil(2) } else { choices / 2 });
        let won = fortune.end == End::Heroes;
        let expected = 0.5 * (blows_by(false) - blows_by(true)) + if won { 1.0 } else { -1.0 };
        assert!((fortune.luck - expected).abs() < 1e-12, "{fortune:?}");
    }
}

#[test]
fn luck_averages_to_zero_and_goes_with_winning() {
    let report = whole(CROWD, &Plan::new(20_000, 9));
    let luck = report.luck.unwrap();
    assert_eq!((luck.fights, luck.exact), (2_000, luck.choices));
    assert!(luck.mean.abs() < 5.0 * luck.mean_error, "{luck:?}");
    assert!(luck.correlation.unwrap() > 0.5, "{luck:?}");
    let won: Vec<f64> = luck.thirds.iter().map(|third| third.heroes_win.share).collect();
    assert!(won[0] < won[1] && won[1] < won[2], "{won:?}");
    assert!(luck.lucky_side_wins.share > 0.7);
    assert_eq!(luck.even.of, 400);
}

#[test]
fn the_text_fits_a_terminal() {
    for (duel, fights) in [(ONE_BLOW, 1), (ONE_BLOW, 1_000), (CROWD, 3_000)] {
        let report = whole(duel, &Plan::new(fights, 4));
        let plain = report.text(false);
        println!("{plain}");
        for line in plain.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
        assert!(!plain.contains('\x1b'));
        let coloured = report.text(true);
        let mut stripped = coloured.clone();
        for code in ["0", "1", "2", "31", "32"] {
            stripped = stripped.replace(&format!("\x1b[{code}m"), "");
        }
        assert_eq!(stripped, plain);
    }
}

#[test]
fn a_small_fight_is_counted_out_and_sampling_agrees() {
    let counted = exact(&ONE_BLOW, &ONE_BLOW.start(), &Instinct, 100_000).unwrap();
    assert!((counted.heroes - 2.0 / 3.0).abs() < 1e-9, "{counted:?}");
    assert!((counted.heroes + counted.monsters + counted.draw + counted.open - 1.0).abs() < 1e-9);
    let sampled = whole(ONE_BLOW, &Plan::new(40_000, 3));
    close(sampled.ends.heroes.share, counted.heroes, sampled.fights);
    assert_eq!(exact(&CROWD, &CROWD.start(), &Instinct, 100), None, "too much to count");
}

/// What is done adds up: nobody falls to nothing, and harm is what the other side has lost.
#[test]
fn falls_have_a_cause_and_harm_a_source() {
    let plan = Plan::new(300, 3);
    let tally = simulate(&CROWD, &plan, &Instinct, &named, &|_| {});
    let done = deeds(&CROWD, &plan, 0..plan.fights, &Instinct);
    let report = report(&run_of(CROWD, &plan), &tally, &luck(&CROWD, &plan, &Instinct), &done, None);
    let fallen: u64 = report.combatants.iter().map(|who| who.falls.chance.count).sum();
    let caused = report.combatants.iter().flat_map(|who| &who.falls.to).map(|to| to.share.count);
    assert_eq!(caused.sum::<u64>(), fallen, "all fights are looked at, and each fall once");
    for side in [fracas_kernel::Side::Heroes, fracas_kernel::Side::Monsters] {
        let lost: f64 = report
            .combatants
            .iter()
            .filter(|who| who.side != side)
            .map(|who| f64::from(who.health.unwrap()) - who.left.mean)
            .sum();
        let harm: f64 = report.deeds.iter().filter(|deed| deed.side == side).map(|deed| deed.harm).sum();
        assert!((harm - lost).abs() < 1e-9, "{side:?}: {harm} is not {lost}");
    }
}

#[test]
fn a_day_of_two_duels_is_won_as_often_as_both_are() {
    let plan = Plan::new(40_000, 5);
    let legs = [(); 2].map(|()| Leg { rules: ONE_BLOW, mind: Instinct });
    let fresh = |_: usize, _: &duel::State, _: &mut fracas_dice::Seeded| ONE_BLOW.start();
    let tally = days(&legs, &plan, 0..plan.fights, &fresh, &|_| {});
    let runs = [(); 2].map(|()| run_of(ONE_BLOW, &plan));
    let report = DayReport::of(&runs, &tally).unwrap();
    // Two of three, twice.
    close(report.fights[0].won.share, 2.0 / 3.0, plan.fights);
    close(report.fights[1].won.share, 2.0 / 3.0, report.fights[1].reached.count);
    close(report.whole.share, 4.0 / 9.0, plan.fights);
    assert_eq!(report.fights[0].won.count, simulate(&ONE_BLOW, &plan, &Instinct, &named, &|_| {}).ends[0]);
    let (mut early, late) =
        (days(&legs, &plan, 0..999, &fresh, &|_| {}), days(&legs, &plan, 999..plan.fights, &fresh, &|_| {}));
    early.merge(&late);
    assert_eq!(early, tally, "in parts as at once");
}

#[test]
fn parts_merged_in_any_order_are_the_whole() {
    let plan = Plan::new(3_000, 11);
    let run = run_of(CROWD, &plan);
    let part = |number, of| {
        let mut part = Part::new(run.clone(), Shard { number, of });
        let range = part.range();
        part.tally = simulate_some(&CROWD, &plan, range.clone(), &Instinct, &named, &|_| {});
        part.done = range.end - range.start;
        part.luck = luck_in(&CROWD, &plan, range.clone(), &Instinct).fights;
        part.deeds = deeds(&CROWD, &plan, range, &Instinct);
        let name = format!("part {number}");
        let read = Part::read(&name, &part.write()).unwrap();
        assert_eq!(read, part, "it goes out as it came in");
        (name, read)
    };
    let (_, whole) = part(1, 1);
    for order in [[1, 2, 3], [3, 1, 2]] {
        let merged = merge(order.map(|number| part(number, 3)).to_vec()).unwrap();
        assert_eq!(merged, whole);
    }
}

/// A fight as it was played, and its review.
fn reviewed(duel: Duel, fight: u64, seed: u64) -> (Review, Vec<duel::State>) {
    reviewed_within(300_000, duel, fight, seed)
}

fn reviewed_within(budget: u64, duel: Duel, fight: u64, seed: u64) -> (Review, Vec<duel::State>) {
    let plan = Plan::new(100, 5);
    let told = retell(&duel, &plan, &Instinct, fight);
    let (mut state, mut dice) = (duel.start(), plan.dice(fight));
    let mut states = Vec::new();
    for &choice in &told.choices {
        states.push(state);
        duel.apply(&mut state, choice, &mut dice, &mut Null);
    }
    let steps = told.choices.iter().zip(&states);
    let taken: Vec<Taken<'_, Duel>> = steps
        .map(|(&choice, before)| Taken { before, choice: Some(choice), text: duel.text(before, choice) })
        .collect();
    let scrutiny = Scrutiny { seed, budget, threads: Some(1) };
    (review(&duel, &Instinct, &taken, &state, scrutiny), states)
}

#[test]
fn luck_and_skill_add_up_to_what_became_of_the_fight() {
    for fight in 0..4 {
        let (review, _) = reviewed(CROWD, fight, 1);
        let sum: f64 = review.steps.iter().map(|step| step.luck + step.skill).sum();
        assert!((sum - (review.last - review.initial)).abs() < 1e-9, "{sum} in fight {fight}");
        let people: f64 = review.people.iter().map(|person| person.luck + person.skill).sum();
        assert!((people - sum).abs() < 1e-9);
        assert!(review.last == 0.0 || review.last == 1.0);
        assert_eq!(review, reviewed(CROWD, fight, 1).0, "the same seed gives the same review");
    }
}

#[test]
fn luck_averages_to_zero_and_minds_own_choices_are_no_skill() {
    let (mut luck, mut spread, fights) = (0.0, 0.0, 10_000);
    for fight in 0..fights {
        let (review, _) = reviewed(ONE_BLOW, fight, 1);
        assert_eq!(review.method, "counted");
        assert!((review.initial - 2.0 / 3.0).abs() < 1e-9, "{review:?}");
        let own: f64 = review.steps.iter().map(|step| step.luck).sum();
        luck += own;
        spread += own * own;
        assert!(review.steps.iter().all(|step| step.skill.abs() < 1e-9), "{review:?}");
    }
    let error = spread.sqrt();
    assert!(luck.abs() < 3.0 * error, "{luck} of {fights} fights, ±{error}");
}

#[test]
fn sampled_values_are_within_their_error_of_the_counted_ones() {
    // Large enough that it is sampled by review, small enough that the truth can be counted here.
    const MIDDLING: Duel = Duel { each: 2, health: 8, harm: 6 };
    let truth =
        exact(&MIDDLING, &MIDDLING.start(), &Instinct, 50_000_000).expect("it can be counted").worth();
    let mut within = 0;
    for seed in 0..100 {
        let (review, _) = reviewed_within(50_000, MIDDLING, 1, seed);
        assert_eq!(review.method, "sampled");
        within += usize::from((review.initial - truth).abs() <= review.error + 1e-9);
    }
    assert!(within >= 95, "{within} of 100");
}
