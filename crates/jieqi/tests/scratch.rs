use game::Game;
use jieqi::*;
#[test]
fn bench_fens() {
    let rules = Rules::default();
    let mut n=0;
    for line in std::fs::read_to_string("/work/shared/data/jieqi/pikafish_jieqi_bench.fen").unwrap().lines() {
        match Jieqi::read_position(line, &rules) {
            Err(e) => println!("{line}: {e}"),
            Ok(read) => { if !read.warnings.is_empty() { println!("{line} {:?}", read.warnings); }
               n+=1;
            }
        }
    }
    println!("{n}");
    println!("{}", std::mem::size_of::<Position>());
}
#[test]
fn perft() {
    let rules = Rules::default();
    for line in std::fs::read_to_string("/work/shared/data/jieqi/bright_jieqi.perft.epd").unwrap().lines() {
        let mut parts = line.split(';');
        let p = Jieqi::read_position(parts.next().unwrap(), &rules).unwrap().position;
        for (d, want) in parts.enumerate() {
            let got = game::perft(&p, d as u32 + 1);
            println!("{want} {got}");
        }
    }
    let p = Position::start(&rules);
    for d in 1..=4 { println!("start {d} {}", game::perft(&p, d)); }
}
