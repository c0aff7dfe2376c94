//! Knockout of a section: its groups, its matches with their games, and the round that follows from them.
//!
//! Nothing of it is stored: rounds and results give the matches again. Start numbers are the seeds.

use game::Message;
use tournament::berger;
use tournament::dutch::Board as Pair;
use tournament::knockout::{
    Match, MatchFormat, MatchGame, MatchState, first_round, groups, next_round, qualifiers,
};
use tournament::model::{Outcome, Tournament};
use tournament::standings::{Standing, standings};

use super::state::{Board, Section};
use crate::wire::{BoardPair, BoardResult, KnockoutRules, PairingSystem};

/// Match of a knockout.
#[derive(Clone, Debug)]
pub struct Contest {
    /// Players, the higher seed first, and the games so far.
    pub games: Match,
    /// True if the first player goes on without a match.
    pub bye: bool,
    /// Player who goes on.
    pub winner: Option<u32>,
    /// True if all games are played and nothing decides.
    pub level: bool,
    /// True for the match for the third place.
    pub third_place: bool,
    /// Next game.
    next: Option<Pair>,
}

/// Stage of a knockout: matches that are played at the same time.
#[derive(Clone, Debug)]
pub struct Stage {
    /// Matches from top to bottom; the one for the third place comes last.
    pub contests: Vec<Contest>,
    /// Rounds before its first game.
    pub begin: usize,
    /// Rounds with its games.
    pub rounds: usize,
}

/// State of a knockout.
#[derive(Clone, Debug, Default)]
pub struct Bracket {
    /// Stages so far.
    pub stages: Vec<Stage>,
    /// Seeds, the best first.
    pub seeds: Vec<u32>,
    /// Winner.
    pub champion: Option<u32>,
    /// Boards of the next round; empty while results are missing, while a match is level, and after the end.
    pub next: Vec<BoardPair>,
}

/// Part of a section that a round belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Round of the groups, from 1.
    Groups(u32),
    /// Game of a stage, from 1: players of the stage, game, and kind of the game.
    Stage(u32, u32, GameKind),
}

/// Kind of a game of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameKind {
    /// Regular game, and the only one of its match.
    Only,
    /// Regular game.
    Regular,
    /// Tie-break game.
    TieBreak,
    /// Last game, in which a draw is enough for the second player.
    Decider,
}

impl Contest {
    fn new(first: u32, second: Option<u32>, third_place: bool) -> Self {
        Self {
            games: Match { first, second: second.unwrap_or(0), games: Vec::new() },
            bye: second.is_none(),
            winner: second.is_none().then_some(first),
            level: false,
            third_place,
            next: None,
        }
    }

    /// Player who does not go on.
    pub fn loser(&self) -> Option<u32> {
        let winner = self.winner.filter(|_| !self.bye)?;
        Some(if winner == self.games.first { self.games.second } else { self.games.first })
    }

    /// True if this is the match of two players.
    pub fn is_between(&self, one: u32, other: u32) -> bool {
        let own = (self.games.first, self.games.second);
        own == (one, other) || own == (other, one)
    }

    /// Points of both players in the games of the match, in halves.
    pub fn halves(&self) -> [u32; 2] {
        let mut score = [0, 0];
        for game in &self.games.games {
            let (white, black) = match game.outcome {
                Outcome::Win => (2, 0),
                Outcome::Draw => (1, 1),
                Outcome::Loss => (0, 2),
            };
            let first_is_white = game.board.white == self.games.first;
            score[0] += if first_is_white { white } else { black };
            score[1] += if first_is_white { black } else { white };
        }
        score
    }
}

impl Section {
    /// True if the section is or ends with a knockout.
    pub fn is_knockout(&self) -> bool {
        matches!(self.settings.system, PairingSystem::Knockout | PairingSystem::GroupsKnockout)
    }

    /// Rules of the knockout.
    pub fn knockout_rules(&self) -> KnockoutRules {
        self.settings.knockout.unwrap_or_default()
    }

    fn format(&self) -> MatchFormat {
        let rules = self.knockout_rules();
        MatchFormat {
            games: rules.games as usize,
            tie_break_games: rules.tie_break_games as usize,
            tie_break_stages: rules.tie_break_stages as usize,
            decider: rules.decider,
        }
    }

