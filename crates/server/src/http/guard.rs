//! Request checks: cookies of guests and sessions, same-origin policy, rate limit, and the security headers of every response.

use std::net::IpAddr;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use game::Message;

use super::error::Error;
use super::rate_limit::{ClientKey, network_of};
use crate::app::App;
use crate::config::Config;
use crate::ids;
use crate::listener::Peer;
use crate::people::Identity;
use crate::scheduler::Requester;
use crate::store::StoreError;
use crate::wire::PROTOCOL;

/// Name of the cookie; over https with the `__Host-` prefix, which no other host of the domain can set.
fn cookie_name(https: bool) -> &'static str {
    if https { "__Host-kydai" } else { "kydai" }
}

/// Name of the cookie of a signed-in session. The guest cookie stays beside it: after signing out, the browser is the same guest
/// as before.
fn session_cookie_name(https: bool) -> &'static str {
    if https { "__Host-kydai-session" } else { "kydai-session" }
}

/// Cost of a request that changes something or makes the server parse a text.
const COST_OF_CHANGE: u32 = 10;
/// Lifetime of the cookie: one year.
const COOKIE_MAX_AGE: u32 = 365 * 24 * 3600;

/// Identity of the caller.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The player: of the account, or else the hash of the guest cookie.
    pub player: String,
    /// Hash of the session cookie, if signed in.
    pub session: Option<String>,
    /// Hash of the guest cookie: the guest that this browser is without a session.
    pub guest: String,
    /// True if a password may be sent: over https, from this machine, or if the operator allows it.
    pub is_private: bool,
    /// Remote address, or that of the client behind a trusted proxy.
    pub address: Option<IpAddr>,
}

impl Caller {
    /// Requester that work for this caller is charged to. A caller without a cookie is known by its address alone.
    pub fn requester(&self) -> Requester {
        let network = self.address.map(network_of);
        let guest = match network {
            Some(network) if self.player == ids::player("") => network.to_string(),
            _ => self.player.clone(),
        };
        Requester { guest, address: network.filter(|address| !address.is_loopback()) }
    }
}

