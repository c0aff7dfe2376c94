//! The jobs of the writer: each a few statements inside a transaction that several share.

use sqlx::{Row, SqliteConnection};

use super::StoreError;
use super::puzzles::{self, PuzzleEvent, PuzzleKept};
use super::read::SeatRow;
use crate::deal::Sealed;
use crate::wire::PartBy;

/// Something to be written.
#[derive(Debug)]
pub enum Job {
    /// A new room with its first event.
    Create(Box<NewRow>),
    /// Events of a room.
    Append {
        /// The room.
        room: String,
        /// The number of the first of them.
        seq: u64,
        /// When each happened, and its letter.
        events: Vec<(i64, String)>,
        /// The command they follow from.
        command: Option<String>,
    },
    /// What lists show of a room.
    Row {
        /// The room.
        room: String,
        /// What they show.
        now: Box<RowNow>,
    },
    /// Takes the seat of an invitation, which is then gone.
    Join {
        /// The invitation.
        token: String,
        /// Who sits down.
        player: String,
        /// Under which name.
        name: Option<String>,
    },
    /// Takes a room off somebody's shelf; a room on no shelf is gone.
    Unshelve {
        /// Whose shelf.
        player: String,
        /// The room.
        room: String,
    },
    /// A player's name.
    Name {
        /// The player.
        player: String,
        /// The name.
        name: Option<String>,
    },
    /// The room that follows.
    Next {
        /// The room.
        room: String,
        /// What follows.
        next: String,
    },
    /// The pace of a match between machines.
    Pace {
        /// The room.
        room: String,
        /// Milliseconds.
        ms: u32,
    },
    /// What a player added to a deal; the first one counts.
    Part {
        /// The room.
        room: String,
        /// Which side's.
        side: usize,
        /// The bytes.
        nonce: Vec<u8>,
    },
    /// Something that happened with a puzzle.
    Puzzle(PuzzleEvent),
    /// The house is open at this time.
    Heartbeat(i64),
}

impl Job {
    /// Whether nobody waits for it: what lists show of a game that goes on.
    pub(super) fn can_wait(&self) -> bool {
        matches!(self, Job::Row { now, .. } if now.live)
    }
}

/// What a job led to.
#[derive(Debug, PartialEq, Eq)]
pub enum Done {
    /// It was done.
    Written,
    /// A seat was taken.
    Joined {
        /// In this room.
        room: String,
        /// Which one.
        side: usize,
    },
    /// There is no such invitation, or room on the shelf.
    Nothing,
    /// The room is gone for everybody.
    Gone,
    /// A puzzle's state was kept.
    Puzzled(PuzzleKept),
}

/// A new room.
#[derive(Debug)]
pub struct NewRow {
    /// Its name.
    pub id: String,
    /// The game.
    pub game: String,
    /// Who began it.
    pub owner: String,
    /// What was asked for, for a rematch.
    pub asked: String,
    /// When.
    pub at: i64,
    /// Whether time is kept.
    pub timed: bool,
    /// Who sits where.
    pub seats: [SeatRow; 2],
    /// Whose shelves it goes on.
    pub shelves: Vec<String>,
    /// Its events so far, with their times.
    pub events: Vec<(i64, String)>,
    /// Its secret.
    pub sealed: Option<Sealed>,
    /// The invitation for its empty seat.
    pub invitation: Option<(String, usize)>,
    /// The pace of a match between machines.
    pub pace_ms: u32,
    /// What lists show.
    pub now: RowNow,
}

/// What lists show of a room, and what statistics count.
#[derive(Clone, Debug, Default)]
pub struct RowNow {
    /// When something happened last.
    pub touched_at: i64,
    /// Whether it goes on.
    pub live: bool,
    /// Plies played.
    pub plies: u32,
    /// Whose move it is.
    pub turn: usize,
    /// The position everybody knows.
    pub position: String,
    /// What each side knows, where that is more.
    pub own: [Option<String>; 2],
    /// From and to.
    pub last_move: Option<[u16; 2]>,
    /// `first`, `second` or `draw`, once it is over.
    pub winner: Option<String>,
    /// The reason's code.
    pub reason: Option<String>,
    /// When it ended.
    pub ended_at: Option<i64>,
    /// How long each side thought in all.
    pub spent: [i64; 2],
    /// About how many moves.
    pub moves: [u32; 2],
}

