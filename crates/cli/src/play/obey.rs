//! Carries out what somebody typed, the same line by line and on the full screen.

use std::path::Path;

use fracas_content::nearest;
use fracas_kernel::{Ask, ChoiceView, Crowd, Judgement, Seat, TableView, Tone, Undo, Who};
use fracas_table::{Played, Stopped, judge_asking, write_file};

use super::command::{self, Back, Command, Until};
use super::desk::Desk;
use super::dice::{self, NoFaces};
use super::judge::{self, Asked};
use super::offers::{name_of, numbers};
use super::screen::meant;
use super::session::{Flow, HINTS, Session, Show, Thinker};
use crate::args::DiceOf;
use crate::failure::Failure;
use crate::paint::{tame, wrap};

impl<D: Desk> Session<D> {
    fn show_party(&mut self, path: Option<&str>) -> Result<(), Failure> {
        match (self.game.party_file(), path.map(Path::new)) {
            (None, _) => self.desk.say(&self.screen.complaint("A single fight has no party to take along.")),
            (Some(text), None) => self.desk.say(&text),
            (Some(_), Some(path)) if path.exists() => self.desk.say(
                &self.screen.complaint(&format!("{} is there already: choose another name.", path.display())),
            ),
            (Some(text), Some(path)) => match write_file(path, &text) {
                Ok(()) => self.desk.say(&self.screen.note(&format!("Written to {}.", path.display()))),
                Err(error) => self.desk.say(&self.screen.complaint(&error.to_string())),
            },
        }
    }

    pub fn obey(&mut self, command: Command) -> Result<Flow, Failure> {
        match command {
            Command::Quit => return Ok(Flow::Leave),
            Command::Nothing | Command::Map => self.show = Show::Table,
            Command::Turn => {
                self.screen.look = self.screen.look.turned();
                self.show = Show::Table;
            }
            Command::Zoom => {
                self.screen.look = self.screen.look.zoomed();
                self.show = Show::Table;
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
                self.desk.say(&self.screen.quiet(&quiet))?;
            }
            Command::Log => self.show_log()?,
            Command::Rules(word) => self.show_rules(&word)?,
            Command::All => self.show_all()?,
            Command::Dice(whose) => self.set_dice(whose)?,
            Command::Judge(words) => self.judge(&words)?,
            Command::Try(words) => self.propose(&words)?,
            Command::Save(path) => self.save(Path::new(&path))?,
            Command::Party(path) => self.show_party(path.as_deref())?,
            Command::About => {
                let about: String = self.about.iter().map(|text| self.screen.note(text)).collect();
                self.desk.say(&about)?;
            }
            Command::Help => self.desk.say(&format!("{}\n", command::HELP))?,
            Command::Wrong(complaint) => self.desk.say(&self.screen.complaint(complaint))?,
        }
        Ok(Flow::On)
    }

    fn pick(&mut self, number: usize) -> Result<Flow, Failure> {
        if let Some(choice) = self.offer(number) {
            return self.make(&choice);
        }
        let choices = self.offered();
        let most = numbers(&choices).into_iter().max();
        let complaint = match most {
            None => "There is nothing to choose now.".to_owned(),
            _ if number == 0 => "There is no turn to end now.".to_owned(),
            Some(0) => format!("There is no choice {number}: only 0."),
            Some(most) => format!("There is no choice {number}: they go from 1 to {most}."),
        };
        self.desk.say(&self.screen.complaint(&complaint))?;
        Ok(Flow::On)
    }

