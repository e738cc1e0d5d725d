//! `like` and `with` in every system: whatever has an id can be derived from another of its kind, and one foe can be
//! made different in a fight and in an adventure.

use fracas_content::{Bundle, Listed, Source, adventures, library, scenarios};
use fracas_kernel::{Seat, Side, Token};
use fracas_systems::{System, bundle_for, check, open};
use toml::Table;

fn first(mut listed: impl Iterator<Item = Listed>, system: System) -> Source {
    listed.find(|listed| listed.system == system.name()).unwrap().source
}

/// The tables of all lists in which things have ids of their own, with the list's name.
fn things(system: System) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for source in library(system.name()) {
        for (list, tables) in source.text.parse::<Table>().unwrap() {
            // There are only four classes, each with a place of its own in the rules.
            if list == "class" {
                continue;
            }
            for table in tables.as_array().into_iter().flatten() {
                all.push((list.clone(), table["id"].as_str().unwrap().to_owned()));
            }
        }
    }
    all
}

#[test]
fn whatever_has_an_id_can_be_like_another() {
    for &system in System::ALL {
        let fight = first(scenarios(), system);
        let things = things(system);
        assert!(things.len() > 30, "{}", system.name());
        // A few at a time: there is not room for twice as many of everything.
        for some in things.chunks(8) {
            let copies: String = some
                .iter()
                .map(|(list, id)| {
                    format!("[[{list}]]\nid = \"{id}-too\"\nname = \"Another\"\nlike = \"{id}\"\n")
                })
                .collect();
            let source = Source::new(fight.name.clone(), format!("{}\n{copies}", fight.text));
            let read = check(source);
            assert!(read.is_ok(), "{}: {copies}\n{}", system.name(), read.unwrap_err());
        }
    }
}

fn foes(text: &str, system: System) -> Result<Vec<Token>, String> {
    let source = Source::new("fight.toml", text);
    let game =
        bundle_for(source).and_then(|bundle| open(bundle, 1, 0)).map_err(|problems| problems.to_string())?;
    assert_eq!(game.system(), system.name());
    let tokens = game.view(Seat::Judge).tokens;
    Ok(tokens.into_iter().filter(|token| token.side == Side::Monsters).collect())
}

/// A fight with one foe, and a number of it that shows.
fn duel(system: System, foe: &str) -> String {
    let zone = "[[zone]]\nid = 'yard'\nname = 'Yard'\nat = [0, 0]\n";
    let feature = "feature = [{ id = 'wall', name = 'Wall', is = 'cover' }]\n";
    let (top, hero, at) = match system {
        System::Ardor => (format!("challenge = 10\n{zone}"), "maren", "at = 'yard'\n"),
        System::Delve => (zone.to_owned(), "brakk", "at = 'yard'\n"),
        System::Heed => (format!("starts = 'heroes'\n{zone}{feature}"), "hanno", "at = 'yard'\n"),
        System::Twelves => (zone.to_owned(), "ossa", "at = 'yard'\n"),
        System::Ranks => ("[map]\nrows = ['#########', '#H.....M#', '#########']\n".to_owned(), "orla", ""),
    };
    let name = system.name();
    format!("system = '{name}'\ntitle = 'Duel'\n{top}[[party]]\nhero = '{hero}'\n{at}[[foes]]\n{at}{foe}\n")
}

/// Somebody of each system, a number that is on their token, and a number that is too high.
const CHANGED: [(System, &str, &str, &str); 5] = [
    (System::Ardor, "tough", "health = 33", "health = 3333"),
    (System::Delve, "goblin", "hp = 33", "hp = 3333"),
    (System::Heed, "goblin", "grit = 5", "grit = 3333"),
    (System::Ranks, "footpad", "ranks.resolve = 9", "ranks.resolve = 3333"),
    (System::Twelves, "cutpurse", "hits = 33", "hits = 3333"),
];

fn shown(tokens: &[Token]) -> String {
    let Token { kind, tracks, badges, .. } = &tokens[0];
    format!("{kind} {tracks:?} {badges:?}")
}

#[test]
fn one_foe_can_differ_in_a_fight() {
    for (system, foe, change, too_high) in CHANGED {
        let plain = foes(&duel(system, &format!("creature = '{foe}'")), system).unwrap();
        let other =
            foes(&duel(system, &format!("creature = '{foe}'\nwith = {{ {change} }}")), system).unwrap();
        let name = system.name();
        assert_ne!(shown(&plain), shown(&other), "{name}: {change} makes a difference");
        let number = change.rsplit(' ').next().unwrap();
        assert!(shown(&other).contains(number), "{name}: {} has no {number}", shown(&other));
        assert_eq!(
            (other[0].id.as_str(), other[0].name.ends_with(" B")),
            (format!("{foe}-b").as_str(), true)
        );
        // The same as a creature of its own.
        let like =
            format!("creature = 'odd'\n[[creature]]\nid = 'odd'\nname = 'Odd'\nlike = '{foe}'\n{change}");
        let like = foes(&duel(system, &like), system).unwrap();
        assert_eq!(shown(&like), shown(&other), "{name}");
        assert_eq!((like[0].id.as_str(), like[0].name.as_str()), ("odd", "Odd"));
        // And like it to the last number where nothing is said.
        let same = format!("creature = 'same'\n[[creature]]\nid = 'same'\nname = 'Same'\nlike = '{foe}'");
        assert_eq!(shown(&foes(&duel(system, &same), system).unwrap()), shown(&plain), "{name}");
        // What is wrong is told where it stands.
        let wrong =
            foes(&duel(system, &format!("creature = '{foe}'\nwith = {{ {too_high} }}")), system).unwrap_err();
        assert!(wrong.contains("foes[0].with.") && wrong.contains("3333 is out of range"), "{name}: {wrong}");
        let unknown = foes(&duel(system, &format!("creature = '{foe}'\nwith = {{ nonsense = 1 }}")), system)
            .unwrap_err();
        assert!(unknown.contains("foes[0].with.nonsense: unknown key"), "{name}: {unknown}");
    }
}

#[test]
fn one_foe_can_differ_in_an_adventure() {
    for (system, foe, change, too_high) in CHANGED {
        let adventure = first(adventures(), system);
        let with = |change: &str| {
            let met = format!(
                "[[encounter]]\nid = 'odd-ones'\nname = 'Odd ones'\nfoes = [{{ creature = '{foe}', with = {{ {change} }} }}]\n"
            );
            let text = format!("{}\n{met}", adventure.text);
            let bundle =
                Bundle { scenario: Source::new("trek.toml", text), ..bundle_for(adventure.clone()).unwrap() };
            open(bundle, 1, 0)
        };
        let game = with(change).unwrap_or_else(|problems| panic!("{}: {problems}", system.name()));
        let known = game.repertoire().creatures;
        assert!(known.iter().any(|one| one.id == format!("{foe}-b")), "{}: {known:?}", system.name());
        let wrong = with(too_high).map(drop).unwrap_err().to_string();
        assert!(
            wrong.contains(".with.") && wrong.contains("3333 is out of range"),
            "{}: {wrong}",
            system.name()
        );
    }
}
