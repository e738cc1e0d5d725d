//! Who sits where: names, links, who plays whom, whose dice are typed.

use fracas_kernel::Crowd;

use crate::event::Event;
use crate::fight::{Done, Fight};
use crate::messages::{ClientMessage, DiceMode, SeatKind};
use crate::refusal::Refused;
use fracas_store::SeatRow;

const LONGEST_NAME: usize = 60;

impl Fight {
    /// A change to seats, as it is to be kept.
    pub(crate) fn seat_change(&self, by: &SeatRow, message: &ClientMessage) -> Result<Done, Refused> {
        let rows = self.changed_seats(by, message)?;
        let Some(changed) = rows.last() else { return Ok(Done::Shown) };
        let event = match message {
            ClientMessage::Seat { mind: Some(on), .. } => {
                Event::Auto { who: changed.controls.collect(), on: *on }
            }
            _ => {
                let alike = |row: &SeatRow| {
                    self.seat(row.id).is_some_and(|old| (old.controls, old.dice) == (row.controls, row.dice))
                };
                Event::Seat { seat: changed.id, renamed: rows.iter().all(alike) }
            }
        };
        Ok(Done::Event(event, rows))
    }

    /// The rows as they should be, the one that it is about last.
    fn changed_seats(&self, by: &SeatRow, message: &ClientMessage) -> Result<Vec<SeatRow>, Refused> {
        match message {
            ClientMessage::Dice { mode, .. } => {
                if by.kind == SeatKind::Watcher {
                    return Err(Refused::not_allowed("or a player rolls dice"));
                }
                Ok(vec![SeatRow { dice: *mode, ..by.clone() }])
            }
            ClientMessage::Seat { seat, name, controls, mind, renew, .. } => {
                let only_name = controls.is_none() && mind.is_none() && !*renew && *seat == by.id;
                if !only_name {
                    self.judge_only(by, "changes seats")?;
                } else if by.kind == SeatKind::Watcher {
                    // Many may look through one link.
                    return Err(Refused::not_allowed("names watchers"));
                }
                let mut row = self
                    .seat(*seat)
                    .cloned()
                    .ok_or_else(|| Refused::new("refused", "there is no such seat"))?;
                if let Some(name) = name {
                    row.name = self.own_name(&row, name)?;
                }
                if *renew {
                    row.token = crate::tokens::token();
                }
                match controls {
                    Some(controls) => self.handed_over(row, controls.iter().copied().collect()),
                    None => Ok(vec![row]),
                }
            }
            ClientMessage::Invite { kind, name, controls, .. } => {
                self.judge_only(by, "opens seats")?;
                if self.seats.len() >= self.most_seats {
                    return Err(Refused::new(
                        "full",
                        format!("a table has at most {} seats", self.most_seats),
                    ));
                }
                if *kind == SeatKind::Judge {
                    return Err(
                        Refused::new("refused", "a table has one judge's seat").advise("share its link")
                    );
                }
                let mut row = SeatRow {
                    id: self.seats.iter().map(|seat| seat.id).max().map_or(0, |id| id + 1),
                    token: crate::tokens::token(),
                    kind: *kind,
                    name: String::new(),
                    controls: Crowd::NONE,
                    dice: DiceMode::Program,
                };
                row.name = self.own_name(&row, name)?;
                self.handed_over(row, controls.iter().copied().collect())
            }
            _ => Ok(Vec::new()),
        }
    }

    /// A name that can be shown and is nobody else's.
    fn own_name(&self, seat: &SeatRow, name: &str) -> Result<String, Refused> {
        let name = proper_name(name)?;
        if seat.kind != SeatKind::Judge && (bare(&name).contains("judge") || bare(&name) == "gm") {
            return Err(Refused::new("refused", "only the judge is called so"));
        }
        let mut others =
            self.seats.iter().filter(|other| other.id != seat.id && other.kind != SeatKind::Watcher);
        if seat.kind != SeatKind::Watcher && others.any(|other| bare(&other.name) == bare(&name)) {
            return Err(Refused::new("refused", "somebody else at this table is called so"));
        }
        Ok(name)
    }

    /// Gives combatants to a seat, and takes them from the others.
    fn handed_over(&self, mut row: SeatRow, controls: Crowd) -> Result<Vec<SeatRow>, Refused> {
        if row.kind != SeatKind::Player && !controls.is_empty() {
            return Err(Refused::new("refused", "only a player's seat controls combatants"));
        }
        if !controls.without(self.everyone()).is_empty() {
            return Err(Refused::new("refused", "there is no such combatant"));
        }
        row.controls = controls;
        let others =
            self.seats.iter().filter(|seat| seat.id != row.id && !seat.controls.and(controls).is_empty());
        let mut rows: Vec<SeatRow> = others
            .map(|seat| SeatRow { controls: seat.controls.without(controls), ..seat.clone() })
            .collect();
        rows.push(row);
        Ok(rows)
    }

    /// Takes over seats that storage has kept.
    pub fn set_seats(&mut self, rows: Vec<SeatRow>) {
        let alike = |row: &SeatRow| {
            self.seat(row.id).is_some_and(|old| (old.controls, old.dice) == (row.controls, row.dice))
        };
        // Whose dice are typed may have changed: the choice is made again.
        if !rows.iter().all(alike) {
            self.pending = None;
        }
        for row in rows {
            match self.seats.iter_mut().find(|seat| seat.id == row.id) {
                Some(seat) => *seat = row,
                None => self.seats.push(row),
            }
        }
    }
}

/// What is left of a name for whoever reads it in passing.
fn bare(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// A name that can be shown.
pub fn proper_name(name: &str) -> Result<String, Refused> {
    let name: String = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() || name.len() > LONGEST_NAME || name.chars().any(is_odd) {
        return Err(Refused::new(
            "refused",
            format!("a name has 1 to {LONGEST_NAME} bytes and nothing odd in it"),
        ));
    }
    Ok(name)
}

/// Control characters, and those that cannot be seen or turn writing around.
fn is_odd(c: char) -> bool {
    let unseen = ['\u{ad}', '\u{61c}', '\u{180e}', '\u{3164}', '\u{feff}', '\u{ffa0}'];
    c.is_control()
        || unseen.contains(&c)
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
}
