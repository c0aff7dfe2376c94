//! Jobs of the writer, each a few statements within a shared transaction.

use sqlx::{Row, SqliteConnection};

use super::StoreError;
use super::jobs::{self, JobRow, JobWrite};
use super::puzzles::{self, PuzzleEvent, PuzzleUpdate};
use super::read::SeatRow;
use crate::deal::SealedDeal;
use crate::wire::PartBy;

/// Job for the writer.
#[derive(Debug)]
pub enum WriteJob {
    /// A new room with its first event.
    Create(Box<NewRoomRow>),
    /// Events of a room.
    Append {
        /// The room.
        room: String,
        /// Number of the first event.
        seq: u64,
        /// Times and encoded events.
        events: Vec<(i64, String)>,
        /// Command that caused them.
        command: Option<String>,
    },
    /// Summary of a room for lists.
    Summary {
        /// The room.
        room: String,
        /// Summary.
        summary: Box<RoomSummary>,
    },
    /// Takes the empty seat of an invitation. The invitation stays, to lead its player back to the room.
    Join {
        /// The invitation.
        token: String,
        /// Player.
        player: String,
        /// Name.
        name: Option<String>,
    },
    /// Removes a room from a player's list; a room on no list is deleted.
    RemoveFromList {
        /// Player.
        player: String,
        /// The room.
        room: String,
    },
    /// Name of a player.
    Name {
        /// The player.
        player: String,
        /// The name.
        name: Option<String>,
    },
    /// Room of a rematch.
    Next {
        /// The room.
        room: String,
        /// Room of the rematch.
        next: String,
    },
    /// The pace of a match between machines.
    Pace {
        /// The room.
        room: String,
        /// Milliseconds.
        ms: u32,
    },
    /// Nonce of a player for a deal; only the first one counts.
    Part {
        /// The room.
        room: String,
        /// Side.
        side: usize,
        /// Nonce.
        nonce: Vec<u8>,
    },
    /// Event of a puzzle.
    Puzzle(PuzzleEvent),
    /// Row of a long job.
    Job(JobWrite),
    /// Heartbeat with the current time.
    Heartbeat(i64),
}

impl WriteJob {
    /// Returns true for jobs that may be delayed: summaries of running games.
    pub(super) fn can_wait(&self) -> bool {
        matches!(self, WriteJob::Summary { summary, .. } if summary.live)
    }
}

/// Result of a job.
#[derive(Debug, PartialEq, Eq)]
pub enum WriteResult {
    /// Done.
    Written,
    /// A seat was taken.
    Joined {
        /// Room.
        room: String,
        /// Side.
        side: usize,
    },
    /// There is no such invitation, or the room is not on the list.
    Nothing,
    /// The room was deleted.
    Gone,
    /// The state of a puzzle was stored.
    PuzzleStored(PuzzleUpdate),
    /// Jobs whose leases were taken.
    Jobs(Vec<JobRow>),
}

/// A new room.
#[derive(Debug)]
pub struct NewRoomRow {
    /// Identifier.
    pub id: String,
    /// The game.
    pub game: String,
    /// Creator.
    pub owner: String,
    /// Original request as JSON, for a rematch.
    pub asked: String,
    /// Creation time.
    pub at: i64,
    /// True if the game has a clock.
    pub timed: bool,
    /// Occupants of the seats.
    pub seats: [SeatRow; 2],
    /// Players whose lists contain it.
    pub players: Vec<String>,
    /// First events with their times.
    pub events: Vec<(i64, String)>,
    /// Secret of the deal.
    pub sealed: Option<SealedDeal>,
    /// Invitation for the empty seat: token and side.
    pub invitation: Option<(String, usize)>,
    /// Pace of a match between machines.
    pub pace_ms: u32,
    /// Summary for lists.
    pub summary: RoomSummary,
}

/// Summary of a room for lists and statistics.
#[derive(Clone, Debug, Default)]
pub struct RoomSummary {
    /// Time of the last event.
    pub touched_at: i64,
    /// True while the game is running.
    pub live: bool,
    /// Plies played.
    pub plies: u32,
    /// Side to move.
    pub turn: usize,
    /// Public position.
    pub position: String,
    /// Each side's position, where it differs.
    pub own: [Option<String>; 2],
    /// From and to.
    pub last_move: Option<[u16; 2]>,
    /// `first`, `second` or `draw`, after the end.
    pub winner: Option<String>,
    /// Code of the reason.
    pub reason: Option<String>,
    /// End time.
    pub ended_at: Option<i64>,
    /// Thinking time of each side in total.
    pub spent: [i64; 2],
    /// Number of timed moves of each side.
    pub moves: [u32; 2],
    /// Codes of the players' aids ([`aid`]), separated by commas.
    pub aids: String,
}

