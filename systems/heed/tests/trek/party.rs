//! A party as a file: what is written is read again.

use fracas_adventure::Adventure;
use fracas_kernel::{Judgement, Report, Scripted, Side, Status};

use crate::scene::{Scene, Venture, load, place_of, scene};

fn again(scene: &Scene) -> Scene {
    let file = scene.party_file();
    let trek = load(&place_of("stone"), Some(&file)).unwrap_or_else(|problems| panic!("{file}\n{problems}"));
    Scripted::new(Adventure(trek))
}

#[test]
fn a_party_comes_back_as_it_was() {
    let mut scene = scene("orc");
    scene.hall();
    scene.play_all(&["ann search", "ann begin"], &[10]);
    scene.play_all(&["bob take jar", "ann draw lamp", "ann begin"], &[10]);
    scene.set_track("bob", "grit", 1);
    scene.set_track("cat", "grit", 0);
    let next = again(&scene);
    for id in ["ann", "bob", "cat"] {
        let (old, new) = (scene.token(id), next.token(id));
        assert_eq!(old.tracks, new.tracks, "{id}");
        let gear = |badges: &[fracas_kernel::Badge]| -> Vec<String> {
            badges.iter().map(|badge| badge.name.clone()).filter(|name| name != "leads").collect()
        };
        assert_eq!(gear(&old.badges), gear(&new.badges), "{id}");
        assert_eq!(old.status, new.status);
    }
    for id in ["gold", "bandages", "potions"] {
        assert_eq!(scene.gauge(id), next.gauge(id), "{id}");
    }
    assert!(next.gauge("light").ends_with("4 candle-ends"));
    let file = |scene: &Scene| scene.rules().party_file(scene.state());
    assert_eq!(file(&scene), file(&next));
}

/// Two adventures that reach their goal give one grit more, up to two.
#[test]
fn heroes_grow_tougher() {
    let with = |advances: u8| {
        let file =
            format!("system = 'heed'\nkind = 'party'\n[[party]]\nhero = 'ann'\nadvances = {advances}\n");
        let trek = load(&place_of("stone"), Some(&file)).unwrap_or_else(|problems| panic!("{problems}"));
        Scripted::new(Adventure(trek))
    };
    let grit =
        |advances: u8| with(advances).track("ann", "grit").unwrap() - with(0).track("ann", "grit").unwrap();
    assert_eq!([1, 2, 3, 4, 9].map(grit), [0, 1, 1, 2, 2]);
    // One more is counted when the goal is reached.
    let mut scene = with(3);
    assert!(scene.party_file().contains("advances = 3"));
    scene.judge(Judgement::EndAdventure { winner: Some(Side::Heroes) });
    assert!(scene.party_file().contains("advances = 4"), "{}", scene.party_file());
    let mut lost = with(3);
    lost.judge(Judgement::EndAdventure { winner: Some(Side::Monsters) });
    assert!(lost.party_file().contains("advances = 3"));
}

#[test]
fn the_dead_stay_behind() {
    let mut scene = scene("orc");
    scene.play("ann begin", &[1]);
    scene.fight();
    scene.set_track("bob", "grit", 0);
    scene.end(Some(Side::Monsters));
    scene.play("ann go-on", &[10]);
    assert_eq!(scene.status("bob"), Status::Dead);
    let file = scene.rules().party_file(scene.state()).expect("a file");
    assert!(file.contains("hero = \"bob\"\ndead = true"), "{file}");
    assert_eq!(again(&scene).asked(), ["ann", "cat"]);
}

#[test]
fn a_party_of_another_game_is_a_problem() {
    let file = "system = 'delve'\ntitle = 'X'\n[[party]]\nhero = 'ann'\n";
    let problems = load(&place_of("stone"), Some(file)).expect_err("another game").to_string();
    assert!(problems.contains("party.toml:1:") && problems.contains("plays by other rules"), "{problems}");
    let broken = "system = 'heed'\ntitle = 'X'\n[[party]]\nhero = 'ann'\nslots = ['mial']\n";
    let problems = load(&place_of("stone"), Some(broken)).expect_err("no such item").to_string();
    assert!(problems.contains("party.toml:5:") && problems.contains("did you mean \"mail\"?"), "{problems}");
}
