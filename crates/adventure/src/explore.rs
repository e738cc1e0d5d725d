//! What a system supplies to [`Explorer`]: one trait for each file of its `trek` folder, named after the kernel's trait that
//! it answers to. Defaults are what most systems do.

use std::fmt::Debug;

use fracas_kernel::{
    Badge, ChoiceView, Decision, Demand, Gauge, Line, Log, Mark, Named, Outcome, Play, Refusal, Rules, Seat,
    Tag, Telling, Token, Unit, Whim, Who,
};
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    Attempt, Choice, Clock, Course, Deed, Event, Foes, Heroes, Numbers, PartyFile, Place, State, Step,
    Supply, Test, Trap, Verdict,
};

/// The rules of a trek: those that all systems share, and `R` for the rest.
#[derive(Clone, Debug)]
pub struct Explorer<R>(pub R);

pub type StateOf<R> = State<<R as Basis>::Own>;
pub type EventOf<R> = Event<<R as Basis>::Event>;
pub type DeedOf<R> = Deed<<R as Basis>::Deed>;

/// What every adventure has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    pub title: String,
    pub place: Place,
    pub clock: Clock,
    /// How many set out.
    pub heroes: usize,
}

impl Setting {
    /// Everybody, the dead and gone included.
    pub fn everyone(&self) -> Heroes {
        Heroes::first_few(self.heroes)
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

    const SYSTEM: &'static str;
    const SUPPLIES: &'static [Supply];

    fn setting(&self) -> &Setting;
    fn start(&self) -> StateOf<Self>;
}

/// The basis of a system whose `Lore` has a `setting` and a `start`: `basis!(Delve, SUPPLIES)`, where `Own`, `Deed`, `Event`
/// and `State` are known.
#[macro_export]
macro_rules! basis {
    ($fight:ty, $supplies:expr) => {
        impl $crate::Basis for Lore {
            type Own = Own;
            type Deed = Deed;
            type Event = Event;

            const SYSTEM: &'static str = <$fight as fracas_kernel::Play>::SYSTEM;
            const SUPPLIES: &'static [$crate::Supply] = &$supplies;

            fn setting(&self) -> &$crate::Setting {
                &self.setting
            }

            fn start(&self) -> State {
                self.start.clone()
            }
        }
    };
}

/// The checks and costs of a system, and the deeds of its own (`apply.rs`; [`fracas_kernel::Play`]).
pub trait Explore: Basis {
    const WORDS: Words;

    /// In the unit that fights count.
    fn health(&self, state: &StateOf<Self>, who: Who) -> i32;

    /// Rolls for something.
    fn attempt(&self, step: &mut Step<'_, Self>, who: Who, what: Attempt) -> Test;

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
            Deed::Own(own) => !self.is_for_all(own),
            _ => true,
        }
    }

    /// A turn is over: was the party in one place for long enough that something may come?
    fn lingers(&self, _step: &mut Step<'_, Self>) -> bool {
        true
    }

    /// The party goes to a zone.
    fn travel(&self, step: &mut Step<'_, Self>, to: u8) {
        step.arrive(to);
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

    /// Nobody is left who could act.
    fn forsaken(&self, _state: &mut StateOf<Self>, _log: &mut dyn Log<EventOf<Self>>) {}
}

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
    fn errand(&self, state: &StateOf<Self>, who: Who) -> Option<DeedOf<Self>>;

    /// What the party does when nobody has anything to do, as its leader sees it.
    fn plan(&self, state: &StateOf<Self>, who: Who) -> Option<DeedOf<Self>>;

    /// For one of `asked`, knowing what the party knows.
    fn think(&self, state: &StateOf<Self>, asked: Heroes, _whim: &mut Whim) -> Choice<Self::Deed> {
        let free = asked - state.party.busy;
        let errand = free.filter_map(|who| Some(who.does(self.errand(state, who)?))).next();
        let leader = state.party.leader().filter(|&who| asked.has(who));
        let plan = || leader.and_then(|who| Some(who.does(self.plan(state, who)?)));
        let stay = || free.first().map(|who| who.does(Deed::Stay));
        errand.or_else(plan).or_else(stay).unwrap_or_else(|| {
            let who = asked.first().unwrap_or(Who(0));
            who.does(self.home(state).unwrap_or(Deed::Stay))
        })
    }

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

/// What a seat knows (`known.rs`; [`fracas_kernel::Know`]).
pub trait Secrets: Explore {
    /// Hides what the party cannot know, beyond the judge's plans.
    fn hide(&self, _state: &mut StateOf<Self>) {}
}

/// Choices in words (`words.rs`; [`fracas_kernel::Tell`]).
pub trait Wording: Options {
    /// The id and the name of somebody.
    fn called(&self, state: &StateOf<Self>, who: Who) -> (&str, &str);

    /// An own deed in its stable form, without whose it is.
    fn text(&self, state: &StateOf<Self>, who: Who, deed: Self::Deed) -> String;

    /// What an attempt is made with, in brackets after its label ("wits 8").
    fn stakes(&self, state: &StateOf<Self>, who: Who, what: Attempt) -> String;