    /// A combatant to look at, or a choice by its text, its label, or a part of either that fits only one.
    fn take_words(&mut self, words: &str) -> Result<Flow, Failure> {
        let view = self.view();
        if let Some(who) = meant(&view.tokens, words) {
            if self.asked().has(who) {
                self.focus = Some(who);
                self.show = self.show.max(Show::Question);
            } else {
                self.desk
                    .say(&self.screen.complaint(&format!("{} is not asked now.", name_of(&view, who))))?;
            }
            return Ok(Flow::On);
        }
        match self.worded(&view, words) {
            Ok(choice) => self.choose(&choice, false),
            Err(complaint) => {
                self.desk.say(&self.screen.complaint(&complaint))?;
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
                Err(format!("{words:?} is neither a choice now nor a command (? lists them).{near}"))
            }
        }
    }

    /// Answers, and keeps the answer for all questions of this kind.
    fn always(&mut self, number: usize) -> Result<Flow, Failure> {
        let choice = self.offer(number);
        let Some((choice, (question, answer))) =
            choice.and_then(|choice| self.game.habit(&choice.text).map(|habit| (choice, habit)))
        else {
            self.desk.say(&self.screen.complaint("Only reactions can be answered automatically."))?;
            return Ok(Flow::On);
        };
        self.game.always(choice.who, question, Some(answer));
        self.desk.say(
            &self
                .screen
                .note(&format!("Always, from now on ({question}: {answer}). `ask {question}` ends it.")),
        )?;
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
        self.desk.say(&self.screen.note(match ended.len() {
            0 => "There was no such standing answer.",
            _ => "You will be asked again.",
        }))
    }

    /// The best choices of whoever is asked, with what each is worth.
    fn hint(&mut self) -> Result<(), Failure> {
        let Some(who) = self.focused() else {
            return self.desk.say(&self.screen.complaint("There is nothing to choose now."));
        };
        let seat = if self.mine.len() == 1 { self.seat() } else { Seat::Player(self.crowd()) };
        match self.game.hint(seat, Crowd::one(who), &Thinker::adviser(), HINTS) {
            Ok(advice) => {
                for (nth, one) in advice.iter().enumerate() {
                    let wins =
                        one.wins.map(|wins| format!(", wins {:.0} %", 100.0 * wins)).unwrap_or_default();
                    let line = format!(
                        "{}. {} (worth {:+.2} of at most 1.5{wins}): {}",
                        nth + 1,
                        one.choice,
                        one.worth,
                        one.why
                    );
                    self.desk.say(&self.screen.note(&line))?;
                }
                Ok(())
            }
            Err(error) => self.desk.say(&self.screen.complaint(&error.to_string())),
        }
    }

    fn auto(&mut self) -> Result<Flow, Failure> {
        let Some(who) = self.focused() else {
            self.desk.say(&self.screen.complaint("There is nothing to choose now."))?;
            return Ok(Flow::On);
        };
        match self.think(Crowd::one(who)) {
            Ok(choice) => {
                let mind = self.mind.name();
                self.desk.say(&self.screen.note(&format!("{mind}: {choice}")))?;
                self.choose(&choice, false)
            }
            Err(error) => {
                self.desk.say(&self.screen.complaint(&error.to_string()))?;
                Ok(Flow::On)
            }
        }
    }

    /// Back to a question that we were asked.
    pub fn undo(&mut self, back: Back) -> Result<(), Failure> {
        let (from, mut dice_fell, mut questions) = (self.game.position(), false, 0);
        // Where our turn began, as far as it is known, and in which round.
        let mut turn: Option<(usize, u32)> = None;
        loop {
            let stop = match back {
                Back::Questions(count) => questions == count,
                Back::Turn => turn.is_some() && self.before().is_none_or(|step| step.side.is_none()),
                Back::Fight => questions > 0 && !self.before().is_some_and(|step| step.fighting),
            };
            if stop {
                break;
            }
            dice_fell |= matches!(self.game.undo_cost(), Undo::DiceFell | Undo::Revealed);
            if !self.game.undo() {
                break;
            }
            let ours = !self.asked().is_empty();
            questions += usize::from(ours);
            // A parry or an interruption in the midst of a turn does not end it.
            if back == Back::Turn && matches!(self.game.ask(), Ask::Decide(_)) {
                let round = self.game.round();
                match turn {
                    Some((_, begun)) if !ours || round < begun => break,
                    _ if ours => turn = Some((self.game.position(), round)),
                    _ => {}
                }
            }
        }
        while turn.is_some_and(|(start, _)| self.game.position() < start) && self.game.redo() {}
        self.after_travel();
        let steps = match from - self.game.position() {
            0 => return self.desk.say(&self.screen.note("Nothing to undo.")),
            1 => "Undid 1 step".to_owned(),
            steps => format!("Undid {steps} steps"),
        };
        let remark =
            if dice_fell { "although dice had fallen: the same choice rolls the same again" } else { "" };
        let gap = if dice_fell { ", " } else { "" };
        self.desk.say(&self.screen.note(&format!("{steps}{gap}{remark}.")))
    }

