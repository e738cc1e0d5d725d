//! A simulation in parts: each is run by itself, on any machine, and kept as a file; merged, in any order, they are the
//! simulation. A file that was damaged, that belongs to another run or that stands twice is refused by name.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{About, Deeds, Exact, Fortune, Sample, Stock, Tally};

/// Everything that decides what a simulation comes to. Parts of the same run agree in all of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Run {
    pub about: About,
    /// The version of the program, because rules and minds change.
    pub program: String,
    /// A digest of the scenario and its library.
    pub content: String,
    /// Who decides for the heroes, and for the monsters.
    pub minds: [String; 2],
    pub fights: u64,
    pub seed: u64,
}

impl Run {
    /// The mind that is meant where none is named.
    pub const INSTINCT: &str = "instinct";

    pub fn is_by_instinct(&self) -> bool {
        self.minds.iter().all(|mind| mind == Run::INSTINCT)
    }

    /// What sets another run apart from this one, in words; `None` if they are the same.
    pub fn differs(&self, other: &Run) -> Option<String> {
        let pairs = [
            ("scenario", self.about.title.clone(), other.about.title.clone()),
            ("program", self.program.clone(), other.program.clone()),
            ("content", self.content.clone(), other.content.clone()),
            ("minds", self.minds.join(" against "), other.minds.join(" against ")),
            ("number of fights", self.fights.to_string(), other.fights.to_string()),
            ("seed", self.seed.to_string(), other.seed.to_string()),
        ];
        let differs = pairs.into_iter().find(|(_, mine, theirs)| mine != theirs);
        differs.map(|(what, mine, theirs)| {
            let is = if what == "minds" { "are" } else { "is" };
            format!("its {what} {is} {theirs}, and not {mine}")
        })
    }

    /// The same run, but for the number of fights: fight *i* does not depend on how many there are.
    pub fn extends(&self, shorter: &Run) -> bool {
        Run { fights: shorter.fights, ..self.clone() } == *shorter
    }
}

/// Part 3 of 100, counted from one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shard {
    pub number: u64,
    pub of: u64,
}

impl Shard {
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// Its fights, of all.
    pub fn range(self, fights: u64) -> Range<u64> {
        let cut = |number: u64| (u128::from(fights) * u128::from(number) / u128::from(self.of.max(1))) as u64;
        cut(self.number.saturating_sub(1))..cut(self.number)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let wrong = || format!("{text:?} is not a part of a run: write 3/100 for the third of a hundred");
        let (number, of) = text.split_once('/').ok_or_else(wrong)?;
        let number = number.trim().parse().map_err(|_| wrong())?;
        let of = of.trim().parse().map_err(|_| wrong())?;
        if number == 0 || number > of {
            return Err(format!("there is no part {number} of {of}: they are counted from 1 to {of}"));
        }
        Ok(Shard { number, of })
    }
}

/// What has been simulated of a part of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Part {
    pub run: Run,
    pub shard: Shard,
    /// How many of its fights are done, from its first on.
    pub done: u64,
    pub tally: Tally,
    /// These three are there once all fights are done.
    pub luck: Vec<Fortune>,
    pub deeds: Deeds,
    pub stock: Stock,
    /// Counted out, by the first part only.
    pub exact: Option<Exact>,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PartError {
    #[error("{name}: this is not a part of a simulation; `fracas sim --out` writes them")]
    Foreign { name: String },
    #[error("{name}: the file has format {format}, and this program reads format {known}", known = Part::FORMAT)]
    Format { name: String, format: String },
    #[error("{name}: the file is damaged: {what}; run that part again")]
    Damaged { name: String, what: String },
    #[error("{name} belongs to another run than {first}: {what}")]
    Other { name: String, first: String, what: String },
    #[error("{name} and {other} are the same part, {shard}: leave one out")]
    Twice { name: String, other: String, shard: Shard },
    #[error("{name} is one of {of} parts, and {first} one of {wanted}: all parts of a run are cut alike")]
    Cut { name: String, of: u64, first: String, wanted: u64 },
    #[error(
        "{name} is not finished: {done} of {all} fights; go on with `fracas sim … --shard {shard} --out {name} --resume`"
    )]
    Unfinished { name: String, done: u64, all: u64, shard: Shard },
    #[error("of {of} parts, {count} are missing: {which}")]
    Missing { of: u64, count: usize, which: String },
    #[error("there is nothing to merge")]
    Nothing,
}

