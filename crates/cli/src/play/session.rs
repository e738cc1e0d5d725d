//! The loop of play: minds decide for whoever is not ours, and we are asked for the rest.

use std::path::{Path, PathBuf};

use fracas_content::nearest;
use fracas_kernel::{Ask, ChoiceView, Crowd, Judgement, Seat, Side, TableView, Tone, Typing, Undo, Who};
use fracas_minds::{Brain, Kind};
use fracas_table::{Chosen, Game, GameError, Played, Stopped, choose_asking, judge_asking, write_file};

use super::command::{self, Back, Command, Until};
use super::dice::{self, NoFaces};
use super::judge::{self, Asked};
use super::keep::Keeper;
use super::offers::{by_tab, name_of};
use super::screen::{Screen, meant, side_ink};
use crate::args::DiceOf;
use crate::failure::Failure;
use crate::lines::{Typist, say};
use crate::paint::Ink;

/// Minds that make this many choices in a row are stuck.
const CAP: usize = 20_000;

pub struct Session {
    game: Box<dyn Game>,
    keeper: Keeper,
    screen: Screen,
    typist: Typist,
    /// The sides that the person decides for.
    mine: Vec<Side>,
    /// Who decides for the others.
    mind: Thinker,
    dice: DiceOf,
    /// What it is about, as it was shown at the start.
    about: String,
    /// Where the party of an adventure is written when it is over.
    party: Option<PathBuf>,
    /// How many steps of the log have been shown.
    told: usize,
    /// Whose choices are shown, when several are asked.
    focus: Option<Who>,
    /// The person has handed everything over to the minds.
    hands_off: bool,
    /// Show the table before the next question.
    redraw: bool,
    /// What the numbers on the screen stand for, and at which position they were shown.
    offered: (usize, Vec<ChoiceView>),
}

/// Who decides for those whom nobody plays.
#[derive(Debug)]
pub struct Thinker {
    pub brain: Brain,
    /// Does it say why?
    pub explains: bool,
}

/// How many choices a hint names.
const HINTS: usize = 3;

impl Thinker {
    fn name(&self) -> &'static str {
        match self.brain.kind {
            Kind::Random => "At random",
            Kind::Instinct => "Instinct",
            Kind::Greedy | Kind::Search(_) => "After some thought",
        }
    }

    /// Who gives hints: a count, so that the same position gets the same hint.
    fn adviser() -> Brain {
        Brain::playouts(2000)
    }
}

/// Does the session go on?
#[derive(PartialEq, Eq)]
enum Flow {
    On,
    Leave,
}

impl Session {
    #[allow(clippy::too_many_arguments, reason = "each is one thing that the command line says")]
    pub fn new(
        game: Box<dyn Game>,
        keeper: Keeper,
        screen: Screen,
        mine: Vec<Side>,
        mind: Thinker,
        dice: DiceOf,
        party: Option<PathBuf>,
        about: String,
    ) -> Session {
        let told = game.position().saturating_sub(3);
        let hands_off = mine.is_empty();
        Session {
            game,
            keeper,
            screen,
            typist: Typist::new(),
            mine,
            mind,
            dice,
            about,
            party,
            told,
            focus: None,
            hands_off,
            redraw: true,
            offered: (usize::MAX, Vec::new()),
        }
    }

    pub fn run(mut self) -> Result<(), Failure> {
        loop {
            if self.let_minds_act()? == Flow::Leave {
                break;
            }
            let over = self.game.outcome().is_some();
            if over {
                self.show_end()?;
            }
            if over && self.mine.is_empty() {
                break;
            }
            self.keep()?;
            if self.redraw && !over {
                self.show_table()?;
            }
            self.redraw = false;
            let prompt = if over { " over> ".to_owned() } else { self.prompt() };
            let Some(line) = self.typist.ask(&prompt)? else { break };
            if self.obey(command::read(&line))? == Flow::Leave {
                break;
            }
        }
        self.keep()?;
        self.bring_home()?;
        self.say_goodbye()
    }

