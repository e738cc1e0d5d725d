//! Words for choices: names, text forms, labels, and what should be known before a choice is made.

mod effects;

use fracas_kernel::plot::{carry_text, describe_carry};
use fracas_kernel::{ChoiceView, Cost, Deed as DeedView, Door, Handle, Named, Role, Tab, Tell, Unit, Who};

use crate::choices::{Choice, Deed, Focus, Manage, Pay, Target};
use crate::data::{Does, Heed, Power, Range, Takes};
use crate::doors::is_setup;
use crate::features::Fixture;
use crate::state::{Band, How, Kept, NOBODY, Phase, Setup, State, UNCHARGED, Waiting};

pub(crate) const WOUND: Unit = Unit::new("wound", "wounds", "wounds");
pub(crate) const FOCUS: Unit = Unit::new("focus slot", "focus slots", "focus");
pub(crate) const SETUP: Unit = Unit::new("setup", "setups", "setup");
pub(crate) const ACTION: Unit = Unit::new("action", "actions", "action");
pub(crate) const ITEM: Unit = Unit::new("item", "items", "item");
const BANDAGE: Unit = Unit::new("bandage", "bandages", "bandages");

impl Tell for Heed {
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

    fn text(&self, state: &State, choice: Choice) -> String {
        let Choice { who, deed } = choice;
        let of = |who| self.id(state, who);
        let id = self.deed_id(state, who, deed);
        let handle = |zone: u8| self.field.handle(state.seen, state.zone_of(who), zone);
        let rest = match deed {
            Deed::Heed { target } | Deed::Grab { target } | Deed::PickPocket { target } => {
                format!("{id} {}", of(target))
            }
            Deed::Aim { target, with } => format!("aim {} {}", of(target), self.item_id(with)),
            Deed::Move { to } => format!("{id} {}", handle(to)),
            Deed::Door { door, .. } => {
                format!("{id} {}", self.field.door_handle(state.seen, state.zone_of(who), door))
            }
            Deed::Work { target, .. } => match target {
                Target::One(one) => format!("{id} {}", of(one)),
                Target::Zone(zone) => format!("{id} {}", handle(zone)),
            },
            Deed::Manage { what, pay } => {
                let pay = match pay {
                    Pay::Free => "",
                    Pay::Setup => " as-setup",
                    Pay::Action => " as-action",
                };
                format!("{} {}{pay}", what.verb(), self.item_id(what.kind()))
            }
            Deed::Attack { how, with, target } => {
                format!("{} {} {}", how.verb(), of(target), self.item_id(with))
            }
            Deed::Cast { target: Target::One(one) } | Deed::Use { target: Target::One(one), .. } => {
                format!("{id} {}", of(one))
            }
            Deed::Cast { target: Target::Zone(zone) } | Deed::Use { target: Target::Zone(zone), .. } => {
                format!("{id} {}", handle(zone))
            }
            Deed::Treat { target, twice } => {
                format!("treat {}{}", of(target), if twice { " twice" } else { "" })
            }
            Deed::LetGo { what } => match what {
                Focus::Heed(target) => format!("{id} heed {}", of(target)),
                Focus::Aim => format!("{id} aim"),
                Focus::Charge => format!("{id} charge"),
                Focus::Hold => format!("{id} hold"),
                Focus::Spell(at) => {
                    let Kept { spell, target, .. } = kept(state, at);
                    format!("{id} {} {}", self.spell_id(Some(spell)), of(target))
                }
            },
            _ => id,
        };
        format!("{} {rest}", of(who))
    }

