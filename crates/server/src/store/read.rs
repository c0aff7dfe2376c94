//! Queries of the store: rooms to load, lists, results.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};
use table::{Event, EventKind};

use super::{Store, StoreError, event_codec};
use crate::deadlines::StoredDeadline;
use crate::deal::{Part, SealedDeal};
use crate::wire::PartBy;

/// Occupant of a seat, as stored.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeatRow {
    /// `person`, `here`, `machine` or `empty`.
    pub kind: String,
    /// The person's identity.
    pub player: Option<String>,
    /// The person's name.
    pub name: Option<String>,
    /// The handle of the person's account.
    pub handle: Option<String>,
    /// The machine's level.
    pub level: Option<u8>,
    /// Engine specification.
    pub engine: Option<String>,
}

/// Stored room.
pub struct LoadedRoom {
    /// The game.
    pub game: String,
    /// Creator.
    pub owner: String,
    /// Original request, as JSON.
    pub asked: String,
    /// Occupants of the seats.
    pub seats: [SeatRow; 2],
    /// Events, with the command that caused each.
    pub events: Vec<(Event, Option<String>)>,
    /// Secret of the deal.
    pub sealed: Option<SealedDeal>,
    /// Pace of a match between machines.
    pub pace_ms: u32,
    /// Room of the rematch.
    pub next: Option<String>,
    /// Run of the server that owns it.
    pub node: Option<String>,
    /// Epoch that its writes have to carry.
    pub epoch: i64,
    /// Rating pool of a rated game.
    pub pool: Option<String>,
    /// True if the game may be in the list of running games.
    pub is_listed: bool,
    /// True if lists and statistics have it as a running game.
    pub live: bool,
}

/// Room in a list.
#[derive(Clone, Debug)]
pub struct RoomListing {
    /// The room.
    pub id: String,
    /// The game.
    pub game: String,
    /// Creation time.
    pub created_at: i64,
    /// Time of the last event.
    pub touched_at: i64,
    /// Plies played.
    pub plies: u32,
    /// Side to move.
    pub turn: usize,
    /// Positions: public, first side's, second side's.
    pub position: [Option<String>; 3],
    /// From and to.
    pub last_move: Option<[u16; 2]>,
    /// Winner and reason.
    pub ended: Option<(String, String)>,
    /// Occupants of the seats.
    pub seats: [SeatRow; 2],
    /// Open invitation.
    pub invitation: Option<String>,
    /// Original request, as JSON.
    pub asked: String,
    /// Earliest time at which a time runs out.
    pub due: Option<i64>,
}

/// Filter of a list of rooms.
#[derive(Clone, Default, Debug)]
pub struct RoomFilter {
    /// Player.
    pub player: String,
    /// Only running games, or only finished ones.
    pub live: Option<bool>,
    /// Only this game.
    pub game: Option<String>,
    /// Page size.
    pub count: u32,
    /// Start after this room: time of its last event, and its identifier.
    pub before: Option<(i64, String)>,
}

/// Finished game for the statistics.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// The room.
    pub room: String,
    /// The game.
    pub game: String,
    /// End time.
    pub ended_at: i64,
    /// `first`, `second` or `draw`.
    pub winner: String,
    /// Code of the reason.
    pub reason: String,
    /// Occupants of the seats.
    pub seats: [SeatRow; 2],
    /// Thinking time of each side in total.
    pub spent: [i64; 2],
    /// Number of timed moves of each side.
    pub moves: [u32; 2],
    /// Codes of the players' aids.
    pub aids: Vec<String>,
}

/// Condition for a room `r` in which no move was ever made, with the time since which nothing happened as `$2`. The log
/// decides, so that a game whose moves were all taken back counts as played.
pub(super) const UNPLAYED: &str = "r.plies = 0 AND r.touched_at < $2 AND NOT EXISTS (SELECT 1 FROM event e
    WHERE e.room = r.id AND (e.body LIKE '{\"moved\":%' OR e.body = '\"turn_given\"'))";

const LISTING_COLUMNS: &str =
    "r.id, r.game, r.created_at, r.touched_at, r.plies, r.turn, r.position, r.position_first,
    r.position_second, r.last_move, r.winner, r.reason, r.asked,
    (SELECT d.at FROM deadline d WHERE d.room = r.id) AS due";

/// Maximum number of games in which it is somebody's turn.
const MAX_TURNS: u32 = 500;

