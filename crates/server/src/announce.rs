//! Tells people where the server is, and shows them the page. Knows no table.

use std::io;
use std::net::{IpAddr, SocketAddr};

/// Where a browser on this machine finds it.
pub fn here(address: SocketAddr, secure: bool) -> String {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::from([127, 0, 0, 1]),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::from([0, 0, 0, 0, 0, 0, 0, 1]),
        ip => ip,
    };
    url(ip, address.port(), secure)
}

fn url(ip: IpAddr, port: u16, secure: bool) -> String {
    let scheme = if secure { "https" } else { "http" };
    format!("{scheme}://{}/", SocketAddr::new(ip, port))
}

/// What else is worth knowing, a line each.
pub fn hints(address: SocketAddr, secure: bool, owner: Option<&str>, place: &str) -> Vec<String> {
    let mut lines = Vec::new();
    if address.ip().is_unspecified() {
        lines.push(match friends(address, secure).as_slice() {
            [] => "This machine has no address on a network, so friends cannot reach it.".to_owned(),
            all => format!("Friends on the same network: {}", all.join(" or ")),
        });
    }
    if let Some(owner) = owner {
        let here = here(address, secure);
        lines.push(
            "Only you open tables here: at this machine, or after following this link once elsewhere"
                .to_owned(),
        );
        lines.push(format!("(put your server's address in its place, and keep it secret): {here}{owner}"));
    }
    lines.push(format!("Tables are kept in {place}. Ctrl-C ends it."));
    lines
}

/// The addresses under which others reach this server: none where it listens to this machine alone.
pub fn friends(address: SocketAddr, secure: bool) -> Vec<String> {
    match address.ip() {
        ip if ip.is_loopback() => Vec::new(),
        ip if ip.is_unspecified() => {
            let mine = if_addrs::get_if_addrs().unwrap_or_default();
            for_friends(address, secure, mine.iter().map(|interface| interface.ip()))
        }
        ip => vec![url(ip, address.port(), secure)],
    }
}

/// The addresses under which others reach a server that listens on all of this machine's.
fn for_friends(address: SocketAddr, secure: bool, mine: impl Iterator<Item = IpAddr>) -> Vec<String> {
    let reachable = |ip: &IpAddr| match ip {
        // Links of one cable only have no place in an address that is passed on.
        IpAddr::V4(ip) => !ip.is_loopback() && !ip.is_link_local(),
        IpAddr::V6(ip) => address.is_ipv6() && !ip.is_loopback() && !ip.is_unicast_link_local(),
    };
    mine.filter(reachable).map(|ip| url(ip, address.port(), secure)).collect()
}

/// Shows the page in the person's browser. That there is none is no fault: the address has been printed.
pub fn open_page(url: &str) -> io::Result<()> {
    let screen = ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME"];
    let screen = screen.iter().any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()));
    if !(screen || cfg!(target_os = "macos") || cfg!(windows)) {
        return Err(io::Error::other("this machine has no screen"));
    }
    open::that_detached(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_browser_on_this_machine_is_given_an_address_that_it_can_open() {
        let at = |text: &str| here(text.parse().unwrap(), false);
        assert_eq!(at("127.0.0.1:7700"), "http://127.0.0.1:7700/");
        assert_eq!(at("0.0.0.0:80"), "http://127.0.0.1:80/");
        assert_eq!(at("[::]:81"), "http://[::1]:81/");
        assert_eq!(at("192.0.2.7:82"), "http://192.0.2.7:82/");
        assert_eq!(here("0.0.0.0:443".parse().unwrap(), true), "https://127.0.0.1:443/");
    }

    #[test]
    fn nobody_else_reaches_a_server_that_listens_to_its_own_machine() {
        assert!(friends("127.0.0.1:7700".parse().unwrap(), false).is_empty());
        assert_eq!(friends("192.0.2.7:82".parse().unwrap(), false), ["http://192.0.2.7:82/"]);
    }

    #[test]
    fn friends_are_given_addresses_of_the_network_only() {
        let mine = ["127.0.0.1", "192.168.1.5", "169.254.3.4", "10.0.0.2", "::1", "fe80::1", "fd00::5"];
        let given =
            |address: &str| for_friends(address.parse().unwrap(), false, mine.iter().copied().map(ip));
        assert_eq!(given("0.0.0.0:7700"), ["http://192.168.1.5:7700/", "http://10.0.0.2:7700/"]);
        assert!(given("[::]:7700").contains(&"http://[fd00::5]:7700/".to_owned()));
        let lines = hints("127.0.0.1:7700".parse().unwrap(), false, None, "x.sqlite");
        assert!(lines.len() == 1 && lines[0].contains("x.sqlite"), "{lines:?}");
        let lines = hints("0.0.0.0:7700".parse().unwrap(), false, Some("own/key"), "x.sqlite");
        assert!(lines.len() == 4 && lines[2].ends_with("http://127.0.0.1:7700/own/key"), "{lines:?}");
    }
}
