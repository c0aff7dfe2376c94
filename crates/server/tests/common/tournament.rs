//! Tournaments over HTTP, for tests.

use serde_json::{Value, json};

use super::Client;

pub async fn create(organizer: &mut Client, preset: &str) -> String {
    let asked = json!({"name": "Giải vô địch CLB", "place": "Huế", "preset": preset});
    let (status, view) = organizer.post("/api/tournaments", &asked).await;
    assert_eq!(status, 201, "{view}");
    assert_eq!(view["role"], "organizer");
    view["id"].as_str().unwrap().to_owned()
}

pub async fn view(person: &mut Client, id: &str) -> Value {
    let (status, view) = person.get(&format!("/api/tournaments/{id}")).await;
    assert_eq!(status, 200, "{view}");
    view
}

pub async fn try_act(person: &mut Client, id: &str, act: Value) -> (u16, Value) {
    person.post(&format!("/api/tournaments/{id}/acts"), &json!({"acts": [act]})).await
}

pub async fn act(person: &mut Client, id: &str, what: Value) -> Value {
    let (status, view) = try_act(person, id, what.clone()).await;
    assert_eq!(status, 200, "{what}: {view}");
    view
}

pub async fn enter(person: &mut Client, id: &str, text: &str) {
    let asked = json!({"section": 1, "text": text, "preview": false});
    let (status, answer) = person.post(&format!("/api/tournaments/{id}/players"), &asked).await;
    assert_eq!(status, 200, "{answer}");
}

/// Pairs the next round as a draft.
pub async fn pair(person: &mut Client, id: &str) -> Value {
    let (status, view) = person.post(&format!("/api/tournaments/{id}/pair"), &json!({"section": 1})).await;
    assert_eq!(status, 200, "{view}");
    view
}

pub async fn pair_and_publish(person: &mut Client, id: &str) -> Value {
    let view = pair(person, id).await;
    let round = view["sections"][0]["rounds"].as_array().unwrap().len();
    act(person, id, json!({"type": "publish", "section": 1, "round": round, "starts_at": null})).await
}

pub fn result(round: usize, board: usize, result: &str) -> Value {
    json!({"type": "result", "section": 1, "round": round, "board": board, "result": result})
}

/// Boards of a round as start numbers, and the bye.
pub fn pairs(view: &Value, round: usize) -> (Vec<(u64, u64)>, Option<u64>) {
    let round = &view["sections"][0]["rounds"][round - 1];
    let boards = round["boards"].as_array().unwrap().iter();
    let boards = boards.map(|one| (one["first"].as_u64().unwrap(), one["second"].as_u64().unwrap()));
    (boards.collect(), round["bye"].as_u64())
}

/// Players who won every board by the lower start number.
pub async fn lower_numbers_win(person: &mut Client, id: &str, view: &Value, round: usize) -> Value {
    let mut last = view.clone();
    for (board, (first, second)) in pairs(view, round).0.into_iter().enumerate() {
        let won = if first < second { "first" } else { "second" };
        last = act(person, id, result(round, board + 1, won)).await;
    }
    last
}

pub fn points(view: &Value) -> Vec<(u64, f64)> {
    let rows = view["sections"][0]["standings"].as_array().unwrap().iter();
    rows.map(|row| (row["number"].as_u64().unwrap(), row["points"].as_f64().unwrap())).collect()
}

pub async fn set(person: &mut Client, id: &str, changes: &[(&str, Value)]) -> Value {
    let mut settings = view(person, id).await["sections"][0]["settings"].clone();
    for (name, value) in changes {
        settings[*name] = value.clone();
    }
    act(person, id, json!({"type": "section", "section": 1, "settings": settings})).await
}

pub async fn join_as(mut player: Client, organizer: &mut Client, id: &str, number: usize) -> Client {
    let (_, links) = organizer.get(&format!("/api/tournaments/{id}/links?section=1")).await;
    let token = links["players"][number - 1][1].clone();
    let (status, joined) =
        player.post(&format!("/api/tournaments/{id}/join"), &json!({"token": token})).await;
    assert_eq!((status, &joined["sections"][0]["you"]), (200, &json!(number)), "{joined}");
    player
}
