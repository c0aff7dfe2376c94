//! Dates of game records, normalized to a form that sorts.

/// Normalizes a date to `1997.11.16`, `1997.11` or `1997`; empty if no year is found.
pub fn normalize_date(text: &str) -> String {
    let mut runs: Vec<&str> =
        text.split(|letter: char| !letter.is_ascii_digit()).filter(|run| !run.is_empty()).collect();
    runs.truncate(3);
    let number = |run: &str| run.parse::<u32>().unwrap_or(0);
    let (year, month, day) = match runs.as_slice() {
        [first, ..] if first.len() == 8 => (number(&first[..4]), number(&first[4..6]), number(&first[6..])),
        [first, ..] if first.len() == 6 => (number(&first[..4]), number(&first[4..]), 0),
        [year, rest @ ..] if year.len() == 4 => (
            number(year),
            rest.first().map_or(0, |run| number(run)),
            rest.get(1).map_or(0, |run| number(run)),
        ),
        [day, month, year] if year.len() == 4 => (number(year), number(month), number(day)),
        _ => return String::new(),
    };
    if !(1000..=2999).contains(&year) {
        return String::new();
    }
    // An impossible month means that the day was written first.
    let (month, day) = if month > 12 && (1..=12).contains(&day) { (day, month) } else { (month, day) };
    match (month, day) {
        (1..=12, 1..=31) => format!("{year:04}.{month:02}.{day:02}"),
        (1..=12, _) => format!("{year:04}.{month:02}"),
        _ => format!("{year:04}"),
    }
}

#[cfg(test)]
mod tests {
    use super::normalize_date;

    #[test]
    fn dates_in_all_forms_are_normalized() {
        for (text, expected) in [
            ("1997年11月16日", "1997.11.16"),
            ("2003-5-2 10:30", "2003.05.02"),
            ("20030502", "2003.05.02"),
            ("12-5-2003", "2003.05.12"),
            ("5/22/2003", "2003.05.22"),
            ("1928年3月", "1928.03"),
            ("1921年", "1921"),
            ("????.??.??", ""),
            ("", ""),
            ("99999999", ""),
        ] {
            assert_eq!(normalize_date(text), expected, "{text}");
        }
    }
}
