//! State of a tournament: what its log of changes adds up to. Applying a change cannot fail; [`super::check`] refuses changes
//! before they are stored.

use std::collections::BTreeMap;

use crate::wire::{
    BoardResult, ByeChoice, Entrant, PairingSystem, SectionSettings, Side, TournamentAct, TournamentRole,
};

/// A tournament with its sections.
#[derive(Clone, Debug, Default)]
pub struct TournamentState {
    /// Name.
    pub name: String,
    /// Place and date.
    pub place: String,
    /// Text for the players.
    pub notes: String,
    /// Officials: identity, name and right.
    pub officials: Vec<(String, String, TournamentRole)>,
    /// Number of times the rights of an official were taken back; each time arbiters get a new link.
    pub dismissals: u32,
    /// Sections by number.
    pub sections: BTreeMap<u32, Section>,
    /// Number of changes so far.
    pub seq: u64,
}

/// Section: one list of players with its own pairings.
#[derive(Clone, Debug)]
pub struct Section {
    /// Settings.
    pub settings: SectionSettings,
    /// Players; start number `n` is at `n - 1`.
    pub players: Vec<Participant>,
    /// Rounds; only the last may be unpublished.
    pub rounds: Vec<Round>,
    /// Start numbers that are kept apart.
    pub forbidden: Vec<Vec<u32>>,
    /// Level knockout matches that the organizer has decided: winner and loser.
    pub decisions: Vec<(u32, u32)>,
    /// True after its end.
    pub closed: bool,
}

/// Player of a section.
#[derive(Clone, Debug, Default)]
pub struct Participant {
    /// Data.
    pub entrant: Entrant,
    /// First round.
    pub from_round: u32,
    /// First round after a withdrawal.
    pub withdrawn_from: Option<u32>,
    /// Byes asked for.
    pub byes: BTreeMap<u32, ByeChoice>,
    /// Fouls by round.
    pub fouls: BTreeMap<u32, u32>,
    /// Identity of the player on this server.
    pub joined: Option<String>,
}

/// Round of a section.
#[derive(Clone, Debug, Default)]
pub struct Round {
    /// Boards in order.
    pub boards: Vec<Board>,
    /// Player with the pairing-allocated bye.
    pub bye: Option<u32>,
    /// True if the pairing was changed by hand.
    pub by_hand: bool,
    /// Time of publication.
    pub published_at: Option<i64>,
    /// Start of the games.
    pub starts_at: Option<i64>,
}

/// Board of a round.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// Moves first.
    pub first: u32,
    /// Moves second.
    pub second: u32,
    /// Result.
    pub result: Option<BoardResult>,
    /// Results as reported by the first and the second player.
    pub proposed: [Option<BoardResult>; 2],
    /// Game on this server.
    pub room: Option<String>,
}

impl Participant {
    /// True if the player is not to be paired in a round.
    pub fn is_absent(&self, round: u32) -> bool {
        round < self.from_round
            || self.withdrawn_from.is_some_and(|from| round >= from)
            || self.byes.contains_key(&round)
    }
}

impl Section {
    /// New section without players.
    pub fn new(settings: SectionSettings) -> Self {
        Self {
            settings,
            players: Vec::new(),
            rounds: Vec::new(),
            forbidden: Vec::new(),
            decisions: Vec::new(),
            closed: false,
        }
    }

    /// Player with a start number.
    pub fn player(&self, number: u32) -> Option<&Participant> {
        self.players.get(usize::try_from(number.checked_sub(1)?).ok()?)
    }

    fn player_mut(&mut self, number: u32) -> Option<&mut Participant> {
        self.players.get_mut(usize::try_from(number.checked_sub(1)?).ok()?)
    }

    /// Name of a player.
    pub fn name_of(&self, number: u32) -> &str {
        self.player(number).map_or("", |player| player.entrant.name.as_str())
    }

    /// Round, from 1.
    pub fn round(&self, round: u32) -> Option<&Round> {
        self.rounds.get((round as usize).checked_sub(1)?)
    }

    /// Board of a round; both from 1.
    pub fn board(&self, round: u32, board: u32) -> Option<&Board> {
        self.round(round)?.boards.get((board as usize).checked_sub(1)?)
    }

    fn board_mut(&mut self, round: u32, board: u32) -> Option<&mut Board> {
        let round = self.rounds.get_mut((round as usize).checked_sub(1)?)?;
        round.boards.get_mut((board as usize).checked_sub(1)?)
    }

