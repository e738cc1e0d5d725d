//! Goals and events in this system: named areas of the map stand for places; nobody leaves the field alone.

use fracas_content::{Names, Reader};
use fracas_dice::Dice;
use fracas_kernel::grid::{Board, Body, MAX_SIDE, Square};
use fracas_kernel::plot::{Course, Happening, Lies, Plot, Plotted, Spot, Tick, Vantage, carry, unfold};
use fracas_kernel::{Crowd, Door, Gauge, Log, Outcome, Seat, Telling, Treasure, Who, ZoneSet};

use crate::apply::Turn;
use crate::choices::HANDLING;
use crate::data::Ranks;
use crate::event::{Bonus, Event};
use crate::state::State;

/// A part of the map that has a name.
#[derive(Clone, Debug)]
pub(crate) struct Area {
    pub spot: Spot,
    pub squares: Board,
    /// A square in the midst of it.
    pub midst: Square,
}

impl Area {
    /// The `[[area]]` tables of a scenario, on the floor of its map.
    pub(crate) fn read_all(top: &mut Reader<'_>, floor: &Board) -> Vec<Area> {
        let mut names = Names::new("area");
        let mut areas = Vec::new();
        for mut table in top.tables("area") {
            let (id, name) = (table.name("id", &mut names), table.string("name"));
            let [x, y]: [u8; 2] = table.array("at", 0..=MAX_SIDE as u8 - 1);
            let [width, height]: [u8; 2] = table.array("size", 1..=MAX_SIDE as u8);
            let far = MAX_SIDE as u8 - 1;
            let mut squares = Board::EMPTY;
            let [left, top, wide, high] = [x, y, width, height].map(i16::from);
            squares.fill(left, top, left + wide - 1, top + high - 1);
            let squares = squares.and(floor);
            let centre = Body::new(Square::new((x + width / 2).min(far), (y + height / 2).min(far)), 1);
            let midst = squares.squares().min_by_key(|&square| Body::new(square, 1).distance(centre));
            match midst {
                Some(midst) => {
                    // Where it is, people must be able to tell.
                    let name = format!("{name} ({midst})");
                    areas.push(Area { spot: Spot { id, name }, squares, midst });
                }
                None => {
                    table.problem("there is no floor in this area", "cover some squares that are no wall")
                }
            }
            table.finish();
        }
        areas
    }
}

impl Plotted for Ranks {
    fn plot(&self) -> &Plot {
        &self.plot
    }

