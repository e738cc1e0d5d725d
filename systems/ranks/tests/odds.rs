//! Odds of cards before they are played: counted out, for every card that comes up in whole fights.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{FLOOR, Table, scene};
use fracas_content::{Bundle, scenarios};
use fracas_dice::{Seeded, Walk};
use fracas_kernel::{Ask, Null, Rules, Side, Whim, Who, odds};
use fracas_ranks::{Choice, Ranks};

/// Over fights by instinct in every scenario, every seventh way to play a card: exact, but where several auras hang
/// together in one area, which is rarer than one in a thousand.
#[test]
fn odds_of_cards_are_exact() {
    let (mut met, mut counted, mut cards) = (0_u32, 0_u32, BTreeSet::new());
    let mut estimates = Vec::new();
    for scene in scenarios().filter(|scene| scene.system == Ranks::SYSTEM) {
        let rules = Ranks::load(&Bundle::new(scene.source).unwrap()).unwrap();
        let mut choices = Vec::new();
        for seed in 0..2 {
            let (mut state, mut dice, mut whim) = (rules.start(), Seeded::new(seed), Whim::new(seed));
            while let Ask::Decide(asked) = rules.ask(&state) {
                rules.choices(&state, &mut choices);
                for &choice in choices.iter().filter(|choice| matches!(choice, Choice::Act { .. })) {
                    met += 1;
                    if met % 7 != 0 {
                        continue;
                    }
                    let text = rules.text(&state, choice);
                    if !odds(&rules, &state, choice).exact {
                        estimates.push(text.clone());
                    }
                    cards.extend(text.split(' ').nth(2).map(str::to_owned));
                    counted += 1;
                }
                let choice = rules.instinct(&state, asked, &mut whim);
                rules.apply(&mut state, choice, &mut dice, &mut Null);
            }
        }
    }
    println!("{counted} ways to play {} cards, {} of them estimates", cards.len(), estimates.len());
    assert!(counted > 3000 && cards.len() > 45, "{counted} of {cards:?}");
    assert!(estimates.len() * 1000 <= counted as usize, "of {counted}: {estimates:?}");
}

/// What the sides lose and the heroes regain, with its chance; and the chance of each to go down: one way at a time.
#[derive(Default, Debug)]
struct Whole {
    spreads: [BTreeMap<i32, f64>; 3],
    drops: BTreeMap<Who, f64>,
}

fn whole(table: &Table, choice: Choice) -> Whole {
    let (rules, before, mut whole) = (&table.rules, &table.state, Whole::default());
    let play = |dice: &mut Walk| {
        let mut state = before.clone();
        rules.resolve(&mut state, choice, dice, &mut Null);
        state
    };
    Walk::new().each(play, |after, p| {
        let mut sums = [0; 3];
        for who in rules.everyone(before) {
            let (was, is) = (rules.vital(before, who), rules.vital(&after, who));
            let lost = was.health - is.health;
            let at = if rules.side(before, who) == Side::Monsters { 0 } else { 1 + usize::from(lost < 0) };
            sums[at] += if at == 0 { lost.max(0) } else { lost.abs() };
            if was.standing && !is.standing {
                *whole.drops.entry(who).or_default() += p;
            }
        }
        whole.spreads.iter_mut().zip(sums).for_each(|(spread, sum)| *spread.entry(sum).or_default() += p);
    });
    whole
}

fn same<K: PartialEq + std::fmt::Debug>(a: &[(K, f64)], b: &[(K, f64)], what: &str) {
    let near = |(a, b): (&(K, f64), &(K, f64))| a.0 == b.0 && (a.1 - b.1).abs() < 1e-9;
    assert!(a.len() == b.len() && a.iter().zip(b).all(near), "{what}: {a:?} and {b:?}");
}

