//! The battlefield around where the party is: the zones within a few steps, several rooms deep, with the doors between
//! them as they are, and where those stand who are met there.

use fracas_kernel::{Door, Doors, Doorway, Field, Side, Zone, ZoneSet, Zones};

use crate::{Encounter, Foe, Numbers, Place, Whereabouts};

/// How many steps from the party a battlefield reaches.
const REACH: usize = 3;

/// The zones and doors of a fight, and which of the place's they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Battlefield {
    pub field: Field,
    /// The zone of the place that each zone of the field is.
    pub zones: Vec<u8>,
    /// The way of the place that each door of the field is.
    pub ways: Vec<u8>,
    /// The thing of the place, by a system's own numbers, that each thing of the field is.
    pub things: Vec<u8>,
}

impl Place {
    /// The battlefield around a zone, with at most `max` zones, over ways that are `part` of one. Secret ways are doors
    /// that nobody knows of. Where a way leads on, the field can be left.
    pub fn battlefield(&self, centre: u8, max: usize, part: impl Fn(u8) -> bool) -> Option<Battlefield> {
        let door = |way: u8| {
            let known = &self.ways[usize::from(way)];
            known.secret || known.door != Door::None
        };
        let numbers = || 0..self.ways.len().min(Place::MAX_WAYS) as u8;
        // Ring by ring; in each ring the zones without a door between come first, so that a room stays whole.
        let (mut inside, mut doors) = (Numbers::one(centre), Vec::new());
        for _ in 0..REACH {
            let ring = inside;
            for through_doors in [false, true] {
                for way in numbers().filter(|&way| part(way) && door(way) == through_doors) {
                    let [a, b] = [self.ways[usize::from(way)].a, self.ways[usize::from(way)].b];
                    let next =
                        [(a, b), (b, a)].into_iter().find(|&(from, to)| ring.has(from) && !inside.has(to));
                    let Some((_, to)) = next.filter(|_| inside.len() < max) else { continue };
                    if through_doors && doors.len() == Field::MAX_DOORS {
                        continue;
                    }
                    inside.insert(to);
                    if through_doors {
                        doors.push(way);
                    }
                }
            }
        }
        let within = |way: u8| {
            let way = &self.ways[usize::from(way)];
            inside.has(way.a) && inside.has(way.b)
        };
        // Doors between two zones that were come to by other ways.
        let more = numbers().filter(|&way| part(way) && door(way) && within(way) && !doors.contains(&way));
        let more: Vec<u8> = more.take(Field::MAX_DOORS - doors.len()).collect();
        doors.extend(more);
        doors.sort_unstable();
        let numbered: Vec<u8> = inside.collect();
        let local = |zone: u8| numbered.iter().position(|&other| other == zone);
        let ends = |way: u8| {
            let way = &self.ways[usize::from(way)];
            Some((local(way.a)?, local(way.b)?))
        };
        let links: Vec<(usize, usize)> =
            numbers().filter(|&way| part(way) && !door(way)).filter_map(ends).collect();
        let mut zones: Vec<Zone> = inside.map(|zone| self.zone(zone).clone()).collect();
        for way in numbers().filter(|&way| !within(way) && !self.ways[usize::from(way)].secret) {
            let known = &self.ways[usize::from(way)];
            if let Some(end) = local(known.a).or_else(|| local(known.b)).filter(|_| known.door.lets_through())
            {
                zones[end].exit = true;
            }
        }
        // A room with one locked or hidden door was entered somehow: there is always a way out.
        if zones.iter().all(|zone| !zone.exit) {
            zones[local(centre)?].exit = true;
        }
        let doorways = doors.iter().filter_map(|&way| self.doorway(way, ends(way)?)).collect();
        let unseen: Vec<(usize, usize)> =
            self.unseen.iter().filter_map(|&(a, b)| Some((local(a)?, local(b)?))).collect();
        let field = Field::new(zones, &links, &unseen, doorways).ok()?;
        Some(Battlefield { field, zones: numbered, ways: doors, things: Vec::new() })
    }

    /// The battlefield around each zone.
    pub fn battlefields(&self, max: usize, part: impl Fn(u8) -> bool) -> Option<Vec<Battlefield>> {
        (0..self.spots.len() as u8).map(|centre| self.battlefield(centre, max, &part)).collect()
    }

    fn doorway(&self, way: u8, (a, b): (usize, usize)) -> Option<Doorway> {
        let known = self.ways.get(usize::from(way))?;
        let (one, other) = (self.zone(known.a), self.zone(known.b));
        let door = match (known.secret, known.door) {
            (true, _) => Door::Hidden,
            (false, door) => door,
        };
        Some(Doorway {
            id: format!("{}-{}", one.id, other.id),
            name: format!("door between {} and {}", one.name, other.name),
            between: [a as u8, b as u8],
            door,
        })
    }
}

