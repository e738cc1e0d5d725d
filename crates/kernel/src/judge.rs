//! The judge's hand: what the person who runs the table may do in any system.

use std::borrow::Cow;

use fracas_dice::{Edge, Roll, Why};
use serde::{Deserialize, Serialize};

use crate::{Side, Who};

/// One thing that the judge decides. Each becomes a step of the history and a line of the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Judgement {
    /// Set a track (hit points, focus, …) to a value.
    Set { who: Who, track: String, value: i32 },
    /// Put somebody into a zone, by its id, or on a square, as "x,y".
    Move { who: Who, to: String },
    /// Bring in somebody new from the system's content.
    Add { creature: String, side: Side, to: String },
    /// Take somebody off the table.
    Remove { who: Who },
    /// Hide somebody until they are revealed: they wait out of the fight, and nobody but the judge knows of them.
    Hide { who: Who },
    /// Somebody who was hidden is there, as they were.
    Reveal { who: Who },
    /// Hide a zone by its id, with all who are in it: nobody can go there.
    HideZone { zone: String },
    /// The zone is on everybody's map, and whoever is in it is in sight.
    RevealZone { zone: String },
    /// Put a condition on somebody.
    Afflict {
        who: Who,
        condition: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        rank: Option<i32>,
    },
    /// Lift a condition.
    Lift { who: Who, condition: String },
    /// Give a modifier, advantage or disadvantage to the next roll that fits. A plus and advantage help whoever rolls.
    Favour {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        roller: Option<Who>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        roll: Option<String>,
        #[serde(default)]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<i16>"))]
        add: i16,
        #[serde(default)]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<EdgeName>"))]
        edge: EdgeName,
    },
    /// Choose the faces of the next roll that fits.
    Dice {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        roller: Option<Who>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        roll: Option<String>,
        faces: Vec<u16>,
    },
    /// End what goes on now: a fight, also one in an adventure, which then goes on; between fights, the adventure.
    End { winner: Option<Side> },
    /// End the whole adventure, in the middle of a fight too.
    EndAdventure { winner: Option<Side> },
    /// In an adventure: set the clock, the light or a supply, by the id of its gauge.
    Gauge { gauge: String, value: i32 },
    /// In an adventure: give somebody something from the system's content, or experience and the like.
    Grant {
        who: Who,
        what: String,
        #[serde(default = "one")]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<i32>"))]
        count: i32,
    },
    /// In an adventure: what becomes of an encounter, by its id.
    Fate { encounter: String, fate: Fate },
    /// Somebody makes a check, against a number of the judge's if one is named, and this follows.
    Check {
        who: Who,
        check: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        against: Option<i32>,
        #[serde(default, skip_serializing_if = "Sequel::is_nothing")]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<Sequel>"))]
        success: Sequel,
        #[serde(default, skip_serializing_if = "Sequel::is_nothing")]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<Sequel>"))]
        failure: Sequel,
    },
    /// Somebody does what no choice stands for, in their own words (see [`crate::Proposal`]). It takes their action.
    /// Without a check it succeeds.
    Attempt {
        who: Who,
        tries: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        check: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        against: Option<i32>,
        #[serde(default, skip_serializing_if = "Sequel::is_nothing")]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<Sequel>"))]
        success: Sequel,
        #[serde(default, skip_serializing_if = "Sequel::is_nothing")]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<Sequel>"))]
        failure: Sequel,
    },
    /// What somebody wants to try cannot be done, and costs nothing.
    Decline { who: Who, tries: String, why: String },
    /// Something that only some systems have: an attitude, a surprise, the length of a task. See [`crate::Decision`].
    Decide {
        what: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        who: Option<Who>,
        value: String,
    },
    /// Words for the log.
    Say { text: String },
    /// An act that everybody is told of, whether they could perceive it or not.
    Open { of: Box<Judgement> },
    /// An act that nobody is told of but the judge. What people see of it they see; an enemy who joins in secret is hidden
    /// until it is revealed.
    Secret { of: Box<Judgement> },
}

/// What follows from a check, one way or the other.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Sequel {
    /// In words, for the log.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<String>"))]
    pub says: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<Judgement>>"))]
    pub acts: Vec<Judgement>,
}

impl Sequel {
    pub fn is_nothing(&self) -> bool {
        self.says.is_empty() && self.acts.is_empty()
    }
}

/// The longest text that a person writes into the log.
const LONGEST: usize = 300;
/// The most that follows from one check.
const MAX_ACTS: usize = 16;

/// What a person has written for the log, without space around it.
pub(crate) fn fit_words(what: &str, text: &str) -> Result<String, Refusal> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.chars().count() {
        0 => Err(Refusal::new(format!("{what} is empty: write a few words"))),
        1..=LONGEST => Ok(text),
        more => Err(Refusal::new(format!("{what} has {more} characters; at most {LONGEST} are kept"))),
    }
}

