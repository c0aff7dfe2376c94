//! Who stands at the door: the guest's cookie, the origin of the request, and what every answer carries.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use game::Message;

use super::error::Error;
use crate::app::App;
use crate::ids;

/// The cookie's name.
const COOKIE: &str = "kydai";
/// How long a browser keeps it: a year.
const KEPT: u32 = 365 * 24 * 3600;

/// Who asks.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The guest's identity.
    pub player: String,
}

/// Lets only our own pages in, and gives everybody an identity.
pub async fn at_the_door(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if !reads && is_foreign(request.headers()) {
        return Error::new(StatusCode::FORBIDDEN, &Message::new("wire_origin")).into_response();
    }
    let known = cookie(request.headers());
    let fresh = known.is_none().then(ids::cookie);
    let held = known.or_else(|| fresh.clone()).unwrap_or_default();
    request.extensions_mut().insert(Caller { player: ids::player(&held) });
    let mut response = next.run(request).await;
    if let Some(fresh) = fresh {
        let secure = if app.config.https { "; Secure" } else { "" };
        let text = format!("{COOKIE}={fresh}; Path=/; HttpOnly; SameSite=Lax; Max-Age={KEPT}{secure}");
        if let Ok(value) = HeaderValue::from_str(&text) {
            response.headers_mut().append(header::SET_COOKIE, value);
        }
    }
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// The cookie's 256 bits, if that is what it holds.
fn cookie(headers: &HeaderMap) -> Option<String> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(name, value)| {
            *name == COOKIE && value.len() == 64 && value.bytes().all(|byte| byte.is_ascii_hexdigit())
        })
        .map(|(_, value)| value.to_owned())
}

/// Whether a request that changes something comes from another site. Programs that are no browsers say neither.
fn is_foreign(headers: &HeaderMap) -> bool {
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
pub const HEADERS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; object-src 'none'; \
         base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
];

/// Adds [`HEADERS`].
pub async fn carry_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
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
        assert_eq!(cookie(&headers(&[("cookie", text)])), Some(good));
        for bad in ["kydai=", "kydai=abc", "kydai=zz", ""] {
            assert_eq!(cookie(&headers(&[("cookie", bad)])), None);
        }
    }
}
