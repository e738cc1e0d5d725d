//! An attack, from its making to the hit: what gives it advantage, the gear check, and parries.

use fracas_dice::{Dice, Roll, Throw, Why};
use fracas_kernel::{Log, Set, Who};

use crate::apply::Turn;
use crate::data::{Condition, Heed, Qualities, Quality, Source, Sources};
use crate::event::Event;
use crate::state::{Band, Blow, How, SlotSet, State, Waiting};

impl Heed {
    /// Everything that gives an attack advantage or disadvantage.
    #[inline(always)]
    pub(crate) fn sources(&self, state: &State, who: Who, how: How, with: u8, target: Who) -> Sources {
        let mut sources = match how {
            How::Strike => self.strike_sources(with),
            How::Throw | How::Shoot => self.ranged_sources(state, who, how, with, target),
            How::Spell => Sources::NONE,
        };
        if how != How::Strike {
            sources.0 |= self.zone_sources(state, who, how, target).0;
        }
        if state.afflicted.meets(Band::one(who).with(target)) {
            sources.0 |= self.condition_sources(state, who, how, target).0;
        }
        if !self.dark.is_empty() && !self.perceives(state, who, target) {
            sources.0.insert(Source::Unseen);
        }
        sources
    }

    #[inline(always)]
    fn strike_sources(&self, with: u8) -> Sources {
        // HEED-K6: no weapon at all, bare hands too, or a bow.
        let weapon = self.qualities(with) & Quality::MELEE_OR_FISTS == Qualities::one(Quality::Melee);
        Sources(Set::one(Source::Improvised).only_if(!weapon))
    }

    fn ranged_sources(&self, state: &State, who: Who, how: How, with: u8, target: Who) -> Sources {
        let mut sources = Set::NONE;
        if how == How::Shoot {
            // HEED-K5
            sources.insert(Source::Shot);
        } else {
            // HEED-K4
            sources.put(Source::NotForThrowing, !self.is(with, Quality::Throwing));
            let weapon = self.qualities(with).meets(Quality::WEAPON) && !self.is(with, Quality::Heavy);
            sources.put(Source::Improvised, !weapon);
        }
        // HEED-K7, HEED-R20: by the aim of this very weapon.
        let one = state.one(who);
        sources.put(Source::Aimed, one.aim == target && one.aim_with == with);
        Sources(sources)
    }

    /// HEED-R21: cover against what comes from elsewhere, and shots and throws from above.
    fn zone_sources(&self, state: &State, who: Who, how: How, target: Who) -> Sources {
        let (from, to) = (state.zone_of(who), state.zone_of(target));
        let mut sources = Set::NONE;
        if from != to {
            sources.put(Source::Cover, self.cover.has(to));
            sources.put(Source::Height, how.is_ranged() && self.high.has(from) && !self.high.has(to));
        }
        Sources(sources)
    }

    #[inline(never)]
    fn condition_sources(&self, state: &State, who: Who, how: How, target: Who) -> Sources {
        let mut sources = Set::NONE;
        // HEED-R8
        if how == How::Strike {
            sources.put(Source::TargetProne, state.is(target, Condition::Prone));
            sources.put(Source::AttackerProne, state.is(who, Condition::Prone));
            sources.put(Source::TargetHeld, state.is(target, Condition::Held));
        } else if how.is_ranged() {
            sources.put(Source::LowTarget, state.is(target, Condition::Prone));
        }
        sources.put(Source::Emboldened, state.is(who, Condition::Emboldened));
        sources.put(Source::Dazzled, state.is(who, Condition::Dazzled));
        sources.put(Source::Warded, state.is(target, Condition::Warded));
        Sources(sources)
    }

