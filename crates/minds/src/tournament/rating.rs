//! From results to a difference in Elo.
//!
//! Scenarios are not even: where the heroes nearly always win, a plain share of wins would say that all minds are about
//! equal. So each scenario has an advantage of its own, as White has in chess: the chance that the heroes win is
//! `1 / (1 + exp(-(advantage ± difference)))`, plus if the better mind plays them. The most likely difference over all
//! scenarios is found by Newton's method, and its error from how sharp the likelihood is.

use serde::Serialize;

/// A difference in logits is this many Elo.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// Bounds that hold in 95 of 100 cases.
const Z: f64 = 1.959_964;
/// A sequential test that errs in 5 of 100 cases either way.
const BOUND: f64 = 2.944_439;
/// As if a little had been seen already: keeps advantages finite where one side always wins.
const PRIOR: f64 = 0.05;

/// Pairs of fights in one scenario.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Scored {
    pub system: String,
    pub scenario: String,
    pub pairs: u64,
    /// In halves: what the heroes won when the first mind led them, and when the second did.
    pub first_as_heroes: u64,
    pub second_as_heroes: u64,
}

impl Scored {
    pub fn new(system: &str, scenario: &str) -> Scored {
        Scored {
            system: system.to_owned(),
            scenario: scenario.to_owned(),
            pairs: 0,
            first_as_heroes: 0,
            second_as_heroes: 0,
        }
    }

    pub(super) fn add(&mut self, there: u64, back: u64) {
        self.pairs += 1;
        self.first_as_heroes += there;
        self.second_as_heroes += back;
    }

    /// What the first mind won of all that there was, from 0 to 1.
    pub fn share(&self) -> f64 {
        let won = self.first_as_heroes + 2 * self.pairs - self.second_as_heroes;
        won as f64 / (4 * self.pairs.max(1)) as f64
    }

    fn counts(&self) -> (f64, f64, f64) {
        (self.pairs as f64, self.first_as_heroes as f64 / 2.0, self.second_as_heroes as f64 / 2.0)
    }
}

/// A difference in Elo; the true one lies within `error` of it in 95 of 100 cases.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Elo {
    pub difference: f64,
    pub error: f64,
}

/// What a sequential test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// At least the second bound.
    Better,
    /// At most the first.
    NotBetter,
    Open,
}

fn chance(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

impl Elo {
    pub fn of(scores: &[Scored]) -> Elo {
        let mut difference = 0.0;
        let mut sharpness = 0.0;
        for _ in 0..60 {
            let (mut slope, mut bend) = (-PRIOR * 0.02 * difference, PRIOR * 0.02);
            for scored in scores.iter().filter(|scored| scored.pairs > 0) {
                let (n, there, back) = scored.counts();
                let advantage = advantage(n, there, back, difference);
                let (p, q) = (chance(advantage + difference), chance(advantage - difference));
                let (vp, vq) = (n * p * (1.0 - p), n * q * (1.0 - q));
                slope += (there - n * p) - (back - n * q);
                // The advantage is not known either: what it may explain is taken off.
                let cross = vp - vq;
                bend += vp + vq - cross * cross / (vp + vq + PRIOR);
            }
            sharpness = bend;
            let step = (slope / bend).clamp(-1.0, 1.0);
            difference += step;
            if step.abs() < 1e-9 {
                break;
            }
        }
        Elo { difference: difference * ELO, error: (Z * ELO / sharpness.sqrt()).min(9999.0) }
    }
}

/// Is the difference at most the first or at least the second, in Elo? The likelihoods of the two are compared, each with
/// the advantages that fit it best, as in a sequential test: it may be asked after every pair.
pub fn verdict(scores: &[Scored], [low, high]: [f64; 2]) -> Verdict {
    let ratio: f64 =
        scores.iter().map(|scored| likelihood(scored, high / ELO) - likelihood(scored, low / ELO)).sum();
    match ratio {
        ratio if ratio >= BOUND => Verdict::Better,
        ratio if ratio <= -BOUND => Verdict::NotBetter,
        _ => Verdict::Open,
    }
}

/// The logarithm of how likely these results are.
fn likelihood(scored: &Scored, difference: f64) -> f64 {
    let (n, there, back) = scored.counts();
    let advantage = advantage(n, there, back, difference);
    // ln of a chance and of its complement, without loss where they are small.
    let ln = |logit: f64| -(-logit).exp().ln_1p();
    let (p, q) = (advantage + difference, advantage - difference);
    there * ln(p) + (n - there) * ln(-p) + back * ln(q) + (n - back) * ln(-q)
        - PRIOR / 2.0 * advantage * advantage
}

/// The advantage of the heroes that fits best, given the difference.
fn advantage(n: f64, there: f64, back: f64, difference: f64) -> f64 {
    let mut advantage = 0.0;
    for _ in 0..60 {
        let (p, q) = (chance(advantage + difference), chance(advantage - difference));
        let slope = (there + back) - n * (p + q) - PRIOR * advantage;
        let bend = n * (p * (1.0 - p) + q * (1.0 - q)) + PRIOR;
        let step = (slope / bend).clamp(-1.0, 1.0);
        advantage += step;
        if step.abs() < 1e-10 {
            break;
        }
    }
    advantage
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scored(pairs: u64, there: u64, back: u64) -> Scored {
        Scored { pairs, first_as_heroes: there, second_as_heroes: back, ..Scored::new("x", "y") }
    }

    #[test]
    fn even_scenarios_give_the_usual_elo() {
        // 64 % of all fights: 100 Elo.
        let elo = Elo::of(&[scored(1000, 1280, 720)]);
        assert!((elo.difference - 100.0).abs() < 1.0, "{elo:?}");
        // The usual error of 2,000 fights at that share.
        assert!((elo.error - 15.9).abs() < 0.5, "{elo:?}");
        let all = [scored(1000, 1280, 720)];
        assert_eq!(verdict(&all, [0.0, 50.0]), Verdict::Better);
        assert_eq!(verdict(&all, [150.0, 200.0]), Verdict::NotBetter);
        assert_eq!(verdict(&all, [90.0, 110.0]), Verdict::Open);
        // One mind wins everything: clear at once, though nobody can say by how much.
        assert_eq!(verdict(&[scored(10, 20, 0)], [0.0, 100.0]), Verdict::Better);
    }

    #[test]
    fn a_lopsided_scenario_counts_for_what_it_tells() {
        // Heroes win 95 % or 87 %: about 90 Elo between the minds, though the share of all is 54 %.
        let lopsided = scored(1000, 1900, 1740);
        assert!((lopsided.share() - 0.54).abs() < 1e-9);
        let elo = Elo::of(&[lopsided]);
        assert!((elo.difference - 90.5).abs() < 3.0, "{elo:?}");
        // Where one side always wins, nothing is learned.
        let nothing = Elo::of(&[scored(1000, 2000, 2000)]);
        assert!(nothing.difference.abs() < 1.0 && nothing.error > 100.0, "{nothing:?}");
    }

    #[test]
    fn nothing_played_says_nothing() {
        let elo = Elo::of(&[scored(0, 0, 0)]);
        assert_eq!(elo.difference, 0.0);
        assert_eq!(verdict(&[scored(0, 0, 0)], [0.0, 50.0]), Verdict::Open);
    }
}
