//! Who turns up by chance: how often a die is rolled for it, and on how many of six faces somebody comes.

use fracas_content::Reader;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wandering {
    /// Turns between two looks, and looks in a night.
    pub every: u32,
    pub night: u32,
    /// Of six.
    pub chance: u8,
}

impl Wandering {
    /// The `wandering` of an adventure's file.
    pub fn read(top: &mut Reader<'_>) -> Option<Wandering> {
        let mut table = top.table("wandering")?;
        let wandering = Wandering {
            every: table.integer("every", 1..=48),
            chance: table.integer("chance", 1..=6),
            night: table.optional_integer("night", 0..=24).unwrap_or(3),
        };
        table.finish();
        Some(wandering)
    }

    /// What a d6 must reach for somebody to come.
    pub fn needed(self) -> i32 {
        7 - i32::from(self.chance.min(6))
    }

    /// How likely it is that something breaks a night.
    pub fn breaks_a_night(self) -> f64 {
        let quiet = f64::from(6 - self.chance.min(6)) / 6.0;
        1.0 - quiet.powi(self.night as i32)
    }
}
