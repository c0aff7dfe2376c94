//! Tests of single nodes, with a worker of their own.

use std::num::NonZeroU16;
use std::sync::Arc;

use chess::{Chess, Position};
use eval::chess::Hce;
use game::{Eval as _, Game, Line, Move as _, MoveList, Position as _, Score, Tactics as _};

use super::mode::Play;
use super::moves::MoveLoop;
use super::worker::{Shared, Worker};
use crate::history::{Histories, QuietContext};
use crate::params::{LmrTable, Params};
use crate::picker::MovePicker;
use crate::timing::Budget;
use crate::tt::Entry;
use crate::{Bound, Clock, Control, Limits, TranspositionTable, Window};

struct Stopped;

impl Clock for Stopped {
    fn micros(&self) -> u64 {
        0
    }
}

fn line(fen: &str) -> Line<Position> {
    let rules = Chess::rules(&[]).expect("default rules");
    Line::new(Chess::read_position(fen, &rules).expect(fen).position, rules)
}

fn mv(line: &Line<Position>, text: &str) -> chess::Move {
    Chess::read_move(line.here(), text).expect(text).0
}

/// Runs a test with a worker at this position.
fn with_worker<T>(fen: &str, test: impl FnOnce(&mut Worker<'_, Position, Hce, Play>) -> T) -> T {
    let (tt, control, limits) =
        (TranspositionTable::new(1), Control::new(Arc::new(Stopped)), Limits::depth(8));
    let lmr = LmrTable::new(&Params::DEFAULT);
    let shared = Shared {
        tt: &tt,
        control: &control,
        limits: &limits,
        budget: Budget::new(&limits, &control),
        nodes: vec![Default::default()],
        stop_all: Default::default(),
        params: &Params::DEFAULT,
        lmr: &lmr,
        exhaustive: false,
        mode: Play,
    };
    let mut histories = Histories::new::<Position>();
    test(&mut Worker::new(&line(fen), Hce::new(), &mut histories, &shared, 0))
}

const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";

#[test]
fn a_queen_promotion_comes_first_and_underpromotions_last() {
    let line = line("8/P7/7k/8/8/8/6p1/K7 w - - 0 1");
    let here = line.here();
    let queen = mv(&line, "a7a8q");
    let histories = Histories::new::<Position>();
    let (eval, context) = (Hce::new(), QuietContext::default());
    // The promotion was a killer move elsewhere: it must not be searched twice.
    let mut picker = MovePicker::new(Box::default(), None, [Some(queen), None]);
    let mut picked = Vec::new();
    while let Some(next) = picker.next(here, false, &histories, &context, eval.piece_values()) {
        picked.push(next.mv);
    }
    let mut all = MoveList::new();
    here.legal_moves(&mut all);
    assert_eq!(picked.len(), all.len(), "each move once: {picked:?}");
    assert_eq!(picked[0], queen);
    let last = &picked[picked.len() - 3..];
    assert!(last.iter().all(|&mv| here.is_underpromotion(mv)), "{picked:?}");

    let mut noisy = MovePicker::noisy(Box::default(), None, 0);
    let first = noisy.next(here, false, &histories, &context, eval.piece_values());
    assert_eq!(first.map(|next| next.mv), Some(queen));
    assert!(noisy.next(here, false, &histories, &context, eval.piece_values()).is_none());
}

#[test]
fn promotions_have_history_slots_of_their_own() {
    let line = line("8/P7/7k/8/8/8/6p1/K7 w - - 0 1");
    let (queen, knight) = (mv(&line, "a7a8q"), mv(&line, "a7a8n"));
    let mut histories = Histories::new::<Position>();
    histories.update_noisy(line.here(), queen, 500);
    assert!(histories.noisy(line.here(), queen) > 0);
    assert_eq!(histories.noisy(line.here(), knight), 0);
}

#[test]
fn the_search_with_an_excluded_move_corrects_the_evaluation_once() {
    with_worker(MIDDLEGAME, |worker| {
        let first = mv(&worker.line, "c4d5");
        worker.depth = 4;
        worker.push_unrevealed(0, first);
        let slots = worker.correction_slots(1);
        for _ in 0..50 {
            worker.histories.update_correction(&slots, 400, 8);
        }
        worker.search::<false>(1, 4, Window::zero_below(Score::cp(20)), true);
        // What the search itself learned is set aside.
        for _ in 0..50 {
            worker.histories.update_correction(&slots, 400, 8);
        }
        let (raw, corrected) = (worker.frames[1].raw_eval, worker.frames[1].eval);
        assert!(corrected > raw, "{corrected:?} {raw:?}");
        let reply = mv(&worker.line, "e6d5");
        worker.frames[1].excluded = Some(reply);
        worker.search::<false>(1, 4, Window::zero_below(Score::cp(20)), true);
        assert_eq!(worker.frames[1].raw_eval, raw);
        let error = worker.histories.correction(&slots, worker.params);
        assert!(error > 0);
        assert_eq!(worker.frames[1].eval, raw.map(|raw| raw + error));
    });
}

#[test]
fn the_correction_history_rests_where_the_corrected_evaluation_is_right() {
    with_worker(MIDDLEGAME, |worker| {
        let first = mv(&worker.line, "c4d5");
        worker.push_unrevealed(0, first);
        for _ in 0..2000 {
            let mut node = worker.look_up::<false>(1, 8, Window::FULL, false);
            node.eval = Some(worker.corrected(Score::cp(0), 1));
            let result = MoveLoop { best: Score::cp(20), best_move: None, bound: Bound::Exact, count: 1 };
            worker.update_correction(&node, &result);
        }
        // Learned against the raw evaluation the correction would go on growing to its limit.
        let error = worker.histories.correction(&worker.correction_slots(1), worker.params);
        assert!((15..=25).contains(&error), "{error}");
    });
}

#[test]
fn a_quiescence_result_keeps_the_pv_flag_of_the_table() {
    with_worker(MIDDLEGAME, |worker| {
        let key = worker.line.here().key();
        let on_pv = Entry {
            mv: NonZeroU16::new(mv(&worker.line, "c4d5").raw().get()),
            score: Score::cp(-3000),
            eval: Score::cp(-3000),
            depth: 0,
            bound: Bound::AtLeast,
            pv: true,
        };
        worker.shared.tt.store(key, on_pv);
        worker.quiesce::<false>(0, Window::zero_below(Score::cp(0)));
        let after = worker.shared.tt.probe(key).expect("stored");
        assert!(after.bound != Bound::AtLeast || after.score != on_pv.score, "stored anew: {after:?}");
        assert!(after.pv, "{after:?}");
    });
}
