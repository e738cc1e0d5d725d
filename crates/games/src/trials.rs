//! Many fights of any system, behind one object: front ends simulate without compiling any rules themselves.

use std::ops::Range;
use std::sync::Arc;

use fracas_content::Bundle;
use fracas_dice::Seeded;
use fracas_kernel::{
    Crowd, Done, Instinct, Mind, Named, Null, Outcome, Rules, Side, Typing, Whim, act_words, fight,
};
use fracas_lab::{
    About, Deeds, End, Exact, FightRow, Fortune, Header, Part, Plan, Review, Run, Scrutiny, Stock, Taken,
    Tally, Told, deeds, ends, exact, luck_in, retell, review, rows, simulate_some,
};
use fracas_minds::{Minds, Tempers, Thinkers};
use fracas_table::{Game, Replay, Table, play_back};

use crate::supplies::stock;

/// Ways that a fight may take to be counted out beside a simulation: a fraction of a second.
const COUNTED: u64 = 60_000;

/// A scenario that can be fought many times. Where fights are asked for by number, they are those of the plan.
pub trait Trials: Send + Sync {
    fn about(&self) -> About;
    /// Everything that decides what a simulation comes to.
    fn run(&self, plan: &Plan) -> Run;
    /// Runs some fights of a plan; `progress` is told how many more are done.
    fn simulate(&self, plan: &Plan, some: Range<u64>, progress: &(dyn Fn(u64) + Sync)) -> Tally;
    /// What was luck in a sample of them.
    fn luck(&self, plan: &Plan, some: Range<u64>) -> Vec<Fortune>;
    /// What was done in a sample of them.
    fn deeds(&self, plan: &Plan, some: Range<u64>) -> Deeds;
    /// What the parties of an adventure bring home; nothing of a single fight.
    fn stock(&self, plan: &Plan, some: Range<u64>) -> Stock;
    /// The chances, counted out, where the fight is small enough.
    fn exact(&self) -> Option<Exact>;
    /// How each of them ended.
    fn ends(&self, plan: &Plan, some: Range<u64>) -> Vec<End>;
    /// What each of them is as a row of figures.
    fn header(&self) -> Header;
    fn rows(&self, plan: &Plan, some: Range<u64>, header: &Header) -> Vec<FightRow>;
    /// One fight of a plan as a table would have recorded it, and how it ended.
    fn record(&self, plan: &Plan, fight: u64) -> Result<(Replay, End), String>;
    /// A fight that was played from this scenario, looked at again.
    fn review(&self, replay: &Replay, scrutiny: Scrutiny) -> Result<Review, String>;
    /// How often the heroes do not win, of a few tries.
    fn difficulty(&self, tries: u64) -> f32;
}

/// Works out what a part tells beyond its tally, now that its fights are done. If they are not all of them, what is done
/// is a simulation of its own, only shorter.
pub fn complete(trials: &dyn Trials, plan: &Plan, part: &mut Part) {
    if !part.is_finished() {
        part.run.fights = part.done;
    }
    let shorter = Plan { fights: part.run.fights, ..*plan };
    part.luck = trials.luck(&shorter, part.range());
    part.deeds = trials.deeds(&shorter, part.range());
    part.stock = trials.stock(&shorter, part.range());
    part.exact = if part.shard.number == 1 { trials.exact() } else { None };
}

/// A scenario for trials by these minds.
pub(crate) fn loaded<R: Rules>(
    rules: R,
    bundle: Bundle,
    minds: &Minds,
    tempers: &Tempers,
) -> Box<dyn Trials> {
    // Instinct as it is by nature needs nobody who thinks of tempers.
    let thinks = !minds.are_instinct() || !tempers.is_empty();
    let thinkers = thinks.then(|| Thinkers::new(minds, tempers));
    Box::new(Loaded { rules: Arc::new(rules), bundle, minds: Deciding(thinkers), names: minds.names() })
}

struct Loaded<R: Rules> {
    rules: Arc<R>,
    bundle: Bundle,
    minds: Deciding<R>,
    /// Of the heroes and of the monsters.
    names: [String; 2],
}

/// Thinkers where there are any, and else instinct. One type for both, so that what looks at a few fights is compiled once.
struct Deciding<R: Rules>(Option<Thinkers<R>>);

impl<R: Rules> Mind<R> for Deciding<R> {
    fn choose(&self, rules: &R, state: &R::State, asked: Crowd, whim: &mut Whim) -> R::Choice {
        match &self.0 {
            Some(thinkers) => thinkers.choose(rules, state, asked, whim),
            None => rules.instinct(state, asked, whim),
        }
    }
}

impl<R: Rules> Trials for Loaded<R> {
    fn about(&self) -> About {
        About::of::<R>(self.rules.title())
    }

