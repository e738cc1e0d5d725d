//! Things that are like others. `like = "goblin"` in a table of a list gives it whatever the goblin's table says and
//! its own does not; `with = { hp = 9 }` beside the name of a hero or a creature makes one of its own that differs in
//! that. Both are only found out here: a [`Reader`](crate::Reader) looks into the other table where its own has no
//! such key, so that every problem is reported where it stands. It knows no field but these.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::document::{Document, Origin};
use crate::field::Field;
use crate::near::suggest;
use crate::shown::{Key, quoted};
use crate::{Kind, Source};

/// The name of the other.
pub(crate) const LIKE: &str = "like";
/// The keys that are not taken over from it.
pub(crate) const WITHOUT: &str = "without";
/// What differs.
pub(crate) const WITH: &str = "with";
/// What nothing has from another.
pub(crate) const OWN: [&str; 4] = ["id", "name", LIKE, WITHOUT];
/// Keys that name somebody who fights; the lists that have them are called the same. Ranks had monsters before, and files
/// that were kept still do.
pub(crate) const WHO: [&str; 3] = ["creature", "monster", "hero"];
/// A table in a file.
#[derive(Clone, Debug)]
pub(crate) struct Spot<'a> {
    pub origin: Origin<'a>,
    pub table: &'a DeTable<'a>,
    pub span: Range<usize>,
    pub path: String,
}

/// What a table takes over.
#[derive(Debug)]
struct Link<'a> {
    own: Spot<'a>,
    base: Spot<'a>,
    without: Vec<&'a str>,
    /// The id and the name of one that only differs.
    given: Option<[DeValue<'static>; 2]>,
}

/// One that only differs from another: the list in which it is one more, and the table that says in what it differs.
#[derive(Debug)]
struct Variant<'a> {
    list: &'a str,
    spot: Spot<'a>,
}

/// All that are like others in some files. Tables are known by where they are in memory.
#[derive(Debug, Default)]
pub(crate) struct Kin<'a> {
    links: HashMap<usize, Link<'a>>,
    /// The tables with a `with`: the key that it is about, and the id of the one that differs.
    meant: HashMap<usize, (&'static str, String)>,
    variants: Vec<Variant<'a>>,
    /// Whose `like` was understood, or reported.
    seen: HashSet<usize>,
}

/// The tables of each list, in all files.
type Lists<'a> = BTreeMap<&'a str, Vec<Spot<'a>>>;

