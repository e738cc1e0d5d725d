//! How heroes grow, by the rules of each system: what a step of growth changes in a party's file, where growth is kept from
//! one adventure to the next, and on a hero's own sheet. Whether the outcome is allowed is for the loaders to say.

use fracas_delve::{ability_modifier, hp_for_level};
use fracas_heed::trek::MAX_GROWTH;
use fracas_kernel::Play;
use fracas_twelves::trek::{MAX_ATTRIBUTE, MAX_FEATS, MAX_HITS};

use crate::System;

/// What is known of a hero.
pub trait Hero {
    /// A number of its sheet, or of what the sheet calls on: its class or archetype.
    fn number(&self, key: &str) -> Option<i64>;
    /// The ids in a list of its sheet, or of what that calls on.
    fn list(&self, key: &str) -> Vec<String>;
    /// The ids of all things of a kind.
    fn all(&self, kind: &str) -> Vec<String>;
    /// A number of one of them.
    fn number_of(&self, kind: &str, id: &str, key: &str) -> Option<i64>;
}

/// A step that a hero can take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Growth {
    /// In a few words: "1 more might".
    pub name: String,
    /// What changes in a party's file.
    pub in_party: Vec<Change>,
    /// What changes on the sheet; nothing if that cannot say it.
    pub on_sheet: Vec<Change>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// So much more than there is, or than holds where nothing is said; the path has dots.
    More { path: String, by: i64, absent: i64 },
    /// One more in a list.
    Add { path: String, id: String },
}

fn more(path: impl Into<String>, by: i64, absent: Option<i64>) -> Change {
    Change::More { path: path.into(), by, absent: absent.unwrap_or(0) }
}

fn add(path: &str, id: &str) -> Change {
    Change::Add { path: path.to_owned(), id: id.to_owned() }
}

/// The steps that the rules know for this hero; none where a system says nothing of growth.
pub fn growth(system: System, hero: &dyn Hero) -> Vec<Growth> {
    let step =
        |name: String, in_party: Vec<Change>, on_sheet: Vec<Change>| Growth { name, in_party, on_sheet };
    match system.name() {
        fracas_delve::Delve::SYSTEM => {
            let level = hero.number("level");
            let [die, score] =
                [("hit_die", 0), ("con", 10)].map(|(key, absent)| hero.number(key).unwrap_or(absent));
            let gain =
                hp_for_level(die.clamp(0, 20) as i16, ability_modifier(score.clamp(3, 18) as u8)).into();
            // Hit points that are written down do not grow by themselves.
            let hp = hero.number("hp").map(|hp| more("hp", gain, Some(hp)));
            let on_sheet = [more("level", 1, level)].into_iter().chain(hp).collect();
            vec![step(format!("level {}", level.unwrap_or(1) + 1), vec![more("level", 1, level)], on_sheet)]
        }
        // HEED 37: two adventures give one grit.
        fracas_heed::Heed::SYSTEM => {
            let grows = hero.number("advances").unwrap_or(0) < 2 * i64::from(MAX_GROWTH);
            let on_sheet = vec![more("grit", 1, hero.number("grit"))];
            let made = step("1 more grit".to_owned(), vec![more("advances", 2, None)], on_sheet);
            Some(made).filter(|_| grows).into_iter().collect()
        }
        // RANKS-E5
        fracas_ranks::Ranks::SYSTEM => fracas_ranks::Ability::ALL
            .iter()
            .map(|(name, _)| {
                let in_party = vec![more("advances", 1, None), more(format!("raised.{name}"), 1, None)];
                step(format!("1 more rank in {name}"), in_party, vec![more(format!("ranks.{name}"), 1, None)])
            })
            .collect(),
        // TWELVES-H2
        fracas_twelves::Twelves::SYSTEM => {
            let numbers = [
                ("might", MAX_ATTRIBUTE),
                ("agility", MAX_ATTRIBUTE),
                ("wits", MAX_ATTRIBUTE),
                ("hits", MAX_HITS),
            ];
            let room = |(key, most): &(&str, u8)| hero.number(key).is_some_and(|now| now < i64::from(*most));
            let grown = |id: &str| vec![more("deeds", 1, None), add("grown", id)];
            let numbers = numbers.into_iter().filter(room).map(|(key, _)| {
                step(format!("1 more {key}"), grown(key), vec![more(key, 1, hero.number(key))])
            });
            let own = hero.list("feats");
            let feats =
                hero.all("feat").into_iter().filter(|feat| own.len() < MAX_FEATS && !own.contains(feat));
            numbers
                .chain(
                    feats.map(|feat| {
                        step(format!("the feat {feat}"), grown(&feat), vec![add("feats", &feat)])
                    }),
                )
                .collect()
        }
        fracas_ardor::Ardor::SYSTEM => {
            use fracas_ardor::trek::{TOUGHEN, TOUGHER, UNGLIMPSED};
            let (health, xp) = (hero.number("health"), hero.number("xp"));
            let pays = |price: i64| more("xp", -price, xp);
            let by = i64::from(TOUGHER);
            let in_party = vec![more("most", by, health), pays(TOUGHEN.into())];
            let tougher = step(
                format!("{by} more health for {TOUGHEN} XP"),
                in_party,
                vec![more("health", by, health)],
            );
            // What is learned stands in the party's file alone.
            let noted = hero.list("noted");
            let trained = hero.list("lore").into_iter().filter_map(|id| {
                let price = hero.number_of("ability", &id, "xp").unwrap_or(0);
                let price = price + if noted.contains(&id) { 0 } else { UNGLIMPSED.into() };
                let known = hero.list("learned").contains(&id);
                (!known).then(|| {
                    step(format!("{id} for {price} XP"), vec![add("learned", &id), pays(price)], vec![])
                })
            });
            [tougher].into_iter().chain(trained).collect()
        }
        _ => Vec::new(),
    }
}