    /// Start numbers of those who take part from the beginning.
    fn starters(&self) -> Vec<u32> {
        let present = |player: &super::state::Participant| {
            player.from_round <= 1 && player.withdrawn_from.is_none_or(|round| round > 1)
        };
        (1..).zip(&self.players).filter(|(_, player)| present(player)).map(|(number, _)| number).collect()
    }

    /// Groups by start numbers in serpentine order; none for a plain knockout. No group has fewer than two players.
    pub fn groups(&self) -> Vec<Vec<u32>> {
        if self.settings.system != PairingSystem::GroupsKnockout {
            return Vec::new();
        }
        let starters = self.starters();
        let count = (self.knockout_rules().groups as usize).min(starters.len() / 2).max(1);
        groups(&starters, count)
    }

    /// Boards of the rounds of the groups.
    fn group_rounds(&self) -> Vec<Vec<Pair>> {
        let cycles = if self.knockout_rules().double_groups { 2 } else { 1 };
        let mut rounds: Vec<Vec<Pair>> = Vec::new();
        for group in self.groups() {
            for (index, round) in berger::schedule(&group, cycles).into_iter().enumerate() {
                if rounds.len() <= index {
                    rounds.push(Vec::new());
                }
                rounds[index].extend(round.boards);
            }
        }
        rounds
    }

    /// Standings of each group after the rounds of the groups, or those of them that are published.
    pub fn group_standings(&self) -> Vec<Vec<Standing>> {
        let groups = self.groups();
        if groups.is_empty() {
            return Vec::new();
        }
        let rounds = self.group_rounds().len().min(self.published() as usize);
        let whole = self.tournament(rounds as u32);
        let tie_breaks = self.tie_breaks();
        let of_group = |group: &Vec<u32>| {
            let mut own: Tournament = whole.clone();
            own.players.retain(|player| group.contains(&player.number));
            standings(&own, rounds, &tie_breaks)
        };
        groups.iter().map(of_group).collect()
    }

    /// Seeds of the knockout; `None` until the groups have ended.
    fn seeds(&self, limit: usize) -> Option<Vec<u32>> {
        if self.settings.system == PairingSystem::Knockout {
            return Some(self.starters());
        }
        let rounds = self.group_rounds().len();
        let complete = |round: &super::state::Round| round.boards.iter().all(|board| board.result.is_some());
        if rounds == 0 || limit < rounds || !self.rounds.get(..rounds)?.iter().all(complete) {
            return None;
        }
        let ranked: Vec<Vec<u32>> =
            self.group_standings().iter().map(|rows| rows.iter().map(|row| row.number).collect()).collect();
        Some(qualifiers(&ranked, self.knockout_rules().qualifiers as usize))
    }

    /// State of the knockout after the first `limit` rounds; `None` for other systems and before the groups have ended.
    pub fn bracket(&self, limit: usize) -> Option<Bracket> {
        if !self.is_knockout() {
            return None;
        }
        let limit = limit.min(self.rounds.len());
        let seeds = self.seeds(limit)?;
        let mut bracket = Bracket { seeds, ..Bracket::default() };
        let mut round = self.group_rounds().len();
        let mut pairs = first_round(&bracket.seeds);
        let mut losers: Vec<u32> = Vec::new();
        while !pairs.is_empty() {
            let mut contests: Vec<Contest> =
                pairs.iter().map(|&(first, second)| Contest::new(first, second, false)).collect();
            if let ([_], [one, other], true) =
                (pairs.as_slice(), losers.as_slice(), self.knockout_rules().third_place)
            {
                let (one, other) = self.in_seed_order(&bracket.seeds, *one, *other);
                contests.push(Contest::new(one, Some(other), true));
            }
            let mut stage = Stage { contests, begin: round, rounds: 0 };
            let waiting = self.play_stage(&mut stage, &bracket.seeds, &mut round, limit);
            if !waiting {
                bracket.next = stage
                    .contests
                    .iter()
                    .filter_map(|contest| contest.next)
                    .map(|pair| BoardPair { first: pair.white, second: pair.black })
                    .collect();
            }
            let main = stage.contests.iter().filter(|contest| !contest.third_place);
            let winners: Option<Vec<u32>> = main.clone().map(|contest| contest.winner).collect();
            losers = main.filter_map(Contest::loser).collect();
            let over = stage.contests.iter().all(|contest| contest.winner.is_some());
            bracket.stages.push(stage);
            let Some(winners) = winners.filter(|_| over) else { break };
            if let [champion] = winners[..] {
                bracket.champion = Some(champion);
                break;
            }
            let seeds = &bracket.seeds;
            pairs = next_round(&winners, |number| rank_of(seeds, number));
        }
        Some(bracket)
    }

