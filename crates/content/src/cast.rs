//! Who goes into a scenario: its party, everybody of its content who could take their places, and the same with others in
//! them. It knows the two lists by name (`party`, `hero`), which are the same in every system, and nothing of heroes.

use fracas_kernel::Named;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::{Bundle, PathError, Source};

/// The heroes of a scenario, and those it could have.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cast {
    /// By id, in the order of the places that they take.
    pub party: Vec<String>,
    /// Everybody who is ready to play, by name.
    pub heroes: Vec<Named>,
}

impl Bundle {
    pub fn cast(&self) -> Cast {
        let mut cast = Cast::default();
        for source in self.library.iter().chain([&self.scenario]) {
            each(source, "hero", |hero| {
                let Some(id) = text(hero, "id") else { return };
                // A scenario's own come after the library's, and are those that are meant.
                cast.heroes.retain(|known| known.id != id);
                cast.heroes.push(Named::new(id, text(hero, "name").unwrap_or(id)));
            });
        }
        each(&self.scenario, "party", |member| {
            cast.party.extend(text(member, "hero").map(ToOwned::to_owned))
        });
        cast.heroes.sort_by(|a, b| a.name.cmp(&b.name));
        cast
    }

    /// The same scenario with these heroes in the places of its own, in the same order. A party that was brought along
    /// stays at home.
    pub fn recast(&self, heroes: &[String]) -> Result<Bundle, PathError> {
        let Cast { party, heroes: known } = self.cast();
        if heroes.len() != party.len() {
            let (places, named) = (party.len(), heroes.len());
            return Err(PathError::new(format!("heroes wanted: {places}; heroes named: {named}")));
        }
        for (at, id) in heroes.iter().enumerate() {
            if known.iter().all(|hero| hero.id != *id) {
                let ids: Vec<&str> = known.iter().map(|hero| hero.id.as_str()).collect();
                return Err(PathError::new(format!("there is no hero {id:?}; known: {}", ids.join(", "))));
            }
            if heroes[..at].contains(id) {
                return Err(PathError::new(format!("{id} cannot be in two places")));
            }
        }
        let alone = Bundle { party: None, ..self.clone() };
        (1..).zip(heroes).try_fold(alone, |bundle, (place, id)| {
            bundle.with(&format!("party.{place}.hero"), &format!("{id:?}"))
        })
    }
}

/// Every table of a list at the top of a file.
fn each(source: &Source, list: &str, mut meet: impl FnMut(&DeTable<'_>)) {
    let root = DeTable::parse_recoverable(&source.text).0.into_inner();
    let Some(DeValue::Array(entries)) = root.get(list).map(Spanned::get_ref) else { return };
    for entry in entries.iter() {
        if let DeValue::Table(table) = entry.get_ref() {
            meet(table);
        }
    }
}

fn text<'t>(table: &'t DeTable<'_>, key: &str) -> Option<&'t str> {
    match table.get(key)?.get_ref() {
        DeValue::String(text) => Some(text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bundle() -> Bundle {
        let scenario = "system = 'delve'\n[[party]]\nhero = 'brakk' # first\nat = 'a'\n[[party]]\nhero = \"oda\"\nat = 'b'\n";
        let library = "[[hero]]\nid = 'brakk'\nname = 'Brakk'\n[[hero]]\nid = 'oda'\n[[hero]]\nid = 'pell'\nname = 'Pell'\n";
        Bundle {
            scenario: Source::new("s.toml", scenario),
            library: vec![Source::new("heroes.toml", library)],
            party: None,
        }
    }

    #[test]
    fn others_take_the_places_and_nothing_else_changes() {
        let bundle = bundle();
        let cast = bundle.cast();
        assert_eq!(cast.party, ["brakk", "oda"]);
        assert_eq!(cast.heroes.iter().map(|hero| &*hero.name).collect::<Vec<_>>(), ["Brakk", "Pell", "oda"]);
        let recast = bundle.recast(&["pell".to_owned(), "brakk".to_owned()]).unwrap();
        let expected =
            bundle.scenario.text.replace("\"oda\"", "\"brakk\"").replace("'brakk' #", "\"pell\" #");
        assert_eq!(recast.scenario.text, expected);
        assert_eq!(recast.library, bundle.library);
    }

    #[test]
    fn what_cannot_be_cast_says_why() {
        let wrong = |heroes: &[&str]| {
            let heroes: Vec<String> = heroes.iter().map(|id| (*id).to_owned()).collect();
            bundle().recast(&heroes).unwrap_err().to_string()
        };
        assert_eq!(wrong(&["pell"]), "heroes wanted: 2; heroes named: 1");
        assert_eq!(wrong(&["pell", "nemo"]), "there is no hero \"nemo\"; known: brakk, pell, oda");
        assert_eq!(wrong(&["pell", "pell"]), "pell cannot be in two places");
    }
}
