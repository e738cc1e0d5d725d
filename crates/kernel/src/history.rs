//! A fight as it was played: every step with what it rolled and told, undo and redo.
//!
//! Scenario, seed and steps are the whole truth; the state before each step is kept, so that taking a step back restores
//! it bit for bit, the generator included: the same choice then rolls the same dice again.

use std::sync::{Arc, OnceLock};

use fracas_dice::{Seeded, TapeError};
use serde::{Deserialize, Serialize};

use crate::because::because;
use crate::decree::{Around, act_words, carry_out, is_public};
use crate::judge::fit_words;
use crate::{
    Ask, Beat, Care, Danger, Fiat, Habit, Hand, Judgement, Line, Made, Null, Proposal, Record, Refusal, Role,
    Rules, Seat, Side, Stakes, TableView, Telling, Tone, Typing, Veil, Whim, Who, any_dice, any_log,
    odds_with, shows_more, standing_answer,
};

/// Sets the streams of minds apart from those of dice.
const MINDS: u64 = 0x6d69_6e64_7321;

/// Everything that changes as a fight goes on.
#[derive(Clone, PartialEq, Debug)]
pub struct Moment<S> {
    pub state: S,
    pub dice: Seeded,
    pub fiats: Vec<Fiat>,
    /// What the judge hides.
    pub veil: Veil,
}

/// What a step was.
#[derive(Clone, PartialEq, Debug)]
pub enum Done<C> {
    Chose(C),
    Judged(Judgement),
}

#[derive(Clone, Debug)]
pub struct Step<R: Rules> {
    pub done: Done<R::Choice>,
    /// The choice in its stable text form; empty for the judge's acts.
    pub text: String,
    pub before: Moment<R::State>,
    pub rolls: Vec<Record>,
    pub events: Vec<R::Event>,
    /// Does either side see something that it did not see before? Looked at when somebody wants to know.
    shows: OnceLock<bool>,
}

/// Something that was taken back, so that the log says so.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Note {
    /// How many steps stood after it was taken back.
    pub at: usize,
    pub text: String,
}

/// May the last step be taken back?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Undo {
    Nothing,
    Free,
    /// Dice fell: by leave of the judge.
    DiceFell,
    /// Something came to light: by leave of the judge.
    Revealed,
    /// The judge did it, and only the judge takes it back.
    Judged,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ChooseError {
    #[error("the encounter is over")]
    Over,
    #[error("not a legal choice: {0}")]
    NotLegal(Refusal),
    /// An act of the judge.
    #[error("{0}")]
    Refused(Refusal),
    /// [`TapeError::Missing`] is no fault: the caller asks for that die and chooses again with one face more.
    #[error("{0}")]
    Dice(TapeError),
}

#[derive(Debug)]
pub struct History<R: Rules> {
    rules: Arc<R>,
    seed: u64,
    fight: u64,
    now: Moment<R::State>,
    steps: Vec<Step<R>>,
    undone: Vec<(Step<R>, Moment<R::State>)>,
    notes: Vec<Note>,
    habits: Vec<Habit>,
    redrawn: bool,
    proposals: Vec<Proposal>,
}

impl<R: Rules> History<R> {
    /// `fight` is the number of the stream: 0 for a table, fight *i* of a simulation otherwise.
    pub fn new(rules: Arc<R>, seed: u64, fight: u64) -> History<R> {
        let dice = Seeded::stream(seed, fight);
        let now = Moment { state: rules.start(), dice, fiats: Vec::new(), veil: Veil::default() };
        History {
            rules,
            seed,
            fight,
            now,
            steps: Vec::new(),
            undone: Vec::new(),
            notes: Vec::new(),
            habits: Vec::new(),
            redrawn: false,
            proposals: Vec::new(),
        }
    }

    pub fn rules(&self) -> &R {
        &self.rules
    }

    pub fn seed(&self) -> u64 {
        self.seed
    }

