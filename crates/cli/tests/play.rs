//! Whole fights by script: played, typed, judged, taken back, broken off, resumed, replayed and verified.

mod run;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::Stdio;

use run::{Ran, command, fracas, fracas_in, state};
use tempfile::TempDir;

fn saves(state: &TempDir) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(state.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn replay_of(state: &TempDir) -> serde_json::Value {
    let files = saves(state);
    assert_eq!(files.len(), 1, "{files:?}");
    serde_json::from_str(&fs::read_to_string(&files[0]).unwrap()).unwrap()
}

fn play(script: &str) -> (Ran, TempDir) {
    let state = state();
    let ran = fracas_in(&["play", "last-stand", "--seed", "7"], script, &state);
    assert_eq!(ran.code, 0, "{}", ran.err);
    (ran, state)
}

#[test]
fn a_whole_fight_by_script_ends_and_is_kept_as_a_replay_that_verifies() {
    let (ran, state) = play(&"1\n".repeat(2000));
    assert!(ran.out.contains(" over> "), "the fight has an end");
    let replay = replay_of(&state);
    assert!(replay["outcome"].is_string() || replay["outcome"].is_object(), "{}", replay["outcome"]);
    let file = saves(&state).remove(0).display().to_string();
    let verified = fracas(&["replay", &file, "--verify"], "");
    assert_eq!(verified.code, 0, "{}", verified.out);
    let printed = fracas(&["replay", &file, "--print"], "");
    let last = replay["steps"].as_array().unwrap().last().unwrap()["choice"].as_str().unwrap().to_owned();
    assert!(printed.out.contains(&last) && printed.out.contains("Over: "), "{}", printed.out);
    let as_json = fracas(&["replay", &file, "--json"], "");
    assert_eq!(serde_json::from_str::<serde_json::Value>(&as_json.out).unwrap(), replay);
}

#[test]
fn the_same_seed_and_script_give_the_same_transcript() {
    let script = "1\nauto\no 1\nwhy\nlog\ngo all\n";
    let (one, two) = (
        fracas(&["play", "crypt-door", "--seed", "3"], script),
        fracas(&["play", "crypt-door", "--seed", "3"], script),
    );
    let until_path = |ran: &Ran| ran.out.split("The fight is kept").next().unwrap().to_owned();
    assert_eq!(until_path(&one), until_path(&two));
    assert!(one.out.contains("with a chance of") || one.out.contains("No dice decide"), "{}", one.out);
    assert!(one.out.contains("DELVE-"), "the log names rules");
}

#[test]
fn a_fight_may_be_watched_or_played_from_the_other_side() {
    let watched = fracas(&["play", "last-stand", "--seed", "2", "--heroes", "auto"], "");
    assert_eq!(watched.code, 0);
    assert!(!watched.out.contains("> "), "nobody is asked: {}", watched.out);
    let monsters = fracas(&["play", "last-stand", "--seed", "2", "--side", "monsters"], "1\nauto\nauto\n");
    assert!(monsters.out.contains(" troll> "), "{}", monsters.out);
    assert!(!monsters.out.contains(" oda> "), "{}", monsters.out);
    let both = fracas(&["play", "last-stand", "--seed", "2", "--side", "both"], &"auto\n".repeat(200));
    assert!(both.out.contains(" troll> ") && both.out.contains(" oda> "), "{}", both.out);
}

#[test]
fn the_end_of_the_script_saves_and_resuming_equals_playing_on() {
    let (_, whole) = play(&"auto\n".repeat(500));
    for steps in [1, 4, 9] {
        let (first, state) = play(&"auto\n".repeat(steps));
        assert!(first.out.contains("fracas play --resume"), "{}", first.out);
        assert!(replay_of(&state)["outcome"].is_null());
        let resumed = fracas_in(&["play", "--resume"], &"auto\n".repeat(500), &state);
        assert_eq!(resumed.code, 0, "{}", resumed.err);
        assert_eq!(replay_of(&state), replay_of(&whole), "broken off after {steps}");
    }
}

#[test]
fn a_game_that_was_killed_goes_on_from_the_last_question() {
    let state = state();
    let mut child = command(&["play", "last-stand", "--seed", "7"], state.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"auto\nauto\nlog\n").unwrap();
    stdin.flush().unwrap();
    // Killed while it waits for more, after it has answered what it had.
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().contains("> log")), "it answers");
    child.kill().unwrap();
    child.wait().unwrap();
    drop(stdin);
    let saved = replay_of(&state);
    assert!(saved["steps"].as_array().unwrap().len() >= 2, "{saved}");
    let file = saves(&state).remove(0).display().to_string();
    let resumed = fracas_in(&["play", "--resume", &file], &"auto\n".repeat(500), &state);
    assert_eq!(resumed.code, 0);
    let (_, whole) = play(&"auto\n".repeat(500));
    assert_eq!(replay_of(&state), replay_of(&whole));
}

