//! The party as a file that another adventure can begin with.

use fracas_adventure::PartyFile;
use fracas_kernel::{Play, Who};

use super::data::{Trek, Ware};
use super::state::{State, VENOM, hero_bit, hx};
use crate::data::Delve;

impl Trek {
    pub(crate) fn write_party(&self, state: &State) -> String {
        let mut file = PartyFile::new(Delve::SYSTEM, &format!("The party after: {}", self.title));
        file.table("supplies").number("gold", state.gold);
        for ware in Ware::ALL {
            file.number(ware.id(), state.wares[ware as usize]);
        }
        let gone = |who: Who| (state.dead | state.lost) & hero_bit(who) != 0;
        let heroes = || (0..self.heroes.len() as u8).map(Who);
        for who in heroes().filter(|&who| !gone(who)) {
            file.one_of("party").text("hero", &self.sheet(who).id).number("hp", state.hp[hx(who)]);
            file.number("level", self.heroes[hx(who)].level).number("xp", state.xp[hx(who)]);
            file.numbers("slots", state.slots[hx(who)].map(i64::from));
            match state.poison[hx(who)] {
                0 => {}
                VENOM => drop(file.flag("venom", true)),
                number => drop(file.text("poison", self.hazard_id(number - 1))),
            }
            if let Some(disease) = state.disease[hx(who)].checked_sub(1) {
                file.text("disease", self.hazard_id(disease));
            }
        }
        let lost = heroes().filter(|&who| gone(who)).map(|who| &self.sheet(who).id);
        for id in self.fallen.iter().chain(lost) {
            file.one_of("party").text("hero", id).flag("dead", true);
        }
        file.finish()
    }

    fn hazard_id(&self, number: u8) -> &str {
        self.hazards.get(usize::from(number)).map_or("", |hazard| &hazard.id)
    }
}
