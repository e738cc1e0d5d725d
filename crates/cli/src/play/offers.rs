//! The choices on the screen: numbered, grouped, with what they may bring. Odds in full on demand.

use fracas_kernel::{ChoiceView, Quiet, Spread, Stakes, Tab, TableView, Who};

use super::screen::Screen;
use crate::paint::{Ink, clip, pad, tame, width};

/// Bars of this length stand for the likeliest value.
const BAR: f64 = 30.0;
/// So many rows of a distribution are drawn; more are put together.
const MOST_ROWS: usize = 24;

/// "65%", and never 0% or 100% for what is not certain.
pub fn percent(p: f64) -> String {
    match p {
        p if p <= 0.0 => "0%".to_owned(),
        p if p >= 1.0 - 1e-12 => "100%".to_owned(),
        p if p < 0.005 => "<1%".to_owned(),
        p if p >= 0.995 => ">99%".to_owned(),
        p => format!("{:.0}%", p * 100.0),
    }
}

/// The name of a combatant in a view.
pub fn name_of(view: &TableView, who: Who) -> String {
    view.tokens.iter().find(|t| t.who == who).map_or_else(|| "somebody".to_owned(), |t| tame(&t.name))
}

fn tab_name(tab: Tab) -> &'static str {
    match tab {
        Tab::Move => "Move",
        Tab::Action => "Act",
        Tab::Turn => "Turn",
        Tab::Answer => "Answer",
    }
}

impl Screen {
    /// Choices of one combatant under their tabs, numbered from `first`.
    pub fn choices(&self, view: &TableView, choices: &[&ChoiceView], first: usize) -> String {
        let mut text = String::new();
        let digits = (first + choices.len()).to_string().len().max(2);
        let labels = choices.iter().filter(|c| !self.stakes(view, c).is_empty()).map(|c| width(&c.label));
        let label_room = labels.max().unwrap_or(0).min(self.columns.saturating_sub(44));
        for tab in [Tab::Answer, Tab::Action, Tab::Move, Tab::Turn] {
            let here: Vec<(usize, &ChoiceView)> =
                choices.iter().enumerate().filter(|(_, c)| c.tab == tab).map(|(i, c)| (first + i, *c)).collect();
            let mut lead = format!(" {:7}", tab_name(tab));
            let mut short: Vec<String> = Vec::new();
            for (number, choice) in here {
                let stakes = self.stakes(view, choice);
                let number = self.paint.ink(Ink::Strong, &format!("{number:>digits$}"));
                let label = tame(&choice.label);
                if stakes.is_empty() && choice.warnings.is_empty() {
                    short.push(format!("{number} {label}"));
                    continue;
                }
                let label = if stakes.is_empty() { label } else { pad(&clip(&label, label_room), label_room) };
                let mut parts = vec![stakes.join(" · ")];
                let warnings = choice.warnings.iter().map(|w| format!("⚠ {}", tame(w)));
                parts.extend(warnings.map(|w| self.paint.ink(Ink::Warn, &w)));
                parts.retain(|part| !part.is_empty());
                let row = format!("{} {number} {label}", self.paint.ink(Ink::Quiet, &lead));
                text += &self.flow(&row, &parts, 8 + digits + 3);
                lead = " ".repeat(8);
            }
            if !short.is_empty() {
                text += &self.flow(&self.paint.ink(Ink::Quiet, &lead), &short, 9);
            }
        }
        text
    }

    /// What a choice may bring, in a few words.
    fn stakes(&self, view: &TableView, choice: &ChoiceView) -> Vec<String> {
        let Some(stakes) = &choice.odds else { return Vec::new() };
        let side_of = |who| view.tokens.iter().find(|t| t.who == who).map(|t| t.side);
        let own = side_of(choice.who);
        let mut parts = Vec::new();
        let about = if stakes.exact { "" } else { "~" };
        if let Some(chance) = &stakes.chance {
            parts.push(format!("{about}{} {}", pad_left(&percent(chance.p), 4), chance.means));
        }
        let (friends, foes): (Vec<_>, Vec<_>) = stakes.drops.iter().partition(|d| side_of(d.who) == own);
        match foes.as_slice() {
            [] => {}
            [one] if choice.targets == [one.who] => parts.push(format!("drops {}", percent(one.p))),
            many => {
                let most = many.iter().max_by(|a, b| a.p.total_cmp(&b.p)).expect("not empty");
                parts.push(format!("drops {} {}", name_of(view, most.who), percent(most.p)));
            }
        }
        if stakes.harm.mean > 0.0 {
            parts.push(format!("{:.1} harm", stakes.harm.mean));
        }
        if stakes.gain.mean > 0.0 {
            parts.push(self.paint.ink(Ink::Good, &format!("{:.1} healed", stakes.gain.mean)));
        }
        if stakes.loss.mean > 0.0 {
            parts.push(self.paint.ink(Ink::Bad, &format!("{:.1} own loss", stakes.loss.mean)));
        }
        for drop in friends {
            let text = format!("{} falls {}", name_of(view, drop.who), percent(drop.p));
            parts.push(self.paint.ink(Ink::Bad, &text));
        }
        parts
    }

