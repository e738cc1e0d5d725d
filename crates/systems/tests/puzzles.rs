//! Every puzzle that ships can be set: today's rules still lead to its position, and its choices exist there.

use fracas_content::{puzzles, scenario};
use fracas_minds::puzzle::Puzzles;
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
