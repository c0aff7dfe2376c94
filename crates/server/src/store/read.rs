//! What the store is asked: rooms to open again, lists, results.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};
use table::{Event, EventKind};

use super::{Store, StoreError, letter};
use crate::deal::{Part, Sealed};
use crate::wire::PartBy;

/// Who sits somewhere, as it is kept.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeatRow {
    /// `person`, `here`, `machine` or `empty`.
    pub kind: String,
    /// The person's identity.
    pub player: Option<String>,
    /// The person's name.
    pub name: Option<String>,
    /// The machine's level.
    pub level: Option<u8>,
    /// The machine's algorithm.
    pub engine: Option<String>,
}

/// A room as it was left.
pub struct Loaded {
    /// The game.
    pub game: String,
    /// Who began it.
    pub owner: String,
    /// What was asked for when it began.
    pub asked: String,
    /// Who sits where.
    pub seats: [SeatRow; 2],
    /// Its events, with the command each followed from.
    pub events: Vec<(Event, Option<String>)>,
    /// What its pieces are dealt from.
    pub sealed: Option<Sealed>,
    /// The pace of a match between machines.
    pub pace_ms: u32,
    /// The room that follows.
    pub next: Option<String>,
}

/// A room in a list.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The room.
    pub id: String,
    /// The game.
    pub game: String,
    /// When it began.
    pub created_at: i64,
    /// When something happened last.
    pub touched_at: i64,
    /// Plies played.
    pub plies: u32,
    /// Whose move it is.
    pub turn: usize,
    /// The position: the public's, the first side's, the second side's.
    pub position: [Option<String>; 3],
    /// From and to.
    pub last_move: Option<[u16; 2]>,
    /// Who won, and why.
    pub ended: Option<(String, String)>,
    /// Who sits where.
    pub seats: [SeatRow; 2],
    /// The invitation that is still out.
    pub invitation: Option<String>,
}

/// Which rooms to list.
#[derive(Clone, Default, Debug)]
pub struct ListAsk {
    /// Whose shelf.
    pub player: String,
    /// Only those that go on, or only those that are over.
    pub live: Option<bool>,
    /// Only this game.
    pub game: Option<String>,
    /// How many.
    pub count: u32,
    /// Behind this one: when it was touched, and its name.
    pub before: Option<(i64, String)>,
}

/// A finished game as statistics count it.
#[derive(Clone, Debug)]
pub struct Played {
    /// The room.
    pub room: String,
    /// The game.
    pub game: String,
    /// When it ended.
    pub ended_at: i64,
    /// `first`, `second` or `draw`.
    pub winner: String,
    /// The reason's code.
    pub reason: String,
    /// Who sat where.
    pub seats: [SeatRow; 2],
    /// How long each side thought in all.
    pub spent: [i64; 2],
    /// About how many moves.
    pub moves: [u32; 2],
}

const LISTED: &str =
    "r.id, r.game, r.created_at, r.touched_at, r.plies, r.turn, r.position, r.position_first,
    r.position_second, r.last_move, r.winner, r.reason";

fn seat_row(row: &SqliteRow) -> Result<SeatRow, sqlx::Error> {
    Ok(SeatRow {
        kind: row.try_get("kind")?,
        player: row.try_get("player")?,
        name: row.try_get("name")?,
        level: row.try_get::<Option<i64>, _>("level")?.and_then(|level| u8::try_from(level).ok()),
        engine: row.try_get("brain")?,
    })
}

async fn seats(connection: &mut SqliteConnection, room: &str) -> Result<[SeatRow; 2], StoreError> {
    let rows =
        sqlx::query("SELECT side, kind, player, name, level, brain FROM seat WHERE room = ? ORDER BY side")
            .bind(room)
            .fetch_all(connection)
            .await?;
    let mut seats = <[SeatRow; 2]>::default();
    for (seat, row) in seats.iter_mut().zip(&rows) {
        *seat = seat_row(row)?;
    }
    Ok(seats)
}

