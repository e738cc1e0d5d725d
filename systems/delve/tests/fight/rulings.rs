//! Sleep and saves, what spells may do, what odds say of them, and how a fight ends: with dice on the table.

use fracas_content::{Bundle, Source};
use fracas_delve::Delve;
use fracas_kernel::{Judgement, Outcome, Play, Seat, Show, Side, Status};

use crate::scene::{begun, begun_on, hp, staged};

const GOOD: &str = "system = \"delve\"\ntitle = \"T\"\n[[zone]]\nid = \"a\"\nname = \"A\"\nat = [0, 0]\n\
    [[party]]\nhero = \"brakk\"\nat = \"a\"\n[[foes]]\ncreature = \"rat\"\nat = \"a\"\n";

/// DELVE-R18: a hostile spell that rolls nothing to hit names a save, and so does a thing; what helps needs none.
#[test]
fn hostile_spells_name_a_save() {
    let load = |rest: &str| {
        let head = "[[spell]]\nid = \"s\"\nname = \"S\"\nlevel = 1\nrange = \"near\"\n";
        let bundle = Bundle::new(Source::new("t.toml", format!("{GOOD}{head}{rest}\n"))).unwrap();
        Delve::load(&bundle).map(|_| ()).map_err(|problems| problems.to_string())
    };
    for bare in ["damage = \"1d6\"", "slumber = \"2d6\"\nmost = 4", "condition = \"blinded\"\nrounds = 2"] {
        let said = load(&format!("takes = \"foes\"\n{bare}")).unwrap_err();
        assert!(said.contains("what is hostile and rolls nothing to hit names a save"), "{bare}: {said}");
        assert!(load(&format!("takes = \"foes\"\n{bare}\nsave = \"negates\"")).is_ok(), "{bare}");
    }
    assert!(load("takes = \"friends\"\nheal = \"1d6\"").is_ok());
    assert!(load("takes = \"friends\"\ncondition = \"blessed\"\nrounds = 2").is_ok());
}

/// DELVE-R18: a save keeps awake, what has no mind does not sleep, and neither gives its hit dice to the next.
#[test]
fn slumber_leaves_a_save_and_spares_the_mindless() {
    let mut scene = begun(&[("magnus", "yard")], &[("imp", "hall"), ("brute", "hall"), ("skeleton", "hall")]);
    // 8 hit dice: the imp fails at 18 of 19, the brute makes 17.
    let lines = scene.play("magnus cast slumber hall", &[4, 4, 18, 17]);
    assert!(lines.contains(&"Skeleton has no mind that could sleep".to_owned()), "{lines:?}");
    assert_eq!(scene.badges("imp"), ["asleep 10"]);
    assert!(scene.badges("brute").is_empty() && scene.badges("skeleton").is_empty());
}

/// DELVE-R18: a friend beside a sleeper wakes it with an action; the program does so too.
#[test]
fn friends_wake_sleepers() {
    let mut scene = begun(&[("magnus", "yard")], &[("imp", "hall"), ("brute", "hall"), ("brute", "stair")]);
    scene.play("magnus cast slumber hall", &[2, 1, 1, 1]);
    assert_eq!(scene.badges("brute-1"), ["asleep 10"]);
    scene.play("magnus done", &[]);
    assert_eq!(scene.refused("brute-2 wake brute-1"), Some("DELVE-R18"), "from the next zone");
    scene.play("brute-2 move hall", &[]);
    assert_eq!(scene.instinct("brute-2"), "brute-2 wake brute-1", "the stronger one first");
    let lines = scene.play("brute-2 wake brute-1", &[6, 1]);
    assert_eq!(lines[0], "Brute 1 wakes up, shaken by Brute 2");
    assert!(scene.badges("brute-1").is_empty());
    scene.play("magnus done", &[]);
    assert!(scene.asked().contains(&"brute-1".to_owned()), "it acts again");
    assert_eq!(scene.refused("brute-2 wake brute-1"), Some("DELVE-R18"), "it is not asleep");
}