    /// When an adventure is over, its party goes back into its file.
    fn bring_home(&self) -> Result<(), Failure> {
        let (Some(path), Some(text)) = (&self.party, self.game.party_file()) else { return Ok(()) };
        if self.game.outcome().is_none() {
            return Ok(());
        }
        write_file(path, &text)?;
        say(&self.screen.note(&format!("The party as it came out is in {}.", path.display())))
    }

    fn show_party(&self, path: Option<&str>) -> Result<(), Failure> {
        match (self.game.party_file(), path.map(Path::new)) {
            (None, _) => say(&self.screen.complaint("A single fight has no party to take along.")),
            (Some(text), None) => say(&text),
            (Some(_), Some(path)) if path.exists() => say(&self
                .screen
                .complaint(&format!("{} is there already: choose another name.", path.display()))),
            (Some(text), Some(path)) => match write_file(path, &text) {
                Ok(()) => say(&self.screen.note(&format!("Written to {}.", path.display()))),
                Err(error) => say(&self.screen.complaint(&error.to_string())),
            },
        }
    }

    /// Everybody whom the person decides for.
    fn crowd(&self) -> Crowd {
        let all = self.game.combatants().into_iter();
        all.filter(|one| self.mine.contains(&one.side)).map(|one| one.who).collect()
    }

    fn seat(&self) -> Seat {
        if self.mine.len() == 1 { Seat::Player(self.crowd()) } else { Seat::Judge }
    }

    fn view(&self) -> TableView {
        self.game.view(self.seat())
    }

    /// Those of ours who are asked now.
    fn asked(&self) -> Crowd {
        if self.hands_off { Crowd::NONE } else { self.game.ask().asked().and(self.crowd()) }
    }

    fn let_minds_act(&mut self) -> Result<Flow, Failure> {
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
        say(&self.screen.complaint("The minds come to no end: the fight is left as it is."))?;
        Ok(Flow::Leave)
    }

