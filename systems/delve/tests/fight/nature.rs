//! What creatures, heroes and spells can be that most are not: reach, several attacks, regeneration, immunity, speed,
//! classes and conditions of an author's own. With dice on the table.

use std::sync::Arc;

use fracas_content::{Bundle, Source};
use fracas_delve::Delve;
use fracas_kernel::checks::Effort;
use fracas_kernel::{Seat, Status, check_every, check_odds};

use crate::scene::{Scene, begun_on, hp, staged_on};

/// Three zones in a row, and everything that is out of the ordinary.
const WORLD: &str = r#"
[[zone]]
id = "yard"
name = "Yard"
at = [0, 0]
near = ["hall"]
exit = true

[[zone]]
id = "hall"
name = "Hall"
at = [1, 0]
near = ["cave"]

[[zone]]
id = "cave"
name = "Cave"
at = [2, 0]
near = ["pit"]

[[zone]]
id = "pit"
name = "Pit"
at = [3, 0]

[[condition]]
id = "burning"
name = "Burning"
costs = "1d4"
type = "fire"

[[condition]]
id = "afraid"
name = "Afraid"
to_hit = -3
ac = -1
save = -2

[[condition]]
id = "tangled"
name = "Tangled"
rooted = true

[[condition]]
id = "stunned"
name = "Stunned"
helpless = true

[[class]]
id = "ranger"
like = "fighter"
name = "ranger"
hit_die = 10
picks = [2, 2, 3, 3, 4]

[[class]]
id = "bard"
hit_die = 6
hit_bonus = [0, 1, 1, 2, 2]
save = [14, 14, 13, 13, 12]
slots = [[1, 0, 0], [2, 0, 0], [2, 1, 0], [2, 2, 0], [2, 2, 1]]
bright = "cha"

[[weapon]]
id = "lash"
name = "Lash"
damage = "1d6"
reach = "near"

[[weapon]]
id = "silver-knife"
name = "Silver knife"
damage = "1d4"
type = "silver"

[[weapon]]
id = "torch"
name = "Torch"
damage = "1d3"
type = "fire"
effect = { damage = "1d4", type = "fire", condition = "burning", save = "halves", rounds = 2 }

[[weapon]]
id = "fangs"
name = "Fangs"
damage = "1d8"

[[weapon]]
id = "talons"
name = "Talons"
damage = "1d4"

[[spell]]
id = "scorch"
name = "Scorch"
level = 1
range = "near"
takes = "foes"
damage = "1d6"
type = "fire"
condition = "burning"
rounds = 3
save = "halves"

[[spell]]
id = "howl"
name = "Howl"
level = 1
range = "near"
area = true
takes = "foes"
condition = "afraid"
save = "ends"

[[spell]]
id = "stun"
name = "Stun"
level = 1
range = "near"
takes = "foes"
condition = "stunned"
rounds = 1
save = "negates"

# Hit bonus 1, strength +1: +2 to hit and +1 damage; 10 hit points and 1 for each of constitution.
[[hero]]
id = "rane"
name = "Rane"
class = "ranger"
level = 1
str = 13
con = 13
ac = 14
weapons = ["sword", "silver-knife", "torch"]

[[hero]]
id = "lark"
name = "Lark"
class = "bard"
level = 1
cha = 16
hp = 7
weapons = ["dagger"]
spells = ["scorch", "howl", "stun"]

[[creature]]
id = "ogre-kin"
name = "Ogre kin"
hd = 3
hp = 15
ac = 12
weapons = ["lash"]
regenerates = 3
scarred_by = ["fire", "acid"]

[[creature]]
id = "chimera"
name = "Chimera"
hd = 2
hp = 12
ac = 12
attacks = ["talons", "talons", "fangs"]
weapons = ["hurled-rock"]

[[creature]]
id = "moon-wolf"
name = "Moon wolf"
hd = 2
hp = 10
ac = 12
speed = 2
weapons = ["fangs"]
immune = ["plain", "asleep"]

[[creature]]
id = "vine"
name = "Vine"
hd = 1
hp = 5
ac = 10
speed = 0
weapons = ["lash"]
immune = ["burning"]
"#;

