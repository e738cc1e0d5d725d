use std::sync::Arc;
use fracas_content::{Bundle, scenarios};
use fracas_heed::Heed;
use fracas_kernel::*;
fn main() {
    let want = std::env::args().nth(1).unwrap();
    let seed: u64 = std::env::args().nth(2).unwrap().parse().unwrap();
    let max: usize = std::env::args().nth(3).unwrap().parse().unwrap();
    for s in scenarios().filter(|s| s.system == "heed" && s.id.contains(&want)) {
        let rules = Arc::new(Heed::load(&Bundle::new(s.source).unwrap()).unwrap());
        let mut dice = fracas_dice::Seeded::stream(seed, 0); let mut whim = Whim::stream(seed, 1);
        let mut state = rules.start();
        for _ in 0..max {
            let asked = match rules.ask(&state) { Ask::Over(o) => { println!("{o:?}"); break }, a => a.asked() };
            let c = rules.instinct(&state, asked, &mut whim);
            println!("r{} {}", rules.round(&state), rules.text(&state, c));
            rules.apply(&mut state, c, &mut dice, &mut Null);
        }
    }
}
