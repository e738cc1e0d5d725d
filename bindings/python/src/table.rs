//! A table to step through: who is asked, what can be chosen, what it may bring.

use std::sync::{Mutex, MutexGuard, PoisonError};

use fracas_content::suggest;
use fracas_kernel::{Crowd, Seat, Typing, Who};
use fracas_lab::Scrutiny;
use fracas_minds::Brain;
use fracas_systems::open_replay;
use fracas_table::{Game, GameError, Replay, play_back, verify};
use pyo3::prelude::*;
use pyo3::types::PyString;
use serde_json::{Value, json};

use crate::convert::{of_json, plain};
use crate::trouble::{Fine, Trouble};

/// A fight or an adventure under way. Made by `Scenario.table` and `fracas.replay`.
///
/// Combatants go by their ids ("goblin-2"), choices by their texts ("brakk attack goblin-2 sword"). A seat is "judge", who
/// sees everything, "watcher", or a list of ids: whoever plays them.
#[pyclass(module = "fracas", frozen)]
pub struct Table {
    game: Mutex<Box<dyn Game>>,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").finish_non_exhaustive()
    }
}

/// A table with a recorded fight on it, played up to `steps` or to its end.
#[pyfunction]
#[pyo3(signature = (text, *, steps=None))]
pub fn replay(py: Python<'_>, text: &str, steps: Option<usize>) -> PyResult<Table> {
    let table = py.detach(|| -> Fine<Table> {
        let replay = Replay::read(text)?;
        let mut game = open_replay(&replay)?;
        play_back(&replay, steps.unwrap_or(usize::MAX), &mut *game)?;
        Ok(Table::new(game))
    })?;
    Ok(table)
}

/// A seat as Python names it.
#[derive(Clone, Debug)]
enum SeatName {
    Judge,
    Watcher,
    Player(Vec<String>),
}

fn read_seat(given: Option<&Bound<'_, PyAny>>) -> Fine<SeatName> {
    let wrong =
        || Trouble::value("a seat is \"judge\", \"watcher\", or a list of the ids of whoever it plays");
    let Some(given) = given else { return Ok(SeatName::Judge) };
    match given.cast::<PyString>() {
        Ok(name) => match name.to_string().as_str() {
            "judge" => Ok(SeatName::Judge),
            "watcher" => Ok(SeatName::Watcher),
            _ => Err(wrong()),
        },
        Err(_) => Ok(SeatName::Player(given.extract().map_err(|_| wrong())?)),
    }
}

impl Table {
    pub fn new(game: Box<dyn Game>) -> Table {
        Table { game: Mutex::new(game) }
    }

    /// A step that failed has changed nothing, even where it panicked.
    fn lock(&self) -> MutexGuard<'_, Box<dyn Game>> {
        self.game.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something with the game while Python does other things.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn Game) -> Fine<T> + Send,
    ) -> PyResult<T> {
        Ok(py.detach(|| work(&mut **self.lock()))?)
    }
}

fn who(game: &dyn Game, id: &str) -> Fine<Who> {
    game.who(id).ok_or_else(|| {
        let known: Vec<String> = game.combatants().into_iter().map(|one| one.id).collect();
        let advice = suggest(id, known.iter().map(String::as_str), "here", '"');
        Trouble::value(format!("nobody here is {id:?}; {advice}"))
    })
}

fn crowd(game: &dyn Game, ids: Option<&[String]>) -> Fine<Crowd> {
    ids.map_or(Ok(Crowd::ALL), |ids| ids.iter().map(|id| who(game, id)).collect())
}

fn seat(game: &dyn Game, name: &SeatName) -> Fine<Seat> {
    Ok(match name {
        SeatName::Judge => Seat::Judge,
        SeatName::Watcher => Seat::Watcher,
        SeatName::Player(ids) => Seat::Player(crowd(game, Some(ids))?),
    })
}

fn ids(game: &dyn Game, crowd: Crowd) -> Vec<String> {
    let all = game.combatants();
    crowd.filter_map(|who| all.iter().find(|one| one.who == who)).map(|one| one.id.clone()).collect()
}

fn brain(mind: Option<&str>) -> Fine<Option<Brain>> {
    Ok(mind.map(str::parse).transpose()?)
}

