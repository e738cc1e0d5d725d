//! One game as it is played: minds decide for whoever is not ours, and we are asked for the rest. What is said and asked
//! goes over a [`Desk`], so that it is the same line by line and on the full screen.

use std::path::PathBuf;

use fracas_kernel::{Ask, ChoiceView, Crowd, Role, Seat, Side, Status, TableView, Typing, Who};
use fracas_minds::{Brain, Kind};
use fracas_table::{Chosen, Game, GameError, Stopped, choose_asking, write_file};

use super::command::Until;
use super::desk::Desk;
use super::dice::{self, NoFaces};
use super::keep::Keeper;
use super::offers::{by_tab, name_of, numbers};
use super::screen::Screen;
use crate::args::DiceOf;
use crate::failure::Failure;

/// Minds that make this many choices in a row are stuck.
const CAP: usize = 20_000;

pub struct Session<D: Desk> {
    pub game: Box<dyn Game>,
    pub keeper: Keeper,
    pub screen: Screen,
    pub desk: D,
    /// The sides that the person decides for.
    pub mine: Vec<Side>,
    /// Who decides for the others.
    pub mind: Thinker,
    pub dice: DiceOf,
    /// What it is about, as it was shown at the start.
    pub about: Vec<String>,
    /// Where the party of an adventure is written when it is over.
    party: Option<PathBuf>,
    /// How many steps of the log have been shown.
    pub told: usize,
    /// Whose choices are shown, when several are asked.
    pub focus: Option<Who>,
    /// The person has handed everything over to the minds.
    hands_off: bool,
    /// What to show before the next question.
    pub show: Show,
    /// What the numbers on the screen stand for, and at which position they were shown.
    pub offered: (usize, Vec<ChoiceView>),
    /// Why minds chose as they did, each with the step that it led to.
    pub whys: Vec<(usize, String)>,
}

/// What is to be shown before the next question.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Show {
    Nothing,
    /// The question and its choices.
    Question,
    /// Whatever is not as it was when it was shown last, and the question.
    Changes,
    /// Everything.
    Table,
}

/// What the command line says about how to play.
#[derive(Debug)]
pub struct Terms {
    pub mine: Vec<Side>,
    pub mind: Thinker,
    pub dice: DiceOf,
    pub party: Option<PathBuf>,
}

/// Who decides for those whom nobody plays.
#[derive(Debug)]
pub struct Thinker {
    pub brain: Brain,
    /// Does it say why?
    pub explains: bool,
}

/// How many choices a hint names.
pub const HINTS: usize = 3;

impl Thinker {
    pub fn name(&self) -> &'static str {
        match self.brain.kind {
            Kind::Random => "At random",
            Kind::Careless => "Careless instinct",
            Kind::Instinct => "Instinct",
            Kind::Greedy | Kind::Search(_) => "After some thought",
        }
    }

    /// Who gives hints: a count, so that the same position gets the same hint.
    pub fn adviser() -> Brain {
        Brain::playouts(2000)
    }
}

/// Does the session go on?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    On,
    Leave,
}

impl<D: Desk> Session<D> {
    pub fn new(
        game: Box<dyn Game>,
        keeper: Keeper,
        screen: Screen,
        terms: Terms,
        about: Vec<String>,
        desk: D,
    ) -> Session<D> {
        let told = game.position().saturating_sub(3);
        let Terms { mine, mind, dice, party } = terms;
        let hands_off = mine.is_empty();
        Session {
            game,
            keeper,
            screen,
            desk,
            mine,
            mind,
            dice,
            about,
            party,
            told,
            focus: None,
            hands_off,
            show: Show::Table,
            offered: (usize::MAX, Vec::new()),
            whys: Vec::new(),
        }
    }

    /// Keeps the game, writes the party home, and says how to go on.
    pub fn finish(&mut self) -> Result<(), Failure> {
        self.keep()?;
        self.bring_home()?;
        self.say_goodbye()
    }

    /// When an adventure is over, its party goes back into its file.
    fn bring_home(&mut self) -> Result<(), Failure> {
        let (Some(path), Some(text)) = (&self.party, self.game.party_file()) else { return Ok(()) };
        if self.game.outcome().is_none() {
            return Ok(());
        }
        write_file(path, &text)?;
        self.desk.say(&self.screen.note(&format!("The party as it came out is in {}.", path.display())))
    }

    /// Everybody whom the person decides for.
    pub fn crowd(&self) -> Crowd {
        let all = self.game.combatants().into_iter();
        all.filter(|one| self.mine.contains(&one.side)).map(|one| one.who).collect()
    }

