//! The exact words of each error, through the public face of the crate, and that no text whatever makes it panic.

use proptest::prelude::*;

use crate::{Check, Document, Names, Reader, Source, read};

/// What reading `text` says is wrong.
fn errors<T>(text: &str, with: impl FnOnce(&mut Reader<'_>) -> T) -> String {
    read(&Source::new("a.toml", text), with).map(|_| ()).unwrap_err().to_string()
}

#[test]
fn a_good_file_is_read() {
    let text = "
        name = 'Goblin'
        ac = 0x0f
        hd = 1
        tags = ['small', 'green']
        side = 'monsters'
        at = [2, -1]
        damage = '6'
        [options]
        dark = true
        [[zone]]
        name = 'hall'
        [[zone]]
        name = 'yard'
        near = ['hall']
        [gear]
        rope = 1
        apple = 3";
    let goblin = read(&Source::new("a.toml", text), |top| {
        assert_eq!((top.string("name").as_str(), top.optional_string("title")), ("Goblin", None));
        assert_eq!((top.integer("ac", 0..=30u8), top.number("hd", 0.5..=20.0)), (15, 1.0));
        assert_eq!(top.strings("tags"), ["small", "green"]);
        assert_eq!(top.one_of("side", &[("heroes", 'h'), ("monsters", 'm')]), 'm');
        assert_eq!((top.array("at", -9..=9i8), top.integers("at", -9..=9)), ([2, -1], vec![2, -1]));
        assert_eq!(top.parsed("damage", str::parse::<u8>), Some(6));
        assert_eq!(top.optional_integer("move", 0..=9), None);
        let mut options = top.table("options").unwrap();
        assert!(options.flag("dark", false) && options.flag("cold", true));
        options.finish();
        let mut names = Names::new("zone");
        let mut zones = top.need_tables("zone");
        zones.iter_mut().for_each(|zone| drop(zone.name("name", &mut names)));
        let near: Vec<_> = zones.iter_mut().map(|zone| zone.references("near", &names)).collect();
        assert_eq!(near, [vec![], vec![0]]);
        zones.iter().for_each(Reader::finish);
        let mut gear = top.need_table("gear").unwrap();
        let gear: Vec<_> =
            gear.entries().into_iter().map(|(key, field)| (key, field.integer(&(0..=9)))).collect();
        assert_eq!(gear, [("rope", Some(1)), ("apple", Some(3))]);
        top.finish();
    });
    goblin.unwrap_or_else(|problems| panic!("{problems}"));
}

#[test]
fn bad_syntax() {
    assert_eq!(
        errors("name = 'Inn'\nac = 2d6\nhall\n", |_| ()),
        "a.toml:2:6: this is not a value
  | ac = 2d6
  |      ^^^
  help: put text in \"quotes\", and a comma between the values of a list
a.toml:3:5: a key without a value
  | hall
  |     ^
  help: write `key = value`, or start the line with # if it is a comment
"
    );
    assert_eq!(
        errors("a = 1\n[zone]\nname = \"hall\na = 2\na = 2", |_| ()),
        "a.toml:3:13: text without its closing quote
  | name = \"hall
  |             ^
  help: close it with the quote that opened it
a.toml:5:1: this key stands here a second time
  | a = 2
  | ^
  help: remove one of the two, or use [[…]] for a list
"
    );
    assert_eq!(
        errors("a = Inn\nb =\nc = 01\nd = '\\q'\ne = \"\\q\"\n[f\n", |_| ()),
        r#"a.toml:1:5: this is not a value
  | a = Inn
  |     ^^^
  help: put text in "quotes", and a comma between the values of a list
a.toml:2:4: a key without a value
  | b =
  |    ^
  help: write a value after `=`
a.toml:3:5: unexpected leading zero, expected nothing
  | c = 01
  |     ^
  help: write the number without the nought in front
a.toml:5:7: missing escaped value, expected `b`, `e`, `f`, `n`, `r`, `\`, `"`, `x`, `u`, `U`
  | e = "\q"
  |       ^
  help: write \\ for a backslash, or put the text in 'single quotes'
a.toml:6:3: unclosed table, expected `]`
  | [f
  |   ^
  help: write [name]
"#
    );
}

#[test]
fn missing_keys() {
    let with = |top: &mut Reader<'_>| {
        top.string("name");
        for mut zone in top.tables("zone") {
            zone.integer("size", 1..=4);
            zone.array::<_, 2>("at", 0..=9);
            zone.one_of("kind", &[("hall", 1), ("yard", 2)]);
            zone.need_tables("door");
        }
        top.need_table("options");
    };
    assert_eq!(
        errors("\n[[zone]]\n", with),
        "a.toml:1:1: name: missing
  | 
  | ^
  help: add `name` at the top of the file: text in quotes
a.toml:1:1: options: missing
  | 
  | ^
  help: add [options]
a.toml:2:1: zone[0].size: missing
  | [[zone]]
  | ^^^^^^^^
  help: add `size`: a whole number from 1 to 4
a.toml:2:1: zone[0].at: missing
  | [[zone]]
  | ^^^^^^^^
  help: add `at`: a list of 2 whole numbers from 0 to 9
a.toml:2:1: zone[0].kind: missing
  | [[zone]]
  | ^^^^^^^^
  help: add `kind`: one of \"hall\", \"yard\"
a.toml:2:1: zone[0].door: missing
  | [[zone]]
  | ^^^^^^^^
  help: add [[zone.door]]
"
    );
}

#[test]
fn wrong_types() {
    let with = |top: &mut Reader<'_>| {
        assert_eq!(top.string("name"), "");
        assert_eq!(top.integer("ac", 3..=9), 3);
        assert_eq!(top.array("at", 0..=9), [0, 0]);
        assert!(top.flag("exit", true));
        assert!(top.tables("zone").is_empty());
        assert!(top.table("options").is_none());
    };
    assert_eq!(
        errors("name = 3\nac = '5'\nat = [1]\nexit = 'no'\n[zone]\n[[options]]", with),
        "a.toml:1:8: name: this is a whole number, not text
  | name = 3
  |        ^
  help: write text in quotes
a.toml:2:6: ac: this is text, not a whole number
  | ac = '5'
  |      ^^^
  help: write a whole number from 3 to 9
a.toml:3:6: at: 1 value in this list
  | at = [1]
  |      ^^^
  help: write a list of 2 whole numbers from 0 to 9
a.toml:4:8: exit: this is text, not true or false
  | exit = 'no'
  |        ^^^^
  help: write true or false
a.toml:5:1: zone: this is a table, not a list of tables
  | [zone]
  | ^^^^^^
  help: write [[zone]] with two pairs of brackets
a.toml:6:1: options: this is a list of tables, not a table
  | [[options]]
  | ^^^^^^^^^^^
  help: write a table: [options] with one pair of brackets, or { … }
"
    );
}

