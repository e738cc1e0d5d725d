//! What is rolled: one pool of equal dice and what is made of it, as a value of a few bytes.
//!
//! Knows how to read a result off the dice one face at a time; does not know where faces come from.

/// How often one die explodes before its chain is cut. The chance to get there is below 1e-30 (0.75 to this power, for
/// a d2 whose 1 is rerolled once; below 1e-70 without rerolls).
pub const MAX_REPEATS: u32 = 256;

/// How often a die that is rerolled until another face shows is rerolled at most. A d1000 that goes on until its 1000
/// shows gets there with a chance below 1e-28.
const MAX_REROLLS: u32 = 1 << 16;

/// One pool of equal dice, what is made of them, and a number added at the end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Roll {
    pub(crate) count: u8,
    pub(crate) sides: u16,
    pub(crate) add: i16,
    /// `None` is a plain sum: one test keeps the common roll fast.
    pub(crate) tricks: Option<Tricks>,
}

const _: () = assert!(size_of::<Roll>() <= 20);

/// Everything about a roll that is not a plain sum.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Tricks {
    pub explode: Explode,
    pub reroll: Option<Reroll>,
    pub take: Take,
    pub edge: Edge,
    /// Halved, rounded down, before the number is added.
    pub halve: bool,
}

/// What happens to a die that shows its highest face.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Explode {
    #[default]
    No,
    /// Rolled again and added to the same die.
    Add,
    /// Rolled again for another chance to count; only with [`Take::Hits`].
    Again,
}

/// What is made of the dice of a pool.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Take {
    #[default]
    All,
    /// The sum of the highest of them.
    High(u8),
    /// The sum of the lowest of them.
    Low(u8),
    /// How many dice show this or more.
    Hits(u16),
}

/// The whole pool rolled twice, the higher or the lower total taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Edge {
    #[default]
    Level,
    Advantage,
    Disadvantage,
}

/// Faces that are rolled again before anything else is made of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reroll {
    pub faces: FaceSet,
    /// Once, and the second result stands; or until another face shows.
    pub once: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FaceSet {
    AtMost(u16),
    AtLeast(u16),
    Exactly(u16),
}

impl FaceSet {
    #[inline]
    pub fn has(self, face: u16) -> bool {
        match self {
            FaceSet::AtMost(n) => face <= n,
            FaceSet::AtLeast(n) => face >= n,
            FaceSet::Exactly(n) => face == n,
        }
    }
}

/// Why a roll cannot exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Invalid {
    NoSides,
    TooManySides { most: u16 },
    KeepsMoreThanRolled { kept: u8, rolled: u8 },
    AgainWithoutCounting,
    NeverStops,
}

impl std::fmt::Display for Invalid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Invalid::NoSides => write!(f, "a die needs at least one side"),
            Invalid::TooManySides { most } => write!(f, "a die has at most {most} sides"),
            Invalid::KeepsMoreThanRolled { kept, rolled } => {
                write!(f, "cannot keep {kept} of {rolled} dice")
            }
            Invalid::AgainWithoutCounting => {
                write!(f, "rolling for another chance only makes sense where dice are counted")
            }
            Invalid::NeverStops => write!(f, "this die would be rolled again for ever"),
        }
    }
}

impl std::error::Error for Invalid {}

impl Roll {
    pub const MAX_SIDES: u16 = 1000;

    /// One die.
    #[inline]
    pub const fn d(sides: u16) -> Roll {
        Roll::pool(1, sides)
    }

    /// Equal dice, added up.
    #[inline]
    pub const fn pool(count: u8, sides: u16) -> Roll {
        Roll { count, sides, add: 0, tricks: None }
    }

    /// No dice at all: a number.
    #[inline]
    pub const fn constant(add: i16) -> Roll {
        Roll { count: 0, sides: 1, add, tricks: None }
    }

    /// The highest of a pool of dice that are rolled again and added on their highest face.
    pub const fn best_exploding(count: u8, sides: u16) -> Roll {
        let tricks = Tricks {
            explode: Explode::Add,
            reroll: None,
            take: Take::High(1),
            edge: Edge::Level,
            halve: false,
        };
        Roll { count, sides, add: 0, tricks: Some(tricks) }
    }

