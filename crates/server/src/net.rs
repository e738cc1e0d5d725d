//! Takes connections: up to a limit in all and from one address, over TLS where there is a certificate, and each with
//! little time to say what it wants. Knows no request.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use prometheus_client::metrics::counter::Counter;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{self, ServerConfig};
use tower::ServiceExt;

use crate::Config;

/// Bytes of a request's head; more than enough for a hundred tokens.
const MAX_HEAD: usize = 16 << 10;
/// After a connection could not be taken: whoever waits, waits a little longer.
const BREATH: Duration = Duration::from_millis(50);

/// A certificate and its key, as PEM files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tls {
    pub certificate: PathBuf,
    pub key: PathBuf,
}

#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    #[error("the certificate {}: {why}", .path.display())]
    Certificate { path: PathBuf, why: String },
    #[error("the key {}: {why}", .path.display())]
    Key { path: PathBuf, why: String },
    #[error("certificate and key cannot be used: {0}")]
    Unfit(#[from] rustls::Error),
}

impl Tls {
    pub fn acceptor(&self) -> Result<TlsAcceptor, TlsError> {
        let wrong = |why: String| TlsError::Certificate { path: self.certificate.clone(), why };
        let chain =
            CertificateDer::pem_file_iter(&self.certificate).map_err(|error| wrong(error.to_string()))?;
        let chain: Vec<_> = chain.collect::<Result<_, _>>().map_err(|error| wrong(error.to_string()))?;
        if chain.is_empty() {
            return Err(wrong("there is none in it".to_owned()));
        }
        let key = PrivateKeyDer::from_pem_file(&self.key)
            .map_err(|error| TlsError::Key { path: self.key.clone(), why: error.to_string() })?;
        let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_single_cert(chain, key)?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(TlsAcceptor::from(Arc::new(config)))
    }
}

/// Those who share a line share its limits: of IPv6 whoever has one address has a whole network of them.
pub fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        address => address,
    }
}

/// Everybody who is connected, by address.
#[derive(Debug, Default)]
struct Crowd {
    counts: Mutex<(usize, HashMap<IpAddr, usize>)>,
}

impl Crowd {
    fn counts(&self) -> MutexGuard<'_, (usize, HashMap<IpAddr, usize>)> {
        self.counts.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// A place for one more, if there is one. `most` in all and from one address; a proxy has no limit of its own.
    fn admit(self: &Arc<Crowd>, address: IpAddr, most: (usize, Option<usize>)) -> Option<Place> {
        let mut counts = self.counts();
        let (all, each) = &mut *counts;
        let here = each.get(&address).copied().unwrap_or(0);
        if *all >= most.0 || most.1.is_some_and(|most| here >= most) {
            return None;
        }
        *all += 1;
        each.insert(address, here + 1);
        Some(Place { crowd: self.clone(), address })
    }
}

#[derive(Debug)]
struct Place {
    crowd: Arc<Crowd>,
    address: IpAddr,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.crowd.counts();
        let (all, each) = &mut *counts;
        *all -= 1;
        match each.get_mut(&self.address) {
            Some(count) if *count > 1 => *count -= 1,
            _ => drop(each.remove(&self.address)),
        }
    }
}

/// A stream that is counted for as long as it lives, as a WebSocket too.
#[derive(Debug)]
struct Counted<S> {
    stream: S,
    _place: Place,
}

impl<S: AsyncRead + Unpin> AsyncRead for Counted<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Counted<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, bufs)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

/// Where people come in.
pub struct Door {
    pub listener: TcpListener,
    pub tls: Option<TlsAcceptor>,
    pub router: Router,
    pub turned_away: Counter,
}

impl std::fmt::Debug for Door {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Door").field("listener", &self.listener).finish_non_exhaustive()
    }
}

