//! The ardor fight that is timed.

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
