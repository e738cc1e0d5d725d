//! Lines in and text out: standard input one bounded line at a time, standard output without panics.

use std::io::{self, BufRead, IsTerminal, Write};

use crate::failure::Failure;

/// What came from a reader.
#[derive(Debug, PartialEq, Eq)]
pub enum Incoming {
    /// Without its line ending. The last line may lack one.
    Line(Vec<u8>),
    /// Longer than allowed; it was read to its end and dropped.
    TooLong,
    End,
}

/// Reads a line of at most `limit` bytes, and never holds more than that.
pub fn read_line(reader: &mut impl BufRead, limit: usize) -> io::Result<Incoming> {
    let (mut line, mut too_long, mut any) = (Vec::new(), false, false);
    loop {
        let chunk = reader.fill_buf()?;
        if chunk.is_empty() {
            break;
        }
        any = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        too_long |= line.len() + part.len() > limit;
        if !too_long {
            line.extend_from_slice(part);
        }
        let used = end.map_or(chunk.len(), |at| at + 1);
        reader.consume(used);
        if end.is_some() {
            break;
        }
    }
    match (any, too_long) {
        (false, _) => Ok(Incoming::End),
        (true, true) => Ok(Incoming::TooLong),
        (true, false) => {
            if line.last() == Some(&b'\r') {
                line.pop();
            }
            Ok(Incoming::Line(line))
        }
    }
}

/// Writes to standard output at once.
pub fn say(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// A person at a terminal, or a script on a pipe: both type lines.
#[derive(Debug)]
pub struct Typist {
    terminal: bool,
}

impl Typist {
    /// Nobody types lines of this length.
    const LONGEST: usize = 64 << 10;

    pub fn new() -> Typist {
        Typist { terminal: io::stdin().is_terminal() && io::stdout().is_terminal() }
    }

    pub fn is_person(&self) -> bool {
        self.terminal
    }

    /// Shows a prompt and reads what is typed; `None` at the end. What a script says is echoed, so that a transcript
    /// reads as a session on a terminal does.
    pub fn ask(&self, prompt: &str) -> Result<Option<String>, Failure> {
        say(prompt)?;
        let line = match read_line(&mut io::stdin().lock(), Typist::LONGEST)? {
            Incoming::End => {
                say("\n")?;
                return Ok(None);
            }
            Incoming::TooLong => "(a line that is too long)".to_owned(),
            Incoming::Line(bytes) => crate::paint::tame(String::from_utf8_lossy(&bytes).trim()),
        };
        if !self.terminal {
            say(&format!("{line}\n"))?;
        }
        Ok(Some(line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_bounded_and_the_next_one_is_whole_again() {
        let mut input = io::BufReader::with_capacity(4, &b"short\r\nmuch too long\n\nend"[..]);
        let mut next = || read_line(&mut input, 8).unwrap();
        assert_eq!(next(), Incoming::Line(b"short".to_vec()));
        assert_eq!(next(), Incoming::TooLong);
        assert_eq!(next(), Incoming::Line(Vec::new()));
        assert_eq!(next(), Incoming::Line(b"end".to_vec()));
        assert_eq!(next(), Incoming::End);
    }
}