    fn describe(&self, state: &State, choice: Choice) -> ChoiceView {
        let Choice { who, deed } = choice;
        let mut view = ChoiceView::new(who, self.text(state, choice));
        view.deed.id = self.deed_id(state, who, deed);
        match deed {
            Deed::Attack { how, with, target } => {
                self.attack_view(state, how, with, target, &mut view);
                self.warn_of_attack(state, how, target, &mut view);
            }
            Deed::Cast { target } => self.cast_view(state, target, &mut view),
            Deed::Use { kind, target } => self.use_view(state, kind, target, &mut view),
            Deed::Work { feature, target } => self.work_view(state, feature, target, &mut view),
            Deed::Door { door, what } => self.door_view(state, door, what, &mut view),
            Deed::Treat { .. } | Deed::Grab { .. } | Deed::BreakFree | Deed::PickPocket { .. } => {
                self.touch_view(state, deed, &mut view);
            }
            Deed::Defend { .. } | Deed::Parry { .. } | Deed::HoldBack => {
                self.answer_view(state, deed, &mut view)
            }
            Deed::Manage { what, pay } => self.manage_view(state, what, pay, &mut view),
            Deed::Carry { prize, up } => {
                describe_carry(&self.plot, prize, up, &mut view);
                view.rule = Some("HEED-G2");
            }
            Deed::Ready | Deed::Done | Deed::LetGo { .. } => self.turn_view(state, deed, &mut view),
            _ => {
                self.setup_view(state, deed, &mut view);
                let free = state.phase == Phase::Before
                    || state.heeding.has(who) && matches!(deed, Deed::Heed { .. });
                if !free {
                    self.warn_of_setup(state, &mut view);
                }
            }
        }
        if state.pending.waiting != Waiting::Nothing {
            view.role = Role::Answer;
        }
        view
    }
}

impl Heed {
    /// Which of its kind somebody is, from 1; none where there was only one from the start.
    fn ordinal(&self, state: &State, who: Who) -> Option<usize> {
        let sheet = state.one(who).sheet;
        let same = |among: usize| {
            state.everybody().take(among).filter(|&other| state.one(other).sheet == sheet).count()
        };
        let (before, at_start) = (same(who.index()), same(state.at_first.into()));
        (before > 0 || at_start > 1).then_some(before + 1)
    }

    /// Several names in a row.
    pub(crate) fn names(&self, state: &State, set: Band) -> String {
        let names: Vec<String> = set.map(|who| self.name(state, who)).collect();
        match &names[..] {
            [] => "nobody".to_owned(),
            [one] => one.clone(),
            [most @ .., last] => format!("{} and {last}", most.join(", ")),
        }
    }

    /// An item in the middle of a sentence.
    pub(crate) fn item_words(&self, kind: u8) -> String {
        self.item_name(kind).to_lowercase()
    }

    pub(crate) fn spell_id(&self, spell: Option<u8>) -> &str {
        spell.and_then(|index| self.spells.get(index as usize)).map_or("nothing", |spell| &spell.id)
    }

    pub(crate) fn spell_name(&self, spell: Option<u8>) -> &str {
        spell.and_then(|index| self.spells.get(index as usize)).map_or("nothing", |spell| &spell.name)
    }

    /// The same for the same thing done, whomever it is done to.
    fn deed_id(&self, state: &State, who: Who, deed: Deed) -> String {
        match deed {
            Deed::Ready => "ready".to_owned(),
            Deed::Heed { .. } => "heed".to_owned(),
            Deed::Move { .. } => "move".to_owned(),
            Deed::Leave => "leave".to_owned(),
            Deed::FallProne => "fall-prone".to_owned(),
            Deed::StandUp => "stand-up".to_owned(),
            Deed::Aim { with, .. } => format!("aim {}", self.item_id(with)),
            Deed::Door { what, .. } => what.name().to_owned(),
            Deed::Work { feature, .. } => {
                let id = self.features.get(feature as usize).map_or("nothing", |feature| &feature.id);
                format!("work {id}")
            }
            Deed::Charge { spell } => format!("charge {}", self.spell_id(self.spell_at(state, who, spell))),
            Deed::Manage { what, pay: Pay::Free } => what.verb().to_owned(),
            Deed::Manage { what, pay: Pay::Setup } => format!("{} as-setup", what.verb()),
            Deed::Manage { what, pay: Pay::Action } => format!("{} as-action", what.verb()),
            Deed::Attack { how, with, .. } => format!("{} {}", how.verb(), self.item_id(with)),
            Deed::Cast { .. } => format!("cast {}", self.spell_id(self.charged(state, who))),
            Deed::Use { kind, .. } => format!("use {}", self.item_id(kind)),
            Deed::Treat { .. } => "treat".to_owned(),
            Deed::Grab { .. } => "grab".to_owned(),
            Deed::BreakFree => "break-free".to_owned(),
            Deed::PickPocket { .. } => "pick-pocket".to_owned(),
            Deed::Carry { prize, up } => carry_text(&self.plot, prize, up),
            Deed::LetGo { .. } => "let-go".to_owned(),
            Deed::Done => "done".to_owned(),
            Deed::Defend { block: true } => "block".to_owned(),
            Deed::Defend { block: false } => "dodge".to_owned(),
            Deed::Parry { yes: true } => "parry".to_owned(),
            Deed::Parry { yes: false } => "no-parry".to_owned(),
            Deed::HoldBack => "hold-back".to_owned(),
        }
    }

