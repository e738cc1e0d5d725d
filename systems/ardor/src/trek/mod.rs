//! The time between fights by the ardor rules: breaks and rests, going unseen, dangerous ways, experience, strongholds
//! and long-term goals. What a fight is, the rest of this crate knows; what an adventure is, `fracas-adventure`.

mod apply;
mod choices;
mod course;
mod data;
mod event;
mod instinct;
mod judge;
mod load;
mod party;
mod state;
mod story;
mod view;

use fracas_adventure::{Journey, Place, Whereabouts};
use fracas_dice::Dice;
use fracas_kernel::{
    Allow, Ask, ChoiceView, Crowd, Foresee, Gauge, Judge, Judgement, Know, Line, Log, Mark, Narrate, Offer,
    Outcome, Play, Refusal, Repertoire, Report, Seat, Show, Side, TableView, Tell, Telling, Think, Vital,
    Whim, Who,
};

pub use choices::Choice;
pub use data::{Comfort, Pursuit, Trek};
pub use event::Event;
pub(crate) use load::{comforts, pursuit};
pub use state::State;

use crate::data::Ardor;
use crate::state::State as Fight;
use state::{Foes, crowd, each, hero, hx};

impl Play for Trek {
    type State = State;
    type Choice = Choice;
    type Event = Event;
    const SYSTEM: &'static str = "ardor";

    fn start(&self) -> State {
        self.opening.clone()
    }

    fn ask(&self, state: &State) -> Ask {
        match (state.here.outcome, each(state.discovering).next()) {
            (Some(outcome), _) => Ask::Over(outcome),
            (None, Some(finder)) => Ask::Decide(Crowd::one(finder)),
            (None, None) => Ask::Decide(crowd(state.present(self.party()))),
        }
    }

    /// It goes on when the leader says so; the others may do something before.
    fn awaited(&self, state: &State) -> Crowd {
        match self.ask(state) {
            Ask::Decide(asked) if asked.len() > 1 => Crowd::one(self.leader(state)),
            ask => ask.asked(),
        }
    }

    fn apply(&self, state: &mut State, choice: Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        self.carry_out(state, choice, dice, log);
    }

    fn everyone(&self, _state: &State) -> Crowd {
        crowd(self.party())
    }

    fn side(&self, _state: &State, _who: Who) -> Side {
        Side::Heroes
    }

    fn vital(&self, state: &State, who: Who) -> Vital {
        let health = state.health[hx(who)].max(0).into();
        Vital {
            health,
            standing: state.present(self.party()) & hero(who) != 0,
            gone: state.present(self.party()) & hero(who) == 0,
        }
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
    /// Encounters that nobody has met and what the judge has in store are as the file has them.
    fn known(&self, state: &State, seat: Seat) -> State {
        let mut known = state.clone();
        if seat == Seat::Judge {
            return known;
        }
        known.here.gone.0 &= known.met;
        known.here.beaten.0 &= known.met;
        known.next = None;
        for stray in &mut known.strays {
            *stray = stray.filter(|stray| stray.known);
        }
        known
    }
}

impl Foresee for Trek {
    fn answer(&self, _state: &State, choice: Choice) -> Option<(&'static str, &'static str)> {
        match choice {
            Choice::Learn { .. } => Some(("discovery", "learn")),
            Choice::Later { .. } => Some(("discovery", "later")),
            _ => None,
        }
    }

    fn mark(&self, event: &Event) -> Mark {
        let success = match event {
            Event::Sneaked { roll, .. }
            | Event::Crossed { roll, .. }
            | Event::Searched { roll, .. }
            | Event::Forced { roll, .. }
            | Event::Filched { roll, .. } => roll.success,
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
            Event::Went { first: true, .. }
                | Event::Met { .. }
                | Event::Seen { .. }
                | Event::Passed { .. }
                | Event::FoundWay { .. }
                | Event::FoundCache { .. }
                | Event::Roused { .. }
        )
    }

    fn line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        Some(self.event_line(telling, event))
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
        self.overrule(state, act, log)
    }
}

impl Report for Trek {
    const TIME: &'static str = "hours";

    fn time(&self, state: &State) -> u32 {
        (state.clock - self.opening.clock.min(state.clock)) / 60
    }

    fn scene(&self, state: &State) -> Option<u16> {
        let met = state.meeting.map(|meeting| meeting.foes);
        let nobody = state.present(self.party()) == 0;
        let lost = || each(self.party()).filter(|_| nobody).find_map(|who| self.captor(state, who));
        let band = match met.or_else(lost) {
            Some(Foes::Band(index)) => Some(index),
            Some(Foes::Stray(_)) | None => None,
        };
        Some(self.place.scene(state.here.at, band))
    }

    fn scene_name(&self, scene: u16) -> String {
        self.place.scene_name(scene)
    }

    fn party_file(&self, state: &State) -> Option<String> {
        Some(self.write_party(state))
    }
}

impl Journey for Trek {
    type Fight = Ardor;

    fn fights(&self) -> &[Ardor] {
        &self.fights
    }

    fn fight(&self, state: &State) -> Option<usize> {
        state.meeting.map(|_| self.field_of(state.here.at).0)
    }

    fn enter(&self, state: &State) -> Fight {
        self.deploy(state, state.meeting)
    }

    fn take_back(&self, state: &mut State, fight: &Fight) {
        self.heroes_after(state, fight);
    }

    fn leave(&self, state: &mut State, fight: &Fight, outcome: Outcome, log: &mut impl Log<Event>) {
        self.come_out(state, fight, outcome, log);
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
