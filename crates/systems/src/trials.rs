//! Many fights of any system, behind one object: front ends simulate without compiling any rules themselves.

use std::sync::Arc;

use fracas_content::{Bundle, Problems};
use fracas_dice::Seeded;
use fracas_kernel::{Instinct, Named, Null, Outcome, Rules, Side, Typing, Whim, fight};
use fracas_lab::{End, Plan, Report, Sample, Tally, Told, luck, report, retell, simulate};
use fracas_table::{Game, Replay, Table};

use crate::supplies::{Supply, supplies};
use crate::{Visit, visit};

/// A scenario that can be fought many times.
pub trait Trials: Send + Sync {
    /// Runs the fights of a plan; `progress` is told how many more are done.
    fn simulate(&self, plan: &Plan, progress: &(dyn Fn(u64) + Sync)) -> Tally;
    /// What was luck in a sample of them.
    fn luck(&self, plan: &Plan) -> Sample;
    fn report(&self, seed: u64, tally: &Tally, sample: &Sample) -> Report;
    /// What the parties of an adventure bring home; nothing of a single fight.
    fn supplies(&self, plan: &Plan) -> Vec<Supply>;
    /// One fight of a plan as a table would have recorded it, and how it ended.
    fn record(&self, plan: &Plan, fight: u64) -> Result<(Replay, End), String>;
    /// How often the heroes do not win, of a few tries.
    fn difficulty(&self, tries: u64) -> f32;
}

/// Loads a scenario for trials.
pub fn trials(bundle: Bundle) -> Result<Box<dyn Trials>, Problems> {
    struct Load;
    impl Visit for Load {
        type Out = Box<dyn Trials>;
        fn visit<R: Rules>(self, rules: R, bundle: Bundle) -> Box<dyn Trials> {
            Box::new(Loaded { rules: Arc::new(rules), bundle })
        }
    }
    visit(bundle, Load)
}

struct Loaded<R> {
    rules: Arc<R>,
    bundle: Bundle,
}

impl<R: Rules> Trials for Loaded<R> {
    fn simulate(&self, plan: &Plan, progress: &(dyn Fn(u64) + Sync)) -> Tally {
        let rules = &*self.rules;
        let named = |state: &R::State, who| Named { id: rules.id(state, who), name: rules.name(state, who) };
        simulate(rules, plan, &Instinct, &named, progress)
    }

    fn luck(&self, plan: &Plan) -> Sample {
        luck(&*self.rules, plan, &Instinct)
    }

    fn report(&self, seed: u64, tally: &Tally, sample: &Sample) -> Report {
        report::<R>(self.rules.title(), seed, tally, sample)
    }

    fn supplies(&self, plan: &Plan) -> Vec<Supply> {
        supplies(&*self.rules, plan)
    }

    fn record(&self, plan: &Plan, fight: u64) -> Result<(Replay, End), String> {
        let told = retell(&*self.rules, plan, &Instinct, fight);
        let end = End::of(told.fought.outcome);
        let wrong =
            |what| format!("fight {fight} does not go the same way at a table: {what}; please report this");
        Ok((self.replay(&told, plan, fight).map_err(wrong)?, end))
    }

    fn difficulty(&self, tries: u64) -> f32 {
        let rules = &*self.rules;
        let lost = (0..tries).filter(|&nth| {
            let (mut dice, mut whim) = (Seeded::stream(1, nth), Whim::stream(2, nth));
            let fought = fight(rules, &mut rules.start(), &mut dice, &mut whim, &mut Null, Plan::CAP);
            fought.outcome != Some(Outcome::Won(Side::Heroes))
        });
        lost.count() as f32 / tries.max(1) as f32
    }
}

impl<R: Rules> Loaded<R> {
    /// The same stream of dice, and the choices that were made.
    fn replay(&self, told: &Told<R>, plan: &Plan, fight: u64) -> Result<Replay, String> {
        let rules = &*self.rules;
        let (mut state, mut dice) = (rules.start(), plan.dice(fight));
        let mut table = Table::new(Arc::clone(&self.rules), self.bundle.clone(), plan.seed, fight);
        for &choice in &told.choices {
            let text = rules.text(&state, choice);
            table.choose(&text, &Typing::default()).map_err(|error| format!("{text}: {error}"))?;
            rules.apply(&mut state, choice, &mut dice, &mut Null);
        }
        if table.outcome() != told.fought.outcome || state != told.state {
            return Err("it ends otherwise".to_owned());
        }
        Ok(table.replay())
    }
}