#[test]
fn a_new_game_mentions_the_unfinished_one_and_leaves_it_alone() {
    let (_, state) = play("1\n");
    let before = fs::read_to_string(&saves(&state)[0]).unwrap();
    let again = fracas_in(&["play", "last-stand", "--seed", "7"], "1\n1\n", &state);
    assert!(again.out.contains("is not finished (1 steps, seed 7)"), "{}", again.out);
    let files = saves(&state);
    assert_eq!(files.len(), 2);
    assert!(files.iter().any(|file| fs::read_to_string(file).unwrap() == before));
    let other = fracas_in(&["play", "crypt-door", "--seed", "7"], "", &state);
    assert!(!other.out.contains("is not finished"), "{}", other.out);
    let by_name = fracas_in(&["play", "--resume", "last-stand"], "", &state);
    assert!(by_name.out.contains("Resumed at step"), "{}", by_name.out);
    assert_eq!(fracas_in(&["play", "--resume", "crypt-door"], "", &state).code, 4);
}

#[test]
fn a_corrupt_save_is_reported_and_left_as_it_is() {
    let (_, state) = play("1\n");
    let file = saves(&state).remove(0);
    let whole = fs::read_to_string(&file).unwrap();
    let half = &whole[..whole.len() / 2];
    fs::write(&file, half).unwrap();
    let path = file.display().to_string();
    let named = fracas_in(&["play", "--resume", &path], "1\n", &state);
    assert_eq!(named.code, 3);
    assert!(named.err.contains("this is not a replay file"), "{}", named.err);
    let last = fracas_in(&["play", "--resume"], "1\n", &state);
    assert_eq!(last.code, 4);
    assert!(last.err.contains("skipped") && last.err.contains("no unfinished game"), "{}", last.err);
    assert_eq!(fracas_in(&["play", "last-stand", "--seed", "7"], "1\n", &state).code, 0);
    assert_eq!(fs::read_to_string(&file).unwrap(), half);
}

#[test]
fn a_save_file_of_ones_own_is_used_and_never_overwritten() {
    let state = state();
    let path = state.path().join("mine.json");
    let name = path.display().to_string();
    assert_eq!(fracas_in(&["play", "last-stand", "--seed", "1", "--save", &name], "1\n", &state).code, 0);
    let first = fs::read_to_string(&path).unwrap();
    let again = fracas_in(&["play", "last-stand", "--seed", "1", "--save", &name], "1\n", &state);
    assert_eq!(again.code, 5);
    assert!(again.err.contains("is there already"), "{}", again.err);
    let copied = fracas_in(&["play", "--resume", &name], &format!("save {name}\nsave {name}.copy\n"), &state);
    assert!(copied.out.contains("is there already") && copied.out.contains("Written to"), "{}", copied.out);
    assert_eq!(fs::read_to_string(&path).unwrap(), first);
    assert_eq!(fs::read_to_string(format!("{name}.copy")).unwrap(), first);
}

#[test]
fn dice_are_typed_and_wrong_ones_refused_with_the_range() {
    let (ran, state) = play("dice all\n1\n9\n6\n1\n1\nq\n");
    assert!(ran.out.contains("a d6 shows 1 to 6, not 9"), "{}", ran.out);
    let begin = replay_of(&state)["steps"][0].clone();
    assert_eq!(begin["rolls"][0]["faces"], serde_json::json!([6]));
    assert_eq!(begin["rolls"][1]["faces"], serde_json::json!([1]));
    let (ran, state) = play("dice all\n1\nx\nprogramme\n");
    assert!(ran.out.contains("Taken back: nothing has happened."), "{}", ran.out);
    assert!(saves(&state).is_empty(), "nothing has happened, and nothing is saved");
    let (_, state) = play("dice all\n1\np\n");
    assert_eq!(replay_of(&state)["steps"][0]["rolls"][0]["by_hand"], serde_json::Value::Null);
}

