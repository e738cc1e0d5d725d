//! Scenarios as places to try minds in, for all systems.

use fracas_content::{Bundle, Problems};
use fracas_kernel::Rules;
use fracas_minds::{Arena, Hall};

use crate::{Visit, bundle_for, visit};

/// Loads a scenario for minds.
pub fn arena(bundle: Bundle) -> Result<Box<dyn Arena>, Problems> {
    struct Load;
    impl Visit for Load {
        type Out = Box<dyn Arena>;
        fn visit<R: Rules>(self, rules: R, bundle: Bundle) -> Box<dyn Arena> {
            Box::new(Hall::new(rules, &bundle.scenario.name))
        }
    }
    visit(bundle, Load)
}

/// Every built-in fight, or those of one system.
pub fn arenas(system: Option<&str>) -> Result<Vec<Box<dyn Arena>>, Problems> {
    let fights =
        fracas_content::scenarios().filter(|built_in| system.is_none_or(|name| name == built_in.system));
    fights.map(|built_in| arena(bundle_for(built_in.source)?)).collect()
}
