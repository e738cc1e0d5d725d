//! Names, and choices in words: what they are called, what they are for, what they do and cost.

use fracas_kernel::{ChoiceView, Cost, Deed as DeedView, Role, Tab, Tell, Unit, Who};

use crate::choices::{Choice, Deed, Target};
use crate::data::{
    Attack, Delve, Does, Effect, Lasts, Reach, SLEEP, SPELL_LEVELS, Save, Spell, Takes, Weapon,
};
use crate::state::{Band, State};

pub(crate) const HIT_POINTS: Unit = Unit::new("hit point", "hit points", "hp");
pub(crate) const SPELLS: [Unit; SPELL_LEVELS] = [
    Unit::new("level 1 spell", "level 1 spells", "spells-1"),
    Unit::new("level 2 spell", "level 2 spells", "spells-2"),
    Unit::new("level 3 spell", "level 3 spells", "spells-3"),
];
const ACTIONS: Unit = Unit::new("action", "actions", "action");

impl Tell for Delve {
    fn title(&self) -> &str {
        &self.title
    }

    fn id(&self, state: &State, who: Who) -> String {
        let id = &self.sheet(state, who).id;
        self.ordinal(state, who).map_or(id.clone(), |n| format!("{id}-{n}"))
    }

    fn name(&self, state: &State, who: Who) -> String {
        let name = &self.sheet(state, who).name;
        self.ordinal(state, who).map_or(name.clone(), |n| format!("{name} {n}"))
    }

    fn text(&self, state: &State, Choice { who, deed }: Choice) -> String {
        let id = self.id(state, who);
        match deed {
            Deed::Begin => format!("{id} begin"),
            Deed::Move { to } => format!("{id} move {}", self.zones.zone(to).id),
            Deed::Leave => format!("{id} leave"),
            Deed::Attack { with, target } => match self.armed(state, who, with) {
                Some((_, weapon, way)) => {
                    format!("{id} {} {} {}", way.word(), self.id(state, target), weapon.id)
                }
                None => format!("{id} attack {} nothing", self.id(state, target)),
            },
            Deed::Cast { spell, target } => {
                let target = match target {
                    Target::One(one) => self.id(state, one),
                    Target::Zone(zone) => self.zones.zone(zone).id.clone(),
                };
                let spell = self.spell(state, who, spell).map_or("nothing", |spell| &spell.id);
                format!("{id} cast {spell} {target}")
            }
            Deed::Done => format!("{id} done"),
        }
    }

    fn describe(&self, state: &State, choice: Choice) -> ChoiceView {
        let who = choice.who;
        let mut view = ChoiceView::new(who, self.text(state, choice));
        match choice.deed {
            Deed::Begin => {
                view.label = "Begin: surprise and initiative".to_owned();
                view.deed = DeedView::new("begin", "Begin").with_effect(
                    "Whoever does not know of the enemy is surprised on 1 or 2 on a d6. Then initiative.",
                );
                (view.role, view.tab) = (Role::Begin, Tab::Turn);
                view.rule = Some("DELVE-C1");
            }
            Deed::Move { to } => self.describe_move(state, who, to, &mut view),
            Deed::Leave => {
                view.label = "Leave the field".to_owned();
                view.deed =
                    DeedView::new("leave", "Leave the field").with_effect("Out of this fight for good.");
                (view.role, view.tab) = (Role::Retreat, Tab::Move);
                view.cost = self.step_cost(state, who);
                view.rule = Some("DELVE-R9");
            }
            Deed::Attack { with, target } => self.describe_attack(state, who, with, target, &mut view),
            Deed::Cast { spell, target } => self.describe_cast(state, who, spell, target, &mut view),
            Deed::Done => {
                let acted = state.acted.has(who);
                view.label = if acted { "Stay" } else { "Do nothing more" }.to_owned();
                view.deed = DeedView::new("done", "End turn")
                    .with_effect("Neither moves nor acts again in this round.");
                (view.role, view.tab) = (Role::EndTurn, Tab::Turn);
                view.rule = Some("DELVE-T2");
            }
        }
        view
    }
}

/// How a weapon is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    Strike,
    Throw,
    Shoot,
}

impl Way {
    fn word(self) -> &'static str {
        match self {
            Way::Strike => "attack",
            Way::Throw => "throw",
            Way::Shoot => "shoot",
        }
    }
}

impl Delve {
    /// Which of its kind somebody is, from 1; none where there was only one from the start.
    fn ordinal(&self, state: &State, who: Who) -> Option<usize> {
        let of_kind = |count: usize| {
            let sheets = state.sheet.iter().take(count);
            sheets.filter(|&&sheet| sheet == state.sheet[who]).count()
        };
        let before = of_kind(who.index());
        (before > 0 || of_kind(state.at_first.into()) > 1).then_some(before + 1)
    }

    /// An attack of somebody's, the weapon and how it is used.
    pub(crate) fn armed(&self, state: &State, who: Who, with: u8) -> Option<(&Attack, &Weapon, Way)> {
        let attack = self.attack(state, who, with)?;
        let weapon = &self.weapons[attack.weapon as usize];
        let way = match (attack.melee, weapon.melee) {
            (true, _) => Way::Strike,
            (false, true) => Way::Throw,
            (false, false) => Way::Shoot,
        };
        Some((attack, weapon, way))
    }

    /// A second step in a round costs the action.
    fn step_cost(&self, state: &State, who: Who) -> Option<Cost> {
        state.moved.has(who).then_some(Cost { amount: 1, unit: ACTIONS })
    }

