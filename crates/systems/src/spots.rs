//! Every value of a scenario that can be varied, with those that no file says because they have a default. What a default is
//! only the loader knows: it is found out by giving the number and looking which one makes no difference.

use fracas_content::{Blank, Bundle, Problems, Question, Spot, Survey};

use crate::{as_loaded, load};

/// How many values are tried to see what a number does.
const PROBES: i64 = 3;
/// How many numbers of what was loaded may be the default.
const GUESSES: usize = 8;

/// What the loaders ask of a bundle.
pub(crate) fn asked(bundle: &Bundle) -> Vec<Question> {
    let survey = Survey::new();
    let _ = survey.watch(0, || load(bundle.clone()));
    survey.questions()
}

/// What stands in the files, whole numbers that have a default there, and `heroes.KEY` and `monsters.KEY` for all who fight.
pub fn spots(bundle: &Bundle) -> Result<Vec<Spot>, Problems> {
    let base = as_loaded(bundle)?;
    let mut spots = bundle.spots();
    let blanks = bundle.blanks(&asked(bundle));
    spots.extend(blanks.into_iter().filter_map(|blank| {
        let whole = default(bundle, &base, &blank)?;
        let Blank { path, file, line, .. } = blank;
        Some(Spot { path, value: whole.to_string(), file, line, whole: Some(whole), given: false })
    }));
    let mut all = Vec::new();
    for (group, members) in bundle.groups() {
        let mut keys: Vec<(&str, Vec<&Spot>)> = Vec::new();
        for spot in spots.iter().filter(|spot| spot.whole.is_some()) {
            let Some((id, key)) = spot.path.split_once('.') else { continue };
            if members.iter().all(|member| member != id) {
                continue;
            }
            match keys.iter_mut().find(|(known, _)| *known == key) {
                Some((_, same)) => same.push(spot),
                None => keys.push((key, vec![spot])),
            }
        }
        for (key, same) in keys.into_iter().filter(|(_, same)| same.len() > 1) {
            let mut values: Vec<&str> = same.iter().map(|spot| spot.value.as_str()).collect();
            values.sort_unstable();
            values.dedup();
            let whole = if values.len() == 1 { same[0].whole } else { None };
            let path = format!("{group}.{key}");
            all.push(Spot { path, value: values.join(", "), whole, ..same[0].clone() });
        }
    }
    spots.extend(all);
    Ok(spots)
}

/// The number that a table has if it does not say another.
fn default(bundle: &Bundle, base: &str, blank: &Blank) -> Option<i64> {
    let with = |value: i64| as_loaded(&bundle.with(&blank.path, &value.to_string()).ok()?).ok();
    let most = blank.most.min(blank.least.saturating_add(PROBES - 1));
    for probe in blank.least..=most {
        let Some(other) = with(probe) else { continue };
        if other == base {
            return Some(probe);
        }
        let mut guesses: Vec<i64> = Vec::new();
        for (was, is) in numbers(base).zip(numbers(&other)) {
            // What became the probe may have been the default.
            if was != is
                && is == probe
                && (blank.least..=blank.most).contains(&was)
                && !guesses.contains(&was)
            {
                guesses.push(was);
            }
        }
        let fits = guesses.into_iter().take(GUESSES).find(|guess| with(*guess).as_deref() == Some(base));
        if fits.is_some() {
            return fits;
        }
    }
    None
}

/// The whole numbers in a text, in their order.
fn numbers(text: &str) -> impl Iterator<Item = i64> + '_ {
    let parts = text.split(|c: char| !c.is_ascii_digit() && c != '-');
    parts.filter(|part| !part.is_empty()).map(|part| part.parse().unwrap_or(0))
}
