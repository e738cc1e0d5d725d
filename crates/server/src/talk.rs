//! What people say to each other at a table: words, whispers, dice of their own, raised hands. It is no part of the fight,
//! is kept as long as the table is in memory, and never reaches the log.

use std::collections::BTreeSet;

use fracas_dice::{Dialect, Dice, Expr, Seeded, Why};
use fracas_kernel::{Hand, Record, Rolled, Typing};

use crate::messages::Said;
use crate::refusal::Refused;
use crate::tokens;
use fracas_store::SeatRow;

/// Bytes of one saying.
const LONGEST: usize = 600;
/// How many sayings of one seat are kept: nobody pushes the others out.
const KEPT: usize = 60;
const ROLL: &str = "/roll";

#[derive(Debug, Default)]
pub struct Talk {
    said: Vec<Said>,
    last: u64,
    hands: BTreeSet<u32>,
}

impl Talk {
    /// Takes what `from` says; to all, or to one seat.
    pub fn say(
        &mut self,
        from: &SeatRow,
        to: Option<&SeatRow>,
        text: &str,
        at: i64,
    ) -> Result<Said, Refused> {
        let text = text.trim();
        if text.is_empty() || text.len() > LONGEST {
            let refused = Refused::new("refused", format!("what is said has 1 to {LONGEST} bytes"));
            return Err(refused.advise("say it in several parts"));
        }
        let roll = match text.strip_prefix(ROLL) {
            Some(what) if what.is_empty() || what.starts_with(char::is_whitespace) => Some(rolled(what)?),
            _ => None,
        };
        self.last += 1;
        let said = Said {
            number: self.last,
            at,
            from: from.id,
            name: from.name.clone(),
            to: to.map(|seat| seat.id),
            to_name: to.map(|seat| seat.name.clone()),
            text: if roll.is_some() { String::new() } else { text.to_owned() },
            roll,
        };
        self.said.push(said.clone());
        if self.said.iter().filter(|one| one.from == from.id).count() > KEPT
            && let Some(first) = self.said.iter().position(|one| one.from == from.id)
        {
            self.said.remove(first);
        }
        Ok(said)
    }

    /// All that a seat has heard.
    pub fn heard(&self, seat: u32) -> Vec<Said> {
        self.said.iter().filter(|said| said.is_for(seat)).cloned().collect()
    }

    pub fn raise(&mut self, seat: u32, up: bool) {
        if up {
            self.hands.insert(seat);
        } else {
            self.hands.remove(&seat);
        }
    }

    pub fn hands(&self) -> Vec<u32> {
        self.hands.iter().copied().collect()
    }
}

/// Dice that mean nothing to the fight, so they are not the table's.
fn rolled(what: &str) -> Result<Rolled, Refused> {
    let advice = "write it like this: /roll 2d6+1, or /roll roll20: 3d6!>4";
    // One word and a colon at the start are whose notation it is; elsewhere a colon is part of a label or a comment.
    let word = |name: &str| name.starts_with(char::is_alphabetic) && name.chars().all(char::is_alphanumeric);
    let (dialect, what) = what
        .split_once(':')
        .filter(|(name, _)| word(name.trim()))
        .map_or((None, what), |(name, rest)| (Some(name.trim()), rest));
    let known = |name: &str| Dialect::ALL.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    let dialect = match dialect.map(|name| known(name).ok_or(name)).transpose() {
        Ok(known) => known.map_or(Dialect::Fracas, |(_, dialect)| *dialect),
        Err(name) => {
            let names: Vec<&str> = Dialect::ALL.iter().map(|(name, _)| *name).collect();
            let what = format!("{name:?} is nobody's notation: {}", names.join(", "));
            return Err(Refused::new("bad-dice", what).advise(advice));
        }
    };
    let (expr, notes) = match what.trim() {
        "" => return Err(Refused::new("bad-dice", "which dice?").advise(advice)),
        what => Expr::read(what, dialect)
            .map_err(|error| Refused::new("bad-dice", format!("{error}")).advise(advice))?,
    };
    let roll = thrown_at_the_table(&expr)?;
    // What others would read differently is told with the roll.
    let text = notes.iter().fold(roll.text, |text, note| format!("{text} ({note})"));
    Ok(Rolled { text, ..roll })
}

fn thrown_at_the_table(expr: &Expr) -> Result<Rolled, Refused> {
    let mut dice = Seeded::new(tokens::seed());
    if let Some(roll) = expr.as_roll() {
        let (_, records) = thrown(&mut dice, |hand| hand.roll(Why::table("chat"), roll).value)?;
        return records.first().map(Record::rolled).ok_or_else(Refused::internal);
    }
    let mut results = Vec::new();
    for _ in 0..expr.times() {
        results.push(thrown(&mut dice, |hand| expr.evaluate(Why::table("chat"), hand))?);
    }
    let totals: Vec<String> = results.iter().map(|(total, _)| total.to_string()).collect();
    let faces =
        if results.len() == 1 && expr.has_plain_faces() { faces(&results[0].1) } else { String::new() };
    let text = format!("{expr}{faces} = {}", totals.join(", "));
    Ok(Rolled {
        text,
        total: results.iter().fold(0, |sum, (total, _)| sum.saturating_add(*total)),
        ..Rolled::default()
    })
}

