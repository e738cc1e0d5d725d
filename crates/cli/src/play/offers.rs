//! The choices on the screen: numbered, grouped, with what they may bring. Odds in full on demand.

use fracas_kernel::{
    ChoiceView, MapView, Means, Part, Quiet, Role, Rolled, Split, Spread, Stakes, Tab, TableView, Target, Who,
};

use super::screen::Screen;
use crate::paint::{Ink, pad, tame, width, wrap};

/// Bars of this length stand for the likeliest value.
const BAR: f64 = 30.0;
/// The most rows of a distribution that are drawn; more are put together.
const MAX_ROWS: usize = 24;
/// The most choices that are named for one reason why they cannot be made.
const MAX_LABELS: usize = 8;
/// What stands around a label in a row: tab and number before it, the usual stakes after it.
const STAKES_ROOM: usize = 50;

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

/// The order of tabs on the screen.
pub fn by_tab(tab: Tab) -> u8 {
    match tab {
        Tab::Answer => 0,
        Tab::Action => 1,
        Tab::Move => 2,
        Tab::Turn => 3,
    }
}

/// The number that stands for each: ending the turn is always 0, so that it never has one that meant something else a
/// moment ago.
pub fn numbers(choices: &[ChoiceView]) -> Vec<usize> {
    let end = choices.iter().position(|choice| choice.role == Role::EndTurn);
    let mut next = 0;
    let number = |index| {
        if Some(index) == end {
            return 0;
        }
        next += 1;
        next
    };
    (0..choices.len()).map(number).collect()
}

/// One line of choices.
#[derive(Debug)]
struct Row {
    tab: Tab,
    first: usize,
    /// "3", or "3–7" for five of them.
    number: String,
    label: String,
    /// The deed, by id and title: rows of the same one are put together.
    deed: (String, String),
    /// Whom, where or what it is aimed at.
    names: Vec<String>,
    stakes: Vec<String>,
    warnings: Vec<String>,
}

impl Row {
    fn is_short(&self) -> bool {
        self.stakes.is_empty() && self.warnings.is_empty()
    }

    /// Takes `next` in, if it is the same thing done to another with the same prospects.
    fn join(&mut self, next: &Row, room: usize) -> bool {
        let same = (self.tab, &self.deed, &self.stakes, &self.warnings)
            == (next.tab, &next.deed, &next.stakes, &next.warnings);
        let names: Vec<String> = self.names.iter().chain(&next.names).cloned().collect();
        let label = format!("{}: {}", self.deed.1, put_together(&names));
        let aimed = !self.names.is_empty() && !next.names.is_empty();
        if !same || !aimed || self.deed.0.is_empty() || self.is_short() || width(&label) > room {
            return false;
        }
        self.number = format!("{}–{}", self.first, self.first + names.len() - 1);
        (self.names, self.label) = (names, label);
        true
    }
}

/// "Goblin 1–3, Wolf": names that only differ in their numbers, and follow each other, are put together.
fn put_together(names: &[String]) -> String {
    let split = |name: &str| match name.rsplit_once(' ') {
        Some((stem, number)) => (stem.to_owned(), number.parse::<u32>().ok()),
        None => (name.to_owned(), None),
    };
    let mut parts: Vec<(String, u32, u32)> = Vec::new();
    let mut shown: Vec<String> = Vec::new();
    for name in names {
        let (stem, Some(number)) = split(name) else {
            shown.push(name.clone());
            parts.clear();
            continue;
        };
        match parts.last_mut() {
            Some((known, first, last)) if *known == stem && last.checked_add(1) == Some(number) => {
                *last = number;
                shown.pop();
                shown.push(format!("{stem} {first}–{last}"));
            }
            _ => {
                shown.push(name.clone());
                parts.push((stem, number, number));
            }
        }
    }
    shown.join(", ")
}

/// What a choice is aimed at, in one name: whom, where, and what.
fn aimed_at(view: &TableView, choice: &ChoiceView) -> Option<String> {
    let targets = choice.targets.iter().map(|&who| name_of(view, who));
    let place = choice.to.as_ref().map(|to| place_name(view, to));
    let item = choice.item.as_ref().map(|item| tame(&item.name));
    let names: Vec<String> = targets.chain(place).chain(item).collect();
    (!names.is_empty()).then(|| names.join(" → "))
}