    fn in_seed_order(&self, seeds: &[u32], one: u32, other: u32) -> (u32, u32) {
        if rank_of(seeds, other) < rank_of(seeds, one) { (other, one) } else { (one, other) }
    }

    /// Plays the recorded games of a stage. Returns true if results are missing.
    fn play_stage(&self, stage: &mut Stage, seeds: &[u32], round: &mut usize, limit: usize) -> bool {
        let format = self.format();
        loop {
            for contest in &mut stage.contests {
                self.settle(contest, &format, *round + 1);
            }
            let playing = stage.contests.iter().filter(|contest| contest.next.is_some()).count();
            if playing == 0 {
                return false;
            }
            let Some(recorded) = self.rounds.get(*round).filter(|_| *round < limit) else { return false };
            // The organizer may have exchanged players before the first game.
            if stage.rounds == 0 && recorded.boards.len() == playing {
                let open = stage.contests.iter_mut().filter(|contest| contest.next.is_some());
                for (contest, board) in open.zip(&recorded.boards) {
                    let (first, second) = self.in_seed_order(seeds, board.first, board.second);
                    (contest.games.first, contest.games.second) = (first, second);
                }
            }
            *round += 1;
            stage.rounds += 1;
            let mut waiting = false;
            for contest in stage.contests.iter_mut().filter(|contest| contest.next.is_some()) {
                let board =
                    recorded.boards.iter().find(|board| contest.is_between(board.first, board.second));
                match board.map(|board| (board, outcome(board))) {
                    Some((board, Some(outcome))) => {
                        let board = Pair { white: board.first, black: board.second };
                        contest.games.games.push(MatchGame { board, outcome });
                    }
                    Some((_, None)) => waiting = true,
                    None => {}
                }
            }
            if waiting {
                // Matches that are decided show their winners already.
                for contest in &mut stage.contests {
                    self.settle(contest, &format, *round + 1);
                }
                return true;
            }
        }
    }

    /// Computes winner and next game of a match before a round.
    fn settle(&self, contest: &mut Contest, format: &MatchFormat, round: usize) {
        (contest.next, contest.level) = (None, false);
        if contest.winner.is_some() {
            return;
        }
        let (first, second) = (contest.games.first, contest.games.second);
        let gone = |number: u32| {
            let from = self.player(number).and_then(|player| player.withdrawn_from);
            from.is_some_and(|from| from as usize <= round)
        };
        let state = contest.games.state(format);
        let decided = if state == MatchState::Level { self.decision(first, second) } else { None };
        match state {
            MatchState::Won(winner) => contest.winner = Some(winner),
            _ if decided.is_some() => contest.winner = decided,
            // Who has withdrawn gives the match away.
            _ if gone(second) => contest.winner = Some(first),
            _ if gone(first) => contest.winner = Some(second),
            MatchState::Next { board, .. } => contest.next = Some(board),
            MatchState::Level => contest.level = true,
        }
    }

    /// Winner of a level match by decision of the organizer.
    fn decision(&self, first: u32, second: u32) -> Option<u32> {
        let of_match =
            |(one, other): &&(u32, u32)| [(first, second), (second, first)].contains(&(*one, *other));
        self.decisions.iter().find(of_match).map(|(winner, _)| *winner)
    }