const HEAD: &str = "fracas part ";

impl Part {
    pub const FORMAT: u32 = 1;

    pub fn new(run: Run, shard: Shard) -> Part {
        let (tally, stock) = (Tally::default(), Stock::default());
        Part { run, shard, done: 0, tally, luck: Vec::new(), deeds: Deeds::default(), stock, exact: None }
    }

    /// Its fights, of all.
    pub fn range(&self) -> Range<u64> {
        self.shard.range(self.run.fights)
    }

    pub fn is_finished(&self) -> bool {
        self.done == self.range().end - self.range().start
    }

    /// What the report is made of.
    pub fn sample(&self) -> Sample {
        Sample { of: self.tally.fights, fights: self.luck.clone() }
    }

    pub fn write(&self) -> String {
        let body = serde_json::to_string(self).expect("a part is plain data");
        format!("{HEAD}{} {:08x}\n{body}\n", Part::FORMAT, crc32fast::hash(body.as_bytes()))
    }

    /// Reads a file; `name` is for the error.
    pub fn read(name: &str, text: &str) -> Result<Part, PartError> {
        let foreign = || PartError::Foreign { name: name.to_owned() };
        let damaged = |what: String| PartError::Damaged { name: name.to_owned(), what };
        let (head, body) = text.split_once('\n').ok_or_else(foreign)?;
        let (format, sum) =
            head.strip_prefix(HEAD).and_then(|head| head.split_once(' ')).ok_or_else(foreign)?;
        if format != Part::FORMAT.to_string() {
            return Err(PartError::Format { name: name.to_owned(), format: format.to_owned() });
        }
        let body = body.strip_suffix('\n').ok_or_else(|| damaged("its end is missing".to_owned()))?;
        if sum != format!("{:08x}", crc32fast::hash(body.as_bytes())) {
            return Err(damaged("its check sum does not fit".to_owned()));
        }
        let part: Part = serde_json::from_str(body).map_err(|error| damaged(error.to_string()))?;
        let fights = part.range();
        let whole = part.shard.number >= 1 && part.shard.number <= part.shard.of;
        if !whole || part.done > fights.end - fights.start || part.tally.fights != part.done {
            return Err(damaged("its figures do not fit together".to_owned()));
        }
        Ok(part)
    }
}

/// All parts of a run, in any order, as one. Each comes with the name of its file.
pub fn merge(mut parts: Vec<(String, Part)>) -> Result<Part, PartError> {
    let Some((first, one)) = parts.first() else { return Err(PartError::Nothing) };
    for (name, part) in &parts {
        let [name, first] = [name, first].map(Clone::clone);
        if let Some(what) = one.run.differs(&part.run) {
            return Err(PartError::Other { name, first, what });
        }
        if part.shard.of != one.shard.of {
            return Err(PartError::Cut { name, of: part.shard.of, first, wanted: one.shard.of });
        }
        if !part.is_finished() {
            let (fights, done, shard) = (part.range(), part.done, part.shard);
            return Err(PartError::Unfinished { name, done, all: fights.end - fights.start, shard });
        }
    }
    // A stable sort: of two that are the same, the earlier is named first.
    parts.sort_by_key(|(_, part)| part.shard.number);
    if let Some([(other, _), (name, part)]) =
        parts.array_windows().find(|[(_, a), (_, b)]| a.shard.number == b.shard.number)
    {
        let [name, other] = [name, other].map(Clone::clone);
        return Err(PartError::Twice { name, other, shard: part.shard });
    }
    let of = parts[0].1.shard.of;
    if parts.len() as u64 != of {
        return Err(missing(&parts, of));
    }
    let mut parts = parts.into_iter().map(|(_, part)| part);
    let first = parts.next().ok_or(PartError::Nothing)?;
    Ok(parts.fold(Part { shard: Shard::WHOLE, ..first }, |mut all, part| {
        all.done += part.done;
        all.tally.merge(&part.tally);
        all.luck.extend(part.luck);
        all.deeds.merge(&part.deeds);
        all.stock.merge(part.stock);
        all
    }))
}

