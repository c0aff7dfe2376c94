//! Games of a tournament on this server: a room for each board whose players are here, no-show forfeits, and results that come
//! back.

use std::time::Duration;

use super::state::{Board, Participant, Round, Section, TournamentState};
use super::{OpenTournament, TournamentError};
use crate::app::App;
use crate::ids;
use crate::new_game::create_room;
use crate::room::{Occupant, RoomMessage};
use crate::store::WriteJob;
use crate::wire::{BoardResult, NewGame, OnlineGames, Player, TournamentAct, UndoChoice};

/// Interval at which running games are looked at.
const INTERVAL: Duration = Duration::from_secs(1);
/// Name in the log of changes that the server makes.
const SERVER: &str = "Kỳ Đài";

/// Takes results of games over, and forfeits the games of players who did not come. Runs until the server ends.
pub async fn watch_games(app: App) {
    let mut ticks = tokio::time::interval(INTERVAL);
    loop {
        ticks.tick().await;
        let running = match app.store.running_tournaments().await {
            Ok(running) => running,
            Err(error) => {
                tracing::warn!(%error, "cannot read the running tournaments");
                continue;
            }
        };
        for id in running {
            if let Err(error) = watch_tournament(&app, &id).await {
                tracing::warn!(tournament = %id, ?error, "cannot take over results");
            }
        }
    }
}

async fn watch_tournament(app: &App, id: &str) -> Result<(), TournamentError> {
    let tournament = app.tournaments.open(app, id).await?;
    let state = tournament.state().await;
    let mut acts = Vec::new();
    for (&number, section) in &state.sections {
        for (round, paired) in (1..).zip(&section.rounds) {
            for (board, found) in (1..).zip(&paired.boards) {
                let Some(room) = found.room.as_deref().filter(|_| found.result.is_none()) else { continue };
                let result = result_of(app, section, paired, found, room).await?;
                acts.extend(result.map(|result| TournamentAct::Result {
                    section: number,
                    round,
                    board,
                    result: Some(result),
                }));
            }
        }
    }
    tournament.act(app, SERVER, None, &acts).await?;
    Ok(())
}

/// Result of a game that has ended, or that a player did not begin in time.
async fn result_of(
    app: &App,
    section: &Section,
    round: &Round,
    board: &Board,
    room: &str,
) -> Result<Option<BoardResult>, TournamentError> {
    let Some((winner, _, plies)) = app.store.room_result(room).await? else { return Ok(None) };
    // The side that has not moved yet did not come.
    let absent_side = usize::from(plies == 1);
    let by_forfeit = [BoardResult::SecondByForfeit, BoardResult::FirstByForfeit][absent_side];
    match winner.as_deref() {
        Some("first") if plies < 2 => return Ok(Some(BoardResult::FirstByForfeit)),
        Some("second") if plies < 2 => return Ok(Some(BoardResult::SecondByForfeit)),
        Some("first") => return Ok(Some(BoardResult::First)),
        Some("second") => return Ok(Some(BoardResult::Second)),
        Some(_) if plies >= 2 => return Ok(Some(BoardResult::Draw)),
        // A game that was aborted is left to the arbiter.
        Some(_) => return Ok(None),
        None => {}
    }
    let limit =
        section.settings.online.as_ref().map_or(i64::MAX, |online| i64::from(online.no_show_seconds) * 1_000);
    // After a restart everybody has the whole time again.
    let begun = round.starts_at.unwrap_or(i64::MAX).max(app.start_times.started_at);
    let due = begun.saturating_add(limit);
    if plies >= 2 || ids::now() < due {
        return Ok(None);
    }
    let absent = section.player([board.first, board.second][absent_side]);
    if let Some(player) = absent.and_then(|player| player.joined.clone()) {
        // The game itself ends too.
        let _ = app.lobby.send(app, room, RoomMessage::Leave(player)).await;
    }
    Ok(Some(by_forfeit))
}

impl OpenTournament {
    /// Opens the games of published boards whose players are here and that have none yet.
    pub async fn open_rooms(&self, app: &App, owner: &str) -> Result<TournamentState, TournamentError> {
        let state = self.state().await;
        let mut acts = Vec::new();
        for (&number, section) in &state.sections {
            let Some(online) = &section.settings.online else { continue };
            let round = section.published();
            let Some(paired) = section.round(round) else { continue };
            for (board, found) in (1..).zip(&paired.boards) {
                if found.room.is_some() || found.result.is_some() {
                    continue;
                }
                let (Some(first), Some(second)) = (section.player(found.first), section.player(found.second))
                else {
                    continue;
                };
                if let Some(room) = open_room(app, online, [first, second], owner).await? {
                    acts.push(TournamentAct::Room { section: number, round, board, room });
                }
            }
        }
        self.act(app, SERVER, None, &acts).await
    }
}

fn seat(player: &Participant) -> Option<Player> {
    if !player.entrant.engine.is_empty() {
        return Some(Player::Engine { engine: player.entrant.engine.clone() });
    }
    player.joined.as_ref().map(|_| Player::Link)
}

/// Creates the game of two players; `None` if one of them is not here.
async fn open_room(
    app: &App,
    online: &OnlineGames,
    players: [&Participant; 2],
    owner: &str,
) -> Result<Option<String>, TournamentError> {
    let (Some(mut one), Some(mut other)) = (seat(players[0]), seat(players[1])) else { return Ok(None) };
    let mut occupants: [Option<Occupant>; 2] = [None, None];
    let mut accounts = 0;
    for (place, player) in players.into_iter().enumerate() {
        let Some(joined) = player.joined.as_ref().filter(|_| player.entrant.engine.is_empty()) else {
            continue;
        };
        let account = app.store.account(joined).await?;
        accounts += usize::from(account.is_some());
        occupants[place] = Some(Occupant::Person {
            player: joined.clone(),
            name: Some(player.entrant.name.chars().take(40).collect()),
            handle: account.map(|account| account.handle),
        });
    }
    // One of the people stands for the caller, as in any new game.
    let caller = occupants.iter().flatten().find_map(|one| one.player().map(str::to_owned));
    if one == Player::Link {
        one = Player::Me;
    } else if other == Player::Link {
        other = Player::Me;
    }
    let people = occupants.iter().flatten().count() == 2;
    let asked = NewGame {
        game: online.game.clone(),
        options: Default::default(),
        one,
        other,
        color: None,
        starts: None,
        handicap: None,
        clock: Some(online.clock),
        other_clock: None,
        undo: Some(UndoChoice::Never),
        setup: None,
        moves: Vec::new(),
        rated: (online.rated && people && accounts == 2).then_some(true),
        listed: Some(true),
        delay: None,
        // A tournament has its own rule for absent players.
        first_move: Some(false),
        pace_ms: None,
    };
    let caller = caller.as_deref().unwrap_or(owner);
    let created = create_room(&asked, caller, None, occupants, &app.run_id)?;
    let room = created.row.id.clone();
    app.store.write(WriteJob::Create(Box::new(created.row))).await?;
    let _ = app.lobby.inbox(app, &room).await;
    Ok(Some(room))
}
