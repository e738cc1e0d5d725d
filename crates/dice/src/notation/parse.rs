//! Words and signs into an expression; what does not fit is an error that names its place.

mod dice;

use std::ops::Range;

use super::func::Func;
use super::group::{Group, MAX_MEMBERS};
use super::lex::{Placed, Token, Word, lex};
use super::pool::{Cond, Made, Pool};
use super::values::Ratio;
use super::{CHAIN, FAR, MAX_DRAWN, Node, NotationError, Op, Unfit};
use crate::{Edge, Roll};
use dice::Said;

/// The most numbers and pools.
const MAX_TERMS: usize = 40;
/// The most brackets inside each other.
const MAX_NESTING: usize = 32;

type Result<T> = std::result::Result<T, NotationError>;

/// Whose notation it is: signs that mean different things elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    #[default]
    Fracas,
    /// `>` and `<` include the number, `!>4` explodes, `d1` drops the lowest.
    Roll20,
    /// `r` rerolls once, `d1` drops the lowest, `!>4` explodes.
    Foundry,
    /// `k` and `p` keep and drop the dice that show a number, `e` explodes on one.
    Avrae,
}

impl Dialect {
    pub const ALL: [(&'static str, Dialect); 4] = [
        ("fracas", Dialect::Fracas),
        ("roll20", Dialect::Roll20),
        ("foundry", Dialect::Foundry),
        ("avrae", Dialect::Avrae),
    ];
}

pub(super) struct Read {
    pub node: Node,
    pub times: u8,
    pub notes: Vec<String>,
}

pub(super) fn parse(text: &str, dialect: Dialect) -> Result<Read> {
    let tokens = lex(text, dialect)?;
    let mut parser =
        Parser { text, tokens, at: 0, terms: 0, nesting: 0, dialect, notes: Vec::new(), named: Vec::new() };
    while let (Token::Name(name), Token::Equal) = (parser.peek(), parser.look(1)) {
        parser.definition(name)?;
    }
    let times = parser.times()?;
    let label = parser.leading_label();
    let mut node = parser.total()?;
    if let Some(label) = label {
        node = Node::Label(Box::new(node), label);
    }
    match parser.peek() {
        Token::End if times > 1 && !node.has_dice() => {
            let what = "there are no dice to roll several times";
            Err(parser.error(0..text.len(), what, "write d for dice, or * for times"))
        }
        Token::End => Ok(Read { node, times, notes: parser.notes }),
        _ => Err(parser.left_over()),
    }
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Placed<'a>>,
    at: usize,
    terms: usize,
    nesting: usize,
    dialect: Dialect,
    /// What others would read differently.
    notes: Vec<String>,
    /// What was given a name.
    named: Vec<(&'a str, Node)>,
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

    /// `@hit = d20+5;`
    fn definition(&mut self, name: &'a str) -> Result<()> {
        let start = self.span();
        self.at += 2;
        let node = self.total()?;
        if !self.takes(Token::Semicolon) {
            return Err(self.error(
                self.span(),
                "a ; should end what the name stands for",
                "write @hit = d20+5; @hit",
            ));
        }
        if self.named.iter().any(|(known, _)| *known == name) {
            return Err(self.error(
                start,
                format!("@{name} stands for something already"),
                "use another name",
            ));
        }
        self.named.push((name, node));
        Ok(())
    }

    /// `6x4d6kh3`: how often all of it is rolled.
    fn times(&mut self) -> Result<u8> {
        let (Token::Number(n), Token::Word(Word::Cross)) = (self.peek(), self.look(1)) else { return Ok(1) };
        let span = self.span();
        self.at += 2;
        match u8::try_from(n) {
            Ok(times @ 2..=100) => Ok(times),
            _ => Err(self.error(
                span,
                format!("cannot roll {n} times"),
                "roll it 2 to 100 times, or write d for dice",
            )),
        }
    }

    /// A sum, and what its total is held against: `d20+5>=15`.
    fn total(&mut self) -> Result<Node> {
        let mut node = self.sum()?;
        loop {
            let start = self.span();
            // Behind a sum nothing can explode.
            let unequal = self.peek() == Token::Bang && self.look(1) == Token::Equal;
            self.at += usize::from(unequal);
            if !unequal && !self.compares() {
                return Ok(node);
            }
            let sign = if unequal { Token::NotEqual } else { self.peek() };
            self.at += 1;
            let against = self.sum()?;
            let (left, n) = match against {
                Node::Number(n) => (node, n),
                against => (self.two(Op::Sub, node, against, start.start)?, 0),
            };
            let cond = self.cond(sign, n, left.has_fractions());
            node = Node::Holds(Box::new(left), cond);
        }
    }

    /// Is this a sign that holds something against a number?
    fn compares(&self) -> bool {
        matches!(
            self.peek(),
            Token::AtLeast
                | Token::More
                | Token::Less
                | Token::AtMost
                | Token::Equal
                | Token::NotEqual
                | Token::Word(Word::Target)
        )
    }

    /// `>=5`, `<3`, `=6`, `t5`; `None` where there is none.
    fn comparison(&mut self) -> Result<Option<Cond>> {
        let start = self.span().start;
        let sign = self.peek();
        if !self.compares() {
            return Ok(None);
        }
        self.at += 1;
        let minus = self.takes(Token::Minus);
        let Some(n) = self.takes_number() else {
            return Err(self.error(
                self.since(start),
                "which number should the dice reach?",
                "write >=8, as in 6d12>=8",
            ));
        };
        let n = if minus { -(n as i32) } else { n as i32 };
        if sign == Token::Equal && self.peek() == Token::Or {
            return self.one_of(n, start).map(Some);
        }
        Ok(Some(self.cond(sign, n, false)))
    }

    /// `=1|3|5`.
    fn one_of(&mut self, first: i32, start: usize) -> Result<Cond> {
        let mut faces = vec![first];
        while self.takes(Token::Or) {
            let n = self.takes_number().unwrap_or(u32::MAX);
            faces.push(i32::try_from(n).unwrap_or(i32::MAX));
        }
        if !faces.iter().all(|face| (0..128).contains(face)) {
            let what = "only faces from 0 to 127 can be listed";
            return Err(self.error(self.since(start), what, "write =1|3|5"));
        }
        Ok(Cond::one_of(&faces))
    }

    /// What a sign and a number mean, of something that may be a fraction.
    fn cond(&mut self, sign: Token<'_>, n: i32, fractions: bool) -> Cond {
        let inclusive = self.dialect == Dialect::Roll20;
        if matches!(sign, Token::More | Token::Less) && self.dialect == Dialect::Fracas {
            let (same, other) = if sign == Token::More { (">=", ">") } else { ("<=", "<") };
            self.note(format!(
                "“{other}{n}” leaves {n} out here, and takes it in on Roll20: for that write {same}{n}"
            ));
        }
        match sign {
            Token::More if !inclusive && fractions => Cond::Above(n),
            Token::Less if !inclusive && fractions => Cond::Below(n),
            Token::More if !inclusive => Cond::AtLeast(n.saturating_add(1)),
            Token::Less if !inclusive => Cond::AtMost(n.saturating_sub(1)),
            Token::Less | Token::AtMost => Cond::AtMost(n),
            Token::Equal => Cond::Exactly(n),
            Token::NotEqual => Cond::Not(n),
            _ => Cond::AtLeast(n),
        }
    }

    fn note(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
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
            let sign = self.peek();
            let op = match sign {
                Token::Times => Op::Mul,
                Token::Over | Token::OverDown => Op::Div,
                Token::Percent => {
                    left = self.rest(left, start)?;
                    continue;
                }
                _ => return Ok(left),
            };
            self.at += 1;
            let right = self.signed()?;
            left = self.two(op, left, right, start)?;
            if sign == Token::OverDown {
                left = self.function(Func::Floor, left, start)?;
            }
        }
    }

    /// `2d6 % 3`: what is left over.
    fn rest(&mut self, left: Node, start: usize) -> Result<Node> {
        self.at += 1;
        let by = self.takes_number().filter(|by| *by > 0);
        let Some(by) = by else {
            let what = "which number is it divided by?";
            return Err(self.error(self.since(start), what, "write a number above 0, as in 2d6 % 3"));
        };
        if left.bounds(CHAIN).0 < 0.0 {
            let what = "what is left of something below 0 is not the same everywhere";
            return Err(self.error(self.since(start), what, "add something, so that it is never below 0"));
        }
        self.function(Func::Rest(by), left, start)
    }

    fn function(&self, func: Func, node: Node, start: usize) -> Result<Node> {
        let node = match node {
            Node::Number(n) => match i32::try_from(func.of(Ratio::whole(n.into())).floor()) {
                Ok(n) => Node::Number(n),
                Err(_) => return Err(self.unfit(Unfit::TooFar, start)),
            },
            node => Node::Func(func, Box::new(node)),
        };
        let (low, high) = node.bounds(CHAIN);
        let far = low < -(FAR as f64) || high > FAR as f64;
        if far { Err(self.unfit(Unfit::TooFar, start)) } else { Ok(node) }
    }

    fn two(&self, op: Op, left: Node, right: Node, start: usize) -> Result<Node> {
        Node::two(op, left, right).map_err(|unfit| self.unfit(unfit, start))
    }

    fn unfit(&self, unfit: Unfit, start: usize) -> NotationError {
        match unfit {
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
            Unfit::NeverStops => self.error(
                self.since(start),
                "this die would be rolled again for ever",
                "leave a face on which the die stops",
            ),
            Unfit::KeepsExtra => self.error(
                self.since(start),
                "extra dice are kept or dropped for themselves only where dice explode from some face up",
                "write !!, which adds them to their die, or !(>=5)",
            ),
            Unfit::KeepsTooMany { kept, rolled } => self.error(
                self.since(start),
                format!("cannot keep {kept} of {rolled} dice"),
                "keep fewer, or roll more dice",
            ),
        }
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
        while self.takes(Token::Power) {
            let power = self.takes_number().filter(|power| *power <= 9);
            let Some(power) = power else {
                return Err(self.error(
                    self.since(start),
                    "which power?",
                    "write a number up to 9, as in d6**2",
                ));
            };
            node = self.function(Func::Power(power as u8), node, start)?;
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
            Node::Pool(pool) => {
                let edge = Roll::d(6).with_edge(pool.edge).with_edge(edge).tricks().edge;
                Ok(Node::Pool(Pool { edge, ..pool }))
            }
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
        loop {
            // Behind a number an edge may belong to the whole sum.
            if let Token::Label(label) = self.peek() {
                self.at += 1;
                node = Node::Label(Box::new(node), label.to_owned());
            } else if !matches!(node, Node::Number(_))
                && let Some(edge) = self.edge()
            {
                node = self.with_edge(node, edge, start)?;
            } else {
                return Ok(node);
            }
        }
    }

    fn bare_term(&mut self) -> Result<Node> {
        let start = self.span();
        match self.peek() {
            Token::Open => {
                let mut members = self.listed(Token::Close)?;
                if members.len() > 1 {
                    return self.made_of(members, start);
                }
                let node = members.remove(0);
                let dice = matches!(self.peek(), Token::Word(Word::Die));
                if dice { self.computed(node, start.start) } else { Ok(node) }
            }
            Token::OpenGroup => self.group(),
            Token::Name(name) => self.name(name),
            Token::Word(Word::Highest | Word::Lowest) => self.best_of(),
            Token::Word(word @ (Word::Floor | Word::Ceil | Word::Round | Word::Abs)) => {
                self.at += 1;
                let node = self.bracket()?;
                let func = match word {
                    Word::Floor => Func::Floor,
                    Word::Ceil => Func::Ceil,
                    Word::Round => Func::Round,
                    _ => Func::Abs,
                };
                self.function(func, node, start.start)
            }
            Token::Word(word @ (Word::Least | Word::Most)) if self.look(1) == Token::Open => {
                self.at += 1;
                let members = self.listed(Token::Close)?;
                let made = if word == Word::Most { Made::High(1) } else { Made::Low(1) };
                self.side_by_side(members, made, start.start)
            }
            Token::Dot => self.decimal(0, start.start),
            Token::Word(Word::Die | Word::Explode | Word::Compound) => self.pool(1, start.start, None),
            Token::Number(n) => {
                self.at += 1;
                match self.peek() {
                    Token::Word(Word::Die | Word::Explode | Word::Compound) => {
                        self.pool(n, start.start, None)
                    }
                    Token::Dot => self.decimal(n, start.start),
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

    /// `.5` behind a whole number: a fraction.
    fn decimal(&mut self, whole: u32, start: usize) -> Result<Node> {
        let what = "this is not a number";
        let digits = match self.look(1) {
            Token::Number(_) => self.tokens.get(self.at + 1).map_or("", |(_, span)| &self.text[span.clone()]),
            _ => "",
        };
        if digits.is_empty() || digits.len() > 4 {
            return Err(self.error(
                self.since(start),
                what,
                "write 1.5, with up to four digits behind the point",
            ));
        }
        self.at += 2;
        let below = 10_i64.pow(digits.len() as u32);
        let above = i64::from(whole) * below + digits.parse::<i64>().unwrap_or(0);
        let common = (1..=below).rev().find(|by| below % by == 0 && above % by == 0).unwrap_or(1);
        let number = |n: i64| i32::try_from(n / common).map(Node::Number);
        match (number(above), number(below)) {
            (Ok(above), Ok(below)) => self.two(Op::Div, above, below, start),
            _ => Err(self.unfit(Unfit::TooFar, start)),
        }
    }

    fn name(&mut self, name: &str) -> Result<Node> {
        let known = self.named.iter().find(|(known, _)| *known == name).map(|(_, node)| node.clone());
        let span = self.span();
        self.at += 1;
        known.ok_or_else(|| {
            let advice = format!("say first what it stands for: @{name} = d20+5; @{name}");
            self.error(span, format!("@{name} stands for nothing"), advice)
        })
    }

    /// `(2+1)d6`, `(d4)d6`: as many dice as a bracket comes to.
    fn computed(&mut self, count: Node, start: usize) -> Result<Node> {
        if let Node::Number(n) = count {
            let n = u32::try_from(n).map_err(|_| {
                self.error(self.since(start), format!("{n} dice cannot be rolled"), "roll 0 dice or more")
            })?;
            return self.pool(n, start, None);
        }
        self.at += 1;
        let sides = match self.peek() {
            Token::Open => self.bracket()?,
            Token::Number(n) => {
                self.at += 1;
                Node::Number(n as i32)
            }
            Token::Percent => {
                self.at += 1;
                Node::Number(100)
            }
            _ => return Err(self.error(self.span(), "how many sides has this die?", "write d6, d20 or d%")),
        };
        let drawn = self.drawn(count, sides, start)?;
        let Node::Dice(count, sides) = drawn else { return Ok(drawn) };
        match *sides {
            Node::Number(n) => self.modified(*count, n as u16, start),
            _ => Ok(Node::Dice(count, sides)),
        }
    }

    /// Dice whose number or sides are themselves rolled.
    fn drawn(&self, count: Node, sides: Node, start: usize) -> Result<Node> {
        let (low, high) = count.bounds(CHAIN);
        if low < 0.0 || high > MAX_DRAWN as f64 {
            let advice = format!("roll between 0 and {MAX_DRAWN} dice");
            return Err(self.error(
                self.since(start),
                "this could be too many dice, or fewer than none",
                advice,
            ));
        }
        let (low, high) = sides.bounds(CHAIN);
        if low < 1.0 || high > f64::from(Roll::MAX_SIDES) {
            let advice = format!("a die has 1 to {} sides", Roll::MAX_SIDES);
            return Err(self.error(self.since(start), "there may be no such die", advice));
        }
        Ok(Node::Dice(Box::new(count), Box::new(sides)))
    }

    /// `{2d6, d12}kh1`.
    fn group(&mut self) -> Result<Node> {
        let open = self.span();
        let mut members = self.listed(Token::CloseGroup)?;
        // Of one sum of dice, it is the dice that are kept or counted.
        if let [node] = &members[..]
            && let Some(dice) = single_dice(node)
        {
            members = dice;
        }
        self.made_of(members, open)
    }

    /// Several results, with commas between them, in brackets of either kind.
    fn listed(&mut self, end: Token<'_>) -> Result<Vec<Node>> {
        let open = self.opened()?;
        let mut members = vec![self.total()?];
        while self.takes(Token::Comma) {
            members.push(self.total()?);
        }
        self.nesting -= 1;
        match (self.takes(end), self.peek(), end) {
            (true, ..) => Ok(members),
            (_, Token::End, Token::Close) => {
                Err(self.error(open, "this bracket is not closed", "add a ) at its end"))
            }
            (_, Token::End, _) => Err(self.error(open, "this group is not closed", "add a } at its end")),
            _ => Err(self.left_over()),
        }
    }

    /// What is kept or counted of several results.
    fn made_of(&mut self, members: Vec<Node>, open: Range<usize>) -> Result<Node> {
        let count = members.len();
        let mut said = Said::default();
        while self.modifier(count.min(255) as u8, &mut said, None)? {}
        if said.burst.is_some() || said.reroll.is_some() || said.least.is_some() || said.most.is_some() {
            let what = "a group can be kept, dropped or counted";
            return Err(self.error(self.since(open.start), what, "write the rest behind its dice"));
        }
        let made = self.made(&mut said, open.start)?;
        self.side_by_side(members, made, open.start)
    }

    fn side_by_side(&self, mut members: Vec<Node>, made: Made, start: usize) -> Result<Node> {
        let count = members.len();
        if matches!(made, Made::High(_) | Made::Low(_)) && count > MAX_MEMBERS {
            let what = format!("{count} parts are too many to keep some of");
            return Err(self.error(self.since(start), what, format!("give at most {MAX_MEMBERS}")));
        }
        if let Made::High(kept) | Made::Low(kept) = made
            && usize::from(kept) > count
        {
            let what = format!("cannot keep {kept} of {count}");
            return Err(self.error(self.since(start), what, "keep fewer"));
        }
        Ok(match (&members[..], made) {
            ([_], Made::Sum) => members.remove(0),
            _ => Node::Group(Group { members, made }),
        })
    }

    /// Goes into a bracket or a group; gives back where it begins.
    fn opened(&mut self) -> Result<Range<usize>> {
        let open = self.span();
        self.at += 1;
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            let what = format!("there are more than {MAX_NESTING} brackets inside each other");
            return Err(self.error(open, what, "write a simpler expression"));
        }
        Ok(open)
    }

    fn bracket(&mut self) -> Result<Node> {
        let open = self.span();
        if self.peek() != Token::Open {
            return Err(self.error(open, "a bracket should stand here", "write floor(d6/2)"));
        }
        let mut members = self.listed(Token::Close)?;
        match members.len() {
            1 => Ok(members.remove(0)),
            _ => Err(self.error(
                self.since(open.start),
                "one result should stand here",
                "write one, without commas",
            )),
        }
    }

    /// What stands where the expression should have ended.
    fn left_over(&self) -> NotationError {
        let (what, advice) = match self.peek() {
            Token::Number(_) | Token::Open | Token::Word(Word::Die | Word::Highest | Word::Lowest) => {
                ("something is missing before this", "put + - * or / between two parts")
            }
            Token::Word(Word::Cross) => ("this x means nothing here", "write * for times"),
            Token::Close => ("this ) closes nothing", "leave it out, or add a ( before"),
            Token::Word(Word::Less) => (
                "p drops dice on Avrae, and means nothing here",
                "write dl1 or dh1 to drop the lowest or highest, drop(<=2) to drop those",
            ),
            Token::AtLeast | Token::More | Token::Bang | Token::Word(_) => {
                ("this should stand right behind the dice", "write 6d12!>=8+2, not 6d12+2!>=8")
            }
            Token::Label(_) => ("a label should stand behind dice, a number or a bracket", "leave it out"),
            _ => ("this does not belong here", "dice are written like 2d6+3, 4d6kh3 or 6d12!>=8"),
        };
        self.error(self.span(), what, advice)
    }
}

/// The dice of a sum of plain pools, each for itself; `None` where it is anything else.
fn single_dice(node: &Node) -> Option<Vec<Node>> {
    match node {
        Node::Roll(roll) if roll.added() == 0 && *roll == Roll::pool(roll.count(), roll.sides()) => {
            Some(vec![Node::Roll(Roll::d(roll.sides())); roll.count().into()])
        }
        Node::Two(Op::Add, left, right) => {
            let (mut dice, more) = (single_dice(left)?, single_dice(right)?);
            dice.extend(more);
            Some(dice)
        }
        _ => None,
    }
}
