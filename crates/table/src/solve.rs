//! Type-erased solver: a request about a study, an answer in coordinates, a proof tree to browse.

use game::{Game, GameSpec, Line, Message, Move, MoveOf, Position, RevealOf, Side, Tactics};
use search::mate::{self, Finding, Hints, ProofNode, ProofProgress, Query};
use search::{Control, Limits};

use crate::engines::SearchReport;

/// Request to the solver.
#[derive(Clone, Debug)]
pub struct SolveRequest {
    /// Side to win; `None` means the side to move.
    pub winner: Option<Side>,
    /// Maximum number of the winner's moves; `None` for no limit.
    pub moves: Option<u32>,
    /// Node limit.
    pub nodes: Option<u64>,
    /// Time limit in milliseconds.
    pub time: Option<u64>,
    /// Transposition table size in megabytes.
    pub hash: usize,
    /// True to find every first move that wins in the shortest number.
    pub keys: bool,
}

impl Default for SolveRequest {
    fn default() -> Self {
        SolveRequest { winner: None, moves: None, nodes: None, time: None, hash: 64, keys: true }
    }
}

/// Result of a solve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Solved {
    /// Proven forced win.
    Win {
        /// Upper bound on the winner's moves.
        moves: u32,
        /// Lower bound on the winner's moves; equal to `moves` if the win is proven shortest.
        at_least: u32,
    },
    /// Proven absence of a forced win, by exhaustive search.
    NoWin {
        /// Maximum number of moves considered; `None` for any number.
        within: Option<u32>,
    },
    /// Undecided within the budget.
    Unknown {
        /// No forced win within this many moves.
        refuted: u32,
    },
}

impl Solved {
    /// Machine-readable name: `win`, `no-win` or `unknown`.
    pub const fn code(self) -> &'static str {
        match self {
            Solved::Win { .. } => "win",
            Solved::NoWin { .. } => "no-win",
            Solved::Unknown { .. } => "unknown",
        }
    }
}

/// Answer of the solver. All moves are coordinates.
pub struct Solution {
    /// Side that was to win.
    pub winner: Side,
    /// Result.
    pub solved: Solved,
    /// Of a win: the line of longest resistance.
    pub line: Vec<String>,
    /// Of a win: first moves that win in the number found; empty if the defender moves first.
    pub keys: Vec<String>,
    /// True if `keys` is complete.
    pub all_keys: bool,
    /// True if the whole proof tree was replayed by the rules.
    pub verified: bool,
    /// Of a win: true if it relies on the rule against perpetual check by the defender.
    pub by_rule: bool,
    /// Nodes searched.
    pub nodes: u64,
    /// Time spent, in microseconds.
    pub micros: u64,
    /// Of a win: the proof tree with every defense.
    pub tree: Option<Box<dyn ProofTree>>,
    /// If undecided: the champion's estimate, which is no proof.
    pub estimate: Option<SearchReport>,
}

impl Solution {
    /// Answer as a message.
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

/// Proof tree of a win: the winner's moves and every defense.
pub trait ProofTree: Send {
    /// Branches after these moves from the root, in coordinates; `None` if they leave the tree.
    fn branches(&mut self, path: &[String]) -> Option<ProofBranches>;
}

/// Node of a proof tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofBranches {
    /// Side to move.
    pub turn: Side,
    /// Upper bound on the winner's remaining moves.
    pub moves: u32,
    /// The winner's one move, or every reply of the defender, each with the winner's moves needed after it; longest
    /// resistance first.
    pub branches: Vec<(String, u32)>,
}

/// Runs the solver on a line and converts its answer to text. A position with hidden pieces is an error.
pub(crate) fn solve<G: Game<Position: Tactics>>(
    line: &Line<G::Position>,
    request: &SolveRequest,
    control: &Control,
    hints: Hints<G::Position>,
    report: &mut dyn FnMut(&ProofProgress),
) -> Result<Solution, Message> {
    let here = line.here();
    let query = query::<G>(here, request)?;
    let answer = mate::solve(line, &query, control, hints, report);
    let mut solution = Solution {
        winner: query.winner,
        solved: Solved::Unknown { refuted: 0 },
        line: Vec::new(),
        keys: Vec::new(),
        all_keys: false,
        verified: false,
        by_rule: false,
        nodes: answer.nodes,
        micros: answer.micros,
        tree: None,
        estimate: None,
    };
    match answer.finding {
        Finding::Win { moves, at_least, proof, keys, all_keys, verified, by_rule } => {
            solution.solved = Solved::Win { moves, at_least };
            solution.line = write_line::<G>(here, &proof.longest());
            solution.keys = write_choices::<G>(here, keys);
            (solution.all_keys, solution.verified, solution.by_rule) = (all_keys, verified, by_rule);
            solution.tree = Some(Box::new(CoordinateTree::<G> { root: here.clone(), proof }));
        }
        Finding::NoWin { within } => solution.solved = Solved::NoWin { within },
        Finding::Unknown { refuted } => solution.solved = Solved::Unknown { refuted },
    }
    Ok(solution)
}

/// Converts a request to a solver query. Positions with hidden pieces are refused: their pieces are unknown.
fn query<G: Game>(here: &G::Position, request: &SolveRequest) -> Result<Query, Message> {
    if G::picture(here).pieces.iter().flatten().any(|piece| piece.face_down) {
        return Err(Message::new("solve_hidden_pieces"));
    }
    Ok(Query {
        winner: request.winner.unwrap_or(here.turn()),
        moves: request.moves,
        nodes: request.nodes,
        time: request.time.map(|millis| millis - time_to_estimate(millis)),
        hash: request.hash,
        keys: request.keys,
    })
}

/// Share of the time reserved for the estimate of an undecided position: 1/32, at most one second.
const ESTIMATE_SHARE: u64 = 32;
const LONGEST_ESTIMATE: u64 = 1000;
/// Node limit of the estimate if no time limit is given.
const ESTIMATE_NODES: u64 = 200_000;

fn time_to_estimate(millis: u64) -> u64 {
    (millis / ESTIMATE_SHARE).min(LONGEST_ESTIMATE)
}

/// Limits of the champion's search for the estimate.
pub(crate) fn estimate_limits(request: &SolveRequest) -> Limits<String> {
    match request.time {
        Some(millis) => Limits::time(time_to_estimate(millis).max(10)),
        None => Limits::nodes(request.nodes.unwrap_or(ESTIMATE_NODES).clamp(1, ESTIMATE_NODES)),
    }
}

/// Proof tree with its root, converted to coordinates.
struct CoordinateTree<G: Game<Position: Tactics>> {
    root: G::Position,
    proof: Box<mate::WinProof<G::Position>>,
}

impl<G: Game<Position: Tactics>> ProofTree for CoordinateTree<G> {
    fn branches(&mut self, path: &[String]) -> Option<ProofBranches> {
        let mut here = self.root.clone();
        let mut moves = Vec::with_capacity(path.len());
        for text in path {
            let (mv, reveal): (MoveOf<G>, RevealOf<G>) = G::read_move(&here, text).ok()?;
            here.play(mv, reveal, &mut ());
            moves.push(mv);
        }
        let ProofNode { turn, moves, branches } = self.proof.node(&moves)?;
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
