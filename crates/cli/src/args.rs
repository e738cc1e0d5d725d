//! The command line: what can be asked for, and the help that says so.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;
use fracas_dice::Dialect;
use fracas_minds::Brain;
use fracas_systems::System;
use fracas_workshop::Start;

use crate::balance::BalanceArgs;
use crate::merge::MergeArgs;
use crate::paint::When;
use crate::puzzles::PuzzlesArgs;
use crate::review::ReviewArgs;
use crate::sim::SimArgs;
use crate::tournament::TournamentArgs;

const EXAMPLES: &str = "\
Examples:
  fracas                              start the table and show it in the browser
  fracas serve --host 0.0.0.0         the same for friends on the same network
  fracas backup monday.sqlite         copy all its tables, while they are played
  fracas menu                         choose a scenario and play it in the terminal
  fracas list                         what there is to play
  fracas play last-stand --seed 7     play one, with dice that can be repeated
  fracas play --resume                go on where you left off
  fracas sim last-stand -n 100000     play it a hundred thousand times and report
  fracas tournament greedy instinct   which mind plays better, and by how much
  fracas balance last-stand --win 65% how many foes there should be
  fracas review fight.json            luck, skill, and what would have been better
  fracas odds 2d20kh1+3 vs d20+5      what a roll is worth
  fracas replay fight.json --verify   do today's rules still give this fight?
  fracas new fight --system delve     write a starting point for a fight of your own
  fracas watch my-fight.toml          check it and say how hard it is, each time it is saved
  fracas check my-fight.toml          find what is wrong with a scenario
  fracas completions bash > ~/.local/share/bash-completion/completions/fracas

Exit codes:
  0  done
  1  the answer is no: check found problems, or a replay differs from today's rules
  2  the command line is wrong
  3  a file was read and its content is wrong
  4  there is no such scenario or file
  5  reading or writing failed

Environment:
  NO_COLOR          when set, output is not coloured (as with --color never)
  FRACAS_DATA_DIR   the folder for the tables of `serve` and for your library (otherwise
                    $XDG_DATA_HOME/fracas, or ~/.local/share/fracas)
  RUST_LOG          how much `serve` logs on standard error: warn, info, debug
  FRACAS_STATE_DIR  the folder for saved games (otherwise $XDG_STATE_HOME/fracas,
                    or ~/.local/state/fracas)";

