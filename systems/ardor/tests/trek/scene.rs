//! A small adventure for tests, played by script with dice on the table.

use fracas_adventure::Adventure;
use fracas_ardor::Trek;
use fracas_content::{Bundle, Source};
use fracas_kernel::{Judgement, Play, Scripted, Seat, Side, Who};

pub const STAGE: &str = r#"
[goal]
text = "fetch the crown"
take = "crown"
leave = true

# Woods, and the way out.
[[zone]]
id = "camp"
name = "Camp"
at = [0, 0]
exit = true
comforts = ["woods"]

[[zone]]
id = "inn"
name = "Inn"
at = [0, 1]
indoors = true
cluttered = false
comforts = ["inn"]

# Guards live here, and can be seen from the camp.
[[zone]]
id = "ridge"
name = "Ridge"
at = [1, 0]
challenge = 13
[zone.slip]
what = "a stone comes loose"
below = 7
hurts = "1d6"
condition = "dazed"
rounds = 2

# Nobody knows of the ogre.
[[zone]]
id = "den"
name = "Den"
at = [2, 0]
dark = true
indoors = true
challenge = 14

[[zone]]
id = "isle"
name = "Isle"
at = [1, 1]
risk = 2

[[zone]]
id = "vault"
name = "Vault"
at = [0, 2]
indoors = true

[[zone]]
id = "nook"
name = "Nook"
at = [1, 2]

[[way]]
between = ["camp", "inn"]
door = "shut"
minutes = 5

[[way]]
between = ["camp", "ridge"]
minutes = 30

[[way]]
between = ["ridge", "den"]
minutes = 20

[[way]]
between = ["camp", "isle"]
minutes = 20
[way.hazard]
name = "the ford"
challenge = 10
by = "might"
[way.hazard.slip]
what = "the current wins"
below = 5
costs_ardor = 1

[[way]]
between = ["inn", "vault"]
door = "locked"
challenge = 15
key = "iron-key"

[[way]]
between = ["camp", "nook"]
secret = true

[[cache]]
id = "iron-key"
name = "an iron key"
at = "isle"

[[cache]]
id = "purse"
name = "a purse of herbs"
at = "camp"
hidden = true
kits = 2
rations = 3
xp = 1
fills = "tower"

[[cache]]
id = "crown"
name = "the crown"
at = "den"

[[encounter]]
id = "guards"
name = "the guards"
at = "ridge"
plain = true
challenge = 15
xp = 2
fills = "tower"
foes = [{ creature = "imp", count = 2 }]

[[encounter]]
id = "ogre"
name = "the ogre"
at = "den"
challenge = 18
foes = [{ creature = "ogre" }]

[[encounter]]
id = "wolves"
name = "wolves"
weight = 3
foes = [{ creature = "imp" }]

[[encounter]]
id = "thieves"
name = "thieves"
weight = 2
foes = [{ creature = "ogre" }]

[[pursuit]]
id = "tower"
name = "The tower"
segments = 2
gives = { kits = 1 }

[[pursuit]]
id = "friends"
name = "Friends in low places"
segments = 1
gives = { stealth = 2 }

[[ability]]
id = "gust"
name = "Gust"
cost = 0
by = "wit"
range = "ranged"
takes = "foes"
full = { damage = "1d6" }
xp = 3

[[ability]]
id = "gale"
name = "Gale"
cost = 0
by = "wit"
range = "ranged"
takes = "foes"
full = { damage = "2d6" }
xp = 4

[[archetype]]
id = "plain"
name = "plain"
health = 20
ardor = 3
surges = 2
lore = ["gust", "gale"]

[[hero]]
id = "ann"
name = "Ann"
archetype = "plain"
comforts = ["inn"]
melee = "sword"

# The clumsy one, at home in the woods.
[[hero]]
id = "bea"
name = "Bea"
archetype = "plain"
might = 2
grace = -1
xp = 5
comforts = ["woods"]
melee = "sword"

[[creature]]
id = "imp"
name = "Imp"
base = 10
health = 30
melee = "claws"

