//! Figures that are read off counts and samples: shares with their bounds, means, how two things go together.

use serde::Serialize;

/// The 97.5th percentile of the normal distribution: 95% lie between it and its negative.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

/// How often something happened, and between which bounds its true chance lies, by Wilson's method: of a hundred such
/// pairs of bounds, 95 hold what they claim.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rate {
    pub count: u64,
    pub of: u64,
    pub share: f64,
    pub low: f64,
    pub high: f64,
}

impl Rate {
    pub fn new(count: u64, of: u64) -> Rate {
        if of == 0 {
            return Rate { count, of, share: 0.0, low: 0.0, high: 1.0 };
        }
        let n = of as f64;
        let share = count as f64 / n;
        let z2 = Z * Z;
        let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let half = Z / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
        // At either end the bound is the share itself, which rounding may miss.
        let low = if count == 0 { 0.0 } else { (middle - half).max(0.0) };
        let high = if count == of { 1.0 } else { (middle + half).min(1.0) };
        Rate { count, of, share, low, high }
    }
}

pub(crate) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// The deviation of a sample.
pub(crate) fn deviation(values: &[f64]) -> f64 {
    let middle = mean(values);
    let squares: f64 = values.iter().map(|value| (value - middle) * (value - middle)).sum();
    (squares / values.len().saturating_sub(1).max(1) as f64).sqrt()
}

/// How far two things go together, from -1 to 1; `None` where one of them never changes.
pub(crate) fn correlation(a: &[f64], b: &[f64]) -> Option<f64> {
    let (mean_a, mean_b) = (mean(a), mean(b));
    let (mut ab, mut aa, mut bb) = (0.0, 0.0, 0.0);
    for (x, y) in a.iter().zip(b) {
        let (x, y) = (x - mean_a, y - mean_b);
        ab += x * y;
        aa += x * x;
        bb += y * y;
    }
    let scale = (aa * bb).sqrt();
    (scale > 1e-12).then(|| (ab / scale).clamp(-1.0, 1.0))
}

/// The value that this share, in percent, of a sorted sample does not exceed; 0 of an empty one.
pub(crate) fn percentile(sorted: &[f64], percent: usize) -> f64 {
    let place = (sorted.len() * percent).div_ceil(100).max(1) - 1;
    sorted.get(place).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_bounds() {
        // Newcombe 1998, table I, method 3.
        let rate = Rate::new(81, 263);
        assert!((rate.low - 0.2553).abs() < 1e-4 && (rate.high - 0.3662).abs() < 1e-4, "{rate:?}");
        let rate = Rate::new(0, 20);
        assert!(rate.low == 0.0 && (rate.high - 0.1611).abs() < 1e-4, "{rate:?}");
        let rate = Rate::new(20, 20);
        assert!(rate.high == 1.0 && (rate.low - 0.8389).abs() < 1e-4, "{rate:?}");
        assert_eq!((Rate::new(0, 0).low, Rate::new(0, 0).high), (0.0, 1.0));
    }

    #[test]
    fn figures_of_samples() {
        let values = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0];
        assert_eq!(mean(&values), 5.0);
        assert!((deviation(&values) - (32.0_f64 / 7.0).sqrt()).abs() < 1e-12);
        assert_eq!(correlation(&values, &values.map(|v| -v)), Some(-1.0));
        assert_eq!(correlation(&values, &[1.0; 8]), None);
        assert_eq!((percentile(&values, 50), percentile(&values, 95), percentile(&[], 50)), (4.0, 9.0, 0.0));
    }
}
