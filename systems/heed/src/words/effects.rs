//! What items, spells and deeds do, in words and with numbers.

use crate::data::{Condition, Does, Heed, Power, Quality, Range, Takes};
use crate::state::How;
use crate::words::WOUND;

pub(super) const PRONE: &str = "Melee attacks on you have advantage, thrown and shot ones disadvantage, your own melee \
                                attacks disadvantage; you cannot move before you stand up.";
pub(super) const GRAB: &str = "The target rolls Gear(dodge). If that fails, it is held: it cannot move or leave, and melee \
                               attacks on it have advantage. Fills a hand and 1 focus slot.";

impl Heed {
    /// What an attack with this does.
    pub(super) fn attack_effect(&self, how: How, with: u8) -> String {
        let has = |quality| self.is(with, quality);
        let mut parts = vec![match how {
            How::Strike => "Melee, in reach.",
            How::Throw => "Thrown, in reach or near; lies there afterwards.",
            How::Shoot => "Shot, up to far, always with disadvantage (an aim makes up for it).",
            How::Spell => "",
        }];
        let weapon = match how {
            How::Strike => has(Quality::Melee) && !has(Quality::Fists),
            How::Throw => self.qualities(with).meets(Quality::WEAPON) && !has(Quality::Heavy),
            How::Shoot | How::Spell => true,
        };
        let keeps = |quality| has(quality) && (weapon || self.improvised.has(quality));
        if !weapon {
            parts.push("Improvised: disadvantage.");
        }
        if how == How::Throw && !has(Quality::Throwing) {
            parts.push("Not made for throwing: disadvantage.");
        }
        parts.push(if keeps(Quality::Heavy) {
            "A hit leaves 2 wounds, the second in the next slot up."
        } else {
            "A hit leaves 1 wound."
        });
        if keeps(Quality::Tripping) {
            parts.push("A hit knocks the target prone.");
        }
        if keeps(Quality::Disarming) {
            parts.push("A hit makes the target drop what is in its hands.");
        }
        if keeps(Quality::Grabbing) {
            parts.push("A hit holds the target, if a slot of focus is free.");
        }
        parts.join(" ")
    }

    /// What an item is good for; empty where it is good for nothing in a fight.
    pub(crate) fn item_effect(&self, kind: u8) -> String {
        let Some(item) = self.items.get(kind as usize) else { return String::new() };
        let has = |quality| item.qualities.has(quality);
        let mut parts = vec![item.about.clone()];
        let mut say = |is: bool, words: &str| parts.extend(is.then(|| words.to_owned()));
        say(has(Quality::TwoHanded), "Takes both hands.");
        say(has(Quality::Melee) && !has(Quality::Natural), "1 die to parry melee attacks.");
        say(
            has(Quality::Shield),
            "In hand a block succeeds in its slot, and it gives 2 dice to parry any attack.",
        );
        say(has(Quality::Armour), "A block succeeds in its slot.");
        say(has(Quality::Picks), "Opens locks.");
        if item.needs != crate::data::NOTHING {
            parts.push(format!("Shoots only if its bearer carries a {} too.", self.item_words(item.needs)));
        }
        let mut say = |is: bool, words: &str| parts.extend(is.then(|| words.to_owned()));
        say(has(Quality::Light), "Lights its zone in a hand or on the floor.");
        say(has(Quality::Bandage), "Closes 1 wound when used from the hand.");
        say(has(Quality::Throwing), "Can be thrown to a near zone.");
        say(has(Quality::Heavy), "A hit leaves 2 wounds.");
        say(has(Quality::Tripping), "A hit knocks the target prone.");
        say(has(Quality::Disarming), "A hit makes the target drop what is in its hands.");
        say(has(Quality::Grabbing), "A hit holds the target, if a slot of focus is free.");
        parts.extend(item.power.map(|power| power.words(0)));
        parts.retain(|part| !part.is_empty());
        parts.join(" ")
    }

    pub(crate) fn spell_effect(&self, spell: Option<u8>) -> String {
        let Some(spell) = spell.and_then(|index| self.spells.get(index as usize)) else {
            return String::new();
        };
        let kept = if spell.concentration { spell.level } else { 0 };
        let needs = match spell.needs {
            crate::data::NOTHING => String::new(),
            kind => format!(" Read out of a {}.", self.item_words(kind)),
        };
        let does = spell.power.words(kept);
        format!("{} Level {}. {does}{needs}", spell.about, spell.level).trim_start().to_owned()
    }
}

impl Power {
    /// Where it gets to, whom it takes and what it does; `kept` is how many focus slots it fills while it lasts.
    pub(crate) fn words(&self, kept: u8) -> String {
        let range = match self.range {
            Range::Reach => "In reach",
            Range::Near => "Near",
            Range::Far => "Far",
        };
        let whom = match (self.takes, self.area) {
            (Takes::Friends, false) => "one friend",
            (Takes::Foes, false) => "one enemy",
            (Takes::Friends, true) => "every friend in one zone",
            (Takes::Foes, true) => "every enemy in one zone",
            (Takes::Everyone, _) => "everyone in one zone",
        };
        let does = match self.does {
            Does::Wound { heavy } => {
                let wounds = WOUND.count(if heavy { 2 } else { 1 });
                if self.is_attack() { format!("an attack; a hit leaves {wounds}") } else { wounds }
            }
            Does::Heal(wounds) => format!("closes up to {}", WOUND.count(wounds.into())),
            Does::Afflict { condition, rounds } => {
                let lasts = match rounds {
                    0 => format!(" while you concentrate, which fills {}", super::FOCUS.count(kept.into())),
                    1 => " for 1 round".to_owned(),
                    Condition::LASTING => String::new(),
                    _ => format!(" for {rounds} rounds"),
                };
                format!("{}{lasts} ({})", condition.name(), condition.means())
            }
            Does::Disarm => "drops what is in its hands".to_owned(),
            Does::Scatter => "loses all focus".to_owned(),
        };
        let unless = if self.dodge { ", unless a Gear(dodge) succeeds" } else { "" };
        format!("{range}, {whom}: {does}{unless}.")
    }
}
