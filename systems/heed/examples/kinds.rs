use fracas_content::{Bundle, Source};
use fracas_dice::*;
use fracas_heed::Heed;
use fracas_kernel::*;
fn main() {
    let text = include_str!("../../../crates/lab/benches/common/heed.rs");
    let text = text.split("r#\"").nth(1).unwrap().split("\"#").next().unwrap();
    let rules = Heed::load(&Bundle { scenario: Source::new("x.toml", text), library: vec![] }).unwrap();
    let mut kinds = std::collections::BTreeMap::new();
    for n in 0..1000 {
        let (mut d, mut w) = (Seeded::stream(1, n), Whim::stream(2, n));
        let mut s = rules.start();
        while !matches!(rules.ask(&s), Ask::Over(_)) {
            let c = rules.instinct(&s, rules.ask(&s).asked(), &mut w);
            *kinds.entry(format!("{c:?}").split(' ').next().unwrap().to_string()).or_insert(0u64) += 1;
            rules.apply(&mut s, c, &mut d, &mut Null);
        }
    }
    println!("{kinds:?}");
}
