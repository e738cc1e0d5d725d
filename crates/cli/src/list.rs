//! `fracas list`: what there is to play.

use fracas_content::{Kind, Listed, Problems, adventures, own_library, read, scenarios};
use fracas_kernel::{Seat, Side, Token};
use fracas_systems::{System, bundle_for, open, own_scenarios, own_things};
use serde_json::{Value, json};

use crate::paint::{Ink, Paint, wrap};

/// A scenario as it is offered.
#[derive(Debug)]
pub struct Offer {
    pub system: String,
    pub id: String,
    pub title: String,
    pub about: String,
    /// In the own library, and not built in.
    yours: bool,
    kind: Kind,
    heroes: Vec<Token>,
    monsters: Vec<Token>,
}

impl Offer {
    fn new(built_in: Listed) -> Result<Offer, Problems> {
        let about = read(&built_in.source, |top| top.optional_string("about"))?;
        let kind = Kind::of(&built_in.source)?;
        let game = open(bundle_for(built_in.source)?, 0, 0)?;
        let side = |side| game.view(Seat::Judge).tokens.into_iter().filter(move |token| token.side == side);
        Ok(Offer {
            system: built_in.system,
            id: built_in.id,
            title: game.title().to_owned(),
            about: about.unwrap_or_default(),
            yours: built_in.yours,
            kind,
            heroes: side(Side::Heroes).collect(),
            monsters: side(Side::Monsters).collect(),
        })
    }

    fn json(&self) -> Value {
        let side = |tokens: &[Token]| -> Vec<Value> {
            tokens.iter().map(|t| json!({ "id": t.id, "name": t.name, "kind": t.kind })).collect()
        };
        json!({
            "system": self.system,
            "id": self.id,
            "kind": self.kind.name(),
            "title": self.title,
            "about": self.about,
            "yours": self.yours,
            "sides": { "heroes": side(&self.heroes), "monsters": side(&self.monsters) },
        })
    }
}

/// Every scenario that comes with the program, and those of the own library that can be played.
pub fn offers() -> Result<Vec<Offer>, Problems> {
    let ours = |built_in: &Listed| System::ALL.iter().any(|system| system.name() == built_in.system);
    let mut offers: Vec<Offer> =
        scenarios().chain(adventures()).filter(ours).map(Offer::new).collect::<Result<_, _>>()?;
    offers.extend(own_scenarios().files.into_iter().filter_map(|listed| Offer::new(listed).ok()));
    offers.sort_by(|a, b| a.system.cmp(&b.system));
    Ok(offers)
}

/// Says on standard error what is wrong with files of the own library; the rest of it works.
pub fn warn_of_library() {
    let Some(own) = own_library() else { return };
    let things = System::ALL.iter().flat_map(|&system| own_things(system).broken);
    let broken: Vec<String> = things.chain(own_scenarios().broken).collect();
    if !broken.is_empty() {
        eprintln!("Left out of your library ({}):", own.folder().display());
        broken.iter().for_each(|problems| eprintln!("{}", problems.trim_end()));
    }
}

pub fn as_json(offers: &[Offer]) -> String {
    let systems: Vec<Value> = System::ALL.iter().map(|system| json!({ "name": system.name() })).collect();
    let scenarios: Vec<Value> = offers.iter().map(Offer::json).collect();
    format!("{:#}\n", json!({ "systems": systems, "scenarios": scenarios }))
}

/// The list as people read it, by system; `numbered` puts a number before each.
pub fn as_text(offers: &[Offer], paint: Paint, columns: usize, numbered: bool) -> String {
    let longest = offers.iter().map(|offer| offer.id.len()).max().unwrap_or(0);
    let margin = if numbered { 4 } else { 2 };
    let indent = " ".repeat(margin + 2);
    let room = columns.saturating_sub(indent.len()).max(20);
    let mut text = String::new();
    let mut system = "";
    for (index, offer) in offers.iter().enumerate() {
        if offer.system != system {
            system = &offer.system;
            text += &format!("{}\n", paint.ink(Ink::Title, system));
        }
        let number = if numbered { format!("{:>3} ", index + 1) } else { "  ".to_owned() };
        let id = paint.ink(Ink::Strong, &format!("{:longest$}", offer.id));
        let yours = if offer.yours { paint.ink(Ink::Quiet, " (yours)") } else { String::new() };
        text += &format!("{number}{id}  {}{yours}\n", offer.title);
        let sides = match offer.kind {
            Kind::Adventure => format!("an adventure for {}", names(&offer.heroes)),
            _ => format!("{} against {}", names(&offer.heroes), names(&offer.monsters)),
        };
        for line in wrap(&offer.about, room) {
            text += &format!("{indent}{}\n", line.trim_end());
        }
        for line in wrap(&sides, room) {
            text += &format!("{indent}{}\n", paint.ink(Ink::Quiet, &line));
        }
    }
    text
}

/// "Brakk, Ysolde", or "goblin ×3": those who only differ by a number are counted.
fn names(tokens: &[Token]) -> String {
    let mut counted: Vec<(&str, usize)> = Vec::new();
    for token in tokens {
        let name = token.name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
        match counted.iter_mut().find(|(known, _)| *known == name) {
            Some((_, many)) => *many += 1,
            None => counted.push((name, 1)),
        }
    }
    let shown = counted.into_iter().map(|(name, many)| match many {
        1 => name.to_owned(),
        _ => format!("{name} ×{many}"),
    });
    shown.collect::<Vec<_>>().join(", ")
}
