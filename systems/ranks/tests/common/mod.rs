//! A table for tests: a small library, scenes on a few squares, choices by their text with dice from a tape.

#![allow(dead_code, reason = "each file of tests uses a part of it")]

use fracas_content::{Bundle, Source};
use fracas_dice::Tape;
use fracas_kernel::{
    Allow, Ask, Judge, Judgement, Offer, Outcome, Play, Seat, Show, Side, TableView, Tell, Who,
};
use fracas_ranks::{Choice, Event, Ranks, State};

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

[[monster]]
id = "orc"
name = "Orc"
ranks = { endurance = 1, resolve = 2, speed = 1, brawl = 1, weapon = 1, stealth = 1, perception = 1, presence = 1 }
equipped = ["club"]
cards = ["strike"]
[[monster]]
id = "gnat"
name = "Gnat"
keywords = ["beast", "drone"]
ranks = { endurance = 1, resolve = 2, speed = 1, brawl = 1 }
equipped = ["fangs"]
cards = ["strike"]
[[monster]]
id = "ghoul"
name = "Ghoul"
keywords = ["undead"]
ranks = { endurance = 1, resolve = 2, speed = 1, brawl = 1, perception = 1 }
equipped = ["fangs"]
cards = ["strike"]
[[monster]]
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

pub struct Table {
    pub rules: Ranks,
    pub state: State,
}

/// A scene from a map, more content, and who is there: ("ann", (1, 2)).
pub fn scene(rows: &[&str], more: &str, party: &[(&str, (u8, u8))], foes: &[(&str, (u8, u8))]) -> Table {
    Table::load(&scenario(rows, more, party, foes)).unwrap_or_else(|problems| panic!("{problems}"))
}

