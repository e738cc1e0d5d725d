//! One fight of any system, driven by text: the erased face of [`History`].

use std::collections::HashSet;
use std::sync::Arc;

use fracas_content::Bundle;
use fracas_dice::{Missing, TapeError};
use fracas_kernel::{
    Ask, Bond, Care, ChoiceView, ChooseError, Crowd, Done, Habit, History, Judgement, Line, Made, Note,
    Outcome, Proposal, Quiet, Refusal, Repertoire, Rules, Seat, Side, Stakes, Step, TableView, Threat,
    Typing, Undo, Veiled, Who,
};
use fracas_minds::{Advice, Brain, Chance, Tempers, Thought, advise, chance, explain, think_as};
use serde::Serialize;

use crate::{Replay, ReplayStep};

/// A combatant by its names.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Combatant {
    pub who: Who,
    pub id: String,
    pub name: String,
    pub side: Side,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameError {
    #[error("the encounter is over")]
    Over,
    #[error("no such choice now: {text:?}{}", .nearest.as_ref().map(|n| format!("; did you mean {n:?}?")).unwrap_or_default())]
    NoSuchChoice { text: String, nearest: Option<String> },
    #[error("{0}")]
    Refused(Refusal),
    /// Not a fault: this die is wanted from a person.
    #[error("{text}", text = wanted(.0))]
    Wanted(Missing),
    #[error("{0}")]
    Dice(TapeError),
}

fn wanted(missing: &Missing) -> String {
    let sides = missing.roll.sides();
    format!("die {} of {} ({}) is wanted: 1 to {sides}", missing.die + 1, missing.why.label, missing.roll)
}

impl GameError {
    /// A short stable name for programs.
    pub fn code(&self) -> &'static str {
        match self {
            GameError::Over => "over",
            GameError::NoSuchChoice { .. } => "no-such-choice",
            GameError::Refused(_) => "refused",
            GameError::Wanted(_) => "dice-wanted",
            GameError::Dice(TapeError::LeftOver { .. }) => "dice-left-over",
            GameError::Dice(_) => "bad-dice",
        }
    }
}

impl From<ChooseError> for GameError {
    fn from(error: ChooseError) -> GameError {
        match error {
            ChooseError::Over => GameError::Over,
            ChooseError::NotLegal(refusal) | ChooseError::Refused(refusal) => GameError::Refused(refusal),
            ChooseError::Dice(TapeError::Missing(missing)) => GameError::Wanted(missing),
            ChooseError::Dice(wrong) => GameError::Dice(wrong),
        }
    }
}

/// Works odds out: it calls back with each choice's text and stakes, for as long as the answer is true.
pub type OddsJob = Box<dyn FnOnce(&mut dyn FnMut(&str, Stakes) -> bool) + Send>;

/// Works out what enemies could do: it calls back with each threat, for as long as the answer is true.
pub type ThreatsJob = Box<dyn FnOnce(&mut dyn FnMut(Threat) -> bool) + Send>;

/// Works out what a mind chooses.
pub type MindJob = Box<dyn FnOnce() -> Chosen + Send>;

/// Estimates the heroes' chance to win: it calls back with better and better ones, for as long as the answer is true.
pub type ChanceJob = Box<dyn FnOnce(&mut dyn FnMut(Chance) -> bool) + Send>;

/// Works out a hint: the best choices first.
pub type HintJob = Box<dyn FnOnce() -> Vec<Advice> + Send>;

/// What a mind chose.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Chosen {
    /// In its stable text form.
    pub choice: String,
    /// In one line: what, and why.
    pub why: String,
}

/// A step that was made, in a few words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// Who made it; none: the judge.
    pub who: Option<Who>,
    pub side: Option<Side>,
    /// How many faces it took.
    pub faces: usize,
    /// Was it made in a fight, and in which round?
    pub fighting: bool,
    pub round: u32,
}