fn begun(party: &[(&str, &str)], foes: &[(&str, &str)]) -> Scene {
    begun_on(WORLD, party, foes)
}

fn all() -> Vec<Arc<Delve>> {
    let staged = |party: &[(&str, &str)], foes: &[(&str, &str)]| {
        Arc::new(staged_on(WORLD, &["heroes"], party, foes).rules().clone())
    };
    vec![
        staged(
            &[("rane", "hall"), ("lark", "yard"), ("magnus", "yard")],
            &[("ogre-kin", "cave"), ("chimera", "hall"), ("vine", "cave")],
        ),
        staged(
            &[("rane", "yard"), ("cora", "hall"), ("lark", "hall")],
            &[("moon-wolf", "pit"), ("moon-wolf", "cave")],
        ),
    ]
}

/// A part of the whole: the shipped fights have the rest.
const EFFORT: Effort = Effort {
    listed: 0..3,
    illegal: 0..1,
    playouts: 0..20,
    instinct: 0..20,
    same: 0..3,
    json: 0..2,
    odds: 0..1,
    nth: 61,
    shortcuts: 0..3,
    peeks: 0..1,
};

check_every!(all, EFFORT);
check_odds!(all, EFFORT);

/// DELVE-F15: what reaches near strikes into the next zone, hand to hand: no cover, and never astray.
#[test]
fn reach_strikes_into_the_next_zone() {
    let mut scene = begun(&[("rane", "hall"), ("lark", "yard")], &[("vine", "cave"), ("ogre-kin", "pit")]);
    assert_eq!(scene.refused("rane attack vine sword"), Some("DELVE-R2"));
    scene.play("rane done", &[]);
    scene.play("lark done", &[]);
    assert_eq!(scene.instinct("vine"), "vine attack rane lash");
    assert!(scene.shown("vine attack rane lash").deed.effect.starts_with("Up to one zone away: d20 + 1"));
    assert_eq!(scene.refused("vine attack lark lash"), Some("DELVE-R11"));
    // +1 for a hit die against 14.
    let lines = scene.play("vine attack rane lash", &[13, 4]);
    assert!(lines[0].contains("hit"), "{lines:?}");
    assert_eq!(hp(&scene, "rane"), 7);
    assert_eq!(scene.refused("ogre-kin attack rane lash"), Some("DELVE-R11"), "two zones away");
}

/// DELVE-F9: several attacks are one action: each once, in any order, on anybody in reach; then no more.
#[test]
fn several_attacks_are_one_action() {
    let mut scene = begun(&[("rane", "hall"), ("lark", "hall")], &[("chimera", "hall")]);
    scene.play("rane done", &[]);
    scene.play("lark done", &[]);
    assert!(scene.badges("chimera").contains(&"3 attacks".to_owned()));
    scene.play("chimera attack rane fangs", &[12, 5]);
    assert_eq!(scene.refused("chimera attack rane fangs"), Some("DELVE-F9"), "its one bite");
    assert_eq!(
        scene.refused("chimera shoot rane hurled-rock"),
        Some("DELVE-F9"),
        "that would be another action"
    );
    assert!(scene.is("chimera", "2 attacks left"));
    scene.play("chimera attack lark talons", &[8, 1]);
    assert!(scene.instinct("chimera").ends_with("talons"));
    assert_eq!(scene.shown("chimera move cave").warnings, ["gives up the attacks that are left"]);
    // The third attack spends the action; the move is left.
    scene.play("chimera attack lark talons", &[8, 2]);
    assert_eq!((hp(&scene, "rane"), hp(&scene, "lark")), (6, 4));
    assert_eq!(scene.refused("chimera attack lark talons"), Some("DELVE-T2"));
    scene.play("chimera move cave", &[6, 1]);
    assert_eq!(scene.place("chimera").as_deref(), Some("cave"));
    // In the next round a rock takes the whole action.
    scene.play("rane done", &[]);
    scene.play("lark done", &[]);
    scene.play("chimera shoot rane hurled-rock", &[1]);
    assert_eq!(scene.refused("chimera attack rane talons"), Some("DELVE-T2"));
}

