//! The display model says everything: along whole fights, for every choice and every line of the log.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use fracas_content::{Bundle, scenarios};
use fracas_kernel::{
    BadgeMark, ChoiceView, History, Made, Offer, Play, Refusal, Role, Seat, Side, Tab, Tell, Think, Tone,
    TrackKind, Typing, Whim, Who,
};
use fracas_ranks::Ranks;

use crate::scene::{FLOOR, Scene, scene, with_cards};

/// Fights by instinct in every scenario, one step after the other.
fn watch(most: u32, mut look: impl FnMut(&History<Ranks>)) {
    for scene in scenarios().filter(|scene| scene.system == Ranks::SYSTEM) {
        let rules = Arc::new(Ranks::load(&Bundle::new(scene.source).unwrap()).unwrap());
        let (mut table, mut whim) = (History::new(rules, 5, 0), Whim::new(5));
        for _ in 0..most {
            let asked = table.ask().asked();
            if asked.is_empty() {
                break;
            }
            let choice = table.rules().instinct(table.state(), asked, &mut whim);
            table.choose(choice, &Typing::default()).expect("instinct is legal");
            look(&table);
        }
    }
}

fn key(view: &ChoiceView) -> (Who, String, Vec<Who>, Option<String>, Option<String>) {
    let item = view.item.as_ref().map(|item| item.id.clone());
    (view.who, view.deed.id.clone(), view.targets.clone(), view.to.clone(), item)
}

#[test]
fn every_choice_says_what_it_is() {
    let mut titles = BTreeMap::<String, String>::new();
    let mut roles = BTreeSet::new();
    watch(60, |table| {
        let (rules, state) = (table.rules(), table.state());
        let mut choices = Vec::new();
        rules.choices(state, &mut choices);
        let mut seen = BTreeSet::new();
        for choice in choices {
            let view = rules.describe(state, choice);
            assert!(seen.insert(key(&view)), "two are alike: {view:?}");
            let deed = &view.deed;
            assert!(
                ![&deed.id, &deed.title, &deed.effect, &view.label].iter().any(|text| text.is_empty()),
                "{view:?}"
            );
            assert!(deed.effect.ends_with('.') && view.rule.is_some(), "{view:?}");
            assert_eq!(titles.entry(deed.id.clone()).or_insert(deed.title.clone()), &deed.title);
            assert_eq!(view.aim == Some("hits"), deed.title.contains(" vs "), "{view:?}");
            assert_eq!(view.tab == Tab::Move, view.cost.is_some(), "{view:?}");
            assert_eq!(choice.who(), view.who);
            roles.insert(format!("{:?}", view.role));
        }
    });
    assert!(titles.len() > 40, "{}", titles.len());
    assert_eq!(roles.into_iter().collect::<Vec<_>>(), ["Act", "Begin", "EndTurn", "Move", "Retreat"]);
}

#[test]
fn every_roll_stands_in_a_line() {
    let (mut rolls, mut named) = (0, BTreeSet::new());
    watch(u32::MAX, |table| {
        let last = table.steps().len() - 1;
        let lines = table.step_lines(last, Seat::Judge);
        let told: Vec<String> =
            lines.iter().flat_map(|line| &line.rolls).map(|roll| roll.pool.clone()).collect();
        // Cards are drawn, not rolled.
        let rolled = table.steps()[last].rolls.iter().filter(|roll| roll.label != "card");
        assert_eq!(told, rolled.map(|roll| roll.rolled().pool).collect::<Vec<_>>());
        for line in &lines {
            for roll in &line.rolls {
                assert!(line.text.contains(&roll.text), "{line:?}");
                let added: i32 = roll.modifiers.iter().map(|part| part.value).sum();
                assert_eq!(added, roll.added, "{roll:?}");
                named.extend(roll.modifiers.iter().map(|part| part.name.clone()));
                rolls += 1;
            }
            let general =
                matches!(line.tone, Tone::Round | Tone::Heading) || line.text.starts_with("Square ");
            assert!(general || !line.about.is_empty(), "{line:?}");
        }
    });
    assert!(rolls > 1000, "{rolls}");
    let parts = ["card", "conditions and auras", "own bonus", "resistance", "vulnerability", "weapon"];
    assert!(parts.iter().all(|part| named.contains(*part)), "{named:?}");
}