    pub fn fight(&self) -> u64 {
        self.fight
    }

    pub fn state(&self) -> &R::State {
        &self.now.state
    }

    pub fn now(&self) -> &Moment<R::State> {
        &self.now
    }

    pub fn steps(&self) -> &[Step<R>] {
        &self.steps
    }

    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    pub fn ask(&self) -> Ask {
        self.rules.ask(&self.now.state)
    }

    pub fn choices(&self) -> Vec<R::Choice> {
        let mut out = Vec::new();
        self.rules.choices(&self.now.state, &mut out);
        if !self.now.veil.is_empty() {
            let state = &self.now.state;
            out.retain(|&choice| !self.now.veil.bars(&self.rules.describe(state, choice)));
        }
        out
    }

    /// What the judge hides now.
    pub fn veil(&self) -> &Veil {
        &self.now.veil
    }

    /// All that `seat` may see of the table, without the choices.
    pub fn view(&self, seat: Seat) -> TableView {
        let mut view = self.rules.view(&self.now.state, seat);
        self.now.veil.dress(&mut view, seat);
        view
    }

    /// A mind's choice; where it would lead to what is hidden, the end of the turn, or else whatever comes first.
    pub fn unveiled(&self, choice: R::Choice) -> R::Choice {
        let state = &self.now.state;
        if self.now.veil.is_empty() || !self.now.veil.bars(&self.rules.describe(state, choice)) {
            return choice;
        }
        let others: Vec<R::Choice> =
            self.choices().into_iter().filter(|other| other.who() == choice.who()).collect();
        let ends = |other: &&R::Choice| self.rules.describe(state, **other).role == Role::EndTurn;
        others.iter().find(ends).or(others.first()).copied().unwrap_or(choice)
    }

    /// The choice with this text form, if it is legal now.
    pub fn find(&self, text: &str) -> Option<R::Choice> {
        let wanted = text.split_whitespace().collect::<Vec<_>>().join(" ");
        self.choices().into_iter().find(|&choice| self.rules.text(&self.now.state, choice) == wanted)
    }

    /// The combatant with this id.
    pub fn who(&self, id: &str) -> Option<Who> {
        self.rules.everyone(&self.now.state).find(|&who| self.rules.id(&self.now.state, who) == id)
    }

    /// What people always answer, in the order in which it is tried.
    pub fn habits(&self) -> &[Habit] {
        &self.habits
    }

    /// `who` will always answer so to that kind of question; or, without an answer, wants to be asked.
    pub fn always(&mut self, who: Who, question: &str, answer: Option<&str>) {
        self.habits.retain(|habit| habit.who != who || habit.question != question);
        if let Some(answer) = answer {
            self.habits.push(Habit { who, question: question.to_owned(), answer: answer.to_owned() });
        }
    }

    /// The standing answer to the question that is open now.
    pub fn standing_answer(&self) -> Option<R::Choice> {
        standing_answer(&*self.rules, &self.now.state, &self.habits)
    }

    /// The rules, for work that goes on elsewhere.
    pub fn shared_rules(&self) -> Arc<R> {
        Arc::clone(&self.rules)
    }

    /// The whims of minds that think about the question that is open now, the same each time.
    pub fn whim(&self) -> Whim {
        Whim::stream(self.seed ^ MINDS ^ self.fight, self.steps.len() as u64)
    }

    /// The mind's choice for one of `asked`, the same each time it is asked.
    pub fn instinct(&self, asked: crate::Crowd) -> R::Choice {
        self.unveiled(self.rules.instinct(&self.now.state, asked, &mut self.whim()))
    }

    /// What a legal choice may bring, with what the judge has said about the rolls to come.
    pub fn odds(&self, choice: R::Choice) -> Stakes {
        odds_with(&*self.rules, &self.now.state, choice, &self.open_fiats(), &self.habits, Care::FULL)
    }

