//! Names, and choices in words.

use fracas_kernel::grid::Square;
use fracas_kernel::{ChoiceView, Tab, Who};

use crate::choices::{Aim, Choice, EFFORT};
use crate::data::{Card, Does, Lasting, Only, Origin, Ranks, Sheet, Takes, harms_words};
use crate::legal::contest_words;
use crate::state::{NOTHING, State, bit, each, ix};

impl Ranks {
    /// Which of its kind somebody is, from 1; none where there was only one from the start.
    fn ordinal(&self, state: &State, who: Who) -> Option<usize> {
        let sheet = state.sheet[ix(who)];
        let before = state.sheet[..ix(who)].iter().filter(|&&other| other == sheet).count();
        let at_start = self.placed.iter().filter(|placed| placed.sheet == sheet).count();
        (before > 0 || at_start > 1).then_some(before + 1)
    }

    pub(crate) fn name_of(&self, state: &State, who: Who) -> String {
        let name = &self.sheet(state, who).name;
        self.ordinal(state, who).map_or(name.clone(), |n| format!("{name} {n}"))
    }

    pub(crate) fn id_of(&self, state: &State, who: Who) -> String {
        let id = &self.sheet(state, who).id;
        self.ordinal(state, who).map_or(id.clone(), |n| format!("{id}-{n}"))
    }

    pub(crate) fn item_name(&self, item: u8) -> &str {
        self.items.get(item as usize).map_or("nothing", |item| &item.name)
    }

    fn item_id(&self, item: u8) -> &str {
        self.items.get(item as usize).map_or("nothing", |item| &item.id)
    }

    fn carried_item(&self, state: &State, who: Who, place: u8) -> u8 {
        state.items[ix(who)].get(place as usize).copied().unwrap_or(NOTHING)
    }

    fn card_of(&self, state: &State, who: Who, card: u8) -> Option<&Card> {
        let index = *self.sheet(state, who).cards.get(card as usize)?;
        self.cards.get(index as usize)
    }

    pub(crate) fn choice_text(&self, state: &State, choice: Choice) -> String {
        let id = self.id_of(state, choice.who());
        let held = |who, place| {
            let how = if state.has_equipped(who, place) { "equipped" } else { "carried" };
            format!("{how} {}", self.item_id(self.carried_item(state, who, place)))
        };
        let item = |who, place| self.item_id(self.carried_item(state, who, place));
        match choice {
            Choice::Roll { .. } => format!("{id} roll initiative"),
            Choice::Move { to, .. } => format!("{id} move {to}"),
            Choice::Inspire { .. } => format!("{id} inspire"),
            Choice::Scan { .. } => format!("{id} scan"),
            Choice::Hide { .. } => format!("{id} hide"),
            Choice::PickUp { lying, .. } => {
                let thing = state.lying.get(lying as usize).copied().unwrap_or_default();
                format!("{id} pick-up {} {}", self.item_id(thing.item), thing.at)
            }
            Choice::Equip { who, place } => format!("{id} equip {}", item(who, place)),
            Choice::Unequip { who, place } => format!("{id} unequip {}", item(who, place)),
            Choice::Drop { who, place } => format!("{id} drop {}", held(who, place)),
            Choice::Act { who, card, aim } => {
                let card = self.card_of(state, who, card).map_or("nothing", |card| &card.id);
                let mut text = format!("{id} play {card}");
                for target in [aim.one, aim.two].into_iter().flatten() {
                    text += &format!(" {}", self.id_of(state, target));
                }
                if aim.square != Square::NOWHERE {
                    text += &format!(" {}", aim.square);
                }
                if aim.with != NOTHING {
                    text += &format!(" with {}", item(who, aim.with));
                }
                text
            }
            Choice::End { .. } => format!("{id} end turn"),
            Choice::Retreat { .. } => format!("{id} retreat"),
        }
    }

