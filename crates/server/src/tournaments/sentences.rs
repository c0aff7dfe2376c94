//! Sentences about tournaments: explanations, errors and the log as message codes.

use game::Message;
use tournament::dutch::criteria::{Criterion, Difference, Value};
use tournament::dutch::field::{ByeObstacle, Obstacle};
use tournament::dutch::pairs::ColourRule;
use tournament::dutch::{PairingError, RoundPairing};
use tournament::explain::{
    Explanation, NotPaired, Origin, PairExplanation, WhyNot, explain, opponent_by_order, why_not,
};
use tournament::manual::ManualIssue;
use tournament::trf::{Problem, TrfError};

use super::bracket::{GameKind, Phase};
use super::state::TournamentState;
use crate::wire::{BoardResult, ByeChoice, FirstRound, TeamMates, TournamentAct, TournamentRole};

/// Most players of a round for which the opponent by order is tried out.
const MOST_TRIED: usize = 200;

/// Reasons for a player's round: bracket, opponent, floats, colour; or the bye.
pub fn reasons(pairing: &RoundPairing, number: u32) -> Result<Vec<Message>, NotPaired> {
    let found = explain(pairing, number)?;
    let mut all = explanation(&found);
    let Explanation::Pair(pair) = found else { return Ok(all) };
    let opponent = if pair.white.number == number { pair.black.number } else { pair.white.number };
    // Who has no opponent by order, or one whom another pair of the bracket keeps away, is explained from the other side.
    let mut sentence = None;
    for (one, other) in [(number, opponent), (opponent, number)] {
        if sentence.is_none() {
            sentence = reason_by_order(pairing, one, other)?;
        }
    }
    let in_order = Message::new("tournament_why_first_in_order");
    let sentence = sentence.unwrap_or_else(|| in_order.number("number", number).number("other", opponent));
    // Before the color, which comes last.
    all.insert(all.len().saturating_sub(1), sentence);
    Ok(all)
}

/// Sentence about the opponent that a player has by the order of the bracket: that it is this one, or what speaks against it.
/// `None` if there is none, or nothing but other pairs of the bracket speaks against it.
fn reason_by_order(pairing: &RoundPairing, number: u32, opponent: u32) -> Result<Option<Message>, NotPaired> {
    let Some((expected, moved_down)) = opponent_by_order(pairing, number) else { return Ok(None) };
    let sentence = |code| Message::new(code).number("number", number).number("other", expected);
    if expected == opponent {
        let code = if moved_down { "tournament_why_order_down" } else { "tournament_why_order" };
        return Ok(Some(sentence(code)));
    }
    if pairing.field.len() > MOST_TRIED {
        return Ok(None);
    }
    Ok(match why_not(pairing, number, Some(expected))? {
        WhyNot::LaterInOrder(_) | WhyNot::IsPaired => None,
        answer => Some(sentence("tournament_why_not_order").nest("why", why_not_sentence(&answer))),
    })
}

