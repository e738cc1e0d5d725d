//! `fracas odds EXPR [vs EXPR]`: exact odds of dice as text for a terminal, or as JSON.
//!
//! Knows how to lay out a distribution; the notation and the counting are in `fracas-dice`, and printing is left to the
//! caller.

use std::fmt;

use fracas_dice::{Contest, Dialect, Dist, Expr, NoDist, NotationError};
use serde::Serialize;

/// Why there are no odds.
#[derive(Debug)]
pub enum OddsError {
    NothingAsked,
    MoreThanTwoSides,
    OneSide,
    Notation(NotationError),
    Uncounted { expression: String, why: NoDist },
}

impl fmt::Display for OddsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OddsError::NothingAsked => {
                write!(f, "which dice? For example: fracas odds 2d6+3, or 4d10!kh1 vs 3d10!kh1")
            }
            OddsError::MoreThanTwoSides => {
                write!(f, "only two sides can be compared: write one vs between them")
            }
            OddsError::OneSide => {
                write!(
                    f,
                    "a roll is missing on one side: write one before vs and one after it, as in d20+5 vs 2d10"
                )
            }
            OddsError::Notation(error) => error.fmt(f),
            OddsError::Uncounted { expression, why } => write!(f, "{expression}: {why}"),
        }
    }
}

impl std::error::Error for OddsError {}

/// One expression with its distribution, and what others would read differently.
struct Side {
    expr: Expr,
    dist: Dist,
    notes: Vec<String>,
}

/// The odds of what was asked, ending in a line break. `width` is that of the terminal.
pub fn report(
    asked: &[String],
    dialect: Dialect,
    json: bool,
    width: usize,
    colour: bool,
) -> Result<String, OddsError> {
    let asked = asked.join(" ");
    let sides = sides(&asked, dialect);
    let page = Page { width: width.clamp(50, 110), colour };
    match sides.as_slice() {
        [one] if one.trim().is_empty() => Err(OddsError::NothingAsked),
        [one, two] if one.trim().is_empty() || two.trim().is_empty() => Err(OddsError::OneSide),
        [one] => {
            let side = Side::read(one, dialect)?;
            Ok(if json { line(&side.data()) } else { page.single(&side) })
        }
        [one, two] => {
            let (one, two) = (Side::read(one, dialect)?, Side::read(two, dialect)?);
            let contest = one.dist.versus(&two.dist);
            Ok(if json {
                line(&contest_data(&one, &two, contest))
            } else {
                page.contest(&one, &two, contest)
            })
        }
        _ => Err(OddsError::MoreThanTwoSides),
    }
}

/// The text between the words that mean against. Inside labels and comments they are part of them.
fn sides(asked: &str, dialect: Dialect) -> Vec<&str> {
    let (mut sides, mut start, mut at) = (Vec::new(), 0, 0);
    while at < asked.len() {
        let rest = &asked[at..];
        let to = |end: &str| rest.find(end).map_or(rest.len(), |found| found + end.len());
        // `6#` says how often.
        let repeats =
            || !asked[start..at].trim().is_empty() && asked[start..at].trim().parse::<u32>().is_ok();
        let word = rest.split(char::is_whitespace).next().unwrap_or("");
        at += match rest {
            _ if rest.starts_with("[[") => 2,
            _ if rest.starts_with('[') => to("]"),
            _ if rest.starts_with("/*") => to("*/"),
            _ if rest.starts_with("//") && dialect != Dialect::Avrae => to("\n"),
            _ if rest.starts_with('#') && !repeats() => to("\n"),
            _ if is_versus(word) && asked[..at].chars().next_back().is_none_or(char::is_whitespace) => {
                sides.push(&asked[start..at]);
                start = at + word.len();
                word.len()
            }
            _ => rest.chars().next().map_or(1, char::len_utf8),
        };
    }
    sides.push(&asked[start..]);
    sides
}

fn is_versus(word: &str) -> bool {
    ["vs", "vs.", "versus", "against"].iter().any(|versus| word.eq_ignore_ascii_case(versus))
}

