//! What a system supplies to [`Explorer`]: one trait for each file of its `trek` folder, named after the kernel's trait that
//! it answers to. Defaults are what most systems do.

use std::fmt::Debug;

use fracas_dice::{Roll, Why};
use fracas_kernel::{
    ChoiceView, Decision, Demand, Gauge, Line, Log, Mark, Named, Outcome, Play, Refusal, Rules, Seat, Tag,
    Telling, Token, Unit, Whim, Who,
};
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    Attempt, Battlefield, Choice, Clock, Course, Deed, Door, Event, Foes, Heroes, Numbers, PartyFile, Place,
    State, Step, Supply, Test, Trap, Verdict, Whereabouts,
};

/// The rules of a trek: those that all systems share, and `R` for the rest.
#[derive(Clone, Debug)]
pub struct Explorer<R>(pub R);

pub type StateOf<R> = State<<R as Basis>::Own>;
pub type FightOf<R> = <<R as Basis>::Fight as Play>::State;
pub type EventOf<R> = Event<<R as Basis>::Event, <<R as Basis>::Fight as Play>::Event>;
pub type DeedOf<R> = Deed<<R as Basis>::Deed>;

/// What every adventure has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    pub title: String,
    pub place: Place,
    pub clock: Clock,
    /// The sheets of those who set out.
    pub heroes: Vec<u8>,
    /// Around each zone, where fights are fought in zones.
    pub fields: Vec<Battlefield>,
}

impl Setting {
    /// Everybody, the dead and gone included.
    pub fn everyone(&self) -> Heroes {
        Heroes::first_few(self.heroes.len())
    }

    /// The sheet of one of them.
    pub fn hero(&self, who: Who) -> u8 {
        self.heroes.get(who.index()).copied().unwrap_or_default()
    }

    /// The battlefield where the party is.
    pub fn ground(&self, here: &Whereabouts) -> &Battlefield {
        &self.fields[usize::from(here.at).min(self.fields.len() - 1)]
    }
}

/// How a system puts things.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// The words of choices; empty for what nobody does in this system.
    pub search: &'static str,
    pub listen: &'static str,
    pub force: &'static str,
    pub pick: &'static str,
    pub take: &'static str,
    pub disarm: &'static str,
    pub rest: &'static str,
    /// One hero does nothing in this turn.
    pub stay: &'static str,
    /// What a turn is called: "in these ten minutes".
    pub in_turn: &'static str,
    /// An unbroken rest, and what becomes of those who are left behind, as the log tells it.
    pub rested: &'static str,
    pub left_behind: &'static str,
    pub rules: Clauses,
}

impl Words {
    /// What most systems say.
    pub const USUAL: Words = Words {
        search: "search",
        listen: "listen",
        force: "force",
        pick: "pick",
        take: "take",
        disarm: "",
        rest: "rest",
        stay: "wait",
        in_turn: "in these ten minutes",
        rested: "A rest that nobody breaks",
        left_behind: "and lost",
        rules: Clauses::NONE,
    };
}

/// The clauses by which things are so, as far as there are any.
#[derive(Clone, Copy, Debug)]
pub struct Clauses {
    /// One thing for each in a turn, and one who decides for all.
    pub turn: Option<&'static str>,
    /// Who can do nothing.
    pub able: Option<&'static str>,
    pub search: Option<&'static str>,
    pub listen: Option<&'static str>,
    pub door: Option<&'static str>,
    pub take: Option<&'static str>,
    pub gear: Option<&'static str>,
    pub trap: Option<&'static str>,
    pub light: Option<&'static str>,
    pub rest: Option<&'static str>,
    pub stay: Option<&'static str>,
    /// Who lives somewhere, and who turns up.
    pub lair: Option<&'static str>,
    pub wandering: Option<&'static str>,
    /// Getting away, being brought round, and dying.
    pub flight: Option<&'static str>,
    pub wake: Option<&'static str>,
    pub death: Option<&'static str>,
    pub time: Option<&'static str>,
}

