//! `fracas schema`: what editors need to complete and check files while they are typed.

use std::path::Path;

use fracas_workshop::{FILES, Reference, schema, schemas, taplo};

use crate::args::SchemaArgs;
use crate::failure::{Failure, Kind};
use crate::lines::say;

pub fn run(args: &SchemaArgs) -> Result<(), Failure> {
    let reference = Reference::of(args.system);
    let Some(folder) = &args.to else {
        let file = FILES.into_iter().find(|(name, _)| *name == args.kind).and_then(|(_, file)| file);
        return say(&format!("{:#}\n", schema(&reference, file).json));
    };
    let wrong =
        |path: &Path, error: std::io::Error| Failure::new(Kind::Io, format!("{}: {error}", path.display()));
    std::fs::create_dir_all(folder).map_err(|error| wrong(folder, error))?;
    for schema in schemas(&reference) {
        let path = folder.join(&schema.name);
        std::fs::write(&path, format!("{:#}\n", schema.json)).map_err(|error| wrong(&path, error))?;
        say(&format!("Wrote {}\n", path.display()))?;
    }
    let rules = folder.join(".taplo.toml");
    let before = match std::fs::read_to_string(&rules) {
        Ok(before) => before,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(wrong(&rules, error)),
    };
    let ours = taplo(args.system.name());
    if before.contains(&ours) {
        return Ok(());
    }
    // What somebody wrote there stays.
    std::fs::write(&rules, before + &ours).map_err(|error| wrong(&rules, error))?;
    say(&format!("Wrote {}, which says which schema is for which files\n", rules.display()))
}
