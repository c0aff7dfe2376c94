//! Endpoints that read records: pasted text, typed moves or uploaded files.

use std::ops::ControlFlow;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Extension, Query, State};
use axum::http::StatusCode;
use game::{Message, ParamValue};
use table::{Notation, ReadGame, ReadLimits, ReadOptions, StopCheck, Study, games, read_file};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::error::Error;
use super::guard::Caller;
use super::json::JsonBody;
use crate::app::App;
use crate::budget::{Budget, run_within};
use crate::new_game::rulebook;
use crate::wire::{
    ErrorOut, MatchOutcome, MessageOut, Ply, RecordFailure, RecordFileQuery, RecordIn, RecordRead, Start,
    count, square,
};

/// Routes of this module.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::default().routes(routes!(read_record)).routes(routes!(read_record_file))
}

/// Reads a record as far as it can be read.
#[utoipa::path(post, path = "/records", request_body = RecordIn,
    responses((status = 200, body = RecordRead), (status = 422, body = ErrorOut), (status = 503, body = ErrorOut)))]
pub async fn read_record(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    JsonBody(asked): JsonBody<RecordIn>,
) -> Result<Json<RecordRead>, Error> {
    let RecordIn { text, game, notation } = asked;
    let (bytes, asked) = (text.into_bytes(), RecordFileQuery { game, notation });
    Ok(Json(within_budget(&app, &caller, move |stop| read(&bytes, &asked, stop)).await?))
}

/// Reads the first record of a file in any form: PGN, XQF, CBR, DhtmlXQ, PSQ, our own text, in any encoding.
#[utoipa::path(post, path = "/records/file", params(RecordFileQuery), request_body = String,
    responses((status = 200, body = RecordRead), (status = 422, body = ErrorOut), (status = 503, body = ErrorOut)))]
pub async fn read_record_file(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Query(asked): Query<RecordFileQuery>,
    body: Bytes,
) -> Result<Json<RecordRead>, Error> {
    Ok(Json(within_budget(&app, &caller, move |stop| read(&body, &asked, stop)).await?))
}

/// Parses an uploaded file on the scheduler, within the budget of one file.
pub async fn within_budget<T: Send + 'static>(
    app: &App,
    caller: &Caller,
    work: impl FnOnce(StopCheck<'_>) -> Result<T, Message> + Send + 'static,
) -> Result<T, Error> {
    let bounds = (Budget::FILE, app.config.limits.question_wait());
    match run_within(&app.scheduler, caller.requester(), bounds, move |stop| work(stop)).await? {
        Some(done) => Ok(done?),
        None => Err(Error::new(StatusCode::SERVICE_UNAVAILABLE, &Message::new("wire_broken"))),
    }
}

