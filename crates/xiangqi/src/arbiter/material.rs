//! Insufficient material: positions neither side can win, by the pieces left.

use crate::{Board, Role};

/// Returns true if no sequence of moves leads to mate or stalemate for either side.
///
/// True without chariots, horses, soldiers and cannons; also with a single cannon when neither side has an advisor to
/// serve as its screen. A test proves both by enumerating all such positions.
pub fn is_insufficient_material(board: &Board) -> bool {
    let attackers = board.role(Role::Chariot)
        | board.role(Role::Horse)
        | board.role(Role::Soldier)
        | board.role(Role::Unknown);
    let cannons = board.role(Role::Cannon);
    attackers.is_empty()
        && (cannons.is_empty() || (!cannons.more_than_one() && board.role(Role::Advisor).is_empty()))
}

#[cfg(test)]
mod tests {
    use game::{Position as _, Side};

    use super::*;
    use crate::movegen::is_checked;
    use crate::{Piece, Position, Square, attacks};

    /// Every subset of at most two of these points.
    fn pairs(points: &[Square]) -> Vec<Vec<Square>> {
        let mut ways = vec![vec![]];
        for (index, &one) in points.iter().enumerate() {
            ways.push(vec![one]);
            ways.extend(points[index + 1..].iter().map(|&other| vec![one, other]));
        }
        ways
    }

    fn elephant_points(side: Side) -> Vec<Square> {
        let fits = |square: &Square| {
            let (file, rank) = (square.file(), square.rank_for(side));
            rank < 5 && rank % 2 == 0 && (file + rank) % 4 == 2
        };
        Square::all().filter(fits).collect()
    }

    fn squares_of(set: grid::Bitboard) -> Vec<Square> {
        set.into_iter().filter_map(Square::new).collect()
    }

    /// Counts for how many sides to move this board ends the game.
    fn ends(board: &Board) -> usize {
        let over = |turn| {
            let position = Position::assemble(board.clone(), turn, 0, 1);
            !is_checked(&position, !turn) && position.count_legal() == 0
        };
        Side::BOTH.into_iter().filter(|&turn| over(turn)).count()
    }

    #[test]
    fn a_lone_cannon_without_any_advisor_never_mates_nor_stalemates() {
        let [red_home, black_home] = attacks::PALACE.map(squares_of);
        let [red_elephants, black_elephants] = Side::BOTH.map(|side| pairs(&elephant_points(side)));
        assert_eq!((red_elephants.len(), black_elephants.len()), (29, 29));
        let mut looked = 0;
        for (reds, blacks) in red_elephants.iter().flat_map(|r| black_elephants.iter().map(move |b| (r, b))) {
            let mut board = Board::EMPTY;
            reds.iter().for_each(|&at| board.put(at, Piece::new(Side::First, Role::Elephant), &mut ()));
            blacks.iter().for_each(|&at| board.put(at, Piece::new(Side::Second, Role::Elephant), &mut ()));
            for (&red, &black) in red_home.iter().flat_map(|r| black_home.iter().map(move |b| (r, b))) {
                if board.piece_at(red).is_some() || board.piece_at(black).is_some() {
                    continue;
                }
                let mut board = board.clone();
                board.put(red, Piece::new(Side::First, Role::General), &mut ());
                board.put(black, Piece::new(Side::Second, Role::General), &mut ());
                assert_eq!(ends(&board), 0, "{board:?}");
                for cannon in squares_of(attacks::BOARD.without(board.occupied())) {
                    let mut board = board.clone();
                    board.put(cannon, Piece::new(Side::First, Role::Cannon), &mut ());
                    assert!(is_insufficient_material(&board));
                    assert_eq!(ends(&board), 0, "{board:?}");
                    looked += 1;
                }
            }
        }
        assert!(looked > 4_000_000, "{looked}");
    }

    #[test]
    fn a_cannon_with_an_advisor_can_win() {
        let mut board = Board::EMPTY;
        let pieces = [("e0", Side::First, Role::General), ("d9", Side::Second, Role::General)];
        for (name, side, role) in pieces.into_iter().chain([
            ("d0", Side::First, Role::Cannon),
            ("d2", Side::First, Role::Advisor),
            ("d8", Side::Second, Role::Advisor),
        ]) {
            let square = Square::named(name).expect("a point");
            board.put(square, Piece::new(side, role), &mut ());
        }
        assert!(!is_insufficient_material(&board));
    }
}
