//! Ranks as they stand: what gear, conditions and auras make of a sheet.

use fracas_kernel::Who;

use crate::data::{Ability, Cards, Harm, ItemKind, Keyword, Lasting, Ranks, Sheet};
use crate::state::{Borne, State};

impl Ranks {
    /// The rank of a condition on somebody, by its id.
    pub fn condition_rank(&self, state: &State, who: Who, id: &str) -> Option<u8> {
        let condition = self.conditions.iter().position(|known| known.id == id)?;
        state.bears(who, condition as u8)
    }

    /// What somebody carries, by id, and whether it is equipped.
    pub fn gear(&self, state: &State, who: Who) -> Vec<(&str, bool)> {
        let named =
            |(place, item): (u8, u8)| (self.items[item as usize].id.as_str(), state.has_equipped(who, place));
        state.carried(who).map(named).collect()
    }

    /// What each side weighs together, as encounters are built.
    pub fn worth(&self, state: &State) -> [u32; 2] {
        state.side.map(|side| side.map(|who| self.sheet(state, who).worth).sum())
    }

    #[inline]
    pub(crate) fn sheet(&self, state: &State, who: Who) -> &Sheet {
        &self.sheets[state.sheet[who] as usize]
    }

    /// How often a card has been played in this fight, if it can be played a few times only; and how often it can be.
    pub(crate) fn uses_of(&self, state: &State, who: Who, place: u8) -> Option<[u8; 2]> {
        let sheet = self.sheet(state, who);
        let slot = sheet.limited.iter().position(|&limited| limited == place)?;
        let card = &self.cards[usize::from(*sheet.cards.get(usize::from(place))?)];
        Some([(state.used[who] >> (4 * slot)) as u8 & 0xf, card.uses?])
    }

    /// RANKS-E3: cards that somebody cannot play any more in this fight.
    #[inline]
    pub(crate) fn used_up(&self, state: &State, who: Who) -> Cards {
        let limited = &self.sheet(state, who).limited;
        if limited.is_empty() {
            return Cards::NONE;
        }
        let spent = |place: &u8| self.uses_of(state, who, *place).is_some_and(|[used, most]| used >= most);
        limited.iter().copied().filter(spent).collect()
    }

    /// A card is played.
    pub(crate) fn note_use(&self, state: &mut State, who: Who, place: u8) {
        let slot = self.sheet(state, who).limited.iter().position(|&limited| limited == place);
        if let (Some(slot), Some([used, most])) = (slot, self.uses_of(state, who, place))
            && used < most
        {
            state.used[who] += 1 << (4 * slot);
        }
    }

    #[inline]
    pub(crate) fn is(&self, state: &State, who: Who, keyword: Keyword) -> bool {
        self.sheet(state, who).is(keyword)
    }

    /// What gear in use and conditions make of a sheet's ranks.
    pub(crate) fn ranks_with(
        &self,
        sheet: &Sheet,
        in_use: impl Iterator<Item = u8>,
        borne: impl Iterator<Item = Borne>,
    ) -> [i8; Ability::COUNT] {
        let mut ranks = sheet.ranks.map(|rank| rank as i8);
        for item in in_use {
            if let ItemKind::Armour(armour) = &self.items[item as usize].kind {
                ranks.iter_mut().zip(armour.bonus).for_each(|(rank, bonus)| *rank += bonus);
            }
        }
        for borne in borne {
            for does in self.conditions[borne.condition as usize].effects() {
                if let Lasting::Ability { ability, bonus } = does {
                    let rank = borne.rank.min(50) as i8;
                    ranks[ability as usize] += if bonus { rank } else { -rank };
                }
            }
        }
        ranks
    }

    /// Works out anew what gear and conditions make of somebody's ranks.
    pub(crate) fn refresh(&self, state: &mut State, who: Who) {
        let ranks = self.ranks_with(self.sheet(state, who), state.in_use(who), state.conditions(who));
        state.ranks[who] = ranks;
        let any = state.conditions(who).next().is_some();
        state.afflicted.put(who, any);
    }

