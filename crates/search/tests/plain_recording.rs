//! Recorded searches: the counts are those of the report, recording changes no move, and an independent checker confirms
//! every window, value and cutoff.
//!
//! `cargo xtask trial lab` runs the checker on 1,000 random positions of each game.

mod plain_common;
mod plain_recording_check;

use std::num::NonZeroU16;

use eval::SimpleEval;
use game::{
    Game, Line, Move, MoveList, Observer, Outcome, Position, Random, Reason, RevealList, RulesOf, Side,
};
use plain_common::{CHESS, XIANGQI, ask, control, every_combination, line};
use plain_recording_check::{Checked, check, record};
use search::plain::{
    AlphaBeta, AlphaBetaOptions, Mcts, MctsMode, MctsOptions, Minimax, NodeKind, Pass, Recorder, WithTactics,
    WithoutTactics, ZeroEval,
};
use search::{Engine, Limits};
use toy::Toy;
use xiangqi::Xiangqi;

/// A square of tic-tac-toe.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Mark(NonZeroU16);

impl Move for Mark {
    const FILLER: Self = Mark(NonZeroU16::MIN);
    type Buffer = [Self; 9];

    fn raw(self) -> NonZeroU16 {
        self.0
    }

    fn from_raw(raw: NonZeroU16) -> Option<Self> {
        (raw.get() <= 9).then_some(Mark(raw))
    }

    fn from(self) -> usize {
        usize::from(self.0.get()) - 1
    }

    fn to(self) -> usize {
        Move::from(self)
    }
}

/// Tic-tac-toe: the marks of both sides as sets of squares.
#[derive(Clone)]
struct TicTacToe([u16; 2]);

const ROWS: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Position for TicTacToe {
    type Move = Mark;
    type Reveal = ();
    type Rules = ();
    const DETERMINISTIC: bool = true;
    const SQUARES: usize = 9;
    const PIECES: usize = 2;

    fn turn(&self) -> Side {
        Side::BOTH[((self.0[0] | self.0[1]).count_ones() % 2) as usize]
    }

    fn key(&self) -> u64 {
        u64::from(self.0[0]) << 9 | u64::from(self.0[1])
    }

    fn outcome(&self) -> Option<Outcome> {
        for side in Side::BOTH {
            if ROWS.iter().any(|&row| self.0[side.index()] & row == row) {
                return Some(Outcome::win(side, Reason::Checkmate));
            }
        }
        (self.0[0] | self.0[1] == 0o777).then_some(Outcome::draw(Reason::Stalemate))
    }

    fn legal_moves(&self, out: &mut MoveList<Mark>) {
        let free = |square: &u16| (self.0[0] | self.0[1]) & 1 << (square - 1) == 0;
        (1..=9).filter(free).filter_map(NonZeroU16::new).for_each(|raw| out.push(Mark(raw)));
    }

    fn reveals(&self, _: Mark, out: &mut RevealList<()>) {
        out.push((), 1);
    }

    fn unrevealed(&self, _: Mark) {}

    fn play(&mut self, mv: Mark, (): (), _: &mut impl Observer) {
        self.0[self.turn().index()] |= 1 << Move::from(mv);
    }

    fn is_irreversible(&self, _: Mark) -> bool {
        true
    }
}

fn mark_text(_: &TicTacToe, mv: Mark, (): ()) -> String {
    format!("{}", mv.0)
}

#[test]
fn minimax_of_tic_tac_toe_visits_549_946_positions() {
    let line = Line::new(TicTacToe([0, 0]), ());
    let mut recorder = Recorder::new(1_000_000, mark_text);
    let mut engine = Minimax::new(ZeroEval::new(), 9);
    let info = engine.think_observed(&line, &Limits::default(), &control(), &mut |_| {}, &mut recorder);
    let info = info.expect("minimax can be observed");
    let recording = recorder.finish();
    // The root is a position too, but not one that the search played a move to reach.
    assert_eq!(recording.counted + 1, 549_946);
    assert_eq!(info.nodes + 1, 549_946);
    assert_eq!(recording.nodes.len(), 549_946);
    let by_ply: Vec<u64> = recording.iterations[0].plies.iter().map(|tally| tally.nodes).collect();
    assert_eq!(by_ply, [0, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872]);
    let total = recording.total();
    assert_eq!(total.ended, 255_168, "games of tic-tac-toe");
    assert_eq!((total.cutoffs, total.evaluated, total.table_hits), (0, 0, 0));
    assert_eq!(recording.nodes[0].value, 0, "tic-tac-toe is a draw");
}

