//! Minds choose legally, and the same on any number of threads; temperaments and budgets make a difference.

mod common;

use std::time::Duration;

use common::{ardor, delve, heed, positions, ranks, twelves};
use fracas_kernel::{Play, Rules, Whim};
use fracas_minds::tournament::{Ring, Terms, Verdict, bout, run};
use fracas_minds::{Brain, Budget, Difficulty, Hall, Kind, Temper, Tempers, explain, think};

fn only_legal_choices<R: Rules>(rules: &R, step: usize, most: usize) {
    let brains = ["random", "greedy", "search:40"].map(|text| text.parse::<Brain>().unwrap());
    for (nth, state) in positions(rules, 7, step, most).iter().enumerate() {
        for brain in &brains {
            let asked = rules.ask(state).asked();
            let thought = think(brain, rules, state, asked, &mut Whim::stream(3, nth as u64));
            let legal = rules.legal(state, thought.choice);
            assert!(legal.is_ok(), "{brain}: {:?}: {legal:?}", thought.choice);
            assert!(!explain(rules, state, &thought).is_empty());
            let mut worth = thought.weighed.iter().map(|weighed| weighed.worth);
            assert!(worth.all(f64::is_finite));
        }
    }
}

#[test]
fn every_choice_is_legal_in_every_system() {
    only_legal_choices(&delve("crypt-door"), 9, 8);
    only_legal_choices(&twelves("sinking-chapel"), 7, 8);
    only_legal_choices(&heed("hexers-mill"), 17, 8);
    only_legal_choices(&ardor("the-masked-duelist"), 11, 8);
    only_legal_choices(&ranks("toll-bridge"), 41, 4);
}

fn same_on_any_number_of_threads<R: Rules>(rules: &R) {
    for state in positions(rules, 5, 13, 4) {
        let asked = rules.ask(&state).asked();
        let thoughts = [1, 2, 5].map(|threads| {
            let brain = Brain { threads, ..Brain::playouts(300) };
            think(&brain, rules, &state, asked, &mut Whim::new(11))
        });
        let told = |at: usize| {
            let all = thoughts[at].weighed.iter();
            all.map(|weighed| (weighed.choice, weighed.worth.to_bits(), weighed.tries)).collect::<Vec<_>>()
        };
        assert_eq!(told(0), told(1));
        assert_eq!(told(0), told(2));
    }
}

#[test]
fn playouts_give_the_same_thought_on_any_number_of_threads() {
    same_on_any_number_of_threads(&delve("last-stand"));
    same_on_any_number_of_threads(&ardor("the-heron-bridge"));
    same_on_any_number_of_threads(&twelves("captains-toll"));
}

#[test]
fn a_budget_of_playouts_is_kept() {
    let rules = delve("last-stand");
    for state in positions(&rules, 5, 13, 4) {
        let asked = rules.ask(&state).asked();
        for count in [1, 30, 400, 2000] {
            let thought = think(&Brain::playouts(count), &rules, &state, asked, &mut Whim::new(1));
            // Every line is tried at least once, quickly and at length.
            let least = 3 * thought.weighed.len() as u64;
            assert!(thought.playouts <= u64::from(count) + least, "{} of {count}", thought.playouts);
        }
    }
}

#[test]
fn a_mind_with_time_uses_it_and_stops() {
    let rules = delve("last-stand");
    let state = &positions(&rules, 5, 13, 1)[0];
    let brain = Brain::new(Kind::Search(Budget::Time(Duration::from_millis(30))));
    let thought = think(&brain, &rules, state, rules.ask(state).asked(), &mut Whim::new(1));
    assert!(thought.playouts > 0 && !thought.weighed.is_empty());
}

#[test]
fn a_tournament_tells_better_minds_and_is_the_same_on_any_number_of_threads() {
    let rings = || -> Vec<Box<dyn Ring>> {
        vec![
            Box::new(Hall::new(delve("last-stand"), "last-stand.toml")),
            Box::new(Hall::new(delve("goblins-at-the-ford"), "goblins-at-the-ford.toml")),
        ]
    };
    let minds = ["instinct", "random"].map(|text| text.parse::<Brain>().unwrap());
    let terms = Terms { seed: 3, pairs: 200, threads: 1, between: [0.0, 100.0] };
    let alone = run(&rings(), [&minds[0], &minds[1]], &terms, &mut |_| true);
    assert_eq!(alone.verdict, Verdict::Better, "{alone:?}");
    assert!(alone.fights < 800, "it stops when it is clear: {}", alone.fights);
    let together = run(&rings(), [&minds[0], &minds[1]], &Terms { threads: 3, ..terms }, &mut |_| true);
    assert_eq!((alone.elo, &alone.scenarios), (together.elo, &together.scenarios));
    let back = run(&rings(), [&minds[1], &minds[0]], &terms, &mut |_| true);
    assert_eq!(back.verdict, Verdict::NotBetter);
}

#[test]
fn greedy_beats_instinct_where_instinct_is_simple() {
    let rings: Vec<Box<dyn Ring>> =
        vec![Box::new(Hall::new(heed("under-the-barrow"), "under-the-barrow.toml"))];
    let minds = ["greedy", "instinct"].map(|text| text.parse::<Brain>().unwrap());
    let terms = Terms { seed: 1, pairs: 30, threads: 2, between: [0.0, 50.0] };
    let end = run(&rings, [&minds[0], &minds[1]], &terms, &mut |_| true);
    assert_eq!(end.verdict, Verdict::Better, "{end:?}");
}

#[test]
fn who_is_easy_to_beat_knows_the_same_and_judges_worse() {
    let rules = delve("goblins-at-the-ford");
    let state = &positions(&rules, 2, 9, 1)[0];
    let asked = rules.ask(state).asked();
    let choices = |brain: &Brain| -> Vec<_> {
        (0..24).map(|nth| think(brain, &rules, state, asked, &mut Whim::stream(1, nth)).choice).collect()
    };
    let spread = |brain: Brain| {
        let mut seen = Vec::new();
        for choice in choices(&brain) {
            if !seen.contains(&choice) {
                seen.push(choice);
            }
        }
        seen.len()
    };
    let (easy, hard) = (spread(Difficulty::Easy.brain()), spread(Brain::playouts(600)));
    assert!(easy > hard, "easy makes {easy} different choices, a search {hard}");
}

#[test]
fn cowards_outlive_the_aggressive() {
    // Wolves and a troll that fear for their own skin; what is left of them over some fights.
    let rules = delve("goblins-at-the-ford");
    let left = |temper: Temper| -> u32 {
        let ids = ["goblin", "hobgoblin", "wolf", "goblin-archer", "goblin-chief", "worg"];
        let tempers = Tempers::new(ids.map(|id| (id.to_owned(), temper)));
        let monsters = Brain::playouts(60).with_tempers(&tempers);
        let heroes: Brain = "instinct".parse().unwrap();
        (0..10).map(|nth| bout(&rules, [&heroes, &monsters], 4, nth).choices).sum()
    };
    assert_ne!(left(Temper::Cowardly), left(Temper::Aggressive), "temperaments make no difference");
}
