//! Pairings of a section: its players as a [`Tournament`], the next round, and the reasons.

use game::Message;
use tournament::berger;
use tournament::dutch::{Board as Pair, PairingError, RoundPairing, pair_round};
use tournament::explain::why_not;
use tournament::manual::{self, ManualIssue};
use tournament::model::{Bye, Colour, Entry, Forbidden, Outcome, Player, Sex, Tournament};
use tournament::points::PointsSystem;
use tournament::standings::{TieBreak, standings};
use tournament::team::finalists;

use super::sentences;
use super::state::{Board, Participant, Section};
use crate::wire::{
    BoardPair, BoardResult, ByeChoice, FirstRound, PairingSystem, PointsRule, Side, TeamMates,
};

/// Pairing of a round, not published yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft {
    /// Boards in order.
    pub boards: Vec<BoardPair>,
    /// Player with the pairing-allocated bye.
    pub bye: Option<u32>,
}

impl Section {
    /// The section after some rounds, without the rounds after them. Players who are absent in the round after them have an
    /// entry for it.
    pub fn tournament(&self, rounds: u32) -> Tournament {
        let players = self.players.iter().zip(1..).map(|(player, number)| {
            let mut entries: Vec<Entry> =
                (1..=rounds).map(|round| self.entry(player, number, round)).collect();
            if player.is_absent(rounds + 1) {
                entries.push(bye_entry(player, rounds + 1));
            }
            model_player(player, number, entries)
        });
        Tournament {
            name: self.settings.name.clone(),
            players: players.collect(),
            // The bracket of a knockout is computed from tournaments like this one.
            rounds: if self.is_knockout() { rounds } else { self.rounds_planned() } as usize,
            points: points(self.settings.points),
            first_colour: Some(colour(self.settings.first_side)),
            forbidden: self.forbidden_pairs(),
        }
    }

    /// The published rounds, for standings and files.
    pub fn published_tournament(&self) -> Tournament {
        let rounds = self.published();
        let mut tournament = self.tournament(rounds);
        for player in &mut tournament.players {
            player.entries.truncate(rounds as usize);
        }
        tournament
    }

    fn entry(&self, player: &Participant, number: u32, round: u32) -> Entry {
        let Some(paired) = self.round(round) else { return bye_entry(player, round) };
        if paired.bye == Some(number) {
            return Entry::Bye(Bye::PairingAllocated);
        }
        let board = paired.boards.iter().find(|board| board.first == number || board.second == number);
        board.map_or_else(|| bye_entry(player, round), |board| board_entry(board, number))
    }

    fn forbidden_pairs(&self) -> Vec<Forbidden> {
        let all = usize::MAX;
        let mut rules: Vec<Forbidden> = self
            .forbidden
            .iter()
            .map(|players| Forbidden { players: players.clone(), first_round: 1, last_round: all })
            .collect();
        let last_round = match self.settings.team_mates {
            TeamMates::MayMeet => return rules,
            TeamMates::ApartInRoundOne => 1,
            TeamMates::Apart => all,
        };
        let mut teams: std::collections::BTreeMap<&str, Vec<u32>> = std::collections::BTreeMap::new();
        for (player, number) in self.players.iter().zip(1..) {
            if !player.entrant.team.is_empty() {
                teams.entry(&player.entrant.team).or_default().push(number);
            }
        }
        let mates = teams.into_values().filter(|players| players.len() > 1);
        rules.extend(mates.map(|players| Forbidden { players, first_round: 1, last_round }));
        rules
    }

    /// Tie-breaks in their order.
    pub fn tie_breaks(&self) -> Vec<TieBreak> {
        TieBreak::parse_list(&self.settings.tie_breaks).unwrap_or_default()
    }

