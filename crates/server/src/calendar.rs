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
}