/// DELVE-F9: moving away in the midst of several attacks gives up the rest, and nobody hurries in between.
#[test]
fn moving_gives_up_attacks() {
    let mut scene = begun(&[("rane", "hall")], &[("chimera", "cave")]);
    scene.play("rane done", &[]);
    scene.play("chimera move hall", &[]);
    scene.play("chimera attack rane talons", &[1]);
    assert_eq!(scene.refused("chimera move cave"), Some("DELVE-T2"), "the move is used, the action begun");
    let mut scene = begun(&[("rane", "hall")], &[("chimera", "hall")]);
    scene.play("rane done", &[]);
    scene.play("chimera attack rane talons", &[1]);
    scene.play("chimera move cave", &[6, 1]);
    assert_eq!(scene.asked(), ["rane"], "its turn is over");
}

/// DELVE-F10: hit points come back at the end of each round, unless what scars it hurt it; never to the dead.
#[test]
fn some_regenerate() {
    let mut scene = begun(&[("rane", "hall")], &[("ogre-kin", "hall")]);
    assert!(scene.badges("ogre-kin").contains(&"regenerates 3".to_owned()));
    scene.play("rane attack ogre-kin sword", &[10, 4]);
    assert_eq!(hp(&scene, "ogre-kin"), 10);
    scene.play("rane done", &[]);
    let lines = scene.play("ogre-kin done", &[6, 1]);
    assert!(lines.contains(&"Ogre kin regenerates 3; now 13 hit points".to_owned()), "{lines:?}");
    // Fire: 1 and 1 at once, a save of 16 that fails, and it burns for two rounds.
    scene.play("rane attack ogre-kin torch", &[10, 1, 2, 15]);
    assert_eq!((hp(&scene, "ogre-kin"), scene.badges("ogre-kin")[0].as_str()), (9, "burning 2"));
    scene.play("rane done", &[]);
    scene.play("ogre-kin done", &[2, 6, 1]);
    assert_eq!(hp(&scene, "ogre-kin"), 7, "it burns, and does not heal");
    scene.set_track("ogre-kin", "hp", 1);
    let lines = scene.play("rane attack ogre-kin sword", &[10, 1]);
    assert!(
        scene.status("ogre-kin") == Status::Dead && !lines.iter().any(|line| line.contains("regenerates"))
    );
}

/// DELVE-F8: some kinds of damage and some conditions do nothing; minds reach for what helps.
#[test]
fn some_are_immune() {
    let mut scene =
        begun(&[("rane", "hall"), ("magnus", "yard")], &[("moon-wolf", "hall"), ("vine", "cave")]);
    assert_eq!(scene.badges("moon-wolf"), ["immune: plain, asleep", "speed 2"]);
    assert_eq!(scene.instinct("rane"), "rane attack moon-wolf torch");
    let lines = scene.play("rane attack moon-wolf sword", &[20, 8]);
    assert_eq!(lines[1], "Moon wolf is not harmed by that");
    assert_eq!(hp(&scene, "moon-wolf"), 10);
    assert!(scene.odds("magnus cast ember-dart moon-wolf").harm.most > 0, "fire is not plain");
    let lines = scene.play("magnus cast slumber hall", &[4, 4]);
    assert!(lines.contains(&"Moon wolf cannot be asleep".to_owned()), "{lines:?}");
    let mut scene = begun(&[("lark", "hall")], &[("vine", "cave")]);
    let lines = scene.play("lark cast scorch vine", &[1, 1]);
    assert!(lines.contains(&"Vine cannot be burning".to_owned()), "{lines:?}");
    assert_eq!(hp(&scene, "vine"), 4);
}

