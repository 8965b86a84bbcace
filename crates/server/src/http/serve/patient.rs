//! A connection that is given up when its client takes no bytes for too long, and that ends in a way which lets the
//! client hear the last word.

use std::future::Future as _;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::runtime::Handle;
use tokio::time::{Instant, Sleep};

use super::linger::{Stay, linger};

/// Reading is bounded elsewhere: hyper knows what it is reading and how long that may take.
#[derive(Debug)]
pub(super) struct Patient {
    /// Both are there until the connection is dropped.
    inner: Option<(TcpStream, Stay)>,
    patience: Duration,
    /// Runs while a write is stuck.
    stuck: Option<Pin<Box<Sleep>>>,
    /// The client has ended the connection, or takes nothing: there is nobody to wait for.
    is_over: bool,
}

impl Patient {
    pub(super) fn new(stream: TcpStream, patience: Duration, stay: Stay) -> Patient {
        Patient { inner: Some((stream, stay)), patience, stuck: None, is_over: false }
    }

    fn stream(&mut self) -> Pin<&mut TcpStream> {
        let (stream, _) = self.inner.as_mut().expect("only dropping takes it away");
        Pin::new(stream)
    }

    fn judge<T>(&mut self, context: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if let Poll::Ready(result) = &written {
            self.stuck = None;
            self.is_over |= result.is_err();
            return written;
        }
        let patience = self.patience;
        let stuck =
            self.stuck.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(Instant::now() + patience)));
        ready!(stuck.as_mut().poll(context));
        self.is_over = true;
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let before = buffer.filled().len();
        let read = this.stream().poll_read(context, buffer);
        if let Poll::Ready(result) = &read {
            this.is_over |= result.is_err() || buffer.filled().len() == before && buffer.remaining() > 0;
        }
        read
    }
}

impl Drop for Patient {
    fn drop(&mut self) {
        let Some((stream, stay)) = self.inner.take() else { return };
        // Without a runtime the program ends, and the connection with it.
        if let (false, Ok(runtime)) = (self.is_over, Handle::try_current()) {
            runtime.spawn(linger(stream, stay));
        }
    }
}

impl AsyncWrite for Patient {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = this.stream().poll_write(context, bytes);
        this.judge(context, written)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = this.stream().poll_write_vectored(context, slices);
        this.judge(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.as_ref().is_some_and(|(stream, _)| stream.is_write_vectored())
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.get_mut().stream().poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.get_mut().stream().poll_shutdown(context)
    }
}