#[test]
fn out_of_range() {
    let with = |top: &mut Reader<'_>| {
        top.integer("ac", 0..=30);
        top.integer::<i64>("big", 0..=i64::MAX);
        top.number("hd", 0.5..=20.0);
        top.number("nan", 0.5..=20.0);
        top.array::<_, 2>("at", 0..=9u8);
    };
    assert_eq!(
        errors("ac = 31\nbig = 99999999999999999999\nhd = 0\nnan = nan\nat = [-1, 300]", with),
        "a.toml:1:6: ac: 31 is out of range
  | ac = 31
  |      ^^
  help: write a whole number from 0 to 30
a.toml:2:7: big: 99999999999999999999 is out of range
  | big = 99999999999999999999
  |       ^^^^^^^^^^^^^^^^^^^^
  help: write a whole number from 0 to 9223372036854775807
a.toml:3:6: hd: 0 is out of range
  | hd = 0
  |      ^
  help: write a number from 0.5 to 20
a.toml:4:7: nan: nan is out of range
  | nan = nan
  |       ^^^
  help: write a number from 0.5 to 20
a.toml:5:7: at[0]: -1 is out of range
  | at = [-1, 300]
  |       ^^
  help: write a whole number from 0 to 9
a.toml:5:11: at[1]: 300 is out of range
  | at = [-1, 300]
  |           ^^^
  help: write a whole number from 0 to 9
"
    );
}

