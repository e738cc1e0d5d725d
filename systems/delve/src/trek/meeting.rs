//! Meeting others: how they take to the party, and what can be said and done then.

use fracas_adventure::{Attitude, Course, Event as Told, Foes, Limits};
use fracas_dice::{Roll, Why};
use fracas_kernel::Who;

use super::data::{GOLD, XP_PER_HIT_DIE, reaction};
use super::state::{Stage, Talk, is_wary};
use super::{Deed, Event, Lore, State, Step};

impl Lore {
    /// Faces whoever lives here and was not faced since the party came.
    pub(crate) fn face_the_next(&self, step: &mut Step<'_>) {
        let state = &*step.state;
        let ignores = |foes| state.own.attitudes.of(foes) == Some(Attitude::Indifferent);
        let here = state.living_in(&self.setting.place, state.here.at) - state.own.faced;
        if let Some(foes) = here.map(Foes::numbered).find(|&foes| !ignores(foes)) {
            self.come_upon_band(step, foes, false, false);
        }
    }

    /// The party and a band come upon each other.
    pub(crate) fn come_upon_band(&self, step: &mut Step<'_>, foes: Foes, turned_up: bool, fire: bool) {
        let knew = [step.state.knows(foes), step.state.own.known_to.has(foes.number())];
        self.meet(step.state, foes, turned_up, step.log);
        if fire {
            (step.state.own.talk.dim, step.state.own.talk.aware) = (false, knew);
        }
        self.take_measure(step, foes);
    }

    /// Their attitude, rolled if it is not settled, and what follows at once.
    fn take_measure(&self, step: &mut Step<'_>, foes: Foes) {
        // DELVE-R16: once, on first meeting, and kept. DELVE-R14: before surprise.
        let known = step.state.own.attitudes.of(foes);
        let Some(attitude) = known.or(self.band(foes).mood) else { return self.react(step, foes) };
        let first = known.is_none();
        step.state.own.attitudes.settle(foes, attitude);
        step.tell(Event::Mood { foes, attitude, first });
        self.follow(step, foes, attitude);
    }

    fn react(&self, step: &mut Step<'_>, foes: Foes) {
        let leader = step.state.party.leader().unwrap_or(Who(0));
        let charisma = self.sheet(leader).talents.charisma;
        let throw = step.dice.roll(Why::new("reaction", leader.0), Roll::pool(2, 6).plus(charisma));
        // DELVE-R1: a total under 0 counts as 0.
        let total = throw.value.max(0);
        let attitude = reaction(total);
        step.state.own.attitudes.settle(foes, attitude);
        step.tell(Event::Reaction { throw, total, attitude });
        self.follow(step, foes, attitude);
    }

    /// What comes of an attitude without anybody's doing: the hostile attack, and the others wait for the party's answer.
    fn follow(&self, step: &mut Step<'_>, foes: Foes, attitude: Attitude) {
        // DELVE-R8
        let attacks = attitude == Attitude::Hostile;
        step.state.own.talk.stage = if attacks { Stage::Fight } else { Stage::Parley };
        if attacks {
            step.tell(Event::Attacked { foes });
        }
    }

    /// They part in peace. Who has no lair here goes away.
    fn part(&self, step: &mut Step<'_>, foes: Foes) {
        step.state.meeting = None;
        step.tell(Event::Passed { foes });
        if step.state.lair_of(&self.setting.place, foes) != Some(step.state.here.at) {
            step.state.dismiss(foes);
        }
        self.face_the_next(step);
    }

    /// Those who live here and have let the party be: they can be set upon.
    pub(crate) fn at_peace_here(&self, state: &State) -> Option<Foes> {
        let here = state.living_in(&self.setting.place, state.here.at) & state.own.attitudes.met;
        here.map(Foes::numbered).find(|&foes| state.own.attitudes.of(foes) != Some(Attitude::Hostile))
    }

    /// Neutral ones who live here do not stand by while their things are taken.
    pub(crate) fn provoke_the_watchful(&self, step: &mut Step<'_>) -> bool {
        let here = step.state.living_in(&self.setting.place, step.state.here.at);
        let Some(foes) = here.map(Foes::numbered).find(|&foes| is_wary(step.state, foes)) else {
            return false;
        };
        step.tell(Event::Provoked { foes });
        self.come_to_blows(step, foes);
        true
    }

    /// It comes to blows, and nobody is surprised.
    fn come_to_blows(&self, step: &mut Step<'_>, foes: Foes) {
        let dim = self.is_dark(step.state, step.state.here.at);
        step.state.turned_up &= step.state.meeting == Some(foes);
        step.state.meeting = Some(foes);
        step.state.own.talk = Talk { stage: Stage::Fight, aware: [true, true], dim, ..Talk::default() };
        step.state.own.attitudes.settle(foes, Attitude::Hostile);
        step.tell(Event::Attacked { foes });
    }

