//! A small stage for tests: heroes and creatures in a row of zones, played by script with dice on the table.

#![allow(dead_code, reason = "each test file uses a part of it")]

use fracas_content::{Bundle, Source};
use fracas_heed::Heed;
use fracas_kernel::{Play, Scripted};

/// Four zones in a row; the yard is an exit, and the loft is out of its sight. Beside the hall is a dark cellar, which
/// sees the hall alone.
const STAGE: &str = r#"
system = "heed"
title = "Stage"

[[zone]]
id = "yard"
name = "Yard"
feature = [{ id = "trough", name = "Trough", is = "use", range = "reach", takes = "friends", does = "heal", wounds = 1, uses = 1 }]
at = [0, 0]
near = ["hall"]
exit = true

[[zone]]
id = "hall"
name = "Hall"
feature = [{ id = "table", name = "Laid table", is = "use", range = "reach", takes = "friends", does = "heal", wounds = 1, uses = 1 }]
at = [1, 0]
near = ["stair", "cellar"]

[[zone]]
id = "stair"
name = "Stair"
feature = [{ id = "spring", name = "Spring", is = "use", range = "reach", takes = "friends", does = "heal", wounds = 1, uses = 1 }]
at = [2, 0]
near = ["loft"]

[[zone]]
id = "loft"
name = "Loft"
feature = [{ id = "beams", name = "Beams", is = "height" }]
at = [3, 0]
unseen = ["yard"]

[[zone]]
id = "cellar"
name = "Cellar"
feature = [{ id = "barrels", name = "Barrels", is = "cover" }]
at = [1, 1]
unseen = ["yard", "stair", "loft"]
dark = true

[[weapon]]
id = "sword"
name = "Sword"

[[weapon]]
id = "axe"
name = "Axe"

[[weapon]]
id = "javelin"
name = "Javelin"
properties = ["throwing"]

[[weapon]]
id = "cleaver"
name = "Cleaver"
properties = ["heavy"]

[[weapon]]
id = "maul"
name = "Maul"
two_handed = true
properties = ["heavy"]

[[weapon]]
id = "hook"
name = "Hook"
properties = ["tripping"]

[[weapon]]
id = "bow"
name = "Bow"
shot = true
two_handed = true
needs = "quiver"

[[natural]]
id = "teeth"
name = "Teeth"

[[armour]]
id = "mail"
name = "Mail"

[[gear]]
id = "bag"
name = "Bag"
kind = "thing"

[[gear]]
id = "quiver"
name = "Quiver"
kind = "thing"

[[gear]]
id = "book"
name = "Book"
kind = "thing"

[[gear]]
id = "shield"
name = "Shield"
kind = "shield"

[[gear]]
id = "torch"
name = "Torch"
kind = "light"

[[gear]]
id = "bandage"
name = "Bandage"
kind = "bandage"

[[potion]]
id = "draught"
name = "Draught"
range = "reach"
takes = "friends"
does = "heal"
wounds = 2

[[potion]]
id = "tonic"
name = "Tonic"
range = "reach"
takes = "friends"
does = "condition"
condition = "emboldened"
rounds = 1

[[potion]]
id = "flask"
name = "Flask"
range = "near"
area = true
takes = "everyone"
dodge = true
does = "wound"

[[spell]]
id = "ember"
name = "Ember"
level = 1
range = "far"
takes = "foes"
does = "wound"

[[spell]]
id = "ward"
name = "Ward"
level = 1
concentration = true
range = "near"
takes = "friends"
does = "condition"
condition = "warded"

[[spell]]
id = "snare"
name = "Snare"
level = 2
concentration = true
range = "near"
takes = "foes"
dodge = true
does = "condition"
condition = "held"

[[spell]]
id = "lance"
name = "Lance"
level = 3
needs = "book"
range = "far"
takes = "foes"
does = "heavy-wound"

# A sword in 1, armour in 2 and 3, a bag in 4, the rest empty; three dice to parry in melee, two against the rest.
[[hero]]
id = "ann"
name = "Ann"
grit = 3
hands = ["sword", "shield"]
slots = ["mail", "bag", "-", "-"]

# No empty slot: can only block, on 3 and 4. One die to parry in melee.
[[hero]]
id = "bob"
name = "Bob"
grit = 3
hands = ["sword", "bag"]
slots = ["mail", "mail", "bag", "bag"]

# No armour: can only dodge, on 5 and 6.
[[hero]]
id = "cat"
name = "Cat"
grit = 3
hands = ["bow"]
slots = ["quiver", "axe", "-", "-"]

# The sixth slot alone is empty.
[[hero]]
id = "dot"
name = "Dot"
grit = 3
hands = ["bag", "bag"]
slots = ["bag", "bag", "book", "-"]
spells = ["ember", "ward", "snare", "lance"]

# Both hands are free, and every other slot is full.
[[hero]]
id = "eve"
name = "Eve"
grit = 3
slots = ["javelin", "cleaver", "bandage", "bandage"]

[[hero]]
id = "fay"
name = "Fay"
grit = 3
slots = ["maul", "tonic", "flask", "torch"]