    /// What the judge has said about rolls to come, and does not keep to the judge's side of the screen.
    fn open_fiats(&self) -> Vec<Fiat> {
        self.now.fiats.iter().filter(|fiat| !fiat.secret).cloned().collect()
    }

    /// The same, to be worked out elsewhere and later: it holds a copy of the present.
    pub fn odds_later(&self) -> impl Fn(R::Choice, Care) -> Stakes + Send + use<R> {
        let (rules, state) = (self.rules.clone(), self.now.state.clone());
        let (fiats, habits) = (self.open_fiats(), self.habits.clone());
        move |choice, care| {
            let stakes = odds_with(&*rules, &state, choice, &fiats, &habits, care);
            Stakes { because: because(&*rules, &state, choice, &fiats, &habits), ..stakes }
        }
    }

    /// What enemies could do to `who`, as `seat` knows it, with `who` at another place if one is named; to be worked out
    /// elsewhere and later.
    pub fn danger(&self, seat: Seat, who: Who, to: Option<&str>) -> Result<(Arc<R>, Danger<R>), Refusal> {
        let danger = Danger::new(&*self.rules, &self.now.state, seat, who, to, &self.habits)?;
        let danger = danger.behind(&self.now.veil, to)?;
        Ok((self.rules.clone(), danger))
    }

    /// Makes a choice. On an error nothing has changed.
    pub fn choose(&mut self, choice: R::Choice, typing: &Typing) -> Result<&Step<R>, ChooseError> {
        if let Ask::Over(_) = self.ask() {
            return Err(ChooseError::Over);
        }
        self.rules.legal(&self.now.state, choice).map_err(ChooseError::NotLegal)?;
        let text = self.rules.text(&self.now.state, choice);
        let mut next = self.now.clone();
        let mut events = Vec::new();
        let mut hand = Hand::new(&mut next.dice, &mut next.fiats, typing);
        self.rules.apply(&mut next.state, choice, &mut any_dice(&mut hand), &mut any_log(&mut events));
        let rolls = hand.finish().map_err(ChooseError::Dice)?;
        if !next.veil.is_empty() {
            let mut dice = any_dice(&mut next.dice);
            next.veil.settle(&*self.rules, &mut next.state, &mut dice).map_err(ChooseError::NotLegal)?;
        }
        Ok(self.push(Done::Chose(choice), text, next, rolls, events))
    }

    /// Carries out a decision of the judge. On an error nothing has changed.
    pub fn judge(&mut self, act: Judgement) -> Result<&Step<R>, Refusal> {
        self.judge_with(act, &Typing::default()).map_err(|error| match error {
            ChooseError::Refused(refusal) | ChooseError::NotLegal(refusal) => refusal,
            other => Refusal::new(other.to_string()),
        })
    }

    /// The same, with dice that people roll for what the judge calls for.
    pub fn judge_with(&mut self, act: Judgement, typing: &Typing) -> Result<&Step<R>, ChooseError> {
        act.check().map_err(ChooseError::Refused)?;
        if let Some(who) = act.about()
            && !self.rules.everyone(&self.now.state).has(who)
        {
            let nobody = Refusal::new(format!("there is no combatant number {}", who.0));
            return Err(ChooseError::Refused(nobody));
        }
        let mut next = self.now.clone();
        let mut events: Vec<R::Event> = Vec::new();
        let mut hand = Hand::new(&mut next.dice, &mut next.fiats, typing);
        let (mut dice, mut log) = (any_dice(&mut hand), any_log(&mut events));
        let fiats = carry_out(&*self.rules, &mut next.state, &mut next.veil, &act, &mut dice, &mut log)
            .map_err(ChooseError::Refused)?;
        let rolls = hand.finish().map_err(ChooseError::Dice)?;
        next.fiats.extend(fiats);
        Ok(self.push(Done::Judged(act), String::new(), next, rolls, events))
    }

