//! Query string of a player specification: `?key=value&key=value`, with percent-encoding.

/// Splits a specification into the part before the first question mark and the decoded pairs after it.
pub fn split(text: &str) -> (&str, Vec<(String, String)>) {
    let (head, tail) = text.split_once('?').unwrap_or((text, ""));
    let pairs = tail
        .split('&')
        .filter(|part| !part.is_empty())
        .map(|part| {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            (decode(key), decode(value))
        })
        .collect();
    (head, pairs)
}

/// Decodes `%XX`; any other percent sign is kept.
fn decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let code = bytes.get(at + 1..at + 3).and_then(|pair| std::str::from_utf8(pair).ok());
        match code.and_then(|pair| u8::from_str_radix(pair, 16).ok()).filter(|_| byte == b'%') {
            Some(decoded) => {
                out.push(decoded);
                at += 3;
            }
            None => {
                out.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_split_and_decoded() {
        let (head, pairs) = split("uci:/bin/x?UCI_Variant=xiangqi&Move Overhead=10&A=b%26c&flag&p=5%");
        assert_eq!(head, "uci:/bin/x");
        let pairs: Vec<(&str, &str)> =
            pairs.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        assert_eq!(
            pairs,
            [("UCI_Variant", "xiangqi"), ("Move Overhead", "10"), ("A", "b&c"), ("flag", ""), ("p", "5%")]
        );
        assert_eq!(split("champion"), ("champion", Vec::new()));
    }
}
