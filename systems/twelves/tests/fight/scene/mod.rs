//! A small stage for tests: heroes and monsters in a handful of zones, played by script with dice on the table.

#![allow(dead_code, reason = "each test file uses a part of it")]

use fracas_content::{Bundle, Source};
use fracas_kernel::Scripted;
use fracas_twelves::Twelves;

/// Five zones in a row, the yard an exit; a pit beside the hall that costs two hits, and a mire beside the yard that
/// holds who fails at agility. The attic is four zones from the yard, the cellar unseen from the hall.
const MAP: &str = r#"
[[zone]]
id = "yard"
name = "Muddy yard"
at = [0, 0]
near = ["hall", "mire"]
exit = true

[[zone]]
id = "hall"
name = "Draughty hall"
at = [1, 0]
near = ["stair", "pit"]

[[zone]]
id = "stair"
name = "Winding stair"
at = [2, 0]
near = ["loft"]

[[zone]]
id = "loft"
name = "Hay loft"
at = [3, 0]
near = ["attic"]
cover = 2

[[zone]]
id = "attic"
name = "Attic"
at = [4, 0]

[[zone]]
id = "pit"
name = "Spiked pit"
at = [1, 1]
near = ["cellar"]
hazard = { name = "Spikes", hits = 2 }

[[zone]]
id = "cellar"
name = "Cellar"
at = [1, 2]
unseen = ["hall"]

[[zone]]
id = "mire"
name = "Mire"
at = [0, 1]
hazard = { name = "Mud", hold = true, spared_by = "agility" }
"#;

const PEOPLE: &str = r#"
[[weapon]]
id = "sword"
name = "Sword"
dice = 3
use = ["hand"]

[[weapon]]
id = "spear"
name = "Spear"
dice = 2
use = ["hand", "thrown"]
two_handed = true

[[weapon]]
id = "dirk"
name = "Dirk"
dice = 2
use = ["hand", "thrown"]

[[weapon]]
id = "dart"
name = "Dart"
dice = 2
use = ["thrown"]

[[weapon]]
id = "bow"
name = "Bow"
dice = 2
use = ["ranged"]

[[weapon]]
id = "club"
name = "Club"
dice = 2
use = ["hand"]

[[weapon]]
id = "longbow"
name = "Longbow"
dice = 5
use = ["ranged"]

[[feat]]
id = "quick"
name = "Quick"
about = "Ready."
ready = true

[[feat]]
id = "slippery"
name = "Slippery"
about = "Slips away."
slips = true

[[feat]]
id = "gatekeeper"
name = "Gatekeeper"
about = "Stops."
stops = true

[[feat]]
id = "sure"
name = "Sure"
about = "Sure-footed."
sure = true

[[feat]]
id = "vice"
name = "Vice"
about = "Grips."
grips = 3
wrestles = 2

[[feat]]
id = "ambi"
name = "Ambi"
about = "Second."
second = 2

[[hero]]
id = "fia"
name = "Fia"
th = 8
hits = 6
might = 7
agility = 6
wits = 5
weapons = ["sword", "spear", "bow"]

[[hero]]
id = "duo"
name = "Duo"
th = 7
hits = 5
might = 6
agility = 7
wits = 6
weapons = ["sword", "dirk"]

[[hero]]
id = "ambi"
name = "Ambi"
th = 7
hits = 5
might = 6
agility = 7
wits = 6
weapons = ["sword", "dirk"]
feats = ["ambi"]

[[hero]]
id = "twin"
name = "Twin"
th = 7
hits = 5
might = 6
agility = 7
wits = 6
weapons = ["dirk", "dirk", "dart"]

[[hero]]
id = "eel"
name = "Eel"
th = 7
hits = 4
might = 3
agility = 9
wits = 8
weapons = ["bow"]
feats = ["slippery", "quick"]

[[hero]]
id = "goat"
name = "Goat"
th = 7
hits = 4
might = 8
agility = 3
wits = 8
weapons = ["spear"]
feats = ["sure"]

