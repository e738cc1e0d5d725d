//! Names, and choices in words. What cards, items and conditions do is told in `effects`.

use fracas_kernel::grid::Square;
use fracas_kernel::plot::{carry_text, describe_carry};
use fracas_kernel::{ChoiceView, Cost, Crowd, Deed as DeedView, Named, Role, Tab, Tell, Unit, Who};

use crate::aim::Aim;
use crate::apply::INSPIRES;
use crate::card::{Card, Only, Takes};
use crate::choices::{Choice, Deed, EFFORT, HANDLING};
use crate::data::{Ability, Item, Keyword, Origin, Ranks, Sheet};
use crate::doors::{GIVES_WAY, Handle};
use crate::movement::PRICES;
use crate::state::{NOTHING, State};

pub(crate) const POINTS: Unit = Unit::new("movement point", "movement points", "mp");

impl Tell for Ranks {
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
        let item = |place| self.carried_item(state, who, place).map_or("nothing", |item| item.id.as_str());
        match deed {
            Deed::Roll => format!("{id} roll initiative"),
            Deed::Begin => format!("{id} begin turn"),
            Deed::Move { to } => format!("{id} move {to}"),
            Deed::Inspire => format!("{id} inspire"),
            Deed::Scan => format!("{id} scan"),
            Deed::Hide => format!("{id} hide"),
            Deed::PickUp { lying } => {
                let thing = state.lying.get(usize::from(lying)).copied().unwrap_or_default();
                let item = self.items.get(usize::from(thing.item)).map_or("nothing", |item| &item.id);
                format!("{id} pick-up {item} {}", thing.at)
            }
            Deed::Equip { place } => format!("{id} equip {}", item(place)),
            Deed::Unequip { place } => format!("{id} unequip {}", item(place)),
            Deed::Drop { place } => format!("{id} drop {} {}", self.kept(state, who, place), item(place)),
            Deed::Door { at, how } => format!("{id} {} door {at}", how.name()),
            Deed::Act { card, aim } => {
                let card = self.card_of(state, who, card).map_or("nothing", |card| &card.id);
                let mut text = format!("{id} play {card}");
                for target in aim.targets() {
                    text += &format!(" {}", self.id(state, target));
                }
                if aim.square != Square::NOWHERE {
                    text += &format!(" {}", aim.square);
                }
                if aim.with != NOTHING {
                    text += &format!(" with {}", item(aim.with));
                }
                text
            }
            Deed::End => format!("{id} end turn"),
            Deed::Carry { prize, up } => format!("{id} {}", carry_text(&self.plot, prize, up)),
            Deed::Retreat => format!("{id} retreat"),
        }
    }

    fn describe(&self, state: &State, choice: Choice) -> ChoiceView {
        let Choice { who, deed } = choice;
        let mut view = ChoiceView { tab: Tab::Move, ..ChoiceView::new(who, self.text(state, choice)) };
        let rule = match deed {
            Deed::Roll => {
                (view.tab, view.role) = (Tab::Turn, Role::Begin);
                view.deed = DeedView::new("roll initiative", "Roll initiative")
                    .with_effect("Everybody rolls Speed; the highest acts first.");
                "RANKS-T1"
            }
            Deed::Begin => {
                (view.tab, view.role) = (Tab::Turn, Role::Begin);
                view.deed = DeedView::new("begin turn", "Begin the turn")
                    .with_effect("The turn before it ends, and this one starts as any other.");
                "RANKS-R22"
            }
            Deed::Move { to } => {
                self.describe_move(state, who, to, &mut view);
                "RANKS-M1"
            }
            Deed::Inspire => {
                view.aim = Some("inspires");
                view.deed = DeedView::new("inspire", "Inspire").with_effect(format!(
                    "Roll Presence: on {INSPIRES} or more, friends in sight are no longer stunned."
                ));
                view.cost = points(EFFORT);
                "RANKS-M4"
            }
            Deed::Scan => {
                view.deed =
                    DeedView::new("scan", "Scan").with_effect("Roll Perception and add it to your Senses.");
                view.cost = points(EFFORT);
                "RANKS-M5"
            }
            Deed::Hide => {
                view.deed = DeedView::new("hide", "Hide").with_effect(
                    "Roll Stealth and add it to your Hidden: enemies with lower Senses cannot see you.",
                );
                view.cost = points(EFFORT);
                if state.hidden[who] == 0 {
                    view.warnings.push("moving costs double while hidden".to_owned());
                }
                "RANKS-M6"
            }
            Deed::PickUp { lying } => {
                let thing = state.lying.get(usize::from(lying)).copied().unwrap_or_default();
                view.to = Some(thing.at.to_string());
                self.describe_item(&mut view, "pick-up", "Pick up", self.items.get(usize::from(thing.item)));
                view.cost = points(HANDLING);
                "RANKS-M7"
            }
            Deed::Equip { place } => {
                self.describe_item(&mut view, "equip", "Equip", self.carried_item(state, who, place));
                view.cost = points(HANDLING);
                "RANKS-M7"
            }
            Deed::Unequip { place } => {
                self.describe_item(&mut view, "unequip", "Put away", self.carried_item(state, who, place));
                view.cost = points(HANDLING);
                "RANKS-M7"
            }
            Deed::Drop { place } => {
                self.describe_item(&mut view, "drop", "Drop", self.carried_item(state, who, place));
                // Of two that are alike, one may be in use.
                let kept = self.kept(state, who, place);
                if let Some(item) = &mut view.item {
                    *item = Named::new(&format!("{kept} {}", item.id), &format!("{} ({kept})", item.name));
                }
                view.cost = points(0);
                "RANKS-M7"
            }
            Deed::Door { at, how } => {
                self.describe_door(state, who, at, how, &mut view);
                "RANKS-J10"
            }
            Deed::Act { card, aim } => {
                self.describe_card(state, who, card, aim, &mut view);
                "RANKS-A1"
            }
            Deed::End => {
                (view.tab, view.role) = (Tab::Turn, Role::EndTurn);
                view.deed = DeedView::new("end turn", "End turn")
                    .with_effect("Movement points are lost, and conditions wear off by a rank.");
                "RANKS-T5"
            }
            Deed::Carry { prize, up } => {
                describe_carry(&self.plot, prize, up, &mut view);
                "RANKS-G2"
            }
            Deed::Retreat => {
                (view.tab, view.role) = (Tab::Turn, Role::Retreat);
                view.deed = DeedView::new("retreat", "Retreat")
                    .with_effect("All conscious heroes leave the field; the unconscious are lost.");
                let left = state.side[0] & state.unconscious;
                view.warnings.extend(left.map(|hero| format!("{} is left behind", self.name(state, hero))));
                view.warnings.push("the encounter is lost".to_owned());
                "RANKS-R20"
            }
        };
        if view.label.is_empty() {
            view.label.clone_from(&view.deed.title);
        }
        view.rule = Some(rule);
        view
    }
}