/// What somebody added to a deal: its bytes and where they came from, in these columns.
fn part(row: &SqliteRow, nonce: usize, by: usize) -> Result<Option<Part>, sqlx::Error> {
    let nonce: Option<Vec<u8>> = row.try_get(nonce)?;
    let by = match row.try_get::<Option<&str>, _>(by)? {
        Some("player") => PartBy::Player,
        _ => PartBy::House,
    };
    Ok(nonce.map(|nonce| Part { nonce, by }))
}

fn last_move(text: Option<String>) -> Option<[u16; 2]> {
    let text = text?;
    let (from, to) = text.split_once(' ')?;
    Some([from.parse().ok()?, to.parse().ok()?])
}

impl Store {
    /// A room with everything that happened in it.
    pub async fn load(&self, room: &str) -> Result<Option<Loaded>, StoreError> {
        let mut connection = self.readers.acquire().await?;
        let row = sqlx::query("SELECT game, owner, asked, pace_ms, next FROM room WHERE id = ?")
            .bind(room)
            .fetch_optional(&mut *connection)
            .await?;
        let Some(row) = row else { return Ok(None) };
        let kept = sqlx::query("SELECT at, body, command FROM event WHERE room = ? ORDER BY seq")
            .bind(room)
            .fetch_all(&mut *connection)
            .await?;
        let mut events = Vec::with_capacity(kept.len());
        for row in &kept {
            let what: EventKind = letter::read(row.try_get::<&str, _>("body")?)?;
            events.push((Event { at: row.try_get("at")?, kind: what }, row.try_get("command")?));
        }
        let kept = sqlx::query("SELECT seed, first, second, first_by, second_by FROM deal WHERE room = ?")
            .bind(room)
            .fetch_optional(&mut *connection)
            .await?;
        let sealed = match kept {
            Some(row) => {
                Some(Sealed { seed: row.try_get(0)?, parts: [part(&row, 1, 3)?, part(&row, 2, 4)?] })
            }
            None => None,
        };
        Ok(Some(Loaded {
            game: row.try_get("game")?,
            owner: row.try_get("owner")?,
            asked: row.try_get("asked")?,
            seats: seats(&mut connection, room).await?,
            events,
            sealed,
            pace_ms: row.try_get("pace_ms")?,
            next: row.try_get("next")?,
        }))
    }

