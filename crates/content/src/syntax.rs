//! What is wrong with a text that is no TOML, in words for people who never read the TOML specification, and a guard
//! against nesting so deep that handling the tree would exhaust the stack. It knows nothing of fields.

use std::ops::Range;

use toml::de::Error;
use toml_parser::lexer::TokenKind;

/// Content nests four or five levels deep.
const DEEPEST: usize = 32;

/// Where a text nests too deeply, if it does. The parser has a limit too, but one for brackets and one for the parts of
/// a key: multiplied, they make a tree of thousands of levels, and dropping that overflows the stack.
pub(crate) fn too_deep(text: &str) -> Option<Range<usize>> {
    // Each open bracket, as what closes it, with the levels that it and the dots after it add.
    let mut open = vec![(TokenKind::Eof, 0)];
    let mut in_value = false;
    for token in toml_parser::Source::new(text).lex() {
        let innermost = open.len() - 1;
        let in_list = in_value && open[innermost].0 == TokenKind::RightSquareBracket;
        match token.kind() {
            // The dots in a list are those of numbers.
            TokenKind::Dot if !in_list => open[innermost].1 += 1,
            TokenKind::LeftSquareBracket => open.push((TokenKind::RightSquareBracket, 1)),
            TokenKind::LeftCurlyBracket => open.push((TokenKind::RightCurlyBracket, 1)),
            // A bracket that closes nothing is skipped: to think a broken text deeper than it is does no harm.
            close if innermost > 0 && close == open[innermost].0 => open.truncate(innermost),
            TokenKind::Comma if innermost > 0 => open[innermost].1 = 1,
            TokenKind::Equals if innermost == 0 => in_value = true,
            // A header ends with its line, even one that lacks a bracket.
            TokenKind::Newline if innermost == 0 || !in_value => {
                (open, in_value) = (vec![(TokenKind::Eof, 0)], false)
            }
            _ => continue,
        }
        if open.iter().map(|level| level.1).sum::<usize>() > DEEPEST {
            return Some(token.span().start()..token.span().end());
        }
    }
    None
}

/// The message and advice for an error of the parser; `there` is the text it points at.
pub(crate) fn explain(error: &Error, there: &str) -> (String, &'static str) {
    let message = error.message();
    let starts = |with: &str| message.starts_with(with);
    let unquoted = starts("string values must be quoted")
        || (starts("invalid float") || starts("invalid boolean")) && there.starts_with(char::is_alphabetic);
    if starts("missing value") || unquoted && there.is_empty() {
        return ("a key without a value".into(), "write a value after `=`");
    }
    if unquoted {
        return (
            "this is not a value".into(),
            "put text in \"quotes\", and a comma between the values of a list",
        );
    }
    if starts("key with no value") {
        return (
            "a key without a value".into(),
            "write `key = value`, or start the line with # if it is a comment",
        );
    }
    if starts("invalid") && message.contains("string, expected `") {
        return ("text without its closing quote".into(), "close it with the quote that opened it");
    }
    if starts("duplicate key") {
        return (
            "this key stands here a second time".into(),
            "remove one of the two, or use [[…]] for a list",
        );
    }
    (message.to_owned(), advice_for(message))
}

fn advice_for(message: &str) -> &'static str {
    const ADVICE: [(&str, &str); 6] = [
        ("missing comma", "put a comma in between, or close the bracket that was opened before"),
        ("unclosed table", "write [name]"),
        ("unclosed array table", "write [[name]]"),
        ("unclosed", "close the bracket"),
        ("unexpected leading zero", "write the number without the nought in front"),
        ("missing escaped value", r"write \\ for a backslash, or put the text in 'single quotes'"),
    ];
    let found = ADVICE.iter().find(|(start, _)| message.starts_with(start));
    found.map_or("a line is `key = value`, `[table]` or `[[list of tables]]`", |(_, advice)| advice)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use toml::de::{DeTable, DeValue};

    use super::*;

    fn depth(value: &DeValue<'_>) -> usize {
        match value {
            DeValue::Array(list) => 1 + list.iter().map(|item| depth(item.get_ref())).max().unwrap_or(0),
            DeValue::Table(table) => 1 + table.values().map(|item| depth(item.get_ref())).max().unwrap_or(0),
            _ => 0,
        }
    }

    fn pieces(most: usize) -> impl Strategy<Value = String> {
        let piece = prop::sample::select(vec![
            "a", "a.a.a", ".", "=", "[", "]", "{", "}", ",", "\n", " ", "1", "'x'", "'", "#", "[[", "]]",
        ]);
        prop::collection::vec(piece, 0..most).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(4096) })]

        /// A header and a value may each go as deep as is allowed, and the parser mends broken text in its own way.
        #[test]
        fn what_passes_the_guard_is_shallow(start in pieces(6), again in pieces(9)) {
            let text = start + &again.repeat(70);
            if too_deep(&text).is_none() {
                let (table, _) = DeTable::parse_recoverable(&text);
                prop_assert!(depth(&DeValue::Table(table.into_inner())) <= 2 * (DEEPEST + 1));
            }
        }
    }
}
