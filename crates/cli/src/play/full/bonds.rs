//! Under the map, in a line or two: who means what to whom, who heeds, aims at, holds or guards whom; and what can be seen
//! from a place, where somebody wants to know. The browser draws the same as lines on the map.

use fracas_kernel::{Bond, BondKind, MapView, TableView, Who};

use super::super::screen::Screen;
use super::map::Place;
use crate::paint::Ink;

/// The sign between the two, and what it means.
fn sign(kind: BondKind) -> (&'static str, &'static str) {
    match kind {
        BondKind::Strike => ("→", "means to strike"),
        BondKind::Help => ("⇒", "means to help"),
        BondKind::Go => ("⇢", "means to go"),
        BondKind::Heed => ("···", "heeds"),
        BondKind::Aim => ("╌╌", "aims"),
        BondKind::Hold => ("═", "holds"),
        BondKind::Guard => ("[ ]", "guards"),
    }
}

/// "g1 → Br": those with the same sign together, with what it means in front.
pub fn intents(view: &TableView, marks: &[String], bonds: &[Bond], screen: &Screen) -> Vec<String> {
    let mark = |who: Who| {
        let at = view.tokens.iter().position(|token| token.who == who);
        at.and_then(|at| marks.get(at)).cloned()
    };
    let place = |place: &Option<String>| {
        place.as_ref().map(|place| super::super::offers::place_name(view, place).to_string())
    };
    let mut kinds: Vec<(BondKind, Vec<String>)> = Vec::new();
    for bond in bonds {
        let whom = bond.whom.and_then(mark).or_else(|| place(&bond.place));
        let (Some(who), Some(whom)) = (mark(bond.who), whom) else { continue };
        let text = format!("{who} {} {whom}", sign(bond.kind).0);
        match kinds.iter_mut().find(|(kind, _)| *kind == bond.kind) {
            Some((_, all)) => all.push(text),
            None => kinds.push((bond.kind, vec![text])),
        }
    }
    let parts: Vec<String> =
        kinds.iter().map(|(kind, all)| format!("{}: {}", sign(*kind).1, all.join(", "))).collect();
    quiet(&parts, screen)
}

/// The zones that are out of sight from a place; none where sight does not matter or everything is seen.
pub fn blind(view: &TableView, from: &Place) -> Vec<Place> {
    let MapView::Zones { zones, sight, .. } = &view.map else { return Vec::new() };
    let Some(at) = zones.iter().position(|zone| zone.id == *from).filter(|_| !sight.is_empty()) else {
        return Vec::new();
    };
    let seen = |zone: usize| zone == at || sight.contains(&(at, zone)) || sight.contains(&(zone, at));
    (0..zones.len()).filter(|&zone| !seen(zone)).map(|zone| zones[zone].id.clone()).collect()
}

/// What can be seen from there, in words.
pub fn sight(view: &TableView, from: &Place, screen: &Screen) -> Vec<String> {
    let blind = blind(view, from);
    let words = match &view.map {
        MapView::Squares { .. } => "lines of sight: what is not in the fog is seen".to_owned(),
        MapView::Zones { zones, .. } => {
            let name = |id: &Place| zones.iter().find(|zone| zone.id == *id).map_or("", |zone| &zone.name);
            let hidden: Vec<&str> = blind.iter().map(name).collect();
            match hidden.as_slice() {
                [] => format!("from {} everything is in sight", name(from)),
                hidden => format!("out of sight from {}: {}", name(from), hidden.join(", ")),
            }
        }
    };
    quiet(&[words], screen)
}

fn quiet(parts: &[String], screen: &Screen) -> Vec<String> {
    if parts.is_empty() {
        return Vec::new();
    }
    let text = screen.flow("", parts, 2);
    text.lines().map(|line| screen.paint.ink(Ink::Quiet, line)).collect()
}
