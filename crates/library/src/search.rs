//! Finding games: every wish narrows the list.

use std::ops::ControlFlow;

use sqlx::{QueryBuilder, Row, Sqlite};
use table::{GameResult, Notation, ReadLimits, ReadOptions, Record, read_file};

use crate::entry::{ending_number, ending_of};
use crate::names::{fold, has_chinese, unify_variants};
use crate::{Library, LibraryError};

/// What is looked for; empty wishes are none.
#[derive(Clone, Default, Debug)]
pub struct GameQuery {
    /// The owner's number, beside the house's games.
    pub owner: i64,
    /// Only the owner's own games.
    pub own: bool,
    /// The game.
    pub game: String,
    /// A player on either side, or an event: whatever bears these words.
    pub text: String,
    /// A player on either side.
    pub player: String,
    /// The event.
    pub event: String,
    /// Days from this one on: any beginning of `1997.11.16`.
    pub since: String,
    /// Days up to this one.
    pub until: String,
    /// How it ended.
    pub ending: Option<GameResult>,
    /// The opening's code or its beginning.
    pub code: String,
    /// The opening's name, or a part of it.
    pub opening: String,
    /// A position it went through, by its frozen key.
    pub key: Option<u64>,
    /// The folder.
    pub folder: Option<String>,
    /// A label.
    pub label: String,
    /// How many to skip.
    pub skip: u32,
    /// How many to give.
    pub count: u32,
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSummary {
    /// Its number.
    pub id: i64,
    /// The game.
    pub game: String,
    /// Whether it is the asker's own.
    pub own: bool,
    /// The players.
    pub players: [String; 2],
    /// The event.
    pub event: String,
    /// The place.
    pub site: String,
    /// The day.
    pub date: String,
    /// How it ended.
    pub ending: GameResult,
    /// The opening's code.
    pub code: String,
    /// Plies of the main line.
    pub plies: u32,
    /// Moves in all variations.
    pub moves: u32,
    /// The folder.
    pub folder: String,
    /// The labels.
    pub labels: Vec<String>,
}

/// A part of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// The games.
    pub games: Vec<GameSummary>,
    /// How many there are in all.
    pub total: i64,
}

/// What an owner's shelf looks like.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct LibraryOverview {
    /// Games of the house.
    pub shared: i64,
    /// Games of the owner.
    pub own: i64,
    /// Folders and how many games lie in them.
    pub folders: Vec<(String, i64)>,
    /// Labels in use.
    pub labels: Vec<String>,
}

const COLUMNS: &str = "g.id, g.game, g.owner, g.date, g.result, g.code, g.plies, g.moves, g.folder, g.labels,
    f.text AS first, s.text AS second, e.text AS event, p.text AS site";

const NAMED: &str = " JOIN library_name f ON f.id = g.first JOIN library_name s ON s.id = g.second
    JOIN library_name e ON e.id = g.event JOIN library_name p ON p.id = g.site";

impl Library {
    /// The games an ask finds, newest first.
    pub async fn search(&self, ask: &GameQuery) -> Result<Page, LibraryError> {
        let mut query = QueryBuilder::<Sqlite>::new("WITH ");
        let texts = ask.texts();
        for (number, text) in texts.iter().enumerate() {
            query.push("n").push(number).push(" AS MATERIALIZED ");
            names(&mut query, text);
            query.push(", ");
        }
        // Only numbers and days are gone through; names are fetched for what is shown.
        query.push("found AS MATERIALIZED (SELECT g.id, g.date FROM library_game g WHERE ");
        narrow(&mut query, ask);
        query.push(") SELECT (SELECT count(*) FROM found) AS total, ").push(COLUMNS);
        query
            .push(" FROM (SELECT id, date FROM found ORDER BY date DESC, id DESC LIMIT ")
            .push_bind(ask.count);
        query.push(" OFFSET ").push_bind(ask.skip).push(") h JOIN library_game g ON g.id = h.id").push(NAMED);
        query.push(" ORDER BY h.date DESC, h.id DESC");
        let rows = query.build().persistent(false).fetch_all(&self.readers).await?;
        let games = rows.iter().map(|row| found(row, ask.owner)).collect::<Result<_, sqlx::Error>>()?;
        let total = rows.first().map_or(Ok(ask.skip.into()), |row| row.try_get("total"))?;
        Ok(Page { games, total })
    }

    /// A game with its whole record, if the asker may see it.
    pub async fn game(
        &self,
        owner: i64,
        id: i64,
    ) -> Result<Option<(GameSummary, Box<dyn Record>)>, LibraryError> {
        let mut query = QueryBuilder::<Sqlite>::new("SELECT r.pgn, ");
        query.push(COLUMNS).push(" FROM library_game g JOIN library_record r ON r.game = g.id").push(NAMED);
        query.push(" WHERE g.id = ").push_bind(id).push(" AND g.owner IN (0, ").push_bind(owner).push(")");
        let Some(row) = query.build().fetch_optional(&self.readers).await? else { return Ok(None) };
        let listed = found(&row, owner)?;
        let record = read_back(&listed.game, row.try_get("pgn")?);
        Ok(record.map(|record| (listed, record)))
    }

