//! Line input and output. Invalid encoding, overlong lines and read errors do not end the session early.

use std::io::{self, BufRead, ErrorKind};

/// Maximum line length; longer lines are dropped. A game of ten thousand moves fits.
const LONGEST: usize = 4 << 20;

/// Line read from the input.
pub(crate) enum InputLine {
    /// Line, decoded as lossy UTF-8.
    Line(String),
    /// Line over the maximum length.
    TooLong,
    /// End of input.
    End,
}

/// Reads the next line.
pub(crate) fn read_line(input: &mut impl BufRead) -> InputLine {
    let mut line = Vec::new();
    let mut length = 0;
    loop {
        let available = match input.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => &[],
        };
        if available.is_empty() {
            return if length == 0 { InputLine::End } else { finish(&line, length) };
        }
        let (part, ended) = match available.iter().position(|&byte| byte == b'\n') {
            Some(end) => (&available[..end], true),
            None => (available, false),
        };
        length += part.len();
        if length <= LONGEST {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(ended);
        input.consume(used);
        if ended {
            return finish(&line, length);
        }
    }
}

fn finish(line: &[u8], length: usize) -> InputLine {
    if length > LONGEST {
        return InputLine::TooLong;
    }
    InputLine::Line(String::from_utf8_lossy(line).into_owned())
}

/// Writes lines in one call, so that output of other threads does not interleave.
pub(crate) fn write(out: &mut impl io::Write, lines: &[String]) -> io::Result<()> {
    let mut text = lines.join("\n");
    text.push('\n');
    out.write_all(text.as_bytes())?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut bytes: &[u8]) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            match read_line(&mut bytes) {
                InputLine::Line(line) => lines.push(line),
                InputLine::TooLong => lines.push("(too long)".to_owned()),
                InputLine::End => return lines,
            }
        }
    }

    #[test]
    fn arbitrary_bytes_are_read_as_lines() {
        assert_eq!(all(b"uci\nquit"), ["uci", "quit"]);
        assert_eq!(all(b"a\r\n\n\xff\xfe\n"), ["a\r", "", "\u{FFFD}\u{FFFD}"]);
        assert!(all(b"").is_empty());
    }

    #[test]
    fn an_overlong_line_is_dropped_and_the_next_is_read() {
        let mut bytes = vec![b'x'; LONGEST + 1];
        bytes.extend_from_slice(b"\nisready\n");
        assert_eq!(all(&bytes), ["(too long)", "isready"]);
    }
}
