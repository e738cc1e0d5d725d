//! The report for people: eighty columns of text, with colour if wanted. It works out nothing that the report does not
//! hold, but for how long a bar is.

use std::fmt::Write;

use fracas_kernel::Side;

use crate::{CombatantReport, LuckReport, MindsReport, Rate, Report, Run, Summary};

const BAR: usize = 34;
/// Rounds shown side by side, at most.
const MAX_BINS: usize = 14;
const NAME: usize = 17;

/// Text with colours, or without.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Paint(bool);

impl Paint {
    fn with(self, code: &str, text: &str) -> String {
        if self.0 { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    fn heading(self, text: &str) -> String {
        self.with("1", text)
    }

    fn dim(self, text: &str) -> String {
        self.with("2", text)
    }

    fn side(self, side: Side, text: &str) -> String {
        self.with(if side == Side::Heroes { "32" } else { "31" }, text)
    }
}

impl Report {
    /// The report as text of at most eighty columns.
    pub fn text(&self, colour: bool) -> String {
        let paint = Paint(colour);
        let mut out = String::new();
        let (one, many) = self.what();
        let fights = if self.fights == 1 { one } else { many };
        let _ = writeln!(
            out,
            "{} {}",
            paint.heading(&tame(&self.title)),
            paint.dim(&format!("· {}", self.system))
        );
        let minds = self.minds.as_ref().map_or(Run::INSTINCT.to_owned(), MindsReport::words);
        let _ = writeln!(out, "{} {fights} by {minds}, seed {}\n", grouped(self.fights), self.seed);
        self.ends_text(&mut out, paint);
        self.rounds_text(&mut out, paint);
        self.combatants_text(&mut out, paint);
        self.scenes_text(&mut out, paint);
        if let Some(luck) = &self.luck {
            luck.text(&mut out, paint, self.fights, many);
        }
        out
    }

    fn ends_text(&self, out: &mut String, paint: Paint) {
        let _ =
            writeln!(out, "{}{}", paint.heading(&format!("{:<62}", "How it ends")), paint.dim(" 95% bounds"));
        let always = [
            ("heroes win", self.ends.heroes, Some(Side::Heroes)),
            ("monsters win", self.ends.monsters, Some(Side::Monsters)),
        ];
        let seldom = [("draw", self.ends.draw, None), ("given up", self.ends.cap, None)];
        for (what, rate, side) in always.into_iter().chain(seldom.into_iter().filter(|(_, r, _)| r.count > 0))
        {
            let bar = format!("{:<BAR$}", bar(rate.share, BAR));
            let bar = side.map_or(bar.clone(), |side| paint.side(side, &bar));
            let _ =
                writeln!(out, "  {what:<16}{bar}{:>8}  {}", percent(rate.share), paint.dim(&bounds(rate)));
        }
        if let Some(exact) = &self.exact {
            let counted = format!(
                "counted out: heroes win {:.4}%, monsters {:.4}%",
                exact.heroes * 100.0,
                exact.monsters * 100.0
            );
            let _ = writeln!(out, "  {}", paint.dim(&counted));
        }
        if self.ends.cap.count > 0 {
            let _ = writeln!(out, "  {}", paint.dim("given up: no end after very many choices"));
        }
        let _ = writeln!(out);
    }

    fn rounds_text(&self, out: &mut String, paint: Paint) {
        let rounds = &self.rounds;
        let _ = writeln!(
            out,
            "{}  mean {:.1}, median {}, nine in ten from {} to {}; {:.0} choices {}",
            paint.heading(&capital(&self.time)),
            rounds.mean,
            rounds.median,
            rounds.p5,
            rounds.p95,
            self.choices,
            if self.is_adventure() { "an adventure" } else { "a fight" },
        );
        let axis = self.axis();
        let ticks = format!("{} {} ", self.unit(), axis.first);
        let _ = writeln!(out, "  {}{} {}\n", paint.dim(&ticks), axis.spark(rounds), paint.dim(&axis.last()));
    }

    fn combatants_text(&self, out: &mut String, paint: Paint) {
        let axis = self.axis();
        let row = |cells: [&str; 6]| {
            let [health, falls, away, when, half, left] = cells;
            format!("{health:>7}{falls:>8}{away:>7}  {when:<MAX_BINS$}{half:>6}{left:>17}")
        };
        let heading = paint.heading(&format!("{:<w$}", "Who falls", w = NAME + 2));
        let when = format!("{} {}–{}", self.unit(), axis.first, axis.last());
        let first = row(["health", "falls", "out", "when it falls", "half", "left when its"]);
        let second = row(["", "", "", &when, "by", "side wins, 5–95%"]);
        let _ = writeln!(out, "{heading}{}", paint.dim(&first));
        let _ = writeln!(out, "{:<w$}{}", "", paint.dim(&second), w = NAME + 2);
        for side in Side::BOTH {
            for who in self.combatants.iter().filter(|combatant| combatant.side == side) {
                let name = paint.side(side, &format!("{:<NAME$}", cut(&who.name, NAME)));
                let cells = cells(who, &axis);
                let _ = writeln!(out, "  {name}{}", row(cells.each_ref().map(String::as_str)));
            }
        }
        if self.combatants.iter().any(|who| who.out.count > 0) {
            let means = "out: neither standing nor fallen at the end, but fled, asleep or held";
            let _ = writeln!(out, "  {}", paint.dim(means));
        }
        let _ = writeln!(out);
    }

    /// Where an adventure takes its toll.
    fn scenes_text(&self, out: &mut String, paint: Paint) {
        if self.scenes.is_empty() {
            return;
        }
        let head = format!("{:>9}  {:<12}{:>14}", "lost here", "95% bounds", "heroes fall");
        let _ =
            writeln!(out, "{}{}", paint.heading(&format!("{:<38}", "Where parties die")), paint.dim(&head));
        for scene in self.scenes.iter().take(12) {
            let (lost, bounds) = match scene.lost {
                Rate { count: 0, .. } => ("–".to_owned(), String::new()),
                rate => (percent(rate.share), bounds(rate)),
            };
            let bounds = paint.dim(&format!("{bounds:<12}"));
            let falls = scene.falls as f64 / self.fights.max(1) as f64;
            let _ = writeln!(out, "  {:<36}{lost:>9}  {bounds}{falls:>14.2}", cut(&scene.name, 35));
        }
        let means = "heroes fall: how many of them, on average, in one adventure";
        let _ = writeln!(out, "  {}\n", paint.dim(means));
    }

    fn is_adventure(&self) -> bool {
        self.time != "rounds"
    }

    fn what(&self) -> (&'static str, &'static str) {
        if self.is_adventure() { ("adventure", "adventures") } else { ("fight", "fights") }
    }

    fn unit(&self) -> &str {
        self.time.strip_suffix('s').unwrap_or(&self.time)
    }

    fn axis(&self) -> Axis {
        let first = self.rounds.counts.first().map_or(1, |&(round, _)| round.min(1));
        Axis::new(first, self.rounds.p95)
    }
}

fn cells(who: &CombatantReport, axis: &Axis) -> [String; 6] {
    let rounds = who.falls.rounds.as_ref();
    let none = || "–".to_owned();
    [
        who.health.map_or_else(none, |health| health.to_string()),
        percent(who.falls.chance.share),
        if who.out.count == 0 { none() } else { percent(who.out.share) },
        rounds.map_or(String::new(), |rounds| axis.spark(rounds)),
        rounds.map_or_else(none, |rounds| rounds.median.to_string()),
        who.left_when_won.as_ref().map_or_else(none, |left| {
            format!("{:.1} {:>8}", left.mean, format!("({}–{})", left.p5, left.p95))
        }),
    ]
}

impl LuckReport {
    /// `many` is what was simulated: fights or adventures.
    fn text(&self, out: &mut String, paint: Paint, all: u64, many: &str) {
        let looked = if self.fights == all {
            format!("all {many} looked at")
        } else {
            format!("{} of the {many} looked at", grouped(self.fights))
        };
        let _ = writeln!(out, "{}  {}", paint.heading("Luck apart from plan"), paint.dim(&looked));
        let words = ["luck against them", "luck even-handed", "luck with them"];
        for (what, third) in words.iter().zip(&self.thirds) {
            let rate = third.heroes_win;
            let bar = paint.side(Side::Heroes, &format!("{:<24}", bar(rate.share, 24)));
            let bounds = paint.dim(&bounds(rate));
            let _ = writeln!(out, "  heroes win, {what:<18}{bar}{:>8}  {bounds}", percent(rate.share));
        }
        let even = format!("{:<24}", bar(self.even.share, 24));
        let line = format!(
            "  at even luck: the plan        {}{:>8}",
            paint.side(Side::Heroes, &even),
            percent(self.even.share)
        );
        let _ = writeln!(out, "{line}  {}", paint.dim(&bounds(self.even)));
        for line in wrap(&self.words(many), 76) {
            let _ = writeln!(out, "  {}", paint.dim(&line));
        }
    }

    /// What the figures are, and what they mean.
    fn words(&self, many: &str) -> String {
        let together = self.correlation.map_or("Nothing hangs on luck here".to_owned(), |r| {
            format!(
                "Luck and winning correlate by {r:.2}, and the luckier side won {} of the decided {many}",
                percent(self.lucky_side_wins.share)
            )
        });
        let counted = if self.exact == self.choices {
            "every outcome counted".to_owned()
        } else {
            format!(
                "counted out for {} of the choices, sampled for the rest",
                percent(self.exact as f64 / self.choices.max(1) as f64)
            )
        };
        format!(
            "Luck is what the dice of each choice did to the margin (the heroes' health less the monsters') beyond what \
             was to be expected of that choice, {counted}. It spreads by {:.1} health, from {:+.1} to {:+.1} in nine \
             {many} of ten, and averages {:+.1} ± {:.1}, zero but for chance. Without it the margin goes from {:+.0} to \
             {:+.1} on average. {together}. At even luck: the fifth of these {many} whose luck was nearest to zero.",
            self.deviation,
            self.p5,
            self.p95,
            self.mean,
            1.96 * self.mean_error,
            self.margin_before,
            self.margin_before + self.plan,
        )
    }
}

/// The rounds of a small histogram; the last stands for all that follow.
struct Axis {
    first: i32,
    width: i32,
    bins: usize,
}

impl Axis {
    fn new(first: i32, last: i32) -> Axis {
        let rounds = (last - first + 1).max(1);
        let width = (rounds + MAX_BINS as i32 - 1) / MAX_BINS as i32;
        Axis { first, width, bins: ((rounds + width - 1) / width) as usize }
    }

    fn last(&self) -> String {
        format!("{}+", self.first + self.width * (self.bins as i32 - 1))
    }

    fn spark(&self, counts: &Summary) -> String {
        let mut bins = vec![0; self.bins];
        for &(round, count) in &counts.counts {
            let bin = ((round - self.first).max(0) / self.width) as usize;
            bins[bin.min(self.bins - 1)] += count;
        }
        let most = bins.iter().copied().max().unwrap_or(0).max(1);
        let steps = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
        let step = |&count: &u64| match (u128::from(count) * 8).div_ceil(u128::from(most)) {
            0 => '·',
            height => steps[height as usize - 1],
        };
        bins.iter().map(step).collect()
    }
}

/// A bar of eighths of a column.
fn bar(share: f64, columns: usize) -> String {
    let eighths = (share.clamp(0.0, 1.0) * (columns * 8) as f64).round() as usize;
    let mut bar = "█".repeat(eighths / 8);
    bar.push_str(["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]);
    bar
}

/// What is certain says so; what is only nearly so does not round up to it.
fn percent(share: f64) -> String {
    match share * 100.0 {
        p if p > 0.0 && p < 0.05 => "<0.1%".to_owned(),
        p if p > 99.95 && p < 100.0 => ">99.9%".to_owned(),
        p => format!("{p:.1}%"),
    }
}

fn bounds(rate: Rate) -> String {
    format!("{:>5.1}–{:.1}%", rate.low * 100.0, rate.high * 100.0)
}

fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn cut(name: &str, columns: usize) -> String {
    let name = tame(name);
    if name.chars().count() <= columns {
        return name;
    }
    name.chars().take(columns - 1).chain(['…']).collect()
}

/// Names come from files: they must not move a cursor.
fn tame(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= columns => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces() {
        assert_eq!([0, 999, 1000, 12_345_678].map(grouped), ["0", "999", "1,000", "12,345,678"]);
        assert_eq!(
            [0.0, 0.0001, 0.5, 0.99999, 1.0].map(percent),
            ["0.0%", "<0.1%", "50.0%", ">99.9%", "100.0%"]
        );
        assert_eq!([0.0, 0.5, 0.53, 1.0].map(|share| bar(share, 4)), ["", "██", "██▏", "████"]);
        assert_eq!(cut("Éowyn of the Mark", 6), "Éowyn…");
        assert_eq!(cut("a\x1b[2J", 9), "a\u{fffd}[2J");
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
    }

    #[test]
    fn many_rounds_share_a_column() {
        let counts = (1..=40).map(|round| (round, 1)).collect();
        let rounds = Summary { mean: 0.0, p5: 0, p25: 0, median: 0, p75: 0, p95: 0, counts };
        let axis = Axis::new(1, 40);
        assert_eq!((axis.width, axis.bins, axis.last().as_str()), (3, 14, "40+"));
        assert_eq!(axis.spark(&rounds), "█████████████▃");
        assert_eq!(Axis::new(1, 2).spark(&rounds), "▁█");
    }
}