    /// Number of published rounds.
    pub fn published(&self) -> u32 {
        self.rounds.iter().filter(|round| round.published_at.is_some()).count() as u32
    }

    /// Number of the round to pair next, or of the draft.
    pub fn next_round(&self) -> u32 {
        self.published() + 1
    }

    /// Rounds planned. A round robin has as many as its players need, a knockout one more until it is decided.
    pub fn rounds_planned(&self) -> u32 {
        let players = self.players.iter().filter(|player| player.from_round <= 1).count() as u32;
        let single = if players < 2 { 0 } else { players.next_multiple_of(2) - 1 };
        match self.settings.system {
            PairingSystem::RoundRobin => single,
            PairingSystem::DoubleRoundRobin => 2 * single,
            PairingSystem::Swiss | PairingSystem::Manual => self.settings.rounds,
            PairingSystem::Knockout | PairingSystem::GroupsKnockout => {
                let bracket = self.bracket(self.rounds.len());
                let over = bracket.is_some_and(|bracket| bracket.champion.is_some());
                self.rounds.len() as u32 + u32::from(!over)
            }
        }
    }
}

impl TournamentState {
    /// Right of a person who is known under some identities.
    pub fn role(&self, identities: &[&str]) -> Option<TournamentRole> {
        let own = self.officials.iter().filter(|official| identities.contains(&official.0.as_str()));
        own.map(|official| official.2).max()
    }

    /// True while a published board with a game on this server has no result.
    pub fn has_open_rooms(&self) -> bool {
        let rounds = self.sections.values().flat_map(|section| &section.rounds);
        rounds
            .filter(|round| round.published_at.is_some())
            .flat_map(|round| &round.boards)
            .any(|board| board.room.is_some() && board.result.is_none())
    }

    /// True while the server has something to do by itself: games to watch, or a round to pair.
    pub fn is_running(&self) -> bool {
        self.has_open_rooms() || self.sections.values().any(Section::is_due)
    }

    /// Applies a change that happened at a time.
    pub fn apply(&mut self, act: &TournamentAct, at: i64) {
        self.seq += 1;
        match act {
            TournamentAct::Describe { name, place, notes } => {
                (self.name, self.place, self.notes) = (name.clone(), place.clone(), notes.clone());
            }
            TournamentAct::Section { section, settings } => {
                let settings = (**settings).clone();
                match self.sections.get_mut(section) {
                    Some(known) => known.settings = settings,
                    None => {
                        self.sections.insert(*section, Section::new(settings));
                    }
                }
            }
            TournamentAct::DropSection { section } => {
                self.sections.remove(section);
            }
            TournamentAct::Official { player, name, role } => {
                let known = self.officials.len();
                self.officials.retain(|official| official.0 != *player);
                self.dismissals += u32::from(role.is_none() && self.officials.len() < known);
                self.officials.extend(role.map(|role| (player.clone(), name.clone(), role)));
            }
            TournamentAct::Enter { section, .. }
            | TournamentAct::Edit { section, .. }
            | TournamentAct::Remove { section, .. }
            | TournamentAct::Renumber { section, .. }
            | TournamentAct::Withdraw { section, .. }
            | TournamentAct::Bye { section, .. }
            | TournamentAct::Forbid { section, .. }
            | TournamentAct::Permit { section, .. }
            | TournamentAct::Pair { section, .. }
            | TournamentAct::Unpair { section, .. }
            | TournamentAct::Publish { section, .. }
            | TournamentAct::Result { section, .. }
            | TournamentAct::Propose { section, .. }
            | TournamentAct::Foul { section, .. }
            | TournamentAct::Room { section, .. }
            | TournamentAct::Join { section, .. }
            | TournamentAct::Decide { section, .. }
            | TournamentAct::Close { section, .. } => {
                if let Some(section) = self.sections.get_mut(section) {
                    section.apply(act, at);
                }
            }
        }
    }
}

