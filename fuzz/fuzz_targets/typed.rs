//! Typed dice: the first line is a roll, the rest is what a person typed. What is accepted fills a tape exactly.
#![no_main]

use fracas_dice::{Dice, Roll, Tape, Why, asked};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Some((roll, typed)) = text.split_once('\n') else { return };
    let Ok(roll) = roll.parse::<Roll>() else { return };
    match asked::faces(&roll, typed) {
        Ok(faces) => {
            let mut tape = Tape::new(faces);
            tape.roll(Why::table("typed"), roll);
            assert_eq!(tape.done(), Ok(()), "{roll} with {typed:?}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
