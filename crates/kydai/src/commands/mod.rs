//! One file per command.

pub mod analyse;
pub mod arena;
pub mod bench;
pub mod convert;
pub mod datagen;
mod games;
mod introduction;
mod judge;
pub mod library;
mod notate;
mod perft;
pub mod play;
pub mod serve;
mod show;
pub mod solve;
pub mod train;
pub mod tune;
pub mod ucci;
pub mod uci;
pub mod verify;

use protocol::UciDialect;

use crate::cli::Command;
use crate::failure::Failure;
use crate::speech::Speech;

/// Does what was asked.
pub fn run(command: Option<Command>, speech: &Speech) -> Result<(), Failure> {
    match command {
        None => serve::run(&serve::Serve::default(), speech),
        Some(Command::Intro) => introduction::run(speech),
        Some(Command::Serve(asked)) => serve::run(&asked, speech),
        Some(Command::Show(show)) => show::run(&show, speech),
        Some(Command::Perft(perft)) => perft::run(&perft, speech),
        Some(Command::Judge(judge)) => judge::run(&judge, speech),
        Some(Command::Notate(notate)) => notate::run(&notate, speech),
        Some(Command::Convert(asked)) => convert::run(&asked, speech),
        Some(Command::Library(asked)) => library::run(&asked, speech),
        Some(Command::Arena(arena)) => arena::run(&arena, speech),
        Some(Command::Tune(tune)) => tune::run(&tune, speech),
        Some(Command::Datagen(asked)) => datagen::run(&asked, speech),
        Some(Command::Train(asked)) => train::run(&asked, speech),
        Some(Command::Play(asked)) => play::run(&asked, speech),
        Some(Command::Analyse(asked)) => analyse::run(&asked, speech),
        Some(Command::Solve(asked)) => solve::run(&asked, speech),
        Some(Command::Verify(asked)) => verify::run(&asked, speech),
        Some(Command::Uci(asked)) => uci::run(&asked, UciDialect::Uci),
        Some(Command::Ucci(asked)) => uci::run(&asked, UciDialect::Ucci),
        Some(Command::Bench(asked)) => bench::run(&asked, speech),
        Some(Command::Games(_)) => games::run(speech),
    }
}
