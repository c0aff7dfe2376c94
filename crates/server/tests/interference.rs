//! Non-interference through the whole house: two deals that agree on all an observer has seen give that observer the
//! same bytes, by sockets, REST, records, advice and the moves of machines.
//!
//! `KYDAI_HOUSE_CASES` says how many cases; 120 without it. crates/table/tests/interference.rs does the same below the
//! server in 10,000 cases.
#![allow(clippy::unwrap_used)]

mod common;

use std::collections::BTreeMap;

use common::{House, Person, Talk, dealt_views};
use game::Random;
use serde_json::{Value, json};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};
use table::{ClockRule, Created, Manners, Secret, games};

/// What lies where: square to letter.
type Truth = BTreeMap<String, char>;

const OBSERVERS: [&str; 4] = ["red", "black", "spectator", "visitor"];

fn squares(board: &str) -> Truth {
    let mut men = Truth::new();
    for (down, row) in board.split('/').enumerate() {
        let mut file = 0;
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(gap) => file += gap as u8,
                None => {
                    men.insert(format!("{}{}", char::from(b'a' + file), 9 - down), letter);
                    file += 1;
                }
            }
        }
    }
    men
}

fn truth(seed: &[u8], nonces: &[String; 2]) -> Truth {
    let created = Created {
        game: "jieqi".to_owned(),
        options: Vec::new(),
        setup: None,
        handicap: None,
        seats: Default::default(),
        clock: ClockRule::Off,
        manners: Manners::FREE,
        deal: Some(String::new()),
    };
    let nonces = nonces.each_ref().map(|nonce| server::unhex(nonce).unwrap());
    let secret = Secret { seed: seed.to_vec(), nonces };
    squares(&games::by_name("jieqi").unwrap().reveal(&created, &secret).unwrap())
}

fn random_seed(random: &mut Random) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes.chunks_mut(8).for_each(|chunk| chunk.copy_from_slice(&random.bits().to_le_bytes()));
    bytes
}

/// What is different in any two games: names of rooms, times, and the promise itself.
fn settled(text: &str, room: &str) -> String {
    fn settle(value: &mut Value) {
        const LOOSE: [&str; 10] = [
            "now",
            "since",
            "ms",
            "created_at",
            "touched_at",
            "commitment",
            "nonces",
            "id",
            "left_ms",
            "nps",
        ];
        match value {
            Value::Object(fields) => {
                for (name, value) in fields.iter_mut() {
                    if LOOSE.contains(&name.as_str()) { *value = Value::Null } else { settle(value) }
                }
            }
            Value::Array(items) => items.iter_mut().for_each(settle),
            _ => {}
        }
    }
    let text = text.replace(room, "ROOM");
    match serde_json::from_str::<Value>(&text) {
        Ok(mut value) => {
            settle(&mut value);
            value.to_string()
        }
        Err(_) => text,
    }
}

/// A game under way: who is there, and by which deal.
struct Game {
    people: [Person; 3],
    talks: Vec<Talk>,
    views: Vec<Value>,
    room: String,
}

