//! The table as text: heading, map, combatants with their tracks, log lines. It renders the display model and knows no
//! rule.

use fracas_kernel::{Crowd, Line, MapView, Side, Status, TableView, Token, Tone, Track, TrackKind, Who};

use super::grid;
use super::map::{self, Piece};
use crate::paint::{Ink, Paint, clip, pad, tame, width, wrap};

/// Tracks up to this are pips, one for each point.
pub const MAX_PIPS: i32 = 10;

#[derive(Clone, Copy, Debug)]
pub struct Screen {
    pub paint: Paint,
    pub columns: usize,
    /// The most signs in a bar of health.
    pub pips: i32,
    /// How a grid is looked at.
    pub look: grid::Look,
}

/// One line of the list beside the map.
#[derive(Debug)]
pub struct Row {
    pub arrow: &'static str,
    pub marks: String,
    /// Without the number.
    pub name: String,
    full_name: String,
    kind: String,
    pub ink: Ink,
    pub details: Vec<String>,
    /// The mark of each who shares it.
    each: Vec<String>,
}

impl Row {
    fn is_like(&self, other: &Row) -> bool {
        (self.arrow, &self.name, &self.kind, &self.details)
            == (other.arrow, &other.name, &other.kind, &other.details)
    }

    fn join(&mut self, other: &Row) {
        self.each.extend(other.each.iter().cloned());
    }

    /// Its names, when nobody joins any more.
    fn settle(&mut self) {
        self.marks = runs(&self.each);
        self.name = match self.each.len() {
            1 => self.full_name.clone(),
            many => format!("{} ×{many}", self.name),
        };
    }
}

impl Screen {
    /// Everything but the log and the choices; `mine` are those whose questions are the reader's.
    pub fn table(&self, view: &TableView, mine: Crowd) -> String {
        let marks = marks(&view.tokens);
        let phase = if view.phase.is_empty() { String::new() } else { format!(" · {}", view.phase) };
        let round = if view.round == 0 { String::new() } else { format!(" · round {}", view.round) };
        let heading = format!("{}{round}{phase}", view.title);
        format!("{}{}\n{}", self.rule(&heading), self.map(view, &marks), self.roster(view, &marks, mine))
    }

    /// The clock, light and supplies of an adventure.
    pub fn gauges(&self, view: &TableView) -> String {
        if view.gauges.is_empty() {
            return String::new();
        }
        let shown: Vec<String> = view
            .gauges
            .iter()
            .map(|gauge| {
                let ink = if gauge.low { Ink::Warn } else { Ink::Plain };
                format!(
                    "{} {}",
                    self.paint.ink(Ink::Quiet, gauge.name),
                    self.paint.ink(ink, &tame(&gauge.text))
                )
            })
            .collect();
        self.flow(" ", &shown, 2)
    }

    /// A line across the screen with a heading in it.
    pub fn rule(&self, heading: &str) -> String {
        let heading = clip(&tame(heading), self.columns.saturating_sub(8));
        let rest = self.columns.saturating_sub(width(&heading) + 5);
        let (left, right) =
            (self.paint.ink(Ink::Quiet, "───"), self.paint.ink(Ink::Quiet, &"─".repeat(rest)));
        format!("{left} {} {right}\n", self.paint.ink(Ink::Title, &heading))
    }

    fn map(&self, view: &TableView, marks: &[String]) -> String {
        match &view.map {
            MapView::Zones { zones, links, .. } => {
                let style = map::Style::new(self.paint, self.columns.saturating_sub(2));
                map::draw(zones, links, &pieces(view, marks, &[]), &style)
            }
            MapView::Squares { .. } => grid::draw(view, marks, self.look, self.paint, self.columns),
        }
    }

    /// Everybody with their tracks; those who do not differ share a row.
    fn roster(&self, view: &TableView, marks: &[String], mine: Crowd) -> String {
        let asked = view.question.as_ref().map(|question| question.asked).unwrap_or_default().and(mine);
        self.lay_out(&self.roster_rows(&view.tokens, marks, asked, |_| None))
    }

