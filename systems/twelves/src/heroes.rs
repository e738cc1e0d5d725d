//! Heroes as the project makes them: points that are shared out among the attributes and hits, a feat, and two weapons. And
//! what about a hero in a file could not have come of that.

use fracas_dice::{Dice, Why};

use crate::data::{Attribute, Sheet};

/// What the attributes and the hits of a beginner come to, together.
pub(crate) const POINTS: u16 = 27;
/// The highest TH and Rank of a beginner, and how many feats there are.
const TH: u8 = 8;
const RANK: u8 = 2;
const FEATS: usize = 1;

/// A hero as a table for a file.
pub fn rolled_hero(dice: &mut impl Dice) -> String {
    // TWELVES-H1
    let hits = 5 + dice.pick(Why::table("hits"), 3) as u16;
    let mut values = [4; 3];
    for _ in values.iter().sum()..POINTS - hits {
        let open: Vec<usize> = (0..values.len()).filter(|&index| values[index] < 10).collect();
        values[open[dice.pick(Why::table("attribute"), open.len())]] += 1;
    }
    let [might, agility, wits] = values;
    let weapons = match () {
        () if might >= agility && might >= wits => "[\"maul\", \"cudgel\"]",
        () if agility >= wits => "[\"long-blade\", \"sling\"]",
        () => "[\"hatchet\", \"fire-pot\"]",
    };
    let feats = ["first-off-the-bench", "eel", "doorkeeper", "goat-feet", "bear-hug"];
    let feat = feats[dice.pick(Why::table("feat"), feats.len())];
    format!(
        "[[hero]]\nid = \"my-hero\"\nname = \"My hero\"\nabout = \"A sentence for players to read.\"\nth = 7\n\
         hits = {hits}\nmight = {might}\nagility = {agility}\nwits = {wits}\nweapons = {weapons}\nfeats = [\"{feat}\"]\n"
    )
}

/// What about a hero is not as the rules would have it.
pub(crate) fn oddities(sheet: &Sheet) -> Vec<String> {
    // TWELVES-H1
    let name = &sheet.name;
    let attributes = Attribute::ALL.iter().map(|(_, attribute)| u16::from(sheet.attribute(*attribute)));
    let points = attributes.sum::<u16>() + u16::from(sheet.hits);
    let found = [
        (points > POINTS)
            .then(|| format!("{name} has {points} points of attributes and hits; a beginner has {POINTS}")),
        (sheet.th > TH).then(|| format!("{name} has TH {}; a beginner has at most {TH}", sheet.th)),
        (sheet.rank > RANK).then(|| format!("{name} has Rank {}; a beginner has at most {RANK}", sheet.rank)),
        (sheet.feats.len() > FEATS)
            .then(|| format!("{name} has {} feats; a beginner has one", sheet.feats.len())),
        (sheet.regrows > 0).then(|| format!("{name} regenerates, which no hero does")),
    ];
    found.into_iter().flatten().collect()
}
