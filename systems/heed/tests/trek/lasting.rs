//! What lasts from one fight to the next, and what a fight shows of the place around it.

use fracas_kernel::{Crowd, Fate, Judgement, MapView, Seat, Side, Who};

use crate::combat::ready;
use crate::scene::{Scene, Venture, place_of, scene};

/// The same place with rocks in the cave instead of slime.
fn dry(foes: &str) -> Scene {
    let slime = "{ id = \"drip\", name = \"Slime\", is = \"trips\" }";
    crate::scene::changed(foes, slime, "{ id = \"drip\", name = \"Rocks\", is = \"cover\" }")
}

fn into_the_pit() -> Scene {
    let mut scene = crate::scene::of(
        &place_of("orc@pit")
            .replacen("{ creature = \"orc\" }", "{ creature = \"orc\", count = 2 }", 1)
            .replacen("name = \"Orc\"\ngrit = 1", "name = \"Orc\"\ngrit = 3", 1),
    );
    scene.cave();
    scene.play("ann draw lamp", &[]);
    scene.play("ann go pit", &[]);
    ready(&mut scene);
    scene
}

/// Fights are fought on the zones around the party, several rooms deep.
#[test]
fn a_fight_spans_several_rooms() {
    let scene = into_the_pit();
    let MapView::Zones { zones, links, .. } = scene.view(Seat::Judge).map else { panic!("zones") };
    let ids: Vec<&str> = zones.iter().map(|zone| zone.id.as_str()).collect();
    for id in ["gate", "hall", "cave", "pit"] {
        assert!(ids.contains(&id), "{ids:?}");
    }
    let notes: Vec<&str> = links.iter().filter_map(|link| link.note.as_deref()).collect();
    assert!(notes.contains(&"open door") && notes.contains(&"locked door"), "{notes:?}");
}

/// Who lives in a room with one way in has it, and meets the party in the doorway; nobody waits in what trips or harms.
#[test]
fn who_lives_somewhere_faces_who_comes() {
    let mut scene = dry("orc@pit");
    let places = |scene: &Scene| ["ann", "orc"].map(|id| scene.token(id).place.unwrap_or_default());
    scene.cave();
    scene.play("ann draw lamp", &[]);
    scene.play("ann go pit", &[]);
    ready(&mut scene);
    assert_eq!(places(&scene), ["cave", "pit"]);
    let own = "{ creature = \"orc\", at = \"cave\" }";
    let mut scene = crate::scene::changed("orc@hall", "{ creature = \"orc\" }", own);
    scene.play("ann go hall", &[]);
    ready(&mut scene);
    assert_eq!(places(&scene), ["gate", "hall"], "not in the slime");
}

/// Wounds, deaths and doors last: whoever was wounded or felled is so when the party comes back, and takes nobody
/// unawares twice.
#[test]
fn wounds_and_deaths_last() {
    let mut scene = into_the_pit();
    scene.set_track("orc-1", "grit", 1);
    scene.set_track("orc-2", "grit", 0);
    scene.end(Some(Side::Monsters));
    scene.play("ann go-on", &[10]);
    scene.play("ann go pit", &[]);
    ready(&mut scene);
    assert_eq!((scene.grit("orc"), scene.view(Seat::Judge).tokens.len()), (1, 4), "one is left, and hurt");
    scene.end(Some(Side::Monsters));
    scene.play("ann go-on", &[10]);
    scene.fate("orc", Fate::Back);
    scene.play("ann go pit", &[]);
    ready(&mut scene);
    assert_eq!((scene.grit("orc-1"), scene.grit("orc-2")), (3, 3), "brought back whole");
}

/// What a fight does to a door stays done.
#[test]
fn doors_stay_as_they_were_left() {
    let mut scene = scene("orc");
    scene.hall();
    scene.fate("orc", Fate::Now);
    ready(&mut scene);
    while scene.asked()[0] != "ann" {
        let first = scene.asked()[0].clone();
        scene.play(&format!("{first} done"), &[]);
    }
    let force = scene.choices().into_iter().find(|text| text.starts_with("ann force ")).expect("the vault");
    scene.play(&force, &[5]);
    scene.end(Some(Side::Heroes));
    scene.play("ann go-on", &[10]);
    assert!(scene.can("ann go vault"), "the door is broken");
}

/// HEED-R17: those whom the heroes do not perceive are on no map of theirs, in no choice and in no line; and what nobody has
/// seen has no name.
#[test]
fn what_is_in_the_dark_stays_there() {
    let mut scene = dry("orc@pit");
    scene.cave();
    scene.play("ann go pit", &[]);
    scene.fight();
    for seat in [Seat::Player(Crowd::one(Who(0))), Seat::Watcher] {
        let all = format!("{:?} {:?}", scene.view(seat), scene.lines_to(seat));
        for secret in ["Vault", "vault", "Nook", "nook"] {
            assert!(!all.contains(secret), "{secret} is told to {seat:?}");
        }
        // Nobody has a light: the orc is not to be seen in the dark pit.
        assert!(scene.view(seat).tokens.iter().all(|token| token.name != "Orc"), "{seat:?}");
    }
    assert!(scene.view(Seat::Judge).tokens.iter().any(|token| token.name == "Orc"));
    assert!(!scene.choices().iter().any(|text| text.starts_with("ann") && text.contains("orc")));
    scene.judge(Judgement::End { winner: Some(Side::Heroes) });
}
