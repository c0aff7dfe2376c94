//! Access rights of routes: each route is asked by its owner, the opponent, another account and a guest, about things that
//! exist; and no answer to others contains what belongs to the owner.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::events::EventStream;
use common::people::{PASSWORD, ask, seat, sign_in, sign_up};
use common::tournament::{create, enter, pair_and_publish};
use common::{Client, TestServer, one_device, with};
use serde_json::{Value, json};
use server::MastersImport;

/// A route: method, path, address and body asked for, and the expected statuses for its owner, the opponent, another account,
/// and a guest. `$name` stands for the name of something that exists.
struct Row(&'static str, &'static str, &'static str, &'static str, [u16; 4]);

/// Callers in the order of the columns.
const CALLERS: [&str; 4] = ["owner", "opponent", "stranger", "guest"];

/// Text that only the owner may ever receive.
const SECRET: &str = "giấu kín 7f3a";

const GAME: &str =
    "[Game \"xiangqi\"]\n[Red \"giấu kín 7f3a\"]\n[Black \"Bình\"]\n[Result \"1-0\"]\n\n1. h2e2 h9g7 1-0\n\n";
/// Position whose win takes longer to prove than any test waits.
const HARD: &str = "2bak4/4a4/4b4/9/9/9/9/2N1B4/4A4/2BAK3R w";

const ALL: [u16; 4] = [200; 4];
const ACCOUNTS: [u16; 4] = [200, 200, 200, 401];
const CHANGED_BY_ACCOUNTS: [u16; 4] = [204, 204, 204, 401];
const CREATED: [u16; 4] = [201; 4];
/// The operator's key opens these, whoever is signed in: see operator.rs.
const KEY_ONLY: [u16; 4] = [401; 4];

