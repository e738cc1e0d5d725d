//! Names, and choices in words: their stable text, and what a screen shows of them.

use fracas_kernel::{
    ChoiceView, Cost, Deed as DeedView, Handle, Named, Role, Seat, Tab, Tell, Unit, Who, ZoneSet,
};

use crate::action::{Action, Kind, OFF};
use crate::choices::{Choice, Deed};
use crate::data::Ardor;
use crate::doors::{closes, is_hard};
use crate::effects::{ARDOR, SURGES, XP, ability_effect, fumble_effect};
use crate::features::Feature;
use crate::state::State;

impl Tell for Ardor {
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
        let action = |action| self.action_text(state, who, action);
        let rest = match deed {
            Deed::Begin => "begin".to_owned(),
            Deed::Show { action: shown } if state.bluffers.has(who) => format!("show {}", action(shown)),
            Deed::Show { action: shown } => action(shown),
            Deed::Mean { action: meant } => format!("mean {}", action(meant)),
            Deed::Commit { action: meant, careful: false } => action(meant),
            Deed::Commit { action: meant, careful: true } => format!("{} carefully", action(meant)),
            Deed::Arduous { action: second, careful: false } => format!("arduous {}", action(second)),
            Deed::Arduous { action: second, careful: true } => {
                format!("arduous {} carefully", action(second))
            }
            Deed::Pass => "pass".to_owned(),
            Deed::Learn { which } => format!("learn {}", self.ability_id(state, who, which)),
            Deed::Later { which } => format!("later {}", self.ability_id(state, who, which)),
        };
        format!("{} {rest}", self.id(state, who))
    }

    fn describe(&self, state: &State, choice: Choice) -> ChoiceView {
        let Choice { who, deed } = choice;
        let view = ChoiceView { tab: Tab::Turn, ..ChoiceView::new(who, self.text(state, choice)) };
        match deed {
            Deed::Begin => ChoiceView {
                deed: DeedView::new("begin", "Begin").with_effect("The first round begins."),
                role: Role::Begin,
                label: "Begin".to_owned(),
                rule: Some("ARDOR-F1"),
                ..view
            },
            Deed::Show { action } => self.show_view(state, action, view),
            Deed::Mean { action } => self.mean_view(state, action, view),
            Deed::Commit { action, careful } => self.commit_view(state, action, careful, view),
            Deed::Arduous { action, careful } => self.arduous_view(state, action, careful, view),
            Deed::Pass => ChoiceView {
                deed: DeedView::new("pass", "No Arduous Action")
                    .with_effect("Keeps the Ardor. Your first action is all you do in this round."),
                role: Role::EndTurn,
                label: "No Arduous Action".to_owned(),
                rule: Some("ARDOR-R11"),
                ..view
            },
            Deed::Learn { which } => self.discovery_view(state, which, true, view),
            Deed::Later { which } => self.discovery_view(state, which, false, view),
        }
    }

    /// From the other side, and what goes on out of sight from everybody.
    fn secret(&self, state: &State, choice: Choice) -> bool {
        matches!(choice.deed, Deed::Commit { .. } | Deed::Mean { .. })
            || self.unknown_to(state, Seat::Watcher).has(choice.who)
    }
}

impl Ardor {
    /// Which of its kind somebody is, from 1; none where there was only one from the start.
    fn ordinal(&self, state: &State, who: Who) -> Option<usize> {
        let sheet = state.sheet[who];
        let before = state.sheet.iter().take(who.index()).filter(|&&other| other == sheet).count();
        let at_start = match self.placed.len() {
            // A fight of an adventure: who is placed where is told by the encounter, and is all there from the start.
            0 => state.sheet.iter().take(state.count.into()).filter(|&&other| other == sheet).count(),
            // ARDOR-G3: those who come later are not counted.
            all => {
                let there = self.placed.iter().take(all - self.plot.comers.len());
                there.filter(|placed| placed.sheet == sheet).count()
            }
        };
        (before > 0 || at_start > 1).then_some(before + 1)
    }

    pub(crate) fn zone_name(&self, zone: u8) -> &str {
        if self.is_zone(zone) { &self.field.zones().zone(zone).name } else { "off the field" }
    }