impl Door {
    /// Takes connections until the server stops, and then waits for those that are under way.
    pub async fn attend(self, config: &Config, mut stopping: watch::Receiver<bool>) {
        let crowd = Arc::new(Crowd::default());
        // Nothing is sent: it is closed when the last connection has let go of it.
        let (under_way, mut all_done) = mpsc::channel::<()>(1);
        let limits = &config.limits;
        loop {
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                () = stop(&mut stopping) => break,
            };
            let (stream, peer) = match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be taken");
                    tokio::time::sleep(BREATH).await;
                    continue;
                }
            };
            let proxy = config.proxies.contains(&peer.ip().to_canonical());
            let each = (!proxy).then_some(limits.sockets_per_address);
            let Some(place) = crowd.admit(household(peer.ip()), (limits.sockets, each)) else {
                self.turned_away.inc();
                continue;
            };
            // Small messages must not wait for each other's acknowledgement; one that cannot be told so is only slower.
            let _ = stream.set_nodelay(true);
            let (tls, router, time) = (self.tls.clone(), self.router.clone(), limits.header_time);
            let talk = Talk { peer, router, time, stopping: stopping.clone(), _under_way: under_way.clone() };
            tokio::spawn(talk.welcome(stream, place, tls));
        }
        drop((self.listener, under_way));
        let _ = all_done.recv().await;
    }
}

pub async fn stop(stopping: &mut watch::Receiver<bool>) {
    let _ = stopping.wait_for(|stop| *stop).await;
}

/// One connection.
struct Talk {
    peer: SocketAddr,
    router: Router,
    /// For a greeting, and for the head of a request.
    time: Duration,
    stopping: watch::Receiver<bool>,
    _under_way: mpsc::Sender<()>,
}

impl Talk {
    async fn welcome(self, stream: TcpStream, place: Place, tls: Option<TlsAcceptor>) {
        let Some(tls) = tls else { return self.converse(Counted { stream, _place: place }).await };
        // Whoever speaks no TLS, or does not finish its greeting, is not answered.
        if let Ok(Ok(stream)) = tokio::time::timeout(self.time, tls.accept(stream)).await {
            self.converse(Counted { stream, _place: place }).await;
        }
    }

    async fn converse<S>(mut self, stream: S)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let (peer, router) = (self.peer, self.router);
        let service = service_fn(move |request: Request<Incoming>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(ConnectInfo(peer));
            router.clone().oneshot(request)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.time)
            .max_buf_size(MAX_HEAD)
            .serve_connection(TokioIo::new(stream), service)
            .with_upgrades();
        let mut connection = std::pin::pin!(connection);
        let ended = tokio::select! {
            ended = connection.as_mut() => ended,
            () = stop(&mut self.stopping) => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = ended {
            tracing::debug!(%error, "a connection ended badly");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_by_address_and_given_back() {
        let crowd = Arc::new(Crowd::default());
        let (one, two) = (IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2]));
        let admit = |address, most| crowd.admit(address, most);
        let held: Vec<Place> = (0..3).filter_map(|_| admit(one, (10, Some(3)))).collect();
        assert_eq!(held.len(), 3);
        assert!(admit(one, (10, Some(3))).is_none() && admit(one, (10, None)).is_some());
        let other = admit(two, (10, Some(3)));
        assert!(other.is_some(), "one address does not shut out another");
        assert!(admit(two, (4, None)).is_none(), "four are there");
        drop(held);
        assert!(admit(one, (10, Some(1))).is_some());
        drop(other);
        assert!(crowd.counts().1.is_empty() && crowd.counts().0 == 0);
    }

    #[test]
    fn a_network_of_ipv6_is_one_household() {
        let home = |text: &str| household(text.parse().unwrap());
        assert_eq!(home("2001:db8:1:2:3:4:5:6"), home("2001:db8:1:2::1"));
        assert_ne!(home("2001:db8:1:2::1"), home("2001:db8:1:3::1"));
        assert_eq!(home("::ffff:192.0.2.1"), home("192.0.2.1"));
    }
}
