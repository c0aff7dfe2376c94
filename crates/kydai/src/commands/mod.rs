//! One file per command.

pub mod admin;
pub mod analyse;
pub mod arena;
pub mod bench;
pub mod convert;
pub mod data;
pub mod datagen;
mod games;
mod introduction;
mod judge;
pub mod lab;
pub mod library;
mod notate;
mod perft;
pub mod play;
pub mod rescore;
pub mod serve;
mod show;
pub mod solve;
pub mod tournament;
pub mod train;
pub mod tune;
pub mod tune_search;
pub mod tune_weights;
pub mod ucci;
pub mod uci;
pub mod verify;

use protocol::UciDialect;

use crate::cli::Command;
use crate::failure::Failure;
use crate::output::Output;

/// Runs a command.
pub fn run(command: Command, output: &Output) -> Result<(), Failure> {
    match command {
        Command::Intro => introduction::run(output),
        Command::Serve(asked) => serve::run(&asked, output),
        Command::Show(show) => show::run(&show, output),
        Command::Perft(perft) => perft::run(&perft, output),
        Command::Judge(judge) => judge::run(&judge, output),
        Command::Notate(notate) => notate::run(&notate, output),
        Command::Convert(asked) => convert::run(&asked, output),
        Command::Backup(asked) => data::back_up(&asked, output),
        Command::Restore(asked) => data::restore(&asked, output),
        Command::Check(asked) => data::check(&asked, output),
        Command::Admin(asked) => admin::run(&asked, output),
        Command::Library(asked) => library::run(&asked, output),
        Command::Arena(arena) => arena::run(&arena, output),
        Command::Tune(tune) => tune::run(&tune, output),
        Command::Datagen(asked) => datagen::run(&asked, output),
        Command::Rescore(asked) => rescore::run(&asked, output),
        Command::Train(asked) => train::run(&asked, output),
        Command::Play(asked) => play::run(&asked, output),
        Command::Analyse(asked) => analyse::run(&asked, output),
        Command::Lab(asked) => lab::run(&asked, output),
        Command::Solve(asked) => solve::run(&asked, output),
        Command::Tournament(asked) => tournament::run(&asked, output),
        Command::Verify(asked) => verify::run(&asked, output),
        Command::Uci(asked) => uci::run(&asked, UciDialect::Uci),
        Command::Ucci(asked) => uci::run(&asked, UciDialect::Ucci),
        Command::Bench(asked) => bench::run(&asked, output),
        Command::Games(_) => games::run(output),
    }
}
