//! Endpoints of tournaments.

use std::convert::Infallible;

use axum::Json;
use axum::extract::{DefaultBodyLimit, Extension, Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream};
use game::Message;
use tokio::sync::oneshot;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::error::Error;
use super::guard::Caller;
use super::json::JsonBody;
use super::reach::origin_for_others;
use crate::app::App;
use crate::room::{RoomMessage, Visitor};
use crate::tournaments::{
    LinkTarget, OpenTournament, TournamentError, TournamentState, TournamentViewer, board_pgn, board_slip,
    players, rounds_of_file, section_file,
};
use crate::wire::{
    BoardSlip, ErrorOut, LinksQuery, NewTournament, PairIn, PlayersIn, PlayersOut, ProposalIn, QrQuery,
    RecordQuery, SectionFileQuery, TokenIn, TournamentAct, TournamentActs, TournamentFile,
    TournamentFileEntry, TournamentLinks, TournamentList, TournamentListRow, TournamentLog, TournamentRole,
    TournamentView, WhyOut, WhyQuery,
};

/// Most tournaments in the list.
const LISTED: i64 = 100;
/// Most changes of one request.
const MOST_ACTS: usize = 2000;
/// Largest file of a tournament.
const LARGEST_FILE: usize = 16 << 20;

/// Routes of this module.
pub fn routes() -> OpenApiRouter<App> {
    let files = OpenApiRouter::default().routes(routes!(import)).layer(DefaultBodyLimit::max(LARGEST_FILE));
    OpenApiRouter::default()
        .routes(routes!(list, create))
        .routes(routes!(view, delete))
        .routes(routes!(act))
        .routes(routes!(pair))
        .routes(routes!(enter))
        .routes(routes!(why))
        .routes(routes!(events))
        .routes(routes!(log))
        .routes(routes!(links))
        .routes(routes!(join))
        .routes(routes!(slip, propose))
        .routes(routes!(download))
        .routes(routes!(export))
        .routes(routes!(qr))
        .merge(files)
}

impl From<TournamentError> for Error {
    fn from(error: TournamentError) -> Self {
        match error {
            TournamentError::NotFound => Error::not_found("tournament_missing"),
            TournamentError::Forbidden => {
                Error::new(StatusCode::FORBIDDEN, &Message::new("tournament_right_missing"))
            }
            TournamentError::Refused(message) => Error::unprocessable(&message),
            TournamentError::Store(error) => error.into(),
        }
    }
}

fn viewer(state: &TournamentState, caller: &Caller) -> TournamentViewer {
    // Whoever signed in after joining as a guest is still the same person.
    let identities = [caller.player.as_str(), caller.guest.as_str()];
    TournamentViewer {
        identities: identities.iter().map(|one| (*one).to_owned()).collect(),
        role: state.role(&identities),
    }
}

/// View for the caller. Standings of many players take a while, so it is made beside the requests.
async fn view_of(
    tournament: &OpenTournament,
    state: TournamentState,
    caller: &Caller,
) -> Result<Json<TournamentView>, Error> {
    let (id, viewer) = (tournament.id.clone(), viewer(&state, caller));
    let view = tokio::task::spawn_blocking(move || state.view(&id, &viewer)).await;
    view.map(Json).map_err(|_| Error::new(StatusCode::INTERNAL_SERVER_ERROR, &Message::new("wire_broken")))
}

fn require(
    state: &TournamentState,
    caller: &Caller,
    needed: TournamentRole,
) -> Result<TournamentRole, TournamentError> {
    let role = viewer(state, caller).role;
    role.filter(|role| *role >= needed).ok_or(TournamentError::Forbidden)
}

/// Name under which the caller's changes are logged.
async fn name_of(app: &App, state: &TournamentState, caller: &Caller) -> Result<String, Error> {
    let official = state.officials.iter().find(|one| one.0 == caller.player || one.0 == caller.guest);
    if let Some((_, name, _)) = official.filter(|official| !official.1.is_empty()) {
        return Ok(name.clone());
    }
    own_name(app, caller).await
}