fn one() -> i32 {
    1
}

/// What the judge decides about an encounter of an adventure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Fate {
    /// It is met now.
    Now,
    /// It is what turns up next, whatever the table would say.
    Next,
    /// It is taken out of the place.
    Gone,
    /// It is there again.
    Back,
}

impl Judgement {
    /// Is it something at all? Knows no system: rules refuse what they must.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        match self {
            Judgement::Favour { add: 0, edge: EdgeName::Level, .. } => {
                Err(Refusal::new("a favour is a number to add, advantage or disadvantage: name one"))
            }
            Judgement::Dice { faces, .. } if faces.is_empty() => {
                Err(Refusal::new("no face is chosen: name at least one"))
            }
            Judgement::Dice { faces, .. } if faces.contains(&0) => {
                Err(Refusal::new("no die shows 0: its lowest face is 1"))
            }
            Judgement::Check { success, failure, .. } => check_sequels(success, failure),
            Judgement::Attempt { tries, success, failure, .. } => {
                fit_words("what is tried", tries)?;
                check_sequels(success, failure)
            }
            Judgement::Decline { tries, why, .. } => {
                fit_words("what is tried", tries)?;
                fit_words("why it cannot be done", why).map(|_| ())
            }
            Judgement::Say { text } => fit_words("what the judge says", text).map(|_| ()),
            Judgement::Open { of } | Judgement::Secret { of } => match **of {
                Judgement::Open { .. } | Judgement::Secret { .. } => {
                    Err(Refusal::new("an act is open or secret once"))
                }
                _ => of.check(),
            },
            _ => Ok(()),
        }
    }

    /// The act itself, open or secret.
    pub fn plain(&self) -> &Judgement {
        match self {
            Judgement::Open { of } | Judgement::Secret { of } => of.plain(),
            act => act,
        }
    }

    /// Has the judge said that everybody is told of it, or nobody?
    pub fn is_open(&self) -> Option<bool> {
        match self {
            Judgement::Open { .. } => Some(true),
            Judgement::Secret { .. } => Some(false),
            _ => None,
        }
    }

    /// Does it end what goes on?
    pub fn ends(&self) -> bool {
        matches!(self.plain(), Judgement::End { .. } | Judgement::EndAdventure { .. })
    }

    /// The combatant that it is about.
    pub fn about(&self) -> Option<Who> {
        match self {
            Judgement::Set { who, .. }
            | Judgement::Move { who, .. }
            | Judgement::Remove { who }
            | Judgement::Hide { who }
            | Judgement::Reveal { who }
            | Judgement::Afflict { who, .. }
            | Judgement::Lift { who, .. }
            | Judgement::Grant { who, .. }
            | Judgement::Check { who, .. }
            | Judgement::Attempt { who, .. }
            | Judgement::Decline { who, .. } => Some(*who),
            Judgement::Favour { roller, .. } | Judgement::Dice { roller, .. } => *roller,
            Judgement::Decide { who, .. } => *who,
            Judgement::Open { of } | Judgement::Secret { of } => of.about(),
            Judgement::Add { .. }
            | Judgement::HideZone { .. }
            | Judgement::RevealZone { .. }
            | Judgement::Say { .. }
            | Judgement::End { .. }
            | Judgement::EndAdventure { .. }
            | Judgement::Gauge { .. }
            | Judgement::Fate { .. } => None,
        }
    }

    /// Is it about the time between fights, even in the middle of one?
    pub fn is_about_the_trek(&self) -> bool {
        matches!(
            self.plain(),
            Judgement::Gauge { .. }
                | Judgement::Grant { .. }
                | Judgement::Fate { .. }
                | Judgement::EndAdventure { .. }
        )
    }

    /// The decision in words; `name` names a combatant.
    pub fn words(&self, name: &dyn Fn(Who) -> String) -> String {
        let whose = |roller: &Option<Who>, roll: &Option<String>| {
            let what = roll.as_deref().map_or("next roll".to_owned(), |label| format!("next {label} roll"));
            roller.map_or(format!("the {what}"), |who| format!("{}'s {what}", name(who)))
        };
        match self {
            Judgement::Set { who, track, value } => format!("{}'s {track} is now {value}", name(*who)),
            Judgement::Move { who, to } => format!("{} is moved to {to}", name(*who)),
            Judgement::Add { creature, side, to } => format!("{creature} joins the {} at {to}", side.name()),
            Judgement::Remove { who } => format!("{} is taken off the table", name(*who)),
            Judgement::Hide { who } => format!("{} is hidden until revealed", name(*who)),
            Judgement::Reveal { who } => format!("{} comes into sight", name(*who)),
            Judgement::HideZone { zone } => format!("{zone} is hidden until revealed"),
            Judgement::RevealZone { zone } => format!("{zone} comes into sight"),
            Judgement::Afflict { who, condition, rank: None } => format!("{} is {condition}", name(*who)),
            Judgement::Afflict { who, condition, rank: Some(rank) } => {
                format!("{} is {condition} ({rank})", name(*who))
            }
            Judgement::Lift { who, condition } => format!("{} is no longer {condition}", name(*who)),
            Judgement::Favour { roller, roll, add, edge } => {
                let edge = match edge {
                    EdgeName::Level => None,
                    EdgeName::Advantage => Some("advantage".to_owned()),
                    EdgeName::Disadvantage => Some("disadvantage".to_owned()),
                };
                let add = (*add != 0).then(|| format!("{add:+}"));
                let gift: Vec<String> = add.into_iter().chain(edge).collect();
                format!("{} on {}", gift.join(" and "), whose(roller, roll))
            }
            Judgement::Dice { roller, roll, faces } => {
                let faces: Vec<String> = faces.iter().map(u16::to_string).collect();
                format!("{} will show {}", whose(roller, roll), faces.join(", "))
            }
            Judgement::End { winner: Some(side) } => format!("the encounter ends, the {} win", side.name()),
            Judgement::End { winner: None } => "the encounter ends without a winner".to_owned(),
            Judgement::EndAdventure { winner: Some(side) } => {
                format!("the adventure ends, the {} win", side.name())
            }
            Judgement::EndAdventure { winner: None } => "the adventure ends without a winner".to_owned(),
            Judgement::Gauge { gauge, value } => format!("{gauge} is now {value}"),
            Judgement::Grant { who, what, count: 1 } => format!("{} receives {what}", name(*who)),
            Judgement::Grant { who, what, count } => format!("{} receives {count} {what}", name(*who)),
            Judgement::Fate { encounter, fate } => {
                let fate = match fate {
                    Fate::Now => "is met now",
                    Fate::Next => "is what turns up next",
                    Fate::Gone => "is no longer there",
                    Fate::Back => "is there again",
                };
                format!("{encounter} {fate}")
            }
            Judgement::Check { who, check, against: None, .. } => {
                format!("{} makes a check: {check}", name(*who))
            }
            Judgement::Check { who, check, against: Some(number), .. } => {
                format!("{} makes a check: {check} against {number}", name(*who))
            }
            Judgement::Attempt { who, tries, .. } => format!("{}: {}", name(*who), tidy(tries)),
            Judgement::Decline { who, tries, why } => {
                format!("{}: {}. That cannot be done: {}", name(*who), tidy(tries), tidy(why))
            }
            Judgement::Decide { what, who, value } => {
                let whose = who.map_or(String::new(), |who| format!("{}: ", name(who)));
                format!("{whose}{what} is {value}")
            }
            Judgement::Say { text } => tidy(text),
            Judgement::Open { of } | Judgement::Secret { of } => of.words(name),
        }
    }
}

