//! `[[goal]]`, `[[loss]]`, `[[event]]` and `[[prize]]` of a fight, as every system writes them. They are read in two steps:
//! events first, because those who come with them say so, and the rest when it is known who is there.

use fracas_kernel::plot::{
    Aim, By, Cue, Goal, Incident, MAX_AIMS, MAX_INCIDENTS, MAX_PRIZES, Plot, Prize, Spot,
};
use fracas_kernel::{Field, Side, Who, ZoneSet, Zones};

use crate::{Names, Reader};

const SIDES: [(&str, Side); 2] = [("heroes", Side::Heroes), ("monsters", Side::Monsters)];

/// What a plot can speak of, by number.
#[derive(Debug)]
pub struct Stage {
    pub places: Vec<Spot>,
    pub exits: ZoneSet,
    pub doors: Vec<Spot>,
    pub hazards: Hazards,
    /// Everybody, those who come later too.
    pub people: Vec<Person>,
}

impl Stage {
    /// The zones and doors of a field, with what the system's hazards and combatants are called.
    pub fn on(field: &Field, hazards: Hazards, people: Vec<Person>) -> Stage {
        let zones = field.zones();
        let spot = |id: &String, name: &String| Spot { id: id.clone(), name: name.clone() };
        Stage {
            places: zones.all().iter().map(|zone| spot(&zone.id, &zone.name)).collect(),
            exits: zones.exit_zones(),
            doors: field.doorways().iter().map(|way| spot(&way.id, &way.name)).collect(),
            hazards,
            people,
        }
    }
}

/// What can make a place dangerous in the course of a fight.
#[derive(Debug)]
pub enum Hazards {
    /// These rules have nothing of the kind.
    None,
    /// Any of these, anywhere; one without an id cannot be named.
    Named(Vec<Spot>),
    /// What sleeps in each place, if anything.
    Asleep(Vec<Option<String>>),
}

/// Somebody in a fight.
#[derive(Debug)]
pub struct Person {
    pub id: String,
    pub side: Side,
    /// The place in which they begin, where it has a name.
    pub at: Option<u8>,
    /// The places to which a way leads from there, through doors if need be.
    pub reaches: ZoneSet,
    /// The event with which they come.
    pub comes: Option<u8>,
}

impl Person {
    /// Somebody in a zone of a field.
    pub fn on(field: &Field, id: String, side: Side, zone: u8, comes: Option<u8>) -> Person {
        let zones = field.zones();
        let reaches = zones.numbers().filter(|&to| zones.distance(zone, to) != Zones::APART).collect();
        Person { id, side, at: Some(zone), reaches, comes }
    }
}

/// The tables of a plot, until everything is known that they speak of.
#[derive(Debug)]
pub struct Plots<'a> {
    events: Vec<Reader<'a>>,
    names: Names,
    goals: Vec<Reader<'a>>,
    losses: Vec<Reader<'a>>,
    prizes: Vec<Reader<'a>>,
}