    fn run(&self, plan: &Plan) -> Run {
        let texts = self.bundle.library.iter().chain([&self.bundle.scenario]).chain(&self.bundle.party);
        let mut digest = crc32fast::Hasher::new();
        texts.for_each(|source| digest.update(source.text.as_bytes()));
        Run {
            about: self.about(),
            program: env!("CARGO_PKG_VERSION").to_owned(),
            content: format!("{:08x}", digest.finalize()),
            minds: self.names.clone(),
            fights: plan.fights,
            seed: plan.seed,
        }
    }

    fn simulate(&self, plan: &Plan, some: Range<u64>, progress: &(dyn Fn(u64) + Sync)) -> Tally {
        let rules = &*self.rules;
        let named = |state: &R::State, who| Named { id: rules.id(state, who), name: rules.name(state, who) };
        match &self.minds.0 {
            Some(thinkers) => simulate_some(rules, plan, some, thinkers, &named, progress),
            // Millions of fights ask nobody which mind it is.
            None => simulate_some(rules, plan, some, &Instinct, &named, progress),
        }
    }

    fn luck(&self, plan: &Plan, some: Range<u64>) -> Vec<Fortune> {
        luck_in(&*self.rules, plan, some, &self.minds).fights
    }

    fn deeds(&self, plan: &Plan, some: Range<u64>) -> Deeds {
        deeds(&*self.rules, plan, some, &self.minds)
    }

    fn stock(&self, plan: &Plan, some: Range<u64>) -> Stock {
        stock(&*self.rules, plan, some, &self.minds)
    }

    fn exact(&self) -> Option<Exact> {
        // Minds that think make up dice of their own: what they do cannot be counted out.
        let by_instinct = self.minds.0.is_none();
        by_instinct.then(|| exact(&*self.rules, &self.rules.start(), &Instinct, COUNTED))?
    }

    fn ends(&self, plan: &Plan, some: Range<u64>) -> Vec<End> {
        match &self.minds.0 {
            Some(thinkers) => ends(&*self.rules, plan, some, thinkers),
            None => ends(&*self.rules, plan, some, &Instinct),
        }
    }

    fn header(&self) -> Header {
        Header::of(&*self.rules, self.minds.0.is_some().then(|| self.names.clone()))
    }

    fn rows(&self, plan: &Plan, some: Range<u64>, header: &Header) -> Vec<FightRow> {
        match &self.minds.0 {
            Some(thinkers) => rows(&*self.rules, plan, some, thinkers, header),
            None => rows(&*self.rules, plan, some, &Instinct, header),
        }
    }

    fn record(&self, plan: &Plan, fight: u64) -> Result<(Replay, End), String> {
        let told = retell(&*self.rules, plan, &self.minds, fight);
        let end = End::of(told.fought.outcome);
        let wrong =
            |what| format!("fight {fight} does not go the same way at a table: {what}; please report this");
        Ok((self.replay(&told, plan, fight).map_err(wrong)?, end))
    }

    fn review(&self, replay: &Replay, scrutiny: Scrutiny) -> Result<Review, String> {
        let mut table = Table::new(Arc::clone(&self.rules), self.bundle.clone(), replay.seed, replay.fight);
        play_back(replay, replay.steps.len(), &mut table).map_err(|error| error.to_string())?;
        let history = table.history();
        let taken = history.steps().iter().map(|step| {
            let (choice, text) = match &step.done {
                Done::Chose(choice) => (Some(*choice), step.text.clone()),
                Done::Judged(act) => (None, act_words(&*self.rules, &step.before.state, act)),
            };
            Taken { before: &step.before.state, choice, text }
        });
        let taken: Vec<Taken<'_, R>> = taken.collect();
        Ok(review(&*self.rules, &Instinct, &taken, history.state(), scrutiny))
    }

    fn difficulty(&self, tries: u64) -> f32 {
        let rules = &*self.rules;
        let lost = (0..tries).filter(|&nth| {
            let (mut dice, mut whim) = (Seeded::stream(1, nth), Whim::stream(2, nth));
            let fought = fight(rules, &mut rules.start(), &mut dice, &mut whim, &mut Null, Plan::CAP);
            fought.outcome != Some(Outcome::Won(Side::Heroes))
        });
        lost.count() as f32 / tries.max(1) as f32
    }
}

impl<R: Rules> Loaded<R> {
    /// The same stream of dice, and the choices that were made.
    fn replay(&self, told: &Told<R>, plan: &Plan, fight: u64) -> Result<Replay, String> {
        let rules = &*self.rules;
        let (mut state, mut dice) = (rules.start(), plan.dice(fight));
        let mut table = Table::new(Arc::clone(&self.rules), self.bundle.clone(), plan.seed, fight);
        for &choice in &told.choices {
            let text = rules.text(&state, choice);
            table.choose(&text, &Typing::default()).map_err(|error| format!("{text}: {error}"))?;
            rules.apply(&mut state, choice, &mut dice, &mut Null);
        }
        if (&table as &dyn Game).outcome() != told.fought.outcome || state != told.state {
            return Err("it ends otherwise".to_owned());
        }
        Ok(table.replay())
    }
}
