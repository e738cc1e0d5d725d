//! Cards and what they do, read from content.

use fracas_content::{Field, Reader};

use super::Loader;
use crate::aim::steps_of;
use crate::card::{Amount, Attack, Card, Does, Ground, Need, Only, Takes, Which, Wields};
use crate::data::{Ability, Harm, MAX_USES};

const TAKES: [(&str, Takes); 10] = [
    ("nothing", Takes::Nothing),
    ("ally", Takes::Ally),
    ("friend", Takes::Friend),
    ("enemy", Takes::Enemy),
    ("anyone", Takes::Anyone),
    ("two enemies", Takes::TwoEnemies),
    ("square", Takes::Square),
    ("burst", Takes::Burst),
    ("around", Takes::Around),
    ("charge", Takes::Charge),
];
const WIELDS: [(&str, Wields); 3] =
    [("melee", Wields::Melee), ("ranged", Wields::Ranged), ("any", Wields::Any)];
const ONLY: [(&str, Only); 3] =
    [("everyone", Only::Everyone), ("allies", Only::Allies), ("enemies", Only::Enemies)];
const WHICH: [(&str, Which); 3] =
    [("harmful", Which::Harmful), ("helpful", Which::Helpful), ("all", Which::All)];

/// Whom an effect is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Actor,
    Target,
}

impl Loader {
    pub(crate) fn card(&mut self, table: &mut Reader<'_>) {
        let id = table.name("id", &mut self.card_names);
        if id.contains(char::is_whitespace) {
            table.problem_at("id", "an id is one word", "join its parts with hyphens");
        }
        let takes = table.one_of("takes", &TAKES);
        let mut card = Card {
            id,
            name: table.string("name"),
            about: table.optional_string("about").unwrap_or_default(),
            takes,
            range: table.optional_integer("range", 0..=20).unwrap_or(1),
            area: table.optional_integer("area", 0..=6).unwrap_or(0),
            only: table.optional_one_of("only", &ONLY).unwrap_or(Only::Everyone),
            weapon: table.optional_one_of("weapon", &WIELDS),
            needs: table.some_of("needs", &Need::ALL).into_iter().collect(),
            attack: table.optional_parsed("attack", contest),
            first: self.effects(table, "first", Part::Actor),
            hit: self.effects(table, "hit", Part::Target),
            miss: self.effects(table, "miss", Part::Target),
            after: self.effects(table, "after", Part::Actor),
            uses: table.optional_integer("uses", 1..=MAX_USES),
        };
        let steps = steps_of(&card);
        if takes == Takes::Square && steps > 0 {
            card.range = steps;
        }
        self.check_card(table, &card, steps);
        self.cards.push(card);
    }

    fn check_card(&self, table: &mut Reader<'_>, card: &Card, steps: u8) {
        let wants_square = matches!(card.takes, Takes::Square | Takes::Charge);
        if steps > 0 && !wants_square {
            table.problem_at("takes", "a step goes to a chosen square", "take \"square\" or \"charge\"");
        }
        if card.takes == Takes::Charge && steps == 0 {
            table.problem("a charge has no step", "write `first = [{ step = 3 }]`");
        }
        let ground = |does: &Does| matches!(does, Does::Summon(_) | Does::Terrain(_));
        let placed = matches!(card.takes, Takes::Square | Takes::Burst | Takes::Around | Takes::Charge);
        let shapes = card.first.iter().chain(&card.after).any(ground);
        if shapes && !placed {
            table.problem_at(
                "takes",
                "what changes the ground needs a square",
                "take \"square\", \"burst\" or \"around\"",
            );
        }
        let by_weapon = |does: &&Does| matches!(does, Does::Damage { amount: Amount::Weapon, .. });
        if card.weapon.is_none() && card.effects().find(by_weapon).is_some() {
            table.problem_at(
                "weapon",
                "its damage is a weapon's, and it uses none",
                "write `weapon = \"any\"`",
            );
        }
        if matches!(card.takes, Takes::Nothing | Takes::Square)
            && (!card.hit.is_empty() || !card.miss.is_empty() || card.attack.is_some())
        {
            table.problem_at(
                "takes",
                "nobody is taken, so nobody is hit",
                "put the effects under `first` or `after`",
            );
        }
        if card.attack.is_none() && !card.miss.is_empty() {
            table.problem_at("miss", "it cannot miss", "give it an `attack`, or put the effects under `hit`");
        }
        if [&card.first, &card.hit, &card.miss, &card.after].into_iter().all(Vec::is_empty) {
            table.problem("the card does nothing", "give it effects under `first`, `hit` or `after`");
        }
    }

