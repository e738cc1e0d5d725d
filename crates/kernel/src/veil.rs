//! What the judge hides until it is revealed. Somebody who is hidden waits out of the fight: the rules have taken them off
//! the field, so that no odds, no threat, no refusal and no mind can know of them, and revealing puts them back as they
//! were. A hidden zone is on nobody's map but the judge's, and nobody can go there. It knows no rules and no seats' names.

use std::collections::VecDeque;

use fracas_dice::Seeded;
use serde::Serialize;

use crate::{
    AnyDice, AnyLog, Ask, ChoiceView, Judgement, MapView, Null, Piece, Quiet, Refusal, Rules, Seat, Side,
    Status, TableView, Token, Who, any_dice, any_log,
};

/// What is hidden at a moment of a fight.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Veil {
    waiting: Vec<Waiting>,
    /// By id.
    zones: Vec<String>,
}

/// Somebody who is hidden, as they were then.
#[derive(Clone, PartialEq, Debug)]
struct Waiting {
    token: Token,
    place: String,
    /// Their body, on a grid.
    piece: Option<Piece>,
}

/// What is hidden, for the judge to see.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Veiled {
    pub who: Vec<Who>,
    pub zones: Vec<String>,
}

impl Veil {
    /// The zones of `all` that are not on this map.
    pub(crate) fn beyond(map: &MapView, all: &MapView) -> Veil {
        let (MapView::Zones { zones: known, .. }, MapView::Zones { zones: all, .. }) = (map, all) else {
            return Veil::default();
        };
        let unknown = all.iter().map(|zone| &zone.id).filter(|id| known.iter().all(|zone| zone.id != **id));
        Veil { waiting: Vec::new(), zones: unknown.cloned().collect() }
    }

