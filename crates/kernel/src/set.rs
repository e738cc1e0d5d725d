//! Sets of small numbered things: combatants, zones, ways, squares. A set is a few machine words, typed by what is in it,
//! so that nobody looks for a zone among combatants.

use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Something that goes by a small number.
pub trait Numbered: Copy {
    fn number(self) -> usize;
    fn numbered(number: usize) -> Self;
}

impl Numbered for u8 {
    #[inline]
    fn number(self) -> usize {
        self.into()
    }

    #[inline]
    fn numbered(number: usize) -> u8 {
        number as u8
    }
}

impl Numbered for usize {
    #[inline]
    fn number(self) -> usize {
        self
    }

    #[inline]
    fn numbered(number: usize) -> usize {
        number
    }
}

/// The words that hold a set. A number beyond their width is masked into it: shifting without a branch is what keeps
/// fights fast, and whoever reads input checks numbers before they get here.
pub trait Bits: Copy + Eq + Hash {
    const WIDTH: usize;
    const NONE: Self;
    const ALL: Self;

    fn bit(number: usize) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn not(self) -> Self;
    fn count(self) -> usize;
    /// The lowest number, or [`Bits::WIDTH`] of none.
    fn lowest(self) -> usize;
    /// Without its lowest number.
    fn without_lowest(self) -> Self;
    /// The numbers below this one.
    fn below(number: usize) -> Self;

    #[inline]
    fn has(self, number: usize) -> bool {
        self.and(Self::bit(number)) != Self::NONE
    }
}