#[test]
fn beyond_the_limit_the_upper_part_of_the_tree_is_kept_whole() {
    let line = Line::new(TicTacToe([0, 0]), ());
    let mut recorder = Recorder::new(20_000, mark_text);
    let mut engine = Minimax::new(ZeroEval::new(), 9);
    engine.think_observed(&line, &Limits::default(), &control(), &mut |_| {}, &mut recorder);
    let recording = recorder.finish();
    assert_eq!(recording.counted, 549_945, "everything is counted");
    assert_eq!(recording.kept_levels, Some(5));
    assert_eq!(recording.nodes.len(), 1 + 9 + 72 + 504 + 3_024 + 15_120);
    assert_eq!(recording.nodes[0].size, 549_945);
    // A node's subtree is itself and the subtrees of its children, kept or not.
    let mut sums = vec![0; recording.nodes.len()];
    for (index, row) in recording.nodes.iter().enumerate().skip(1) {
        assert!((row.parent as usize) < index, "parents come first");
        sums[row.parent as usize] += row.size;
    }
    for (row, sum) in recording.nodes.iter().zip(sums) {
        if row.level < 5 && row.kind == NodeKind::All {
            assert_eq!(row.size, sum + u32::from(row.level > 0));
        }
    }
}

/// Records a search and checks that its counts are those of the report, and its result that of a search without a recorder.
fn compare<G: Game>(
    line: &Line<G::Position>,
    mut make: impl FnMut() -> Box<dyn Engine<G::Position>>,
) -> search::plain::Recording {
    let plain = ask(make().as_mut(), line, &Limits::default());
    let (info, recording) = record::<G>(make().as_mut(), line, &Limits::default(), usize::MAX);
    let total = recording.total();
    assert_eq!((info.nodes, info.cutoffs, info.tt_hits), (plain.nodes, plain.cutoffs, plain.tt_hits));
    assert_eq!((info.best(), info.score()), (plain.best(), plain.score()));
    assert_eq!(info.lines[0].moves, plain.lines[0].moves);
    assert_eq!(recording.counted, info.nodes);
    assert_eq!((total.nodes, total.cutoffs, total.table_hits), (info.nodes, info.cutoffs, info.tt_hits));
    let rows = |wanted: fn(&search::plain::NodeRow) -> bool| {
        recording.nodes.iter().filter(|row| wanted(row)).count() as u64
    };
    assert_eq!(rows(|row| row.kind == NodeKind::Cut), info.cutoffs);
    assert_eq!(rows(|row| row.kind == NodeKind::TableHit), info.tt_hits);
    assert_eq!(rows(search::plain::NodeRow::is_position), info.nodes);
    recording
}

#[test]
fn recording_changes_no_move_and_its_counts_are_those_of_the_report() {
    for fen in XIANGQI {
        let line = line::<Xiangqi>(fen);
        compare::<Xiangqi>(&line, || Box::new(Minimax::new(SimpleEval::square(), 2)));
        for options in every_combination() {
            for beam in [None, Some(4)] {
                let options = AlphaBetaOptions { depth: Some(3), beam, ..options };
                compare::<Xiangqi>(&line, || {
                    Box::new(AlphaBeta::<_, _, WithTactics>::new(SimpleEval::square(), options))
                });
            }
        }
    }
    let start = Line::new(Toy::start(&toy::Rules), toy::Rules);
    for options in every_combination() {
        let options = AlphaBetaOptions { depth: Some(6), ..options };
        compare::<Toy>(&start, || Box::new(AlphaBeta::<_, _, WithoutTactics>::new(ZeroEval::new(), options)));
    }
}