    /// Who could parry an attack of `who` on `target`.
    #[inline(always)]
    pub(crate) fn parriers(&self, state: &State, who: Who, how: How, target: Who) -> Band {
        // HEED-P1: whoever heeds the attacker and is in reach of the target, the target itself included.
        let heeders = state.one(who).heeded_by & state.standing;
        let guarding = state.guards[usize::from(how == How::Strike)];
        heeders & guarding & state.friends(target) & state.in_zone(state.zone_of(target))
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    #[inline(always)]
    pub(crate) fn attack(&mut self, who: Who, how: How, with: u8, target: Who) {
        let rules = self.rules;
        // HEED-K1: an attack is an action.
        self.take_action(who);
        let sources = rules.sources(self.state, who, how, with, target);
        let qualities = rules.qualities(with);
        // HEED-K6, HEED-O3: no special properties but those that the judge allows.
        let improvised = sources.0.has(Source::Improvised);
        let properties = if improvised { qualities & rules.improvised } else { qualities };
        self.log.tell(Event::Attacked { who, how, with, target, sources });
        if self.state.aiming.has(who) && !(how.is_ranged() && self.state.one(who).aim == target) {
            self.lose_aim(who);
        }
        if how == How::Throw {
            self.hurl(who, with, target);
            // HEED-R20: the aim was this weapon's.
            if self.state.aiming.has(who) && self.state.one(who).aim_with == with {
                self.lose_aim(who);
            }
        }
        self.strike_at(who, how, target, properties, sources);
    }

    /// What is thrown lies where it was thrown at, whether it hits or not.
    #[inline(never)]
    fn hurl(&mut self, who: Who, kind: u8, target: Who) {
        if self.empty_hand(who, kind) {
            self.state.floor.drop(self.state.zone_of(target), kind);
            self.lights_changed();
        }
    }

    /// Asks the target, if there is something to choose.
    #[inline(always)]
    pub(crate) fn strike_at(&mut self, by: Who, how: How, at: Who, properties: Qualities, sources: Sources) {
        let parriers = self.rules.parriers(self.state, by, how, at);
        let one = self.state.one(at);
        let may_block = !one.blocks().is_empty() || !parriers.is_empty();
        let may_dodge = !one.dodges().is_empty();
        self.state.pending.blow = Blow { by, at, how, number: 0, properties, sources, parriers };
        if may_block && may_dodge {
            // HEED-R12
            self.state.pending.waiting = Waiting::Defence;
            self.state.pending.asked = at;
        } else {
            self.meet(may_block);
        }
    }

    #[inline(always)]
    pub(crate) fn defend(&mut self, block: bool) {
        if self.state.pending.waiting == Waiting::Defence {
            self.meet(block);
        }
    }

    /// The target's gear check.
    #[inline(always)]
    fn meet(&mut self, block: bool) {
        let Blow { by, at, sources, parriers, .. } = self.state.pending.blow;
        let (number, success) = self.gear_check(at, block, sources);
        if success {
            self.turn_aside();
        } else if block && !parriers.is_empty() {
            self.state.pending.blow.number = number;
            self.ask_parrier(parriers);
        } else {
            self.land(by, at, number);
        }
    }

    /// A d6 and what it finds in that slot: the number that counts, and whether the check succeeds. The sources are
    /// the attack's.
    #[inline(always)]
    pub(crate) fn gear_check(&mut self, who: Who, block: bool, sources: Sources) -> (u8, bool) {
        // HEED-R1: a block succeeds on armour, a dodge on an empty slot, and a 1 always lands.
        let one = self.state.one(who);
        let good = if block { one.blocks() } else { one.dodges() };
        let labels = if block { ["block", "second block"] } else { ["dodge", "second dodge"] };
        // HEED-R2: the judge's word is one more advantage or disadvantage of the check.
        let edge = sources.net() - self.dice.favour(Why::new(labels[0], who.0));
        let first = self.dice.roll(Why::new(labels[0], who.0), Roll::d(6));
        let mut number = face(first.value);
        let mut second = None;
        if edge != 0 {
            let (throw, kept) = self.second_die(labels[1], who, good, number, edge < 0);
            (second, number) = (Some(throw), kept);
        }
        let success = good.has(number - 1);
        let found = self.state.one(who).slots[(number as usize - 1) % 6];
        self.log.tell(Event::Checked { who, block, first, second, sources, edge, number, found, success });
        (number, success)
    }

    /// HEED-K2: disadvantage on the attack is advantage on the check, and the better die is kept; otherwise the worse.
    #[inline(always)]
    pub(crate) fn second_die(
        &mut self,
        label: &'static str,
        who: Who,
        good: SlotSet,
        first: u8,
        better: bool,
    ) -> (Throw, u8) {
        let why = Why::new(label, who.0);
        // The first one stays where both are as good.
        if good.has(first - 1) == better {
            // Nothing that it shows can matter, so that the odds need not tell its faces apart.
            return (self.dice.check(why, Roll::d(6), 1).throw, first);
        }
        let throw = self.dice.roll(why, Roll::d(6));
        let second = face(throw.value);
        let wanted = good.has(second - 1) == better;
        (throw, if wanted { second } else { first })
    }

    #[inline(always)]
    fn ask_parrier(&mut self, parriers: Band) {
        self.state.pending.waiting = Waiting::Parry;
        self.state.pending.asked = parriers.head();
        self.state.pending.blow.parriers = parriers - parriers.lowest();
    }

    #[inline(always)]
    pub(crate) fn parry(&mut self, who: Who, yes: bool) {
        if self.state.pending.waiting != Waiting::Parry {
            return;
        }
        let Blow { by, at, how, number, parriers, .. } = self.state.pending.blow;
        if yes {
            if self.roll_parry(who, how == How::Strike, number) {
                self.turn_aside();
                return;
            }
        } else {
            self.log.tell(Event::DidNotParry { who });
        }
        if parriers.is_empty() {
            self.land(by, at, number);
        } else {
            self.ask_parrier(parriers);
        }
    }

    #[inline(always)]
    fn roll_parry(&mut self, who: Who, melee: bool, number: u8) -> bool {
        let why = Why::new("parry", who.0);
        // By the judge's word a die more, or one fewer.
        let favour = self.dice.favour(why).signum();
        let dice = (i32::from(self.state.one(who).parry_dice(melee)) + favour).max(0);
        let mut thrown = [None; 4];
        let mut success = false;
        for nth in 0..dice {
            // HEED-P2: any die that shows the number of the block check.
            let die = self.dice.exactly(why, Roll::d(6), number.into());
            success |= die.success;
            thrown[nth as usize % 4] = Some(die.throw);
        }
        self.log.tell(Event::Parried { who, number, dice: thrown, success });
        success
    }

    /// The attack has come to nothing.
    #[inline(always)]
    fn turn_aside(&mut self) {
        let Blow { by, at, .. } = self.state.pending.blow;
        self.log.tell(Event::Turned { who: by, target: at });
        self.after_action();
    }

    #[inline(always)]
    fn land(&mut self, who: Who, target: Who, number: u8) {
        let properties = self.state.pending.blow.properties;
        self.log.tell(Event::Landed { who, target });
        self.hurt(target, number, properties.has(Quality::Heavy));
        if !self.state.standing.has(target) {
            self.conclude();
        } else if properties.meets(Quality::ON_A_HIT) {
            self.strike_specially(who, target, properties);
        }
        self.after_action();
    }

    #[inline(never)]
    fn strike_specially(&mut self, who: Who, target: Who, properties: Qualities) {
        if properties.has(Quality::Tripping) && !self.state.is(target, Condition::Prone) {
            self.afflict(target, Condition::Prone, Condition::LASTING);
        }
        if properties.has(Quality::Disarming) {
            self.disarm(who, target);
        }
        if properties.has(Quality::Grabbing) {
            self.seize(who, target);
        }
    }
}

/// A face as the number of a slot, even where the judge has added something to it.
#[inline(always)]
fn face(value: i32) -> u8 {
    value.clamp(1, 6) as u8
}
