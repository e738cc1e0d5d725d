//! Arrays of more than 32 for serde, as plain lists.

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

pub(crate) fn serialize<T: Serialize, S: Serializer, const N: usize>(
    all: &[T; N],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(all)
}

pub(crate) fn deserialize<'de, T, D, const N: usize>(deserializer: D) -> Result<[T; N], D::Error>
where
    T: Deserialize<'de> + Default + Copy,
    D: Deserializer<'de>,
{
    struct All<T, const N: usize>(std::marker::PhantomData<T>);

    impl<'de, T: Deserialize<'de> + Default + Copy, const N: usize> Visitor<'de> for All<T, N> {
        type Value = [T; N];

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(f, "a list of {N}")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<[T; N], A::Error> {
            let mut all = [T::default(); N];
            for (nth, place) in all.iter_mut().enumerate() {
                *place = list.next_element()?.ok_or_else(|| A::Error::invalid_length(nth, &self))?;
            }
            Ok(all)
        }
    }

    deserializer.deserialize_seq(All(std::marker::PhantomData))
}