    /// The step that led here.
    fn before(&self) -> Option<Played> {
        self.game.step(self.game.position().checked_sub(1)?)
    }

    /// Forward to the next question that we were asked.
    fn redo(&mut self) -> Result<(), Failure> {
        if !self.game.redo() {
            return self.desk.say(&self.screen.note("Nothing to redo."));
        }
        while self.asked().is_empty() && self.game.redo() {}
        self.tell()?;
        self.after_travel();
        Ok(())
    }

    fn after_travel(&mut self) {
        let position = self.game.position();
        self.whys.retain(|(step, _)| *step < position);
        self.told = self.game.position();
        self.focus = None;
        self.show = self.show.max(Show::Changes);
    }

    fn show_odds(&mut self, number: usize) -> Result<(), Failure> {
        let view = self.view();
        let Some(choice) = self.offer(number) else {
            return self.desk.say(&self.screen.complaint(&format!("There is no choice {number}.")));
        };
        self.tell_odds(&view, &choice)
    }

    fn show_odds_of(&mut self, words: &str) -> Result<(), Failure> {
        let view = self.view();
        let found = self.worded(&view, words);
        match found.map(|text| view.choices.iter().find(|choice| choice.text == text)) {
            Ok(Some(choice)) => self.tell_odds(&view, choice),
            Ok(None) => Ok(()),
            Err(complaint) => self.desk.say(&self.screen.complaint(&complaint)),
        }
    }

    fn tell_odds(&mut self, view: &TableView, choice: &ChoiceView) -> Result<(), Failure> {
        // The last is the best: what cannot be counted at once is estimated first.
        let mut best = None;
        self.game.odds_later(self.seat(), Some(&choice.text))(&mut |_, stakes| {
            best = Some(stakes);
            true
        });
        match best {
            Some(stakes) => self.desk.say(&self.screen.odds_in_full(view, choice, &stakes)),
            None => self.desk.say(&self.screen.complaint("that is no longer possible")),
        }
    }

    fn show_log(&mut self) -> Result<(), Failure> {
        let lines = self.game.lines(0, self.seat());
        self.desk.say(&lines.iter().map(|line| self.screen.line_with_rule(line)).collect::<String>())
    }

    /// The rules page of this system; with a word, only the lines that have it.
    fn show_rules(&mut self, word: &str) -> Result<(), Failure> {
        let page = fracas_server::rules(self.game.system()).unwrap_or_default();
        let wanted = word.to_lowercase();
        let lines: Vec<String> =
            paragraphs(&page).into_iter().filter(|line| line.to_lowercase().contains(&wanted)).collect();
        if lines.is_empty() {
            return self.desk.say(&self.screen.complaint(&format!("The rules do not say {word:?}.")));
        }
        let columns = self.screen.columns.saturating_sub(2);
        let broken = lines.iter().flat_map(|line| wrap(&tame(line), columns));
        self.desk.say(&broken.map(|line| format!(" {line}\n")).collect::<String>())
    }

