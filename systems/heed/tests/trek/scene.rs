//! A small place for tests, played by script with every die on the table.

use fracas_adventure::{Adventure, Trek as _};
use fracas_content::{Bundle, Problems, Source};
use fracas_heed::Trek;
use fracas_kernel::{Judgement, MapView, Report, Scripted, Seat, Side};

/// A gate and a hall in daylight; behind closed doors a dark cave, and behind that a dark pit, where the orcs live; behind a
/// locked door a vault with gold; and a nook that only a search finds.
pub const PLACE: &str = r#"
system = "heed"
kind = "adventure"
title = "Place"
start = "gate"
hour = 8

[goal]
text = "take the crown out"
take = "crown"
leave = true

[[zone]]
id = "gate"
name = "Gate"
feature = [{ id = "arch", name = "Arch", is = "cover" }]
at = [0, 0]
exit = true
cluttered = false

[[zone]]
id = "hall"
name = "Hall"
feature = [{ id = "table", name = "Table", is = "cover" }]
at = [1, 0]
about = "A long hall."

[[zone]]
id = "cave"
name = "Cave"
feature = [{ id = "drip", name = "Slime", is = "trips" }]
at = [2, 0]
dark = true

[[zone]]
id = "pit"
name = "Pit"
feature = [{ id = "bones", name = "Bones", is = "cover" }]
at = [3, 0]
dark = true

[[zone]]
id = "vault"
name = "Vault"
feature = [{ id = "shelves", name = "Shelves", is = "cover" }]
at = [1, 1]

[[zone]]
id = "nook"
name = "Nook"
feature = [{ id = "dust", name = "Loose bricks", is = "height" }]
at = [0, 1]

[[way]]
between = ["gate", "hall"]
door = "shut"

[[way]]
between = ["hall", "cave"]
door = "shut"

[[way]]
between = ["cave", "pit"]
door = "shut"

[[way]]
between = ["hall", "vault"]
door = "locked"

[[way]]
between = ["hall", "nook"]
secret = true

[[cache]]
id = "crown"
name = "the crown"
at = "vault"
gold = 100

[[cache]]
id = "jar"
name = "a jar"
at = "hall"
hidden = true
items = ["draught", "bandage"]
candles = 2

[[cache]]
id = "crate"
name = "a crate"
at = "cave"
items = ["bandage"]
trys = 3

[[weapon]]
id = "sword"
name = "Sword"

[[weapon]]
id = "bow"
name = "Bow"
shot = true
two_handed = true

[[natural]]
id = "teeth"
name = "Teeth"

[[armour]]
id = "mail"
name = "Mail"

[[gear]]
id = "torch"
name = "Torch"
kind = "light"
senses = ["sight"]

[[gear]]
id = "lamp"
name = "Lamp"
kind = "light"

[[gear]]
id = "bandage"
name = "Bandage"
kind = "bandage"

[[gear]]
id = "picks"
name = "Picks"
kind = "picks"

[[gear]]
id = "herbs"
name = "Herbs"
kind = "thing"

[[gear]]
id = "leaf"
name = "Leaf"
kind = "thing"
senses = ["magic"]

[[potion]]
id = "draught"
name = "Draught"
range = "reach"
takes = "friends"
does = "heal"
wounds = 2
senses = ["potions"]

[[spell]]
id = "mend"
name = "Mend"
level = 1
range = "reach"
takes = "friends"
does = "heal"
wounds = 1

[[task]]
id = "search"
name = "Search"
does = "search"

[[task]]
id = "pick"
name = "Pick"
does = "open"
needs = "picks"
chance = 4
together = 1

[[task]]
id = "force"
name = "Force"
does = "open"
chance = 2
together = 2
senses = ["sound"]

[[task]]
id = "listen"
name = "Listen"
does = "listen"

[[task]]
id = "watch"
name = "Watch"
does = "watch"

[[task]]
id = "take"
name = "Take"
does = "take"
together = 1

[[task]]
id = "bandage"
name = "Bandage"
does = "bandage"

[[task]]
id = "cast"
name = "Cast"
does = "cast"
senses = ["magic"]

[[task]]
id = "drink"
name = "Drink"
does = "drink"

[[task]]
id = "brew"
name = "Brew"
does = "make"
needs = "herbs"
uses_up = true
gives = "draught"
trys = 4
senses = ["smell"]

[[task]]
id = "read"
name = "Read"
does = "read"
needs = "leaf"
uses_up = true

[[task]]
id = "rest"
name = "Rest"
does = "rest"
trys = 10
wounds = 1

[[task]]
id = "pack"
name = "Leave"
does = "pack"

[[task]]
id = "fight"
name = "Combat"
does = "fight"
senses = ["sound"]

[[creature]]
id = "orc"
name = "Orc"
grit = 1
senses = ["sound"]
hands = ["sword"]
slots = ["bandage", "herbs", "-", "-"]

[[creature]]
id = "gob"
name = "Gob"
grit = 1
senses = ["potions", "smell"]
natural = ["teeth"]

[[creature]]
id = "drake"
name = "Drake"
grit = 1
senses = ["gold"]
natural = ["teeth"]

