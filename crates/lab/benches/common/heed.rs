//! The heed fights that are timed.

use fracas_content::{Bundle, Source, scenarios};
use fracas_heed::Heed;

/// Four against four in one place, who have heeded each other before: everybody blocks, parries and interrupts. It needs
/// nothing from the library.
pub const FOUR_AGAINST_FOUR: &str = r#"
system = "heed"
title = "Four against four"
starts = "heroes"

[[weapon]]
id = "sword"
name = "sword"

[[weapon]]
id = "axe"
name = "axe"

[[armour]]
id = "mail"
name = "mail"

[[gear]]
id = "shield"
name = "shield"
kind = "shield"

[[gear]]
id = "pack"
name = "pack"
kind = "thing"

[[hero]]
id = "fighter"
name = "Fighter"
grit = 4
slots = ["mail", "mail", "pack", "pack", "-", "-"]
hands = ["sword", "shield"]

[[creature]]
id = "orc"
name = "Orc"
grit = 4
slots = ["mail", "mail", "pack", "-", "-", "pack"]
hands = ["axe", "shield"]

[[zone]]
id = "field"
name = "Field"
features = ["grass"]
at = [0, 0]

[[party]]
hero = "fighter"
at = "field"
count = 4

[[foes]]
creature = "orc"
at = "field"
count = 4
"#;

pub fn four_against_four() -> Heed {
    let scenario = Source::new("four-against-four.toml", FOUR_AGAINST_FOUR);
    match Heed::load(&Bundle { scenario, library: Vec::new(), party: None }) {
        Ok(heed) => heed,
        Err(problems) => panic!("the scenario of the benches does not load:\n{problems}"),
    }
}

/// The scenarios that ship, by name.
pub fn built_in() -> impl Iterator<Item = (String, Heed)> {
    scenarios().filter(|scenario| scenario.system == "heed").map(|scenario| {
        let bundle = Bundle::new(scenario.source).expect("a built-in scenario names its system");
        (scenario.id, Heed::load(&bundle).expect("a built-in scenario loads"))
    })
}
