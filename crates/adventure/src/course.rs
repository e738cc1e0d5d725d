//! The course of a trek where no dice are needed: meeting those who live somewhere, coming out of a fight, and how it all
//! ends.

use fracas_kernel::plot::{self, Plot};
use fracas_kernel::{Log, Outcome, Side, Who};

use crate::explore::{EventOf, Explore, StateOf};
use crate::{Event, Foe, Foes, Numbers};

/// For every system, by what it supplies.
pub trait Course: Explore {
    /// Notes how the adventure ends, if it does: `leaving` through an exit, with nobody left, or out of time.
    fn conclude(&self, state: &mut StateOf<Self>, leaving: bool, log: &mut dyn Log<EventOf<Self>>) {
        if state.is_over() {
            return;
        }
        let anybody = !state.able().is_empty();
        if !anybody && Self::FALLEN_DIE {
            self.bury_the_fallen(state, log);
        }
        let setting = self.setting();
        setting.place.conclude(&mut state.here, leaving, anybody);
        if !state.is_over() && state.clock >= setting.clock.limit {
            log.tell(Event::TimeIsUp);
            state.here.outcome = Some(Outcome::Draw);
        }
        if let Some(outcome) = state.here.outcome {
            state.meeting = None;
            log.tell(Event::Over { outcome });
        }
    }

    /// Whoever lives where the party has come to is met.
    fn meet_here(&self, state: &mut StateOf<Self>, log: &mut dyn Log<EventOf<Self>>) {
        if state.goes_on()
            && !state.able().is_empty()
            && let Some(foes) = state.inhabitants(&self.setting().place)
        {
            self.meet(state, foes, false, log);
        }
    }

    fn meet(&self, state: &mut StateOf<Self>, foes: Foes, turned_up: bool, log: &mut dyn Log<EventOf<Self>>) {
        self.met(state, foes, turned_up);
        (state.meeting, state.turned_up) = (Some(foes), turned_up);
        log.tell(Event::Met { foes, turned_up });
    }

    /// A fight is over, and the heroes are as it left them; `left` says whether any foe is still on its feet.
    fn close_fight(
        &self,
        state: &mut StateOf<Self>,
        outcome: Outcome,
        left: bool,
        log: &mut dyn Log<EventOf<Self>>,
    ) {
        let lost = outcome == Outcome::Won(Side::Monsters);
        state.part(outcome, left);
        // A fight takes the rest of the turn.
        state.new_turn();
        state.clock += 1;
        if lost {
            self.get_away(state, log);
        }
        self.conclude(state, false, log);
        self.meet_here(state, log);
    }

    /// Those who fled gather where the party came from.
    fn get_away(&self, state: &mut StateOf<Self>, log: &mut dyn Log<EventOf<Self>>) {
        if state.able().is_empty() {
            return;
        }
        let place = &self.setting().place;
        let to = place.refuge(&state.here, |zone| state.strays_in(zone).next().is_some());
        place.arrive(&mut state.here, to);
        log.tell(Event::GotAway { to });
    }

    /// Everybody whom the party meets, in the order in which they enter a fight, and what is kept of each: friends, and who
    /// is left of these bands. Where the fight has goals, all have a number in it, and of the beaten nothing is kept.
    fn opponents<'a>(
        &'a self,
        state: &'a StateOf<Self>,
        bands: impl IntoIterator<Item = Foes> + 'a,
    ) -> impl Iterator<Item = (Foe, Option<Self::Kept>)> + 'a {
        let place = &self.setting().place;
        let all = state.plotted(place).is_some();
        let kept = move |foes, number| {
            (!state.is_out(foes, number)).then(|| Self::kept(&state.own, place, foes, number))
        };
        let each = move |foes| {
            let band = state.all_of(place, foes).map(move |(number, foe)| (foe, kept(foes, number)));
            band.filter(move |(_, kept)| all || kept.is_some())
        };
        let friends = state.friends(place).map(|friend| (friend, Some(Self::Kept::default())));
        friends.chain(bands.into_iter().flat_map(each))
    }

    /// The number of the first foe in a fight: after the heroes and their friends.
    fn first_foe(&self, state: &StateOf<Self>) -> usize {
        self.setting().heroes.len() + state.friends(&self.setting().place).count()
    }

    /// Was somebody in the fight that is called for beaten before?
    fn was_beaten(&self, state: &StateOf<Self>, who: Who) -> bool {
        let goals = state.plotted(&self.setting().place).is_some();
        let number = who.index().checked_sub(self.first_foe(state)).filter(|_| goals);
        number.zip(state.meeting).is_some_and(|(number, foes)| state.is_out(foes, number as u8))
    }

    /// How the goals and events of a fight stand when it begins: those who were beaten before do not come.
    fn begin_plot(&self, state: &StateOf<Self>, plot: &Plot) -> plot::Course {
        let mut course = plot::Course::new(plot);
        course.away -= course.away.filter(|&who| self.was_beaten(state, who)).collect();
        course
    }

    /// Takes back a fight with those opponents, who come after the heroes and their friends there. Of one who is still on
    /// its feet `up` says what is kept, knowing what was before; the others are beaten for good. Is anybody left?
    fn count_losses(
        &self,
        state: &mut StateOf<Self>,
        bands: impl IntoIterator<Item = Foes>,
        up: impl Fn(Who, Self::Kept) -> Option<Self::Kept>,
    ) -> bool {
        let (place, mut left) = (&self.setting().place, false);
        let (first, all) = (self.first_foe(state) as u8, state.plotted(place).is_some());
        let mut who = Who(first);
        for foes in bands {
            let band: Numbers = state.left_of(place, foes).map(|(number, _)| number).collect();
            for number in band {
                who = if all { Who(first.saturating_add(number)) } else { who };
                match up(who, Self::kept(&state.own, place, foes, number)) {
                    Some(kept) => {
                        Self::keep(&mut state.own, place, foes, number, kept);
                        left = true;
                    }
                    None => state.strike_off(foes, number),
                }
                who.0 = who.0.saturating_add(1);
            }
        }
        left
    }

    /// Those who lie there die.
    fn bury_the_fallen(&self, state: &mut StateOf<Self>, log: &mut dyn Log<EventOf<Self>>) {
        for who in state.party.down {
            state.party.kill(who);
            log.tell(Event::Died { who });
        }
    }
}

impl<R: Explore> Course for R {}
