//! Choices as people see them: their text form, labels, and what should be known before they are made.

use fracas_kernel::{ChoiceView, Tab, Who};

use crate::choices::{Choice, Focus, Manage, Pay, Target};
use crate::data::{Does, Heed, NOTHING, Power, Range, Sources};
use crate::state::{How, NOBODY, Phase, State, bit, each};

impl Heed {
    pub(crate) fn choice_text(&self, state: &State, choice: Choice) -> String {
        let id = self.id_of(state, choice.who());
        let of = |who| self.id_of(state, who);
        let target_id = |target| match target {
            Target::One(one) => of(one),
            Target::Zone(zone) => self.zones.zone(zone).id.clone(),
        };
        let rest = match choice {
            Choice::Ready { .. } => "ready".to_owned(),
            Choice::Heed { target, .. } => format!("heed {}", of(target)),
            Choice::Move { to, .. } => format!("move {}", self.zones.zone(to).id),
            Choice::Leave { .. } => "leave".to_owned(),
            Choice::FallProne { .. } => "fall-prone".to_owned(),
            Choice::StandUp { .. } => "stand-up".to_owned(),
            Choice::Aim { target, .. } => format!("aim {}", of(target)),
            Choice::Charge { who, spell } => {
                format!("charge {}", self.spell_name(self.spell_at(state, who, spell)).0)
            }
            Choice::Manage { what, pay, .. } => {
                let verb = match what {
                    Manage::Draw(_) => "draw",
                    Manage::PickUp(_) => "pick-up",
                    Manage::Stow(_) => "stow",
                    Manage::Drop(_) => "drop",
                };
                let pay = match pay {
                    Pay::Free => "",
                    Pay::Setup => " as-setup",
                    Pay::Action => " as-action",
                };
                format!("{verb} {}{pay}", self.item_id(what.kind()))
            }
            Choice::Attack { how, with, target, .. } => {
                format!("{} {} {}", verb(how), of(target), self.item_id(with))
            }
            Choice::Cast { who, target } => {
                format!("cast {} {}", self.spell_name(self.charged_spell(state, who)).0, target_id(target))
            }
            Choice::Use { kind, target, .. } => format!("use {} {}", self.item_id(kind), target_id(target)),
            Choice::Treat { target, twice, .. } => {
                format!("treat {}{}", of(target), if twice { " twice" } else { "" })
            }
            Choice::Grab { target, .. } => format!("grab {}", of(target)),
            Choice::BreakFree { .. } => "break-free".to_owned(),
            Choice::PickPocket { target, .. } => format!("pick-pocket {}", of(target)),
            Choice::LetGo { what, .. } => match what {
                Focus::Heed(target) => format!("let-go heed {}", of(target)),
                Focus::Aim => "let-go aim".to_owned(),
                Focus::Charge => "let-go charge".to_owned(),
                Focus::Hold => "let-go hold".to_owned(),
                Focus::Spell(at) => {
                    let kept = state.kept[at as usize % state.kept.len()];
                    format!("let-go {} {}", self.spell_name(kept.spell).0, of(Who(kept.target)))
                }
            },
            Choice::Done { .. } => "done".to_owned(),
            Choice::Defend { block: true, .. } => "block".to_owned(),
            Choice::Defend { block: false, .. } => "dodge".to_owned(),
            Choice::Parry { yes: true, .. } => "parry".to_owned(),
            Choice::Parry { yes: false, .. } => "no-parry".to_owned(),
            Choice::HoldBack { .. } => "hold-back".to_owned(),
        };
        format!("{id} {rest}")
    }

