//! Who may speak to the server at all: same-origin pages, known host names, not too fast. Knows no table.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::Instant;

use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, HeaderValue};

use crate::Config;

/// As many addresses are remembered; those that have been quiet are forgotten first.
const MOST_ADDRESSES: usize = 4096;

/// So many at once, then so many a second.
#[derive(Clone, Debug)]
pub struct Bucket {
    left: f64,
    last: Instant,
}

impl Bucket {
    pub fn new(burst: f64, now: Instant) -> Bucket {
        Bucket { left: burst, last: now }
    }

    /// Takes one out, if there is one.
    pub fn take(&mut self, rate: f64, burst: f64, now: Instant) -> bool {
        let waited = now.saturating_duration_since(self.last).as_secs_f64();
        self.left = (self.left + waited * rate).min(burst);
        self.last = now;
        if self.left < 1.0 {
            return false;
        }
        self.left -= 1.0;
        true
    }
}

/// A bucket for each address.
#[derive(Debug, Default)]
pub struct Buckets {
    by_address: Mutex<HashMap<IpAddr, Bucket>>,
}

impl Buckets {
    pub fn take(&self, address: IpAddr, rate: f64, burst: f64, now: Instant) -> bool {
        let mut all = self.by_address.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if all.len() >= MOST_ADDRESSES && !all.contains_key(&address) {
            let full_again = burst / rate.max(f64::MIN_POSITIVE);
            all.retain(|_, bucket| now.saturating_duration_since(bucket.last).as_secs_f64() < full_again);
            if all.len() >= MOST_ADDRESSES {
                return false;
            }
        }
        all.entry(address).or_insert_with(|| Bucket::new(burst, now)).take(rate, burst, now)
    }
}

/// Does this come from a page of ours, or from no page at all? Else the reason.
pub fn may_speak(headers: &HeaderMap, config: &Config) -> Result<(), String> {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    if !known_host(host, config) {
        return Err(format!("{:?} is no name of this server", clip(host)));
    }
    let Some(origin) = headers.get(ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().unwrap_or_default();
    let authority = origin.split_once("://").map_or("", |(_, authority)| authority);
    let ours = !authority.is_empty() && authority.eq_ignore_ascii_case(host);
    if ours || config.origins.iter().any(|allowed| allowed.eq_ignore_ascii_case(origin)) {
        return Ok(());
    }
    Err(format!("a page from {:?} may not use this server", clip(origin)))
}

/// A page from elsewhere can make a browser call us under its own name; so names are checked.
fn known_host(host: &str, config: &Config) -> bool {
    let name = without_port(host).to_ascii_lowercase();
    let local = name == "localhost" || name.ends_with(".localhost") || name.ends_with(".local");
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().is_ok();
    let plain = !name.is_empty() && !name.contains('.');
    local || address || plain || config.hosts.iter().any(|known| known.eq_ignore_ascii_case(&name))
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) && !name.ends_with(':') => name,
        _ => host,
    }
}

/// What strangers sent is shown in part only.
pub fn clip(text: &str) -> String {
    text.chars().take(80).collect()
}

/// Put on every answer.
pub const HEADERS: [(HeaderName, HeaderValue); 5] = [
    (
        HeaderName::from_static("content-security-policy"),
        HeaderValue::from_static(
            "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; \
             connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
        ),
    ),
    (HeaderName::from_static("x-content-type-options"), HeaderValue::from_static("nosniff")),
    (HeaderName::from_static("referrer-policy"), HeaderValue::from_static("no-referrer")),
    (HeaderName::from_static("x-frame-options"), HeaderValue::from_static("DENY")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
];

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn headers(host: &'static str, origin: Option<&'static str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, HeaderValue::from_static(host));
        if let Some(origin) = origin {
            headers.insert(ORIGIN, HeaderValue::from_static(origin));
        }
        headers
    }

    #[test]
    fn only_pages_of_the_same_origin_may_speak() {
        let config = Config { hosts: vec!["play.example.org".into()], ..Config::default() };
        let ok = |host, origin| may_speak(&headers(host, origin), &config).is_ok();
        assert!(ok("127.0.0.1:7700", None));
        assert!(ok("[::1]:7700", Some("http://[::1]:7700")));
        assert!(ok("localhost:7700", Some("http://localhost:7700")));
        assert!(ok("play.example.org", Some("https://play.example.org")));
        assert!(ok("den.local:80", None));
        assert!(!ok("localhost:7700", Some("http://localhost:7701")));
        assert!(!ok("localhost:7700", Some("null")));
        assert!(!ok("evil.example.com", Some("http://evil.example.com")));
        assert!(!ok("", None));
        let open = Config { origins: vec!["http://localhost:5173".into()], ..Config::default() };
        assert!(may_speak(&headers("localhost:7700", Some("http://localhost:5173")), &open).is_ok());
    }

    #[test]
    fn a_bucket_empties_and_fills() {
        let start = Instant::now();
        let mut bucket = Bucket::new(2.0, start);
        let mut at = |ms| bucket.take(10.0, 2.0, start + Duration::from_millis(ms));
        assert_eq!([at(0), at(0), at(0), at(50), at(150), at(150)], [true, true, false, false, true, false]);
    }
}
