//! PGN comments: plain text and embedded commands (`[%clk 0:01:30]`, `[%cal Ge2e4]`).

use crate::tree::Notes;

/// Adds a comment after a move: its commands to clock and marks, the rest as text.
pub(super) fn note(comment: &str, notes: &mut Notes) {
    let mut text = String::new();
    let mut rest = comment;
    while let Some((before, tail)) = rest.split_once("[%") {
        let Some((command, after)) = tail.split_once(']') else { break };
        text.push_str(before);
        text.push(' ');
        let command = squeeze(command);
        match command.strip_prefix("clk ").and_then(read_clock) {
            Some(clock) => notes.clock = Some(clock),
            None if command.is_empty() => {}
            None => notes.marks.push(command),
        }
        rest = after;
    }
    text.push_str(rest);
    notes.after.extend(Some(squeeze(&text)).filter(|text| !text.is_empty()));
}

/// The text on one line, with single spaces.
pub(super) fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `1:23:45`, `23:45` or `45`, with an optional fraction, in milliseconds.
pub(super) fn read_clock(text: &str) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let mut seconds: u64 = 0;
    for part in whole.split(':') {
        let digits = (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        seconds = seconds.checked_mul(60)?.checked_add(part.parse().ok().filter(|_| digits)?)?;
    }
    if !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let millis: u64 = format!("{fraction:0<3}").get(..3)?.parse().ok()?;
    seconds.checked_mul(1000)?.checked_add(millis)
}

/// Milliseconds as `%clk` and `%emt` write them: `1:23:45.6`.
pub fn write_clock(clock: u64) -> String {
    let (seconds, millis) = (clock / 1000, clock % 1000);
    let whole = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    let fraction = format!(".{millis:03}");
    whole + fraction.trim_end_matches('0').trim_end_matches('.')
}
