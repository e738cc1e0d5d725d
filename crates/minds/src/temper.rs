//! Temperaments: what somebody cares about, as weights of what people are worth. A scenario gives them in a table:
//!
//! ```toml
//! [minds]
//! wolf = "mindless"
//! goblin-2 = "cowardly"
//! ```

use std::sync::Arc;

use fracas_content::{MINDS, Problems, Source, read};
use fracas_kernel::Temper;

/// What each thing counts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Weights {
    /// Winning or losing, beside what is left at the end.
    pub win: f32,
    pub me: f32,
    /// The others of its side, and the enemy.
    pub friends: f32,
    pub foes: f32,
    /// By how much it may misjudge a choice.
    pub noise: f32,
}

pub(crate) fn weights(temper: Temper) -> Weights {
    let even = Weights { win: 1.0, me: 1.0, friends: 1.0, foes: 1.0, noise: 0.0 };
    match temper {
        Temper::Steady => even,
        Temper::Aggressive => Weights { win: 0.6, me: 0.5, friends: 0.6, foes: 1.8, ..even },
        Temper::Cautious => Weights { win: 0.8, me: 2.0, friends: 1.2, foes: 0.8, ..even },
        Temper::Cowardly => Weights { win: 0.2, me: 5.0, friends: 0.4, foes: 0.5, ..even },
        Temper::Loyal => Weights { me: 0.5, friends: 1.8, ..even },
        Temper::Mindless => Weights { win: 0.0, me: 0.2, friends: 0.2, foes: 1.0, noise: 0.12 },
        Temper::Cunning => Weights { win: 2.0, ..even },
        Temper::Protective => Weights { win: 0.8, me: 0.8, friends: 2.5, foes: 0.8, ..even },
    }
}

/// Who has which temperament, by id or by the id without its number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tempers(Arc<[(String, Temper)]>);

impl Tempers {
    /// Those that a scenario names; none if it names none.
    pub fn read(scenario: &Source) -> Result<Tempers, Problems> {
        read(scenario, |top| {
            let Some(mut table) = top.table(MINDS) else { return Tempers::default() };
            let all = table.entries().into_iter();
            Tempers(
                all.filter_map(|(id, field)| Some((id.to_owned(), field.one_of(&Temper::NAMED)?))).collect(),
            )
        })
    }

    pub fn new(all: impl IntoIterator<Item = (String, Temper)>) -> Tempers {
        Tempers(all.into_iter().collect())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Of the combatant with this id: "goblin-2" is meant by "goblin-2" and, failing that, by "goblin".
    /// `None` if the scenario says nothing about it.
    pub fn of(&self, id: &str) -> Option<Temper> {
        let named = |name: &str| self.0.iter().find(|(known, _)| known == name).map(|(_, temper)| *temper);
        let kind = id.rsplit_once('-').filter(|(_, number)| number.bytes().all(|byte| byte.is_ascii_digit()));
        named(id).or_else(|| named(kind?.0))
    }

    /// The names for which nobody is found among these ids.
    pub fn strangers<'a>(&'a self, ids: &[String]) -> Vec<&'a str> {
        let is_meant = |name: &str| {
            ids.iter().any(|id| id == name || id.rsplit_once('-').is_some_and(|(kind, _)| kind == name))
        };
        self.0.iter().map(|(name, _)| name.as_str()).filter(|name| !is_meant(name)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_stands_for_all_of_it_and_a_number_for_one() {
        let source =
            Source::new("x.toml", "[minds]\nwolf = 'mindless'\nwolf-2 = 'cunning'\nold-wolf = 'loyal'\n");
        let tempers = Tempers::read(&source).unwrap();
        assert_eq!(tempers.of("wolf-1"), Some(Temper::Mindless));
        assert_eq!(tempers.of("wolf-2"), Some(Temper::Cunning));
        assert_eq!(tempers.of("wolf"), Some(Temper::Mindless));
        assert_eq!(tempers.of("old-wolf"), Some(Temper::Loyal));
        assert_eq!(tempers.of("brakk"), None);
        assert_eq!(tempers.strangers(&["wolf-1".to_owned(), "wolf-2".to_owned()]), ["old-wolf"]);
        assert!(Tempers::read(&Source::new("x.toml", "title = 'X'\n")).unwrap().is_empty());
    }

    #[test]
    fn an_unknown_temperament_is_a_problem_with_its_place() {
        let source = Source::new("x.toml", "[minds]\nwolf = 'mindles'\n");
        let told = Tempers::read(&source).unwrap_err().to_string();
        assert!(told.starts_with("x.toml:2:8: minds.wolf: \"mindles\""), "{told}");
        assert!(told.contains("mindless"), "{told}");
    }
}
