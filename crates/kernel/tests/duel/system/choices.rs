//! What may be chosen: the list, the reasons why not, and everything that somebody could think of.

use fracas_kernel::{Ask, Made, Refusal, Who};

use super::data::Duel;
use super::state::{Choice, Defence, Guard, State, Turn};

impl Duel {
    /// Every legal choice, without going through the illegal ones.
    pub(super) fn list(&self, state: &State, out: &mut Vec<Choice>) {
        out.clear();
        match state.ask() {
            Ask::Over(_) => {}
            Ask::React(who) if state.blow.is_some_and(|blow| blow.parrier.is_some()) => {
                out.extend([Choice::Parry(who), Choice::Stay(who)]);
            }
            Ask::React(who) => out.extend([Defence::Block, Defence::Dodge].map(|d| Choice::Defend(who, d))),
            Ask::Decide(asked) => match state.turn {
                Turn::Guards => {
                    out.extend(asked.flat_map(|who| Guard::ALL.map(|guard| Choice::Guard(who, guard))));
                }
                Turn::Of(who) => self.list_turn(state, who, out),
            },
        }
    }

    fn list_turn(&self, state: &State, who: Who, out: &mut Vec<Choice>) {
        let own = state.of(who);
        for foe in state.foes(who) {
            out.extend([Choice::Strike(who, foe), Choice::Taunt(who, foe)]);
            if own.breath > 0 {
                out.push(Choice::Flurry(who, foe));
            }
            if self.wild {
                out.push(Choice::Storm(who, foe));
            }
        }
        for zone in 0..self.zones.len() as u8 {
            if own.breath > 0 && self.zones.sees(own.zone, zone) {
                out.push(Choice::Oil(who, zone));
            }
            if !own.bound && self.zones.adjacent(own.zone) >> zone & 1 == 1 {
                out.push(Choice::Move(who, zone));
            }
        }
        if !own.bound && self.zones.zone(own.zone).exit {
            out.push(Choice::Leave(who));
        }
        if own.breath > 0 && own.health < self.kind(state, who).health {
            out.push(Choice::Rally(who));
        }
        out.push(Choice::Hold(who));
    }

    pub(super) fn allow(&self, state: &State, choice: Choice) -> Result<(), Refusal> {
        let who = choice.who();
        if !state.ask().asked().has(who) {
            return Err(Refusal::new("it is not for you to decide now"));
        }
        let own = state.of(who);
        let need = |met: bool, rule: &'static str, why: &'static str| {
            if met { Ok(()) } else { Err(Refusal::by(rule, why)) }
        };
        let in_turn = state.blow.is_none() && state.turn != Turn::Guards;
        let parrying = state.blow.is_some_and(|blow| blow.parrier.is_some());
        match choice {
            Choice::Guard(..) => {
                return need(
                    state.blow.is_none() && !in_turn,
                    "DUEL-G1",
                    "guards are chosen at the start of a round",
                );
            }
            Choice::Defend(..) => {
                return need(
                    state.blow.is_some() && !parrying,
                    "DUEL-B1",
                    "there is nothing to block or dodge",
                );
            }
            Choice::Parry(_) | Choice::Stay(_) => {
                return need(parrying, "DUEL-B3", "there is nothing to parry");
            }
            _ => need(in_turn, "DUEL-T1", "this is done in one's turn")?,
        }
        match choice {
            Choice::Strike(_, foe)
            | Choice::Flurry(_, foe)
            | Choice::Storm(_, foe)
            | Choice::Taunt(_, foe) => {
                need(state.foes(who).has(foe), "DUEL-T2", "only a foe in the same zone can be fought")?;
            }
            Choice::Oil(_, zone) => {
                need(self.zones.sees(own.zone, zone), "DUEL-T4", "that zone is out of sight")?;
            }
            Choice::Move(_, zone) => {
                let near = self.zones.adjacent(own.zone) >> zone & 1 == 1;
                need(near, "DUEL-T5", "one goes to a zone next to one's own")?;
            }
            Choice::Leave(_) => need(self.zones.zone(own.zone).exit, "DUEL-T6", "there is no way out here")?,
            Choice::Rally(_) => {
                let hurt = own.health < self.kind(state, who).health;
                need(hurt, "DUEL-T7", "there is nothing to recover from")?;
            }
            _ => {}
        }
        match choice {
            Choice::Move(..) | Choice::Leave(_) => {
                need(!own.bound, "DUEL-C2", "the bound stay where they are")
            }
            Choice::Oil(..) | Choice::Flurry(..) | Choice::Rally(_) => {
                need(own.breath > 0, "DUEL-T3", "there is no breath left for that")
            }
            Choice::Storm(..) => need(self.wild, "DUEL-T8", "no storms here"),
            _ => Ok(()),
        }
    }

    pub(super) fn imagine(&self, state: &State, out: &mut Vec<Choice>) {
        out.clear();
        for who in state.everyone() {
            out.extend(Guard::ALL.map(|guard| Choice::Guard(who, guard)));
            for at in state.everyone() {
                out.extend(
                    [Choice::Strike, Choice::Flurry, Choice::Storm, Choice::Taunt].map(|c| c(who, at)),
                );
            }
            for zone in 0..self.zones.len() as u8 {
                out.extend([Choice::Oil(who, zone), Choice::Move(who, zone)]);
            }
            out.extend(
                [Choice::Leave, Choice::Rally, Choice::Hold, Choice::Parry, Choice::Stay].map(|c| c(who)),
            );
            out.extend([Defence::Block, Defence::Dodge].map(|defence| Choice::Defend(who, defence)));
        }
    }
}