    // --- turns and focus ---

    fn turn_view(&self, state: &State, deed: Deed, view: &mut ChoiceView) {
        let one = state.one(view.who);
        view.tab = Tab::Turn;
        match deed {
            Deed::Ready => {
                fill(view, "Ready", "Heeds nobody more before the combat begins.");
                view.label = "Ready: heed nobody more".to_owned();
                view.role = Role::Begin;
                view.rule = Some("HEED-H1");
            }
            Deed::LetGo { what } => {
                fill(view, "Let go", "Frees the focus slots that it fills. Costs nothing.");
                view.role = Role::Aside;
                view.rule = Some("HEED-R18");
                let (id, name, target) = match what {
                    Focus::Heed(target) => ("heed", "Heed", target),
                    Focus::Aim => ("aim", "The aim", one.aim),
                    Focus::Hold => ("hold", "The hold", one.hold),
                    Focus::Charge => ("charge", "The charged spell", NOBODY),
                    Focus::Spell(at) => {
                        let Kept { spell, target, .. } = kept(state, at);
                        (self.spell_id(Some(spell)), self.spell_name(Some(spell)), target)
                    }
                };
                view.item = Some(Named::new(id, name));
                let target = Some(target).filter(|&target| target != NOBODY);
                view.targets = target.into_iter().collect();
                let name = match (what, target) {
                    (Focus::Heed(_), Some(target)) => format!("heed of {}", self.name(state, target)),
                    (Focus::Hold, Some(target)) => format!("the hold on {}", self.name(state, target)),
                    (Focus::Spell(_), Some(target)) => format!("{name} on {}", self.name(state, target)),
                    (Focus::Charge, _) => "the charged spell".to_owned(),
                    _ => "the aim".to_owned(),
                };
                view.label = format!("Let go: {name}");
            }
            _ => {
                fill(view, "End the turn", "Does nothing more in this round.");
                view.role = Role::EndTurn;
                if one.charge != UNCHARGED {
                    view.warnings.push("the charged spell is lost".to_owned());
                }
            }
        }
    }

    // --- setups ---