# A sword, and nothing else but a draught.
[[hero]]
id = "gil"
name = "Gil"
grit = 3
hands = ["sword"]
slots = ["draught", "-", "-", "-"]

[[creature]]
id = "imp"
name = "Imp"
grit = 3
hands = ["axe"]

# Whatever is aimed at it lands: nothing but bags.
[[creature]]
id = "orc"
name = "Orc"
grit = 3
hands = ["axe", "bag"]
slots = ["bag", "bag", "bag", "bag"]

[[creature]]
id = "elf"
name = "Elf"
grit = 3
hands = ["bow"]
slots = ["quiver", "bag", "bag", "bag"]

# Armour in 3.
[[creature]]
id = "ogre"
name = "Ogre"
grit = 4
focus = 1
hands = ["maul"]
slots = ["mail", "bag", "bag", "bag"]

[[creature]]
id = "tripper"
name = "Tripper"
grit = 3
hands = ["hook", "bag"]
slots = ["bag", "bag", "bag", "-"]

# Sees in the dark.
[[creature]]
id = "bat"
name = "Bat"
grit = 3
senses = ["dark-sight"]
hands = ["bag", "bag"]
slots = ["bag", "bag", "bag", "bag"]
natural = ["teeth"]

# Smells what is near.
[[creature]]
id = "dog"
name = "Dog"
grit = 3
senses = ["scent"]
hands = ["bag", "bag"]
slots = ["bag", "bag", "bag", "bag"]
natural = ["teeth"]

# Holds on to whom it bites.
[[natural]]
id = "jaws"
name = "Jaws"
properties = ["grabbing"]

[[creature]]
id = "croc"
name = "Croc"
grit = 3
focus = 1
hands = ["bag", "bag"]
slots = ["bag", "bag", "bag", "bag"]
natural = ["jaws"]
"#;

pub type Scene = Scripted<Heed>;

/// `cast` is who is where, a word for each: "ann@yard orc@yard".
pub fn scene(cast: &str) -> Scene {
    staged("starts = 'heroes'", cast)
}

/// As [`scene`], with other keys at the top of the scenario.
pub fn staged(top: &str, cast: &str) -> Scene {
    let heroes = ["ann", "bob", "cat", "dot", "eve", "fay", "gil"];
    let mut text = STAGE.replacen("title", &format!("{top}\ntitle"), 1);
    for one in cast.split_whitespace() {
        let (who, zone) = one.split_once('@').expect("who@zone");
        let part = if heroes.contains(&who) { "party" } else { "foes" };
        let what = if heroes.contains(&who) { "hero" } else { "creature" };
        text += &format!("\n[[{part}]]\n{what} = {who:?}\nat = {zone:?}\n");
    }
    let bundle = Bundle { scenario: Source::new("stage.toml", text), library: Vec::new(), party: None };
    Scripted::new(Heed::load(&bundle).unwrap_or_else(|problems| panic!("{problems}")))
}

/// What only this system's scripts need.
pub trait Stage {
    /// Everybody who may heed before the combat heeds nobody, or nobody more.
    fn begin(&mut self);
    /// Those who are asked end their turns until it is up to `who`.
    fn pass_to(&mut self, who: &str);
    fn round(&self) -> u32;
    /// What is left of something that is shown.
    fn left(&self, id: &str, track: &str) -> i32;
    fn grit(&self, id: &str) -> i32;
    /// Everything that gives an attack advantage or disadvantage.
    fn edges(&self, choice: &str) -> String;
    /// Free focus slots.
    fn focus(&self, id: &str) -> i32;
    /// What one of the six slots holds.
    fn slot(&self, id: &str, slot: u8) -> String;
}

impl Stage for Scene {
    fn begin(&mut self) {
        while self.round() == 0 {
            let first = self.asked()[0].clone();
            self.play(&format!("{first} ready"), &[]);
        }
    }

    fn pass_to(&mut self, who: &str) {
        for _ in 0..50 {
            let asked = self.asked();
            if asked.iter().any(|id| id == who) {
                return;
            }
            self.play(&format!("{} done", asked[0]), &[]);
        }
        panic!("{who} is never asked");
    }

    fn round(&self) -> u32 {
        self.rules().round(self.state())
    }

    fn left(&self, id: &str, track: &str) -> i32 {
        self.track(id, track).unwrap_or_else(|| panic!("no {track}"))
    }

    fn edges(&self, choice: &str) -> String {
        let edges = self.reasons(choice).into_iter().filter(|reason| reason.contains("dvantage: "));
        edges.collect::<Vec<_>>().join("; ")
    }

    fn grit(&self, id: &str) -> i32 {
        self.left(id, "grit")
    }

    fn focus(&self, id: &str) -> i32 {
        self.left(id, "focus")
    }

    fn slot(&self, id: &str, slot: u8) -> String {
        let hand = ["right hand ", "left hand "].get(usize::from(slot) - 1).copied().unwrap_or_default();
        let start = format!("{slot} {hand}");
        let found = self.badges(id).iter().find_map(|badge| badge.strip_prefix(&start).map(str::to_owned));
        found.unwrap_or_else(|| panic!("no slot {slot}"))
    }
}
