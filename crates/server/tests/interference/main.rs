//! Non-interference through the whole house: two deals that agree on all an observer has seen give that observer the
//! same bytes, by sockets, REST, records, advice and the moves of machines; and leaks planted in what they are told are
//! found by the same comparison.
//!
//! `KYDAI_HOUSE_CASES` says how many cases; 120 without it. crates/table/tests/interference.rs does the same below the
//! server in 10,000 cases.
#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
mod game_of_two;
mod told;

use std::collections::BTreeMap;
use std::sync::Arc;

use common::House;
use game::Random;
use game_of_two::Game;
use serde_json::Value;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};
use table::{ClockRule, Created, Permissions, Secret, games};
use tokio::task::JoinSet;
use told::{LEAKS, counts};

/// What lies where: square to letter.
type Truth = BTreeMap<String, char>;

const OBSERVERS: [&str; 4] = ["red", "black", "spectator", "visitor"];

fn squares(board: &str) -> Truth {
    let mut pieces = Truth::new();
    for (down, row) in board.split('/').enumerate() {
        let mut file = 0;
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(gap) => file += gap as u8,
                None => {
                    pieces.insert(format!("{}{}", char::from(b'a' + file), 9 - down), letter);
                    file += 1;
                }
            }
        }
    }
    pieces
}

fn truth(seed: &[u8], nonces: &[String; 2]) -> Truth {
    let created = Created {
        game: "jieqi".to_owned(),
        options: Vec::new(),
        setup: None,
        handicap: None,
        seats: Default::default(),
        clock: ClockRule::Off,
        permissions: Permissions::FREE,
        deal: Some(String::new()),
    };
    let nonces = nonces.each_ref().map(|nonce| server::unhex(nonce).unwrap());
    let secret = Secret { seed: seed.to_vec(), nonces };
    squares(&games::by_name("jieqi").unwrap().dealt_board(&created, &secret).unwrap())
}

fn random_seed(random: &mut Random) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes.chunks_mut(8).for_each(|chunk| chunk.copy_from_slice(&random.bits().to_le_bytes()));
    bytes
}

/// Whether a piece lies face down here, on the board a view shows.
fn is_dark(view: &Value, square: &str) -> bool {
    let board = view["position"].as_str().unwrap().split(' ').next().unwrap();
    matches!(squares(board).get(square), Some('x' | 'X'))
}

/// What came of some cases.
#[derive(Default)]
struct Sum {
    /// Those whose game was not over.
    cases: u64,
    plies: usize,
    /// Pieces captured that the observer has not seen.
    unseen: usize,
    /// How often each planted leak was found.
    found: [usize; LEAKS.len()],
}

