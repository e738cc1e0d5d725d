use fracas_content::{Bundle, Source};
use fracas_dice::*;
use fracas_heed::Heed;
use fracas_kernel::*;
use std::hint::black_box;
use std::time::Instant;
struct Rec {
    d: Seeded,
    rolls: Vec<Roll>,
}
impl Dice for Rec {
    fn roll(&mut self, w: Why, r: Roll) -> Throw {
        self.rolls.push(r);
        self.d.roll(w, r)
    }
}
const N: u64 = 400;
fn main() {
    let text = include_str!("../../../crates/lab/benches/common/heed.rs");
    let text = text.split("r#\"").nth(1).unwrap().split("\"#").next().unwrap();
    let rules = Heed::load(&Bundle { scenario: Source::new("x.toml", text), library: vec![] }).unwrap();
    if std::env::args().nth(1).as_deref() == Some("cg") {
        for n in 0..2000 {
            let mut s = rules.start();
            black_box(fight(
                &rules,
                &mut s,
                &mut Seeded::stream(1, n),
                &mut Whim::stream(2, n),
                &mut Null,
                20000,
            ));
        }
        return;
    }
    let mut rolls = vec![];
    let mut choices = 0;
    let mut ends = vec![];
    let mut won = 0;
    for n in 0..N {
        let mut d = Rec { d: Seeded::stream(1, n), rolls };
        let f = fight(&rules, &mut rules.start(), &mut d, &mut Whim::stream(2, n), &mut Null, 20000);
        choices += f.choices as u64;
        won += (f.outcome == Some(Outcome::Won(Side::Heroes))) as u64;
        rolls = d.rolls;
        ends.push(rolls.len());
    }
    let (mut a, mut b, mut c) = (f64::MAX, f64::MAX, f64::MAX);
    for _ in 0..400 {
        let t = Instant::now();
        for n in 0..N {
            let mut s = rules.start();
            black_box(fight(
                &rules,
                &mut s,
                &mut Seeded::stream(1, n),
                &mut Whim::stream(2, n),
                &mut Null,
                20000,
            ));
        }
        a = a.min(t.elapsed().as_secs_f64());
        let t = Instant::now();
        let mut st = 0;
        for (n, &e) in (0..).zip(&ends) {
            let mut d = Seeded::stream(1, n);
            black_box(rolls[st..e].iter().map(|&r| d.roll(Why::table("f"), r).value).sum::<i32>());
            st = e;
        }
        b = b.min(t.elapsed().as_secs_f64());
        let t = Instant::now();
        for _ in 0..N {
            black_box(rules.start());
        }
        c = c.min(t.elapsed().as_secs_f64());
    }
    let e = |x: f64| x * 1e9 / N as f64;
    println!(
        "fight {:.0} ns, rolls {:.0} ns, ratio {:.2}, start {:.0}, dice {:.1}, choices {:.1}, ns/choice {:.1}, won {}",
        e(a),
        e(b),
        a / b,
        e(c),
        rolls.len() as f64 / N as f64,
        choices as f64 / N as f64,
        a * 1e9 / choices as f64,
        won as f64 / N as f64
    );
    // playouts
    let mut best = f64::MAX;
    let mut made = 0u64;
    let mut listed = 0u64;
    for _ in 0..100 {
        let t = Instant::now();
        made = 0;
        listed = 0;
        let mut out = vec![];
        for n in 0..100 {
            let (mut d, mut w) = (Seeded::stream(1, n), Whim::stream(2, n));
            let mut s = rules.start();
            for _ in 0..20000 {
                if let Ask::Over(_) = rules.ask(&s) {
                    break;
                }
                rules.choices(&s, &mut out);
                listed += out.len() as u64;
                made += 1;
                let ch = out[w.below(out.len() as u64) as usize];
                rules.apply(&mut s, ch, &mut d, &mut Null);
            }
        }
        best = best.min(t.elapsed().as_secs_f64());
    }
    println!(
        "playouts: {:.2} M choices/s, listed each {:.1}, choices each {:.0}",
        made as f64 / best / 1e6,
        listed as f64 / made as f64,
        made as f64 / 100.
    );
}