#[test]
fn steps_are_taken_back_and_done_again() {
    let (ran, state) = play("1\nu\nr\nu\nu\nr\nr\n");
    assert!(ran.out.contains("although dice had fallen"), "{}", ran.out);
    assert!(ran.out.contains("Nothing to undo."), "{}", ran.out);
    assert!(ran.out.contains("Nothing to redo."), "{}", ran.out);
    assert_eq!(replay_of(&state)["steps"].as_array().unwrap().len(), 1);
}

#[test]
fn the_judge_has_a_hand_in_it_and_the_log_says_so() {
    let script = "1\njudge set troll hp 3\njudge move brakk yard\njudge add wolf monsters yard\njudge remove w1\n\
        judge afflict brakk held\njudge lift brakk held\njudge favour brakk +2 advantage on to hit\n\
        judge dice 20 for brakk on to hit\njudge set nobody hp 3\njudge\njudge back 1\njudge end draw\nlog\n";
    let (ran, state) = play(script);
    for part in [
        "Troll's hp is now 3",
        "Brakk is moved to Yard",
        "+2 and advantage on Brakk's next to hit roll",
        "nobody here is \"nobody\"",
        "judge back [N]",
        "The judge takes back 1 of the last steps.",
        "the encounter ends without a winner",
    ] {
        assert!(ran.out.contains(part), "{part}: {}", ran.out);
    }
    let replay = replay_of(&state);
    assert_eq!(replay["outcome"], "draw");
    assert_eq!(replay["notes"].as_array().unwrap().len(), 1);
    let file = saves(&state).remove(0).display().to_string();
    assert_eq!(fracas(&["replay", &file, "--verify"], "").code, 0);
}

#[test]
fn choices_are_made_by_words_and_strange_words_are_explained() {
    let (ran, _) = play("begin\nbrakk\nbrakk moev yard\nbrakk move yard\nzzz\n99\ndice\no\n?\nall\n");
    assert!(ran.out.contains("Brakk moves to Yard"), "{}", ran.out);
    assert!(ran.out.contains("mean \"brakk move yard\"?"), "{}", ran.out);
    assert!(ran.out.contains("\"zzz\" is neither a choice now"), "{}", ran.out);
    assert!(ran.out.contains("There is no choice 99"), "{}", ran.out);
    assert!(ran.out.contains("dice mine, dice all or dice program?"), "{}", ran.out);
    assert!(ran.out.contains("undo and redo"), "{}", ran.out);
    assert!(ran.out.contains("brakk done"), "{}", ran.out);
}

#[test]
fn nothing_is_wider_than_eighty_columns_but_paths() {
    let (ran, _) = play(&"auto\n".repeat(60));
    for line in ran.out.lines().filter(|line| !line.contains("fracas ")) {
        assert!(line.chars().count() <= 80, "{} columns: {line}", line.chars().count());
    }
}

#[test]
fn a_replay_that_was_tampered_with_does_not_verify() {
    let (_, state) = play(&"auto\n".repeat(500));
    let mut replay = replay_of(&state);
    let steps = replay["steps"].as_array_mut().unwrap();
    let at = steps
        .iter()
        .rposition(|step| step["rolls"].as_array().is_some_and(|rolls| !rolls.is_empty()))
        .unwrap();
    let face = steps[at]["rolls"][0]["faces"][0].as_u64().unwrap();
    steps[at]["rolls"][0]["faces"][0] = (if face == 1 { 2 } else { 1 }).into();
    let file = state.path().join("forged.json");
    fs::write(&file, replay.to_string()).unwrap();
    let file = file.display().to_string();
    let verified = fracas(&["replay", &file, "--verify"], "");
    assert_eq!(verified.code, 1);
    assert!(verified.out.contains(&format!("step {} differs", at + 1)), "{}", verified.out);
    let json = fracas(&["replay", &file, "--verify", "--json"], "");
    assert_eq!(json.code, 1);
    let verdict: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!((&verdict["same"], &verdict["detail"]["step"]), (&false.into(), &(at + 1).into()));
    assert_eq!(fracas(&["replay", &file, "--print"], "").code, 0);
}

#[test]
fn an_adventure_tells_its_goal_and_keeps_the_clock_beside_the_prompt() {
    let ran = fracas(&["play", "the-drowned-mint", "--seed", "5"], "go\ntavit\nabout\ngo forecourt\nquit\n");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let goal = "Goal: bring the coin dies out of the mint.";
    assert_eq!(ran.out.matches(goal).count(), 2, "at the start, and when asked: {}", ran.out);
    // Whatever is asked, the gauges stand right above the prompt.
    let asked: Vec<&str> = ran.out.split(['>']).filter(|part| part.contains(" Turn ")).collect();
    assert_eq!(asked.len(), 3, "{}", ran.out);
    for part in &asked {
        let last = part.trim_end().lines().rev().take(3).collect::<Vec<_>>().join(" ");
        assert!(last.contains("time day 1, 08:"), "{last}");
    }
    // Here going is a choice, and does not hand the game over to the minds.
    assert!(ran.out.contains("\"go\" fits several choices"), "{}", ran.out);
    assert!(ran.out.contains("Flooded forecourt. ") && !ran.out.contains(" over> "), "{}", ran.out);
}

