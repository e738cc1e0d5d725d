//! The judge's word in a fight: checks, what somebody tries that no list has, circumstances, and who is told of it.

use fracas_kernel::{Crowd, Judgement, Outcome, Seat, Sequel, Side};

use crate::scene::{Scene, begun, begun_on, hits, staged};

fn attempt(scene: &Scene, who: &str, against: Option<i32>) -> Judgement {
    let imp = scene.who("imp");
    let daze = Judgement::Afflict { who: imp, condition: "held".to_owned(), rank: None };
    let hurt = Judgement::Set { who: scene.who(who), track: "hits".to_owned(), value: 4 };
    Judgement::Attempt {
        who: scene.who(who),
        tries: "pulls the carpet from under the imp.".to_owned(),
        check: Some("might".to_owned()),
        against,
        success: Sequel { says: "It lies there, tangled.".to_owned(), acts: vec![daze] },
        failure: Sequel { says: String::new(), acts: vec![hurt] },
    }
}

/// TWELVES-R17, TWELVES-A5, TWELVES-R1: a player says what they try; the judge names the attribute and the stakes; it takes
/// the action, and is one deed in the log.
#[test]
fn anything_else_within_reason() {
    let mut scene = begun(&[("fia", "yard"), ("duo", "yard")], &[("imp", "yard")]);
    let (fia, imp) = (scene.who("fia"), scene.who("imp"));
    scene.table.propose(fia, "pulls the carpet from under the imp.").unwrap();
    let refused = scene.table.propose(imp, "bites its own tail").unwrap_err();
    assert!(refused.why.contains("not their turn"), "{refused}");
    let steps = scene.table.steps().len();
    let told = scene.judge_rolling(attempt(&scene, "fia", None), &[7]);
    assert_eq!(
        told,
        [
            "Fia: pulls the carpet from under the imp: d12 [7] = 7 against might 7: success. It lies there, tangled",
            "Judge: Imp is held",
        ]
    );
    assert_eq!(scene.table.steps().len(), steps + 1);
    let line = &scene.lines_to(Seat::Watcher)[0];
    assert_eq!((line.rule, line.rolls[0].success), (Some("TWELVES-R1"), Some(true)));
    assert!(scene.table.proposals().is_empty());
    assert_eq!(scene.asked(), ["duo"], "the action is taken");
    let again = scene.table.judge(attempt(&scene, "fia", None)).unwrap_err();
    assert!(again.why.contains("not Fia's turn"), "{again}");
    // The other way round: one over is failure, against the judge's number if there is one.
    let told = scene.judge_rolling(attempt(&scene, "duo", Some(3)), &[4]);
    assert_eq!(
        told[..2],
        [
            "Duo: pulls the carpet from under the imp: d12 [4] = 4 against might 3: failure",
            "Judge: Duo's hits is now 4",
        ]
    );
    assert_eq!(hits(&scene, "duo"), 4);
    assert_eq!(scene.asked(), ["imp"], "everybody has acted: the opponents' turn");
}

/// TWELVES-R17: the judge may say no, and then the action is still there.
#[test]
fn the_judge_may_say_no() {
    let mut scene = begun(&[("fia", "yard")], &[("imp", "yard")]);
    let who = scene.who("fia");
    let decline =
        Judgement::Decline { who, tries: "flies".to_owned(), why: "nobody here has wings".to_owned() };
    let told = scene.judge(decline);
    assert_eq!(told, ["Judge: Fia: flies. That cannot be done: nobody here has wings"]);
    assert_eq!(scene.asked(), ["fia"]);
}

/// TWELVES-R17: it is a turn's action, and so there is none before the first turn, nor for the defeated.
#[test]
fn only_whose_turn_it_is_can_try() {
    let mut scene = staged("", &[("fia", "yard")], &[("imp", "yard")]);
    let refused = scene.table.judge(attempt(&scene, "fia", None)).unwrap_err();
    assert_eq!(refused.why, "the fight has not begun");
    let mut scene = begun(&[("fia", "yard"), ("duo", "yard")], &[("imp", "yard")]);
    scene.set_track("duo", "hits", 0);
    assert!(scene.table.propose(scene.who("duo"), "crawls").is_err());
    let no_check = Judgement::Check {
        who: scene.who("fia"),
        check: "charm".to_owned(),
        against: None,
        success: Sequel::default(),
        failure: Sequel::default(),
    };
    let why = scene.table.judge(no_check).unwrap_err().why;
    assert_eq!(why, "there is no check \"charm\"; known: might, agility, wits");
}

/// TWELVES-A3: the judge says who was caught unprepared, until it has begun.
#[test]
fn the_judge_decides_who_is_surprised() {
    let surprise =
        |value: &str| Judgement::Decide { what: "surprise".to_owned(), who: None, value: value.to_owned() };
    let mut scene = staged("", &[("fia", "yard"), ("eel", "yard")], &[("imp", "loft")]);
    scene.judge(surprise("nobody"));
    assert!(scene.told_to(Seat::Watcher).is_empty(), "nobody perceives a circumstance");
    scene.play("fia begin", &[]);
    assert_eq!(scene.asked(), ["fia", "eel"]);
    assert_eq!(scene.table.judge(surprise("heroes")).unwrap_err().rule, Some("TWELVES-A3"));
    let mut scene = staged("ready = \"all\"", &[("fia", "yard"), ("eel", "yard")], &[("imp", "loft")]);
    scene.judge(surprise("heroes"));
    scene.play("fia begin", &[7, 9]);
    assert_eq!(scene.asked(), ["eel"]);
    let readiness =
        |who, value: &str| Judgement::Decide { what: "readiness".into(), who, value: value.into() };
    let mut one = staged("ready = \"all\"", &[("fia", "yard"), ("eel", "yard")], &[("imp", "loft")]);
    one.judge(readiness(Some(one.who("eel")), "unready"));
    // Only Eel checks, and fails.
    one.play("fia begin", &[12]);
    assert_eq!(one.asked(), ["fia"]);
    assert_eq!(
        one.table.judge(readiness(None, "ready")).unwrap_err().why,
        "readiness is about somebody: say whom"
    );
    let wrong = scene.table.judge(surprise("everybody")).unwrap_err().why;
    assert_eq!(wrong, "there is no surprise \"everybody\"; known: nobody, heroes");
}

