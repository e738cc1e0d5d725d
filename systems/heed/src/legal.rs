//! Why a choice cannot be made, and by which rule. Written apart from the list in `choices`, so that each checks the
//! other.

use std::borrow::Cow;

use fracas_kernel::plot::{why_not_drop, why_not_take};
use fracas_kernel::{Allow, Door, Handle, Refusal, Tell, Who};

use crate::choices::{Choice, Deed, Focus, Manage, Pay, Target};
use crate::data::{Condition, Does, Heed, NOTHING, Power, Quality, Range, Takes};
use crate::doors::is_setup;
use crate::features::Feature;
use crate::items::is_item;
use crate::state::{How, MAX_KEPT, NOBODY, Phase, State, UNCHARGED, Waiting};

type Verdict = Result<(), Refusal>;

fn need(met: bool, rule: &'static str, why: impl Into<Cow<'static, str>>) -> Verdict {
    if met { Ok(()) } else { Err(Refusal::by(rule, why)) }
}

/// The same for what only some would look for.
fn need_if(sought: bool, met: bool, rule: &'static str, why: impl Into<Cow<'static, str>>) -> Verdict {
    need(met, rule, why).map_err(|refusal| Refusal { sought, ..refusal })
}

/// For what nobody would look for.
fn sense(met: bool, why: &'static str) -> Verdict {
    if met { Ok(()) } else { Err(Refusal::new(why)) }
}

impl Allow for Heed {
    fn legal(&self, state: &State, choice: Choice) -> Verdict {
        let Choice { who, deed } = choice;
        need(state.outcome.is_none(), "HEED-R10", "the combat is over")?;
        sense(who.0 < state.count, "there is nobody of that name")?;
        match state.pending.waiting {
            Waiting::Nothing => {}
            waiting => return self.why_not_answer(state, waiting, who, deed),
        }
        if !state.acting.has(who) {
            return Err(self.why_not_deciding(state, who));
        }
        // HEED-R17: nothing is said about those who are not perceived, not even why not.
        let hidden = self.unperceived(state, who);
        if !hidden.is_empty() && deed.target().is_some_and(|target| hidden.has(target)) {
            return Err(Refusal::new("nobody of that name is in sight"));
        }
        if state.phase == Phase::Before {
            return match deed {
                Deed::Ready => Ok(()),
                Deed::Heed { target } => self.why_not_heed(state, who, target),
                _ => Err(Refusal::new("the combat has not begun")),
            };
        }
        let begun = state.active;
        if state.active != NOBODY && begun != who {
            return Err(Refusal::new(format!("{} ends its turn first", self.name(state, begun))));
        }
        match deed {
            Deed::Done => Ok(()),
            Deed::Carry { prize, up: false } => why_not_drop(self, state, who, prize),
            Deed::Ready => Err(Refusal::new("the combat has begun")),
            Deed::Defend { .. } | Deed::Parry { .. } | Deed::HoldBack => {
                Err(Refusal::new("nobody asks for that now"))
            }
            Deed::LetGo { what } => self.why_not_let_go(state, who, what),
            Deed::Manage { what, pay } => self.why_not_manage(state, who, what, pay),
            Deed::Heed { target } => {
                if !state.heeding.has(who) {
                    self.why_not_setup(state, who)?;
                }
                self.why_not_heed(state, who, target)
            }
            Deed::Move { .. } | Deed::Leave | Deed::FallProne | Deed::StandUp => {
                self.why_not_move(state, who, deed)
            }
            Deed::Aim { target, with } => self.why_not_aim(state, who, target, with),
            Deed::Door { door, what } if is_setup(what) => {
                self.why_not_setup(state, who)?;
                self.why_not_handle(state, who, door, what)
            }
            Deed::Charge { spell } => self.why_not_charge(state, who, spell),
            Deed::Cast { target } => self.why_not_cast(state, who, target),
            _ => {
                self.why_not_any_action(state, who)?;
                self.why_not_action(state, who, deed)
            }
        }
    }
}

