//! Load benchmark: opens games between two clients each, plays moves at a steady rate, and prints acknowledgement
//! latencies and the server's resource use. `cargo xtask bench load` runs it.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
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
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

type Problem = Box<dyn std::error::Error + Send + Sync>;

/// Arguments: `load GAMES MOVES_PER_SECOND SECONDS`.
#[derive(Clone, Copy)]
struct Plan {
    games: usize,
    rate: u64,
    seconds: u64,
}

fn main() -> Result<(), Problem> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let mut next = |usual: u64| numbers.next().transpose().map(|number| number.unwrap_or(usual));
    let plan =
        Plan { games: usize::try_from(next(1000)?)?, rate: next(200)?.max(1), seconds: next(20)?.max(1) };
    let usage = 2 * plan.games as u64 + 200;
    let allowed = server::allow_many_files();
    if allowed < usage {
        return Err(format!(
            "{usage} open files are needed and this system allows {allowed}: run `ulimit -n {usage}` as root first"
        )
        .into());
    }
    let folder = std::env::temp_dir().join(format!("kydai-load-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let server = ServerProcess::start(&folder)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let result = runtime.block_on(load(plan, &server));
    let usage = server.usage();
    drop(server);
    std::fs::remove_dir_all(&folder)?;
    result?.print(plan, usage);
    Ok(())
}

/// Server process.
struct ServerProcess {
    child: Child,
    address: SocketAddr,
}

impl ServerProcess {
    fn start(folder: &Path) -> Result<ServerProcess, Problem> {
        let program: PathBuf = std::env::current_exe()?.with_file_name("examples").join("minimal_server");
        let mut child =
            Command::new(program).arg(folder.join("kydai.sqlite")).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        let out = child.stdout.take().ok_or("the server prints no address")?;
        BufReader::new(out).read_line(&mut line)?;
        Ok(ServerProcess { child, address: line.trim().parse()? })
    }

    /// Memory in megabytes: `VmHWM` is the peak, `VmRSS` the current size.
    fn memory(&self, field: &str) -> f64 {
        memory_of(self.child.id(), field)
    }

    /// Peak memory in megabytes, and CPU time in seconds.
    fn usage(&self) -> (f64, f64) {
        let peak = self.memory("VmHWM:");
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap_or_default();
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        let ticks =
            |index: usize| fields.get(index).and_then(|text| text.parse::<f64>().ok()).unwrap_or(f64::NAN);
        (peak, (ticks(11) + ticks(12)) / 100.0)
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn memory_of(process: u32, field: &str) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(field));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    kilobytes.unwrap_or(f64::NAN) / 1024.0
}

/// Measurements.
struct Measured {
    /// Memory when all sockets were open, and after each minute.
    memory: Vec<f64>,
    acks: Vec<Duration>,
    views: usize,
    sockets: usize,
    took: Duration,
}

impl Measured {
    fn print(mut self, plan: Plan, (memory, processor): (f64, f64)) {
        self.acks.sort_unstable();
        let at = |share: f64| {
            let index = (self.acks.len() as f64 * share) as usize;
            self.acks
                .get(index.min(self.acks.len().saturating_sub(1)))
                .map_or(f64::NAN, |it| it.as_secs_f64() * 1e3)
        };
        println!(
            "| sockets | games | durable moves/s | views/s | ack p50 | p99 | p99.9 | peak memory | processor time |"
        );
        println!("|---|---|---|---|---|---|---|---|---|");
        let seconds = self.took.as_secs_f64();
        println!(
            "| {} | {} | {:.0} | {:.0} | {:.1} ms | {:.1} ms | {:.1} ms | {memory:.0} MB | {processor:.1} s |",
            self.sockets,
            plan.games,
            self.acks.len() as f64 / seconds,
            self.views as f64 / seconds,
            at(0.5),
            at(0.99),
            at(0.999),
        );
        let series: Vec<String> = self.memory.iter().map(|megabytes| format!("{megabytes:.0} MB")).collect();
        println!("\nMemory with all sockets open and after each minute: {}", series.join(", "));
    }
}

async fn load(plan: Plan, server: &ServerProcess) -> Result<Measured, Problem> {
    let views = Arc::new(AtomicUsize::new(0));
    let mut games = Vec::with_capacity(plan.games);
    for _ in 0..plan.games {
        games.push(Match::open(server.address).await?);
    }
    let begun = Instant::now() + Duration::from_millis(200);
    let end = begun + Duration::from_secs(plan.seconds);
    let every = Duration::from_micros(1_000_000 * plan.games as u64 / plan.rate);
    let players: Vec<_> = games
        .into_iter()
        .enumerate()
        .map(|(index, table)| {
            let first = begun + Duration::from_micros(1_000_000 * index as u64 / plan.rate);
            tokio::spawn(table.play(first, every, end, Arc::clone(&views)))
        })
        .collect();
    let sockets = 2 * players.len();
    let process = server.child.id();
    let sampler = tokio::spawn(async move {
        let mut memory = vec![memory_of(process, "VmRSS:")];
        while Instant::now() + Duration::from_secs(60) <= end + Duration::from_secs(1) {
            tokio::time::sleep(Duration::from_secs(60)).await;
            memory.push(memory_of(process, "VmRSS:"));
        }
        memory
    });
    let mut acks = Vec::new();
    for player in players {
        acks.extend(player.await??);
    }
    let memory = sampler.await?;
    Ok(Measured { memory, acks, views: views.load(Ordering::Relaxed), sockets, took: begun.elapsed() })
}

/// One game with both its clients.
struct Match {
    seats: [WebSocketStream<TcpStream>; 2],
    legal: Vec<String>,
}

impl Match {
    async fn open(address: SocketAddr) -> Result<Match, Problem> {
        let asked = json!({"game": "xiangqi", "one": {"kind": "me"}, "other": {"kind": "link"},
            "clock": {"kind": "game", "initial_ms": 3_600_000, "increment_ms": 0}});
        let (first, begun) = post(address, "/api/rooms", &asked).await?;
        let text = |name: &str| begun[name].as_str().map(str::to_owned).ok_or("no room");
        let (room, token) = (text("room")?, text("invitation")?);
        let (second, _) = post(address, &format!("/api/invitations/{token}"), &json!({})).await?;
        let mut seats = [connect(address, &room, &first).await?, connect(address, &room, &second).await?];
        let mut legal = Vec::new();
        for seat in &mut seats {
            let view = read_until(seat, "view").await?;
            if let Some(moves) = view["legal"].as_array().filter(|moves| !moves.is_empty()) {
                legal = moves.iter().filter_map(|mv| mv.as_str().map(str::to_owned)).collect();
            }
        }
        Ok(Match { seats, legal })
    }

    async fn play(
        mut self,
        first: Instant,
        every: Duration,
        end: Instant,
        views: Arc<AtomicUsize>,
    ) -> Result<Vec<Duration>, Problem> {
        let mut acks = Vec::new();
        let mut due = first;
        while due < end && !self.legal.is_empty() {
            tokio::time::sleep_until(due.into()).await;
            let mover = acks.len() % 2;
            let mv = self.legal.get((acks.len() * 17 + 5) % self.legal.len()).cloned().unwrap_or_default();
            let [one, other] = &mut self.seats;
            let (seat, watcher) = if mover == 0 { (one, other) } else { (other, one) };
            let text = json!({"type": "play", "mv": mv, "id": acks.len().to_string()}).to_string();
            let sent = Instant::now();
            seat.send(Message::Text(text.into())).await?;
            read_until(seat, "ack").await?;
            acks.push(sent.elapsed());
            read_until(seat, "view").await?;
            let view = read_until(watcher, "view").await?;
            views.fetch_add(2, Ordering::Relaxed);
            let moves = view["legal"].as_array().cloned().unwrap_or_default();
            self.legal = moves.iter().filter_map(|mv| mv.as_str().map(str::to_owned)).collect();
            due += every;
        }
        Ok(acks)
    }
}

async fn read_until(seat: &mut WebSocketStream<TcpStream>, kind: &str) -> Result<Value, Problem> {
    loop {
        if let Message::Text(text) = seat.next().await.ok_or("the socket was closed")?? {
            let message: Value = serde_json::from_str(&text)?;
            if message["type"] == kind {
                return Ok(message);
            }
            if message["type"] == "refusal" {
                return Err(format!("refused: {message}").into());
            }
        }
    }
}

async fn connect(
    address: SocketAddr,
    room: &str,
    cookie: &str,
) -> Result<WebSocketStream<TcpStream>, Problem> {
    let mut request = format!("ws://{address}/api/rooms/{room}/socket").into_client_request()?;
    request.headers_mut().insert("origin", format!("http://{address}").parse()?);
    request.headers_mut().insert("cookie", cookie.parse()?);
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let config = WebSocketConfig::default().read_buffer_size(4096);
    Ok(tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await?.0)
}

/// Sends a request without a cookie; returns the new cookie and the response.
async fn post(address: SocketAddr, path: &str, body: &Value) -> Result<(String, Value), Problem> {
    let body = body.to_string();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(head.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
    let cookie = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("set-cookie")
            .then(|| value.split(';').next().unwrap_or("").trim().to_owned())
    });
    Ok((cookie.ok_or("no cookie")?, serde_json::from_str(body)?))
}
