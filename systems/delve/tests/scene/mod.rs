//! A small stage for tests: heroes and monsters in a row of zones, played by script with dice on the table.

use std::sync::Arc;

use fracas_content::{Bundle, Source};
use fracas_delve::Delve;
use fracas_kernel::{Allow, Ask, History, Judgement, Offer, Outcome, Play, Seat, Show, Status, Tell, Typing};

/// Four zones in a row; the yard is an exit, and the loft is out of its sight.
const STAGE: &str = r#"
system = "delve"
title = "Stage"

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

[[zone]]
id = "loft"
name = "Loft"
at = [3, 0]
unseen = ["yard"]

[[weapon]]
id = "rune-sword"
name = "Rune sword"
damage = "1d8"
magic = 2

[[weapon]]
id = "twig"
name = "Twig"
damage = "1d4-3"

# Fighter: hit bonus +1, strength +2, dexterity +1.
[[hero]]
id = "fia"
name = "Fia"
class = "fighter"
level = 1
str = 16
dex = 13
hp = 8
ac = 15
weapons = ["sword", "spear", "short-bow", "rune-sword", "twig"]

# As weak and clumsy as can be: strength -2, dexterity -3.
[[hero]]
id = "wim"
name = "Wim"
class = "fighter"
level = 1
str = 5
dex = 3
hp = 6
ac = 12
weapons = ["sword", "short-bow", "twig"]

# Strong, but no fighter: hit bonus +1, strength +2, save 13.
[[hero]]
id = "cora"
name = "Cora"
class = "cleric"
level = 3
str = 16
hp = 10
ac = 14
weapons = ["mace"]
spells = ["mend", "bind", "ward", "blessing", "dazzle"]

# Save 12.
[[hero]]
id = "magnus"
name = "Magnus"
class = "magic-user"
level = 5
hp = 9
ac = 10
weapons = ["dagger"]
spells = ["burst", "wither", "slumber", "ember-dart", "web"]

# Half a hit die: +0 to hit, save 19.
[[creature]]
id = "imp"
name = "Imp"
hd = 0.5
hp = 2
ac = 12
weapons = ["club"]

# Two hit dice: +2 to hit, save 17.
[[creature]]
id = "brute"
name = "Brute"
hd = 2
hp = 9
ac = 13
weapons = ["sword", "short-bow"]
"#;

pub struct Scene {
    pub table: History<Delve>,
}

impl Scene {
    /// Everybody at a place; `aware` are the sides that know of the other.
    pub fn new(aware: &[&str], party: &[(&str, &str)], foes: &[(&str, &str)]) -> Scene {
        let mut text = format!("aware = {aware:?}\n{STAGE}");
        for (hero, zone) in party {
            text += &format!("[[party]]\nhero = \"{hero}\"\nat = \"{zone}\"\n");
        }
        for (creature, zone) in foes {
            text += &format!("[[foes]]\ncreature = \"{creature}\"\nat = \"{zone}\"\n");
        }
        let bundle = Bundle::new(Source::new("stage.toml", text)).unwrap();
        let rules = Delve::load(&bundle).unwrap_or_else(|problems| panic!("{problems}"));
        Scene { table: History::new(Arc::new(rules), 0, 0) }
    }

    /// Both sides know, and the heroes win the first initiative.
    pub fn begun(party: &[(&str, &str)], foes: &[(&str, &str)]) -> Scene {
        let mut scene = Scene::new(&["heroes", "monsters"], party, foes);
        let first = party[0].0;
        scene.play(&format!("{first} begin"), &[6, 1]);
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

    pub fn judge(&mut self, act: Judgement) {
        self.table.judge(act).unwrap();
    }

    pub fn choices(&self) -> Vec<String> {
        let (rules, state) = (self.table.rules(), self.table.state());
        self.table.choices().into_iter().map(|choice| rules.text(state, choice)).collect()
    }

    pub fn can(&self, choice: &str) -> bool {
        self.table.find(choice).is_some()
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

    pub fn hp(&self, id: &str) -> i32 {
        self.token(id).tracks[0].value
    }

    pub fn status(&self, id: &str) -> Status {
        self.token(id).status
    }

    pub fn zone(&self, id: &str) -> String {
        self.token(id).place.expect("on the map")
    }

    pub fn conditions(&self, id: &str) -> Vec<String> {
        self.token(id).badges.into_iter().map(|badge| badge.name).collect()
    }
}
