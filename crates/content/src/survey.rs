//! What the loaders ask of files: a [`Survey`] writes down every question that is put to a [`Reader`](crate::Reader),
//! so that the reference and the schemas say what is really read. It learns from files that are there, and from one
//! that is imagined: a file in which every key has some value, other ones each time, so that what is read only in
//! certain cases is asked for as well. It knows no field by name, and an ordinary load only finds that there is no
//! survey.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;
use std::sync::LazyLock;

use toml::de::{DeTable, DeValue};

use crate::Kind;
use crate::names::Names;

/// The name of the file that is imagined.
pub const IMAGINED: &str = "imagined";
/// Tables in tables in tables: no further.
const DEEPEST: usize = 6;
/// How many things an imagined list holds: two, so that one can be beside another.
pub(crate) const FEW: usize = 2;

/// What is asked of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    Text,
    /// Text in a notation of its own, such as dice.
    Notation,
    Flag,
    Whole {
        least: i128,
        most: i128,
    },
    Number {
        least: f64,
        most: f64,
    },
    /// A list of this many whole numbers.
    Numbers {
        many: usize,
        least: i128,
        most: i128,
    },
    OneOf(Vec<String>),
    /// The name by which others refer to a thing of this kind.
    Id(String),
    /// The name of a thing of this kind.
    Reference(String),
    Table,
    Tables,
}

/// Whether a key has to be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Needed {
    Never,
    /// Depending on what else stands in the table.
    Sometimes,
    Always,
}

/// What a file is: part of a library, or one of these.
pub type FileKind = Option<Kind>;

/// A key, and all that was asked of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    pub file: FileKind,
    /// As in a header, without indices: `zone.door.state`; `*` stands for keys that are free.
    pub path: String,
    /// What the value may be.
    pub forms: Vec<Form>,
    /// If it may be a list: what its values may be.
    pub items: Option<Vec<Form>>,
    pub needed: Needed,
    /// What a flag is if it is not there.
    pub absent: Option<bool>,
    /// The first file that has it, and how it stands there.
    pub example: Option<(String, String)>,
}

type Key = (FileKind, String);

/// One table: of a file that is there, or imagined.
type Instance = (bool, u64);

#[derive(Debug, Default)]
struct Notes {
    run: u64,
    questions: HashMap<Key, Question>,
    order: Vec<Key>,
    tables: HashMap<Key, HashSet<Instance>>,
    needs: HashMap<Key, HashSet<Instance>>,
    /// Keys of a table of which it was asked whether they are there.
    choices: HashMap<Key, Vec<String>>,
    /// Tables whose keys are free.
    free: HashSet<Key>,
    /// Texts that stand in files, for notations.
    samples: HashMap<Key, String>,
    /// Ids of things that are only imagined: nobody may name them.
    dreamt: HashSet<String>,
    ids: BTreeMap<String, BTreeSet<String>>,
}

/// Everything that was asked while it was watching.
#[derive(Debug, Default)]
pub struct Survey(RefCell<Notes>);

thread_local! {
    static WATCHING: RefCell<Option<Rc<Survey>>> = const { RefCell::new(None) };
}

impl Survey {
    pub fn new() -> Rc<Survey> {
        Rc::default()
    }

    /// Watches whatever this thread loads in `work`. Problems are not reported there. Another `run` imagines other
    /// values.
    pub fn watch<T>(self: &Rc<Self>, run: u64, work: impl FnOnce() -> T) -> T {
        struct Before(Option<Rc<Survey>>);
        impl Drop for Before {
            fn drop(&mut self) {
                WATCHING.set(self.0.take());
            }
        }
        self.0.borrow_mut().run = run;
        let _before = Before(WATCHING.replace(Some(Rc::clone(self))));
        work()
    }

    pub(crate) fn watching() -> Option<Rc<Survey>> {
        WATCHING.with_borrow(Option::clone)
    }

    /// All questions in the order in which they were put first, a table before what is in it.
    pub fn questions(&self) -> Vec<Question> {
        let notes = self.0.borrow();
        let settled = |key: &Key| Question { needed: notes.needed(key), ..notes.questions[key].clone() };
        notes.order.iter().map(settled).collect()
    }

    /// The ids that library files give to things of each kind.
    pub fn ids(&self) -> BTreeMap<String, BTreeSet<String>> {
        self.0.borrow().ids.clone()
    }
}

