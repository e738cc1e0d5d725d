//! Broken content: every problem with its place, and what would be right.

use fracas_content::{Bundle, Source};
use fracas_heed::Heed;

const GOOD: &str = "system = 'heed'
title = 'X'
starts = 'heroes'
[[weapon]]
id = 'club'
name = 'Club'
[[hero]]
id = 'h'
name = 'H'
grit = 2
slots = ['club', '-']
hands = ['club']
[[zone]]
id = 'a'
name = 'A'
at = [0, 0]
feature = [{ id = 'well', name = 'Well', is = 'cover' }]
[[party]]
hero = 'h'
at = 'a'
[[foes]]
creature = 'h'
at = 'a'
";

fn problems(text: &str) -> String {
    let bundle = Bundle { scenario: Source::new("x.toml", text), library: Vec::new(), party: None };
    Heed::load(&bundle).map_or_else(|problems| problems.to_string(), |_| String::new())
}

#[test]
fn a_good_file_loads() {
    assert_eq!(problems(GOOD), "");
}

#[test]
fn every_slip_is_named() {
    for (right, wrong, wanted) in [
        ("starts = 'heroes'", "", "starts: missing"),
        ("starts = 'heroes'", "starts = 'heros'", "did you mean \"heroes\"?"),
        (
            "starts = 'heroes'",
            "starts = 'heroes'\nsurprised = 'heroes'",
            "the side that starts is not surprised",
        ),
        ("starts = 'heroes'", "starts = 'heroes'\nimprovised = ['heavvy']", "did you mean \"heavy\"?"),
        ("grit = 2", "grit = 7", "write a whole number from 1 to 6"),
        ("['club', '-']", "['clob', '-']", "did you mean \"club\"?"),
        ("['club', '-']", "['-', '-', '-', '-', 'club']", "there are six gear slots"),
        ("hands = ['club']", "hands = ['club', 'club', 'club']", "more than two hands hold"),
        ("name = 'Club'", "name = 'Club'\nproperties = ['heavy', 'throwing']", "neither heavy nor shot"),
        ("feature = [{ id = 'well', name = 'Well', is = 'cover' }]", "", "one or two interesting features"),
        ("is = 'cover'", "is = 'coverr'", "did you mean \"cover\"?"),
        ("is = 'cover'", "is = 'use', range = 'near', takes = 'foes', does = 'wound'", "nobody aims it"),
        ("name = 'Club'", "name = 'Club'\nshot = true\nneeds = 'quiver'", "no item is named \"quiver\""),
        ("at = 'a'", "at = 'b'", "no zone is named \"b\""),
        ("[[zone]]", "[[zone]]\nnear = ['a']", "a zone is not beside itself"),
        ("title = 'X'", "title = 'X'\ncolour = 'red'", "colour: unknown key"),
        (
            "[[zone]]",
            "[[spell]]\nid = 's'\nname = 'S'\nlevel = 1\nrange = 'near'\ntakes = 'foes'\ndoes = 'condition'\n\
             condition = 'held'\n[[zone]]",
            "this does not fit what the spell does",
        ),
        (
            "[[zone]]",
            "[[spell]]\nid = 's'\nname = 'S'\nlevel = 1\nrange = 'near'\narea = true\ntakes = 'everyone'\n\
             does = 'wound'\n[[zone]]",
            "write `dodge = true`",
        ),
        (
            "[[zone]]",
            "[[potion]]\nid = 's'\nname = 'S'\nrange = 'near'\ntakes = 'foes'\ndoes = 'wound'\n[[zone]]",
            "a flask is not aimed like an attack",
        ),
        ("at = 'a'\n[[foes]]", "at = 'a'\ncount = 32\n[[foes]]", "33 combatants"),
    ] {
        let text = GOOD.replacen(right, wrong, 1);
        assert_ne!(text, GOOD, "{right}");
        let told = problems(&text);
        assert!(told.contains(wanted), "{wrong:?} should tell {wanted:?}, not:\n{told}");
        assert!(told.contains("x.toml:"), "no place: {told}");
    }
}
