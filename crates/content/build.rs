//! Rebuilds the crate when a content file is added, removed or changed. `include_dir!` alone notices only changes to
//! the files it saw last time.

use std::path::{Path, PathBuf};

fn main() {
    let root =
        PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../../content");
    watch(&root);
}

fn watch(folder: &Path) {
    println!("cargo::rerun-if-changed={}", folder.display());
    let Ok(entries) = folder.read_dir() else { return };
    for path in entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()) {
        watch(&path);
    }
}
