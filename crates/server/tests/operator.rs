//! The operator: acts beside a running server, which follows; the page behind its key; the log of all acts.

mod common;

use std::time::Duration;

use common::events::EventStream;
use common::people::{PASSWORD, ask, code, seat, sign_in, sign_up};
use common::{Client, TestServer};
use serde_json::{Value, json};
use server::maintenance::{self, OperateError};
use server::wire::{BanFrom, OperatorActIn};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection, Executor};

/// Carries out an act as `kydai admin` does, beside the running server.
fn operate(server: &TestServer, act: OperatorActIn) -> Result<Option<String>, OperateError> {
    let database = server.folder.database();
    std::thread::spawn(move || maintenance::operate(&database, &act)).join().unwrap()
}

fn done(server: &TestServer, act: OperatorActIn) -> Option<String> {
    operate(server, act).unwrap_or_else(|error| panic!("{error:?}"))
}

fn ban(handle: &str, scope: BanFrom) -> OperatorActIn {
    OperatorActIn::Ban { handle: handle.to_owned(), scope, days: Some(30), reason: "dùng máy".to_owned() }
}

/// Asks again until the answer has this status: a running server follows within a few seconds.
async fn until(person: &mut Client, method: &str, path: &str, body: Value, wanted: u16) -> Value {
    for _ in 0..200 {
        let (status, answer) = ask(person, method, path, body.clone()).await;
        if status == wanted {
            return answer;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{method} {path} never answers {wanted}");
}

fn rated() -> Value {
    json!({"game": "xiangqi", "one": {"kind": "me"}, "other": {"kind": "link"}, "rated": true,
        "clock": {"kind": "game", "initial_ms": 300_000, "increment_ms": 0}})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ban_takes_effect_in_the_running_server() {
    let (server, mut an) = TestServer::start_with_client().await;
    let mut binh = server.client();
    sign_up(&mut an, "An_2003").await;
    sign_up(&mut binh, "Binh99").await;
    let mut lobby = EventStream::open(&an, "/api/lobby/events").await;
    lobby.next_of("lobby").await;
    let terms = json!({"game": "xiangqi", "clock": rated()["clock"], "rated": true});
    assert_eq!(an.post("/api/seeks", &terms).await.0, 200);
    // Look-alikes name the same account, and what does not exist is said.
    assert_eq!(done(&server, ban("AN_2003", BanFrom::Rated)), None);
    assert!(
        matches!(operate(&server, ban("Nobody", BanFrom::Rated)), Err(OperateError::Act(why)) if why.code == "operator_nothing")
    );
    let refused = until(&mut an, "POST", "/api/rooms", rated(), 403).await;
    assert_eq!(code(&refused), "banned_rated_until");
    assert!(refused.to_string().contains("dùng máy"), "{refused}");
    let (_, seen) = an.get("/api/lobby").await;
    assert_eq!((&seen["seek"], &seen["lobby"]["seeks"]), (&Value::Null, &json!([])), "the seek is gone");
    lobby.next_of("seek_over").await;
    assert_eq!(an.post("/api/seeks", &terms).await.0, 403);
    let (_, invitation) = binh.create_game(rated()).await;
    let path = format!("/api/invitations/{}", invitation.unwrap());
    assert_eq!(an.post(&path, &json!({})).await.0, 403);
    // Casual games are open.
    let room = seat(&mut an, &mut binh).await;
    let mut socket = an.connect(&room).await;
    socket.view().await;

    // From everything: the session, its sockets and its streams end.
    done(&server, ban("An_2003", BanFrom::All));
    while socket.next().await.is_some() {}
    while lobby.next().await.is_some() {}
    assert_eq!(an.get("/api/account").await.1["account"], Value::Null);
    let mut phone = server.client();
    let (status, answer) = sign_in(&mut phone, "An_2003", PASSWORD, false).await;
    assert_eq!((status, code(&answer)), (403, "banned_account_until"));
    assert_eq!(
        sign_in(&mut phone, "An_2003", "wrong password", false).await.0,
        401,
        "only the owner is told"
    );
    // The ban is kept over a restart, and ends.
    let server = server.restart_after(Duration::ZERO).await;
    server.redirect(&mut phone);
    assert_eq!(sign_in(&mut phone, "An_2003", PASSWORD, false).await.0, 403);
    done(&server, OperatorActIn::Unban { handle: "An_2003".to_owned() });
    let asked = json!({"handle": "An_2003", "password": PASSWORD});
    until(&mut phone, "POST", "/api/session", asked, 200).await;
    assert_eq!(phone.post("/api/rooms", &rated()).await.0, 201);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_are_renamed_reset_and_closed_beside_the_server() {
    let (server, mut an) = TestServer::start_with_client().await;
    let mut binh = server.client();
    let old_code = sign_up(&mut an, "An_2003").await;
    sign_up(&mut binh, "Binh99").await;
    let room = seat(&mut an, &mut binh).await;
    let mut watching = binh.connect(&room).await;
    watching.view().await;
    let rename = |to: &str| OperatorActIn::Rename { handle: "An_2003".to_owned(), to: to.to_owned() };
    assert!(
        matches!(operate(&server, rename("binh99")), Err(OperateError::Act(why)) if why.code == "handle_taken")
    );
    assert!(matches!(operate(&server, rename("x")), Err(OperateError::Act(_))), "a handle has rules");
    done(&server, rename("Thanh_An"));
    watching.view_where(|view| view["seats"][0]["handle"] == "Thanh_An").await;
    assert_eq!(server.client().get("/api/players/An_2003").await.0, 404);
    done(&server, OperatorActIn::ClearName { handle: "Thanh_An".to_owned() });
    watching.view_where(|view| view["seats"][0]["name"].is_null()).await;

    let new_code = done(&server, OperatorActIn::ResetPassword { handle: "Thanh_An".to_owned() }).unwrap();
    until(&mut an, "GET", "/api/account/sessions", json!({}), 401).await;
    let mut phone = server.client();
    assert_eq!(sign_in(&mut phone, "Thanh_An", PASSWORD, false).await.0, 401);
    let recover = |code: &str| json!({"handle": "Thanh_An", "code": code, "password": "xe pháo mã tốt"});
    assert_eq!(phone.post("/api/account/recover", &recover(&old_code)).await.0, 401);
    assert_eq!(phone.post("/api/account/recover", &recover(&new_code)).await.0, 200);
    assert_eq!(phone.get("/api/account").await.1["account"]["handle"], "Thanh_An");

    done(&server, OperatorActIn::Close { handle: "Thanh_An".to_owned() });
    let end = watching.view_where(|view| !view["outcome"].is_null()).await;
    assert_eq!(end["outcome"]["winner"], "second", "the running game is lost: {end}");
    assert_eq!((&end["seats"][0]["handle"], &end["seats"][0]["name"]), (&Value::Null, &Value::Null));
    assert_eq!(phone.get("/api/account").await.1["account"], Value::Null);

    let database = server.folder.database();
    let log = std::thread::spawn(move || maintenance::operator_log(&database, 100)).join().unwrap().unwrap();
    let kinds: Vec<&str> = log.iter().rev().map(|row| row.kind.as_str()).collect();
    assert_eq!(kinds, ["rename", "clear_name", "reset_password", "close"]);
    assert!(log.iter().all(|row| row.made_by == "terminal" && !format!("{row:?}").contains(&new_code)));
    server.stop().await;
}

/// Sends a request with a key.
async fn with_key(person: &Client, key: &str, method: &str, path: &str, body: Value) -> (u16, Value) {
    with_headers("", person, key, method, path, body).await
}

/// Sends a request, with further header lines.
async fn with_headers(
    headers: &str,
    person: &Client,
    key: &str,
    method: &str,
    path: &str,
    body: Value,
) -> (u16, Value) {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let body = if method == "GET" { String::new() } else { body.to_string() };
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nAuthorization: Bearer {key}\r\n\
         {headers}Content-Type: application/json\r\nConnection: close\r\nContent-Length: {1}\r\n\r\n{body}",
        person.address,
        body.len()
    );
    let mut stream = tokio::net::TcpStream::connect(person.address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    (status, serde_json::from_str(body).unwrap_or_default())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_opens_with_the_key_only() {
    let (server, mut an) = TestServer::start_with_client().await;
    sign_up(&mut an, "An_2003").await;
    let path = "/api/operator";
    assert_eq!(an.get(path).await.0, 401);
    assert_eq!(with_key(&an, "", "GET", path, json!({})).await.0, 401, "there is no key yet");
    let (key, file) = maintenance::operator_key(&server.folder.database(), false).unwrap();
    assert!(file.starts_with(&server.folder.0));
    let (status, view) = with_key(&an, &key, "GET", path, json!({})).await;
    assert_eq!((status, &view["accounts"], &view["healthy"]), (200, &json!(1), &json!(true)), "{view}");
    assert!(!view.to_string().contains(&key));
    // Somebody reports a player; the report is closed on the page.
    let options = SqliteConnectOptions::new().filename(server.folder.database());
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    connection
        .execute(
            "INSERT INTO report (id, reporter, reported, room, game, moves, reason, note, at)
             SELECT 'r1', player, player, NULL, 'xiangqi', 'h2e2', 'engine', '<b>máy</b>', 5 FROM account",
        )
        .await
        .unwrap();
    let (_, view) = with_key(&an, &key, "GET", path, json!({})).await;
    assert_eq!((&view["open_reports"], &view["reports"][0]["reported"]), (&json!(1), &json!("An_2003")));
    let acts = "/api/operator/acts";
    let close = json!({"type": "close_report", "id": "r1", "verdict": "không có gì"});
    assert_eq!(with_key(&an, &key, "POST", acts, close.clone()).await.0, 200);
    assert_eq!(with_key(&an, &key, "POST", acts, close).await.0, 404, "it is closed already");
    let ban = json!({"type": "ban", "handle": "An_2003", "scope": "rated", "reason": "x"});
    assert_eq!(with_key(&an, &key, "POST", acts, ban).await.0, 200);
    let long = json!({"type": "ban", "handle": "An_2003", "scope": "rated", "reason": "x".repeat(201)});
    assert_eq!(with_key(&an, &key, "POST", acts, long).await.0, 422);
    let (_, players) = with_key(&an, &key, "GET", "/api/operator/players?text=an_", json!({})).await;
    assert_eq!((&players[0]["handle"], &players[0]["ban"]["scope"]), (&json!("An_2003"), &json!("rated")));
    let (_, none) = with_key(&an, &key, "GET", "/api/operator/players?text=%25", json!({})).await;
    assert_eq!(none, json!([]), "a percent sign is no wildcard");
    let (_, view) = with_key(&an, &key, "GET", path, json!({})).await;
    assert_eq!((&view["open_reports"], &view["bans"][0]["until"]), (&json!(0), &Value::Null));
    let log: Vec<&Value> = view["log"].as_array().unwrap().iter().map(|row| &row["kind"]).collect();
    assert_eq!(log, [&json!("ban"), &json!("close_report")]);
    // A renewed key replaces the old one, and guessing is limited like passwords.
    let (fresh, _) = maintenance::operator_key(&server.folder.database(), true).unwrap();
    assert_eq!(with_key(&an, &key, "GET", path, json!({})).await.0, 401);
    assert_eq!(with_key(&an, &fresh, "GET", path, json!({})).await.0, 200);
    let mut seen = Vec::new();
    for _ in 0..8 {
        seen.push(with_key(&an, "guess", "GET", path, json!({})).await.0);
    }
    assert_eq!((seen[0], seen[7]), (401, 429), "{seen:?}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_who_guess_the_key_lock_only_themselves_out() {
    let server = TestServer::start_with(|config| {
        config.https = true;
        config.trusted_proxies = vec![[127, 0, 0, 1].into()];
    })
    .await;
    let (client, path) = (server.client(), "/api/operator");
    let (key, _) = maintenance::operator_key(&server.folder.database(), false).unwrap();
    for network in 0..30 {
        let from = format!("X-Forwarded-For: 198.51.100.{network}\r\n");
        for _ in 0..5 {
            assert_eq!(with_headers(&from, &client, "guess", "GET", path, json!({})).await.0, 401);
        }
        assert_eq!(with_headers(&from, &client, &key, "GET", path, json!({})).await.0, 429, "{from}");
    }
    assert_eq!(
        with_headers("X-Forwarded-For: 203.0.113.9\r\n", &client, &key, "GET", path, json!({})).await.0,
        200
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_count_accounts_seeks_rated_games_reports_and_bans() {
    let server = TestServer::start_with(|config| config.metrics = Some(([127, 0, 0, 1], 0).into())).await;
    let (mut an, mut binh) = (server.client(), server.client());
    sign_up(&mut an, "An_2003").await;
    sign_up(&mut binh, "Binh99").await;
    assert_eq!(sign_in(&mut server.client(), "Nobody", "wrong password", false).await.0, 401);
    let (_, invitation) = an.create_game(rated()).await;
    let path = format!("/api/invitations/{}", invitation.unwrap());
    assert_eq!(binh.post(&path, &json!({})).await.0, 200);
    let report = json!({"handle": "An_2003", "reason": "name"});
    assert_eq!(ask(&mut binh, "POST", "/api/reports", report).await.0, 204);
    done(&server, ban("Binh99", BanFrom::Rated));
    let mut lobby = EventStream::open(&an, "/api/lobby/events").await;
    lobby.next_of("lobby").await;
    let terms = json!({"game": "chess", "clock": rated()["clock"]});
    assert_eq!(an.post("/api/seeks", &terms).await.0, 200);
    let mut seen = Client { address: server.metrics(), cookie: None };
    let (_, _, text) = seen.send("GET", "/metrics", None).await;
    for line in [
        "kydai_accounts 2",
        "kydai_lobby_people 1",
        "kydai_lobby_seeks 1",
        "kydai_rated_games_running 1",
        "kydai_reports_open 1",
        "kydai_bans 1",
        "kydai_sign_in_failures_total 1",
    ] {
        assert!(text.lines().any(|one| one == line), "{line} is not in {text}");
    }
    server.stop().await;
}
