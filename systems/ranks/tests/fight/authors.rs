//! What authors can say beyond the cards that ship: conditions with two effects, effects on a miss, uses in a fight, and
//! keywords of their own.

use std::sync::Arc;

use fracas_content::{Bundle, Source};
use fracas_kernel::check_every;
use fracas_kernel::checks::Effort;
use fracas_ranks::{Ability, Ranks};

use crate::scene::{FLOOR, LIBRARY, Scene, Table, cards, load, scenario, scene};

const CURSE: &str = r#"
[[condition]]
id = "frost"
name = "Frost"
resisted = "endurance"
hurts = "cold"
also = { penalty = "speed" }
"#;
const CHILL: &str = r#"
[[card]]
id = "chill"
name = "Chill"
takes = "enemy"
range = 4
uses = 2
attack = "spellcasting vs resolve"
hit = [{ afflict = "frost", rank = 2 }]
miss = [{ damage = 1, type = "cold" }]
"#;
const GOLEM: &str = r#"
[[keyword]]
id = "construct"
name = "Construct"
about = "Made, not born."
is = ["mindless"]
ranks = { endurance = 2 }
resists = { poison = 4 }
[[creature]]
id = "golem"
name = "Golem"
keywords = ["construct"]
ranks = { endurance = 1, resolve = 2, speed = 1, brawl = 1, perception = 1 }
equipped = ["fangs"]
cards = ["strike"]
"#;

fn content() -> String {
    format!("{CURSE}{}{GOLEM}", cards(CHILL))
}

fn all() -> Vec<Arc<Ranks>> {
    let foes = [("golem", (4, 2)), ("orc", (5, 2))];
    let text = scenario(&FLOOR, &content(), &[("cat", (1, 2)), ("ann", (1, 3))], &foes);
    let library = vec![Source::new("library.toml", LIBRARY)];
    let bundle = Bundle { scenario: Source::new("own.toml", text), library, party: None };
    vec![Arc::new(Ranks::load(&bundle).unwrap_or_else(|problems| panic!("{problems}")))]
}

const EFFORT: Effort = Effort { listed: 0..1, playouts: 0..4, instinct: 0..4, ..Effort::SOME };

check_every!(all, EFFORT);

/// Cat's turn, with Chill in hand, and Bob behind her.
fn begun() -> Table {
    let party = [("cat", (2, 2)), ("bob", (0, 4))];
    let mut table = scene(&FLOOR, &content(), &party, &[("golem", (4, 2)), ("orc", (7, 4))]);
    table.play("cat roll initiative", &[9, 8, 7, 6, 9, 9]);
    table
}

/// RANKS-E1: a condition does both of what it does, with its rank, and is shaken off as one.
#[test]
fn a_condition_does_two_things() {
    let mut table = begun();
    let rank = |table: &Table| table.rules().rank(table.state(), table.who("bob"), Ability::Speed);
    assert_eq!(rank(&table), 1);
    table.afflict("bob", "frost", Some(1));
    assert_eq!(rank(&table), 0, "slow");
    let badge = table.token("bob").badges.into_iter().find(|badge| badge.name == "frost 1").unwrap();
    assert!(
        badge.means.contains("Cold damage of rank 1") && badge.means.contains("Speed -1"),
        "{}",
        badge.means
    );
    // It hurts Bob for 3, which he endures; movement at rank 0, Senses.
    table.play("cat end turn", &[3, 9, 8, 5]);
    assert_eq!(table.damage("bob"), 3, "and cold");
    // Endurance 4 beats its 3: all of it is gone.
    table.play("bob end turn", &[4, 3, 5, 5]);
    assert_eq!((table.condition("bob", "frost"), rank(&table)), (None, 1));
}

/// RANKS-E2: those who are missed feel what a card does on a miss, and those who are hit do not.
#[test]
fn a_miss_can_do_something() {
    let mut table = begun();
    assert!(table.shown("cat play chill golem").deed.effect.contains("On a miss: "));
    table.play("cat play chill golem", &[3, 3, 6, 4, 9, 9, 9]);
    assert_eq!((table.damage("golem"), table.condition("golem", "frost")), (4, None));
    let mut table = begun();
    table.play("cat play chill golem", &[7, 3, 6]);
    assert_eq!((table.damage("golem"), table.condition("golem", "frost")), (0, Some(2)));
}

/// RANKS-E3: played as often as it says, a card is gone for this fight.
#[test]
fn a_card_is_used_up() {
    let mut table = begun();
    for round in 1..=3 {
        let has =
            |table: &Table| table.badges("cat").into_iter().any(|badge| badge.starts_with("card: Chill"));
        assert_eq!(has(&table), round < 3, "{:?}", table.badges("cat"));
        if round == 3 {
            assert_eq!(table.refused("cat play chill golem"), Some("RANKS-R11"), "it is not drawn again");
            break;
        }
        let left = format!("({} left)", 3 - round);
        assert!(table.badges("cat").iter().any(|badge| badge.ends_with(&left)), "{left}");
        table.play("cat play chill golem", &[3, 3, 6, 1, 9, 9, 9]);
        for who in ["cat", "bob", "golem"] {
            table.play(&format!("{who} end turn"), &[5, 5]);
        }
        table.play("orc end turn", &[]);
        table.play("cat roll initiative", &[9, 8, 7, 6, 9, 9]);
    }
}

/// RANKS-E4: a keyword of one's own gives what it says, stands for those of the rules, and is shown.
#[test]
fn keywords_of_ones_own() {
    let table = begun();
    let golem = table.token("golem");
    assert_eq!(golem.kind, "mindless, construct");
    assert!(golem.badges.iter().any(|badge| badge.name == "construct" && badge.means == "Made, not born."));
    let rank = table.rules().rank(table.state(), table.who("golem"), Ability::Endurance);
    assert_eq!(rank, 3, "1 of its own, 2 of its kind");
}

#[test]
fn what_cannot_be_is_told() {
    let told = |from: &str, to: &str, what: &str| {
        let text =
            scenario(&FLOOR, &content().replacen(from, to, 1), &[("cat", (2, 2))], &[("golem", (4, 2))]);
        let problems = load(&text).map(drop).unwrap_err().to_string();
        assert!(problems.contains(what), "{problems}");
    };
    told("also = { penalty", "also = { bonus", "one half of it is good for its bearer and the other bad");
    told("also = { penalty = \"speed\" }", "also = { }", "condition[0].also: it does one thing");
    told("attack = \"spellcasting vs resolve\"", "", "card[0].miss: it cannot miss");
    told("uses = 2", "uses = 20", "write a whole number from 1 to 15");
    told("id = \"construct\"", "id = \"undead\"", "the rules have a keyword of this name");
    told("keywords = [\"construct\"]", "keywords = [\"constrict\"]", "did you mean \"construct\"?");
}
