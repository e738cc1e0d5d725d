//! What lasts from one fight to the next, on a field of several rooms.

use fracas_kernel::{Crowd, Danger, Fate, Judgement, Know, Made, Offer, Seat, Side, Tell, Who};

use crate::scene::Scene;

/// The stage with short ways: ridge and den on one field, a door between them, the inn behind another.
fn near() -> Scene {
    near_with(&[])
}

/// The same with something else changed.
fn near_with(changes: &[(&str, &str)]) -> Scene {
    let ways = [
        ("between = [\"camp\", \"ridge\"]\nminutes = 30", "between = [\"camp\", \"ridge\"]\nminutes = 5"),
        (
            "between = [\"ridge\", \"den\"]\nminutes = 20",
            "between = [\"ridge\", \"den\"]\ndoor = \"shut\"\nminutes = 5",
        ),
    ];
    Scene::changed(&[&ways, changes].concat())
}

/// In a fight for the ridge: the heroes have it, and the imps are at the camp.
fn hold_the_ridge(scene: &mut Scene) {
    for (id, to) in [("imp-1", "camp"), ("imp-2", "camp"), ("ann", "ridge"), ("bea", "ridge")] {
        let who = scene.who(id);
        scene.judge(Judgement::Move { who, to: to.to_owned() });
    }
}

/// ARDOR-R21: who was out or hurt is so when the party comes back; brought back by the judge, they are whole.
#[test]
fn what_was_beaten_stays_beaten() {
    let mut scene = near();
    scene.play("ann go ridge", &[]);
    scene.set("imp-1", "health", 0);
    scene.set("imp-2", "health", 7);
    scene.end_fight(Side::Monsters);
    scene.play("ann go ridge", &[]);
    assert_eq!((scene.track("imp", "health"), scene.view(Seat::Judge).tokens.len()), (7, 3));
    scene.end_fight(Side::Monsters);
    scene.fate("guards", Fate::Back);
    scene.play("ann go ridge", &[]);
    assert_eq!((scene.track("imp-1", "health"), scene.track("imp-2", "health")), (30, 30));
}

/// ARDOR-R21: the same for those whom the judge has put there.
#[test]
fn strays_stay_as_they_were_left() {
    let mut scene = near();
    scene.judge(Judgement::Add { creature: "ogre".to_owned(), side: Side::Monsters, to: "inn".to_owned() });
    scene.play("ann go inn", &[]);
    scene.set("ogre", "health", 3);
    scene.end_fight(Side::Monsters);
    scene.play("ann go inn", &[]);
    assert_eq!(scene.track("ogre", "health"), 3);
}

/// ARDOR-D4: nobody who is met begins in the party's zone where there is another; ARDOR-D2: what nobody has seen has no name in
/// a fight; ARDOR-D1: what a fight does to a door stays.
#[test]
fn fights_are_fought_on_the_place() {
    let mut scene = near();
    scene.play("ann go ridge", &[]);
    assert_eq!(scene.place("ann").as_deref(), Some("camp"));
    assert_eq!(scene.place("imp-1").as_deref(), Some("ridge"), "not beside the party");
    hold_the_ridge(&mut scene);
    let seats = [Seat::Player(Crowd::one(Who(0))), Seat::Watcher];
    for seat in seats {
        let all = format!("{:?} {:?}", scene.view(seat), scene.choices());
        assert!(!all.contains("Den") && !all.contains("Vault"), "{all}");
    }
    scene.play("ann begin", &[]);
    scene.play("imp-1 defend", &[]);
    scene.play("imp-2 defend", &[]);
    assert!(scene.can("ann open east-door"), "{:?}", scene.choices());
    scene.play("ann open east-door", &[]);
    scene.play("bea defend", &[10, 10]);
    for seat in seats {
        let told = scene.told_to(seat).join(" ");
        assert!(told.contains("open the door to the east") && !told.contains("Den"), "{told}");
    }
    scene.play("ann pass", &[]);
    scene.play("bea pass", &[]);
    assert!(scene.zones(Seat::Watcher).contains(&"den".to_owned()), "it can be seen now");
    scene.end_fight(Side::Heroes);
    assert!(scene.zones(Seat::Watcher).contains(&"den".to_owned()));
}

