//! The delve rules between fights: turns of ten minutes, light and supplies, traps and sickness, nights of rest, and how
//! those who are met take to the party. It knows a fight only by how it begins and how it ended.

mod apply;
mod choices;
mod data;
mod event;
mod instinct;
mod judge;
mod load;
mod meeting;
mod party;
mod refusals;
mod state;
mod view;
mod words;

use fracas_adventure::{Journey, Place, Whereabouts};
use fracas_dice::Dice;
use fracas_kernel::{
    Allow, Ask, ChoiceView, Crowd, Foresee, Gauge, Judge, Judgement, Know, Line, Log, Mark, Narrate, Offer,
    Outcome, Play, Refusal, Repertoire, Report, Seat, Show, Side, TableView, Tell, Telling, Think, Vital,
    Whim, Who,
};

pub(crate) use data::Hazard;
pub use data::{Attitude, Trek, reaction};
pub(crate) use load::hazard;

use choices::Choice;
use event::Event;
use state::{Stage, State, bit64, hero_bit, hx};

use crate::data::{Delve, Sheet};

impl Trek {
    pub(crate) fn sheet(&self, who: Who) -> &Sheet {
        let index = hx(who).min(self.heroes.len().saturating_sub(1));
        &self.fights[0].sheets[usize::from(self.heroes[index].sheet)]
    }

    /// What the party knows: no trap that was not found, nobody who was not heard or seen, and nothing of the judge's
    /// plans.
    pub(crate) fn hide(&self, state: &State) -> State {
        let mut known = *state;
        known.armed = state.armed.and(state.spied);
        known.here.gone.0 |= !u64::from(state.knows);
        known.known_to &= state.knows;
        known.next = None;
        for (slot, extra) in known.extras.iter_mut().enumerate() {
            if known.here.gone.0 & bit64((state::MOST_BANDS + slot) as u8) != 0 {
                *extra = (0, 0);
            }
        }
        known
    }
}

impl Play for Trek {
    type State = State;
    type Choice = Choice;
    type Event = Event;
    const SYSTEM: &'static str = Delve::SYSTEM;

    fn start(&self) -> State {
        State::new(self)
    }

    fn ask(&self, state: &State) -> Ask {
        match state.here.outcome {
            Some(outcome) => Ask::Over(outcome),
            None => Ask::Decide(State::crowd(state.asked())),
        }
    }

    fn apply(&self, state: &mut State, choice: Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        self.carry_out(state, choice, dice, log);
    }

    fn everyone(&self, _state: &State) -> Crowd {
        (0..self.heroes.len() as u8).map(Who).collect()
    }

    fn side(&self, _state: &State, _who: Who) -> Side {
        Side::Heroes
    }

    fn vital(&self, state: &State, who: Who) -> Vital {
        Vital { health: state.hp[hx(who)].into(), standing: state.able() & hero_bit(who) != 0, gone: false }
    }

    fn standing(&self, state: &State) -> Crowd {
        State::crowd(state.able())
    }

    fn round(&self, _state: &State) -> u32 {
        0
    }
}

impl Offer for Trek {
    fn choices(&self, state: &State, out: &mut Vec<Choice>) {
        self.list(state, out);
    }

    fn conceivable(&self, state: &State, out: &mut Vec<Choice>) {
        self.think_of_everything(state, out);
    }
}

impl Allow for Trek {
    fn legal(&self, state: &State, choice: Choice) -> Result<(), Refusal> {
        self.why_not(state, choice)
    }
}

impl Think for Trek {
    fn instinct(&self, state: &State, asked: Crowd, _whim: &mut Whim) -> Choice {
        self.think(state, asked.0 as u8)
    }
}

impl Know for Trek {
    fn known(&self, state: &State, seat: Seat) -> State {
        if seat == Seat::Judge { *state } else { self.hide(state) }
    }
}

impl Foresee for Trek {
    fn resolve(&self, state: &mut State, choice: Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        self.act(state, choice, dice, log);
    }

    fn mark(&self, event: &Event) -> Mark {
        let success = match event {
            Event::Searched { check, .. }
            | Event::Listened { check, .. }
            | Event::Opened { check, .. }
            | Event::Disarmed { check, .. } => check.success,
            Event::Healed { .. } => true,
            Event::Reaction { attitude, .. } => *attitude >= Attitude::Indifferent,
            _ => false,
        };
        if success { Mark::Success } else { Mark::Nothing }
    }
}

impl Tell for Trek {
    fn title(&self) -> &str {
        &self.title
    }

    fn id(&self, _state: &State, who: Who) -> String {
        self.sheet(who).id.clone()
    }

    fn name(&self, _state: &State, who: Who) -> String {
        self.sheet(who).name.clone()
    }

    fn text(&self, state: &State, choice: Choice) -> String {
        self.choice_text(state, choice)
    }

    fn describe(&self, state: &State, choice: Choice) -> ChoiceView {
        self.choice_view(state, choice)
    }
}

impl Narrate for Trek {
    fn reveals(&self, event: &Event) -> bool {
        matches!(
            event,
            Event::Arrived { .. }
                | Event::Searched { .. }
                | Event::Listened { .. }
                | Event::Sprung { .. }
                | Event::Met { .. }
                | Event::Guided { .. }
        )
    }

    fn line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        self.event_line(telling, event)
    }
}

impl Show for Trek {
    fn view(&self, state: &State, seat: Seat) -> TableView {
        self.table_view(&self.known(state, seat), seat)
    }
}

impl Judge for Trek {
    fn repertoire(&self) -> Repertoire {
        Repertoire { gifts: self.gifts(), encounters: self.place.meetings(), ..Repertoire::default() }
    }

    fn judge(&self, state: &mut State, act: &Judgement, log: &mut impl Log<Event>) -> Result<(), Refusal> {
        let mut next = *state;
        self.overrule(&mut next, act, log)?;
        *state = next;
        Ok(())
    }
}

impl Report for Trek {
    const TIME: &'static str = "turns";

    fn time(&self, state: &State) -> u32 {
        state.turn.saturating_sub(self.first_turn).into()
    }

    fn scene(&self, state: &State) -> Option<u16> {
        let fought = state.meeting.filter(|meeting| meeting.stage == Stage::Fight);
        Some(self.place.scene(state.here.at, fought.map(|meeting| meeting.band)))
    }

    fn scene_name(&self, scene: u16) -> String {
        self.place.scene_name(scene)
    }

    fn party_file(&self, state: &State) -> Option<String> {
        Some(self.write_party(state))
    }
}

impl Journey for Trek {
    type Fight = Delve;

    fn fights(&self) -> &[Delve] {
        &self.fights
    }

    fn fight(&self, state: &State) -> Option<usize> {
        let fought = state.meeting.is_some_and(|meeting| meeting.stage == Stage::Fight);
        (fought && state.here.outcome.is_none()).then(|| self.place.area_of(state.here.at))
    }

    fn enter(&self, state: &State) -> crate::state::State {
        self.open_fight(state)
    }

    fn take_back(&self, state: &mut State, fight: &crate::state::State) {
        self.heroes_after(state, fight);
    }

    fn leave(
        &self,
        state: &mut State,
        fight: &crate::state::State,
        outcome: Outcome,
        log: &mut impl Log<Event>,
    ) {
        self.close_fight(state, fight, outcome, log);
    }

    fn gauges(&self, state: &State) -> Vec<Gauge> {
        self.all_gauges(state)
    }

    fn place(&self) -> &Place {
        &self.place
    }

    fn here<'a>(&self, state: &'a State) -> &'a Whereabouts {
        &state.here
    }
}