pub fn place_name(view: &TableView, place: &str) -> String {
    let zones = match &view.map {
        MapView::Zones { zones, .. } => zones.as_slice(),
        MapView::Squares { .. } => &[],
    };
    zones.iter().find(|zone| zone.id == place).map_or_else(|| tame(place), |zone| tame(&zone.name))
}

/// Puts a choice into the last row, if that has the same words, or into one of its own.
fn share_row(rows: &mut Vec<Row>, tab: Tab, number: usize, label: String) {
    match rows.last_mut() {
        Some(last) if last.label == label && last.tab == tab => {
            last.number = format!("{}–{number}", last.first)
        }
        _ => rows.push(Row {
            tab,
            first: number,
            number: number.to_string(),
            label,
            deed: (String::new(), String::new()),
            names: Vec::new(),
            stakes: Vec::new(),
            warnings: Vec::new(),
        }),
    }
}

/// What a choice may bring, in as few lines of this width as it takes.
fn joined(stakes: &[String], room: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in stakes {
        match lines.last_mut() {
            Some(line) if width(line) + width(part) + 3 <= room => *line = format!("{line} · {part}"),
            _ => lines.push(part.clone()),
        }
    }
    lines
}

impl Screen {
    /// Choices of one combatant under their tabs, with their [`numbers`]. They must be in the order of [`by_tab`].
    pub fn choices(&self, view: &TableView, choices: &[ChoiceView]) -> String {
        let rows = self.rows(view, choices);
        let labels = rows.iter().filter(|row| !row.stakes.is_empty()).map(|row| width(&row.label));
        let label_room = labels.max().unwrap_or(0).min(self.columns.saturating_sub(STAKES_ROOM));
        let number_room = rows.iter().filter(|row| !row.is_short()).map(|row| row.number.chars().count());
        let number_room = number_room.max().unwrap_or(2).max(2);
        let mut text = String::new();
        let (mut tab, mut short): (Option<Tab>, Vec<String>) = (None, Vec::new());
        let mut lead = String::new();
        for row in &rows {
            if tab != Some(row.tab) {
                text += &self.flush(&mut lead, &mut short);
                tab = Some(row.tab);
                lead = format!(" {:7}", tab_name(row.tab));
            }
            let number = self.paint.ink(Ink::Strong, &format!("{:>number_room$}", row.number));
            if row.is_short() {
                short.push(format!("{number} {}", row.label));
                continue;
            }
            text += &self.flush(&mut lead, &mut short);
            let label = if row.stakes.is_empty() { row.label.clone() } else { pad(&row.label, label_room) };
            let warnings = row.warnings.iter().map(|w| self.warning(w, 8 + number_room + 4));
            let stakes = joined(&row.stakes, self.columns.saturating_sub(8 + number_room + 4));
            let parts: Vec<String> = stakes.into_iter().chain(warnings).collect();
            let start = format!("{} {number} {label}", self.paint.ink(Ink::Quiet, &lead));
            text += &self.flow(&start, &parts, 8 + number_room + 4);
            lead = " ".repeat(8);
        }
        text + &self.flush(&mut lead, &mut short)
    }

    /// A warning; one that is longer than a line goes on below.
    fn warning(&self, warning: &str, indent: usize) -> String {
        let lines = wrap(&format!("⚠ {warning}"), self.columns.saturating_sub(indent));
        let lines: Vec<String> = lines.iter().map(|line| self.paint.ink(Ink::Warn, line)).collect();
        lines.join(&format!("\n{}", " ".repeat(indent + 2)))
    }

    /// Choices about which there is nothing to say but their name, side by side.
    fn flush(&self, lead: &mut String, short: &mut Vec<String>) -> String {
        if short.is_empty() {
            return String::new();
        }
        let text = self.flow(&self.paint.ink(Ink::Quiet, lead), short, 9);
        short.clear();
        *lead = " ".repeat(8);
        text
    }

