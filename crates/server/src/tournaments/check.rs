//! Validation of changes: who may make them, and whether they make sense now.

use game::Message;
use tournament::standings::TieBreak;

use super::state::{Section, TournamentState};
use crate::new_game::rulebook;
use crate::wire::{Entrant, PairingSystem, SectionSettings, TournamentAct, TournamentRole};

/// Limits of a tournament.
const MOST_SECTIONS: usize = 20;
const MOST_PLAYERS: usize = 1000;
const MOST_ROUNDS: u32 = 30;
const LONGEST_NAME: usize = 80;
const LONGEST_TEXT: usize = 2000;

/// Right that a change needs. `None`: it is not made by request, but by the server itself.
pub fn needed(act: &TournamentAct) -> Option<TournamentRole> {
    match act {
        TournamentAct::Result { .. }
        | TournamentAct::Foul { .. }
        | TournamentAct::Bye { .. }
        | TournamentAct::Withdraw { .. } => Some(TournamentRole::Arbiter),
        TournamentAct::Propose { .. }
        | TournamentAct::Room { .. }
        | TournamentAct::Join { player: Some(_), .. } => None,
        TournamentAct::Official { role: Some(_), .. } => None,
        _ => Some(TournamentRole::Organizer),
    }
}

fn within(text: &str, most: usize) -> Result<(), Message> {
    if text.chars().count() <= most && !text.chars().any(|one| one.is_control() && one != '\n') {
        return Ok(());
    }
    Err(Message::new("tournament_text_long").number("most", most))
}

fn settings(settings: &SectionSettings) -> Result<(), Message> {
    within(&settings.name, LONGEST_NAME)?;
    if !(1..=MOST_ROUNDS).contains(&settings.rounds) {
        return Err(Message::new("tournament_rounds_range").number("most", MOST_ROUNDS));
    }
    TieBreak::parse_list(&settings.tie_breaks)
        .map_err(|unknown| Message::new("tournament_tie_break_unknown").text("code", unknown.0))?;
    if settings.teams.is_some_and(|teams| !(1..=20).contains(&teams.players)) {
        return Err(Message::new("tournament_team_range"));
    }
    for category in &settings.categories {
        within(&category.code, 20)?;
        within(&category.name, LONGEST_NAME)?;
    }
    if settings.categories.len() > 20 {
        return Err(Message::new("tournament_text_long").number("most", 20));
    }
    if let Some(rules) = &settings.knockout {
        let ranges = [
            (rules.games, 1, 12),
            (rules.tie_break_games, 1, 4),
            (rules.tie_break_stages, 0, 4),
            (rules.groups, 2, 26),
            (rules.qualifiers, 1, 8),
        ];
        if ranges.iter().any(|(value, least, most)| !(*least..=*most).contains(value)) {
            return Err(Message::new("tournament_knockout_range"));
        }
    }
    if let Some(online) = &settings.online {
        rulebook(&online.game)?;
        if !(5..=86_400).contains(&online.no_show_seconds) {
            return Err(Message::new("tournament_no_show_range"));
        }
    }
    Ok(())
}

fn entrant(entrant: &Entrant) -> Result<(), Message> {
    if entrant.name.trim().is_empty() {
        return Err(Message::new("tournament_name_missing"));
    }
    let texts = [
        &entrant.name,
        &entrant.title,
        &entrant.federation,
        &entrant.identifier,
        &entrant.birth,
        &entrant.team,
    ];
    for text in texts.into_iter().chain(&entrant.categories) {
        within(text, 60)?;
    }
    if !matches!(entrant.sex.as_str(), "" | "m" | "w")
        || entrant.rating > 9999
        || entrant.categories.len() > 20
    {
        return Err(Message::new("tournament_player_data").text("name", &entrant.name));
    }
    within(&entrant.engine, 300)
}