/// A fight that a front end holds.
pub trait Game: Send {
    fn system(&self) -> &'static str;
    fn title(&self) -> &str;
    /// Another table at the start of the same content, which both share.
    fn anew(&self, seed: u64) -> Box<dyn Game>;
    fn seed(&self) -> u64;
    /// How many steps were made: a choice answers a position.
    fn position(&self) -> usize;
    /// One of them.
    fn step(&self, index: usize) -> Option<Played>;
    /// The one that [`Game::redo`] would do again.
    fn undone(&self) -> Option<Played>;
    /// Is a fight under way, and not the time between fights?
    fn fighting(&self) -> bool;
    fn ask(&self) -> Ask;
    /// Of those who are asked, the ones without whom it cannot go on.
    fn awaited(&self) -> Crowd;
    fn round(&self) -> u32;
    fn combatants(&self) -> Vec<Combatant>;
    fn who(&self, id: &str) -> Option<Who>;
    /// Every legal choice in its stable text form.
    fn choices(&self) -> Vec<String>;
    /// All that a seat sees, its choices among it, without their odds; and only `of` these what they cannot choose, because
    /// there can be much of that.
    fn view_with(&self, seat: Seat, of: Crowd) -> TableView;
    /// Who means what to whom, as far as a seat may know it.
    fn bonds(&self, seat: Seat) -> Vec<Bond>;
    /// What the judge hides, for the judge alone.
    fn veiled(&self) -> Veiled;
    fn odds(&self, choice: &str) -> Result<Stakes, GameError>;
    /// The odds of everything that `seat` may choose now, or of `only` that, to be worked out elsewhere and later. What
    /// cannot be counted at once is first estimated, and better odds follow.
    fn odds_later(&self, seat: Seat, only: Option<&str>) -> OddsJob;
    /// What enemies could do to `who` if it were their turn now, as `seat` knows it, to be worked out elsewhere and
    /// later. With `to`, as if `who` stood there: the id of a zone, or "x,y".
    fn threats_later(&self, seat: Seat, who: Who, to: Option<&str>) -> Result<ThreatsJob, GameError>;
    /// What the judge can bring in and put on somebody.
    fn repertoire(&self) -> Repertoire;
    fn choose(&mut self, choice: &str, typing: &Typing) -> Result<(), GameError>;
    /// What instinct would choose for one of `asked`.
    fn instinct(&self, asked: Crowd) -> Result<String, GameError>;
    /// What a mind would choose for one of `asked`, to be worked out elsewhere and later. It thinks of what their side
    /// knows, and has the temperament that the scenario gives them.
    fn mind_later(&self, asked: Crowd, brain: &Brain) -> Result<MindJob, GameError>;
    /// The best choices of those of `asked` for whom `seat` decides, up to `most`, as `brain` sees it, with what each is
    /// worth; to be worked out elsewhere and later.
    fn hint_later(&self, seat: Seat, asked: Crowd, brain: &Brain, most: usize) -> Result<HintJob, GameError>;
    /// Who will win, as far as a seat can know; the judge knows all. To be worked out elsewhere and later, on `threads` threads.
    fn chance_later(&self, seat: Seat, threads: usize) -> ChanceJob;
    /// The kind of question that a choice answers, and the kind of answer it is, where one can have a standing answer.
    fn habit(&self, choice: &str) -> Option<(&'static str, &'static str)>;
    /// Is this choice to be kept from the others when it is made?
    fn is_secret(&self, choice: &str) -> bool;
    fn habits(&self) -> &[Habit];
    /// `who` will always answer so; or, without an answer, wants to be asked.
    fn always(&mut self, who: Who, question: &str, answer: Option<&str>);
    /// The choice that a standing answer makes now.
    fn standing_answer(&self) -> Option<String>;
    /// The judge acts, with dice that people roll for what is called for.
    fn judge_with(&mut self, act: Judgement, typing: &Typing) -> Result<(), GameError>;
    /// A player says what `who` tries, beyond what can be chosen. The judge answers it by an act: an attempt with its check
    /// and what follows, or a refusal.
    fn propose(&mut self, who: Who, tries: &str) -> Result<(), GameError>;
    /// Takes a proposal back; false if there was none.
    fn withdraw(&mut self, who: Who) -> bool;
    /// What people want to try and the judge has not answered yet, as far as it is this seat's business.
    fn proposals(&self, seat: Seat) -> Vec<Proposal>;
    fn undo_cost(&self) -> Undo;
    fn undo(&mut self) -> bool;
    fn redo(&mut self) -> bool;
    fn can_redo(&self) -> bool;
    fn take_back(&mut self, steps: usize) -> usize;
    /// Other dice from here on.
    fn draw_anew(&mut self, seed: u64);
    fn lines(&self, from: usize, seat: Seat) -> Vec<Line>;
    /// The same, each line with its step.
    fn log(&self, from: usize, seat: Seat) -> Vec<(usize, Line)>;
    fn step_lines(&self, index: usize, seat: Seat) -> Vec<Line>;
    fn state(&self) -> serde_json::Value;
    fn replay(&self) -> Replay;
    fn replay_step(&self, index: usize) -> ReplayStep;
    fn set_notes(&mut self, notes: Vec<Note>);
    /// The party as it is now, as a file that another adventure can begin with; `None` in a single fight.
    fn party_file(&self) -> Option<String>;
}

