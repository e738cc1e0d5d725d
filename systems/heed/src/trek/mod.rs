//! The time between fights: trys and tasks, senses that alert what lives in a place, and the way into a fight and out
//! of it. What happens in a fight is the business of the rest of this crate.

mod apply;
mod choices;
mod combat;
mod data;
mod event;
mod instinct;
mod judge;
mod lines;
mod load;
mod party;
mod senses;
mod state;
mod view;

use fracas_adventure::{Journey, Place, Whereabouts};
use fracas_dice::Dice;
use fracas_kernel::{
    Allow, Ask, ChoiceView, Crowd, Foresee, Gauge, Judge, Judgement, Know, Line, Log, Mark, Narrate, Offer,
    Outcome, Play, Refusal, Repertoire, Report, Seat, Show, Side, TableView, Tell, Telling, Think, Vital,
    Whim, Who,
};

pub use choices::Choice;
pub(crate) use data::Task;
pub use data::Trek;
pub use event::Event;
pub use state::{Chore, State};

use crate::Heed;
use state::{Extra, NONE};

impl Play for Trek {
    type State = State;
    type Choice = Choice;
    type Event = Event;
    const SYSTEM: &'static str = Heed::SYSTEM;

    fn start(&self) -> State {
        (*self.begun).clone()
    }

    fn ask(&self, state: &State) -> Ask {
        match (state.here.outcome, state.leading(self.heed())) {
            (Some(outcome), _) => Ask::Over(outcome),
            (None, None) => Ask::Over(Outcome::Won(Side::Monsters)),
            (None, Some(leader)) if state.fought => Ask::Decide(Crowd::one(leader)),
            (None, Some(_)) => Ask::Decide(state.up(self.heed())),
        }
    }

    /// Those who have not said what they do in this try; and then the leader.
    fn awaited(&self, state: &State) -> Crowd {
        let asked = self.ask(state).asked();
        let undecided: Crowd = asked.filter(|&who| state.hero(who).chore == Chore::UNDECIDED).collect();
        let leader = state.leading(self.heed()).map_or(Crowd::NONE, Crowd::one);
        if state.fought || undecided.is_empty() { leader.and(asked) } else { undecided }
    }

    fn apply(&self, state: &mut State, choice: Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        self.carry_out(state, choice, dice, log);
    }

    fn everyone(&self, state: &State) -> Crowd {
        state.everyone().collect()
    }

    fn side(&self, _state: &State, _who: Who) -> Side {
        Side::Heroes
    }

    fn vital(&self, state: &State, who: Who) -> Vital {
        let hero = state.hero(who);
        let left = i32::from(self.hero_sheet(hero.sheet).grit) - i32::from(hero.wounds());
        Vital {
            health: if hero.lost { 0 } else { left.max(0) },
            standing: state.is_up(self.heed(), who),
            gone: false,
        }
    }

    fn standing(&self, state: &State) -> Crowd {
        state.up(self.heed())
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
        self.think(state, asked)
    }
}

impl Know for Trek {
    /// What the judge has in store is not in it.
    fn known(&self, state: &State, seat: Seat) -> State {
        let mut known = state.clone();
        if seat != Seat::Judge {
            known.next = NONE;
            let own = self.place.encounters.len();
            for (at, extra) in known.extras.iter_mut().enumerate() {
                if state.open.is_none_or(|met| usize::from(met.encounter) != own + at) {
                    *extra = Extra::NOBODY;
                }
            }
        }
        known
    }
}

impl Foresee for Trek {
    fn foresee(&self, state: &mut State, choice: Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        self.look_ahead(state, choice, dice, log);
    }

    fn mark(&self, event: &Event) -> Mark {
        match event {
            Event::Stirred { .. } => Mark::Success,
            _ => Mark::Nothing,
        }
    }
}

impl Tell for Trek {
    fn title(&self) -> &str {
        &self.title
    }

    fn id(&self, state: &State, who: Who) -> String {
        self.hero_sheet(state.hero(who).sheet).id.clone()
    }

    fn name(&self, state: &State, who: Who) -> String {
        self.hero_sheet(state.hero(who).sheet).name.clone()
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
            Event::Arrived { new: true, .. }
                | Event::Found { .. }
                | Event::FoundNothing
                | Event::Heard { .. }
                | Event::Opened { .. }
                | Event::Met { .. }
        )
    }

    fn line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        Some(self.event_line(telling, event))
    }
}

impl Show for Trek {
    fn view(&self, state: &State, seat: Seat) -> TableView {
        self.table_view(state, seat)
    }
}

impl Judge for Trek {
    fn repertoire(&self) -> Repertoire {
        Repertoire { gifts: self.gifts(), encounters: self.place.meetings(), ..Repertoire::default() }
    }

    fn judge(&self, state: &mut State, act: &Judgement, log: &mut impl Log<Event>) -> Result<(), Refusal> {
        let mut next = state.clone();
        self.overrule(&mut next, act, log)?;
        *state = next;
        Ok(())
    }
}

impl Report for Trek {
    const TIME: &'static str = "trys";

    fn time(&self, state: &State) -> u32 {
        state.trys.into()
    }

    fn scene(&self, state: &State) -> Option<u16> {
        Some(self.place.scene(state.here.at, state.open.map(|met| met.encounter)))
    }

    fn scene_name(&self, scene: u16) -> String {
        self.place.scene_name(scene)
    }

    fn party_file(&self, state: &State) -> Option<String> {
        Some(self.write_party(state))
    }
}

impl Journey for Trek {
    type Fight = Heed;

    fn fights(&self) -> &[Heed] {
        &self.fights
    }

    fn fight(&self, state: &State) -> Option<usize> {
        state.open.filter(|_| state.here.outcome.is_none()).map(|met| self.fight_of(state, met))
    }

    fn enter(&self, state: &State) -> crate::State {
        self.open_fight(state)
    }

    fn take_back(&self, state: &mut State, fight: &crate::State) {
        self.heroes_after(state, fight);
    }

    fn leave(&self, state: &mut State, fight: &crate::State, outcome: Outcome, log: &mut impl Log<Event>) {
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
