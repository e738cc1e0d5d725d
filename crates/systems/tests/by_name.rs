//! Systems, files and parties by their names: what is opened, what is checked and what is said of it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use fracas_content::{Bundle, Source, adventures, library, scenarios};
use fracas_systems::*;

#[test]
fn an_unknown_system_is_a_problem_with_the_nearest_name() {
    let problems = bundle_for(Source::new("x.toml", "title = 'X'\nsystem = 'delv'\n")).unwrap_err();
    let text = problems.to_string();
    assert!(text.starts_with("x.toml:2:10: system: \"delv\""), "{text}");
    assert!(text.contains("did you mean \"delve\"?"), "{text}");
    let none = bundle_for(Source::new("x.toml", "title = 'X'\n")).unwrap_err().to_string();
    assert!(none.contains("system: missing"), "{none}");
}

#[test]
fn parts_of_a_library_are_checked_in_their_place() {
    for file in library("delve") {
        let name = file.name.clone();
        assert_eq!(check(file), Ok(Checked::Library(System::Delve)), "{name}");
    }
    let broken = Source::new("elsewhere/delve/weapons.toml", "[[weapon]]\nid = 'sword'\n");
    let problems = check(broken).unwrap_err().to_string();
    assert!(problems.contains("elsewhere/delve/weapons.toml:"), "{problems}");
    let elsewhere = Source::new("weapons.toml", "[[weapon]]\nid = 'sword'\n");
    assert!(check(elsewhere).unwrap_err().to_string().contains("system: missing"));
}

#[test]
fn a_party_is_checked_and_is_not_a_scenario() {
    for built_in in fracas_content::adventures() {
        let game = open(bundle_for(built_in.source.clone()).unwrap(), 1, 0).unwrap();
        let party = Source::new("party.toml", game.party_file().unwrap());
        assert!(matches!(check(party.clone()), Ok(Checked::Party(_))), "{:?}", check(party.clone()));
        let alone = bundle_for(party.clone()).and_then(|bundle| open(bundle, 1, 0).map(drop));
        assert!(alone.unwrap_err().to_string().contains("not played by itself"));
        let again = open(bundle_with(built_in.source, Some(party.clone())).unwrap(), 1, 0).unwrap();
        assert_eq!(again.party_file(), Some(party.text), "it goes out as it came in");
    }
}

