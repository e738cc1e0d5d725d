//! Maps from other programs: a Universal VTT file (`.uvtt`, `.dd2vtt`, `.df2vtt`) as rows of squares.
//!
//! Such a file draws walls as lines, mostly between squares, and here a wall is a square. So a line that runs through the
//! middle of a square fills it; one that runs between two takes the square on the outer side, or that of the larger
//! room, so that corridors stay open. Doors go where their wall went. What things stand about is obstructed floor. The
//! picture in the file is not looked at.

use std::collections::BTreeMap;

use fracas_kernel::grid::MAX_SIDE;
use serde::Deserialize;

/// The most points of all lines: a large cave has a few thousand.
const MAX_POINTS: usize = 40_000;
/// The most doors that a map of squares can have.
const MAX_DOORS: usize = 8;
/// How far from the middle of a square a line still runs through it and not beside it.
const MIDDLE: f64 = 0.3;
/// From this many squares on, a closed room is what the map is about, and what lies around it is rock.
const ROOM: usize = 9;

/// A map of squares, as `rows` of a scenario draw it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Squares {
    pub rows: Vec<String>,
    /// How many doors there are, and how many more have become gaps because there is room for no more.
    pub doors: usize,
    pub gaps: usize,
}

#[derive(Debug, thiserror::Error)]
pub enum UvttError {
    #[error("this is no Universal VTT map: {0}")]
    Unreadable(#[from] serde_json::Error),
    #[error("the map is {width} by {height} squares; it can be 1 to {most} wide and high", most = MAX_SIDE)]
    Size { width: f64, height: f64 },
    #[error("its walls have {0} points; at most {most} are read", most = MAX_POINTS)]
    Points(usize),
    #[error("walls fill all of it: there is no floor")]
    NoFloor,
}

impl UvttError {
    /// What would be right.
    pub const fn advice(&self) -> &'static str {
        match self {
            UvttError::Unreadable(_) => {
                "export it as Universal VTT (.uvtt, .dd2vtt): JSON with `resolution` and `line_of_sight`"
            }
            UvttError::Size { .. } => "export a part of it, or with larger squares",
            UvttError::Points(_) => "export it with simpler walls",
            UvttError::NoFloor => "look whether the grid of the export fits its walls",
        }
    }
}

#[derive(Debug, Deserialize)]
struct File {
    resolution: Resolution,
    line_of_sight: Vec<Vec<Point>>,
    #[serde(default)]
    objects_line_of_sight: Vec<Vec<Point>>,
    #[serde(default)]
    portals: Vec<Portal>,
}

#[derive(Debug, Deserialize)]
struct Resolution {
    #[serde(default)]
    map_origin: Point,
    map_size: Point,
}

#[derive(Debug, Deserialize)]
struct Portal {
    bounds: Vec<Point>,
    #[serde(default = "yes")]
    closed: bool,
}

const fn yes() -> bool {
    true
}

/// In squares, from the upper left.
#[derive(Clone, Copy, Default, Debug, Deserialize)]
struct Point {
    x: f64,
    y: f64,
}

/// Reads a map; whatever the file holds besides walls and doors is left alone.
pub fn squares(text: &str) -> Result<Squares, UvttError> {
    let file: File = serde_json::from_str(text)?;
    let Point { x: width, y: height } = file.resolution.map_size;
    let fits = |side: f64| (1.0..=MAX_SIDE as f64).contains(&side.round());
    if !fits(width) || !fits(height) {
        return Err(UvttError::Size { width, height });
    }
    let lines = file.line_of_sight.iter().chain(&file.objects_line_of_sight);
    let points =
        lines.map(Vec::len).sum::<usize>() + file.portals.iter().map(|p| p.bounds.len()).sum::<usize>();
    if points > MAX_POINTS {
        return Err(UvttError::Points(points));
    }
    let mut sketch = Sketch::new(width.round() as usize, height.round() as usize);
    let origin = file.resolution.map_origin;
    let walls = lines_of(&file.line_of_sight, origin);
    for line in lines_of(&file.objects_line_of_sight, origin) {
        sketch.fill(line, Ground::Obstructed);
    }
    for &line in &walls {
        sketch.fill(line, Ground::Wall);
    }
    let mut portals = Vec::new();
    for portal in &file.portals {
        let door = if portal.closed { Ground::Shut } else { Ground::Open };
        for line in lines_of(std::slice::from_ref(&portal.bounds), origin) {
            sketch.fill(line, door);
            portals.push((line, door));
        }
    }
    sketch.raise(&walls, &portals);
    sketch.fill_the_outside();
    sketch.finish()
}

type Line = (Point, Point);