pub fn scenario(rows: &[&str], more: &str, party: &[(&str, (u8, u8))], foes: &[(&str, (u8, u8))]) -> String {
    let mut text = format!("system = \"ranks\"\ntitle = \"Test\"\n[map]\nrows = {rows:?}\n");
    for (key, what, all) in [("party", "hero", party), ("foes", "monster", foes)] {
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
    table.choose("cat roll initiative", &faces);
    table
}

impl Table {
    pub fn load(scenario: &str) -> Result<Table, fracas_content::Problems> {
        let library = vec![Source::new("library.toml", LIBRARY)];
        let rules =
            Ranks::load(&Bundle { scenario: Source::new("scene.toml", scenario), library, party: None })?;
        let state = rules.start();
        Ok(Table { rules, state })
    }

    pub fn who(&self, id: &str) -> Who {
        let found = self.rules.everyone(&self.state).find(|&who| self.rules.id(&self.state, who) == id);
        found.unwrap_or_else(|| panic!("nobody is called {id:?}"))
    }

    pub fn listed(&self) -> Vec<String> {
        let mut choices = Vec::new();
        self.rules.choices(&self.state, &mut choices);
        choices.into_iter().map(|choice| self.rules.text(&self.state, choice)).collect()
    }

    pub fn find(&self, text: &str) -> Option<Choice> {
        let mut choices = Vec::new();
        self.rules.choices(&self.state, &mut choices);
        choices.into_iter().find(|&choice| self.rules.text(&self.state, choice) == text)
    }

    /// Makes a choice; the dice must be those on the tape, no more and no less.
    #[track_caller]
    pub fn choose(&mut self, text: &str, faces: &[u16]) -> Vec<Event> {
        let choice =
            self.find(text).unwrap_or_else(|| panic!("{text:?} is not legal; there are {:?}", self.listed()));
        let (mut tape, mut events) = (Tape::new(faces), Vec::new());
        self.rules.apply(&mut self.state, choice, &mut tape, &mut events);
        assert_eq!(tape.done(), Ok(()), "{text}: {events:?}");
        events
    }

    /// The rule that forbids a choice. It must not be listed.
    #[track_caller]
    pub fn refused(&self, text: &str) -> Option<&'static str> {
        assert!(self.find(text).is_none(), "{text:?} is legal");
        let mut all = Vec::new();
        self.rules.conceivable(&self.state, &mut all);
        let meant = all.into_iter().find(|&choice| self.rules.text(&self.state, choice) == text);
        let choice = meant.unwrap_or_else(|| panic!("nobody could think of {text:?}"));
        self.rules.legal(&self.state, choice).expect_err("it is not listed").rule
    }

    /// The first round, in the order of the list; the first one's movement points and Senses.
    #[track_caller]
    pub fn begin(&mut self, movement: u16, senses: u16) -> &mut Table {
        let many = self.rules.everyone(&self.state).len() as u16;
        let mut faces: Vec<u16> = (0..many).map(|nth| 9 - nth).collect();
        faces.extend([movement, senses]);
        let who = self.rules.ask(&self.state).asked().first().expect("somebody is asked");
        let text = format!("{} roll initiative", self.rules.id(&self.state, who));
        self.choose(&text, &faces);
        self
    }

    #[track_caller]
    pub fn judge(&mut self, act: Judgement) {
        self.rules
            .judge(&mut self.state, &act, &mut Vec::new())
            .unwrap_or_else(|why| panic!("{act:?}: {why}"));
    }

    #[track_caller]
    pub fn set(&mut self, id: &str, track: &str, value: i32) {
        let who = self.who(id);
        self.judge(Judgement::Set { who, track: track.to_owned(), value });
    }

    #[track_caller]
    pub fn afflict(&mut self, id: &str, condition: &str, rank: i32) {
        let who = self.who(id);
        self.judge(Judgement::Afflict { who, condition: condition.to_owned(), rank: Some(rank) });
    }

    #[track_caller]
    pub fn put(&mut self, id: &str, to: &str) {
        let who = self.who(id);
        self.judge(Judgement::Move { who, to: to.to_owned() });
    }

    /// How many have been in the fight so far.
    pub fn headcount(&self) -> usize {
        self.rules.everyone(&self.state).len()
    }

    pub fn at(&self, id: &str) -> String {
        self.state.square(self.who(id)).to_string()
    }

    pub fn damage(&self, id: &str) -> i16 {
        self.state.damage(self.who(id))
    }

    pub fn wounds(&self, id: &str) -> u8 {
        self.state.wounds(self.who(id))
    }

    pub fn movement(&self, id: &str) -> u8 {
        self.state.movement(self.who(id))
    }

    pub fn hidden(&self, id: &str) -> i16 {
        self.state.hidden(self.who(id))
    }

    pub fn senses(&self, id: &str) -> i16 {
        self.state.senses(self.who(id))
    }

    pub fn condition(&self, id: &str, condition: &str) -> Option<u8> {
        self.rules.condition_rank(&self.state, self.who(id), condition)
    }

    /// Whose turn it is.
    pub fn turn(&self) -> String {
        let asked = self.rules.ask(&self.state).asked();
        asked.first().map_or("nobody".to_owned(), |who| self.rules.id(&self.state, who))
    }

    pub fn order(&self) -> Vec<String> {
        self.state.order().map(|who| self.rules.id(&self.state, who)).collect()
    }

    pub fn outcome(&self) -> Option<Outcome> {
        match self.rules.ask(&self.state) {
            Ask::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    pub fn view(&self, seat: Seat) -> TableView {
        self.rules.view(&self.state, seat)
    }

    /// The seat of a side's players.
    pub fn seat(&self, side: Side) -> Seat {
        let all = self.rules.everyone(&self.state);
        Seat::Player(all.filter(|&who| self.rules.side(&self.state, who) == side).collect())
    }

    /// The label of a choice, with its price in it.
    #[track_caller]
    pub fn label(&self, text: &str) -> String {
        let choice = self.find(text).unwrap_or_else(|| panic!("{text:?} is not legal"));
        self.rules.describe(&self.state, choice).label
    }

    #[track_caller]
    pub fn price(&self, id: &str, to: &str) -> u32 {
        let label = self.label(&format!("{id} move {to}"));
        label.rsplit(' ').next().and_then(|price| price.parse().ok()).unwrap_or_else(|| panic!("{label:?}"))
    }
}
