//! Test: the game continues although the engine panics at every move.

use std::net::Ipv4Addr;

use serde_json::{Value, json};
use table::{AnyEngine, Control, Limits, Message, SearchReport, Study};
use tokio::sync::{mpsc, oneshot};

use super::{Out, RoomMessage, Visitor};
use crate::app::App;
use crate::config::Config;
use crate::new_game::create_room;
use crate::store::WriteJob;

struct PanickingEngine;

impl AnyEngine for PanickingEngine {
    fn think(
        &mut self,
        _: &dyn Study,
        _: &Limits<String>,
        _: &Control,
        _: &mut dyn FnMut(&SearchReport),
    ) -> Result<SearchReport, Message> {
        panic!("on purpose")
    }

    fn new_game(&mut self) {}
}

async fn view(outgoing: &mut mpsc::Receiver<Box<Out>>, plies: usize) -> Value {
    loop {
        let Some(Out::Text(text)) = outgoing.recv().await.map(|out| *out) else { panic!("the room is gone") };
        let said: Value = serde_json::from_str(text.as_str()).unwrap();
        let played = said["plies_from"].as_u64().unwrap_or(0) as usize;
        if said["type"] == "view" && played + said["plies"].as_array().unwrap().len() == plies {
            return said;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_machine_whose_engine_breaks_plays_on() {
    let folder = std::env::temp_dir().join(format!("kydai-broken-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let config = Config::new((Ipv4Addr::LOCALHOST, 0).into(), folder.join("kydai.sqlite"));
    let app = App::open_with(config, |_, _, _| Ok(Box::new(PanickingEngine))).await.unwrap();
    let asked = json!({"game": "xiangqi", "one": {"kind": "me"}, "color": "second",
        "other": {"kind": "engine", "engine": "alphabeta:depth=2"}});
    let created =
        create_room(&serde_json::from_value(asked).unwrap(), "an", None, [None, None], &app.run_id).unwrap();
    let room = created.row.id.clone();
    app.store.write(WriteJob::Create(Box::new(created.row))).await.unwrap();
    let (out, mut outgoing) = mpsc::channel(64);
    let (number, entered) = oneshot::channel();
    let visitor = Visitor { player: Some("an".to_owned()), address: None };
    let enter = RoomMessage::Connect { visitor, evaluation: false, out, number };
    let inbox = app.lobby.send(&app, &room, enter).await.unwrap();
    let number = entered.await.unwrap();
    for plies in [1, 3, 5] {
        let seen = view(&mut outgoing, plies).await;
        assert_eq!((&seen["turn"], &seen["outcome"]), (&json!("second"), &json!(null)));
        let play = json!({"id": plies.to_string(), "type": "play", "mv": seen["legal"][0]});
        assert!(
            inbox
                .send(Box::new(RoomMessage::Request(number, serde_json::from_value(play).unwrap())))
                .await
                .is_ok()
        );
    }
    app.lobby.close().await;
    app.scheduler.close();
    std::fs::remove_dir_all(&folder).unwrap();
}
