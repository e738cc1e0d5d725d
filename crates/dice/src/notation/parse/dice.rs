//! A pool of dice with everything that is said about it.

use super::{Dialect, Parser, Result};
use crate::notation::Node;
use crate::notation::lex::{Token, Word};
use crate::notation::pool::{Burst, Cond, Faces, How, Listed, Made, Pool};
use crate::{Edge, Roll};

/// What has been said about a pool so far.
#[derive(Default)]
pub(super) struct Said {
    pub(super) made: Option<Made>,
    pub(super) fails: Option<Cond>,
    pub(super) burst: Option<Exploding>,
    pub(super) reroll: Option<(Cond, bool)>,
    pub(super) least: Option<i32>,
    pub(super) most: Option<i32>,
}

/// How dice explode, as far as it is known before all is said.
#[derive(Clone, Copy)]
pub(super) struct Exploding {
    how: Option<How>,
    once: bool,
    on: Option<Cond>,
    /// A condition that stood behind the `!` without brackets: it may be what is counted.
    loose: Option<Loose>,
}

/// `>4` behind a `!`: as it was written, what it means here, and what on Roll20.
#[derive(Clone, Copy)]
struct Loose {
    sign: char,
    ours: Cond,
    theirs: Cond,
}

impl Loose {
    fn strict(self) -> bool {
        self.ours != self.theirs
    }

    /// As it was written.
    fn text(self) -> String {
        match self.theirs {
            Cond::AtLeast(n) | Cond::AtMost(n) if self.strict() => format!("{}{n}", self.sign),
            _ => self.ours.to_string(),
        }
    }
}