/// The same, said shortly.
impl dyn Game + '_ {
    pub fn view(&self, seat: Seat) -> TableView {
        self.view_with(seat, Crowd::ALL)
    }

    pub fn mind(&self, asked: Crowd, brain: &Brain) -> Result<Chosen, GameError> {
        Ok(self.mind_later(asked, brain)?())
    }

    pub fn hint(
        &self,
        seat: Seat,
        asked: Crowd,
        brain: &Brain,
        most: usize,
    ) -> Result<Vec<Advice>, GameError> {
        Ok(self.hint_later(seat, asked, brain, most)?())
    }

    pub fn judge(&mut self, act: Judgement) -> Result<(), GameError> {
        self.judge_with(act, &Typing::default())
    }

    pub fn outcome(&self) -> Option<Outcome> {
        match self.ask() {
            Ask::Over(outcome) => Some(outcome),
            _ => None,
        }
    }
}

/// A [`Game`] of one system, with the files it was made from.
#[derive(Debug)]
pub struct Table<R: Rules> {
    history: History<R>,
    /// Shared, as the rules are: a server has many tables of the same content.
    bundle: Arc<Bundle>,
    tempers: Tempers,
}

impl<R: Rules> Table<R> {
    pub fn new(rules: Arc<R>, bundle: Bundle, seed: u64, fight: u64) -> Table<R> {
        // A scenario with a wrong one is not opened in the first place.
        let tempers = Tempers::read(&bundle.scenario).unwrap_or_default();
        Table { history: History::new(rules, seed, fight), bundle: Arc::new(bundle), tempers }
    }

    /// All that was played, as the rules know it.
    pub fn history(&self) -> &History<R> {
        &self.history
    }

    fn rules(&self) -> &R {
        self.history.rules()
    }

    fn find(&self, text: &str) -> Result<R::Choice, GameError> {
        if let Ask::Over(_) = self.history.ask() {
            return Err(GameError::Over);
        }
        self.history.find(text).ok_or_else(|| {
            let known = self.choices();
            let nearest = fracas_content::nearest(text, known.iter().map(String::as_str));
            GameError::NoSuchChoice { text: text.to_owned(), nearest: nearest.map(str::to_owned) }
        })
    }

    fn played(&self, step: &Step<R>) -> Played {
        let (rules, state) = (self.rules(), &step.before.state);
        let who = match &step.done {
            Done::Chose(choice) => Some(choice.who()),
            Done::Judged(_) => None,
        };
        Played {
            who,
            side: who.map(|who| rules.side(state, who)),
            faces: step.rolls.iter().map(|roll| roll.faces.len()).sum(),
            fighting: rules.fighting(state),
            round: rules.round(state),
        }
    }

    /// A thought about the question that is open now, for those of `asked` who are asked: a copy of the present, with the
    /// whims that belong to it.
    fn thinking(
        &self,
        asked: Crowd,
        seat: Option<Seat>,
        brain: Brain,
    ) -> Result<impl FnOnce() -> Thought<R::Choice> + Send + use<R>, GameError> {
        let asked = self.history.ask().asked().and(asked);
        if asked.is_empty() {
            return Err(GameError::Refused(Refusal::new("none of them has anything to decide now")));
        }
        let (rules, state) = (self.history.shared_rules(), self.history.state().clone());
        let mut whim = self.history.whim();
        let own = || {
            let side = asked.first().map_or(Side::Heroes, |who| rules.side(&state, who));
            Seat::Player(rules.everyone(&state).filter(|&who| rules.side(&state, who) == side).collect())
        };
        let seat = seat.unwrap_or_else(own);
        Ok(move || think_as(&brain, &*rules, &state, asked, seat, &mut whim))
    }

