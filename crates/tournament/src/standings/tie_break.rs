//! Tie-breaks by their TRF26 codes, and the additional codes of xiangqi.

use std::fmt;

/// Tie-break codes. Those after `Rating` are not in TRF26.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Code {
    /// PTS: points.
    Points,
    /// BH: Buchholz.
    Buchholz,
    /// FB: fore Buchholz, the last round counted as drawn.
    ForeBuchholz,
    /// AOB: average of the opponents' Buchholz.
    AverageBuchholz,
    /// SB: Sonneborn-Berger.
    SonnebornBerger,
    /// PS: progressive (cumulative) score.
    Progressive,
    /// KS: Koya, points against opponents with at least half of the points.
    Koya,
    /// DE: direct encounter among the tied; place in the group, 0 if undecided.
    DirectEncounter,
    /// WIN: rounds with the points of a win.
    Wins,
    /// WON: games won over the board.
    GamesWon,
    /// BPG: games played as second player.
    GamesSecond,
    /// BWG: games won as second player.
    WonSecond,
    /// REP: rounds the player chose to play.
    RoundsElected,
    /// ARO: average rating of opponents.
    AverageRating,
    /// TPR: tournament performance rating.
    Performance,
    /// PTP: perfect tournament performance.
    PerfectPerformance,
    /// APRO: average performance of opponents.
    AveragePerformance,
    /// TPN: start number, lower first.
    StartNumber,
    /// RTG: rating.
    Rating,
    /// OS: xiangqi opponents' score; a bye counts as an opponent with the lowest score of the field.
    OpponentsScore,
    /// FOUL: fouls noted by the arbiter, fewer first.
    Fouls,
    /// BACK: place by the same rules before the last round, and so on back.
    RoundBack,
}

const CODES: [(&str, Code); 24] = [
    ("PTS", Code::Points),
    ("BH", Code::Buchholz),
    ("FB", Code::ForeBuchholz),
    ("AOB", Code::AverageBuchholz),
    ("SB", Code::SonnebornBerger),
    ("PS", Code::Progressive),
    ("KS", Code::Koya),
    ("DE", Code::DirectEncounter),
    ("WIN", Code::Wins),
    ("WON", Code::GamesWon),
    ("BPG", Code::GamesSecond),
    ("BWG", Code::WonSecond),
    ("REP", Code::RoundsElected),
    ("GE", Code::RoundsElected),
    ("ARO", Code::AverageRating),
    ("TPR", Code::Performance),
    ("PTP", Code::PerfectPerformance),
    ("APRO", Code::AveragePerformance),
    ("TPN", Code::StartNumber),
    ("SNO", Code::StartNumber),
    ("RTG", Code::Rating),
    ("OS", Code::OpponentsScore),
    ("FOUL", Code::Fouls),
    ("BACK", Code::RoundBack),
];

/// A tie-break with its modifiers: `BH/C1`, `BH/M1`, `SB/P`, `KS/L60`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TieBreak {
    /// Code.
    pub code: Code,
    /// Lowest values left out (`/Cn`, `/Mn`).
    pub cut_low: usize,
    /// Highest values left out (`/Mn`).
    pub cut_high: usize,
    /// Unplayed games count as played (`/P`), as in round robins.
    pub predetermined: bool,
    /// Limit of Koya in percent of the possible points (`/Ln`).
    pub limit: u32,
}

/// A tie-break that could not be understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownTieBreak(pub String);

impl fmt::Display for UnknownTieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no tie-break `{}`", self.0)
    }
}

impl std::error::Error for UnknownTieBreak {}

impl TieBreak {
    /// A tie-break without modifiers.
    pub const fn new(code: Code) -> Self {
        Self { code, cut_low: 0, cut_high: 0, predetermined: false, limit: 50 }
    }

    /// True if smaller values rank higher.
    pub const fn lower_is_better(self) -> bool {
        matches!(self.code, Code::DirectEncounter | Code::StartNumber | Code::Fouls | Code::RoundBack)
    }

    /// Number of decimals people expect.
    pub const fn decimals(self) -> usize {
        match self.code {
            Code::SonnebornBerger | Code::AverageBuchholz => 2,
            Code::Points
            | Code::Buchholz
            | Code::ForeBuchholz
            | Code::Progressive
            | Code::Koya
            | Code::OpponentsScore => 1,
            _ => 0,
        }
    }

