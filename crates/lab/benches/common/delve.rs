//! The delve fight that is timed.

/// Four fighters against four orcs, all in one place. It needs nothing from the library.
pub const FOUR_AGAINST_FOUR: &str = r#"
system = "delve"
title = "Four against four"
aware = ["heroes", "monsters"]

[[class]]
id = "fighter"
hit_die = 10
hit_bonus = [1, 1, 2, 2, 3]
save = [14, 14, 13, 13, 12]

[[weapon]]
id = "sword"
name = "sword"
damage = "1d8"

[[weapon]]
id = "greataxe"
name = "greataxe"
damage = "1d12+3"

# +2 by class and +3 by strength: +5 to hit, 1d8+3.
[[hero]]
id = "fighter"
name = "Fighter"
class = "fighter"
level = 3
str = 18
hp = 28
ac = 16
weapons = ["sword"]

# +5 to hit by its hit dice.
[[creature]]
id = "orc"
name = "Orc"
hd = 5
hp = 15
ac = 13
weapons = ["greataxe"]

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
