//! What a scenario says and no fight changes.

use fracas_kernel::{Side, Zones};

#[derive(Clone, Debug)]
pub struct Template {
    pub(crate) title: String,
    pub(crate) zones: Zones,
    pub(crate) sheets: Vec<Sheet>,
    pub(crate) placed: Vec<Placed>,
}

#[derive(Clone, Debug)]
pub struct Sheet {
    pub id: String,
    pub name: String,
    pub health: i16,
    pub skill: i16,
}

/// Somebody on the field at the start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    pub sheet: u8,
    pub side: Side,
    pub zone: u8,
}
