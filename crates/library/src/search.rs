//! Game search: every criterion narrows the result.

use std::ops::ControlFlow;
use std::sync::Arc;

use sqlx::{QueryBuilder, Row, Sqlite, SqliteConnection};
use table::{GameResult, Notation, ReadLimits, ReadOptions, Record, read_file};

use crate::entry::{result_code, result_from_code};
use crate::names::{fold, has_chinese, unify_variants};
use crate::{Library, LibraryError};

/// Database steps between two checks whether a search is to stop: some milliseconds.
const STEPS_PER_POLL: i32 = 20_000;

/// Search criteria; empty ones do not apply.
#[derive(Clone, Default, Debug)]
pub struct GameQuery {
    /// Id of the owner, whose games are searched besides the shared ones.
    pub owner: i64,
    /// True to search the owner's games only.
    pub own: bool,
    /// Name of the game.
    pub game: String,
    /// Words in the name of a player or the event; text_count, separated by commas, must all match.
    pub text: String,
    /// Player on either side.
    pub player: String,
    /// Event.
    pub event: String,
    /// Earliest date: any prefix of `1997.11.16`.
    pub since: String,
    /// Latest date.
    pub until: String,
    /// Result.
    pub ending: Option<GameResult>,
    /// Opening code or a prefix of it.
    pub code: String,
    /// Opening name or a part of it.
    pub opening: String,
    /// Stable key of a position in the main line.
    pub key: Option<u64>,
    /// Folder.
    pub folder: Option<String>,
    /// Label.
    pub label: String,
    /// Number of games to skip.
    pub skip: u32,
    /// Maximum number of games to return.
    pub count: u32,
}

/// Game in a search result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSummary {
    /// Id.
    pub id: i64,
    /// Name of the game.
    pub game: String,
    /// True if it belongs to the requesting owner.
    pub own: bool,
    /// Players.
    pub players: [String; 2],
    /// Event.
    pub event: String,
    /// Site.
    pub site: String,
    /// Date.
    pub date: String,
    /// Result.
    pub ending: GameResult,
    /// Opening code.
    pub code: String,
    /// Number of plies of the main line.
    pub plies: u32,
    /// Number of moves in all variations.
    pub moves: u32,
    /// Folder.
    pub folder: String,
    /// Labels.
    pub labels: Vec<String>,
}

/// Page of a search result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// Games.
    pub games: Vec<GameSummary>,
    /// Total number of matches.
    pub total: i64,
}

/// Overview of the library for an owner.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct LibraryOverview {
    /// Number of shared games.
    pub shared: i64,
    /// Number of the owner's games.
    pub own: i64,
    /// Folders with their numbers of games.
    pub folders: Vec<(String, i64)>,
    /// Labels in use.
    pub labels: Vec<String>,
}

const COLUMNS: &str = "g.id, g.game, g.owner, g.date, g.result, g.code, g.plies, g.moves, g.folder, g.labels,
    f.text AS first, s.text AS second, e.text AS event, p.text AS site";

const JOIN_NAMES: &str = " JOIN library_name f ON f.id = g.first JOIN library_name s ON s.id = g.second
    JOIN library_name e ON e.id = g.event JOIN library_name p ON p.id = g.site";

impl Library {
    /// Games that match a query, newest first.
    pub async fn search(&self, criteria: &GameQuery) -> Result<Page, LibraryError> {
        self.search_until(criteria, || false).await
    }

    /// Games that match a query, newest first. `stop` is polled while the database works; once it returns true, the search
    /// ends with [`LibraryError::Stopped`].
    pub async fn search_until(
        &self,
        criteria: &GameQuery,
        stop: impl Fn() -> bool + Send + Sync + 'static,
    ) -> Result<Page, LibraryError> {
        let stop = Arc::new(stop);
        let polled = Arc::clone(&stop);
        let mut connection = self.readers.acquire().await?;
        connection.lock_handle().await?.set_progress_handler(STEPS_PER_POLL, move || !polled());
        let found = run_query(&mut connection, criteria).await;
        connection.lock_handle().await?.remove_progress_handler();
        match found {
            Err(LibraryError::Sql(sqlx::Error::Database(_))) if stop() => Err(LibraryError::Stopped),
            found => found,
        }
    }

