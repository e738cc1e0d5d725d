//! A small place for tests, explored by script with dice on the table.

use std::sync::Arc;

use fracas_adventure::Adventure;
use fracas_content::{Bundle, Source};
use fracas_kernel::{
    Ask, ChoiceView, History, Judgement, MapView, Outcome, Rules, Seat, Stakes, TableView, Token, Typing,
    Who, odds,
};
use fracas_twelves::Trek;

/// A camp before a hall; from there a pit, a locked cell, a den with imps behind a door, and a nook that nobody sees.
pub const PLACE: &str = r#"
system = "twelves"
kind = "adventure"
title = "Stage"
start = "camp"
danger = 2
hours = 24

[goal]
text = "fetch the cup"
take = "cup"
leave = true

[[zone]]
id = "camp"
name = "Camp"
at = [0, 0]
exit = true
cluttered = false

[[zone]]
id = "hall"
name = "Hall"
at = [1, 0]

[[zone.feature]]
id = "spring"
name = "Spring"
check = "wits"
uses = 1
does = [{ heal = 1, to = "friend" }]

[[zone.feature]]
id = "net"
name = "Net"
check = "might"
does = [{ hold = true, to = "foe" }]

[[zone]]
id = "pit"
name = "Pit"
at = [1, 1]

[zone.hazard]
name = "Spikes"
hits = 2
spared_by = "agility"

[[zone]]
id = "cell"
name = "Cell"
at = [2, 1]

[[zone]]
id = "den"
name = "Den"
at = [2, 0]

[[zone]]
id = "loft"
name = "Loft"
at = [3, 0]
cover = 1

[[zone]]
id = "nook"
name = "Nook"
at = [1, -1]

[[zone]]
id = "cave"
name = "Cave"
at = [-1, 0]
dark = true

[[way]]
between = ["camp", "hall"]

[[way]]
between = ["hall", "pit"]

[[way]]
between = ["hall", "cell"]
door = "locked"
hard = 2

[[way]]
between = ["hall", "den"]
door = "closed"

[[way]]
between = ["den", "loft"]

[[way]]
between = ["hall", "nook"]
secret = true

[[way]]
between = ["camp", "cave"]
door = "closed"

[[cache]]
id = "cup"
name = "the cup"
at = "cell"
silver = 50

[[cache]]
id = "chest"
name = "a chest"
at = "hall"
hidden = true
silver = 10
food = 1

[[cache]]
id = "rack"
name = "a rack"
at = "nook"
weapon = "bow"

[[encounter]]
id = "imps"
name = "Imps"
at = "den"
foes = [{ creature = "imp", count = 2 }]

[[encounter]]
id = "patrol"
name = "Patrol"
weight = 2
foes = [{ creature = "imp" }]

[[encounter]]
id = "brutes"
name = "Brutes"
weight = 1
foes = [{ creature = "brute" }]

[[weapon]]
id = "club"
name = "Club"
dice = 2
use = ["hand"]

[[weapon]]
id = "bow"
name = "Bow"
dice = 3
use = ["ranged"]

[[feat]]
id = "sure"
name = "Sure"
about = "Sure-footed."
sure = true

[[hero]]
id = "fia"
name = "Fia"
th = 8
hits = 6
might = 7
agility = 6
wits = 5
weapons = ["club"]

[[hero]]
id = "eel"
name = "Eel"
th = 7
hits = 4
might = 3
agility = 9
wits = 8
weapons = ["club"]

[[hero]]
id = "goat"
name = "Goat"
th = 7
hits = 4
might = 5
agility = 2
wits = 4
weapons = ["club"]
feats = ["sure"]

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
weapons = ["club"]

[supplies]
food = 4
oil = 2
salves = 1
"#;

pub const TWO: &str = "[[party]]\nhero = \"fia\"\n[[party]]\nhero = \"eel\"\n";

pub struct Scene {
    pub table: History<Adventure<Trek>>,
}

pub fn load(text: &str, party: Option<&str>) -> Result<Trek, String> {
    let bundle = Bundle {
        scenario: Source::new("place.toml", text),
        library: Vec::new(),
        party: party.map(|party| Source::new("party.toml", party)),
    };
    Trek::load(&bundle).map_err(|problems| problems.to_string())
}

impl Scene {
    /// Fia and Eel in the camp.
    pub fn new() -> Scene {
        Scene::of(&format!("{PLACE}{TWO}"))
    }

    pub fn of(text: &str) -> Scene {
        let trek = load(text, None).unwrap_or_else(|problems| panic!("{problems}"));
        Scene { table: History::new(Arc::new(Adventure(trek)), 0, 0) }
    }