    /// Parses one tie-break.
    pub fn parse(text: &str) -> Result<Self, UnknownTieBreak> {
        let unknown = || UnknownTieBreak(text.to_owned());
        let upper = text.trim().to_ascii_uppercase();
        let mut parts = upper.split('/');
        let name = parts.next().unwrap_or_default();
        let code =
            CODES.iter().find(|(known, _)| *known == name).map(|&(_, code)| code).ok_or_else(unknown)?;
        let mut tie_break = Self::new(code);
        let can_cut = matches!(
            code,
            Code::Buchholz
                | Code::ForeBuchholz
                | Code::SonnebornBerger
                | Code::Progressive
                | Code::AverageRating
        );
        for part in parts {
            let number = || part.get(1..).and_then(|digits| digits.parse::<u32>().ok()).ok_or_else(unknown);
            match part.as_bytes().first() {
                Some(b'C') if can_cut => tie_break.cut_low = number()? as usize,
                Some(b'M') if can_cut => {
                    tie_break.cut_low = number()? as usize;
                    tie_break.cut_high = tie_break.cut_low;
                }
                Some(b'L') if code == Code::Koya => tie_break.limit = number()?,
                Some(b'P') if part.len() == 1 => tie_break.predetermined = true,
                _ => return Err(unknown()),
            }
        }
        Ok(tie_break)
    }

    /// Parses a list such as `BH/C1,SB,DE`.
    pub fn parse_list(text: &str) -> Result<Vec<Self>, UnknownTieBreak> {
        text.split([',', ' ']).filter(|part| !part.is_empty()).map(Self::parse).collect()
    }
}

impl fmt::Display for TieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = CODES.iter().find(|(_, code)| *code == self.code).map_or("", |(name, _)| name);
        write!(f, "{name}")?;
        match (self.cut_low, self.cut_high) {
            (0, _) => {}
            (low, 0) => write!(f, "/C{low}")?,
            (low, _) => write!(f, "/M{low}")?,
        }
        if self.limit != 50 {
            write!(f, "/L{}", self.limit)?;
        }
        if self.predetermined {
            write!(f, "/P")?;
        }
        Ok(())
    }
}

/// Common orders of tie-breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Preset {
    /// Swiss as chess does it: Buchholz cut 1, Buchholz, Sonneborn-Berger, direct encounter, wins.
    Swiss,
    /// Round robin as chess does it: direct encounter, wins, Sonneborn-Berger, Koya.
    RoundRobin,
    /// Chinese rules 2011, Swiss, way A: opponents' score, wins, fouls, games as second player, then a round back.
    ChineseOpponents,
    /// Chinese rules 2011, Swiss, way B: cumulative score, wins, fouls, games as second player, then without the first rounds.
    ChineseCumulative,
    /// Chinese rules 2011, round robin: small points, wins, direct encounter, fouls, games as second player.
    ChineseRoundRobin,
    /// World Xiangqi Championship, as far as its regulation is known: opponents' score, direct encounter, wins.
    WorldXiangqi,
}

impl Preset {
    /// All presets.
    pub const ALL: [Self; 6] = [
        Self::Swiss,
        Self::RoundRobin,
        Self::ChineseOpponents,
        Self::ChineseCumulative,
        Self::ChineseRoundRobin,
        Self::WorldXiangqi,
    ];

    /// The tie-breaks in their order.
    pub fn tie_breaks(self) -> Vec<TieBreak> {
        let list = match self {
            Self::Swiss => "BH/C1,BH,SB,DE,WON",
            Self::RoundRobin => "DE,WON,SB,KS",
            Self::ChineseOpponents => "OS,WIN,FOUL,BPG,BACK",
            Self::ChineseCumulative => "PS,WIN,FOUL,BPG,PS/C1,PS/C2,PS/C3,PS/C4",
            Self::ChineseRoundRobin => "SB,WIN,DE,FOUL,BPG",
            Self::WorldXiangqi => "OS,DE,WIN",
        };
        TieBreak::parse_list(list).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_and_written() {
        for text in ["BH", "BH/C1", "BH/M2", "SB/P", "KS/L60", "PS/C3", "DE", "FOUL"] {
            assert_eq!(TieBreak::parse(text).map(|one| one.to_string()), Ok(text.to_owned()));
        }
        for bad in ["", "XX", "BH/", "BH/X1", "BH/C", "DE/C1", "KS/C1", "BH/C-1"] {
            assert!(TieBreak::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn every_preset_parses() {
        for preset in Preset::ALL {
            assert!(preset.tie_breaks().len() >= 3, "{preset:?}");
        }
    }
}