    /// Game with its record, if the owner may see it.
    pub async fn game(
        &self,
        owner: i64,
        id: i64,
    ) -> Result<Option<(GameSummary, Box<dyn Record>)>, LibraryError> {
        let mut query = QueryBuilder::<Sqlite>::new("SELECT r.pgn, ");
        query
            .push(COLUMNS)
            .push(" FROM library_game g JOIN library_record r ON r.game = g.id")
            .push(JOIN_NAMES);
        query.push(" WHERE g.id = ").push_bind(id).push(" AND g.owner IN (0, ").push_bind(owner).push(")");
        let Some(row) = query.build().fetch_optional(&self.readers).await? else { return Ok(None) };
        let summary = summary_from_row(&row, owner)?;
        let record = read_back(&summary.game, row.try_get("pgn")?);
        Ok(record.map(|record| (summary, record)))
    }

    /// Overview of the library for an owner.
    pub async fn overview(&self, owner: i64) -> Result<LibraryOverview, LibraryError> {
        let own = if owner == 0 { 0 } else { self.count(owner).await? };
        let rows = sqlx::query(
            "SELECT folder, count(*) FROM library_game WHERE owner = ? GROUP BY folder ORDER BY folder",
        )
        .bind(owner)
        .fetch_all(&self.readers)
        .await?;
        let folders = rows
            .iter()
            .map(|row| Ok((row.try_get(0)?, row.try_get(1)?)))
            .collect::<Result<_, sqlx::Error>>()?;
        let rows = sqlx::query("SELECT DISTINCT labels FROM library_game WHERE owner = ? AND labels != ''")
            .bind(owner)
            .fetch_all(&self.readers)
            .await?;
        let mut labels = Vec::new();
        for row in &rows {
            labels.extend(split_labels(row.try_get(0)?));
        }
        labels.sort_unstable();
        labels.dedup();
        Ok(LibraryOverview { shared: self.count(0).await?, own, folders, labels })
    }
}

/// Runs a search on a connection.
async fn run_query(connection: &mut SqliteConnection, criteria: &GameQuery) -> Result<Page, LibraryError> {
    let mut query = QueryBuilder::<Sqlite>::new("WITH ");
    let texts = criteria.texts();
    for (number, text) in texts.iter().enumerate() {
        query.push("n").push(number).push(" AS MATERIALIZED ");
        push_name_subquery(&mut query, text);
        query.push(", ");
    }
    // The search scans ids and dates only; names are fetched for the page that is returned.
    query.push("found AS MATERIALIZED (SELECT g.id, g.date FROM library_game g WHERE ");
    push_criteria(&mut query, criteria);
    query.push(") SELECT (SELECT count(*) FROM found) AS total, ").push(COLUMNS);
    query
        .push(" FROM (SELECT id, date FROM found ORDER BY date DESC, id DESC LIMIT ")
        .push_bind(criteria.count);
    query
        .push(" OFFSET ")
        .push_bind(criteria.skip)
        .push(") h JOIN library_game g ON g.id = h.id")
        .push(JOIN_NAMES);
    query.push(" ORDER BY h.date DESC, h.id DESC");
    let rows = query.build().persistent(false).fetch_all(connection).await?;
    let games =
        rows.iter().map(|row| summary_from_row(row, criteria.owner)).collect::<Result<_, sqlx::Error>>()?;
    let total = rows.first().map_or(Ok(criteria.skip.into()), |row| row.try_get("total"))?;
    Ok(Page { games, total })
}

fn split_labels(text: &str) -> Vec<String> {
    text.split(',').filter(|label| !label.is_empty()).map(str::to_owned).collect()
}

fn summary_from_row(row: &sqlx::sqlite::SqliteRow, owner: i64) -> Result<GameSummary, sqlx::Error> {
    Ok(GameSummary {
        id: row.try_get("id")?,
        game: row.try_get("game")?,
        own: row.try_get::<i64, _>("owner")? == owner && owner != 0,
        players: [row.try_get("first")?, row.try_get("second")?],
        event: row.try_get("event")?,
        site: row.try_get("site")?,
        date: row.try_get("date")?,
        ending: result_from_code(row.try_get("result")?),
        code: row.try_get("code")?,
        plies: row.try_get("plies")?,
        moves: row.try_get("moves")?,
        folder: row.try_get("folder")?,
        labels: split_labels(row.try_get("labels")?),
    })
}

