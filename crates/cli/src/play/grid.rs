//! A battlefield of squares in characters: walls, obstructed squares, who stands where, treasure, auras, what is out of
//! sight, and what it costs to get anywhere. It can be turned and drawn larger. It renders the display model and knows
//! no rule.

use fracas_kernel::{
    AuraView, ChoiceView, Door, MapView, Piece, PieceColour, Reachable, Role, Status, TableView, Treasure,
    Who,
};

use crate::paint::{Ink, Paint, clip, pad, width};

/// How the map is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// Quarter turns, clockwise.
    turns: u8,
    /// Columns for each square more than there are of themselves.
    zoom: u8,
}

impl Look {
    /// As it is, and as large as it needs.
    #[cfg(test)]
    pub const DEFAULT: Look = Look { turns: 0, zoom: 0 };
    const MAX_ZOOM: u8 = 2;

    pub fn turned(self) -> Look {
        Look { turns: (self.turns + 1) % 4, ..self }
    }

    /// The way on the map that a way on the screen is.
    pub fn on_map(self, (dx, dy): (i32, i32)) -> (i32, i32) {
        match self.turns {
            0 => (dx, dy),
            1 => (dy, -dx),
            2 => (-dx, -dy),
            _ => (-dy, dx),
        }
    }

    /// Larger, and from the largest back to the smallest.
    pub fn zoomed(self) -> Look {
        Look { zoom: (self.zoom + 1) % (Look::MAX_ZOOM + 1), ..self }
    }
}

/// Okabe and Ito's colours as near as a terminal of 256 has them.
const HEROES: [&str; 7] =
    ["1;38;5;208", "1;38;5;75", "1;38;5;35", "1;38;5;227", "1;38;5;32", "1;38;5;167", "1;38;5;175"];
const MONSTER: &str = "1;30;47";
const TREASURE: &str = "30;43";
const PATH: &str = "7";

/// What is pointed at.
#[derive(Clone, Debug, Default)]
pub struct Pointer {
    pub cursor: Option<(u8, u8)>,
    /// The way that is looked at, its end last.
    pub path: Vec<(u8, u8)>,
    /// Squares that something can be aimed at; without any, where one can move.
    pub aims: Vec<(u8, u8)>,
    pub lit: Vec<Who>,
}

struct Squares<'a> {
    view: &'a TableView,
    marks: &'a [String],
    wide: u8,
    high: u8,
    cells: Vec<Vec<char>>,
    pieces: &'a [Piece],
    treasure: &'a [Treasure],
    auras: &'a [AuraView],
    reach: &'a [Reachable],
    pointer: Pointer,
    paint: Paint,
}

/// The map of a view whose map is a grid; nothing for any other.
pub fn draw(view: &TableView, marks: &[String], look: Look, paint: Paint, columns: usize) -> String {
    draw_pointing(view, marks, look, paint, columns, Pointer::default())
}

/// The same, with what is pointed at.
pub fn draw_pointing(
    view: &TableView,
    marks: &[String],
    look: Look,
    paint: Paint,
    columns: usize,
    pointer: Pointer,
) -> String {
    Squares::new(view, marks, paint).map_or_else(String::new, |mut squares| {
        squares.pointer = pointer;
        squares.draw(look, columns)
    })
}

/// Can whoever stands on it be told apart at this width?
pub fn fits(width: u8, columns: usize) -> bool {
    columns.saturating_sub(MARGIN) >= 2 * usize::from(width)
}

/// The map with the way that a choice would take; nothing where it is no move on a grid.
pub fn draw_path(view: &TableView, choice: &ChoiceView, look: Look, paint: Paint, columns: usize) -> String {
    let marks = super::screen::marks(&view.tokens);
    let (Some(mut squares), Some(to)) = (Squares::new(view, &marks, paint), &choice.to) else {
        return String::new();
    };
    let found = squares.reach.iter().find(|place| format!("{},{}", place.at.0, place.at.1) == *to);
    match found.filter(|_| choice.role == Role::Move) {
        Some(place) => {
            squares.pointer.path = place.path.clone();
            squares.draw(look, columns)
        }
        None => String::new(),
    }
}

/// Choices of one deed that differ in the square they are about share a row: what stands in it.
pub fn shared_row(view: &TableView, choice: &ChoiceView) -> Option<String> {
    let (MapView::Squares { .. }, Some(to), None) = (&view.map, &choice.to, &choice.item) else {
        return None;
    };
    // As it is typed.
    let form = choice.text.split_once(' ')?.1.replacen(to.as_str(), "x,y", 1);
    Some(format!("{} to a square: {form}", choice.deed.title))
}

