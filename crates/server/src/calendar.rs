//! Dates and timestamps in UTC, as records and file names write them.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::fmt::strtime;
use jiff::tz::TimeZone;

/// Date as records write it: 2026.11.16.
pub fn date(at: i64) -> String {
    format(at, "%Y.%m.%d")
}

/// Date and time to the minute, for lists that people read: 2026.11.16 05:24.
pub fn minute(at: i64) -> String {
    format(at, "%Y.%m.%d %H:%M")
}

/// Timestamp for file names: 2026.11.16-05.24.09.
pub fn moment(at: i64) -> String {
    format(at, "%Y.%m.%d-%H.%M.%S")
}

/// Timestamp for file names with milliseconds: 2026.11.16-05.24.09.123.
pub fn moment_millis(at: i64) -> String {
    format(at, "%Y.%m.%d-%H.%M.%S.%3f")
}

/// Milliseconds since 1970 in a `strftime` format; beyond the years 1 to 9999 the nearest end of them.
fn format(at: i64, format: &str) -> String {
    let end = if at < 0 { Timestamp::MIN } else { Timestamp::MAX };
    Timestamp::from_millisecond(at).unwrap_or(end).strftime(format).to_string()
}

/// Reads a timestamp of [`moment`] or [`moment_millis`].
pub fn parse_moment(text: &str) -> Option<i64> {
    let read = |format| strtime::parse(format, text).and_then(|parts| parts.to_datetime());
    let moment: DateTime = read("%Y.%m.%d-%H.%M.%S").or_else(|_| read("%Y.%m.%d-%H.%M.%S.%f")).ok()?;
    Some(moment.to_zoned(TimeZone::UTC).ok()?.timestamp().as_millisecond())
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
        assert_eq!(minute(1_763_251_200_000 + 5 * 3_600_000 + 24 * 60_000 + 9_999), "2025.11.16 05:24");
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
