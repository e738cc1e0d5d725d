//! The TypeScript types in `web/src/wire` are those of the messages. With `FRACAS_WRITE_TYPES=1` they are written.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use fracas_lab::Review;
use fracas_server::messages::{
    Brought, CastView, Checked, ClientMessage, Failure, Moments, NewTable, Opened, PuzzleCard, PuzzleTry,
    PuzzleVerdict, Reach, ScenarioCard, ServerMessage, Squares, SystemCard, TableCard, ToCheck,
};
use fracas_server::workshop_messages::{
    BalanceOf, Balanced, Deeds, DeedsOf, Draft, FileText, GrowthOf, GrowthStep, NewFile, RenameFile,
    SaveFile, SavedFile, SystemForms, Thing, Trial, Workshop,
};
use ts_rs::{Config, TS};

const HEADER: &str = "// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.\n// Do not edit.\n";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire")
}

/// Every file as it should be, by name.
fn generated() -> BTreeMap<String, String> {
    let out = tempfile::tempdir().unwrap();
    let config = Config::new().with_out_dir(out.path()).with_large_int("number");
    ServerMessage::export_all(&config).unwrap();
    ClientMessage::export_all(&config).unwrap();
    ScenarioCard::export_all(&config).unwrap();
    SystemCard::export_all(&config).unwrap();
    NewTable::export_all(&config).unwrap();
    Opened::export_all(&config).unwrap();
    PuzzleCard::export_all(&config).unwrap();
    PuzzleTry::export_all(&config).unwrap();
    PuzzleVerdict::export_all(&config).unwrap();
    TableCard::export_all(&config).unwrap();
    ToCheck::export_all(&config).unwrap();
    Brought::export_all(&config).unwrap();
    CastView::export_all(&config).unwrap();
    Checked::export_all(&config).unwrap();
    Failure::export_all(&config).unwrap();
    Moments::export_all(&config).unwrap();
    Squares::export_all(&config).unwrap();
    Reach::export_all(&config).unwrap();
    Review::export_all(&config).unwrap();
    Workshop::export_all(&config).unwrap();
    FileText::export_all(&config).unwrap();
    SaveFile::export_all(&config).unwrap();
    SavedFile::export_all(&config).unwrap();
    RenameFile::export_all(&config).unwrap();
    SystemForms::export_all(&config).unwrap();
    Thing::export_all(&config).unwrap();
    NewFile::export_all(&config).unwrap();
    Draft::export_all(&config).unwrap();
    Trial::export_all(&config).unwrap();
    BalanceOf::export_all(&config).unwrap();
    Balanced::export_all(&config).unwrap();
    DeedsOf::export_all(&config).unwrap();
    Deeds::export_all(&config).unwrap();
    GrowthOf::export_all(&config).unwrap();
    GrowthStep::export_all(&config).unwrap();
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(out.path()).unwrap() {
        let entry = entry.unwrap();
        let text = std::fs::read_to_string(entry.path()).unwrap();
        let body: String = text
            .lines()
            .skip_while(|line| line.starts_with("//"))
            .fold(String::new(), |all, line| all + line.trim_end() + "\n");
        files.insert(entry.file_name().into_string().unwrap(), format!("{HEADER}{body}"));
    }
    let index: String = files
        .keys()
        .map(|name| name.trim_end_matches(".ts"))
        .map(|name| format!("export type {{ {name} }} from \"./{name}\";\n"))
        .collect();
    files.insert("index.ts".to_owned(), format!("{HEADER}{index}"));
    files
}

#[test]
fn the_pages_types_are_those_of_the_messages() {
    let (files, folder) = (generated(), folder());
    if std::env::var_os("FRACAS_WRITE_TYPES").is_some() {
        std::fs::create_dir_all(&folder).unwrap();
        for (name, text) in &files {
            std::fs::write(folder.join(name), text).unwrap();
        }
    }
    let mut there = BTreeMap::new();
    for entry in std::fs::read_dir(&folder).unwrap() {
        let entry = entry.unwrap();
        let text = std::fs::read_to_string(entry.path()).unwrap();
        there.insert(entry.file_name().into_string().unwrap(), text);
    }
    for (name, text) in &files {
        assert_eq!(there.get(name), Some(text), "{name} is not as the Rust types say: write them again");
    }
    let extra: Vec<&String> = there.keys().filter(|name| !files.contains_key(*name)).collect();
    assert!(extra.is_empty(), "files that no type makes: {extra:?}");
}
