//! How a quick mind gets to where it can strike: at the least price, beside as few enemies as can be; and where it looks
//! when nobody is in sight.

use fracas_kernel::grid::{Board, Body, Flood, Grid, Square};
use fracas_kernel::{Crowd, Door, Whim, Who, least};

use crate::aim::range_of;
use crate::card::Takes;
use crate::choices::{Choice, Deed, EFFORT};
use crate::data::{Ability, Ranks};
use crate::doors::Handle;
use crate::movement::{Rings, Steps};
use crate::state::{NOTHING, State};

/// How many squares are looked at when nothing can be reached in this turn.
const GLANCES: usize = 48;
/// How much more a way around friends may cost than there is to spend: about what the next turn brings.
const DETOUR: u8 = 8;
/// What it may cost in all: boards take time.
const FARTHEST: usize = 23;
/// For how many rounds a side looks for the enemy in one place: enough to get there.
const SEARCHED: u16 = 4;
/// For how many rounds those who live somewhere stay there if they notice nobody.
const AT_HOME: u16 = 5;

impl Ranks {
    pub(super) fn approach(&self, state: &State, who: Who, seen: Crowd, whim: &mut Whim) -> Option<Choice> {
        if self.budget(state, who) == 0 {
            return None;
        }
        let reach = self.longest_reach(state, who);
        let steps = self.steps(state, who, seen);
        let targets = self.known_targets(state, who, seen);
        if targets.is_empty() {
            return self.search(state, who, &steps);
        }
        let mut goal = self.places_to_strike(state, who, targets, reach);
        let here = state.at[who];
        let nearest = least(targets, whim, |foe| self.way(here, state.at[foe], state.size[who]));
        // Near enough, and yet only friends see the enemy: it hides, and walking about does not help.
        if goal.has(here) && !seen.meets(targets) {
            let looks = !state.acted && state.movement[who] >= EFFORT;
            return looks.then_some(who.does(Deed::Scan));
        }
        // Whoever could strike from here would not be on the way.
        if !state.acted {
            goal.remove(here);
        }
        self.explore(state, who, &steps, Some(&goal), |rings, _| {
            let found = rings.ring(rings.last()).and(&goal);
            match found.first() {
                Some(to) if to != here => {
                    Some(who.does(Deed::Move { to: self.safest(state, who, &found, to, targets) }))
                }
                Some(_) => None,
                None => self.towards(state, who, state.at[nearest], rings),
            }
        })
    }

    /// Enemies whom somebody sees; if none, those whom friends see.
    fn known_targets(&self, state: &State, who: Who, seen: Crowd) -> Crowd {
        let targets = seen & state.up;
        if targets.is_empty() { self.seen_by_friends(state, who) } else { targets }
    }

    /// Friends bar the way: around them, if that is not far.
    pub(super) fn detour(&self, state: &State, who: Who, seen: Crowd) -> Option<Choice> {
        let (budget, here) = (self.budget(state, who), state.at[who]);
        let targets = if budget == 0 { Crowd::NONE } else { self.known_targets(state, who, seen) };
        if targets.is_empty() {
            return None;
        }
        let mut goal = self.places_to_strike(state, who, targets, self.longest_reach(state, who));
        if goal.has(here) && !seen.meets(targets) {
            return None;
        }
        goal.remove(here);
        let steps = self.steps(state, who, seen);
        let all = Steps { open: self.open_floor(state, who, seen), ..steps };
        let ways = self.ways(state, who, &all);
        let far = budget.saturating_add(DETOUR).min(FARTHEST as u8);
        let flood = Flood::<{ FARTHEST + 1 }>::new(here, &ways, far, Some(&goal));
        let to = flood.ring(flood.last()).and(&goal).first()?;
        let mut path = [Square::NOWHERE; FARTHEST];
        let many = flood.path(to, &ways, &mut path);
        // Its end comes first.
        self.explore(state, who, &steps, None, |rings, _| {
            let to = path[..many].iter().copied().find(|&square| rings.price(square).is_some());
            to.map(|to| who.does(Deed::Move { to }))
        })
    }