    /// Only those who are not as they were, with where they have gone.
    pub fn changes(&self, before: &TableView, view: &TableView, mine: Crowd) -> String {
        let asked = view.question.as_ref().map(|question| question.asked).unwrap_or_default().and(mine);
        let known = |who| before.tokens.iter().find(|token| token.who == who);
        let moved = |token: &Token| {
            let from = known(token.who).and_then(|token| place_of(before, token));
            place_of(view, token).filter(|to| from.as_ref() != Some(to))
        };
        let marks = marks(&view.tokens);
        let changed = view.tokens.iter().zip(&marks).filter(|(token, _)| {
            let same = |old: &Token| {
                (old.status, &old.tracks, &old.badges) == (token.status, &token.tracks, &token.badges)
            };
            !known(token.who).is_some_and(same) || moved(token).is_some()
        });
        let (tokens, marks): (Vec<Token>, Vec<String>) =
            changed.map(|(token, mark)| (token.clone(), mark.clone())).unzip();
        self.lay_out(
            &self.roster_rows(&tokens, &marks, asked, |token| moved(token).map(|place| format!("→ {place}"))),
        )
    }

    fn lay_out(&self, rows: &[Row]) -> String {
        let widest = |of: fn(&Row) -> &str| rows.iter().map(|row| width(of(row))).max().unwrap_or(0);
        let mark_room = widest(|row| &row.marks).min(14);
        let name_room = widest(|row| &row.name).min(20);
        let kind_room = widest(|row| &row.kind).min(16);
        let mut text = String::new();
        for row in rows {
            let start = format!(
                " {} {} {} {}",
                row.arrow,
                pad(&self.paint.ink(row.ink, &clip(&row.marks, mark_room)), mark_room),
                pad(&self.paint.ink(row.ink, &clip(&row.name, name_room)), name_room),
                pad(&self.paint.ink(Ink::Quiet, &clip(&row.kind, kind_room)), kind_room),
            );
            text += &self.flow(&start, &row.details, width(&start) + 2);
        }
        text
    }

    pub fn roster_rows(
        &self,
        tokens: &[Token],
        marks: &[String],
        asked: Crowd,
        first: impl Fn(&Token) -> Option<String>,
    ) -> Vec<Row> {
        let mut rows: Vec<Row> = Vec::new();
        for (token, mark) in tokens.iter().zip(marks) {
            let arrow = match token.status {
                Status::Up | Status::Down if asked.has(token.who) => "▸",
                Status::Up if token.to_act => "·",
                _ => " ",
            };
            let here = matches!(token.status, Status::Up | Status::Down);
            let name = tame(token.name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end());
            let row = Row {
                arrow,
                marks: String::new(),
                each: vec![mark.clone()],
                name,
                kind: tame(&token.kind),
                ink: if here { side_ink(token.side) } else { Ink::Quiet },
                details: first(token).into_iter().chain(self.details(token)).collect(),
                full_name: tame(&token.name),
            };
            // Whoever has still to act keeps its place in the order: it shares a row with neighbours only.
            let from = if token.to_act { rows.len().saturating_sub(1) } else { 0 };
            match rows[from..].iter_mut().find(|known| known.is_like(&row)) {
                Some(known) => known.join(&row),
                None => rows.push(row),
            }
        }
        rows.iter_mut().for_each(Row::settle);
        rows
    }

    /// Tracks and badges of a token.
    fn details(&self, token: &Token) -> Vec<String> {
        match token.status {
            Status::Dead => return vec![self.paint.ink(Ink::Quiet, "† dead")],
            Status::Gone => return vec![self.paint.ink(Ink::Quiet, "gone")],
            Status::Up | Status::Down => {}
        }
        let mut parts: Vec<String> = token.tracks.iter().map(|track| self.track(track)).collect();
        if token.status == Status::Down {
            parts.insert(parts.len().min(1), self.paint.ink(Ink::Bad, "down"));
        }
        let badge_ink = |good| if good { Ink::Good } else { Ink::Warn };
        parts.extend(token.badges.iter().map(|b| self.paint.ink(badge_ink(b.good), &tame(&b.name))));
        parts
    }

