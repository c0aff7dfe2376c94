//! Programs of the operator as engines of a room.

use std::time::Duration;

use arena::{Fault, GameStart, MoveRequest, Player, PlayerSpec, TimeControl};
use table::{
    AnyEngine, Bound, Control, EngineSpec, Limits, Message, ReportLine, Rulebook, Score, SearchReport, Study,
};

/// Name of such engines in specifications.
pub const OUTSIDE: &str = "outside";
/// Thinking time of a move, unless the operator or the clock sets another, in milliseconds.
const MOVE_MILLIS: u64 = 500;
/// Time beyond the thinking time after which a program hangs.
const GRACE: Duration = Duration::from_secs(10);

/// Specification of a program of the operator.
pub fn outside_engine(name: &str) -> Result<EngineSpec, Message> {
    format!("{OUTSIDE}:name={name}").parse()
}

/// Program of the operator; started with its first search.
pub struct OutsideEngine {
    spec: PlayerSpec,
    book: &'static dyn Rulebook,
    player: Option<Box<dyn Player>>,
}

impl OutsideEngine {
    pub fn new(spec: PlayerSpec, book: &'static dyn Rulebook) -> Self {
        OutsideEngine { spec, book, player: None }
    }

    fn player(&mut self, study: &dyn Study) -> Result<&mut Box<dyn Player>, Message> {
        if self.player.is_none() {
            let mut player = arena::start_player(&self.spec, self.book)?;
            let position = study.until(0).position("");
            let usual = self.book.open(None, &[])?.position("") == position;
            let hidden = study.picture().pieces.iter().flatten().any(|piece| piece.face_down);
            let start = GameStart { position, usual, hidden };
            player.begin(&start).map_err(|fault| failure(&self.spec.name, fault))?;
            self.player = Some(player);
        }
        self.player.as_mut().ok_or_else(|| Message::new("wire_broken"))
    }
}

fn failure(name: &str, fault: Fault) -> Message {
    let why = match fault {
        Fault::Unable(message) => return message,
        Fault::Crash(why) | Fault::Illegal(why) => why,
        Fault::TooLate | Fault::Resigned => "...".to_owned(),
    };
    Message::new("arena_player_absent").text("player", name).text("why", why)
}

impl AnyEngine for OutsideEngine {
    fn think(
        &mut self,
        study: &dyn Study,
        limits: &Limits<String>,
        _control: &Control,
        _report: &mut dyn FnMut(&SearchReport),
    ) -> Result<SearchReport, Message> {
        let name = self.spec.name.clone();
        let share = limits.clocks.map(|clocks| clocks.left / 32 + clocks.increment / 2);
        let millis = share.or(limits.time).unwrap_or(MOVE_MILLIS).clamp(10, MOVE_MILLIS.max(2_000));
        let own = self.spec.time_control.filter(|own| own.clock.is_none() && limits.clocks.is_none());
        let time_control = own.unwrap_or(TimeControl { movetime: Some(millis), ..TimeControl::default() });
        let timeout = Duration::from_millis(time_control.movetime.unwrap_or(60_000)) + GRACE;
        let request = MoveRequest { time_control, clocks: None, timeout, seed: limits.seed };
        let begun = std::time::Instant::now();
        let choice = match self.player(study)?.choose(study, &request) {
            Ok(choice) => choice,
            Err(fault) => {
                // The next search starts the program again.
                self.player = None;
                return Err(failure(&name, fault));
            }
        };
        Ok(SearchReport {
            depth: choice.depth,
            nodes: choice.nodes,
            micros: u64::try_from(begun.elapsed().as_micros()).unwrap_or(u64::MAX),
            lines: vec![ReportLine {
                moves: vec![choice.mv],
                score: choice.score.unwrap_or(Score::DRAW),
                bound: Bound::Exact,
                chances: [0.0; 3],
            }],
            ..SearchReport::default()
        })
    }

    fn new_game(&mut self) {
        self.player = None;
    }
}
