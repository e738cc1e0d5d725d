//! What a fight by instinct costs beside drawing its very dice from the generator and doing nothing with them.

mod common;

use std::hint::black_box;
use std::process::ExitCode;

use common::{Table, best_of, grouped};
use fracas_dice::{Dice, Roll, Seeded, Throw, Why};
use fracas_kernel::{Null, Rules, fight};
use fracas_lab::{Plan, simulate};

const FIGHTS: u64 = 20_000;
const TIMES: usize = 25;
/// A fight may cost so many times what its dice cost.
const BAR: f64 = 4.0;

/// The generator, writing down which dice are drawn.
struct Recorder {
    dice: Seeded,
    sides: Vec<u16>,
}

impl Dice for Recorder {
    fn roll(&mut self, _: Why, roll: Roll) -> Throw {
        let value = roll.evaluate(&mut |sides| {
            self.sides.push(sides);
            self.dice.face(sides)
        });
        Throw { roll, value, nth: 0 }
    }
}

fn main() -> ExitCode {
    let mut table = Table::new("Fights by instinct, on one thread");
    measure(&mut table, "delve, four against four", &common::four_against_four());
    // A system more is a line more.
    table.finish()
}

fn measure<R: Rules>(table: &mut Table, name: &str, rules: &R) {
    let plan = Plan { threads: Some(1), ..Plan::new(FIGHTS, 1) };
    let mut sides = Vec::new();
    for number in 0..FIGHTS {
        let mut dice = Recorder { dice: plan.dice(number), sides };
        fight(rules, &mut rules.start(), &mut dice, &mut plan.whim(number), &mut Null, plan.cap);
        sides = dice.sides;
    }
    let fights = || {
        for number in 0..FIGHTS {
            let mut state = rules.start();
            let (mut dice, mut whim) = (plan.dice(number), plan.whim(number));
            black_box(fight(rules, &mut state, &mut dice, &mut whim, &mut Null, plan.cap));
        }
    };
    let draws = || {
        let mut dice = Seeded::new(1);
        let mut sum = 0;
        for &sides in &sides {
            sum += u64::from(dice.face(sides));
        }
        black_box(sum);
    };
    let (fought, drawn) = best_of(TIMES, fights, draws);
    let (start, _) = best_of(TIMES, || (0..FIGHTS).for_each(|_| drop(black_box(rules.start()))), || {});
    let each = |seconds: f64| seconds * 1e9 / FIGHTS as f64;
    let dice = sides.len() as f64;
    println!(" {name}");
    table.line("a fight", format!("{:.0} ns", each(fought)));
    table.line("of which setting up its state", format!("{:.0} ns", each(start)));
    table.line("fights per CPU-second", grouped(FIGHTS as f64 / fought));
    table.line("dice in a fight", format!("{:.1}", dice / FIGHTS as f64));
    table.line("the generator alone, the same dice", format!("{:.0} ns", each(drawn)));
    table.line(
        "for each die: fight, generator",
        format!("{:.2} and {:.2} ns", fought * 1e9 / dice, drawn * 1e9 / dice),
    );
    table.at_most("a fight, in times its dice alone", fought / drawn, BAR);
    let (counted, _) = best_of(TIMES, || drop(black_box(simulate(rules, &plan, &|_| {}))), || {});
    table.line("a fight of a simulation, counted", format!("{:.0} ns", each(counted)));
}
