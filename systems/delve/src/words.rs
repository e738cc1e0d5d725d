//! Names, and choices in words: what they are called, what they are for, what they do and cost.

use fracas_kernel::plot::{carry_text, describe_carry};
use fracas_kernel::{ChoiceView, Cost, Deed as DeedView, Door, Handle, Role, Seat, Tab, Tell, Unit, Who};

use crate::choices::{Choice, Deed, Target};
use crate::data::{
    Affliction, Attack, Delve, Does, Effect, HELPLESS, Hazard, Ill, Lasts, Reach, SLEEP, SPELL_LEVELS, Save,
    Spell, Takes, Weapon,
};
use crate::state::{Band, State};

pub(crate) const HIT_POINTS: Unit = Unit::new("hit point", "hit points", "hp");
pub(crate) const SPELL_TRACKS: [&str; SPELL_LEVELS] = ["spells-1", "spells-2", "spells-3"];
pub(crate) const SPELLS: [Unit; SPELL_LEVELS] = [
    Unit::new("level 1 spell", "level 1 spells", "L1"),
    Unit::new("level 2 spell", "level 2 spells", "L2"),
    Unit::new("level 3 spell", "level 3 spells", "L3"),
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
            Deed::Move { to } => format!("{id} move {}", self.field.handle(state.seen, state.zone[who], to)),
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
                    Target::Zone(zone) => self.field.handle(state.seen, state.zone[who], zone),
                };
                let spell = self.spell(state, who, spell).map_or("nothing", |spell| &spell.id);
                format!("{id} cast {spell} {target}")
            }
            Deed::Use { thing } => {
                let thing = self.ground.things.get(usize::from(thing)).map_or("nothing", |thing| &thing.id);
                format!("{id} use {thing}")
            }
            Deed::Door { door, what } => {
                let door = self.field.door_handle(state.seen, state.zone[who], door);
                format!("{id} {} {door}", what.name())
            }
            Deed::Wake { target } => format!("{id} wake {}", self.id(state, target)),
            Deed::Carry { prize, up } => format!("{id} {}", carry_text(&self.plot, prize, up)),
            Deed::Done => format!("{id} done"),
        }
    }

    fn secret(&self, state: &State, choice: Choice) -> bool {
        self.unknown_to(state, Seat::Watcher).has(choice.who)
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
            Deed::Use { thing } => self.describe_use(state, who, thing, &mut view),
            Deed::Door { door, what } => self.describe_handle(state, who, door, what, &mut view),
            Deed::Wake { target } => {
                view.label = format!("Wake {}", self.name(state, target));
                view.deed = DeedView::new("wake", "Wake").with_effect(
                    "Shakes a friend here who is asleep. Whoever wakes acts again when their side next acts.",
                );
                (view.targets, view.aim, view.rule) = (vec![target], Some("wakes"), Some("DELVE-R18"));
            }
            Deed::Carry { prize, up } => {
                describe_carry(&self.plot, prize, up, &mut view);
                view.rule = Some("DELVE-G2");
            }
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
        let way = match (attack.melee, weapon.melee.is_some()) {
            (true, _) => Way::Strike,
            (false, true) => Way::Throw,
            (false, false) => Way::Shoot,
        };
        Some((attack, weapon, way))
    }

    /// A second step in a round costs the action.
    fn step_cost(&self, state: &State, who: Who) -> Option<Cost> {
        let first = state.moved.has(who) && !state.acted.has(who);
        first.then_some(Cost { amount: 1, unit: ACTIONS })
    }

    fn describe_move(&self, state: &State, who: Who, to: u8, view: &mut ChoiceView) {
        let here = state.zone[who];
        let (far, speed) = (state.moved.has(who), self.sheet(state, who).speed);
        let (id, title, effect) = if far {
            ("hurry", "Hurry on", "Moves one zone more, instead of acting.".to_owned())
        } else if speed > 1 {
            let left = speed - state.steps[who];
            (
                "move",
                "Move",
                format!("Moves one zone, of {left} that are left before the action has to be given up."),
            )
        } else {
            let effect = "Moves one zone. The action is still to come, or a second zone instead of it.";
            ("move", "Move", effect.to_owned())
        };
        let whither = self.field.whither(state.seen, here, to);
        let shut = |door: &u8| state.doors.at(*door) == Door::Shut;
        let door = self.field.door_between(here, to).filter(shut);
        view.label = match door.map(|door| self.door_name(state, here, door)) {
            Some(door) if state.seen.has(to) => format!("{title} to {whither} through the {door}"),
            Some(door) => format!("{title} through the {door}"),
            None => format!("{title} to {whither}"),
        };
        view.deed = DeedView::new(id, title).with_effect(effect);
        (view.role, view.tab) = (Role::Move, Tab::Move);
        view.to = state.seen.has(to).then(|| self.field.zones().zone(to).id.clone());
        view.item = self.field.way_out(state.seen, here, to);
        view.cost = self.step_cost(state, who);
        view.rule = Some("DELVE-R10");
        if far && !state.acted.has(who) {
            view.warnings.push("gives up the action".to_owned());
        }
        if self.strikes_left(state, who).is_some() {
            view.warnings.push("gives up the attacks that are left".to_owned());
        }
        let known = self.peril(state, who, to).filter(|_| state.seen.has(to));
        if let Some(hazard) = known.and_then(|number| self.hazard(number)) {
            view.warnings.push(format!("{}: {}", hazard.name.to_lowercase(), hazard_words(hazard)));
        }
    }

    /// A door, as it is called by somebody who is at `from`.
    pub(crate) fn door_name(&self, state: &State, from: u8, door: u8) -> String {
        let name = self.field.door_name(state.seen, from, door);
        let mut letters = name.chars();
        letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
    }

    pub(crate) fn names(&self, state: &State, set: Band) -> String {
        set.map(|who| self.name(state, who)).collect::<Vec<_>>().join(", ")
    }

    fn describe_handle(&self, state: &State, who: Who, door: u8, what: Handle, view: &mut ChoiceView) {
        let (name, (title, effect)) = (self.door_name(state, state.zone[who], door), what.words());
        let rolls = self.takes_a_roll(state, who, door, what);
        let of_six = self.of_six(state, who, door, what);
        let chance = if rolls { format!(" ({of_six} in 6)") } else { String::new() };
        view.label = format!("{title} the {name}{chance}");
        let handle = self.field.door_handle(state.seen, state.zone[who], door);
        let roll = if rolls { format!("On {of_six} in 6: ") } else { String::new() };
        view.deed = DeedView::new(format!("{} {handle}", what.name()), format!("{title} · {name}"))
            .with_effect(format!("{roll}{effect}"));
        view.aim = rolls.then_some("works");
        view.rule = Some("DELVE-F1");
        if rolls && matches!(what, Handle::Shut | Handle::Bar) {
            let against = self.against(state, who, door, what);
            view.warnings.push(format!("{} against it", self.names(state, against)));
        }
    }

    fn describe_use(&self, state: &State, who: Who, number: u8, view: &mut ChoiceView) {
        let Some(thing) = self.ground.things.get(usize::from(number)) else { return };
        let name = thing.name.to_lowercase();
        let touched = self.touched_by(state, who, thing);
        view.label = format!("Use the {name}: {}", self.names(state, touched));
        let words = with_about(effect_words(&thing.effect, self), &thing.about);
        view.deed = DeedView::new(format!("use {}", thing.id), format!("Use · {name}")).with_effect(words);
        (view.targets, view.rule) = (touched.collect(), Some("DELVE-F6"));
        let elsewhere = thing.at != thing.zone && self.charted(state, who).has(thing.at);
        view.to = elsewhere.then(|| self.field.zones().zone(thing.at).id.clone());
        view.aim = Some(aim(thing.effect.does));
        self.warn_of_friends(state, who, touched, thing.takes, view);
    }

    /// Whom of the own side something takes that is not meant for them.
    fn warn_of_friends(&self, state: &State, who: Who, taken: Band, takes: Takes, view: &mut ChoiceView) {
        let friends = taken & state.friends(who);
        if !friends.is_empty() && takes != Takes::Friends {
            view.warnings.push(format!("affects {} too", self.names(state, friends)));
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
        let lie = if attack.melee { Default::default() } else { self.lie(state, who, target) };
        let parts = [
            ("helpless", if state.helpless().has(target) { HELPLESS } else { 0 }),
            ("from above", lie.height),
            ("in the dark", lie.dark),
            ("cover", -lie.cover),
        ];
        let parts = parts.iter().filter(|(_, value)| *value != 0);
        let parts: String = parts.map(|(name, value)| format!(", {name} {value:+}")).collect();
        view.label = label + &parts;
        view.deed = DeedView::new(format!("{} {}", way.word(), weapon.id), title)
            .with_effect(attack_words(attack, weapon, self));
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
            .with_effect(spell_words(cast, self));
        view.cost = Some(Cost { amount: 1, unit: SPELLS[cast.level as usize - 1] });
        view.rule = Some("DELVE-R7");
        view.aim = Some(aim(cast.effect.does));
        match target {
            Target::One(one) => {
                view.label = format!("Cast {} on {}", cast.name, self.name(state, one));
                view.targets = vec![one];
            }
            Target::Zone(zone) => {
                let taken = state.at[zone] & self.takes(state, who, cast);
                let whither = self.field.whither(state.seen, state.zone[who], zone);
                view.label = format!("Cast {} on {whither}: {}", cast.name, self.names(state, taken));
                view.to = state.seen.has(zone).then(|| self.field.zones().zone(zone).id.clone());
                view.targets = taken.collect();
                self.warn_of_friends(state, who, taken, cast.takes, view);
            }
        }
    }
}