/// Which parts are missing, with runs of them as "4–9".
fn missing(parts: &[(String, Part)], of: u64) -> PartError {
    let has = |number: u64| parts.iter().any(|(_, part)| part.shard.number == number);
    let mut runs: Vec<(u64, u64)> = Vec::new();
    let mut count = 0;
    for number in (1..=of).filter(|&number| !has(number)) {
        count += 1;
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let words = runs.iter().take(20).map(|(first, last)| match last - first {
        0 => first.to_string(),
        _ => format!("{first}–{last}"),
    });
    let mut which = words.collect::<Vec<_>>().join(", ");
    if runs.len() > 20 {
        which += ", …";
    }
    PartError::Missing { of, count, which }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run() -> Run {
        let about = About { system: "x".to_owned(), title: "The ford".to_owned(), time: "rounds".to_owned() };
        let minds = [Run::INSTINCT; 2].map(str::to_owned);
        Run { about, program: "1".to_owned(), content: "c".to_owned(), minds, fights: 10, seed: 7 }
    }

    fn part(number: u64, of: u64) -> (String, Part) {
        let mut part = Part::new(run(), Shard { number, of });
        let fights = part.range();
        part.done = fights.end - fights.start;
        part.tally.fights = part.done;
        (format!("part-{number}"), part)
    }

    #[test]
    fn parts_cover_all_fights_once() {
        for (fights, of) in [(10, 3), (1, 4), (1000, 7), (0, 2), (u64::MAX, 3)] {
            let all: Vec<Range<u64>> = (1..=of).map(|number| Shard { number, of }.range(fights)).collect();
            assert_eq!((all[0].start, all[all.len() - 1].end), (0, fights));
            assert!(all.windows(2).all(|pair| pair[0].end == pair[1].start));
        }
    }

    #[test]
    fn a_shard_is_read_from_its_name() {
        assert_eq!("3/100".parse(), Ok(Shard { number: 3, of: 100 }));
        for wrong in ["", "3", "0/5", "6/5", "a/b", "1/0", "-1/5"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_part_goes_out_as_it_came_in_and_damage_is_found() {
        let (_, part) = part(2, 3);
        let text = part.write();
        assert_eq!(Part::read("p", &text), Ok(part));
        assert!(matches!(Part::read("p", "hello"), Err(PartError::Foreign { .. })));
        assert!(matches!(Part::read("p", ""), Err(PartError::Foreign { .. })));
        assert!(matches!(Part::read("p", &text[..text.len() - 5]), Err(PartError::Damaged { .. })));
        assert!(matches!(
            Part::read("p", &text.replacen("\"seed\":7", "\"seed\":8", 1)),
            Err(PartError::Damaged { .. })
        ));
        let newer = text.replacen("fracas part 1", "fracas part 2", 1);
        assert!(matches!(Part::read("p", &newer), Err(PartError::Format { .. })));
    }

    #[test]
    fn what_does_not_belong_together_is_refused_by_name() {
        let all = || vec![part(3, 3), part(1, 3), part(2, 3)];
        assert_eq!(merge(all()).map(|part| (part.done, part.shard)), Ok((10, Shard::WHOLE)));
        assert_eq!(merge(Vec::new()), Err(PartError::Nothing));
        let told = |parts: Vec<(String, Part)>| merge(parts).unwrap_err().to_string();
        assert_eq!(told(vec![part(1, 5), part(5, 5)]), "of 5 parts, 3 are missing: 2–4");
        let mut twice = all();
        twice.push(("again".to_owned(), part(2, 3).1));
        assert_eq!(told(twice), "again and part-2 are the same part, 2/3: leave one out");
        let mut other = all();
        other[1].1.run.seed = 8;
        assert_eq!(told(other), "part-1 belongs to another run than part-3: its seed is 8, and not 7");
        let mut minds = all();
        minds[2].1.run.minds[0] = "greedy".to_owned();
        assert_eq!(
            told(minds),
            "part-2 belongs to another run than part-3: its minds are greedy against instinct, and not instinct against \
             instinct"
        );
        assert!(
            told(vec![part(1, 3), part(2, 2)]).starts_with("part-2 is one of 2 parts, and part-1 one of 3")
        );
        let mut begun = all();
        begun[2].1.done = 1;
        assert!(told(begun).starts_with("part-2 is not finished: 1 of 3 fights"));
    }
}
