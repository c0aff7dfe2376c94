//! Files of a section: TRF and CSV.

use std::fmt::Write as _;

use game::Message;
use tournament::standings::standings;
use tournament::trf::{Format, TrfFile, write};

use super::state::{Section, TournamentState};
use crate::wire::{BoardSlip, BoardView};

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
    let rows = standings(&tournament, section.published() as usize, &section.tie_breaks());
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
    for row in standings(&tournament, section.published() as usize, &tie_breaks) {
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
