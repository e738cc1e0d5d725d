//! All that the screen shows of one moment, worked out once for each question.

use fracas_kernel::{Bond, ChoiceView, Crowd, Quiet, Stakes, TableView, Who};

use super::super::deeds::{Deed, deeds};
use super::super::desk::Desk;
use super::super::grid::shared_row;
use super::super::screen::marks;
use super::super::session::Session;

#[derive(Debug)]
pub struct Scene {
    pub position: usize,
    pub view: TableView,
    pub marks: Vec<String>,
    /// Those of ours who are asked, and whose choices these are.
    pub asked: Crowd,
    pub focus: Option<Who>,
    /// With their odds, but for squares: those are worked out when they are pointed at.
    pub choices: Vec<ChoiceView>,
    pub deeds: Vec<Deed>,
    /// Who means what to whom, as far as this seat knows.
    pub bonds: Vec<Bond>,
}

impl Scene {
    pub fn new<D: Desk>(session: &Session<D>) -> Scene {
        let view = session.view();
        let mut choices = session.numbered(&view);
        for choice in choices.iter_mut().filter(|choice| shared_row(&view, choice).is_none()) {
            choice.odds = session.game.odds(&choice.text).ok();
        }
        let bonds = session.game.bonds(session.seat());
        let scene = Scene::of(view, session.game.position(), session.asked(), session.focused(), choices);
        Scene { bonds, ..scene }
    }

    pub fn of(
        view: TableView,
        position: usize,
        asked: Crowd,
        focus: Option<Who>,
        choices: Vec<ChoiceView>,
    ) -> Scene {
        let deeds = deeds(&view, &choices);
        Scene { position, marks: marks(&view.tokens), view, asked, focus, choices, deeds, bonds: Vec::new() }
    }

    /// The mark of whoever is asked.
    pub fn mark(&self) -> Option<&str> {
        let at = self.view.tokens.iter().position(|token| Some(token.who) == self.focus)?;
        self.marks.get(at).map(String::as_str)
    }
}

impl Scene {
    /// Only what is about a place, or done with `deed` there. `odds` works out those that are still missing.
    pub fn at(&self, place: &str, deed: Option<&str>, odds: impl Fn(&str) -> Option<Stakes>) -> Scene {
        let here = super::map::who_is_at(&self.view, place);
        let meant = |choice: &&ChoiceView| match deed {
            Some(deed) => choice.deed.id == deed && choice.to.as_deref() == Some(place),
            None => {
                let aimed = choice.targets.iter().any(|who| *who != choice.who && here.contains(who));
                choice.to.as_deref() == Some(place) || aimed
            }
        };
        let mut choices: Vec<ChoiceView> = self.choices.iter().filter(meant).cloned().collect();
        for choice in choices.iter_mut().filter(|choice| choice.odds.is_none()) {
            choice.odds = odds(&choice.text);
        }
        Scene::of(self.view.clone(), self.position, self.asked, self.focus, choices)
    }

    /// Why nothing, or not this deed, can be done at a place.
    pub fn why_not(&self, place: &str, deed: Option<&str>) -> Option<String> {
        let here = super::map::who_is_at(&self.view, place);
        let about = |quiet: &&Quiet| {
            let there =
                quiet.to.as_deref() == Some(place) || quiet.targets.iter().any(|who| here.contains(who));
            Some(quiet.who) == self.focus && there && deed.is_none_or(|deed| quiet.deed.id == deed)
        };
        // What a player would look for comes first.
        let quiet = self.view.quiet.iter().filter(about);
        let found = quiet.min_by_key(|quiet| !quiet.sought)?;
        Some(format!("{}: {}", found.label, found.why))
    }
}