    /// Something worth having, for somebody who has nothing else to do: taken up, or gone to where it can be seen.
    pub(super) fn gather(&self, state: &State, who: Who, seen: Crowd) -> Option<Choice> {
        state.free_place(who)?;
        if state.movement[who] == 0 || state.lying.iter().all(|thing| thing.item == NOTHING) {
            return None;
        }
        let body = state.body(who);
        let near = |at: Square| body.distance(Body::new(at, 1)) <= 1;
        if let Some(lying) = state.lying.iter().position(|thing| thing.item != NOTHING && near(thing.at)) {
            return Some(who.does(Deed::PickUp { lying: lying as u8 }));
        }
        let view = self.view_of(state, who);
        let mut goal = Board::EMPTY;
        for thing in state.lying.iter().filter(|thing| thing.item != NOTHING && view.has(thing.at)) {
            let (x, y, size) = (i16::from(thing.at.x()), i16::from(thing.at.y()), i16::from(body.size));
            goal.fill(x - size, y - size, x + 1, y + 1);
        }
        let steps = self.steps(state, who, seen);
        self.explore(state, who, &steps, Some(&goal), |rings, _| {
            let to = rings.ring(rings.last()).and(&goal).first()?;
            Some(who.does(Deed::Move { to }))
        })
    }

    /// Enemies whom a friend sees. One look at each foe's view of the field settles most of them.
    pub(super) fn seen_by_friends(&self, state: &State, who: Who) -> Crowd {
        let friends = state.friends(who) & state.up;
        let mut eyes = Board::EMPTY;
        for friend in friends {
            eyes.put(state.body(friend));
        }
        let mut seen = Crowd::NONE;
        for foe in state.foes(who) & state.up {
            let body = state.body(foe);
            // The map as it was built is a quick sieve; what it has let through is looked at with the walls as they are.
            let looked_at = self.grid.view(None, body).meets(&eyes);
            let settled = state.hidden[foe] == 0 && !state.rebuilt && state.shut.is_empty();
            let by = |friend: Who| {
                let theirs = state.body(friend);
                self.grid.sees(theirs.at, body.at) && self.can_see(state, friend, foe)
            };
            if looked_at && (settled || friends.any(by)) {
                seen.insert(foe);
            }
        }
        seen
    }

    /// How far the longest of somebody's attacks goes.
    pub(super) fn longest_reach(&self, state: &State, who: Who) -> u8 {
        let sheet = self.sheet(state, who);
        let hand = state.hand[who] - self.used_up(state, who);
        let mut longest = 1;
        for (card, &index) in (0..).zip(&sheet.cards) {
            let played = &self.cards[index as usize];
            if !hand.has(card) || played.attack.is_none() {
                continue;
            }
            if self.unmet_need(state, who, played).is_some() {
                continue;
            }
            let reach = match (played.takes, played.weapon) {
                (Takes::Around, _) => played.area,
                (_, None) => played.range,
                (_, Some(wields)) => {
                    let weapons = self.weapons_for(state, who, wields);
                    weapons.map(|(_, weapon)| range_of(played, Some(weapon))).max().unwrap_or(0)
                }
            };
            longest = longest.max(reach);
        }
        longest
    }

    fn places_to_strike(&self, state: &State, who: Who, targets: Crowd, reach: u8) -> Board {
        let (size, reach) = (i16::from(state.size[who]), i16::from(reach));
        let mut goal = Board::EMPTY;
        for foe in targets {
            let body = state.body(foe);
            let (x, y, theirs) = (i16::from(body.at.x()), i16::from(body.at.y()), i16::from(body.size));
            let (left, top) = (x - size + 1 - reach, y - size + 1 - reach);
            let (right, bottom) = (x + theirs - 1 + reach, y + theirs - 1 + reach);
            if reach <= 1 {
                goal.fill(left, top, right, bottom);
            } else {
                let mut near = Board::EMPTY;
                near.fill(left, top, right, bottom);
                // As the map was built: near enough for a plan.
                goal = goal.or(&near.and(&self.grid.view(None, body)));
            }
        }
        goal
    }

    /// Of places that are as cheap, the one with the fewest enemies beside it.
    fn safest(&self, state: &State, who: Who, found: &Board, first: Square, foes: Crowd) -> Square {
        let size = state.size[who];
        let danger = |square: Square| {
            let body = Body::new(square, size);
            foes.filter(|&foe| state.body(foe).distance(body) <= 1).count()
        };
        found.squares().take(4).min_by_key(|&square| danger(square)).unwrap_or(first)
    }

