//! The quick mind is not idle while there is something useful to do.

use fracas_content::{Bundle, scenarios};
use fracas_dice::Seeded;
use fracas_kernel::{Ask, Crowd, Null, Offer, Play, Tell, Think, Whim, Who};
use fracas_ranks::{Choice, Deed, Ranks, State};

use crate::scene::{FLOOR, Scene, scene};

/// Could somebody strike a conscious enemy now?
fn could_strike(rules: &Ranks, state: &State, who: Who, choices: &[Choice]) -> bool {
    choices.iter().any(|&choice| {
        let view = rules.describe(state, choice);
        let foe = |&one: &Who| state.is_up(one) && rules.side(state, one) != rules.side(state, who);
        view.aim == Some("hits") && view.targets.iter().any(foe)
    })
}

/// Over whole fights in every scenario: nobody ends a turn with its action left while an enemy can be struck.
#[test]
fn nobody_idles() {
    let mut turns = 0;
    for scene in scenarios().filter(|scene| scene.system == Ranks::SYSTEM) {
        let rules = Ranks::load(&Bundle::new(scene.source).unwrap()).unwrap();
        let mut choices = Vec::new();
        for seed in 0..12 {
            let (mut state, mut dice, mut whim) = (rules.start(), Seeded::new(seed), Whim::new(seed));
            while let Ask::Decide(asked) = rules.ask(&state) {
                let choice = rules.instinct(&state, asked, &mut whim);
                if let Choice { who, deed: Deed::End } = choice {
                    turns += 1;
                    rules.choices(&state, &mut choices);
                    let (round, id) = (rules.round(&state), rules.id(&state, who));
                    let idles = could_strike(&rules, &state, who, &choices);
                    assert!(!idles, "{} {seed}, round {round}: {id} lets an enemy be", scene.id);
                }
                rules.apply(&mut state, choice, &mut dice, &mut Null);
            }
        }
    }
    assert!(turns > 3000, "{turns}");
}

/// It strikes whom it can wound, gets up, arms itself, helps the stunned and goes where the enemy is.
#[test]
fn it_does_what_is_useful() {
    let start = |at: (u8, u8)| {
        let mut table =
            scene(&FLOOR, "", &[("ann", (2, 2)), ("bob", (0, 4))], &[("orc", at), ("orc", (7, 4))]);
        table.begin(9, 9);
        table
    };
    let thought = |table: &crate::scene::Table| {
        let choice = table.rules().instinct(table.state(), Crowd::one(table.who("ann")), &mut Whim::new(0));
        table.rules().text(table.state(), choice)
    };
    assert_eq!(thought(&start((3, 2))), "ann play strike orc-1 with club");
    let mut table = start((3, 2));
    table.play("ann drop equipped club", &[]);
    assert_eq!(thought(&table), "ann pick-up club 2,2");
    table.play("ann pick-up club 2,2", &[]);
    assert_eq!(thought(&table), "ann equip club");
    let mut table = start((6, 2));
    table.afflict("ann", "prone", Some(1));
    assert_eq!(thought(&table), "ann play stand-up");
    let mut table = start((6, 2));
    assert!(thought(&table).starts_with("ann move 5,"), "{}", thought(&table));
    table.afflict("bob", "stunned", Some(1));
    assert_eq!(thought(&table), "ann inspire");
}

/// Nobody walks up and down: who sees no enemy hardly ever goes back to where it was two moves before.
#[test]
fn nobody_paces_in_the_fog() {
    let (mut moves, mut back) = (0_u32, 0_u32);
    for scene in scenarios().filter(|scene| scene.system == Ranks::SYSTEM) {
        let rules = Ranks::load(&Bundle::new(scene.source).unwrap()).unwrap();
        for seed in 0..20 {
            let (mut state, mut dice, mut whim) = (rules.start(), Seeded::new(seed), Whim::new(seed));
            let mut trails = vec![Vec::new(); 128];
            while let Ask::Decide(asked) = rules.ask(&state) {
                let choice = rules.instinct(&state, asked, &mut whim);
                let foes = rules
                    .everyone(&state)
                    .filter(|&one| rules.side(&state, one) != rules.side(&state, choice.who));
                let in_sight =
                    foes.into_iter().any(|foe| state.is_up(foe) && rules.can_see(&state, choice.who, foe));
                rules.apply(&mut state, choice, &mut dice, &mut Null);
                let trail: &mut Vec<_> = &mut trails[choice.who.index()];
                match choice.deed {
                    Deed::Move { .. } if !in_sight => {
                        moves += 1;
                        let to = state.square(choice.who);
                        back += u32::from(trail.len() >= 2 && trail[trail.len() - 2] == to);
                        trail.push(to);
                    }
                    Deed::Act { .. } => trail.clear(),
                    _ => {}
                }
            }
        }
    }
    println!("{back} of {moves} moves without an enemy in sight lead back");
    assert!(moves > 1000 && back * 50 < moves, "{back} of {moves}");
}
