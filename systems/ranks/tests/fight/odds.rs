//! Odds of cards before they are played: counted out, for every card that comes up in whole fights.

use std::collections::{BTreeMap, BTreeSet};

use fracas_content::{Bundle, scenarios};
use fracas_dice::{Seeded, Walk};
use fracas_kernel::{Ask, Foresee, Mark, Null, Offer, Play, Side, Tell, Think, Whim, Who, odds};
use fracas_ranks::{Choice, Deed, Ranks};

use crate::scene::{FLOOR, Table, scene};

/// What was met on the way through a fight.
#[derive(Default)]
struct Met {
    ways: u32,
    cards: BTreeSet<String>,
    estimates: Vec<String>,
}

/// Every way to play a card in every position of a fight by instinct. Ways that take the same people with the same thing
/// in hand have the same odds, and are one.
fn play_through(rules: &Ranks, seed: u64, most: u32) -> Met {
    let (mut met, mut choices) = (Met::default(), Vec::new());
    let (mut state, mut dice, mut whim) = (rules.start(), Seeded::new(seed), Whim::new(seed));
    for _ in 0..most {
        let Ask::Decide(asked) = rules.ask(&state) else { break };
        rules.choices(&state, &mut choices);
        let mut alike = Vec::new();
        for &choice in &choices {
            let Deed::Act { card, aim } = choice.deed else { continue };
            let way = (card, aim.with, rules.describe(&state, choice).targets);
            if alike.contains(&way) {
                continue;
            }
            alike.push(way);
            let text = rules.text(&state, choice);
            if !odds(rules, &state, choice).exact {
                met.estimates.push(text.clone());
            }
            met.cards.extend(text.split(' ').nth(2).map(str::to_owned));
            met.ways += 1;
        }
        let choice = rules.instinct(&state, asked, &mut whim);
        rules.apply(&mut state, choice, &mut dice, &mut Null);
    }
    met
}

fn check(all: &[Ranks], seeds: u64, most: u32) -> Met {
    let mut sum = Met::default();
    let play = |rules, seed| move || play_through(rules, seed, most);
    std::thread::scope(|scope| {
        let fights = all.iter().flat_map(|rules| (0..seeds).map(move |seed| play(rules, seed)));
        let fights: Vec<_> = fights.map(|fight| scope.spawn(fight)).collect();
        for fight in fights {
            let met = fight.join().expect("a fight goes to its end");
            sum.ways += met.ways;
            sum.cards.extend(met.cards);
            sum.estimates.extend(met.estimates);
        }
    });
    println!(
        "{} ways to play {} cards, {} of them estimates",
        sum.ways,
        sum.cards.len(),
        sum.estimates.len()
    );
    sum
}

/// Over fights by instinct in every scenario: exact, every one.
#[test]
fn odds_of_cards_are_exact() {
    let ours = scenarios().filter(|scene| scene.system == Ranks::SYSTEM);
    let all: Vec<Ranks> =
        ours.map(|scene| Ranks::load(&Bundle::new(scene.source).unwrap()).unwrap()).collect();
    let met = check(&all, 2, u32::MAX);
    assert!(met.ways > 8000 && met.cards.len() > 45, "{} of {:?}", met.ways, met.cards);
    assert_eq!(met.estimates, [""; 0]);
}

/// The same in crowds on generated maps, with everybody who has an aura.
#[test]
fn odds_of_cards_are_exact_in_crowds() {
    let heroes = ["orla", "tamsin", "brother-ansel", "vesk", "kestrel", "jory", "gunner-pike", "dame-ruth"];
    let foes = ["camp-piper", "hex-sister", "lich-reeve", "toll-bruiser", "hive-mother", "tusker"];
    let crowd = |kind: &str, size: u8| {
        let mut text = format!(
            "system = \"ranks\"\ntitle = \"Crowd\"\n[map]\nkind = \"{kind}\"\nsize = [{size}, {size}]\nseed = 4\n"
        );
        heroes.iter().for_each(|hero| text += &format!("[[party]]\nhero = \"{hero}\"\n"));
        for foe in foes {
            let many = if foe == "hive-mother" { 1 } else { 3 };
            text += &format!("[[foes]]\ncreature = \"{foe}\"\ncount = {many}\n");
        }
        let bundle = Bundle::new(fracas_content::Source::new("crowd.toml", text)).unwrap();
        Ranks::load(&bundle).unwrap_or_else(|problems| panic!("{problems}"))
    };
    let all = [crowd("street", 16), crowd("cavern", 20), crowd("rooms", 24)];
    let met = check(&all, 1, 160);
    assert!(met.ways > 1000 && met.cards.len() > 35, "{} of {:?}", met.ways, met.cards);
    assert_eq!(met.estimates, [""; 0]);
}