/// What stands between a choice and the next prompt.
fn answers(out: &str, prompt: &str) -> Vec<String> {
    out.split(prompt).skip(1).map(|part| part.split('\n').skip(1).collect::<Vec<_>>().join("\n")).collect()
}

#[test]
fn after_a_choice_only_what_has_changed_is_shown() {
    let (ran, _) = play("begin\nbrakk move yard\nlook\n");
    let told = answers(&ran.out, "> brakk move yard");
    let (changes, look) = told[0].split_once("> look").expect("a look");
    // The log, those who are not as they were, and the question; nobody else, and no map.
    assert!(changes.contains("Brakk moves to Yard"), "{changes}");
    assert!(changes.contains("B Brakk") && changes.contains("→ Yard"), "{changes}");
    assert!(!changes.contains('┌') && !changes.contains("Ysolde  cleric"), "{changes}");
    assert!(changes.lines().count() < 20, "{} lines: {changes}", changes.lines().count());
    assert!(look.contains("┌ Yard") && look.contains("Ysolde"), "{look}");
}

#[test]
fn a_round_begins_with_the_whole_table() {
    let (ran, _) = play(&format!("begin\n{}", "e\n".repeat(30)));
    let rounds = ran.out.matches("\n Round ").count();
    let tables = ran.out.matches("┌ Mill floor").count();
    assert!(rounds >= 2, "{}", ran.out);
    // One at the start, one for each round, and one at the end.
    assert!(tables <= rounds + 2 && tables >= rounds, "{tables} tables, {rounds} rounds: {}", ran.out);
}

#[test]
fn the_same_digit_twice_never_leaves_the_field() {
    for scenario in ["last-stand", "worm-orchard", "toll-bridge", "hexers-mill", "the-masked-duelist"] {
        for digit in 1..=9 {
            let state = state();
            let script = format!("1\n{}", format!("{digit}\n").repeat(12));
            let ran = fracas_in(&["play", scenario, "--seed", "7"], &script, &state);
            assert_eq!(ran.code, 0, "{}", ran.err);
            let steps = replay_of(&state)["steps"].clone();
            for step in steps.as_array().unwrap() {
                let choice = step["choice"].as_str().unwrap_or_default();
                let leaves = ["leave", "flee", "retreat"].iter().any(|word| choice.ends_with(word));
                let who = choice.split(' ').next().unwrap_or_default();
                let ours = ran.out.contains(&format!(" {who}> "));
                assert!(!leaves || !ours, "{scenario}, {digit}: {choice}\n{}", ran.out);
            }
        }
    }
}

#[test]
fn leaving_the_field_wants_a_word() {
    let leaves = |script: &str| {
        let state = state();
        let ran = fracas_in(&["play", "last-stand", "--seed", "7"], script, &state);
        (steps(&state), ran)
    };
    // Ilse stands at the hatch, and can leave from there.
    let (before, ran) = leaves("begin\nilse\n");
    let row = ran.out.lines().rfind(|line| line.contains("Leave the field")).expect("a way out");
    let at = row.find("Leave the field").unwrap();
    let number = row[..at].split_whitespace().last().unwrap().to_owned();
    for no in ["no", "1", "", &number] {
        let (after, ran) = leaves(&format!("begin\nilse\n{number}\n{no}\n"));
        assert!(ran.out.contains("yes or no?") && ran.out.contains("You stay."), "{}", ran.out);
        assert_eq!(after, before, "{no:?}: {}", ran.out);
    }
    let (after, ran) = leaves(&format!("begin\nilse\n{number}\nyes\n"));
    assert!(after > before && !ran.out.contains("You stay."), "{}", ran.out);
    // Spelt out, it is meant.
    assert!(leaves("begin\nilse\nilse leave\n").0 > before);
}

#[test]
fn nought_ends_the_turn() {
    let (ran, _) = play("begin\nbrakk\n0\n");
    assert!(ran.out.contains(" 0 Do nothing more") && ran.out.contains("Brakk is done"), "{}", ran.out);
}

