//! Files of a section: TRF and CSV.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt::Write as _;

use game::Message;
use tournament::model::{Bye, Colour, Entry, Outcome};
use tournament::trf::{Format, TrfFile, write};

use super::games;
use super::state::{Section, TournamentState};
use crate::wire::{
    BoardPair, BoardResult, BoardSlip, BoardView, ByeChoice, PointsRule, SectionSettings, TournamentAct,
};

/// File of a section: content, MIME type and extension.
pub fn section_file(
    state: &TournamentState,
    section: u32,
    format: &str,
) -> Result<(String, &'static str, &'static str), Message> {
    let section = state.sections.get(&section).ok_or_else(|| Message::new("tournament_no_section"))?;
    match format {
        "trf16" => Ok((trf(state, section, Format::Trf16), "text/plain; charset=utf-8", "trf")),
        "trf26" => Ok((trf(state, section, Format::Trf26), "text/plain; charset=utf-8", "trf")),
        "csv" => Ok((csv(section), "text/csv; charset=utf-8", "csv")),
        _ => Err(Message::new("record_format").text("format", format)),
    }
}

fn trf(state: &TournamentState, section: &Section, format: Format) -> String {
    let mut tournament = section.published_tournament();
    let name = [state.name.as_str(), section.settings.name.as_str()];
    tournament.name = name.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ");
    let rows = section.ranking(&tournament);
    let ranks = rows.iter().map(|row| (row.number, row.rank as u32)).collect();
    let tie_breaks = section.tie_breaks().iter().map(ToString::to_string).collect();
    write(&TrfFile { tournament, ranks, tie_breaks, rounds_given: true, headers: Vec::new() }, format)
}

