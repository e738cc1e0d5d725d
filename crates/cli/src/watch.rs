//! `fracas watch`: a scenario is checked and tried each time that one of its files is saved.

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use fracas_content::{Bundle, Problems, Source};
use fracas_lab::{End, Plan, Rate};
use fracas_systems::{bundle_for, trials};

use crate::args::WatchArgs;
use crate::failure::Failure;
use crate::lines::say;

/// How often files are looked at: soon enough for somebody who waits, and too seldom to be noticed.
const PAUSE: Duration = Duration::from_millis(200);

pub fn run(args: &WatchArgs) -> Result<(), Failure> {
    // One that is not there at all is a slip; one that is gone for a moment is an editor at work.
    Source::read(&args.file)?;
    let mut before = None;
    loop {
        // The times are taken first, so that what is saved while it is tried is tried again.
        let files = files(args);
        let now: Vec<Option<SystemTime>> =
            files.iter().map(|file| file.metadata().and_then(|known| known.modified()).ok()).collect();
        if before.as_ref() != Some(&(files.clone(), now.clone())) {
            say(&tried(args))?;
            before = Some((files, now));
        }
        std::thread::sleep(PAUSE);
    }
}

/// The scenario and what it includes, with the files of the own library.
fn files(args: &WatchArgs) -> Vec<PathBuf> {
    let bundle = Source::read(&args.file).ok().and_then(|source| bundle_for(source).ok());
    let others = bundle.into_iter().flat_map(|bundle| bundle.library).filter_map(|source| source.path);
    std::iter::once(args.file.clone()).chain(others).collect()
}

/// What is wrong with it, or how it goes.
fn tried(args: &WatchArgs) -> String {
    let source = match Source::read(&args.file) {
        Ok(source) => source,
        Err(error) => return format!("{error}\n"),
    };
    match bundle_for(source).and_then(|bundle| win_rate(args, bundle)) {
        Ok(line) => line,
        Err(problems) => {
            let many = problems.iter().count() + problems.omitted();
            let what = if many == 1 { "1 problem".to_owned() } else { format!("{many} problems") };
            format!("{problems}{what}.\n")
        }
    }
}

fn win_rate(args: &WatchArgs, bundle: Bundle) -> Result<String, Problems> {
    let trials = trials(bundle)?;
    let tally = trials.simulate(&Plan::new(args.fights, args.seed), 0..args.fights, &|_| ());
    let won = Rate::new(tally.ends[End::Heroes as usize], tally.fights);
    let error = 100.0 * (won.high - won.low) / 2.0;
    let fracas_lab::About { title, time, .. } = trials.about();
    Ok(format!(
        "{title}: the heroes win {:.1} % ± {error:.1} of {} fights, in {:.1} {time}.\n",
        100.0 * won.share,
        tally.fights,
        tally.rounds.mean().unwrap_or(0.0),
    ))
}
