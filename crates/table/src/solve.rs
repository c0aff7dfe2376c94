//! Proofs without their types: a question about a study, an answer in coordinates, a tree to walk.

use game::{Game, GameSpec, Line, Message, Move, MoveOf, Position, RevealOf, Side, Tactics};
use search::mate::{self, Finding, Hints, ProofNode, ProofProgress, Query};
use search::{Control, Limits};

use crate::engines::SearchReport;

/// What is asked of a solver.
#[derive(Clone, Debug)]
pub struct SolveRequest {
    /// The side that is to win; `None` is the side to move.
    pub winner: Option<Side>,
    /// At most so many moves of the winner; `None` asks without a limit.
    pub moves: Option<u32>,
    /// At most so many nodes.
    pub nodes: Option<u64>,
    /// At most so much time, in milliseconds.
    pub time: Option<u64>,
    /// Megabytes for what is remembered.
    pub hash: usize,
    /// Whether to find every first move that wins in the shortest number.
    pub keys: bool,
}

impl Default for SolveRequest {
    fn default() -> Self {
        SolveRequest { winner: None, moves: None, nodes: None, time: None, hash: 64, keys: true }
    }
}

/// What came of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Solved {
    /// A forced win, proven.
    Win {
        /// So many moves of the winner at most.
        moves: u32,
        /// No forced win takes fewer; equal to `moves` when that is the shortest.
        at_least: u32,
    },
    /// No forced win, exhaustively.
    NoWin {
        /// Within so many moves; `None`: within any number.
        within: Option<u32>,
    },
    /// Not decided within the budget.
    Unknown {
        /// No forced win within so many moves.
        refuted: u32,
    },
}

impl Solved {
    /// `win`, `no-win` or `unknown`: the word machines read.
    pub const fn code(self) -> &'static str {
        match self {
            Solved::Win { .. } => "win",
            Solved::NoWin { .. } => "no-win",
            Solved::Unknown { .. } => "unknown",
        }
    }
}

/// A solver's answer. All moves are coordinates.
pub struct Solution {
    /// The side that was to win.
    pub winner: Side,
    /// What came of it.
    pub solved: Solved,
    /// Of a win: the line of the longest resistance.
    pub line: Vec<String>,
    /// Of a win: first moves that win in the number found; none where the defender moves first.
    pub keys: Vec<String>,
    /// Whether these are all of them.
    pub all_keys: bool,
    /// Whether the whole tree was replayed by the rules.
    pub verified: bool,
    /// Of a win: whether it rests on the rule that the other side must not check for ever.
    pub by_rule: bool,
    /// Positions visited.
    pub nodes: u64,
    /// Time spent, in microseconds.
    pub micros: u64,
    /// Of a win: every defence, to walk through.
    pub tree: Option<Box<dyn ProofTree>>,
    /// Where nothing was decided: what the champion believes. An estimate, never a proof.
    pub estimate: Option<SearchReport>,
}

impl Solution {
    /// The answer as a message.
    pub fn message(&self, spec: &GameSpec) -> Message {
        match self.solved {
            Solved::Win { moves: 0, .. } => Message::new("solve_over"),
            Solved::Win { moves: 1, .. } => Message::new("solve_win_one"),
            Solved::NoWin { within: Some(1) } => Message::new("solve_no_win_within_one"),
            Solved::Win { moves, .. } if self.by_rule => {
                Message::new("solve_win_by_rule").number("moves", moves)
            }
            Solved::Win { moves, at_least } if at_least == moves => {
                Message::new("solve_win").number("moves", moves)
            }
            Solved::Win { moves, at_least } => {
                Message::new("solve_win_bound").number("moves", moves).number("at_least", at_least)
            }
            Solved::NoWin { within: Some(moves) } => {
                Message::new("solve_no_win_within").number("moves", moves)
            }
            Solved::NoWin { within: None } => Message::new("solve_no_win"),
            Solved::Unknown { refuted: 0 } => Message::new("solve_unknown"),
            Solved::Unknown { refuted } => Message::new("solve_unknown_beyond").number("moves", refuted),
        }
        .word("side", spec.sides[self.winner.index()])
    }
}

/// A proven win that can be walked: the winner's moves and every defence.
pub trait ProofTree: Send {
    /// What follows after these moves from the root, in coordinates; `None` where they leave the tree.
    fn branches(&mut self, path: &[String]) -> Option<ProofBranches>;
}

/// A place in the tree of a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofBranches {
    /// Whose move it is.
    pub turn: Side,
    /// The winner's moves still needed at most.
    pub moves: u32,
    /// The winner's one move, or every reply of the defender, each with the winner's moves needed after it; longest
    /// resistance first.
    pub branches: Vec<(String, u32)>,
}

/// A proof of a game of any type, as far as a table needs it.
pub trait TypedProof<P: Position>: Send {
    /// What follows after these moves from the root.
    fn node(&mut self, path: &[P::Move]) -> Option<ProofNode<P>>;
}

impl<P: Tactics> TypedProof<P> for mate::WinProof<P> {
    fn node(&mut self, path: &[P::Move]) -> Option<ProofNode<P>> {
        mate::WinProof::node(self, path)
    }
}

/// An answer before it is text.
pub struct TypedSolution<P: Position> {
    solved: Solved,
    line: Vec<P::Move>,
    keys: Vec<P::Move>,
    all_keys: bool,
    verified: bool,
    by_rule: bool,
    nodes: u64,
    micros: u64,
    walk: Option<Box<dyn TypedProof<P>>>,
}

