//! The ranks fights that are measured here; what a turn costs is timed by the benches of the system itself.

use fracas_content::{Bundle, scenarios};
use fracas_ranks::Ranks;

pub fn built_in() -> impl Iterator<Item = (String, Ranks)> {
    scenarios().filter(|scenario| scenario.system == "ranks").map(|scenario| {
        let bundle = Bundle::new(scenario.source).expect("a built-in scenario names its system");
        (scenario.id, Ranks::load(&bundle).expect("a built-in scenario loads"))
    })
}