    pub fn seat(&self) -> Seat {
        if self.mine.len() == 1 { Seat::Player(self.crowd()) } else { Seat::Judge }
    }

    pub fn view(&self) -> TableView {
        self.game.view(self.seat())
    }

    /// Those of ours who are asked now.
    pub fn asked(&self) -> Crowd {
        if self.hands_off { Crowd::NONE } else { self.game.ask().asked().and(self.crowd()) }
    }

    pub fn let_minds_act(&mut self) -> Result<Flow, Failure> {
        for _ in 0..CAP {
            let ours = !self.asked().is_empty();
            let standing = if ours { self.game.standing_answer() } else { None };
            if matches!(self.game.ask(), Ask::Over(_)) || (ours && standing.is_none()) {
                self.tell()?;
                return Ok(Flow::On);
            }
            if self.mind_acts(standing)? == Flow::Leave {
                return Ok(Flow::Leave);
            }
        }
        self.desk.say(&self.screen.complaint("The computer players are stuck: the fight stops here."))?;
        Ok(Flow::Leave)
    }

    /// One choice by a mind, or this standing answer.
    fn mind_acts(&mut self, standing: Option<String>) -> Result<Flow, Failure> {
        let choice = match standing.map_or_else(|| self.think(Crowd::ALL), Ok) {
            Ok(choice) => choice,
            Err(error) => {
                self.desk.say(&self.screen.complaint(&error.to_string()))?;
                return Ok(Flow::Leave);
            }
        };
        if self.choose(&choice, true)? == Flow::Leave {
            return Ok(Flow::Leave);
        }
        self.tell()?;
        Ok(Flow::On)
    }

    /// Minds play for us too, for a while.
    pub fn hand_over(&mut self, until: Until) -> Result<Flow, Failure> {
        let (round, mut fought, mut others_acted) = (self.game.round().max(1), false, false);
        for _ in 0..CAP {
            let ours = !self.asked().is_empty();
            fought |= self.game.fighting();
            let fight_over = fought && !self.game.fighting();
            // A parry or an interruption in the midst of a turn is nobody's turn.
            let decides = matches!(self.game.ask(), Ask::Decide(_));
            let our_turn = ours && decides && (others_acted || self.game.round() > round);
            let done = match until {
                Until::Turn => fight_over || our_turn,
                Until::Fight => fight_over,
                Until::End => false,
            };
            if done || self.game.outcome().is_some() {
                return Ok(Flow::On);
            }
            if self.desk.interrupted()? {
                self.desk.say(&self.screen.note("Stopped: it is your choice again."))?;
                return Ok(Flow::On);
            }
            others_acted |= !ours && decides;
            if self.mind_acts(None)? == Flow::Leave {
                return Ok(Flow::Leave);
            }
        }
        self.desk.say(&self.screen.note("The minds have played long enough: it is your choice again."))?;
        Ok(Flow::On)
    }

    /// Makes a choice, with typed dice where they are wanted.
    pub fn choose(&mut self, choice: &str, by_mind: bool) -> Result<Flow, Failure> {
        let names = self.game.combatants();
        let name = |who: Who| {
            let found = names.iter().find(|one| one.who == who);
            found.map_or_else(|| "somebody".to_owned(), |one| one.name.clone())
        };
        let mut typing = dice::typing(self.dice, self.crowd());
        loop {
            let (desk, screen) = (&mut self.desk, &self.screen);
            let done = choose_asking(&mut *self.game, choice, typing.clone(), |missing| {
                dice::ask(missing, name, desk, screen)
            });
            match done {
                Ok(_) => {
                    // Who may only change their mind is not asked again unless named again.
                    self.focus = self.focus.filter(|&who| self.game.awaited().has(who));
                    self.show = self.show.max(Show::Changes);
                    return Ok(Flow::On);
                }
                Err(Stopped::Game(error)) => {
                    self.desk.say(&self.screen.complaint(&error.to_string()))?;
                    return Ok(if by_mind { Flow::Leave } else { Flow::On });
                }
                Err(Stopped::Face(NoFaces::Gone)) => return Ok(Flow::Leave),
                Err(Stopped::Face(NoFaces::Failed(failure))) => return Err(failure),
                Err(Stopped::Face(NoFaces::Program)) => typing = Typing::default(),
                Err(Stopped::Face(NoFaces::Cancelled)) if by_mind => {
                    self.desk.say(
                        &self.screen.complaint("This is not your choice to take back: type the dice, or p."),
                    )?;
                }
                Err(Stopped::Face(NoFaces::Cancelled)) => {
                    self.desk.say(&self.screen.note("Taken back: nothing has happened."))?;
                    return Ok(Flow::On);
                }
            }
        }
    }

