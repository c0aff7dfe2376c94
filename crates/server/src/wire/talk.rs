//! Wire types of talk between two players, blocks and reports.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Side;
use super::TS;

/// What the players of a game may say to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TalkRule {
    /// Nothing.
    Off,
    /// Fixed phrases.
    Phrases,
    /// Fixed phrases and free text.
    Text,
}

/// Fixed phrase, shown in the language of its reader.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phrase {
    /// Hello!
    Hello,
    /// Good luck!
    GoodLuck,
    /// You too!
    YouToo,
    /// Good move!
    GoodMove,
    /// Oops!
    Oops,
    /// Sorry.
    Sorry,
    /// One moment, please.
    OneMoment,
    /// Thank you!
    Thanks,
    /// Well played!
    WellPlayed,
    /// One more game?
    OneMore,
    /// I have to go.
    MustGo,
    /// Goodbye!
    Goodbye,
}

impl Phrase {
    /// Code on the wire and in the database.
    pub fn code(self) -> &'static str {
        match self {
            Phrase::Hello => "hello",
            Phrase::GoodLuck => "good_luck",
            Phrase::YouToo => "you_too",
            Phrase::GoodMove => "good_move",
            Phrase::Oops => "oops",
            Phrase::Sorry => "sorry",
            Phrase::OneMoment => "one_moment",
            Phrase::Thanks => "thanks",
            Phrase::WellPlayed => "well_played",
            Phrase::OneMore => "one_more",
            Phrase::MustGo => "must_go",
            Phrase::Goodbye => "goodbye",
        }
    }

    /// Reads a code.
    pub fn named(code: &str) -> Option<Phrase> {
        serde_json::from_value(serde_json::Value::String(code.to_owned())).ok()
    }
}

/// Line of the talk: a phrase or a text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TalkLine {
    /// Number within the game.
    pub number: u32,
    /// Side of the speaker.
    pub side: Side,
    /// Time.
    pub at: i64,
    /// Fixed phrase.
    pub phrase: Option<Phrase>,
    /// Free text.
    pub text: Option<String>,
}

/// Reason of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReportReason {
    /// Insults or other bad talk.
    Talk,
    /// Help by a program or another person.
    Cheating,
    /// Leaving or letting the time run instead of resigning.
    Stalling,
    /// An improper name.
    Name,
    /// Something else.
    Other,
}

impl ReportReason {
    /// Code in the database.
    pub fn code(self) -> &'static str {
        match self {
            ReportReason::Talk => "talk",
            ReportReason::Cheating => "cheating",
            ReportReason::Stalling => "stalling",
            ReportReason::Name => "name",
            ReportReason::Other => "other",
        }
    }
}

/// Report to the operator: `POST /api/reports`. With a room the game and its talk are attached; without a handle the report is
/// about the caller's opponent there.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(optional_fields)]
pub struct ReportIn {
    /// Room of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<String>,
    /// Handle of the reported player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handle: Option<String>,
    /// Reason.
    pub reason: ReportReason,
    /// What happened, up to 500 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_have_the_same_code_on_the_wire_and_in_the_database() {
        for phrase in [
            Phrase::Hello,
            Phrase::GoodLuck,
            Phrase::YouToo,
            Phrase::GoodMove,
            Phrase::Oops,
            Phrase::Sorry,
            Phrase::OneMoment,
            Phrase::Thanks,
            Phrase::WellPlayed,
            Phrase::OneMore,
            Phrase::MustGo,
            Phrase::Goodbye,
        ] {
            assert_eq!(Phrase::named(phrase.code()), Some(phrase));
            assert_eq!(serde_json::to_string(&phrase).ok(), Some(format!("\"{}\"", phrase.code())));
        }
        assert_eq!(Phrase::named("insult"), None);
    }
}
