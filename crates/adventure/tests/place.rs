//! A place from its file, and what a party comes to know of it.

use fracas_adventure::{Distance, Door, Foe, Footing, Numbers, Place, Whereabouts};
use fracas_content::{Names, Problems, Source, read};
use fracas_kernel::{MapView, Outcome, Seat, Side, ZoneSet};

const MINE: &str = "
start = 'mouth'
[goal]
text = 'Bring out the crown.'
take = 'crown'
leave = true

[[zone]]
id = 'mouth'
name = 'Mouth'
at = [0, 0]
exit = true
[[zone]]
id = 'hall'
name = 'Hall'
at = [1, 0]
dark = true
[[zone]]
id = 'store'
name = 'Store'
at = [2, 0]
[[zone]]
id = 'shrine'
name = 'Shrine'
at = [1, 1]

[[way]]
between = ['mouth', 'hall']
[[way]]
between = ['hall', 'store']
door = 'locked'
[[way]]
between = ['hall', 'shrine']
door = 'shut'
secret = true

[[cache]]
id = 'crown'
name = 'A crown'
at = 'shrine'
[[cache]]
id = 'purse'
name = 'A purse'
at = 'hall'
hidden = true

[[encounter]]
id = 'wolves'
name = 'Wolves'
weight = 3
[[encounter.foes]]
creature = 'wolf'
count = 2
[[encounter]]
id = 'keeper'
name = 'The keeper'
at = 'shrine'
weight = 1
[[encounter.foes]]
creature = 'ghost'
";

fn load(text: &str) -> Result<Place, Problems> {
    let creatures = Names::of("creature", ["wolf", "ghost"]);
    let source = Source::new("mine.toml", text);
    let place = read(&source, |top| {
        let place = Place::read(top, &creatures, &[]);
        if let Some((_, parts)) = &place {
            parts.finish();
        }
        top.finish();
        place.map(|(place, _)| place)
    })?;
    Ok(place.expect("nothing was reported"))
}

fn mine() -> Place {
    load(MINE).unwrap_or_else(|problems| panic!("{problems}"))
}

fn zones(place: &Place, here: &Whereabouts, seat: Seat) -> Vec<String> {
    match place.map(here, seat) {
        MapView::Zones { zones, .. } => zones.into_iter().map(|zone| zone.id).collect(),
        MapView::Squares { .. } => unreachable!("a place has zones"),
    }
}

fn notes(place: &Place, here: &Whereabouts) -> Vec<Option<String>> {
    match place.map(here, Seat::Watcher) {
        MapView::Zones { links, .. } => links.into_iter().map(|link| link.note).collect(),
        MapView::Squares { .. } => unreachable!("a place has zones"),
    }
}

#[test]
fn the_map_grows_as_the_party_goes() {
    let place = mine();
    let mut here = place.begin();
    assert_eq!(zones(&place, &here, Seat::Watcher), ["mouth", "hall"]);
    assert_eq!(zones(&place, &here, Seat::Judge).len(), 4);
    place.arrive(&mut here, 1);
    assert_eq!(zones(&place, &here, Seat::Watcher), ["mouth", "hall"]);
    assert_eq!((here.at, here.from, here.visited), (1, 0, Numbers::of(0b11)));
    // Nothing is said of what is hidden.
    let told = format!("{:?}", place.map(&here, Seat::Watcher));
    assert!(!told.contains("purse") && !told.contains("Shrine") && !told.contains("secret"), "{told}");
    assert!(told.contains("locked door"), "{told}");
    assert_eq!(place.steps(&here).0, 0b1, "the store is locked, the shrine unknown");
    let found = place.search(&mut here);
    assert_eq!((found.ways.0, found.caches.0), (0b100, 0b10));
    assert!(place.search(&mut here).nothing());
    assert_eq!(place.caches_here(&here).0, 0b10);
    assert_eq!(place.steps(&here).0, 0b1001);
    place.unlock(&mut here, 1);
    assert_eq!(place.steps(&here).0, 0b1101);
    assert_eq!(zones(&place, &here, Seat::Watcher), ["mouth", "hall", "store"]);
    place.arrive(&mut here, 3);
    assert_eq!(notes(&place, &here), [None, Some("open door".into()), Some("secret open door".into())]);
}

