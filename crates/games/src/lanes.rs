//! Many tables of one fight side by side, for those who learn to play: choices by number, what a seat knows as figures,
//! and all tables a step further at once. Nothing here keeps a history or makes words while it runs.
//!
//! A choice keeps its number for the whole scenario, so that what was learnt about it holds at the next table. The numbers
//! are given out once, to whatever comes up when the fight is played a few hundred times, always with the same dice; what
//! comes up only later takes one of a few spare numbers at the end.

use std::sync::Arc;

use fracas_dice::Seeded;
use fracas_kernel::{Ask, Crowd, Made, Null, Outcome, Rules, Seat, Side, Whim, Who};
use fracas_lab::Plan;
use fracas_minds::{Brain, Kind, think};
use rayon::iter::{
    IndexedParallelIterator, IntoParallelIterator, IntoParallelRefMutIterator, ParallelIterator,
};
use rayon::slice::ParallelSliceMut;

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
const MAX: usize = 16_384;
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
pub struct Lanes {
    layout: Layout,
    lanes: Vec<Lane>,
}

struct Lane {
    /// Behind `dyn`, so that rayon is not compiled for every system.
    table: Box<dyn AnyTable>,
    seed: u64,
    fight: u64,
    steps: u32,
    /// Is what came of the last step an end, so that the next step begins anew?
    ended: bool,
}

impl std::fmt::Debug for Lanes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lanes").field("layout", &self.layout).finish_non_exhaustive()
    }
}

impl Lanes {
    pub(crate) fn new<R: Rules>(rules: R, count: usize) -> Lanes {
        let start = rules.start();
        let people: Vec<(String, Side)> =
            rules.everyone(&start).map(|who| (rules.id(&start, who), rules.side(&start, who))).collect();
        let rows = (people.len() + NEWCOMERS).min(Crowd::WIDTH);
        let (numbers, actions) = give_numbers(&rules);
        let fight = Arc::new(Numbered { rules, numbers });
        let lane = |nth: u64| Lane {
            table: Box::new(Played::new(Arc::clone(&fight), 0, nth)),
            seed: 0,
            fight: nth,
            steps: 0,
            ended: false,
        };
        Lanes { layout: Layout { people, rows, actions }, lanes: (0..count as u64).map(lane).collect() }
    }

    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    pub fn count(&self) -> usize {
        self.lanes.len()
    }

    /// A lane begins anew with the dice of this fight of the seed.
    pub fn open(&mut self, lane: usize, seed: u64, fight: u64) {
        self.lanes[lane].open(seed, fight);
    }

    pub fn outcome(&self, lane: usize) -> Option<Outcome> {
        self.lanes[lane].table.outcome()
    }

    /// Those without whom it cannot go on.
    pub fn awaited(&self, lane: usize) -> Crowd {
        self.lanes[lane].table.awaited()
    }

    /// Those who are there now, of one side.
    pub fn members(&self, lane: usize, side: Side) -> Crowd {
        self.lanes[lane].table.members(side)
    }

    /// What a seat with these combatants knows, and which numbers those of them who are awaited may choose. Where none is,
    /// only [`WAIT`].
    pub fn observe(&mut self, lane: usize, own: Crowd, figures: &mut [f32], mask: &mut [i8]) {
        self.lanes[lane].table.observe(own, figures, mask);
    }

    /// What those of `own` who are awaited may choose: numbers, and the text of each choice.
    pub fn offers(&mut self, lane: usize, own: Crowd) -> Vec<(usize, String)> {
        self.lanes[lane].table.offers(own)
    }

    /// One of `own` makes a choice. False if that cannot be chosen: nothing has happened then.
    pub fn act(&mut self, lane: usize, own: Crowd, action: usize) -> bool {
        self.lanes[lane].table.act(own, action)
    }

    /// A mind chooses for somebody who is awaited; false if it is over.
    pub fn follow(&mut self, lane: usize, brain: &Brain) -> bool {
        self.lanes[lane].table.follow(brain)
    }

