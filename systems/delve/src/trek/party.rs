//! The party as a file that another adventure can begin with.

use fracas_adventure::{Muster, PartyFile};
use fracas_kernel::Who;

use super::{Lore, State};

impl Muster for Lore {
    const TIME: &'static str = "turns";

    fn time(&self, state: &State) -> u32 {
        state.clock.saturating_sub(self.first_turn)
    }

    fn write(&self, state: &State, who: Who, file: &mut PartyFile) {
        file.number("hp", state.own.hp[who]);
        file.number("level", self.sheet(who).hit_dice()).number("xp", state.own.xp[who]);
        file.numbers("slots", state.own.slots[who].map(i64::from));
        let hazard = |number: u8| self.hazard(number - 1).map_or("", |hazard| hazard.id.as_str());
        for (key, number) in [("poison", state.own.poison[who]), ("disease", state.own.disease[who])] {
            if number != 0 {
                file.text(key, hazard(number));
            }
        }
    }

    /// Those who were lost count as dead, and those who died before are not forgotten.
    fn missing(&self, state: &State) -> Vec<&str> {
        let lost = state.party.gone.map(|who| self.sheet(who).id.as_str());
        lost.chain(self.fallen.iter().map(String::as_str)).collect()
    }
}
