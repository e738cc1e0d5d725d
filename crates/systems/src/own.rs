//! Which files of one's own library can be used: a broken one is told of and left out, so that the rest still works.

use std::collections::HashMap;
use std::sync::Mutex;

use fracas_content::{Bundle, Listed, OwnLibrary, Source, library, own_library};

use crate::{System, bundle_for, includes, load};

/// What can be used, and what is wrong with the rest, as people read it.
#[derive(Clone, Debug)]
pub struct Own<T> {
    pub files: Vec<T>,
    pub broken: Vec<String>,
}

/// The creatures, gear and so on of the own library. Files are read each time, and tried only if they have changed.
pub fn own_things(system: System) -> Own<Source> {
    type Tried = HashMap<&'static str, (Vec<Source>, Own<Source>)>;
    static TRIED: Mutex<Option<Tried>> = Mutex::new(None);
    let Some(own) = own_library() else { return Own { files: Vec::new(), broken: Vec::new() } };
    let found = own.library(system.name());
    let unread = found.broken.iter().map(ToString::to_string);
    if found.files.is_empty() {
        return Own { files: Vec::new(), broken: unread.collect() };
    }
    let mut tried = TRIED.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let tried = tried.get_or_insert_default();
    let same = tried.get(system.name()).filter(|(files, _)| *files == found.files);
    let mut usable = match same {
        Some((_, usable)) => usable.clone(),
        None => {
            let usable = usable(system, &own, found.files.clone());
            tried.insert(system.name(), (found.files, usable.clone()));
            usable
        }
    };
    usable.broken.extend(unread);
    usable
}

/// The fights and adventures of the own library, of systems that there are; those that cannot be played are told of.
pub fn own_scenarios() -> Own<Listed> {
    let Some(own) = own_library() else { return Own { files: Vec::new(), broken: Vec::new() } };
    let found = own.scenarios();
    let mut broken: Vec<String> = found.broken.iter().map(ToString::to_string).collect();
    let ours = |listed: &Listed| System::ALL.iter().any(|system| system.name() == listed.system);
    let (ours, strange): (Vec<_>, Vec<_>) = found.files.into_iter().partition(ours);
    let names: Vec<&str> = System::ALL.iter().map(|system| system.name()).collect();
    broken.extend(strange.iter().map(|listed| {
        let (name, system) = (&listed.source.name, &listed.system);
        format!("{name}: there is no system {system:?}\n  help: known: {}", names.join(", "))
    }));
    let mut files = Vec::new();
    for listed in ours {
        match bundle_for(listed.source.clone()).and_then(load) {
            Ok(()) => files.push(listed),
            Err(problems) => broken.push(problems.to_string()),
        }
    }
    Own { files, broken }
}

/// Tries all files together, and again without those in which something is wrong, until what is left can be used.
fn usable(system: System, own: &OwnLibrary, mut files: Vec<Source>) -> Own<Source> {
    let mut broken = Vec::new();
    let Some(scenario) = fracas_content::scenarios().find(|listed| listed.system == system.name()) else {
        return Own { files, broken };
    };
    let mut more = Vec::new();
    files.retain(|file| match includes(file, Some(own.folder())) {
        Ok(included) => {
            more.extend(included);
            true
        }
        Err(problems) => {
            broken.push(problems.to_string());
            false
        }
    });
    let inside = |file: &Source, files: &[Source]| files.iter().any(|known| known.path == file.path);
    for file in more {
        if !inside(&file, &files) {
            files.push(file);
        }
    }
    while !files.is_empty() {
        let all = library(system.name()).into_iter().chain(files.iter().cloned()).collect();
        let bundle = Bundle { scenario: scenario.source.clone(), library: all, party: None };
        let Err(problems) = load(bundle) else { break };
        let (bad, good): (Vec<_>, Vec<_>) =
            files.into_iter().partition(|file| problems.iter().any(|problem| problem.file == file.name));
        broken.push(problems.to_string());
        // A problem that is in none of them is in all of them together, such as too many things.
        files = if bad.is_empty() { Vec::new() } else { good };
    }
    Own { files, broken }
}
