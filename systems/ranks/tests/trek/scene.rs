//! A short row of stages for tests, travelled by script with dice on the table. Every roll is one die.

use fracas_adventure::Adventure;
use fracas_content::{Bundle, Source};
use fracas_kernel::{Judgement, MapView, Scripted, Seat};
use fracas_ranks::Trek;

/// A camp; a road with a rat and treasure on it; beyond it the mill with two rats; a cellar that is locked, and a barn that
/// nobody sees.
pub const PLACE: &str = r#"
system = "ranks"
kind = "adventure"
title = "Stage"
start = "camp"
danger = 1
hours = 48

[goal]
text = "clear the mill"
beat = "millers"
leave = true

[[field]]
id = "camp"
rows = ['########', '#......#', '#......#', '########']

[[field]]
id = "road"
rows = ['########', '#......#', '#......#', '########']

[[field.treasure]]
at = [5, 1]
items = ["ring", "sword"]

[[field]]
id = "mill"
rows = ['########', '#......#', '#......#', '########']

[[field]]
id = "yard"
rows = ['########', '#......#', '#......#', '########']

[[zone]]
id = "camp"
name = "Camp"
field = "camp"
square = [2, 1]
edge = [1, 1]
at = [0, 0]
exit = true

[[zone]]
id = "road"
name = "Road"
field = "road"
square = [2, 1]
edge = [1, 1]
at = [1, 0]
cluttered = false

[[zone]]
id = "mill"
name = "Mill"
field = "mill"
square = [2, 1]
edge = [1, 1]
at = [2, 0]

[[zone]]
id = "cellar"
name = "Cellar"
field = "yard"
square = [2, 1]
at = [0, 1]

[[zone]]
id = "barn"
name = "Barn"
field = "yard"
square = [5, 2]
at = [0, -1]

[[way]]
between = ["camp", "road"]

[[way]]
between = ["road", "mill"]
door = "shut"

[[way]]
between = ["camp", "cellar"]
door = "locked"

[[way]]
between = ["camp", "barn"]
secret = true

[[cache]]
id = "sack"
name = "a sack"
at = "camp"
hidden = true
items = ["plate"]
food = 2

[[encounter]]
id = "rat"
name = "A rat"
at = "road"
foes = [{ creature = "rat" }]

[[encounter]]
id = "millers"
name = "Millers"
at = "mill"
foes = [{ creature = "rat", count = 2 }]

[[encounter]]
id = "stragglers"
name = "Stragglers"
weight = 1
foes = [{ creature = "rat" }]

[[condition]]
id = "burning"
name = "Burning"
resisted = "speed"
hurts = "fire"

[[condition]]
id = "dull"
name = "Dull"
resisted = "speed"
penalty = "perception"

[[weapon]]
id = "sword"
name = "Sword"
damage = 1
type = "edged"

[[weapon]]
id = "teeth"
name = "Teeth"
damage = 1
type = "piercing"
natural = true

[[armour]]
id = "coat"
name = "Coat"
worn = "body"
resists = { physical = 1 }

[[armour]]
id = "plate"
name = "Plate"
worn = "body"
resists = { physical = 3 }

[[valuable]]
id = "ring"
name = "Ring"

[[card]]
id = "bind"
name = "Bind"
takes = "friend"
hit = [{ mend = 1 }]

[[species]]
id = "folk"
name = "Folk"
ranks = { endurance = 1, resolve = 3, speed = 1, brawl = 1, weapon = 1, stealth = 1, perception = 1, presence = 1, reactions = 1, spellcasting = 1 }

[[card]]
id = "snatch"
name = "Snatch"
takes = "enemy"
attack = "brawl vs resolve"
hit = [{ steal = true }]

[[role]]
id = "fighter"
name = "Fighter"

[[role]]
id = "mender"
name = "Mender"
cards = ["bind"]

[[background]]
id = "none"
name = "None"

[[creature]]
id = "rat"
name = "Rat"
keywords = ["beast"]
ranks = { endurance = 1, resolve = 1, speed = 1, brawl = 1, weapon = 1, perception = 1 }
equipped = ["teeth"]