/// Play, referee and simulate tabletop fights. Without a command it starts a table on this machine and shows it in the
/// browser, as `fracas serve` does.
#[derive(Debug, Parser)]
#[command(name = "fracas", version, after_help = EXAMPLES, max_term_width = 100)]
pub struct Cli {
    /// When to colour the output: auto is on a terminal, unless NO_COLOR is set
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t = When::Auto)]
    pub color: When,
    /// The folder of your own library [default: library in the data folder]
    #[arg(long, global = true, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub library: Option<PathBuf>,
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Hold tables that are played in the browser, alone or with friends on the same network
    #[command(after_help = "Examples:\n  fracas serve\n  fracas serve --no-browser --port 8080\n  \
        fracas serve --host 0.0.0.0           friends on the same network can come too\n  \
        fracas serve --data campaign.sqlite   keep the tables in a file of your own\n\n\
        Says where it is on standard output, in one line, as soon as it can be reached. Ctrl-C ends it;\n\
        every table goes on where it was when it is started again.")]
    Serve(ServeArgs),
    /// Copy all tables into a file, while they are played
    #[command(after_help = "Examples:\n  fracas backup monday.sqlite\n  \
        fracas backup /backup/campaign.sqlite --data campaign.sqlite\n\n\
        Works on a running server. The copy is complete, as of one moment, and only you can read it.")]
    Backup(BackupArgs),
    /// Put a backup in the place of the tables
    #[command(after_help = "Example:\n  fracas restore monday.sqlite\n\n\
        The server must be stopped. The tables that were there are kept in a file beside.")]
    Restore(BackupArgs),
    /// List, export, import, delete or expire the tables of `serve`
    #[command(subcommand)]
    Tables(TablesCommand),
    /// Choose a scenario from a list and play it in the terminal
    #[command(after_help = "Example:\n  fracas menu")]
    Menu,
    /// List the rule systems, the scenarios that come with the program, and those of your library
    #[command(after_help = "Examples:\n  fracas list\n  fracas list --json | jq -r '.scenarios[].id'")]
    List(ListArgs),
    /// Find everything that is wrong with scenario files
    #[command(
        after_help = "Examples:\n  fracas check my-fight.toml\n  fracas check scenarios/*.toml --json\n  \
        fracas check --system delve my-creature.toml\n\n\
        Exit code 0 when all is well, 1 when problems were found, 4 when a file is not there."
    )]
    Check(CheckArgs),
    /// Write a starting point for a file of your own
    #[command(
        after_help = "Examples:\n  fracas new fight --system delve\n  fracas new adventure --system heed marsh.toml\n  \
        fracas new creature --system ranks\n\n\
        Without a FILE it goes into your library, where `fracas list` finds it. No file is ever overwritten."
    )]
    New(NewArgs),
    /// Check a scenario and say how hard it is, each time that it is saved
    #[command(after_help = "Example:\n  fracas watch my-fight.toml\n\nCtrl-C ends it.")]
    Watch(WatchArgs),
    /// Write JSON Schema for the files of a system, with which editors complete and check them
    #[command(
        after_help = "Examples:\n  fracas schema delve --kind adventure > delve-adventure.schema.json\n  \
        fracas schema delve --to ~/.local/share/fracas/library\n\n\
        With --to it writes the schemas of all kinds of files, and a .taplo.toml that says which is for which, if there is none.\n\
        docs/AUTHORING.md says how editors use them."
    )]
    Schema(SchemaArgs),
    /// Play a scenario in the terminal, or by a script on standard input
    #[command(
        after_help = "Examples:\n  fracas play last-stand\n  fracas play delve/last-stand --seed 7\n  \
        fracas play my-fight.toml --side both\n  fracas play --resume\n  \
        fracas play last-stand --mind search:50ms --explain\n  \
        fracas play last-stand --seed 7 < script.txt > transcript.txt\n\n\
        While playing, ? shows what can be typed."
    )]
    Play(PlayArgs),
    /// Play a scenario many times, by instinct or by minds, and report what comes of it
    Sim(SimArgs),
    /// Let minds fight each other over all scenarios and say how much better one is
    Tournament(TournamentArgs),
    /// List puzzles from real play, or let a mind solve them
    Puzzles(PuzzlesArgs),
    /// Put the parts of a simulation together
    Merge(MergeArgs),
    /// Find the version of a scenario that gives a wanted win rate
    Balance(BalanceArgs),
    /// Look at a fight again: what was luck, what was skill, what would have been better
    Review(ReviewArgs),
    /// Step through a recorded fight, print it, or verify it
    #[command(after_help = "Examples:\n  fracas replay fight.json\n  fracas replay fight.json --print\n  \
        fracas replay fight.json --verify\n\n\
        Exit code of --verify: 0 when today's rules give the same fight, 1 when they do not.")]
    Replay(ReplayArgs),
    /// Exact odds of a roll, or of one roll against another
    #[command(after_help = "Examples:\n  fracas odds 4d6kh3\n  fracas odds '6d12!>=8' --json\n  \
        fracas odds 2d20kh1+3 vs d20+5\n\n\
        Quote expressions with ! or > or spaces, so that the shell leaves them alone.\n\n\
        Notation (all of it: docs/NOTATION.md):\n  \
        2d6+3  d%  4dF  (d4)d6      dice, percentile dice, fudge dice, as many as dice say\n  \
        d{1,3,5}  d{0..4}           dice with other faces\n  \
        4d6kh3  kl1  dl1  dh1       keep or drop the highest or lowest\n  \
        4d6keep(=3)  drop(<=2)      add up only these dice, or all others\n  \
        6d12>=8  <=2  <>6  =1|3|6   count dice that show that, or one of these\n  \
        6d6odd  even  5d10>=8f1     count odd or even dice; failures are taken off\n  \
        d20+5>=15  !=15             1 if the total is so, else 0\n  \
        d6!  !!  !p  !5  !(>=5)     exploding: on the highest face, or on these\n  \
        3d6!o  3d6ra6               once, whatever shows then; ra: on these\n  \
        4d6!nkh3                    extra dice are new dice, kept or dropped for themselves\n  \
        2d6r1  ro<=2  min2  max5    reroll, reroll once, least and highest value of a die\n  \
        adv d20+5  dis d20          the better or the worse of two\n  \
        {2d6,d12}kh1  max(2d6,7)    several side by side\n  \
        floor(d6/2)  ceil round abs  d6**2  2d6%3\n  \
        6x4d6kh3                    rolled six times\n  \
        @hit = d20+5; @hit>=15      a name for something\n  \
        2d6[fire] # a comment       labels and comments\n\n\
        Where others differ (--dialect reads it their way; the reading says so):\n  \
        3d6!>4    counts here; explodes on 4 or more on Roll20, !(>=4), on more than 4 on Foundry, !(>=5)\n  \
        >4  <3    4 and 3 are left out here; Roll20 takes them in: >=4, <=3\n  \
        r1        until something else shows; on Foundry once: ro1\n  \
        k3        keeps the highest three; on Avrae the dice that show 3: keep(=3)\n  \
        4d6!kh1   an exploding die is one die; elsewhere extra dice are new dice: !n\n  \
        cs  cf    count and take off; on Roll20 they only mark dice; cf1 alone counts on Foundry: =1\n  \
        5d6>=5    counts dice; on Avrae the total: (5d6)>=5\n  \
        d20//2    a comment; on Avrae rounded down: floor(d20/2)\n  \
        4d6d1     refused; on Roll20 and Foundry drops the lowest: dl1\n  \
        4d6p<3    refused; on Avrae drops these: drop(<=2)")]
    Odds(OddsArgs),
    /// Serve bots and tests: JSON lines on standard input and output (docs/PROTOCOL.md)
    #[command(after_help = "Example:\n  echo '{\"op\":\"version\"}' | fracas protocol")]
    Protocol,
    /// Write a completion script for a shell
    #[command(after_help = "Example:\n  fracas completions zsh > ~/.zfunc/_fracas")]
    Completions {
        #[arg(value_enum)]
        shell: Shell,
    },
}