fn lines_of(lines: &[Vec<Point>], origin: Point) -> Vec<Line> {
    let moved = |at: &Point| Point { x: at.x - origin.x, y: at.y - origin.y };
    lines
        .iter()
        .flat_map(|line| line.windows(2).map(move |ends| (moved(&ends[0]), moved(&ends[1]))))
        .collect()
}

/// What a square is; the later ones win over the earlier where several meet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Ground {
    Floor,
    Obstructed,
    Wall,
    Open,
    Shut,
}

impl Ground {
    const fn glyph(self) -> char {
        match self {
            Ground::Floor => '.',
            Ground::Obstructed => ',',
            Ground::Wall => '#',
            Ground::Open => '/',
            Ground::Shut => '+',
        }
    }

    const fn is_door(self) -> bool {
        matches!(self, Ground::Open | Ground::Shut)
    }
}

struct Sketch {
    width: usize,
    height: usize,
    ground: Vec<Ground>,
}

impl Sketch {
    fn new(width: usize, height: usize) -> Sketch {
        Sketch { width, height, ground: vec![Ground::Floor; width * height] }
    }

    fn middle(&self, square: usize) -> Point {
        Point { x: (square % self.width) as f64 + 0.5, y: (square / self.width) as f64 + 0.5 }
    }

    /// Squares that a line may touch, with one to spare.
    fn around(&self, (a, b): Line) -> impl Iterator<Item = usize> + use<> {
        let span = |a: f64, b: f64, most: usize| {
            let first = (a.min(b).floor() - 1.0).max(0.0) as usize;
            let last = (a.max(b).ceil() + 1.0).max(0.0) as usize;
            first..last.min(most)
        };
        let (columns, width) = (span(a.x, b.x, self.width), self.width);
        span(a.y, b.y, self.height).flat_map(move |y| columns.clone().map(move |x| y * width + x))
    }

    /// Fills the squares through whose middle a line runs.
    fn fill(&mut self, line: Line, with: Ground) {
        for square in self.around(line) {
            if runs_through(line, self.middle(square)) {
                self.ground[square] = self.ground[square].max(with);
            }
        }
    }

    /// The square to the right of one and that below it.
    fn after(&self, square: usize) -> impl Iterator<Item = usize> + use<> {
        let right = (square % self.width + 1 < self.width).then_some(square + 1);
        let below = (square / self.width + 1 < self.height).then_some(square + self.width);
        right.into_iter().chain(below)
    }

    fn is_edge(&self, square: usize) -> bool {
        let (x, y) = (square % self.width, square / self.width);
        x == 0 || y == 0 || x + 1 == self.width || y + 1 == self.height
    }

    /// Puts the lines that run between two squares on one of the two.
    fn raise(&mut self, walls: &[Line], portals: &[(Line, Ground)]) {
        let lines = walls.iter().map(|&line| (line, Ground::Wall)).chain(portals.iter().copied());
        let mut barred: BTreeMap<(usize, usize), Ground> = BTreeMap::new();
        for (line, ground) in lines {
            for square in self.around(line) {
                for next in self.after(square) {
                    if cross(line, (self.middle(square), self.middle(next))) {
                        let bar = barred.entry((square, next)).or_insert(ground);
                        *bar = (*bar).max(ground);
                    }
                }
            }
        }
        let free = |ground: Ground| matches!(ground, Ground::Floor | Ground::Obstructed);
        let rooms = self.pieces(|a, b| !barred.contains_key(&(a, b)), free);
        for ((square, next), ground) in barred {
            if !free(self.ground[square]) || !free(self.ground[next]) {
                continue;
            }
            // The outer side, or that of the larger room, or the later one.
            let rank = |square: usize| {
                let room = &rooms.of[square];
                let piece = room.map_or(Piece::default(), |room| rooms.all[room]);
                (piece.outside, piece.squares, square)
            };
            let taken = if rank(next) > rank(square) { next } else { square };
            self.ground[taken] = ground;
        }
    }

    /// Squares that hang together: those that `holds` says yes to, over borders that `open` says yes to.
    fn pieces(&self, open: impl Fn(usize, usize) -> bool, holds: impl Fn(Ground) -> bool) -> Pieces {
        let mut found = Pieces { of: vec![None; self.ground.len()], all: Vec::new() };
        for start in 0..self.ground.len() {
            if found.of[start].is_some() || !holds(self.ground[start]) {
                continue;
            }
            let number = found.all.len();
            let mut piece = Piece::default();
            let mut open_squares = vec![start];
            found.of[start] = Some(number);
            while let Some(square) = open_squares.pop() {
                piece.squares += 1;
                piece.outside |= self.is_edge(square);
                let (left, above) = (square % self.width > 0, square >= self.width);
                let before = left.then(|| square - 1).into_iter().chain(above.then(|| square - self.width));
                let next = before.map(|one| ((one, square), one));
                let next = next.chain(self.after(square).map(|one| ((square, one), one)));
                for ((a, b), one) in next {
                    if found.of[one].is_none() && holds(self.ground[one]) && open(a, b) {
                        found.of[one] = Some(number);
                        open_squares.push(one);
                    }
                }
            }
            found.all.push(piece);
        }
        found
    }

