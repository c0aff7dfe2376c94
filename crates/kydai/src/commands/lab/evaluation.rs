//! `kydai lab --eval`: the evaluation of a position taken apart.

use serde_json::json;
use table::{EngineSpec, EvalBreakdown, Rulebook, Side, Study};

use super::table_text;
use crate::draw::{pad, width};
use crate::failure::Failure;
use crate::output::Output;

/// Prints the terms and the worth of each piece.
pub fn run(asked: &str, book: &dyn Rulebook, study: &dyn Study, output: &Output) -> Result<(), Failure> {
    let strongest = book.evals().first().copied().unwrap_or("full");
    let asked = if asked.is_empty() { strongest } else { asked };
    let spec: EngineSpec = asked.parse()?;
    let apart = book.take_apart(study, &spec)?;
    if output.json {
        return output.print_json(&json!({
            "game": study.spec().name,
            "position": study.position(""),
            "eval": apart.eval,
            "terms": apart.terms.iter().map(|term| json!({"name": term.name, "cp": term.cp})).collect::<Vec<_>>(),
            "total": apart.total,
            "pieces": apart.pieces.iter().map(|piece| {
                json!({"square": piece.square, "side": piece.side.code(), "cp": piece.cp})
            }).collect::<Vec<_>>(),
        }));
    }
    output.print(&format!("{}\n{}", terms(&apart, output), board(&apart, study)))
}

fn pawns(cp: i32) -> String {
    format!("{:+.2}", f64::from(cp) / 100.0)
}

/// Table of the terms, the largest first, and their sum.
fn terms(apart: &EvalBreakdown, output: &Output) -> String {
    let mut terms = apart.terms.clone();
    terms.sort_by_key(|term| std::cmp::Reverse(term.cp.abs()));
    let mut rows = vec![vec![apart.eval.clone(), String::new()]];
    rows.extend(
        terms.iter().map(|term| vec![output.word(&format!("eval_term_{}", term.name)), pawns(term.cp)]),
    );
    rows.push(vec![output.word("eval_total"), pawns(apart.total)]);
    table_text(&rows)
}

/// The board with each piece's letter and its worth in pawns; the second side's letters are small.
fn board(apart: &EvalBreakdown, study: &dyn Study) -> String {
    let (picture, spec) = (study.picture(), study.spec());
    let cell = |place: usize| {
        let Some(piece) = picture.pieces[place] else { return "·".to_owned() };
        let name = study.square_name(place / picture.files * spec.files + place % picture.files);
        let letter = match piece.side {
            Side::First => piece.letter.to_ascii_uppercase(),
            Side::Second => piece.letter.to_ascii_lowercase(),
        };
        match apart.pieces.iter().find(|worth| worth.square == name) {
            Some(worth) => format!("{letter} {:.1}", f64::from(worth.cp) / 100.0),
            None => letter.to_string(),
        }
    };
    let cells: Vec<String> = (0..picture.pieces.len()).map(cell).collect();
    let wide = cells.iter().map(|cell| width(cell)).max().unwrap_or(1);
    let mut text = String::new();
    for rank in cells.chunks(picture.files).rev() {
        let line: Vec<String> = rank.iter().map(|cell| pad(cell, wide)).collect();
        text.push_str(line.join(" ").trim_end());
        text.push('\n');
    }
    text
}