    fn describe_move(&self, state: &State, who: Who, to: u8, view: &mut ChoiceView) {
        let zone = self.zones.zone(to);
        let far = state.moved.has(who);
        let (id, title, effect) = if far {
            ("hurry", "Hurry on", "Moves one zone more, instead of acting.")
        } else {
            ("move", "Move", "Moves one zone. The action is still to come, or a second zone instead of it.")
        };
        view.label = format!("{title} to {}", zone.name);
        view.deed = DeedView::new(id, title).with_effect(effect);
        (view.role, view.tab) = (Role::Move, Tab::Move);
        view.to = Some(zone.id.clone());
        view.cost = self.step_cost(state, who);
        view.rule = Some("DELVE-R10");
        if far {
            view.warnings.push("gives up the action".to_owned());
        }
    }

    fn describe_attack(&self, state: &State, who: Who, with: u8, target: Who, view: &mut ChoiceView) {
        let Some((attack, weapon, way)) = self.armed(state, who, with) else { return };
        let name = self.name(state, target);
        let arm = weapon.name.to_lowercase();
        let (title, label) = match way {
            Way::Strike => (format!("Strike · {arm}"), format!("Strike {name} ({arm})")),
            Way::Throw => (format!("Throw · {arm}"), format!("Throw {arm} at {name}")),
            Way::Shoot => (format!("Shoot · {arm}"), format!("Shoot {name} ({arm})")),
        };
        view.label = label;
        view.deed = DeedView::new(format!("{} {}", way.word(), weapon.id), title)
            .with_effect(attack_words(attack, weapon));
        view.targets = vec![target];
        view.aim = Some("hits");
        view.rule = Some("DELVE-C5");
        let there = (state.around(target) & state.standing) - Band::one(who);
        if way != Way::Strike && there.meets(state.foes(target)) {
            view.warnings.push(format!("into a melee: hits one of {} at random", there.len()));
        }
    }

    fn describe_cast(&self, state: &State, who: Who, spell: u8, target: Target, view: &mut ChoiceView) {
        let Some(cast) = self.spell(state, who, spell) else { return };
        view.deed = DeedView::new(format!("cast {}", cast.id), format!("Cast · {}", cast.name))
            .with_effect(spell_words(cast));
        view.cost = Some(Cost { amount: 1, unit: SPELLS[cast.level as usize - 1] });
        view.rule = Some("DELVE-R7");
        view.aim = Some(match cast.effect.does {
            Does::Damage(_) => "hurts somebody",
            Does::Heal(_) => "heals",
            Does::Afflict { .. } => "takes hold",
            Does::Slumber { .. } => "puts somebody to sleep",
        });
        match target {
            Target::One(one) => {
                view.label = format!("Cast {} on {}", cast.name, self.name(state, one));
                view.targets = vec![one];
            }
            Target::Zone(zone) => {
                view.label = format!("Cast {} on {}", cast.name, self.zones.zone(zone).name);
                view.to = Some(self.zones.zone(zone).id.clone());
                let taken = state.at[zone] & self.takes(state, who, cast);
                view.targets = taken.collect();
                let friends = taken & state.friends(who);
                if !friends.is_empty() && cast.takes != Takes::Friends {
                    let names: Vec<String> = friends.map(|friend| self.name(state, friend)).collect();
                    view.warnings.push(format!("affects {} too", names.join(", ")));
                }
            }
        }
    }
}

/// "d20 + 3 against armour class. 1d8+2 damage."
fn attack_words(attack: &Attack, weapon: &Weapon) -> String {
    let reach = match (attack.melee, attack.reach) {
        (true, _) => "In the same zone",
        (false, Reach::Close | Reach::Near) => "Up to one zone away",
        (false, Reach::Far) => "At any distance in sight",
    };
    let bonus = match attack.to_hit {
        0 => String::new(),
        n if n < 0 => format!(" - {}", -n),
        n => format!(" + {n}"),
    };
    let mut words = format!("{reach}: d20{bonus} against armour class, {} damage.", attack.damage);
    if let Some(effect) = &weapon.effect {
        words += &format!(" A hit: {}", effect_words(effect));
    }
    with_about(words, &weapon.about)
}

fn spell_words(spell: &Spell) -> String {
    let whom = match (spell.area, spell.takes) {
        (false, Takes::Friends) => "One friend",
        (false, _) => "One enemy",
        (true, Takes::Friends) => "All friends in a zone",
        (true, Takes::Foes) => "All enemies in a zone",
        (true, Takes::Everyone) => "Everyone in a zone",
    };
    let reach = match spell.reach {
        Reach::Close => "here",
        Reach::Near => "up to one zone away",
        Reach::Far => "at any distance in sight",
    };
    with_about(format!("{whom}, {reach}: {}", effect_words(&spell.effect)), &spell.about)
}

fn with_about(words: String, about: &str) -> String {
    if about.is_empty() { words } else { format!("{words} {about}") }
}

fn effect_words(effect: &Effect) -> String {
    let save = match effect.save {
        Save::No | Save::Ends => "",
        Save::Halves => "; a save halves it",
        Save::Negates => "; a save prevents it",
    };
    match effect.does {
        Does::Damage(roll) => format!("{roll} damage{save}."),
        Does::Heal(roll) => format!("heals {roll} hit points."),
        Does::Afflict { condition, lasts } => {
            let time = match lasts {
                Lasts::Rounds(1) => "for 1 round".to_owned(),
                Lasts::Rounds(rounds) => format!("for {rounds} rounds"),
                Lasts::Fight => "for the rest of the fight".to_owned(),
                Lasts::UntilSave => "until a save at the end of a round".to_owned(),
            };
            format!("{} {time}{save}. {}", condition.name(), condition.means())
        }
        Does::Slumber { dice, max } => format!(
            "{dice} hit dice of creatures fall asleep for {SLEEP} rounds or until hurt, the smallest first, none with \
             more than {max} hit dice."
        ),
    }
}
