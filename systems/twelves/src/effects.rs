//! What the map does to people: features that are used, hazards that are entered.

use fracas_dice::{Dice, Roll, Why};
use fracas_kernel::{Log, Who};

use crate::apply::Turn;
use crate::data::{Does, Effect, Feature, Hazard, Takes};
use crate::event::{Event, Number, Source};
use crate::state::Band;

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    pub(crate) fn use_feature(&mut self, who: Who, feature: u8, target: Option<Who>) {
        let rules = self.rules;
        let Some(offer) = rules.feature(feature) else { return };
        self.spend(who);
        // TWELVES-R6: a check, and what happens on success.
        let value = rules.attribute(self.state, who, offer.check, 0, offer.hard);
        let test = self.test("use", who, offer.check, value);
        self.log.tell(Event::Used { who, feature, target, test });
        if !test.success {
            return;
        }
        let uses = &mut self.state.uses[feature];
        if *uses != Feature::ENDLESS {
            *uses = uses.saturating_sub(1);
        }
        if offer.moves_user() && !offer.safe && !self.gets_away(who) {
            return;
        }
        for effect in &offer.effects {
            if self.state.outcome.is_some() {
                return;
            }
            self.take_effect(who, feature, effect, target);
        }
    }

    fn take_effect(&mut self, who: Who, feature: u8, effect: &Effect, target: Option<Who>) {
        let state = &mut *self.state;
        match effect.does {
            Does::Cover(cover) => {
                for zone in effect.at {
                    let cover = state.cover[zone].max(cover);
                    state.cover[zone] = cover;
                    self.log.tell(Event::Covered { zone, cover });
                }
            }
            Does::Door(door, now) => {
                if self.rules.is_of_use(state, who, effect) {
                    self.set_door(door, now);
                }
            }
            Does::Wake | Does::Quell => {
                let active = effect.does == Does::Wake;
                let changed = if active { effect.at - state.hazards } else { effect.at & state.hazards };
                changed.for_each(|zone| state.hazards.put(zone, active));
                changed.for_each(|zone| self.log.tell(Event::Hazard { zone, active }));
            }
            _ => {
                let touched = self.rules.touched(state, who, effect);
                let taken = match effect.takes {
                    Takes::Foe | Takes::Friend => touched & target.map_or(Band::NONE, Band::one),
                    _ => touched,
                };
                for one in taken {
                    // An earlier one may have ended the fight, or taken this one along.
                    if self.state.outcome.is_none() && self.state.standing.has(one) {
                        self.befall(one, effect.does, Source::Feature(feature), Why::new("harm", who.0));
                    }
                }
            }
        }
    }

    /// Somebody comes into a zone.
    #[inline]
    pub(crate) fn enter(&mut self, who: Who, zone: u8) {
        if self.state.hazards.has(zone) {
            self.brave(who, zone);
        }
    }

    #[inline(never)]
    fn brave(&mut self, who: Who, zone: u8) {
        if let Some(hazard) = self.rules.hazard(self.state, zone) {
            self.suffer(who, hazard, Source::Hazard(zone));
        }
    }

    /// A trap goes off under somebody, where nobody fights.
    pub(crate) fn be_trapped(&mut self, who: Who, trap: u8) {
        if let Some(known) = self.rules.traps.get(usize::from(trap)).filter(|_| self.state.standing.has(who))
        {
            self.suffer(who, &known.hazard, Source::Trap(trap));
        }
    }

    fn suffer(&mut self, who: Who, hazard: &Hazard, by: Source) {
        let rules = self.rules;
        if rules.sheet(self.state, who).knack.sure {
            return;
        }
        if let Some(attribute) = hazard.spared_by {
            let value = rules.attribute(self.state, who, attribute, 0, 0);
            let test = self.test("hazard", who, attribute, value);
            self.log.tell(Event::Braved { who, by, test });
            if test.success {
                return;
            }
        }
        for &does in &hazard.does {
            // What came first may have been the last of it.
            if self.state.outcome.is_none() && self.state.standing.has(who) {
                self.befall(who, does, by, Why::table("harm"));
            }
        }
    }

    /// What a feature or a hazard does to one.
    fn befall(&mut self, who: Who, does: Does, by: Source, why: Why) {
        match does {
            Does::Hits(hits) => {
                let left = self.lose(who, hits.into());
                self.log.tell(Event::Harmed { who, by, number: None, throw: None, hits, left });
                self.fall_if_spent(who, left);
            }
            Does::Dice(dice) => {
                let number = Number { th: self.state.th[who], cover: 0, penalty: 0 };
                let throw = self.dice.roll(why, Roll::exploding_hits(dice, 12, number.total()));
                let hits = throw.value.clamp(0, 255) as u8;
                let left = self.lose(who, throw.value);
                let (number, throw) = (Some(number), Some(throw));
                self.log.tell(Event::Harmed { who, by, number, throw, hits, left });
                self.fall_if_spent(who, left);
            }
            Does::Heal(hits) => {
                let left = self.state.hits[who].saturating_add(hits).min(self.state.max_hits[who]);
                self.state.hits[who] = left;
                self.log.tell(Event::Healed { who, hits, left });
            }
            Does::Move(to) => {
                self.log.tell(Event::Carried { who, to });
                self.place(who, to);
            }
            Does::Hold => {
                self.state.release(who);
                self.state.hold(who, None);
                self.log.tell(Event::Held { who, by });
            }
            Does::Daze => self.daze(who),
            Does::Cover(_) | Does::Door(..) | Does::Wake | Does::Quell => {}
        }
    }

    fn fall_if_spent(&mut self, who: Who, left: u8) {
        if left == 0 {
            self.fall(who);
        }
    }

    /// The turn that is lost is this one, if it is still to come.
    fn daze(&mut self, who: Who) {
        self.log.tell(Event::Dazed { who });
        if self.state.acting.has(who) {
            self.state.acting.remove(who);
            self.log.tell(Event::LosesTurn { who });
        } else {
            self.state.dazed.insert(who);
        }
    }
}