    /// The same in the hall.
    pub fn in_the_hall() -> Scene {
        let mut scene = Scene::new();
        scene.play("fia go hall", &[]);
        scene
    }

    /// Makes a choice with exactly these faces on the table, and returns what the log says.
    #[track_caller]
    pub fn play(&mut self, choice: &str, faces: &[u16]) -> Vec<String> {
        let Some(found) = self.find(choice) else {
            panic!("not legal now: {choice}; legal: {:#?}", self.choices());
        };
        if let Err(error) = self.table.choose(found, &Typing::all(faces.to_vec())) {
            panic!("{choice}: {error}");
        }
        let last = self.table.steps().len() - 1;
        self.table.step_lines(last, Seat::Judge).into_iter().map(|line| line.text).collect()
    }

    #[track_caller]
    pub fn judge(&mut self, act: Judgement) {
        self.table.judge(act).unwrap_or_else(|refusal| panic!("{refusal}"));
    }

    pub fn set(&mut self, id: &str, hits: i32) {
        let who = self.who(id);
        self.judge(Judgement::Set { who, track: "hits".to_owned(), value: hits });
    }

    pub fn who(&self, id: &str) -> Who {
        self.table.who(id).unwrap_or_else(|| panic!("nobody is called {id}"))
    }

    pub fn choices(&self) -> Vec<String> {
        let (rules, state) = (self.table.rules(), self.table.state());
        self.table.choices().into_iter().map(|choice| rules.text(state, choice)).collect()
    }

    /// A choice with zones by their ids, seen or not.
    fn find(&self, choice: &str) -> Option<<Adventure<Trek> as Rules>::Choice> {
        self.table.find(&self.table.rules().in_sight(self.table.state(), choice))
    }

    pub fn can(&self, choice: &str) -> bool {
        self.find(choice).is_some()
    }

    /// The rule by which somebody's choice is refused.
    #[track_caller]
    pub fn refused(&self, choice: &str) -> Option<&'static str> {
        let (rules, state) = (self.table.rules(), self.table.state());
        let mut all = Vec::new();
        rules.conceivable(state, &mut all);
        let choice = &rules.in_sight(state, choice);
        let found = all.into_iter().find(|&c| rules.text(state, c) == *choice);
        let found = found.unwrap_or_else(|| panic!("inconceivable: {choice}"));
        rules.legal(state, found).expect_err("it is legal").rule
    }

    #[track_caller]
    pub fn shown(&self, choice: &str) -> ChoiceView {
        let found = self.find(choice).unwrap_or_else(|| panic!("not legal: {choice}"));
        self.table.rules().describe(self.table.state(), found)
    }

    #[track_caller]
    pub fn odds(&self, choice: &str) -> Stakes {
        let found = self.find(choice).unwrap_or_else(|| panic!("not legal: {choice}"));
        odds(self.table.rules(), self.table.state(), found)
    }

    /// Everything that is told about choices that can and cannot be taken.
    pub fn labels(&self) -> String {
        let (rules, state) = (self.table.rules(), self.table.state());
        let mut all = Vec::new();
        rules.conceivable(state, &mut all);
        let told = |choice| format!("{:?} {:?}", rules.describe(state, choice), rules.legal(state, choice));
        all.into_iter().map(told).collect()
    }

    pub fn view(&self, seat: Seat) -> TableView {
        self.table.rules().view(self.table.state(), seat)
    }

    pub fn token(&self, id: &str) -> Token {
        self.view(Seat::Judge).tokens.into_iter().find(|token| token.id == id).expect("such a one")
    }

    pub fn hits(&self, id: &str) -> i32 {
        self.token(id).tracks[0].value
    }

    pub fn place(&self, id: &str) -> Option<String> {
        self.token(id).place
    }

    pub fn gauge(&self, id: &str) -> String {
        let gauges = self.view(Seat::Watcher).gauges;
        gauges.into_iter().find(|gauge| gauge.id == id).expect("such a gauge").text
    }

    pub fn fights(&self) -> bool {
        self.table.state().fight.is_some() && self.view(Seat::Judge).tokens.len() > 2
    }

    pub fn outcome(&self) -> Option<Outcome> {
        match self.table.ask() {
            Ask::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Zones on a seat's map, and the tags of one of them.
    pub fn zones(&self, seat: Seat) -> Vec<String> {
        let MapView::Zones { zones, .. } = self.view(seat).map else { panic!("a map of zones") };
        zones.into_iter().map(|zone| zone.id).collect()
    }

    pub fn tags(&self, seat: Seat, id: &str) -> Vec<String> {
        let MapView::Zones { zones, .. } = self.view(seat).map else { panic!("a map of zones") };
        zones.into_iter().find(|zone| zone.id == id).expect("such a zone").tags
    }
}