    /// Nobody can be reached in this turn: the place from which the way is shortest.
    pub(super) fn towards(&self, state: &State, who: Who, goal: Square, rings: &dyn Rings) -> Option<Choice> {
        let (here, size) = (state.at[who], state.size[who]);
        let mut best = (self.way(here, goal, size), here);
        let mut glances = 0;
        for price in (1..=rings.last()).rev() {
            for square in rings.ring(price).squares() {
                let way = self.way(square, goal, size);
                if way < best.0 {
                    best = (way, square);
                }
                glances += 1;
            }
            if glances >= GLANCES && best.1 != here {
                break;
            }
        }
        let door = if state.shut.is_empty() { None } else { self.at_the_door(state, who, goal, best.0) };
        door.or_else(|| (best.1 != here).then_some(who.does(Deed::Move { to: best.1 })))
    }

    /// A door bars the way: beyond it the goal is nearer than this. It is opened, or whatever else it takes.
    #[inline(never)]
    fn at_the_door(&self, state: &State, who: Who, goal: Square, nearest: u16) -> Option<Choice> {
        let size = state.size[who];
        let shut = self.doors_at_hand(state, who).filter(|&(_, door)| state.shut.has(door));
        let (at, door) = shut.min_by_key(|&(at, _)| self.way(at, goal, size))?;
        if self.way(at, goal, size) >= nearest {
            return None;
        }
        let skilled = self.raw(state, who, Ability::Reactions) > self.raw(state, who, Ability::Brawl);
        let how = match state.doors[door] {
            Door::Shut => Handle::Open,
            Door::Locked if skilled => Handle::Pick,
            Door::Locked | Door::Barred => Handle::Force,
            _ => return None,
        };
        (state.movement[who] >= how.price()).then_some(who.does(Deed::Door { at, how }))
    }

    /// Steps between two places for somebody of a size; for a smaller one where it does not fit.
    #[inline]
    pub(crate) fn way(&self, from: Square, to: Square, size: u8) -> u16 {
        let squares = usize::from(self.grid.width()) * usize::from(self.grid.height());
        let at = self.grid.index(from) * squares + self.grid.index(to);
        let own = self.ways[usize::from(size - 1) % 3].get(at).copied().unwrap_or(Grid::APART);
        if own != Grid::APART {
            return own.into();
        }
        if size > 1
            && let Some(beside) = self.way_beside(from, to, size)
        {
            return beside;
        }
        512 + u16::from(self.ways[0].get(at).copied().unwrap_or(Grid::APART))
    }

    /// A large body does not fit there: steps to where it is beside that place.
    #[inline(never)]
    fn way_beside(&self, from: Square, to: Square, size: u8) -> Option<u16> {
        let squares = usize::from(self.grid.width()) * usize::from(self.grid.height());
        let row = self.grid.index(from) * squares;
        let reach = -(size as i8)..=1;
        let around = reach.clone().flat_map(|dy| reach.clone().map(move |dx| (dx, dy)));
        let places = around.filter_map(|(dx, dy)| to.step(dx, dy)).filter(|&place| self.grid.holds(place));
        let steps = places.filter_map(|place| {
            let steps = self.ways[usize::from(size - 1) % 3].get(row + self.grid.index(place)).copied()?;
            (steps != Grid::APART).then_some(u16::from(steps))
        });
        steps.min()
    }

    /// Nobody is seen by anybody. A side looks into one part of the field after the other, all of it together, and waits
    /// there for the rest of a few rounds; those who live here stay at home first, and so do heroes who are outnumbered. Whoever is where it wants to be does
    /// not pace up and down.
    fn search(&self, state: &State, who: Who, steps: &Steps) -> Option<Choice> {
        let heroes = state.side[0].has(who);
        let many = self.haunts.len();
        let at_home = !heroes && state.round <= AT_HOME && !self.is_roused(state, who);
        // Whoever is outnumbered lets them come.
        let (friends, foes) = (state.friends(who) & state.up, state.foes(who) & state.up);
        let waits = heroes && foes.len() > friends.len() && state.round <= 2 * AT_HOME;
        if many == 0 || at_home || waits {
            return None;
        }
        let period = usize::from(state.round.saturating_sub(1) / SEARCHED);
        let goal = self.haunts[period % many];
        self.explore(state, who, steps, None, |rings, _| self.towards(state, who, goal, rings))
    }

    /// Has anybody of this one's side been hurt? Then the enemy cannot be far.
    pub(super) fn is_roused(&self, state: &State, who: Who) -> bool {
        let friends = state.friends(who);
        friends.meets(state.unconscious | state.dead)
            || (friends & state.up).any(|one| state.damage[one] > 0 || state.wounds[one] > 0)
    }
}
