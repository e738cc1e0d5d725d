//! The time between fights by the ranks rules: stages in a row, each with a fight on a map of its own, and gear, treasure
//! and wounds that are carried from one to the next. What a fight is, it leaves to the crate's own rules.

mod apply;
mod choices;
mod data;
mod event;
mod fights;
mod instinct;
mod judge;
mod load;
mod party;
mod state;
mod view;
mod wide;
mod words;

use fracas_adventure::{Journey, Place, Whereabouts};
use fracas_dice::Dice;
use fracas_kernel::{
    Allow, Ask, ChoiceView, Crowd, Foresee, Gauge, Judge, Judgement, Know, Line, Log, Mark, Narrate, Null,
    Offer, Outcome, Play, Refusal, Repertoire, Report, Seat, Show, Side, TableView, Tell, Telling, Think,
    Vital, Whim, Who,
};

pub use choices::Choice;
pub use data::{Contents, Trek};
pub use event::Event;
pub use state::{Left, MOST_HEROES, Meeting, State, Stray};

use crate::data::Ranks;
use state::{bit, crowd};

impl Play for Trek {
    type State = State;
    type Choice = Choice;
    type Event = Event;
    const SYSTEM: &'static str = Ranks::SYSTEM;

    fn start(&self) -> State {
        self.start.clone()
    }

    fn ask(&self, state: &State) -> Ask {
        match state.here.outcome {
            Some(outcome) => Ask::Over(outcome),
            None => Ask::Decide(crowd(self.asked(state))),
        }
    }

    fn apply(&self, state: &mut State, choice: Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        self.carry_out(state, choice, dice, log);
    }

    fn everyone(&self, _state: &State) -> Crowd {
        crowd(self.all())
    }

    fn side(&self, _state: &State, _who: Who) -> Side {
        Side::Heroes
    }

    fn vital(&self, state: &State, who: Who) -> Vital {
        Vital {
            health: self.health(state, who),
            standing: state.able() & bit(who) != 0,
            gone: state.gone & bit(who) != 0,
        }
    }

    fn standing(&self, state: &State) -> Crowd {
        crowd(state.able())
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
    /// What the judge has laid out for later, the others do not know.
    fn known(&self, state: &State, seat: Seat) -> State {
        let mut known = state.clone();
        if seat != Seat::Judge {
            known.next = None;
            known.strays = [None; state::MOST_STRAYS];
        }
        known
    }
}

impl Foresee for Trek {
    fn resolve(&self, state: &mut State, choice: Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        self.act(state, choice, dice, log);
    }

    fn mark(&self, event: &Event) -> Mark {
        match event {
            Event::Searched { who, check, .. } | Event::Opened { who, check, .. } if check.success => {
                Mark::SuccessBy(*who)
            }
            Event::Rested => Mark::Success,
            _ => Mark::Nothing,
        }
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
        matches!(event, Event::Searched { .. } | Event::Went { .. } | Event::Met { .. })
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
        self.overrule(state, act, log)
    }
}

impl Report for Trek {
    const TIME: &'static str = "minutes";

    fn time(&self, state: &State) -> u32 {
        u32::from(state.clock) * 10
    }

    fn scene(&self, state: &State) -> Option<u16> {
        let encounter = match state.meeting {
            Some(Meeting::Encounter(encounter)) => Some(encounter),
            _ => None,
        };
        Some(self.place.scene(state.here.at, encounter))
    }

    fn scene_name(&self, scene: u16) -> String {
        self.place.scene_name(scene)
    }

    fn party_file(&self, state: &State) -> Option<String> {
        Some(self.write_party(state))
    }
}

impl Journey for Trek {
    type Fight = Ranks;

    fn fights(&self) -> &[Ranks] {
        &self.fights
    }

    fn fight(&self, state: &State) -> Option<usize> {
        self.fight_number(state)
    }

    fn enter(&self, state: &State) -> crate::State {
        self.open_fight(state)
    }

    fn take_back(&self, state: &mut State, fight: &crate::State) {
        self.heroes_after(state, fight, false, &mut Null);
    }

    fn leave(&self, state: &mut State, fight: &crate::State, outcome: Outcome, log: &mut impl Log<Event>) {
        self.close_fight(state, fight, outcome, log);
    }

    fn gauges(&self, state: &State) -> Vec<Gauge> {
        self.measure(state)
    }

    fn place(&self) -> &Place {
        &self.place
    }

    fn here<'a>(&self, state: &'a State) -> &'a Whereabouts {
        &state.here
    }
}
