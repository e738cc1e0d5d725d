//! A small place for tests, played by script with every die on the table.

use std::sync::Arc;

use fracas_adventure::Adventure;
use fracas_content::{Bundle, Problems, Source};
use fracas_heed::Trek;
use fracas_kernel::{
    Allow, Ask, Fate, History, Judgement, MapView, Offer, Outcome, Play, Report, Seat, Show, Status,
    TableView, Tell, Token, Typing,
};

/// A gate and a hall in daylight; behind a closed door a dark cave and beside it a dark pit, where the orcs live; behind a
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
tags = ["arch"]
at = [0, 0]
exit = true
cluttered = false

[[zone]]
id = "hall"
name = "Hall"
tags = ["table"]
at = [1, 0]
about = "A long hall."

[[zone]]
id = "cave"
name = "Cave"
tags = ["drip"]
at = [2, 0]
dark = true

[[zone]]
id = "pit"
name = "Pit"
tags = ["bones"]
at = [3, 0]
dark = true

[[zone]]
id = "vault"
name = "Vault"
tags = ["shelves"]
at = [1, 1]

[[zone]]
id = "nook"
name = "Nook"
tags = ["dust"]
at = [0, 1]

[[way]]
between = ["gate", "hall"]

[[way]]
between = ["hall", "cave"]
door = "closed"

[[way]]
between = ["cave", "pit"]

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
kind = "thing"

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
light = false

[[task]]
id = "watch"
name = "Watch"
does = "watch"
light = false

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
uses = true
gives = "draught"
trys = 4
senses = ["smell"]

[[task]]
id = "read"
name = "Read"
does = "read"
needs = "leaf"
uses = true

[[task]]
id = "rest"
name = "Rest"
does = "rest"
trys = 10
wounds = 1
light = false

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
slots = ["bandage", "herbs", "-", "-", "-", "-"]
hands = ["sword"]

[[creature]]
id = "gob"
name = "Gob"
grit = 1
senses = ["potions", "smell"]
slots = ["-", "-", "-", "-", "-", "-"]
natural = ["teeth"]

[[creature]]
id = "drake"
name = "Drake"
grit = 1
senses = ["gold"]
slots = ["-", "-", "-", "-", "-", "-"]
natural = ["teeth"]

[[creature]]
id = "snuffler"
name = "Snuffler"
grit = 1
senses = ["magic"]
slots = ["-", "-", "-", "-", "-", "-"]
natural = ["teeth"]

[[creature]]
id = "owl"
name = "Owl"
grit = 1
senses = ["sight"]
slots = ["-", "-", "-", "-", "-", "-"]
natural = ["teeth"]

[[creature]]
id = "stone"
name = "Stone"
grit = 1
slots = ["-", "-", "-", "-", "-", "-"]
natural = ["teeth"]

[[hero]]
id = "ann"
name = "Ann"
grit = 3
slots = ["mail", "mail", "-", "-", "-", "lamp"]
hands = ["sword"]

[[hero]]
id = "bob"
name = "Bob"
grit = 3
slots = ["mail", "bandage", "-", "-", "-", "-"]
hands = ["sword"]

[[hero]]
id = "cat"
name = "Cat"
grit = 3
slots = ["-", "-", "-", "-", "-", "picks"]
hands = ["sword"]
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
pack = ['torch', 'herbs', 'leaf']
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

pub struct Scene {
    pub game: History<Adventure<Trek>>,
}

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

fn of(text: &str) -> Scene {
    let trek = load(text, None).unwrap_or_else(|problems| panic!("{problems}"));
    Scene { game: History::new(Arc::new(Adventure(trek)), 1, 0) }
}

impl Scene {
    /// Makes a choice, with every die on the table: none missing, none left over.
    pub fn play(&mut self, text: &str, faces: &[u16]) -> &mut Scene {
        let Some(choice) = self.find(text) else {
            panic!("{text:?} is not among {:#?}", self.choices());
        };
        if let Err(error) = self.game.choose(choice, &Typing::all(faces.to_vec())) {
            panic!("{text}: {error}; {:#?}", self.log());
        }
        self
    }

    /// Several choices that roll nothing.
    pub fn each(&mut self, texts: &[&str]) -> &mut Scene {
        texts.iter().for_each(|text| {
            self.play(text, &[]);
        });
        self
    }

    /// The party walks into the hall, where nothing happens.
    pub fn hall(&mut self) -> &mut Scene {
        self.play("ann go hall", &[10])
    }

    /// And on into the cave.
    pub fn cave(&mut self) -> &mut Scene {
        self.hall().play("ann go cave", &[10])
    }

    pub fn choices(&self) -> Vec<String> {
        let game = &self.game;
        game.choices().into_iter().map(|choice| game.rules().text(game.state(), choice)).collect()
    }