    /// This and what another hides.
    pub(crate) fn with(mut self, other: &Veil) -> Veil {
        self.waiting.extend(other.waiting.iter().cloned());
        self.zones.extend(other.zones.iter().cloned());
        self
    }

    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.zones.is_empty()
    }

    pub fn shown(&self) -> Veiled {
        Veiled { who: self.waiting.iter().map(|one| one.token.who).collect(), zones: self.zones.clone() }
    }

    fn waits(&self, who: Who) -> bool {
        self.waiting.iter().any(|one| one.token.who == who)
    }

    fn hides_zone(&self, id: &str) -> bool {
        self.zones.iter().any(|zone| zone == id)
    }

    /// Is it about somebody or somewhere that nobody but the judge knows of?
    pub(crate) fn covers(&self, act: &Judgement) -> bool {
        match act.plain() {
            Judgement::Hide { .. } | Judgement::HideZone { .. } => true,
            Judgement::Move { who, to } => self.waits(*who) || self.hides_zone(to),
            Judgement::Add { to, .. } => self.hides_zone(to),
            act => act.about().is_some_and(|who| self.waits(who)),
        }
    }

    /// Does a choice lead where nobody can go, or speak of it?
    pub fn bars(&self, choice: &ChoiceView) -> bool {
        self.names(&choice.text, choice.to.as_deref()) || choice.targets.iter().any(|&who| self.waits(who))
    }

    fn bars_quiet(&self, quiet: &Quiet) -> bool {
        self.names(&quiet.deed.id, quiet.to.as_deref()) || quiet.targets.iter().any(|&who| self.waits(who))
    }

    fn names(&self, text: &str, to: Option<&str>) -> bool {
        self.zones.iter().any(|zone| to == Some(zone) || text.split_whitespace().any(|word| word == zone))
    }

    /// Carries out what the judge says about hiding, and what an act means for those who are hidden. True if that was all
    /// of the act.
    pub(crate) fn act<R: Rules>(
        &mut self,
        rules: &R,
        state: &mut R::State,
        act: &Judgement,
        dice: &mut AnyDice<'_>,
        log: &mut AnyLog<'_, R::Event>,
    ) -> Result<bool, Refusal> {
        match act.plain() {
            Judgement::Hide { who } => self.hide(rules, state, *who, dice)?,
            Judgement::HideZone { zone } => self.hide_zone(rules, state, zone, dice)?,
            Judgement::Reveal { who } => {
                let at = self.waiting.iter().position(|one| one.token.who == *who);
                let Some(at) = at else {
                    return Err(Refusal::new(format!("{} is not hidden", rules.name(state, *who))));
                };
                if self.hides_zone(&self.waiting[at].place) {
                    return Err(Refusal::new("the zone is hidden as well: reveal it first"));
                }
                self.bring_back(rules, state, at, dice, log)?;
            }
            Judgement::RevealZone { zone } => {
                if !self.hides_zone(zone) {
                    return Err(Refusal::new(format!("the zone {zone:?} is not hidden")));
                }
                self.open_zone(rules, state, zone, dice, log)?;
            }
            // Somebody who waits is put elsewhere: that is where they will be.
            Judgement::Move { who, to } if self.waits(*who) => {
                let mut thought = state.clone();
                let mut dice = Seeded::new(0);
                rules.decree(&mut thought, act.plain(), &mut any_dice(&mut dice), &mut any_log(&mut Null))?;
                let token = token_of(rules, &thought, *who);
                self.waiting.retain(|one| one.token.who != *who);
                self.wait(rules, &thought, token.ok_or_else(|| Refusal::new("nobody can be there"))?, to);
            }
            // An enemy who comes in secret waits until it is revealed.
            Judgement::Add { side: Side::Monsters, .. } if act.is_open() == Some(false) => {
                let before = rules.everyone(state);
                rules.decree(state, act.plain(), dice, log)?;
                for who in rules.everyone(state) - before {
                    self.hide(rules, state, who, dice)?;
                }
            }
            Judgement::Remove { who } if self.waits(*who) => {
                self.waiting.retain(|one| one.token.who != *who);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn hide<R: Rules>(
        &mut self,
        rules: &R,
        state: &mut R::State,
        who: Who,
        dice: &mut AnyDice<'_>,
    ) -> Result<(), Refusal> {
        let name = rules.name(state, who);
        if self.waits(who) {
            return Err(Refusal::new(format!("{name} is hidden already")));
        }
        if rules.side(state, who) == Side::Heroes {
            return Err(Refusal::new(format!("{name} is a hero, and players know where their heroes are")));
        }
        let token = token_of(rules, state, who).filter(|token| token.status != Status::Gone);
        let there = token.and_then(|token| Some((token.place.clone()?, token)));
        let Some((place, token)) = there else {
            return Err(Refusal::new(format!("{name} is not on the map")));
        };
        self.wait(rules, state, token, &place);
        let was_over = matches!(rules.ask(state), Ask::Over(_));
        rules.decree(state, &Judgement::Remove { who }, dice, &mut any_log(&mut Null))?;
        let mut thought = state.clone();
        let mut unseen = Seeded::new(0);
        rules.resume(state, &mut thought, false, &mut any_dice(&mut unseen), &mut any_log(&mut Null));
        if !was_over && matches!(rules.ask(&thought), Ask::Over(_)) {
            return Err(Refusal::new(format!(
                "without {name} the fight would be over: leave somebody in sight, or bring {name} in later"
            )));
        }
        Ok(())
    }

    /// Remembers somebody as they are.
    fn wait<R: Rules>(&mut self, rules: &R, state: &R::State, token: Token, place: &str) {
        let piece = match rules.view(state, Seat::Judge).map {
            MapView::Squares { pieces, .. } => pieces.into_iter().find(|piece| piece.who == token.who),
            MapView::Zones { .. } => None,
        };
        self.waiting.push(Waiting { token, place: place.to_owned(), piece });
    }

    fn bring_back<R: Rules>(
        &mut self,
        rules: &R,
        state: &mut R::State,
        at: usize,
        dice: &mut AnyDice<'_>,
        log: &mut AnyLog<'_, R::Event>,
    ) -> Result<(), Refusal> {
        let Waiting { token, place, .. } = &self.waiting[at];
        let back = Judgement::Move { who: token.who, to: place.clone() };
        rules.decree(state, &back, dice, log)?;
        self.waiting.remove(at);
        Ok(())
    }

    fn hide_zone<R: Rules>(
        &mut self,
        rules: &R,
        state: &mut R::State,
        zone: &str,
        dice: &mut AnyDice<'_>,
    ) -> Result<(), Refusal> {
        let view = rules.view(state, Seat::Judge);
        let MapView::Zones { zones, links, .. } = &view.map else {
            return Err(Refusal::new("this map has squares and no zones: hide who stands there"));
        };
        let Some(number) = zones.iter().position(|card| card.id == zone) else {
            return Err(Refusal::unknown("zone", zone, zones.iter().map(|card| card.id.as_str())));
        };
        let name = &zones[number].name;
        if self.hides_zone(zone) {
            return Err(Refusal::new(format!("{name} is hidden already")));
        }
        let here = || view.tokens.iter().filter(|token| token.place.as_deref() == Some(zone));
        if let Some(hero) = here().find(|token| token.side == Side::Heroes) {
            return Err(Refusal::new(format!("{} is there, and so {name} is known", hero.name)));
        }
        let ways: Vec<(usize, usize)> = links.iter().map(|link| (link.a, link.b)).collect();
        let open: Vec<bool> = zones.iter().map(|card| !self.hides_zone(&card.id)).collect();
        if let Some((a, b)) = parted(&ways, &open, number) {
            let (a, b) = (&zones[a].name, &zones[b].name);
            return Err(Refusal::new(format!(
                "the way from {a} to {b} leads through {name}, and distances would give it away: hide what lies at an edge"
            )));
        }
        self.zones.push(zone.to_owned());
        for who in here().filter(|token| !self.waits(token.who)).map(|token| token.who).collect::<Vec<_>>() {
            self.hide(rules, state, who, dice)?;
        }
        Ok(())
    }

    /// After an act or a choice: whoever was put into a hidden zone is hidden too, and who is not there any more is
    /// forgotten; in an adventure numbers come again.
    pub(crate) fn settle<R: Rules>(
        &mut self,
        rules: &R,
        state: &mut R::State,
        dice: &mut AnyDice<'_>,
    ) -> Result<(), Refusal> {
        self.waiting.retain(|one| {
            let who = one.token.who;
            let same = rules.everyone(state).has(who) && rules.id(state, who) == one.token.id;
            same && rules.vital(state, who).gone
        });
        if self.zones.is_empty() {
            return Ok(());
        }
        let inside = |token: &Token| token.place.as_deref().is_some_and(|place| self.hides_zone(place));
        let put: Vec<Token> = rules.view(state, Seat::Judge).tokens.into_iter().filter(inside).collect();
        // Wherever a hero comes to be, however that came about, is no secret.
        for token in put.iter().filter(|token| token.side == Side::Heroes) {
            if let Some(zone) = token.place.clone() {
                self.open_zone(rules, state, &zone, dice, &mut any_log(&mut Null))?;
            }
        }
        let still = |token: &&Token| token.place.as_deref().is_some_and(|place| self.hides_zone(place));
        let put: Vec<Who> = put.iter().filter(still).map(|token| token.who).collect();
        put.into_iter().try_for_each(|who| self.hide(rules, state, who, dice))
    }

    fn open_zone<R: Rules>(
        &mut self,
        rules: &R,
        state: &mut R::State,
        zone: &str,
        dice: &mut AnyDice<'_>,
        log: &mut AnyLog<'_, R::Event>,
    ) -> Result<(), Refusal> {
        self.zones.retain(|hidden| hidden != zone);
        while let Some(at) = self.waiting.iter().position(|one| one.place == zone) {
            self.bring_back(rules, state, at, dice, log)?;
        }
        Ok(())
    }

    /// A view of the rules' as a seat has it: the judge sees who waits and where, others nothing of it.
    pub fn dress(&self, view: &mut TableView, seat: Seat) {
        if self.is_empty() {
            return;
        }
        if seat == Seat::Judge {
            self.waiting.iter().for_each(|one| one.show(view));
            return;
        }
        view.tokens.retain(|token| !self.waits(token.who));
        view.choices.retain(|choice| !self.bars(choice));
        view.quiet.retain(|quiet| !self.bars_quiet(quiet));
        self.take_off_map(&mut view.map);
    }

    fn take_off_map(&self, map: &mut MapView) {
        let MapView::Zones { zones, links, sight } = map else { return };
        let mut next = 0;
        let numbers: Vec<Option<usize>> = zones
            .iter()
            .map(|card| {
                let shown = !self.hides_zone(&card.id);
                next += usize::from(shown);
                shown.then_some(next.wrapping_sub(1))
            })
            .collect();
        zones.retain(|card| !self.hides_zone(&card.id));
        let both = |a: usize, b: usize| numbers[a].zip(numbers[b]);
        links.retain_mut(|link| match both(link.a, link.b) {
            Some(ends) => {
                (link.a, link.b) = ends;
                true
            }
            None => false,
        });
        *sight = sight.iter().filter_map(|&(a, b)| both(a, b)).collect();
    }
}

impl Waiting {
    fn show(&self, view: &mut TableView) {
        let there = view.tokens.iter_mut().find(|token| token.who == self.token.who);
        match there {
            Some(token) => {
                token.status = self.token.status;
                token.place = Some(self.place.clone());
            }
            None => view.tokens.push(Token { place: Some(self.place.clone()), ..self.token.clone() }),
        }
        if let (MapView::Squares { pieces, .. }, Some(piece)) = (&mut view.map, &self.piece)
            && pieces.iter().all(|other| other.who != piece.who)
        {
            pieces.push(piece.clone());
        }
    }
}

fn token_of<R: Rules>(rules: &R, state: &R::State, who: Who) -> Option<Token> {
    rules.view(state, Seat::Judge).tokens.into_iter().find(|token| token.who == who)
}

/// Two zones that are farther from each other, or parted, without `zone`.
fn parted(ways: &[(usize, usize)], open: &[bool], zone: usize) -> Option<(usize, usize)> {
    let without: Vec<bool> = open.iter().enumerate().map(|(n, &open)| open && n != zone).collect();
    let all = || (0..open.len()).filter(|&n| without[n]);
    all().find_map(|from| {
        let (with, less) = (distances(ways, open, from), distances(ways, &without, from));
        all().find(|&to| with[to] != less[to]).map(|to| (from, to))
    })
}

/// How many steps every zone is away from one, through those that are open.
fn distances(ways: &[(usize, usize)], open: &[bool], from: usize) -> Vec<Option<u32>> {
    let mut far = vec![None; open.len()];
    far[from] = Some(0);
    let mut queue = VecDeque::from([from]);
    while let Some(here) = queue.pop_front() {
        let beside = ways.iter().filter_map(|&(a, b)| match here {
            _ if here == a => Some(b),
            _ if here == b => Some(a),
            _ => None,
        });
        for next in beside {
            if open[next] && far[next].is_none() {
                far[next] = far[here].map(|steps: u32| steps + 1);
                queue.push_back(next);
            }
        }
    }
    far
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_lies_at_an_edge_can_be_hidden_unnoticed() {
        // 0 - 1 - 2, and 3 beside both 0 and 1.
        let (ways, open) = ([(0, 1), (1, 2), (0, 3), (1, 3)], [true; 4]);
        assert_eq!(parted(&ways, &open, 2), None);
        assert_eq!(parted(&ways, &open, 3), None, "there is another way that is as short");
        assert_eq!(parted(&ways, &open, 1), Some((0, 2)));
        assert_eq!(
            parted(&ways, &[true, true, false, true], 1),
            None,
            "what lies behind it is hidden already"
        );
    }
}