    pub(crate) fn answer(&self, step: &mut Step<'_>, deed: Deed) {
        // DELVE-R16: anybody may be attacked.
        let faced = step.state.meeting.or_else(|| self.at_peace_here(step.state));
        let Some(foes) = faced else { return };
        match deed {
            Deed::Meet => self.take_measure(step, foes),
            Deed::Attack => self.come_to_blows(step, foes),
            Deed::Pay => {
                let gold = self.band(foes).price.unwrap_or(0);
                step.state.supplies.add(GOLD, -i32::from(gold));
                step.tell(Event::Paid { gold });
                step.state.own.attitudes.settle(foes, Attitude::Indifferent);
                self.part(step, foes);
            }
            Deed::Withdraw => self.withdraw(step),
            Deed::Lure { to } => self.lure(step, foes, to),
            Deed::Pass => self.part(step, foes),
            Deed::AskHeal { on } => {
                // DELVE-R16: help is given once.
                step.state.own.helped.insert(foes.number());
                if let Some(roll) = self.band(foes).heals {
                    self.mend(step, on, Why::table("healing"), roll);
                }
            }
            Deed::AskWay => {
                step.state.here.seen |= self.band(foes).guides;
                step.tell(Event::Guided);
            }
            Deed::Buy { ware } => {
                let gold = self.band(foes).sells[ware as usize].unwrap_or(0);
                step.state.supplies.add(GOLD, -i32::from(gold));
                step.state.supplies.add(ware as usize, 1);
                step.tell(Event::Bought { ware, gold });
            }
            Deed::BuyGear { good } => {
                let Some(bought) = self.setting.place.treasure.good(good) else { return };
                step.state.supplies.add(GOLD, -i32::from(bought.price));
                step.state.pack.buy(good, bought.gear);
                step.tell(Event::BoughtGear(bought));
            }
            Deed::Gather => self.gather(step, foes),
            _ => {}
        }
    }

    fn withdraw(&self, step: &mut Step<'_>) {
        let Some(to) = self.way_back(step.state) else { return };
        step.state.meeting = None;
        step.tell(Event::Withdrew { to });
        if self.walk(step, to) {
            self.face_the_next(step);
        }
    }

    /// The party leads a band over a trap that it knows, and turns to fight those who come through.
    fn lure(&self, step: &mut Step<'_>, foes: Foes, to: u8) {
        let Some((trap, hazard)) = self.trap_toward(step.state, to) else { return };
        step.state.meeting = None;
        step.tell(Event::Lured { foes, to });
        if !self.walk(step, to) {
            return;
        }
        step.state.traps.spend(trap);
        step.log.tell(Told::Sprung { trap, what: hazard });
        step.state.own.faced.insert(foes.number());
        step.state.meeting = Some(foes);
        if self.caught_in_it(step, foes, hazard) {
            return self.come_to_blows(step, foes);
        }
        step.state.meeting = None;
        self.spoils(step, foes);
        step.state.dismiss(foes);
        step.conclude(false);
    }

    /// What those have who beat a band: its gold, and something learnt for that and for each hit die.
    fn spoils(&self, step: &mut Step<'_>, foes: Foes) {
        let gold = self.band(foes).gold;
        step.state.supplies.add(GOLD, gold.into());
        let mut dice = 1;
        if let Foes::Encounter(index) = foes {
            step.state.here.beaten.insert(index);
            let members = self.setting.place.members(index);
            dice = members.map(|(_, foe)| u32::from(self.sheet_at(foe.creature).hit_dice())).sum();
        }
        if gold > 0 {
            step.tell(Event::Won { gold });
        }
        step.plunder(foes);
        self.learn(step, dice * XP_PER_HIT_DIE + u32::from(gold));
    }

    /// After a fight: the turns that it took pass, bites show what they carried, and others may come.
    fn gather(&self, step: &mut Step<'_>, foes: Foes) {
        let Talk { owed, worked, exposed, won, fled, .. } = step.state.own.talk;
        step.state.meeting = None;
        if won {
            self.spoils(step, foes);
        }
        if fled {
            self.retreat(step);
        }
        step.state.bring_in_gear(fled);
        step.tell(Event::Gathered { turns: owed });
        if let Some(disease) = self.band(foes).disease {
            self.expose(step, disease, exposed);
        }
        for turn in 0..owed {
            // In the first of them poisons have worked while the fight went on.
            self.tick(step, turn >= worked);
            if step.state.is_over() {
                return;
            }
        }
        step.conclude(false);
        if step.state.goes_on() {
            self.face_the_next(step);
        }
    }
}
