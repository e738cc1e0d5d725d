//! What people do with doors in a fight, whatever the rules: what fits which door, what it leaves, and how a map shows it.
//! What it costs, and what has to be rolled for it, is a system's business.

use serde::{Deserialize, Serialize};

use crate::{Door, Doors, Field, Link, MapView, Tag, ZoneCard, ZoneSet, Zones};

/// What is done with a door.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Handle {
    Open,
    Shut,
    /// Puts something across, so that it has to be forced from the other side.
    Bar,
    Force,
    Pick,
}

impl Handle {
    pub const ALL: [Handle; 5] = [Handle::Open, Handle::Shut, Handle::Bar, Handle::Force, Handle::Pick];

    pub fn name(self) -> &'static str {
        match self {
            Handle::Open => "open",
            Handle::Shut => "shut",
            Handle::Bar => "bar",
            Handle::Force => "force",
            Handle::Pick => "pick",
        }
    }

    /// As a heading, and what it does.
    pub fn words(self) -> (&'static str, &'static str) {
        match self {
            Handle::Open => ("Open", "Opens it: people see, walk and shoot through."),
            Handle::Shut => {
                ("Shut", "Shuts it: nobody sees or shoots through, and whoever walks through opens it.")
            }
            Handle::Bar => (
                "Bar",
                "Puts something across: it opens from this side, and has to be forced from the other.",
            ),
            Handle::Force => ("Force", "Breaks it: it can no longer be shut."),
            Handle::Pick => ("Pick", "Opens the lock."),
        }
    }

    /// Can it be done with a door that is like this? `own` if it is barred from here.
    pub fn fits(self, door: Door, own: bool) -> bool {
        match self {
            Handle::Open => door == Door::Shut || own,
            Handle::Bar => door == Door::Shut,
            Handle::Shut => door == Door::Open,
            Handle::Force => matches!(door, Door::Barred | Door::Locked),
            Handle::Pick => door == Door::Locked,
        }
    }

    /// Why it does not fit a door that is like this.
    pub fn why_not(self, door: Door) -> &'static str {
        match (self, door) {
            (Handle::Open | Handle::Shut | Handle::Bar, Door::Broken) => "that door is broken",
            (Handle::Open, Door::Open) => "that door is open",
            (Handle::Open, _) => "that door is fast: force it",
            (Handle::Shut, _) => "that door is shut",
            (Handle::Bar, Door::Open) => "shut it first",
            (Handle::Bar, _) => "that door is fast already",
            (Handle::Pick, Door::Barred) => "there is no lock to pick",
            (Handle::Force | Handle::Pick, _) => "that door is not fast",
        }
    }

    /// How the door is when it is done.
    pub fn leaves(self) -> Door {
        match self {
            Handle::Open | Handle::Pick => Door::Open,
            Handle::Shut => Door::Shut,
            Handle::Bar => Door::Barred,
            Handle::Force => Door::Broken,
        }
    }
}

impl Field {
    /// The map as people walk it, who open what is shut as they go.
    #[inline]
    pub fn walked(&self, doors: &Doors) -> &Zones {
        if self.doorways().is_empty() {
            return self.zones();
        }
        let mut walked = *doors;
        for door in doors.blocked().filter(|&door| doors.at(door).lets_through()) {
            walked.set(door, Door::Open);
        }
        self.now(&walked)
    }

    /// The map over every door that anybody knows of, fast or not: where one could get to in time.
    pub fn in_time(&self, doors: &Doors) -> &Zones {
        let mut opened = *doors;
        for door in doors.blocked().filter(|&door| doors.at(door) != Door::Hidden) {
            opened.set(door, Door::Open);
        }
        self.now(&opened)
    }

