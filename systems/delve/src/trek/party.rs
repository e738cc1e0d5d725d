//! The party as a file that another adventure can begin with.

use std::iter::repeat_n;

use fracas_adventure::{Muster, PartyFile};
use fracas_kernel::Who;

use super::treasure::What;
use super::{Lore, State};

impl Muster for Lore {
    const TIME: &'static str = "turns";

    fn time(&self, state: &State) -> u32 {
        state.clock.saturating_sub(self.first_turn)
    }

    fn write(&self, state: &State, who: Who, file: &mut PartyFile) {
        file.number("hp", state.own.hp[who]);
        file.number("level", self.hero(who).level).number("xp", state.own.xp[who]);
        file.numbers("slots", state.own.slots[who].map(i64::from));
        for gear in state.own.pack.of(who) {
            let key = match self.gear(gear).map(|gear| gear.what) {
                Some(What::Armour(_)) => "armour",
                _ => "weapon",
            };
            file.text(key, self.gear_id(gear));
        }
        let hazard = |number: u8| self.hazard(number - 1).map_or("", |hazard| hazard.id.as_str());
        for (key, number) in [("poison", state.own.poison[who]), ("disease", state.own.disease[who])] {
            if number != 0 {
                file.text(key, hazard(number));
            }
        }
    }

    /// What nobody has taken up.
    fn write_more(&self, state: &State, file: &mut PartyFile) {
        let (pack, alive) = (&state.own.pack, state.party.alive);
        let all = (0..self.treasure.gear.len() as u8).filter(|&gear| pack.free(alive, gear) > 0);
        let left: Vec<&str> =
            all.flat_map(|gear| repeat_n(self.gear_id(gear), pack.free(alive, gear).into())).collect();
        if !left.is_empty() {
            file.texts("items", left);
        }
    }

    /// Those who were lost count as dead, and those who died before are not forgotten.
    fn missing(&self, state: &State) -> Vec<&str> {
        let lost = state.party.gone.map(|who| self.sheet(who).id.as_str());
        lost.chain(self.fallen.iter().map(String::as_str)).collect()
    }
}
