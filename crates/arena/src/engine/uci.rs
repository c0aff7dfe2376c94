//! Engines that speak UCI, or its relative UCCI.

use std::time::Duration;

use table::{Message, Notation, Side, Study};

use super::process::Process;
use super::{house_move, info};
use crate::player::{Choice, Fault, Player, Start, Turn};
use crate::spec::{ExternalSpec, Protocol};

/// How long an engine may take to say hello, or that it is ready.
const GREETING: Duration = Duration::from_secs(20);

/// An engine and where its game began.
pub struct Uci {
    process: Process,
    notation: Notation,
    is_ucci: bool,
    root: String,
    hidden: bool,
}

impl Uci {
    /// Starts the program and sets its options.
    pub fn start(spec: &ExternalSpec, game: &str) -> Result<Self, Fault> {
        let is_ucci = spec.protocol == Protocol::Ucci;
        let mut process = Process::start(&spec.program, &spec.arguments, "quit")?;
        let (hello, welcome) = if is_ucci { ("ucci", "ucciok") } else { ("uci", "uciok") };
        process.say(hello)?;
        let mut counts_millis = false;
        process.hear_until(GREETING, |line| {
            counts_millis |= line.starts_with("option usemillisec");
            (line == welcome).then_some(())
        })?;
        // What a variant option changes, later options may refer to.
        let (variant, others): (Vec<_>, Vec<_>) =
            spec.options.iter().partition(|(name, _)| name.eq_ignore_ascii_case("UCI_Variant"));
        if counts_millis {
            process.say("setoption usemillisec true")?;
        }
        for (name, value) in variant.into_iter().chain(others) {
            process.say(&match (is_ucci, value.is_empty()) {
                (true, true) => format!("setoption {name}"),
                (true, false) => format!("setoption {name} {value}"),
                (false, true) => format!("setoption name {name}"),
                (false, false) => format!("setoption name {name} value {value}"),
            })?;
        }
        // Only xiangqi and its kin have a second way to count ranks.
        let notation = if game == "chess" { Notation::Uci } else { spec.notation };
        let mut engine = Uci { process, notation, is_ucci, root: String::new(), hidden: false };
        engine.wait_ready()?;
        Ok(engine)
    }

    fn wait_ready(&mut self) -> Result<(), Fault> {
        self.process.say("isready")?;
        let ready = self.process.hear_until(GREETING, |line| (line == "readyok").then_some(()));
        // Silence before a game is no lost game on time: the engine does not work.
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

    fn go(&self, study: &dyn Study, turn: &Turn) -> Result<String, Message> {
        let tempo = turn.tempo;
        let mut words = vec!["go".to_owned()];
        let mut word = |name: &str, value: Option<u64>| {
            words.extend(value.map(|value| format!("{name} {value}")));
        };
        word("depth", tempo.depth.map(u64::from));
        word("nodes", tempo.nodes);
        if self.is_ucci {
            // UCCI knows no time for one move but a stretch of one move.
            word("time", tempo.movetime);
            word("movestogo", tempo.movetime.map(|_| 1));
        } else {
            word("movetime", tempo.movetime);
        }
        if let (Some([own, other]), Some((_, increment))) = (turn.clocks, tempo.clock) {
            let first = study.status().turn == Side::First;
            let (white, black) = if first { (own, other) } else { (other, own) };
            let told = if self.is_ucci {
                [("time", own), ("increment", increment), ("opptime", other), ("oppincrement", increment)]
            } else {
                [("wtime", white), ("btime", black), ("winc", increment), ("binc", increment)]
            };
            told.into_iter().for_each(|(name, value)| word(name, Some(value)));
        }
        if words.len() == 1 { Err(Message::new("arena_tempo_missing")) } else { Ok(words.join(" ")) }
    }
}

impl Player for Uci {
    fn begin(&mut self, start: &Start) -> Result<(), Fault> {
        self.root = if start.usual { "startpos".to_owned() } else { format!("fen {}", start.position) };
        self.hidden = start.hidden;
        self.process.clear();
        self.process.say(if self.is_ucci { "setoption newgame" } else { "ucinewgame" })?;
        self.wait_ready()
    }

    fn choose(&mut self, study: &dyn Study, turn: &Turn) -> Result<Choice, Fault> {
        let go = self.go(study, turn).map_err(Fault::Unable)?;
        let position = self.position(study);
        self.process.say(&position)?;
        self.process.say(&go)?;
        let mut choice = Choice::default();
        let answer = self.process.hear_until(turn.patience, |line| {
            if line.starts_with("info ") {
                info::note(line, &mut choice);
            }
            line.strip_prefix("bestmove").or_else(|| line.strip_prefix("nobestmove")).map(str::to_owned)
        })?;
        let mut words = answer.split_whitespace();
        let text = words.next().unwrap_or_default();
        if text == "resign" || words.any(|word| word == "resign") {
            return Err(Fault::Resigned);
        }
        choice.mv = house_move(study, text, self.notation)?;
        Ok(choice)
    }
}