    /// What minds might choose though it leads to what the judge hides, each with what they do instead.
    fn barred(&self) -> Vec<(R::Choice, R::Choice)> {
        if self.history.veil().is_empty() {
            return Vec::new();
        }
        let mut all = Vec::new();
        self.rules().choices(self.history.state(), &mut all);
        let instead = |choice| (choice, self.history.unveiled(choice));
        all.into_iter().map(instead).filter(|(choice, instead)| choice != instead).collect()
    }

    /// What these, as far as they are this seat's, might look for and cannot do now. One entry for each label.
    fn quiet(&self, seat: Seat, of: Crowd) -> Vec<Quiet> {
        let (rules, state) = (self.rules(), &self.rules().known(self.history.state(), seat));
        let asked = self.history.ask().asked().and(of);
        if !asked.any(|who| seat.controls(who)) {
            return Vec::new();
        }
        let mut conceivable = Vec::new();
        rules.conceivable(state, &mut conceivable);
        let (mut quiet, mut told) = (Vec::new(), HashSet::new());
        for choice in conceivable {
            let who = choice.who();
            if !asked.has(who) || !seat.controls(who) {
                continue;
            }
            let Err(Refusal { why, rule, sought }) = rules.legal(state, choice) else { continue };
            let ChoiceView { deed, label, targets, to, .. } = rules.describe(state, choice);
            if told.insert((who, label.clone())) {
                quiet.push(Quiet { who, deed, label, why: why.into_owned(), rule, sought, targets, to });
            }
        }
        quiet
    }
}