/// TWELVES-R2, TWELVES-R5, TWELVES-A1, TWELVES-A4: whom the judge leaves no hits falls, lets go of whom it held, and the next
/// turn begins as it should; the end of the fight is told once, and last.
#[test]
fn after_the_judges_act_play_goes_on() {
    let mut scene = begun(&[("fia", "yard"), ("duo", "yard")], &[("imp", "yard"), ("imp", "yard")]);
    scene.play("fia grapple imp-1", &[3]);
    scene.set_track("fia", "hits", 0);
    assert_eq!(
        scene.told_to(Seat::Watcher),
        ["Judge: Fia's hits is now 0", "Fia is defeated", "Imp 1 is no longer held"]
    );
    // The last who could act is felled: their opponents' turn begins.
    scene.afflict("imp-1", "dazed", None);
    scene.judge(Judgement::Remove { who: scene.who("duo") });
    let told = scene.told_to(Seat::Watcher);
    assert_eq!(told, ["Judge: Duo is taken off the table", "The monsters have won"]);
    assert_eq!(scene.outcome(), Some(Outcome::Won(Side::Monsters)));
    scene.set_track("fia", "hits", 2);
    assert_eq!(scene.outcome(), None, "who is helped up goes on");
    let told = scene.told_to(Seat::Watcher);
    assert_eq!(told, ["Judge: Fia's hits is now 2", "The monsters act", "Imp 1 is dazed and loses the turn"]);
    assert_eq!(scene.asked(), ["imp-2"]);
    scene.set_track("imp-1", "hits", 0);
    scene.set_track("imp-2", "hits", 0);
    let told = scene.told_to(Seat::Watcher);
    assert_eq!(told, ["Judge: Imp 2's hits is now 0", "Imp 2 is defeated", "The heroes have won"]);
}

const DOOR: &str = r#"
    zone = [
        { id = "hall", name = "Hall", at = [0, 0], exit = true },
        { id = "crypt", name = "Crypt", at = [1, 0] },
    ]
    door = [{ id = "oak", name = "Oak door", between = ["hall", "crypt"], state = "shut" }]
"#;

/// TWELVES-D2: what the judge does behind a door is told to nobody who could not see it, unless the judge says so.
#[test]
fn what_nobody_sees_nobody_is_told() {
    let mut scene = begun_on(DOOR, &[("fia", "hall")], &[("imp", "crypt"), ("imp", "hall")]);
    let seat = Seat::Player(Crowd::one(scene.who("fia")));
    let behind = scene.who("imp-1");
    let add =
        |to: &str| Judgement::Add { creature: "brute".to_owned(), side: Side::Monsters, to: to.to_owned() };
    let acts = [
        Judgement::Set { who: behind, track: "hits".to_owned(), value: 1 },
        Judgement::Afflict { who: behind, condition: "held".to_owned(), rank: None },
        Judgement::Favour { roller: Some(behind), roll: None, add: 1, edge: Default::default() },
        add("crypt"),
        Judgement::Remove { who: behind },
    ];
    for act in acts {
        let secret = scene.judge(act.clone());
        assert!(!secret.is_empty());
        assert!(scene.told_to(seat).is_empty(), "{act:?}: {:?}", scene.told_to(seat));
        assert!(scene.told_to(Seat::Watcher).is_empty());
    }
    scene.judge(Judgement::Open { of: Box::new(add("crypt")) });
    assert_eq!(scene.told_to(seat), ["Judge: Brute joins the monsters at Crypt"]);
    scene.judge(add("hall"));
    assert_eq!(scene.told_to(seat), ["Judge: Brute joins the monsters at Hall"]);
    // In secret it waits, and nobody knows of it until it is revealed.
    let shown = |scene: &Scene, seat| scene.table.view(seat).tokens.len();
    let (players, judge) = (shown(&scene, seat), shown(&scene, Seat::Judge));
    scene.judge(Judgement::Secret { of: Box::new(add("hall")) });
    assert!(scene.told_to(seat).is_empty());
    assert_eq!((shown(&scene, seat), shown(&scene, Seat::Judge)), (players, judge + 1));
    // Who walks off behind the door is gone; where to, nobody learns.
    let seen = scene.who("imp-2");
    scene.judge(Judgement::Move { who: seen, to: "crypt".to_owned() });
    assert!(scene.told_to(seat).is_empty(), "{:?}", scene.told_to(seat));
    assert!(scene.view(seat).tokens.iter().all(|token| token.who != seen));
    scene.table.take_back(5);
    let note = &scene.table.notes()[0].text;
    assert!(!note.contains("crypt") || note.matches("crypt").count() == 1, "only the open one: {note}");
}
