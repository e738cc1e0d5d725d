//! From content files to effects: what spells, weapons, things and hazards do, and what a save does about it.

use fracas_content::{Names, Reader};

use crate::conditions::{Condition, Own};
use crate::data::{Affliction, Does, Effect, Harm, Hazard, Ill, Lasts, Save, Takes};
use crate::load::{Loader, optional_roll, roll};

impl Loader {
    /// The effect that a table describes with one of `damage`, `heal`, `condition`, `slumber` and `hazard`, or with damage
    /// that leaves a condition. `harm` is the kind of its damage, if it does not say.
    pub(crate) fn effect(&self, table: &mut Reader<'_>, harm: Harm) -> Option<Effect> {
        let saves =
            [("none", Save::No), ("halves", Save::Halves), ("negates", Save::Negates), ("ends", Save::Ends)];
        let save = table.optional_one_of("save", &saves).unwrap_or(Save::No);
        let kinds = ["damage", "heal", "condition", "slumber", "hazard"];
        let named: Vec<&str> = kinds.into_iter().filter(|key| table.has(key)).collect();
        let leaves = match named[..] {
            // DELVE-F12
            ["damage", "condition"] => Some(self.affliction(table, save)?),
            _ => None,
        };
        let does = match named[..] {
            ["damage"] | ["damage", "condition"] => Does::Damage(roll(table, "damage")?),
            ["heal"] => Does::Heal(roll(table, "heal")?),
            ["condition"] => Does::Afflict(self.affliction(table, save)?),
            ["slumber"] => {
                Does::Slumber { dice: roll(table, "slumber")?, max: table.integer("most", 1..=20) }
            }
            ["hazard"] => Does::Hazard(table.optional_reference("hazard", &self.hazard_names)? as u8),
            _ => {
                table.problem(
                    "an effect does one thing, or damage with a condition",
                    "give one of `damage`, `heal`, `condition`, `slumber` and `hazard`, or `damage` and `condition`",
                );
                return None;
            }
        };
        let fits = match does {
            Does::Damage(_) => save != Save::Ends || leaves.is_some(),
            Does::Afflict(_) => save != Save::Halves,
            Does::Slumber { .. } => matches!(save, Save::No | Save::Negates),
            Does::Heal(_) | Does::Hazard(_) => save == Save::No,
        };
        if !fits {
            let advice = "damage takes \"halves\" or \"negates\", a condition \"negates\" or \"ends\", slumber \
                          \"negates\", others none (a hazard has its own)";
            table.problem_at("save", "this save does not go with this effect", advice);
        }
        let kind = table.optional_one_of("type", &Harm::ALL);
        if kind.is_some() && !matches!(does, Does::Damage(_)) {
            table.problem_at(
                "type",
                "it does no damage that could be of a kind",
                "leave it out, or give `damage`",
            );
        }
        Some(Effect { does, save, harm: kind.unwrap_or(harm), leaves })
    }
}

/// A hostile spell, or thing, that rolls nothing to hit leaves its victims a save.
pub(crate) fn names_its_save(loader: &Loader, table: &Reader<'_>, takes: Takes, effect: Effect) {
    // DELVE-R18
    let hostile = match effect.does {
        Does::Damage(_) | Does::Slumber { .. } => true,
        Does::Afflict(what) => !loader.is_good(what.condition),
        Does::Heal(_) | Does::Hazard(_) => false,
    };
    let unsaved = effect.save == Save::No || (effect.leaves.is_some() && effect.save == Save::Ends);
    if hostile && takes != Takes::Friends && unsaved {
        let advice = "add `save = \"negates\"`, or another that goes with the effect";
        table.demand_at("save", "what is hostile and rolls nothing to hit names a save", advice);
    }
}

impl Loader {
    /// A condition, and how long it lasts.
    fn affliction(&self, table: &mut Reader<'_>, save: Save) -> Option<Affliction> {
        let number = table.optional_reference("condition", &self.condition_names)?;
        let condition = *Condition::ALL.get(number)?;
        let rounds = table.optional_integer("rounds", 1..=253);
        let lasts = match (save, rounds) {
            (Save::Ends, None) => Lasts::UntilSave,
            (Save::Ends, Some(_)) => {
                table.problem_at(
                    "rounds",
                    "a save ends this one",
                    "leave `rounds` out, or choose another `save`",
                );
                Lasts::UntilSave
            }
            (_, Some(rounds)) => Lasts::Rounds(rounds),
            (_, None) => Lasts::Fight,
        };
        if lasts == Lasts::Fight && self.is_helpless(condition) {
            table.problem_at(
                "condition",
                "somebody would be helpless for ever",
                "give `rounds`, or `save = \"ends\"`",
            );
        }
        Some(Affliction { condition, lasts })
    }

    fn own_of(&self, condition: Condition) -> Option<&Own> {
        self.own.get(condition.own()?)
    }

    fn is_good(&self, condition: Condition) -> bool {
        self.own_of(condition).map_or(condition.is_good(), Own::is_good)
    }

    fn is_helpless(&self, condition: Condition) -> bool {
        self.own_of(condition).map_or(condition.is_helpless(), |own| own.helpless)
    }
}

impl Hazard {
    /// A trap, a poison or a disease.
    pub(crate) fn read(table: &mut Reader<'_>, names: &mut Names) -> Hazard {
        let id = table.name("id", names);
        let kinds = [("trap", Ill::Trap), ("poison", Ill::Poison), ("disease", Ill::Disease)];
        let saves = [("none", Save::No), ("halves", Save::Halves), ("negates", Save::Negates)];
        let kind = table.one_of("kind", &kinds);
        let usual = if kind == Ill::Trap { Harm::Plain } else { Harm::Poison };
        let hazard = Hazard {
            id,
            name: table.string("name"),
            kind,
            harm: table.optional_one_of("type", &Harm::ALL).unwrap_or(usual),
            save: table.one_of("save", &saves),
            damage: optional_roll(table, "damage"),
            lasting: optional_roll(table, "lasting"),
            all: table.flag("all", false),
        };
        table.optional_string("about");
        if hazard.damage.is_none() && hazard.lasting.is_none() {
            table.problem("failing the save does nothing", "give `damage`, `lasting`, or both");
        }
        if hazard.kind == Ill::Trap && hazard.lasting.is_some() {
            table.problem_at("lasting", "a trap is over at once", "make it a poison or a disease");
        }
        if hazard.save == Save::Halves && hazard.damage.is_none() {
            table.problem_at("save", "there is no damage to halve", "give `damage`, or write \"negates\"");
        }
        hazard
    }
}
