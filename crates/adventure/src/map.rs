//! The party's map: what a seat may see of a place.

use fracas_kernel::{Link, MapView, Seat, Tag, TagKind, ZoneCard};

use crate::{Door, Place, Whereabouts};

impl Place {
    /// The map as it has grown so far; the judge sees all of it, with what is hidden marked as such.
    pub fn map(&self, here: &Whereabouts, seat: Seat) -> MapView {
        let all = seat == Seat::Judge;
        let shown: Vec<u8> = (0..self.spots.len() as u8).filter(|&zone| all || here.seen.has(zone)).collect();
        let zones = shown.iter().map(|&zone| self.card(here, zone, all)).collect();
        let mut links = Vec::new();
        for way in 0..self.ways.len() as u8 {
            let known = &self.ways[usize::from(way)];
            // Where nothing parts two zones that were seen, from a fight say, people see that too.
            let open = !known.secret && known.door == Door::None;
            let glimpsed = open && here.seen.has(known.a) && here.seen.has(known.b);
            if !all && !glimpsed && !self.knows_way(here, way) {
                continue;
            }
            let place_of = |zone: u8| shown.iter().position(|&other| other == zone);
            if let (Some(a), Some(b)) = (place_of(known.a), place_of(known.b)) {
                links.push(Link { a, b, note: self.note(here, way) });
            }
        }
        // Who sees whom is asked in fights only.
        MapView::Zones { zones, links, sight: Vec::new() }
    }

    fn card(&self, here: &Whereabouts, zone: u8, all: bool) -> ZoneCard {
        let spot = &self.spots[usize::from(zone)];
        let mut tags: Vec<Tag> = spot.zone.tags.iter().map(Tag::feature).collect();
        if spot.dark {
            tags.push(Tag::new(TagKind::Light, "dark"));
        }
        if !here.visited.has(zone) {
            tags.push(Tag::feature("not entered yet"));
        } else if spot.cluttered && here.searched.has(zone) {
            tags.push(Tag::feature("searched"));
        }
        let doors = self.ways_from(here, zone).filter(|&way| {
            let beyond = self.beyond(way, zone).is_some_and(|other| !here.seen.has(other));
            beyond && !all
        });
        // A door whose other side nobody has seen has no line to stand on.
        tags.extend(doors.filter_map(|way| {
            let side = self.side(zone, self.beyond(way, zone)?);
            Some(Tag::feature(format!("{} to the {side}", self.note(here, way)?)))
        }));
        for (cache, index) in self.caches.iter().zip(0_u8..) {
            let spotted = !cache.hidden || here.spotted.has(index);
            if cache.at == zone && !here.taken.has(index) && (all || (spotted && here.visited.has(zone))) {
                let (kind, text) = match spotted {
                    true => (TagKind::Loot, cache.name.clone()),
                    false => (TagKind::Secret, format!("{} (hidden)", cache.name)),
                };
                tags.push(Tag::new(kind, text));
            }
        }
        if all {
            let lairs = self.encounters.iter().zip(0_u8..);
            let there = lairs.filter(|(e, index)| e.lair == Some(zone) && !here.gone.has(*index));
            tags.extend(there.map(|(met, _)| Tag::new(TagKind::Secret, format!("lair: {}", met.name))));
        }
        let zone = &spot.zone;
        ZoneCard {
            id: zone.id.clone(),
            name: zone.name.clone(),
            tags,
            at: zone.at,
            exit: zone.exit,
            picture: zone.picture,
        }
    }

    fn note(&self, here: &Whereabouts, way: u8) -> Option<String> {
        let known = self.ways.get(usize::from(way))?;
        let door = here.doors.at(way).note();
        let secret = known.secret.then_some("secret");
        match (secret, door) {
            (Some(secret), Some(door)) => Some(format!("{secret} {door}")),
            (Some(_), None) => Some("secret way".to_owned()),
            (None, door) => door.map(str::to_owned),
        }
    }
}