/// Heroes of an author's own go with their party into adventures that do not know them.
#[test]
fn a_party_with_a_hero_of_ones_own_goes_anywhere() {
    for built_in in fracas_content::adventures() {
        let text = &built_in.source.text;
        let at = text.find("[[party]]").unwrap();
        let (before, party) = text.split_at(at);
        let hero = party.split("hero = \"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
        let own = format!("[[hero]]\nid = \"mine\"\nname = \"Mine\"\nlike = \"{hero}\"\n\n");
        let party = party.replacen(&format!("\"{hero}\""), "\"mine\"", 1);
        let source = Source::new("mine.toml", format!("{before}{own}{party}"));
        let game = open(bundle_for(source.clone()).unwrap_or_else(|said| panic!("{said}")), 1, 0).unwrap();
        let written = Source::new("party.toml", game.party_file().unwrap());
        assert!(written.text.contains("[[hero]]\nid = \"mine\""), "{}", written.text);
        check(written.clone()).unwrap_or_else(|said| panic!("{said}"));
        for adventure in [&built_in.source, &source] {
            let bundle = bundle_with(adventure.clone(), Some(written.clone())).unwrap();
            let again = open(bundle, 1, 0).unwrap_or_else(|said| panic!("{said}"));
            assert_eq!(again.party_file().as_ref(), Some(&written.text), "it goes out as it came in");
        }
    }
}

/// So do those who only differ from others, and what is wrong in the file is found in its line.
#[test]
fn a_party_keeps_heroes_who_differ() {
    let built_in = fracas_content::scenario("the-drowned-priory").unwrap().source;
    let (brakk, differs) = ("hero = \"brakk\"", "hero = \"brakk\"\nwith = { str = 18, armour = \"plate\" }");
    assert!(built_in.text.contains(brakk));
    let source = Source::new("mine.toml", built_in.text.replacen(brakk, differs, 1));
    let game = open(bundle_for(source).unwrap(), 1, 0).unwrap();
    let written = game.party_file().unwrap();
    let table = "[[hero]]\nid = \"brakk-b\"\nname = \"Brakk B\"\nlike = \"brakk\"\n";
    assert!(written.contains(table) && written.contains("\nstr = 18\n"), "{written}");
    let again = bundle_with(built_in.clone(), Some(Source::new("party.toml", written.clone()))).unwrap();
    assert_eq!(open(again, 1, 0).unwrap().party_file(), Some(written.clone()));
    let line = written.lines().position(|line| line == "str = 18").unwrap() + 1;
    let broken = Source::new("party.toml", written.replace("str = 18", "str = 88"));
    let said = check(broken).unwrap_err().to_string();
    assert!(said.contains(&format!("party.toml:{line}:")) && said.contains("88 is out of range"), "{said}");
}

/// Heroes who are made by the rules are as the rules would have them, and so are all that ship.
#[test]
fn heroes_are_made_by_the_rules() {
    for system in [System::Delve, System::Twelves] {
        for seed in 0..10 {
            let hero = Source::new("hero.toml", rolled_hero(system, seed).unwrap());
            let (checked, odd) = check_closely(hero.clone(), Some(system))
                .unwrap_or_else(|said| panic!("{said}\n{}", hero.text));
            assert_eq!((checked, odd), (Checked::Library(system), Vec::new()), "{}", hero.text);
        }
        assert_ne!(rolled_hero(system, 1), rolled_hero(system, 2));
    }
    let hero = "[[hero]]\nid = \"odd\"\nname = \"Odd\"\nclass = \"thief\"\nlevel = 1\nhp = 40\nac = 18\n\
        weapons = [\"dagger\"]\nspells = [\"mend\"]\nspeed = 2\n";
    let odd = |hero: &str, system: System| {
        let (_, odd) = check_closely(Source::new("odd.toml", hero), Some(system)).unwrap();
        assert!(odd.iter().all(|warning| warning.field == "hero[0]"), "{odd:?}");
        odd.into_iter().map(|warning| warning.message).collect::<Vec<_>>()
    };
    assert_eq!(
        odd(hero, System::Delve),
        [
            "Odd has 40 hit points; a thief of level 1 has at most 6",
            "Odd has armour class 18; what is worn gives 10",
            "Odd knows Mend; a thief of level 1 casts no spells of level 1",
            "Odd has `speed`, which no class gives",
        ]
    );
    let hero = "[[hero]]\nid = \"odd\"\nname = \"Odd\"\nth = 9\nhits = 9\nmight = 9\nagility = 9\nwits = 9\n\
        feats = [\"eel\", \"goat-feet\"]\n";
    assert_eq!(
        odd(hero, System::Twelves),
        [
            "Odd has 36 points of attributes and hits; a beginner has 27",
            "Odd has TH 9; a beginner has at most 8",
            "Odd has 2 feats; a beginner has one",
        ]
    );
}

#[test]
fn every_system_with_content_is_one_of_ours_and_every_built_in_scenario_opens() {
    let names: Vec<&str> = System::ALL.iter().map(|system| system.name()).collect();
    for system in fracas_content::systems() {
        assert!(names.contains(&system), "content for {system}, and no such system");
    }
    for built_in in fracas_content::scenarios().chain(fracas_content::adventures()) {
        let game = open(bundle_for(built_in.source).unwrap(), 1, 0).unwrap();
        assert_eq!(game.system(), built_in.system);
    }
}

/// A reader who looks a file up in a system's README finds it there, and no other.
#[test]
fn readmes_list_the_files_that_there_are() {
    let systems = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../systems");
    for system in System::ALL {
        let folder = systems.join(system.name());
        let text = fs::read_to_string(folder.join("README.md")).unwrap();
        let listed: BTreeSet<&str> = text.split('`').filter(|word| word.ends_with(".rs")).collect();
        let mut found = BTreeSet::new();
        files(&folder.join("src"), "", &mut found);
        for file in &found {
            assert!(listed.contains(file.as_str()), "{}: {file} is not in README.md", system.name());
        }
        for file in listed {
            let known = found.contains(file) || folder.join(file).exists();
            assert!(known, "{}: README.md names {file}, which is not there", system.name());
        }
    }
}

/// Every source below a folder, but for those that only list others.
fn files(folder: &Path, prefix: &str, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        if entry.path().is_dir() {
            files(&entry.path(), &format!("{prefix}{name}/"), found);
        } else if name != "lib.rs" && name != "mod.rs" {
            found.insert(format!("{prefix}{name}"));
        }
    }
}

