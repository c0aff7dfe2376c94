//! The work a session hands to a thread of its own: thinking, counting, measuring. Whatever happens there, an answer
//! comes.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use table::{AnyEngine, Limits, Message, Notation, ReportLine, SearchReport, Study};

use crate::bench::{BenchResult, bench, bench_positions};
use crate::command::UciDialect;
use crate::output::SharedOutput;
use crate::search_handle::SearchHandle;
use crate::ucci::{self, MoveSuffix};
use crate::{ranks, uci};

/// What every piece of work has: a mouth to answer with, a manner of speaking, and the strings it hangs on.
pub(crate) struct Work<W> {
    pub output: SharedOutput<W>,
    pub dialect: UciDialect,
    pub style: uci::Style,
    pub handle: Arc<SearchHandle>,
}

/// What was thought last, and about which position.
#[derive(Clone)]
pub(crate) struct SearchedPosition {
    pub position_id: String,
    pub depth: u32,
    pub line: ReportLine,
}

/// Where the last thought is kept.
pub(crate) type LastResult = Arc<Mutex<Option<SearchedPosition>>>;

/// Thinking about a move.
pub(crate) struct SearchJob<W> {
    pub work: Work<W>,
    /// `None` where none could be made: then any legal move is the answer.
    pub engine: Option<Box<dyn AnyEngine>>,
    pub study: Box<dyn Study>,
    pub limits: Limits<String>,
    /// Whether it may give up.
    pub resigns: bool,
    pub last_result: LastResult,
}

/// Splitting the tree down to this depth by text, a count can be stopped soon.
const COUNTED_AT_ONCE: u32 = 3;

impl<W: Write> Work<W> {
    pub fn write_message(&self, message: &Message) {
        self.output.write_message(self.dialect, &ranks::raise_message(message, self.style.shift));
    }

    fn write_info(&self, analysis: &SearchReport) {
        self.output.write_lines(&match self.dialect {
            UciDialect::Uci => uci::write_info(analysis, self.style),
            UciDialect::Ucci => ucci::write_info(analysis, self.style),
        });
    }

    /// Whether to give up: so it was said, or nobody listens.
    fn is_stopped(&self) -> bool {
        self.handle.control().is_stopped() || self.output.is_broken()
    }

    /// `go perft`: the count below each move, then the sum.
    pub fn perft(&self, study: &mut dyn Study, depth: u32) {
        let mut sum = u64::from(depth == 0);
        for mv in study.legal_moves(Notation::Uci).into_iter().filter(|_| depth > 0) {
            let Some(count) = self.count(study, &mv, depth) else {
                return self.output.write_line("");
            };
            sum += count;
            self.output.write_line(format!("{}: {count}", ranks::raise(&mv, self.style.shift)));
        }
        self.output.write_lines(&[String::new(), format!("Nodes searched: {sum}"), String::new()]);
    }

    /// Move sequences that begin with this move; `None` once stopped.
    fn count(&self, study: &mut dyn Study, mv: &str, depth: u32) -> Option<u64> {
        if self.is_stopped() {
            return None;
        }
        study.play(mv, Notation::Uci).ok()?;
        let below = depth - 1;
        let count = if below <= COUNTED_AT_ONCE {
            Some(study.perft(below))
        } else {
            study.legal_moves(Notation::Uci).iter().map(|mv| self.count(study, mv, below)).sum()
        };
        study.pop();
        count
    }

    /// `bench`: the signature.
    pub fn bench(&self, depth: u32) {
        let mut sum = BenchResult::default();
        let positions = bench_positions();
        for (index, position) in positions.iter().enumerate() {
            match bench(position, depth, Some(self.handle.control())) {
                Ok(done) => {
                    sum.nodes += done.nodes;
                    sum.micros += done.micros;
                    self.output.write_line(format!(
                        "Position: {}/{} {} ({}) nodes {}",
                        index + 1,
                        positions.len(),
                        position.book.spec().name,
                        position.fen,
                        done.nodes
                    ));
                }
                Err(message) => self.write_message(&message),
            }
            if self.is_stopped() {
                return;
            }
        }
        self.output.write_lines(&[
            "===========================".to_owned(),
            format!("Total time (ms) : {}", sum.micros / 1000),
            format!("Nodes searched  : {}", sum.nodes),
            format!("Nodes/second    : {}", uci::speed(sum.nodes, sum.micros)),
        ]);
    }
}

