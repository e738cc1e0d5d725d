//! `fracas sim`: a scenario fought many times by minds, and a report of it. How fights are run and counted is the lab's
//! business; this is its command line, its progress bar and its files.

mod day;
mod rows;
pub mod versions;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use clap::builder::RangedU64ValueParser;
use fracas_content::{Bundle, Source, find};
use fracas_kernel::Seat;
use fracas_lab::{
    Course, Curve, Kept, Page, Part, Plan, Report, Shard, Supply, ToldFight, report, supplies_text,
};
use fracas_minds::Minds;
use fracas_systems::{Follow, Trials, Vary, bundle_with, complete, open_replay, trials_by};
use fracas_table::{play_back, write_file};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;
use serde_json::Value;

use crate::failure::{Failure, Kind};
use crate::lines::say;

/// A day's work on one core.
const MAX_FIGHTS: u64 = 10_000_000_000;
/// How many are fought where nobody says how many, and where a precision is wanted instead.
const FIGHTS: u64 = 10_000;
const FIGHTS_UNTIL: u64 = 100_000_000;
const MAX_THREADS: u64 = 1024;
const MAX_KEPT: u64 = 91;
/// More rows than this are no longer read at once.
const MAX_EACH: u64 = 100_000;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  fracas sim goblins-at-the-ford\n  fracas sim goblins-at-the-ford -n 1000000 --seed 7\n  \
    fracas sim goblins-at-the-ford --until 0.5%                as many fights as that takes\n  \
    fracas sim goblins-at-the-ford --vary goblin.hp=3..9       how one number changes it\n  \
    fracas sim goblins-at-the-ford --vary heroes.level=1..4 --vary foes.goblin.count=2..9\n  \
    fracas sim goblins-at-the-ford --against my-ford.toml      which of two versions is harder\n  \
    fracas sim goblins-at-the-ford --weights                   what one more of each number is worth\n  \
    fracas sim goblins-at-the-ford -n 500 --mind heroes=greedy --mind monsters=search:200\n  \
    fracas sim goblins-at-the-ford crypt-door                  how far they get in a day of two fights\n  \
    fracas sim goblins-at-the-ford --html ford.html --rows fights.csv\n  \
    fracas sim goblins-at-the-ford -n 100 --json --each         how each fight went, for programs\n  \
    fracas sim goblins-at-the-ford -n 1000000 --shard 3/100 --out part-3.fracas && fracas merge part-*.fracas\n  \
    fracas sim goblins-at-the-ford -n 5000000 --out ford.fracas --resume\n  \
    fracas sim goblins-at-the-ford --keep 3 --out kept && fracas replay kept/*p05*.json\n\n\
    The report is the same for any number of threads. Ctrl-C ends it with a report of the fights that are done."
)]
pub struct SimArgs {
    /// A built-in scenario (see `fracas list`) or the path of a scenario file; several are fought one after the other
    /// by the same heroes, with what is left of them
    #[arg(required = true, value_name = "SCENARIO")]
    pub scenarios: Vec<String>,
    /// Take this party into an adventure
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub party: Option<PathBuf>,
    /// How many fights, or adventures [default: 10000]
    #[arg(short = 'n', long, value_name = "N", value_parser = RangedU64ValueParser::<u64>::new().range(1..=MAX_FIGHTS))]
    pub fights: Option<u64>,
    /// Stop as soon as the heroes' chance to win is known this well: 0.5% means that the 95 % bounds are that far off. Holds
    /// for each version of --vary, and for differences between versions with --against and --weights
    #[arg(long, value_name = "PRECISION", conflicts_with = "shard")]
    pub until: Option<Percent>,
    /// The seed of all dice and whims; fight number I has a stream of its own
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub mind: MindArgs,
    /// How many threads [default: one for each core]
    #[arg(long, value_name = "T", value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_THREADS))]
    pub threads: Option<usize>,
    /// Print JSON for programs
    #[arg(long)]
    pub json: bool,
    /// With --json: how each fight went as well, as `each`; at most 100,000 fights, and --rows is for more
    #[arg(long, requires = "json", conflicts_with_all = ["vary", "against", "weights", "shard"])]
    pub each: bool,
    /// Vary a value: goblin.hp=3..9, or brakk.armour=leather,plate (`fracas check --paths` lists them); may be repeated
    #[arg(long, value_name = "PATH=VALUES", conflicts_with_all = ["against", "weights", "keep", "shard", "rows"])]
    pub vary: Vec<Vary>,
    /// Compare with another scenario, fight by fight
    #[arg(long, value_name = "SCENARIO", conflicts_with_all = ["weights", "keep", "shard", "html", "rows"])]
    pub against: Option<String>,
    /// Say what one more of each number is worth
    #[arg(long, conflicts_with_all = ["keep", "shard", "html", "rows"])]
    pub weights: bool,
    /// Run only a part: 3/100 is the third of a hundred
    #[arg(long, value_name = "K/N", requires = "out")]
    pub shard: Option<Shard>,
    /// Go on with the file that --out names, or make it longer
    #[arg(long, requires = "out")]
    pub resume: bool,
    /// Write a page with the report, which needs nothing else
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub html: Option<PathBuf>,
    /// Write every fight as a row of figures: .csv, .jsonl or .parquet
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub rows: Option<PathBuf>,
    /// Write replays of K fights, spread evenly from the heroes' worst 5% to their best (1: the middle one)
    #[arg(long, value_name = "K", value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_KEPT))]
    pub keep: Option<usize>,
    /// Keep what is simulated in this file (NAME.fracas); with --keep, the folder for replays [default: this one]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// Who decides in a simulation.
#[derive(Debug, Args)]
pub struct MindArgs {
    /// Who decides: random, instinct, greedy or search:N (N playouts a choice) for both sides, or for one of them as in
    /// heroes=greedy; may be repeated [default: instinct]
    #[arg(long, value_name = "[SIDE=]MIND")]
    pub mind: Vec<String>,
}

impl MindArgs {
    pub fn minds(&self) -> Result<Minds, Failure> {
        let texts = self.mind.iter().map(String::as_str);
        Minds::read(texts).map_err(|error| Failure::new(Kind::Usage, format!("--mind: {error}")))
    }
}

/// A share, written as 0.5% or as 0.005.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Percent(pub f64);

impl FromStr for Percent {
    type Err = String;

    fn from_str(text: &str) -> Result<Percent, String> {
        let number = |text: &str| text.trim().parse::<f64>().ok();
        let share = match text.trim().strip_suffix('%') {
            Some(percent) => number(percent).map(|percent| percent / 100.0),
            None => number(text),
        };
        let fits = share.filter(|share| *share > 0.0 && *share < 1.0);
        fits.map(Percent)
            .ok_or_else(|| format!("{text:?} is not a share between 0 and 1: write 0.5% or 0.005"))
    }
}

impl SimArgs {
    pub fn plan(&self) -> Plan {
        let fights = self.fights.unwrap_or(if self.until.is_some() { FIGHTS_UNTIL } else { FIGHTS });
        Plan { threads: self.threads, ..Plan::new(fights, self.seed) }
    }

    /// The file that the simulation is kept in; where replays are kept, `out` may be their folder instead.
    fn part_file(&self) -> Option<&Path> {
        let named = |path: &&Path| path.extension().is_some_and(|ending| ending == "fracas");
        self.out.as_deref().filter(|path| self.keep.is_none() || named(path))
    }
}

pub fn run(args: &SimArgs, colour: bool) -> ExitCode {
    match attempt(args, colour) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// The scenario that somebody asked for, with its library and perhaps a party.
pub fn bundle(scenario: &str, party: Option<&Path>) -> Result<Bundle, Failure> {
    let source = find(scenario)?;
    let party = party.map(Source::read).transpose()?;
    if party.is_some() && fracas_content::Kind::of(&source)? != fracas_content::Kind::Adventure {
        return Err(Failure::new(Kind::Usage, "--party is for adventures, and this is a single fight"));
    }
    Ok(bundle_with(source, party)?)
}

fn attempt(args: &SimArgs, colour: bool) -> Result<(), Failure> {
    let minds = args.mind.minds()?;
    let [scenario] = &args.scenarios[..] else { return day::run(args, &minds) };
    let bundle = bundle(scenario, args.party.as_deref())?;
    args.rows.as_deref().map_or(Ok(()), rows::check)?;
    if let Some(other) = &args.against {
        return versions::against(args, &minds, bundle, other);
    }
    if args.weights {
        return versions::weights(args, &minds, &bundle);
    }
    let stem = Path::new(&bundle.scenario.name)
        .file_stem()
        .map_or("fight".into(), |stem| stem.to_string_lossy().into_owned());
    let curve = if args.vary.is_empty() { None } else { Some(versions::vary(args, &minds, &bundle)?) };
    if curve.is_some() && args.html.is_none() {
        return Ok(());
    }
    let trials = trials_by(bundle, &minds)?;
    let part = simulate(&*trials, args)?;
    if args.shard.is_some() {
        return say(&format!("part {}: {} fights\n", part.shard, part.done));
    }
    let written = args.rows.as_ref().map(|file| rows::write(&*trials, &args.plan(), part.done, file));
    let written = written.transpose()?.filter(|rows| *rows < part.done);
    let each = if args.each { each(&*trials, &args.plan(), part.done)? } else { Vec::new() };
    let done = Done { kept: kept(&*trials, args, &part, &stem)?, each, ..Done::of(&part) };
    if let Some(file) = &args.html {
        page(Some(&*trials), &args.plan(), &part, &done.report, curve, file)?;
    }
    say(&done.words(args.json, colour)?)?;
    match written {
        // Beside a report for programs it would be in the way.
        Some(rows) => tell(args.json, &stopped(&format!("{rows} of {} rows are written", part.done))),
        None => Ok(()),
    }
}

/// Says something about a report: below it, or apart from one that a program reads.
pub fn tell(json: bool, words: &str) -> Result<(), Failure> {
    if json {
        eprint!("{words}");
        return Ok(());
    }
    say(words)
}

/// What is printed for programs.
#[derive(Debug, Serialize)]
pub struct Done {
    #[serde(flatten)]
    pub report: Report,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    supplies: Vec<Supply>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    kept: Vec<KeptFile>,
    /// A row for each fight.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    each: Vec<Value>,
}

#[derive(Debug, Serialize)]
struct KeptFile {
    #[serde(flatten)]
    kept: Kept,
    end: &'static str,
    file: PathBuf,
}

impl Done {
    /// The report of a whole run: the same whether it was run at once or merged from parts.
    pub fn of(part: &Part) -> Done {
        Done {
            report: report(&part.run, &part.tally, &part.sample(), &part.deeds, part.exact),
            supplies: part.stock.supplies(),
            kept: Vec::new(),
            each: Vec::new(),
        }
    }

    pub fn words(&self, json: bool, colour: bool) -> Result<String, Failure> {
        if json {
            let text = serde_json::to_string_pretty(self);
            return text.map(|text| text + "\n").map_err(|error| Failure::new(Kind::Io, error.to_string()));
        }
        Ok(self.report.text(colour) + &supplies_text(&self.supplies) + &kept_text(&self.kept))
    }
}

/// Ctrl-C was pressed.
static HALT: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C ends a simulation with what is done; a second press ends the program as it always does.
fn listen_for_ctrl_c() {
    let _ = ctrlc::set_handler(|| {
        if HALT.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
}

/// A progress bar that says stop once Ctrl-C was pressed.
pub struct Bar {
    bar: ProgressBar,
    until: Option<Percent>,
}

impl Bar {
    pub fn new(length: u64, message: &'static str) -> Bar {
        listen_for_ctrl_c();
        let bar = progress(length);
        bar.set_message(message);
        Bar { bar, until: None }
    }

    /// The same for what is over as soon as it is known this well.
    fn until(self, until: Option<Percent>) -> Bar {
        Bar { until, ..self }
    }

    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }

    /// The same for what follows on work that may have been stopped.
    pub fn anew(length: u64, message: &'static str) -> Bar {
        HALT.store(false, Ordering::Relaxed);
        Bar::new(length, message)
    }
}

impl Follow for Bar {
    fn more(&self, fights: u64) {
        // Where nobody knows how many there will be, there are as many as are done.
        if self.bar.length().is_some_and(|length| length < self.bar.position() + fights) {
            self.bar.inc_length(fights);
        }
        self.bar.inc(fights);
    }

    fn is_over(&self) -> bool {
        HALT.load(Ordering::Relaxed)
    }

    fn is_precise(&self, error: f64) -> bool {
        self.until.is_some_and(|Percent(wanted)| error <= wanted)
    }
}

/// What is said of work that somebody has stopped: `what` is how far it came.
pub fn stopped(what: &str) -> String {
    format!("Stopped: {what}.\n")
}

/// Runs the fights, or what is left of them.
fn simulate(trials: &dyn Trials, args: &SimArgs) -> Result<Part, Failure> {
    let plan = args.plan();
    let mut part = begin(trials, args, &plan)?;
    let range = part.range();
    let bar = progress(range.end - range.start);
    bar.inc(part.done);
    listen_for_ctrl_c();
    let file = args.part_file();
    let keep = |part: &Part| file.map_or(Ok(()), |file| Ok::<(), Failure>(write_file(file, &part.write())?));
    let course = Course { until: args.until.map(|Percent(wanted)| wanted), halt: &HALT };
    course.run(&mut part, |some| trials.simulate(&plan, some, &|more| bar.inc(more)), keep)?;
    if !part.is_finished() && args.shard.is_some() {
        bar.finish_and_clear();
        let what = format!("stopped after {} of {} fights", part.done, range.end - range.start);
        return Err(Failure::new(Kind::No, format!("{what}; go on with --resume")));
    }
    bar.set_message("weighing luck");
    complete(trials, &plan, &mut part);
    bar.finish_and_clear();
    keep(&part)?;
    Ok(part)
}

/// A new part, or the one that is to go on.
fn begin(trials: &dyn Trials, args: &SimArgs, plan: &Plan) -> Result<Part, Failure> {
    let fresh = Part::new(trials.run(plan), args.shard.unwrap_or(Shard::WHOLE));
    let Some(file) = args.part_file().filter(|file| file.exists()) else { return Ok(fresh) };
    let name = file.display().to_string();
    if !args.resume {
        let advice = "add --resume to go on with it, or name another file";
        return Err(Failure::new(Kind::Usage, format!("{name} is there already: {advice}")));
    }
    let text = std::fs::read_to_string(file)
        .map_err(|error| Failure::new(Kind::Io, format!("{name} cannot be read: {error}")))?;
    let known = Part::read(&name, &text).map_err(|error| Failure::new(Kind::Content, error.to_string()))?;
    let other = |what: String| Failure::new(Kind::Usage, format!("{name} belongs to another run: {what}"));
    if known.shard != fresh.shard {
        return Err(other(format!("it is part {}, and not {}", known.shard, fresh.shard)));
    }
    let longer =
        known.shard == Shard::WHOLE && known.run.fights <= plan.fights && fresh.run.extends(&known.run);
    if let Some(what) = fresh.run.differs(&known.run).filter(|_| !longer) {
        return Err(other(what));
    }
    Ok(Part { done: known.done, tally: known.tally, ..fresh })
}

/// How each fight went.
fn each(trials: &dyn Trials, plan: &Plan, fights: u64) -> Result<Vec<Value>, Failure> {
    if fights > MAX_EACH {
        let advice = "write this many with --rows";
        return Err(Failure::new(Kind::Usage, format!("--each is for at most {MAX_EACH} fights: {advice}")));
    }
    let header = trials.header();
    Ok(rows::as_json(&header, &trials.rows(plan, 0..fights, &header)).collect())
}

/// Writes the replays that are asked for. `stem` is what they are named after.
fn kept(trials: &dyn Trials, args: &SimArgs, part: &Part, stem: &str) -> Result<Vec<KeptFile>, Failure> {
    let (plan, kept) = (args.plan(), part.tally.keep(args.keep.unwrap_or(0)));
    let folder =
        args.out.clone().filter(|_| args.part_file().is_none()).unwrap_or_else(|| PathBuf::from("."));
    if !kept.is_empty() {
        std::fs::create_dir_all(&folder).map_err(|error| {
            Failure::new(Kind::Io, format!("cannot make the folder {}: {error}", folder.display()))
        })?;
    }
    let write = |kept: Kept| {
        let (replay, end) = trials.record(&plan, kept.fight).map_err(|what| Failure::new(Kind::Io, what))?;
        let name = format!("{stem}-seed{}-p{:02}-fight{}.json", plan.seed, kept.percentiles[0], kept.fight);
        let file = folder.join(name);
        write_file(&file, &replay.write())?;
        Ok(KeptFile { kept, end: end.name(), file })
    };
    kept.into_iter().map(write).collect()
}

/// The report as a page, with three typical fights and the two extremes told in full, where they can be fought again.
pub fn page(
    trials: Option<&dyn Trials>,
    plan: &Plan,
    part: &Part,
    report: &Report,
    curve: Option<Curve>,
    file: &Path,
) -> Result<(), Failure> {
    let mut fights = Vec::new();
    let told =
        trials.iter().flat_map(|trials| part.tally.keep(5).into_iter().map(move |kept| (trials, kept)));
    for (trials, kept) in told {
        let (replay, end) = trials.record(plan, kept.fight).map_err(|what| Failure::new(Kind::Io, what))?;
        let mut game = open_replay(&replay)?;
        play_back(&replay, replay.steps.len(), &mut *game)?;
        let lines = game.lines(0, Seat::Judge).into_iter().map(|line| line.text).collect();
        let places: Vec<String> = kept.percentiles.iter().map(|percent| format!("{percent} %")).collect();
        let extreme = kept.percentiles.iter().any(|percent| *percent <= 5 || *percent >= 95);
        let heading = format!(
            "{} fight, number {}, {}: no better than {} of all fights, margin {:+}",
            if extreme { "An extreme" } else { "A typical" },
            kept.fight,
            end_words(end.name()),
            places.join(", "),
            kept.margin
        );
        let file = format!("fight-{}.json", kept.fight);
        fights.push(ToldFight { heading, lines, file, replay: replay.write() });
    }
    Ok(write_file(file, &Page { report, curve, fights }.write())?)
}

/// A bar on a terminal, and nothing anywhere else.
pub fn progress(fights: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(fights), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{msg:>13} {wide_bar} {human_pos}/{human_len}, {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_message("fighting");
    bar
}

fn end_words(end: &str) -> String {
    match end {
        "draw" => "a draw".to_owned(),
        "cap" => "given up".to_owned(),
        side => format!("{side} win"),
    }
}

fn kept_text(kept: &[KeptFile]) -> String {
    let mut text = String::new();
    if !kept.is_empty() {
        text += "\nKept (p50: half of the fights went no better for the heroes)\n";
    }
    for KeptFile { kept, end, file } in kept {
        let places: Vec<String> = kept.percentiles.iter().map(|p| format!("p{p:02}")).collect();
        let end = end_words(end);
        let _ =
            writeln!(text, "  {}: fight {}, {end}, margin {:+}", places.join(" "), kept.fight, kept.margin);
        let _ = writeln!(text, "    {}", file.display());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_read_with_and_without_its_sign() {
        assert_eq!("0.5%".parse(), Ok(Percent(0.005)));
        assert_eq!("0.02".parse(), Ok(Percent(0.02)));
        assert_eq!("65 %".parse(), Ok(Percent(0.65)));
        for wrong in ["", "%", "0", "100%", "-1%", "nan", "x%"] {
            assert!(wrong.parse::<Percent>().is_err(), "{wrong}");
        }
    }
}