/// What nobody has seen is called by the side on which it is.
#[test]
fn a_door_is_called_by_its_side_until_somebody_has_looked_behind_it() {
    let place = mine();
    let mut here = place.begin();
    place.arrive(&mut here, 1);
    let called = |here: &Whereabouts, zone| {
        (place.handle(here, zone), place.going(here, zone), place.whither(here, zone))
    };
    let words =
        |handle: &str, going: &str, whither: &str| (handle.to_owned(), going.to_owned(), whither.to_owned());
    assert_eq!(called(&here, 2), words("east-door", "through the door to the east", "the east"));
    assert_eq!((place.on_map(&here, 2), place.on_map(&here, 0)), (None, Some("mouth".to_owned())));
    assert_eq!(place.door_between(&here, 1), "the door of Hall to the east");
    place.search(&mut here);
    assert_eq!(called(&here, 3), words("south-door", "through the door to the south", "the south"));
    place.unlock(&mut here, 1);
    assert_eq!(called(&here, 2), words("store", "to Store", "Store"));
    assert_eq!(place.door_between(&here, 1), "the door between Hall and Store");
    // Two on one side, and a passage without a door.
    let wider = MINE.replace("at = [1, 1]", "at = [3, 0]").replace("door = 'shut'\n", "");
    let place = load(&wider).unwrap();
    let mut here = place.begin();
    place.arrive(&mut here, 1);
    here.found = Numbers::of(0b100);
    assert_eq!([place.handle(&here, 2), place.handle(&here, 3)], ["east-door", "east-passage-2"]);
    assert_eq!(place.going(&here, 3), "into the passage to the east (2)");
    // Found by a search, a passage can be looked into.
    here.found = Numbers::NONE;
    place.search(&mut here);
    assert_eq!(place.handle(&here, 3), "shrine");
}

/// An open area is taken in at a glance, with its doors, and so a fight in it shows nothing new.
#[test]
fn an_open_area_is_seen_at_once_with_its_doors() {
    let row = MINE.replace("door = 'shut'\nsecret = true\n", "").replace("door = 'locked'", "door = 'shut'");
    let place = load(&row).unwrap();
    let here = place.begin();
    assert_eq!(zones(&place, &here, Seat::Watcher), ["mouth", "hall", "shrine"]);
    assert_eq!(notes(&place, &here), [None, None], "the way beyond the hall is in sight too");
    let told = format!("{:?}", place.map(&here, Seat::Watcher));
    assert!(told.contains("closed door to the east") && !told.contains("crown"), "{told}");
    assert_eq!(place.steps(&here).0, 0b10, "one goes from zone to zone all the same");
}

#[test]
fn the_way_home_is_the_shortest_that_is_open_and_known() {
    let place = mine();
    let mut here = place.begin();
    assert_eq!(place.toward(&here, Numbers::of(0b1000)), None, "nobody knows of the shrine");
    assert_eq!(place.unvisited(&here).0, 0b10);
    place.arrive(&mut here, 1);
    place.search(&mut here);
    place.arrive(&mut here, 3);
    assert_eq!(place.toward(&here, place.exits()), Some(1));
    assert_eq!(place.toward(&here, Numbers::of(0b1000)), None, "it is there");
    assert_eq!(place.unvisited(&here).0, 0);
}

#[test]
fn it_ends_with_the_goal_outside_or_with_nobody_left() {
    let place = mine();
    let mut here = place.begin();
    here.taken = Numbers::of(0b1);
    assert!(place.achieved(&here));
    place.conclude(&mut here, false, true);
    assert_eq!(here.outcome, None, "it must be brought out");
    place.conclude(&mut here, true, true);
    assert_eq!(here.outcome, Some(Outcome::Won(Side::Heroes)));
    let mut here = place.begin();
    place.conclude(&mut here, true, true);
    assert_eq!(here.outcome, Some(Outcome::Draw));
    let mut here = place.begin();
    place.conclude(&mut here, false, false);
    assert_eq!(here.outcome, Some(Outcome::Won(Side::Monsters)));
}

