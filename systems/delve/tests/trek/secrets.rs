//! What players must not learn from maps, odds, refusals and the log.

use std::sync::Arc;

use fracas_adventure::Adventure;
use fracas_content::{Bundle, Source};
use fracas_kernel::{Crowd, Fate, Know, Offer, Play, Seat, Tell, checks};
use fracas_table::{Game, Table};

use crate::scene::{BRUTE, IMPS, SUPPLIES, Scene, hostile, load, text};

const WANDERING: &str = "wandering = { every = 2, chance = 2 }";

fn bundle(tables: &str) -> Bundle {
    let text = text(WANDERING, &["fia", "cora", "tess"], &format!("{SUPPLIES}{tables}"));
    Bundle::new(Source::new("stage.toml", text)).unwrap()
}

/// All that the players' seat is shown, as text.
fn shown(tables: &str) -> String {
    let bundle = bundle(tables);
    let rules = Adventure(fracas_delve::Trek::load(&bundle).unwrap());
    let mut table = Table::new(Arc::new(rules), bundle, 1, 0);
    table.choose("fia go hall", &fracas_kernel::Typing::default()).unwrap();
    let all: Crowd = table.combatants().into_iter().map(|one| one.who).collect();
    let view = table.view_with(Seat::Player(all), all);
    serde_json::to_string(&view).unwrap()
}

#[test]
fn nothing_hidden_is_on_the_map_or_among_the_choices() {
    let seen = shown(&format!("{BRUTE}{IMPS}"));
    for secret in
        ["loft", "Loft", "niche", "crown", "coffer", "pit", "needle", "brute", "Brute", "Imps", "Den"]
    {
        assert!(!seen.contains(secret), "{secret} is in {seen}");
    }
    for unseen in ["crypt", "Crypt", "store", "Store"] {
        assert!(!seen.contains(unseen), "{unseen} is out of sight, and in {seen}");
    }
    assert!(seen.contains("-door") && seen.contains("locked door"));
    assert_eq!(seen, shown(""), "who lives there makes no difference to what is shown");
}

#[test]
fn odds_do_not_tell_of_traps_or_lairs() {
    let scene = Scene::in_hall(BRUTE);
    let odds = scene.odds("fia go tunnel");
    assert_eq!((odds.loss.most, odds.exact), (0, true), "the pit is not known");
    assert_eq!(odds, Scene::in_hall("").odds("fia go tunnel"));
    assert_eq!(scene.odds("fia go crypt"), Scene::in_hall("").odds("fia go crypt"));
    let mut lucky = Scene::in_hall(BRUTE);
    lucky.play("fia go crypt", &[6, 6]);
    lucky.play("fia pass", &[]);
    let before = lucky.odds("cora take coffer");
    assert_eq!(before.loss.most, 0, "nor is the needle");
}

#[test]
fn what_is_known_hides_the_judges_plans() {
    let mut scene = Scene::with(WANDERING, &["fia"], IMPS);
    let seat = Seat::Player(scene.table.rules().everyone(scene.table.state()));
    let before = scene.table.rules().known(scene.table.state(), seat);
    scene.fate("imps", Fate::Next);
    assert_eq!(scene.table.rules().known(scene.table.state(), seat), before);
    scene.fate("imps", Fate::Gone);
    assert_eq!(scene.table.rules().known(scene.table.state(), seat), before.clone());
}

/// What stands behind a shut door is thought of by nobody, and a thing that works there does not say where.
#[test]
fn things_out_of_sight_are_not_named() {
    let thing = |id: &str| {
        format!(
            "[[zone.feature]]\nid = \"{id}\"\nname = \"{id}\"\nat = \"crypt\"\ntakes = \"everyone\"\ndamage = \"1d4\"\n\
             save = \"halves\"\n"
        )
    };
    let tables = format!("{SUPPLIES}{}", hostile(&BRUTE.replace("crypt", "hall")));
    let mut stage = text("", &["fia"], &tables);
    for (zone, id) in
        [("name = \"Hall\"\nat = [1, 0]\n", "lever"), ("name = \"Crypt\"\nat = [2, 0]\n", "brazier")]
    {
        assert!(stage.contains(zone));
        stage = stage.replacen(zone, &format!("{zone}{}", thing(id)), 1);
    }
    let mut scene = Scene::of(load(stage, None).unwrap_or_else(|problems| panic!("{problems}")));
    scene.play("fia go hall", &[]);
    scene.play("fia begin", &[6, 6, 6, 1]);
    let uses = |scene: &Scene| -> Vec<(String, Option<String>)> {
        let (rules, state) = (scene.table.rules(), scene.table.state());
        let mut all = Vec::new();
        rules.conceivable(state, &mut all);
        let views = all.into_iter().map(|choice| rules.describe(state, choice));
        views.filter(|view| view.text.starts_with("fia use")).map(|view| (view.text, view.to)).collect()
    };
    assert_eq!(uses(&scene), [("fia use lever".to_owned(), None)]);
    scene.play("fia open east-door", &[]);
    let crypt = || Some("crypt".to_owned());
    assert_eq!(
        uses(&scene),
        [("fia use lever".to_owned(), crypt()), ("fia use brazier".to_owned(), None)],
        "the door stands open, and the brazier works where it stands"
    );
}

/// The kernel's checks once more, where no way leads out for a long time.
#[test]
fn generic_checks_hold_deep_inside() {
    let text = text(WANDERING, &["fia", "cora", "tess"], &format!("{SUPPLIES}{BRUTE}{IMPS}"));
    let text =
        text.replacen("exit = true", "", 1).replacen("name = \"Loft\"", "name = \"Loft\"\nexit = true", 1);
    let rules = Arc::new(Adventure(load(text, None).unwrap()));
    checks::legal_exactly_when_listed(&*rules, 0..20);
    checks::illegal_choices_do_not_panic(&*rules, 0..3);
    checks::playouts_end(&*rules, 0..60);
    checks::instinct_is_legal(&*rules, 0..60);
    checks::odds_come_true(&*rules, 0..6, 503);
    checks::shortcuts_agree(&*rules, 0..10);
    checks::nobody_peeks(&*rules, 0..6);
    checks::state_survives_json(&*rules, 0..3);
    checks::undo_restores(rules.clone(), 3);
    checks::everything_can_be_shown(rules, 5);
}
