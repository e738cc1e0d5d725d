//! Puzzles from fights that people have played: what a review calls a clear blunder, and a searching mind does too.

use fracas_content::{Bundle, Kind, Listed, Source, find, scenarios};
use fracas_lab::Scrutiny;
use fracas_minds::Brain;
use fracas_minds::puzzle::{Puzzle, step};
use fracas_table::Replay;

use crate::{arena, bundle_for, trials};

/// How closely the searching mind looks, in playouts: twice for each blunder.
const JUDGE: u32 = 2_000;

/// The scenario that a fight was played in, as puzzles name it, and as it is today.
pub fn scenario_of(replay: &Replay) -> Result<(String, Bundle), String> {
    if replay.bundle.party.is_some() {
        return Err("it was played with a party of its own, and a puzzle has no place for one".to_owned());
    }
    let recorded = Source::from(replay.bundle.scenario.clone());
    let is_it = |built_in: &Listed| built_in.system == replay.system && built_in.source.name == recorded.name;
    let name = match scenarios().find(is_it) {
        // An id that two systems use is told with its system.
        Some(built_in) => match find(&built_in.id) {
            Ok(found) if found.name == built_in.source.name => built_in.id,
            _ => format!("{}/{}", built_in.system, built_in.id),
        },
        None => recorded.name,
    };
    let source = find(&name).map_err(|error| error.to_string())?;
    if Kind::of(&source).map_err(|problems| problems.to_string())? != Kind::Fight {
        return Err("it is an adventure, and puzzles are about single fights".to_owned());
    }
    Ok((name, bundle_for(source).map_err(|problems| problems.to_string())?))
}

/// The clear blunders of a fight as puzzles; `id` begins their ids. What was chosen is a bad answer to each.
pub fn blunders(
    replay: &Replay,
    bundle: Bundle,
    id: &str,
    scrutiny: Scrutiny,
) -> Result<Vec<Puzzle>, String> {
    let own = trials(replay.bundle.clone().into()).map_err(|problems| problems.to_string())?;
    let review = own.review(replay, scrutiny)?;
    // What the judge did cannot be told as a step: positions after it are left out.
    let chosen = replay.steps.iter().map_while(|taken| {
        let faces = taken.rolls.iter().flat_map(|roll| &roll.faces).copied();
        Some(step(taken.choice.as_deref()?, faces))
    });
    let steps: Vec<String> = chosen.collect();
    let clear =
        |nth: &usize| review.steps[*nth].better.as_ref().is_some_and(|better| better.is_clear_blunder());
    let suspects: Vec<usize> = (0..steps.len().min(review.steps.len())).filter(clear).collect();
    let arena = arena(bundle).map_err(|problems| problems.to_string())?;
    let judge = Brain::playouts(JUDGE);
    let found = arena.sift(&steps, &suspects, &judge, scrutiny.seed).map_err(|stale| {
        format!("today's scenario does not lead there: {}; its rules or its file have changed", stale.0)
    })?;
    let named = |(nth, puzzle): (usize, Puzzle)| Puzzle { id: format!("{id}-{}", nth + 1), ..puzzle };
    Ok(found.into_iter().map(named).collect())
}
