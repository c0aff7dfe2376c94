//! Arbitrary text as a position of any game: rejected or read, and what was read is written and read back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;

// The first byte chooses the game.
fuzz_target!(|data: &[u8]| {
    let Some((&choice, rest)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let book = table::games::ALL[usize::from(choice) % table::games::ALL.len()];
    let Ok(study) = book.open(Some(text), &[]) else { return };
    for dialect in book.spec().dialects {
        let written = study.position(dialect);
        // Not every dialect can express everything, but its output must be a position.
        let again =
            book.open(Some(&written), &[]).unwrap_or_else(|error| panic!("{dialect}: {written}: {error}"));
        if *dialect == book.spec().dialects[0] {
            assert_eq!(again.position(dialect), written);
        }
    }
    let status = study.status();
    assert_eq!(status.legal, study.divide(1).len());
});
