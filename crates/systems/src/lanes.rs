//! Many tables of one fight side by side, for those who learn to play: choices by number, what a seat knows as figures,
//! and all tables a step further at once. Nothing here keeps a history or makes words while it runs.
//!
//! A choice keeps its number for the whole scenario, so that what was learnt about it holds at the next table. The numbers
//! are given out once, to whatever comes up when the fight is played a few hundred times, always with the same dice; what
//! comes up only later takes one of a few spare numbers at the end.

use fracas_content::{Bundle, Kind as Scene, Problems, read};
use fracas_dice::Seeded;
use fracas_kernel::{Ask, Crowd, Made, Null, Outcome, Rules, Seat, Side, Whim, Who};
use fracas_lab::Plan;
use fracas_minds::{Brain, Kind, think};
use rayon::iter::{
    IndexedParallelIterator, IntoParallelIterator, IntoParallelRefMutIterator, ParallelIterator,
};
use rayon::slice::ParallelSliceMut;

use crate::{Visit, visit};

/// What is told of each combatant, in this order.
pub const FEATURES: [&str; 10] =
    ["present", "friend", "own", "asked", "standing", "gone", "health", "worth", "column", "row"];
/// The number of doing nothing, for whoever is not asked.
pub const WAIT: usize = 0;
/// Rows for combatants who come later.
const NEWCOMERS: usize = 4;
/// Numbers for choices that did not come up when they were given out.
const SPARE: usize = 32;
/// How far ahead a choice is looked for among those that were offered before.
const AHEAD: usize = 8;
/// How much is played to see what comes up: fights, and positions in all of them.
const FIGHTS: u64 = 400;
const POSITIONS: u32 = 20_000;
const MOST: usize = 16_384;
/// Sets the streams of minds apart from those of dice.
const WHIMS: u64 = 0x6c61_6e65_7321;

/// What the numbers stand for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The id and the side of everybody who is there at the start, by number.
    pub people: Vec<(String, Side)>,
    /// How many combatants have a row of figures.
    pub rows: usize,
    /// The text of each choice by its number, as it was when it first came up; empty for the spare ones.
    pub actions: Vec<String>,
}

impl Layout {
    /// How many figures an observation has: a row for each combatant, and the round.
    pub fn figures(&self) -> usize {
        self.rows * FEATURES.len() + 1
    }
}

/// Where [`Lanes::step`] writes what came of it, one place for each lane.
#[derive(Debug)]
pub struct Stepped<'a> {
    pub figures: &'a mut [f32],
    pub mask: &'a mut [i8],
    /// 1 for a victory, -1 for a defeat, else 0.
    pub reward: &'a mut [f32],
    /// Is it over?
    pub over: &'a mut [bool],
    /// Was it given up because it took too many steps?
    pub cut: &'a mut [bool],
    /// Was a number chosen that could not be chosen? The fight is lost then.
    pub illegal: &'a mut [bool],
}