impl Notes {
    fn question(&mut self, key: Key) -> &mut Question {
        self.questions.entry(key).or_insert_with_key(|key| {
            self.order.push(key.clone());
            Question {
                file: key.0,
                path: key.1.clone(),
                forms: Vec::new(),
                items: None,
                needed: Needed::Never,
                absent: None,
                example: None,
            }
        })
    }

    fn needed(&self, key: &Key) -> Needed {
        let (table, name) = key.1.rsplit_once('.').unwrap_or(("", &key.1));
        let table = (key.0, table.to_owned());
        let none = HashSet::new();
        let (all, needs) = (self.tables.get(&table).unwrap_or(&none), self.needs.get(key).unwrap_or(&none));
        // Real files tell best: an imagined one makes no sense, and is given up half way. Where it is asked whether
        // the key is there, both have to agree that it is needed whatever the answer.
        let count = |set: &HashSet<Instance>, real: bool| set.iter().filter(|one| one.0 == real).count();
        let always = |real: bool| count(needs, real) == count(all, real);
        let real = count(all, true) > 0;
        let looked_for = self.choices.get(&table).is_some_and(|keys| keys.iter().any(|known| known == name));
        match needs.is_empty() {
            true => Needed::Never,
            false if always(real) && (!looked_for || always(!real)) => Needed::Always,
            false => Needed::Sometimes,
        }
    }
}

/// A survey's view of one file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch<'a> {
    pub survey: &'a Survey,
    pub file: FileKind,
    pub imagined: bool,
    pub name: &'a str,
}

impl Watch<'_> {
    fn key(&self, path: &str) -> Key {
        let header = header(path);
        if let Some((parent, _)) = header.rsplit_once('.')
            && self.survey.0.borrow().free.contains(&(self.file, parent.to_owned()))
        {
            return (self.file, format!("{parent}.*"));
        }
        (self.file, header)
    }

    fn instance(&self, path: &str) -> Instance {
        let mut hasher = DefaultHasher::new();
        (self.name, path).hash(&mut hasher);
        if self.imagined {
            self.survey.0.borrow().run.hash(&mut hasher);
        }
        (!self.imagined, hasher.finish())
    }

    /// A table is read.
    pub fn table(&self, path: &str) {
        let (key, instance) = (self.key(path), self.instance(path));
        self.survey.0.borrow_mut().tables.entry(key).or_default().insert(instance);
    }

    /// The keys of a table are free.
    pub fn free(&self, path: &str) {
        self.survey.0.borrow_mut().free.insert((self.file, header(path)));
    }

    /// A key is asked for; `written` is how it stands in the file.
    pub fn ask(&self, path: &str, written: Option<&str>) {
        let key = self.key(path);
        let mut notes = self.survey.0.borrow_mut();
        let question = notes.question(key);
        if let (None, Some(written), false) = (&question.example, written, self.imagined) {
            question.example = Some((self.name.to_owned(), written.to_owned()));
        }
    }

    /// A key has to be there.
    pub fn need(&self, table: &str, path: &str) {
        let (key, instance) = (self.key(path), self.instance(table));
        self.survey.0.borrow_mut().needs.entry(key).or_default().insert(instance);
    }

    /// Something is asked of a value.
    pub fn form(&self, path: &str, mut form: Form) {
        let key = self.key(path);
        let mut notes = self.survey.0.borrow_mut();
        if let Form::OneOf(words) = &mut form {
            words.retain(|word| !notes.dreamt.contains(word));
        }
        let question = notes.question(key);
        match path.ends_with(']') {
            true => add(question.items.get_or_insert_default(), form),
            false => add(&mut question.forms, form),
        }
    }

    pub fn list(&self, path: &str) {
        if !path.ends_with(']') {
            let key = self.key(path);
            self.survey.0.borrow_mut().question(key).items.get_or_insert_default();
        }
    }

    pub fn absent(&self, path: &str, absent: bool) {
        let key = self.key(path);
        self.survey.0.borrow_mut().question(key).absent = Some(absent);
    }

    /// The id of an imagined thing: one that nothing else has.
    pub fn dream(&self, path: &str) -> String {
        let id = path.replace(['[', ']', '.'], "-");
        self.survey.0.borrow_mut().dreamt.insert(id.clone());
        id
    }

    /// The id of a thing in a file that is there.
    pub fn id(&self, kind: &str, id: &str) {
        if !self.imagined && self.file.is_none() {
            self.survey.0.borrow_mut().ids.entry(kind.to_owned()).or_default().insert(id.to_owned());
        }
    }

    /// A text that stands in a file.
    pub fn sample(&self, path: &str, text: &str) {
        let key = self.key(path);
        self.survey.0.borrow_mut().samples.entry(key).or_insert_with(|| text.to_owned());
    }

    /// A number that is another in each run and for each path.
    pub fn whim(&self, path: &str) -> usize {
        let mut hasher = DefaultHasher::new();
        (self.survey.0.borrow().run, path).hash(&mut hasher);
        hasher.finish() as usize
    }

    /// Is an imagined key there? Of those of which a table is asked whether they are, one is, or none.
    pub fn is_there(&self, table: &str, key: &str, path: &str) -> bool {
        let notes = self.survey.0.borrow();
        if path.matches('.').count() >= DEEPEST {
            return false;
        }
        let choices = notes.choices.get(&(self.file, header(table)));
        let place = choices.and_then(|choices| choices.iter().position(|choice| choice == key));
        let many = choices.map_or(0, Vec::len);
        drop(notes);
        match place {
            Some(place) => self.whim(table) % (many + 1) == place,
            None => true,
        }
    }

    /// It is asked whether a key is there.
    pub fn choice(&self, table: &str, key: &str) {
        let mut notes = self.survey.0.borrow_mut();
        let choices = notes.choices.entry((self.file, header(table))).or_default();
        if !choices.iter().any(|choice| choice == key) {
            choices.push(key.to_owned());
        }
    }

    /// Text for a notation: as a file has it, or dice.
    pub fn notation(&self, path: &str) -> String {
        let sample = self.survey.0.borrow().samples.get(&self.key(path)).cloned();
        sample.unwrap_or_else(|| "1d6".to_owned())
    }

    /// The number of a name; those of one list differ.
    pub fn pick(&self, path: &str, names: &Names) -> Option<usize> {
        let (list, place) = path.rsplit_once('[').unwrap_or((path, "0]"));
        let place: usize = place.trim_end_matches(']').parse().unwrap_or(0);
        (!names.is_empty()).then(|| self.whim(list).wrapping_add(place) % names.len())
    }
}

