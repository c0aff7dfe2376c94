//! Proofs of forced wins: every claim is replayed by the rules, and every length is the shortest.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use game::{Game, Line, MoveList, Position, Side, Tactics};
use search::mate::{Answer, Finding, Flaw, Query, solve, verify_win};
use search::{Clock, Control};
use xiangqi::Xiangqi;

/// A clock that advances by a microsecond whenever it is read: tests do not depend on the machine's speed.
#[derive(Default)]
struct Ticks(AtomicU64);

impl Clock for Ticks {
    fn micros(&self) -> u64 {
        self.0.fetch_add(1, Ordering::Relaxed)
    }
}

fn control() -> Control {
    Control::new(Arc::new(Ticks::default()))
}

fn line<G: Game>(fen: &str) -> Line<G::Position> {
    let rules = G::rules(&[]).expect("default rules");
    Line::new(G::read_position(fen, &rules).expect(fen).position, rules)
}

fn ask<P: Tactics>(line: &Line<P>, query: &Query) -> Answer<P> {
    solve(line, query, &control(), Box::new(()), &mut |_| {})
}

/// Solves for the side to move, within this many moves.
fn solved<G: Game<Position: Tactics>>(fen: &str, moves: Option<u32>) -> Answer<G::Position> {
    let line = line::<G>(fen);
    let query = Query { moves, nodes: Some(4_000_000), ..Query::new(line.here().turn()) };
    ask(&line, &query)
}

fn text<G: Game>(here: &G::Position, moves: &[<G::Position as Position>::Move]) -> Vec<String> {
    let mut here = here.clone();
    let write = |&mv: &_| {
        let reveal = here.unrevealed(mv);
        let text = G::write_move(&here, mv, reveal);
        here.play(mv, reveal, &mut ());
        text
    };
    moves.iter().map(write).collect()
}

/// Fewest moves to the end of the game for the winner, by exhaustive search.
fn brute<P: Position>(here: &P, winner: Side, moves: u32) -> Option<u32> {
    if let Some(outcome) = here.outcome() {
        return (outcome.winner == Some(winner)).then_some(0);
    }
    let mut list = MoveList::new();
    here.legal_moves(&mut list);
    let mut after = list.iter().map(|&mv| {
        let mut after = here.clone();
        after.play(mv, here.unrevealed(mv), &mut ());
        after
    });
    if here.turn() == winner {
        if moves == 0 {
            return None;
        }
        return after.filter_map(|after| brute(&after, winner, moves - 1)).min().map(|rest| rest + 1);
    }
    after.try_fold(0, |most, after| Some(most.max(brute(&after, winner, moves)?)))
}

#[test]
fn the_shortest_win_is_found_and_its_tree_replayed() {
    // One chariot controls the second rank, the other goes to the last.
    let mut answer = solved::<Xiangqi>("4k4/1R7/9/9/9/9/9/9/9/R2K5 w - - 0 1", None);
    let Finding::Win { moves, at_least, proof, all_keys, verified, .. } = &mut answer.finding else {
        panic!("{answer:?}");
    };
    assert_eq!((*moves, *at_least, *all_keys, *verified), (1, 1, true, true));
    assert_eq!(proof.verify(10).expect("a sound tree").moves, 1);
}

#[test]
fn a_stalemate_wins_at_xiangqi_and_not_at_chess() {
    let xiangqi = solved::<Xiangqi>("3k5/9/9/9/9/9/9/4R4/9/5K3 w - - 0 1", None);
    let here = line::<Xiangqi>("3k5/9/9/9/9/9/9/4R4/9/5K3 w - - 0 1");
    assert_eq!(xiangqi.win(), brute(here.here(), Side::First, 3), "{xiangqi:?}");
    assert!(xiangqi.win().is_some());
    // The queen stalemates at once on g6, which does not win.
    let chess = solved::<chess::Chess>("7k/8/8/8/8/2K5/8/6Q1 w - - 0 1", Some(1));
    assert!(matches!(chess.finding, Finding::NoWin { within: Some(1) }), "{chess:?}");
}

#[test]
fn all_key_moves_are_found() {
    // Either rook mates on the last rank, and nothing else does.
    let fen = "6k1/5ppp/8/8/8/8/8/R2R2K1 w - - 0 1";
    let answer = solved::<chess::Chess>(fen, None);
    let Finding::Win { moves: 1, keys, all_keys: true, .. } = &answer.finding else { panic!("{answer:?}") };
    let here = line::<chess::Chess>(fen);
    let mut keys: Vec<String> =
        keys.iter().flat_map(|&mv| text::<chess::Chess>(here.here(), &[mv])).collect();
    keys.sort();
    assert_eq!(keys, ["a1a8", "d1d8"]);
}

