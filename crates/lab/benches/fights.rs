//! What a fight by instinct costs beside drawing its very dice from the generator and doing nothing with them: its rolls
//! through [`Dice::roll`], where a pool must look at each die to know whether it explodes, and its bare faces.

mod common;

use std::hint::black_box;
use std::process::ExitCode;

use common::{Table, ardor, best_of, delve, grouped, heed, made, shipped, twelves};
use fracas_ardor::Ardor;
use fracas_delve::Delve;
use fracas_dice::{Dice, Roll, Seeded, Throw, Why};
use fracas_heed::Heed;
use fracas_kernel::{Instinct, Named, Null, Rules, fight};
use fracas_lab::{Plan, simulate};
use fracas_ranks::Ranks;
use fracas_twelves::Twelves;

const FIGHTS: u64 = 20_000;
const TIMES: usize = 25;
/// How many times the cost of its dice a fight may cost.
const BAR: f64 = 4.0;
/// Heed asks others in the middle of nearly every attack: three choices where others make one.
const HEED_BAR: f64 = 8.0;

/// Ardor makes three choices for each attack: an intent, a roll with it, a second thought.
const ARDOR_BAR: f64 = 6.0;

/// In ranks people walk and look around on squares, and hardly roll while they do.
const RANKS_BAR: f64 = 400.0;

/// The generator, writing down which dice are drawn.
struct Recorder {
    dice: Seeded,
    drawn: Drawn,
}

/// The dice of all fights in the order in which they fell, and where each fight ends; the same by rolls.
#[derive(Default)]
struct Drawn {
    sides: Vec<u16>,
    ends: Vec<usize>,
    rolls: Vec<Roll>,
    roll_ends: Vec<usize>,
}

impl Dice for Recorder {
    fn roll(&mut self, _: Why, roll: Roll) -> Throw {
        self.drawn.rolls.push(roll);
        let value = roll.evaluate(&mut |sides| {
            self.drawn.sides.push(sides);
            self.dice.face(sides)
        });
        Throw { roll, value, nth: 0 }
    }
}

fn main() -> ExitCode {
    let mut table = Table::new("Fights by instinct, on one thread");
    measure(&mut table, "delve, four against four", &made(delve::FOUR_AGAINST_FOUR, Delve::load), BAR);
    measure(&mut table, "twelves, four against four", &made(twelves::FOUR_AGAINST_FOUR, Twelves::load), BAR);
    measure(&mut table, "heed, four against four", &made(heed::FOUR_AGAINST_FOUR, Heed::load), HEED_BAR);
    measure(&mut table, "ardor, four against four", &made(ardor::FOUR_AGAINST_FOUR, Ardor::load), ARDOR_BAR);
    measure(&mut table, "ranks, toll-bridge", &shipped("ranks/toll-bridge", Ranks::load), RANKS_BAR);
    // A system more is a line more.
    table.finish()
}

fn record<R: Rules>(rules: &R, plan: &Plan) -> Drawn {
    let mut drawn = Drawn::default();
    for number in 0..plan.fights {
        let mut dice = Recorder { dice: plan.dice(number), drawn };
        fight(rules, &mut rules.start(), &mut dice, &mut plan.whim(number), &mut Null, plan.cap);
        drawn = dice.drawn;
        drawn.ends.push(drawn.sides.len());
        drawn.roll_ends.push(drawn.rolls.len());
    }
    drawn
}

fn draw(dice: &mut Seeded, sides: &[u16]) -> u64 {
    sides.iter().map(|&sides| u64::from(dice.face(sides))).sum()
}

fn throw(dice: &mut Seeded, rolls: &[Roll]) -> i32 {
    rolls.iter().map(|&roll| dice.roll(Why::table("floor"), roll).value).sum()
}

fn measure<R: Rules>(table: &mut Table, name: &str, rules: &R, bar: f64) {
    let plan = Plan { threads: Some(1), ..Plan::new(FIGHTS, 1) };
    let Drawn { sides, ends, rolls, roll_ends } = record(rules, &plan);
    let fights = || {
        for number in 0..FIGHTS {
            let mut state = rules.start();
            let (mut dice, mut whim) = (plan.dice(number), plan.whim(number));
            black_box(fight(rules, &mut state, &mut dice, &mut whim, &mut Null, plan.cap));
        }
    };
    // Fight by fight, each from its own stream, as the fights draw them.
    let draws = || {
        let mut start = 0;
        for (number, &end) in (0..).zip(&ends) {
            black_box(draw(&mut plan.dice(number), &sides[start..end]));
            start = end;
        }
    };
    let throws = || {
        let mut start = 0;
        for (number, &end) in (0..).zip(&roll_ends) {
            black_box(throw(&mut plan.dice(number), &rolls[start..end]));
            start = end;
        }
    };
    let (fought, drawn) = best_of(TIMES, fights, draws);
    let (_, thrown) = best_of(TIMES, fights, throws);
    let in_one_go = || _ = black_box(draw(&mut plan.dice(0), &sides));
    let set_up = || (0..FIGHTS).for_each(|_| drop(black_box(rules.start())));
    let (drawn_at_once, start) = best_of(TIMES, in_one_go, set_up);
    let named = |state: &R::State, who| Named { id: rules.id(state, who), name: rules.name(state, who) };
    let (counted, _) =
        best_of(TIMES, || drop(black_box(simulate(rules, &plan, &Instinct, &named, &|_| {}))), || {});
    let each = |seconds: f64| format!("{:.0} ns", seconds * 1e9 / FIGHTS as f64);
    table.of(name);
    table.line("a fight", each(fought));
    table.line("of which setting up its state", each(start));
    table.figure("fights per CPU-second", grouped(FIGHTS as f64 / fought));
    table.line("dice in a fight", format!("{:.1}", sides.len() as f64 / FIGHTS as f64));
    table.line("the same rolls alone, each fight from its own stream", each(thrown));
    table.line("the same dice alone, each fight from its own stream", each(drawn));
    table.line("the same dice alone, from one stream in one go", each(drawn_at_once));
    table.line("a fight of a simulation, counted", each(counted));
    table.at_most("a fight, in times its rolls alone", fought / thrown, bar);
    table.line("and in times its dice alone", format!("{:.2}", fought / drawn));
    table.line("and in times its dice from one stream in one go", format!("{:.2}", fought / drawn_at_once));
}