/// A person's words as the log has them: on one line, and without a full stop at the end.
pub(crate) fn tidy(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").trim_end_matches('.').to_owned()
}

fn check_sequels(success: &Sequel, failure: &Sequel) -> Result<(), Refusal> {
    for Sequel { says, acts } in [success, failure] {
        if !says.is_empty() {
            fit_words("what follows", says)?;
        }
        if acts.len() > MAX_ACTS {
            return Err(Refusal::new(format!("at most {MAX_ACTS} acts follow from a check")));
        }
        for act in acts {
            if matches!(
                act.plain(),
                Judgement::Check { .. } | Judgement::Attempt { .. } | Judgement::Decline { .. }
            ) {
                return Err(Refusal::new("no other check follows from a check: call for it afterwards"));
            }
            act.check()?;
        }
    }
    Ok(())
}

/// [`Edge`] by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum EdgeName {
    #[default]
    Level,
    Advantage,
    Disadvantage,
}

impl From<EdgeName> for Edge {
    fn from(name: EdgeName) -> Edge {
        match name {
            EdgeName::Level => Edge::Level,
            EdgeName::Advantage => Edge::Advantage,
            EdgeName::Disadvantage => Edge::Disadvantage,
        }
    }
}

/// What the judge has said about a roll to come.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fiat {
    pub roller: Option<Who>,
    pub roll: Option<String>,
    pub add: i16,
    pub edge: EdgeName,
    pub faces: Vec<u16>,
    /// Nobody is told of it, and so no odds count with it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub secret: bool,
}