    fn setup_view(&self, state: &State, deed: Deed, view: &mut ChoiceView) {
        view.tab = Tab::Move;
        view.rule = Some("HEED-A3");
        match deed {
            Deed::Heed { target } => {
                let effect = "Fills 1 focus slot. You may parry its attacks on you and on friends in your zone, and \
                              interrupt one of its setups each round.";
                fill(view, "Heed", effect);
                self.aimed(state, "Heed", target, view);
                view.cost = cost(1, FOCUS);
                view.rule = Some("HEED-H1");
            }
            Deed::Move { to } => {
                fill(view, "Move", "To a near zone; a shut door is opened on the way.");
                self.move_label(state, to, view);
                view.role = Role::Move;
            }
            Deed::Leave => {
                fill(view, "Leave the field", "Goes off the map through the exit and is out of this combat.");
                view.role = Role::Retreat;
                view.rule = Some("HEED-R10");
            }
            Deed::FallProne => {
                fill(view, "Fall prone", effects::PRONE);
                view.rule = Some("HEED-R8");
            }
            Deed::StandUp => {
                fill(view, "Stand up", "Is no longer prone.");
                view.rule = Some("HEED-R8");
            }
            Deed::Aim { target, with } => {
                let range = self.range(state, state.zone_of(view.who), state.zone_of(target));
                let slots = range.map_or(0, Range::aim_slots);
                let effect = "Every shot or throw of this weapon at the target has advantage. Fills 1 focus slot in \
                              reach, 2 near, 3 far.";
                let weapon = self.item_words(with);
                fill(view, format!("Aim · {weapon}"), effect);
                self.aimed(state, "Aim at", target, view);
                view.label += &format!(" with the {weapon} ({slots} focus)");
                view.cost = cost(slots, FOCUS);
                view.rule = Some("HEED-K8");
            }
            Deed::Charge { spell } => {
                let index = self.spell_at(state, view.who, spell);
                let level =
                    index.and_then(|index| self.spells.get(index as usize)).map_or(0, |spell| spell.level);
                let name = self.spell_name(index);
                fill(view, format!("Charge · {name}"), self.spell_effect(index));
                view.label = format!("Charge {name} ({level} focus)");
                view.cost = cost(level, FOCUS);
                view.rule = Some("HEED-C1");
            }
            _ => {}
        }
    }

    /// What a setup costs, and whom it lets interrupt.
    fn warn_of_setup(&self, state: &State, view: &mut ChoiceView) {
        if state.set_up.has(view.who) {
            view.warnings.push("spends the action".to_owned());
            view.cost = view.cost.or(cost(1, ACTION));
        }
        let able = |&foe: &Who| self.actions(state, foe, &mut |_| true);
        let threats = self.threats(state, view.who) - self.unperceived(state, view.who);
        let threats: Band = threats.filter(able).collect();
        if !threats.is_empty() {
            view.aim = Some("goes through");
            view.warnings.push(format!("{} may interrupt", self.names(state, threats)));
        }
        if state.one(view.who).aim != NOBODY {
            view.warnings.push("the aim is lost".to_owned());
        }
    }

    fn manage_view(&self, state: &State, what: Manage, pay: Pay, view: &mut ChoiceView) {
        let kind = what.kind();
        let (verb, effect) = match what {
            Manage::Draw(_) => ("Draw", "Out of a gear slot, which is empty then, into a free hand."),
            Manage::PickUp(_) => ("Pick up", "From the floor into a free hand."),
            Manage::Stow(_) => ("Stow", "Out of the hand into the lowest empty slot that is no hand."),
            Manage::Drop(_) => ("Drop", "Out of the hand to the floor."),
        };
        let left = state.items_left(view.who);
        let (title, note, paid) = match pay {
            Pay::Free => (verb.to_owned(), format!("{left} of 2 items left"), cost(1, ITEM)),
            Pay::Setup => (format!("{verb} · as setup"), "as setup".to_owned(), cost(1, SETUP)),
            Pay::Action => {
                (format!("{verb} · as action"), "as action, and one more".to_owned(), cost(1, ACTION))
            }
        };
        fill(view, title, effect);
        view.label = format!("{verb} the {} ({note})", self.item_words(kind));
        view.item = Some(Named::new(self.item_id(kind), self.item_name(kind)));
        view.tab = Tab::Turn;
        view.rule = Some("HEED-A5");
        if pay == Pay::Setup {
            self.warn_of_setup(state, view);
        }
        view.cost = paid;
    }

    // --- actions ---

    fn attack_view(&self, state: &State, how: How, with: u8, target: Who, view: &mut ChoiceView) {
        let name = self.name(state, target);
        let weapon = self.item_words(with);
        let (verb, label) = match how {
            How::Throw => ("Throw", format!("Throw the {weapon} at {name}")),
            How::Shoot => ("Shoot", format!("Shoot {name} ({weapon})")),
            How::Strike | How::Spell => ("Strike", format!("Strike {name} ({weapon})")),
        };
        fill(view, format!("{verb} · {weapon}"), self.attack_effect(how, with));
        view.label = label;
        view.targets = vec![target];
        view.aim = Some("lands");
        view.rule = Some("HEED-K1");
    }

