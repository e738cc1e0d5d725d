//! A small stage for tests: heroes and creatures in a row of zones, played by script with dice on the table.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::sync::Arc;

use fracas_content::{Bundle, Source};
use fracas_heed::Heed;
use fracas_kernel::{
    Allow, Ask, History, Judgement, Offer, Outcome, Play, Seat, Show, Status, Tell, Token, Typing,
};

/// Four zones in a row; the yard is an exit, and the loft is out of its sight. Beside the hall is a dark cellar, which
/// sees the hall alone.
const STAGE: &str = r#"
system = "heed"
title = "Stage"

[[zone]]
id = "yard"
name = "Yard"
tags = ["gate"]
at = [0, 0]
near = ["hall"]
exit = true

[[zone]]
id = "hall"
name = "Hall"
tags = ["table"]
at = [1, 0]
near = ["stair", "cellar"]

[[zone]]
id = "stair"
name = "Stair"
tags = ["steps"]
at = [2, 0]
near = ["loft"]

[[zone]]
id = "loft"
name = "Loft"
tags = ["beams", "hay"]
at = [3, 0]
unseen = ["yard"]

[[zone]]
id = "cellar"
name = "Cellar"
tags = ["barrels"]
at = [1, 1]
unseen = ["yard", "stair", "loft"]
dark = true

[[weapon]]
id = "sword"
name = "Sword"

[[weapon]]
id = "axe"
name = "Axe"

[[weapon]]
id = "javelin"
name = "Javelin"
properties = ["throwing"]

[[weapon]]
id = "cleaver"
name = "Cleaver"
properties = ["heavy"]

[[weapon]]
id = "maul"
name = "Maul"
two_handed = true
properties = ["heavy"]

[[weapon]]
id = "hook"
name = "Hook"
properties = ["tripping"]

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
id = "bag"
name = "Bag"
kind = "thing"

[[gear]]
id = "shield"
name = "Shield"
kind = "shield"

[[gear]]
id = "torch"
name = "Torch"
kind = "light"

[[gear]]
id = "bandage"
name = "Bandage"
kind = "bandage"

[[potion]]
id = "draught"
name = "Draught"
range = "reach"
takes = "friends"
does = "heal"
wounds = 2

[[potion]]
id = "tonic"
name = "Tonic"
range = "reach"
takes = "friends"
does = "condition"
condition = "emboldened"
rounds = 1

[[potion]]
id = "flask"
name = "Flask"
range = "near"
area = true
takes = "everyone"
dodge = true
does = "wound"

[[spell]]
id = "ember"
name = "Ember"
level = 1
range = "far"
takes = "foes"
does = "wound"

[[spell]]
id = "ward"
name = "Ward"
level = 1
concentration = true
range = "near"
takes = "friends"
does = "condition"
condition = "warded"

[[spell]]
id = "snare"
name = "Snare"
level = 2
concentration = true
range = "near"
takes = "foes"
dodge = true
does = "condition"
condition = "held"

[[spell]]
id = "lance"
name = "Lance"
level = 3
range = "far"
takes = "foes"
does = "heavy-wound"

# Armour in 1 and 2, a bag in 3, the rest empty; three dice to parry in melee, two against the rest.
[[hero]]
id = "ann"
name = "Ann"
grit = 3
slots = ["mail", "mail", "bag", "-", "-", "-"]
hands = ["sword", "shield"]

# No empty slot: can only block. One die to parry in melee.
[[hero]]
id = "bob"
name = "Bob"
grit = 3
slots = ["mail", "mail", "bag", "bag", "bag", "bag"]
hands = ["sword"]

# No armour: can only dodge.
[[hero]]
id = "cat"
name = "Cat"
grit = 3
slots = ["bag", "bag", "axe", "-", "-", "-"]
hands = ["bow"]

[[hero]]
id = "dot"
name = "Dot"
grit = 3
slots = ["bag", "bag", "bag", "bag", "bag", "-"]
spells = ["ember", "ward", "snare", "lance"]

# Every slot is full of things.
[[hero]]
id = "eve"
name = "Eve"
grit = 3
slots = ["javelin", "javelin", "cleaver", "bandage", "bandage", "draught"]

[[hero]]
id = "fay"
name = "Fay"
grit = 3
slots = ["maul", "tonic", "flask", "shield", "bandage", "torch"]

# Six empty slots: no attack ever lands.
[[hero]]
id = "gil"
name = "Gil"
grit = 3
slots = ["-", "-", "-", "-", "-", "-"]
hands = ["sword"]

