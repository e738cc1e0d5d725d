//! A file while it is edited: its text after some edits, what it says, and what is wrong with it.

use axum::http::StatusCode;
use fracas_content::{Bundle, Problems, Source};
use fracas_systems::{bundle_with, check_as};
use fracas_workshop::{document, edited};

use super::files::Spot;
use super::messages::{Draft, DraftEdits, TrialOf};
use crate::refusal::{Failed, Refused};
use crate::scenarios::problem_views;

/// Where it is, and its text after its edits.
fn applied(draft: DraftEdits) -> Result<(Spot, String), Failed> {
    let spot = Spot::read(&draft.path)?;
    if draft.edits.is_empty() {
        return Ok((spot, draft.text));
    }
    let text = edited(&draft.text, &draft.edits).map_err(|error| {
        Failed::new(StatusCode::UNPROCESSABLE_ENTITY, Refused::new("bad-edit", error.to_string()))
    })?;
    Ok((spot, text))
}

/// The draft after its edits.
pub fn draft(draft: DraftEdits) -> Result<Draft, Failed> {
    let (spot, text) = applied(draft)?;
    let checked = checked(&spot, text.clone());
    let (problems, omitted) = match &checked {
        Ok(()) => (Vec::new(), 0),
        Err(problems) => (problem_views(problems), problems.omitted()),
    };
    Ok(Draft { document: document(&text), text, problems, omitted })
}

fn checked(spot: &Spot, text: String) -> Result<(), Problems> {
    let named = (spot.kind == "library").then_some(spot.system);
    check_as(spot.source(text), named).map(drop)
}

/// The scenario with all that it needs, the other draft in its place among them.
pub fn bundle(trial: &TrialOf) -> Result<Bundle, Failed> {
    let (spot, text) = applied(trial.draft.clone())?;
    let party = trial.party.as_ref().map(|text| Source::new("party.toml", text.clone()));
    let mut bundle = bundle_with(spot.source(text), party)?;
    if let Some(beside) = trial.beside.clone() {
        let (spot, text) = applied(beside)?;
        let source = spot.source(text);
        // As it was saved last it does not count.
        bundle.library.retain(|known| known.path.is_none() || known.path != source.path);
        bundle.library.push(source);
    }
    Ok(bundle)
}
