//! What cards, items, conditions, auras and keywords do, in words and with their numbers.

use crate::action::FAILS;
use crate::aim::{range_of, steps_of};
use crate::card::{Amount, Attack, Card, Does, Ground, Only, Takes, Which};
use crate::data::{
    Ability, Aura, Condition, Harm, Item, ItemKind, Keyword, Lasting, Ranks, Resists, Sheet, Weapon, Worn,
    harms_words,
};
use crate::round::REANIMATES;

/// "Weapon vs Speed"
impl std::fmt::Display for Attack {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} vs {}", self.skill.title(), self.against.title())
    }
}

impl Card {
    /// What it is called, and for an attack what is rolled against what: "Strike · Weapon vs Speed".
    pub(crate) fn title(&self) -> String {
        // RANKS-A3
        self.attack.map_or_else(|| self.name.clone(), |attack| format!("{} · {attack}", self.name))
    }
}

impl Ranks {
    /// What a card asks for and does, with a weapon if it is known which.
    pub(crate) fn card_effect(&self, card: &Card, item: Option<&Item>) -> String {
        let weapon = item.and_then(Item::weapon);
        let mut parts = Vec::new();
        parts.extend(takes_words(card, weapon));
        let effects = |list: &[Does]| {
            list.iter().map(|does| self.does_words(*does, weapon)).collect::<Vec<_>>().join(", ")
        };
        let hit = if card.attack.is_some() { "on a hit: " } else { "" };
        // What comes first or last is only told where there is more.
        let lead =
            |lead, others: [&[Does]; 2]| if others.iter().any(|list| !list.is_empty()) { lead } else { "" };
        for (lead, list) in [
            (lead("first: ", [&card.hit, &card.after]), &card.first),
            (hit, &card.hit),
            ("on a miss: ", &card.miss),
            (lead("then: ", [&card.first, &card.hit]), &card.after),
        ] {
            if !list.is_empty() {
                parts.push(format!("{lead}{}", effects(list)));
            }
        }
        parts.extend(card.needs.map(|need| need.words().to_owned()));
        parts.extend(card.uses.map(|uses| match uses {
            1 => "once in a fight".to_owned(),
            uses => format!("{uses} times in a fight"),
        }));
        parts.extend(weapon.and_then(unreliable_words));
        sentences(&card.about, &parts)
    }

    fn does_words(&self, does: Does, weapon: Option<&Weapon>) -> String {
        let rank = |amount: Amount| match amount {
            Amount::Rank(rank) => format!("rank {rank}"),
            Amount::Weapon => "the weapon's rank".to_owned(),
            Amount::Own(ability) => format!("your {}", ability.title()),
        };
        match does {
            Does::Damage { amount: Amount::Weapon, bonus, harm } if weapon.is_some() => {
                let (dice, own, kind) =
                    weapon.map_or((0, 0, Harm::Impact), |weapon| (weapon.damage, weapon.bonus, weapon.harm));
                let kind = harm.unwrap_or(kind).name();
                format!("{kind} damage of rank {dice}{}", bonus_words(bonus + own))
            }
            Does::Damage { amount, bonus, harm } => {
                let kind = harm.map_or(String::new(), |harm| format!("{} ", harm.name()));
                format!("{kind}damage of {}{}", rank(amount), bonus_words(bonus))
            }
            Does::Heal(amount) => format!("heals Damage by {}", rank(amount)),
            Does::Mend(1) => "closes 1 wound".to_owned(),
            Does::Mend(n) => format!("closes {n} wounds"),
            Does::Wound(1) => "1 wound".to_owned(),
            Does::Wound(n) => format!("{n} wounds"),
            Does::Afflict { condition, rank } => {
                let condition = &self.conditions[usize::from(condition)];
                format!("{} {rank} ({})", condition.name.to_lowercase(), lasting_words(condition.does, rank))
            }
            Does::Remove(Which::Harmful) => "ends harmful conditions".to_owned(),
            Does::Remove(Which::Helpful) => "ends helpful conditions".to_owned(),
            Does::Remove(Which::All) => "ends all conditions".to_owned(),
            Does::Turn => "turns conditions into their opposites".to_owned(),
            Does::Pass => "passes on your worst condition".to_owned(),
            Does::KnockDown => "knocked down".to_owned(),
            Does::Stun => "stunned for one turn".to_owned(),
            Does::Stand => "stands up".to_owned(),
            Does::Scan => "adds Perception to Senses".to_owned(),
            Does::Hide => "adds Stealth to Hidden".to_owned(),
            Does::Reveal => "no longer hidden".to_owned(),
            Does::Push(n) => format!("pushed away {}", squares(n)),
            Does::Pull(n) => format!("pulled closer {}", squares(n)),
            Does::Swap => "swaps places with you".to_owned(),
            Does::Step(n) => format!("a step of up to {}", squares(n)),
            Does::Disarm => "drops the weapon in hand".to_owned(),
            Does::Steal => "loses an item to you".to_owned(),
            Does::Terrain(Ground::Wall) => "a wall rises".to_owned(),
            Does::Terrain(ground) => format!("the ground becomes {}", ground.name()),
            Does::Summon(sheet) => format!("calls {}", self.sheets[usize::from(sheet)].name.to_lowercase()),
            Does::Again => "you act again".to_owned(),
        }
    }

