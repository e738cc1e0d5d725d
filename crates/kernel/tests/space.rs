//! Zones against a naive way to measure them, and crowds against a set of numbers.

use std::collections::BTreeSet;

use fracas_kernel::{Crowd, Who, Zone, Zones, ZonesError};
use proptest::prelude::*;

type Pairs = Vec<(usize, usize)>;

/// Some zones with any links and blind pairs, and exits.
fn fields() -> impl Strategy<Value = (usize, Pairs, Pairs, u64)> {
    (1_usize..=64).prop_flat_map(|n| {
        let pairs = move |most| {
            prop::collection::vec((0..n, 0..n), 0..=most).prop_map(|mut all| {
                all.retain(|(a, b)| a != b);
                all
            })
        };
        (Just(n), pairs(n + n / 2), pairs(n), any::<u64>())
    })
}

fn build(n: usize, links: &[(usize, usize)], blind: &[(usize, usize)], exits: u64) -> Zones {
    let zone = |i: usize| Zone { id: format!("z{i}"), exit: exits >> i & 1 == 1, ..Zone::default() };
    Zones::new((0..n).map(zone).collect(), links, blind).expect("a sound map")
}

/// Floyd and Warshall's.
fn naive(n: usize, links: &[(usize, usize)]) -> Vec<Vec<Option<u32>>> {
    let mut far = vec![vec![None; n]; n];
    for (i, row) in far.iter_mut().enumerate() {
        row[i] = Some(0);
    }
    for &(a, b) in links {
        (far[a][b], far[b][a]) = (Some(1), Some(1));
    }
    for via in 0..n {
        for a in 0..n {
            for b in 0..n {
                if let (Some(there), Some(on)) = (far[a][via], far[via][b])
                    && far[a][b].is_none_or(|known| there + on < known)
                {
                    far[a][b] = Some(there + on);
                }
            }
        }
    }
    far
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(100) })]

    #[test]
    fn zones_are_measured_right((n, links, blind, exits) in fields()) {
        let map = build(n, &links, &blind, exits);
        let far = naive(n, &links);
        for a in 0..n {
            for b in 0..n {
                let (from, to) = (a as u8, b as u8);
                let distance = far[a][b].map_or(Zones::APART, |steps| steps as u8);
                prop_assert_eq!(map.distance(from, to), distance);
                let joined = links.contains(&(a, b)) || links.contains(&(b, a));
                prop_assert_eq!(map.adjacent(from) >> b & 1 == 1, joined);
                let seen = !blind.contains(&(a, b)) && !blind.contains(&(b, a));
                prop_assert_eq!(map.sees(from, to), seen);
                prop_assert_eq!(map.sight(from) >> b & 1 == 1, seen);
                // The lowest neighbour that is one step nearer.
                let one_less = far[a][b].and_then(|steps| steps.checked_sub(1));
                let nearer = (0..n).find(|&c| far[a][c] == Some(1) && one_less.is_some() && far[c][b] == one_less);
                let should = if a == b { a } else { nearer.unwrap_or(a) };
                prop_assert_eq!(map.toward(from, to), should as u8);
            }
            let nearest = (0..n).filter(|&b| exits >> b & 1 == 1).filter_map(|b| Some((far[a][b]?, b))).min();
            prop_assert_eq!(map.nearest_exit(a as u8), nearest.map(|(_, b)| b as u8));
        }
        let once: BTreeSet<(u8, u8)> = links.iter().map(|&(a, b)| (a.min(b) as u8, a.max(b) as u8)).collect();
        prop_assert_eq!(map.links().collect::<Vec<_>>(), once.into_iter().collect::<Vec<_>>());
        prop_assert_eq!(map.find(&format!("z{}", n - 1)), Some(n as u8 - 1));
        prop_assert_eq!(map.find("nowhere"), None);
    }

    #[test]
    fn a_crowd_is_a_set(
        a in prop::collection::btree_set(0_u8..128, 0..40),
        b in prop::collection::btree_set(0_u8..128, 0..40),
        one in 0_u8..128,
    ) {
        let crowd = |set: &BTreeSet<u8>| set.iter().copied().map(Who).collect::<Crowd>();
        let members = |crowd: Crowd| crowd.map(|who| who.0).collect::<BTreeSet<u8>>();
        let (x, y) = (crowd(&a), crowd(&b));
        prop_assert_eq!(members(x), a.clone());
        prop_assert_eq!(members(x.and(y)), &a & &b);
        prop_assert_eq!(members(x.or(y)), &a | &b);
        prop_assert_eq!(members(x.without(y)), &a - &b);
        prop_assert_eq!((x.len(), x.is_empty()), (a.len(), a.is_empty()));
        prop_assert_eq!(x.first().map(|who| who.0), a.first().copied());
        prop_assert_eq!(x.has(Who(one)), a.contains(&one));
        let mut changed = x;
        changed.insert(Who(one));
        prop_assert!(changed.has(Who(one)));
        changed.remove(Who(one));
        prop_assert_eq!(changed, x.without(Crowd::one(Who(one))));
        let text = serde_json::to_string(&x).unwrap();
        prop_assert_eq!(serde_json::from_str::<Crowd>(&text).unwrap(), x);
        // In order, whatever order they came in.
        let backwards: Crowd = a.iter().rev().copied().map(Who).collect();
        prop_assert_eq!(backwards.map(|who| who.0).collect::<Vec<_>>(), a.into_iter().collect::<Vec<_>>());
    }
}

#[test]
fn a_link_to_nowhere_is_an_error() {
    let zones = vec![Zone::default(); 3];
    assert_eq!(Zones::new(zones.clone(), &[(0, 3)], &[]), Err(ZonesError::NoSuchZone(3)));
    assert_eq!(Zones::new(zones.clone(), &[], &[(9, 9)]), Err(ZonesError::NoSuchZone(9)));
    assert!(matches!(Zones::new(zones, &[(2, 2)], &[]), Err(ZonesError::Loop(_))));
}

#[test]
fn a_number_beyond_the_last_is_refused_when_it_is_read() {
    assert!(serde_json::from_str::<Who>("128").is_err());
    let error = serde_json::from_str::<Crowd>("[1, 128]").unwrap_err().to_string();
    assert!(error.contains("from 0 to 127, not 128"), "{error}");
    assert_eq!(serde_json::to_string(&Who(3)).unwrap(), "3");
}