impl<'a> Squares<'a> {
    fn new(view: &'a TableView, marks: &'a [String], paint: Paint) -> Option<Squares<'a>> {
        let MapView::Squares { width, height, cells, pieces, treasure, auras, reach, .. } = &view.map else {
            return None;
        };
        let cells = cells.iter().map(|row| row.chars().collect()).collect();
        let (wide, high) = (*width, *height);
        Some(Squares {
            view,
            marks,
            wide,
            high,
            cells,
            pieces,
            treasure,
            auras,
            reach,
            pointer: Pointer::default(),
            paint,
        })
    }

    fn draw(&self, look: Look, columns: usize) -> String {
        let (across, down) =
            if look.turns.is_multiple_of(2) { (self.wide, self.high) } else { (self.high, self.wide) };
        let room = columns.saturating_sub(MARGIN) / usize::from(across).max(1);
        let each = room.clamp(1, 3) + usize::from(look.zoom);
        let label =
            |at: (u8, u8), column: bool| if column == (look.turns.is_multiple_of(2)) { at.0 } else { at.1 };
        let mut text = " ".repeat(MARGIN);
        for column in 0..across {
            let number = label(self.place(look, 0, column), true);
            // Every fifth column has its number where there is no room for all.
            let shown =
                if each >= 3 || number.is_multiple_of(5) { number.to_string() } else { String::new() };
            text += &pad(&clip(&shown, each.max(2)), each);
        }
        text = format!("{}\n", self.paint.ink(Ink::Quiet, text.trim_end()));
        for row in 0..down {
            let number = format!("{:>3} ", label(self.place(look, row, 0), false));
            let line: String =
                (0..across).map(|column| self.square(self.place(look, row, column), each)).collect();
            text += &format!("{}{}\n", self.paint.ink(Ink::Quiet, &number), line.trim_end());
        }
        text + &self.legend()
    }

    /// The square that is drawn in a row and a column.
    fn place(&self, look: Look, row: u8, column: u8) -> (u8, u8) {
        match look.turns {
            0 => (column, row),
            1 => (row, self.high - 1 - column),
            2 => (self.wide - 1 - column, self.high - 1 - row),
            _ => (self.wide - 1 - row, column),
        }
    }

    fn square(&self, at: (u8, u8), each: usize) -> String {
        let drawn = self.ground(at, each);
        if self.pointer.cursor == Some(at) {
            let bare = crate::paint::bare(&drawn);
            // An empty square has something to be seen under the cursor, with colour or without.
            let shown = if bare.trim().is_empty() { pad("+", each) } else { bare };
            return format!("\x1b[{PATH}m{shown}\x1b[0m");
        }
        drawn
    }

    fn ground(&self, at: (u8, u8), each: usize) -> String {
        let holds = |piece: &&Piece| {
            let inside = |n: u8, from: u8| (from..from + piece.size).contains(&n);
            inside(at.0, piece.at.0) && inside(at.1, piece.at.1)
        };
        // Whoever stands hides whoever lies.
        let here = self.pieces.iter().filter(holds).max_by_key(|piece| self.rank(piece));
        if let Some(piece) = here {
            return self.token(piece, each);
        }
        if self.treasure.iter().any(|pile| pile.at == at) {
            return self.tint(TREASURE, &pad("$", each));
        }
        let cell = self.cells.get(usize::from(at.1)).and_then(|row| row.get(usize::from(at.0))).copied();
        let price = self.reach.iter().find(|place| place.at == at).map(|place| place.price);
        if self.pointer.aims.contains(&at) {
            return pad(&self.paint.ink(Ink::Good, "∘"), each);
        }
        let price = price.filter(|_| self.pointer.aims.is_empty());
        match (cell, price) {
            (_, Some(price)) if self.pointer.path.contains(&at) => {
                self.tint(PATH, &pad(&clip(&price.to_string(), each), each))
            }
            (_, Some(price)) if self.pointer.path.is_empty() => {
                let ink = if cell == Some(MapView::OBSTRUCTED) { Ink::Warn } else { Ink::Good };
                pad(&self.paint.ink(ink, &clip(&price.to_string(), each)), each)
            }
            (Some(MapView::WALL), _) => self.paint.ink(Ink::Quiet, &"█".repeat(each)),
            (Some(MapView::OBSTRUCTED), _) => {
                self.paint.ink(Ink::Quiet, &pad(&"▒".repeat(each.saturating_sub(1).max(1)), each))
            }
            (Some(MapView::FLOOR), _) => {
                let glyph = if self.in_an_aura(at) { ":" } else { "·" };
                pad(&self.paint.ink(Ink::Quiet, glyph), each)
            }
            (Some(cell), _) if Door::drawn(cell).is_some() => {
                pad(&self.paint.ink(Ink::Warn, &cell.to_string()), each)
            }
            _ => " ".repeat(each),
        }
    }

    fn rank(&self, piece: &Piece) -> u8 {
        match self.status(piece) {
            Some(Status::Up) => 2,
            Some(Status::Down) => 1,
            _ => 0,
        }
    }

    fn status(&self, piece: &Piece) -> Option<Status> {
        self.view.tokens.iter().find(|token| token.who == piece.who).map(|token| token.status)
    }

    fn token(&self, piece: &Piece, each: usize) -> String {
        let nth = self.view.tokens.iter().position(|token| token.who == piece.who);
        let mark = nth.and_then(|nth| self.marks.get(nth)).map_or("?", String::as_str);
        let text = match self.status(piece) {
            Some(Status::Dead) => format!("†{mark}"),
            Some(Status::Down) => format!("({mark}"),
            _ => mark.to_owned(),
        };
        let text = text.chars().take(each).collect::<String>();
        let rest = " ".repeat(each.saturating_sub(width(&text)));
        let colour = match piece.colour {
            _ if self.pointer.lit.contains(&piece.who) => "1;7",
            _ if self.status(piece) == Some(Status::Dead) => "2",
            PieceColour::Own(n) => HEROES[usize::from(n) % HEROES.len()],
            PieceColour::Black => MONSTER,
        };
        self.tint(colour, &text) + &rest
    }

    fn in_an_aura(&self, at: (u8, u8)) -> bool {
        self.auras.iter().any(|aura| {
            let owner = self.pieces.iter().find(|piece| piece.who == aura.who);
            owner.is_some_and(|piece| {
                let gap =
                    |n: u8, from: u8| from.saturating_sub(n).max(n.saturating_sub(from + piece.size - 1));
                gap(at.0, piece.at.0).max(gap(at.1, piece.at.1)) <= aura.reach
            })
        })
    }

    fn tint(&self, code: &str, text: &str) -> String {
        if self.paint.colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// What the signs on this map mean.
    fn legend(&self) -> String {
        let has = |sign: char| self.cells.iter().flatten().any(|&cell| cell == sign);
        let mut parts = Vec::new();
        parts.extend(has(MapView::WALL).then_some("█ wall"));
        parts.extend(has(MapView::OBSTRUCTED).then_some("▒ obstructed"));
        let doors = ["/ open door", "+ shut door", "L locked door", "B barred door", "% broken door"];
        parts.extend(doors.into_iter().filter(|door| door.chars().next().is_some_and(has)));
        parts.extend((!self.treasure.is_empty()).then_some("$ treasure"));
        parts.extend((!self.auras.is_empty()).then_some(": aura"));
        parts.extend((!self.reach.is_empty()).then_some("numbers: movement points to go there"));
        parts.extend(has(MapView::UNKNOWN).then_some("blank: out of sight"));
        if parts.is_empty() {
            String::new()
        } else {
            format!("    {}\n", self.paint.ink(Ink::Quiet, &parts.join("  ")))
        }
    }
}

