//! People with accounts, for the tests that need some.

use serde_json::{Value, json};

use super::Client;

pub const PASSWORD: &str = "pháo đầu mã đội";

pub async fn ask(person: &mut Client, method: &str, path: &str, body: Value) -> (u16, Value) {
    let (status, _, answer) = person.send(method, path, Some(&body.to_string())).await;
    (status, serde_json::from_str(&answer).unwrap_or(Value::String(answer)))
}

/// Signs up and returns the recovery code.
pub async fn sign_up(person: &mut Client, handle: &str) -> String {
    let asked = json!({"handle": handle, "name": format!("{handle} ở Huế"), "password": PASSWORD});
    let (status, answer) = person.post("/api/account", &asked).await;
    assert_eq!(status, 201, "{answer}");
    assert_eq!(answer["account"]["handle"], handle);
    answer["recovery_code"].as_str().unwrap().to_owned()
}

pub async fn sign_in(person: &mut Client, handle: &str, password: &str, bring: bool) -> (u16, Value) {
    person.post("/api/session", &json!({"handle": handle, "password": password, "bring": bring})).await
}

pub async fn total_rooms(person: &mut Client) -> u64 {
    person.get("/api/rooms").await.1["total"].as_u64().unwrap()
}

pub fn code(answer: &Value) -> &str {
    answer["error"]["code"].as_str().unwrap_or_default()
}

/// Game between two people, the first with the first side.
pub async fn seat(one: &mut Client, other: &mut Client) -> String {
    let asked = json!({"game": "xiangqi", "one": {"kind": "me"}, "other": {"kind": "link"}});
    let (room, invitation) = one.create_game(asked).await;
    let (status, answer) = other.post(&format!("/api/invitations/{}", invitation.unwrap()), &json!({})).await;
    assert_eq!(status, 200, "{answer}");
    room
}