    /// The rest of how a choice is shown: all of an own deed, and what one should know before any other.
    fn describe(&self, state: &StateOf<Self>, who: Who, deed: DeedOf<Self>, view: &mut ChoiceView);
}

/// Events in words (`lines.rs`; [`fracas_kernel::Narrate`]), and what they mean for odds.
pub trait Tales: Explore {
    fn line(&self, telling: &Telling<'_, StateOf<Self>>, event: &Self::Event) -> Option<Line>;

    fn reveals(&self, _event: &Self::Event) -> bool {
        false
    }

    fn mark(&self, _event: &Self::Event) -> Mark {
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
pub trait Display: Wording {
    /// A hero as in a fight; where it is and what all heroes have is added.
    fn token(&self, state: &StateOf<Self>, who: Who) -> Token;

    fn gauges(&self, state: &StateOf<Self>) -> Vec<Gauge>;

    /// Badges beyond who leads and who is busy.
    fn badges(&self, _state: &StateOf<Self>, _who: Who, _badges: &mut Vec<Badge>) {}

    /// What else is known of a zone.
    fn tags(&self, _state: &StateOf<Self>, _seat: Seat, _zone: u8, _tags: &mut Vec<Tag>) {}

    /// What else is known of a way.
    fn note(&self, _state: &StateOf<Self>, _seat: Seat, _way: u8) -> Option<String> {
        None
    }

    /// What is asked, if it is not what everybody does.
    fn question(&self, _state: &StateOf<Self>) -> Option<(String, Option<&'static str>)> {
        None
    }

    /// What health is counted in.
    const HEALTH: Unit;

    /// The ids and names of all sheets, for whom the judge puts somewhere.
    fn sheets(&self) -> impl Iterator<Item = (&str, &str)>;

    fn sheet_name(&self, sheet: u8) -> &str {
        self.sheets().nth(sheet.into()).map_or("", |(_, name)| name)
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

    fn set_track(&self, state: &mut StateOf<Self>, who: Who, track: &str, value: i32) -> Result<(), Refusal>;
    fn afflict(
        &self,
        state: &mut StateOf<Self>,
        who: Who,
        name: &str,
        rank: Option<i32>,
    ) -> Result<(), Refusal>;
    fn lift(&self, state: &mut StateOf<Self>, who: Who, name: &str) -> Result<(), Refusal>;

    /// Gauges that can be set beside the clock and the supplies, and setting one of them.
    const GAUGES: &'static [&'static str] = &[];
    fn set_gauge(&self, _state: &mut StateOf<Self>, _gauge: &str, _value: i32) -> Result<(), Refusal> {
        Ok(())
    }

    fn set_clock(&self, state: &mut StateOf<Self>, value: i32) -> Result<(), Refusal> {
        state.clock = self.setting().clock.set(value)?;
        Ok(())
    }

    /// What can be given beside supplies.
    fn gifts(&self) -> Vec<Named> {
        Vec::new()
    }

    /// Gives one of these gifts.
    fn grant(&self, state: &mut StateOf<Self>, who: Who, what: &str, count: i32) -> Result<(), Refusal>;

    /// The checks that the judge can call for, as in a fight.
    fn checks(&self) -> Vec<Named> {
        Vec::new()
    }

    /// How `who` makes one of these checks.
    fn check_of(
        &self,
        _state: &StateOf<Self>,
        _who: Who,
        _check: &str,
        _against: Option<i32>,
    ) -> Option<Demand> {
        None
    }

    /// What else the judge can decide between fights: an attitude, the faces on which something comes, how long a task
    /// takes.
    fn decisions(&self) -> Vec<Decision> {
        Vec::new()
    }

    /// Decides one of these; the value is one that it can have, and `who` is named if it needs one.
    fn decide(
        &self,
        _state: &mut StateOf<Self>,
        what: &str,
        _who: Option<Who>,
        _value: &str,
    ) -> Result<(), Refusal> {
        Err(Refusal::new(format!("nothing can be decided about {what:?} here")))
    }

    /// An encounter is taken out of the place, or is there again as at the start.
    fn redraw(&self, _state: &mut StateOf<Self>, _encounter: u8, _back: bool) {}
}

/// Into a fight and out of it (`fights.rs`; [`crate::Trek`]).
pub trait Battles: Decrees {
    type Fight: Rules;

    fn fights(&self) -> &[Self::Fight];

    /// Which of them has to be fought now: that around the party, in most systems, or behind those the one that has goals.
    fn field(&self, state: &StateOf<Self>) -> Option<usize> {
        state.meeting.map(|_| self.fought(state))
    }

    /// The fight with those who are met where the party is.
    fn fought(&self, state: &StateOf<Self>) -> usize {
        let place = &self.setting().place;
        let plot = state.plotted(place).and_then(|met| met.plot);
        plot.map_or(state.here.at.into(), |plot| place.spots.len() + usize::from(plot))
    }

    /// It at its start, with the party as it is.
    fn enter(&self, state: &StateOf<Self>) -> <Self::Fight as Play>::State;

    /// How the heroes and the place are after it, or in the midst of it.
    fn take_back(&self, state: &mut StateOf<Self>, fight: &<Self::Fight as Play>::State);

    fn leave(
        &self,
        state: &mut StateOf<Self>,
        fight: &<Self::Fight as Play>::State,
        outcome: Outcome,
        log: &mut dyn Log<EventOf<Self>>,
    );
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
pub trait Expedition: Instincts + Secrets + Tales + Battles + Muster {}

impl<R: Instincts + Secrets + Tales + Battles + Muster> Expedition for R {}