    pub(crate) fn choice_view(&self, state: &State, choice: Choice) -> ChoiceView {
        let who = choice.who();
        let mut view = ChoiceView::new(choice.who(), self.choice_text(state, choice));
        match choice {
            Choice::Attack { how, with, target, .. } => {
                self.attack_view(state, who, how, with, target, &mut view)
            }
            Choice::Cast { .. }
            | Choice::Use { .. }
            | Choice::Treat { .. }
            | Choice::Grab { .. }
            | Choice::BreakFree { .. }
            | Choice::PickPocket { .. } => self.deed_view(state, choice, &mut view),
            Choice::Defend { .. } | Choice::Parry { .. } | Choice::HoldBack { .. } => {
                self.answer_view(state, choice, &mut view);
            }
            Choice::Manage { what, pay, .. } => self.manage_view(state, who, what, pay, &mut view),
            Choice::Ready { .. } => {
                view.label = "Ready: heed nobody more".to_owned();
                view.tab = Tab::Turn;
                view.rule = Some("HEED-H1");
            }
            Choice::Done { .. } => {
                view.label = "End the turn".to_owned();
                view.tab = Tab::Turn;
                if state.one(who).charge != NOBODY {
                    view.warnings.push("the charged spell is lost".to_owned());
                }
            }
            Choice::LetGo { what, .. } => {
                view.tab = Tab::Turn;
                view.rule = Some("HEED-R18");
                view.label = format!("Let go: {}", self.focus_words(state, who, what));
            }
            _ => self.setup_view(state, choice, &mut view),
        }
        view
    }

    fn focus_words(&self, state: &State, who: Who, what: Focus) -> String {
        let one = state.one(who);
        match what {
            Focus::Heed(target) => format!("heed of {}", self.name_of(state, target)),
            Focus::Aim => "the aim".to_owned(),
            Focus::Charge => "the charged spell".to_owned(),
            Focus::Hold => format!("the hold on {}", self.name_of(state, Who(one.hold))),
            Focus::Spell(at) => {
                let kept = state.kept[at as usize % state.kept.len()];
                format!("{} on {}", self.spell_name(kept.spell).1, self.name_of(state, Who(kept.target)))
            }
        }
    }

    fn setup_view(&self, state: &State, choice: Choice, view: &mut ChoiceView) {
        let who = choice.who();
        view.tab = Tab::Move;
        view.rule = Some("HEED-A3");
        match choice {
            Choice::Heed { target, .. } => {
                view.label = format!("Heed {}", self.name_of(state, target));
                view.targets = vec![target];
                view.rule = Some("HEED-H1");
            }
            Choice::Move { to, .. } => {
                view.label = format!("Move to {}", self.zones.zone(to).name);
                view.to = Some(self.zones.zone(to).id.clone());
            }
            Choice::Leave { .. } => {
                view.label = "Leave the field".to_owned();
                view.rule = Some("HEED-R10");
            }
            Choice::FallProne { .. } => {
                view.label = "Fall prone".to_owned();
                view.rule = Some("HEED-R8");
            }
            Choice::StandUp { .. } => {
                view.label = "Stand up".to_owned();
                view.rule = Some("HEED-R8");
            }
            Choice::Aim { target, .. } => {
                let range = self.range(state.zone_of(who), state.zone_of(target));
                let slots = range.map_or(0, Range::aim_slots);
                view.label = format!("Aim at {} ({slots} focus)", self.name_of(state, target));
                view.targets = vec![target];
                view.rule = Some("HEED-K8");
            }
            Choice::Charge { spell, .. } => {
                let index = self.spell_at(state, who, spell);
                let level = self.spells.get(index as usize).map_or(0, |spell| spell.level);
                view.label = format!("Charge {} ({level} focus)", self.spell_name(index).1);
                view.rule = Some("HEED-C1");
            }
            _ => {}
        }
        let free = state.phase == Phase::Before
            || state.heeding & bit(who) != 0 && matches!(choice, Choice::Heed { .. });
        if !free {
            self.warn_of_setup(state, who, view);
        }
    }

    /// What a setup costs, and whom it lets interrupt.
    fn warn_of_setup(&self, state: &State, who: Who, view: &mut ChoiceView) {
        if state.set_up & bit(who) != 0 {
            view.warnings.push("spends the action (HEED-A4)".to_owned());
        }
        let able = |&foe: &Who| self.actions(state, foe, &mut |_| true);
        let threats = each(self.threats(state, who)).filter(able).fold(0, |set, foe| set | bit(foe));
        if threats != 0 {
            view.aim = Some("comes off");
            view.warnings.push(format!("{} may interrupt (HEED-N1)", self.names(state, threats)));
        }
        if state.one(who).aim != NOBODY {
            view.warnings.push("the aim is lost (HEED-K9)".to_owned());
        }
    }

