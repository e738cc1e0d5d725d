//! What the server counts about itself, as Prometheus reads it.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Upper ends of the latency buckets, in milliseconds.
const ENDS: [u64; 10] = [1, 2, 5, 10, 20, 50, 100, 250, 1000, 5000];

#[derive(Debug, Default)]
pub struct Metrics {
    pub tables_opened: AtomicU64,
    /// In memory now.
    pub tables_warm: AtomicI64,
    pub tables_broken: AtomicU64,
    pub connections: AtomicI64,
    pub messages: AtomicU64,
    pub refusals: AtomicU64,
    pub choices: AtomicU64,
    pub mind_choices: AtomicU64,
    pub storage_failures: AtomicU64,
    pub panics: AtomicU64,
    pub slow_connections: AtomicU64,
    latency: Histogram,
}

#[derive(Debug, Default)]
struct Histogram {
    buckets: [AtomicU64; ENDS.len()],
    count: AtomicU64,
    micros: AtomicU64,
}

impl Metrics {
    /// From a choice's arrival to the sending of every seat's view.
    pub fn took(&self, time: Duration) {
        let micros = time.as_micros() as u64;
        for (end, bucket) in ENDS.iter().zip(&self.latency.buckets) {
            if micros <= end * 1000 {
                bucket.fetch_add(1, Relaxed);
            }
        }
        self.latency.count.fetch_add(1, Relaxed);
        self.latency.micros.fetch_add(micros, Relaxed);
    }

    /// `stored` is how many tables there are on disk.
    pub fn text(&self, stored: u64) -> String {
        let mut out = String::new();
        let mut put = |name: &str, kind: &str, help: &str, value: i64| {
            let _ = write!(
                out,
                "# HELP fracas_{name} {help}\n# TYPE fracas_{name} {kind}\nfracas_{name} {value}\n"
            );
        };
        let counter = |value: &AtomicU64| value.load(Relaxed) as i64;
        put("tables", "gauge", "Tables kept.", stored as i64);
        put("tables_warm", "gauge", "Tables in memory.", self.tables_warm.load(Relaxed));
        put("tables_opened_total", "counter", "Tables opened since the start.", counter(&self.tables_opened));
        put(
            "tables_broken_total",
            "counter",
            "Tables that could not be taken up.",
            counter(&self.tables_broken),
        );
        put("connections", "gauge", "Open connections.", self.connections.load(Relaxed));
        put("messages_total", "counter", "Messages received.", counter(&self.messages));
        put("refusals_total", "counter", "Messages refused.", counter(&self.refusals));
        put("choices_total", "counter", "Choices made by people.", counter(&self.choices));
        put("mind_choices_total", "counter", "Choices made by minds.", counter(&self.mind_choices));
        put(
            "storage_failures_total",
            "counter",
            "Changes that could not be kept.",
            counter(&self.storage_failures),
        );
        put("panics_total", "counter", "Faults of the program that were caught.", counter(&self.panics));
        put(
            "slow_connections_total",
            "counter",
            "Connections closed for lagging.",
            counter(&self.slow_connections),
        );
        self.latency.write(&mut out);
        out
    }
}

impl Histogram {
    fn write(&self, out: &mut String) {
        let name = "fracas_choice_seconds";
        let _ = write!(
            out,
            "# HELP {name} From a choice's arrival to every seat's view.\n# TYPE {name} histogram\n"
        );
        for (end, bucket) in ENDS.iter().zip(&self.buckets) {
            let _ =
                writeln!(out, "{name}_bucket{{le=\"{}\"}} {}", *end as f64 / 1000.0, bucket.load(Relaxed));
        }
        let count = self.count.load(Relaxed);
        let _ = writeln!(out, "{name}_bucket{{le=\"+Inf\"}} {count}");
        let _ = writeln!(out, "{name}_sum {}", self.micros.load(Relaxed) as f64 / 1e6);
        let _ = writeln!(out, "{name}_count {count}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_add_up() {
        let metrics = Metrics::default();
        metrics.took(Duration::from_micros(900));
        metrics.took(Duration::from_millis(30));
        metrics.took(Duration::from_secs(60));
        let text = metrics.text(7);
        assert!(text.contains("fracas_tables 7\n"));
        assert!(text.contains("fracas_choice_seconds_bucket{le=\"0.001\"} 1\n"), "{text}");
        assert!(text.contains("fracas_choice_seconds_bucket{le=\"0.05\"} 2\n"));
        assert!(text.contains("fracas_choice_seconds_bucket{le=\"+Inf\"} 3\n"));
    }
}
