//! The judge's word in every system: checks against any number, open or secret.

use fracas_content::{Listed, adventures, scenarios};
use fracas_kernel::{Ask, Crowd, Judgement, Seat, Sequel, Side, Who};
use fracas_systems::{bundle_for, open};
use fracas_table::Game;

fn check(check: &str, against: i32) -> Judgement {
    let says = |words: &str| Sequel { says: words.to_owned(), acts: Vec::new() };
    Judgement::Check {
        who: Who(0),
        check: check.to_owned(),
        against: Some(against),
        success: says("Well done"),
        failure: says("Alas"),
    }
}

/// Every fight that ships, and the time between fights of every adventure.
fn all() -> impl Iterator<Item = Listed> {
    scenarios().chain(adventures())
}

fn told(game: &dyn Game, seat: Seat) -> Vec<String> {
    let last = game.position() - 1;
    game.step_lines(last, seat).into_iter().map(|line| line.text).collect()
}

#[test]
fn a_check_can_be_called_for_against_any_number() {
    for scenario in all() {
        let mut game = open(bundle_for(scenario.source).unwrap(), 3, 0).unwrap();
        let checks = game.repertoire().checks;
        assert!(!checks.is_empty(), "{}", game.system());
        for named in &checks {
            let mut ends = Vec::new();
            for against in [-1000, 1000] {
                game.judge(check(&named.id, against)).unwrap();
                let lines = told(&*game, Seat::Watcher);
                assert!(lines[0].contains(&format!(" {against}: ")), "{lines:?}");
                ends.push(lines[0].ends_with("success. Well done"));
                assert_eq!(lines[0].ends_with("failure. Alas"), !ends[ends.len() - 1], "{lines:?}");
            }
            // High is good in some rules and low in others; never both.
            assert_ne!(ends[0], ends[1], "{}: {}", game.system(), named.id);
        }
        let of = Box::new(check(&checks[0].id, 1));
        game.judge(Judgement::Secret { of }).unwrap();
        assert_eq!(told(&*game, Seat::Judge).len(), 1);
        assert!(told(&*game, Seat::Watcher).is_empty() && told(&*game, Seat::Player(Crowd::ALL)).is_empty());
        let unknown = game.judge(check("nonsense", 1)).unwrap_err().to_string();
        assert!(unknown.contains(&format!("known: {}", checks[0].id)), "{unknown}");
        let again = game.replay();
        let mut copy = open(again.bundle.clone().into(), again.seed, again.fight).unwrap();
        assert_eq!(
            fracas_table::verify(&again, &mut *copy),
            fracas_table::Verdict::Same { steps: again.steps.len() }
        );
    }
}

/// HEED-A2, TWELVES-R17: whoever can do anything else within reason loses the action by it, whatever comes of it; in
/// other rules it is refused in a fight, and nothing has happened. Between fights it takes its time in all of them.
#[test]
fn what_is_tried_takes_the_action_or_is_refused() {
    for scenario in all() {
        let mut game = open(bundle_for(scenario.source).unwrap(), 3, 0).unwrap();
        let system = game.system();
        let trek = game.combatants().iter().all(|one| one.side == Side::Heroes);
        // The choices, and the clock.
        let mine = |game: &dyn Game| (game.choices(), game.view(Seat::Judge).gauges);
        let mut tried = false;
        for _ in 0..40 {
            let Ask::Decide(asked) = game.ask() else { break };
            let who = asked.first().unwrap();
            let before = (game.state(), mine(&*game));
            let attempt = Judgement::Attempt {
                who,
                tries: "whistles".to_owned(),
                check: None,
                against: None,
                success: Sequel::default(),
                failure: Sequel::default(),
            };
            match game.judge(attempt) {
                Ok(()) => {
                    assert_ne!(mine(&*game), before.1, "{system}: it costs nothing");
                    assert!(game.undo());
                    assert_eq!(game.state(), before.0);
                    assert!(game.propose(who, "whistles").is_ok());
                    assert_eq!(game.proposals(Seat::Judge).len(), 1);
                    assert!(game.proposals(Seat::Watcher).is_empty());
                    assert!(game.withdraw(who));
                    tried = true;
                    break;
                }
                Err(_) => assert_eq!(game.state(), before.0),
            }
            let choice = game.instinct(asked).unwrap();
            game.choose(&choice, &Default::default()).unwrap();
        }
        assert_eq!(
            tried,
            trek || ["heed", "twelves"].contains(&system),
            "{system}: {}",
            game.view(Seat::Judge).title
        );
    }
}