/// For the numbers of the rows.
const MARGIN: usize = 4;

#[cfg(test)]
mod tests {
    use fracas_kernel::{Deed, Named, Side, Token};

    use super::*;

    fn token(who: u8, id: &str, side: Side, status: Status) -> Token {
        Token {
            who: Who(who),
            id: id.to_owned(),
            name: id.to_owned(),
            kind: String::new(),
            side,
            status,
            place: None,
            tracks: Vec::new(),
            badges: Vec::new(),
            to_act: false,
        }
    }

    /// Ann at 0,0, who may go one step; a giant of two by two; a dead rat; a pile; fog on the right.
    fn view() -> TableView {
        let piece = |who, at, size, colour| Piece { who: Who(who), at, size, colour };
        TableView {
            system: "ranks",
            health: Default::default(),
            title: String::new(),
            round: 1,
            phase: String::new(),
            map: MapView::Squares {
                width: 6,
                height: 3,
                cells: ["....#?", ".,..#?", "....#?"].map(str::to_owned).to_vec(),
                fog: ["....??", "....??", "....??"].map(str::to_owned).to_vec(),
                pieces: vec![
                    piece(0, (0, 0), 1, PieceColour::Own(0)),
                    piece(1, (2, 1), 2, PieceColour::Black),
                    piece(2, (0, 2), 1, PieceColour::Black),
                ],
                treasure: vec![Treasure { at: (1, 2), items: vec!["coins".to_owned()] }],
                auras: vec![AuraView { who: Who(1), reach: 1, name: "hum".to_owned(), good: false }],
                reach: vec![
                    Reachable { at: (1, 0), price: 1, path: vec![(1, 0)] },
                    Reachable { at: (1, 1), price: 2, path: vec![(1, 1)] },
                    Reachable { at: (2, 0), price: 3, path: vec![(1, 0), (2, 0)] },
                ],
            },
            tokens: vec![
                token(0, "ann", Side::Heroes, Status::Up),
                token(1, "giant", Side::Monsters, Status::Up),
                token(2, "rat", Side::Monsters, Status::Dead),
            ],
            question: None,
            choices: Vec::new(),
            quiet: Vec::new(),
            gauges: Vec::new(),
            outcome: None,
        }
    }

