//! Accounts: registration, sessions, password, recovery, deletion.

pub mod export;

use std::sync::atomic::Ordering;
use std::time::Instant;

use axum::Json;
use axum::extract::{Extension, Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use game::Message;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::error::Error;
use super::guard::{Caller, append_cookie, append_session_cookie};
use super::json::JsonBody;
use super::rate_limit::network_of;
use crate::app::App;
use crate::config::Registration;
use crate::ids;
use crate::people::{Attempt, check_strength, read_handle, recovery_code, recovery_hash, skeleton};
use crate::player_name::clean_name;
use crate::room::RoomMessage;
use crate::store::{
    AccountRow, AccountWrite, AccountWritten, BanScope, NewAccount, NewSession, WriteJob, WriteResult,
};
use crate::wire::{
    AccountOut, AccountState, CodeOut, ErrorOut, NewAccountOut, PasswordChange, PasswordIn, RecoverIn,
    RegistrationRule, SessionOut, SignInIn, SignUpIn, count,
};

/// Maximum size of the page's settings in bytes.
const MAX_SETTINGS: usize = 8 * 1024;

/// Routes of this module.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::default()
        .routes(routes!(view, sign_up, delete))
        .routes(routes!(sign_in, sign_out))
        .routes(routes!(save_settings))
        .routes(routes!(change_password))
        .routes(routes!(new_recovery_code))
        .routes(routes!(recover))
        .routes(routes!(sessions, end_sessions))
        .routes(routes!(end_session))
        .routes(routes!(export::export))
}

/// The caller's account, or how to get one.
#[utoipa::path(get, path = "/account", responses((status = 200, body = AccountState)))]
pub async fn view(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<AccountState>, Error> {
    let account = match &caller.session {
        Some(_) => app.store.account(&caller.player).await?,
        None => None,
    };
    Ok(Json(state(&app, &caller, account).await?))
}

async fn state(app: &App, caller: &Caller, account: Option<AccountRow>) -> Result<AccountState, Error> {
    Ok(AccountState {
        account: account.map(account_out),
        registration: match app.config.registration {
            Registration::Open => RegistrationRule::Open,
            Registration::ByCode => RegistrationRule::ByCode,
            Registration::Closed => RegistrationRule::Closed,
        },
        is_private: caller.is_private,
        is_plain: !app.config.https
            && app.config.plain_passwords
            && caller.address.is_some_and(|address| !address.to_canonical().is_loopback()),
        guest_games: count(app.store.listed_rooms(&caller.guest).await?.len()),
    })
}

fn account_out(row: AccountRow) -> AccountOut {
    AccountOut {
        handle: row.handle,
        name: row.name,
        created_at: row.created_at,
        settings: row.settings,
        is_private: row.is_private,
        is_unlisted: row.is_unlisted,
    }
}

/// Creates an account for the guest of this browser, and signs in.
#[utoipa::path(post, path = "/account", request_body = SignUpIn, responses((status = 201, body = NewAccountOut),
    (status = 403, body = ErrorOut), (status = 409, body = ErrorOut), (status = 422, body = ErrorOut)))]