/// Room of a list, from [`LISTING_COLUMNS`] and the token of its invitation.
fn listing(row: &SqliteRow, seats: [SeatRow; 2]) -> Result<RoomListing, StoreError> {
    let winner: Option<String> = row.try_get("winner")?;
    let reason: Option<String> = row.try_get("reason")?;
    Ok(RoomListing {
        seats,
        id: row.try_get("id")?,
        game: row.try_get("game")?,
        created_at: row.try_get("created_at")?,
        touched_at: row.try_get("touched_at")?,
        plies: row.try_get("plies")?,
        turn: usize::from(row.try_get::<i64, _>("turn")? == 1),
        position: [
            Some(row.try_get("position")?),
            row.try_get("position_first")?,
            row.try_get("position_second")?,
        ],
        last_move: last_move(row.try_get("last_move")?),
        ended: winner.zip(reason),
        invitation: row.try_get("token")?,
        asked: row.try_get("asked")?,
        due: row.try_get("due")?,
    })
}

fn seat_row(row: &SqliteRow) -> Result<SeatRow, sqlx::Error> {
    Ok(SeatRow {
        kind: row.try_get("kind")?,
        player: row.try_get("player")?,
        name: row.try_get("name")?,
        handle: row.try_get("handle")?,
        level: row.try_get::<Option<i64>, _>("level")?.and_then(|level| u8::try_from(level).ok()),
        engine: row.try_get("brain")?,
    })
}

async fn seats(connection: &mut SqliteConnection, room: &str) -> Result<[SeatRow; 2], StoreError> {
    let rows = sqlx::query(
        "SELECT s.side, s.kind, s.player, s.name, s.level, s.brain, a.handle
         FROM seat s LEFT JOIN account a ON a.player = s.player WHERE s.room = $1 ORDER BY s.side",
    )
    .bind(room)
    .fetch_all(connection)
    .await?;
    let mut seats = <[SeatRow; 2]>::default();
    for (seat, row) in seats.iter_mut().zip(&rows) {
        *seat = seat_row(row)?;
    }
    Ok(seats)
}

/// Nonce of a deal and its origin, from these columns.
fn part(row: &SqliteRow, nonce: usize, by: usize) -> Result<Option<Part>, sqlx::Error> {
    let nonce: Option<Vec<u8>> = row.try_get(nonce)?;
    let by = match row.try_get::<Option<&str>, _>(by)? {
        Some("player") => PartBy::Player,
        _ => PartBy::Server,
    };
    Ok(nonce.map(|nonce| Part { nonce, by }))
}

fn last_move(text: Option<String>) -> Option<[u16; 2]> {
    let text = text?;
    let (from, to) = text.split_once(' ')?;
    Some([from.parse().ok()?, to.parse().ok()?])
}

