use fracas_content::{Bundle, scenarios};
use fracas_heed::Heed;
use fracas_kernel::*;
fn main() {
    for s in scenarios().filter(|s| s.system == "heed") {
        let rules = Heed::load(&Bundle::new(s.source).unwrap()).unwrap();
        let (mut won, mut choices, mut rounds, mut none) = (0, 0u64, 0u64, 0);
        let mut kinds = std::collections::BTreeMap::new();
        let n = 1000;
        for seed in 0..n {
            let mut dice = fracas_dice::Seeded::stream(seed, 0);
            let mut whim = Whim::stream(seed, 1);
            let mut state = rules.start();
            let mut made = 0;
            loop {
                let asked = match rules.ask(&state) {
                    Ask::Over(o) => {
                        if o == Outcome::Won(Side::Heroes) {
                            won += 1
                        }
                        break;
                    }
                    a => a.asked(),
                };
                if made > 20000 {
                    none += 1;
                    if none == 1 {
                        println!("endless seed {seed}");
                    }
                    break;
                }
                let c = rules.instinct(&state, asked, &mut whim);
                *kinds.entry(format!("{c:?}").split(' ').next().unwrap().to_string()).or_insert(0u64) += 1;
                rules.apply(&mut state, c, &mut dice, &mut Null);
                made += 1;
            }
            choices += made;
            rounds += u64::from(rules.round(&state));
        }
        println!(
            "{:20} won {:.0}% choices {:.0} rounds {:.1} endless {none}",
            s.id,
            won as f64 / n as f64 * 100.,
            choices as f64 / n as f64,
            rounds as f64 / n as f64
        );
        println!("   {kinds:?}");
    }
}