    /// The zones of `known` as a map shows them, with the doors between them as notes on the ways; `tags` says what else is
    /// to be known about a zone. Zones that are not in `seen` are called by the side on which they lie.
    pub fn map(
        &self,
        doors: &Doors,
        seen: ZoneSet,
        known: ZoneSet,
        tags: impl Fn(u8) -> Vec<Tag>,
    ) -> MapView {
        let shown: Vec<u8> = known.collect();
        let place = |zone: u8| shown.iter().position(|&other| other == zone);
        let card = |&zone: &u8| {
            let mut card = ZoneCard::of(self.zones().zone(zone));
            card.tags.extend(tags(zone));
            card.tags.extend(self.door_tags(doors, seen, zone));
            card
        };
        let link = |(a, b): (u8, u8)| {
            let door = self.door_between(a, b).map(|door| doors.at(door));
            let note = door.and_then(Door::note).map(str::to_owned);
            let link = Link { a: place(a)?, b: place(b)?, note };
            (door != Some(Door::Hidden)).then_some(link)
        };
        let sights = self.now(doors).sights().into_iter();
        MapView::Zones {
            zones: shown.iter().map(card).collect(),
            links: self.zones().links().filter_map(link).collect(),
            sight: sights.filter_map(|(a, b)| Some((place(a as u8)?, place(b as u8)?))).collect(),
        }
    }

    /// The doors of a zone, each with what it means.
    fn door_tags(&self, doors: &Doors, seen: ZoneSet, zone: u8) -> Vec<Tag> {
        let tag = |door: u8| {
            let now = doors.at(door).note()?;
            let whither = self.whither(seen, zone, self.beyond(door, zone)?);
            let means = match doors.at(door) {
                Door::Open => "People see, walk and shoot through. It can be shut.",
                Door::Shut => "Nobody sees or shoots through. Whoever walks through opens it.",
                Door::Broken => "People see, walk and shoot through, and it can no longer be shut.",
                _ => "It has to be forced, or picked if it is locked.",
            };
            Some(Tag::feature(format!("{now} to {whither}")).meaning(means))
        };
        self.known_doors_of(doors, zone).filter_map(tag).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Doorway, Zone};

    fn row() -> Field {
        let zone =
            |n: i16| Zone { id: format!("z{n}"), name: format!("Z{n}"), at: (n, 0), ..Zone::default() };
        let way = |a: u8, door| Doorway {
            id: format!("d{a}"),
            name: format!("Door {a}"),
            between: [a, a + 1],
            door,
        };
        let ways = vec![way(0, Door::Shut), way(1, Door::Barred), way(2, Door::Hidden)];
        Field::new((0..4).map(zone).collect(), &[], &[], ways).unwrap()
    }

    #[test]
    fn shut_doors_are_walked_through_and_fast_ones_are_not() {
        let field = row();
        let doors = field.start();
        assert_eq!(field.now(&doors).beside(0), ZoneSet::NONE);
        assert_eq!(field.walked(&doors).beside(0), ZoneSet::one(1));
        assert_eq!(field.walked(&doors).distance(0, 2), Zones::APART);
    }

    #[test]
    fn a_map_shows_doors_and_hides_what_nobody_knows() {
        let field = row();
        let seen = ZoneSet::of(0b0011);
        let MapView::Zones { zones, links, .. } =
            field.map(&field.start(), seen, ZoneSet::of(0b1111), |_| Vec::new())
        else {
            panic!("a map of zones")
        };
        assert_eq!(links.len(), 2, "the hidden door is a wall");
        assert_eq!(links[1].note.as_deref(), Some("barred door"));
        assert_eq!(zones[1].words(), ["closed door to Z0", "barred door to the east"]);
    }

    #[test]
    fn every_deed_fits_some_door_and_says_why_not_else() {
        let doors = [Door::Open, Door::Shut, Door::Barred, Door::Locked, Door::Broken];
        for what in Handle::ALL {
            assert!(doors.into_iter().any(|door| what.fits(door, false)), "{what:?}");
            assert!(!what.fits(Door::None, false) && !what.fits(Door::Hidden, false));
            for door in doors.into_iter().filter(|&door| !what.fits(door, false)) {
                assert!(!what.why_not(door).is_empty());
            }
        }
        assert!(Handle::Open.fits(Door::Barred, true) && !Handle::Open.fits(Door::Barred, false));
    }
}
