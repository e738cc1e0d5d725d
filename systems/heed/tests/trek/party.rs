//! A party as a file: what is written is read again.

use fracas_adventure::Adventure;
use fracas_kernel::{Report, Scripted, Side, Status};

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