impl Heed {
    fn why_not_move(&self, state: &State, who: Who, deed: Deed) -> Verdict {
        let zone = state.zone_of(who);
        match deed {
            Deed::Move { to } => {
                sense((to as usize) < self.zones().len() && to != zone, "that is no zone to move to")?;
                self.why_not_step(state, zone, to)?;
            }
            Deed::Leave => {
                let exits = self.zones().exit_zones();
                need_if(!exits.is_empty(), exits.has(zone), "HEED-R10", "there is no exit here")?;
            }
            Deed::FallProne => sense(!state.is(who, Condition::Prone), "is prone already")?,
            _ => sense(state.is(who, Condition::Prone), "is not prone")?,
        }
        self.why_not_setup(state, who)?;
        if matches!(deed, Deed::Move { .. } | Deed::Leave) {
            need(!state.is(who, Condition::Prone), "HEED-R8", "prone: stand up first")?;
            need(!state.is(who, Condition::Held), "HEED-S3", "held: break free first")?;
        }
        Ok(())
    }

    fn why_not_step(&self, state: &State, from: u8, to: u8) -> Verdict {
        let near = self.map(state).distance(from, to) == 1;
        match self.field.door_between(from, to).map(|door| state.doors.at(door)) {
            Some(Door::Barred | Door::Locked) => Err(Refusal::by("HEED-A3", "that door is fast: force it")),
            Some(Door::Shut) => Ok(()),
            _ => need(near, "HEED-A3", "you can move to a near zone only"),
        }
    }

    /// Somebody's answer is waited for: is this one?
    fn why_not_answer(&self, state: &State, waiting: Waiting, who: Who, deed: Deed) -> Verdict {
        let asked = state.pending.asked;
        if who != asked {
            return Err(Refusal::new(format!("it is for {} to answer", self.name(state, asked))));
        }
        match (waiting, deed) {
            (Waiting::Defence, Deed::Defend { .. })
            | (Waiting::Parry, Deed::Parry { .. })
            | (Waiting::Interrupt, Deed::HoldBack) => Ok(()),
            (Waiting::Interrupt, Deed::Cast { .. }) => {
                let refusal = Refusal::by("HEED-N1", "an interruption has no setup, and a spell needs one");
                Err(if self.sheet(state, asked).spells.is_empty() { refusal.unsought() } else { refusal })
            }
            (
                Waiting::Interrupt,
                Deed::Attack { .. }
                | Deed::Use { .. }
                | Deed::Treat { .. }
                | Deed::Grab { .. }
                | Deed::BreakFree
                | Deed::Carry { up: true, .. }
                | Deed::Work { .. }
                | Deed::Door { what: Handle::Bar | Handle::Force | Handle::Pick, .. }
                | Deed::PickPocket { .. },
            ) => {
                let hidden = deed.target().is_some_and(|target| self.unperceived(state, asked).has(target));
                sense(!hidden, "nobody of that name is in sight")?;
                self.why_not_action(state, asked, deed)
            }
            (Waiting::Interrupt, _) => {
                let why = "an interruption is an action, and neither a setup nor the managing of an item";
                Err(Refusal { sought: matches!(deed, Deed::Move { .. }), ..Refusal::by("HEED-R15", why) })
            }
            _ => Err(Refusal::new("another answer is wanted")),
        }
    }

    fn why_not_deciding(&self, state: &State, who: Who) -> Refusal {
        let name = self.name(state, who);
        if state.gone.has(who) {
            return Refusal::new(format!("{name} has left"));
        }
        if !state.standing.has(who) {
            return Refusal::by("HEED-R3", format!("{name} is down"));
        }
        if state.phase == Phase::Before {
            let rule = if self.is_surprised(state, who) { "HEED-R16" } else { "HEED-H1" };
            return Refusal::by(rule, format!("{name} has nobody to heed before the combat"));
        }
        if state.spent.has(who) {
            return Refusal::new(format!("{name} has ended its turn"));
        }
        Refusal::by("HEED-I1", format!("it is not the turn of {name}'s side"))
    }

    fn why_not_any_action(&self, state: &State, who: Who) -> Verdict {
        need(!state.has_acted(who), "HEED-A2", "the action of this round is spent")
    }

    fn why_not_setup(&self, state: &State, who: Who) -> Verdict {
        need(!self.is_surprised(state, who), "HEED-I2", "surprised: no setup in the first round")?;
        if state.has_acted(who) {
            return Err(Refusal::by("HEED-R15", "setup comes before the action, which is spent"));
        }
        Ok(())
    }