fn points(amount: u8) -> Option<Cost> {
    Some(Cost { amount: amount.into(), unit: POINTS })
}

impl Ranks {
    /// Which of its kind somebody is, from 1; none where there was only one from the start.
    fn ordinal(&self, state: &State, who: Who) -> Option<usize> {
        let sheet = state.sheet[who];
        let among = |first: usize| state.sheet.iter().take(first).filter(|&&other| other == sheet).count();
        let (before, at_start) = (among(who.index()), among(state.first.into()));
        (before > 0 || at_start > 1).then_some(before + 1)
    }

    pub(crate) fn item_name(&self, item: u8) -> &str {
        self.items.get(usize::from(item)).map_or("nothing", |item| &item.name)
    }

    pub(crate) fn carried_item(&self, state: &State, who: Who, place: u8) -> Option<&Item> {
        let item = state.items[who].get(usize::from(place)).copied()?;
        self.items.get(usize::from(item))
    }

    /// How an item is carried.
    fn kept(&self, state: &State, who: Who, place: u8) -> &'static str {
        if state.has_equipped(who, place) { "equipped" } else { "carried" }
    }

    fn card_of(&self, state: &State, who: Who, card: u8) -> Option<&Card> {
        let index = *self.sheet(state, who).cards.get(usize::from(card))?;
        self.cards.get(usize::from(index))
    }

    fn describe_item(&self, view: &mut ChoiceView, id: &str, title: &str, item: Option<&Item>) {
        let (name, effect) =
            item.map_or_else(Default::default, |item| (item.name.to_lowercase(), self.item_effect(item)));
        view.deed = DeedView::new(id, title).with_effect(effect);
        view.item = item.map(|item| Named::new(&item.id, &item.name));
        view.label = format!("{title} {name}");
    }

    fn describe_door(&self, state: &State, who: Who, at: Square, how: Handle, view: &mut ChoiceView) {
        let (title, effect) = match how {
            Handle::Open => ("Open the door", "Steps and sight go through it.".to_owned()),
            Handle::Shut => ("Shut the door", "It blocks steps and sight, for both sides.".to_owned()),
            Handle::Force => ("Force the door", format!("Roll Brawl: on {GIVES_WAY} or more it breaks.")),
            Handle::Pick => ("Pick the lock", format!("Roll Reactions: on {GIVES_WAY} or more it opens.")),
        };
        view.deed = DeedView::new(format!("{} door", how.name()), title).with_effect(effect);
        view.to = Some(at.to_string());
        view.label = format!("{title} at {at}");
        if let Some(ability) = how.ability() {
            view.aim = Some(if how == Handle::Force { "breaks it" } else { "opens it" });
            view.label += &format!(" ({} {})", Ability::name(ability), self.rank(state, who, ability));
        }
        view.cost = points(how.price());
    }

    fn describe_move(&self, state: &State, who: Who, to: Square, view: &mut ChoiceView) {
        view.role = Role::Move;
        view.deed = DeedView::new("move", "Move").with_effect(format!(
            "A step costs 1, {} more into an obstructed square, {} more out of a square beside an enemy you see; \
             twice as much while prone or hidden.",
            PRICES.rough, PRICES.held
        ));
        view.label = format!("Move to {to}");
        view.to = Some(to.to_string());
        let path = self.path_to(state, who, to);
        view.cost = path.and_then(|path| points(path.price));
        let seen = self.seen_foes(state, who) & state.up;
        let held = seen.any(|foe| state.distance(who, foe) <= 1);
        if path.is_some_and(|path| path.price > PRICES.held) && held {
            view.warnings.push(format!("an enemy is beside you: leaving costs {} more", PRICES.held));
        }
    }

    fn describe_card(&self, state: &State, who: Who, card: u8, aim: Aim, view: &mut ChoiceView) {
        view.tab = Tab::Action;
        view.button = Some("Run this Action");
        let Some(played) = self.card_of(state, who, card) else { return };
        let item = self.carried_item(state, who, aim.with);
        // RANKS-U8: the card is what is done; weapon, people and square are what it asks for.
        let (id, title) = (format!("play {}", played.id), played.title());
        view.targets = aim.targets().collect();
        view.aim = played.attack.map(|_| "hits");
        view.item = item.map(|item| Named::new(&item.id, &item.name));
        view.label.clone_from(&title);
        if let Some(item) = item {
            view.label += &format!(" · {}", item.name.to_lowercase());
        }
        let names: Vec<String> = view.targets.iter().map(|&one| self.name(state, one)).collect();
        if !names.is_empty() {
            view.label += &format!(": {}", names.join(" and "));
        }
        if aim.square != Square::NOWHERE {
            view.to = Some(aim.square.to_string());
            view.label += &format!(" at {}", aim.square);
        }
        let versus = played.attack.map(|attack| (attack.skill.title(), attack.against.title()));
        view.deed = DeedView::new(id, title)
            .with_effect(self.card_effect(played, item))
            .on_card(&played.name, versus);
        if matches!(played.takes, Takes::Burst | Takes::Around) {
            self.describe_area(state, who, played, aim, view);
        }
        let weapon = item.and_then(|item| item.weapon());
        if let Some(weapon) = weapon.filter(|weapon| weapon.unreliable > 0) {
            view.warnings.push(format!("unreliable {}: it may fail", weapon.unreliable));
        }
        if played.attack.is_some() && state.hidden[who] > 0 {
            view.warnings.push("you will no longer be hidden".to_owned());
        }
    }

    /// An area names everybody in it, as far as its player sees them.
    fn describe_area(&self, state: &State, who: Who, card: &Card, aim: Aim, view: &mut ChoiceView) {
        let friends = state.friends(who);
        let taken = self.in_area(state, who, card, aim.square) & (self.seen_foes(state, who) | friends);
        let names = |crowd: Crowd| crowd.map(|one| self.name(state, one)).collect::<Vec<_>>().join(", ");
        if !taken.is_empty() {
            view.label += &format!(": {}", names(taken));
        }
        if card.only == Only::Everyone && taken.meets(friends) {
            view.warnings.push(format!("takes {} too", names(taken & friends)));
        }
    }

    /// What somebody is, in a few words.
    pub(crate) fn kind_words(&self, sheet: &Sheet) -> String {
        match &sheet.origin {
            Origin::Hero { species, role, background } => {
                format!("{} {} ({})", species.to_lowercase(), role.to_lowercase(), background.to_lowercase())
            }
            Origin::Monster { role, background } => {
                let words = sheet.keywords.map(|word| Keyword::name(word).to_owned());
                let own = [role, background].into_iter().flatten().map(|word| word.to_lowercase());
                let given = sheet.words.iter().map(|[name, _]| name.to_lowercase());
                let all: Vec<String> = words.chain(given).chain(own).collect();
                if all.is_empty() { "monster".to_owned() } else { all.join(", ") }
            }
        }
    }
}