    /// How many of a pool reach `target`, where the highest face gives another chance.
    pub const fn exploding_hits(count: u8, sides: u16, target: u16) -> Roll {
        let tricks = Tricks {
            explode: Explode::Again,
            reroll: None,
            take: Take::Hits(target),
            edge: Edge::Level,
            halve: false,
        };
        Roll { count, sides, add: 0, tricks: Some(tricks) }
    }

    /// Any roll, checked.
    pub fn new(count: u8, sides: u16, add: i16, tricks: Tricks) -> Result<Roll, Invalid> {
        let tricks = (tricks != Tricks::default()).then_some(tricks);
        let roll = Roll { count, sides, add, tricks };
        roll.check()?;
        Ok(roll)
    }

    fn check(&self) -> Result<(), Invalid> {
        if self.sides == 0 {
            return Err(Invalid::NoSides);
        }
        if self.sides > Roll::MAX_SIDES {
            return Err(Invalid::TooManySides { most: Roll::MAX_SIDES });
        }
        let tricks = self.tricks();
        if let Take::High(kept) | Take::Low(kept) = tricks.take
            && kept > self.count
        {
            return Err(Invalid::KeepsMoreThanRolled { kept, rolled: self.count });
        }
        if tricks.explode == Explode::Again && !matches!(tricks.take, Take::Hits(_)) {
            return Err(Invalid::AgainWithoutCounting);
        }
        let rerolled = |face| tricks.reroll.is_some_and(|r| !r.once && r.faces.has(face));
        let explodes = tricks.explode != Explode::No;
        let stops = (1..=self.sides).any(|f| !(rerolled(f) || explodes && f == self.sides));
        if !stops {
            return Err(Invalid::NeverStops);
        }
        Ok(())
    }

    #[inline]
    pub const fn plus(mut self, add: i16) -> Roll {
        self.add = self.add.saturating_add(add);
        self
    }

    /// Advantage and disadvantage meet: each takes one of the other away.
    #[must_use]
    pub fn with_edge(mut self, edge: Edge) -> Roll {
        let mut tricks = self.tricks();
        tricks.edge = match (tricks.edge, edge) {
            (Edge::Level, e) | (e, Edge::Level) => e,
            (a, b) if a == b => a,
            _ => Edge::Level,
        };
        self.tricks = (tricks != Tricks::default()).then_some(tricks);
        self
    }

    /// Halved, rounded down, before what is added.
    #[must_use]
    pub fn halved(mut self) -> Roll {
        self.tricks = Some(Tricks { halve: true, ..self.tricks() });
        self
    }

    /// One die and nothing but an added number.
    #[inline]
    pub const fn is_one_die(&self) -> bool {
        self.count == 1 && self.tricks.is_none()
    }

    #[inline]
    pub const fn count(&self) -> u8 {
        self.count
    }

    #[inline]
    pub const fn sides(&self) -> u16 {
        self.sides
    }

    #[inline]
    pub const fn added(&self) -> i16 {
        self.add
    }

    pub fn tricks(&self) -> Tricks {
        self.tricks.unwrap_or_default()
    }

