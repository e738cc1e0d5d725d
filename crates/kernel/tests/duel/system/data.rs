//! What does not change in a duel: the fencers as they come, and the field.

use fracas_kernel::{Side, Who, Zone, Zones};

use super::state::{Defence, Fencer, MAX, Place, State, Turn};

#[derive(Clone, Copy, Debug)]
pub struct Kind {
    pub id: &'static str,
    pub name: &'static str,
    pub skill: i16,
    pub health: i8,
    pub mail: bool,
}

pub const KINDS: [Kind; 5] = [
    Kind { id: "anna", name: "Anna", skill: 2, health: 8, mail: false },
    Kind { id: "bela", name: "Bela", skill: 1, health: 6, mail: true },
    Kind { id: "carl", name: "Carl", skill: 2, health: 7, mail: true },
    Kind { id: "dora", name: "Dora", skill: 0, health: 5, mail: false },
    Kind { id: "guard", name: "Guard", skill: 0, health: 3, mail: false },
];

/// One duel.
#[derive(Clone, Debug)]
pub struct Duel {
    pub title: String,
    pub zones: Zones,
    pub opening: State,
    /// How odds suppose that a strike is met; none: as is best.
    pub habit: Option<Defence>,
    /// Are storms of blows allowed? They have more outcomes than can be counted.
    pub wild: bool,
}

impl Duel {
    /// After this many rounds the seconds step in.
    pub const ROUNDS: u8 = 20;

    /// Anna and Carl in the yard.
    pub fn pair() -> Duel {
        Duel::new("Two in the yard", &[(0, Side::Heroes, 0), (2, Side::Monsters, 0)])
    }

    /// Anna and Bela against Carl and Dora.
    pub fn four() -> Duel {
        let four =
            [(0, Side::Heroes, 0), (1, Side::Heroes, 0), (2, Side::Monsters, 0), (3, Side::Monsters, 1)];
        Duel::new("Four at the gate", &four)
    }

    /// Fencers by kind, side and zone. The yard (0) and the gate (2), which is the way out, lie on either side of the
    /// stair (1) and do not see each other.
    pub fn new(title: &str, fencers: &[(u8, Side, u8)]) -> Duel {
        let zone = |id: &str, name: &str, at, exit| Zone {
            id: id.to_owned(),
            name: name.to_owned(),
            tags: Vec::new(),
            at,
            exit,
            ..Zone::default()
        };
        let zones = vec![
            zone("yard", "Yard", (0, 0), false),
            zone("stair", "Stair", (1, 0), false),
            zone("gate", "Gate", (2, 0), true),
        ];
        let zones = Zones::new(zones, &[(0, 1), (1, 2)], &[(0, 2)]).expect("three zones in a row");
        let mut opening = State {
            fencers: [Duel::fencer(0, Side::Heroes, 0); MAX],
            count: fencers.len() as u8,
            round: 1,
            turn: Turn::Guards,
            blow: None,
            over: None,
        };
        for (place, &(kind, side, zone)) in opening.fencers.iter_mut().zip(fencers) {
            *place = Duel::fencer(kind, side, zone);
        }
        Duel { title: title.to_owned(), zones, opening, habit: None, wild: false }
    }

    pub fn fencer(kind: u8, side: Side, zone: u8) -> Fencer {
        let Kind { health, mail, .. } = KINDS[usize::from(kind)];
        Fencer {
            kind,
            side,
            zone,
            health,
            breath: 2,
            shaken: 0,
            bound: false,
            place: Place::Up,
            guard: None,
            mail,
            mail_seen: false,
            parried: false,
        }
    }

    pub fn kind(&self, state: &State, who: Who) -> &'static Kind {
        &KINDS[usize::from(state.of(who).kind)]
    }

    pub fn skill(&self, state: &State, who: Who) -> i16 {
        self.kind(state, who).skill
    }

    /// Which of its kind somebody is, from 1.
    fn nth(&self, state: &State, who: Who) -> usize {
        let same = |&other: &Who| other <= who && state.of(other).kind == state.of(who).kind;
        state.everyone().filter(same).count()
    }

    pub fn id_of(&self, state: &State, who: Who) -> String {
        match (self.kind(state, who).id, self.nth(state, who)) {
            (id, 1) => id.to_owned(),
            (id, n) => format!("{id}-{n}"),
        }
    }

    pub fn name_of(&self, state: &State, who: Who) -> String {
        match (self.kind(state, who).name, self.nth(state, who)) {
            (name, 1) => name.to_owned(),
            (name, n) => format!("{name} {n}"),
        }
    }
}
