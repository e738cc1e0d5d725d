//! A party with a hero of one's own goes into every adventure of its system, by the file that the program wrote.

use fracas_content::{Listed, Source, adventures};
use fracas_kernel::Seat;
use fracas_systems::{Checked, bundle_for, bundle_with, check, open};

/// The adventure with a hero of its own in the party, who is like the first, in gear of his own where there is some.
fn with_a_guest(adventure: &Listed) -> (Source, String) {
    let file: toml::Table = adventure.source.text.parse().unwrap();
    let first = file["party"][0]["hero"].as_str().unwrap().to_owned();
    let own = format!(
        "[[hero]]\nid = \"guest\"\nname = \"The \\\"guest\\\"\"\nlike = \"double\"\n[[hero]]\nid = \"double\"\nname = \"Double\"\nlike = \"{first}\"\nabout = \"Not from here.\"\n"
    );
    let named = format!("hero = \"{first}\"");
    assert!(adventure.source.text.contains(&named), "{}", adventure.id);
    let text = adventure.source.text.replacen(&named, "hero = \"guest\"", 1);
    (Source::new("guest.toml", format!("{text}\n{own}")), first)
}

#[test]
fn a_hero_of_ones_own_goes_along() {
    for adventure in adventures() {
        let (source, first) = with_a_guest(&adventure);
        let opened =
            |bundle| open(bundle, 1, 0).unwrap_or_else(|problems| panic!("{}: {problems}", adventure.id));
        let game = opened(bundle_for(source.clone()).unwrap());
        let party = Source::new("party.toml", game.party_file().unwrap());
        for list in ["[[hero]]", "id = \"guest\"", "like = \"double\"", "id = \"double\""] {
            assert!(party.text.contains(list), "{}: no {list} in\n{}", adventure.id, party.text);
        }
        assert!(!party.text.contains(&format!("id = \"{first}\"")), "what is built in is not copied");
        assert!(matches!(check(party.clone()), Ok(Checked::Party(_))), "{:?}", check(party.clone()));
        // In an adventure that knows nothing of them, and in the one that they come from.
        for place in [adventure.source.clone(), source] {
            let again = opened(bundle_with(place, Some(party.clone())).unwrap());
            let tokens = again.view(Seat::Judge).tokens;
            assert!(tokens.iter().any(|token| token.name == "The \"guest\""), "{}", adventure.id);
            assert_eq!(
                again.party_file(),
                Some(party.text.clone()),
                "{}: it goes out as it came in",
                adventure.id
            );
        }
    }
}

#[test]
fn what_is_wrong_with_a_hero_is_told_in_the_partys_file() {
    for adventure in adventures() {
        let (source, _) = with_a_guest(&adventure);
        let game = open(bundle_for(source).unwrap(), 1, 0).unwrap();
        let text = game.party_file().unwrap().replacen("about = ", "abuot = ", 1);
        let bundle = bundle_with(adventure.source.clone(), Some(Source::new("party.toml", text))).unwrap();
        let told = open(bundle, 1, 0).map(drop).unwrap_err().to_string();
        assert!(
            told.contains("party.toml") && told.contains("abuot: unknown key"),
            "{}: {told}",
            adventure.id
        );
    }
}