[[hero]]
id = "vice"
name = "Vice"
th = 7
hits = 4
might = 6
agility = 6
wits = 6
weapons = ["club"]
feats = ["vice"]

[[creature]]
id = "imp"
name = "Imp"
rank = 1
th = 6
hits = 2
might = 3
agility = 8
wits = 4
weapons = ["club"]

[[creature]]
id = "brute"
name = "Brute"
rank = 3
th = 8
hits = 6
might = 8
agility = 4
wits = 2
weapons = ["club", "bow"]

[[creature]]
id = "giant"
name = "Giant"
rank = 5
th = 9
hits = 12
might = 11
agility = 2
wits = 1
weapons = ["sword"]
fearless = true

[[creature]]
id = "keeper"
name = "Keeper"
rank = 2
th = 7
hits = 5
might = 7
agility = 5
wits = 5
weapons = ["club"]
feats = ["gatekeeper"]

[[creature]]
id = "archer"
name = "Archer"
rank = 1
th = 7
hits = 3
might = 5
agility = 5
wits = 5
weapons = ["bow"]

[[creature]]
id = "sniper"
name = "Sniper"
rank = 1
th = 7
hits = 3
might = 9
agility = 5
wits = 5
weapons = ["longbow"]
"#;

pub type Scene = Scripted<Twelves>;

/// Everybody at a place, on the stage's map.
pub fn script(head: &str, map: &str, party: &[(&str, &str)], foes: &[(&str, &str)]) -> String {
    let mut text = format!("system = \"twelves\"\ntitle = \"Stage\"\n{head}\n{map}\n{PEOPLE}");
    for (hero, zone) in party {
        text += &format!("[[party]]\nhero = \"{hero}\"\nat = \"{zone}\"\n");
    }
    for (creature, zone) in foes {
        text += &format!("[[foes]]\ncreature = \"{creature}\"\nat = \"{zone}\"\n");
    }
    text
}

pub fn rules(text: String) -> Twelves {
    let bundle = Bundle { scenario: Source::new("stage.toml", text), library: Vec::new(), party: None };
    Twelves::load(&bundle).unwrap_or_else(|problems| panic!("{problems}"))
}

/// On the stage's map, before the first roll.
pub fn staged(head: &str, party: &[(&str, &str)], foes: &[(&str, &str)]) -> Scene {
    Scripted::new(rules(script(head, MAP, party, foes)))
}

/// Everybody is ready, and the first round has begun.
pub fn begun(party: &[(&str, &str)], foes: &[(&str, &str)]) -> Scene {
    begun_on(MAP, party, foes)
}

/// The same with features in the hall.
pub fn with_features(features: &str, party: &[(&str, &str)], foes: &[(&str, &str)]) -> Scene {
    let hall = "near = [\"stair\", \"pit\"]\n";
    let map = MAP.replace(hall, &format!("{hall}{features}\n"));
    assert_ne!(map, MAP);
    begun_on(&map, party, foes)
}

pub fn begun_on(map: &str, party: &[(&str, &str)], foes: &[(&str, &str)]) -> Scene {
    let mut scene = Scripted::new(rules(script("ready = \"all\"", map, party, foes)));
    let first = scene.asked()[0].clone();
    scene.play(&format!("{first} begin"), &[]);
    scene
}

/// Everybody who is asked passes, until it is somebody's turn.
#[track_caller]
pub fn pass_until(scene: &mut Scene, id: &str) {
    for _ in 0..64 {
        let asked = scene.asked();
        if asked.iter().any(|one| one == id) {
            return;
        }
        scene.play(&format!("{} pass", asked[0]), &[]);
    }
    panic!("it is never {id}'s turn");
}

#[track_caller]
pub fn hits(scene: &Scene, id: &str) -> i32 {
    scene.track(id, "hits").expect("everybody has hits")
}
