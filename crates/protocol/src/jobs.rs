//! Background jobs of a session: search, perft, bench. Every job produces an answer, even after a panic.

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

/// Common parts of a job: output, dialect, style and search handle.
pub(crate) struct JobContext<W> {
    pub output: SharedOutput<W>,
    pub dialect: UciDialect,
    pub style: uci::Style,
    pub handle: Arc<SearchHandle>,
}

/// Result of the last search with its position.
#[derive(Clone)]
pub(crate) struct SearchedPosition {
    pub position_id: String,
    pub depth: u32,
    pub line: ReportLine,
}

/// Shared slot for the last result.
pub(crate) type LastResult = Arc<Mutex<Option<SearchedPosition>>>;

/// Search for a move.
pub(crate) struct SearchJob<W> {
    pub context: JobContext<W>,
    /// Engine; `None` if none could be created, then any legal move is the answer.
    pub engine: Option<Box<dyn AnyEngine>>,
    pub study: Box<dyn Study>,
    pub limits: Limits<String>,
    /// True if the engine may resign.
    pub resigns: bool,
    pub last_result: LastResult,
}

/// Depth counted without a stop check; above it perft is split by move and can be stopped.
const UNCHECKED_PERFT_DEPTH: u32 = 3;

impl<W: Write> JobContext<W> {
    pub fn write_message(&self, message: &Message) {
        self.output.write_message(self.dialect, &ranks::raise_message(message, self.style.shift));
    }

    fn write_info(&self, report: &SearchReport) {
        self.output.write_lines(&match self.dialect {
            UciDialect::Uci => uci::write_info(report, self.style),
            UciDialect::Ucci => ucci::write_info(report, self.style),
        });
    }

    /// Returns true if the search was stopped or the output is closed.
    fn is_stopped(&self) -> bool {
        self.handle.control().is_stopped() || self.output.is_broken()
    }

    /// `go perft`: counts per move, then the total.
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

    /// Number of move sequences that start with this move; `None` once stopped.
    fn count(&self, study: &mut dyn Study, mv: &str, depth: u32) -> Option<u64> {
        if self.is_stopped() {
            return None;
        }
        study.play(mv, Notation::Uci).ok()?;
        let below = depth - 1;
        let count = if below <= UNCHECKED_PERFT_DEPTH {
            Some(study.perft(below))
        } else {
            study.legal_moves(Notation::Uci).iter().map(|mv| self.count(study, mv, below)).sum()
        };
        study.pop();
        count
    }

    /// `bench`: prints the signature.
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
    /// Searches and answers. Returns the engine unless it panicked.
    pub fn run(mut self) -> Option<Box<dyn AnyEngine>> {
        let report = self.think();
        if let (Some(line), Ok(mut last_result)) = (report.lines.first(), self.last_result.lock()) {
            let position_id = self.study.position_id();
            *last_result = Some(SearchedPosition { position_id, depth: report.depth, line: line.clone() });
        }
        let draw_offered = self.context.handle.wait();
        self.answer(&report, draw_offered);
        self.engine.take()
    }

    /// `eval`: prints the evaluation after a depth-1 search.
    pub fn run_eval(mut self) -> Option<Box<dyn AnyEngine>> {
        let report = self.think();
        let turn =
            words::word(self.study.spec().sides[self.study.status().turn.index()], words::Language::En);
        if let Some(line) = report.lines.first() {
            let [win, draw, loss] = line.chances.map(|chance| chance * 100.0);
            self.context.output.write_lines(&[
                format!("Final evaluation: {} ({turn} to move)", uci::write_score(line.score)),
                format!("Chances: win {win:.1} %, draw {draw:.1} %, loss {loss:.1} %"),
            ]);
        } else {
            self.context.output.write_line("Final evaluation: none (no legal move)");
        }
        self.engine.take()
    }

    /// Runs the search. After a panic the engine is dropped and the last report is used.
    fn think(&mut self) -> SearchReport {
        let Some(mut engine) = self.engine.take() else { return SearchReport::default() };
        let mut last: Option<SearchReport> = None;
        let context = &self.context;
        let result = catch_unwind(AssertUnwindSafe(|| {
            engine.think(self.study.as_ref(), &self.limits, context.handle.control(), &mut |report| {
                context.write_info(report);
                last = Some(report.clone());
            })
        }));
        match result {
            Ok(Ok(report)) => {
                self.engine = Some(engine);
                if last.is_none_or(|last| last.lines != report.lines) {
                    context.write_info(&report);
                }
                report
            }
            Ok(Err(message)) => {
                self.engine = Some(engine);
                context.write_message(&message);
                last.unwrap_or_default()
            }
            Err(_) => {
                context.write_message(&Message::new("uci_search_failed"));
                // Dropping the engine may panic too; the answer must still be sent.
                let _ = catch_unwind(AssertUnwindSafe(|| drop(engine)));
                last.unwrap_or_default()
            }
        }
    }

    fn answer(&self, report: &SearchReport, draw_offered: bool) {
        let any_legal = || {
            let allowed = |mv: &String| {
                (self.limits.only.is_empty() || self.limits.only.contains(mv))
                    && !self.limits.banned.contains(mv)
            };
            self.study.legal_moves(Notation::Uci).into_iter().find(allowed)
        };
        let best = report.best().map(str::to_owned).or_else(any_legal);
        let best = best.as_deref();
        let JobContext { output, dialect, style, .. } = &self.context;
        output.write_line(match dialect {
            UciDialect::Uci => uci::write_best(best, report.reply(), *style),
            UciDialect::Ucci => {
                let suffix =
                    report.lines.first().map_or(MoveSuffix::None, |line| self.suffix(line, draw_offered));
                ucci::write_best(best, report.reply(), suffix, *style)
            }
        });
    }

    /// Suffix of the move: accepts a draw without winning chances, resigns a lost game.
    fn suffix(&self, line: &ReportLine, draw_offered: bool) -> MoveSuffix {
        const DRAW_MARGIN: f32 = 0.05;
        const RESIGN_THRESHOLD: f32 = 0.01;
        let [win, draw, loss] = line.chances;
        let mated = line.score.mate_plies().is_some_and(|plies| plies < 0);
        if draw_offered && win <= loss + DRAW_MARGIN && line.score.raw() <= 30 {
            MoveSuffix::Draw
        } else if self.resigns && (mated || win + draw < RESIGN_THRESHOLD) {
            MoveSuffix::Resign
        } else {
            MoveSuffix::None
        }
    }
}

/// Answer to `probe`.
pub(crate) fn write_probe_answer(last_result: &LastResult, position_id: &str, style: uci::Style) -> String {
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
