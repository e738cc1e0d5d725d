//! A proxy before several servers, which gives each connection to the next one that takes it.
#![allow(dead_code)]

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use tokio::net::{TcpListener, TcpStream};

pub struct Proxy {
    pub address: SocketAddr,
    behind: Arc<Mutex<Vec<SocketAddr>>>,
}

impl Proxy {
    pub async fn start(behind: Vec<SocketAddr>) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, behind) = (listener.local_addr().unwrap(), Arc::new(Mutex::new(behind)));
        let known = behind.clone();
        tokio::spawn(async move {
            let turn = AtomicUsize::new(0);
            while let Ok((mut client, _)) = listener.accept().await {
                let servers = known.lock().unwrap().clone();
                let first = turn.fetch_add(1, Relaxed);
                tokio::spawn(async move {
                    for next in 0..servers.len() {
                        if let Ok(mut server) =
                            TcpStream::connect(servers[(first + next) % servers.len()]).await
                        {
                            let _ = (client.set_nodelay(true), server.set_nodelay(true));
                            let _ = tokio::io::copy_bidirectional(&mut client, &mut server).await;
                            return;
                        }
                    }
                });
            }
        });
        Proxy { address, behind }
    }

    /// A server that was started again has another address.
    pub fn moved(&self, server: usize, to: SocketAddr) {
        self.behind.lock().unwrap()[server] = to;
    }
}
