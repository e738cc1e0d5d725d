//! The twelves fights that are timed.

use fracas_content::{Bundle, Source};
use fracas_twelves::Twelves;

/// Four wardens against four raiders, all in one place. It needs nothing from the library.
pub const FOUR_AGAINST_FOUR: &str = r#"
system = "twelves"
title = "Four against four"

[[weapon]]
id = "blade"
name = "Blade"
dice = 4
use = ["hand"]

[[weapon]]
id = "hatchet"
name = "Hatchet"
dice = 3
use = ["hand"]

[[hero]]
id = "warden"
name = "Warden"
th = 8
hits = 7
might = 7
agility = 7
wits = 6
weapons = ["blade"]

[[creature]]
id = "raider"
name = "Raider"
rank = 2
th = 7
hits = 7
might = 7
agility = 5
wits = 4
weapons = ["hatchet"]

[[zone]]
id = "yard"
name = "Trampled yard"
at = [0, 0]

[[party]]
hero = "warden"
at = "yard"
count = 4

[[foes]]
creature = "raider"
at = "yard"
count = 4
"#;

pub fn four_against_four() -> Twelves {
    load(Bundle {
        scenario: Source::new("four-against-four.toml", FOUR_AGAINST_FOUR),
        library: Vec::new(),
        party: None,
    })
}

/// Every scenario that ships, by its id.
pub fn built_in() -> impl Iterator<Item = (String, Twelves)> {
    let ours = fracas_content::scenarios().filter(|scenario| scenario.system == "twelves");
    ours.map(|scenario| {
        let bundle = Bundle::new(scenario.source).expect("a built-in scenario names its system");
        (scenario.id, load(bundle))
    })
}

fn load(bundle: Bundle) -> Twelves {
    Twelves::load(&bundle)
        .unwrap_or_else(|problems| panic!("the scenario of the benches does not load:\n{problems}"))
}
