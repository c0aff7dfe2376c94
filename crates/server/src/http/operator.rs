//! The operator's page: health, load, reports, bans and acts, behind the operator's key.

use std::sync::atomic::Ordering;
use std::time::Instant;

use axum::Json;
use axum::extract::{Extension, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use game::Message;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::error::Error;
use super::guard::Caller;
use super::json::JsonBody;
use super::rate_limit::network_of;
use crate::app::App;
use crate::ids;
use crate::maintenance::{self, ActError, PlannedAct};
use crate::metrics;
use crate::operator;
use crate::people::Attempt;
use crate::scheduler::Class;
use crate::store::{BanRow, BanScope, OperatorActRow, OperatorWrite, ReportRow, WriteJob, WriteResult};
use crate::wire::{
    BanFrom, ErrorOut, OperatorActIn, OperatorActOut, OperatorBan, OperatorLogRow, OperatorPlayer,
    OperatorPlayersQuery, OperatorQueue, OperatorReport, OperatorView, count,
};

/// Rows of a list on the page.
const LISTED: u32 = 50;

/// Routes of this module.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::default().routes(routes!(view)).routes(routes!(players)).routes(routes!(act))
}

/// Refuses a request without the operator's key. Wrong keys are limited like wrong passwords.
async fn require_key(app: &App, caller: &Caller, headers: &HeaderMap) -> Result<(), Error> {
    if !caller.is_private {
        return Err(Error::new(StatusCode::FORBIDDEN, &Message::new("account_https")));
    }
    let refused = || Error::new(StatusCode::UNAUTHORIZED, &Message::new("operator_key"));
    let token = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = token.and_then(|value| value.strip_prefix("Bearer ")).ok_or_else(refused)?;
    let address = caller.address.map(network_of);
    let attempt = Attempt {
        // Counted per network: nobody guesses a random key, and strangers must not lock the operator out.
        account: format!("operator's key from {address:?}"),
        address,
        known_browser: None,
    };
    app.people.attempts.begin(&attempt, Instant::now()).map_err(Error::too_many)?;
    let (database, token) = (app.config.database.clone(), token.to_owned());
    let fits = tokio::task::spawn_blocking(move || operator::is_key(&database, &token)).await;
    if !fits.unwrap_or(false) {
        return Err(refused());
    }
    app.people.attempts.succeed(&attempt);
    Ok(())
}

/// State of the server for its operator.
#[utoipa::path(get, path = "/operator",
    responses((status = 200, body = OperatorView), (status = 401, body = ErrorOut), (status = 403, body = ErrorOut)))]
pub async fn view(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
) -> Result<Json<OperatorView>, Error> {
    require_key(&app, &caller, &headers).await?;
    let counts = app.store.operator_counts().await?;
    let lobby = app.seeks.figures();
    let store = &app.store.metrics;
    let number = |value: u64| i64::try_from(value).unwrap_or(i64::MAX);
    let backup = store.last_backup.load(Ordering::Relaxed);
    let waiting = Class::ALL.into_iter().map(|class| OperatorQueue {
        class: format!("{class:?}").to_lowercase(),
        waiting: count(app.scheduler.waiting(class)),
    });
    Ok(Json(OperatorView {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        now: ids::now(),
        started_at: app.start_times.started_at,
        healthy: app.is_healthy(),
        load: metrics::load_averages(),
        memory_bytes: number(metrics::resident_bytes()),
        database_bytes: number(metrics::file_size(&app)),
        backup_at: (backup > 0).then_some(backup * 1000),
        backup_failures: number(store.backup_failures.load(Ordering::Relaxed)),
        write_ms: store.mean_write_ms(),
        write_failures: number(store.write_failures()),
        rooms: count(app.lobby.count()),
        clocks: count(app.deadlines.clocks()),
        sockets: count(app.sockets.load(Ordering::Relaxed)),
        people: count(lobby.people),
        seeks: count(lobby.seeks),
        paired: number(lobby.paired),
        running: count(app.scheduler.running()),
        waiting: waiting.collect(),
        accounts: counts.accounts,
        rated_games: counts.rated_games,
        rated_running: counts.rated_running,
        failed_sign_ins: number(store.failed_sign_ins.load(Ordering::Relaxed)),
        reports: app.store.open_reports(LISTED).await?.into_iter().map(report).collect(),
        open_reports: counts.reports,
        bans: app.store.bans().await?.into_iter().take(LISTED as usize).map(ban).collect(),
        log: app.store.operator_log(LISTED).await?.into_iter().map(log_row).collect(),
    }))
}

