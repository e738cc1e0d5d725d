//! What a rule system is.

use std::fmt::Debug;

use fracas_dice::{Dice, Seeded};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{
    Bond, ChoiceView, Crowd, Demand, Judgement, Line, Plight, Ponder, Refusal, Repertoire, Seat, Side,
    TableView, Telling, Temper, Unit, Who,
};

/// The whims of a mind: a generator of its own, so that thinking never disturbs the dice of the table.
pub type Whim = Seeded;

/// A choice says who makes it.
pub trait Made: Copy + PartialEq + Debug + Send + Sync + 'static {
    fn who(self) -> Who;
}

/// A choice of most systems: somebody, and what they do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice<D> {
    pub who: Who,
    pub deed: D,
}

impl<D: Copy + PartialEq + Debug + Send + Sync + 'static> Made for Choice<D> {
    #[inline]
    fn who(self) -> Who {
        self.who
    }
}

/// One system with one scenario: all that does not change in a fight. What changes is in [`Play::State`]. Nothing else is
/// needed to play a fight out.
pub trait Play: Send + Sync + Sized + 'static {
    /// Plain data, without heap: copying it is a memcpy.
    type State: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    type Choice: Made;
    type Event: Clone + PartialEq + Debug + Send + Sync + 'static;

    /// The system's name, as in scenario files.
    const SYSTEM: &'static str;

    /// The state before anything was rolled.
    fn start(&self) -> Self::State;

    /// Whose turn it is to decide, or how it ended.
    fn ask(&self, state: &Self::State) -> Ask;

    /// Of those who are asked, the ones without whom it cannot go on. The others have chosen, and may only change that.
    fn awaited(&self, state: &Self::State) -> Crowd {
        self.ask(state).asked()
    }

    /// Carries out a legal choice. What happens on an illegal one is not defined, but it does not panic.
    fn apply(
        &self,
        state: &mut Self::State,
        choice: Self::Choice,
        dice: &mut impl Dice,
        log: &mut impl Log<Self::Event>,
    );

    /// All combatants in the state, the fallen and gone included.
    fn everyone(&self, state: &Self::State) -> Crowd;
    fn side(&self, state: &Self::State, who: Who) -> Side;
    fn vital(&self, state: &Self::State, who: Who) -> Vital;
    /// Everybody whose [`Vital::standing`] is true, for those who ask often: a system that keeps such a set gives it.
    fn standing(&self, state: &Self::State) -> Crowd {
        self.everyone(state).filter(|&who| self.vital(state, who).standing).collect()
    }
    fn round(&self, state: &Self::State) -> u32;
}

/// What can be chosen.
pub trait Offer: Play {
    /// Every legal choice of everybody who is asked, and only those, in a fixed order. `out` is cleared first.
    fn choices(&self, state: &Self::State, out: &mut Vec<Self::Choice>);

    /// Everything that somebody at the table could think of: every choice with every parameter, legal or not. `out` is
    /// cleared first.
    fn conceivable(&self, state: &Self::State, out: &mut Vec<Self::Choice>);
}

/// Whether a choice may be made, written apart from the list: tests hold the two against each other.
pub trait Allow: Play {
    /// Why a choice is not legal, and by which rule. Agrees with [`Offer::choices`] on everything in
    /// [`Offer::conceivable`].
    fn legal(&self, state: &Self::State, choice: Self::Choice) -> Result<(), Refusal>;
}

/// What a seat knows.
pub trait Know: Play {
    /// The state as `seat` knows it: what is hidden from it is replaced by what it would suppose, so that nothing that is
    /// worked out from this (a view, odds, a mind's choice) can give a secret away. Who is asked what must stay the same.
    fn known(&self, state: &Self::State, _seat: Seat) -> Self::State {
        state.clone()
    }
}

/// What minds need beyond [`Play`].
pub trait Think: Play {
    /// A quick and sensible choice for one of `asked`, knowing what that one's side knows. Allocates nothing.
    fn instinct(&self, state: &Self::State, asked: Crowd, whim: &mut Whim) -> Self::Choice;

    /// How somebody is minded of whom no scenario says it: beasts and the mindless do not pick their targets.
    fn nature(&self, _state: &Self::State, _who: Who) -> Temper {
        Temper::Steady
    }

    /// [`Think::instinct`], of one of `asked` who is of this temper and not as its nature is.
    fn instinct_as(
        &self,
        state: &Self::State,
        asked: Crowd,
        _temper: Temper,
        whim: &mut Whim,
    ) -> Self::Choice {
        self.instinct(state, asked, whim)
    }

    /// [`Think::instinct`], and its choice carried out by [`Play::apply`]. A system may do both in one go where that is
    /// quicker; a generic check holds them to each other.
    #[inline(always)]
    fn follow_instinct(
        &self,
        state: &mut Self::State,
        asked: Crowd,
        whim: &mut Whim,
        dice: &mut impl Dice,
        log: &mut impl Log<Self::Event>,
    ) {
        let choice = self.instinct(state, asked, whim);
        self.apply(state, choice, dice, log);
    }
}