/// Middleware of the API: rejects cross-site changes, applies the rate limit and identifies the caller.
///
/// A browser sends several requests at once. It gets its cookie with the page (see [`greet`]), before the first of
/// them. A client that never loads the page gets a cookie with its first request that changes something; until then it
/// is an anonymous caller without games or seats.
pub async fn check_request(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if !is_read && is_cross_site(request.headers()) {
        return Error::new(StatusCode::FORBIDDEN, &Message::new("wire_origin")).into_response();
    }
    let https = app.config.https;
    let known = cookie(request.headers(), cookie_name(https));
    let session_cookie = cookie(request.headers(), session_cookie_name(https));
    let peer = request.extensions().get::<ConnectInfo<Peer>>().map(|info| info.0.0.ip());
    let address = peer.map(|peer| client_address(&app.config.proxies(), peer, request.headers()));
    let cost = if is_read { 1 } else { COST_OF_CHANGE };
    let client = session_cookie.as_deref().or(known.as_deref());
    if let Err(refused) = check_rate_limit(&app, address, client, cost) {
        return refused.into_response();
    }
    let (known, session) = match identify(&app, known, session_cookie.as_deref()).await {
        Ok(both) => both,
        Err(error) => return Error::from(error).into_response(),
    };
    let needs_identity = !is_read || request.uri().path() == IDENTITY_PATH;
    let cookie_value = known.or_else(|| needs_identity.then(ids::cookie));
    let guest = ids::player(cookie_value.as_deref().unwrap_or_default());
    let signed_in = session.is_some();
    let identity = session.unwrap_or_else(|| Identity { player: guest.clone(), session: None });
    let caller = Caller {
        player: identity.player,
        session: identity.session,
        guest,
        is_private: app.config.https || app.config.plain_passwords || is_local(address, request.headers()),
        address,
    };
    request.extensions_mut().insert(caller);
    if !is_read {
        request = within(Duration::from_secs(u64::from(app.config.limits.body_s)), request);
    }
    let mut response = next.run(request).await;
    // A cookie that is used is renewed, so that a player who comes back within a year keeps all games. An endpoint that
    // changes the cookies has the last word.
    if needs_identity && !response.headers().contains_key(header::SET_COOKIE) {
        if let Some(cookie_value) = cookie_value {
            append_cookie(&mut response, &cookie_value, https);
        }
        match session_cookie {
            Some(value) if signed_in => append_session_cookie(&mut response, Some(&value), https),
            Some(_) => append_session_cookie(&mut response, None, https),
            None => {}
        }
    }
    response.headers_mut().insert(PROTOCOL_HEADER, HeaderValue::from(PROTOCOL));
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Guest cookie and session of a request, as far as they are valid. The guest cookie of somebody who has signed up since is
/// not: otherwise it would be a second key to the account.
async fn identify(
    app: &App,
    guest: Option<String>,
    session: Option<&str>,
) -> Result<(Option<String>, Option<Identity>), StoreError> {
    let session = match session {
        Some(cookie) => app.people.session(&app.store, &ids::player(cookie)).await?,
        None => None,
    };
    let guest = match guest {
        Some(cookie) if !app.people.is_guest(&app.store, &ids::player(&cookie)).await? => None,
        guest => guest,
    };
    Ok((guest, session))
}

/// Limits the time in which the body of a request has to arrive.
fn within(limit: Duration, request: Request) -> Request {
    let (parts, body) = request.into_parts();
    let deadline = tokio::time::Instant::now() + limit;
    let body = stream::unfold(Some(body.into_data_stream()), move |rest| async move {
        let mut rest = rest?;
        match tokio::time::timeout_at(deadline, rest.next()).await {
            Ok(Some(Ok(bytes))) => Some((Ok(bytes), Some(rest))),
            Ok(Some(Err(error))) => Some((Err(error), None)),
            Ok(None) => None,
            Err(_) => Some((Err(axum::Error::new(std::io::Error::from(std::io::ErrorKind::TimedOut))), None)),
        }
    });
    Request::from_parts(parts, Body::from_stream(body))
}

/// Middleware that refuses requests for another host: a page of another site whose name resolves to this server must not
/// act as this server's page.
pub async fn check_host(State(app): State<App>, request: Request, next: Next) -> Response {
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    let host = host.or_else(|| request.uri().host()).unwrap_or_default();
    if is_own_host(&app.config, host) {
        return next.run(request).await;
    }
    let message = Message::new("wire_host").text("host", host.chars().take(100).collect::<String>());
    Error::new(StatusCode::MISDIRECTED_REQUEST, &message).into_response()
}

/// Returns true if the server may be addressed by this `Host` header: one of the configured names, or an address. Without
/// configured names only a server for this machine refuses other names.
fn is_own_host(config: &Config, host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) && !name.ends_with(':') => name,
        _ => host,
    };
    let name = name.trim_start_matches('[').trim_end_matches(']').trim_end_matches('.').to_ascii_lowercase();
    let is_local = name == "localhost" || name.ends_with(".localhost");
    if config.hosts.is_empty() {
        let for_this_machine = config.address.ip().is_loopback() && !config.https;
        return !for_this_machine || is_local || name.parse::<IpAddr>().is_ok();
    }
    config.hosts.iter().any(|own| own.eq_ignore_ascii_case(&name))
        || (is_local || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback()))
}

/// Header with the protocol version, by which a page notices that it is outdated.
const PROTOCOL_HEADER: &str = "x-kydai-protocol";

/// Path below `/api` that returns the caller's identity.
const IDENTITY_PATH: &str = "/me";

/// Sets the guest cookie on the page, or renews it.
pub async fn set_guest_cookie(app: &App, headers: &HeaderMap, page: &mut Response) {
    let https = app.config.https;
    let known = cookie(headers, cookie_name(https));
    // Without the store the cookie stays as it is.
    let valid = match identify(app, known.clone(), None).await {
        Ok((valid, _)) => valid,
        Err(_) => known,
    };
    append_cookie(page, &valid.unwrap_or_else(ids::cookie), https);
    // Shared caches must not store a response with a cookie.
    page.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
}

