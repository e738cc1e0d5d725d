//! Names, and choices in words: what they are called, what they are for, what they do, and what one should know before.

use fracas_kernel::plot::{carry_text, describe_carry};
use fracas_kernel::{ChoiceView, Deed as DeedView, Door, Handle, Role, Seat, Tab, Tell, Unit, Who, ZoneSet};

use crate::choices::{Choice, Deed};
use crate::data::{Does, Effect, Feature, Hazard, Takes, Twelves, Weapon};
use crate::doors::attribute_for;
use crate::event::Number;
use crate::state::{Band, Pending, State};

pub(crate) const HITS: Unit = Unit::new("hit", "hits", "hits");

impl Tell for Twelves {
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
            Deed::Attack { with, target } => {
                let (verb, weapon) = (self.verb(state, who, with, target), self.weapon_of(state, who, with));
                format!("{id} {verb} {} {}", self.id(state, target), weapon.id)
            }
            Deed::Pair { pair, target } => {
                let [first, second] = self.pair_of(state, who, pair).map(|weapon| &weapon.id);
                format!("{id} pair {} {first} {second}", self.id(state, target))
            }
            Deed::Second { target } => format!("{id} second {}", self.id(state, target)),
            Deed::Move { to } => format!("{id} move {}", self.field.handle(state.seen, state.zone[who], to)),
            Deed::Flee => format!("{id} flee"),
            Deed::Grapple { target } => format!("{id} grapple {}", self.id(state, target)),
            Deed::Shove { target, to } => {
                let to = self.field.handle(state.seen, state.zone[who], to);
                format!("{id} shove {} {to}", self.id(state, target))
            }
            Deed::BreakFree => format!("{id} break-free"),
            Deed::LetGo => format!("{id} let-go"),
            Deed::Use { feature, target } => {
                let name = self.feature(feature).map_or("nothing", |feature| &feature.id);
                let target = target.map_or(String::new(), |one| format!(" {}", self.id(state, one)));
                format!("{id} use {name}{target}")
            }
            Deed::Door { door, what } => {
                let door = self.field.door_handle(state.seen, state.zone[who], door);
                format!("{id} {} {door}", what.name())
            }
            Deed::Carry { prize, up } => format!("{id} {}", carry_text(&self.plot, prize, up)),
            Deed::Pass => format!("{id} pass"),
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
                view.label = "Begin: agility checks".to_owned();
                view.deed = DeedView::new("begin", "Begin").with_effect(
                    "Each hero who is not ready rolls a d12: above their agility, the first turn is lost.",
                );
                (view.role, view.tab) = (Role::Begin, Tab::Turn);
                view.rule = Some("TWELVES-A2");
            }
            Deed::Attack { with, target } => self.describe_attack(state, who, with, target, &mut view),
            Deed::Pair { pair, target } => self.describe_pair(state, who, pair, target, &mut view),
            Deed::Second { target } => self.describe_second(state, who, target, &mut view),
            Deed::Move { to } => {
                let whither = self.field.whither(state.seen, state.zone[who], to);
                view.label = match self.shut_door(state, who, to) {
                    Some(door) if state.seen.has(to) => format!("Move to {whither} through the {door}"),
                    Some(door) => format!("Move through the {door}"),
                    None => format!("Move to {whither}"),
                };
                view.deed = DeedView::new("move", "Move").with_effect(
                    "To an adjacent zone; a shut door is opened. Each enemy here who is not held may strike once a round at those who leave.",
                );
                (view.role, view.tab) = (Role::Move, Tab::Move);
                view.rule = Some("TWELVES-A5");
                self.describe_leaving(state, who, &mut view);
                self.describe_entering(state, who, to, &mut view);
                view.item = self.field.way_out(state.seen, state.zone[who], to);
            }
            Deed::Flee => {
                view.label = "Flee from the field".to_owned();
                view.deed = DeedView::new("flee", "Flee").with_effect(
                    "Out of this fight for good. Each enemy here who is not held may strike first.",
                );
                (view.role, view.tab) = (Role::Retreat, Tab::Move);
                view.rule = Some("TWELVES-R7");
                self.describe_leaving(state, who, &mut view);
            }
            Deed::Grapple { target } => {
                let might = self.wrestling(state, who);
                view.label = format!("Grapple {} (might {might})", self.name(state, target));
                view.deed = DeedView::new("grapple", "Grapple").with_effect(format!(
                    "A d12 of {might} or less holds an enemy here: it cannot move, nor strike at those who leave."
                ));
                view.targets = vec![target];
                view.aim = Some("holds");
                view.rule = Some("TWELVES-R5");
            }
            Deed::Shove { target, to } => self.describe_shove(state, who, target, to, &mut view),
            Deed::BreakFree => {
                let might = self.struggling(state, who);
                view.label = format!("Break free (might {might})");
                view.deed = DeedView::new("break-free", "Break free")
                    .with_effect(format!("A d12 of {might} or less ends the hold on you."));
                view.aim = Some("frees");
                view.rule = Some("TWELVES-R5");
            }
            Deed::LetGo => {
                let held = state.held_of(who);
                view.label =
                    held.map_or("Let go".to_owned(), |held| format!("Let go of {}", self.name(state, held)));
                view.deed = DeedView::new("let-go", "Let go").with_effect("Ends your hold. Costs nothing.");
                view.role = Role::Aside;
                view.targets = held.into_iter().collect();
                view.rule = Some("TWELVES-R5");
            }
            Deed::Use { feature, target } => self.describe_use(state, who, feature, target, &mut view),
            Deed::Door { door, what } => self.describe_handle(state, who, door, what, &mut view),
            Deed::Carry { prize, up } => {
                describe_carry(&self.plot, prize, up, &mut view);
                view.rule = Some("TWELVES-G2");
            }
            Deed::Pass => {
                view.label = "Do nothing".to_owned();
                view.deed = DeedView::new("pass", "End turn").with_effect("Does nothing in this turn.");
                (view.role, view.tab) = (Role::EndTurn, Tab::Turn);
                view.rule = Some("TWELVES-A5");
            }
        }
        view
    }
}