    fn course<'s>(&self, state: &'s State) -> &'s Course {
        &state.course
    }

    fn course_mut<'s>(&self, state: &'s mut State) -> &'s mut Course {
        &mut state.course
    }

    fn places_of(&self, state: &State, who: Who) -> ZoneSet {
        if state.at[who] == Square::NOWHERE || state.gone.has(who) {
            return ZoneSet::NONE;
        }
        let mut body = Board::EMPTY;
        body.put(state.body(who));
        let inside = (0_u8..).zip(&self.areas).filter(|(_, area)| area.squares.meets(&body));
        inside.map(|(place, _)| place).collect()
    }

    fn steps_to(&self, state: &State, who: Who, places: ZoneSet) -> Option<u8> {
        if state.at[who] == Square::NOWHERE {
            return None;
        }
        let way = |place: u8| {
            let area = self.areas.get(usize::from(place))?;
            Some(self.way(state.at[who], area.midst, state.size[who]))
        };
        // Three squares count as a step: zones are about as large.
        places.filter_map(way).min().map(|way| (way / 3).min(200) as u8)
    }

    fn exits(&self) -> ZoneSet {
        // RANKS-R20: heroes retreat together, from wherever they are, and that is no goal.
        ZoneSet::NONE
    }

    fn is_past_help(&self, state: &State, who: Who) -> bool {
        state.dead.has(who)
    }

    fn is_open(&self, state: &State, door: u8) -> bool {
        state.doors[door].shows()
    }

    fn happens(happening: Happening) -> Event {
        Event::Plot { happening }
    }

    fn arrive(&self, state: &mut State, who: Who) {
        // RANKS-G3: on the nearest square on which there is room.
        let Some(wanted) = self.placed.get(who.index()).map(|placed| placed.at) else { return };
        let everybody = state.everyone();
        let inside = self.grid.inside();
        let free = inside.squares().filter(|&at| self.has_room(state, who, at, state.size[who], everybody));
        let Some(at) = free.min_by_key(|&at| self.way(wanted, at, 1)) else { return };
        state.gone.remove(who);
        state.up.insert(who);
        state.put(who, at);
    }

    fn rise(
        &self,
        state: &mut State,
        place: u8,
        hazard: u8,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        // RANKS-G4: those who are there feel it at once.
        let there = state.present().filter(|&who| self.places_of(state, who).has(place)).collect::<Crowd>();
        for who in there {
            Turn { rules: self, state, dice, log }.brave(who, hazard);
        }
    }

    fn turn_door(&self, state: &mut State, door: u8, open: bool) {
        let blocked = self.doors.get(usize::from(door)).is_none_or(|way| way.squares.meets(&state.filled));
        let broken = state.doors[door] == Door::Broken;
        // Nothing shuts on somebody.
        if !broken && (open || !blocked) {
            self.set_door(state, door, if open { Door::Open } else { Door::Shut });
        }
    }

    fn conclude(&self, state: &mut State, outcome: Outcome, _log: &mut impl Log<Event>) {
        // RANKS-G1: it is told when everything else has been.
        state.outcome = Some(outcome);
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    #[inline(never)]
    pub(crate) fn unfold(&mut self, tick: Tick) {
        if self.state.outcome.is_none() && self.state.round > 0 {
            unfold(self.rules, self.state, tick, self.dice, self.log);
        }
    }

    /// What has come to where somebody begins a turn.
    #[inline(never)]
    pub(crate) fn brave_all(&mut self, who: Who) {
        // RANKS-G4
        for place in self.rules.places_of(self.state, who) {
            if let Some(hazard) = self.rules.plot.hazard_at(&self.state.course, place) {
                self.brave(who, hazard);
            }
        }
    }

    fn brave(&mut self, who: Who, hazard: u8) {
        let known = self.rules.hazards.get(usize::from(hazard));
        if let Some(known) = known.filter(|_| self.state.present().has(who)) {
            self.hurt(who, None, known.rank, Bonus::default(), known.harm);
        }
    }

    /// Picks something up, for a movement point as with any other thing, or drops it, which costs nothing.
    pub(crate) fn carry(&mut self, who: Who, prize: u8, up: bool) {
        // RANKS-G2
        if up {
            self.pay(who, HANDLING);
        }
        carry(self.rules, self.state, who, prize, up, self.log);
    }
}

impl Ranks {
    /// How far goals and events have come, as a seat knows it.
    pub(crate) fn course_known_to(&self, state: &State, seat: Seat) -> Course {
        let seen = self.ground_known_to(state, seat);
        let watched = (0_u8..).zip(&self.areas).filter(|(_, area)| area.squares.meets(&seen));
        // Whoever has come is known to be there, if not where.
        let hidden: Crowd = self.unknown_to(state, seat) - self.plot.comers();
        let watched: ZoneSet = watched.map(|(place, _)| place).collect();
        state.course.known(&self.plot, Vantage { hidden, watched, seen: watched })
    }

    /// The areas that a seat sees, before or after.
    pub(crate) fn areas_in_view(&self, telling: &Telling<'_, State>) -> ZoneSet {
        let [before, after] =
            [telling.before, telling.state].map(|state| self.ground_known_to(state, telling.seat));
        let seen = before.or(&after);
        let watched = (0_u8..).zip(&self.areas).filter(|(_, area)| area.squares.meets(&seen));
        watched.map(|(place, _)| place).collect()
    }

    /// What has come to parts of the map, as a seat knows it; none if nothing has.
    pub(crate) fn risen_gauge(&self, state: &State) -> Option<Gauge> {
        let of = |place: u8| {
            let hazard = self.plot.hazard_at(&state.course, place)?;
            let name = self.plot.hazards.get(usize::from(hazard))?.to_lowercase();
            Some(format!("{}: {name}", self.areas.get(usize::from(place))?.spot.name))
        };
        let all: Vec<String> = self.plot.risen(&state.course).filter_map(of).collect();
        let means = "Whoever begins a turn there takes damage.";
        (!all.is_empty()).then(|| Gauge::new("hazard", "danger", all.join("; "), means).low(true))
    }

    /// What the fight is about and lies there, on a map.
    pub(crate) fn prizes_on_the_map<'a>(&'a self, state: &'a State) -> impl Iterator<Item = Treasure> + 'a {
        self.plot.prizes.iter().zip(state.course.prizes).filter_map(|(prize, lies)| {
            let Lies::At(place) = lies else { return None };
            let at = self.areas.get(usize::from(place))?.midst;
            Some(Treasure { at: (at.x(), at.y()), items: vec![prize.name.clone()] })
        })
    }
}