#[derive(Debug, Args)]
pub struct ServeArgs {
    /// The address to listen on: 127.0.0.1 is this machine only, 0.0.0.0 the network too
    #[arg(long, value_name = "ADDRESS", default_value = LOCAL, value_hint = ValueHint::Hostname)]
    pub host: String,
    /// The port; 0 takes any free one [default: 7700, or a free one if that is taken]
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,
    /// The file that the tables are kept in [default: tables.sqlite in the data folder]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub data: Option<PathBuf>,
    /// Keep the tables in a PostgreSQL that several servers share, instead of a file (postgres://USER@HOST/DATABASE)
    #[arg(long, value_name = "URL", conflicts_with = "data", env = "FRACAS_STORE", hide_env_values = true)]
    pub store: Option<String>,
    /// Do not open the browser
    #[arg(long)]
    pub no_browser: bool,
    /// Another name under which browsers reach this machine (play.example.org); may be repeated
    #[arg(long, value_name = "NAME", value_hint = ValueHint::Hostname)]
    pub name: Vec<String>,
    /// Let everybody who reaches the server open tables, not only you
    #[arg(long)]
    pub open: bool,
    /// A proxy that says for whom it speaks (X-Forwarded-For), by its address; may be repeated
    #[arg(long, value_name = "ADDRESS")]
    pub proxy: Vec<IpAddr>,
    /// Speak TLS with this certificate (PEM, with its chain)
    #[arg(long, value_name = "FILE", requires = "tls_key", value_hint = ValueHint::FilePath)]
    pub tls_cert: Option<PathBuf>,
    /// The certificate's key (PEM)
    #[arg(long, value_name = "FILE", requires = "tls_cert", value_hint = ValueHint::FilePath)]
    pub tls_key: Option<PathBuf>,
    /// Delete tables at which nothing has happened for this many days
    #[arg(long, value_name = "DAYS")]
    pub expire: Option<u32>,
    /// Log as JSON, one object a line
    #[arg(long)]
    pub json_logs: bool,
}

