//! A battlefield of squares in characters, with its coordinates along the edges. What a seat must not know is not in
//! the display model, and so not here.

use fracas_kernel::{MapView, Piece, Reachable, TableView, Treasure};

use super::screen::on_map;
use crate::paint::{Ink, Paint, clip, pad};

/// The map of a view whose map is a grid; nothing for any other.
pub fn draw(view: &TableView, marks: &[String], paint: Paint, columns: usize) -> String {
    let MapView::Squares { cells, fog, pieces, treasure, reach, .. } = &view.map else {
        return String::new();
    };
    let mark = |piece: &Piece| {
        let at = view.tokens.iter().position(|token| token.who == piece.who)?;
        on_map(&view.tokens[at], marks.get(at)?)
    };
    Grid { cells, fog, pieces, treasure, reach }.draw(mark, paint, columns)
}

/// A grid as the display model gives it.
#[derive(Clone, Copy, Debug)]
struct Grid<'a> {
    cells: &'a [String],
    fog: &'a [String],
    pieces: &'a [Piece],
    treasure: &'a [Treasure],
    reach: &'a [Reachable],
}

impl Grid<'_> {
    /// `mark` gives the mark of a combatant and how it looks; `None` for those who are not to be shown.
    fn draw(&self, mark: impl Fn(&Piece) -> Option<(String, Ink)>, paint: Paint, columns: usize) -> String {
        let across = self.cells.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        // Three columns hold a mark such as g2 and a gap; a wide grid has to do with two.
        let room = if 4 + across * 3 <= columns { 3 } else { 2 };
        let marks: Vec<(&Piece, String, Ink)> = self
            .pieces
            .iter()
            .filter_map(|piece| mark(piece).map(|(text, ink)| (piece, text, ink)))
            .collect();
        let numbers: String = (0..across).map(|x| pad(&format!("{}", x % 100), room)).collect();
        let mut text = format!("    {}\n", paint.ink(Ink::Quiet, numbers.trim_end()));
        for (y, row) in self.cells.iter().enumerate() {
            let fog: Vec<char> = self.fog.get(y).map(|row| row.chars().collect()).unwrap_or_default();
            let mut line = paint.ink(Ink::Quiet, &format!("{y:>3} "));
            for (x, cell) in row.chars().enumerate() {
                let foggy = fog.get(x) == Some(&MapView::UNKNOWN);
                let (shown, ink) = self.square(x, y, cell, foggy, &marks);
                line += &pad(&paint.ink(ink, &clip(&shown, room)), room);
            }
            text += line.trim_end();
            text.push('\n');
        }
        text
    }

    /// What stands or lies on a square, or else what it is.
    fn square(
        &self,
        x: usize,
        y: usize,
        cell: char,
        foggy: bool,
        marks: &[(&Piece, String, Ink)],
    ) -> (String, Ink) {
        let covers = |piece: &Piece| {
            let (left, top, size) =
                (usize::from(piece.at.0), usize::from(piece.at.1), usize::from(piece.size.max(1)));
            (left..left + size).contains(&x) && (top..top + size).contains(&y)
        };
        if let Some((_, mark, ink)) = marks.iter().find(|(piece, _, _)| covers(piece)) {
            return (mark.clone(), *ink);
        }
        let here = |at: (u8, u8)| (usize::from(at.0), usize::from(at.1)) == (x, y);
        if self.treasure.iter().any(|pile| here(pile.at)) {
            return ("$".to_owned(), Ink::Title);
        }
        let reachable = self.reach.iter().any(|square| here(square.at));
        let shown = match cell {
            MapView::WALL => "█",
            MapView::UNKNOWN => " ",
            MapView::OBSTRUCTED => "░",
            _ if reachable => "+",
            _ => "·",
        };
        let ink = match (foggy, reachable) {
            (true, _) => Ink::Quiet,
            (false, true) => Ink::Good,
            (false, false) => Ink::Plain,
        };
        (shown.to_owned(), ink)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fracas_kernel::{PieceColour, Who};

    #[test]
    fn squares_show_walls_bodies_treasure_and_where_one_can_go() {
        let rows = |rows: &[&str]| rows.iter().map(|row| (*row).to_owned()).collect::<Vec<_>>();
        let (cells, fog) = (rows(&["#####", "#..,#", "#...?"]), rows(&[".....", ".....", "....."]));
        let piece = |who, at, size| Piece { who: Who(who), at, size, colour: PieceColour::Black };
        let pieces = [piece(0, (1, 1), 1), piece(1, (9, 9), 2)];
        let treasure = [Treasure { at: (3, 2), items: vec!["coins".into()] }];
        let reach = [Reachable { at: (2, 1), price: 1, path: vec![(2, 1)] }];
        let grid = Grid { cells: &cells, fog: &fog, pieces: &pieces, treasure: &treasure, reach: &reach };
        let plain = Paint { colour: false };
        let drawn = grid.draw(|_| Some(("B".to_owned(), Ink::Plain)), plain, 80);
        assert_eq!(drawn, "    0  1  2  3  4\n  0 █  █  █  █  █\n  1 █  B  +  ░  █\n  2 █  ·  ·  $\n");
        let narrow = grid.draw(|_| None, plain, 16);
        assert_eq!(narrow.lines().nth(2), Some("  1 █ · + ░ █"));
    }
}