/// One case: a game by one deal, the same by another that the observer cannot tell from it.
async fn case(house: &House, database: &mut SqliteConnection, number: u64) -> Sum {
    let mut random = Random::new(number);
    let machine = number.is_multiple_of(6);
    let observer = OBSERVERS[(number % 4) as usize];
    let seed = random_seed(&mut random);
    let mut one = Game::begin(house, machine, &seed, database).await;
    let real = truth(&seed, &one.nonces());
    let mut sum = Sum::default();
    let (mut moves, mut seen) = (Vec::new(), Truth::new());
    let (most, long) = (1 + random.below(4), 2 + random.below(9));
    while moves.len() < long {
        let mover = moves.len() % 2;
        let view = one.views[if machine { 0 } else { mover }].clone();
        let captor_tells = |mover: usize| {
            (observer == "red" && mover == 0)
                || (observer == "black" && mover == 1)
                || (machine && mover == 1)
        };
        let new = |mv: &str| -> Vec<String> {
            let (from, to) = mv[..4].split_at(2);
            let turned = is_dark(&view, from).then(|| from.to_owned());
            let taken = (captor_tells(mover) && is_dark(&view, to)).then(|| to.to_owned());
            turned.into_iter().chain(taken).collect()
        };
        if !view["outcome"].is_null() {
            break;
        }
        let legal = view["legal"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap().to_owned());
        let mut legal: Vec<String> = legal.filter(|mv| seen.len() + new(mv).len() <= most).collect();
        let takes: Vec<String> = legal.iter().filter(|mv| is_dark(&view, &mv[2..4])).cloned().collect();
        if !takes.is_empty() && random.below(3) > 0 {
            legal = takes;
        }
        let Some(mv) = random.pick(&legal).cloned() else { break };
        let mut learned = new(&mv);
        one.play(mover, &mv).await;
        moves.push(mv);
        if machine {
            one.wait_for_machine(moves.len() + 1).await;
            if let Some(answer) =
                one.views[0]["plies"].as_array().unwrap().last().filter(|ply| ply["side"] == "second")
            {
                let answer = answer["mv"].as_str().unwrap()[..4].to_owned();
                let still_dark =
                    |square: &str| is_dark(&view, square) && !moves.last().unwrap().contains(square);
                learned.extend(
                    [&answer[..2], &answer[2..]].into_iter().filter(|it| still_dark(it)).map(str::to_owned),
                );
                moves.push(answer);
            }
        }
        sum.unseen += usize::from(learned.is_empty() && is_dark(&view, &moves.last().unwrap()[2..4]));
        seen.extend(learned.into_iter().map(|square| (square.clone(), real[&square])));
        if seen.len() > 6 {
            break;
        }
    }
    if !one.views[0]["outcome"].is_null() {
        // After the end the whole deal is shown: nothing is left to be hidden.
        return sum;
    }
    sum.plies += moves.len();
    sum.cases += 1;
    let second = loop {
        let seed = random_seed(&mut random);
        let other = truth(&seed, &one.nonces());
        if seen.iter().all(|(square, letter)| other[square] == *letter) && other != real {
            break seed;
        }
    };
    let mut other = Game::begin(house, machine, &second, database).await;
    assert_eq!(one.nonces(), other.nonces());
    for (ply, mv) in moves.iter().enumerate() {
        if machine && ply % 2 == 1 {
            other.wait_for_machine(ply + 1).await;
        } else {
            other.play(ply % 2, mv).await;
        }
    }
    let told = [one.told(observer, machine).await, other.told(observer, machine).await];
    let bytes = [counts(&told[0], &one.room, None), counts(&told[1], &other.room, None)];
    assert_eq!(bytes[0].len(), bytes[1].len(), "case {number}, {observer}, {moves:?}");
    for (one, other) in bytes[0].iter().zip(&bytes[1]) {
        assert_eq!(one, other, "case {number}, {observer}, {moves:?}");
    }
    // A piece that nobody has touched lies on this square in either deal.
    let new = truth(&second, &other.nonces());
    let touched = |square: &String| moves.iter().any(|mv| mv.contains(square.as_str()));
    let hidden = |(square, piece): &(&String, &char)| !touched(square) && !matches!(piece, 'k' | 'K');
    for (square, piece) in real.iter().filter(hidden).take(1) {
        for (leak, found) in LEAKS.into_iter().zip(&mut sum.found) {
            let leaky = [
                counts(&told[0], &one.room, Some((leak, *piece))),
                counts(&told[1], &other.room, Some((leak, new[square]))),
            ];
            *found += usize::from(leaky[0] != leaky[1]);
        }
    }
    sum
}

/// So many cases at a time: most of one is waiting, for the disk and for machines that do not answer at once. No multiple
/// of the kinds of cases, so that each worker gets all kinds.
const BESIDE_EACH_OTHER: u64 = 25;

#[tokio::test(flavor = "multi_thread")]
async fn the_whole_house_gives_no_byte_away() {
    let cases: u64 =
        std::env::var("KYDAI_HOUSE_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(120);
    let house = Arc::new(House::open_with(|config| config.advice_nodes = Some(400)).await);
    let options = SqliteConnectOptions::new()
        .filename(house.folder.database())
        .busy_timeout(std::time::Duration::from_secs(20))
        .disable_statement_logging();
    let mut workers = JoinSet::new();
    for first in 0..BESIDE_EACH_OTHER {
        let (house, options) = (house.clone(), options.clone());
        workers.spawn(async move {
            let mut database = SqliteConnection::connect_with(&options).await.unwrap();
            let mut sums = Vec::new();
            for number in (first..cases).step_by(BESIDE_EACH_OTHER as usize) {
                sums.push(case(&house, &mut database, number).await);
            }
            sums
        });
    }
    let sums: Vec<Sum> = workers.join_all().await.into_iter().flatten().collect();
    for (index, leak) in LEAKS.into_iter().enumerate() {
        let found: usize = sums.iter().map(|sum| sum.found[index]).sum();
        assert!(found as u64 >= cases / 60, "the leak {leak:?} was found {found} times in {cases} cases");
        println!("the leak {leak:?} was found {found} times");
    }
    let under_way: u64 = sums.iter().map(|sum| sum.cases).sum();
    assert!(under_way > cases - cases / 20, "only {under_way} games were not over");
    let plies: usize = sums.iter().map(|sum| sum.plies).sum();
    assert!(plies as u64 > 2 * cases, "only {plies} plies");
    assert!(sums.iter().any(|sum| sum.unseen > 0), "nobody captured anything unseen");
    Arc::into_inner(house).unwrap().stop().await;
}
