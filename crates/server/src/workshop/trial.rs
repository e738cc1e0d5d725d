//! A draft tried out: how often the heroes win, how long it takes, who falls and where, for as long as there is time; the
//! number that gives a wanted win rate; and what somebody in it can do, as players read it. Whoever does not wait for
//! the answer any longer stops the work.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use fracas_kernel::{Crowd, Role, Seat, Side, Track, Typing};
use fracas_lab::{End, Plan, Rate, Tally};
use fracas_minds::Minds;
use fracas_systems::{Trials, Vary, balance, open, trials_by};

use super::draft::bundle;
use super::messages::{Balanced, DeedPreview, Deeds, Fact, Felled, Share, Trial, TrialOf, ZoneFalls};
use crate::refusal::{Failed, Refused};

/// Unless it is asked for otherwise: an answer within a second, with what a machine and a network need besides.
const USUAL: Duration = Duration::from_millis(500);
const LONGEST: Duration = Duration::from_secs(5);
/// The bounds of a share are then within a percent or so.
const ENOUGH: u64 = 10_000;
/// The first fight tells how long one takes.
const FIRST: u64 = 1;
/// From this many fights on, what never happened in them is worth a warning.
const TELLING: u64 = 100;
/// A look at the clock between this many parts of the time.
const LOOKS: u32 = 8;
/// How long looking for a number may take in all, and how many fights each version gets for it.
const BALANCING: Duration = Duration::from_secs(4);
const EACH: (u64, u64) = (30, 1_000);
/// Versions that are tried, about.
const VERSIONS: u64 = 24;
const SEED: u64 = 1;
/// After this many choices nobody who has not had a turn is waited for.
const PATIENCE: usize = 400;

/// Becomes true when nobody waits for the answer any more.
#[derive(Clone, Debug, Default)]
pub struct Unwanted(Arc<AtomicBool>);

/// Held by whoever waits.
#[derive(Debug)]
pub struct Wait(Unwanted);

impl Drop for Wait {
    fn drop(&mut self) {
        self.0.0.store(true, Relaxed);
    }
}

impl Unwanted {
    pub fn wait(&self) -> Wait {
        Wait(self.clone())
    }

    fn is_so(&self) -> bool {
        self.0.load(Relaxed)
    }
}

fn minds(of: &TrialOf) -> Result<Minds, Failed> {
    let Some((heroes, monsters)) = &of.minds else { return Ok(Minds::default()) };
    let texts = [format!("heroes={heroes}"), format!("monsters={monsters}")];
    Minds::read(texts.iter().map(String::as_str)).map_err(|error| unfit("bad-mind", error.to_string()))
}

fn unfit(code: &'static str, message: impl Into<String>) -> Failed {
    Failed::new(StatusCode::UNPROCESSABLE_ENTITY, Refused::new(code, message))
}

fn plan(fights: u64) -> Plan {
    // One thread: the others are for those who play.
    Plan { threads: Some(1), ..Plan::new(fights, SEED) }
}

/// Fights until the time is over, or enough of them.
fn fought(trials: &dyn Trials, time: Duration, unwanted: &Unwanted) -> Tally {
    let (start, plan) = (Instant::now(), plan(ENOUGH));
    let mut tally = trials.simulate(&plan, 0..FIRST, &|_| {});
    while tally.fights < ENOUGH && start.elapsed() < time && !unwanted.is_so() {
        let each = start.elapsed() / u32::try_from(tally.fights).unwrap_or(u32::MAX).max(1);
        let some = (time / LOOKS).as_nanos() / each.as_nanos().max(1);
        let next = (tally.fights + u64::try_from(some).unwrap_or(1).max(1)).min(ENOUGH);
        tally.merge(&trials.simulate(&plan, tally.fights..next, &|_| {}));
    }
    tally
}

fn share(count: u64, of: u64) -> Share {
    let Rate { share, low, high, .. } = Rate::new(count, of);
    Share { share, low, high }
}

pub fn trial(of: &TrialOf, unwanted: &Unwanted) -> Result<Trial, Failed> {
    let start = Instant::now();
    let trials = trials_by(bundle(of)?, &minds(of)?)?;
    let time = of.millis.map_or(USUAL, |millis| Duration::from_millis(millis.into())).min(LONGEST);
    let tally = fought(&*trials, time, unwanted);
    Ok(Trial {
        fights: tally.fights,
        heroes: share(tally.ends[End::Heroes as usize], tally.fights),
        monsters: share(tally.ends[End::Monsters as usize], tally.fights),
        rounds: tally.rounds.mean().unwrap_or(0.0),
        falls: falls(&tally),
        zones: zones(&tally),
        warnings: if tally.fights < TELLING { Vec::new() } else { tally.warnings() },
        millis: u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX),
    })
}

