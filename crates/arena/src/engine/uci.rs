//! Player that runs an external engine by UCI or UCCI.

use std::time::Duration;

use table::{Message, Notation, Rulebook, Side, Study};

use super::process::Process;
use super::{info, notation_for, parse_move};
use crate::player::{Choice, Fault, GameStart, MoveRequest, Player};
use crate::spec::{ExternalSpec, Protocol};

/// Timeout of the handshake and of `isready`.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(20);

/// A UCI or UCCI engine and the starting position of its game.
pub struct Uci {
    process: Process,
    notation: Notation,
    is_ucci: bool,
    root: String,
    hidden: bool,
}

impl Uci {
    /// Starts the program and sets its options.
    pub fn start(spec: &ExternalSpec, book: &dyn Rulebook) -> Result<Self, Fault> {
        let is_ucci = spec.protocol == Protocol::Ucci;
        let mut process = Process::start(&spec.program, &spec.arguments, "quit")?;
        let (command, acknowledgment) = if is_ucci { ("ucci", "ucciok") } else { ("uci", "uciok") };
        process.send(command)?;
        let mut has_millis = false;
        process.receive_until(HANDSHAKE_TIMEOUT, |line| {
            has_millis |= line.starts_with("option usemillisec");
            (line == acknowledgment).then_some(())
        })?;
        // The variant is set first, since later options may depend on it.
        let (variant, others): (Vec<_>, Vec<_>) =
            spec.options.iter().partition(|(name, _)| name.eq_ignore_ascii_case("UCI_Variant"));
        if has_millis {
            process.send("setoption usemillisec true")?;
        }
        for (name, value) in variant.into_iter().chain(others) {
            process.send(&match (is_ucci, value.is_empty()) {
                (true, true) => format!("setoption {name}"),
                (true, false) => format!("setoption {name} {value}"),
                (false, true) => format!("setoption name {name}"),
                (false, false) => format!("setoption name {name} value {value}"),
            })?;
        }
        let notation = notation_for(spec, book);
        let mut engine = Uci { process, notation, is_ucci, root: String::new(), hidden: false };
        engine.wait_ready()?;
        Ok(engine)
    }

    fn wait_ready(&mut self) -> Result<(), Fault> {
        self.process.send("isready")?;
        let ready = self.process.receive_until(HANDSHAKE_TIMEOUT, |line| (line == "readyok").then_some(()));
        // A timeout before the game is not a loss on time: the engine does not work.
        ready.map_err(|fault| match fault {
            Fault::TooLate => Fault::Crash("isready".to_owned()),
            other => other,
        })
    }

    fn position(&self, study: &dyn Study) -> String {
        if self.hidden {
            return format!("position fen {}", study.position(""));
        }
        let moves = study.moves(self.notation).join(" ");
        let gap = if moves.is_empty() { "" } else { " moves " };
        format!("position {}{gap}{moves}", self.root)
    }

    fn go(&self, study: &dyn Study, request: &MoveRequest) -> Result<String, Message> {
        let time_control = request.time_control;
        let mut words = vec!["go".to_owned()];
        let mut word = |name: &str, value: Option<u64>| {
            words.extend(value.map(|value| format!("{name} {value}")));
        };
        word("depth", time_control.depth.map(u64::from));
        word("nodes", time_control.nodes);
        if self.is_ucci {
            // UCCI has no time per move; a period of one move is equivalent.
            word("time", time_control.movetime);
            word("movestogo", time_control.movetime.map(|_| 1));
        } else {
            word("movetime", time_control.movetime);
        }
        if let (Some([own, other]), Some((_, increment))) = (request.clocks, time_control.clock) {
            let first = study.status().turn == Side::First;
            let (white, black) = if first { (own, other) } else { (other, own) };
            let parameters = if self.is_ucci {
                [("time", own), ("increment", increment), ("opptime", other), ("oppincrement", increment)]
            } else {
                [("wtime", white), ("btime", black), ("winc", increment), ("binc", increment)]
            };
            parameters.into_iter().for_each(|(name, value)| word(name, Some(value)));
        }
        if words.len() == 1 { Err(Message::new("arena_tempo_missing")) } else { Ok(words.join(" ")) }
    }
}

impl Player for Uci {
    fn begin(&mut self, start: &GameStart) -> Result<(), Fault> {
        self.root = if start.usual { "startpos".to_owned() } else { format!("fen {}", start.position) };
        self.hidden = start.hidden;
        self.process.clear();
        self.process.send(if self.is_ucci { "setoption newgame" } else { "ucinewgame" })?;
        self.wait_ready()
    }

    fn choose(&mut self, study: &dyn Study, request: &MoveRequest) -> Result<Choice, Fault> {
        let go = self.go(study, request).map_err(Fault::Unable)?;
        let position = self.position(study);
        self.process.send(&position)?;
        self.process.send(&go)?;
        let mut choice = Choice::default();
        let answer = self.process.receive_until(request.timeout, |line| {
            if line.starts_with("info ") {
                info::parse(line, &mut choice);
            }
            line.strip_prefix("bestmove").or_else(|| line.strip_prefix("nobestmove")).map(str::to_owned)
        })?;
        let mut words = answer.split_whitespace();
        let text = words.next().unwrap_or_default();
        if text == "resign" || words.any(|word| word == "resign") {
            return Err(Fault::Resigned);
        }
        choice.mv = parse_move(study, text, self.notation)?;
        Ok(choice)
    }
}
