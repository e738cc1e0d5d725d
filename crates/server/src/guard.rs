//! Who may speak to the server at all: same-origin pages, known host names, not too fast. Knows no table.

use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use governor::clock::DefaultClock;
use governor::state::keyed::HashMapStateStore;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};

use crate::Config;

/// As many addresses or seats are remembered; those that have been quiet are forgotten first.
const MAX_REMEMBERED: usize = 65_536;
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// How many at once, and then how many a second.
fn quota(rate: f64, burst: f64) -> Quota {
    let burst = NonZeroU32::new(burst as u32).unwrap_or(NonZeroU32::MIN);
    // No rate at all is one a day.
    let pause = Duration::try_from_secs_f64(1.0 / rate).unwrap_or(DAY);
    let pause = pause.clamp(Duration::from_nanos(1), DAY);
    Quota::with_period(pause).map_or(Quota::per_second(burst), |quota| quota.allow_burst(burst))
}

/// A limit on what comes over one connection.
pub fn limit(rate: f64, burst: f64) -> DefaultDirectRateLimiter {
    RateLimiter::direct(quota(rate, burst))
}

/// The same limit for each address, or for each seat.
#[derive(Debug)]
pub struct Each<K: Clone + Eq + Hash>(RateLimiter<K, HashMapStateStore<K>, DefaultClock>);

impl<K: Clone + Eq + Hash> Each<K> {
    pub fn new(rate: f64, burst: f64) -> Each<K> {
        Each(RateLimiter::hashmap(quota(rate, burst)))
    }

    /// May this one do one more thing now?
    pub fn allow(&self, key: &K) -> bool {
        if self.0.len() >= MAX_REMEMBERED {
            self.0.retain_recent();
            if self.0.len() >= MAX_REMEMBERED {
                return false;
            }
        }
        self.0.check_key(key).is_ok()
    }
}

/// Does this come from a page of ours, or from no page at all? Else the reason.
pub fn may_speak(headers: &HeaderMap, config: &Config) -> Result<(), String> {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    if !known_host(host, config) {
        return Err(format!("{:?} is not a name of this server", clip(host)));
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

pub fn without_port(host: &str) -> &str {
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
    use governor::clock::FakeRelativeClock;

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
    fn so_many_at_once_then_so_many_a_second() {
        let clock = FakeRelativeClock::default();
        let limit = RateLimiter::direct_with_clock(quota(10.0, 2.0), clock.clone());
        let after = |ms| {
            clock.advance(Duration::from_millis(ms));
            limit.check().is_ok()
        };
        let allowed = [after(0), after(0), after(0), after(50), after(60), after(0)];
        assert_eq!(allowed, [true, true, false, false, true, false]);
    }

    /// However odd the figures: whoever runs a server may write anything.
    #[test]
    fn a_limit_can_be_nothing_or_everything() {
        for rate in [0.0, -1.0, f64::NAN, f64::INFINITY, f64::MIN_POSITIVE, 1e300] {
            for burst in [0.0, 1.0, 10_000.0] {
                assert!(limit(rate, burst).check().is_ok(), "{rate} {burst}");
            }
        }
        let none = limit(0.0, 2.0);
        assert_eq!([none.check().is_ok(), none.check().is_ok(), none.check().is_ok()], [true, true, false]);
    }

    #[test]
    fn addresses_do_not_wait_for_each_other() {
        let limit = Each::new(0.001, 1.0);
        let (one, two) = (IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2]));
        assert_eq!([limit.allow(&one), limit.allow(&one), limit.allow(&two)], [true, false, true]);
    }
}
