//! Non-interference through the whole server: two deals that agree on everything an observer has seen give that observer
//! the same bytes, over sockets, REST, records, hints, the list of running games and the moves of machines, with and without
//! accounts; and leaks planted in these bytes are found
//! by the same comparison.
//!
//! `KYDAI_INTERFERENCE_CASES` sets the number of cases, 120 by default. crates/table/tests/interference.rs does the same
//! below the server in 10,000 cases.

#[path = "../common/mod.rs"]
mod common;
mod observed;
mod observed_game;

use std::collections::BTreeMap;
use std::sync::Arc;

use common::TestServer;
use game::Random;
use observed::{LEAKS, normalize};
use observed_game::Game;
use serde_json::Value;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};
use table::{ClockRule, Created, Permissions, Secret, games};
use tokio::task::JoinSet;

/// Pieces of a deal: square to letter.
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
    let nonces = nonces.each_ref().map(|nonce| hex::decode(nonce).unwrap());
    let secret = Secret { seed: seed.to_vec(), nonces };
    squares(&games::by_name("jieqi").unwrap().dealt_board(&created, &secret).unwrap())
}

fn random_seed(random: &mut Random) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes.chunks_mut(8).for_each(|chunk| chunk.copy_from_slice(&random.bits().to_le_bytes()));
    bytes
}

/// Returns true if a piece lies face down here, on the board of a view.
fn is_dark(view: &Value, square: &str) -> bool {
    let board = view["position"].as_str().unwrap().split(' ').next().unwrap();
    matches!(squares(board).get(square), Some('x' | 'X'))
}

/// Results of some cases.
#[derive(Default)]
struct Sum {
    /// Cases whose game was still running.
    cases: u64,
    plies: usize,
    /// Captured pieces that the observer has not seen.
    unseen: usize,
    /// Number of times each planted leak was found.
    found: [usize; LEAKS.len()],
}

/// One case: a game with one deal, and the same with another that the observer cannot distinguish from it.
async fn case(server: &TestServer, database: &mut SqliteConnection, number: u64) -> Sum {
    let mut random = Random::new(number);
    let machine = number.is_multiple_of(6);
    // Each observer also in games of accounts, and accounts also against a machine.
    let accounts = number % 5 == 3;
    let observer = OBSERVERS[(number % 4) as usize];
    let seed = random_seed(&mut random);
    let mut one = Game::begin(server, machine, accounts, &seed, database).await;
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
        // After the end the whole deal is shown, so nothing is hidden.
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
    let mut other = Game::begin(server, machine, accounts, &second, database).await;
    assert_eq!(one.nonces(), other.nonces());
    for (ply, mv) in moves.iter().enumerate() {
        if machine && ply % 2 == 1 {
            other.wait_for_machine(ply + 1).await;
        } else {
            other.play(ply % 2, mv).await;
        }
    }
    let observed = [one.observed(observer, machine).await, other.observed(observer, machine).await];
    let bytes = [normalize(&observed[0], &one.room, None), normalize(&observed[1], &other.room, None)];
    assert_eq!(bytes[0].len(), bytes[1].len(), "case {number}, {observer}, {moves:?}");
    for (one, other) in bytes[0].iter().zip(&bytes[1]) {
        assert_eq!(one, other, "case {number}, {observer}, {moves:?}");
    }
    // A piece that was not moved or captured lies on this square in either deal.
    let new = truth(&second, &other.nonces());
    let touched = |square: &String| moves.iter().any(|mv| mv.contains(square.as_str()));
    let hidden = |(square, piece): &(&String, &char)| !touched(square) && !matches!(piece, 'k' | 'K');
    for (square, piece) in real.iter().filter(hidden).take(1) {
        for (leak, found) in LEAKS.into_iter().zip(&mut sum.found) {
            let leaky = [
                normalize(&observed[0], &one.room, Some((leak, *piece))),
                normalize(&observed[1], &other.room, Some((leak, new[square]))),
            ];
            *found += usize::from(leaky[0] != leaky[1]);
        }
    }
    sum
}

/// Number of concurrent cases: most of a case is waiting, for the disk and for machines that delay their moves. Not a
/// multiple of the number of kinds of cases, so that each worker gets all kinds.
const CONCURRENT_CASES: u64 = 25;

#[tokio::test(flavor = "multi_thread")]
async fn the_server_reveals_no_byte_of_hidden_information() {
    let cases: u64 =
        std::env::var("KYDAI_INTERFERENCE_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(120);
    let server = Arc::new(TestServer::start_with(|config| config.advice_nodes = Some(400)).await);
    let options = SqliteConnectOptions::new()
        .filename(server.folder.database())
        .busy_timeout(std::time::Duration::from_secs(20))
        .disable_statement_logging();
    let mut workers = JoinSet::new();
    for first in 0..CONCURRENT_CASES {
        let (server, options) = (server.clone(), options.clone());
        workers.spawn(async move {
            let mut database = SqliteConnection::connect_with(&options).await.unwrap();
            let mut sums = Vec::new();
            for number in (first..cases).step_by(CONCURRENT_CASES as usize) {
                sums.push(case(&server, &mut database, number).await);
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
    assert!(under_way > cases - cases / 20, "only {under_way} games were still running");
    let plies: usize = sums.iter().map(|sum| sum.plies).sum();
    assert!(plies as u64 > 2 * cases, "only {plies} plies");
    assert!(sums.iter().any(|sum| sum.unseen > 0), "no unseen piece was captured");
    Arc::into_inner(server).unwrap().stop().await;
}
