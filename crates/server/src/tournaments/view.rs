//! Views of a tournament: rounds, standings, categories and teams.

use tournament::crosstable::{Cell, crosstable};
use tournament::model::{Bye, Colour, Entry, Outcome, Tournament};
use tournament::points::Points;
use tournament::standings::{Code, Standing, TieBreak, filtered, standings};
use tournament::team::{TeamRule, team_standings};

use super::bracket::{Bracket, Contest};
use super::sentences;
use super::state::{Board, Round, Section, TournamentState};
use crate::ids;
use crate::wire::{
    BoardPair, BoardView, BracketMatch, BracketStage, CategoryView, CrosstableCell, GroupView, MessageOut,
    OfficialView, SectionView, Side, StandingRow, TeamBy, TeamRow, TournamentPlayer, TournamentRole,
    TournamentRound, TournamentView,
};

/// Person who looks at a tournament.
#[derive(Clone, Debug, Default)]
pub struct TournamentViewer {
    /// Identities of the person.
    pub identities: Vec<String>,
    /// Right.
    pub role: Option<TournamentRole>,
}

impl TournamentState {
    /// The tournament as a person may see it.
    pub fn view(&self, id: &str, viewer: &TournamentViewer) -> TournamentView {
        let officials = self.officials.iter();
        TournamentView {
            id: id.to_owned(),
            seq: self.seq,
            name: self.name.clone(),
            place: self.place.clone(),
            notes: self.notes.clone(),
            role: viewer.role,
            officials: officials
                .map(|(player, name, role)| OfficialView {
                    name: name.clone(),
                    role: *role,
                    player: (viewer.role == Some(TournamentRole::Organizer)).then(|| player.clone()),
                })
                .collect(),
            sections: self.sections.iter().map(|(&number, section)| section.view(number, viewer)).collect(),
            now: ids::now(),
        }
    }
}

fn points(points: Points) -> f64 {
    f64::from(points.0) / 10.0
}

fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

impl Section {
    fn view(&self, number: u32, viewer: &TournamentViewer) -> SectionView {
        let tournament = self.published_tournament();
        let tie_breaks = self.tie_breaks();
        let rows = self.ranking(&tournament);
        let bracket = self.bracket(self.published() as usize);
        let you = self.players.iter().position(|player| {
            player.joined.as_ref().is_some_and(|own| viewer.identities.iter().any(|one| one == own))
        });
        let you = you.map(|index| small(index) + 1);
        let rounds = self.rounds.iter().zip(1..);
        let seen = rounds.filter(|(round, _)| round.published_at.is_some() || viewer.role.is_some());
        SectionView {
            id: number,
            settings: self.settings.clone(),
            rounds_planned: self.rounds_planned(),
            closed: self.closed,
            players: self.player_views(),
            rounds: seen.map(|(round, number)| self.round_view(round, number, viewer, you)).collect(),
            you,
            tie_breaks: tie_breaks.iter().map(ToString::to_string).collect(),
            standings: standing_rows(&tournament, &rows, &tie_breaks, self.published() as usize),
            categories: self.category_views(&tournament, &rows),
            teams: self.team_rows(&tournament, &rows),
            forbidden: self.forbidden.clone(),
            departures: sentences::departures(self).iter().map(MessageOut::from).collect(),
            groups: self.group_views(),
            champion: bracket.as_ref().and_then(|bracket| bracket.champion),
            bracket: bracket.map(|bracket| bracket_stages(&bracket)).unwrap_or_default(),
        }
    }

    fn group_views(&self) -> Vec<GroupView> {
        let qualifiers = self.knockout_rules().qualifiers;
        let view = |(letter, rows): (char, Vec<Standing>)| GroupView {
            name: letter.to_string(),
            ranks: rows.iter().map(|row| (row.number, small(row.rank), points(row.points))).collect(),
            qualifiers,
        };
        ('A'..='Z').zip(self.group_standings()).map(view).collect()
    }

    fn player_views(&self) -> Vec<TournamentPlayer> {
        let view = |(player, number): (&super::state::Participant, u32)| TournamentPlayer {
            number,
            entrant: player.entrant.clone(),
            from_round: player.from_round,
            withdrawn_from: player.withdrawn_from,
            byes: player.byes.iter().map(|(&round, &bye)| (round, bye)).collect(),
            fouls: player.fouls.iter().map(|(&round, &fouls)| (round, fouls)).collect(),
            joined: player.joined.is_some(),
        };
        self.players.iter().zip(1..).map(view).collect()
    }