    fn why_not_enemy(&self, state: &State, who: Who, target: Who) -> Verdict {
        sense(target.0 < state.count, "there is nobody of that name")?;
        sense(state.side_of(who) != state.side_of(target), "that is no enemy")?;
        sense(state.standing.has(target), "that one is out of the fight")
    }

    fn why_not_heed(&self, state: &State, who: Who, target: Who) -> Verdict {
        // HEED-R20: enemies, friends and the fallen, but not oneself.
        sense(target.0 < state.count && state.present().has(target), "there is nobody of that name")?;
        sense(target != who, "nobody needs to heed oneself")?;
        sense(!state.one(who).heeds.has(target), "is heeded already")?;
        need(self.perceives(state, who, target), "HEED-H1", "cannot be perceived")?;
        need(state.one(who).free() >= 1, "HEED-R18", "no focus slot is free")
    }

    fn why_not_aim(&self, state: &State, who: Who, target: Who, with: u8) -> Verdict {
        self.why_not_enemy(state, who, target)?;
        let one = state.one(who);
        sense((one.aim, one.aim_with) != (target, with), "is aimed at already")?;
        self.why_not_setup(state, who)?;
        let natural = self.is(with, Quality::Natural);
        let has = if natural { self.sheet(state, who).natural.contains(&with) } else { one.holds_item(with) };
        let weapon = self.qualities(with).meets(Quality::WEAPON);
        need_if(weapon && is_item(with), has, "HEED-R13", "is not in hand")?;
        let (from, to) = (state.zone_of(who), state.zone_of(target));
        let range = self.range(state, from, to);
        let gets = if natural && !self.is(with, Quality::Shot) || !weapon {
            None
        } else if self.is(with, Quality::Shot) && self.is_supplied(state, who, with) {
            Some(Range::Far)
        } else {
            Some(Range::Near)
        };
        let enough = range.is_some_and(|range| gets.is_some_and(|gets| range <= gets));
        need_if(weapon, enough, "HEED-K7", "that weapon does not get that far")?;
        let in_dark = !state.lit.has(to) && !self.sheet(state, who).dark_sight;
        need(self.map(state).sees(from, to) && !in_dark, "HEED-K9", "you cannot aim at what you do not see")?;
        let slots = range.map_or(u8::MAX, Range::aim_slots);
        need(slots <= one.free(), "HEED-R18", format!("that takes {slots} free focus slots"))
    }

    fn why_not_charge(&self, state: &State, who: Who, spell: u8) -> Verdict {
        let Some(charged) = self.spell(state, who, spell) else {
            return Err(Refusal::new("there is no such spell"));
        };
        self.why_not_setup(state, who)?;
        need(
            !state.set_up.has(who),
            "HEED-C1",
            "charging is the setup of a casting, and needs the action too",
        )?;
        need(state.one(who).charge == UNCHARGED, "HEED-C1", "another spell is charged")?;
        let at_hand = charged.needs == NOTHING || state.one(who).carries(charged.needs);
        need(at_hand, "HEED-R19", "that spell is read out of something which is not carried")?;
        let room = !charged.concentration || usize::from(state.kept_count) < MAX_KEPT;
        sense(room, "too many spells are being concentrated on")?;
        let level = charged.level;
        need(level <= state.one(who).free(), "HEED-R18", format!("that takes {level} free focus slots"))
    }

    fn why_not_cast(&self, state: &State, who: Who, target: Target) -> Verdict {
        let Some(spell) = self.spell(state, who, state.one(who).charge) else {
            let sought = !self.sheet(state, who).spells.is_empty();
            return need_if(sought, false, "HEED-C1", "no spell is charged");
        };
        self.why_not_any_action(state, who)?;
        self.why_not_power(state, who, &spell.power, target)?;
        if let (Target::One(one), true) = (target, spell.concentration) {
            let index = self.charged(state, who).unwrap_or(0);
            sense(!self.keeps(state, who, index, one), "the spell is on that one already")?;
        }
        Ok(())
    }

