//! Tests of the rules: the laws, a second implementation, and lines at edges, in corners and beyond five.

use caro::{Board, Caro, Mv, Rules, SIDE, WinRule};
use game::{Game, Line, Move as _, MoveList, Outcome, Position, Random, Reason, Side, Tactics as _, laws};
use proptest::prelude::*;

fn rules(options: &[(&str, &str)]) -> Rules {
    Caro::rules(options).expect("options")
}

fn read(text: &str) -> Board {
    Caro::read_position(text, &Rules::default()).expect(text).position
}

fn refusal(text: &str) -> &'static str {
    Caro::read_position(text, &Rules::default()).expect_err(text).code
}

/// Plays moves from a position, and returns the outcome.
fn play(here: &mut Board, moves: &str) -> Option<Outcome> {
    for text in moves.split_whitespace() {
        let (mv, ()) = Caro::read_move(here, text).expect(text);
        here.play(mv, (), &mut ());
    }
    here.outcome()
}

/// Outcome when the side to move of an empty 15 by 15 board has these stones, its rival those, and plays a move.
fn after(win: &[(&str, &str)], own: &str, rival: &str, mv: &str) -> Option<Outcome> {
    let rules = rules(win);
    let mut rows = vec![vec!['1'; usize::from(rules.size)]; usize::from(rules.size)];
    for (stones, letter) in [(own, 'S'), (rival, 's')] {
        for name in stones.split_whitespace() {
            let square = caro::square_named(name).expect(name);
            rows[square / SIDE][square % SIDE] = letter;
        }
    }
    let rows: Vec<String> = rows.into_iter().rev().map(|row| spread(&row)).collect();
    let mut here = Caro::read_position(&format!("{} w", rows.join("/")), &rules).expect("position").position;
    play(&mut here, mv)
}

/// A row of a position's text: runs of empty squares as numbers.
fn spread(row: &[char]) -> String {
    let mut out = String::new();
    for cells in row.chunk_by(|one, other| one == other) {
        match cells[0] {
            '1' => out.push_str(&cells.len().to_string()),
            _ => out.extend(cells),
        }
    }
    out
}

const WON: Option<Outcome> = Some(Outcome::win(Side::First, Reason::OfGame(caro::LINE)));
const VIETNAMESE: &[(&str, &str)] = &[("win", "vietnamese")];
const EDGE_BLOCKS: &[(&str, &str)] = &[("win", "vietnamese"), ("edge", "blocks")];
const EXACT: &[(&str, &str)] = &[("win", "exact")];

#[test]
fn the_laws_hold() {
    laws::uphold::<Caro>(5, 6, 60);
    let fight = read("15/15/15/15/15/6s8/6Ss7/6SS7/5s1S7/8s6/15/15/15/15/15 b");
    laws::uphold_from::<Caro>(&fight, &Rules::default(), 6, 2, 40);
    laws::uphold_tactics::<Caro>(7, 40, 120);
}

/// Tactics agree with the rules in games that fill small boards, where edges matter most, under every rule.
#[test]
fn tactics_agree_with_the_rules_under_every_option() {
    let mut random = Random::new(11);
    for _ in 0..240 {
        let rules = any_rules(&mut random);
        let mut here = Board::empty(rules);
        while here.outcome().is_none() {
            let mut moves = MoveList::<Mv>::new();
            here.legal_moves(&mut moves);
            let wins = |mv: Mv| {
                let mut after = here.clone();
                after.play(mv, (), &mut ());
                (after.outcome().is_some_and(|end| end.winner.is_some()), after)
            };
            let winning = moves.iter().any(|&mv| wins(mv).0);
            assert_eq!(
                here.winning_move().is_some(),
                winning,
                "{rules:?} {}",
                Caro::write_position(&here, "")
            );
            let mut evasions = MoveList::new();
            here.evasions(&mut evasions);
            for &mv in &moves {
                let (_, after) = wins(mv);
                assert_eq!(here.gives_check(mv), after.in_check(), "{rules:?} {mv:?}");
                let left_out = here.in_check() && !winning && !evasions.contains(&mv);
                assert!(!left_out || after.winning_move().is_some(), "{rules:?} {mv:?} is an evasion");
            }
            // Games that last: no winning move while another one is left.
            let calm: Vec<Mv> = moves.iter().copied().filter(|&mv| !wins(mv).0).collect();
            let pick = random.pick(if calm.is_empty() { &moves } else { &calm }).copied();
            here.play(pick.expect("a move"), (), &mut ());
        }
    }
}

