//! The listener: connections whose small messages go out at once, and that do not stay for ever without a word.

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

use crate::crowd::{Crowd, Place};

/// A connection on which nothing is said either way for this long is closed. Sockets are tried more often.
const SILENCE: Duration = Duration::from_secs(75);

/// Where a request comes from.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

impl Connected<IncomingStream<'_, Door>> for Peer {
    fn connect_info(stream: IncomingStream<'_, Door>) -> Self {
        Peer(*stream.remote_addr())
    }
}

/// The listener.
pub struct Door {
    listener: TcpListener,
    crowd: Arc<Crowd>,
}

impl Door {
    /// Lets in as many as there are places.
    pub fn new(listener: TcpListener, crowd: Crowd) -> Door {
        Door { listener, crowd: Arc::new(crowd) }
    }
}

impl Listener for Door {
    type Io = Patient<TcpStream>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        loop {
            let (stream, address) = Listener::accept(&mut self.listener).await;
            let _ = stream.set_nodelay(true);
            match self.crowd.enter(address.ip()) {
                Some(place) => {
                    return (Patient { place: Some(place), ..Patient::new(stream, SILENCE) }, address);
                }
                None => self.crowd.turn_away(stream),
            }
        }
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        self.listener.local_addr()
    }
}

/// A connection that ends after a long silence: whoever opens many and says nothing does not keep them.
pub struct Patient<S> {
    stream: S,
    silence: Duration,
    patience: Pin<Box<Sleep>>,
    #[expect(dead_code, reason = "held, and given back with the connection")]
    place: Option<Place>,
}

impl<S> Patient<S> {
    fn new(stream: S, silence: Duration) -> Self {
        Patient { stream, silence, patience: Box::pin(sleep(silence)), place: None }
    }

    /// What a poll came to, unless nothing came for too long.
    fn wait<T>(&mut self, context: &mut Context<'_>, poll: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if poll.is_ready() {
            self.patience.as_mut().reset(Instant::now() + self.silence);
            return poll;
        }
        self.patience.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        out: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let me = self.get_mut();
        let read = Pin::new(&mut me.stream).poll_read(context, out);
        me.wait(context, read)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let me = self.get_mut();
        let written = Pin::new(&mut me.stream).poll_write(context, bytes);
        me.wait(context, written)
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
        me.wait(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

/// Lets this program have as many files and connections open as the system allows it; how many that is.
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
    async fn a_connection_that_says_nothing_is_closed_and_one_that_spoke_is_not() {
        let (mut browser, server) = duplex(64);
        let silence = Duration::from_millis(50);
        let mut server = Patient::new(server, silence);
        let mut byte = [0; 1];
        for _ in 0..3 {
            browser.write_all(b"x").await.expect("the other end is there");
            // However long nobody listened: what was said counts.
            tokio::time::sleep(2 * silence).await;
            assert_eq!(server.read(&mut byte).await.ok(), Some(1));
        }
        let silent = server.read(&mut byte).await;
        assert_eq!(silent.map_err(|error| error.kind()), Err(io::ErrorKind::TimedOut));
    }
}