    /// Choices as rows; those that only differ in whom they are about share one.
    fn rows(&self, view: &TableView, choices: &[ChoiceView]) -> Vec<Row> {
        let room = self.columns.saturating_sub(STAKES_ROOM);
        let mut rows: Vec<Row> = Vec::new();
        for (number, choice) in numbers(choices).into_iter().zip(choices) {
            if let Some(label) = super::grid::shared_row(view, choice).map(|row| tame(&row)) {
                share_row(&mut rows, choice.tab, number, label);
                continue;
            }
            let label = tame(&choice.label);
            let row = Row {
                tab: choice.tab,
                first: number,
                number: number.to_string(),
                deed: (choice.deed.id.clone(), tame(&choice.deed.title)),
                names: aimed_at(view, choice).into_iter().collect(),
                label,
                stakes: self.stakes(view, choice),
                warnings: choice.warnings.iter().map(|warning| tame(warning)).collect(),
            };
            let joined = rows.last_mut().is_some_and(|last| last.join(&row, room));
            if !joined {
                rows.push(row);
            }
        }
        rows
    }

    /// What a choice may bring, in a few words.
    pub fn stakes(&self, view: &TableView, choice: &ChoiceView) -> Vec<String> {
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
        // Parts of health are counted apart: a wound cannot be added to points.
        let made_of = |of: fn(&Part) -> f64| {
            let some = stakes.parts.iter().map(|part| (part, of(part))).filter(|(_, mean)| *mean >= 0.05);
            some.map(|(part, mean)| format!("{mean:.1} {}", part.unit.short)).collect::<Vec<_>>().join(", ")
        };
        match made_of(|part| part.harm) {
            apart if !apart.is_empty() => parts.push(apart),
            _ if stakes.harm.mean > 0.0 && stakes.parts.is_empty() => {
                parts.push(format!("{:.1} harm", stakes.harm.mean));
            }
            _ => {}
        }
        parts.extend(befalls(stakes, choice.targets.len()));
        if stakes.gain.mean > 0.0 {
            let healed = made_of(|part| part.gain);
            let healed = if healed.is_empty() { format!("{:.1}", stakes.gain.mean) } else { healed };
            parts.push(self.paint.ink(Ink::Good, &format!("{healed} healed")));
        }
        if stakes.loss.mean > 0.0 {
            let lost = made_of(|part| part.loss);
            let lost = if lost.is_empty() { format!("{:.1}", stakes.loss.mean) } else { lost };
            parts.push(self.paint.ink(Ink::Bad, &format!("{lost} own loss")));
        }
        if let Some(range) = range_words(stakes) {
            parts.push(self.paint.ink(Ink::Warn, &range));
        }
        // Who leaves of their own will has not fallen.
        let leaves = |who| who == choice.who && stakes.loss.most == 0;
        for drop in friends.into_iter().filter(|drop| !leaves(drop.who)) {
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
        if let Some(Split { success, failure }) = &stakes.split {
            text += &format!(" if so: {}; if not: {}\n", means_words(success), means_words(failure));
        }
        for drop in &stakes.drops {
            let name = name_of(view, drop.who);
            text += &format!(" {name} is out of the fight with a chance of {:.1}%\n", drop.p * 100.0);
        }
        for befall in &stakes.befalls {
            let (name, no) = (name_of(view, befall.who), if befall.ends { "no longer " } else { "" });
            text += &format!(" {name}: {no}{}, {:.1}%\n", befall.what, befall.p * 100.0);
        }
        let several = choice.targets.len() > 1;
        for (what, spread, counts) in [
            ("health the other side loses", &stakes.harm, true),
            ("health your side loses", &stakes.loss, true),
            ("health your side regains", &stakes.gain, true),
            ("how many of the other side it touches", &stakes.struck, several),
            ("how many of your side it helps", &stakes.aided, several),
        ] {
            let apart = !stakes.parts.is_empty() && what.starts_with("health");
            if spread.most > 0 && counts && !apart {
                text += &self.spread(what, spread);
            }
        }
        for Part { unit, harm, loss, gain } in &stakes.parts {
            let all =
                [("the other side loses", harm), ("your side loses", loss), ("your side regains", gain)];
            for (what, mean) in all.into_iter().filter(|(_, mean)| **mean >= 0.005) {
                text += &format!(" {what} {mean:.2} {} on average\n", unit.many);
            }
        }
        let spreads = [&stakes.harm, &stakes.loss, &stakes.gain];
        if stakes.chance.is_none()
            && spreads.iter().all(|spread| spread.most == 0)
            && stakes.befalls.is_empty()
            && stakes.because.is_empty()
        {
            text += &self.note("No dice decide what this brings.");
        }
        let head = if stakes.chance.is_some() { "Why so" } else { "Rolled" };
        for why in whys(&stakes.because) {
            text += &self.note(&format!("{head}: {why}"));
        }
        if let Some(range) = range_words(stakes) {
            text += &self.note(&range);
        }
        for assumed in &stakes.assumes {
            text += &self.note(&format!("This takes for granted: {assumed}."));
        }
        if !stakes.exact {
            let tries = stakes.tries.unwrap_or_default();
            text += &self.note(&format!(
                "There are too many outcomes to count: these are estimates from {tries} samples."
            ));
        }
        text + &super::grid::draw_path(view, choice, self.look, self.paint, self.columns)
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
            let at_least =
                self.paint.ink(Ink::Quiet, &format!("{:>5.1}% or more", (left * 100.0_f64).max(0.0)));
            let bar = pad(&self.paint.ink(Ink::Good, &bar), BAR as usize);
            text += &format!("   {value:>7} {:>5.1}% {bar} {at_least}\n", p * 100.0);
            left -= p;
        }
        text
    }

