//! Changes of a tournament: what clients send and what its log stores. Fields are only added, with a default.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{ClockChoice, Side, TS};

/// Settings to start from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TournamentPreset {
    /// Club championship: Swiss, seven rounds, 1, ½, 0.
    Club,
    /// Chinese rules of 2011: Swiss, 2, 1, 0, opponents' score.
    Chinese,
    /// World Xiangqi Championship: nine rounds, final of the top two, teams by ranks.
    WorldChampionship,
    /// Round robin.
    RoundRobin,
    /// Knockout with tie-break games.
    Knockout,
    /// Groups, then a knockout of the best of each.
    GroupsKnockout,
}

/// Settings of a section.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(optional_fields)]
pub struct SectionSettings {
    /// Name, such as "Women"; may be empty if there is only one section.
    pub name: String,
    /// Pairing system.
    pub system: PairingSystem,
    /// Rounds planned: 1 to 30. A round robin has as many as its players need.
    pub rounds: u32,
    /// Points for results.
    pub points: PointsRule,
    /// Tie-breaks by their TRF26 codes, separated by commas.
    pub tie_breaks: String,
    /// Team results.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub teams: Option<TeamResults>,
    /// Pairings of team-mates.
    pub team_mates: TeamMates,
    /// Side of the first player on the first board of round 1.
    pub first_side: Side,
    /// Round 1 of a Swiss.
    pub first_round: FirstRound,
    /// True if the two leaders before the last round play a final in it.
    pub final_of_two: bool,
    /// Categories with standings of their own.
    #[serde(default)]
    pub categories: Vec<TournamentCategory>,
    /// Games of players who joined with their device are played here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub online: Option<OnlineGames>,
    /// Matches of a knockout, and the groups before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub knockout: Option<KnockoutRules>,
    /// True if the server pairs and publishes each round by itself once all results are in.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>")]
    pub automatic: bool,
}

/// Matches of a knockout, and the groups before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct KnockoutRules {
    /// Games of a match: 1 to 12.
    pub games: u32,
    /// Games of each tie-break stage, while the match is level: 1 to 4.
    pub tie_break_games: u32,
    /// Number of tie-break stages: 0 to 4.
    pub tie_break_stages: u32,
    /// True if one last game decides a match that is still level: a draw is enough for its second player.
    pub decider: bool,
    /// True if the losers of the semi-finals play for the third place.
    pub third_place: bool,
    /// Number of groups before the knockout: 2 to 26.
    pub groups: u32,
    /// Players of each group who go on to the knockout: 1 to 8.
    pub qualifiers: u32,
    /// True if the players of a group meet twice.
    pub double_groups: bool,
}

impl Default for KnockoutRules {
    fn default() -> Self {
        Self {
            games: 2,
            tie_break_games: 2,
            tie_break_stages: 1,
            decider: true,
            third_place: true,
            groups: 2,
            qualifiers: 2,
            double_groups: false,
        }
    }
}

/// Pairing system.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PairingSystem {
    /// Swiss: the Dutch system.
    Swiss,
    /// Everybody meets everybody once.
    RoundRobin,
    /// Everybody meets everybody twice.
    DoubleRoundRobin,
    /// Pairings by hand.
    Manual,
    /// Knockout by start numbers as seeds.
    Knockout,
    /// Groups by start numbers in serpentine order, then a knockout.
    GroupsKnockout,
}

/// Points for win, draw and loss.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PointsRule {
    /// 1, ½, 0.
    Standard,
    /// 2, 1, 0.
    TwoOneZero,
    /// 3, 1, 0.
    ThreeOneZero,
    /// 3, 1, 0, and 2 for a draw as second player.
    DrawSecondTwo,
}

/// Team results of a section.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TeamResults {
    /// Sum that ranks the teams.
    pub by: TeamBy,
    /// Players of a team that count, the best ones: 1 to 20.
    pub players: u32,
}

/// Sum that ranks teams.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TeamBy {
    /// Ranks, the lower sum first.
    Ranks,
    /// Points.
    Points,
}

/// Pairings of team-mates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TeamMates {
    /// They may meet.
    MayMeet,
    /// They do not meet in round 1.
    ApartInRoundOne,
    /// They never meet.
    Apart,
}

/// Round 1 of a Swiss.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FirstRound {
    /// Upper half against lower half.
    Halves,
    /// Neighbors by start number: 1–2, 4–3, 5–6, …
    Neighbors,
}

/// Category with standings of its own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TournamentCategory {
    /// Code that players carry, such as `W`.
    pub code: String,
    /// Name. Empty: pages name the code in the language of the reader.
    pub name: String,
}

/// Rules of games played on this server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OnlineGames {
    /// The game.
    pub game: String,
    /// Time control.
    pub clock: ClockChoice,
    /// True if the games count for ratings; both players need accounts.
    pub rated: bool,
    /// Seconds after the start of a round until a player who has not moved loses: 5 to 86400.
    pub no_show_seconds: u32,
}

/// Player of a tournament, as entered.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(default)]
pub struct Entrant {
    /// Name, up to 60 characters.
    pub name: String,
    /// `m`, `w` or empty.
    pub sex: String,
    /// Title.
    pub title: String,
    /// Rating, 0 if none.
    pub rating: u32,
    /// Federation or club.
    pub federation: String,
    /// Identifier at the federation.
    pub identifier: String,
    /// Date of birth.
    pub birth: String,
    /// Team.
    pub team: String,
    /// Codes of categories.
    pub categories: Vec<String>,
    /// Engine that plays, by its specification; empty for a person.
    pub engine: String,
}