impl<'a> Kin<'a> {
    /// `None` where nothing is like anything, as in most files.
    pub fn find(documents: &'a [Document<'a>]) -> Option<Kin<'a>> {
        let lists = lists(documents);
        let mut kin = Kin::default();
        for (list, spots) in &lists {
            for spot in spots.iter().filter(|spot| spot.table.contains_key(LIKE)) {
                kin.like(list, spots, spot);
            }
        }
        kin.cut_circles();
        for top in documents.iter().map(Document::spot).filter(Spot::is_scenario) {
            for (key, value) in top.table {
                kin.look_for_variants(&lists, top.origin, value, Key(key.get_ref()).to_string());
            }
        }
        kin.join_dotted();
        (!kin.seen.is_empty()).then_some(kin)
    }

    fn like(&mut self, list: &str, spots: &[Spot<'a>], spot: &Spot<'a>) {
        self.seen.insert(address(spot.table));
        let Some(named) = spot.field(LIKE) else { return };
        let Some(name) = named.text() else { return };
        let Some(base) = spots.iter().find(|other| other.id() == Some(name)) else {
            let advice = suggest(name, spots.iter().filter_map(Spot::id), "known", '"');
            named.problem(format_args!("no {list} is named {}", quoted(name)), advice);
            return;
        };
        let left_out = spot.field(WITHOUT).and_then(|field| field.list()).unwrap_or_default();
        let without = left_out.iter().filter_map(|field| left_out_of(field, base)).collect();
        let link = Link { own: spot.clone(), base: base.clone(), without, given: None };
        self.links.insert(address(spot.table), link);
    }

    /// Those of a list that only differ from others, as tables that stand by themselves.
    pub fn as_tables(&self, list: &str) -> Vec<String> {
        let there = self.variants.iter().filter(|variant| variant.list == list);
        let table = |variant: &Variant<'a>| {
            let link = self.links.get(&address(variant.spot.table))?;
            let [id, name] = link.given.as_ref()?.each_ref().map(|given| given.as_str().unwrap_or_default());
            let own = |key: &str| variant.spot.table.contains_key(key);
            let mut text = format!("[[{list}]]\n");
            for (key, value) in [("id", id), ("name", name), (LIKE, link.base.id()?)] {
                if !own(key) {
                    let value =
                        value.replace('\\', "\\\\").replace('"', "\\\"").replace(char::is_control, " ");
                    text += &format!("{key} = \"{value}\"\n");
                }
            }
            for (key, value) in variant.spot.table {
                let slice = variant.spot.origin.source.text.get(value.span())?;
                text += &format!("{} = {slice}\n", Key(key.get_ref()));
            }
            Some(text)
        };
        there.filter_map(table).collect()
    }

    /// Where one is like another that is like the first, none of them is taken to be.
    fn cut_circles(&mut self) {
        let circles: Vec<usize> =
            self.links.keys().copied().filter(|&start| self.goes_round(start)).collect();
        for start in &circles {
            if let Some(named) = self.links.get(start).and_then(|link| link.own.field(LIKE)) {
                named.problem(
                    "this goes round in a circle",
                    "let one of them stand by itself, without `like`",
                );
            }
        }
        circles.iter().for_each(|start| drop(self.links.remove(start)));
    }

    fn goes_round(&self, start: usize) -> bool {
        let mut at = start;
        for _ in 0..=self.links.len() {
            match self.links.get(&at) {
                None => return false,
                Some(link) => at = address(link.base.table),
            }
            if at == start {
                return true;
            }
        }
        false
    }

    /// Looks for `with` in a value and all that is in it.
    fn look_for_variants(
        &mut self,
        lists: &Lists<'a>,
        origin: Origin<'a>,
        value: &'a Spanned<DeValue<'a>>,
        path: String,
    ) {
        match value.get_ref() {
            DeValue::Array(list) => {
                for (index, item) in list.iter().enumerate() {
                    self.look_for_variants(lists, origin, item, format!("{path}[{index}]"));
                }
            }
            DeValue::Table(table) => {
                let spot = Spot { origin, table, span: value.span(), path };
                self.variant(lists, &spot);
                for (key, value) in table {
                    let path = format!("{}.{}", spot.path, Key(key.get_ref()));
                    self.look_for_variants(lists, origin, value, path);
                }
            }
            _ => {}
        }
    }

    fn variant(&mut self, lists: &Lists<'a>, spot: &Spot<'a>) {
        let Some(with) = spot.field(WITH) else { return };
        let named = WHO.into_iter().find_map(|key| Some((key, spot.field(key)?.as_text()?)));
        let Some((key, id)) = named else { return };
        // Not every list is called what the key is.
        let mut found = std::iter::once(key).chain(WHO).filter_map(|list| {
            let (list, spots) = lists.get_key_value(list)?;
            Some((*list, spots.iter().find(|other| other.id() == Some(id))?))
        });
        // An unknown name is reported where it is read.
        let Some((list, base)) = found.next() else { return };
        self.seen.insert(address(spot.table));
        let DeValue::Table(table) = with.value else {
            // For what it says.
            with.table();
            return;
        };
        let own = Spot { origin: spot.origin, table, span: with.span.clone(), path: with.path.clone() };
        let taken = |id: &str| {
            let known = lists.values().flatten().any(|other| other.id() == Some(id));
            known || self.meant.values().any(|(_, other)| other == id)
        };
        let free = (0..).map(letter).find(|letter| !taken(&format!("{id}-{letter}"))).unwrap_or_default();
        let name = format!("{} {}", base.text("name").unwrap_or(id), free.to_uppercase());
        let given = own.id().map_or_else(|| format!("{id}-{free}"), ToOwned::to_owned);
        self.meant.insert(address(spot.table), (key, given.clone()));
        let given = Some([given, name].map(|text| DeValue::String(text.into())));
        let link = Link { own: own.clone(), base: base.clone(), without: Vec::new(), given };
        self.links.insert(address(table), link);
        self.variants.push(Variant { list, spot: own });
    }

    /// `ranks.might = 3` changes one value of a table, where `ranks = { might = 3 }` gives another table.
    fn join_dotted(&mut self) {
        let mut open: Vec<usize> = self.links.keys().copied().collect();
        while let Some(at) = open.pop() {
            let Some(link) = self.links.get(&at) else { continue };
            let mut inner = Vec::new();
            for (key, value) in link.own.table {
                let DeValue::Table(table) = value.get_ref() else { continue };
                let key = key.get_ref();
                let text = &link.own.origin.source.text;
                let whole = text.get(value.span().start..).is_some_and(|text| text.starts_with(['{', '[']));
                let above = if whole { None } else { self.inherited(at, key) };
                let Some(above) = above else { continue };
                let DeValue::Table(base) = above.value else { continue };
                let own = Spot {
                    origin: link.own.origin,
                    table,
                    span: value.span(),
                    path: format!("{}.{}", link.own.path, Key(key)),
                };
                let base = Spot { origin: above.origin, table: base, span: above.span, path: above.path };
                inner.push(Link { own, base, without: Vec::new(), given: None });
            }
            for link in inner {
                let at = address(link.own.table);
                open.push(at);
                self.links.insert(at, link);
            }
        }
    }

    /// The value that a table has from another.
    fn inherited(&self, table: usize, key: &str) -> Option<Field<'a>> {
        let mut link = self.links.get(&table)?;
        loop {
            if link.without.contains(&key) || OWN.contains(&key) {
                return None;
            }
            if let Some(field) = link.base.field(key) {
                return Some(field);
            }
            link = self.links.get(&address(link.base.table))?;
        }
    }

    /// The value of a key that a table does not have itself.
    pub fn field(&'a self, own: &Spot<'a>, key: &str) -> Option<Field<'a>> {
        let link = self.links.get(&address(own.table))?;
        let given = link.given.as_ref().and_then(|[id, name]| match key {
            "id" => Some(id),
            "name" => Some(name),
            _ => None,
        });
        let mut field = match given {
            Some(value) => {
                let path = format!("{}.{}", own.path, Key(key));
                Field { origin: own.origin, path, span: own.span.clone(), value }
            }
            None => self.inherited(address(own.table), key)?,
        };
        field.origin.kin = own.origin.kin;
        Some(field)
    }

    /// Those of a list of this file that only differ from others.
    pub fn variants(&self, source: &Source, list: &str) -> impl Iterator<Item = &Spot<'a>> {
        let fits = move |one: &&Variant<'a>| one.list == list && std::ptr::eq(one.spot.origin.source, source);
        self.variants.iter().filter(fits).map(|one| &one.spot)
    }

    /// The one that differs, where the table says in what.
    pub fn meant(&self, table: &DeTable<'a>, key: &str) -> Option<&str> {
        let (about, id) = self.meant.get(&address(table))?;
        (*about == key).then_some(id.as_str())
    }

    /// Is this key of a table dealt with here?
    pub fn knows(&self, table: &DeTable<'a>, key: &str) -> bool {
        [LIKE, WITHOUT, WITH].contains(&key) && self.seen.contains(&address(table))
    }
}