macro_rules! bits {
    ($($word:ty),+) => {$(
        impl Bits for $word {
            const WIDTH: usize = <$word>::BITS as usize;
            const NONE: $word = 0;
            const ALL: $word = <$word>::MAX;

            #[inline(always)]
            fn bit(number: usize) -> $word {
                (1 as $word).wrapping_shl(number as u32)
            }

            #[inline(always)]
            fn and(self, other: $word) -> $word {
                self & other
            }

            #[inline(always)]
            fn or(self, other: $word) -> $word {
                self | other
            }

            #[inline(always)]
            fn not(self) -> $word {
                !self
            }

            #[inline(always)]
            fn count(self) -> usize {
                // Not every processor counts bits; for a byte a table is quicker.
                if Self::WIDTH == 8 { COUNTS[self as usize % 256].into() } else { self.count_ones() as usize }
            }

            #[inline(always)]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline(always)]
            fn without_lowest(self) -> $word {
                self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn below(number: usize) -> $word {
                if number >= Self::WIDTH { Self::ALL } else { Self::bit(number).wrapping_sub(1) }
            }

            #[inline(always)]
            fn has(self, number: usize) -> bool {
                self.wrapping_shr(number as u32) & 1 == 1
            }
        }
    )+};
}

bits!(u8, u16, u32, u64, u128);

/// How many bits each byte has.
const COUNTS: [u8; 256] = {
    let mut counts = [0; 256];
    let mut byte = 1;
    while byte < 256 {
        counts[byte] = counts[byte / 2] + (byte % 2) as u8;
        byte += 1;
    }
    counts
};

impl<const N: usize> Bits for [u64; N] {
    const WIDTH: usize = 64 * N;
    const NONE: [u64; N] = [0; N];
    const ALL: [u64; N] = [u64::MAX; N];

    #[inline]
    fn bit(number: usize) -> [u64; N] {
        let mut words = [0; N];
        words[number / 64 % N] = u64::bit(number);
        words
    }

    #[inline]
    fn and(mut self, other: [u64; N]) -> [u64; N] {
        self.iter_mut().zip(other).for_each(|(word, other)| *word &= other);
        self
    }

    #[inline]
    fn or(mut self, other: [u64; N]) -> [u64; N] {
        self.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
        self
    }

    #[inline]
    fn not(self) -> [u64; N] {
        self.map(|word| !word)
    }

    #[inline]
    fn count(self) -> usize {
        self.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    fn lowest(self) -> usize {
        let first = self.iter().position(|&word| word != 0);
        first.map_or(Self::WIDTH, |at| at * 64 + self[at].trailing_zeros() as usize)
    }

    #[inline]
    fn without_lowest(mut self) -> [u64; N] {
        if let Some(word) = self.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }

    #[inline]
    fn below(number: usize) -> [u64; N] {
        let mut words = [0; N];
        for (at, word) in words.iter_mut().enumerate() {
            *word = u64::below(number.saturating_sub(at * 64));
        }
        words
    }

    #[inline]
    fn has(self, number: usize) -> bool {
        self[number / 64 % N].has(number)
    }
}

/// A set of `T` in the words `B`. It goes through its members from the lowest when it is iterated.
pub struct Set<T, B = u64>(pub B, PhantomData<fn() -> T>);

impl<T: Numbered, B: Bits> Set<T, B> {
    pub const NONE: Set<T, B> = Set(B::NONE, PhantomData);
    pub const ALL: Set<T, B> = Set(B::ALL, PhantomData);
    /// How many different members fit.
    pub const WIDTH: usize = B::WIDTH;

    #[inline(always)]
    pub const fn of(bits: B) -> Set<T, B> {
        Set(bits, PhantomData)
    }

    #[inline(always)]
    pub fn one(member: T) -> Set<T, B> {
        Set::of(B::bit(member.number()))
    }

    /// Those with numbers below this one.
    #[inline]
    pub fn first_few(count: usize) -> Set<T, B> {
        Set::of(B::below(count))
    }

    #[inline(always)]
    pub fn has(self, member: T) -> bool {
        self.0.has(member.number())
    }

    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == B::NONE
    }

    #[inline(always)]
    pub fn len(self) -> usize {
        self.0.count()
    }

    #[inline(always)]
    pub fn first(self) -> Option<T> {
        if self.is_empty() { None } else { Some(T::numbered(self.0.lowest())) }
    }

    /// The lowest member of a set that is known not to be empty: without a branch. Of an empty set it is one that a
    /// [`crate::By`] masks.
    #[inline(always)]
    pub fn head(self) -> T {
        T::numbered(self.0.lowest())
    }

    /// Its first member from this one on, and after the last from the beginning again.
    #[inline]
    pub fn first_from(self, member: T) -> Option<T> {
        (self - Set::first_few(member.number())).first().or(self.first())
    }

    /// The only member, if there is just one.
    #[inline]
    pub fn only(self) -> Option<T> {
        if self.0.without_lowest() == B::NONE { self.first() } else { None }
    }

    /// Its lowest member alone, or nobody.
    #[inline(always)]
    #[must_use]
    pub fn lowest(self) -> Set<T, B> {
        self - Set::of(self.0.without_lowest())
    }

    #[inline(always)]
    #[must_use]
    pub fn and(self, other: Set<T, B>) -> Set<T, B> {
        self & other
    }

    #[inline(always)]
    #[must_use]
    pub fn or(self, other: Set<T, B>) -> Set<T, B> {
        self | other
    }

    #[inline(always)]
    #[must_use]
    pub fn without(self, other: Set<T, B>) -> Set<T, B> {
        self - other
    }

    #[inline(always)]
    #[must_use]
    pub fn with(self, member: T) -> Set<T, B> {
        self | Set::one(member)
    }

    #[inline(always)]
    pub fn meets(self, other: Set<T, B>) -> bool {
        !(self & other).is_empty()
    }

    /// Is everybody in here in `other` too?
    #[inline(always)]
    pub fn is_within(self, other: Set<T, B>) -> bool {
        (self - other).is_empty()
    }

    #[inline(always)]
    pub fn insert(&mut self, member: T) {
        *self |= Set::one(member);
    }

    #[inline(always)]
    pub fn remove(&mut self, member: T) {
        *self -= Set::one(member);
    }

    /// In or out.
    #[inline(always)]
    pub fn put(&mut self, member: T, there: bool) {
        if there { self.insert(member) } else { self.remove(member) }
    }

    /// All of it if `condition` holds, or nothing.
    #[inline(always)]
    #[must_use]
    pub fn only_if(self, condition: bool) -> Set<T, B> {
        if condition { self } else { Set::NONE }
    }

    /// As [`Iterator::any`], but of a copy: the set stays as it is.
    #[inline(always)]
    pub fn any(mut self, is: impl FnMut(T) -> bool) -> bool {
        Iterator::any(&mut self, is)
    }

    /// As [`Iterator::all`], but of a copy.
    #[inline(always)]
    pub fn all(mut self, is: impl FnMut(T) -> bool) -> bool {
        Iterator::all(&mut self, is)
    }

    /// As [`Iterator::find`], but of a copy.
    #[inline(always)]
    pub fn find(mut self, is: impl FnMut(&T) -> bool) -> Option<T> {
        Iterator::find(&mut self, is)
    }

    /// As [`Iterator::nth`], but of a copy.
    #[inline(always)]
    pub fn nth(mut self, n: usize) -> Option<T> {
        Iterator::nth(&mut self, n)
    }

    /// The same members in other words; those beyond their width are masked into it.
    #[inline]
    pub fn widen<C: Bits + From<B>>(self) -> Set<T, C> {
        Set::of(C::from(self.0))
    }
}

impl<T, B: Copy> Clone for Set<T, B> {
    #[inline]
    fn clone(&self) -> Set<T, B> {
        *self
    }
}

impl<T, B: Copy> Copy for Set<T, B> {}

impl<T, B: PartialEq> PartialEq for Set<T, B> {
    #[inline]
    fn eq(&self, other: &Set<T, B>) -> bool {
        self.0 == other.0
    }
}

impl<T, B: Eq> Eq for Set<T, B> {}

impl<T, B: Hash> Hash for Set<T, B> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl<T, B: Bits> Default for Set<T, B> {
    #[inline]
    fn default() -> Set<T, B> {
        Set(B::NONE, PhantomData)
    }
}

impl<T, B: Bits> BitAnd for Set<T, B> {
    type Output = Set<T, B>;

    #[inline(always)]
    fn bitand(self, other: Set<T, B>) -> Set<T, B> {
        Set(self.0.and(other.0), PhantomData)
    }
}

impl<T, B: Bits> BitOr for Set<T, B> {
    type Output = Set<T, B>;

    #[inline(always)]
    fn bitor(self, other: Set<T, B>) -> Set<T, B> {
        Set(self.0.or(other.0), PhantomData)
    }
}

impl<T, B: Bits> Sub for Set<T, B> {
    type Output = Set<T, B>;

    #[inline(always)]
    fn sub(self, other: Set<T, B>) -> Set<T, B> {
        Set(self.0.and(other.0.not()), PhantomData)
    }
}

impl<T, B: Bits> Not for Set<T, B> {
    type Output = Set<T, B>;

    #[inline(always)]
    fn not(self) -> Set<T, B> {
        Set(self.0.not(), PhantomData)
    }
}

impl<T, B: Bits> BitAndAssign for Set<T, B> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Set<T, B>) {
        *self = *self & other;
    }
}