    /// What an item does for whoever uses it.
    pub(crate) fn item_effect(&self, item: &Item) -> String {
        let mut parts = Vec::new();
        match &item.kind {
            ItemKind::Weapon(weapon) => {
                let reach = (weapon.reach > 0).then(|| format!("reach {}", weapon.reach));
                let range = (weapon.range > 0).then(|| format!("range {}", weapon.range));
                let hands = ["", ", one hand", ", two hands"][usize::from(weapon.hands.min(2))];
                let far: Vec<String> = reach.into_iter().chain(range).collect();
                parts.push(format!("{}{hands}", far.join(", ")));
                let bonus = bonus_words(weapon.bonus);
                parts.push(format!("{} damage of rank {}{bonus}", weapon.harm.name(), weapon.damage));
                parts.extend(unreliable_words(weapon));
            }
            ItemKind::Armour(armour) => {
                parts.push(match armour.worn {
                    Worn::Body => "worn on the body".to_owned(),
                    Worn::Head => "worn on the head".to_owned(),
                    Worn::Shield => "a shield, one hand".to_owned(),
                });
                parts.extend(resists_words(&armour.resists));
                let bonus = Ability::ALL.iter().filter(|(_, ability)| armour.bonus[*ability as usize] != 0);
                parts.extend(bonus.map(|(_, ability)| {
                    format!("{} {:+}", ability.title(), armour.bonus[*ability as usize])
                }));
            }
            ItemKind::Valuable => parts.push("worth having".to_owned()),
        }
        sentences(&item.about, &parts)
    }

    /// What a condition of a rank does, and how it ends.
    pub(crate) fn condition_effect(&self, condition: &Condition, rank: u8) -> String {
        let ends = if condition.does.is_good() {
            "loses a rank at the end of each turn".to_owned()
        } else {
            let resisted = condition.resisted.title();
            format!(
                "at the end of a turn, {resisted} that beats rank {rank} ends it; otherwise it loses a rank"
            )
        };
        let all = condition.effects().map(|does| lasting_words(does, rank));
        sentences(&condition.about, &all.chain([ends]).collect::<Vec<_>>())
    }

    /// What an aura does, and to whom.
    pub(crate) fn aura_effect(&self, aura: &Aura) -> String {
        let whom = if aura.does.is_good() { "itself and allies" } else { "enemies" };
        let reach = squares(aura.reach);
        sentences("", &[format!("{}, for {whom} within {reach}", lasting_words(aura.does, aura.rank))])
    }

    /// Ranks as they stand on a sheet, and what it resists.
    pub(crate) fn sheet_effect(&self, sheet: &Sheet, ranks: [u8; Ability::COUNT]) -> String {
        let known = Ability::ALL.iter().filter(|(_, ability)| ranks[*ability as usize] > 0);
        let words = known.map(|(_, ability)| format!("{} {}", ability.title(), ranks[*ability as usize]));
        let mut parts = vec![words.collect::<Vec<_>>().join(", ")];
        parts.extend(resists_words(&sheet.resists));
        if sheet.dealt != 0 {
            parts.push(format!("{:+} on damage dealt", sheet.dealt));
        }
        sentences(&sheet.about, &parts)
    }
}

impl Keyword {
    pub(crate) fn effect(self) -> String {
        match self {
            Keyword::Beast | Keyword::Mindless => "Has no role and no background.".to_owned(),
            Keyword::Drone => "Dies of any damage at all.".to_owned(),
            Keyword::Undead => {
                format!("Rises again, prone, on a Resolve roll of {REANIMATES} or more while unconscious.")
            }
        }
    }
}

