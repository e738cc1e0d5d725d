//! A file while it is edited: its text after some edits, what it says, and what is wrong with it.

use axum::http::StatusCode;
use fracas_content::{Bundle, Problem, Problems, Source, library};
use fracas_systems::{bundle_for, bundle_with, check_closely, own_things};
use fracas_workshop::{Edit, Step, document, edited, grown};
use serde_json::{Value, json};

use super::files::Spot;
use super::messages::{Draft, DraftEdits, GrowthOf, GrowthStep, TrialOf};
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
    let (problems, omitted, warnings) = match &checked {
        Ok(warnings) => (Vec::new(), 0, problem_views(warnings)),
        Err(problems) => (problem_views(problems), problems.omitted(), Vec::new()),
    };
    Ok(Draft { document: document(&text), text, problems, omitted, warnings })
}

fn checked(spot: &Spot, text: String) -> Result<Vec<Problem>, Problems> {
    let named = (spot.kind == "library").then_some(spot.system);
    check_closely(spot.source(text), named).map(|(_, warnings)| warnings)
}

/// The steps that a hero of the draft can take.
pub fn growth(of: GrowthOf) -> Result<Vec<GrowthStep>, Failed> {
    let (spot, text) = applied(of.draft)?;
    let shelf: Vec<Source> =
        library(spot.system.name()).into_iter().chain(own_things(spot.system).files).collect();
    let steps = grown(spot.system, &spot.source(text), (&of.list, of.number), &shelf);
    Ok(steps.into_iter().map(|step| GrowthStep { name: step.name, edits: step.edits }).collect())
}

/// The scenario with all that it needs, the other draft in its place among them.
pub fn bundle(trial: &TrialOf) -> Result<Bundle, Failed> {
    let (spot, text) = applied(trial.draft.clone())?;
    let party = trial.party.as_ref().map(|text| Source::new("party.toml", text.clone()));
    let mut bundle = match party {
        Some(party) if spot.kind == "fight" => with_heroes(&spot, &text, &party)?,
        party => bundle_with(spot.source(text), party)?,
    };
    if let Some(beside) = trial.beside.clone() {
        let (spot, text) = applied(beside)?;
        let source = spot.source(text);
        // As it was saved last it does not count.
        bundle.library.retain(|known| known.path.is_none() || known.path != source.path);
        bundle.library.push(source);
    }
    Ok(bundle)
}

/// A fight with the heroes of a party in the places of its own, as they are on their sheets.
fn with_heroes(spot: &Spot, text: &str, party: &Source) -> Result<Bundle, Failed> {
    let [fight, sent] = [text, &party.text].map(|text| document(text).unwrap_or_default());
    let named =
        |table: &Value| table["hero"].as_str().filter(|_| table["dead"] != true).map(ToOwned::to_owned);
    let heroes: Vec<String> = sent["party"].as_array().into_iter().flatten().filter_map(named).collect();
    let places: Vec<&Value> = fight["party"].as_array().into_iter().flatten().map(|one| &one["at"]).collect();
    let member = |(nth, hero): (usize, &String)| match places.get(nth).or(places.last()) {
        // Nobody shares a square.
        Some(at) if !at.is_null() && (at.is_string() || nth < places.len()) => {
            json!({ "hero": hero, "at": at })
        }
        _ => json!({ "hero": hero }),
    };
    let path = |key: &str| vec![Step::Key(key.to_owned())];
    let members: Value = heroes.iter().enumerate().map(member).collect();
    let own = sent
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(_, value)| !value.is_array() || value == &&sent["party"]);
    let without: Vec<Edit> = own.map(|(key, _)| Edit::Remove { path: path(key) }).collect();
    let bad = |error: fracas_workshop::EditError| {
        Failed::new(StatusCode::UNPROCESSABLE_ENTITY, Refused::new("bad-edit", error.to_string()))
    };
    let text = edited(text, &[Edit::Set { path: path("party"), value: members }]).map_err(bad)?;
    let mut bundle = bundle_for(spot.source(text))?;
    // Heroes of its own stand in its file.
    bundle.library.push(Source::new("party.toml", edited(&party.text, &without).map_err(bad)?));
    Ok(bundle)
}