[[creature]]
id = "imp"
name = "Imp"
grit = 3
slots = ["-", "-", "-", "-", "-", "-"]
hands = ["axe"]

# Whatever is aimed at it lands: nothing but bags.
[[creature]]
id = "orc"
name = "Orc"
grit = 3
slots = ["bag", "bag", "bag", "bag", "bag", "bag"]
hands = ["axe"]

[[creature]]
id = "elf"
name = "Elf"
grit = 3
slots = ["bag", "bag", "bag", "bag", "bag", "bag"]
hands = ["bow"]

[[creature]]
id = "ogre"
name = "Ogre"
grit = 4
focus = 1
slots = ["mail", "bag", "bag", "bag", "bag", "bag"]
hands = ["maul"]

[[creature]]
id = "tripper"
name = "Tripper"
grit = 3
slots = ["bag", "bag", "bag", "bag", "bag", "-"]
hands = ["hook"]

# Sees in the dark.
[[creature]]
id = "bat"
name = "Bat"
grit = 3
senses = ["dark-sight"]
slots = ["bag", "bag", "bag", "bag", "bag", "bag"]
natural = ["teeth"]

# Smells what is near.
[[creature]]
id = "dog"
name = "Dog"
grit = 3
senses = ["scent"]
slots = ["bag", "bag", "bag", "bag", "bag", "bag"]
natural = ["teeth"]
"#;

pub struct Scene {
    pub game: History<Heed>,
}

/// `cast` is who is where: "ann@yard orc@yard | rest": a word for each.
pub fn scene(cast: &str) -> Scene {
    staged("starts = 'heroes'", cast)
}

/// As [`scene`], with other keys at the top of the scenario.
pub fn staged(top: &str, cast: &str) -> Scene {
    let heroes = ["ann", "bob", "cat", "dot", "eve", "fay", "gil"];
    let mut text = STAGE.replacen("title", &format!("{top}\ntitle"), 1);
    for one in cast.split_whitespace() {
        let (who, zone) = one.split_once('@').expect("who@zone");
        let part = if heroes.contains(&who) { "party" } else { "foes" };
        let what = if heroes.contains(&who) { "hero" } else { "creature" };
        text += &format!("\n[[{part}]]\n{what} = {who:?}\nat = {zone:?}\n");
    }
    let bundle = Bundle { scenario: Source::new("stage.toml", text), library: Vec::new(), party: None };
    let rules = Heed::load(&bundle).unwrap_or_else(|problems| panic!("{problems}"));
    Scene { game: History::new(Arc::new(rules), 1, 0) }
}

impl Scene {
    /// Makes a choice, with every die on the table: none missing, none left over.
    pub fn play(&mut self, text: &str, faces: &[u16]) -> &mut Scene {
        let Some(choice) = self.game.find(text) else {
            panic!("{text:?} is not among {:#?}", self.choices());
        };
        if let Err(error) = self.game.choose(choice, &Typing::all(faces.to_vec())) {
            panic!("{text}: {error}; {:#?}", self.log());
        }
        self
    }

    /// Several choices that roll nothing.
    pub fn each(&mut self, texts: &[&str]) -> &mut Scene {
        for text in texts {
            self.play(text, &[]);
        }
        self
    }

    /// Everybody who may heed before the combat heeds nobody, or nobody more.
    pub fn begin(&mut self) -> &mut Scene {
        while self.round() == 0 {
            let first = self.asked()[0].clone();
            self.play(&format!("{first} ready"), &[]);
        }
        self
    }

    /// Those who are asked end their turns until it is up to `who`.
    pub fn pass_to(&mut self, who: &str) -> &mut Scene {
        for _ in 0..50 {
            let asked = self.asked();
            if asked.iter().any(|id| id == who) {
                return self;
            }
            self.play(&format!("{} done", asked[0]), &[]);
        }
        panic!("{who} is never asked");
    }

    pub fn choices(&self) -> Vec<String> {
        let game = &self.game;
        game.choices().into_iter().map(|choice| game.rules().text(game.state(), choice)).collect()
    }

    pub fn can(&self, text: &str) -> bool {
        self.game.find(text).is_some()
    }