/// Where the opponent threatens to make two fours, every reply that is left out loses to them within two moves.
#[test]
fn replies_that_do_not_meet_a_threat_lose_in_two_moves() {
    let mut random = Random::new(23);
    let (mut threats, mut left_out) = (0, 0);
    for _ in 0..150 {
        let mut here = Board::empty(any_rules(&mut random));
        while here.outcome().is_none() {
            let mut moves = MoveList::<Mv>::new();
            here.legal_moves(&mut moves);
            let mut replies = MoveList::new();
            if !here.in_check() && here.threat_replies(&mut replies) == Some(2) {
                threats += 1;
                // A part of them in each position: all take minutes.
                for &mv in moves.iter().filter(|mv| !replies.contains(mv)).skip(threats % 9).step_by(9) {
                    let mut after = here.clone();
                    after.play(mv, (), &mut ());
                    assert!(wins_in_two(&after), "{} {mv:?}", Caro::write_position(&here, ""));
                    left_out += 1;
                }
            }
            let calm: Vec<Mv> = moves.iter().copied().filter(|&mv| here.winning_move() != Some(mv)).collect();
            let pick = random.pick(if calm.is_empty() { &moves } else { &calm }).copied();
            here.play(pick.expect("a move"), (), &mut ());
        }
    }
    assert!(threats > 100 && left_out > 500, "{threats} {left_out}");
}

/// Returns true if the side to move wins within two moves, whatever the reply.
fn wins_in_two(here: &Board) -> bool {
    let mut moves = MoveList::<Mv>::new();
    // Double threats first, then every move.
    here.noisy_moves(&mut moves);
    here.quiet_moves(&mut moves);
    moves.iter().any(|&mv| {
        let mut after = here.clone();
        after.play(mv, (), &mut ());
        if after.outcome().is_some() {
            return after.outcome().is_some_and(|end| end.winner == Some(here.turn()));
        }
        if after.winning_move().is_some() {
            return false;
        }
        let mut replies = MoveList::<Mv>::new();
        after.legal_moves(&mut replies);
        replies.iter().all(|&reply| {
            let mut last = after.clone();
            last.play(reply, (), &mut ());
            last.outcome().is_none() && last.winning_move().is_some()
        })
    })
}

fn any_rules(random: &mut Random) -> Rules {
    let size = 3 + random.below(13) as u8;
    let win = [WinRule::Free, WinRule::Exact, WinRule::Vietnamese][random.below(3)];
    Rules { size, line: (3 + random.below(3) as u8).min(size), win, edge_blocks: random.below(2) == 1 }
}

/// Second implementation of the rules: a grid of letters, read completely after every move.
struct SlowReading {
    rules: Rules,
    grid: Vec<Vec<char>>,
}

impl SlowReading {
    fn new(rules: Rules) -> Self {
        SlowReading { rules, grid: vec![vec!['.'; usize::from(rules.size)]; usize::from(rules.size)] }
    }

    /// All lines of the board as text; `#` stands for the edge.
    fn lines(&self) -> Vec<String> {
        let size = self.grid.len() as i32;
        let at = |rank: i32, file: i32| self.grid[rank as usize][file as usize];
        let on = |rank: i32, file: i32| (0..size).contains(&rank) && (0..size).contains(&file);
        let mut lines = Vec::new();
        for rank in 0..size {
            lines.push((0..size).map(|file| at(rank, file)).collect::<String>());
            lines.push((0..size).map(|other| at(other, rank)).collect());
        }
        for shift in -size..=2 * size {
            let falling = (0..size).filter(|&file| on(shift - file, file)).map(|file| at(shift - file, file));
            lines.push(falling.collect());
            let rising = (0..size).filter(|&file| on(shift + file, file)).map(|file| at(shift + file, file));
            lines.push(rising.collect());
        }
        lines.into_iter().map(|line| format!("#{line}#")).collect()
    }

