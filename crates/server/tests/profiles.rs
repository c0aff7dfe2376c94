//! Profiles: history with filters, results, private profiles, following, leaderboards.

mod common;

use common::people::{ask, code, sign_up};
use common::{Client, TestServer, plies};
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, Executor, SqliteConnection};

/// Plays a rated game of xiangqi that the second side resigns.
async fn win(first: &mut Client, second: &mut Client, minutes: i64) -> String {
    let asked = json!({"game": "xiangqi", "one": {"kind": "me"}, "other": {"kind": "link"}, "rated": true,
        "clock": {"kind": "game", "initial_ms": minutes * 60_000, "increment_ms": 0}});
    let (room, invitation) = first.create_game(asked).await;
    let (status, answer) =
        second.post(&format!("/api/invitations/{}", invitation.unwrap()), &json!({})).await;
    assert_eq!(status, 200, "{answer}");
    let (mut one, mut other) = (first.connect(&room).await, second.connect(&room).await);
    one.view().await;
    one.play("h2e2").await;
    other.view_where(|view| plies(view) == 1).await;
    other.play("h9g7").await;
    other.request_ok(json!({"type": "resign"})).await;
    one.view_where(|view| !view["outcome"].is_null()).await;
    room
}

fn rooms(page: &Value) -> Vec<&str> {
    page["games"].as_array().unwrap().iter().map(|game| game["room"].as_str().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_lists_rated_games_by_filter_and_counts_results() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (mut binh, mut chau, mut guest) = (server.client(), server.client(), server.client());
    for (person, handle) in [(&mut an, "Hoso1"), (&mut binh, "Hoso22"), (&mut chau, "Hoso333")] {
        sign_up(person, handle).await;
    }
    let won = win(&mut an, &mut binh, 5).await;
    let lost = win(&mut binh, &mut an, 5).await;
    let slow = win(&mut an, &mut chau, 20).await;

    let (status, page) = guest.get("/api/players/hoso1/games").await;
    assert_eq!(status, 200, "{page}");
    assert_eq!(rooms(&page), [&slow, &lost, &won], "the newest first");
    let newest = &page["games"][0];
    assert_eq!(newest["pool"], "xiangqi.slow");
    assert_eq!((&newest["side"], &newest["result"]), (&json!("first"), &json!("won")));
    assert_eq!(newest["opponent"]["handle"], "Hoso333");
    assert_eq!((&newest["before"], &newest["opponent_rating"]), (&json!(1500), &json!(1500)));
    assert!(newest["after"].as_i64().unwrap() > 1600, "{newest}");
    assert!(newest["opening"]["code"].is_string(), "{newest}");
    for (filter, wanted) in [
        ("pool=xiangqi.quick", vec![&lost, &won]),
        ("game=xiangqi", vec![&slow, &lost, &won]),
        ("game=chess", vec![]),
        ("side=second", vec![&lost]),
        ("result=won", vec![&slow, &won]),
        ("result=drawn", vec![]),
        ("opponent=HOSO22", vec![&lost, &won]),
        ("opponent=Hoso22&result=lost", vec![&lost]),
    ] {
        let (_, page) = guest.get(&format!("/api/players/Hoso1/games?{filter}")).await;
        assert_eq!(rooms(&page), wanted, "{filter}");
    }
    let (_, first) = guest.get("/api/players/Hoso1/games?count=2").await;
    assert_eq!(rooms(&first), [&slow, &lost]);
    let (_, rest) = guest.get(&format!("/api/players/Hoso1/games?count=2&before={}", first["next"])).await;
    assert_eq!((rooms(&rest), &rest["next"]), (vec![won.as_str()], &Value::Null));

    let (_, results) = guest.get("/api/players/Hoso1/results?pool=xiangqi.quick").await;
    let tally = |won: u32, lost: u32| json!({"won": won, "drawn": 0, "lost": lost});
    assert_eq!(results["sides"], json!([tally(1, 0), tally(0, 1)]));
    assert_eq!(results["openings"][0]["tally"], tally(1, 1), "{results}");
    assert_eq!(results["opponents"][0]["opponent"]["handle"], "Hoso22");
    assert_eq!(results["opponents"][0]["tally"], tally(1, 1));

    // An opponent who deletes the account stays in the history without a name.
    let password = json!({"password": common::people::PASSWORD});
    assert_eq!(ask(&mut chau, "DELETE", "/api/account", password).await.0, 204);
    let (_, page) = guest.get("/api/players/Hoso1/games?pool=xiangqi.slow").await;
    assert_eq!((rooms(&page), &page["games"][0]["opponent"]), (vec![slow.as_str()], &Value::Null));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_profile_shows_others_the_name_only() {
    let (server, mut an) = TestServer::start_with_client().await;
    let mut binh = server.client();
    sign_up(&mut an, "Kinmit").await;
    sign_up(&mut binh, "Coimo").await;
    win(&mut an, &mut binh, 5).await;
    assert_eq!(ask(&mut an, "PUT", "/api/account/profile", json!({"is_private": true})).await.0, 204);
    assert_eq!(an.get("/api/account").await.1["account"]["is_private"], true);
    let (_, seen) = binh.get("/api/players/Kinmit").await;
    assert_eq!(
        (&seen["is_private"], &seen["ratings"], &seen["is_you"]),
        (&json!(true), &json!([]), &json!(false))
    );
    assert_eq!(seen["name"], "Kinmit ở Huế");
    for path in ["/api/players/Kinmit/games", "/api/players/Kinmit/results?pool=xiangqi.quick"] {
        let (status, answer) = binh.get(path).await;
        assert_eq!((status, code(&answer)), (403, "player_private"), "{path}");
        assert_eq!(an.get(path).await.0, 200, "the owner sees everything");
    }
    let (_, own) = an.get("/api/players/Kinmit").await;
    assert_eq!((&own["is_you"], own["ratings"].as_array().unwrap().len()), (&json!(true), 1));
    assert_eq!(ask(&mut an, "PUT", "/api/account/profile", json!({"is_private": false})).await.0, 204);
    assert_eq!(binh.get("/api/players/Kinmit/games").await.0, 200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn players_are_followed_and_their_running_game_is_shown() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (mut binh, mut chau) = (server.client(), server.client());
    for (person, handle) in [(&mut an, "Theo1"), (&mut binh, "Doi22"), (&mut chau, "Ba333")] {
        sign_up(person, handle).await;
    }
    for _ in 0..2 {
        assert_eq!(ask(&mut an, "PUT", "/api/players/Doi22/follow", json!({})).await.0, 204);
    }
    let (status, answer) = ask(&mut an, "PUT", "/api/players/Theo1/follow", json!({})).await;
    assert_eq!((status, code(&answer)), (409, "player_follow_own"));
    assert_eq!(ask(&mut an, "PUT", "/api/players/Nobody/follow", json!({})).await.0, 404);
    let (_, seen) = an.get("/api/players/Doi22").await;
    assert_eq!(
        (&seen["is_followed"], &seen["followers"], &seen["room"]),
        (&json!(true), &json!(1), &Value::Null)
    );
    let asked = json!({"game": "chess", "one": {"kind": "me"}, "other": {"kind": "link"}, "rated": true,
        "clock": {"kind": "game", "initial_ms": 300_000, "increment_ms": 0}});
    let (room, invitation) = binh.create_game(asked).await;
    chau.post(&format!("/api/invitations/{}", invitation.unwrap()), &json!({})).await;
    let (_, list) = an.get("/api/following").await;
    assert_eq!(
        list,
        json!([{"player": {"handle": "Doi22", "name": "Doi22 ở Huế"}, "is_here": false, "room": room}])
    );
    assert_eq!(an.get("/api/players/Doi22").await.1["room"], room.as_str());
    // The opponent's wish counts too: nobody is led to the game by the profile or the list of the other player.
    for wish in ["is_unlisted", "is_private"] {
        for on in [true, false] {
            assert_eq!(ask(&mut chau, "PUT", "/api/account/profile", json!({ wish: on })).await.0, 204);
            let shown = if on { Value::Null } else { json!(room) };
            assert_eq!(an.get("/api/players/Doi22").await.1["room"], shown, "{wish} {on}");
            assert_eq!(an.get("/api/following").await.1[0]["room"], shown, "{wish} {on}");
            assert_eq!(binh.get("/api/players/Doi22").await.1["room"], json!(room), "the own profile has it");
        }
    }
    assert_eq!(ask(&mut an, "DELETE", "/api/players/Doi22/follow", json!({})).await.0, 204);
    assert_eq!(an.get("/api/following").await.1, json!([]));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_leaderboard_has_public_players_with_a_settled_rating_in_order() {
    let (server, mut an) = TestServer::start_with_client().await;
    let day = 86_400_000_i64;
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as i64;
    let options = SqliteConnectOptions::new().filename(server.folder.database());
    let mut database = SqliteConnection::connect_with(&options).await.unwrap();
    // Handle, rating, deviation, days since the last game.
    for (handle, rating, deviation, days) in [
        ("Nhi222", 1650, 60, 1),
        ("Nhat11", 1800, 60, 1),
        ("Moi777", 1900, 120, 1),
        ("Kin888", 1850, 60, 1),
        ("Cam999", 1950, 60, 1),
        ("Nghi00", 2000, 60, 1000),
        ("Ba3333", 1500, 109, 0),
    ] {
        let mut person = server.client();
        sign_up(&mut person, handle).await;
        if handle.starts_with("Kin") {
            let hidden = json!({"is_private": true});
            assert_eq!(ask(&mut person, "PUT", "/api/account/profile", hidden).await.0, 204);
        }
        sqlx::query(
            "INSERT INTO rating (player, pool, rating, deviation, volatility, games, rated_at)
             SELECT player, 'xiangqi.quick', ?, ?, 0.06, 40, ? FROM account WHERE handle = ?",
        )
        .bind(rating)
        .bind(deviation)
        .bind(now - days * day)
        .bind(handle)
        .execute(&mut database)
        .await
        .unwrap();
    }
    let ban = "INSERT INTO ban (player, scope, until, reason, at)
        SELECT player, 'rated', NULL, 'dùng máy', 5 FROM account WHERE handle = 'Cam999'";
    database.execute(ban).await.unwrap();
    let (status, page) = an.get("/api/ranking?pool=xiangqi.quick").await;
    let handles = |page: &Value| -> Vec<String> {
        page["rows"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["handle"].as_str().unwrap().to_owned())
            .collect()
    };
    // Not who is new, hidden or banned, nor who has not played for years.
    assert_eq!((status, handles(&page)), (200, ["Nhat11", "Nhi222", "Ba3333"].map(str::to_owned).to_vec()));
    assert_eq!((&page["rows"][0]["rating"]["rating"], &page["rows"][0]["games"]), (&json!(1800), &json!(40)));
    // A ban that has ended is over.
    database.execute("UPDATE ban SET until = 6").await.unwrap();
    let (_, page) = an.get("/api/ranking?pool=xiangqi.quick").await;
    assert_eq!(handles(&page)[0], "Cam999");
    assert_eq!(an.get("/api/ranking?pool=xiangqi.slow").await.1["rows"], json!([]));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_version_7_migrates_and_its_profiles_are_public() {
    let fresh = TestServer::start().await;
    let config = fresh.config.clone();
    let folder = fresh.stop().await;
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", folder.database().display()));
    }
    let options = SqliteConnectOptions::new().filename(folder.database());
    // The tables are in alphabetical order, so references are not checked.
    let options = options.create_if_missing(true).foreign_keys(false);
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    connection.execute(include_str!("../../../testdata/store/version-7-people.sql")).await.unwrap();
    connection.close().await.unwrap();
    let server = server::start(config).await.unwrap();
    let mut an = Client {
        address: server.address,
        cookie: Some(format!("kydai={}; kydai-session={}", "d4".repeat(32), "c3".repeat(32))),
    };
    let (_, account) = an.get("/api/account").await;
    assert_eq!(account["account"]["handle"], "An_2003", "{account}");
    assert_eq!(account["account"]["is_private"], false);
    assert_eq!(an.get("/api/rooms").await.1["total"], 3);
    let (_, profile) = an.get("/api/players/Binh99").await;
    assert_eq!(profile["ratings"][0]["rating"]["rating"], 1338, "{profile}");
    let (_, page) = an.get("/api/players/An_2003/games").await;
    let game = &page["games"][0];
    assert_eq!((&game["room"], &game["result"], &game["after"]), (&Value::Null, &json!("won"), &json!(1662)));
    assert_eq!(ask(&mut an, "PUT", "/api/players/Binh99/follow", json!({})).await.0, 204);
    server.stop().await;
}
