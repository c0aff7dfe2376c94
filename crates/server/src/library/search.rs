//! Library search, and the opening explorer.

use std::time::Duration;

use axum::Json;
use axum::extract::{Extension, Query, State};
use axum::http::StatusCode;
use game::Message;
use library::{
    GameQuery, GameSummary, Library, Opening, Page, ResultCounts, by_code, by_position, hanviet_reading,
    pinyin_reading,
};
use table::{GameResult, Notation, Rulebook, Side, Study, position_key};

use super::LibraryState;
use crate::fair_play::refuse_running;
use crate::http::error::Error;
use crate::http::guard::Caller;
use crate::new_game::rulebook;
use crate::scheduler::Class;
use crate::wire::{
    ErrorOut, ExplorerMove, ExplorerOut, ExplorerQuery, LibraryPage, LibraryQuery, LibraryRow, NameOut,
    OpeningOut, TallyOut, count,
};

/// Default page size.
const PAGE: u32 = 50;
/// Number of games listed for a position.
const LISTED_GAMES: u32 = 8;

/// Games that match the query.
#[utoipa::path(get, path = "/", params(LibraryQuery),
    responses((status = 200, body = LibraryPage), (status = 422, body = ErrorOut)))]
pub async fn search(
    State(state): State<LibraryState>,
    Extension(caller): Extension<Caller>,
    Query(query): Query<LibraryQuery>,
) -> Result<Json<LibraryPage>, Error> {
    if let Some(position) = query.position.as_deref().filter(|text| !text.trim().is_empty()) {
        let game = query.game.as_deref().map(str::trim).filter(|game| !game.is_empty());
        let book = rulebook(game.unwrap_or_else(|| table::games::usual_name()))?;
        refuse_running(&state.app, &caller, vec![book.open(Some(position.trim()), &[])?]).await?;
    }
    let (library, owner) = state.library_for(&caller.player).await?;
    let ask = ask_of(&query, owner, &state)?;
    let page = run_search(&state, &caller, library, ask).await?;
    Ok(Json(LibraryPage {
        total: count(page.total.max(0) as usize),
        games: page.games.into_iter().map(LibraryRow::from).collect(),
    }))
}

/// Time limit of a search.
const SEARCH_TIME: Duration = Duration::from_secs(5);

/// Runs a search as a task of the scheduler: it waits for its turn, pauses for play, ends after its time, and stops when the
/// client is gone.
pub(super) async fn run_search(
    state: &LibraryState,
    caller: &Caller,
    library: &Library,
    ask: GameQuery,
) -> Result<Page, Error> {
    let app = &state.app;
    let (runtime, library) = (tokio::runtime::Handle::current(), library.clone());
    let patience = app.config.limits.question_wait();
    let asked = app.scheduler.ask(Class::Question, caller.requester(), patience, move |ticket| {
        let (ticket, limit) = (ticket.clone(), u64::try_from(SEARCH_TIME.as_micros()).unwrap_or(u64::MAX));
        let started = ticket.control().micros();
        let stop = move || ticket.is_stopped() || ticket.control().micros().saturating_sub(started) > limit;
        runtime.block_on(library.search_until(&ask, stop))
    });
    let broken = || Error::new(StatusCode::SERVICE_UNAVAILABLE, &Message::new("wire_broken"));
    Ok(asked.await?.ok_or_else(broken)??)
}

/// Converts a query into search criteria.
pub(super) fn ask_of(query: &LibraryQuery, owner: i64, state: &LibraryState) -> Result<GameQuery, Message> {
    check_words(query, state.app.config.limits.search_words as usize)?;
    let text = |wish: &Option<String>| wish.as_deref().unwrap_or_default().trim().to_owned();
    let game = text(&query.game);
    let key = match query.position.as_deref().filter(|position| !position.trim().is_empty()) {
        Some(position) => {
            let book = rulebook(if game.is_empty() { table::games::usual_name() } else { &game })?;
            Some(key_of(book.open(Some(position.trim()), &[])?.as_ref()))
        }
        None => None,
    };
    Ok(GameQuery {
        owner,
        own: query.own.unwrap_or(false),
        game,
        text: text(&query.text),
        player: text(&query.player),
        event: text(&query.event),
        since: text(&query.since),
        until: text(&query.until),
        ending: query.result.as_deref().and_then(ending),
        code: text(&query.code).to_ascii_uppercase(),
        opening: text(&query.opening),
        key,
        folder: query.folder.clone(),
        label: text(&query.label),
        skip: query.skip.unwrap_or(0),
        count: query.count.unwrap_or(PAGE).clamp(1, PAGE * 2),
    })
}

