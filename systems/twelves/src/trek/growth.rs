//! Growth from one adventure to the next: a deed for each that was done, and what a hero has made of it. It knows no
//! adventure.

use fracas_content::Reader;

use crate::data::{Attribute, Sheet};
use crate::load::Loader;

/// The most that growth leads to.
pub const MAX_ATTRIBUTE: u8 = 11;
pub const MAX_HITS: u8 = 12;
pub const MAX_FEATS: usize = 3;

/// What a hero has done, and how it has grown by that.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Growth {
    pub deeds: u8,
    /// As the file has them.
    pub steps: Vec<String>,
    grown: Vec<Step>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    More(Attribute),
    Hit,
    Feat(usize),
}

impl Growth {
    pub(crate) fn read(table: &mut Reader<'_>, sheet: &Sheet, loader: &Loader) -> Growth {
        let deeds = table.optional_integer("deeds", 0..=99).unwrap_or(0);
        let attributes = Attribute::ALL.into_iter().map(|(name, one)| (name, Step::More(one)));
        let feats = loader.feat_names.iter().enumerate().map(|(feat, name)| (name, Step::Feat(feat)));
        let known: Vec<(&str, Step)> = attributes.chain([("hits", Step::Hit)]).chain(feats).collect();
        let grown = table.some_of("grown", &known);
        // TWELVES-H2
        if grown.len() > usize::from(deeds) {
            let what = format_args!("{} steps of growth for {deeds} deeds", grown.len());
            table.problem_at("grown", what, "name at most one for each deed");
        }
        let name = |step: &Step| known.iter().find(|(_, other)| other == step).map_or("", |(name, _)| name);
        let steps = grown.iter().map(|step| name(step).to_owned()).collect();
        let growth = Growth { deeds, steps, grown };
        if let Some(beyond) = growth.beyond(sheet) {
            table.problem_at("grown", beyond, "name something else");
        }
        growth
    }

    /// What is more than anybody grows to.
    fn beyond(&self, sheet: &Sheet) -> Option<&'static str> {
        let times = |step: Step| self.grown.iter().filter(|&&other| other == step).count();
        let over = |(_, one): &(&str, Attribute)| {
            usize::from(sheet.attribute(*one)) + times(Step::More(*one)) > usize::from(MAX_ATTRIBUTE)
                && times(Step::More(*one)) > 0
        };
        let feats = self.grown.iter().filter(|step| matches!(step, Step::Feat(_))).count();
        let again = |step: &Step| match *step {
            Step::Feat(feat) => times(*step) > 1 || sheet.feats.iter().any(|&own| usize::from(own) == feat),
            _ => false,
        };
        let hits = times(Step::Hit);
        if Attribute::ALL.iter().any(over) {
            Some("no attribute grows beyond 11")
        } else if hits > 0 && usize::from(sheet.hits) + hits > usize::from(MAX_HITS) {
            Some("nobody grows beyond 12 hits")
        } else if feats > 0 && sheet.feats.len() + feats > MAX_FEATS {
            Some("nobody grows beyond three feats")
        } else if self.grown.iter().any(again) {
            Some("that feat is there already")
        } else {
            None
        }
    }

    /// The hero as it has become; none if it has not changed.
    pub(crate) fn of(&self, sheet: &Sheet, loader: &Loader) -> Option<Sheet> {
        if self.grown.is_empty() {
            return None;
        }
        let mut sheet = sheet.clone();
        for step in &self.grown {
            match *step {
                Step::More(attribute) => {
                    let value = &mut sheet.attributes[attribute as usize];
                    *value = (*value + 1).min(MAX_ATTRIBUTE);
                }
                Step::Hit => sheet.hits = (sheet.hits + 1).min(MAX_HITS.max(sheet.hits)),
                Step::Feat(feat) => {
                    let Some(knack) = loader.feats.get(feat).map(|feat| feat.knack) else { continue };
                    sheet.feats.push(feat as u8);
                    sheet.knack = sheet.knack.and(knack);
                    sheet.ready |= knack.ready;
                }
            }
        }
        Some(sheet)
    }
}