impl<T, B: Bits> BitOrAssign for Set<T, B> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Set<T, B>) {
        *self = *self | other;
    }
}

impl<T, B: Bits> SubAssign for Set<T, B> {
    #[inline(always)]
    fn sub_assign(&mut self, other: Set<T, B>) {
        *self = *self - other;
    }
}

impl<T: Numbered, B: Bits> Iterator for Set<T, B> {
    type Item = T;

    #[inline(always)]
    fn next(&mut self) -> Option<T> {
        let first = self.first()?;
        self.0 = self.0.without_lowest();
        Some(first)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count();
        (left, Some(left))
    }
}

impl<T: Numbered, B: Bits> ExactSizeIterator for Set<T, B> {}

impl<T: Numbered, B: Bits> FromIterator<T> for Set<T, B> {
    fn from_iter<I: IntoIterator<Item = T>>(all: I) -> Set<T, B> {
        all.into_iter().fold(Set::NONE, Set::with)
    }
}

impl<T: Numbered + Debug, B: Bits> Debug for Set<T, B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.map(Numbered::number)).finish()
    }
}

/// As a list of its members.
impl<T: Numbered + Serialize, B: Bits> Serialize for Set<T, B> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

impl<'de, T: Numbered + Deserialize<'de>, B: Bits> Deserialize<'de> for Set<T, B> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Set<T, B>, D::Error> {
        let members = Vec::<T>::deserialize(deserializer)?;
        if let Some(wrong) = members.iter().find(|member| member.number() >= B::WIDTH) {
            let (number, most) = (wrong.number(), B::WIDTH - 1);
            return Err(serde::de::Error::custom(format!(
                "a number from 0 to {most} is wanted, not {number}"
            )));
        }
        Ok(members.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    type Wide = Set<u8, [u64; 3]>;

    #[test]
    fn only_one_member_is_the_only_one() {
        assert_eq!(Set::<u8, u8>::one(3).only(), Some(3));
        assert_eq!(Set::<u8, u8>::of(0b1100).only(), None);
        assert_eq!(Set::<u8, u8>::NONE.only(), None);
        assert_eq!(Set::<u8, u8>::of(0b1100).lowest(), Set::one(2));
    }

    #[test]
    fn a_look_at_its_members_leaves_them_there() {
        let set = Set::<u8, u8>::of(0b1101);
        assert!(set.any(|member| member == 3) && !set.all(|member| member > 0));
        assert_eq!((set.find(|&member| member > 0), set.len()), (Some(2), 3));
        assert_eq!((set.nth(2), set.nth(3), set.head()), (Some(3), None, 0));
    }

    #[test]
    fn the_first_from_a_member_on_goes_round() {
        let set = Set::<u8, u8>::of(0b1010);
        assert_eq!([0, 1, 2, 3, 4, 7].map(|from| set.first_from(from)), [1, 1, 3, 3, 1, 1].map(Some));
        assert_eq!(Set::<u8, u8>::NONE.first_from(3), None);
    }

    #[test]
    fn every_byte_is_counted() {
        assert!((0..=u8::MAX).all(|byte| byte.count() == byte.count_ones() as usize));
    }

    #[test]
    fn what_does_not_fit_is_refused_when_it_is_read() {
        assert_eq!(serde_json::from_str::<Set<u8, u8>>("[1,7]").unwrap(), Set::of(0b1000_0010));
        let error = serde_json::from_str::<Set<u8, u8>>("[8]").unwrap_err().to_string();
        assert!(error.contains("from 0 to 7"), "{error}");
    }

    proptest! {
        /// A wide set and a narrow one are held to the set of the standard library.
        #[test]
        fn it_is_a_set(one in prop::collection::btree_set(0_u8..128, 0..20), other in prop::collection::btree_set(0_u8..128, 0..20), member in 0_u8..128) {
            fn hold<B: Bits>(one: &std::collections::BTreeSet<u8>, other: &std::collections::BTreeSet<u8>, member: u8) {
                let (a, b): (Set<u8, B>, Set<u8, B>) = (one.iter().copied().collect(), other.iter().copied().collect());
                assert!(a.eq(one.iter().copied()));
                assert!((a & b).eq(one.intersection(other).copied()));
                assert!((a | b).eq(one.union(other).copied()));
                assert!((a - b).eq(one.difference(other).copied()));
                assert_eq!(a.len(), one.len());
                assert_eq!(a.has(member), one.contains(&member));
                assert_eq!(a.first(), one.first().copied());
                assert_eq!(a.is_within(b), one.is_subset(other));
                assert_eq!(a.meets(b), !one.is_disjoint(other));
                assert!((a & Set::first_few(member.into())).eq(one.range(..member).copied()));
                assert_eq!(!!a, a);
            }
            hold::<u128>(&one, &other, member);
            hold::<[u64; 2]>(&one, &other, member);
            hold::<[u64; 3]>(&one, &other, member);
            let text = serde_json::to_string(&one.iter().copied().collect::<Wide>()).unwrap();
            prop_assert!(serde_json::from_str::<Wide>(&text).unwrap().eq(one.iter().copied()));
        }
    }
}