    /// Players of the final that is played in a round: the two leaders before it.
    pub(super) fn finalists(&self, round: u32) -> Option<(u32, u32)> {
        let is_final = self.settings.final_of_two
            && self.settings.system == PairingSystem::Swiss
            && round > 1
            && round == self.rounds_planned();
        if !is_final {
            return None;
        }
        let before = self.tournament(round - 1);
        let present: Vec<_> = standings(&before, round as usize - 1, &self.tie_breaks())
            .into_iter()
            .filter(|row| self.player(row.number).is_some_and(|player| !player.is_absent(round)))
            .collect();
        // A tie for the second place is left to the order of the list; the page shows it, and the arbiter may change it.
        let in_order = match present.as_slice() {
            [first, second, ..] => Some((first.number, second.number)),
            _ => None,
        };
        finalists(&present).ok().or(in_order)
    }

    /// Pairs a round from those before it.
    pub fn pair(&self, round: u32) -> Result<Draft, Message> {
        let refused = |error: PairingError| sentences::pairing_error(&error);
        let before = self.tournament(round - 1);
        match self.settings.system {
            PairingSystem::Manual => Err(Message::new("tournament_by_hand_only")),
            PairingSystem::RoundRobin | PairingSystem::DoubleRoundRobin => {
                let players: Vec<u32> =
                    (1..).zip(&self.players).filter(|(_, one)| one.from_round <= 1).map(|(n, _)| n).collect();
                let cycles = if self.settings.system == PairingSystem::DoubleRoundRobin { 2 } else { 1 };
                let table = berger::schedule(&players, cycles);
                let found =
                    table.get(round as usize - 1).ok_or_else(|| Message::new("tournament_no_round"))?;
                Ok(Draft { boards: found.boards.iter().map(board_pair).collect(), bye: None })
            }
            PairingSystem::Knockout | PairingSystem::GroupsKnockout => {
                Ok(Draft { boards: self.pair_knockout(round)?, bye: None })
            }
            PairingSystem::Swiss if round == 1 && self.settings.first_round == FirstRound::Neighbors => {
                self.pair_neighbors(&before)
            }
            PairingSystem::Swiss => {
                let (rest, finalists) = self.without_finalists(before, round);
                let mut boards: Vec<BoardPair> = Vec::new();
                boards.extend(finalists);
                match pair_round(&rest, round as usize) {
                    Ok(paired) => {
                        boards.extend(paired.boards.iter().map(board_pair));
                        Ok(Draft { boards, bye: paired.bye })
                    }
                    Err(PairingError::NoPlayers) if !boards.is_empty() => Ok(Draft { boards, bye: None }),
                    Err(error) => Err(refused(error)),
                }
            }
        }
    }

    /// Sets the players of the final aside, if the round has one.
    fn without_finalists(&self, mut before: Tournament, round: u32) -> (Tournament, Option<BoardPair>) {
        let Some((leader, second)) = self.finalists(round) else { return (before, None) };
        let colour_balance = |number: u32| {
            let player = before.index_of(number).map(|index| &before.players[index]);
            let colours =
                player.into_iter().flat_map(|player| &player.entries).filter_map(|entry| entry.colour());
            colours.map(|one| if one == Colour::White { 1 } else { -1 }).sum::<i32>()
        };
        // Whoever moved first less often does; if equal, the leader.
        let pair = if colour_balance(second) < colour_balance(leader) {
            BoardPair { first: second, second: leader }
        } else {
            BoardPair { first: leader, second }
        };
        for number in [leader, second] {
            if let Some(index) = before.index_of(number) {
                let opponent = if number == leader { second } else { leader };
                let side = if number == pair.first { Colour::White } else { Colour::Black };
                before.players[index].entries.push(Entry::Pending { opponent, colour: side });
            }
        }
        (before, Some(pair))
    }