impl Side {
    fn read(text: &str, dialect: Dialect) -> Result<Side, OddsError> {
        let (expr, notes) = Expr::read(text.trim(), dialect).map_err(OddsError::Notation)?;
        let uncounted = |why| OddsError::Uncounted { expression: expr.to_string(), why };
        let dist = expr.dist().map_err(uncounted)?;
        Ok(Side { expr, dist, notes })
    }

    fn data(&self) -> SideData {
        SideData {
            expression: self.expr.to_string(),
            reading: self.expr.words(),
            notes: self.notes.clone(),
            times: self.expr.times(),
            error: self.dist.error(),
            mean: self.dist.mean(),
            sd: self.dist.sd(),
            distribution: self.dist.iter().collect(),
        }
    }
}

#[derive(Serialize)]
struct SideData {
    expression: String,
    reading: String,
    /// What others would read differently, with the other spelling.
    notes: Vec<String>,
    /// How often it is rolled; all figures are of one of them.
    times: u8,
    /// At most so much lies on a wrong value, because endless chains were cut.
    error: f64,
    mean: f64,
    sd: f64,
    distribution: Vec<(i32, f64)>,
}

#[derive(Serialize)]
struct ContestData {
    reading: String,
    win: f64,
    tie: f64,
    lose: f64,
    first: SideData,
    second: SideData,
}

fn contest_data(one: &Side, two: &Side, contest: Contest) -> ContestData {
    let Contest { win, tie, lose } = contest;
    let (first, second) = (one.data(), two.data());
    let reading = format!("{} against {}", first.reading, second.reading);
    ContestData { reading, win, tie, lose, first, second }
}

fn line(data: &impl Serialize) -> String {
    // Plain numbers and text: there is nothing in it that JSON could not hold.
    serde_json::to_string(data).unwrap_or_default() + "\n"
}

/// A line of the chart: one value, a range, or all that is left at an end.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Row {
    from: i32,
    to: i32,
    chance: f64,
    at_least: f64,
    at_most: f64,
    end: End,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum End {
    No,
    Low,
    High,
}

/// An end of the distribution that is less likely than this is one line.
const INVISIBLE: f64 = 0.00005;
/// More values than this are put together in ranges.
const MAX_ROWS: i64 = 36;

/// The distribution as lines, ascending.
fn rows(dist: &Dist) -> Vec<Row> {
    let low = first_visible(dist.iter());
    let high = first_visible(dist.iter().rev());
    let step = range(i64::from(high) - i64::from(low) + 1);
    let mut rows: Vec<Row> = Vec::new();
    let mut at_most = 0.0;
    for (value, chance) in dist.iter() {
        let group = |value: i32| i64::from(value).div_euclid(step);
        // What is beyond the visible values joins them at the end.
        let shown = value.clamp(low, high);
        at_most += chance;
        match rows.last_mut() {
            Some(row) if group(row.from.clamp(low, high)) == group(shown) => {
                row.to = value;
                row.chance += chance;
                row.at_most = at_most;
            }
            _ => rows.push(Row { from: value, to: value, chance, at_least: 0.0, at_most, end: End::No }),
        }
    }
    let mut at_least = 0.0;
    for row in rows.iter_mut().rev() {
        at_least += row.chance;
        row.at_least = at_least;
    }
    mark_ends(&mut rows, low, high, step);
    rows
}

/// Names the first and last line by where they start to be visible.
fn mark_ends(rows: &mut [Row], low: i32, high: i32, step: i64) {
    if let Some(first) = rows.first_mut() {
        first.at_least = 1.0;
        if first.from < low {
            first.end = End::Low;
            first.to = if step == 1 { low } else { first.to };
        }
    }
    if let Some(last) = rows.last_mut() {
        last.at_most = 1.0;
        if last.to > high {
            last.end = End::High;
            last.from = last.from.max(if step == 1 { high } else { last.from });
        }
    }
}

/// The first value that must not be merged with those before it.
fn first_visible(values: impl Iterator<Item = (i32, f64)>) -> i32 {
    let (mut sum, mut last) = (0.0, 0);
    for (value, chance) in values {
        sum += chance;
        last = value;
        if sum >= INVISIBLE {
            return value;
        }
    }
    last
}

/// How many values share a line: 1, 2, 5, 10, 20, 50, …
fn range(values: i64) -> i64 {
    let mut step = 1;
    while values > step * MAX_ROWS {
        let twos = step.to_string().starts_with('2');
        step = if twos { step / 2 * 5 } else { step * 2 };
    }
    step
}