    /// Where no door leads from the rooms to what lies around them, that is rock.
    fn fill_the_outside(&mut self) {
        let rooms = self.pieces(|_, _| true, |ground| ground != Ground::Wall);
        if !rooms.all.iter().any(|room| !room.outside && room.squares >= ROOM) {
            return;
        }
        for (ground, room) in self.ground.iter_mut().zip(&rooms.of) {
            if room.is_some_and(|room| rooms.all[room].outside) {
                *ground = Ground::Wall;
            }
        }
    }

    fn finish(mut self) -> Result<Squares, UvttError> {
        let doors = self.pieces(|_, _| true, Ground::is_door);
        for (ground, door) in self.ground.iter_mut().zip(&doors.of) {
            if door.is_some_and(|door| door >= MAX_DOORS) {
                *ground = Ground::Floor;
            }
        }
        if self.ground.iter().all(|ground| *ground == Ground::Wall || ground.is_door()) {
            return Err(UvttError::NoFloor);
        }
        let rows = self.ground.chunks(self.width);
        let rows = rows.map(|row| row.iter().map(|ground| ground.glyph()).collect()).collect();
        let many = doors.all.len();
        Ok(Squares { rows, doors: many.min(MAX_DOORS), gaps: many.saturating_sub(MAX_DOORS) })
    }
}

#[derive(Clone, Copy, Default, Debug)]
struct Piece {
    squares: usize,
    /// Does it reach the edge of the map?
    outside: bool,
}

struct Pieces {
    of: Vec<Option<usize>>,
    all: Vec<Piece>,
}

/// Does a line run through the middle of a square? (It is cut at the sides of a box around that point.)
fn runs_through((a, b): Line, middle: Point) -> bool {
    let (mut from, mut to) = (0.0_f64, 1.0_f64);
    for (start, along, at) in [(a.x, b.x - a.x, middle.x), (a.y, b.y - a.y, middle.y)] {
        let (low, high) = (at - MIDDLE - start, at + MIDDLE - start);
        if along.abs() < f64::EPSILON {
            if low > 0.0 || high < 0.0 {
                return false;
            }
            continue;
        }
        let (enters, leaves) =
            if along > 0.0 { (low / along, high / along) } else { (high / along, low / along) };
        (from, to) = (from.max(enters), to.min(leaves));
    }
    from <= to
}