/// Returns true if a client without https is on this machine. A proxy on this machine speaks for others.
fn is_local(address: Option<IpAddr>, headers: &HeaderMap) -> bool {
    let forwarded = ["x-forwarded-for", "forwarded", "via"].iter().any(|name| headers.contains_key(*name));
    !forwarded && address.is_none_or(|address| address.to_canonical().is_loopback())
}

/// Sets the guest cookie.
pub fn append_cookie(response: &mut Response, fresh: &str, https: bool) {
    let (name, secure) = (cookie_name(https), if https { "; Secure" } else { "" });
    let text = format!("{name}={fresh}; Path=/; HttpOnly; SameSite=Lax; Max-Age={COOKIE_MAX_AGE}{secure}");
    if let Ok(value) = HeaderValue::from_str(&text) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
}

/// Sets the cookie of a session, or removes it.
pub fn append_session_cookie(response: &mut Response, value: Option<&str>, https: bool) {
    let (name, secure) = (session_cookie_name(https), if https { "; Secure" } else { "" });
    let age = if value.is_some() { COOKIE_MAX_AGE } else { 0 };
    let value = value.unwrap_or_default();
    let text = format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}");
    if let Ok(value) = HeaderValue::from_str(&text) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
}

/// Applies the rate limits of the guest and of the remote address.
fn check_rate_limit(app: &App, address: Option<IpAddr>, known: Option<&str>, cost: u32) -> Result<(), Error> {
    let clients = [address.map(ClientKey::at), known.map(|cookie| ClientKey::Guest(ids::player(cookie)))];
    clients
        .into_iter()
        .flatten()
        .try_for_each(|client| app.rate_limiter.try_acquire(&client, cost))
        .map_err(Error::too_many)
}

/// Address of the client: the peer, or, if the peer is a trusted proxy, the last address in `X-Forwarded-For` that is not
/// one. Everything before that was written by the client.
fn client_address(proxies: &[IpAddr], peer: IpAddr, headers: &HeaderMap) -> IpAddr {
    let trusted = |address: &IpAddr| proxies.contains(&address.to_canonical());
    if !trusted(&peer) {
        return peer;
    }
    let values: Vec<&str> =
        headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok()).collect();
    let mut client = peer;
    for hop in values.iter().rev().flat_map(|value| value.rsplit(',')) {
        let Ok(address) = hop.trim().parse::<IpAddr>() else { return client };
        client = address;
        if !trusted(&address) {
            break;
        }
    }
    client
}

/// Value of the cookie, if it consists of 256 bits in hexadecimal digits.
fn cookie(headers: &HeaderMap, wanted: &str) -> Option<String> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(name, value)| {
            *name == wanted && value.len() == 64 && value.bytes().all(|byte| byte.is_ascii_hexdigit())
        })
        .map(|(_, value)| value.to_owned())
}

/// Returns true if a request comes from another site. Clients other than browsers send neither header.
pub(super) fn is_cross_site(headers: &HeaderMap) -> bool {
    if headers.contains_key(header::ORIGIN) {
        return !is_same_origin(headers);
    }
    headers.get("sec-fetch-site").is_some_and(|site| site != "same-origin" && site != "none")
}

/// Returns true if the `Origin` header names this server. Sockets require it.
pub fn is_same_origin(headers: &HeaderMap) -> bool {
    let text = |name: header::HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let (Some(origin), Some(host)) = (text(header::ORIGIN), text(header::HOST)) else { return false };
    origin
        .strip_prefix("http://")
        .or_else(|| origin.strip_prefix("https://"))
        .is_some_and(|authority| authority.eq_ignore_ascii_case(host))
}