    fn why_not_power(&self, state: &State, who: Who, power: &Power, target: Target) -> Verdict {
        let zone = match target {
            Target::One(one) if one.0 < state.count && !power.area => state.zone_of(one),
            Target::Zone(zone) if (zone as usize) < self.zones().len() && power.area => zone,
            _ => return Err(Refusal::new("that is no target for this")),
        };
        let feels = |one: Who| {
            let side = match power.takes {
                Takes::Friends => state.side_of(one) == state.side_of(who),
                Takes::Foes => state.side_of(one) != state.side_of(who),
                Takes::Everyone => true,
            };
            let able = match power.does {
                Does::Heal(_) => !state.gone.has(one) && !state.one(one).wounds.is_empty(),
                _ => state.standing.has(one),
            };
            side && able
        };
        match target {
            Target::One(one) => sense(feels(one), "that one would not feel it")?,
            Target::Zone(zone) => {
                let known = state.in_zone(zone) - self.unperceived(state, who);
                sense(known.any(feels), "nobody there would feel it")?;
            }
        }
        let range = self.range(state, state.zone_of(who), zone);
        need(range.is_some_and(|range| range <= power.range), "HEED-S3", "it does not get that far")?;
        if let (Target::One(one), true) = (target, power.takes != Takes::Friends) {
            let perceived = range == Some(Range::Reach) || self.perceives(state, who, one);
            need(perceived, "HEED-R17", "cannot be perceived")?;
        }
        Ok(())
    }

    /// Actions but casting; whether there is an action left is asked elsewhere.
    fn why_not_action(&self, state: &State, who: Who, deed: Deed) -> Verdict {
        match deed {
            Deed::Attack { how, with, target } => self.why_not_attack(state, who, how, with, target),
            Deed::Use { kind, target } => {
                let potion = self.items.get(kind as usize).and_then(|item| item.power);
                let Some(power) = potion.filter(|_| state.one(who).holds_item(kind)) else {
                    return need_if(potion.is_some(), false, "HEED-R13", "no such potion is in hand");
                };
                self.why_not_power(state, who, &power, target)
            }
            Deed::Treat { target, twice } => self.why_not_treat(state, who, target, twice),
            Deed::Door { door, what } => self.why_not_handle(state, who, door, what),
            Deed::Work { feature, target } => {
                let here = self.features.get(feature as usize).filter(|one| one.zone == state.zone_of(who));
                let Some(power) = here.and_then(Feature::power) else {
                    return Err(Refusal::new("there is no such thing here to be used"));
                };
                need(state.uses[feature] > 0, "HEED-R21", "that is used up")?;
                self.why_not_power(state, who, power, target)
            }
            Deed::Grab { target } => {
                self.why_not_enemy(state, who, target)?;
                self.why_not_touch(state, who, target)?;
                need(!state.one(who).free_hands().is_empty(), "HEED-R13", "no hand is free")?;
                sense(state.one(who).hold == NOBODY, "holds somebody already")?;
                need(state.one(who).free() >= 1, "HEED-R18", "no focus slot is free")
            }
            Deed::Carry { prize, up: true } => why_not_take(self, state, who, prize),
            Deed::BreakFree => sense(state.is(who, Condition::Held), "nothing holds it"),
            Deed::PickPocket { target } => {
                sense(target.0 < state.count && state.present().has(target), "is not there")?;
                sense(state.side_of(who) != state.side_of(target), "that is no enemy")?;
                self.why_not_touch(state, who, target)?;
                need(!state.one(who).free_hands().is_empty(), "HEED-R13", "no hand is free")?;
                let watched = state.one(target).heeds.has(who);
                need(!watched, "HEED-A2", "the pocket of somebody who heeds you cannot be picked")?;
                let in_hand = if state.standing.has(target) { 2 } else { 0 };
                let mut items = state.one(target).slots.into_iter().zip(0..).skip(in_hand);
                let has_any = items.any(|(kind, slot)| is_item(kind) && !self.is_ruined(slot, kind));
                sense(has_any, "there is nothing to pick")
            }
            _ => Err(Refusal::new("that is no action")),
        }
    }

    fn why_not_touch(&self, state: &State, who: Who, target: Who) -> Verdict {
        need(state.zone_of(who) == state.zone_of(target), "HEED-S3", "out of reach")
    }

