//! `fracas serve`, and `fracas` without a command: the table in the browser. What is served is in `fracas-server`.

use std::ffi::OsString;
use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::path::PathBuf;
use std::time::Duration;

use fracas_server::{Config, ServeError, Tls, run as run_server};

use crate::args::ServeArgs;
use crate::failure::{Failure, Kind};
use crate::list::warn_of_library;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

pub fn run(args: &ServeArgs) -> Result<(), Failure> {
    let config = config(args, |name| std::env::var_os(name))?;
    warn_of_library();
    run_server(config).map_err(|error| match &error {
        ServeError::Listen { address, error: why } if why.kind() == io::ErrorKind::AddrInUse => {
            let port = address.port();
            Failure::new(Kind::Io, format!("{error}; another program uses port {port}: try `--port 0`"))
        }
        _ => Failure::new(Kind::Io, error.to_string()),
    })
}

/// The file that was named, or the one that tables are kept in otherwise.
pub fn database(named: Option<&PathBuf>, env: impl Fn(&str) -> Option<OsString>) -> Result<PathBuf, Failure> {
    named.cloned().or_else(|| data_file(env)).ok_or_else(|| {
        Failure::new(Kind::Usage, "no folder for the tables: set HOME, or name a file with `--data FILE`")
    })
}

fn config(args: &ServeArgs, env: impl Fn(&str) -> Option<OsString>) -> Result<Config, Failure> {
    let database = match &args.store {
        Some(_) => None,
        None => Some(database(args.data.as_ref(), env)?),
    };
    let tls = args.tls_cert.clone().zip(args.tls_key.clone());
    Ok(Config {
        address: address(&args.host, args.port.unwrap_or(Config::PORT))?,
        any_port: args.port.is_none(),
        database,
        store: args.store.clone(),
        hosts: args.name.clone(),
        open: args.open,
        proxies: args.proxy.iter().map(IpAddr::to_canonical).collect(),
        tls: tls.map(|(certificate, key)| Tls { certificate, key }),
        expire: args.expire.map(|days| DAY * days),
        open_browser: !args.no_browser,
        json_logs: args.json_logs,
        ..Config::default()
    })
}

/// An address, or a name that this machine knows.
fn address(host: &str, port: u16) -> Result<SocketAddr, Failure> {
    let wrong = |why: String| {
        Failure::new(
            Kind::Usage,
            format!("--host {host:?}: {why}; 127.0.0.1 is this machine only, 0.0.0.0 the network too"),
        )
    };
    let bare = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host);
    let mut found = (bare, port).to_socket_addrs().map_err(|error| wrong(error.to_string()))?;
    found.next().ok_or_else(|| wrong("no address has that name".to_owned()))
}

/// Where tables are kept.
fn data_file(env: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    data_folder(env).map(|folder| folder.join("tables.sqlite"))
}

/// Where the own library is, unless somebody says otherwise.
pub fn library_folder(env: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    data_folder(env).map(|folder| folder.join("library"))
}

/// `FRACAS_DATA_DIR`, or a folder of ours where the system keeps such things.
fn data_folder(env: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let set = |name: &str| env(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    // The XDG rules say that a relative path there is to be ignored.
    let xdg = set("XDG_DATA_HOME").filter(|path| path.is_absolute());
    set("FRACAS_DATA_DIR")
        .or_else(|| xdg.map(|path| path.join("fracas")))
        .or_else(|| set("HOME").map(|home| home.join(".local/share/fracas")))
        .or_else(|| set("LOCALAPPDATA").map(|local| local.join("fracas")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept_in(set: &[(&str, &str)]) -> Option<String> {
        let env = |name: &str| set.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into());
        data_file(env).map(|path| path.display().to_string())
    }

    #[test]
    fn tables_are_kept_where_the_system_keeps_such_things() {
        let all = [("FRACAS_DATA_DIR", "/a"), ("XDG_DATA_HOME", "/b"), ("HOME", "/c")];
        assert_eq!(kept_in(&all).as_deref(), Some("/a/tables.sqlite"));
        assert_eq!(kept_in(&all[1..]).as_deref(), Some("/b/fracas/tables.sqlite"));
        assert_eq!(kept_in(&all[2..]).as_deref(), Some("/c/.local/share/fracas/tables.sqlite"));
        let relative = [("XDG_DATA_HOME", "b"), ("HOME", "/c")];
        assert_eq!(kept_in(&relative).as_deref(), Some("/c/.local/share/fracas/tables.sqlite"));
        assert_eq!(kept_in(&[("HOME", "")]), None);
    }

    #[test]
    fn a_port_that_was_asked_for_is_not_changed() {
        let file = Some(PathBuf::from("x.sqlite"));
        let asked = ServeArgs { port: Some(81), data: file.clone(), ..ServeArgs::default() };
        let asked = config(&asked, |_| None).unwrap();
        assert_eq!((asked.address, asked.any_port), ("127.0.0.1:81".parse().unwrap(), false));
        let free = config(&ServeArgs { data: file, ..ServeArgs::default() }, |_| None).unwrap();
        assert_eq!((free.address, free.any_port), ("127.0.0.1:7700".parse().unwrap(), true));
        assert_eq!(config(&ServeArgs::default(), |_| None).unwrap_err().kind, Kind::Usage);
    }

    #[test]
    fn hosts_are_addresses_or_names() {
        assert_eq!(address("[::1]", 7).unwrap(), "[::1]:7".parse().unwrap());
        assert_eq!(address("0.0.0.0", 7).unwrap(), "0.0.0.0:7".parse().unwrap());
        let wrong = address("not a host", 7).unwrap_err();
        assert!(wrong.to_string().contains("not a host") && wrong.kind == Kind::Usage, "{wrong}");
    }
}
