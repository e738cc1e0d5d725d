//! What is hidden, and from whom: intents that only the own side knows, what those who bluff really mean, and who is out of
//! the heroes' sight behind a door. Their opponents hear them: a fight is loud, and it is their home.

use fracas_kernel::plot::{Course, Vantage};
use fracas_kernel::{Door, DoorSet, Know, Offer, Seat, Who, ZoneSet};

use crate::action::Action;
use crate::choices::Deed;
use crate::data::Ardor;
use crate::state::{Band, Phase, State};

impl Know for Ardor {
    fn known(&self, state: &State, seat: Seat) -> State {
        let mut known = state.clone();
        for who in state.committed.filter(|&who| !Ardor::confides(state, who, seat)) {
            if state.rollers.has(who) {
                known.intent[who] = Action::Nothing;
                known.careful[0].remove(who);
            } else if state.bluffers.has(who) {
                known.intent[who] = self.supposed(state, who);
            }
        }
        for who in self.unknown_to(state, seat) {
            self.lose_sight(&mut known, who);
        }
        // ARDOR-G5: nobody but the judge knows what is to come.
        if self.plotted && seat != Seat::Judge {
            known.course = match self.sees_all(state, seat) {
                true => state.course.known(&self.plot, Vantage::ALL),
                false => self.course_known_to_heroes(state),
            };
            known.standing -= known.away();
        }
        if !self.sees_all(state, seat) {
            for (uses, feature) in known.uses.iter_mut().zip(&self.features) {
                if !state.seen.has(feature.zone) {
                    *uses = feature.uses;
                }
            }
            for (door, way) in (0_u8..).zip(self.field.doorways()) {
                if !way.between.into_iter().any(|zone| state.seen.has(zone)) {
                    known.doors.set(door, self.field.start().at(door));
                    (known.bars[door], known.worn[door]) = (u8::MAX, 0);
                }
            }
        }
        known
    }
}

impl Ardor {
    /// Does everybody's intent lie open?
    pub(crate) fn is_revealed(state: &State) -> bool {
        state.phase == Phase::Arduous
    }

    /// May this seat know what `who` really intends?
    pub(crate) fn confides(state: &State, who: Who, seat: Seat) -> bool {
        // ARDOR-R18: players state what they intend, and their own side hears it.
        let own_side = match seat {
            Seat::Player(crowd) => state.rollers.has(who) && state.friends(who).widen().meets(crowd),
            Seat::Judge | Seat::Watcher => false,
        };
        Ardor::is_revealed(state) || own_side || seat.controls(who)
    }

    /// What one that bluffs is taken to mean: what it shows, unless the score that is seen belies it.
    fn supposed(&self, state: &State, foe: Who) -> Action {
        let shown = state.shown[foe];
        if state.phase != Phase::Commit || self.bonus(state, foe, shown) == state.score[foe] {
            return shown;
        }
        self.fitting(state, foe).first().copied().unwrap_or(shown)
    }

    /// Everything that `foe` could mean with the score that is seen.
    pub(crate) fn fitting(&self, state: &State, foe: Who) -> Vec<Action> {
        let mut asking = state.clone();
        asking.phase = Phase::Intents;
        (asking.asked, asking.feigning) = (Band::one(foe), Band::one(foe));
        let mut choices = Vec::new();
        self.choices(&asking, &mut choices);
        let meant = choices.into_iter().filter_map(|choice| match choice.deed {
            Deed::Mean { action } => Some(action),
            _ => None,
        });
        // ARDOR-R6: the score is that of the real intent, and it is seen.
        meant.filter(|&action| self.bonus(state, foe, action) == state.score[foe]).collect()
    }

    /// How far goals and events have come, as far as the heroes see.
    pub(crate) fn course_known_to_heroes(&self, state: &State) -> Course {
        let (hidden, watched) = (self.out_of_sight(state).widen(), self.watched(state));
        state.course.known(&self.plot, Vantage { hidden, watched, seen: state.seen })
    }

    // --- doors ---

    fn sees_all(&self, state: &State, seat: Seat) -> bool {
        match seat {
            _ if self.field.doorways().is_empty() => true,
            Seat::Judge => true,
            Seat::Player(crowd) => state.side[1].widen().meets(crowd),
            Seat::Watcher => false,
        }
    }