#[test]
fn table_hits_name_the_node_that_stored_the_value() {
    let options = AlphaBetaOptions { depth: Some(4), ..AlphaBetaOptions::ALL };
    let start = line::<Xiangqi>(xiangqi::fen::START);
    let recording = compare::<Xiangqi>(&start, || {
        Box::new(AlphaBeta::<_, _, WithTactics>::new(SimpleEval::square(), options))
    });
    let hits: Vec<_> =
        recording.nodes.iter().enumerate().filter(|(_, row)| row.kind == NodeKind::TableHit).collect();
    assert!(!hits.is_empty());
    for (index, hit) in hits {
        let known = recording.nodes[hit.known as usize];
        assert!((hit.known as usize) < index && known.depth == hit.depth);
        assert!(matches!(known.kind, NodeKind::All | NodeKind::Cut));
    }
    assert!(recording.nodes.iter().any(|row| row.pass == Pass::Research), "second searches are there");
}

#[test]
fn the_growth_of_a_monte_carlo_tree_gives_the_visits_and_values_of_the_report() {
    for mode in [MctsMode::Classic, MctsMode::Puct] {
        let options = MctsOptions { simulations: Some(700), ..MctsOptions::usual(mode) };
        let start = line::<Xiangqi>(XIANGQI[5]);
        let make = || Mcts::<_, _, WithTactics>::new(SimpleEval::square(), options);
        let plain = ask(&mut make(), &start, &Limits::default());
        let (info, recording) = record::<Xiangqi>(&mut make(), &start, &Limits::default(), usize::MAX);
        assert_eq!(info.best(), plain.best(), "{mode:?}");
        let growth = recording.growth.expect("a tree");
        assert_eq!(growth.simulations.len(), 700);
        let mut visits = vec![(0_u64, 0.0_f64); growth.edges.len()];
        for &(edge, value) in &growth.simulations {
            let (mut edge, mut value) = (edge, f64::from(value));
            loop {
                let (count, sum) = &mut visits[edge as usize];
                (*count, *sum) = (*count + 1, *sum + value);
                let parent = growth.edges[edge as usize].parent;
                if parent == search::plain::NO_NODE {
                    break;
                }
                (edge, value) = (parent, 1.0 - value);
            }
        }
        assert_eq!(info.visits.len(), plain.visits.len());
        for (index, root) in info.visits.iter().enumerate() {
            let (count, sum) = visits[index];
            assert_eq!(recording.texts[usize::from(growth.edges[index].text)], root.mv.to_string());
            assert_eq!(count, root.count, "{mode:?} {:?}", root.mv);
            assert!(count == 0 || (sum / count as f64 - f64::from(root.value)).abs() < 1e-3);
            assert!((growth.edges[index].prior - root.prior).abs() < 1e-6);
        }
        // With a small limit only the first expansions are kept, and every simulation still counts at the root.
        let (_, small) = record::<Xiangqi>(&mut make(), &start, &Limits::default(), 200);
        let small = small.growth.expect("a tree");
        assert!(small.edges.len() <= 200);
        assert_eq!(small.simulations.len(), 700);
    }
}

/// A position after some random moves of a game.
fn random_line<G: Game>(random: &mut Random, plies: usize) -> Line<G::Position> {
    loop {
        let rules = RulesOf::<G>::default();
        let mut line = Line::new(G::start(&rules), rules);
        for _ in 0..random.below(plies) {
            let mut moves = MoveList::new();
            line.here().legal_moves(&mut moves);
            let Some(&mv) = random.pick(&moves) else { break };
            let mut reveals = RevealList::new();
            line.here().reveals(mv, &mut reveals);
            let Some(reveal) = reveals.draw(random.below(reveals.total() as usize) as u32) else { break };
            line.push(mv, reveal);
        }
        if line.outcome().is_none() && line.here().count_legal() > 0 {
            return line;
        }
    }
}