async fn own_name(app: &App, caller: &Caller) -> Result<String, Error> {
    let account = app.store.account(&caller.player).await?.map(|account| account.handle);
    Ok(app.store.name(&caller.player).await?.or(account).unwrap_or_default())
}

/// Tournaments of this server, the last changed first.
#[utoipa::path(get, path = "/tournaments", responses((status = 200, body = TournamentList)))]
pub async fn list(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<TournamentList>, Error> {
    let rows = app.store.tournaments(LISTED).await?;
    let row = |row: crate::store::TournamentRow| TournamentListRow {
        role: (row.owner == caller.player || row.owner == caller.guest).then_some(TournamentRole::Organizer),
        id: row.id,
        name: row.name,
        place: row.place,
        touched_at: row.touched_at,
    };
    Ok(Json(TournamentList { tournaments: rows.into_iter().map(row).collect() }))
}

/// Creates a tournament; the caller is its organizer.
#[utoipa::path(post, path = "/tournaments", request_body = NewTournament,
    responses((status = 201, body = TournamentView), (status = 422, body = ErrorOut)))]
pub async fn create(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    JsonBody(asked): JsonBody<NewTournament>,
) -> Result<(StatusCode, Json<TournamentView>), Error> {
    let name = own_name(&app, &caller).await?;
    let id = app.tournaments.create(&app, &asked, &caller.player, &name).await?;
    let tournament = app.tournaments.open(&app, &id).await?;
    Ok((StatusCode::CREATED, view_of(&tournament, tournament.state().await, &caller).await?))
}

/// Tournament as the caller may see it.
#[utoipa::path(get, path = "/tournaments/{id}", params(("id" = String, Path)),
    responses((status = 200, body = TournamentView), (status = 404, body = ErrorOut)))]
pub async fn view(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<Json<TournamentView>, Error> {
    let tournament = app.tournaments.open(&app, &id).await?;
    let state = tournament.state().await;
    view_of(&tournament, state, &caller).await
}

/// Deletes a tournament.
#[utoipa::path(delete, path = "/tournaments/{id}", params(("id" = String, Path)),
    responses((status = 204), (status = 403, body = ErrorOut), (status = 404, body = ErrorOut)))]
pub async fn delete(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<StatusCode, Error> {
    let tournament = app.tournaments.open(&app, &id).await?;
    require(&tournament.state().await, &caller, TournamentRole::Organizer)?;
    app.tournaments.delete(&app, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Makes changes, all or none.
#[utoipa::path(post, path = "/tournaments/{id}/acts", params(("id" = String, Path)), request_body = TournamentActs,
    responses((status = 200, body = TournamentView), (status = 403, body = ErrorOut), (status = 422, body = ErrorOut)))]
pub async fn act(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    JsonBody(asked): JsonBody<TournamentActs>,
) -> Result<Json<TournamentView>, Error> {
    let tournament = app.tournaments.open(&app, &id).await?;
    let state = tournament.state().await;
    let role = require(&state, &caller, TournamentRole::Arbiter)?;
    if asked.acts.len() > MOST_ACTS {
        return Err(Message::new("tournament_log_full").into());
    }
    let by = name_of(&app, &state, &caller).await?;
    let mut state = tournament.act(&app, &by, Some(role), &asked.acts).await?;
    if asked.acts.iter().any(|act| matches!(act, TournamentAct::Publish { .. })) {
        state = tournament.open_rooms(&app, &caller.player).await?;
    }
    view_of(&tournament, state, &caller).await
}

/// Pairs the next round of a section as a draft, which only officials see.
#[utoipa::path(post, path = "/tournaments/{id}/pair", params(("id" = String, Path)), request_body = PairIn,
    responses((status = 200, body = TournamentView), (status = 403, body = ErrorOut), (status = 422, body = ErrorOut)))]
