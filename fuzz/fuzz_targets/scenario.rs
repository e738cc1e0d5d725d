//! Any text as a scenario, an adventure or a party: it is refused with what is wrong and where, or it can be opened and shown.
#![no_main]

use fracas_content::Source;
use fracas_kernel::Seat;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let source = Source::new("fuzz.toml", text);
    let problems = match fracas_systems::check(source.clone()) {
        Ok(_) => {
            if let Ok(game) = fracas_systems::bundle_for(source).and_then(|bundle| fracas_systems::open(bundle, 1, 0)) {
                game.view(Seat::Judge);
                assert!(game.outcome().is_some() || !game.choices().is_empty(), "nobody can do anything");
            }
            return;
        }
        Err(problems) => problems,
    };
    for problem in &problems {
        assert!(!problem.message.is_empty(), "a problem without words");
        assert!(problem.line <= text.lines().count().max(1) + 1, "{problem}");
    }
});
