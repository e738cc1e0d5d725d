//! A clock that counts a system's own units of time, shown as days and hours. What the time is used for, it does not know.

use fracas_kernel::{Gauge, Refusal};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Minutes to a unit.
    pub unit: u32,
    /// The hour of the first day at which it begins.
    pub hour: u8,
    /// After this many units it is over.
    pub limit: u32,
}

impl Clock {
    pub const DAY: u32 = 24 * 60;

    /// "day 2, 14:30" for minutes since the first midnight.
    pub fn words(minutes: u32) -> String {
        let (day, of_day) = (minutes / Clock::DAY + 1, minutes % Clock::DAY);
        format!("day {day}, {:02}:{:02}", of_day / 60, of_day % 60)
    }

    /// Minutes since the first midnight.
    pub fn minutes(self, units: u32) -> u32 {
        u32::from(self.hour) * 60 + units * self.unit
    }

    /// "day 2, 14:30" after this many units.
    pub fn when(self, units: u32) -> String {
        Clock::words(self.minutes(units))
    }

    pub fn is_day(self, units: u32) -> bool {
        (6 * 60..20 * 60).contains(&(self.minutes(units) % Clock::DAY))
    }

    /// As the table sees it; low when no more than `few` units are left.
    pub fn gauge(self, units: u32, few: u32) -> Gauge {
        let left = self.limit.saturating_sub(units);
        Gauge {
            id: "clock",
            name: "time",
            text: self.when(units),
            means: format!("{} hours are left", left * self.unit / 60),
            low: left <= few,
        }
    }

    /// The judge sets it, as it is shown: in minutes since the first midnight.
    pub fn set(self, minutes: i32) -> Result<u32, Refusal> {
        let (first, last) = (self.minutes(0), self.minutes(self.limit));
        let inside = u32::try_from(minutes).ok().filter(|minutes| (first..=last).contains(minutes));
        let minutes = inside.ok_or_else(|| {
            Refusal::new(format!("the clock counts minutes from the first midnight: give {first} to {last}"))
        })?;
        Ok((minutes - first) / self.unit)
    }
}
