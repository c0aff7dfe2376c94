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
pub fn run(command: Option<Command>, output: &Output) -> Result<(), Failure> {
    match command {
        None => serve::run(&serve::Serve::default(), output),
        Some(Command::Intro) => introduction::run(output),
        Some(Command::Serve(asked)) => serve::run(&asked, output),
        Some(Command::Show(show)) => show::run(&show, output),
        Some(Command::Perft(perft)) => perft::run(&perft, output),
        Some(Command::Judge(judge)) => judge::run(&judge, output),
        Some(Command::Notate(notate)) => notate::run(&notate, output),
        Some(Command::Convert(asked)) => convert::run(&asked, output),
        Some(Command::Backup(asked)) => data::back_up(&asked, output),
        Some(Command::Restore(asked)) => data::restore(&asked, output),
        Some(Command::Check(asked)) => data::check(&asked, output),
        Some(Command::Admin(asked)) => admin::run(&asked, output),
        Some(Command::Library(asked)) => library::run(&asked, output),
        Some(Command::Arena(arena)) => arena::run(&arena, output),
        Some(Command::Tune(tune)) => tune::run(&tune, output),
        Some(Command::Datagen(asked)) => datagen::run(&asked, output),
        Some(Command::Rescore(asked)) => rescore::run(&asked, output),
        Some(Command::Train(asked)) => train::run(&asked, output),
        Some(Command::Play(asked)) => play::run(&asked, output),
        Some(Command::Analyse(asked)) => analyse::run(&asked, output),
        Some(Command::Lab(asked)) => lab::run(&asked, output),
        Some(Command::Solve(asked)) => solve::run(&asked, output),
        Some(Command::Tournament(asked)) => tournament::run(&asked, output),
        Some(Command::Verify(asked)) => verify::run(&asked, output),
        Some(Command::Uci(asked)) => uci::run(&asked, UciDialect::Uci),
        Some(Command::Ucci(asked)) => uci::run(&asked, UciDialect::Ucci),
        Some(Command::Bench(asked)) => bench::run(&asked, output),
        Some(Command::Games(_)) => games::run(output),
    }
}