    /// Round 1 by neighbors: 1–2, 4–3, 5–6, …; a team-mate is exchanged for the nearest other player. The last player of an
    /// odd number has the bye.
    fn pair_neighbors(&self, before: &Tournament) -> Result<Draft, Message> {
        let mut present: Vec<u32> =
            before.players.iter().filter(|player| player.entries.is_empty()).map(|one| one.number).collect();
        if present.len() < 2 {
            return Err(Message::new("tournament_no_players"));
        }
        let bye = if present.len() % 2 == 1 { present.pop() } else { None };
        let apart = |one: u32, other: u32| {
            before.forbidden.iter().any(|rule| {
                rule.first_round <= 1 && rule.players.contains(&one) && rule.players.contains(&other)
            })
        };
        let mut pairs: Vec<(u32, u32)> = present.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
        for index in 0..pairs.len() {
            let (one, other) = pairs[index];
            if !apart(one, other) {
                continue;
            }
            let mut near: Vec<usize> = (0..pairs.len()).filter(|&place| place != index).collect();
            near.sort_by_key(|&place| (place.abs_diff(index), place < index));
            let free = near.into_iter().find(|&place| {
                let (theirs, offered) = pairs[place];
                !apart(one, offered) && !apart(theirs, other)
            });
            let Some(place) = free else { return Err(Message::new("tournament_no_pairing")) };
            let offered = pairs[place].1;
            pairs[place].1 = other;
            pairs[index].1 = offered;
        }
        let turned = self.settings.first_side == Side::Second;
        let boards = pairs.iter().enumerate().map(|(index, &(one, other))| {
            if (index % 2 == 0) == turned {
                BoardPair { first: other, second: one }
            } else {
                BoardPair { first: one, second: other }
            }
        });
        Ok(Draft { boards: boards.collect(), bye })
    }

    /// True if a round was paired by the Dutch system as it is.
    pub fn is_dutch(&self, round: u32) -> bool {
        self.settings.system == PairingSystem::Swiss
            && !(round == 1 && self.settings.first_round == FirstRound::Neighbors)
    }

    fn dutch(&self, round: u32) -> Result<RoundPairing, Message> {
        let (rest, _) = self.without_finalists(self.tournament_before(round), round);
        pair_round(&rest, round as usize).map_err(|error| sentences::pairing_error(&error))
    }

    /// The section before a round was paired, with the absences of that round as they were.
    fn tournament_before(&self, round: u32) -> Tournament {
        let mut before = self.tournament(round - 1);
        let Some(paired) = self.round(round) else { return before };
        for (player, known) in before.players.iter_mut().zip(&self.players) {
            let plays = paired.bye == Some(player.number)
                || paired.boards.iter().any(|board| [board.first, board.second].contains(&player.number));
            player.entries.truncate(round as usize - 1);
            if !plays {
                player.entries.push(bye_entry(known, round));
            }
        }
        before
    }

    /// Reasons for the opponent and the colour of a player in a round, or against another opponent (0: the bye).
    pub fn why(&self, round: u32, number: u32, not: Option<u32>) -> Result<Vec<Message>, Message> {
        let paired = self.round(round).ok_or_else(|| Message::new("tournament_no_round"))?;
        let absent = || Message::new("tournament_not_present").number("number", number);
        let board = paired.boards.iter().find(|board| board.first == number || board.second == number);
        if board.is_none() && paired.bye != Some(number) {
            return Err(absent());
        }
        if self.settings.system == PairingSystem::Manual {
            return Ok(vec![Message::new("tournament_why_by_hand")]);
        }
        if matches!(self.settings.system, PairingSystem::RoundRobin | PairingSystem::DoubleRoundRobin) {
            return Ok(vec![Message::new("tournament_why_berger").number("round", round)]);
        }
        if self.is_knockout() {
            let pair = board.map(|board| (board.first, board.second));
            return Ok(sentences::why_knockout(self, round, pair.unwrap_or((number, number))));
        }
        if !self.is_dutch(round) {
            return Ok(vec![Message::new("tournament_why_neighbors")]);
        }
        let is_final = self.finalists(round).filter(|_| !paired.by_hand);
        if is_final.is_some_and(|(one, other)| one == number || other == number) {
            return Ok(vec![Message::new("tournament_why_final")]);
        }
        let pairing = self.dutch(round)?;
        if let Some(other) = not {
            let answer = why_not(&pairing, number, Some(other).filter(|&other| other != 0))
                .map_err(|missing| Message::new("tournament_not_present").number("number", missing.0))?;
            return Ok(vec![sentences::why_not_sentence(&answer)]);
        }
        let dutch = match board {
            Some(board) => {
                pairing.boards.iter().any(|pair| pair.white == board.first && pair.black == board.second)
            }
            None => pairing.bye == Some(number),
        };
        if !dutch {
            return Ok(vec![Message::new("tournament_why_by_hand")]);
        }
        sentences::reasons(&pairing, number).map_err(|_| absent())
    }