    pub(crate) fn zone_id(&self, zone: u8) -> &str {
        if self.is_zone(zone) { &self.field.zones().zone(zone).id } else { "off" }
    }

    /// A zone in the words of somebody who knows of these, and is in `from`.
    pub(crate) fn whither(&self, known: ZoneSet, from: u8, to: u8) -> String {
        match self.is_zone(to) && self.is_zone(from) {
            true => self.field.whither(known, from, to),
            false => self.zone_name(to).to_owned(),
        }
    }

    /// A zone in the text of a choice.
    fn handle(&self, state: &State, who: Who, from: u8, to: u8) -> String {
        match state.side[1].has(who) || !self.is_zone(to) {
            true => self.zone_id(to).to_owned(),
            false => self.field.handle(state.seen, from, to),
        }
    }

    /// A door, as it is called by somebody who is at `from` and knows of these zones.
    pub(crate) fn door_name(&self, known: ZoneSet, from: u8, door: u8) -> String {
        let name = self.field.door_name(known, from, door);
        let mut letters = name.chars();
        letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
    }

    /// The zones that `who` knows.
    pub(crate) fn map_of(&self, state: &State, who: Who) -> ZoneSet {
        if state.side[1].has(who) { self.field.zones().numbers() } else { state.seen }
    }

    /// Where an action begins.
    fn start_of(&self, state: &State, who: Who, action: Action) -> u8 {
        if action == state.intent[who] { state.zone[who] } else { self.planned_zone(state, who) }
    }

    fn ability_id(&self, state: &State, who: Who, which: u8) -> &str {
        self.ability(state, who, which).map_or("nothing", |ability| &ability.id)
    }

    pub(crate) fn ability_name(&self, state: &State, who: Who, which: u8) -> &str {
        self.ability(state, who, which).map_or("nothing", |ability| &ability.name)
    }

    // --- actions ---

    fn action_text(&self, state: &State, who: Who, action: Action) -> String {
        let verb = self.verb(state, who, action);
        let id = |who| self.id(state, who);
        let start = self.start_of(state, who, action);
        let zone = |to| self.handle(state, who, start, to);
        match action {
            Action::MoveFar { via, to } => {
                format!("{verb} {} {}", zone(via), self.handle(state, who, via, to))
            }
            Action::MoveToAttack { to, target } | Action::MoveAndShoot { to, target } => {
                format!("{verb} {} {}", zone(to), id(target))
            }
            Action::AttackAndMove { target, to, .. } => format!("{verb} {} {}", id(target), zone(to)),
            Action::Attack { target, .. } => format!("{verb} {}", id(target)),
            Action::Defend { bar: Some(to) } | Action::Flee { to } => format!("{verb} {}", zone(to)),
            Action::DefendOther { ward: other } | Action::Tend { patient: other } => {
                format!("{verb} {}", id(other))
            }
            Action::Rise { surge: true } => "rise-with-surge".to_owned(),
            Action::Ability { which, on, to } => match self.ability(state, who, which) {
                Some(ability) if ability.area => format!("{verb} {}", zone(on)),
                Some(_) if to != OFF => format!("{verb} {} {}", id(Who(on)), zone(to)),
                Some(_) => format!("{verb} {}", id(Who(on))),
                None => verb,
            },
            Action::Door { door, .. } => {
                let known = self.map_of(state, who);
                format!("{verb} {}", self.field.door_handle(known, start, door))
            }
            Action::Nothing | Action::Defend { bar: None } | Action::Recover | Action::Rise { .. } => verb,
        }
    }