impl Row {
    fn name(&self) -> String {
        match self.end {
            End::Low => format!("≤{}", self.to),
            End::High => format!("{}+", self.from),
            End::No if self.from == self.to => self.from.to_string(),
            End::No => format!("{}…{}", self.from, self.to),
        }
    }
}

/// Text for a terminal of some width, with or without colours.
struct Page {
    width: usize,
    colour: bool,
}

impl Page {
    fn single(&self, side: &Side) -> String {
        let rows = rows(&side.dist);
        let names: Vec<String> = rows.iter().map(Row::name).collect();
        let widest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max("result".len());
        let mut out = self.heading(side);
        out += "\n";
        let head = format!("  {:>widest$}   chance  at least  at most", "result");
        out += &self.dim(&head);
        out += "\n";
        let most = rows.iter().map(|row| row.chance).fold(0.0, f64::max);
        let room = self.width.saturating_sub(widest + 32);
        for (row, name) in rows.iter().zip(names) {
            let figures = format!(
                "  {name:>widest$}  {:>7}  {:>8}  {:>7}  ",
                percent(row.chance),
                percent(row.at_least),
                percent(row.at_most)
            );
            out += (figures + &self.bar(row.chance / most, room, CYAN)).trim_end();
            out += "\n";
        }
        out
    }

    fn contest(&self, one: &Side, two: &Side, contest: Contest) -> String {
        let mut out = self.heading(one);
        out += &format!("\n{}\n\n", self.dim("against"));
        out += &self.heading(two);
        out += "\n";
        let rows = [("win", contest.win, GREEN), ("tie", contest.tie, YELLOW), ("lose", contest.lose, RED)];
        for (name, chance, paint) in rows {
            let figures = format!("  {name:<4}  {:>7}  ", percent(chance));
            out += (figures + &self.bar(chance, self.width.saturating_sub(20), paint)).trim_end();
            out += "\n";
        }
        out
    }

    /// The reading, the normal form and the figures.
    fn heading(&self, side: &Side) -> String {
        let dist = &side.dist;
        let mut out = String::new();
        for line in wrap(&capital(&side.expr.words()), self.width) {
            out += &self.paint(BOLD, &line);
            out += "\n";
        }
        let figures = [
            side.expr.to_string(),
            // What is a hair below 0 is not written as -0.00.
            format!("mean {:.2}", (dist.mean() * 100.0).round() / 100.0 + 0.0),
            format!("deviation {:.2}", dist.sd()),
            format!("median {}", dist.median()),
            ends(side),
        ];
        for line in wrap_parts(&figures, self.width) {
            out += &line;
            out += "\n";
        }
        for line in side.notes.iter().flat_map(|note| wrap(note, self.width)) {
            out += &self.dim(&line);
            out += "\n";
        }
        out
    }

    /// A bar of up to `room` characters, to an eighth of one.
    fn bar(&self, share: f64, room: usize, paint: &str) -> String {
        const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
        let eighths = (share.clamp(0.0, 1.0) * room as f64 * 8.0).round() as usize;
        let bar = "█".repeat(eighths / 8) + PARTS[eighths % 8];
        if bar.is_empty() { bar } else { self.paint(paint, &bar) }
    }

    fn dim(&self, text: &str) -> String {
        self.paint(DIM, text)
    }

