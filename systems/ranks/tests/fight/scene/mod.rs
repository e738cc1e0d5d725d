//! A table for tests: a small library, scenes on a few squares, choices by their text with dice from a tape.

#![allow(dead_code, reason = "each file of tests uses a part of it")]

use fracas_content::{Bundle, Problems, Source};
use fracas_kernel::{Play, Scripted, Seat, Side};
use fracas_ranks::{Event, Ranks};

/// Everybody has rank 1 in everything, and Resolve 2: every roll is one die.
pub const LIBRARY: &str = r#"
[[condition]]
id = "burning"
name = "Burning"
resisted = "speed"
hurts = "fire"
opposite = "mending"
[[condition]]
id = "mending"
name = "Mending"
resisted = "speed"
heals = true
opposite = "burning"
[[condition]]
id = "strong"
name = "Strong"
resisted = "resolve"
bonus = "damage"
[[condition]]
id = "feeble"
name = "Feeble"
resisted = "endurance"
penalty = "damage"
[[condition]]
id = "deft"
name = "Deft"
resisted = "speed"
bonus = "weapon"
opposite = "clumsy"
[[condition]]
id = "clumsy"
name = "Clumsy"
resisted = "speed"
penalty = "weapon"
opposite = "deft"
[[condition]]
id = "slow"
name = "Slow"
resisted = "speed"
penalty = "movement"
[[condition]]
id = "quick"
name = "Quick"
resisted = "speed"
bonus = "movement"
[[condition]]
id = "soft"
name = "Soft"
resisted = "endurance"
vulnerable = "physical"
[[condition]]
id = "hard"
name = "Hard"
resisted = "endurance"
resists = "impact"
[[condition]]
id = "weary"
name = "Weary"
resisted = "endurance"
penalty = "speed"

[[weapon]]
id = "club"
name = "Club"
damage = 1
bonus = 1
type = "impact"
[[weapon]]
id = "bow"
name = "Bow"
damage = 1
type = "piercing"
range = 6
hands = 2
[[weapon]]
id = "pistol"
name = "Pistol"
damage = 1
type = "piercing"
range = 6
unreliable = 1
[[weapon]]
id = "fangs"
name = "Fangs"
damage = 1
type = "edged"
natural = true
[[armour]]
id = "mail"
name = "Mail"
worn = "body"
resists = { physical = 2 }
bonus = { stealth = -1 }
[[armour]]
id = "coat"
name = "Coat"
worn = "body"
resists = { fire = 1 }
[[armour]]
id = "shield"
name = "Shield"
worn = "shield"
resists = { edged = 1 }
[[valuable]]
id = "coins"
name = "Coins"

[[species]]
id = "plain"
name = "Plain"
ranks = { endurance = 1, resolve = 2, speed = 1, brawl = 1, weapon = 1, stealth = 1, perception = 1, presence = 1, reactions = 1, spellcasting = 1 }
[[role]]
id = "fighter"
name = "Fighter"
[[background]]
id = "farmer"
name = "Farmer"

[[hero]]
id = "ann"
name = "Ann"
species = "plain"
role = "fighter"
background = "farmer"
equipped = ["club"]
[[hero]]
id = "bob"
name = "Bob"
species = "plain"
role = "fighter"
background = "farmer"
equipped = ["bow"]

[[creature]]
id = "orc"
name = "Orc"
role = "fighter"
background = "farmer"
ranks = { endurance = 1, resolve = 2, speed = 1, brawl = 1, weapon = 1, stealth = 1, perception = 1, presence = 1 }
equipped = ["club"]
cards = ["strike"]
[[creature]]
id = "gnat"
name = "Gnat"
keywords = ["beast", "drone"]
ranks = { endurance = 1, resolve = 2, speed = 1, brawl = 1 }
equipped = ["fangs"]
cards = ["strike"]
[[creature]]
id = "ghoul"
name = "Ghoul"
keywords = ["undead"]
role = "fighter"
background = "farmer"
ranks = { endurance = 1, resolve = 2, speed = 1, brawl = 1, perception = 1 }
equipped = ["fangs"]
cards = ["strike"]
[[creature]]
id = "giant"
name = "Giant"
keywords = ["mindless"]
size = 2
ranks = { endurance = 1, resolve = 2, speed = 1, brawl = 1, perception = 1 }
equipped = ["fangs"]
cards = ["strike"]
"#;

/// An open floor, eight by five.
pub const FLOOR: [&str; 5] = ["........", "........", "........", "........", "........"];

pub type Table = Scripted<Ranks>;

/// A scene from a map, more content, and who is there: ("ann", (1, 2)).
pub fn scene(rows: &[&str], more: &str, party: &[(&str, (u8, u8))], foes: &[(&str, (u8, u8))]) -> Table {
    load(&scenario(rows, more, party, foes)).unwrap_or_else(|problems| panic!("{problems}"))
}