fn report(row: ReportRow) -> OperatorReport {
    let [reporter, reported] = row.handles;
    OperatorReport {
        id: row.id,
        reporter,
        reported,
        room: row.room,
        game: row.game,
        moves: row.moves,
        reason: row.reason,
        note: row.note,
        at: row.at,
    }
}

fn scope_out(scope: BanScope) -> BanFrom {
    match scope {
        BanScope::Rated => BanFrom::Rated,
        BanScope::All => BanFrom::All,
    }
}

fn ban(row: BanRow) -> OperatorBan {
    let scope = scope_out(row.scope);
    OperatorBan { handle: row.handle, scope, until: row.until, reason: row.reason, at: row.at }
}

fn log_row(row: OperatorActRow) -> OperatorLogRow {
    // The identity that replaces a closed account is nobody's business.
    let note = if row.kind == "close" { String::new() } else { row.note };
    OperatorLogRow {
        number: row.number,
        at: row.at,
        made_by: row.made_by,
        kind: row.kind,
        handle: row.handle,
        note,
    }
}

/// Accounts by a part of their handle or name, the newest first.
#[utoipa::path(get, path = "/operator/players", params(OperatorPlayersQuery),
    responses((status = 200, body = [OperatorPlayer]), (status = 401, body = ErrorOut), (status = 403, body = ErrorOut)))]
pub async fn players(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    Query(query): Query<OperatorPlayersQuery>,
) -> Result<Json<Vec<OperatorPlayer>>, Error> {
    require_key(&app, &caller, &headers).await?;
    let text: String = query.text.unwrap_or_default().trim().chars().take(100).collect();
    let rows = app.store.find_accounts(&text, LISTED).await?;
    let out = rows.into_iter().map(|row| OperatorPlayer {
        ban: row.ban.map(|(scope, until, reason)| OperatorBan {
            handle: row.handle.clone(),
            scope: scope_out(scope),
            until,
            reason,
            at: 0,
        }),
        handle: row.handle,
        name: row.name,
        created_at: row.created_at,
        used_at: row.used_at,
        sessions: row.sessions,
        games: row.games,
    });
    Ok(Json(out.collect()))
}

/// Carries out an act of the operator, and logs it.
#[utoipa::path(post, path = "/operator/acts", request_body = OperatorActIn,
    responses((status = 200, body = OperatorActOut), (status = 401, body = ErrorOut), (status = 403, body = ErrorOut),
        (status = 404, body = ErrorOut), (status = 409, body = ErrorOut), (status = 422, body = ErrorOut)))]
pub async fn act(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    JsonBody(asked): JsonBody<OperatorActIn>,
) -> Result<Json<OperatorActOut>, Error> {
    require_key(&app, &caller, &headers).await?;
    let PlannedAct { act, recovery_code } = maintenance::plan_act(&asked)?;
    let write = OperatorWrite { at: ids::now(), made_by: "page", act };
    let WriteResult::Operator(written) = app.store.write(WriteJob::Operator(Box::new(write))).await? else {
        return Err(Error::new(StatusCode::INTERNAL_SERVER_ERROR, &Message::new("wire_broken")));
    };
    match maintenance::act_result(&asked, written) {
        Ok(()) => Ok(Json(OperatorActOut { recovery_code })),
        Err(ActError::Taken(message)) => Err(Error::new(StatusCode::CONFLICT, &message)),
        Err(ActError::Nothing(message)) => Err(Error::new(StatusCode::NOT_FOUND, &message)),
    }
}
