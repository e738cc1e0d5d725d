//! A party as a file: the same tables that an adventure has for its own party, with how everybody is now.

use std::fmt::Write;

use fracas_content::Reader;

/// Writes a party's file, table by table. What the tables hold is the system's business.
#[derive(Clone, Debug)]
pub struct PartyFile {
    text: String,
}

impl PartyFile {
    /// Reads what stands before the tables, and says what is wrong with it.
    pub fn check_head(top: &mut Reader<'_>, system: &str) {
        let theirs = top.string("system");
        if !theirs.is_empty() && theirs != system {
            let what = format_args!("this party plays by other rules: {theirs:?}");
            top.problem_at("system", what, format_args!("take a party of {system:?}"));
        }
        top.optional_one_of("kind", &[("party", ())]);
        top.optional_string("title");
    }

    /// Are there neither too many nor, the dead of all who are `listed` left out, too few?
    pub fn check_count(top: &Reader<'_>, listed: usize, alive: usize, most: usize) {
        if alive > most {
            top.problem_at("party", format_args!("{alive} heroes"), format_args!("take at most {most}"));
        }
        if alive == 0 && listed > 0 {
            top.problem_at("party", "nobody in this party is alive", "let somebody come along");
        }
    }

    pub fn new(system: &str, title: &str) -> PartyFile {
        let mut file = PartyFile { text: String::new() };
        file.text("system", system).text("kind", "party").text("title", title);
        file
    }

    /// Begins the table `[name]`.
    pub fn table(&mut self, name: &str) -> &mut PartyFile {
        let _ = write!(self.text, "\n[{name}]\n");
        self
    }

    /// Begins one more of the tables `[[name]]`.
    pub fn one_of(&mut self, name: &str) -> &mut PartyFile {
        let _ = write!(self.text, "\n[[{name}]]\n");
        self
    }

    pub fn text(&mut self, key: &str, value: &str) -> &mut PartyFile {
        let _ = writeln!(self.text, "{key} = {}", quoted(value));
        self
    }

    pub fn texts<'a>(&mut self, key: &str, values: impl IntoIterator<Item = &'a str>) -> &mut PartyFile {
        let values: Vec<String> = values.into_iter().map(quoted).collect();
        let _ = writeln!(self.text, "{key} = [{}]", values.join(", "));
        self
    }

    pub fn number(&mut self, key: &str, value: impl Into<i64>) -> &mut PartyFile {
        let _ = writeln!(self.text, "{key} = {}", value.into());
        self
    }

    pub fn numbers(&mut self, key: &str, values: impl IntoIterator<Item = i64>) -> &mut PartyFile {
        let values: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
        let _ = writeln!(self.text, "{key} = [{}]", values.join(", "));
        self
    }

    pub fn flag(&mut self, key: &str, value: bool) -> &mut PartyFile {
        let _ = writeln!(self.text, "{key} = {value}");
        self
    }

    pub fn finish(self) -> String {
        self.text
    }
}

/// A basic string of TOML.
fn quoted(value: &str) -> String {
    let mut out = String::from("\"");
    for c in value.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use fracas_content::{Source, read};

    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let odd = "a \"quoted\" back\\slash,\na line, and a \u{7f}";
        let mut file = PartyFile::new("delve", odd);
        file.table("supplies").number("torches", 3);
        file.one_of("party").text("hero", "brakk").numbers("slots", [1, -2]).flag("dead", true);
        file.one_of("party").texts("gear", ["rope", odd]);
        let source = Source::new("party.toml", file.finish());
        let read = read(&source, |top| {
            let title = (top.string("system"), top.string("title"));
            assert_eq!(top.string("kind"), "party");
            let torches: u8 =
                top.need_table("supplies").map_or(0, |mut table| table.integer("torches", 0..=9));
            let mut party = top.tables("party");
            let first = (
                party[0].string("hero"),
                party[0].integers::<i16>("slots", -5..=5),
                party[0].flag("dead", false),
            );
            (title, torches, first, party[1].strings("gear"))
        });
        let expected = (
            ("delve".to_owned(), odd.to_owned()),
            3,
            ("brakk".to_owned(), vec![1, -2], true),
            vec!["rope".to_owned(), odd.to_owned()],
        );
        assert_eq!(read, Ok(expected));
    }
}
