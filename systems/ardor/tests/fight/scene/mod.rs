//! A small stage for tests: heroes and foes in a row of zones, played by script with dice on the table.

#![allow(dead_code, reason = "each test file uses a part of it")]

use fracas_ardor::Ardor;
use fracas_content::{Bundle, Source};
use fracas_kernel::{Allow, Offer, Scripted, Seat, Tell};

/// Four zones in a row; the yard is an exit, and the loft is out of its sight.
const STAGE: &str = r#"
[[zone]]
id = "yard"
name = "Yard"
at = [0, 0]
near = ["hall"]
exit = true

[[zone]]
id = "hall"
name = "Hall"
at = [1, 0]
near = ["stair"]

[[zone]]
id = "stair"
name = "Stair"
at = [2, 0]
near = ["loft"]
challenge = 15
footing = -2

[[zone]]
id = "loft"
name = "Loft"
at = [3, 0]
unseen = ["yard"]

[[ability]]
id = "bash"
name = "Bash"
cost = 1
modifier = 2
by = "might"
range = "melee"
takes = "foes"
full = { damage = "2d6", condition = "dazed", rounds = 1 }
glancing = { damage = "1d6" }

[[ability]]
id = "blast"
name = "Blast"
cost = 2
by = "wit"
range = "ranged"
area = true
takes = "everyone"
full = { damage = "1d6+1" }
glancing = { damage = "1d4" }

[[ability]]
id = "mend"
name = "Mend"
cost = 1
by = "will"
range = "near"
takes = "friends"
full = { heal = "2d6" }

[[ability]]
id = "chain"
name = "Chain"
cost = 1
modifier = 4
by = "wit"
range = "ranged"
takes = "foes"
full = { condition = "rooted", rounds = 2 }

[[ability]]
id = "gust"
name = "Gust"
cost = 0
by = "wit"
range = "ranged"
takes = "foes"
full = { damage = "1d6" }
xp = 3

[[archetype]]
id = "plain"
name = "plain"
health = 20
ardor = 0
surges = 2

[[archetype]]
id = "keen"
name = "keen"
health = 20
ardor = 3
surges = 1
abilities = ["bash", "blast", "mend", "chain"]
lore = ["gust"]

# Nothing is added to what they roll.
[[hero]]
id = "ann"
name = "Ann"
archetype = "plain"
melee = "sword"
ranged = "bow"

[[hero]]
id = "bea"
name = "Bea"
archetype = "plain"
melee = "sword"
ranged = "bow"

[[hero]]
id = "dag"
name = "Dag"
archetype = "plain"
might = 3
grace = 1
wit = 2
will = -1
melee = "axe"
ranged = "javelin"

[[hero]]
id = "cyd"
name = "Cyd"
archetype = "keen"
melee = "staff"
ranged = "sling"

# With enough experience for Gust.
[[hero]]
id = "eve"
name = "Eve"
archetype = "keen"
xp = 5
melee = "staff"

[[creature]]
id = "imp"
name = "Imp"
base = 10
health = 30
melee = "claws"
ranged = "thorns"

[[creature]]
id = "ogre"
name = "Ogre"
base = 14
health = 8
surges = 1
melee = "club"

[[creature]]
id = "hag"
name = "Hag"
base = 10
health = 20
ardor = 2
melee = "nails"
abilities = ["chain", "blast"]
"#;

/// A scenario's text: `options` come first, then the stage, then who is where. A hero's place may go on with other keys.
pub fn text(options: &str, party: &[(&str, &str)], foes: &[(&str, &str)]) -> String {
    let mut text = format!("system = \"ardor\"\ntitle = \"Stage\"\n{options}\n");
    if !options.contains("challenge") {
        text.insert_str(0, "challenge = 12\n");
    }
    text += STAGE;
    let mut place = |table: &str, key: &str, who: &str, at: &str| {
        let (zone, more) = at.split_once(' ').unwrap_or((at, ""));
        text += &format!("[[{table}]]\n{key} = \"{who}\"\nat = \"{zone}\"\n{}\n", more.replace(';', "\n"));
    };
    party.iter().for_each(|(who, at)| place("party", "hero", who, at));
    foes.iter().for_each(|(who, at)| place("foes", "creature", who, at));
    text
}

pub fn load(text: &str) -> Result<Ardor, String> {
    let bundle = Bundle { scenario: Source::new("stage.toml", text), library: Vec::new(), party: None };
    Ardor::load(&bundle).map_err(|problems| problems.to_string())
}

fracas_kernel::scene!(Ardor);

impl Scene {
    pub fn with(options: &str, party: &[(&str, &str)], foes: &[(&str, &str)]) -> Scene {
        let rules = load(&text(options, party, foes)).unwrap_or_else(|problems| panic!("{problems}"));
        Scene(Scripted::new(rules))
    }

    /// A scenario's whole text.
    pub fn of(text: &str) -> Scene {
        Scene(Scripted::new(load(text).unwrap_or_else(|problems| panic!("{problems}"))))
    }

    /// Begun, with the default options and nobody on the ground.
    pub fn new(party: &[(&str, &str)], foes: &[(&str, &str)]) -> Scene {
        let mut scene = Scene::with("", party, foes);
        scene.play(&format!("{} begin", party[0].0), &[]);
        scene
    }

    /// The rule by which somebody's choice is refused. It must not be listed. What can be said at several times of a round
    /// is refused as being out of time at all but one.
    #[track_caller]
    pub fn refused(&self, choice: &str) -> Option<&'static str> {
        assert!(!self.can(choice), "it is listed: {choice}");
        let (rules, state) = (self.rules(), self.state());
        let mut all = Vec::new();
        rules.conceivable(state, &mut all);
        let found = all.into_iter().filter(|&one| rules.text(state, one) == choice);
        let reasons: Vec<_> =
            found.map(|one| rules.legal(state, one).expect_err("it is legal").rule).collect();
        assert!(!reasons.is_empty(), "inconceivable: {choice}");
        reasons.iter().copied().find(|rule| *rule != Some("ARDOR-F1")).unwrap_or(reasons[0])
    }

    /// All that a seat sees, as text.
    pub fn seen(&self, seat: Seat) -> String {
        serde_json::to_string(&self.view(seat)).unwrap()
    }

    #[track_caller]
    pub fn health(&self, id: &str) -> i32 {
        self.track(id, "health").expect("everybody has health")
    }

    #[track_caller]
    pub fn zone(&self, id: &str) -> String {
        self.place(id).expect("on the map")
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
