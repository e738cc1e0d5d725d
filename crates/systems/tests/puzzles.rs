//! Every puzzle that ships can be set: today's rules still lead to its position, and its choices exist there. What a judge
//! finds wrong with one goes.

use fracas_content::{puzzles, scenario};
use fracas_minds::puzzle::{Puzzle, Puzzles};
use fracas_minds::{Brain, Kind};
use fracas_systems::{arena, bundle_for};

#[test]
fn no_shipped_puzzle_is_stale() {
    let (mut seen, mut stale) = (0, Vec::new());
    for file in puzzles() {
        let all = Puzzles::read(&file.source).unwrap_or_else(|problems| panic!("{problems}"));
        let source = scenario(&format!("{}/{}", file.system, all.scenario)).expect("its scenario").source;
        let arena = arena(bundle_for(source).unwrap()).unwrap();
        for puzzle in &all.puzzles {
            seen += 1;
            if let Err(why) = arena.solve(puzzle, &Brain::new(Kind::Instinct), 1) {
                stale.push(format!("{}/{}: {}", file.system, puzzle.id, why.0));
            }
        }
    }
    assert!(seen > 0);
    assert!(stale.is_empty(), "{} of {seen} puzzles are stale:\n{}", stale.len(), stale.join("\n"));
}

#[test]
fn a_puzzle_judged_anew_stays_right_and_a_wrong_one_goes() {
    let file = puzzles().find(|file| file.source.name.ends_with("last-stand.toml")).expect("its puzzles");
    let all = Puzzles::read(&file.source).unwrap();
    let arena = arena(bundle_for(scenario("delve/last-stand").unwrap().source).unwrap()).unwrap();
    let judge = Brain::playouts(4000);
    for puzzle in &all.puzzles {
        let renewed = arena.renew(puzzle, &judge, 7).unwrap().expect("what is good still is");
        assert_eq!(renewed.id, puzzle.id);
        assert!(renewed.good.iter().any(|choice| puzzle.good.contains(choice)), "{renewed:?}");
        assert!(renewed.good.iter().all(|choice| !puzzle.bad.contains(choice)), "{renewed:?}");
        let wrong = Puzzle { good: puzzle.bad.clone(), bad: puzzle.good.clone(), ..puzzle.clone() };
        assert_eq!(arena.renew(&wrong, &judge, 7), Ok(None));
    }
}