#[test]
fn lots_fall_to_those_who_are_left() {
    let place = mine();
    assert_eq!(place.weight, 4);
    let drawn = |left| [0, 1, 2, 3].map(|lot| place.drawn(lot, Numbers::of(left)));
    assert_eq!(drawn(0b11), [Some(0), Some(0), Some(0), Some(1)]);
    assert_eq!(drawn(0b10), [Some(1); 4]);
    assert_eq!(drawn(0b01), [Some(0); 4]);
    assert_eq!(drawn(0), [None; 4]);
}

#[test]
fn what_is_taken_may_have_a_text_and_be_a_key() {
    let text = MINE.replace("id = 'purse'", "id = 'purse'\nabout = 'Old coins.'");
    let place = load(&text.replace("door = 'locked'", "door = 'locked'\nkey = 'purse'")).unwrap();
    assert_eq!((place.caches[1].about.as_str(), place.caches[0].about.as_str()), ("Old coins.", ""));
    assert_eq!([0, 1, 2].map(|way: usize| place.ways[way].key), [None, Some(1), None]);
}

#[test]
fn doors_and_secrets_part_what_is_taken_in_at_a_glance() {
    let place = mine();
    assert_eq!(place.areas, [0b0011, 0b0100, 0b1000].map(Numbers::of));
    assert_eq!([0, 1, 2, 3].map(|zone| place.area_of(zone)), [0, 0, 1, 2]);
    assert_eq!(place.ways[1].door, Door::Locked);
}

/// Several rooms deep, with the doors as they are; what is hidden is a wall until it is found.
#[test]
fn a_battlefield_spans_the_rooms_around_the_party() {
    let place = mine();
    let ground = place.battlefield(1, 16, |_| true).unwrap();
    assert_eq!((&ground.zones[..], &ground.ways[..]), (&[0, 1, 2, 3][..], &[1, 2][..]));
    let mut here = place.begin();
    place.arrive(&mut here, 1);
    let mut doors = ground.doors(&place, &here);
    assert_eq!([0, 1].map(|door| doors.at(door)), [Door::Locked, Door::Hidden]);
    assert_eq!(ground.field.now(&doors).beside(1), ZoneSet::one(0));
    place.search(&mut here);
    assert_eq!(ground.doors(&place, &here).at(1), Door::Shut, "found, it is a door like others");
    doors.set(0, Door::Broken);
    let seen = ground.field.watched(&doors, ZoneSet::one(1));
    assert_eq!(seen, ZoneSet::of(0b0111));
    ground.take_back(&mut here, &doors, seen);
    assert_eq!((here.doors.at(1), here.doors.at(2)), (Door::Broken, Door::Shut));
    assert!(here.seen.has(2));
    let small = place.battlefield(0, 2, |_| true).unwrap();
    assert_eq!((small.zones, small.ways), (vec![0, 1], vec![]), "no more than fit");
}

/// Those who are met stand a step away, far off or at a door, but not on top of the party, nor in its way back.
#[test]
fn those_who_are_met_stand_where_it_suits_them() {
    let row = MINE.replace("door = 'locked'", "").replace("door = 'shut'\nsecret = true", "door = 'open'");
    let place = load(&row).unwrap();
    let ground = place.battlefield(0, 16, |_| true).unwrap();
    let doors = ground.doors(&place, &place.begin());
    let footing = Footing { field: &ground.field, doors, party: 2, from: None, hazards: ZoneSet::NONE };
    assert_eq!(footing.stand(Distance::Near), 1);
    assert_eq!(footing.stand(Distance::Far), 0);
    assert_eq!(footing.stand(Distance::Door), 1);
    let burning = Footing { hazards: ZoneSet::one(1), ..footing };
    assert_eq!(burning.stand(Distance::Near), 0, "nobody waits in a fire");
    assert_eq!(Footing { from: Some(1), ..footing }.stand(Distance::Near), 0, "nor on the way back");
    assert_eq!(footing.arrive(Distance::Near), 1, "through the hall, where the door is");
    let mut shut = Footing { party: 3, ..footing };
    shut.doors.set(0, Door::Shut);
    assert_eq!(shut.stand(Distance::Near), 3, "nobody else is there");
    shut.let_in();
    assert_eq!((shut.doors.at(0), shut.arrive(Distance::Near)), (Door::Open, 1));
}