/// Escapes the special characters of a LIKE pattern.
fn escape_like(text: &str) -> String {
    text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

/// Adds a subquery of the names that match these words.
fn push_name_subquery(query: &mut QueryBuilder<Sqlite>, text: &str) {
    query.push("(SELECT id FROM library_name WHERE ");
    let folded = fold(text);
    if has_chinese(text) {
        query
            .push("plain LIKE ")
            .push_bind(format!("%{}%", escape_like(&unify_variants(text))))
            .push(" ESCAPE '\\'");
    } else if folded.is_empty() {
        // Punctuation alone matches no name.
        query.push("0");
    } else {
        query.push("folded LIKE ").push_bind(format!("% {}%", escape_like(&folded))).push(" ESCAPE '\\'");
    }
    query.push(")");
}

impl GameQuery {
    /// Names searched for, in the order of their subqueries: texts, then the player, then the event.
    fn texts(&self) -> Vec<&str> {
        let texts = self.text.split(',').map(str::trim);
        texts.chain([self.player.trim(), self.event.trim()]).filter(|text| !text.is_empty()).collect()
    }

    /// Returns true if a position or name criterion already makes the result small.
    fn is_selective(&self) -> bool {
        self.key.is_some() || !self.texts().is_empty()
    }
}

/// Adds the criteria of a query.
fn push_criteria(query: &mut QueryBuilder<Sqlite>, criteria: &GameQuery) {
    // The unary plus keeps SQLite from scanning the owner index when another index is more selective.
    query.push(if criteria.is_selective() { "+g.owner" } else { "g.owner" });
    if criteria.own {
        query.push(" = ").push_bind(criteria.owner);
    } else {
        query.push(" IN (0, ").push_bind(criteria.owner).push(")");
    }
    if let Some(key) = criteria.key {
        query.push(" AND g.id IN (SELECT game FROM library_position WHERE key = ").push_bind(key as i64);
        query.push(" AND owner IN (0, ").push_bind(criteria.owner).push("))");
    }
    if !criteria.game.is_empty() {
        query.push(" AND g.game = ").push_bind(criteria.game.clone());
    }
    let text_count = criteria.text.split(',').filter(|text| !text.trim().is_empty()).count();
    for number in 0..criteria.texts().len() {
        let player = format!("g.first IN n{number} OR g.second IN n{number}");
        let is_event = number >= text_count && (number > text_count || criteria.player.trim().is_empty());
        query.push(" AND (").push(match (number < text_count, is_event) {
            (true, _) => format!("{player} OR g.event IN n{number}"),
            (false, true) => format!("g.event IN n{number}"),
            (false, false) => player,
        });
        query.push(")");
    }
    if !criteria.since.is_empty() {
        query.push(" AND g.date >= ").push_bind(criteria.since.clone());
    }
    if !criteria.until.is_empty() {
        query.push(" AND g.date != '' AND g.date <= ").push_bind(format!("{}~", criteria.until));
    }
    if let Some(ending) = criteria.ending {
        query.push(" AND g.result = ").push_bind(result_code(ending));
    }
    if !criteria.code.is_empty() {
        query
            .push(" AND g.code LIKE ")
            .push_bind(format!("{}%", escape_like(&criteria.code)))
            .push(" ESCAPE '\\'");
    }
    if !criteria.opening.is_empty() {
        let codes = crate::openings::codes_named(&criteria.game, &criteria.opening);
        query.push(" AND (g.game, g.code) IN (VALUES ('', '')");
        for (game, code) in codes {
            query.push(", (").push_bind(game).push(", ").push_bind(code).push(")");
        }
        query.push(")");
    }
    if let Some(folder) = &criteria.folder {
        query.push(" AND g.folder = ").push_bind(folder.clone());
    }
    if !criteria.label.is_empty() {
        query
            .push(" AND g.labels LIKE ")
            .push_bind(format!("%,{},%", escape_like(&criteria.label)))
            .push(" ESCAPE '\\'");
    }
}

/// Parses a stored record.
pub(crate) fn read_back(game: &str, pgn: &str) -> Option<Box<dyn Record>> {
    let options = ReadOptions { game: Some(game), notation: Some(Notation::Uci), bounds: ReadLimits::LOCAL };
    let mut record = None;
    read_file(pgn.as_bytes(), &options, &|| false, &mut |read| {
        record = Some(read.record);
        ControlFlow::Break(())
    });
    record
}