/// Somebody in a fight with goals, as its plot has to know them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Role {
    pub sheet: usize,
    pub side: Side,
    /// On the field. Of foes of whom nothing is said, the zone in which they live.
    pub zone: u8,
    pub comes: Option<u8>,
}

impl Role {
    /// With which event each comes.
    pub fn comings(cast: &[Role]) -> Vec<Option<u8>> {
        cast.iter().map(|role| role.comes).collect()
    }
}

impl Battlefield {
    /// Everybody in the fight with an encounter where it lives, in the order of their numbers.
    pub fn cast(&self, met: &Encounter, heroes: impl IntoIterator<Item = usize>) -> Vec<Role> {
        let home = met.lair.and_then(|lair| self.local(lair)).unwrap_or(0);
        let party =
            heroes.into_iter().map(|sheet| Role { sheet, side: Side::Heroes, zone: home, comes: None });
        let role = |foe: &Foe| {
            let zone = foe.at.and_then(|at| self.local(at)).unwrap_or(home);
            let one = Role { sheet: foe.creature, side: foe.side, zone, comes: foe.comes };
            std::iter::repeat_n(one, foe.count.into())
        };
        party.chain(met.friends.iter().chain(&met.foes).flat_map(role)).collect()
    }

    /// A zone of the place, on the field.
    pub fn local(&self, zone: u8) -> Option<u8> {
        self.zones.iter().position(|&other| other == zone).map(|index| index as u8)
    }

    /// Zones of the place, as far as they are on the field.
    pub fn locals(&self, zones: Numbers) -> ZoneSet {
        zones.filter_map(|zone| self.local(zone)).collect()
    }

    /// The doors as the party's fight finds them.
    pub fn doors(&self, place: &Place, here: &Whereabouts) -> Doors {
        let mut doors = self.field.start();
        for (door, &way) in (0_u8..).zip(&self.ways) {
            doors.set(door, place.door_in_fights(here, way));
        }
        doors
    }

    /// What a fight has done to the doors, and what was seen through them.
    pub fn take_back(&self, here: &mut Whereabouts, doors: &Doors, seen: ZoneSet) {
        for (door, &way) in (0_u8..).zip(&self.ways).filter(|(door, _)| doors.at(*door) != Door::Hidden) {
            here.doors.set(way, doors.at(door));
        }
        here.seen |= seen.filter_map(|zone| self.zones.get(usize::from(zone)).copied()).collect();
    }
}

impl Battlefield {
    /// How often the things of a fight can be used, as they can in the place.
    pub fn furnish(&self, fight: &mut [u8], place: &[u8]) {
        for (uses, &thing) in fight.iter_mut().zip(&self.things) {
            *uses = place[usize::from(thing)];
        }
    }

    /// The same back again.
    pub fn wear_out(&self, place: &mut [u8], fight: &[u8]) {
        for (&uses, &thing) in fight.iter().zip(&self.things) {
            place[usize::from(thing)] = uses;
        }
    }

    /// Whoever holds the field takes away what was put across doors in a fight: those of which `barred` tells.
    pub fn lift_bars(&self, here: &mut Whereabouts, doors: &Doors, barred: impl Fn(u8) -> bool) {
        for (door, &way) in (0_u8..).zip(&self.ways) {
            if barred(door) && doors.at(door) == Door::Barred {
                here.doors.set(way, Door::Shut);
            }
        }
    }
}

/// Where somebody wants to stand who is met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Distance {
    /// A step away.
    Near,
    /// Far, but in sight: those who shoot.
    Far,
    /// At a door: those who guard.
    Door,
}

impl Distance {
    pub const ALL: [(&'static str, Distance); 3] =
        [("near", Distance::Near), ("far", Distance::Far), ("door", Distance::Door)];
}

/// The ground on which a fight begins, as those see it who are met.
#[derive(Clone, Copy, Debug)]
pub struct Footing<'a> {
    pub field: &'a Field,
    pub doors: Doors,
    pub party: u8,
    /// Where the party came from.
    pub from: Option<u8>,
    /// Nobody stands there of their own will.
    pub hazards: ZoneSet,
}

impl Footing<'_> {
    /// Those who come from elsewhere to a room without an open way come through one of its doors.
    pub fn let_in(&mut self) {
        if !self.field.now(&self.doors).beside(self.party).is_empty() {
            return;
        }
        let ways = self.field.doors_of(self.party);
        let entered = ways.find(|&door| self.doors.at(door).lets_through());
        if let Some(door) = entered {
            self.doors.set(door, Door::Open);
        }
    }

    /// A zone for somebody who lives here: not the party's if there is another that can be reached, not in a hazard, and
    /// not where the party came from if there is a choice.
    pub fn stand(&self, wants: Distance) -> u8 {
        self.choose(wants, ZoneSet::NONE)
    }

