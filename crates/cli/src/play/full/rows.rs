//! The rows of the panel: verbs, opened to their targets, opened to their ways. It knows what stands where and which digit
//! goes to it, and draws nothing.

use std::collections::HashMap;

use fracas_kernel::ChoiceView;

use super::super::deeds::{Deed, Figures, Part, Target};
use crate::paint::tame;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A part of the panel begins.
    Head(Part),
    /// Opens or closes.
    Fold { open: bool },
    /// Is done.
    Choice,
    /// Wants a place to be pointed at.
    OnMap,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    pub key: String,
    pub kind: Kind,
    pub part: Part,
    /// How far it is indented.
    pub depth: usize,
    /// The digit that goes to it.
    pub digit: Option<u8>,
    pub name: String,
    /// How many there are of what it opens to.
    pub count: usize,
    pub figures: Figures,
    /// The choice that it stands for, or the best of them, by its place in the list.
    pub choice: usize,
}

/// What has been opened or closed by hand.
pub type Opened = HashMap<String, bool>;

/// All rows of these deeds; as long as everything fits into `room`, nothing has to be opened.
pub fn rows(deeds: &[Deed], choices: &[ChoiceView], opened: &Opened, room: usize) -> Vec<Row> {
    let lines = |deed: &Deed| match deed.targets.len() {
        _ if deed.on_map => 1,
        0 | 1 => 1,
        many => many + 1,
    };
    let heads = deeds.chunk_by(|a, b| a.part.name() == b.part.name()).count();
    let all = deeds.iter().map(lines).sum::<usize>() + heads <= room;
    let mut build = Build { choices, opened, rows: Vec::new() };
    let mut last = None;
    for (nth, deed) in deeds.iter().enumerate() {
        if last != Some(deed.part.name()) {
            build.push(Kind::Head(deed.part), deed.part, 0, format!("head {nth}"), String::new(), deed.best);
            last = Some(deed.part.name());
        }
        build.deed(deed, all || (nth == 0 && deeds.len() + deed.targets.len() < room));
    }
    let mut rows = build.rows;
    if rows.len() > room {
        // Where not everything fits, one heading is enough: it names the columns.
        let mut heads = 0;
        rows.retain(|row| {
            heads += usize::from(matches!(row.kind, Kind::Head(_)));
            heads <= 1 || !matches!(row.kind, Kind::Head(_))
        });
    }
    number(&mut rows);
    rows
}

/// Digits go to what can be done, never to what ends the turn or leaves.
fn number(rows: &mut [Row]) {
    let mut next = 1;
    for row in rows.iter_mut().filter(|row| !matches!(row.kind, Kind::Head(_))) {
        let fixed = matches!(row.part, Part::End | Part::Leave);
        if !fixed && next <= 9 {
            row.digit = Some(next);
            next += 1;
        }
    }
}

struct Build<'a> {
    choices: &'a [ChoiceView],
    opened: &'a Opened,
    rows: Vec<Row>,
}

impl Build<'_> {
    fn push(&mut self, kind: Kind, part: Part, depth: usize, key: String, name: String, choice: usize) {
        let figures = match kind {
            Kind::Head(_) | Kind::OnMap => Figures::default(),
            _ => Figures::of(&self.choices[choice]),
        };
        self.rows.push(Row { key, kind, part, depth, digit: None, name, count: 0, figures, choice });
    }

    fn is_open(&self, key: &str, usual: bool) -> bool {
        self.opened.get(key).copied().unwrap_or(usual)
    }

    fn deed(&mut self, deed: &Deed, usual: bool) {
        let key = format!("{:?} {}", deed.part, deed.id);
        if deed.on_map {
            return self.push(Kind::OnMap, deed.part, 0, key, deed.title.clone(), deed.best);
        }
        match deed.targets.as_slice() {
            // What is surely for nothing is not in the way, but it is there.
            [] => self.fold(deed.part, 0, key, deed.title.clone(), &deed.idle, false),
            [target] if target.ways.len() == 1 && deed.idle.is_empty() => {
                let choice = target.ways[0].0;
                let label = tame(&self.choices[choice].label);
                self.push(
                    Kind::Choice,
                    deed.part,
                    0,
                    format!("do {}", self.choices[choice].text),
                    label,
                    choice,
                );
            }
            targets => self.fold(deed.part, 0, key, deed.title.clone(), targets, usual),
        }
    }

    fn fold(&mut self, part: Part, depth: usize, key: String, name: String, targets: &[Target], usual: bool) {
        let open = self.is_open(&key, usual);
        let best = targets[0].ways[0].0;
        self.push(Kind::Fold { open }, part, depth, key.clone(), name, best);
        if let Some(row) = self.rows.last_mut() {
            row.count = targets.len();
        }
        if !open {
            return;
        }
        for target in targets {
            self.target(part, depth + 1, &key, target);
        }
    }

    fn target(&mut self, part: Part, depth: usize, deed: &str, target: &Target) {
        if let [(choice, way)] = target.ways.as_slice() {
            let name = if way.is_empty() { target.name.clone() } else { format!("{} · {way}", target.name) };
            return self.push(
                Kind::Choice,
                part,
                depth,
                format!("do {}", self.choices[*choice].text),
                name,
                *choice,
            );
        }
        let key = format!("{deed} {}", target.key);
        let open = self.is_open(&key, false);
        self.push(Kind::Fold { open }, part, depth, key, target.name.clone(), target.ways[0].0);
        if let Some(row) = self.rows.last_mut() {
            row.count = target.ways.len();
        }
        for (choice, _) in target.ways.iter().filter(|_| open) {
            let label = tame(&self.choices[*choice].label);
            let key = format!("do {}", self.choices[*choice].text);
            self.push(Kind::Choice, part, depth + 1, key, label, *choice);
        }
    }
}
