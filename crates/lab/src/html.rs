//! The report as one page that needs nothing else: no network, no script. Everything that is drawn can be read without
//! colour, and stands beside its figures. It works out nothing that the report does not hold.

use std::fmt::Write;

use fracas_kernel::Side;

use crate::{CombatantReport, DeedReport, LuckReport, Rate, Report, Summary};

/// How the heroes' chance to win changes with one number, or with several.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    /// What was varied, and what each point had.
    pub paths: Vec<String>,
    pub points: Vec<(Vec<String>, Rate)>,
}

/// What stands on the page.
#[derive(Debug)]
pub struct Page<'a> {
    pub report: &'a Report,
    pub curve: Option<Curve>,
    pub fights: Vec<ToldFight>,
}

/// A fight told in full.
#[derive(Clone, PartialEq, Debug)]
pub struct ToldFight {
    pub heading: String,
    pub lines: Vec<String>,
    /// What its replay is called, and all of it.
    pub file: String,
    pub replay: String,
}

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1d1a16;--paper:#faf7f0;--line:#cbc3b4;--accent:#8a3b12}\
@media(prefers-color-scheme:dark){:root{--ink:#ece5d8;--paper:#1b1916;--line:#4a443b;--accent:#e8a36b}}\
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:60rem;margin:2rem auto;padding:0 1rem}\
h1,h2{line-height:1.2}h2{margin-top:2.5rem;border-bottom:1px solid var(--line)}\
table{border-collapse:collapse;width:100%}th,td{padding:.25rem .6rem;text-align:left;border-bottom:1px solid var(--line);vertical-align:middle}\
th{font-weight:600}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}td.n,td.w{white-space:nowrap}\
svg{max-width:100%;height:auto}svg text{font:12px system-ui,sans-serif;fill:var(--ink)}\
.bar{fill:var(--accent)}.hatch{fill:url(#hatch);stroke:var(--accent)}.axis{stroke:var(--line)}.band{fill:var(--accent);opacity:.2}\
.mark{stroke:var(--ink);stroke-width:2;fill:none}details{margin:.5rem 0}pre{white-space:pre-wrap;border-left:3px solid var(--line);padding-left:1rem}\
.note{opacity:.75;font-size:.9rem}.wide{overflow-x:auto}.many{display:flex;flex-wrap:wrap;gap:1rem}.many figure{margin:0}";

const HATCH: &str = "<svg width=\"0\" height=\"0\" aria-hidden=\"true\"><defs><pattern id=\"hatch\" width=\"6\" height=\"6\" \
    patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"><line x1=\"0\" y1=\"0\" x2=\"0\" y2=\"6\" \
    stroke=\"currentColor\" stroke-width=\"2\"/></pattern></defs></svg>";

impl Page<'_> {
    pub fn write(&self) -> String {
        let report = self.report;
        let mut out = String::new();
        let title = escape(&report.title);
        let _ = write!(
            out,
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
             content=\"width=device-width\"><title>{title}</title><style>{STYLE}</style></head><body>{HATCH}\
             <h1>{title}</h1><p>{} · {} simulated, seed {}{} · {}</p>\n",
            escape(&report.system),
            report.fights,
            report.seed,
            report
                .minds
                .as_ref()
                .map_or(String::new(), |minds| format!(" · played by {}", escape(&minds.words()))),
            if report.exact.is_some() { "chances counted out, and sampled" } else { "chances sampled" },
        );
        self.ends(&mut out);
        rounds(&mut out, report);
        combatants(&mut out, report);
        felled(&mut out, report);
        scenes(&mut out, report);
        harm(&mut out, report);
        deeds(&mut out, report);
        if let Some(luck) = &report.luck {
            fortunes(&mut out, luck);
        }
        if let Some(curve) = &self.curve {
            curve.write(&mut out);
        }
        self.told(&mut out);
        notes(&mut out, report);
        out.push_str("</body></html>\n");
        out
    }

    fn ends(&self, out: &mut String) {
        let ends = &self.report.ends;
        let _ = write!(
            out,
            "<h2>How it ends</h2><table><tr><th>end<th class=n>chance<th class=n>95 % bounds<th></tr>"
        );
        for (what, rate, class) in [
            ("heroes win", ends.heroes, "bar"),
            ("monsters win", ends.monsters, "hatch"),
            ("draw", ends.draw, "hatch"),
            ("given up", ends.cap, "hatch"),
        ] {
            if rate.count == 0 && matches!(what, "draw" | "given up") {
                continue;
            }
            let _ = write!(
                out,
                "<tr><td>{what}<td class=n>{}<td class=n>{}<td>{}</tr>",
                percent(rate.share),
                bounds(rate),
                bar(rate, class)
            );
        }
        out.push_str("</table>");
        if let Some(exact) = &self.report.exact {
            let _ = write!(
                out,
                "<p>Counted out: heroes win {:.6} %, monsters {:.6} %, a draw {:.6} %; {} tables told apart.</p>",
                exact.heroes * 100.0,
                exact.monsters * 100.0,
                exact.draw * 100.0,
                exact.tables
            );
        }
    }

    fn told(&self, out: &mut String) {
        if self.fights.is_empty() {
            return;
        }
        out.push_str("<h2>Fights told in full</h2>");
        for fight in &self.fights {
            let _ = write!(
                out,
                "<details><summary>{}</summary><p><a download=\"{file}\" href=\"data:application/json,{}\">Its replay</a>, \
                 for <code>fracas replay {file}</code> and <code>fracas review {file}</code></p><pre>",
                escape(&fight.heading),
                in_address(&fight.replay),
                file = escape(&fight.file),
            );
            for line in &fight.lines {
                let _ = writeln!(out, "{}", escape(line));
            }
            out.push_str("</pre></details>");
        }
    }
}

fn rounds(out: &mut String, report: &Report) {
    let rounds = &report.rounds;
    let _ = write!(
        out,
        "<h2>{}</h2><p>Mean {:.1}, median {}, nine in ten from {} to {}; {:.0} choices on average.</p>{}",
        escape(&capital(&report.time)),
        rounds.mean,
        rounds.median,
        rounds.p5,
        rounds.p95,
        report.choices,
        histogram(rounds, 720, 140, true)
    );
}

fn combatants(out: &mut String, report: &Report) {
    let _ = write!(
        out,
        "<h2>Who falls</h2><div class=wide><table><tr><th>who<th class=n>health<th class=n>falls<th class=n>95 % bounds<th>when\
         <th class=n>left if it wins<th>5 to 95 %</tr>"
    );
    for side in Side::BOTH {
        for who in report.combatants.iter().filter(|who| who.side == side) {
            combatant(out, who);
        }
    }
    out.push_str("</table></div>");
}

fn combatant(out: &mut String, who: &CombatantReport) {
    let dash = || "–".to_owned();
    let most = who.health.unwrap_or(0).max(who.left.p95).max(1);
    let (mean, range) = match &who.left_when_won {
        Some(left) => (format!("{:.1}", left.mean), range(left, most)),
        None => (dash(), String::new()),
    };
    let _ = write!(
        out,
        "<tr><td class=w>{} <span class=note>{}</span><td class=n>{}<td class=n>{}<td class=n>{}<td>{}<td class=n>{mean}<td>{range}</tr>",
        escape(&who.name),
        who.side.name(),
        who.health.map_or_else(dash, |health| health.to_string()),
        percent(who.falls.chance.share),
        bounds(who.falls.chance),
        who.falls.rounds.as_ref().map_or(String::new(), |rounds| histogram(rounds, 150, 28, false)),
    );
}

/// The most that is told of what brings somebody down.
const CAUSES: usize = 3;

fn felled(out: &mut String, report: &Report) {
    if report.combatants.iter().all(|who| who.falls.to.is_empty()) {
        return;
    }
    out.push_str("<h2>What brings them down</h2><div class=wide><table><tr><th>who<th>falls to<th class=n>of its falls<th></tr>");
    for side in Side::BOTH {
        for who in report.combatants.iter().filter(|who| who.side == side) {
            for (nth, to) in who.falls.to.iter().take(CAUSES).enumerate() {
                let _ = write!(
                    out,
                    "<tr><td>{}<td>{} · {}<td class=n>{}<td>{}</tr>",
                    if nth == 0 { escape(&who.name) } else { String::new() },
                    escape(&to.name),
                    escape(&to.title),
                    percent(to.share.share),
                    bar(to.share, if side == Side::Heroes { "hatch" } else { "bar" })
                );
            }
        }
    }
    out.push_str("</table></div>");
}

/// The most sources of damage that are drawn.
const SOURCES: usize = 15;

fn harm(out: &mut String, report: &Report) {
    let mut rows: Vec<&DeedReport> = report.deeds.iter().filter(|row| row.harm > 0.0).collect();
    rows.sort_by(|a, b| b.harm.total_cmp(&a.harm));
    let Some(most) = rows.first().map(|row| row.harm) else { return };
    out.push_str(
        "<h2>Damage by source</h2><p>Filled: the heroes. Hatched: the monsters.</p><div class=wide><table><tr><th>who<th>deed\
         <th class=n>a fight<th class=n>a use<th></tr>",
    );
    for row in rows.into_iter().take(SOURCES) {
        let class = if row.side == Side::Heroes { "bar" } else { "hatch" };
        let _ = write!(
            out,
            "<tr><td class=w>{}<td>{}<td class=n>{:.1}<td class=n>{:.1}<td><svg width=\"300\" height=\"14\" aria-hidden=\"true\">\
             <rect class={class} width=\"{:.1}\" height=\"14\"/></svg></tr>",
            escape(&row.name),
            escape(&row.title),
            row.harm,
            row.harm / row.uses,
            row.harm / most * 300.0
        );
    }
    out.push_str("</table></div>");
}

fn scenes(out: &mut String, report: &Report) {
    if report.scenes.is_empty() {
        return;
    }
    out.push_str("<h2>Where parties die</h2><table><tr><th>place<th class=n>lost here<th class=n>95 % bounds<th class=n>heroes fall</tr>");
    for scene in &report.scenes {
        let _ = write!(
            out,
            "<tr><td>{}<td class=n>{}<td class=n>{}<td class=n>{:.2}</tr>",
            escape(&scene.name),
            percent(scene.lost.share),
            bounds(scene.lost),
            scene.falls as f64 / report.fights.max(1) as f64
        );
    }
    out.push_str("</table>");
}

fn deeds(out: &mut String, report: &Report) {
    if report.deeds.is_empty() {
        return;
    }
    out.push_str(
        "<h2>What is done, and what comes of it</h2><div class=wide><table><tr><th>who<th>deed<th class=n>uses a fight<th class=n>swing a use\
         <th class=n>harm a fight<th class=n>brings down<th class=n>its side wins</tr>",
    );
    for row in report.deeds.iter().take(60) {
        let _ = write!(
            out,
            "<tr><td>{}<td>{}<td class=n>{:.2}<td class=n>{:+.2}<td class=n>{:.1}<td class=n>{:.2}<td class=n>{}</tr>",
            escape(&row.name),
            escape(&row.title),
            row.uses,
            row.swing,
            row.harm,
            row.felled,
            percent(row.wins.share)
        );
    }
    out.push_str("</table></div>");
}

fn fortunes(out: &mut String, luck: &LuckReport) {
    let _ = write!(
        out,
        "<h2>Luck and plan</h2><p>In {} fights looked at, dice moved the margin of health by {:.1} either way (one deviation); the \
         plans moved it by {:+.1} on average. The luckier side won {} of the decided fights. At even luck the heroes win {} \
         ({}).</p><table><tr><th>luck of the heroes<th class=n>from<th class=n>to<th class=n>they win<th></tr>",
        luck.fights,
        luck.deviation,
        luck.plan,
        percent(luck.lucky_side_wins.share),
        percent(luck.even.share),
        bounds(luck.even)
    );
    for (third, name) in luck.thirds.iter().zip(["worst third", "middle third", "best third"]) {
        let _ = write!(
            out,
            "<tr><td>{name}<td class=n>{:+.1}<td class=n>{:+.1}<td class=n>{}<td>{}</tr>",
            third.from,
            third.to,
            percent(third.heroes_win.share),
            bar(third.heroes_win, "bar")
        );
    }
    out.push_str("</table>");
}

fn notes(out: &mut String, report: &Report) {
    out.push_str("<h2>How the figures are meant</h2><ul>");
    for note in report.notes {
        let _ = write!(out, "<li class=note>{}</li>", escape(note));
    }
    out.push_str("</ul>");
}

impl Curve {
    fn write(&self, out: &mut String) {
        let _ = write!(out, "<h2>Win rate by {}</h2>", escape(&self.paths.join(" and ")));
        match self.paths.len() {
            1 => self.line(out),
            2 => self.heat(out, &[]),
            _ => {
                // A small map of the first two for each setting of the others.
                let mut settings: Vec<&[String]> = Vec::new();
                for (values, _) in &self.points {
                    if !settings.contains(&&values[2..]) {
                        settings.push(&values[2..]);
                    }
                }
                out.push_str("<div class=many>");
                for setting in settings {
                    let named: Vec<String> = self.paths[2..]
                        .iter()
                        .zip(setting)
                        .map(|(path, value)| format!("{path} = {value}"))
                        .collect();
                    let _ = write!(out, "<figure><figcaption>{}</figcaption>", escape(&named.join(", ")));
                    self.heat(out, setting);
                    out.push_str("</figure>");
                }
                out.push_str("</div>");
            }
        }
        out.push_str("<table><tr>");
        for path in &self.paths {
            let _ = write!(out, "<th>{}", escape(path));
        }
        out.push_str("<th class=n>heroes win<th class=n>95 % bounds<th></tr>");
        for (values, rate) in &self.points {
            out.push_str("<tr>");
            for value in values {
                let _ = write!(out, "<td>{}", escape(value));
            }
            let _ = write!(
                out,
                "<td class=n>{}<td class=n>{}<td>{}</tr>",
                percent(rate.share),
                bounds(*rate),
                bar(*rate, "bar")
            );
        }
        out.push_str("</table>");
    }

    /// One number: a line with its band.
    fn line(&self, out: &mut String) {
        let (width, height, left, bottom) = (720.0, 240.0, 48.0, 28.0);
        let step = (width - left - 20.0) / (self.points.len().max(2) - 1) as f64;
        let x = |nth: usize| left + 10.0 + step * nth as f64;
        let y = |share: f64| 10.0 + (height - bottom - 10.0) * (1.0 - share);
        let _ = write!(
            out,
            "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"win rate by {}\">",
            escape(&self.paths[0])
        );
        for tenth in [0, 25, 50, 75, 100] {
            let at = y(f64::from(tenth) / 100.0);
            let _ = write!(
                out,
                "<line class=axis x1=\"{left}\" x2=\"{width}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/><text x=\"0\" y=\"{:.1}\">{tenth} %</text>",
                at + 4.0
            );
        }
        let path = |share: &dyn Fn(&Rate) -> f64, back: bool| {
            let points = self.points.iter().enumerate();
            let all: Vec<String> =
                points.map(|(nth, (_, rate))| format!("{:.1},{:.1}", x(nth), y(share(rate)))).collect();
            if back { all.into_iter().rev().collect::<Vec<_>>().join(" ") } else { all.join(" ") }
        };
        let _ = write!(
            out,
            "<polygon class=band points=\"{} {}\"/>",
            path(&|rate| rate.low, false),
            path(&|rate| rate.high, true)
        );
        let _ = write!(out, "<polyline class=mark points=\"{}\"/>", path(&|rate| rate.share, false));
        let every = self.points.len().div_ceil(12).max(1);
        for (nth, (values, _)) in self.points.iter().enumerate().step_by(every) {
            let _ = write!(
                out,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                x(nth),
                height - 8.0,
                escape(&values.join(", "))
            );
        }
        out.push_str("</svg>");
    }

    /// Two numbers: a map with the figure in each cell, darker where the heroes win more. Of more numbers, the others are as
    /// `setting` says.
    fn heat(&self, out: &mut String, setting: &[String]) {
        let mut values: [Vec<&str>; 2] = [Vec::new(), Vec::new()];
        for (point, _) in &self.points {
            for (known, value) in values.iter_mut().zip(point) {
                if !known.contains(&value.as_str()) {
                    known.push(value);
                }
            }
        }
        let [down, across] = values;
        let _ = write!(
            out,
            "<div class=wide><table><tr><th>{} \\ {}",
            escape(&self.paths[0]),
            escape(&self.paths[1])
        );
        for value in &across {
            let _ = write!(out, "<th class=n>{}", escape(value));
        }
        for row in &down {
            let _ = write!(out, "<tr><th>{}", escape(row));
            for column in &across {
                let fits =
                    |point: &[String]| point[0] == *row && point[1] == *column && point[2..] == *setting;
                let cell = self.points.iter().find(|(point, _)| fits(point));
                if let Some((_, rate)) = cell {
                    let shade = (rate.share * 60.0).round();
                    let _ = write!(
                        out,
                        "<td class=n style=\"background:color-mix(in srgb,var(--accent) {shade}%,transparent)\">{}",
                        percent(rate.share)
                    );
                }
            }
        }
        out.push_str("</table></div>");
    }
}

/// A bar with its bounds as a whisker.
fn bar(rate: Rate, class: &str) -> String {
    let x = |share: f64| share * 200.0;
    format!(
        "<svg width=\"200\" height=\"14\" aria-hidden=\"true\"><rect class={class} width=\"{:.1}\" height=\"14\"/>\
         <line class=mark x1=\"{:.1}\" x2=\"{:.1}\" y1=\"7\" y2=\"7\"/></svg>",
        x(rate.share),
        x(rate.low),
        x(rate.high)
    )
}

/// From 5 to 95 percent, with the median marked.
fn range(summary: &Summary, most: i32) -> String {
    let x = |value: i32| f64::from(value.max(0)) / f64::from(most) * 118.0 + 1.0;
    format!(
        "<svg width=\"120\" height=\"14\" role=\"img\" aria-label=\"{} to {}, median {}\"><line class=axis x1=\"0\" x2=\"120\" y1=\"7\" y2=\"7\"/>\
         <rect class=band x=\"{:.1}\" y=\"2\" width=\"{:.1}\" height=\"10\"/><line class=mark x1=\"{m:.1}\" x2=\"{m:.1}\" y1=\"1\" y2=\"13\"/></svg>",
        summary.p5,
        summary.p95,
        summary.median,
        x(summary.p5),
        (x(summary.p95) - x(summary.p5)).max(1.0),
        m = x(summary.median)
    )
}

/// Columns by value; the tail beyond 95 of a hundred is one column.
fn histogram(summary: &Summary, width: u32, height: u32, labels: bool) -> String {
    let Some(&(first, _)) = summary.counts.first() else { return String::new() };
    let last = summary.p95.max(first) + 1;
    let groups = (last - first + 1).clamp(1, 40);
    let each = (last - first + 1 + groups - 1) / groups;
    let mut bins = vec![0_u64; groups as usize];
    for &(value, count) in &summary.counts {
        bins[((value.min(last) - first) / each).clamp(0, groups - 1) as usize] += count;
    }
    let most = bins.iter().copied().max().unwrap_or(1).max(1);
    let floor = if labels { height - 18 } else { height };
    let step = f64::from(width) / f64::from(groups);
    let mut out = format!(
        "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"how often each number\">"
    );
    for (nth, count) in bins.iter().enumerate() {
        let tall = *count as f64 / most as f64 * f64::from(floor - 2);
        let (x, from) = (nth as f64 * step, first + nth as i32 * each);
        let _ = write!(
            out,
            "<rect class=bar x=\"{x:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{tall:.1}\"><title>{from}: {count}</title></rect>",
            f64::from(floor) - tall,
            (step - 1.0).max(0.5)
        );
        if labels && nth % (groups as usize).div_ceil(20) == 0 {
            let more = if nth + 1 == bins.len() { "+" } else { "" };
            let _ = write!(
                out,
                "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{from}{more}</text>",
                x + step / 2.0,
                height - 4
            );
        }
    }
    out.push_str("</svg>");
    out
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

fn bounds(rate: Rate) -> String {
    format!("{:.1} to {:.1} %", rate.low * 100.0, rate.high * 100.0)
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// As a part of an address.
fn in_address(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~:,{}[]".contains(&byte);
    let mut out = String::with_capacity(text.len() * 2);
    for byte in text.bytes() {
        match plain(byte) {
            true => out.push(char::from(byte)),
            false => drop(write!(out, "%{byte:02X}")),
        }
    }
    out
}

/// Names come from files: none of them may become markup.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}