    /// A player says what `who` tries, beyond what can be chosen; the judge answers it. Another one takes its place.
    pub fn propose(&mut self, who: Who, tries: &str) -> Result<(), Refusal> {
        let tries = fit_words("what is tried", tries)?;
        if !matches!(self.ask(), Ask::Decide(asked) if asked.has(who)) {
            return Err(Refusal::new("it is not their turn"));
        }
        self.rules.spend(&mut self.now.state.clone(), who, &mut Null)?;
        self.withdraw(who);
        self.proposals.push(Proposal { who, tries });
        Ok(())
    }

    /// Takes a proposal back; false if there was none.
    pub fn withdraw(&mut self, who: Who) -> bool {
        let there = self.proposals.len();
        self.proposals.retain(|proposal| proposal.who != who);
        self.proposals.len() < there
    }

    /// What people want to try and the judge has not answered yet.
    pub fn proposals(&self) -> &[Proposal] {
        &self.proposals
    }

    fn push(
        &mut self,
        done: Done<R::Choice>,
        text: String,
        next: Moment<R::State>,
        rolls: Vec<Record>,
        mut events: Vec<R::Event>,
    ) -> &Step<R> {
        Beat::arrange(&*self.rules, &mut events);
        let before = std::mem::replace(&mut self.now, next);
        self.undone.clear();
        self.keep_notes();
        // Who has done something, or can do nothing now, no longer wants to try.
        let actor = match &done {
            Done::Chose(choice) => Some(choice.who()),
            Done::Judged(act) => match act.plain() {
                Judgement::Attempt { who, .. } | Judgement::Decline { who, .. } => Some(*who),
                _ => None,
            },
        };
        let asked = self.ask().asked();
        self.proposals.retain(|proposal| Some(proposal.who) != actor && asked.has(proposal.who));
        self.steps.push(Step { done, text, before, rolls, events, shows: OnceLock::new() });
        self.steps.last().expect("just pushed")
    }

    /// What taking the last step back would cost.
    pub fn undo_cost(&self) -> Undo {
        let Some(step) = self.steps.last() else {
            return Undo::Nothing;
        };
        if matches!(step.done, Done::Judged(_)) {
            Undo::Judged
        } else if !step.rolls.is_empty() {
            Undo::DiceFell
        } else if step.events.iter().any(|event| self.rules.reveals(event)) || self.shows_more(step) {
            Undo::Revealed
        } else {
            Undo::Free
        }
    }

    /// Whatever the rules say about it: what has been seen cannot be unseen.
    fn shows_more(&self, last: &Step<R>) -> bool {
        let look = |side: Side| {
            let seat = Seat::Player(
                self.rules
                    .everyone(&last.before.state)
                    .filter(|&who| self.rules.side(&last.before.state, who) == side)
                    .collect(),
            );
            let [before, after] =
                [&last.before.state, &self.now.state].map(|state| self.rules.view(state, seat));
            shows_more(&before, &after, side)
        };
        *last.shows.get_or_init(|| Side::BOTH.into_iter().any(look))
    }

    /// Other dice from here on, and after anything that is taken back: those that fell are known.
    pub fn draw_anew(&mut self, seed: u64) {
        self.seed = seed;
        self.redrawn = true;
        self.undone.clear();
        let fight = self.fight;
        let stream = |step: usize| Seeded::stream(seed, fight ^ ((step as u64 + 1) << 32));
        for (index, step) in self.steps.iter_mut().enumerate() {
            step.before.dice = stream(index);
        }
        self.now.dice = stream(self.steps.len());
    }

    /// Did not all dice come from one seed?
    pub fn was_redrawn(&self) -> bool {
        self.redrawn
    }

