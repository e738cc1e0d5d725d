//! Everything that somebody at the table could think of, legal or not.

use fracas_kernel::Who;

use crate::choices::{Choice, Focus, Manage, Pay, Target};
use crate::data::{BOTH, FISTS, HOLDING, Heed};
use crate::state::{How, MOST_KEPT, State};

impl Heed {
    pub(crate) fn think_of_everything(&self, state: &State, out: &mut Vec<Choice>) {
        out.clear();
        let all = || (0..state.count).map(Who);
        let zones = || 0..self.zones.len() as u8;
        for who in all() {
            out.extend([
                Choice::Ready { who },
                Choice::Leave { who },
                Choice::FallProne { who },
                Choice::StandUp { who },
                Choice::BreakFree { who },
                Choice::Done { who },
                Choice::HoldBack { who },
            ]);
            for yes in [true, false] {
                out.extend([Choice::Defend { who, block: yes }, Choice::Parry { who, yes }]);
                out.extend(all().map(|target| Choice::Treat { who, target, twice: yes }));
            }
            out.extend(zones().map(|to| Choice::Move { who, to }));
            let targets = || all().map(Target::One).chain(zones().map(Target::Zone));
            out.extend(targets().map(|target| Choice::Cast { who, target }));
            for target in all() {
                out.extend([
                    Choice::Heed { who, target },
                    Choice::Aim { who, target },
                    Choice::Grab { who, target },
                    Choice::PickPocket { who, target },
                    Choice::LetGo { who, what: Focus::Heed(target) },
                ]);
            }
            let whats = [Focus::Aim, Focus::Charge, Focus::Hold].into_iter();
            let kept = (0..MOST_KEPT as u8).map(Focus::Spell);
            out.extend(whats.chain(kept).map(|what| Choice::LetGo { who, what }));
            let sheet = self.sheet(state, who);
            out.extend((0..=sheet.spells.len() as u8).map(|spell| Choice::Charge { who, spell }));
            for kind in (0..self.items.len() as u8).chain([HOLDING, BOTH]) {
                for pay in [Pay::Free, Pay::Setup, Pay::Action] {
                    let whats =
                        [Manage::Draw(kind), Manage::PickUp(kind), Manage::Stow(kind), Manage::Drop(kind)];
                    out.extend(whats.map(|what| Choice::Manage { who, what, pay }));
                }
            }
            let one = state.one(who);
            let mut kinds: Vec<u8> = one.hands.into_iter().chain(one.slots).chain([FISTS]).collect();
            kinds.extend(&sheet.natural);
            kinds.sort_unstable();
            kinds.dedup();
            for with in kinds {
                for how in [How::Strike, How::Throw, How::Shoot, How::Spell] {
                    out.extend(all().map(|target| Choice::Attack { who, how, with, target }));
                }
                out.extend(targets().map(|target| Choice::Use { who, kind: with, target }));
            }
        }
    }
}
