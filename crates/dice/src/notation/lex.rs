//! Text into words, numbers and signs, each with its place.

use std::ops::Range;

use super::{Dialect, NotationError};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    Number(u32),
    Word(Word),
    Label(&'a str),
    /// `@name`.
    Name(&'a str),
    Plus,
    Minus,
    Times,
    Over,
    /// `//`, where it is no comment: divided and rounded down.
    OverDown,
    Power,
    Percent,
    Bang,
    Open,
    Close,
    OpenGroup,
    CloseGroup,
    Comma,
    Semicolon,
    Dot,
    /// `|`: one or the other.
    Or,
    Less,
    AtMost,
    Equal,
    NotEqual,
    AtLeast,
    More,
    End,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word {
    Die,
    KeepHigh,
    KeepLow,
    DropHigh,
    DropLow,
    Keep,
    Drop,
    Highest,
    Lowest,
    Of,
    With,
    Explode,
    /// `x`, which some write for times.
    Cross,
    Compound,
    Reroll,
    RerollOnce,
    Target,
    Advantage,
    Disadvantage,
    /// Exploding, one less each time; in some dialects, dropping.
    Less,
    Least,
    Most,
    /// `f`: failures, or the F of fudge dice.
    Fail,
    CountHits,
    /// Order on the table: it changes nothing.
    Sort,
    /// Extra dice are dice of their own.
    New,
    /// Not more than one more time.
    Once,
    /// Rolled again once, and added.
    AddOnce,
    Odd,
    Even,
    Floor,
    Ceil,
    Round,
    Abs,
}

/// Every spelling, in small letters. Longer ones first where one starts with another.
const WORDS: &[(&str, Word)] = &[
    ("disadvantage", Word::Disadvantage),
    ("compounding", Word::Compound),
    ("advantage", Word::Advantage),
    ("exploding", Word::Explode),
    ("explode", Word::Explode),
    ("floor", Word::Floor),
    ("round", Word::Round),
    ("highest", Word::Highest),
    ("lowest", Word::Lowest),
    ("reroll", Word::Reroll),
    ("worst", Word::Lowest),
    ("best", Word::Highest),
    ("drop", Word::Drop),
    ("once", Word::Once),
    ("even", Word::Even),
    ("ceil", Word::Ceil),
    ("keep", Word::Keep),
    ("with", Word::With),
    ("adv", Word::Advantage),
    ("abs", Word::Abs),
    ("odd", Word::Odd),
    ("dis", Word::Disadvantage),
    ("min", Word::Least),
    ("max", Word::Most),
    ("of", Word::Of),
    ("mi", Word::Least),
    ("ma", Word::Most),
    ("cs", Word::CountHits),
    ("cf", Word::Fail),
    ("sa", Word::Sort),
    ("sd", Word::Sort),
    ("rr", Word::Reroll),
    ("ra", Word::AddOnce),
    ("kh", Word::KeepHigh),
    ("kl", Word::KeepLow),
    ("dh", Word::DropHigh),
    ("dl", Word::DropLow),
    ("ro", Word::RerollOnce),
    ("tn", Word::Target),
    ("d", Word::Die),
    ("w", Word::Die),
    ("k", Word::KeepHigh),
    ("h", Word::KeepHigh),
    ("l", Word::KeepLow),
    ("e", Word::Explode),
    ("x", Word::Cross),
    ("r", Word::Reroll),
    ("t", Word::Target),
    ("p", Word::Less),
    ("f", Word::Fail),
    ("s", Word::Sort),
    ("o", Word::Once),
    ("n", Word::New),
];

/// What other programs know, and how the same is written here.
const FOREIGN: &[(&str, &str)] = &[
    ("ms", "a margin is what is left over: write d20-12"),
    ("sum", "put + between what is added: write 2d6+3"),
    ("count", "dice are counted by what they show: write 6d6>=5"),
    ("repeat", "say first how often: write 6x4d6kh3"),
    ("df", "failures are taken off what is counted: write 6d6>=5f1"),
];

/// A number may be as large as a result, so that what was worked out can be read back.
pub(super) const MAX_NUMBER: u32 = super::FAR as u32;
/// The most characters of a label.
pub(super) const MAX_LABEL: usize = 40;
/// The most characters of the whole.
const MAX_TEXT: usize = 4096;

/// A token and the bytes it takes.
pub(super) type Placed<'a> = (Token<'a>, Range<usize>);

pub(super) fn lex(text: &str, dialect: Dialect) -> Result<Vec<Placed<'_>>, NotationError> {
    if text.chars().nth(MAX_TEXT).is_some() {
        let what = format!("this has more than {MAX_TEXT} characters");
        return Err(NotationError::new(text, 0..1, what, "write a shorter expression"));
    }
    let mut tokens = Vec::new();
    let mut at = command(text);
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let len = if c.is_whitespace() {
            c.len_utf8()
        } else if c.is_ascii_digit() {
            number(text, at, &mut tokens)?
        } else if c.is_alphabetic() {
            words(text, at, &mut tokens)?
        } else if rest.starts_with("[[") || rest.starts_with("]]") {
            // What is rolled in the middle of a sentence elsewhere; a bracket here.
            tokens.push((if c == '[' { Token::Open } else { Token::Close }, at..at + 2));
            2
        } else if c == '[' {
            label(text, at, &mut tokens)?
        } else if c == '@' {
            name(text, at, &mut tokens)?
        } else if is_repeat(rest, &tokens) {
            tokens.push((Token::Word(Word::Cross), at..at + 1));
            1
        } else if c == '#' || (rest.starts_with("//") && dialect != Dialect::Avrae) {
            // A comment, to the end of its line.
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else {
            let (token, len) = sign(rest).ok_or_else(|| unknown(text, at..at + c.len_utf8()))?;
            tokens.push((token, at..at + len));
            len
        };
        at += len;
    }
    tokens.push((Token::End, text.len()..text.len()));
    Ok(tokens)
}

