//! The scenarios that come with the program and those of the server's own library, as cards for the start page, with
//! how hard they are found by trying.

use std::sync::{LazyLock, Mutex, OnceLock};

use fracas_content::{Bundle, Kind, Listed, Problem, Source, adventures, read, scenarios};
use fracas_kernel::{Named, Seat, Side};
use fracas_minds::Rates;
use fracas_systems::{System, bundle_for, open, own_scenarios, trials};

use crate::messages::{ProblemView, ScenarioCard, ScenarioView, SystemCard};

/// Enough to tell a stroll from a slaughter.
const TRIES: u64 = 200;

/// What was measured of those that come with the program. A slip in the file is found by the test below.
static RATES: LazyLock<Rates> = LazyLock::new(|| Rates::read(&measured()).unwrap_or_default());

fn measured() -> Source {
    Source::new("difficulty.toml", include_str!("../../../content/difficulty.toml"))
}

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
                hard.get_or_init(|| Some(trials(bundle.clone()).ok()?.difficulty(TRIES)));
            }
        });
    }
    let filled = cards
        .iter()
        .zip(hard)
        .map(|((card, _), hard)| ScenarioCard { difficulty: hard.get().copied().flatten(), ..card.clone() });
    filled.chain(own_cards()).collect()
}

/// A scenario of one's own as it was tried, so that it is tried again only when its files have changed.
struct Tried {
    bundle: Bundle,
    card: ScenarioCard,
}

/// The cards of the own library, which may be another each time.
fn own_cards() -> Vec<ScenarioCard> {
    static TRIED: Mutex<Vec<Tried>> = Mutex::new(Vec::new());
    let tried = || TRIED.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let listed: Vec<(ScenarioCard, Bundle)> = own_scenarios().files.into_iter().filter_map(card).collect();
    let mut new = Vec::new();
    let mut cards = Vec::new();
    {
        let mut tried = tried();
        tried.retain(|old| listed.iter().any(|(_, bundle)| *bundle == old.bundle));
        for (card, bundle) in listed {
            match tried.iter().find(|old| old.bundle == bundle) {
                Some(old) => cards.push(old.card.clone()),
                None => {
                    tried.push(Tried { bundle: bundle.clone(), card: card.clone() });
                    cards.push(card);
                    new.push(bundle);
                }
            }
        }
    }
    if !new.is_empty() {
        std::thread::spawn(move || {
            for bundle in new {
                let difficulty = trials(bundle.clone()).ok().map(|trials| trials.difficulty(TRIES));
                if let Some(one) = tried().iter_mut().find(|one| one.bundle == bundle) {
                    one.card.difficulty = difficulty;
                }
            }
        });
    }
    cards
}

/// All systems, each with what its built-in scenarios have for the judge.
pub fn systems() -> &'static [SystemCard] {
    static SYSTEMS: OnceLock<Vec<SystemCard>> = OnceLock::new();
    SYSTEMS.get_or_init(|| System::ALL.iter().map(|system| system_card(system.name())).collect())
}

fn system_card(id: &str) -> SystemCard {
    let mut card = SystemCard { id: id.to_owned(), creatures: Vec::new(), conditions: Vec::new() };
    for built_in in scenarios().filter(|built_in| built_in.system == id) {
        let game = bundle_for(built_in.source).and_then(|bundle| open(bundle, 0, 0));
        let Ok(repertoire) = game.map(|game| game.repertoire()) else { continue };
        card.creatures.extend(repertoire.creatures);
        card.conditions.extend(repertoire.conditions);
    }
    for list in [&mut card.creatures, &mut card.conditions] {
        let name = |named: &Named| (named.name.to_lowercase(), named.id.clone());
        list.sort_by_key(name);
        list.dedup_by(|a, b| a.id == b.id);
    }
    card
}

fn card(built_in: Listed) -> Option<(ScenarioCard, Bundle)> {
    let about = read(&built_in.source, |top| top.optional_string("about")).ok().flatten();
    let kind = Kind::of(&built_in.source).ok()?;
    let bundle = bundle_for(built_in.source).ok()?;
    let game = open(bundle.clone(), 0, 0).ok()?;
    let tokens = game.view(Seat::Judge).tokens;
    let names = |side| tokens.iter().filter(|t| t.side == side).map(|t| t.name.clone()).collect();
    let seen = game.view(Seat::Watcher);
    let wins = if built_in.yours { None } else { RATES.of(&built_in.system, &built_in.id) };
    let card = ScenarioCard {
        system: built_in.system,
        id: built_in.id,
        kind: kind.name().to_owned(),
        title: game.title().to_owned(),
        about: about.unwrap_or_default(),
        heroes: names(Side::Heroes),
        foes: names(Side::Monsters),
        difficulty: None,
        wins,
        yours: built_in.yours,
        view: ScenarioView { map: seen.map, tokens: seen.tokens },
    };
    Some((card, bundle))
}

pub fn problem_views<'p>(problems: impl IntoIterator<Item = &'p Problem>) -> Vec<ProblemView> {
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
    problems.into_iter().map(view).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_measured_can_be_read() {
        Rates::read(&measured()).unwrap_or_else(|problems| panic!("{problems}"));
    }
}