    /// The rooms that may not wait until somebody asks for them: clocks run, or somebody was there lately.
    pub async fn waiting(&self, touched_since: i64) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query("SELECT id FROM room WHERE live = 1 AND (timed = 1 OR touched_at >= ?)")
            .bind(touched_since)
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
    }

    /// When the house was last known to be open.
    pub async fn last_open(&self) -> Result<Option<i64>, StoreError> {
        let row = sqlx::query("SELECT at FROM heartbeat").fetch_optional(&self.readers).await?;
        Ok(match row {
            Some(row) => Some(row.try_get(0)?),
            None => None,
        })
    }

    /// A player's name.
    pub async fn name(&self, player: &str) -> Result<Option<String>, StoreError> {
        let row = sqlx::query("SELECT name FROM player WHERE id = ?")
            .bind(player)
            .fetch_optional(&self.readers)
            .await?;
        Ok(match row {
            Some(row) => row.try_get(0)?,
            None => None,
        })
    }

    /// The room and side an invitation is for.
    pub async fn invitation(&self, token: &str) -> Result<Option<(String, usize)>, StoreError> {
        let row = sqlx::query("SELECT room, side FROM invitation WHERE token = ?")
            .bind(token)
            .fetch_optional(&self.readers)
            .await?;
        Ok(match row {
            Some(row) => Some((row.try_get(0)?, usize::from(row.try_get::<i64, _>(1)? == 1))),
            None => None,
        })
    }

    /// The game of a room and who sits in it.
    pub async fn seats(&self, room: &str) -> Result<Option<(String, [SeatRow; 2])>, StoreError> {
        let mut connection = self.readers.acquire().await?;
        let row = sqlx::query("SELECT game FROM room WHERE id = ?")
            .bind(room)
            .fetch_optional(&mut *connection)
            .await?;
        let Some(row) = row else { return Ok(None) };
        Ok(Some((row.try_get(0)?, seats(&mut connection, room).await?)))
    }

    /// A page of somebody's rooms, the last touched first, and how many there are in all.
    pub async fn list(&self, ask: &ListAsk) -> Result<(Vec<Listed>, u32), StoreError> {
        let mut connection = self.readers.acquire().await?;
        // The conditions are ours and constant; what was asked for is bound.
        const WHICH: &str = "FROM shelf s JOIN room r ON r.id = s.room WHERE s.player = ?1
            AND (?2 IS NULL OR r.live = ?2) AND (?3 IS NULL OR r.game = ?3)";
        let total: i64 = sqlx::query(sqlx::AssertSqlSafe(format!("SELECT count(*) {WHICH}")))
            .bind(&ask.player)
            .bind(ask.live)
            .bind(&ask.game)
            .fetch_one(&mut *connection)
            .await?
            .try_get(0)?;
        let (touched, name) = ask.before.clone().unwrap_or((i64::MAX, String::new()));
        let page = format!(
            "SELECT {LISTED}, (SELECT token FROM invitation i WHERE i.room = r.id) AS token {WHICH}
             AND (r.touched_at < ?4 OR (r.touched_at = ?4 AND r.id > ?5)) ORDER BY r.touched_at DESC, r.id LIMIT ?6"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(page))
            .bind(&ask.player)
            .bind(ask.live)
            .bind(&ask.game)
            .bind(touched)
            .bind(name)
            .bind(ask.count)
            .fetch_all(&mut *connection)
            .await?;
        let mut listed = Vec::with_capacity(rows.len());
        for row in &rows {
            let id: String = row.try_get("id")?;
            let winner: Option<String> = row.try_get("winner")?;
            let reason: Option<String> = row.try_get("reason")?;
            listed.push(Listed {
                seats: seats(&mut connection, &id).await?,
                id,
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
            });
        }
        Ok((listed, u32::try_from(total).unwrap_or(u32::MAX)))
    }

    /// Somebody's finished games, oldest first. One broken off counts for nobody.
    pub async fn results(&self, player: &str) -> Result<Vec<Played>, StoreError> {
        let rows = sqlx::query(
            "SELECT r.id, r.game, r.ended_at, r.winner, r.reason, r.spent_first, r.spent_second, r.moves_first,
             r.moves_second, t.side, t.kind, t.player, t.name, t.level, t.brain
             FROM shelf s JOIN room r ON r.id = s.room JOIN seat t ON t.room = r.id
             WHERE s.player = ? AND r.live = 0 AND r.winner IS NOT NULL AND r.reason <> 'aborted'
             ORDER BY r.ended_at, r.id, t.side",
        )
        .bind(player)
        .fetch_all(&self.readers)
        .await?;
        let mut results: Vec<Played> = Vec::with_capacity(rows.len() / 2);
        for pair in rows.chunks_exact(2) {
            let [first, second] = pair else { continue };
            results.push(Played {
                room: first.try_get("id")?,
                game: first.try_get("game")?,
                ended_at: first.try_get::<Option<i64>, _>("ended_at")?.unwrap_or_default(),
                winner: first.try_get("winner")?,
                reason: first.try_get("reason")?,
                seats: [seat_row(first)?, seat_row(second)?],
                spent: [first.try_get("spent_first")?, first.try_get("spent_second")?],
                moves: [first.try_get("moves_first")?, first.try_get("moves_second")?],
            });
        }
        Ok(results)
    }
}
