//! Text diagram of the board, for the command `d`.

use table::{Notation, Side, Study};

use crate::ranks;

/// Describes the board, the position and its status; ranks are raised by `shift`.
pub(crate) fn describe(study: &dyn Study, shift: u32) -> Vec<String> {
    let picture = study.picture();
    let first = study.spec().first_rank + shift as usize;
    let rule = format!("   +{}", "---+".repeat(picture.files));
    let mut lines = vec![rule.clone()];
    for rank in (0..picture.ranks).rev() {
        let pieces = (0..picture.files).map(|file| {
            let piece = picture.pieces.get(rank * picture.files + file).copied().flatten();
            let letter = piece.map_or(' ', |piece| match piece.side {
                Side::First => piece.letter.to_ascii_uppercase(),
                Side::Second => piece.letter.to_ascii_lowercase(),
            });
            format!(" {letter} |")
        });
        lines.push(format!("{:>2} |{}", rank + first, pieces.collect::<String>()));
        lines.push(rule.clone());
    }
    let files: String = ('a'..='z').take(picture.files).map(|file| format!(" {file}  ")).collect();
    lines.push(format!("    {}", files.trim_end()));
    lines.push(String::new());
    let status = study.status();
    let dialect = study.spec().dialects.first().copied().unwrap_or_default();
    lines.push(format!("Fen: {}", study.position(dialect)));
    lines.push(format!("Key: {}", study.position_id()));
    lines.push(format!(
        "Side to move: {}",
        words::word(study.spec().sides[status.turn.index()], words::Language::En)
    ));
    let check = status
        .check
        .map_or_else(|| "no".to_owned(), |square| ranks::raise(&study.square_name(square), shift));
    lines.push(format!("In check: {check}"));
    let moves = ranks::raise_all(&study.legal_moves(Notation::Uci), shift);
    lines.push(format!("Legal moves ({}): {moves}", status.legal));
    if let Some(outcome) = status.outcome {
        lines.push(format!(
            "Result: {}",
            words::render(&table::explain_outcome(&outcome, study.spec()), words::Language::En)
        ));
    }
    if let Some(report) = study.repetition(Notation::Uci) {
        let summary = ranks::raise_message(&report.summary, shift);
        lines.push(format!("Repetition: {}", words::render(&summary, words::Language::En)));
    }
    lines
}