    /// Does `who` perceive all that there is?
    pub(crate) fn is_open_to(&self, state: &State, who: Who) -> bool {
        self.field.doorways().is_empty() || state.side[1].has(who)
    }

    /// Those of whom a seat must not learn.
    pub(crate) fn unknown_to(&self, state: &State, seat: Seat) -> Band {
        let to_come = state.away().only_if(seat != Seat::Judge);
        to_come | if self.sees_all(state, seat) { Band::NONE } else { self.out_of_sight(state) }
    }

    /// Those whom `who` does not perceive.
    #[inline]
    pub(crate) fn unperceived(&self, state: &State, who: Who) -> Band {
        state.away() | if self.is_open_to(state, who) { Band::NONE } else { self.out_of_sight(state) }
    }

    /// The zones that a seat may be told of.
    pub(crate) fn zones_known_to(&self, state: &State, seat: Seat) -> ZoneSet {
        if self.sees_all(state, seat) { self.field.zones().numbers() } else { state.seen }
    }

    /// The zones that `who` can think of: those that its side has seen, and those to which a way leads that it can see.
    pub(crate) fn thinkable(&self, state: &State, who: Who) -> ZoneSet {
        if self.is_open_to(state, who) {
            return self.field.zones().numbers();
        }
        let near = self.ways(state, self.planned_zone(state, who));
        let on = near & state.seen;
        on.fold(state.seen | near, |all, zone| all | self.ways(state, zone))
    }

    /// The doors that `who` can think of.
    pub(crate) fn thinkable_doors(&self, state: &State, who: Who) -> DoorSet {
        let all = (0_u8..).zip(self.field.doorways());
        let seen = |zone: u8| self.is_open_to(state, who) || state.seen.has(zone);
        let known = all.filter(|(_, way)| way.between.into_iter().all(seen)).map(|(door, _)| door);
        let own = self.field.doors_of(self.planned_zone(state, who));
        known.chain(own).filter(|&door| state.doors.at(door) != Door::Hidden).collect()
    }

    /// What the heroes see from where they are.
    pub(crate) fn watched(&self, state: &State) -> ZoneSet {
        let heroes = state.side[0] & state.standing;
        self.field.watched(&state.doors, heroes.map(|who| state.zone[who]).collect())
    }

    /// Where somebody could be whom nobody sees.
    pub(crate) fn out_of_view(&self, state: &State) -> ZoneSet {
        self.field.zones().numbers() - self.watched(state)
    }

    /// The heroes' map grows with what they see.
    #[inline]
    pub(crate) fn look_around(&self, state: &mut State) {
        if !self.field.doorways().is_empty() {
            state.seen |= self.watched(state);
        }
    }

    #[inline(never)]
    fn out_of_sight(&self, state: &State) -> Band {
        // ARDOR-D2
        let watched = self.watched(state);
        // With nobody left to look, there is nobody left to hide from.
        let anybody = !watched.is_empty();
        let beaten = state.side[1] - state.standing - state.gone - state.away();
        (state.side[1] - beaten - state.in_zones(watched)).only_if(anybody)
    }

    /// Somebody as at the start, and nowhere.
    fn lose_sight(&self, state: &mut State, who: Who) {
        let sheet = self.sheet(state, who);
        let (health, ardor, surges) = (sheet.health, sheet.ardor, sheet.surges);
        state.take_off(who);
        state.standing.insert(who);
        state.gone.remove(who);
        state.hurt.remove(who);
        (state.zone[who], state.began[who], state.score[who]) = (0, 0, 0);
        (state.health[who], state.most[who], state.harm[who]) = (health, health, 0);
        (state.ardor[who], state.surges[who]) = (ardor, surges);
        state.intent[who] = Action::Nothing;
        state.second[who] = Action::Nothing;
        state.shown[who] = Action::Nothing;
        for set in [&mut state.doubled, &mut state.committed, &mut state.feigning, &mut state.bluffers] {
            set.remove(who);
        }
        state.unaware.remove(who);
        for condition in crate::data::Condition::ALL {
            state.set_condition(who, condition, 0);
        }
    }
}
