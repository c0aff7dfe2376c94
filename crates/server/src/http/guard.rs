//! Request checks: guest cookie, same-origin policy, rate limit, and the security headers of every response.

use std::net::IpAddr;
use std::time::Instant;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use game::Message;

use super::error::Error;
use super::rate_limit::ClientKey;
use crate::app::App;
use crate::ids;
use crate::listener::Peer;
use crate::wire::PROTOCOL;

/// Name of the cookie; over https with the `__Host-` prefix, which no other host of the domain can set.
fn cookie_name(https: bool) -> &'static str {
    if https { "__Host-kydai" } else { "kydai" }
}

/// Cost of a request that changes something or makes the server parse a text.
const COST_OF_CHANGE: u32 = 10;
/// Lifetime of the cookie: one year.
const COOKIE_MAX_AGE: u32 = 365 * 24 * 3600;

/// Identity of the caller.
#[derive(Clone, Debug)]
pub struct Caller {
    /// Hash of the guest cookie.
    pub player: String,
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
    if let Err(refused) =
        check_rate_limit(&app, &request, known.as_deref(), if is_read { 1 } else { COST_OF_CHANGE })
    {
        return refused.into_response();
    }
    let needs_identity = !is_read || request.uri().path() == IDENTITY_PATH;
    let fresh = (known.is_none() && needs_identity).then(ids::cookie);
    let cookie_value = known.or_else(|| fresh.clone()).unwrap_or_default();
    request.extensions_mut().insert(Caller { player: ids::player(&cookie_value) });
    let mut response = next.run(request).await;
    if let Some(fresh) = fresh {
        append_cookie(&mut response, &fresh, https);
    }
    response.headers_mut().insert(PROTOCOL_HEADER, HeaderValue::from(PROTOCOL));
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Header with the protocol version, by which a page notices that it is outdated.
const PROTOCOL_HEADER: &str = "x-kydai-protocol";

/// Path below `/api` that returns the caller's identity.
const IDENTITY_PATH: &str = "/me";

/// Sets the guest cookie on the page, if the browser has none.
pub fn set_guest_cookie(app: &App, headers: &HeaderMap, page: &mut Response) {
    let https = app.config.https;
    if cookie(headers, cookie_name(https)).is_none() {
        append_cookie(page, &ids::cookie(), https);
        // Shared caches must not store a response with a cookie.
        page.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    }
}

fn append_cookie(response: &mut Response, fresh: &str, https: bool) {
    let (name, secure) = (cookie_name(https), if https { "; Secure" } else { "" });
    let text = format!("{name}={fresh}; Path=/; HttpOnly; SameSite=Lax; Max-Age={COOKIE_MAX_AGE}{secure}");
    if let Ok(value) = HeaderValue::from_str(&text) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
}

/// Applies the rate limits of the guest and of the remote address.
fn check_rate_limit(app: &App, request: &Request, known: Option<&str>, cost: u32) -> Result<(), Error> {
    let now = Instant::now();
    let peer = request.extensions().get::<ConnectInfo<Peer>>().map(|info| info.0.0.ip());
    let address = if app.config.https { forwarded_for(request.headers()).or(peer) } else { peer };
    let clients = [address.map(ClientKey::at), known.map(|cookie| ClientKey::Guest(ids::player(cookie)))];
    clients
        .into_iter()
        .flatten()
        .try_for_each(|client| app.rate_limiter.try_acquire(client, cost, now))
        .map_err(Error::too_many)
}

/// Client address from `X-Forwarded-For`. Only the last entry was added by the proxy; the others are untrusted.
fn forwarded_for(headers: &HeaderMap) -> Option<IpAddr> {
    let value = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    value.rsplit(',').next()?.trim().parse().ok()
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
    fn only_the_last_forwarded_address_is_trusted() {
        let seen = |text: &'static str| forwarded_for(&headers(&[("x-forwarded-for", text)]));
        assert_eq!(seen("203.0.113.9, 192.0.2.7"), "192.0.2.7".parse().ok());
        assert_eq!(seen("2001:db8::1"), "2001:db8::1".parse().ok());
        assert_eq!(seen("unknown"), None);
        assert_eq!(forwarded_for(&headers(&[])), None);
    }
}