pub async fn sign_up(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    JsonBody(asked): JsonBody<SignUpIn>,
) -> Result<Response, Error> {
    require_private(&caller)?;
    if caller.session.is_some() {
        return Err(conflict("account_signed_in"));
    }
    let code = match app.config.registration {
        Registration::Open => None,
        Registration::ByCode => Some(recovery_hash(asked.code.as_deref().unwrap_or_default())),
        Registration::Closed => return Err(forbidden("account_closed")),
    };
    let handle = read_handle(&asked.handle)?;
    let name = clean_name(asked.name.as_deref())?;
    check_strength(&asked.password, &[&handle, name.as_deref().unwrap_or_default()])?;
    let looks = skeleton(&handle);
    let taken = || Error::new(StatusCode::CONFLICT, &Message::new("handle_taken").text("handle", &handle));
    let attempt = Attempt {
        account: "registration code".to_owned(),
        address: caller.address.map(network_of),
        known_browser: None,
    };
    if app.store.account_by_skeleton(&looks).await?.is_some() {
        return Err(taken());
    }
    if code.is_some() {
        app.people.attempts.begin(&attempt, Instant::now()).map_err(Error::too_many)?;
    }
    let password = app.people.passwords.hash(asked.password).await?;
    let (recovery_code, recovery) = recovery_code();
    let guest_cookie = ids::cookie();
    let (session_cookie, session) = new_session(&headers, ids::player(&guest_cookie));
    let write = AccountWrite::Create(NewAccount {
        player: caller.guest.clone(),
        handle: handle.clone(),
        skeleton: looks,
        name: name.clone(),
        password,
        recovery,
        code: code.clone(),
        session,
    });
    match write_account(&app, write).await? {
        AccountWritten::Renamed(rooms) => {
            app.people.attempts.succeed(&attempt);
            app.people.forget(&caller.guest);
            let shown = app.store.name(&caller.guest).await?;
            let name = Some((shown, Some(handle.clone())));
            app.lobby.rename(&rooms, &caller.guest, &caller.guest, name).await;
        }
        AccountWritten::AlreadySignedUp => return Err(conflict("account_signed_in")),
        AccountWritten::CodeInvalid => return Err(forbidden("account_code")),
        _ => return Err(taken()),
    }
    tracing::info!(handle, "account created");
    let row = app.store.account(&caller.guest).await?.ok_or_else(|| conflict("account_gone"))?;
    let out = NewAccountOut { account: account_out(row), recovery_code };
    let mut response = (StatusCode::CREATED, Json(out)).into_response();
    append_cookie(&mut response, &guest_cookie, app.config.https);
    append_session_cookie(&mut response, Some(&session_cookie), app.config.https);
    Ok(response)
}

/// Signs in.
#[utoipa::path(post, path = "/session", request_body = SignInIn, responses((status = 200, body = AccountState),
    (status = 401, body = ErrorOut), (status = 403, body = ErrorOut), (status = 429, body = ErrorOut)))]
pub async fn sign_in(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    JsonBody(asked): JsonBody<SignInIn>,
) -> Result<Response, Error> {
    require_private(&caller)?;
    let row = app.store.account_by_skeleton(&skeleton(&asked.handle)).await?;
    let row = check_password(&app, &caller, &asked.handle, row, asked.password).await?;
    app.bans.check(&row.player, BanScope::All)?;
    // The session cookie is always a new one, whatever the browser sent.
    let (session_cookie, session) = new_session(&headers, caller.guest.clone());
    let bring = asked.bring.unwrap_or(false).then(|| caller.guest.clone());
    let write = AccountWrite::SignIn { player: row.player.clone(), session, bring };
    match write_account(&app, write).await? {
        AccountWritten::Renamed(rooms) => {
            let name = Some((row.name.clone(), Some(row.handle.clone())));
            app.lobby.rename(&rooms, &caller.guest, &row.player, name).await;
        }
        AccountWritten::Done => {}
        _ => return Err(unauthorized("account_wrong")),
    }
    end_previous_session(&app, &caller).await?;
    let caller = Caller { player: row.player.clone(), session: Some(String::new()), ..caller };
    let mut response = Json(state(&app, &caller, Some(row)).await?).into_response();
    append_session_cookie(&mut response, Some(&session_cookie), app.config.https);
    Ok(response)
}

/// Ends the session with which somebody signs in again.
async fn end_previous_session(app: &App, caller: &Caller) -> Result<(), Error> {
    let Some(key) = &caller.session else { return Ok(()) };
    let sessions = app.store.sessions(&caller.player).await?;
    if let Some(own) = sessions.into_iter().find(|session| session.key == *key) {
        revoke(app, &caller.player, Some(own.id)).await?;
    }
    Ok(())
}

