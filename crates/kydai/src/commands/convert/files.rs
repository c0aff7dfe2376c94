//! Reads game files as bytes, decompressing `.gz`.

use std::io::Read;
use std::path::Path;

use flate2::read::MultiGzDecoder;
use table::Message;

/// Message for a file that cannot be used.
pub fn unusable(path: &Path, error: &std::io::Error) -> Message {
    Message::new("cli_file").text("file", path.display().to_string()).text("why", error.to_string())
}

/// Reads a file; `-` is standard input.
pub fn read(path: &Path) -> Result<Vec<u8>, Message> {
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        std::io::stdin().lock().read_to_end(&mut bytes)
    } else {
        std::fs::File::open(path).and_then(|mut file| file.read_to_end(&mut bytes))
    };
    read.map_err(|error| unusable(path, &error))?;
    if bytes.starts_with(&[0x1F, 0x8B]) {
        let mut unpacked = Vec::new();
        MultiGzDecoder::new(bytes.as_slice())
            .read_to_end(&mut unpacked)
            .map_err(|error| unusable(path, &error))?;
        return Ok(unpacked);
    }
    Ok(bytes)
}
