//! Who stands at the door: the guest's cookie, the origin of the request, and what every answer carries.

use std::net::IpAddr;
use std::time::Instant;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use game::Message;

use super::error::Error;
use super::rate::Who;
use crate::app::App;
use crate::ids;
use crate::listen::Peer;

/// The cookie's name; over https one that no other host of the domain can set.
fn cookie_name(https: bool) -> &'static str {
    if https { "__Host-kydai" } else { "kydai" }
}

/// What a request costs that changes something, or makes the server read a text.
const PRICE_OF_CHANGE: u32 = 10;
/// How long a browser keeps it: a year.
const KEPT: u32 = 365 * 24 * 3600;

/// Who asks.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The guest's identity.
    pub player: String,
}

/// Lets only our own pages in, and nobody too often, and says who asks.
///
/// A browser asks for much at once. Who one is, is told with the page (see [`greet`]), before the first of these
/// requests; whoever comes without the page gets a name with the first request that changes something. Until then
/// everybody is nobody: one who owns nothing and sits nowhere.
pub async fn at_the_door(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if !reads && is_foreign(request.headers()) {
        return Error::new(StatusCode::FORBIDDEN, &Message::new("wire_origin")).into_response();
    }
    let https = app.config.https;
    let known = cookie(request.headers(), cookie_name(https));
    if let Err(refused) = pay(&app, &request, known.as_deref(), if reads { 1 } else { PRICE_OF_CHANGE }) {
        return refused.into_response();
    }
    let needs_name = !reads || request.uri().path() == ASKS_WHO;
    let fresh = (known.is_none() && needs_name).then(ids::cookie);
    let held = known.or_else(|| fresh.clone()).unwrap_or_default();
    request.extensions_mut().insert(Caller { player: ids::player(&held) });
    let mut response = next.run(request).await;
    if let Some(fresh) = fresh {
        give(&mut response, &fresh, https);
    }
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// The address, below `/api`, that asks who one is.
const ASKS_WHO: &str = "/me";

/// Gives a browser that comes for the page its identity.
pub fn greet(app: &App, headers: &HeaderMap, page: &mut Response) {
    let https = app.config.https;
    if cookie(headers, cookie_name(https)).is_none() {
        give(page, &ids::cookie(), https);
        // What is one person's must not be kept for others on the way.
        page.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    }
}

fn give(response: &mut Response, fresh: &str, https: bool) {
    let (name, secure) = (cookie_name(https), if https { "; Secure" } else { "" });
    let text = format!("{name}={fresh}; Path=/; HttpOnly; SameSite=Lax; Max-Age={KEPT}{secure}");
    if let Ok(value) = HeaderValue::from_str(&text) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
}

/// Takes the price of a request from the guest and from the address it comes from.
fn pay(app: &App, request: &Request, known: Option<&str>, price: u32) -> Result<(), Error> {
    let now = Instant::now();
    let peer = request.extensions().get::<ConnectInfo<Peer>>().map(|info| info.0.0.ip());
    let address = if app.config.https { forwarded(request.headers()).or(peer) } else { peer };
    let payers = [address.map(Who::at), known.map(|cookie| Who::Guest(ids::player(cookie)))];
    payers.into_iter().flatten().try_for_each(|who| app.rates.pay(who, price, now)).map_err(Error::too_many)
}

/// For whom the proxy says it speaks. What stands before the last address was said by strangers.
fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let said = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    said.rsplit(',').next()?.trim().parse().ok()
}

/// The cookie's 256 bits, if that is what it holds.
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

/// Whether a request that changes something comes from another site. Programs that are no browsers say neither.
pub(super) fn is_foreign(headers: &HeaderMap) -> bool {
    if headers.contains_key(header::ORIGIN) {
        return !is_own(headers);
    }
    headers.get("sec-fetch-site").is_some_and(|site| site != "same-origin" && site != "none")
}

/// Whether the request says that it comes from our own pages. A socket must.
pub fn is_own(headers: &HeaderMap) -> bool {
    let text = |name: header::HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let (Some(origin), Some(host)) = (text(header::ORIGIN), text(header::HOST)) else { return false };
    origin
        .strip_prefix("http://")
        .or_else(|| origin.strip_prefix("https://"))
        .is_some_and(|authority| authority.eq_ignore_ascii_case(host))
}

/// What every answer carries.
const HEADERS: [(&str, &str); 7] = [
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

/// Adds what every answer carries; over https that browsers come by no other way.
pub async fn carry_headers(State(app): State<App>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    if app.config.https {
        let always = HeaderValue::from_static("max-age=31536000");
        response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, always);
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
    fn only_the_servers_own_origin_is_its_own() {
        let own = [("host", "127.0.0.1:8410"), ("origin", "http://127.0.0.1:8410")];
        assert!(is_own(&headers(&own)));
        for origin in [
            "http://127.0.0.1:8411",
            "http://evil.example",
            "null",
            "127.0.0.1:8410",
            "http://127.0.0.1:8410.evil",
        ] {
            assert!(!is_own(&headers(&[("host", "127.0.0.1:8410"), ("origin", origin)])), "{origin}");
        }
        assert!(!is_own(&headers(&[("host", "127.0.0.1:8410")])));
    }

    #[test]
    fn a_request_without_origin_is_foreign_only_if_a_browser_says_so() {
        assert!(!is_foreign(&headers(&[("host", "a")])));
        assert!(!is_foreign(&headers(&[("sec-fetch-site", "same-origin")])));
        assert!(is_foreign(&headers(&[("sec-fetch-site", "cross-site")])));
        assert!(is_foreign(&headers(&[("host", "a"), ("origin", "http://b")])));
    }

    #[test]
    fn a_cookie_that_is_not_ours_is_none() {
        let good = "ab".repeat(32);
        let text: &'static str = Box::leak(format!("x=1; kydai={good}").into_boxed_str());
        assert_eq!(cookie(&headers(&[("cookie", text)]), "kydai"), Some(good));
        assert_eq!(cookie(&headers(&[("cookie", text)]), "__Host-kydai"), None);
        for bad in ["kydai=", "kydai=abc", "kydai=zz", ""] {
            assert_eq!(cookie(&headers(&[("cookie", bad)]), "kydai"), None);
        }
    }

    #[test]
    fn of_those_a_request_came_by_only_the_last_is_believed() {
        let seen = |text: &'static str| forwarded(&headers(&[("x-forwarded-for", text)]));
        assert_eq!(seen("203.0.113.9, 192.0.2.7"), "192.0.2.7".parse().ok());
        assert_eq!(seen("2001:db8::1"), "2001:db8::1".parse().ok());
        assert_eq!(seen("unknown"), None);
        assert_eq!(forwarded(&headers(&[])), None);
    }
}