/// Some tables of one fight. Lanes are counted from 0.
pub trait Lanes: Send + Sync {
    fn layout(&self) -> &Layout;
    fn count(&self) -> usize;
    /// A lane begins anew with the dice of this fight of the seed.
    fn open(&mut self, lane: usize, seed: u64, fight: u64);
    fn outcome(&self, lane: usize) -> Option<Outcome>;
    /// Those without whom it cannot go on.
    fn awaited(&self, lane: usize) -> Crowd;
    /// Those who are there now, of one side.
    fn members(&self, lane: usize, side: Side) -> Crowd;
    /// What a seat with these combatants knows, and which numbers those of them who are awaited may choose. Where none is,
    /// only [`WAIT`].
    fn observe(&mut self, lane: usize, own: Crowd, figures: &mut [f32], mask: &mut [i8]);
    /// What those of `own` who are awaited may choose: numbers, and the text of each choice.
    fn offers(&mut self, lane: usize, own: Crowd) -> Vec<(usize, String)>;
    /// One of `own` makes a choice. False if that cannot be chosen: nothing has happened then.
    fn act(&mut self, lane: usize, own: Crowd, action: usize) -> bool;
    /// A mind chooses for somebody who is awaited; false if it is over.
    fn follow(&mut self, lane: usize, brain: &Brain) -> bool;
    /// Begins all lanes for a side: fight `lane` of the seed, up to where that side has to choose.
    fn begin(&mut self, side: Side, brain: &Brain, seed: u64, figures: &mut [f32], mask: &mut [i8]);
    /// Every lane makes a choice for that side, and the mind plays the others until it has to choose again. A lane that was
    /// over, or was given up, begins its next fight instead, whatever was chosen. `most` is how many steps a fight takes
    /// before it is given up.
    fn step(&mut self, side: Side, brain: &Brain, actions: &[i64], most: u32, out: Stepped<'_>);
    /// Some choice of that side in each lane that can be made now, all with the same chance.
    fn sample(&mut self, side: Side, out: &mut [i64]);
}

/// Opens `count` tables of a fight. Adventures go from fight to fight, and have no fixed list of choices.
pub fn lanes(bundle: Bundle, count: usize) -> Result<Box<dyn Lanes>, Problems> {
    struct Open(usize);
    impl Visit for Open {
        type Out = Box<dyn Lanes>;
        fn visit<R: Rules>(self, rules: R, _bundle: Bundle) -> Box<dyn Lanes> {
            Box::new(Abreast::new(rules, self.0))
        }
    }
    if Scene::of(&bundle.scenario)? == Scene::Adventure {
        read(&bundle.scenario, |top| {
            let advice = "learn from a single fight, or step through the adventure at a table";
            top.problem_at("kind", "an adventure has no fixed list of choices to learn from", advice);
        })?;
    }
    visit(bundle, Open(count))
}

/// Numbers of choices: those of each combatant in a row.
struct Numbers<C> {
    by_who: Vec<Vec<C>>,
    /// The number of each combatant's first choice.
    first: Vec<usize>,
    spare: usize,
}

impl<C: Made> Numbers<C> {
    /// The number of a choice. `near` is who made the last one, and where it was found: choices are listed in much the same
    /// order as when they first came up, and so the next one is often the next.
    fn find(&self, choice: C, near: &mut (usize, usize)) -> Option<usize> {
        let who = choice.who().index();
        let known = self.by_who.get(who)?;
        let from = if near.0 == who && near.1 < known.len() { near.1 } else { 0 };
        let found = known[from..].iter().position(|&other| other == choice).map(|at| from + at);
        let at = found.or_else(|| known[..from].iter().position(|&other| other == choice))?;
        *near = (who, at + 1);
        Some(self.first[who] + at)
    }
}

struct Lane<R: Rules> {
    state: R::State,
    dice: Seeded,
    whim: Whim,
    seed: u64,
    fight: u64,
    steps: u32,
    /// Is what came of the last step an end, so that the next step begins anew?
    ended: bool,
    /// The choices of those who are awaited, with their numbers; made when somebody looks.
    offers: Vec<(usize, R::Choice)>,
    listed: bool,
    /// What was offered before that: most of it is offered again, in the same order.
    earlier: Vec<(usize, R::Choice)>,
    scratch: Vec<R::Choice>,
}

struct Abreast<R: Rules> {
    rules: R,
    numbers: Numbers<R::Choice>,
    layout: Layout,
    lanes: Vec<Lane<R>>,
}

impl<R: Rules> Abreast<R> {
    fn new(rules: R, count: usize) -> Abreast<R> {
        let start = rules.start();
        let people: Vec<(String, Side)> =
            rules.everyone(&start).map(|who| (rules.id(&start, who), rules.side(&start, who))).collect();
        let rows = (people.len() + NEWCOMERS).min(Crowd::WIDTH);
        let (numbers, actions) = give_numbers(&rules);
        let layout = Layout { people, rows, actions };
        let lanes = (0..count as u64).map(|lane| Lane::new(&rules, 0, lane)).collect();
        Abreast { rules, numbers, layout, lanes }
    }
}

/// Plays the fight by chance and by instinct, and gives a number to everything that can be chosen on the way.
fn give_numbers<R: Rules>(rules: &R) -> (Numbers<R::Choice>, Vec<String>) {
    let mut by_who: Vec<Vec<R::Choice>> = Vec::new();
    let mut texts: Vec<Vec<String>> = Vec::new();
    let (mut found, mut positions) = (0, 0);
    let mut choices = Vec::new();
    for fight in 0..FIGHTS {
        let (mut dice, mut whim) = (Seeded::stream(0, fight), Whim::stream(WHIMS, fight));
        let mut state = rules.start();
        // By chance alone some fights would never get anywhere.
        while positions < POSITIONS && found < MOST {
            let asked = match rules.ask(&state) {
                Ask::Over(_) => break,
                ask => turn(rules, &state, ask),
            };
            positions += 1;
            rules.choices(&state, &mut choices);
            choices.retain(|choice| asked.has(choice.who()));
            for &choice in &choices {
                let who = choice.who().index();
                if by_who.len() <= who {
                    by_who.resize(who + 1, Vec::new());
                    texts.resize(who + 1, Vec::new());
                }
                if found < MOST && !by_who[who].contains(&choice) {
                    by_who[who].push(choice);
                    texts[who].push(rules.text(&state, choice));
                    found += 1;
                }
            }
            let by_chance = !fight.is_multiple_of(3) && !choices.is_empty();
            let choice = if by_chance {
                choices[whim.below(choices.len() as u64) as usize]
            } else {
                rules.instinct(&state, asked, &mut whim)
            };
            rules.apply(&mut state, choice, &mut dice, &mut Null);
        }
    }
    let mut first = Vec::with_capacity(by_who.len());
    let mut next = WAIT + 1;
    for mine in &by_who {
        first.push(next);
        next += mine.len();
    }
    let mut actions = vec!["wait".to_owned()];
    actions.extend(texts.into_iter().flatten());
    actions.resize(next + SPARE, String::new());
    (Numbers { by_who, first, spare: next }, actions)
}

/// Those without whom it cannot go on, or else all who are asked.
fn turn<R: Rules>(rules: &R, state: &R::State, ask: Ask) -> Crowd {
    let asked = ask.asked();
    let awaited = rules.awaited(state) & asked;
    if awaited.is_empty() { asked } else { awaited }
}

fn members<R: Rules>(rules: &R, state: &R::State, side: Side) -> Crowd {
    rules.everyone(state).filter(|&who| rules.side(state, who) == side).collect()
}

/// Why a mind no longer plays on.
#[derive(Clone, Copy, PartialEq)]
enum Stop {
    Turn,
    Over(Outcome),
    /// No sensible fight comes to it.
    Endless,
}

impl<R: Rules> Lane<R> {
    fn new(rules: &R, seed: u64, fight: u64) -> Lane<R> {
        Lane {
            state: rules.start(),
            dice: Seeded::stream(seed, fight),
            whim: Whim::stream(seed ^ WHIMS, fight),
            seed,
            fight,
            steps: 0,
            ended: false,
            offers: Vec::new(),
            listed: false,
            earlier: Vec::new(),
            scratch: Vec::new(),
        }
    }

