//! Any text is read or refused; what was read prints as something that reads back the same, and has a reading. What was
//! refused says where.
#![no_main]

use fracas_dice::{Expr, Roll, Seeded, Why};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let expr = match Expr::parse(text) {
        Ok(expr) => expr,
        Err(error) => {
            assert!(text.get(error.span()).is_some(), "{:?} is not in {text:?}", error.span());
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    let printed = expr.to_string();
    assert_eq!(Expr::parse(&printed).as_ref(), Ok(&expr), "{text:?} printed as {printed:?}");
    assert!(!expr.words().is_empty());
    let (low, high) = expr.bounds();
    let value = expr.evaluate(Why::table("fuzz"), &mut Seeded::new(1));
    assert!((low..=high).contains(&value), "{printed}: {value}");
    if let Some(roll) = expr.as_roll() {
        assert_eq!(roll.to_string().parse::<Roll>().as_ref(), Ok(&roll));
    }
    // Counting may take a second where dice are many; the fuzzer has no time for that.
    if i64::from(high) - i64::from(low) < 2000
        && let Ok(dist) = expr.dist()
    {
        let sum: f64 = dist.iter().map(|(_, chance)| chance).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{printed} adds up to {sum}");
        assert!(dist.probability(value) > 0.0, "{printed} came to {value}");
    }
});