pub(super) async fn carry_out(connection: &mut SqliteConnection, job: &Job) -> Result<Done, StoreError> {
    match job {
        Job::Create(row) => create(connection, row).await,
        Job::Append { room, seq, events, command } => {
            append(connection, room, *seq, events, command.as_deref()).await?;
            Ok(Done::Written)
        }
        Job::Row { room, now } => update(connection, room, now).await,
        Job::Join { token, player, name } => join(connection, token, player, name.as_deref()).await,
        Job::Unshelve { player, room } => unshelve(connection, player, room).await,
        Job::Name { player, name } => {
            sqlx::query("INSERT INTO player (id, name) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name")
                .bind(player)
                .bind(name)
                .execute(connection)
                .await?;
            Ok(Done::Written)
        }
        Job::Next { room, next } => {
            sqlx::query("UPDATE room SET next = ? WHERE id = ?")
                .bind(next)
                .bind(room)
                .execute(connection)
                .await?;
            Ok(Done::Written)
        }
        Job::Pace { room, ms } => {
            sqlx::query("UPDATE room SET pace_ms = ? WHERE id = ?")
                .bind(ms)
                .bind(room)
                .execute(connection)
                .await?;
            Ok(Done::Written)
        }
        Job::Part { room, side, nonce } => add_part(connection, room, *side, nonce).await,
        Job::Puzzle(event) => Ok(Done::Puzzled(puzzles::keep(connection, event).await?)),
        Job::Heartbeat(at) => {
            sqlx::query("INSERT INTO heartbeat (one, at) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = excluded.at")
                .bind(at)
                .execute(connection)
                .await?;
            Ok(Done::Written)
        }
    }
}

async fn create(connection: &mut SqliteConnection, row: &NewRow) -> Result<Done, StoreError> {
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
        .bind(first.as_ref().map(|part| by_word(part.by)))
        .bind(second.as_ref().map(|part| by_word(part.by)))
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
    for player in &row.shelves {
        shelve(connection, player, &row.id).await?;
    }
    update(connection, &row.id, &row.now).await
}

/// How it is kept where a part came from.
fn by_word(by: PartBy) -> &'static str {
    match by {
        PartBy::Player => "player",
        PartBy::House => "house",
    }
}

async fn add_part(
    connection: &mut SqliteConnection,
    room: &str,
    side: usize,
    nonce: &[u8],
) -> Result<Done, StoreError> {
    let fill = if side == 0 {
        "UPDATE deal SET first = ?, first_by = ? WHERE room = ? AND first IS NULL"
    } else {
        "UPDATE deal SET second = ?, second_by = ? WHERE room = ? AND second IS NULL"
    };
    let filled =
        sqlx::query(fill).bind(nonce).bind(by_word(PartBy::Player)).bind(room).execute(connection).await?;
    Ok(if filled.rows_affected() == 0 { Done::Nothing } else { Done::Written })
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

async fn update(connection: &mut SqliteConnection, room: &str, now: &RowNow) -> Result<Done, StoreError> {
    let last_move = now.last_move.map(|[from, to]| format!("{from} {to}"));
    sqlx::query(
        "UPDATE room SET touched_at = ?, live = ?, plies = ?, turn = ?, position = ?, position_first = ?,
         position_second = ?, last_move = ?, winner = ?, reason = ?, ended_at = ?, spent_first = ?,
         spent_second = ?, moves_first = ?, moves_second = ? WHERE id = ?",
    )
    .bind(now.touched_at)
    .bind(now.live)
    .bind(now.plies)
    .bind(now.turn as i64)
    .bind(&now.position)
    .bind(&now.own[0])
    .bind(&now.own[1])
    .bind(last_move)
    .bind(&now.winner)
    .bind(&now.reason)
    .bind(now.ended_at)
    .bind(now.spent[0])
    .bind(now.spent[1])
    .bind(now.moves[0])
    .bind(now.moves[1])
    .bind(room)
    .execute(connection)
    .await?;
    Ok(Done::Written)
}

async fn shelve(connection: &mut SqliteConnection, player: &str, room: &str) -> Result<(), StoreError> {
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
) -> Result<Done, StoreError> {
    let taken = sqlx::query("DELETE FROM invitation WHERE token = ? RETURNING room, side")
        .bind(token)
        .fetch_optional(&mut *connection)
        .await?;
    let Some(taken) = taken else { return Ok(Done::Nothing) };
    let (room, side): (String, i64) = (taken.try_get(0)?, taken.try_get(1)?);
    sqlx::query("UPDATE seat SET kind = 'person', player = ?, name = ? WHERE room = ? AND side = ?")
        .bind(player)
        .bind(name)
        .bind(&room)
        .bind(side)
        .execute(&mut *connection)
        .await?;
    shelve(connection, player, &room).await?;
    Ok(Done::Joined { room, side: usize::from(side == 1) })
}

async fn unshelve(connection: &mut SqliteConnection, player: &str, room: &str) -> Result<Done, StoreError> {
    let removed = sqlx::query("DELETE FROM shelf WHERE player = ? AND room = ?")
        .bind(player)
        .bind(room)
        .execute(&mut *connection)
        .await?;
    if removed.rows_affected() == 0 {
        return Ok(Done::Nothing);
    }
    let left = sqlx::query("SELECT 1 FROM shelf WHERE room = ? LIMIT 1")
        .bind(room)
        .fetch_optional(&mut *connection)
        .await?;
    if left.is_some() {
        return Ok(Done::Written);
    }
    sqlx::query("DELETE FROM room WHERE id = ?").bind(room).execute(connection).await?;
    Ok(Done::Gone)
}