/// Stored codes of what the players of a game had besides their own thinking.
pub mod aid {
    /// The game began with moves of a record.
    pub const LOADED: &str = "loaded";
    /// It began from a position that was set up.
    pub const SET_UP: &str = "set_up";
    /// A move that revealed a piece was taken back.
    pub const PEEKED: &str = "peeked";
    /// Hints were shown.
    pub const HINT: &str = "hint";
    /// Moves were taken back.
    pub const TAKE_BACK: &str = "take_back";
    /// A turn was given away.
    pub const TURN_GIVEN: &str = "turn_given";
    /// One side gave a handicap.
    pub const HANDICAP: &str = "handicap";
    /// Those with which a result is not a person's own.
    pub const UNCOUNTED: [&str; 3] = [LOADED, SET_UP, PEEKED];
}

pub(super) async fn execute(
    connection: &mut SqliteConnection,
    job: &WriteJob,
) -> Result<WriteResult, StoreError> {
    match job {
        WriteJob::Create(row) => create(connection, row).await,
        WriteJob::Append { room, seq, events, command } => {
            append(connection, room, *seq, events, command.as_deref()).await?;
            Ok(WriteResult::Written)
        }
        WriteJob::Summary { room, summary } => update(connection, room, summary).await,
        WriteJob::Join { token, player, name } => join(connection, token, player, name.as_deref()).await,
        WriteJob::RemoveFromList { player, room } => remove_from_list(connection, player, room).await,
        WriteJob::Name { player, name } => {
            sqlx::query("INSERT INTO player (id, name) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name")
                .bind(player)
                .bind(name)
                .execute(connection)
                .await?;
            Ok(WriteResult::Written)
        }
        WriteJob::Next { room, next } => {
            sqlx::query("UPDATE room SET next = ? WHERE id = ?")
                .bind(next)
                .bind(room)
                .execute(connection)
                .await?;
            Ok(WriteResult::Written)
        }
        WriteJob::Pace { room, ms } => {
            sqlx::query("UPDATE room SET pace_ms = ? WHERE id = ?")
                .bind(ms)
                .bind(room)
                .execute(connection)
                .await?;
            Ok(WriteResult::Written)
        }
        WriteJob::Part { room, side, nonce } => add_part(connection, room, *side, nonce).await,
        WriteJob::Puzzle(event) => Ok(WriteResult::PuzzleStored(puzzles::keep(connection, event).await?)),
        WriteJob::Job(write) => jobs::execute(connection, write).await,
        WriteJob::Heartbeat(at) => {
            sqlx::query("INSERT INTO heartbeat (one, at) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = excluded.at")
                .bind(at)
                .execute(connection)
                .await?;
            Ok(WriteResult::Written)
        }
    }
}

async fn create(connection: &mut SqliteConnection, row: &NewRoomRow) -> Result<WriteResult, StoreError> {
    sqlx::query(
        "INSERT INTO room
         (id, game, owner, asked, created_at, touched_at, live, timed, plies, turn, position, pace_ms)
         VALUES (?, ?, ?, ?, ?, ?, 1, ?, 0, 0, '', ?)",
    )
    .bind(&row.id)
    .bind(&row.game)
    .bind(&row.owner)
    .bind(&row.asked)
    .bind(row.at)
    .bind(row.at)
    .bind(row.timed)
    .bind(row.pace_ms)
    .execute(&mut *connection)
    .await?;
    for (side, seat) in row.seats.iter().enumerate() {
        sqlx::query(
            "INSERT INTO seat (room, side, kind, player, name, level, brain) VALUES (?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(&row.id)
        .bind(side as i64)
        .bind(&seat.kind)
        .bind(&seat.player)
        .bind(&seat.name)
        .bind(seat.level)
        .bind(&seat.engine)
        .execute(&mut *connection)
        .await?;
    }
    append(connection, &row.id, 1, &row.events, None).await?;
    if let Some(sealed) = &row.sealed {
        let [first, second] = &sealed.parts;
        sqlx::query(
            "INSERT INTO deal (room, seed, first, second, first_by, second_by) VALUES (?, ?, ?, ?, ?, ?)",
        )
        .bind(&row.id)
        .bind(&sealed.seed)
        .bind(first.as_ref().map(|part| &part.nonce))
        .bind(second.as_ref().map(|part| &part.nonce))
        .bind(first.as_ref().map(|part| origin_text(part.by)))
        .bind(second.as_ref().map(|part| origin_text(part.by)))
        .execute(&mut *connection)
        .await?;
    }
    if let Some((token, side)) = &row.invitation {
        sqlx::query("INSERT INTO invitation (token, room, side) VALUES (?, ?, ?)")
            .bind(token)
            .bind(&row.id)
            .bind(*side as i64)
            .execute(&mut *connection)
            .await?;
    }
    for player in &row.players {
        add_to_list(connection, player, &row.id).await?;
    }
    update(connection, &row.id, &row.summary).await
}

/// Stored text of the origin of a nonce.
fn origin_text(by: PartBy) -> &'static str {
    match by {
        PartBy::Player => "player",
        PartBy::Server => "house",
    }
}

