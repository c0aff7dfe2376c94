//! Dates and timestamps in UTC, as records and file names write them.

/// Date as records write it: 2026.11.16.
pub fn date(at: i64) -> String {
    // Days since 1970 to the civil calendar, by eras of 400 years.
    let days = at.div_euclid(86_400_000) + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

/// Timestamp for file names: 2026.11.16-05.24.09.
pub fn moment(at: i64) -> String {
    let second = at.div_euclid(1000).rem_euclid(86_400);
    format!("{}-{:02}.{:02}.{:02}", date(at), second / 3600, second / 60 % 60, second % 60)
}

/// Timestamp for file names with milliseconds: 2026.11.16-05.24.09.123.
pub fn moment_millis(at: i64) -> String {
    format!("{}.{:03}", moment(at), at.rem_euclid(1000))
}

/// Reads a timestamp of [`moment`] or [`moment_millis`].
pub fn parse_moment(text: &str) -> Option<i64> {
    let (date, time) = text.split_once('-')?;
    let numbers =
        |text: &str| text.split('.').map(|part| part.parse::<i64>().ok()).collect::<Option<Vec<i64>>>();
    let (date, time) = (numbers(date)?, numbers(time)?);
    let [year, month, day] = date[..] else { return None };
    let (hour, minute, second, millis) = match time[..] {
        [hour, minute, second] => (hour, minute, second, 0),
        [hour, minute, second, millis] => (hour, minute, second, millis),
        _ => return None,
    };
    let within = (0..=9999).contains(&year)
        && (1..=12).contains(&month)
        && (1..=31).contains(&day)
        && (0..24).contains(&hour)
        && (0..60).contains(&minute)
        && (0..60).contains(&second)
        && (0..1000).contains(&millis);
    if !within {
        return None;
    }
    // The civil calendar to days since 1970, by eras of 400 years that begin in March.
    let year = year - i64::from(month <= 2);
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let days =
        era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468;
    Some((((days * 24 + hour) * 60 + minute) * 60 + second) * 1000 + millis)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_follow_the_civil_calendar() {
        assert_eq!(date(0), "1970.01.01");
        assert_eq!(date(951_782_400_000), "2000.02.29");
        assert_eq!(date(1_763_251_200_000), "2025.11.16");
        assert_eq!(date(-86_400_000), "1969.12.31");
    }

    #[test]
    fn a_timestamp_is_its_date_and_time() {
        assert_eq!(moment(0), "1970.01.01-00.00.00");
        assert_eq!(moment(1_763_251_200_000 + 5 * 3_600_000 + 24 * 60_000 + 9_999), "2025.11.16-05.24.09");
    }

    #[test]
    fn timestamps_are_read_back() {
        for at in
            [0, 951_782_400_123, 1_763_251_200_000 + 5 * 3_600_000 + 24 * 60_000 + 9_999, 1_709_164_799_999]
        {
            assert_eq!(parse_moment(&moment_millis(at)), Some(at));
            assert_eq!(parse_moment(&moment(at)), Some(at - at % 1000));
        }
        for wrong in [
            "",
            "2026.11.16",
            "2026.13.16-05.24.09",
            "2026.11.16-05.24",
            "2026.11.16-25.24.09",
            "x.y.z-1.2.3",
        ] {
            assert_eq!(parse_moment(wrong), None, "{wrong}");
        }
    }
}
