//! What a die costs: nanoseconds for each face from the generator, and for rolls through the door that rules use.

#[path = "../../lab/benches/common/figures.rs"]
mod figures;

use std::hint::black_box;
use std::time::Instant;

use fracas_dice::{Dice, Roll, Seeded, Walk, Why};

const TIMES: u32 = 5_000_000;
const WHY: Why = Why::table("bench");

fn main() {
    let mut dice = Seeded::new(1);
    println!("{:<34} {:>9}", "", "ns each");
    report("Seeded::face(20)", || u64::from(dice.face(black_box(20))));
    let rolls = [
        ("d20", Roll::d(20)),
        ("d8+3", Roll::d(8).plus(3)),
        ("6d12!>=8, exploding hits", Roll::exploding_hits(6, 12, 8)),
        ("4d10!kh1, best of exploding", Roll::best_exploding(4, 10)),
    ];
    for (name, roll) in rolls {
        let mut dice = Seeded::new(1);
        report(&format!("roll {name}"), || dice.roll(WHY, black_box(roll)).value as u64);
    }
    walks();
}

/// Every outcome of a pool, and of four attacks with damage one after another.
fn walks() {
    let pool = Roll::exploding_hits(12, 12, 7);
    let start = Instant::now();
    let mut walk = Walk::new();
    walk.each(|dice| dice.roll(WHY, pool).value, look);
    let first = start.elapsed();
    println!("walk 12d12!>=7, new                {:>9.0}   ({} outcomes)", first.as_nanos(), walk.leaves());
    let fight = |dice: &mut Walk| {
        let mut damage = 0;
        for _ in 0..4 {
            if dice.check(WHY, Roll::d(20).plus(5), 15).success {
                damage += dice.roll(WHY, Roll::d(8).plus(3)).value;
            }
        }
        damage
    };
    let start = Instant::now();
    walk.each(fight, look);
    let each = start.elapsed().as_nanos() as f64 / walk.leaves() as f64;
    println!("walk four attacks, each outcome    {each:>9.2}   ({} outcomes)", walk.leaves());
}

fn look(value: i32, chance: f64) {
    black_box((value, chance));
}

/// The best of five rounds: what the machine can do when nothing else runs.
fn report(name: &str, mut once: impl FnMut() -> u64) {
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        let start = Instant::now();
        let mut sum = 0u64;
        for _ in 0..TIMES / 5 {
            sum = sum.wrapping_add(once());
        }
        black_box(sum);
        best = best.min(start.elapsed().as_nanos() as f64 / f64::from(TIMES / 5));
    }
    println!("{name:<34} {best:>9.2}");
    figures::record("What a die costs", name, "nanoseconds", &format!("{best:.2}"), None);
}
