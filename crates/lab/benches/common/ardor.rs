//! The ardor fights that are timed.

use fracas_ardor::Ardor;
use fracas_content::{Bundle, Source, scenarios};

/// Four against four in one place, with Ardor to strain for more and a surge each. It needs nothing from the library.
pub const FOUR_AGAINST_FOUR: &str = r#"
system = "ardor"
title = "Four against four"
challenge = 12

[[archetype]]
id = "fighter"
name = "fighter"
health = 26
ardor = 2
surges = 1

[[hero]]
id = "fighter"
name = "Fighter"
archetype = "fighter"
might = 2
will = 1
melee = "sword"

[[creature]]
id = "orc"
name = "Orc"
base = 13
health = 28
melee = "axe"

[[zone]]
id = "field"
name = "Field"
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

pub fn four_against_four() -> Ardor {
    let scenario = Source::new("four-against-four.toml", FOUR_AGAINST_FOUR);
    match Ardor::load(&Bundle { scenario, library: Vec::new(), party: None }) {
        Ok(ardor) => ardor,
        Err(problems) => panic!("the scenario of the benches does not load:\n{problems}"),
    }
}

/// Every scenario that ships, with its id.
pub fn built_in() -> impl Iterator<Item = (String, Ardor)> {
    scenarios().filter(|scenario| scenario.system == "ardor").map(|scenario| {
        let bundle = Bundle::new(scenario.source).expect("a built-in scenario names its system");
        (scenario.id, Ardor::load(&bundle).expect("a built-in scenario loads"))
    })
}