    /// One choice by a mind, or this standing answer.
    fn mind_acts(&mut self, standing: Option<String>) -> Result<Flow, Failure> {
        let choice = match standing.map_or_else(|| self.think(Crowd::ALL), Ok) {
            Ok(choice) => choice,
            Err(error) => {
                say(&self.screen.complaint(&error.to_string()))?;
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
    fn hand_over(&mut self, until: Until) -> Result<Flow, Failure> {
        let (fighting, mut others_acted) = (self.game.fighting(), false);
        for _ in 0..CAP {
            let ours = !self.asked().is_empty();
            let fight_over = fighting && !self.game.fighting();
            let done = match until {
                Until::Turn => fight_over || ours && others_acted,
                Until::Fight => fight_over,
                Until::End => false,
            };
            if done || self.game.outcome().is_some() {
                return Ok(Flow::On);
            }
            others_acted |= !ours;
            if self.mind_acts(None)? == Flow::Leave {
                return Ok(Flow::Leave);
            }
        }
        say(&self.screen.note("The minds have played long enough: it is your choice again."))?;
        Ok(Flow::On)
    }

    /// Makes a choice, with typed dice where they are wanted.
    fn choose(&mut self, choice: &str, by_mind: bool) -> Result<Flow, Failure> {
        let names = self.game.combatants();
        let name = |who: Who| {
            let found = names.iter().find(|one| one.who == who);
            found.map_or_else(|| "somebody".to_owned(), |one| one.name.clone())
        };
        let mut typing = dice::typing(self.dice, self.crowd());
        loop {
            let (typist, screen) = (&self.typist, &self.screen);
            let done = choose_asking(&mut *self.game, choice, typing.clone(), |missing| {
                dice::ask(missing, name, typist, screen)
            });
            match done {
                Ok(_) => {
                    // Who may only change their mind is not asked again unless named again.
                    self.focus = self.focus.filter(|&who| self.game.awaited().has(who));
                    self.redraw = true;
                    return Ok(Flow::On);
                }
                Err(Stopped::Game(error)) => {
                    say(&self.screen.complaint(&error.to_string()))?;
                    return Ok(if by_mind { Flow::Leave } else { Flow::On });
                }
                Err(Stopped::Face(NoFaces::Gone)) => return Ok(Flow::Leave),
                Err(Stopped::Face(NoFaces::Failed(failure))) => return Err(failure),
                Err(Stopped::Face(NoFaces::Program)) => typing = Typing::default(),
                Err(Stopped::Face(NoFaces::Cancelled)) if by_mind => {
                    say(&self
                        .screen
                        .complaint("This is not your choice to take back: type the dice, or p."))?;
                }
                Err(Stopped::Face(NoFaces::Cancelled)) => {
                    say(&self.screen.note("Taken back: nothing has happened."))?;
                    return Ok(Flow::On);
                }
            }
        }
    }

    /// Shows the lines of the log that are new.
    fn tell(&mut self) -> Result<(), Failure> {
        let lines = self.game.lines(self.told, self.seat());
        self.told = self.game.position();
        say(&lines.iter().map(|line| self.screen.line(line)).collect::<String>())
    }

    fn keep(&mut self) -> Result<(), Failure> {
        match self.keeper.keep(&*self.game) {
            Some(remark) => say(&self.screen.complaint(&remark)),
            None => Ok(()),
        }
    }

    fn show_table(&mut self) -> Result<(), Failure> {
        let view = self.view();
        self.offered = (self.game.position(), self.numbered(&view));
        say(&format!("\n{}\n{}", self.screen.table(&view, self.crowd()), self.question(&view)))?;
        say(&self.screen.gauges(&view))
    }

    fn show_end(&mut self) -> Result<(), Failure> {
        if !self.redraw {
            return Ok(());
        }
        let view = self.view();
        let outcome = view.outcome.as_ref().map_or("The encounter is over.", |outcome| outcome.text.as_str());
        let (table, gauges) = (self.screen.table(&view, self.crowd()), self.screen.gauges(&view));
        say(&format!("\n{table}\n {}\n{gauges}", self.screen.paint.ink(Ink::Title, outcome)))
    }

    fn say_goodbye(&self) -> Result<(), Failure> {
        let Some(path) = self.keeper.path() else { return Ok(()) };
        let path = path.display();
        let (note, command) = match self.game.outcome() {
            Some(_) => ("The fight is kept. See it again with", format!("fracas replay {path}")),
            None => ("The game is kept. Go on with", format!("fracas play --resume {path}")),
        };
        say(&format!("{}{}", self.screen.note(note), self.screen.command(&command)))
    }

    fn prompt(&self) -> String {
        match self.focused() {
            Some(who) => {
                format!(" {}> ", self.game.combatants().iter().find(|c| c.who == who).map_or("", |c| &c.id))
            }
            None => " > ".to_owned(),
        }
    }

    /// Whose choices are shown: whom the person last named, or else the first who is asked.
    fn focused(&self) -> Option<Who> {
        let asked = self.asked();
        let awaited = self.game.awaited().and(asked);
        self.focus.filter(|&who| asked.has(who)).or(awaited.first()).or(asked.first())
    }

    /// The choices that the numbers stand for now.
    fn numbered(&self, view: &TableView) -> Vec<ChoiceView> {
        let focus = self.focused();
        let mut mine: Vec<ChoiceView> =
            view.choices.iter().filter(|choice| Some(choice.who) == focus).cloned().collect();
        mine.sort_by_key(|choice| by_tab(choice.tab));
        mine
    }

    /// The question with the choices of whoever is in focus.
    fn question(&self, view: &TableView) -> String {
        let Some(focus) = self.focused() else { return String::new() };
        let paint = self.screen.paint;
        let mut text = String::new();
        if let Some(question) = &view.question {
            text += &format!(" {}\n", paint.ink(Ink::Strong, &question.text));
        }
        let mut choices = self.numbered(view);
        for choice in &mut choices {
            // Odds of every square would take long, and nobody would read them; o and a number tells them.
            if super::grid::shared_row(view, choice).is_none() {
                choice.odds = self.game.odds(&choice.text).ok();
            }
        }
        let side = view.tokens.iter().find(|t| t.who == focus).map(|t| t.side);
        let ink = side.map_or(Ink::Strong, side_ink);
        let others: Vec<String> =
            self.asked().filter(|&who| who != focus).map(|who| name_of(view, who)).collect();
        let others = match others.as_slice() {
            [] => String::new(),
            names => paint.ink(Ink::Quiet, &format!("   (or type a name: {})", names.join(", "))),
        };
        text += &format!(" {}{others}\n", paint.ink(ink, &name_of(view, focus)));
        text + &self.screen.choices(view, &choices)
    }

    fn obey(&mut self, command: Command) -> Result<Flow, Failure> {
        match command {
            Command::Quit => return Ok(Flow::Leave),
            Command::Nothing | Command::Map => self.redraw = true,
            Command::Turn => {
                self.screen.look = self.screen.look.turned();
                self.redraw = true;
            }
            Command::Zoom => {
                self.screen.look = self.screen.look.zoomed();
                self.redraw = true;
            }
            Command::Pick(number) => return self.pick(number),
            Command::Words(words) => return self.take_words(&words),
            Command::Always(number) => return self.always(number),
            Command::AskMe(question) => self.ask_me(&question)?,
            Command::Auto => return self.auto(),
            Command::Hint => self.hint()?,
            // Between fights one goes somewhere.
            Command::Go(Until::Turn) if !self.game.fighting() => return self.take_words("go"),
            Command::Go(until) => return self.hand_over(until),
            Command::Undo(back) => self.undo(back)?,
            Command::Redo => self.redo()?,
            Command::Odds(number) => self.show_odds(number)?,
            Command::OddsOf(words) => self.show_odds_of(&words)?,
            Command::Why => {
                let (view, focus) = (self.view(), self.focused());
                let quiet: Vec<_> = view.quiet.iter().filter(|quiet| Some(quiet.who) == focus).collect();
                say(&self.screen.quiet(&quiet))?;
            }
            Command::Log => self.show_log()?,
            Command::All => self.show_all()?,
            Command::Dice(whose) => self.set_dice(whose)?,
            Command::Judge(words) => self.judge(&words)?,
            Command::Try(words) => self.propose(&words)?,
            Command::Save(path) => self.save(Path::new(&path))?,
            Command::Party(path) => self.show_party(path.as_deref())?,
            Command::About => say(&self.about)?,
            Command::Help => say(&format!("{}\n", command::HELP))?,
            Command::Wrong(complaint) => say(&self.screen.complaint(complaint))?,
        }
        Ok(Flow::On)
    }

    /// The choices that the numbers stand for: as they were shown, if nothing has happened since.
    fn offered(&mut self) -> Vec<ChoiceView> {
        if self.offered.0 != self.game.position() {
            self.offered = (self.game.position(), self.numbered(&self.view()));
        }
        self.offered.1.clone()
    }

    fn pick(&mut self, number: usize) -> Result<Flow, Failure> {
        let choices = self.offered();
        match number.checked_sub(1).and_then(|at| choices.get(at)) {
            Some(choice) => self.choose(&choice.text, false),
            None => {
                let complaint = match choices.len() {
                    0 => "There is nothing to choose now.".to_owned(),
                    most => format!("There is no choice {number}: they go from 1 to {most}."),
                };
                say(&self.screen.complaint(&complaint))?;
                Ok(Flow::On)
            }
        }
    }

    /// A combatant to look at, or a choice by its text, its label, or a part of either that fits only one.
    fn take_words(&mut self, words: &str) -> Result<Flow, Failure> {
        let view = self.view();
        if let Some(who) = meant(&view.tokens, words) {
            if self.asked().has(who) {
                self.focus = Some(who);
                self.offered = (self.game.position(), self.numbered(&view));
                say(&format!("{}{}", self.question(&view), self.screen.gauges(&view)))?;
            } else {
                say(&self.screen.complaint(&format!("{} is not asked now.", name_of(&view, who))))?;
            }
            return Ok(Flow::On);
        }
        match self.worded(&view, words) {
            Ok(choice) => self.choose(&choice, false),
            Err(complaint) => {
                say(&self.screen.complaint(&complaint))?;
                Ok(Flow::On)
            }
        }
    }

    /// The text of the choice that is meant by these words, or what is wrong with them.
    fn worded(&self, view: &TableView, words: &str) -> Result<String, String> {
        let wanted = words.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
        let forms = |choice: &ChoiceView| [choice.text.to_lowercase(), choice.label.to_lowercase()];
        let mine = self.numbered(view);
        let whole = |choice: &&ChoiceView| choice.text.eq_ignore_ascii_case(&wanted);
        let without_name = |choice: &&ChoiceView| {
            choice.text.split_once(' ').is_some_and(|(_, rest)| rest.eq_ignore_ascii_case(&wanted))
        };
        let exact = view.choices.iter().find(whole).or_else(|| mine.iter().find(without_name));
        let part = |choice: &&ChoiceView| forms(choice).iter().any(|form| form.contains(&wanted));
        // What whoever is in focus cannot do, somebody else may.
        let among = if mine.iter().any(|choice| part(&choice)) { &mine } else { &view.choices };
        let mut parts = among.iter().filter(part);
        match (exact, parts.next(), parts.next()) {
            (Some(choice), _, _) | (None, Some(choice), None) => Ok(choice.text.clone()),
            (None, Some(_), Some(_)) => {
                Err(format!("{words:?} fits several choices: type more of it, or a number."))
            }
            (None, None, _) => {
                let known = view.choices.iter().map(|choice| choice.text.as_str());
                let near = nearest(&wanted, known)
                    .map(|near| format!(" Did you mean {near:?}?"))
                    .unwrap_or_default();
                Err(format!("{words:?} is no choice now, nor a command (? shows them).{near}"))
            }
        }
    }

    /// Answers, and keeps the answer for all questions of this kind.
    fn always(&mut self, number: usize) -> Result<Flow, Failure> {
        let choices = self.offered();
        let choice = number.checked_sub(1).and_then(|at| choices.get(at));
        let Some((choice, (question, answer))) =
            choice.and_then(|choice| Some((choice, self.game.habit(&choice.text)?)))
        else {
            say(&self.screen.complaint("Only an answer to somebody's doing can be a standing one."))?;
            return Ok(Flow::On);
        };
        self.game.always(choice.who, question, Some(answer));
        say(&self
            .screen
            .note(&format!("Always, from now on ({question}: {answer}). `ask {question}` ends it.")))?;
        self.choose(&choice.text, false)
    }

    fn ask_me(&mut self, question: &str) -> Result<(), Failure> {
        let mine = self.crowd();
        let habits = self.game.habits().iter();
        let ended: Vec<_> = habits
            .filter(|habit| mine.has(habit.who) && (question.is_empty() || habit.question == question))
            .cloned()
            .collect();
        for habit in &ended {
            self.game.always(habit.who, &habit.question, None);
        }
        say(&self.screen.note(match ended.len() {
            0 => "There was no such standing answer.",
            _ => "You will be asked again.",
        }))
    }

    /// What the mind of this table chooses, and why if that was asked for.
    fn think(&mut self, asked: Crowd) -> Result<String, GameError> {
        if self.mind.brain.kind == Kind::Instinct {
            return self.game.instinct(asked);
        }
        let Chosen { choice, why } = self.game.mind(asked, &self.mind.brain)?;
        if self.mind.explains && self.game.fighting() {
            let _ = say(&self.screen.note(&why));
        }
        Ok(choice)
    }

    /// The best choices of whoever is asked, with what each is worth.
    fn hint(&mut self) -> Result<(), Failure> {
        let Some(who) = self.focused() else {
            return say(&self.screen.complaint("There is nothing to choose now."));
        };
        let seat = if self.mine.len() == 1 { self.seat() } else { Seat::Player(self.crowd()) };
        match self.game.hint(seat, Crowd::one(who), &Thinker::adviser(), HINTS) {
            Ok(advice) => {
                for (nth, one) in advice.iter().enumerate() {
                    let wins =
                        one.wins.map(|wins| format!(", wins {:.0} %", 100.0 * wins)).unwrap_or_default();
                    let line =
                        format!("{}. {} (worth {:+.2}{wins}): {}", nth + 1, one.choice, one.worth, one.why);
                    say(&self.screen.note(&line))?;
                }
                Ok(())
            }
            Err(error) => say(&self.screen.complaint(&error.to_string())),
        }
    }

    fn auto(&mut self) -> Result<Flow, Failure> {
        let Some(who) = self.focused() else {
            say(&self.screen.complaint("There is nothing to choose now."))?;
            return Ok(Flow::On);
        };
        match self.think(Crowd::one(who)) {
            Ok(choice) => {
                let mind = self.mind.name();
                say(&self.screen.note(&format!("{mind}: {choice}")))?;
                self.choose(&choice, false)
            }
            Err(error) => {
                say(&self.screen.complaint(&error.to_string()))?;
                Ok(Flow::On)
            }
        }
    }

    /// Back to a question that we were asked.
    fn undo(&mut self, back: Back) -> Result<(), Failure> {
        let (from, mut dice_fell, mut questions) = (self.game.position(), false, 0);
        loop {
            let stop = match back {
                Back::Questions(count) => questions == count,
                Back::Turn => questions > 0 && !self.before().is_some_and(|step| self.is_ours(&step)),
                Back::Fight => questions > 0 && !self.before().is_some_and(|step| step.fighting),
            };
            if stop {
                break;
            }
            dice_fell |= matches!(self.game.undo_cost(), Undo::DiceFell | Undo::Revealed);
            if !self.game.undo() {
                break;
            }
            questions += usize::from(!self.asked().is_empty());
        }
        self.after_travel();
        let steps = match from - self.game.position() {
            0 => return say(&self.screen.note("Nothing to undo.")),
            1 => "Undid 1 step".to_owned(),
            steps => format!("Undid {steps} steps"),
        };
        let remark =
            if dice_fell { "although dice had fallen: the same choice rolls the same again" } else { "" };
        let gap = if dice_fell { ", " } else { "" };
        say(&self.screen.note(&format!("{steps}{gap}{remark}.")))
    }

    /// The step that led here.
    fn before(&self) -> Option<Played> {
        self.game.step(self.game.position().checked_sub(1)?)
    }

    fn is_ours(&self, step: &Played) -> bool {
        step.side.is_some_and(|side| self.mine.contains(&side))
    }

    /// Forward to the next question that we were asked.
    fn redo(&mut self) -> Result<(), Failure> {
        if !self.game.redo() {
            return say(&self.screen.note("Nothing to redo."));
        }
        while self.asked().is_empty() && self.game.redo() {}
        self.tell()?;
        self.after_travel();
        Ok(())
    }

    fn after_travel(&mut self) {
        self.told = self.game.position();
        self.focus = None;
        self.redraw = true;
    }

    fn show_odds(&mut self, number: usize) -> Result<(), Failure> {
        let (view, choices) = (self.view(), self.offered());
        let Some(choice) = number.checked_sub(1).and_then(|at| choices.get(at)) else {
            return say(&self.screen.complaint(&format!("There is no choice {number}.")));
        };
        self.tell_odds(&view, choice)
    }

    fn show_odds_of(&mut self, words: &str) -> Result<(), Failure> {
        let view = self.view();
        let found = self.worded(&view, words);
        match found.map(|text| view.choices.iter().find(|choice| choice.text == text)) {
            Ok(Some(choice)) => self.tell_odds(&view, choice),
            Ok(None) => Ok(()),
            Err(complaint) => say(&self.screen.complaint(&complaint)),
        }
    }

    fn tell_odds(&self, view: &TableView, choice: &ChoiceView) -> Result<(), Failure> {
        match self.game.odds(&choice.text) {
            Ok(stakes) => say(&self.screen.odds_in_full(view, choice, &stakes)),
            Err(error) => say(&self.screen.complaint(&error.to_string())),
        }
    }

    fn show_log(&self) -> Result<(), Failure> {
        let lines = self.game.lines(0, self.seat());
        say(&lines.iter().map(|line| self.screen.line_with_rule(line)).collect::<String>())
    }

    /// Every choice in its text form.
    fn show_all(&self) -> Result<(), Failure> {
        let choices = self.view().choices;
        say(&choices.iter().map(|choice| format!("   {}\n", choice.text)).collect::<String>())
    }

    fn set_dice(&mut self, whose: DiceOf) -> Result<(), Failure> {
        self.dice = whose;
        say(&self.screen.note(match whose {
            DiceOf::Program => "The program rolls the dice.",
            DiceOf::Mine => "You roll for your side, and type what the dice show.",
            DiceOf::All => "You roll all dice, and type what they show.",
        }))
    }

    fn judge(&mut self, words: &str) -> Result<(), Failure> {
        let view = self.game.view(Seat::Judge);
        match judge::read(words, &view, &self.game.proposals(Seat::Judge)) {
            Err(complaint) => say(&self.screen.complaint_as_is(&complaint)),
            Ok(Asked::Back(steps)) => {
                let taken = self.game.take_back(steps);
                self.after_travel();
                say(&self.screen.note(&format!("The judge takes back {taken} of the last steps.")))
            }
            Ok(Asked::Act(act)) => match self.carry_out(&act) {
                Ok(_) => {
                    self.redraw = true;
                    self.tell_the_judge()?;
                    self.tell()
                }
                Err(Stopped::Game(error)) => say(&self.screen.complaint(&error.to_string())),
                Err(Stopped::Face(NoFaces::Failed(failure))) => Err(failure),
                Err(Stopped::Face(_)) => say(&self.screen.note("Taken back: nothing has happened.")),
            },
        }
    }

    /// The judge's act, with typed dice where it calls for them.
    fn carry_out(&mut self, act: &Judgement) -> Result<Vec<u16>, Stopped<NoFaces>> {
        let names = self.game.combatants();
        let name = |who: Who| {
            let found = names.iter().find(|one| one.who == who);
            found.map_or_else(|| "somebody".to_owned(), |one| one.name.clone())
        };
        let typing = dice::typing(self.dice, self.crowd());
        let (typist, screen) = (&self.typist, &self.screen);
        let done =
            judge_asking(&mut *self.game, act, typing, |missing| dice::ask(missing, name, typist, screen));
        match done {
            Err(Stopped::Face(NoFaces::Program)) => {
                self.game.judge(act.clone()).map(|()| Vec::new()).map_err(Stopped::Game)
            }
            done => done,
        }
    }

    /// Something that no choice stands for, for the judge to answer.
    fn propose(&mut self, words: &str) -> Result<(), Failure> {
        let Some(who) = self.focused() else {
            return say(&self.screen.complaint("There is nothing to do now."));
        };
        if let Err(error) = self.game.propose(who, words) {
            return say(&self.screen.complaint(&error.to_string()));
        }
        let token = self.view().tokens.into_iter().find(|token| token.who == who);
        let (name, id) = token.map_or_else(Default::default, |token| (token.name, token.id));
        say(&self.screen.note(&format!(
            "{name} wants to try: {words}. The judge answers: judge allow {id} CHECK, or judge refuse {id} WHY."
        )))
    }

    /// What the log keeps from the players, whoever did it should know to be done.
    fn tell_the_judge(&self) -> Result<(), Failure> {
        let last = self.game.position().saturating_sub(1);
        let told = |seat| self.game.step_lines(last, seat).into_iter().find(|line| line.tone == Tone::Judge);
        match (told(self.seat()), told(Seat::Judge)) {
            (None, Some(line)) => {
                say(&self.screen.note(&format!("{} (the players are not told)", line.text)))
            }
            _ => Ok(()),
        }
    }

    fn save(&mut self, path: &Path) -> Result<(), Failure> {
        if path.exists() {
            return say(&self
                .screen
                .complaint(&format!("{} is there already: choose another name.", path.display())));
        }
        match write_file(path, &self.game.replay().write()) {
            Ok(()) => say(&self.screen.note(&format!("Written to {}.", path.display()))),
            Err(error) => say(&self.screen.complaint(&error.to_string())),
        }
    }
}