#[test]
fn the_defender_may_move_first() {
    // Black is to move and is mated next move whatever he plays.
    let line = line::<Xiangqi>("3k5/1R7/9/9/9/9/9/9/9/R4K3 b - - 0 1");
    let mut answer = ask(&line, &Query { moves: Some(2), ..Query::new(Side::First) });
    let Finding::Win { moves, keys, proof, .. } = &mut answer.finding else { panic!("{answer:?}") };
    assert_eq!((*moves, brute(line.here(), Side::First, 2)), (1, Some(1)));
    assert!(keys.is_empty());
    let longest = proof.longest();
    assert_eq!(longest.len() as u32, 2 * *moves, "he moves as often as the winner");
    let node = proof.node(&[]).expect("the root");
    assert_eq!((node.turn, node.branches.len()), (Side::Second, line.here().count_legal()));
}

#[test]
fn a_game_that_is_over_needs_no_moves() {
    let mated = line::<Xiangqi>("R3k4/1R7/9/9/9/9/9/9/9/3K5 b - - 0 1");
    assert_eq!(ask(&mated, &Query::new(Side::First)).win(), Some(0));
    let other = ask(&mated, &Query::new(Side::Second));
    assert!(matches!(other.finding, Finding::NoWin { within: None }), "{other:?}");
}

#[test]
fn no_win_without_a_limit_is_claimed_only_after_an_exhaustive_search() {
    // A lone soldier on the last rank never catches the general, and there is nothing else to try.
    let answer = solved::<Xiangqi>("3k4P/9/9/9/9/9/9/9/9/4K4 w - - 0 1", None);
    assert!(matches!(answer.finding, Finding::NoWin { within: None }), "{answer:?}");
    // From the start position this little work decides nothing.
    let start = line::<Xiangqi>(xiangqi::fen::START);
    let query = Query { nodes: Some(50_000), ..Query::new(Side::First) };
    let answer = ask(&start, &query);
    assert!(matches!(answer.finding, Finding::Unknown { refuted } if refuted >= 1), "{answer:?}");
    assert!(answer.nodes <= 50_000 + 1_024, "{}", answer.nodes);
}

#[test]
fn a_lone_bishop_does_not_win() {
    let answer = solved::<chess::Chess>("8/8/4k3/8/8/3BK3/8/8 w - - 0 1", None);
    assert!(matches!(answer.finding, Finding::NoWin { within: None }), "{answer:?}");
    let fortress = solved::<chess::Chess>("k7/P7/K7/8/8/8/8/8 b - - 0 1", None);
    assert!(matches!(fortress.finding, Finding::NoWin { within: None }), "{fortress:?}");
}

#[test]
fn a_stopped_search_claims_nothing() {
    let control = control();
    control.stop();
    let start = line::<Xiangqi>(xiangqi::fen::START);
    let answer = solve(&start, &Query::new(Side::First), &control, Box::new(()), &mut |_| {});
    assert!(matches!(answer.finding, Finding::Unknown { .. }), "{answer:?}");
}

#[test]
fn the_fifty_move_rule_ends_a_line_that_would_win_too_late() {
    // A rook mates in two, but the move count leaves time for one move only.
    let fen = |halfmoves: u32| format!("k7/8/1K6/8/8/8/8/1R6 w - - {halfmoves} 80");
    let free = solved::<chess::Chess>(&fen(0), None).win().expect("a win");
    assert_eq!(free, 2);
    for halfmoves in [96, 97, 98, 99] {
        // Mate takes precedence over the draw: the mate must come by the hundredth ply.
        let plies_left = 100 - halfmoves;
        let answer = solved::<chess::Chess>(&fen(halfmoves), Some(4));
        let expected = (2 * free - 1 <= plies_left).then_some(free);
        assert_eq!(answer.win(), expected, "{halfmoves}: {answer:?}");
    }
}

#[test]
fn proofs_agree_with_exhaustive_search() {
    let xiangqi = [
        "3k5/9/9/9/9/9/9/4R4/9/5K3 w - - 0 1",
        "4k4/3P5/9/9/9/9/9/9/4p4/3K5 w - - 0 1",
        "3ak4/3P5/9/9/9/9/9/9/3p5/5K2R w - - 0 1",
        "4ka3/4a4/9/9/3C5/9/9/9/4N4/4K4 w - - 0 1",
        "5k3/9/5N3/9/9/9/9/9/4p4/3K1R3 b - - 0 1",
    ];
    for fen in xiangqi {
        agree::<Xiangqi>(fen, 2);
    }
    let chess = [
        "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1",
        "k7/8/1K6/8/8/8/8/1R6 w - - 0 1",
        "5rk1/5ppp/8/8/8/8/5PPP/3RR1K1 w - - 0 1",
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
        "8/8/8/8/8/5k2/6q1/7K w - - 0 1",
    ];
    for fen in chess {
        agree::<chess::Chess>(fen, 2);
    }
}

fn agree<G: Game<Position: Tactics>>(fen: &str, moves: u32) {
    let line = line::<G>(fen);
    for winner in Side::BOTH {
        let answer = ask(&line, &Query { moves: Some(moves), ..Query::new(winner) });
        assert_eq!(answer.win(), brute(line.here(), winner, moves), "{winner:?} in {fen}: {answer:?}");
    }
}