/// What odds need beyond [`Play`]: where the dice of a choice end, and what is taken for granted on the way.
pub trait Foresee: Play {
    /// As [`Play::apply`], but no further than the choice itself goes: odds are counted over this, so that what comes
    /// of itself at the end of a round is not put down to whoever happened to act last.
    fn resolve(
        &self,
        state: &mut Self::State,
        choice: Self::Choice,
        dice: &mut impl Dice,
        log: &mut impl Log<Self::Event>,
    ) {
        self.apply(state, choice, dice, log);
    }

    /// What odds are counted over: [`Foresee::resolve`], unless a choice bears fruit only later, as an intent does that
    /// lies face down. Such a choice is followed to where it does, as far as it concerns whoever makes it, and with
    /// nothing that is hidden from that one.
    fn foresee(
        &self,
        state: &mut Self::State,
        choice: Self::Choice,
        dice: &mut impl Dice,
        log: &mut impl Log<Self::Event>,
    ) {
        self.resolve(state, choice, dice, log);
    }

    /// What an event means for odds.
    fn mark(&self, event: &Self::Event) -> Mark;

    /// What has befallen somebody, with what it is worth: what waits for the end of a round counts. `out` is empty.
    fn plights(&self, _state: &Self::State, _who: Who, _out: &mut Vec<Plight>) {}

    /// What health is made of, where it is more than one thing: each with its unit, and as a number that falls as somebody
    /// is hurt. Odds tell of each apart. `out` is empty.
    fn parts(&self, _state: &Self::State, _who: Who, _out: &mut Vec<(Unit, i32)>) {}

    /// What has become of somebody who is beyond help, as people say it ("dead"). Odds tell the chance of it, for those
    /// too who are down already.
    fn doom(&self, _state: &Self::State, _who: Who) -> Option<&'static str> {
        None
    }

    /// Is something under way that the odds of a choice should see to its end? Then other people's answers are looked
    /// through.
    fn unresolved(&self, state: &Self::State) -> bool {
        matches!(self.ask(state), Ask::React(_))
    }

    /// Which turn of the round it is, where one ends and the next begins without a question in between: what comes of
    /// itself there is no part of the choice that ended the turn.
    fn turn(&self, _state: &Self::State) -> u32 {
        0
    }

    /// Has a choice that was made still to bear fruit, as an intent has until it is carried out? Its odds are then held
    /// against what comes of it in the end, with everybody else doing what [`Foresee::presumed`] says, or instinct.
    fn is_pending(&self, _state: &Self::State, _choice: Self::Choice) -> bool {
        false
    }

    /// Whom the odds of such a choice are about: all that anybody does to these counts, and nothing that becomes of others.
    /// `None` where nobody can tell.
    fn about(&self, _state: &Self::State, _choice: Self::Choice) -> Option<Crowd> {
        None
    }

    /// Should the odds take this choice step by step? For what deals with several people one after the other, each with
    /// dice of their own, and asks nobody in between: taken whole, their outcomes multiply.
    fn has_steps(&self, _state: &Self::State, _choice: Self::Choice) -> bool {
        false
    }

    /// Takes the next step of such a choice from `state`, and says what is left of it. All steps in a row are
    /// [`Foresee::foresee`].
    fn step(
        &self,
        state: &mut Self::State,
        choice: Self::Choice,
        _stage: Stage,
        dice: &mut impl Dice,
        log: &mut impl Log<Self::Event>,
    ) -> Stage {
        self.foresee(state, choice, dice, log);
        Stage::Over
    }

    /// Whose health and plights cannot be changed by what is left, however the dice fall and fell. `before` is the table as it was
    /// when the choice was made. Who is settled stays settled.
    fn settled(&self, _before: &Self::State, _choice: Self::Choice, _stage: Stage) -> Crowd {
        Crowd::NONE
    }

    /// Makes what is of no account for what is left as it was before, the health of those who are settled above all: ways
    /// that differ in nothing else then go on as one.
    fn forget(&self, _before: &Self::State, _state: &mut Self::State, _choice: Self::Choice, _stage: Stage) {}

    /// What the odds of a choice take for granted about what is hidden from whoever makes it. `state` is what that one
    /// knows.
    fn doubts(&self, _state: &Self::State, _choice: Self::Choice) -> Doubts<Self::State> {
        Doubts { presumed: Vec::new(), instead: Vec::new() }
    }

    /// The answer that the odds take for granted from `who` where they look through a question; `None` tries them all
    /// and takes the one that is best for `who`.
    fn presumed(&self, _state: &Self::State, _who: Who) -> Option<Self::Choice> {
        None
    }

    /// For an answer to a question in mid-action: which kind of question and which answer it is, in words that do not
    /// change ("parry", "yes"). A player can keep a standing answer to such a question.
    fn answer(&self, _state: &Self::State, _choice: Self::Choice) -> Option<(&'static str, &'static str)> {
        None
    }

    /// The table as it would be if it were the turn of `who` now and of nobody else, with all that a turn gives; nothing
    /// is rolled for it. For asking what an enemy could do. `None` where that makes no sense.
    fn turn_of(&self, _state: &Self::State, _who: Who) -> Option<Self::State> {
        None
    }
}

