//! The scheme `jieqi-v1` against its published test vectors: deals stay reproducible.

use std::collections::HashMap;

use game::Side;
use xiangqi::Square;

use crate::{Deal, DealError, Nonces, Position, Rules, Seed, deal_scheme, fen};

const VECTORS: &str = include_str!("../../../testdata/jieqi/deals.txt");

fn vectors() -> Vec<HashMap<&'static str, &'static str>> {
    let blocks = VECTORS.split("\n\n").filter(|block| !block.starts_with('#'));
    blocks.map(|block| block.lines().filter_map(|line| line.split_once(' ')).collect()).collect()
}

fn bytes(hex: &str) -> Vec<u8> {
    let digits = if hex == "-" { "" } else { hex };
    (0..digits.len()).step_by(2).map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap()).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn every_vector_is_reproduced() {
    let rules = Rules::default();
    let vectors = vectors();
    assert_eq!(vectors.len(), 7);
    for vector in vectors {
        let seed = Seed::new(bytes(vector["seed"]).try_into().unwrap());
        let (first, second) = (bytes(vector["first"]), bytes(vector["second"]));
        let nonces = Nonces { first: &first, second: &second };
        let root = vector
            .get("setup")
            .map_or_else(|| Position::start(&rules), |setup| fen::read(setup, &rules).unwrap().position);
        assert_eq!(hex(&seed.commitment()), vector["commitment"]);
        assert_eq!(hex(&deal_scheme::key(&seed, nonces)), vector["key"]);
        let dealt = Deal::draw(&seed, nonces, &root).unwrap().reveal();
        for (side, wanted) in [(Side::First, vector["red"]), (Side::Second, vector["black"])] {
            let own = dealt.iter().filter(|(_, piece)| piece.side() == side);
            let letters: String = own.clone().map(|(_, piece)| piece.letter()).collect();
            assert_eq!(letters, wanted.trim_matches('-'), "{vector:?}");
            let points: Vec<usize> = own.map(|(square, _)| square.index()).collect();
            let dark = root.dark() & root.board().side(side);
            assert_eq!(points, dark.into_iter().collect::<Vec<_>>());
        }
    }
}

#[test]
fn no_deal_is_drawn_with_an_unknown_piece_on_the_board() {
    let here = fen::read("4k4/9/9/9/4U4/9/9/9/9/3XK4 w R1A1 0 9", &Rules::default()).unwrap().position;
    let refused = Deal::draw(&Seed::new([0; 32]), Nonces::default(), &here).err();
    assert_eq!(refused, Square::named("e5").map(DealError::UnrevealedPiece));
}