/// ARDOR-D2: neither what can be aimed at a zone nor what foes threaten to do names a zone that nobody has seen.
#[test]
fn what_nobody_has_seen_is_not_named() {
    let blast = "[[ability]]\nid = \"blast\"\nname = \"Blast\"\ncost = 1\nby = \"wit\"\nrange = \"ranged\"\n\
                 area = true\ntakes = \"everyone\"\nfull = { damage = \"1d6\" }\n\n[[archetype]]";
    let mut scene = near_with(&[
        ("[[archetype]]", blast),
        ("lore =", "abilities = [\"blast\"]\nlore ="),
        ("melee = \"claws\"", "melee = \"claws\"\nranged = \"thorns\""),
    ]);
    scene.play("ann go ridge", &[]);
    hold_the_ridge(&mut scene);
    scene.play("ann begin", &[]);
    scene.play("imp-1 defend", &[]);
    scene.play("imp-2 defend", &[]);
    let (rules, state, ann) = (scene.table.rules(), scene.table.state(), scene.who("ann"));
    let seat = Seat::Player(Crowd::one(ann));
    let (known, mut all) = (rules.known(state, seat), Vec::new());
    rules.conceivable(&known, &mut all);
    let own = all.into_iter().filter(|choice| choice.who() == ann);
    let views: Vec<_> = own.map(|choice| rules.describe(&known, choice)).collect();
    let aimed = views.iter().find(|view| view.label.starts_with("Use Blast on the east"));
    let aimed = aimed.expect("the den can be thought of");
    assert_eq!(
        (aimed.to.as_deref(), aimed.item.as_ref().map(|item| item.name.as_str())),
        (None, Some("the east"))
    );
    let seen = scene.zones(seat);
    assert!(views.iter().filter_map(|view| view.to.as_ref()).all(|to| seen.contains(to)));
    // The imps could shoot and go to the inn.
    let mut threats = Vec::new();
    Danger::new(rules, state, seat, ann, None, &[]).unwrap().look(rules, &mut |threat| {
        threats.push(threat.label);
        true
    });
    assert!(threats.iter().any(|threat| threat == "Shoot Ann, then go to Ridge"), "{threats:#?}");
    assert!(!threats.iter().any(|threat| threat.contains("Inn")), "{threats:#?}");
}

/// ARDOR-R9: the end of a fight is told once, and nothing comes after it.
#[test]
fn the_end_of_a_fight_is_told_once() {
    let mut scene = near();
    scene.play("ann go ridge", &[]);
    scene.play("ann begin", &[]);
    scene.set("imp-1", "health", 0);
    scene.set("imp-2", "health", 1);
    scene.play("imp-2 defend", &[]);
    scene.play("ann move-to-attack ridge imp-2", &[]);
    scene.play("bea defend", &[19, 1]);
    scene.play("ann pass", &[]);
    let told = scene.play("bea pass", &[1, 1]);
    let ends: Vec<usize> = (0..told.len()).filter(|&nth| told[nth] == "The heroes have won").collect();
    assert_eq!(ends.len(), 1, "{told:?}");
    assert_eq!(ends[0] + 1, told.len(), "what comes of it is told before: {told:?}");
    assert!(told.iter().any(|line| line.contains("XP")), "{told:?}");
}

/// ARDOR-D4: who lives in a room with one way in has it, and meets the party in the doorway; nobody stands where the party has
/// just come through.
#[test]
fn who_lives_somewhere_faces_who_comes() {
    let more = "foes = [{ creature = \"ogre\" }, { creature = \"imp\", at = \"ridge\" }]";
    let mut scene = near_with(&[("foes = [{ creature = \"ogre\" }]", more)]);
    scene.play("ann go ridge", &[]);
    scene.end_fight(Side::Heroes);
    scene.play("ann go den", &[]);
    let places = ["ann", "bea", "ogre", "imp"].map(|id| scene.token(id).place.unwrap_or_default());
    assert_eq!(places, ["ridge", "ridge", "den", "den"]);
}
