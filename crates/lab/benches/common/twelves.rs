//! The twelves fight that is timed.

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