/// Whoever dies asleep does not wake up first, at once or at the end of a round that both share.
#[test]
fn the_dead_do_not_wake() {
    for tied in [false, true] {
        let mut scene =
            staged(&["heroes", "monsters"], &[("fia", "hall")], &[("imp", "hall"), ("brute", "loft")]);
        scene.play("fia begin", if tied { &[3, 3] } else { &[6, 1] });
        scene.afflict("imp", "asleep", Some(9));
        let mut lines = scene.play("fia attack imp sword", &[20, 8]);
        lines.extend(scene.play("fia done", &[]));
        if tied {
            lines.extend(scene.play("brute done", &[6, 1]));
        }
        assert_eq!(scene.status("imp"), Status::Dead);
        assert!(
            lines.contains(&"Imp dies".to_owned()) && !lines.iter().any(|line| line.contains("wakes")),
            "{lines:?}"
        );
    }
}

/// DELVE-R9: the end of a fight is told once and last, however many a blast takes, and whoever is poisoned.
#[test]
fn the_end_is_told_once_and_last() {
    let over = |lines: &[String], last: &str| {
        assert_eq!(lines.last().map(String::as_str), Some(last), "{lines:?}");
        assert_eq!(lines.iter().filter(|line| line.contains("have won") || line.contains("draw")).count(), 1);
    };
    // Magnus is in his own fire.
    let mut scene = begun(&[("fia", "yard"), ("magnus", "hall")], &[("imp", "hall")]);
    let lines = scene.play("magnus cast burst hall", &[6, 6, 6, 6, 1, 20]);
    over(&lines, "The heroes have won");
    assert_eq!((scene.outcome(), scene.status("magnus")), (Some(Outcome::Won(Side::Heroes)), Status::Dead));
    // A hit with something to it on the last hero who stands: no save after the end.
    let mut scene = begun(&[("wim", "hall")], &[("ghoul", "hall")]);
    scene.set_track("wim", "hp", 1);
    scene.play("wim done", &[]);
    let lines = scene.play("ghoul attack wim numbing-touch", &[20, 1, 1]);
    over(&lines, "The monsters have won");
    // Poison takes the last of them at the end of the tenth round, and the blessing of another is no news any more.
    let mut scene = begun(&[("wim", "yard"), ("fia", "yard")], &[("imp", "loft")]);
    scene.afflict("imp", "poisoned", None);
    scene.afflict("fia", "blessed", Some(10));
    for round in 1..=10 {
        scene.play("wim done", &[]);
        scene.play("fia done", &[]);
        let lines = scene.play("imp done", if round < 10 { &[6, 1] } else { &[1, 4] });
        if round == 10 {
            over(&lines, "The heroes have won");
        }
    }
}

/// Odds say how many fall asleep, and who; conditions count, by what they cost.
#[test]
fn odds_count_sleepers_and_conditions() {
    let scene = begun(&[("magnus", "yard")], &[("imp", "hall"), ("imp", "hall"), ("brute", "hall")]);
    let shown = scene.shown("magnus cast slumber hall");
    assert_eq!(shown.label, "Cast Slumber on Hall: Imp 1, Imp 2, Brute");
    assert_eq!(shown.targets.len(), 3);
    let odds = scene.odds("magnus cast slumber hall");
    assert!(odds.exact);
    assert_eq!((odds.struck.least, odds.struck.most, odds.harm.most), (0, 3, 0));
    // 2d4 is 2 at least: both imps are always reached, and sleep unless they roll 19 or 20.
    let asleep = |who: &str| {
        let who = scene.who(who);
        odds.befalls
            .iter()
            .find(|one| one.who == who && one.what == "asleep" && !one.ends)
            .map_or(0.0, |one| one.p)
    };
    assert!((asleep("imp-1") - 0.9).abs() < 1e-9 && (asleep("imp-2") - 0.9).abs() < 1e-9);
    // The brute needs 4 hit dice or more, 13 of 16, and fails its save of 17 in 16 of 20.
    assert!((asleep("brute") - 13.0 / 16.0 * 0.8).abs() < 1e-9, "{}", asleep("brute"));
    let mean = 0.9 + 0.9 + 13.0 / 16.0 * 0.8;
    assert!(
        (odds.struck.mean - mean).abs() < 1e-9 && odds.swing > 4.0,
        "{} {}",
        odds.struck.mean,
        odds.swing
    );
    assert!((odds.chance.unwrap().p - (1.0 - 0.1 * 0.1 * (1.0 - 13.0 / 16.0 * 0.8))).abs() < 1e-9);
}