/// How long a word is that other programs want before the dice: `/roll`, `!r`.
fn command(text: &str) -> usize {
    let word = text.trim_start().split(char::is_whitespace).next().unwrap_or("");
    let is_one = ["/roll", "/r", "!roll", "!r", "roll"].iter().any(|one| word.eq_ignore_ascii_case(one));
    if is_one { text.len() - text.trim_start().len() + word.len() } else { 0 }
}

/// `6#4d6kh3` says how often, where `6 # a comment` does not.
fn is_repeat(rest: &str, tokens: &[Placed<'_>]) -> bool {
    let dice = |c: char| c.is_ascii_digit() || "dD({".contains(c);
    rest.strip_prefix('#').is_some_and(|more| more.starts_with(dice))
        && matches!(tokens, [(Token::Number(_), _)])
}

fn sign(rest: &str) -> Option<(Token<'static>, usize)> {
    let signs = [
        ("//", Token::OverDown),
        ("**", Token::Power),
        ("^", Token::Power),
        ("==", Token::Equal),
        ("<>", Token::NotEqual),
        ("≠", Token::NotEqual),
        ("|", Token::Or),
        (">=", Token::AtLeast),
        ("<=", Token::AtMost),
        ("≥", Token::AtLeast),
        ("≤", Token::AtMost),
        (">", Token::More),
        ("<", Token::Less),
        ("=", Token::Equal),
        ("+", Token::Plus),
        ("-", Token::Minus),
        ("−", Token::Minus),
        ("–", Token::Minus),
        ("*", Token::Times),
        ("×", Token::Times),
        ("·", Token::Times),
        ("/", Token::Over),
        ("÷", Token::Over),
        ("%", Token::Percent),
        ("!", Token::Bang),
        ("(", Token::Open),
        (")", Token::Close),
        ("{", Token::OpenGroup),
        ("}", Token::CloseGroup),
        (",", Token::Comma),
        (";", Token::Semicolon),
        (".", Token::Dot),
    ];
    signs.into_iter().find(|(text, _)| rest.starts_with(text)).map(|(text, token)| (token, text.len()))
}

fn unknown(text: &str, span: Range<usize>) -> NotationError {
    let what = format!("“{}” means nothing here", text[span.clone()].escape_debug());
    NotationError::new(text, span, what, "dice are written like 2d6+3, 4d6kh3 or 6d12!>=8")
}

fn number<'a>(text: &'a str, at: usize, tokens: &mut Vec<Placed<'a>>) -> Result<usize, NotationError> {
    let digits = text[at..].bytes().take_while(u8::is_ascii_digit).count();
    let span = at..at + digits;
    match text[span.clone()].parse() {
        Ok(n) if n <= MAX_NUMBER => {
            tokens.push((Token::Number(n), span));
            Ok(digits)
        }
        _ => {
            let advice = format!("numbers go up to {MAX_NUMBER}");
            Err(NotationError::new(text, span, "this number is too large", advice))
        }
    }
}