impl Twelves {
    /// Which of its kind somebody is, from 1; none where there was only one from the start.
    fn ordinal(&self, state: &State, who: Who) -> Option<usize> {
        let of_kind = |count: usize| {
            let sheets = state.sheet.iter().take(count);
            sheets.filter(|&&sheet| sheet == state.sheet[who]).count()
        };
        let before = of_kind(who.index());
        (before > 0 || of_kind(state.first.into()) > 1).then_some(before + 1)
    }

    pub(crate) fn names(&self, state: &State, set: impl Iterator<Item = Who>) -> String {
        set.map(|who| self.name(state, who)).collect::<Vec<_>>().join(", ")
    }

    pub(crate) fn weapon_of(&self, state: &State, who: Who, with: u8) -> &Weapon {
        let index = self.sheet(state, who).arm(with).weapon as usize;
        &self.weapons[index.min(self.weapons.len() - 1)]
    }

    /// What one does with a weapon on this target: strike, throw or shoot.
    pub(crate) fn verb(&self, state: &State, who: Who, with: u8, target: Who) -> &'static str {
        if state.zone[who] == state.zone[target] {
            return "strike";
        }
        if self.sheet(state, who).arm(with).reach & Weapon::RANGED == Weapon::RANGED {
            "shoot"
        } else {
            "throw"
        }
    }

    pub(crate) fn zone_name(&self, zone: u8) -> &str {
        self.field.zones().all().get(zone as usize).map_or("nowhere", |zone| &zone.name)
    }

    /// A door, as it is called by somebody who is at `from`.
    pub(crate) fn door_name(&self, state: &State, from: u8, door: u8) -> String {
        let name = self.field.door_name(state.seen, from, door);
        let mut letters = name.chars();
        letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
    }

    /// The shut door that somebody would go through.
    fn shut_door(&self, state: &State, who: Who, to: u8) -> Option<String> {
        let here = state.zone[who];
        let door = self.field.door_between(here, to).filter(|&door| state.doors.at(door) == Door::Shut)?;
        Some(self.door_name(state, here, door))
    }

    fn describe_handle(&self, state: &State, who: Who, door: u8, what: Handle, view: &mut ChoiceView) {
        let name = self.door_name(state, state.zone[who], door);
        let value = self.handling(state, who, door, what);
        let check = self.takes_a_check(state, who, door, what);
        let test = format!("{} {value}", attribute_for(what).name());
        let (title, effect) = what.words();
        let handle = self.field.door_handle(state.seen, state.zone[who], door);
        view.label =
            if check { format!("{title} the {name} ({test})") } else { format!("{title} the {name}") };
        let roll = if check { format!("A d12 of {value} or less: ") } else { String::new() };
        view.deed = DeedView::new(format!("{} {handle}", what.name()), format!("{title} · {name}"))
            .with_effect(format!("{roll}{effect}"));
        view.aim = check.then_some("works");
        view.rule = Some("TWELVES-D1");
        if check && matches!(what, Handle::Shut | Handle::Bar) {
            let against = self.against(state, who, door, what);
            view.warnings.push(format!("{} against it", self.names(state, against)));
        }
    }

    pub(crate) fn feature_name(&self, feature: u8) -> String {
        self.feature(feature).map_or("nothing".to_owned(), |feature| feature.name.to_lowercase())
    }

    fn describe_attack(&self, state: &State, who: Who, with: u8, target: Who, view: &mut ChoiceView) {
        let weapon = self.weapon_of(state, who, with);
        let (name, arm) = (self.name(state, target), weapon.name.to_lowercase());
        let pool = format!("{}d12, {}", weapon.dice, number_words(self.number(state, who, target, false)));
        let verb = self.verb(state, who, with, target);
        let (title, label) = match verb {
            "strike" => (format!("Strike · {arm}"), format!("Strike {name} with {arm} ({pool})")),
            "throw" => (format!("Throw · {arm}"), format!("Throw {arm} at {name} ({pool})")),
            _ => (format!("Shoot · {arm}"), format!("Shoot {name} with {arm} ({pool})")),
        };
        view.label = label;
        view.deed = DeedView::new(format!("{verb} {}", weapon.id), title).with_effect(weapon_words(weapon));
        view.targets = vec![target];
        view.aim = Some("hits");
        view.rule = Some("TWELVES-K1");
    }

    fn describe_pair(&self, state: &State, who: Who, pair: u8, target: Who, view: &mut ChoiceView) {
        let [first, second] = self.pair_of(state, who, pair);
        let name = self.name(state, target);
        let raised = number_words(self.number(state, who, target, true));
        let (a, b) = (first.name.to_lowercase(), second.name.to_lowercase());
        view.label = format!(
            "Both weapons on {name}: {a} ({}d12), then {b} ({}d12, {raised})",
            first.dice, second.dice
        );
        view.deed = DeedView::new(
            format!("pair {} {}", first.id, second.id),
            format!("Both weapons · {a}, then {b}"),
        )
        .with_effect(format!(
            "{}d12 against TH with the {a}, then {}d12 with the {b}, each lowered by the target's rank{}.",
            first.dice,
            second.dice,
            match self.sheet(state, who).knack.second {
                0 => String::new(),
                less => format!(" less {less}"),
            }
        ));
        view.targets = vec![target];
        view.aim = Some("hits");
        view.rule = Some("TWELVES-K3");
    }

    fn describe_second(&self, state: &State, who: Who, target: Who, view: &mut ChoiceView) {
        let arm = state.pending.map_or(0, |Pending { arm, .. }| arm);
        let weapon = self.weapon_of(state, who, arm);
        let number = number_words(self.number(state, who, target, true));
        view.label = format!("Second weapon on {} ({number})", self.name(state, target));
        let title = format!("Second weapon · {}", weapon.name.to_lowercase());
        view.deed = DeedView::new("second", title)
            .with_effect(format!("{}d12 against TH, each lowered by the target's rank.", weapon.dice));
        (view.role, view.tab) = (Role::Answer, Tab::Answer);
        view.targets = vec![target];
        view.aim = Some("hits");
        view.rule = Some("TWELVES-R8");
    }

    /// What leaving the zone provokes, and whom it lets go.
    fn describe_leaving(&self, state: &State, who: Who, view: &mut ChoiceView) {
        let provoked = self.provoked(state, who);
        if !provoked.is_empty() {
            let dice = |enemy: Who| {
                let sheet = self.sheet(state, enemy);
                format!("{} ({}d12)", self.name(state, enemy), sheet.arm(sheet.best[0]).dice)
            };
            let names: Vec<String> = provoked.map(dice).collect();
            view.warnings.push(format!("provokes {}", names.join(", ")));
            let stops = provoked.filter(|&enemy| self.sheet(state, enemy).knack.stops);
            let stops = self.names(state, stops);
            if !stops.is_empty() {
                view.warnings.push(format!("a hit by {stops} ends it"));
            }
            view.aim = Some("gets away");
        }
        if let Some(held) = state.held_of(who) {
            view.warnings.push(format!("lets go of {}", self.name(state, held)));
        }
    }

    /// Where it goes, and what that costs.
    fn describe_entering(&self, state: &State, who: Who, to: u8, view: &mut ChoiceView) {
        view.to = state.seen.has(to).then(|| self.field.zones().zone(to).id.clone());
        if let Some(cost) = self.cost_of(state, who, to) {
            view.warnings.push(cost);
        }
    }

    fn cost_of(&self, state: &State, who: Who, zone: u8) -> Option<String> {
        let hazard = self.hazard(state, zone)?;
        (!self.sheet(state, who).knack.sure).then(|| self.hazard_words(hazard))
    }

    fn describe_shove(&self, state: &State, who: Who, target: Who, to: u8, view: &mut ChoiceView) {
        let might = self.wrestling(state, who);
        let cost = self.cost_of(state, target, to).map_or(String::new(), |cost| format!(", {cost}"));
        let (name, zone) = (self.name(state, target), self.field.whither(state.seen, state.zone[who], to));
        view.label = format!("Shove {name} to {zone} (might {might}{cost})");
        view.deed = DeedView::new("shove", "Shove").with_effect(format!(
            "A d12 of {might} or less puts an enemy here into an adjacent zone, hazards included."
        ));
        view.targets = vec![target];
        view.to = state.seen.has(to).then(|| self.field.zones().zone(to).id.clone());
        view.aim = Some("shoves");
        view.rule = Some("TWELVES-R5");
        if let Some(held) = state.held_of(who)
            && held == target
        {
            view.warnings.push(format!("ends your hold on {name}"));
        }
    }

    fn describe_use(&self, state: &State, who: Who, feature: u8, target: Option<Who>, view: &mut ChoiceView) {
        let Some(offer) = self.feature(feature) else { return };
        let value = self.attribute(state, who, offer.check, 0, offer.hard);
        let on = target.map_or(String::new(), |one| format!(" on {}", self.name(state, one)));
        let (what, check) = (self.feature_words(offer), offer.check.name());
        view.label = format!("Use {}{on} ({check} {value}): {what}", offer.name.to_lowercase());
        view.deed =
            DeedView::new(format!("use {}", offer.id), format!("Use · {}", offer.name.to_lowercase()))
                .with_effect(self.use_words(offer, value));
        view.targets = target.into_iter().collect();
        view.aim = Some("works");
        view.rule = Some("TWELVES-R6");
        if offer.moves_user() && !offer.safe {
            self.describe_leaving(state, who, view);
            view.aim = Some("works");
        }
        let mut caught = Band::NONE;
        for effect in &offer.effects {
            let touched = self.touched(state, who, effect) & state.friends(who);
            match effect.does {
                Does::Hits(_) | Does::Dice(_) | Does::Hold | Does::Daze if target.is_none() => {
                    caught |= touched
                }
                Does::Move(to) if touched.has(who) => self.describe_entering(state, who, to, view),
                _ => {}
            }
        }
        if !caught.is_empty() {
            view.warnings.push(format!("affects {} too", self.names(state, caught)));
        }
    }

    pub(crate) fn pair_of(&self, state: &State, who: Who, pair: u8) -> [&Weapon; 2] {
        let pair = self.sheet(state, who).pairs.get(pair as usize).copied().unwrap_or_default();
        pair.map(|with| self.weapon_of(state, who, with))
    }

    /// What entering a zone costs, in a few words.
    pub(crate) fn hazard_words(&self, hazard: &Hazard) -> String {
        let cost = |does: &Does| match *does {
            Does::Hits(n) => HITS.count(n.into()),
            Does::Dice(n) => format!("{n}d12 against TH"),
            Does::Hold => "holds you".to_owned(),
            _ => "costs your next turn".to_owned(),
        };
        let cost = hazard.does.iter().map(cost).collect::<Vec<_>>().join(", ");
        let unless = hazard
            .spared_by
            .map_or(String::new(), |attribute| format!(" unless you pass a check of {}", attribute.name()));
        format!("{}: {cost}{unless}", hazard.name.to_lowercase())
    }

    /// What using a feature does, in a few words.
    pub(crate) fn feature_words(&self, feature: &Feature) -> String {
        feature.effects.iter().map(|effect| self.effect_words(feature, effect)).collect::<Vec<_>>().join(", ")
    }

    fn effect_words(&self, feature: &Feature, effect: &Effect) -> String {
        let places: Vec<&str> = effect.at.map(|zone| self.zone_name(zone)).collect();
        let place = if effect.at == ZoneSet::one(feature.zone) {
            "here".to_owned()
        } else {
            format!("at {}", places.join(", "))
        };
        let whom = match effect.takes {
            Takes::User => "the user".to_owned(),
            Takes::Foe => format!("a foe {place}"),
            Takes::Friend => format!("a friend {place}"),
            Takes::Foes => format!("all foes {place}"),
            Takes::Friends => format!("all friends {place}"),
            Takes::Others => format!("all others {place}"),
            Takes::Everyone => format!("everyone {place}"),
        };
        match effect.does {
            Does::Hits(n) => format!("{} to {whom}", HITS.count(n.into())),
            Does::Dice(n) => format!("{n}d12 on {whom}"),
            Does::Heal(n) => format!("heals {} of {whom}", HITS.count(n.into())),
            Does::Move(to) => format!("takes {whom} to {}", self.zone_name(to)),
            Does::Hold => format!("holds {whom}"),
            Does::Daze => format!("dazes {whom}"),
            Does::Cover(n) => format!("cover {n} {place}"),
            Does::Door(door, now) => {
                let name = self.field.doorways().get(usize::from(door)).map_or("door", |way| &way.name);
                let verb = match now {
                    Door::Open => "opens",
                    Door::Shut => "shuts",
                    _ => "bars",
                };
                format!("{verb} the {}", name.to_lowercase())
            }
            Does::Wake | Does::Quell => {
                let hazard = effect.at.first().and_then(|zone| self.hazards.get(zone as usize)?.as_ref());
                let name = hazard.map_or("hazard".to_owned(), |hazard| hazard.name.to_lowercase());
                let verb = if effect.does == Does::Wake { "starts" } else { "ends" };
                format!("{verb} the {name} {place}")
            }
        }
    }

    /// The whole of a feature: what it asks for, what it does, and what it looks like.
    fn use_words(&self, feature: &Feature, value: u8) -> String {
        let check = feature.check.name();
        let about = if feature.about.is_empty() { String::new() } else { format!(" {}", feature.about) };
        format!("A d12 of {value} or less ({check}): {}.{about}", self.feature_words(feature))
    }
}