    /// What somebody would look for and cannot choose now, by the reason. What nobody would look for is only counted.
    pub fn quiet(&self, quiet: &[&Quiet]) -> String {
        let mut reasons: Vec<(&str, &str, Vec<String>)> = Vec::new();
        let senseless = quiet.iter().filter(|entry| !entry.sought).count();
        for entry in quiet.iter().filter(|entry| entry.sought) {
            let (label, rule) = (tame(&entry.label), entry.rule.unwrap_or_default());
            match reasons.iter_mut().find(|(why, by, _)| (*why, *by) == (entry.why.as_str(), rule)) {
                Some((_, _, labels)) => labels.push(label),
                None => reasons.push((&entry.why, rule, vec![label])),
            }
        }
        let mut text = String::new();
        for (why, rule, labels) in reasons {
            text += &format!(
                " {}  {}\n",
                self.paint.ink(Ink::Strong, &tame(why)),
                self.paint.ink(Ink::Quiet, rule)
            );
            let shown = labels.iter().take(MAX_LABELS).cloned().collect::<Vec<_>>().join(", ");
            let more = labels.len().saturating_sub(MAX_LABELS);
            let more = if more > 0 { format!(", and {more} more") } else { String::new() };
            for line in wrap(&format!("{shown}{more}"), self.columns.saturating_sub(4)) {
                text += &format!("   {line}\n");
            }
        }
        if text.is_empty() {
            text = self.note("Nothing you would expect here is forbidden.");
        }
        if senseless > 0 {
            text += &self.note(&format!("{senseless} other things would make no sense."));
        }
        text
    }
}

/// What befalls those at whom a choice is aimed: the chance for one, how many on average of several.
/// The rolls of a choice, equal ones once: "2 × d20 + 3 against AC 13: STR +1, level +2".
fn whys(rolls: &[Rolled]) -> Vec<String> {
    let mut told: Vec<(String, usize)> = Vec::new();
    for roll in rolls {
        let mut words = roll.text.clone();
        if let Some(Target { name, value, under }) = &roll.target {
            let against = if *under { "must stay at or below" } else { "against" };
            words += &format!(" {against} {}", format!("{name} {value}").trim());
        }
        let added = roll.modifiers.iter().map(|one| match one.value {
            0 => one.name.clone(),
            value => format!("{} {value:+}", one.name),
        });
        let added: Vec<String> = added.collect();
        if !added.is_empty() {
            words += &format!(": {}", added.join(", "));
        }
        match told.iter_mut().find(|(known, _)| *known == words) {
            Some((_, many)) => *many += 1,
            None => told.push((words, 1)),
        }
    }
    told.into_iter().map(|(words, many)| if many > 1 { format!("{many} × {words}") } else { words }).collect()
}

