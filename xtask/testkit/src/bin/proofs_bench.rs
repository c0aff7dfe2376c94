//! Memory of finished proofs: the solver proves six compositions one after another, and all proofs are kept. `cargo xtask bench
//! proofs` runs it.

use std::time::Duration;

use serde_json::json;
use testkit::{Problem, ServerProcess, in_folder};

/// Won positions of xiangqi with proofs of 4 to 39 moves, from the collection niu2x/chinese-qipu (MIT).
const WON: [&str; 6] = [
    "3a1kb2/4a1RN1/4b4/2p1C4/9/2C6/4c4/4B1N2/4A2r1/3AK1n1r w - - 0 1",
    "5a3/4a1C2/3k5/6N2/9/8P/9/5A1rB/4K4/9 w - - 0 1",
    "2b1ka3/4a4/4b3n/9/4N4/2R3R2/9/9/1r1p1p3/4K4 w - - 0 1",
    "3k2b2/4P4/2c6/2N6/9/9/9/9/9/4K4 w - - 0 1",
    "4kab2/4a4/4b4/C3R1p2/r7p/2C3P2/4cr2P/4B4/4A2n1/1R2KAB2 w - - 0 1",
    "2bakab2/3R3r1/9/3N5/9/6C2/9/4B4/9/3K1c1r1 w - - 0 1",
];

fn main() -> Result<(), Problem> {
    in_folder("proofs", |folder| {
        let mut server = ServerProcess::start(&folder.join("kydai.sqlite"))?;
        println!("| proofs kept | moves of the last | resident memory | peak memory |");
        println!("|---:|---:|---:|---:|");
        println!("| 0 | | {:.0} MB | {:.0} MB |", server.resident_memory(), server.peak_memory());
        for (number, position) in (1..).zip(WON) {
            let asked = json!({"game": "xiangqi", "position": position, "seconds": 60});
            let mut view = server.ask("POST", "/api/solves", Some(&asked))?;
            let path = format!("/api/solves/{}", view["id"].as_str().ok_or("no identifier")?);
            while view["state"] != "done" {
                std::thread::sleep(Duration::from_millis(200));
                view = server.ask("GET", &path, None)?;
            }
            if view["answer"]["result"] != "win" {
                return Err(format!("{position} was not proven: {view}").into());
            }
            let moves = &view["answer"]["moves"];
            let (resident, peak) = (server.resident_memory(), server.peak_memory());
            println!("| {number} | {moves} | {resident:.0} MB | {peak:.0} MB |");
        }
        Ok(())
    })
}
