//! What a choice does, and what comes of itself between choices: the course of rounds and turns, moving and handling
//! items. Cards are in `action`, damage and conditions in `harm`.

use fracas_dice::{Dice, Why};
use fracas_kernel::grid::Square;
use fracas_kernel::{Log, Outcome, Side, Who};

use crate::choices::{Choice, EFFORT, HANDLING};
use crate::data::{Ability, DRAWN, Keyword, Ranks};
use crate::event::{Event, Halt};
use crate::state::{MOST, NOTHING, Phase, State, bit, dice_of, each, ix};

/// A fight and what it needs to go on, so that rules read as sentences.
pub(crate) struct Turn<'a, D, L> {
    pub rules: &'a Ranks,
    pub state: &'a mut State,
    pub dice: &'a mut D,
    pub log: &'a mut L,
}

impl Ranks {
    #[inline(always)]
    pub(crate) fn carry_out(
        &self,
        state: &mut State,
        choice: Choice,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        let mut turn = Turn { rules: self, state, dice, log };
        turn.act(choice);
        turn.settle();
    }

    /// The choice itself, without what comes when a turn is over.
    pub(crate) fn only_act(
        &self,
        state: &mut State,
        choice: Choice,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        Turn { rules: self, state, dice, log }.act(choice);
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    pub fn act(&mut self, choice: Choice) {
        if self.state.outcome.is_some() || choice.who().index() >= self.state.count as usize {
            return;
        }
        match choice {
            Choice::Roll { .. } => self.roll_initiative(),
            Choice::Move { who, to } => self.walk(who, to),
            Choice::Inspire { who } => self.inspire(who),
            Choice::Scan { who } => {
                self.pay(who, EFFORT);
                self.scan(who);
            }
            Choice::Hide { who } => {
                self.pay(who, EFFORT);
                self.hide(who);
            }
            Choice::PickUp { who, lying } => self.pick_up(who, lying),
            Choice::Equip { who, place } => self.equip(who, place, true),
            Choice::Unequip { who, place } => self.equip(who, place, false),
            Choice::Drop { who, place } => self.drop(who, place),
            Choice::Act { who, card, aim } => self.play(who, card, aim),
            Choice::End { who } => {
                self.log.tell(Event::Ended { who });
                self.state.phase = Phase::Ending;
            }
            Choice::Retreat { who } => self.retreat(who),
        }
    }

    /// A rank is rolled for its value.
    #[inline(always)]
    pub fn roll(&mut self, label: &'static str, who: Who, rank: u8) -> fracas_dice::Throw {
        self.dice.roll(Why::new(label, who.0), dice_of(rank))
    }

    #[inline]
    pub fn rank(&self, who: Who, ability: Ability) -> u8 {
        self.rules.rank(self.state, who, ability)
    }

    // --- rounds and turns ---

    fn roll_initiative(&mut self) {
        // RANKS-T1
        self.state.round = self.state.round.saturating_add(1);
        self.log.tell(Event::Round { number: self.state.round });
        let mut keys = [0_u64; MOST];
        let mut turns = 0;
        for who in each(self.state.present()) {
            let rank = self.rank(who, Ability::Speed);
            let throw = self.roll("initiative", who, rank);
            self.log.tell(Event::Initiative { who, throw });
            // RANKS-R2: the roll, the rank, heroes, the list; the lowest key acts first.
            let roll = u64::from(u16::MAX - throw.value.clamp(0, u16::MAX.into()) as u16);
            let monster = u64::from(self.state.side_of(who) == Side::Monsters);
            keys[turns] = roll << 32 | u64::from(u8::MAX - rank) << 16 | monster << 8 | u64::from(who.0);
            turns += 1;
        }
        keys[..turns].sort_unstable();
        for (place, key) in self.state.order.iter_mut().zip(&keys[..turns]) {
            *place = *key as u8;
        }
        self.state.turns = turns as u8;
        self.state.phase = Phase::Ending;
        self.state.acted = true;
        self.state.dazed = false;
        // Nobody has acted yet: the first turn begins where a turn before it would have ended.
        self.state.now = u8::MAX;
    }

    /// Goes on to whoever can act next, or to the end.
    #[inline(always)]
    pub fn settle(&mut self) {
        while self.state.phase == Phase::Ending && self.state.outcome.is_none() {
            self.next_turn();
        }
    }

    #[inline(never)]
    fn next_turn(&mut self) {
        if self.state.now != u8::MAX {
            self.end_turn(self.state.current());
        }
        loop {
            self.state.now = self.state.now.wrapping_add(1);
            if self.state.now >= self.state.turns {
                self.state.now = 0;
                self.state.phase = Phase::Initiative;
                return;
            }
            if self.state.present() & bit(self.state.current()) != 0 {
                return self.begin_turn(self.state.current());
            }
        }
    }

    fn begin_turn(&mut self, who: Who) {
        self.state.acted = false;
        self.state.played = 0;
        self.state.phase = Phase::Turn;
        self.state.dazed = self.state.stunned & bit(who) != 0;
        // RANKS-T2
        if self.state.afflicted & bit(who) != 0 || self.state.auras != 0 {
            self.feel_lasting(who);
        }
        if self.state.outcome.is_some() {
            return;
        }
        if self.state.dead & bit(who) != 0 || self.state.unconscious & bit(who) != 0 && !self.cling(who) {
            self.state.movement[ix(who)] = 0;
            self.state.phase = Phase::Ending;
            return;
        }
        // RANKS-T3
        let bonus = self.rules.movement_bonus(self.state, who);
        let speed = self.roll("movement", who, self.rank(who, Ability::Speed));
        let movement = (speed.value + i32::from(bonus)).clamp(0, 250) as u8;
        self.state.movement[ix(who)] = movement;
        let perception = self.roll("senses", who, self.rank(who, Ability::Perception));
        self.state.senses[ix(who)] = perception.value.clamp(0, 999) as i16;
        self.state.hidden[ix(who)] = 0;
        self.log.tell(Event::Turn { who, speed, bonus, movement, perception });
        self.draw(who);
        // RANKS-T4
        if self.state.dazed {
            self.log.tell(Event::Dazed { who });
            self.state.phase = Phase::Ending;
        }
    }

    /// An unconscious one rolls: true if it is on its feet again, so to speak, and acts.
    fn cling(&mut self, who: Who) -> bool {
        let rank = self.rank(who, Ability::Resolve);
        let throw = self.roll("resolve", who, rank);
        self.log.tell(Event::Clings { who, throw });
        // RANKS-T2
        if throw.value <= 1 {
            self.die(who);
            return false;
        }
        // RANKS-K3, RANKS-R5
        if throw.value >= REANIMATES && self.rules.is(self.state, who, Keyword::Undead) {
            self.state.wounds[ix(who)] = rank.saturating_sub(1);
            self.log.tell(Event::Reanimated { who });
            self.wake(who);
            // RANKS-R19: it goes on and acts.
            return true;
        }
        false
    }

    fn draw(&mut self, who: Who) {
        let sheet = self.rules.sheet(self.state, who);
        let (held, whole) = (sheet.held, sheet.whole_deck());
        if whole == 0 {
            return;
        }
        // RANKS-R11: what is left in the hand goes back when the deck has run out.
        let mut hand = 0;
        for _ in 0..DRAWN {
            if self.state.deck[ix(who)] == 0 {
                self.state.deck[ix(who)] = whole & !hand;
            }
            let deck = self.state.deck[ix(who)];
            if deck == 0 {
                break;
            }
            let nth = self.dice.pick(Why::new("card", who.0), deck.count_ones() as usize);
            let card = nth_bit(deck, nth);
            hand |= card;
            self.state.deck[ix(who)] &= !card;
        }
        self.state.hand[ix(who)] = held | hand;
        self.log.tell(Event::Drawn { who });
    }

    fn end_turn(&mut self, who: Who) {
        if self.state.present() & bit(who) == 0 {
            return;
        }
        self.state.movement[ix(who)] = 0;
        // RANKS-R19
        if self.state.dazed {
            self.state.stunned &= !bit(who);
            self.state.dazed = false;
        }
        if self.state.afflicted & bit(who) != 0 {
            self.wear_conditions(who);
        }
    }

    /// Ends the encounter if a side has nobody left. Called whenever somebody may have been the last.
    pub fn conclude(&mut self) {
        // RANKS-R14
        let [heroes, monsters] = self.state.side.map(|side| side & self.state.up != 0);
        let outcome = match (heroes, monsters) {
            (true, true) => return,
            (true, false) => Outcome::Won(Side::Heroes),
            (false, true) => Outcome::Won(Side::Monsters),
            (false, false) => Outcome::Draw,
        };
        if self.state.outcome.is_none() {
            self.state.outcome = Some(outcome);
            self.log.tell(Event::Over { outcome });
        }
    }

    /// Whoever can no longer act has had its turn.
    pub fn stop_if_out(&mut self) {
        let current = bit(self.state.current());
        if self.state.phase == Phase::Turn
            && (self.state.up & current == 0 || self.state.stunned & current != 0)
        {
            self.state.phase = Phase::Ending;
        }
    }

    fn retreat(&mut self, who: Who) {
        // RANKS-R14, RANKS-R20: whoever is unconscious is left behind.
        self.log.tell(Event::Retreat { who });
        for hero in each(self.state.side[0] & self.state.unconscious) {
            self.die_quietly(hero);
        }
        for hero in each(self.state.side[0] & self.state.up) {
            self.state.take_off(hero);
            self.state.gone |= bit(hero);
            self.state.up &= !bit(hero);
            self.state.at[ix(hero)] = Square::NOWHERE;
        }
        self.conclude();
    }

    // --- movement points ---

    #[inline]
    fn pay(&mut self, who: Who, price: u8) {
        let purse = &mut self.state.movement[ix(who)];
        *purse = purse.saturating_sub(price);
    }

    fn walk(&mut self, who: Who, to: Square) {
        let rules = self.rules;
        let mut seen = rules.seen_foes(self.state, who);
        let Some(path) = rules.path_past(self.state, who, to, seen) else { return };
        let from = self.state.at[ix(who)];
        let (mut paid, mut halted) = (0_u8, Halt::No);
        for next in path.steps() {
            // RANKS-M1, RANKS-M2
            let price = rules.step_price(self.state, who, next, seen);
            if price > self.state.movement[ix(who)] {
                halted = Halt::Spent;
                break;
            }
            if !rules.is_free(self.state, who, next) {
                self.bump_into(who, next);
                halted = Halt::Blocked;
                break;
            }
            self.pay(who, price);
            paid = paid.saturating_add(price);
            self.state.put(who, next);
            let now = rules.seen_foes(self.state, who);
            if now & !seen & self.state.up != 0 {
                halted = Halt::Sighted;
                break;
            }
            seen = now;
        }
        let to = self.state.at[ix(who)];
        self.log.tell(Event::Moved { who, from, to, price: paid, halted });
    }

    /// Whoever was not seen and is in the way is found.
    pub fn bump_into(&mut self, who: Who, at: Square) {
        let body = fracas_kernel::grid::Body::new(at, self.state.size[ix(who)]);
        for foe in each(self.state.foes(who) & self.state.present()) {
            if self.state.body(foe).distance(body) == 0 {
                self.state.hidden[ix(foe)] = 0;
                self.log.tell(Event::Found { who: foe, by: who });
            }
        }
    }

    fn inspire(&mut self, who: Who) {
        self.pay(who, EFFORT);
        // RANKS-M4
        let rank = self.rank(who, Ability::Presence);
        let check = self.dice.check(Why::new("presence", who.0), dice_of(rank), INSPIRES);
        self.log.tell(Event::Inspires { who, check });
        if check.success {
            for friend in each(self.rules.seen_friends(self.state, who) & self.state.stunned) {
                self.state.stunned &= !bit(friend);
                self.log.tell(Event::Unstunned { who: friend });
            }
        }
    }

    pub fn scan(&mut self, who: Who) {
        // RANKS-M5
        let throw = self.roll("perception", who, self.rank(who, Ability::Perception));
        let senses = &mut self.state.senses[ix(who)];
        *senses = (i32::from(*senses) + throw.value).clamp(0, 999) as i16;
        self.log.tell(Event::Scans { who, throw, senses: *senses });
    }

    pub fn hide(&mut self, who: Who) {
        // RANKS-M6
        let throw = self.roll("stealth", who, self.rank(who, Ability::Stealth));
        let hidden = &mut self.state.hidden[ix(who)];
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
        self.state.lying[lying as usize] = Default::default();
        self.state.items[ix(who)][place as usize] = thing.item;
        self.log.tell(Event::PickedUp { who, item: thing.item });
    }

    fn equip(&mut self, who: Who, place: u8, on: bool) {
        let Some(&item) = self.state.items[ix(who)].get(place as usize) else { return };
        if item == NOTHING {
            return;
        }
        self.pay(who, HANDLING);
        if on {
            self.state.equipped[ix(who)] |= 1 << place;
            self.log.tell(Event::Equipped { who, item });
        } else {
            self.state.equipped[ix(who)] &= !(1 << place);
            self.log.tell(Event::Unequipped { who, item });
        }
        self.rules.refresh(self.state, who);
    }

    fn drop(&mut self, who: Who, place: u8) {
        // RANKS-M7, RANKS-R20: for nothing, and there it lies.
        if let Some(item) = self.lose(who, place) {
            self.state.lay(item, self.state.at[ix(who)]);
            self.log.tell(Event::Dropped { who, item });
        }
    }

    /// Takes an item from somebody.
    pub fn lose(&mut self, who: Who, place: u8) -> Option<u8> {
        let slot = self.state.items[ix(who)].get_mut(place as usize)?;
        let item = std::mem::replace(slot, NOTHING);
        self.state.equipped[ix(who)] &= !(1 << place);
        self.rules.refresh(self.state, who);
        (item != NOTHING).then_some(item)
    }
}

/// RANKS-R5
const REANIMATES: i32 = 10;
/// RANKS-M4
const INSPIRES: i32 = 8;

/// The lowest bits but `n` left out.
fn nth_bit(mut set: u32, n: usize) -> u32 {
    for _ in 0..n {
        set &= set.wrapping_sub(1);
    }
    set & set.wrapping_neg()
}