#[pymethods]
impl Table {
    #[getter]
    fn system(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |game| Ok(game.system().to_owned()))
    }

    #[getter]
    fn title(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |game| Ok(game.title().to_owned()))
    }

    #[getter]
    fn seed(&self, py: Python<'_>) -> PyResult<u64> {
        self.with(py, |game| Ok(game.seed()))
    }

    /// How many steps were made.
    #[getter]
    fn position(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |game| Ok(game.position()))
    }

    #[getter]
    fn round(&self, py: Python<'_>) -> PyResult<u32> {
        self.with(py, |game| Ok(game.round()))
    }

    /// How it ended: "heroes", "monsters" or "draw"; None while it goes on.
    #[getter]
    fn over(&self, py: Python<'_>) -> PyResult<Option<&'static str>> {
        self.with(py, |game| Ok(game.outcome().map(|outcome| outcome.name())))
    }

    /// Who may choose now.
    #[getter]
    fn asked(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.with(py, |game| Ok(ids(game, game.ask().asked())))
    }

    /// Of those, the ones without whom it cannot go on.
    #[getter]
    fn awaited(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.with(py, |game| Ok(ids(game, game.awaited() & game.ask().asked())))
    }

    /// Everybody: `id`, `name`, `side` and `who`, their number.
    #[getter]
    fn combatants<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let all = self.with(py, |game| Ok(game.combatants()))?;
        plain(py, &all)
    }

    /// What is asked: `text`, `rule`, and whether it is a `reaction`; None when nothing is.
    #[getter]
    fn question<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let question = self.with(py, |game| Ok(game.view_with(Seat::Judge, Crowd::NONE).question))?;
        let told = question.map_or(
            Value::Null,
            |question| json!({ "text": question.text, "reaction": question.reaction, "rule": question.rule }),
        );
        of_json(py, &told)
    }

    /// Every legal choice as text, in a fixed order.
    #[getter]
    fn choices(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.with(py, |game| Ok(game.choices()))
    }

    /// Makes a choice: its text, or its place in `choices`. `rolls` are the faces of all its dice, where they do not come
    /// from the seed. What is told about it comes back as lines of the log, as the judge reads them.
    #[pyo3(signature = (choice, *, rolls=None))]
    fn choose<'py>(
        &self,
        py: Python<'py>,
        choice: &Bound<'py, PyAny>,
        rolls: Option<Vec<u16>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (text, index) = match choice.extract::<String>() {
            Ok(text) => (Some(text), 0),
            Err(_) => (None, choice.extract::<usize>()?),
        };
        let lines = self.with(py, |game| {
            let text = match text {
                Some(text) => text,
                None => {
                    let choices = game.choices();
                    let many = choices.len();
                    let wrong = || match many {
                        0 => Trouble::Game(GameError::Over),
                        _ => Trouble::value(format!(
                            "there are {many} choices, counted from 0, and none is {index}"
                        )),
                    };
                    choices.into_iter().nth(index).ok_or_else(wrong)?
                }
            };
            game.choose(&text, &rolls.map_or_else(Typing::default, Typing::all))?;
            Ok(game.step_lines(game.position() - 1, Seat::Judge))
        })?;
        plain(py, &lines)
    }

    /// What a mind would choose now, for one of `for_` or for anybody who is asked: "random", "instinct", "greedy",
    /// "search:1000" (playouts), "search:50ms", "easy", "normal", "hard", "brutal".
    #[pyo3(signature = (mind=None, *, for_=None))]
    fn think(&self, py: Python<'_>, mind: Option<&str>, for_: Option<Vec<String>>) -> PyResult<String> {
        let brain = brain(mind)?;
        let job = self.with(py, |game| {
            let asked = crowd(game, for_.as_deref())?;
            if game.outcome().is_some() {
                return Err(Trouble::Game(GameError::Over));
            }
            Ok(match &brain {
                None => Err(game.instinct(asked)?),
                Some(brain) => Ok(game.mind_later(asked, brain)?),
            })
        })?;
        // The thought has a copy of the table, which others may use meanwhile.
        Ok(match job {
            Err(choice) => choice,
            Ok(job) => py.detach(|| job().choice),
        })
    }

    /// The best choices of those whom a seat plays, the best first, with what each is worth and why.
    #[pyo3(signature = (seat=None, *, mind="search:2000", most=3))]
    fn hint<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'py, PyAny>>,
        mind: &str,
        most: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (name, brain) = (read_seat(seat)?, brain(Some(mind))?.expect("a mind was named"));
        let job = self.with(py, |game| {
            let seat = self::seat(game, &name)?;
            Ok(game.hint_later(seat, Crowd::ALL, &brain, most.min(100))?)
        })?;
        let advice = py.detach(job);
        plain(py, &advice)
    }

    /// What a choice may bring, by its text: the chance that it succeeds, who may fall, what harm it does. Without one, of
    /// every choice, by their texts.
    #[pyo3(signature = (choice=None))]
    fn odds<'py>(&self, py: Python<'py>, choice: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        let told = self.with(py, |game| match choice {
            Some(choice) => Ok(json!(game.odds(choice)?)),
            None => {
                let each = |text: String| {
                    let stakes = game.odds(&text)?;
                    Ok((text, json!(stakes)))
                };
                Ok(Value::Object(game.choices().into_iter().map(each).collect::<Fine<_>>()?))
            }
        })?;
        of_json(py, &told)
    }

    /// All that a seat may see: the map, tokens, the question, its choices and what it cannot do and why. With `odds` the
    /// choices have theirs.
    #[pyo3(signature = (seat=None, *, odds=false))]
    fn view<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'py, PyAny>>,
        odds: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let name = read_seat(seat)?;
        let view = self.with(py, |game| {
            let mut view = game.view(self::seat(game, &name)?);
            if odds {
                view.choices.iter_mut().for_each(|choice| choice.odds = game.odds(&choice.text).ok());
            }
            Ok(json!(view))
        })?;
        of_json(py, &view)
    }

    /// The log from a step on, as a seat may read it.
    #[pyo3(signature = (start=0, *, seat=None))]
    fn log<'py>(
        &self,
        py: Python<'py>,
        start: usize,
        seat: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let name = read_seat(seat)?;
        let lines = self.with(py, |game| Ok(game.lines(start, self::seat(game, &name)?)))?;
        plain(py, &lines)
    }

    /// Takes steps back, and says how many there were. The same choice then rolls the same dice again.
    #[pyo3(signature = (steps=1))]
    fn undo(&self, py: Python<'_>, steps: usize) -> PyResult<usize> {
        self.with(py, |game| Ok((0..steps).take_while(|_| game.undo()).count()))
    }

    /// Does steps again that were taken back, with the same dice, and says how many there were.
    #[pyo3(signature = (steps=1))]
    fn redo(&self, py: Python<'_>, steps: usize) -> PyResult<usize> {
        self.with(py, |game| Ok((0..steps).take_while(|_| game.redo()).count()))
    }

    /// The whole state of the rules, as the judge knows it. Its shape may change with any version.
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let state = self.with(py, |game| Ok(game.state()))?;
        of_json(py, &state)
    }

    /// The fight so far as the text of a replay, with the content it was played with.
    fn replay(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |game| Ok(game.replay().write()))
    }

    /// Plays the fight so far once more from its record: {"verdict": "same", "steps": …}, or where it differs.
    fn verify<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let verdict = self.with(py, |game| {
            let replay = game.replay();
            Ok(verify(&replay, &mut *open_replay(&replay)?))
        })?;
        plain(py, &verdict)
    }

    /// The fight so far, looked at again: what was luck, what was skill, what would have been better.
    #[pyo3(signature = (*, seed=1, budget=Scrutiny::BUDGET, threads=None))]
    fn review<'py>(
        &self,
        py: Python<'py>,
        seed: u64,
        budget: u64,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let text = self.replay(py)?;
        crate::scenario::review(py, &text, seed, budget, threads)
    }

    /// The party of an adventure as it is now, as the text of a file; None in a single fight.
    fn party(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.with(py, |game| Ok(game.party_file()))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |game| {
            let stands = game.outcome().map_or_else(
                || format!("{} to choose", ids(game, game.ask().asked()).join(", ")),
                |outcome| outcome.words().to_owned(),
            );
            Ok(format!("<fracas.Table {} at step {}: {stands}>", game.title(), game.position()))
        })
    }
}
