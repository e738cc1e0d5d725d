//! A small place for tests, explored by script with dice on the table.

use fracas_adventure::Adventure;
use fracas_content::{Bundle, Source};
use fracas_kernel::{MapView, Scripted, Seat};
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
does = [{ heal = 1, takes = "friend" }]

[[zone.feature]]
id = "net"
name = "Net"
check = "might"
does = [{ hold = true, takes = "foe" }]

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
door = "shut"

[[way]]
between = ["den", "loft"]

[[way]]
between = ["hall", "nook"]
secret = true

[[way]]
between = ["camp", "cave"]
door = "shut"

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

fracas_kernel::scene!(Adventure<Trek>);

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
        Scene::with_party(text, None)
    }

    pub fn with_party(text: &str, party: Option<&str>) -> Scene {
        let trek = load(text, party).unwrap_or_else(|problems| panic!("{problems}"));
        Scene(Scripted::new(Adventure(trek)).spelt(Adventure::in_sight))
    }

    /// The same in the hall.
    pub fn in_the_hall() -> Scene {
        let mut scene = Scene::new();
        scene.play("fia go hall", &[]);
        scene
    }

    pub fn set(&mut self, id: &str, hits: i32) {
        self.set_track(id, "hits", hits);
    }

    /// The rule by which somebody's choice is refused.
    #[track_caller]
    pub fn refused(&self, choice: &str) -> Option<&'static str> {
        self.refusal(choice).rule
    }

    pub fn hits(&self, id: &str) -> i32 {
        self.token(id).tracks[0].value
    }

    pub fn fights(&self) -> bool {
        self.table.state().fight.is_some() && self.view(Seat::Judge).tokens.len() > 2
    }

    pub fn tags(&self, seat: Seat, id: &str) -> Vec<String> {
        let MapView::Zones { zones, .. } = self.view(seat).map else { panic!("a map of zones") };
        zones.into_iter().find(|zone| zone.id == id).expect("such a zone").words()
    }
}