/// The collection: id, moves, position.
fn collection() -> Vec<(&'static str, u32, &'static str)> {
    include_str!("../../../testdata/mates/xiangqi_games.tsv")
        .lines()
        .filter(|line| !line.starts_with('#') && !line.starts_with("id\t"))
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            (fields[0], fields[1].parse().expect("a number"), fields[2])
        })
        .collect()
}

#[test]
fn mates_from_games_are_proven_with_the_stated_length_or_a_shorter_one() {
    let cases = collection();
    assert_eq!(cases.len(), 150);
    for (id, moves, fen) in cases {
        let here = line::<Xiangqi>(fen);
        let query = Query { keys: moves < 4, nodes: Some(3_000_000), ..Query::new(here.here().turn()) };
        let mut answer = ask(&here, &query);
        let Finding::Win { moves: found, at_least, proof, keys, .. } = &mut answer.finding else {
            panic!("{id}: {answer:?}");
        };
        assert!(
            *found <= moves && *at_least == *found,
            "{id}: in {found}, at least {at_least}, stated {moves}"
        );
        // An independent replay of every defense; the line shown ends the game.
        let replay = proof.verify(1_000_000).unwrap_or_else(|flaw| panic!("{id}: {flaw}"));
        assert_eq!(replay.moves, *found, "{id}");
        let longest = proof.longest();
        assert_eq!(longest.len() as u32, 2 * *found - 1, "{id}: {longest:?}");
        assert!(keys.contains(&longest[0]), "{id}: {keys:?} without {:?}", longest[0]);
        let mut end = here.clone();
        longest.iter().for_each(|&mv| end.push(mv, ()));
        assert!(end.here().outcome().is_some(), "{id}");
    }
}

#[test]
fn a_label_that_is_too_short_is_refuted() {
    // Labeled as a mate in four (wukong-xiangqi, puzzle_3007); every first move was refuted.
    let fen = "3a1k3/5NP2/4P3b/9/9/4c1N2/2p1C1n2/B4K3/9/3A1A3 w - - 0 1";
    let answer = solved::<Xiangqi>(fen, Some(4));
    assert!(matches!(answer.finding, Finding::NoWin { within: Some(4) }), "{answer:?}");
}

#[test]
fn a_quiet_first_move_is_found_among_checks() {
    // The only mate in two begins without a check.
    let fen = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
    let answer = solved::<chess::Chess>(fen, None);
    let Finding::Win { moves: 2, keys, .. } = &answer.finding else { panic!("{answer:?}") };
    let here = line::<chess::Chess>(fen);
    let key = text::<chess::Chess>(here.here(), &keys[..1]);
    assert_eq!(key, ["a1a6"]);
    assert_eq!(keys.len(), 1);
}

#[test]
fn every_defense_is_in_the_proof_tree() {
    let fen = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
    let mut answer = solved::<chess::Chess>(fen, None);
    let Finding::Win { proof, .. } = &mut answer.finding else { panic!("{answer:?}") };
    let root = proof.node(&[]).expect("the root");
    assert_eq!((root.turn, root.moves, root.branches.len()), (Side::First, 2, 1));
    let key = root.branches[0].0;
    let replies = proof.node(&[key]).expect("the replies");
    assert_eq!(replies.turn, Side::Second);
    for (reply, left) in replies.branches {
        assert_eq!(left, 1);
        let next = proof.node(&[key, reply]).expect("an answer");
        assert_eq!(next.branches.len(), 1);
        let end = proof.node(&[key, reply, next.branches[0].0]).expect("the end");
        assert_eq!((end.moves, end.branches.len()), (0, 0));
    }
    let other = chess::Chess::read_move(line::<chess::Chess>(fen).here(), "a1a2").expect("legal").0;
    assert!(proof.node(&[other]).is_none(), "that move is not in the tree");
}

#[test]
fn a_replay_rejects_invalid_proofs() {
    let here = line::<chess::Chess>("k7/8/1K6/8/8/8/8/1R6 w - - 0 1");
    let mv = |text: &str| chess::Chess::read_move(here.here(), text).map(|(mv, _)| mv).ok();
    // No move at all, a move that never mates, a rook that moves back and forth.
    let none = verify_win(&here, Side::First, 5, 1000, &mut |_| None);
    assert!(matches!(none, Err(Flaw::NoMove(_))), "{none:?}");
    let short = verify_win(&here, Side::First, 1, 1000, &mut |_| mv("b1c1"));
    assert!(matches!(short, Err(Flaw::TooLong(_))), "{short:?}");
    let back_and_forth = verify_win(&here, Side::First, 50, 1000, &mut |line| {
        let text = if line.ply() % 4 == 0 { "b1c1" } else { "c1b1" };
        chess::Chess::read_move(line.here(), text).map(|(mv, _)| mv).ok()
    });
    assert!(matches!(back_and_forth, Err(Flaw::Repeats(_) | Flaw::NotWon(_))), "{back_and_forth:?}");
}

#[test]
fn the_same_query_twice_takes_the_same_nodes() {
    let (_, _, fen) = collection()[140];
    let once = solved::<Xiangqi>(fen, None);
    let again = solved::<Xiangqi>(fen, None);
    assert_eq!((once.nodes, once.win()), (again.nodes, again.win()));
}