/// Counted target by target, a card for many has the same odds as counted whole.
#[test]
fn parts_come_to_the_whole() {
    let more = "[[card]]\nid = \"sweep\"\nname = \"Sweep\"\ntakes = \"two enemies\"\nweapon = \"melee\"\nattack = \"weapon vs speed\"\n\
                hit = [{ damage = \"weapon\" }, { push = 1 }]\n\
                [[card]]\nid = \"flash\"\nname = \"Flash\"\ntakes = \"burst\"\nrange = 4\narea = 1\n\
                attack = \"spellcasting vs speed\"\nhit = [{ damage = 1, type = \"fire\" }]\n\
                [[card]]\nid = \"cheer\"\nname = \"Cheer\"\ntakes = \"around\"\narea = 4\nonly = \"allies\"\nhit = [{ heal = 1 }]\n\
                [[role]]\nid = \"player\"\nname = \"Player\"\ncards = [\"sweep\", \"flash\", \"cheer\"]\n\
                [[hero]]\nid = \"cat\"\nname = \"Cat\"\nspecies = \"plain\"\nrole = \"player\"\nbackground = \"farmer\"\nequipped = [\"club\"]\n";
    let party = [("cat", (2, 2)), ("ann", (4, 1)), ("bob", (0, 0))];
    let mut table = scene(&FLOOR, more, &party, &[("orc", (3, 2)), ("gnat", (3, 3))]);
    table.choose("cat roll initiative", &[9, 8, 7, 6, 5, 9, 9, 1, 1]);
    for (id, damage) in [("ann", 4), ("bob", 7), ("orc", 3)] {
        table.set(id, "damage", damage);
    }
    table.set("orc", "wounds", 1);
    for text in ["cat play sweep orc gnat with club", "cat play flash 4,1", "cat play cheer"] {
        let choice = table.find(text).unwrap_or_else(|| panic!("{text}: {:?}", table.listed()));
        assert!(table.rules.parts(&table.state, choice).len() >= 2, "{text}");
        let parts = odds(&table.rules, &table.state, choice);
        let whole = whole(&table, choice);
        assert!(parts.exact, "{text}");
        for (spread, known) in [&parts.harm, &parts.loss, &parts.gain].into_iter().zip(&whole.spreads) {
            same(&spread.values, &known.clone().into_iter().collect::<Vec<_>>(), text);
        }
        let drops: Vec<(Who, f64)> = parts.drops.iter().map(|drop| (drop.who, drop.p)).collect();
        same(&drops, &whole.drops.into_iter().collect::<Vec<_>>(), text);
    }
    // One enemy is no area.
    let one = table.find("cat play sweep orc with club").unwrap();
    assert!(table.rules.parts(&table.state, one).is_empty());
}

/// A card is not taken apart where what becomes of one target counts for the next.
#[test]
fn what_hangs_together_stays_whole() {
    let sweep = |weapon: &str, hit: &str, aura: &str| {
        let more = format!(
            "[[card]]\nid = \"sweep\"\nname = \"Sweep\"\ntakes = \"two enemies\"\nweapon = \"any\"\nattack = \"weapon vs speed\"\n\
             hit = [{hit}]\n[[role]]\nid = \"player\"\nname = \"Player\"\ncards = [\"sweep\"]\n\
             [[hero]]\nid = \"cat\"\nname = \"Cat\"\nspecies = \"plain\"\nrole = \"player\"\nbackground = \"farmer\"\nequipped = [\"{weapon}\"]\n\
             [[monster]]\nid = \"lamp\"\nname = \"Lamp\"\nranks = {{ resolve = 1 }}\naura = {{ name = \"Glow\", rank = 1, {aura} }}\n"
        );
        let mut table = scene(&FLOOR, &more, &[("cat", (2, 2))], &[("lamp", (3, 2)), ("orc", (3, 3))]);
        // The lamp has no Speed: one die, halved.
        table.choose("cat roll initiative", &[9, 2, 3, 9, 9]);
        let choice = table.find(&format!("cat play sweep lamp orc with {weapon}")).unwrap();
        table.rules.parts(&table.state, choice).len()
    };
    let damage = "{ damage = \"weapon\" }";
    assert_eq!(sweep("club", damage, "bonus = \"movement\""), 2);
    assert_eq!(sweep("club", damage, "bonus = \"damage\""), 2, "that is for the lamp's own side");
    assert_eq!(
        sweep("club", damage, "bonus = \"endurance\""),
        0,
        "the orc endures more while the lamp burns"
    );
    assert_eq!(sweep("club", damage, "resists = \"physical\""), 0);
    assert_eq!(sweep("pistol", damage, "bonus = \"movement\""), 0, "it fails for both or for none");
    assert_eq!(sweep("club", "{ steal = true }", "bonus = \"movement\""), 0);
}
