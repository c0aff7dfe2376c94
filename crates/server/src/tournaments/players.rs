//! Players from text: a name per line, a table with a head (CSV or tab-separated), or a TRF or PGN file.

use game::Message;
use tournament::model::Sex;
use tournament::trf;

use super::{games, sentences};
use crate::wire::Entrant;

/// Columns of a table, by the names that people write.
const COLUMNS: [(&str, &[&str]); 9] = [
    ("name", &["name", "player", "tên", "họ tên", "họ và tên", "kỳ thủ", "姓名", "棋手", "名字"]),
    ("sex", &["sex", "gender", "giới tính", "phái", "性别", "性別"]),
    ("title", &["title", "danh hiệu", "đẳng cấp", "称号", "稱號"]),
    ("rating", &["rating", "elo", "rtg", "hệ số", "等级分", "等級分"]),
    ("federation", &["federation", "fed", "club", "đơn vị", "câu lạc bộ", "clb", "单位", "單位"]),
    ("identifier", &["id", "identifier", "mã", "mã số", "编号", "編號"]),
    ("birth", &["birth", "born", "year", "năm sinh", "ngày sinh", "出生"]),
    ("team", &["team", "đội", "đoàn", "队", "隊", "队伍", "隊伍"]),
    ("categories", &["category", "categories", "group", "nhóm", "lứa tuổi", "组别", "組別"]),
];

/// Reads players from text.
pub fn read(text: &str) -> Result<Vec<Entrant>, Message> {
    let text = text.trim_start_matches('\u{feff}');
    if text.lines().any(|line| line.starts_with("001 ")) {
        let file = trf::read(text).map_err(|error| sentences::file_error(&error))?;
        return Ok(file.tournament.players.iter().map(from_trf).collect());
    }
    if let Some(found) = games::from_pgn(text) {
        return Ok(found?.players.iter().map(from_trf).collect());
    }
    let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.trim().is_empty()).collect();
    let Some(head) = lines.first() else { return Err(Message::new("tournament_no_players")) };
    let separator = ['\t', ';', ','].into_iter().find(|&one| head.contains(one));
    let columns: Vec<Option<&str>> = match separator {
        Some(separator) => split(head, separator).iter().map(|cell| column(cell)).collect(),
        None => vec![column(head)],
    };
    if !columns.contains(&Some("name")) {
        return lines.iter().map(|line| plain_line(line, separator)).collect();
    }
    let separator = separator.unwrap_or('\t');
    let rows = lines.iter().enumerate().skip(1);
    rows.map(|(index, line)| table_row(&columns, &split(line, separator), index + 1)).collect()
}

fn column(cell: &str) -> Option<&'static str> {
    let cell = cell.trim().to_lowercase();
    COLUMNS.iter().find(|(_, names)| names.contains(&cell.as_str())).map(|(column, _)| *column)
}

/// Cells of a line; a cell in quotes may contain the separator, and a doubled quote stands for one.
fn split(line: &str, separator: char) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        let Some(cell) = cells.last_mut() else { break };
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                cell.push('"');
            }
            '"' if quoted || cell.is_empty() => quoted = !quoted,
            letter if letter == separator && !quoted => cells.push(String::new()),
            letter => cell.push(letter),
        }
    }
    cells.into_iter().map(|cell| cell.trim().to_owned()).collect()
}

/// A line without a head: a name, and after a separator its club or rating.
fn plain_line(line: &str, separator: Option<char>) -> Result<Entrant, Message> {
    let numbered = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let line = match numbered.chars().next() {
        Some('.' | ')') if numbered.len() < line.len() => numbered[1..].trim(),
        _ => line.trim(),
    };
    let cells = match separator {
        Some(separator) => split(line, separator),
        None => vec![line.to_owned()],
    };
    let mut player = Entrant { name: cells[0].clone(), ..Entrant::default() };
    for cell in cells[1..].iter().filter(|cell| !cell.is_empty()) {
        match cell.parse::<u32>() {
            Ok(rating) if player.rating == 0 => player.rating = rating,
            _ if player.team.is_empty() => player.team.clone_from(cell),
            _ => {}
        }
    }
    Ok(player)
}