    fn has_line(&self, letter: char) -> bool {
        let length = usize::from(self.rules.line);
        let rival = if letter == 'x' { 'o' } else { 'x' };
        self.lines().iter().any(|line| {
            let cells: Vec<char> = line.chars().collect();
            (1..cells.len()).any(|start| {
                let run = cells[start..].iter().take_while(|&&cell| cell == letter).count();
                if run == 0 || cells[start - 1] == letter {
                    return false;
                }
                let ends = [cells[start - 1], cells[start + run]];
                let blocked =
                    ends.iter().filter(|&&end| end == rival || (end == '#' && self.rules.edge_blocks));
                match self.rules.win {
                    WinRule::Free => run >= length,
                    WinRule::Exact => run == length,
                    WinRule::Vietnamese => run > length || (run == length && blocked.count() < 2),
                }
            })
        })
    }

    fn outcome(&self) -> &'static str {
        match (self.has_line('x'), self.has_line('o')) {
            (true, _) => "first",
            (_, true) => "second",
            _ if self.grid.iter().flatten().all(|&cell| cell != '.') => "draw",
            _ => "none",
        }
    }
}

#[test]
fn a_second_implementation_agrees_over_ten_thousand_random_games() {
    let mut random = Random::new(2024);
    let mut ends = [0; 3];
    for game in 0..10_000 {
        // Small boards fill up and are quick; every tenth game is played on any size.
        let mut rules = any_rules(&mut random);
        if game % 10 > 0 {
            rules.size = 3 + random.below(5) as u8;
            rules.line = rules.line.min(rules.size);
        }
        let (mut here, mut slow) = (Board::empty(rules), SlowReading::new(rules));
        for letter in ['x', 'o'].into_iter().cycle() {
            let mut moves = MoveList::<Mv>::new();
            here.legal_moves(&mut moves);
            let free: Vec<(usize, usize)> = (0..slow.grid.len())
                .flat_map(|rank| (0..slow.grid.len()).map(move |file| (rank, file)))
                .filter(|&(rank, file)| slow.grid[rank][file] == '.')
                .collect();
            let squares: Vec<_> = moves.iter().map(|mv| (mv.to() / SIDE, mv.to() % SIDE)).collect();
            assert_eq!(squares, free, "{rules:?}");
            let &mv = random.pick(&moves).expect("a move while the game lasts");
            here.play(mv, (), &mut ());
            slow.grid[mv.to() / SIDE][mv.to() % SIDE] = letter;
            let outcome = here.outcome().map_or("none", |end| end.code());
            assert_eq!(outcome, slow.outcome(), "{rules:?} {}", Caro::write_position(&here, ""));
            if let Some(end) = here.outcome() {
                ends[end.winner.map_or(2, Side::index)] += 1;
                assert_eq!(here.count_legal(), 0);
                break;
            }
        }
    }
    assert!(ends.iter().all(|&count| count > 1000), "every kind of end occurs: {ends:?}");
}

#[test]
fn five_win_along_every_line_at_edges_and_in_corners() {
    for (own, mv) in [
        ("a1 b1 c1 d1", "e1"),
        ("a15 a14 a13 a12", "a11"),
        ("k15 l15 m15 n15", "o15"),
        ("a1 b2 c3 d4", "e5"),
        ("o1 n2 m3 l4", "k5"),
        ("a15 b14 d12 e11", "c13"),
        ("o15 n14 m13 l12", "k11"),
    ] {
        assert_eq!(after(&[], own, "", mv), WON, "{own} {mv}");
        assert_eq!(after(EXACT, own, "", mv), WON, "{own} {mv}");
    }
    // No line goes round the edge of the board.
    assert_eq!(after(&[], "n1 o1 a2 b2", "", "c2"), None);
    assert_eq!(after(&[], "a1 b1 c1", "", "d1"), None);
}

#[test]
fn six_win_unless_exactly_five_are_asked_for() {
    let (own, mv) = ("c3 d3 e3 g3 h3", "f3");
    assert_eq!(after(&[], own, "", mv), WON);
    assert_eq!(after(EXACT, own, "", mv), None);
    assert_eq!(after(VIETNAMESE, own, "b3 i3", mv), WON, "six win even between two stones");
    // A line of five beside the one of six wins.
    assert_eq!(after(EXACT, &format!("{own} f4 f5 f6 f7"), "", mv), WON);
}

