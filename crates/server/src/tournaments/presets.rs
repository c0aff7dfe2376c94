//! Settings to start from.

use tournament::standings::Preset;

use crate::wire::{
    FirstRound, KnockoutRules, PairingSystem, PointsRule, SectionSettings, Side, TeamBy, TeamMates,
    TeamResults, TournamentCategory, TournamentPreset,
};

fn codes(preset: Preset) -> String {
    let codes: Vec<String> = preset.tie_breaks().iter().map(ToString::to_string).collect();
    codes.join(",")
}

/// Settings of a preset, for a section with this name.
pub fn settings(preset: TournamentPreset, name: &str) -> SectionSettings {
    let club = SectionSettings {
        name: name.to_owned(),
        system: PairingSystem::Swiss,
        rounds: 7,
        points: PointsRule::Standard,
        tie_breaks: codes(Preset::Swiss),
        teams: None,
        team_mates: TeamMates::MayMeet,
        first_side: Side::First,
        first_round: FirstRound::Halves,
        final_of_two: false,
        categories: vec![category("W")],
        online: None,
        knockout: None,
        automatic: false,
    };
    match preset {
        TournamentPreset::Club => club,
        TournamentPreset::Chinese => SectionSettings {
            points: PointsRule::TwoOneZero,
            tie_breaks: codes(Preset::ChineseOpponents),
            ..club
        },
        TournamentPreset::WorldChampionship => SectionSettings {
            rounds: 9,
            points: PointsRule::TwoOneZero,
            tie_breaks: codes(Preset::WorldXiangqi),
            teams: Some(TeamResults { by: TeamBy::Ranks, players: 2 }),
            team_mates: TeamMates::ApartInRoundOne,
            first_round: FirstRound::Neighbors,
            final_of_two: true,
            categories: vec![category("W"), category("NCNV")],
            ..club
        },
        TournamentPreset::RoundRobin => SectionSettings {
            system: PairingSystem::RoundRobin,
            tie_breaks: codes(Preset::RoundRobin),
            ..club
        },
        TournamentPreset::Knockout => SectionSettings {
            system: PairingSystem::Knockout,
            tie_breaks: codes(Preset::RoundRobin),
            knockout: Some(KnockoutRules::default()),
            categories: Vec::new(),
            ..club
        },
        TournamentPreset::GroupsKnockout => SectionSettings {
            system: PairingSystem::GroupsKnockout,
            tie_breaks: codes(Preset::RoundRobin),
            knockout: Some(KnockoutRules::default()),
            categories: Vec::new(),
            ..club
        },
    }
}

/// Category that pages name in the language of the reader.
fn category(code: &str) -> TournamentCategory {
    TournamentCategory { code: code.to_owned(), name: String::new() }
}
