//! Registration of chess.

use chess::Chess;
use eval::nnue::{BuiltInNetwork, Chess as ChessFeatures};
use game::Notation;
use record::ChessMoveText;

use super::{BenchSuite, Convention, GameProfile, OpeningCodes, Registration};
use crate::engines::{Champion, EloMark, LevelRating, WithPvs, ratings};
use crate::play::hidden_info::PerfectInfo;

/// The registration.
pub struct Registered;

impl Registration for Registered {
    type Game = Chess;
    type MoveText = ChessMoveText;
    type HiddenInfo = PerfectInfo<Chess>;
    type Engines = WithPvs<Registered>;

    const PROFILE: GameProfile = GameProfile {
        header_names: &["chess960", "fischerandom", "fromposition"],
        file_formats: &[],
        usual_in: &[Convention::Uci, Convention::Xboard, Convention::Pgn],
        opening_lines: Some(include_str!("../../../../assets/openings/chess.txt")),
        opening_codes: Some(OpeningCodes {
            names: "",
            lines: include_str!("../../../../assets/openings/eco.tsv"),
            notation: Notation::San,
            header_first: false,
        }),
        bench: Some(BenchSuite {
            positions: include_str!("../../../../testdata/perft/chess.epd"),
            shallower: 0,
        }),
        first_move_advantage: 0.0,
    };
}

static NETWORK: BuiltInNetwork = BuiltInNetwork::new(include_bytes!("../../../../nets/chess.nnue"));

/// Measured against Stockfish 15.1 with `UCI_Elo`, which starts at 1350.
impl Champion for Registered {
    type Features = ChessFeatures;

    const RATINGS: [LevelRating; 8] = ratings(
        [640, 980, 1260, 1470, 1660, 1860, 2030, 2370],
        [
            EloMark::Estimated,
            EloMark::Estimated,
            EloMark::Estimated,
            EloMark::Anchored,
            EloMark::Anchored,
            EloMark::Anchored,
            EloMark::Estimated,
            EloMark::Anchored,
        ],
    );

    fn network() -> Option<&'static BuiltInNetwork> {
        Some(&NETWORK)
    }
}