#[test]
fn blocked_at_both_ends_five_do_not_win_at_the_vietnamese_rule() {
    let (own, mv) = ("d3 e3 f3 g3", "c3");
    assert_eq!(after(VIETNAMESE, own, "b3 h3", mv), None);
    assert_eq!(after(VIETNAMESE, own, "b3", mv), WON);
    assert_eq!(after(&[], own, "b3 h3", mv), WON);
    // Two lines by one move, one of them blocked: the other wins.
    assert_eq!(after(VIETNAMESE, &format!("{own} c4 c5 c6 c7"), "b3 h3", mv), WON);
    assert_eq!(after(VIETNAMESE, &format!("{own} c4 c5 c6 c7"), "b3 h3 c2 c8", mv), None);
}

#[test]
fn the_edge_blocks_only_by_option() {
    let (own, mv) = ("b1 c1 d1 e1", "a1");
    assert_eq!(after(VIETNAMESE, own, "f1", mv), WON);
    assert_eq!(after(EDGE_BLOCKS, own, "f1", mv), None);
    assert_eq!(after(EDGE_BLOCKS, own, "", mv), WON);
    let corner = "b2 c3 d4 e5";
    assert_eq!(after(VIETNAMESE, corner, "f6", "a1"), WON);
    assert_eq!(after(EDGE_BLOCKS, corner, "f6", "a1"), None);
    // From edge to edge.
    let small: &[(&str, &str)] = &[("size", "5"), ("win", "vietnamese"), ("edge", "blocks")];
    assert_eq!(after(small, "a1 b1 c1 d1", "", "e1"), None);
    assert_eq!(after(&small[..2], "a1 b1 c1 d1", "", "e1"), WON);
}

#[test]
fn the_picture_has_the_line_that_won() {
    let mut here = Board::empty(rules(&[("size", "9")]));
    assert_eq!(play(&mut here, "c3 a1 d4 b1 e5 c1 f6 d1"), None);
    assert!(Caro::picture(&here).line.is_empty());
    assert_eq!(play(&mut here, "g7"), WON);
    let picture = Caro::picture(&here);
    // Squares of the picture, whose board is 9 wide; moves count the squares of the largest board.
    assert_eq!(picture.line, [20, 30, 40, 50, 60]);
    let named: Vec<String> = picture.line_on(SIDE).into_iter().map(Caro::square_name).collect();
    assert_eq!(named, ["c3", "d4", "e5", "f6", "g7"]);
    let blocked = read("9/9/9/9/9/9/9/1sSSSSSs1/9 b 5v");
    assert!(Caro::picture(&blocked).line.is_empty());
}

#[test]
fn a_full_board_is_a_draw() {
    let mut here = Board::empty(rules(&[("size", "3")]));
    assert_eq!(here.rules().line, 3, "on 3 by 3 three in a row win");
    assert_eq!(play(&mut here, "b2 a1 c1 a3 a2 c2 b3 b1"), None);
    let draw = Some(Outcome::draw(Reason::OfGame(caro::BOARD_FULL)));
    assert_eq!(play(&mut here, "c3"), draw);
    assert!(here.is_dead() && here.count_legal() == 0);
}

/// Nodes of the full game tree from here, and its value for the first side.
fn minimax(here: &Board) -> (u64, i32) {
    if let Some(end) = here.outcome() {
        return (1, end.winner.map_or(0, |side| if side == Side::First { 1 } else { -1 }));
    }
    let mut moves = MoveList::<Mv>::new();
    here.legal_moves(&mut moves);
    let children: Vec<(u64, i32)> = moves
        .iter()
        .map(|&mv| {
            let mut after = here.clone();
            after.play(mv, (), &mut ());
            minimax(&after)
        })
        .collect();
    let values = children.iter().map(|child| child.1);
    let best = if here.turn() == Side::First { values.max() } else { values.min() };
    (1 + children.iter().map(|child| child.0).sum::<u64>(), best.unwrap_or(0))
}

#[test]
fn tic_tac_toe_is_a_draw_with_549946_nodes() {
    assert_eq!(minimax(&Board::empty(rules(&[("size", "3")]))), (549_946, 0));
}