/// What the sides lose and the heroes regain, with its chance; and the chance of each to go down: one way at a time.
#[derive(Default, Debug)]
struct Whole {
    spreads: [BTreeMap<i32, f64>; 3],
    drops: BTreeMap<Who, f64>,
    success: f64,
}

fn whole(table: &Table, choice: Choice) -> Whole {
    let (rules, before, mut whole) = (table.rules(), table.state(), Whole::default());
    let play = |dice: &mut Walk| {
        let (mut state, mut events) = (before.clone(), Vec::new());
        rules.resolve(&mut state, choice, dice, &mut events);
        (state, events.iter().any(|event| rules.mark(event) != Mark::Nothing))
    };
    Walk::new().each(play, |(after, success), p| {
        whole.success += if success { p } else { 0.0 };
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

/// Counted target by target, a choice has the odds that it has counted whole.
#[track_caller]
fn agree(table: &Table, text: &str) {
    let choice = table.found(text);
    assert!(table.rules().has_steps(table.state(), choice), "{text}");
    let (steps, whole) = (odds(table.rules(), table.state(), choice), whole(table, choice));
    assert!(steps.exact, "{text}");
    for (spread, known) in [&steps.harm, &steps.loss, &steps.gain].into_iter().zip(&whole.spreads) {
        same(&spread.values, &known.clone().into_iter().collect::<Vec<_>>(), text);
    }
    let drops: Vec<(Who, f64)> = steps.drops.iter().map(|drop| (drop.who, drop.p)).collect();
    same(&drops, &whole.drops.into_iter().collect::<Vec<_>>(), text);
    let success = steps.chance.map_or(whole.success, |chance| chance.p);
    assert!((success - whole.success).abs() < 1e-9, "{text}: {success} and {}", whole.success);
}

/// Cat, who plays these cards, on an open floor with others.
fn cat(
    cards: &str,
    more: &str,
    equipped: &str,
    party: &[(&str, (u8, u8))],
    foes: &[(&str, (u8, u8))],
) -> Table {
    let names: Vec<&str> = cards.split("id = \"").skip(1).filter_map(|card| card.split('"').next()).collect();
    let more = format!(
        "{cards}{more}[[role]]\nid = \"player\"\nname = \"Player\"\ncards = {names:?}\n[[hero]]\nid = \"cat\"\n\
         name = \"Cat\"\nspecies = \"plain\"\nrole = \"player\"\nbackground = \"farmer\"\nequipped = [{equipped:?}]\n"
    );
    let party = [&[("cat", (2, 2))], party].concat();
    scene(&FLOOR, &more, &party, foes)
}

#[test]
fn steps_come_to_the_whole() {
    let cards = "[[card]]\nid = \"sweep\"\nname = \"Sweep\"\ntakes = \"two enemies\"\nweapon = \"melee\"\nattack = \"weapon vs speed\"\n\
                 hit = [{ damage = \"weapon\" }, { push = 1 }]\n\
                 [[card]]\nid = \"flash\"\nname = \"Flash\"\ntakes = \"burst\"\nrange = 4\narea = 1\n\
                 attack = \"spellcasting vs speed\"\nhit = [{ damage = 1, type = \"fire\" }]\n\
                 [[card]]\nid = \"cheer\"\nname = \"Cheer\"\ntakes = \"around\"\narea = 4\nonly = \"allies\"\nhit = [{ heal = 1 }]\n";
    let (party, foes) = ([("ann", (4, 1)), ("bob", (0, 0))], [("orc", (3, 2)), ("gnat", (3, 3))]);
    let mut table = cat(cards, "", "club", &party, &foes);
    table.play("cat roll initiative", &[9, 8, 7, 6, 5, 9, 9, 1, 1]);
    for (id, damage) in [("ann", 4), ("bob", 7), ("orc", 3)] {
        table.set_track(id, "damage", damage);
    }
    table.set_track("orc", "wounds", 1);
    for text in ["cat play sweep orc gnat with club", "cat play flash 4,1", "cat play cheer"] {
        agree(&table, text);
    }
    for (id, condition) in
        [("cat", "deft"), ("orc", "hard"), ("gnat", "weary"), ("cat", "strong"), ("orc", "soft")]
    {
        table.afflict(id, condition, Some(2));
    }
    agree(&table, "cat play sweep orc gnat with club");
    // One enemy is no crowd.
    let one = table.found("cat play sweep orc with club");
    assert!(!table.rules().has_steps(table.state(), one));
}

/// What becomes of one target counts for the next: auras that go with their owners, a weapon that fails for all, what
/// changes the one who acts.
#[test]
fn what_hangs_together_is_counted_together() {
    let sweep = |weapon: &str, hit: &str, more: &str, aura: &str| {
        let cards = format!(
            "[[card]]\nid = \"sweep\"\nname = \"Sweep\"\ntakes = \"two enemies\"\nweapon = \"any\"\n\
             attack = \"weapon vs speed\"\nhit = [{hit}]\n{more}\n"
        );
        let lamp = format!(
            "[[creature]]\nid = \"lamp\"\nname = \"Lamp\"\nkeywords = [\"mindless\"]\nranks = {{ resolve = 1 }}\naura = {{ name = \"Glow\", rank = 1, {aura} }}\n"
        );
        let mut table = cat(&cards, &lamp, weapon, &[], &[("lamp", (3, 2)), ("orc", (3, 3))]);
        // The lamp has no Speed: one die, halved. With an aura for Speed it is one, and two for the orc.
        let faces: &[u16] = if aura == "bonus = \"speed\"" { &[9, 1, 2, 3, 9, 9] } else { &[9, 2, 3, 9, 9] };
        table.play("cat roll initiative", faces);
        table.set_track("orc", "damage", 2);
        table.set_track("cat", "damage", 4);
        table.afflict("cat", "clumsy", Some(1));
        agree(&table, &format!("cat play sweep lamp orc with {weapon}"));
    };
    let (damage, wound) = ("{ damage = \"weapon\" }", "{ wound = 1 }");
    for aura in ["bonus = \"endurance\"", "resists = \"physical\"", "penalty = \"damage\""] {
        sweep("club", damage, "", aura);
    }
    for aura in ["bonus = \"resolve\"", "penalty = \"resolve\"", "bonus = \"speed\"", "penalty = \"weapon\""]
    {
        for hit in [
            wound,
            "{ push = 1 }, { wound = 1 }",
            "{ wound = 1 }, { pull = 1 }",
            "{ swap = true }, { wound = 2 }",
        ] {
            sweep("club", hit, "", aura);
        }
    }
    sweep("club", "{ push = 1 }, { damage = \"weapon\" }", "", "bonus = \"endurance\"");
    sweep("pistol", wound, "after = [{ heal = 1 }]", "bonus = \"speed\"");
    sweep("club", "{ steal = true }, { wound = 1 }", "", "bonus = \"movement\"");
    sweep("club", "{ pass = true }, { wound = 1 }", "", "bonus = \"movement\"");
    sweep("club", wound, "first = [{ damage = 1, type = \"fire\" }]", "bonus = \"movement\"");
}

/// Who stands in an area of one's own may strike otherwise after it.
#[test]
fn own_areas_are_counted_together() {
    let cards = "[[card]]\nid = \"blast\"\nname = \"Blast\"\ntakes = \"burst\"\nrange = 1\narea = 1\n\
                 attack = \"weapon vs endurance\"\nhit = [{ damage = 1, type = \"fire\" }, { afflict = \"clumsy\", rank = 1 }]\n";
    let mut table = cat(cards, "", "club", &[], &[("orc", (3, 2)), ("gnat", (7, 4))]);
    table.play("cat roll initiative", &[9, 8, 7, 9, 9]);
    table.set_track("cat", "wounds", 1);
    agree(&table, "cat play blast 2,1");
}

/// A blast that finds a friend is no success: its chance is that of the enemies in it.
#[test]
fn friends_in_an_area_are_no_success() {
    let cards = "[[card]]\nid = \"blast\"\nname = \"Blast\"\ntakes = \"burst\"\nrange = 6\narea = 1\n\
                 attack = \"spellcasting vs speed\"\nhit = [{ damage = 1, type = \"fire\" }]\n\
                 [[card]]\nid = \"bolt\"\nname = \"Bolt\"\ntakes = \"enemy\"\nrange = 6\n\
                 attack = \"spellcasting vs speed\"\nhit = [{ damage = 1, type = \"fire\" }]\n";
    let mut table = cat(cards, "", "club", &[("ann", (5, 0)), ("bob", (6, 4))], &[("orc", (6, 1))]);
    table.play("cat roll initiative", &[9, 8, 7, 6, 9, 9, 1]);
    let shown = table.rules().describe(table.state(), table.found("cat play blast 6,0"));
    assert_eq!(shown.label, "Blast · Spellcasting vs Speed at 6,0: Ann, Orc");
    assert_eq!(shown.warnings, ["takes Ann too"]);
    let (both, alone) = (table.chance("cat play blast 6,0"), table.chance("cat play bolt orc"));
    assert!((both - alone).abs() < 1e-12 && alone < 0.5, "{both} and {alone}");
    let friends = table.odds("cat play blast 6,4");
    assert!(friends.chance.unwrap().p == 0.0 && friends.loss.mean > 0.0);
}

/// Means and falls as they come out in that many runs.
fn drawn(table: &Table, choice: Choice, runs: u32) -> (f64, f64, BTreeMap<Who, f64>) {
    let (rules, before, share) = (table.rules(), table.state(), 1.0 / f64::from(runs));
    let (mut dice, mut harm, mut loss, mut drops) = (Seeded::new(5), 0.0, 0.0, BTreeMap::new());
    for _ in 0..runs {
        let mut after = before.clone();
        rules.resolve(&mut after, choice, &mut dice, &mut Null);
        for who in rules.everyone(before) {
            let (was, is) = (rules.vital(before, who), rules.vital(&after, who));
            let lost = f64::from((was.health - is.health).max(0)) * share;
            *(if rules.side(before, who) == Side::Monsters { &mut harm } else { &mut loss }) += lost;
            if was.standing && !is.standing {
                *drops.entry(who).or_default() += share;
            }
        }
    }
    (harm, loss, drops)
}

/// A packed crowd, everybody in the auras of others, all of it in one area: whether that can be counted out, held against
/// what comes out in many runs.
fn crowd(kinds: &[&str], reach: u8, text: &str) -> bool {
    let cards = "[[card]]\nid = \"doom\"\nname = \"Doom\"\ntakes = \"burst\"\nrange = 6\narea = 6\n\
                 attack = \"spellcasting vs speed\"\nhit = [{ damage = 3, type = \"edged\" }]\n\
                 [[card]]\nid = \"blast\"\nname = \"Blast\"\ntakes = \"burst\"\nrange = 6\narea = 1\n\
                 attack = \"spellcasting vs speed\"\nhit = [{ damage = 3, type = \"edged\" }]\n\
                 [[card]]\nid = \"gust\"\nname = \"Gust\"\ntakes = \"burst\"\nrange = 6\narea = 1\n\
                 attack = \"spellcasting vs speed\"\nhit = [{ push = 1 }, { wound = 1 }]\n";
    let glow = |(nth, kind): (usize, &&str)| {
        format!(
            "[[creature]]\nid = \"glow-{nth}\"\nname = \"Glow {nth}\"\nkeywords = [\"mindless\"]\nranks = {{ endurance = 2, resolve = 1, speed = 1 }}\n\
             aura = {{ name = \"Glow\", rank = 1, reach = {reach}, {kind} }}\n"
        )
    };
    let more: String = kinds.iter().enumerate().map(glow).collect();
    let places: Vec<(u8, u8)> = (0..5).flat_map(|y| (4..8).map(move |x| (x, y))).collect();
    let names: Vec<String> = (0..places.len()).map(|nth| format!("glow-{}", nth % kinds.len())).collect();
    let foes: Vec<(&str, (u8, u8))> = names.iter().map(String::as_str).zip(places).collect();
    let mut table = cat(cards, &more, "club", &[("ann", (3, 2))], &foes);
    let faces: Vec<u16> = [&[9, 8], &[1; 20][..], &[9, 9, 1, 1]].concat();
    table.play("cat roll initiative", &faces);
    let choice = table.found(text);
    let stakes = odds(table.rules(), table.state(), choice);
    let (harm, loss, drops) = drawn(&table, choice, 4000);
    assert!((stakes.harm.mean - harm).abs() < 0.02 * harm + 0.5, "{harm} and {}", stakes.harm.mean);
    assert!((stakes.loss.mean - loss).abs() < 0.5, "{loss} and {}", stakes.loss.mean);
    assert!(drops.keys().eq(stakes.drops.iter().map(|drop| &drop.who)), "{drops:?} and {:?}", stakes.drops);
    for (drop, seen) in stakes.drops.iter().zip(drops.values()) {
        assert!((drop.p - seen).abs() < 0.04, "{:?}: {} and {seen}", drop.who, drop.p);
    }
    stakes.exact
}

#[test]
fn crowds_of_auras_are_counted_out() {
    let (endurance, resists) = ("bonus = \"endurance\"", "resists = \"physical\"");
    let (clumsy, feeble) = ("penalty = \"spellcasting\"", "penalty = \"damage\"");
    assert!(crowd(&[endurance], 9, "cat play doom 6,2"), "twenty, and all the same to each other");
    assert!(crowd(&[endurance, feeble], 2, "cat play blast 6,2"));
    assert!(crowd(&[resists, clumsy, endurance], 1, "cat play blast 6,2"));
    assert!(crowd(&[endurance, resists, clumsy], 2, "cat play gust 6,2"), "wherever they are thrown");
    // Beyond counting, and said to be: who of twenty has gone down is another thing for each of those who are left.
    assert!(!crowd(&[endurance, resists], 2, "cat play doom 6,2"));
}

/// Damage and wounds are told apart; the chance to kill somebody who is unconscious is told too, and so is a stun.
#[test]
fn what_odds_tell_apart() {
    let mut table = scene(&FLOOR, "", &[("ann", (2, 2))], &[("orc", (3, 2)), ("orc", (7, 4))]);
    table.play("ann roll initiative", &[9, 8, 7, 9, 9]);
    let strike = "ann play strike orc-1 with club";
    let chance = table.chance(strike);
    let stakes = table.odds(strike);
    let part = |stakes: &fracas_kernel::Stakes, many: &str| {
        stakes.parts.iter().find(|part| part.unit.many == many).map_or(0.0, |part| part.harm)
    };
    // d10 + 1 damage, and a d10 that must not be less: the chance that it is, tens exploding.
    let (wounds, damage) = (part(&stakes, "wounds"), part(&stakes, "points of Damage"));
    assert!(wounds > 0.2 && wounds < chance && damage > 0.5, "{stakes:?}");
    assert!((stakes.harm.at_least(10) - wounds).abs() < 1e-9, "a wound is ten health points: {stakes:?}");
    assert!(stakes.befalls.is_empty() && stakes.drops.is_empty());
    table.set_track("orc-1", "wounds", 2);
    let stakes = table.odds(strike);
    let killed: Vec<f64> = stakes.befalls.iter().filter(|one| one.what == "dead").map(|one| one.p).collect();
    assert_eq!((killed.len(), stakes.drops.len()), (1, 0), "{stakes:?}");
    assert!((killed[0] - wounds).abs() < 1e-9, "one more wound is the end: {killed:?} {wounds}");
    let pommel = "[[card]]\nid = \"pommel\"\nname = \"Pommel\"\ntakes = \"enemy\"\nrange = 2\n\
                  attack = \"brawl vs speed\"\nhit = [{ stun = true }, { afflict = \"clumsy\", rank = 2 }]\n";
    let table = crate::scene::with_cards(pommel);
    let (hit, stakes) = (table.chance("cat play pommel orc-1"), table.odds("cat play pommel orc-1"));
    let told: Vec<(&str, f64)> = stakes.befalls.iter().map(|one| (one.what, one.p)).collect();
    assert_eq!(told, [("stunned", hit), ("worse at Weapon", hit)]);
    // A lost turn is seven health points, a condition of rank 2 four.
    assert!((stakes.swing - 11.0 * hit).abs() < 1e-9, "{stakes:?}");
}