    pub(crate) fn choice_view(&self, state: &State, choice: Choice) -> ChoiceView {
        let who = choice.who();
        let mut view =
            ChoiceView { tab: Tab::Move, ..ChoiceView::new(choice.who(), self.choice_text(state, choice)) };
        let item = |place| self.item_name(self.carried_item(state, who, place)).to_lowercase();
        let (label, rule) = match choice {
            Choice::Roll { .. } => {
                view.tab = Tab::Turn;
                ("Roll initiative".to_owned(), "RANKS-T1")
            }
            Choice::Move { to, .. } => (self.move_view(state, who, to, &mut view), "RANKS-M1"),
            Choice::Inspire { .. } => {
                view.aim = Some("inspires");
                (format!("Inspire for {EFFORT}"), "RANKS-M4")
            }
            Choice::Scan { .. } => (format!("Scan for {EFFORT}"), "RANKS-M5"),
            Choice::Hide { .. } => {
                view.warnings.extend(
                    (state.hidden[ix(who)] == 0).then(|| "moving costs double while hidden".to_owned()),
                );
                (format!("Hide for {EFFORT}"), "RANKS-M6")
            }
            Choice::PickUp { lying, .. } => {
                let thing = state.lying.get(lying as usize).copied().unwrap_or_default();
                view.to = Some(thing.at.to_string());
                (format!("Pick up {} for 1", self.item_name(thing.item).to_lowercase()), "RANKS-M7")
            }
            Choice::Equip { place, .. } => (format!("Equip {} for 1", item(place)), "RANKS-M7"),
            Choice::Unequip { place, .. } => (format!("Put away {} for 1", item(place)), "RANKS-M7"),
            Choice::Drop { place, .. } => (format!("Drop {}", item(place)), "RANKS-M7"),
            Choice::Act { card, aim, .. } => (self.card_view(state, who, card, aim, &mut view), "RANKS-A1"),
            Choice::End { .. } => {
                view.tab = Tab::Turn;
                ("End turn".to_owned(), "RANKS-T5")
            }
            Choice::Retreat { .. } => {
                view.tab = Tab::Turn;
                let left = state.side[0] & state.unconscious;
                view.warnings
                    .extend(each(left).map(|hero| format!("{} is left behind", self.name_of(state, hero))));
                view.warnings.push("the encounter is lost".to_owned());
                ("Retreat".to_owned(), "RANKS-R20")
            }
        };
        view.label = label;
        view.rule = Some(rule);
        view
    }

    fn move_view(&self, state: &State, who: Who, to: Square, view: &mut ChoiceView) -> String {
        view.to = Some(to.to_string());
        let path = self.path_to(state, who, to);
        let price = path.map_or_else(|| "?".to_owned(), |path| path.price.to_string());
        if path.is_some_and(|path| path.price > 4) && self.is_held(state, who) {
            view.warnings.push("an enemy is beside you: leaving costs 4 more".to_owned());
        }
        format!("Move to {to} for {price}")
    }

    /// Does an enemy that counts stand beside somebody?
    fn is_held(&self, state: &State, who: Who) -> bool {
        let seen = self.seen_foes(state, who) & state.up;
        each(seen).any(|foe| state.distance(who, foe) <= 1)
    }

    fn card_view(&self, state: &State, who: Who, card: u8, aim: Aim, view: &mut ChoiceView) -> String {
        view.tab = Tab::Action;
        let Some(played) = self.card_of(state, who, card) else { return "Nothing".to_owned() };
        view.targets = [aim.one, aim.two].into_iter().flatten().collect();
        view.aim = played.attack.map(|_| "hits");
        let names: Vec<String> = view.targets.iter().map(|&one| self.name_of(state, one)).collect();
        let mut label = played.name.clone();
        if aim.with != NOTHING {
            label +=
                &format!(" ({})", self.item_name(self.carried_item(state, who, aim.with)).to_lowercase());
        }
        if !names.is_empty() {
            label += &format!(": {}", names.join(" and "));
        }
        if aim.square != Square::NOWHERE {
            view.to = Some(aim.square.to_string());
            label += &format!(" at {}", aim.square);
        }
        if played.only == Only::Everyone && matches!(played.takes, Takes::Burst | Takes::Around) {
            view.warnings.extend(self.friends_in(state, who, played, aim));
        }
        let weapon =
            self.items.get(self.carried_item(state, who, aim.with) as usize).and_then(|item| item.weapon());
        if let Some(weapon) = weapon.filter(|weapon| weapon.unreliable > 0) {
            view.warnings.push(format!("unreliable {}: it may fail", weapon.unreliable));
        }
        if played.attack.is_some() && state.hidden[ix(who)] > 0 {
            view.warnings.push("you will be hidden no longer".to_owned());
        }
        label
    }

    /// Friends whom an area would take too.
    fn friends_in(&self, state: &State, who: Who, card: &Card, aim: Aim) -> Option<String> {
        use fracas_kernel::grid::Body;
        let middle = if card.takes == Takes::Burst { Body::new(aim.square, 1) } else { state.body(who) };
        let spared = if card.takes == Takes::Around { bit(who) } else { 0 };
        let taken = each(state.friends(who) & state.present() & !spared).filter(|&one| {
            middle.distance(state.body(one)) <= card.area && self.bodies_see(state, middle, state.body(one))
        });
        let names: Vec<String> = taken.map(|one| self.name_of(state, one)).collect();
        (!names.is_empty()).then(|| format!("takes {} too", names.join(", ")))
    }

