//! Choices on a trek in words, as far as they are of the heed rules alone.

use fracas_adventure::{Deed as Common, DeedOf, Trap, Wording, trap_warning};
use fracas_kernel::{ChoiceView, Cost, Deed as DeedView, Named, Role, Tab, Unit, Who};

use super::data::{Task, Work};
use super::event::Handling;
use super::meeting::Answer;
use super::state::{Chore, NONE};
use super::{Deed, Lore, State};
use crate::data::Senses;

const TRY: Unit = Unit::new("try", "trys", "trys");

impl Wording for Lore {
    fn describe(&self, state: &State, who: Who, deed: DeedOf<Lore>, view: &mut ChoiceView) {
        match deed {
            Common::Go { to } => self.describe_going(state, to, view),
            Common::Own(Deed::Pick { chore }) => self.describe_task(state, who, chore, view),
            Common::Own(own) => self.describe_own(state, who, own, view),
            _ => {}
        }
    }
}

impl Lore {
    fn describe_own(&self, state: &State, who: Who, deed: Deed, view: &mut ChoiceView) {
        let rules = self.heed();
        view.tab = Tab::Turn;
        match deed {
            Deed::Pick { .. } => {}
            Deed::Wait => {
                view.name("wait", "Stand by", "Does nothing in this try.");
                // Whoever has picked something would only take it back.
                let undecided = self.undecided(state).has(who);
                view.role = if undecided { Role::EndTurn } else { Role::Aside };
            }
            Deed::Candle { lit: true } => {
                let effect = "A light of one's own for this try, which burns one down.";
                view.name("candle", "Light a candle-end", effect);
                (view.role, view.rule) = (Role::Aside, Some("HEED-T8"));
                view.cost = Some(Cost { amount: 1, unit: Unit::new("candle-end", "candle-ends", "candles") });
            }
            Deed::Candle { lit: false } => {
                view.name("snuff", "Put the candle-end out", "It is not used up.");
                view.role = Role::Aside;
            }
            Deed::Handle { how, kind } => {
                let (title, effect) = match how {
                    Handling::Draw => ("Draw", "Out of a gear slot, into a hand."),
                    Handling::Stow => ("Stow", "Out of a hand into an empty slot."),
                    Handling::PickUp => ("Pick up", "From the floor into an empty gear slot, or a hand."),
                };
                view.name(how.word(), title, effect);
                (view.label, view.role) = (format!("{title} the {}", rules.item_words(kind)), Role::Aside);
                view.item = Some(Named::new(rules.item_id(kind), rules.item_name(kind)));
            }
            Deed::Begin => {
                let trys = self.trys(state);
                let effect = "Everybody does what they have picked; then the d10s are rolled.";
                view.name("begin", "Begin the try", effect);
                view.label = format!("Begin: {}", trys_words(trys));
                let decided = self.undecided(state).is_empty();
                view.role = if decided { Role::EndTurn } else { Role::Begin };
                view.rule = Some("HEED-T2");
                view.cost = Some(Cost { amount: trys.into(), unit: TRY });
                self.warn(state, trys, self.touched(state), view);
            }
            Deed::Give { kind, to } => {
                let (item, whom) = (rules.item_words(kind), &self.hero_sheet(state, to).name);
                view.name("give", "Give", "A thing serves only whoever carries it.");
                (view.label, view.role) = (format!("Give the {item} to {whom}"), Role::Aside);
                (view.targets, view.rule) = (vec![to], Some("HEED-R19"));
                view.item = Some(Named::new(rules.item_id(kind), rules.item_name(kind)));
            }
            Deed::Face { answer } => self.describe_answer(state, answer, view),
            Deed::GoOn => {
                let trys = self.task(self.fight).map_or(1, |task| task.trys);
                view.name("go-on", "Go on", "Ends the try that the combat took, with its d10.");
                view.label = "Go on: the try ends".to_owned();
                (view.role, view.rule) = (Role::Begin, Some("HEED-T6"));
                self.warn(state, trys, state.own.stir | self.light_touches(state), view);
            }
        }
    }