    fn paint(&self, paint: &str, text: &str) -> String {
        if self.colour { format!("\x1b[{paint}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

const BOLD: &str = "1";
const DIM: &str = "2";
const RED: &str = "31";
const GREEN: &str = "32";
const YELLOW: &str = "33";
const CYAN: &str = "36";

/// How far results go.
fn ends(side: &Side) -> String {
    let (low, high) = side.expr.bounds();
    match side.expr.open_ends() {
        (false, false) => format!("from {low} to {high}"),
        (false, true) => format!("from {low}, no upper end"),
        (true, false) => format!("up to {high}, no lower end"),
        (true, true) => "no end".to_owned(),
    }
}

/// Two decimals, and never 0 or 100 for what is neither.
fn percent(chance: f64) -> String {
    if chance > 0.0 && chance < 0.00005 {
        "<0.01%".to_owned()
    } else if (0.99995..1.0 - 1e-12).contains(&chance) {
        ">99.99%".to_owned()
    } else {
        format!("{:.2}%", chance * 100.0)
    }
}

fn capital(text: &str) -> String {
    // Not where it would change the dice: “d20” stays.
    match text.chars().next() {
        Some(first) if !text.starts_with('d') => first.to_uppercase().chain(text.chars().skip(1)).collect(),
        _ => text.to_owned(),
    }
}

fn wrap(text: &str, width: usize) -> Vec<String> {
    let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    fill(&words, " ", width)
}

fn wrap_parts(parts: &[String], width: usize) -> Vec<String> {
    fill(parts, " · ", width)
}

/// Lines that hold as many parts as fit.
fn fill(parts: &[String], between: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line)
                if (line.chars().count() + between.chars().count() + part.chars().count()) <= width =>
            {
                line.push_str(between);
                line.push_str(part);
            }
            _ => lines.push(part.clone()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(asked: &str) -> String {
        report(&[asked.to_owned()], Dialect::Fracas, false, 80, false)
            .unwrap_or_else(|e| panic!("{asked}: {e}"))
    }

    fn data(asked: &str) -> serde_json::Value {
        let words: Vec<String> = asked.split(' ').map(str::to_owned).collect();
        serde_json::from_str(&report(&words, Dialect::Fracas, true, 80, false).unwrap()).unwrap()
    }

    #[test]
    fn a_small_chart() {
        let expected = "\
2d4 plus 1
2d4+1 · mean 6.00 · deviation 1.58 · median 6 · from 3 to 9

  result   chance  at least  at most
       3    6.25%   100.00%    6.25%  ██████████▌
       4   12.50%    93.75%   18.75%  █████████████████████
       5   18.75%    81.25%   37.50%  ███████████████████████████████▌
       6   25.00%    62.50%   62.50%  ██████████████████████████████████████████
       7   18.75%    37.50%   81.25%  ███████████████████████████████▌
       8   12.50%    18.75%   93.75%  █████████████████████
       9    6.25%     6.25%  100.00%  ██████████▌
";
        assert_eq!(plain("2d4 + 1"), expected);
    }

    #[test]
    fn tails_and_ranges_keep_everything() {
        for asked in [
            "6d12!>=8",
            "4d10!kh1",
            "50d6",
            "100d100",
            "2*d1000",
            "adv d20+5",
            "-3d6",
            "8d6/2",
            "7",
            "d6*d6*d6",
        ] {
            let dist = Expr::parse(asked).unwrap().dist().unwrap();
            let rows = rows(&dist);
            assert!(rows.len() <= MAX_ROWS as usize + 2, "{asked}: {}", rows.len());
            let sum: f64 = rows.iter().map(|row| row.chance).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{asked}: {sum}");
            for row in &rows {
                assert!((row.at_least - dist.at_least(row.from)).abs() < 1e-9, "{asked}: {row:?}");
                assert!((row.at_most - dist.at_most(row.to)).abs() < INVISIBLE, "{asked}: {row:?}");
            }
        }
    }

    #[test]
    fn an_open_end_is_one_line() {
        let page = plain("6d12!>=8");
        assert!(
            page.starts_with("How many of 6 exploding d12 show 8 or more\n6d12!>=8 · mean 2.73 · "),
            "{page}"
        );
        assert!(page.contains("from 0, no upper end"), "{page}");
        assert!(plain("-d6!").contains("up to -1, no lower end"));
        assert!(plain("d6!-d6!").contains("no end"));
        let last = page.lines().last().unwrap();
        assert!(last.trim_start().starts_with("9+") && last.contains("100.00%"), "{last}");
    }

    #[test]
    fn every_line_fits() {
        for asked in
            ["6d12!>=8", "100d100", "4d10!kh1 vs 3d10!kh1", "d6ro<3+2d8r1kh1+adv 3d10!+4*d4[some long label]"]
        {
            for width in [50, 80, 110] {
                let page = report(&[asked.to_owned()], Dialect::Fracas, false, width, false).unwrap();
                for line in page.lines() {
                    assert!(line.chars().count() <= width && line == line.trim_end(), "{width}: {line:?}");
                }
            }
        }
    }

    #[test]
    fn two_sides() {
        let page = plain("d6 vs d6");
        let expected = "\
d6
d6 · mean 3.50 · deviation 1.71 · median 3 · from 1 to 6

against

d6
d6 · mean 3.50 · deviation 1.71 · median 3 · from 1 to 6

  win    41.67%  █████████████████████████
  tie    16.67%  ██████████
  lose   41.67%  █████████████████████████
";
        assert_eq!(page, expected);
    }

    #[test]
    fn as_json() {
        let one = data("adv d20+5");
        assert_eq!(one["reading"], "d20 with advantage, plus 5");
        assert!((one["mean"].as_f64().unwrap() - 18.825).abs() < 1e-9);
        let pairs = one["distribution"].as_array().unwrap();
        assert_eq!((pairs.len(), &pairs[0][0]), (20, &serde_json::json!(6)));
        let two = data("4d10!kh1 versus 3d10!kh1");
        let sum: f64 = ["win", "tie", "lose"].iter().map(|key| two[key].as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-9);
        assert_eq!(two["first"]["reading"], "the highest of 4 exploding d10");
        assert_eq!(two["second"]["reading"], "the highest of 3 exploding d10");
    }

    #[test]
    fn colours_only_on_request() {
        let ask = ["d6".to_owned()];
        assert!(report(&ask, Dialect::Fracas, false, 80, true).unwrap().contains("\x1b[36m█"));
        assert!(!report(&ask, Dialect::Fracas, false, 80, false).unwrap().contains('\x1b'));
    }

    #[test]
    fn a_label_may_speak_of_others() {
        assert_eq!(sides("d20[a vs b]+1 vs d6", Dialect::Fracas), ["d20[a vs b]+1 ", " d6"]);
        assert_eq!(data("d20[a vs b]+1")["reading"], "d20 (a vs b) plus 1");
    }

    #[test]
    fn a_comment_may_speak_of_others() {
        for asked in ["d20+5 # attack vs AC", "d20+5 // vs AC", "d20+5 /* vs AC */"] {
            assert_eq!(data(asked)["reading"], "d20 plus 5", "{asked}");
        }
        assert_eq!(
            sides("d6 # a vs b\nvs [[d8]] vs 6#d4", Dialect::Fracas),
            ["d6 # a vs b\n", " [[d8]] ", " 6#d4"]
        );
        assert_eq!(sides("d20//2 vs d6", Dialect::Avrae), ["d20//2 ", " d6"]);
    }

    #[test]
    fn a_mean_of_nothing_has_no_sign() {
        assert!(plain("4dF").contains("mean 0.00"), "{}", plain("4dF"));
    }

    #[test]
    fn other_readings_are_told() {
        let page = plain("3d6!>4");
        assert!(page.contains("write") && page.contains("!(>=5)") && page.contains("!(>=4)"), "{page}");
        assert_eq!(data("3d6!>4")["notes"].as_array().unwrap().len(), 1);
        assert_eq!(data("6x4d6kh3")["times"], 6);
        let theirs = report(&["3d6!>4".to_owned()], Dialect::Roll20, false, 80, false).unwrap();
        assert!(theirs.starts_with("3d6, each die that shows 4 or more rolled again"), "{theirs}");
    }

    #[test]
    fn mistakes() {
        let error = |asked: &str| {
            report(&[asked.to_owned()], Dialect::Fracas, false, 80, false).unwrap_err().to_string()
        };
        assert!(error("").starts_with("which dice?"));
        assert!(error("d6 vs d8 vs d10").starts_with("only two sides"));
        assert!(error("d6 vs").starts_with("a roll is missing"));
        assert!(error("vs d6").starts_with("a roll is missing"));
        assert!(error("4d6d1").contains("\n  4d6d1\n     ^^\n"));
        assert!(error("255d1000kh100").contains("too long to count"));
    }

    #[test]
    fn percentages_do_not_lie() {
        assert_eq!(percent(1e-9), "<0.01%");
        assert_eq!(percent(0.999_999), ">99.99%");
        assert_eq!((percent(0.0), percent(1.0)), ("0.00%".to_owned(), "100.00%".to_owned()));
    }
}
