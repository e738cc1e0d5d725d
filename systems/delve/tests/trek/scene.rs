//! A small place for tests: a gate, a hall and what lies around it, played by script with dice on the table.

use fracas_adventure::Adventure;
use fracas_content::{Bundle, Source};
use fracas_delve::Trek;
use fracas_kernel::{Play, Scripted, Seat, Show};

/// The hall has an open way to the gate, doors to the crypt, the cell (locked), the strongroom (iron), and a secret way to
/// the loft; a trapped way leads to the tunnel, which is dark, and on to the den.
const STAGE: &str = r#"
[goal]
text = "Take the crown and bring it out"
take = "crown"
leave = true

[[zone]]
id = "gate"
name = "Gate"
at = [0, 0]
exit = true
cluttered = false

[[zone]]
id = "hall"
name = "Hall"
at = [1, 0]

[[zone]]
id = "crypt"
name = "Crypt"
at = [2, 0]

[[zone]]
id = "cell"
name = "Cell"
at = [2, 1]

[[zone]]
id = "strongroom"
name = "Strongroom"
at = [2, 2]

[[zone]]
id = "loft"
name = "Loft"
at = [1, 1]

[[zone]]
id = "tunnel"
name = "Tunnel"
at = [1, 2]
dark = true

[[zone]]
id = "den"
name = "Den"
at = [1, 3]
dark = true
trap = "ash-vent"

[[way]]
between = ["gate", "hall"]

[[way]]
between = ["hall", "crypt"]
door = "shut"

[[way]]
between = ["hall", "cell"]
door = "locked"

[[way]]
between = ["hall", "strongroom"]
door = "locked"
iron = true
key = "coffer"

[[way]]
between = ["hall", "loft"]
secret = true

[[way]]
between = ["hall", "tunnel"]
trap = "pit"

[[way]]
between = ["tunnel", "den"]
door = "shut"

[[cache]]
id = "crown"
name = "A crown"
at = "cell"

[[cache]]
id = "coffer"
name = "A coffer"
at = "crypt"
gold = 40
trap = "needle"

[[cache]]
id = "niche"
name = "A niche"
at = "hall"
hidden = true
torches = 2
salves = 1

# Save 15; strength +2: forces on 3 in 6.
[[hero]]
id = "fia"
name = "Fia"
class = "fighter"
level = 1
str = 16
hp = 8
ac = 15
weapons = ["sword"]

# Save 13; charisma +2.
[[hero]]
id = "cora"
name = "Cora"
class = "cleric"
level = 3
cha = 16
hp = 10
ac = 14
weapons = ["mace"]
spells = ["mend", "ward"]

# Save 15; a thief's skill of 3 in 6.
[[hero]]
id = "tess"
name = "Tess"
class = "thief"
level = 1
hp = 6
ac = 12
weapons = ["dagger"]

# Charisma -3.
[[hero]]
id = "grim"
name = "Grim"
class = "fighter"
level = 1
cha = 3
hp = 8
ac = 15
weapons = ["sword"]

# Half a hit die: save 19.
[[creature]]
id = "imp"
name = "Imp"
hd = 0.5
hp = 2
ac = 12
weapons = ["club"]

# Two hit dice: save 17.
[[creature]]
id = "brute"
name = "Brute"
hd = 2
hp = 9
ac = 13
weapons = ["sword"]
"#;

pub const SUPPLIES: &str = "[supplies]\ntorches = 2\nrations = 8\nsalves = 1\ntinctures = 1\ngold = 20\n";

/// A brute that lives in the crypt, wants 15 gold and carries 7, heals, sells and knows the way.
pub const BRUTE: &str = r#"
[[encounter]]
id = "brute"
name = "The brute"
at = "crypt"
foes = [{ creature = "brute" }]
price = 15
gold = 7
heals = "1d6"
sells = { torches = 2, salves = 30 }
guides = ["loft", "cell"]
sound = "heavy breathing"
"#;

/// The same tables with a mood: hostile, and why.
pub fn hostile(tables: &str) -> String {
    tables.replace("price", "mood = \"hostile\"\nbecause = \"It is hungry.\"\nprice")
}

/// Two imps that turn up.
pub const IMPS: &str = r#"
[[encounter]]
id = "imps"
name = "Imps"
foes = [{ creature = "imp", count = 2 }]
"#;

fracas_kernel::scene!(Adventure<Trek>);

/// The adventure's text: `top` are keys of the file, `tables` what is added to the stage.
pub fn text(top: &str, party: &[&str], tables: &str) -> String {
    let mut text =
        format!("system = \"delve\"\nkind = \"adventure\"\ntitle = \"Stage\"\nstart = \"gate\"\n{top}\n");
    for hero in party {
        text += &format!("[[party]]\nhero = \"{hero}\"\n");
    }
    text + STAGE + tables
}

pub fn load(text: String, party: Option<String>) -> Result<Trek, String> {
    let mut bundle = Bundle::new(Source::new("stage.toml", text)).unwrap();
    bundle.party = party.map(|text| Source::new("party.toml", text));
    Trek::load(&bundle).map_err(|problems| problems.to_string())
}

impl Scene {
    pub fn of(rules: Trek) -> Scene {
        Scene(Scripted::new(Adventure(rules)).spelt(Adventure::in_sight))
    }

    pub fn with(top: &str, party: &[&str], tables: &str) -> Scene {
        let tables = format!("{SUPPLIES}{tables}");
        Scene::of(load(text(top, party, &tables), None).unwrap_or_else(|problems| panic!("{problems}")))
    }

    /// Fia, Cora and Tess at the gate; Fia leads.
    pub fn new(tables: &str) -> Scene {
        Scene::with("", &["fia", "cora", "tess"], tables)
    }

    /// The same in the hall, ten minutes later.
    pub fn in_hall(tables: &str) -> Scene {
        let mut scene = Scene::new(tables);
        scene.play("fia go hall", &[]);
        scene
    }

    /// The last step as the players were told it.
    pub fn told(&self) -> Vec<String> {
        let seat = Seat::Player(self.table.rules().everyone(self.table.state()));
        let last = self.table.steps().len() - 1;
        self.table.step_lines(last, seat).into_iter().map(|line| line.text).collect()
    }

    #[track_caller]
    pub fn set(&mut self, id: &str, track: &str, value: i32) {
        self.set_track(id, track, value);
    }

    /// Why somebody's choice is refused; the choice need not be listed.
    #[track_caller]
    pub fn refused(&self, choice: &str) -> String {
        self.refusal(choice).to_string()
    }

    pub fn player_view(&self) -> fracas_kernel::TableView {
        let rules = self.table.rules();
        rules.view(self.table.state(), Seat::Player(rules.everyone(self.table.state())))
    }

    pub fn hp(&self, id: &str) -> i32 {
        self.token(id).tracks[0].value
    }

    pub fn spells(&self, id: &str) -> i32 {
        self.token(id).tracks.iter().find(|track| track.id == "spells-1").expect("a caster").value
    }

    pub fn zone(&self, id: &str) -> String {
        self.token(id).place.unwrap_or_default()
    }

    pub fn badges(&self, id: &str) -> Vec<String> {
        let badges = self.token(id).badges.into_iter().map(|badge| badge.name);
        badges.filter(|badge| badge != "busy").collect()
    }
}
