//! Fair play: while a rated game of a player runs, nothing is computed for that player about its positions.
//!
//! Positions are compared by board and side to move, as the player knows them: what an opponent has seen at a game with
//! hidden pieces must not show in a refusal.

use axum::http::StatusCode;
use game::Message;
use table::Study;
use tokio::sync::oneshot;

use crate::app::App;
use crate::http::error::Error;
use crate::http::guard::Caller;
use crate::room::RoomMessage;

/// Line that a player asks about, as keys of its positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AskedLine {
    /// The position asked about.
    pub last: String,
    /// The positions on the way there, without the last one.
    pub path: Vec<String>,
}

impl AskedLine {
    /// Keys of a line. The study is left at its start.
    fn of(study: &mut dyn Study) -> AskedLine {
        let last = key_of(study);
        let mut path = Vec::new();
        while study.pop() {
            path.push(key_of(study));
        }
        AskedLine { last, path }
    }
}

/// Key of a position: its board and the side to move, without counters.
fn key_of(study: &dyn Study) -> String {
    let position = study.position(study.spec().dialects.first().unwrap_or(&""));
    let mut fields = position.split_whitespace();
    format!("{} {}", fields.next().unwrap_or_default(), fields.next().unwrap_or_default())
}

/// Returns true if a line concerns a running game: its last position occurred there after the start, or it goes on from the
/// game's position.
pub fn concerns(mut game: Box<dyn Study>, asked: &AskedLine) -> bool {
    if game.ply() == 0 {
        return false;
    }
    let now = key_of(game.as_ref());
    if asked.path.contains(&now) {
        return true;
    }
    loop {
        if key_of(game.as_ref()) == asked.last {
            return true;
        }
        // The start belongs to every game.
        if !game.pop() || game.ply() == 0 {
            return false;
        }
    }
}

/// Refuses help with a position that occurs in a rated game which the caller is playing. `studies` are the same line as
/// different viewers know it.
pub async fn refuse_running(app: &App, caller: &Caller, studies: Vec<Box<dyn Study>>) -> Result<(), Error> {
    // Only accounts play rated games.
    if caller.session.is_none() {
        return Ok(());
    }
    let Some(game) = studies.first().map(|study| study.spec().name) else { return Ok(()) };
    let rooms = app.store.running_rated(&caller.player, game).await?;
    if rooms.is_empty() {
        return Ok(());
    }
    let lines: Vec<AskedLine> = studies.into_iter().map(|mut study| AskedLine::of(study.as_mut())).collect();
    for room in rooms {
        for asked in &lines {
            let (reply, occurs) = oneshot::channel();
            let ask = RoomMessage::Occurs { player: caller.player.clone(), asked: asked.clone(), reply };
            app.lobby.send(app, &room, ask).await?;
            if occurs.await == Ok(true) {
                return Err(Error::new(StatusCode::FORBIDDEN, &Message::new("fair_play_running")));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use table::games;

    use super::*;

    fn line(moves: &[&str]) -> Box<dyn Study> {
        let book = games::by_name("xiangqi").expect("a game");
        let mut study = book.open(None, &[]).expect("the start");
        moves.iter().for_each(|mv| study.play(mv, table::Notation::Uci).expect("legal"));
        study
    }

    fn asks(moves: &[&str]) -> AskedLine {
        AskedLine::of(line(moves).as_mut())
    }

    #[test]
    fn positions_of_the_game_and_what_follows_from_its_last_one_concern_it() {
        let game = || line(&["h2e2", "h9g7", "b0c2"]);
        for concerned in [
            &["h2e2"][..],
            &["h2e2", "h9g7", "b0c2"],
            // The same position by other moves.
            &["b0c2", "h9g7", "h2e2"],
            &["h2e2", "h9g7", "b0c2", "i9h9"],
        ] {
            assert!(concerns(game(), &asks(concerned)), "{concerned:?}");
        }
        for free in [&[][..], &["b2e2"], &["h2e2", "b9c7"], &["h2e2", "h9g7", "h0g2"]] {
            assert!(!concerns(game(), &asks(free)), "{free:?}");
        }
        assert!(!concerns(line(&[]), &asks(&[])), "every game begins there");
    }
}