#[test]
fn an_old_name_is_told_and_still_read_in_what_was_kept() {
    let with = |top: &mut Reader<'_>| {
        top.renamed("monster", "creature");
        for mut table in top.need_tables("creature") {
            table.renamed("reach", "range");
            assert_eq!(table.integer("range", 0..=9), 3);
            table.finish();
        }
        top.finish();
    };
    let old = "[[monster]]\nreach = 3\n";
    assert_eq!(
        errors(old, with),
        "a.toml:1:3: monster: `monster` is now called `creature`
  | [[monster]]
  |   ^^^^^^^
  help: write `creature`
a.toml:2:1: monster[0].reach: `reach` is now called `range`
  | reach = 3
  | ^^^^^
  help: write `range`
"
    );
    let kept = Source { kept: true, ..Source::new("a.toml", old) };
    read(&kept, with).unwrap_or_else(|problems| panic!("{problems}"));
}

#[test]
fn a_zone_is_described_and_has_no_labels() {
    let with = |top: &mut Reader<'_>| {
        let mut names = Names::new("zone");
        let mut tables = top.need_tables("zone");
        let zones = tables.iter_mut().map(|table| crate::fight_zone(table, &mut names)).collect::<Vec<_>>();
        tables.iter().for_each(Reader::finish);
        zones[0].tags.clone()
    };
    let zone = |more: &str| format!("[[zone]]\nid = 'a'\nname = 'A'\nat = [0, 0]\n{more}\n");
    let good = |source: &Source| read(source, with).unwrap_or_else(|problems| panic!("{problems}"));
    assert!(good(&Source::new("a.toml", zone(""))).is_empty());
    assert_eq!(good(&Source::new("a.toml", zone("about = 'wind and weed'"))), ["wind and weed"]);
    let old = zone("tags = ['wind', 'weed']");
    assert_eq!(
        errors(&old, with),
        "a.toml:5:1: zone[0].tags: a label does nothing
  | tags = ['wind', 'weed']
  | ^^^^
  help: say it in the zone's `about`, or write something that has an effect
"
    );
    // What was kept from before is shown as it was.
    assert_eq!(good(&Source { kept: true, ..Source::new("a.toml", old) }), ["wind", "weed"]);
    let long = zone(&format!("about = '{}'", "é".repeat(61)));
    assert!(errors(&long, with).contains("this does not fit on the zone's card"));
    let fits = "é".repeat(60);
    assert_eq!(good(&Source::new("a.toml", zone(&format!("about = '{fits}'")))), [fits]);
}

#[test]
fn unknown_keys_and_words() {
    let with = |top: &mut Reader<'_>| {
        top.one_of("side", &[("heroes", 1), ("monsters", 2)]);
        top.some_of("tags", &[("small", 1), ("green", 2)]);
        top.optional_string("title");
        top.finish();
    };
    assert_eq!(
        errors("side = 'monster'\ntags = ['huge']\ntitel = 'x'\n'a b' = 1\n[armor]\n", with),
        "a.toml:1:8: side: \"monster\" is not allowed here
  | side = 'monster'
  |        ^^^^^^^^^
  help: did you mean \"monsters\"? allowed: \"monsters\", \"heroes\"
a.toml:2:9: tags[0]: \"huge\" is not allowed here
  | tags = ['huge']
  |         ^^^^^^
  help: allowed: \"small\", \"green\"
a.toml:3:1: titel: unknown key
  | titel = 'x'
  | ^^^^^
  help: did you mean `title`? known keys: `title`, `side`, `tags`
a.toml:4:1: \"a b\": unknown key
  | 'a b' = 1
  | ^^^^^
  help: known keys: `side`, `tags`, `title`
a.toml:5:2: armor: unknown key
  | [armor]
  |  ^^^^^
  help: known keys: `side`, `tags`, `title`
"
    );
}

