//! What a choice does. Rounds and turns are in `round`, steps in `movement`, cards in `action`, damage in `wounds`,
//! conditions in `conditions`.

use fracas_dice::{Dice, Throw, Why};
use fracas_kernel::plot::Tick;
use fracas_kernel::{Ask, Crowd, Log, Play, Side, Vital, Who};

use crate::choices::{Choice, Deed, EFFORT, HANDLING};
use crate::data::{Ability, Ranks};
use crate::event::Event;
use crate::state::{NOTHING, Phase, State, dice_of};

impl Play for Ranks {
    type State = State;
    type Choice = Choice;
    type Event = Event;
    const SYSTEM: &'static str = "ranks";

    fn start(&self) -> State {
        State::new(self)
    }

    #[inline(always)]
    fn ask(&self, state: &State) -> Ask {
        match (state.outcome, state.phase) {
            (Some(outcome), _) => Ask::Over(outcome),
            (None, Phase::Initiative) => Ask::Decide(Crowd::one(self.spokesman(state))),
            (None, Phase::Turn) => Ask::Decide(Crowd::one(state.current())),
            // Only after an act of the judge's.
            (None, Phase::Ending) => Ask::Decide(Crowd::one(self.next_up(state))),
        }
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, choice: Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        let was_over = state.outcome.is_some();
        let mut turn = Turn { rules: self, state, dice, log };
        turn.act(choice);
        if self.plotted {
            turn.unfold(Tick::Now);
        }
        turn.settle();
        if self.plotted {
            turn.unfold(Tick::Now);
        }
        // The end is told once, after everything else.
        if let (false, Some(outcome)) = (was_over, turn.state.outcome) {
            turn.log.tell(Event::Over { outcome });
        }
    }

    fn everyone(&self, state: &State) -> Crowd {
        state.everyone() - state.course.away
    }

    fn side(&self, state: &State, who: Who) -> Side {
        state.side_of(who)
    }

    fn vital(&self, state: &State, who: Who) -> Vital {
        Vital { health: self.health(state, who), standing: state.up.has(who), gone: state.gone.has(who) }
    }

    fn standing(&self, state: &State) -> Crowd {
        state.up
    }

    fn round(&self, state: &State) -> u32 {
        state.round.into()
    }
}

/// RANKS-M4
pub(crate) const INSPIRES: i32 = 8;

/// What a wound counts in odds; Damage on the way to one counts as far as it stays below.
pub(crate) const WOUND_WORTH: i32 = 10;

impl Ranks {
    /// Who is asked to roll initiative.
    pub(crate) fn spokesman(&self, state: &State) -> Who {
        let heroes = state.side[0] & state.up;
        heroes.first().or(state.up.first()).unwrap_or(Who(0))
    }

    /// Whose turn comes next; whoever rolls initiative if there is nobody left in this round.
    pub(crate) fn next_up(&self, state: &State) -> Who {
        let later = (state.now.saturating_add(1)..state.turns).map(|turn| state.order[turn]);
        let present = state.present();
        later.into_iter().find(|&who| present.has(who)).unwrap_or_else(|| self.spokesman(state))
    }

    /// Wounds that are left, ten points each, less the Damage towards the next.
    pub(crate) fn health(&self, state: &State, who: Who) -> i32 {
        if state.dead.has(who) {
            return -WOUND_WORTH;
        }
        let left = i32::from(self.rank(state, who, Ability::Resolve)) - i32::from(state.wounds[who]);
        left.max(0) * WOUND_WORTH - i32::from(state.damage[who]).min(WOUND_WORTH - 1)
    }
}