/// Signs out: the session ends on the server too.
#[utoipa::path(delete, path = "/session", responses((status = 204)))]
pub async fn sign_out(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Error> {
    end_previous_session(&app, &caller).await?;
    let mut response = StatusCode::NO_CONTENT.into_response();
    append_session_cookie(&mut response, None, app.config.https);
    Ok(response)
}

/// Sessions of the account.
#[utoipa::path(get, path = "/account/sessions",
    responses((status = 200, body = [SessionOut]), (status = 401, body = ErrorOut)))]
pub async fn sessions(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<Vec<SessionOut>>, Error> {
    let key = signed_in(&caller)?;
    let rows = app.store.sessions(&caller.player).await?;
    let out = rows.into_iter().map(|row| SessionOut {
        id: row.id,
        created_at: row.created_at,
        used_at: row.used_at,
        agent: row.agent,
        current: row.key == key,
    });
    Ok(Json(out.collect()))
}

/// Ends one session; its sockets close.
#[utoipa::path(delete, path = "/account/sessions/{id}", params(("id" = String, Path)),
    responses((status = 204), (status = 401, body = ErrorOut), (status = 404, body = ErrorOut)))]
pub async fn end_session(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<StatusCode, Error> {
    signed_in(&caller)?;
    match revoke(&app, &caller.player, Some(id)).await? {
        0 => Err(Error::not_found("account_no_session")),
        _ => Ok(StatusCode::NO_CONTENT),
    }
}

/// Ends all sessions, this one too.
#[utoipa::path(delete, path = "/account/sessions", responses((status = 204), (status = 401, body = ErrorOut)))]
pub async fn end_sessions(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Error> {
    signed_in(&caller)?;
    revoke(&app, &caller.player, None).await?;
    let mut response = StatusCode::NO_CONTENT.into_response();
    append_session_cookie(&mut response, None, app.config.https);
    Ok(response)
}

/// Ends sessions and returns their number.
async fn revoke(app: &App, player: &str, id: Option<String>) -> Result<usize, Error> {
    let write = AccountWrite::Revoke { player: player.to_owned(), id };
    let AccountWritten::Ended(keys) = write_account(app, write).await? else { return Ok(0) };
    app.people.end(&keys);
    Ok(keys.len())
}

/// Saves the settings of the page with the account.
#[utoipa::path(put, path = "/account/settings", request_body = String,
    responses((status = 204), (status = 401, body = ErrorOut), (status = 422, body = ErrorOut)))]
pub async fn save_settings(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    JsonBody(settings): JsonBody<serde_json::Map<String, serde_json::Value>>,
) -> Result<StatusCode, Error> {
    signed_in(&caller)?;
    let settings = serde_json::Value::Object(settings).to_string();
    if settings.len() > MAX_SETTINGS {
        return Err(Message::new("account_settings_size").number("kib", MAX_SETTINGS / 1024).into());
    }
    write_account(&app, AccountWrite::Settings { player: caller.player, settings }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Changes the password; all other sessions end.
#[utoipa::path(put, path = "/account/password", request_body = PasswordChange, responses((status = 204),
    (status = 401, body = ErrorOut), (status = 422, body = ErrorOut), (status = 429, body = ErrorOut)))]
pub async fn change_password(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    JsonBody(asked): JsonBody<PasswordChange>,
) -> Result<StatusCode, Error> {
    let keep = signed_in(&caller)?.to_owned();
    let row = confirm(&app, &caller, asked.old).await?;
    check_strength(&asked.new, &[&row.handle, row.name.as_deref().unwrap_or_default()])?;
    let password = app.people.passwords.hash(asked.new).await?;
    set_password(&app, &row.player, password, Some(keep)).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn set_password(app: &App, player: &str, password: String, keep: Option<String>) -> Result<(), Error> {
    let write = AccountWrite::Password { player: player.to_owned(), password, keep };
    if let AccountWritten::Ended(keys) = write_account(app, write).await? {
        app.people.end(&keys);
    }
    Ok(())
}

/// Replaces the recovery code.
#[utoipa::path(post, path = "/account/recovery", request_body = PasswordIn, responses((status = 200, body = CodeOut),
    (status = 401, body = ErrorOut), (status = 429, body = ErrorOut)))]