    /// Remarks on a pairing made by hand; `Err` if it cannot be used.
    pub fn examine(
        &self,
        round: u32,
        boards: &[BoardPair],
        bye: Option<u32>,
    ) -> Result<Vec<Message>, Message> {
        if self.is_knockout() {
            return self.examine_knockout(round, boards).map(|()| Vec::new());
        }
        let before = self.tournament(round - 1);
        let pairs: Vec<Pair> =
            boards.iter().map(|pair| Pair { white: pair.first, black: pair.second }).collect();
        let byes: Vec<u32> = bye.into_iter().collect();
        let issues = manual::examine(&before, round as usize, &pairs, &byes);
        let free = self.settings.system != PairingSystem::Swiss;
        let impossible = issues.iter().find(|issue| match issue {
            ManualIssue::Missing(_) => !free,
            issue => issue.is_impossible(),
        });
        if let Some(issue) = impossible {
            return Err(sentences::manual_issue(issue));
        }
        if free || !self.is_dutch(round) {
            return Ok(Vec::new());
        }
        Ok(issues.iter().map(sentences::manual_issue).collect())
    }
}

fn board_pair(pair: &Pair) -> BoardPair {
    BoardPair { first: pair.white, second: pair.black }
}

fn colour(side: Side) -> Colour {
    match side {
        Side::First => Colour::White,
        Side::Second => Colour::Black,
    }
}

/// Points system of a rule.
pub fn points(rule: PointsRule) -> PointsSystem {
    match rule {
        PointsRule::Standard => PointsSystem::STANDARD,
        PointsRule::TwoOneZero => PointsSystem::TWO_ONE_ZERO,
        PointsRule::ThreeOneZero => PointsSystem::THREE_ONE_ZERO,
        PointsRule::DrawSecondTwo => PointsSystem::DRAW_SECOND_TWO,
    }
}

fn bye_entry(player: &Participant, round: u32) -> Entry {
    Entry::Bye(match player.byes.get(&round) {
        Some(ByeChoice::Full) => Bye::FullPoint,
        Some(ByeChoice::Half) => Bye::HalfPoint,
        Some(ByeChoice::Zero) | None => Bye::ZeroPoint,
    })
}

fn board_entry(board: &Board, number: u32) -> Entry {
    let is_first = board.first == number;
    let opponent = if is_first { board.second } else { board.first };
    let side = if is_first { Colour::White } else { Colour::Black };
    let game = |for_first: Outcome| Entry::Game {
        opponent,
        colour: side,
        outcome: if is_first { for_first } else { for_first.opposite() },
        rated: true,
    };
    let forfeit = |won: bool| Entry::Forfeit { opponent, colour: Some(side), won };
    match board.result {
        None => Entry::Pending { opponent, colour: side },
        Some(BoardResult::First) => game(Outcome::Win),
        Some(BoardResult::Draw) => game(Outcome::Draw),
        Some(BoardResult::Second) => game(Outcome::Loss),
        Some(BoardResult::FirstByForfeit) => forfeit(is_first),
        Some(BoardResult::SecondByForfeit) => forfeit(!is_first),
        Some(BoardResult::BothAbsent) => forfeit(false),
    }
}

fn model_player(player: &Participant, number: u32, entries: Vec<Entry>) -> Player {
    let entrant = &player.entrant;
    let mut categories = entrant.categories.clone();
    if entrant.sex == "w" && !categories.iter().any(|code| code == "W") {
        categories.push("W".to_owned());
    }
    Player {
        number,
        name: entrant.name.clone(),
        sex: match entrant.sex.as_str() {
            "m" => Sex::Male,
            "w" => Sex::Female,
            _ => Sex::Unknown,
        },
        title: entrant.title.clone(),
        rating: entrant.rating,
        federation: entrant.federation.clone(),
        identifier: entrant.identifier.clone(),
        birth: entrant.birth.clone(),
        team: entrant.team.clone(),
        categories,
        fouls: player.fouls.values().sum(),
        entries,
        accelerations: Vec::new(),
    }
}
