//! Rebuilds the crate when a content file is added, removed or changed. `include_dir!` alone notices only changes to
//! the files it saw last time. A program for development has nothing built in.

use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var_os("CARGO_CFG_DEBUG_ASSERTIONS").is_none() {
        let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"))
            .join("../../content");
        watch(&root);
    }
}

fn watch(folder: &Path) {
    println!("cargo::rerun-if-changed={}", folder.display());
    let Ok(entries) = folder.read_dir() else { return };
    for path in entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()) {
        watch(&path);
    }
}
