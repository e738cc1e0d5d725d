//! Words and signs into an expression; what does not fit is an error that names its place.

use std::ops::Range;

use super::lex::{Placed, Token, Word, lex};
use super::{FAR, Node, NotationError, Op, Unfit};
use crate::{Edge, Explode, FaceSet, Invalid, Reroll, Roll, Take, Tricks};

/// The most numbers and pools.
const MAX_TERMS: usize = 40;
/// The most brackets inside each other.
const MAX_NESTING: usize = 32;

type Result<T> = std::result::Result<T, NotationError>;

pub(super) fn parse(text: &str) -> Result<Node> {
    let mut parser = Parser { text, tokens: lex(text)?, at: 0, terms: 0, nesting: 0 };
    let label = parser.leading_label();
    let mut node = parser.sum()?;
    if let Some(label) = label {
        node = Node::Label(Box::new(node), label);
    }
    match parser.peek() {
        Token::End => Ok(node),
        _ => Err(parser.left_over()),
    }
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Placed<'a>>,
    at: usize,
    terms: usize,
    nesting: usize,
}

/// What has been said about a pool so far.
#[derive(Default)]
struct Said {
    take: Option<Take>,
    explode: Option<Explode>,
    reroll: Option<Reroll>,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Token<'a> {
        self.look(0)
    }

    fn look(&self, ahead: usize) -> Token<'a> {
        self.tokens.get(self.at + ahead).map_or(Token::End, |(token, _)| *token)
    }

    fn span(&self) -> Range<usize> {
        self.tokens.get(self.at).map_or(self.text.len()..self.text.len(), |(_, span)| span.clone())
    }

    /// From `start` to the end of the last token taken.
    fn since(&self, start: usize) -> Range<usize> {
        let end =
            self.at.checked_sub(1).and_then(|at| self.tokens.get(at)).map_or(start, |(_, span)| span.end);
        start..end.max(start)
    }

    fn takes(&mut self, token: Token<'_>) -> bool {
        let found = self.peek() == token;
        self.at += usize::from(found);
        found
    }

    fn takes_number(&mut self) -> Option<u32> {
        let Token::Number(n) = self.peek() else { return None };
        self.at += 1;
        Some(n)
    }

    fn error(&self, span: Range<usize>, what: impl Into<String>, advice: impl Into<String>) -> NotationError {
        NotationError::new(self.text, span, what, advice)
    }

    fn leading_label(&mut self) -> Option<String> {
        let Token::Label(label) = self.peek() else { return None };
        self.at += 1;
        // In print, this will be a bracket around the whole.
        self.nesting += 1;
        Some(label.to_owned())
    }

    fn sum(&mut self) -> Result<Node> {
        let start = self.span().start;
        let mut left = self.product()?;
        loop {
            let op = match self.peek() {
                Token::Plus => Op::Add,
                Token::Minus => Op::Sub,
                _ => match self.edge() {
                    // As in `d20+5 adv`: what is added comes after the choice, so the whole may be meant.
                    Some(edge) => {
                        left = self.with_edge(left, edge, start)?;
                        continue;
                    }
                    None => return Ok(left),
                },
            };
            self.at += 1;
            let right = self.product()?;
            left = self.two(op, left, right, start)?;
        }
    }

    fn product(&mut self) -> Result<Node> {
        let start = self.span().start;
        let mut left = self.signed()?;
        loop {
            let op = match self.peek() {
                Token::Times => Op::Mul,
                Token::Over => Op::Div,
                _ => return Ok(left),
            };
            self.at += 1;
            let right = self.signed()?;
            left = self.two(op, left, right, start)?;
        }
    }

    fn two(&self, op: Op, left: Node, right: Node, start: usize) -> Result<Node> {
        Node::two(op, left, right).map_err(|unfit| match unfit {
            Unfit::TooFar => self.error(
                self.since(start),
                "the result could be too far from 0",
                format!("stay between -{FAR} and {FAR}"),
            ),
            Unfit::ByZero => self.error(
                self.since(start),
                "this can divide by 0",
                "divide by a number, or by dice that cannot come to 0",
            ),
        })
    }

    /// Signs, then advantage, then what they belong to.
    fn signed(&mut self) -> Result<Node> {
        let mut minus = false;
        loop {
            match self.peek() {
                Token::Minus => minus = !minus,
                Token::Plus => {}
                _ => break,
            }
            self.at += 1;
        }
        let start = self.span().start;
        let mut edges = Vec::new();
        while let Some(edge) = self.edge() {
            edges.push(edge);
        }
        let mut node = self.term()?;
        for edge in edges {
            node = self.with_edge(node, edge, start)?;
        }
        Ok(if minus { node.minus() } else { node })
    }

    /// `adv`, `dis`, `with advantage`.
    fn edge(&mut self) -> Option<Edge> {
        let with = usize::from(self.peek() == Token::Word(Word::With));
        let edge = match self.look(with) {
            Token::Word(Word::Advantage) => Edge::Advantage,
            Token::Word(Word::Disadvantage) => Edge::Disadvantage,
            _ => return None,
        };
        self.at += with + 1;
        Some(edge)
    }

    fn with_edge(&self, node: Node, edge: Edge, start: usize) -> Result<Node> {
        match node {
            Node::Roll(roll) => Ok(Node::Roll(roll.with_edge(edge))),
            Node::Label(node, label) => Ok(Node::Label(Box::new(self.with_edge(*node, edge, start)?), label)),
            _ => Err(self.error(
                self.since(start),
                "advantage belongs to one pool of dice",
                "write it next to the dice, as in adv d20+5",
            )),
        }
    }

    fn term(&mut self) -> Result<Node> {
        let start = self.span().start;
        self.terms += 1;
        if self.terms > MAX_TERMS {
            let what = format!("there are more than {MAX_TERMS} numbers and pools");
            return Err(self.error(self.span(), what, "write a shorter expression"));
        }
        let mut node = self.bare_term()?;
        if let Token::Label(label) = self.peek() {
            self.at += 1;
            node = Node::Label(Box::new(node), label.to_owned());
        }
        // Behind a number it may belong to the whole sum.
        while !matches!(node, Node::Number(_))
            && let Some(edge) = self.edge()
        {
            node = self.with_edge(node, edge, start)?;
        }
        Ok(node)
    }

    fn bare_term(&mut self) -> Result<Node> {
        let start = self.span();
        match self.peek() {
            Token::Open => self.bracket(),
            Token::Word(Word::Highest | Word::Lowest) => self.best_of(),
            Token::Word(Word::Die | Word::Explode | Word::Compound) => self.pool(1, start.start, None),
            Token::Number(n) => {
                self.at += 1;
                match self.peek() {
                    Token::Word(Word::Die | Word::Explode | Word::Compound) => {
                        self.pool(n, start.start, None)
                    }
                    _ => Ok(Node::Number(n as i32)),
                }
            }
            Token::End => {
                Err(self.error(start, "something is missing at the end", "dice are written like 2d6+3"))
            }
            Token::Close => {
                Err(self.error(start, "nothing stands before this )", "write dice or a number there"))
            }
            _ => Err(self.error(
                start,
                "dice or a number should stand here",
                "dice are written like 2d6+3 or d20",
            )),
        }
    }

    fn bracket(&mut self) -> Result<Node> {
        let open = self.span();
        self.at += 1;
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            let what = format!("there are more than {MAX_NESTING} brackets inside each other");
            return Err(self.error(open, what, "write a simpler expression"));
        }
        let node = self.sum()?;
        self.nesting -= 1;
        match self.peek() {
            Token::Close => self.at += 1,
            Token::End => return Err(self.error(open, "this bracket is not closed", "add a ) at its end")),
            _ => return Err(self.left_over()),
        }
        Ok(node)
    }

    /// `best 3 of 4d6`, `lowest of 2d20`.
    fn best_of(&mut self) -> Result<Node> {
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
        let take = if high { Take::High(kept) } else { Take::Low(kept) };
        self.pool(count, start, Some(take))
    }

    /// Dice, from their letter on, with everything that is said about them.
    fn pool(&mut self, count: u32, start: usize, take: Option<Take>) -> Result<Node> {
        let Ok(count) = u8::try_from(count) else {
            let what = format!("{count} dice are too many");
            return Err(self.error(self.since(start), what, "a pool has at most 255 dice"));
        };
        let mut said = Said { take, ..Said::default() };
        if self.takes(Token::Word(Word::Explode)) {
            said.explode = Some(Explode::Again);
        } else if self.takes(Token::Word(Word::Compound)) {
            said.explode = Some(Explode::Add);
        }
        if !self.takes(Token::Word(Word::Die)) {
            return Err(self.error(
                self.span(),
                "the dice should stand here",
                "dice are written like d6 or d20",
            ));
        }
        let sides = match self.peek() {
            Token::Number(n) => n,
            Token::Percent => 100,
            _ => return Err(self.error(self.span(), "how many sides has this die?", "write d6, d20 or d%")),
        };
        self.at += 1;
        while self.modifier(count, &mut said)? {}
        self.build(count, sides, said, start)
    }

    fn build(&self, count: u8, sides: u32, said: Said, start: usize) -> Result<Node> {
        let take = said.take.unwrap_or_default();
        let counting = matches!(take, Take::Hits(_));
        let explode = match said.explode {
            // A plain `!`: what it does depends on whether dice are counted or added.
            Some(Explode::Again) if !counting => Explode::Add,
            other => other.unwrap_or_default(),
        };
        let tricks = Tricks { explode, reroll: said.reroll, take, ..Tricks::default() };
        let sides = u16::try_from(sides).unwrap_or(u16::MAX);
        match Roll::new(count, sides, 0, tricks) {
            Ok(roll) => Ok(Node::Roll(roll)),
            Err(invalid) => {
                let advice = match invalid {
                    Invalid::NoSides | Invalid::TooManySides { .. } => "write d6, d20 or d%",
                    Invalid::KeepsMoreThanRolled { .. } => "keep fewer, or roll more dice",
                    Invalid::AgainWithoutCounting => "count dice with >=, as in 6d12!>=8",
                    Invalid::NeverStops => "leave a face on which the die stops",
                };
                Err(self.error(self.since(start), invalid.to_string(), advice))
            }
        }
    }

    /// One thing that is said about a pool; false where there is none.
    fn modifier(&mut self, count: u8, said: &mut Said) -> Result<bool> {
        let start = self.span().start;
        match self.peek() {
            Token::Bang | Token::Word(Word::Explode | Word::Cross | Word::Compound) => {
                let explode = self.explosion()?;
                self.once(&mut said.explode, explode, start, "how its dice explode")?;
            }
            Token::Word(Word::Reroll | Word::RerollOnce) => {
                let reroll = self.reroll()?;
                self.once(&mut said.reroll, reroll, start, "what is rerolled")?;
            }
            Token::Word(Word::Target) | Token::AtLeast | Token::More => {
                let take = self.counting()?;
                self.once(&mut said.take, take, start, "what is kept or counted")?;
            }
            Token::Less | Token::AtMost | Token::Equal => {
                let advice = "dice that show a number or more are counted with >=, as in 6d12>=8";
                return Err(self.error(self.span(), "low dice cannot be counted", advice));
            }
            Token::Word(word) => {
                let Some(take) = self.keeping(word, count)? else { return Ok(false) };
                self.once(&mut said.take, take, start, "what is kept or counted")?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn once<T>(&self, slot: &mut Option<T>, value: T, start: usize, about: &str) -> Result<()> {
        if slot.replace(value).is_some() {
            let what = format!("the pool already says {about}");
            return Err(self.error(self.since(start), what, "leave one of the two out"));
        }
        Ok(())
    }

    /// A plain explosion is [`Explode::Again`] until it is known whether dice are counted.
    fn explosion(&mut self) -> Result<Explode> {
        let (token, span) = (self.peek(), self.span());
        self.at += 1;
        if token == Token::Word(Word::Cross) && matches!(self.peek(), Token::Number(_)) {
            let what = "this x could mean exploding or times";
            return Err(self.error(span, what, "write ! for exploding dice, or * for times"));
        }
        let twice = token == Token::Bang && self.takes(Token::Bang);
        Ok(if twice || token == Token::Word(Word::Compound) { Explode::Add } else { Explode::Again })
    }

    fn reroll(&mut self) -> Result<Reroll> {
        let start = self.span().start;
        let once = self.peek() == Token::Word(Word::RerollOnce);
        self.at += 1;
        let sign = self.peek();
        if matches!(sign, Token::Less | Token::AtMost | Token::Equal | Token::AtLeast | Token::More) {
            self.at += 1;
        }
        let Some(n) = self.takes_number() else {
            return Err(self.error(self.since(start), "which faces are rerolled?", "write r1, r<3 or ro<=2"));
        };
        let n = self.face(n, start)?;
        let none = || self.error(self.since(start), "no die shows such faces", "write r1, r<3 or ro<=2");
        let faces = match sign {
            Token::Less => FaceSet::AtMost(n.checked_sub(1).ok_or_else(none)?),
            Token::AtMost => FaceSet::AtMost(n),
            Token::AtLeast => FaceSet::AtLeast(n),
            Token::More => FaceSet::AtLeast(n.checked_add(1).ok_or_else(none)?),
            _ => FaceSet::Exactly(n),
        };
        Ok(Reroll { faces, once })
    }

    fn counting(&mut self) -> Result<Take> {
        let start = self.span().start;
        let more = self.peek() == Token::More;
        self.at += 1;
        let Some(n) = self.takes_number() else {
            return Err(self.error(
                self.since(start),
                "which number should the dice reach?",
                "write >=8, as in 6d12>=8",
            ));
        };
        self.face(n.saturating_add(more.into()), start).map(Take::Hits)
    }

    /// Keeping and dropping; `None` where the word says something else.
    fn keeping(&mut self, word: Word, count: u8) -> Result<Option<Take>> {
        let start = self.span().start;
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
        // Who drops the lowest keeps the highest.
        Ok(Some(if keep == high { Take::High(kept) } else { Take::Low(kept) }))
    }

    fn small(&self, n: u32, start: usize) -> Result<u8> {
        let too_many = |_| {
            self.error(self.since(start), format!("{n} dice are too many"), "a pool has at most 255 dice")
        };
        u8::try_from(n).map_err(too_many)
    }

    fn face(&self, n: u32, start: usize) -> Result<u16> {
        let too_high = |_| {
            let advice = format!("the highest die has {} sides", Roll::MAX_SIDES);
            self.error(self.since(start), format!("no die shows {n}"), advice)
        };
        u16::try_from(n).map_err(too_high)
    }

    /// What stands where the expression should have ended.
    fn left_over(&self) -> NotationError {
        let (what, advice) = match self.peek() {
            Token::Number(_) | Token::Open | Token::Word(Word::Die | Word::Highest | Word::Lowest) => {
                ("something is missing before this", "put + - * or / between two parts")
            }
            Token::Word(Word::Cross) => ("this x means nothing here", "write * for times"),
            Token::Close => ("this ) closes nothing", "leave it out, or add a ( before"),
            Token::AtLeast | Token::More | Token::Bang | Token::Word(_) => {
                ("this should stand right behind the dice", "write 6d12!>=8+2, not 6d12+2!>=8")
            }
            Token::Label(_) => ("a label should stand behind dice, a number or a bracket", "leave it out"),
            _ => ("this does not belong here", "dice are written like 2d6+3, 4d6kh3 or 6d12!>=8"),
        };
        self.error(self.span(), what, advice)
    }
}