/// Loads a room with all its events.
pub(crate) async fn load_room(
    connection: &mut SqliteConnection,
    room: &str,
) -> Result<Option<LoadedRoom>, StoreError> {
    let row = sqlx::query(
        "SELECT game, owner, asked, pace_ms, next, node, epoch, pool, is_listed, live FROM room WHERE id = $1",
    )
    .bind(room)
    .fetch_optional(&mut *connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let kept = sqlx::query("SELECT at, body, command FROM event WHERE room = $1 ORDER BY seq")
        .bind(room)
        .fetch_all(&mut *connection)
        .await?;
    let mut events = Vec::with_capacity(kept.len());
    for row in &kept {
        let what: EventKind = event_codec::decode(row.try_get::<&str, _>("body")?)?;
        events.push((Event { at: row.try_get("at")?, kind: what }, row.try_get("command")?));
    }
    let kept = sqlx::query("SELECT seed, first, second, first_by, second_by FROM deal WHERE room = $1")
        .bind(room)
        .fetch_optional(&mut *connection)
        .await?;
    let sealed = match kept {
        Some(row) => {
            Some(SealedDeal { seed: row.try_get(0)?, parts: [part(&row, 1, 3)?, part(&row, 2, 4)?] })
        }
        None => None,
    };
    Ok(Some(LoadedRoom {
        game: row.try_get("game")?,
        owner: row.try_get("owner")?,
        asked: row.try_get("asked")?,
        seats: seats(&mut *connection, room).await?,
        events,
        sealed,
        pace_ms: row.try_get("pace_ms")?,
        next: row.try_get("next")?,
        node: row.try_get("node")?,
        epoch: row.try_get("epoch")?,
        pool: row.try_get("pool")?,
        is_listed: row.try_get::<i64, _>("is_listed")? != 0,
        live: row.try_get::<i64, _>("live")? != 0,
    }))
}

/// Identifiers of all rooms, in order.
pub(crate) async fn room_ids(connection: &mut SqliteConnection) -> Result<Vec<String>, StoreError> {
    let rows = sqlx::query("SELECT id FROM room ORDER BY id").fetch_all(connection).await?;
    rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
}

impl Store {
    /// Loads a room with all its events.
    pub async fn load(&self, room: &str) -> Result<Option<LoadedRoom>, StoreError> {
        load_room(&mut *self.readers.acquire().await?, room).await
    }

    /// Numbers of stored things.
    pub async fn contents(&self) -> Result<super::Contents, StoreError> {
        super::Contents::of(&mut *self.readers.acquire().await?).await
    }

    /// Deadlines of all rooms with a running clock, the earliest first.
    pub async fn deadlines(&self) -> Result<Vec<StoredDeadline>, StoreError> {
        let rows = sqlx::query(
            "SELECT room, at, EXISTS (SELECT 1 FROM seat s WHERE s.room = d.room AND s.kind = 'machine')
             FROM deadline d ORDER BY at",
        )
        .fetch_all(&self.readers)
        .await?;
        let read = |row: &SqliteRow| {
            Ok(StoredDeadline { room: row.try_get(0)?, at: row.try_get(1)?, machine: row.try_get(2)? })
        };
        rows.iter().map(read).collect()
    }

    /// Deadline of a room, and its downtime that was not credited in its log yet.
    pub async fn stored_deadline(&self, room: &str) -> Result<Option<(i64, i64)>, StoreError> {
        let row = sqlx::query("SELECT at, credit FROM deadline WHERE room = $1")
            .bind(room)
            .fetch_optional(&self.readers)
            .await?;
        Ok(match row {
            Some(row) => Some((row.try_get(0)?, row.try_get(1)?)),
            None => None,
        })
    }

    /// Rooms in which no move was ever made and nothing happened since a time.
    pub async fn unplayed(&self, before: i64, most: u32) -> Result<Vec<String>, StoreError> {
        let query = format!("SELECT r.id FROM room r WHERE {UNPLAYED} LIMIT $1");
        let rows =
            sqlx::query(sqlx::AssertSqlSafe(query)).bind(most).bind(before).fetch_all(&self.readers).await?;
        rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
    }

    /// Running games without a running clock in which nothing happened since a time, the oldest first.
    pub async fn abandoned(&self, before: i64, most: u32) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query(
            "SELECT id FROM room r WHERE live = 1 AND touched_at < $1 AND plies > 0
             AND NOT EXISTS (SELECT 1 FROM deadline d WHERE d.room = r.id) ORDER BY touched_at LIMIT $2",
        )
        .bind(before)
        .bind(most)
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
    }

    /// Last heartbeat.
    pub async fn last_heartbeat(&self) -> Result<Option<i64>, StoreError> {
        let row = sqlx::query("SELECT at FROM heartbeat").fetch_optional(&self.readers).await?;
        Ok(match row {
            Some(row) => Some(row.try_get(0)?),
            None => None,
        })
    }

    /// Number of unfinished games on a player's list.
    pub async fn unfinished_rooms(&self, player: &str) -> Result<i64, StoreError> {
        let row = sqlx::query(
            "SELECT count(*) FROM shelf JOIN room ON room.id = shelf.room WHERE shelf.player = $1 AND room.live = 1",
        )
        .bind(player)
        .fetch_one(&self.readers)
        .await?;
        Ok(row.try_get(0)?)
    }

    /// Name of a player.
    pub async fn name(&self, player: &str) -> Result<Option<String>, StoreError> {
        let row = sqlx::query("SELECT name FROM player WHERE id = $1")
            .bind(player)
            .fetch_optional(&self.readers)
            .await?;
        Ok(match row {
            Some(row) => row.try_get(0)?,
            None => None,
        })
    }

    /// Room and side of an invitation.
    pub async fn invitation(&self, token: &str) -> Result<Option<(String, usize)>, StoreError> {
        let row = sqlx::query("SELECT room, side FROM invitation WHERE token = $1")
            .bind(token)
            .fetch_optional(&self.readers)
            .await?;
        Ok(match row {
            Some(row) => Some((row.try_get(0)?, usize::from(row.try_get::<i64, _>(1)? == 1))),
            None => None,
        })
    }

    /// Game and occupants of a room.
    pub async fn seats(&self, room: &str) -> Result<Option<(String, [SeatRow; 2])>, StoreError> {
        let mut connection = self.readers.acquire().await?;
        let row = sqlx::query("SELECT game FROM room WHERE id = $1")
            .bind(room)
            .fetch_optional(&mut *connection)
            .await?;
        let Some(row) = row else { return Ok(None) };
        Ok(Some((row.try_get(0)?, seats(&mut connection, room).await?)))
    }

    /// Page of a player's rooms, the most recent first, and their total number.
    pub async fn list(&self, filter: &RoomFilter) -> Result<(Vec<RoomListing>, u32), StoreError> {
        let mut connection = self.readers.acquire().await?;
        // The conditions are constant; parameters are bound.
        const WHICH: &str = "FROM shelf s JOIN room r ON r.id = s.room WHERE s.player = $1
            AND (CAST($2 AS BIGINT) IS NULL OR r.live = $2) AND (CAST($3 AS TEXT) IS NULL OR r.game = $3)";
        let live = filter.live.map(i64::from);
        let total: i64 = sqlx::query(sqlx::AssertSqlSafe(format!("SELECT count(*) {WHICH}")))
            .bind(&filter.player)
            .bind(live)
            .bind(&filter.game)
            .fetch_one(&mut *connection)
            .await?
            .try_get(0)?;
        let (touched, name) = filter.before.clone().unwrap_or((i64::MAX, String::new()));
        let page = format!(
            "SELECT {LISTING_COLUMNS}, (SELECT token FROM invitation i JOIN seat e
             ON e.room = i.room AND e.side = i.side WHERE i.room = r.id AND e.kind = 'empty') AS token {WHICH}
             AND (r.touched_at < $4 OR (r.touched_at = $4 AND r.id > $5)) ORDER BY r.touched_at DESC, r.id LIMIT $6"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(page))
            .bind(&filter.player)
            .bind(live)
            .bind(&filter.game)
            .bind(touched)
            .bind(name)
            .bind(filter.count)
            .fetch_all(&mut *connection)
            .await?;
        let mut listed = Vec::with_capacity(rows.len());
        for row in &rows {
            let seats = seats(&mut connection, row.try_get("id")?).await?;
            listed.push(listing(row, seats)?);
        }
        Ok((listed, u32::try_from(total).unwrap_or(u32::MAX)))
    }

    /// Running games against other people at their own devices in which it is a player's turn, the most urgent first.
    pub async fn turns(&self, player: &str) -> Result<Vec<RoomListing>, StoreError> {
        let mut connection = self.readers.acquire().await?;
        let query = format!(
            "SELECT {LISTING_COLUMNS}, NULL AS token FROM seat s JOIN seat o ON o.room = s.room AND o.side <> s.side
             JOIN room r ON r.id = s.room
             WHERE s.player = $1 AND s.kind = 'person' AND o.kind = 'person' AND o.player <> $1 AND r.live = 1
             AND r.turn = s.side
             ORDER BY coalesce((SELECT d.at FROM deadline d WHERE d.room = r.id), $2), r.touched_at, r.id LIMIT $3"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(query))
            .bind(player)
            .bind(i64::MAX)
            .bind(MAX_TURNS)
            .fetch_all(&mut *connection)
            .await?;
        let mut listed = Vec::with_capacity(rows.len());
        for row in &rows {
            let seats = seats(&mut connection, row.try_get("id")?).await?;
            listed.push(listing(row, seats)?);
        }
        Ok(listed)
    }

    /// A player's finished games, oldest first, without aborted ones.
    pub async fn results(&self, player: &str) -> Result<Vec<FinishedGame>, StoreError> {
        let rows = sqlx::query(
            "SELECT r.id, r.game, r.ended_at, r.winner, r.reason, r.spent_first, r.spent_second, r.moves_first,
             r.moves_second, r.aids, t.side, t.kind, t.player, t.name, t.level, t.brain, a.handle
             FROM shelf s JOIN room r ON r.id = s.room JOIN seat t ON t.room = r.id
             LEFT JOIN account a ON a.player = t.player
             WHERE s.player = $1 AND r.live = 0 AND r.winner IS NOT NULL AND r.reason <> 'aborted'
             ORDER BY r.ended_at, r.id, t.side",
        )
        .bind(player)
        .fetch_all(&self.readers)
        .await?;
        let mut results: Vec<FinishedGame> = Vec::with_capacity(rows.len() / 2);
        for pair in rows.chunks_exact(2) {
            let [first, second] = pair else { continue };
            results.push(FinishedGame {
                room: first.try_get("id")?,
                game: first.try_get("game")?,
                ended_at: first.try_get::<Option<i64>, _>("ended_at")?.unwrap_or_default(),
                winner: first.try_get("winner")?,
                reason: first.try_get("reason")?,
                seats: [seat_row(first)?, seat_row(second)?],
                spent: [first.try_get("spent_first")?, first.try_get("spent_second")?],
                moves: [first.try_get("moves_first")?, first.try_get("moves_second")?],
                aids: split_codes(first.try_get("aids")?),
            });
        }
        Ok(results)
    }
}

/// Codes of a list separated by commas.
fn split_codes(text: &str) -> Vec<String> {
    text.split(',').filter(|code| !code.is_empty()).map(str::to_owned).collect()
}