#[test]
fn options_choose_the_rules() {
    let all = rules(&[("size", "9"), ("line", "4"), ("win", "vietnamese"), ("edge", "blocks")]);
    assert_eq!(all, Rules { size: 9, line: 4, win: WinRule::Vietnamese, edge_blocks: true });
    assert_eq!(rules(&[("size", "4")]).line, 4);
    for (name, value, code) in [
        ("size", "2", "option_value"),
        ("size", "16", "option_value"),
        ("line", "6", "option_value"),
        ("win", "renju", "option_value"),
        ("edge", "", "option_value"),
        ("komi", "1", "option_unknown"),
    ] {
        assert_eq!(Caro::rules(&[(name, value)]).expect_err(name).code, code);
    }
}

#[test]
fn a_position_keeps_its_rules_as_text() {
    for options in [&[][..], EXACT, VIETNAMESE, EDGE_BLOCKS, &[("size", "9"), ("line", "4")]] {
        let here = Caro::start(&rules(options));
        let text = Caro::write_position(&here, "fen");
        assert_eq!(read(&text).rules(), here.rules(), "{text}");
    }
    // Without the word, the rules are those asked for, on the board of the text.
    let read = Caro::read_position("3/3/3", &rules(EXACT)).expect("a board").position;
    assert_eq!(*read.rules(), Rules { size: 3, line: 3, win: WinRule::Exact, edge_blocks: false });
    assert_ne!(read.key(), Caro::start(&rules(&[("size", "3")])).key());
}

#[test]
fn wrong_positions_are_rejected_with_the_place() {
    assert_eq!(refusal(""), "fen_caro_rows");
    assert_eq!(refusal("3/3 w"), "fen_caro_rows");
    assert_eq!(refusal("3/4/3 w"), "fen_caro_rows");
    assert_eq!(refusal("3/2SS/3 w"), "fen_caro_rows");
    assert_eq!(refusal("3/x2/3 w"), "fen_letter");
    assert_eq!(refusal("3/3/3 x"), "fen_toy_turn");
    assert_eq!(refusal("3/3/3 w 5"), "fen_caro_rules");
    assert_eq!(refusal("3/3/3 w 3 1"), "fen_excess");
    assert_eq!(refusal("3/ss1/SSS w 3"), "fen_caro_line_before");
    assert_eq!(read("3/ss1/SSS b 3").outcome(), WON);
    let odd = Caro::read_position("3/SS1/3 b 3", &Rules::default()).expect("playable");
    assert_eq!(odd.warnings[0].code, "fen_caro_counts");
    // Stones set up one by one do not win before all are in place.
    assert_eq!(read("9/9/9/9/9/9/9/1sSSSSSs1/9 b 5v").outcome(), None);
    assert_eq!(read("9/9/9/9/9/9/9/1SSSSSS2/9 b 5x").outcome(), None);
}

#[test]
fn an_illegal_move_says_why() {
    let why = |position: &str, text: &str| Caro::read_move(&read(position), text).expect_err(text).code;
    for misspelt in ["", "a", "a0", "d1", "a4", "a01", "a+1", "11", "a1b1", "ä1"] {
        assert_eq!(why("3/3/3 w", misspelt), "move_misspelt", "{misspelt}");
    }
    assert_eq!(why("3/3/S2 b", "A1"), "move_toy_taken");
    assert_eq!(why("3/ss1/SSS b", "a3"), "move_toy_over");
}

#[test]
fn taking_back_and_passing_keep_the_threats() {
    let mut line = Line::new(read("15/15/15/15/15/15/15/7SS6/15/15/15/15/15/15/15 b"), Rules::default());
    let before = Caro::write_position(line.here(), "fen");
    let passed = line.here().pass().expect("nothing threatens");
    line.push_pass(passed);
    line.push(Mv::place(caro::square_named("j8").expect("a square")).expect("a move"), ());
    assert!(line.pop() && line.pop());
    assert_eq!(Caro::write_position(line.here(), "fen"), before);
}

proptest! {
    #[test]
    fn readers_never_panic(text in "\\PC{0,24}", fen in "[Ss0-9/ wb5xv]{0,40}", mv in "[a-p0-9]{0,4}") {
        for text in [&text, &fen, &mv] {
            let _ = Caro::read_position(text, &Rules::default());
            let _ = Caro::read_move(&Board::empty(Rules::default()), text);
        }
    }
}
