//! What is hidden, from whom, and what it could be: for views, minds and odds.

use fracas_kernel::{Seat, Who};

use crate::act::{Act, Kind};
use crate::choices::Choice;
use crate::data::{Ardor, Reach};
use crate::state::{Phase, State, bit, each, ix};

/// More possibilities than this are not gone through, however many bluff.
const MOST_DOUBTS: usize = 48;

/// What of a foe's intent makes a difference to one combatant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Upshot {
    kind: Kind,
    ranged: bool,
    ability: Option<u8>,
    concerns: bool,
    to: Option<u8>,
    bar: Option<u8>,
}

impl Ardor {
    /// Does everybody's intent lie open?
    pub(crate) fn is_revealed(state: &State) -> bool {
        state.phase == Phase::Arduous
    }

    /// May this seat know what `who` really intends?
    pub(crate) fn confides(state: &State, who: Who, seat: Seat) -> bool {
        Ardor::is_revealed(state) || seat.controls(who)
    }

    pub(crate) fn what_is_known(&self, state: &State, seat: Seat) -> State {
        let mut known = state.clone();
        for who in each(state.committed) {
            if Ardor::confides(state, who, seat) {
                continue;
            }
            if state.rollers & bit(who) != 0 {
                known.act[ix(who)] = Act::Nothing;
                known.careful &= !bit(who);
            } else if state.bluffers & bit(who) != 0 {
                known.act[ix(who)] = self.supposed(state, who);
            }
        }
        known
    }

    /// What one that bluffs is taken to mean: what it shows, unless the score that is seen belies it.
    fn supposed(&self, state: &State, foe: Who) -> Act {
        let shown = state.shown[ix(foe)];
        if state.phase != Phase::Commit || self.bonus(state, foe, shown) == state.score[ix(foe)] {
            return shown;
        }
        self.fitting(state, foe).first().copied().unwrap_or(shown)
    }

    /// Everything that `foe` could mean with the score that is seen.
    fn fitting(&self, state: &State, foe: Who) -> Vec<Act> {
        let mut choices = Vec::new();
        let mut asking = state.clone();
        (asking.phase, asking.asked, asking.feigning) = (Phase::Intents, bit(foe), bit(foe));
        self.list(&asking, &mut choices);
        let acts = choices.into_iter().filter_map(|choice| match choice {
            Choice::Mean { act, .. } => Some(act),
            _ => None,
        });
        // ARDOR-R6: the score is that of the real intent, and it is seen.
        acts.filter(|&act| self.bonus(state, foe, act) == state.score[ix(foe)]).collect()
    }

    /// Foes who may mean something else than they show.
    fn dubious(&self, state: &State, who: Who) -> u32 {
        let foes = state.foes(who) & state.standing;
        state.bluffers & foes & state.committed
    }

    pub(crate) fn what_is_presumed(&self, state: &State, choice: Choice) -> Vec<String> {
        let Choice::Commit { who, act, .. } = choice else { return Vec::new() };
        let name = |who| self.name_of(state, who);
        let mut all = Vec::new();
        if state.rollers & bit(who) == 0 {
            all.extend(act.target().map(|target| format!("{} does nothing of its own", name(target))));
            return all;
        }
        if state.rollers & state.present() & !bit(who) != 0 {
            all.push("what other players intend is hidden, and left out".to_owned());
        }
        match act {
            Act::DefendOther { ward } => {
                all.push(format!("{} stands on this score alone", name(ward)));
            }
            Act::Tend { patient } => all.push(format!("{} gets up on this score alone", name(patient))),
            _ => {}
        }
        for foe in each(self.dubious(state, who)) {
            let (shown, supposed) = (state.shown[ix(foe)], state.act[ix(foe)]);
            let words = |act| self.act_words(state, foe, act);
            let taken = match shown == supposed {
                true => format!("{} does as it seems to ({})", name(foe), words(shown)),
                false => format!(
                    "the score of {} belies that it would {}: it may {}",
                    name(foe),
                    words(shown),
                    words(supposed)
                ),
            };
            let range = match self.could_mean(state, foe, who, act).len() {
                1 => "its score allows nothing else".to_owned(),
                many => format!("the range is over {many} things that its score allows"),
            };
            all.push(format!("for what is hidden: {taken}; {range}"));
        }
        all
    }

    /// What `foe` could really intend, as far as it makes a difference to `who`: all that fits the score that is seen.
    fn could_mean(&self, state: &State, foe: Who, who: Who, act: Act) -> Vec<Act> {
        let ward = match act {
            Act::DefendOther { ward } => bit(ward),
            _ => 0,
        };
        let mine = bit(who) | ward;
        let mut found: Vec<(Upshot, Act)> = Vec::new();
        for act in self.fitting(state, foe) {
            let upshot = self.upshot(state, foe, act, mine);
            if !found.iter().any(|(known, _)| *known == upshot) {
                found.push((upshot, act));
            }
        }
        found.into_iter().map(|(_, act)| act).collect()
    }

    fn upshot(&self, state: &State, foe: Who, act: Act, mine: u32) -> Upshot {
        let (ability, hits) = match act {
            Act::Ability { which, on } => {
                let area = self.ability(state, foe, which).is_some_and(|ability| ability.area);
                (Some(which), if area { state.in_zone(on) } else { bit(Who(on)) })
            }
            _ => (None, act.target().map_or(0, bit)),
        };
        let bar = match act {
            Act::Defend { bar } => bar,
            _ => None,
        };
        let concerns = hits & mine != 0;
        Upshot { kind: act.kind(), ranged: act.is_ranged(), ability, concerns, to: act.destination(), bar }
    }

    /// The table as it would be if those who bluff meant something else.
    pub(crate) fn what_else_it_could_be(&self, state: &State, choice: Choice) -> Vec<State> {
        let Choice::Commit { who, act, .. } = choice else { return Vec::new() };
        let mut all = Vec::new();
        for foe in each(self.dubious(state, who)) {
            let acts = self.could_mean(state, foe, who, act);
            let before: Vec<State> =
                if all.is_empty() { vec![state.clone()] } else { std::mem::take(&mut all) };
            for base in &before {
                for &act in acts.iter().take(MOST_DOUBTS / before.len().max(1)) {
                    let mut other = base.clone();
                    other.act[ix(foe)] = act;
                    all.push(other);
                }
            }
        }
        all
    }
}

/// How far an attack with this reach is parried from: shots need somebody between.
pub(crate) fn is_shot(reach: Reach) -> bool {
    reach != Reach::Melee
}