    /// Every choice in its text form.
    fn show_all(&mut self) -> Result<(), Failure> {
        let choices = self.view().choices;
        self.desk.say(&choices.iter().map(|choice| format!("   {}\n", choice.text)).collect::<String>())
    }

    fn set_dice(&mut self, whose: DiceOf) -> Result<(), Failure> {
        self.dice = whose;
        self.desk.say(&self.screen.note(match whose {
            DiceOf::Program => "The program rolls the dice.",
            DiceOf::Mine => "You roll for your side, and type what the dice show.",
            DiceOf::All => "You roll all dice, and type what they show.",
        }))
    }

    fn judge(&mut self, words: &str) -> Result<(), Failure> {
        let view = self.game.view(Seat::Judge);
        match judge::read(words, &view, &self.game.proposals(Seat::Judge)) {
            Err(complaint) => self.desk.say(&self.screen.complaint_as_is(&complaint)),
            Ok(Asked::Back(steps)) => {
                let taken = self.game.take_back(steps);
                self.after_travel();
                self.desk.say(&self.screen.note(&format!("The judge takes back {taken} of the last steps.")))
            }
            Ok(Asked::Act(act)) => match self.carry_out(&act) {
                Ok(_) => {
                    self.show = self.show.max(Show::Changes);
                    self.tell_the_judge()?;
                    self.tell()
                }
                Err(Stopped::Game(error)) => self.desk.say(&self.screen.complaint(&error.to_string())),
                Err(Stopped::Face(NoFaces::Failed(failure))) => Err(failure),
                Err(Stopped::Face(_)) => {
                    self.desk.say(&self.screen.note("Taken back: nothing has happened."))
                }
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
        let (desk, screen) = (&mut self.desk, &self.screen);
        let done =
            judge_asking(&mut *self.game, act, typing, |missing| dice::ask(missing, name, desk, screen));
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
            return self.desk.say(&self.screen.complaint("There is nothing to do now."));
        };
        if let Err(error) = self.game.propose(who, words) {
            return self.desk.say(&self.screen.complaint(&error.to_string()));
        }
        let token = self.view().tokens.into_iter().find(|token| token.who == who);
        let (name, id) = token.map_or_else(Default::default, |token| (token.name, token.id));
        self.desk.say(&self.screen.note(&format!(
            "{name} wants to try: {words}. The judge answers: judge allow {id} CHECK, or judge refuse {id} WHY."
        )))
    }

    /// What the log keeps from the players, whoever did it should know to be done.
    fn tell_the_judge(&mut self) -> Result<(), Failure> {
        let last = self.game.position().saturating_sub(1);
        let told = |seat| self.game.step_lines(last, seat).into_iter().find(|line| line.tone == Tone::Judge);
        match (told(self.seat()), told(Seat::Judge)) {
            (None, Some(line)) => {
                self.desk.say(&self.screen.note(&format!("{} (the players are not told)", line.text)))
            }
            _ => Ok(()),
        }
    }

    fn save(&mut self, path: &Path) -> Result<(), Failure> {
        if path.exists() {
            return self.desk.say(
                &self.screen.complaint(&format!("{} is there already: choose another name.", path.display())),
            );
        }
        match write_file(path, &self.game.replay().write()) {
            Ok(()) => self.desk.say(&self.screen.note(&format!("Written to {}.", path.display()))),
            Err(error) => self.desk.say(&self.screen.complaint(&error.to_string())),
        }
    }
}

/// Lines of a page that belong together as one.
fn paragraphs(page: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for line in page.lines() {
        let begins =
            line.starts_with(['#', '|', '-', '*']) || line.starts_with(|one: char| one.is_ascii_digit());
        match found.last_mut() {
            Some(last)
                if !begins
                    && !line.trim().is_empty()
                    && !last.is_empty()
                    && !last.starts_with(['#', '|']) =>
            {
                *last = format!("{last} {}", line.trim());
            }
            _ => found.push(line.trim_end().to_owned()),
        }
    }
    found
}