    /// A zone for somebody who comes from elsewhere: the same, where a way leads in.
    pub fn arrive(&self, wants: Distance) -> u8 {
        let map = self.field.now(&self.doors);
        let ends = map.numbers().filter(|&zone| !self.field.doors_of(zone).is_empty());
        self.choose(wants, ends.fold(map.exit_zones(), ZoneSet::with))
    }

    fn choose(&self, wants: Distance, entrances: ZoneSet) -> u8 {
        let map = self.field.now(&self.doors);
        let reached =
            map.numbers().filter(|&zone| zone != self.party && map.distance(zone, self.party) != u8::MAX);
        // What is worse counts more: a hazard, out of sight, the party's own way back, no entrance, a distance that does not suit.
        reached
            .min_by_key(|&zone| {
                let steps = map.distance(zone, self.party);
                let suits = match wants {
                    Distance::Near => steps.abs_diff(1),
                    Distance::Far => u8::MAX - steps,
                    Distance::Door if self.field.doors_of(zone).is_empty() => u8::MAX,
                    Distance::Door => steps,
                };
                let way_in = entrances.is_empty() || entrances.has(zone);
                (self.hazards.has(zone), !map.sees(zone, self.party), Some(zone) == self.from, !way_in, suits)
            })
            .unwrap_or(self.party)
    }
}

/// How those come to stand on a field who are met there.
#[derive(Clone, Copy, Debug)]
pub struct Array<'a> {
    pub ground: &'a Battlefield,
    pub footing: Footing<'a>,
    /// They come from elsewhere, instead of living here.
    pub turned_up: bool,
    /// Where the party has been.
    pub been: ZoneSet,
}

impl Battlefield {
    /// The field for those who are met where the party is. Those who have `turned_up` leave a door open behind them.
    pub fn array(
        &self,
        here: &Whereabouts,
        doors: &mut Doors,
        hazards: ZoneSet,
        turned_up: bool,
    ) -> Array<'_> {
        let party = self.local(here.at).unwrap_or(0);
        let from = self.local(here.from).filter(|&from| from != party);
        let mut footing = Footing { field: &self.field, doors: *doors, party, from, hazards };
        if turned_up {
            footing.let_in();
            *doors = footing.doors;
        }
        Array { ground: self, footing, turned_up, been: self.locals(here.visited) }
    }
}

impl Array<'_> {
    /// Where one of them stands: where the encounter says, if that can be reached and is `fit` for it, and not where the
    /// party has just come through; or where it `suits` its weapons. Those who come from elsewhere do so where a way leads
    /// in; those who are at home here face who comes, and where no zone is left for that, they have the party's own. `within`
    /// is the map over all doors that somebody could open.
    pub fn stand(&self, within: &Zones, foe: &Foe, suits: Distance, fit: impl Fn(u8) -> bool) -> u8 {
        let Footing { party, from, hazards, .. } = self.footing;
        let reached = |zone: u8| within.distance(zone, party) != Zones::APART;
        let behind = |zone: u8| Some(within.toward(party, zone)) == from;
        // The party would have met them on its way.
        let passed = |zone: u8| behind(zone) && self.been.has(zone);
        // Beside the party only if that is met in the doorway.
        let close = |zone: u8| zone == party && (self.turned_up || self.threshold().is_none());
        let own = foe.at.and_then(|zone| self.ground.local(zone));
        let own = own.filter(|&zone| !close(zone) && !passed(zone) && reached(zone) && fit(zone));
        if let Some(zone) = self.settled(foe).or(own) {
            return zone;
        }
        let wants = foe.stands.unwrap_or(suits);
        if self.turned_up {
            return self.footing.arrive(wants);
        }
        let avoided = hazards | within.numbers().filter(|&zone| behind(zone)).collect();
        let stood = Footing { hazards: avoided, ..self.footing }.stand(wants);
        let harmed = hazards.has(stood) && self.threshold().is_some();
        if behind(stood) || harmed { party } else { stood }
    }

    /// Where the party has just come from, if that is the next zone and no hazard: the doorway of a room that has no other
    /// zone, so that two bands who meet there need not begin beside each other.
    pub fn threshold(&self) -> Option<u8> {
        let Footing { field, doors, party, from, hazards } = self.footing;
        from.filter(|&from| !hazards.has(from) && field.now(&doors).distance(from, party) == 1)
    }

    /// Friends are with the party if nothing else is said, and those who come later arrive where the encounter says.
    fn settled(&self, foe: &Foe) -> Option<u8> {
        let own = foe.at.and_then(|zone| self.ground.local(zone));
        match foe.side {
            Side::Heroes => own.or(Some(self.footing.party)),
            Side::Monsters => own.filter(|_| foe.comes.is_some()),
        }
    }
}
