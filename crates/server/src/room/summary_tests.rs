//! Tests: summaries are stored in their order, and one that is missing is stored when the room is loaded.

use std::net::Ipv4Addr;
use std::path::Path;
use std::time::Duration;

use serde_json::json;
use table::EventKind;
use tokio::sync::{mpsc, oneshot};

use super::{RoomMessage, Visitor};
use crate::app::App;
use crate::config::Config;
use crate::new_game::create_room;
use crate::store::{DeadlineChange, RoomSummary, Store, WriteJob, event_codec};

async fn open(folder: &Path) -> App {
    std::fs::create_dir_all(folder).unwrap();
    App::open(Config::new((Ipv4Addr::LOCALHOST, 0).into(), folder.join("kydai.sqlite"))).await.unwrap()
}

async fn new_room(app: &App) -> String {
    let asked = json!({"game": "xiangqi", "one": {"kind": "me"}, "other": {"kind": "here"}});
    let asked = serde_json::from_value(asked).unwrap();
    let created = create_room(&asked, "an", None, [None, None], &app.run_id).unwrap();
    let room = created.row.id.clone();
    app.store.write(WriteJob::Create(Box::new(created.row))).await.unwrap();
    room
}

fn summary(room: &str, live: bool) -> WriteJob {
    let ended = |text: &str| (!live).then(|| text.to_owned());
    let summary = RoomSummary {
        touched_at: 7,
        live,
        plies: 1,
        turn: 1,
        own: [None, None],
        last_move: None,
        winner: ended("first_wins"),
        reason: ended("resignation"),
        ended_at: (!live).then_some(7),
        spent: [0, 0],
        moves: [1, 0],
        aids: String::new(),
        position: "somewhere".to_owned(),
    };
    WriteJob::Summary { room: room.to_owned(), epoch: 1, summary: Box::new(summary), can_wait: true }
}

async fn is_live(store: &Store, room: &str) -> bool {
    store.load(room).await.unwrap().unwrap().live
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_is_stored_after_a_summary_that_waits() {
    let folder = std::env::temp_dir().join(format!("kydai-summaries-{}", std::process::id()));
    let app = open(&folder).await;
    let room = new_room(&app).await;
    // The first may wait to be committed with something else; the second is committed at once, and both together.
    let first = app.store.enqueue(summary(&room, true)).await.unwrap();
    let second = app.store.enqueue(summary(&room, false)).await.unwrap();
    second.await.unwrap();
    first.await.unwrap();
    assert!(!is_live(&app.store, &room).await, "the older summary came last");

    for _ in 0..20 {
        let outbox = super::summary_outbox::SummaryOutbox::default();
        app.store.write(summary(&room, true)).await.unwrap();
        outbox.send(app.store.clone(), summary(&room, true));
        outbox.send(app.store.clone(), summary(&room, false));
        while is_live(&app.store, &room).await {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }
    // Whatever was still on its way is older.
    app.store.write(WriteJob::Heartbeat(1)).await.unwrap();
    assert!(!is_live(&app.store, &room).await);
    app.scheduler.close();
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_summary_that_a_crash_prevented_is_stored_when_the_room_is_loaded() {
    let folder = std::env::temp_dir().join(format!("kydai-lost-summary-{}", std::process::id()));
    let app = open(&folder).await;
    let room = new_room(&app).await;
    let agreed = game::Outcome::draw(game::Reason::Agreement);
    let append = WriteJob::Append {
        room: room.clone(),
        epoch: 1,
        seq: 2,
        events: vec![(7, event_codec::encode(&EventKind::Ended(agreed)))],
        command: None,
        deadline: DeadlineChange::Keep,
        rated: None,
    };
    app.store.write(append).await.unwrap();
    assert!(is_live(&app.store, &room).await, "as after a crash before the summary");
    let (out, _outgoing) = mpsc::channel(64);
    let (number, entered) = oneshot::channel();
    let visitor = Visitor { player: Some("an".to_owned()), address: None };
    app.lobby
        .send(&app, &room, RoomMessage::Connect { visitor, evaluation: false, out, number })
        .await
        .unwrap();
    entered.await.unwrap();
    let waited = std::time::Instant::now();
    while is_live(&app.store, &room).await {
        assert!(waited.elapsed().as_secs() < 60, "the room was never stored as finished");
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    app.lobby.close().await;
    app.scheduler.close();
    std::fs::remove_dir_all(&folder).unwrap();
}
