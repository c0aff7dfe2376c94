//! Text decoding: UTF-8 and UTF-16 are recognized; GBK and Big5 are distinguished by the plausibility of the result.

use encoding_rs::{BIG5, Encoding, GB18030, UTF_8, UTF_16BE, UTF_16LE};

/// Characters frequent in game records, simplified and traditional, used to score a decoding.
const EXPECTED: &str = "炮砲包车車马馬兵卒士仕相象帅帥将將平进進退前后後中一二三四五六七八九红紅黑方胜勝负負和棋局对對杯赛賽\
年月日第的不是先得可好着著如王李张張陈陳";

/// Number of bytes inspected to detect the encoding.
const SAMPLE: usize = 16 * 1024;

/// Decodes a file, with invalid bytes replaced, and returns the name of its encoding.
pub fn decode(bytes: &[u8]) -> (String, &'static str) {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        let text = encoding.decode_without_bom_handling(&bytes[mark..]).0;
        return (text.into_owned(), encoding.name());
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return (text.to_owned(), UTF_8.name());
    }
    let encoding = guess(bytes);
    (encoding.decode_without_bom_handling(bytes).0.into_owned(), encoding.name())
}

/// Guesses the encoding of bytes that are not UTF-8.
fn guess(bytes: &[u8]) -> &'static Encoding {
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    let zeros = |odd: usize| sample.iter().skip(odd).step_by(2).filter(|&&byte| byte == 0).count();
    if zeros(1) * 3 > sample.len() {
        return UTF_16LE;
    }
    if zeros(0) * 3 > sample.len() {
        return UTF_16BE;
    }
    let candidates = [GB18030, BIG5, UTF_8];
    candidates
        .into_iter()
        .max_by_key(|encoding| (plausibility(encoding, sample), *encoding == GB18030))
        .unwrap_or(UTF_8)
}

/// Plausibility of a decoding: expected characters minus invalid ones.
fn plausibility(encoding: &'static Encoding, sample: &[u8]) -> i64 {
    let text = encoding.decode_without_bom_handling(sample).0;
    text.chars()
        .map(|letter| if letter == '\u{FFFD}' { -2 } else { i64::from(EXPECTED.contains(letter)) })
        .sum()
}

/// Decodes GBK up to the first zero byte.
pub(crate) fn gbk(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    GB18030.decode_without_bom_handling(&bytes[..end]).0.trim().to_owned()
}

/// Decodes little-endian UTF-16 up to the first zero.
pub(crate) fn utf16(bytes: &[u8]) -> String {
    let units = bytes
        .chunks_exact(2)
        .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
        .take_while(|&unit| unit != 0);
    char::decode_utf16(units).map(|letter| letter.unwrap_or('\u{FFFD}')).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIMPLIFIED: &str = "[Red \"胡荣华\"]\n1. 炮二平五 马８进７ 2. 马二进三 车９平８";
    const TRADITIONAL: &str = "[Red \"胡榮華\"]\n1. 炮二平五 馬８進７ 2. 馬二進三 車９平８";

    #[test]
    fn encodings_are_detected() {
        assert_eq!(decode(SIMPLIFIED.as_bytes()), (SIMPLIFIED.to_owned(), "UTF-8"));
        assert_eq!(decode(&GB18030.encode(SIMPLIFIED).0), (SIMPLIFIED.to_owned(), "gb18030"));
        assert_eq!(decode(&GB18030.encode(TRADITIONAL).0), (TRADITIONAL.to_owned(), "gb18030"));
        assert_eq!(decode(&BIG5.encode(TRADITIONAL).0), (TRADITIONAL.to_owned(), "Big5"));
        let wide: Vec<u8> = SIMPLIFIED.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(decode(&[&[0xFF, 0xFE], wide.as_slice()].concat()), (SIMPLIFIED.to_owned(), "UTF-16LE"));
    }

    #[test]
    fn broken_bytes_are_replaced() {
        assert!(decode(&[0xC5, 0xDA, 0xFF, 0xFF, 0x80]).0.starts_with('炮'));
        assert_eq!(decode(b"").0, "");
    }
}