[[creature]]
id = "magpie"
name = "Magpie"
keywords = ["beast"]
ranks = { endurance = 1, resolve = 1, speed = 1, brawl = 1, perception = 1 }
equipped = ["teeth"]
cards = ["snatch"]

[[hero]]
id = "fia"
name = "Fia"
species = "folk"
role = "fighter"
background = "none"
equipped = ["sword", "coat"]

[[hero]]
id = "mo"
name = "Mo"
species = "folk"
role = "mender"
background = "none"

[supplies]
food = 5
"#;

pub const TWO: &str = "[[party]]\nhero = \"fia\"\n[[party]]\nhero = \"mo\"\n";

fracas_kernel::scene!(Adventure<Trek>);

pub fn load(text: &str, party: Option<&str>) -> Result<Trek, String> {
    let bundle = Bundle {
        scenario: Source::new("row.toml", text),
        library: Vec::new(),
        party: party.map(|party| Source::new("party.toml", party)),
    };
    Trek::load(&bundle).map_err(|problems| problems.to_string())
}

impl Scene {
    pub fn new() -> Scene {
        Scene::of(&format!("{PLACE}{TWO}"), None)
    }

    pub fn of(text: &str, party: Option<&str>) -> Scene {
        let trek = load(text, party).unwrap_or_else(|problems| panic!("{problems}"));
        Scene(Scripted::new(Adventure(trek)).spelt(Adventure::in_sight))
    }

    /// After the first fight, which was won without a blow.
    pub fn on_the_road() -> Scene {
        let mut scene = Scene::new();
        scene.play("fia go road", &[]);
        scene.win();
        scene
    }

    pub fn win(&mut self) {
        assert!(self.fights());
        self.judge(Judgement::End { winner: Some(fracas_kernel::Side::Heroes) });
    }

    pub fn set(&mut self, id: &str, track: &str, value: i32) {
        self.set_track(id, track, value);
    }

    pub fn afflict(&mut self, id: &str, condition: &str) {
        let who = self.who(id);
        self.judge(Judgement::Afflict { who, condition: condition.to_owned(), rank: Some(2) });
    }

    /// The rule by which somebody's choice is refused.
    #[track_caller]
    pub fn refused(&self, choice: &str) -> Option<&'static str> {
        self.refusal(choice).rule
    }

    pub fn track(&self, id: &str, track: &str) -> i32 {
        let tracks = self.token(id).tracks;
        let find = |id: &str| tracks.iter().find(|known| known.id == id).expect("such a track");
        if track == "wounds" {
            let left = find("wounds-left");
            return left.max.unwrap_or(0) - left.value;
        }
        if track == "damage" {
            return find("wounds-left").value * 10 - find("health").value;
        }
        find(track).value
    }

    pub fn fights(&self) -> bool {
        matches!(self.view(Seat::Judge).map, MapView::Squares { .. })
    }

    /// What lies on the field of the fight that goes on, each with its square.
    pub fn lying(&self) -> Vec<String> {
        let MapView::Squares { treasure, .. } = self.view(Seat::Judge).map else {
            panic!("a map of squares")
        };
        let each = treasure.iter().flat_map(|pile| pile.items.iter().map(move |item| (item, pile)));
        each.map(|(item, pile)| format!("{} {},{}", item.to_lowercase(), pile.at.0, pile.at.1)).collect()
    }

    /// What somebody has in the fight that goes on, and whether it is in use.
    pub fn gear(&self, id: &str) -> Vec<(String, bool)> {
        let fight = self.table.state().fight.as_ref().expect("a fight");
        let rules = &fracas_adventure::Trek::fights(&self.table.rules().0)[fight.number];
        let gear = rules.gear(&fight.state, self.who(id));
        gear.into_iter().map(|(item, on)| (item.to_owned(), on)).collect()
    }

    /// Stages on a seat's map.
    pub fn stages(&self, seat: Seat) -> Vec<String> {
        let MapView::Zones { zones, .. } = self.view(seat).map else { panic!("a map of zones") };
        zones.into_iter().map(|zone| zone.id).collect()
    }
}
