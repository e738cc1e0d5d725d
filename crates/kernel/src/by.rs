//! Something for each of a few numbered things: a number for every combatant, a set for every zone.

use std::fmt::Debug;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Index, IndexMut};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Numbered;

/// `N` values, one for each `K`: `By<Who, i16, 32>`. A number beyond them is masked, as in [`crate::Set`]: where `N` is a
/// power of two that costs less than checking it, and whoever reads input checks numbers before they get here.
pub struct By<K, T, const N: usize>([T; N], PhantomData<fn(K)>);

impl<K, T, const N: usize> By<K, T, N> {
    pub const fn new(values: [T; N]) -> By<K, T, N> {
        By(values, PhantomData)
    }

    /// All of them, by number.
    #[inline]
    pub const fn values(&self) -> &[T; N] {
        &self.0
    }
}

impl<K, T: Copy, const N: usize> By<K, T, N> {
    /// The same for each.
    pub const fn all(value: T) -> By<K, T, N> {
        By::new([value; N])
    }
}

impl<K, T: Copy + Default, const N: usize> Default for By<K, T, N> {
    fn default() -> By<K, T, N> {
        By::all(T::default())
    }
}

impl<K: Numbered, T, const N: usize> Index<K> for By<K, T, N> {
    type Output = T;

    #[inline(always)]
    fn index(&self, key: K) -> &T {
        &self.0[key.number() % N]
    }
}

impl<K: Numbered, T, const N: usize> IndexMut<K> for By<K, T, N> {
    #[inline(always)]
    fn index_mut(&mut self, key: K) -> &mut T {
        &mut self.0[key.number() % N]
    }
}

/// In order, as a slice.
impl<K, T, const N: usize> Deref for By<K, T, N> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<K, T, const N: usize> DerefMut for By<K, T, N> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.0
    }
}

impl<K, T: Clone, const N: usize> Clone for By<K, T, N> {
    #[inline]
    fn clone(&self) -> By<K, T, N> {
        By::new(self.0.clone())
    }
}

impl<K, T: Copy, const N: usize> Copy for By<K, T, N> {}

impl<K, T: PartialEq, const N: usize> PartialEq for By<K, T, N> {
    #[inline]
    fn eq(&self, other: &By<K, T, N>) -> bool {
        self.0 == other.0
    }
}

impl<K, T: Eq, const N: usize> Eq for By<K, T, N> {}

impl<K, T: Debug, const N: usize> Debug for By<K, T, N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl<K, T: Serialize, const N: usize> Serialize for By<K, T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&self.0)
    }
}

impl<'de, K, T: Deserialize<'de>, const N: usize> Deserialize<'de> for By<K, T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<By<K, T, N>, D::Error> {
        let values = Vec::<T>::deserialize(deserializer)?;
        let count = values.len();
        let values = values.try_into();
        values
            .map(By::new)
            .map_err(|_| serde::de::Error::custom(format!("{N} values are wanted, not {count}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Who;

    #[test]
    fn each_has_its_own() {
        let mut by = By::<Who, i16, 4>::all(0);
        by[Who(2)] = 7;
        assert_eq!(by.values(), &[0, 0, 7, 0]);
        assert_eq!(by[Who(6)], 7, "a number beyond them is masked");
        let text = serde_json::to_string(&by).unwrap();
        assert_eq!(text, "[0,0,7,0]");
        assert_eq!(serde_json::from_str::<By<Who, i16, 4>>(&text).unwrap(), by);
        let error = serde_json::from_str::<By<Who, i16, 4>>("[1]").unwrap_err().to_string();
        assert!(error.contains("4 values are wanted, not 1"), "{error}");
    }
}
