//! Meeting somebody: fighting, hiding, talking, paying or going away.

use fracas_adventure::{Course, Foes, Verdict, need, no};
use fracas_dice::{Roll, Why};
use fracas_kernel::Who;

use super::data::{GOLD, Opening};
use super::{Event, Lore, State, Step};
use crate::data::Senses;
use crate::features::Fixture;

/// How the party meets somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    Fight,
    /// Out of their sight, or past them.
    Hide,
    Talk,
    /// Talks, with gold in hand.
    Pay,
    GoAway,
}

impl Answer {
    pub const ALL: [Answer; 5] = [Answer::Fight, Answer::Hide, Answer::Talk, Answer::Pay, Answer::GoAway];

    pub const fn word(self) -> &'static str {
        match self {
            Answer::Fight => "fight",
            Answer::Hide => "hide",
            Answer::Talk => "talk",
            Answer::Pay => "pay",
            Answer::GoAway => "go-away",
        }
    }
}

/// How those of an encounter can be talked to: on how many faces of a d6, and what they would take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Manner {
    pub talk: u8,
    pub price: u16,
}

impl Lore {
    pub(super) fn manner(&self, state: &State) -> Manner {
        let Manner { talk, price } =
            state.meeting.and_then(|foes| foes.of(&self.manners)).copied().unwrap_or_default();
        Manner { talk: state.own.talk.unwrap_or(talk), price: state.own.price.unwrap_or(price) }
    }

    pub(super) fn why_not_answer(&self, state: &State, answer: Answer) -> Verdict {
        let (Manner { talk, price }, rule) = (self.manner(state), "HEED-R21");
        match answer {
            Answer::Talk | Answer::Pay if talk == 0 => no(rule, "they do not listen to anybody"),
            Answer::Pay if price == 0 => no(rule, "they want nothing that could be paid"),
            Answer::Pay if state.supplies.of(GOLD) < price => no(rule, "they want more gold than there is"),
            Answer::GoAway => need(state.here.from != state.here.at, rule, "there is nowhere to go"),
            _ => Ok(()),
        }
    }

    /// On how many faces of a d6 an answer goes well; 6 is always.
    pub(super) fn faces_of(&self, state: &State, answer: Answer) -> u8 {
        let unaware = state.own.opening == Opening::OurAmbush;
        let ours = matches!(state.own.opening, Opening::Ours | Opening::OurAmbush);
        let carried = u8::from(!state.party.down.is_empty());
        match answer {
            Answer::Fight => 6,
            Answer::Talk => self.manner(state).talk,
            Answer::Pay => {
                let talk = self.manner(state).talk;
                (talk + 2).min(5).max(talk)
            }
            Answer::GoAway => 3 + u8::from(ours) + u8::from(unaware) - carried,
            Answer::Hide => {
                let at = state.here.at;
                let cover = self.features.iter().any(|one| one.zone == at && one.does == Fixture::Cover);
                let dark = self.is_dark(state) && self.light_touches(state).is_empty();
                let good = 2 + u8::from(cover) + u8::from(dark) + 2 * u8::from(unaware) - carried;
                let senses = state.meeting.map_or(Senses::NONE, |foes| self.senses_of(state, foes));
                let touched = (state.own.alarm & senses).len() as u8;
                good.saturating_sub(touched).clamp(1, 5)
            }
        }
    }

    /// HEED-R21: those who are met can be hidden from, talked to or left, as well as fought.
    pub(super) fn answer(&self, step: &mut Step<'_>, who: Who, answer: Answer) {
        step.state.own.facing = false;
        if answer == Answer::Fight {
            return;
        }
        let faces = self.faces_of(step.state, answer);
        let check = step.dice.check(Why::new(answer.word(), who.0), Roll::d(6), 7 - i32::from(faces));
        step.tell(Event::Answered { who, answer, check });
        if !check.success {
            // They act first; nobody is surprised who was not before.
            if step.state.own.opening != Opening::TheirAmbush {
                step.state.own.opening = Opening::Theirs;
            }
            return;
        }
        let Manner { price, .. } = self.manner(step.state);
        let met = step.state.meeting.take();
        let home = !step.state.turned_up;
        match (answer, met) {
            (Answer::Talk | Answer::Pay, Some(foes)) => {
                if answer == Answer::Pay {
                    step.state.supplies.add(GOLD, -i32::from(price));
                }
                match foes {
                    Foes::Encounter(index) => step.state.here.gone.insert(index),
                    Foes::Stray(slot) => step.state.strays[usize::from(slot)] = None,
                }
                self.count_senses(step.state);
            }
            (Answer::GoAway, _) => self.get_away(step.state, step.log),
            _ if home => self.get_away(step.state, step.log),
            _ => {}
        }
        self.end_of_try(step, 1, self.light_touches(step.state));
    }
}
