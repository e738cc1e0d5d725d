//! `fracas new`: a starting point for a file of one's own.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use fracas_content::own_library;
use fracas_systems::rolled_hero;
use fracas_workshop::{Start, start};

use crate::args::NewArgs;
use crate::failure::{Failure, Kind};
use crate::lines::say;
use crate::play::any_seed;

pub fn run(args: &NewArgs) -> Result<(), Failure> {
    let system = args.system.name();
    let path = match &args.file {
        Some(path) => path.clone(),
        None => in_library(args.what, system)?,
    };
    let text = match args.rolled {
        Some(seed) => rolled(args, seed)?,
        None => as_it_comes(args)?.to_owned(),
    };
    write_new(&path, &text)?;
    let shown = path.display();
    let next = match args.what {
        Start::Fight => format!("Play it:   fracas play {shown}\nChange it: fracas watch {shown}\n"),
        Start::Adventure => format!("Play it:   fracas play {shown}\nCheck it:  fracas check {shown}\n"),
        Start::Creature | Start::Hero => format!("Check it:  fracas check --system {system} {shown}\n"),
    };
    say(&format!("Wrote {shown}: open it in an editor.\n{next}"))
}

/// A hero made with dice. The comments of the ordinary one come with it.
fn rolled(args: &NewArgs, seed: Option<u64>) -> Result<String, Failure> {
    let system = args.system.name();
    if args.what != Start::Hero {
        return Err(Failure::new(Kind::Usage, "only heroes are made with dice: leave out --rolled"));
    }
    let hero = rolled_hero(args.system, seed.unwrap_or_else(any_seed)).ok_or_else(|| {
        Failure::new(Kind::Usage, format!("heroes of {system} are not made with dice: leave out --rolled"))
    })?;
    let head = as_it_comes(args)?.split("[[hero]]").next().unwrap_or_default();
    Ok(format!("{head}{hero}"))
}

fn as_it_comes(args: &NewArgs) -> Result<&'static str, Failure> {
    let system = args.system.name();
    start(args.system, args.what).ok_or_else(|| {
        Failure::new(
            Kind::NotFound,
            format!("there is no starting point for a {} of {system} yet", args.what.name()),
        )
    })
}

/// Where it belongs in the own library.
fn in_library(what: Start, system: &str) -> Result<PathBuf, Failure> {
    let own = own_library().ok_or_else(|| {
        Failure::new(Kind::Usage, "there is no folder for your library: set HOME, or name a file")
    })?;
    Ok(own.folder().join(system).join(what.folder()).join(format!("my-{}.toml", what.name())))
}

/// Makes a file that was not there.
fn write_new(path: &Path, text: &str) -> Result<(), Failure> {
    let wrong = |error: std::io::Error| match error.kind() {
        ErrorKind::AlreadyExists => {
            Failure::new(Kind::Io, format!("{} is there already: name another file", path.display()))
        }
        _ => Failure::new(Kind::Io, format!("{}: {error}", path.display())),
    };
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(wrong)?;
    }
    let mut file = File::create_new(path).map_err(wrong)?;
    file.write_all(text.as_bytes()).map_err(wrong)
}