fn table_row(columns: &[Option<&str>], cells: &[String], line: usize) -> Result<Entrant, Message> {
    let mut player = Entrant::default();
    for (column, cell) in columns.iter().zip(cells) {
        match *column {
            Some("name") => player.name.clone_from(cell),
            Some("sex") => {
                let letter = cell.to_lowercase();
                let female = ["w", "f", "nữ", "nu", "女", "woman", "female"];
                let male = ["m", "nam", "男", "man", "male"];
                if female.contains(&letter.as_str()) {
                    player.sex = "w".to_owned();
                } else if male.contains(&letter.as_str()) {
                    player.sex = "m".to_owned();
                }
            }
            Some("title") => player.title.clone_from(cell),
            Some("rating") if !cell.is_empty() => {
                let bad = |_| Message::new("tournament_bad_rating").number("line", line).text("text", cell);
                player.rating = cell.parse().map_err(bad)?;
            }
            Some("federation") => player.federation.clone_from(cell),
            Some("identifier") => player.identifier.clone_from(cell),
            Some("birth") => player.birth.clone_from(cell),
            Some("team") => player.team.clone_from(cell),
            Some("categories") => {
                let codes = cell.split(['/', '+', ' ']).filter(|code| !code.is_empty());
                player.categories = codes.map(str::to_owned).collect();
            }
            _ => {}
        }
    }
    if player.name.is_empty() {
        return Err(Message::new("tournament_line_without_name").number("line", line));
    }
    Ok(player)
}

/// Player of a TRF or PGN file.
pub fn from_trf(player: &tournament::model::Player) -> Entrant {
    Entrant {
        name: player.name.clone(),
        sex: match player.sex {
            Sex::Male => "m",
            Sex::Female => "w",
            Sex::Unknown => "",
        }
        .to_owned(),
        title: player.title.clone(),
        rating: player.rating,
        federation: player.federation.clone(),
        identifier: player.identifier.clone(),
        birth: player.birth.clone(),
        team: player.team.clone(),
        categories: player.categories.clone(),
        engine: String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tables_and_trf_files_are_read() {
        let plain = read("1. Nguyễn Văn A\n2) Trần Thị B\n\nLý Huynh").unwrap();
        let names: Vec<&str> = plain.iter().map(|player| player.name.as_str()).collect();
        assert_eq!(names, ["Nguyễn Văn A", "Trần Thị B", "Lý Huynh"]);
        let with_team = read("An, Đà Nẵng, 1800\nBình, Huế").unwrap();
        assert_eq!((with_team[0].team.as_str(), with_team[0].rating), ("Đà Nẵng", 1800));
        assert_eq!(with_team[1].team, "Huế");
        let table = read("Họ tên;Giới tính;Đội;Elo;Nhóm\n\"Lê; C\";Nữ;Huế;1700;U16/S\nĐinh;nam;;;").unwrap();
        assert_eq!((table[0].name.as_str(), table[0].sex.as_str(), table[0].rating), ("Lê; C", "w", 1700));
        assert_eq!(table[0].categories, ["U16", "S"]);
        assert_eq!((table[1].sex.as_str(), table[1].team.as_str()), ("m", ""));
        let chinese = read("姓名\t性别\t队\n王天一\t男\t杭州").unwrap();
        assert_eq!((chinese[0].name.as_str(), chinese[0].team.as_str()), ("王天一", "杭州"));
    }

    #[test]
    fn a_wrong_cell_is_named_with_its_line() {
        let error = read("name,rating\nAn,1800\nBình,strong").unwrap_err();
        assert_eq!(error.code, "tournament_bad_rating");
        assert_eq!(read("name,rating\n,1800").unwrap_err().code, "tournament_line_without_name");
        assert_eq!(read("  \n").unwrap_err().code, "tournament_no_players");
    }
}