impl Section {
    fn apply(&mut self, act: &TournamentAct, at: i64) {
        match act {
            TournamentAct::Enter { players, .. } => {
                let from_round = self.next_round();
                self.players.extend(players.iter().map(|entrant| Participant {
                    entrant: entrant.clone(),
                    from_round,
                    ..Participant::default()
                }));
            }
            TournamentAct::Remove { number, .. } if self.player(*number).is_some() => {
                let order: Vec<u32> = (1..=self.players.len() as u32).filter(|one| one != number).collect();
                self.renumber(&order);
            }
            TournamentAct::Renumber { order, .. } => self.renumber(order),
            TournamentAct::Forbid { players, .. } => self.forbidden.push(players.clone()),
            TournamentAct::Permit { players, .. } => self.forbidden.retain(|known| known != players),
            TournamentAct::Pair { round, boards, bye, by_hand, .. } => {
                self.rounds.truncate((*round as usize).saturating_sub(1));
                let boards = boards.iter().map(|pair| Board {
                    first: pair.first,
                    second: pair.second,
                    ..Board::default()
                });
                self.rounds.push(Round {
                    boards: boards.collect(),
                    bye: *bye,
                    by_hand: *by_hand,
                    ..Round::default()
                });
            }
            TournamentAct::Unpair { round, .. } => {
                self.rounds.truncate((*round as usize).saturating_sub(1));
                // A decision about a match whose games are undone has no object any more.
                let known = self.bracket(self.rounds.len()).unwrap_or_default();
                self.decisions.retain(|(one, other)| {
                    known
                        .stages
                        .iter()
                        .flat_map(|stage| &stage.contests)
                        .any(|contest| contest.is_between(*one, *other) && contest.winner.is_some())
                });
            }
            TournamentAct::Publish { round, starts_at, .. } => {
                let index = (*round as usize).saturating_sub(1);
                if let Some(round) = self.rounds.get_mut(index) {
                    round.published_at = Some(at);
                    round.starts_at = Some(starts_at.unwrap_or(at));
                }
            }
            TournamentAct::Result { round, board, result, .. } => {
                if let Some(board) = self.board_mut(*round, *board) {
                    board.result = *result;
                    board.proposed = [None; 2];
                }
            }
            TournamentAct::Propose { round, board, side, result, .. } => {
                if let Some(board) = self.board_mut(*round, *board) {
                    board.proposed[usize::from(*side == Side::Second)] = Some(*result);
                }
            }
            TournamentAct::Room { round, board, room, .. } => {
                if let Some(board) = self.board_mut(*round, *board) {
                    board.room = Some(room.clone());
                }
            }
            TournamentAct::Decide { winner, loser, decided, .. } => {
                self.decisions.retain(|known| *known != (*winner, *loser));
                self.decisions.extend(decided.then_some((*winner, *loser)));
            }
            TournamentAct::Close { closed, .. } => self.closed = *closed,
            TournamentAct::Edit { number, .. }
            | TournamentAct::Withdraw { number, .. }
            | TournamentAct::Bye { number, .. }
            | TournamentAct::Foul { number, .. }
            | TournamentAct::Join { number, .. } => {
                if let Some(player) = self.player_mut(*number) {
                    player.apply(act);
                }
            }
            _ => {}
        }
    }

    /// Puts the players into a new order; rules about start numbers follow.
    fn renumber(&mut self, order: &[u32]) {
        let moved: Vec<Participant> =
            order.iter().filter_map(|&number| self.player(number).cloned()).collect();
        let place = |number: &u32| order.iter().position(|old| old == number).map(|index| index as u32 + 1);
        for group in &mut self.forbidden {
            *group = group.iter().filter_map(place).collect();
        }
        self.forbidden.retain(|group| group.len() > 1);
        self.players = moved;
    }
}

