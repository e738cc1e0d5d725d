//! `fracas replay`: a recorded fight, step by step, printed, or verified against today's rules.

use std::path::Path;

use fracas_kernel::{Crowd, Seat};
use fracas_server::Export;
use fracas_systems::open_replay;
use fracas_table::{Difference, Game, Replay, SaveError, SaveFile, Verdict, verify};
use serde_json::json;

use crate::args::ReplayArgs;
use crate::failure::{Failure, Kind};
use crate::lines::{Typist, say};
use crate::paint::{Ink, Paint, columns, tame};
use crate::play::Screen;

pub fn run(args: &ReplayArgs, paint: Paint) -> Result<(), Failure> {
    let replay = read(&args.file)?;
    let screen = Screen { paint, columns: columns(), pips: crate::play::MAX_PIPS, look: Default::default() };
    if args.verify {
        return tell_verdict(&replay, args.json, &screen);
    }
    if args.json {
        return say(&replay.write());
    }
    let typist = Typist::new();
    let reel = Reel { replay, screen };
    if args.print || !typist.is_person() { reel.print() } else { reel.step(&typist) }
}

/// A replay or a saved game; or an exported table, as it was told.
pub fn read(file: &Path) -> Result<Replay, Failure> {
    let error = match SaveFile::open(file) {
        Ok((_, replay)) => return Ok(replay),
        Err(error) => error,
    };
    match &error {
        SaveError::Unreadable { .. } => {
            let text = std::fs::read_to_string(file)?;
            if !Export::is_meant(&text) {
                return Err(error.into());
            }
            let replay = Export::read(&text).and_then(|export| export.replay());
            replay.map_err(|error| Failure::new(Kind::Content, format!("{}: {error}", file.display())))
        }
        _ => Err(error.into()),
    }
}

fn tell_verdict(replay: &Replay, json: bool, screen: &Screen) -> Result<(), Failure> {
    let verdict = verify(replay, &mut *open_replay(replay)?);
    let same = matches!(verdict, Verdict::Same { .. });
    if json {
        let text = json!({ "same": same, "version": env!("CARGO_PKG_VERSION"), "recorded": replay.version,
            "detail": verdict });
        say(&format!("{text:#}\n"))?;
    } else {
        say(&match &verdict {
            Verdict::Same { steps } => {
                let tick = screen.paint.ink(Ink::Good, "✓");
                format!("{tick} today's rules give the same fight, all {steps} steps of it\n")
            }
            Verdict::Differs(difference) => told(difference, screen.paint),
        })?;
    }
    if same { Ok(()) } else { Err(Failure::no()) }
}

fn told(difference: &Difference, paint: Paint) -> String {
    let cross = paint.ink(Ink::Bad, "✗");
    let mut text = format!("{cross} step {} differs: {}\n", difference.step, tame(&difference.what));
    for (what, lines) in [("recorded", &difference.recorded), ("now", &difference.now)] {
        text += &format!("  {what}:\n");
        if lines.is_empty() {
            text += "    (nothing)\n";
        }
        text.extend(lines.iter().map(|line| format!("    {}\n", tame(line))));
    }
    text
}

/// A fight to be shown.
struct Reel {
    replay: Replay,
    screen: Screen,
}

impl Reel {
    fn heading(&self) -> String {
        let Replay { title, system, seed, seedless, version, .. } = &self.replay;
        let seed = if *seedless { "dice as they fell".to_owned() } else { format!("seed {seed}") };
        let heading = format!("{title} · {system} · {seed} · recorded by version {version}");
        self.screen.rule(&heading)
    }

    /// What was recorded for a step; it reads the same whatever rules say now.
    fn recorded(&self, index: usize) -> String {
        let step = &self.replay.steps[index];
        let mut text = String::new();
        if let Some(choice) = &step.choice {
            let number = format!("{:>4} ", index + 1);
            text += &format!(
                "{}{}\n",
                self.screen.paint.ink(Ink::Quiet, &number),
                self.screen.paint.ink(Ink::Strong, &tame(choice))
            );
        }
        for line in &step.lines {
            text += &self.screen.indented(line);
        }
        let notes = self.replay.notes.iter().filter(|note| note.at == index + 1);
        notes.for_each(|note| text += &self.screen.indented(&note.text));
        text
    }

    fn table(&self, game: &dyn Game) -> String {
        self.screen.table(&game.view(Seat::Judge), Crowd::ALL)
    }

    fn ending(&self) -> String {
        match self.replay.outcome {
            Some(outcome) => format!(" Over: {}.\n", outcome_words(outcome)),
            None => " Not finished.\n".to_owned(),
        }
    }

    fn print(&self) -> Result<(), Failure> {
        let mut text = self.heading();
        (0..self.replay.steps.len()).for_each(|index| text += &self.recorded(index));
        say(&(text + &self.ending()))
    }

    /// Enter for the next step, b for the one before.
    fn step(&self, typist: &Typist) -> Result<(), Failure> {
        let mut game = open_replay(&self.replay)?;
        say(&self.heading())?;
        say(&self.table(&*game))?;
        // Where today's rules cannot follow any more, the record alone goes on.
        let (mut at, mut follows) = (0, true);
        loop {
            let all = self.replay.steps.len();
            let Some(line) = typist.ask(&format!(" {at}/{all}  Enter: next · b: back · q: quit > "))?
            else {
                break;
            };
            match line.to_lowercase().as_str() {
                "q" | "quit" => break,
                "b" | "back" if at > 0 => {
                    at -= 1;
                    if at < game.position() {
                        game.undo();
                    }
                    follows = game.position() == at;
                    say(&self.table(&*game))?;
                }
                "b" | "back" => say(&self.screen.note("This is where it starts."))?,
                "" | "n" if at < all => {
                    say(&self.recorded(at))?;
                    if follows && let Err(error) = self.replay.steps[at].redo(&mut *game) {
                        follows = false;
                        say(&self.screen.complaint(&format!("Today's rules cannot follow: {error}")))?;
                    }
                    at += 1;
                    if follows {
                        say(&self.table(&*game))?;
                    }
                    if at == all {
                        say(&self.ending())?;
                    }
                }
                "" | "n" => say(&self.screen.note("This is where it ends."))?,
                _ => say(&self.screen.note("Press Enter for the next step, b to go back, q to quit."))?,
            }
        }
        Ok(())
    }
}

fn outcome_words(outcome: fracas_kernel::Outcome) -> String {
    match outcome {
        fracas_kernel::Outcome::Won(side) => format!("the {} win", side.name()),
        fracas_kernel::Outcome::Draw => "nobody wins".to_owned(),
    }
}
