//! The `fracas` command: reads the command line and hands on. What each command does is in the module of its name.

mod args;
mod balance;
mod check;
mod failure;
mod lines;
mod list;
mod menu;
mod merge;
mod new;
mod odds;
mod paint;
mod play;
mod protocol;
mod puzzles;
mod replay;
mod review;
mod schema;
mod serve;
mod sim;
mod tables;
mod tournament;
mod watch;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use args::{Cli, Command, ListArgs, OddsArgs, ServeArgs};
use failure::{Failure, Kind};
use lines::say;
use paint::{Paint, columns};

fn main() -> ExitCode {
    let cli = Cli::parse();
    let paint = Paint { colour: cli.color.on() };
    if let Some(folder) = cli.library.clone().or_else(|| serve::library_folder(|name| std::env::var_os(name)))
    {
        fracas_content::use_own_library(folder);
    }
    let done = match &cli.command {
        None => serve::run(&ServeArgs::default()),
        Some(Command::Serve(args)) => serve::run(args),
        Some(Command::Backup(args)) => tables::backup(args),
        Some(Command::Restore(args)) => tables::restore(args),
        Some(Command::Tables(command)) => tables::run(command),
        Some(Command::Menu) => menu::run(paint),
        Some(Command::List(args)) => list(args, paint),
        Some(Command::Check(args)) => check::run(args, paint),
        Some(Command::New(args)) => new::run(args),
        Some(Command::Watch(args)) => watch::run(args),
        Some(Command::Schema(args)) => schema::run(args),
        Some(Command::Play(args)) => play::run(args, paint),
        Some(Command::Tournament(args)) => tournament::run(args),
        Some(Command::Puzzles(args)) => puzzles::run(args),
        Some(Command::Sim(args)) => return sim::run(args, paint.colour),
        Some(Command::Merge(args)) => merge::run(args, paint.colour),
        Some(Command::Balance(args)) => balance::run(args),
        Some(Command::Review(args)) => review::run(args, paint),
        Some(Command::Replay(args)) => replay::run(args, paint),
        Some(Command::Odds(args)) => odds(args, paint),
        Some(Command::Protocol) => protocol::run(),
        Some(Command::Completions { shell }) => completions(*shell),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn list(args: &ListArgs, paint: Paint) -> Result<(), Failure> {
    list::warn_of_library();
    let offers = list::offers()?;
    say(&if args.json { list::as_json(&offers) } else { list::as_text(&offers, paint, columns(), false) })
}

fn odds(args: &OddsArgs, paint: Paint) -> Result<(), Failure> {
    match odds::report(&args.expression, args.dialect, args.json, columns(), paint.colour) {
        Ok(report) => say(&report),
        Err(error) => Err(Failure::new(Kind::Usage, error.to_string())),
    }
}

fn completions(shell: clap_complete::Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "fracas", &mut script);
    say(&String::from_utf8_lossy(&script))
}
