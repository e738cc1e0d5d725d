//! Saved games on a real disk: nothing is lost, and what cannot be read is left alone.

mod toy;

use std::fs;
use std::sync::Arc;

use fracas_kernel::Typing;
use fracas_table::{Game, SaveError, SaveFile, Table, play_back, saved, state_dir, write_file};
use toy::Toy;

fn table() -> Table<Toy> {
    Table::new(Arc::new(Toy::load(&Toy::bundle()).unwrap()), Toy::bundle(), 5, 0)
}

#[test]
fn a_game_is_saved_over_itself_and_taken_up_again() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("deep/er");
    let mut game = table();
    let mut file = SaveFile::fresh(&folder, "toy-5").unwrap();
    assert_eq!(file.path().file_name().unwrap(), "toy-5.json");
    for choice in ["ann wait", "bob wait"] {
        game.choose(choice, &Typing::default()).unwrap();
        file.write(&game.replay()).unwrap();
    }
    let (mut again, replay) = SaveFile::open(file.path()).unwrap();
    let mut resumed = table();
    play_back(&replay, usize::MAX, &mut resumed).unwrap();
    assert_eq!(resumed.position(), 2);
    resumed.choose("rat wait", &Typing::default()).unwrap();
    again.write(&resumed.replay()).unwrap();
    let names: Vec<_> = fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(names, ["toy-5.json"], "no temporary files are left");
    assert_eq!(SaveFile::fresh(&folder, "toy-5").unwrap().path().file_name().unwrap(), "toy-5-2.json");
}

#[test]
fn a_file_that_somebody_else_wrote_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json");
    let mut game = table();
    let mut mine = SaveFile::new(&path).unwrap();
    let mut theirs = SaveFile::new(&path).unwrap();
    game.choose("ann wait", &Typing::default()).unwrap();
    mine.write(&game.replay()).unwrap();
    assert!(matches!(theirs.write(&game.replay()), Err(SaveError::Exists { .. })));
    assert!(matches!(SaveFile::new(&path), Err(SaveError::Exists { .. })));
    fs::write(&path, "changed").unwrap();
    game.choose("bob wait", &Typing::default()).unwrap();
    assert!(matches!(mine.write(&game.replay()), Err(SaveError::Changed { .. })));
    assert_eq!(fs::read_to_string(&path).unwrap(), "changed");
    fs::remove_file(&path).unwrap();
    mine.write(&game.replay()).unwrap();
    assert!(SaveFile::open(&path).is_ok(), "a file that was removed is written anew");
}

#[test]
fn saved_games_are_found_the_newest_first_and_broken_ones_reported() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = table();
    game.choose("ann wait", &Typing::default()).unwrap();
    let text = game.replay().write();
    for (name, age) in [("old", 100), ("new", 10)] {
        let path = folder.path().join(format!("{name}.json"));
        write_file(&path, &text).unwrap();
        let when = std::time::SystemTime::now() - std::time::Duration::from_secs(age);
        fs::File::options().write(true).open(&path).unwrap().set_modified(when).unwrap();
    }
    fs::write(folder.path().join("broken.json"), &text[..text.len() / 2]).unwrap();
    fs::write(folder.path().join("latin.json"), b"\xe9").unwrap();
    fs::write(folder.path().join(".half.json.tmp"), "").unwrap();
    fs::write(folder.path().join("notes.txt"), "").unwrap();
    let (games, errors) = saved(folder.path());
    let names: Vec<_> = games.iter().map(|game| game.path.file_stem().unwrap().to_owned()).collect();
    assert_eq!(names, ["new", "old"]);
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert!(errors.iter().any(|error| error.to_string().contains("broken.json: this is not a replay file")));
    assert_eq!(fs::read_to_string(folder.path().join("broken.json")).unwrap(), text[..text.len() / 2]);
    let (none, errors) = saved(&folder.path().join("nowhere"));
    assert!(none.is_empty() && errors.is_empty());
}

#[test]
fn the_state_folder_follows_the_environment() {
    let with = |set: &'static [(&str, &str)]| {
        let dir = state_dir(move |name| set.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).into()));
        dir.map(|dir| dir.display().to_string())
    };
    assert_eq!(with(&[("HOME", "/h")]).unwrap(), "/h/.local/state/fracas");
    assert_eq!(with(&[("HOME", "/h"), ("XDG_STATE_HOME", "/x")]).unwrap(), "/x/fracas");
    assert_eq!(with(&[("HOME", "/h"), ("XDG_STATE_HOME", "rel")]).unwrap(), "/h/.local/state/fracas");
    assert_eq!(with(&[("XDG_STATE_HOME", "/x"), ("FRACAS_STATE_DIR", "mine")]).unwrap(), "mine");
    assert_eq!(with(&[("FRACAS_STATE_DIR", "")]), None);
}
