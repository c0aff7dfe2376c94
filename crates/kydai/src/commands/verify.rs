//! `kydai verify`: checks that the deal of a finished game matches its commitment and the moves played.

use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;
use server::wire::DealProof;
use table::{DealRecord, Message, verify_deal};

use crate::failure::Failure;
use crate::output::Output;

pub const ABOUT: &str = "\
Verify the deal of a finished game with hidden pieces (cờ úp, jieqi). Before the game the
server publishes a commitment (seal), the SHA-256 of a secret seed; both sides then add
random bytes of their own, and the pieces are dealt from all three. After the game the seed
is published, and this command repeats the computation: the commitment must match the seed,
the deal must give the pieces that were shown, and every piece revealed in the record must
be the piece of the deal.

FILE holds the data of one game as the page /verify saves it, or as
/api/rooms/ID/deal gives it; - reads it from standard input. Instead of a file the
parts may be given one by one. The exit status is 0 when the deal verifies, else 1.

docs/fair-deals.md specifies the scheme byte for byte. This cannot show whether the server's
operator looked at the deal during the game.";

pub const EXAMPLES: &str = "\
Examples:
  kydai verify deal.json
  curl -s http://127.0.0.1:8410/api/rooms/ID/deal | kydai verify -
  kydai verify --commitment e5fccd3a74fa1edde7b0a7e4c0dc0737c727d7c46e8dfdbdc76252d29eefc791 \\
      --seed 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f \\
      --red 726564 --black 626c61636b --moves \"a0a1P a9a8p\"";

/// Maximum file size.
const LARGEST: u64 = 1 << 20;

/// `kydai verify`.
#[derive(Args)]
pub struct Verify {
    /// Deal data of the game as JSON; - for standard input
    #[arg(value_name = "FILE", required_unless_present = "seed", conflicts_with = "seed")]
    pub file: Option<PathBuf>,

    /// Seed published after the game, hexadecimal
    #[arg(long, value_name = "HEX", requires = "commitment")]
    pub seed: Option<String>,

    /// Commitment (seal) published before the game
    #[arg(long, value_name = "HEX", requires = "seed")]
    pub commitment: Option<String>,

    /// Red's random bytes
    #[arg(long, value_name = "HEX", default_value = "", hide_default_value = true, requires = "seed")]
    pub red: String,

    /// Black's random bytes
    #[arg(long, value_name = "HEX", default_value = "", hide_default_value = true, requires = "seed")]
    pub black: String,

    /// Start position instead of the usual one
    #[arg(long, value_name = "FEN", requires = "seed")]
    pub fen: Option<String>,

    /// Board with every piece face up, as shown after the game
    #[arg(long, alias = "men", value_name = "BOARD", requires = "seed")]
    pub pieces: Option<String>,

    /// Moves in coordinates, with the letters of revealed pieces
    #[arg(long, value_name = "MOVES", requires = "seed")]
    pub moves: Option<String>,

    /// Game
    #[arg(long, short, value_name = "GAME", default_value = table::games::name_with_deal())]
    pub game: String,

    /// Name of the game room, repeated in the answer; not part of the deal
    #[arg(long, value_name = "ID", requires = "seed")]
    pub game_id: Option<String>,

    /// Rule option as name=value; may be repeated
    #[arg(long, short, value_name = "NAME=VALUE", requires = "seed")]
    pub rules: Vec<String>,
}

pub fn run(asked: &Verify, output: &Output) -> Result<(), Failure> {
    let (proof, room) = match &asked.file {
        Some(file) => from_file(file)?,
        None => (from_arguments(asked)?, asked.game_id.clone()),
    };
    let (checks, dealt) = verify_deal(&proof)?;
    let holds = checks.iter().all(|check| check.holds);
    let verdict = Message::new(if holds { "verify_yes" } else { "verify_no" });
    if output.json {
        let checks: Vec<_> = checks
            .iter()
            .map(|check| json!({ "holds": check.holds, "found": output.message_json(&check.message) }))
            .collect();
        output.print_json(&json!({
            "verifies": holds,
            "verdict": output.render(&verdict),
            "room": room,
            "checks": checks,
            "pieces": dealt,
        }))?;
    } else {
        let mut lines = vec![match room {
            Some(room) => format!("{} ({room})", output.render(&verdict)),
            None => output.render(&verdict),
        }];
        let mark = |holds: bool| if holds { "✓" } else { "✗" };
        lines.extend(
            checks.iter().map(|check| format!("  {} {}", mark(check.holds), output.render(&check.message))),
        );
        lines.push(format!("  {dealt}"));
        output.print(&lines.join("\n"))?;
    }
    if holds { Ok(()) } else { Err(Failure::AlreadyReported) }
}

fn from_file(file: &Path) -> Result<(DealRecord, Option<String>), Failure> {
    let mut text = String::new();
    if file.as_os_str() == "-" {
        std::io::stdin().lock().take(LARGEST).read_to_string(&mut text).map_err(Failure::Unreadable)?;
    } else {
        std::fs::File::open(file).and_then(|opened| opened.take(LARGEST).read_to_string(&mut text)).map_err(
            |error| {
                let message = Message::new("cli_file").text("file", file.display().to_string());
                message.text("why", error.to_string())
            },
        )?;
    }
    let proof: DealProof = serde_json::from_str(&text)
        .map_err(|error| Message::new("verify_unreadable").text("why", error.to_string()))?;
    let room = proof.room.clone();
    Ok((read_proof(proof)?, room))
}

fn read_proof(proof: DealProof) -> Result<DealRecord, Message> {
    let [first, second] = proof.nonces;
    Ok(DealRecord {
        game: proof.game,
        scheme: proof.scheme,
        options: proof.options.into_iter().collect(),
        start: proof.start,
        commitment: bytes("commitment", &proof.commitment)?,
        seed: bytes("seed", &proof.seed)?,
        nonces: [bytes("nonces[0]", &first)?, bytes("nonces[1]", &second)?],
        pieces: proof.pieces,
        moves: proof.moves,
    })
}

fn from_arguments(asked: &Verify) -> Result<DealRecord, Message> {
    let mut options = Vec::new();
    for rule in &asked.rules {
        let (name, value) =
            rule.split_once('=').ok_or_else(|| Message::new("cli_option_form").text("text", rule))?;
        options.push((name.to_owned(), value.to_owned()));
    }
    let scheme = table::games::by_name(&asked.game).and_then(table::Rulebook::scheme).unwrap_or_default();
    Ok(DealRecord {
        game: asked.game.clone(),
        scheme: scheme.to_owned(),
        options,
        start: asked.fen.clone(),
        commitment: bytes("--commitment", asked.commitment.as_deref().unwrap_or_default())?,
        seed: bytes("--seed", asked.seed.as_deref().unwrap_or_default())?,
        nonces: [bytes("--red", &asked.red)?, bytes("--black", &asked.black)?],
        pieces: asked.pieces.clone(),
        moves: asked.moves.as_deref().unwrap_or_default().split_whitespace().map(str::to_owned).collect(),
    })
}

fn bytes(field: &str, text: &str) -> Result<Vec<u8>, Message> {
    hex::decode(text).map_err(|_| Message::new("verify_hex").text("field", field))
}
