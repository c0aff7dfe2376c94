//! Games of a tournament on this server: a room for each board whose players are here, no-show forfeits, and results that come
//! back.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::state::{Board, Participant, Round, Section, TournamentState};
use super::{OpenTournament, TournamentError, engines};
use crate::app::App;
use crate::ids;
use crate::new_game::{create_room, rulebook};
use crate::room::{Occupant, RoomMessage};
use crate::store::WriteJob;
use crate::wire::{BoardResult, NewGame, OnlineGames, Player, TournamentAct, UndoChoice};

/// Interval at which running games are looked at.
const INTERVAL: Duration = Duration::from_secs(1);
/// Least time of a move between engines, in milliseconds.
const ENGINE_PACE: u32 = 50;
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
                if section.is_between_engines(found) {
                    // Engines play although nobody watches.
                    let _ = app.lobby.send(app, room, RoomMessage::Attend).await;
                }
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
    let state = tournament.act(app, SERVER, None, &acts).await?;
    let due = state.sections.iter().filter(|(_, section)| section.is_due()).map(|(&number, _)| number);
    for number in due.collect::<Vec<u32>>() {
        tournament.go_on(app, number, state.seq).await?;
    }
    Ok(())
}

impl Section {
    /// True for a board between two engines.
    fn is_between_engines(&self, board: &Board) -> bool {
        [board.first, board.second]
            .iter()
            .all(|&number| self.player(number).is_some_and(|player| !player.entrant.engine.is_empty()))
    }
}

/// Result of a game that has ended, or that a player did not begin in time.
async fn result_of(
    app: &App,
    section: &Section,
    round: &Round,
    board: &Board,
    room: &str,
) -> Result<Option<BoardResult>, TournamentError> {
    let Some((winner, touched_at, plies)) = app.store.room_result(room).await? else { return Ok(None) };
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
    // After a restart everybody has the whole time again, and so has the second player after the first move.
    let moved_at = if plies == 1 { touched_at } else { 0 };
    let begun = round.starts_at.unwrap_or(i64::MAX).max(app.start_times.started_at).max(moved_at);
    let due = begun.saturating_add(limit);
    if plies >= 2 || ids::now() < due {
        return Ok(None);
    }
    let absent = section.player([board.first, board.second][absent_side]);
    if absent.is_some_and(|player| !player.entrant.engine.is_empty()) {
        // An engine waits for its turn at the scheduler.
        return Ok(None);
    }
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
                match open_room(app, online, [first, second], owner).await {
                    Ok(Some(room)) => acts.push(TournamentAct::Room { section: number, round, board, room }),
                    Ok(None) => {}
                    // The board stays for the arbiter; the others are opened.
                    Err(TournamentError::Refused(message)) => {
                        tracing::warn!(tournament = %self.id, round, board, %message, "a game cannot be opened");
                    }
                    Err(error) => return Err(error),
                }
            }
        }
        self.act(app, SERVER, None, &acts).await
    }

    /// Pairs and publishes the next round of a section, or ends it after the last one.
    async fn go_on(&self, app: &App, section: u32, seq: u64) -> Result<(), TournamentError> {
        if self.stuck_at.load(Ordering::Relaxed) == seq {
            return Ok(());
        }
        let state = self.state().await;
        let Some(found) = state.sections.get(&section) else { return Ok(()) };
        let round = found.next_round();
        if round > found.rounds_planned() {
            self.act(app, SERVER, None, &[TournamentAct::Close { section, closed: true }]).await?;
            return Ok(());
        }
        let publish = TournamentAct::Publish { section, round, starts_at: None };
        let paired = match self.pair(app, SERVER, section).await {
            Ok(_) => self.act(app, SERVER, None, &[publish]).await.map(|_| ()),
            Err(error) => Err(error),
        };
        match paired {
            Ok(()) => self.open_rooms(app, &self.owner).await.map(|_| ()),
            Err(TournamentError::Refused(message)) => {
                // The organizer has to decide; the next change is another chance.
                tracing::info!(tournament = %self.id, section, %message, "the next round cannot be paired");
                self.stuck_at.store(seq, Ordering::Relaxed);
                Ok(())
            }
            Err(error) => Err(error),
        }
    }
}

/// True if a player can sit down at a board of this server.
fn is_here(player: &Participant) -> bool {
    !player.entrant.engine.is_empty() || player.joined.is_some()
}

/// Creates the game of two players; `None` if one of them is not here.
async fn open_room(
    app: &App,
    online: &OnlineGames,
    players: [&Participant; 2],
    owner: &str,
) -> Result<Option<String>, TournamentError> {
    if !players.iter().all(|player| is_here(player)) {
        return Ok(None);
    }
    let book = rulebook(&online.game)?;
    let mut occupants: [Option<Occupant>; 2] = [None, None];
    let mut accounts = 0;
    for (place, player) in players.into_iter().enumerate() {
        if !player.entrant.engine.is_empty() {
            occupants[place] = Some(engines::occupant(app, book, &player.entrant.engine)?);
            continue;
        }
        let Some(joined) = &player.joined else { continue };
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
    let is_engine = |occupant: &Option<Occupant>| occupant.as_ref().is_some_and(Occupant::is_machine);
    let people = !occupants.iter().any(is_engine);
    // Between engines there is no clock: they wait for their turns at the scheduler.
    let clock = (!occupants.iter().all(is_engine)).then_some(online.clock);
    let asked = NewGame {
        game: online.game.clone(),
        options: Default::default(),
        one: Player::Me,
        other: Player::Link,
        color: None,
        starts: None,
        handicap: None,
        clock,
        other_clock: None,
        undo: Some(UndoChoice::Never),
        setup: None,
        moves: Vec::new(),
        rated: (online.rated && people && accounts == 2).then_some(true),
        listed: Some(true),
        delay: None,
        // A tournament has its own rule for absent players.
        first_move: Some(false),
        pace_ms: clock.is_none().then_some(ENGINE_PACE),
    };
    let caller = caller.as_deref().unwrap_or(owner);
    let created = create_room(&asked, caller, None, occupants, &app.run_id)?;
    let room = created.row.id.clone();
    app.store.write(WriteJob::Create(Box::new(created.row))).await?;
    let _ = app.lobby.inbox(app, &room).await;
    Ok(Some(room))
}
