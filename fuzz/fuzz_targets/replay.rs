//! Any text as a record of a game: it is refused, or played as far as the rules allow, and its verdict can be had.
#![no_main]

use fracas_table::{Replay, verify};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(replay) = Replay::read(text) else { return };
    assert_eq!(Replay::read(&replay.write()).expect("what was written can be read").write(), replay.write());
    let Ok(mut game) = fracas_systems::open_replay(&replay) else { return };
    verify(&replay, &mut *game);
});