/// Monsters of a kind together: they share an id but for its number.
fn falls(tally: &Tally) -> Vec<Felled> {
    let mut all: Vec<(Felled, u64, u64)> = Vec::new();
    for one in tally.combatants.iter().flatten() {
        let hero = one.side == Side::Heroes;
        let (id, name) = match (hero, one.id.rsplit_once('-'), one.name.rsplit_once(' ')) {
            (false, Some((id, n)), Some((name, nth))) if n == nth && n.parse::<u32>().is_ok() => (id, name),
            _ => (one.id.as_str(), one.name.as_str()),
        };
        let (fell, of) = (one.fell.total(), one.present());
        match all.iter_mut().find(|(known, ..)| known.id == id && known.hero == hero) {
            Some((_, known, there)) => (*known, *there) = (*known + fell, *there + of),
            None => {
                all.push((Felled { id: id.to_owned(), name: name.to_owned(), hero, share: 0.0 }, fell, of))
            }
        }
    }
    let counted =
        all.into_iter().map(|(one, fell, of)| Felled { share: fell as f64 / of.max(1) as f64, ..one });
    let mut all: Vec<Felled> = counted.collect();
    all.sort_by(|a, b| b.share.total_cmp(&a.share).then_with(|| a.id.cmp(&b.id)));
    all
}

/// Scenes of an adventure by the zone that they are in, which is the upper half of their number.
fn zones(tally: &Tally) -> Vec<ZoneFalls> {
    let mut all: Vec<ZoneFalls> = Vec::new();
    let each = |count: u64| count as f64 / tally.fights.max(1) as f64;
    for (scene, told) in &tally.scenes {
        let zone = usize::from(scene >> 8);
        if all.last().is_none_or(|last| last.zone != zone) {
            all.push(ZoneFalls { zone, falls: 0.0, lost: 0.0 });
        }
        if let Some(last) = all.last_mut() {
            last.falls += each(told.falls);
            last.lost += each(told.ends[End::Monsters as usize]);
        }
    }
    all.retain(|zone| zone.falls > 0.0 || zone.lost > 0.0);
    all
}

pub fn balanced(
    of: &TrialOf,
    wanted: f64,
    by: Option<&str>,
    unwanted: &Unwanted,
) -> Result<Balanced, Failed> {
    if !(0.0..=1.0).contains(&wanted) {
        return Err(unfit("bad-request", "a win rate is a number from 0 to 1"));
    }
    let (bundle, minds) = (bundle(of)?, minds(of)?);
    let by = by.map(|text| text.parse::<Vary>().map_err(|error| unfit("bad-request", error))).transpose()?;
    let by: Vec<Vary> = by.into_iter().collect();
    let start = Instant::now();
    let tally = fought(&*trials_by(bundle.clone(), &minds)?, BALANCING / 20, unwanted);
    let each = start.elapsed().as_nanos() / u128::from(tally.fights.max(1));
    let many = BALANCING.as_nanos() / each.max(1) / u128::from(VERSIONS);
    let many = u64::try_from(many).unwrap_or(u64::MAX).clamp(EACH.0, EACH.1);
    let found = balance(&bundle, &minds, wanted, &by, &plan(many), &|_| {})
        .map_err(|error| unfit("no-balance", error.to_string()))?;
    let Rate { share, low, high, .. } = found.win;
    Ok(Balanced {
        path: found.path,
        value: found.value,
        heroes: Share { share, low, high },
        met: found.met,
        fights: many,
        text: found.scenario.text,
    })
}

/// Plays on by instinct until somebody of this id has a choice of deeds, and tells what they are.
pub fn deeds(of: &TrialOf, who: &str, unwanted: &Unwanted) -> Result<Deeds, Failed> {
    let mut game = open(bundle(of)?, SEED, 0)?;
    let numbered = |id: &str| {
        let rest = id.strip_prefix(who)?;
        (rest.is_empty() || rest.strip_prefix('-')?.parse::<u32>().is_ok()).then_some(())
    };
    let meant: Crowd =
        game.combatants().iter().filter(|one| numbered(&one.id).is_some()).map(|one| one.who).collect();
    let view = game.view_with(Seat::Judge, Crowd::NONE);
    let token = view.tokens.into_iter().find(|token| meant.has(token.who));
    let (kind, tracks) = token.map(|token| (token.kind, token.tracks)).unwrap_or_default();
    let fact = |track: &Track| {
        let (id, name) = (track.id.to_owned(), track.name.to_owned());
        Fact { id, name, value: track.max.unwrap_or(track.value) }
    };
    let mut told = Deeds { kind, facts: tracks.iter().map(fact).collect(), deeds: Vec::new() };
    for _ in 0..PATIENCE {
        let asked = game.ask().asked();
        if asked.is_empty() || unwanted.is_so() {
            break;
        }
        let choices = game.view_with(Seat::Judge, Crowd::NONE).choices;
        let acts = choices.iter().filter(|choice| meant.has(choice.who) && choice.role == Role::Act);
        for choice in acts.clone() {
            let Ok(stakes) = game.odds(&choice.text) else { continue };
            let (chance, means) = stakes.chance.map(|chance| (chance.p, chance.means.to_owned())).unzip();
            let now = DeedPreview {
                title: choice.deed.title.clone(),
                effect: choice.deed.effect.clone(),
                chance,
                means: means.unwrap_or_default(),
                harm: stakes.harm.mean,
            };
            match told.deeds.iter_mut().find(|known| known.title == now.title && known.effect == now.effect) {
                Some(known) if known.harm < now.harm => *known = now,
                Some(_) => {}
                None => told.deeds.push(now),
            }
        }
        // One who could hurt somebody has shown what there is.
        if told.deeds.iter().any(|deed| deed.harm > 0.0) {
            break;
        }
        let Ok(choice) = game.instinct(asked) else { break };
        if game.choose(&choice, &Typing::default()).is_err() {
            break;
        }
    }
    Ok(told)
}