/// Where the tables are kept.
#[derive(Debug, Args)]
pub struct DataArgs {
    /// The file that the tables are kept in [default: tables.sqlite in the data folder]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub data: Option<PathBuf>,
    /// The PostgreSQL that several servers share, instead of a file (postgres://USER@HOST/DATABASE)
    #[arg(long, value_name = "URL", conflicts_with = "data", env = "FRACAS_STORE", hide_env_values = true)]
    pub store: Option<String>,
}

#[derive(Debug, Args)]
pub struct BackupArgs {
    /// The backup
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    #[command(flatten)]
    pub data: DataArgs,
}

#[derive(Debug, Subcommand)]
pub enum TablesCommand {
    /// List all tables, the one that was played last first (works on a running server)
    List {
        /// Print JSON for programs
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        data: DataArgs,
    },
    /// Write tables as files, without the links that open them (works on a running server)
    #[command(after_help = "Examples:\n  fracas tables export 3f0c2a9b71de > table.json\n  \
        fracas tables export --all --to exports\n\n\
        `fracas replay` reads these files too.")]
    Export {
        /// The tables, as `list` names them; one goes to standard output
        #[arg(required_unless_present = "all")]
        tables: Vec<String>,
        /// Every table
        #[arg(long, requires = "to", conflicts_with = "tables")]
        all: bool,
        /// Write each into a file of its own in this folder
        #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
        to: Option<PathBuf>,
        /// With the seed of tables that are not closed: they go on with the same dice elsewhere, and whoever reads the file
        /// can know them beforehand
        #[arg(long)]
        with_seed: bool,
        #[command(flatten)]
        data: DataArgs,
    },
    /// Bring exported tables in, with new links (the server must be stopped)
    Import {
        #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
        files: Vec<PathBuf>,
        #[command(flatten)]
        data: DataArgs,
    },
    /// Delete tables for good (the server must be stopped)
    Delete {
        #[arg(required = true, value_name = "TABLE")]
        tables: Vec<String>,
        #[command(flatten)]
        data: DataArgs,
    },
    /// Delete the tables at which nothing has happened for some days (the server must be stopped)
    #[command(after_help = "Example:\n  fracas tables expire --days 90 --dry-run")]
    Expire {
        /// How many days
        #[arg(long, value_name = "N")]
        days: u32,
        /// Only say which
        #[arg(long)]
        dry_run: bool,
        #[command(flatten)]
        data: DataArgs,
    },
}

const LOCAL: &str = "127.0.0.1";

impl Default for ServeArgs {
    fn default() -> ServeArgs {
        ServeArgs {
            host: LOCAL.to_owned(),
            port: None,
            data: None,
            store: None,
            no_browser: false,
            name: Vec::new(),
            open: false,
            proxy: Vec::new(),
            tls_cert: None,
            tls_key: None,
            expire: None,
            json_logs: false,
        }
    }
}

#[derive(Debug, Args)]
pub struct ListArgs {
    /// Print JSON for programs
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Scenario files, or names of built-in scenarios
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub files: Vec<String>,
    /// Print JSON for programs
    #[arg(long)]
    pub json: bool,
    /// List every value that `fracas sim --vary` and `balance --by` can change
    #[arg(long)]
    pub paths: bool,
    /// Play every fight this often, and adventures a tenth of it, and warn of what cannot work; 0 does not play
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    pub tries: u64,
    /// Files that name no system are parts of a library of this one
    #[arg(long, value_name = "NAME", value_parser = system)]
    pub system: Option<System>,
}

/// A rule system by its name.
fn system(name: &str) -> Result<System, String> {
    let known = || System::ALL.iter().map(|system| system.name());
    System::named(name).ok_or_else(|| fracas_content::suggest(name, known(), "known", '"'))
}

#[derive(Debug, Args)]
pub struct NewArgs {
    /// What to begin
    #[arg(value_parser = start)]
    pub what: Start,
    /// The rule system
    #[arg(long, value_name = "NAME", value_parser = system)]
    pub system: System,
    /// Make a hero with dice, by the rules of the system: with these dice again if a seed is given
    #[arg(long, value_name = "SEED", num_args = 0..=1, require_equals = true)]
    pub rolled: Option<Option<u64>>,
    /// The file to write [default: my-fight.toml and so on in your library]
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: Option<PathBuf>,
}