    /// What a card asks for and does, in a line.
    pub(crate) fn card_words(&self, card: &Card) -> String {
        let mut parts = Vec::new();
        parts.extend(card.attack.map(|attack| contest_words(attack.skill, attack.against)));
        let effects =
            |list: &[Does]| list.iter().map(|does| self.does_words(does)).collect::<Vec<_>>().join(", ");
        for (lead, list) in [("first ", &card.first), ("", &card.hit), ("then ", &card.after)] {
            if !list.is_empty() {
                parts.push(format!("{lead}{}", effects(list)));
            }
        }
        parts.join("; ")
    }

    fn does_words(&self, does: &Does) -> String {
        use crate::data::{Amount, Which};
        let rank = |amount: Amount| match amount {
            Amount::Rank(rank) => format!("rank {rank}"),
            Amount::Weapon => "the weapon's rank".to_owned(),
            Amount::Own(ability) => format!("your {}", ability.name()),
        };
        match *does {
            Does::Damage { amount, bonus, harm } => {
                let kind = harm.map_or(String::new(), |harm| format!("{} ", harm.name()));
                let bonus = if bonus == 0 { String::new() } else { format!(" {bonus:+}") };
                format!("{kind}damage of {}{bonus}", rank(amount))
            }
            Does::Heal(amount) => format!("heals Damage by {}", rank(amount)),
            Does::Mend(n) => format!("{n} wound less"),
            Does::Wound(n) => format!("{n} wound"),
            Does::Afflict { condition, rank } => {
                format!("{} {rank}", self.conditions[condition as usize].name.to_lowercase())
            }
            Does::Remove(Which::Harmful) => "ends harmful conditions".to_owned(),
            Does::Remove(Which::Helpful) => "ends helpful conditions".to_owned(),
            Does::Remove(Which::All) => "ends all conditions".to_owned(),
            Does::Turn => "turns conditions into their opposites".to_owned(),
            Does::Pass => "passes on your worst condition".to_owned(),
            Does::KnockDown => "knocks down".to_owned(),
            Does::Stun => "stuns".to_owned(),
            Does::Stand => "stand up".to_owned(),
            Does::Scan => "scan".to_owned(),
            Does::Hide => "hide".to_owned(),
            Does::Reveal => "reveals".to_owned(),
            Does::Push(n) => format!("pushes {n}"),
            Does::Pull(n) => format!("pulls {n}"),
            Does::Swap => "swaps places".to_owned(),
            Does::Step(n) => format!("step up to {n}"),
            Does::Disarm => "disarms".to_owned(),
            Does::Steal => "steals".to_owned(),
            Does::Terrain(ground) => format!("the ground becomes {}", ground.name()),
            Does::Summon(sheet) => format!("calls {}", self.sheets[sheet as usize].name),
            Does::Again => "act again".to_owned(),
        }
    }

    /// What somebody is, in a few words.
    pub(crate) fn kind_words(&self, sheet: &Sheet) -> String {
        match &sheet.origin {
            Origin::Hero { species, role, background } => {
                format!("{} {} ({})", species.to_lowercase(), role.to_lowercase(), background.to_lowercase())
            }
            Origin::Monster { role, background } => {
                let words = crate::data::Keyword::ALL
                    .iter()
                    .filter(|(_, word)| sheet.is(*word))
                    .map(|(name, _)| *name);
                let own = [role, background].into_iter().flatten().map(String::as_str);
                let all: Vec<String> = words.chain(own).map(str::to_lowercase).collect();
                if all.is_empty() { "monster".to_owned() } else { all.join(", ") }
            }
        }
    }
}

/// What a condition or an aura does, in words.
pub(crate) fn lasting_words(does: Lasting, rank: u8) -> String {
    let sign = |bonus: bool| if bonus { '+' } else { '-' };
    match does {
        Lasting::Heals => format!("heals rank {rank} at the start of a turn"),
        Lasting::Hurts(harm) => format!("{} damage of rank {rank} at the start of a turn", harm.name()),
        Lasting::Ability { ability, bonus } => format!("{}{rank} {}", sign(bonus), ability.name()),
        Lasting::Dealt { bonus } => format!("{}{rank} on damage dealt", sign(bonus)),
        Lasting::Movement { bonus } => format!("{}{rank} movement points", sign(bonus)),
        Lasting::Resists { harms, bonus } => {
            let word = if bonus { "resistance to" } else { "vulnerable to" };
            format!("{word} {} {rank}", harms_words(harms))
        }
    }
}
