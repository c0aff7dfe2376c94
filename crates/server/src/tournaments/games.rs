//! PGN of a tournament: the tags of its boards, and players, pairings and results from the tags of a file.

use std::collections::HashMap;

use game::Message;
use tournament::model::{Bye, Colour, Entry, Outcome, Player, Tournament};

use super::state::{Board, Section, TournamentState};
use crate::wire::BoardResult;

/// Tags that the tournament writes itself; those of a game record are replaced.
const OWN: [&str; 12] = [
    "Event",
    "Site",
    "Round",
    "Board",
    "White",
    "Black",
    "Result",
    "WhiteElo",
    "BlackElo",
    "WhiteTeam",
    "BlackTeam",
    "Termination",
];
/// Words that end the moves of a PGN.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

const fn result_word(result: Option<BoardResult>) -> &'static str {
    match result {
        Some(BoardResult::First | BoardResult::FirstByForfeit) => "1-0",
        Some(BoardResult::Second | BoardResult::SecondByForfeit) => "0-1",
        Some(BoardResult::Draw) => "1/2-1/2",
        Some(BoardResult::BothAbsent) | None => "*",
    }
}

/// PGN of one board. `record` is the PGN of its game on this server; a game over the board has tags and a result, but no moves.
pub fn board_pgn(
    state: &TournamentState,
    section: &Section,
    (round, number): (u32, u32),
    board: &Board,
    record: Option<&str>,
) -> String {
    let result = result_word(board.result);
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    };
    let event = [state.name.as_str(), section.settings.name.as_str()];
    tag("Event", &event.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · "));
    tag("Site", if state.place.is_empty() { "?" } else { &state.place });
    tag("Round", &format!("{round}.{number}"));
    tag("White", section.name_of(board.first));
    tag("Black", section.name_of(board.second));
    tag("Result", result);
    let sides = [("White", board.first), ("Black", board.second)];
    for (side, player) in sides {
        let Some(entrant) = section.player(player).map(|player| &player.entrant) else { continue };
        if entrant.rating > 0 {
            tag(&format!("{side}Elo"), &entrant.rating.to_string());
        }
        if !entrant.team.is_empty() {
            tag(&format!("{side}Team"), &entrant.team);
        }
    }
    let by_forfeit = matches!(
        board.result,
        Some(BoardResult::FirstByForfeit | BoardResult::SecondByForfeit | BoardResult::BothAbsent)
    );
    let record = record.unwrap_or_default();
    let kept = |name: &str| record.lines().filter_map(read_tag).find(|one| one.0 == name).map(|one| one.1);
    if by_forfeit {
        tag("Termination", "forfeit");
    } else if let Some(termination) = kept("Termination") {
        tag("Termination", &termination);
    }
    let own = |line: &&str| read_tag(line).is_some_and(|(name, _)| OWN.contains(&name.as_str()));
    for line in record.lines().filter(|line| !own(line)) {
        text.push_str(line);
        text.push('\n');
    }
    // The arbiter's result counts, also if the game on the server ended in another way.
    let moves = text.trim_end();
    let last = moves.rsplit(char::is_whitespace).next().unwrap_or_default();
    if !record.is_empty() && RESULTS.contains(&last) {
        let end = moves.len() - last.len();
        text.truncate(end);
        text.push_str(&format!("{result}\n\n"));
    } else {
        text.push_str(&format!("\n{result}\n\n"));
    }
    text
}

/// Tag of a line, `[Name "value"]`.
fn read_tag(line: &str) -> Option<(String, String)> {
    let inside = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    let (name, value) = inside.split_once(char::is_whitespace)?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        return None;
    }
    Some((name.to_owned(), value.replace("\\\"", "\"").replace("\\\\", "\\")))
}

