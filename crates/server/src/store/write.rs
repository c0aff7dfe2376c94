//! Jobs of the writer, each a few statements within a shared transaction.

use sqlx::{Row, SqliteConnection};

use super::StoreError;
use super::accounts::{self, AccountWrite, AccountWritten};
use super::deadline::{DeadlineChange, change_deadline};
use super::deals;
use super::epoch::{claim, is_fenced};
use super::jobs::{self, JobRow, JobWrite};
use super::leagues::{self, LeagueWrite};
use super::puzzles::{self, PuzzleEvent, PuzzleUpdate};
use super::ratings::{self, RatedResult, RatingChange};
use super::read::{SeatRow, UNPLAYED};
use super::talk::{self, TalkWrite};
use crate::deal::SealedDeal;

/// Job for the writer.
#[derive(Debug)]
pub enum WriteJob {
    /// A new room with its first event.
    Create(Box<NewRoomRow>),
    /// Takes a room over for this run of the server, which raises its epoch: writes with an older one are refused.
    Claim {
        /// The room.
        room: String,
        /// This run of the server.
        node: String,
    },
    /// Events of a room.
    Append {
        /// The room.
        room: String,
        /// Its epoch, as known to the writer.
        epoch: i64,
        /// Number of the first event.
        seq: u64,
        /// Times and encoded events.
        events: Vec<(i64, String)>,
        /// Command that caused them.
        command: Option<String>,
        /// Change of the room's deadline.
        deadline: DeadlineChange,
        /// Result of a rated game that these events end.
        rated: Option<Box<RatedResult>>,
    },
    /// Deadline of a room, without an event.
    Deadline {
        /// The room.
        room: String,
        /// Its epoch.
        epoch: i64,
        /// The change.
        change: DeadlineChange,
    },
    /// Summary of a room for lists.
    Summary {
        /// The room.
        room: String,
        /// Its epoch.
        epoch: i64,
        /// Summary.
        summary: Box<RoomSummary>,
        /// True if it may be stored a moment later, together with something else.
        can_wait: bool,
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
    /// Deletes these rooms, if no move was ever made in them and nothing happened since a time.
    DeleteUnplayed {
        /// The rooms.
        rooms: Vec<String>,
        /// That time.
        before: i64,
    },
    /// The pace of a match between machines.
    Pace {
        /// The room.
        room: String,
        /// Its epoch.
        epoch: i64,
        /// Milliseconds.
        ms: u32,
    },
    /// Nonce of a player for a deal; only the first one counts.
    Part {
        /// The room.
        room: String,
        /// Its epoch.
        epoch: i64,
        /// Side.
        side: usize,
        /// Nonce.
        nonce: Vec<u8>,
    },
    /// Event of a puzzle.
    Puzzle(PuzzleEvent),
    /// Row of a long job.
    Job(JobWrite),
    /// League of the Lab.
    League(LeagueWrite),
    /// Account or session.
    Account(Box<AccountWrite>),
    /// Talk, blocks and reports.
    Talk(Box<TalkWrite>),
    /// Act of the operator.
    Operator(Box<super::OperatorWrite>),
    /// Tournament.
    Tournament(Box<super::TournamentWrite>),
    /// Heartbeat with the current time.
    Heartbeat(i64),
    /// Start of the server: heartbeat, and credit for the downtime to all rooms with a running clock.
    Start {
        /// Current time.
        now: i64,
        /// Last heartbeat of the previous run.
        last_heartbeat: Option<i64>,
    },
}

impl WriteJob {
    /// Returns true for jobs that may be delayed: most summaries of running games.
    pub(super) fn can_wait(&self) -> bool {
        matches!(self, WriteJob::Summary { can_wait: true, summary, .. } if summary.live)
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
    /// The rematch already exists in this room.
    Exists(String),
    /// These rooms were deleted.
    Deleted(Vec<String>),
    /// The state of a puzzle was stored.
    PuzzleStored(PuzzleUpdate),
    /// Jobs whose leases were taken.
    Jobs(Vec<JobRow>),
    /// Epoch of a room that was taken over.
    Claimed(i64),
    /// Nothing was written: the room has a newer epoch, so somebody else owns it.
    Fenced,
    /// The end of a rated game was stored with its ratings.
    Rated(RatingChange),
    /// Result of a write to accounts.
    Account(AccountWritten),
    /// Result of an act of the operator.
    Operator(super::OperatorWritten),
}

/// A new room.
#[derive(Debug)]
pub struct NewRoomRow {
    /// Identifier.
    pub id: String,
    /// The game.
    pub game: String,
    /// Run of the server that owns the room.
    pub node: String,
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
    /// Rating pool of a rated game.
    pub pool: Option<String>,
    /// True if the game may be in the list of running games.
    pub is_listed: bool,
    /// Pace of a match between machines.
    pub pace_ms: u32,
    /// Deadline, if a clock is running already.
    pub deadline: DeadlineChange,
    /// Room of which this is the rematch; there is at most one.
    pub rematch_of: Option<String>,
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
        WriteJob::Claim { room, node } => claim(connection, room, node).await,
        WriteJob::Append { room, epoch, .. }
        | WriteJob::Deadline { room, epoch, .. }
        | WriteJob::Summary { room, epoch, .. }
        | WriteJob::Pace { room, epoch, .. }
        | WriteJob::Part { room, epoch, .. }
            if is_fenced(connection, room, *epoch).await? =>
        {
            Ok(WriteResult::Fenced)
        }
        WriteJob::Append { room, seq, events, command, deadline, rated, .. } => {
            append(connection, room, *seq, events, command.as_deref()).await?;
            change_deadline(connection, room, *deadline).await?;
            let change = match rated {
                Some(game) => ratings::count_game(connection, game).await?,
                None => None,
            };
            Ok(change.map_or(WriteResult::Written, WriteResult::Rated))
        }
        WriteJob::Deadline { room, change, .. } => {
            change_deadline(connection, room, *change).await?;
            Ok(WriteResult::Written)
        }
        WriteJob::Summary { room, summary, .. } => update(connection, room, summary).await,
        WriteJob::Join { token, player, name } => join(connection, token, player, name.as_deref()).await,
        WriteJob::RemoveFromList { player, room } => remove_from_list(connection, player, room).await,
        WriteJob::Name { player, name } => {
            sqlx::query("INSERT INTO player (id, name) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET name = excluded.name")
                .bind(player)
                .bind(name)
                .execute(connection)
                .await?;
            Ok(WriteResult::Written)
        }
        WriteJob::DeleteUnplayed { rooms, before } => delete_unplayed(connection, rooms, *before).await,
        WriteJob::Pace { room, ms, .. } => {
            sqlx::query("UPDATE room SET pace_ms = $1 WHERE id = $2")
                .bind(ms)
                .bind(room)
                .execute(connection)
                .await?;
            Ok(WriteResult::Written)
        }
        WriteJob::Part { room, side, nonce, .. } => deals::add_part(connection, room, *side, nonce).await,
        WriteJob::Puzzle(event) => Ok(WriteResult::PuzzleStored(puzzles::keep(connection, event).await?)),
        WriteJob::Job(write) => jobs::execute(connection, write).await,
        WriteJob::League(write) => leagues::execute(connection, write).await,
        WriteJob::Account(write) => Ok(WriteResult::Account(accounts::execute(connection, write).await?)),
        WriteJob::Talk(write) => talk::execute(connection, write).await,
        WriteJob::Operator(write) => {
            Ok(WriteResult::Operator(super::operator::execute(connection, write).await?))
        }
        WriteJob::Tournament(write) => super::tournaments::execute(connection, write).await,
        WriteJob::Heartbeat(at) => heartbeat(connection, *at).await,
        WriteJob::Start { now, last_heartbeat } => {
            sqlx::query(
                "UPDATE deadline SET credit = credit + $1 - CASE WHEN since > $2 THEN since ELSE $2 END,
                 at = at + $1 - CASE WHEN since > $2 THEN since ELSE $2 END, since = $1",
            )
            .bind(now)
            .bind(last_heartbeat.unwrap_or(i64::MIN))
            .execute(&mut *connection)
            .await?;
            heartbeat(connection, *now).await
        }
    }
}

async fn heartbeat(connection: &mut SqliteConnection, at: i64) -> Result<WriteResult, StoreError> {
    sqlx::query(
        "INSERT INTO heartbeat (one, at) VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET at = excluded.at",
    )
    .bind(at)
    .execute(connection)
    .await?;
    Ok(WriteResult::Written)
}

/// Deletes rooms in which no move was ever made, not even one that was taken back.
async fn delete_unplayed(
    connection: &mut SqliteConnection,
    rooms: &[String],
    before: i64,
) -> Result<WriteResult, StoreError> {
    let mut gone = Vec::new();
    for room in rooms {
        let query = format!("DELETE FROM room AS r WHERE r.id = $1 AND {UNPLAYED}");
        let deleted =
            sqlx::query(sqlx::AssertSqlSafe(query)).bind(room).bind(before).execute(&mut *connection).await?;
        if deleted.rows_affected() > 0 {
            gone.push(room.clone());
        }
    }
    Ok(WriteResult::Deleted(gone))
}

async fn create(connection: &mut SqliteConnection, row: &NewRoomRow) -> Result<WriteResult, StoreError> {
    if let Some(before) = &row.rematch_of {
        let first = sqlx::query("UPDATE room SET next = $1 WHERE id = $2 AND next IS NULL")
            .bind(&row.id)
            .bind(before)
            .execute(&mut *connection)
            .await?;
        if first.rows_affected() == 0 {
            let next = sqlx::query("SELECT next FROM room WHERE id = $1 AND next IS NOT NULL")
                .bind(before)
                .fetch_optional(connection)
                .await?;
            return Ok(match next {
                Some(next) => WriteResult::Exists(next.try_get(0)?),
                None => WriteResult::Nothing,
            });
        }
    }
    sqlx::query(
        "INSERT INTO room
         (id, game, owner, asked, created_at, touched_at, live, timed, plies, turn, position, pace_ms, node, epoch,
          pool, is_listed)
         VALUES ($1, $2, $3, $4, $5, $6, 1, $7, 0, 0, '', $8, $9, 1, $10, $11)",
    )
    .bind(&row.id)
    .bind(&row.game)
    .bind(&row.owner)
    .bind(&row.asked)
    .bind(row.at)
    .bind(row.at)
    .bind(i64::from(row.timed))
    .bind(row.pace_ms)
    .bind(&row.node)
    .bind(&row.pool)
    .bind(i64::from(row.is_listed))
    .execute(&mut *connection)
    .await?;
    for (side, seat) in row.seats.iter().enumerate() {
        sqlx::query(
            "INSERT INTO seat (room, side, kind, player, name, level, brain) VALUES ($1, $2, $3, $4, $5, $6, $7)",
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
    change_deadline(connection, &row.id, row.deadline).await?;
    if let Some(sealed) = &row.sealed {
        let [first, second] = &sealed.parts;
        sqlx::query(
            "INSERT INTO deal (room, seed, first, second, first_by, second_by) VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(&row.id)
        .bind(&sealed.seed)
        .bind(first.as_ref().map(|part| &part.nonce))
        .bind(second.as_ref().map(|part| &part.nonce))
        .bind(first.as_ref().map(|part| deals::origin_text(part.by)))
        .bind(second.as_ref().map(|part| deals::origin_text(part.by)))
        .execute(&mut *connection)
        .await?;
    }
    if let Some((token, side)) = &row.invitation {
        sqlx::query("INSERT INTO invitation (token, room, side) VALUES ($1, $2, $3)")
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

async fn append(
    connection: &mut SqliteConnection,
    room: &str,
    seq: u64,
    events: &[(i64, String)],
    command: Option<&str>,
) -> Result<(), StoreError> {
    for (index, (at, body)) in events.iter().enumerate() {
        sqlx::query("INSERT INTO event (room, seq, at, body, command) VALUES ($1, $2, $3, $4, $5)")
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
        "UPDATE room SET touched_at = $1, live = $2, plies = $3, turn = $4, position = $5, position_first = $6,
         position_second = $7, last_move = $8, winner = $9, reason = $10, ended_at = $11, spent_first = $12,
         spent_second = $13, moves_first = $14, moves_second = $15, aids = $16 WHERE id = $17",
    )
    .bind(summary.touched_at)
    .bind(i64::from(summary.live))
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
    sqlx::query("INSERT INTO shelf (player, room) VALUES ($1, $2) ON CONFLICT (player, room) DO NOTHING")
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
        "UPDATE seat SET kind = 'person', player = $1, name = $2 FROM invitation i
         WHERE i.token = $3 AND seat.room = i.room AND seat.side = i.side AND seat.kind = 'empty'
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
    let removed = sqlx::query("DELETE FROM shelf WHERE player = $1 AND room = $2")
        .bind(player)
        .bind(room)
        .execute(&mut *connection)
        .await?;
    if removed.rows_affected() == 0 {
        return Ok(WriteResult::Nothing);
    }
    let left = sqlx::query("SELECT 1 FROM shelf WHERE room = $1 LIMIT 1")
        .bind(room)
        .fetch_optional(&mut *connection)
        .await?;
    if left.is_some() {
        return Ok(WriteResult::Written);
    }
    sqlx::query("DELETE FROM room WHERE id = $1").bind(room).execute(connection).await?;
    Ok(WriteResult::Gone)
}
