//! Registration of xiangqi.

use eval::nnue::{BuiltInNetwork, Xiangqi as XiangqiFeatures};
use game::Notation;
use record::XiangqiMoveText;
use record::files::FileFormat;
use xiangqi::Xiangqi;

use super::{BenchSuite, Convention, GameProfile, OpeningCodes, Registration};
use crate::engines::{Champion, EloMark, LevelRating, WithPvs, ratings};
use crate::play::hidden_info::PerfectInfo;

/// The registration.
pub struct Registered;

impl Registration for Registered {
    type Game = Xiangqi;
    type MoveText = XiangqiMoveText;
    type HiddenInfo = PerfectInfo<Xiangqi>;
    type Engines = WithPvs<Registered>;

    const PROFILE: GameProfile = GameProfile {
        header_names: &["chinesechess"],
        file_formats: &[
            FileFormat::Xqf,
            FileFormat::Cbr,
            FileFormat::Cbl,
            FileFormat::Cbf,
            FileFormat::DhtmlXq,
        ],
        usual_in: &[Convention::Ucci, Convention::CommandLine],
        opening_lines: Some(include_str!("../../../../assets/openings/xiangqi.txt")),
        opening_codes: Some(OpeningCodes {
            names: include_str!("../../../../assets/openings/ecco_names.tsv"),
            lines: include_str!("../../../../assets/openings/ecco_lines.tsv"),
            notation: Notation::Uci,
            header_first: true,
        }),
        bench: Some(BenchSuite {
            positions: include_str!("../../../../testdata/perft/xiangqi.epd"),
            shallower: 0,
        }),
        // Red scored 56.1 % in the 25,120 master games of assets/games with a result.
        first_move_advantage: 43.0,
    };
}

static NETWORK: BuiltInNetwork = BuiltInNetwork::new(include_bytes!("../../../../nets/xiangqi.nnue"));

/// Relative scale, level 4 at 1500.
impl Champion for Registered {
    type Features = XiangqiFeatures;

    const RATINGS: [LevelRating; 8] =
        ratings([700, 1080, 1320, 1500, 1950, 2190, 2570, 3200], [EloMark::Relative; 8]);

    fn network() -> Option<&'static BuiltInNetwork> {
        Some(&NETWORK)
    }
}
