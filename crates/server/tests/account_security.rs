//! Accounts under attack: guessing, other sites, plain connections, markup, and who may use which route.

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
    for (method, path) in [
        ("POST", "/api/account"),
        ("DELETE", "/api/account"),
        ("PUT", "/api/account/settings"),
        ("PUT", "/api/account/password"),
        ("POST", "/api/account/recovery"),
        ("POST", "/api/account/recover"),
        ("DELETE", "/api/account/sessions"),
        ("POST", "/api/session"),
        ("DELETE", "/api/session"),
        ("POST", "/api/rooms"),
        ("PUT", "/api/me"),
        ("POST", "/api/seeks"),
        ("DELETE", "/api/seeks"),
        ("POST", "/api/challenges"),
        ("PUT", "/api/account/profile"),
        ("PUT", "/api/players/Lam/follow"),
        ("PUT", "/api/players/Lam/block"),
        ("POST", "/api/reports"),
        ("POST", "/api/operator/acts"),
    ] {
        for origin in ["http://evil.example", "null"] {
            let (status, _, answer) = an.send_from(method, path, Some("{}"), Some(origin)).await;
            assert_eq!(status, 403, "{method} {path} from {origin}: {answer}");
            assert!(answer.contains("wire_origin"), "{answer}");
        }
    }
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

/// Expected statuses of a route for its owner, the opponent, another account, and a guest.
type Row = (&'static str, &'static str, [u16; 4]);

/// Routes whose answer depends on the caller. `{room}` is a game between owner and opponent, `{session}` the owner's.
const BY_CALLER: &[Row] = &[
    ("get", "/api/account/sessions", [200, 200, 200, 401]),
    ("delete", "/api/account/sessions/{id}", [204, 404, 404, 401]),
    ("get", "/api/account/export", [200, 200, 200, 401]),
    ("put", "/api/account/settings", [204, 204, 204, 401]),
    ("put", "/api/account/profile", [204, 204, 204, 401]),
    ("get", "/api/following", [200, 200, 200, 401]),
    ("put", "/api/players/{handle}/follow", [409, 204, 204, 401]),
    ("delete", "/api/players/{handle}/follow", [204, 204, 204, 401]),
    ("put", "/api/players/{handle}/block", [409, 204, 204, 401]),
    ("delete", "/api/players/{handle}/block", [204, 204, 204, 401]),
    ("get", "/api/blocked", [200, 200, 200, 401]),
    ("post", "/api/reports", [409, 204, 204, 401]),
    ("put", "/api/account/password", [401, 401, 401, 401]),
    ("post", "/api/account/recovery", [401, 401, 401, 401]),
    ("delete", "/api/account", [401, 401, 401, 401]),
    ("post", "/api/account", [409, 409, 409, 422]),
    ("post", "/api/rooms/{id}/rematch", [422, 422, 403, 403]),
    ("delete", "/api/rooms/{id}", [204, 204, 404, 404]),
    ("delete", "/api/account/sessions", [204, 204, 204, 401]),
];

/// Routes that answer everybody alike, and those of a caller's own things, which others cannot even name.
const FOR_EVERYBODY: &[&str] = &[
    "/api/account",
    "/api/account/recover",
    "/api/analysis",
    "/api/analysis/means",
    "/api/analysis/read",
    "/api/analysis/write",
    "/api/challenges",
    "/api/challenges/{id}",
    "/api/defences",
    "/api/games",
    "/api/health",
    "/api/invitations/{token}",
    "/api/labs",
    "/api/labs/estimate",
    "/api/labs/evaluation",
    "/api/labs/{id}",
    "/api/labs/{id}/events",
    "/api/labs/{id}/trees/{run}",
    "/api/leagues",
    "/api/leagues/{id}",
    "/api/leagues/{id}/events",
    "/api/leagues/{id}/export",
    "/api/leagues/{id}/games",
    "/api/leagues/{id}/games/{number}",
    "/api/lines",
    "/api/lobby",
    "/api/lobby/events",
    "/api/me",
    "/api/players/{handle}",
    "/api/players/{handle}/games",
    "/api/players/{handle}/results",
    "/api/positions",
    // The operator's key opens these, whoever is signed in: see operator.rs.
    "/api/operator",
    "/api/operator/acts",
    "/api/operator/players",
    "/api/puzzles",
    "/api/puzzles/{collection}",
    "/api/puzzles/{collection}/{id}",
    "/api/puzzles/{collection}/{id}/help",
    "/api/puzzles/{collection}/{id}/try",
    "/api/qr",
    "/api/ranking",
    "/api/ready",
    "/api/records",
    "/api/records/file",
    "/api/reviews",
    "/api/reviews/{id}",
    "/api/reviews/{id}/events",
    "/api/reviews/{id}/tries",
    "/api/rooms",
    "/api/rooms/{id}",
    "/api/rooms/{id}/deal",
    "/api/rooms/{id}/record",
    "/api/seeks",
    "/api/seeks/{id}",
    "/api/session",
    "/api/solves",
    "/api/solves/{id}",
    "/api/solves/{id}/events",
    "/api/solves/{id}/tree",
    "/api/stats",
    // Rights in a tournament belong to its officials: see tournaments.rs.
    "/api/tournaments",
    "/api/tournaments/file",
    "/api/tournaments/{id}",
    "/api/tournaments/{id}/acts",
    "/api/tournaments/{id}/boards/{token}",
    "/api/tournaments/{id}/download",
    "/api/tournaments/{id}/events",
    "/api/tournaments/{id}/file",
    "/api/tournaments/{id}/join",
    "/api/tournaments/{id}/links",
    "/api/tournaments/{id}/log",
    "/api/tournaments/{id}/pair",
    "/api/tournaments/{id}/players",
    "/api/tournaments/{id}/why",
    "/api/watch",
    "/api/watch/events",
    "/api/turns",
];

