//! The files of docs/AUTHORING.md are files that can be played.

use std::path::Path;

use fracas_content::{Source, adventures};
use fracas_systems::{Checked, System, bundle_for, bundle_with, check, open};

/// The blocks of TOML on the page, each with the name in its first line. What is more of a file stands below all of it.
fn files() -> Vec<Source> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/AUTHORING.md");
    let text = std::fs::read_to_string(page).unwrap();
    let blocks = text.split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let mut files: Vec<Source> = Vec::new();
    for block in blocks {
        let first = block.lines().next().and_then(|line| line.strip_prefix("# "));
        let name = first.expect("a block begins with a name");
        files.push(match name.strip_prefix("more of ") {
            Some(of) => {
                let whole = files.iter().find(|file| file.name == of).expect("it stands above");
                Source::new(name, format!("{}\n{block}", whole.text))
            }
            None => Source::new(name, block),
        });
    }
    files
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
            Checked::Adventure(System::Delve),
            Checked::Adventure(System::Delve),
            Checked::Party(System::Delve)
        ]
    );
}