/// What a text says, and then these facts, each as a sentence.
fn sentences(about: &str, facts: &[String]) -> String {
    let mut text = String::new();
    let about = (!about.is_empty()).then_some(about);
    for fact in about.into_iter().chain(facts.iter().map(String::as_str)) {
        let mut letters = fact.chars();
        let Some(first) = letters.next() else { continue };
        if !text.is_empty() {
            text.push(' ');
        }
        text.extend(first.to_uppercase().chain(letters));
        if !text.ends_with('.') {
            text.push('.');
        }
    }
    text
}

fn squares(n: u8) -> String {
    if n == 1 { "1 square".to_owned() } else { format!("{n} squares") }
}

fn bonus_words(bonus: i8) -> String {
    match bonus {
        0 => String::new(),
        n if n < 0 => format!(" minus {}", -n),
        n => format!(" plus {n}"),
    }
}

fn unreliable_words(weapon: &Weapon) -> Option<String> {
    let rank = weapon.unreliable;
    (rank > 0).then(|| format!("unreliable {rank}: it fails when that rank rolls {FAILS} or more"))
}

/// Whom a card takes and how far it goes.
fn takes_words(card: &Card, weapon: Option<&Weapon>) -> Option<String> {
    let far = if card.weapon.is_some() && weapon.is_none() {
        "in the weapon's reach".to_owned()
    } else {
        format!("within {}", squares(range_of(card, weapon)))
    };
    let taken = match card.only {
        Only::Everyone => "everybody",
        Only::Allies => "allies",
        Only::Enemies => "enemies",
    };
    let area = squares(card.area);
    Some(match card.takes {
        Takes::Nothing => return None,
        Takes::Ally => format!("an ally {far}"),
        Takes::Friend => format!("you or an ally {far}"),
        Takes::Enemy => format!("an enemy {far}"),
        Takes::Anyone => format!("anybody else {far}"),
        Takes::TwoEnemies => format!("one or two enemies {far}"),
        Takes::Square => format!("a square {far}"),
        Takes::Burst if card.area == 0 => format!("{taken} on a square {far}"),
        Takes::Burst => format!("{taken} within {area} of a square {far}"),
        Takes::Around => format!("{taken} within {area} of you"),
        Takes::Charge => format!("an enemy {far} of a square at most {} away", squares(steps_of(card))),
    })
}

/// Resistances and vulnerabilities, whole groups by their name.
fn resists_words(resists: &Resists) -> Option<String> {
    let mut all: Vec<(&str, i8)> = Vec::new();
    for (name, mut harms) in Harm::GROUPS {
        let first = harms.first().map_or(0, |harm| resists[harm as usize]);
        if harms.all(|harm| resists[harm as usize] == first) {
            all.push((name, first));
        } else {
            all.extend(harms.by_ref().map(|harm| (harm.name(), resists[harm as usize])));
        }
    }
    let words = |lead: &str, sign: i8| {
        let some = all.iter().filter(|(_, resist)| resist.signum() == sign);
        let some: Vec<String> = some.map(|(name, resist)| format!("{name} {}", resist.abs())).collect();
        (!some.is_empty()).then(|| format!("{lead} {}", some.join(", ")))
    };
    let both: Vec<String> = words("resists", 1).into_iter().chain(words("vulnerable to", -1)).collect();
    (!both.is_empty()).then(|| both.join(", "))
}

/// What a condition or an aura does, in words.
fn lasting_words(does: Lasting, rank: u8) -> String {
    let sign = |bonus: bool| if bonus { '+' } else { '-' };
    match does {
        Lasting::Heals => format!("heals Damage by rank {rank} at the start of a turn"),
        Lasting::Hurts(harm) => format!("{} damage of rank {rank} at the start of a turn", harm.name()),
        Lasting::Ability { ability, bonus } => format!("{} {}{rank}", ability.title(), sign(bonus)),
        Lasting::Dealt { bonus } => format!("{}{rank} on damage dealt", sign(bonus)),
        Lasting::Movement { bonus } => format!("{}{rank} movement points", sign(bonus)),
        Lasting::Resists { harms, bonus } => {
            let word = if bonus { "resists" } else { "vulnerable to" };
            format!("{word} {} {rank}", harms_words(harms))
        }
    }
}