    fn track(&self, track: &Track) -> String {
        let Some(most) = track.max.filter(|&most| most > 0) else {
            return format!("{} {}", track.id, track.value);
        };
        let number = format!("{} {}/{most}", track.id, track.value);
        match track.kind {
            TrackKind::Health => {
                let cells = most.min(self.pips);
                let value = track.value.clamp(0, most);
                // Somebody who still has a point shows at least one.
                let full = (value * cells / most).max(i32::from(value > 0));
                let ink = match (value * 2 > most, value * 4 > most) {
                    (true, _) => Ink::Good,
                    (false, true) => Ink::Warn,
                    _ => Ink::Bad,
                };
                let bar = "■".repeat(full as usize) + &"□".repeat((cells - full) as usize);
                format!("{} {number:<8}", pad(&self.paint.ink(ink, &bar), self.pips as usize))
            }
            TrackKind::Supply | TrackKind::Plain => number,
        }
    }

    /// `first` and then the parts, going on in another line where they do not fit.
    pub fn flow(&self, first: &str, parts: &[String], indent: usize) -> String {
        let mut text = String::new();
        let mut line = first.to_owned();
        let mut fresh = width(first) < indent;
        for part in parts {
            let gap = if fresh { indent.saturating_sub(width(&line)) } else { 2 };
            if width(&line) + gap + width(part) > self.columns && !line.trim().is_empty() && !fresh {
                text += line.trim_end();
                text.push('\n');
                line = format!("{}{part}", " ".repeat(indent));
            } else {
                line += &format!("{}{part}", " ".repeat(gap));
            }
            fresh = false;
        }
        text + line.trim_end() + "\n"
    }

    /// A line of the log.
    pub fn line(&self, line: &Line) -> String {
        let (lead, ink) = match line.tone {
            Tone::Round | Tone::Heading => {
                let lines = wrap(&tame(&line.text), self.columns.saturating_sub(2));
                let lines = lines.iter().map(|line| format!(" {}\n", self.paint.ink(Ink::Title, line)));
                return format!("\n{}", lines.collect::<String>());
            }
            Tone::Plain | Tone::Aside => (" ", Ink::Plain),
            Tone::Good => ("+", Ink::Good),
            Tone::Bad => ("−", Ink::Bad),
            Tone::Judge => ("⚖", Ink::Warn),
        };
        let mut text = String::new();
        for (nth, part) in wrap(&tame(&line.text), self.columns.saturating_sub(4)).iter().enumerate() {
            let lead = if nth == 0 { lead } else { " " };
            text += &format!(" {} {}\n", self.paint.ink(ink, lead), self.paint.ink(ink, part));
        }
        text
    }

    /// A recorded line, whose tone is not known.
    pub fn indented(&self, text: &str) -> String {
        wrap(&tame(text), self.columns.saturating_sub(6))
            .iter()
            .map(|line| format!("      {line}\n"))
            .collect()
    }

    /// A line of the log with the rule that it follows from.
    pub fn line_with_rule(&self, line: &Line) -> String {
        let shown = self.line(line);
        match line.rule {
            None => shown,
            Some(rule) => format!("{}  {}\n", shown.trim_end_matches('\n'), self.paint.ink(Ink::Quiet, rule)),
        }
    }

    /// A command to be copied, on a line of its own.
    pub fn command(&self, text: &str) -> String {
        format!("   {}\n", tame(text))
    }

    /// A remark of the program itself.
    pub fn note(&self, text: &str) -> String {
        wrap(&tame(text), self.columns.saturating_sub(2))
            .iter()
            .map(|line| format!(" {}\n", self.paint.ink(Ink::Quiet, line)))
            .collect()
    }

    /// Something that could not be done, with its lines as they are.
    pub fn complaint_as_is(&self, text: &str) -> String {
        let lead = self.paint.ink(Ink::Bad, "!");
        format!(" {lead} {}\n", text.split('\n').map(tame).collect::<Vec<_>>().join("\n  "))
    }