    /// Takes the last step back; false if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(step) = self.steps.pop() else {
            return false;
        };
        let after = std::mem::replace(&mut self.now, step.before.clone());
        self.undone.push((step, after));
        self.proposals.clear();
        true
    }

    /// Does the last undone step again, with the same dice; false if there is none.
    pub fn redo(&mut self) -> bool {
        let Some((step, after)) = self.undone.pop() else {
            return false;
        };
        self.now = after;
        self.steps.push(step);
        self.proposals.clear();
        true
    }

    /// The step that [`History::redo`] would do again.
    pub fn undone(&self) -> Option<&Step<R>> {
        self.undone.last().map(|(step, _)| step)
    }

    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// The judge takes back the last `n` steps, and the log says so. Returns how many there were.
    pub fn take_back(&mut self, n: usize) -> usize {
        let from = self.steps.len().saturating_sub(n);
        let texts: Vec<String> = (from..self.steps.len()).rev().map(|index| self.told(index)).collect();
        let taken = texts.len();
        for _ in 0..taken {
            self.undo();
        }
        if taken > 0 {
            self.keep_notes();
            let text = format!("The judge takes back: {}", texts.join("; "));
            self.notes.push(Note { at: self.steps.len(), text });
        }
        taken
    }

    /// A note about steps that are gone for good stays where they were.
    fn keep_notes(&mut self) {
        for note in &mut self.notes {
            note.at = note.at.min(self.steps.len());
        }
    }

    /// Restores notes from a file.
    pub fn set_notes(&mut self, notes: Vec<Note>) {
        self.notes = notes;
    }

    /// A step in words that everybody at the table may read.
    fn told(&self, index: usize) -> String {
        let (step, around) = (&self.steps[index], self.around(index));
        let before = &step.before.state;
        match &step.done {
            Done::Chose(choice) if !is_public(&*self.rules, before, choice.who()) => {
                "what nobody saw".to_owned()
            }
            Done::Chose(choice) if self.rules.secret(before, *choice) => {
                let who = self.rules.name(before, (*choice).who());
                format!("what {who} chose in secret")
            }
            Done::Chose(choice) => self.rules.describe(before, *choice).label,
            Done::Judged(act) if around.tells(act, Seat::Watcher) => act_words(&*self.rules, before, act),
            Done::Judged(_) => "a decision that the judge keeps back".to_owned(),
        }
    }

    fn around(&self, index: usize) -> Around<'_, R> {
        let step = &self.steps[index];
        Around {
            rules: &*self.rules,
            before: &step.before.state,
            after: self.after(index),
            veil: &step.before.veil,
            rolls: &step.rolls,
        }
    }

    /// The state after step `index`.
    fn after(&self, index: usize) -> &R::State {
        self.steps.get(index + 1).map_or(&self.now.state, |next| &next.before.state)
    }

    /// What step `index` told, as `seat` may know it; nothing if there is no such step.
    pub fn step_lines(&self, index: usize, seat: Seat) -> Vec<Line> {
        let Some(step) = self.steps.get(index) else {
            return Vec::new();
        };
        let telling =
            Telling { before: &step.before.state, state: self.after(index), seat, rolls: &step.rolls };
        let mut lines = Vec::new();
        if let Done::Judged(act) = &step.done {
            lines = self.around(index).lines(act, seat);
        }
        lines.extend(step.events.iter().filter_map(|event| self.rules.line(&telling, event)));
        lines
    }

    /// The log from step `from` on.
    pub fn lines(&self, from: usize, seat: Seat) -> Vec<Line> {
        self.log(from, seat).into_iter().map(|(_, line)| line).collect()
    }

    /// The same, each line with its step. What was noted when steps were taken back belongs to the last that stood.
    pub fn log(&self, from: usize, seat: Seat) -> Vec<(usize, Line)> {
        let note = |at: usize| {
            let notes = self.notes.iter().filter(move |note| note.at == at);
            notes.map(move |note| (at.saturating_sub(1), Line::new(Tone::Judge, note.text.clone())))
        };
        let mut lines: Vec<(usize, Line)> = note(0).filter(|_| from == 0).collect();
        for index in from..self.steps.len() {
            lines.extend(self.step_lines(index, seat).into_iter().map(|line| (index, line)));
            lines.extend(note(index + 1));
        }
        lines
    }
}
