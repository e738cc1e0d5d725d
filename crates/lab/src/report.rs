//! What a simulation says, as plain figures with a stable shape: `--json` prints this, the terminal shows it.
//!
//! Every figure is worked out from a [`Tally`] or a [`Sample`] in a fixed order. It knows nothing of threads and time.

use fracas_kernel::Side;
use serde::{Deserialize, Serialize};

use crate::stats::{correlation, deviation, mean, percentile};
use crate::{
    CombatantTally, Counts, DeedTally, Deeds, End, Exact, Fortune, Kept, Rate, Run, Sample, SceneTally, Tally,
};

/// What was simulated, in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct About {
    pub system: String,
    pub title: String,
    /// What time is counted in.
    pub time: String,
}

impl About {
    pub fn of<R: fracas_kernel::Report>(title: &str) -> About {
        About { system: R::SYSTEM.to_owned(), title: title.to_owned(), time: R::TIME.to_owned() }
    }

    /// What there are many of: fights, or adventures.
    pub fn plural(&self) -> &'static str {
        if self.time == "rounds" { "fights" } else { "adventures" }
    }
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    pub system: String,
    pub title: String,
    pub fights: u64,
    pub seed: u64,
    /// Who decided, where it was not instinct on both sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minds: Option<MindsReport>,
    pub ends: Ends,
    /// `counted` where the chances were counted out as well as sampled, otherwise `sampled`.
    pub method: &'static str,
    /// The chances, counted out, where the fight is small enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<Exact>,
    /// What `rounds` counts: rounds of a fight, or an adventure's own measure of time.
    pub time: String,
    pub rounds: Summary,
    /// Choices made in a fight, on average.
    pub choices: f64,
    pub survivors: Survivors,
    pub combatants: Vec<CombatantReport>,
    /// Where an adventure ends badly and where heroes fall, the deadliest first; empty for a single fight.
    pub scenes: Vec<SceneReport>,
    /// What was done, by whom, and how it did; the most used first.
    pub deeds: Vec<DeedReport>,
    /// None of fewer than three fights.
    pub luck: Option<LuckReport>,
    /// How the figures are meant.
    pub notes: &'static [&'static str],
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MindsReport {
    pub heroes: String,
    pub monsters: String,
}

impl MindsReport {
    /// `None` where both follow their instinct.
    pub fn of(run: &Run) -> Option<MindsReport> {
        let [heroes, monsters] = run.minds.clone();
        (!run.is_by_instinct()).then_some(MindsReport { heroes, monsters })
    }

