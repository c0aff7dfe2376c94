//! A server process to measure, and plain requests to it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// Any error of a measurement.
pub type Problem = Box<dyn std::error::Error + Send + Sync>;

/// Server process with a database of its own; killed when dropped.
pub struct ServerProcess {
    child: Child,
    /// Address at which it listens.
    pub address: SocketAddr,
    /// Time from the start of the process until it listened.
    pub took: Duration,
    cookie: Option<String>,
}

impl ServerProcess {
    /// Starts the minimal server, which is built beside this program.
    pub fn start(database: &Path) -> Result<ServerProcess, Problem> {
        let program = std::env::current_exe()?.with_file_name("examples").join("minimal_server");
        let begun = Instant::now();
        let mut child = Command::new(program).arg(database).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        let out = child.stdout.take().ok_or("the server prints no address")?;
        BufReader::new(out).read_line(&mut line)?;
        Ok(ServerProcess { child, address: line.trim().parse()?, took: begun.elapsed(), cookie: None })
    }

    /// Sends a request as one guest, who is known by the cookie of the first response, and returns the response.
    pub fn ask(&mut self, method: &str, path: &str, body: Option<&Value>) -> Result<Value, Problem> {
        let body = body.map(Value::to_string).unwrap_or_default();
        let mut stream = TcpStream::connect(self.address)?;
        let cookie = self.cookie.as_ref().map(|cookie| format!("Cookie: {cookie}\r\n")).unwrap_or_default();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {}\r\n{cookie}Connection: close\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )?;
        let mut response = String::new();
        stream.read_to_string(&mut response)?;
        let (head, body) = response.split_once("\r\n\r\n").ok_or("no response")?;
        let status = head.split(' ').nth(1).unwrap_or_default();
        if !status.starts_with('2') {
            return Err(format!("{method} {path}: {status} {body}").into());
        }
        let cookie = head.lines().filter_map(|line| line.split_once(':')).find_map(|(name, value)| {
            name.eq_ignore_ascii_case("set-cookie")
                .then(|| value.split(';').next().unwrap_or("").trim().to_owned())
        });
        self.cookie = cookie.or(self.cookie.take());
        Ok(serde_json::from_str(body)?)
    }

    /// Peak memory in megabytes.
    pub fn peak_memory(&self) -> f64 {
        self.memory("VmHWM:")
    }

    /// Resident memory in megabytes.
    pub fn resident_memory(&self) -> f64 {
        self.memory("VmRSS:")
    }

    fn memory(&self, field: &str) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix(field));
        line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok()).unwrap_or(f64::NAN) / 1024.0
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs a measurement in a temporary folder that is deleted afterwards.
pub fn in_folder(name: &str, measure: impl FnOnce(&Path) -> Result<(), Problem>) -> Result<(), Problem> {
    let folder = std::env::temp_dir().join(format!("kydai-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let done = measure(&folder);
    std::fs::remove_dir_all(&folder)?;
    done
}