    fn warn_of_attack(&self, state: &State, how: How, target: Who, view: &mut ChoiceView) {
        let parriers = self.parriers(state, view.who, how, target);
        if !parriers.is_empty() {
            view.warnings.push(format!("{} may parry", self.names(state, parriers)));
        }
        let aim = state.one(view.who).aim;
        if aim != NOBODY && !(how.is_ranged() && aim == target) {
            view.warnings.push("the aim is lost".to_owned());
        }
    }

    fn cast_view(&self, state: &State, target: Target, view: &mut ChoiceView) {
        let index = self.charged(state, view.who);
        let name = self.spell_name(index);
        fill(view, format!("Cast · {name}"), self.spell_effect(index));
        view.rule = Some("HEED-C1");
        let Some(spell) = index.and_then(|index| self.spells.get(index as usize)) else {
            return self.power_view(state, "Cast a spell", None, target, view);
        };
        self.power_view(state, &format!("Cast {name}"), Some(&spell.power), target, view);
        if let (true, Target::One(one)) = (spell.power.is_attack(), target) {
            self.warn_of_attack(state, How::Spell, one, view);
        }
    }

    /// Where a move leads, as far as that is known.
    fn move_label(&self, state: &State, to: u8, view: &mut ChoiceView) {
        let here = state.zone_of(view.who);
        let seen = self.thinkable_names(state, view.who);
        let whither = self.field.whither(seen, here, to);
        let shut = |door: &u8| state.doors.at(*door) == Door::Shut;
        view.label = match self.field.door_between(here, to).filter(shut) {
            Some(door) if seen.has(to) => {
                format!("Move to {whither} through the {}", self.door_name(state, view.who, door))
            }
            Some(door) => format!("Move through the {}", self.door_name(state, view.who, door)),
            None => format!("Move to {whither}"),
        };
        view.to = seen.has(to).then(|| self.zones().zone(to).id.clone());
        view.item = self.field.way_out(seen, here, to);
        for (_, feature) in self.features_of(to).filter(|_| seen.has(to)) {
            let danger = matches!(feature.does, Fixture::Trips | Fixture::Harms);
            view.warnings.extend(danger.then(|| {
                let harm = if feature.does == Fixture::Harms { "be wounded" } else { "fall" };
                format!("{}: dodge or {harm}", feature.name.to_lowercase())
            }));
        }
    }

    /// The zones whose names `who` may use.
    fn thinkable_names(&self, state: &State, who: Who) -> fracas_kernel::ZoneSet {
        if self.is_open_to(state, who) { fracas_kernel::ZoneSet::ALL } else { state.seen }
    }

    pub(crate) fn door_name(&self, state: &State, who: Who, door: u8) -> String {
        let seen = self.thinkable_names(state, who);
        let name = self.field.door_name(seen, state.zone_of(who), door);
        let mut letters = name.chars();
        letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
    }

    fn door_view(&self, state: &State, door: u8, what: Handle, view: &mut ChoiceView) {
        let (name, who) = (self.door_name(state, view.who, door), view.who);
        let against = self.against(state, who, door, what) - self.unperceived(state, who);
        let target = self.door_target(state, who, what, against);
        let (verb, effect, aim) = match what {
            Handle::Open => ("Open", "People see, walk and shoot through it then.", "opens"),
            Handle::Shut => {
                ("Shut", "Nobody sees or shoots through it then; whoever walks through opens it.", "shuts")
            }
            Handle::Bar => ("Bar", "From the other side it has to be forced.", "bars it"),
            Handle::Force => ("Force", "Breaks it open; it can no longer be shut.", "breaks"),
            Handle::Pick => ("Pick the lock of", "Opens it.", "opens"),
        };
        let odds = if target > 1 { format!(" ({target} or more on a d6)") } else { String::new() };
        fill(view, verb.split(' ').next().unwrap_or(verb), effect);
        view.label = format!("{verb} the {name}{odds}");
        view.item = Some(Named::new(&self.field.door_handle(state.seen, state.zone_of(who), door), &name));
        view.tab = Tab::Move;
        view.rule = Some("HEED-S3");
        if is_setup(what) {
            self.warn_of_setup(state, view);
        }
        view.aim = Some(aim);
        if what == Handle::Shut && !against.is_empty() {
            view.warnings.push(format!("{} against it", self.names(state, against)));
        }
    }

