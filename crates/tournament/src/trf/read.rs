//! Reader for TRF16 and TRF26.

use super::{Problem, TrfError, TrfFile};
use crate::model::{Bye, Colour, Entry, Forbidden, Outcome, Player, Sex};
use crate::points::Points;

/// Codes of TRF16 and TRF26 that are kept as text.
const HEADER_CODES: [&str; 27] = [
    "012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132", "172", "182",
    "192", "202", "212", "222", "299", "300", "310", "320", "330", "362", "801", "802",
];

/// Most rounds of a file: round numbers have three digits.
const MOST_ROUNDS: usize = 999;
/// Most lines that give acceleration points to a range of players.
const MOST_RANGES: usize = 100;

/// One line as characters, with its number.
struct Line {
    number: usize,
    text: Vec<char>,
}

impl Line {
    fn error(&self, column: usize, problem: Problem) -> TrfError {
        TrfError { line: self.number, column: column + 1, problem }
    }

    /// Text of the columns `begin..end` (from 0), trimmed.
    fn field(&self, begin: usize, end: usize) -> String {
        let end = end.min(self.text.len());
        if begin >= end {
            String::new()
        } else {
            self.text[begin..end].iter().collect::<String>().trim().to_owned()
        }
    }

    fn rest(&self, begin: usize) -> String {
        self.field(begin, self.text.len())
    }

    fn number<T: std::str::FromStr>(&self, begin: usize, end: usize) -> Result<T, TrfError> {
        let text = self.field(begin, end);
        text.parse().map_err(|_| self.error(begin, Problem::NotANumber(text)))
    }

    fn points(&self, begin: usize, end: usize) -> Result<Points, TrfError> {
        let text = self.field(begin, end);
        Points::parse(&text).ok_or_else(|| self.error(begin, Problem::NotPoints(text)))
    }

    /// White-space separated words after the code, with their columns.
    fn words(&self) -> Vec<(usize, String)> {
        let mut words: Vec<(usize, String)> = Vec::new();
        let mut inside = false;
        for (column, &letter) in self.text.iter().enumerate().skip(3) {
            if letter.is_whitespace() {
                inside = false;
            } else if inside {
                if let Some((_, word)) = words.last_mut() {
                    word.push(letter);
                }
            } else {
                words.push((column, letter.to_string()));
                inside = true;
            }
        }
        words
    }

    fn numbers(&self) -> Result<Vec<u32>, TrfError> {
        let parse = |(column, word): (usize, String)| {
            word.parse().map_err(|_| self.error(column, Problem::NotANumber(word.clone())))
        };
        self.words().into_iter().map(parse).collect()
    }

    /// Numbers of four columns each, one column apart.
    fn columns(&self, begin: usize) -> Result<Vec<u32>, TrfError> {
        (begin..self.text.len())
            .step_by(5)
            .filter(|&column| !self.field(column, column + 4).is_empty())
            .map(|column| self.number(column, column + 4))
            .collect()
    }
}

#[derive(Default)]
struct Reader {
    file: TrfFile,
    lines: Vec<Line>,
    written: Vec<Points>,
    absent: Vec<(usize, Option<usize>, u32, Bye)>,
    accelerations: Vec<Acceleration>,
    ranges: usize,
    allocated_given: bool,
}

/// Acceleration points of a range of start numbers: a value for each round from 1.
struct Acceleration {
    players: std::ops::RangeInclusive<u32>,
    values: Vec<Points>,
}

/// Reads a file. Line ends may be LF, CR LF or CR.
pub fn read(text: &str) -> Result<TrfFile, TrfError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n").replace('\r', "\n");
    let mut reader = Reader::default();
    for (index, line) in text.lines().enumerate() {
        let line = Line { number: index + 1, text: line.trim_end().chars().collect() };
        if line.text.is_empty() || line.text[0] == '#' {
            continue;
        }
        reader.line(line)?;
    }
    reader.finish()
}

