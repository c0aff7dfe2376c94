//! Rust source with comments and string literals blanked out, so that only code is searched.

/// Returns the same text with comments and literals replaced by spaces; line breaks stay.
pub fn code_only(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let before = out.chars().next_back();
        let skip = comment(rest).or_else(|| text_literal(rest, before)).or_else(|| char_literal(rest));
        match skip {
            Some(length) => {
                let (literal, after) = rest.split_at(length);
                out.extend(literal.chars().map(|character| if character == '\n' { '\n' } else { ' ' }));
                rest = after;
            }
            None => {
                out.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    out
}

/// Returns the string literals of a source with their line numbers, from 0; escapes stay as written.
pub fn literals(source: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut rest = source;
    let mut before = None;
    while let Some(first) = rest.chars().next() {
        let text = if comment(rest).is_none() { text_literal(rest, before) } else { None };
        let length =
            text.or_else(|| comment(rest)).or_else(|| char_literal(rest)).unwrap_or(first.len_utf8());
        let (here, after) = rest.split_at(length);
        if text.is_some() {
            let line = source[..source.len() - rest.len()].matches('\n').count();
            let inside = here.trim_start_matches(['b', 'r', '#']).trim_end_matches('#');
            found.push((line, inside.trim_matches('"')));
        }
        before = here.chars().next_back();
        rest = after;
    }
    found
}

/// Returns the length of the comment that begins here.
fn comment(rest: &str) -> Option<usize> {
    if rest.starts_with("//") {
        return Some(rest.find('\n').unwrap_or(rest.len()));
    }
    if !rest.starts_with("/*") {
        return None;
    }
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        let here = &rest[at..];
        if here.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if here.starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return Some(at);
            }
        } else {
            at += here.chars().next().map_or(1, char::len_utf8);
        }
    }
    Some(rest.len())
}

/// Returns the length of the string literal that begins here; `before` is the character in front of it.
fn text_literal(rest: &str, before: Option<char>) -> Option<usize> {
    if rest.starts_with('"') {
        return Some(quoted(rest, '"'));
    }
    // `r"`, `r#"`, `br#"`; not the tail of a name such as `bar`.
    if before.is_some_and(|character| character.is_alphanumeric() || character == '_') {
        return None;
    }
    let raw = rest.strip_prefix('b').unwrap_or(rest).strip_prefix('r')?;
    let hashes = raw.len() - raw.trim_start_matches('#').len();
    raw[hashes..].strip_prefix('"')?;
    let opening = rest.len() - raw.len() + hashes + 1;
    let closing = format!("\"{}", "#".repeat(hashes));
    Some(rest[opening..].find(&closing).map_or(rest.len(), |end| opening + end + closing.len()))
}

/// Returns the length of the character literal that begins here; a lifetime is not one.
fn char_literal(rest: &str) -> Option<usize> {
    let inside = rest.strip_prefix('\'')?;
    let first = inside.chars().next()?;
    let is_literal = first == '\\' || inside[first.len_utf8()..].starts_with('\'');
    is_literal.then(|| quoted(rest, '\''))
}

/// The length of a literal between two of these marks, escapes heeded.
fn quoted(rest: &str, mark: char) -> usize {
    let mut escaped = false;
    for (at, character) in rest.char_indices().skip(1) {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if character == mark => return at + mark.len_utf8(),
            _ => {}
        }
    }
    rest.len()
}

/// Returns true if the code contains this word, not as part of a longer name.
pub fn has_word(code: &str, word: &str) -> bool {
    let in_name = |character: char| character.is_alphanumeric() || character == '_';
    code.match_indices(word).any(|(at, _)| {
        let begins_inside = code[..at].ends_with(in_name);
        let ends_inside = word.ends_with(in_name) && code[at + word.len()..].starts_with(in_name);
        !begins_inside && !ends_inside
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(source: &str) -> Vec<String> {
        code_only(source).split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn comments_vanish() {
        assert_eq!(words("a // b\nc /* d /* e */ f */ g"), ["a", "c", "g"]);
    }

    #[test]
    fn literals_vanish() {
        assert_eq!(words(r#"a "b \" c" d"#), ["a", "d"]);
        assert_eq!(words("a r#\"b \" c\"# d br\"e\" f"), ["a", "d", "f"]);
        assert_eq!(words(r"a '\'' b 'c' d"), ["a", "b", "d"]);
    }

    #[test]
    fn lifetimes_and_names_that_end_in_r_stay() {
        assert_eq!(words("fn f<'a>(bar: &'a str)"), ["fn", "f<'a>(bar:", "&'a", "str)"]);
    }

    #[test]
    fn lines_keep_their_numbers() {
        assert_eq!(code_only("/*\n\n*/\"\n\"x").lines().count(), 4);
    }

    #[test]
    fn a_word_inside_a_longer_name_is_another_word() {
        assert!(has_word("unsafe {", "unsafe"));
        assert!(!has_word("unsafe_op", "unsafe"));
        assert!(!has_word("deserde", "serde"));
        assert!(has_word("std::fs::read", "std::fs"));
        assert!(has_word("todo!()", "todo!"));
    }
}
