//! What reports of many adventures need.

use fracas_kernel::Report;

use crate::explore::{Expedition, StateOf};
use crate::{Explorer, Foes, Fray, Lookup, PartyFile};

impl<R: Expedition> Report for Explorer<R> {
    const TIME: &'static str = R::TIME;

    fn time(&self, state: &StateOf<R>) -> u32 {
        self.0.time(state)
    }

    fn scene(&self, state: &StateOf<R>) -> Option<u16> {
        let encounter = match state.meeting.filter(|_| self.0.field(state).is_some()) {
            Some(Foes::Encounter(encounter)) => Some(encounter),
            _ => None,
        };
        Some(self.0.setting().place.scene(state.here.at, encounter))
    }

    fn scene_name(&self, scene: u16) -> String {
        self.0.setting().place.scene_name(scene)
    }

    /// Those who are still with the party, and the dead; who was left behind is left out.
    fn party_file(&self, state: &StateOf<R>) -> Option<String> {
        let setting = self.0.setting();
        let mut file = PartyFile::new(R::SYSTEM, &format!("After {}", setting.title));
        state.supplies.write(&mut file, R::SUPPLIES);
        setting.place.treasure.write_pack(state, &mut file);
        self.0.write_more(state, &mut file);
        for who in setting.everyone() - state.party.gone {
            file.one_of("party").text("hero", self.0.called(state, who).0);
            if state.party.dead.has(who) {
                file.flag("dead", true);
            } else {
                self.0.write(state, who, &mut file);
                setting.place.treasure.write(&state.pack, who, &mut file);
            }
        }
        for id in self.0.missing(state) {
            file.one_of("party").text("hero", id).flag("dead", true);
        }
        Some(file.finish())
    }
}
