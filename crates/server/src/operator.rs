//! The operator: bans in memory, acts that a running server follows, and the key of the operator's page.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use axum::http::StatusCode;
use game::Message;

use crate::app::App;
use crate::calendar;
use crate::http::error::Error;
use crate::http::guard::Caller;
use crate::ids;
use crate::room::RoomMessage;
use crate::store::{BanRow, BanScope, OperatorActRow, StoreError, create_private};

/// Interval at which the operator's log is looked at.
const INTERVAL: Duration = Duration::from_secs(1);

/// Bans, as known since the last look.
#[derive(Default)]
pub struct Bans(RwLock<HashMap<String, BanRow>>);

impl Bans {
    /// Replaces all bans.
    fn set(&self, rows: Vec<BanRow>) {
        let bans = rows.into_iter().map(|row| (row.player.clone(), row)).collect();
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = bans;
    }

    /// Ban of a player that has not ended.
    pub fn of(&self, player: &str) -> Option<BanRow> {
        let bans = self.0.read().unwrap_or_else(PoisonError::into_inner);
        bans.get(player).filter(|ban| ban.until.is_none_or(|until| until > ids::now())).cloned()
    }

    /// Refuses a player who is banned from a scope or from more.
    pub fn check(&self, player: &str, scope: BanScope) -> Result<(), Error> {
        let Some(ban) = self.of(player).filter(|ban| scope == BanScope::Rated || ban.scope == BanScope::All)
        else {
            return Ok(());
        };
        let code = match (scope, ban.until) {
            (BanScope::Rated, None) => "banned_rated",
            (BanScope::Rated, Some(_)) => "banned_rated_until",
            (BanScope::All, None) => "banned_account",
            (BanScope::All, Some(_)) => "banned_account_until",
        };
        let mut message = Message::new(code).text("reason", ban.reason);
        if let Some(until) = ban.until {
            message = message.text("date", calendar::date(until));
        }
        Err(Error::new(StatusCode::FORBIDDEN, &message))
    }
}

/// Refuses a caller who may not play rated games: without an account, or banned.
pub fn require_rated(app: &App, caller: &Caller) -> Result<(), Error> {
    if caller.session.is_none() {
        return Err(Error::new(StatusCode::FORBIDDEN, &Message::new("rated_account")));
    }
    app.bans.check(&caller.player, BanScope::Rated)
}

/// Reads the bans. Returns the number of the last act that they contain.
pub async fn load_bans(app: &App) -> Result<i64, StoreError> {
    let number = app.store.last_operator_act().await?;
    app.bans.set(app.store.bans().await?);
    Ok(number)
}

/// Follows the acts of the operator, whoever wrote them: the server's page, or `kydai admin` beside the server.
pub async fn follow_acts(app: App, mut known: i64) {
    loop {
        tokio::time::sleep(INTERVAL).await;
        let acts = match app.store.operator_acts_after(known).await {
            Ok(acts) => acts,
            Err(error) => {
                tracing::warn!(%error, "cannot read the operator's acts");
                continue;
            }
        };
        for act in acts {
            if let Err(error) = follow_act(&app, &act).await {
                tracing::error!(%error, number = act.number, "cannot follow an act of the operator");
            }
            tracing::info!(kind = act.kind, handle = act.handle, "act of the operator");
            known = act.number;
        }
    }
}

/// Brings what is in memory in line with an act.
async fn follow_act(app: &App, act: &OperatorActRow) -> Result<(), StoreError> {
    let Some(player) = &act.player else { return Ok(()) };
    match act.kind.as_str() {
        "ban" | "unban" => {
            app.bans.set(app.store.bans().await?);
            if act.kind == "ban" {
                app.seeks.dismiss(player);
            }
            if app.bans.of(player).is_some_and(|ban| ban.scope == BanScope::All) {
                app.people.end_player(player);
            }
        }
        "reset_password" => app.people.end_player(player),
        "rename" | "clear_name" => {
            if let Some(account) = app.store.account(player).await? {
                let rooms = app.store.rooms_with(player).await?;
                app.lobby.rename(&rooms, player, player, Some((account.name, Some(account.handle)))).await;
            }
        }
        "close" => {
            let tombstone = &act.note;
            app.bans.set(app.store.bans().await?);
            app.seeks.dismiss(player);
            app.people.end_player(player);
            app.people.forget(player);
            let rooms = app.store.rooms_with(tombstone).await?;
            app.lobby.rename(&rooms, player, tombstone, Some((None, None))).await;
            for room in app.store.running_games(tombstone).await? {
                let _ = app.lobby.send(app, &room, RoomMessage::Leave(tombstone.clone())).await;
            }
        }
        _ => {}
    }
    Ok(())
}

/// File with the key of the operator's page.
pub fn key_file(database: &Path) -> PathBuf {
    database.with_file_name("operator.key")
}

/// Key of the operator's page; created when there is none, or anew.
pub fn key(database: &Path, renew: bool) -> Result<String, std::io::Error> {
    let file = key_file(database);
    if !renew && let Some(known) = read_key(database) {
        // Somebody may have widened the permissions.
        create_private(&file)?;
        return Ok(known);
    }
    let key = ids::invitation();
    create_private(&file)?;
    std::fs::write(&file, format!("{key}\n"))?;
    Ok(key)
}

fn read_key(database: &Path) -> Option<String> {
    let text = std::fs::read_to_string(key_file(database)).ok()?;
    let key = text.trim();
    (key.len() >= 20).then(|| key.to_owned())
}

/// Returns true if a text is the key. Hashes are compared, so that the time tells nothing about the key.
pub fn is_key(database: &Path, tried: &str) -> bool {
    read_key(database).is_some_and(|key| ids::player(&key) == ids::player(tried))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bans_end_and_are_from_rated_games_or_everything() {
        let bans = Bans::default();
        let ban = |player: &str, scope, until| BanRow {
            player: player.to_owned(),
            handle: player.to_owned(),
            scope,
            until,
            reason: String::new(),
            at: 0,
        };
        bans.set(vec![
            ban("an", BanScope::Rated, None),
            ban("binh", BanScope::All, Some(ids::now() + 60_000)),
            ban("chau", BanScope::All, Some(ids::now() - 1)),
        ]);
        let refused = |player: &str, scope| bans.check(player, scope).is_err();
        assert!(refused("an", BanScope::Rated) && !refused("an", BanScope::All));
        assert!(refused("binh", BanScope::Rated) && refused("binh", BanScope::All));
        assert!(!refused("chau", BanScope::All) && !refused("dung", BanScope::Rated));
    }

    #[cfg(unix)]
    #[test]
    fn the_key_is_private_and_stays_until_it_is_renewed() {
        use std::os::unix::fs::PermissionsExt;
        let folder = std::env::temp_dir().join(format!("kydai-key-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a directory");
        let database = folder.join("kydai.sqlite");
        assert!(!is_key(&database, ""), "without a key there is no page");
        let first = key(&database, false).expect("written");
        let mode = std::fs::metadata(key_file(&database)).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert_eq!(key(&database, false).expect("read"), first);
        assert!(is_key(&database, &first) && !is_key(&database, "x"));
        let second = key(&database, true).expect("written");
        assert!(second != first && !is_key(&database, &first) && is_key(&database, &second));
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