impl<W: Write> SearchJob<W> {
    /// Thinks and answers; gives the mind back unless it broke.
    pub fn run(mut self) -> Option<Box<dyn AnyEngine>> {
        let analysis = self.think();
        if let (Some(line), Ok(mut last_result)) = (analysis.lines.first(), self.last_result.lock()) {
            let position_id = self.study.position_id();
            *last_result = Some(SearchedPosition { position_id, depth: analysis.depth, line: line.clone() });
        }
        let offered = self.work.handle.wait();
        self.answer(&analysis, offered);
        self.engine.take()
    }

    /// `eval`: what the engine says after the shortest look.
    pub fn run_eval(mut self) -> Option<Box<dyn AnyEngine>> {
        let analysis = self.think();
        let turn =
            words::word(self.study.spec().sides[self.study.status().turn.index()], words::Language::En);
        if let Some(line) = analysis.lines.first() {
            let [win, draw, loss] = line.chances.map(|chance| chance * 100.0);
            self.work.output.write_lines(&[
                format!("Final evaluation: {} ({turn} to move)", uci::write_score(line.score)),
                format!("Chances: win {win:.1} %, draw {draw:.1} %, loss {loss:.1} %"),
            ]);
        } else {
            self.work.output.write_line("Final evaluation: none (no legal move)");
        }
        self.engine.take()
    }

    /// What the mind thinks. One that breaks is lost, and what it had found is what there is.
    fn think(&mut self) -> SearchReport {
        let Some(mut engine) = self.engine.take() else { return SearchReport::default() };
        let mut last: Option<SearchReport> = None;
        let work = &self.work;
        let thought = catch_unwind(AssertUnwindSafe(|| {
            engine.think(self.study.as_ref(), &self.limits, work.handle.control(), &mut |analysis| {
                work.write_info(analysis);
                last = Some(analysis.clone());
            })
        }));
        match thought {
            Ok(Ok(analysis)) => {
                self.engine = Some(engine);
                if last.is_none_or(|last| last.lines != analysis.lines) {
                    work.write_info(&analysis);
                }
                analysis
            }
            Ok(Err(message)) => {
                self.engine = Some(engine);
                work.write_message(&message);
                last.unwrap_or_default()
            }
            Err(_) => {
                work.write_message(&Message::new("uci_search_failed"));
                // Not even its end may cost the answer.
                let _ = catch_unwind(AssertUnwindSafe(|| drop(engine)));
                last.unwrap_or_default()
            }
        }
    }

    fn answer(&self, analysis: &SearchReport, offered: bool) {
        let any = || {
            let allowed = |mv: &String| {
                (self.limits.only.is_empty() || self.limits.only.contains(mv))
                    && !self.limits.banned.contains(mv)
            };
            self.study.legal_moves(Notation::Uci).into_iter().find(allowed)
        };
        let best = analysis.best().map(str::to_owned).or_else(any);
        let best = best.as_deref();
        let Work { output, dialect, style, .. } = &self.work;
        output.write_line(match dialect {
            UciDialect::Uci => uci::write_best(best, analysis.reply(), *style),
            UciDialect::Ucci => {
                let word = analysis.lines.first().map_or(MoveSuffix::None, |line| self.word(line, offered));
                ucci::write_best(best, analysis.reply(), word, *style)
            }
        });
    }

    /// What to say with the move: a draw is taken where no more is to be hoped for, a lost game given up.
    fn word(&self, line: &ReportLine, offered: bool) -> MoveSuffix {
        const HOPE: f32 = 0.05;
        const NO_HOPE: f32 = 0.01;
        let [win, draw, loss] = line.chances;
        let mated = line.score.mate_plies().is_some_and(|plies| plies < 0);
        if offered && win <= loss + HOPE && line.score.raw() <= 30 {
            MoveSuffix::Draw
        } else if self.resigns && (mated || win + draw < NO_HOPE) {
            MoveSuffix::Resign
        } else {
            MoveSuffix::None
        }
    }
}

/// What is known of a position: an answer to `probe`.
pub(crate) fn write_known(last_result: &LastResult, position_id: &str, style: uci::Style) -> String {
    let last_result = last_result.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(known) = last_result.as_ref().filter(|known| known.position_id == position_id) else {
        return "pophash".to_owned();
    };
    let score = ucci::write_score(known.line.score);
    let best = known
        .line
        .moves
        .first()
        .map_or_else(String::new, |mv| format!(" bestmove {}", ranks::raise(mv, style.shift)));
    let depth = known.depth;
    format!("pophash{best} lowerbound {score} depth {depth} upperbound {score} depth {depth}")
}
