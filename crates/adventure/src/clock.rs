//! A clock for journeys that are counted in spells of ten minutes, shown as days and hours. What a spell is used for, it
//! does not know.

use fracas_kernel::{Gauge, Refusal};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// The hour of the first day at which it begins.
    pub hour: u8,
    /// After so many spells it is over.
    pub limit: u16,
}

impl Clock {
    const SPELL: u32 = 10;

    /// "day 2, 14:30" for minutes since the first midnight.
    pub fn words(minutes: u32) -> String {
        let (day, of_day) = (minutes / 1440 + 1, minutes % 1440);
        format!("day {day}, {:02}:{:02}", of_day / 60, of_day % 60)
    }

    /// Minutes since the first midnight.
    pub fn minutes(self, spells: u16) -> u32 {
        u32::from(self.hour) * 60 + u32::from(spells) * Clock::SPELL
    }

    pub fn is_day(self, spells: u16) -> bool {
        (6..20).contains(&(self.minutes(spells) % 1440 / 60))
    }

    /// As the table sees it; low when no more than `few` spells are left.
    pub fn gauge(self, spells: u16, few: u16) -> Gauge {
        let left = self.limit.saturating_sub(spells);
        Gauge {
            id: "clock",
            name: "time",
            text: Clock::words(self.minutes(spells)),
            means: format!("{} hours are left", left / 6),
            low: left <= few,
        }
    }

    /// The judge sets it, as it is shown: in minutes since the first midnight.
    pub fn set(self, minutes: i32) -> Result<u16, Refusal> {
        let (first, last) = (self.minutes(0), self.minutes(self.limit));
        let inside = u32::try_from(minutes).ok().filter(|minutes| (first..=last).contains(minutes));
        let minutes = inside.ok_or_else(|| {
            Refusal::new(format!("the clock counts minutes from the first midnight: give {first} to {last}"))
        })?;
        Ok(((minutes - first) / Clock::SPELL) as u16)
    }
}
