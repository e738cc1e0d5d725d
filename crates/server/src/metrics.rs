//! What the server counts about itself, as Prometheus reads it.

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use fracas_store::{Figures, Sizes, seconds};

/// Of the text that [`Metrics::text`] gives.
pub const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    pub tables_opened: Counter,
    /// In memory now.
    pub tables_warm: Gauge,
    pub tables_broken: Counter,
    pub connections: Gauge,
    pub messages: Counter,
    pub refusals: Counter,
    pub choices: Counter,
    pub mind_choices: Counter,
    pub storage_failures: Counter,
    pub panics: Counter,
    pub slow_connections: Counter,
    pub turned_away: Counter,
    pub races_lost: Counter,
    pub choice_seconds: Histogram,
    /// These are looked at when somebody asks.
    tables: Gauge,
    database_bytes: Gauge,
    wal_bytes: Gauge,
    disk_free_bytes: Gauge,
}

impl Metrics {
    pub fn new(store: &Figures) -> Metrics {
        let mut registry = Registry::with_prefix("fracas");
        let mut counter = |name: &str, help: &str| {
            let counter = Counter::default();
            registry.register(name, help, counter.clone());
            counter
        };
        let tables_opened = counter("tables_opened", "Tables opened since the start");
        let tables_broken = counter("tables_broken", "Tables that could not be opened");
        let messages = counter("messages", "Messages received");
        let refusals = counter("refusals", "Messages refused");
        let choices = counter("choices", "Choices made by people");
        let mind_choices = counter("mind_choices", "Choices made by minds");
        let storage_failures = counter("storage_failures", "Changes that could not be kept");
        let panics = counter("panics", "Faults of the program that were caught");
        let slow_connections = counter("slow_connections", "Connections closed for lagging");
        let turned_away = counter("turned_away", "Connections closed at once, because there were too many");
        let races_lost = counter("races_lost", "Changes that another server was quicker with");
        let mut gauge = |name: &str, help: &str| {
            let gauge = Gauge::default();
            registry.register(name, help, gauge.clone());
            gauge
        };
        let tables = gauge("tables", "Tables kept");
        let tables_warm = gauge("tables_warm", "Tables in memory");
        let connections = gauge("connections", "Open connections");
        let database_bytes = gauge("database_bytes", "Size of the database");
        let wal_bytes = gauge("wal_bytes", "Size of its write-ahead log");
        let disk_free_bytes = gauge("disk_free_bytes", "Free space on the disk that it is on");
        let choice_seconds = seconds();
        let help = "From a choice's arrival to every seat's view";
        registry.register("choice_seconds", help, choice_seconds.clone());
        registry.register("write_queue", "Changes that wait to be on disk", store.queue.clone());
        registry.register("write_seconds", "From a change to its being on disk", store.write_seconds.clone());
        registry.register("commit_failures", "Commits that failed", store.commit_failures.clone());
        let help = "Times that the write-ahead log could not be folded into the database";
        registry.register("fold_failures", help, store.fold_failures.clone());
        Metrics {
            registry,
            tables_opened,
            tables_warm,
            tables_broken,
            connections,
            messages,
            refusals,
            choices,
            mind_choices,
            storage_failures,
            panics,
            slow_connections,
            turned_away,
            races_lost,
            choice_seconds,
            tables,
            database_bytes,
            wal_bytes,
            disk_free_bytes,
        }
    }

    /// `stored` is how many tables there are on disk, if that can be said.
    pub fn text(&self, stored: Option<u64>, sizes: Sizes) -> String {
        if let Some(stored) = stored {
            self.tables.set(stored as i64);
        }
        self.database_bytes.set(sizes.database as i64);
        self.wal_bytes.set(sizes.wal as i64);
        if let Some(free) = sizes.free {
            self.disk_free_bytes.set(free as i64);
        }
        let mut text = String::new();
        encode(&mut text, &self.registry).expect("a text takes everything");
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_there_and_add_up() {
        let figures = Figures::default();
        let metrics = Metrics::new(&figures);
        for seconds in [0.0009, 0.03, 60.0] {
            metrics.choice_seconds.observe(seconds);
        }
        metrics.choices.inc_by(3);
        figures.queue.set(2);
        figures.write_seconds.observe(0.004);
        let text = metrics.text(Some(7), Sizes { database: 10, wal: 7, free: Some(99) });
        for line in [
            "fracas_tables 7",
            "fracas_choices_total 3",
            "fracas_choice_seconds_bucket{le=\"0.001\"} 1",
            "fracas_choice_seconds_bucket{le=\"0.05\"} 2",
            "fracas_choice_seconds_bucket{le=\"+Inf\"} 3",
            "fracas_database_bytes 10",
            "fracas_wal_bytes 7",
            "fracas_write_queue 2",
            "fracas_write_seconds_count 1",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} in {text}");
        }
        assert!(text.contains("fracas_disk_free_bytes 99\n"), "{text}");
    }
}
