//! Database schema and migrations.

use std::path::Path;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, Executor, Row, SqliteConnection};

use super::StoreError;

/// Migrations; each raises the version by one, and none is changed once it was released.
const MIGRATIONS: &[&str] =
    &[FIRST, PUZZLES, DEALS, JOBS, AIDS, DEADLINES, PEOPLE, LEAGUES, TOURNAMENTS, PROFILES, TALK, OPERATOR];

/// Newest schema version this program knows.
pub const KNOWN_VERSION: i64 = MIGRATIONS.len() as i64;

const FIRST: &str = "
CREATE TABLE room (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, owner TEXT NOT NULL, asked TEXT NOT NULL, created_at INTEGER NOT NULL,
    touched_at INTEGER NOT NULL, live INTEGER NOT NULL, timed INTEGER NOT NULL, plies INTEGER NOT NULL,
    turn INTEGER NOT NULL, position TEXT NOT NULL, position_first TEXT, position_second TEXT, last_move TEXT,
    winner TEXT, reason TEXT, ended_at INTEGER,
    spent_first INTEGER NOT NULL DEFAULT 0, spent_second INTEGER NOT NULL DEFAULT 0,
    moves_first INTEGER NOT NULL DEFAULT 0, moves_second INTEGER NOT NULL DEFAULT 0,
    pace_ms INTEGER NOT NULL, next TEXT
) WITHOUT ROWID;
CREATE INDEX room_live ON room (live, touched_at);
CREATE TABLE seat (
    room TEXT NOT NULL REFERENCES room (id) ON DELETE CASCADE, side INTEGER NOT NULL, kind TEXT NOT NULL,
    player TEXT, name TEXT, level INTEGER, brain TEXT, PRIMARY KEY (room, side)
) WITHOUT ROWID;
CREATE TABLE event (
    room TEXT NOT NULL REFERENCES room (id) ON DELETE CASCADE, seq INTEGER NOT NULL, at INTEGER NOT NULL,
    body TEXT NOT NULL, command TEXT, PRIMARY KEY (room, seq)
) WITHOUT ROWID;
CREATE TABLE secret (
    room TEXT PRIMARY KEY REFERENCES room (id) ON DELETE CASCADE, seed BLOB NOT NULL, first BLOB NOT NULL,
    second BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE invitation (
    token TEXT PRIMARY KEY, room TEXT NOT NULL REFERENCES room (id) ON DELETE CASCADE, side INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX invitation_room ON invitation (room);
CREATE TABLE shelf (
    player TEXT NOT NULL, room TEXT NOT NULL REFERENCES room (id) ON DELETE CASCADE, PRIMARY KEY (player, room)
) WITHOUT ROWID;
CREATE INDEX shelf_room ON shelf (room);
CREATE TABLE player (id TEXT PRIMARY KEY, name TEXT) WITHOUT ROWID;
CREATE TABLE heartbeat (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL);
";

const PUZZLES: &str = "
CREATE TABLE puzzle (
    player TEXT NOT NULL, collection TEXT NOT NULL, puzzle TEXT NOT NULL, state TEXT NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (player, collection, puzzle)
) WITHOUT ROWID;
CREATE TABLE puzzler (
    player TEXT PRIMARY KEY, rating REAL NOT NULL, solved INTEGER NOT NULL, failed INTEGER NOT NULL,
    streak INTEGER NOT NULL, best INTEGER NOT NULL
) WITHOUT ROWID;
";

/// The nonces of a deal arrive one by one. Before, the server chose both, so old deals keep that origin.
const DEALS: &str = "
CREATE TABLE deal (
    room TEXT PRIMARY KEY REFERENCES room (id) ON DELETE CASCADE, seed BLOB NOT NULL, first BLOB, second BLOB,
    first_by TEXT, second_by TEXT
) WITHOUT ROWID;
INSERT INTO deal (room, seed, first, second, first_by, second_by)
    SELECT room, seed, first, second, 'house', 'house' FROM secret;
DROP TABLE secret;
";

/// Long jobs that survive a restart. Whoever holds a job's lease runs it; a lease that has ended may be taken.
const JOBS: &str = "
CREATE TABLE job (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, owner TEXT NOT NULL, address TEXT, body TEXT NOT NULL,
    created_at INTEGER NOT NULL, holder TEXT NOT NULL, lease_until INTEGER NOT NULL
) WITHOUT ROWID;
";

/// Aids the players had besides their own thinking. Hints were not recorded before.
const AIDS: &str = r#"
ALTER TABLE room ADD COLUMN aids TEXT NOT NULL DEFAULT '';
UPDATE room SET aids = rtrim(
    CASE WHEN json_array_length(asked, '$.moves') > 0 THEN 'loaded,' ELSE '' END
    || CASE WHEN json_extract(asked, '$.setup') IS NOT NULL THEN 'set_up,' ELSE '' END
    || CASE WHEN EXISTS (SELECT 1 FROM event WHERE event.room = room.id AND body LIKE '{"taken_back":%')
        THEN 'take_back,' ELSE '' END
    || CASE WHEN json_extract(asked, '$.handicap') IS NOT NULL THEN 'handicap,' ELSE '' END, ',')
    WHERE json_valid(asked);
"#;

/// Rooms with a running clock: earliest time at which a flag can fall, time of the last event, and server downtime that
/// was not credited in the log yet. Rooms of older programs are due at once, and then keep their own deadline.
const DEADLINES: &str = "
CREATE TABLE deadline (
    room TEXT PRIMARY KEY REFERENCES room (id) ON DELETE CASCADE, at INTEGER NOT NULL, since INTEGER NOT NULL,
    credit INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO deadline (room, at, since, credit)
    SELECT r.id, 0, (SELECT max(e.at) FROM event e WHERE e.room = r.id), 0 FROM room r
    WHERE r.live = 1 AND r.timed = 1 AND EXISTS (SELECT 1 FROM event e WHERE e.room = r.id);
";

/// Accounts and ratings. A guest who signs up stays the same player: the hash in `seat`, `shelf` and the other tables becomes
/// the account's `player`, and no game is rewritten.
///
/// A room carries its owner (`node`) and an `epoch`, which every write of the room repeats. `pool` is the rating pool of a
/// rated game. `rated_game` is the log that ratings can be computed from again; it survives its rooms and accounts. From
/// here on migrations use only what SQLite and PostgreSQL both accept.
const PEOPLE: &str = "
ALTER TABLE room ADD COLUMN node TEXT;
ALTER TABLE room ADD COLUMN epoch BIGINT NOT NULL DEFAULT 0;
ALTER TABLE room ADD COLUMN pool TEXT;
CREATE TABLE account (
    player TEXT PRIMARY KEY, handle TEXT NOT NULL, skeleton TEXT NOT NULL UNIQUE, password TEXT NOT NULL,
    recovery TEXT NOT NULL, settings TEXT NOT NULL, created_at BIGINT NOT NULL
);
CREATE TABLE session (
    key TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE,
    player TEXT NOT NULL REFERENCES account (player) ON DELETE CASCADE, created_at BIGINT NOT NULL,
    used_at BIGINT NOT NULL, agent TEXT NOT NULL
);
CREATE INDEX session_player ON session (player);
CREATE TABLE device (
    player TEXT NOT NULL REFERENCES account (player) ON DELETE CASCADE, key TEXT NOT NULL, used_at BIGINT NOT NULL,
    PRIMARY KEY (player, key)
);
CREATE TABLE registration_code (code TEXT PRIMARY KEY, created_at BIGINT NOT NULL, used_by TEXT);
CREATE TABLE rating (
    player TEXT NOT NULL, pool TEXT NOT NULL, rating DOUBLE PRECISION NOT NULL, deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL, games BIGINT NOT NULL, rated_at BIGINT NOT NULL, PRIMARY KEY (player, pool)
);
CREATE INDEX rating_order ON rating (pool, rating);
CREATE TABLE rated_game (
    room TEXT PRIMARY KEY, number BIGINT NOT NULL UNIQUE, pool TEXT NOT NULL, first TEXT NOT NULL, second TEXT NOT NULL,
    winner TEXT NOT NULL, ended_at BIGINT NOT NULL, plies BIGINT NOT NULL, opening TEXT NOT NULL,
    advantage DOUBLE PRECISION NOT NULL, uncounted TEXT, first_before DOUBLE PRECISION NOT NULL,
    first_after DOUBLE PRECISION NOT NULL, second_before DOUBLE PRECISION NOT NULL, second_after DOUBLE PRECISION NOT NULL
);
CREATE INDEX rated_game_first ON rated_game (first, pool, number);
CREATE INDEX rated_game_second ON rated_game (second, pool, number);
";

/// Leagues of the Lab: the request, and every finished game. A league that runs has a row in `job` besides.
const LEAGUES: &str = "
CREATE TABLE league (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, body TEXT NOT NULL, created_at BIGINT NOT NULL, stopped BIGINT NOT NULL
);
CREATE INDEX league_owner ON league (owner, created_at);
CREATE TABLE league_game (
    league TEXT NOT NULL REFERENCES league (id) ON DELETE CASCADE, number BIGINT NOT NULL, winner TEXT NOT NULL,
    cause TEXT NOT NULL, plies BIGINT NOT NULL, setup TEXT, moves TEXT NOT NULL, pgn TEXT NOT NULL,
    PRIMARY KEY (league, number)
);
";

/// Tournaments: a row for lists, and a log of changes from which everything else follows.
const TOURNAMENTS: &str = "
CREATE TABLE tournament (
    id TEXT PRIMARY KEY, secret TEXT NOT NULL, owner TEXT NOT NULL, name TEXT NOT NULL, place TEXT NOT NULL,
    running BIGINT NOT NULL, touched_at BIGINT NOT NULL
);
CREATE INDEX tournament_touched ON tournament (touched_at);
CREATE INDEX tournament_owner ON tournament (owner);
CREATE TABLE tournament_event (
    tournament TEXT NOT NULL REFERENCES tournament (id) ON DELETE CASCADE, seq BIGINT NOT NULL, at BIGINT NOT NULL,
    made_by TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (tournament, seq)
);
";

/// Private profiles, and who follows whom.
const PROFILES: &str = "
ALTER TABLE account ADD COLUMN is_private BIGINT NOT NULL DEFAULT 0;
CREATE TABLE follow (
    player TEXT NOT NULL REFERENCES account (player) ON DELETE CASCADE,
    followed TEXT NOT NULL REFERENCES account (player) ON DELETE CASCADE, at BIGINT NOT NULL,
    PRIMARY KEY (player, followed)
);
CREATE INDEX follow_followed ON follow (followed);
CREATE INDEX seat_player ON seat (player);
";

/// Games that may be watched in the list of running games; talk of the two players of a game; blocks; reports to the operator.
///
/// Talk has no reference to its room: lines of a reported game stay until the report is closed. A report has the moves of its
/// game in coordinates and nobody's name.
const TALK: &str = "
ALTER TABLE account ADD COLUMN is_unlisted BIGINT NOT NULL DEFAULT 0;
ALTER TABLE room ADD COLUMN is_listed BIGINT NOT NULL DEFAULT 0;
UPDATE room SET is_listed = 1 WHERE pool IS NOT NULL;
CREATE TABLE block (
    player TEXT NOT NULL REFERENCES account (player) ON DELETE CASCADE,
    blocked TEXT NOT NULL REFERENCES account (player) ON DELETE CASCADE, at BIGINT NOT NULL,
    PRIMARY KEY (player, blocked)
);
CREATE INDEX block_blocked ON block (blocked);
CREATE TABLE talk (
    room TEXT NOT NULL, number BIGINT NOT NULL, side BIGINT NOT NULL, player TEXT NOT NULL, at BIGINT NOT NULL,
    phrase TEXT, body TEXT, PRIMARY KEY (room, number)
);
CREATE INDEX talk_player ON talk (player);
CREATE TABLE report (
    id TEXT PRIMARY KEY, reporter TEXT NOT NULL, reported TEXT NOT NULL, room TEXT, game TEXT, moves TEXT NOT NULL,
    reason TEXT NOT NULL, note TEXT NOT NULL, at BIGINT NOT NULL, closed_at BIGINT, verdict TEXT
);
CREATE INDEX report_open ON report (closed_at, at);
CREATE INDEX report_reporter ON report (reporter, at);
CREATE INDEX report_reported ON report (reported);
CREATE INDEX report_room ON report (room);
";

/// Bans, and the log of everything an operator did. The log has no references: it outlives accounts.
const OPERATOR: &str = "
CREATE TABLE ban (
    player TEXT PRIMARY KEY REFERENCES account (player) ON DELETE CASCADE, scope TEXT NOT NULL, until BIGINT,
    reason TEXT NOT NULL, at BIGINT NOT NULL
);
CREATE TABLE operator_act (
    number BIGINT PRIMARY KEY, at BIGINT NOT NULL, made_by TEXT NOT NULL, kind TEXT NOT NULL, player TEXT, handle TEXT,
    note TEXT NOT NULL
);
";

/// Index of the first migration that PostgreSQL accepts too; those before it are rewritten when that is needed.
const FIRST_PORTABLE: usize = 6;

/// Migrations that SQLite and PostgreSQL both accept, with the numbers of the versions they lead to.
pub fn portable_migrations() -> impl Iterator<Item = (usize, &'static str)> {
    MIGRATIONS.iter().enumerate().skip(FIRST_PORTABLE).map(|(index, step)| (index + 1, *step))
}

/// Refuses the database of a newer program without changing it: a read-only connection does not even recover the
/// write-ahead log that a crash left behind.
pub async fn refuse_newer(file: &Path) -> Result<(), StoreError> {
    let options = SqliteConnectOptions::new().filename(file).read_only(true);
    let mut connection = SqliteConnection::connect_with(&options).await?;
    let found = version(&mut connection).await;
    connection.close().await?;
    let (found, known) = (found?, MIGRATIONS.len() as i64);
    if found > known { Err(StoreError::Newer { found, known }) } else { Ok(()) }
}

/// Schema version of a database.
pub async fn version(connection: &mut SqliteConnection) -> Result<i64, StoreError> {
    let row = sqlx::query("PRAGMA user_version").fetch_one(connection).await?;
    Ok(row.try_get(0)?)
}

/// Applies pending migrations.
pub async fn migrate(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let found = version(connection).await?;
    for (index, step) in MIGRATIONS.iter().enumerate().skip(found.max(0) as usize) {
        let mut step_taken = connection.begin().await?;
        step_taken.execute(*step).await?;
        let version = format!("PRAGMA user_version = {}", index + 1);
        step_taken.execute(sqlx::AssertSqlSafe(version)).await?;
        step_taken.commit().await?;
    }
    Ok(())
}