/// "3d12, in the same zone: each die that reaches TH is a hit, each 12 is rolled again."
fn weapon_words(weapon: &Weapon) -> String {
    let reaches = [
        (Weapon::HAND, "in the same zone"),
        (Weapon::THROWN, "thrown one zone"),
        (Weapon::RANGED, "one to three zones away"),
    ];
    let ranged = weapon.reach & Weapon::RANGED == Weapon::RANGED;
    let fits =
        |&(reach, _): &(u8, &str)| weapon.reach & reach == reach && !(ranged && reach == Weapon::THROWN);
    let reach: Vec<&str> = reaches.iter().filter(|one| fits(one)).map(|one| one.1).collect();
    let about = if weapon.about.is_empty() { String::new() } else { format!(" {}", weapon.about) };
    let holds = if weapon.holds { " A hit holds." } else { "" };
    format!(
        "{}d12, {}: each die that reaches TH is a hit, each 12 is rolled again.{holds}{about}",
        weapon.dice,
        reach.join(" or ")
    )
}

/// "TH 8", with what raises it.
pub(crate) fn number_words(number: Number) -> String {
    let mut words = format!("TH {}", number.th);
    if number.cover > 0 {
        words += &format!(" + {} for cover", number.cover);
    }
    if number.penalty > 0 {
        words += &format!(" + {} for rank", number.penalty);
    }
    words
}
