//! Puzzles for people: positions from real play, and what a strong mind says to a choice in them.

use std::sync::OnceLock;

use fracas_content::Listed;
use fracas_kernel::{Seat, Side, Typing};
use fracas_minds::puzzle::{Puzzle, Puzzles, read_step};
use fracas_systems::{bundle_for, open};
use fracas_table::Game;

use crate::messages::{PuzzleCard, PuzzleVerdict};

/// A puzzle that today's rules still lead to.
#[derive(Debug)]
pub struct Posed {
    pub card: PuzzleCard,
    pub scenario: Listed,
    pub puzzle: Puzzle,
    /// The good choices, as people read them.
    good: Vec<String>,
}

/// All of them, by system and scenario.
pub fn all() -> &'static [Posed] {
    static ALL: OnceLock<Vec<Posed>> = OnceLock::new();
    ALL.get_or_init(|| {
        let files = fracas_content::puzzles().filter_map(|file| {
            let Puzzles { scenario, puzzles } = Puzzles::read(&file.source).ok()?;
            let scenario = fracas_content::scenario(&format!("{}/{scenario}", file.system)).ok()?;
            Some((scenario, puzzles))
        });
        let all = files.flat_map(|(scenario, puzzles)| {
            puzzles.into_iter().filter_map(move |puzzle| Posed::new(scenario.clone(), puzzle))
        });
        all.collect()
    })
}

pub fn find(id: &str) -> Option<&'static Posed> {
    all().iter().find(|posed| posed.card.id == id)
}

impl Posed {
    fn new(scenario: Listed, puzzle: Puzzle) -> Option<Posed> {
        let bundle = bundle_for(scenario.source.clone()).ok()?;
        let mut game = open(bundle, 0, 0).ok()?;
        lead_to(&mut *game, &puzzle, |_| ()).ok()?;
        let view = game.view(Seat::Judge);
        let label = |text: &String| {
            let choice = view.choices.iter().find(|choice| choice.text == *text)?;
            Some((choice.who, choice.label.clone()))
        };
        let good: Vec<_> = puzzle.good.iter().map(label).collect::<Option<_>>()?;
        puzzle.bad.iter().map(label).collect::<Option<Vec<_>>>()?;
        let (who, _) = good.first()?;
        let token = view.tokens.iter().find(|token| token.who == *who)?;
        let card = PuzzleCard {
            id: format!("{}/{}", scenario.system, puzzle.id),
            system: scenario.system.clone(),
            title: game.title().to_owned(),
            who: token.name.clone(),
            side: token.side,
            round: game.round(),
        };
        Some(Posed { card, scenario, puzzle, good: good.into_iter().map(|(_, label)| label).collect() })
    }

    pub fn side(&self) -> Side {
        self.card.side
    }

    pub fn judge(&self, choice: &str) -> PuzzleVerdict {
        let has = |all: &[String]| all.iter().any(|one| one == choice);
        let verdict = match () {
            () if has(&self.puzzle.good) => "good",
            () if has(&self.puzzle.bad) => "bad",
            () => "neither",
        };
        PuzzleVerdict { verdict: verdict.to_owned(), good: self.good.clone(), why: self.puzzle.why.clone() }
    }
}

/// Plays the steps that lead to a puzzle's position; `made` is called after each.
pub fn lead_to(game: &mut dyn Game, puzzle: &Puzzle, mut made: impl FnMut(&dyn Game)) -> Result<(), String> {
    for step in &puzzle.steps {
        let (choice, faces) = read_step(step).map_err(|error| error.to_string())?;
        game.choose(choice, &Typing::all(faces)).map_err(|error| error.to_string())?;
        made(game);
    }
    Ok(())
}