/// A path without its indices.
fn header(path: &str) -> String {
    let mut inside = false;
    path.chars()
        .filter(|&c| {
            inside |= c == '[';
            let keep = !inside;
            inside &= c != ']';
            keep
        })
        .collect()
}

/// Adds what is asked, as one with what was asked before where that can be.
fn add(forms: &mut Vec<Form>, form: Form) {
    for known in forms.iter_mut() {
        match (known, &form) {
            (Form::Whole { least, most }, Form::Whole { least: low, most: high }) => {
                // A limit that is not always the same depends on something else: nobody can say it beforehand.
                *least = if least == low { *least } else { i128::MIN };
                *most = if most == high { *most } else { i128::MAX };
                return;
            }
            (Form::OneOf(words), Form::OneOf(more)) => {
                for word in more.iter().filter(|word| !word.is_empty()) {
                    if !words.contains(word) {
                        words.push(word.clone());
                    }
                }
                return;
            }
            (known, form) if *known == *form => return,
            _ => {}
        }
    }
    let is_text =
        |form: &Form| matches!(form, Form::Notation | Form::OneOf(_) | Form::Id(_) | Form::Reference(_));
    // Whatever else is text is read as text first.
    if form == Form::Text && forms.iter().any(is_text) {
        return;
    }
    if is_text(&form) {
        forms.retain(|known| *known != Form::Text);
    }
    forms.push(form);
}

/// The value of every imagined key; what it is, each question decides.
pub(crate) fn any_value() -> &'static DeValue<'static> {
    static ANY: LazyLock<DeValue<'static>> = LazyLock::new(|| DeValue::Boolean(true));
    &ANY
}

/// An imagined table.
pub(crate) fn empty() -> &'static DeTable<'static> {
    static EMPTY: LazyLock<DeTable<'static>> = LazyLock::new(DeTable::new);
    &EMPTY
}