[[creature]]
id = "ogre"
name = "Ogre"
base = 14
health = 8
melee = "club"
"#;

pub const PARTY: &str = r#"
[supplies]
kits = 1
rations = 4

[[party]]
hero = "ann"

[[party]]
hero = "bea"
"#;

/// The adventure's text: `options` come first.
pub fn text(options: &str) -> String {
    let head =
        "system = \"ardor\"\nkind = \"adventure\"\ntitle = \"Stage\"\nchallenge = 12\nstart = \"camp\"";
    format!("{head}\n{options}\n{STAGE}")
}

pub fn load_with(text: &str, party: Option<&str>) -> Result<Trek, String> {
    let party = party.map(|party| Source::new("party.toml", party));
    let bundle = Bundle { scenario: Source::new("stage.toml", text), library: Vec::new(), party };
    Trek::load(&bundle).map_err(|problems| problems.to_string())
}

fracas_kernel::scene!(Adventure<Trek>);

impl Scene {
    pub fn of(text: &str, party: Option<&str>) -> Scene {
        let rules = load_with(text, party).unwrap_or_else(|problems| panic!("{problems}"));
        Scene(Scripted::new(Adventure(rules)).spelt(Adventure::in_sight))
    }

    pub fn with(options: &str) -> Scene {
        Scene::of(&(text(options) + PARTY), None)
    }

    pub fn new() -> Scene {
        Scene::with("")
    }

    /// The usual stage with something else in its text.
    pub fn changed(changes: &[(&str, &str)]) -> Scene {
        let text = changes.iter().fold(text("") + PARTY, |text, (from, to)| {
            assert!(text.contains(from), "{from} is not in the stage");
            text.replacen(from, to, 1)
        });
        Scene::of(&text, None)
    }

    /// The rule and the reason by which a choice is refused.
    #[track_caller]
    pub fn refused(&self, choice: &str) -> (Option<&'static str>, String) {
        let refusal = self.refusal(choice);
        (refusal.rule, refusal.why.into_owned())
    }

    #[track_caller]
    pub fn set(&mut self, id: &str, track: &str, value: i32) {
        self.set_track(id, track, value);
    }

    #[track_caller]
    pub fn gauge(&mut self, gauge: &str, value: i32) {
        self.judge(Judgement::Gauge { gauge: gauge.to_owned(), value });
    }

    #[track_caller]
    pub fn go_to(&mut self, zone: &str) {
        self.judge(Judgement::Move { who: Who(0), to: zone.to_owned() });
    }

    /// The judge ends the fight that goes on.
    #[track_caller]
    pub fn end_fight(&mut self, winner: Side) -> Vec<String> {
        assert!(self.fighting(), "no fight goes on");
        self.judge(Judgement::End { winner: Some(winner) })
    }

    pub fn fighting(&self) -> bool {
        self.table.rules().everyone(self.table.state()).len() > 2
    }

    /// The chance that a choice comes off.
    #[track_caller]
    pub fn chance(&self, choice: &str) -> f64 {
        self.odds(choice).chance.expect("it has an aim").p
    }

    #[track_caller]
    pub fn warnings(&self, choice: &str) -> Vec<String> {
        self.0.shown(choice).warnings
    }

    #[track_caller]
    pub fn label(&self, choice: &str) -> String {
        self.0.shown(choice).label
    }

    /// A track; one that is not shown is 0.
    pub fn track(&self, id: &str, track: &str) -> i32 {
        self.token(id).tracks.into_iter().find(|known| known.id == track).map_or(0, |track| track.value)
    }

    /// A gauge as it is shown.
    pub fn shown(&self, gauge: &str) -> String {
        let gauges = self.view(Seat::Judge).gauges;
        gauges.into_iter().find(|known| known.id == gauge).map_or(String::new(), |gauge| gauge.text)
    }
}

/// The line that starts so.
#[track_caller]
pub fn line<'a>(lines: &'a [String], start: &str) -> &'a str {
    lines
        .iter()
        .find(|line| line.starts_with(start))
        .unwrap_or_else(|| panic!("{start:?} is not in {lines:#?}"))
}
