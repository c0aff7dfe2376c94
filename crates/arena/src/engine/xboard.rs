//! Engines that speak the protocol of XBoard, version 2: as much of it as a match needs.

use std::time::{Duration, Instant};

use table::{Message, Notation, Score, Study};

use super::house_move;
use super::process::Process;
use crate::player::{Choice, Fault, Player, Start, Turn};
use crate::spec::ExternalSpec;
use crate::tempo::Tempo;

/// How long an engine may take to list its features; an old one lists none.
const GREETING: Duration = Duration::from_secs(3);
/// How long one may take to answer a ping.
const PING: Duration = Duration::from_secs(20);

/// How many moves share their time, where one move's time is no whole number of seconds.
const SESSION: u64 = 40;

/// What an engine says it can do.
#[derive(Clone, Default)]
struct Features {
    usermove: bool,
    ping: bool,
    setboard: bool,
}

/// An engine, and how far it has followed the game.
pub struct Xboard {
    process: Process,
    notation: Notation,
    /// The variant's name, where it is not chess.
    variant: Option<String>,
    features: Features,
    options: Vec<(String, String)>,
    /// How many moves it was told or played.
    followed: usize,
    pings: u32,
    told: Option<Tempo>,
    /// What its session of moves had left when it was last asked, and how many moves of it were left.
    bank: Bank,
}

/// The time that a session of moves shares, in milliseconds.
#[derive(Clone, Copy, Default)]
struct Bank {
    before: u64,
    left: u64,
    moves: u64,
}

impl Bank {
    /// A move is to be made: after the last one of a session a new one begins.
    fn open(&mut self, millis: u64) {
        if self.moves == 0 {
            *self = Bank {
                before: 0,
                left: self.left.saturating_add(millis.saturating_mul(SESSION)),
                moves: SESSION,
            };
        }
        self.before = self.left;
    }

    /// A move was made.
    fn spend(&mut self, spent: Duration) {
        self.left = self.left.saturating_sub(u64::try_from(spent.as_millis()).unwrap_or(u64::MAX));
        self.moves = self.moves.saturating_sub(1);
    }
}

impl Xboard {
    /// Starts the program and learns its features.
    pub fn start(spec: &ExternalSpec, game: &str) -> Result<Self, Fault> {
        let mut process = Process::start(&spec.program, &spec.arguments, "quit")?;
        process.say("xboard")?;
        process.say("protover 2")?;
        let mut features = Features::default();
        let mut patience = GREETING;
        loop {
            let done = process.hear_until(patience, |line| features.note(line));
            match done {
                Ok(true) | Err(Fault::TooLate) => break,
                // `done=0`: it asks for more time.
                Ok(false) => patience = PING,
                Err(fault) => return Err(fault),
            }
        }
        Ok(Xboard {
            process,
            notation: if game == "chess" { Notation::Uci } else { spec.notation },
            variant: (game != "chess").then(|| game.to_owned()),
            features,
            options: spec.options.clone(),
            followed: 0,
            pings: 0,
            told: None,
            bank: Bank::default(),
        })
    }

    fn tell_tempo(&mut self, turn: &Turn) -> Result<(), Fault> {
        let tempo = turn.tempo;
        if tempo.nodes.is_some() || tempo == Tempo::default() {
            return Err(Fault::Unable(Message::new("arena_xboard_tempo").text("text", tempo.to_string())));
        }
        if self.told != Some(tempo) {
            self.told = Some(tempo);
            if let Some(plies) = tempo.depth {
                self.process.say(&format!("sd {plies}"))?;
            }
            match (shared(&tempo), tempo.movetime) {
                (Some(millis), _) => self.process.say(&level(SESSION, millis.saturating_mul(SESSION), 0))?,
                (None, Some(millis)) => self.process.say(&format!("st {}", millis / 1000))?,
                (None, None) => {}
            }
            if let Some((base, increment)) = tempo.clock {
                self.process.say(&level(0, base, increment))?;
            }
        }
        if let Some([own, other]) = turn.clocks {
            self.process.say(&format!("time {}", own / 10))?;
            self.process.say(&format!("otim {}", other / 10))?;
        }
        Ok(())
    }

    fn wait_move(&mut self, turn: &Turn, choice: &mut Choice) -> Result<String, Fault> {
        let patience = turn.patience + Duration::from_millis(self.leeway(&turn.tempo));
        self.process.hear_until(patience, |line| answer(line, choice))?
    }
}

/// The time of one move where a session must share it: the protocol knows whole seconds only.
fn shared(tempo: &Tempo) -> Option<u64> {
    tempo.movetime.filter(|millis| millis % 1000 != 0)
}

/// Moves, milliseconds for them, and milliseconds added with each.
fn level(moves: u64, millis: u64, increment: u64) -> String {
    let seconds = millis.div_ceil(1000);
    format!("level {moves} {}:{:02} {}", seconds / 60, seconds % 60, increment as f64 / 1000.0)
}

impl Features {
    /// Takes a `feature` line in; `done` where it says so.
    fn note(&mut self, line: &str) -> Option<bool> {
        let mut done = None;
        for word in line.strip_prefix("feature")?.split_whitespace() {
            match word.split_once('=') {
                Some(("usermove", value)) => self.usermove = value == "1",
                Some(("ping", value)) => self.ping = value == "1",
                Some(("setboard", value)) => self.setboard = value == "1",
                Some(("done", value)) => done = Some(value == "1"),
                _ => {}
            }
        }
        done
    }
}

