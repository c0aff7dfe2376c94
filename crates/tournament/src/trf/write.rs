//! Writer for TRF16 and TRF26.

use super::TrfFile;
use crate::model::{Bye, Colour, Entry, Outcome, Player, Sex};
use crate::points::{Points, PointsSystem};
use std::fmt::Write;

/// Dialect to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// TRF16 with the extensions of JaVaFo and bbpPairings (XXR, XXC, XXP, XXA, BB?).
    Trf16,
    /// TRF26 (142, 152, 162, 250, 260).
    Trf26,
}

/// Writes a file with LF line ends.
pub fn write(file: &TrfFile, format: Format) -> String {
    let tournament = &file.tournament;
    let mut text = String::new();
    let mut line = |content: String| {
        text.push_str(content.trim_end());
        text.push('\n');
    };
    if !tournament.name.is_empty() {
        line(format!("012 {}", tournament.name));
    }
    let has_teams = tournament.players.iter().any(|player| !player.team.is_empty());
    for (code, content) in &file.headers {
        if code != "013" || !has_teams {
            line(format!("{code} {content}"));
        }
    }
    if tournament.rounds > 0 {
        let code = if format == Format::Trf26 { "142" } else { "XXR" };
        line(format!("{code} {}", tournament.rounds));
    }
    if let Some(colour) = tournament.first_colour {
        line(match (format, colour) {
            (Format::Trf26, Colour::White) => "152 W".to_owned(),
            (Format::Trf26, Colour::Black) => "152 B".to_owned(),
            (Format::Trf16, Colour::White) => "XXC white1".to_owned(),
            (Format::Trf16, Colour::Black) => "XXC black1".to_owned(),
        });
    }
    for content in points_lines(&tournament.points, format) {
        line(content);
    }
    let rounds = tournament.paired_rounds();
    for (index, player) in tournament.players.iter().enumerate() {
        let rank = file.ranks.iter().find(|(number, _)| *number == player.number).map(|&(_, rank)| rank);
        line(player_line(player, tournament.score_after(index, rounds), rank));
    }
    for player in &tournament.players {
        if player.accelerations.iter().any(|&value| value != Points::ZERO) {
            line(acceleration_lines(player, format));
        }
    }
    for forbidden in &tournament.forbidden {
        let numbers = forbidden.players.iter().fold(String::new(), |mut all, number| {
            let _ = write!(all, " {number:>4}");
            all
        });
        let always = forbidden.first_round == 1 && forbidden.last_round > 999;
        if format == Format::Trf16 && always {
            line(format!("XXP{numbers}"));
        } else {
            line(format!("260 {:>3} {:>3}{numbers}", forbidden.first_round, forbidden.last_round.min(999)));
        }
    }
    let mut teams: Vec<&str> = Vec::new();
    for player in &tournament.players {
        if !player.team.is_empty() && !teams.contains(&player.team.as_str()) {
            teams.push(&player.team);
        }
    }
    for team in teams {
        let name: String = team.chars().take(32).collect();
        let members = tournament.players.iter().filter(|player| player.team == team);
        let numbers = members.fold(String::new(), |mut all, player| {
            let _ = write!(all, " {:>4}", player.number);
            all
        });
        line(format!("013 {name:<32}{numbers}"));
    }
    text
}

fn points_lines(points: &PointsSystem, format: Format) -> Vec<String> {
    if *points == PointsSystem::STANDARD {
        return Vec::new();
    }
    if points.draw != points.draw_second {
        // Only JaVaFo's extension can tell the draws of the two sides apart.
        return vec![format!(
            "XXS W={} WD={} BD={} L={} ZPB={} FL={} PAB={}",
            points.win,
            points.draw,
            points.draw_second,
            points.loss,
            points.zero_bye,
            points.forfeit_loss,
            points.allocated_bye
        )];
    }
    let pairs = [
        ("W", "BBW", points.win),
        ("D", "BBD", points.draw),
        ("L", "BBL", points.loss),
        ("Z", "BBZ", points.zero_bye),
        ("", "BBF", points.forfeit_loss),
        ("P", "BBU", points.allocated_bye),
    ];
    match format {
        Format::Trf16 => pairs.iter().map(|(_, code, value)| format!("{code} {value:>4}")).collect(),
        Format::Trf26 => {
            let mut line = "162 ".to_owned();
            for (letter, _, value) in pairs.iter().filter(|(letter, ..)| !letter.is_empty()) {
                let _ = write!(line, " {letter}{:>4}   ", value.to_string());
            }
            vec![line]
        }
    }
}

fn player_line(player: &Player, score: Points, rank: Option<u32>) -> String {
    let sex = match player.sex {
        Sex::Male => 'm',
        Sex::Female => 'w',
        Sex::Unknown => ' ',
    };
    let cut = |text: &str, width: usize| text.chars().take(width).collect::<String>();
    let rating = if player.rating == 0 { String::new() } else { player.rating.to_string() };
    let mut line = format!(
        "001 {:>4} {sex}{:>3} {:<33} {:>4} {:<3} {:>11} {:<10} {:>4} {:>4}",
        player.number,
        cut(&player.title, 3),
        cut(&player.name, 33),
        cut(&rating, 4),
        cut(&player.federation, 3),
        cut(&player.identifier, 11),
        cut(&player.birth, 10),
        score.to_string(),
        rank.map(|rank| rank.to_string()).unwrap_or_default(),
    );
    for &entry in &player.entries {
        line.push_str("  ");
        line.push_str(&entry_text(entry));
    }
    line
}

fn entry_text(entry: Entry) -> String {
    let side = |colour: Option<Colour>| match colour {
        Some(Colour::White) => 'w',
        Some(Colour::Black) => 'b',
        None => '-',
    };
    match entry {
        Entry::Game { opponent, colour, outcome, rated } => {
            let result = match (outcome, rated) {
                (Outcome::Win, true) => '1',
                (Outcome::Draw, true) => '=',
                (Outcome::Loss, true) => '0',
                (Outcome::Win, false) => 'W',
                (Outcome::Draw, false) => 'D',
                (Outcome::Loss, false) => 'L',
            };
            format!("{opponent:>4} {} {result}", side(Some(colour)))
        }
        Entry::Forfeit { opponent, colour, won } => {
            format!("{opponent:>4} {} {}", side(colour), if won { '+' } else { '-' })
        }
        Entry::Pending { opponent, colour } => format!("{opponent:>4} {}  ", side(Some(colour))),
        Entry::Bye(bye) => {
            let letter = match bye {
                Bye::PairingAllocated => 'U',
                Bye::FullPoint => 'F',
                Bye::HalfPoint => 'H',
                Bye::ZeroPoint => 'Z',
            };
            format!("0000 - {letter}")
        }
    }
}

fn acceleration_lines(player: &Player, format: Format) -> String {
    match format {
        Format::Trf16 => {
            player.accelerations.iter().fold(format!("XXA {:>4}", player.number), |mut all, value| {
                let _ = write!(all, " {:>4}", value.to_string());
                all
            })
        }
        Format::Trf26 => {
            let mut lines = Vec::new();
            let mut begin = 0;
            while begin < player.accelerations.len() {
                let value = player.accelerations[begin];
                let length =
                    player.accelerations[begin..].iter().take_while(|&&other| other == value).count();
                if value != Points::ZERO {
                    let (first, last) = (begin + 1, begin + length);
                    let number = player.number;
                    lines.push(format!(
                        "250      {:>4} {first:>3} {last:>3} {number:>4} {number:>4}",
                        value.to_string()
                    ));
                }
                begin += length;
            }
            lines.join("\n")
        }
    }
}