impl Clauses {
    pub const NONE: Clauses = Clauses {
        turn: None,
        able: None,
        search: None,
        listen: None,
        door: None,
        take: None,
        gear: None,
        trap: None,
        light: None,
        rest: None,
        stay: None,
        lair: None,
        wandering: None,
        flight: None,
        wake: None,
        death: None,
        time: None,
    };
}

/// What an adventure of a system is made of (`mod.rs`; see [`basis`](crate::basis)).
pub trait Basis: Send + Sync + Sized + 'static {
    /// What changes beyond what all have. Plain data, without heap.
    type Own: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    type Deed: Copy + PartialEq + Debug + Send + Sync + 'static;
    type Event: Clone + PartialEq + Debug + Send + Sync + 'static;
    type Fight: Rules;
    /// What is kept of a foe from one fight to the next; by default it is as it was at first.
    type Kept: Copy + Default;

    const SYSTEM: &'static str;
    const SUPPLIES: &'static [Supply];

    fn setting(&self) -> &Setting;
    fn start(&self) -> StateOf<Self>;

    /// All fights that there can be; all have the same sheets.
    fn fights(&self) -> &[Self::Fight];

    fn kept(own: &Self::Own, place: &Place, foes: Foes, number: u8) -> Self::Kept;
    fn keep(own: &mut Self::Own, place: &Place, foes: Foes, number: u8, kept: Self::Kept);

    /// All of a band are as at first.
    fn forget(own: &mut Self::Own, place: &Place, foes: Foes);

    /// The ids and names of all sheets.
    fn sheets(&self) -> impl Iterator<Item = (&str, &str)>;

    /// The sheet by which a hero goes now.
    fn sheet_of(&self, _state: &StateOf<Self>, who: Who) -> u8 {
        self.setting().hero(who)
    }
}

/// What is looked up in it.
pub trait Lookup: Basis {
    /// The rules of a fight where the party is, its field, and the party's zone on that.
    fn spot(&self, state: &StateOf<Self>) -> (&Self::Fight, &Battlefield, u8) {
        self.around(state.here.at)
    }

    /// The same around any zone.
    fn around(&self, zone: u8) -> (&Self::Fight, &Battlefield, u8) {
        let (fights, fields) = (self.fights(), &self.setting().fields);
        let centre = usize::from(zone).min(fields.len() - 1);
        (&fights[centre], &fields[centre], fields[centre].local(zone).unwrap_or(0))
    }

    /// The id and the name of somebody.
    fn called(&self, state: &StateOf<Self>, who: Who) -> (&str, &str) {
        self.sheets().nth(self.sheet_of(state, who).into()).unwrap_or_default()
    }

    fn sheet_name(&self, sheet: u8) -> &str {
        self.sheets().nth(sheet.into()).unwrap_or_default().1
    }

    /// What those are called who are met together; nothing if they are no longer there.
    fn foes_name(&self, state: &StateOf<Self>, foes: Foes) -> &str {
        match foes {
            Foes::Encounter(index) => {
                self.setting().place.encounters.get(usize::from(index)).map_or("", |met| &met.name)
            }
            Foes::Stray(slot) => state.stray(slot).map_or("", |stray| self.sheet_name(stray.sheet)),
        }
    }
}

impl<R: Basis> Lookup for R {}