    /// A rank as it stands, gear, conditions and auras counted.
    #[inline]
    pub fn rank(&self, state: &State, who: Who, ability: Ability) -> u8 {
        let mut rank = state.ranks[who][ability as usize];
        if !state.auras.is_empty() {
            rank += self.aura_sum(state, who, |does| match does {
                Lasting::Ability { ability: touched, bonus } if touched == ability => Some(bonus),
                _ => None,
            });
        }
        // RANKS-R1: never below 0.
        rank.max(0) as u8
    }

    /// Whose auras somebody stands in.
    pub(crate) fn auras_on<'a>(&self, state: &'a State, who: Who) -> impl Iterator<Item = Who> + use<'a, '_> {
        // RANKS-R10: a conscious owner, its allies for what serves, its enemies for the rest.
        (state.auras & state.up).filter(move |&owner| {
            let Some(aura) = &self.sheet(state, owner).aura else { return false };
            let friend = state.friends(owner).has(who);
            friend == aura.does.is_good() && state.distance(owner, who) <= aura.reach
        })
    }

    /// What auras add to something of somebody's, and take from it.
    #[inline(never)]
    fn aura_sum(&self, state: &State, who: Who, touches: impl Fn(Lasting) -> Option<bool>) -> i8 {
        let mut sum = 0;
        for owner in self.auras_on(state, who) {
            let Some(aura) = &self.sheet(state, owner).aura else { continue };
            match touches(aura.does) {
                Some(true) => sum += aura.rank.min(50) as i8,
                Some(false) => sum -= aura.rank.min(50) as i8,
                None => {}
            }
        }
        sum
    }

    /// What conditions and auras add to something of somebody's, and take from it.
    #[inline]
    fn lasting_sum(&self, state: &State, who: Who, touches: impl Fn(Lasting) -> Option<bool>) -> i16 {
        let mut sum = 0;
        if state.afflicted.has(who) {
            for borne in state.conditions(who) {
                for does in self.conditions[borne.condition as usize].effects() {
                    match touches(does) {
                        Some(true) => sum += i16::from(borne.rank),
                        Some(false) => sum -= i16::from(borne.rank),
                        None => {}
                    }
                }
            }
        }
        if !state.auras.is_empty() {
            sum += i16::from(self.aura_sum(state, who, touches));
        }
        sum
    }

    /// What somebody adds to all damage that it deals.
    pub(crate) fn dealt(&self, state: &State, who: Who) -> i16 {
        let lasting = self.lasting_sum(state, who, |does| match does {
            Lasting::Dealt { bonus } => Some(bonus),
            _ => None,
        });
        i16::from(self.sheet(state, who).dealt) + lasting
    }

    pub(crate) fn movement_bonus(&self, state: &State, who: Who) -> i16 {
        self.lasting_sum(state, who, |does| match does {
            Lasting::Movement { bonus } => Some(bonus),
            _ => None,
        })
    }

    /// What is taken from damage of a kind; below 0 where somebody is vulnerable.
    pub(crate) fn resistance(&self, state: &State, who: Who, harm: Harm) -> i16 {
        self.hide(state, who, harm)
            + self.lasting_sum(state, who, |does| match does {
                Lasting::Resists { harms, bonus } if harms.has(harm) => Some(bonus),
                _ => None,
            })
    }

    /// What skin and armour take off, conditions and auras apart.
    pub(crate) fn hide(&self, state: &State, who: Who, harm: Harm) -> i16 {
        // RANKS-R12: types and groups were spread over the twelve kinds when they were read.
        let mut sum = i16::from(self.sheet(state, who).resists[harm as usize]);
        if !state.equipped[who].is_empty() {
            for (place, item) in state.carried(who) {
                if let ItemKind::Armour(armour) = &self.items[item as usize].kind
                    && state.has_equipped(who, place)
                {
                    sum += i16::from(armour.resists[harm as usize]);
                }
            }
        }
        sum
    }
}