impl Game {
    /// Begins a game whose seed is exchanged before anybody has added anything: only a test can.
    async fn begin(house: &House, machine: bool, seed: &[u8], database: &mut SqliteConnection) -> Game {
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

    fn nonces(&self) -> [String; 2] {
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

    async fn play(&mut self, mover: usize, mv: &str) {
        self.views[mover] = self.talks[mover].plays(mv).await;
        let seq = self.views[mover]["seq"].as_u64();
        for index in (0..self.talks.len()).filter(|index| *index != mover) {
            self.views[index] = self.talks[index].view_where(|view| view["seq"].as_u64() >= seq).await;
        }
    }

    /// Waits until the machine has moved.
    async fn wait_for_machine(&mut self, plies: usize) {
        for (talk, view) in self.talks.iter_mut().zip(&mut self.views) {
            if common::plies(view) < plies as u64 && view["outcome"].is_null() {
                *view = talk
                    .view_where(|view| common::plies(view) >= plies as u64 || !view["outcome"].is_null())
                    .await;
            }
        }
    }

    /// Everything the observer got and can get: each frame, and REST.
    async fn bytes(&mut self, observer: &str, advice: bool) -> Vec<String> {
        let talk = self.talk_of(observer);
        let mut bytes = Vec::new();
        // Lists follow a moment later: that moment is nobody's secret.
        while self.people[0].get("/api/rooms").await.1["rooms"][0]["plies"]
            != json!(common::plies(&self.views[0]))
        {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        if let Some(index) = talk {
            if advice && observer == "red" && self.views[0]["turn"] == "first" {
                let id = "advice";
                self.talks[index].send_text(&json!({"type": "hint", "id": id}).to_string()).await;
                self.talks[index]
                    .until(|said| said["id"] == id && (said["type"] == "hint" || said["type"] == "refusal"))
                    .await;
            }
            // Who comes in first, and how often a machine thinks aloud, is a matter of time: what counts begins with the
            // first view of the dealt match, and the same view twice is one.
            let loose = ["\"type\":\"thought\"", "\"type\":\"presence\"", "\"type\":\"ack\""];
            let heard = self.talks[index].heard.iter().skip_while(|text| !text.contains("\"dealt\":true"));
            let heard = heard.filter(|text| !loose.iter().any(|kind| text.contains(kind)));
            bytes.extend(heard.map(|text| settled(text, &self.room)));
            bytes.dedup();
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
            bytes.push(format!("{path} {status} {}", settled(&body, room)).replace(room, "ROOM"));
        }
        bytes
    }
}

/// Whether a man lies face down here, on the board a view shows.
fn is_dark(view: &Value, square: &str) -> bool {
    let board = view["position"].as_str().unwrap().split(' ').next().unwrap();
    matches!(squares(board).get(square), Some('x' | 'X'))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_whole_house_gives_no_byte_away() {
    let cases: u64 =
        std::env::var("KYDAI_HOUSE_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(120);
    let house = House::open_with(|config| config.advice_nodes = Some(400)).await;
    let options = SqliteConnectOptions::new()
        .filename(house.folder.database())
        .busy_timeout(std::time::Duration::from_secs(20));
    let mut database = SqliteConnection::connect_with(&options.disable_statement_logging()).await.unwrap();
    let (mut plies, mut unseen) = (0, 0);
    for number in 0..cases {
        let mut random = Random::new(number);
        let machine = number % 12 == 0 || number % 12 == 6;
        let observer = OBSERVERS[(number % 4) as usize];
        let seed = random_seed(&mut random);
        let mut one = Game::begin(&house, machine, &seed, &mut database).await;
        let real = truth(&seed, &one.nonces());
        let (mut moves, mut seen) = (Vec::new(), Truth::new());
        let (most, long) = (1 + random.below(4), 2 + random.below(9));
        while moves.len() < long {
            let mover = moves.len() % 2;
            let view = one.views[if machine { 0 } else { mover }].clone();
            let captor_tells = |mover: usize| {
                (observer == "red" && mover == 0)
                    || (observer == "black" && mover == 1)
                    || (machine && mover == 1)
            };
            let new = |mv: &str| -> Vec<String> {
                let (from, to) = mv[..4].split_at(2);
                let turned = is_dark(&view, from).then(|| from.to_owned());
                let taken = (captor_tells(mover) && is_dark(&view, to)).then(|| to.to_owned());
                turned.into_iter().chain(taken).collect()
            };
            if !view["outcome"].is_null() {
                break;
            }
            let legal = view["legal"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap().to_owned());
            let mut legal: Vec<String> = legal.filter(|mv| seen.len() + new(mv).len() <= most).collect();
            let takes: Vec<String> = legal.iter().filter(|mv| is_dark(&view, &mv[2..4])).cloned().collect();
            if !takes.is_empty() && random.below(3) > 0 {
                legal = takes;
            }
            let Some(mv) = random.pick(&legal).cloned() else { break };
            let mut learned = new(&mv);
            one.play(mover, &mv).await;
            moves.push(mv);
            if machine {
                one.wait_for_machine(moves.len() + 1).await;
                if let Some(answer) =
                    one.views[0]["plies"].as_array().unwrap().last().filter(|ply| ply["side"] == "second")
                {
                    let answer = answer["mv"].as_str().unwrap()[..4].to_owned();
                    let still_dark =
                        |square: &str| is_dark(&view, square) && !moves.last().unwrap().contains(square);
                    learned.extend(
                        [&answer[..2], &answer[2..]]
                            .into_iter()
                            .filter(|it| still_dark(it))
                            .map(str::to_owned),
                    );
                    moves.push(answer);
                }
            }
            unseen += usize::from(learned.is_empty() && is_dark(&view, &moves.last().unwrap()[2..4]));
            seen.extend(learned.into_iter().map(|square| (square.clone(), real[&square])));
            if seen.len() > 6 {
                break;
            }
        }
        plies += moves.len();
        let second = loop {
            let seed = random_seed(&mut random);
            let other = truth(&seed, &one.nonces());
            if seen.iter().all(|(square, letter)| other[square] == *letter) && other != real {
                break seed;
            }
        };
        let mut other = Game::begin(&house, machine, &second, &mut database).await;
        assert_eq!(one.nonces(), other.nonces());
        for (ply, mv) in moves.iter().enumerate() {
            if machine && ply % 2 == 1 {
                other.wait_for_machine(ply + 1).await;
            } else {
                other.play(ply % 2, mv).await;
            }
        }
        let bytes = [one.bytes(observer, machine).await, other.bytes(observer, machine).await];
        assert_eq!(bytes[0].len(), bytes[1].len(), "case {number}, {observer}, {moves:?}");
        for (one, other) in bytes[0].iter().zip(&bytes[1]) {
            assert_eq!(one, other, "case {number}, {observer}, {moves:?}");
        }
    }
    assert!(plies as u64 > 2 * cases, "only {plies} plies");
    assert!(unseen > 0, "nobody captured anything unseen");
    house.stop().await;
}
