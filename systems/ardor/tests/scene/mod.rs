//! A small stage for tests: heroes and foes in a row of zones, played by script with dice on the table.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::sync::Arc;

use fracas_ardor::Ardor;
use fracas_content::{Bundle, Source};
use fracas_kernel::{
    Allow, Ask, Crowd, History, Judgement, Offer, Outcome, Play, Seat, Show, Stakes, Status, Tell, Token,
    Typing, Who,
};

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
reach = "melee"
takes = "foes"
full = { damage = "2d6", condition = "dazed", rounds = 1 }
glancing = { damage = "1d6" }

[[ability]]
id = "blast"
name = "Blast"
cost = 2
by = "wit"
reach = "ranged"
area = true
takes = "everyone"
full = { damage = "1d6+1" }
glancing = { damage = "1d4" }

[[ability]]
id = "mend"
name = "Mend"
cost = 1
by = "will"
reach = "near"
takes = "friends"
full = { heal = "2d6" }

[[ability]]
id = "chain"
name = "Chain"
cost = 1
modifier = 4
by = "wit"
reach = "ranged"
takes = "foes"
full = { condition = "rooted", rounds = 2 }

[[ability]]
id = "gust"
name = "Gust"
cost = 0
by = "wit"
reach = "ranged"
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

pub struct Scene {
    pub table: History<Ardor>,
}

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

impl Scene {
    pub fn with(options: &str, party: &[(&str, &str)], foes: &[(&str, &str)]) -> Scene {
        let rules = load(&text(options, party, foes)).unwrap_or_else(|problems| panic!("{problems}"));
        Scene { table: History::new(Arc::new(rules), 0, 0) }
    }

    /// Begun, with the default options and nobody on the ground.
    pub fn new(party: &[(&str, &str)], foes: &[(&str, &str)]) -> Scene {
        let mut scene = Scene::with("", party, foes);
        scene.play(&format!("{} begin", party[0].0), &[]);
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
        self.last_lines(Seat::Judge)
    }

    /// Several choices, of which only the last rolls dice.
    #[track_caller]
    pub fn round(&mut self, choices: &[&str], faces: &[u16]) -> Vec<String> {
        let (last, first) = choices.split_last().expect("something is chosen");
        for choice in first {
            self.play(choice, &[]);
        }
        self.play(last, faces)
    }

    pub fn last_lines(&self, seat: Seat) -> Vec<String> {
        let last = self.table.steps().len() - 1;
        self.table.step_lines(last, seat).into_iter().map(|line| line.text).collect()
    }

    #[track_caller]
    pub fn judge(&mut self, act: Judgement) {
        self.table.judge(act).unwrap();
    }

    /// Sets a track.
    #[track_caller]
    pub fn set(&mut self, id: &str, track: &str, value: i32) {
        let who = self.who(id);
        self.judge(Judgement::Set { who, track: track.to_owned(), value });
    }

    pub fn choices(&self) -> Vec<String> {
        let (rules, state) = (self.table.rules(), self.table.state());
        self.table.choices().into_iter().map(|choice| rules.text(state, choice)).collect()
    }

    pub fn can(&self, choice: &str) -> bool {
        self.table.find(choice).is_some()
    }

    /// The rule by which somebody's choice is refused. It must not be listed.
    #[track_caller]
    pub fn refused(&self, choice: &str) -> Option<&'static str> {
        assert!(!self.can(choice), "it is listed: {choice}");
        let (rules, state) = (self.table.rules(), self.table.state());
        let mut all = Vec::new();
        rules.conceivable(state, &mut all);
        let found = all.into_iter().filter(|&c| rules.text(state, c) == choice);
        let errors: Vec<_> = found.map(|c| rules.legal(state, c)).collect();
        assert!(!errors.is_empty(), "inconceivable: {choice}");
        assert!(errors.iter().all(Result::is_err), "it is legal: {choice}");
        // What can be said at several times of a round is refused as being out of time at all but one.
        let rules: Vec<_> =
            errors.into_iter().map(|error| error.err().and_then(|refusal| refusal.rule)).collect();
        rules.iter().copied().find(|rule| *rule != Some("ARDOR-F1")).unwrap_or(rules[0])
    }

    #[track_caller]
    pub fn odds(&self, choice: &str) -> Stakes {
        let found = self.table.find(choice).unwrap_or_else(|| panic!("not legal now: {choice}"));
        self.table.odds(found)
    }

    /// Who is asked, by id.
    pub fn asked(&self) -> Vec<String> {
        self.ids(self.table.ask().asked())
    }

    pub fn awaited(&self) -> Vec<String> {
        self.ids(self.table.rules().awaited(self.table.state()))
    }

    fn ids(&self, crowd: Crowd) -> Vec<String> {
        crowd.map(|who| self.table.rules().id(self.table.state(), who)).collect()
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

    pub fn seen(&self, seat: Seat) -> String {
        serde_json::to_string(&self.table.rules().view(self.table.state(), seat)).unwrap()
    }

    fn token(&self, id: &str) -> Token {
        let view = self.table.rules().view(self.table.state(), Seat::Judge);
        view.tokens.into_iter().find(|token| token.id == id).expect("somebody of that name")
    }

    pub fn track(&self, id: &str, track: &str) -> Option<i32> {
        self.token(id).tracks.into_iter().find(|known| known.id == track).map(|track| track.value)
    }

    pub fn health(&self, id: &str) -> i32 {
        self.track(id, "health").expect("everybody has health")
    }

    pub fn status(&self, id: &str) -> Status {
        self.token(id).status
    }

    pub fn zone(&self, id: &str) -> String {
        self.token(id).place.expect("on the map")
    }

    pub fn badges(&self, id: &str) -> Vec<String> {
        self.token(id).badges.into_iter().map(|badge| badge.name).collect()
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
