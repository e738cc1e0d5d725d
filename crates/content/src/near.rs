//! Finds what somebody probably meant to write, and words it. It knows nothing of files.

use std::collections::HashSet;

use crate::shown::clipped;

/// Lists in advice stop here: nobody wrote so many by hand.
const LISTED: usize = 500;
/// Nobody misspells a name of this length; comparing such texts would only cost time.
const LONGEST: usize = 64;

/// The known word closest to `given`, if any is close enough to be meant.
pub fn nearest<'k>(given: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    known
        .into_iter()
        .filter_map(|word| Some((distance(given, word)?, word)))
        .min_by_key(|pair| pair.0)
        .map(|pair| pair.1)
}

/// Advice such as `did you mean "bow"? known: "bow", "axe"`, where `label` is `known` and `quote` a quotation mark.
pub fn suggest<'k>(
    given: &str,
    known: impl IntoIterator<Item = &'k str>,
    label: &str,
    quote: char,
) -> String {
    let mut seen = HashSet::new();
    let mut words: Vec<&str> = known.into_iter().filter(|word| seen.insert(*word)).collect();
    let meant = nearest(given, words.iter().copied());
    words.sort_by_key(|word| distance(given, word).unwrap_or(usize::MAX));
    let list = listing(&words, quote);
    match meant {
        Some(word) => format!("did you mean {quote}{word}{quote}? {label}: {list}"),
        None => format!("{label}: {list}"),
    }
}

/// `"a", "b", "c"`, and how many more if they are endless.
pub(crate) fn listing(words: &[&str], quote: char) -> String {
    let shown: Vec<String> =
        words.iter().take(LISTED).map(|word| format!("{quote}{}{quote}", clipped(word))).collect();
    let rest = words.len().saturating_sub(LISTED);
    match (shown.is_empty(), rest) {
        (true, _) => "none".into(),
        (false, 0) => shown.join(", "),
        (false, rest) => format!("{} and {rest} more", shown.join(", ")),
    }
}

/// How far apart two words are; `None` when one is not a slip for the other.
fn distance(given: &str, word: &str) -> Option<usize> {
    if given.len() > LONGEST || word.len() > LONGEST {
        return None;
    }
    let (given, word) = (simplified(given), simplified(word));
    let slips = strsim::osa_distance(&given, &word);
    let longer = given.chars().count().max(word.chars().count());
    if slips <= (longer / 3).max(1) && slips < longer {
        return Some(slips);
    }
    // `goblin` may stand for `goblin-ambush`: part of a name is remembered more often than mistyped.
    let part = given.len() >= 3 && word.contains(&given) || word.len() >= 3 && given.contains(&word);
    part.then_some(longer)
}

/// Case and the choice between space, `_` and `-` are the slips that are no slips.
fn simplified(word: &str) -> String {
    word.to_lowercase().replace(['_', ' '], "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_slips_and_parts_but_not_strangers() {
        let known = ["longsword", "short bow", "axe"];
        assert_eq!(nearest("longsowrd", known), Some("longsword"));
        assert_eq!(nearest("Short-Bow", known), Some("short bow"));
        assert_eq!(nearest("sword", known), Some("longsword"));
        assert_eq!(nearest("halberd", known), None);
        assert_eq!(nearest("", known), None);
        assert_eq!(nearest("x", ["y"]), None);
        assert_eq!(nearest(&"longsword".repeat(10_000), known), None);
    }

    #[test]
    fn lists_the_nearest_first_and_all_of_them() {
        assert_eq!(
            suggest("axes", ["bow", "axe"], "known", '"'),
            "did you mean \"axe\"? known: \"axe\", \"bow\""
        );
        assert_eq!(suggest("axes", [], "known", '"'), "known: none");
        let many: Vec<String> = (0..LISTED + 2).map(|number| format!("w{number}")).collect();
        let listed = |count: usize| suggest("zzz", many.iter().take(count).map(String::as_str), "keys", '`');
        assert!(listed(60).starts_with("keys: `w0`, `w1`") && listed(60).ends_with(", `w58`, `w59`"));
        assert!(listed(LISTED + 2).ends_with("`w499` and 2 more"));
    }
}
