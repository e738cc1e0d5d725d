//! A system that can be worked out on paper: heroes and monsters strike in turn, each blow lands on the higher half of
//! a d2, and harms by a die.

use fracas_dice::{Dice, Roll, Why};
use fracas_kernel::{
    Allow, Ask, ChoiceView, Crowd, Foresee, Judge, Judgement, Know, Line, Log, Made, MapView, Mark, Narrate,
    Offer, Outcome, Play, Ponder, Refusal, Report, Seat, Show, Side, TableView, Tell, Telling, Think, Unit,
    Vital, Whim, Who,
};
use serde::{Deserialize, Serialize};

/// `each` against `each`, with so much health; a blow takes 1 to `harm`.
#[derive(Clone, Copy, Debug)]
pub struct Duel {
    pub each: u8,
    pub health: i32,
    pub harm: u16,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct State {
    health: [i32; 8],
    turn: u8,
    round: u32,
}

/// Strike the first enemy who stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strike(Who);

impl Made for Strike {
    fn who(self) -> Who {
        self.0
    }
}

impl Duel {
    fn of(&self, state: &State, side: Side) -> Option<Who> {
        self.everyone(state).find(|&who| self.side(state, who) == side && state.health[who.index()] > 0)
    }
}

impl Play for Duel {
    type State = State;
    type Choice = Strike;
    type Event = bool;
    const SYSTEM: &'static str = "duel";

    fn start(&self) -> State {
        State { health: [self.health; 8], turn: 0, round: 1 }
    }

    fn ask(&self, state: &State) -> Ask {
        match Side::BOTH.map(|side| self.of(state, side)) {
            [Some(_), Some(_)] => Ask::Decide(Crowd::one(Who(state.turn))),
            [None, None] => Ask::Over(Outcome::Draw),
            [heroes, _] => {
                Ask::Over(Outcome::Won(if heroes.is_some() { Side::Heroes } else { Side::Monsters }))
            }
        }
    }

    fn apply(&self, state: &mut State, Strike(who): Strike, dice: &mut impl Dice, log: &mut impl Log<bool>) {
        let target = self.of(state, self.side(state, who).other());
        let hit = dice.check(Why::new("strike", who.0), Roll::d(2), 2).success;
        if let (true, Some(target)) = (hit, target) {
            let harm = dice.roll(Why::new("harm", who.0), Roll::d(self.harm)).value;
            state.health[target.index()] -= harm;
        }
        log.tell(hit);
        // The sides take turns, and a round is over when the last has struck.
        loop {
            state.turn += 1;
            if state.turn == self.each * 2 {
                (state.turn, state.round) = (0, state.round + 1);
            }
            if state.health[usize::from(state.turn)] > 0 {
                return;
            }
        }
    }

    fn everyone(&self, _: &State) -> Crowd {
        (0..self.each * 2).map(Who).collect()
    }

    fn side(&self, _: &State, who: Who) -> Side {
        Side::BOTH[usize::from(who.0 % 2)]
    }

    fn vital(&self, state: &State, who: Who) -> Vital {
        let health = state.health[who.index()];
        Vital { health, standing: health > 0, gone: false }
    }

    fn round(&self, state: &State) -> u32 {
        state.round
    }
}

impl Offer for Duel {
    fn choices(&self, state: &State, out: &mut Vec<Strike>) {
        out.clear();
        out.extend(self.ask(state).asked().map(Strike));
    }

    fn conceivable(&self, state: &State, out: &mut Vec<Strike>) {
        out.clear();
        out.extend(self.everyone(state).map(Strike));
    }
}

impl Allow for Duel {
    fn legal(&self, state: &State, Strike(who): Strike) -> Result<(), Refusal> {
        let asked = self.ask(state).asked().has(who);
        asked.then_some(()).ok_or_else(|| Refusal::new("it is not its turn"))
    }
}

impl Ponder for Duel {}

impl Think for Duel {
    fn instinct(&self, _: &State, asked: Crowd, _: &mut Whim) -> Strike {
        Strike(asked.first().unwrap_or(Who(0)))
    }
}

impl Know for Duel {}

impl Foresee for Duel {
    fn mark(&self, hit: &bool) -> Mark {
        if *hit { Mark::Success } else { Mark::Nothing }
    }
}

impl Tell for Duel {
    fn title(&self) -> &str {
        "A duel"
    }

    fn id(&self, state: &State, who: Who) -> String {
        format!("{}-{}", self.side(state, who).name(), who.0 / 2 + 1)
    }

    fn name(&self, state: &State, who: Who) -> String {
        self.id(state, who)
    }

    fn text(&self, state: &State, Strike(who): Strike) -> String {
        format!("{} strike", self.id(state, who))
    }

    fn describe(&self, state: &State, choice: Strike) -> ChoiceView {
        let text = self.text(state, choice);
        ChoiceView { label: text.clone(), aim: Some("hits"), ..ChoiceView::new(choice.0, text) }
    }
}

impl Narrate for Duel {
    fn line(&self, _: &Telling<'_, State>, _: &bool) -> Option<Line> {
        None
    }
}

impl Show for Duel {
    fn view(&self, state: &State, _: Seat) -> TableView {
        TableView {
            system: Duel::SYSTEM,
            health: Unit::default(),
            title: self.title().to_owned(),
            round: state.round,
            phase: String::new(),
            map: MapView::Zones { zones: Vec::new(), links: Vec::new(), sight: Vec::new() },
            tokens: Vec::new(),
            question: None,
            choices: Vec::new(),
            quiet: Vec::new(),
            gauges: Vec::new(),
            outcome: None,
        }
    }
}

impl Judge for Duel {
    fn judge(&self, _: &mut State, _: &Judgement, _: &mut impl Log<bool>) -> Result<(), Refusal> {
        Err(Refusal::new("nobody judges a duel"))
    }
}

impl Report for Duel {}
