//! Encounters built to a target difficulty: monsters whose worth adds up to a share of the party's.

use fracas_dice::Seeded;

use crate::data::Sheet;

/// What the monsters may weigh together; a difficulty of 100 is as much as the party.
pub(crate) fn budget(party: u32, difficulty: u32) -> u32 {
    party * difficulty / 100
}

/// How many kinds of monster an encounter has at most.
const KINDS: usize = 4;

/// Picks monsters, by their number, whose worth comes as near to the budget as one more of the smallest would allow.
pub(crate) fn build(known: &[(u8, &Sheet)], budget: u32, room: usize, seed: u64) -> Vec<u8> {
    let mut lots = Seeded::new(seed);
    let mut pool: Vec<(u8, u32)> = known.iter().map(|(index, sheet)| (*index, sheet.worth.max(1))).collect();
    // Nobody who alone would weigh more than everybody should.
    pool.retain(|&(_, worth)| worth <= budget);
    while pool.len() > KINDS {
        pool.remove(lots.below(pool.len() as u64) as usize);
    }
    let mut chosen = Vec::new();
    let mut left = budget;
    while chosen.len() < room {
        let fits: Vec<(u8, u32)> = pool.iter().copied().filter(|&(_, worth)| worth <= left).collect();
        let Some(&(index, worth)) = fits.get(lots.below(fits.len().max(1) as u64) as usize) else { break };
        chosen.push(index);
        left -= worth;
    }
    if chosen.is_empty()
        && let Some((index, _)) = known.iter().min_by_key(|(_, sheet)| sheet.worth)
    {
        chosen.push(*index);
    }
    chosen.sort_unstable();
    chosen
}
