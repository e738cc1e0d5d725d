//! The files that a file needs: `include = ["beasts.toml"]`. They are looked for beside it, and in the library that
//! it is part of, and nowhere else. Only a file on disk can name others: a text that somebody sent reads nothing.

use std::path::{Path, PathBuf};

use crate::bundle::INCLUDE;
use crate::document::read;
use crate::field::Field;
use crate::problem::Problems;
use crate::source::Source;

/// The files that a file includes and those that they include, each once, what is needed before what needs it.
/// `library` is the folder of a library, whose files may include each other wherever they are in it.
pub fn includes(source: &Source, library: Option<&Path>) -> Result<Vec<Source>, Problems> {
    let library = library.and_then(|folder| folder.canonicalize().ok());
    let mut search = Search { library, found: Vec::new(), open: Vec::new(), done: Vec::new() };
    search.open.extend(source.path.as_deref().and_then(|path| path.canonicalize().ok()));
    search.visit(source)?;
    Ok(search.found)
}

struct Search {
    library: Option<PathBuf>,
    found: Vec<Source>,
    /// The files on the way to the one that is looked at.
    open: Vec<PathBuf>,
    done: Vec<PathBuf>,
}

impl Search {
    fn visit(&mut self, source: &Source) -> Result<(), Problems> {
        let named = read(source, |top| {
            let list = top.list(INCLUDE);
            list.iter().filter_map(|field| self.look_up(source, field)).collect::<Vec<_>>()
        })?;
        for (path, file) in named {
            if self.done.contains(&path) {
                continue;
            }
            self.open.push(path.clone());
            self.visit(&file)?;
            self.open.pop();
            self.done.push(path);
            self.found.push(file);
        }
        Ok(())
    }

    /// The file that is meant, and where it really is; what is wrong with it is reported.
    fn look_up(&self, source: &Source, field: &Field<'_>) -> Option<(PathBuf, Source)> {
        let named = field.text()?;
        let Some(path) = &source.path else {
            field.problem("only a file on disk can include others", "write here what the other file says");
            return None;
        };
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let wanted = folder.join(named);
        let (Ok(folder), Ok(real)) = (folder.canonicalize(), wanted.canonicalize()) else {
            field.problem(
                format_args!("there is no file {:?}", wanted.display().to_string()),
                "name a file beside this one",
            );
            return None;
        };
        let library = self.library.as_deref().filter(|library| folder.starts_with(library));
        let allowed = real.starts_with(&folder) || library.is_some_and(|library| real.starts_with(library));
        if !allowed || Path::new(named).is_absolute() {
            field.problem(
                "that is outside this file's folder",
                "put the other file beside this one, or both into your library",
            );
            return None;
        }
        if let Some(from) = self.open.iter().position(|open| *open == real) {
            let name = |path: &PathBuf| path.file_name().unwrap_or_default().display().to_string();
            let way: Vec<String> = self.open[from..].iter().chain([&real]).map(name).collect();
            field.problem(
                format_args!("files that include each other: {}", way.join(", ")),
                "put what both need into a third file",
            );
            return None;
        }
        match Source::read(&wanted) {
            Ok(file) => Some((real, file)),
            Err(error) => {
                field.problem(error.message, error.advice.unwrap_or_default());
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shelf(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        folder
    }

    fn told(folder: &Path, file: &str, library: Option<&Path>) -> Result<Vec<String>, String> {
        let source = Source::read(&folder.join(file)).unwrap();
        let found = includes(&source, library).map_err(|problems| problems.to_string())?;
        let name = |source: Source| Path::new(&source.name).file_name().unwrap().display().to_string();
        Ok(found.into_iter().map(name).collect())
    }

    #[test]
    fn what_is_needed_comes_before_what_needs_it_and_once() {
        let folder = shelf(&[
            ("fight.toml", "include = ['beasts.toml', 'more/arms.toml']"),
            ("beasts.toml", "include = ['more/arms.toml']"),
            ("more/arms.toml", ""),
        ]);
        assert_eq!(told(folder.path(), "fight.toml", None).unwrap(), ["arms.toml", "beasts.toml"]);
    }

    #[test]
    fn nothing_outside_is_read() {
        let folder = shelf(&[
            ("secret.toml", "[[weapon]]"),
            ("mine/fight.toml", "include = ['../secret.toml']"),
            ("mine/other/fight.toml", "include = ['../fight.toml']"),
            ("mine/away.toml", "include = ['nowhere.toml']"),
        ]);
        let outside = told(folder.path(), "mine/fight.toml", None).unwrap_err();
        assert!(
            outside.contains("fight.toml:1:12: include[0]: that is outside this file's folder"),
            "{outside}"
        );
        let mine = folder.path().join("mine");
        assert!(told(&mine, "fight.toml", Some(&mine)).unwrap_err().contains("outside this file's folder"));
        assert!(told(&mine, "fight.toml", Some(folder.path())).is_ok());
        let missing = told(folder.path(), "mine/away.toml", None).unwrap_err();
        assert!(missing.contains("there is no file") && missing.contains("nowhere.toml"), "{missing}");
        let absolute = format!("include = ['{}']", folder.path().join("mine/away.toml").display());
        std::fs::write(mine.join("absolute.toml"), absolute).unwrap();
        assert!(told(&mine, "absolute.toml", None).unwrap_err().contains("outside this file's folder"));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(folder.path().join("secret.toml"), mine.join("link.toml")).unwrap();
            std::fs::write(mine.join("follows.toml"), "include = ['link.toml']").unwrap();
            assert!(told(&mine, "follows.toml", None).unwrap_err().contains("outside this file's folder"));
        }
    }

    #[test]
    fn text_that_was_sent_reads_nothing() {
        let folder = shelf(&[("beasts.toml", "")]);
        let path = folder.path().join("beasts.toml");
        for named in [path.display().to_string(), "beasts.toml".to_owned(), "/etc/passwd".to_owned()] {
            let sent = Source::new("sent.toml", format!("system = 'x'\ninclude = ['{named}']"));
            let told = includes(&sent, Some(folder.path())).unwrap_err().to_string();
            assert!(told.contains("only a file on disk can include others"), "{told}");
        }
    }

    #[test]
    fn circles_are_told() {
        let folder = shelf(&[
            ("a.toml", "include = ['b.toml']"),
            ("b.toml", "include = ['c.toml']"),
            ("c.toml", "include = ['b.toml']"),
            ("d.toml", "include = ['d.toml']"),
        ]);
        let told_a = told(folder.path(), "a.toml", None).unwrap_err();
        assert!(
            told_a.contains("c.toml:1:12: include[0]: files that include each other: b.toml, c.toml, b.toml")
        );
        assert!(told(folder.path(), "d.toml", None).unwrap_err().contains("each other: d.toml, d.toml"));
    }
}