impl Fiat {
    /// What a judgement says about rolls, if that is what it is about. A gift is open unless the judge says otherwise,
    /// and which faces will lie there is secret.
    pub fn of(act: &Judgement) -> Option<Fiat> {
        let open = act.is_open();
        match act.plain().clone() {
            Judgement::Favour { roller, roll, add, edge } => {
                Some(Fiat { roller, roll, add, edge, faces: Vec::new(), secret: open == Some(false) })
            }
            Judgement::Dice { roller, roll, faces } => {
                let secret = open != Some(true);
                Some(Fiat { roller, roll, add: 0, edge: EdgeName::Level, faces, secret })
            }
            _ => None,
        }
    }

    /// Takes all that fit out of `fiats`: what is rolled then, and the faces of its first dice if they are chosen. Where
    /// the judge has chosen twice, the last word counts.
    pub(crate) fn take(fiats: &mut Vec<Fiat>, why: Why, mut roll: Roll) -> (Roll, Vec<u16>) {
        let mut faces = Vec::new();
        fiats.retain(|fiat| {
            if !fiat.fits(why) {
                return true;
            }
            let (add, edge) = (fiat.add, Edge::from(fiat.edge));
            // Advantage and a plus are for whoever rolls, and so make a roll lower that is wanted low.
            roll = match (why.low, edge) {
                (false, edge) => roll.plus(add).with_edge(edge),
                (true, Edge::Advantage) => roll.plus(add.saturating_neg()).with_edge(Edge::Disadvantage),
                (true, Edge::Disadvantage) => roll.plus(add.saturating_neg()).with_edge(Edge::Advantage),
                (true, Edge::Level) => roll.plus(add.saturating_neg()),
            };
            if !fiat.faces.is_empty() {
                faces.clone_from(&fiat.faces);
            }
            false
        });
        (roll, faces)
    }

    /// Takes the faces out of `fiats` that are chosen for something that is drawn: no number and no advantage makes one of
    /// several things better than another, and so these wait for a roll.
    pub(crate) fn draw(fiats: &mut Vec<Fiat>, why: Why) -> Vec<u16> {
        let mut faces = Vec::new();
        fiats.retain_mut(|fiat| {
            if fiat.faces.is_empty() || !fiat.fits(why) {
                return true;
            }
            faces = std::mem::take(&mut fiat.faces);
            fiat.add != 0 || fiat.edge != EdgeName::Level
        });
        faces
    }

    /// Takes out of `fiats` how they favour a roll whose dice look something up: each advantage and each plus counts for
    /// one. Faces that the judge has chosen stay.
    pub(crate) fn favour(fiats: &mut Vec<Fiat>, why: Why) -> i32 {
        let mut favour = 0;
        fiats.retain_mut(|fiat| {
            if !fiat.fits(why) {
                return true;
            }
            favour += i32::from(fiat.add.signum());
            favour += match std::mem::replace(&mut fiat.edge, EdgeName::Level) {
                EdgeName::Level => 0,
                EdgeName::Advantage => 1,
                EdgeName::Disadvantage => -1,
            };
            fiat.add = 0;
            !fiat.faces.is_empty()
        });
        favour
    }

    pub fn fits(&self, why: Why) -> bool {
        self.roller.is_none_or(|who| who.0 == why.roller)
            && self.roll.as_deref().is_none_or(|label| label == why.label)
    }
}

/// Why something cannot be done, and by which rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[error("{why}{}", .rule.map(|r| format!(" ({r})")).unwrap_or_default())]
pub struct Refusal {
    /// Borrowed where it can be: minds ask what is refused in the midst of a simulated fight.
    pub why: Cow<'static, str>,
    pub rule: Option<&'static str>,
    /// Would a player look for this choice here? What no rule forbids mostly makes no sense, and nobody misses it.
    pub sought: bool,
}

impl Refusal {
    /// For what the judge does to an adventure where there is none.
    pub fn no_adventure() -> Refusal {
        Refusal::new(
            "this is a single fight, which \"end\" ends: clocks, supplies and encounters belong to adventures",
        )
    }

    pub fn new(why: impl Into<Cow<'static, str>>) -> Refusal {
        Refusal { why: why.into(), rule: None, sought: false }
    }

    pub fn by(rule: &'static str, why: impl Into<Cow<'static, str>>) -> Refusal {
        Refusal { why: why.into(), rule: Some(rule), sought: true }
    }

    /// A value of a track that must be in a range.
    pub fn within(track: &str, value: i32, range: std::ops::RangeInclusive<i32>) -> Result<i32, Refusal> {
        let (least, most) = range.clone().into_inner();
        let wrong = || Refusal::new(format!("{track} goes from {least} to {most}, not to {value}"));
        range.contains(&value).then_some(value).ok_or_else(wrong)
    }

    /// A player would look for it here.
    #[must_use]
    pub fn sought(mut self) -> Refusal {
        self.sought = true;
        self
    }

    /// Nobody would look for it here.
    #[must_use]
    pub fn unsought(mut self) -> Refusal {
        self.sought = false;
        self
    }
}