/// A mending touch is for those who lack something, and a blast that finds friends is no success.
#[test]
fn odds_do_not_praise_what_is_useless() {
    let mut scene = begun(&[("cora", "hall"), ("fia", "hall")], &[("brute", "loft")]);
    assert!(!scene.can("cora cast mend fia"), "she is whole");
    scene.set_track("fia", "hp", 7);
    let odds = scene.odds("cora cast mend fia");
    assert!((odds.chance.unwrap().p - 1.0).abs() < 1e-12 && odds.gain.most == 1);
    // Into a melee of one friend and one foe: half of the shots go to the friend.
    let scene = begun(&[("fia", "yard"), ("cora", "hall")], &[("brute", "hall")]);
    let odds = scene.odds("fia shoot brute short-bow");
    // 11 to 20 of the half that finds the brute.
    assert!((odds.chance.unwrap().p - 0.5 * 0.5).abs() < 1e-12);
}

/// DELVE-R4: what a tied round has in store for somebody is on the table before it comes.
#[test]
fn damage_to_come_is_shown() {
    let mut scene =
        staged(&["heroes", "monsters"], &[("fia", "hall"), ("cora", "hall")], &[("brute", "hall")]);
    scene.play("fia begin", &[4, 4]);
    scene.play("fia attack brute sword", &[20, 3]);
    scene.play("brute attack fia sword", &[20, 4]);
    assert_eq!(scene.badges("brute"), ["5 damage to come"]);
    scene.play("cora cast mend fia", &[2]);
    assert_eq!(scene.badges("fia"), ["4 damage to come", "3 healing to come"]);
}

/// A target that cannot defend itself is worth more, and the choice says so.
#[test]
fn helpless_targets_are_shown() {
    let mut scene = begun(&[("fia", "hall")], &[("brute", "hall")]);
    scene.afflict("brute", "asleep", Some(4));
    assert_eq!(scene.shown("fia attack brute sword").label, "Strike Brute (sword), helpless +4");
    assert_eq!(scene.badges("brute"), ["asleep 4"]);
}

/// DELVE-F7: wisdom gives clerics, and intelligence magic-users, one spell of level 1 more; to others they give none.
#[test]
fn the_wise_know_more_spells() {
    let spells = |class: &str, scores: &str| {
        let hero = format!(
            "[[hero]]\nid = \"h\"\nname = \"H\"\nclass = \"{class}\"\nlevel = 2\n{scores}\nweapons = [\"mace\"]\nspells = [\"mend\"]\n"
        );
        let text = format!("{GOOD}{hero}").replace("\"brakk\"", "\"h\"");
        let rules = Delve::load(&Bundle::new(Source::new("t.toml", text)).unwrap()).unwrap();
        let token = rules.view(&rules.start(), Seat::Judge).tokens[0].clone();
        token.tracks.iter().find(|track| track.id == "spells-1").map(|track| track.value)
    };
    assert_eq!([spells("cleric", "wis = 12"), spells("cleric", "wis = 13")], [Some(2), Some(3)]);
    assert_eq!([spells("cleric", "int = 18"), spells("magic-user", "int = 13")], [Some(2), Some(3)]);
    assert_eq!(spells("fighter", "wis = 18\nint = 18"), None);
}

/// DELVE-R17: a spider's venom and a viper's have dice of their own, and a round does nothing.
#[test]
fn each_poison_has_its_own_die() {
    let map = "zone = [{ id = \"hall\", name = \"Hall\", at = [0, 0] }]";
    for (creature, bite, at_once, die) in
        [("cave-viper", "venom-bite", 6, 4), ("giant-spider", "spider-bite", 4, 6)]
    {
        let mut scene = begun_on(map, &[("cora", "hall")], &[(creature, "hall")]);
        scene.judge(Judgement::Set { who: scene.who("cora"), track: "hp".to_owned(), value: 10 });
        scene.play("cora done", &[]);
        // The bite itself, a save that fails, the venom at once; then the initiative of the next round.
        scene.play(&format!("{creature} attack cora {bite}"), &[20, 1, 12, 1, 6, 1]);
        let badge = scene.token("cora").badges[0].means.clone();
        assert!(badge.contains(&format!("or d{die} hit points")), "{badge}");
        assert_eq!(hp(&scene, "cora"), 8, "of at most {at_once}");
        for _ in 2..10 {
            scene.play("cora done", &[]);
            scene.play(&format!("{creature} done"), &[6, 1]);
        }
        assert_eq!(hp(&scene, "cora"), 8, "nine rounds do nothing");
        scene.play("cora done", &[]);
        scene.play(&format!("{creature} done"), &[12, die, 6, 1]);
        assert_eq!(hp(&scene, "cora"), 8 - i32::from(die));
    }
}