    fn round_view(
        &self,
        round: &Round,
        number: u32,
        viewer: &TournamentViewer,
        you: Option<u32>,
    ) -> TournamentRound {
        let boards = round.boards.iter().zip(1..).map(|(board, number)| {
            let own = you.is_some_and(|you| you == board.first || you == board.second);
            BoardView {
                board: number,
                first: board.first,
                second: board.second,
                result: board.result,
                proposed: if viewer.role.is_some() || own { board.proposed } else { [None; 2] },
                room: board.room.clone(),
            }
        });
        let finalists = self.finalists(number);
        let is_final = |board: &Board| {
            finalists == Some((board.first, board.second)) || finalists == Some((board.second, board.first))
        };
        let is_draft = round.published_at.is_none();
        let remarks = if is_draft && round.by_hand && viewer.role.is_some() {
            let pairs: Vec<BoardPair> = round
                .boards
                .iter()
                .map(|board| BoardPair { first: board.first, second: board.second })
                .collect();
            self.examine(number, &pairs, round.bye).unwrap_or_default()
        } else {
            Vec::new()
        };
        TournamentRound {
            round: number,
            title: self.phase(number).map(|phase| MessageOut::from(&sentences::phase(phase))),
            published: !is_draft,
            starts_at: round.starts_at,
            by_hand: round.by_hand,
            boards: boards.collect(),
            bye: round.bye,
            final_board: round.boards.iter().position(is_final).map(|index| small(index) + 1),
            remarks: remarks.iter().map(MessageOut::from).collect(),
        }
    }

    fn team_rows(&self, tournament: &Tournament, rows: &[Standing]) -> Vec<TeamRow> {
        let Some(teams) = self.settings.teams else { return Vec::new() };
        let rule = match teams.by {
            TeamBy::Ranks => TeamRule::BestRanks(teams.players as usize),
            TeamBy::Points => TeamRule::BestPoints(teams.players as usize),
        };
        let ranked = team_standings(tournament, rows, rule).into_iter().map(|team| TeamRow {
            team: team.team,
            rank: team.rank.map(small),
            rank_sum: small(team.rank_sum),
            points: points(team.points),
            players: team.players,
        });
        ranked.collect()
    }

    fn category_views(&self, tournament: &Tournament, rows: &[Standing]) -> Vec<CategoryView> {
        let view = |category: &crate::wire::TournamentCategory| {
            let own = filtered(tournament, rows, |player| player.categories.contains(&category.code));
            CategoryView {
                category: category.clone(),
                ranks: own.iter().map(|row| (row.number, small(row.rank))).collect(),
                teams: self.team_rows(tournament, &own),
            }
        };
        self.settings.categories.iter().map(view).filter(|category| !category.ranks.is_empty()).collect()
    }
}

/// Stages of a knockout, also those whose players are not known yet.
fn bracket_stages(bracket: &Bracket) -> Vec<BracketStage> {
    let contest = |contest: &Contest| BracketMatch {
        first: Some(contest.games.first),
        second: (!contest.bye).then_some(contest.games.second),
        score: contest.halves().map(|halves| f64::from(halves) / 2.0),
        games: small(contest.games.games.len()),
        winner: contest.winner,
        level: contest.level,
        third_place: contest.third_place,
        bye: contest.bye,
    };
    let title = |matches: usize| MessageOut::from(&sentences::stage(2 * small(matches)));
    let mut stages: Vec<BracketStage> = Vec::new();
    for stage in &bracket.stages {
        let main = stage.contests.iter().filter(|contest| !contest.third_place).count();
        stages
            .push(BracketStage { title: title(main), matches: stage.contests.iter().map(contest).collect() });
    }
    let mut left = bracket
        .stages
        .last()
        .map_or(0, |stage| stage.contests.iter().filter(|contest| !contest.third_place).count() / 2);
    while left > 0 {
        stages.push(BracketStage { title: title(left), matches: vec![BracketMatch::default(); left] });
        left /= 2;
    }
    stages
}

fn standing_rows(
    tournament: &Tournament,
    rows: &[Standing],
    tie_breaks: &[TieBreak],
    rounds: usize,
) -> Vec<StandingRow> {
    let performances = standings(tournament, rounds, &[TieBreak::new(Code::Performance)]);
    let performance = |number: u32| {
        let row = performances.iter().find(|row| row.number == number)?;
        i32::try_from(row.values.first()?.0? / 100).ok()
    };
    let table = crosstable(tournament, rows);
    rows.iter()
        .zip(&table)
        .map(|(row, cells)| StandingRow {
            number: row.number,
            rank: small(row.rank),
            points: points(row.points),
            tie_breaks: tie_breaks
                .iter()
                .zip(&row.values)
                .map(|(tie_break, value)| value.text(tie_break.decimals()))
                .collect(),
            performance: performance(row.number),
            cells: cells.cells.iter().map(cell).collect(),
        })
        .collect()
}

fn cell(cell: &Cell) -> CrosstableCell {
    let result = match cell.entry {
        Entry::Game { outcome: Outcome::Win, .. } => "1",
        Entry::Game { outcome: Outcome::Draw, .. } => "=",
        Entry::Game { outcome: Outcome::Loss, .. } => "0",
        Entry::Forfeit { won: true, .. } => "+",
        Entry::Forfeit { won: false, .. } => "-",
        Entry::Pending { .. } => "*",
        Entry::Bye(Bye::PairingAllocated) => "U",
        Entry::Bye(Bye::FullPoint) => "F",
        Entry::Bye(Bye::HalfPoint) => "H",
        Entry::Bye(Bye::ZeroPoint) => "Z",
    };
    CrosstableCell {
        opponent: cell.entry.opponent(),
        side: cell.colour.map(|colour| if colour == Colour::White { Side::First } else { Side::Second }),
        result: result.to_owned(),
    }
}