impl Reader {
    fn line(&mut self, line: Line) -> Result<(), TrfError> {
        let code = line.field(0, 3);
        let points = &mut self.file.tournament.points;
        match code.as_str() {
            "001" => return self.player(line),
            "012" => self.file.tournament.name = line.rest(4),
            "013" => self.file.headers.push((code, line.rest(4))),
            "142" | "XXR" => {
                let rounds: usize = line.number(3, line.text.len())?;
                if rounds == 0 || rounds > MOST_ROUNDS {
                    return Err(line.error(4, Problem::NotANumber(line.rest(4))));
                }
                self.file.tournament.rounds = rounds;
                self.file.rounds_given = true;
            }
            "152" => {
                self.file.tournament.first_colour = match line.rest(4).as_str() {
                    "W" | "w" => Some(Colour::White),
                    "B" | "b" => Some(Colour::Black),
                    other => {
                        return Err(line.error(4, Problem::BadColour(other.chars().next().unwrap_or(' '))));
                    }
                };
            }
            "XXC" => {
                for (_, word) in line.words() {
                    match word.as_str() {
                        "white1" => self.file.tournament.first_colour = Some(Colour::White),
                        "black1" => self.file.tournament.first_colour = Some(Colour::Black),
                        _ => {}
                    }
                }
            }
            "162" => self.points_system(&line)?,
            "XXS" => self.extended_points(&line)?,
            "BBW" => {
                points.win = line.points(3, line.text.len())?;
                if !self.allocated_given {
                    points.allocated_bye = points.win;
                }
            }
            "BBD" => {
                points.draw = line.points(3, line.text.len())?;
                points.draw_second = points.draw;
            }
            "BBL" => points.loss = line.points(3, line.text.len())?,
            "BBZ" => points.zero_bye = line.points(3, line.text.len())?,
            "BBF" => points.forfeit_loss = line.points(3, line.text.len())?,
            "BBU" => {
                points.allocated_bye = line.points(3, line.text.len())?;
                self.allocated_given = true;
            }
            "240" => {
                let bye = match line.field(4, 5).as_str() {
                    "F" => Bye::FullPoint,
                    "H" => Bye::HalfPoint,
                    "Z" => Bye::ZeroPoint,
                    other => {
                        return Err(line.error(4, Problem::BadResult(other.chars().next().unwrap_or(' '))));
                    }
                };
                let round: usize = line.number(6, 9)?;
                for number in line.columns(10)? {
                    self.absent.push((line.number, Some(round), number, bye));
                }
            }
            "XXZ" => {
                for number in line.numbers()? {
                    self.absent.push((line.number, None, number, Bye::ZeroPoint));
                }
            }
            "250" => {
                let value = line.points(9, 13)?;
                let (first, last): (usize, usize) = (line.number(14, 17)?, line.number(18, 21)?);
                let (from, to): (u32, u32) = (line.number(22, 26)?, line.number(27, 31)?);
                if first == 0 || first > MOST_ROUNDS || last > MOST_ROUNDS || to > 9999 {
                    return Err(line.error(14, Problem::NotANumber(line.field(14, 31))));
                }
                self.ranges += 1;
                if self.ranges > MOST_RANGES {
                    return Err(line.error(0, Problem::UnexpectedText));
                }
                let mut values = vec![Points::ZERO; first - 1];
                values.resize(last.max(first - 1), value);
                self.accelerations.push(Acceleration { players: from..=to, values });
            }
            "XXA" => {
                let number: u32 = line.number(4, 8)?;
                let mut values = Vec::new();
                for column in (9..line.text.len()).step_by(5).take(MOST_ROUNDS) {
                    let blank = line.field(column, column + 4).is_empty();
                    values.push(if blank { Points::ZERO } else { line.points(column, column + 4)? });
                }
                self.accelerations.push(Acceleration { players: number..=number, values });
            }
            "260" => {
                let (first_round, last_round) = (line.number(4, 7)?, line.number(8, 11)?);
                let players = line.columns(12)?;
                self.file.tournament.forbidden.push(Forbidden { players, first_round, last_round });
            }
            "XXP" => {
                let players = line.numbers()?;
                let forbidden = Forbidden { players, first_round: 1, last_round: usize::MAX };
                self.file.tournament.forbidden.push(forbidden);
            }
            "202" | "212" => {
                let list = line.rest(4);
                let names = list.split([',', ' ']).filter(|name| !name.is_empty()).map(str::to_owned);
                self.file.tie_breaks = names.collect();
                self.file.headers.push((code, list));
            }
            known if HEADER_CODES.contains(&known) => self.file.headers.push((code, line.rest(4))),
            // Codes of letters are extensions of programs and federations.
            other if other.len() == 3 && other.chars().all(|c| c.is_ascii_uppercase()) => {
                self.file.headers.push((code, line.rest(4)));
            }
            _ => return Err(line.error(0, Problem::UnknownCode(code))),
        }
        Ok(())
    }