impl<R: Rules> Game for Table<R> {
    fn system(&self) -> &'static str {
        R::SYSTEM
    }

    fn title(&self) -> &str {
        self.rules().title()
    }

    fn anew(&self, seed: u64) -> Box<dyn Game> {
        Box::new(Table {
            history: History::new(self.history.shared_rules(), seed, self.history.fight()),
            bundle: self.bundle.clone(),
            tempers: self.tempers.clone(),
        })
    }

    fn seed(&self) -> u64 {
        self.history.seed()
    }

    fn position(&self) -> usize {
        self.history.steps().len()
    }

    fn step(&self, index: usize) -> Option<Played> {
        self.history.steps().get(index).map(|step| self.played(step))
    }

    fn undone(&self) -> Option<Played> {
        self.history.undone().map(|step| self.played(step))
    }

    fn fighting(&self) -> bool {
        self.rules().fighting(self.history.state())
    }

    fn ask(&self) -> Ask {
        self.history.ask()
    }

    fn awaited(&self) -> Crowd {
        self.rules().awaited(self.history.state())
    }

    fn round(&self) -> u32 {
        self.rules().round(self.history.state())
    }

    fn combatants(&self) -> Vec<Combatant> {
        let (rules, state) = (self.rules(), self.history.state());
        let all = rules.everyone(state);
        all.map(|who| Combatant {
            who,
            id: rules.id(state, who),
            name: rules.name(state, who),
            side: rules.side(state, who),
        })
        .collect()
    }

    fn who(&self, id: &str) -> Option<Who> {
        self.history.who(id)
    }

    fn choices(&self) -> Vec<String> {
        let (rules, state) = (self.rules(), self.history.state());
        self.history.choices().into_iter().map(|choice| rules.text(state, choice)).collect()
    }

    fn view_with(&self, seat: Seat, of: Crowd) -> TableView {
        let (rules, state) = (self.rules(), self.history.state());
        let mut view = rules.view(state, seat);
        let known = rules.known(state, seat);
        let mine = self.history.choices().into_iter().filter(|&choice| seat.controls(choice.who()));
        view.choices = mine.map(|choice| rules.describe(&known, choice)).collect();
        view.quiet = self.quiet(seat, of);
        self.history.veil().dress(&mut view, seat);
        view
    }

    fn veiled(&self) -> Veiled {
        self.history.veil().shown()
    }

    fn bonds(&self, seat: Seat) -> Vec<Bond> {
        self.rules().bonds(self.history.state(), seat)
    }

    fn odds(&self, choice: &str) -> Result<Stakes, GameError> {
        let choice = self.find(choice)?;
        Ok(self.history.odds(choice))
    }

    fn odds_later(&self, seat: Seat, only: Option<&str>) -> OddsJob {
        let (rules, state) = (self.rules(), self.history.state());
        let mine = self.history.choices().into_iter().filter(|&choice| seat.controls(choice.who()));
        let mut wanted: Vec<(String, R::Choice)> = mine.map(|c| (rules.text(state, c), c)).collect();
        wanted.retain(|(text, _)| only.is_none_or(|only| only == text));
        let odds = self.history.odds_later();
        Box::new(move |tell| {
            let mut rough = Vec::new();
            for (text, choice) in wanted {
                let stakes = odds(choice, Care::QUICK);
                let is_rough = stakes.rough;
                if !tell(&text, stakes) {
                    return;
                }
                rough.extend(is_rough.then_some((text, choice)));
            }
            for (text, choice) in rough {
                if !tell(&text, odds(choice, Care::FULL)) {
                    return;
                }
            }
        })
    }

    fn threats_later(&self, seat: Seat, who: Who, to: Option<&str>) -> Result<ThreatsJob, GameError> {
        let (rules, danger) = self.history.danger(seat, who, to).map_err(GameError::Refused)?;
        Ok(Box::new(move |tell| danger.look(&rules, tell)))
    }

    fn repertoire(&self) -> Repertoire {
        self.rules().repertoire()
    }

    fn choose(&mut self, choice: &str, typing: &Typing) -> Result<(), GameError> {
        let choice = self.find(choice)?;
        self.history.choose(choice, typing).map(|_| ()).map_err(GameError::from)
    }

    fn instinct(&self, asked: Crowd) -> Result<String, GameError> {
        let asked = self.history.ask().asked().and(asked);
        if asked.is_empty() {
            return Err(GameError::Refused(Refusal::new("none of them has anything to decide now")));
        }
        Ok(self.rules().text(self.history.state(), self.history.instinct(asked)))
    }

    fn mind_later(&self, asked: Crowd, brain: &Brain) -> Result<MindJob, GameError> {
        let thinking = self.thinking(asked, None, brain.clone().with_tempers(&self.tempers))?;
        let (rules, state) = (self.history.shared_rules(), self.history.state().clone());
        let barred = self.barred();
        Ok(Box::new(move || {
            let thought = thinking();
            let known = rules.known(&state, Seat::Player(Crowd::one(thought.choice.who())));
            let why = explain(&*rules, &known, &thought);
            match barred.iter().find(|(barred, _)| *barred == thought.choice) {
                Some((_, instead)) => Chosen { choice: rules.text(&state, *instead), why: String::new() },
                None => Chosen { choice: rules.text(&state, thought.choice), why },
            }
        }))
    }

    fn hint_later(&self, seat: Seat, asked: Crowd, brain: &Brain, most: usize) -> Result<HintJob, GameError> {
        let mine = asked.filter(|&who| seat.controls(who)).collect();
        // The judge is told what the side in question would think.
        let thinking = self.thinking(mine, Some(seat).filter(|&seat| seat != Seat::Judge), brain.clone())?;
        let known = self.rules().known(self.history.state(), seat);
        let rules = self.history.shared_rules();
        let barred: Vec<String> =
            self.barred().iter().map(|(choice, _)| rules.text(self.history.state(), *choice)).collect();
        Ok(Box::new(move || {
            let thought = thinking();
            let mut advice = advise(&*rules, &known, &thought, most);
            advice.retain(|one| !barred.contains(&one.choice));
            advice
        }))
    }

    fn chance_later(&self, seat: Seat, threads: usize) -> ChanceJob {
        let (rules, state) = (self.history.shared_rules(), self.history.state());
        let known = rules.known(state, seat);
        let side = match seat {
            Seat::Judge => None,
            Seat::Player(crowd) => crowd.first().map(|who| rules.side(state, who)).or(Some(Side::Heroes)),
            Seat::Watcher => Some(Side::Heroes),
        };
        // What the dice bring must not depend on what the seat does not know.
        let seed = self.position() as u64;
        Box::new(move |tell| chance(&*rules, &known, side, seed, threads, tell))
    }

    fn habit(&self, choice: &str) -> Option<(&'static str, &'static str)> {
        self.rules().answer(self.history.state(), self.history.find(choice)?)
    }

    fn is_secret(&self, choice: &str) -> bool {
        self.history.find(choice).is_some_and(|choice| self.rules().secret(self.history.state(), choice))
    }

    fn habits(&self) -> &[Habit] {
        self.history.habits()
    }

    fn always(&mut self, who: Who, question: &str, answer: Option<&str>) {
        self.history.always(who, question, answer);
    }

    fn standing_answer(&self) -> Option<String> {
        let choice = self.history.standing_answer()?;
        Some(self.rules().text(self.history.state(), choice))
    }

    fn judge_with(&mut self, act: Judgement, typing: &Typing) -> Result<(), GameError> {
        self.history.judge_with(act, typing).map(|_| ()).map_err(GameError::from)
    }

    fn propose(&mut self, who: Who, tries: &str) -> Result<(), GameError> {
        self.history.propose(who, tries).map_err(GameError::Refused)
    }

    fn withdraw(&mut self, who: Who) -> bool {
        self.history.withdraw(who)
    }

    fn proposals(&self, seat: Seat) -> Vec<Proposal> {
        let mine = self.history.proposals().iter().filter(|proposal| seat.controls(proposal.who));
        mine.cloned().collect()
    }

    fn undo_cost(&self) -> Undo {
        self.history.undo_cost()
    }

    fn undo(&mut self) -> bool {
        self.history.undo()
    }

    fn redo(&mut self) -> bool {
        self.history.redo()
    }

    fn can_redo(&self) -> bool {
        self.history.can_redo()
    }

    fn take_back(&mut self, steps: usize) -> usize {
        self.history.take_back(steps)
    }

    fn draw_anew(&mut self, seed: u64) {
        self.history.draw_anew(seed);
    }

    fn lines(&self, from: usize, seat: Seat) -> Vec<Line> {
        self.history.lines(from, seat)
    }

    fn log(&self, from: usize, seat: Seat) -> Vec<(usize, Line)> {
        self.history.log(from, seat)
    }

    fn step_lines(&self, index: usize, seat: Seat) -> Vec<Line> {
        self.history.step_lines(index, seat)
    }

    fn state(&self) -> serde_json::Value {
        serde_json::to_value(self.history.state()).expect("a state is plain data")
    }

    fn replay_step(&self, index: usize) -> ReplayStep {
        let step = &self.history.steps()[index];
        let (choice, judge) = match &step.done {
            Done::Chose(_) => (Some(step.text.clone()), None),
            Done::Judged(act) => (None, Some(act.clone())),
        };
        let lines = self.history.step_lines(index, Seat::Judge).into_iter().map(|line| line.text).collect();
        ReplayStep { choice, judge, rolls: step.rolls.clone(), lines, why: None }
    }

    fn replay(&self) -> Replay {
        let steps = (0..self.position()).map(|index| self.replay_step(index));
        Replay {
            fracas: Replay::KIND.to_owned(),
            format: Replay::FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            system: R::SYSTEM.to_owned(),
            title: self.title().to_owned(),
            seed: self.history.seed(),
            fight: self.history.fight(),
            seedless: self.history.was_redrawn(),
            outcome: (self as &dyn Game).outcome(),
            notes: self.history.notes().to_vec(),
            habits: self.history.habits().to_vec(),
            steps: steps.collect(),
            bundle: Bundle::clone(&self.bundle).into(),
        }
    }

    fn set_notes(&mut self, notes: Vec<Note>) {
        self.history.set_notes(notes);
    }

    fn party_file(&self) -> Option<String> {
        let file = self.rules().party_file(self.history.state())?;
        let belongings = self.bundle.belongings(&file);
        Some(file + &belongings)
    }
}
