//! Functions of one result: rounding, and what people write beside sums and products.

use super::values::Ratio;
use super::{FAR, Op};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Func {
    Floor,
    Ceil,
    /// To the nearest whole number, halves up.
    Round,
    Abs,
    /// What is left over after division by this; of nothing that can be less than 0.
    Rest(u32),
    Power(u8),
}

impl Func {
    /// Are its results whole?
    pub fn rounds(self) -> bool {
        matches!(self, Func::Floor | Func::Ceil | Func::Round)
    }

    pub fn of(self, value: Ratio) -> Ratio {
        let half = || Ratio::whole(1).with(Op::Div, Ratio::whole(2));
        match self {
            Func::Floor => Ratio::whole(value.floor()),
            Func::Ceil => Ratio::whole(value.minus().floor()).minus(),
            Func::Round => Ratio::whole(value.with(Op::Add, half()).floor()),
            Func::Abs => value.max(value.minus()),
            Func::Rest(by) => {
                let by = Ratio::whole(by.into());
                let times = Ratio::whole(value.with(Op::Div, by).floor());
                value.with(Op::Sub, times.with(Op::Mul, by))
            }
            Func::Power(n) => (0..n).fold(Ratio::whole(1), |power, _| power.with(Op::Mul, value)),
        }
    }

    pub fn bounds(self, (low, high): (f64, f64)) -> (f64, f64) {
        let size = |of: fn(f64) -> f64, (low, high): (f64, f64)| (of(low), of(high));
        let far = |bound: f64| bound.clamp(-2.0 * FAR as f64, 2.0 * FAR as f64);
        match self {
            Func::Floor => size(f64::floor, (low, high)),
            Func::Ceil => size(f64::ceil, (low, high)),
            Func::Round => size(|n| (n + 0.5).floor(), (low, high)),
            Func::Abs if low <= 0.0 && high >= 0.0 => (0.0, high.max(-low)),
            Func::Abs => (low.abs().min(high.abs()), low.abs().max(high.abs())),
            Func::Rest(by) => (0.0, high.min(f64::from(by))),
            Func::Power(0) => (1.0, 1.0),
            Func::Power(n) if n % 2 == 0 => {
                let (low, high) = Func::Abs.bounds((low, high));
                (far(low.powi(n.into())), far(high.powi(n.into())))
            }
            Func::Power(n) => (far(low.powi(n.into())), far(high.powi(n.into()))),
        }
    }
}
