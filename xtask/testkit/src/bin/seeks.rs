//! Lobby benchmark: many pages of the lobby are open and people look for opponents at a steady rate. Prints how long a match
//! takes, from the request to both pages knowing of the game, and the server's memory. `cargo xtask bench seeks` runs it.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use testkit::{Problem, ServerProcess, in_folder};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc;

/// Arguments: `seeks PAGES SEEKS_PER_MINUTE SECONDS`.
#[derive(Clone, Copy)]
struct Plan {
    pages: usize,
    per_minute: u64,
    seconds: u64,
}

/// Limits that the benchmark has to keep.
const MAX_MATCH: Duration = Duration::from_millis(50);
const MAX_MEMORY_MB: f64 = 250.0;

fn main() -> Result<(), Problem> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let mut next = |usual: u64| numbers.next().transpose().map(|number| number.unwrap_or(usual));
    let plan = Plan {
        pages: usize::try_from(next(2000)?)?.max(2),
        per_minute: next(1000)?.max(1),
        seconds: next(60)?.max(1),
    };
    server::allow_many_files();
    in_folder("seeks", |folder| {
        let server = ServerProcess::start(&folder.join("kydai.sqlite"))?;
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let result = runtime.block_on(measure(plan, server.address, &server));
        runtime.shutdown_background();
        result
    })
}

/// Begin of a game as a page was told of it: the number of the page, and the time.
type Begun = (usize, Instant);

async fn measure(plan: Plan, address: SocketAddr, server: &ServerProcess) -> Result<(), Problem> {
    let (begun, mut games) = mpsc::unbounded_channel::<Begun>();
    let mut cookies = Vec::with_capacity(plan.pages);
    for page in 0..plan.pages {
        // A cookie of 256 bits, as a browser would have it.
        let cookie = format!("kydai={page:064x}");
        let stream = open_page(address, &cookie).await?;
        tokio::spawn(follow(stream, page, begun.clone()));
        cookies.push(cookie);
    }
    let open = server.resident_memory();
    // Two people with the same terms follow each other: the first one waits, the second one is matched.
    let every = Duration::from_micros(60_000_000 / plan.per_minute);
    let seeks = plan.seconds * plan.per_minute / 60 / 2 * 2;
    let start = Instant::now();
    let (mut answers, mut told) = (Vec::new(), Vec::new());
    let mut sent_at = vec![None; plan.pages];
    let mut due = start;
    for number in 0..seeks {
        tokio::time::sleep_until(due.into()).await;
        due += every;
        let page = usize::try_from(number)? % plan.pages;
        // Each pair has its own terms, so that the time of exactly one match is measured.
        let seconds = 60 + (number / 2) % 10_000;
        let clock = json!({"kind": "game", "initial_ms": seconds * 1000, "increment_ms": 0});
        let sent = Instant::now();
        let answer =
            post(address, "/api/seeks", &cookies[page], &json!({"game": "xiangqi", "clock": clock})).await?;
        answers.push(sent.elapsed());
        let matched = answer["room"].is_string();
        if matched != (number % 2 == 1) {
            return Err(format!("seek {number}: {answer}").into());
        }
        sent_at[page] = None;
        if matched {
            let before = usize::try_from(number - 1)? % plan.pages;
            (sent_at[page], sent_at[before]) = (Some(sent), Some(sent));
        }
        while let Ok((page, at)) = games.try_recv() {
            told.extend(sent_at[page].take().map(|sent| at.saturating_duration_since(sent)));
        }
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    while let Ok((page, at)) = games.try_recv() {
        told.extend(sent_at[page].take().map(|sent| at.saturating_duration_since(sent)));
    }
    let took = start.elapsed().as_secs_f64();
    answers.sort_unstable();
    told.sort_unstable();
    let peak = server.peak_memory();
    println!(
        "| pages open | seeks/min | games begun | answer p50 | p99 | both pages told p50 | p99 | memory with all pages | peak |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    println!(
        "| {} | {:.0} | {} | {} | {} | {} | {} | {open:.0} MB | {peak:.0} MB |",
        plan.pages,
        seeks as f64 * 60.0 / took,
        told.len() / 2,
        millis(&answers, 0.5),
        millis(&answers, 0.99),
        millis(&told, 0.5),
        millis(&told, 0.99),
    );
    if told.len() as u64 != seeks {
        return Err(format!("{} of {seeks} pages were told of their game", told.len()).into());
    }
    if percentile(&told, 0.99) > MAX_MATCH || peak > MAX_MEMORY_MB {
        return Err(format!("more than {} ms or {MAX_MEMORY_MB} MB", MAX_MATCH.as_millis()).into());
    }
    Ok(())
}

fn percentile(sorted: &[Duration], share: f64) -> Duration {
    let index = (sorted.len() as f64 * share) as usize;
    sorted.get(index.min(sorted.len().saturating_sub(1))).copied().unwrap_or(Duration::MAX)
}

fn millis(sorted: &[Duration], share: f64) -> String {
    format!("{:.1} ms", percentile(sorted, share).as_secs_f64() * 1e3)
}

/// Opens the stream of a lobby page.
async fn open_page(address: SocketAddr, cookie: &str) -> Result<TcpStream, Problem> {
    let request = format!("GET /api/lobby/events HTTP/1.1\r\nHost: {address}\r\nCookie: {cookie}\r\n\r\n");
    let mut stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    stream.write_all(request.as_bytes()).await?;
    let mut first = [0; 512];
    let count = stream.read(&mut first).await?;
    if !first[..count].starts_with(b"HTTP/1.1 200") {
        return Err(String::from_utf8_lossy(&first[..count]).into_owned().into());
    }
    Ok(stream)
}

/// Reads the events of a page and reports begun games.
async fn follow(stream: TcpStream, page: usize, begun: mpsc::UnboundedSender<Begun>) {
    let mut lines = tokio::io::BufReader::with_capacity(2048, stream).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        if line.contains("\"type\":\"begin\"") && begun.send((page, Instant::now())).is_err() {
            return;
        }
    }
}

async fn post(address: SocketAddr, path: &str, cookie: &str, body: &Value) -> Result<Value, Problem> {
    let body = body.to_string();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nConnection: close\r\nCookie: {cookie}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    stream.write_all(head.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (_, body) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
    Ok(serde_json::from_str(body)?)
}