fn befalls(stakes: &Stakes, targets: usize) -> Vec<String> {
    let mut sums: Vec<(&str, bool, f64)> = Vec::new();
    for befall in &stakes.befalls {
        match sums.iter_mut().find(|(what, ends, _)| (*what, *ends) == (befall.what, befall.ends)) {
            Some((.., sum)) => *sum += befall.p,
            None => sums.push((befall.what, befall.ends, befall.p)),
        }
    }
    let words = sums.into_iter().map(|(what, ends, sum)| {
        let no = if ends { "no longer " } else { "" };
        match targets {
            ..=1 => format!("{no}{what} {}", percent(sum)),
            _ => format!("{sum:.1} of {targets} {no}{what}"),
        }
    });
    words.collect()
}

/// What success or failure brings, on average.
fn means_words(means: &Means) -> String {
    let all = [
        ("the other side loses", means.harm),
        ("your side loses", means.loss),
        ("your side regains", means.gain),
    ];
    let all = all.into_iter().filter(|(_, mean)| *mean >= 0.005);
    let words: Vec<String> = all.map(|(what, mean)| format!("{what} {mean:.1}")).collect();
    if words.is_empty() { "no harm is done".to_owned() } else { words.join(", ") }
}

/// Between which bounds the figures lie, where something is hidden and it matters.
fn range_words(stakes: &Stakes) -> Option<String> {
    let range = stakes.range.as_ref()?;
    let chance = range.chance.filter(|chance| chance.most - chance.least > 0.005);
    let chance = chance.map(|chance| format!("{} to {}", percent(chance.least), percent(chance.most)));
    let means = [("harm", range.harm), ("own loss", range.loss), ("healed", range.gain)];
    let means = means.into_iter().filter(|(_, bounds)| bounds.most - bounds.least > 0.05);
    let means = means.map(|(what, bounds)| format!("{:.1} to {:.1} {what}", bounds.least, bounds.most));
    let all: Vec<String> = chance.into_iter().chain(means).collect();
    (!all.is_empty()).then(|| format!("whatever is hidden: {}", all.join(", ")))
}

fn pad_left(text: &str, columns: usize) -> String {
    format!("{}{text}", " ".repeat(columns.saturating_sub(width(text))))
}

