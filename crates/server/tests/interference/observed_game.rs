//! One game of the test: its clients, the messages each has received, and all requests an observer can make.

use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnection;

use crate::common::people::sign_up;
use crate::common::{self, Client, RoomSocket, TestServer, dealt_views};
use crate::observed::Observed;

/// Running game with its clients and their sockets.
pub struct Game {
    people: [Client; 3],
    sockets: Vec<RoomSocket>,
    pub views: Vec<Value>,
    pub room: String,
    /// Handles of the people, if they have accounts.
    handles: Vec<String>,
}

impl Game {
    /// Creates a game and replaces its seed in the database before any nonce is added; only a test can do that.
    pub async fn begin(
        server: &TestServer,
        machine: bool,
        accounts: bool,
        seed: &[u8],
        database: &mut SqliteConnection,
    ) -> Game {
        let mut people = [server.client(), server.client(), server.client()];
        let mut handles = Vec::new();
        if accounts {
            static COUNT: AtomicU64 = AtomicU64::new(0);
            let number = COUNT.fetch_add(1, Ordering::Relaxed);
            for (letter, person) in ["a", "b", "c"].into_iter().zip(&mut people) {
                handles.push(format!("{letter}{number:06}x"));
                sign_up(person, &handles[handles.len() - 1]).await;
            }
        }
        let other = if machine {
            json!({"kind": "engine", "engine": "champion:nodes=400"})
        } else {
            json!({"kind": "link"})
        };
        let (room, token) = people[0]
            .create_game(json!({"game": "jieqi", "one": {"kind": "me"}, "other": other, "listed": true}))
            .await;
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
        let mut sockets = Vec::new();
        for person in people.iter().enumerate().filter(|(index, _)| !(machine && *index == 1)).map(|it| it.1)
        {
            sockets.push(person.connect_without_evaluations(&room).await);
        }
        let views = dealt_views(&mut sockets).await;
        Game { people, sockets, views, room, handles }
    }

    pub fn nonces(&self) -> [String; 2] {
        [0, 1].map(|index| self.views[0]["deal"]["nonces"][index].as_str().unwrap().to_owned())
    }

    /// Index of the observer's socket, if it has one.
    fn socket_of(&self, observer: &str) -> Option<usize> {
        match observer {
            "red" => Some(0),
            "black" => Some(1),
            "spectator" => Some(self.sockets.len() - 1),
            _ => None,
        }
    }

    pub async fn play(&mut self, mover: usize, mv: &str) {
        self.views[mover] = self.sockets[mover].play(mv).await;
        let seq = self.views[mover]["seq"].as_u64();
        for index in (0..self.sockets.len()).filter(|index| *index != mover) {
            self.views[index] = self.sockets[index].view_where(|view| view["seq"].as_u64() >= seq).await;
        }
    }

    /// Waits until the machine has moved.
    pub async fn wait_for_machine(&mut self, plies: usize) {
        for (socket, view) in self.sockets.iter_mut().zip(&mut self.views) {
            if common::plies(view) < plies as u64 && view["outcome"].is_null() {
                *view = socket
                    .view_where(|view| common::plies(view) >= plies as u64 || !view["outcome"].is_null())
                    .await;
            }
        }
    }

    /// Everything the observer received and can request: all socket messages, and REST.
    pub async fn observed(&mut self, observer: &str, hint: bool) -> Vec<Observed> {
        let mut observed = Vec::new();
        // Lists are updated a moment later: that delay is not a secret.
        while self.people[0].get("/api/rooms").await.1["rooms"][0]["plies"]
            != json!(common::plies(&self.views[0]))
        {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        if let Some(index) = self.socket_of(observer) {
            if hint && observer == "red" && self.views[0]["turn"] == "first" {
                let id = "advice";
                self.sockets[index].send_text(&json!({"type": "hint", "id": id}).to_string()).await;
                self.sockets[index]
                    .read_until(|message| {
                        message["id"] == id && (message["type"] == "hint" || message["type"] == "refusal")
                    })
                    .await;
            }
            // The order of connections and the number of search reports depend on timing. The comparison starts with the
            // first view of the dealt match.
            let variable = ["\"type\":\"search_info\"", "\"type\":\"presence\"", "\"type\":\"ack\""];
            let received =
                self.sockets[index].received.iter().skip_while(|text| !text.contains("\"dealt\":true"));
            let received = received.filter(|text| !variable.iter().any(|kind| text.contains(kind)));
            observed.extend(received.map(|text| Observed { asked: String::new(), text: text.clone() }));
        }
        let mut person = match observer {
            "red" => self.people[0].clone(),
            "black" => self.people[1].clone(),
            "spectator" => self.people[2].clone(),
            _ => Client { address: self.people[0].address, cookie: None },
        };
        let room = &self.room;
        let mut paths =
            vec![format!("/api/rooms/{room}"), format!("/api/rooms/{room}/deal"), "/api/rooms".to_owned()];
        for format in ["txt", "pgn", "fen", "json"] {
            for notation in ["uci", "vi", "zh"] {
                paths.push(format!("/api/rooms/{room}/record?format={format}&notation={notation}&lang=vi"));
            }
        }
        if let Some(listed) = self.listed(&mut person).await {
            observed.push(Observed { asked: "/api/watch ".to_owned(), text: listed });
        }
        for path in paths {
            let (status, _, body) = person.send("GET", &path, None).await;
            observed.push(Observed { asked: format!("{path} {status} "), text: body });
        }
        // Other people play in the other game of the case.
        for one in &mut observed {
            for (index, handle) in self.handles.iter().enumerate() {
                one.text = one.text.replace(handle, &format!("player{index}"));
            }
        }
        observed
    }

    /// This game in the list of running games; `None` for a game against a machine, which is not there.
    async fn listed(&self, person: &mut Client) -> Option<String> {
        if self.sockets.len() < 3 || !self.views[0]["outcome"].is_null() {
            return None;
        }
        loop {
            let (_, list) = person.get("/api/watch").await;
            let own = list["games"].as_array()?.iter().find(|game| game["room"] == self.room.as_str());
            if let Some(game) = own.filter(|game| game["plies"] == common::plies(&self.views[0])) {
                return Some(game.to_string());
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    }
}
