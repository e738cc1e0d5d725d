//! A small stage for tests: heroes and monsters in a row of zones, played by script with dice on the table.
#![allow(dead_code, reason = "each file of tests uses a part of it")]

use fracas_content::{Bundle, Source};
use fracas_delve::Delve;
use fracas_kernel::Scripted;

/// Four zones in a row; the yard is an exit, and the loft is out of its sight.
pub const STAGE: &str = r#"
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
near = ["stair"]

[[zone]]
id = "stair"
name = "Stair"
at = [2, 0]
near = ["loft"]

[[zone]]
id = "loft"
name = "Loft"
at = [3, 0]
unseen = ["yard"]
"#;

const PEOPLE: &str = r#"
[[weapon]]
id = "rune-sword"
name = "Rune sword"
damage = "1d8"
magic = 2

[[weapon]]
id = "twig"
name = "Twig"
damage = "1d4-3"

# Fighter: hit bonus +1, strength +2, dexterity +1.
[[hero]]
id = "fia"
name = "Fia"
class = "fighter"
level = 1
str = 16
dex = 13
hp = 8
ac = 15
weapons = ["sword", "spear", "short-bow", "rune-sword", "twig"]

# As weak and clumsy as can be: strength -2, dexterity -3.
[[hero]]
id = "wim"
name = "Wim"
class = "fighter"
level = 1
str = 5
dex = 3
hp = 6
ac = 12
weapons = ["sword", "short-bow", "twig"]

# Strong, but no fighter: hit bonus +1, strength +2, save 13.
[[hero]]
id = "cora"
name = "Cora"
class = "cleric"
level = 3
str = 16
hp = 10
ac = 14
weapons = ["mace"]
spells = ["mend", "bind", "ward", "blessing", "dazzle"]

# Save 12.
[[hero]]
id = "magnus"
name = "Magnus"
class = "magic-user"
level = 5
hp = 9
ac = 10
weapons = ["dagger"]
spells = ["burst", "wither", "slumber", "ember-dart", "web"]

# Forces on 1 in 6, picks on 3 in 6; save 15.
[[hero]]
id = "tess"
name = "Tess"
class = "thief"
level = 1
hp = 6
ac = 12
weapons = ["dagger"]

# Half a hit die: +0 to hit, save 19.
[[creature]]
id = "imp"
name = "Imp"
hd = 0.5
hp = 2
ac = 12
weapons = ["club"]

# Two hit dice: +2 to hit, save 17.
[[creature]]
id = "brute"
name = "Brute"
hd = 2
hp = 9
ac = 13
weapons = ["sword", "short-bow"]
"#;

pub type Scene = Scripted<Delve>;

/// Everybody at a place; `aware` are the sides that know of the other.
pub fn staged(aware: &[&str], party: &[(&str, &str)], foes: &[(&str, &str)]) -> Scene {
    staged_on(STAGE, aware, party, foes)
}

/// The same on another map.
pub fn staged_on(map: &str, aware: &[&str], party: &[(&str, &str)], foes: &[(&str, &str)]) -> Scene {
    let mut text = format!("system = \"delve\"\ntitle = \"Stage\"\naware = {aware:?}\n{map}\n{PEOPLE}");
    for (hero, zone) in party {
        text += &format!("[[party]]\nhero = \"{hero}\"\nat = \"{zone}\"\n");
    }
    for (creature, zone) in foes {
        text += &format!("[[foes]]\ncreature = \"{creature}\"\nat = \"{zone}\"\n");
    }
    let bundle = Bundle::new(Source::new("stage.toml", text)).unwrap();
    Scripted::new(Delve::load(&bundle).unwrap_or_else(|problems| panic!("{problems}")))
}

/// Both sides know, and the heroes win the first initiative.
pub fn begun(party: &[(&str, &str)], foes: &[(&str, &str)]) -> Scene {
    let mut scene = staged(&["heroes", "monsters"], party, foes);
    scene.play(&format!("{} begin", party[0].0), &[6, 1]);
    scene
}

/// The same on another map.
pub fn begun_on(map: &str, party: &[(&str, &str)], foes: &[(&str, &str)]) -> Scene {
    let mut scene = staged_on(map, &["heroes", "monsters"], party, foes);
    scene.play(&format!("{} begin", party[0].0), &[6, 1]);
    scene
}

#[track_caller]
pub fn hp(scene: &Scene, id: &str) -> i32 {
    scene.track(id, "hp").expect("everybody has hit points")
}