    fn manage_view(&self, state: &State, who: Who, what: Manage, pay: Pay, view: &mut ChoiceView) {
        let name = self.item_name(what.kind()).to_lowercase();
        let verb = match what {
            Manage::Draw(_) => "Draw",
            Manage::PickUp(_) => "Pick up",
            Manage::Stow(_) => "Stow",
            Manage::Drop(_) => "Drop",
        };
        let cost = match pay {
            Pay::Free => format!("{} of 2 items left", state.items_left(who)),
            Pay::Setup => "as setup".to_owned(),
            Pay::Action => "as action, and one more".to_owned(),
        };
        view.label = format!("{verb} the {name} ({cost})");
        view.tab = Tab::Turn;
        view.rule = Some("HEED-A5");
        if pay == Pay::Setup {
            self.warn_of_setup(state, who, view);
        }
    }

    fn attack_view(&self, state: &State, who: Who, how: How, with: u8, target: Who, view: &mut ChoiceView) {
        let name = self.name_of(state, target);
        let weapon = self.item_name(with).to_lowercase();
        view.label = match how {
            How::Throw => format!("Throw the {weapon} at {name}"),
            How::Shoot => format!("Shoot {name} ({weapon})"),
            How::Strike | How::Spell => format!("Strike {name} ({weapon})"),
        };
        view.targets = vec![target];
        view.aim = Some("lands");
        view.rule = Some("HEED-K1");
        self.warn_of_attack(state, who, how, self.sources(state, who, how, with, target), target, view);
    }

    fn warn_of_attack(
        &self,
        state: &State,
        who: Who,
        how: How,
        sources: Sources,
        target: Who,
        view: &mut ChoiceView,
    ) {
        if sources.0 != 0 {
            view.warnings.push(sources_words(sources));
        }
        let guarding = state.guards[usize::from(how == How::Strike)];
        let parriers =
            state.one(who).heeded_by & state.standing & guarding & state.in_zone(state.zone_of(target));
        if parriers != 0 {
            view.warnings.push(format!("{} may parry (HEED-P1)", self.names(state, parriers)));
        }
        let one = state.one(who);
        if one.aim != NOBODY && !(how.is_ranged() && one.aim == target.0) {
            view.warnings.push("the aim is lost (HEED-K9)".to_owned());
        }
    }

    fn deed_view(&self, state: &State, choice: Choice, view: &mut ChoiceView) {
        let who = choice.who();
        match choice {
            Choice::Cast { target, .. } => {
                let Some(spell) = self.spells.get(self.charged_spell(state, who) as usize) else { return };
                view.rule = Some("HEED-C1");
                self.power_view(state, &format!("Cast {}", spell.name), &spell.power, target, view);
                if let (true, Target::One(one)) = (spell.power.is_attack(), target) {
                    let sources = self.sources(state, who, How::Spell, NOTHING, one);
                    self.warn_of_attack(state, who, How::Spell, sources, one, view);
                }
            }
            Choice::Use { kind, target, .. } => {
                let Some(power) = self.items.get(kind as usize).and_then(|item| item.power) else { return };
                view.rule = Some("HEED-R11");
                let verb = format!("Use the {}", self.item_name(kind).to_lowercase());
                self.power_view(state, &verb, &power, target, view);
            }
            Choice::Treat { target, twice, .. } => {
                let whom = if target == who { "yourself".to_owned() } else { self.name_of(state, target) };
                let cost = if twice { "two bandages" } else { "one bandage" };
                view.label = format!("Treat {whom} ({cost})");
                view.targets = vec![target];
                view.aim = Some("heals");
                view.rule = Some("HEED-R9");
            }
            Choice::Grab { target, .. } => {
                view.label = format!("Grab {}", self.name_of(state, target));
                view.targets = vec![target];
                view.aim = Some("holds");
                view.rule = Some("HEED-S3");
                let mut sources = self.sources(state, who, How::Strike, NOTHING, target);
                sources.0 &= !Sources::IMPROVISED;
                if sources.0 != 0 {
                    view.warnings.push(sources_words(sources));
                }
            }
            Choice::BreakFree { .. } => {
                view.label = "Break free".to_owned();
                view.aim = Some("frees");
                view.rule = Some("HEED-R1");
            }
            Choice::PickPocket { target, .. } => {
                view.label = format!("Pick the pocket of {}", self.name_of(state, target));
                view.targets = vec![target];
                view.aim = Some("finds something");
                view.rule = Some("HEED-A2");
            }
            _ => {}
        }
    }

