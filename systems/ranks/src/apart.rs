//! A card for many as so many cards for one, so that its odds can be counted out target by target. Only where what
//! becomes of one is nothing to the others: else it stays whole.

use fracas_dice::Seeded;
use fracas_kernel::{Null, Who};

use crate::apply::Turn;
use crate::choices::{Aim, Choice};
use crate::data::{Ability, Card, Does, Lasting, Ranks, Takes};
use crate::state::{NOTHING, State, bit, each, ix};

impl Ranks {
    pub(crate) fn by_target(&self, state: &State, choice: Choice) -> Vec<Choice> {
        let Choice::Act { who, card, aim } = choice else { return Vec::new() };
        let Some(&index) = self.sheet(state, who).cards.get(card as usize) else { return Vec::new() };
        let played = &self.cards[index as usize];
        let targets = self.taken(state, who, played, aim);
        if targets.count_ones() < 2 || !self.falls_apart(state, who, played, aim, targets) {
            return Vec::new();
        }
        let part = |one| Choice::Act { who, card, aim: Aim { one: Some(one), two: None, ..aim } };
        each(targets).map(part).collect()
    }

    /// Whom a card for many takes, once it has changed the ground.
    fn taken(&self, state: &State, who: Who, card: &Card, aim: Aim) -> u128 {
        match card.takes {
            Takes::Around | Takes::Burst => {}
            Takes::TwoEnemies => return aim.one.map_or(0, bit) | aim.two.map_or(0, bit),
            _ => return 0,
        }
        let ground = card.first.iter().find_map(|does| match does {
            Does::Terrain(ground) => Some(*ground),
            _ => None,
        });
        let Some(ground) = ground else { return self.in_area(state, who, card, aim.square) };
        let mut then = state.clone();
        let mut turn = Turn { rules: self, state: &mut then, dice: &mut Seeded::new(0), log: &mut Null };
        turn.reshape(who, card, aim.square, ground);
        self.in_area(&then, who, card, aim.square)
    }

    fn falls_apart(&self, state: &State, who: Who, card: &Card, aim: Aim, targets: u128) -> bool {
        let item = state.items[ix(who)].get(aim.with as usize).copied().unwrap_or(NOTHING);
        let weapon = self.items.get(item as usize).and_then(|item| item.weapon());
        let may_fail = weapon.is_some_and(|weapon| weapon.unreliable > 0);
        let of_own_health =
            card.first.iter().chain(&card.after).any(|does| {
                matches!(does, Does::Damage { .. } | Does::Heal(_) | Does::Mend(_) | Does::Wound(_))
            });
        let between = card.hit.iter().any(|does| matches!(does, Does::Pass | Does::Swap | Does::Steal));
        let hits_itself = targets & bit(who) != 0 && card.hit.iter().any(|does| self.changes_ranks(does));
        // Nobody is struck after the last one.
        let before = targets & !(1 << (127 - targets.leading_zeros().min(127)));
        let aura = each(before & state.auras).any(|one| self.aura_counts(state, who, one, card));
        !(may_fail || of_own_health || between || hits_itself || aura)
    }

    /// Would somebody who is struck by this strike otherwise?
    fn changes_ranks(&self, does: &Does) -> bool {
        match *does {
            Does::Afflict { condition, .. } => {
                let does = self.conditions[condition as usize].does;
                matches!(does, Lasting::Ability { .. } | Lasting::Dealt { .. })
            }
            Does::Remove(_) | Does::Turn => true,
            _ => false,
        }
    }

    /// Would a card strike others otherwise without the aura of this one?
    fn aura_counts(&self, state: &State, who: Who, owner: Who, card: &Card) -> bool {
        let asked = card.attack.map(|attack| [attack.skill, attack.against]);
        let asked = asked.into_iter().flatten().chain([Ability::Endurance, Ability::Resolve]);
        self.sheet(state, owner).aura.as_ref().is_some_and(|aura| match aura.does {
            Lasting::Ability { ability, .. } => asked.into_iter().any(|one| one == ability),
            Lasting::Dealt { bonus } => bonus == (state.friends(owner) & bit(who) != 0),
            Lasting::Resists { .. } => true,
            Lasting::Heals | Lasting::Hurts(_) | Lasting::Movement { .. } => false,
        })
    }
}