    /// What an action is called in texts, whomever and wherever it is aimed at.
    fn verb(&self, state: &State, who: Who, action: Action) -> String {
        let verb = match action {
            Action::Nothing => "nothing",
            Action::MoveFar { .. } => "move-far",
            Action::MoveToAttack { .. } => "move-to-attack",
            Action::MoveAndShoot { .. } => "move-and-shoot",
            Action::AttackAndMove { ranged: false, .. } => "attack-and-move",
            Action::AttackAndMove { ranged: true, .. } => "shoot-and-move",
            Action::Attack { ranged: false, .. } => "attack",
            Action::Attack { ranged: true, .. } => "shoot",
            Action::Defend { bar: None } => "defend",
            Action::Defend { bar: Some(_) } => "bar",
            Action::DefendOther { .. } => "defend-other",
            Action::Flee { .. } => "flee",
            Action::Recover => "recover",
            Action::Rise { .. } => "rise",
            Action::Tend { .. } => "tend",
            Action::Ability { which, .. } => return format!("use {}", self.ability_id(state, who, which)),
            // A way can be barred too, by standing in it.
            Action::Door { what: Handle::Bar, .. } => "bar-door",
            Action::Door { what, .. } => what.name(),
        };
        verb.to_owned()
    }

    /// An action as something that one may do: "strike Rook". Zones that are not among the `known` have no name.
    pub(crate) fn action_words(&self, state: &State, who: Who, action: Action, known: ZoneSet) -> String {
        let name = |who| self.name(state, who);
        let start = self.start_of(state, who, action);
        let zone = |to| self.whither(known, start, to);
        let verb = |ranged| if ranged { "shoot" } else { "strike" };
        match action {
            Action::Nothing => "do nothing".to_owned(),
            Action::MoveFar { via, to: OFF } => format!("hurry off the field by way of {}", zone(via)),
            Action::MoveFar { via, to } => {
                format!("hurry to {} by way of {}", self.whither(known, via, to), zone(via))
            }
            Action::MoveToAttack { to, target } => format!("go to {} to attack {}", zone(to), name(target)),
            Action::MoveAndShoot { to, target } => format!("go to {} and shoot {}", zone(to), name(target)),
            Action::AttackAndMove { target, ranged, to } => {
                format!("{} {}, then go to {}", verb(ranged), name(target), zone(to))
            }
            Action::Attack { target, ranged } => format!("{} {}", verb(ranged), name(target)),
            Action::Defend { bar: None } => "defend".to_owned(),
            Action::Defend { bar: Some(to) } => format!("defend and bar the way to {}", zone(to)),
            Action::DefendOther { ward } => format!("defend {}", name(ward)),
            Action::Flee { to: OFF } => "flee from the field".to_owned(),
            Action::Flee { to } => format!("flee to {}", zone(to)),
            Action::Recover => "recover with a surge".to_owned(),
            Action::Rise { surge: false } => "try to recover".to_owned(),
            Action::Rise { surge: true } => "try to recover with a surge".to_owned(),
            Action::Tend { patient } => format!("tend {}", name(patient)),
            Action::Ability { which, on, to } => match self.ability(state, who, which) {
                None => "do nothing".to_owned(),
                Some(ability) if ability.area => format!("use {} on {}", ability.name, zone(on)),
                Some(ability) if to != OFF => {
                    format!("use {} on {}, and push it to {}", ability.name, name(Who(on)), zone(to))
                }
                Some(ability) if on == who.0 => format!("use {}", ability.name),
                Some(ability) => format!("use {} on {}", ability.name, name(Who(on))),
            },
            Action::Door { door, what } => {
                let door = self.door_name(known, start, door);
                match what {
                    Handle::Open => format!("open the {door}"),
                    Handle::Shut => format!("shut the {door}"),
                    Handle::Bar => format!("bar the {door}"),
                    Handle::Force => format!("force the {door}"),
                    Handle::Pick => format!("pick the lock of the {door}"),
                }
            }
        }
    }