/// Sentences of an explanation: opponent, floats, colour.
fn explanation(found: &Explanation) -> Vec<Message> {
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

fn obstacle(obstacle: &Obstacle) -> Message {
    match obstacle {
        Obstacle::AlreadyMet(round) => Message::new("tournament_not_met").number("round", *round),
        Obstacle::Forbidden => Message::new("tournament_not_forbidden"),
        Obstacle::SameAbsoluteColour(_) => Message::new("tournament_not_colour"),
    }
}

fn bye_obstacle(obstacle: &ByeObstacle) -> Message {
    match obstacle {
        ByeObstacle::HadBye(round) => Message::new("tournament_not_had_bye").number("round", *round),
        ByeObstacle::WonUnplayed(round) => {
            Message::new("tournament_not_won_unplayed").number("round", *round)
        }
    }
}

/// Remark on a pairing made by hand.
pub fn manual_issue(issue: &ManualIssue) -> Message {
    let about = |number: u32, why: Message| {
        Message::new("tournament_remark_player").number("number", number).nest("why", why)
    };
    match issue {
        ManualIssue::NotPresent(number) => Message::new("tournament_not_present").number("number", *number),
        ManualIssue::Twice(number) => Message::new("tournament_paired_twice").number("number", *number),
        ManualIssue::Missing(number) => Message::new("tournament_left_out").number("number", *number),
        ManualIssue::Obstacle(board, why) => Message::new("tournament_remark_board")
            .number("first", board.white)
            .number("second", board.black)
            .nest("why", obstacle(why)),
        ManualIssue::ByeObstacle(number, why) => about(*number, bye_obstacle(why)),
        ManualIssue::SecondBye(number) => about(*number, Message::new("tournament_second_bye")),
        ManualIssue::OtherColours(board) => Message::new("tournament_remark_board")
            .number("first", board.white)
            .number("second", board.black)
            .nest("why", Message::new("tournament_other_colors")),
        ManualIssue::NotDutch(Some(difference)) => worse(difference),
        ManualIssue::NotDutch(None) => Message::new("tournament_not_dutch"),
    }
}

/// Answer to "why not?".
pub fn why_not_sentence(answer: &WhyNot) -> Message {
    match answer {
        WhyNot::IsPaired => Message::new("tournament_not_is_paired"),
        WhyNot::Obstacle(why) => obstacle(why),
        WhyNot::ByeObstacle(why) => bye_obstacle(why),
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
        PairingError::TooManyPlayers(most) => {
            Message::new("tournament_too_many_players").number("most", *most)
        }
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

/// Name of a stage of a knockout with this many players.
pub fn stage(players: u32) -> Message {
    match players {
        0..=2 => Message::new("tournament_stage_final"),
        3..=4 => Message::new("tournament_stage_semi"),
        5..=8 => Message::new("tournament_stage_quarter"),
        _ => Message::new("tournament_stage_of").number("players", players),
    }
}

/// Name of a round of the groups or of a knockout.
pub fn phase(phase: Phase) -> Message {
    let game = |code: &'static str, players: u32, game: u32| {
        Message::new(code).nest("stage", stage(players)).number("game", game)
    };
    match phase {
        Phase::Groups(round) => Message::new("tournament_stage_groups").number("round", round),
        Phase::Stage(players, _, GameKind::Only) => stage(players),
        Phase::Stage(players, number, GameKind::Regular) => game("tournament_stage_game", players, number),
        Phase::Stage(players, number, GameKind::TieBreak) => game("tournament_stage_tie", players, number),
        Phase::Stage(players, number, GameKind::Decider) => game("tournament_stage_decider", players, number),
    }
}

/// Reasons for a board of the groups or of a knockout.
pub fn why_knockout(section: &super::state::Section, round: u32, pair: (u32, u32)) -> Vec<Message> {
    let Some(phase_of_round) = section.phase(round) else { return Vec::new() };
    let mut all = vec![phase(phase_of_round)];
    let bracket = section.bracket(section.rounds.len()).unwrap_or_default();
    let found = bracket.stages.iter().enumerate().find_map(|(place, stage)| {
        let contests = stage.contests.iter();
        Some((place, contests.into_iter().find(|contest| contest.is_between(pair.0, pair.1))?))
    });
    let (Phase::Stage(_, _, kind), Some((place, contest))) = (phase_of_round, found) else {
        all.push(Message::new("tournament_why_group"));
        return all;
    };
    let seed = |number: u32| bracket.seeds.iter().position(|&one| one == number).map_or(0, |at| at + 1);
    let sentence = if contest.third_place {
        Message::new("tournament_why_third")
    } else if place == 0 {
        Message::new("tournament_why_seeds")
            .number("first", seed(contest.games.first))
            .number("second", seed(contest.games.second))
            .number("players", bracket.seeds.len())
    } else {
        Message::new("tournament_why_winners")
    };
    all.push(sentence);
    if section.round(round).is_some_and(|round| round.by_hand) {
        all.push(Message::new("tournament_why_by_hand"));
    }
    match kind {
        GameKind::TieBreak => all.push(Message::new("tournament_why_tie_break")),
        GameKind::Decider => {
            all.push(Message::new("tournament_why_decider").number("number", pair.1));
        }
        GameKind::Only | GameKind::Regular => all.push(Message::new("tournament_why_match_color")),
    }
    all
}

/// Ways in which a section differs from the FIDE Dutch system.
pub fn departures(section: &super::state::Section) -> Vec<Message> {
    let settings = &section.settings;
    let mut all = Vec::new();
    if settings.system != crate::wire::PairingSystem::Swiss {
        return all;
    }
    if settings.first_round == FirstRound::Neighbors {
        all.push(Message::new("tournament_departure_first_round"));
    }
    match settings.team_mates {
        TeamMates::MayMeet => {}
        TeamMates::ApartInRoundOne => all.push(Message::new("tournament_departure_mates_first")),
        TeamMates::Apart => all.push(Message::new("tournament_departure_mates")),
    }
    if settings.final_of_two {
        all.push(Message::new("tournament_departure_final").number("round", section.rounds_planned()));
    }
    if settings.tie_breaks.split(',').any(|code| code.trim() == "OS") {
        all.push(Message::new("tournament_departure_bye"));
    }
    if !section.forbidden.is_empty() {
        all.push(Message::new("tournament_departure_forbidden"));
    }
    for (round, number) in section.rounds.iter().zip(1u32..) {
        if round.by_hand {
            all.push(Message::new("tournament_departure_by_hand").number("round", number));
        }
    }
    all
}

fn result(result: BoardResult) -> Message {
    Message::new(match result {
        BoardResult::First => "tournament_result_first",
        BoardResult::Draw => "tournament_result_draw",
        BoardResult::Second => "tournament_result_second",
        BoardResult::FirstByForfeit => "tournament_result_first_forfeit",
        BoardResult::SecondByForfeit => "tournament_result_second_forfeit",
        BoardResult::BothAbsent => "tournament_result_both_absent",
    })
}

/// Name of a section, or its number if it has none.
fn name_or_number(name: &str, number: u32) -> String {
    if name.is_empty() { number.to_string() } else { name.to_owned() }
}

/// Sentence of the log for a change; `before` is the tournament before it.
pub fn log(act: &TournamentAct, before: &TournamentState) -> Message {
    let section = |number: &u32| before.sections.get(number);
    let player = |number: &u32, start: u32| {
        let name = section(number).map_or("", |section| section.name_of(start));
        format!("{start} {name}")
    };
    match act {
        TournamentAct::Describe { .. } => Message::new("tournament_log_describe"),
        TournamentAct::Section { section, settings } => {
            Message::new("tournament_log_section").text("name", name_or_number(&settings.name, *section))
        }
        TournamentAct::DropSection { section: number } => {
            let name = section(number).map_or("", |section| section.settings.name.as_str());
            Message::new("tournament_log_drop_section").text("name", name_or_number(name, *number))
        }
        TournamentAct::Enter { players, .. } => {
            let names: Vec<&str> = players.iter().take(10).map(|one| one.name.as_str()).collect();
            let more = if players.len() > names.len() { ", …" } else { "" };
            Message::new("tournament_log_enter")
                .number("count", players.len())
                .text("names", names.join(", ") + more)
        }
        TournamentAct::Edit { section, number, .. } => {
            Message::new("tournament_log_edit").text("player", player(section, *number))
        }
        TournamentAct::Remove { section, number } => {
            Message::new("tournament_log_remove").text("player", player(section, *number))
        }
        TournamentAct::Renumber { .. } => Message::new("tournament_log_renumber"),
        TournamentAct::Withdraw { section, number, from_round: Some(round) } => {
            Message::new("tournament_log_withdraw")
                .text("player", player(section, *number))
                .number("round", *round)
        }
        TournamentAct::Withdraw { section, number, from_round: None } => {
            Message::new("tournament_log_return").text("player", player(section, *number))
        }
        TournamentAct::Bye { section, number, round, bye } => {
            let code = match bye {
                Some(ByeChoice::Full) => "tournament_log_bye_full",
                Some(ByeChoice::Half) => "tournament_log_bye_half",
                Some(ByeChoice::Zero) => "tournament_log_bye_zero",
                None => "tournament_log_bye_none",
            };
            Message::new(code).text("player", player(section, *number)).number("round", *round)
        }
        TournamentAct::Forbid { section, players } => {
            let names: Vec<String> = players.iter().map(|&number| player(section, number)).collect();
            Message::new("tournament_log_forbid").text("players", names.join(", "))
        }
        TournamentAct::Permit { section, players } => {
            let names: Vec<String> = players.iter().map(|&number| player(section, number)).collect();
            Message::new("tournament_log_permit").text("players", names.join(", "))
        }
        TournamentAct::Pair { round, by_hand: false, .. } => {
            Message::new("tournament_log_pair").number("round", *round)
        }
        TournamentAct::Pair { round, .. } => {
            Message::new("tournament_log_pair_by_hand").number("round", *round)
        }
        TournamentAct::Unpair { round, .. } => Message::new("tournament_log_unpair").number("round", *round),
        TournamentAct::Publish { round, .. } => {
            Message::new("tournament_log_publish").number("round", *round)
        }
        TournamentAct::Result { section: number, round, board, result: new } => {
            let old = section(number).and_then(|section| section.board(*round, *board)?.result);
            let code = match (old, new) {
                (Some(_), Some(_)) => "tournament_log_corrected",
                (_, None) => "tournament_log_result_removed",
                (None, Some(_)) => "tournament_log_result",
            };
            let message = Message::new(code).number("round", *round).number("board", *board);
            let message = match new {
                Some(new) => message.nest("result", result(*new)),
                None => message,
            };
            match old {
                Some(old) => message.nest("before", result(old)),
                None => message,
            }
        }
        TournamentAct::Propose { round, board, side, result: new, .. } => {
            let code = match side {
                crate::wire::Side::First => "tournament_log_proposed_first",
                crate::wire::Side::Second => "tournament_log_proposed_second",
            };
            Message::new(code).number("round", *round).number("board", *board).nest("result", result(*new))
        }
        TournamentAct::Foul { section, round, number, fouls } => Message::new("tournament_log_foul")
            .text("player", player(section, *number))
            .number("round", *round)
            .number("fouls", *fouls),
        TournamentAct::Room { round, board, .. } => {
            Message::new("tournament_log_room").number("round", *round).number("board", *board)
        }
        TournamentAct::Join { section, number, player: Some(_) } => {
            Message::new("tournament_log_join").text("player", player(section, *number))
        }
        TournamentAct::Join { section, number, player: None } => {
            Message::new("tournament_log_leave").text("player", player(section, *number))
        }
        TournamentAct::Official { name, role, .. } => {
            let code = match role {
                Some(TournamentRole::Organizer) => "tournament_log_organizer",
                Some(TournamentRole::Arbiter) => "tournament_log_arbiter",
                None => "tournament_log_no_official",
            };
            // Whoever has no account and gave no name.
            match name.as_str() {
                "" => Message::new(code).nest("name", Message::new("tournament_guest")),
                name => Message::new(code).text("name", name),
            }
        }
        TournamentAct::Decide { section, winner, loser, decided } => {
            let code = if *decided { "tournament_log_decide" } else { "tournament_log_undecide" };
            Message::new(code).text("player", player(section, *winner)).text("other", player(section, *loser))
        }
        TournamentAct::Close { closed: true, .. } => Message::new("tournament_log_close"),
        TournamentAct::Close { .. } => Message::new("tournament_log_reopen"),
    }
}
