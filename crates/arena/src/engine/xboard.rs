//! Player that runs an external engine by the XBoard protocol, version 2: the subset a match needs.

use std::time::{Duration, Instant};

use table::games::Convention;
use table::{Message, Notation, Rulebook, Score, Study};

use super::process::Process;
use super::{notation_for, parse_move};
use crate::player::{Choice, Fault, GameStart, MoveRequest, Player};
use crate::spec::ExternalSpec;
use crate::time_control::TimeControl;

/// Timeout for the list of features; old engines send none.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(3);
/// Timeout of the answer to a ping.
const PING_TIMEOUT: Duration = Duration::from_secs(20);

/// Moves in a session that share their time, if the time per move is not a whole number of seconds.
const SESSION: u64 = 40;

/// Features that the engine reports.
#[derive(Clone, Default)]
struct Features {
    usermove: bool,
    ping: bool,
    setboard: bool,
}

/// An XBoard engine, and how many moves of the game it knows.
pub struct Xboard {
    process: Process,
    notation: Notation,
    /// The variant's name, where it is not chess.
    variant: Option<String>,
    features: Features,
    options: Vec<(String, String)>,
    /// Number of moves the engine knows.
    synced: usize,
    pings: u32,
    sent: Option<TimeControl>,
    /// Time of the current session of moves.
    session: SessionClock,
}

/// Time shared by a session of moves, in milliseconds.
#[derive(Clone, Copy, Default)]
struct SessionClock {
    at_start: u64,
    left: u64,
    moves: u64,
}

impl SessionClock {
    /// Starts a move; after the last move of a session a new one begins.
    fn open(&mut self, millis: u64) {
        if self.moves == 0 {
            *self = SessionClock {
                at_start: 0,
                left: self.left.saturating_add(millis.saturating_mul(SESSION)),
                moves: SESSION,
            };
        }
        self.at_start = self.left;
    }

    /// Ends a move.
    fn spend(&mut self, spent: Duration) {
        self.left = self.left.saturating_sub(u64::try_from(spent.as_millis()).unwrap_or(u64::MAX));
        self.moves = self.moves.saturating_sub(1);
    }
}

impl Xboard {
    /// Starts the program and reads its features.
    pub fn start(spec: &ExternalSpec, book: &dyn Rulebook) -> Result<Self, Fault> {
        let mut process = Process::start(&spec.program, &spec.arguments, "quit")?;
        process.send("xboard")?;
        process.send("protover 2")?;
        let mut features = Features::default();
        let mut timeout = HANDSHAKE_TIMEOUT;
        loop {
            let done = process.receive_until(timeout, |line| features.parse(line));
            match done {
                Ok(true) | Err(Fault::TooLate) => break,
                // `done=0`: the engine needs more time.
                Ok(false) => timeout = PING_TIMEOUT,
                Err(fault) => return Err(fault),
            }
        }
        Ok(Xboard {
            process,
            notation: notation_for(spec, book),
            variant: (!book.profile().usual_in.contains(&Convention::Xboard))
                .then(|| book.spec().name.to_owned()),
            features,
            options: spec.options.clone(),
            synced: 0,
            pings: 0,
            sent: None,
            session: SessionClock::default(),
        })
    }

    fn send_time_control(&mut self, request: &MoveRequest) -> Result<(), Fault> {
        let time_control = request.time_control;
        if time_control.nodes.is_some() || time_control == TimeControl::default() {
            return Err(Fault::Unable(
                Message::new("arena_xboard_tempo").text("text", time_control.to_string()),
            ));
        }
        if self.sent != Some(time_control) {
            self.sent = Some(time_control);
            if let Some(plies) = time_control.depth {
                self.process.send(&format!("sd {plies}"))?;
            }
            match (shared_movetime(&time_control), time_control.movetime) {
                (Some(millis), _) => self.process.send(&level(SESSION, millis.saturating_mul(SESSION), 0))?,
                (None, Some(millis)) => self.process.send(&format!("st {}", millis / 1000))?,
                (None, None) => {}
            }
            if let Some((base, increment)) = time_control.clock {
                self.process.send(&level(0, base, increment))?;
            }
        }
        if let Some([own, other]) = request.clocks {
            self.process.send(&format!("time {}", own / 10))?;
            self.process.send(&format!("otim {}", other / 10))?;
        }
        Ok(())
    }

    fn wait_move(&mut self, request: &MoveRequest, choice: &mut Choice) -> Result<String, Fault> {
        let timeout = request.timeout + Duration::from_millis(self.leeway(&request.time_control));
        self.process.receive_until(timeout, |line| answer(line, choice))?
    }
}

/// Returns the time per move if a session must share it: the protocol knows whole seconds only.
fn shared_movetime(time_control: &TimeControl) -> Option<u64> {
    time_control.movetime.filter(|millis| millis % 1000 != 0)
}

