//! Sentences of the tournament command: explanations and errors as message codes.

use table::Message;
use tournament::dutch::PairingError;
use tournament::dutch::criteria::{Criterion, Difference, Value};
use tournament::dutch::field::{ByeObstacle, Obstacle};
use tournament::dutch::pairs::ColourRule;
use tournament::explain::{Explanation, Origin, PairExplanation, WhyNot};
use tournament::trf::{Problem, TrfError};

/// Sentences of an explanation: opponent, floats, colour.
pub fn explanation(found: &Explanation) -> Vec<Message> {
    match found {
        Explanation::Pair(pair) => pair_sentences(pair),
        Explanation::Bye(bye) => vec![
            Message::new("tournament_why_bye")
                .number("number", bye.number)
                .text("score", bye.score.to_string())
                .number("unplayed", bye.unplayed),
        ],
    }
}

fn pair_sentences(pair: &PairExplanation) -> Vec<Message> {
    let mut all = vec![
        Message::new("tournament_why_pair")
            .text("score", pair.bracket.to_string())
            .number("size", pair.bracket_size),
    ];
    for side in [&pair.white, &pair.black] {
        if let Origin::MovedDown(score) = side.origin {
            let sentence = Message::new("tournament_why_moved_down");
            all.push(sentence.number("number", side.number).text("score", score.to_string()));
        }
    }
    let colour = match pair.colour_rule {
        ColourRule::BothPreferences => Message::new("tournament_colour_both"),
        ColourRule::StrongerPreference => Message::new("tournament_colour_stronger"),
        ColourRule::Alternation => Message::new("tournament_colour_alternation"),
        ColourRule::HigherRanked => Message::new("tournament_colour_higher"),
        ColourRule::InitialColour => Message::new("tournament_colour_initial"),
    };
    all.push(colour.number("first", pair.white.number));
    all
}

/// Answer to "why not?".
pub fn why_not(answer: &WhyNot) -> Message {
    match answer {
        WhyNot::IsPaired => Message::new("tournament_not_is_paired"),
        WhyNot::Obstacle(Obstacle::AlreadyMet(round)) => {
            Message::new("tournament_not_met").number("round", *round)
        }
        WhyNot::Obstacle(Obstacle::Forbidden) => Message::new("tournament_not_forbidden"),
        WhyNot::Obstacle(Obstacle::SameAbsoluteColour(_)) => Message::new("tournament_not_colour"),
        WhyNot::ByeObstacle(ByeObstacle::HadBye(round)) => {
            Message::new("tournament_not_had_bye").number("round", *round)
        }
        WhyNot::ByeObstacle(ByeObstacle::WonUnplayed(round)) => {
            Message::new("tournament_not_won_unplayed").number("round", *round)
        }
        WhyNot::NoBye => Message::new("tournament_not_even"),
        WhyNot::NoCompletion => Message::new("tournament_not_completion"),
        WhyNot::Worse(difference) => worse(difference),
        WhyNot::LaterInOrder(score) => Message::new("tournament_not_order").text("score", score.to_string()),
    }
}

fn worse(difference: &Difference) -> Message {
    let criterion = Message::new(criterion(difference.criterion));
    let sentence = match difference.bracket {
        Some(score) => Message::new("tournament_not_worse").text("score", score.to_string()),
        None => Message::new("tournament_not_worse_round"),
    };
    sentence
        .nest("criterion", criterion)
        .text("now", value(&difference.first))
        .text("then", value(&difference.second))
}

fn value(value: &Value) -> String {
    match value {
        Value::Count(count) => count.to_string(),
        Value::NotApplicable => "-".to_owned(),
        Value::Scores(scores) if scores.is_empty() => "0".to_owned(),
        Value::Scores(scores) => scores.iter().map(ToString::to_string).collect::<Vec<_>>().join(" + "),
    }
}

fn criterion(criterion: Criterion) -> &'static str {
    match criterion {
        Criterion::C1 => "tournament_c1",
        Criterion::C2 => "tournament_c2",
        Criterion::C3 => "tournament_c3",
        Criterion::C4 => "tournament_c4",
        Criterion::C5 => "tournament_c5",
        Criterion::C6 => "tournament_c6",
        Criterion::C7 => "tournament_c7",
        Criterion::C8 => "tournament_c8",
        Criterion::C9 => "tournament_c9",
        Criterion::C10 => "tournament_c10",
        Criterion::C11 => "tournament_c11",
        Criterion::C12 => "tournament_c12",
        Criterion::C13 => "tournament_c13",
        Criterion::C14 => "tournament_c14",
        Criterion::C15 => "tournament_c15",
        Criterion::C16 => "tournament_c16",
        Criterion::C17 => "tournament_c17",
        Criterion::C18 => "tournament_c18",
        Criterion::C19 => "tournament_c19",
        Criterion::C20 => "tournament_c20",
        Criterion::C21 => "tournament_c21",
    }
}

/// Reason why a round cannot be paired.
pub fn pairing_error(error: &PairingError) -> Message {
    match error {
        PairingError::NoLegalPairing => Message::new("tournament_no_pairing"),
        PairingError::NoPlayers => Message::new("tournament_no_players"),
        PairingError::MissingResult(number, round) => {
            Message::new("tournament_missing_result").number("number", *number).number("round", *round)
        }
        PairingError::LeftOut(number) => Message::new("tournament_not_present").number("number", *number),
    }
}

/// Problem of a file, with line and column.
pub fn file_error(error: &TrfError) -> Message {
    let problem = match &error.problem {
        Problem::ShortLine => Message::new("trf_short_line"),
        Problem::UnknownCode(code) => Message::new("trf_unknown_code").text("code", code),
        Problem::NotANumber(text) => Message::new("trf_not_a_number").text("text", text),
        Problem::NotPoints(text) => Message::new("trf_not_points").text("text", text),
        Problem::BadColour(letter) => Message::new("trf_bad_colour").text("text", letter.to_string()),
        Problem::BadResult(letter) => Message::new("trf_bad_result").text("text", letter.to_string()),
        Problem::Contradiction => Message::new("trf_contradiction"),
        Problem::RepeatedNumber(number) => Message::new("trf_repeated_number").number("number", *number),
        Problem::UnknownPlayer(number) => Message::new("trf_unknown_player").number("number", *number),
        Problem::OwnOpponent => Message::new("trf_own_opponent"),
        Problem::OpponentDisagrees(number, round) => {
            Message::new("trf_opponent_disagrees").number("number", *number).number("round", *round)
        }
        Problem::WrongPoints(written, computed) => {
            Message::new("trf_wrong_points").text("written", written).text("computed", computed)
        }
        Problem::TooManyRounds(rounds) => Message::new("trf_too_many_rounds").number("rounds", *rounds),
        Problem::NoPlayers => Message::new("tournament_no_players"),
        Problem::UnexpectedText => Message::new("trf_unexpected_text"),
    };
    Message::new("trf_error").number("line", error.line).number("column", error.column).nest("why", problem)
}
