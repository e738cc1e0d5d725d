//! What somebody is worth to minds that look ahead: hit points, the harm they can do, the spells they have left.

use fracas_kernel::plot::progress;
use fracas_kernel::{Play, Ponder, Who};

use crate::choices::{Choice, Deed};
use crate::conditions::Condition;
use crate::data::{Attack, Delve, Sheet};
use crate::state::{Phase, State};

impl Ponder for Delve {
    fn stands_at(&self, state: &State, who: Who) -> Option<[u8; 2]> {
        (!state.gone.has(who)).then(|| [state.zone[who], 0])
    }

    fn progress(&self, state: &State) -> f32 {
        if self.plotted { progress(self, state) } else { 0.0 }
    }

    fn worth(&self, state: &State, who: Who) -> f32 {
        let vital = self.vital(state, who);
        let health = vital.health.max(0) as f32;
        if state.dead.has(who) {
            return 0.0;
        }
        if !vital.standing {
            // Got away, or lies there and may be healed or killed.
            return if vital.gone { 0.4 * (health + 2.0) } else { 1.0 };
        }
        let sheet = self.sheet(state, who);
        let slots: u8 = state.slots[who].iter().sum();
        let mut power = 2.0 + 1.5 * might(sheet);
        if state.helpless().has(who) {
            power *= 0.5;
        }
        for (condition, share) in
            [(Condition::Blinded, 0.6), (Condition::Poisoned, 0.8), (Condition::Blessed, 1.1)]
        {
            if state.is(who, condition) {
                power *= share;
            }
        }
        power *= 0.9_f32.powi(self.owns(state, who).filter(|own| !own.is_good()).count() as i32);
        health + f32::from(sheet.regrows) + power + 1.5 * f32::from(slots)
    }

    fn rest(&self, state: &State, who: Who) -> Option<Choice> {
        (state.phase != Phase::Before && state.acting.has(who)).then_some(who.does(Deed::Done))
    }
}

/// The harm of its best attack in a round, about.
fn might(sheet: &Sheet) -> f32 {
    let harm = |attack: &Attack| {
        let roll = attack.damage;
        let middle = f32::from(roll.count()) * f32::from(roll.sides() + 1) / 2.0 + f32::from(roll.added());
        middle * f32::from((attack.to_hit + 8).clamp(2, 19)) / 20.0
    };
    let several =
        |attack: &Attack| f32::from((attack.turns & sheet.several).count_ones().max(1) as u8) * harm(attack);
    let whole: f32 =
        sheet.attacks.iter().filter(|attack| attack.turns != 0 && attack.melee).map(several).sum();
    sheet.attacks.iter().map(harm).fold(whole, f32::max)
}