pub fn scenario(rows: &[&str], more: &str, party: &[(&str, (u8, u8))], foes: &[(&str, (u8, u8))]) -> String {
    let mut text = format!("system = \"ranks\"\ntitle = \"Test\"\n[map]\nrows = {rows:?}\n");
    for (key, what, all) in [("party", "hero", party), ("foes", "creature", foes)] {
        for (name, (x, y)) in all {
            text += &format!("[[{key}]]\n{what} = {name:?}\nat = [{x}, {y}]\n");
        }
    }
    text + more
}

/// A hero with these cards, as TOML, all in a deck of at most three so that all are always drawn.
pub fn cards(text: &str) -> String {
    let ids: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("id = ")).collect();
    format!(
        "{text}\n[[role]]\nid = \"player\"\nname = \"Player\"\ncards = [{}]\n[[hero]]\nid = \"cat\"\nname = \"Cat\"\n\
         species = \"plain\"\nrole = \"player\"\nbackground = \"farmer\"\nequipped = [\"club\"]\n",
        ids.join(", ")
    )
}

/// Cat at 2,2 with her cards drawn, Bob at 2,4, an orc at 4,2 and another far away.
pub fn with_cards(text: &str) -> Table {
    let foes = [("orc", (4, 2)), ("orc", (7, 4))];
    let mut table = scene(&FLOOR, &cards(text), &[("cat", (2, 2)), ("bob", (2, 4))], &foes);
    let many = text.matches("[[card]]").count();
    // Initiative, movement, Senses; a choice between one is not rolled.
    let mut faces = vec![9, 8, 7, 6, 9, 9];
    faces.extend((2..=many as u16).rev().map(|_| 1));
    table.play("cat roll initiative", &faces);
    table
}

pub fn load(scenario: &str) -> Result<Table, Problems> {
    let library = vec![Source::new("library.toml", LIBRARY)];
    let bundle = Bundle { scenario: Source::new("scene.toml", scenario), library, party: None };
    Ok(Scripted::new(Ranks::load(&bundle)?))
}

/// What scenes of these rules ask for beyond what every table can say.
pub trait Scene {
    fn begin(&mut self, movement: u16, senses: u16) -> &mut Table;
    fn happens(&mut self, choice: &str, faces: &[u16]) -> Vec<Event>;
    fn seat(&self, side: Side) -> Seat;
    fn turn(&self) -> String;
    fn order(&self) -> Vec<String>;
    fn headcount(&self) -> usize;
    fn price(&self, id: &str, to: &str) -> i32;
    fn at(&self, id: &str) -> String;
    fn damage(&self, id: &str) -> i16;
    fn wounds(&self, id: &str) -> u8;
    fn movement(&self, id: &str) -> u8;
    fn hidden(&self, id: &str) -> i16;
    fn senses(&self, id: &str) -> i16;
    fn condition(&self, id: &str, condition: &str) -> Option<u8>;
}

impl Scene for Table {
    /// The first round, in the order of the list; the first one's movement points and Senses.
    #[track_caller]
    fn begin(&mut self, movement: u16, senses: u16) -> &mut Table {
        let mut faces: Vec<u16> = (0..self.headcount() as u16).map(|nth| 9 - nth).collect();
        faces.extend([movement, senses]);
        self.play(&format!("{} roll initiative", self.turn()), &faces);
        self
    }

    /// Makes a choice, and says what has come of it.
    #[track_caller]
    fn happens(&mut self, choice: &str, faces: &[u16]) -> Vec<Event> {
        self.play(choice, faces);
        self.events().to_vec()
    }

    /// The seat of a side's players.
    fn seat(&self, side: Side) -> Seat {
        let (rules, state) = (self.rules(), self.state());
        Seat::Player(rules.everyone(state).filter(|&who| rules.side(state, who) == side).collect())
    }

    /// Whose turn it is.
    fn turn(&self) -> String {
        self.asked().first().map_or("nobody".to_owned(), Clone::clone)
    }

    fn order(&self) -> Vec<String> {
        self.state().order().map(|who| fracas_kernel::Tell::id(self.rules(), self.state(), who)).collect()
    }

    /// How many have been in the fight so far.
    fn headcount(&self) -> usize {
        self.rules().everyone(self.state()).len()
    }

    /// What a move costs, in movement points.
    #[track_caller]
    fn price(&self, id: &str, to: &str) -> i32 {
        self.shown(&format!("{id} move {to}")).cost.expect("a move has a price").amount
    }

    fn at(&self, id: &str) -> String {
        self.state().square(self.who(id)).to_string()
    }

    fn damage(&self, id: &str) -> i16 {
        self.state().damage(self.who(id))
    }

    fn wounds(&self, id: &str) -> u8 {
        self.state().wounds(self.who(id))
    }

    fn movement(&self, id: &str) -> u8 {
        self.state().movement(self.who(id))
    }

    fn hidden(&self, id: &str) -> i16 {
        self.state().hidden(self.who(id))
    }

    fn senses(&self, id: &str) -> i16 {
        self.state().senses(self.who(id))
    }

    fn condition(&self, id: &str, condition: &str) -> Option<u8> {
        self.rules().condition_rank(self.state(), self.who(id), condition)
    }
}
