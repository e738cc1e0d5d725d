//! A content file as text with the name that errors show for it. Reading one from disk refuses what cannot be content.
//! It does not look into the text.

use std::fmt;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// No hand-written file comes near this; what does is something else.
pub const MAX_BYTES: u64 = 1 << 20;

/// A file's text, and its name as errors show it: a path, or `content/delve/creatures.toml` for one that is built in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    pub name: String,
    pub text: String,
    /// Kept with something that was played before, when less may have been asked of a file.
    #[serde(skip)]
    pub kept: bool,
    /// Where it was read from, if that was a file: only then can it include others.
    #[serde(skip)]
    pub path: Option<PathBuf>,
}

impl Source {
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        // Some editors put a byte order mark at the start; it would shift the columns of the first line.
        let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
        Self { name: name.into(), text, kept: false, path: None }
    }

    /// Reads a file; the error says what is the matter with it.
    pub fn read(path: &Path) -> Result<Self, NotFound> {
        let name = path.display().to_string();
        let bytes = bytes_of(path).map_err(|reason| NotFound::new(format!("{name}: {reason}"), ""))?;
        if bytes.len() as u64 > MAX_BYTES {
            return Err(NotFound::new(
                format!("{name}: the file is larger than {} KiB", MAX_BYTES / 1024),
                "content files are short; is this the right file?",
            ));
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self { path: Some(path.to_owned()), ..Self::new(name, text) }),
            Err(error) => Err(NotFound::new(
                format!("{name}: not UTF-8 text, from byte {} on", error.utf8_error().valid_up_to()),
                "save the file as UTF-8",
            )),
        }
    }
}

/// At most one byte more than is allowed, so that an endless file ends too.
fn bytes_of(path: &Path) -> Result<Vec<u8>, String> {
    let explain = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound => "there is no such file".to_owned(),
        ErrorKind::PermissionDenied => "no permission to read the file".to_owned(),
        _ => format!("the file cannot be read: {error}"),
    };
    if path.metadata().map_err(explain)?.is_dir() {
        return Err("this is a folder, not a file".to_owned());
    }
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes)).map_err(explain)?;
    Ok(bytes)
}

/// Why there is no such content, and what there is instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotFound {
    pub message: String,
    pub advice: Option<String>,
}

impl NotFound {
    pub(crate) fn new(message: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { message: message.into(), advice: Some(advice.into()).filter(|advice| !advice.is_empty()) }
    }
}

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.advice {
            Some(advice) => write!(f, "\n  help: {advice}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for NotFound {}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(folder: &Path, file: &str, bytes: Option<&[u8]>) -> String {
        let path = folder.join(file);
        if let Some(bytes) = bytes {
            std::fs::write(&path, bytes).unwrap();
        }
        Source::read(&path).unwrap_err().to_string().replace(&folder.display().to_string(), "dir")
    }

    #[test]
    fn refuses_what_cannot_be_content() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        assert_eq!(refusal(folder, "missing.toml", None), "dir/missing.toml: there is no such file");
        assert_eq!(refusal(folder, ".", None), "dir/.: this is a folder, not a file");
        assert_eq!(
            refusal(folder, "latin.toml", Some(b"name = '\xe9'")),
            "dir/latin.toml: not UTF-8 text, from byte 8 on\n  help: save the file as UTF-8"
        );
        assert_eq!(
            refusal(folder, "huge.toml", Some(&vec![b'\n'; MAX_BYTES as usize + 1])),
            "dir/huge.toml: the file is larger than 1024 KiB\n  help: content files are short; is this the right file?"
        );
    }

    #[test]
    fn reads_the_largest_file_allowed_and_drops_the_byte_order_mark() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("full.toml");
        std::fs::write(&path, vec![b'\n'; MAX_BYTES as usize]).unwrap();
        assert_eq!(Source::read(&path).unwrap().text.len() as u64, MAX_BYTES);
        assert_eq!(Source::new("a", "\u{feff}b").text, "b");
    }
}