/// Formats the `level` command: moves, milliseconds for them, and increment in milliseconds.
fn level(moves: u64, millis: u64, increment: u64) -> String {
    let seconds = millis.div_ceil(1000);
    format!("level {moves} {}:{:02} {}", seconds / 60, seconds % 60, increment as f64 / 1000.0)
}

impl Features {
    /// Parses a `feature` line; returns the value of `done` if it has one.
    fn parse(&mut self, line: &str) -> Option<bool> {
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

/// Parses a line of the engine while it is to move.
fn answer(line: &str, choice: &mut Choice) -> Option<Result<String, Fault>> {
    let mut words = line.split_whitespace();
    match words.next()? {
        "move" => Some(Ok(words.next().unwrap_or_default().to_owned())),
        "My" => line.strip_prefix("My move is").map(|mv| Ok(mv.trim_start_matches(':').trim().to_owned())),
        "resign" | "tellics" if line.contains("resign") => Some(Err(Fault::Resigned)),
        "Illegal" | "Error" => Some(Err(Fault::Crash(line.to_owned()))),
        depth => {
            // Thinking output: ply, score, time in centiseconds, nodes, moves.
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
    fn leeway(&self, time_control: &TimeControl) -> u64 {
        shared_movetime(time_control).map_or(0, |millis| self.session.at_start.saturating_sub(millis))
    }

    fn begin(&mut self, start: &GameStart) -> Result<(), Fault> {
        self.process.send("new")?;
        if let Some(variant) = self.variant.clone() {
            self.process.send(&format!("variant {variant}"))?;
        }
        for line in ["force", "easy", "post"] {
            self.process.send(line)?;
        }
        for (name, value) in self.options.clone() {
            // Commands of the protocol itself (`memory`, `cores`) are sent as they are.
            let line = match name.as_str() {
                "memory" | "cores" | "sd" => format!("{name} {value}"),
                _ if value.is_empty() => format!("option {name}"),
                _ => format!("option {name}={value}"),
            };
            self.process.send(&line)?;
        }
        if !start.usual {
            if !self.features.setboard {
                return Err(Fault::Unable(Message::new("arena_xboard_setup")));
            }
            self.process.send(&format!("setboard {}", start.position))?;
        }
        if self.features.ping {
            self.pings += 1;
            let (ping, pong) = (format!("ping {}", self.pings), format!("pong {}", self.pings));
            self.process.send(&ping)?;
            self.process.receive_until(PING_TIMEOUT, |line| (line == pong).then_some(())).map_err(
                |fault| match fault {
                    Fault::TooLate => Fault::Crash(ping),
                    other => other,
                },
            )?;
        }
        self.synced = 0;
        self.sent = None;
        self.session = SessionClock::default();
        Ok(())
    }

    fn choose(&mut self, study: &dyn Study, request: &MoveRequest) -> Result<Choice, Fault> {
        self.process.clear();
        for mv in study.moves(self.notation).iter().skip(self.synced) {
            self.process.send(&if self.features.usermove { format!("usermove {mv}") } else { mv.clone() })?;
        }
        self.send_time_control(request)?;
        self.session.open(shared_movetime(&request.time_control).unwrap_or(0));
        self.process.send("go")?;
        let begun = Instant::now();
        let mut choice = Choice::default();
        let text = self.wait_move(request, &mut choice)?;
        self.session.spend(begun.elapsed());
        // Without `force` the engine would answer the next move by itself.
        self.process.send("force")?;
        choice.mv = parse_move(study, &text, self.notation)?;
        self.synced = study.ply() + 1;
        Ok(choice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_parsed_until_done() {
        let mut features = Features::default();
        assert_eq!(features.parse("feature ping=1 setboard=1 myname=\"Some One\""), None);
        assert_eq!(features.parse("feature usermove=1 done=1"), Some(true));
        assert!(features.ping && features.setboard && features.usermove);
        assert_eq!(features.parse("hello"), None);
    }

    #[test]
    fn the_moves_of_a_session_share_its_time() {
        let mut session = SessionClock::default();
        session.open(100);
        assert_eq!(session.at_start, 4000);
        session.spend(Duration::from_millis(780));
        session.open(100);
        assert_eq!(session.at_start, 3220);
        (1..SESSION).for_each(|_| session.spend(Duration::ZERO));
        session.open(100);
        assert_eq!((session.at_start, session.moves), (7220, SESSION));
    }

    #[test]
    fn moves_thinking_output_and_resignations_are_parsed() {
        let mut choice = Choice::default();
        assert_eq!(answer("move h2e2", &mut choice), Some(Ok("h2e2".to_owned())));
        assert_eq!(answer("resign", &mut choice), Some(Err(Fault::Resigned)));
        assert_eq!(answer("7 -15 12 4711 h2e2 h9g7", &mut choice), None);
        assert_eq!((choice.depth, choice.score, choice.nodes), (7, Some(Score::cp(-15)), 4711));
        assert_eq!(answer("# hello", &mut choice), None);
        assert_eq!(answer("1/2-1/2 {whatever}", &mut choice), None);
    }
}
