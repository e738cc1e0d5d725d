//! Every shipped file with something spoilt in it, over and over: numbers beyond belief, names in the wrong place, lines lost
//! or said twice. Either the file is refused, with what is wrong and where; or what it describes can be played, shown and
//! weighed. `FRACAS_MANGLED=500` spoils each file that often, for who looks for more.

use std::panic::{AssertUnwindSafe, catch_unwind};

use fracas_content::{Bundle, Listed, Source, adventures, library, scenarios};
use fracas_kernel::{Ask, Crowd, Seat, Typing, Who};
use fracas_table::{Game, Replay, play_back};

/// Numbers that nobody meant.
const NUMBERS: [&str; 14] = [
    "0",
    "-1",
    "1",
    "2",
    "3",
    "9",
    "33",
    "99",
    "127",
    "255",
    "256",
    "32767",
    "4294967296",
    "-9000000000000000000",
];
/// How far a table is played.
const CHOICES: usize = 150;

/// Steele, Lea and Flood's mixer: all that is needed to spoil a file twice in the same way.
struct Mixer(u64);

impl Mixer {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (word ^ (word >> 31)) as usize % end
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        (!from.is_empty()).then(|| &from[self.below(from.len())])
    }
}

/// Where something begins and ends in a text.
type Span = (usize, usize);

/// The numbers and the quoted texts of a file, roughly: a wrong guess spoils it as well.
fn parts(text: &str) -> (Vec<Span>, Vec<Span>) {
    let (mut numbers, mut quoted) = (Vec::new(), Vec::new());
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        at += 1;
        if bytes[start] == b'"' {
            while at < bytes.len() && bytes[at] != b'"' {
                at += 1;
            }
            quoted.push((start, (at + 1).min(bytes.len())));
            at += 1;
        } else if bytes[start].is_ascii_digit() {
            while at < bytes.len() && bytes[at].is_ascii_digit() {
                at += 1;
            }
            numbers.push((start, at));
        }
    }
    (numbers, quoted)
}

fn spoil(text: &str, mixer: &mut Mixer) -> String {
    let (numbers, quoted) = parts(text);
    let mut lines: Vec<&str> = text.lines().collect();
    match mixer.below(8) {
        0..=2 => replace(text, mixer.pick(&numbers), NUMBERS[mixer.below(NUMBERS.len())]),
        3..=4 => {
            let (from, to) = mixer.pick(&quoted).copied().unwrap_or_default();
            replace(text, mixer.pick(&quoted), &text[from..to])
        }
        5 => {
            lines.remove(mixer.below(lines.len()));
            lines.join("\n")
        }
        6 => {
            let line = lines[mixer.below(lines.len())];
            lines.insert(mixer.below(lines.len()), line);
            lines.join("\n")
        }
        _ => {
            // A whole table said twice.
            let heads: Vec<usize> = (0..lines.len()).filter(|&at| lines[at].starts_with('[')).collect();
            let Some(&head) = mixer.pick(&heads) else { return lines.join("\n") };
            let next = heads.iter().copied().find(|&at| at > head).unwrap_or(lines.len());
            let table = lines[head..next].join("\n");
            lines.insert(next, &table);
            lines.join("\n")
        }
    }
}

fn replace(text: &str, span: Option<&Span>, with: &str) -> String {
    let &(from, to) = span.unwrap_or(&(0, 0));
    format!("{}{with}{}", &text[..from], &text[to..])
}

/// Plays on at random for a while; every so often all is shown to everybody, and a choice is weighed.
fn play(game: &mut dyn Game, mixer: &mut Mixer) {
    for step in 0..CHOICES {
        let asked = match game.ask() {
            Ask::Over(_) => break,
            ask => ask.asked(),
        };
        let choices = game.choices();
        let choice = match mixer.below(3) {
            0 => game.instinct(asked).expect("instinct knows what to do"),
            _ => mixer.pick(&choices).expect("whoever is asked has a choice").clone(),
        };
        if step % 37 == 0 {
            for seat in [Seat::Judge, Seat::Player(Crowd::one(Who(0))), Seat::Watcher] {
                game.view(seat);
            }
            game.odds(&choice).expect("odds of a legal choice");
        }
        game.choose(&choice, &Typing::default()).expect("a listed choice is legal");
    }
    game.view(Seat::Judge);
    game.lines(0, Seat::Judge);
    game.party_file();
}

