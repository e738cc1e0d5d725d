//! What a zone is called that the heroes have not seen: by the side on which it must be. So nothing that can be chosen in a
//! fight, nor what is told of it, names such a zone.

use crate::{Door, Doors, Field, Named, ZoneSet};

/// On which side of a place on a map another one is.
pub fn bearing((x, y): (i16, i16), (to_x, to_y): (i16, i16)) -> &'static str {
    let (dx, dy) = (i32::from(to_x) - i32::from(x), i32::from(to_y) - i32::from(y));
    // What is more than twice as far along as across is straight ahead.
    let across = if dx.abs() * 2 < dy.abs() { 0 } else { dx.signum() };
    let along = if dy.abs() * 2 < dx.abs() { 0 } else { dy.signum() };
    match (across, along) {
        (0, -1) => "north",
        (1, -1) => "north-east",
        (1, 0) => "east",
        (1, 1) => "south-east",
        (0, 1) => "south",
        (-1, 1) => "south-west",
        (-1, 0) => "west",
        (-1, -1) => "north-west",
        _ => "far-side",
    }
}

impl Field {
    /// A zone in the text of a choice of somebody at `from`: its id, or while nobody has seen it the way that leads there
    /// ("north-door").
    pub fn handle(&self, seen: ZoneSet, from: u8, to: u8) -> String {
        if seen.has(to) {
            return self.zones().zone(to).id.clone();
        }
        let kind = if self.door_between(from, to).is_some() { "door" } else { "passage" };
        match self.namesakes(seen, from, to) {
            1 => format!("{}-{kind}", self.side(from, to)),
            number => format!("{}-{kind}-{number}", self.side(from, to)),
        }
    }

    /// A zone as the end of "to …": its name, or while nobody has seen it the side on which it must be.
    pub fn whither(&self, seen: ZoneSet, from: u8, to: u8) -> String {
        if seen.has(to) {
            return self.zones().zone(to).name.clone();
        }
        match self.namesakes(seen, from, to) {
            1 => format!("the {}", self.side(from, to)),
            number => format!("the {} ({number})", self.side(from, to)),
        }
    }

    /// What tells a move to a zone that nobody has seen from others: the way to it. Screens know the other zones by their ids.
    pub fn way_out(&self, seen: ZoneSet, from: u8, to: u8) -> Option<Named> {
        (!seen.has(to)).then(|| Named::new(&self.handle(seen, from, to), &self.whither(seen, from, to)))
    }

    /// A door in the text of a choice of somebody at `from`: its id, or while nobody has seen what is beyond it the side on
    /// which it is.
    pub fn door_handle(&self, seen: ZoneSet, from: u8, door: u8) -> String {
        let Some(way) = self.doorways().get(usize::from(door)) else { return "no-door".to_owned() };
        let [a, b] = way.between;
        let (near, far) = if from == b { (b, a) } else { (a, b) };
        match (seen.has(near), seen.has(far)) {
            (true, true) => way.id.clone(),
            (_, false) if from == near => self.handle(seen, near, far),
            (true, false) => format!("{}-{}", self.zones().zone(near).id, self.handle(seen, near, far)),
            (false, true) => format!("{}-{}", self.zones().zone(far).id, self.handle(seen, far, near)),
            (false, false) => format!("door-{}", door + 1),
        }
    }

    /// A door as people call it who are at `from`, or elsewhere.
    pub fn door_name(&self, seen: ZoneSet, from: u8, door: u8) -> String {
        let Some(way) = self.doorways().get(usize::from(door)) else { return "door".to_owned() };
        let [a, b] = way.between;
        let (near, far) = if from == b { (b, a) } else { (a, b) };
        match (seen.has(near), seen.has(far)) {
            (true, true) => way.name.clone(),
            (_, false) if from == near => format!("door to {}", self.whither(seen, near, far)),
            (true, false) => format!("door of {}", self.zones().zone(near).name),
            (false, true) => format!("door of {}", self.zones().zone(far).name),
            (false, false) => "door".to_owned(),
        }
    }

    /// Doors of a zone that people know of.
    pub fn known_doors_of(&self, doors: &Doors, zone: u8) -> impl Iterator<Item = u8> + use<> {
        let doors = *doors;
        self.doors_of(zone).filter(move |&door| doors.at(door) != Door::Hidden)
    }

    fn side(&self, from: u8, to: u8) -> &'static str {
        bearing(self.zones().zone(from).at, self.zones().zone(to).at)
    }

    /// Which one it is of those that nobody has seen on the same side, from 1.
    fn namesakes(&self, seen: ZoneSet, from: u8, to: u8) -> usize {
        let alike = |zone: &u8| !seen.has(*zone) && self.side(from, *zone) == self.side(from, to);
        self.zones().beside(from).filter(alike).take_while(|&zone| zone != to).count() + 1
    }
}

#[cfg(test)]
mod tests {
    use crate::{Door, Doorway, Field, Zone, ZoneSet};

    #[test]
    fn what_nobody_has_seen_is_called_by_its_side() {
        let spots = [("hall", 0, 0), ("crypt", 0, -1), ("cell", 0, -3), ("yard", 2, 0)];
        let zones = spots.map(|(id, x, y)| Zone {
            id: id.into(),
            name: id.to_uppercase(),
            at: (x, y),
            ..Zone::default()
        });
        let way = |a, b| Doorway {
            id: format!("d{a}{b}"),
            name: format!("Door {a}{b}"),
            between: [a, b],
            door: Door::Shut,
        };
        let field = Field::new(zones.into(), &[(0, 3)], &[], vec![way(0, 1), way(2, 0)]).unwrap();
        let seen = ZoneSet::of(0b1001);
        assert_eq!(
            (field.handle(seen, 0, 1), field.handle(seen, 0, 2)),
            ("north-door".into(), "north-door-2".into())
        );
        assert_eq!((field.handle(seen, 0, 3), field.whither(seen, 0, 3)), ("yard".into(), "YARD".into()));
        assert_eq!(field.handle(ZoneSet::one(0), 0, 3), "east-passage");
        assert_eq!(
            (field.door_handle(seen, 0, 1), field.door_name(seen, 0, 1)),
            ("north-door-2".into(), "door to the north (2)".into())
        );
        assert_eq!(field.door_handle(seen, 3, 0), "hall-north-door");
        assert_eq!(field.door_name(seen, 3, 0), "door of HALL", "from afar");
        let all = ZoneSet::of(0b1111);
        assert_eq!(
            (field.door_handle(all, 0, 0), field.door_name(all, 0, 0)),
            ("d01".into(), "Door 01".into())
        );
    }
}