/// Asks the solver about a line of a game that knows its tactics.
pub(crate) fn prove<P: Tactics>(
    line: &Line<P>,
    query: &Query,
    control: &Control,
    hints: Hints<P>,
    report: &mut dyn FnMut(&ProofProgress),
) -> TypedSolution<P> {
    let answer = mate::solve(line, query, control, hints, report);
    let mut proven = TypedSolution {
        solved: Solved::Unknown { refuted: 0 },
        line: Vec::new(),
        keys: Vec::new(),
        all_keys: false,
        verified: false,
        by_rule: false,
        nodes: answer.nodes,
        micros: answer.micros,
        walk: None,
    };
    match answer.finding {
        Finding::Win { moves, at_least, mut proof, keys, all_keys, verified, by_rule } => {
            proven.line = proof.longest();
            proven.solved = Solved::Win { moves, at_least };
            (proven.keys, proven.all_keys) = (keys, all_keys);
            (proven.verified, proven.by_rule) = (verified, by_rule);
            proven.walk = Some(proof);
        }
        Finding::NoWin { within } => proven.solved = Solved::NoWin { within },
        Finding::Unknown { refuted } => proven.solved = Solved::Unknown { refuted },
    }
    proven
}

/// The query of an ask about this line. Hidden pieces cannot be solved: what they are is not known.
pub(crate) fn query<G: Game>(here: &G::Position, ask: &SolveRequest) -> Result<Query, Message> {
    if G::picture(here).pieces.iter().flatten().any(|piece| piece.face_down) {
        return Err(Message::new("solve_hidden_pieces"));
    }
    Ok(Query {
        winner: ask.winner.unwrap_or(here.turn()),
        moves: ask.moves,
        nodes: ask.nodes,
        time: ask.time.map(|millis| millis - time_to_estimate(millis)),
        hash: ask.hash,
        keys: ask.keys,
    })
}

/// The game has nothing to prove with.
pub(crate) fn unsupported<G: Game>() -> Message {
    Message::new("solve_unsupported").word("game", format!("game_{}", G::spec().name))
}

/// The part of the time that is kept for an estimate, should nothing be decided: one thirty-second, a second at most.
const ESTIMATE_SHARE: u64 = 32;
const LONGEST_ESTIMATE: u64 = 1000;
/// Nodes of an estimate where only nodes are counted.
const ESTIMATE_NODES: u64 = 200_000;

fn time_to_estimate(millis: u64) -> u64 {
    (millis / ESTIMATE_SHARE).min(LONGEST_ESTIMATE)
}

/// How long the champion may think about what was not decided.
pub(crate) fn estimate_limits(ask: &SolveRequest) -> Limits<String> {
    match ask.time {
        Some(millis) => Limits::time(time_to_estimate(millis).max(10)),
        None => Limits::nodes(ask.nodes.unwrap_or(ESTIMATE_NODES).clamp(1, ESTIMATE_NODES)),
    }
}

impl<P: Position> TypedSolution<P> {
    /// The answer in text.
    pub fn written<G: Game<Position = P>>(self, here: &P, winner: Side) -> Solution {
        let tree =
            self.walk.map(|walk| Box::new(Tree::<G> { root: here.clone(), walk }) as Box<dyn ProofTree>);
        Solution {
            winner,
            solved: self.solved,
            line: write_line::<G>(here, &self.line),
            keys: write_choices::<G>(here, self.keys),
            all_keys: self.all_keys,
            verified: self.verified,
            by_rule: self.by_rule,
            nodes: self.nodes,
            micros: self.micros,
            tree,
            estimate: None,
        }
    }
}

/// A tree of a proof with its root, in coordinates.
struct Tree<G: Game> {
    root: G::Position,
    walk: Box<dyn TypedProof<G::Position>>,
}

impl<G: Game> ProofTree for Tree<G> {
    fn branches(&mut self, path: &[String]) -> Option<ProofBranches> {
        let mut here = self.root.clone();
        let mut moves = Vec::with_capacity(path.len());
        for text in path {
            let (mv, reveal): (MoveOf<G>, RevealOf<G>) = G::read_move(&here, text).ok()?;
            here.play(mv, reveal, &mut ());
            moves.push(mv);
        }
        let ProofNode { turn, moves, branches } = self.walk.node(&moves)?;
        let write = |(mv, left)| (G::write_move(&here, mv, here.unrevealed(mv)), left);
        Some(ProofBranches { turn, moves, branches: branches.into_iter().map(write).collect() })
    }
}

fn write_line<G: Game>(here: &G::Position, moves: &[MoveOf<G>]) -> Vec<String> {
    let mut here = here.clone();
    let write = |&mv: &MoveOf<G>| {
        let reveal = here.unrevealed(mv);
        let text = G::write_move(&here, mv, reveal);
        here.play(mv, reveal, &mut ());
        text
    };
    moves.iter().map(write).collect()
}

fn write_choices<G: Game>(here: &G::Position, mut moves: Vec<MoveOf<G>>) -> Vec<String> {
    moves.sort_unstable_by_key(|mv| (mv.from(), mv.to(), mv.raw()));
    moves.into_iter().map(|mv| G::write_move(here, mv, here.unrevealed(mv))).collect()
}