    fn points_system(&mut self, line: &Line) -> Result<(), TrfError> {
        let points = &mut self.file.tournament.points;
        let mut words = line.words().into_iter();
        while let Some((column, word)) = words.next() {
            let letter = word.chars().next().unwrap_or(' ');
            let value = if word.chars().count() > 1 {
                word.chars().skip(1).collect()
            } else {
                words.next().map(|(_, value)| value).unwrap_or_default()
            };
            let value =
                Points::parse(&value).ok_or_else(|| line.error(column, Problem::NotPoints(value.clone())))?;
            match letter {
                'W' => {
                    points.win = value;
                    if !self.allocated_given {
                        points.allocated_bye = value;
                    }
                }
                'D' => {
                    points.draw = value;
                    points.draw_second = value;
                }
                'L' => points.loss = value,
                'Z' => {
                    points.zero_bye = value;
                    points.forfeit_loss = value;
                }
                'P' => {
                    points.allocated_bye = value;
                    self.allocated_given = true;
                }
                'X' => {}
                other => return Err(line.error(column, Problem::BadResult(other))),
            }
        }
        Ok(())
    }

    fn extended_points(&mut self, line: &Line) -> Result<(), TrfError> {
        let points = &mut self.file.tournament.points;
        for (column, word) in line.words() {
            let Some((name, value)) = word.split_once('=') else {
                return Err(line.error(column, Problem::UnexpectedText));
            };
            let value = Points::parse(value)
                .ok_or_else(|| line.error(column, Problem::NotPoints(value.to_owned())))?;
            match name {
                "W" | "WW" | "BW" => points.win = value,
                "D" => (points.draw, points.draw_second) = (value, value),
                "WD" => points.draw = value,
                "BD" => points.draw_second = value,
                "L" | "WL" | "BL" => points.loss = value,
                "ZPB" => points.zero_bye = value,
                "FL" => points.forfeit_loss = value,
                "PAB" => {
                    points.allocated_bye = value;
                    self.allocated_given = true;
                }
                "HPB" | "FPB" | "FW" => {}
                _ => return Err(line.error(column, Problem::UnexpectedText)),
            }
        }
        Ok(())
    }

    fn player(&mut self, line: Line) -> Result<(), TrfError> {
        if line.text.len() < 84 {
            return Err(line.error(line.text.len(), Problem::ShortLine));
        }
        let number: u32 = line.number(4, 8)?;
        if number == 0 {
            return Err(line.error(4, Problem::NotANumber("0".to_owned())));
        }
        let players = &self.file.tournament.players;
        if players.iter().any(|player| player.number == number) {
            return Err(line.error(4, Problem::RepeatedNumber(number)));
        }
        let rating = if line.field(48, 52).is_empty() { 0 } else { line.number(48, 52)? };
        self.written.push(line.points(80, 84)?);
        if !line.field(85, 89).is_empty() {
            self.file.ranks.push((number, line.number(85, 89)?));
        }
        let mut entries = Vec::new();
        let mut blanks = 0;
        let mut column = 91;
        while column < line.text.len() {
            if column >= 91 + 10 * MOST_ROUNDS {
                return Err(line.error(column, Problem::TooManyRounds(MOST_ROUNDS)));
            }
            match entry(&line, column, number)? {
                None => blanks += 1,
                Some(entry) => {
                    entries.extend(std::iter::repeat_n(Entry::Bye(Bye::ZeroPoint), blanks));
                    blanks = 0;
                    entries.push(entry);
                }
            }
            column += 10;
        }
        self.file.tournament.players.push(Player {
            number,
            name: line.field(14, 47),
            sex: match line.field(9, 10).as_str() {
                "m" | "M" => Sex::Male,
                "w" | "W" | "f" | "F" => Sex::Female,
                _ => Sex::Unknown,
            },
            title: line.field(10, 13),
            rating,
            federation: line.field(53, 56),
            identifier: line.field(57, 68),
            birth: line.field(69, 79),
            entries,
            ..Player::default()
        });
        self.lines.push(line);
        Ok(())
    }