/// Security headers of every response.
const SECURITY_HEADERS: [(&str, &str); 7] = [
    (
        "content-security-policy",
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; object-src 'none'; \
         base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
];

/// Middleware that adds the security headers; over https also HSTS.
pub async fn add_security_headers(State(app): State<App>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    for (name, value) in SECURITY_HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    if app.config.https {
        let hsts = HeaderValue::from_static("max-age=31536000");
        response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, hsts);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| ((*name).parse().expect("a name"), HeaderValue::from_static(value)))
            .collect()
    }

    #[test]
    fn only_the_servers_own_origin_is_accepted() {
        let own = [("host", "127.0.0.1:8410"), ("origin", "http://127.0.0.1:8410")];
        assert!(is_same_origin(&headers(&own)));
        for origin in [
            "http://127.0.0.1:8411",
            "http://evil.example",
            "null",
            "127.0.0.1:8410",
            "http://127.0.0.1:8410.evil",
        ] {
            assert!(!is_same_origin(&headers(&[("host", "127.0.0.1:8410"), ("origin", origin)])), "{origin}");
        }
        assert!(!is_same_origin(&headers(&[("host", "127.0.0.1:8410")])));
    }

    #[test]
    fn a_request_without_origin_is_cross_site_only_if_a_browser_says_so() {
        assert!(!is_cross_site(&headers(&[("host", "a")])));
        assert!(!is_cross_site(&headers(&[("sec-fetch-site", "same-origin")])));
        assert!(is_cross_site(&headers(&[("sec-fetch-site", "cross-site")])));
        assert!(is_cross_site(&headers(&[("host", "a"), ("origin", "http://b")])));
    }

    #[test]
    fn a_malformed_cookie_is_ignored() {
        let good = "ab".repeat(32);
        let text: &'static str = Box::leak(format!("x=1; kydai={good}").into_boxed_str());
        assert_eq!(cookie(&headers(&[("cookie", text)]), "kydai"), Some(good));
        assert_eq!(cookie(&headers(&[("cookie", text)]), "__Host-kydai"), None);
        for bad in ["kydai=", "kydai=abc", "kydai=zz", ""] {
            assert_eq!(cookie(&headers(&[("cookie", bad)]), "kydai"), None);
        }
    }

    #[test]
    fn only_a_trusted_proxy_says_who_the_client_is() {
        let address = |text: &str| text.parse::<IpAddr>().expect("an address");
        let proxies = [address("127.0.0.1"), address("10.0.0.2")];
        let seen = |peer: &str, text: &'static str| {
            client_address(&proxies, address(peer), &headers(&[("x-forwarded-for", text)])).to_string()
        };
        assert_eq!(seen("198.51.100.1", "203.0.113.9"), "198.51.100.1", "anybody may send the header");
        assert_eq!(seen("127.0.0.1", "203.0.113.9, 192.0.2.7"), "192.0.2.7");
        assert_eq!(seen("127.0.0.1", "203.0.113.9, 192.0.2.7, 10.0.0.2"), "192.0.2.7", "two proxies");
        assert_eq!(seen("127.0.0.1", "2001:db8::1"), "2001:db8::1");
        assert_eq!(seen("127.0.0.1", "unknown"), "127.0.0.1");
        assert_eq!(seen("127.0.0.1", ""), "127.0.0.1");
    }

    #[test]
    fn a_server_is_addressed_by_its_own_names_only() {
        let config = |listen: &str| Config::new(listen.parse().expect("an address"), Default::default());
        let local = config("127.0.0.1:8410");
        for own in ["127.0.0.1:8410", "localhost:8410", "localhost", "[::1]:8410", "kydai.localhost"] {
            assert!(is_own_host(&local, own), "{own}");
        }
        for foreign in
            ["evil.example:8410", "evil.example", "127.0.0.1.evil.example", "localhost.evil.example", ""]
        {
            assert!(!is_own_host(&local, foreign), "{foreign}");
        }
        let open = config("0.0.0.0:80");
        assert!(is_own_host(&open, "anything.example"), "no names were configured");
        let named = Config { hosts: vec!["ky.example".to_owned()], ..config("0.0.0.0:80") };
        assert!(is_own_host(&named, "KY.example:443") && is_own_host(&named, "127.0.0.1:80"));
        assert!(!is_own_host(&named, "other.example") && !is_own_host(&named, "192.0.2.1"));
    }
}
