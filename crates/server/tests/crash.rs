//! Crash safety: the server is killed fifty times during play; no acknowledged move is lost and every game continues.
//! `cargo xtask crash` runs the same with more kills, moves and games.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use common::{Client, Folder, ServerProcess, one_device, with};
use serde_json::{Value, json};

/// Number of kills, and of moves that must be acknowledged, unless the trial asks for more.
const KILLS: u64 = 50;
const MOVES: u64 = 100;
/// Number of games for each kind in the longer trial.
const MANY: usize = 10;
const GAMES: [&str; 4] = ["xiangqi", "jieqi", "chess", "xiangqi"];

/// Game with its room and the acknowledged moves.
struct Seat {
    game: &'static str,
    room: String,
    acked: Vec<String>,
    /// Move that was sent without an acknowledgement; it may have been stored.
    sent: Option<String>,
    count: u64,
}

fn moves(view: &Value) -> Vec<String> {
    // Revealed pieces follow the squares; a promotion's letter belongs to the move.
    let coordinates = |ply: &Value| {
        let mv = ply["mv"].as_str().unwrap();
        if view["game"] == "jieqi" { mv[..4].to_owned() } else { mv.to_owned() }
    };
    view["plies"].as_array().unwrap().iter().map(coordinates).collect()
}

/// Plays until the server is gone.
async fn play(person: Client, mut seat: Seat, stop: Arc<AtomicBool>, acks: Arc<AtomicU64>) -> Seat {
    let Ok(mut socket) = person.try_connect(&seat.room, Some(&format!("http://{}", person.address))).await
    else {
        return seat;
    };
    let Some(mut view) = socket.next().await else { return seat };
    while view["type"] != "view" || view["deal"]["dealt"] == false {
        let Some(message) = socket.next().await else { return seat };
        view = message;
    }
    let kept = moves(&view);
    let expected = seat.acked.len();
    assert_eq!(kept[..expected.min(kept.len())], seat.acked[..], "an acknowledged move was lost");
    match (&kept[expected..], &seat.sent) {
        ([], _) => {}
        ([one], Some(sent)) => assert_eq!(one, sent, "a move that was not sent"),
        (more, sent) => panic!("{more:?} was stored, {sent:?} was sent"),
    }
    seat.acked = kept;
    seat.sent = None;
    while !stop.load(Ordering::Relaxed) {
        let legal = view["legal"].as_array().cloned().unwrap_or_default();
        if legal.is_empty() {
            break;
        }
        let mv = legal[(seat.count as usize * 7) % legal.len()].as_str().unwrap().to_owned();
        seat.count += 1;
        let id = format!("m{}", seat.count);
        seat.sent = Some(mv.clone());
        socket.send_text(&json!({"type": "play", "mv": mv, "id": id, "seq": view["seq"]}).to_string()).await;
        let mut acked = false;
        loop {
            let Some(message) = socket.next().await else { return seat };
            if message["type"] == "ack" && message["id"] == json!(id) {
                acked = true;
                seat.acked.push(mv.clone());
                acks.fetch_add(1, Ordering::Relaxed);
                seat.sent = None;
            }
            assert_ne!(message["type"], "refusal", "{message}");
            if acked && message["type"] == "view" && message["seq"].as_u64() > view["seq"].as_u64() {
                view = message;
                break;
            }
        }
    }
    seat
}

#[tokio::test(flavor = "multi_thread")]
async fn no_acknowledged_move_is_lost_in_fifty_kills() {
    let folder = Folder::new();
    let mut server = ServerProcess::start(&folder);
    let mut an = server.client();
    let mut seats = Vec::new();
    let number = |name: &str, usual: u64| std::env::var(name).map_or(usual, |text| text.parse().unwrap());
    let (kills, moves_wanted) = (number("KYDAI_CRASH_KILLS", KILLS), number("KYDAI_CRASH_MOVES", MOVES));
    let many = if moves_wanted > MOVES { MANY } else { 1 };
    for game in GAMES.repeat(many) {
        seats.push(begin(&mut an, game).await);
    }
    let mut acknowledged = 0;
    let acks = Arc::new(AtomicU64::new(0));
    for kill in 0..kills {
        let stop = Arc::new(AtomicBool::new(false));
        let playing: Vec<_> = seats
            .drain(..)
            .map(|seat| tokio::spawn(play(an.clone(), seat, Arc::clone(&stop), Arc::clone(&acks))))
            .collect();
        // Random moments: while sockets open, while moves are written, while nothing happens.
        tokio::time::sleep(Duration::from_millis(40 + kill * 53 % 300)).await;
        // The longer trial waits for its share of the moves, or until all games of this round have ended.
        let begun = Instant::now();
        while moves_wanted > MOVES
            && acks.load(Ordering::Relaxed) < moves_wanted * (kill + 1) / kills
            && begun.elapsed() < Duration::from_secs(20)
        {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        server.kill();
        stop.store(true, Ordering::Relaxed);
        for player in playing {
            seats.push(player.await.unwrap());
        }
        server = ServerProcess::start(&folder);
        an.address = server.address;
        for seat in &mut seats {
            let (status, view) = an.get(&format!("/api/rooms/{}", seat.room)).await;
            assert_eq!(status, 200, "{view}");
            let kept = moves(&view);
            assert!(
                kept.len() >= seat.acked.len() && kept[..seat.acked.len()] == seat.acked[..],
                "lost after kill {kill}"
            );
            assert!(kept.len() <= seat.acked.len() + usize::from(seat.sent.is_some()));
            if !view["outcome"].is_null() {
                acknowledged += seat.acked.len();
                *seat = begin(&mut an, seat.game).await;
            }
        }
    }
    acknowledged += seats.iter().map(|seat| seat.acked.len()).sum::<usize>();
    println!("{kills} kills, {acknowledged} acknowledged moves, none lost, none doubled");
    assert!(acknowledged as u64 > moves_wanted, "only {acknowledged} moves were acknowledged");
    server.kill();
}

async fn begin(an: &mut Client, game: &'static str) -> Seat {
    let clock = json!({"kind": "game", "initial_ms": 3_600_000, "increment_ms": 0});
    let asked = with(one_device(game), "clock", clock);
    let (room, _) = an.create_game(asked).await;
    Seat { game, room, acked: Vec::new(), sent: None, count: 0 }
}