    fn finish(mut self) -> Result<TrfFile, TrfError> {
        if self.lines.is_empty() {
            return Err(TrfError { line: 1, column: 1, problem: Problem::NoPlayers });
        }
        let mut order: Vec<usize> = (0..self.lines.len()).collect();
        order.sort_by_key(|&index| self.file.tournament.players[index].number);
        let tournament = &mut self.file.tournament;
        tournament.players.sort_by_key(|player| player.number);
        for Acceleration { players, values } in &self.accelerations {
            let begin = tournament.players.partition_point(|player| player.number < *players.start());
            let given = tournament.players[begin..].iter_mut();
            for player in given.take_while(|player| player.number <= *players.end()) {
                let all = &mut player.accelerations;
                for (round, &value) in values.iter().enumerate() {
                    if all.len() <= round {
                        all.push(value);
                    } else if value != Points::ZERO {
                        all[round] = value;
                    }
                }
            }
        }
        let rounds = tournament.paired_rounds();
        if self.file.rounds_given && rounds > tournament.rounds {
            let column = 91 + 10 * tournament.rounds;
            let index =
                tournament.players.iter().position(|one| one.entries.len() > tournament.rounds).unwrap_or(0);
            return Err(self.lines[order[index]].error(column, Problem::TooManyRounds(tournament.rounds)));
        }
        for player in &mut tournament.players {
            if player.entries.len() < rounds {
                player.entries.resize(rounds, Entry::Bye(Bye::ZeroPoint));
            }
        }
        self.check_opponents(&order)?;
        self.check_points(&order, rounds)?;
        for &(line, round, number, bye) in &self.absent {
            let tournament = &mut self.file.tournament;
            let Some(index) = tournament.index_of(number) else {
                return Err(TrfError { line, column: 1, problem: Problem::UnknownPlayer(number) });
            };
            let entries = &mut tournament.players[index].entries;
            if round.is_none_or(|round| round == rounds + 1) && entries.len() == rounds {
                entries.push(Entry::Bye(bye));
            }
        }
        for (code, text) in self.file.headers.clone() {
            if code == "013" {
                self.team(&text);
            }
        }
        Ok(self.file)
    }

    /// A team of TRF16: a name of 32 columns and start numbers.
    fn team(&mut self, text: &str) {
        let name: String = text.chars().take(32).collect::<String>().trim().to_owned();
        let numbers: String = text.chars().skip(32).collect();
        for number in numbers.split_whitespace().filter_map(|word| word.parse().ok()) {
            if let Some(index) = self.file.tournament.index_of(number) {
                self.file.tournament.players[index].team.clone_from(&name);
            }
        }
    }

    fn check_opponents(&self, order: &[usize]) -> Result<(), TrfError> {
        let tournament = &self.file.tournament;
        for (index, player) in tournament.players.iter().enumerate() {
            let line = &self.lines[order[index]];
            for (round, &entry) in player.entries.iter().enumerate() {
                let Some(number) = entry.opponent() else { continue };
                let column = 91 + 10 * round;
                let Some(opponent) = tournament.index_of(number) else {
                    return Err(line.error(column, Problem::UnknownPlayer(number)));
                };
                let theirs = tournament.players[opponent].entries.get(round).copied();
                let agrees = theirs.is_some_and(|theirs| {
                    theirs.opponent() == Some(player.number)
                        && theirs.is_played() == entry.is_played()
                        && (theirs.colour() != entry.colour() || entry.colour().is_none())
                        && results_fit(entry, theirs)
                });
                if !agrees {
                    return Err(line.error(column, Problem::OpponentDisagrees(number, round + 1)));
                }
            }
        }
        Ok(())
    }