    /// Something that could not be done.
    pub fn complaint(&self, text: &str) -> String {
        let mut shown = String::new();
        for line in text.lines().flat_map(|line| wrap(&tame(line), self.columns.saturating_sub(4))) {
            let lead = if shown.is_empty() { "!" } else { " " };
            shown += &format!(" {} {line}\n", self.paint.ink(Ink::Bad, lead));
        }
        shown
    }
}

/// Where somebody is, as people call it.
pub fn place_of(view: &TableView, token: &Token) -> Option<String> {
    match &view.map {
        MapView::Zones { zones, .. } => {
            let place = token.place.as_ref()?;
            zones.iter().find(|zone| zone.id == *place).map(|zone| tame(&zone.name))
        }
        MapView::Squares { pieces, .. } => {
            let piece = pieces.iter().find(|piece| piece.who == token.who)?;
            Some(format!("{},{}", piece.at.0, piece.at.1))
        }
    }
}

/// Everybody as they stand in the boxes of a map; those who are lit are turned round.
pub fn pieces(view: &TableView, marks: &[String], lit: &[Who]) -> Vec<Piece> {
    let tokens = view.tokens.iter().zip(marks);
    let pieces = tokens.filter_map(|(token, mark)| {
        let (mark, ink) = on_map(token, mark)?;
        let ink = if lit.contains(&token.who) { Ink::Lit } else { ink };
        Some(Piece { mark, ink, place: token.place.clone()? })
    });
    pieces.collect()
}

/// How a token is shown on the map; not at all when it has gone.
pub fn on_map(token: &Token, mark: &str) -> Option<(String, Ink)> {
    match token.status {
        Status::Up => Some((mark.to_owned(), side_ink(token.side))),
        Status::Down => Some((format!("({mark})"), side_ink(token.side))),
        Status::Dead => Some((format!("†{mark}"), Ink::Quiet)),
        Status::Gone => None,
    }
}

pub fn side_ink(side: Side) -> Ink {
    match side {
        Side::Heroes => Ink::Hero,
        Side::Monsters => Ink::Foe,
    }
}

/// A short mark for each token, unlike all others: B for Brakk, g2 for the second goblin.
pub fn marks(tokens: &[Token]) -> Vec<String> {
    let mut taken: Vec<String> = Vec::new();
    for token in tokens {
        let letters: Vec<char> = token.id.chars().filter(|c| c.is_alphanumeric()).collect();
        let number: String = token.id.rsplit('-').next().unwrap_or("").to_owned();
        let numbered = number.chars().all(|c| c.is_ascii_digit()) && !number.is_empty();
        let stem = |n: usize| {
            let text: String = letters.iter().take(n).collect();
            match token.side {
                Side::Heroes => text.to_uppercase(),
                Side::Monsters => text.to_lowercase(),
            }
        };
        let named = (1..=letters.len()).map(|n| if numbered { stem(n) + &number } else { stem(n) });
        let counted = (2..).map(|n| format!("{}{n}", stem(1)));
        let free = named.chain(counted).find(|mark| !taken.contains(mark));
        taken.push(free.unwrap_or_default());
    }
    taken
}

/// Marks in a row, with "g1–g5" for three or more that follow each other.
fn runs(marks: &[String]) -> String {
    let number = |mark: &str| mark.trim_start_matches(|c: char| !c.is_ascii_digit()).parse::<u32>().ok();
    let stem = |mark: &str| mark.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
    let follows =
        |a: &str, b: &str| stem(a) == stem(b) && number(a).is_some_and(|n| number(b) == n.checked_add(1));
    let mut parts: Vec<(&str, &str, usize)> = Vec::new();
    for mark in marks {
        match parts.last_mut() {
            Some((_, last, many)) if follows(last, mark) => (*last, *many) = (mark, *many + 1),
            _ => parts.push((mark, mark, 1)),
        }
    }
    let shown = parts.into_iter().map(|(first, last, many)| match many {
        1 => first.to_owned(),
        2 => format!("{first} {last}"),
        _ => format!("{first}–{last}"),
    });
    shown.collect::<Vec<_>>().join(" ")
}

