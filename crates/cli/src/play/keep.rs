//! Keeping a game on disk while it is played, and finding it again.

use std::path::{Path, PathBuf};

use fracas_content::find;
use fracas_table::{Game, Replay, SaveError, SaveFile, Saved, saved, state_dir};

use crate::failure::{Failure, Kind};

/// Where the game goes, if anywhere.
#[derive(Debug)]
pub struct Keeper {
    file: Option<SaveFile>,
    /// For a new name, when somebody else has written to ours.
    stem: String,
    /// What was kept last, but for the file itself.
    kept: Option<Replay>,
    complained: bool,
}

fn folder() -> Option<PathBuf> {
    state_dir(|name| std::env::var_os(name))
}

impl Keeper {
    pub fn in_file(file: SaveFile) -> Keeper {
        let stem = stem_of(&file.path().display().to_string());
        Keeper { file: Some(file), stem, kept: None, complained: false }
    }

    /// In a new file of the state folder, named after the scenario and the seed.
    pub fn in_folder(scenario: &str, seed: u64) -> Keeper {
        let stem = format!("{}-{seed}", stem_of(scenario));
        let file = folder().and_then(|folder| SaveFile::fresh(&folder, &stem).ok());
        Keeper { file, stem, kept: None, complained: false }
    }

    pub fn can_keep(&self) -> bool {
        self.file.is_some()
    }

    /// The file, once something is in it.
    pub fn path(&self) -> Option<&Path> {
        self.kept.as_ref().and(self.file.as_ref()).map(SaveFile::path)
    }

    /// Saves what is new. Returns what a person should be told, if anything.
    pub fn keep(&mut self, game: &dyn Game) -> Option<String> {
        let replay = game.replay();
        // A game in which nothing has happened is not worth a file.
        let nothing = self.kept.is_none() && replay.steps.is_empty() && replay.notes.is_empty();
        if nothing || self.kept.as_ref() == Some(&replay) {
            return None;
        }
        let file = self.file.as_mut()?;
        let mut said = None;
        let mut written = file.write(&replay);
        if let Err(SaveError::Changed { .. } | SaveError::Exists { .. }) = &written {
            let folder = file.path().parent().map(Path::to_owned).unwrap_or_default();
            if let Ok(mut other) = SaveFile::fresh(&folder, &self.stem) {
                written = other.write(&replay);
                said = Some(format!(
                    "{} was changed by another program and is left as it is; this game is now kept in {}.",
                    file.path().display(),
                    other.path().display()
                ));
                *file = other;
            }
        }
        match written {
            Ok(()) => {
                self.kept = Some(replay);
                said
            }
            Err(_) if self.complained => None,
            Err(error) => {
                self.complained = true;
                Some(format!("The game cannot be kept: {error}. Use `save FILE` to write it elsewhere."))
            }
        }
    }
}

/// A file's name without folders and ending, fit to be a file's name itself.
fn stem_of(name: &str) -> String {
    let stem = Path::new(name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let fit: String = stem
        .unwrap_or_default()
        .chars()
        .map(|c| if c.is_alphanumeric() || c == '-' || c == '_' { c } else { '-' })
        .take(60)
        .collect();
    if fit.trim_matches('-').is_empty() { "game".to_owned() } else { fit }
}

/// Unfinished games, the newest first, and what could not be read.
fn unfinished_games() -> (Vec<Saved>, Vec<SaveError>) {
    let Some(folder) = folder() else { return (Vec::new(), Vec::new()) };
    let (mut games, errors) = saved(&folder);
    games.retain(|game| game.replay.outcome.is_none());
    (games, errors)
}

/// A remark about the newest unfinished game of this scenario, and the command that takes it up.
pub fn unfinished(scenario: &str) -> Option<(String, String)> {
    let (games, _) = unfinished_games();
    let game = games.into_iter().find(|game| game.replay.bundle.scenario.name == scenario)?;
    let (steps, seed) = (game.replay.steps.len(), game.replay.seed);
    let note = format!("A game of this scenario is not finished ({steps} steps, seed {seed}). Go on with");
    Some((note, format!("fracas play --resume {}", game.path.display())))
}

/// The saved game that is meant: a file, the newest of a scenario, or the newest of all.
pub fn find_saved(which: Option<&str>) -> Result<PathBuf, Failure> {
    if let Some(path) = which.map(Path::new)
        && (path.exists() || path.extension().is_some_and(|ending| ending == "json"))
    {
        return Ok(path.to_owned());
    }
    let scenario = which.map(|name| find(name).map(|source| source.name)).transpose()?;
    let (games, errors) = unfinished_games();
    for error in errors {
        eprintln!("fracas: skipped {error}");
    }
    let fits = |game: &&Saved| scenario.as_ref().is_none_or(|name| *name == game.replay.bundle.scenario.name);
    match games.iter().find(fits) {
        Some(game) => Ok(game.path.clone()),
        None => {
            let of = which.map(|name| format!(" of {name}")).unwrap_or_default();
            Err(Failure::new(Kind::NotFound, format!("no unfinished game{of} is saved")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_come_from_names_of_scenarios() {
        assert_eq!(stem_of("content/delve/scenarios/ford.toml"), "ford");
        assert_eq!(stem_of("/tmp/My ford (2).toml"), "My-ford--2-");
        assert_eq!(stem_of("///"), "game");
        assert_eq!(stem_of("…"), "game");
    }
}