    fn effects(&self, table: &mut Reader<'_>, key: &str, part: Part) -> Vec<Does> {
        let mut all = Vec::new();
        for mut inner in table.tables(key) {
            all.extend(self.effect(&mut inner, part));
            inner.finish();
        }
        all
    }

    /// One effect, named by one key.
    fn effect(&self, table: &mut Reader<'_>, part: Part) -> Option<Does> {
        const KINDS: [&str; 23] = [
            "damage",
            "heal",
            "mend",
            "wound",
            "afflict",
            "remove",
            "turn",
            "pass",
            "knock_down",
            "stun",
            "stand",
            "scan",
            "hide",
            "reveal",
            "push",
            "pull",
            "swap",
            "step",
            "disarm",
            "steal",
            "terrain",
            "summon",
            "again",
        ];
        let named: Vec<&str> = KINDS.into_iter().filter(|key| table.has(key)).collect();
        let [key] = named[..] else {
            table.problem("an effect does one thing", format!("give one of {}", KINDS.join(", ")));
            return None;
        };
        let field = table.field(key)?;
        let number = |max: u8| field.integer(&(1..=max));
        let yes = |does: Does| match field.flag()? {
            true => Some(does),
            false => {
                field.problem("this says that nothing is done", "leave the effect out");
                None
            }
        };
        let does = match key {
            "damage" => {
                let amount = amount(&field)?;
                let harm = table.optional_one_of("type", &Harm::ALL);
                if harm.is_none() && amount != Amount::Weapon {
                    table.problem_at("type", "which kind of damage?", "write `type = \"fire\"`, say");
                }
                Does::Damage { amount, bonus: table.optional_integer("bonus", -10..=10).unwrap_or(0), harm }
            }
            "heal" => Does::Heal(amount(&field)?),
            "mend" => Does::Mend(number(5)?),
            "wound" => Does::Wound(number(5)?),
            "afflict" => {
                let condition = field.reference(&self.condition_names)? as u8;
                Does::Afflict { condition, rank: table.integer("rank", 1..=10) }
            }
            "remove" => Does::Remove(field.one_of(&WHICH)?),
            "turn" => yes(Does::Turn)?,
            "pass" => yes(Does::Pass)?,
            "knock_down" => yes(Does::KnockDown)?,
            "stun" => yes(Does::Stun)?,
            "stand" => yes(Does::Stand)?,
            "scan" => yes(Does::Scan)?,
            "hide" => yes(Does::Hide)?,
            "reveal" => yes(Does::Reveal)?,
            "push" => Does::Push(number(10)?),
            "pull" => Does::Pull(number(10)?),
            "swap" => yes(Does::Swap)?,
            "step" => Does::Step(number(8)?),
            "disarm" => yes(Does::Disarm)?,
            "steal" => yes(Does::Steal)?,
            "terrain" => Does::Terrain(field.one_of(&Ground::ALL)?),
            "summon" => Does::Summon(field.reference(&self.creature_names)? as u8),
            _ => yes(Does::Again)?,
        };
        self.fits(&field, does, part).then_some(does)
    }

    fn fits(&self, field: &Field<'_>, does: Does, part: Part) -> bool {
        let for_actor = matches!(does, Does::Step(_) | Does::Terrain(_) | Does::Summon(_) | Does::Again);
        let for_target = matches!(
            does,
            Does::Push(_) | Does::Pull(_) | Does::Swap | Does::Disarm | Does::Steal | Does::Pass
        );
        match part {
            Part::Target if for_actor => {
                field.problem("this is for whoever plays the card", "put it under `first` or `after`");
                false
            }
            Part::Actor if for_target => {
                field.problem("this is done to somebody else", "put it under `hit`");
                false
            }
            _ => true,
        }
    }
}

/// A number of dice: a rank, "weapon", or an ability of whoever plays the card.
fn amount(field: &Field<'_>) -> Option<Amount> {
    match field.as_text() {
        None => field.integer(&(0..=12)).map(Amount::Rank),
        Some("weapon") => Some(Amount::Weapon),
        Some(_) => field.one_of(&Ability::ALL).map(Amount::Own),
    }
}

/// "weapon vs speed"
fn contest(text: &str) -> Result<Attack, String> {
    const RIGHT: &str = "write a skill, vs, and endurance, resolve or speed, such as \"weapon vs speed\"";
    let find = |name: &str| {
        Ability::ALL.iter().find(|(known, _)| *known == name.trim()).map(|&(_, ability)| ability)
    };
    let (skill, against) = text.split_once(" vs ").ok_or(RIGHT)?;
    let (skill, against) = (find(skill).ok_or(RIGHT)?, find(against).ok_or(RIGHT)?);
    if (skill as usize) < Ability::TRAITS || against as usize >= Ability::TRAITS {
        return Err(RIGHT.to_owned());
    }
    Ok(Attack { skill, against })
}
