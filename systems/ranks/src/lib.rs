//! The ranks rules: a grid of squares, movement points, senses and hiding, conditions, wounds and action cards. The
//! clauses are cited where they are decided; `README.md` beside this crate says where to look.

mod action;
mod apply;
mod approach;
mod chance;
mod choices;
mod data;
mod encounter;
mod event;
mod field;
mod grammar;
mod harm;
mod instinct;
mod judge;
mod known;
mod legal;
mod lines;
mod load;
pub mod maps;
mod movement;
mod sight;
mod state;
mod steps;
pub mod trek;
mod view;
mod wide;
mod words;

use fracas_dice::Dice;
use fracas_kernel::{
    Allow, Ask, ChoiceView, Crowd, Foresee, Judge, Judgement, Know, Line, Log, Mark, Named, Narrate, Offer,
    Play, Refusal, Repertoire, Report, Seat, Show, Side, Stage, TableView, Tell, Telling, Think, Vital, Whim,
    Who,
};

pub use choices::{Aim, Choice};
pub use data::*;
pub use event::{Event, Halt};
pub use state::{Borne, Lying, MOST, MOST_ITEMS, NOTHING, Phase, State, dice_of};
pub use trek::Trek;

use state::{bit, ix};

impl Play for Ranks {
    type State = State;
    type Choice = Choice;
    type Event = Event;
    const SYSTEM: &'static str = "ranks";

    fn start(&self) -> State {
        State::new(self)
    }

    #[inline(always)]
    fn ask(&self, state: &State) -> Ask {
        match (state.outcome, state.phase) {
            (Some(outcome), _) => Ask::Over(outcome),
            (None, Phase::Initiative) => Ask::Decide(Crowd::one(self.spokesman(state))),
            (None, _) => Ask::Decide(Crowd::one(state.current())),
        }
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, choice: Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        self.carry_out(state, choice, dice, log);
    }

    fn everyone(&self, state: &State) -> Crowd {
        Crowd::of(state.everyone())
    }

    fn side(&self, state: &State, who: Who) -> Side {
        state.side_of(who)
    }

    fn vital(&self, state: &State, who: Who) -> Vital {
        Vital {
            health: self.health(state, who),
            standing: state.up & bit(who) != 0,
            gone: state.gone & bit(who) != 0,
        }
    }

    fn round(&self, state: &State) -> u32 {
        state.round.into()
    }
}

impl Offer for Ranks {
    fn choices(&self, state: &State, out: &mut Vec<Choice>) {
        self.list(state, out);
    }

    fn conceivable(&self, state: &State, out: &mut Vec<Choice>) {
        self.think_of_everything(state, out);
    }
}

impl Allow for Ranks {
    fn legal(&self, state: &State, choice: Choice) -> Result<(), Refusal> {
        self.why_not(state, choice)
    }
}

impl Think for Ranks {
    #[inline(always)]
    fn instinct(&self, state: &State, _asked: Crowd, _whim: &mut Whim) -> Choice {
        self.think(state)
    }
}

impl Know for Ranks {
    fn known(&self, state: &State, seat: Seat) -> State {
        self.as_known(state, seat)
    }
}

impl Foresee for Ranks {
    fn resolve(&self, state: &mut State, choice: Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        self.only_act(state, choice, dice, log);
    }

    fn has_steps(&self, state: &State, choice: Choice) -> bool {
        self.takes_many(state, choice)
    }

    fn step(
        &self,
        state: &mut State,
        choice: Choice,
        stage: Stage,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) -> Stage {
        self.next_target(state, choice, stage, dice, log)
    }

    fn settled(&self, before: &State, choice: Choice, stage: Stage) -> Crowd {
        self.done_with(before, choice, stage)
    }

    fn forget(&self, before: &State, state: &mut State, choice: Choice, stage: Stage) {
        self.forget_done(before, state, choice, stage);
    }

    fn mark(&self, event: &Event) -> Mark {
        match event {
            Event::Attacks { who, contest, .. } if contest.result.is_gt() => Mark::SuccessBy(*who),
            Event::Inspires { check, .. } if check.success => Mark::Success,
            _ => Mark::Nothing,
        }
    }

    fn turn_of(&self, state: &State, who: Who) -> Option<State> {
        let mut turn = state.clone();
        (turn.order[0], turn.turns, turn.now) = (who.0, 1, 0);
        (turn.phase, turn.acted, turn.played) = (state::Phase::Turn, false, 0);
        turn.dazed = state.stunned & bit(who) != 0;
        // RANKS-T3 would roll for it: the mean of the best of so many d10, without explosions.
        let rank = i32::from(self.rank(state, who, Ability::Speed));
        let mean = if rank == 0 { 3 } else { 10 * rank / (rank + 1) + 1 };
        turn.movement[ix(who)] = (mean + i32::from(self.movement_bonus(state, who))).clamp(0, 250) as u8;
        Some(turn)
    }
}

impl Tell for Ranks {
    fn title(&self) -> &str {
        &self.title
    }

    fn id(&self, state: &State, who: Who) -> String {
        self.id_of(state, who)
    }

    fn name(&self, state: &State, who: Who) -> String {
        self.name_of(state, who)
    }

    fn text(&self, state: &State, choice: Choice) -> String {
        self.choice_text(state, choice)
    }

    fn describe(&self, state: &State, choice: Choice) -> ChoiceView {
        self.choice_view(state, choice)
    }
}

impl Narrate for Ranks {
    fn reveals(&self, event: &Event) -> bool {
        match event {
            Event::Moved { halted, .. } => matches!(halted, Halt::Sighted | Halt::Blocked),
            Event::Found { .. } => true,
            _ => false,
        }
    }

    fn line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        self.event_line(telling, event)
    }
}

impl Show for Ranks {
    fn view(&self, state: &State, seat: Seat) -> TableView {
        self.table_view(state, seat)
    }
}

impl Judge for Ranks {
    fn repertoire(&self) -> Repertoire {
        let creatures = self.sheets.iter().map(|sheet| Named::new(&sheet.id, &sheet.name)).collect();
        let lasting = self.conditions.iter().map(|condition| Named::new(&condition.id, &condition.name));
        let conditions = [judge::STUNNED, judge::PRONE].map(Named::word).into_iter().chain(lasting).collect();
        Repertoire { creatures, conditions, ..Repertoire::default() }
    }

    fn judge(&self, state: &mut State, act: &Judgement, log: &mut impl Log<Event>) -> Result<(), Refusal> {
        self.overrule(state, act, log)
    }
}

impl Report for Ranks {}

/// What a wound counts in odds; Damage on the way to one counts as far as it stays below.
const WOUND_WORTH: i32 = 10;

impl Ranks {
    /// Wounds that are left, ten points each, less the Damage towards the next.
    fn health(&self, state: &State, who: Who) -> i32 {
        if state.dead & bit(who) != 0 {
            return -WOUND_WORTH;
        }
        let left = i32::from(self.rank(state, who, Ability::Resolve)) - i32::from(state.wounds[ix(who)]);
        left.max(0) * WOUND_WORTH - i32::from(state.damage[ix(who)]).min(WOUND_WORTH - 1)
    }
}