    fn power_view(&self, state: &State, verb: &str, power: &Power, target: Target, view: &mut ChoiceView) {
        view.aim = Some(match power.does {
            Does::Wound { .. } => "lands",
            Does::Heal(_) => "heals",
            _ => "takes hold",
        });
        match target {
            Target::One(one) => {
                view.label = format!("{verb}: {}", self.name_of(state, one));
                view.targets = vec![one];
            }
            Target::Zone(zone) => {
                view.label = format!("{verb}: {}", self.zones.zone(zone).name);
                view.to = Some(self.zones.zone(zone).id.clone());
                let taken = state.in_zone(zone) & self.takes(state, view.who, power);
                view.targets = each(taken).collect();
                let friends = taken & state.friends(view.who);
                let harms = !matches!(power.does, Does::Heal(_)) && power.takes == crate::Takes::Everyone;
                if friends != 0 && harms {
                    view.warnings.push(format!("takes {} too", self.names(state, friends)));
                }
            }
        }
    }

    fn answer_view(&self, state: &State, choice: Choice, view: &mut ChoiceView) {
        view.tab = Tab::Answer;
        let who = choice.who();
        let one = state.one(who);
        let blow = &state.pending.blow;
        match choice {
            Choice::Defend { block, .. } => {
                let slots = if block { one.armour } else { one.empty }.count_ones();
                view.label = if block {
                    format!("Block: armour in {slots} of 6 slots")
                } else {
                    format!("Dodge: {slots} of 6 slots empty")
                };
                view.aim = Some("turns it aside");
                view.rule = Some("HEED-R12");
                if block && blow.parriers != 0 {
                    view.warnings.push(format!("{} may parry then", self.names(state, blow.parriers)));
                }
                if blow.sources.0 != 0 {
                    view.warnings.push(sources_words(blow.sources));
                }
            }
            Choice::Parry { yes: true, .. } => {
                let dice = one.parry_dice(blow.how == How::Strike);
                view.label = format!("Parry: {dice}d6, any {}", blow.number);
                view.aim = Some("parries");
                view.rule = Some("HEED-P2");
            }
            Choice::Parry { .. } => {
                view.label = "Do not parry".to_owned();
                view.rule = Some("HEED-P1");
            }
            _ => {
                view.label = "Hold back".to_owned();
                view.rule = Some("HEED-N1");
            }
        }
    }
}

pub(crate) fn verb(how: How) -> &'static str {
    match how {
        How::Strike => "strike",
        How::Throw => "throw",
        How::Shoot => "shoot",
        How::Spell => "cast",
    }
}

/// Every source of advantage and disadvantage with its rule, and what is left of them.
pub(crate) fn sources_words(sources: Sources) -> String {
    let mut words = Vec::new();
    for (title, wanted) in [("advantage", true), ("disadvantage", false)] {
        let reasons: Vec<String> = sources
            .reasons()
            .filter(|&(good, ..)| good == wanted)
            .map(|(_, why, rule)| format!("{why} ({rule})"))
            .collect();
        if !reasons.is_empty() {
            words.push(format!("{title}: {}", reasons.join(", ")));
        }
    }
    let net = match sources.net() {
        0 => "level",
        1.. => "advantage",
        _ => "disadvantage",
    };
    let many = sources.0.count_ones() > 1;
    let sum = if many { format!("; in all {net}") } else { String::new() };
    format!("{}{sum}", words.join("; "))
}