/// Refuses a query with more words than the limit: each name searched for is a scan of all names.
fn check_words(query: &LibraryQuery, most: usize) -> Result<(), Message> {
    let texts = [&query.text, &query.player, &query.event, &query.opening, &query.label];
    let words: usize = texts
        .into_iter()
        .flatten()
        .map(|text| text.split(|letter: char| letter == ',' || letter.is_whitespace()))
        .map(|words| words.filter(|word| !word.is_empty()).count())
        .sum();
    if words > most {
        return Err(Message::new("library_many_words").number("words", words).number("most", most));
    }
    Ok(())
}

fn ending(word: &str) -> Option<GameResult> {
    Some(match word {
        "first" => GameResult::Won(Side::First),
        "second" => GameResult::Won(Side::Second),
        "draw" => GameResult::Drawn,
        "open" => GameResult::Unknown,
        _ => return None,
    })
}

fn key_of(study: &dyn Study) -> u64 {
    let spec = study.spec();
    position_key(spec.name, &study.position(spec.dialects.first().unwrap_or(&"")))
}

impl From<GameSummary> for LibraryRow {
    fn from(found: GameSummary) -> Self {
        let opening = by_code(&found.game, &found.code).map(OpeningOut::from);
        let [first, second] = found.players.map(NameOut::from);
        LibraryRow {
            id: found.id,
            own: found.own,
            result: match found.ending {
                GameResult::Unknown => "open",
                GameResult::Won(Side::First) => "first",
                GameResult::Won(Side::Second) => "second",
                GameResult::Drawn => "draw",
            }
            .to_owned(),
            game: found.game,
            first,
            second,
            event: NameOut::from(found.event),
            site: NameOut::from(found.site),
            date: found.date,
            opening,
            plies: found.plies,
            moves: found.moves,
            folder: found.folder,
            labels: found.labels,
        }
    }
}

impl From<String> for NameOut {
    fn from(text: String) -> Self {
        NameOut { reading: hanviet_reading(&text), pinyin: pinyin_reading(&text), text }
    }
}

impl From<&Opening> for OpeningOut {
    fn from(opening: &Opening) -> Self {
        OpeningOut { code: opening.code.to_owned(), name: NameOut::from(opening.name.clone()) }
    }
}

impl From<ResultCounts> for TallyOut {
    fn from(tally: ResultCounts) -> Self {
        let number = |value: i64| count(value.max(0) as usize);
        TallyOut {
            games: number(tally.games),
            first: number(tally.first),
            drawn: number(tally.drawn),
            second: number(tally.second),
        }
    }
}

/// Moves played in a position with their results, and some of the games.
#[utoipa::path(get, path = "/explorer", params(ExplorerQuery),
    responses((status = 200, body = ExplorerOut), (status = 422, body = ErrorOut)))]
pub async fn explore(
    State(state): State<LibraryState>,
    Extension(caller): Extension<Caller>,
    Query(query): Query<ExplorerQuery>,
) -> Result<Json<ExplorerOut>, Error> {
    let (library, owner) = state.library_for(&caller.player).await?;
    let book = rulebook(&query.game)?;
    let study = book.open(query.position.as_deref().filter(|text| !text.trim().is_empty()), &[])?;
    refuse_running(&state.app, &caller, vec![study.until(study.ply())]).await?;
    let key = key_of(study.as_ref());
    let notation = query.notation.as_deref().and_then(Notation::named).unwrap_or(Notation::Uci);
    let position = study.position(study.spec().dialects.first().unwrap_or(&""));
    let games = games_with_position(library, owner, book, key).await?;
    let explored = library.explore(owner, key).await?;
    let moves = explored.moves.into_iter().map(|known| (known.mv, known.tally));
    let moves = write_moves(study, moves.collect(), notation);
    Ok(Json(ExplorerOut {
        position,
        opening: by_position(book.spec().name, key).map(OpeningOut::from),
        tally: explored.tally.into(),
        moves,
        games,
    }))
}

async fn games_with_position(
    library: &Library,
    owner: i64,
    book: &dyn Rulebook,
    key: u64,
) -> Result<Vec<LibraryRow>, Error> {
    let game = book.spec().name.to_owned();
    let ask = GameQuery { owner, game, key: Some(key), count: LISTED_GAMES, ..GameQuery::default() };
    Ok(library.search(&ask).await?.games.into_iter().map(LibraryRow::from).collect())
}

/// Moves with their notation and the position after each.
fn write_moves(
    mut study: Box<dyn Study>,
    moves: Vec<(String, ResultCounts)>,
    notation: Notation,
) -> Vec<ExplorerMove> {
    let mut out = Vec::with_capacity(moves.len());
    for (mv, tally) in moves {
        if study.play(&mv, Notation::Uci).is_err() {
            continue;
        }
        out.push(ExplorerMove {
            text: study.moves(notation).pop().unwrap_or_default(),
            position: study.position(study.spec().dialects.first().unwrap_or(&"")),
            mv,
            tally: tally.into(),
        });
        study.pop();
    }
    out
}
