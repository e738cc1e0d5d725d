//! The delve rules: surprise, initiative every round, a d20 against armour class, saves, spells, zones that are close,
//! near or far. The clauses are cited where they are decided; `README.md` beside this crate says where to look.

mod apply;
mod choices;
mod data;
mod event;
mod instinct;
mod judge;
mod load;
mod state;
mod trek;
mod view;

use fracas_dice::Dice;
use fracas_kernel::{
    Allow, Ask, ChoiceView, Crowd, Foresee, Judge, Judgement, Know, Line, Log, Mark, Named, Narrate, Offer,
    Play, Refusal, Repertoire, Report, Seat, Show, Side, TableView, Tell, Telling, Think, Vital, Whim, Who,
};

pub use choices::{Choice, Target};
pub use data::{
    Attack, Class, Condition, Delve, Does, Effect, Kind, Lasts, Placed, Reach, Save, Sheet, Spell, Takes,
    Weapon, ability_modifier, monster_save,
};
pub use event::Event;
pub use state::{MOST, MOST_ZONES, Phase, State};
pub use trek::{Attitude, Trek, reaction};

use state::{bit, ix};

impl Play for Delve {
    type State = State;
    type Choice = Choice;
    type Event = Event;
    const SYSTEM: &'static str = "delve";

    fn start(&self) -> State {
        self.start.as_deref().cloned().unwrap_or_else(|| State::new(self))
    }

    #[inline(always)]
    fn ask(&self, state: &State) -> Ask {
        match state.outcome {
            Some(outcome) => Ask::Over(outcome),
            None => Ask::Decide(State::crowd(state.acting)),
        }
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, choice: Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        self.carry_out(state, choice, dice, log);
    }

    fn everyone(&self, state: &State) -> Crowd {
        State::crowd(state.everyone())
    }

    fn side(&self, state: &State, who: Who) -> Side {
        state.side_of(who)
    }

    fn vital(&self, state: &State, who: Who) -> Vital {
        let index = ix(who);
        let hp = state.hp[index] + state.later.heal[index] - state.later.harm[index];
        let hp = hp.clamp(self.sheet(state, who).dead_at, state.most_hp[index].max(state.hp[index]));
        Vital {
            health: hp.into(),
            standing: state.standing & bit(who) != 0 && hp > 0,
            gone: state.gone & bit(who) != 0,
        }
    }

    fn standing(&self, state: &State) -> Crowd {
        let doomed = state::each(state.later.touched).filter(|&who| !self.vital(state, who).standing);
        State::crowd(state.standing & !doomed.fold(0, |set, who| set | bit(who)))
    }

    fn round(&self, state: &State) -> u32 {
        state.round.into()
    }
}

impl Offer for Delve {
    fn choices(&self, state: &State, out: &mut Vec<Choice>) {
        self.list(state, out);
    }

    fn conceivable(&self, state: &State, out: &mut Vec<Choice>) {
        self.think_of_everything(state, out);
    }
}

impl Allow for Delve {
    fn legal(&self, state: &State, choice: Choice) -> Result<(), Refusal> {
        self.why_not(state, choice)
    }
}

impl Think for Delve {
    #[inline(always)]
    fn instinct(&self, state: &State, asked: Crowd, _whim: &mut Whim) -> Choice {
        self.think(state, asked.0 as u32)
    }

    #[inline(always)]
    fn follow_instinct(
        &self,
        state: &mut State,
        asked: Crowd,
        _whim: &mut Whim,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        self.follow_instinct(state, asked.0 as u32, dice, log);
    }
}

impl Know for Delve {}

impl Foresee for Delve {
    fn resolve(&self, state: &mut State, choice: Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        self.act(state, choice, dice, log);
    }

    fn mark(&self, event: &Event) -> Mark {
        let success = match event {
            Event::Attacked { check, .. } => check.success,
            Event::Hurt { by, .. } => by.is_some(),
            Event::Healed { .. } | Event::Afflicted { .. } => true,
            _ => false,
        };
        if success { Mark::Success } else { Mark::Nothing }
    }

    fn turn_of(&self, state: &State, who: Who) -> Option<State> {
        let mut turn = *state;
        turn.phase = state::Phase::First(state.side_of(who));
        turn.acting = bit(who);
        turn.moved &= !bit(who);
        turn.acted &= !bit(who);
        Some(turn)
    }
}

impl Tell for Delve {
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

impl Narrate for Delve {
    fn line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        Some(self.event_line(telling, event))
    }
}

impl Show for Delve {
    fn view(&self, state: &State, seat: Seat) -> TableView {
        self.table_view(state, seat)
    }
}

impl Judge for Delve {
    fn repertoire(&self) -> Repertoire {
        let creatures = self.sheets.iter().map(|sheet| Named::new(&sheet.id, &sheet.name)).collect();
        let conditions = Condition::ALL.iter().map(|condition| Named::word(condition.name())).collect();
        Repertoire { creatures, conditions, ..Repertoire::default() }
    }

    fn judge(&self, state: &mut State, act: &Judgement, log: &mut impl Log<Event>) -> Result<(), Refusal> {
        self.overrule(state, act, log)
    }
}

impl Report for Delve {}