    /// By which rule something cannot be chosen; "" where there is no rule for it.
    pub fn refused(&self, text: &str) -> &'static str {
        let game = &self.game;
        let mut all = Vec::new();
        game.rules().conceivable(game.state(), &mut all);
        let found = all.into_iter().find(|&choice| game.rules().text(game.state(), choice) == text);
        let choice = found.unwrap_or_else(|| panic!("nobody could think of {text:?}"));
        let refusal = game.rules().legal(game.state(), choice).expect_err("it is legal");
        refusal.rule.unwrap_or("")
    }

    pub fn asked(&self) -> Vec<String> {
        let game = &self.game;
        game.ask().asked().map(|who| game.rules().id(game.state(), who)).collect()
    }

    /// Who is asked in the middle of another's action.
    pub fn reacts(&self) -> Option<String> {
        match self.game.ask() {
            Ask::React(who) => Some(self.game.rules().id(self.game.state(), who)),
            _ => None,
        }
    }

    pub fn outcome(&self) -> Option<Outcome> {
        match self.game.ask() {
            Ask::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    pub fn round(&self) -> u32 {
        self.game.rules().round(self.game.state())
    }

    pub fn phase(&self) -> String {
        self.game.rules().view(self.game.state(), Seat::Judge).phase
    }

    pub fn token(&self, id: &str) -> Token {
        let view = self.game.rules().view(self.game.state(), Seat::Judge);
        view.tokens.into_iter().find(|token| token.id == id).unwrap_or_else(|| panic!("no {id}"))
    }

    pub fn track(&self, id: &str, track: &str) -> i32 {
        let token = self.token(id);
        token.tracks.iter().find(|one| one.id == track).unwrap_or_else(|| panic!("no {track}")).value
    }

    pub fn grit(&self, id: &str) -> i32 {
        self.track(id, "grit")
    }

    /// Free focus slots.
    pub fn focus(&self, id: &str) -> i32 {
        self.track(id, "focus")
    }

    pub fn has(&self, id: &str, badge: &str) -> bool {
        self.token(id).badges.iter().any(|one| one.name == badge)
    }

    /// What the six slots hold, and then the hands.
    pub fn slot(&self, id: &str, slot: u8) -> String {
        let start = format!("{slot} ");
        let badges = self.token(id).badges;
        let found = badges.iter().find_map(|one| one.name.strip_prefix(&start).map(str::to_owned));
        found.unwrap_or_else(|| panic!("no slot {slot}"))
    }

    pub fn status(&self, id: &str) -> Status {
        self.token(id).status
    }

    pub fn place(&self, id: &str) -> String {
        self.token(id).place.unwrap_or_default()
    }

    pub fn tags(&self, zone: &str) -> Vec<String> {
        let fracas_kernel::MapView::Zones { zones, .. } =
            self.game.rules().view(self.game.state(), Seat::Judge).map
        else {
            panic!("zones");
        };
        zones.into_iter().find(|card| card.id == zone).expect("a zone").words()
    }

    pub fn judge(&mut self, act: Judgement) -> &mut Scene {
        self.game.judge(act).unwrap_or_else(|refusal| panic!("{refusal}"));
        self
    }

    pub fn set(&mut self, id: &str, track: &str, value: i32) -> &mut Scene {
        let who = self.game.who(id).expect("somebody");
        self.judge(Judgement::Set { who, track: track.to_owned(), value })
    }

    pub fn afflict(&mut self, id: &str, condition: &str) -> &mut Scene {
        let who = self.game.who(id).expect("somebody");
        self.judge(Judgement::Afflict { who, condition: condition.to_owned(), rank: None })
    }

    pub fn log(&self) -> Vec<String> {
        self.game.lines(0, Seat::Judge).into_iter().map(|line| line.text).collect()
    }

    /// The lines of the last step.
    pub fn told(&self) -> Vec<String> {
        let last = self.game.steps().len() - 1;
        self.game.step_lines(last, Seat::Judge).into_iter().map(|line| line.text).collect()
    }

    pub fn warnings(&self, text: &str) -> Vec<String> {
        let choice = self.game.find(text).unwrap_or_else(|| panic!("{text:?} not in {:#?}", self.choices()));
        self.game.rules().describe(self.game.state(), choice).warnings
    }

    /// The chance that a choice comes off.
    pub fn chance(&self, text: &str) -> f64 {
        let choice = self.game.find(text).unwrap_or_else(|| panic!("{text:?} not in {:#?}", self.choices()));
        let stakes = self.game.odds(choice);
        assert!(stakes.exact);
        stakes.chance.expect("a chance").p
    }
}