/// What a roll came to, and the dice that lay on the table.
fn thrown(dice: &mut Seeded, roll: impl FnOnce(&mut Hand<'_>) -> i32) -> Result<(i32, Vec<Record>), Refused> {
    let (mut fiats, typing) = (Vec::new(), Typing::default());
    let mut hand = Hand::new(dice, &mut fiats, &typing);
    let total = roll(&mut hand);
    Ok((total, hand.finish().map_err(|_| Refused::internal())?))
}

/// More dice than this are not shown one by one.
const SHOWN: usize = 40;

fn faces(records: &[Record]) -> String {
    let faces: Vec<String> =
        records.iter().flat_map(|record| record.rolled().dice).map(|die| die.face.to_string()).collect();
    if faces.is_empty() || faces.len() > SHOWN { String::new() } else { format!(" [{}]", faces.join(" ")) }
}

#[cfg(test)]
mod tests {
    use fracas_kernel::Crowd;

    use super::*;
    use crate::messages::{DiceMode, SeatKind};

    fn seat(id: u32, name: &str) -> SeatRow {
        let dice = DiceMode::Program;
        let (kind, controls) = (SeatKind::Player, Crowd::NONE);
        SeatRow { id, token: String::new(), kind, name: name.to_owned(), controls, dice }
    }

    #[test]
    fn a_whisper_is_heard_by_two() {
        let (ann, bob) = (seat(2, "Ann"), seat(3, "Bob"));
        let mut talk = Talk::default();
        talk.say(&ann, None, "Hello", 0).unwrap();
        talk.say(&ann, Some(&bob), " psst ", 0).unwrap();
        let texts = |id| talk.heard(id).into_iter().map(|said| said.text).collect::<Vec<_>>();
        assert_eq!(texts(2), ["Hello", "psst"]);
        assert_eq!(texts(3), ["Hello", "psst"]);
        assert_eq!(texts(0), ["Hello"]);
    }

    #[test]
    fn dice_are_rolled_and_bad_ones_refused() {
        let mut talk = Talk::default();
        let said = talk.say(&seat(2, "Ann"), None, "/roll 2d6+1", 0).unwrap();
        let roll = said.roll.unwrap();
        assert_eq!((roll.dice.len(), roll.added), (2, 1));
        let sum: i32 = roll.dice.iter().map(|die| i32::from(die.face)).sum();
        assert_eq!(roll.total, sum + 1);
        for bad in ["/roll", "/roll   ", "/roll 2x6", "", "   "] {
            assert!(talk.say(&seat(2, "Ann"), None, bad, 0).is_err(), "{bad:?}");
        }
        // All of the notation, not only one pool of dice.
        for (text, least, most) in [
            ("/roll 4dF", -4, 4),
            ("/roll {d6!,d8!}kh1 + d4", 2, i32::MAX),
            ("/roll d20+5>=15", 0, 1),
            ("/roll 6x4d6kh3", 18, 108),
            ("/roll 2d6 + d4 # fire", 3, 16),
        ] {
            let roll = talk.say(&seat(2, "Ann"), None, text, 0).unwrap().roll.unwrap();
            assert!((least..=most).contains(&roll.total), "{text}: {}", roll.text);
            assert!(roll.text.contains(" = ") && roll.dice.is_empty(), "{}", roll.text);
        }
        let roll = talk.say(&seat(2, "Ann"), None, "/roll 2d6+d4", 0).unwrap().roll.unwrap();
        let shown = roll.text.split(['[', ']']).nth(1).unwrap();
        assert_eq!(shown.split(' ').map(|face| face.parse::<i32>().unwrap()).sum::<i32>(), roll.total);
        let half = talk.say(&seat(2, "Ann"), None, "/roll d6/2", 0).unwrap().roll.unwrap();
        assert_eq!(half.total, i32::from(half.dice[0].face) / 2);
        assert_eq!(talk.say(&seat(2, "Ann"), None, "/roll 5", 0).unwrap().roll.unwrap().total, 5);
        let six = talk.say(&seat(2, "Ann"), None, "/roll 6x4d6kh3", 0).unwrap().roll.unwrap();
        assert_eq!(six.text.split(',').count(), 6, "{}", six.text);
        // Whose notation it is can be said, and what others would read differently is.
        let told =
            |text: &str, talk: &mut Talk| talk.say(&seat(2, "Ann"), None, text, 0).unwrap().roll.unwrap();
        let ours = told("/roll 3d6!>4", &mut talk);
        assert!(ours.text.contains("on Roll20 it explodes on >=4"), "{}", ours.text);
        let theirs = told("/roll Roll20: 3d6!>4", &mut talk);
        assert!(!theirs.text.contains("Roll20") && theirs.total >= 3, "{}", theirs.text);
        assert!(!told("/roll 2d6 [to hit: Brakk]", &mut talk).text.contains("nobody"));
        assert!((2..=12).contains(&told("/roll 2d6 # fire: hot", &mut talk).total));
        let refused = talk.say(&seat(2, "Ann"), None, "/roll rol20: 3d6", 0).unwrap_err();
        assert!(format!("{refused:?}").contains("roll20, foundry, avrae"), "{refused:?}");
        // A word that only begins so is a word.
        assert!(talk.say(&seat(2, "Ann"), None, "/rolling eyes", 0).unwrap().roll.is_none());
    }

    #[test]
    fn nobody_pushes_the_others_out() {
        let mut talk = Talk::default();
        talk.say(&seat(2, "Ann"), None, "first", 0).unwrap();
        for n in 0..200 {
            talk.say(&seat(3, "Bob"), None, &format!("{n}"), 0).unwrap();
        }
        let heard = talk.heard(9);
        assert_eq!(heard.len(), KEPT + 1);
        assert_eq!((heard[0].text.as_str(), heard[1].text.as_str()), ("first", "140"));
    }
}
