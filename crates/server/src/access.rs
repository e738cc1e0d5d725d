//! Who somebody is, as far as a request says it: the owner of the server, or a guest, and from which address.
//!
//! On a network only the owner opens tables, unless whoever runs the server lets everybody do so. The owner is who sits at
//! this machine, or who has the owner's key; guests have links.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::header::{COOKIE, FORWARDED, HOST, VIA};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};

use crate::Config;
use crate::guard::without_port;
use crate::house::House;
use crate::net::household;
use crate::refusal::{Failed, Refused};

/// The owner's key in a request of a program.
const OWNER: &str = "x-fracas-owner";
/// The same in a browser.
pub const COOKIE_NAME: &str = "fracas-owner";
const FORWARDED_FOR: &str = "x-forwarded-for";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Caller {
    /// Whose limits count.
    pub address: IpAddr,
    /// Sits at this machine, and came by no proxy.
    pub local: bool,
    pub owner: bool,
}

impl FromRequestParts<Arc<House>> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Caller, Infallible> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|peer| peer.0.ip());
        let peer = peer.unwrap_or(IpAddr::from([0, 0, 0, 0])).to_canonical();
        let local = is_local(peer, &parts.headers);
        let owner = local || key(&parts.headers).is_some_and(|key| same(key, &house.owner));
        Ok(Caller { address: household(client(peer, &parts.headers, &house.config)), local, owner })
    }
}

impl Caller {
    /// May this one open tables?
    pub fn may_open(self, config: &Config) -> Result<(), Failed> {
        if config.open || self.owner {
            return Ok(());
        }
        let refused = Refused::new("not-owner", "only the owner of this server opens tables")
            .advise("ask for a link to a seat; the owner's own link was printed when the server started");
        Err(Failed::new(StatusCode::FORBIDDEN, refused))
    }
}

/// Nobody is let in by an address that somebody else could have: a proxy on this machine is no owner.
fn is_local(peer: IpAddr, headers: &HeaderMap) -> bool {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).map(without_port).unwrap_or_default();
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let here =
        host.eq_ignore_ascii_case("localhost") || host.parse().is_ok_and(|ip: IpAddr| ip.is_loopback());
    let passed_on = [FORWARDED.as_str(), VIA.as_str(), FORWARDED_FOR, "x-real-ip", "x-forwarded-host"];
    peer.is_loopback() && here && !passed_on.iter().any(|name| headers.contains_key(*name))
}

/// The address that a request came from: the last one that a proxy of ours was told nobody else could have written.
fn client(peer: IpAddr, headers: &HeaderMap, config: &Config) -> IpAddr {
    if !config.proxies.contains(&peer) {
        return peer;
    }
    let lists = headers.get_all(FORWARDED_FOR).iter().filter_map(|list| list.to_str().ok());
    let addresses: Vec<&str> = lists.flat_map(|list| list.split(',')).map(str::trim).collect();
    let known = addresses.iter().rev().map_while(|text| text.parse::<IpAddr>().ok());
    let mut known = known.map(|address| address.to_canonical());
    known.find(|address| !config.proxies.contains(address)).unwrap_or(peer)
}

fn key(headers: &HeaderMap) -> Option<&str> {
    if let Some(key) = headers.get(OWNER) {
        return key.to_str().ok();
    }
    let cookies = headers.get_all(COOKIE).iter().filter_map(|list| list.to_str().ok());
    let mut pairs = cookies.flat_map(|list| list.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE_NAME).map(|(_, key)| key)
}

/// Takes the same time wherever the two differ.
pub fn same(one: &str, other: &str) -> bool {
    let different = one.bytes().zip(other.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
    one.len() == other.len() && different == 0
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    fn headers(all: &[(&'static str, &'static str)]) -> HeaderMap {
        all.iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
            .collect()
    }

    #[test]
    fn who_sits_at_this_machine_is_its_owner_and_a_proxy_is_not() {
        let local = |peer: &str, all| is_local(peer.parse().unwrap(), &headers(all));
        assert!(local("127.0.0.1", &[("host", "127.0.0.1:7700")]));
        assert!(local("::1", &[("host", "[::1]:7700")]) && local("127.0.0.1", &[("host", "localhost")]));
        assert!(!local("192.0.2.7", &[("host", "127.0.0.1:7700")]), "from the network");
        assert!(!local("127.0.0.1", &[("host", "play.example.org")]), "by a proxy that keeps the name");
        assert!(!local("127.0.0.1", &[("host", "localhost"), ("x-forwarded-for", "192.0.2.7")]));
        assert!(!local("127.0.0.1", &[("host", "localhost"), ("forwarded", "for=192.0.2.7")]));
        assert!(!local("127.0.0.1", &[]));
    }

    #[test]
    fn only_proxies_that_were_named_are_believed() {
        let proxies = vec!["10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap()];
        let config = Config { proxies, ..Config::default() };
        let from = |peer: &str, list: &'static str| {
            client(peer.parse().unwrap(), &headers(&[("x-forwarded-for", list)]), &config).to_string()
        };
        assert_eq!(from("192.0.2.9", "198.51.100.1"), "192.0.2.9", "anybody can write such a header");
        assert_eq!(from("10.0.0.1", "198.51.100.1"), "198.51.100.1");
        assert_eq!(
            from("10.0.0.1", "1.2.3.4, 198.51.100.1"),
            "198.51.100.1",
            "the last one is the proxy's own"
        );
        assert_eq!(from("10.0.0.1", "198.51.100.1, 10.0.0.2"), "198.51.100.1", "through two of ours");
        assert_eq!(from("10.0.0.1", "nonsense"), "10.0.0.1");
    }

    #[test]
    fn keys_come_in_a_header_or_a_cookie() {
        assert_eq!(key(&headers(&[("x-fracas-owner", "abc")])), Some("abc"));
        assert_eq!(key(&headers(&[("cookie", "a=b; fracas-owner=abc; c=d")])), Some("abc"));
        assert_eq!(key(&headers(&[("cookie", "a=b")])), None);
        assert!(same("abc", "abc") && !same("abc", "abd") && !same("abc", "abcd") && !same("", "a"));
    }
}