pub async fn pair(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    JsonBody(asked): JsonBody<PairIn>,
) -> Result<Json<TournamentView>, Error> {
    let tournament = app.tournaments.open(&app, &id).await?;
    let state = tournament.state().await;
    require(&state, &caller, TournamentRole::Organizer)?;
    let by = name_of(&app, &state, &caller).await?;
    let state = tournament.pair(&app, &by, asked.section).await?;
    view_of(&tournament, state, &caller).await
}

/// Reads players from text and enters them; the first players of a section bring the rounds of their TRF or PGN file along.
#[utoipa::path(post, path = "/tournaments/{id}/players", params(("id" = String, Path)), request_body = PlayersIn,
    responses((status = 200, body = PlayersOut), (status = 403, body = ErrorOut), (status = 422, body = ErrorOut)))]
pub async fn enter(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    JsonBody(asked): JsonBody<PlayersIn>,
) -> Result<Json<PlayersOut>, Error> {
    let tournament = app.tournaments.open(&app, &id).await?;
    let state = tournament.state().await;
    let role = require(&state, &caller, TournamentRole::Organizer)?;
    let found = players::read(&asked.text)?;
    if !asked.preview {
        let by = name_of(&app, &state, &caller).await?;
        let mut acts = vec![TournamentAct::Enter { section: asked.section, players: found.clone() }];
        // The first players of a section bring the rounds of their TRF or PGN file along.
        if let Some(section) = state.sections.get(&asked.section).filter(|known| known.players.is_empty()) {
            acts.extend(rounds_of_file(&asked.text, asked.section, &section.settings));
        }
        tournament.act(&app, &by, Some(role), &acts).await?;
    }
    Ok(Json(PlayersOut { players: found }))
}

/// Says why a player has an opponent, or why not another one.
#[utoipa::path(get, path = "/tournaments/{id}/why", params(("id" = String, Path), WhyQuery),
    responses((status = 200, body = WhyOut), (status = 404, body = ErrorOut), (status = 422, body = ErrorOut)))]
pub async fn why(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    Query(asked): Query<WhyQuery>,
) -> Result<Json<WhyOut>, Error> {
    let tournament = app.tournaments.open(&app, &id).await?;
    let state = tournament.state().await;
    let official = viewer(&state, &caller).role.is_some();
    let section = state.sections.get(&asked.section).ok_or_else(|| Message::new("tournament_no_section"))?;
    let published = section.round(asked.round).is_some_and(|round| round.published_at.is_some());
    if asked.round == 0 || !(published || official) {
        return Err(Message::new("tournament_no_round").into());
    }
    let section = section.clone();
    // The round is paired again, which takes seconds with many players: it waits its turn with other computations.
    let sentences =
        super::solves::answer(&app, &caller, move |_| section.why(asked.round, asked.number, asked.not))
            .await?;
    Ok(Json(WhyOut { sentences: sentences.iter().map(Into::into).collect() }))
}