impl<'a> Spot<'a> {
    pub fn field(&self, key: &str) -> Option<Field<'a>> {
        let value = self.table.get(key)?;
        let path = format!("{}.{}", self.path, Key(key));
        Some(Field { origin: self.origin, path, span: value.span(), value: value.get_ref() })
    }

    fn text(&self, key: &str) -> Option<&'a str> {
        self.table.get(key)?.get_ref().as_str()
    }

    pub(crate) fn id(&self) -> Option<&'a str> {
        self.text("id")
    }

    /// Not part of a library, and not a party, which fights nobody.
    fn is_scenario(&self) -> bool {
        self.table.contains_key("system") && self.text("kind") != Some(Kind::Party.name())
    }
}

/// The things of these files that have an id: the list that each is in, and the id.
pub(crate) fn ids<'a>(documents: &'a [Document<'a>]) -> HashSet<(&'a str, &'a str)> {
    let all = lists(documents);
    all.iter()
        .flat_map(|(&list, spots)| spots.iter().filter_map(move |spot| Some((list, spot.id()?))))
        .collect()
}

fn lists<'a>(documents: &'a [Document<'a>]) -> Lists<'a> {
    let mut lists = Lists::new();
    for top in documents.iter().map(Document::spot) {
        for (key, value) in top.table {
            let DeValue::Array(list) = value.get_ref() else { continue };
            for (index, item) in list.iter().enumerate() {
                let DeValue::Table(table) = item.get_ref() else { continue };
                let path = format!("{}[{index}]", Key(key.get_ref()));
                let spot = Spot { origin: top.origin, table, span: item.span(), path };
                lists.entry(key.get_ref().as_ref()).or_default().push(spot);
            }
        }
    }
    lists
}

/// A key that is not taken over; it is reported if there is none.
fn left_out_of<'a>(field: &Field<'a>, base: &Spot<'a>) -> Option<&'a str> {
    let key = field.text()?;
    // What the other has from yet another is not looked for.
    if !base.table.contains_key(key) && !base.table.contains_key(LIKE) {
        let id = base.id().unwrap_or_default();
        let advice = suggest(key, base.table.keys().map(|key| key.get_ref().as_ref()), "it has", '`');
        field.problem(format_args!("{} has no `{}`", quoted(id), Key(key)), advice);
    }
    Some(key)
}

/// b, c, … z, b2, c2, …
fn letter(number: usize) -> String {
    let letter = char::from(b'b' + (number % 25) as u8);
    match number / 25 {
        0 => letter.to_string(),
        round => format!("{letter}{}", round + 1),
    }
}

fn address(table: &DeTable<'_>) -> usize {
    std::ptr::from_ref(table) as usize
}

#[cfg(test)]
mod tests {
    use crate::{Bundle, Names, Reader, Source, each_table};

    const GOBLIN: &str =
        "[[creature]]\nid = 'goblin'\nname = 'Goblin'\nhp = 4\nac = 13\nranks = { might = 1, speed = 2 }\n";

    #[derive(Debug, PartialEq)]
    struct Sheet {
        id: String,
        name: String,
        hp: u8,
        ac: Option<u8>,
        ranks: [u8; 2],
    }

    fn sheet(table: &mut Reader<'_>, names: &mut Names) -> Sheet {
        let mut ranks = table.table("ranks");
        let mut rank = |key| ranks.as_mut().and_then(|ranks| ranks.optional_integer(key, 0..=9)).unwrap_or(0);
        let ranks = [rank("might"), rank("speed")];
        Sheet {
            id: table.name("id", names),
            name: table.string("name"),
            hp: table.integer("hp", 1..=9),
            ac: table.optional_integer("ac", 1..=20),
            ranks,
        }
    }

    /// The creatures of a library and a scenario, and whom its foes are.
    fn load(library: &str, scenario: &str) -> Result<(Vec<Sheet>, Vec<usize>), String> {
        let bundle = Bundle {
            scenario: Source::new("fight.toml", format!("system = 'x'\n{scenario}")),
            library: vec![Source::new("creatures.toml", library)],
            party: None,
        };
        let read = bundle.read(|tops| {
            let (mut names, mut sheets, mut foes) = (Names::new("creature"), Vec::new(), Vec::new());
            each_table(tops, "creature", |table| sheets.push(sheet(table, &mut names)));
            let top = tops.last_mut()?;
            top.string("system");
            for mut table in top.tables("foes") {
                foes.extend(table.reference("creature", &names));
                table.optional_integer("count", 1..=9);
                table.finish();
            }
            Some((sheets, foes))
        });
        read.map_err(|problems| problems.to_string())
    }

    fn refusal(library: &str, scenario: &str) -> String {
        load(library, scenario).unwrap_err()
    }

    #[test]
    fn what_is_not_said_is_as_the_other_has_it() {
        let library = format!("[[creature]]\nlike = 'chief'\nid = 'king'\nname = 'King'\nhp = 8\n{GOBLIN}");
        let fight = "[[creature]]\nid = 'chief'\nname = 'Chief'\nlike = 'goblin'\nranks.might = 3\nwithout = ['ac']\n";
        let (sheets, _) = load(&library, fight).unwrap();
        let sheet =
            |id: &str, name: &str, hp, ac, ranks| Sheet { id: id.into(), name: name.into(), hp, ac, ranks };
        assert_eq!(
            sheets,
            [
                sheet("king", "King", 8, None, [3, 2]),
                sheet("goblin", "Goblin", 4, Some(13), [1, 2]),
                sheet("chief", "Chief", 4, None, [3, 2]),
            ]
        );
        let other = "[[creature]]\nid = 'chief'\nname = 'Chief'\nlike = 'goblin'\nranks = { might = 3 }\n";
        assert_eq!(load(GOBLIN, other).unwrap().0[1].ranks, [3, 0], "another table, and not one value of it");
    }

    #[test]
    fn one_foe_can_differ() {
        let fight = "[[foes]]\ncreature = 'goblin'\ncount = 2\n[[foes]]\ncreature = 'goblin'\nwith = { hp = 9, ranks.speed = 5 }\n\
                     [[foes]]\ncreature = 'goblin'\nwith = { name = 'Snag', hp = 1 }\n";
        let (sheets, foes) = load(GOBLIN, fight).unwrap();
        assert_eq!(foes, [0, 1, 2]);
        let known: Vec<_> =
            sheets.iter().map(|one| (one.id.as_str(), one.name.as_str(), one.hp, one.ranks)).collect();
        assert_eq!(
            known,
            [
                ("goblin", "Goblin", 4, [1, 2]),
                ("goblin-b", "Goblin B", 9, [1, 5]),
                ("goblin-c", "Snag", 1, [1, 2])
            ]
        );
    }

    #[test]
    fn problems_are_told_where_they_stand() {
        let like = |rest: &str| format!("[[creature]]\nid = 'chief'\nname = 'Chief'\n{rest}\n");
        assert_eq!(
            refusal(&GOBLIN.replace("hp = 4", "hp = 40"), &like("like = 'goblin'")),
            "creatures.toml:4:6: creature[0].hp: 40 is out of range\n  | hp = 40\n  |      ^^\n  help: write a whole number from 1 to 9\n"
        );
        assert_eq!(
            refusal(GOBLIN, &like("like = 'gobln'")).lines().next().unwrap(),
            "fight.toml:2:1: creature[0].hp: missing"
        );
        let unknown = refusal(GOBLIN, &like("like = 'gobln'\nhp = 1"));
        assert!(
            unknown.starts_with("fight.toml:5:8: creature[0].like: no creature is named \"gobln\""),
            "{unknown}"
        );
        assert!(unknown.contains("did you mean \"goblin\"?"), "{unknown}");
        let nameless = refusal(GOBLIN, "[[creature]]\nlike = 'goblin'");
        assert!(
            nameless.contains("creature[0].id: missing") && nameless.contains("creature[0].name: missing")
        );
        let round = "[[creature]]\nid = 'a'\nname = 'A'\nhp = 1\nlike = 'b'\n[[creature]]\nid = 'b'\nname = 'B'\nhp = 1\nlike = 'a'\n";
        let told = refusal("", round);
        assert_eq!(told.matches("this goes round in a circle").count(), 2, "{told}");
        assert!(refusal("", &like("hp = 1\nlike = 'chief'")).contains("round in a circle"));
        let left = refusal(GOBLIN, &like("like = 'goblin'\nwithout = ['acc']"));
        assert!(left.contains("creature[0].without[0]: \"goblin\" has no `acc`"), "{left}");
        assert!(
            refusal(GOBLIN, &like("like = 3")).contains("creature[0].like: this is a whole number, not text")
        );
    }

    #[test]
    fn problems_of_one_that_differs_are_told_there() {
        let foe = |with: &str| refusal(GOBLIN, &format!("[[foes]]\ncreature = 'goblin'\nwith = {with}\n"));
        assert!(foe("{ hp = 90 }").starts_with("fight.toml:4:15: foes[0].with.hp: 90 is out of range"));
        let unknown = foe("{ hpp = 9 }");
        assert!(unknown.starts_with("fight.toml:4:10: foes[0].with.hpp: unknown key"), "{unknown}");
        assert!(foe("9").contains("foes[0].with: this is a whole number, not a table"));
        let nobody = refusal(GOBLIN, "[[foes]]\ncreature = 'gobln'\nwith = { hp = 9 }\n");
        assert!(nobody.contains("foes[0].creature: no creature is named \"gobln\""), "{nobody}");
        let none = refusal(GOBLIN, "[[foes]]\nwith = { hp = 9 }\n");
        assert!(none.contains("foes[0].with: unknown key"), "{none}");
    }
}