/// Text of a cell. A cell that a spreadsheet would compute is made text.
fn quoted(text: &str) -> String {
    let text = if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

fn csv(section: &Section) -> String {
    let tournament = section.published_tournament();
    let tie_breaks = section.tie_breaks();
    let codes: Vec<String> = tie_breaks.iter().map(ToString::to_string).collect();
    let mut text =
        format!("rank,number,name,sex,team,federation,rating,categories,points,{}\n", codes.join(","));
    for row in section.ranking(&tournament) {
        let Some(player) = section.player(row.number) else { continue };
        let entrant = &player.entrant;
        let values = tie_breaks.iter().zip(&row.values).map(|(code, value)| value.text(code.decimals()));
        let _ = writeln!(
            text,
            "{},{},{},{},{},{},{},{},{},{}",
            row.rank,
            row.number,
            quoted(&entrant.name),
            entrant.sex,
            quoted(&entrant.team),
            quoted(&entrant.federation),
            entrant.rating,
            quoted(&entrant.categories.join("/")),
            row.points,
            values.collect::<Vec<_>>().join(","),
        );
    }
    text
}

/// Changes that enter the rounds of a TRF or PGN file into a section which has got its players; none for other texts. Start
/// numbers with gaps close up.
pub fn rounds_of_file(text: &str, section: u32, settings: &SectionSettings) -> Vec<TournamentAct> {
    let is_trf = text.lines().any(|line| line.starts_with("001 "));
    let read = if is_trf {
        tournament::trf::read(text).ok().map(|file| file.tournament)
    } else {
        games::from_pgn(text).and_then(Result::ok)
    };
    let Some(event) = read.filter(|event| event.paired_rounds() > 0) else { return Vec::new() };
    let places = if is_trf { HashMap::new() } else { games::board_order(text) };
    let mut acts = Vec::new();
    // A finished tournament may have another length, and points of its own, of which a PGN says nothing.
    let known =
        [PointsRule::Standard, PointsRule::TwoOneZero, PointsRule::ThreeOneZero, PointsRule::DrawSecondTwo];
    let of_file = known.into_iter().find(|rule| is_trf && super::pairing::points(*rule) == event.points);
    let rounds = event.rounds.max(event.paired_rounds()) as u32;
    let adapted = SectionSettings {
        rounds: settings.rounds.max(rounds),
        points: of_file.unwrap_or(settings.points),
        ..settings.clone()
    };
    acts.push(TournamentAct::Section { section, settings: Box::new(adapted) });
    let number_of = |start: u32| event.index_of(start).map(|index| index as u32 + 1);
    for round in 1..=event.paired_rounds() {
        let of_round = round as u32;
        let mut boards: Vec<(BoardPair, Option<BoardResult>)> = Vec::new();
        let mut bye = None;
        for (player, number) in event.players.iter().zip(1u32..) {
            let entry = player.entries.get(round - 1).copied().unwrap_or(Entry::Bye(Bye::ZeroPoint));
            match entry {
                Entry::Bye(Bye::PairingAllocated) if bye.is_none() => bye = Some(number),
                Entry::Bye(kind) => {
                    let bye = match kind {
                        Bye::HalfPoint => ByeChoice::Half,
                        Bye::FullPoint | Bye::PairingAllocated => ByeChoice::Full,
                        Bye::ZeroPoint => ByeChoice::Zero,
                    };
                    acts.push(TournamentAct::Bye { section, number, round: of_round, bye: Some(bye) });
                }
                _ => {
                    let Some(opponent) = entry.opponent().and_then(number_of) else { continue };
                    // A forfeit without colors belongs to the lower number.
                    let first = entry.colour().map_or(number < opponent, |side| side == Colour::White);
                    if first {
                        boards.push((BoardPair { first: number, second: opponent }, result_for_first(entry)));
                    }
                }
            }
        }
        let place = |pair: &BoardPair| {
            let name = event.players.get(pair.first as usize - 1).map(|player| player.name.clone());
            name.and_then(|name| places.get(&(of_round, name)).copied())
        };
        // A TRF file has no boards: higher scores come first, as in a pairing.
        let score = |number: u32| event.score_after(number as usize - 1, round - 1);
        boards.sort_by_key(|(pair, _)| {
            let (one, other) = (score(pair.first), score(pair.second));
            (place(pair), Reverse((one.max(other), one + other)), pair.first.min(pair.second))
        });
        // Both lost by forfeit: nobody has won, so the opponent's entry decides.
        for (pair, result) in &mut boards {
            let second = event.players.get(pair.second as usize - 1);
            let theirs = second.and_then(|player| player.entries.get(round - 1)).copied();
            if *result == Some(BoardResult::SecondByForfeit)
                && matches!(theirs, Some(Entry::Forfeit { won: false, .. }))
            {
                *result = Some(BoardResult::BothAbsent);
            }
        }
        acts.push(TournamentAct::Pair {
            section,
            round: of_round,
            boards: boards.iter().map(|(pair, _)| *pair).collect(),
            bye,
            by_hand: false,
        });
        acts.push(TournamentAct::Publish { section, round: of_round, starts_at: None });
        for ((_, result), board) in boards.into_iter().zip(1u32..).filter(|((_, result), _)| result.is_some())
        {
            acts.push(TournamentAct::Result { section, round: of_round, board, result });
        }
    }
    acts
}

fn result_for_first(entry: Entry) -> Option<BoardResult> {
    Some(match entry {
        Entry::Game { outcome: Outcome::Win, .. } => BoardResult::First,
        Entry::Game { outcome: Outcome::Draw, .. } => BoardResult::Draw,
        Entry::Game { outcome: Outcome::Loss, .. } => BoardResult::Second,
        Entry::Forfeit { won: true, .. } => BoardResult::FirstByForfeit,
        Entry::Forfeit { won: false, .. } => BoardResult::SecondByForfeit,
        Entry::Pending { .. } | Entry::Bye(_) => return None,
    })
}

/// Board behind a QR code.
pub fn board_slip(state: &TournamentState, section: u32, round: u32, board: u32) -> Option<BoardSlip> {
    let section = state.sections.get(&section)?;
    let found = section.board(round, board)?;
    section.round(round)?.published_at?;
    Some(BoardSlip {
        tournament: state.name.clone(),
        section: section.settings.name.clone(),
        round,
        board: BoardView {
            board,
            first: found.first,
            second: found.second,
            result: found.result,
            proposed: found.proposed,
            room: found.room.clone(),
        },
        first: section.name_of(found.first).to_owned(),
        second: section.name_of(found.second).to_owned(),
    })
}