    /// Begins all lanes for a side: fight `lane` of the seed, up to where that side has to choose.
    pub fn begin(&mut self, side: Side, brain: &Brain, seed: u64, figures: &mut [f32], mask: &mut [i8]) {
        let figures = figures.par_chunks_exact_mut(self.layout.figures());
        let mask = mask.par_chunks_exact_mut(self.layout.actions.len());
        self.lanes.par_iter_mut().zip(figures).zip(mask).enumerate().for_each(
            |(nth, ((lane, figures), mask))| {
                lane.open(seed, nth as u64);
                lane.table.until(brain, side);
                lane.table.observe(lane.table.members(side), figures, mask);
            },
        );
    }

    /// Every lane makes a choice for that side, and the mind plays the others until it has to choose again. A lane that was
    /// over, or was given up, begins its next fight instead, whatever was chosen. `most` is how many steps a fight takes
    /// before it is given up.
    pub fn step(&mut self, side: Side, brain: &Brain, actions: &[i64], most: u32, out: Stepped<'_>) {
        let many = self.lanes.len() as u64;
        let figures = out.figures.par_chunks_exact_mut(self.layout.figures());
        let mask = out.mask.par_chunks_exact_mut(self.layout.actions.len());
        let flags = out.over.par_iter_mut().zip(out.cut.par_iter_mut()).zip(out.illegal.par_iter_mut());
        let told = out.reward.par_iter_mut().zip(flags);
        let seen = figures.zip(mask);
        let lanes = self.lanes.par_iter_mut().zip(actions.into_par_iter());
        lanes.zip(seen).zip(told).with_min_len(16).for_each(
            |(((lane, &action), (figures, mask)), (reward, ((over, cut), illegal)))| {
                (*reward, *over, *cut, *illegal) = (0.0, false, false, false);
                if lane.ended {
                    lane.open(lane.seed, lane.fight + many);
                    lane.table.until(brain, side);
                } else {
                    let number = usize::try_from(action).unwrap_or(usize::MAX);
                    if lane.table.act(lane.table.members(side), number) {
                        lane.steps += 1;
                        match lane.table.until(brain, side) {
                            Stop::Over(outcome) => (*over, *reward) = (true, reward_of(outcome, side)),
                            Stop::Turn => *cut = lane.steps >= most,
                            Stop::Endless => *cut = true,
                        }
                    } else {
                        (*reward, *over, *illegal) = (-1.0, true, true);
                    }
                    lane.ended = *over || *cut;
                }
                lane.table.observe(lane.table.members(side), figures, mask);
            },
        );
    }

    /// Some choice of that side in each lane that can be made now, all with the same chance.
    pub fn sample(&mut self, side: Side, out: &mut [i64]) {
        let lanes = self.lanes.par_iter_mut().zip(out).with_min_len(16);
        lanes.for_each(|(lane, out)| *out = lane.table.sample(side) as i64);
    }
}

impl Lane {
    fn open(&mut self, seed: u64, fight: u64) {
        self.table.open(seed, fight);
        (self.seed, self.fight, self.steps, self.ended) = (seed, fight, 0, false);
    }
}

