//! Independent checker of recorded searches. It shares no code with the search: values come from a plain negamax written
//! here, windows from the textbook definition.

use std::collections::HashMap;
use std::ops::AddAssign;

use game::{Eval, Game, Line, MoveList, Outcome, Position, RevealList, Score};
use search::plain::{NO_NODE, NodeKind, NodeRow, Pass, Recorder, Recording};
use search::{Engine, Limits, SearchInfo, Window};

use crate::plain_common::control;

/// Records a search.
pub fn record<G: Game>(
    engine: &mut dyn Engine<G::Position>,
    line: &Line<G::Position>,
    limits: &Limits<<G::Position as Position>::Move>,
    most: usize,
) -> (SearchInfo<G::Position>, Recording) {
    let mut recorder = Recorder::new(most, G::write_move);
    let info = engine.think_observed(line, limits, &control(), &mut |_| {}, &mut recorder);
    (info.expect("this engine can be observed"), recorder.finish())
}

/// Counts of checked nodes.
#[derive(Clone, Copy, Default, Debug)]
pub struct Checked {
    pub nodes: u64,
    pub cuts: u64,
    pub table_hits: u64,
    pub researches: u64,
    pub chances: u64,
}

impl AddAssign for Checked {
    fn add_assign(&mut self, other: Checked) {
        self.nodes += other.nodes;
        self.cuts += other.cuts;
        self.table_hits += other.table_hits;
        self.researches += other.researches;
        self.chances += other.chances;
    }
}

/// Checks every node of a recording without a beam: windows, values, cuts, table hits and means. An error names the node.
pub fn check<G: Game, E: Eval<G::Position> + Clone>(
    recording: &Recording,
    line: &Line<G::Position>,
    eval: &E,
) -> Result<Checked, String> {
    let mut children = vec![Vec::new(); recording.nodes.len()];
    for (index, row) in recording.nodes.iter().enumerate() {
        if row.parent != NO_NODE {
            children[row.parent as usize].push(index);
        }
    }
    let mut checker = Checker::<G, E> {
        recording,
        children,
        eval: eval.clone(),
        line: line.clone(),
        root: line.ply(),
        keys: HashMap::new(),
        checked: Checked::default(),
    };
    for (index, row) in recording.nodes.iter().enumerate().filter(|(_, row)| row.parent == NO_NODE) {
        let exact = checker.node(index)?;
        expect(exact == score(row.value), index, "the value of an iteration is exact")?;
    }
    Ok(checker.checked)
}

struct Checker<'a, G: Game, E> {
    recording: &'a Recording,
    children: Vec<Vec<usize>>,
    eval: E,
    line: Line<G::Position>,
    root: usize,
    /// Keys of the positions of rows.
    keys: HashMap<usize, u64>,
    checked: Checked,
}

fn score(raw: i16) -> Score {
    Score::from_raw(raw.into())
}

fn expect(holds: bool, row: usize, what: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(format!("row {row}: {what}")) }
}