impl<'a> Plots<'a> {
    pub fn begin(top: &mut Reader<'a>) -> Plots<'a> {
        let mut names = Names::new("event");
        let mut events = top.tables("event");
        for event in &mut events {
            event.name("id", &mut names);
        }
        Plots {
            events,
            names,
            goals: top.tables("goal"),
            losses: top.tables("loss"),
            prizes: top.tables("prize"),
        }
    }

    /// Does nothing stand there?
    pub fn is_empty(&self) -> bool {
        self.events.is_empty() && self.goals.is_empty() && self.losses.is_empty() && self.prizes.is_empty()
    }

    /// The event with which those of a `[[foes]]` or `[[party]]` table come.
    pub fn comes(&self, table: &mut Reader<'_>) -> Option<u8> {
        table.optional_reference("comes", &self.names).map(|event| event as u8)
    }

    /// The plot, and nothing that cannot work.
    pub fn end(self, stage: Stage) -> Plot {
        let mut reading = Reading::new(stage);
        let Plots { events, mut goals, mut losses, mut prizes, .. } = self;
        prizes.iter_mut().for_each(|table| reading.prize(table));
        too_many(&prizes, MAX_PRIZES, "things to carry");
        let all = goals.len();
        reading.plot.goals = goals.iter_mut().filter_map(|table| reading.goal(table, Side::Heroes)).collect();
        reading.plot.losses =
            losses.iter_mut().filter_map(|table| reading.goal(table, Side::Monsters)).collect();
        too_many(&losses, MAX_AIMS.saturating_sub(all), "goals and losses");
        too_many(&goals, MAX_AIMS, "goals");
        for (mut table, number) in events.into_iter().zip(0_u8..) {
            reading.event(&mut table, number);
            table.finish();
        }
        goals.iter().chain(&losses).chain(&prizes).for_each(Reader::finish);
        reading.done()
    }
}

fn too_many(tables: &[Reader<'_>], most: usize, what: &str) {
    if let Some(table) = tables.get(most) {
        table.problem(format_args!("too many {what}"), format_args!("a fight has at most {most} here"));
    }
}

struct Reading {
    stage: Stage,
    places: Names,
    doors: Names,
    hazards: Names,
    people: Names,
    prizes: Names,
    plot: Plot,
    /// The incident that each event became first.
    firsts: Vec<u8>,
}

impl Reading {
    fn new(stage: Stage) -> Reading {
        let names = |kind: &str, spots: &[Spot]| Names::of(kind, spots.iter().map(|spot| spot.id.clone()));
        let label = |spots: &[Spot]| spots.iter().map(|spot| spot.name.clone()).collect();
        let plot = Plot {
            places: stage.places.clone(),
            doors: label(&stage.doors),
            hazards: match &stage.hazards {
                Hazards::None => Vec::new(),
                Hazards::Named(spots) => label(spots),
                Hazards::Asleep(names) => names.iter().map(|name| name.clone().unwrap_or_default()).collect(),
            },
            ..Plot::default()
        };
        Reading {
            places: names("zone", &stage.places),
            doors: names("door", &stage.doors),
            hazards: match &stage.hazards {
                Hazards::Named(spots) => names("hazard", spots),
                Hazards::None | Hazards::Asleep(_) => Names::new("hazard"),
            },
            people: Names::of("combatant", stage.people.iter().map(|person| person.id.clone())),
            prizes: Names::new("prize"),
            plot,
            firsts: Vec::new(),
            stage,
        }
    }

    fn prize(&mut self, table: &mut Reader<'_>) {
        let id = table.name("id", &mut self.prizes);
        let name = table.string("name");
        let at = table.reference("at", &self.places).unwrap_or(0) as u8;
        self.plot.prizes.push(Prize {
            id,
            name,
            about: table.optional_string("about").unwrap_or_default(),
            at,
            takers: [true, false],
        });
    }

    fn goal(&mut self, table: &mut Reader<'_>, side: Side) -> Option<Goal> {
        let keys: &[&str] = match side {
            Side::Heroes => &["hold", "reach", "carry", "rescue", "protect", "kill", "leave"],
            Side::Monsters => &["rounds", "reach", "carry", "kill"],
        };
        let named: Vec<&str> = keys.iter().copied().filter(|key| table.has(key)).collect();
        let text = table.optional_string("text");
        let [key] = named[..] else {
            let listed: Vec<String> = keys.iter().map(|key| format!("`{key}`")).collect();
            table.problem("this says one thing that is wanted", format!("give one of {}", listed.join(", ")));
            return None;
        };
        let aim = match key {
            "hold" | "rounds" => Aim::Hold { rounds: table.integer(key, 1..=99) },
            "reach" => {
                let place = table.reference(key, &self.places)? as u8;
                let count = table.optional_integer("count", 1..=32).unwrap_or(1);
                let by = self.person(table, "by").map_or(By::Any(count), By::One);
                self.check_reach(table, key, side, place, by);
                Aim::Reach { place, by }
            }
            "carry" => {
                let prize = table.reference(key, &self.prizes)? as u8;
                let to = self.whither(table, key, side);
                if let Some(known) = self.plot.prizes.get_mut(usize::from(prize)) {
                    known.takers[side.index()] = true;
                    let at = known.at;
                    self.check_reach(table, key, side, at, By::Any(1));
                }
                Aim::Carry { prize, to }
            }
            "rescue" => {
                let who = self.needed_person(table, key)?;
                Aim::Bring { who, to: self.whither(table, key, side) }
            }
            "protect" => Aim::Protect { who: self.needed_person(table, key)? },
            "kill" => {
                let who = self.needed_person(table, key)?;
                if self.stage.people.get(who.index()).is_some_and(|person| person.side == side) {
                    table.problem_at(key, "they are on the same side", "name one of the other side");
                }
                Aim::Kill { who }
            }
            _ => {
                if self.stage.exits.is_empty() {
                    table.problem_at(key, "nobody can leave: there is no exit", "give a zone `exit = true`");
                }
                Aim::Leave { count: table.integer(key, 1..=32) }
            }
        };
        Some(Goal { aim, text })
    }

    fn person(&self, table: &mut Reader<'_>, key: &str) -> Option<Who> {
        table.optional_reference(key, &self.people).map(|index| Who(index as u8))
    }

    fn needed_person(&self, table: &mut Reader<'_>, key: &str) -> Option<Who> {
        table.reference(key, &self.people).map(|index| Who(index as u8))
    }

    /// Where something is to be brought: a place, or off the field.
    fn whither(&self, table: &mut Reader<'_>, key: &str, side: Side) -> Option<u8> {
        let to = table.optional_reference("to", &self.places).map(|place| place as u8);
        match to {
            Some(place) => self.check_reach(table, "to", side, place, By::Any(1)),
            None if self.stage.exits.is_empty() && !table.has("to") => table.problem_at(
                key,
                "nothing can be taken off the field: there is no exit",
                "give a zone `exit = true`, or say `to` which zone",
            ),
            None => {}
        }
        to
    }

    /// Can those who want it get there at all?
    fn check_reach(&self, table: &Reader<'_>, key: &str, side: Side, place: u8, by: By) {
        let people = || self.stage.people.iter().filter(|person| person.side == side);
        let joined = |person: &Person| person.reaches.has(place);
        let (can, needed) = match by {
            By::One(who) => {
                (self.stage.people.get(who.index()).filter(|person| joined(person)).iter().count(), 1)
            }
            By::Any(count) => (people().filter(|person| joined(person)).count(), usize::from(count)),
        };
        if people().count() > 0 && can < needed {
            let name = self.stage.places.get(usize::from(place)).map_or("there", |spot| &spot.id);
            let advice = format!("join {name:?} to where the {} begin, or ask for fewer", side.name());
            table.problem_at(key, format!("only {can} of them can get there, not {needed}"), advice);
        }
    }

    /// One incident, or several where a hazard spreads.
    fn event(&mut self, table: &mut Reader<'_>, number: u8) {
        let cue = self.cue(table).unwrap_or(Cue::Round(1));
        let text = table.optional_string("text");
        let door = ["opens", "shuts"].into_iter().find_map(|key| {
            table.optional_reference(key, &self.doors).map(|door| (door as u8, key == "opens"))
        });
        let (perils, every) = self.perils(table, cue);
        let people = self.stage.people.iter().filter(|person| person.comes == Some(number));
        let arrivals: ZoneSet = people.clone().filter_map(|person| person.at).collect();
        let comes = people.count() > 0;
        if text.is_none() && door.is_none() && perils.is_empty() && !comes {
            let advice =
                "give `text`, `hazard` with `zones`, `opens` or `shuts`, or let [[foes]] say `comes`";
            table.problem("nothing happens", advice);
        }
        self.firsts.push(self.plot.incidents.len() as u8);
        let first = Incident { id: table.path().to_owned(), cue, text, hazard: None, door, shows: arrivals };
        let spread = perils.iter().zip(0_u16..).map(|(&(zone, hazard), nth)| {
            let cue = match cue {
                Cue::Round(round) => Cue::Round(round + every * nth),
                other => other,
            };
            let mut one =
                if nth == 0 { first.clone() } else { Incident { text: None, door: None, ..first.clone() } };
            one.shows.insert(zone);
            Incident { cue, hazard: Some((zone, hazard)), ..one }
        });
        let all: Vec<Incident> = if perils.is_empty() { vec![first.clone()] } else { spread.collect() };
        self.plot.incidents.extend(all);
        if self.plot.incidents.len() > MAX_INCIDENTS {
            let advice = format!("a fight has at most {MAX_INCIDENTS}, each zone of a hazard counted");
            table.problem("too many events", advice);
            self.plot.incidents.truncate(MAX_INCIDENTS);
        }
    }

    /// The zones that become dangerous, by what, and how many rounds apart.
    fn perils(&self, table: &mut Reader<'_>, cue: Cue) -> (Vec<(u8, u8)>, u16) {
        if matches!(self.stage.hazards, Hazards::None) {
            return (Vec::new(), 0);
        }
        let named = match self.stage.hazards {
            Hazards::Named(_) => table.optional_reference("hazard", &self.hazards).map(|hazard| hazard as u8),
            _ => None,
        };
        let zones = table.references("zones", &self.places);
        let every: u16 = table.optional_integer("every", 1..=20).unwrap_or(0);
        if every > 0 && !matches!(cue, Cue::Round(_)) {
            table.problem_at("every", "only what begins in a round spreads", "write `when = { round = … }`");
        }
        let asleep = match &self.stage.hazards {
            Hazards::Asleep(names) => names,
            _ => {
                if named.is_some() && zones.is_empty() {
                    table.demand_at("zones", "a hazard comes to some place", "name one or more `zones`");
                }
                if named.is_none() && !zones.is_empty() && !table.has("hazard") {
                    table.demand_at("hazard", "nothing comes to these zones", "name a `hazard`");
                }
                let each = |zone: usize| Some((zone as u8, named?));
                return (zones.into_iter().filter_map(each).collect(), every);
            }
        };
        if zones.iter().any(|&zone| asleep.get(zone).is_none_or(Option::is_none)) {
            let advice = "give it a [zone.hazard] with `dormant = true`";
            table.problem_at("zones", "nothing sleeps in one of these zones", advice);
        }
        (zones.into_iter().map(|zone| (zone as u8, zone as u8)).collect(), every)
    }

    fn cue(&self, table: &mut Reader<'_>) -> Option<Cue> {
        let mut when = table.need_table("when")?;
        let keys = ["round", "falls", "down_to", "enters", "opened", "taken"];
        let named: Vec<&str> = keys.into_iter().filter(|key| when.has(key)).collect();
        let cue = match named[..] {
            ["round"] => Some(Cue::Round(when.integer("round", 1..=99))),
            ["falls"] => self.needed_person(&mut when, "falls").map(Cue::Falls),
            ["down_to"] => {
                let side = when.optional_one_of("side", &SIDES).unwrap_or(Side::Monsters);
                Some(Cue::DownTo { side, count: when.integer("down_to", 0..=32) })
            }
            ["enters"] => {
                let side = when.optional_one_of("side", &SIDES).unwrap_or(Side::Heroes);
                let place = when.reference("enters", &self.places);
                place.map(|place| Cue::Enters { place: place as u8, side })
            }
            ["opened"] => {
                let door = when.reference("opened", &self.doors);
                door.map(|door| Cue::Opens { door: door as u8 })
            }
            ["taken"] => {
                let prize = when.reference("taken", &self.prizes);
                prize.map(|prize| Cue::Taken { prize: prize as u8 })
            }
            _ => {
                let advice = "give one of `round`, `falls`, `down_to`, `enters`, `opened`, `taken`";
                when.problem("an event waits for one thing", advice);
                None
            }
        };
        when.finish();
        cue
    }

    fn done(mut self) -> Plot {
        let comers = self.stage.people.iter().zip(0_u8..);
        let comers =
            comers.filter_map(|(person, who)| Some((Who(who), *self.firsts.get(person.comes? as usize)?)));
        self.plot.comers = comers.collect();
        self.plot
    }
}