    /// What an owner's shelf looks like.
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

fn split_labels(text: &str) -> Vec<String> {
    text.split(',').filter(|label| !label.is_empty()).map(str::to_owned).collect()
}

fn found(row: &sqlx::sqlite::SqliteRow, owner: i64) -> Result<GameSummary, sqlx::Error> {
    Ok(GameSummary {
        id: row.try_get("id")?,
        game: row.try_get("game")?,
        own: row.try_get::<i64, _>("owner")? == owner && owner != 0,
        players: [row.try_get("first")?, row.try_get("second")?],
        event: row.try_get("event")?,
        site: row.try_get("site")?,
        date: row.try_get("date")?,
        ending: ending_of(row.try_get("result")?),
        code: row.try_get("code")?,
        plies: row.try_get("plies")?,
        moves: row.try_get("moves")?,
        folder: row.try_get("folder")?,
        labels: split_labels(row.try_get("labels")?),
    })
}

/// Words as a pattern: signs that mean something to it are taken as they are.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

/// Names that bear these words.
fn names(query: &mut QueryBuilder<Sqlite>, text: &str) {
    query.push("(SELECT id FROM library_name WHERE ");
    let folded = fold(text);
    if has_chinese(text) {
        query
            .push("plain LIKE ")
            .push_bind(format!("%{}%", escaped(&unify_variants(text))))
            .push(" ESCAPE '\\'");
    } else if folded.is_empty() {
        // Signs alone are nobody's name.
        query.push("0");
    } else {
        query.push("folded LIKE ").push_bind(format!("% {}%", escaped(&folded))).push(" ESCAPE '\\'");
    }
    query.push(")");
}

impl GameQuery {
    /// The names looked for, in the order they are numbered: texts, then the player, then the event.
    fn texts(&self) -> Vec<&str> {
        let texts = self.text.split(',').map(str::trim);
        texts.chain([self.player.trim(), self.event.trim()]).filter(|text| !text.is_empty()).collect()
    }

    /// Whether few games are left by a position or a name alone.
    fn is_narrow(&self) -> bool {
        self.key.is_some() || !self.texts().is_empty()
    }
}

/// Adds the wishes of an ask.
fn narrow(query: &mut QueryBuilder<Sqlite>, ask: &GameQuery) {
    // The plus keeps the list of an owner's games from being gone through where a better way leads in.
    query.push(if ask.is_narrow() { "+g.owner" } else { "g.owner" });
    if ask.own {
        query.push(" = ").push_bind(ask.owner);
    } else {
        query.push(" IN (0, ").push_bind(ask.owner).push(")");
    }
    if let Some(key) = ask.key {
        query.push(" AND g.id IN (SELECT game FROM library_position WHERE key = ").push_bind(key as i64);
        query.push(" AND owner IN (0, ").push_bind(ask.owner).push("))");
    }
    if !ask.game.is_empty() {
        query.push(" AND g.game = ").push_bind(ask.game.clone());
    }
    let several = ask.text.split(',').filter(|text| !text.trim().is_empty()).count();
    for number in 0..ask.texts().len() {
        let player = format!("g.first IN n{number} OR g.second IN n{number}");
        let is_event = number >= several && (number > several || ask.player.trim().is_empty());
        query.push(" AND (").push(match (number < several, is_event) {
            (true, _) => format!("{player} OR g.event IN n{number}"),
            (false, true) => format!("g.event IN n{number}"),
            (false, false) => player,
        });
        query.push(")");
    }
    if !ask.since.is_empty() {
        query.push(" AND g.date >= ").push_bind(ask.since.clone());
    }
    if !ask.until.is_empty() {
        query.push(" AND g.date != '' AND g.date <= ").push_bind(format!("{}~", ask.until));
    }
    if let Some(ending) = ask.ending {
        query.push(" AND g.result = ").push_bind(ending_number(ending));
    }
    if !ask.code.is_empty() {
        query.push(" AND g.code LIKE ").push_bind(format!("{}%", escaped(&ask.code))).push(" ESCAPE '\\'");
    }
    if !ask.opening.is_empty() {
        let codes = crate::openings::codes_named(&ask.game, &ask.opening);
        query.push(" AND (g.game, g.code) IN (VALUES ('', '')");
        for (game, code) in codes {
            query.push(", (").push_bind(game).push(", ").push_bind(code).push(")");
        }
        query.push(")");
    }
    if let Some(folder) = &ask.folder {
        query.push(" AND g.folder = ").push_bind(folder.clone());
    }
    if !ask.label.is_empty() {
        query
            .push(" AND g.labels LIKE ")
            .push_bind(format!("%,{},%", escaped(&ask.label)))
            .push(" ESCAPE '\\'");
    }
}

/// A record as it was kept.
pub(crate) fn read_back(game: &str, pgn: &str) -> Option<Box<dyn Record>> {
    let ask = ReadOptions { game: Some(game), notation: Some(Notation::Uci), bounds: ReadLimits::LOCAL };
    let mut record = None;
    read_file(pgn.as_bytes(), &ask, &|| false, &mut |read| {
        record = Some(read.record);
        ControlFlow::Break(())
    });
    record
}