/// Checks that a change can be applied to a tournament.
pub fn check(state: &TournamentState, act: &TournamentAct) -> Result<(), Message> {
    match act {
        TournamentAct::Describe { name, place, notes } => {
            if name.trim().is_empty() {
                return Err(Message::new("tournament_name_missing"));
            }
            within(name, LONGEST_NAME)?;
            within(place, LONGEST_NAME)?;
            within(notes, LONGEST_TEXT)
        }
        TournamentAct::Section { section, settings: new } => {
            let next = state.sections.keys().last().map_or(1, |last| last + 1);
            let known = state.sections.get(section);
            if known.is_none() && (*section != next || state.sections.len() >= MOST_SECTIONS) {
                return Err(Message::new("tournament_no_section"));
            }
            settings(new)?;
            let Some(known) = known else { return Ok(()) };
            let fixed = !known.rounds.is_empty()
                && (known.settings.system != new.system
                    || known.settings.first_side != new.first_side
                    || known.settings.first_round != new.first_round
                    || known.settings.knockout != new.knockout
                    || new.rounds < known.rounds.len() as u32);
            if fixed { Err(Message::new("tournament_already_begun")) } else { Ok(()) }
        }
        TournamentAct::Official { name, role, player } => {
            within(name, LONGEST_NAME)?;
            let organizers = state.officials.iter().filter(|one| one.2 == TournamentRole::Organizer);
            let mut others = organizers.filter(|one| one.0 != *player);
            if *role != Some(TournamentRole::Organizer) && others.next().is_none() {
                return Err(Message::new("tournament_last_organizer"));
            }
            Ok(())
        }
        TournamentAct::DropSection { section: number } => {
            let section = find(state, *number)?;
            if section.published() > 0 || state.sections.len() == 1 {
                return Err(Message::new("tournament_already_begun"));
            }
            Ok(())
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
        | TournamentAct::Close { section, .. } => in_section(find(state, *section)?, act),
    }
}

fn find(state: &TournamentState, section: u32) -> Result<&Section, Message> {
    state.sections.get(&section).ok_or_else(|| Message::new("tournament_no_section"))
}

fn in_section(section: &Section, act: &TournamentAct) -> Result<(), Message> {
    let player = |number: u32| {
        section.player(number).ok_or_else(|| Message::new("tournament_no_player").number("number", number))
    };
    let board = |round: u32, board: u32| {
        let known = section.board(round, board).is_some()
            && section.round(round).is_some_and(|round| round.published_at.is_some());
        if known {
            Ok(())
        } else {
            Err(Message::new("tournament_no_board").number("round", round).number("board", board))
        }
    };
    let open = || if section.closed { Err(Message::new("tournament_closed")) } else { Ok(()) };
    let before_start =
        || if section.rounds.is_empty() { Ok(()) } else { Err(Message::new("tournament_already_begun")) };
    let plays = |number: u32, round: u32| {
        section.round(round).is_some_and(|paired| {
            paired.bye == Some(number)
                || paired.boards.iter().any(|board| board.first == number || board.second == number)
        })
    };
    match act {
        TournamentAct::Enter { players, .. } => {
            open()?;
            let from_the_start = matches!(
                section.settings.system,
                PairingSystem::RoundRobin
                    | PairingSystem::DoubleRoundRobin
                    | PairingSystem::Knockout
                    | PairingSystem::GroupsKnockout
            );
            if from_the_start {
                before_start()?;
            }
            if section.players.len() + players.len() > MOST_PLAYERS {
                return Err(Message::new("tournament_too_many_players").number("most", MOST_PLAYERS));
            }
            players.iter().try_for_each(entrant)
        }
        TournamentAct::Edit { number, player: new, .. } => {
            player(*number)?;
            entrant(new)
        }
        TournamentAct::Remove { number, .. } => {
            player(*number)?;
            before_start()
        }
        TournamentAct::Renumber { order, .. } => {
            before_start()?;
            let mut sorted = order.clone();
            sorted.sort_unstable();
            if sorted.iter().copied().eq(1..=section.players.len() as u32) {
                Ok(())
            } else {
                Err(Message::new("tournament_order_incomplete"))
            }
        }
        TournamentAct::Withdraw { number, from_round, .. } => {
            player(*number)?;
            match from_round {
                Some(round) if *round == 0 || plays(*number, *round) => {
                    Err(Message::new("tournament_is_paired")
                        .number("number", *number)
                        .number("round", *round))
                }
                _ => Ok(()),
            }
        }
        TournamentAct::Bye { number, round, .. } => {
            player(*number)?;
            if *round == 0 || *round > section.rounds_planned() {
                return Err(Message::new("tournament_no_round"));
            }
            if plays(*number, *round) {
                return Err(Message::new("tournament_is_paired")
                    .number("number", *number)
                    .number("round", *round));
            }
            Ok(())
        }
        TournamentAct::Forbid { players, .. } => {
            let mut sorted = players.clone();
            sorted.sort_unstable();
            sorted.dedup();
            if sorted.len() < 2 || sorted.len() != players.len() {
                return Err(Message::new("tournament_two_players"));
            }
            players.iter().try_for_each(|&number| player(number).map(|_| ()))
        }
        TournamentAct::Permit { .. } => Ok(()),
        TournamentAct::Pair { round, boards, bye, by_hand, .. } => {
            open()?;
            if *round != section.next_round() || *round > section.rounds_planned() {
                return Err(Message::new("tournament_no_round"));
            }
            if *by_hand {
                section.examine(*round, boards, *bye)?;
            }
            Ok(())
        }
        TournamentAct::Unpair { round, .. } => {
            open()?;
            if *round == 0 || *round as usize != section.rounds.len() {
                return Err(Message::new("tournament_only_last_round").number("round", section.rounds.len()));
            }
            Ok(())
        }
        TournamentAct::Publish { round, .. } => {
            open()?;
            let draft = section.round(*round).is_some_and(|draft| draft.published_at.is_none());
            if draft { Ok(()) } else { Err(Message::new("tournament_no_draft")) }
        }
        TournamentAct::Result { round, board: number, .. }
        | TournamentAct::Room { round, board: number, .. } => board(*round, *number),
        TournamentAct::Propose { round, board: number, .. } => {
            board(*round, *number)?;
            let decided = section.board(*round, *number).is_some_and(|board| board.result.is_some());
            if decided { Err(Message::new("tournament_result_decided")) } else { Ok(()) }
        }
        TournamentAct::Foul { round, number, fouls, .. } => {
            player(*number)?;
            let published = section.round(*round).is_some_and(|round| round.published_at.is_some());
            if !published || *fouls > 99 {
                return Err(Message::new("tournament_no_round"));
            }
            Ok(())
        }
        TournamentAct::Join { number, .. } => player(*number).map(|_| ()),
        TournamentAct::Decide { winner, loser, decided, .. } => {
            open()?;
            section.check_decision(*winner, *loser, *decided)
        }
        TournamentAct::Close { closed, .. } => {
            let last = section.rounds.last();
            let complete = last.is_none_or(|round| {
                round.published_at.is_some() && round.boards.iter().all(|board| board.result.is_some())
            });
            if *closed && !complete { Err(Message::new("tournament_round_incomplete")) } else { Ok(()) }
        }
        _ => Ok(()),
    }
}