/// Tags of the games of a file.
fn games(text: &str) -> Vec<HashMap<String, String>> {
    let mut games: Vec<HashMap<String, String>> = Vec::new();
    let mut in_moves = true;
    for line in text.lines() {
        match read_tag(line) {
            Some((name, value)) => {
                let repeated = games.last().is_some_and(|game| game.contains_key(&name));
                if in_moves || repeated {
                    games.push(HashMap::new());
                }
                in_moves = false;
                if let Some(game) = games.last_mut() {
                    game.insert(name, value);
                }
            }
            None => in_moves |= !line.trim().is_empty(),
        }
    }
    games
}

/// Tournament as the tags of a PGN file tell it; `None` if the text is no PGN with players. A round without a game counts
/// no points: tags do not tell byes. Start numbers go by rating, then by first appearance.
pub fn from_pgn(text: &str) -> Option<Result<Tournament, Message>> {
    let games = games(text);
    let named = |game: &HashMap<String, String>, names: [&str; 2]| {
        let value = names.iter().find_map(|name| game.get(*name))?.trim().to_owned();
        (!value.is_empty() && value != "?").then_some(value)
    };
    let pairs: Vec<([String; 2], &HashMap<String, String>)> = games
        .iter()
        .filter_map(|game| Some(([named(game, ["White", "Red"])?, named(game, ["Black", "Black"])?], game)))
        .filter(|([first, second], _)| first != second)
        .collect();
    if pairs.is_empty() {
        return None;
    }
    let mut players: Vec<Player> = Vec::new();
    let mut index: HashMap<String, usize> = HashMap::new();
    for (names, game) in &pairs {
        for (name, sides) in names.iter().zip([["White", "Red"], ["Black", "Black"]]) {
            let at = *index.entry(name.clone()).or_insert_with(|| {
                players.push(Player { name: name.clone(), ..Player::default() });
                players.len() - 1
            });
            let tag = |what: &str| sides.iter().find_map(|side| game.get(&format!("{side}{what}")));
            let player = &mut players[at];
            if player.rating == 0 {
                player.rating = tag("Elo").and_then(|text| text.parse().ok()).unwrap_or(0);
            }
            if player.team.is_empty() {
                player.team = tag("Team").cloned().unwrap_or_default();
            }
            if player.title.is_empty() {
                player.title = tag("Title").filter(|title| *title != "-").cloned().unwrap_or_default();
            }
        }
    }
    let mut order: Vec<usize> = (0..players.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(players[at].rating));
    let mut number_of = vec![0u32; players.len()];
    for (number, &at) in (1..).zip(&order) {
        number_of[at] = number;
        players[at].number = number;
    }
    let round_of = |game: &HashMap<String, String>| {
        let round = game.get("Round")?.split('.').next()?.trim().parse().ok()?;
        (1..=999).contains(&round).then_some(round)
    };
    let rounds: Vec<Option<usize>> = pairs.iter().map(|(_, game)| round_of(game)).collect();
    // Without the round of every game there are players, but no pairings.
    let last = if rounds.contains(&None) { 0 } else { rounds.iter().flatten().copied().max().unwrap_or(0) };
    let mut entries = vec![vec![None; last]; players.len()];
    for (([first, second], game), round) in pairs.iter().zip(&rounds) {
        let Some(round) = round.filter(|_| last > 0) else { continue };
        let ends = [index[first], index[second]];
        for (side, colour) in [Colour::White, Colour::Black].into_iter().enumerate() {
            let entry = entry(game, number_of[ends[1 - side]], colour);
            if entries[ends[side]][round - 1].replace(entry).is_some() {
                let name = &players[ends[side]].name;
                return Some(Err(Message::new("tournament_pgn_twice")
                    .text("name", name)
                    .number("round", round)));
            }
        }
    }
    for (player, entries) in players.iter_mut().zip(entries) {
        player.entries = entries.into_iter().map(|one| one.unwrap_or(Entry::Bye(Bye::ZeroPoint))).collect();
    }
    players.sort_by_key(|player| player.number);
    Some(Ok(Tournament { players, rounds: last, ..Tournament::default() }))
}

