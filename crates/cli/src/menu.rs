//! `fracas menu`: what there is to play, and a way into it.

use fracas_content::nearest;
use fracas_minds::{Brain, Kind};

use crate::args::{DiceOf, Heroes, PlayArgs, Sides};
use crate::failure::Failure;
use crate::lines::{Typist, say};
use crate::list::{Offer, as_text, offers, warn_of_library};
use crate::paint::{Ink, Paint, columns};
use crate::play;

pub fn run(paint: Paint) -> Result<(), Failure> {
    warn_of_library();
    let offers = offers()?;
    let typist = Typist::new();
    let title = paint.ink(Ink::Title, "Fracas");
    let list = as_text(&offers, paint, columns(), typist.is_person());
    say(&format!("{title}: tabletop fights to play, referee and simulate\n\n{list}\n"))?;
    let Some(first) = offers.first() else {
        return say("There are no scenarios.\n");
    };
    let id = &first.id;
    say(&format!(
        "Play one:      fracas play {id}\nGo on:         fracas play --resume\n\
         Simulate one:  fracas sim {id}\nEverything:    fracas help\n"
    ))?;
    if !typist.is_person() {
        return Ok(());
    }
    match pick(&offers, &typist)? {
        Some(scenario) => play::run(&defaults(scenario), paint),
        None => Ok(()),
    }
}

/// The scenario that the person names, or `None` if they leave.
fn pick(offers: &[Offer], typist: &Typist) -> Result<Option<String>, Failure> {
    loop {
        let Some(line) = typist.ask("\nWhich one? (a number or a name; q to quit) ")? else {
            return Ok(None);
        };
        if matches!(line.as_str(), "q" | "quit" | "exit") {
            return Ok(None);
        }
        let by_number = line.parse::<usize>().ok().and_then(|n| offers.get(n.checked_sub(1)?));
        let by_name =
            || offers.iter().find(|offer| offer.id == line || offer.title.eq_ignore_ascii_case(&line));
        match by_number.or_else(by_name) {
            Some(offer) => return Ok(Some(format!("{}/{}", offer.system, offer.id))),
            None if line.is_empty() => {}
            None => {
                let near = nearest(&line, offers.iter().map(|offer| offer.id.as_str()));
                let near = near.map(|near| format!(" Did you mean {near:?}?")).unwrap_or_default();
                say(&format!("No scenario is {line:?}: type a number from 1 to {}.{near}\n", offers.len()))?;
            }
        }
    }
}

fn defaults(scenario: String) -> PlayArgs {
    PlayArgs {
        scenario: Some(scenario),
        seed: None,
        side: Sides::Heroes,
        heroes: Heroes::Me,
        mind: Brain::new(Kind::Instinct),
        explain: false,
        plain: false,
        dice: DiceOf::Program,
        party: None,
        resume: None,
        save: None,
    }
}