fn read(bytes: &[u8], asked: &RecordFileQuery, stop: StopCheck<'_>) -> Result<RecordRead, Message> {
    // An unknown game name is an error, not ignored.
    let game = asked.game.as_deref().map(rulebook).transpose()?.map(|book| book.spec().name);
    let notation = asked.notation.as_deref().and_then(Notation::named);
    let ask = ReadOptions { game, notation, bounds: ReadLimits::PUBLIC };
    let mut first: Option<ReadGame> = None;
    let file = read_file(bytes, &ask, stop, &mut |read| {
        let more = first.is_some();
        first.get_or_insert(read);
        // A second game is only counted.
        if more { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let first = first.ok_or(Message::new("record_empty"))?;
    to_response(first, file.games > 1 || file.more)
}

/// Converts a parsed game into the response.
fn to_response(read: ReadGame, has_more: bool) -> Result<RecordRead, Message> {
    let record = read.record.as_ref();
    let setup = record.setup().map(str::to_owned);
    if record.plies() == 0 && setup.is_none() && read.broken.is_none() {
        return Err(read.errors.into_iter().next().unwrap_or(Message::new("record_empty")));
    }
    let spec = record.spec();
    let mut study = record.study();
    // A variation that was read may follow the move that failed.
    let whole = read.broken.as_ref().map_or(usize::MAX, |broken| broken.plies);
    while study.ply() > whole && study.pop() {}
    let plies: Vec<Ply> = study.plies(0).into_iter().map(Ply::of).collect();
    let outcome = study.status().outcome.map(|outcome| MatchOutcome::of(&outcome, spec));
    while study.pop() {}
    let mut warnings: Vec<Message> = Vec::new();
    if let Some(book) = games::by_name(spec.name) {
        warnings.extend(book.open(setup.as_deref(), &[])?.warnings().iter().cloned());
    }
    // The failing move is reported by itself; other faults become warnings.
    let named = |error: &Message| read.broken.as_ref().is_some_and(|broken| contains(error, &broken.why));
    warnings.extend(read.errors.iter().filter(|error| !named(error)).cloned());
    if has_more {
        warnings.push(Message::new("record_first_of_more"));
    }
    Ok(RecordRead {
        game: spec.name.to_owned(),
        notation: read.notation.name().to_owned(),
        tags: record.tags().iter().map(|(name, value)| [name.clone(), value.clone()]).collect(),
        setup,
        start: start_of(study.as_ref()),
        plies,
        outcome,
        failure: read.broken.map(|broken| RecordFailure {
            plies: count(broken.plies),
            number: count(broken.number),
            text: broken.text.chars().take(MAX_MOVE_LEN).collect(),
            why: MessageOut::from(&broken.why),
        }),
        warnings: warnings.iter().take(MAX_WARNINGS).map(MessageOut::from).collect(),
    })
}

/// Returns true if a message is this reason or contains it as a parameter.
fn contains(message: &Message, reason: &Message) -> bool {
    let holds = |value: &ParamValue| matches!(value, ParamValue::Message(inside) if **inside == *reason);
    message == reason || message.params.iter().any(|(_, value)| holds(value))
}

/// Maximum number of warnings.
const MAX_WARNINGS: usize = 5;
/// Maximum length of the text of a failing move.
const MAX_MOVE_LEN: usize = 40;

fn start_of(study: &dyn Study) -> Start {
    let status = study.status();
    Start {
        position: study.position(study.spec().dialects.first().unwrap_or(&"")),
        turn: status.turn.into(),
        check: status.check.map(square),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> Result<RecordRead, Message> {
        read(text.as_bytes(), &RecordFileQuery::default(), &|| false)
    }

    fn reads(text: &str) -> RecordRead {
        read_text(text).expect("a record")
    }

    #[test]
    fn the_game_and_its_notation_are_detected() {
        for (text, game, notation) in [
            ("1. e4 e5 2. Nf3 Nc6", "chess", "san"),
            ("1. C2=5 H8+7 2. H2+3 R9=8", "xiangqi", "wxf"),
            ("P2-5 M8.7 M2.3 X9-8", "xiangqi", "vi"),
            ("炮二平五 马8进7 马二进三", "xiangqi", "zh"),
            ("1. Pháo 2 bình 5, Mã 8 tiến 7\n2. Mã 2 tiến 3", "xiangqi", "vi-words"),
        ] {
            let read = reads(text);
            assert_eq!((read.game.as_str(), read.notation.as_str()), (game, notation), "{text}");
            assert!(read.failure.is_none() && read.plies.len() >= 3, "{text}");
        }
    }

    #[test]
    fn the_failing_move_is_named_and_the_moves_before_it_are_kept() {
        let read = reads("[White \"An\"]\n\n1. e4 {best} e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Qh9 a6");
        let failure = read.failure.expect("no such square");
        assert_eq!((failure.plies, failure.number, failure.text.as_str()), (4, 3, "Qh9"));
        assert_eq!(read.plies.len(), 4);
        assert_eq!(read.tags, [["White".to_owned(), "An".to_owned()]]);
        // A failing variation leaves the main line whole and is reported.
        let read = reads("1. e4 e5 (1... Qh9) 2. Nf3");
        assert!(read.failure.is_none() && read.plies.len() == 3);
        assert_eq!(read.warnings.first().map(|warning| warning.code.as_str()), Some("pgn_move"));
    }

    #[test]
    fn the_setup_is_read_from_the_header() {
        let read = reads("[FEN \"4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1\"]\na1e1");
        assert_eq!(read.game, "xiangqi");
        assert_eq!(read.plies.len(), 1);
        assert!(read.setup.is_some());
        let wrong = read_text("[FEN \"9/9/9 w\"]\na1e1").expect_err("no position");
        assert_eq!(wrong.code, "pgn_setup");
    }

    #[test]
    fn other_formats_and_encodings_are_read() {
        let forum = "[DhtmlXQ]\n[DhtmlXQ_title]A[/DhtmlXQ_title]\n[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n[/DhtmlXQ]";
        let read = reads(forum);
        assert_eq!((read.game.as_str(), read.plies.len()), ("xiangqi", 2));
        // The same in GBK: bytes that are not UTF-8.
        let gbk = [0xC5, 0xDA, 0xB6, 0xFE, 0xC6, 0xBD, 0xCE, 0xE5];
        let read = super::read(&gbk, &RecordFileQuery::default(), &|| false).expect("a move");
        assert_eq!(read.plies[0].mv, "h2e2");
    }

    #[test]
    fn only_the_first_of_several_games_is_read_with_a_warning() {
        let read = reads("[White \"A\"]\n\n1. e4 e5 *\n\n[White \"B\"]\n\n1. d4 d5 *\n");
        assert_eq!(read.plies.len(), 2);
        assert_eq!(read.warnings.last().map(|warning| warning.code.as_str()), Some("record_first_of_more"));
    }

    #[test]
    fn revealed_pieces_of_jieqi_are_inferred_from_later_moves() {
        let text = "[Game \"jieqi\"]\n\n1. C2=5 H8+7 2. R1=2";
        let read = reads(text);
        assert_eq!(read.game, "jieqi");
        assert!(read.plies.len() >= 2, "{:?}", read.failure);
    }

    #[test]
    fn garbage_gets_an_error_or_a_failure() {
        for text in ["", "   \n", "# only a comment", "\u{0}\u{1}", "]]]][[[[", "((((((((((", "{{{{{"] {
            if let Ok(read) = read_text(text) {
                assert!(read.plies.is_empty() && read.failure.is_some(), "{text:?}");
            }
        }
        assert!(read_text(&"(".repeat(200_000)).is_err());
        let unknown = RecordFileQuery { game: Some("go".to_owned()), notation: None };
        assert!(read(b"e2e4", &unknown, &|| false).is_err());
    }

    #[test]
    fn reading_stops_when_its_budget_is_exhausted_and_keeps_what_was_read() {
        let long = "h2e2 h9g7 e2h2 g7h9 ".repeat(2000);
        let asked = std::cell::Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > 3
        };
        let read = read(long.as_bytes(), &RecordFileQuery::default(), &stop).expect("its beginning");
        assert!(!read.plies.is_empty());
        assert!(read.warnings.iter().any(|warning| warning.code == "pgn_stopped"), "{:?}", read.warnings);
    }
}