pub async fn new_recovery_code(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    JsonBody(asked): JsonBody<PasswordIn>,
) -> Result<Json<CodeOut>, Error> {
    signed_in(&caller)?;
    let row = confirm(&app, &caller, asked.password).await?;
    let (recovery_code, new) = recovery_code();
    write_account(&app, AccountWrite::Recovery { player: row.player, old: None, new }).await?;
    Ok(Json(CodeOut { recovery_code }))
}

/// Sets a new password by the recovery code, and signs in.
#[utoipa::path(post, path = "/account/recover", request_body = RecoverIn, responses((status = 200, body = CodeOut),
    (status = 401, body = ErrorOut), (status = 422, body = ErrorOut), (status = 429, body = ErrorOut)))]
pub async fn recover(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    JsonBody(asked): JsonBody<RecoverIn>,
) -> Result<Response, Error> {
    require_private(&caller)?;
    let row = app.store.account_by_skeleton(&skeleton(&asked.handle)).await?;
    check_strength(&asked.password, &[&asked.handle])?;
    let attempt = attempt(&app, &caller, &asked.handle, row.as_ref()).await?;
    app.people.attempts.begin(&attempt, Instant::now()).map_err(Error::too_many)?;
    let wrong = || unauthorized("account_code_wrong");
    let old = recovery_hash(&asked.code);
    let row = row.filter(|row| row.recovery == old).ok_or_else(wrong)?;
    app.bans.check(&row.player, BanScope::All)?;
    let password = app.people.passwords.hash(asked.password).await?;
    let (recovery_code, new) = recovery_code();
    let write = AccountWrite::Recovery { player: row.player.clone(), old: Some(old), new };
    if write_account(&app, write).await? != AccountWritten::Done {
        return Err(wrong());
    }
    app.people.attempts.succeed(&attempt);
    set_password(&app, &row.player, password, None).await?;
    let (session_cookie, session) = new_session(&headers, caller.guest);
    write_account(&app, AccountWrite::SignIn { player: row.player, session, bring: None }).await?;
    let mut response = Json(CodeOut { recovery_code }).into_response();
    append_session_cookie(&mut response, Some(&session_cookie), app.config.https);
    Ok(response)
}

/// Deletes the account. Running games are resigned; games with others stay, without a name.
#[utoipa::path(delete, path = "/account", request_body = PasswordIn, responses((status = 204),
    (status = 401, body = ErrorOut), (status = 429, body = ErrorOut)))]
pub async fn delete(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    JsonBody(asked): JsonBody<PasswordIn>,
) -> Result<Response, Error> {
    signed_in(&caller)?;
    let row = confirm(&app, &caller, asked.password).await?;
    for room in app.store.running_games(&row.player).await? {
        let _ = app.lobby.send(&app, &room, RoomMessage::Leave(row.player.clone())).await;
    }
    let tombstone = ids::player(&ids::cookie());
    let write = AccountWrite::Delete { player: row.player.clone(), tombstone: tombstone.clone() };
    if let AccountWritten::Deleted { sessions, renamed, gone } = write_account(&app, write).await? {
        app.people.end(&sessions);
        app.people.forget(&row.player);
        for room in &gone {
            app.deadlines.disarm(room);
            app.lobby.send_if_open(room, RoomMessage::Deleted).await;
        }
        app.lobby.rename(&renamed, &row.player, &tombstone, Some((None, None))).await;
        tracing::info!(handle = row.handle, "account deleted");
    }
    let mut response = StatusCode::NO_CONTENT.into_response();
    append_session_cookie(&mut response, None, app.config.https);
    Ok(response)
}

/// Writes to accounts.
pub(super) async fn write_account(app: &App, write: AccountWrite) -> Result<AccountWritten, Error> {
    match app.store.write(WriteJob::Account(Box::new(write))).await? {
        WriteResult::Account(written) => Ok(written),
        _ => Ok(AccountWritten::Nothing),
    }
}

