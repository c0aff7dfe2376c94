//! Arbitrary text as moves of a game in any notation: rejected, or played and written back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;

// The first byte chooses the game, the second the notation; then one move a line.
fuzz_target!(|data: &[u8]| {
    let [game, notation, rest @ ..] = data else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let book = table::games::ALL[usize::from(*game) % table::games::ALL.len()];
    let notation = book.notations()[usize::from(*notation) % book.notations().len()];
    let words: Vec<&str> = text.split('\n').collect();
    let Ok(mut study) = book.open(None, &[]) else { unreachable!("every game has a starting position") };
    if study.play_game(&words, notation).is_err() {
        return;
    }
    let written = study.moves(notation);
    let again: Vec<&str> = written.iter().map(String::as_str).collect();
    let Ok(mut copy) = book.open(None, &[]) else { unreachable!("every game has a starting position") };
    copy.play_game(&again, notation).unwrap_or_else(|error| panic!("{again:?}: {}", error.message));
    assert_eq!(copy.position(""), study.position(""));
});
