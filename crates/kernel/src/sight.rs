//! What the maps of two moments say about each other, and about places: what a seat has seen, whatever the system.

use crate::{MapView, Side, TableView, Who};

/// Does the second view show `side` anything that the first did not: squares, zones, ways, or an enemy's place?
pub fn shows_more(before: &TableView, after: &TableView, side: Side) -> bool {
    let placed = |view: &TableView, who: Who| {
        view.tokens.iter().any(|token| token.who == who && token.place.is_some())
    };
    let sighted = |view: &TableView| {
        let enemies = view.tokens.iter().filter(|token| token.side != side && token.place.is_some());
        enemies.map(|token| token.who).collect::<Vec<Who>>()
    };
    sighted(after).into_iter().any(|who| !placed(before, who)) || map_shows_more(&before.map, &after.map)
}

fn map_shows_more(before: &MapView, after: &MapView) -> bool {
    match (before, after) {
        (
            MapView::Zones { zones: old, links: old_links, .. },
            MapView::Zones { zones: new, links: new_links, .. },
        ) => {
            let known = |id: &str| old.iter().any(|zone| zone.id == id);
            let ends = |link: &crate::Link, zones: &[crate::ZoneCard]| -> Option<(String, String)> {
                let (a, b) = (zones.get(link.a)?.id.clone(), zones.get(link.b)?.id.clone());
                Some(if a < b { (a, b) } else { (b, a) })
            };
            let old_ways: Vec<_> = old_links.iter().map(|link| ends(link, old)).collect();
            new.iter().any(|zone| !known(&zone.id))
                || new_links.iter().any(|link| !old_ways.contains(&ends(link, new)))
        }
        (
            MapView::Squares { cells: old, fog, treasure: piles, .. },
            MapView::Squares { cells: new, treasure, .. },
        ) => {
            let seen = |rows: &[String], x: usize, y: usize| square(rows, x, y) != Some(MapView::UNKNOWN);
            let rows = new.iter().enumerate();
            let mut squares =
                rows.flat_map(|(y, row)| row.chars().enumerate().map(move |(x, cell)| (x, y, cell)));
            let uncovered = squares.any(|(x, y, cell)| cell != MapView::UNKNOWN && !seen(old, x, y));
            // What lies in the open is no news; what lay in the dark is.
            let found = treasure.iter().any(|pile| {
                let (x, y) = (usize::from(pile.at.0), usize::from(pile.at.1));
                !seen(fog, x, y) && piles.iter().all(|old| old.at != pile.at)
            });
            uncovered || found
        }
        // A fight opened or closed: the rules say what that reveals.
        _ => false,
    }
}

fn square(rows: &[String], x: usize, y: usize) -> Option<char> {
    rows.get(y)?.chars().nth(x)
}

/// Is `place`, written as in [`crate::Token`], on this map for somebody as large as `who`?
pub fn knows_place(map: &MapView, who: Who, place: &str) -> bool {
    let MapView::Squares { cells, .. } = map else { return has_zone(map, place) };
    covers(map, cells, who, place)
}

/// Is all of `place` in sight now, for whoever has this map?
pub fn sees_place(map: &MapView, who: Who, place: &str) -> bool {
    let MapView::Squares { fog, .. } = map else { return has_zone(map, place) };
    covers(map, fog, who, place)
}

fn has_zone(map: &MapView, place: &str) -> bool {
    matches!(map, MapView::Zones { zones, .. } if zones.iter().any(|zone| zone.id == place))
}

/// Is every square that somebody's body covers there among those of `rows` that are known?
fn covers(map: &MapView, rows: &[String], who: Who, place: &str) -> bool {
    let MapView::Squares { pieces, .. } = map else { return false };
    let Some((x, y)) = place.split_once(',') else { return false };
    let (Ok(x), Ok(y)) = (x.trim().parse::<u8>(), y.trim().parse::<u8>()) else { return false };
    let size = pieces.iter().find(|piece| piece.who == who).map_or(1, |piece| piece.size.max(1));
    let (x, y, size) = (usize::from(x), usize::from(y), usize::from(size));
    let known = |n: usize| {
        let cell = square(rows, x + n % size, y + n / size);
        cell.is_some_and(|cell| cell != MapView::UNKNOWN)
    };
    (0..size * size).all(known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Piece, PieceColour, Token, Treasure, Unit};

    fn grid(cells: &[&str], fog: &[&str], treasure: &[(u8, u8)]) -> TableView {
        let rows = |rows: &[&str]| rows.iter().map(|row| (*row).to_owned()).collect();
        let map = MapView::Squares {
            width: 4,
            height: 2,
            cells: rows(cells),
            fog: rows(fog),
            pieces: vec![Piece { who: Who(0), at: (0, 0), size: 2, colour: PieceColour::Own(0) }],
            treasure: treasure.iter().map(|&at| Treasure { at, items: Vec::new() }).collect(),
            auras: Vec::new(),
            reach: Vec::new(),
        };
        TableView::new("test", "Test", Unit::new("hit", "hits", "h"), map)
    }

    #[test]
    fn a_square_that_was_unknown_and_a_pile_in_the_dark_are_news() {
        let before = grid(&["..#?", "...?"], &["...?", "..??"], &[(0, 0)]);
        let more = |cells: &[&str], treasure: &[(u8, u8)]| {
            shows_more(&before, &grid(cells, &["....", "...."], treasure), Side::Heroes)
        };
        assert!(!more(&["..#?", "...?"], &[(0, 0)]));
        assert!(more(&["..#.", "...?"], &[(0, 0)]));
        assert!(more(&["..#?", "...?"], &[(0, 0), (2, 1)]), "it lay in the dark");
        assert!(!more(&["..#?", "...?"], &[(0, 0), (1, 0)]), "somebody put it down before all eyes");
    }

    #[test]
    fn an_enemy_who_comes_into_sight_is_news_to_the_other_side() {
        let before = grid(&["...."], &["...."], &[]);
        let mut after = before.clone();
        let mut token = Token::new(Who(3), "orc".to_owned(), "Orc".to_owned(), Side::Monsters);
        token.place = Some("3,0".to_owned());
        after.tokens.push(token);
        assert!(shows_more(&before, &after, Side::Heroes));
        assert!(!shows_more(&before, &after, Side::Monsters));
        assert!(!shows_more(&after, &before, Side::Heroes), "out of sight again is no news");
    }

    #[test]
    fn places_are_known_with_every_square_that_a_body_covers() {
        let map = grid(&["..#?", "...."], &["....", "...."], &[]).map;
        let known = |who: u8, place: &str| knows_place(&map, Who(who), place);
        assert!(known(1, "0,0") && known(1, "2,0") && known(1, "3,1"), "walls are known too");
        assert!(!known(1, "3,0") && !known(1, "4,0") && !known(1, "x") && !known(1, "0,2"));
        assert!(known(0, "0,0") && !known(0, "2,0"), "two by two");
        assert!(!known(0, "3,1") && !known(0, "999,0") && !known(0, "-1,0"));
        let map = grid(&["..#.", "...."], &["...?", "...."], &[]).map;
        let seen = |place: &str| sees_place(&map, Who(1), place);
        assert!(knows_place(&map, Who(1), "3,0") && !seen("3,0"), "known from before");
        assert!(seen("3,1") && seen("0,0") && !seen("4,4"));
    }
}