    /// The verb of an action for a screen: one for all aims.
    fn action_deed(&self, state: &State, who: Who, action: Action) -> DeedView {
        let sheet = self.sheet(state, who);
        let weapon = if action.is_ranged() { &sheet.ranged } else { &sheet.melee };
        let with = weapon.as_ref().map_or(String::new(), |weapon| format!(" · {}", weapon.name));
        let mut id = self.verb(state, who, action);
        let title = match action {
            Action::MoveFar { to: OFF, .. } => "Move Far off the field".to_owned(),
            Action::MoveAndShoot { .. } => format!("Move and Shoot{with}"),
            Action::AttackAndMove { ranged: false, .. } => format!("Strike and Move{with}"),
            Action::AttackAndMove { ranged: true, .. } => format!("Shoot and Move{with}"),
            Action::MoveToAttack { .. } => format!("Move to Attack{with}"),
            Action::Attack { ranged: false, .. } => format!("Strike{with}"),
            Action::Attack { ranged: true, .. } => format!("Shoot{with}"),
            Action::Defend { bar: Some(_) } => "Defend and Bar a Way".to_owned(),
            Action::Flee { to: OFF } => "Flee off the field".to_owned(),
            Action::Ability { which, .. } if self.feature(which).is_some() => {
                format!("Use · {}", self.ability_name(state, who, which))
            }
            Action::Ability { which, .. } => self.ability_name(state, who, which).to_owned(),
            Action::Door { door, what } => {
                id += &format!(
                    " {}",
                    self.field.door_handle(self.map_of(state, who), self.planned_zone(state, who), door)
                );
                match what {
                    Handle::Open => "Open the door".to_owned(),
                    Handle::Shut => "Shut the door".to_owned(),
                    Handle::Bar => "Bar the door".to_owned(),
                    Handle::Force => "Force the door".to_owned(),
                    Handle::Pick => "Pick the lock".to_owned(),
                }
            }
            _ => action.kind().name().to_owned(),
        };
        if action.destination() == Some(OFF) {
            id += "-off";
        }
        DeedView::new(id, title).with_effect(self.action_effect(state, who, action))
    }

    // --- choices ---

    /// All that a choice says by being about this action.
    fn action_view(&self, state: &State, action: Action, view: ChoiceView) -> ChoiceView {
        let who = view.who;
        let modifier = self.modifier(state, who, action);
        let plus = if modifier != 0 { format!(" ({modifier:+})") } else { String::new() };
        let (role, tab) = match action {
            Action::MoveFar { to: OFF, .. } | Action::Flee { to: OFF } => (Role::Retreat, Tab::Move),
            Action::MoveFar { .. } | Action::Flee { .. } => (Role::Move, Tab::Move),
            _ => (Role::Act, Tab::Action),
        };
        let zone = self.zone_of(state, who, action);
        let known = self.map_of(state, who);
        let mut view = ChoiceView {
            deed: self.action_deed(state, who, action),
            role,
            tab,
            label: capital(&self.action_words(state, who, action, known)) + &plus,
            rule: Some(rule_of(action.kind())),
            targets: action.target().into_iter().collect(),
            to: zone.filter(|&zone| known.has(zone)).map(|zone| self.zone_id(zone).to_owned()),
            ..view
        };
        match action {
            Action::MoveFar { via, .. } => {
                let start = self.planned_zone(state, who);
                let name = format!("by way of {}", self.whither(known, start, via));
                let on = if view.to.is_none() {
                    format!(" {}", self.handle(state, who, via, action.destination().unwrap_or(via)))
                } else {
                    String::new()
                };
                view.item = Some(Named::new(&(self.handle(state, who, start, via) + &on), &name));
            }
            Action::DefendOther { ward } => {
                view.targets = vec![ward];
                if !self.is_near(state, self.planned_zone(state, who), state.zone[ward]) {
                    view.warnings.push("too far away to help against melee".to_owned());
                }
            }
            Action::Tend { patient } => view.targets = vec![patient],
            Action::Recover => view.cost = Some(Cost { amount: 1, unit: SURGES }),
            Action::Rise { surge: true } => {
                view.item = Some(Named::new("surge", "with a healing surge"));
                view.cost = Some(Cost { amount: 1, unit: SURGES });
            }
            Action::Ability { which, on, .. } => self.ability_view(state, which, on, &mut view),
            Action::Door { door, what } => self.door_view(state, door, what, &mut view),
            _ => {}
        }
        if view.to.is_none()
            && view.item.is_none()
            && let Some(to) = zone
        {
            let (id, name) = (
                self.handle(state, who, self.planned_zone(state, who), to),
                self.whither(known, self.planned_zone(state, who), to),
            );
            view.item = Some(Named::new(&id, &name));
        }
        self.warn_of_bars(state, action, &mut view);
        view
    }

