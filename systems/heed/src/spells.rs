//! Spells and potions: whom and where they reach, and what they do.

use fracas_dice::Dice;
use fracas_kernel::{Log, Who, ZoneSet};

use crate::apply::Turn;
use crate::choices::Target;
use crate::data::{Does, Heed, NOTHING, Power, Qualities, Quality, Sources, Takes};
use crate::event::Event;
use crate::state::{Band, How, State};

impl Heed {
    /// Whom a power can take, wherever they are: one target of it, or those in a zone who feel it.
    #[inline]
    pub(crate) fn takes(&self, state: &State, who: Who, power: &Power) -> Band {
        let side = match power.takes {
            Takes::Friends => state.friends(who),
            Takes::Foes => state.foes(who),
            Takes::Everyone => state.everybody(),
        };
        match power.does {
            Does::Heal(_) => {
                (side & state.present()).filter(|&one| !state.one(one).wounds.is_empty()).collect()
            }
            _ => side & state.standing,
        }
    }

    /// The zones that a power reaches from where `who` is.
    #[inline]
    fn power_zones(&self, state: &State, who: Who, power: &Power) -> ZoneSet {
        if power.area || power.takes == Takes::Friends {
            self.reached(state, state.zone_of(who), power.range)
        } else {
            self.attacked(state, who, power.range)
        }
    }

    /// Every target of a power; stops, and is true, where `visit` is.
    #[inline]
    pub(crate) fn power_targets(
        &self,
        state: &State,
        who: Who,
        power: &Power,
        visit: &mut impl FnMut(Target) -> bool,
    ) -> bool {
        let taken = self.takes(state, who, power);
        let zones = self.power_zones(state, who, power);
        if power.area {
            // Nobody throws anything at those of whom they do not know.
            let known = taken - self.unperceived(state, who);
            zones.any(|zone| state.in_zone(zone).meets(known) && visit(Target::Zone(zone)))
        } else {
            (taken & state.in_zones(zones)).any(|one| visit(Target::One(one)))
        }
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    pub(crate) fn cast(&mut self, who: Who, target: Target) {
        let rules = self.rules;
        let Some(index) = rules.charged(self.state, who) else { return };
        let spell = &rules.spells[index as usize];
        // HEED-C1: the action, after the charge.
        self.take_other_action(who);
        self.state.magic = true;
        self.log.tell(Event::Cast { who, spell: index, target });
        // HEED-R7: its slots are free again, unless it needs concentration and took hold.
        self.state.clear_charge(who);
        if spell.power.is_attack()
            && let Target::One(one) = target
        {
            let sources = rules.sources(self.state, who, How::Spell, NOTHING, one);
            let heavy = matches!(spell.power.does, Does::Wound { heavy: true });
            let properties = Qualities::one(Quality::Heavy).only_if(heavy);
            self.strike_at(who, How::Spell, one, properties, sources);
            return;
        }
        let taken = self.work(who, &spell.power, target);
        if let (true, Target::One(one)) = (spell.concentration && taken, target) {
            self.concentrate(who, index, one);
        }
        self.finish();
    }

    pub(crate) fn use_potion(&mut self, who: Who, kind: u8, target: Target) {
        let Some(power) = self.rules.items.get(kind as usize).and_then(|item| item.power) else { return };
        self.take_other_action(who);
        // Used up.
        self.empty_hand(who, kind);
        self.state.potions = true;
        self.log.tell(Event::Used { who, kind, target });
        self.work(who, &power, target);
        self.finish();
    }

    /// What a power does to all whom it takes. True if anybody was taken.
    pub(crate) fn work(&mut self, by: Who, power: &Power, target: Target) -> bool {
        let set = match target {
            Target::One(one) => Band::one(one),
            Target::Zone(zone) => self.state.in_zone(zone) & self.rules.takes(self.state, by, power),
        };
        let mut taken = false;
        for who in set {
            taken |= self.work_on(by, power, who);
        }
        taken
    }

    fn work_on(&mut self, by: Who, power: &Power, who: Who) -> bool {
        // HEED-R11: our own content says what there is to dodge.
        let mut number = 0;
        if power.dodge {
            let (shown, dodged) = self.gear_check(who, false, Sources::NONE);
            if dodged {
                self.log.tell(Event::Turned { who: by, target: who });
                return false;
            }
            number = shown;
        }
        match power.does {
            Does::Wound { heavy } => {
                self.log.tell(Event::Landed { who: by, target: who });
                self.hurt(who, number.max(1), heavy);
            }
            Does::Heal(wounds) => (0..wounds).for_each(|_| self.heal(who, by)),
            Does::Afflict { condition, rounds } => {
                self.log.tell(Event::Took { by, who, condition });
                if rounds != 0 {
                    self.state.set_condition(who, condition, rounds, self.rules);
                }
            }
            Does::Disarm => self.disarm(by, who),
            Does::Scatter => {
                self.log.tell(Event::Scattered { by, who });
                self.lose_focus(who);
            }
        }
        true
    }
}