    const PLAIN: Paint = Paint { colour: false };

    fn drawn(look: Look, columns: usize) -> Vec<String> {
        let view = view();
        let marks = super::super::screen::marks(&view.tokens);
        draw(&view, &marks, look, PLAIN, columns).lines().map(str::to_owned).collect()
    }

    /// RANKS-U3, RANKS-U4, RANKS-U5: tokens, treasure, auras, the kinds of ground, and what is out of sight.
    #[test]
    fn the_map_shows_ground_tokens_and_fog() {
        let lines = drawn(Look::default(), 80);
        assert_eq!(
            lines[..4],
            ["    0  1  2  3  4  5", "  0 A  1  3  :  ███", "  1 ·  2  g  g  ███", "  2 †r $  g  g  ███",]
        );
        assert_eq!(
            lines[4].trim(),
            "█ wall  ▒ obstructed  $ treasure  : aura  numbers: movement points to go there  blank: out of sight"
        );
        assert_eq!(lines[2].chars().nth(19), None, "nothing is drawn in the fog");
    }

    /// RANKS-U3: a hero's colour is its own, monsters are black, treasure is yellow.
    #[test]
    fn colours_tell_who_is_who() {
        let view = view();
        let marks = super::super::screen::marks(&view.tokens);
        let text = draw(&view, &marks, Look::default(), Paint { colour: true }, 80);
        assert!(text.contains("\x1b[1;38;5;208mA\x1b[0m"), "{text:?}");
        assert!(text.contains("\x1b[1;30;47mg\x1b[0m") && text.contains("\x1b[30;43m$"), "{text:?}");
        assert!(text.contains("\x1b[2m†r\x1b[0m"));
    }

    /// RANKS-U1: the map can be turned and drawn larger.
    #[test]
    fn the_map_turns_and_zooms() {
        let turned = drawn(Look::default().turned(), 80);
        assert_eq!(turned[..3], ["    2  1  0", "  0 †r ·  A", "  1 $  2  1"]);
        let twice = drawn(Look::default().turned().turned(), 80);
        assert_eq!((twice[0].as_str(), twice[3].as_str()), ("    5  4  3  2  1  0", "  0    ███:  3  1  A"));
        assert_eq!(
            drawn(Look::default().turned().turned().turned().turned(), 80),
            drawn(Look::default(), 80)
        );
        assert_eq!(drawn(Look::default().zoomed(), 80)[1], "  0 A   1   3   :   ████");
        // Two columns for each square where there is no room for three.
        assert_eq!(drawn(Look::default(), 17)[..2], ["    0         5", "  0 A 1 3 : ██"]);
    }

    fn choice(text: &str, title: &str, to: &str) -> ChoiceView {
        ChoiceView {
            deed: Deed::new(title.to_lowercase(), title),
            role: if title == "Move" { Role::Move } else { Role::Act },
            to: Some(to.to_owned()),
            ..ChoiceView::new(Who(0), text.to_owned())
        }
    }

    #[test]
    fn the_way_of_a_move_is_shown() {
        let view = view();
        let path = |choice: &ChoiceView| draw_path(&view, choice, Look::default(), PLAIN, 80);
        let shown = path(&choice("ann move 2,0", "Move", "2,0"));
        assert_eq!(shown.lines().nth(1), Some("  0 A  1  3  :  ███"));
        assert_eq!(shown.lines().nth(2), Some("  1 ·  ▒▒ g  g  ███"), "prices off the way are left out");
        assert_eq!(path(&choice("ann pick-up x 1,2", "Pick up", "1,2")), "");
    }

    #[test]
    fn choices_that_differ_in_a_square_share_a_row() {
        let view = view();
        let row = |text: &str, title: &str, to: &str| shared_row(&view, &choice(text, title, to));
        assert_eq!(row("ann move 2,0", "Move", "2,0").as_deref(), Some("Move to a square: move x,y"));
        assert_eq!(
            row("ann play bomb 2,0 with sling", "Bomb · sling", "2,0").as_deref(),
            Some("Bomb · sling to a square: play bomb x,y with sling")
        );
        let coins = ChoiceView {
            item: Some(Named::new("coins", "Coins")),
            ..choice("ann pick-up coins 1,2", "Pick up", "1,2")
        };
        assert_eq!(shared_row(&view, &coins), None);
    }
}
