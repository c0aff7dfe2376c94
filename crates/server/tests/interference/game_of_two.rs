//! One game of the test: its people, what each of them hears, and all an observer can ask for.

use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnection;

use crate::common::{self, House, Person, Talk, dealt_views};
use crate::told::Told;

/// A game under way: who is there, and by which deal.
pub struct Game {
    people: [Person; 3],
    talks: Vec<Talk>,
    pub views: Vec<Value>,
    pub room: String,
}

impl Game {
    /// Begins a game whose seed is exchanged before anybody has added anything: only a test can.
    pub async fn begin(house: &House, machine: bool, seed: &[u8], database: &mut SqliteConnection) -> Game {
        let mut people = [house.guest(), house.guest(), house.guest()];
        let other = if machine {
            json!({"kind": "brain", "brain": "champion:nodes=400"})
        } else {
            json!({"kind": "link"})
        };
        let (room, token) =
            people[0].begin(json!({"game": "jieqi", "one": {"kind": "me"}, "other": other})).await;
        if let Some(token) = token {
            people[1].post(&format!("/api/invitations/{token}"), &json!({})).await;
        }
        people[2].get("/api/me").await;
        sqlx::query("UPDATE deal SET seed = ? WHERE room = ?")
            .bind(seed)
            .bind(&room)
            .execute(&mut *database)
            .await
            .unwrap();
        if machine {
            sqlx::query("UPDATE deal SET second = ? WHERE room = ?")
                .bind(vec![7u8; 32])
                .bind(&room)
                .execute(database)
                .await
                .unwrap();
        }
        let mut talks = Vec::new();
        for person in people.iter().enumerate().filter(|(index, _)| !(machine && *index == 1)).map(|it| it.1)
        {
            talks.push(person.enter_calmly(&room).await);
        }
        let views = dealt_views(&mut talks).await;
        Game { people, talks, views, room }
    }

    pub fn nonces(&self) -> [String; 2] {
        [0, 1].map(|index| self.views[0]["deal"]["nonces"][index].as_str().unwrap().to_owned())
    }

    /// Which of the conversations is the observer's, where it has one.
    fn talk_of(&self, observer: &str) -> Option<usize> {
        match observer {
            "red" => Some(0),
            "black" => Some(1),
            "spectator" => Some(self.talks.len() - 1),
            _ => None,
        }
    }

    pub async fn play(&mut self, mover: usize, mv: &str) {
        self.views[mover] = self.talks[mover].plays(mv).await;
        let seq = self.views[mover]["seq"].as_u64();
        for index in (0..self.talks.len()).filter(|index| *index != mover) {
            self.views[index] = self.talks[index].view_where(|view| view["seq"].as_u64() >= seq).await;
        }
    }

    /// Waits until the machine has moved.
    pub async fn wait_for_machine(&mut self, plies: usize) {
        for (talk, view) in self.talks.iter_mut().zip(&mut self.views) {
            if common::plies(view) < plies as u64 && view["outcome"].is_null() {
                *view = talk
                    .view_where(|view| common::plies(view) >= plies as u64 || !view["outcome"].is_null())
                    .await;
            }
        }
    }

    /// Everything the observer got and can get: each frame, and REST.
    pub async fn told(&mut self, observer: &str, advice: bool) -> Vec<Told> {
        let mut told = Vec::new();
        // Lists follow a moment later: that moment is nobody's secret.
        while self.people[0].get("/api/rooms").await.1["rooms"][0]["plies"]
            != json!(common::plies(&self.views[0]))
        {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        if let Some(index) = self.talk_of(observer) {
            if advice && observer == "red" && self.views[0]["turn"] == "first" {
                let id = "advice";
                self.talks[index].send_text(&json!({"type": "hint", "id": id}).to_string()).await;
                self.talks[index]
                    .until(|said| said["id"] == id && (said["type"] == "hint" || said["type"] == "refusal"))
                    .await;
            }
            // Who comes in first, and how often a machine thinks aloud, is a matter of time: what counts begins with the
            // first view of the dealt match.
            let loose = ["\"type\":\"thought\"", "\"type\":\"presence\"", "\"type\":\"ack\""];
            let heard = self.talks[index].heard.iter().skip_while(|text| !text.contains("\"dealt\":true"));
            let heard = heard.filter(|text| !loose.iter().any(|kind| text.contains(kind)));
            told.extend(heard.map(|text| Told { asked: String::new(), text: text.clone() }));
        }
        let mut person = match observer {
            "red" => self.people[0].clone(),
            "black" => self.people[1].clone(),
            "spectator" => self.people[2].clone(),
            _ => Person { address: self.people[0].address, cookie: None },
        };
        let room = &self.room;
        let mut paths =
            vec![format!("/api/rooms/{room}"), format!("/api/rooms/{room}/deal"), "/api/rooms".to_owned()];
        for format in ["txt", "pgn", "fen", "json"] {
            for notation in ["uci", "vi", "zh"] {
                paths.push(format!("/api/rooms/{room}/record?format={format}&notation={notation}&lang=vi"));
            }
        }
        for path in paths {
            let (status, _, body) = person.send("GET", &path, None).await;
            told.push(Told { asked: format!("{path} {status} "), text: body });
        }
        told
    }
}