impl Parser<'_> {
    /// `best 3 of 4d6`, `lowest of 2d20`.
    pub(super) fn best_of(&mut self) -> Result<Node> {
        let start = self.span().start;
        let high = self.peek() == Token::Word(Word::Highest);
        self.at += 1;
        let kept = self.takes_number().unwrap_or(1);
        let kept = self.small(kept, start)?;
        if !self.takes(Token::Word(Word::Of)) {
            return Err(self.error(
                self.span(),
                "“of” and the dice should follow",
                "write best 3 of 4d6, or 4d6kh3",
            ));
        }
        let count = self.takes_number().unwrap_or(1);
        let made = if high { Made::High(kept) } else { Made::Low(kept) };
        self.pool(count, start, Some(made))
    }

    /// Dice, from their letter on, with everything that is said about them.
    pub(super) fn pool(&mut self, count: u32, start: usize, made: Option<Made>) -> Result<Node> {
        let Ok(count) = u8::try_from(count) else {
            let what = format!("{count} dice are too many");
            return Err(self.error(self.since(start), what, "a pool has at most 255 dice"));
        };
        let mut said = Said { made, ..Said::default() };
        if self.takes(Token::Word(Word::Explode)) {
            said.burst = Some(Exploding { how: None, once: false, on: None, loose: None });
        } else if self.takes(Token::Word(Word::Compound)) {
            said.burst = Some(Exploding { how: Some(How::Add), once: false, on: None, loose: None });
        }
        if !self.takes(Token::Word(Word::Die)) {
            return Err(self.error(
                self.span(),
                "the dice should stand here",
                "dice are written like d6 or d20",
            ));
        }
        let faces = match self.peek() {
            Token::Number(n) => Faces::Sides(u16::try_from(n).unwrap_or(u16::MAX)),
            Token::Percent => Faces::Sides(100),
            Token::Word(Word::Fail) => Faces::Listed(Listed::FUDGE),
            Token::OpenGroup => Faces::Listed(self.faces()?),
            Token::Open => {
                let sides = self.bracket()?;
                let Node::Number(n) = sides else {
                    return self.drawn(Node::Number(count.into()), sides, start);
                };
                // As if the bracket had been a number.
                self.at -= 1;
                Faces::Sides(u16::try_from(n).unwrap_or(0))
            }
            Token::Label(_) => {
                return Err(self.error(
                    self.span(),
                    "how many sides has this die?",
                    "write d{1,3,5} to list its faces",
                ));
            }
            _ => return Err(self.error(self.span(), "how many sides has this die?", "write d6, d20 or d%")),
        };
        self.at += 1;
        // `dF.2` is the usual fudge die; `dF.1` has one plus and one minus.
        let fudge = faces == Faces::Listed(Listed::FUDGE);
        let faces = match fudge && self.takes(Token::Dot) {
            true => match self.takes_number() {
                Some(1) => Faces::Listed(Listed::RARE_FUDGE),
                Some(2) => faces,
                _ => return Err(self.error(self.since(start), "no fudge dice are called so", "write 4dF")),
            },
            false => faces,
        };
        match faces {
            Faces::Sides(0) => {
                return Err(self.error(
                    self.since(start),
                    "a die needs at least one side",
                    "write d6, d20 or d%",
                ));
            }
            Faces::Sides(sides) if sides > Roll::MAX_SIDES => {
                let what = format!("a die has at most {} sides", Roll::MAX_SIDES);
                return Err(self.error(self.since(start), what, "write d6, d20 or d%"));
            }
            _ => {}
        }
        while self.modifier(count, &mut said, Some(faces))? {}
        let counts = matches!(said.made, Some(Made::Count { .. }));
        let pool = self.build(count, faces, said, start)?;
        if counts && self.is_behind_a_sum(start) && self.dialect == Dialect::Fracas {
            self.note(
                "this counts dice of the last pool; for the total write brackets, as in (d20+d8)>=5"
                    .to_owned(),
            );
        }
        Node::pool(pool).map_err(|unfit| self.unfit(unfit, start))
    }

    /// Does something stand before what begins here, to which it is added?
    fn is_behind_a_sum(&self, start: usize) -> bool {
        let before = self.tokens.iter().rev().find(|(_, span)| span.end <= start);
        matches!(before, Some((Token::Plus | Token::Minus, span)) if span.start > 0)
    }

    /// `{1,3,5}`, `{0..4}`: what stands on the sides of a die; leaves the closing bracket.
    fn faces(&mut self) -> Result<Listed> {
        let start = self.span().start;
        let mut list: Vec<i16> = Vec::new();
        loop {
            self.at += 1;
            let from = self.face(start)?;
            let to = match (self.peek(), self.look(1)) {
                (Token::Dot, Token::Dot) => {
                    self.at += 2;
                    self.face(start)?
                }
                _ => from,
            };
            list.extend((from..=to).take(Listed::MAX + 1));
            match self.peek() {
                Token::Comma => {}
                Token::CloseGroup if (1..=Listed::MAX).contains(&list.len()) => break,
                _ => {
                    let what = format!("this die has no list of 1 to {} sides", Listed::MAX);
                    return Err(self.error(self.since(start), what, "write d{1,3,5} or d{0..4}"));
                }
            }
        }
        list.sort_unstable();
        Ok(Listed::new(&list))
    }

    fn face(&mut self, start: usize) -> Result<i16> {
        let minus = self.takes(Token::Minus);
        let n = self.takes_number().and_then(|n| i16::try_from(n).ok()).filter(|n| *n <= 10_000);
        let none =
            || self.error(self.since(start), "what stands on this side?", "write a number up to 10000");
        n.map(|n| if minus { -n } else { n }).ok_or_else(none)
    }

    /// What is made of as many dice as something comes to.
    pub(super) fn modified(&mut self, count: Node, sides: u16, start: usize) -> Result<Node> {
        let (faces, mut said) = (Faces::Sides(sides), Said::default());
        let before = self.at;
        // As if there were very many: more than are rolled are never kept.
        while self.modifier(u8::MAX, &mut said, Some(faces))? {}
        if self.at == before {
            return Ok(Node::Dice(Box::new(count), Box::new(Node::Number(sides.into()))));
        }
        if matches!(said.made, Some(Made::High(100..) | Made::Low(100..))) {
            let what = "how many are dropped depends on how many there are";
            return Err(self.error(self.since(start), what, "say how many are kept, as in (d4)d6kh2"));
        }
        let pool = self.build(super::MAX_DRAWN as u8, faces, said, start)?;
        pool.check().map_err(|unfit| self.unfit(unfit, start))?;
        Ok(Node::Many(Box::new(count), Pool { count: 0, ..pool }))
    }

    fn build(&mut self, count: u8, faces: Faces, mut said: Said, start: usize) -> Result<Pool> {
        if let Some(loose) = said.burst.as_mut().and_then(|burst| burst.loose.take()) {
            let Loose { ours, theirs, .. } = loose;
            let text = loose.text();
            if said.made.is_none() && self.dialect == Dialect::Fracas {
                // Counted here, as in 6d12!>=8; elsewhere it says when a die explodes.
                said.made = Some(Made::Count { hits: ours, fails: None });
                let other = match loose.strict() {
                    true => format!(
                        "on Roll20 it explodes on {theirs}, for that write !({theirs}), and on Foundry on {ours}, for that write !({ours})"
                    ),
                    false => format!("on Roll20 and Foundry it explodes on these: for that write !({ours})"),
                };
                self.note(format!("“!{text}” explodes on the highest face and counts here; {other}"));
            } else {
                if loose.strict() && self.dialect == Dialect::Fracas {
                    self.note(format!("“!{text}” explodes on {ours} here, and on {theirs} on Roll20: for that write !({theirs})"));
                }
                said.burst = said.burst.map(|burst| Exploding { on: Some(ours), ..burst });
            }
        }
        let made = self.made(&mut said, start)?;
        let counting = matches!(made, Made::Count { .. } | Made::Only { .. });
        let keeping = matches!(made, Made::High(_) | Made::Low(_)) && count > 0;
        let burst = said.burst.map(|burst| Burst {
            on: burst.on.unwrap_or(Cond::AtLeast(faces.highest())),
            // A plain `!`: what it does depends on whether dice are counted or added; elsewhere they are new dice.
            how: burst.how.unwrap_or(match counting || (keeping && self.dialect != Dialect::Fracas) {
                true => How::Again,
                false => How::Add,
            }),
            once: burst.once,
        });
        if keeping && self.dialect == Dialect::Fracas && said.burst.is_some_and(|burst| burst.how.is_none()) {
            self.note(
                "“!” adds to the same die here; on Roll20, Foundry and Avrae each extra die is kept or dropped for itself: \
                 for that write !n, and !! to be understood"
                    .to_owned(),
            );
        }
        let (reroll, least, most) = (said.reroll, said.least, said.most);
        Ok(Pool { count, faces, reroll, burst, least, most, made, edge: Edge::Level })
    }

    /// What is made of dice or of a group, with the failures that are taken off.
    pub(super) fn made(&self, said: &mut Said, start: usize) -> Result<Made> {
        Ok(match (said.made.take(), said.fails) {
            (made, None) => made.unwrap_or_default(),
            (Some(Made::Count { hits, .. }), fails) => Made::Count { hits, fails },
            (_, Some(_)) => {
                let what = "failures are taken off successes, and none are counted";
                let advice = "say before the f which dice are counted, as in 5d10>=8f1 or 5d10!>=8f1";
                return Err(self.error(self.since(start), what, advice));
            }
        })
    }

    /// One thing that is said about a pool, or about a group without faces; false where there is none.
    pub(super) fn modifier(&mut self, count: u8, said: &mut Said, faces: Option<Faces>) -> Result<bool> {
        let start = self.span().start;
        match self.peek() {
            // There, only a letter explodes.
            Token::Bang if self.dialect == Dialect::Avrae && self.look(1) == Token::Equal => {
                return Ok(false);
            }
            Token::Bang | Token::Word(Word::Explode | Word::Cross | Word::Compound) => {
                let burst = self.explosion()?;
                self.once(&mut said.burst, burst, start, "how its dice explode")?;
            }
            Token::Word(Word::Reroll | Word::RerollOnce) => {
                let (mut cond, once) = self.reroll()?;
                // `r1r2`: both are rerolled.
                if let (Some((other, same)), Some(faces)) = (said.reroll, faces)
                    && same == once
                    && let Some(both) = Cond::of_faces(faces, |face| cond.has(face) || other.has(face))
                {
                    (cond, said.reroll) = (both, None);
                }
                self.once(&mut said.reroll, (cond, once), start, "what is rerolled")?;
            }
            Token::Word(Word::AddOnce) => {
                self.at += 1;
                let on = Some(self.selected(start)?);
                let burst = Exploding { how: None, once: true, on, loose: None };
                self.once(&mut said.burst, burst, start, "how its dice explode")?;
            }
            Token::Word(word @ (Word::Odd | Word::Even)) => {
                self.at += 1;
                let rest = i32::from(word == Word::Odd);
                let hits = faces.and_then(|faces| Cond::of_faces(faces, |face| face & 1 == rest));
                let Some(hits) = hits else {
                    let what = "these dice cannot be counted as odd or even";
                    return Err(self.error(self.since(start), what, "count dice of up to 127 sides"));
                };
                self.counts(said, hits, start)?;
            }
            Token::Word(Word::Least | Word::Most) => {
                let least = self.peek() == Token::Word(Word::Least);
                self.at += 1;
                let Some(n) = self.takes_number() else {
                    return Err(self.error(self.since(start), "which value?", "write min2 or max5"));
                };
                let slot = if least { &mut said.least } else { &mut said.most };
                if slot.replace(n.min(10_000) as i32).is_some() {
                    let what = "the pool already says how low or high its dice count";
                    return Err(self.error(self.since(start), what, "leave one of the two out"));
                }
            }
            Token::Word(Word::CountHits) => {
                self.at += 1;
                let hits = match self.comparison()? {
                    Some(cond) => cond,
                    None => {
                        let n = self.takes_number();
                        Cond::Exactly(n.ok_or_else(|| {
                            self.error(self.since(start), "which dice are counted?", "write cs>=8")
                        })? as i32)
                    }
                };
                if self.dialect == Dialect::Roll20 {
                    // It only marks dice there.
                    return Ok(true);
                }
                if self.dialect == Dialect::Fracas {
                    self.note("“cs” counts dice here and on Foundry, and only marks them on Roll20: for that leave it out".to_owned());
                }
                let hits = match (said.made, faces) {
                    (Some(Made::Count { hits: other, .. }), Some(faces)) => {
                        let both = Cond::of_faces(faces, |face| hits.has(face) || other.has(face));
                        said.made = said.made.filter(|_| both.is_none());
                        both.unwrap_or(hits)
                    }
                    _ => hits,
                };
                self.counts(said, hits, start)?;
            }
            Token::Word(Word::Fail) => {
                let marks = self.text[self.span()].eq_ignore_ascii_case("cf");
                self.at += 1;
                let cond = match (self.comparison()?, self.peek()) {
                    (Some(cond), _) => cond,
                    (None, Token::Number(n)) => {
                        self.at += 1;
                        Cond::Exactly(n as i32)
                    }
                    _ => return Err(self.error(self.since(start), "which dice fail?", "write f1 or f<=2")),
                };
                match (marks, self.dialect) {
                    (true, Dialect::Roll20) => {}
                    (true, Dialect::Foundry) if said.made.is_none() => {
                        said.made = Some(Made::Count { hits: cond, fails: None });
                    }
                    _ => self.once(&mut said.fails, cond, start, "which dice fail")?,
                }
            }
            Token::Word(Word::Sort) => self.at += 1,
            Token::Word(Word::Less) if self.dialect == Dialect::Avrae => {
                self.at += 1;
                let end = &self.text[self.span()];
                if let Some(high) = ["h", "l"].iter().position(|one| end.eq_ignore_ascii_case(one)) {
                    self.at += 1;
                    let n = self.takes_number().unwrap_or(1);
                    let kept = u32::from(count).saturating_sub(n) as u8;
                    let made = if high == 0 { Made::Low(kept) } else { Made::High(kept) };
                    self.once(&mut said.made, made, start, "what is kept or counted")?;
                    return Ok(true);
                }
                let cond = self.selected(start)?;
                let cond = self.either(said, cond, faces, false);
                self.once(
                    &mut said.made,
                    Made::Only { cond, keep: false },
                    start,
                    "what is kept or counted",
                )?;
            }
            Token::Word(Word::Target)
            | Token::AtLeast
            | Token::More
            | Token::Less
            | Token::AtMost
            | Token::NotEqual
            | Token::Equal => {
                // There, it is always the total.
                if self.dialect == Dialect::Avrae {
                    return Ok(false);
                }
                // What no die of the pool can show is held against the total.
                let beyond = |n: i32| faces.is_some_and(|faces| n > faces.highest() || n < faces.lowest());
                let (at, notes) = (self.at, self.notes.len());
                let Some(hits) = self.comparison()? else { return Ok(false) };
                let beyond = hits.number().is_some_and(beyond);
                let counts = said.made.is_none();
                let sure = matches!(self.tokens.get(at), Some((Token::Word(Word::Target), _)));
                if said.burst.is_none() && (!counts || beyond) && !sure {
                    (self.at, _) = (at, self.notes.truncate(notes));
                    return Ok(false);
                }
                self.counts(said, hits, start)?;
            }
            Token::Word(word) => {
                let Some(mut made) = self.keeping(word, count)? else { return Ok(false) };
                if let Made::Only { cond, keep: true } = made {
                    made = Made::Only { cond: self.either(said, cond, faces, true), keep: true };
                }
                self.once(&mut said.made, made, start, "what is kept or counted")?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// `k1k6`: both are kept, or dropped.
    fn either(&self, said: &mut Said, cond: Cond, faces: Option<Faces>, keep: bool) -> Cond {
        match (said.made, faces) {
            (Some(Made::Only { cond: other, keep: same }), Some(faces)) if same == keep => {
                let both = Cond::of_faces(faces, |face| cond.has(face) || other.has(face));
                said.made = said.made.filter(|_| both.is_none());
                both.unwrap_or(cond)
            }
            _ => cond,
        }
    }

    /// `3`, `<3`, `>3`: the dice that Avrae's signs pick out.
    fn selected(&mut self, start: usize) -> Result<Cond> {
        if let Some(cond) = self.comparison()? {
            return Ok(cond);
        }
        let n = self.takes_number();
        let none = || self.error(self.since(start), "which dice?", "write a number, or <3, or >3");
        n.map(|n| Cond::Exactly(n as i32)).ok_or_else(none)
    }

    fn counts(&self, said: &mut Said, hits: Cond, start: usize) -> Result<()> {
        self.once(&mut said.made, Made::Count { hits, fails: None }, start, "what is kept or counted")
    }

    fn once<T>(&self, slot: &mut Option<T>, value: T, start: usize, about: &str) -> Result<()> {
        if slot.replace(value).is_some() {
            let what = format!("the pool already says {about}");
            return Err(self.error(self.since(start), what, "leave one of the two out"));
        }
        Ok(())
    }

    /// `!`, `!!`, `!p`, each with the faces on which it happens: `!5`, `!(>=5)`.
    fn explosion(&mut self) -> Result<Exploding> {
        let (token, span) = (self.peek(), self.span());
        self.at += 1;
        let ours = self.dialect == Dialect::Fracas;
        if ours && token == Token::Word(Word::Cross) && matches!(self.peek(), Token::Number(_)) {
            let what = "this x could mean exploding or times";
            return Err(self.error(span, what, "write ! for exploding dice, or * for times"));
        }
        let twice = token == Token::Bang && self.takes(Token::Bang);
        let less = token == Token::Bang && self.takes(Token::Word(Word::Less));
        let new = self.takes(Token::Word(Word::New));
        let once = self.takes(Token::Word(Word::Once));
        let how = match (twice || token == Token::Word(Word::Compound), less) {
            (_, true) => Some(How::Less),
            (true, _) => Some(How::Add),
            _ => new.then_some(How::Again),
        };
        if self.peek() == Token::Open
            && matches!(
                self.look(1),
                Token::AtLeast | Token::More | Token::AtMost | Token::Less | Token::Equal | Token::NotEqual
            )
        {
            self.at += 1;
            let on = self.comparison()?;
            if !self.takes(Token::Close) {
                return Err(self.error(self.span(), "this bracket is not closed", "add a ) at its end"));
            }
            return Ok(Exploding { how, once, on, loose: None });
        }
        if let Token::Number(n) = self.peek() {
            self.at += 1;
            return Ok(Exploding { how, once, on: Some(Cond::Exactly(n as i32)), loose: None });
        }
        let sure = how == Some(How::Less) || (how == Some(How::Add) && !ours);
        let (sign, notes) = (self.peek(), self.notes.len());
        let cond = if matches!(sign, Token::Word(_)) { None } else { self.comparison()? };
        if sure {
            return Ok(Exploding { how, once, on: cond, loose: None });
        }
        // What others make of it is told with what is made of it here.
        self.notes.truncate(notes);
        let loose = cond.map(|ours| match (sign, ours) {
            (Token::More, Cond::AtLeast(n)) if self.dialect == Dialect::Fracas => {
                Loose { sign: '>', ours, theirs: Cond::AtLeast(n.saturating_sub(1)) }
            }
            (Token::Less, Cond::AtMost(n)) if self.dialect == Dialect::Fracas => {
                Loose { sign: '<', ours, theirs: Cond::AtMost(n.saturating_add(1)) }
            }
            _ => Loose { sign: ' ', ours, theirs: ours },
        });
        Ok(Exploding { how, once, on: None, loose })
    }

    fn reroll(&mut self) -> Result<(Cond, bool)> {
        let start = self.span().start;
        let span = self.span();
        let twice = self.text[span].eq_ignore_ascii_case("rr");
        let plain = self.peek() == Token::Word(Word::Reroll) && !twice;
        let said_once = plain && self.look(1) == Token::Word(Word::Once);
        let once = self.peek() == Token::Word(Word::RerollOnce)
            || said_once
            || (plain && self.dialect == Dialect::Foundry);
        if plain && !said_once && self.dialect == Dialect::Fracas {
            self.note("“r” rerolls until something else shows here and on Roll20, and once on Foundry: for that write ro".to_owned());
        }
        self.at += 1 + usize::from(said_once);
        let cond = match self.comparison()? {
            Some(cond) => cond,
            None => match self.takes_number() {
                Some(n) => Cond::Exactly(n as i32),
                None => {
                    let what = "which faces are rerolled?";
                    return Err(self.error(self.since(start), what, "write r1, r<3 or ro<=2"));
                }
            },
        };
        if matches!(cond, Cond::AtMost(n) if n < -1) {
            return Err(self.error(self.since(start), "no die shows such faces", "write r1, r<3 or ro<=2"));
        }
        Ok((cond, once))
    }

    /// Keeping and dropping; `None` where the word says something else.
    fn keeping(&mut self, word: Word, count: u8) -> Result<Option<Made>> {
        let start = self.span().start;
        let letter = &self.text[self.span()];
        if word == Word::KeepHigh && letter.eq_ignore_ascii_case("k") {
            match self.dialect {
                Dialect::Avrae => {
                    self.at += 1;
                    let cond = self.selected(start)?;
                    return Ok(Some(Made::Only { cond, keep: true }));
                }
                Dialect::Fracas => {
                    self.note("“k” keeps the highest dice here, and those that show the number on Avrae: write kh to be understood".to_owned());
                }
                _ => {}
            }
        }
        // `keep(>=5)`, `drop(=1)`.
        if matches!(word, Word::Keep | Word::Drop) && self.look(1) == Token::Open {
            self.at += 2;
            let cond = self.selected(start)?;
            if !self.takes(Token::Close) {
                return Err(self.error(self.span(), "this bracket is not closed", "add a ) at its end"));
            }
            return Ok(Some(Made::Only { cond, keep: word == Word::Keep }));
        }
        let drops_low = matches!(self.dialect, Dialect::Roll20 | Dialect::Foundry);
        let (keep, high, words) = match (word, self.look(1)) {
            (Word::KeepHigh | Word::Highest, _) => (true, true, 1),
            (Word::KeepLow | Word::Lowest, _) => (true, false, 1),
            (Word::DropHigh, _) => (false, true, 1),
            (Word::DropLow, _) => (false, false, 1),
            (Word::Keep, Token::Word(Word::Highest)) => (true, true, 2),
            (Word::Keep, Token::Word(Word::Lowest)) => (true, false, 2),
            (Word::Keep, _) => (true, true, 1),
            (Word::Drop, Token::Word(Word::Highest)) => (false, true, 2),
            (Word::Drop, Token::Word(Word::Lowest)) => (false, false, 2),
            (Word::Drop | Word::Die, _) if drops_low => (false, false, 1),
            (Word::Drop | Word::Die, _) => {
                self.at += 1;
                self.takes_number();
                let what = "does this drop the lowest dice, the highest, or add other dice?";
                let advice = "write dl1 to drop the lowest, dh1 to drop the highest, or + between two pools";
                return Err(self.error(self.since(start), what, advice));
            }
            _ => return Ok(None),
        };
        self.at += words;
        let n = self.takes_number().unwrap_or(1);
        let n = self.small(n, start)?;
        let kept = if keep { Some(n) } else { count.checked_sub(n) };
        let Some(kept) = kept else {
            let what = format!("cannot drop {n} of {count} dice");
            return Err(self.error(self.since(start), what, "drop fewer, or roll more dice"));
        };
        // Whoever drops the lowest keeps the highest.
        Ok(Some(if keep == high { Made::High(kept) } else { Made::Low(kept) }))
    }

    pub(super) fn small(&self, n: u32, start: usize) -> Result<u8> {
        let too_many = |_| {
            self.error(self.since(start), format!("{n} dice are too many"), "a pool has at most 255 dice")
        };
        u8::try_from(n).map_err(too_many)
    }
}