#[test]
fn names_and_references_across_files() {
    let check = Check::new();
    let library = Source::new("weapons.toml", "[[weapon]]\nname = 'longsword'\n[[weapon]]\nname = 'axe'\n");
    let scenario = Source::new(
        "inn.toml",
        "weapon = [{ name = 'axe' }, { name = '' }]\nzone = [{}, { near = ['longsowrd', 'axe', 3] }]\n",
    );
    let mut names = Names::new("weapon");
    let files: Vec<_> =
        [&library, &scenario].into_iter().filter_map(|file| Document::parse(file, &check)).collect();
    for file in &files {
        file.top().tables("weapon").iter_mut().for_each(|weapon| drop(weapon.name("name", &mut names)));
    }
    assert_eq!((names.find("axe"), names.len(), names.get(2)), (Some(1), 4, Some("axe")));
    let mut zones = files[1].top().tables("zone");
    assert_eq!(zones[1].references("near", &names), [1]);
    assert_eq!(zones[0].optional_reference("near", &Names::of("zone", ["a"])), None);
    zones[1].problem_at("near", "too many", "");
    zones[0].problem_at("far", "needed because of this and that", "add `far`");
    assert_eq!(
        check.finish(()).unwrap_err().to_string(),
        "inn.toml:1:20: weapon[0].name: another weapon is named \"axe\", at weapons.toml:4
  | weapon = [{ name = 'axe' }, { name = '' }]
  |                    ^^^^^
  help: give each weapon a name of its own
inn.toml:1:38: weapon[1].name: the name is empty
  | weapon = [{ name = 'axe' }, { name = '' }]
  |                                      ^^
  help: write a name
inn.toml:2:9: zone[0].far: needed because of this and that
  | zone = [{}, { near = ['longsowrd', 'axe', 3] }]
  |         ^^
  help: add `far`
inn.toml:2:22: zone[1].near: too many
  | zone = [{}, { near = ['longsowrd', 'axe', 3] }]
  |                      ^^^^^^^^^^^^^^^^^^^^^^^
inn.toml:2:23: zone[1].near[0]: no weapon is named \"longsowrd\"
  | zone = [{}, { near = ['longsowrd', 'axe', 3] }]
  |                       ^^^^^^^^^^^
  help: did you mean \"longsword\"? known: \"longsword\", \"axe\"
inn.toml:2:43: zone[1].near[2]: this is a whole number, not text
  | zone = [{}, { near = ['longsowrd', 'axe', 3] }]
  |                                           ^
  help: write the name of a weapon
"
    );
}

#[test]
fn notations_of_their_own() {
    assert_eq!(
        errors("damage = '2x6'", |top| top.parsed("damage", str::parse::<u8>)),
        "a.toml:1:10: damage: \"2x6\": invalid digit found in string
  | damage = '2x6'
  |          ^^^^^
"
    );
    // One that marks the place itself has its advice last.
    let marked = |_: &str| Err::<u8, _>("this is no die\n  2x6\n   ^\n  write 2d6");
    assert_eq!(
        errors("damage = '2x6'", |top| top.parsed("damage", marked)),
        "a.toml:1:10: damage: \"2x6\": this is no die
  | damage = '2x6'
  |          ^^^^^
  help: write 2d6
"
    );
}

#[test]
fn columns_count_characters_and_lines_may_end_in_crlf() {
    let with = |top: &mut Reader<'_>| {
        for mut zone in top.tables("zone") {
            zone.string("name");
            zone.integer("size", 1..=4);
            zone.finish();
        }
    };
    assert_eq!(
        errors("# ü\r\nzone = [{ name = 'Zoë’s 穴', size = 9 }]\r\n", with),
        "a.toml:2:36: zone[0].size: 9 is out of range
  | zone = [{ name = 'Zoë’s 穴', size = 9 }]
  |                                    ^
  help: write a whole number from 1 to 4
"
    );
    assert_eq!(
        errors("é = 1\r\n", |_| ()),
        "a.toml:1:1: invalid unquoted key, expected letters, numbers, `-`, `_`
  | é = 1
  | ^
  help: a line is `key = value`, `[table]` or `[[list of tables]]`
"
    );
}

#[test]
fn lists_of_text_or_tables() {
    let attacks = read(&Source::new("a.toml", "attack = ['bite', { name = 'claw', times = 2 }]"), |top| {
        let attack = |field: &crate::Field<'_>| match field.as_text() {
            Some(name) => Some((name.to_owned(), 1)),
            None => field.table().map(|mut table| (table.string("name"), table.integer("times", 1..=9))),
        };
        top.need_list("attack").iter().filter_map(attack).collect::<Vec<_>>()
    });
    assert_eq!(attacks.unwrap(), [("bite".to_owned(), 1), ("claw".to_owned(), 2)]);
    assert_eq!(
        errors("attack = []", |top| top.need_list("attack").len()),
        "a.toml:1:10: attack: the list is empty\n  | attack = []\n  |          ^^\n  help: write at least one value\n"
    );
}