/// Words for people and tools.
pub trait Tell: Play {
    fn title(&self) -> &str;

    /// A combatant's name in choices and protocol: lower case, no spaces, unique ("goblin-2").
    fn id(&self, state: &Self::State, who: Who) -> String;
    /// A combatant's name for people ("Goblin 2").
    fn name(&self, state: &Self::State, who: Who) -> String;

    /// The stable text form of a choice: it starts with the actor's id ("brakk attack goblin-2 sword").
    fn text(&self, state: &Self::State, choice: Self::Choice) -> String;
    /// The choice as people see it.
    fn describe(&self, state: &Self::State, choice: Self::Choice) -> ChoiceView;

    /// Is this choice to be kept from the others when it is made? Then the log does not name it to them.
    fn secret(&self, _state: &Self::State, _choice: Self::Choice) -> bool {
        false
    }
}

/// The log.
pub trait Narrate: Play {
    /// An event as a line of the log, as `telling.seat` may know it.
    fn line(&self, telling: &Telling<'_, Self::State>, event: &Self::Event) -> Option<Line>;

    /// Does this event bring something hidden to light? Then it is not taken back freely.
    fn reveals(&self, _event: &Self::Event) -> bool {
        false
    }

    /// Is it the end of a fight, or does something else begin with it?
    fn beat(&self, _event: &Self::Event) -> Beat {
        Beat::Within
    }
}

/// Where an event stands among those of its step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beat {
    /// Told when it happens.
    Within,
    /// A fight is over: told last, after all that comes of it.
    End,
    /// Something else begins: others are met, or the whole adventure is over.
    Next,
}

impl Beat {
    /// Puts the end of a fight behind what comes of it and before what begins then.
    pub(crate) fn arrange<R: Narrate>(rules: &R, events: &mut [R::Event]) {
        let Some(end) = events.iter().rposition(|event| rules.beat(event) == Beat::End) else { return };
        let after = events[end + 1..].iter();
        let comes_of_it = after.take_while(|event| rules.beat(event) == Beat::Within).count();
        events[end..=end + comes_of_it].rotate_left(1);
    }
}

/// The screen.
pub trait Show: Play {
    /// All that `seat` may see of the table, without the choices.
    fn view(&self, state: &Self::State, seat: Seat) -> TableView;

    /// Who means what to whom, and who heeds, holds or guards whom, as far as `seat` may know it.
    fn bonds(&self, _state: &Self::State, _seat: Seat) -> Vec<Bond> {
        Vec::new()
    }
}

/// The judge's hand.
pub trait Judge: Play {
    /// Carries out what the judge decides, as far as it concerns the state. Refuses without changing anything.
    fn judge(
        &self,
        state: &mut Self::State,
        act: &Judgement,
        log: &mut impl Log<Self::Event>,
    ) -> Result<(), Refusal>;

    /// The act alone, as at a table, where several may come in a row and dice may fall. What comes of it by itself is for
    /// [`Judge::resume`]. By default the act goes on by itself, and rolls nothing.
    fn decree(
        &self,
        state: &mut Self::State,
        act: &Judgement,
        _dice: &mut impl Dice,
        log: &mut impl Log<Self::Event>,
    ) -> Result<(), Refusal> {
        self.judge(state, act, log)
    }

    /// After the judge's acts play goes on as the rules say. `before` is the table as it was before them; `ended` says that
    /// the judge has ended it.
    fn resume(
        &self,
        _before: &Self::State,
        _state: &mut Self::State,
        _ended: bool,
        _dice: &mut impl Dice,
        _log: &mut impl Log<Self::Event>,
    ) {
    }

    /// How somebody makes a check that the judge calls for, against the judge's number if there is one.
    fn demand(
        &self,
        _state: &Self::State,
        _who: Who,
        check: &str,
        _against: Option<i32>,
    ) -> Result<Demand, Refusal> {
        Err(Refusal::new(format!("there is no check {check:?} in these rules")))
    }

    /// Takes the action of `who` for what no choice stands for. Refuses where these rules know nothing of the kind, or it
    /// is not the turn of `who`.
    fn spend(
        &self,
        _state: &mut Self::State,
        _who: Who,
        _log: &mut impl Log<Self::Event>,
    ) -> Result<(), Refusal> {
        Err(Refusal::new("these rules know only what can be chosen"))
    }