impl<G: Game, E: Eval<G::Position>> Checker<'_, G, E> {
    fn ply(&self) -> usize {
        self.line.ply() - self.root
    }

    /// Score of a finished game.
    fn ended(&self) -> Option<Score> {
        let here = self.line.here();
        let own = |outcome: Outcome| outcome.winner.map(|side| side == here.turn());
        if let Some(outcome) = here.outcome() {
            return Some(match own(outcome) {
                None => Score::DRAW,
                Some(true) => Score::mate_in(self.ply()),
                Some(false) => Score::mated_in(self.ply()),
            });
        }
        let judged = <G::Position as Position>::adjudicate(&self.line);
        let judged = judged.or_else(|| <G::Position as Position>::claimable_draw(&self.line))?;
        let lost = Score::lost_by_verdict(self.ply());
        Some(own(judged).map_or(Score::DRAW, |won| if won { -lost } else { lost }))
    }

    fn evaluated(&mut self) -> Score {
        self.eval.reset(self.line.here());
        self.eval.score(self.line.here())
    }

    /// Value of the current position by negamax over every move and outcome.
    fn exact(&mut self, depth: u8) -> Score {
        if let Some(score) = self.ended() {
            return score;
        }
        let mut moves = MoveList::new();
        self.line.here().legal_moves(&mut moves);
        if depth == 0 || moves.is_empty() {
            return self.evaluated();
        }
        let values: Vec<Score> = moves.iter().map(|&mv| self.exact_move(mv, depth)).collect();
        values.into_iter().max().unwrap_or(Score::DRAW)
    }

    fn exact_move(&mut self, mv: <G::Position as Position>::Move, depth: u8) -> Score {
        let mut outcomes = RevealList::new();
        self.line.here().chance_outcomes(mv, &mut outcomes);
        let mut values = Vec::new();
        for (reveal, weight) in outcomes.iter() {
            self.line.push(mv, reveal);
            values.push((self.exact(depth - 1), i64::from(weight)));
            self.line.pop();
        }
        -mean(&values)
    }

    /// Checks a node, whose position is the current one, and returns its exact value.
    fn node(&mut self, index: usize) -> Result<Score, String> {
        let row = self.recording.nodes[index];
        self.keys.insert(index, self.line.here().key());
        let own = self.children[index].clone();
        if row.pass == Pass::Research {
            self.checked.researches += 1;
        } else if row.parent != NO_NODE {
            self.checked.nodes += 1;
        }
        let exact = match row.kind {
            NodeKind::All | NodeKind::Cut => self.searched(index, &row, &own)?,
            _ => {
                expect(own.is_empty(), index, "has no children")?;
                self.exact(row.depth)
            }
        };
        let value = score(row.value);
        match row.kind {
            NodeKind::Stopped | NodeKind::Chance => expect(false, index, "was finished")?,
            NodeKind::GameOver => expect(self.ended() == Some(value), index, "the game is over")?,
            NodeKind::Evaluated => {
                expect(row.depth == 0 && self.evaluated() == value, index, "is evaluated at the horizon")?;
            }
            NodeKind::TableHit => {
                self.checked.table_hits += 1;
                let known = row.known as usize;
                expect(known < index, index, "names an earlier node")?;
                expect(self.keys.get(&known) == self.keys.get(&index), index, "is the same position")?;
                expect(self.recording.nodes[known].depth == row.depth, index, "has the same depth")?;
            }
            NodeKind::All | NodeKind::Cut => {}
        }
        // Inside the window a value is exact; outside it is a bound, and a true one.
        let (alpha, beta) = (score(row.alpha), score(row.beta));
        let sound = if value >= beta {
            exact >= value
        } else if value <= alpha {
            exact <= value
        } else {
            exact == value
        };
        expect(sound, index, "its value is exact within the window and a bound outside")?;
        Ok(exact)
    }

    /// Checks a node whose moves were searched: the windows of its children and the reason of its cut.
    fn searched(&mut self, index: usize, row: &NodeRow, own: &[usize]) -> Result<Score, String> {
        let (floor, beta) = (score(row.alpha), score(row.beta));
        let mut moves = MoveList::new();
        self.line.here().legal_moves(&mut moves);
        expect(usize::from(row.moves) == moves.len(), index, "knows the number of its moves")?;
        let mut best: Option<Score> = None;
        let mut exact: Option<Score> = None;
        let mut tried = Vec::new();
        let mut scout: Option<Score> = None;
        for &child in own {
            let visit = self.recording.nodes[child];
            let text = &self.recording.texts[usize::from(visit.text)];
            let (mv, reveal) =
                G::read_move(self.line.here(), text).map_err(|message| format!("row {child}: {message}"))?;
            let alpha = best.map_or(floor, |best| best.max(floor));
            expect(alpha < beta, child, "is searched though its parent was already cut")?;
            let window = match visit.pass {
                Pass::Full | Pass::Research => Window { alpha, beta },
                Pass::Scout => Window { alpha, beta: alpha + 1 },
            };
            let given = (score(visit.alpha), score(visit.beta));
            expect(given == (-window.beta, -window.alpha), child, "has the window of its parent")?;
            expect(visit.depth + 1 == row.depth, child, "is one ply nearer to the horizon")?;
            let again = visit.pass == Pass::Research;
            let more = scout.take().is_some_and(|scout| scout > alpha && scout < beta);
            expect(again == more, child, "is searched again exactly if the zero window was exceeded")?;
            expect(again == tried.contains(&mv), child, "is a new move, or a second search")?;
            let value = if visit.kind == NodeKind::Chance {
                self.chance(child, mv)?
            } else {
                self.line.push(mv, reveal);
                let value = self.node(child);
                self.line.pop();
                value?
            };
            exact = exact.max(Some(-value));
            if !again {
                tried.push(mv);
            }
            let seen = -score(visit.value);
            if visit.pass == Pass::Scout && seen > alpha && seen < beta {
                scout = Some(seen);
            } else {
                best = best.max(Some(seen));
            }
        }
        let best = best.unwrap_or(Score::from_raw(-32_000));
        expect(score(row.value) == best, index, "has the value of its best move")?;
        expect(usize::from(row.searched) == tried.len(), index, "counts the moves it searched")?;
        if row.kind == NodeKind::Cut {
            self.checked.cuts += 1;
            expect(best >= beta, index, "was cut because a move reached beta")?;
            // Only a true bound is a reason: the exact value reaches beta too, without the moves left out.
            expect(exact >= Some(beta), index, "was cut for a reason that holds")?;
        } else {
            expect(tried.len() == moves.len(), index, "searched all moves")?;
            expect(row.parent == NO_NODE || best < beta, index, "was not cut")?;
        }
        let left: Vec<_> = moves.iter().copied().filter(|mv| !tried.contains(mv)).collect();
        for mv in left {
            exact = exact.max(Some(self.exact_move(mv, row.depth)));
        }
        Ok(exact.unwrap_or(Score::DRAW))
    }

    /// Checks a chance node and returns its exact value from the view of the side to move after the move.
    fn chance(&mut self, index: usize, mv: <G::Position as Position>::Move) -> Result<Score, String> {
        self.checked.chances += 1;
        let row = self.recording.nodes[index];
        let mut outcomes = RevealList::new();
        self.line.here().chance_outcomes(mv, &mut outcomes);
        let own = self.children[index].clone();
        expect(own.len() == outcomes.len() && own.len() > 1, index, "has a child for every outcome")?;
        let (mut found, mut exact) = (Vec::new(), Vec::new());
        for (&child, (reveal, weight)) in own.iter().zip(outcomes.iter()) {
            let visit = self.recording.nodes[child];
            let full =
                (-Window::FULL).alpha == score(visit.alpha) || Window::FULL.alpha == score(visit.alpha);
            expect(full, child, "has the full window, for a mean needs exact values")?;
            expect(u32::from(visit.weight) == weight, child, "has the weight of its outcome")?;
            self.line.push(mv, reveal);
            let value = self.node(child);
            self.line.pop();
            exact.push((value?, i64::from(weight)));
            found.push((score(visit.value), i64::from(weight)));
        }
        expect(mean(&found) == score(row.value), index, "is the mean of its outcomes")?;
        Ok(mean(&exact))
    }
}

/// Mean of outcomes from one side's view: a win or a loss only if all are; otherwise a decided one counts 5,000.
fn mean(values: &[(Score, i64)]) -> Score {
    let low = values.iter().map(|(value, _)| *value).min().unwrap_or(Score::DRAW);
    let high = values.iter().map(|(value, _)| *value).max().unwrap_or(Score::DRAW);
    let all_decided = values.iter().all(|(value, _)| value.is_decided());
    if low == high {
        return low;
    }
    // The mover's opponent: the mover counts the worst of its wins, and the best of its losses.
    if all_decided && (low > Score::DRAW) == (high > Score::DRAW) {
        return if high < Score::DRAW { high } else { low };
    }
    let plain = |value: Score| match value.is_decided() {
        true => i64::from(value.raw().signum()) * 5_000,
        false => i64::from(value.raw()),
    };
    let weights: i64 = values.iter().map(|(_, weight)| weight).sum();
    let sum: i64 = values.iter().map(|(value, weight)| plain(*value) * weight).sum();
    Score::cp((sum / weights) as i32)
}