/// An adventure in which rats turn up at once, and what is typed then.
fn rats(script: &str) -> (Ran, TempDir) {
    let state = state();
    let script = format!("judge fate rats now\nbegin\n{script}");
    let ran = fracas_in(&["play", "the-drowned-mint", "--seed", "5"], &script, &state);
    assert_eq!(ran.code, 0, "{}", ran.err);
    (ran, state)
}

fn steps(state: &TempDir) -> usize {
    replay_of(state)["steps"].as_array().unwrap().len()
}

#[test]
fn go_stops_after_the_enemys_turn_and_after_the_fight() {
    let (ran, _) = rats("go\n");
    assert!(ran.out.contains("Round 2") && !ran.out.contains("Round 3"), "{}", ran.out);
    assert!(!ran.out.contains("have won") && !ran.out.contains(" over> "), "{}", ran.out);
    let (ran, state) = rats("go fight\nabout\n");
    assert_eq!(ran.out.matches("have won").count(), 1, "{}", ran.out);
    assert!(!ran.out.contains(" over> "), "the adventure goes on: {}", ran.out);
    assert!(replay_of(&state)["outcome"].is_null());
    let (ran, _) = rats("go fight\ngo fight\n");
    assert_eq!(ran.out.matches("have won").count(), 2, "between fights, to the end of the next: {}", ran.out);
    assert!(!ran.out.contains(" over> "), "{}", ran.out);
    let (ran, _) = rats("go all\n");
    assert!(ran.out.contains(" over> "), "{}", ran.out);
}

#[test]
fn answers_in_the_midst_of_a_turn_do_not_end_it() {
    let play = |script: &str| {
        let state = state();
        let ran = fracas_in(&["play", "ogre-bridge", "--seed", "3"], script, &state);
        assert_eq!(ran.code, 0, "{}", ran.err);
        (ran, state)
    };
    let (ran, begun) = play("go\n");
    assert!(ran.out.contains("Round 1") && !ran.out.contains(" interrupts "), "{}", ran.out);
    let (ran, _) = play("go\ngo\n");
    assert!(ran.out.contains(" interrupts ") && ran.out.contains("Round 2"), "{}", ran.out);
    let (_, back) = play("go\ngo\nu turn\n");
    assert_eq!(steps(&back), steps(&begun), "the whole turn, with what others did in it");
}

#[test]
fn undo_goes_back_by_number_by_turn_and_by_fight() {
    let (_, once) = rats("go\n");
    let (ran, twice) = rats("go\ngo\nu turn\n");
    assert!(ran.out.contains("Undid "), "{}", ran.out);
    assert_eq!(steps(&twice), steps(&once), "the start of the turn before");
    let (_, fight) = rats("go\ngo\nu fight\n");
    assert_eq!(steps(&fight), 1, "the judge's act stays");
    let (_, begun) = rats("");
    let (_, back) = rats("auto\nauto\nu 2\n");
    assert_eq!(steps(&back), steps(&begun));
    let (ran, all) = rats("go\nu 1000\nu\n");
    assert!(saves(&all).is_empty() || steps(&all) == 0, "everything is taken back");
    assert!(ran.out.contains("Nothing to undo."), "{}", ran.out);
    let (ran, _) = rats("u 0\nu soon\n");
    assert_eq!(ran.out.matches("u alone, u and a number").count(), 2, "{}", ran.out);
}

#[test]
fn anything_within_reason_can_be_tried_and_the_judge_answers() {
    let (ran, state) = rats(
        "judge allow tavit might\ntavit\ntry\ntry kicks over the lamp\njudge refuse tavit it is nailed down\n\
         try kicks over the table\njudge allow tavit might 12 then say It breaks; gauge oil 1 else say Nothing\n\
         judge secret say psst\njudge check tavit wits 0 else say A shadow passes\n",
    );
    for part in [
        "tavit has not said what to try",
        "try what? Such as",
        "Tavit wants to try: kicks over the lamp",
        "Tavit: kicks over the lamp. That cannot be done: it is nailed down",
        "Tavit: kicks over the table: d12 [",
        "against might 12: success. It breaks",
        "Judge: psst (the players are not told)",
        "against wits 0: failure. A shadow passes",
    ] {
        let flat = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(part), "{part}: {}", ran.out);
    }
    let file = saves(&state).remove(0).display().to_string();
    let verified = fracas(&["replay", &file, "--verify"], "");
    assert_eq!(verified.code, 0, "{}", verified.out);
}