/// Kind of a bye that a player asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ByeChoice {
    /// Points of a win.
    Full,
    /// Points of a draw.
    Half,
    /// No points.
    Zero,
}

/// Result of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BoardResult {
    /// The player who moves first won.
    First,
    /// Draw.
    Draw,
    /// The second player won.
    Second,
    /// The second player was absent.
    FirstByForfeit,
    /// The first player was absent.
    SecondByForfeit,
    /// Both were absent.
    BothAbsent,
}

/// Two players of a board, by start number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct BoardPair {
    /// Moves first.
    pub first: u32,
    /// Moves second.
    pub second: u32,
}

/// Right of an official.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TournamentRole {
    /// Results, fouls, absences.
    Arbiter,
    /// Everything.
    Organizer,
}

/// Change of a tournament. The log of a tournament is a list of these.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TournamentAct {
    /// Name and texts.
    Describe {
        /// Name.
        name: String,
        /// Place and date.
        place: String,
        /// Text for the players.
        notes: String,
    },
    /// Adds a section (with the next number) or changes one.
    Section {
        /// Number, from 1.
        section: u32,
        /// Settings.
        settings: Box<SectionSettings>,
    },
    /// Removes a section in which nothing was published.
    DropSection {
        /// Section.
        section: u32,
    },
    /// Enters players; they get the next start numbers.
    Enter {
        /// Section.
        section: u32,
        /// Players.
        players: Vec<Entrant>,
    },
    /// Changes the data of a player.
    Edit {
        /// Section.
        section: u32,
        /// Start number.
        number: u32,
        /// New data.
        player: Box<Entrant>,
    },
    /// Removes a player before round 1; those after it move up.
    Remove {
        /// Section.
        section: u32,
        /// Start number.
        number: u32,
    },
    /// Gives new start numbers before round 1: the old numbers in their new order.
    Renumber {
        /// Section.
        section: u32,
        /// Old start numbers.
        order: Vec<u32>,
    },
    /// Withdraws a player from a round on; `null` brings the player back.
    Withdraw {
        /// Section.
        section: u32,
        /// Start number.
        number: u32,
        /// First round without the player.
        from_round: Option<u32>,
    },
    /// Notes that a player does not play in a round; `null` takes it back.
    Bye {
        /// Section.
        section: u32,
        /// Start number.
        number: u32,
        /// Round.
        round: u32,
        /// Points of the round.
        bye: Option<ByeChoice>,
    },
    /// Keeps players apart.
    Forbid {
        /// Section.
        section: u32,
        /// Start numbers; no two of them meet.
        players: Vec<u32>,
    },
    /// Takes a rule of [`TournamentAct::Forbid`] back.
    Permit {
        /// Section.
        section: u32,
        /// The same start numbers.
        players: Vec<u32>,
    },
    /// Pairing of a round, not published yet.
    Pair {
        /// Section.
        section: u32,
        /// Round.
        round: u32,
        /// Boards in order.
        boards: Vec<BoardPair>,
        /// Player with the pairing-allocated bye.
        bye: Option<u32>,
        /// True if it was changed by hand.
        by_hand: bool,
    },
    /// Removes the last round, published or not, with its results.
    Unpair {
        /// Section.
        section: u32,
        /// Round.
        round: u32,
    },
    /// Publishes a round.
    Publish {
        /// Section.
        section: u32,
        /// Round.
        round: u32,
        /// Start of the games, as milliseconds of the Unix time. Default: now.
        starts_at: Option<i64>,
    },
    /// Result of a board; `null` removes it.
    Result {
        /// Section.
        section: u32,
        /// Round.
        round: u32,
        /// Board, from 1.
        board: u32,
        /// Result.
        result: Option<BoardResult>,
    },
    /// Result as a player of the board reports it.
    Propose {
        /// Section.
        section: u32,
        /// Round.
        round: u32,
        /// Board, from 1.
        board: u32,
        /// Side of the player.
        side: Side,
        /// Result.
        result: BoardResult,
    },
    /// Fouls of a player in a round, as counted by the arbiter.
    Foul {
        /// Section.
        section: u32,
        /// Round.
        round: u32,
        /// Start number.
        number: u32,
        /// Number of fouls.
        fouls: u32,
    },
    /// Game of a board on this server.
    Room {
        /// Section.
        section: u32,
        /// Round.
        round: u32,
        /// Board, from 1.
        board: u32,
        /// Identifier of the game.
        room: String,
    },
    /// Device or account of a player; `null` removes it.
    Join {
        /// Section.
        section: u32,
        /// Start number.
        number: u32,
        /// Identity.
        player: Option<String>,
    },
    /// Right of an official; `null` removes it.
    Official {
        /// Identity.
        player: String,
        /// Name.
        name: String,
        /// Right.
        role: Option<TournamentRole>,
    },
    /// Decides a knockout match that is level after all its games, or takes the decision back.
    Decide {
        /// Section.
        section: u32,
        /// Start number of the player who goes on.
        winner: u32,
        /// Start number of the other player.
        loser: u32,
        /// False to take the decision back.
        decided: bool,
    },
    /// Ends a section, or goes on with it.
    Close {
        /// Section.
        section: u32,
        /// True to end it.
        closed: bool,
    },
}