#[test]
fn deep_nesting_is_refused_and_not_followed() {
    let (many, key) = (100_000, "a.".repeat(70) + "a");
    let tables = format!("[{key}]\n{key} = {}1{}", format!("{{ {key} = ").repeat(70), "}".repeat(70));
    let mixed = format!("{{ {key} = ]").repeat(70);
    for text in [
        format!("a = {}{}", "[".repeat(many), "]".repeat(many)),
        format!("a = {}", "{a=".repeat(many)),
        format!("{}a = 1", "a.".repeat(many)),
        format!("a = 1\na = {mixed}"),
        tables,
    ] {
        let words = errors(&text, |_| ());
        assert!(words.contains(": nested too deeply\n"), "{words}");
    }
    assert_eq!(
        errors(&format!("b = 1\na = {}{}", "[".repeat(40), "]".repeat(40)), |_| ()),
        "a.toml:2:37: nested too deeply
  | a = [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
  |                                     ^
  help: use fewer levels, and close every bracket
"
    );
}

#[test]
fn long_flat_files_are_not_deep() {
    let floats = format!("a = [{}]\n", "1.5, ".repeat(1000));
    let headers: String = (0..1000).map(|index| format!("[b.c{index}]\nd.e = 2.5\n")).collect();
    let broken = floats.clone() + "[zone\n" + &"a = 1.5\n".repeat(100) + "b = [1.5\n" + &headers;
    read(&Source::new("a.toml", floats + &headers), |_| ()).unwrap_or_else(|problems| panic!("{problems}"));
    assert!(errors(&broken, |_| ()).starts_with("a.toml:2:6: unclosed table"), "{}", errors(&broken, |_| ()));
}

/// The largest files take a moment, not a minute, however wrong they are.
#[test]
fn large_broken_files_are_quick() {
    let start = std::time::Instant::now();
    let unknown: String = (0..70_000).map(|index| format!("key{index} = 1\n")).collect();
    assert!(errors(&unknown, |top| (top.optional_string("kez"), top.finish())).ends_with("and 69950 more\n"));
    assert!(errors(&"x\n".repeat(500_000), |_| ()).ends_with("and 499950 more\n"));
    let names = format!("a = [{}]", "{n='x'},".repeat(100_000));
    let with = |top: &mut Reader<'_>| {
        let mut names = Names::new("thing");
        top.tables("a").iter_mut().for_each(|thing| drop(thing.name("n", &mut names)));
    };
    assert!(errors(&names, with).ends_with("and 99949 more\n"));
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

/// Asks for every field as every type.
fn read_all(table: &mut Reader<'_>) {
    let names = Names::of("thing", ["a", "b"]);
    for (key, field) in table.entries() {
        table.string(key);
        table.flag(key, false);
        table.integer(key, -5..=5);
        table.number(key, 0.0..=1.0);
        table.array::<u8, 2>(key, 0..=9);
        table.one_of(key, &[("a", 1)]);
        table.reference(key, &names);
        table.name(key, &mut names.clone());
        table.parsed(key, str::parse::<u8>);
        table.problem_at(key, "message", "advice");
        table.list(key).iter().for_each(|item| assert!(item.text() == item.as_text()));
        table.tables(key).iter_mut().for_each(read_all);
        field.table().iter_mut().for_each(read_all);
    }
    table.finish();
}

/// Text made of what TOML is made of, which gets further than any text does.
fn nearly_toml() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "a",
        "b",
        "zone",
        "é",
        "穴",
        ".",
        "=",
        " = ",
        "[",
        "]",
        "[[",
        "]]",
        "{",
        "}",
        ",",
        "\n",
        "\r\n",
        "\r",
        "\t",
        "'",
        "\"",
        "'''",
        "\"\"\"",
        "\\",
        "#",
        "1",
        "-1",
        "1.5",
        "0x1f",
        "nan",
        "inf",
        "true",
        "1979-05-27",
        "\u{feff}",
        "\0",
        "a = 1\n",
        "[a]\n",
        "[[a]]\n",
        "a.b = [1, 'x', {c = 2}]\n",
        "[a.b]\n",
        "[[a.b]]\n",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(512) })]

    #[test]
    fn no_text_makes_it_panic(text in any::<String>()) {
        let _ = read(&Source::new("any", text), read_all).map_err(|problems| problems.to_string());
    }

    #[test]
    fn no_broken_toml_makes_it_panic(text in nearly_toml()) {
        let problems = read(&Source::new("any", text.clone()), read_all).err();
        for problem in problems.iter().flatten() {
            prop_assert!(problem.line <= text.matches('\n').count() + 1);
            prop_assert!(problem.marker.trim_start().chars().all(|c| c == '^') && problem.marker.ends_with('^'));
        }
    }
}