/// The combatant that somebody means by a mark, an id or a name.
pub fn meant(tokens: &[Token], word: &str) -> Option<Who> {
    let same = |a: &str| a.eq_ignore_ascii_case(word);
    let by_name = tokens.iter().find(|token| same(&token.id) || same(&token.name));
    let by_mark = || {
        let marks = marks(tokens);
        let exact = marks.iter().position(|mark| mark == word);
        let at = exact.or_else(|| marks.iter().position(|mark| same(mark)))?;
        tokens.get(at)
    };
    by_name.or_else(by_mark).map(|token| token.who)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Screen =
        Screen { paint: Paint { colour: false }, columns: 40, pips: MAX_PIPS, look: grid::Look::DEFAULT };

    fn token(id: &str, side: Side) -> Token {
        Token {
            who: Who(0),
            id: id.to_owned(),
            name: id.to_owned(),
            kind: String::new(),
            side,
            status: Status::Up,
            place: None,
            tracks: Vec::new(),
            badges: Vec::new(),
            to_act: false,
        }
    }

    #[test]
    fn marks_are_short_and_differ() {
        let ids = [
            ("brakk", Side::Heroes),
            ("brand", Side::Heroes),
            ("b", Side::Heroes),
            ("goblin-1", Side::Monsters),
        ];
        let more =
            [("goblin-12", Side::Monsters), ("ghoul-1", Side::Monsters), ("goblin-shaman", Side::Monsters)];
        let mut tokens: Vec<Token> = ids.iter().chain(&more).map(|(id, side)| token(id, *side)).collect();
        tokens.iter_mut().enumerate().for_each(|(at, token)| token.who = Who(at as u8));
        assert_eq!(marks(&tokens), ["B", "BR", "B2", "g1", "g12", "gh1", "g"]);
        assert_eq!(meant(&tokens, "GH1"), Some(Who(5)));
        assert_eq!(meant(&tokens, "Goblin-12"), Some(Who(4)));
        assert_eq!(meant(&tokens, "nobody"), None);
    }

    #[test]
    fn whoever_has_still_to_act_keeps_its_place() {
        let rows = |to_act: bool| {
            let list = [
                ("Imp 1", Side::Monsters),
                ("Ann", Side::Heroes),
                ("Imp 2", Side::Monsters),
                ("Imp 3", Side::Monsters),
            ];
            let tokens: Vec<Token> =
                list.iter().map(|(id, side)| Token { to_act, ..token(id, *side) }).collect();
            let rows = PLAIN.roster_rows(&tokens, &marks(&tokens), Crowd::NONE, |_| None);
            rows.into_iter().map(|row| row.name).collect::<Vec<_>>()
        };
        assert_eq!(rows(true), ["Imp 1", "Ann", "Imp ×2"]);
        assert_eq!(rows(false), ["Imp ×3", "Ann"]);
    }

    #[test]
    fn marks_that_follow_each_other_are_put_together() {
        let list = |marks: &[&str]| runs(&marks.iter().map(|mark| (*mark).to_owned()).collect::<Vec<_>>());
        assert_eq!(list(&["g1", "g2", "g3", "g5", "g6"]), "g1–g3 g5 g6");
        assert_eq!(list(&["B"]), "B");
        assert_eq!(list(&["g1", "h2"]), "g1 h2");
    }

    #[test]
    fn what_does_not_fit_goes_on_below() {
        let parts: Vec<String> = ["a".repeat(20), "b".repeat(20), "c".into()].into();
        assert_eq!(
            PLAIN.flow("start", &parts, 8),
            format!("start   {}\n        {}  c\n", parts[0], parts[1])
        );
        assert_eq!(PLAIN.flow("start", &[], 8), "start\n");
    }

    #[test]
    fn a_bar_shows_that_somebody_still_stands() {
        let track = |value, max| {
            PLAIN.track(&Track {
                id: "hp",
                name: "hit points",
                value,
                max,
                kind: TrackKind::Health,
                unit: Default::default(),
            })
        };
        assert_eq!(track(1, Some(40)), "■□□□□□□□□□ hp 1/40 ");
        assert_eq!(track(-2, Some(4)), "□□□□       hp -2/4 ");
        assert_eq!(track(3, None), "hp 3");
    }
}