/// Whoever starts from the template has read all of it in a quarter of an hour.
#[test]
fn the_template_is_short() {
    fn lines(folder: &Path) -> usize {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let of = |path: std::path::PathBuf| match path.is_dir() {
            true => lines(&path),
            false if path.ends_with("Cargo.toml") => 0,
            false => fs::read_to_string(&path).unwrap().lines().count(),
        };
        entries.map(of).sum()
    }
    let all = lines(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../systems/template"));
    assert!(all <= 700, "the template has {all} lines");
}

/// What can be played and is hardly meant.
#[test]
fn what_is_hardly_meant_is_warned_of() {
    let warned = |text: &str| -> Vec<(String, String)> {
        let (_, warnings) =
            check_closely(Source::new("mine.toml", text), None).unwrap_or_else(|said| panic!("{said}"));
        warnings.into_iter().map(|warning| (warning.field, warning.message)).collect()
    };
    let fight = "system = 'delve'\ntitle = 'X'\n[[zone]]\nid = 'a'\nname = 'A'\nat = [0, 0]\nnear = ['b']\n\
        [[zone]]\nid = 'b'\nname = 'B'\nat = [0, 0]\n[[party]]\nhero = 'brakk'\nat = 'a'\n\
        [[foes]]\ncreature = 'goblin'\nat = 'b'\n";
    assert_eq!(warned(fight), [("zone[1].at".to_owned(), "here is \"a\" already".to_owned())]);
    assert_eq!(warned(&fight.replacen("at = [0, 0]", "at = [1, 0]", 1)), []);
    let zones = "[[zone]]\nid = 'yard'\nname = 'Yard'\nat = [0, 0]\nexit = true\n\
        [[zone]]\nid = 'hall'\nname = 'Hall'\nat = [1, 0]\n[[zone]]\nid = 'vault'\nname = 'Vault'\nat = [2, 0]\n\
        [[way]]\nbetween = ['yard', 'hall']\n[[way]]\nbetween = ['hall', 'vault']\ndoor = 'locked'\niron = true\nkey = 'key'\n\
        [[cache]]\nid = 'key'\nname = 'A key'\nat = 'hall'\n";
    let place = |party: &str| {
        format!(
            "system = 'delve'\nkind = 'adventure'\ntitle = 'X'\nstart = 'yard'\n[goal]\ntext = 'Go there'\nreach = 'vault'\n\
             [[party]]\nhero = '{party}'\n{zones}"
        )
    };
    assert_eq!(warned(&place("brakk")), []);
    let shut = "nobody in this party can open the door between \"hall\" and \"vault\"";
    let own = "the key of this door lies behind it, in \"vault\"";
    let behind = place("brakk").replace("at = 'hall'", "at = 'vault'");
    assert_eq!(
        warned(&behind),
        [("way[1].key".to_owned(), own.to_owned()), ("way[1].door".to_owned(), shut.to_owned())]
    );
    let without = place("brakk").replace("key = 'key'\n", "");
    assert_eq!(warned(&without), [("way[1].door".to_owned(), shut.to_owned())]);
    // A thief has picks, and what is not of iron gives way.
    assert_eq!(warned(&without.replace("hero = 'brakk'", "hero = 'pell'")), []);
    assert_eq!(warned(&without.replace("iron = true\n", "")), []);
    assert_eq!(warned(&place("brakk").replace("at = [2, 0]", "at = [1, 0]")).len(), 1);
}

/// Words that were others before: the error names the new one, and files that were kept are still read.
#[test]
fn old_words_are_told_apart() {
    let place = "system = 'delve'\nkind = 'adventure'\ntitle = 'X'\nstart = 'yard'\n[goal]\ntext = 'Go there'\nreach = 'hall'\n\
        [[party]]\nhero = 'brakk'\n[[zone]]\nid = 'yard'\nname = 'Yard'\nat = [0, 0]\nexit = true\n\
        [[zone]]\nid = 'hall'\nname = 'Hall'\nat = [1, 0]\n[[way]]\nbetween = ['yard', 'hall']\ndoor = 'closed'\n\
        [[encounter]]\nid = 'rats'\nname = 'Rats'\nat = 'hall'\nfoes = [{ creature = 'rat' }]\nfriends = [{ who = 'oda' }]\n";
    let said = check(Source::new("mine.toml", place)).unwrap_err().to_string();
    assert!(
        said.contains("\"closed\" is now called \"shut\"") && said.contains("`who` is now called `creature`"),
        "{said}"
    );
    let kept = Source { kept: true, ..Source::new("mine.toml", place) };
    open(Bundle::new(kept).unwrap(), 1, 0).unwrap();
    check(Source::new("mine.toml", place.replace("closed", "shut").replace("who", "creature"))).unwrap();
}

#[test]
fn what_ships_is_without_warnings() {
    for listed in scenarios().chain(adventures()) {
        let name = listed.source.name.clone();
        let (_, warnings) =
            check_closely(listed.source, None).unwrap_or_else(|said| panic!("{name}: {said}"));
        assert!(warnings.is_empty(), "{name}: {warnings:?}");
    }
}