    /// Everything about the odds of one choice.
    pub fn odds_in_full(&self, view: &TableView, choice: &ChoiceView, stakes: &Stakes) -> String {
        let mut text = self.rule(&choice.label);
        if let Some(chance) = &stakes.chance {
            text += &format!(" {} with a chance of {:.1}%\n", chance.means, chance.p * 100.0);
        }
        for drop in &stakes.drops {
            let name = name_of(view, drop.who);
            text += &format!(" {name} is out of the fight with a chance of {:.1}%\n", drop.p * 100.0);
        }
        for (what, spread) in [
            ("health the other side loses", &stakes.harm),
            ("health your side loses", &stakes.loss),
            ("health your side regains", &stakes.gain),
        ] {
            if spread.most > 0 {
                text += &self.spread(what, spread);
            }
        }
        if stakes.chance.is_none() && stakes.harm.most == 0 && stakes.loss.most == 0 && stakes.gain.most == 0 {
            text += &self.note("No dice decide what this brings.");
        }
        for assumed in &stakes.assumes {
            text += &self.note(&format!("This takes for granted: {assumed}."));
        }
        if !stakes.exact {
            text += &self.note("There are too many outcomes to count: these are estimates from samples.");
        }
        text
    }

    fn spread(&self, what: &str, spread: &Spread) -> String {
        let range = format!("{} to {}", spread.least, spread.most);
        let mut text = format!(" {what}: {:.2} on average, {range}\n", spread.mean);
        let rows = grouped(&spread.values);
        let highest = rows.iter().map(|row| row.2).fold(0.0, f64::max);
        let mut left = 1.0;
        for (low, high, p) in rows {
            let value = if low == high { low.to_string() } else { format!("{low}–{high}") };
            let bar = bar(p / highest * BAR);
            let at_least = self.paint.ink(Ink::Quiet, &format!("{:>5.1}% or more", (left * 100.0_f64).max(0.0)));
            let bar = pad(&self.paint.ink(Ink::Good, &bar), BAR as usize);
            text += &format!("   {value:>7} {:>5.1}% {bar} {at_least}\n", p * 100.0);
            left -= p;
        }
        text
    }

    /// What cannot be chosen now, and why.
    pub fn quiet(&self, view: &TableView, quiet: &[Quiet]) -> String {
        if quiet.is_empty() {
            return self.note("Nothing that you might look for is out of reach.");
        }
        let mut text = String::new();
        let mut last = None;
        let room = quiet.iter().map(|q| width(&q.label)).max().unwrap_or(0).min(36);
        for entry in quiet {
            if last != Some(entry.who) {
                text += &format!(" {}\n", self.paint.ink(Ink::Strong, &name_of(view, entry.who)));
                last = Some(entry.who);
            }
            let label = pad(&clip(&tame(&entry.label), room), room);
            let rule = entry.rule.map(|rule| self.paint.ink(Ink::Quiet, rule)).unwrap_or_default();
            text += &self.flow(&format!("   {label}"), &[tame(&entry.why), rule], 5);
        }
        text
    }
}

fn pad_left(text: &str, columns: usize) -> String {
    format!("{}{text}", " ".repeat(columns.saturating_sub(width(text))))
}

/// Values in at most so many rows: lowest, highest, chance.
fn grouped(values: &[(i32, f64)]) -> Vec<(i32, i32, f64)> {
    let (Some(first), Some(last)) = (values.first(), values.last()) else { return Vec::new() };
    let span = (last.0 - first.0) as usize + 1;
    let step = span.div_ceil(MOST_ROWS).max(1) as i32;
    let mut rows: Vec<(i32, i32, f64)> = Vec::new();
    for &(value, p) in values {
        let low = first.0 + (value - first.0) / step * step;
        match rows.last_mut() {
            Some(row) if row.0 == low => row.2 += p,
            _ => rows.push((low, (low + step - 1).min(last.0), p)),
        }
    }
    rows
}

/// A bar to an eighth of a column.
fn bar(length: f64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (length * 8.0).round().max(0.0) as usize;
    let tail = if eighths == 0 && length > 0.0 { EIGHTHS[1] } else { EIGHTHS[eighths % 8] };
    "█".repeat(eighths / 8) + tail
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_certain_never_looks_so() {
        let shown: Vec<String> = [0.0, 0.001, 0.055, 0.65, 0.999, 1.0].into_iter().map(percent).collect();
        assert_eq!(shown, ["0%", "<1%", "6%", "65%", ">99%", "100%"]);
    }

    #[test]
    fn long_distributions_are_put_together_and_lose_nothing() {
        let values: Vec<(i32, f64)> = (0..100).map(|v| (v, 0.01)).collect();
        let rows = grouped(&values);
        assert!(rows.len() <= MOST_ROWS);
        assert_eq!((rows[0].0, rows[0].1, rows.last().unwrap().1), (0, 4, 99));
        assert!((rows.iter().map(|row| row.2).sum::<f64>() - 1.0).abs() < 1e-9);
        assert_eq!(grouped(&[(3, 1.0)]), [(3, 3, 1.0)]);
        assert!(grouped(&[]).is_empty());
        assert_eq!((bar(2.5), bar(0.01)), ("██▌".to_owned(), "▏".to_owned()));
    }
}
