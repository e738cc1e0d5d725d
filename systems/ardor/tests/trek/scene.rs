//! A small adventure for tests, played by script with dice on the table.

use std::sync::Arc;

use fracas_adventure::Adventure;
use fracas_ardor::Trek;
use fracas_content::{Bundle, Source};
use fracas_kernel::{
    Ask, Fate, History, Judgement, Outcome, Rules, Seat, Side, Stakes, TableView, Token, Typing, Who,
};

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
door = "closed"
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
reach = "ranged"
takes = "foes"
full = { damage = "1d6" }
xp = 3

[[ability]]
id = "gale"
name = "Gale"
cost = 0
by = "wit"
reach = "ranged"
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

pub struct Scene {
    pub table: History<Adventure<Trek>>,
}

impl Scene {
    pub fn of(text: &str, party: Option<&str>) -> Scene {
        let rules = load_with(text, party).unwrap_or_else(|problems| panic!("{problems}"));
        Scene { table: History::new(Arc::new(Adventure(rules)), 0, 0) }
    }

    pub fn with(options: &str) -> Scene {
        Scene::of(&(text(options) + PARTY), None)
    }

    pub fn new() -> Scene {
        Scene::with("")
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

    pub fn choices(&self) -> Vec<String> {
        let (rules, state) = (self.table.rules(), self.table.state());
        self.table.choices().into_iter().map(|choice| rules.text(state, choice)).collect()
    }

    pub fn can(&self, choice: &str) -> bool {
        self.table.find(choice).is_some()
    }

    /// The rule and the reason by which a choice is refused.
    #[track_caller]
    pub fn refused(&self, choice: &str) -> (Option<&'static str>, String) {
        let (rules, state) = (self.table.rules(), self.table.state());
        let mut all = Vec::new();
        rules.conceivable(state, &mut all);
        let found = all.into_iter().find(|&c| rules.text(state, c) == choice);
        let refusal = rules.legal(state, found.expect("it is conceivable")).expect_err("it is legal");
        (refusal.rule, refusal.why)
    }

    #[track_caller]
    pub fn judge(&mut self, act: Judgement) {
        self.table.judge(act).unwrap();
    }

    #[track_caller]
    pub fn set(&mut self, id: &str, track: &str, value: i32) {
        let who = self.who(id);
        self.judge(Judgement::Set { who, track: track.to_owned(), value });
    }

    #[track_caller]
    pub fn gauge(&mut self, gauge: &str, value: i32) {
        self.judge(Judgement::Gauge { gauge: gauge.to_owned(), value });
    }

    #[track_caller]
    pub fn fate(&mut self, encounter: &str, fate: Fate) {
        self.judge(Judgement::Fate { encounter: encounter.to_owned(), fate });
    }

    #[track_caller]
    pub fn go_to(&mut self, zone: &str) {
        self.judge(Judgement::Move { who: Who(0), to: zone.to_owned() });
    }

    /// The judge ends the fight that goes on.
    #[track_caller]
    pub fn end_fight(&mut self, winner: Side) -> Vec<String> {
        assert!(self.fighting(), "no fight goes on");
        self.judge(Judgement::End { winner: Some(winner) });
        let last = self.table.steps().len() - 1;
        self.table.step_lines(last, Seat::Judge).into_iter().map(|line| line.text).collect()
    }

    pub fn fighting(&self) -> bool {
        self.table.rules().everyone(self.table.state()).len() > 2
    }

    #[track_caller]
    pub fn odds(&self, choice: &str) -> Stakes {
        let found = self.table.find(choice).unwrap_or_else(|| panic!("not legal now: {choice}"));
        self.table.odds(found)
    }

    /// The chance that a choice comes off.
    #[track_caller]
    pub fn chance(&self, choice: &str) -> f64 {
        self.odds(choice).chance.expect("it has an aim").p
    }

    #[track_caller]
    pub fn warnings(&self, choice: &str) -> Vec<String> {
        let found = self.table.find(choice).unwrap_or_else(|| panic!("not legal now: {choice}"));
        self.table.rules().describe(self.table.state(), found).warnings
    }

    #[track_caller]
    pub fn label(&self, choice: &str) -> String {
        let found = self.table.find(choice).unwrap_or_else(|| panic!("not legal now: {choice}"));
        self.table.rules().describe(self.table.state(), found).label
    }

    pub fn who(&self, id: &str) -> Who {
        self.table.who(id).expect("somebody of that name")
    }

    pub fn outcome(&self) -> Option<Outcome> {
        match self.table.ask() {
            Ask::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    pub fn view(&self, seat: Seat) -> TableView {
        self.table.rules().view(self.table.state(), seat)
    }

    pub fn token(&self, id: &str) -> Token {
        let tokens = self.view(Seat::Judge).tokens;
        tokens.into_iter().find(|token| token.id == id).expect("somebody of that name")
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

    pub fn place(&self, id: &str) -> Option<String> {
        self.token(id).place
    }

    pub fn party_file(&self) -> String {
        self.table.rules().party_file(self.table.state()).expect("an adventure has a party")
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
