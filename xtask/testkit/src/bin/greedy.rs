//! Fairness trial: greedy visitors of every kind at once, and a newcomer who plays against level 3 meanwhile. Prints how long
//! the newcomer's opponent takes and how long acknowledgments take, quiet and crowded. `cargo xtask bench greedy` runs it. With
//! the argument `league` the crowd is a league of four engines (`cargo xtask bench league`), and nothing fails.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

type Problem = Box<dyn std::error::Error + Send + Sync>;
type Socket = WebSocketStream<TcpStream>;

/// Greedy guests, and their games against level 8.
const GREEDY: usize = 4;
const GAMES: usize = 120;
const HUNG_UP: usize = 30;
const SPECTATORS: usize = 200;
const REVIEWS: usize = 40;
const SOLVES: usize = 100;
/// Moves of the newcomer in each part.
const MOVES: usize = 12;
/// Interval between the moves whose acknowledgments are measured.
const ACK_INTERVAL: Duration = Duration::from_millis(40);
/// Limits: additional time of the newcomer's opponent, and time of an acknowledgment.
const MORE: Duration = Duration::from_millis(300);
const MAX_ACK: Duration = Duration::from_millis(50);
/// Win that takes longer to prove than the trial lasts.
const HARD: &str = "2bak4/4a4/4b4/9/9/9/9/2N1B4/4A4/2BAK3R w";

