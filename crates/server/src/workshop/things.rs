//! The things that scenarios of a system can call on: built in, and of the owner's library.

use std::path::Path;

use fracas_content::{Source, library, own_library};
use fracas_systems::{System, own_things};
use fracas_workshop::document;
use serde_json::Value;

use super::messages::Thing;

pub fn things(system: System) -> Vec<Thing> {
    let own = own_things(system).files;
    let all = library(system.name()).into_iter().map(|source| (source, false));
    all.chain(own.into_iter().map(|source| (source, true)))
        .flat_map(|(source, yours)| of(&source, yours))
        .collect()
}

/// Every table of a list that has an id.
fn of(source: &Source, yours: bool) -> Vec<Thing> {
    let Some(Value::Object(lists)) = document(&source.text) else { return Vec::new() };
    let file = below_library(source);
    let mut all = Vec::new();
    for (list, tables) in lists {
        let Value::Array(tables) = tables else { continue };
        for fields in tables {
            let said = |key: &str| fields[key].as_str().map(ToOwned::to_owned);
            let Some(id) = said("id") else { continue };
            let (name, about) =
                (said("name").unwrap_or_else(|| id.clone()), said("about").unwrap_or_default());
            all.push(Thing { list: list.clone(), id, name, about, file: file.clone(), yours, fields });
        }
    }
    all
}

/// Its path in the library; the name of a built-in file.
fn below_library(source: &Source) -> String {
    let own = own_library();
    let below =
        |path: &Path| path.strip_prefix(own.as_ref()?.folder()).ok().map(|path| path.display().to_string());
    source.path.as_deref().and_then(below).unwrap_or_else(|| source.name.clone())
}