/// All routes, in the order in which they are asked. The guest is asked first and the owner last, so that the owner's things
/// are still there when others ask for them.
const TABLE: &[Row] = &[
    // The server.
    Row("get", "/api/health", "", "", ALL),
    Row("get", "/api/ready", "", "", ALL),
    Row("get", "/api/games", "", "", ALL),
    Row("get", "/api/qr", "/api/qr?text=x", "", ALL),
    // The caller's own things: everybody gets the own ones.
    Row("get", "/api/me", "", "", ALL),
    Row("put", "/api/me", "", r#"{"name":"Ai đó"}"#, ALL),
    Row("get", "/api/account", "", "", ALL),
    Row("get", "/api/account/sessions", "", "", ACCOUNTS),
    Row("delete", "/api/account/sessions/{id}", "/api/account/sessions/$session", "", [204, 404, 404, 401]),
    Row("get", "/api/account/export", "", "", ACCOUNTS),
    Row("put", "/api/account/settings", "", r#"{"language":"vi"}"#, CHANGED_BY_ACCOUNTS),
    Row("put", "/api/account/profile", "", r#"{"is_private":false}"#, CHANGED_BY_ACCOUNTS),
    Row("put", "/api/account/password", "", r#"{"old":"wrong wrong","new":"wrong"}"#, [401; 4]),
    Row("post", "/api/account/recovery", "", r#"{"password":"wrong wrong"}"#, [401; 4]),
    Row("delete", "/api/account", "", r#"{"password":"wrong wrong"}"#, [401; 4]),
    Row("post", "/api/account", "", r#"{"handle":"Fresh_1","password":"short"}"#, [409, 409, 409, 422]),
    Row(
        "post",
        "/api/account/recover",
        "",
        r#"{"handle":"Nobody9","code":"x","password":"sĩ tượng bền vững"}"#,
        [401; 4],
    ),
    Row("post", "/api/session", "", r#"{"handle":"Nobody8","password":"wrong wrong"}"#, [401; 4]),
    Row("get", "/api/stats", "", "", ALL),
    Row("get", "/api/turns", "", "", ALL),
    // Lobby.
    Row("get", "/api/lobby", "", "", ALL),
    Row("get", "/api/lobby/events", "", "", ALL),
    Row("post", "/api/seeks/{id}", "/api/seeks/$seek", "", [409, 403, 403, 403]),
    Row(
        "post",
        "/api/seeks",
        "",
        r#"{"game":"chess","rated":true,"established":true,"clock":$clock}"#,
        [200, 200, 200, 403],
    ),
    Row("delete", "/api/seeks", "", "", [204; 4]),
    Row(
        "post",
        "/api/challenges",
        "",
        r#"{"handle":"$handle","terms":{"game":"chess","clock":$clock}}"#,
        [409, 201, 201, 201],
    ),
    Row("delete", "/api/challenges/{id}", "/api/challenges/$declined", "", [404, 404, 204, 404]),
    Row("post", "/api/challenges/{id}", "/api/challenges/$challenge", "", [404, 200, 404, 404]),
    // Players.
    Row("get", "/api/ranking", "/api/ranking?pool=xiangqi.quick", "", ALL),
    Row("get", "/api/players/{handle}", "/api/players/$handle", "", ALL),
    Row("get", "/api/players/{handle}/games", "/api/players/$handle/games", "", ALL),
    Row("get", "/api/players/{handle}/results", "/api/players/$handle/results?pool=xiangqi.quick", "", ALL),
    Row("get", "/api/following", "", "", ACCOUNTS),
    Row("put", "/api/players/{handle}/follow", "/api/players/$handle/follow", "", [409, 204, 204, 401]),
    Row("delete", "/api/players/{handle}/follow", "/api/players/$handle/follow", "", CHANGED_BY_ACCOUNTS),
    Row("get", "/api/blocked", "", "", ACCOUNTS),
    Row("put", "/api/players/{handle}/block", "/api/players/$handle/block", "", [409, 204, 204, 401]),
    Row("delete", "/api/players/{handle}/block", "/api/players/$handle/block", "", CHANGED_BY_ACCOUNTS),
    Row("post", "/api/reports", "", r#"{"handle":"$handle","reason":"name"}"#, [409, 204, 204, 401]),
    Row("post", "/api/reports", "", r#"{"room":"$room","reason":"talk"}"#, [204, 204, 422, 401]),
    // Watching.
    Row("get", "/api/watch", "", "", ALL),
    Row("get", "/api/watch/events", "", "", ALL),
    // Games: whoever has the link of a room may watch it.
    Row("get", "/api/rooms", "", "", ALL),
    Row("get", "/api/rooms/{id}", "/api/rooms/$room", "", ALL),
    Row("get", "/api/rooms/{id}/record", "/api/rooms/$room/record?format=pgn", "", ALL),
    Row("get", "/api/rooms/{id}/deal", "/api/rooms/$room/deal", "", [409; 4]),
    Row("get", "/api/invitations/{token}", "/api/invitations/$invitation", "", ALL),
    Row("post", "/api/rooms/{id}/rematch", "/api/rooms/$room/rematch", "", [422, 422, 403, 403]),
    Row("post", "/api/rooms", "", r#"{"game":"chess","one":{"kind":"me"},"other":{"kind":"here"}}"#, CREATED),
    // The guest comes first and takes the seat.
    Row("post", "/api/invitations/{token}", "/api/invitations/$invitation", "{}", [409, 404, 404, 200]),
    Row("delete", "/api/rooms/{id}", "/api/rooms/$room", "", [204, 204, 404, 404]),
    // Positions and records.
    Row("get", "/api/lines", "/api/lines?game=xiangqi", "", ALL),
    Row("post", "/api/lines", "", r#"{"game":"xiangqi"}"#, ALL),
    Row("post", "/api/positions", "", r#"{"game":"chess","text":"8/8/8/8/8/8/R7/K1k5 w - - 0 1"}"#, ALL),
    Row("post", "/api/records", "", r#"{"text":"1. e4 e5","game":"chess"}"#, ALL),
    Row("post", "/api/records/file", "/api/records/file?game=chess", "1. e4 e5 *", ALL),
    Row("get", "/api/analysis/means", "", "", ALL),
    Row("post", "/api/analysis/read", "/api/analysis/read?game=chess", "1. e4 e5 *", ALL),
    Row("get", "/api/analysis", "/api/analysis?game=toy", "", ALL),
    Row("post", "/api/analysis/write", "/api/analysis/write?game=chess&format=pgn", "1. e2e4 e7e5 *", ALL),
    Row(
        "post",
        "/api/defences",
        "",
        r#"{"game":"xiangqi","position":"3k5/9/9/9/9/9/9/9/4R4/4K3R w","moves":["e1e8"]}"#,
        ALL,
    ),
    // Puzzles.
    Row("get", "/api/puzzles", "", "", ALL),
    Row("get", "/api/puzzles/{collection}", "/api/puzzles/games", "", ALL),
    Row("get", "/api/puzzles/{collection}/{id}", "/api/puzzles/games/$puzzle", "", ALL),
    Row(
        "post",
        "/api/puzzles/{collection}/{id}/try",
        "/api/puzzles/games/$puzzle/try",
        r#"{"moves":[]}"#,
        [422; 4],
    ),
    Row(
        "post",
        "/api/puzzles/{collection}/{id}/help",
        "/api/puzzles/games/$puzzle/help",
        r#"{"moves":[],"whole":false}"#,
        ALL,
    ),
    // Searches, reviews, experiments and leagues: the identifier opens them to everybody, only the owner stops them.
    Row("get", "/api/solves/{id}", "/api/solves/$solve", "", ALL),
    Row("get", "/api/solves/{id}/events", "/api/solves/$solve/events", "", ALL),
    Row("get", "/api/solves/{id}/tree", "/api/solves/$solve/tree", "", [404; 4]),
    Row("delete", "/api/solves/{id}", "/api/solves/$solve", "", [200, 404, 404, 404]),
    Row(
        "post",
        "/api/solves",
        "",
        r#"{"game":"xiangqi","position":"3k5/9/9/9/9/9/9/9/4R4/4K3R w","seconds":1}"#,
        CREATED,
    ),
    Row("get", "/api/reviews/{id}", "/api/reviews/$review", "", ALL),
    Row("get", "/api/reviews/{id}/events", "/api/reviews/$review/events", "", ALL),
    Row("post", "/api/reviews/{id}/tries", "/api/reviews/$review/tries", r#"{"ply":0,"mv":"h2e2"}"#, ALL),
    Row("delete", "/api/reviews/{id}", "/api/reviews/$review", "", [204, 404, 404, 404]),
    Row("post", "/api/reviews", "", r#"{"room":"$finished"}"#, CREATED),
    Row("post", "/api/labs/estimate", "", r#"{"game":"toy","engines":["minimax:depth=2"]}"#, ALL),
    Row("post", "/api/labs/evaluation", "", r#"{"game":"xiangqi"}"#, ALL),
    Row("get", "/api/labs/{id}", "/api/labs/$lab", "", ALL),
    Row("get", "/api/labs/{id}/events", "/api/labs/$lab/events", "", ALL),
    Row("get", "/api/labs/{id}/trees/{run}", "/api/labs/$lab/trees/0", "", ALL),
    Row("delete", "/api/labs/{id}", "/api/labs/$lab", "", [200, 404, 404, 404]),
    Row("post", "/api/labs", "", r#"{"game":"toy","engines":["minimax:depth=2"]}"#, CREATED),
    Row("get", "/api/leagues", "", "", ALL),
    Row("get", "/api/leagues/{id}", "/api/leagues/$league", "", ALL),
    Row("get", "/api/leagues/{id}/events", "/api/leagues/$league/events", "", ALL),
    Row("get", "/api/leagues/{id}/export", "/api/leagues/$league/export?form=csv", "", ALL),
    Row("get", "/api/leagues/{id}/games", "/api/leagues/$league/games", "", ALL),
    Row("get", "/api/leagues/{id}/games/{number}", "/api/leagues/$league/games/0", "", ALL),
    Row("delete", "/api/leagues/{id}", "/api/leagues/$league", "", [200, 404, 404, 404]),
    Row(
        "post",
        "/api/leagues",
        "",
        r#"{"game":"toy","engines":[{"engine":"random"},{"engine":"greedy"}],"games":2}"#,
        CREATED,
    ),
    // Library: everybody has the own shelf, and nobody sees another's.
    Row("get", "/api/library", "/api/library?own=true", "", ALL),
    Row("get", "/api/library/shelf", "", "", ALL),
    Row("get", "/api/library/masters", "", "", ALL),
    Row("post", "/api/library/masters", "", "", [403; 4]),
    Row("get", "/api/library/explorer", "/api/library/explorer?game=xiangqi", "", ALL),
    Row("get", "/api/library/export", "/api/library/export?own=true&format=pgn", "", ALL),
    Row("get", "/api/library/games/{id}", "/api/library/games/$stored", "", [200, 404, 404, 404]),
    Row(
        "get",
        "/api/library/games/{id}/record",
        "/api/library/games/$stored/record",
        "",
        [200, 404, 404, 404],
    ),
    Row(
        "put",
        "/api/library/games/{id}",
        "/api/library/games/$stored",
        r#"{"folder":"x","labels":[]}"#,
        [204, 404, 404, 404],
    ),
    Row(
        "post",
        "/api/library/games/{id}/comment",
        "/api/library/games/$stored/comment",
        r#"{"node":0,"text":"x"}"#,
        [204, 404, 404, 404],
    ),
    Row(
        "put",
        "/api/library/games/{id}/record",
        "/api/library/games/$stored/record",
        GAME,
        [204, 404, 404, 404],
    ),
    Row("delete", "/api/library/games/{id}", "/api/library/games/$stored", "", [204, 404, 404, 404]),
    Row("post", "/api/library/import", "/api/library/import?name=b.pgn", GAME, ALL),
    // Tournaments: the organizer directs, everybody reads.
    Row("get", "/api/tournaments", "", "", ALL),
    Row("get", "/api/tournaments/{id}", "/api/tournaments/$tournament", "", ALL),
    Row("get", "/api/tournaments/{id}/events", "/api/tournaments/$tournament/events", "", ALL),
    Row(
        "get",
        "/api/tournaments/{id}/why",
        "/api/tournaments/$tournament/why?section=1&round=1&number=1",
        "",
        ALL,
    ),
    Row(
        "get",
        "/api/tournaments/{id}/download",
        "/api/tournaments/$tournament/download?section=1&format=csv",
        "",
        ALL,
    ),
    Row("get", "/api/tournaments/{id}/log", "/api/tournaments/$tournament/log", "", [200, 403, 403, 403]),
    Row(
        "get",
        "/api/tournaments/{id}/links",
        "/api/tournaments/$tournament/links?section=1",
        "",
        [200, 403, 403, 403],
    ),
    Row("get", "/api/tournaments/{id}/file", "/api/tournaments/$tournament/file", "", [200, 403, 403, 403]),
    Row("post", "/api/tournaments/file", "", "{}", [422; 4]),
    Row("get", "/api/tournaments/{id}/boards/{token}", "/api/tournaments/$tournament/boards/$board", "", ALL),
    Row(
        "get",
        "/api/tournaments/{id}/boards/{token}",
        "/api/tournaments/$tournament/boards/guess",
        "",
        [404; 4],
    ),
    Row(
        "post",
        "/api/tournaments/{id}/boards/{token}",
        "/api/tournaments/$tournament/boards/guess",
        r#"{"side":"first","result":"first"}"#,
        [404; 4],
    ),
    Row(
        "post",
        "/api/tournaments/{id}/join",
        "/api/tournaments/$tournament/join",
        r#"{"token":"guess"}"#,
        [404; 4],
    ),
    Row(
        "post",
        "/api/tournaments/{id}/players",
        "/api/tournaments/$tournament/players",
        r#"{"section":1,"text":"X","preview":true}"#,
        [200, 403, 403, 403],
    ),
    Row(
        "post",
        "/api/tournaments/{id}/pair",
        "/api/tournaments/$tournament/pair",
        r#"{"section":1}"#,
        [422, 403, 403, 403],
    ),
    Row(
        "post",
        "/api/tournaments/{id}/acts",
        "/api/tournaments/$tournament/acts",
        r#"{"acts":[{"type":"result","section":1,"round":1,"board":1,"result":"first"}]}"#,
        [200, 403, 403, 403],
    ),
    Row("post", "/api/tournaments", "", r#"{"name":"Giải","preset":"club"}"#, CREATED),
    Row("delete", "/api/tournaments/{id}", "/api/tournaments/$tournament", "", [204, 403, 403, 403]),
    // Operator.
    Row("get", "/api/operator", "", "", KEY_ONLY),
    Row("get", "/api/operator/players", "/api/operator/players?text=o", "", KEY_ONLY),
    Row("post", "/api/operator/acts", "", r#"{"type":"unban","handle":"$handle"}"#, KEY_ONLY),
    // What ends the session comes last.
    Row("delete", "/api/account/sessions", "", "", CHANGED_BY_ACCOUNTS),
    Row("delete", "/api/session", "", "", [204; 4]),
];

/// Names of what exists, for `$name` in the table; and texts that belong to the owner alone.
struct Things {
    names: BTreeMap<&'static str, String>,
    secrets: Vec<String>,
}

impl Things {
    fn fill(&self, text: &str) -> String {
        // Longer names first: one may be the start of another.
        self.names
            .iter()
            .rev()
            .fold(text.to_owned(), |text, (name, value)| text.replace(&format!("${name}"), value))
    }
}

async fn made(person: &mut Client, path: &str, body: Value) -> Value {
    let (status, answer) = person.post(path, &body).await;
    assert!(matches!(status, 200 | 201), "{path}: {status} {answer}");
    answer
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text")).to_owned()
}

/// Waits until a job has ended.
async fn ended(person: &mut Client, path: &str) {
    for _ in 0..2_000 {
        let (_, view) = person.get(path).await;
        if view["state"] == "done" || view["progress"]["state"] == "done" {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("{path} does not end");
}

/// Makes one of everything for the owner.
async fn make(server: &TestServer, owner: &mut Client, opponent: &mut Client) -> Things {
    let clock = json!({"kind": "game", "initial_ms": 600_000, "increment_ms": 5_000});
    let mut names = BTreeMap::from([("handle", "Owner1".to_owned()), ("clock", clock.to_string())]);
    names.insert("room", seat(owner, opponent).await);
    let link = json!({"game": "jieqi", "one": {"kind": "me"}, "other": {"kind": "link"}});
    names.insert("invitation", owner.create_game(link).await.1.unwrap_or_default());
    let (finished, mut socket, _) =
        owner.create_and_connect(with(one_device("xiangqi"), "moves", json!(["h2e2", "h9g7"]))).await;
    socket.request_ok(json!({"type": "resign"})).await;
    names.insert("finished", finished);
    // Another session of the owner.
    let (_, before) = owner.get("/api/account/sessions").await;
    assert_eq!(sign_in(&mut server.client(), "Owner1", PASSWORD, false).await.0, 200);
    let (_, after) = owner.get("/api/account/sessions").await;
    let spare = after.as_array().unwrap().iter().find(|one| one["id"] != before[0]["id"]).unwrap();
    names.insert("session", text(&spare["id"]));
    let settings = json!({"language": "vi", "note": SECRET});
    assert_eq!(ask(owner, "PUT", "/api/account/settings", settings).await.0, 204);

    let terms = json!({"game": "xiangqi", "clock": clock, "rated": true});
    let seek = made(owner, "/api/seeks", with(terms.clone(), "established", json!(true))).await;
    names.insert("seek", text(&seek["seek"]));
    // A second challenge to the same player would replace the first.
    for (name, handle) in [("declined", "Someone"), ("challenge", "Rival7")] {
        let challenge = json!({"handle": handle, "terms": terms});
        names.insert(name, text(&made(owner, "/api/challenges", challenge).await["id"]));
    }
    let solve = json!({"game": "xiangqi", "position": HARD, "seconds": 600});
    names.insert("solve", text(&made(owner, "/api/solves", solve).await["id"]));
    let line = json!({"line": {"game": "xiangqi", "moves": ["h2e2", "h9g7"]}, "effort": "quick"});
    names.insert("review", text(&made(owner, "/api/reviews", line).await["id"]));
    let lab = json!({"game": "toy", "engines": ["minimax:depth=2"]});
    names.insert("lab", text(&made(owner, "/api/labs", lab).await["id"]));
    let league = json!({"game": "toy", "engines": [{"engine": "random"}, {"engine": "greedy"}], "games": 2});
    names.insert("league", text(&made(owner, "/api/leagues", league).await["id"]));
    for (path, name) in [("reviews", "review"), ("labs", "lab"), ("leagues", "league")] {
        ended(owner, &format!("/api/{path}/{}", names[name])).await;
    }
    let (_, puzzles) = owner.get("/api/puzzles/games").await;
    names.insert("puzzle", text(&puzzles["rows"][0]["id"]));
    owner.send("POST", "/api/library/import?name=a.pgn", Some(GAME)).await;
    let (_, stored) = owner.get("/api/library?own=true").await;
    names.insert("stored", stored["games"][0]["id"].to_string());

    let tournament = create(owner, "club").await;
    enter(owner, &tournament, "An\nBình\nChâu\nDũng").await;
    pair_and_publish(owner, &tournament).await;
    let (_, links) = owner.get(&format!("/api/tournaments/{tournament}/links?section=1")).await;
    names.insert("board", text(&links["boards"][0][1]));
    let mut secrets = vec![SECRET.to_owned(), names["invitation"].clone(), names["session"].clone()];
    secrets.push(text(&links["arbiter"]));
    secrets.extend(links["players"].as_array().unwrap().iter().map(|one| text(&one[1])));
    names.insert("tournament", tournament);
    Things { names, secrets }
}

/// Status and text of an answer; of a stream of events only its beginning.
async fn answer(person: &Client, method: &str, address: &str, body: Option<&str>) -> (u16, String) {
    if method == "get" && (address.ends_with("/events") || address.starts_with("/api/analysis?")) {
        return EventStream::beginning(person, address).await;
    }
    let (status, _, text) = person.clone().send(&method.to_uppercase(), address, body).await;
    (status, text)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_route_answers_each_caller_as_the_table_says() {
    let server = TestServer::start_with(|config| config.masters = MastersImport::Nobody).await;
    let mut people = [server.client(), server.client(), server.client(), server.client()];
    for (person, handle) in people.iter_mut().zip(["Owner1", "Rival7", "Someone"]) {
        sign_up(person, handle).await;
    }
    people[3].get("/api/me").await;
    let mut lobby = Vec::new();
    for person in &people {
        let mut stream = EventStream::open(person, "/api/lobby/events").await;
        stream.next_of("lobby").await;
        lobby.push(stream);
    }
    let [owner, opponent, ..] = &mut people;
    let things = make(&server, owner, opponent).await;

    // The socket of a room: two seats, and spectators who change nothing.
    for (person, sides) in people.iter().zip([json!(["first"]), json!(["second"]), json!([]), json!([])]) {
        let mut socket = person.connect(&things.names["room"]).await;
        assert_eq!(socket.view().await["own_sides"], sides);
        if sides == json!([]) {
            assert_eq!(socket.refusal_code(json!({"type": "resign"})).await, "wire_watching");
        }
    }

    let (_, described) = people[3].get("/api/openapi.json").await;
    let routes = described["paths"].as_object().unwrap();
    let routes: BTreeSet<(String, String)> = routes
        .iter()
        .flat_map(|(path, methods)| {
            methods.as_object().unwrap().keys().map(|method| (method.clone(), path.clone()))
        })
        .collect();
    let listed: BTreeSet<(String, String)> =
        TABLE.iter().map(|row| (row.0.to_owned(), row.1.to_owned())).collect();
    assert_eq!(routes.symmetric_difference(&listed).collect::<Vec<_>>(), Vec::<&(String, String)>::new());

    let mut wrong = Vec::new();
    for Row(method, path, address, body, wanted) in TABLE {
        let address = things.fill(if address.is_empty() { path } else { address });
        let body = things.fill(body);
        let mut seen = [0; 4];
        for index in (0..4).rev() {
            let body = (!body.is_empty()).then_some(body.as_str());
            let (status, text) = answer(&people[index], method, &address, body).await;
            seen[index] = status;
            let told =
                |secret: &&String| text.contains(secret.as_str()) && !address.contains(secret.as_str());
            if let Some(secret) = things.secrets.iter().find(told).filter(|_| index > 0) {
                wrong.push(format!("{method} {address} tells the {} {secret}", CALLERS[index]));
            }
        }
        if seen != *wanted {
            wrong.push(format!("{method} {address}: {seen:?}, not {wanted:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    drop(lobby);
    server.stop().await;
}