impl Participant {
    fn apply(&mut self, act: &TournamentAct) {
        match act {
            TournamentAct::Edit { player, .. } => self.entrant = (**player).clone(),
            TournamentAct::Withdraw { from_round, .. } => self.withdrawn_from = *from_round,
            TournamentAct::Bye { round, bye, .. } => match bye {
                Some(bye) => {
                    self.byes.insert(*round, *bye);
                }
                None => {
                    self.byes.remove(round);
                }
            },
            TournamentAct::Foul { round, fouls, .. } => {
                self.fouls.insert(*round, *fouls);
                self.fouls.retain(|_, fouls| *fouls > 0);
            }
            TournamentAct::Join { player, .. } => self.joined = player.clone(),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stored changes of every kind. Their form never changes: tournaments and files of older programs stay readable.
    const STORED: &[&str] = &[
        r#"{"type":"describe","name":"Giải","place":"Huế","notes":""}"#,
        r#"{"type":"section","section":1,"settings":{"name":"Nam","system":"swiss","rounds":9,"points":"two_one_zero","tie_breaks":"OS,DE,WIN","teams":{"by":"ranks","players":2},"team_mates":"apart_in_round_one","first_side":"first","first_round":"neighbors","final_of_two":true,"categories":[{"code":"W","name":"Nữ"}],"online":{"game":"xiangqi","clock":{"kind":"game","initial_ms":3600000,"increment_ms":30000},"rated":false,"no_show_seconds":900}}}"#,
        r#"{"type":"section","section":2,"settings":{"name":"Nữ","system":"groups_knockout","rounds":7,"points":"standard","tie_breaks":"DE,WON,SB,KS","team_mates":"may_meet","first_side":"first","first_round":"halves","final_of_two":false,"categories":[],"knockout":{"games":2,"tie_break_games":2,"tie_break_stages":1,"decider":true,"third_place":true,"groups":2,"qualifiers":2,"double_groups":false},"automatic":true}}"#,
        r#"{"type":"drop_section","section":2}"#,
        r#"{"type":"enter","section":1,"players":[{"name":"An","sex":"m","title":"","rating":1800,"federation":"","identifier":"","birth":"","team":"Huế","categories":["U16"],"engine":""},{"name":"Chi","sex":"w","title":"","rating":0,"federation":"","identifier":"","birth":"","team":"","categories":[],"engine":""}]}"#,
        r#"{"type":"edit","section":1,"number":2,"player":{"name":"Chi","sex":"w","title":"WGM","rating":0,"federation":"","identifier":"","birth":"","team":"","categories":[],"engine":""}}"#,
        r#"{"type":"renumber","section":1,"order":[2,1]}"#,
        r#"{"type":"forbid","section":1,"players":[1,2]}"#,
        r#"{"type":"permit","section":1,"players":[1,2]}"#,
        r#"{"type":"pair","section":1,"round":1,"boards":[{"first":1,"second":2}],"bye":null,"by_hand":false}"#,
        r#"{"type":"publish","section":1,"round":1,"starts_at":null}"#,
        r#"{"type":"room","section":1,"round":1,"board":1,"room":"abc"}"#,
        r#"{"type":"propose","section":1,"round":1,"board":1,"side":"second","result":"draw"}"#,
        r#"{"type":"result","section":1,"round":1,"board":1,"result":"first_by_forfeit"}"#,
        r#"{"type":"foul","section":1,"round":1,"number":2,"fouls":1}"#,
        r#"{"type":"join","section":1,"number":1,"player":"hash"}"#,
        r#"{"type":"bye","section":1,"number":1,"round":2,"bye":"half"}"#,
        r#"{"type":"withdraw","section":1,"number":2,"from_round":2}"#,
        r#"{"type":"official","player":"hash","name":"Tư","role":"arbiter"}"#,
        r#"{"type":"decide","section":1,"winner":1,"loser":2,"decided":false}"#,
        r#"{"type":"close","section":1,"closed":true}"#,
        r#"{"type":"unpair","section":1,"round":1}"#,
        r#"{"type":"remove","section":1,"number":2}"#,
        r#"{"type":"drop_section","section":1}"#,
    ];

    #[test]
    fn the_stored_form_of_changes_never_changes() {
        for text in STORED {
            let act: TournamentAct = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&act).unwrap(), *text);
        }
    }

    #[test]
    fn changes_add_up_to_a_state() {
        let mut state = TournamentState::default();
        let parse = |text: &&str| serde_json::from_str::<TournamentAct>(text).unwrap();
        for act in STORED[..STORED.len() - 3].iter().map(parse) {
            state.apply(&act, 1000);
        }
        let section = &state.sections[&1];
        assert_eq!((section.name_of(1), section.name_of(2)), ("Chi", "An"));
        assert_eq!(section.player(1).unwrap().entrant.title, "WGM");
        let board = section.board(1, 1).unwrap();
        assert_eq!((board.result, board.proposed), (Some(BoardResult::FirstByForfeit), [None; 2]));
        assert_eq!(section.round(1).unwrap().starts_at, Some(1000));
        assert!(section.player(1).unwrap().is_absent(2) && section.player(2).unwrap().is_absent(3));
        assert!(section.closed && section.forbidden.is_empty());
        assert_eq!(state.role(&["hash"]), Some(TournamentRole::Arbiter));
        for act in STORED[STORED.len() - 3..].iter().map(parse) {
            state.apply(&act, 2000);
        }
        assert!(state.sections.is_empty());
        assert_eq!(state.seq, STORED.len() as u64);
    }
}