/// What success is, as a verb.
fn aim(does: Does) -> &'static str {
    match does {
        Does::Damage(_) => "hurts somebody",
        Does::Heal(_) => "heals",
        Does::Afflict(_) | Does::Hazard(_) => "takes hold",
        Does::Slumber { .. } => "puts somebody to sleep",
    }
}

/// "d20 + 3 against armour class. 1d8+2 damage."
fn attack_words(attack: &Attack, weapon: &Weapon, rules: &Delve) -> String {
    let reach = match (attack.melee, attack.reach) {
        (true, Reach::Close) => "In the same zone",
        (_, Reach::Close | Reach::Near) => "Up to one zone away",
        (_, Reach::Far) => "At any distance in sight",
    };
    let bonus = match attack.to_hit {
        0 => String::new(),
        n if n < 0 => format!(" - {}", -n),
        n => format!(" + {n}"),
    };
    let harm = attack.harm.words();
    let mut words = format!("{reach}: d20{bonus} against armour class, {}{harm} damage.", attack.damage);
    if attack.turns != 0 {
        words += " One of several attacks in an action.";
    }
    if let Some(effect) = &weapon.effect {
        words += &format!(" A hit: {}", effect_words(effect, rules));
    }
    with_about(words, &weapon.about)
}

pub(crate) fn spell_words(spell: &Spell, rules: &Delve) -> String {
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
    with_about(format!("{whom}, {reach}: {}", effect_words(&spell.effect, rules)), &spell.about)
}