/// Numbers of changes, as they happen: the page then reads the tournament again.
#[utoipa::path(get, path = "/tournaments/{id}/events", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "text/event-stream"), (status = 404, body = ErrorOut)))]
pub async fn events(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Error> {
    let tournament = app.tournaments.open(&app, &id).await?;
    let mut updates = tournament.watch();
    updates.mark_changed();
    let events = stream::unfold((updates, tournament, app), |(mut updates, tournament, app)| async {
        updates.changed().await.ok()?;
        if app.is_closing() {
            return None;
        }
        let seq = *updates.borrow_and_update();
        Some((Ok(Event::default().data(seq.to_string())), (updates, tournament, app)))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

/// Log of changes with who and when, for officials.
#[utoipa::path(get, path = "/tournaments/{id}/log", params(("id" = String, Path)),
    responses((status = 200, body = TournamentLog), (status = 403, body = ErrorOut)))]
pub async fn log(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<Json<TournamentLog>, Error> {
    let tournament = app.tournaments.open(&app, &id).await?;
    require(&tournament.state().await, &caller, TournamentRole::Arbiter)?;
    Ok(Json(TournamentLog { entries: tournament.log(&app).await? }))
}

/// Secret links of a section, for the organizer: arbiters, players, and boards of the last round.
#[utoipa::path(get, path = "/tournaments/{id}/links", params(("id" = String, Path), LinksQuery),
    responses((status = 200, body = TournamentLinks), (status = 403, body = ErrorOut)))]
pub async fn links(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    Query(asked): Query<LinksQuery>,
    headers: HeaderMap,
) -> Result<Json<TournamentLinks>, Error> {
    let tournament = app.tournaments.open(&app, &id).await?;
    let state = tournament.state().await;
    require(&state, &caller, TournamentRole::Organizer)?;
    let number = asked.section;
    let section = state.sections.get(&number).ok_or_else(|| Message::new("tournament_no_section"))?;
    let round = section.published();
    let boards = section.round(round).map_or(0, |round| round.boards.len() as u32);
    Ok(Json(TournamentLinks {
        origin: origin_for_others(&app.config, &headers),
        arbiter: tournament.token(LinkTarget::Arbiter(state.dismissals)),
        players: (1..=section.players.len() as u32)
            .map(|player| (player, tournament.token(LinkTarget::Player(number, player))))
            .collect(),
        boards: (1..=boards)
            .map(|board| (board, tournament.token(LinkTarget::Board(number, round, board))))
            .collect(),
    }))
}

/// Makes the caller an arbiter or a player, by the token of a link.
#[utoipa::path(post, path = "/tournaments/{id}/join", params(("id" = String, Path)), request_body = TokenIn,
    responses((status = 200, body = TournamentView), (status = 404, body = ErrorOut)))]
pub async fn join(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    JsonBody(asked): JsonBody<TokenIn>,
) -> Result<Json<TournamentView>, Error> {
    let tournament = app.tournaments.open(&app, &id).await?;
    let state = tournament.state().await;
    let act = match tournament.target(&state, &asked.token) {
        Some(LinkTarget::Arbiter(_)) if viewer(&state, &caller).role.is_none() => {
            let name = match asked.name.as_deref().map(str::trim).filter(|name| !name.is_empty()) {
                Some(name) => name.to_owned(),
                None => own_name(&app, &caller).await?,
            };
            let role = Some(TournamentRole::Arbiter);
            Some(TournamentAct::Official { player: caller.player.clone(), name, role })
        }
        Some(LinkTarget::Player(section, number)) => {
            Some(TournamentAct::Join { section, number, player: Some(caller.player.clone()) })
        }
        Some(_) => None,
        None => return Err(Error::not_found("tournament_link_unknown")),
    };
    let by = match &act {
        Some(TournamentAct::Join { section, number, .. }) => {
            state.sections.get(section).map_or(String::new(), |section| section.name_of(*number).to_owned())
        }
        Some(TournamentAct::Official { name, .. }) => name.clone(),
        _ => String::new(),
    };
    let acts: Vec<TournamentAct> = act.into_iter().collect();
    tournament.act(&app, &by, None, &acts).await?;
    // The game of a player who comes late opens now.
    let state = tournament.open_rooms(&app, &caller.player).await?;
    view_of(&tournament, state, &caller).await
}

async fn board_of(
    app: &App,
    id: &str,
    token: &str,
) -> Result<(std::sync::Arc<OpenTournament>, TournamentState, (u32, u32, u32)), Error> {
    let tournament = app.tournaments.open(app, id).await?;
    let state = tournament.state().await;
    match tournament.target(&state, token) {
        Some(LinkTarget::Board(section, round, board)) => Ok((tournament, state, (section, round, board))),
        _ => Err(Error::not_found("tournament_link_unknown")),
    }
}

/// Board behind a QR code.
#[utoipa::path(get, path = "/tournaments/{id}/boards/{token}", params(("id" = String, Path), ("token" = String, Path)),
    responses((status = 200, body = BoardSlip), (status = 404, body = ErrorOut)))]
