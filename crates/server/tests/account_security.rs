//! Accounts under attack: guessing, other sites, plain connections, and markup. access.rs has who may use which route.

mod common;

use common::people::{PASSWORD, ask, code, seat, sign_in, sign_up};
use common::{Client, TestServer};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn guessing_is_limited_and_locks_nobody_out() {
    let (server, mut an) = TestServer::start_with_client().await;
    sign_up(&mut an, "Dung").await;
    let mut stranger = server.client();
    let mut answers = Vec::new();
    for handle in ["Dung", "Nobody"] {
        let mut seen = Vec::new();
        for _ in 0..8 {
            let (status, answer) = sign_in(&mut stranger, handle, "wrong password", false).await;
            seen.push((status, code(&answer).to_owned()));
        }
        answers.push(seen);
    }
    assert_eq!(answers[0], answers[1], "the answers do not tell whether there is such an account");
    let count = |status: u16| answers[0].iter().filter(|(seen, _)| *seen == status).count();
    assert_eq!((count(401), count(429)), (5, 3));
    // The right password is not even looked at now, but the owner's browser has a limit of its own.
    assert_eq!(sign_in(&mut stranger, "Dung", PASSWORD, false).await.0, 429);
    ask(&mut an, "DELETE", "/api/session", json!({})).await;
    assert_eq!(sign_in(&mut an, "Dung", "wrong password", false).await.0, 401);
    assert_eq!(sign_in(&mut an, "Dung", PASSWORD, false).await.0, 200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn passwords_need_https_from_other_machines() {
    for (plain, wanted) in [(false, 403), (true, 201)] {
        let server = TestServer::start_with(|config| {
            config.plain_passwords = plain;
            config.trusted_proxies = vec![[127, 0, 0, 1].into()];
        })
        .await;
        // As seen through a proxy without https.
        let guest = server.client();
        let body = json!({"handle": "Hoa", "password": PASSWORD}).to_string();
        let request = format!(
            "POST /api/account HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nX-Forwarded-For: 192.0.2.7\r\n\
             Content-Type: application/json\r\nConnection: close\r\nContent-Length: {1}\r\n\r\n{body}",
            guest.address,
            body.len()
        );
        let answer = raw(&guest, &request).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {wanted}")), "{answer}");
        assert_eq!(answer.contains("account_https"), !plain);
        let look = format!(
            "GET /api/account HTTP/1.1\r\nHost: {}\r\nX-Forwarded-For: 192.0.2.7\r\nConnection: close\r\n\r\n",
            guest.address
        );
        let answer = raw(&guest, &look).await;
        assert!(answer.contains(&format!("\"is_private\":{plain}")), "{answer}");
        assert!(answer.contains(&format!("\"is_plain\":{plain}")), "{answer}");
        server.stop().await;
    }
}

/// Sends raw bytes and returns the whole answer.
async fn raw(client: &Client, request: &str) -> String {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let mut stream = tokio::net::TcpStream::connect(client.address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn other_sites_cannot_act_for_somebody_who_is_signed_in() {
    let (server, mut an) = TestServer::start_with_client().await;
    sign_up(&mut an, "Lam").await;
    let before = an.cookie.clone();
    // Every route that is not a mere reading, with whatever names; the refusal comes before anything is looked at.
    let (_, described) = an.get("/api/openapi.json").await;
    let mut refused = 0;
    for (path, methods) in described["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys().filter(|method| *method != "get") {
            for origin in ["http://evil.example", "null"] {
                let (status, _, answer) =
                    an.send_from(&method.to_uppercase(), path, Some("{}"), Some(origin)).await;
                assert_eq!(status, 403, "{method} {path} from {origin}: {answer}");
                assert!(answer.contains("wire_origin"), "{answer}");
                refused += 1;
            }
        }
    }
    assert!(refused > 100, "{refused} requests");
    assert_eq!(an.cookie, before);
    assert_eq!(an.get("/api/account").await.1["account"]["handle"], "Lam");
    let (_, head, _) = an.send("POST", "/api/session", Some("{\"handle\":\"Lam\",\"password\":\"x\"}")).await;
    assert!(!head.to_ascii_lowercase().contains("access-control-allow"), "{head}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn markup_in_names_stays_text() {
    let (server, mut an) = TestServer::start_with_client().await;
    let name = "<img src=x onerror=a(1)>";
    let asked = json!({"handle": "Mai", "name": name, "password": PASSWORD});
    assert_eq!(an.post("/api/account", &asked).await.0, 201);
    let mut binh = server.client();
    let room = seat(&mut an, &mut binh).await;
    for path in [
        "/api/me".to_owned(),
        "/api/account".to_owned(),
        "/api/account/export".to_owned(),
        format!("/api/rooms/{room}"),
        format!("/api/rooms/{room}/record?format=pgn"),
        format!("/api/rooms/{room}/record?format=txt"),
    ] {
        let (status, head, _) = an.send("GET", &path, None).await;
        let head = head.to_ascii_lowercase();
        assert_eq!(status, 200, "{path}");
        assert!(
            !head.contains("text/html") && head.contains("x-content-type-options: nosniff"),
            "{path}: {head}"
        );
    }
    for path in ["/", "/account", &format!("/room/{room}")] {
        let (_, _, page) = an.send("GET", path, None).await;
        assert!(!page.contains("onerror"), "no page has names in its HTML");
    }
    let hidden = json!({"handle": "Nga", "name": "An\u{202e}", "password": PASSWORD});
    let (status, answer) = server.client().post("/api/account", &hidden).await;
    assert_eq!((status, code(&answer)), (422, "name_invisible"));
    server.stop().await;
}