    /// As "greedy", or as "greedy against random".
    pub fn words(&self) -> String {
        let MindsReport { heroes, monsters } = self;
        if heroes == monsters { heroes.clone() } else { format!("{heroes} against {monsters}") }
    }
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ends {
    pub heroes: Rate,
    pub monsters: Rate,
    pub draw: Rate,
    /// Given up after too many choices.
    pub cap: Rate,
}

/// A row of counts and what people read off it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    pub mean: f64,
    pub p5: i32,
    pub p25: i32,
    pub median: i32,
    pub p75: i32,
    pub p95: i32,
    /// [value, fights] pairs, ascending.
    pub counts: Vec<(i32, u64)>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Survivors {
    /// How many stand at the end of any fight.
    pub heroes: Summary,
    pub monsters: Summary,
    /// Health left to the heroes in the fights they win, all together.
    pub left_to_heroes: Option<Summary>,
    pub left_to_monsters: Option<Summary>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CombatantReport {
    pub id: String,
    pub name: String,
    pub side: Side,
    /// Before the fight; none for those who came later.
    pub health: Option<i32>,
    /// In how many fights it was there.
    pub present: u64,
    pub falls: Fall,
    /// Neither standing nor fallen at the end: fled, asleep, held.
    pub out: Rate,
    /// Health left at the end of any fight; those who fell count as 0.
    pub left: Summary,
    /// The same for the fights that its side won.
    pub left_when_won: Option<Summary>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Fall {
    pub chance: Rate,
    /// The rounds in which it fell.
    pub rounds: Option<Summary>,
    /// What it fell to, in a sample of the fights; what did it most often comes first.
    pub to: Vec<FellTo>,
}

/// Whose deed brought somebody down, and in what share of those falls.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FellTo {
    pub who: String,
    pub name: String,
    pub deed: String,
    pub title: String,
    pub share: Rate,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SceneReport {
    pub name: String,
    /// Adventures that were lost here, of all.
    pub lost: Rate,
    /// Adventures that ended here without being won or lost.
    pub left: u64,
    /// Heroes who fell here.
    pub falls: u64,
}

/// A deed of somebody, in a sample of the fights.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DeedReport {
    pub who: String,
    pub name: String,
    pub side: Side,
    pub deed: String,
    pub title: String,
    /// In a fight, on average.
    pub uses: f64,
    /// What one use does to the margin between the sides' health, in favour of whoever does it.
    pub swing: f64,
    /// Health that it takes from the other side in a fight, on average.
    pub harm: f64,
    /// How many enemies it brings down in a fight, on average.
    pub felled: f64,
    /// How often its side wins the fights in which it is used.
    pub wins: Rate,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LuckReport {
    /// How many fights were looked at, evenly spread over all.
    pub fights: u64,
    /// Choices whose expectation was counted out exactly, and all choices.
    pub exact: u64,
    pub choices: u64,
    /// Heroes' health less monsters' health: before, and how the plans change it on average.
    pub margin_before: f64,
    pub plan: f64,
    /// Luck averages to zero but for chance: the error of its mean stands beside it.
    pub mean: f64,
    pub mean_error: f64,
    /// How far luck spreads, in health.
    pub deviation: f64,
    pub p5: f64,
    pub median: f64,
    pub p95: f64,
    /// From -1 to 1: how far luck and winning go together for the heroes. None where one of them never changes.
    pub correlation: Option<f64>,
    /// How often the side that luck favoured won, of the fights that somebody won.
    pub lucky_side_wins: Rate,
    /// The fights in three parts of the same size, the unluckiest for the heroes first.
    pub thirds: Vec<Third>,
    /// How often the heroes win at even luck: the plan's own worth.
    pub even: Rate,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Third {
    pub from: f64,
    pub to: f64,
    pub heroes_win: Rate,
}

/// One line for each figure whose meaning is not plain from its name.
const NOTES: &[&str] = &[
    "low and high: 95% bounds on the true chance, by Wilson's method",
    "rounds: the round in which a fight ended; a fall counts in the round at whose end its victim was down",
    "left: health at the end, those who fell as 0; left_when_won: only fights that the combatant's side won",
    "luck: in each fight looked at, what each choice's dice did to the margin (health of heroes less health of \
     monsters), less what was to be expected from counting out all their outcomes, added up; above 0 it favoured \
     the heroes; plan: the expected changes added up; margin at the end = before + plan + luck",
    "deeds: from a sample of the fights; swing: what one use does to the margin between the sides' health, in favour of \
     whoever does it; harm: health that it takes from the other side",
    "to: from the same sample, whose choice was being carried out when somebody fell",
    "even: of the fights looked at, the fifth whose luck was nearest to zero, and how many of them the heroes won",
];

/// Works out the report.
pub fn report(run: &Run, tally: &Tally, sample: &Sample, deeds: &Deeds, exact: Option<Exact>) -> Report {
    let rate = |end: End| Rate::new(tally.ends[end as usize], tally.fights);
    let [heroes, monsters] = Side::BOTH.map(|side| &tally.standing[side.index()]);
    let [left_to_heroes, left_to_monsters] =
        Side::BOTH.map(|side| Summary::of(&tally.left_of_winners[side.index()]));
    Report {
        system: run.about.system.clone(),
        title: run.about.title.clone(),
        fights: tally.fights,
        seed: run.seed,
        minds: MindsReport::of(run),
        ends: Ends {
            heroes: rate(End::Heroes),
            monsters: rate(End::Monsters),
            draw: rate(End::Draw),
            cap: rate(End::Cap),
        },
        method: if exact.is_some() { "counted" } else { "sampled" },
        exact,
        time: run.about.time.clone(),
        rounds: Summary::always(&tally.rounds),
        choices: tally.choices as f64 / tally.fights.max(1) as f64,
        survivors: Survivors {
            heroes: Summary::always(heroes),
            monsters: Summary::always(monsters),
            left_to_heroes,
            left_to_monsters,
        },
        combatants: tally.combatants.iter().flatten().map(|who| CombatantReport::of(who, deeds)).collect(),
        scenes: scenes(tally),
        deeds: deed_reports(deeds),
        luck: LuckReport::of(sample),
        notes: NOTES,
    }
}

fn deed_reports(deeds: &Deeds) -> Vec<DeedReport> {
    let fights = deeds.fights.max(1) as f64;
    let report = |row: &DeedTally| DeedReport {
        who: row.who.clone(),
        name: row.name.clone(),
        side: row.side,
        deed: row.deed.clone(),
        title: row.title.clone(),
        uses: row.uses as f64 / fights,
        swing: row.swing as f64 / row.uses.max(1) as f64,
        harm: row.harm as f64 / fights,
        felled: row.felled as f64 / fights,
        wins: Rate::new(row.won, row.fights),
    };
    let mut reports: Vec<DeedReport> = deeds.rows().map(report).collect();
    reports.sort_by(|a, b| b.uses.total_cmp(&a.uses).then_with(|| (&a.who, &a.deed).cmp(&(&b.who, &b.deed))));
    reports
}

fn fell_to(deeds: &Deeds, victim: &str) -> Vec<FellTo> {
    let times = |row: &DeedTally| row.victims.get(victim).copied().unwrap_or(0);
    let all: u64 = deeds.rows().map(times).sum();
    let fell = |row: &DeedTally| FellTo {
        who: row.who.clone(),
        name: row.name.clone(),
        deed: row.deed.clone(),
        title: row.title.clone(),
        share: Rate::new(times(row), all),
    };
    let mut to: Vec<FellTo> = deeds.rows().filter(|row| times(row) > 0).map(fell).collect();
    to.sort_by_key(|to| std::cmp::Reverse(to.share.count));
    to
}

fn scenes(tally: &Tally) -> Vec<SceneReport> {
    let report = |scene: &SceneTally| SceneReport {
        name: scene.name.clone(),
        lost: Rate::new(scene.ends[End::Monsters as usize], tally.fights),
        left: scene.ends[End::Draw as usize] + scene.ends[End::Cap as usize],
        falls: scene.falls,
    };
    let mut scenes: Vec<SceneReport> = tally
        .scenes
        .values()
        .map(report)
        .filter(|scene| scene.lost.count + scene.left + scene.falls > 0)
        .collect();
    scenes.sort_by_key(|scene| std::cmp::Reverse((scene.lost.count, scene.falls, scene.left)));
    scenes
}

impl Tally {
    /// Fights that stand for `count` places spread evenly from the worst 5 percent, for the heroes, to the best; one
    /// place is the middle.
    pub fn keep(&self, count: usize) -> Vec<Kept> {
        self.shelves.keep(count)
    }
}

impl Summary {
    /// `None` of nothing.
    pub fn of(counts: &Counts) -> Option<Summary> {
        let mean = counts.mean()?;
        let [p5, p25, median, p75, p95] = [5, 25, 50, 75, 95].map(|p| counts.percentile(p).unwrap_or(0));
        Some(Summary { mean, p5, p25, median, p75, p95, counts: counts.iter().collect() })
    }

    fn always(counts: &Counts) -> Summary {
        let nothing = Summary { mean: 0.0, p5: 0, p25: 0, median: 0, p75: 0, p95: 0, counts: Vec::new() };
        Summary::of(counts).unwrap_or(nothing)
    }
}

impl CombatantReport {
    fn of(tally: &CombatantTally, deeds: &Deeds) -> CombatantReport {
        let [not_won, won] = &tally.left;
        let present = tally.present();
        CombatantReport {
            id: tally.id.clone(),
            name: tally.name.clone(),
            side: tally.side,
            health: tally.health,
            present,
            falls: Fall {
                chance: Rate::new(tally.fell.total(), present),
                rounds: Summary::of(&tally.fell),
                to: fell_to(deeds, &tally.id),
            },
            out: Rate::new(tally.out, present),
            left: Summary::always(&not_won.and(won)),
            left_when_won: Summary::of(won),
        }
    }
}

impl LuckReport {
    fn of(sample: &Sample) -> Option<LuckReport> {
        let mut fights: Vec<&Fortune> = sample.fights.iter().collect();
        if fights.len() < 3 {
            return None;
        }
        // Ties keep the order of the fights, so that the thirds do not depend on how sorting is done.
        fights.sort_by(|a, b| a.luck.total_cmp(&b.luck).then(a.fight.cmp(&b.fight)));
        let luck: Vec<f64> = fights.iter().map(|fight| fight.luck).collect();
        let plan: Vec<f64> = fights.iter().map(|fight| fight.plan).collect();
        let won: Vec<f64> =
            fights.iter().map(|fight| f64::from(u8::from(fight.end == End::Heroes))).collect();
        let choices: u64 = fights.iter().map(|fight| u64::from(fight.choices)).sum();
        let sampled: u64 = fights.iter().map(|fight| u64::from(fight.sampled)).sum();
        let before: Vec<f64> = fights.iter().map(|fight| f64::from(fight.start)).collect();
        Some(LuckReport {
            fights: fights.len() as u64,
            exact: choices - sampled,
            choices,
            margin_before: mean(&before),
            plan: mean(&plan),
            mean: mean(&luck),
            mean_error: deviation(&luck) / (luck.len() as f64).sqrt(),
            deviation: deviation(&luck),
            p5: percentile(&luck, 5),
            median: percentile(&luck, 50),
            p95: percentile(&luck, 95),
            correlation: correlation(&luck, &won),
            lucky_side_wins: lucky_side_wins(&fights),
            thirds: thirds(&fights),
            even: even(&fights),
        })
    }
}

fn heroes_win(fights: &[&Fortune]) -> Rate {
    let won = fights.iter().filter(|fight| fight.end == End::Heroes).count();
    Rate::new(won as u64, fights.len() as u64)
}

fn lucky_side_wins(fights: &[&Fortune]) -> Rate {
    let decided = fights.iter().filter(|f| matches!(f.end, End::Heroes | End::Monsters) && f.luck != 0.0);
    let lucky = decided.clone().filter(|f| (f.end == End::Heroes) == (f.luck > 0.0)).count();
    Rate::new(lucky as u64, decided.count() as u64)
}

/// `fights` are sorted by luck.
fn thirds(fights: &[&Fortune]) -> Vec<Third> {
    let cut = |nth: usize| fights.len() * nth / 3;
    (0..3)
        .map(|nth| &fights[cut(nth)..cut(nth + 1)])
        .map(|part| Third { from: part[0].luck, to: part[part.len() - 1].luck, heroes_win: heroes_win(part) })
        .collect()
}

/// The fifth of all fights whose luck was nearest to zero; all of them where they are few.
fn even(fights: &[&Fortune]) -> Rate {
    let mut near: Vec<&Fortune> = fights.to_vec();
    near.sort_by(|a, b| a.luck.abs().total_cmp(&b.luck.abs()).then(a.fight.cmp(&b.fight)));
    near.truncate((fights.len() / 5).max(20));
    heroes_win(&near)
}