    /// A choice with zones by their ids, seen or not.
    fn find(&self, text: &str) -> Option<<Adventure<Trek> as Play>::Choice> {
        self.game.find(&self.game.rules().in_sight(self.game.state(), text))
    }

    pub fn can(&self, text: &str) -> bool {
        self.find(text).is_some()
    }

    /// Why something cannot be chosen, and by which rule.
    pub fn refused(&self, text: &str) -> (String, &'static str) {
        let game = &self.game;
        let mut all = Vec::new();
        game.rules().conceivable(game.state(), &mut all);
        let found = all.into_iter().find(|&choice| {
            game.rules().text(game.state(), choice) == game.rules().in_sight(game.state(), text)
        });
        let choice = found.unwrap_or_else(|| panic!("nobody could think of {text:?}"));
        let refusal = game.rules().legal(game.state(), choice).expect_err("it is legal");
        (refusal.why, refusal.rule.unwrap_or(""))
    }

    pub fn asked(&self) -> Vec<String> {
        let game = &self.game;
        game.ask().asked().map(|who| game.rules().id(game.state(), who)).collect()
    }

    pub fn awaited(&self) -> Vec<String> {
        let game = &self.game;
        game.rules().awaited(game.state()).map(|who| game.rules().id(game.state(), who)).collect()
    }

    pub fn outcome(&self) -> Option<Outcome> {
        match self.game.ask() {
            Ask::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    pub fn trys(&self) -> u32 {
        self.game.rules().time(self.game.state())
    }

    pub fn view(&self, seat: Seat) -> TableView {
        self.game.rules().view(self.game.state(), seat)
    }

    pub fn gauge(&self, id: &str) -> String {
        let gauges = self.view(Seat::Watcher).gauges;
        gauges.into_iter().find(|gauge| gauge.id == id).unwrap_or_else(|| panic!("no {id}")).text
    }

    pub fn token(&self, id: &str) -> Token {
        let tokens = self.view(Seat::Judge).tokens;
        tokens.into_iter().find(|token| token.id == id).unwrap_or_else(|| panic!("no {id}"))
    }

    pub fn grit(&self, id: &str) -> i32 {
        self.token(id).tracks.iter().find(|one| one.id == "grit").expect("grit").value
    }

    pub fn status(&self, id: &str) -> Status {
        self.token(id).status
    }

    pub fn has(&self, id: &str, badge: &str) -> bool {
        self.token(id).badges.iter().any(|one| one.name == badge)
    }

    /// The zones on the map of a seat, with their tags.
    pub fn map(&self, seat: Seat) -> Vec<(String, Vec<String>)> {
        match self.view(seat).map {
            MapView::Zones { zones, .. } => {
                zones.into_iter().map(|card| (card.id.clone(), card.words())).collect()
            }
            MapView::Squares { .. } => panic!("zones"),
        }
    }

    pub fn fighting(&self) -> bool {
        let state = self.game.state();
        fracas_adventure::Journey::fight(&self.game.rules().0, &state.journey).is_some()
    }

    pub fn log(&self) -> Vec<String> {
        self.game.lines(0, Seat::Judge).into_iter().map(|line| line.text).collect()
    }

    /// The lines of the last step, with their rules.
    pub fn told(&self) -> Vec<(String, &'static str)> {
        let last = self.game.steps().len() - 1;
        let lines = self.game.step_lines(last, Seat::Judge).into_iter();
        lines.map(|line| (line.text, line.rule.unwrap_or(""))).collect()
    }

    pub fn warnings(&self, text: &str) -> Vec<String> {
        let choice = self.find(text).unwrap_or_else(|| panic!("{text:?} not in {:#?}", self.choices()));
        self.game.rules().describe(self.game.state(), choice).warnings
    }

    /// The chance of an encounter that a choice has.
    pub fn chance(&self, text: &str) -> f64 {
        let choice = self.find(text).unwrap_or_else(|| panic!("{text:?} not in {:#?}", self.choices()));
        let stakes = self.game.odds(choice);
        assert!(stakes.exact);
        stakes.chance.expect("a chance").p
    }

    pub fn judge(&mut self, act: Judgement) -> &mut Scene {
        self.game.judge(act).unwrap_or_else(|refusal| panic!("{refusal}"));
        self
    }

    pub fn fate(&mut self, encounter: &str, fate: Fate) -> &mut Scene {
        self.judge(Judgement::Fate { encounter: encounter.to_owned(), fate })
    }

    pub fn set(&mut self, id: &str, track: &str, value: i32) -> &mut Scene {
        let who = self.game.who(id).expect("somebody");
        self.judge(Judgement::Set { who, track: track.to_owned(), value })
    }

    /// The judge ends the combat for one side.
    pub fn end(&mut self, winner: Option<fracas_kernel::Side>) -> &mut Scene {
        self.judge(Judgement::End { winner })
    }
}

/// Is the number that was counted the one that was worked out?
pub fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-9, "{a} is not {b}");
}