    /// What the judge can bring in and put on somebody.
    fn repertoire(&self) -> Repertoire {
        Repertoire::default()
    }

    /// Is this act of the judge's to be kept from everybody else when it is done? Then the log tells it to the judge alone.
    fn kept_back(&self, _state: &Self::State, _act: &Judgement) -> bool {
        false
    }
}

/// What reports of many fights need beyond [`Play`].
pub trait Report: Play {
    /// What [`Report::time`] counts.
    const TIME: &'static str = "rounds";

    /// How long it has gone on, in units of [`Report::TIME`].
    fn time(&self, state: &Self::State) -> u32 {
        self.round(state)
    }
    /// Those whom a report follows from start to end: where fights come and go, only the heroes last.
    fn reported(&self, state: &Self::State) -> Crowd {
        self.everyone(state)
    }
    /// Which of several scenes this is, for reports of where parties come to grief; `None` where there is only one.
    fn scene(&self, _state: &Self::State) -> Option<u16> {
        None
    }
    fn scene_name(&self, _scene: u16) -> String {
        String::new()
    }
    /// Is a fight under way? Always, but in the time between the fights of an adventure.
    fn fighting(&self, _state: &Self::State) -> bool {
        true
    }
    /// The heroes as they are now, as a file that another adventure can begin with; `None` in a single fight.
    fn party_file(&self, _state: &Self::State) -> Option<String> {
        None
    }
}

/// A whole system: the sum of what everybody needs.
pub trait Rules:
    Offer + Allow + Know + Think + Ponder + Foresee + Tell + Narrate + Show + Judge + Report
{
}

impl<R> Rules for R where
    R: Offer + Allow + Know + Think + Ponder + Foresee + Tell + Narrate + Show + Judge + Report
{
}

/// What is taken for granted about hidden things.
#[derive(Clone, Debug)]
pub struct Doubts<S> {
    /// In words.
    pub presumed: Vec<String>,
    /// How the table could also be: the odds are counted in each of these, and say between which bounds they lie.
    pub instead: Vec<S>,
}

/// What the table waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// Any one of these makes a choice.
    Decide(Crowd),
    /// This one answers something in the middle of another's action.
    React(Who),
    Over(Outcome),
}

impl Ask {
    #[inline]
    pub fn asked(self) -> Crowd {
        match self {
            Ask::Decide(crowd) => crowd,
            Ask::React(who) => Crowd::one(who),
            Ask::Over(_) => Crowd::NONE,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    Won(Side),
    Draw,
}

impl Outcome {
    /// How a fight stands in which only these sides (heroes, monsters) have somebody left: a side that has nobody has lost.
    #[inline]
    pub const fn of_sides(left: [bool; 2]) -> Option<Outcome> {
        match left {
            [true, true] => None,
            [true, false] => Some(Outcome::Won(Side::Heroes)),
            [false, true] => Some(Outcome::Won(Side::Monsters)),
            [false, false] => Some(Outcome::Draw),
        }
    }

    /// Of a fight, in words.
    pub const fn words(self) -> &'static str {
        match self {
            Outcome::Won(Side::Heroes) => "The heroes have won",
            Outcome::Won(Side::Monsters) => "The monsters have won",
            Outcome::Draw => "The fight ends in a draw",
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Won(side) => side.name(),
            Outcome::Draw => "draw",
        }
    }
}

/// How somebody is, in the one measure that all systems share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vital {
    /// What can be lost before falling, in the system's own unit; harm that is certain but not in effect yet counts.
    pub health: i32,
    /// Up and in the fight.
    pub standing: bool,
    /// Has left the field without being beaten: odds do not speak of a fall.
    pub gone: bool,
}

/// What an event means for the odds of the choice that caused it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    Nothing,
    /// What the choice was about came off: the blow landed, the spell took hold.
    Success,
    /// The same, but only for a choice of this one's: a blow that may also be struck in answer.
    SuccessBy(Who),
}

/// Where events go.
pub trait Log<E> {
    fn tell(&mut self, event: E);
}

/// A log that nobody reads: it compiles away.
#[derive(Clone, Copy, Debug, Default)]
pub struct Null;

impl<E> Log<E> for Null {
    #[inline(always)]
    fn tell(&mut self, _event: E) {}
}

impl<E, L: Log<E> + ?Sized> Log<E> for &mut L {
    fn tell(&mut self, event: E) {
        (**self).tell(event);
    }
}

impl<E> Log<E> for Vec<E> {
    fn tell(&mut self, event: E) {
        self.push(event);
    }
}

/// How far a choice has come that is taken step by step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    Beginning,
    /// These are still to be dealt with, and then there is the end.
    Left(Crowd),
    Over,
}