#[tokio::test(flavor = "multi_thread")]
async fn every_route_answers_each_caller_as_the_table_says() {
    let (server, mut owner) = TestServer::start_with_client().await;
    let (mut opponent, mut stranger, mut guest) = (server.client(), server.client(), server.client());
    sign_up(&mut owner, "Owner1").await;
    sign_up(&mut opponent, "Rival7").await;
    sign_up(&mut stranger, "Someone").await;
    guest.get("/api/me").await;
    let room = seat(&mut owner, &mut opponent).await;
    let (_, sessions) = owner.get("/api/account/sessions").await;
    let session = sessions[0]["id"].as_str().unwrap().to_owned();
    // A session of its own to end, so that the owner stays signed in.
    let mut phone = server.client();
    sign_in(&mut phone, "Owner1", PASSWORD, false).await;
    let (_, sessions) = owner.get("/api/account/sessions").await;
    let spare =
        sessions.as_array().unwrap().iter().find(|one| one["id"] != session.as_str()).unwrap()["id"].clone();

    let (_, described) = guest.get("/api/openapi.json").await;
    let mut checked = 0;
    for (path, methods) in described["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            let by_caller = BY_CALLER.iter().any(|row| row.0 == method && row.1 == path);
            let known =
                by_caller || FOR_EVERYBODY.contains(&path.as_str()) || path.starts_with("/api/library");
            assert!(known, "{method} {path} is in no table: say who may use it");
            checked += 1;
        }
    }
    assert!(checked > 60, "{checked} routes");
    // Routes for everybody: each caller gets the same status. Streams do not end, and signing out comes later.
    let same_for_all =
        |path: &str| FOR_EVERYBODY.contains(&path) && !path.ends_with("/events") && path != "/api/analysis";
    for (path, methods) in described["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            let by_caller = BY_CALLER.iter().any(|row| row.0 == method && row.1 == path);
            if by_caller
                || !same_for_all(path)
                || (method.as_str(), path.as_str()) == ("delete", "/api/session")
            {
                continue;
            }
            let id = if path.starts_with("/api/rooms") { room.as_str() } else { "nonsense" };
            let address = path
                .replace("{id}", id)
                .replace("{token}", "x")
                .replace("{collection}", "x")
                .replace("{number}", "1");
            let address = address.replace("{handle}", "nobody");
            let mut seen = Vec::new();
            for caller in [&mut owner, &mut opponent, &mut stranger, &mut guest] {
                let body = (method != "get").then_some("{}");
                seen.push(caller.send(&method.to_uppercase(), &address, body).await.0);
            }
            assert!(
                seen.iter().all(|status| *status == seen[0] && *status < 500),
                "{method} {path}: {seen:?}"
            );
        }
    }
    for (method, path, wanted) in BY_CALLER {
        let id = if path.contains("sessions") { spare.as_str().unwrap() } else { room.as_str() };
        let path = path.replace("{id}", id).replace("{handle}", "Owner1");
        let handle = if path == "/api/reports" { "Owner1" } else { "x" };
        let body = json!({"handle": handle, "reason": "name", "password": "wrong wrong", "old": "wrong wrong", "new": "wrong",
            "is_private": false})
        .to_string();
        let mut seen = [0; 4];
        // The owner comes last where the request takes something away.
        for index in [3, 2, 1, 0] {
            let caller =
                [&mut owner, &mut opponent, &mut stranger, &mut guest].into_iter().nth(index).unwrap();
            let body = (*method != "get").then_some(body.as_str());
            seen[index] = caller.send(&method.to_uppercase(), &path, body).await.0;
        }
        assert_eq!(seen, *wanted, "{method} {path}");
    }
    server.stop().await;
}