    /// Pairs a round of the groups or of the knockout.
    pub fn pair_knockout(&self, round: u32) -> Result<Vec<BoardPair>, Message> {
        let index = round as usize - 1;
        let before = self.rounds.get(..index).unwrap_or_default();
        for (number, earlier) in (1u32..).zip(before) {
            if let Some(open) = earlier.boards.iter().find(|board| board.result.is_none()) {
                return Err(Message::new("tournament_missing_result")
                    .number("number", open.first)
                    .number("round", number));
            }
        }
        if self.starters().len() < 2 {
            return Err(Message::new("tournament_no_players"));
        }
        if let Some(boards) = self.group_rounds().get(index) {
            return Ok(boards.iter().map(|p| BoardPair { first: p.white, second: p.black }).collect());
        }
        let bracket = self.bracket(index).ok_or_else(|| Message::new("tournament_no_round"))?;
        let mut contests = bracket.stages.iter().flat_map(|stage| &stage.contests);
        if let Some(level) = contests.find(|contest| contest.level) {
            return Err(Message::new("tournament_level")
                .text("first", self.name_of(level.games.first))
                .text("second", self.name_of(level.games.second)));
        }
        if bracket.next.is_empty() { Err(Message::new("tournament_no_round")) } else { Ok(bracket.next) }
    }

    /// Checks a pairing made by hand: before the first game of a stage players may change places, later only colors.
    pub fn examine_knockout(&self, round: u32, boards: &[BoardPair]) -> Result<(), Message> {
        let computed = self.pair_knockout(round)?;
        let refused = || Message::new("tournament_knockout_by_hand");
        let sorted = |pair: &BoardPair| [pair.first.min(pair.second), pair.first.max(pair.second)];
        if computed.len() != boards.len() {
            return Err(refused());
        }
        let same = computed.iter().zip(boards).all(|(one, other)| sorted(one) == sorted(other));
        let begins = self.bracket(round as usize - 1).is_some_and(|bracket| {
            bracket.stages.last().is_some_and(|stage| stage.begin == round as usize - 1)
        });
        let everybody = |pairs: &[BoardPair]| {
            let mut all: Vec<u32> = pairs.iter().flat_map(sorted).collect();
            all.sort_unstable();
            all
        };
        if same || (begins && everybody(&computed) == everybody(boards)) { Ok(()) } else { Err(refused()) }
    }

    /// Checks a decision of the organizer about a level match.
    pub fn check_decision(&self, winner: u32, loser: u32, decided: bool) -> Result<(), Message> {
        let bracket = self.bracket(self.rounds.len());
        let stage = bracket.as_ref().and_then(|bracket| {
            bracket.stages.iter().find(|stage| stage.begin + stage.rounds == self.rounds.len())
        });
        let contest = stage.into_iter().flat_map(|stage| &stage.contests);
        let known = contest.into_iter().find(|contest| contest.is_between(winner, loser));
        let possible = known.is_some_and(|contest| {
            if decided { contest.level } else { self.decisions.contains(&(winner, loser)) }
        });
        if possible { Ok(()) } else { Err(Message::new("tournament_not_level")) }
    }

    /// Part of the section that a round belongs to.
    pub fn phase(&self, round: u32) -> Option<Phase> {
        if !self.is_knockout() {
            return None;
        }
        if round as usize <= self.group_rounds().len() {
            return Some(Phase::Groups(round));
        }
        let bracket = self.bracket(self.rounds.len())?;
        let inside = |stage: &&Stage| {
            (stage.begin + 1..=stage.begin + stage.rounds.max(1)).contains(&(round as usize))
        };
        let stage = bracket.stages.iter().find(inside)?;
        let main = stage.contests.iter().filter(|contest| !contest.third_place).count();
        let game = round as usize - stage.begin;
        let rules = self.knockout_rules();
        let with_tie_breaks = rules.games + rules.tie_break_stages * rules.tie_break_games;
        let kind = match game as u32 {
            1 if rules.games == 1 => GameKind::Only,
            game if game <= rules.games => GameKind::Regular,
            game if game <= with_tie_breaks => GameKind::TieBreak,
            _ => GameKind::Decider,
        };
        let number = if kind == GameKind::TieBreak { game as u32 - rules.games } else { game as u32 };
        Some(Phase::Stage(2 * main as u32, number, kind))
    }

    /// Standings after the published rounds: by points, or by the stages that players reached in a knockout. A final of the
    /// two leaders decides the first two places.
    pub fn ranking(&self, tournament: &Tournament) -> Vec<Standing> {
        let mut rows = standings(tournament, self.published() as usize, &self.tie_breaks());
        if let Some(finalists) = self.decided_final(&rows) {
            place_first(&mut rows, finalists);
            return rows;
        }
        let Some(bracket) = self.bracket(self.published() as usize) else { return rows };
        let last = rows.len();
        let places = self.places(&bracket);
        let rank =
            |number: u32| places.iter().find(|(one, _)| *one == number).map_or(last, |(_, rank)| *rank);
        for row in &mut rows {
            row.rank = rank(row.number);
        }
        rows.sort_by_key(|row| row.rank);
        rows
    }