async fn add_part(
    connection: &mut SqliteConnection,
    room: &str,
    side: usize,
    nonce: &[u8],
) -> Result<WriteResult, StoreError> {
    let fill = if side == 0 {
        "UPDATE deal SET first = ?, first_by = ? WHERE room = ? AND first IS NULL"
    } else {
        "UPDATE deal SET second = ?, second_by = ? WHERE room = ? AND second IS NULL"
    };
    let filled = sqlx::query(fill)
        .bind(nonce)
        .bind(origin_text(PartBy::Player))
        .bind(room)
        .execute(connection)
        .await?;
    Ok(if filled.rows_affected() == 0 { WriteResult::Nothing } else { WriteResult::Written })
}

async fn append(
    connection: &mut SqliteConnection,
    room: &str,
    seq: u64,
    events: &[(i64, String)],
    command: Option<&str>,
) -> Result<(), StoreError> {
    for (index, (at, body)) in events.iter().enumerate() {
        sqlx::query("INSERT INTO event (room, seq, at, body, command) VALUES (?, ?, ?, ?, ?)")
            .bind(room)
            .bind((seq + index as u64) as i64)
            .bind(at)
            .bind(body)
            .bind(command)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

async fn update(
    connection: &mut SqliteConnection,
    room: &str,
    summary: &RoomSummary,
) -> Result<WriteResult, StoreError> {
    let last_move = summary.last_move.map(|[from, to]| format!("{from} {to}"));
    sqlx::query(
        "UPDATE room SET touched_at = ?, live = ?, plies = ?, turn = ?, position = ?, position_first = ?,
         position_second = ?, last_move = ?, winner = ?, reason = ?, ended_at = ?, spent_first = ?,
         spent_second = ?, moves_first = ?, moves_second = ?, aids = ? WHERE id = ?",
    )
    .bind(summary.touched_at)
    .bind(summary.live)
    .bind(summary.plies)
    .bind(summary.turn as i64)
    .bind(&summary.position)
    .bind(&summary.own[0])
    .bind(&summary.own[1])
    .bind(last_move)
    .bind(&summary.winner)
    .bind(&summary.reason)
    .bind(summary.ended_at)
    .bind(summary.spent[0])
    .bind(summary.spent[1])
    .bind(summary.moves[0])
    .bind(summary.moves[1])
    .bind(&summary.aids)
    .bind(room)
    .execute(connection)
    .await?;
    Ok(WriteResult::Written)
}

async fn add_to_list(connection: &mut SqliteConnection, player: &str, room: &str) -> Result<(), StoreError> {
    sqlx::query("INSERT OR IGNORE INTO shelf (player, room) VALUES (?, ?)")
        .bind(player)
        .bind(room)
        .execute(connection)
        .await?;
    Ok(())
}

async fn join(
    connection: &mut SqliteConnection,
    token: &str,
    player: &str,
    name: Option<&str>,
) -> Result<WriteResult, StoreError> {
    let taken = sqlx::query(
        "UPDATE seat SET kind = 'person', player = ?, name = ? FROM invitation i
         WHERE i.token = ? AND seat.room = i.room AND seat.side = i.side AND seat.kind = 'empty'
         RETURNING seat.room, seat.side",
    )
    .bind(player)
    .bind(name)
    .bind(token)
    .fetch_optional(&mut *connection)
    .await?;
    let Some(taken) = taken else { return Ok(WriteResult::Nothing) };
    let (room, side): (String, i64) = (taken.try_get(0)?, taken.try_get(1)?);
    add_to_list(connection, player, &room).await?;
    Ok(WriteResult::Joined { room, side: usize::from(side == 1) })
}

async fn remove_from_list(
    connection: &mut SqliteConnection,
    player: &str,
    room: &str,
) -> Result<WriteResult, StoreError> {
    let removed = sqlx::query("DELETE FROM shelf WHERE player = ? AND room = ?")
        .bind(player)
        .bind(room)
        .execute(&mut *connection)
        .await?;
    if removed.rows_affected() == 0 {
        return Ok(WriteResult::Nothing);
    }
    let left = sqlx::query("SELECT 1 FROM shelf WHERE room = ? LIMIT 1")
        .bind(room)
        .fetch_optional(&mut *connection)
        .await?;
    if left.is_some() {
        return Ok(WriteResult::Written);
    }
    sqlx::query("DELETE FROM room WHERE id = ?").bind(room).execute(connection).await?;
    Ok(WriteResult::Gone)
}
