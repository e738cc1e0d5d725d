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

/// "means to strike: g1, g2 → Br": those with the same sign and end together, what it means in front of the first, and as
/// many lines as that takes.
pub fn intents(view: &TableView, marks: &[String], bonds: &[Bond], screen: &Screen) -> Vec<String> {
    let mark = |who: Who| {
        let at = view.tokens.iter().position(|token| token.who == who);
        at.and_then(|at| marks.get(at)).cloned()
    };
    let place = |place: &Option<String>| {
        place.as_ref().map(|place| super::super::offers::place_name(view, place).to_string())
    };
    let mut ends: Vec<(BondKind, String, Vec<String>)> = Vec::new();
    for bond in bonds {
        let whom = bond.whom.and_then(mark).or_else(|| place(&bond.place));
        let (Some(who), Some(whom)) = (mark(bond.who), whom) else { continue };
        match ends.iter_mut().find(|(kind, end, _)| *kind == bond.kind && *end == whom) {
            Some((_, _, all)) => all.push(who),
            None => ends.push((bond.kind, whom, vec![who])),
        }
    }
    let kinds: Vec<BondKind> = ends.iter().map(|(kind, ..)| *kind).collect();
    ends.sort_by_key(|(kind, ..)| kinds.iter().position(|one| one == kind));
    let mut before = None;
    let parts = ends.into_iter().map(|(kind, whom, all)| {
        let (sign, means) = sign(kind);
        let label = if before.replace(kind) == Some(kind) { String::new() } else { format!("{means}: ") };
        format!("{label}{} {sign} {whom}", all.join(", "))
    });
    quiet(&parts.collect::<Vec<_>>(), screen)
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

#[cfg(test)]
mod tests {
    use fracas_kernel::{Side, Token, Unit};

    use super::*;
    use crate::paint::Paint;

    /// However many they are, everybody who means something is named, in lines that fit.
    #[test]
    fn a_long_list_is_not_cut() {
        let map = MapView::Zones { zones: Vec::new(), links: Vec::new(), sight: Vec::new() };
        let mut view = TableView::new("nonsense", "A crowd", Unit::new("point", "points", "p"), map);
        let marks: Vec<String> = (0..24).map(|n| format!("w{n}")).collect();
        let token = |n: u8| Token::new(Who(n), format!("who-{n}"), format!("Who {n}"), Side::Monsters);
        view.tokens = (0..24).map(token).collect();
        let strikes = (0..20).map(|n| Bond::to(BondKind::Strike, Who(n), Who(20 + n % 4)));
        let heeds = (20..24).map(|n| Bond::to(BondKind::Heed, Who(n), Who(n - 20)));
        let bonds: Vec<Bond> = heeds.chain(strikes).collect();
        let look = super::super::super::grid::Look::DEFAULT;
        let screen = Screen { paint: Paint { colour: false }, columns: 60, pips: 10, look };
        let lines = intents(&view, &marks, &bonds, &screen);
        assert!(lines.iter().all(|line| line.chars().count() <= 60), "{lines:#?}");
        let text = lines.join(" ");
        assert!(text.contains("means to strike: w0, w4, w8, w12, w16 → w20"), "{text}");
        assert!(marks.iter().all(|mark| text.contains(mark.as_str())), "{text}");
        assert_eq!(text.matches("heeds:").count(), 1, "{text}");
    }
}
