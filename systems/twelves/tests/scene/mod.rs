//! A small stage for tests: heroes and monsters in a handful of zones, played by script with dice on the table.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::sync::Arc;

use fracas_content::{Bundle, Source};
use fracas_kernel::{
    Allow, Ask, ChoiceView, Crowd, History, Judgement, Offer, Outcome, Play, Seat, Show, Stakes, Status,
    Tell, Typing, Who, odds,
};
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
pair = ["sword", "dirk"]

[[hero]]
id = "ambi"
name = "Ambi"
th = 7
hits = 5
might = 6
agility = 7
wits = 6
weapons = ["sword", "dirk"]
pair = ["sword", "dirk"]
feats = ["ambi"]

[[hero]]
id = "twin"
name = "Twin"
th = 7
hits = 5
might = 6
agility = 7
wits = 6
weapons = ["dirk", "dart"]
pair = ["dirk", "dirk"]

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

pub struct Scene {
    pub table: History<Twelves>,
}

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

impl Scene {
    /// On the stage's map, before the first roll.
    pub fn new(head: &str, party: &[(&str, &str)], foes: &[(&str, &str)]) -> Scene {
        Scene::on(head, MAP, party, foes)
    }

    pub fn on(head: &str, map: &str, party: &[(&str, &str)], foes: &[(&str, &str)]) -> Scene {
        let rules = rules(script(head, map, party, foes));
        Scene { table: History::new(Arc::new(rules), 0, 0) }
    }

    /// Everybody is ready, and the first round has begun.
    pub fn begun(party: &[(&str, &str)], foes: &[(&str, &str)]) -> Scene {
        Scene::begun_on(MAP, party, foes)
    }

    /// The same with features in the hall.
    pub fn with_features(features: &str, party: &[(&str, &str)], foes: &[(&str, &str)]) -> Scene {
        let hall = "near = [\"stair\", \"pit\"]\n";
        let map = MAP.replace(hall, &format!("{hall}{features}\n"));
        assert_ne!(map, MAP);
        Scene::begun_on(&map, party, foes)
    }

    pub fn begun_on(map: &str, party: &[(&str, &str)], foes: &[(&str, &str)]) -> Scene {
        let mut scene = Scene::on("ready = \"all\"", map, party, foes);
        let first = scene.asked()[0].clone();
        scene.play(&format!("{first} begin"), &[]);
        scene
    }

    /// Makes a choice with exactly these faces on the table, and returns what the log says.
    #[track_caller]
    pub fn play(&mut self, choice: &str, faces: &[u16]) -> Vec<String> {
        let Some(found) = self.table.find(choice) else {
            panic!("not legal now: {choice}; legal: {:#?}", self.choices());
        };
        if let Err(error) = self.table.choose(found, &Typing::all(faces.to_vec())) {
            panic!("{choice}: {error}");
        }
        let last = self.table.steps().len() - 1;
        self.table.step_lines(last, Seat::Judge).into_iter().map(|line| line.text).collect()
    }

    /// Everybody who is asked passes, until it is somebody's turn.
    #[track_caller]
    pub fn pass_until(&mut self, id: &str) {
        for _ in 0..64 {
            let asked = self.asked();
            if asked.iter().any(|one| one == id) {
                return;
            }
            self.play(&format!("{} pass", asked[0]), &[]);
        }
        panic!("it is never {id}'s turn");
    }

    pub fn judge(&mut self, act: Judgement) {
        self.table.judge(act).unwrap();
    }

    pub fn set(&mut self, id: &str, track: &str, value: i32) {
        let who = self.who(id);
        self.judge(Judgement::Set { who, track: track.to_owned(), value });
    }

    #[track_caller]
    pub fn who(&self, id: &str) -> Who {
        self.table.who(id).unwrap_or_else(|| panic!("nobody is called {id}"))
    }

    pub fn choices(&self) -> Vec<String> {
        let (rules, state) = (self.table.rules(), self.table.state());
        self.table.choices().into_iter().map(|choice| rules.text(state, choice)).collect()
    }

    pub fn can(&self, choice: &str) -> bool {
        self.table.find(choice).is_some()
    }

    #[track_caller]
    pub fn shown(&self, choice: &str) -> ChoiceView {
        let found = self.table.find(choice).unwrap_or_else(|| panic!("not legal: {choice}"));
        self.table.rules().describe(self.table.state(), found)
    }

    #[track_caller]
    pub fn odds(&self, choice: &str) -> Stakes {
        let found = self.table.find(choice).unwrap_or_else(|| panic!("not legal: {choice}"));
        odds(self.table.rules(), self.table.state(), found)
    }

    /// What instinct does for somebody.
    pub fn instinct(&self, id: &str) -> String {
        let choice = self.table.instinct(Crowd::one(self.who(id)));
        self.table.rules().text(self.table.state(), choice)
    }

    /// The rule by which somebody's choice is refused; the choice need not be listed.
    #[track_caller]
    pub fn refused(&self, choice: &str) -> Option<&'static str> {
        let (rules, state) = (self.table.rules(), self.table.state());
        let mut all = Vec::new();
        rules.conceivable(state, &mut all);
        let found = all.into_iter().find(|&c| rules.text(state, c) == choice);
        let found = found.unwrap_or_else(|| panic!("inconceivable: {choice}"));
        rules.legal(state, found).expect_err("it is legal").rule
    }

    /// Who is asked, by id.
    pub fn asked(&self) -> Vec<String> {
        let (rules, state) = (self.table.rules(), self.table.state());
        self.table.ask().asked().map(|who| rules.id(state, who)).collect()
    }

    pub fn outcome(&self) -> Option<Outcome> {
        match self.table.ask() {
            Ask::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    fn token(&self, id: &str) -> fracas_kernel::Token {
        let view = self.table.rules().view(self.table.state(), Seat::Judge);
        view.tokens.into_iter().find(|token| token.id == id).expect("somebody of that name")
    }

    pub fn track(&self, id: &str, track: &str) -> i32 {
        self.token(id).tracks.into_iter().find(|known| known.id == track).expect("such a track").value
    }

    pub fn hits(&self, id: &str) -> i32 {
        self.track(id, "hits")
    }

    pub fn status(&self, id: &str) -> Status {
        self.token(id).status
    }

    pub fn zone(&self, id: &str) -> String {
        self.token(id).place.expect("on the map")
    }

    pub fn is(&self, id: &str, badge: &str) -> bool {
        self.token(id).badges.iter().any(|known| known.name == badge)
    }

    /// The tags on a zone's card.
    pub fn tags(&self, id: &str) -> Vec<String> {
        let view = self.table.rules().view(self.table.state(), Seat::Watcher);
        let fracas_kernel::MapView::Zones { zones, .. } = view.map else { panic!("a map of zones") };
        zones.into_iter().find(|zone| zone.id == id).expect("such a zone").words()
    }
}
