//! The heed fight that is timed.

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
slots = ["mail", "mail", "pack", "pack"]
hands = ["sword", "shield"]

[[creature]]
id = "orc"
name = "Orc"
grit = 4
slots = ["mail", "mail", "pack", "-"]
hands = ["axe", "shield"]

[[zone]]
id = "field"
name = "Field"
feature = [{ id = "grass", name = "Long grass", is = "cover" }]
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