    /// Which of these faces count towards the result: not those that were rolled again, left out of what is kept, or of
    /// the worse of two throws. `faces` are in the order in which they were rolled.
    pub fn kept(&self, faces: &[u16]) -> Vec<bool> {
        let tricks = self.tricks();
        // Each throw as dice, each die as the places of its faces that stand, with its value.
        let mut at = 0;
        let mut throw = || {
            let mut dice: Vec<(Vec<usize>, i32)> = Vec::new();
            for _ in 0..self.count {
                let start = at;
                let mut next = |_: u16| {
                    at += 1;
                    faces.get(at - 1).copied().unwrap_or(1)
                };
                let value = match tricks.take {
                    Take::Hits(target) => self.hits(&tricks, target, &mut next),
                    _ => self.die(&tricks, &mut next),
                };
                let stand = |place: &usize| {
                    let again = tricks
                        .reroll
                        .is_some_and(|reroll| faces.get(*place).is_some_and(|&face| reroll.faces.has(face)));
                    !(again && place + 1 < at)
                };
                dice.push(((start..at.min(faces.len())).filter(stand).collect(), value));
            }
            let total = match tricks.take {
                Take::High(kept) => cut(&mut dice, kept, true),
                Take::Low(kept) => cut(&mut dice, kept, false),
                _ => dice.iter().map(|die| die.1).sum(),
            };
            (dice, total)
        };
        let first = throw();
        let better = match tricks.edge {
            Edge::Level => first,
            edge => {
                let second = throw();
                let other = if edge == Edge::Advantage { second.1 > first.1 } else { second.1 < first.1 };
                if other { second } else { first }
            }
        };
        let mut kept = vec![false; faces.len()];
        for place in better.0.into_iter().flat_map(|die| die.0) {
            kept[place] = true;
        }
        kept
    }

    /// The result, with every face taken from `face` in the order in which a person would roll: die by die, a die that
    /// is rolled again at once.
    #[inline]
    pub fn evaluate(&self, face: &mut impl FnMut(u16) -> u16) -> i32 {
        let dice = match &self.tricks {
            None => {
                let mut sum = 0;
                for _ in 0..self.count {
                    sum += i32::from(face(self.sides));
                }
                sum
            }
            Some(tricks) => self.with_tricks(tricks, face),
        };
        dice + i32::from(self.add)
    }

    fn with_tricks(&self, tricks: &Tricks, face: &mut impl FnMut(u16) -> u16) -> i32 {
        let first = self.take(tricks, face);
        let kept = match tricks.edge {
            Edge::Level => first,
            Edge::Advantage => first.max(self.take(tricks, face)),
            Edge::Disadvantage => first.min(self.take(tricks, face)),
        };
        if tricks.halve { kept.div_euclid(2) } else { kept }
    }

    fn take(&self, tricks: &Tricks, face: &mut impl FnMut(u16) -> u16) -> i32 {
        match tricks.take {
            Take::All => (0..self.count).map(|_| self.die(tricks, face)).sum(),
            Take::High(1) => (0..self.count).map(|_| self.die(tricks, face)).max().unwrap_or(0),
            Take::Low(1) => (0..self.count).map(|_| self.die(tricks, face)).min().unwrap_or(0),
            Take::High(kept) => {
                let mut values = [0; u8::MAX as usize];
                let values = self.dice(tricks, face, &mut values);
                values.iter().rev().take(kept.into()).sum()
            }
            Take::Low(kept) => {
                let mut values = [0; u8::MAX as usize];
                let values = self.dice(tricks, face, &mut values);
                values.iter().take(kept.into()).sum()
            }
            Take::Hits(target) => (0..self.count).map(|_| self.hits(tricks, target, face)).sum(),
        }
    }

    /// All dice, sorted from low to high.
    fn dice<'a>(
        &self,
        tricks: &Tricks,
        face: &mut impl FnMut(u16) -> u16,
        values: &'a mut [i32; u8::MAX as usize],
    ) -> &'a [i32] {
        let values = &mut values[..self.count.into()];
        for value in values.iter_mut() {
            *value = self.die(tricks, face);
        }
        values.sort_unstable();
        values
    }

    /// One face, after rerolls.
    #[inline]
    fn settled(&self, tricks: &Tricks, face: &mut impl FnMut(u16) -> u16) -> u16 {
        let mut shown = face(self.sides);
        if let Some(reroll) = tricks.reroll {
            let most = if reroll.once { 1 } else { MAX_REROLLS };
            for _ in 0..most {
                if !reroll.faces.has(shown) {
                    break;
                }
                shown = face(self.sides);
            }
        }
        shown
    }

    /// One die with what it explodes into.
    #[inline]
    fn die(&self, tricks: &Tricks, face: &mut impl FnMut(u16) -> u16) -> i32 {
        let mut total = 0;
        for _ in 0..MAX_REPEATS {
            let shown = self.settled(tricks, face);
            total += i32::from(shown);
            if tricks.explode == Explode::No || shown != self.sides {
                break;
            }
        }
        total
    }

    /// The hits of one die and of the chances that it gives.
    #[inline]
    fn hits(&self, tricks: &Tricks, target: u16, face: &mut impl FnMut(u16) -> u16) -> i32 {
        if tricks.explode != Explode::Again {
            return i32::from(self.die(tricks, face) >= i32::from(target));
        }
        let mut hits = 0;
        for _ in 0..MAX_REPEATS {
            let shown = self.settled(tricks, face);
            hits += i32::from(shown >= target);
            if shown != self.sides {
                break;
            }
        }
        hits
    }
}

