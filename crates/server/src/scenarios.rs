//! The scenarios that come with the program, as cards for the start page, with how hard they are found by trying.

use std::sync::OnceLock;

use fracas_content::{BuiltIn, Bundle, Kind, Problem, Problems, adventures, read, scenarios};
use fracas_dice::Seeded;
use fracas_kernel::{Null, Outcome, Rules, Seat, Side, Whim, fight};
use fracas_systems::{System, Visit, bundle_for, open, visit};

use crate::messages::{Picture, ProblemView, ScenarioCard};

/// Enough to tell a stroll from a slaughter.
const TRIES: u64 = 200;
const CAP: u32 = 20_000;

/// All cards. How hard a scenario is appears when it has been tried out, in the background.
pub fn cards() -> Vec<ScenarioCard> {
    static CARDS: OnceLock<Vec<(ScenarioCard, Bundle)>> = OnceLock::new();
    static HARD: OnceLock<Vec<OnceLock<Option<f32>>>> = OnceLock::new();
    let mut first = false;
    let cards = CARDS.get_or_init(|| {
        first = true;
        let ours = |system: &str| System::ALL.iter().any(|known| known.name() == system);
        let all = scenarios().chain(adventures());
        all.filter(|built_in| ours(&built_in.system)).filter_map(card).collect()
    });
    let hard = HARD.get_or_init(|| cards.iter().map(|_| OnceLock::new()).collect());
    if first {
        std::thread::spawn(move || {
            for ((_, bundle), hard) in cards.iter().zip(hard) {
                hard.get_or_init(|| difficulty(bundle.clone()));
            }
        });
    }
    let filled = cards
        .iter()
        .zip(hard)
        .map(|((card, _), hard)| ScenarioCard { difficulty: hard.get().copied().flatten(), ..card.clone() });
    filled.collect()
}

fn card(built_in: BuiltIn) -> Option<(ScenarioCard, Bundle)> {
    let about = read(&built_in.source, |top| top.optional_string("about")).ok().flatten();
    let kind = Kind::of(&built_in.source).ok()?;
    let bundle = bundle_for(built_in.source).ok()?;
    let game = open(bundle.clone(), 0, 0).ok()?;
    let tokens = game.view(Seat::Judge).tokens;
    let names = |side| tokens.iter().filter(|t| t.side == side).map(|t| t.name.clone()).collect();
    let seen = game.view(Seat::Watcher);
    let card = ScenarioCard {
        system: built_in.system,
        id: built_in.id,
        kind: kind.name().to_owned(),
        title: game.title().to_owned(),
        about: about.unwrap_or_default(),
        heroes: names(Side::Heroes),
        foes: names(Side::Monsters),
        difficulty: None,
        view: Picture { map: seen.map, tokens: seen.tokens },
    };
    Some((card, bundle))
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