/// Entry of a player of a game.
fn entry(game: &HashMap<String, String>, opponent: u32, colour: Colour) -> Entry {
    let is_white = colour == Colour::White;
    let forfeit = game.get("Termination").is_some_and(|how| how.eq_ignore_ascii_case("forfeit"));
    let outcome = match game.get("Result").map_or("*", |result| result.trim()) {
        "1-0" if is_white => Outcome::Win,
        "0-1" if !is_white => Outcome::Win,
        "1-0" | "0-1" => Outcome::Loss,
        "1/2-1/2" => Outcome::Draw,
        _ if forfeit => Outcome::Loss,
        _ => return Entry::Pending { opponent, colour },
    };
    if forfeit {
        return Entry::Forfeit { opponent, colour: Some(colour), won: outcome == Outcome::Win };
    }
    Entry::Game { opponent, colour, outcome, rated: true }
}

/// Places of the games of a PGN within their rounds: round and the players' names to the number after the point.
pub fn board_order(text: &str) -> HashMap<(u32, String), u32> {
    let place = |game: &HashMap<String, String>| {
        let (round, board) = game.get("Round")?.split_once('.')?;
        let name = game.get("White").or_else(|| game.get("Red"))?.trim().to_owned();
        Some(((round.trim().parse().ok()?, name), board.trim().parse().ok()?))
    };
    games(text).iter().filter_map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "[Event \"Cup\"]\n[Round \"1.1\"]\n[White \"An\"]\n[Black \"Bình \\\"B\\\"\"]\n[Result \"1-0\"]\n[WhiteElo \"1800\"]\n\n1. C2=5 *\n\n\
        [Round \"1.2\"]\n[Red \"Chi\"]\n[Black \"Dũng\"]\n[Result \"*\"]\n[Termination \"forfeit\"]\n[RedElo \"1900\"]\n\n*\n\
        [Round \"2.1\"]\n[White \"Dũng\"]\n[Black \"An\"]\n[Result \"1/2-1/2\"]\n[WhiteTeam \"Huế\"]\n";

    #[test]
    fn players_and_rounds_come_from_the_tags() {
        let found = from_pgn(FILE).unwrap().unwrap();
        let names: Vec<&str> = found.players.iter().map(|player| player.name.as_str()).collect();
        assert_eq!(names, ["Chi", "An", "Bình \"B\"", "Dũng"]);
        assert_eq!((found.rounds, found.players[3].team.as_str()), (2, "Huế"));
        let absent = |opponent, colour| Entry::Forfeit { opponent, colour: Some(colour), won: false };
        assert_eq!(found.players[0].entries, [absent(4, Colour::White), Entry::Bye(Bye::ZeroPoint)]);
        let game = |opponent, colour, outcome| Entry::Game { opponent, colour, outcome, rated: true };
        let an = [game(3, Colour::White, Outcome::Win), game(4, Colour::Black, Outcome::Draw)];
        assert_eq!(found.players[1].entries, an);
        assert_eq!(board_order(FILE)[&(1, "Chi".to_owned())], 2);
    }

    #[test]
    fn texts_without_games_are_no_pgn_and_two_games_in_a_round_are_refused() {
        for text in [
            "",
            "An\nBình",
            "[An \"x\"]\nBình",
            "[White \"?\"]\n[Black \"B\"]\n",
            "[White \"A\"]\n[Black \"A\"]",
        ] {
            assert!(from_pgn(text).is_none(), "{text}");
        }
        let twice = FILE.replace("2.1", "1.3");
        assert_eq!(from_pgn(&twice).unwrap().unwrap_err().code, "tournament_pgn_twice");
        let players = from_pgn(&FILE.replace("2.1", "?")).unwrap().unwrap();
        assert!(players.rounds == 0 && players.players.iter().all(|player| player.entries.is_empty()));
    }
}
