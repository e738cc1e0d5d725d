//! Which fights make a day.

use fracas_content::{Bundle, Kind};
use fracas_games::{DayError, Days};
use fracas_minds::Minds;

use crate::{System, no_adventures, system, trials_by};

/// Loads the fights of a day, in their order.
pub fn day(bundles: Vec<Bundle>, minds: &Minds) -> Result<Box<dyn Days>, DayError> {
    let mut of: Option<(System, String)> = None;
    for bundle in &bundles {
        let (name, own) = (bundle.scenario.name.clone(), system(&bundle.scenario)?);
        if Kind::of(&bundle.scenario)? != Kind::Fight {
            let advice = "a day is made of single fights; simulate an adventure by itself";
            return Err(DayError::Apart(format!("{name} is an adventure: {advice}")));
        }
        match &of {
            Some((first, before)) if *first != own => {
                let [first, own] = [*first, own].map(System::name);
                let what = format!("{before} is by the rules of {first}, and {name} by those of {own}");
                return Err(DayError::Apart(format!("{what}: a day is fought by one system")));
            }
            Some(_) => {}
            None => of = Some((own, name)),
        }
    }
    let Some((system, _)) = of else { return Err(DayError::Apart("a day needs a fight".to_owned())) };
    // Adventures say how heroes go from one fight to the next.
    let Some((_, load)) = system.games().adventure else {
        return Err(no_adventures(&bundles[0].scenario, system).into());
    };
    let singles = bundles.iter().map(|bundle| trials_by(bundle.clone(), minds));
    let singles = singles.collect::<Result<Vec<_>, _>>()?;
    load(&bundles, minds, singles)
}
