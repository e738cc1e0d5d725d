//! The files of docs/AUTHORING.md are files that can be played.

use std::path::Path;

use fracas_content::{Source, adventures};
use fracas_systems::{Checked, System, bundle_for, bundle_with, check, open};
use fracas_workshop::{Start, start};

fn page() -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/AUTHORING.md");
    std::fs::read_to_string(page).unwrap()
}

/// The blocks of TOML on the page, each with the name in its first line. What is more of a file stands below all of it.
fn files() -> Vec<Source> {
    let text = page();
    let blocks = text.split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let mut files: Vec<Source> = Vec::new();
    for block in blocks {
        let first = block.lines().next().and_then(|line| line.strip_prefix("# "));
        let name = first.expect("a block begins with a name");
        files.push(match name.strip_prefix("more of ") {
            Some(of) => {
                let above = files.iter().find(|file| file.name == of).map(|file| file.text.clone());
                let whole = above.or_else(|| begun(of)).expect("it stands above, or `fracas new` writes it");
                Source::new(name, format!("{whole}\n{block}"))
            }
            None => Source::new(name, block),
        });
    }
    files
}

/// What `fracas new` writes, as `twelves/adventure.toml`.
fn begun(name: &str) -> Option<String> {
    let (system, what) = name.strip_suffix(".toml")?.split_once('/')?;
    let (_, what) = Start::ALL.into_iter().find(|(known, _)| *known == what)?;
    start(System::named(system)?, what).map(str::to_owned)
}

#[test]
fn whatever_is_toml_is_tested() {
    let text = page();
    let others = text.split("```text\n").skip(1).filter_map(|rest| rest.split("```").next());
    for block in others {
        assert!(!block.contains("[[") && !block.contains(" = "), "this is TOML, and not marked so:\n{block}");
    }
}

#[test]
fn every_file_on_the_page_can_be_played() {
    let files = files();
    let mut kinds = Vec::new();
    for file in files {
        let name = file.name.clone();
        let kind = check(file.clone()).unwrap_or_else(|problems| panic!("{name}: {problems}"));
        let bundle = match kind {
            Checked::Party(system) => {
                let place = adventures().find(|adventure| adventure.system == system.name()).unwrap();
                bundle_with(place.source, Some(file))
            }
            _ => bundle_for(file),
        };
        open(bundle.unwrap(), 1, 0).unwrap();
        kinds.push(kind);
    }
    assert_eq!(
        kinds,
        [
            Checked::Scenario(System::Delve),
            Checked::Scenario(System::Delve),
            Checked::Adventure(System::Delve),
            Checked::Scenario(System::Delve),
            Checked::Adventure(System::Delve),
            Checked::Adventure(System::Twelves),
            Checked::Adventure(System::Delve),
            Checked::Party(System::Delve),
            Checked::Scenario(System::Delve)
        ]
    );
}