/// Do two lines cross or touch? Lines on the same course do not.
fn cross((a, b): Line, (c, d): Line) -> bool {
    let side = |p: Point, q: Point, r: Point| (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
    let (c_side, d_side) = (side(a, b, c), side(a, b, d));
    let (a_side, b_side) = (side(c, d, a), side(c, d, b));
    c_side * d_side <= 0.0 && a_side * b_side <= 0.0 && (c_side != 0.0 || d_side != 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A map of this size with these walls, doors and things.
    fn map(size: (u32, u32), walls: &str, portals: &str, things: &str) -> String {
        format!(
            r#"{{"format": 0.3, "resolution": {{"map_origin": {{"x": 0, "y": 0}}, "map_size": {{"x": {}, "y": {}}},
            "pixels_per_grid": 70}}, "line_of_sight": [{walls}], "objects_line_of_sight": [{things}],
            "portals": [{portals}], "lights": [], "image": "iVBORw0KGgo="}}"#,
            size.0, size.1
        )
    }

    fn line(points: &[(f64, f64)]) -> String {
        let points: Vec<String> = points.iter().map(|(x, y)| format!(r#"{{"x": {x}, "y": {y}}}"#)).collect();
        format!("[{}]", points.join(", "))
    }

    fn door(from: (f64, f64), to: (f64, f64), closed: bool) -> String {
        format!(r#"{{"bounds": {}, "closed": {closed}, "freestanding": false}}"#, line(&[from, to]))
    }

    fn drawn(text: &str) -> Vec<String> {
        squares(text).unwrap().rows
    }

    #[test]
    fn walls_between_squares_go_to_the_outer_side_and_rock_lies_around() {
        let room = line(&[(2.0, 2.0), (6.0, 2.0), (6.0, 5.0), (2.0, 5.0), (2.0, 2.0)]);
        let rows = drawn(&map((8, 7), &room, "", ""));
        assert_eq!(
            rows,
            ["########", "########", "##....##", "##....##", "##....##", "########", "########"]
        );
    }

    #[test]
    fn a_door_to_the_outside_keeps_the_outside() {
        let walls = [line(&[(4.0, 2.0), (6.0, 2.0), (6.0, 5.0), (2.0, 5.0), (2.0, 2.0), (3.0, 2.0)])];
        let rows = drawn(&map((8, 7), &walls.join(","), &door((3.0, 2.0), (4.0, 2.0), true), ""));
        assert_eq!(
            rows,
            ["........", "..#+##..", ".#....#.", ".#....#.", ".#....#.", "..####..", "........"]
        );
    }

    #[test]
    fn of_two_rooms_the_larger_gives_up_the_squares() {
        // Nine by five with a wall between three and six columns, a door in its middle, and rock around.
        let around = line(&[(1.0, 1.0), (10.0, 1.0), (10.0, 6.0), (1.0, 6.0), (1.0, 1.0)]);
        let between = [line(&[(4.0, 1.0), (4.0, 3.0)]), line(&[(4.0, 4.0), (4.0, 6.0)])].join(",");
        let walls = format!("{around}, {between}");
        let read = squares(&map((11, 7), &walls, &door((4.0, 3.0), (4.0, 4.0), false), "")).unwrap();
        assert_eq!(
            read.rows,
            [
                "###########",
                "#...#.....#",
                "#...#.....#",
                "#.../.....#",
                "#...#.....#",
                "#...#.....#",
                "###########"
            ]
        );
        assert_eq!((read.doors, read.gaps), (1, 0));
    }

    #[test]
    fn a_line_through_the_middle_of_squares_fills_them_and_things_obstruct() {
        let wall = line(&[(0.5, 2.5), (3.5, 2.5)]);
        let chest = line(&[(5.4, 1.4), (5.6, 1.4), (5.6, 1.6)]);
        let rows = drawn(&map((7, 4), &wall, "", &chest));
        assert_eq!(rows, [".......", ".....,.", "####...", "......."]);
    }

    #[test]
    fn a_slanting_wall_lets_nobody_through() {
        let rows = drawn(&map((5, 5), &line(&[(0.0, 5.0), (5.0, 0.0)]), "", ""));
        assert_eq!(rows, ["....#", "...#.", "..#..", ".#...", "#...."]);
    }

    #[test]
    fn the_origin_of_the_map_is_taken_off() {
        let wall = line(&[(10.0, 21.5), (14.0, 21.5)]);
        let text = map((4, 3), &wall, "", "").replace(r#""x": 0, "y": 0"#, r#""x": 10, "y": 20"#);
        assert_eq!(drawn(&text), ["....", "####", "...."]);
    }

    #[test]
    fn only_so_many_doors_fit() {
        // A door in every other column of a wall of 24 squares: twelve, of which eight are kept.
        let wall = line(&[(0.0, 1.5), (24.0, 1.5)]);
        let doors: Vec<String> =
            (0..12).map(|n| f64::from(n) * 2.0).map(|x| door((x + 0.2, 1.5), (x + 0.8, 1.5), true)).collect();
        let read = squares(&map((24, 3), &wall, &doors.join(","), "")).unwrap();
        assert_eq!((read.doors, read.gaps), (8, 4));
        assert_eq!(read.rows[1], "+#+#+#+#+#+#+#+#.#.#.#.#");
    }

    #[test]
    fn what_is_wrong_is_said() {
        let said = |text: &str| {
            let error = squares(text).unwrap_err();
            assert!(!error.advice().is_empty());
            error.to_string()
        };
        assert!(said("no map").contains("line 1 column"), "{}", said("no map"));
        assert!(said(r#"{"line_of_sight": []}"#).contains("resolution"));
        assert!(
            said(r#"{"resolution": {"map_size": {"x": 3, "y": "four"}}, "line_of_sight": []}"#)
                .contains("four")
        );
        assert!(said(&map((64, 20), "", "", "")).contains("64 by 20"));
        assert!(said(&map((0, 20), "", "", "")).contains("1 to 40"));
        let long: Vec<(f64, f64)> = (0..40_001).map(|n| (f64::from(n), 0.0)).collect();
        assert!(said(&map((9, 9), &line(&long), "", "")).contains("40001 points"));
        assert!(said(&map((1, 1), &line(&[(0.0, 0.5), (1.0, 0.5)]), "", "")).contains("no floor"));
    }

    #[test]
    fn nothing_that_a_file_says_makes_it_panic() {
        for wild in ["1e308", "-1e308", "0", "-0.5", "1e-320"] {
            let wall = format!(
                r#"[{{"x": {wild}, "y": 1}}, {{"x": 2, "y": {wild}}}, {{"x": {wild}, "y": {wild}}}]"#
            );
            let _ = squares(&map((5, 5), &wall, &format!(r#"{{"bounds": {wall}}}"#), &wall));
            let _ = squares(
                &map((5, 5), "[]", r#"{"bounds": []}"#, "").replace(r#""x": 5"#, &format!(r#""x": {wild}"#)),
            );
        }
    }
}
