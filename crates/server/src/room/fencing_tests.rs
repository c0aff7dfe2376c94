//! Test: a room that another server has taken over writes nothing more, and its clients come back to the new owner.

use std::net::Ipv4Addr;

use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};

use super::{Out, RoomMessage, Visitor};
use crate::app::App;
use crate::config::Config;
use crate::new_game::create_room;
use crate::store::{DeadlineChange, WriteJob, WriteResult};

async fn next(outgoing: &mut mpsc::Receiver<Box<Out>>, wanted: &str) -> Value {
    loop {
        let Some(Out::Text(text)) = outgoing.recv().await.map(|out| *out) else { panic!("no {wanted}") };
        let said: Value = serde_json::from_str(text.as_str()).unwrap();
        if said["type"] == wanted {
            return said;
        }
    }
}

async fn connect(app: &App, room: &str) -> (super::Inbox, u64, mpsc::Receiver<Box<Out>>) {
    let (out, outgoing) = mpsc::channel(64);
    let (number, entered) = oneshot::channel();
    let visitor = Visitor { player: Some("an".to_owned()), address: None };
    let enter = RoomMessage::Connect { visitor, evaluation: false, out, number };
    let inbox = app.lobby.send(app, room, enter).await.unwrap();
    (inbox, entered.await.unwrap(), outgoing)
}

fn play(number: u64, mv: &str) -> Box<RoomMessage> {
    let play = json!({"id": mv, "type": "play", "mv": mv});
    Box::new(RoomMessage::Request(number, serde_json::from_value(play).unwrap()))
}

#[tokio::test(flavor = "multi_thread")]
async fn writes_with_an_old_epoch_are_refused() {
    let folder = std::env::temp_dir().join(format!("kydai-fenced-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let config = Config::new((Ipv4Addr::LOCALHOST, 0).into(), folder.join("kydai.sqlite"));
    let app = App::open(config).await.unwrap();
    let asked = json!({"game": "xiangqi", "one": {"kind": "me"}, "other": {"kind": "here"}});
    let asked = serde_json::from_value(asked).unwrap();
    let created = create_room(&asked, "an", None, [None, None], &app.run_id).unwrap();
    let room = created.row.id.clone();
    app.store.write(WriteJob::Create(Box::new(created.row))).await.unwrap();
    let (inbox, number, mut outgoing) = connect(&app, &room).await;
    inbox.send(play(number, "h2e2")).await.unwrap();
    next(&mut outgoing, "ack").await;

    // Another server takes the room over, in between two moves.
    let claim = || WriteJob::Claim { room: room.clone(), node: "another".to_owned() };
    assert_eq!(app.store.write(claim()).await.unwrap(), WriteResult::Claimed(2));
    assert_eq!(app.store.write(claim()).await.unwrap(), WriteResult::Claimed(2), "it owns the room already");
    inbox.send(play(number, "h9g7")).await.unwrap();
    let refusal = next(&mut outgoing, "refusal").await;
    assert_eq!(refusal["why"]["code"], "wire_not_kept");
    let bye = next(&mut outgoing, "bye").await;
    assert_eq!(bye["again"], true, "clients connect again");
    inbox.closed().await;
    let late = WriteJob::Append {
        room: room.clone(),
        epoch: 1,
        seq: 3,
        events: vec![(0, "\"turn_given\"".to_owned())],
        command: None,
        deadline: DeadlineChange::Keep,
        rated: None,
    };
    assert_eq!(app.store.write(late).await.unwrap(), WriteResult::Fenced);
    assert_eq!(app.store.load(&room).await.unwrap().unwrap().events.len(), 2, "nothing was written");

    // Loading the room claims it back, and play continues.
    let (inbox, number, mut outgoing) = connect(&app, &room).await;
    inbox.send(play(number, "h9g7")).await.unwrap();
    next(&mut outgoing, "ack").await;
    assert_eq!(app.store.load(&room).await.unwrap().unwrap().epoch, 3);
    app.lobby.close().await;
    app.scheduler.close();
    std::fs::remove_dir_all(&folder).unwrap();
}