pub async fn slip(
    State(app): State<App>,
    Path((id, token)): Path<(String, String)>,
) -> Result<Json<BoardSlip>, Error> {
    let (_, state, (section, round, board)) = board_of(&app, &id, &token).await?;
    let slip = board_slip(&state, section, round, board);
    Ok(Json(slip.ok_or_else(|| Error::not_found("tournament_link_unknown"))?))
}

/// Result as a player of the board reports it. An arbiter confirms it.
#[utoipa::path(post, path = "/tournaments/{id}/boards/{token}", params(("id" = String, Path), ("token" = String, Path)),
    request_body = ProposalIn,
    responses((status = 200, body = BoardSlip), (status = 404, body = ErrorOut), (status = 422, body = ErrorOut)))]
pub async fn propose(
    State(app): State<App>,
    Path((id, token)): Path<(String, String)>,
    JsonBody(asked): JsonBody<ProposalIn>,
) -> Result<Json<BoardSlip>, Error> {
    let (tournament, state, (section, round, board)) = board_of(&app, &id, &token).await?;
    let known = state.sections.get(&section);
    let by = known.and_then(|known| {
        let found = known.board(round, board)?;
        let number = if asked.side == crate::wire::Side::First { found.first } else { found.second };
        Some(known.name_of(number).to_owned())
    });
    let act = TournamentAct::Propose { section, round, board, side: asked.side, result: asked.result };
    let state = tournament.act(&app, &by.unwrap_or_default(), None, &[act]).await?;
    let slip = board_slip(&state, section, round, board);
    Ok(Json(slip.ok_or_else(|| Error::not_found("tournament_link_unknown"))?))
}

fn file(name: &str, extension: &str, mime: &'static str, body: String) -> Response {
    let safe: String =
        name.chars().map(|one| if one.is_ascii_alphanumeric() { one } else { '-' }).take(40).collect();
    let disposition = format!("attachment; filename=\"{safe}.{extension}\"");
    let mut response = ([(header::CONTENT_TYPE, HeaderValue::from_static(mime))], body).into_response();
    if let Ok(value) = HeaderValue::from_str(&disposition) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    response
}

/// File of a section: TRF16, TRF26, CSV, or PGN of its games that have ended.
#[utoipa::path(get, path = "/tournaments/{id}/download", params(("id" = String, Path), SectionFileQuery),
    responses((status = 200, body = String), (status = 404, body = ErrorOut), (status = 422, body = ErrorOut)))]
pub async fn download(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(asked): Query<SectionFileQuery>,
) -> Result<Response, Error> {
    let tournament = app.tournaments.open(&app, &id).await?;
    let state = tournament.state().await;
    if asked.format == "pgn" {
        return Ok(file(
            &state.name,
            "pgn",
            "application/x-chess-pgn",
            games(&app, &state, asked.section).await?,
        ));
    }
    let (text, mime, extension) = section_file(&state, asked.section, &asked.format)?;
    Ok(file(&state.name, extension, mime, text))
}

async fn games(app: &App, state: &TournamentState, section: u32) -> Result<String, Error> {
    let section = state.sections.get(&section).ok_or_else(|| Message::new("tournament_no_section"))?;
    let mut text = String::new();
    for (round, paired) in (1u32..).zip(&section.rounds) {
        for (board, found) in (1u32..).zip(&paired.boards).filter(|(_, found)| found.result.is_some()) {
            let record = match &found.room {
                Some(room) => record_of(app, room).await,
                None => None,
            };
            text.push_str(&board_pgn(state, section, (round, board), found, record.as_deref()));
        }
    }
    Ok(text)
}

/// PGN of a game on this server; `None` if it cannot be read.
async fn record_of(app: &App, room: &str) -> Option<String> {
    let query = RecordQuery { format: Some("pgn".to_owned()), notation: None, lang: None, plies: None };
    let (reply, answer) = oneshot::channel();
    app.lobby.send(app, room, RoomMessage::Record(Visitor::default(), query, reply)).await.ok()?;
    let record = answer.await.ok()?.ok()?;
    Some(String::from_utf8_lossy(&record.bytes).into_owned())
}