fn start(name: &str) -> Result<Start, String> {
    let found = Start::ALL.into_iter().find(|(known, _)| *known == name);
    let known = || Start::ALL.into_iter().map(|(known, _)| known);
    found.map(|(_, start)| start).ok_or_else(|| fracas_content::suggest(name, known(), "known", '"'))
}

#[derive(Debug, Args)]
pub struct WatchArgs {
    /// The scenario file
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// How many fights
    #[arg(short = 'n', long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub fights: u64,
    /// The seed of all dice: the same one each time, so that only your changes make a difference
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}

#[derive(Debug, Args)]
pub struct SchemaArgs {
    /// The rule system
    #[arg(value_parser = system)]
    pub system: System,
    /// Which files it is for
    #[arg(long, value_name = "KIND", default_value = "fight", value_parser = ["library", "fight", "adventure", "party"])]
    pub kind: String,
    /// Write the schemas of all kinds into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "kind", value_hint = ValueHint::DirPath)]
    pub to: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct PlayArgs {
    /// A built-in scenario (see `fracas list`) or the path of a scenario file
    #[arg(required_unless_present = "resume", value_hint = ValueHint::FilePath)]
    pub scenario: Option<String>,
    /// The seed of the dice [default: a random one, which is shown]
    #[arg(long, value_name = "N", conflicts_with = "resume")]
    pub seed: Option<u64>,
    /// The side you play; minds play the other
    #[arg(long, value_enum, value_name = "SIDE", default_value_t = Sides::Heroes)]
    pub side: Sides,
    /// Who decides for the heroes: you, or their instinct (then you watch)
    #[arg(long, value_enum, value_name = "WHO", default_value_t = Heroes::Me)]
    pub heroes: Heroes,
    /// The mind of the other side, and of yours where you hand over: random, instinct, greedy, search:50ms (time for each
    /// choice), search:1000 (playouts), easy, normal, hard or brutal
    #[arg(long, value_name = "MIND", default_value = "instinct")]
    pub mind: Brain,
    /// Say why a mind chooses as it does
    #[arg(long)]
    pub explain: bool,
    /// Line by line, as over a pipe, and not on the full screen of the terminal
    #[arg(long)]
    pub plain: bool,
    /// Whose dice: rolled by the program, or typed by you for your side, or all typed
    #[arg(long, value_enum, value_name = "WHOSE", default_value_t = DiceOf::Program)]
    pub dice: DiceOf,
    /// Take this party into an adventure, and write there what becomes of it; a new file is begun with the adventure's
    /// own party
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub party: Option<PathBuf>,
    /// Go on with a saved game: a file, a scenario's name, or the last one
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with = "scenario")]
    pub resume: Option<Option<String>>,
    /// Keep the game in this file while playing [default: a new one in the state folder]
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub save: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Sides {
    Heroes,
    Monsters,
    Both,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Heroes {
    Me,
    Auto,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum DiceOf {
    Program,
    Mine,
    All,
}

#[derive(Debug, Args)]
pub struct ReplayArgs {
    /// A replay, a saved game or an exported table
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Print everything at once, as is done over a pipe
    #[arg(long, conflicts_with = "verify")]
    pub print: bool,
    /// Say whether today's rules give the same fight, and the first difference if not
    #[arg(long)]
    pub verify: bool,
    /// Print JSON for programs
    #[arg(long)]
    pub json: bool,
}

fn dialect(name: &str) -> Result<Dialect, String> {
    let known = Dialect::ALL.into_iter().find(|(known, _)| *known == name);
    known
        .map(|(_, dialect)| dialect)
        .ok_or_else(|| format!("known: {}", Dialect::ALL.map(|(known, _)| known).join(", ")))
}

#[derive(Debug, Args)]
pub struct OddsArgs {
    /// A roll such as 4d6kh3, or two with `vs` between them
    #[arg(required = true, value_name = "EXPR")]
    pub expression: Vec<String>,
    /// Print JSON for programs
    #[arg(long)]
    pub json: bool,
    /// Read it as another program does
    #[arg(long, value_name = "NAME", default_value = "fracas", value_parser = dialect)]
    pub dialect: Dialect,
}