/// DELVE-F11: a move takes as many zones as the speed says, before, after and around the action; as many again instead.
#[test]
fn some_are_faster_than_others() {
    let mut scene = begun(&[("rane", "yard"), ("lark", "yard")], &[("moon-wolf", "pit")]);
    scene.play("rane done", &[]);
    scene.play("lark done", &[]);
    scene.play_all(&["moon-wolf move cave", "moon-wolf move hall"], &[]);
    assert_eq!(
        scene.shown("moon-wolf move yard").cost.map(|cost| cost.amount),
        Some(1),
        "instead of the action"
    );
    scene.play("moon-wolf move yard", &[]);
    assert_eq!(scene.refused("moon-wolf attack rane fangs"), Some("DELVE-T2"));
    // A fourth zone is part of the hurry.
    scene.play("moon-wolf move hall", &[6, 1]);
    scene.play("rane move hall", &[]);
    scene.play("rane done", &[]);
    scene.play("lark done", &[]);
    // In, bite, and out again.
    scene.play("moon-wolf move yard", &[]);
    scene.play("moon-wolf attack lark fangs", &[1]);
    scene.play("moon-wolf move hall", &[1, 6]);
    assert_eq!(scene.place("moon-wolf").as_deref(), Some("hall"));
    // Nobody moves a vine.
    let mut scene = begun(&[("rane", "yard")], &[("vine", "pit")]);
    scene.play("rane done", &[]);
    assert_eq!(scene.refused("vine move cave"), Some("DELVE-F11"));
    assert_eq!(scene.instinct("vine"), "vine done");
}

/// DELVE-F12: damage that leaves a condition: a save halves the one and prevents the other.
#[test]
fn damage_may_leave_a_condition() {
    for (save, left, burns) in [(18, 12, true), (19, 14, false)] {
        let mut scene = begun(&[("lark", "hall")], &[("brute", "cave"), ("ogre-kin", "cave")]);
        let effect = scene.shown("lark cast scorch ogre-kin").deed.effect;
        assert!(
            effect.contains(
                "d6 fire damage, and burning for 3 rounds; a save halves it and prevents the rest."
            ),
            "{effect}"
        );
        assert!(scene.odds("lark cast scorch brute").exact);
        // It saves on 16.
        scene.play("lark cast scorch ogre-kin", &[3, save - 3]);
        assert_eq!((hp(&scene, "ogre-kin"), scene.is("ogre-kin", "burning 3")), (left, burns));
    }
}

/// DELVE-F13: conditions of one's own cost hit points, change rolls, hold fast, and take turns away.
#[test]
fn conditions_of_ones_own() {
    let mut scene = begun(&[("rane", "hall"), ("lark", "hall")], &[("brute", "hall"), ("imp", "pit")]);
    scene.afflict("rane", "afraid", None);
    // AC 13: 14 is needed instead of 11.
    assert!((scene.chance("rane attack brute sword") - 7.0 / 20.0).abs() < 1e-9);
    scene.afflict("brute", "tangled", Some(3));
    scene.play("rane done", &[]);
    let lines = scene.play("lark cast stun brute", &[1]);
    assert!(lines.contains(&"Brute is stunned".to_owned()), "{lines:?}");
    // The brute cannot act; a save of 15 with -2 is made on 17.
    let lines = scene.play_all(&["lark done", "imp done"], &[16, 6, 1]);
    assert!(lines.iter().any(|line| line.starts_with("Rane saves") && line.ends_with("failed")), "{lines:?}");
    assert!(!scene.is("brute", "stunned 1") && scene.is("brute", "tangled 2"));
    scene.play_all(&["rane done", "lark done"], &[]);
    assert_eq!(scene.refused("brute move cave"), Some("DELVE-F11"));
    // It strikes all the same, at whoever falls soonest.
    assert_eq!(scene.instinct("brute"), "brute attack lark sword");
    let badge = scene.token("rane").badges[0].clone();
    assert!(
        badge.means.starts_with("-3 on its attacks. -1 to its armour class. -2 on its saves."),
        "{badge:?}"
    );
}

/// DELVE-F14: a class of one's own: what it gives, like any other.
#[test]
fn classes_of_ones_own() {
    let scene = begun(&[("rane", "hall"), ("lark", "hall")], &[("brute", "hall")]);
    let view = scene.view(Seat::Judge);
    assert_eq!(view.tokens[0].kind, "ranger 1");
    assert_eq!(hp(&scene, "rane"), 11, "a ten-sided die and constitution");
    assert!(scene.shown("rane attack brute sword").deed.effect.contains("d20 + 2"));
    assert!(scene.shown("rane attack brute sword").deed.effect.contains("d8+1"), "mighty like a fighter");
    assert_eq!(scene.track("lark", "spells-1"), Some(2), "one more for charisma");
}