    fn why_not_attack(&self, state: &State, who: Who, how: How, with: u8, target: Who) -> Verdict {
        self.why_not_enemy(state, who, target)?;
        let has = |quality| self.is(with, quality);
        if has(Quality::Natural) {
            sense(self.sheet(state, who).natural.contains(&with), "has no such weapon")?;
            let right = if has(Quality::Shot) { How::Shoot } else { How::Strike };
            sense(how == right, "is not used like that")?;
        } else {
            let held = is_item(with) && state.one(who).holds_item(with) && !has(Quality::Armour);
            let made_for_it = match how {
                How::Strike => has(Quality::Melee),
                How::Throw => has(Quality::Throwing),
                How::Shoot => has(Quality::Shot),
                How::Spell => false,
            };
            need_if(made_for_it, held, "HEED-R13", "is not in hand")?;
        }
        let (from, to) = (state.zone_of(who), state.zone_of(target));
        let range = self.range(state, from, to);
        match how {
            // HEED-K3
            How::Strike => need(range == Some(Range::Reach), "HEED-K3", "melee works only in reach")?,
            How::Throw => {
                let near = range.is_some_and(|range| range <= Range::Near);
                need_if(has(Quality::Throwing), near, "HEED-K4", "a throw gets no farther than near")?;
            }
            How::Shoot => {
                sense(has(Quality::Shot), "does not shoot")?;
                let needed = self.needed(with);
                let supplied = needed == NOTHING || state.one(who).slots.contains(&needed);
                need(supplied, "HEED-R19", "there is nothing to shoot with it")?;
                need(range.is_some(), "HEED-K5", "remote: no shot gets that far")?;
            }
            How::Spell => return Err(Refusal::new("spells are cast")),
        }
        let perceived = range == Some(Range::Reach) || self.perceives(state, who, target);
        need(perceived, "HEED-R17", "cannot be perceived")
    }

    fn why_not_treat(&self, state: &State, who: Who, target: Who, twice: bool) -> Verdict {
        sense(target.0 < state.count && state.present().has(target), "is not there")?;
        sense(state.side_of(who) == state.side_of(target), "that is no friend")?;
        self.why_not_touch(state, who, target)?;
        let times = if twice { 2 } else { 1 };
        sense(state.one(target).wounds.len() >= times, "does not have that many wounds")?;
        need(self.bandages(state, who) >= times, "HEED-R9", "each wound takes a bandage in hand")
    }

    fn why_not_manage(&self, state: &State, who: Who, what: Manage, pay: Pay) -> Verdict {
        let one = state.one(who);
        let kind = what.kind();
        sense(is_item(kind) && (kind as usize) < self.items.len(), "that is no item")?;
        let free_hands = one.free_hands().len();
        let room = free_hands >= if self.is(kind, Quality::TwoHanded) { 2 } else { 1 };
        match what {
            Manage::Draw(_) => {
                sense(one.slots[2..].contains(&kind), "is in no slot")?;
                need_if(false, !self.is(kind, Quality::Armour), "HEED-R13", "armour is worn, not drawn")?;
                need(room, "HEED-R13", "no hand is free for it")?;
            }
            Manage::PickUp(_) => {
                sense(state.floor.has(one.zone, kind), "does not lie here")?;
                let armour = self.is(kind, Quality::Armour);
                need(!armour, "HEED-R13", "armour takes minutes to put on")?;
                need(room, "HEED-R13", "no hand is free for it")?;
            }
            Manage::Stow(_) => {
                sense(one.holds_item(kind) && !self.is(kind, Quality::Armour), "is not in hand")?;
                need(one.slots[2..].contains(&NOTHING), "HEED-R13", "no slot is empty")?;
            }
            Manage::Drop(_) => {
                sense(one.holds_item(kind) && !self.is(kind, Quality::Armour), "is not in hand")?;
            }
        }
        let free = state.items_left(who) > 0;
        match pay {
            Pay::Free => need(free, "HEED-A5", "you have managed two items in this round"),
            _ if free => Err(Refusal::new("that costs nothing yet")),
            Pay::Setup => {
                self.why_not_setup(state, who)?;
                need(!state.set_up.has(who), "HEED-A5", "the setup is spent")
            }
            Pay::Action => self.why_not_any_action(state, who),
        }
    }

    fn why_not_let_go(&self, state: &State, who: Who, what: Focus) -> Verdict {
        let one = state.one(who);
        let filled = match what {
            Focus::Heed(target) => target.0 < state.count && one.heeds.has(target),
            Focus::Aim => one.aim != NOBODY,
            Focus::Charge => one.charge != UNCHARGED,
            Focus::Hold => one.hold != NOBODY,
            Focus::Spell(at) => {
                at < state.kept_count && state.kept.get(at as usize).is_some_and(|kept| kept.caster == who)
            }
        };
        sense(filled, "does not fill any focus")
    }
}