    fn describe_answer(&self, state: &State, answer: Answer, view: &mut ChoiceView) {
        let paid = format!("For {} gold they let the party pass, now and later.", self.manner(state).price);
        let (title, effect) = match answer {
            Answer::Fight => ("Fight", "The combat begins."),
            Answer::Hide => (
                "Hide",
                "They pass by, or the party slips out again. Cover and darkness help, noise does not.",
            ),
            Answer::Talk => ("Talk", "They let the party pass, now and later."),
            Answer::Pay => ("Offer gold", paid.as_str()),
            Answer::GoAway => ("Go away", "Back to where the party came from."),
        };
        view.name(answer.word(), title, effect);
        view.rule = Some("HEED-R21");
        view.role = if answer == Answer::Fight { Role::Begin } else { Role::Act };
        if answer != Answer::Fight {
            let least = 7 - self.faces_of(state, answer);
            view.aim = Some("goes well");
            view.warnings.push(format!("succeeds on {least} or more of a d6; otherwise they attack first"));
        }
    }

    fn describe_task(&self, state: &State, who: Who, chore: Chore, view: &mut ChoiceView) {
        let Some(task) = self.task(chore.task) else { return };
        let (place, here) = (&self.setting.place, &state.here);
        let own = self.chore_trys(state, chore);
        view.deed = DeedView::new(&task.id, &task.name).with_effect(self.task_effect(task));
        view.label = self.chore_words(state, who, chore);
        view.cost = Some(Cost { amount: own.into(), unit: TRY });
        view.rule = Some("HEED-T6");
        view.item = self.item_of(state, who, chore);
        match task.does {
            Work::Bandage | Work::Cast | Work::Drink => view.targets.push(Who(chore.at)),
            Work::Open | Work::Listen => {
                view.to = place.beyond(chore.at, here.at).and_then(|zone| place.on_map(here, zone));
            }
            _ => {}
        }
        let trap = match task.does {
            Work::Take => Some((Trap::Cache(chore.at), "sets off")),
            Work::Disarm => chore.trap().map(|trap| (trap, "failing sets off")),
            _ => None,
        };
        view.warnings.extend(trap.and_then(|(trap, how)| trap_warning(self, state, trap, how)));
        if task.chance < 6 {
            view.warnings.push(chance_words(task));
        }
        // As if the try began with this and with what the others have picked.
        let mut begun = state.clone();
        begun.own.heroes[who].chore = chore;
        let (trys, touched) = (self.trys(&begun), self.touched(&begun));
        if own > 1 {
            view.warnings.push(format!("takes {}", trys_words(own)));
        }
        self.warn(&begun, trys, touched, view);
    }

    /// What a task is good for, with its numbers.
    fn task_effect(&self, task: &Task) -> String {
        let does = match task.does {
            Work::Search => "Finds everything that is hidden in this zone.".to_owned(),
            Work::Open => "Opens a locked door.".to_owned(),
            Work::Disarm => "Takes a trap apart; failing sets it off.".to_owned(),
            Work::Listen => "Tells whether somebody is beyond.".to_owned(),
            Work::Watch => "The party acts first if something turns up.".to_owned(),
            Work::Take => "What is in it goes to whoever takes it; what does not fit lies there.".to_owned(),
            Work::Pack => {
                "Leaves what is neither worn nor in hand, or all of a kind, where the party is.".to_owned()
            }
            Work::Bandage => "Closes one wound for each bandage.".to_owned(),
            Work::Cast => "A spell closes wounds.".to_owned(),
            Work::Drink => "A potion closes wounds.".to_owned(),
            Work::Make => task.gives.map_or(String::new(), |kind| {
                format!("Makes a {}. {}", self.heed().item_words(kind), self.heed().item_effect(kind))
            }),
            Work::Read => "Shows what is hidden in every zone that was seen.".to_owned(),
            Work::Rest => format!("Closes {}.", crate::words::WOUND.count(task.wounds.into())),
            Work::Walk | Work::Fight => String::new(),
        };
        format!("{} {does}", task.about).trim().to_owned()
    }

