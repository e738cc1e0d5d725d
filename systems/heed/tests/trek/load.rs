//! Broken adventures: every problem with its place, and what would be right.

use crate::scene::{load, place_of};

fn problems(text: &str) -> String {
    load(text, None).map_or_else(|problems| problems.to_string(), |_| String::new())
}

#[test]
fn every_slip_is_named() {
    let good = place_of("orc stone@pit");
    assert_eq!(problems(&good), "");
    for (right, wrong, wanted) in [
        (
            "feature = [{ id = \"arch\", name = \"Arch\", is = \"cover\" }]",
            "",
            "one or two interesting features",
        ),
        ("exit = true", "exit = true\ntags = ['arch']", "a label does nothing"),
        ("does = \"search\"", "does = \"serch\"", "did you mean \"search\"?"),
        ("id = \"search\"", "id = \"begin\"", "\"begin\" is a choice of its own"),
        ("trys = 10", "trys = 0", "write a whole number from 1 to 60"),
        ("together = 1", "together = 0", "write a whole number from 1 to 8"),
        ("senses = [\"sight\"]", "senses = [\"sihgt\"]", "did you mean \"sight\"?"),
        ("gives = \"draught\"", "", "say what it `needs` and what it `gives`"),
        ("needs = \"leaf\"", "", "say which scroll it `needs`"),
        ("needs = \"picks\"", "needs = \"pics\"", "did you mean \"picks\"?"),
        ("items = [\"bandage\"]", "items = [\"bandge\"]", "did you mean \"bandage\"?"),
        ("hero = 'ann'", "hero = 'anne'", "did you mean \"ann\"?"),
        ("hero = 'bob'", "hero = 'ann'", "ann"),
        ("[[party]]\nhero = 'ann'", "[[party]]\nhero = 'ann'\nslots = ['mail', 'wond']", "wond"),
        ("[[party]]\nhero = 'ann'", "[[party]]\nhero = 'ann'\ncolour = 'red'", "colour: unknown key"),
        ("candles = 2\n", "candels = 2\n", "candels: unknown key"),
        ("take = \"crown\"", "take = \"crwn\"", "did you mean \"crown\"?"),
        ("limit", "limit", ""),
        (
            "{ creature = \"orc\" }",
            "{ creature = \"orc\", count = 24 }, { creature = \"orc\", count = 9 }",
            "33 at once",
        ),
    ] {
        let text = good.replacen(right, wrong, 1);
        let told = problems(&text);
        assert!(told.contains(wanted), "{wrong:?} should tell {wanted:?}, not:\n{told}");
        assert!(wanted.is_empty() || told.contains("place.toml:"), "no place: {told}");
    }
}

#[test]
fn nobody_is_left_to_go() {
    let good = place_of("orc");
    let (place, _) = good.split_once("[[party]]").expect("a party");
    assert!(problems(place).contains("party: missing"), "{}", problems(place));
    let down = format!("{place}\n[[party]]\nhero = 'ann'\nslots = ['wound', 'wound', 'wound']\n");
    assert!(problems(&down).contains("nobody can go"), "{}", problems(&down));
}
