//! Names, and choices in words: their stable text, and what a screen shows of them.

use fracas_kernel::{ChoiceView, Cost, Deed as DeedView, Named, Role, Tab, Tell, Unit, Who};

use crate::action::{Action, Kind, OFF};
use crate::choices::{Choice, Deed};
use crate::data::Ardor;
use crate::effects::{ARDOR, SURGES, XP, ability_effect, fumble_effect};
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
            Deed::Arduous { action: second } => format!("arduous {}", action(second)),
            Deed::Pass => "pass".to_owned(),
            Deed::Learn => "learn".to_owned(),
            Deed::Later => "later".to_owned(),
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
            Deed::Arduous { action } => self.arduous_view(state, action, view),
            Deed::Pass => ChoiceView {
                deed: DeedView::new("pass", "No Arduous Action")
                    .with_effect("Keeps the Ardor. Your first action is all you do in this round."),
                role: Role::EndTurn,
                label: "No Arduous Action".to_owned(),
                rule: Some("ARDOR-R11"),
                ..view
            },
            Deed::Learn | Deed::Later => self.discovery_view(state, deed, view),
        }
    }

    fn secret(&self, _state: &State, choice: Choice) -> bool {
        matches!(choice.deed, Deed::Commit { .. } | Deed::Mean { .. })
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
            _ => self.placed.iter().filter(|placed| placed.sheet == sheet).count(),
        };
        (before > 0 || at_start > 1).then_some(before + 1)
    }

    pub(crate) fn zone_name(&self, zone: u8) -> &str {
        if self.is_zone(zone) { &self.zones.zone(zone).name } else { "off the field" }
    }

    pub(crate) fn zone_id(&self, zone: u8) -> &str {
        if self.is_zone(zone) { &self.zones.zone(zone).id } else { "off" }
    }

    pub(crate) fn ability_name(&self, state: &State, who: Who, which: u8) -> &str {
        self.ability(state, who, which).map_or("nothing", |ability| &ability.name)
    }

    // --- actions ---

    fn action_text(&self, state: &State, who: Who, action: Action) -> String {
        let verb = self.verb(state, who, action);
        let id = |who| self.id(state, who);
        let zone = |zone| self.zone_id(zone);
        match action {
            Action::MoveFar { via, to } => format!("{verb} {} {}", zone(via), zone(to)),
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
            Action::Ability { which, on } => match self.ability(state, who, which) {
                Some(ability) if ability.area => format!("{verb} {}", zone(on)),
                Some(_) => format!("{verb} {}", id(Who(on))),
                None => verb,
            },
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
            Action::Ability { which, .. } => {
                let id = self.ability(state, who, which).map_or("nothing", |ability| &ability.id);
                return format!("use {id}");
            }
        };
        verb.to_owned()
    }

    /// An action as something that one may do: "strike Rook".
    pub(crate) fn action_words(&self, state: &State, who: Who, action: Action) -> String {
        let name = |who| self.name(state, who);
        let zone = |zone| self.zone_name(zone);
        let verb = |ranged| if ranged { "shoot" } else { "strike" };
        match action {
            Action::Nothing => "do nothing".to_owned(),
            Action::MoveFar { via, to: OFF } => format!("hurry off the field by way of {}", zone(via)),
            Action::MoveFar { via, to } => format!("hurry to {} by way of {}", zone(to), zone(via)),
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
            Action::Ability { which, on } => match self.ability(state, who, which) {
                None => "do nothing".to_owned(),
                Some(ability) if ability.area => format!("use {} on {}", ability.name, zone(on)),
                Some(ability) if on == who.0 => format!("use {}", ability.name),
                Some(ability) => format!("use {} on {}", ability.name, name(Who(on))),
            },
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
            Action::Ability { which, .. } => self.ability_name(state, who, which).to_owned(),
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
        let zone = match action {
            Action::Defend { bar } => bar,
            _ => action.destination().filter(|&to| to != OFF),
        };
        let mut view = ChoiceView {
            deed: self.action_deed(state, who, action),
            role,
            tab,
            label: capital(&self.action_words(state, who, action)) + &plus,
            rule: Some(rule_of(action.kind())),
            targets: action.target().into_iter().collect(),
            to: zone.map(|zone| self.zone_id(zone).to_owned()),
            ..view
        };
        match action {
            Action::MoveFar { via, .. } => {
                let name = format!("by way of {}", self.zone_name(via));
                view.item = Some(Named::new(self.zone_id(via), &name));
            }
            Action::DefendOther { ward } => {
                view.targets = vec![ward];
                if !self.is_near(self.planned_zone(state, who), state.zone[ward]) {
                    view.warnings.push("too far away to help against melee".to_owned());
                }
            }
            Action::Tend { patient } => view.targets = vec![patient],
            Action::Recover => view.cost = Some(Cost { amount: 1, unit: SURGES }),
            Action::Rise { surge: true } => {
                view.item = Some(Named::new("surge", "with a healing surge"));
                view.cost = Some(Cost { amount: 1, unit: SURGES });
            }
            Action::Ability { which, on } => self.ability_view(state, which, on, &mut view),
            _ => {}
        }
        self.warn_of_bars(state, action, &mut view);
        view
    }

    fn ability_view(&self, state: &State, which: u8, on: u8, view: &mut ChoiceView) {
        let who = view.who;
        let Some(ability) = self.ability(state, who, which) else { return };
        view.cost = cost(ability.cost.into(), ARDOR);
        if !ability.area {
            view.targets = vec![Who(on)];
            return;
        }
        let taken = state.at[on] & self.takes(state, who, ability);
        view.to = Some(self.zone_id(on).to_owned());
        view.targets = taken.collect();
        let friends = taken & state.friends(who);
        if !friends.is_empty() && ability.takes.is_contested() {
            let names: Vec<String> = friends.map(|one| self.name(state, one)).collect();
            view.warnings.push(format!("hits {} too", names.join(" and ")));
        }
    }

    fn show_view(&self, state: &State, action: Action, view: ChoiceView) -> ChoiceView {
        let bluffs = state.bluffers.has(view.who);
        let mut view = self.action_view(state, action, view);
        if bluffs {
            view.deed.id.insert_str(0, "show ");
            view.deed.title.insert_str(0, "Show: ");
            view.label = format!("Show: {}", self.action_words(state, view.who, action));
            view.rule = Some("ARDOR-R6");
        }
        view
    }

    fn mean_view(&self, state: &State, action: Action, view: ChoiceView) -> ChoiceView {
        let mut view = self.action_view(state, action, view);
        view.deed.id.insert_str(0, "mean ");
        view.deed.title.insert_str(0, "Really: ");
        view.label = format!("Really {}", self.action_words(state, view.who, action));
        view.rule = Some("ARDOR-R6");
        view
    }

    fn commit_view(&self, state: &State, action: Action, careful: bool, view: ChoiceView) -> ChoiceView {
        let who = view.who;
        let mut view = self.action_view(state, action, view);
        view.aim = self.aim_of(state, who, action);
        if careful {
            view.label += ", carefully";
            view.item = Some(match view.item {
                None => Named::new("carefully", "carefully"),
                Some(Named { id, name }) => {
                    Named { id: format!("{id} carefully"), name: format!("{name}, carefully") }
                }
            });
        }
        self.warn_of_fumble(state, action, careful, &mut view);
        let same = state.intent[who] == action && state.careful.has(who) == careful;
        if state.committed.has(who) && same {
            view.label += " (unchanged)";
        }
        view
    }

    fn arduous_view(&self, state: &State, action: Action, view: ChoiceView) -> ChoiceView {
        let who = view.who;
        let mut view = self.action_view(state, action, view);
        view.aim = self.aim_of(state, who, action);
        view.deed.id.insert_str(0, "arduous ");
        view.deed.title.insert_str(0, "Also: ");
        // ARDOR-R11: an ability's own cost comes on top.
        let own = view.cost.filter(|cost| cost.unit == ARDOR).map_or(0, |cost| cost.amount);
        view.cost = cost(own + i32::from(!state.inspired.has(who)), ARDOR).or(view.cost);
        view.label = format!("Also {}", self.action_words(state, who, action));
        view.rule = Some("ARDOR-S6");
        self.warn_of_fumble(state, action, state.careful.has(who), &mut view);
        view
    }

    fn discovery_view(&self, state: &State, deed: Deed, view: ChoiceView) -> ChoiceView {
        let ability =
            self.undiscovered(state, view.who).and_then(|which| self.ability(state, view.who, which));
        let (name, effect) = ability
            .map_or(("nothing", String::new()), |ability| (ability.name.as_str(), ability_effect(ability)));
        let (id, label, price) = match deed {
            Deed::Learn => ("learn", format!("Learn {name} now"), ability.map_or(0, |ability| ability.xp)),
            _ => ("later", format!("Note {name} for a rest"), 0),
        };
        ChoiceView {
            deed: DeedView::new(id, &label).with_effect(effect),
            role: Role::Answer,
            tab: Tab::Answer,
            label,
            cost: cost(price.into(), XP),
            rule: Some("ARDOR-S7"),
            ..view
        }
    }

    fn warn_of_fumble(&self, state: &State, action: Action, careful: bool, view: &mut ChoiceView) {
        if let Some((which, below)) = self.threat(state, view.who, action, careful) {
            let fumble = &self.fumbles[usize::from(which)];
            view.warnings.push(format!("below {below}, {}", fumble_effect(fumble)));
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
            Action::Tend { .. } => Some("gets the other up"),
            _ => action.target().map(|_| "hits fully"),
        }
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
        Kind::Ability | Kind::Nothing => "ARDOR-R7",
    }
}
