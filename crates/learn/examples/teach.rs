//! Evaluates positions with the teacher network: `teach NET < fens`.
use std::io::BufRead;
fn main() {
    let path = std::env::args().nth(1).expect("a network");
    let net = learn::teacher::HalfKa::from_bytes(&std::fs::read(path).expect("bytes")).expect("a network");
    let boards: Vec<cozy_chess::Board> = std::io::stdin()
        .lock()
        .lines()
        .map(|line| line.expect("text").parse().expect("a position"))
        .collect();
    for board in &boards {
        println!("{}", net.evaluate(board));
    }
    let start = std::time::Instant::now();
    let mut sum = 0i64;
    for _ in 0..20 {
        for board in &boards {
            sum += i64::from(net.evaluate(board));
        }
    }
    eprintln!("{:.0}/s {sum}", (20 * boards.len()) as f64 / start.elapsed().as_secs_f64());
}