    fn work_view(&self, state: &State, feature: u8, target: Target, view: &mut ChoiceView) {
        let Some(thing) = self.features.get(feature as usize) else { return };
        let name = thing.name.to_lowercase();
        fill(view, format!("Use · {name}"), thing.words());
        view.rule = Some("HEED-R21");
        self.power_view(state, &format!("Use the {name}"), thing.power(), target, view);
    }

    fn use_view(&self, state: &State, kind: u8, target: Target, view: &mut ChoiceView) {
        let item = self.item_words(kind);
        fill(view, format!("Use · {item}"), self.item_effect(kind));
        view.rule = Some("HEED-R11");
        let power = self.items.get(kind as usize).and_then(|item| item.power.as_ref());
        self.power_view(state, &format!("Use the {item}"), power, target, view);
    }

    fn power_view(
        &self,
        state: &State,
        verb: &str,
        power: Option<&Power>,
        target: Target,
        view: &mut ChoiceView,
    ) {
        view.aim = power.map(|power| match power.does {
            Does::Wound { .. } => "lands",
            Does::Heal(_) => "heals",
            _ => "takes hold",
        });
        match target {
            Target::One(one) => {
                view.label = format!("{verb}: {}", self.name(state, one));
                view.targets = vec![one];
            }
            Target::Zone(zone) => {
                let (seen, here) = (self.thinkable_names(state, view.who), state.zone_of(view.who));
                view.label = format!("{verb}: {}", self.field.whither(seen, here, zone));
                view.to = seen.has(zone).then(|| self.zones().zone(zone).id.clone());
                view.item = self.field.way_out(seen, here, zone).or_else(|| view.item.take());
                let Some(power) = power else { return };
                let known = state.in_zone(zone) - self.unperceived(state, view.who);
                let taken = known & self.takes(state, view.who, power);
                view.targets = taken.collect();
                let friends = taken & state.friends(view.who);
                let harms = !matches!(power.does, Does::Heal(_)) && power.takes == Takes::Everyone;
                if !friends.is_empty() && harms {
                    view.warnings.push(format!("takes {} too", self.names(state, friends)));
                }
            }
        }
    }

    fn touch_view(&self, state: &State, deed: Deed, view: &mut ChoiceView) {
        match deed {
            Deed::Treat { target, twice } => {
                let (bandages, item) = if twice {
                    (2, Named::new("two", "Two bandages"))
                } else {
                    (1, Named::new("one", "One bandage"))
                };
                fill(view, "Treat", "Closes 1 wound for each bandage in hand that is used up.");
                let whom = if target == view.who { "yourself".to_owned() } else { self.name(state, target) };
                view.label = format!("Treat {whom} ({})", item.name.to_lowercase());
                view.targets = vec![target];
                view.item = Some(item);
                view.cost = cost(bandages, BANDAGE);
                view.aim = Some("heals");
                view.rule = Some("HEED-R9");
            }
            Deed::Grab { target } => {
                fill(view, "Grab", effects::GRAB);
                self.aimed(state, "Grab", target, view);
                view.cost = cost(1, FOCUS);
                view.aim = Some("holds");
                view.rule = Some("HEED-S3");
            }
            Deed::PickPocket { target } => {
                fill(view, "Pick a pocket", "A d6 says which gear slot is searched; an item there is yours.");
                self.aimed(state, "Pick the pocket of", target, view);
                view.aim = Some("finds something");
                view.rule = Some("HEED-A2");
            }
            _ => {
                fill(
                    view,
                    "Break free",
                    "Your own Gear(dodge); success ends every hold on you, a spell's too.",
                );
                view.aim = Some("frees");
                view.rule = Some("HEED-R1");
            }
        }
    }

    // --- answers ---