/// One table, whatever its rules: see [`Lanes`].
trait AnyTable: Send + Sync {
    fn open(&mut self, seed: u64, fight: u64);
    fn outcome(&self) -> Option<Outcome>;
    fn awaited(&self) -> Crowd;
    fn members(&self, side: Side) -> Crowd;
    fn observe(&mut self, own: Crowd, figures: &mut [f32], mask: &mut [i8]);
    fn offers(&mut self, own: Crowd) -> Vec<(usize, String)>;
    fn act(&mut self, own: Crowd, action: usize) -> bool;
    fn follow(&mut self, brain: &Brain) -> bool;
    /// The mind plays on until one of this side is awaited, or it is over.
    fn until(&mut self, brain: &Brain, side: Side) -> Stop;
    fn sample(&mut self, side: Side) -> usize;
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

/// A fight whose choices have numbers.
struct Numbered<R: Rules> {
    rules: R,
    numbers: Numbers<R::Choice>,
}

struct Played<R: Rules> {
    fight: Arc<Numbered<R>>,
    state: R::State,
    dice: Seeded,
    whim: Whim,
    /// The choices of those who are awaited, with their numbers; made when somebody looks.
    offers: Vec<(usize, R::Choice)>,
    listed: bool,
    /// What was offered before that: most of it is offered again, in the same order.
    earlier: Vec<(usize, R::Choice)>,
    scratch: Vec<R::Choice>,
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
        while positions < POSITIONS && found < MAX {
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
                if found < MAX && !by_who[who].contains(&choice) {
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

/// Why a mind no longer plays on.
#[derive(Clone, Copy, PartialEq)]
enum Stop {
    Turn,
    Over(Outcome),
    /// No sensible fight comes to it.
    Endless,
}

impl<R: Rules> Played<R> {
    fn new(fight: Arc<Numbered<R>>, seed: u64, nth: u64) -> Played<R> {
        Played {
            state: fight.rules.start(),
            fight,
            dice: Seeded::stream(seed, nth),
            whim: Whim::stream(seed ^ WHIMS, nth),
            offers: Vec::new(),
            listed: false,
            earlier: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// Lists what those who are awaited may choose, once for each position.
    fn list(&mut self) {
        if self.listed {
            return;
        }
        let Numbered { rules, numbers } = &*self.fight;
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
}

impl<R: Rules> AnyTable for Played<R> {
    fn open(&mut self, seed: u64, fight: u64) {
        self.state = self.fight.rules.start();
        (self.dice, self.whim) = (Seeded::stream(seed, fight), Whim::stream(seed ^ WHIMS, fight));
        self.listed = false;
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.fight.rules.ask(&self.state) {
            Ask::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    fn awaited(&self) -> Crowd {
        let rules = &self.fight.rules;
        turn(rules, &self.state, rules.ask(&self.state))
    }

    fn members(&self, side: Side) -> Crowd {
        let (rules, state) = (&self.fight.rules, &self.state);
        rules.everyone(state).filter(|&who| rules.side(state, who) == side).collect()
    }

    fn observe(&mut self, own: Crowd, figures: &mut [f32], mask: &mut [i8]) {
        let rules = &self.fight.rules;
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
        self.list();
        let mut waits = true;
        for &(number, choice) in &self.offers {
            if own.has(choice.who()) {
                mask[number] = 1;
                waits = false;
            }
        }
        mask[WAIT] = i8::from(waits);
    }

    fn offers(&mut self, own: Crowd) -> Vec<(usize, String)> {
        self.list();
        let mine = self.offers.iter().filter(|(_, choice)| own.has(choice.who()));
        mine.map(|&(number, choice)| (number, self.fight.rules.text(&self.state, choice))).collect()
    }

    fn act(&mut self, own: Crowd, action: usize) -> bool {
        self.list();
        let mine = |&&(number, choice): &&(usize, R::Choice)| number == action && own.has(choice.who());
        let Some(&(_, choice)) = self.offers.iter().find(mine) else { return false };
        self.fight.rules.apply(&mut self.state, choice, &mut self.dice, &mut Null);
        self.listed = false;
        true
    }

    fn follow(&mut self, brain: &Brain) -> bool {
        let rules = &self.fight.rules;
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

    fn until(&mut self, brain: &Brain, side: Side) -> Stop {
        for _ in 0..Plan::CAP {
            let rules = &self.fight.rules;
            let ask = rules.ask(&self.state);
            if let Ask::Over(outcome) = ask {
                return Stop::Over(outcome);
            }
            let asked = turn(rules, &self.state, ask);
            if asked.any(|who| rules.side(&self.state, who) == side) {
                return Stop::Turn;
            }
            self.follow(brain);
        }
        Stop::Endless
    }

    fn sample(&mut self, side: Side) -> usize {
        self.list();
        let Played { fight, state, offers, whim, .. } = self;
        let mine = || offers.iter().filter(|(_, choice)| fight.rules.side(state, choice.who()) == side);
        let many = mine().count() as u64;
        let drawn = if many == 0 { None } else { mine().nth(whim.below(many) as usize) };
        drawn.map_or(WAIT, |&(number, _)| number)
    }
}

fn reward_of(outcome: Outcome, side: Side) -> f32 {
    match outcome {
        Outcome::Draw => 0.0,
        Outcome::Won(winner) if winner == side => 1.0,
        Outcome::Won(_) => -1.0,
    }
}