fn try_out(bundle: Bundle, mixer: &mut Mixer) -> bool {
    match fracas_systems::open(bundle, 7, 0) {
        Ok(mut game) => {
            play(&mut *game, mixer);
            true
        }
        Err(problems) => {
            for problem in &problems {
                assert!(!problem.message.is_empty() && !problem.excerpt.contains('\n'), "{problem}");
            }
            assert!(problems.iter().next().is_some(), "refused without a word");
            false
        }
    }
}

/// What has been tried so far on a system's files.
#[derive(Default)]
struct Trial {
    played: usize,
    refused: usize,
    failures: Vec<String>,
}

impl Trial {
    /// Spoils a file in many ways; `attempt` says whether the result could be played.
    fn spoil(&mut self, name: &str, text: &str, attempt: impl Fn(String, &mut Mixer) -> bool) {
        let times = std::env::var("FRACAS_MANGLED").ok().and_then(|times| times.parse().ok());
        for n in 0..times.unwrap_or(10) {
            let mixer = &mut Mixer(n);
            let spoilt = spoil(text, mixer);
            let change = difference(text, &spoilt);
            match catch_unwind(AssertUnwindSafe(|| attempt(spoilt, mixer))) {
                Ok(true) => self.played += 1,
                Ok(false) => self.refused += 1,
                Err(_) => self.failures.push(format!("{name}, spoilt {n}: {change}")),
            }
        }
    }
}

fn spoil_system(system: &str) {
    let all: Vec<Listed> = scenarios().chain(adventures()).filter(|one| one.system == system).collect();
    let shelf = library(system);
    let bundle = |scenario: Source| Bundle { scenario, library: shelf.clone(), party: None };
    let mut files = Trial::default();
    let mut records = Trial::default();
    for Listed { source, .. } in &all {
        files.spoil(&source.name, &source.text, |text, mixer| {
            try_out(bundle(Source::new(source.name.clone(), text)), mixer)
        });
        let mut game = fracas_systems::open(bundle(source.clone()), 7, 0).expect("a shipped scenario");
        play(&mut *game, &mut Mixer(0));
        records.spoil(&format!("the record of {}", source.name), &game.replay().write(), |text, _| {
            play_again(&text)
        });
        if let Some(party) = game.party_file() {
            records.spoil(&format!("the party of {}", source.name), &party, |text, mixer| {
                let party = Some(Source::new("party.toml", text));
                try_out(Bundle { party, ..bundle(source.clone()) }, mixer)
            });
        }
    }
    for (at, file) in shelf.iter().enumerate() {
        files.spoil(&file.name, &file.text, |text, mixer| {
            let mut bundle = bundle(mixer.pick(&all).expect("a scenario").source.clone());
            bundle.library[at] = Source::new(file.name.clone(), text);
            try_out(bundle, mixer)
        });
    }
    for trial in [files, records] {
        assert!(trial.failures.is_empty(), "{}", trial.failures.join("\n"));
        println!("{system}: {} played, {} refused", trial.played, trial.refused);
        assert!(trial.played > 0 && trial.refused > 0, "{} played, {} refused", trial.played, trial.refused);
    }
}

/// Can a record be read, and played to its end?
fn play_again(text: &str) -> bool {
    let Ok(replay) = Replay::read(text) else { return false };
    let Ok(mut game) = fracas_systems::open_replay(&replay) else { return false };
    play_back(&replay, usize::MAX, &mut *game).is_ok()
}

/// The first line that is not as it was.
fn difference(was: &str, is: &str) -> String {
    let (line, (old, new)) = (was.lines().zip(is.lines()).enumerate())
        .find(|(_, (old, new))| old != new)
        .unwrap_or((0, ("", "the end")));
    format!("line {}: {old:?} became {new:?}", line + 1)
}

#[test]
fn ardor_takes_no_harm() {
    spoil_system("ardor");
}

#[test]
fn delve_takes_no_harm() {
    spoil_system("delve");
}

#[test]
fn heed_takes_no_harm() {
    spoil_system("heed");
}

#[test]
fn ranks_takes_no_harm() {
    spoil_system("ranks");
}

#[test]
fn twelves_takes_no_harm() {
    spoil_system("twelves");
}