fn problems(text: &str) -> String {
    let head = "system = \"delve\"\ntitle = \"T\"\n[[zone]]\nid = \"a\"\nname = \"A\"\nat = [0, 0]\n\
        [[party]]\nhero = \"brakk\"\nat = \"a\"\n[[foes]]\ncreature = \"rat\"\nat = \"a\"\n";
    let bundle = Bundle::new(Source::new("t.toml", format!("{head}{text}\n"))).unwrap();
    Delve::load(&bundle).map(|_| String::new()).unwrap_or_else(|problems| problems.to_string())
}

#[test]
fn what_makes_no_sense_is_refused() {
    let creature = "[[creature]]\nid = \"c\"\nname = \"C\"\nhd = 1\nac = 12\n";
    let said = |rest: &str| problems(&format!("{creature}{rest}"));
    assert_eq!(said("weapons = [\"bite\"]\nspeed = 0"), "");
    assert!(said("attacks = [\"bite\"]").contains("several attacks are more than one"));
    assert!(said("immune = [\"fyre\"]").contains("\"fyre\" is not allowed here"));
    assert!(said("scarred_by = [\"fire\"]").contains("it does not regenerate"));
    assert!(said("speed = 9").contains("creature[0].speed: 9 is out of range"));
    let idle = "[[condition]]\nid = \"odd\"\nname = \"Odd\"";
    assert!(problems(idle).contains("this condition does nothing"));
    let many: String =
        (0..7).map(|n| format!("[[condition]]\nid = \"c{n}\"\nname = \"C\"\nac = 1\n")).collect();
    assert!(problems(&many).contains("9 conditions, those of the library included"));
    let again = "[[condition]]\nid = \"held\"\nname = \"Held\"\nac = 1";
    assert!(problems(again).contains("held"), "{}", problems(again));
    let spell = "[[spell]]\nid = \"s\"\nname = \"S\"\nlevel = 1\nrange = \"near\"\ntakes = \"foes\"\n";
    let burns = "damage = \"1d6\"\ncondition = \"blinded\"\nsave = \"ends\"";
    assert!(problems(&format!("{spell}{burns}")).contains("names a save"), "the damage has none");
    assert!(problems(&format!("{spell}heal = \"1d6\"\ntype = \"fire\"")).contains("no damage"));
    let weapon = "[[weapon]]\nid = \"w\"\nname = \"W\"\ndamage = \"1d6\"\n";
    let shot = format!("{weapon}melee = false\nrange = \"far\"\nreach = \"near\"");
    assert!(problems(&shot).contains("it is not used hand to hand"));
    let hero = "[[hero]]\nid = \"h\"\nname = \"H\"\nclass = \"wizzard\"\nlevel = 1\n";
    assert!(problems(hero).contains("no class is named \"wizzard\""));
}

/// One foe of a kind may differ from the others in any number.
#[test]
fn one_foe_may_differ() {
    let text = format!(
        "system = \"delve\"\ntitle = \"T\"\n{WORLD}\n[[party]]\nhero = \"rane\"\nat = \"hall\"\n\
         [[foes]]\ncreature = \"ogre-kin\"\nat = \"hall\"\n[[foes]]\ncreature = \"ogre-kin\"\nat = \"hall\"\n\
         with = {{ ac = 17, regenerates = 1, speed = 3, immune = [\"fire\"] }}\n"
    );
    let rules = Delve::load(&Bundle::new(Source::new("t.toml", text)).unwrap()).unwrap();
    let scene = fracas_kernel::Scripted::new(rules);
    let view = scene.view(Seat::Judge);
    let ac: Vec<i32> = view.tokens.iter().map(|token| token.tracks[1].value).collect();
    assert_eq!(ac, [14, 12, 17]);
    let badges: Vec<&str> = view.tokens[2].badges.iter().map(|badge| badge.name.as_str()).collect();
    assert_eq!(badges, ["immune: fire", "regenerates 1", "speed 3"]);
}