/// Leaves only the highest or lowest dice, and adds them up. Of equals the earlier stay.
fn cut(dice: &mut Vec<(Vec<usize>, i32)>, kept: u8, high: bool) -> i32 {
    dice.sort_by_key(|die| if high { -die.1 } else { die.1 });
    dice.truncate(kept.into());
    dice.iter().map(|die| die.1).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dice, Tape, Why};

    /// The result of a roll with these faces, all of which must be used.
    fn with(roll: Roll, faces: &[u16]) -> i32 {
        let mut tape = Tape::new(faces);
        let value = tape.roll(Why::table("test"), roll).value;
        assert_eq!(tape.done(), Ok(()), "{roll:?} with {faces:?}");
        value
    }

    fn tricky(count: u8, sides: u16, tricks: Tricks) -> Roll {
        Roll::new(count, sides, 0, tricks).unwrap()
    }

    fn take(take: Take) -> Tricks {
        Tricks { take, ..Tricks::default() }
    }

    #[test]
    fn the_faces_that_count_are_known() {
        let pool = |count, sides| Roll::pool(count, sides);
        assert_eq!(pool(3, 6).kept(&[1, 2, 3]), [true; 3]);
        let best = Roll { tricks: Some(Tricks { take: Take::High(3), ..Tricks::default() }), ..pool(4, 6) };
        assert_eq!(best.kept(&[2, 6, 2, 5]), [true, true, false, true]);
        let worst = Roll { tricks: Some(Tricks { take: Take::Low(1), ..Tricks::default() }), ..pool(2, 20) };
        assert_eq!(worst.kept(&[12, 7]), [false, true]);
        assert_eq!(pool(1, 20).with_edge(Edge::Advantage).kept(&[4, 17]), [false, true]);
        assert_eq!(pool(1, 20).with_edge(Edge::Disadvantage).kept(&[4, 17]), [true, false]);
        let burst = Roll::best_exploding(2, 12);
        assert_eq!(burst.kept(&[12, 5, 11]), [true, true, false]);
        let ones = Reroll { faces: FaceSet::AtMost(1), once: true };
        let again = Roll { tricks: Some(Tricks { reroll: Some(ones), ..Tricks::default() }), ..pool(2, 6) };
        assert_eq!(again.kept(&[1, 1, 4]), [false, true, true]);
    }

    #[test]
    fn sums_and_numbers() {
        assert_eq!(with(Roll::pool(3, 6).plus(2), &[1, 6, 4]), 13);
        assert_eq!(with(Roll::d(20).plus(-5), &[3]), -2);
        assert_eq!(with(Roll::constant(4), &[]), 4);
        assert_eq!(with(Roll::pool(2, 6).plus(i16::MAX).plus(1), &[1, 1]), 2 + 32767);
    }

    #[test]
    fn keeping() {
        let faces = [3, 6, 1, 5];
        assert_eq!(with(tricky(4, 6, take(Take::High(3))), &faces), 14);
        assert_eq!(with(tricky(4, 6, take(Take::Low(3))), &faces), 9);
        assert_eq!(with(tricky(4, 6, take(Take::High(1))), &faces), 6);
        assert_eq!(with(tricky(4, 6, take(Take::Low(1))), &faces), 1);
        assert_eq!(with(tricky(4, 6, take(Take::High(0))), &faces), 0);
        assert_eq!(with(tricky(4, 6, take(Take::High(4))), &faces), 15);
    }

    #[test]
    fn hits() {
        assert_eq!(with(tricky(4, 6, take(Take::Hits(5))), &[5, 6, 4, 1]), 2);
        // The 12 is a hit and another chance; that chance fails, and the next 12 gives two more.
        assert_eq!(with(Roll::exploding_hits(2, 12, 8), &[12, 3, 12, 12, 9]), 4);
        // Added up, a die hits once.
        let added = Tricks { explode: Explode::Add, ..take(Take::Hits(8)) };
        assert_eq!(with(tricky(2, 6, added), &[6, 2, 6, 1]), 1);
    }

    #[test]
    fn explosions() {
        let add = Tricks { explode: Explode::Add, ..Tricks::default() };
        assert_eq!(with(tricky(2, 6, add), &[6, 6, 2, 5]), 19);
        assert_eq!(with(Roll::best_exploding(3, 10), &[9, 10, 3, 4]), 13);
        let keep = Tricks { explode: Explode::Add, ..take(Take::High(2)) };
        assert_eq!(with(tricky(3, 4, keep), &[1, 4, 4, 1, 3]), 12);
    }

    #[test]
    fn rerolls() {
        let reroll =
            |faces, once| tricky(2, 6, Tricks { reroll: Some(Reroll { faces, once }), ..Tricks::default() });
        assert_eq!(with(reroll(FaceSet::AtMost(2), true), &[1, 2, 5]), 7);
        assert_eq!(with(reroll(FaceSet::AtMost(2), false), &[1, 2, 5, 4]), 9);
        assert_eq!(with(reroll(FaceSet::Exactly(6), true), &[6, 6, 5]), 11);
        assert_eq!(with(reroll(FaceSet::AtLeast(4), false), &[6, 5, 4, 3, 1]), 4);
        // A face that is rerolled does not explode.
        let both = Tricks {
            explode: Explode::Add,
            reroll: Some(Reroll { faces: FaceSet::Exactly(6), once: true }),
            ..Tricks::default()
        };
        assert_eq!(with(tricky(1, 6, both), &[6, 6, 2]), 8);
    }

    #[test]
    fn advantage_and_halving() {
        let twice = Roll::pool(2, 6).with_edge(Edge::Advantage);
        assert_eq!(with(twice, &[1, 2, 3, 4]), 7);
        assert_eq!(with(Roll::pool(2, 6).with_edge(Edge::Disadvantage), &[1, 2, 3, 4]), 3);
        assert_eq!(twice.with_edge(Edge::Disadvantage), Roll::pool(2, 6));
        assert_eq!(twice.with_edge(Edge::Advantage), twice);
        assert_eq!(with(Roll::pool(2, 6).halved().plus(3), &[2, 3]), 5);
        assert_eq!(with(twice.halved().plus(-4), &[1, 2, 3, 4]), -1);
    }

    #[test]
    fn what_cannot_exist() {
        let new = |count, sides, tricks| Roll::new(count, sides, 0, tricks).unwrap_err();
        assert_eq!(new(1, 0, Tricks::default()), Invalid::NoSides);
        assert_eq!(new(1, 1001, Tricks::default()), Invalid::TooManySides { most: 1000 });
        assert_eq!(new(2, 6, take(Take::Low(3))), Invalid::KeepsMoreThanRolled { kept: 3, rolled: 2 });
        let again = Tricks { explode: Explode::Again, ..Tricks::default() };
        assert_eq!(new(2, 6, again), Invalid::AgainWithoutCounting);
        let add = Tricks { explode: Explode::Add, ..Tricks::default() };
        assert_eq!(new(2, 1, add), Invalid::NeverStops);
        let until = |n| Tricks { reroll: Some(Reroll { faces: FaceSet::AtMost(n), once: false }), ..add };
        assert_eq!(new(2, 6, until(5)), Invalid::NeverStops);
        assert!(Roll::new(2, 6, 0, until(4)).is_ok());
    }
}