/// Values in a limited number of rows: lowest, highest, chance.
fn grouped(values: &[(i32, f64)]) -> Vec<(i32, i32, f64)> {
    let (Some(first), Some(last)) = (values.first(), values.last()) else { return Vec::new() };
    let span = (last.0 - first.0) as usize + 1;
    let step = span.div_ceil(MAX_ROWS).max(1) as i32;
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
    use crate::paint::Paint;
    use fracas_kernel::{Chance, Deed, Fall, Modifier, Side, Status, Token};

    #[test]
    fn what_is_not_certain_never_looks_so() {
        let shown: Vec<String> = [0.0, 0.001, 0.055, 0.65, 0.999, 1.0].into_iter().map(percent).collect();
        assert_eq!(shown, ["0%", "<1%", "6%", "65%", ">99%", "100%"]);
    }

    fn token(who: u8, name: &str, side: Side) -> Token {
        Token {
            who: Who(who),
            id: name.to_lowercase().replace(' ', "-"),
            name: name.to_owned(),
            kind: String::new(),
            side,
            status: Status::Up,
            place: None,
            tracks: Vec::new(),
            badges: Vec::new(),
            to_act: false,
        }
    }

    fn view() -> TableView {
        let foes = (1..=3).map(|n| token(n, &format!("Goblin {n}"), Side::Monsters));
        TableView {
            system: "test",
            health: Default::default(),
            title: String::new(),
            round: 1,
            phase: String::new(),
            map: MapView::Zones { zones: Vec::new(), links: Vec::new(), sight: Vec::new() },
            tokens: std::iter::once(token(0, "Brakk", Side::Heroes)).chain(foes).collect(),
            question: None,
            choices: Vec::new(),
            quiet: Vec::new(),
            gauges: Vec::new(),
            outcome: None,
        }
    }

    fn stakes(p: f64, drops: Vec<Fall>, harm: f64, loss: f64) -> Stakes {
        let spread =
            |mean: f64| Spread { mean, least: 0, most: i32::from(mean > 0.0) * 6, values: Vec::new() };
        Stakes {
            chance: Some(Chance { p, means: "hits" }),
            split: None,
            drops,
            harm: spread(harm),
            loss: spread(loss),
            gain: spread(0.0),
            struck: spread(0.0),
            aided: spread(0.0),
            befalls: Vec::new(),
            parts: Vec::new(),
            because: Vec::new(),
            swing: 0.0,
            exact: true,
            tries: None,
            rough: false,
            assumes: Vec::new(),
            range: None,
        }
    }

    #[test]
    fn equal_rolls_are_told_once_with_what_decides_them() {
        let roll = |name: &str, value| Rolled {
            text: "d20 + 3".to_owned(),
            pool: "d20".to_owned(),
            dice: Vec::new(),
            added: 3,
            modifiers: vec![Modifier { name: name.to_owned(), value }],
            total: 0,
            target: Some(Target { name: "AC".to_owned(), value: 13, under: false }),
            success: None,
        };
        let rolls = [roll("STR", 3), roll("STR", 3), roll("from above", 0)];
        assert_eq!(whys(&rolls), ["2 × d20 + 3 against AC 13: STR +3", "d20 + 3 against AC 13: from above"]);
    }

    fn choice(label: &str, tab: Tab, targets: &[u8], odds: Option<Stakes>) -> ChoiceView {
        let title = label.split_once(" Goblin").map_or(label, |(verb, _)| verb);
        ChoiceView {
            deed: Deed::new(title.to_lowercase(), title),
            label: label.to_owned(),
            tab,
            targets: targets.iter().copied().map(Who).collect(),
            odds,
            ..ChoiceView::new(Who(0), String::new())
        }
    }

    #[test]
    fn choices_stand_under_their_tabs_with_what_they_may_bring() {
        let drop = |who, p| vec![Fall { who: Who(who), p }];
        let mut shot =
            choice("Shoot Goblin 3", Tab::Action, &[3], Some(stakes(0.5, drop(0, 0.004), 1.0, 2.0)));
        shot.warnings.push("into a melee".to_owned());
        let choices = [
            choice("Strike Goblin 1 (sword)", Tab::Action, &[1], Some(stakes(0.65, drop(1, 0.4), 4.25, 0.0))),
            choice("Strike Goblin 2 (sword)", Tab::Action, &[2], Some(stakes(0.65, drop(2, 0.4), 4.25, 0.0))),
            shot,
            choice("Move to the ford", Tab::Move, &[], None),
            choice("Leave the field", Tab::Move, &[], None),
            choice("Do nothing more", Tab::Turn, &[], None),
        ];
        let screen =
            Screen { paint: Paint { colour: false }, columns: 80, pips: 10, look: Default::default() };
        assert_eq!(
            screen.choices(&view(), &choices),
            " Act     1–2 Strike: Goblin 1–2   65% hits · drops 40% · 4.2 harm
           3 Shoot Goblin 3
                50% hits · 1.0 harm · 2.0 own loss · Brakk falls <1%
               ⚠ into a melee
 Move      4 Move to the ford    5 Leave the field
 Turn      6 Do nothing more
"
        );
    }

    #[test]
    fn names_with_numbers_are_put_together() {
        let list =
            |names: &[&str]| put_together(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        assert_eq!(list(&["Goblin 1", "Goblin 2", "Goblin 3", "Wolf 4"]), "Goblin 1–3, Wolf 4");
        assert_eq!(list(&["Goblin 1", "Goblin 3"]), "Goblin 1, Goblin 3");
        assert_eq!(list(&["Brakk", "Far bank"]), "Brakk, Far bank");
        assert_eq!(list(&["Goblin 4294967295", "Goblin 0"]), "Goblin 4294967295, Goblin 0");
    }

    #[test]
    fn long_distributions_are_put_together_and_lose_nothing() {
        let values: Vec<(i32, f64)> = (0..100).map(|v| (v, 0.01)).collect();
        let rows = grouped(&values);
        assert!(rows.len() <= MAX_ROWS);
        assert_eq!((rows[0].0, rows[0].1, rows.last().unwrap().1), (0, 4, 99));
        assert!((rows.iter().map(|row| row.2).sum::<f64>() - 1.0).abs() < 1e-9);
        assert_eq!(grouped(&[(3, 1.0)]), [(3, 3, 1.0)]);
        assert!(grouped(&[]).is_empty());
        assert_eq!((bar(2.5), bar(0.01)), ("██▌".to_owned(), "▏".to_owned()));
    }
}