    /// Points may include the acceleration, and byes of the round to be paired.
    fn check_points(&self, order: &[usize], rounds: usize) -> Result<(), TrfError> {
        let tournament = &self.file.tournament;
        for (index, player) in tournament.players.iter().enumerate() {
            let score = tournament.score_after(index, rounds);
            let written = self.written[order[index]];
            let next = player.entries.get(rounds).map_or(Points::ZERO, |&entry| tournament.points.of(entry));
            let extra = player.accelerations.get(rounds).copied().unwrap_or_default();
            let accepted = [score, score + next, score + extra, score + next + extra];
            if !accepted.contains(&written) {
                let problem = Problem::WrongPoints(written.to_string(), score.to_string());
                return Err(self.lines[order[index]].error(80, problem));
            }
        }
        Ok(())
    }
}

/// One win and one loss, two draws, or results an arbiter changed for one side only downwards.
fn results_fit(mine: Entry, theirs: Entry) -> bool {
    match (mine, theirs) {
        (Entry::Game { outcome: one, .. }, Entry::Game { outcome: other, .. }) => {
            !(one == Outcome::Win && other == Outcome::Win)
        }
        (Entry::Forfeit { won: one, .. }, Entry::Forfeit { won: other, .. }) => !(one && other),
        _ => true,
    }
}

/// Reads a round entry of eight columns; `None` if it is blank.
fn entry(line: &Line, column: usize, number: u32) -> Result<Option<Entry>, TrfError> {
    let letter = |offset: usize| line.text.get(column + offset).copied().unwrap_or(' ');
    let opponent_text = line.field(column, column + 4);
    let colour_letter = letter(5);
    let result = letter(7).to_ascii_uppercase();
    if opponent_text.is_empty() && colour_letter == ' ' && result == ' ' {
        for offset in [4, 6, 8, 9] {
            if letter(offset) != ' ' {
                return Err(line.error(column + offset, Problem::UnexpectedText));
            }
        }
        return Ok(None);
    }
    let opponent: u32 = if opponent_text.is_empty() { 0 } else { line.number(column, column + 4)? };
    if opponent == number {
        return Err(line.error(column, Problem::OwnOpponent));
    }
    let colour = match colour_letter {
        'w' | 'W' => Some(Colour::White),
        'b' | 'B' => Some(Colour::Black),
        '-' | ' ' => None,
        other => return Err(line.error(column + 5, Problem::BadColour(other))),
    };
    let contradiction = || line.error(column + 7, Problem::Contradiction);
    if opponent == 0 {
        if colour.is_some() {
            return Err(line.error(column + 5, Problem::Contradiction));
        }
        let bye = match result {
            'U' | '+' => Bye::PairingAllocated,
            'F' | '1' => Bye::FullPoint,
            'H' | '=' => Bye::HalfPoint,
            'Z' | '-' | '0' | ' ' => Bye::ZeroPoint,
            'W' | 'D' | 'L' => return Err(contradiction()),
            other => return Err(line.error(column + 7, Problem::BadResult(other))),
        };
        return Ok(Some(Entry::Bye(bye)));
    }
    let game = |outcome, rated| {
        let colour = colour.ok_or_else(contradiction)?;
        Ok(Some(Entry::Game { opponent, colour, outcome, rated }))
    };
    match result {
        '1' => game(Outcome::Win, true),
        '=' => game(Outcome::Draw, true),
        '0' => game(Outcome::Loss, true),
        'W' => game(Outcome::Win, false),
        'D' => game(Outcome::Draw, false),
        'L' => game(Outcome::Loss, false),
        '+' => Ok(Some(Entry::Forfeit { opponent, colour, won: true })),
        '-' => Ok(Some(Entry::Forfeit { opponent, colour, won: false })),
        ' ' => Ok(Some(Entry::Pending { opponent, colour: colour.ok_or_else(contradiction)? })),
        'U' | 'F' | 'H' | 'Z' => Err(contradiction()),
        other => Err(line.error(column + 7, Problem::BadResult(other))),
    }
}