    fn open(&mut self, rules: &R, seed: u64, fight: u64) {
        self.state = rules.start();
        (self.dice, self.whim) = (Seeded::stream(seed, fight), Whim::stream(seed ^ WHIMS, fight));
        (self.seed, self.fight, self.steps) = (seed, fight, 0);
        (self.ended, self.listed) = (false, false);
    }

    fn outcome(&self, rules: &R) -> Option<Outcome> {
        match rules.ask(&self.state) {
            Ask::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Lists what those who are awaited may choose, once for each position.
    fn list(&mut self, rules: &R, numbers: &Numbers<R::Choice>) {
        if self.listed {
            return;
        }
        self.listed = true;
        std::mem::swap(&mut self.offers, &mut self.earlier);
        self.offers.clear();
        let ask = rules.ask(&self.state);
        if let Ask::Over(_) = ask {
            return;
        }
        let asked = turn(rules, &self.state, ask);
        rules.choices(&self.state, &mut self.scratch);
        let (mut near, mut spare) = ((usize::MAX, 0), 0);
        let mut earlier = self.earlier.iter();
        for &choice in &self.scratch {
            if !asked.has(choice.who()) {
                continue;
            }
            let ahead = earlier.as_slice().iter().take(AHEAD);
            let again =
                ahead.enumerate().find(|&(_, &(number, other))| other == choice && number < numbers.spare);
            if let Some((at, &(number, _))) = again {
                earlier.nth(at);
                self.offers.push((number, choice));
                continue;
            }
            let number = numbers.find(choice, &mut near).or_else(|| {
                spare += 1;
                (spare <= SPARE).then(|| numbers.spare + spare - 1)
            });
            self.offers.extend(number.map(|number| (number, choice)));
        }
    }

    fn observe(
        &mut self,
        rules: &R,
        numbers: &Numbers<R::Choice>,
        own: Crowd,
        figures: &mut [f32],
        mask: &mut [i8],
    ) {
        let known = rules.known(&self.state, Seat::Player(own));
        let asked = rules.ask(&known).asked();
        let side = own.first().map(|who| rules.side(&known, who));
        figures.fill(0.0);
        let everyone = rules.everyone(&known);
        let (round, rows) = figures.split_last_mut().expect("there is at least the round");
        *round = rules.round(&known) as f32;
        for (nth, row) in rows.chunks_exact_mut(FEATURES.len()).enumerate() {
            let who = Who(nth as u8);
            if !everyone.has(who) {
                continue;
            }
            let vital = rules.vital(&known, who);
            let flag = |is: bool| if is { 1.0 } else { 0.0 };
            let [column, line] = rules.stands_at(&known, who).map_or([-1.0; 2], |place| place.map(f32::from));
            row.copy_from_slice(&[
                1.0,
                if Some(rules.side(&known, who)) == side { 1.0 } else { -1.0 },
                flag(own.has(who)),
                flag(asked.has(who)),
                flag(vital.standing),
                flag(vital.gone),
                vital.health as f32,
                rules.worth(&known, who),
                column,
                line,
            ]);
        }
        mask.fill(0);
        self.list(rules, numbers);
        let mut waits = true;
        for &(number, choice) in &self.offers {
            if own.has(choice.who()) {
                mask[number] = 1;
                waits = false;
            }
        }
        mask[WAIT] = i8::from(waits);
    }

    fn act(&mut self, rules: &R, numbers: &Numbers<R::Choice>, own: Crowd, action: usize) -> bool {
        self.list(rules, numbers);
        let mine = |&&(number, choice): &&(usize, R::Choice)| number == action && own.has(choice.who());
        let Some(&(_, choice)) = self.offers.iter().find(mine) else { return false };
        rules.apply(&mut self.state, choice, &mut self.dice, &mut Null);
        self.listed = false;
        true
    }

    fn follow(&mut self, rules: &R, brain: &Brain) -> bool {
        let ask = rules.ask(&self.state);
        if let Ask::Over(_) = ask {
            return false;
        }
        let asked = turn(rules, &self.state, ask);
        self.listed = false;
        if brain.kind == Kind::Instinct {
            rules.follow_instinct(&mut self.state, asked, &mut self.whim, &mut self.dice, &mut Null);
        } else {
            let choice = think(brain, rules, &self.state, asked, &mut self.whim).choice;
            rules.apply(&mut self.state, choice, &mut self.dice, &mut Null);
        }
        true
    }

    /// The mind plays on until one of this side is awaited, or it is over.
    fn until(&mut self, rules: &R, brain: &Brain, side: Side) -> Stop {
        for _ in 0..Plan::CAP {
            let ask = rules.ask(&self.state);
            if let Ask::Over(outcome) = ask {
                return Stop::Over(outcome);
            }
            let asked = turn(rules, &self.state, ask);
            if asked.any(|who| rules.side(&self.state, who) == side) {
                return Stop::Turn;
            }
            self.follow(rules, brain);
        }
        Stop::Endless
    }
}

impl<R: Rules> Lanes for Abreast<R> {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn count(&self) -> usize {
        self.lanes.len()
    }

    fn open(&mut self, lane: usize, seed: u64, fight: u64) {
        self.lanes[lane].open(&self.rules, seed, fight);
    }

    fn outcome(&self, lane: usize) -> Option<Outcome> {
        self.lanes[lane].outcome(&self.rules)
    }

    fn awaited(&self, lane: usize) -> Crowd {
        let state = &self.lanes[lane].state;
        turn(&self.rules, state, self.rules.ask(state))
    }

    fn members(&self, lane: usize, side: Side) -> Crowd {
        members(&self.rules, &self.lanes[lane].state, side)
    }

    fn observe(&mut self, lane: usize, own: Crowd, figures: &mut [f32], mask: &mut [i8]) {
        self.lanes[lane].observe(&self.rules, &self.numbers, own, figures, mask);
    }

    fn offers(&mut self, lane: usize, own: Crowd) -> Vec<(usize, String)> {
        let (rules, lane) = (&self.rules, &mut self.lanes[lane]);
        lane.list(rules, &self.numbers);
        let mine = lane.offers.iter().filter(|(_, choice)| own.has(choice.who()));
        mine.map(|&(number, choice)| (number, rules.text(&lane.state, choice))).collect()
    }

    fn act(&mut self, lane: usize, own: Crowd, action: usize) -> bool {
        self.lanes[lane].act(&self.rules, &self.numbers, own, action)
    }

    fn follow(&mut self, lane: usize, brain: &Brain) -> bool {
        self.lanes[lane].follow(&self.rules, brain)
    }

    fn begin(&mut self, side: Side, brain: &Brain, seed: u64, figures: &mut [f32], mask: &mut [i8]) {
        let (rules, numbers, layout) = (&self.rules, &self.numbers, &self.layout);
        let figures = figures.par_chunks_exact_mut(layout.figures());
        let mask = mask.par_chunks_exact_mut(layout.actions.len());
        self.lanes.par_iter_mut().zip(figures).zip(mask).enumerate().for_each(
            |(nth, ((lane, figures), mask))| {
                lane.open(rules, seed, nth as u64);
                lane.until(rules, brain, side);
                lane.observe(rules, numbers, members(rules, &lane.state, side), figures, mask);
            },
        );
    }

    fn step(&mut self, side: Side, brain: &Brain, actions: &[i64], most: u32, out: Stepped<'_>) {
        let (rules, numbers, layout) = (&self.rules, &self.numbers, &self.layout);
        let many = self.lanes.len() as u64;
        let figures = out.figures.par_chunks_exact_mut(layout.figures());
        let mask = out.mask.par_chunks_exact_mut(layout.actions.len());
        let flags = out.over.par_iter_mut().zip(out.cut.par_iter_mut()).zip(out.illegal.par_iter_mut());
        let told = out.reward.par_iter_mut().zip(flags);
        let seen = figures.zip(mask);
        let lanes = self.lanes.par_iter_mut().zip(actions.into_par_iter());
        lanes.zip(seen).zip(told).with_min_len(16).for_each(
            |(((lane, &action), (figures, mask)), (reward, ((over, cut), illegal)))| {
                (*reward, *over, *cut, *illegal) = (0.0, false, false, false);
                if lane.ended {
                    let (seed, fight) = (lane.seed, lane.fight + many);
                    lane.open(rules, seed, fight);
                    lane.until(rules, brain, side);
                } else {
                    let own = members(rules, &lane.state, side);
                    let number = usize::try_from(action).unwrap_or(usize::MAX);
                    if lane.act(rules, numbers, own, number) {
                        lane.steps += 1;
                        match lane.until(rules, brain, side) {
                            Stop::Over(outcome) => (*over, *reward) = (true, reward_of(outcome, side)),
                            Stop::Turn => *cut = lane.steps >= most,
                            Stop::Endless => *cut = true,
                        }
                    } else {
                        (*reward, *over, *illegal) = (-1.0, true, true);
                    }
                    lane.ended = *over || *cut;
                }
                lane.observe(rules, numbers, members(rules, &lane.state, side), figures, mask);
            },
        );
    }

    fn sample(&mut self, side: Side, out: &mut [i64]) {
        let (rules, numbers) = (&self.rules, &self.numbers);
        self.lanes.par_iter_mut().zip(out).with_min_len(16).for_each(|(lane, out)| {
            lane.list(rules, numbers);
            let Lane { state, offers, whim, .. } = lane;
            let mine = || offers.iter().filter(|(_, choice)| rules.side(state, choice.who()) == side);
            let many = mine().count() as u64;
            let drawn = if many == 0 { None } else { mine().nth(whim.below(many) as usize) };
            *out = drawn.map_or(WAIT, |&(number, _)| number) as i64;
        });
    }
}

fn reward_of(outcome: Outcome, side: Side) -> f32 {
    match outcome {
        Outcome::Draw => 0.0,
        Outcome::Won(winner) if winner == side => 1.0,
        Outcome::Won(_) => -1.0,
    }
}
