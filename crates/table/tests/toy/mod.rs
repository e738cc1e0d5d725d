//! The smallest system that has everything a table handles: two sides, dice, a judge, a hidden roll of the table.

use fracas_content::{Bundle, Problems, Source};
use fracas_dice::{Dice, Roll, Why};
use fracas_kernel::{
    Allow, Ask, ChoiceView, Crowd, Foresee, Judge, Judgement, Know, Line, Log, Made, MapView, Mark, Narrate,
    Offer, Outcome, Play, Ponder, Refusal, Report, Seat, Show, Side, Status, TableView, Tell, Telling, Think,
    Token, Tone, Unit, Vital, Whim, Who,
};
use serde::{Deserialize, Serialize};

const NAMES: [&str; 3] = ["ann", "bob", "rat"];

#[derive(Debug)]
pub struct Toy;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct State {
    hp: [i32; 3],
    turn: usize,
    round: u32,
    over: Option<Outcome>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Choice {
    Hit(Who, Who),
    Wait(Who),
}

impl Made for Choice {
    fn who(self) -> Who {
        match self {
            Choice::Hit(who, _) | Choice::Wait(who) => who,
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    Hit(Who, Who, fracas_dice::Check),
    Hurt(Who, fracas_dice::Throw),
    Waited(Who),
    Weather(fracas_dice::Throw),
}

impl Toy {
    pub fn load(_bundle: &Bundle) -> Result<Toy, Problems> {
        Ok(Toy)
    }

    pub fn bundle() -> Bundle {
        Bundle { scenario: Source::new("toy.toml", "system = 'toy'\n"), library: Vec::new(), party: None }
    }
}

fn side(who: Who) -> Side {
    if who.0 < 2 { Side::Heroes } else { Side::Monsters }
}

impl Play for Toy {
    type State = State;
    type Choice = Choice;
    type Event = Event;
    const SYSTEM: &'static str = "toy";

    fn start(&self) -> State {
        State { hp: [8, 6, 20], turn: 0, round: 1, over: None }
    }

    fn ask(&self, state: &State) -> Ask {
        match state.over {
            Some(outcome) => Ask::Over(outcome),
            None if state.hp[2] <= 0 => Ask::Over(Outcome::Won(Side::Heroes)),
            None if state.hp[0] <= 0 && state.hp[1] <= 0 => Ask::Over(Outcome::Won(Side::Monsters)),
            None => Ask::Decide(Crowd::one(Who(state.turn as u8))),
        }
    }

    fn apply(&self, state: &mut State, choice: Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        match choice {
            Choice::Wait(who) => log.tell(Event::Waited(who)),
            Choice::Hit(by, at) => {
                let check = dice.check(Why::new("to hit", by.0), Roll::d(20).plus(2), 11);
                log.tell(Event::Hit(by, at, check));
                if check.success {
                    let damage = dice.roll(Why::new("damage", by.0), Roll::pool(2, 4));
                    state.hp[at.index()] -= damage.value;
                    log.tell(Event::Hurt(at, damage));
                }
            }
        }
        for _ in 0..3 {
            state.turn = (state.turn + 1) % 3;
            if state.turn == 0 {
                state.round += 1;
                log.tell(Event::Weather(dice.roll(Why::table("weather"), Roll::d(6))));
            }
            if state.hp[state.turn] > 0 {
                break;
            }
        }
    }

    fn everyone(&self, _state: &State) -> Crowd {
        (0..3).map(Who).collect()
    }

    fn side(&self, _state: &State, who: Who) -> Side {
        side(who)
    }

    fn vital(&self, state: &State, who: Who) -> Vital {
        let health = state.hp[who.index()].max(0);
        Vital { health, standing: health > 0, gone: false }
    }

    fn round(&self, state: &State) -> u32 {
        state.round
    }
}

impl Offer for Toy {
    fn choices(&self, state: &State, out: &mut Vec<Choice>) {
        self.conceivable(state, out);
        out.retain(|&choice| self.legal(state, choice).is_ok());
    }

    fn conceivable(&self, _state: &State, out: &mut Vec<Choice>) {
        out.clear();
        for by in (0..3).map(Who) {
            out.extend((0..3).map(Who).filter(|&at| at != by).map(|at| Choice::Hit(by, at)));
            out.push(Choice::Wait(by));
        }
    }
}

impl Allow for Toy {
    fn legal(&self, state: &State, choice: Choice) -> Result<(), Refusal> {
        if !self.ask(state).asked().has(choice.who()) {
            return Err(Refusal::by("TOY-1", "it is not their turn"));
        }
        match choice {
            Choice::Hit(by, at) if side(by) == side(at) => Err(Refusal::by("TOY-2", "a friend")),
            Choice::Hit(_, at) if state.hp[at.index()] <= 0 => Err(Refusal::by("TOY-3", "down already")),
            _ => Ok(()),
        }
    }
}

impl Ponder for Toy {}

impl Think for Toy {
    fn instinct(&self, state: &State, _asked: Crowd, whim: &mut Whim) -> Choice {
        let mut choices = Vec::new();
        self.choices(state, &mut choices);
        choices.retain(|choice| matches!(choice, Choice::Hit(..)));
        choices[whim.below(choices.len() as u64) as usize]
    }
}

impl Know for Toy {}

impl Foresee for Toy {
    fn mark(&self, event: &Event) -> Mark {
        match event {
            Event::Hit(_, _, check) if check.success => Mark::Success,
            _ => Mark::Nothing,
        }
    }
}

impl Tell for Toy {
    fn title(&self) -> &str {
        "Ann and Bob against the rat"
    }

    fn id(&self, _state: &State, who: Who) -> String {
        NAMES[who.index()].to_owned()
    }

    fn name(&self, state: &State, who: Who) -> String {
        self.id(state, who).to_uppercase()
    }

    fn text(&self, state: &State, choice: Choice) -> String {
        match choice {
            Choice::Hit(by, at) => format!("{} hit {}", self.id(state, by), self.id(state, at)),
            Choice::Wait(who) => format!("{} wait", self.id(state, who)),
        }
    }

    fn describe(&self, state: &State, choice: Choice) -> ChoiceView {
        let (label, targets, aim) = match choice {
            Choice::Hit(_, at) => (format!("Hit {}", self.name(state, at)), vec![at], Some("hits")),
            Choice::Wait(_) => ("Wait".to_owned(), Vec::new(), None),
        };
        let (who, text) = (choice.who(), self.text(state, choice));
        let (to, warnings, rule, odds) = (None, Vec::new(), None, None);
        ChoiceView { label, targets, to, warnings, aim, rule, odds, ..ChoiceView::new(who, text) }
    }
}

impl Narrate for Toy {
    fn line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        let name = |who| self.name(telling.state, who);
        let text = match event {
            Event::Hit(by, at, check) => {
                let how = if check.success { "hits" } else { "misses" };
                format!("{} {how} {}: {}", name(*by), name(*at), telling.sum(&check.throw))
            }
            Event::Hurt(who, throw) => format!("{} loses {}", name(*who), telling.sum(throw)),
            Event::Waited(who) => format!("{} waits", name(*who)),
            Event::Weather(throw) => format!("The wind blows {}", throw.value),
        };
        Some(Line::new(Tone::Plain, text))
    }
}

impl Show for Toy {
    fn view(&self, state: &State, _seat: Seat) -> TableView {
        let token = |who: Who| Token {
            who,
            id: self.id(state, who),
            name: self.name(state, who),
            kind: String::new(),
            side: side(who),
            status: if state.hp[who.index()] > 0 { Status::Up } else { Status::Down },
            place: None,
            tracks: Vec::new(),
            badges: Vec::new(),
            to_act: state.turn == who.index(),
        };
        TableView {
            system: Toy::SYSTEM,
            health: Unit::default(),
            title: self.title().to_owned(),
            round: state.round,
            phase: String::new(),
            map: MapView::Zones { zones: Vec::new(), links: Vec::new(), sight: Vec::new() },
            tokens: self.everyone(state).map(token).collect(),
            question: None,
            choices: Vec::new(),
            quiet: Vec::new(),
            gauges: Vec::new(),
            outcome: None,
        }
    }
}

impl Judge for Toy {
    fn judge(&self, state: &mut State, act: &Judgement, _log: &mut impl Log<Event>) -> Result<(), Refusal> {
        match act {
            Judgement::Set { who, track, value } if track == "hp" => state.hp[who.index()] = *value,
            Judgement::End { winner } => state.over = Some(winner.map_or(Outcome::Draw, Outcome::Won)),
            _ => return Err(Refusal::new("not in this game")),
        }
        Ok(())
    }
}

impl Report for Toy {}