[[creature]]
id = "snuffler"
name = "Snuffler"
grit = 1
senses = ["magic"]
natural = ["teeth"]

[[creature]]
id = "owl"
name = "Owl"
grit = 1
senses = ["sight"]
natural = ["teeth"]

[[creature]]
id = "stone"
name = "Stone"
grit = 1
natural = ["teeth"]

[[hero]]
id = "ann"
name = "Ann"
grit = 3
hands = ["sword"]
slots = ["mail", "herbs", "leaf", "lamp"]

[[hero]]
id = "bob"
name = "Bob"
grit = 3
hands = ["sword"]
slots = ["mail", "bandage", "torch", "-"]

[[hero]]
id = "cat"
name = "Cat"
grit = 3
hands = ["sword"]
slots = ["-", "-", "-", "picks"]
spells = ["mend"]
"#;

const PARTY: &str = "
[[party]]
hero = 'ann'
[[party]]
hero = 'bob'
[[party]]
hero = 'cat'
[supplies]
candles = 2
";

pub fn load(text: &str, party: Option<&str>) -> Result<Trek, Problems> {
    let party = party.map(|text| Source::new("party.toml", text));
    Trek::load(&Bundle { scenario: Source::new("place.toml", text), library: Vec::new(), party })
}

/// The place, and who lives there: "orc" turns up, "orc@pit" lives somewhere, a word for each encounter; its id is the
/// creature's name.
pub fn place_of(foes: &str) -> String {
    let mut text = PLACE.to_owned();
    for one in foes.split_whitespace() {
        let (creature, at) = one.split_once('@').unwrap_or((one, ""));
        let at = if at.is_empty() { String::new() } else { format!("at = {at:?}") };
        text += &format!(
            "\n[[encounter]]\nid = {creature:?}\nname = 'The {creature}'\n{at}\nfoes = [{{ creature = {creature:?} }}]\n"
        );
    }
    text + PARTY
}

pub type Scene = Scripted<Adventure<Trek>>;

pub fn scene(foes: &str) -> Scene {
    of(&place_of(foes))
}

/// The same with something else in the file.
pub fn changed(foes: &str, right: &str, other: &str) -> Scene {
    let text = place_of(foes);
    let new = text.replacen(right, other, 1);
    assert_ne!(text, new, "{right}");
    of(&new)
}

/// Scripts call zones by their ids, seen or not.
pub fn of(text: &str) -> Scene {
    let trek = load(text, None).unwrap_or_else(|problems| panic!("{problems}"));
    Scripted::new(Adventure(trek)).spelt(|rules, state, choice| rules.in_sight(state, choice))
}

/// What only these scripts need.
pub trait Venture {
    /// The party walks into the hall, where nothing happens.
    fn hall(&mut self);
    /// And on into the cave.
    fn cave(&mut self);
    fn trys(&self) -> u32;
    /// How likely an encounter is: what is told is the chance of none.
    fn risk(&self, choice: &str) -> f64;
    fn grit(&self, id: &str) -> i32;
    /// The zones on the map of a seat, with their tags.
    fn map(&self, seat: Seat) -> Vec<(String, Vec<String>)>;
    /// Is somebody met, or fought?
    fn fighting(&self) -> bool;
    /// Those who are met are fought.
    fn fight(&mut self);
    fn log(&self) -> Vec<String>;
    /// The lines of the last step, with their rules.
    fn told(&self) -> Vec<(String, &'static str)>;
    /// The judge ends the combat for one side.
    fn end(&mut self, winner: Option<Side>);
}

impl Venture for Scene {
    fn hall(&mut self) {
        self.play("ann go hall", &[10]);
    }

    fn cave(&mut self) {
        self.hall();
        self.play("ann go cave", &[10]);
    }

    fn trys(&self) -> u32 {
        self.rules().time(self.state())
    }

    fn risk(&self, choice: &str) -> f64 {
        1.0 - self.chance(choice)
    }

    fn grit(&self, id: &str) -> i32 {
        self.track(id, "grit").expect("grit")
    }

    fn map(&self, seat: Seat) -> Vec<(String, Vec<String>)> {
        let MapView::Zones { zones, .. } = self.view(seat).map else { panic!("no map of zones") };
        zones.into_iter().map(|card| (card.id.clone(), card.words())).collect()
    }

    fn fighting(&self) -> bool {
        let fights = self.rules().0.fight(&self.state().trek).is_some();
        fights || self.choices().iter().any(|choice| choice.ends_with(" fight"))
    }

    fn fight(&mut self) {
        let fights = self.choices().into_iter().find(|choice| choice.ends_with(" fight"));
        if let Some(choice) = fights {
            self.play(&choice, &[]);
        }
    }

    fn log(&self) -> Vec<String> {
        self.table.lines(0, Seat::Judge).into_iter().map(|line| line.text).collect()
    }

    fn told(&self) -> Vec<(String, &'static str)> {
        self.lines_to(Seat::Judge).into_iter().map(|line| (line.text, line.rule.unwrap_or(""))).collect()
    }

    fn end(&mut self, winner: Option<Side>) {
        self.fight();
        self.judge(Judgement::End { winner });
    }
}

/// Is the number that was counted the one that was worked out?
pub fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-9, "{a} is not {b}");
}
