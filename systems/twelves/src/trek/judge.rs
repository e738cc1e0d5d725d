//! The judge's hand on a trek, as far as it touches what the twelves rules alone have.

use fracas_adventure::{Decrees, Verdict, need};
use fracas_kernel::{Demand, Named, Refusal, Who};

use super::state::fit_to_hits;
use super::{Lore, State};
use crate::data::Attribute;

impl Decrees for Lore {
    const GAUGES: &'static [&'static str] = &["danger"];

    const TRACKS: &'static [&'static str] = &["hits"];

    fn set_track(&self, state: &mut State, who: Who, _hits: &str, value: i32) -> Verdict {
        set_hits(state, who, value.clamp(0, self.max_hits(who).into()) as u8);
        Ok(())
    }

    fn conditions(&self) -> Vec<&str> {
        vec!["down", "busy", "dead", "held"]
    }

    fn afflict(&self, state: &mut State, who: Who, name: &str, _rank: Option<i32>) -> Verdict {
        let hero = &self.sheet(state, who).name;
        need(!suffers(state, who, name), None, format!("{hero} is already {name}"))?;
        need(state.party.alive.has(who), None, format!("{hero} is not with the party"))?;
        let up = name != "held" || state.able().has(who);
        need(up, None, format!("{hero} lies there, and nothing needs to hold it"))?;
        match name {
            "busy" => state.party.busy.insert(who),
            "held" => state.own.held.insert(who),
            "dead" => {
                state.party.kill(who);
                state.own.hits[who] = 0;
            }
            _ => set_hits(state, who, 0),
        }
        Ok(())
    }

    fn lift(&self, state: &mut State, who: Who, name: &str) -> bool {
        let suffers = suffers(state, who, name);
        match name {
            _ if !suffers => {}
            "busy" => state.party.busy.remove(who),
            "held" => state.own.held.remove(who),
            _ => set_hits(state, who, 1),
        }
        suffers
    }

    fn checks(&self) -> Vec<Named> {
        Attribute::checks()
    }

    fn check_of(&self, state: &State, who: Who, check: &str, against: Option<i32>) -> Option<Demand> {
        let attribute = Attribute::named(check)?;
        let own = i32::from(self.attribute(state, who, attribute, 0));
        Some(attribute.demand(who, against.unwrap_or(own)))
    }

    /// TWELVES-J4: on which faces something turns up.
    fn set_gauge(&self, state: &mut State, _danger: &str, value: i32) -> Verdict {
        state.own.danger = Refusal::within("danger", value, 0..=11)? as u8;
        Ok(())
    }

    fn gifts(&self) -> Vec<Named> {
        let weapons = self.finds.iter().map(|&find| &self.fights[0].weapons[usize::from(find)]);
        weapons.map(|weapon| Named::new(&weapon.id, &weapon.name)).collect()
    }

    fn grant(&self, state: &mut State, who: Who, what: &str, _count: i32) -> Verdict {
        let weapon = |find: u8| &self.fights[0].weapons[usize::from(find)];
        let find = self.finds.iter().position(|&find| weapon(find).id == what).unwrap_or(0);
        let before = state.own.weapon[who].take();
        let can = self.can_carry(state, who, find as u8) && before != Some(find as u8);
        let name = &self.sheet(state, who).name;
        need(can, None, format!("{name} has that already, or no hand free for it"))?;
        state.own.weapon[who] = Some(find as u8);
        Ok(())
    }
}

/// Whoever has hits is back from the dead, or from wherever it was.
fn set_hits(state: &mut State, who: Who, hits: u8) {
    if hits > 0 {
        state.party.raise(who);
    }
    state.own.hits[who] = hits;
    fit_to_hits(state, who);
}

fn suffers(state: &State, who: Who, name: &str) -> bool {
    let set = match name {
        "down" => state.party.down,
        "busy" => state.party.busy,
        "dead" => state.party.dead,
        _ => state.own.held,
    };
    set.has(who)
}