/// A run of letters is one word, or several written together, as in `6d12xt8`.
fn words<'a>(text: &'a str, at: usize, tokens: &mut Vec<Placed<'a>>) -> Result<usize, NotationError> {
    let run = text[at..].find(|c: char| !c.is_alphabetic()).unwrap_or(text.len() - at);
    let letters = &text[at..at + run];
    // `4dF` rolls fudge dice, where `4d6df` has its dice already.
    let rolled = matches!(tokens[..], [.., (Token::Word(Word::Die), _), (Token::Number(_), _)]);
    let foreign = FOREIGN.iter().find(|(word, _)| letters.eq_ignore_ascii_case(word));
    if let Some((_, advice)) = foreign.filter(|(word, _)| rolled || *word != "df") {
        let what = format!("{letters} means nothing here");
        return Err(NotationError::new(text, at..at + run, what, *advice));
    }
    let mut done = 0;
    while done < run {
        let rest = &letters.as_bytes()[done..];
        let starts =
            |word: &str| rest.get(..word.len()).is_some_and(|r| r.eq_ignore_ascii_case(word.as_bytes()));
        let Some((spelling, word)) = WORDS.iter().find(|(spelling, _)| starts(spelling)) else {
            return Err(unknown(text, at..at + run));
        };
        // One letter that says something only behind an explosion must not make words of typing errors.
        let exploding = matches!(
            tokens.last(),
            Some((Token::Bang | Token::Word(Word::Less | Word::Cross | Word::Explode | Word::New), _))
        );
        if spelling.len() == 1 && matches!(word, Word::Once | Word::New) && !exploding {
            return Err(unknown(text, at..at + run));
        }
        tokens.push((Token::Word(*word), at + done..at + done + spelling.len()));
        done += spelling.len();
    }
    Ok(run)
}

fn label<'a>(text: &'a str, at: usize, tokens: &mut Vec<Placed<'a>>) -> Result<usize, NotationError> {
    let inside = &text[at + 1..];
    let end = inside.find(['[', ']']).filter(|end| inside[*end..].starts_with(']'));
    let Some(end) = end else {
        return Err(NotationError::new(text, at..at + 1, "this label has no end", "close it with ]"));
    };
    let span = at..at + end + 2;
    let label = inside[..end].trim();
    if label.is_empty() || label.chars().count() > MAX_LABEL || label.chars().any(char::is_control) {
        let advice = format!("a label is a few words, at most {MAX_LABEL} characters, such as [to hit]");
        return Err(NotationError::new(text, span, "this is not a label", advice));
    }
    tokens.push((Token::Label(label), span));
    Ok(end + 2)
}

fn name<'a>(text: &'a str, at: usize, tokens: &mut Vec<Placed<'a>>) -> Result<usize, NotationError> {
    let inside = &text[at + 1..];
    let mut end = inside.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '-').unwrap_or(inside.len());
    let named: Vec<&str> = tokens
        .windows(2)
        .filter_map(|pair| match pair {
            [(Token::Name(name), _), (Token::Equal, _)] => Some(*name),
            _ => None,
        })
        .collect();
    let defines = matches!(tokens.last(), None | Some((Token::Semicolon, _)))
        && inside[end..].trim_start().starts_with('=');
    if !defines && !named.contains(&&inside[..end]) {
        // `@hit-d4` takes something off @hit, unless that is a name of its own.
        let starts =
            |name: &&str| inside[..end].strip_prefix(*name).is_some_and(|more| more.starts_with('-'));
        end = named.into_iter().filter(starts).map(str::len).max().unwrap_or(end);
    }
    if end == 0 {
        return Err(NotationError::new(
            text,
            at..at + 1,
            "a name should follow the @",
            "write @hit = d20+5; @hit",
        ));
    }
    tokens.push((Token::Name(&inside[..end]), at..at + 1 + end));
    Ok(end + 1)
}