/// The basis of a system whose `Lore` has a `setting`, its `fights` and a `start`, and whose `Own` keeps `foes`:
/// `basis!(Delve, SUPPLIES, i16)`, where `Own`, `Deed` and `Event` are known, with what is kept of a foe; and a method for the
/// sheet of a hero, if that can change. It also names what the files of a `trek` folder speak of: `Trek`, `State`, `Step`,
/// and `Told` for the log.
#[macro_export]
macro_rules! basis {
    ($fight:ty, $supplies:expr, $kept:ty $(, $sheet:ident)?) => {
        /// One adventure by these rules.
        pub type Trek = $crate::Explorer<Lore>;
        pub type State = $crate::State<Own>;
        type Step<'a> = $crate::Step<'a, Lore>;
        type Told<'a> = &'a mut dyn fracas_kernel::Log<$crate::EventOf<Lore>>;

        impl $crate::Basis for Lore {
            type Own = Own;
            type Deed = Deed;
            type Event = Event;
            type Fight = $fight;
            type Kept = $kept;

            const SYSTEM: &'static str = <$fight as fracas_kernel::Play>::SYSTEM;
            const SUPPLIES: &'static [$crate::Supply] = &$supplies;

            fn setting(&self) -> &$crate::Setting {
                &self.setting
            }

            fn start(&self) -> State {
                self.start.clone()
            }

            fn fights(&self) -> &[$fight] {
                &self.fights
            }

            fn kept(own: &Own, place: &$crate::Place, foes: $crate::Foes, number: u8) -> $kept {
                own.foes.of(place, foes, number)
            }

            fn keep(own: &mut Own, place: &$crate::Place, foes: $crate::Foes, number: u8, kept: $kept) {
                own.foes.set(place, foes, number, kept);
            }

            fn forget(own: &mut Own, place: &$crate::Place, foes: $crate::Foes) {
                own.foes.heal(place, foes);
            }

            fn sheets(&self) -> impl Iterator<Item = (&str, &str)> {
                self.fights[0].sheets.iter().map(|sheet| (sheet.id.as_str(), sheet.name.as_str()))
            }
            $(
                fn sheet_of(&self, state: &State, who: fracas_kernel::Who) -> u8 {
                    self.$sheet(state, who)
                }
            )?
        }
    };
}

/// What a fight in zones and the place around it have in common: the `doors` of its state, the zones that were `seen`, how
/// often things have `uses` left, the `bars` that were put across doors, and who is `standing` or `gone`. `Own` has the `uses`
/// of the whole place.
#[macro_export]
macro_rules! grounds {
    ($fight:ty) => {
        impl Lore {
            /// The doors and things of a field are as they are in the place.
            fn lay_out(&self, state: &State, ground: &$crate::Battlefield, fight: &mut $fight) {
                fight.doors = ground.doors(&self.setting.place, &state.here);
                fight.seen = ground.locals(state.here.seen);
                ground.furnish(&mut fight.uses, &state.own.uses);
            }

            /// Heroes who can do nothing lie there, and those who are not with the party are off the field.
            fn thin_out(&self, state: &State, fight: &mut $fight) {
                for who in self.setting.everyone() - state.able() {
                    fight.standing.remove(who);
                    if !state.party.alive.has(who) {
                        fight.gone.insert(who);
                        fight.take_off(who);
                    }
                }
            }

            /// Where a room has one zone and one way in, those who live there have it, and the party is met in the doorway.
            /// Others have come in behind the party.
            fn keep_apart(
                &self,
                state: &State,
                array: &$crate::Array<'_>,
                plot: &fracas_kernel::plot::Plot,
                fight: &mut $fight,
            ) {
                let there = fight.at[array.footing.party];
                let later = plot.comers.iter().map(|&(who, _)| who).collect();
                let close = (there & fight.side[1] & fight.standing) - later;
                let Some(threshold) = array.threshold().filter(|_| !close.is_empty()) else { return };
                let at_home = state
                    .meeting
                    .is_some_and(|foes| state.lair_of(&self.setting.place, foes) == Some(state.here.at));
                let party = there & self.setting.everyone().collect();
                (if at_home { party } else { close }).for_each(|who| fight.put(who, threshold));
            }

            /// And the other way round, after a fight or in the midst of it.
            fn place_after(&self, state: &mut State, fight: &$fight) {
                let ground = self.setting.ground(&state.here);
                ground.take_back(&mut state.here, &fight.doors, fight.seen);
                ground.wear_out(&mut state.own.uses, &fight.uses);
            }

            /// Whoever holds the field takes away what was put across doors.
            fn lift_bars(&self, state: &mut State, fight: &$fight) {
                let ground = self.setting.ground(&state.here);
                ground.lift_bars(&mut state.here, &fight.doors, |door| fight.bars[door] != u8::MAX);
            }
        }

        impl Own {
            /// How often the things of the place can be used at first.
            fn stock(&mut self, uses: impl IntoIterator<Item = u8>) {
                self.uses.iter_mut().zip(uses).for_each(|(left, uses)| *left = uses);
            }
        }
    };
}

