//! The scenarios that come with the program, as cards for the start page, with how hard they are found by trying.

use std::sync::OnceLock;

use fracas_content::{Bundle, Problem, Problems, read, scenarios};
use fracas_dice::Seeded;
use fracas_kernel::{Null, Outcome, Rules, Seat, Side, Whim, fight};
use fracas_systems::{System, Visit, bundle_for, open, visit};

use crate::messages::{ProblemView, ScenarioCard};

/// Enough to tell a stroll from a slaughter.
const TRIES: u64 = 200;
const CAP: u32 = 3_000;

/// All cards. The first call takes a moment: it plays every scenario a few hundred times.
pub fn cards() -> &'static [ScenarioCard] {
    static CARDS: OnceLock<Vec<ScenarioCard>> = OnceLock::new();
    CARDS.get_or_init(|| {
        let ours = |system: &str| System::ALL.iter().any(|known| known.name() == system);
        let offered = scenarios().filter(|built_in| ours(&built_in.system));
        let card = |built_in: fracas_content::BuiltIn| {
            let about = read(&built_in.source, |top| top.optional_string("about")).ok().flatten();
            let bundle = bundle_for(built_in.source).ok()?;
            let game = open(bundle.clone(), 0, 0).ok()?;
            let tokens = game.view(Seat::Judge).tokens;
            let names = |side| tokens.iter().filter(|t| t.side == side).map(|t| t.name.clone()).collect();
            Some(ScenarioCard {
                system: built_in.system,
                id: built_in.id,
                title: game.title().to_owned(),
                about: about.unwrap_or_default(),
                heroes: names(Side::Heroes),
                foes: names(Side::Monsters),
                difficulty: difficulty(bundle),
            })
        };
        offered.filter_map(card).collect()
    })
}

/// How often the heroes do not win by instinct.
fn difficulty(bundle: Bundle) -> Option<f32> {
    struct Try;
    impl Visit for Try {
        type Out = f32;
        fn visit<R: Rules>(self, rules: R, _bundle: Bundle) -> f32 {
            let lost = (0..TRIES).filter(|&nth| {
                let (mut dice, mut whim) = (Seeded::stream(1, nth), Whim::stream(2, nth));
                let fought = fight(&rules, &mut rules.start(), &mut dice, &mut whim, &mut Null, CAP);
                fought.outcome != Some(Outcome::Won(Side::Heroes))
            });
            lost.count() as f32 / TRIES as f32
        }
    }
    visit(bundle, Try).ok()
}

pub fn problem_views(problems: &Problems) -> Vec<ProblemView> {
    let view = |problem: &Problem| ProblemView {
        file: problem.file.clone(),
        line: problem.line,
        column: problem.column,
        field: problem.field.clone(),
        message: problem.message.clone(),
        advice: problem.advice.clone(),
        excerpt: problem.excerpt.clone(),
        marker: problem.marker.clone(),
    };
    problems.iter().map(view).collect()
}
