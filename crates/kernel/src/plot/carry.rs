//! Picking up what a fight is about, and dropping it.

use super::{Happening, Lies, Plot, Plotted};
use crate::{ChoiceView, Deed, Log, Refusal, Who};

/// Picks something up, or drops it. What that costs is the system's business.
pub fn carry<R: Plotted>(
    rules: &R,
    state: &mut R::State,
    who: Who,
    prize: u8,
    up: bool,
    log: &mut impl Log<R::Event>,
) {
    let here = rules.places_of(state, who).first().map_or(Lies::Nowhere, Lies::At);
    rules.course_mut(state).lay(prize, if up { Lies::With(who) } else { here });
    log.tell(R::happens(if up { Happening::Took { who, prize } } else { Happening::Dropped { who, prize } }));
}

/// Can somebody pick this up, as far as the plot is concerned? The list for [`why_not_take`], which gives reasons.
pub fn can_take<R: Plotted>(rules: &R, state: &R::State, who: Who, prize: u8) -> bool {
    let here = match rules.course(state).lies(prize) {
        Lies::At(place) => rules.places_of(state, who).has(place),
        _ => false,
    };
    let taker = rules.plot().prize(prize).is_some_and(|one| one.takers[rules.side(state, who).index()]);
    here && taker && rules.course(state).carried(who).is_none()
}

/// As choices name it.
pub fn carry_text(plot: &Plot, prize: u8, up: bool) -> String {
    let id = plot.prize(prize).map_or("nothing", |prize| &prize.id);
    format!("{} {id}", if up { "take" } else { "drop" })
}

/// Why somebody cannot pick this up, apart from what the system has to say about the time for it.
pub fn why_not_take<R: Plotted>(rules: &R, state: &R::State, who: Who, prize: u8) -> Result<(), Refusal> {
    let Some(known) = rules.plot().prize(prize) else {
        return Err(Refusal::new("there is no such thing"));
    };
    if !known.takers[rules.side(state, who).index()] {
        return Err(Refusal::new("they have no use for it"));
    }
    // The same words wherever else it is: that may be a secret.
    match rules.course(state).lies(prize) {
        Lies::At(place) if rules.places_of(state, who).has(place) => {}
        _ => return Err(Refusal::new("that does not lie here")),
    }
    match rules.course(state).carried(who) {
        None => Ok(()),
        Some(_) => Err(Refusal::new("one such thing is all that somebody can carry")),
    }
}

pub fn why_not_drop<R: Plotted>(rules: &R, state: &R::State, who: Who, prize: u8) -> Result<(), Refusal> {
    if rules.course(state).carried(who) != Some(prize) {
        return Err(Refusal::new("whoever does not carry it cannot drop it"));
    }
    Ok(())
}

/// The choice to pick something up, or to drop it.
pub fn describe_carry(plot: &Plot, prize: u8, up: bool, view: &mut ChoiceView) {
    let name = plot.prize(prize).map_or_else(String::new, |prize| prize.name.to_lowercase());
    let (title, effect) = match up {
        true => {
            ("Pick up", "It is dropped by whoever goes down, and can be taken off the field from an exit.")
        }
        false => ("Drop", "It lies there for anybody to pick up."),
    };
    view.label = format!("{title} the {name}");
    view.deed = Deed::new(carry_text(plot, prize, up), format!("{title} · {name}")).with_effect(effect);
}