    /// Players of the final of the two leaders, once it has a result: the winner first. After a draw the standings decide
    /// between the two, and then the order before the final.
    fn decided_final(&self, rows: &[Standing]) -> Option<[u32; 2]> {
        let last = self.rounds_planned();
        let (leader, second) = self.finalists(last).filter(|_| self.published() == last)?;
        let is_final =
            |board: &&Board| [(leader, second), (second, leader)].contains(&(board.first, board.second));
        let board = self.round(last)?.boards.iter().find(is_final)?;
        let rank = |number: u32| rows.iter().find(|row| row.number == number).map(|row| row.rank);
        let first = match outcome(board)? {
            Outcome::Win => board.first,
            Outcome::Loss => board.second,
            Outcome::Draw if rank(second) < rank(leader) => second,
            Outcome::Draw => leader,
        };
        Some([first, if first == leader { second } else { leader }])
    }

    /// Ranks of the players of a knockout. Those who go out in the same stage share one.
    fn places(&self, bracket: &Bracket) -> Vec<(u32, usize)> {
        let mut places: Vec<(u32, usize)> = bracket.seeds.iter().map(|&number| (number, 1)).collect();
        let mut set = |number: u32, rank: usize| {
            for known in places.iter_mut().filter(|(one, _)| *one == number) {
                known.1 = rank;
            }
        };
        for stage in &bracket.stages {
            let main = stage.contests.iter().filter(|contest| !contest.third_place);
            let rank = main.clone().count() + 1;
            main.filter_map(Contest::loser).for_each(|loser| set(loser, rank));
            for contest in stage.contests.iter().filter(|contest| contest.third_place) {
                set(contest.games.first, 3);
                set(contest.games.second, 3);
                if let Some(loser) = contest.loser() {
                    set(loser, 4);
                }
            }
        }
        // The others by their places in the groups.
        let groups = self.group_standings();
        let most = groups.iter().map(Vec::len).max().unwrap_or(0);
        for place in 0..most {
            let row = groups.iter().filter_map(|group| group.get(place)).map(|row| row.number);
            let out: Vec<u32> = row.filter(|number| !bracket.seeds.contains(number)).collect();
            let rank = places.len() + 1;
            places.extend(out.into_iter().map(|number| (number, rank)));
        }
        places
    }

    /// True if all results are in and the server pairs the next round by itself.
    pub fn is_due(&self) -> bool {
        let complete = self.rounds.last().is_some_and(|round| {
            round.published_at.is_some() && round.boards.iter().all(|board| board.result.is_some())
        });
        self.settings.automatic && !self.closed && complete
    }
}

/// Moves two players to the first places; the others follow in their order and with their ties.
fn place_first(rows: &mut Vec<Standing>, finalists: [u32; 2]) {
    let (mut ahead, behind): (Vec<Standing>, Vec<Standing>) =
        rows.drain(..).partition(|row| finalists.contains(&row.number));
    ahead.sort_by_key(|row| row.number != finalists[0]);
    for (row, rank) in ahead.iter_mut().zip(1..) {
        row.rank = rank;
    }
    let mut tied = None;
    for mut row in behind {
        let rank = match (tied, ahead.last()) {
            (Some(before), Some(last)) if before == row.rank => last.rank,
            _ => ahead.len() + 1,
        };
        tied = Some(row.rank);
        row.rank = rank;
        ahead.push(row);
    }
    *rows = ahead;
}

fn rank_of(seeds: &[u32], number: u32) -> usize {
    seeds.iter().position(|&seed| seed == number).unwrap_or(usize::MAX)
}

/// Result of a board for the player who moves first; a match game in which nobody came counts as drawn.
fn outcome(board: &Board) -> Option<Outcome> {
    Some(match board.result? {
        BoardResult::First | BoardResult::FirstByForfeit => Outcome::Win,
        BoardResult::Draw | BoardResult::BothAbsent => Outcome::Draw,
        BoardResult::Second | BoardResult::SecondByForfeit => Outcome::Loss,
    })
}