fn with_about(words: String, about: &str) -> String {
    if about.is_empty() { words } else { format!("{words} {about}") }
}

pub(crate) fn effect_words(effect: &Effect, rules: &Delve) -> String {
    let save = match effect.save {
        Save::No | Save::Ends => "",
        Save::Halves => "; a save halves it",
        Save::Negates => "; a save prevents it",
    };
    match effect.does {
        Does::Damage(roll) => {
            let harm = effect.harm.words();
            let Some(what) = effect.leaves else { return format!("{roll}{harm} damage{save}.") };
            let and = match effect.save {
                Save::Halves => "; a save halves it and prevents the rest",
                Save::Negates => "; a save prevents both",
                Save::No | Save::Ends => "",
            };
            let means = rules.condition_means(what.condition);
            format!("{roll}{harm} damage, and {}{and}. {means}", affliction_words(what, rules))
        }
        Does::Heal(roll) => format!("heals {roll} hit points."),
        Does::Afflict(what) => {
            let means = rules.condition_means(what.condition);
            format!("{}{save}. {means}", affliction_words(what, rules))
        }
        Does::Slumber { dice, max } => format!(
            "{dice} hit dice of creatures fall asleep for {SLEEP} rounds, or until hurt or woken, the smallest first, \
             none with more than {max} hit dice, nothing without a mind{save}."
        ),
        Does::Hazard(number) => rules.hazard(number).map_or_else(String::new, |hazard| {
            format!("{}: {}.", hazard.name.to_lowercase(), hazard_words(hazard))
        }),
    }
}

/// "held for 3 rounds"
fn affliction_words(what: Affliction, rules: &Delve) -> String {
    let time = match what.lasts {
        Lasts::Rounds(1) => "for 1 round".to_owned(),
        Lasts::Rounds(rounds) => format!("for {rounds} rounds"),
        Lasts::Fight => "for the rest of the fight".to_owned(),
        Lasts::UntilSave => "until a save at the end of a round".to_owned(),
    };
    format!("{} {time}", rules.condition_name(what.condition))
}

/// "1d6 damage, 1d4 each turn; a save prevents it"
pub(crate) fn hazard_words(hazard: &Hazard) -> String {
    let harm = if hazard.kind == Ill::Trap { hazard.harm.words() } else { String::new() };
    let damage = hazard.damage.map(|roll| format!("{roll}{harm} damage"));
    let lasting = hazard.lasting.map(|roll| format!("poisoned, {roll} each turn"));
    let words: Vec<String> = damage.into_iter().chain(lasting).collect();
    let save = match hazard.save {
        Save::No | Save::Ends => "",
        Save::Halves => "; a save halves it",
        Save::Negates => "; a save prevents it",
    };
    format!("{}{save}", words.join(", "))
}