/// What a line of the engine means while it is at move.
fn answer(line: &str, choice: &mut Choice) -> Option<Result<String, Fault>> {
    let mut words = line.split_whitespace();
    match words.next()? {
        "move" => Some(Ok(words.next().unwrap_or_default().to_owned())),
        "My" => line.strip_prefix("My move is").map(|mv| Ok(mv.trim_start_matches(':').trim().to_owned())),
        "resign" | "tellics" if line.contains("resign") => Some(Err(Fault::Resigned)),
        "Illegal" | "Error" => Some(Err(Fault::Crash(line.to_owned()))),
        depth => {
            // A line of thought: ply, score, time in centipawns, nodes, moves.
            let numbers: Vec<i64> = words.take(3).map_while(|word| word.parse().ok()).collect();
            if let (Ok(depth), &[score, _, nodes]) = (depth.trim_end_matches('.').parse(), numbers.as_slice())
            {
                choice.depth = depth;
                choice.score = i32::try_from(score).ok().map(Score::cp);
                choice.nodes = u64::try_from(nodes).unwrap_or(0);
            }
            None
        }
    }
}

impl Player for Xboard {
    fn leeway(&self, tempo: &Tempo) -> u64 {
        shared(tempo).map_or(0, |millis| self.bank.before.saturating_sub(millis))
    }

    fn begin(&mut self, start: &Start) -> Result<(), Fault> {
        self.process.say("new")?;
        if let Some(variant) = self.variant.clone() {
            self.process.say(&format!("variant {variant}"))?;
        }
        for line in ["force", "easy", "post"] {
            self.process.say(line)?;
        }
        for (name, value) in self.options.clone() {
            // A name of the protocol itself (`memory`, `cores`) is said as it is.
            let line = match name.as_str() {
                "memory" | "cores" | "sd" => format!("{name} {value}"),
                _ if value.is_empty() => format!("option {name}"),
                _ => format!("option {name}={value}"),
            };
            self.process.say(&line)?;
        }
        if !start.usual {
            if !self.features.setboard {
                return Err(Fault::Unable(Message::new("arena_xboard_setup")));
            }
            self.process.say(&format!("setboard {}", start.position))?;
        }
        if self.features.ping {
            self.pings += 1;
            let (ping, pong) = (format!("ping {}", self.pings), format!("pong {}", self.pings));
            self.process.say(&ping)?;
            self.process.hear_until(PING, |line| (line == pong).then_some(())).map_err(
                |fault| match fault {
                    Fault::TooLate => Fault::Crash(ping),
                    other => other,
                },
            )?;
        }
        self.followed = 0;
        self.told = None;
        self.bank = Bank::default();
        Ok(())
    }

    fn choose(&mut self, study: &dyn Study, turn: &Turn) -> Result<Choice, Fault> {
        self.process.clear();
        for mv in study.moves(self.notation).iter().skip(self.followed) {
            self.process.say(&if self.features.usermove { format!("usermove {mv}") } else { mv.clone() })?;
        }
        self.tell_tempo(turn)?;
        self.bank.open(shared(&turn.tempo).unwrap_or(0));
        self.process.say("go")?;
        let begun = Instant::now();
        let mut choice = Choice::default();
        let text = self.wait_move(turn, &mut choice)?;
        self.bank.spend(begun.elapsed());
        // It would answer the next move by itself; it is asked instead.
        self.process.say("force")?;
        choice.mv = house_move(study, &text, self.notation)?;
        self.followed = study.ply() + 1;
        Ok(choice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_noted_until_done() {
        let mut features = Features::default();
        assert_eq!(features.note("feature ping=1 setboard=1 myname=\"Some One\""), None);
        assert_eq!(features.note("feature usermove=1 done=1"), Some(true));
        assert!(features.ping && features.setboard && features.usermove);
        assert_eq!(features.note("hello"), None);
    }

    #[test]
    fn a_session_shares_its_time() {
        let mut bank = Bank::default();
        bank.open(100);
        assert_eq!(bank.before, 4000);
        bank.spend(Duration::from_millis(780));
        bank.open(100);
        assert_eq!(bank.before, 3220);
        (1..SESSION).for_each(|_| bank.spend(Duration::ZERO));
        bank.open(100);
        assert_eq!((bank.before, bank.moves), (7220, SESSION));
    }

    #[test]
    fn a_move_a_thought_and_a_resignation_are_told_apart() {
        let mut choice = Choice::default();
        assert_eq!(answer("move h2e2", &mut choice), Some(Ok("h2e2".to_owned())));
        assert_eq!(answer("resign", &mut choice), Some(Err(Fault::Resigned)));
        assert_eq!(answer("7 -15 12 4711 h2e2 h9g7", &mut choice), None);
        assert_eq!((choice.depth, choice.score, choice.nodes), (7, Some(Score::cp(-15)), 4711));
        assert_eq!(answer("# hello", &mut choice), None);
        assert_eq!(answer("1/2-1/2 {whatever}", &mut choice), None);
    }
}
