//! Why something cannot be done on a trek, by the delve rules.

use fracas_adventure::{Attitude, Heroes, Limits, Trap, Verdict, need, no};
use fracas_kernel::{Refusal, Who};

use super::data::{GOLD, Ware, is_healing};
use super::state::Stage;
use super::{Deed, Lore, State};

impl Limits for Lore {
    fn refuse(&self, state: &State, who: Who, deed: Deed) -> Verdict {
        match (state.meeting, deed.stage()) {
            // DELVE-R16: the party may attack anybody.
            (None, Some(_)) if deed == Deed::Attack && self.at_peace_here(state).is_some() => Ok(()),
            (None, Some(_)) => no(None, "nobody is there to face"),
            (Some(_), stage) if stage != Some(state.own.talk.stage) => {
                no("DELVE-R8", self.what_is_first(state))
            }
            (Some(_), _) => self.why_not_answer(state, deed),
            (None, None) => self.why_not_deed(state, who, deed),
        }
    }

    fn first_things(&self, state: &State) -> Option<Refusal> {
        state.meeting.map(|_| Refusal::by("DELVE-R8", self.what_is_first(state)))
    }

    fn why_not_rest(&self, state: &State) -> Verdict {
        let well = state.own.poison.iter().all(|&poison| poison == 0);
        need(well, None, "a poison must run its course first")
    }

    fn why_not_open(&self, _state: &State, who: Who, way: u8, force: bool) -> Verdict {
        match force {
            true => need(!self.iron.has(way), None, "it is of iron and does not give"),
            false => self.why_no_thief(who),
        }
    }

    /// What is not on a cache is stepped around.
    fn why_not_disarm(&self, _state: &State, who: Who, trap: Trap) -> Verdict {
        need(matches!(trap, Trap::Cache(_)), "DELVE-R15", "it is known, and stepped around")?;
        self.why_no_thief(who)
    }

    /// One found weapon and one piece of armour for each, if they are better than what is there.
    fn why_not_equip(&self, state: &State, who: Who, gear: u8) -> Verdict {
        need(self.gain_by(state, who, gear) > 0, "DELVE-F17", "what this one has is as good")
    }

    fn why_not_stay(&self, state: &State, who: Who) -> Verdict {
        match state.party.leads(who) {
            true => no(None, format!("{} leads", self.sheet(who).name)),
            false => Ok(()),
        }
    }

    /// A thief looks for more than others do.
    fn is_searched(&self, state: &State, who: Who) -> bool {
        let done = if self.is_thief(who) { state.own.scanned } else { state.here.searched };
        done.has(state.here.at)
    }

    fn is_dark(&self, state: &State, zone: u8) -> bool {
        state.own.light == 0 && self.setting.place.is_dark(zone)
    }
}

impl Lore {
    fn what_is_first(&self, state: &State) -> &'static str {
        match state.own.talk.stage {
            Stage::Sighted => "somebody is in sight: see how they take to you first",
            Stage::Parley => "somebody is waiting for an answer",
            Stage::Fight => "not while a fight goes on",
            Stage::Aftermath => "gather the party first",
        }
    }

    /// Who of the party has lost hit points and can be helped.
    pub(crate) fn wounded(&self, state: &State) -> Heroes {
        Iterator::filter(state.party.alive, |&who| state.own.hp[who] < self.sheet(who).hp).collect()
    }

    pub(crate) fn ill(&self, state: &State) -> Heroes {
        let ill = |who: &Who| state.own.poison[*who] != 0 || state.own.disease[*who] != 0;
        Iterator::filter(state.party.alive, ill).collect()
    }

    fn why_no_thief(&self, who: Who) -> Verdict {
        need(self.is_thief(who), None, "only thieves have learnt that")
    }

    fn why_not_deed(&self, state: &State, who: Who, deed: Deed) -> Verdict {
        match deed {
            Deed::Cast { spell, on } => self.why_not_cast(state, who, spell, on),
            Deed::Use { ware, on } => {
                let set = match ware {
                    Ware::Salves => self.wounded(state),
                    Ware::Tinctures => self.ill(state),
                    Ware::Torches | Ware::Rations => return no(None, "that is used when it is needed"),
                };
                if state.supplies.of(ware as usize) == 0 {
                    return no(None, format!("there are no {} left", ware.id()));
                }
                need(set.has(on), None, "that one does not need it")
            }
            _ => Ok(()),
        }
    }

    fn why_not_cast(&self, state: &State, who: Who, spell: u8, on: Option<Who>) -> Verdict {
        let Some(cast) = self.spell_of(who, spell) else { return no(None, "there is no such spell") };
        need(is_healing(cast), "DELVE-R7", "this spell is for fights")?;
        need(cast.area == on.is_none(), None, "that is no target of this spell")?;
        if state.own.slots[who][usize::from(cast.level) - 1] == 0 {
            return no("DELVE-R7", format!("no spells of level {} are left", cast.level));
        }
        let wounded = self.wounded(state);
        let hurt = on.map_or(!wounded.is_empty(), |on| wounded.has(on));
        need(hurt, None, "there is no wound to heal")
    }

    fn why_not_answer(&self, state: &State, deed: Deed) -> Verdict {
        let Some(foes) = state.meeting else { return Ok(()) };
        let (lore, attitude) = (self.band(foes), state.own.attitudes.of(foes).unwrap_or_default());
        let wary = matches!(attitude, Attitude::Unfriendly | Attitude::Neutral);
        let only = |fits: bool| match fits {
            true => Ok(()),
            false => no("DELVE-R8", format!("they are {}", attitude.name())),
        };
        let affords = |price: Option<u16>, none: &'static str| match price {
            None => no(None, none),
            Some(price) if price > state.supplies.of(GOLD) => no(None, format!("they want {price} gold")),
            Some(_) => Ok(()),
        };
        match deed {
            Deed::Pay => {
                only(wary)?;
                affords(lore.price, "they want no gold")
            }
            Deed::Pass => only(attitude != Attitude::Unfriendly),
            Deed::Withdraw => need(self.way_back(state).is_some(), None, "there is nowhere to go"),
            Deed::Lure { to } => {
                only(wary)?;
                let open = self.setting.place.steps(&state.here).has(to);
                need(open && self.trap_toward(state, to).is_some(), None, "you know of no trap there")
            }
            Deed::AskHeal { on } => {
                only(attitude == Attitude::Friendly)?;
                need(lore.heals.is_some(), None, "they cannot do that")?;
                need(!state.own.helped.has(foes.number()), "DELVE-R16", "they have helped you once")?;
                need(self.wounded(state).has(on), None, "there is no wound to heal")
            }
            Deed::AskWay => {
                only(attitude == Attitude::Friendly)?;
                need(!lore.guides.is_within(state.here.seen), None, "they know no more than you")
            }
            Deed::Buy { ware } => {
                only(attitude == Attitude::Friendly)?;
                affords(lore.sells[ware as usize], "they have none to sell")
            }
            Deed::BuyGear { good } => {
                only(attitude == Attitude::Friendly)?;
                let offered =
                    self.setting.place.treasure.offers(&state.pack, foes).find(|(own, _)| *own == good);
                affords(offered.map(|(_, good)| good.price), "they have none to sell")
            }
            _ => Ok(()),
        }
    }
}
