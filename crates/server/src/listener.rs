//! TCP listener without Nagle's algorithm, with connection limits and an idle timeout.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, Sleep, sleep};

use crate::connections::{ConnectionLimiter, ConnectionSlot};

/// Idle timeout of a connection. Sockets are pinged more often.
const IDLE_TIMEOUT: Duration = Duration::from_secs(75);

/// Remote address of a request.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

impl Connected<IncomingStream<'_, LimitedListener>> for Peer {
    fn connect_info(stream: IncomingStream<'_, LimitedListener>) -> Self {
        Peer(*stream.remote_addr())
    }
}

/// Listener that applies the connection limits.
pub struct LimitedListener {
    listener: TcpListener,
    limiter: Arc<ConnectionLimiter>,
}

impl LimitedListener {
    /// Creates a listener with these limits.
    pub fn new(listener: TcpListener, limiter: ConnectionLimiter) -> LimitedListener {
        LimitedListener { listener, limiter: Arc::new(limiter) }
    }
}

impl Listener for LimitedListener {
    type Io = IdleTimeoutStream<TcpStream>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        loop {
            let (stream, address) = Listener::accept(&mut self.listener).await;
            let _ = stream.set_nodelay(true);
            match self.limiter.try_acquire(address.ip()) {
                Some(slot) => {
                    return (
                        IdleTimeoutStream {
                            slot: Some(slot),
                            ..IdleTimeoutStream::new(stream, IDLE_TIMEOUT)
                        },
                        address,
                    );
                }
                None => self.limiter.reject(stream),
            }
        }
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        self.listener.local_addr()
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
