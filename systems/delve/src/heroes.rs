//! Heroes as the rules make them: scores on three dice each, a class that suits them, and what that class gives. And what
//! about a hero in a file could not have come of that.

use fracas_dice::{Dice, Roll, Why};

use crate::classes::Class;
use crate::data::{Sheet, Spell};

/// What a beginner of a class carries, and the score that the class is for.
struct Kit {
    class: &'static str,
    score: usize,
    gear: &'static str,
}

const SCORES: [&str; 6] = ["str", "dex", "con", "int", "wis", "cha"];

const KITS: [Kit; 4] = [
    Kit {
        class: "fighter",
        score: 0,
        gear: "armour = \"chain\"\nshield = true\nweapons = [\"sword\", \"hand-axe\"]\n",
    },
    Kit {
        class: "thief",
        score: 1,
        gear: "armour = \"leather\"\nweapons = [\"short-sword\", \"short-bow\"]\n",
    },
    Kit {
        class: "magic-user",
        score: 3,
        gear: "weapons = [\"staff\", \"dagger\"]\nspells = [\"slumber\", \"ember-dart\"]\n",
    },
    Kit {
        class: "cleric",
        score: 4,
        gear: "armour = \"chain\"\nweapons = [\"mace\", \"sling\"]\nspells = [\"mend\", \"blessing\"]\n",
    },
];

/// A hero of level 1, as a table for a file.
pub fn rolled_hero(dice: &mut impl Dice) -> String {
    // DELVE-F16
    let scores = SCORES.map(|score| dice.roll(Why::table(score), Roll::pool(3, 6)).value);
    let kit = KITS.iter().rev().max_by_key(|kit| scores[kit.score]).unwrap_or(&KITS[0]);
    let mut text = format!(
        "[[hero]]\nid = \"my-hero\"\nname = \"My hero\"\nabout = \"A sentence for players to read.\"\n\
         class = \"{}\"\nlevel = 1\n",
        kit.class
    );
    for (name, score) in SCORES.iter().zip(scores) {
        text += &format!("{name} = {score}\n");
    }
    text + kit.gear
}

/// The hit points that a level above the first brings, on average.
pub fn hp_for_level(hit_die: i16, constitution: i16) -> i16 {
    (hit_die / 2 + 1 + constitution).max(1)
}

/// What about a hero is not as the rules would have it; `worn` is the armour class of what is worn.
pub(crate) fn oddities(sheet: &Sheet, level: u8, class: &Class, worn: i16, spells: &[Spell]) -> Vec<String> {
    // DELVE-F16
    let (name, of) = (&sheet.name, format!("a {} of level {level}", class.name));
    let most = i16::from(level) * (class.hit_die + sheet.talents.constitution).max(1);
    let known = sheet.spells.iter().filter_map(|&index| spells.get(usize::from(index)));
    let castings = class.spells(level, sheet.talents);
    let beyond = known.clone().find(|spell| castings[usize::from(spell.level) - 1] == 0);
    let strange = [
        (!(sheet.immune.is_empty() && sheet.proof.is_empty()), "immune"),
        (sheet.regrows > 0, "regenerates"),
        (sheet.several != 0, "attacks"),
        (sheet.speed != 1, "speed"),
    ];
    let found = [
        (sheet.hp > most).then(|| format!("{name} has {} hit points; {of} has at most {most}", sheet.hp)),
        (sheet.ac > worn).then(|| format!("{name} has armour class {}; what is worn gives {worn}", sheet.ac)),
        beyond.map(|spell| {
            format!("{name} knows {}; {of} casts no spells of level {}", spell.name, spell.level)
        }),
    ];
    let strange = strange.into_iter().filter(|(holds, _)| *holds);
    let strange = strange.map(|(_, key)| format!("{name} has `{key}`, which no class gives"));
    found.into_iter().flatten().chain(strange).collect()
}