/// The whole tournament as one file, for the organizer: another server goes on with it.
#[utoipa::path(get, path = "/tournaments/{id}/file", params(("id" = String, Path)),
    responses((status = 200, body = TournamentFile), (status = 403, body = ErrorOut)))]
pub async fn export(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<Response, Error> {
    let tournament = app.tournaments.open(&app, &id).await?;
    let state = tournament.state().await;
    require(&state, &caller, TournamentRole::Organizer)?;
    let (_, log) = app.store.tournament(&id).await?.ok_or(TournamentError::NotFound)?;
    let broken = |_| Error::new(StatusCode::INTERNAL_SERVER_ERROR, &Message::new("wire_broken"));
    let mut entries = Vec::with_capacity(log.len());
    for entry in log {
        let act: TournamentAct = serde_json::from_str(&entry.body).map_err(broken)?;
        entries.push(TournamentFileEntry { at: entry.at, by: entry.by, act });
    }
    let whole = TournamentFile {
        format: FORMAT.to_owned(),
        version: 1,
        id: id.clone(),
        secret: tournament.secret().to_owned(),
        log: entries,
    };
    let text = serde_json::to_string(&whole).unwrap_or_default();
    Ok(file(&state.name, "kydai-tournament.json", "application/json", text))
}

const FORMAT: &str = "kydai-tournament";

/// Goes on with a tournament from its file; the caller becomes an organizer of it here.
#[utoipa::path(post, path = "/tournaments/file", request_body = TournamentFile,
    responses((status = 201, body = TournamentView), (status = 422, body = ErrorOut)))]
pub async fn import(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    JsonBody(asked): JsonBody<TournamentFile>,
) -> Result<(StatusCode, Json<TournamentView>), Error> {
    let plain =
        |text: &str| (8..=64).contains(&text.len()) && text.bytes().all(|one| one.is_ascii_alphanumeric());
    if asked.format != FORMAT || asked.version != 1 || !plain(&asked.id) || !plain(&asked.secret) {
        return Err(Message::new("tournament_file_unknown").into());
    }
    let name = own_name(&app, &caller).await?;
    // Games and devices belong to the other server.
    let local = |entry: &TournamentFileEntry| {
        !matches!(entry.act, TournamentAct::Room { .. } | TournamentAct::Join { .. })
    };
    let log = asked.log.into_iter().filter(local).map(|entry| (entry.at, entry.by, entry.act));
    let mut log: Vec<(i64, String, TournamentAct)> = log.collect();
    log.push((
        crate::ids::now(),
        name.clone(),
        TournamentAct::Official {
            player: caller.player.clone(),
            name,
            role: Some(TournamentRole::Organizer),
        },
    ));
    let id = app.tournaments.store_new(&app, asked.id, asked.secret, &caller.player, &log).await?;
    let tournament = app.tournaments.open(&app, &id).await?;
    Ok((StatusCode::CREATED, view_of(&tournament, tournament.state().await, &caller).await?))
}

/// Text as a QR code.
#[utoipa::path(get, path = "/qr", params(QrQuery),
    responses((status = 200, body = String, content_type = "image/svg+xml"), (status = 422, body = ErrorOut)))]
pub async fn qr(Query(asked): Query<QrQuery>) -> Result<Response, Error> {
    let too_long = || Message::new("tournament_text_long").number("most", 500);
    if asked.text.len() > 500 {
        return Err(too_long().into());
    }
    let code = qrcode::QrCode::new(asked.text.as_bytes()).map_err(|_| too_long())?;
    let picture = code.render::<qrcode::render::svg::Color<'_>>().min_dimensions(160, 160).build();
    let kind = HeaderValue::from_static("image/svg+xml");
    let cached = HeaderValue::from_static("public, max-age=86400");
    Ok(([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, cached)], picture).into_response())
}