/// The same blow is good news for one side and bad news for the other.
#[test]
fn news_is_good_or_bad_for_whoever_hears_it() {
    let mut table = scene(&FLOOR, "", &[("ann", (2, 2))], &[("orc", (3, 2))]);
    table.begin(5, 5);
    table.play("ann play strike orc with club", &[6, 3, 4, 9]);
    let tone = |side| {
        let lines = table.lines_to(table.seat(side));
        lines.into_iter().find(|line| line.text.starts_with("Ann attacks Orc, Weapon vs Speed")).unwrap().tone
    };
    assert_eq!((tone(Side::Heroes), tone(Side::Monsters)), (Tone::Good, Tone::Bad));
    let lines = table.lines_to(Seat::Judge);
    assert_eq!(lines[2].text, "Orc takes 5 impact damage: d10!kh1 [4] + 1 (weapon) = 5; Damage 5");
    assert_eq!((lines[2].rolls[0].total, lines[2].rolls[0].added), (5, 1));
}

#[test]
fn health_is_what_is_left_of_damage_and_wounds() {
    let mut table = scene(&FLOOR, "", &[("ann", (2, 2))], &[("orc", (3, 2))]);
    let shown =
        |table: &crate::scene::Table| ["health", "wounds-left"].map(|id| table.track("ann", id).unwrap());
    assert_eq!(shown(&table), [20, 2]);
    assert!(!table.badges("ann").iter().any(|badge| badge.contains("Damage")));
    table.set_track("ann", "damage", 4);
    assert_eq!((shown(&table), table.is("ann", "4 Damage taken")), ([16, 2], true));
    table.set_track("ann", "health", 7);
    assert_eq!((shown(&table), table.wounds("ann")), ([7, 1], 1));
    table.set_track("ann", "wounds-left", 2);
    assert_eq!(shown(&table), [17, 2]);
    let health = table.token("ann").tracks.remove(0);
    assert_eq!(
        (health.kind, health.max, health.unit.count(1)),
        (TrackKind::Health, Some(20), "1 health".into())
    );
    table.set_track("ann", "health", 0);
    assert!(table.state().is_unconscious(table.who("ann")));
}

/// Cards, gear, keywords and conditions tell what they do, with their numbers.
#[test]
fn badges_have_marks_and_meanings() {
    let mut table = with_cards(
        "[[card]]\nid = \"flash\"\nname = \"Flash\"\nabout = \"Too bright.\"\ntakes = \"burst\"\nrange = 4\narea = 1\n\
         attack = \"spellcasting vs speed\"\nhit = [{ damage = 2, type = \"fire\" }, { afflict = \"slow\", rank = 3 }]\n",
    );
    table.afflict("cat", "burning", Some(2));
    let badge =
        |name: &str| table.token("cat").badges.into_iter().find(|badge| badge.name == name).expect(name);
    assert_eq!(badge("burning 2").mark, BadgeMark::Burning);
    assert_eq!(
        badge("burning 2").means,
        "Fire damage of rank 2 at the start of a turn. \
         At the end of a turn, Speed that beats rank 2 ends it; otherwise it loses a rank."
    );
    assert_eq!(badge("card: Flash · Spellcasting vs Speed").mark, BadgeMark::Gear);
    assert_eq!(
        badge("card: Flash · Spellcasting vs Speed").means,
        "Too bright. Everybody within 1 square of a square within 4 squares. \
         On a hit: fire damage of rank 2, slow 3 (-3 movement points)."
    );
    assert_eq!(badge("club").means, "Reach 1, one hand. Impact damage of rank 1 plus 1.");
    assert!(
        badge("ranks").means.starts_with("Endurance 1, Resolve 2, Speed 1, "),
        "{}",
        badge("ranks").means
    );
}

/// What a player would look for is told apart from what makes no sense.
#[test]
fn refusals_say_whether_somebody_would_ask() {
    let mut table =
        scene(&["..#.....", "..#....."], "", &[("ann", (1, 0))], &[("orc", (0, 0)), ("orc", (7, 1))]);
    table.begin(3, 5);
    let refused = |choice: &str| {
        let Refusal { rule, sought, .. } = table.refusal(choice);
        (rule, sought)
    };
    assert_eq!(refused("ann scan"), (Some("RANKS-M5"), true));
    assert_eq!(refused("ann move 0,1"), (Some("RANKS-M1"), true), "it costs too much");
    assert_eq!(refused("ann move 2,0"), (Some("RANKS-M1"), false), "a wall");
    assert_eq!(refused("ann move 4,1"), (Some("RANKS-U5"), false), "out of sight");
    assert_eq!(refused("orc-1 end turn"), (Some("RANKS-T1"), false));
    assert_eq!(table.refusal("ann scan").why, "it costs 4 movement points, and 3 are left");
    assert_eq!(table.shown("ann end turn").role, Role::EndTurn);
}
