//! Engine for tests: `dummy-engine PROTOCOL GAME BEHAVIOR` plays the first legal move, and misbehaves as requested.
//!
//! Behaviors: `good`, `crash` (exits at its third move), `illegal`, `hang` (never answers), `late` (answers after half a
//! second), `resign`, `mute` (does not answer the handshake), `floods` (writes far too much output).

use std::io::BufRead;
use std::time::Duration;

use table::{Notation, Study, games};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let word = |place: usize| arguments.get(place).map_or("", String::as_str);
    let mut dummy = Dummy {
        protocol: word(0).to_owned(),
        game: word(1).to_owned(),
        behavior: word(2).to_owned(),
        // An engine with variants counts ranks from 1.
        notation: if word(3) == "ranks1" { Notation::Uci1 } else { Notation::Uci },
        study: open(word(1), None),
        go_count: 0,
    };
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        if !dummy.handle(line.trim()) {
            return;
        }
    }
}

fn open(game: &str, setup: Option<&str>) -> Box<dyn Study> {
    games::by_name(game).expect("a game").open(setup, &[]).expect("a position")
}

struct Dummy {
    protocol: String,
    game: String,
    behavior: String,
    notation: Notation,
    study: Box<dyn Study>,
    go_count: usize,
}

impl Dummy {
    /// Handles a line; returns false to end the program.
    fn handle(&mut self, line: &str) -> bool {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            _ if self.behavior == "mute" => {}
            "uci" => println!("id name dummy\nuciok"),
            "ucci" => println!("id name dummy\noption usemillisec type check\nucciok"),
            "isready" => println!("readyok"),
            "protover" => println!("feature ping=1 setboard=1 usermove=1 done=1"),
            "ping" => println!("pong {rest}"),
            "position" => self.set_up(rest),
            "new" => self.study = open(&self.game, None),
            "setboard" => self.study = open(&self.game, Some(rest)),
            "usermove" => self.study.play(rest, self.notation).expect("a legal move"),
            "go" => return self.go(rest),
            "quit" => return false,
            _ => {}
        }
        true
    }

    fn set_up(&mut self, text: &str) {
        let (root, moves) = text.split_once(" moves ").unwrap_or((text, ""));
        self.study = open(&self.game, root.strip_prefix("fen "));
        for mv in moves.split_whitespace() {
            self.study.play(mv, self.notation).expect("a legal move");
        }
    }

    fn go(&mut self, limits: &str) -> bool {
        self.go_count += 1;
        assert!(self.protocol == "xboard" || !limits.is_empty(), "`go` without a limit");
        match self.behavior.as_str() {
            "crash" if self.go_count == 3 => return false,
            "hang" => return true,
            "late" => std::thread::sleep(Duration::from_millis(500)),
            "floods" => (0..20_000).for_each(|count| println!("info string {count}")),
            "resign" => {
                println!("{}", if self.protocol == "xboard" { "resign" } else { "bestmove resign" });
                return true;
            }
            _ => {}
        }
        let legal = self.study.legal_moves(self.notation);
        let mv = if self.behavior == "illegal" { "a1a1" } else { legal.first().expect("a move") };
        if self.protocol == "xboard" {
            println!("9 34 1 {} {mv}\nmove {mv}", self.go_count);
            // The engine follows its own moves.
            let _ = self.study.play(mv, self.notation);
        } else {
            println!("info depth 9 score cp 34 nodes {}\nbestmove {mv}", self.go_count);
        }
        true
    }
}