/// Checks searches of random positions, each with another combination of refinements.
fn check_random<G, E>(eval: &E, depth: u32, seed: u64) -> Checked
where
    G: Game<Position: game::Tactics>,
    E: game::Eval<G::Position> + Clone,
{
    let count: usize =
        std::env::var("KYDAI_LAB_POSITIONS").ok().map_or(6, |text| text.parse().expect("a number"));
    let mut random = Random::new(seed);
    let mut sum = Checked::default();
    let combinations: Vec<AlphaBetaOptions> = every_combination().collect();
    for number in 0..count {
        let line = random_line::<G>(&mut random, 120);
        let options = AlphaBetaOptions { depth: Some(depth), ..combinations[(number * 7 + 3) % 16] };
        let mut engine = AlphaBeta::<G::Position, _, WithTactics>::new(eval.clone(), options);
        let (info, recording) = record::<G>(&mut engine, &line, &Limits::default(), usize::MAX);
        let checked = check::<G, _>(&recording, &line, eval)
            .unwrap_or_else(|fault| panic!("{options:?} at {}: {fault}", G::write_position(line.here(), "")));
        assert_eq!((checked.nodes, checked.cuts), (info.nodes, info.cutoffs));
        sum += checked;
    }
    eprintln!("{}: {count} positions, {sum:?}", G::spec().name);
    sum
}

#[test]
fn an_independent_checker_confirms_every_cut_at_xiangqi() {
    let checked = check_random::<Xiangqi, _>(&SimpleEval::square(), 3, 1);
    assert!(checked.cuts > 100 && checked.table_hits > 0 && checked.researches > 0, "{checked:?}");
}

#[test]
fn an_independent_checker_confirms_every_cut_at_chess() {
    let checked = check_random::<chess::Chess, _>(&SimpleEval::square(), 3, 2);
    assert!(checked.cuts > 100 && checked.researches > 0, "{checked:?}");
    for fen in CHESS {
        let line = line::<chess::Chess>(fen);
        let options = AlphaBetaOptions { depth: Some(3), ..AlphaBetaOptions::ALL };
        let mut engine = AlphaBeta::<_, _, WithTactics>::new(SimpleEval::contact(), options);
        let (_, recording) = record::<chess::Chess>(&mut engine, &line, &Limits::default(), usize::MAX);
        check::<chess::Chess, _>(&recording, &line, &SimpleEval::contact()).expect(fen);
    }
}

#[test]
fn an_independent_checker_confirms_every_cut_and_mean_with_hidden_pieces() {
    let checked = check_random::<jieqi::Jieqi, _>(&SimpleEval::square(), 2, 3);
    assert!(checked.cuts > 20 && checked.chances > 0, "{checked:?}");
}

#[test]
fn the_checker_finds_a_changed_value_a_changed_window_and_a_missing_move() {
    let line = line::<Xiangqi>(XIANGQI[5]);
    let options = AlphaBetaOptions { depth: Some(3), ..AlphaBetaOptions::BARE };
    let mut engine = AlphaBeta::<_, _, WithTactics>::new(SimpleEval::square(), options);
    let (_, recording) = record::<Xiangqi>(&mut engine, &line, &Limits::default(), usize::MAX);
    let faulty = |change: &dyn Fn(&mut search::plain::Recording)| {
        let mut changed = recording.clone();
        change(&mut changed);
        check::<Xiangqi, _>(&changed, &line, &SimpleEval::square()).is_err()
    };
    assert!(!faulty(&|_| {}));
    let place = |kind: NodeKind| recording.nodes.iter().position(|row| row.kind == kind).expect("a node");
    let (cut, all, leaf) = (place(NodeKind::Cut), place(NodeKind::All), place(NodeKind::Evaluated));
    assert!(faulty(&|changed| changed.nodes[leaf].value += 1));
    assert!(faulty(&|changed| changed.nodes[cut].beta += 1));
    assert!(faulty(&|changed| changed.nodes[cut].value += 1));
    assert!(faulty(&|changed| changed.nodes[all].kind = NodeKind::Cut));
    assert!(faulty(&|changed| changed.nodes[cut].kind = NodeKind::All));
    assert!(faulty(&|changed| changed.nodes[leaf].text = changed.nodes[1].text));
}