    fn describe_going(&self, state: &State, to: u8, view: &mut ChoiceView) {
        view.deed.effect = "To the next zone. What is not in sight takes a try, the rest no time.".to_owned();
        if !state.here.seen.has(to) {
            let trys = self.task(self.walk).map_or(1, |task| task.trys);
            view.cost = Some(Cost { amount: trys.into(), unit: TRY });
            self.warn(state, trys, self.walk_touches(state), view);
            if state.own.warned.has(to) {
                view.warnings.push("somebody was heard in there".to_owned());
            }
        }
    }

    /// Which faces of how many dice bring an encounter, and why; and that the chance of none is shown.
    fn warn(&self, state: &State, trys: u8, touched: Senses, view: &mut ChoiceView) {
        view.aim = Some("stays unnoticed");
        let faces = self.faces(state, touched);
        let felt = (touched & state.own.alert)
            .zip(2..)
            .map(|(sense, face)| format!("{face} ({})", self.sense_name(sense)));
        let why: Vec<String> = std::iter::once("1".to_owned()).chain(felt).collect();
        let dice = if trys > 1 {
            format!("{trys}d10: an encounter if any shows")
        } else {
            "d10: an encounter on".to_owned()
        };
        view.warnings.push(match faces {
            0 => "nothing is left here that could turn up".to_owned(),
            _ => format!("{dice} {}", why.join(", ")),
        });
    }

    pub(super) fn sense_name(&self, sense: u8) -> &str {
        self.senses.get(usize::from(sense)).map_or("", String::as_str)
    }

    /// What a chore is at or with, whomever it is for.
    fn item_of(&self, state: &State, who: Who, chore: Chore) -> Option<Named> {
        let (place, here, rules) = (&self.setting.place, &state.here, self.heed());
        let Chore { at, with, .. } = chore;
        Some(match self.task(chore.task)?.does {
            Work::Open | Work::Listen => Named::new(&place.way_id(here, at), &place.way_words(here, at)),
            Work::Disarm => {
                let trap = chore.trap()?;
                let at = format!("the trap {}", place.trap_place(here, trap));
                Named::new(&place.trap_id(here, trap), &at)
            }
            Work::Take => Named::new(place.cache_id(at), place.cache_name(at)),
            Work::Cast => {
                let spell = self.hero_sheet(state, who).spells.get(usize::from(with)).copied();
                Named::new(rules.spell_id(spell), rules.spell_name(spell))
            }
            Work::Pack if with == NONE => return None,
            Work::Pack | Work::Drink => Named::new(rules.item_id(with), &rules.item_words(with)),
            _ => return None,
        })
    }

    pub(super) fn chore_words(&self, state: &State, who: Who, chore: Chore) -> String {
        let Some(task) = self.task(chore.task) else { return "stands by".to_owned() };
        let (name, whom) = (&task.name, || &self.hero_sheet(state, Who(chore.at)).name);
        let item = self.item_of(state, who, chore).map_or(String::new(), |item| item.name);
        match task.does {
            Work::Bandage => format!("{name}: {}", whom()),
            Work::Cast => format!("{name}: {item} on {}", whom()),
            Work::Drink => format!("{name}: {item} for {}", whom()),
            _ if item.is_empty() => name.clone(),
            _ => format!("{name}: {item}"),
        }
    }
}

pub(super) fn trys_words(trys: u8) -> String {
    match trys {
        1 => "one try, six minutes".to_owned(),
        _ => format!("{trys} trys, {} minutes", u32::from(trys) * 6),
    }
}

fn chance_words(task: &Task) -> String {
    let chance = f64::from(task.chance) / 6.0 * 100.0;
    let least = 7 - task.chance;
    format!("succeeds on {least} or more of a d6 ({chance:.0} %), one face more for each who helps")
}