fn main() -> Result<(), Problem> {
    let folder = std::env::temp_dir().join(format!("kydai-greedy-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let program = std::env::current_exe()?.with_file_name("examples").join("minimal_server");
    let mut child =
        Server(Command::new(program).arg(folder.join("kydai.sqlite")).stdout(Stdio::piped()).spawn()?);
    let mut line = String::new();
    let out = child.0.stdout.take().ok_or("the server prints no address")?;
    BufReader::new(out).read_line(&mut line)?;
    let address: SocketAddr = line.trim().parse()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let result = match std::env::args().nth(1).as_deref() {
        Some("league") => runtime.block_on(league(address)),
        _ => runtime.block_on(trial(address)),
    };
    runtime.shutdown_background();
    drop(child);
    std::fs::remove_dir_all(&folder)?;
    result
}

/// Server process, killed at the end.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

async fn trial(address: SocketAddr) -> Result<(), Problem> {
    let quiet = measure(address, None).await?;
    let answers = Arc::new(Counts::default());
    for guest in 0..GREEDY {
        let mut visitor = Visitor::new(address);
        for _ in 0..GAMES / GREEDY {
            let asked = json!({"game": "xiangqi", "one": {"kind": "me"}, "color": "second",
                "other": {"kind": "level", "level": 8}});
            let room = visitor.create(&asked).await?;
            let socket = visitor.connect(&room).await?;
            tokio::spawn(play_on(socket, guest, Arc::clone(&answers)));
        }
    }
    for number in 0..SOLVES {
        let asked = json!({"game": "xiangqi", "position": HARD, "seconds": 600});
        tokio::spawn(keep_asking(address, "/api/solves", asked, number, Arc::clone(&answers)));
    }
    for number in 0..REVIEWS {
        // Different games: a review of the same game would be shared.
        let moves = ["h2e2", "h9g7", "h0g2", "i9h9", "b0c2", "g6g5"];
        let length = 1 + number % moves.len();
        let asked = json!({"line": {"game": "xiangqi", "moves": moves[..length]}, "effort": "deep"});
        tokio::spawn(keep_asking(address, "/api/reviews", asked, number, Arc::clone(&answers)));
    }
    let hanging = Arc::clone(&answers);
    tokio::spawn(async move {
        loop {
            for _ in 0..HUNG_UP {
                if hang_up(address).await.is_ok() {
                    hanging.hung_up.fetch_add(1, Ordering::Relaxed);
                }
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    });
    // The greedy games use their share before the newcomer comes.
    tokio::time::sleep(Duration::from_secs(5)).await;
    let crowded = measure(address, Some(SPECTATORS)).await?;
    print_parts(&[("quiet", &quiet), ("crowded", &crowded)]);
    println!(
        "\nMeanwhile: {} level-8 moves in {GAMES} games of {GREEDY} guests, {} requests hung up, {} solves and reviews \
         accepted, {} refused, {} of {SPECTATORS} spectators and all players still connected.",
        answers.moves.load(Ordering::Relaxed),
        answers.hung_up.load(Ordering::Relaxed),
        answers.accepted.load(Ordering::Relaxed),
        answers.refused.load(Ordering::Relaxed),
        crowded.spectators,
    );
    let slower =
        crowded.answer(0.5) > quiet.answer(0.5) + MORE || crowded.answer(1.0) > quiet.answer(1.0) + MORE;
    if slower || crowded.ack(0.99) > MAX_ACK || crowded.spectators < SPECTATORS {
        return Err("the crowd slows the newcomer down".into());
    }
    Ok(())
}

/// A league of four engines, 20 games each pair, while a newcomer and two others play.
async fn league(address: SocketAddr) -> Result<(), Problem> {
    let quiet = measure(address, None).await?;
    let mut owner = Visitor::new(address);
    let engines = ["champion:level=3", "champion:level=5", "alphabeta:depth=4", "mcts:sims=2000"];
    let engines: Vec<Value> = engines.iter().map(|engine| json!({"engine": engine})).collect();
    let asked = json!({"game": "xiangqi", "engines": engines, "games": 20, "nodes": 20_000});
    let (status, answer) = owner.post("/api/leagues", &asked).await?;
    if status != 201 {
        return Err(format!("no league: {status} {answer}").into());
    }
    let begun = measure(address, None).await?;
    let later = measure(address, None).await?;
    print_parts(&[("quiet", &quiet), ("league, first part", &begun), ("league, second part", &later)]);
    Ok(())
}

fn print_parts(parts: &[(&str, &Measured)]) {
    println!("| | opponent's answer, median | longest | ack p50 | p99 | longest |");
    println!("|---|---|---|---|---|---|");
    for (name, part) in parts {
        println!(
            "| {name} | {} | {} | {} | {} | {} |",
            millis(part.answer(0.5)),
            millis(part.answer(1.0)),
            millis(part.ack(0.5)),
            millis(part.ack(0.99)),
            millis(part.ack(1.0))
        );
    }
}

fn millis(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}

#[derive(Default)]
struct Counts {
    moves: AtomicUsize,
    hung_up: AtomicUsize,
    accepted: AtomicUsize,
    refused: AtomicUsize,
}

/// Measurements of one part, sorted.
struct Measured {
    answers: Vec<Duration>,
    acks: Vec<Duration>,
    spectators: usize,
}

impl Measured {
    fn answer(&self, share: f64) -> Duration {
        at(&self.answers, share)
    }

    fn ack(&self, share: f64) -> Duration {
        at(&self.acks, share)
    }
}

fn at(sorted: &[Duration], share: f64) -> Duration {
    let last = sorted.len().saturating_sub(1);
    sorted.get(((sorted.len() as f64 * share) as usize).min(last)).copied().unwrap_or(Duration::MAX)
}

/// A newcomer plays against level 3 while two others play each other; spectators join the newcomer's room at once.
async fn measure(address: SocketAddr, spectators: Option<usize>) -> Result<Measured, Problem> {
    let acks = tokio::spawn(async move { acknowledged(address).await.map_err(|error| error.to_string()) });
    let mut newcomer = Visitor::new(address);
    let asked = json!({"game": "xiangqi", "one": {"kind": "me"}, "other": {"kind": "level", "level": 3}});
    let room = newcomer.create(&asked).await?;
    let mut socket = newcomer.connect(&room).await?;
    let mut view = read_until(&mut socket, |message| message["type"] == "view").await?;
    let mut answers = Vec::new();
    let mut watching = Vec::new();
    for number in 0..MOVES {
        if number == MOVES / 2
            && let Some(count) = spectators
        {
            let joining = (0..count).map(|_| {
                let (visitor, room) = (Visitor::new(address), room.clone());
                tokio::spawn(async move { visitor.connect(&room).await.map_err(|error| error.to_string()) })
            });
            for joined in joining.collect::<Vec<_>>() {
                watching.push(joined.await??);
            }
        }
        let Some(mv) = choose(&view, number) else { break };
        let sent = Instant::now();
        play(&mut socket, &mv, &format!("n{number}")).await?;
        view = read_until(&mut socket, |message| message["type"] == "view" && message["turn"] == "first")
            .await?;
        answers.push(sent.elapsed());
    }
    let mut alive = 0;
    for spectator in &mut watching {
        spectator.send(Message::Text(json!({"type": "ping", "id": "alive"}).to_string().into())).await?;
        alive += usize::from(read_until(spectator, |message| message["type"] == "pong").await.is_ok());
    }
    let mut acks = acks.await??;
    acks.sort_unstable();
    answers.sort_unstable();
    Ok(Measured { answers, acks, spectators: alive })
}

/// Acknowledgments of a game at one device.
async fn acknowledged(address: SocketAddr) -> Result<Vec<Duration>, Problem> {
    let mut visitor = Visitor::new(address);
    let asked = json!({"game": "xiangqi", "one": {"kind": "me"}, "other": {"kind": "here"}});
    let mut acks = Vec::new();
    while acks.len() < 400 {
        let room = visitor.create(&asked).await?;
        let mut socket = visitor.connect(&room).await?;
        let mut view = read_until(&mut socket, |message| message["type"] == "view").await?;
        for number in 0..80 {
            let Some(mv) = choose(&view, number) else { break };
            let id = format!("a{number}");
            let sent = Instant::now();
            play(&mut socket, &mv, &id).await?;
            read_until(&mut socket, |message| message["type"] == "ack").await?;
            acks.push(sent.elapsed());
            view = read_until(&mut socket, |message| message["type"] == "view").await?;
            tokio::time::sleep(ACK_INTERVAL).await;
        }
    }
    Ok(acks)
}

/// Plays a greedy guest's game on, as fast as the machine answers.
async fn play_on(mut socket: Socket, seed: usize, counts: Arc<Counts>) -> Result<(), Problem> {
    for number in 0.. {
        let view =
            read_until(&mut socket, |message| message["type"] == "view" && message["turn"] == "second")
                .await?;
        counts.moves.fetch_add(1, Ordering::Relaxed);
        let Some(mv) = choose(&view, number + seed) else { break };
        play(&mut socket, &mv, &format!("g{number}")).await?;
    }
    Ok(())
}

/// Asks until the job is accepted.
async fn keep_asking(
    address: SocketAddr,
    path: &'static str,
    asked: Value,
    number: usize,
    counts: Arc<Counts>,
) {
    let mut visitor = Visitor::new(address);
    tokio::time::sleep(Duration::from_millis(10 * number as u64)).await;
    for _ in 0..60 {
        match visitor.post(path, &asked).await {
            Ok((201, _)) => {
                counts.accepted.fetch_add(1, Ordering::Relaxed);
                return;
            }
            _ => counts.refused.fetch_add(1, Ordering::Relaxed),
        };
        tokio::time::sleep(Duration::from_secs(5)).await;
    }
}

/// Asks for the defense of a hard position, and hangs up.
async fn hang_up(address: SocketAddr) -> Result<(), Problem> {
    let body = json!({"game": "xiangqi", "position": HARD, "moves": ["i0i9"]}).to_string();
    let mut stream = TcpStream::connect(address).await?;
    let head = format!(
        "POST /api/defences HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    tokio::time::sleep(Duration::from_millis(20)).await;
    Ok(())
}

fn choose(view: &Value, number: usize) -> Option<String> {
    let legal = view["legal"].as_array().filter(|legal| !legal.is_empty())?;
    legal.get((number * 17 + 5) % legal.len())?.as_str().map(str::to_owned)
}

async fn play(socket: &mut Socket, mv: &str, id: &str) -> Result<(), Problem> {
    let text = json!({"type": "play", "mv": mv, "id": id}).to_string();
    Ok(socket.send(Message::Text(text.into())).await?)
}

async fn read_until(socket: &mut Socket, meant: impl Fn(&Value) -> bool) -> Result<Value, Problem> {
    loop {
        if let Message::Text(text) = socket.next().await.ok_or("the socket was closed")?? {
            let message: Value = serde_json::from_str(&text)?;
            if meant(&message) {
                return Ok(message);
            }
            if message["type"] == "refusal" {
                return Err(format!("refused: {message}").into());
            }
        }
    }
}

/// Visitor with a cookie of its own.
struct Visitor {
    address: SocketAddr,
    cookie: Option<String>,
}

impl Visitor {
    fn new(address: SocketAddr) -> Visitor {
        Visitor { address, cookie: None }
    }

    async fn create(&mut self, asked: &Value) -> Result<String, Problem> {
        let (status, answer) = self.post("/api/rooms", asked).await?;
        match answer["room"].as_str() {
            Some(room) if status == 201 => Ok(room.to_owned()),
            _ => Err(format!("no room: {status} {answer}").into()),
        }
    }

    async fn connect(&self, room: &str) -> Result<Socket, Problem> {
        let address = self.address;
        let uri = format!("ws://{address}/api/rooms/{room}/socket?evaluation=false");
        let mut request = uri.into_client_request()?;
        request.headers_mut().insert("origin", format!("http://{address}").parse()?);
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", cookie.parse()?);
        }
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(tokio_tungstenite::client_async(request, stream).await?.0)
    }

    async fn post(&mut self, path: &str, body: &Value) -> Result<(u16, Value), Problem> {
        let (address, body) = (self.address, body.to_string());
        let cookie = self.cookie.as_ref().map(|cookie| format!("Cookie: {cookie}\r\n")).unwrap_or_default();
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {address}\r\n{cookie}Connection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let mut stream = TcpStream::connect(address).await?;
        stream.write_all(head.as_bytes()).await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        let (head, body) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
        for line in head.lines() {
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("set-cookie")
            {
                self.cookie = value.split(';').next().map(|cookie| cookie.trim().to_owned());
            }
        }
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Ok((status, serde_json::from_str(body).unwrap_or_default()))
    }
}
