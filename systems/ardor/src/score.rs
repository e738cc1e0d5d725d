//! Action Scores and what threatens a low one: everything that is added up, piece by piece.

use fracas_kernel::Who;

use crate::action::{Action, Kind, OFF};
use crate::data::{Ability, Ardor, Condition, Fumble, Sheet};
use crate::state::{Phase, State};

impl Ardor {
    #[inline(always)]
    pub(crate) fn sheet(&self, state: &State, who: Who) -> &Sheet {
        &self.sheets[state.sheet[who] as usize]
    }

    /// An ability by its place on the sheet, known or not; or what a feature does, by its number.
    pub(crate) fn ability(&self, state: &State, who: Who, which: u8) -> Option<&Ability> {
        if let Some(feature) = self.feature(which) {
            return Some(&feature.ability);
        }
        let index = *self.sheet(state, who).abilities.get(which as usize)?;
        self.abilities.get(index as usize)
    }

    /// What an action itself adds to the score.
    #[inline]
    pub(crate) fn modifier(&self, state: &State, who: Who, action: Action) -> i16 {
        // Most are attacks, which is worth a guess.
        if let Action::Attack { .. } = action {
            return Kind::Attack.modifier();
        }
        match action {
            // ARDOR-R7
            Action::Ability { which, .. } => {
                self.ability(state, who, which).map_or(0, |ability| ability.modifier)
            }
            _ => action.kind().modifier(),
        }
    }

    /// What place and conditions add.
    #[inline]
    pub(crate) fn situation(&self, state: &State, who: Who) -> i16 {
        let mut sum = self.footing[state.began[who]];
        if state.afflicted.has(who) {
            let conditions = Condition::ALL.into_iter().filter(|&condition| state.is(who, condition));
            sum += conditions.map(Condition::modifier).sum::<i16>();
        }
        sum
    }

    /// What taking care over the first or the second action takes off.
    pub(crate) fn care(&self, state: &State, who: Who, second: bool) -> i16 {
        match self.careful {
            // ARDOR-S9
            Some(careful) if state.careful[usize::from(second)].has(who) => careful.penalty,
            _ => 0,
        }
    }

    /// The whole Action Score but for the die: attribute or base score, action, situation, care and Trauma.
    #[inline(always)]
    pub(crate) fn bonus(&self, state: &State, who: Who, action: Action) -> i16 {
        let sheet = self.sheet(state, who);
        let index = action.kind() as usize;
        // ARDOR-S1
        let mut bonus = match action {
            Action::Ability { which, .. } => self.power_bonus(sheet, which),
            _ => sheet.bonus[index][usize::from(action.is_ranged())],
        };
        if self.uneven || (state.afflicted | state.careful[0]).has(who) {
            bonus += self.situation(state, who) - self.care(state, who, false);
        }
        // ARDOR-R1
        bonus - i16::from(state.trauma[who])
    }

    /// The score of a second action, once the die has fallen for the first.
    #[inline]
    pub(crate) fn second_score(&self, state: &State, who: Who, action: Action) -> i16 {
        // ARDOR-R5
        let first = self.modifier(state, who, state.intent[who]);
        let score = state.score[who] - first + self.modifier(state, who, action);
        if !(state.careful[0] | state.careful[1]).has(who) {
            return score;
        }
        // ARDOR-R19: care is taken over each by itself.
        score + self.care(state, who, false) - self.care(state, who, true)
    }

    /// What happens to those who fumble.
    pub(crate) fn fumble(&self, which: u8) -> &Fumble {
        self.fumbles.get(usize::from(which)).unwrap_or(&self.mishap)
    }

    /// The zone in which somebody's first or second action begins, as planned.
    pub(crate) fn starts(&self, state: &State, who: Who, second: bool) -> u8 {
        if second { self.planned_zone(state, who) } else { state.began[who] }
    }

    /// The fumble that threatens `who` in an action, and the score below which it happens.
    pub(crate) fn threat(
        &self,
        state: &State,
        who: Who,
        action: Action,
        second: bool,
        careful: bool,
    ) -> Option<(u8, i16)> {
        // Whoever does not roll does not slip.
        if self.fumbles.is_empty() && state.limited.is_empty() || !state.rollers.has(who) {
            return None;
        }
        // What helps friends simply works.
        if let Action::Ability { which, .. } = action
            && !self.ability(state, who, which)?.takes.is_contested()
        {
            return None;
        }
        // ARDOR-R19: where it begins, and every zone that is crossed or entered; the worst of them counts.
        let zones = [self.starts(state, who, second)].into_iter().chain(action.entered());
        let of_zone = |zone: u8| {
            let which = self.threats[zone][action.kind() as usize]?;
            Some((which, self.fumble(which).below))
        };
        let judged = state.limited.has(who).then(|| (u8::MAX, i16::from(state.limit[who])));
        let mut worst: Option<(u8, i16)> = None;
        for (which, below) in zones.filter_map(of_zone).chain(judged) {
            if worst.is_none_or(|(_, most)| below > most) {
                worst = Some((which, below));
            }
        }
        let (which, below) = worst?;
        match self.careful.filter(|_| careful) {
            None => Some((which, below)),
            // ARDOR-O2: by so much, or altogether.
            Some(careful) => careful.lowers.map(|by| (which, below - by)),
        }
    }

    /// May `who` take care over this?
    pub(crate) fn care_is_offered(&self, state: &State, who: Who, action: Action, second: bool) -> bool {
        // ARDOR-S9, ARDOR-O2
        self.careful.is_some() && !state.hurried && self.threat(state, who, action, second, false).is_some()
    }

    /// Where the actions of `who` will have led when the second one comes.
    pub(crate) fn planned_zone(&self, state: &State, who: Who) -> u8 {
        let goes = state.intent[who].destination().filter(|&to| to != OFF && state.phase == Phase::Arduous);
        goes.unwrap_or(state.zone[who])
    }

    /// May `who` still take an Arduous Action?
    #[inline(always)]
    pub(crate) fn may_strain(&self, state: &State, who: Who) -> bool {
        let able = state.ardor[who] > 0 || state.inspired.has(who);
        // Those who do not roll have Ardor for it too, if they have any.
        able && (state.standing & state.committed).has(who) && state.intent[who].destination() != Some(OFF)
    }
}

/// Adds up what a sheet's own numbers give for each kind of action.
pub(crate) fn bonuses(sheet: &Sheet) -> [[i16; 2]; Kind::COUNT] {
    Kind::ALL.map(|(_, kind)| {
        let plain = kind.attribute().map_or(0, |by| sheet.attributes[by as usize]);
        let strikes = matches!(kind, Kind::MoveToAttack | Kind::MoveAndAttack | Kind::Attack);
        [&sheet.melee, &sheet.ranged].map(|weapon| {
            let by = weapon.as_ref().filter(|_| strikes).map(|weapon| sheet.attributes[weapon.by as usize]);
            sheet.base + kind.modifier() + by.unwrap_or(plain)
        })
    })
}
