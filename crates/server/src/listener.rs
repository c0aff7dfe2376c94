//! TCP listener without Nagle's algorithm, with connection limits, an idle timeout and a time limit for request heads.

use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::Request;
use axum::serve::Listener;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::Service;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, Sleep, sleep};

use crate::connections::{ConnectionLimiter, ConnectionSlot};

/// Remote address of a request.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

/// Listener that applies the connection limits.
pub struct LimitedListener {
    listener: TcpListener,
    limiter: Arc<ConnectionLimiter>,
    timeouts: Timeouts,
}

/// Time limits of a connection.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// Silence after which it is closed. Sockets are pinged more often.
    pub idle: Duration,
    /// Time for the head of a request, also for the next one on an open connection.
    pub head: Duration,
}

impl LimitedListener {
    /// Creates a listener with these limits.
    pub fn new(listener: TcpListener, limiter: ConnectionLimiter, timeouts: Timeouts) -> LimitedListener {
        LimitedListener { listener, limiter: Arc::new(limiter), timeouts }
    }

    async fn accept(&mut self) -> (IdleTimeoutStream<TcpStream>, SocketAddr) {
        loop {
            let (stream, address) = Listener::accept(&mut self.listener).await;
            let _ = stream.set_nodelay(true);
            match self.limiter.try_acquire(address.ip()) {
                Some(slot) => {
                    let stream = IdleTimeoutStream::new(stream, self.timeouts.idle);
                    return (IdleTimeoutStream { slot: Some(slot), ..stream }, address);
                }
                None => self.limiter.reject(stream),
            }
        }
    }

    /// Serves until `closing` ends; then open requests are finished, and nothing new is accepted.
    pub async fn serve(mut self, router: Router, closing: impl Future<Output = ()>) {
        let (close, _) = watch::channel(false);
        let mut connections = JoinSet::new();
        let mut closing = pin!(closing);
        loop {
            tokio::select! {
                () = &mut closing => break,
                (stream, address) = self.accept() => {
                    let service =
                        PeerService { inner: TowerToHyperService::new(router.clone()), peer: Peer(address) };
                    connections.spawn(serve_connection(stream, service, self.timeouts.head, close.subscribe()));
                }
                Some(_) = connections.join_next() => {}
            }
        }
        drop(self);
        let _ = close.send(true);
        while connections.join_next().await.is_some() {}
    }
}

async fn serve_connection(
    stream: IdleTimeoutStream<TcpStream>,
    service: PeerService,
    head: Duration,
    mut closing: watch::Receiver<bool>,
) {
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(head);
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service).with_upgrades());
    let closed = tokio::select! {
        ended = connection.as_mut() => Some(ended),
        _ = closing.wait_for(|closing| *closing) => None,
    };
    let ended = match closed {
        Some(ended) => ended,
        None => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::trace!(%error, "connection ended");
    }
}

/// Routes that know the peer of their connection.
struct PeerService {
    inner: TowerToHyperService<Router>,
    peer: Peer,
}

impl Service<Request<Incoming>> for PeerService {
    type Response = <TowerToHyperService<Router> as Service<Request<Incoming>>>::Response;
    type Error = <TowerToHyperService<Router> as Service<Request<Incoming>>>::Error;
    type Future = <TowerToHyperService<Router> as Service<Request<Incoming>>>::Future;

    fn call(&self, mut request: Request<Incoming>) -> Self::Future {
        request.extensions_mut().insert(ConnectInfo(self.peer));
        self.inner.call(request)
    }
}

/// Stream with an idle timeout, so that silent connections do not hold their slots.
pub struct IdleTimeoutStream<S> {
    stream: S,
    timeout: Duration,
    timer: Pin<Box<Sleep>>,
    #[expect(dead_code, reason = "released when the connection is dropped")]
    slot: Option<ConnectionSlot>,
}

impl<S> IdleTimeoutStream<S> {
    fn new(stream: S, timeout: Duration) -> Self {
        IdleTimeoutStream { stream, timeout, timer: Box::pin(sleep(timeout)), slot: None }
    }

    /// Passes a poll result on and restarts the timer, or fails once the timer has expired.
    fn check_timeout<T>(
        &mut self,
        context: &mut Context<'_>,
        poll: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if poll.is_ready() {
            self.timer.as_mut().reset(Instant::now() + self.timeout);
            return poll;
        }
        self.timer.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for IdleTimeoutStream<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        out: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let me = self.get_mut();
        let read = Pin::new(&mut me.stream).poll_read(context, out);
        me.check_timeout(context, read)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for IdleTimeoutStream<S> {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let me = self.get_mut();
        let written = Pin::new(&mut me.stream).poll_write(context, bytes);
        me.check_timeout(context, written)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let me = self.get_mut();
        let written = Pin::new(&mut me.stream).poll_write_vectored(context, parts);
        me.check_timeout(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

/// Raises the limit of open files to the maximum that the system allows, and returns it.
pub fn allow_many_files() -> u64 {
    #[cfg(unix)]
    {
        use nix::sys::resource::{Resource, getrlimit, setrlimit};
        if let Ok((usual, most)) = getrlimit(Resource::RLIMIT_NOFILE) {
            let raised = usual < most && setrlimit(Resource::RLIMIT_NOFILE, most, most).is_ok();
            return if raised { most } else { usual };
        }
    }
    u64::MAX
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    #[tokio::test]
    async fn an_idle_connection_is_closed_and_an_active_one_is_not() {
        let (mut browser, server) = duplex(64);
        let timeout = Duration::from_millis(50);
        let mut server = IdleTimeoutStream::new(server, timeout);
        let mut byte = [0; 1];
        for _ in 0..3 {
            browser.write_all(b"x").await.expect("the other end is open");
            // Data that has arrived counts, however late it is read.
            tokio::time::sleep(2 * timeout).await;
            assert_eq!(server.read(&mut byte).await.ok(), Some(1));
        }
        let timed_out = server.read(&mut byte).await;
        assert_eq!(timed_out.map_err(|error| error.kind()), Err(io::ErrorKind::TimedOut));
    }
}
