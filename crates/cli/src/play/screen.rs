//! The table as text: heading, map, combatants with their tracks, log lines. It renders the display model and knows no
//! rule.

use fracas_kernel::{Line, MapView, Side, Status, TableView, Token, Tone, Track, TrackKind, Who};

use super::map::{self, Piece};
use crate::paint::{Ink, Paint, clip, pad, tame, width, wrap};

/// Tracks up to this are pips, one for each point.
const MOST_PIPS: i32 = 10;

#[derive(Clone, Copy, Debug)]
pub struct Screen {
    pub paint: Paint,
    pub columns: usize,
}

impl Screen {
    /// Everything but the log and the choices.
    pub fn table(&self, view: &TableView) -> String {
        let marks = marks(&view.tokens);
        let phase = if view.phase.is_empty() { String::new() } else { format!(" · {}", view.phase) };
        let heading = format!("{} · round {}{phase}", view.title, view.round);
        format!("{}{}\n{}", self.rule(&heading), self.map(view, &marks), self.roster(view, &marks))
    }

    /// A line across the screen with a heading in it.
    pub fn rule(&self, heading: &str) -> String {
        let heading = clip(&tame(heading), self.columns.saturating_sub(8));
        let rest = self.columns.saturating_sub(width(&heading) + 5);
        let (left, right) = (self.paint.ink(Ink::Quiet, "───"), self.paint.ink(Ink::Quiet, &"─".repeat(rest)));
        format!("{left} {} {right}\n", self.paint.ink(Ink::Title, &heading))
    }

    fn map(&self, view: &TableView, marks: &[String]) -> String {
        let MapView::Zones { zones, links } = &view.map;
        let pieces: Vec<Piece> = view
            .tokens
            .iter()
            .zip(marks)
            .filter_map(|(token, mark)| {
                let (mark, ink) = match token.status {
                    Status::Up => (mark.clone(), side_ink(token.side)),
                    Status::Down => (format!("({mark})"), side_ink(token.side)),
                    Status::Dead => (format!("†{mark}"), Ink::Quiet),
                    Status::Gone => return None,
                };
                Some(Piece { mark, ink, place: token.place.clone()? })
            })
            .collect();
        map::draw(zones, links, &pieces, self.paint, self.columns.saturating_sub(2))
    }

    fn roster(&self, view: &TableView, marks: &[String]) -> String {
        let widest = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0);
        let mark_room = widest(&mut marks.iter().map(|mark| width(mark)));
        let name_room = widest(&mut view.tokens.iter().map(|token| width(&token.name))).min(20);
        let kind_room = widest(&mut view.tokens.iter().map(|token| width(&token.kind))).min(16);
        let asked = view.question.as_ref().map(|question| question.asked).unwrap_or_default();
        let mut text = String::new();
        for (token, mark) in view.tokens.iter().zip(marks) {
            let arrow = if asked.has(token.who) {
                "▸"
            } else if token.to_act && token.status == Status::Up {
                "·"
            } else {
                " "
            };
            let here = matches!(token.status, Status::Up | Status::Down);
            let ink = if here { side_ink(token.side) } else { Ink::Quiet };
            let row = format!(
                " {arrow} {} {} {}",
                pad(&self.paint.ink(ink, mark), mark_room),
                pad(&self.paint.ink(ink, &clip(&tame(&token.name), name_room)), name_room),
                pad(&self.paint.ink(Ink::Quiet, &clip(&tame(&token.kind), kind_room)), kind_room),
            );
            let indent = width(&row) + 2;
            text += &self.flow(&row, &self.details(token), indent);
        }
        text
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
            parts.push(self.paint.ink(Ink::Bad, "down"));
        }
        let badge_ink = |good| if good { Ink::Good } else { Ink::Warn };
        parts.extend(token.badges.iter().map(|b| self.paint.ink(badge_ink(b.good), &tame(&b.name))));
        parts
    }

    fn track(&self, track: &Track) -> String {
        let Some(most) = track.max.filter(|&most| most > 0) else {
            return format!("{} {}", track.name, track.value);
        };
        let number = format!("{} {}/{most}", track.name, track.value);
        match track.kind {
            TrackKind::Health => {
                let cells = most.min(MOST_PIPS);
                let value = track.value.clamp(0, most);
                // Somebody who still has a point shows at least one.
                let full = (value * cells / most).max(i32::from(value > 0));
                let ink = match (value * 2 > most, value * 4 > most) {
                    (true, _) => Ink::Good,
                    (false, true) => Ink::Warn,
                    _ => Ink::Bad,
                };
                let bar = "■".repeat(full as usize) + &"□".repeat((cells - full) as usize);
                format!("{} {number:8}", pad(&self.paint.ink(ink, &bar), MOST_PIPS as usize))
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
            Tone::Heading => return format!("\n {}\n", self.paint.ink(Ink::Title, &tame(&line.text))),
            Tone::Plain => (" ", Ink::Plain),
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

    /// A line of the log with the rule that it follows from.
    pub fn line_with_rule(&self, line: &Line) -> String {
        let shown = self.line(line);
        match line.rule {
            None => shown,
            Some(rule) => format!("{}  {}\n", shown.trim_end_matches('\n'), self.paint.ink(Ink::Quiet, rule)),
        }
    }

    /// A remark of the program itself.
    pub fn note(&self, text: &str) -> String {
        wrap(&tame(text), self.columns.saturating_sub(2))
            .iter()
            .map(|line| format!(" {}\n", self.paint.ink(Ink::Quiet, line)))
            .collect()
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