    /// Shows the lines of the log that are new.
    pub fn tell(&mut self) -> Result<(), Failure> {
        let lines = self.game.lines(self.told, self.seat());
        self.told = self.game.position();
        self.desk.tell(&lines.iter().map(|line| self.screen.line(line)).collect::<String>())
    }

    pub fn keep(&mut self) -> Result<(), Failure> {
        match self.keeper.keep(&*self.game) {
            Some(remark) => self.desk.say(&self.screen.complaint(&remark)),
            None => Ok(()),
        }
    }

    fn say_goodbye(&mut self) -> Result<(), Failure> {
        let Some(path) = self.keeper.path() else { return Ok(()) };
        let path = path.display();
        let (note, command) = match self.game.outcome() {
            Some(_) => ("The fight is kept. See it again with", format!("fracas replay {path}")),
            None => ("The game is kept. Go on with", format!("fracas play --resume {path}")),
        };
        self.desk.say(&format!("{}{}", self.screen.note(note), self.screen.command(&command)))
    }

    /// Whose choices are shown: whom the person last named, or else the first who is asked.
    pub fn focused(&self) -> Option<Who> {
        let asked = self.asked();
        let awaited = self.game.awaited().and(asked);
        self.focus.filter(|&who| asked.has(who)).or(awaited.first()).or(asked.first())
    }

    /// The choices that the numbers stand for now.
    pub fn numbered(&self, view: &TableView) -> Vec<ChoiceView> {
        let focus = self.focused();
        let mut mine: Vec<ChoiceView> =
            view.choices.iter().filter(|choice| Some(choice.who) == focus).cloned().collect();
        mine.sort_by_key(|choice| by_tab(choice.tab));
        mine
    }

    /// What the mind of this table chooses, and why if that was asked for.
    pub fn think(&mut self, asked: Crowd) -> Result<String, GameError> {
        if self.mind.brain.kind == Kind::Instinct {
            return self.game.instinct(asked);
        }
        let Chosen { choice, why } = self.game.mind(asked, &self.mind.brain)?;
        if self.mind.explains && self.game.fighting() {
            let _ = self.desk.tell(&self.screen.note(&why));
            self.whys.push((self.game.position(), why));
        }
        Ok(choice)
    }

    /// Makes a choice that was picked rather than spelt out: whoever would leave the others behind is asked first.
    pub fn make(&mut self, choice: &ChoiceView) -> Result<Flow, Failure> {
        if departs(choice) {
            let (title, means) = self.parting(choice);
            if !self.desk.confirm(&title, &means)? {
                self.desk.say(&self.screen.note("You stay."))?;
                return Ok(Flow::On);
            }
        }
        self.choose(&choice.text, false)
    }

    /// What leaving means, the same in every system: a question, and what follows.
    fn parting(&self, choice: &ChoiceView) -> (String, String) {
        let view = self.view();
        let warned =
            |means: String| choice.warnings.iter().fold(means, |means, one| format!("{means} ⚠ {one}"));
        if choice.role == Role::Leave {
            let means = "The adventure is over for the whole party then.".to_owned();
            return ("Leave the adventure?".to_owned(), warned(means));
        }
        let side = view.tokens.iter().find(|token| token.who == choice.who).map(|token| token.side);
        let stays = |token: &&fracas_kernel::Token| {
            Some(token.side) == side && token.status == Status::Up && token.who != choice.who
        };
        let others: Vec<&str> = view.tokens.iter().filter(stays).map(|token| token.name.as_str()).collect();
        let gone = format!("{} does not come back to this fight.", name_of(&view, choice.who));
        let rest = match others.as_slice() {
            [] => "Nobody is left to fight on: the fight is lost.".to_owned(),
            [one] => format!("{one} stays behind and fights on."),
            many => format!("{} stay behind and fight on.", many.join(", ")),
        };
        (format!("{}?", choice.label), warned(format!("{gone} {rest}")))
    }

    /// The choices that the numbers stand for: as they were shown, if nothing has happened since.
    pub fn offered(&mut self) -> Vec<ChoiceView> {
        if self.offered.0 != self.game.position() {
            self.offered = (self.game.position(), self.numbered(&self.view()));
        }
        self.offered.1.clone()
    }

    /// The choice that a number stands for.
    pub fn offer(&mut self, number: usize) -> Option<ChoiceView> {
        let choices = self.offered();
        let at = numbers(&choices).into_iter().position(|one| one == number)?;
        choices.into_iter().nth(at)
    }
}

/// Does it leave the field or the adventure? Then it is asked about first.
pub fn departs(choice: &ChoiceView) -> bool {
    matches!(choice.role, Role::Retreat | Role::Leave)
}