/// The checks and costs of a system, and the deeds of its own (`apply.rs`; [`fracas_kernel::Play`]).
pub trait Explore: Basis {
    const WORDS: Words;
    /// Do those who lie there die when nobody is left who could act?
    const FALLEN_DIE: bool = false;
    /// Is a trap that the party knows stepped around?
    const STEPS_AROUND: bool = true;

    /// In the unit that fights count.
    fn health(&self, state: &StateOf<Self>, who: Who) -> i32;

    /// Rolls for something that can be tried in this system.
    fn attempt(&self, step: &mut Step<'_, Self>, who: Who, _what: Attempt) -> Test {
        step.dice.check(Why::new("attempt", who.0), Roll::d(6), 1).into()
    }

    /// Carries out a deed of the system's own.
    fn act(&self, step: &mut Step<'_, Self>, who: Who, deed: Self::Deed);

    /// Somebody gets what is in a cache beside supplies; false if something of it is left lying.
    fn receive(&self, _state: &mut StateOf<Self>, _who: Who, _cache: u8) -> bool {
        true
    }

    /// What else comes of having a cache.
    fn gain(&self, _step: &mut Step<'_, Self>, _who: Who, _cache: u8) {}

    fn rest(&self, _step: &mut Step<'_, Self>) {}

    /// What comes when a choice was carried out: see [`Step::end_turn`].
    fn settle(&self, step: &mut Step<'_, Self>);

    /// What odds see of a choice beyond what it does at once.
    fn foresee(&self, _step: &mut Step<'_, Self>, _choice: Choice<Self::Deed>) {}

    /// Has a choice that was made still to bear fruit? ([`fracas_kernel::Foresee::is_pending`])
    fn is_pending(&self, _state: &StateOf<Self>, _choice: Choice<Self::Deed>) -> bool {
        false
    }

    /// What brings it about.
    fn presumed(&self, _state: &StateOf<Self>) -> Option<Choice<Self::Deed>> {
        None
    }

    /// Time goes by, and what that does by itself.
    fn pass(&self, step: &mut Step<'_, Self>, units: u32) {
        step.state.clock += units;
    }

    /// Does something turn up, at the end of a turn or of a watch?
    fn stirs(&self, _step: &mut Step<'_, Self>) -> bool {
        false
    }

    /// Who may choose something: those who have done nothing yet, and the leader.
    fn asked(&self, state: &StateOf<Self>) -> Heroes {
        state.party.free() | state.party.leader().into_iter().collect()
    }

    /// Of those, without whom it cannot go on. The others have chosen, and may only change that.
    fn awaited(&self, state: &StateOf<Self>) -> Heroes {
        self.asked(state)
    }

    /// Is this decided for all, by whoever leads?
    fn is_for_all(&self, _deed: Self::Deed) -> bool {
        false
    }

    /// Has somebody who does this done something in this turn?
    fn is_work(&self, deed: DeedOf<Self>) -> bool {
        match deed {
            Deed::Go { .. } | Deed::Rest | Deed::Leave | Deed::Lead => false,
            Deed::Own(own) => self.is_own_work(own),
            _ => true,
        }
    }

    fn is_own_work(&self, deed: Self::Deed) -> bool {
        !self.is_for_all(deed)
    }

    /// A turn is over: was the party in one place for long enough that something may come?
    fn lingers(&self, _step: &mut Step<'_, Self>) -> bool {
        true
    }

    /// The party goes to a zone.
    fn travel(&self, step: &mut Step<'_, Self>, to: u8) {
        step.cross(to);
        (step.state.passing.over, step.state.passing.arrived) = (true, true);
    }

    /// Before somebody takes something: false if it comes to nothing.
    fn lay_hands_on(&self, _step: &mut Step<'_, Self>, _who: Who, _cache: u8) -> bool {
        true
    }

    /// After a search: what else comes of it.
    fn searched(&self, _step: &mut Step<'_, Self>, _who: Who, _success: bool) {}

    /// A trap goes off: what it does, by the system's number, to whoever set it off or to all who are there.
    fn befall(&self, _step: &mut Step<'_, Self>, _what: u8, _first: Who) {}

    /// Who can be heard behind a way, of those who live there.
    fn audible(&self, state: &StateOf<Self>, zone: u8) -> Option<Foes> {
        self.setting().place.living_in(&state.here, zone).first().map(Foes::Encounter)
    }

    /// Others are met, and nothing was told of it yet.
    fn met(&self, _state: &mut StateOf<Self>, _foes: Foes, _turned_up: bool) {}

    /// Hides what the party cannot know, beyond the judge's plans.
    fn hide(&self, _state: &mut StateOf<Self>) {}
}

/// Into a fight and out of it (`fights.rs`; [`crate::Trek`]).
pub trait Battles: Explore {
    /// Does it come to blows with those who are met?
    fn is_fought(&self, _state: &StateOf<Self>) -> bool {
        true
    }

    /// The fight in a zone, by number: each zone has one of its own, in most systems.
    fn field_of(&self, zone: u8) -> usize {
        zone.into()
    }

    /// A fight where the party is, with the party as it is and nobody else.
    fn field_now(&self, state: &StateOf<Self>) -> (&Self::Fight, FightOf<Self>);

    /// Those who are met come onto it, and it begins.
    fn enter(&self, state: &StateOf<Self>, rules: &Self::Fight, fight: &mut FightOf<Self>);

    /// How the heroes and the place are after it, or in the midst of it.
    fn take_back(&self, state: &mut StateOf<Self>, fight: &FightOf<Self>);

    fn leave(
        &self,
        state: &mut StateOf<Self>,
        fight: &FightOf<Self>,
        outcome: Outcome,
        log: &mut dyn Log<EventOf<Self>>,
    );
}

/// The fight that is to be fought, by what a system says of its battles.
pub trait Fray: Battles {
    /// Which fight has to be fought now.
    fn field(&self, state: &StateOf<Self>) -> Option<usize> {
        state.meeting.filter(|_| self.is_fought(state)).map(|_| self.fought(state))
    }

    /// The fight with those who are met where the party is: behind those of the zones are the ones that have goals.
    fn fought(&self, state: &StateOf<Self>) -> usize {
        let place = &self.setting().place;
        let goals = state.plotted(place).and_then(|met| met.plot);
        let count = || place.encounters.iter().filter(|met| met.plot.is_some()).count();
        goals.map_or_else(
            || self.field_of(state.here.at),
            |number| self.fights().len() - count() + usize::from(number),
        )
    }

    /// The fight that has to be fought, at its start.
    fn fight_now(&self, state: &StateOf<Self>) -> FightOf<Self> {
        let (_, mut fight) = self.field_now(state);
        self.enter(state, &self.fights()[self.fought(state)], &mut fight);
        fight
    }
}

impl<R: Battles> Fray for R {}

/// Why something cannot be chosen (`legal.rs`; [`fracas_kernel::Allow`]).
pub trait Limits: Explore {
    /// Why an own deed is not possible, for somebody who can act, leads if it is for all, and is not busy otherwise.
    fn refuse(&self, state: &StateOf<Self>, who: Who, deed: Self::Deed) -> Verdict;

    /// Is there something that must be seen to first, by deeds of the system's own?
    fn first_things(&self, _state: &StateOf<Self>) -> Option<Refusal> {
        None
    }

    /// Why the party cannot go anywhere, rest or leave.
    fn why_not_set_out(&self, _state: &StateOf<Self>) -> Verdict {
        Ok(())
    }

    fn why_not_rest(&self, _state: &StateOf<Self>) -> Verdict {
        Ok(())
    }

    /// Why somebody does not search a zone that was not searched yet.
    fn why_not_search(&self, _state: &StateOf<Self>, _who: Who) -> Verdict {
        Ok(())
    }

    /// Why somebody does not listen at a way that the party knows.
    fn why_not_listen(&self, _state: &StateOf<Self>, _way: u8) -> Verdict {
        Ok(())
    }

    /// Why somebody does not force or pick a door that can be.
    fn why_not_open(&self, _state: &StateOf<Self>, _who: Who, _way: u8, _force: bool) -> Verdict {
        Ok(())
    }

    /// Why somebody does not take a trap apart that the party knows.
    fn why_not_disarm(&self, _state: &StateOf<Self>, _who: Who, _trap: Trap) -> Verdict {
        Ok(())
    }

    /// Why somebody does not take something up that is in the pack.
    fn why_not_equip(&self, _state: &StateOf<Self>, _who: Who, _gear: u8) -> Verdict {
        Ok(())
    }

    /// Why somebody does not just stay.
    fn why_not_stay(&self, _state: &StateOf<Self>, _who: Who) -> Verdict {
        Ok(())
    }

    /// Is there nothing left to search for here, as far as `who` is concerned?
    fn is_searched(&self, state: &StateOf<Self>, _who: Who) -> bool {
        state.here.searched.has(state.here.at)
    }

    /// Can nothing be seen in a zone?
    fn is_dark(&self, _state: &StateOf<Self>, _zone: u8) -> bool {
        false
    }
}

/// What can be chosen (`choices.rs`; [`fracas_kernel::Offer`]).
pub trait Options: Limits {
    /// Own deeds that somebody could think of, knowing what the party knows. Those that are not refused can be chosen.
    fn conceive(&self, state: &StateOf<Self>, who: Who, out: &mut Vec<Self::Deed>);
}

/// A sensible traveller (`instinct.rs`; [`fracas_kernel::Think`]).
pub trait Instincts: Options {
    /// What one hero has to do here.
    fn errand(&self, _state: &StateOf<Self>, _who: Who) -> Option<DeedOf<Self>> {
        None
    }

    /// What the party does when nobody has anything to do, as its leader sees it.
    fn plan(&self, _state: &StateOf<Self>) -> Option<DeedOf<Self>> {
        None
    }

    /// For one of `asked`, knowing what the party knows.
    fn think(&self, state: &StateOf<Self>, asked: Heroes, _whim: &mut Whim) -> Choice<Self::Deed> {
        let free = asked - state.party.busy;
        let errand = free.filter_map(|who| Some(who.does(self.errand(state, who)?))).next();
        let leader = state.party.leader().filter(|&who| asked.has(who));
        let plan = || leader.and_then(|who| Some(who.does(self.plan(state)?)));
        let stay = || free.first().map(|who| who.does(Deed::Stay));
        errand.or_else(plan).or_else(stay).unwrap_or_else(|| {
            let who = asked.first().unwrap_or(Who(0));
            who.does(self.home(state).unwrap_or(Deed::Stay))
        })
    }
}

/// Where a sensible traveller goes next.
pub trait Routes: Options {
    /// Out of the place, or nearer to it.
    fn home(&self, state: &StateOf<Self>) -> Option<DeedOf<Self>> {
        let place = &self.setting().place;
        if place.is_exit(&state.here) {
            return Some(Deed::Leave);
        }
        self.toward(state, place.exits())
    }

    /// On to where nobody was, then to what was not searched, then to doors that are still closed.
    fn onward(&self, state: &StateOf<Self>) -> Option<DeedOf<Self>> {
        let (place, here) = (&self.setting().place, &state.here);
        self.toward(state, place.unvisited(here))
            .or_else(|| self.toward(state, self.unsearched(state)))
            .or_else(|| self.toward(state, place.closed_ends(here, |_| true)))
    }

    /// Looking for what is hidden, by somebody who is good at it, and at the first closed door, which is picked or forced.
    fn inquire(&self, state: &StateOf<Self>, searches: bool, picks: bool) -> Option<DeedOf<Self>> {
        let (place, here) = (&self.setting().place, &state.here);
        let hides = place.is_cluttered(here.at) && !here.searched.has(here.at);
        if searches && hides && !self.is_dark(state, here.at) {
            return Some(Deed::Search);
        }
        let way = place.closed_here(here).first()?;
        let picks = picks && here.doors.at(way) == Door::Locked;
        Some(if picks { Deed::Pick { way } } else { Deed::Force { way } })
    }

    /// A step nearer to one of these zones.
    fn toward(&self, state: &StateOf<Self>, goals: Numbers) -> Option<DeedOf<Self>> {
        self.setting().place.toward(&state.here, goals).map(|to| Deed::Go { to })
    }

    /// Zones where the party was that nobody has searched, and that are worth it.
    fn unsearched(&self, state: &StateOf<Self>) -> Numbers {
        let worth = |zone: &u8| self.setting().place.is_cluttered(*zone) && !self.is_dark(state, *zone);
        (state.here.visited - state.here.searched).filter(worth).collect()
    }
}

impl<R: Options> Routes for R {}

/// Choices in words (`words.rs`; [`fracas_kernel::Tell`]).
pub trait Wording: Options {
    /// What an attempt is made with, in brackets after its label ("wits 8").
    fn stakes(&self, _state: &StateOf<Self>, _who: Who, _what: Attempt) -> String {
        String::new()
    }

    /// The rest of how a choice is shown: all of an own deed, and what one should know before any other. Its stable form is
    /// made of its deed, where it leads, its item and its targets.
    fn describe(&self, state: &StateOf<Self>, who: Who, deed: DeedOf<Self>, view: &mut ChoiceView);
}

/// Events in words (`lines.rs`; [`fracas_kernel::Narrate`]), and what they mean for odds.
pub trait Tales: Battles {
    /// Where it is about somebody, the name of `who` comes first.
    fn line(&self, telling: &Telling<'_, StateOf<Self>>, who: Who, event: &Self::Event) -> Option<Line>;

    /// The fight on whose field something went by its rules, for words: where nobody fights.
    fn scene(&self, telling: &Telling<'_, StateOf<Self>>) -> FightOf<Self> {
        self.field_now(telling.state).1
    }

    fn reveals(&self, _event: &Self::Event) -> bool {
        false
    }

    fn mark(&self, _who: Who, _event: &Self::Event) -> Mark {
        Mark::Nothing
    }

    /// What is in a cache beside supplies, in words.
    fn contents(&self, _cache: u8) -> Vec<String> {
        Vec::new()
    }

    /// What a trap is called, by the system's number.
    fn trap_name(&self, _what: u8) -> String {
        String::new()
    }

    /// What is heard of those behind a door.
    fn sound(&self, _foes: Foes) -> String {
        "somebody is behind it".to_owned()
    }

    /// What is said of a meeting, after who they are.
    fn welcome(&self, _state: &StateOf<Self>) -> &'static str {
        ""
    }
}

/// The screen (`view.rs`; [`fracas_kernel::Show`]).
pub trait Display: Wording + Battles {
    /// A hero as in a fight, with badges of its own; where it is and what all heroes have is added.
    fn token(&self, state: &StateOf<Self>, rules: &Self::Fight, fight: &FightOf<Self>, who: Who) -> Token;

    fn gauges(&self, state: &StateOf<Self>) -> Vec<Gauge>;

    /// What else is known of a zone.
    fn tags(&self, _state: &StateOf<Self>, _seat: Seat, _zone: u8, _tags: &mut Vec<Tag>) {}

    /// What is asked, if it is not what everybody does.
    fn question(&self, _state: &StateOf<Self>) -> Option<(String, Option<&'static str>)> {
        None
    }

    /// What health is counted in.
    const HEALTH: Unit;
}

/// The judge's hand (`judge.rs`; [`fracas_kernel::Judge`]). All work on a copy: what is refused has changed nothing.
pub trait Decrees: Display {
    /// The party is put into a zone.
    fn put(&self, state: &mut StateOf<Self>, zone: u8) {
        self.setting().place.arrive(&mut state.here, zone);
    }

    /// A creature waits in a zone now.
    fn placed(&self, _state: &mut StateOf<Self>, _slot: u8, _zone: u8) {}

    /// Somebody may be where the party was put, or was put where the party is.
    fn come_upon(&self, state: &mut StateOf<Self>, log: &mut dyn Log<EventOf<Self>>) {
        self.meet_here(state, log);
    }

    /// What follows from an act of the judge's.
    fn decreed(&self, _state: &mut StateOf<Self>, _log: &mut dyn Log<EventOf<Self>>) {}

    /// Tracks that can be set, and setting one of them.
    const TRACKS: &'static [&'static str];
    fn set_track(&self, state: &mut StateOf<Self>, who: Who, track: &str, value: i32) -> Verdict;

    /// Conditions that somebody can have between fights, and giving one of them.
    fn conditions(&self) -> Vec<&str> {
        Vec::new()
    }
    fn afflict(&self, _state: &mut StateOf<Self>, _who: Who, _name: &str, _rank: Option<i32>) -> Verdict {
        Ok(())
    }

    /// Takes one of them away; false if somebody does not have it.
    fn lift(&self, _state: &mut StateOf<Self>, _who: Who, _name: &str) -> bool {
        false
    }

    /// Gauges that can be set beside the clock and the supplies, and setting one of them.
    const GAUGES: &'static [&'static str] = &[];
    fn set_gauge(&self, _state: &mut StateOf<Self>, _gauge: &str, _value: i32) -> Verdict {
        Ok(())
    }

    fn set_clock(&self, state: &mut StateOf<Self>, value: i32) -> Verdict {
        state.clock = self.setting().clock.set(value)?;
        Ok(())
    }

    /// What can be given beside supplies.
    fn gifts(&self) -> Vec<Named> {
        Vec::new()
    }

    /// Gives one of these gifts.
    fn grant(&self, state: &mut StateOf<Self>, who: Who, what: &str, count: i32) -> Verdict;

    /// The checks that the judge can call for, as in a fight.
    fn checks(&self) -> Vec<Named>;

    /// How `who` makes one of these checks.
    fn check_of(&self, state: &StateOf<Self>, who: Who, check: &str, against: Option<i32>) -> Option<Demand>;

    /// Somebody does what no list has: that is what one can do in a turn.
    fn occupy(&self, state: &mut StateOf<Self>, who: Who) -> Verdict {
        state.party.busy.insert(who);
        Ok(())
    }

    /// What else the judge can decide between fights: an attitude, the faces on which something comes, how long a task
    /// takes.
    fn decisions(&self) -> Vec<Decision> {
        Vec::new()
    }

    /// Decides one of these; the value is one that it can have, and `who` is named if it needs one.
    fn decide(&self, _state: &mut StateOf<Self>, what: &str, _who: Option<Who>, _value: &str) -> Verdict {
        Err(Refusal::new(format!("nothing can be decided about {what:?} here")))
    }

    /// An encounter is taken out of the place, or is there again as at the start.
    fn redraw(&self, _state: &mut StateOf<Self>, _encounter: u8, _back: bool) {}
}

/// The party as a file (`party.rs`; [`fracas_kernel::Report`]).
pub trait Muster: Wording {
    /// What time is counted in, in reports, and how much of it has gone by.
    const TIME: &'static str = "minutes";
    fn time(&self, state: &StateOf<Self>) -> u32 {
        state.clock * self.setting().clock.unit
    }

    /// What is written beside the supplies.
    fn write_more(&self, _state: &StateOf<Self>, _file: &mut PartyFile) {}

    /// The rest of somebody's table.
    fn write(&self, state: &StateOf<Self>, who: Who, file: &mut PartyFile);

    /// The ids of those who are not with the party and count as dead.
    fn missing(&self, _state: &StateOf<Self>) -> Vec<&str> {
        Vec::new()
    }
}

/// All of it.
pub trait Expedition: Instincts + Tales + Decrees + Muster {}

impl<R: Instincts + Tales + Decrees + Muster> Expedition for R {}
