//! What ways and zones are called: by name once the party has seen them, before that by the side on which a door is. So
//! nothing that can be chosen, nor what is told of it, names a zone that nobody has seen.

use fracas_kernel::bearing;

use crate::{Door, Place, Whereabouts};

impl Place {
    /// A zone in the text of a choice: its id, or while it is out of sight the way that leads there from where the party
    /// is ("north-door").
    pub fn handle(&self, here: &Whereabouts, zone: u8) -> String {
        if here.seen.has(zone) {
            return self.zone(zone).id.clone();
        }
        let kind = if self.is_doorway(here, zone) { "door" } else { "passage" };
        match self.namesakes(here, zone) {
            1 => format!("{}-{kind}", self.side(here.at, zone)),
            number => format!("{}-{kind}-{number}", self.side(here.at, zone)),
        }
    }

    /// A zone as the end of "the door to …": its name, or while it is out of sight the side on which it must be.
    pub fn whither(&self, here: &Whereabouts, zone: u8) -> String {
        if here.seen.has(zone) {
            return self.zone(zone).name.clone();
        }
        match self.namesakes(here, zone) {
            1 => format!("the {}", self.side(here.at, zone)),
            number => format!("the {} ({number})", self.side(here.at, zone)),
        }
    }

    /// A zone as the end of "Go …".
    pub fn going(&self, here: &Whereabouts, zone: u8) -> String {
        let whither = self.whither(here, zone);
        match (here.seen.has(zone), self.is_doorway(here, zone)) {
            (true, _) => format!("to {whither}"),
            (false, true) => format!("through the door to {whither}"),
            (false, false) => format!("into the passage to {whither}"),
        }
    }

    /// The id of a zone, if it is on the party's map.
    pub fn on_map(&self, here: &Whereabouts, zone: u8) -> Option<String> {
        here.seen.has(zone).then(|| self.zone(zone).id.clone())
    }

    /// A door by its ends, as far as the party has seen them.
    pub fn door_between(&self, here: &Whereabouts, way: u8) -> String {
        let Some(way) = self.ways.get(usize::from(way)) else { return "a door".to_owned() };
        let name = |zone: u8| &self.zone(zone).name;
        match (here.seen.has(way.a), here.seen.has(way.b)) {
            (true, true) => format!("the door between {} and {}", name(way.a), name(way.b)),
            (true, false) => format!("the door of {} to the {}", name(way.a), self.side(way.a, way.b)),
            (false, true) => format!("the door of {} to the {}", name(way.b), self.side(way.b, way.a)),
            (false, false) => "a door that you have not seen".to_owned(),
        }
    }

    /// On which side of a zone another one is, as they lie on the map.
    pub(crate) fn side(&self, from: u8, to: u8) -> &'static str {
        bearing(self.zone(from).at, self.zone(to).at)
    }

    fn is_doorway(&self, here: &Whereabouts, zone: u8) -> bool {
        let way = self.way_between(here, here.at, zone);
        way.is_none_or(|way| self.ways[usize::from(way)].door != Door::None)
    }

    /// Which one it is of those out of sight on the same side, from 1.
    fn namesakes(&self, here: &Whereabouts, zone: u8) -> usize {
        let beyond = self.ways_from(here, here.at).filter_map(|way| self.beyond(way, here.at));
        let side = self.side(here.at, zone);
        let alike = |other: &u8| !here.seen.has(*other) && self.side(here.at, *other) == side;
        beyond.filter(alike).take_while(|&other| other != zone).count() + 1
    }
}