/// A fight and what it needs to go on, so that rules read as sentences.
pub(crate) struct Turn<'a, D, L> {
    pub rules: &'a Ranks,
    pub state: &'a mut State,
    pub dice: &'a mut D,
    pub log: &'a mut L,
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    /// The choice itself, without what follows when a turn is over.
    pub fn act(&mut self, Choice { who, deed }: Choice) {
        if self.state.outcome.is_some() || who.index() >= self.state.count as usize {
            return;
        }
        match deed {
            Deed::Roll => self.roll_initiative(),
            // The end of the turn before and the start of this one come of themselves.
            Deed::Begin => {}
            Deed::Move { to } => self.walk(who, to),
            Deed::Inspire => self.inspire(who),
            Deed::Scan => {
                self.pay(who, EFFORT);
                self.scan(who);
            }
            Deed::Hide => {
                self.pay(who, EFFORT);
                self.hide(who);
            }
            Deed::PickUp { lying } => self.pick_up(who, lying),
            Deed::Equip { place } => self.equip(who, place, true),
            Deed::Unequip { place } => self.equip(who, place, false),
            Deed::Drop { place } => self.drop(who, place),
            Deed::Door { at, how } => self.handle_door(who, at, how),
            Deed::Act { card, aim } => self.play(who, card, aim),
            Deed::End => {
                self.log.tell(Event::Ended { who });
                self.state.phase = Phase::Ending;
            }
            Deed::Carry { prize, up } => self.carry(who, prize, up),
            Deed::Retreat => self.retreat(who),
        }
    }

    /// A rank is rolled for its value.
    #[inline(always)]
    pub fn roll(&mut self, label: &'static str, who: Who, rank: u8) -> Throw {
        self.dice.roll(Why::new(label, who.0), dice_of(rank))
    }

    #[inline]
    pub fn rank(&self, who: Who, ability: Ability) -> u8 {
        self.rules.rank(self.state, who, ability)
    }

    #[inline]
    pub fn pay(&mut self, who: Who, price: u8) {
        let purse = &mut self.state.movement[who];
        *purse = purse.saturating_sub(price);
    }

    fn inspire(&mut self, who: Who) {
        self.pay(who, EFFORT);
        // RANKS-M4
        let rank = self.rank(who, Ability::Presence);
        let check = self.dice.check(Why::new("presence", who.0), dice_of(rank), INSPIRES);
        self.log.tell(Event::Inspires { who, check });
        if check.success {
            for friend in self.rules.seen_friends(self.state, who) & self.state.stunned {
                self.state.stunned.remove(friend);
                self.log.tell(Event::Unstunned { who: friend });
            }
        }
    }

    pub fn scan(&mut self, who: Who) {
        // RANKS-M5
        let throw = self.roll("perception", who, self.rank(who, Ability::Perception));
        let senses = &mut self.state.senses[who];
        *senses = (i32::from(*senses) + throw.value).clamp(0, 999) as i16;
        self.log.tell(Event::Scans { who, throw, senses: *senses });
    }

    pub fn hide(&mut self, who: Who) {
        // RANKS-M6
        let throw = self.roll("stealth", who, self.rank(who, Ability::Stealth));
        let hidden = &mut self.state.hidden[who];
        *hidden = (i32::from(*hidden) + throw.value).clamp(0, 999) as i16;
        self.log.tell(Event::Hides { who, throw, hidden: *hidden });
    }

    fn pick_up(&mut self, who: Who, lying: u8) {
        // RANKS-M7, RANKS-R20
        let Some(thing) = self.state.lying.get(lying as usize).copied() else { return };
        let Some(place) = self.state.free_place(who) else { return };
        if thing.item == NOTHING {
            return;
        }
        self.pay(who, HANDLING);
        self.state.lift_off(lying);
        self.state.items[who][place as usize] = thing.item;
        self.log.tell(Event::PickedUp { who, item: thing.item });
    }

    fn equip(&mut self, who: Who, place: u8, on: bool) {
        let Some(&item) = self.state.items[who].get(place as usize) else { return };
        if item == NOTHING {
            return;
        }
        self.pay(who, HANDLING);
        self.state.equipped[who].put(place, on);
        self.log.tell(if on { Event::Equipped { who, item } } else { Event::Unequipped { who, item } });
        self.rules.refresh(self.state, who);
    }

    fn drop(&mut self, who: Who, place: u8) {
        // RANKS-M7, RANKS-R20: for nothing, and there it lies.
        if let Some(item) = self.lose(who, place) {
            self.state.lay(item, self.state.at[who]);
            self.log.tell(Event::Dropped { who, item });
        }
    }

    /// Takes an item from somebody.
    pub fn lose(&mut self, who: Who, place: u8) -> Option<u8> {
        let slot = self.state.items[who].get_mut(place as usize)?;
        let item = std::mem::replace(slot, NOTHING);
        self.state.equipped[who].remove(place);
        self.rules.refresh(self.state, who);
        (item != NOTHING).then_some(item)
    }
}