    fn answer_view(&self, state: &State, deed: Deed, view: &mut ChoiceView) {
        view.tab = Tab::Answer;
        view.role = Role::Answer;
        let one = state.one(view.who);
        let blow = &state.pending.blow;
        match deed {
            Deed::Defend { block } => {
                let slots = if block { one.armour } else { one.empty }.len();
                if block {
                    fill(
                        view,
                        "Block",
                        "Succeeds if the d6 finds a slot with armour. A block that fails may be parried.",
                    );
                    view.label = format!("Block: armour in {slots} of 6 slots");
                } else {
                    fill(view, "Dodge", "Succeeds if the d6 finds an empty slot. Cannot be parried.");
                    view.label = format!("Dodge: {slots} of 6 slots empty");
                }
                view.aim = Some("turns it aside");
                view.rule = Some("HEED-R12");
                if block && !blow.parriers.is_empty() {
                    view.warnings.push(format!("{} may parry then", self.names(state, blow.parriers)));
                }
            }
            Deed::Parry { yes: true } => {
                let (dice, number) = (one.parry_dice(blow.how == How::Strike), blow.number);
                fill(view, "Parry", format!("{dice}d6: any die that shows {number} turns the attack aside."));
                view.label = format!("Parry: {dice}d6, any {number}");
                view.aim = Some("parries");
                view.rule = Some("HEED-P2");
            }
            Deed::Parry { yes: false } => {
                fill(view, "Do not parry", "The attack lands unless somebody else parries it.");
                view.rule = Some("HEED-P1");
            }
            _ => {
                fill(view, "Hold back", "Does not interrupt, and may interrupt a later setup in this round.");
                view.rule = Some("HEED-N1");
            }
        }
    }

    fn aimed(&self, state: &State, verb: &str, target: Who, view: &mut ChoiceView) {
        view.label = format!("{verb} {}", self.name(state, target));
        view.targets = vec![target];
    }

    /// What somebody sets about to do: "moves to the ford".
    pub(crate) fn setup_words(&self, state: &State, setup: Setup) -> String {
        match setup {
            Setup::Heed(target) => format!("turns to heed {}", self.name(state, target)),
            Setup::Move(to) if state.seen.has(to) => format!("moves to {}", self.zones().zone(to).name),
            Setup::Move(_) => "moves out of sight".to_owned(),
            Setup::Door(_, what) => format!("is about to {} a door", what.name()),
            Setup::Leave => "is about to leave".to_owned(),
            Setup::FallProne => "drops to the ground".to_owned(),
            Setup::StandUp => "stands up".to_owned(),
            Setup::Aim(target, _) => format!("takes aim at {}", self.name(state, target)),
            Setup::Charge(_) => "charges a spell".to_owned(),
            Setup::Item(what) => {
                let verb = match what {
                    Manage::Draw(_) => "draws",
                    Manage::PickUp(_) => "picks up",
                    Manage::Stow(_) => "stows",
                    Manage::Drop(_) => "drops",
                };
                format!("{verb} the {}", self.item_words(what.kind()))
            }
        }
    }
}

impl How {
    fn verb(self) -> &'static str {
        match self {
            How::Strike => "strike",
            How::Throw => "throw",
            How::Shoot => "shoot",
            How::Spell => "cast",
        }
    }
}

impl Manage {
    fn verb(self) -> &'static str {
        match self {
            Manage::Draw(_) => "draw",
            Manage::PickUp(_) => "pick-up",
            Manage::Stow(_) => "stow",
            Manage::Drop(_) => "drop",
        }
    }
}

/// Names a deed, and the label with it.
fn fill(view: &mut ChoiceView, title: impl Into<String>, effect: impl Into<String>) {
    let id = std::mem::take(&mut view.deed.id);
    view.deed = DeedView::new(id, title).with_effect(effect);
    view.label.clone_from(&view.deed.title);
}

fn cost(amount: u8, unit: Unit) -> Option<Cost> {
    Some(Cost { amount: amount.into(), unit })
}

/// A spell that is concentrated on, or a mark that there is none.
fn kept(state: &State, at: u8) -> Kept {
    state.kept.get(at as usize).copied().unwrap_or(Kept::NONE)
}
