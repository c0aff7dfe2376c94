//! Periodic cleanup: abandoned games end by the operator's rule, and rooms in which no move was ever made are deleted.
//! Played games are never deleted. Old talk is.

use std::time::Duration;

use crate::app::App;
use crate::ids;
use crate::room::RoomMessage;
use crate::store::{StoreError, TalkWrite, WriteJob, WriteResult};

/// Longest pause before the first cleanup.
const FIRST: Duration = Duration::from_secs(60);
/// Maximum number of rooms per run of each kind; the next run continues.
const BATCH: u32 = 200;

/// Time for which talk is kept, unless it is reported.
const TALK_KEPT: Duration = Duration::from_secs(90 * 24 * 3600);

/// Rule for games without a clock in which nobody moves any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AbandonRule {
    /// Time without an event after which a game counts as abandoned.
    pub after: Duration,
    /// True if the side to move then loses; false if the game ends without a result.
    pub forfeit: bool,
}

/// Cleans up from time to time.
pub async fn clean_periodically(app: App) {
    let interval = app.config.cleanup_interval;
    tokio::time::sleep(FIRST.min(interval)).await;
    loop {
        if let Err(error) = clean(&app).await {
            tracing::error!(%error, "cleanup failed");
        }
        tokio::time::sleep(interval).await;
    }
}

/// Cleans up once.
async fn clean(app: &App) -> Result<(), StoreError> {
    let deleted = match app.config.unplayed {
        Some(after) => delete_unplayed(app, before(after)).await?,
        None => 0,
    };
    let ended = match app.config.abandoned {
        Some(rule) => end_abandoned(app, rule).await?,
        None => 0,
    };
    let clean = TalkWrite::Clean { before: before(TALK_KEPT) };
    app.store.write(WriteJob::Talk(Box::new(clean))).await?;
    if deleted + ended > 0 {
        tracing::info!(deleted, ended, "rooms without moves deleted, abandoned games ended");
    }
    Ok(())
}

fn before(after: Duration) -> i64 {
    ids::now().saturating_sub(i64::try_from(after.as_millis()).unwrap_or(i64::MAX))
}

async fn delete_unplayed(app: &App, before: i64) -> Result<usize, StoreError> {
    let mut rooms = app.store.unplayed(before, BATCH).await?;
    // Somebody is there.
    rooms.retain(|room| !app.lobby.is_open(room));
    if rooms.is_empty() {
        return Ok(0);
    }
    let WriteResult::Deleted(gone) = app.store.write(WriteJob::DeleteUnplayed { rooms, before }).await?
    else {
        return Ok(0);
    };
    for room in &gone {
        app.deadlines.disarm(room);
        app.lobby.send_if_open(room, RoomMessage::Deleted).await;
    }
    Ok(gone.len())
}

async fn end_abandoned(app: &App, rule: AbandonRule) -> Result<usize, StoreError> {
    let before = before(rule.after);
    let rooms = app.store.abandoned(before, BATCH).await?;
    let mut ended = 0;
    for room in rooms {
        let (reply, done) = tokio::sync::oneshot::channel();
        let message = RoomMessage::Abandon { before, forfeit: rule.forfeit, reply };
        if app.lobby.send(app, &room, message).await.is_ok() && done.await == Ok(true) {
            ended += 1;
        }
    }
    Ok(ended)
}