/// Those who live somewhere face who comes: not behind the party, nor where it would have met them. A room with one way in is
/// theirs, and the party is met in the doorway.
#[test]
fn nobody_is_met_behind_the_party() {
    let row = MINE.replace("door = 'locked'", "").replace("door = 'shut'\nsecret = true", "door = 'open'");
    let place = load(&row).unwrap();
    let ground = place.battlefield(2, 16, |_| true).unwrap();
    let mut here = place.begin();
    place.arrive(&mut here, 1);
    place.arrive(&mut here, 2);
    let mut doors = ground.doors(&place, &here);
    let within = ground.field.in_time(&doors);
    let array = ground.array(&here, &mut doors, ZoneSet::NONE, false);
    let stand =
        |at: Option<u8>, fit: bool| array.stand(within, &Foe { at, ..Foe::new(0) }, Distance::Near, |_| fit);
    assert_eq!(array.threshold(), Some(1));
    assert_eq!(stand(None, true), 2, "in the store, and the party in its doorway");
    assert_eq!([0, 1].map(|at| stand(Some(at), true)), [2, 2], "the party has just been there");
    assert_eq!((stand(Some(3), true), stand(Some(3), false)), (3, 2), "it has not been in the shrine");
    assert_eq!(stand(Some(2), true), 2);
    // Back in the hall there are other zones, and the store is behind the party.
    place.arrive(&mut here, 1);
    let array = ground.array(&here, &mut doors, ZoneSet::NONE, false);
    assert_eq!(array.stand(within, &Foe::new(0), Distance::Near, |_| true), 0);
    let burning = ground.array(&here, &mut doors, ZoneSet::of(0b1001), false);
    assert_eq!(burning.stand(within, &Foe::new(0), Distance::Near, |_| true), 1, "rather than in a fire");
}

/// A door is as somebody left it: what was forced stays broken, what was barred has no lock, and where there is none, none
/// appears.
#[test]
fn doors_have_states() {
    let place = load(&MINE.replace("door = 'shut'\nsecret = true", "door = 'barred'")).unwrap();
    let mut here = place.begin();
    place.arrive(&mut here, 1);
    assert_eq!([0, 1, 2].map(|way| here.doors.at(way)), [Door::None, Door::Locked, Door::Barred]);
    assert_eq!((place.steps(&here).0, place.closed_here(&here).0), (0b1, 0b110));
    place.set_door(&mut here, 2, Door::Broken);
    assert_eq!(zones(&place, &here, Seat::Watcher), ["mouth", "hall", "shrine"], "one can look through");
    place.arrive(&mut here, 3);
    assert_eq!(here.doors.at(2), Door::Broken, "going through does not mend it");
    here.doors.set(0, Door::Locked);
    assert_eq!(here.doors.at(0), Door::None);
    let text = serde_json::to_string(&here).unwrap();
    assert_eq!(serde_json::from_str::<Whereabouts>(&text).unwrap(), here);
}

#[test]
fn what_is_wrong_is_said_where_it_stands() {
    let wrong = |from: &str, to: &str| load(&MINE.replace(from, to)).unwrap_err().to_string();
    assert!(wrong("creature = 'wolf'", "creature = 'wulf'").contains("did you mean \"wolf\"?"));
    assert!(wrong("between = ['mouth', 'hall']", "between = ['hall']").contains("a way has two ends"));
    assert!(wrong("between = ['mouth', 'hall']", "between = ['hall', 'hall']").contains("beside itself"));
    assert!(wrong("exit = true", "").contains("cannot be left"));
    assert!(wrong("take = 'crown'\n", "").contains("nothing is to be done"));
    assert!(wrong("hidden = true", "hiden = true").contains("did you mean `hidden`?"));
    let lost = wrong(
        "weight = 3\n[[encounter.foes]]\ncreature = 'wolf'",
        "weight = 3\n[[encounter.foes]]\ncreature = 'wolf'\nat = 'mouth'",
    );
    assert!(lost.contains("turn up anywhere"), "{lost}");
    let anywhere = wrong("count = 2", "at = 'hall'");
    assert!(anywhere.contains("they turn up anywhere"), "{anywhere}");
    let island = load(&MINE.replace("[[way]]\nbetween = ['hall', 'store']\ndoor = 'locked'\n", ""));
    assert!(island.unwrap_err().to_string().contains("no way leads to \"store\""));
}
