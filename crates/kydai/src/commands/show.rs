//! `kydai show`: draws the board with the status of the game.

use serde_json::{Value as Json, json};
use table::{Message, Notation, Rulebook, Side, Status, Study};
use words::Language;

use crate::cli::Show;
use crate::draw::{BoardStyle, draw};
use crate::failure::Failure;
use crate::output::Output;
use crate::setup::{self, OpenGame};

pub fn run(asked: &Show, output: &Output) -> Result<(), Failure> {
    let (OpenGame { book, study }, _) = setup::open_and_play(&asked.board, &asked.moves, &asked.notation)?;
    let dialect = setup::dialect(asked.dialect.as_deref(), book)?;
    let status = study.status();
    if output.json {
        let mut report = describe_json(book, study.as_ref(), &status, output);
        report["position"] = json!(study.position(dialect));
        return output.print_json(&report);
    }
    let style = BoardStyle { set: asked.set, colors: Output::colors(), flipped: false };
    let mut text = draw(study.spec(), &study.picture(), study.last_move(), &style);
    text.push('\n');
    for line in notes(book, study.as_ref(), &status, output) {
        text.push_str(&line);
        text.push('\n');
    }
    text.push_str(&format!("{}\n", study.position(dialect)));
    output.print(&text)
}

/// Notation customary in a language, if the game supports it.
pub fn native_notation(book: &dyn Rulebook, language: Language) -> Notation {
    let wishes = match language {
        Language::Vi => [Notation::Vi, Notation::SanVi],
        Language::En => [Notation::Wxf, Notation::San],
        Language::ZhHans => [Notation::Zh, Notation::San],
        Language::ZhHant => [Notation::ZhHant, Notation::San],
    };
    wishes.into_iter().find(|wish| book.notations().contains(wish)).unwrap_or(Notation::Uci)
}

/// Status messages: last move, result or side to move, draws to claim, impending repetitions.
pub fn status_messages(study: &dyn Study, status: &Status) -> Vec<Message> {
    let spec = study.spec();
    let name = |side: Side| spec.sides[side.index()];
    let mut lines = Vec::new();
    match status.outcome {
        Some(outcome) => {
            let reason = format!("reason_{}", outcome.reason.code());
            lines.push(match outcome.winner {
                Some(winner) => Message::new("status_won").word("side", name(winner)).word("reason", reason),
                None => Message::new("status_drawn").word("reason", reason),
            });
        }
        None => {
            let code = if status.check.is_some() { "status_turn_in_check" } else { "status_turn" };
            lines.push(Message::new(code).word("side", name(status.turn)).number("count", status.legal));
        }
    }
    if let Some(ended) = study.ended_before() {
        lines.push(
            Message::new("status_ended_before")
                .number("ply", ended.ply)
                .nest("why", table::explain_outcome(&ended.outcome, spec)),
        );
    }
    if let Some(claim) = status.claim {
        lines.push(
            Message::new("status_claim")
                .word("side", name(status.turn))
                .word("reason", format!("reason_{}", claim.reason.code())),
        );
    }
    if status.outcome.is_none()
        && let Some(case) = study.repetition(Notation::Uci)
    {
        lines.push(case.summary);
    }
    lines
}

fn notes(book: &dyn Rulebook, study: &dyn Study, status: &Status, output: &Output) -> Vec<String> {
    let warning = |message: &Message| output.label("cli_warning", &output.render(message));
    let mut lines: Vec<String> = study.warnings().iter().map(warning).collect();
    if let Some(last) = study.moves(Notation::Uci).last() {
        let native = native_notation(book, output.language);
        let message = Message::new("status_last_move").text("move", last);
        let told = study.moves(native).pop().filter(|_| native != Notation::Uci);
        lines.push(match told {
            Some(told) => format!("{} ({told})", output.render(&message)),
            None => output.render(&message),
        });
    }
    lines.extend(status_messages(study, status).iter().map(|message| output.render(message)));
    lines
}

fn describe_json(book: &dyn Rulebook, study: &dyn Study, status: &Status, output: &Output) -> Json {
    let picture = study.picture();
    let pieces: Vec<Json> = picture
        .pieces
        .iter()
        .enumerate()
        .filter_map(|(square, piece)| {
            let token = (*piece)?;
            Some(json!({
                "square": study.square_name(square),
                "side": token.side.code(),
                "letter": token.letter.to_string(),
                "glyph": token.glyph.to_string(),
                "face_down": token.face_down,
            }))
        })
        .collect();
    let last = study.last_move().map(|(from, to)| {
        let mut last = json!({ "from": study.square_name(from), "to": study.square_name(to) });
        for notation in book.notations() {
            last[notation.name()] = json!(study.moves(*notation).last());
        }
        last
    });
    json!({
        "game": study.spec().name,
        "position": study.position(""),
        "position_id": study.position_id(),
        "turn": status.turn.code(),
        "verdict": status.outcome.map_or("ongoing", |outcome| outcome.code()),
        "reason": status.outcome.map(|outcome| outcome.reason.code()),
        "check": status.check.map(|square| study.square_name(square)),
        "claim": status.claim.map(|claim| claim.reason.code()),
        "legal_moves": study.legal_moves(Notation::Uci),
        "plies": study.ply(),
        "last_move": last,
        "pieces": pieces,
        "warnings": study.warnings().iter().map(|message| output.message_json(message)).collect::<Vec<_>>(),
        "status": status_messages(study, status).iter().map(|message| output.message_json(message)).collect::<Vec<_>>(),
    })
}