/// Session of a caller who is signed in.
pub fn signed_in(caller: &Caller) -> Result<&str, Error> {
    caller.session.as_deref().ok_or_else(|| unauthorized("account_needed"))
}

fn require_private(caller: &Caller) -> Result<(), Error> {
    if caller.is_private { Ok(()) } else { Err(forbidden("account_https")) }
}

/// Checks the password of the account that is signed in.
async fn confirm(app: &App, caller: &Caller, password: String) -> Result<AccountRow, Error> {
    require_private(caller)?;
    let row = app.store.account(&caller.player).await?.ok_or_else(|| unauthorized("account_needed"))?;
    let handle = row.handle.clone();
    check_password(app, caller, &handle, Some(row), password).await
}

/// Checks a password within the limits of failed attempts. The answer is the same whether there is no such account or the
/// password is wrong, and takes the same time.
async fn check_password(
    app: &App,
    caller: &Caller,
    handle: &str,
    row: Option<AccountRow>,
    password: String,
) -> Result<AccountRow, Error> {
    let attempt = attempt(app, caller, handle, row.as_ref()).await?;
    app.people.attempts.begin(&attempt, Instant::now()).map_err(Error::too_many)?;
    let hash = row.as_ref().map(|row| row.password.clone());
    let fits = app.people.passwords.verify(password, hash).await;
    match row.filter(|_| fits) {
        Some(row) => {
            app.people.attempts.succeed(&attempt);
            Ok(row)
        }
        None => {
            app.store.metrics.failed_sign_ins.fetch_add(1, Ordering::Relaxed);
            Err(unauthorized("account_wrong"))
        }
    }
}

async fn attempt(
    app: &App,
    caller: &Caller,
    handle: &str,
    row: Option<&AccountRow>,
) -> Result<Attempt, Error> {
    // The question is asked for unknown names too.
    let player = row.map_or("", |row| row.player.as_str());
    let known = app.store.is_known_device(player, &caller.guest).await?;
    Ok(Attempt {
        account: skeleton(&handle.chars().take(100).collect::<String>()),
        address: caller.address.map(network_of),
        known_browser: known.then(|| caller.guest.clone()),
    })
}

/// New session: its cookie, and its row.
fn new_session(headers: &HeaderMap, device: String) -> (String, NewSession) {
    let cookie = ids::cookie();
    let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
    let session = NewSession {
        key: ids::player(&cookie),
        id: ids::room(),
        agent: browser_name(agent),
        at: ids::now(),
        device,
    };
    (cookie, session)
}

/// Browser and system of a `User-Agent` header, in words that people know; empty if unknown.
fn browser_name(agent: &str) -> String {
    let find = |names: &[(&str, &'static str)]| {
        names.iter().find(|(mark, _)| agent.contains(mark)).map(|(_, name)| *name)
    };
    let browser = find(&[
        ("Firefox/", "Firefox"),
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("coc_coc", "Cốc Cốc"),
        ("SamsungBrowser", "Samsung Internet"),
        ("Chrom", "Chrome"),
        ("Safari/", "Safari"),
    ]);
    let system = find(&[
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS X", "macOS"),
        ("CrOS", "ChromeOS"),
        ("Linux", "Linux"),
    ]);
    [browser, system].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

fn conflict(code: &'static str) -> Error {
    Error::new(StatusCode::CONFLICT, &Message::new(code))
}

fn forbidden(code: &'static str) -> Error {
    Error::new(StatusCode::FORBIDDEN, &Message::new(code))
}

fn unauthorized(code: &'static str) -> Error {
    Error::new(StatusCode::UNAUTHORIZED, &Message::new(code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_are_named_by_browser_and_system() {
        for (agent, name) in [
            (
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36",
                "Chrome · Linux",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Safari/604.1",
                "Safari · iPhone",
            ),
            ("Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0", "Firefox · Windows"),
            ("<script>alert(1)</script>", ""),
            ("", ""),
        ] {
            assert_eq!(browser_name(agent), name);
        }
    }
}