#[cfg(test)]
mod tests {
    use crate::{Bundle, Names, Problems, Reader, Source};

    use super::*;

    fn loader(top: &mut Reader<'_>) -> Option<()> {
        let mut names = Names::new("zone");
        top.string("system");
        for mut zone in top.need_tables("zone") {
            zone.name("id", &mut names);
            zone.array::<i8, 2>("at", -9..=9);
            zone.references("near", &names);
            let known: Vec<(&str, ())> =
                names.iter().map(|name| (name, ())).chain([("nowhere", ())]).collect();
            zone.optional_one_of("beside", &known);
            match zone.one_of("kind", &[("hall", 0), ("pit", 1), ("yard", 2)]) {
                1 => drop(zone.integer("depth", 1..=5)),
                2 => drop(zone.table("well").map(|mut well| well.flag("dry", true))),
                _ => {}
            }
            if zone.has("trap") {
                zone.parsed("trap", |text| text.strip_prefix("trap ").map(drop).ok_or("no trap"))?;
                zone.integer("harm", 1..=20);
            }
            zone.finish();
        }
        top.table("prices")
            .iter_mut()
            .flat_map(|table| table.entries())
            .for_each(|(_, field)| assert!(field.integer(&(1..=3)).is_some()));
        Some(())
    }

    fn load(source: Source) -> Result<(), Problems> {
        Bundle { scenario: source, library: Vec::new(), party: None }.read(|tops| loader(tops.last_mut()?))
    }

    fn surveyed() -> Rc<Survey> {
        let real = "system = 'x'\n[[zone]]\nid = 'a'\nat = [1, 2]\nkind = 'hall'\ntrap = 'trap 1'\nharm = 3\n[[zone]]\nid = 'b'\nat = [0, 0]\nkind = 'hall'\n[prices]\nrope = 2\n";
        let survey = Survey::new();
        survey.watch(0, || load(Source::new("real.toml", real))).unwrap();
        for run in 0..40 {
            let _ = survey.watch(run, || load(Source::new(IMAGINED, "system = 'x'")));
        }
        survey
    }

    #[test]
    fn every_question_is_written_down_whatever_it_depends_on() {
        let all = surveyed().questions();
        let of =
            |path: &str| all.iter().find(|one| one.path == path).unwrap_or_else(|| panic!("{path}: {all:?}"));
        assert!(all.iter().all(|one| one.file == Some(Kind::Fight)));
        assert_eq!((&of("zone").forms[..], of("zone").needed), (&[Form::Tables][..], Needed::Always));
        assert_eq!(of("zone.id").forms, [Form::Id("zone".into())]);
        assert_eq!(of("zone.at").forms, [Form::Numbers { many: 2, least: -9, most: 9 }]);
        assert_eq!(of("zone.at").items, None);
        assert_eq!(of("zone.near").items, Some(vec![Form::Reference("zone".into())]));
        assert_eq!(of("zone.near").needed, Needed::Never);
        assert_eq!(of("zone.kind").forms, [Form::OneOf(vec!["hall".into(), "pit".into(), "yard".into()])]);
        // Zones that are only imagined cannot be named.
        let words = |path| match &of(path).forms[..] {
            [Form::OneOf(words)] => words.clone(),
            other => panic!("{other:?}"),
        };
        assert_eq!(words("zone.beside"), ["nowhere"]);
        assert_eq!((of("zone.depth").needed, of("zone.depth").example.clone()), (Needed::Sometimes, None));
        assert_eq!(of("zone.well.dry").absent, Some(true));
        assert_eq!(
            (&of("zone.trap").forms[..], of("zone.trap").needed),
            (&[Form::Notation][..], Needed::Sometimes)
        );
        assert_eq!(of("zone.harm").example, Some(("real.toml".into(), "3".into())));
        assert_eq!(of("prices.*").forms, [Form::Whole { least: 1, most: 3 }]);
        assert!(all.iter().any(|one| one.path == "include") && all.iter().any(|one| one.path == "minds"));
    }

    #[test]
    fn an_ordinary_load_is_not_surveyed() {
        let survey = surveyed();
        let before = survey.questions().len();
        assert!(
            load(Source::new(IMAGINED, "system = 'x'")).unwrap_err().to_string().contains("zone: missing")
        );
        assert_eq!(survey.questions().len(), before);
    }
}