    /// The zone that an action is about: where it leads, what it bars, what it is aimed at, or where it pushes somebody.
    fn zone_of(&self, state: &State, who: Who, action: Action) -> Option<u8> {
        let zone = match action {
            Action::Defend { bar } => bar,
            Action::Ability { which, on, to } => {
                let area = self.ability(state, who, which).is_some_and(|ability| ability.area);
                Some(if area { on } else { to })
            }
            _ => action.destination(),
        };
        zone.filter(|&zone| self.is_zone(zone))
    }

    fn ability_view(&self, state: &State, which: u8, on: u8, view: &mut ChoiceView) {
        let who = view.who;
        let Some(ability) = self.ability(state, who, which) else { return };
        view.cost = cost(ability.cost.into(), ARDOR);
        if self.feature(which).is_some() {
            view.rule = Some("ARDOR-D5");
            match self.uses_left(state, which) {
                Feature::ENDLESS => {}
                1 => view.warnings.push("the last time that it can be used".to_owned()),
                left => view.warnings.push(format!("can be used {left} times more")),
            }
        }
        if !ability.area {
            view.targets = vec![Who(on)];
            return;
        }
        let taken = state.at[on] & self.takes(state, who, ability);
        view.targets = taken.collect();
        let friends = taken & state.friends(who);
        if !friends.is_empty() && ability.takes.is_contested() {
            let names: Vec<String> = friends.map(|one| self.name(state, one)).collect();
            view.warnings.push(format!("hits {} too", names.join(" and ")));
        }
    }

    fn door_view(&self, state: &State, door: u8, what: Handle, view: &mut ChoiceView) {
        if is_hard(what) {
            let challenge = self.door_challenge(state, door, what);
            view.warnings.push(format!("against {challenge}"));
        }
        if closes(what) {
            view.warnings.push("a quicker foe beside it prevents it".to_owned());
        }
    }

    fn show_view(&self, state: &State, action: Action, view: ChoiceView) -> ChoiceView {
        let bluffs = state.bluffers.has(view.who);
        let mut view = self.action_view(state, action, view);
        if bluffs {
            view.deed.id.insert_str(0, "show ");
            view.deed.title.insert_str(0, "Show: ");
            let known = self.map_of(state, view.who);
            view.label = format!("Show: {}", self.action_words(state, view.who, action, known));
            view.rule = Some("ARDOR-R6");
        }
        view
    }

    fn mean_view(&self, state: &State, action: Action, view: ChoiceView) -> ChoiceView {
        let mut view = self.action_view(state, action, view);
        view.deed.id.insert_str(0, "mean ");
        view.deed.title.insert_str(0, "Really: ");
        let known = self.map_of(state, view.who);
        view.label = format!("Really {}", self.action_words(state, view.who, action, known));
        view.rule = Some("ARDOR-R6");
        view
    }

    fn commit_view(&self, state: &State, action: Action, careful: bool, view: ChoiceView) -> ChoiceView {
        let who = view.who;
        let mut view = self.action_view(state, action, view);
        view.aim = self.aim_of(state, who, action);
        take_care(careful, &mut view);
        self.warn_of_fumble(state, action, false, careful, &mut view);
        let same = state.intent[who] == action && state.careful[0].has(who) == careful;
        if state.committed.has(who) && same {
            view.label += " (unchanged)";
        }
        view
    }

    fn arduous_view(&self, state: &State, action: Action, careful: bool, view: ChoiceView) -> ChoiceView {
        let who = view.who;
        let mut view = self.action_view(state, action, view);
        view.aim = self.aim_of(state, who, action);
        view.deed.id.insert_str(0, "arduous ");
        view.deed.title.insert_str(0, "Also: ");
        let own = view.cost.filter(|cost| cost.unit == ARDOR);
        view.cost = match state.inspired.has(who) {
            true => view.cost.filter(|_| own.is_none()),
            false => cost(own.map_or(0, |cost| cost.amount) + 1, ARDOR),
        };
        view.label = format!("Also {}", self.action_words(state, who, action, self.map_of(state, who)));
        view.rule = Some("ARDOR-S6");
        take_care(careful, &mut view);
        self.warn_of_fumble(state, action, true, careful, &mut view);
        view
    }

    fn discovery_view(&self, state: &State, which: u8, at_once: bool, view: ChoiceView) -> ChoiceView {
        let Some(ability) = self.ability(state, view.who, which) else { return view };
        let (id, label, price) = match at_once {
            true => ("learn", format!("Learn {} now", ability.name), ability.xp),
            false => ("later", format!("Note {} for a rest", ability.name), 0),
        };
        let varied = ability.varies.and_then(|base| self.abilities.get(usize::from(base)));
        let varies = varied.map_or(String::new(), |base| format!("A variation of {}. ", base.name));
        let id = format!("{id} {}", ability.id);
        let effect =
            format!("{varies}{} Costs {}.", ability_effect(ability), ARDOR.count(ability.cost.into()));
        ChoiceView {
            deed: DeedView::new(id, &label).with_effect(effect),
            role: Role::Answer,
            tab: Tab::Answer,
            label,
            cost: cost(price.into(), XP),
            rule: Some("ARDOR-R20"),
            ..view
        }
    }

    fn warn_of_fumble(
        &self,
        state: &State,
        action: Action,
        second: bool,
        careful: bool,
        view: &mut ChoiceView,
    ) {
        if let Some((which, below)) = self.threat(state, view.who, action, second, careful) {
            view.warnings.push(format!("below {below}, {}", fumble_effect(self.fumble(which))));
        }
    }

    /// Foes who are seen to bar the way.
    fn warn_of_bars(&self, state: &State, action: Action, view: &mut ChoiceView) {
        let Some(to) = action.destination() else { return };
        let first = match action {
            Action::MoveFar { via, .. } => via,
            _ => to,
        };
        let from = state.zone[view.who];
        for foe in state.foes(view.who) & state.committed & (state.standing - state.rollers) {
            let Action::Defend { bar: Some(way) } = state.intent[foe] else { continue };
            let stands = state.zone[foe];
            let closes = |a, b| (stands, way) == (a, b) || (stands, way) == (b, a);
            if closes(from, first) || closes(first, to) {
                let score = state.score[foe];
                view.warnings.push(format!("{} bars the way with {score}", self.name(state, foe)));
            }
        }
    }

    /// What counts as success.
    fn aim_of(&self, state: &State, who: Who, action: Action) -> Option<&'static str> {
        match action {
            Action::Ability { which, .. } => {
                let ability = self.ability(state, who, which)?;
                ability.takes.is_contested().then_some("hits fully")
            }
            Action::Rise { .. } => Some("gets up"),
            Action::Door { what, .. } => Some(if closes(what) { "shuts it" } else { "opens it" }),
            Action::Tend { .. } => Some("gets the other up"),
            _ => action.target().map(|_| "hits fully"),
        }
    }
}

/// The same, with care.
fn take_care(careful: bool, view: &mut ChoiceView) {
    if careful {
        view.label += ", carefully";
        view.item = Some(match view.item.take() {
            None => Named::new("carefully", "carefully"),
            Some(Named { id, name }) => {
                Named { id: format!("{id} carefully"), name: format!("{name}, carefully") }
            }
        });
    }
}

fn cost(amount: i32, unit: Unit) -> Option<Cost> {
    (amount > 0).then_some(Cost { amount, unit })
}

/// With a capital letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

pub(crate) fn rule_of(kind: Kind) -> &'static str {
    match kind {
        Kind::MoveFar => "ARDOR-A1",
        Kind::MoveToAttack => "ARDOR-A2",
        Kind::MoveAndAttack => "ARDOR-A3",
        Kind::Attack => "ARDOR-A4",
        Kind::Defend => "ARDOR-A5",
        Kind::DefendOther => "ARDOR-A6",
        Kind::Flee => "ARDOR-A7",
        Kind::Recover => "ARDOR-A8",
        Kind::Rise => "ARDOR-A9",
        Kind::Tend => "ARDOR-A10",
        Kind::Door | Kind::Pick => "ARDOR-D1",
        Kind::Ability | Kind::Nothing => "ARDOR-R7",
    }
}
